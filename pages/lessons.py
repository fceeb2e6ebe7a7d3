"""Lessons: boards worth looking at, each with a question, in the order that teaches."""

from ui import frame
from ui.lessons import display
from ui.pages.lessons import PAGE

frame.begin(PAGE)
display.cards()
frame.keep_address()
