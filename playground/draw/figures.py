"""Parts of pictures: the parts of their figures, and the columns and marks that move them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from playground.draw.palette import NEGATIVE, POSITIVE, style
from playground.stage.payload import (
    AnyPanel,
    Column,
    Dash,
    Dots,
    Figure,
    Growing,
    Handle,
    Lines,
    Mark,
    PointClass,
    Reading,
    Shape,
    ShapeKind,
)

Floats = npt.NDArray[np.float64]

CLASSES: list[PointClass] = [
    {"name": "+1", "sign": "●", "color": POSITIVE, "shape": "circle"},
    {"name": "−1", "sign": "▲", "color": NEGATIVE, "shape": "triangle"},
]

DASHES: Mapping[Dash, str] = {"solid": "none", "dash": "10 6", "dot": "1 6", "dashdot": "10 6 1 6", "longdash": "18 7",
                              "longdashdot": "18 6 1 6"}  # fmt: skip
"""The SVG pattern of each kind of dashes."""


@dataclass
class Picture:
    """A panel with its columns and marks, as a page draws it; `compose` makes a scene of several pictures.

    A column has a value for each step, and the marks take their values from the columns, by name. If visitors may edit
    the board, `reading` holds the words that describe a place on it, and `handle` lets them turn the line.
    """

    panel: AnyPanel
    columns: dict[str, Column] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)
    reading: Reading | None = None
    handle: Handle | None = None

    @property
    def figure(self) -> Figure:
        """The figure that the panel holds, which must be plane; a figure in space is returned unchecked.

        Raises
        ------
        KeyError
            If the panel holds no figure but something else, such as a table.
        """
        return cast(Figure, self.panel["figure"])  # type: ignore[typeddict-item]

    def add(self, columns: Mapping[str, Column], *marks: Mark) -> None:
        """Add columns, by their names, and marks to this picture. A column replaces another of the same name.

        At each step a mark takes its values from columns, which may be added before or after it.
        """
        self.columns |= columns
        self.marks += marks


def column(values: npt.ArrayLike, digits: int = 7) -> list[float | None]:
    """Return numbers as a column, all rounded at the same decimal place; a number that is not finite becomes None.

    It is the place at which the number largest in size has `digits` digits.

    >>> column([1 / 3, float("nan"), 200.0])
    [0.3333, None, 200.0]
    """
    array = np.asarray(values, dtype=float)
    finite = np.isfinite(array)
    largest = float(np.abs(array).max(where=finite, initial=0.0))
    # NumPy cannot round to more than about three hundred places.
    rounded: list[float | None] = array.round(
        min(digits - 1 - math.floor(math.log10(largest)), 300) if largest else 0
    ).tolist()
    if not finite.all():
        rounded = [value if known else None for value, known in zip(rounded, finite.tolist(), strict=True)]
    return rounded


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
    """Return a shape that is drawn at each step with the values that these columns have at the step.

    `columns` are names; `Shape` lists the kinds, and the columns that each kind needs. `width` is in pixels, `dash` is
    a value of DASHES, and `more` are further keys of `Shape`.
    """
    drawn = style(stroke=stroke, fill=fill, width=width, opacity=opacity, dash=dash)
    drawn |= {"stroke-linejoin": "round", "stroke-linecap": "round"}
    return {"panel": 0, "kind": kind, "columns": columns, "style": drawn, **more}  # type: ignore[typeddict-item]


def growing(place: int, columns: list[str]) -> Growing:
    """Return a mark that makes a part of a figure grow: at a step it shows the values of its columns up to that step.

    `place` is the index of the part among the figure's parts. `columns` are the names of its columns for x, y and, in
    space, z.
    """
    return {"panel": 0, "kind": "growing", "place": place, "columns": columns, "attributes": [*"xyz"][: len(columns)]}


def lines(places: npt.ArrayLike, color: str, width: float, dash: Dash = "solid", *, name: str = "") -> Lines:
    """Return a line through places, for a figure; `places` holds all x, then all y.

    At a place that is not finite the line has a gap. The places are rounded as by `column`. `width` is in pixels. With
    a `name` the line is in the figure's legend.
    """
    x, y = map(column, np.asarray(places, dtype=float))
    drawn: Lines = {"kind": "lines", "x": x, "y": y, "color": color, "width": width, "dash": dash}
    return {**drawn, "name": name} if name else drawn


def dots(places: npt.ArrayLike, color: str, size: float, **more: Any) -> Dots:
    """Return dots at places, for a figure; `places` holds all x, then all y, all finite.

    The places are not rounded. `size` is a dot's diameter in pixels, and `more` are further keys of `Dots`.
    """
    x, y = np.asarray(places, dtype=float).tolist()
    return {"kind": "dots", "x": x, "y": y, "color": color, "size": size, **more}  # type: ignore[typeddict-item]


def legend(entries: Iterable[tuple[str, str, Dash]]) -> list[Lines]:
    """Return lines without places, which appear only in a figure's legend: a name, a colour and dashes for each."""
    return [lines([[], []], color, 2.5, dash, name=name) for name, color, dash in entries]
