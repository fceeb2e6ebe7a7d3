"""Thumbnails: small SVG pictures of boards at their first step."""

from __future__ import annotations

import base64
import math
import re
import urllib.parse
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from playground.draw.figures import CLASSES
from playground.draw.palette import INK
from playground.stage import assets
from playground.stage.payload import Figure, FigurePart, Moving, Pixels, Scene, Space, before_the_end


def image(drawn: str) -> str:
    """Return a thumbnail as an HTML image."""
    return f'<img alt="" src="data:image/svg+xml,{urllib.parse.quote(standalone(drawn))}">'


def standalone(drawn: str) -> str:
    """Return a thumbnail as a picture of its own, which cannot see the theme: its colours suit both themes."""
    drawn = drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')
    colors = assets.color_of("light") | {"--st-text-color": "gray"}
    return re.sub(r"var\((--st-[\w-]+)\)", lambda name: colors[name[1]], drawn).replace("currentColor", "gray")


SIDE = 100
"""The side of a thumbnail, in its own units."""

Place = Callable[[float, float], tuple[float, float]]
"""A function from values on the axes to the thumbnail's units."""

_POINT = 2.6


def thumbnail(scene: Scene, *, numbered: bool = False) -> str:
    """Return a scene's board at its first step as SVG: points and lines, or pictures of cells.

    The thumbnail reveals nothing about the end of the run. A `numbered` board has numbers on its axes and a fine grid.

    >>> from perceptron import gate, separate, train
    >>> from playground.draw.steps import Steps
    >>> from playground.pages.playground import scene as playground
    >>> data = gate("or")
    >>> points = [(0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 0)]
    >>> thumbnail(playground.scene(points, Steps(train(data)), separate(data))).count("<path")
    3
    """
    scene = before_the_end(scene)
    panel = scene["panels"][0]
    figure: Figure | Space | None = panel.get("figure")  # type: ignore[assignment]
    moves = any(mark["kind"] == "moving" for mark in scene["marks"])  # moving points have a scale of their own
    points = [point for point in scene["points"] if isinstance(point, (tuple, list)) and "drawing" not in scene]
    plane = None if figure is None or "traces" in figure else figure
    numbered = numbered and bool(points) and plane is not None and not moves
    if plane is None:  # only a figure in the plane has two axes
        half = 1.25 * max((abs(x) for point in points for x in point[:2]), default=1)
        xaxis = yaxis = -half, half
    else:
        xaxis, yaxis = plane["xaxis"]["range"], plane["yaxis"]["range"]
    place = _scale(xaxis, yaxis)
    shapes = [f'<path d="{_path([place(x, 0) for x in xaxis])}{_path([place(0, y) for y in yaxis])}" opacity="0.25"/>']
    for part in plane["parts"] if plane else []:
        shapes += _part(part, place)
    for mark in [mark for mark in scene["marks"] if mark["panel"] == 0]:
        if mark["kind"] == "line" and not mark.get("lag") and not mark.get("outcome"):
            shapes += _line([scene["columns"][name][0] for name in mark["columns"]], place, xaxis, yaxis)
        elif mark["kind"] == "moving":
            shapes += _points(_moving_points(mark), _scale((-1, 1), (-1, 1), mark.get("inset")))
    shapes += _points(points, place)
    pixels = next((mark for mark in scene["marks"] if mark["kind"] == "pixels" and "pictures" in mark), None)
    if pixels is not None:
        shapes = [*_pictures(pixels)]
    drawn, size = "".join(shapes), f'viewBox="0 0 {SIDE} {SIDE}"'
    if numbered:
        drawn, size = _numbered(drawn, xaxis, yaxis, place)
    return f'<svg {size} fill="none" stroke="currentColor" aria-hidden="true">{drawn}</svg>'


def scatter(points: Sequence[Sequence[float]]) -> str:
    """Return points as SVG, each class in its own shape.

    >>> scatter([(0, 0, 1), (0, 1, 0)]).count("<path")
    3
    """
    half = 1.1 * max((abs(value) for x, y, _ in points for value in (x, y)), default=1) or 1
    place = _scale([-half, half], [-half, half])
    axes = f'<path d="M0,{SIDE / 2}H{SIDE}M{SIDE / 2},0V{SIDE}" opacity="0.25"/>'
    size = f'viewBox="0 0 {SIDE} {SIDE}" fill="none" stroke="currentColor"'
    return f'<svg {size} aria-hidden="true">{axes}{"".join(_points(points, place))}</svg>'


def _scale(xaxis: Sequence[float], yaxis: Sequence[float], inset: Sequence[float] | None = None) -> Place:
    """Return the scale of two axes on the whole thumbnail, or on a square `inset`."""
    left, top, side = (inset or (0, 0, 1))[:3]

    def place(x: float, y: float) -> tuple[float, float]:
        across, down = (x - xaxis[0]) / (xaxis[1] - xaxis[0]), (yaxis[1] - y) / (yaxis[1] - yaxis[0])
        return SIDE * (left + side * across), SIDE * (top + side * down)

    return place


def _numbered(drawn: str, xaxis: Sequence[float], yaxis: Sequence[float], place: Place) -> tuple[str, str]:
    """Frame a drawing, with numbers outside and a fine grid; return the SVG and the attributes of its size."""
    left, below = 11, 6
    text = '<text x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>'
    frame = f"M0,0H{SIDE}V{SIDE}H0Z"
    fine, numbers = [frame], []
    for x in _ticks(xaxis):
        across, _ = place(x, 0)
        fine.append(f"M{across:.1f},0V{SIDE}")
        numbers.append(text.format(across, SIDE + 5, "middle", _signed(x)))
    for y in _ticks(yaxis):
        _, down = place(0, y)
        fine.append(f"M0,{down:.1f}H{SIDE}")
        numbers.append(text.format(-1.5, down + 1.3, "end", _signed(y)))
    name = f"frame-{zlib.crc32(drawn.encode()):x}"
    parts = [
        f'<clipPath id="{name}"><path d="{frame}"/></clipPath><g clip-path="url(#{name})">{drawn}</g>',
        f'<path d="{"".join(fine)}" stroke-width="0.2"/>',
        f'<g font-size="4" fill="currentColor" stroke="none">{"".join(numbers)}</g>',
    ]
    return "".join(parts), f'class="numbered" viewBox="{-left} -1 {SIDE + left + 1} {SIDE + below + 1}"'


def _ticks(axis: Sequence[float]) -> list[float]:
    """Return round numbers between the ends of an axis, at most eight.

    >>> _ticks([-1.25, 1.25]), _ticks([-0.2, 0.7])
    ([-1.0, -0.5, 0.0, 0.5, 1.0], [0.0, 0.2, 0.4, 0.6])
    """
    low, high = sorted(axis)
    power = 10.0 ** (math.floor(math.log10(high - low)) - 1)
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power, 20 * power) if (high - low) / step < 8)
    # A number close to an end would be cut off.
    room = 0.06 * (high - low)
    first, last = math.ceil((low + room) / step), math.floor((high - room) / step)
    return [round(step * k, 12) + 0.0 for k in range(first, last + 1)]


def _signed(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _path(corners: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def _shape(d: str, color: str, *, filled: bool = False, **attributes: object) -> str:
    style = f"fill: {color}; stroke: none" if filled else f"stroke: {color}"
    more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<path d="{d}" style="{style}"{more}/>'


def _points(points: Sequence[Sequence[float]], place: Place) -> Iterator[str]:
    """Return a path for each class, of all its points."""
    for kind, each in enumerate(CLASSES):
        spots = [place(x, y) for x, y, class_index in points if class_index == kind]
        if spots:
            yield _spots(spots, each["color"], each["shape"])


def _spots(
    spots: Sequence[tuple[float, float]], color: str, shape: str, *, filled: bool = True, **attributes: object
) -> str:
    r = _POINT if filled else 1.6 * _POINT
    if shape == "circle":
        rounds = (f"M{x - r:.1f},{y:.1f}a{r},{r} 0 1,0 {2 * r},0a{r},{r} 0 1,0 {-2 * r},0z" for x, y in spots)
        return _shape("".join(rounds), color, filled=filled, **attributes)
    corners = (f"M{x:.1f},{y - 1.3 * r:.1f}l{1.2 * r:.1f},{2.1 * r:.1f}h{-2.4 * r:.1f}z" for x, y in spots)
    return _shape("".join(corners), color, filled=filled, **attributes)


def _part(part: FigurePart, place: Place) -> Iterator[str]:
    """Return the path of a part of a figure; nothing for one that is only in the legend."""
    if part["kind"] not in ("lines", "dots", "region"):
        return
    spots = [place(x, y) for x, y in zip(part["x"], part["y"], strict=True) if x is not None and y is not None]
    if spots and part["kind"] == "dots":
        filled = not part.get("hollow")
        yield _spots(spots, part["color"], part.get("shape", "circle"), filled=filled, opacity=part.get("opacity", 1))
    elif spots:
        dashes = "none" if part.get("dash", "solid") == "solid" else "3"
        yield _shape(_path(spots), part["color"] if part["kind"] == "lines" else INK, stroke_dasharray=dashes)


def _line(weights: Sequence[Any], place: Place, xaxis: Sequence[float], yaxis: Sequence[float]) -> Iterator[str]:
    """Return the path of a·x + b·y + c = 0; nothing if a = b = 0 or there are no weights yet."""
    if None in weights or not (length := math.hypot(*weights[:2])):
        return
    a, b, c = (value / length for value in weights)
    middle = (sum(xaxis) / 2, sum(yaxis) / 2)
    height, far = a * middle[0] + b * middle[1] + c, math.dist(xaxis, yaxis) + 2 * abs(xaxis[1] - xaxis[0])
    foot = (middle[0] - height * a, middle[1] - height * b)
    yield _shape(_path([place(foot[0] + along * b, foot[1] - along * a) for along in (-far, far)]), INK, stroke_width=2)


def _moving_points(mark: Moving) -> list[tuple[float, float, int]]:
    """Return the places of moving points at the first step, in units of half their axes."""
    xs, ys = (np.frombuffer(base64.b64decode(mark[name]), "<i2")[: len(mark["kinds"])] for name in ("x", "y"))
    half = mark["inset"][3] if "inset" in mark else 1
    places = zip((xs * mark["unit"] / half).tolist(), (ys * mark["unit"] / half).tolist(), mark["kinds"], strict=True)
    return list(places)


def _pictures(mark: Pixels) -> Iterator[str]:
    """Return the paths of the first four pictures; a cell with a larger value is darker."""
    across = mark["across"]
    for place, code in enumerate(mark["pictures"][:4]):
        cells = [float(cell) for cell in code.split(",")]
        size = 0.44 * SIDE / across
        left, top = (SIDE * (0.03 + 0.5 * (place % 2)), SIDE * (0.03 + 0.5 * (place // 2)))
        for tone in sorted({abs(cell) for cell in cells} - {0.0}):
            spots = ((i % across, i // across) for i, cell in enumerate(cells) if abs(cell) == tone)
            d = "".join(f"M{left + size * x:.1f},{top + size * y:.1f}h{size}v{size}h{-size}z" for x, y in spots)
            yield _shape(d, INK, filled=True, opacity=round(tone / max(map(abs, cells)), 2))
