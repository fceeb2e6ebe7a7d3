"""The Adversary page: no learner makes fewer than ⌊1/γ²⌋ mistakes, and the visitor plays first."""

from playground.app import frame

frame.show("pages/adversary.py")
