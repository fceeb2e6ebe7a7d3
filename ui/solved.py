"""Whether a board is what an exercise asks for, by the library, exactly.

How long a run is that reaches its cap is known from below alone; then nothing is said to hold that need not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Protocol

from perceptron import Dataset, Inseparable, KernelSeparator, Run, Separator, polynomial, separate, separate_dual
from ui import conditions, controls
from ui.conditions import Condition
from ui.outcome import most_updates, stops
from ui.settings import Control, Settings
from ui.stage.scene import Point
from ui.state import Board

_HOLDS: Mapping[str, Callable[[float, float, float], bool]] = {
    "more than": lambda least, most, number: least > number,
    "at least": lambda least, most, number: least >= number,
    "exactly": lambda least, most, number: least == most == number,
    "at most": lambda least, most, number: most <= number,
    "fewer than": lambda least, most, number: most < number,
}
"""Whether it holds of a count between `least` and `most`, whichever it is."""
_DEGREES = {"the quadratic": 2, "the cubic": 3}
_LEARNER = {controls.TIE.key, controls.ORDER.key, controls.START.key, controls.BIAS.key, controls.SCALE.key}
_OF_RUN = (conditions.UPDATES, conditions.ALLOWED, conditions.START)


class _Page(Protocol):
    @property
    def controls(self) -> Mapping[str, Control]: ...
    @property
    def points(self) -> Callable[[Settings, Board], list[Point]]: ...
    @property
    def most_updates(self) -> int: ...


def checks(page: _Page) -> list[str]:
    """Return the words of the conditions that a page's board can meet.

    >>> from ui.pages import PAGES
    >>> checks(PAGES["app.py"])[:3], checks(PAGES["pages/digits.py"])
    (['updates', 'points', 'updates allowed by the theorem'], [])
    """
    if controls.POINTS.key not in page.controls:
        return []
    runs = page.controls.keys() >= _LEARNER
    return [check["words"] for check in conditions.CHECKS if runs or check["words"] not in _OF_RUN]


def is_solved(wanted: tuple[Condition, ...], page: _Page, settings: Settings, board: Board) -> bool:
    """Return whether a page's board meets all these conditions; none are met by every board.

    >>> from ui.conditions import read
    >>> from ui.pages import PAGES
    >>> page = PAGES["app.py"]
    >>> settings = page.settings({"data": "AND", "bias": "true"})
    >>> [is_solved(read(text), page, settings, Board()) for text in ("exactly 18 updates", "no line parts them")]
    [True, False]
    """
    known = checks(page)
    if any(condition.words not in known for condition in wanted):
        return False
    if not wanted:
        return True
    points = page.points(settings, board)
    data = controls.dataset(points)
    if data is None:
        return False
    run, endless = None, False
    if any(condition.words in _OF_RUN for condition in wanted):
        learner = controls.learner(settings)
        lifted = learner.sees(points)
        assert lifted is not None
        run = learner.run(lifted, page.most_updates)
        endless = stops(run, separate(lifted), learner.tie) is False
    return all(_is_met(condition, data, run, endless=endless) for condition in wanted)


def _is_met(condition: Condition, data: Dataset, run: Run | None, *, endless: bool) -> bool:
    """Whether points in the plane, and the run over what the learner sees of them, meet a condition."""
    of, number, words = condition
    if words == conditions.PARTS:
        # Whether the learner has a bias or not: a line need not go through the origin.
        return isinstance(separate(data.augmented()), Separator if of == "a line" else Inseparable)
    if words == conditions.KERNEL:
        return isinstance(separate_dual(data, polynomial(_DEGREES[of])), KernelSeparator)
    if words == conditions.POINTS:
        return _HOLDS[of](len(data), len(data), number or 0)
    assert run is not None
    if words == conditions.START:
        return bool(run.start.any()) and run.outcome == "converged" and not run.updates
    if words == conditions.UPDATES:
        least, most = (run.updates, run.updates) if run.outcome == "converged" else (run.updates, math.inf)
        return _HOLDS[of](math.inf if endless else least, most, number or 0)
    allowed = most_updates(run, separate(run.data))
    count = math.inf if allowed is None else allowed
    return _HOLDS[of](count, count, number or 0)
