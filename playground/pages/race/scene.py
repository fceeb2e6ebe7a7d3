"""The race: six learners step by step beside each other, and how near each comes to w*."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

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
from perceptron.variants import smooth_shares
from playground.address.parameters import Choice, Number, Switch
from playground.draw import legends, sentences
from playground.draw.curves import blank, bound, chart, growth, note
from playground.draw.figures import Floats, Picture, column, mark
from playground.draw.outcome import Outcome, boundary, compose, hair, proof, unknown_facts, updates_of
from playground.draw.palette import BATCH, BOUND, INK, PROOF, SEPARATOR, SMOOTH
from playground.draw.planes import beside, boundaries, draw_band, draw_line, editable, own_hollow, ringed, view
from playground.draw.sentences import fact
from playground.stage.payload import Area, Column, Dash, Fact, Point, Scene, Text, Verdict
from playground.text import listed, number, plural, whole

Ints = npt.NDArray[np.int64]

MOST_UPDATES = 2_000
"""The cap of each racer."""

MOST_STEPS = 400
"""The most steps of a race; a longer one goes by growing steps, evenly spaced on its logarithmic axis."""

UPDATES, PRODUCTS = "updates", "inner products"
CLOCKS = (UPDATES, PRODUCTS)
CLOCK = Choice(
    "clock",
    "Count in",
    CLOCKS,
    "The perceptron and margin look at one point at a time until one needs an update; the others look at every point"
    " for each update. Inner products count this work.",
)
MARGIN, WRONG = "margin", "points wrong"
MEASURES = (MARGIN, WRONG)
MEASURE = Choice("measure", "Lower chart", MEASURES)
ORDERS = Switch(
    "orders",
    "two orders alone",
    "Draws perceptron and hardest, one learner in two orders: the points in turn, or the most wrong point first.",
)
SHARES = Switch(
    "shares",
    "shares of smooth",
    "Writes beside each point its share in the next step of smooth, which adds all points by their shares. The lower a"
    " point's score, the larger its share; a share under half a percent is not written.",
)
THRESHOLD = Number(
    "beta",
    "Threshold β of margin, in R²",
    0.0,
    100.0,
    1.0,
    0.5,
    "The margin perceptron updates where y w·x ≤ β. Its margin is more than γβ/(R² + 2β): up to γ/2.",
)


_RACERS: Sequence[tuple[str, str, Dash, str]] = (
    ("perceptron", INK, "solid", "R²/γ²"),
    ("hardest", INK, "dot", "R²/γ²"),
    ("batch", BATCH, "longdash", "(n + 1)²/4n · R²/γ²"),
    ("margin", BATCH, "dashdot", "(R² + 2β)/γ²"),
    ("smooth", SMOOTH, "dash", "√(8 ln n · R²/γ² + ¼) − ½"),
    ("von Neumann", SMOOTH, "longdashdot", "R²/γ² − 1"),
)
"""The name, colour, dashes and bound of each racer."""
NAMES = tuple(name for name, *_ in _RACERS)
THREE, TWO = ("perceptron", "margin", "smooth"), ("perceptron", "hardest")
"""The racers whose lines are drawn unless a visitor asks for others, and those of two orders alone."""
DRAWN = {name: Switch(f"line-{name.split()[-1].lower()}", f"line of {name}") for name in NAMES}
"""For each racer the switch that draws its line and its curves."""

_DONE = "done"


@dataclass(frozen=True)
class Racer:
    """A learner in the race.

    `weights` has a row before the first update and after each, `products` the number of inner products computed until
    then. `theorem` is the learner's bound as a formula, `color` and `dash` are for its line and its curves.
    """

    name: str
    color: str
    dash: Dash
    theorem: str
    weights: Floats
    products: Ints
    end: str
    """"done", a word for another end before the cap, or "" if the cap ended the run."""
    most: int | None
    """The most updates that the theorem allows; None without a separator."""

    @property
    def updates(self) -> int:
        """The number of updates that the racer has made."""
        return len(self.weights) - 1

    @property
    def finished(self) -> bool:
        """Whether the racer has found a separator."""
        return self.end == _DONE


def racers(data: Dataset, separation: Separation, share: Fraction) -> list[Racer]:
    """Run all six learners over the data, each up to MOST_UPDATES updates, and return them with their bounds.

    A run that repeats itself is continued up to that number. `separation` is the verdict on the data; only a separator
    gives bounds. β of the margin perceptron is `share` times R².
    """
    # 1. The runs.
    n, threshold = len(data), share * data.radius_squared
    plain, hardest = (train(data, order, max_updates=MOST_UPDATES) for order in ("cyclic", "hardest"))
    batch = descend(data, max_updates=MOST_UPDATES)
    margin = margin_perceptron(data, threshold, MOST_UPDATES)
    traces = [margin, smooth_perceptron(data, MOST_UPDATES), von_neumann(data, MOST_UPDATES)]
    # 2. The weights of each, shape (updates + 1, dim), and their costs, shape (updates + 1,).
    paths = [_laps(plain), _laps(hardest), (batch.weights, n * np.arange(len(batch.weights)))]
    paths += [(trace.weights, trace.products) for trace in traces]
    # 3. The bounds.
    most: Sequence[int | None] = [None] * len(NAMES)
    if isinstance(separation, Separator):
        novikoff, patient = separation.bound, separation.allowed(1 + 2 * share)
        accelerated = bounds.whole(bounds.smooth_perceptron(separation.radius, separation.margin, n))
        most = [novikoff, novikoff, batch.bound(separation), patient, accelerated, novikoff - 1]
    runs: list[Run | Descent | Trace] = [plain, hardest, batch, *traces]
    each = zip(_RACERS, paths, runs, most, strict=True)
    return [Racer(*look, *path, _end(run), allowed) for look, path, run, allowed in each]


def _end(run: Run | Descent | Trace) -> str:
    """Return a word for how a run ended; "" if the cap stopped it."""
    if isinstance(run, Trace) and run.outcome != "converged":
        # A trace that neither converges nor reaches the cap has ended at a w that is 0 up to rounding.
        return "w ≈ 0" if run.updates < MOST_UPDATES else ""
    return {"converged": _DONE, "frozen": "frozen"}.get(run.outcome, "")


def _laps(run: Run) -> tuple[Floats, Ints]:
    """Return the weights after each update, and the inner products until then; a cycle is repeated up to the cap."""
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
    drawn: Sequence[str] = THREE,
    shares: bool = False,
) -> Scene:
    """Return the scene of a race over points: the points, an upper chart and a lower chart.

    `runners` are the `racers` over `data`; those named in `drawn` have lines and curves. If `data` is None, both charts
    are empty. `clock`, from CLOCKS, is the unit of time.

    If `separation` is a separator, the upper chart shows each racer's angle to its weights w*, and the lower chart
    shows `measure`, from MEASURES. If it is anything else, the upper chart shows how many points are still wrong, and
    the lower chart the smallest margin. If it is None, the scene does not reveal what separates the points.

    `margin` draws w* with its margin, if there is a separator. `shares` writes beside each point its share in the step
    of the smooth perceptron.
    """
    if data is None:
        pictures = [_board(points, None, margin=False), blank("upper", _ANGLE), blank("lower", _SMALLEST)]
        return compose(pictures, Outcome(sentences.empty(), unknown_facts(NAMES)), points)
    heat = _Heat(runners, data, separation, clock, drawn)
    sentence, columns = _sentences(heat)
    separable = isinstance(separation, Separator)
    pictures = [
        _board(points, heat, margin=margin, shares=shares),
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
        ask="Which racer separates first, and which comes nearest to w*?" if separable else "Will any racer finish?",
    )
    return compose(pictures, outcome, points)


@dataclass(frozen=True)
class _Heat:
    """All racers against one clock, at each of T steps; each list has an entry for each racer."""

    runners: Sequence[Racer]
    data: Dataset
    separation: Separation | None
    clock: str
    drawn: Sequence[str]
    """The names of the racers whose lines and curves are drawn."""

    @cached_property
    def ends(self) -> list[int]:
        """For each racer the time of its last update: its number of updates or, by the other clock, inner products."""
        return [runner.updates if self.clock == UPDATES else int(runner.products[-1]) for runner in self.runners]

    @cached_property
    def times(self) -> Ints:
        """The time on the clock at each step, shape (T,); a long race skips times, later more than at its beginning."""
        last = max(self.ends)
        if last <= MOST_STEPS:
            return np.arange(last + 1)
        return np.unique(np.append(0, np.geomspace(1, last, MOST_STEPS).round())).astype(np.int64)

    @cached_property
    def weights(self) -> list[Floats]:
        """For each racer its weights at each step, shape (T, dim): 0 before it has begun, its last after its end."""
        return [
            np.vstack([runner.weights, np.zeros(self.data.dim)])[rows]
            for runner, rows in zip(self.runners, self.rows, strict=True)
        ]

    @cached_property
    def rows(self) -> list[Ints]:
        """For each racer the number of its updates at each step, shape (T,); −1 before it has begun.

        After the racer's end the number stays. `Racer.weights` has the weights in the row of this number.
        """
        if self.clock == UPDATES:
            return [np.minimum(self.times, runner.updates) for runner in self.runners]
        return [np.searchsorted(runner.products, self.times, side="right") - 1 for runner in self.runners]

    @cached_property
    def scores(self) -> list[Floats]:
        """For each racer the score y w·x of each point at each step, in floats, shape (T, n); 0 before it begins."""
        return [weights @ self.data.signed.T for weights in self.weights]

    @cached_property
    def sides(self) -> list[npt.NDArray[np.bool_]]:
        """For each racer whether each point is wrong at each step, y w·x ≤ 0 in exact arithmetic, shape (T, n).

        A racer that has not begun has all points wrong.
        """
        points, lift = self.data.signed, self.data.exact_lift
        return [signs(points, weights, lift) <= 0 for weights in self.weights]

    @property
    def wrong(self) -> list[Ints]:
        """For each racer the number of points with y w·x ≤ 0 at each step, shape (T,); all before it has begun."""
        return [sides.sum(axis=1) for sides in self.sides]

    def draws(self, runner: Racer) -> bool:
        """Return whether the line and the curves of a racer are drawn."""
        return runner.name in self.drawn

    def of_drawn(self, values: Iterable[Floats]) -> list[Floats]:
        """Return those of the `values`, an array for each racer, that belong to drawn racers; all if none is drawn."""
        return [each for runner, each in zip(self.runners, values, strict=True) if self.draws(runner) or not self.drawn]

    @property
    def first(self) -> int:
        """The index in `runners` of the racer whose wrong points are hollow.

        It is the first drawn racer; if none is drawn, it is the perceptron, 0.
        """
        return next((place for place, runner in enumerate(self.runners) if self.draws(runner)), 0)


# ---- the pictures --------------------------------------------------------------------------------------------------


def _board(points: Sequence[Point], heat: _Heat | None, *, margin: bool, shares: bool = False) -> Picture:
    """Draw the boundary of each racer and, with `margin`, of w*; ring the points that prove that there is no w*.

    With `shares`, each point's share in the next step of smooth stands beside it, in percent.
    """
    span = view(points)
    first = heat.first if heat else 0
    label = f"The board: the points, hollow where {NAMES[first]} has them wrong, and the boundaries of the racers."
    picture = editable(points, label, span)
    if heat is None:
        return picture
    for index, (runner, weights) in enumerate(zip(heat.runners, heat.weights, strict=True)):
        if heat.draws(runner):
            line = _form(index)
            draw_line(picture, weights, heat.data.lift or 0.0, line, runner.name, runner.color, runner.dash)
    if not heat.drawn:
        picture.columns |= boundaries(heat.weights[first], heat.data.lift or 0.0, _form(first))
    picture.add({"hollow": legends.codes(heat.sides[first])}, own_hollow(NAMES[first], _form(first)))
    if margin and isinstance(heat.separation, Separator):
        draw_band(picture, heat.separation, heat.data, span)
    if shares:
        shifts = beside(points, range(len(points)), span, 22, 17, (26, 12))
        for point, (values, shift) in enumerate(zip(_percents(heat).T.tolist(), shifts, strict=True)):
            texts: Column = [f"{value}%" if value else None for value in values]
            picture.add({f"p{point}": texts}, mark("label", [f"p{point}"], fill=SMOOTH, point=point, shift=shift))
    return ringed(picture, heat.separation, len(heat.times))


def _form(index: int) -> list[str]:
    """Return the names of the columns a, b and c of a racer's boundary."""
    return [f"{letter}{index}" for letter in "abc"]


def _percents(heat: _Heat) -> Ints:
    """Return each point's share in the next step of smooth, at each step, in percent, shape (T, n); 0 after its end."""
    index = NAMES.index("smooth")
    runner, rows = heat.runners[index], heat.rows[index]
    shares = np.array([*smooth_shares(heat.data, runner.weights[:-1]), np.zeros(len(heat.data))])
    percents: Ints = np.rint(100 * shares[rows]).astype(np.int64)
    return percents


_ANGLE = "Angle to w*: a separator need not be the best"
_SMALLEST = "Smallest margin: above 0 it separates, γ is the best"


def _angles(heat: _Heat) -> Picture:
    """Draw the angle between each racer's w and w*, on logarithmic axes."""
    angles = [np.where(angle < _LEAST, _LEAST, angle) for angle in _degrees(heat)]
    finite = np.concatenate(heat.of_drawn(angles))
    finite = finite[np.isfinite(finite)]
    low, high = np.log10([finite.min(initial=10.0), finite.max(initial=10.0)])
    label = "The angle between each racer's weights and those of the largest margin, at each step."
    picture = _curves("upper", _ANGLE, label, heat, [np.log10(angle) for angle in angles], [low, high], "degrees", "y")
    yaxis = picture.figure["yaxis"]
    bottom, top = yaxis["range"]
    # Powers of ten alone are too few ticks if the angles span less than two of them.
    for steps in ((1,), (1, 2, 5)):
        degrees = [step * 10.0**power for power in range(-3, 3) for step in steps]
        ticks = [each for each in degrees if bottom <= math.log10(each) <= top and each <= 180]
        if len(ticks) > 2:
            break
    yaxis["ticks"] = [(round(math.log10(each), 7), f"{each:g}°") for each in ticks]
    return picture


_LEAST = 0.01
"""The smallest angle drawn, in degrees."""

_ROUNDING = 1e-9
"""The largest angle that counts as a rounding error, in degrees."""


def _degrees(heat: _Heat) -> list[Floats]:
    """Return for each racer its angle to w* at each step, in degrees, shape (T,); NaN where w = 0."""
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
    """Draw the smallest y w·x/‖w‖ over all points, for each racer, and γ if there is one."""
    values = []
    for weights, scores in zip(heat.weights, heat.scores, strict=True):
        lengths = np.sqrt(np.vecdot(weights, weights))
        values.append(np.divide(scores.min(axis=1), lengths, out=np.full(len(lengths), np.nan), where=lengths > 0))
    label = "The smallest margin of each racer at each step."
    if isinstance(heat.separation, Separator):
        gamma = heat.separation.margin
        lowest = float(np.nanmin(np.concatenate(heat.of_drawn(values)), initial=0.0))
        high = gamma + 0.15 * (gamma - lowest)  # with room for the note
        picture = _curves("lower", _SMALLEST, label, heat, values, [lowest, high], "min y w·x/‖w‖", "m")
        figure = picture.figure
        ends = np.array([0, figure["xaxis"]["range"][1]])
        figure["parts"] += [bound(ends, np.full(2, height)) for height in (gamma, 0.0)]
        figure["notes"].append({**note(0.0, gamma, " γ"), "anchor": "left"})
        return picture
    title = "Smallest margin: above 0 it would separate"
    return _curves("lower", title, label, heat, values, [-heat.data.radius, 0.0], "min y w·x/‖w‖", "m")


def _points_wrong(area: Area, heat: _Heat) -> Picture:
    """Draw the number of points that each racer has wrong."""
    values = [wrong.astype(float) for wrong in heat.wrong]
    label = "How many points each racer has on the wrong side at each step."
    top = float(max(value.max() for value in heat.of_drawn(values)))
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
    """Draw a curve for each racer over the logarithm of the time, up to the racer's end.

    The names of the curves' columns begin with `letter`.
    """
    last = math.log10(1 + max(1, heat.times[-1]))
    panel = chart(area, title, label, [], last, span, y_title, x_title=f"{heat.clock} of each")
    decades = [0, *(10**power for power in range(9) if 10**power <= 1 + heat.times[-1])]
    picture = Picture(panel)
    picture.figure["xaxis"]["ticks"] = [(math.log10(1 + t), f"{t:,}") for t in decades]
    for index, (runner, end, heights) in enumerate(zip(heat.runners, heat.ends, values, strict=True)):
        if not heat.draws(runner):
            continue
        x, y = f"x{index}", f"{letter}{index}"
        columns = {x: column(np.log10(1 + np.minimum(heat.times, end))), y: column(heights)}
        picture.add(columns, *growth(y, runner.color, x, runner.dash, called=runner.name))
    return picture


# ---- words -----------------------------------------------------------------------------------------------------------


def _sentences(heat: _Heat) -> tuple[Text, dict[str, Column]]:
    """Return the sentence of each step, and its columns: the wrong points of each racer, at the end angles to w*."""
    columns: dict[str, Column] = {
        "t": [whole(int(t)) for t in heat.times],
        "each": [plural(int(t), heat.clock.removesuffix("s")) for t in heat.times],
    }
    racing = [place for place, runner in enumerate(heat.runners) if heat.draws(runner) or not heat.drawn]
    for index in racing:
        runner, end, wrong = heat.runners[index], heat.ends[index], heat.wrong[index]
        counts = [whole(count) for count in wrong.tolist()]
        ended = f"{runner.end} at {whole(end)}"
        columns[f"s{index}"] = [
            count if not runner.end or t < end else ended if runner.finished else f"{count} ({ended})"
            for t, count in zip(heat.times.tolist(), counts, strict=True)
        ]
    standing = ",\n".join(f"{heat.runners[index].name}\t{{s{index}}}" for index in racing)
    templates = [f"Points wrong of {len(heat.data)} after {{each}} each:\n{standing}."]
    if isinstance(heat.separation, Separator):
        degrees = _degrees(heat)
        angles = ",\n".join(f"{heat.runners[index].name}\t{number(float(degrees[index][-1]))}°" for index in racing)
        done = "All are done" if all(runner.finished for runner in heat.runners) else "The end"
        templates.append(f"{done}. Angles to w*, which was not the task:\n{angles}.")
    last = len(heat.times) - 1
    return {"templates": templates, "which": [0] * last + [len(templates) - 1]}, columns


def _facts(heat: _Heat) -> list[Fact]:
    """Return a fact for each racer: its updates and its bound on them; to press it draws or hides the racer."""
    facts = []
    for runner in heat.runners:
        value = updates_of(runner.updates, runner.most, ended=runner.finished)
        claim = "The margin is too small for a bound." if runner.most is None else f"At most {runner.theorem}."
        if isinstance(heat.separation, Inseparable):
            value, claim = "never", "No separator, no bound."
        why = f"Updates, after {plural(int(runner.products[-1]), 'inner product')}. {claim}"
        drawn = heat.draws(runner)
        shown = fact(runner.name, value, f"{why} A press {'hides' if drawn else 'draws'} its line.", outcome=True)
        facts.append(Fact(**shown, on=drawn, sets=(DRAWN[runner.name].key, str(not drawn).lower())))
    return facts


def _verdict(heat: _Heat) -> Verdict:
    """Return the verdict: the first racers by either clock, and the racers that found no separator."""
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
    """Return words for the finished racers of least cost, and for that cost."""
    arrived = [(cost, runner.name) for cost, runner in zip(costs, heat.runners, strict=True) if runner.finished]
    least = min(arrived)[0]
    first = (name for cost, name in arrived if math.isclose(cost, least, rel_tol=_ROUNDING, abs_tol=_ROUNDING))
    return f"{listed(first)}, {number(least)}"
