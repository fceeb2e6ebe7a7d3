"""What a small picture shows of a board at a step: spots, lines and cells, as numbers.

`draw/thumbnails.py` writes them as SVG, and `export/previews.py` paints them in pixels.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from playground.draw.figures import CLASSES
from playground.draw.palette import INK
from playground.stage.payload import Column, Figure, FigurePart, Moving, Pixels, Scene, Space, before_the_end

SIDE = 100
"""The side of a board in the units of its shapes, which begin at its upper left corner."""

Corner = tuple[float, float]
Place = Callable[[float, float], Corner]
"""A function from values on the axes to the units of shapes."""

POINT = 2.6
"""The radius of a point."""
_RING = 5.5
_SIGN = 11  # pixels of a point's width on the stage
_ARROW, _HEAD = 0.11, 5.0  # of the board's diagonal, as on the stage; and in units


class Spots(NamedTuple):
    """Circles or triangles with the same colour and radius, in the units of a `Sketch`.

    A hollow shape hides the shapes under it; an open shape, a mere outline, does not.
    """

    places: Sequence[Corner]
    color: str
    shape: Literal["circle", "triangle"]
    radius: float
    inside: Literal["full", "hollow", "open"] = "full"
    opacity: float = 1


class Stroke(NamedTuple):
    """A line through `corners`, in their order, in the units of a `Sketch`."""

    corners: Sequence[Corner]
    color: str
    width: float = 1
    dashed: bool = False


class Cells(NamedTuple):
    """Squares of equal side, each given by its upper left corner, in the units of a `Sketch`."""

    places: Sequence[Corner]
    side: float
    opacity: float


Shape = Spots | Stroke | Cells


class Tint(NamedTuple):
    """A colour for the side of a line on which a·x + b·y + c > 0, with `weights` a, b, c in the units of a `Sketch`."""

    weights: tuple[float, float, float]
    color: str
    opacity: float


class Sketch(NamedTuple):
    """A small picture of a board at a step, a square with sides of SIDE units; y counts from the top.

    Parameters
    ----------
    shapes
        The shapes on the board; each is drawn over those before it.
    tints
        The tinted sides of the board's line; empty without a line.
    xaxis, yaxis
        The ranges of the board's axes.
    axes
        What is drawn of the axes: nothing, the lines at 0, or also numbers.
    """

    shapes: Sequence[Shape]
    tints: Sequence[Tint]
    xaxis: Sequence[float]
    yaxis: Sequence[float]
    axes: Literal["none", "lines", "numbers"]


def sketch(scene: Scene, step: int = 0, *, hollow: bool = False) -> Sketch:
    """Return a small picture of a scene's board at a step, from 0 to the scene's `last`.

    It leaves out the parts that the scene hides until the run's end. If `hollow`, points that are wrong at the step are
    outlines, and the point of the update has a ring. If the board shows images, the picture has the first four.

    >>> from playground.page.answer import answer
    >>> from playground.pages import PAGES
    >>> after_two = sketch(answer(PAGES["app.py"], {"data": "AND"}), 2, hollow=True)
    >>> [each.shape for each in after_two.shapes if isinstance(each, Spots)], len(after_two.tints)
    (['circle', 'circle', 'triangle', 'triangle'], 2)
    """
    scene = before_the_end(scene)
    pictures = next((mark for mark in scene["marks"] if mark["kind"] == "pixels" and "pictures" in mark), None)
    if pictures is not None:
        return Sketch([*_pictures(pictures)], (), (0, 1), (0, 1), "none")
    columns, marks = scene["columns"], [mark for mark in scene["marks"] if mark["panel"] == 0]
    points = [point for point in scene["points"] if isinstance(point, (tuple, list)) and "drawing" not in scene]
    plane, ranges = _plane(scene, points)
    place = scale(*ranges)
    shapes: list[Shape] = [shape for part in (plane["parts"] if plane else ()) for shape in _part(part, place)]
    for mark in marks:
        if mark["kind"] == "moving":
            shapes += _points(_moving_points(mark, step), scale((-1, 1), (-1, 1), mark.get("inset")))
        elif mark["kind"] in ("line", "arrow") and not mark.get("lag") and not mark.get("outcome"):
            shapes += _line(mark, columns, step, ranges)
    for mark in marks:
        if hollow and mark["kind"] == "ring" and not mark.get("outcome"):
            shapes += _ring(mark, columns[mark["columns"][0]][step], points, place)
    code = next((columns[mark["columns"][0]][step] for mark in marks if mark["kind"] == "hollow" and hollow), "")
    shapes += _points(points, place, str(code))
    tints = [each for mark in marks if mark["kind"] == "halfplane" for each in _tint(mark, columns, step, ranges)]
    moves = any(mark["kind"] == "moving" for mark in marks)  # moving points have a scale of their own
    numbered = bool(points) and plane is not None and not moves
    return Sketch(shapes, tints, *ranges, "numbers" if numbered else "lines")


Ranges = tuple[Sequence[float], Sequence[float]]


def _plane(scene: Scene, points: Sequence[Sequence[float]]) -> tuple[Figure | None, Ranges]:
    """Return the board's plane figure, or None if it has none, and the ranges of the two axes."""
    figure: Figure | Space | None = scene["panels"][0].get("figure")  # type: ignore[assignment]
    if figure is not None and "traces" not in figure:
        return figure, (figure["xaxis"]["range"], figure["yaxis"]["range"])
    half = 1.25 * max((abs(x) for point in points for x in point[:2]), default=1)
    return None, ((-half, half), (-half, half))


def scale(xaxis: Sequence[float], yaxis: Sequence[float], inset: Sequence[float] | None = None) -> Place:
    """Return a function that takes x and y, and returns their place in the units of a `Sketch`.

    A place counts right and down from the sketch's upper left corner; it may lie outside the sketch. `xaxis` and
    `yaxis` are the least and the greatest coordinate. They span the whole board or, if given, a square `inset` in it:
    left, top and side, as fractions of the board.
    """
    left, top, side = (inset or (0, 0, 1))[:3]

    def place(x: float, y: float) -> Corner:
        across, down = (x - xaxis[0]) / (xaxis[1] - xaxis[0]), (yaxis[1] - y) / (yaxis[1] - yaxis[0])
        return SIDE * (left + side * across), SIDE * (top + side * down)

    return place


def scatter(points: Sequence[Sequence[float]]) -> list[Spots]:
    """Return the shapes that draw points (x, y, class) on a board. The board shows all points, and 0, 0 is its middle.

    The circles of class 0, which is +1, are one shape, and the triangles of class 1 are another. A class without points
    has no shape.

    >>> [(each.shape, len(each.places)) for each in scatter([(0, 0, 1), (0, 1, 0)])]
    [('circle', 1), ('triangle', 1)]
    """
    half = 1.1 * max((abs(value) for x, y, _ in points for value in (x, y)), default=1) or 1
    return [*_points(points, scale((-half, half), (-half, half)))]


def _points(points: Sequence[Sequence[float]], place: Place, code: str = "") -> Iterator[Spots]:
    """Return the shapes of points, for each class the full ones and the hollow ones.

    `code` tells which are hollow: a value of the column of the mark "hollow".
    """
    bits = bytes.fromhex(code)
    wrong = [i // 8 < len(bits) and bool(bits[i // 8] >> i % 8 & 1) for i in range(len(points))]
    for kind, each in enumerate(CLASSES):
        for hollow in (False, True):
            places = [place(*point[:2]) for i, point in enumerate(points) if point[2] == kind and wrong[i] == hollow]
            if places:
                yield Spots(places, each["color"], each["shape"], POINT, "hollow" if hollow else "full")


def _part(part: FigurePart, place: Place) -> Iterator[Shape]:
    """Return the shape of a part of a figure; nothing for a part that is only in the legend."""
    if part["kind"] not in ("lines", "dots", "region"):
        return
    places = [place(x, y) for x, y in zip(part["x"], part["y"], strict=True) if x is not None and y is not None]
    if places and part["kind"] == "dots":
        radius = POINT * part["size"] / _SIGN
        inside: Literal["open", "full"] = "open" if part.get("hollow") else "full"
        yield Spots(places, part["color"], part.get("shape", "circle"), radius, inside, part.get("opacity", 1))
    elif places:
        yield Stroke(places, part["color"] if part["kind"] == "lines" else INK, 1, part.get("dash", "solid") != "solid")


def _weights(mark: Mapping[str, Any], columns: Mapping[str, Column], step: int) -> tuple[float, float, float] | None:
    """Return a, b, c of the line a·x + b·y + c = 0 of a mark, with a² + b² = 1; None if there is no line."""
    weights = [columns[name][step] for name in mark["columns"]]
    if None in weights or not (length := math.hypot(*weights[:2])):  # type: ignore[arg-type]
        return None
    a, b, c = (float(value) / length for value in weights)  # type: ignore[arg-type]
    return a, b, c


def _line(mark: Mapping[str, Any], columns: Mapping[str, Column], step: int, ranges: Ranges) -> Iterator[Stroke]:
    """Return the shapes of a mark at a step: a line to beyond the picture, or an arrow along the line's normal."""
    weights, (xaxis, yaxis), place = _weights(mark, columns, step), ranges, scale(*ranges)
    if weights is None:
        return
    (a, b, c), color = weights, str(mark["style"]["stroke"])
    if mark["kind"] == "arrow":
        reach = _ARROW * math.hypot(xaxis[1] - xaxis[0], yaxis[1] - yaxis[0])
        foot, tip = place(-c * a, -c * b), place((reach - c) * a, (reach - c) * b)
        length = math.dist(foot, tip)
        along, across = ((tip[0] - foot[0]) / length, (tip[1] - foot[1]) / length), 0.42 * _HEAD
        wings = [
            (tip[0] - _HEAD * along[0] - side * along[1], tip[1] - _HEAD * along[1] + side * along[0])
            for side in (across, -across)
        ]
        yield Stroke([foot, tip], color, 1.6)
        yield Stroke([wings[0], tip, wings[1]], color, 1.6)
        return
    middle = (sum(xaxis) / 2, sum(yaxis) / 2)
    height, far = a * middle[0] + b * middle[1] + c, math.dist(xaxis, yaxis) + 2 * abs(xaxis[1] - xaxis[0])
    foot = (middle[0] - height * a, middle[1] - height * b)
    yield Stroke([place(foot[0] + along * b, foot[1] - along * a) for along in (-far, far)], color, 2)


def _tint(mark: Mapping[str, Any], columns: Mapping[str, Column], step: int, ranges: Ranges) -> Iterator[Tint]:
    weights, (xaxis, yaxis) = _weights(mark, columns, step), ranges
    if weights is None:
        return
    a, b, c = (mark.get("side", 1) * value for value in weights)
    wide, high = (xaxis[1] - xaxis[0]) / SIDE, (yaxis[1] - yaxis[0]) / SIDE
    in_units = a * wide, -b * high, c + a * xaxis[0] + b * yaxis[1]
    yield Tint(in_units, str(mark["style"]["fill"]), float(mark["style"]["opacity"]))


def _ring(mark: Mapping[str, Any], ringed: object, points: Sequence[Sequence[float]], place: Place) -> Iterator[Spots]:
    if isinstance(ringed, int):
        yield Spots([place(*points[ringed][:2])], str(mark["style"]["stroke"]), "circle", _RING, "open")


def _moving_points(mark: Moving, step: int) -> list[tuple[float, float, int]]:
    """Return x, y and the kind of each moving point at a step; 1 is half an axis."""
    count = len(mark["kinds"])
    xs, ys = (np.frombuffer(base64.b64decode(mark[name]), "<i2") for name in ("x", "y"))
    half = mark["inset"][3] if "inset" in mark else 1
    places = ((values * mark["unit"] / half).tolist() for values in (xs[:count], ys[step * count :][:count]))
    return [*zip(*places, mark["kinds"], strict=True)]


def _pictures(mark: Pixels) -> Iterator[Cells]:
    """Return the cells of the first four pictures; a cell with a larger value is darker."""
    across = mark["across"]
    for number, code in enumerate(mark["pictures"][:4]):
        cells = [float(cell) for cell in code.split(",")]
        size = 0.44 * SIDE / across
        left, top = (SIDE * (0.03 + 0.5 * (number % 2)), SIDE * (0.03 + 0.5 * (number // 2)))
        for tone in sorted({abs(cell) for cell in cells} - {0.0}):
            spots = ((i % across, i // across) for i, cell in enumerate(cells) if abs(cell) == tone)
            places = [(left + size * x, top + size * y) for x, y in spots]
            yield Cells(places, size, round(tone / max(map(abs, cells)), 2))


def ticks(axis: Sequence[float]) -> list[float]:
    """Return at most eight round numbers, evenly spaced, for an axis with these two ends.

    A number so close to an end that its text would be cut off is left out.

    >>> ticks([-1.25, 1.25]), ticks([-0.2, 0.7])
    ([-1.0, -0.5, 0.0, 0.5, 1.0], [0.0, 0.2, 0.4, 0.6])
    """
    low, high = sorted(axis)
    power = 10.0 ** (math.floor(math.log10(high - low)) - 1)
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power, 20 * power) if (high - low) / step < 8)
    # A number close to an end would be cut off.
    room = 0.06 * (high - low)
    first, last = math.ceil((low + room) / step), math.floor((high - room) / step)
    return [round(step * k, 12) + 0.0 for k in range(first, last + 1)]
