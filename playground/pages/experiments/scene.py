"""Experiments: many runs at once, their chart, and a sentence that says how to read it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import log10
from operator import itemgetter
from typing import Any, Literal

import numpy as np
import pandas as pd

from perceptron import BarelySeparable, Dataset, Separator, experiments, fewest_and_most, separability, separate
from perceptron.learner import Order
from playground.address.parameters import Choice, Number
from playground.draw.curves import note, upright
from playground.draw.figures import Picture, mark
from playground.draw.outcome import Outcome, boundary, compose, hair
from playground.draw.palette import BOUND, NEGATIVE, POSITIVE, RANDOM, SEPARATOR
from playground.draw.sentences import text
from playground.stage.payload import (
    Area,
    Axis,
    Bars,
    Column,
    Dash,
    Dots,
    Figure,
    Lines,
    Mark,
    Note,
    Region,
    Scene,
)
from playground.text import plural, whole

Progress = Callable[[float], object]
Link = dict[str, str]
_Shape = Literal["circle", "triangle"]

MARGINS = (0.01, 0.015, 0.02, 0.03, 0.05, 0.07, 0.1, 0.2, 0.3, 0.5)
DIMENSIONS = (2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
SCALES = tuple(2.0**power for power in range(-5, 6))
RATES = tuple(2.0**power for power in range(-6, 7))
FARTHEST = 5.0
"""The distance from the origin, in R, of the start of the experiment about rates; it points away from w*."""

MOST_UPDATES = 5_000
MOST_UPDATES_WIDE = 2_000  # in up to a thousand dimensions
MOST_STATES, MOST_SCORES = 8_000, 200_000
"""The caps on the search for the fewest and the most updates: the states it visits, the scores it computes."""
MOST_WORK = 1e7
"""The cap on the work of one experiment, in microseconds of the machine on which `_work` was measured."""


@dataclass(frozen=True)
class ExperimentSettings:
    """The settings of an experiment.

    `data` are the board's points, None for an empty board. `n`, `margin`, `radius` and `seed` are for random points,
    and `repeats` is the number of runs for each value that is compared, with the seeds from `seed` on.
    """

    data: Dataset | None
    n: int
    margin: float
    radius: float
    seed: int
    repeats: int

    def margins(self) -> list[float]:
        """Return the margins to compare: those of MARGINS that are at most the radius."""
        return [margin for margin in MARGINS if margin <= self.radius]

    def board(self) -> tuple[Dataset, Separator]:
        """Return the board's points and their separator.

        Raises
        ------
        ValueError
            If there are no points, or no separator with a margin that floats can hold; the message is a sentence.
        """
        if self.data is None:
            raise ValueError("The board is empty. Place points in the playground, or choose some.")
        separation = separate(self.data)
        if isinstance(separation, BarelySeparable):
            raise ValueError(f"{hair(boundary(self.data))} Choose others.")
        if not isinstance(separation, Separator):
            end = "so no run over them would end. Choose others."
            raise ValueError(f"No {boundary(self.data)} separates these points, {end}")
        return self.data, separation


@dataclass(frozen=True)
class Chart:
    """A chart: the titles of its axes, and its parts."""

    titles: tuple[str, str]
    parts: Sequence[Lines | Dots | Bars | Region]
    ticks: tuple[Sequence[float] | None, Sequence[float] | None] = (None, None)
    """The ticks of logarithmic axes; an axis without ticks is linear."""
    room: float = 1.0
    """The room beyond the values on linear axes."""
    named: Sequence[Lines] = ()
    """The lines among the parts that have their names at their ends."""
    notes: Sequence[Note] = ()
    """The names of the other parts, and further words."""
    crossed: Sequence[tuple[float, float, str, str]] = ()
    """Names among lines, which they may cross: each a place, its words and its colour."""


@dataclass(frozen=True)
class TableDrawing:
    """The chart of an experiment's table, and perhaps a second chart `beside` it.

    `dots` is a table with a row for each dot that the visitor can pick, and `at` has the names of its columns for x and
    y. `words` describe a dot, with names of columns in braces.
    """

    chart: Chart
    dots: pd.DataFrame
    at: tuple[str, str]
    words: str
    beside: Chart | None = None


@dataclass(frozen=True)
class Runs:
    """The runs that an experiment makes with certain settings, and what they cost."""

    run: Callable[..., pd.DataFrame]
    """Takes `repeats`, `seed`, `max_updates`, `progress` and `executor`; returns a table with a row for each run."""
    by: Sequence[str]
    """The columns of the table by which it is sorted: a run's setting."""
    coordinates: Callable[[pd.DataFrame], Any]
    """Returns the coordinates in the points of each run."""
    passes: Callable[[pd.DataFrame], pd.Series] = itemgetter("passes")
    first: int = 10
    """The seeds of the first round."""
    most_updates: int = MOST_UPDATES
    finish: Callable[[pd.DataFrame, Executor | None], pd.DataFrame] = lambda table, executor: table
    """Completes the table of all rounds."""

    def work(self, table: pd.DataFrame) -> float:
        """Estimate how long the runs in a table's rows took, in microseconds of the machine on which it was measured.

        Passes and coordinates count. If the table has a column "load", its points may have a tiny margin and take many
        updates a pass, so updates count, too.
        """
        a_pass = np.where(table["order"] == "random", 60, 20) if "order" in table else 20
        an_update = 10 if "load" in table else 0
        passes, updates = self.passes(table).fillna(0), table["updates"].fillna(0)  # NaN without a run
        a_coordinate = 0.15 + 0.002 * passes
        return float((1000 + a_pass * passes + an_update * updates + a_coordinate * self.coordinates(table)).sum())


@dataclass
class ExperimentRounds:
    """The rounds of an experiment that are finished, and the work they took.

    The first round runs the first seeds of each setting, and each later round ten times as many as all before it, until
    all seeds are done or the work reaches its cap. The number of seeds depends on the runs alone, not on the machine's
    speed.
    """

    tables: list[pd.DataFrame] = field(default_factory=list)
    seeds: int = 0
    wanted: int | None = None
    """The number of seeds of all rounds, estimated after each round from its cost; None before the first."""
    work: float = 0.0

    @property
    def over(self) -> bool:
        """Whether no round is left to do; False before the first."""
        return self.seeds == self.wanted

    @property
    def done(self) -> float:
        """The share of the seeds that are done, from 0 to 1; 0 before the first round."""
        return self.seeds / self.wanted if self.wanted else 0.0

    def go_on(
        self, runs: Runs, settings: ExperimentSettings, progress: Progress, executor: Executor | None
    ) -> pd.DataFrame:
        """Run the next round, and return the table of all rounds so far, sorted by the compared values.

        Do not call it once the rounds are `over`. After the last round the table is also completed by `finish` of the
        runs. `progress` is called with the share done, from 0 to 1; `executor`, if given, does the work.
        """
        # 1. Run the next seeds.
        wanted = settings.repeats if self.wanted is None else self.wanted
        size = min(wanted - self.seeds, 10 * self.seeds or runs.first)
        table = runs.run(
            repeats=size,
            seed=settings.seed + self.seeds,
            max_updates=runs.most_updates,
            progress=lambda part: progress((self.seeds + part * size) / wanted),
            executor=executor,
        )
        # 2. Count the work of the runs, and from it the number of affordable seeds.
        self.tables.append(table)
        self.work += runs.work(table)
        self.seeds += size
        self.wanted = max(self.seeds, min(settings.repeats, int(self.seeds * MOST_WORK / self.work)))
        # 3. Sort the rows of all rounds by their setting, in the order of the first round.
        whole = pd.concat(self.tables, ignore_index=True)
        ranks = {name: {value: rank for rank, value in enumerate(self.tables[0][name].unique())} for name in runs.by}
        whole = whole.sort_values(
            [*runs.by], key=lambda column: column.map(ranks[str(column.name)]), kind="stable", ignore_index=True
        )
        return runs.finish(whole, executor) if self.over else whole


@dataclass(frozen=True)
class Experiment:
    """A question about many runs, with the chart that answers it.

    Parameters
    ----------
    title, words
        The title of the chart, and a sentence that says how to read it.
    uses
        The keys of the settings on which the experiment depends; "data" stands for the board's points.
    runs, draw
        Functions that return the experiment's runs, and the drawing of their table.
    link
        The function that returns the link to the run in a row, with names of the table's columns in braces; None if no
        page can show such a run.
    """

    name: str
    title: str
    words: str
    uses: Collection[str]
    runs: Callable[[ExperimentSettings], Runs]
    draw: Callable[[pd.DataFrame, ExperimentSettings], TableDrawing]
    link: Callable[[ExperimentSettings], Link] | None = None

    def next_round(
        self, rounds: ExperimentRounds, settings: ExperimentSettings, progress: Progress, executor: Executor | None
    ) -> pd.DataFrame:
        """Run the next of the `rounds`, and return the table of all rounds so far.

        One round must be left. `settings` must be those of earlier rounds. `progress` and `executor` are as for
        `ExperimentRounds.go_on`.

        Raises
        ------
        ValueError
            If the experiment is about the board's points, and there are none, or no separator of them with a margin
            that floats can hold.
        """
        return rounds.go_on(self.runs(settings), settings, progress, executor)

    def run(self, settings: ExperimentSettings, progress: Progress, executor: Executor | None) -> pd.DataFrame:
        """Run all rounds, and return the table of all their runs; raise ValueError as `next_round` does."""
        rounds = ExperimentRounds()
        while True:
            table = self.next_round(rounds, settings, progress, executor)
            if rounds.over:
                return table


# ---- margin --------------------------------------------------------------------------------------------------------


def _margin_runs(settings: ExperimentSettings) -> Runs:
    run = partial(experiments.by_margin, settings.margins(), n=settings.n, radius=settings.radius)
    return Runs(run, ["margin"], lambda table: 2 * settings.n)


def _draw_margins(table: pd.DataFrame, settings: ExperimentSettings) -> TableDrawing:
    dots = table.assign(at=_spread(table, "margin", 0.06))
    ends = np.array([0.9 * table["margin"].min(), 1.1 * table["margin"].max()])
    bound = _line(ends, (settings.radius / ends) ** 2, "bound R²/γ²")
    chart = _bounded(("margin γ", "updates"), (MARGINS, _POWERS), dots, bound, [_mean(table, "margin")])
    return TableDrawing(chart, dots, ("at", "updates"), "γ = {margin}, seed {seed}; updates: {updates}.")


def _open_margin(settings: ExperimentSettings) -> Link:
    drawn = {"gamma": "{margin}", "n": str(settings.n), "R": f"{settings.radius:g}", "seed": "{seed}"}
    return {**drawn, "order": "shuffled"}


# ---- unit of length ------------------------------------------------------------------------------------------------


def _scale_runs(settings: ExperimentSettings) -> Runs:
    data, _ = settings.board()
    return Runs(partial(experiments.by_scale, data, SCALES), ["scale"], lambda table: data.X.size)


def _draw_scales(table: pd.DataFrame, settings: ExperimentSettings) -> TableDrawing:
    dots = table.assign(at=_spread(table, "scale", 0.12))
    lines = table.groupby("scale", as_index=False).first()
    bound = _line(lines["scale"], lines["bound"], "R²/γ², a bound")
    wrong = _line(lines["scale"], lines["radius_squared_over_margin"], "R²/γ, no bound")
    wrong |= {"color": NEGATIVE, "dash": "solid"}
    chart = _bounded(("coordinates multiplied by", "updates"), (_POWERS, _POWERS), dots, bound, [wrong])
    return TableDrawing(chart, dots, ("at", "updates"), "times {scale}, seed {seed}; updates: {updates}")


# ---- order ---------------------------------------------------------------------------------------------------------


def _order_runs(settings: ExperimentSettings) -> Runs:
    data, _ = settings.board()

    def run(seed: int, **how: Any) -> pd.DataFrame:
        # Cyclic and hardest run once, as they are the same for every seed.
        orders: Sequence[Order] = ("cyclic", "shuffled", "random", "hardest")
        return experiments.by_order(data, orders if seed == settings.seed else orders[1:3], seed=seed, **how)

    return Runs(run, ["order"], lambda table: data.X.size, finish=partial(_with_extremes, data))


def _with_extremes(data: Dataset, table: pd.DataFrame, executor: Executor | None) -> pd.DataFrame:
    """Find the fewest and the most updates of all orders, and keep them in the table's `attrs` if the search ends."""
    search = partial(fewest_and_most, data, most_states=min(MOST_STATES, MOST_SCORES // len(data)))
    with suppress(ValueError):  # too many points to try every order
        table.attrs["extremes"] = search() if executor is None else executor.submit(search).result()
    return table


def _draw_orders(table: pd.DataFrame, settings: ExperimentSettings) -> TableDrawing:
    chance = table[table["order"].isin(["shuffled", "random"])]
    counts = chance.groupby(["order", "updates"], as_index=False).agg(runs=("seed", "size"))
    highest = int(counts["runs"].max())
    # 1. The bars of both orders by chance, and their names above the highest.
    width = max(0.8, (counts["updates"].max() - counts["updates"].min()) / 250)
    peak = float(counts["updates"].to_numpy()[counts["runs"].to_numpy().argmax()])
    parts: list[Bars | Lines] = []
    names: list[Note] = []
    for place, (order, color) in enumerate((("shuffled", POSITIVE), ("random", RANDOM))):
        bars = counts[counts["order"] == order]
        x, y = (bars[name].tolist() for name in ("updates", "runs"))
        parts.append({"kind": "bars", "x": x, "y": y, "color": color, "width": width, "opacity": 0.7})
        note = _name(peak, highest, f"{order}, {plural(int(bars['runs'].sum()), 'run')}", color)
        names.append({**note, "shift": (6, 20 - 16 * place)})
    # 2. The other counts as upright lines, each with its name at its top, clear of the lower ones on its right.
    drawn: list[tuple[Order, str, Dash]] = [("cyclic", NEGATIVE, "solid"), ("hardest", SEPARATOR, "dash")]
    once: list[tuple[str, int, str, Dash]] = [
        (order, int(table.loc[table["order"] == order, "updates"].iloc[0]), color, dash) for order, color, dash in drawn
    ]
    if "extremes" in table.attrs:
        fewest, most = table.attrs["extremes"]
        once += [("fewest", fewest, BOUND, "longdash"), ("most", most, BOUND, "longdashdot")]
    bound = int(table["bound"].iloc[0])
    title = "updates"
    if bound <= 3 * table["updates"].max():
        once.append(("bound", bound, BOUND, "dot"))
    else:
        title = f"updates (the bound, {whole(bound)}, lies far to the right)"
    for place, (name, updates, color, dash) in enumerate(sorted(once, key=itemgetter(1), reverse=True)):
        height = (1.2 + 0.09 * place) * highest
        parts.append(upright(updates, height, color, dash))
        names.append(_name(updates, height, f"{name}: {whole(updates)}", color, beside=True))
    words = "{order}; updates: {updates}, runs: {runs}"
    return TableDrawing(Chart((title, "runs"), parts, notes=names), counts, ("updates", "runs"), words)


# ---- dimension -----------------------------------------------------------------------------------------------------


def _dimension_runs(settings: ExperimentSettings) -> Runs:
    margin, radius = min(settings.margin, settings.radius), settings.radius
    run = partial(experiments.by_dimension, DIMENSIONS, n=settings.n, margin=margin, radius=radius)

    def coordinates(table: pd.DataFrame) -> Any:
        # The products of all pairs of points take half as long again as the run.
        return 1.5 * table["dim"] * settings.n

    return Runs(run, ["dim"], coordinates, first=1, most_updates=MOST_UPDATES_WIDE)


def _draw_dimensions(table: pd.DataFrame, settings: ExperimentSettings) -> TableDrawing:
    ends, margin = np.array([0.9 * DIMENSIONS[0], 1.1 * DIMENSIONS[-1]]), min(settings.margin, settings.radius)
    ticks = DIMENSIONS, _POWERS
    # 1. The mean help and the mean chance of an update, in a chart of their own.
    parts = table.groupby("dim", as_index=False)[["along", "across"]].mean().dropna()
    beside = [
        _line(parts["dim"], parts["across"], "across w*, by chance"),
        _line(parts["dim"], parts["along"], "along w*, a help"),
        _line(ends[::-1], np.full(2, margin**2), "γ²"),  # named on the left, for the help is often hardly more
    ]
    for line, color in zip(beside, (RANDOM, SEPARATOR), strict=False):
        line |= {"color": color, "width": 2.5, "dash": "solid"}
    # 2. The runs under their bound, with the quotient of the two.
    lines = [_mean(table, "dim")]
    if (parts[["along", "across"]] > 0).all(axis=None) and len(parts):
        expected = _line(parts["dim"], (parts["across"] / parts["along"]) ** 2, "(across/along)²")
        expected |= {"color": RANDOM, "dash": "dot"}
        lines.append(expected)
    dots = table.assign(at=_spread(table, "dim", 0.07))
    bound = _line(ends, np.full(2, (settings.radius / margin) ** 2), "bound R²/γ²")
    return TableDrawing(
        _bounded(("dimensions", "updates"), ticks, dots, bound, lines),
        dots,
        ("at", "updates"),
        "{dim} dimensions, seed {seed}; updates: {updates}",
        Chart(("dimensions", "added to another point's score"), beside, ticks, named=beside),
    )


# ---- number of points ----------------------------------------------------------------------------------------------


def _load_runs(settings: ExperimentSettings) -> Runs:
    run = partial(experiments.by_load, [dim for dim, _, _ in _SEPARATED], LOADS)
    return Runs(run, ["dim", "load"], lambda table: table["n"] * table["dim"], most_updates=MOST_UPDATES_WIDE)


def _draw_loads(table: pd.DataFrame, settings: ExperimentSettings) -> TableDrawing:
    groups = table.groupby(["dim", "load", "n"], as_index=False)
    dots = groups.agg(
        sets=("seed", "size"),
        separable=("separable", "sum"),
        share=("separable", "mean"),
        updates=("updates", "median"),
        stopped=("outcome", lambda outcomes: int((outcomes == "stopped").sum())),
    )
    dots["exact"] = [f"{100 * float(separability(n, dim)):.4g}" for n, dim in zip(dots["n"], dots["dim"], strict=True)]
    shares: list[Lines | Dots] = []
    medians: list[Lines | Dots] = []
    named: list[Lines] = []
    crossed: list[tuple[float, float, str, str]] = []
    for dim, color, shape in _SEPARATED:
        rows = dots[dots["dim"] == dim]
        counts = np.arange(LOADS[0] * dim, LOADS[-1] * dim + 1).astype(int)
        exact = _line(counts / dim, [float(separability(n, dim)) for n in counts.tolist()])
        shares += [exact | {"color": color, "dash": "solid"}, _dots(rows["load"], rows["share"], color, 8, shape)]
        crossed.append((_APART, float(separability(int(_APART * dim), dim)), f"d = {dim}", color))
        run = rows.dropna()
        median = _line(run["load"], run["updates"], f"d = {dim}") | {"color": color, "dash": "solid"}
        named.append(median)
        medians += [median, _dots(run["load"], run["updates"], color, 8, shape)]
    shares.append(upright(2, 1, BOUND, "dash"))
    high = max(value for part in medians for value in part["y"] if value is not None)
    medians.append(upright(2, high, BOUND, "dash", foot=1))
    cap = table.loc[table["outcome"] == "stopped", "updates"].max()
    dots["updates"] = [
        "none" if pd.isna(median) else f"{median:g}" + (f", {stopped} of them stopped at {cap}" if stopped else "")
        for median, stopped in zip(dots["updates"], dots["stopped"], strict=True)
    ]
    title = "points for each dimension, n/d"
    words = "{n} points, {dim} dimensions: {separable} of {sets} separable, where {exact} % are expected; "
    words += "median updates: {updates}"
    return TableDrawing(
        Chart(
            (title, "share that is separable: counted ●, exact —"),
            shares,
            room=0.05,
            notes=[_name(2, 1, "n = 2d", BOUND, beside=True)],
            crossed=crossed,
        ),
        dots,
        ("load", "share"),
        words,
        Chart(
            (title, "median updates (stopped: the cap)"),
            medians,
            (None, _POWERS),
            room=0.05,
            named=named,
            notes=[_name(2, 1, "n = 2d", BOUND, beside=True)],
        ),
    )


LOADS = (0.5, 1.0, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0, 4.0)
_APART = 2.5
"""The load at which the shares of the dimensions are farthest apart."""
_SEPARATED: Sequence[tuple[int, str, _Shape]] = (
    (4, POSITIVE, "circle"),
    (12, NEGATIVE, "triangle"),
    (40, SEPARATOR, "circle"),
)


# ---- rate ----------------------------------------------------------------------------------------------------------


def _rate_runs(settings: ExperimentSettings) -> Runs:
    data, separator = settings.board()
    starts = {ZERO: None, AWAY: -FARTHEST * separator.radius * separator.w}

    def run(progress: Progress, **how: Any) -> pd.DataFrame:
        tables = [
            experiments.by_rate(
                data,
                RATES,
                start,
                progress=lambda done, part=part: progress((part + done) / 2),  # type: ignore[misc]
                **how,
            ).assign(start=name)
            for part, (name, start) in enumerate(starts.items())
        ]
        return pd.concat(tables, ignore_index=True)

    return Runs(run, ["start", "rate"], lambda table: data.X.size)


def _draw_rates(table: pd.DataFrame, settings: ExperimentSettings) -> TableDrawing:
    parts: list[Dots | Lines] = []
    names: list[Note] = []
    # Each rate has the dots of one start on its left, and the dots of the other start on its right.
    sides = table["start"].map({ZERO: 10**-0.07, AWAY: 10**0.07})
    spread = table.assign(at=_spread(table, "rate", 0.06, ["start"]) * sides)
    looks: Sequence[tuple[str, str, _Shape]] = ((ZERO, POSITIVE, "circle"), (AWAY, NEGATIVE, "triangle"))
    for name, color, shape in looks:
        rows = spread[spread["start"] == name]
        lines = rows.groupby("rate", as_index=False)["bound"].first()
        bound = _line(lines["rate"], lines["bound"]) | {"color": color}
        parts += [_runs(rows) | {"color": color, "shape": shape}, bound]
        # At the smallest rate the starts, and their bounds, are farthest apart.
        least, highest = rows["at"].min(), rows.loc[rows["rate"] == rows["rate"].min(), "updates"].max()
        names += [_name(least, highest, name, color), _name(least, lines["bound"].iloc[0], f"bound, {name}", color)]
    words = "{start}, η = {rate}, seed {seed}; updates: {updates}"
    chart = Chart(("learning rate η", "updates"), parts, (_POWERS, _POWERS), notes=names)
    return TableDrawing(chart, spread, ("at", "updates"), words)


# ---- learner -------------------------------------------------------------------------------------------------------


def _learner_runs(settings: ExperimentSettings) -> Runs:
    learners = [learner for learner, _, _ in _LEARNERS]
    run = partial(experiments.by_learner, settings.margins(), learners, n=settings.n, radius=settings.radius)
    by = ["margin", "learner"]
    return Runs(run, by, lambda table: 2 * settings.n, lambda table: table["products"] // settings.n)


def _draw_learners(table: pd.DataFrame, settings: ExperimentSettings) -> TableDrawing:
    means = table.groupby(["learner", "margin"], as_index=False)[["products"]].mean().round({"products": 1})
    lines: list[Lines] = []
    dots: list[Dots] = []
    for learner, color, shape in _LEARNERS:
        rows = means[means["learner"] == learner]
        line = _line(rows["margin"], rows["products"], learner)
        lines.append(line | {"color": color, "width": 2.5, "dash": "solid"})
        dots.append(_dots(rows["margin"], rows["products"], color, 9, shape))
    titles = "margin γ", "inner products until no point is wrong, on average"
    words = "γ = {margin}, {learner}; inner products on average: {products}"
    return TableDrawing(
        Chart(titles, [*lines, *dots], (MARGINS, _POWERS), named=lines), means, ("margin", "products"), words
    )


_LEARNERS: Sequence[tuple[experiments.LearnerName, str, _Shape]] = (
    ("perceptron", POSITIVE, "circle"),
    ("batch", NEGATIVE, "triangle"),
    ("smooth", SEPARATOR, "circle"),
)

ZERO, AWAY = "w₀ = 0", "w₀ = −5R w*"


# ---- the parts of a figure -----------------------------------------------------------------------------------------

_POWERS = tuple(10.0**power for power in range(-4, 13))


def _spread(table: pd.DataFrame, x: str, half: float, by: Sequence[str] = ()) -> pd.Series:
    """Return where each run's dot stands along the logarithmic axis of column `x`, so that dots do not cover others.

    Runs with about as many updates stand in a row, up to `half` a power of ten to each side of their x; the more runs,
    the wider the row. Only runs with equal values in the columns `by` share a row.
    """
    level = (np.log10(table["updates"].clip(lower=1)) / _LEVEL).round()
    groups = table["updates"].groupby([table[x], level, *(table[name] for name in by)])
    rank, count = groups.rank(method="first") - 1, groups.transform("size")
    step = (2 * half / count.groupby(table[x]).transform("max")).clip(upper=_STEP)
    # The first dot is in the middle, the others by turns on its right and on its left.
    place = (rank + 1) // 2 * np.where(rank % 2, 1, -1) + np.where(count % 2, 0, -0.5)
    places: pd.Series = table[x] * 10 ** (step * place)
    return places


_LEVEL, _STEP = 0.03, 0.012
"""In powers of ten: the range of the updates of a row of dots, and the distance between its dots if they are few."""
_CROWD = 400
"""The dots beyond which each is drawn smaller."""


def _runs(table: pd.DataFrame) -> Dots:
    size = 7 if len(table) <= _CROWD else 5
    return {**_dots(table["at"], table["updates"], POSITIVE, size, "circle"), "opacity": 0.8}


def _dots(x: Any, y: Any, color: str, size: float, shape: _Shape) -> Dots:
    return {"kind": "dots", "x": _numbers(x), "y": _numbers(y), "color": color, "size": size, "shape": shape}


def _bounded(
    titles: tuple[str, str],
    ticks: tuple[Sequence[float], Sequence[float]],
    dots: pd.DataFrame,
    bound: Lines,
    lines: Sequence[Lines],
) -> Chart:
    """Return a chart of runs, one dot each, under their bound; the region above it is shaded, and lines have names."""
    x, y = _numbers(bound["x"]), _numbers(bound["y"])
    top = 4 * max(y)
    around, over = [*x, x[-1], x[0]], [*y, top, top]
    beyond: Region = {"kind": "region", "x": around, "y": over, "color": BOUND, "opacity": 0.22}
    # A note on a logarithmic axis stands at its value.
    impossible: Note = {**note(x[-1], top, "no run here", below=True), "anchor": "right"}
    named = [bound, *lines]
    return Chart(titles, [beyond, _runs(dots), *named], ticks, named=named, notes=[impossible])


def _name(x: float, y: float, text: str, color: str, *, beside: bool = False) -> Note:
    """Return a note that names a part: it begins above the place or, with `beside`, to its right."""
    named: Note = {"x": float(x), "y": float(y), "text": text, "color": color, "anchor": "left", "shift": (6, 4)}
    return {**named, "shift": (6, 0)} if beside else {**named, "side": "above"}


def _line(x: Any, y: Any, name: str = "") -> Lines:
    line: Lines = {"kind": "lines", "x": _numbers(x), "y": _numbers(y), "color": BOUND, "width": 2, "dash": "dash"}
    return {**line, "name": name} if name else line


def _numbers(values: Any) -> list[Any]:
    numbers: list[float] = np.asarray(values, dtype=float).tolist()
    return numbers


def _mean(table: pd.DataFrame, x: str) -> Lines:
    means = table.groupby(x, as_index=False)["updates"].mean()
    return {**_line(means[x], means["updates"], "mean"), "color": SEPARATOR, "width": 2.5, "dash": "solid"}


def _axis(name: str, values: Sequence[float], ticks: Sequence[float] | None, room: float) -> Axis:
    """Return an axis that shows all values: linear from 0, or logarithmic if it has ticks."""
    if ticks is None:
        low, high = min(values), max(values)
        return {"name": name, "range": (min(0.0, low - room), 1.04 * high + room), "count": 8}
    positive = [value for value in values if value > 0] or [1.0]  # only they have a logarithm
    low, high = min(positive), max(positive)
    room = 0.03 * (log10(high) - log10(low)) + 0.05
    span = (log10(low) - room, log10(high) + room)
    # Values within one power of ten need finer ticks.
    for finer in (ticks, [tick * part for tick in ticks for part in (1, 2, 5)]):
        within = [tick for tick in finer if span[0] <= log10(tick) <= span[1]]
        if len(within) > 1:
            break
    return {"name": name, "range": span, "log": True, "ticks": [(tick, f"{tick:,.7g}") for tick in within]}


def _picture(area: Area, label: str, chart: Chart) -> Picture:
    values = [part[axis] for part in chart.parts for axis in ("x", "y")]
    spans = [[value for each in values[start::2] for value in each if value is not None] for start in (0, 1)]
    xaxis, yaxis = map(_axis, chart.titles, spans, chart.ticks, [chart.room] * 2)
    columns: dict[str, Column] = {}
    marks: list[Mark] = []
    for line in chart.named:
        name = line.pop("name")
        if not line["x"]:
            continue  # no run was made yet, or none has this number
        place = [f"{axis} of {name}" for axis in "xy"]
        columns |= zip(place, ([line["x"][-1]], [line["y"][-1]]), strict=True)
        marks.append(mark("curve", place, stroke=line["color"], name=name))
    for x, y, name, color in chart.crossed:
        place = [f"{axis} of {name} among lines" for axis in "xy"]
        columns |= zip(place, ([x], [y]), strict=True)
        marks.append(mark("dot", place, radius=0, fill=color, name=name))
    figure: Figure = {
        "title": "",
        "margin": {"l": 62, "r": 10, "t": 6, "b": 40},
        "xaxis": xaxis,
        "yaxis": yaxis,
        "parts": [*chart.parts],
        "notes": [*chart.notes],
        "frame": "sides",
    }
    return Picture({"area": area, "label": label, "figure": figure}, columns, marks)


def scene(experiment: Experiment, table: pd.DataFrame, settings: ExperimentSettings, *, done: float = 1.0) -> Scene:
    """Return the scene of an experiment's table, whose dots the visitor can pick.

    `done` is the share of the runs that the table has, from 0 to 1.
    """
    drawing = experiment.draw(table, settings)
    label = f"{experiment.title}. {experiment.words}"
    pictures = [_picture("board" if drawing.beside else "all", label, drawing.chart)]
    if drawing.beside:
        pictures.append(_picture("side", drawing.beside.titles[1].capitalize(), drawing.beside))
    outcome = Outcome(
        text(0, _HOW), verdict={"text": summary(table, settings.repeats, over=done == 1), "color": BOUND}, place=[""]
    )
    scene = compose(pictures, outcome, editable=False)
    x, y = drawing.at
    link = experiment.link(settings) if experiment.link else {}
    templates = [drawing.words, *link.values()]
    used = [
        name for name in drawing.dots if name in drawing.at or any(f"{{{name}}}" in template for template in templates)
    ]
    columns = {str(name): drawing.dots[name].tolist() for name in used}
    offer = "Click (or press Enter) to open this run." if link else ""
    scene["picking"] = {
        "panel": 0,
        "x": x,
        "y": y,
        "columns": columns,
        "words": drawing.words,
        "offer": offer,
        "link": link,
    }
    if done < 1:
        scene["done"] = done
    return scene


_HOW = "Point at a dot (or use ← and →)."


# ---- the list ------------------------------------------------------------------------------------------------------

EXPERIMENTS = {
    experiment.name: experiment
    for experiment in (
        Experiment(
            "margin",
            "Updates against the margin",
            "Halve the margin and the bound is four times as high.",
            ("n", "R"),
            _margin_runs,
            _draw_margins,
            _open_margin,
        ),
        Experiment(
            "unit of length",
            "The same points in other units",
            "Another unit of length changes neither the mistakes nor R²/γ². R²/γ can fall below the dots: no bound.",
            ("data",),
            _scale_runs,
            _draw_scales,
        ),
        Experiment(
            "order",
            "The same points in other orders",
            "The order changes how many updates a run makes, within the bound.",
            ("data",),
            _order_runs,
            _draw_orders,
        ),
        Experiment(
            "dimension",
            "More coordinates, the same margin and radius",
            "The bound knows only γ and R, yet the updates rise and fall. An update changes another point's score "
            "along w*, a help of at least γ², and across w*, by chance. The larger the chance, the more updates.",
            ("n", "gamma", "R"),
            _dimension_runs,
            _draw_dimensions,
        ),
        Experiment(
            "number of points",
            "Random labels on more and more points",
            "Up to n\u00a0=\u00a0d points, any labels can be separated; at n\u00a0=\u00a02d, half of all; soon after, "
            "hardly any, the sooner the more dimensions (Cover 1965). Points that are only just separable take many "
            "updates.",
            (),
            _load_runs,
            _draw_loads,
        ),
        Experiment(
            "rate",
            "The rate, from w₀ = 0 and from elsewhere",
            "From w₀ = 0 the rate changes nothing. From elsewhere a small rate is slow to undo the start.",
            ("data",),
            _rate_runs,
            _draw_rates,
        ),
        Experiment(
            "learner",
            "One example at a time, all at once, or smoothed",
            "Counted in inner products, the learner with the best bound need not be the quickest.",
            ("n", "R"),
            _learner_runs,
            _draw_learners,
        ),
    )
}


def summary(table: pd.DataFrame, asked: int, *, over: bool = True) -> str:
    """Return sentences on an experiment's table: how many runs it has, and how many broke their bound.

    If there are any, they also say how many runs stopped at their cap, and how many sets of points had no run, since
    nothing separates them; such a row is not counted as a run. Until the experiment is `over`, they say that more runs
    are on their way. Once it is over, they say that more would take too long, if each compared value has fewer than
    `asked` runs.

    >>> table = pd.DataFrame({"seed": [0, 1], "updates": [3, 9], "bound": [9, 9], "outcome": ["converged"] * 2})
    >>> summary(table, 2)
    '2 runs, none beyond its bound.'
    >>> summary(table, 1000)
    '2 runs, none beyond its bound. 1,000 of each would take too long; these are 2 of each.'
    >>> summary(table, 1000, over=False)
    '2 runs, none beyond its bound. These are the first 2 of each; more are on their way.'
    """
    beyond = int((table["updates"] > table["bound"]).sum())
    stopped, inseparable = (int((table["outcome"] == outcome).sum()) for outcome in ("stopped", "inseparable"))
    broke = plural(beyond, "run") if beyond else "none"
    sentence = f"{plural(len(table) - inseparable, 'run')}, {broke} beyond its bound."
    sentence += f" {plural(stopped, 'run')} stopped at the cap." if stopped else ""
    sentence += f" {plural(inseparable, 'set')} of points could not be separated and had no run." if inseparable else ""
    seeds = int(table["seed"].nunique())
    if not over:
        sentence += f" These are the first {whole(seeds)} of each; more are on their way."
    elif seeds < asked:
        sentence += f" {whole(asked)} of each would take too long; these are {whole(seeds)} of each."
    return sentence


EXPERIMENT = Choice("experiment", "What changes", tuple(EXPERIMENTS))
REPEATS = Number("repeats", "Runs per value", 1, 1000, 200, 50, "Each run draws its points from a seed of its own.")
