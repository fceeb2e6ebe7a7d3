"""The adversary: no learner makes fewer than ⌊1/γ²⌋ mistakes, and the visitor is the first to try."""

from ui import frame
from ui.pages.adversary.page import PAGE

frame.show(PAGE)
