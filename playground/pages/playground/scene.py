"""The playground: the board, the two curves of the proof or another view of the run, and every update in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from perceptron import Dataset, Extremes, Run, Separator, extreme_orders
from perceptron.learner import Order, Tie
from perceptron.separation import Separation
from playground.draw import views
from playground.draw.outcome import Outcome, compose, of_run, verdict
from playground.draw.planes import alone, board, turnable
from playground.draw.steps import Steps
from playground.stage.payload import Point, Scene, Symbol

_PROMISE = "Two curves will show what each update changes."
_FEW, _STATES = 6, 1_000
"""The most points whose orders are searched, and the most states of the search, which take seven milliseconds."""
_MOST_WRITTEN = 60
"""The most updates of an order that a note lists."""


def scene(
    points: Sequence[Point],
    steps: Steps | None,
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
    """Return the scene of a run over points; without `steps`, of an empty board with the line of the `start` weights.

    `separation` is the verdict on the points; if it is None, the scene does not reveal it. `order`, `start` and `tie`
    are those of the run, and `scale` is the points' constant coordinate, 0 without one. If a separator is given,
    `margin` draws it, w*, with its margin. `vectors` draws each update tip to tail, `numbers` the points' numbers, and
    `unseen` points that the learner never sees. With `close` the axes of the curves end with the run; otherwise they
    end at a round number, which hides its length.
    """
    run = steps.run if steps else None
    if steps is None:
        drawn = alone(start, scale)
    else:
        drawn = board(points, steps, separation, margin=margin, vectors=vectors, numbers=numbers, unseen=unseen)
    outcome = of_run(steps, separation, verdict(run, separation), start=start)
    if run and (extremes := _extremes(run, separation, tie)):
        outcome = _among_all(outcome, extremes)
    if run and unseen is not None:
        outcome = outcome.saying(f"Unseen: {{unseen}} of {len(unseen)} wrong.", in_words=True)
    if steps:
        outcome = _with_line(outcome, steps.equations)
    beside = views.beside(steps, separation, order=order, close=close)
    if drawn.reading is not None and not (vectors and run):
        turnable(drawn, scale, tie)
    made: Scene = {**compose([drawn, *beside], outcome, points), "promise": _PROMISE}
    if run is not None:
        made["explains"] = scale
    return made


def _extremes(run: Run, separation: Separation | None, tie: Tie) -> Extremes | None:
    """Return orders with the fewest and the most updates from the run's start; None if a short search finds none.

    The search is limited in states, not in time, so that a scene depends on its address alone.
    """
    searched = isinstance(separation, Separator) and run.outcome == "converged" and 1 < len(run.data) <= _FEW
    if not searched or not run.updates:
        return None
    try:
        return extreme_orders(run.data, *run.origin, tie, _STATES)
    except ValueError:  # too many states
        return None


def _among_all(outcome: Outcome, extremes: Extremes) -> Outcome:
    """Add to an outcome's verdict the fewest and the most updates over all orders, and to a note orders with these."""
    fewest, most = map(len, extremes)
    text = f" Over all orders: {fewest} to {most}." if fewest < most else " Every order takes as many."
    *others, updates = outcome.facts
    if fewest < most <= _MOST_WRITTEN:
        shortest, longest = (f"point{'s' * (len(order) > 1)} {', '.join(map(str, order))}" for order in extremes)
        reached = f" The fewest of all orders, {fewest}: {shortest}. The most, {most}: {longest}."
        updates = {**updates, "note": updates["note"] + reached}
    return replace(
        outcome,
        facts=[*others, updates],
        verdict={**outcome.verdict, "text": outcome.verdict["text"] + text},
    )


def _with_line(outcome: Outcome, equations: list[str]) -> Outcome:
    """Add to the notes on w and w′ in an outcome the equation of the line at each step."""
    symbols: list[Symbol] = [
        {**symbol, "note": f"{symbol['note']} {{line}}"} if symbol["text"] in ("w", "w′") else symbol
        for symbol in outcome.symbols
    ]
    return replace(outcome, symbols=symbols, columns={**outcome.columns, "line": equations})
