"""An item of a lecture that asks nothing: the class looks up, or has the board on its phones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

from playground.rooms.kinds.board import Asked
from playground.rooms.kinds.kind import Given, Kind


class ShowQuestion(Asked):
    """An item that asks nothing: a board on the wall.

    If phones show the board, too, `link` leads to it; without a link they ask the class to look up.
    """

    kind: Literal["show"]
    link: str


class ShowResults(TypedDict):
    """The results of an item that asks nothing, which are empty."""

    words: str


class ShowKind(Kind[ShowQuestion, None, ShowResults]):
    """The kind "show": items of a lecture that ask nothing."""

    wanted, votes = "no answer", 0

    def checked(self, question: ShowQuestion, value: object) -> None:
        """Return None, since no answer is taken."""
        return

    def results(self, question: ShowQuestion, given: Sequence[Given[None]]) -> ShowResults:
        """Return the empty results of an item that asks nothing."""
        return {"words": ""}
