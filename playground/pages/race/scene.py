"""The race: six ways to find a separator, step by step beside each other, and how near each comes to the best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from perceptron import (
    BarelySeparable,
    Dataset,
    Descent,
    Inseparable,
    Run,
    Separator,
    Trace,
    bounds,
    descend,
    margin_perceptron,
    smooth_perceptron,
    train,
    von_neumann,
)
from perceptron.real import signs
from perceptron.separation import Separation
from playground.address.parameters import Choice, Number
from playground.draw import legends, sentences
from playground.draw.curves import blank, bound, chart, growth, note
from playground.draw.figures import DASHES, Floats, Picture, column, mark
from playground.draw.outcome import Outcome, boundary, compose, hair, proof, unknown_facts, updates_of
from playground.draw.palette import BATCH, BOUND, INK, PROOF, SEPARATOR, SMOOTH
from playground.draw.planes import BOARD, OWN_HOLLOW, band, boundaries, invitation, plane, ringed, view
from playground.draw.sentences import fact
from playground.stage.payload import Area, Column, Fact, Mark, Point, Scene, Text, Verdict
from playground.text import listed, number, plural, whole

Ints = npt.NDArray[np.int64]

MOST_UPDATES = 2_000
"""The cap of each racer."""

MOST_STEPS = 400
"""A longer race goes by larger and larger steps, as its logarithmic axis does."""

UPDATES, PRODUCTS = "updates", "inner products"
CLOCKS = (UPDATES, PRODUCTS)
CLOCK = Choice(
    "clock",
    "A step is one of",
    CLOCKS,
    "The perceptron and margin look at one point at a time until one needs an update; the others look at every point"
    " for each update. Inner products count this work.",
)
MARGIN, WRONG = "margin", "points wrong"
MEASURES = (MARGIN, WRONG)
MEASURE = Choice("measure", "Lower chart", MEASURES)
THRESHOLD = Number(
    "beta",
    "Threshold β of margin, in R²",
    0.0,
    100.0,
    1.0,
    0.5,
    "The margin perceptron updates where y w·x ≤ β. Its margin is more than γβ/(R² + 2β): up to γ/2.",
)


NAMES = ("perceptron", "hardest", "batch", "margin", "smooth", "von Neumann")

_DONE = "done"


@dataclass(frozen=True)
class Racer:
    """One way to a separator: its weights after each update, what they had cost, and the most that it may need."""

    name: str
    color: str
    dash: str
    weights: Floats
    products: Ints
    end: str
    """"done", or why it ended before the cap without being done, or nothing."""
    most: int | None
    """The most updates that it may make; None where there is no separator."""
    theorem: str

    @property
    def updates(self) -> int:
        """How many it made."""
        return len(self.weights) - 1

    @property
    def finished(self) -> bool:
        """Whether it found what it looked for."""
        return self.end == _DONE


def racers(data: Dataset, separation: Separation, share: Fraction) -> list[Racer]:
    """Let all of them run over points, each up to the cap; the margin perceptron's β is a `share` of R²."""
    n, threshold = len(data), share * data.radius_squared
    plain, hardest = (train(data, order, max_updates=MOST_UPDATES) for order in ("cyclic", "hardest"))
    batch = descend(data, max_updates=MOST_UPDATES)
    margin = margin_perceptron(data, threshold, MOST_UPDATES)
    smooth, neumann = smooth_perceptron(data, MOST_UPDATES), von_neumann(data, MOST_UPDATES)
    pace = n * np.arange(len(batch.weights))
    ends = {"converged": _DONE, "frozen": "frozen"}

    def end(racer: Run | Descent | Trace) -> str:
        # A mean of the points that is 0 but for rounding is the one other end before the cap.
        early = isinstance(racer, Trace) and racer.updates < MOST_UPDATES
        return ends.get(racer.outcome, "w ≈ 0" if early else "")

    most: Sequence[int | None] = [None] * len(NAMES)
    if isinstance(separation, Separator):
        novikoff, patient = separation.bound, separation.allowed(1 + 2 * share)
        accelerated = bounds.whole(bounds.smooth_perceptron(separation.radius, separation.margin, n))
        most = [novikoff, novikoff, batch.bound(separation), patient, accelerated, novikoff - 1]
    return [
        Racer("perceptron", INK, "solid", *_laps(plain), end(plain), most[0], "R²/γ²"),
        Racer("hardest", INK, "dot", *_laps(hardest), end(hardest), most[1], "R²/γ²"),
        Racer("batch", BATCH, "longdash", batch.weights, pace, end(batch), most[2], "(n + 1)²/4n · R²/γ²"),
        Racer("margin", BATCH, "dashdot", margin.weights, margin.products, end(margin), most[3], "(R² + 2β)/γ²"),
        Racer("smooth", SMOOTH, "dash", smooth.weights, smooth.products, end(smooth), most[4],
              "√(8 ln n · R²/γ² + ¼) − ½"),
        Racer("von Neumann", SMOOTH, "longdashdot", neumann.weights, neumann.products, end(neumann), most[5],
              "R²/γ² − 1"),
    ]  # fmt: skip


def _laps(run: Run) -> tuple[Floats, Ints]:
    """Return the weights of a run and the examples examined for them; a cycle goes on to the cap, as it would."""
    rows = np.arange(len(run.weights))
    costs = np.diff(run.checked[:-1], prepend=0)
    if run.cycle:
        start, length = run.cycle
        rows = np.arange(MOST_UPDATES + 1)
        rows = np.where(rows < start, rows, start + (rows - start) % length)
        costs = costs[rows[:-1]]
    return run.weights[rows], np.append(0, np.cumsum(costs))


def scene(
    points: Sequence[Point],
    runners: Sequence[Racer],
    data: Dataset | None,
    separation: Separation | None,
    *,
    clock: str,
    measure: str,
    margin: bool,
) -> Scene:
    """Compose the page for points, the racers over them as they see them and what separates these.

    On an empty board there are none; where `separation` is None it is not told whether anything separates them. A step
    counts one of CLOCKS, and the lower chart shows one of MEASURES; with `margin` the board shows w* and its margin,
    too.
    """
    if data is None:
        pictures = [_board(points, None, margin=False), blank("upper", _ANGLE), blank("lower", _SMALLEST)]
        return compose(pictures, Outcome(sentences.empty(), unknown_facts(NAMES)), points)
    heat = _Heat(runners, data, separation, clock)
    sentence, columns = _sentences(heat)
    separable = isinstance(separation, Separator)
    pictures = [
        _board(points, heat, margin=margin),
        _angles(heat) if separable else _points_wrong("upper", heat),
        _points_wrong("lower", heat) if separable and measure == WRONG else _smallest_margins(heat),
    ]
    outcome = Outcome(
        sentence,
        _facts(heat),
        _verdict(heat),
        columns,
        step=["{each} each"],
        place=[f"{{t}} of {plural(int(heat.times[-1]), clock.removesuffix('s'))}"],
        ask="Who separates first, and who comes nearest to w*?" if separable else "Will any of them arrive?",
    )
    return compose(pictures, outcome, points)


@dataclass(frozen=True)
class _Heat:
    """All the racers against one clock: where each of them is at each step."""

    runners: Sequence[Racer]
    data: Dataset
    separation: Separation | None
    clock: str

    @cached_property
    def ends(self) -> list[int]:
        """When each of them is at its end."""
        return [runner.updates if self.clock == UPDATES else int(runner.products[-1]) for runner in self.runners]

    @cached_property
    def times(self) -> Ints:
        """The time of each step."""
        last = max(self.ends)
        if last <= MOST_STEPS:
            return np.arange(last + 1)
        return np.unique(np.append(0, np.geomspace(1, last, MOST_STEPS).round())).astype(np.int64)

    @cached_property
    def weights(self) -> list[Floats]:
        """The weights of each at each step; 0 for what has not even begun."""
        return [
            np.vstack([runner.weights, np.zeros(self.data.dim)])[rows]
            for runner, rows in zip(self.runners, self._rows, strict=True)
        ]

    @cached_property
    def _rows(self) -> list[Ints]:
        if self.clock == UPDATES:
            return [np.minimum(self.times, runner.updates) for runner in self.runners]
        return [np.searchsorted(runner.products, self.times, side="right") - 1 for runner in self.runners]

    @cached_property
    def scores(self) -> list[Floats]:
        """The products y w·x of each at each step, for every point, rounded."""
        return [weights @ self.data.signed.T for weights in self.weights]

    @cached_property
    def sides(self) -> list[npt.NDArray[np.bool_]]:
        """Which points each has on the wrong side at each step."""
        points, lift = self.data.signed, self.data.exact_lift
        return [signs(points, weights, lift) <= 0 for weights in self.weights]

    @property
    def wrong(self) -> list[Ints]:
        """How many these are."""
        return [sides.sum(axis=1) for sides in self.sides]


# ---- the pictures --------------------------------------------------------------------------------------------------


def _board(points: Sequence[Point], heat: _Heat | None, *, margin: bool) -> Picture:
    """Draw the boundary of each racer, and of w* if it is wanted; or the points that prove that there is none."""
    columns: dict[str, Column] = {}
    marks: list[Mark] = []
    traces: list[dict[str, Any]] = []
    span = view(points)
    if heat:
        scale = heat.data.lift or 0.0
        for index, (runner, weights) in enumerate(zip(heat.runners, heat.weights, strict=True)):
            line = [f"{letter}{index}" for letter in "abc"]
            columns |= boundaries(weights, scale, line)
            marks.append(mark("line", line, under=True, stroke=runner.color, width=2.5, dash=DASHES[runner.dash],
                              name=runner.name))  # fmt: skip
        columns["hollow"] = legends.codes(heat.sides[0])
        marks.append(OWN_HOLLOW)
        if margin and isinstance(heat.separation, Separator):
            traces += band(heat.separation, heat.data, span)
    label = "The board: the points, hollow where the perceptron has them wrong, and the boundary of each racer."
    panel = plane("board", BOARD, label, span, traces, annotations=invitation(points))
    return ringed(Picture(panel, columns, marks), heat and heat.separation, len(heat.times) if heat else 0)


_ANGLE = "Angle to w*: a separator need not be the best"
_SMALLEST = "Smallest margin: above 0 it separates, γ is the best"


def _angles(heat: _Heat) -> Picture:
    """Draw the angle between each racer's w and w*, on logarithmic axes."""
    angles = [np.where(angle < _LEAST, _LEAST, angle) for angle in _degrees(heat)]
    finite = np.concatenate(angles)
    finite = finite[np.isfinite(finite)]
    low, high = np.log10([finite.min(initial=10.0), finite.max(initial=10.0)])
    label = "The angle between each racer's weights and those of the largest margin, at each step."
    picture = _curves("upper", _ANGLE, label, heat, [np.log10(angle) for angle in angles], [low, high], "degrees", "y")
    layout = picture.panel["figure"]["layout"]  # type: ignore[typeddict-item]
    bottom, top = layout["yaxis"]["range"]
    # Where the angles stay within two powers, these alone would be a bare axis.
    for steps in ((1,), (1, 2, 5)):
        degrees = [step * 10.0**power for power in range(-3, 3) for step in steps]
        ticks = [each for each in degrees if bottom <= math.log10(each) <= top and each <= 180]
        if len(ticks) > 2:
            break
    layout["yaxis"] |= {"tickvals": column(np.log10(ticks)), "ticktext": [f"{each:g}°" for each in ticks]}
    return picture


_LEAST = 0.01
"""The smallest angle that is drawn, in degrees."""

_ROUNDING = 1e-9
"""The largest angle, in degrees, that may be nothing but rounding."""


def _degrees(heat: _Heat) -> list[Floats]:
    """Return the angles to w* in degrees, NaN where w = 0."""
    best = heat.separation.w if isinstance(heat.separation, Separator) else np.full(heat.data.dim, np.nan)
    angles = []
    for weights in heat.weights:
        along = weights @ best
        across = weights - along[:, None] * best
        angle = np.degrees(np.arctan2(np.sqrt(np.vecdot(across, across)), along))
        angle[angle < _ROUNDING] = 0.0
        angles.append(np.where(weights.any(axis=1), angle, np.nan))
    return angles


def _smallest_margins(heat: _Heat) -> Picture:
    """Draw the least y w·x/‖w‖ of each racer, against γ if there is one."""
    values = []
    for weights, scores in zip(heat.weights, heat.scores, strict=True):
        lengths = np.sqrt(np.vecdot(weights, weights))
        values.append(np.divide(scores.min(axis=1), lengths, out=np.full(len(lengths), np.nan), where=lengths > 0))
    label = "The smallest margin of each racer at each step."
    if isinstance(heat.separation, Separator):
        gamma = heat.separation.margin
        lowest = float(np.nanmin(np.concatenate(values), initial=0.0))
        high = gamma + 0.15 * (gamma - lowest)  # with room for the note
        picture = _curves("lower", _SMALLEST, label, heat, values, [lowest, high], "min y w·x/‖w‖", "m")
        figure = picture.panel["figure"]  # type: ignore[typeddict-item]
        end = figure["layout"]["xaxis"]["range"][1]
        figure["data"] += [bound(np.array([0, end]), np.full(2, height)) for height in (gamma, 0.0)]
        figure["layout"]["annotations"].append(note(0.0, gamma, " γ") | {"xanchor": "left"})
        return picture
    title = "Smallest margin: above 0 it would separate"
    return _curves("lower", title, label, heat, values, [-heat.data.radius, 0.0], "min y w·x/‖w‖", "m")


def _points_wrong(area: Area, heat: _Heat) -> Picture:
    """Draw how many points each racer has on the wrong side."""
    values = [wrong.astype(float) for wrong in heat.wrong]
    label = "How many points each racer has on the wrong side at each step."
    top = float(max(value.max() for value in values))
    return _curves(area, "Points still wrong", label, heat, values, [0.0, max(1.0, top)], "points wrong", "e")


def _curves(
    area: Area,
    title: str,
    label: str,
    heat: _Heat,
    values: Sequence[Floats],
    span: Sequence[float],
    y_title: str,
    letter: str,
) -> Picture:
    """Let a curve grow for each racer, up to its own end, over the logarithm of the time."""
    columns: dict[str, Column] = {}
    marks: list[Mark] = []
    for index, (runner, end, heights) in enumerate(zip(heat.runners, heat.ends, values, strict=True)):
        columns[f"x{index}"] = column(np.log10(1 + np.minimum(heat.times, end)))
        columns[f"{letter}{index}"] = column(heights)
        marks += growth(f"{letter}{index}", runner.color, f"x{index}", runner.dash, called=runner.name)
    last = math.log10(1 + max(1, heat.times[-1]))
    panel = chart(area, title, label, [], last, span, y_title, x_title=f"{heat.clock} of each")
    decades = [0, *(10**power for power in range(9) if 10**power <= 1 + heat.times[-1])]
    ticks = {"tickvals": [math.log10(1 + t) for t in decades], "ticktext": [f"{t:,}" for t in decades]}
    panel["figure"]["layout"]["xaxis"] |= ticks
    return Picture(panel, columns, marks)


# ---- words -----------------------------------------------------------------------------------------------------------


def _sentences(heat: _Heat) -> tuple[Text, dict[str, Column]]:
    """Say at each step who is still wrong about how many points, and at the end how near each has come to w*."""
    columns: dict[str, Column] = {
        "t": [whole(int(t)) for t in heat.times],
        "each": [plural(int(t), heat.clock.removesuffix("s")) for t in heat.times],
    }
    for index, (runner, end, wrong) in enumerate(zip(heat.runners, heat.ends, heat.wrong, strict=True)):
        counts = [whole(count) for count in wrong.tolist()]
        ended = f"{runner.end} at {whole(end)}"
        columns[f"s{index}"] = [
            count if not runner.end or t < end else ended if runner.finished else f"{count} ({ended})"
            for t, count in zip(heat.times.tolist(), counts, strict=True)
        ]
    standing = ", ".join(f"{runner.name} {{s{index}}}" for index, runner in enumerate(heat.runners))
    templates = [f"Points wrong of {len(heat.data)} after {{each}} each: {standing}."]
    if isinstance(heat.separation, Separator):
        angles = ", ".join(
            f"{runner.name} {number(float(degrees[-1]))}°"
            for runner, degrees in zip(heat.runners, _degrees(heat), strict=True)
        )
        done = "All are done" if all(runner.finished for runner in heat.runners) else "The end"
        templates.append(f"{done}. Angles to w*: {angles}. The task was to separate, not to find w*.")
    last = len(heat.times) - 1
    return {"templates": templates, "which": [0] * last + [len(templates) - 1]}, columns


def _facts(heat: _Heat) -> list[Fact]:
    """Say of each racer how many updates it took, of how many at most."""
    facts = []
    for runner in heat.runners:
        value = updates_of(runner.updates, runner.most, ended=runner.finished)
        claim = "The margin is too small for a bound." if runner.most is None else f"At most {runner.theorem}."
        if isinstance(heat.separation, Inseparable):
            value, claim = "never", "No separator, no bound."
        why = f"Updates, after {plural(int(runner.products[-1]), 'inner product')}. {claim}"
        facts.append(fact(runner.name, value, why, outcome=True))
    return facts


def _verdict(heat: _Heat) -> Verdict:
    """Say who was first by either clock, and who did not arrive."""
    late = [runner.name for runner in heat.runners if not runner.finished]
    if isinstance(heat.separation, Inseparable):
        return {"text": f"{proof(heat.data, heat.separation)} No racer can finish.", "color": PROOF}
    thin = f"{hair(boundary(heat.data))} " if isinstance(heat.separation, BarelySeparable) else ""
    if len(late) == len(heat.runners):
        most = whole(MOST_UPDATES)
        exists = f"{thin}No" if thin else "A line exists, but no"
        return {"text": f"{exists} racer found one within {most} updates.", "color": BOUND}
    text = (
        f"{thin}Fewest updates: {_first(heat, [runner.updates for runner in heat.runners])};"
        f" inner products: {_first(heat, [int(runner.products[-1]) for runner in heat.runners])}."
    )
    if isinstance(heat.separation, Separator):
        nearest = "Nearest to w* of those done" if late else "Nearest to w*"
        text += f" {nearest}: {_first(heat, [float(angles[-1]) for angles in _degrees(heat)])}°."
    if late:
        who = listed(late) if len(late) < 3 else f"{len(late)} of the {len(heat.runners)}"
        text += f" Not done in {whole(MOST_UPDATES)} updates: {who}."
    return {"text": text, "color": SEPARATOR}


def _first(heat: _Heat, costs: Sequence[float]) -> str:
    """Name those of the racers that have arrived whose cost is the least, and say what it is."""
    arrived = [(cost, runner.name) for cost, runner in zip(costs, heat.runners, strict=True) if runner.finished]
    least = min(arrived)[0]
    first = (name for cost, name in arrived if math.isclose(cost, least, rel_tol=_ROUNDING, abs_tol=_ROUNDING))
    return f"{listed(first)}, {number(least)}"
