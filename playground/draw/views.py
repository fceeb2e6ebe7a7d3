"""The views beside a board: two curves, the angle to w*, a table of the updates, a filmstrip."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from perceptron import Run, Separator, bounds, slack
from perceptron.learner import Order
from perceptron.run import aligned_with
from perceptron.separation import Separation
from playground.draw import legends
from playground.draw.curves import SQUEEZE, blank, bound, chart, growth, note, round_above, squeezed
from playground.draw.figures import Picture, mark
from playground.draw.palette import AVERAGED, BOUND, INK, POCKET
from playground.draw.passes import with_passes
from playground.draw.sentences import Quantities, counted
from playground.stage.payload import Column
from playground.text import readable

ERROR_CURVES = (
    ("last", INK, "solid"),
    ("pocket", POCKET, "dash"),
    ("averaged", AVERAGED, "solid"),
    ("voted", BOUND, "dot"),
)
"""The weights that can be taken from a run, as `errors_over_time` calls them, each with its colour and dashes."""

ALIGNMENT = "Alignment: every update lifts w·w* by at least γ"
ANGLE = "Angle: above its floor; ○ turned away from w*"


def in_view(name: str, picture: Picture) -> Picture:
    """Show a picture only in the view of this name."""
    picture.panel["view"] = name
    return picture


def beside(
    run: Run | None,
    rows: Quantities | None,
    separation: Separation | None,
    board: Picture,
    *,
    order: Order | None = None,
    close: bool = False,
) -> list[Picture]:
    """Return all the views of a run whose board counts the wrong points; of none, what has room for one.

    The table is below the passes of an `order`, if one is named.
    """
    if run is None or rows is None:
        views = [("Curves", blank("upper", ALIGNMENT)), ("Curves", blank("lower", SQUEEZE)), ("Table", _listed({}, {}))]
    else:
        wrong = legends.counts(board.columns["hollow"])
        views = [("Curves", alignment(run, rows, separation, wrong, close=close))]
        views.append(("Curves", squeeze(run, rows, separation, close=close)))
        if isinstance(separation, Separator):
            views.append(("Angle", angle(run, rows, separation, close=close)))
        updates = table(run, rows, separation)
        views.append(("Table", with_passes(updates, run, order) if order else updates))
    return [in_view(name, picture) for name, picture in [*views, ("Strip", strip())]]


def alignment(
    run: Run, rows: Quantities, separation: Separation | None, wrong: Sequence[int], *, close: bool = False
) -> Picture:
    """Draw w·w* at each update above its floor, w₀·w* + kηγ; where there is no w*, how many points are `wrong`.

    With `close` only as far as the run goes; else the axis does not tell its length.
    """
    updates = len(run.mistakes)
    end = max(1, updates) if close else round_above(updates)
    if isinstance(separation, Separator):
        eta = "" if run.rate == 1 else "η"
        values = np.insert(rows["alignment"], 0, aligned_with(separation.w, run.weights[:1]))
        ends = np.array([0, end])
        floor = bounds.alignment_floor(ends, separation.margin, start_alignment=float(values[0]), rate=run.rate)
        title, y_title = ALIGNMENT.replace("γ", f"{eta}γ"), "w · w*"
        label = "w·w* after each update, and the floor it cannot fall below."
        name = f"floor {'w₀·w* + ' if run.start.any() else ''}k{eta}γ"
        along = 2 / 3 * end
        lines, notes = [bound(ends, floor)], [note(along, float(np.interp(along, ends, floor)), name, below=True)]
        lowest, highest = floor.min(), floor.max()
    else:
        # That no line exists, which would say how the run ends, is the verdict's to tell.
        values, y_title = np.array(wrong, dtype=float), "points wrong"
        title = "Errors: how many points are wrong after each update"
        label = "How many points are not on their right side after each update."
        lines, notes, lowest, highest = [], [], 0.0, 0.0
    span = [min(values.min(), lowest, 0.0), max(values.max(), highest)]
    panel = chart("upper", title, label, lines, end, span, y_title, annotations=notes)
    columns: dict[str, Column] = {"k": [*range(updates + 1)], "upper": readable(values)}
    return Picture(panel, columns, growth("upper"))


def squeeze(run: Run, rows: Quantities, separation: Separation | None, *, close: bool = False) -> Picture:
    """Draw the squeeze of a run; with `close`, only as far as the run goes."""
    values = np.insert(rows["norm_squared"], 0, np.vecdot(run.start, run.start))
    if not isinstance(separation, Separator):
        return squeezed(values, run.data.radius, None, run.rate)
    aligned = float(run.start @ separation.w)
    end = len(run.mistakes) if close else None
    most = run.bound(separation)
    return squeezed(values, run.data.radius, separation.margin, run.rate, aligned, most=most, end=end)


def angle(run: Run, rows: Quantities, separation: Separator, *, close: bool = False) -> Picture:
    """Draw the cosine between w and w* after each update over its floor, and ring the updates that made it smaller.

    With `close` only as far as the run goes; else the axis does not tell its length.
    """
    last = len(run.mistakes)
    if not last:
        return blank("side", ANGLE)
    cosine = rows["cosine"]
    aligned, length = float(run.start @ separation.w), float(np.sqrt(np.vecdot(run.start, run.start)))
    end = last if close else round_above(last)
    k = np.linspace(1, end, 61)
    floor = bounds.cosine_floor(k, separation.radius, separation.margin, run.rate, aligned, length)
    certain = floor > 0  # before, only −1 is
    traces, notes = [], []
    if certain.any():
        traces = [bound(k[certain], floor[certain])]
        eta, squared = ("", "") if run.rate == 1 else ("η", "η²")
        name = f"(w₀·w* + k{eta}γ)/√(‖w₀‖² + k{squared}R²)" if length else "√k γ/R"
        along = int(np.flatnonzero(certain)[-1]) * 2 // 3
        notes = [note(k[along], float(floor[along]), f"floor {name}", below=True)]
    label = "The cosine of the angle between w and w* after each update, and the floor it cannot fall below."
    low = min(0.0, float(np.nanmin(cosine, initial=0.0)))
    panel = chart("side", ANGLE, label, traces, end, [low, 1.0], "cos∠(w, w*)", annotations=notes)
    columns: dict[str, Column] = {
        "k": [0, *range(1, last + 1)],
        "cosine": [None, *readable(cosine)],
        "away": [0, *slack.turned_away(run, separation).astype(int).tolist()],
    }
    rings = mark("dots", ["k", "cosine", "away"], radius=4, stroke=INK, width=1.5, fill="var(--st-background-color)")
    curve, dot = growth("cosine")
    return Picture(panel, columns, [curve, rings, dot])


def errors(title: str, y_title: str, errors: pd.DataFrame, *, close: bool = False) -> Picture:
    """Draw over the updates of a run how many errors each of the ERROR_CURVES has.

    With `close` only as far as the run goes; else the axis does not tell its length.
    """
    last = len(errors) - 1
    columns: dict[str, Column] = {"k": [*range(last + 1)]}
    columns |= {name: errors[name].tolist() for name, _, _ in ERROR_CURVES}
    panel = chart(
        "lower",
        title,
        f"{title}: how many {y_title} after each update.",
        [],
        max(1, last) if close else round_above(last),
        [0, float(errors.drop(columns="update").to_numpy().max())],
        y_title,
    )
    curves = (growth(name, color, dash=dash, called=name) for name, color, dash in ERROR_CURVES)
    return Picture(panel, columns, [part for curve in curves for part in curve])


def table(run: Run, rows: Quantities, separation: Separation | None) -> Picture:
    """List every update: its point, y w·x before it, and after it what the proof follows.

    What the curves draw is read from their columns.
    """
    heads = {"k": "k", "pass": "pass", "point": "point", "y": "label", "y w·x": "score", "‖w‖²": "norm"}
    columns: dict[str, Column] = {
        **counted(run),
        "label": [None, *rows["label"].tolist()],
        "score": [None, *readable(rows["activation"] * rows["label"])],
    }
    if isinstance(separation, Separator):
        heads |= {"w·w*": "upper", "cos": "cosine"}
        columns["cosine"] = [None, *readable(rows["cosine"])]
    return _listed(heads, columns)


def _listed(heads: dict[str, str], columns: dict[str, Column]) -> Picture:
    label = "Every update, with what was found before it and what holds after it."
    return Picture({"area": "side", "label": label, "heads": [*heads], "columns": [*heads.values()]}, columns)


def strip() -> Picture:
    """Show the first panel, the board, at each of eight steps."""
    return Picture({"area": "side", "label": "The board after each of eight updates.", "of": 0})
