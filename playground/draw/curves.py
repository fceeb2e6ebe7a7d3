"""Charts, and the curves, bounds and notes on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from perceptron import bounds
from playground.draw.figures import DASHES, Floats, Picture, dots, lines, mark
from playground.draw.palette import BOUND, INK
from playground.stage.payload import Area, Axis, Column, Dash, Figure, FigurePart, Lines, Mark, Note, Panel
from playground.text import readable, whole


def chart(
    area: Area,
    title: str,
    label: str,
    parts: Sequence[FigurePart],
    last: float,
    y_range: Sequence[float],
    y_title: str,
    *,
    x_title: str = "updates k",
    notes: Sequence[Note] = (),
    instead: str = "",
    **more: Any,
) -> Panel:
    """Return a panel for curves over k from 0 to `last`, but without the curves; its axes are the same at every step.

    `area` is the panel's place in the page's picture, `label` its description for screen readers. `parts` stand still
    behind the curves. The y axis goes a little beyond both ends of `y_range`, but not below a lower end of 0. If
    `instead` is given, this text stands in the middle in place of the `notes`, and the axes have no names and no
    numbers. `more` adds keys to the panel's figure or replaces them.
    """
    low, high = float(y_range[0]), float(y_range[1])
    room = 0.06 * (high - low or 1.0)
    left = 60 if high >= 10_000 else 52  # px, for the numbers beside the axis, and its name
    xaxis: Axis = {"name": x_title, "range": (0, 1.02 * last)}
    yaxis: Axis = {"name": y_title, "range": (low - (room if low else 0), high + room), "count": 5}
    figure: Figure = {
        "title": title,
        "margin": {"l": left, "r": 10, "t": 26, "b": 34},
        "xaxis": xaxis,
        "yaxis": yaxis,
        "parts": [*parts],
        "notes": [*notes],
        "frame": "sides",
    }
    if instead:
        bare: Any = {"name": "", "ticks": []}
        figure["xaxis"], figure["yaxis"] = {**xaxis, **bare}, {**yaxis, **bare}
        figure["notes"] = [{"x": 0.5, "y": 0.5, "text": instead, "plot": True}]
    return {"area": area, "label": label, "figure": {**figure, **more}}  # type: ignore[typeddict-item]


def round_above(count: int) -> int:
    """Return the least of 1, 2, 5, 10, 20, 50 … that is at least `count`; an axis that ends there hides the count.

    >>> [round_above(count) for count in (0, 1, 12, 20, 21, 273)]
    [1, 1, 20, 20, 50, 500]
    """
    power: int = 10 ** (len(str(count)) - 1)
    return next(power * first for first in (1, 2, 5, 10) if power * first >= count)


def blank(area: Area, title: str) -> Picture:
    """Return a chart for an empty board: no curves, and the words "Nothing to measure yet."."""
    why = "Nothing to measure yet."
    return Picture(chart(area, title, why, [], 1, [0, 1], "", instead=why))


SQUEEZE = "Squeeze: ‖w‖² between floor and ceiling"


@dataclass(frozen=True)
class _Squeeze:
    """The ceiling and the floor of ‖w‖² after k updates; `aligned` is w₀·w*, `start_norm` is ‖w₀‖."""

    radius: float
    margin: float | None
    rate: float
    aligned: float
    start_norm: float

    def ceiling(self, k: Any) -> Any:
        return bounds.norm_squared_ceiling(k, self.radius, self.rate, self.start_norm)

    def meeting(self) -> float:
        """Return the k at which floor and ceiling of ‖w‖² meet; infinity if there is no margin and so no floor."""
        if self.margin is None:
            return math.inf
        return bounds.from_start(self.radius, self.margin, self.aligned, self.start_norm, self.rate)

    def crossing(self, last: int, margin: float) -> list[Note]:
        """Return two notes for a panel's lower right corner: floor and ceiling of ‖w‖² at k = `last` and at `last` + 1.

        `last` must be the largest k at which the floor is not above the ceiling: the notes always say "≤" at `last` and
        ">" at `last` + 1. The numbers have enough digits to show this.
        """
        ks = last, last + 1
        floors = [float(bounds.norm_squared_floor(k, margin, self.rate, self.aligned)) for k in ks]
        ceilings = [float(self.ceiling(k)) for k in ks]
        # At the last k that fits they may be equal.
        differ = [not math.isclose(one, two, rel_tol=1e-12) for one, two in zip(floors, ceilings, strict=True)]
        for digits in range(1, 13):
            pairs = [[f"{value:,.{digits}f}" for value in pair] for pair in zip(floors, ceilings, strict=True)]
            if all(one != two for (one, two), apart in zip(pairs, differ, strict=True) if apart):
                break
        rows = zip(ks, pairs, "≤>", (24, 9), strict=True)
        return [
            {"x": 0.98, "y": 0, "plot": True, "text": f"k = {whole(k)}: {floor} {sign} {ceiling}", "color": BOUND,
             "anchor": "right", "shift": (0, up)}
            for k, (floor, ceiling), sign, up in rows
        ]  # fmt: skip

    def panel(self, title: str, end: float, top: float, x_title: str = "updates k") -> Panel:
        """Return a panel with the curves of the ceiling and the floor, the bounds of ‖w‖² after k updates.

        It shows k from 0 to `end`, and heights up to `top`. The point where the curves meet is marked if its k is at
        most `end`. Without a margin the panel has the ceiling alone: no floor and no point.
        """
        # 1. The names of the two lines: without η where it is 1, and without w₀ where it is 0.
        eta, squared = ("", "") if self.rate == 1 else ("η", "η²")
        above, below = ("‖w₀‖² + ", f"(w₀·w* + k{eta}γ)²") if self.start_norm else ("", f"k²{squared}γ²")
        # 2. The ceiling, a straight line, up to the edge that it leaves through.
        inside = self.ceiling(end) <= top
        leaves = end if inside else (top - self.start_norm**2) / (self.rate * self.radius) ** 2
        k = np.array([0.0, leaves])
        parts: list[FigurePart] = [bound(k, self.ceiling(k))]
        # A line that leaves soon has room for its name on its right only.
        place = 2 / 3 * leaves
        notes = [note(place, self.ceiling(place), f"ceiling {above}k{squared}R²", below=leaves < 0.35 * end)]
        # 3. The floor, a parabola.
        if self.margin is not None:
            highest = float(bounds.norm_squared_floor(end, self.margin, self.rate, self.aligned))
            leaves = end if highest <= top else (math.sqrt(top) - self.aligned) / (self.rate * self.margin)
            k = np.linspace(0.0, leaves, 16)
            floor = bounds.norm_squared_floor(k, self.margin, self.rate, self.aligned)
            parts.append(bound(k, floor))
            notes.append(note(k[11], floor[11], f"floor {below}", below=bool(floor[11] > 0.25 * top)))
        # 4. The point where they meet.
        if (meeting := self.meeting()) <= end:
            parts.append(dots([[meeting], [self.ceiling(meeting)]], BOUND, 9))
        label = f"‖w‖² after each update{' and its ceiling' if self.margin is None else ', its ceiling and its floor'}."
        return chart("lower", title, label, parts, end, [0, top], "‖w‖²", x_title=x_title, notes=notes)


def squeezed(values: Floats, radius: float, margin: float | None, **more: Any) -> Picture:
    """Return a picture of ‖w‖² as a curve over k, on the panel that `between` returns for the same arguments.

    `values` are ‖w‖² before the first update and after each.
    """
    columns: dict[str, Column] = {"k": [*range(len(values))], "norm": readable(values)}
    return Picture(between(values, radius, margin, **more), columns, growth("norm"))


def between(
    values: Floats,
    radius: float,
    margin: float | None,
    rate: float = 1.0,
    aligned: float = 0.0,
    *,
    most: int | None = None,
    end: float | None = None,
) -> Panel:
    """Return the panel for a curve of ‖w‖²: its ceiling and its floor, but not the curve, which `squeezed` adds.

    The title says where these meet; if `margin` is None, there is no floor and no meeting. `values` are ‖w‖² before the
    first update and after each. `radius` and `margin` are those in the space of w, `rate` is η, `aligned` is w₀·w*.
    `most` is the theorem's bound on the updates for the title, if it is known more exactly than from these floats. The
    axis ends at k = `end`, by default at a round number that hides the length of the run. If floor and ceiling meet
    later, but not beyond k = 150, or 20 times the run's updates if that is more, a visitor can widen the picture up to
    there.
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
        title = f"Squeeze: closed {'far out, ' * (meeting > in_sight)}{where} k = {whole(last)}"
    # 2. The height: the ceiling's, or less where it is far above the run.
    top = float(squeeze.ceiling(end))
    if meeting > end:
        top = min(top, 1.4 * float(values.max()) or top)
    # 3. The pictures on the scale of the run and up to the meeting, and the curve.
    panel = squeeze.panel(title, end, top)
    if margin is not None and end < meeting <= in_sight:
        far = 1.04 * meeting
        # The chart above ends with the run.
        wider = squeeze.panel(title, far, float(squeeze.ceiling(far)), "updates k, to where they meet")
        wider["figure"]["notes"] += squeeze.crossing(last, margin)  # type: ignore[typeddict-item]
        panel["whole"] = cast(Figure, wider["figure"])
    return panel


def growth(name: str, color: str = INK, k: str = "k", dash: Dash = "solid", *, called: str = "") -> list[Mark]:
    """Return the marks of a curve that grows to the present step, with a dot at its end: column `name` over column `k`.

    `called` is the name that stands at the curve's end; "" for none.
    """
    named: dict[str, Any] = {"name": called} if called else {}
    return [
        mark("curve", [k, name], stroke=color, width=2.5, dash=DASHES[dash], part=name, **named),
        mark("dot", [k, name], radius=4.5, fill=color, part=name),
    ]


def bound(k: npt.NDArray[Any], values: Floats) -> Lines:
    """Return a grey dashed line for a bound of the theorem, which has these values at these k."""
    return lines([k, values], BOUND, 1.75, "dash")


def upright(
    x: float, height: float, color: str, dash: Dash, *, foot: float = 0, width: float = 2.5, name: str = ""
) -> Lines:
    """Return a vertical line at x from y = `foot` to y = `height`; a `name` puts it into the legend."""
    return lines([[x, x], [foot, height]], color, width, dash, name=name)


def note(x: float, y: float, text: str, color: str = BOUND, *, below: bool = False) -> Note:
    """Return a note at the point (x, y) of the axes: to its upper left or, with `below`, to its lower right."""
    drawn: Note = {"x": float(x), "y": float(y), "text": text, "color": color, "anchor": "right", "side": "above"}
    return {**drawn, "anchor": "left", "side": "below"} if below else drawn
