"""What an exercise can ask a board to be, in words of which there are few; `playground.page.solved` checks it."""

from __future__ import annotations

import re
from typing import NamedTuple

from playground.stage.payload import Check
from playground.text import listed, quoted

LARGEST = 4_999
"""The largest number that a condition may name; most pages follow a run a little further."""

SIZES = ["more than", "at least", "exactly", "at most", "fewer than"]
UPDATES, POINTS, ALLOWED = "updates", "points", "updates allowed by the theorem"
PARTS, KERNEL, START = "parts them", "kernel parts them", "line at the start has nothing wrong"
CHECKS: tuple[Check, ...] = (
    {"of": SIZES, "number": 50, "words": UPDATES},
    {"of": SIZES, "number": 6, "words": POINTS},
    {"of": SIZES, "number": 100, "words": ALLOWED},
    {"of": ["no line", "a line"], "number": None, "words": PARTS},
    {"of": ["the quadratic", "the cubic"], "number": None, "words": KERNEL},
    {"of": ["the"], "number": None, "words": START},
)
"""The forms of all conditions: one of these beginnings, a number where the form has one, and these words."""


class Condition(NamedTuple):
    """A condition: one of its form's beginnings, its number if it has one, and its form's words."""

    of: str
    number: int | None
    words: str

    def __str__(self) -> str:
        """Return it in words."""
        words = _of_one(self.words) if self.number == 1 else self.words
        return " ".join([self.of, *([] if self.number is None else [f"{self.number:,}"]), words])


def read(text: str) -> tuple[Condition, ...]:
    """Read conditions, all of which must hold, with commas or "and" between them, in the singular, too.

    >>> read("more than 50 updates, at most 6 points and no line parts them")[2]
    Condition(of='no line', number=None, words='parts them')

    Raises
    ------
    ValueError
        If one is not known; the message names it, and some that are.
    """
    clauses = [" ".join(part.split()) for part in re.split(r",(?![0-9]{3}\b)(?:\s+and\s)?|\sand\s", text)]
    return tuple(_condition(clause) for clause in clauses if clause)


def written(conditions: tuple[Condition, ...]) -> str:
    """Write conditions for a link, in the words of their forms.

    >>> written(read("at most  1 point and the cubic kernel parts them"))
    'at most 1 points, the cubic kernel parts them'
    """
    return ", ".join(" ".join(str(part) for part in each if part is not None) for each in conditions)


def _of_one(words: str) -> str:
    return re.sub("^(update|point)s", r"\1", words)


def _condition(clause: str) -> Condition:
    for check in CHECKS:
        number = "" if check["number"] is None else r" ([0-9]{1,3}(?:,?[0-9]{3})?)"
        words = f"{check['words']}|{_of_one(check['words'])}"
        match = re.fullmatch(f"({'|'.join(check['of'])}){number} (?:{words})", clause)
        if not match:
            continue
        value = None if check["number"] is None else int(match[2].replace(",", ""))
        if value is not None and value > LARGEST:
            raise ValueError(f"counts no further than {LARGEST:,}, got {quoted(clause, 60)}")
        return Condition(match[1], value, check["words"])
    some = listed(f"“{Condition(check['of'][0], check['number'], check['words'])}”" for check in CHECKS[::3])
    raise ValueError(f"cannot be checked: {quoted(clause, 60)}; {some} can")
