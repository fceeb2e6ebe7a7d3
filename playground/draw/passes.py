"""The passes of a run: every point it looked at, right or wrong, a row for each pass over the data."""

from __future__ import annotations

from collections.abc import Sequence

from perceptron import Run
from perceptron.learner import Order
from playground.draw.figures import Picture
from playground.stage.payload import Table, Walk

_PASS_ORDERS = ("cyclic", "shuffled")
_LAST_WORDS = {
    "cyclic": "a whole pass without a mistake: done",
    "shuffled": "a whole pass without a mistake: done",
    "random": "no point is wrong any more: done",
    "restarting": "a look at all points without a mistake: done",
    "hardest": "the worst point is right, so all are: done",
    "listed": "no point is wrong any more: done",
}
_SIGNS = "✓ right, ✗ wrong, so an update, · not yet looked at."
_START = {
    "cyclic": f"Each pass looks at all points in turn: {_SIGNS}",
    "shuffled": f"Each pass looks at all points in a new order: {_SIGNS}",
    "random": "Points are drawn at random; as many draws as points count as a pass.",
    "restarting": "After each update the points are looked at again from the first one.",
    "listed": "The points of the list are looked at once, in its order.",
    "hardest": "Before each update all points are looked at, and the worst one makes it.",
}


def looked_at(run: Run) -> int:
    """Return how often a run looked at a point until its end or, if the cap stopped it, until its last update."""
    return int(run.checked[-1] if run.outcome == "converged" or run.used_up else run.checked[:-1].max(initial=0))


def with_passes(picture: Picture, run: Run, order: Order | Sequence[int]) -> Picture:
    """Add the points that a run looked at to `picture`, the table of the run's updates, and return `picture`.

    `order` is that of the run. If it is "cyclic" or "shuffled", a row for each pass shows which points were right and
    which were wrong; in another order only the number of points is shown.
    """
    rule = order if isinstance(order, str) else "listed"
    updates, noun = len(run.mistakes), "points drawn" if rule == "random" else "points looked at"
    end = looked_at(run)
    last = f"{noun}: {end} · updates: {updates}"
    if run.outcome == "converged":
        last += f" · {_LAST_WORDS[rule]}"
    elif run.used_up:
        last += " · the list has ended, and a point is still wrong"
    picture.columns["looked"] = [0, *run.checked[:-1].tolist()]
    walk: Walk = {
        "column": "looked",
        "size": len(run.data) if rule in _PASS_ORDERS else 0,
        "end": end,
        "name": "pass {row}",
        "text": {
            "templates": [_START[rule], f"{noun}: {{looked}} · updates: {{k}}", last],
            "which": [0, *[1] * (updates - 1), 2] if updates else [2],
        },
    }
    panel: Table = picture.panel  # type: ignore[assignment]  # the table of the updates is one
    panel["walk"] = walk
    return picture
