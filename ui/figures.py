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
from ui.palette import BOUND, GRID, INK, NEGATIVE, PAPER, POSITIVE, PROOF, SEPARATOR, faded
from ui.stage import Editing, Move, Panel, Point, PointClass, Scene

Column = Sequence[float | str | None]
Floats = npt.NDArray[np.float64]

SIGNS = (1, -1)
"""The label of each point class, in the order of `Editing.classes`."""

VIEWS = (1.25, 2.5, 5.0, 8.0)
"""Half the side of the board: few sizes, so that the view stands still while points move."""

_CONFIG = {"displayModeBar": False, "responsive": False, "doubleClick": False, "showTips": False}
_FONT = {"color": INK, "family": "var(--st-font)", "size": 12}


@dataclass
class Picture:
    """One panel of the stage with the columns it follows and how its traces follow them."""

    panel: Panel
    columns: dict[str, Column] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)


def playground(
    points: Sequence[Point],
    run: Run | None,
    separation: Separator | Inseparable | None,
    *,
    bias: bool,
    **shown: bool,
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
    shown
        What `board` draws on demand.
    """
    pictures = [board(points, run, separation, **shown), alignment(run, separation), squeeze(run, separation)]
    columns: dict[str, Column] = {}
    sentence = words.empty()
    if run is not None and separation is not None:
        sentence, columns = words.sentences(run, run.table(separation), separation)
    last = 0 if run is None else len(run.mistakes)
    return {
        "panels": [picture.panel for picture in pictures],
        "moves": [{**move, "panel": place} for place, picture in enumerate(pictures) for move in picture.moves],
        "columns": columns | {name: values for picture in pictures for name, values in picture.columns.items()},
        "texts": {"sentence": sentence, "position": words.position(last)},
        "facts": words.facts(run, separation),
        "verdict": words.verdict(run, separation, bias=bias),
        "last": last,
        "points": points,
        "editing": editing(pictures[0]),
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


def editing(board: Picture) -> Editing:
    """Let the hand change the two classes of a board, which must be the first panel."""
    traces = [place for place, trace in enumerate(board.panel["figure"]["data"]) if "points" in trace.get("meta", "")]
    kinds = zip(("+1", "−1"), ("●", "▲"), (POSITIVE, NEGATIVE), traces, strict=True)
    classes: list[PointClass] = [
        {"name": name, "sign": sign, "color": color, "trace": trace} for name, sign, color, trace in kinds
    ]
    return {"panel": 0, "classes": classes, "snap": share.SNAP, "most": share.MOST}


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
    moves: list[Move] = []

    def add(trace: dict[str, Any], **move: Any) -> None:
        if move:
            moves.append({"panel": 0, "trace": len(traces), **move})  # type: ignore[typeddict-item]
        traces.append({"type": "scatter", "hoverinfo": "skip", "mode": "lines", "x": [], "y": [], **trace})

    if run is not None:
        weights = run.weights if run.data.dim == 3 else np.pad(run.weights, ((0, 0), (0, 1)))
        scale = float(run.data.X[0, 2]) if run.data.dim == 3 else 1.0
        a, b, c = weights[:, 0], weights[:, 1], weights[:, 2] * scale
        columns |= {"a": column(a), "b": column(b), "c": column(c), "i": [None, *run.mistakes.tolist()]}
        line = ["a", "b", "c"]
        for side, color in ((1, POSITIVE), (-1, NEGATIVE)):
            tint = {"fill": "toself", "fillcolor": faded(color, 0.1), "line": {"width": 0}}
            add(tint, kind="halfplane", line=line, side=side)
        if margin and isinstance(separation, Separator):
            for trace in _band(separation, scale if run.data.dim == 3 else 0.0, half):
                add(trace)
        add({"line": {"color": INK, "width": 1.5}, "opacity": 0.3}, kind="line", line=line, lag=1)
        add({"line": {"color": INK, "width": 3}}, kind="line", line=line)
    kinds = (("+1", "circle", POSITIVE, 11), ("−1", "triangle-up", NEGATIVE, 12))
    for name, symbol, color, size in kinds:
        marker = {"symbol": symbol, "color": color, "size": size, "line": {"color": PAPER, "width": 1}}
        hover = f"point %{{customdata}} ({name})<br>(%{{x:.3~f}}, %{{y:.3~f}})<extra></extra>"
        add({"mode": "markers", "meta": "points", "marker": marker, "hoverinfo": "all", "hovertemplate": hover})
    if run is not None:
        if isinstance(separation, Inseparable):
            add(_rings([points[i] for i in separation.points.tolist()]))
        ring = {"symbol": "circle-open", "size": 21, "color": INK, "line": {"width": 2.5}}
        add({"mode": "markers", "marker": ring}, kind="pick", index="i")
        if vectors:
            columns |= _tips(run, half)
            add(_arrow(opacity=0.45), kind="values", x=["zero", "ox"], y=["zero", "oy"])
            add(_arrow(dash="dot"), kind="values", x=["ox", "nx"], y=["oy", "ny"])
            add(_arrow(), kind="values", x=["zero", "nx"], y=["zero", "ny"])
        else:
            add(_arrow(), kind="arrow", line=line)

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
        "margin": {"l": 36, "r": 4, "t": 2, "b": 38},
        "xaxis": {**axis, "title": {"text": "x₁", "standoff": 2}},
        "yaxis": {**axis, "title": {"text": "x₂", "standoff": 0}},
        "showlegend": False,
        "dragmode": False,
        "hovermode": "closest",
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": _FONT,
    }
    label = "The board: the labelled points, the boundary, and w, which points to the positive side."
    figure = {"data": traces, "layout": layout, "config": _CONFIG}
    return Picture({"area": "board", "label": label, "figure": figure}, columns, moves)


def _band(separator: Separator, scale: float, half: float) -> list[dict[str, Any]]:
    """Draw the boundary of w* and the two lines on which some point leaves exactly γ."""
    normal, offset = separator.w[:2], float(separator.w[2]) * scale if scale else 0.0
    length = float(np.hypot(*normal))
    if not length:
        return []
    along = np.array([-normal[1], normal[0]]) / length * 3 * half
    traces = []
    for shift, dash in ((0.0, "solid"), (separator.margin, "dot"), (-separator.margin, "dot")):
        foot = normal * (shift - offset) / length**2
        ends = np.array([foot - along, foot + along])
        style = {"color": SEPARATOR, "width": 2 if dash == "solid" else 1.5, "dash": dash}
        traces.append({"line": style, "x": ends[:, 0].tolist(), "y": ends[:, 1].tolist()})
    return traces


def _rings(points: Sequence[Point]) -> dict[str, Any]:
    marker = {"symbol": "circle-open", "size": 27, "color": PROOF, "line": {"width": 3}}
    return {"mode": "markers", "marker": marker, "x": [p[0] for p in points], "y": [p[1] for p in points]}


def _arrow(*, opacity: float = 1.0, dash: str = "solid") -> dict[str, Any]:
    return {
        "mode": "lines+markers",
        "line": {"color": INK, "width": 2.5, "dash": dash},
        "marker": {"symbol": "arrow", "size": [0, 13], "angleref": "previous", "color": INK, "opacity": 1},
        "opacity": opacity,
        "cliponaxis": False,
    }


def _tips(run: Run, half: float) -> dict[str, Column]:
    """Place the tips of the old and the new w of each step on the board, shrunk together where they would not fit."""
    new = run.weights[:, :2]
    old = np.vstack([new[:1], new[:-1]])
    longest = np.maximum(np.hypot(*new.T), np.hypot(*old.T))
    fit = np.minimum(1.0, 0.9 * half / np.maximum(longest, np.finfo(float).tiny))[:, None]
    zero: Column = [0.0] * len(new)
    tips = zip(("ox", "oy", "nx", "ny"), np.hstack([old * fit, new * fit]).T, strict=True)
    return {"zero": zero, **{name: column(values) for name, values in tips}}


# ---- the curves ----------------------------------------------------------------------------------------------------


def alignment(run: Run | None, separation: Separator | Inseparable | None) -> Picture:
    """Draw w·w* at each update above its floor, w₀·w* + kηγ."""
    title = "Alignment: every update lifts w·w* by at least γ"
    if run is None or not isinstance(separation, Separator):
        why = "No separator w*, so nothing to align with." if run else "Nothing to measure yet."
        return Picture(_panel("upper", title, why, [], [0, 1], [0, 1], "w · w*", note=why))
    steps = np.arange(len(run.mistakes) + 1)
    values = run.weights @ separation.w
    floor = bounds.alignment_floor(steps, separation.margin, start_alignment=float(values[0]), rate=run.rate)
    traces = [_bound(steps[[0, -1]], floor[[0, -1]]), *_grown()]
    middle = 2 * len(steps) // 3
    notes = [_note(steps[middle], floor[middle], "floor kηγ" if run.rate != 1 else "floor kγ", BOUND, below=True)]
    top = max(values.max(), floor.max())
    label = "w·w* after each update, and the floor it cannot fall below."
    span = [min(values.min(), floor.min(), 0.0), top]
    panel = _panel("upper", title, label, traces, [0, max(1, steps[-1])], span, "w · w*", annotations=notes)
    columns: dict[str, Column] = {"k": steps.tolist(), "alignment": column(values)}
    return Picture(panel, columns, _growth("alignment", len(traces)))


def squeeze(run: Run | None, separation: Separator | Inseparable | None) -> Picture:
    """Draw ‖w‖² under its ceiling and over its floor, out to where the two meet if that is not too far to see."""
    title = "Squeeze: ‖w‖² stays between floor and ceiling until they meet"
    if run is None or separation is None:
        return Picture(
            _panel(
                "lower",
                title,
                "Nothing to measure yet.",
                [],
                [0, 1],
                [0, 1],
                "‖w‖²",
                note="Nothing to measure yet.",
            )
        )
    made = len(run.mistakes)
    values = np.einsum("kd,kd->k", run.weights, run.weights)
    start_norm = float(np.sqrt(values[0]))
    found = isinstance(separation, Separator)
    end = max(1.0, float(made))
    meeting = None
    if isinstance(separation, Separator):
        start = float(run.start @ separation.w)
        meeting = bounds.from_start(run.data.radius, separation.margin, start, start_norm, run.rate)
        end = max(end, min(1.04 * meeting, max(150.0, 20.0 * made)))
    k = np.linspace(0.0, end, 101)
    ceiling = bounds.norm_squared_ceiling(k, run.data.radius, start_norm=start_norm, rate=run.rate)
    top = float(ceiling[-1])
    traces = [_bound(k[[0, -1]], ceiling[[0, -1]])]
    notes = [_note(k[66], ceiling[66], "ceiling kR²", BOUND)]
    if isinstance(separation, Separator):
        floor = bounds.norm_squared_floor(k, separation.margin, start_alignment=start, rate=run.rate)
        traces.append(_bound(k, floor))
        notes.append(_note(k[75], floor[75], "floor k²γ²", BOUND, below=True))
        if meeting is not None and meeting <= end:
            height = float(np.interp(meeting, k, ceiling))
            traces.append(
                {
                    "type": "scatter",
                    "mode": "markers",
                    "x": [meeting],
                    "y": [height],
                    "hoverinfo": "skip",
                    "marker": {"color": BOUND, "size": 9, "symbol": "diamond"},
                }
            )
    traces += _grown()
    label = "‖w‖² after each update, its ceiling and its floor." if found else "‖w‖² after each update and its ceiling."
    panel = _panel("lower", title, label, traces, [0, end], [0, top], "‖w‖²", annotations=notes)
    return Picture(panel, {"k": np.arange(made + 1).tolist(), "norm": column(values)}, _growth("norm", len(traces)))


def _growth(name: str, count: int) -> list[Move]:
    """Let the last two of `count` traces follow a column: the curve up to the step, and the dot at its end."""
    return [
        {"panel": 0, "trace": count - 2, "kind": "grow", "x": "k", "y": name},
        {"panel": 0, "trace": count - 1, "kind": "values", "x": ["k"], "y": [name]},
    ]


def _grown() -> list[dict[str, Any]]:
    shape = {"type": "scatter", "x": [], "y": [], "hovertemplate": "update %{x}: %{y:.4~g}<extra></extra>"}
    curve = {**shape, "mode": "lines", "line": {"color": INK, "width": 2.5, "simplify": True}}
    return [curve, {**shape, "mode": "markers", "marker": {"color": INK, "size": 9}, "cliponaxis": False}]


def _bound(k: npt.NDArray[Any], values: Floats) -> dict[str, Any]:
    style = {"color": BOUND, "width": 1.75, "dash": "dash"}
    return {
        "type": "scatter",
        "mode": "lines",
        "line": style,
        "x": k.tolist(),
        "y": values.tolist(),
        "hoverinfo": "skip",
    }


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
    x_range: Sequence[float],
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
        "xaxis": {**axis, "range": [float(x_range[0]), float(x_range[1])], "visible": not note,
                  "title": {"text": "updates k", "standoff": 2}},
        "yaxis": {**axis, "range": [low - (room if low else 0), high + room], "visible": not note, "nticks": 5,
                  "title": {"text": y_title, "standoff": 4}},
        "annotations": [centre] if note else list(annotations),
        "showlegend": False,
        "dragmode": False,
        "hovermode": "closest",
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": _FONT,
    }  # fmt: skip
    return {"area": area, "label": label, "figure": {"data": traces, "layout": layout, "config": _CONFIG}}
