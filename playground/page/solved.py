"""Whether a board is what an exercise asks for, by the library, exactly.

How long a run is that reaches its cap is known from below alone; then nothing is said to hold that need not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from perceptron import Inseparable, KernelSeparator, Run, Separator, polynomial, separate, separate_dual
from playground.address import conditions
from playground.address.address import Board
from playground.address.conditions import Condition
from playground.address.settings import Settings
from playground.draw.outcome import most_updates, stops
from playground.page import controls
from playground.page.page import Page
from playground.stage.payload import Point

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


def checks(page: Page) -> list[str]:
    """Return the words of the conditions that a page's board can meet.

    >>> from playground.pages import PAGES
    >>> checks(PAGES["app.py"])[:3], checks(PAGES["pages/digits.py"])
    (['updates', 'points', 'updates allowed by the theorem'], [])
    """
    if controls.POINTS.key not in page.controls:
        return []
    runs = page.controls.keys() >= _LEARNER
    return [check["words"] for check in conditions.CHECKS if runs or check["words"] not in _OF_RUN]


def is_solved(wanted: tuple[Condition, ...], page: Page, settings: Settings, board: Board) -> bool:
    """Return whether a page's board meets all these conditions; none are met by every board.

    >>> from playground.address.conditions import read
    >>> from playground.pages import PAGES
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
    run, endless = None, False
    if any(condition.words in _OF_RUN for condition in wanted):
        learner = controls.learner(settings)
        if lifted := learner.sees(points):
            run = learner.run(lifted, page.most_updates)
            endless = stops(run, separate(lifted), learner.tie) is False
    return all(_is_met(condition, points, run, endless=endless) for condition in wanted)


def _is_met(condition: Condition, points: Sequence[Point], run: Run | None, *, endless: bool) -> bool:
    """Whether points in the plane, and the run over what the learner sees of them, meet a condition."""
    of, number, words = condition
    if words == conditions.POINTS:
        return _HOLDS[of](len(points), len(points), number or 0)
    data = controls.dataset(points)
    if data is None:  # nothing else holds of an empty board
        return False
    if words == conditions.PARTS:
        # Whether the learner has a bias or not: a line need not go through the origin.
        return isinstance(separate(data.augmented()), Separator if of == "a line" else Inseparable)
    if words == conditions.KERNEL:
        return isinstance(separate_dual(data, polynomial(_DEGREES[of])), KernelSeparator)
    assert run is not None
    if words == conditions.START:
        # Without a weight of x or y no line is drawn.
        return bool(run.start[:2].any()) and run.outcome == "converged" and not run.updates
    if words == conditions.UPDATES:
        least, most = (run.updates, run.updates) if run.outcome == "converged" else (run.updates, math.inf)
        return _HOLDS[of](math.inf if endless else least, most, number or 0)
    allowed = most_updates(run, separate(run.data))
    count = math.inf if allowed is None else allowed
    return _HOLDS[of](count, count, number or 0)
