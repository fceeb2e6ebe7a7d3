"""Pictures in SVG and tables in HTML that show data, runs and verdicts in a notebook."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_SIDE = 220  # the side of a picture in pixels
_MOST_POINTS = 1_000
_MOST_ROWS, _MOST_COLUMNS = 10, 12
_POSITIVE, _NEGATIVE, _BEST = "#0072B2", "#D55E00", "#009E73"


def document(title: object, *parts: str) -> str:
    """Return HTML: a bold title, and below it the `parts` side by side; empty parts are left out.

    The title and the parts, such as pictures and tables, are HTML already and are not escaped.
    """
    columns = "".join(f'<div style="flex:none;max-width:100%;overflow:auto">{part}</div>' for part in parts if part)
    return f'<div><p><b>{title}</b></p><div style="display:flex;flex-wrap:wrap;gap:1em">{columns}</div></div>'


def table(heads: Sequence[str], rows: Iterable[Sequence[float]], count: int) -> str:
    """Return an HTML table of the first ten rows and the first twelve columns, with numbers to six digits.

    `count` is the number of all rows; the table says how many rows and columns are left out.
    The `heads` are HTML already and are not escaped.

    >>> table(["k"], [[1], [0.25]], 2).count("<tr>")
    3
    """
    wide = len(heads) > _MOST_COLUMNS
    lines = [[f"{value:.6g}" for value in row[:_MOST_COLUMNS]] for row in islice(rows, _MOST_ROWS)]
    more = count - len(lines)
    titles = [*heads[:_MOST_COLUMNS], *([f"… {len(heads) - _MOST_COLUMNS} more"] if wide else [])]
    head = "".join(f"<th>{name}</th>" for name in titles)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in line)}</tr>" for line in lines)
    rest = f'<tr><td colspan="{len(titles)}">… {more} more</td></tr>' if more else ""
    return f"<table><tr>{head}</tr>{body}{rest}</table>"


def picture(
    points: Floats,
    labels: NDArray[np.int64],
    w: Floats | None,
    lift: float | None,
    *,
    radius: float = 0,
    margin: float = 0,
) -> str:
    """Return an SVG picture of points in the plane and the boundary of w; "" if the points are not in a plane.

    A point of the label +1 is a circle, and any other a triangle. Only the first 1,000 points are drawn. Lines take
    their colour from the page, so that they are visible on a dark page, too.

    >>> points, labels = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]), np.array([1, -1])
    >>> picture(points, labels, np.array([3.0, 2.0, -4.0]), 1.0).count("<circle")
    1

    Parameters
    ----------
    points, labels
        The points, shape (n, d), and their labels, shape (n,); n may be 0.
    w, lift
        The weights, shape (d,), and the constant last coordinate of the points; each may be None. No boundary is drawn
        if `w` is None or its first two entries are 0. Points are in a plane if d is 2, or 3 with that coordinate.
    radius
        R; if not 0, the circle of the points of norm R is drawn about the origin. A lift counts in the norm.
    margin
        γ; if not 0, the lines w·x = ±γ are drawn, too, and all lines are green, the colour of w*.
    """
    if points.shape[1] != (2 if lift is None else 3):
        return ""
    middle = _SIDE / 2
    places = points[:_MOST_POINTS, :2]
    # A ratio is squared, because the squares of radius and lift may overflow.
    reach = radius and radius * math.sqrt(max(0.0, 1 - ((lift or 0.0) / radius) ** 2))
    half = 1.15 * max(float(np.abs(places).max(initial=0.0)), reach) or 1.0
    shapes = [
        f'<rect width="{_SIDE}" height="{_SIDE}" fill="none" stroke="currentColor" opacity="0.5"/>',
        f'<path d="M0 {middle}H{_SIDE}M{middle} 0V{_SIDE}" stroke="currentColor" opacity="0.25"/>',
    ]
    if radius:
        ring = f'cx="{middle}" cy="{middle}" r="{middle * reach / half:.1f}"'
        shapes.append(f'<circle {ring} fill="none" stroke="currentColor" opacity="0.4"/>')
    if w is not None:
        shapes += _boundary(w, lift, half, margin)
    signs = (labels[:_MOST_POINTS] > 0).tolist()
    shapes += [_point(x, y, positive) for (x, y), positive in zip(_pixels(places, half), signs, strict=True)]
    size = f'width="{_SIDE}" height="{_SIDE}" viewBox="0 0 {_SIDE} {_SIDE}"'
    name = f"<title>{len(places)} of {len(points)} points</title>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>{name}{"".join(shapes)}</svg>'


def _pixels(places: Floats, half: float) -> list[list[float]]:
    pixels: list[list[float]] = ((places / half * [1, -1] + 1) * _SIDE / 2).tolist()
    return pixels


def _point(x: float, y: float, positive: bool) -> str:
    if positive:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{_POSITIVE}"/>'
    return f'<path d="M{x:.1f} {y - 5:.1f}l4.5 8h-9z" fill="{_NEGATIVE}"/>'


def _boundary(w: Floats, lift: float | None, half: float, margin: float) -> list[str]:
    """Return SVG lines for w·x = 0 and, with a margin γ, for w·x = ±γ with ‖w‖ = 1."""
    length = math.hypot(*w[:2])
    if not length:
        return []
    normal, offset = w[:2] / length, 0.0 if lift is None else float(w[2]) / length * lift
    along = np.array([-normal[1], normal[0]]) * 4 * half
    lines = []
    for shift, style in [(0.0, ""), *[(side * margin / length, ' stroke-dasharray="1 4"') for side in (-1, 1)]]:
        if shift or not style:
            foot = normal * (shift - offset)
            (x1, y1), (x2, y2) = _pixels(np.array([foot - along, foot + along]), half)
            ink = _BEST if margin else "currentColor"
            ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
            lines.append(f'<line {ends} stroke="{ink}" stroke-width="2"{style}/>')
    return lines
