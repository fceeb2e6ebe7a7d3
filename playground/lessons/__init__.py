"""The lessons, one file each: boards with questions and answers.

A file's name gives the order and the name in links: `03-margin.md` is the lesson `margin`. The head of a file has the
title (a question), the title after the lesson (`finding`), the chapter, the minutes, the page's file and the board's
address. Then come the introduction and the parts. A part has its task after `# `, some of these lines, and its answer:

- `set: key=text` sets a control, on top of what earlier parts set; several lines are set in their order;
- `build:` has the conditions, as `playground.address.conditions` reads them, for a board that the visitor builds;
- `ask:` is the question; `of:` the buttons that answer it, with `|` between them; without `of:` a number does;
- `is:` is the right answer; without it, the number that the page asks for;
- `at:` has the places to ring, with `|` between them: `control order`, `view Table`, `panel lower`, `point 4`, `arrow`,
  `sentence`, `choices`, `field`, or `home`, the way back to the lesson's board.
"""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from playground.stage.payload import Guide


class LessonPart(NamedTuple):
    """A part of a lesson: the task, its answer, and the lines between them, as this module's docstring lists them."""

    task: str
    answer: str
    sets: Sequence[tuple[str, str]]
    ask: str
    options: Sequence[str]
    right: str
    build: str
    places: Sequence[tuple[str, str]]


class Lesson(NamedTuple):
    """A lesson as in its file; `place` counts from 0."""

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
        """The parameters of a link to the lesson's first board."""
        return {**self.address, "lesson": self.slug, "step": "0"}

    @property
    def key(self) -> str:
        """The name under which a browser notes that the lesson is done."""
        return f"lesson {self.slug}"

    def guide(self, now: int | None, unset: Sequence[Sequence[str]], *, home: bool, astray: bool) -> Guide:
        """Return the lesson's texts and tasks as the stage shows them above a board; the part of the board is `now`.

        `now` is None if the board belongs to no part. `unset` has each part's controls that are still to be set; `home`
        says whether the board is the lesson's first, `astray` whether it has nothing to do with the lesson.
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
"""All lessons in their order, by their names in links."""

MORE = "If you want more"
"""The chapter after the course."""


def count(lesson: Lesson) -> str:
    """Return the number of a lesson among all, in words.

    >>> count(LESSONS["hand"]).startswith("Lesson 0 of ")
    True
    """
    return f"Lesson {lesson.place} of {len(LESSONS) - 1}"


def beside(lesson: Lesson) -> tuple[Lesson | None, Lesson | None]:
    """Return the lessons before and after this one, or None.

    >>> before, after = beside(LESSONS["hand"])
    >>> before is None, after.place
    (True, 1)
    """
    among = [None, *LESSONS.values(), None]
    return among[lesson.place], among[lesson.place + 2]
