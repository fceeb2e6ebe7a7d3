"""An item of a lecture that asks nothing: the class looks up, or has the board on its phones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

from playground.rooms.kinds.board import Asked
from playground.rooms.kinds.kind import Given, Kind


class ShowQuestion(Asked):
    """A board on the wall; phones have its `link` to step it or to do it alone, or none and look up."""

    kind: Literal["show"]
    link: str


class ShowResults(TypedDict):
    """Nothing was asked."""

    words: str


class ShowKind(Kind[ShowQuestion, None, ShowResults]):
    """The kind `show`."""

    wanted, votes = "no answer", 0

    def checked(self, question: ShowQuestion, value: object) -> None:
        """Return None: it takes no answer."""
        return

    def results(self, question: ShowQuestion, given: Sequence[Given[None]]) -> ShowResults:
        """Return no results."""
        return {"words": ""}
