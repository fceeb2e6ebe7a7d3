"""The parameters that a link can set: numbers, choices, switches and texts, each with its default."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


class Parsed(NamedTuple):
    """The value of a parameter, read from a link's text, and a complaint, "" if the text could be used unchanged.

    The complaint is the end of a sentence that names the parameter and quotes the text.
    """

    value: Any
    complaint: str = ""


@dataclass(frozen=True)
class Number:
    """A parameter that is a number from `low` to `high`, a whole number if its default is an int.

    `key` is its name in a link, `name` the words on its control, `step` the distance from one value to the next.

    >>> Number("n", "n", 1, 400, 25).parse("2.6")
    Parsed(value=3, complaint='; it can be 1 to 400, and 3 is used.')
    >>> Number("gamma", "Margin γ", 0.01, 0.9, 0.1, 0.01).parse("0.015")
    Parsed(value=0.015, complaint='')
    """

    key: str
    name: str
    low: float
    high: float
    default: float
    step: float = 1
    help: str | None = None

    @property
    def whole(self) -> bool:
        """Whether the parameter takes only whole numbers."""
        return isinstance(self.default, int)

    def parse(self, text: str) -> Parsed:
        """Read a number from a text: the nearest allowed number, or the default if the text is no number.

        The number has at most six significant digits. If it is not the number in the text, there is a complaint.
        """
        try:
            asked = float(text)
        except ValueError:
            asked = math.nan
        used = self.default if math.isnan(asked) else min(max(asked, self.low), self.high)
        used = round(used) if self.whole else float(f"{used:.6g}")
        complaint = f"; it can be {self.low:g} to {self.high:g}, and {used:g} is used."
        return Parsed(used, "" if used == asked else complaint)


@dataclass(frozen=True)
class Choice:
    """A parameter that is one of several options; its default is the first option, unless `preset` names another.

    `key` is its name in a link, `name` the words on its control.

    >>> Choice("lower", "Lower chart", ("errors", "length")).parse("width")
    Parsed(value='errors', complaint=', which is not known; “errors” is used.')
    """

    key: str
    name: str
    options: Sequence[str]
    help: str | None = None
    preset: str | None = None

    @property
    def default(self) -> str:
        """The option that holds if a link does not set another: `preset`, or else the first option."""
        return self.preset or self.options[0]

    def parse(self, text: str) -> Parsed:
        """Read an option from a text that spells it exactly; any other text gives the default and a complaint."""
        if text in self.options:
            return Parsed(text)
        return Parsed(self.default, f", which is not known; “{self.default}” is used.")


@dataclass(frozen=True)
class Switch:
    """A parameter that is on or off; `key` is its name in a link, `name` the words on its control.

    >>> Switch("band", "w*").parse("True")
    Parsed(value=True, complaint='')
    """

    key: str
    name: str
    help: str | None = None
    default: bool = False

    def parse(self, text: str) -> Parsed:
        """Read "true" or "false", in capitals or not; any other text gives the default and a complaint."""
        if text.lower() in ("false", "true"):
            return Parsed(text.lower() == "true")
        return Parsed(self.default, f", which is not known; “{str(self.default).lower()}” is used.")


@dataclass(frozen=True)
class TextField:
    """A parameter whose text stays as the visitor wrote it; the page reads it and says what is wrong with it."""

    key: str
    name: str
    default: str
    help: str | None = None
    longest: int = 60
    """The most characters that a link or the field can have; the rest is cut off."""

    def parse(self, text: str) -> Parsed:
        """Return the text unchanged, without a complaint."""
        return Parsed(text)


Parameter = Number | Choice | Switch | TextField
