"""The playground: the board, the two curves of the proof or another view of the run, and every update in words."""

from __future__ import annotations

from collections.abc import Sequence

from perceptron import Dataset, Run, Separator
from perceptron.learner import Order, Tie
from perceptron.separation import Separation
from ui import passes, questions, reading, views, words
from ui.figures import Column, alone, board, compose, turnable
from ui.stage.scene import Point, Scene


def scene(
    points: Sequence[Point],
    run: Run | None,
    separation: Separation | None,
    *,
    bias: bool,
    order: Order = "cyclic",
    start: Sequence[float] = (0.0, 0.0),
    scale: float = 0.0,
    tie: Tie = "mistake",
    margin: bool = False,
    vectors: bool = False,
    numbers: bool = False,
    unseen: Dataset | None = None,
    close: bool = False,
) -> Scene:
    """Compose the playground.

    Parameters
    ----------
    points
        What is on the board, x, y and class; the first class is +1.
    run, separation
        Of these very points as the learner sees them; None on an empty board.
    bias
        Whether the learner sees a constant coordinate.
    order
        That in which the examples come.
    start, scale
        The weights to begin with, which an empty board shows alone, and that coordinate, 0 without one.
    tie
        What a point on the boundary counts as.
    margin, vectors, numbers, unseen
        What `board` draws on demand.
    close
        Whether the curves end where the run does.
    """
    columns: dict[str, Column] = {}
    sentence = words.empty(start)
    rows = run.quantities(separation) if run is not None else None
    if run is None:
        shown = alone(start, scale)
    else:
        shown = board(points, run, separation, tie=tie, margin=margin, vectors=vectors, numbers=numbers, unseen=unseen)
    wrong = reading.counts(shown.columns.get("hollow", []))
    beside = [
        views.in_view("Curves", views.alignment(run, rows, separation, wrong, tie, close=close)),
        views.in_view("Curves", views.squeeze(run, rows, separation, close=close)),
    ]
    if run is not None and rows is not None and separation is not None:
        sentence, columns = words.sentences(run, rows, separation)
        if unseen is not None:
            told = f" Of {words.plural(len(unseen), 'unseen point')} {{unseen}} would be wrong."
            sentence["templates"] = [template + told for template in sentence["templates"]]
        if isinstance(separation, Separator):
            beside.append(views.in_view("Angle", views.angle(run, rows, separation, close=close)))
    table = passes.with_passes(views.table(run, rows, separation), run, order)
    beside += [views.in_view("Table", table), views.in_view("Strip", views.strip())]
    last = 0 if run is None else len(run.mistakes)
    if shown.reading is not None and not (vectors and run):
        turnable(shown, scale, tie)
    return compose(
        [shown, *beside],
        points=points,
        sentence=sentence,
        symbols=words.SYMBOLS,
        position=words.position(last),
        columns=columns,
        facts=words.facts(run, separation),
        verdict=words.verdict(run, separation, bias=bias),
        last=last,
        again=run.cycle.start if run and run.cycle else None,
        question=questions.updates(run, separation),
    )
