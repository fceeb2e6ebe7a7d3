"""The list of all lessons."""

from ui.lessons import LESSONS
from ui.page import Page

PAGE = Page(
    "Lessons",
    "pages/lessons.py",
    f"**{len(LESSONS)} boards, a question each.** Open one, guess, then step to its end.",
)
