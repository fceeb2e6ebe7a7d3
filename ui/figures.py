"""The pictures' parts: figures as plain dictionaries, and the columns and marks with which the stage moves them.

Plain dictionaries, because building the same figure from Plotly's graph objects takes longer than the run itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from perceptron import Dataset, Inseparable, Run, Separator, bounds
from perceptron.learner import Tie
from perceptron.separation import Separation
from ui import links, reading
from ui.palette import BOUND, FORMER, GRID, GROUND, INK, NEGATIVE, POSITIVE, PROOF, SEPARATOR, SMALL, style
from ui.stage.scene import (
    Area,
    Canvas,
    Fact,
    Handle,
    Mark,
    Panel,
    Point,
    PointClass,
    Question,
    Reading,
    Scene,
    Shape,
    ShapeKind,
    Sheet,
    Sign,
    Strip,
    Symbol,
    Table,
    Text,
    Verdict,
)
from ui.words import empty as first_words
from ui.words import exact, position, whole

Column = Sequence[float | str | None]
Floats = npt.NDArray[np.float64]
Shift = tuple[float, float]

CLASSES: list[PointClass] = [
    {"name": "+1", "sign": "●", "color": POSITIVE, "shape": "circle"},
    {"name": "−1", "sign": "▲", "color": NEGATIVE, "shape": "triangle"},
]

VIEWS = (1.25, 2.5, 5.0, 8.0)
"""Half the side of the board: few sizes, so that the view stands still while points move."""

BOARD = "Input plane: click to place a point, drag to move one"
"""The title of a board that the hand may change."""

ABOVE = {"x": 0, "y": 1, "yanchor": "bottom", "orientation": "h", "bgcolor": "rgba(0, 0, 0, 0)"}
"""The legend of a panel, in a line between its title and its picture."""

TINTS = (23, 4)
"""How many percent of its colour the positive side of a boundary has, and the negative one."""

STILL = {"staticPlot": True, "responsive": False}
"""Plotly's configuration of a figure that answers to no hand but the stage's."""

LINE = {"type": "scatter", "mode": "lines"}
DASHES = {"solid": "none", "dash": "10 6", "dot": "1 6", "dashdot": "10 6 1 6", "longdash": "18 7",
          "longdashdot": "18 6 1 6"}  # fmt: skip
"""Plotly's name of a line's dashes, and what draws the same in a mark's style."""
PLAIN: Mapping[str, Any] = {
    "showlegend": False,
    "paper_bgcolor": "rgba(0, 0, 0, 0)",
    "plot_bgcolor": "rgba(0, 0, 0, 0)",
    "font": {"color": INK, "family": "var(--st-font)", "size": 12},
}


@dataclass
class Picture:
    """One panel of the stage with its marks, for which the panel's number is still to come, and their columns.

    The reading is said of a board that the hand may change, and the handle turns its line.
    """

    panel: Panel | Sheet | Table | Strip | Canvas
    columns: dict[str, Column] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)
    reading: Reading | None = None
    handle: Handle | None = None


def compose(
    pictures: Sequence[Picture],
    *,
    points: Sequence[Point],
    sentence: Text,
    position: Text,
    columns: Mapping[str, Column],
    facts: list[Fact],
    verdict: Verdict,
    last: int,
    again: int | None = None,
    symbols: Sequence[Symbol] = (),
    question: Question | None = None,
    editable: bool = True,
    snap: int = links.SNAP,
) -> Scene:
    """Put pictures and words together; if `editable`, the first picture is the board where the hand places points.

    They land on a grid of 1/`snap`. A ValueError names a column that two pictures have with different values.
    """
    marks: list[Mark] = []
    together = dict(columns)
    for index, picture in enumerate(pictures):
        marks += [{**mark, "panel": index} for mark in picture.marks]  # type: ignore[misc]
        for name, values in picture.columns.items():
            if together.setdefault(name, values) != values:
                raise ValueError(f"two columns are called {name!r}, and their values differ")
    scene: Scene = {
        "panels": [picture.panel for picture in pictures],
        "marks": marks,
        "columns": together,
        "texts": {"sentence": sentence, "position": position},
        "facts": facts,
        "verdict": verdict,
        "last": last,
        "points": points,
        "symbols": symbols,
    }
    if again is not None:
        scene["again"] = again
    if question is not None:
        scene["question"] = question
    if editable:
        scene["editing"] = {"panel": 0, "classes": CLASSES, "snap": snap, "most": links.MOST}
        if (read := pictures[0].reading) is not None:
            scene["reading"] = read
        if (handle := pictures[0].handle) is not None:
            scene["handle"] = handle
    return scene


def empty(pictures: Sequence[Picture], names: Iterable[str], snap: int = links.SNAP) -> Scene:
    """Compose a page whose board is empty: what to do there, and the names of its facts, which have no values yet."""
    return compose(
        pictures,
        points=[],
        sentence=first_words(),
        position=position(0),
        columns={},
        facts=[{"name": name, "value": "–", "note": ""} for name in names],
        verdict={"text": "", "color": BOUND},
        last=0,
        snap=snap,
    )


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


def mark(
    kind: ShapeKind,
    columns: list[str],
    *,
    stroke: str = "none",
    fill: str = "none",
    width: float = 0,
    opacity: float = 1,
    dash: str = "none",
    **more: Any,
) -> Shape:
    """Make a shape that follows the step; `more` is what else its kind takes."""
    drawn = style(stroke=stroke, fill=fill, width=width, opacity=opacity, dash=dash)
    drawn |= {"stroke-linejoin": "round", "stroke-linecap": "round"}
    return {"panel": 0, "kind": kind, "columns": columns, "style": drawn, **more}  # type: ignore[typeddict-item]


def legend(entries: Iterable[Sequence[str]]) -> list[dict[str, Any]]:
    """Return traces without points that stand in the legend for what the stage draws.

    An entry is a name, a colour and, if the line is not solid, one of DASHES.
    """
    return [
        {**LINE, "x": [None], "y": [None], "name": name, "showlegend": True,
         "line": {"color": color, "width": 2.5, "dash": dash[0] if dash else "solid"}}
        for name, color, *dash in entries
    ]  # fmt: skip


# ---- planes --------------------------------------------------------------------------------------------------------


def view(points: Sequence[Point]) -> float:
    """Return half the side of a board that shows all the points.

    >>> view([(0.5, -1.0, 0)]), view([(0.5, -3.0, 0)])
    (1.25, 5.0)
    """
    farthest = max((max(abs(x), abs(y)) for x, y, _ in points), default=0.0)
    return next((half for half in VIEWS if farthest <= half), farthest)


def plane(
    area: Area,
    title: str,
    label: str,
    half: float,
    traces: list[dict[str, Any]],
    *,
    axes: tuple[str, str] = ("x₁", "x₂"),
    annotations: Sequence[dict[str, Any]] = (),
    **more: Any,
) -> Panel:
    """Frame a plane about the origin, `half` to each side, square on a square panel; `more` goes into the layout."""
    axis = {
        "range": [-half, half],
        "fixedrange": True,
        "gridcolor": GRID,
        "zerolinecolor": "rgba(128, 128, 128, 0.45)",
        "linecolor": GRID,
        "mirror": True,
        "showline": True,
        "tickfont": {"size": 11},
        "ticks": "",
        "nticks": 6,
    }
    layout = {
        "title": heading(title),
        "margin": {"l": 38, "r": 26, "t": 24, "b": 40},
        "xaxis": {**axis, "title": {"text": axes[0], "standoff": 2}},
        "yaxis": {**axis, "title": {"text": axes[1], "standoff": 0}},
        "annotations": list(annotations),
        **PLAIN,
        **more,
    }
    return {"area": area, "label": label, "figure": {"data": traces, "layout": layout, "config": STILL}}


def board(
    points: Sequence[Point],
    run: Run | None,
    separation: Separation | None,
    *,
    tie: Tie = "mistake",
    margin: bool = False,
    vectors: bool = False,
    numbers: bool = False,
    unseen: Dataset | None = None,
    traces: Sequence[dict[str, Any]] = (),
    annotations: Sequence[dict[str, Any]] = (),
    layout: Mapping[str, Any] | None = None,
) -> Picture:
    """Draw the points, the boundary at each step with the one before, w, and the point behind the update.

    The points that are wrong at a step are hollow, and counted.

    Parameters
    ----------
    points
        What is on the board; the first class is +1.
    run, separation
        Of these very points, with or without a constant coordinate; None on an empty board.
    tie
        What a point on the boundary counts as.
    margin
        Draw the maximum-margin boundary with its band, too.
    vectors
        Draw w + ηyx tip to tail from the origin, to a scale that fits, instead of the direction of w.
    numbers
        Write each point's number beside it.
    unseen
        Points that the learner never sees, drawn small; the column `unseen` counts the wrong ones.
    traces, annotations, layout
        What else a page draws and writes on it, and has in its layout.
    """
    half = view(points)
    drawn = [*traces]
    columns: dict[str, Column] = {}
    marks: list[Mark] = []
    if run is not None:
        scale = run.data.lift or 0.0
        columns, marks = turning(run.weights, scale, run.mistakes.tolist())
        columns["hollow"] = reading.codes(reading.wrong(run, tie))
        marks.append({"panel": 0, "kind": "hollow", "columns": ["hollow"], "words": "○ {count} wrong"})
        if vectors:
            columns |= _tips(run, half)
            marks += [
                mark("vector", ["zero", "zero", "ox", "oy"], stroke=INK, width=2.5, opacity=FORMER),
                mark("vector", ["ox", "oy", "nx", "ny"], stroke=INK, width=2.5, dash="3 4", part="x"),
                mark("vector", ["zero", "zero", "nx", "ny"], stroke=INK, width=2.5, part="w"),
            ]
        else:
            marks.append(mark("arrow", ["a", "b", "c"], stroke=INK, width=2.5, part="w"))
            marks.append(mark("glide", ["i", "a", "b", "c"], radius=4.5, fill=INK))
        if margin and isinstance(separation, Separator):
            drawn += band(separation, scale, half)
        if isinstance(separation, Inseparable):
            certificate, ringed = rings(separation, len(run.weights))
            columns |= certificate
            marks += ringed
        if numbers:
            drawn.append(numbered(points, half))
        if unseen is not None:
            drawn += small(unseen)
            columns["unseen"] = reading.wrong(run, tie, unseen).sum(axis=1).tolist()
    label = "The board: the points, hollow where wrong, the boundary, and w, which points to the positive side."
    words = [*invitation(points), *annotations]
    panel = plane("board", BOARD, label, half, drawn, annotations=words, **layout or {})
    if run is None:
        return Picture(panel)
    proof = isinstance(separation, Inseparable)
    panel["legend"] = reading.legend(
        vectors=vectors, margin=margin and isinstance(separation, Separator), proof=proof, unseen=unseen is not None
    )
    return Picture(panel, columns, marks, reading.READING)


def alone(start: Sequence[float], scale: float) -> Picture:
    """Draw an empty board with the boundary of these weights and w; no weights but 0 leave it as it is."""
    picture = board([], None, None)
    if any(start):
        picture.columns, picture.marks = turning(np.array([start]), scale, [])
        picture.marks.append(mark("arrow", ["a", "b", "c"], stroke=INK, width=2.5, part="w"))
        picture.reading = reading.READING
        picture.panel["figure"]["layout"]["annotations"] = []  # type: ignore[typeddict-item]
    return picture


def turnable(picture: Picture, scale: float, tie: Tie) -> None:
    """Let the hand turn the boundary of a board by its arrow."""
    picture.handle = reading.handle(scale, tie)
    signs: list[Sign] = picture.panel.get("legend", [])  # type: ignore[assignment]
    for sign in signs:
        if sign["shape"] == "arrow":
            sign["hand"] = "drag its tip to turn it"


def turning(weights: Floats, scale: float, examples: Sequence[int]) -> tuple[dict[str, Column], list[Mark]]:
    """Draw the boundary at each step with the one before, both its sides, and a ring about the example behind it."""
    line = ["a", "b", "c"]
    marks: list[Mark] = [
        *halfplanes(line),
        mark("line", line, lag=1, under=True, stroke=INK, width=1.5, opacity=FORMER),
        mark("line", line, under=True, stroke=INK, width=3, part="w"),
        mark("ring", ["i"], radius=11, stroke=INK, width=2.5, part="x"),
    ]
    # Not rounded, because what the weights say of a place is read off them.
    columns = zip(line, _forms(weights, scale).T.tolist(), strict=True)
    return {**dict(columns), "i": [None, *examples]}, marks


def boundaries(weights: Floats, scale: float, names: Sequence[str]) -> dict[str, Column]:
    """Return the columns of the boundary at each step; the third weight, if there is one, is that of `scale`."""
    lines = _forms(weights, scale)
    # A line is its coefficients up to a factor; of one size, a small w after large ones keeps its digits.
    sizes = np.maximum(np.abs(lines).max(axis=1, keepdims=True), np.finfo(float).tiny)
    return {name: column(values) for name, values in zip(names, (lines / sizes).T, strict=True)}


def _forms(weights: Floats, scale: float) -> Floats:
    """Return a, b and c of w·x = a·x₁ + b·x₂ + c for each of the weights."""
    forms: Floats = (weights if weights.shape[1] == 3 else np.pad(weights, ((0, 0), (0, 1)))) * [1, 1, scale]
    return forms


def with_axes(scene: Scene, names: tuple[str, str] | None) -> Scene:
    """Name the axes of the board, if there is one, by what was measured; None leaves them as they are."""
    if names and "editing" in scene:
        layout = scene["panels"][scene["editing"]["panel"]]["figure"]["layout"]  # type: ignore[typeddict-item]
        for axis, name in zip(("xaxis", "yaxis"), names, strict=True):
            layout[axis]["title"]["text"] = name
    return scene


def halfplanes(line: list[str]) -> list[Shape]:
    """Tint both sides of a boundary, the positive one more, so that the two differ without their hues, too."""
    tinted = zip((1, -1), (POSITIVE, NEGATIVE), TINTS, strict=True)
    return [
        mark("halfplane", line, side=side, under=True, fill=color, opacity=percent / 100)
        for side, color, percent in tinted
    ]


def invitation(points: Sequence[Point]) -> list[dict[str, Any]]:
    """Say on an empty board what to do there."""
    words = {"text": "click to place a point", "font": {"size": 18, "color": BOUND}, "showarrow": False}
    return [] if points else [{"x": 0.05, "y": 0.09, "xanchor": "left", **words}]


def band(separator: Separator, scale: float, half: float) -> list[dict[str, Any]]:
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
        name = {"name": "w*", "showlegend": not shift}
        traces.append({**LINE, **name, "line": style, "x": ends[:, 0].tolist(), "y": ends[:, 1].tolist()})
    return traces


def rings(proof: Inseparable, steps: int) -> tuple[dict[str, Column], list[Mark]]:
    """Ring the points that prove that nothing separates, at so many steps; where that is asked, once it was seen."""
    columns: dict[str, Column] = {f"proof{i}": [i] * steps for i in proof.points.tolist()}
    look: dict[str, Any] = {"radius": 13.5, "stroke": PROOF, "width": 3, "ahead": False, "outcome": True}
    return columns, [mark("ring", [name], **look) for name in columns]


_SIDES = (220, 500)
"""The sides of a board in pixels between which words beside its points must have room: a phone's and a desk's."""
_CLEAR = 14
"""The gap in pixels beyond which a word is no better off."""


def beside(
    places: Sequence[Sequence[float]], chosen: Iterable[int], half: float, right: int, up: int, size: tuple[int, int]
) -> list[Shift]:
    """Find room for a word beside each chosen point: where on the ellipse around it all else is farthest away.

    Parameters
    ----------
    places, chosen
        x and y of every point, and which of them have a word.
    half
        Half the side of the board.
    right, up
        The half axes of the ellipse, in pixels.
    size
        How wide and high a word is, in pixels.

    Returns
    -------
    shifts
        For each chosen point how many pixels to the right and up its word's middle is.
    """
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    shifts = np.column_stack([right * np.cos(angles), up * np.sin(angles)]).round()
    points, box = np.array([place[:2] for place in places]), np.array(size) / 2
    found: dict[int, Floats] = {}
    for i in chosen:
        worth = np.zeros(len(shifts))
        for side in _SIDES:
            scale = side / (2 * half)
            words = scale * points[i] + shifts
            others = scale * points[[*found]] + np.array([*found.values()]).reshape(-1, 2)
            apart = [_gaps(words, scale * points, box), _gaps(words, others, 2 * box)]
            inside = (np.abs(words) + box <= side / 2).all(axis=1)
            worth += np.minimum(np.hstack(apart).min(axis=1), _CLEAR) - np.where(inside, 0, side)
        found[i] = shifts[int(worth.argmax())]
    return [(float(shift[0]), float(shift[1])) for shift in found.values()]


def _gaps(words: Floats, others: Floats, reach: Floats) -> Floats:
    """Return how far each word is from each other place; it reaches so far to each side, and up and down."""
    gaps: Floats = np.linalg.norm(np.maximum(np.abs(words[:, None] - others) - reach, 0), axis=2)
    return gaps


def small(data: Dataset) -> list[dict[str, Any]]:
    """Draw points that are none of the board's small, each class with its sign."""
    traces = []
    for label, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        x, y = data.X[data.y == label].T.tolist()
        marker = {"color": color, "size": SMALL, "symbol": symbol, "line": {"color": GROUND, "width": 1}}
        traces.append({"type": "scatter", "mode": "markers", "showlegend": False, "x": x, "y": y, "marker": marker})
    return traces


def numbered(points: Sequence[Point], half: float) -> dict[str, Any]:
    """Write each point's number beside it, on the side where there is most room."""
    sides = []
    for right, up in beside(points, range(len(points)), half, 18, 18, (12, 12)):
        row = "top" if up > 5 else "bottom" if up < -5 else "middle"
        sides.append(f"{row} {'right' if right > 5 else 'left' if right < -5 else 'center'}")
    # A marker that is not seen keeps the number clear of the point and of the ring about it.
    marker = {"size": 22, "opacity": 0}
    style = {"textposition": sides, "textfont": {"size": 10, "color": INK}, "marker": marker, "opacity": 0.7}
    values = {"x": [x for x, _, _ in points], "y": [y for _, y, _ in points]}
    text = [str(i) for i in range(len(points))]
    return {"type": "scatter", "mode": "markers+text", "showlegend": False, "text": text, **values, **style}


def _tips(run: Run, half: float) -> dict[str, Column]:
    """Place the tips of the old and the new w of each step on the board, shrunk together where they would not fit."""
    new = run.weights[:, :2]
    old = np.vstack([new[:1], new[:-1]])
    longest = np.maximum(np.hypot(*new.T), np.hypot(*old.T))
    fit = (0.9 * half / np.maximum(longest, 0.9 * half))[:, None]
    zero: Column = [0.0] * len(new)
    tips = zip(("ox", "oy", "nx", "ny"), np.hstack([old * fit, new * fit]).T, strict=True)
    return {"zero": zero, **{name: column(values) for name, values in tips}}


def space(
    area: Area,
    title: str,
    label: str,
    ranges: Sequence[Sequence[float]],
    traces: list[dict[str, Any]],
    *,
    axes: tuple[str, str, str],
    **more: Any,
) -> Panel:
    """Frame a figure in space that the hand can turn; `more` goes into the layout."""
    axis = {"gridcolor": GRID, "zerolinecolor": BOUND, "showbackground": False, "nticks": 5}
    named = zip(("xaxis", "yaxis", "zaxis"), axes, ranges, strict=True)
    layout = {
        "title": heading(title),
        "margin": {"l": 0, "r": 0, "t": 24, "b": 0},
        "scene": {
            **{name: {**axis, "title": {"text": title}, "range": [*span]} for name, title, span in named},
            "aspectmode": "cube",
            "uirevision": "kept",
            "camera": {"eye": {"x": 1.65, "y": 1.35, "z": 0.75}, "center": {"x": 0, "y": 0, "z": -0.1}},
        },
        **PLAIN,
        **more,
    }
    config = {"displayModeBar": False, "responsive": False}
    return {"area": area, "label": label, "figure": {"data": traces, "layout": layout, "config": config}}


def cone(signed: Floats, w: Floats, half: float) -> dict[str, Any]:
    """Fill the weights that have every signed point on their side: the angles around w* that none of them cuts off."""
    middle = np.arctan2(w[1], w[0])
    away = np.arctan2(signed[:, 1], signed[:, 0]) - middle
    away = (away + np.pi) % (2 * np.pi) - np.pi
    low, high = middle + away.max() - np.pi / 2, middle + away.min() + np.pi / 2
    corners = 4 * half * np.array([[np.cos(angle), np.sin(angle)] for angle in (low, (low + high) / 2, high)])
    ring = np.vstack([[0, 0], corners, [0, 0]]).round(6)
    fill = {"fill": "toself", "fillcolor": SEPARATOR, "opacity": 0.25, "line": {"width": 0}}
    return {**LINE, **fill, "x": ring[:, 0].tolist(), "y": ring[:, 1].tolist()}


# ---- curves --------------------------------------------------------------------------------------------------------


def chart(
    area: Area,
    title: str,
    label: str,
    traces: list[dict[str, Any]],
    last: float,
    y_range: Sequence[float],
    y_title: str,
    *,
    x_title: str = "updates k",
    annotations: Sequence[dict[str, Any]] = (),
    note: str = "",
    **more: Any,
) -> Panel:
    """Frame curves over 0 … last: fixed axes, so that they grow in place, and a title that says what to look for.

    A `note` takes the place of the axes where there is nothing to draw; `more` goes into the layout.
    """
    low, high = float(y_range[0]), float(y_range[1])
    room = 0.06 * (high - low or 1.0)
    axis = {"fixedrange": True, "gridcolor": GRID, "zeroline": False, "linecolor": GRID, "showline": True}
    centre = {"xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5, "showarrow": False, "text": note}
    layout = {
        "title": heading(title),
        "margin": {"l": 52, "r": 10, "t": 26, "b": 34},
        "xaxis": {**axis, "range": [0, 1.02 * last], "visible": not note, "title": {"text": x_title, "standoff": 2}},
        "yaxis": {**axis, "range": [low - (room if low else 0), high + room], "visible": not note, "nticks": 5,
                  "title": {"text": y_title, "standoff": 4}},
        "annotations": [centre] if note else list(annotations),
        **PLAIN,
        **more,
    }  # fmt: skip
    return {"area": area, "label": label, "figure": {"data": traces, "layout": layout, "config": STILL}}


def round_above(count: int) -> int:
    """Return the least of 1, 2, 5, 10, 20, 50 … that is no less: an axis up to there does not tell the count.

    >>> [round_above(count) for count in (0, 1, 12, 20, 21, 273)]
    [1, 1, 20, 20, 50, 500]
    """
    power: int = 10 ** (len(str(count)) - 1)
    return next(power * first for first in (1, 2, 5, 10) if power * first >= count)


def named(lines: int = 1) -> dict[str, Any]:
    """Lay out a board with so many lines of legend between its title and itself, square as it is."""
    top = 24 + 18 * lines
    return {
        "showlegend": True,
        "legend": {**ABOVE},
        "margin": {"l": 38, "r": top + 2, "t": top, "b": 40, "autoexpand": False},
    }


def heading(text: str) -> dict[str, Any]:
    """Write a title at the top left."""
    return {"text": text, "font": {"size": 13}, "x": 0, "xref": "paper", "xanchor": "left", "y": 0.985,
            "yanchor": "top"}  # fmt: skip


def blank(area: Area, title: str) -> Picture:
    """Leave the place of a curve free until there is something to measure."""
    why = "Nothing to measure yet."
    return Picture(chart(area, title, why, [], 1, [0, 1], "", note=why))


SQUEEZE = "Squeeze: ‖w‖² between floor and ceiling"


def squeezed(
    values: Floats, radius: float, margin: float | None, rate: float = 1.0, aligned: float = 0.0, *, close: bool = False
) -> Picture:
    """Draw ‖w‖² under its ceiling and over its floor, out to where the two meet if that is not too far to see.

    Parameters
    ----------
    values
        ‖w‖² before the first update and after each.
    radius, margin
        R and γ in the space of w; without a margin there is no floor.
    rate, aligned
        η, and w₀·w*.
    close
        Whether to draw only as far as the run goes.
    """
    label = "‖w‖² after each update, its ceiling and its floor."
    made, start_norm = len(values) - 1, float(np.sqrt(values[0]))
    end = max(1.0, made)
    if margin is None:
        title, label = "Growth: ‖w‖² stays under its ceiling", "‖w‖² after each update and its ceiling."
    else:
        meeting = bounds.from_start(radius, margin, aligned, start_norm, rate)
        end = end if close else max(end, min(1.04 * meeting, max(150.0, 20.0 * made)))
        where = "far out, at" if meeting > end else "at"
        title = f"Squeeze: floor and ceiling of ‖w‖² meet {where} k = {whole(bounds.whole(meeting))}"
    k = np.linspace(0.0, end, 61)
    ceiling = bounds.norm_squared_ceiling(k, radius, rate, start_norm)
    traces = [bound(k[[0, -1]], ceiling[[0, -1]])]
    eta, started = "" if rate == 1 else "η", bool(values[0])
    squared = "" if rate == 1 else "η²"
    notes = [note(k[40], ceiling[40], f"ceiling {'‖w₀‖² + ' if started else ''}k{squared}R²")]
    if margin is not None:
        floor = bounds.norm_squared_floor(k, margin, rate, aligned)
        traces.append(bound(k, floor))
        named = f"(w₀·w* + k{eta}γ)²" if started else f"k²{squared}γ²"
        notes.append(note(k[45], floor[45], f"floor {named}", below=True))
        if meeting <= end:
            marker = {"color": BOUND, "size": 9, "symbol": "diamond"}
            height = np.interp([meeting], k, ceiling).tolist()
            traces.append({"type": "scatter", "mode": "markers", "x": [meeting], "y": height, "marker": marker})
    panel = chart("lower", title, label, traces, end, [0, float(ceiling[-1])], "‖w‖²", annotations=notes)
    columns: dict[str, Column] = {"k": np.arange(made + 1).tolist(), "norm": exact(values)}
    return Picture(panel, columns, growth("norm"))


def growth(name: str, color: str = INK, k: str = "k", dash: str = "solid") -> list[Mark]:
    """Let a column grow over another as a curve up to the step, with a dot at its end; `dash` is one of DASHES."""
    return [
        mark("curve", [k, name], stroke=color, width=2.5, dash=DASHES[dash], part=name),
        mark("dot", [k, name], radius=4.5, fill=color, part=name),
    ]


def bound(k: npt.NDArray[Any], values: Floats) -> dict[str, Any]:
    """Draw what the theorem promises: grey and dashed."""
    style = {"color": BOUND, "width": 1.75, "dash": "dash"}
    return {**LINE, "line": style, "x": column(k), "y": column(values)}


def note(x: float, y: float, text: str, color: str = BOUND, *, below: bool = False) -> dict[str, Any]:
    """Name a line beside it."""
    corner = {"xanchor": "left", "yanchor": "top"} if below else {"xanchor": "right", "yanchor": "bottom"}
    return {"x": float(x), "y": float(y), "text": text, "font": {"color": color}, "showarrow": False, **corner}
