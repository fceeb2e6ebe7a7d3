"""The lessons, one file each: boards with questions and answers.

A file's name gives the order and the name in links: `03-margin.md` is the lesson `margin`. The head of a file has the
title (a question), the title after the lesson (`finding`), the chapter, the minutes, the page's file, the board's
address, the parts of the screen that the lesson adds to those of the lessons before (`adds`), or `everything`, and, if
an older lesson went into this one, its name (`was`). Then come the introduction and the parts. A part has its task
after `# `, some of these lines, and its answer:

- `set: key=text` sets a control, on top of what earlier parts set; several lines are set in their order;
- `at:` has what else the task speaks of, with `|` between: `view Table`, a tab; `whole`, the ends of a curve; `control
  order`, a control to choose from; or `sentence`, whose numbers are then in sight;
- `build:` has the conditions, as `playground.address.conditions` reads them, for a board that the visitor builds;
- `example: key=text` is part of such a board, which a lecturer's clicker shows;
- `program:` has the condition, in the same words, for a program that the visitor writes; then nothing else is asked;
- `puzzle:` has the puzzles of the proof that solve it, as conditions; then nothing else is asked, either;
- `broken:` is the name of a program of `playground.lessons.broken`, which the board shows instead of the perceptron;
- `ask:` is the question; `of:` the buttons that answer it, with `|` between them; without `of:` a number does;
- `is:` is the right answer; without it, the number that the page asks for. A number has words that say what it counts;
- `answers:` is a wrong answer, or a number `or more`, and after `→` what is said of it; there may be several lines;
- `was:` is the name of the older lesson that is this part now.

The words of a task in [brackets] are the controls of its `set:` lines, then of `at:` but for the sentence, in their
order: whoever presses them has done what they say.
"""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from playground.stage.shared import EVERYTHING, LARGEST, SHOWABLE


class LessonPart(NamedTuple):
    """A part of a lesson, with the lines that the docstring of this module lists.

    `pieces` are the pieces of the task; every second piece is the words of a button. `right` is an option or a number,
    and `told` is that number with the noun that it counts. A reply has a first and a last wrong answer that it is
    for, with options by their index, and its words.
    """

    pieces: Sequence[str]
    answer: str
    sets: Sequence[tuple[str, str]]
    ask: str
    options: Sequence[str]
    right: str
    told: str
    build: str
    places: Sequence[tuple[str, str]]
    replies: Sequence[tuple[int, int, str]]
    was: str
    example: Sequence[tuple[str, str]]
    program: str = ""
    broken: str = ""
    puzzle: str = ""

    @property
    def task(self) -> str:
        """The task, with the words of its buttons, as one text."""
        return "".join(self.pieces)

    @property
    def can_be_asked(self) -> bool:
        """Whether a quiz or a room can ask the part's question.

        It can if the part has a question that does not ask to find the fault in a program.
        """
        return bool(self.ask) and not self.broken


class Lesson(NamedTuple):
    """A lesson as its file has it; `slug` is its name in links, `place` its number from 0, and `page` its page's file.

    `address` holds the settings of its first board, `adds` the parts of the screen that it shows first.
    """

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
    adds: Sequence[str] = ()
    was: str = ""

    @property
    def link(self) -> dict[str, str]:
        """The parameters of a link to the lesson's first board: its settings, the lesson's name and step 0."""
        return {**self.address, "lesson": self.slug, "step": "0"}

    @property
    def shows(self) -> list[str] | None:
        """The names of the screen's parts that this lesson and those before it add; None if one adds everything.

        >>> LESSONS["hand"].shows, LESSONS["end"].shows
        (['count'], None)
        """
        added = {part for each in [*LESSONS.values()][: self.place + 1] for part in each.adds}
        return None if EVERYTHING in added else [part for part in SHOWABLE if part in added]

    @property
    def key(self) -> str:
        """The name under which a browser notes that the lesson is done."""
        return key_of(self.slug)

    def guess(self, part: int) -> str:
        """Return the name under which a browser keeps a visitor's guess at a part's question; `part` is its index.

        A part that was an older lesson keeps the name of that lesson's first guess.

        >>> LESSONS["build"].guess(0), LESSONS["build"].guess(3)
        ('lesson build guess 0', 'lesson pair guess 0')
        """
        was = self.parts[part].was
        return f"{key_of(was)} guess 0" if was else f"{self.key} guess {part}"

    def board(self, part: int) -> dict[str, str]:
        """Return the settings of the board of a part, given by its index, as parameters of a link.

        They are those of the lesson's first board, with all that this part and the parts before it set; the lesson's
        name is not among them.
        """
        made = (pair for each in self.parts[: part + 1] for pair in each.sets)
        return {**self.address, **dict(made)}


def key_of(slug: str) -> str:
    """Return the name under which a browser notes that the lesson named `slug` is done."""
    return f"lesson {slug}"


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
        [part.strip() for part in head.get("adds", "").split(",") if part.strip()],
        head.get("was", ""),
    )


_KEYS = "(set|ask|of|is|build|example|program|puzzle|broken|at|was|answers): "
_OR_MORE = " or more"


def _part(text: str) -> LessonPart:
    task, *lines = text.splitlines()
    said = [line.split(": ", 1) for line in lines if re.match(_KEYS, line)]
    words = [line for line in lines if not re.match(_KEYS, line)]
    named = {key: value for key, value in said if key not in ("set", "answers", "example")}
    sets, example = (
        [(key, value) for name, pair in said if name == line for key, value in [pair.split("=", 1)]]
        for line in ("set", "example")
    )
    options, at = ([each.strip() for each in named.get(key, "").split("|") if each.strip()] for key in ("of", "at"))
    places = [(kind, name) for kind, _, name in (each.partition(" ") for each in at)]
    replies = [_reply(value, options) for name, value in said if name == "answers"]
    answer, told = " ".join(" ".join(words).split()), named.get("is", "")
    right = told if options else told.partition(" ")[0]
    build, was, program, broken, puzzle = (
        named.get(key, "") for key in ("build", "was", "program", "broken", "puzzle")
    )
    ask = "" if program or puzzle else named["ask"]
    pieces = re.split(r"[][]", task.strip())
    return LessonPart(
        pieces, answer, sets, ask, options, right, told, build, places, replies, was, example, program, broken, puzzle
    )


def _reply(text: str, options: Sequence[str]) -> tuple[int, int, str]:
    """Read a line `wrong answer → what is said of it`: the first and the last answer it is for, and the words.

    An option becomes its index among the options.

    >>> _reply("no → It does.", ["yes", "no"]), _reply("9 or more → Too many.", [])
    ((1, 1, 'It does.'), (9, 999999, 'Too many.'))
    """
    value, said = text.split(" → ", 1)
    if options:
        return options.index(value), options.index(value), said
    low = int(value.removesuffix(_OR_MORE))
    return low, LARGEST if value.endswith(_OR_MORE) else low, said


LESSONS = {
    lesson.slug: lesson
    for lesson in (_read(path, place) for place, path in enumerate(sorted(Path(__file__).parent.glob("*.md"))))
}
"""All lessons in their order, by their names in links."""

COURSE: Sequence[Lesson] = [*LESSONS.values()][: LESSONS["end"].place + 1]
"""The lessons of the course; the others go further."""

MOVED: Mapping[str, tuple[Lesson, Mapping[str, str]]] = {
    **{each.was: (each, each.address) for each in LESSONS.values() if each.was},
    **{
        part.was: (each, each.board(place))
        for each in LESSONS.values()
        for place, part in enumerate(each.parts)
        if part.was
    },
}
"""The lesson into which each older lesson went, by its name in older links, and its board's address there."""


def count(lesson: Lesson) -> str:
    """Return the words "Lesson … of …" with the number of a lesson and that of the last lesson.

    >>> count(LESSONS["hand"]).startswith("Lesson 0 of ")
    True
    """
    return f"Lesson {lesson.place} of {len(LESSONS) - 1}"


def beside(lesson: Lesson) -> tuple[Lesson | None, Lesson | None]:
    """Return the lesson before this one in the list of all lessons, and the one after it, each None if there is none.

    >>> before, after = beside(LESSONS["hand"])
    >>> before is None, after.place
    (True, 1)
    """
    among = [None, *LESSONS.values(), None]
    return among[lesson.place], among[lesson.place + 2]
