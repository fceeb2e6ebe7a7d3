"""The list of all lessons."""

from __future__ import annotations

from playground.lessons import COURSE
from playground.page.page import Page

_MINUTES = sum(lesson.minutes for lesson in COURSE)
PAGE = Page(
    "Lessons",
    "pages/lessons.py",
    f"**A course of {_MINUTES} minutes.** Each board has a question: guess, then step and see.",
)
