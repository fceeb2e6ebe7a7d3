"""The views beside a board: two curves, the angle to w*, a table of the updates, a filmstrip."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from perceptron import Inseparable, Run, Separator, bounds
from perceptron.learner import Tie
from perceptron.run import aligned_with
from perceptron.separation import Separation
from ui.figures import SQUEEZE, Column, Picture, blank, bound, chart, growth, legend, mark, note, round_above, squeezed
from ui.palette import AVERAGED, BOUND, INK, POCKET
from ui.words import Rows, exact

ERROR_CURVES = (
    ("last", INK, "solid"),
    ("pocket", POCKET, "dash"),
    ("averaged", AVERAGED, "solid"),
    ("voted", BOUND, "dot"),
)
"""The weights that can be taken from a run, as `errors_over_time` calls them, each with its colour and dashes."""

ANGLE = "Angle: above its floor; ○ turned away from w*"


def in_view(name: str, picture: Picture) -> Picture:
    """Show a picture only in the view of this name."""
    picture.panel["view"] = name
    return picture


def alignment(
    run: Run | None,
    rows: Rows | None,
    separation: Separation | None,
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
    updates = len(run.mistakes)
    ends = np.array([0, max(1, updates) if close else round_above(updates)])
    if isinstance(separation, Separator):
        values = np.insert(rows["alignment"], 0, aligned_with(separation.w, run.weights[:1]))
        floor = bounds.alignment_floor(ends, separation.margin, start_alignment=float(values[0]), rate=run.rate)
        label, y_title = "w·w* after each update, and the floor it cannot fall below.", "w · w*"
        name = f"floor {'w₀·w* + ' if run.start.any() else ''}k{eta}γ"
    else:
        values = np.array(wrong, dtype=float)
        # By another rule weights that separate nothing may be right all the same.
        least = int(tie == "mistake" and isinstance(separation, Inseparable))
        floor = np.full(2, float(least))
        title = "No w* to align with: how many points are wrong"
        label, y_title = "How many points are not on their right side after each update.", "points wrong"
        name = f"at least {least}"
    along = 2 / 3 * ends[1]
    notes = [note(along, float(np.interp(along, ends, floor)), name, below=True)]
    span = [min(values.min(), floor.min(), 0.0), max(values.max(), floor.max())]
    panel = chart("upper", title, label, [bound(ends, floor)], ends[1], span, y_title, annotations=notes)
    columns: dict[str, Column] = {"k": [*range(updates + 1)], "upper": exact(values)}
    return Picture(panel, columns, growth("upper"))


def squeeze(run: Run | None, rows: Rows | None, separation: Separation | None, *, close: bool = False) -> Picture:
    """Draw the squeeze of a run; with `close`, only as far as the run goes."""
    if run is None or rows is None:
        return blank("lower", SQUEEZE)
    values = np.insert(rows["norm_squared"], 0, np.vecdot(run.start, run.start))
    if not isinstance(separation, Separator):
        return squeezed(values, run.data.radius, None, run.rate)
    aligned = float(run.start @ separation.w)
    return squeezed(values, run.data.radius, separation.margin, run.rate, aligned, close=close)


def angle(run: Run, rows: Rows, separation: Separator, *, close: bool = False) -> Picture:
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
    away = np.diff(cosine, prepend=aligned / length if length else math.nan) < 0
    columns: dict[str, Column] = {
        "k": [0, *range(1, last + 1)],
        "cosine": [None, *exact(cosine)],
        "away": [0, *away.astype(int).tolist()],
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
        legend(ERROR_CURVES),
        max(1, last) if close else round_above(last),
        [0, float(errors.drop(columns="update").to_numpy().max())],
        y_title,
        showlegend=True,
        legend={"x": 1, "y": 1.0, "xanchor": "right", "yanchor": "bottom", "orientation": "h"},
        margin={"l": 52, "r": 10, "t": 46, "b": 34},
    )
    return Picture(
        panel, columns, [part for name, color, dash in ERROR_CURVES for part in growth(name, color, dash=dash)]
    )


def table(run: Run | None, rows: Rows | None, separation: Separation | None) -> Picture:
    """List every update: its point, y w·x before it, and after it what the proof follows; on an empty board none.

    What the curves draw is read from their columns.
    """
    heads: dict[str, str] = {}
    columns: dict[str, Column] = {}
    if run is not None and rows is not None:
        heads = {"k": "k", "pass": "pass", "point": "point", "y": "label", "y w·x": "score", "‖w‖²": "norm"}
        columns = {
            "k": [0, *rows["update"].tolist()],
            "pass": [None, *run.pass_of.tolist()],
            "point": [None, *rows["example"].tolist()],
            "label": [None, *rows["label"].tolist()],
            "score": [None, *exact(rows["activation"] * rows["label"])],
        }
        if isinstance(separation, Separator):
            heads |= {"w·w*": "upper", "cos": "cosine"}
            columns["cosine"] = [None, *exact(rows["cosine"])]
    label = "Every update, with what was found before it and what holds after it."
    return Picture({"area": "side", "label": label, "heads": [*heads], "columns": [*heads.values()]}, columns)


def strip() -> Picture:
    """Show the first panel, the board, at each of eight steps."""
    return Picture({"area": "side", "label": "The board after each of eight updates.", "of": 0})
