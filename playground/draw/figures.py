"""Parts of pictures: figures as plain dictionaries, and the columns and marks that move them.

Plotly's graph objects would build the same figures, but take longer than the run itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from playground.draw.palette import INK, NEGATIVE, POSITIVE, style
from playground.stage.payload import (
    Canvas,
    Column,
    Growing,
    Handle,
    Mark,
    Panel,
    PointClass,
    Reading,
    Shape,
    ShapeKind,
    Sheet,
    Strip,
    Table,
)

Floats = npt.NDArray[np.float64]

CLASSES: list[PointClass] = [
    {"name": "+1", "sign": "●", "color": POSITIVE, "shape": "circle"},
    {"name": "−1", "sign": "▲", "color": NEGATIVE, "shape": "triangle"},
]

ABOVE = {"x": 0, "y": 1, "yanchor": "bottom", "orientation": "h", "bgcolor": "rgba(0, 0, 0, 0)"}
"""Plotly's settings of a legend in a line between a panel's title and its picture."""

STILL = {"staticPlot": True, "responsive": False}
"""Plotly's configuration of a figure that only the stage moves."""

LINE = {"type": "scatter", "mode": "lines"}
DASHES = {"solid": "none", "dash": "10 6", "dot": "1 6", "dashdot": "10 6 1 6", "longdash": "18 7",
          "longdashdot": "18 6 1 6"}  # fmt: skip
"""Plotly's names of dashes, and the SVG pattern of each."""
PLAIN: Mapping[str, Any] = {
    "showlegend": False,
    "paper_bgcolor": "rgba(0, 0, 0, 0)",
    "plot_bgcolor": "rgba(0, 0, 0, 0)",
    "font": {"color": INK, "family": "var(--st-font)", "size": 12},
}


@dataclass
class Picture:
    """A panel of the stage with its columns and marks; `compose` numbers the marks' panels.

    A board that the visitor may edit has a `reading` of each place and a `handle` that turns its line.
    """

    panel: Panel | Sheet | Table | Strip | Canvas
    columns: dict[str, Column] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)
    reading: Reading | None = None
    handle: Handle | None = None

    @property
    def figure(self) -> dict[str, Any]:
        """The Plotly figure of a panel that has one."""
        return self.panel["figure"]  # type: ignore[typeddict-item]

    def add(self, columns: Mapping[str, Column], *marks: Mark) -> None:
        """Draw more marks, which follow these columns."""
        self.columns |= columns
        self.marks += marks


def column(values: npt.ArrayLike) -> list[float | None]:
    """Round numbers to seven digits of the largest; None for each that is not finite.

    >>> column([1 / 3, float("nan"), 200.0])
    [0.3333, None, 200.0]
    """
    array = np.asarray(values, dtype=float)
    finite = np.isfinite(array)
    largest = np.abs(array[finite]).max(initial=0.0)
    # NumPy cannot round to more than about three hundred places.
    rounded = array.round(min(6 - int(np.floor(np.log10(largest))), 300)) if largest else array
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
    """Return a shape that follows its columns from step to step; `more` are the keys of its kind."""
    drawn = style(stroke=stroke, fill=fill, width=width, opacity=opacity, dash=dash)
    drawn |= {"stroke-linejoin": "round", "stroke-linecap": "round"}
    return {"panel": 0, "kind": kind, "columns": columns, "style": drawn, **more}  # type: ignore[typeddict-item]


def growing(trace: int, columns: list[str]) -> Growing:
    """Return a mark that lets a trace grow by its columns x, y and perhaps z.

    More columns are split among the three: they hold all values of a step.
    """
    return {"panel": 0, "kind": "growing", "trace": trace, "columns": columns, "attributes": [*"xyz"][: len(columns)]}


def legend(entries: Iterable[Sequence[str]]) -> list[dict[str, Any]]:
    """Return a legend's traces for lines that the stage draws: each a name, a colour and perhaps one of DASHES."""
    return [
        {**LINE, "x": [None], "y": [None], "name": name, "showlegend": True,
         "line": {"color": color, "width": 2.5, "dash": dash[0] if dash else "solid"}}
        for name, color, *dash in entries
    ]  # fmt: skip


def heading(text: str) -> dict[str, Any]:
    """Return Plotly's settings of a title at the top left."""
    return {"text": text, "font": {"size": 13}, "x": 0, "xref": "paper", "xanchor": "left", "y": 0.985,
            "yanchor": "top"}  # fmt: skip
