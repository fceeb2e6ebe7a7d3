"""Pictures of boards that stand beside their links, as in a chat: PNG files, drawn in pixels with numpy alone.

Each shape covers a pixel by the share that its distance to the pixel's middle says, so that its edges are smooth.
"""

from __future__ import annotations

import functools
import itertools
import re
import struct
import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from playground.draw.boards import SIDE, Cells, Corner, Sketch, Spots, Stroke, Tint, sketch, ticks
from playground.draw.palette import GROUND, INK
from playground.stage import assets
from playground.stage.payload import Scene

WIDE, HIGH = 1200, 630
"""The size of a picture in pixels, which chats and social networks ask for."""

_Floats = npt.NDArray[np.float32]
_Color = npt.NDArray[np.float32]

_LINE, _OUTLINE = 2.6, 4.5  # pixels of a line of width 1, and of a spot's outline
_SPOT = 4.4  # pixels of a spot of radius 1
_CROWDS = ((250, 0.6), (100, 0.75))  # the size of spots among more than so many, as on the stage
_GRID = 0.18, 0.45  # the opacity of grey lines, and of those at 0
_LEVEL = 4  # of compression: the next ones take half as long again, for a hundredth


def preview(scene: Scene, step: int = 0) -> bytes:
    """Return a PNG file of a scene's board at a step, 1,200 × 630 pixels.

    The step is from 0 to the scene's `last`. Points that are wrong at the step are outlines. The picture leaves out the
    parts that the scene hides until the run's end.

    >>> from playground.page.answer import answer
    >>> from playground.pages import PAGES
    >>> drawn = preview(answer(PAGES["app.py"], {"data": "AND"}))
    >>> drawn[1:4], len(drawn) < 60_000
    (b'PNG', True)
    """
    drawn = sketch(scene, step, hollow=True)
    paper = _Paper(drawn)
    if drawn.axes != "none":
        paper.rule()
    count = sum(len(shape.places) for shape in drawn.shapes if isinstance(shape, Spots))
    size = _SPOT * next((share for most, share in _CROWDS if count > most), 1.0)
    for shape in drawn.shapes:
        if isinstance(shape, Stroke):
            paper.stroke(shape)
        elif isinstance(shape, Cells):
            paper.cells(shape)
        else:
            paper.spots(shape, size)
    return png(paper.pixels)


def png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """Return a PNG file of pixels, shape (height, width, 3): red, green and blue.

    https://www.w3.org/TR/png-3
    """
    high, wide, _ = pixels.shape
    rows = np.zeros((high, 1 + 3 * wide), np.uint8)  # the first byte of a row is its filter: none
    rows[:, 1:] = pixels.reshape(high, -1)
    header = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), _LEVEL)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
        for name, content in parts
    )


class _Paper:
    """The pixels of a picture, whose middle is that of the board.

    If both axes have one scale, the plane goes on to both ends of the picture; else the axes are stretched.
    """

    def __init__(self, drawn: Sketch) -> None:
        self.drawn = drawn
        high = HIGH / SIDE
        is_even = np.isclose(abs(drawn.xaxis[1] - drawn.xaxis[0]), abs(drawn.yaxis[1] - drawn.yaxis[0]))
        self.unit = np.array([high if is_even or drawn.axes == "none" else WIDE / SIDE, high])
        self.corner = (np.array([WIDE, HIGH]) - SIDE * self.unit) / 2
        self.pixels = self._ground(drawn.tints)

    def at(self, places: Sequence[Corner]) -> npt.NDArray[np.float64]:
        """Return `places`, in units of the picture's `Sketch`, as pixels: x and y from the upper left, shape (n, 2)."""
        pixels: npt.NDArray[np.float64] = self.corner + np.asarray(places, dtype=float).reshape(-1, 2) * self.unit
        return pixels

    def _ground(self, tints: Sequence[Tint]) -> npt.NDArray[np.uint8]:
        """Return the paper, with the two sides of a line tinted."""
        ground = _rgb(GROUND)[0]
        if len(tints) != 2:
            return np.full((HIGH, WIDE, 3), ground.round(), np.uint8)
        a, b, c = tints[0].weights
        a, b = a / self.unit[0], b / self.unit[1]
        c -= a * self.corner[0] + b * self.corner[1]
        x, y = (np.arange(size, dtype=np.float32) + np.float32(0.5) for size in (WIDE, HIGH))
        length = max(float(np.hypot(a, b)), 1e-12)
        share = (np.float32(b / length) * y)[:, None] + (np.float32(a / length) * x + np.float32(c / length + 0.5))
        ends = [ground + tint.opacity * (_rgb(tint.color)[0] - ground) for tint in tints]
        shares = np.linspace(0, 1, 256, dtype=np.float32)[:, None]
        table = (ends[1] + shares * (ends[0] - ends[1])).round().astype(np.uint8)
        pixels: npt.NDArray[np.uint8] = table[(np.clip(share, 0, 1) * 255).astype(np.uint8)]
        return pixels

    def paint(self, rows: npt.NDArray[np.intp], columns: npt.NDArray[np.intp], cover: _Floats, color: str) -> None:
        """Paint pixels, given by arrays of their rows and columns, in a colour.

        `cover` is the share of each pixel that the colour covers, from 0 to 1; `rows` and `columns` broadcast to its
        shape. Pixels beyond the picture's edges are left out.
        """
        rgb, opacity = _rgb(color)
        inside = (rows >= 0) & (rows < HIGH) & (columns >= 0) & (columns < WIDE) & (cover > 0)
        rows, columns = (each[inside] for each in np.broadcast_arrays(rows, columns))
        share = (np.clip(cover[inside], 0, 1) * np.float32(opacity))[:, None]
        under = self.pixels[rows, columns].astype(np.float32)
        self.pixels[rows, columns] = (under + share * (rgb - under) + np.float32(0.5)).astype(np.uint8)

    def rule(self) -> None:
        """Draw lines at x = 0 and y = 0 and, if the axes have numbers, a grid."""
        drawn = self.drawn
        for axis, (ends, size) in enumerate(((drawn.xaxis, WIDE), (drawn.yaxis, HIGH))):
            values = ticks(ends) if drawn.axes == "numbers" else []
            step = values[1] - values[0] if len(values) > 1 else 0.0
            unit = SIDE * self.unit[axis] / (ends[1] - ends[0])
            zero = self.corner[axis] - ends[0] * unit if axis == 0 else self.corner[axis] + ends[1] * unit
            apart = abs(step * unit)
            many = int(size / apart) + 1 if apart else 0
            for k in range(-many, many + 1):
                at = round(zero + k * apart)
                if 0 < at < size:
                    line = self.pixels[:, at - 1 : at + 1] if axis == 0 else self.pixels[at - 1 : at + 1]
                    line[:] = (line + _GRID[k == 0] * (128.0 - line)).astype(np.uint8)

    def spots(self, shape: Spots, size: float) -> None:
        """Draw circles or triangles; `size` is the number of pixels of a unit of their radius.

        Full shapes have their colour inside. Hollow shapes hide the shapes under them, open shapes do not.
        """
        places, r = self.at(shape.places), shape.radius * size
        wide = 2 * int(1.5 * r + 3) + 1
        corners = np.floor(places).astype(int) - wide // 2
        x, y = ((np.arange(wide) + 0.5 + (corners - places)[:, axis, None]).astype(np.float32) for axis in (0, 1))
        x, y = x[:, None, :], y[:, :, None]
        away = np.hypot(x, y) - r if shape.shape == "circle" else _from_triangle(x, y, r)
        rim = 0.5 - away if shape.inside == "full" else _OUTLINE / 2 + 0.5 - np.abs(away)
        rim = np.clip(rim, 0, 1)[..., None] * np.float32(shape.opacity)
        hidden = np.clip(0.5 - away, 0, 1)[..., None] * np.float32(shape.inside == "hollow") * (1 - rim)
        keep, add = 1 - rim - hidden, rim * _rgb(shape.color)[0] + hidden * _rgb(GROUND)[0] + np.float32(0.5)
        for i, (left, top) in enumerate(corners.tolist()):  # one by one, because they may overlap
            under = self.pixels[max(0, top) : max(0, top + wide), max(0, left) : max(0, left + wide)]
            high, across, _ = under.shape
            part = np.s_[i, max(0, -top) :, max(0, -left) :]
            under[:] = under * keep[part][:high, :across] + add[part][:high, :across]

    def stroke(self, shape: Stroke) -> None:
        """Draw the line, which may be dashed, through the corners of a stroke."""
        places, half = self.at(shape.corners), _LINE * shape.width / 2
        past = 0.0  # the length of the line so far, which its dashes follow
        for start, end in itertools.pairwise(places):
            length = float(np.hypot(*(end - start)))
            if length:
                self._segment(start, end, half, shape, past)
            past += length

    def _segment(
        self, start: npt.NDArray[np.float64], end: npt.NDArray[np.float64], half: float, shape: Stroke, past: float
    ) -> None:
        """Draw one segment of a line; only the few pixels across it are computed."""
        along = (end - start) / np.hypot(*(end - start))
        main = int(abs(along[1]) > abs(along[0]))
        size = (WIDE, HIGH)[main]
        low, high = sorted((start[main], end[main]))
        steps = np.arange(max(0, int(low - half - 1)), min(size, int(high + half + 2)))
        middle = start[1 - main] + (steps + 0.5 - start[main]) * (along[1 - main] / along[main])
        reach = int((half + 1) / abs(along[main])) + 1
        across = np.floor(middle).astype(np.intp)[:, None] + np.arange(-reach, reach + 1)
        steps = np.broadcast_to(steps[:, None], across.shape)
        columns, rows = (steps, across) if main == 0 else (across, steps)
        x, y = columns + 0.5 - start[0], rows + 0.5 - start[1]
        far = x * along[0] + y * along[1]
        cover = np.minimum(half + 0.5 - np.abs(x * along[1] - y * along[0]), 1)
        length = float(np.hypot(*(end - start)))
        cover *= np.clip(far + half + 0.5, 0, 1) * np.clip(length - far + half + 0.5, 0, 1)
        if shape.dashed:
            cover *= np.clip(2 * half + 0.5 - np.abs((far + past) % (8 * half) - 2 * half), 0, 1)
        self.paint(rows, columns, cover.astype(np.float32), shape.color)

    def cells(self, shape: Cells) -> None:
        """Draw squares, with their edges at whole pixels."""
        ink, (wide, high) = _rgb(INK)[0], np.ceil(shape.side * self.unit).astype(int)
        for left, top in np.floor(self.at(shape.places)).astype(int):
            square = self.pixels[max(0, top) : top + high, max(0, left) : left + wide]
            square[:] = (square + shape.opacity * (ink - square)).astype(np.uint8)


def _from_triangle(x: _Floats, y: _Floats, r: float) -> _Floats:
    """Return how far places lie outside a triangle about the origin; it is negative inside."""
    tip, foot, half = -1.3 * r, 0.8 * r, 1.2 * r
    slope = float(np.hypot(half, foot - tip))
    side = (np.abs(x) * (foot - tip) - (y - tip) * half) / slope
    away: _Floats = np.maximum(side, y - foot)
    return away


@functools.lru_cache(maxsize=256)
def _rgb(color: str) -> tuple[_Color, float]:
    """Return a colour of the theme as red, green and blue from 0 to 255, and its opacity.

    >>> rgb, opacity = _rgb("color-mix(in srgb, #0072B2 25%, transparent)")
    >>> rgb.tolist(), opacity
    ([0.0, 114.0, 178.0], 0.25)
    """
    color = re.sub(r"var\((--st-[\w-]+)\)", lambda name: assets.color_of("light")[name[1]], color)
    mixed = re.search(r"(#\w{6})(?: (\d+)%)?", color)
    assert mixed, color
    return np.array([*bytes.fromhex(mixed[1][1:])], np.float32), int(mixed[2] or 100) / 100
