"""What stands beside a board that is being built: its counts, what it still lacks, and a puzzle to send on."""

from __future__ import annotations

import math
import urllib.parse
from collections.abc import Mapping, Sequence

from playground.address import conditions
from playground.address.conditions import Condition
from playground.address.lists import PATHS, ListItem, encode
from playground.page.solved import BuiltBoard, Span, checks
from playground.stage.payload import Onward
from playground.text import plural, whole

_OF_RUNS = {conditions.UPDATES, conditions.ALLOWED, conditions.IN_TURN}
"""The words of the conditions on the updates of a run."""
_WIDE = {"points": "99 points", "updates": "9,999", "allowed": "99,999", "in_turn": "9,999"}
"""Counts that are as long as they usually become."""
_ENOUGH = "Nothing is lacking."
_LEAST = " Nobody can do it with fewer points."

PUZZLE = "Make more than 100 updates with as few points as you can."
_HINT = "A narrow gap makes a long run: R²/γ² is large."
_ASKED = "more than 100 updates, the points are by hand, the start is 0, the run ends, a line separates them"
_FEWEST = 2
"""The fewest points that take more than one update: one point alone is right after its first."""


def standing(wanted: Sequence[Condition], shown: BuiltBoard) -> tuple[str, str] | None:
    """Return a text about the board `shown`: its counts, and the first of the `wanted` conditions that it lacks.

    It counts points and updates, if conditions are about them. It also says how many more conditions the board lacks,
    or that nothing is lacking. The second text that is returned is as long as the first usually becomes; the page keeps
    room for it. The result is None if no condition is about points or updates, or if the page cannot check all
    conditions.

    >>> from playground.address.address import Board
    >>> from playground.pages import PAGES
    >>> page = PAGES["app.py"]
    >>> board = BuiltBoard(page, page.settings({"data": "AND", "bias": "true"}), Board(), {})
    >>> standing(conditions.read("more than 50 updates, at most 7 points"), board)[0]
    '4 points, 18 updates of 51 allowed. Lacking: more than 50 updates.'
    """
    words = {condition.words for condition in wanted}
    if not words & {*_OF_RUNS, conditions.POINTS} or not words <= {*checks(shown.page)}:
        return None
    lacking = [f"{condition}" for condition in wanted if not shown.meets(condition)]
    longest = max(map(str, wanted), key=len)
    wide = f"{_counted(words, **_WIDE)} {_lacks([longest] * len(wanted))}"
    least = _LEAST if not lacking and _long_runs(wanted) and len(shown.points) <= _FEWEST else ""
    return f"{_counts(words, shown)} {_lacks(lacking)}{least}", wide


def _lacks(lacking: Sequence[str]) -> str:
    if not lacking:
        return _ENOUGH
    return f"Lacking: {lacking[0]}{f', and {len(lacking) - 1} more' if lacking[1:] else ''}."


def _counts(words: set[str], shown: BuiltBoard) -> str:
    """Return a sentence with those counts of a board that conditions with these words are about."""
    points = plural(len(shown.points), "point")
    if not words & _OF_RUNS or not shown.points:
        return f"{points}."
    in_turn = _span(shown.updates_in_turn) if conditions.IN_TURN in words else ""
    return _counted(words, points, _span(shown.updates), "" if shown.allowed is None else whole(shown.allowed), in_turn)


def _counted(words: set[str], points: str, updates: str, allowed: str, in_turn: str) -> str:
    parts = [points] if conditions.POINTS in words else []
    if words & _OF_RUNS:
        parts.append(f"{updates} updates{f' of {allowed} allowed' if allowed else ''}")
    if conditions.IN_TURN in words:
        parts.append(f"{in_turn} in turn")
    return f"{', '.join(parts)}."


def _span(count: Span) -> str:
    least, most = count
    return "endless" if least == math.inf else f"{whole(int(least))}{' or more' if most > least else ''}"


# ---- a puzzle to send on -------------------------------------------------------------------------------------------


def puzzle(board: Mapping[str, str]) -> Onward:
    """Return the words and the link of an exercise to send to others: over 100 updates with as few points as possible.

    The exercise begins with the `board`, given by the parameters of its address. The link is relative: "./?list=…".
    """
    item = ListItem("", dict(board), PUZZLE, hint=_HINT, solved=conditions.read(_ASKED))
    return _onward("A puzzle to send on: more than 100 updates with the fewest points", item)


def harder(wanted: Sequence[Condition], shown: BuiltBoard) -> Onward | None:
    """Return the words and the link of an exercise with the same conditions, but fewer points than the board has.

    The caller must know that the board `shown` meets the `wanted` conditions. The exercise begins with the board
    `shown.given`, not with the points that the visitor has found. The link is relative: "./…". The result is None if
    the conditions do not ask for several updates on points by hand, or if the board has at most two points.
    """
    asked = _long_runs(wanted)
    if not asked:
        return None
    points = len(shown.points)
    if points <= _FEWEST:
        return None
    others = [each for each in wanted if each.words != conditions.POINTS]
    solved = (*others, Condition("fewer than", points, conditions.POINTS))
    ask = f"Somebody has made {asked[0]} with {points} points. Can you with fewer?"
    item = ListItem(PATHS[shown.page.file], dict(shown.given), ask, hint=_HINT, solved=solved)
    return _onward(f"Send it on: can somebody do it with fewer than {points} points?", item)


def _long_runs(wanted: Sequence[Condition]) -> list[Condition]:
    """Return the conditions that ask for a long run, if the points are to be placed by hand; else none."""
    if conditions.BY_HAND not in {each.words for each in wanted}:
        return []
    lengths = [each for each in wanted if each.words == conditions.UPDATES and each.of in ("more than", "at least")]
    return [each for each in lengths if (each.number or 0) > 1]


def _onward(words: str, item: ListItem) -> Onward:
    return {"words": words, "link": f"./{item.path}?{urllib.parse.urlencode({'list': encode([item])})}"}
