"""The board and its lines, other planes about an origin, and figures in space."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import numpy as np

from perceptron import Dataset, Inseparable, Separator
from perceptron.learner import Tie
from perceptron.separation import Separation
from playground.draw import legends
from playground.draw.figures import DASHES, Floats, Picture, column, dots, lines, mark
from playground.draw.lines import forms
from playground.draw.palette import BOUND, FORMER, GROUND, INK, NEGATIVE, POSITIVE, PROOF, SEPARATOR, SMALL, faded
from playground.draw.steps import Steps
from playground.stage.payload import (
    Area,
    Column,
    Dash,
    Dots,
    Figure,
    FigurePart,
    Hollow,
    Lines,
    Margin,
    Note,
    Panel,
    Point,
    Region,
    Shape,
    Sign,
    Space,
)
from playground.stage.shared import TINTS

Shift = tuple[float, float]
Span = tuple[float, float]
"""The lowest and the highest value of both axes of a plane."""

VIEWS = (1.25, 2.5, 3.2, 4.0, 5.0, 6.4, 8.0)
"""Half sides of the board: only a few, so that the view stays while points move."""

UNIT_SQUARE: Span = (-0.5, 1.5)
"""The view of a logic gate's points, with a margin around them."""

HOLLOW: Hollow = {"panel": 0, "kind": "hollow", "columns": ["hollow"], "words": "○ {count} wrong"}
"""Makes wrong points hollow and counts them."""


def own_hollow(name: str, form: Sequence[str]) -> Hollow:
    """Return the mark that makes one learner's wrong points hollow and writes their number, if a board has several.

    `name` is written before the number. `form` holds the names of the columns a, b and c of the learner's line. The
    column `hollow` must say which points are wrong at each step.
    """
    return {**HOLLOW, "words": f"{name}: ○ {{count}}", "form": [*form]}


def ring(**more: Any) -> Shape:
    """Return the mark that rings the point of each update, whose index is in the column `i`.

    There is no ring at steps where the column holds None. `more` are further keys of `Shape`.
    """
    return mark("ring", ["i"], radius=11, stroke=INK, width=2.5, **more)


def view(points: Sequence[Point]) -> Span:
    """Return the range of both axes of a board that shows all points (x, y, class), with the origin in its middle.

    If at least two points are corners of the unit square and all fit into UNIT_SQUARE, the range is UNIT_SQUARE; so it
    stays while a visitor moves the other points of a logic gate. Without points its upper end is the least of VIEWS.

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
    """Return half the side of a square about the origin that shows all points: the least of VIEWS that is enough.

    If none is, it is the largest coordinate without its sign. Without points it is the least of VIEWS.

    >>> half_side([(0.5, -1.0, 0)]), half_side([(0.5, -3.0, 0)])
    (1.25, 3.2)
    """
    x, y, _ = zip(*points, strict=True) if points else ((0.0,), (0.0,), ())
    farthest = max(*x, *y, -min(*x, *y))
    return next((half for half in VIEWS if farthest <= half), farthest)


def plane(
    area: Area,
    title: str,
    label: str,
    span: Span,
    parts: Sequence[FigurePart],
    *,
    axes: tuple[str, str] = ("x₁", "x₂"),
    notes: Sequence[Note] = (),
    **more: Any,
) -> Panel:
    """Return a square panel that shows a plane.

    `area` is the panel's place on the page, and `label` describes it for screen readers. Both axes have the range
    `span`; `axes` are their names. The plane shows the `parts` and the `notes`. `more` adds keys to the figure or
    replaces them.
    """
    figure: Figure = {
        "title": title,
        "margin": {"l": 38, "r": 26, "t": 24, "b": 40},
        "xaxis": {"name": axes[0], "range": span, "count": 6},
        "yaxis": {"name": axes[1], "range": span, "count": 6},
        "parts": [*parts],
        "notes": [*notes],
        "frame": "box",
    }
    return {"area": area, "label": label, "figure": {**figure, **more}}  # type: ignore[typeddict-item]


def editable(points: Sequence[Point], label: str, span: Span | None = None) -> Picture:
    """Return the picture of a board that the visitor may edit: axes and, without points, "click to place a point".

    The stage draws the points. `label` describes the board for screen readers. `span` is the range of each of the two
    axes, by default the `view` of the points.
    """
    words: Note = {"x": 0.05, "y": 0.09, "text": "click to place a point", "color": BOUND, "anchor": "left"}
    return Picture(plane("board", "", label, span or view(points), [], notes=[] if points else [words]))


def board(
    points: Sequence[Point],
    steps: Steps | None,
    separation: Separation | None,
    *,
    margin: bool = False,
    vectors: bool = False,
    numbers: bool = False,
    unseen: Dataset | None = None,
) -> Picture:
    """Draw the board, the plane with the points: the boundary now and one step before, w, and the updated point.

    The browser draws the points, hollow where wrong. Without `steps` the picture has only axes. `separation` says
    whether a boundary separates the points; None hides it. If it proves that none does, the points of the proof are
    ringed.

    `margin` adds w*, the separator with the largest margin, if there is one. `vectors` adds the update of w, tip to
    tail, and `numbers` the numbers of the points. `unseen` adds small points that the learner never sees; the new
    column `unseen` counts the wrong ones among them.
    """
    span = view(points)
    label = "The board: the points, hollow where wrong, the boundary line, and the arrow w toward the positive side."
    picture = editable(points, label, span)
    if steps is None:
        return picture
    # 1. The boundary, w, and the wrong points.
    run = steps.run
    picture.reading = legends.READING
    draw_boundary(picture, steps.line)
    picture.add({"hollow": steps.hollow}, HOLLOW)
    if vectors:
        w = run.weights[:, :2]  # shape (M + 1, 2)
        picture.add(
            {"zero": [0.0] * len(w), **tips(np.vstack([w[:1], w[:-1]]), w, *span)},
            mark("vector", ["zero", "zero", "ox", "oy"], stroke=INK, width=2.5, opacity=FORMER),
            mark("vector", ["ox", "oy", "nx", "ny"], stroke=INK, width=2.5, dash="3 4", part="x"),
            mark("vector", ["zero", "zero", "nx", "ny"], stroke=INK, width=2.5, part="w"),
        )
    else:
        picture.marks += [_arrow(), mark("glide", ["i", "a", "b", "c"], radius=4.5, fill=INK)]
    # 2. The optional parts.
    best = separation if margin and isinstance(separation, Separator) else None
    if best:
        draw_band(picture, best, run.data, span)
    if numbers:
        picture.figure["notes"] += numbered(points, span)
    if unseen is not None:
        picture.figure["parts"] += small(unseen)
        picture.columns["unseen"] = legends.wrong(run, steps.tie, unseen).sum(axis=1).tolist()
    # 3. The legend, and the proof.
    proof = isinstance(separation, Inseparable)
    signs = legends.legend(vectors=vectors, margin=bool(best), proof=proof, unseen=unseen is not None)
    picture.panel["legend"] = signs  # type: ignore[typeddict-unknown-key]
    return ringed(picture, separation, len(run.weights))


def alone(start: Sequence[float], scale: float) -> Picture:
    """Draw a board without points, with the boundary and the arrow of the start weights if any of these is not 0.

    `scale` is the constant coordinate, 0 without a bias.
    """
    picture = board([], None, None)
    if any(start):
        a, b, c = forms(np.array([start]), scale).T.tolist()
        draw_boundary(picture, {"a": a, "b": b, "c": c, "i": [None]})
        picture.marks.append(_arrow())
        picture.reading = legends.READING
        picture.figure["notes"] = []
    return picture


def turnable(picture: Picture, scale: float, tie: Tie) -> None:
    """Change a picture so that the visitor can turn its boundary by dragging the tip of the boundary's arrow.

    The picture's legend says so, but only if the picture has it before this call. While the visitor turns the boundary,
    the tie rule decides whether points on it are wrong. `scale` is the points' constant coordinate, 0 without a bias.
    """
    picture.handle = legends.handle(scale, tie)
    signs: list[Sign] = picture.panel.get("legend", [])  # type: ignore[assignment]
    for sign in signs:
        if sign["shape"] == "arrow":
            sign["hand"] = "drag its tip to turn it"


def draw_boundary(picture: Picture, columns: dict[str, Column]) -> None:
    """Draw on a picture the boundary at each step and at the step before, tint its sides, and ring the updated point.

    `columns` are added to the picture and have a value for each step: "a", "b" and "c" of the boundary
    a x₁ + b x₂ + c = 0, and "i", the index of the point, or None. Where there is no boundary, a and b are 0 or None.
    """
    line = ["a", "b", "c"]
    picture.add(
        columns,
        *halfplanes(line),
        mark("line", line, lag=1, under=True, stroke=INK, width=1.5, opacity=FORMER),
        mark("line", line, under=True, stroke=INK, width=3, part="w"),
        ring(part="x"),
    )


def _arrow() -> Shape:
    """Return the mark of w's direction, at the boundary."""
    return mark("arrow", ["a", "b", "c"], stroke=INK, width=2.5, part="w")


def draw_line(
    picture: Picture, weights: Floats, scale: float, columns: list[str], name: str, color: str, dash: Dash
) -> None:
    """Draw on a picture a learner's boundary at each step, with the learner's `name` at its end.

    `weights` has a row for each step. `columns` are the names for three new columns a, b and c, and `scale` is the
    points' constant coordinate, 0 without a bias.
    """
    line = mark("line", columns, under=True, stroke=color, width=2.5, dash=DASHES[dash], name=name)
    picture.add(boundaries(weights, scale, columns), line)


def boundaries(weights: Floats, scale: float, names: Sequence[str]) -> dict[str, Column]:
    """Return columns for a, b and c of the boundary a x₁ + b x₂ + c = 0 at each step, under the three `names`.

    `weights` has a row for each step. `scale` is the constant that is appended to each point and multiplies the last
    weight; 0 without a bias. The largest of a, b and c is scaled to 1 or −1 unless all are 0.
    """
    lines = forms(weights, scale)
    # A factor does not move a line. At one size, a small w after large ones keeps its digits.
    sizes = np.maximum(np.abs(lines).max(axis=1, keepdims=True), np.finfo(float).tiny)
    return {name: column(values) for name, values in zip(names, (lines / sizes).T, strict=True)}


def halfplanes(line: list[str]) -> list[Shape]:
    """Return marks that tint both sides of a boundary; `line` has the names of its columns a, b and c.

    The positive side is tinted more, so that the sides differ without colours.
    """
    tinted = zip((1, -1), (POSITIVE, NEGATIVE), TINTS, strict=True)
    return [
        mark("halfplane", line, side=side, under=True, fill=color, opacity=percent / 100)
        for side, color, percent in tinted
    ]


def draw_band(picture: Picture, separator: Separator, data: Dataset, span: Span) -> None:
    """Draw on a picture the boundary of w*, which has the largest margin, and the two lines at this margin γ.

    The points on these lines are ringed. An arrow shows the direction of w*, not its length. Without a bias γ is a
    distance on the board, and a line across the band between the lines shows it. The arrow or the name γ is left out
    where there is no room. Nothing is drawn if w* has only a bias, because then there is no line.

    `data` are the points as the learner sees them, and `span` is the range of each axis.
    """
    scale = data.lift or 0.0
    normal, offset = separator.w[:2], float(separator.w[-1]) * scale
    length = float(np.hypot(*normal))
    if not length:
        return
    parts = picture.figure["parts"]
    # 1. The three lines, each through a point near the middle of the board and along the unit vector `along`.
    along = np.array([-normal[1], normal[0]]) / length
    low, high = span
    center, half = (low + high) / 2, (high - low) / 2
    middle = np.full(2, center) - (center * normal.sum() + offset) * normal / length**2
    width = separator.margin * normal / length**2
    dashes: Sequence[tuple[int, Dash]] = ((0, "solid"), (1, "dot"), (-1, "dot"))
    for side, dash in dashes:
        ends = np.array([middle + side * width + far * along for far in (-3 * half, 3 * half)])
        parts.append(polyline(ends, SEPARATOR, 2, dash))
    # 2. The rings.
    points = data.X[:, :2]
    parts.append(dots(points[separator.closest].T, SEPARATOR, 19, hollow=True, width=2))
    # 3. The arrow of w*, from the line's point nearest to the origin, as that of w, or from the next one with room.
    unit = normal / length
    arrow, name = _LONG * half * unit, _NAMED * half * unit
    feet = _inside(-offset * normal / length**2 + _ALONG[:, None] * half * along, arrow + name, span)
    taken = points
    if len(feet):
        foot = feet[np.argmax(np.minimum(_room(feet, arrow + name, points), _CLEARED * half))]
        parts.append(polyline(_arrowhead(foot, foot + arrow, 0.045 * half), SEPARATOR, 1.5))
        picture.figure["notes"].append(_named(foot + arrow, "w*", normal))
        taken = np.vstack([points, foot + np.linspace(0, 1, _PLACES)[:, None] * (arrow + name)])
    # 4. The name γ, on the board and far from the points and the arrow; no point lies within the band.
    feet = _inside(middle + np.linspace(-0.7, 0.7, 15)[:, None] * half * along, width, span)
    if len(feet):
        foot = feet[np.argmax(_room(feet, width + name, taken))]
        if not scale:
            parts.append(polyline(np.array([foot, foot + width]), SEPARATOR, 2))
        picture.figure["notes"].append(_named(foot + width, "γ", normal))


_ALONG = np.array(sorted(np.linspace(-1.2, 1.2, 25), key=abs))
"""Where the arrow of w* may begin along its line, in halves of a board's side, the preferred places first."""
_LONG, _NAMED, _CLEARED = 0.4, 0.15, 0.12
"""In halves of a board's side: the length of w*'s arrow, which ends beyond that of w, the room of a name beyond a tip,
and the distance from which on points do not disturb."""
_PLACES = 8
"""The places at which the room beside an arrow is measured."""


def _inside(feet: Floats, vector: Floats, span: Span) -> Floats:
    """Return the feet, shape (n, 2), from which a vector stays on the board."""
    low, high = span
    center, half = (low + high) / 2, (high - low) / 2
    return feet[(np.abs(np.array([feet, feet + vector]) - center) <= 0.9 * half).all(axis=(0, 2))]


def _room(feet: Floats, vector: Floats, others: Floats) -> Floats:
    """Return the distance from a vector at each foot to the nearest of other places, shape (n,)."""
    places = feet[:, None] + np.linspace(0, 1, _PLACES)[:, None] * vector
    room: Floats = np.linalg.norm(places[:, :, None] - others, axis=-1).min(axis=(1, 2))
    return room


def _arrowhead(foot: Floats, tip: Floats, size: float) -> Floats:
    """Return the corners of an arrow that is drawn as one line, shape (5, 2); `size` is the length of its head."""
    unit = (tip - foot) / np.linalg.norm(tip - foot)
    back, aside = tip - size * unit, 0.42 * size * np.array([-unit[1], unit[0]])
    return np.array([foot, tip, back + aside, tip, back - aside])


def _named(tip: Floats, text: str, normal: Floats) -> Note:
    """Return the green note beyond a tip that lies in the direction of w*."""
    return _beside(tip.round(6).tolist(), text, SEPARATOR, _direction(*normal.tolist()), 5)


def _direction(right: float, up: float) -> tuple[int, int]:
    """Return the direction of an axis, (±1, 0) or (0, ±1), that is nearest to this one."""
    return (0, 1 if up > 0 else -1) if abs(up) > abs(right) else (1 if right > 0 else -1, 0)


def _beside(place: Sequence[float], text: str, color: str, direction: tuple[int, int], away: float) -> Note:
    """Return a note that stands `away` pixels from a place in this direction."""
    right, up = direction
    note: Note = {"x": place[0], "y": place[1], "text": text, "color": color}
    note["shift"] = (right * away, up * (away + 4))
    if right:
        note["anchor"] = "left" if right > 0 else "right"
    return note


def polyline(corners: Floats, color: str, width: float, dash: Dash = "solid", *, name: str = "") -> Lines:
    """Return a line through corners of shape (n, 2); a `name` puts it into the legend."""
    return lines(corners.round(6).T, color, width, dash, name=name)


def ringed(picture: Picture, proof: object, steps: int) -> Picture:
    """Ring on a picture the points of a proof that nothing separates them, and return the same picture.

    If `proof` is not such a proof, nothing changes. `steps` is the number of steps with the start, and each has the
    rings. While a question is open, the browser hides them.
    """
    if isinstance(proof, Inseparable):
        columns: dict[str, Column] = {f"proof{i}": [i] * steps for i in proof.points.tolist()}
        look: dict[str, Any] = {"radius": 13.5, "stroke": PROOF, "width": 3, "ahead": False, "outcome": True}
        picture.columns |= columns
        picture.marks += [mark("ring", [name], **look) for name in columns]
    return picture


_SIDES = (220, 500)
"""The sides of a board, in pixels, that words beside points must fit: on a phone and on a desktop."""
_CLEAR = 14
"""A gap beside a word, in pixels, beyond which more room does not matter."""


def beside(
    places: Sequence[Sequence[float]], chosen: Iterable[int], span: Span, right: int, up: int, size: tuple[int, int]
) -> list[Shift]:
    """Return the shifts in pixels that keep words beside points far from all points and from each other.

    `places` are all points. `chosen` are the indices of those with a word; each gets a shift, in this order. Both axes
    have the range `span`. A shift leads to the right and up, from a point to the middle of its word. It ends on the
    ellipse around the point with half axes `right` and `up`; they and `size`, a word's width and height, are in pixels.
    Where there is no room, words may overlap.
    """
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    shifts = np.column_stack([right * np.cos(angles), up * np.sin(angles)]).round()
    low, high = span
    points = np.array([place[:2] for place in places]).reshape(-1, 2) - (low + high) / 2
    box = np.array(size) / 2
    shift_of: dict[int, Floats] = {}
    for i in chosen:
        worth = np.zeros(len(shifts))  # of each place on the ellipse
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
    """Return the gap between each word and each of the other places; `reach` is half the width and height of a word."""
    gaps: Floats = np.linalg.norm(np.maximum(np.abs(words[:, None] - others) - reach, 0), axis=2)
    return gaps


def small(data: Dataset) -> list[Dots]:
    """Return the points of data in the plane as small dots: first those labelled 1, then those labelled −1.

    Each label has its shape, and its entry even if it has no point. The browser draws a dot hollow at the steps at
    which it is wrong.
    """
    return [
        dots(data.X[data.y == label].T, color, SMALL, shape=shape, edge=GROUND, width=1.5, side=label)
        for label, color, shape in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle"))
    ]


def numbered(points: Sequence[Point], span: Span) -> list[Note]:
    """Return a note with each point's number, from 0, where there is most room beside the point and its ring."""
    shifts = beside(points, range(len(points)), span, 18, 18, (12, 12))
    directions = [(int(right > 5) - int(right < -5), int(up > 5) - int(up < -5)) for right, up in shifts]
    return [
        _beside(point[:2], str(i), faded(INK, 70), direction, 13)
        for i, (point, direction) in enumerate(zip(points, directions, strict=True))
    ]


def tips(old: Floats, new: Floats, low: float | Floats, high: float | Floats) -> dict[str, Column]:
    """Return the tips of two arrows from the origin at each step: w before the step and w after it.

    The columns ox and oy are the tip before, nx and ny the tip after. `old` and `new` are the weights before and after,
    shape (M + 1, 2), with a row for each step. Both axes of the view reach from `low` < 0 to `high`, which are numbers
    or have a value for each step. An arrow reaches at most nine tenths of the way to an edge: if one is longer, both
    arrows of the step are shortened by the same factor.
    """
    both = np.hstack([old, new]).T
    farthest = np.maximum(both / low, both / high).max(axis=0)  # 1 at the edge
    ends = zip(("ox", "oy", "nx", "ny"), both * (0.9 / np.maximum(farthest, 0.9)), strict=True)
    return {name: column(values) for name, values in ends}


def space(
    area: Area,
    title: str,
    label: str,
    ranges: Sequence[Sequence[float]],
    traces: list[dict[str, Any]],
    *,
    axes: tuple[str, str, str],
    eye: tuple[float, float, float] = (1.65, 1.35, 0.75),
    center: tuple[float, float, float] = (0, 0, -0.1),
    legend: Sequence[Lines] = (),
) -> Panel:
    """Return a panel with a figure in space that a visitor can turn.

    `label` describes it for screen readers, `ranges` and `axes` are the ranges and the names of its three axes, and
    `traces` are Plotly's. The figure is seen from `eye` toward `center`, in Plotly's units. The legend stands above the
    figure; an empty one leaves the legend to Plotly, inside the figure.
    """
    margin: Margin = {"l": 0, "r": 0, "t": 48 if legend else 24, "b": 0}
    first, second, third = (
        {"name": name, "range": (span[0], span[1])} for name, span in zip(axes, ranges, strict=True)
    )
    figure: Space = {
        "title": title,
        "margin": margin,
        "axes": cast(Any, (first, second, third)),
        "traces": traces,
        "eye": eye,
        "center": center,
        "legend": [*legend],
        "inside": not legend,
    }
    return {"area": area, "label": label, "figure": figure}


def angles(signed: Floats, w: Floats) -> tuple[float, float]:
    """Return the least and the greatest angle, in radians, between which weights separate points in the plane.

    `signed`, shape (n, 2), has each point times its label, −1 or +1. `w`, shape (2,), must be weights that separate the
    points. The angle of `w` lies between those returned, so one of these may lie beyond ±π.

    >>> np.degrees(angles(np.array([[1, 0], [0, 1]]), np.array([1, 1]))).round(6).tolist()
    [0.0, 90.0]
    """
    middle = np.arctan2(w[1], w[0])
    away = np.arctan2(signed[:, 1], signed[:, 0]) - middle
    away = (away + np.pi) % (2 * np.pi) - np.pi
    return float(middle + away.max() - np.pi / 2), float(middle + away.min() + np.pi / 2)


def cone(signed: Floats, w: Floats, half: float) -> Region:
    """Return the region of all weights that separate points in the plane; `w`, shape (2,), must be weights in it.

    `signed`, shape (n, 2), has each point times its label, −1 or +1. The region reaches beyond a board about the origin
    whose half side is `half`.
    """
    low, high = angles(signed, w)
    corners = 4 * half * np.array([[np.cos(angle), np.sin(angle)] for angle in (low, (low + high) / 2, high)])
    x, y = np.vstack([[0, 0], corners, [0, 0]]).T
    return {"kind": "region", "x": column(x), "y": column(y), "color": SEPARATOR, "opacity": 0.25}
