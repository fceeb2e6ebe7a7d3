"""Charts, and the curves, bounds and notes on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from perceptron import bounds
from playground.draw.figures import DASHES, LINE, PLAIN, STILL, Floats, Picture, column, heading, mark
from playground.draw.palette import BOUND, GRID, INK
from playground.stage.payload import Area, Column, Mark, Panel
from playground.text import readable, whole


def chart(
    area: Area,
    title: str,
    label: str,
    traces: list[dict[str, Any]],
    last: float,
    y_range: Sequence[float],
    y_title: str,
    *,
    x_title: str = "updates k",
    annotations: Sequence[dict[str, Any]] = (),
    note: str = "",
    **more: Any,
) -> Panel:
    """Return a panel of curves over 0 … last with fixed axes, so that curves grow in place.

    A `note` stands in place of the axes if nothing is drawn; `more` goes into the layout.
    """
    low, high = float(y_range[0]), float(y_range[1])
    room = 0.06 * (high - low or 1.0)
    axis = {"fixedrange": True, "gridcolor": GRID, "zeroline": False, "linecolor": GRID, "showline": True}
    centre = {"xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5, "showarrow": False, "text": note}
    layout = {
        "title": heading(title),
        "margin": {"l": 52, "r": 10, "t": 26, "b": 34},
        "xaxis": {**axis, "range": [0, 1.02 * last], "visible": not note, "title": {"text": x_title, "standoff": 2}},
        "yaxis": {**axis, "range": [low - (room if low else 0), high + room], "visible": not note, "nticks": 5,
                  "title": {"text": y_title, "standoff": 4}},
        "annotations": [centre] if note else list(annotations),
        **PLAIN,
        **more,
    }  # fmt: skip
    return {"area": area, "label": label, "figure": {"data": traces, "layout": layout, "config": STILL}}


def round_above(count: int) -> int:
    """Return the least of 1, 2, 5, 10, 20, 50 … that is at least `count`; an axis up to there hides the count.

    >>> [round_above(count) for count in (0, 1, 12, 20, 21, 273)]
    [1, 1, 20, 20, 50, 500]
    """
    power: int = 10 ** (len(str(count)) - 1)
    return next(power * first for first in (1, 2, 5, 10) if power * first >= count)


def blank(area: Area, title: str) -> Picture:
    """Return the picture of a chart without data."""
    why = "Nothing to measure yet."
    return Picture(chart(area, title, why, [], 1, [0, 1], "", note=why))


SQUEEZE = "Squeeze: ‖w‖² between floor and ceiling"


@dataclass(frozen=True)
class _Squeeze:
    """The ceiling and the floor of ‖w‖² after k updates at a rate, from weights of length `start_norm`."""

    radius: float
    margin: float | None
    rate: float
    aligned: float
    start_norm: float

    def ceiling(self, k: Any) -> Any:
        return bounds.norm_squared_ceiling(k, self.radius, self.rate, self.start_norm)

    def meeting(self) -> float:
        """Return the k where floor and ceiling meet; infinity without a floor."""
        if self.margin is None:
            return math.inf
        return bounds.from_start(self.radius, self.margin, self.aligned, self.start_norm, self.rate)

    def panel(self, title: str, end: float, top: float) -> Panel:
        """Draw floor and ceiling over 0 … end up to the height `top`, and the point where they meet."""
        # 1. The names of the two lines: without η where it is 1, and without w₀ where it is 0.
        eta, squared = ("", "") if self.rate == 1 else ("η", "η²")
        above, below = ("‖w₀‖² + ", f"(w₀·w* + k{eta}γ)²") if self.start_norm else ("", f"k²{squared}γ²")
        # 2. The ceiling, a straight line, up to the edge that it leaves through.
        inside = self.ceiling(end) <= top
        leaves = end if inside else (top - self.start_norm**2) / (self.rate * self.radius) ** 2
        k = np.array([0.0, leaves])
        traces = [bound(k, self.ceiling(k))]
        # A line that leaves soon has room for its name on its right only.
        place = 2 / 3 * leaves
        notes = [note(place, self.ceiling(place), f"ceiling {above}k{squared}R²", below=leaves < 0.35 * end)]
        # 3. The floor, a parabola.
        if self.margin is not None:
            highest = float(bounds.norm_squared_floor(end, self.margin, self.rate, self.aligned))
            leaves = end if highest <= top else (math.sqrt(top) - self.aligned) / (self.rate * self.margin)
            k = np.linspace(0.0, leaves, 31)
            floor = bounds.norm_squared_floor(k, self.margin, self.rate, self.aligned)
            traces.append(bound(k, floor))
            notes.append(note(k[22], floor[22], f"floor {below}", below=bool(floor[22] > 0.25 * top)))
        # 4. The point where they meet.
        if (meeting := self.meeting()) <= end:
            marker = {"color": BOUND, "size": 9, "symbol": "diamond"}
            at = {"x": [meeting], "y": [float(self.ceiling(meeting))]}
            traces.append({"type": "scatter", "mode": "markers", **at, "marker": marker})
        label = f"‖w‖² after each update{' and its ceiling' if self.margin is None else ', its ceiling and its floor'}."
        return chart("lower", title, label, traces, end, [0, top], "‖w‖²", annotations=notes)


def squeezed(
    values: Floats,
    radius: float,
    margin: float | None,
    rate: float = 1.0,
    aligned: float = 0.0,
    *,
    most: int | None = None,
    end: float | None = None,
) -> Picture:
    """Draw ‖w‖² before the first update and after each, under its ceiling and over its floor.

    R and γ are those of the space of w; without a margin there is no floor. The rate is η, and `aligned` is w₀·w*.
    `most` is the theorem's bound on the updates, if known more exactly than from R and γ as floats. The picture ends
    at the k `end`, or at a round number that hides the length of the run; it can be widened to where both lines meet.
    """
    # 1. The title: where floor and ceiling meet, and whether that is in sight of the run.
    updates = len(values) - 1
    end = round_above(updates) if end is None else max(1.0, end)
    squeeze = _Squeeze(radius, margin, rate, aligned, float(np.sqrt(values[0])))
    meeting, title = squeeze.meeting(), "Growth: ‖w‖² stays under its ceiling"
    in_sight = max(end, 150.0, 20.0 * updates)
    if margin is not None:
        last = bounds.whole(meeting) if most is None else most
        where = "at" if math.isclose(meeting, last, rel_tol=1e-12) else "after"
        title = f"Squeeze: floor and ceiling meet {'far out, ' * (meeting > in_sight)}{where} k = {whole(last)}"
    # 2. The height: the ceiling's, or less where it is far above the run.
    top = float(squeeze.ceiling(end))
    if meeting > end:
        top = min(top, 1.4 * float(values.max()) or top)
    # 3. The pictures on the scale of the run and up to the meeting, and the curve.
    panel = squeeze.panel(title, end, top)
    if margin is not None and end < meeting <= in_sight:
        panel["whole"] = squeeze.panel(title, 1.04 * meeting, float(squeeze.ceiling(1.04 * meeting)))["figure"]
    columns: dict[str, Column] = {"k": np.arange(updates + 1).tolist(), "norm": readable(values)}
    return Picture(panel, columns, growth("norm"))


def growth(name: str, color: str = INK, k: str = "k", dash: str = "solid", *, called: str = "") -> list[Mark]:
    """Return the marks of a curve of column `name` over column `k` up to the step, with a dot at its end.

    `dash` is one of DASHES. The curve is named at its end if it is `called` something.
    """
    named: dict[str, Any] = {"name": called} if called else {}
    return [
        mark("curve", [k, name], stroke=color, width=2.5, dash=DASHES[dash], part=name, **named),
        mark("dot", [k, name], radius=4.5, fill=color, part=name),
    ]


def bound(k: npt.NDArray[Any], values: Floats) -> dict[str, Any]:
    """Return the trace of a theorem's bound: grey and dashed."""
    style = {"color": BOUND, "width": 1.75, "dash": "dash"}
    return {**LINE, "line": style, "x": column(k), "y": column(values)}


def upright(
    x: float, height: float, color: str, dash: str, *, foot: float = 0, width: float = 2.5, **more: Any
) -> dict[str, Any]:
    """Return the trace of an upright line."""
    return {**LINE, "x": [x, x], "y": [foot, height], "line": {"color": color, "width": width, "dash": dash}, **more}


def note(x: float, y: float, text: str, color: str = BOUND, *, below: bool = False) -> dict[str, Any]:
    """Return an annotation that ends at (x, y), or begins below it."""
    corner = {"xanchor": "left", "yanchor": "top"} if below else {"xanchor": "right", "yanchor": "bottom"}
    return {"x": float(x), "y": float(y), "text": text, "font": {"color": color}, "showarrow": False, **corner}
