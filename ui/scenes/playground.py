"""The playground: the board, the two curves of the proof or another view of the run, and every update in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perceptron import Dataset, Inseparable, Run, Separator, bounds
from perceptron.learner import Order, Tie
from ui import passes, questions, reading, views, words
from ui.figures import (
    SQUEEZE,
    Column,
    Picture,
    alone,
    blank,
    board,
    bound,
    chart,
    compose,
    growth,
    note,
    round_above,
    squeezed,
    turnable,
)
from ui.stage.scene import Point, Scene
from ui.words import Rows


def scene(
    points: Sequence[Point],
    run: Run | None,
    separation: Separator | Inseparable | None,
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
        views.seen("Curves", alignment(run, rows, separation, wrong, tie, close=close)),
        views.seen("Curves", squeeze(run, rows, separation, close=close)),
    ]
    if run is not None and rows is not None and separation is not None:
        sentence, columns = words.sentences(run, rows, separation)
        if unseen is not None:
            told = f" Of {words.plural(len(unseen), 'unseen point')} {{unseen}} would be wrong."
            sentence["templates"] = [template + told for template in sentence["templates"]]
        if isinstance(separation, Separator):
            beside.append(views.seen("Angle", views.angle(run, rows, separation, close=close)))
    table = passes.with_passes(views.table(run, rows, separation), run, order)
    beside += [views.seen("Table", table), views.seen("Strip", views.strip())]
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


def alignment(
    run: Run | None,
    rows: Rows | None,
    separation: Separator | Inseparable | None,
    wrong: Sequence[int],
    tie: Tie,
    *,
    close: bool = False,
) -> Picture:
    """Draw w·w* at each update above its floor, w₀·w* + kηγ; where there is no w*, how many points are `wrong`.

    With `close` only as far as the run goes; else the axis does not tell its length.
    """
    eta = "" if run is None or run.rate == 1 else "η"
    title = f"Alignment: every update lifts w·w* by at least {eta}γ"
    if run is None or rows is None:
        return blank("upper", title)
    made = len(run.mistakes)
    ends = np.array([0, max(1, made) if close else round_above(made)])
    if isinstance(separation, Separator):
        values = np.insert(rows["alignment"], 0, run.start @ separation.w)
        floor = bounds.alignment_floor(ends, separation.margin, start_alignment=float(values[0]), rate=run.rate)
        label, y_title = "w·w* after each update, and the floor it cannot fall below.", "w · w*"
        name = f"floor {'w₀·w* + ' if run.start.any() else ''}k{eta}γ"
    else:
        values = np.array(wrong, dtype=float)
        least = int(tie == "mistake")  # by another rule weights that separate nothing may be right all the same
        floor = np.full(2, float(least))
        title = "No w* to align with: how many points are wrong"
        label, y_title = "How many points are not on their right side after each update.", "points wrong"
        name = f"at least {least}"
    along = 2 / 3 * ends[1]
    notes = [note(along, float(np.interp(along, ends, floor)), name, below=True)]
    span = [min(values.min(), floor.min(), 0.0), max(values.max(), floor.max())]
    panel = chart("upper", title, label, [bound(ends, floor)], ends[1], span, y_title, annotations=notes)
    columns: dict[str, Column] = {"k": [*range(made + 1)], "upper": words.exact(values)}
    return Picture(panel, columns, growth("upper"))


def squeeze(
    run: Run | None, rows: Rows | None, separation: Separator | Inseparable | None, *, close: bool = False
) -> Picture:
    """Draw the squeeze of a run; with `close`, only as far as the run goes."""
    if run is None or rows is None:
        return blank("lower", SQUEEZE)
    values = np.insert(rows["norm_squared"], 0, np.vecdot(run.start, run.start))
    if not isinstance(separation, Separator):
        return squeezed(values, run.data.radius, None, run.rate)
    aligned = float(run.start @ separation.w)
    return squeezed(values, run.data.radius, separation.margin, run.rate, aligned, close=close)
