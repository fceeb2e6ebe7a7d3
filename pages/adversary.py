"""The Adversary page: no learner makes fewer than ⌊1/γ²⌋ mistakes, and the visitor plays first."""

from playground.app import frame
from playground.pages.adversary.page import PAGE

frame.show(PAGE)
