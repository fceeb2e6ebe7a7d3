"""The Lessons page: a list of boards, each with a question, in the order of the course."""

from playground.app import frame, lessons

frame.begin("pages/lessons.py")
lessons.cards()
frame.keep_address()
