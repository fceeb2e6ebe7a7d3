"""The conditions that an exercise or a lesson sets for a board, in words; `playground.page.solved` checks them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from playground.stage.payload import Check
from playground.text import listed, quoted

LARGEST = 4_999
"""The largest number in a condition; most pages follow a run a little further."""

SIZES = ["more than", "at least", "exactly", "at most", "fewer than"]
KERNELS = ["the quadratic", "the cubic"]
UPDATES, POINTS, ALLOWED = "updates", "points", "updates allowed by the theorem"
SEPARATES, KERNEL_SEPARATES, KERNEL_CHOSEN = "separates them", "kernel separates them", "kernel is chosen"
RIGHT_AT_START, STARTS_AT_ZERO, ENDS = "line at the start has nothing wrong", "start is 0", "run ends"
IN_TURN = "updates than in turn"
AS_GIVEN, BY_HAND = "points are as given", "points are by hand"
DRAWN = "picture is drawn for either class"
LIKE_THIS = "boards like this one"
UPDATES_RIGHT, FROM_ZERO = "the program updates right on", "the program updates right from w = 0 on"
WITH_BIAS, RIGHT = "the program updates right with a bias on", "the program is right to the end on"
COUNTS, POCKETS = "the program counts the updates on", "the program keeps the pocket on"
PROGRAMS = [RIGHT, UPDATES_RIGHT, FROM_ZERO, WITH_BIAS, COUNTS, POCKETS]
PUZZLES = {
    "lines of the proof are in order": "o",
    "blanks of the proof are filled in": "f",
    "false lines of the proof are found": "l",
    "lines that fail without an assumption are found": "t",
    "lines that use an assumption are found": "u",
}
"""The letter of a puzzle of the proof by the words of the condition that it is solved, which the browser sees."""
MOST_TRIED = 9
"""The most boards on which a program is tried."""
CHECKS: tuple[Check, ...] = (
    {"of": SIZES, "number": 50, "words": UPDATES},
    {"of": SIZES, "number": 6, "words": POINTS},
    {"of": SIZES, "number": 100, "words": ALLOWED},
    {"of": ["no line", "a line"], "number": None, "words": SEPARATES},
    {"of": KERNELS, "number": None, "words": KERNEL_SEPARATES},
    {"of": KERNELS, "number": None, "words": KERNEL_CHOSEN},
    {"of": ["the"], "number": None, "words": RIGHT_AT_START},
    {"of": ["the"], "number": None, "words": STARTS_AT_ZERO},
    {"of": ["the"], "number": None, "words": ENDS},
    {"of": ["more", "fewer", "more or fewer"], "number": None, "words": IN_TURN},
    {"of": ["the"], "number": None, "words": AS_GIVEN},
    {"of": ["the"], "number": None, "words": BY_HAND},
    {"of": ["a"], "number": None, "words": DRAWN},
    {"of": PROGRAMS, "number": 5, "words": LIKE_THIS},
    *(Check(of=["the"], number=None, words=words) for words in PUZZLES),
)
"""The forms of all conditions: one of the beginnings `of`, a number (the form's first value) or None, and the words."""


class Condition(NamedTuple):
    """A condition in three pieces, such as "at most", 6 and "points"; the number is None if the condition has none."""

    of: str
    number: int | None
    words: str

    def __str__(self) -> str:
        """Return the condition in words, with a singular after 1."""
        words = _singular(self.words) if self.number == 1 else self.words
        return " ".join([self.of, *([] if self.number is None else [f"{self.number:,}"]), words])


def read(text: str) -> tuple[Condition, ...]:
    """Read the conditions that an exercise sets for a board from a text, with commas or "and" between them.

    The board must meet all of them. An empty text gives ().

    >>> read("more than 50 updates, at most 6 points and no line separates them")[2]
    Condition(of='no line', number=None, words='separates them')

    Raises
    ------
    ValueError
        If a condition is not known, or its number is out of range. The message is a sentence without its subject: the
        caller puts one before it, such as "Exercise 1".
    """
    clauses = [" ".join(part.split()) for part in re.split(r",(?![0-9]{3}\b)(?:\s+and\s)?|\sand\s", text)]
    return tuple(_condition(re.sub("parts them$", SEPARATES, clause)) for clause in clauses if clause)


def puzzles(wanted: Iterable[Condition]) -> str:
    """Return the letters in `PUZZLES` of the conditions that ask to solve a puzzle of the proof, in their order.

    Other conditions have no letter.

    >>> puzzles(read("the lines of the proof are in order, at most 6 points"))
    'o'
    """
    return "".join(PUZZLES.get(each.words, "") for each in wanted)


def written(conditions: tuple[Condition, ...]) -> str:
    """Write conditions as text for a link, with commas between; `read` reads them. Without any the text is empty.

    >>> written(read("at most  1 point and the cubic kernel separates them"))
    'at most 1 points, the cubic kernel separates them'
    """
    return ", ".join(" ".join(str(part) for part in each if part is not None) for each in conditions)


def _singular(words: str) -> str:
    return re.sub("^(update|point|board)s", r"\1", words)


def _condition(clause: str) -> Condition:
    for check in CHECKS:
        number = "" if check["number"] is None else r" ([0-9]{1,3}(?:,?[0-9]{3})?)"
        words = f"{check['words']}|{_singular(check['words'])}"
        match = re.fullmatch(f"({'|'.join(check['of'])}){number} (?:{words})", clause)
        if not match:
            continue
        value = None if check["number"] is None else int(match[2].replace(",", ""))
        if value is not None and value > LARGEST:
            raise ValueError(f"counts no further than {LARGEST:,}, got {quoted(clause, 60)}")
        if check["words"] == LIKE_THIS and not 1 <= (value or 0) <= MOST_TRIED:
            raise ValueError(f"tries a program on 1 to {MOST_TRIED} boards, got {quoted(clause, 60)}")
        return Condition(match[1], value, check["words"])
    known = (Condition(check["of"][0], check["number"], check["words"]) for check in (CHECKS[0], CHECKS[3]))
    raise ValueError(f"cannot be checked: {quoted(clause, 60)}; {listed(f'“{each}”' for each in known)} can")
