"""Lessons: boards worth looking at, each with a question, in the order that teaches."""

from ui import frame
from ui.lessons import LESSONS, shown

frame.begin("Lessons", f"**{len(LESSONS)} boards, a question each.** Open one, guess, then step to its end.")
shown.cards()
frame.keep_address()
