"""The adversary: no learner makes fewer than ⌊1/γ²⌋ mistakes, and the visitor is the first to try."""

from playground.app import frame
from playground.pages.adversary.page import PAGE

frame.show(PAGE)
