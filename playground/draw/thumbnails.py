"""Thumbnails: small SVG pictures of boards at their first step."""

from __future__ import annotations

import re
import urllib.parse
import zlib
from collections.abc import Iterable, Sequence

from playground.draw import boards
from playground.draw.boards import SIDE, Cells, Corner, Shape, Spots
from playground.draw.palette import INK
from playground.stage import assets
from playground.stage.payload import Scene


def image(drawn: str) -> str:
    """Return an HTML image element that shows `drawn` as decoration, with an empty `alt`.

    `drawn` is the text of an SVG element, such as `thumbnail` returns; `standalone` must not have been called on it.
    """
    return f'<img alt="" src="data:image/svg+xml,{urllib.parse.quote(standalone(drawn))}">'


def standalone(drawn: str) -> str:
    """Return the SVG text `drawn` as the text of a file, with fixed colours that suit both light and dark grounds.

    `drawn` must not have a namespace yet, as what `thumbnail` returns has none; the file's text has it. So this must
    not be called on its own result.
    """
    drawn = drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')
    colors = assets.color_of("light") | {"--st-text-color": "gray"}
    return re.sub(r"var\((--st-[\w-]+)\)", lambda name: colors[name[1]], drawn).replace("currentColor", "gray")


def thumbnail(scene: Scene, *, numbered: bool = False) -> str:
    """Return a scene's board at its first step as SVG: points and lines or, if it shows pictures, the first four.

    The parts that the scene hides until the run's end are left out. If `numbered`, the axes have numbers and a fine
    grid.

    >>> from perceptron import gate, separate, train
    >>> from playground.draw.steps import Steps
    >>> from playground.pages.playground import scene as playground
    >>> data = gate("or")
    >>> points = [(0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 0)]
    >>> svg = thumbnail(playground.scene(points, Steps(train(data)), separate(data)))
    >>> svg.count("<path")          # the axes, the circles of +1 and the triangles of −1
    3
    """
    drawn = boards.sketch(scene)
    place = boards.scale(drawn.xaxis, drawn.yaxis)
    shapes = [*map(svg, drawn.shapes)]
    if drawn.axes != "none":
        ends = _path([place(x, 0) for x in drawn.xaxis]) + _path([place(0, y) for y in drawn.yaxis])
        shapes.insert(0, f'<path d="{ends}" opacity="0.25"/>')
    inner, size = "".join(shapes), f'viewBox="0 0 {SIDE} {SIDE}"'
    if numbered and drawn.axes == "numbers":
        inner, size = _numbered(inner, drawn.xaxis, drawn.yaxis, place)
    return f'<svg {size} fill="none" stroke="currentColor" aria-hidden="true">{inner}</svg>'


def scatter(points: Sequence[Sequence[float]]) -> str:
    """Return an SVG picture of points (x, y, class) over two axes, each class in its own shape.

    Class 0 has the label +1, class 1 the label −1. Without points only the axes are drawn.

    >>> scatter([(0, 0, 1), (0, 1, 0)]).count("<path")  # the axes, and a path for each class
    3
    """
    axes = f'<path d="M0,{SIDE / 2}H{SIDE}M{SIDE / 2},0V{SIDE}" opacity="0.25"/>'
    size = f'viewBox="0 0 {SIDE} {SIDE}" fill="none" stroke="currentColor"'
    return f'<svg {size} aria-hidden="true">{axes}{"".join(map(svg, boards.scatter(points)))}</svg>'


def _numbered(drawn: str, xaxis: Sequence[float], yaxis: Sequence[float], place: boards.Place) -> tuple[str, str]:
    """Put a grid on a drawing and numbers around it; return the SVG and the attributes for its size."""
    left, below = 11, 6
    text = '<text x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>'
    frame = f"M0,0H{SIDE}V{SIDE}H0Z"
    fine, numbers = [frame], []
    for x in boards.ticks(xaxis):
        across, _ = place(x, 0)
        fine.append(f"M{across:.1f},0V{SIDE}")
        numbers.append(text.format(across, SIDE + 5, "middle", _signed(x)))
    for y in boards.ticks(yaxis):
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


def _signed(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _path(corners: Iterable[Corner]) -> str:
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def svg(shape: Shape) -> str:
    """Return a shape of a `Sketch` as one SVG element, `<path …/>`, even if the shape is several spots or squares."""
    if isinstance(shape, Spots):
        outlines = (_circle if shape.shape == "circle" else _triangle)(shape.places, shape.radius)
        return _element("".join(outlines), shape.color, filled=shape.inside == "full", opacity=shape.opacity)
    if isinstance(shape, Cells):
        side = shape.side
        squares = (f"M{x:.1f},{y:.1f}h{side}v{side}h{-side}z" for x, y in shape.places)
        return _element("".join(squares), INK, filled=True, opacity=shape.opacity)
    dashes = "3" if shape.dashed else "none"
    return _element(_path(shape.corners), shape.color, stroke_width=shape.width, stroke_dasharray=dashes)


def _element(d: str, color: str, *, filled: bool = False, **attributes: object) -> str:
    style = f"fill: {color}; stroke: none" if filled else f"stroke: {color}"
    more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<path d="{d}" style="{style}"{more}/>'


def _circle(places: Sequence[Corner], r: float) -> Iterable[str]:
    return (f"M{x - r:.1f},{y:.1f}a{r},{r} 0 1,0 {2 * r},0a{r},{r} 0 1,0 {-2 * r},0z" for x, y in places)


def _triangle(places: Sequence[Corner], r: float) -> Iterable[str]:
    return (f"M{x:.1f},{y - 1.3 * r:.1f}l{1.2 * r:.1f},{2.1 * r:.1f}h{-2.4 * r:.1f}z" for x, y in places)
