"""Lessons: boards worth looking at, each with a question and what was to be found, in a file of this folder.

The files' names say their order and what a link calls them: `03-margin.md` is the lesson `margin`. At its top a file
has its title, which asks; what the title is once the lesson is done; its chapter, how long it takes, its page and the
address of its board. Then come what it is about and its parts: under `# What to do` the lines `set:` (what of the
board's controls is set for it, one after the other, on top of what was set before), `ask:` (its question), `of:` (the
buttons that answer it, else a number does), `is:` (the answer, else the number that the page itself asks for), `at:`
(what else it speaks of: `control order`, `view Table`, `panel lower`, `point 4`, `arrow`, `sentence`, `choices`,
`field`, or `home`, the way back to the lesson's board) and `build:` (that the hand makes a board which
`playground.page.boards` checks), and what was to be found.
"""

from __future__ import annotations

import json
import re
import urllib.parse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from playground.stage.payload import Guide


class LessonPart(NamedTuple):
    """Something to do in a lesson, what is asked before it, and what was to be found by it."""

    task: str
    answer: str
    sets: Sequence[tuple[str, str]]
    ask: str
    options: Sequence[str]
    right: str
    build: str
    places: Sequence[tuple[str, str]]


class Lesson(NamedTuple):
    """A lesson as its file has it; its place among all counts from 0."""

    slug: str
    place: int
    title: str
    finding: str
    chapter: str
    minutes: int
    page: str
    address: Mapping[str, str]
    question: str
    parts: Sequence[LessonPart]

    @property
    def link(self) -> dict[str, str]:
        """The parameters of a link that opens the lesson at its beginning."""
        return {**self.address, "lesson": self.slug, "step": "0"}

    @property
    def key(self) -> str:
        """What a browser calls the lesson where it notes that all of it was done."""
        return f"lesson {self.slug}"

    def guide(self, now: int | None, unset: Sequence[Sequence[str]], *, home: bool, astray: bool) -> Guide:
        """What it says above a board that is of the part `now`, or of none.

        `unset` has for each part the controls that are still to be set; the board is the one it opens with, or is of no
        use for it.
        """
        return {
            "title": self.title,
            "finding": f"{self.finding}.",
            "text": self.question,
            "parts": [
                {
                    "task": part.task,
                    "answer": part.answer,
                    "controls": [*keys, *(name for kind, name in part.places if kind == "control")],
                    "places": [[kind, name] for kind, name in part.places if kind != "control"],
                }
                for part, keys in zip(self.parts, unset, strict=True)
            ],
            "now": now,
            "home": home,
            "astray": astray,
            "remember": self.key,
        }


def _read(path: Path, place: int) -> Lesson:
    _, top, rest = path.read_text(encoding="utf-8").split("---\n", 2)
    head = dict(line.split(": ", 1) for line in top.splitlines())
    question, *parts = re.split(r"^# ", rest, flags=re.MULTILINE)
    return Lesson(
        path.stem.partition("-")[2],
        place,
        head["title"],
        head["finding"],
        head["chapter"],
        int(head["minutes"]),
        head["page"],
        dict(urllib.parse.parse_qsl(head.get("address", ""))),
        " ".join(question.split()),
        [*map(_part, parts)],
    )


_KEYS = "(set|ask|of|is|build|at): "


def _part(text: str) -> LessonPart:
    task, *lines = text.splitlines()
    said = [line.split(": ", 1) for line in lines if re.match(_KEYS, line)]
    words = [line for line in lines if not re.match(_KEYS, line)]
    named = {key: value for key, value in said if key != "set"}
    sets = [(key, value) for name, pair in said if name == "set" for key, value in [pair.split("=", 1)]]
    options, at = ([each.strip() for each in named.get(key, "").split("|") if each.strip()] for key in ("of", "at"))
    places = [(kind, name) for kind, _, name in (each.partition(" ") for each in at)]
    answer = " ".join(" ".join(words).split())
    return LessonPart(
        task.strip(), answer, sets, named["ask"], options, named.get("is", ""), named.get("build", ""), places
    )


LESSONS = {
    lesson.slug: lesson
    for lesson in (_read(path, place) for place, path in enumerate(sorted(Path(__file__).parent.glob("*.md"))))
}
"""All lessons in their order, by what a link calls them."""

MORE = "If you want more"
"""The chapter after the course."""


def count(lesson: Lesson) -> str:
    """Return which lesson it is of how many.

    >>> count(LESSONS["hand"]).startswith("Lesson 0 of ")
    True
    """
    return f"Lesson {lesson.place} of {len(LESSONS) - 1}"


def beside(lesson: Lesson) -> tuple[Lesson | None, Lesson | None]:
    """Return the lesson before this one and the one after it; None where there is none.

    >>> before, after = beside(LESSONS["hand"])
    >>> before is None, after.place
    (True, 1)
    """
    among = [None, *LESSONS.values(), None]
    return among[lesson.place], among[lesson.place + 2]


_FOLDER = Path(__file__).parent
_HREFS = [
    [lesson.key, f"{'' if lesson.page == 'app.py' else Path(lesson.page).stem}?{urllib.parse.urlencode(lesson.link)}"]
    for lesson in LESSONS.values()
]


def script(name: str) -> str:
    """Return a script of this folder with the functions that it calls."""
    parts = _FOLDER / name, _FOLDER / "seen.js", _FOLDER / "late.js"
    return "\n".join(path.read_text(encoding="utf-8") for path in parts)


WAY = script("begun.js") + f"const LESSONS = {json.dumps(_HREFS)};\n"
"""The script that leads to the lesson that comes next."""
