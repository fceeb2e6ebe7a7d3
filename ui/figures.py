"""The pictures: figures as plain dictionaries, and the columns and moves with which the stage brings them to life.

Plain dictionaries, because building the same figure from Plotly's graph objects takes longer than the run itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from perceptron import Inseparable, Run, Separator, bounds
from ui import share, words
from ui.palette import BOUND, GRID, INK, NEGATIVE, POSITIVE, PROOF, SEPARATOR
from ui.stage import Mark, Panel, Point, PointClass, Scene

Column = Sequence[float | str | None]
Floats = npt.NDArray[np.float64]
MarkKind = Literal["line", "halfplane", "arrow", "vector", "curve", "dot", "ring"]

CLASSES: list[PointClass] = [
    {"name": "+1", "sign": "●", "color": POSITIVE, "shape": "circle"},
    {"name": "−1", "sign": "▲", "color": NEGATIVE, "shape": "triangle"},
]

VIEWS = (1.25, 2.5, 5.0, 8.0)
"""Half the side of the board: few sizes, so that the view stands still while points move."""

_CONFIG = {"staticPlot": True, "responsive": False}
_LINE = {"type": "scatter", "mode": "lines"}
_PLAIN = {
    "showlegend": False,
    "paper_bgcolor": "rgba(0, 0, 0, 0)",
    "plot_bgcolor": "rgba(0, 0, 0, 0)",
    "font": {"color": INK, "family": "var(--st-font)", "size": 12},
}


@dataclass
class Picture:
    """One panel of the stage with its marks and the columns they follow."""

    panel: Panel
    columns: dict[str, Column] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)


def playground(
    points: Sequence[Point],
    run: Run | None,
    separation: Separator | Inseparable | None,
    *,
    bias: bool,
    margin: bool = False,
    vectors: bool = False,
    close: bool = False,
) -> Scene:
    """Compose the playground: the board, the two curves of the proof, and every step in words.

    Parameters
    ----------
    points
        What is on the board, x, y and class; the first class is +1.
    run, separation
        Of these very points as the learner sees them; None on an empty board.
    bias
        Whether the learner sees a constant coordinate.
    margin, vectors
        What `board` draws on demand.
    close
        Whether `squeeze` ends where the run does.
    """
    pictures = [
        board(points, run, separation, margin=margin, vectors=vectors),
        alignment(run, separation),
        squeeze(run, separation, close=close),
    ]
    columns: dict[str, Column] = {}
    sentence = words.empty()
    if run is not None and separation is not None:
        sentence, columns = words.sentences(run, run.table(separation), separation)
    last = 0 if run is None else len(run.mistakes)
    return {
        "panels": [picture.panel for picture in pictures],
        "marks": [{**mark, "panel": place} for place, picture in enumerate(pictures) for mark in picture.marks],
        "columns": columns | {name: values for picture in pictures for name, values in picture.columns.items()},
        "texts": {"sentence": sentence, "position": words.position(last)},
        "facts": words.facts(run, separation),
        "verdict": words.verdict(run, separation, bias=bias),
        "last": last,
        "points": points,
        "editing": {"panel": 0, "classes": CLASSES, "snap": share.SNAP, "most": share.MOST},
    }


def column(values: npt.ArrayLike) -> list[float | None]:
    """Turn numbers into a column: seven digits of the largest, None for what is not finite.

    >>> column([1 / 3, float("nan"), 200.0])
    [0.3333, None, 200.0]
    """
    array = np.asarray(values, dtype=float)
    finite = np.isfinite(array)
    largest = np.abs(array[finite]).max(initial=0.0)
    rounded = array.round(6 - int(np.floor(np.log10(largest)))) if largest else array
    return [value if good else None for value, good in zip(rounded.tolist(), finite.tolist(), strict=True)]


# ---- the board -----------------------------------------------------------------------------------------------------


def view(points: Sequence[Point]) -> float:
    """Return half the side of a board that shows all the points.

    >>> view([(0.5, -1.0, 0)]), view([(0.5, -3.0, 0)])
    (1.25, 5.0)
    """
    farthest = max((max(abs(x), abs(y)) for x, y, _ in points), default=0.0)
    return next((half for half in VIEWS if farthest <= half), farthest)


def board(
    points: Sequence[Point],
    run: Run | None,
    separation: Separator | Inseparable | None,
    *,
    margin: bool = False,
    vectors: bool = False,
) -> Picture:
    """Draw the points, the boundary at each step with the one before, w, and the point behind the update.

    Parameters
    ----------
    points
        What is on the board; the first class is +1.
    run, separation
        Of these very points, with or without a constant coordinate; None on an empty board.
    margin
        Draw the maximum-margin boundary with its band, too.
    vectors
        Draw w + ηyx tip to tail from the origin, to a scale that fits, instead of the direction of w.
    """
    half = view(points)
    traces: list[dict[str, Any]] = []
    columns: dict[str, Column] = {}
    marks: list[Mark] = []
    if run is not None:
        weights = run.weights if run.data.dim == 3 else np.pad(run.weights, ((0, 0), (0, 1)))
        scale = float(run.data.X[0, 2]) if run.data.dim == 3 else 0.0
        lines = weights * [1, 1, scale]
        # A line is its coefficients up to a factor; of one size, a small w after large ones keeps its digits.
        a, b, c = (lines / np.maximum(np.abs(lines).max(axis=1, keepdims=True), np.finfo(float).tiny)).T
        columns |= {"a": column(a), "b": column(b), "c": column(c), "i": [None, *run.mistakes.tolist()]}
        line = ["a", "b", "c"]
        marks += [
            _mark("halfplane", line, side=1, under=True, fill=POSITIVE, opacity=0.1),
            _mark("halfplane", line, side=-1, under=True, fill=NEGATIVE, opacity=0.1),
            _mark("line", line, lag=1, under=True, stroke=INK, width=1.5, opacity=0.35),
            _mark("line", line, under=True, stroke=INK, width=3),
            _mark("ring", ["i"], radius=11, stroke=INK, width=2.5),
        ]
        if vectors:
            columns |= _tips(run, half)
            marks += [
                _mark("vector", ["zero", "zero", "ox", "oy"], stroke=INK, width=2.5, opacity=0.45),
                _mark("vector", ["ox", "oy", "nx", "ny"], stroke=INK, width=2.5, dash="3 4"),
                _mark("vector", ["zero", "zero", "nx", "ny"], stroke=INK, width=2.5),
            ]
        else:
            marks.append(_mark("arrow", line, stroke=INK, width=2.5))
        if margin and isinstance(separation, Separator):
            traces += _band(separation, scale, half)
        if isinstance(separation, Inseparable):
            traces.append(_rings([points[i] for i in separation.points.tolist()]))
    axis = {
        "range": [-half, half],
        "fixedrange": True,
        "gridcolor": GRID,
        "zerolinecolor": "rgba(128, 128, 128, 0.45)",
        "linecolor": GRID,
        "mirror": True,
        "showline": True,
        "tickfont": {"size": 11},
        "nticks": 6,
    }
    layout = {
        "margin": {"l": 38, "r": 4, "t": 2, "b": 40},
        "xaxis": {**axis, "title": {"text": "x₁", "standoff": 2}},
        "yaxis": {**axis, "title": {"text": "x₂", "standoff": 0}},
        "annotations": [] if points else [_invitation()],
        **_PLAIN,
    }
    label = "The board: the labelled points, the boundary, and w, which points to the positive side."
    figure = {"data": traces, "layout": layout, "config": _CONFIG}
    return Picture({"area": "board", "label": label, "figure": figure}, columns, marks)


def _invitation() -> dict[str, Any]:
    return {
        "x": 0.05,
        "y": 0.09,
        "text": "click to place a point",
        "font": {"size": 18, "color": BOUND},
        "showarrow": False,
        "xanchor": "left",
    }


def _mark(
    kind: MarkKind,
    columns: list[str],
    *,
    stroke: str = "none",
    fill: str = "none",
    width: float = 0,
    opacity: float = 1,
    dash: str = "none",
    **more: Any,
) -> Mark:
    style: dict[str, str | float] = {"stroke": stroke, "fill": fill, "stroke-width": width, "opacity": opacity}
    style |= {"stroke-dasharray": dash, "stroke-linejoin": "round", "stroke-linecap": "round"}
    return {"panel": 0, "kind": kind, "columns": columns, "style": style, **more}  # type: ignore[typeddict-item]


def _band(separator: Separator, scale: float, half: float) -> list[dict[str, Any]]:
    """Draw the boundary of w* and the two lines on which some point leaves exactly γ."""
    normal, offset = separator.w[:2], float(separator.w[-1]) * scale
    length = float(np.hypot(*normal))
    if not length:
        return []
    along = np.array([-normal[1], normal[0]]) / length * 3 * half
    traces = []
    for shift, dash in ((0.0, "solid"), (separator.margin, "dot"), (-separator.margin, "dot")):
        foot = normal * (shift - offset) / length**2
        ends = np.array([foot - along, foot + along]).round(6)
        style = {"color": SEPARATOR, "width": 2, "dash": dash}
        traces.append({**_LINE, "line": style, "x": ends[:, 0].tolist(), "y": ends[:, 1].tolist()})
    return traces


def _rings(points: Sequence[Point]) -> dict[str, Any]:
    marker = {"symbol": "circle-open", "size": 27, "color": PROOF, "line": {"width": 3}}
    place = {"x": [x for x, _, _ in points], "y": [y for _, y, _ in points]}
    return {"type": "scatter", "mode": "markers", **place, "marker": marker}


def _tips(run: Run, half: float) -> dict[str, Column]:
    """Place the tips of the old and the new w of each step on the board, shrunk together where they would not fit."""
    new = run.weights[:, :2]
    old = np.vstack([new[:1], new[:-1]])
    longest = np.maximum(np.hypot(*new.T), np.hypot(*old.T))
    fit = (0.9 * half / np.maximum(longest, 0.9 * half))[:, None]
    zero: Column = [0.0] * len(new)
    tips = zip(("ox", "oy", "nx", "ny"), np.hstack([old * fit, new * fit]).T, strict=True)
    return {"zero": zero, **{name: column(values) for name, values in tips}}


# ---- the curves ----------------------------------------------------------------------------------------------------


def alignment(run: Run | None, separation: Separator | Inseparable | None) -> Picture:
    """Draw w·w* at each update above its floor, w₀·w* + kηγ; where there is no w*, how many points are wrong."""
    title = "Alignment: every update lifts w·w* by at least γ"
    if run is None:
        return _blank("upper", title)
    steps = np.arange(len(run.mistakes) + 1)
    if isinstance(separation, Separator):
        values = run.weights @ separation.w
        floor = bounds.alignment_floor(steps, separation.margin, start_alignment=float(values[0]), rate=run.rate)
        label, y_title = "w·w* after each update, and the floor it cannot fall below.", "w · w*"
        name = "floor kγ" if run.rate == 1 else "floor kηγ"
    else:
        values = (run.data.signed @ run.weights.T <= 0).sum(axis=0).astype(float)
        floor = np.ones(len(steps))
        title = "No w* to align with: some point is always wrong"
        label, y_title = "How many points are not on their right side after each update.", "points wrong"
        name = "at least 1"
    traces = [_bound(steps[[0, -1]], floor[[0, -1]])]
    middle = 2 * len(steps) // 3
    notes = [_note(steps[middle], floor[middle], name, BOUND, below=True)]
    span = [min(values.min(), floor.min(), 0.0), max(values.max(), floor.max())]
    panel = _panel("upper", title, label, traces, max(1, steps[-1]), span, y_title, annotations=notes)
    columns: dict[str, Column] = {"k": steps.tolist(), "upper": column(values)}
    return Picture(panel, columns, _growth("upper"))


def squeeze(run: Run | None, separation: Separator | Inseparable | None, *, close: bool = False) -> Picture:
    """Draw ‖w‖² under its ceiling and over its floor, out to where the two meet if that is not too far to see.

    With `close`, only as far as the run goes.
    """
    title = "Squeeze: ‖w‖² stays between floor and ceiling, which meet"
    if run is None:
        return _blank("lower", title)
    made = len(run.mistakes)
    values = np.einsum("kd,kd->k", run.weights, run.weights)
    radius, start_norm = run.data.radius, float(np.sqrt(values[0]))
    if isinstance(separation, Separator):
        label = "‖w‖² after each update, its ceiling and its floor."
        start = float(run.start @ separation.w)
        meeting = bounds.from_start(radius, separation.margin, start, start_norm, run.rate)
        end = max(1.0, made, 0.0 if close else min(1.04 * meeting, max(150.0, 20.0 * made)))
    else:
        title, label = "Growth: ‖w‖² stays under its ceiling", "‖w‖² after each update and its ceiling."
        end = max(1.0, made)
    k = np.linspace(0.0, end, 61)
    ceiling = bounds.norm_squared_ceiling(k, radius, run.rate, start_norm)
    traces = [_bound(k[[0, -1]], ceiling[[0, -1]])]
    notes = [_note(k[40], ceiling[40], "ceiling kR²" if run.rate == 1 else "ceiling kη²R²", BOUND)]
    if isinstance(separation, Separator):
        floor = bounds.norm_squared_floor(k, separation.margin, run.rate, start)
        traces.append(_bound(k, floor))
        notes.append(_note(k[45], floor[45], "floor k²γ²" if run.rate == 1 else "floor k²η²γ²", BOUND, below=True))
        if meeting <= end:
            marker = {"color": BOUND, "size": 9, "symbol": "diamond"}
            height = np.interp([meeting], k, ceiling).tolist()
            traces.append({"type": "scatter", "mode": "markers", "x": [meeting], "y": height, "marker": marker})
    panel = _panel("lower", title, label, traces, end, [0, float(ceiling[-1])], "‖w‖²", annotations=notes)
    columns: dict[str, Column] = {"k": np.arange(made + 1).tolist(), "norm": column(values)}
    return Picture(panel, columns, _growth("norm"))


def _blank(area: Literal["upper", "lower"], title: str) -> Picture:
    why = "Nothing to measure yet."
    return Picture(_panel(area, title, why, [], 1, [0, 1], "", note=why))


def _growth(name: str) -> list[Mark]:
    """Let a column grow as a curve up to the step, with a dot at its end."""
    return [
        _mark("curve", ["k", name], stroke=INK, width=2.5),
        _mark("dot", ["k", name], radius=4.5, fill=INK),
    ]


def _bound(k: npt.NDArray[Any], values: Floats) -> dict[str, Any]:
    style = {"color": BOUND, "width": 1.75, "dash": "dash"}
    return {**_LINE, "line": style, "x": column(k), "y": column(values)}


def _note(x: float, y: float, text: str, color: str, *, below: bool = False) -> dict[str, Any]:
    corner = {"xanchor": "left", "yanchor": "top"} if below else {"xanchor": "right", "yanchor": "bottom"}
    return {
        "x": float(x),
        "y": float(y),
        "text": text,
        "font": {"color": color},
        "showarrow": False,
        **corner,
    }


def _panel(
    area: Literal["upper", "lower"],
    title: str,
    label: str,
    traces: list[dict[str, Any]],
    last: float,
    y_range: Sequence[float],
    y_title: str,
    *,
    annotations: Sequence[dict[str, Any]] = (),
    note: str = "",
) -> Panel:
    """Frame a curve: fixed axes, so that it grows in place, with a title that says what to look for."""
    low, high = float(y_range[0]), float(y_range[1])
    room = 0.06 * (high - low or 1.0)
    axis = {"fixedrange": True, "gridcolor": GRID, "zeroline": False, "linecolor": GRID, "showline": True}
    centre = {"xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5, "showarrow": False, "text": note}
    layout = {
        "title": {"text": title, "font": {"size": 13}, "x": 0, "xref": "paper", "xanchor": "left", "y": 0.985,
                  "yanchor": "top"},
        "margin": {"l": 52, "r": 10, "t": 26, "b": 34},
        "xaxis": {**axis, "range": [0, 1.02 * last], "visible": not note,
                  "title": {"text": "updates k", "standoff": 2}},
        "yaxis": {**axis, "range": [low - (room if low else 0), high + room], "visible": not note, "nticks": 5,
                  "title": {"text": y_title, "standoff": 4}},
        "annotations": [centre] if note else list(annotations),
        **_PLAIN,
    }  # fmt: skip
    return {"area": area, "label": label, "figure": {"data": traces, "layout": layout, "config": _CONFIG}}
