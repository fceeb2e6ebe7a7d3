"""Charts, and the curves, bounds and notes on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
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
    """Frame curves over 0 … last: fixed axes, so that they grow in place, and a title that says what to look for.

    A `note` takes the place of the axes where there is nothing to draw; `more` goes into the layout.
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
    """Return the least of 1, 2, 5, 10, 20, 50 … that is no less: an axis up to there does not tell the count.

    >>> [round_above(count) for count in (0, 1, 12, 20, 21, 273)]
    [1, 1, 20, 20, 50, 500]
    """
    power: int = 10 ** (len(str(count)) - 1)
    return next(power * first for first in (1, 2, 5, 10) if power * first >= count)


def blank(area: Area, title: str) -> Picture:
    """Leave the place of a curve free until there is something to measure."""
    why = "Nothing to measure yet."
    return Picture(chart(area, title, why, [], 1, [0, 1], "", note=why))


SQUEEZE = "Squeeze: ‖w‖² between floor and ceiling"


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
    """Draw ‖w‖² under its ceiling and over its floor, on the scale of the run.

    Where the two meet farther out than that, and not too far to see, the panel can show them as far as there, too.

    Parameters
    ----------
    values
        ‖w‖² before the first update and after each.
    radius, margin
        R and γ in the space of w; without a margin there is no floor.
    rate, aligned
        η, and w₀·w*.
    most
        The updates that the theorem allows, where more is known than R and γ as floats.
    end
        How far to draw, if not to a round number that does not tell where the run ends.
    """
    updates, start_norm = len(values) - 1, float(np.sqrt(values[0]))
    end = round_above(updates) if end is None else max(1.0, end)
    eta, squared = ("", "") if rate == 1 else ("η", "η²")
    above, below = ("‖w₀‖² + ", f"(w₀·w* + k{eta}γ)²") if start_norm else ("", f"k²{squared}γ²")
    title, label = "Growth: ‖w‖² stays under its ceiling", "‖w‖² after each update and its ceiling."
    meeting, farthest = math.inf, 0.0
    if margin is not None:
        meeting = bounds.from_start(radius, margin, aligned, start_norm, rate)
        farthest = max(end, 150.0, 20.0 * updates)  # to where one sees anything of the run
        last = bounds.whole(meeting) if most is None else most
        where = "at" if math.isclose(meeting, last, rel_tol=1e-12) else "after"
        far = "far out, " if meeting > farthest else ""
        title = f"Squeeze: floor and ceiling meet {far}{where} k = {whole(last)}"
        label = "‖w‖² after each update, its ceiling and its floor."

    def ceiling(k: float) -> float:
        return float(bounds.norm_squared_ceiling(k, radius, rate, start_norm))

    def draw(end: float, top: float) -> Panel:
        """Draw both over 0 … end, as far as they are below the top, and where they meet."""
        leaves = end if ceiling(end) <= top else (top - start_norm**2) / (rate * radius) ** 2
        k = np.array([0.0, leaves])
        traces = [bound(k, bounds.norm_squared_ceiling(k, radius, rate, start_norm))]
        # Beside a line that leaves soon there is room on its right alone.
        place = 2 / 3 * leaves
        notes = [note(place, ceiling(place), f"ceiling {above}k{squared}R²", below=leaves < 0.35 * end)]
        if margin is not None:
            highest = float(bounds.norm_squared_floor(end, margin, rate, aligned))
            k = np.linspace(0.0, end if highest <= top else (math.sqrt(top) - aligned) / (rate * margin), 31)
            floor = bounds.norm_squared_floor(k, margin, rate, aligned)
            traces.append(bound(k, floor))
            notes.append(note(k[22], floor[22], f"floor {below}", below=bool(floor[22] > 0.25 * top)))
        if meeting <= end:
            marker = {"color": BOUND, "size": 9, "symbol": "diamond"}
            at = {"x": [meeting], "y": [ceiling(meeting)]}
            traces.append({"type": "scatter", "mode": "markers", **at, "marker": marker})
        return chart("lower", title, label, traces, end, [0, top], "‖w‖²", annotations=notes)

    close_by = ceiling(end) if meeting <= end else min(ceiling(end), 1.4 * float(values.max()) or ceiling(end))
    panel = draw(end, close_by)
    if end < meeting <= farthest:
        panel["whole"] = draw(1.04 * meeting, ceiling(1.04 * meeting))["figure"]
    columns: dict[str, Column] = {"k": np.arange(updates + 1).tolist(), "norm": readable(values)}
    return Picture(panel, columns, growth("norm"))


def growth(name: str, color: str = INK, k: str = "k", dash: str = "solid", *, called: str = "") -> list[Mark]:
    """Let a column grow over another as a curve up to the step, with a dot at its end.

    `dash` is one of DASHES. What the curve is `called` stands at its end, instead of in a legend.
    """
    named: dict[str, Any] = {"name": called} if called else {}
    return [
        mark("curve", [k, name], stroke=color, width=2.5, dash=DASHES[dash], part=name, **named),
        mark("dot", [k, name], radius=4.5, fill=color, part=name),
    ]


def bound(k: npt.NDArray[Any], values: Floats) -> dict[str, Any]:
    """Draw what the theorem promises: grey and dashed."""
    style = {"color": BOUND, "width": 1.75, "dash": "dash"}
    return {**LINE, "line": style, "x": column(k), "y": column(values)}


def upright(
    x: float, height: float, color: str, dash: str, *, foot: float = 0, width: float = 2.5, **more: Any
) -> dict[str, Any]:
    """Draw an upright line on a chart."""
    return {**LINE, "x": [x, x], "y": [foot, height], "line": {"color": color, "width": width, "dash": dash}, **more}


def note(x: float, y: float, text: str, color: str = BOUND, *, below: bool = False) -> dict[str, Any]:
    """Name a line beside it."""
    corner = {"xanchor": "left", "yanchor": "top"} if below else {"xanchor": "right", "yanchor": "bottom"}
    return {"x": float(x), "y": float(y), "text": text, "font": {"color": color}, "showarrow": False, **corner}
