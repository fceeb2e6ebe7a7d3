"""The page of what a visitor has found in the lessons, to print: the browser fills it from its own notes."""

from __future__ import annotations

from playground.lessons import LESSONS, Lesson
from playground.pages import PAGES
from playground.server import templates
from playground.server.http import Packed
from playground.stage import assets

NAME = "found"
"""Its path below that of the app."""


def document() -> Packed:
    """Return the response with the page on which a visitor prints the findings of lessons that are done.

    It holds all lessons and is the same for everybody: the browser knows which are done.
    """
    lessons, script = [*map(_told, LESSONS.values())], assets.script("found.js").decode()
    text = templates.document("server/found.html", lessons=lessons, script=script)
    return Packed(text.encode(), ".html", "no-cache")


def _told(lesson: Lesson) -> dict[str, object]:
    """Return what the page says of a lesson, and the names under which the browser keeps its notes about it."""
    parts = [
        {
            "guess": lesson.guess(place),
            "ask": part.ask,
            "options": [*part.options],
            "answer": part.answer,
            "built": bool(part.build),
        }
        for place, part in enumerate(lesson.parts)
    ]
    return {
        "key": lesson.key,
        "title": f"{lesson.place}. {lesson.title}",
        "finding": lesson.finding,
        "chapter": lesson.chapter,
        "link": templates.board_of(lesson),
        "picture": f"./preview/{PAGES[lesson.page].route}",
        "parts": parts,
    }
