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
    """A panel with its columns and marks, as a page draws it; `compose` makes a scene of several.

    If visitors may edit the board, `reading` says what the stage tells of a place, and `handle` lets them turn the
    line.
    """

    panel: AnyPanel
    columns: dict[str, Column] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)
    reading: Reading | None = None
    handle: Handle | None = None

    @property
    def figure(self) -> Figure:
        """The plane figure that the panel holds.

        Raises
        ------
        KeyError
            If the panel holds something else, such as a table.
        """
        return cast(Figure, self.panel["figure"])  # type: ignore[typeddict-item]

    def add(self, columns: Mapping[str, Column], *marks: Mark) -> None:
        """Add columns, and marks that follow them from step to step."""
        self.columns |= columns
        self.marks += marks


def column(values: npt.ArrayLike, digits: int = 7) -> list[float | None]:
    """Round numbers to as many decimals as give the largest of them these digits; one that is not finite becomes None.

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
    """Return a mark of this kind that follows its columns from step to step; `more` are the other keys of the kind."""
    drawn = style(stroke=stroke, fill=fill, width=width, opacity=opacity, dash=dash)
    drawn |= {"stroke-linejoin": "round", "stroke-linecap": "round"}
    return {"panel": 0, "kind": kind, "columns": columns, "style": drawn, **more}  # type: ignore[typeddict-item]


def growing(place: int, columns: list[str]) -> Growing:
    """Return a mark by which a figure's part grows: at a step it has the values of its columns x, y and z up to then.

    `place` is the part's index, and z may be absent. If there are several columns for x and as many for y and z, the
    part has only their values at the step.
    """
    return {"panel": 0, "kind": "growing", "place": place, "columns": columns, "attributes": [*"xyz"][: len(columns)]}


def lines(places: npt.ArrayLike, color: str, width: float, dash: Dash = "solid", *, name: str = "") -> Lines:
    """Return a line through places, given as all x and all y; it has a gap where one is not finite.

    A `name` puts the line into the legend.
    """
    x, y = map(column, np.asarray(places, dtype=float))
    drawn: Lines = {"kind": "lines", "x": x, "y": y, "color": color, "width": width, "dash": dash}
    return {**drawn, "name": name} if name else drawn


def dots(places: npt.ArrayLike, color: str, size: float, **more: Any) -> Dots:
    """Return dots at places, given as all x and all y, which are not rounded; `more` are other keys of the dots."""
    x, y = np.asarray(places, dtype=float).tolist()
    return {"kind": "dots", "x": x, "y": y, "color": color, "size": size, **more}  # type: ignore[typeddict-item]


def legend(entries: Iterable[tuple[str, str, Dash]]) -> list[Lines]:
    """Return lines that appear only in a figure's legend, from a name, a colour and one of DASHES for each."""
    return [lines([[], []], color, 2.5, dash, name=name) for name, color, dash in entries]
