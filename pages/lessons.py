"""The Lessons page: a list of boards, each with a question, in the order of the course."""

from playground.app import frame, lessons
from playground.pages.lessons import PAGE

frame.begin(PAGE)
lessons.cards()
frame.keep_address()
