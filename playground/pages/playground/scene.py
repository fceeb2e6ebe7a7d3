"""The playground: the board, the two curves of the proof or another view of the run, and every update in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from perceptron import Dataset, Run
from perceptron.learner import Order, Tie
from perceptron.separation import Separation
from playground.draw import views
from playground.draw.lines import equations
from playground.draw.outcome import Outcome, compose, of_run, verdict
from playground.draw.planes import alone, board, turnable
from playground.stage.payload import Point, Scene

_PROMISE = "Two curves will show why the run has to stop."


def scene(
    points: Sequence[Point],
    run: Run | None,
    separation: Separation | None,
    *,
    order: Order | Sequence[int] = "cyclic",
    start: Sequence[float] = (0.0, 0.0),
    scale: float = 0.0,
    tie: Tie = "mistake",
    margin: bool = False,
    vectors: bool = False,
    numbers: bool = False,
    unseen: Dataset | None = None,
    close: bool = False,
) -> Scene:
    """Return the scene of a run over points in an order; of an empty board, the scene of the `start` weights.

    Without a `separation` the scene does not reveal what separates the points. The points' constant coordinate is
    `scale`, 0 without one. See `board` for `margin`, `vectors`, `numbers` and `unseen`, `views` for `close`.
    """
    rows = run.quantities(separation) if run else None
    if run is None:
        drawn = alone(start, scale)
    else:
        drawn = board(points, run, separation, tie=tie, margin=margin, vectors=vectors, numbers=numbers, unseen=unseen)
    outcome = of_run(run, rows, separation, verdict(run, separation), start=start)
    if run and unseen is not None:
        outcome = outcome.saying(f"Unseen: {{unseen}} of {len(unseen)} wrong.", in_words=True)
    if run:
        outcome = _with_line(outcome, run)
    beside = views.beside(run, rows, separation, drawn, order=order, close=close)
    if drawn.reading is not None and not (vectors and run):
        turnable(drawn, scale, tie)
    return {**compose([drawn, *beside], outcome, points), "promise": _PROMISE}


def _with_line(outcome: Outcome, run: Run) -> Outcome:
    """Return the outcome with the line's equation at the end of each step's numbers; w = 0 has none at the start."""
    said = outcome.saying("{line}", {"line": equations(run)})
    if run.bounded[0]:
        return said
    first, *rest = said.sentence["templates"]
    return replace(said, sentence={**said.sentence, "templates": [first.removesuffix(" {line}"), *rest]})
