"""Planes: the board with what is drawn on it, other planes about an origin, and figures in space."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from perceptron import Dataset, Inseparable, Run, Separator
from perceptron.learner import Tie
from perceptron.separation import Separation
from playground.draw import legends
from playground.draw.figures import ABOVE, LINE, PLAIN, STILL, Floats, Picture, column, heading, mark
from playground.draw.palette import BOUND, FORMER, GRID, GROUND, INK, NEGATIVE, POSITIVE, PROOF, SEPARATOR, SMALL
from playground.stage.payload import Area, Column, Hollow, Mark, Panel, Point, Shape, Sign

Shift = tuple[float, float]
Span = tuple[float, float]
"""From where to where both axes of a plane reach."""

VIEWS = (1.25, 2.5, 3.2, 4.0, 5.0, 6.4, 8.0)
"""Half the side of the board: few sizes, so that the view stands still while points move."""

UNIT_SQUARE: Span = (-0.5, 1.5)
"""The view of a board of 0 and 1, which has a margin all around them and the origin in sight."""

BOARD = "Input plane: click to place, drag to move a point"
"""The title of a board that the hand may change."""

TINTS = (23, 4)
"""How many percent of its colour the positive side of a boundary has, and the negative one."""

HOLLOW: Hollow = {"panel": 0, "kind": "hollow", "columns": ["hollow"], "words": "○ {count} wrong"}
"""Makes the points that are wrong hollow, and counts them."""

OWN_HOLLOW: Hollow = {**HOLLOW, "words": "perceptron: ○ {count}"}
"""The same among several learners."""


def view(points: Sequence[Point]) -> Span:
    """Return the view of a board that shows all the points, and the origin.

    It is about the origin but where two points at least are corners of the unit square, as those of a logic gate: of
    its four the hand may move two, and elsewhere it may place a point without a change of the view.

    >>> view([(0.5, -1.0, 0)]), view([(0, 1, 0), (1, 1, 1)])
    ((-1.25, 1.25), (-0.5, 1.5))
    """
    low, high = UNIT_SQUARE
    corners = {(x, y) for x, y, _ in points} & {(0, 0), (0, 1), (1, 0), (1, 1)}
    if len(corners) > 1 and all(low <= value <= high for x, y, _ in points for value in (x, y)):
        return UNIT_SQUARE
    half = half_side(points)
    return -half, half


def half_side(points: Sequence[Point]) -> float:
    """Return half the side of a board about the origin that shows all the points.

    >>> half_side([(0.5, -1.0, 0)]), half_side([(0.5, -3.0, 0)])
    (1.25, 3.2)
    """
    farthest = max((max(abs(x), abs(y)) for x, y, _ in points), default=0.0)
    return next((half for half in VIEWS if farthest <= half), farthest)


def plane(
    area: Area,
    title: str,
    label: str,
    span: Span,
    traces: list[dict[str, Any]],
    *,
    axes: tuple[str, str] = ("x₁", "x₂"),
    annotations: Sequence[dict[str, Any]] = (),
    **more: Any,
) -> Panel:
    """Frame a plane, square on a square panel; `more` goes into the layout."""
    axis = {
        "range": [*span],
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
    span = view(points)
    drawn = [*traces]
    columns: dict[str, Column] = {}
    marks: list[Mark] = []
    if run is not None:
        scale = run.data.lift or 0.0
        columns, marks = turning(run.weights, scale, run.mistakes.tolist())
        columns["hollow"] = legends.codes(legends.wrong(run, tie))
        marks.append(HOLLOW)
        if vectors:
            new = run.weights[:, :2]
            columns |= {"zero": [0.0] * len(new), **tips(np.vstack([new[:1], new[:-1]]), new, *span)}
            marks += [
                mark("vector", ["zero", "zero", "ox", "oy"], stroke=INK, width=2.5, opacity=FORMER),
                mark("vector", ["ox", "oy", "nx", "ny"], stroke=INK, width=2.5, dash="3 4", part="x"),
                mark("vector", ["zero", "zero", "nx", "ny"], stroke=INK, width=2.5, part="w"),
            ]
        else:
            marks.append(mark("arrow", ["a", "b", "c"], stroke=INK, width=2.5, part="w"))
            marks.append(mark("glide", ["i", "a", "b", "c"], radius=4.5, fill=INK))
        if margin and isinstance(separation, Separator):
            drawn += band(separation, run.data, span)
        if numbers:
            drawn.append(numbered(points, span))
        if unseen is not None:
            drawn += small(unseen)
            columns["unseen"] = legends.wrong(run, tie, unseen).sum(axis=1).tolist()
    label = "The board: the points, hollow where wrong, the boundary, and w, which points to the positive side."
    words = [*invitation(points), *annotations]
    panel = plane("board", BOARD, label, span, drawn, annotations=words, **layout or {})
    if run is None:
        return Picture(panel)
    proof, margin = isinstance(separation, Inseparable), margin and isinstance(separation, Separator)
    panel["legend"] = legends.legend(vectors=vectors, margin=margin, proof=proof, unseen=unseen is not None)
    return ringed(Picture(panel, columns, marks, legends.READING), separation, len(run.weights))


def alone(start: Sequence[float], scale: float) -> Picture:
    """Draw an empty board with the boundary of these weights and w; no weights but 0 leave it as it is."""
    picture = board([], None, None)
    if any(start):
        picture.columns, picture.marks = turning(np.array([start]), scale, [])
        picture.marks.append(mark("arrow", ["a", "b", "c"], stroke=INK, width=2.5, part="w"))
        picture.reading = legends.READING
        picture.panel["figure"]["layout"]["annotations"] = []  # type: ignore[typeddict-item]
    return picture


def turnable(picture: Picture, scale: float, tie: Tie) -> None:
    """Let the hand turn the boundary of a board by its arrow."""
    picture.handle = legends.handle(scale, tie)
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


def band(separator: Separator, data: Dataset, span: Span) -> list[dict[str, Any]]:
    """Draw the boundary of w* and the two lines on which some point leaves exactly γ, and ring the points there.

    γ is written at one of these lines and, where it is a distance on the board, drawn across.
    """
    scale = data.lift or 0.0
    normal, offset = separator.w[:2], float(separator.w[-1]) * scale
    length = float(np.hypot(*normal))
    if not length:
        return []
    along = np.array([-normal[1], normal[0]]) / length
    low, high = span
    center, half = (low + high) / 2, (high - low) / 2
    middle = np.full(2, center) - (center * normal.sum() + offset) * normal / length**2
    width = separator.margin * normal / length**2
    traces = []
    for side, dash in ((0, "solid"), (1, "dot"), (-1, "dot")):
        ends = np.array([middle + side * width + far * along for far in (-3 * half, 3 * half)]).round(6)
        style = {"color": SEPARATOR, "width": 2, "dash": dash}
        name = {"name": "w*", "showlegend": not side}
        traces.append({**LINE, **name, "line": style, "x": ends[:, 0].tolist(), "y": ends[:, 1].tolist()})
    points = data.X[:, :2]
    x, y = points[separator.closest].T.tolist()
    ring = {"symbol": "circle-open", "size": 19, "color": SEPARATOR, "line": {"width": 2}}
    traces.append({"type": "scatter", "mode": "markers", "showlegend": False, "x": x, "y": y, "marker": ring})
    # Within the band there is no point, so that its name needs room beside it only.
    feet = middle + np.linspace(-0.7, 0.7, 8)[:, None] * half * along
    feet = feet[(np.abs(np.array([feet, feet + width]) - center) <= 0.9 * half).all(axis=(0, 2))]
    if len(feet):
        foot = max(feet, key=lambda place: np.linalg.norm(points - place - width, axis=1).min())
        ends = np.array([foot, foot + width]).round(6)
        up, over = ("top" if normal[1] > 0 else "bottom"), ("right" if normal[0] > 0 else "left")
        place = f"{up} center" if abs(normal[1]) > abs(normal[0]) else f"middle {over}"
        label = {"mode": "text" if scale else "lines+text", "text": ["", "γ"], "textposition": place}
        look = {"line": {"color": SEPARATOR, "width": 2}, "textfont": {"size": 15, "color": SEPARATOR}}
        traces.append(
            {**LINE, **label, **look, "showlegend": False, "x": ends[:, 0].tolist(), "y": ends[:, 1].tolist()}
        )
    return traces


def ringed(picture: Picture, proof: object, steps: int) -> Picture:
    """Ring on a board the points that prove at so many steps that nothing separates, if it is such a `proof`.

    Where that is asked, they are ringed once the end was seen.
    """
    if isinstance(proof, Inseparable):
        columns: dict[str, Column] = {f"proof{i}": [i] * steps for i in proof.points.tolist()}
        look: dict[str, Any] = {"radius": 13.5, "stroke": PROOF, "width": 3, "ahead": False, "outcome": True}
        picture.columns |= columns
        picture.marks += [mark("ring", [name], **look) for name in columns]
    return picture


_SIDES = (220, 500)
"""The sides of a board in pixels between which words beside its points must have room: a phone's and a desk's."""
_CLEAR = 14
"""The gap in pixels beyond which a word is no better off."""


def beside(
    places: Sequence[Sequence[float]], chosen: Iterable[int], span: Span, right: int, up: int, size: tuple[int, int]
) -> list[Shift]:
    """Find room for a word beside each chosen point: where on the ellipse around it all else is farthest away.

    Parameters
    ----------
    places, chosen
        x and y of every point, and which of them have a word.
    span
        The view of the board.
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
    low, high = span
    points = np.array([place[:2] for place in places]).reshape(-1, 2) - (low + high) / 2
    box = np.array(size) / 2
    shift_of: dict[int, Floats] = {}
    for i in chosen:
        worth = np.zeros(len(shifts))
        for side in _SIDES:
            scale = side / (high - low)
            words = scale * points[i] + shifts
            others = scale * points[[*shift_of]] + np.array([*shift_of.values()]).reshape(-1, 2)
            apart = [_gaps(words, scale * points, box), _gaps(words, others, 2 * box)]
            inside = (np.abs(words) + box <= side / 2).all(axis=1)
            worth += np.minimum(np.hstack(apart).min(axis=1), _CLEAR) - np.where(inside, 0, side)
        shift_of[i] = shifts[int(worth.argmax())]
    return [(float(shift[0]), float(shift[1])) for shift in shift_of.values()]


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


def numbered(points: Sequence[Point], span: Span) -> dict[str, Any]:
    """Write each point's number beside it, on the side where there is most room."""
    sides = []
    for right, up in beside(points, range(len(points)), span, 18, 18, (12, 12)):
        row = "top" if up > 5 else "bottom" if up < -5 else "middle"
        sides.append(f"{row} {'right' if right > 5 else 'left' if right < -5 else 'center'}")
    # A marker that is not seen keeps the number clear of the point and of the ring about it.
    marker = {"size": 22, "opacity": 0}
    style = {"textposition": sides, "textfont": {"size": 10, "color": INK}, "marker": marker, "opacity": 0.7}
    values = {"x": [x for x, _, _ in points], "y": [y for _, y, _ in points]}
    text = [str(i) for i in range(len(points))]
    return {"type": "scatter", "mode": "markers+text", "showlegend": False, "text": text, **values, **style}


def tips(old: Floats, new: Floats, low: float | Floats, high: float | Floats) -> dict[str, Column]:
    """Place the tips of the old and the new w of each step on the board, shrunk together where they would not fit.

    Its view, from `low` below 0 to `high`, may differ from step to step.
    """
    both = np.hstack([old, new]).T
    farthest = np.maximum(both / low, both / high).max(axis=0)  # 1 at the edge
    ends = zip(("ox", "oy", "nx", "ny"), both * (0.9 / np.maximum(farthest, 0.9)), strict=True)
    return {name: column(values) for name, values in ends}


def named(lines: int = 1, **sides: float) -> dict[str, Any]:
    """Lay out a board with so many lines of legend between its title and itself, square but for other `sides`."""
    top = 24 + 18 * lines
    margin = {"l": 38, "r": top + 2, "t": top, "b": 40, "autoexpand": False, **sides}
    return {"showlegend": True, "legend": {**ABOVE}, "margin": margin}


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


def angles(signed: Floats, w: Floats) -> tuple[float, float]:
    """Return the angles around a w that separates which no signed point in the plane cuts off.

    >>> np.degrees(angles(np.array([[1, 0], [0, 1]]), np.array([1, 1]))).round(6).tolist()
    [0.0, 90.0]
    """
    middle = np.arctan2(w[1], w[0])
    away = np.arctan2(signed[:, 1], signed[:, 0]) - middle
    away = (away + np.pi) % (2 * np.pi) - np.pi
    return float(middle + away.max() - np.pi / 2), float(middle + away.min() + np.pi / 2)


def cone(signed: Floats, w: Floats, half: float) -> dict[str, Any]:
    """Fill the weights that have every signed point on their side."""
    low, high = angles(signed, w)
    corners = 4 * half * np.array([[np.cos(angle), np.sin(angle)] for angle in (low, (low + high) / 2, high)])
    ring = np.vstack([[0, 0], corners, [0, 0]]).round(6)
    fill = {"fill": "toself", "fillcolor": SEPARATOR, "opacity": 0.25, "line": {"width": 0}}
    return {**LINE, **fill, "x": ring[:, 0].tolist(), "y": ring[:, 1].tolist()}
