"""Whether a board meets the conditions of an exercise or a lesson, by the library, exactly.

Of a capped run only a lower bound is known; a condition holds only if every possible length meets it.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from perceptron import Dataset, Inseparable, KernelSeparator, Run, Separator, polynomial, separate, separate_dual
from perceptron.separation import Separation
from playground.address import address, conditions
from playground.address.address import Board
from playground.address.codes import DRAWINGS_CHOICE, HAND, PUZZLES_CHOICE
from playground.address.conditions import Condition
from playground.address.settings import Settings
from playground.draw.outcome import most_updates, stops
from playground.page import controls
from playground.page.page import Page
from playground.stage.payload import Point

_DEGREES = dict(zip(conditions.KERNELS, (2, 3), strict=True))
_POINTS = {controls.POINTS.key}
_LEARNER = {controls.TIE.key, controls.ORDER.key, controls.START.key, controls.BIAS.key, controls.SCALE.key} | _POINTS
_NEEDED: Mapping[str, set[str]] = {
    conditions.UPDATES: _LEARNER,
    conditions.POINTS: _POINTS,
    conditions.ALLOWED: _LEARNER,
    conditions.SEPARATES: _POINTS,
    conditions.KERNEL_SEPARATES: _POINTS,
    conditions.KERNEL_CHOSEN: {"kernel", "degree"},
    conditions.RIGHT_AT_START: _LEARNER,
    conditions.STARTS_AT_ZERO: _LEARNER,
    conditions.ENDS: _LEARNER,
    conditions.IN_TURN: _LEARNER,
    conditions.AS_GIVEN: _POINTS,
    conditions.BY_HAND: _POINTS,
    conditions.DRAWN: {DRAWINGS_CHOICE[0]},
    conditions.LIKE_THIS: _POINTS | {controls.BIAS.key},
    **{words: {PUZZLES_CHOICE[0]} for words in conditions.PUZZLES},
}
"""By the words of each condition, the keys of the controls that a page needs to check it."""

Span = tuple[float, float]
"""The least and the most that a count can be."""
_HOLDS: Mapping[str, Callable[[Span, Span], bool]] = {
    "more than": lambda count, other: count[0] > other[1],
    "at least": lambda count, other: count[0] >= other[1],
    "exactly": lambda count, other: count[0] == count[1] == other[0] == other[1],
    "at most": lambda count, other: count[1] <= other[0],
    "fewer than": lambda count, other: count[1] < other[0],
    "more": lambda count, other: count[0] > other[1],
    "fewer": lambda count, other: count[1] < other[0],
    "more or fewer": lambda count, other: count[0] > other[1] or count[1] < other[0],
}
"""For each comparison: whether it holds between every count in one span and every count in another."""


def checks(page: Page) -> list[str]:
    """Return the `words` of each condition that can be checked on a page, such as "points" of "at most 6 points".

    >>> from playground.pages import PAGES
    >>> checks(PAGES["app.py"])[:3], checks(PAGES["pages/digits.py"])
    (['updates', 'points', 'updates allowed by the theorem'], ['picture is drawn for either class'])
    """
    able = [check["words"] for check in conditions.CHECKS if _NEEDED[check["words"]] <= page.controls.keys()]
    return [words for words in able if words != conditions.LIKE_THIS or page.explain is not None]


def is_solved(
    wanted: Sequence[Condition], page: Page, settings: Settings, board: Board, given: Mapping[str, str]
) -> bool:
    """Return whether a board with a page's settings meets all `wanted` conditions.

    It is False if the page cannot check one of them. `given` is the address of the board with which the exercise or
    lesson began, for the condition that the points are as given; {} stands for the page's default board.

    >>> from playground.address.conditions import read
    >>> from playground.pages import PAGES
    >>> page = PAGES["app.py"]
    >>> settings = page.settings({"data": "AND", "bias": "true"})
    >>> conditions = "exactly 18 updates", "no line separates them"
    >>> [is_solved(read(text), page, settings, Board(), {}) for text in conditions]
    [True, False]
    """
    return BuiltBoard(page, settings, board, given).meets_all(wanted)


@dataclass(frozen=True)
class BuiltBoard:
    """A board with a page's settings, on which conditions are checked; `given` is as for `is_solved`.

    The learner's run is computed when a condition first needs it.
    """

    page: Page
    settings: Settings
    board: Board
    given: Mapping[str, str]

    def meets_all(self, wanted: Sequence[Condition]) -> bool:
        """Return whether the board's page can check all of these conditions, and the board meets them."""
        known = checks(self.page)
        return all(condition.words in known for condition in wanted) and all(map(self.meets, wanted))

    def meets(self, condition: Condition) -> bool:
        """Return whether the board meets a condition, which must be one that its page can check.

        It is False for a condition on a program or a puzzle, which others check. Without points only conditions on the
        number of points and on drawn pictures can hold.
        """
        of, number, words = condition
        # 1. Conditions that need no point
        if words == conditions.POINTS:
            return _HOLDS[of]((len(self.points),) * 2, (number or 0,) * 2)
        if words == conditions.LIKE_THIS or words in conditions.PUZZLES:
            return False  # that is told by what the visitor's program prints, or by the browser
        if words == conditions.DRAWN:
            source, drawn = DRAWINGS_CHOICE
            return self.settings.values[source] == drawn and len({kind for *_, kind in self.board.pictures}) == 2
        if not self.points:
            return False
        # 2. Conditions on the points and their separation
        if words == conditions.BY_HAND:
            return bool(self.settings[controls.POINTS] == HAND)
        if words == conditions.AS_GIVEN:
            given = address.read(self.given)
            return self.points == self.page.points(self.page.settings(given.settings), given.board)
        if words == conditions.SEPARATES:
            return isinstance(self.by_any_line, Separator if of == "a line" else Inseparable)
        if words == conditions.KERNEL_SEPARATES:
            return isinstance(separate_dual(self.plain, polynomial(_DEGREES[of])), KernelSeparator)
        if words == conditions.KERNEL_CHOSEN:
            return (self.settings.values["kernel"], self.settings.values["degree"]) == ("polynomial", _DEGREES[of])
        # 3. Conditions on the learner's run
        if words == conditions.STARTS_AT_ZERO:
            return not any(self.learner.start)
        if words == conditions.ENDS:
            return self.run.outcome == "converged"
        if words == conditions.RIGHT_AT_START:
            # Without a weight of x or y no line is drawn.
            return bool(self.run.start[:2].any()) and self.run.outcome == "converged" and not self.run.updates
        if words == conditions.UPDATES:
            return _HOLDS[of](self.updates, (number or 0,) * 2)
        if words == conditions.IN_TURN:
            return _HOLDS[of](self.updates, self.updates_in_turn)
        return _HOLDS[of]((math.inf if self.allowed is None else self.allowed,) * 2, (number or 0,) * 2)

    @functools.cached_property
    def updates(self) -> Span:
        """The least and the greatest number of updates that the run can have without its cap.

        They are equal if the run converged, and both infinite if it surely never ends. Else the least is the number
        that the run made, and the greatest is infinite.
        """
        return self._updates(self.run)

    @functools.cached_property
    def updates_in_turn(self) -> Span:
        """The least and the greatest number of updates, as in `updates`, of a run in the "cyclic" order."""
        return self._updates(replace(self.learner, order="cyclic").run(self.run.data, self.page.most_updates))

    @functools.cached_property
    def points(self) -> list[Point]:
        """The points (x, y, class) in the plane that the learner of the board's page sees; empty if there are none.

        Class 0 has the label +1, class 1 the label −1.
        """
        return self.page.points(self.settings, self.board)

    @property
    def plain(self) -> Dataset:
        """The points as data without a bias; there must be some."""
        data = controls.dataset(self.points)
        assert data is not None
        return data

    @functools.cached_property
    def by_any_line(self) -> Separation:
        """The separation of the points by any line, not only through the origin, even if the learner has no bias.

        There must be points.
        """
        return separate(self.plain.augmented())

    @functools.cached_property
    def learner(self) -> controls.LearnerSettings:
        """The settings of the learner of the board's page, which must have the controls of a learner.

        If the visitor's list of points cannot be used as the order, the order is "cyclic".
        """
        return controls.learner(self.settings, len(self.points))

    @functools.cached_property
    def run(self) -> Run:
        """The learner's run, up to the cap of its page; there must be points."""
        data = self.learner.sees(self.points)
        assert data is not None
        return self.learner.run(data, self.page.most_updates)

    @functools.cached_property
    def separation(self) -> Separation:
        """The separation of the points as the learner sees them, with its bias or without; there must be points."""
        return separate(self.run.data)

    @functools.cached_property
    def allowed(self) -> int | None:
        """The most updates that the convergence theorem allows the learner's run; None if the points give no bound.

        There must be points.
        """
        return most_updates(self.run, self.separation)

    def _updates(self, run: Run) -> Span:
        """Return the least and the greatest number of updates that a run would take without its cap."""
        if run.outcome == "converged":
            return run.updates, run.updates
        if run.used_up:
            return run.updates, math.inf
        endless = stops(run, self.separation, self.learner.tie) is False
        return math.inf if endless else run.updates, math.inf
