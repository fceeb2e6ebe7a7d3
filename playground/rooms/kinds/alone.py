"""A list that each phone does alone; the class sees how far it is, and the teacher where it stands still."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypedDict

from playground.rooms.kinds.board import Asked
from playground.rooms.kinds.kind import Given, Kind
from playground.rooms.store import LIFE
from playground.stage.shared import LONGEST_BOARD

UNTRIED, TRIED, SOLVED = range(3)
"""How far a phone is with an item."""
_BOARD = re.compile(rf"[!-~]{{0,{LONGEST_BOARD}}}")


class AloneItem(TypedDict):
    """An item of the list: its words, and the link to it, without the list.

    A browser notes under the name `keeps` that it is done; "" for a board to look at. `checks` says whether the stage
    can tell that something done there is right.
    """

    text: str
    link: str
    keeps: str
    checks: bool


class AloneQuestion(Asked):
    """A list that each phone does alone: its code in links, and its items."""

    kind: Literal["alone"]
    code: str
    items: list[AloneItem]


class AloneResults(TypedDict):
    """For each item, how many phones have not begun it, have tried it, have solved it, and are stuck at it."""

    counts: list[list[int]]
    words: str


Progress = tuple[int, int, str]
"""How far a phone is with an item, for how many seconds it had nothing right then, and the query of its board."""


class AloneKind(Kind[AloneQuestion, Progress, AloneResults]):
    """The kind `alone`; each item has a vote of its own, by its place in the list, from 1."""

    wanted = f"how far one is (0, 1 or 2), seconds, and a board of at most {LONGEST_BOARD:,} signs"
    votes = 0

    def checked(self, question: AloneQuestion, value: object) -> Progress | None:
        """Return a phone's report on an item, the list `value`, as a tuple; None if the browser sent anything else.

        The report says how far the phone is (0 untried, 1 tried, 2 solved), for how many seconds it had nothing right,
        and the query of its board. Too many seconds or too long a query give None, too.

        >>> AloneKind().checked({}, [2, 40, "data=AND"]), AloneKind().checked({}, [3, 40, "data=AND"])
        ((2, 40, 'data=AND'), None)
        """
        if not isinstance(value, list) or len(value) != 3:
            return None
        done, quiet, board = value
        if type(done) is not int or not UNTRIED <= done <= SOLVED or type(quiet) is not int or not 0 <= quiet <= LIFE:
            return None
        return (done, quiet, board) if isinstance(board, str) and _BOARD.fullmatch(board) else None

    def results(self, question: AloneQuestion, given: Sequence[Given[Progress]]) -> AloneResults:
        """Return for each item how many phones have not begun it, have only tried it, and have solved it.

        Only phones count that have sent a report on some item; without reports all counts are 0. The fourth count of
        each item, for phones that are stuck, is always 0 here.
        """
        opened = len({each.phone for each in given})
        counts = []
        for vote in range(1, len(question["items"]) + 1):
            done = [each.value[0] for each in given if each.vote == vote]
            tried, solved = done.count(TRIED), done.count(SOLVED)
            counts.append([opened - tried - solved, tried, solved, 0])
        return {"counts": counts, "words": ""}
