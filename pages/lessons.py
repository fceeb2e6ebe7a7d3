"""Lessons: boards worth looking at, each with a question, in the order that teaches."""

from playground.app import frame, lessons
from playground.pages.lessons import PAGE

frame.begin(PAGE)
lessons.cards()
frame.keep_address()
