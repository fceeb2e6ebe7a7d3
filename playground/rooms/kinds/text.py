"""A question that a short text answers; the wall shows the texts that the teacher has picked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

from playground.address.lists import readable
from playground.rooms.kinds.board import Asked
from playground.rooms.kinds.kind import Given, Kind
from playground.stage.shared import LONGEST_TEXT


class TextQuestion(Asked):
    """A question that a short text answers."""

    kind: Literal["text"]


class TextResults(TypedDict):
    """The texts that the teacher picked, in the order of picking.

    `of` counts the phones that sent a text; `words` are those of the truth, once it is shown.
    """

    texts: list[str]
    of: int
    words: str


class TextKind(Kind[TextQuestion, str, TextResults]):
    """The kind "text": questions that a short text answers."""

    wanted = f"a text of at most {LONGEST_TEXT} characters"

    def checked(self, question: TextQuestion, value: object) -> str | None:
        r"""Return the answer `value` in one line; None if it is no text, empty, too long, or unreadable on a screen.

        >>> TextKind().checked({}, " Why\nnot? "), TextKind().checked({}, 81 * "x"), TextKind().checked({}, "")
        ('Why not?', None, None)
        """
        return readable(value, LONGEST_TEXT)

    def results(self, question: TextQuestion, given: Sequence[Given[str]]) -> TextResults:
        """Return results with the number of phones that sent a text, but without texts.

        The module `playground.rooms.room` adds the texts that the teacher has picked.
        """
        return {"texts": [], "of": len({each.phone for each in given}), "words": ""}

    def in_words(self, question: TextQuestion, value: str) -> str:
        """Return the answer `value`, which is text already."""
        return value
