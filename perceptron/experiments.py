"""Experiments: one question put to many runs, answered by a table with one row a run.

Besides what is varied a row holds seed, updates, passes, bound and outcome. The bound is the whole number of updates
that the theorem allows for the row's points, start and rate, NaN if nothing separates the points. What all of them
take, and what they raise, is in the docstring of `by_margin`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, wait
from time import perf_counter
from typing import Any, Literal, get_args

import numpy as np
import pandas as pd

from perceptron import bounds
from perceptron.checks import Number, positive
from perceptron.dataset import Dataset, Floats
from perceptron.descent import descend
from perceptron.learner import Order, Start, train
from perceptron.many import ManyRuns, train_many
from perceptron.samples import margin_dataset, random_labels
from perceptron.separation import Separator, separate
from perceptron.variants import smooth_perceptron
from perceptron.voting import averaged

Progress = Callable[[float], object]
LearnerName = Literal["perceptron", "averaged", "batch", "smooth"]
Setting = dict[str, float | str | Sequence[float]]

_RUNS, _COORDINATES = 100, 2**20  # a piece of work holds at most so many
_LONGEST = 0.08  # seconds of work by an executor, after which the rest of a piece is submitted again
_PATIENCE = 0.25  # seconds


def by_margin(
    margins: Sequence[float],
    repeats: int = 100,
    n: int = 200,
    dim: int = 2,
    radius: float = 1.0,
    order: Order = "shuffled",
    seed: int = 0,
    max_updates: int = 10_000,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> pd.DataFrame:
    """Count mistakes as the margin shrinks, on new points for every run.

    A row with seed s is `train(margin_dataset(n, dim, margin, radius, s), order, seed=s)`.

    >>> by_margin([0.5, 0.1], repeats=2, n=60)
       margin  seed  updates  passes  bound    outcome
    0     0.5     0        1       2      3  converged
    1     0.5     1        1       2      3  converged
    2     0.1     0        7       4     94  converged
    3     0.1     1        8       3     99  converged

    Parameters
    ----------
    margins : sequence of float
        The margins γ, each positive and at most the radius.
    repeats, seed : int
        Runs for each margin, with the seeds `seed`, `seed` + 1, …
    n, dim, radius, order, max_updates
        As for `margin_dataset` and `train`.
    progress : callable, optional
        Called after each piece of work with the part that is done, the last time with 1.0; with an executor also
        four times a second while waiting for it. What it raises stops the experiment.
    executor : concurrent.futures.Executor, optional
        Who does the pieces of work: a pool of processes, or the executor of a cluster. A piece is as many runs as
        fit into a tenth of a second, or one. The rows are the same with any and with none.

    Raises
    ------
    ValueError
        If there are no margins or no repeats, or `margin_dataset` or `train` refuses an argument.
    """
    pieces = [
        (seeds, {"margin": margin}, n, dim, margin, radius, order, max_updates)
        for margin in _not_empty("margins", margins)
        for seeds in _seed_ranges(repeats, seed, n * dim)
    ]
    return _run_pieces(_margin_rows, pieces, progress, executor)


def by_dimension(
    dims: Sequence[int],
    repeats: int = 100,
    n: int = 200,
    margin: float = 0.1,
    radius: float = 1.0,
    order: Order = "shuffled",
    seed: int = 0,
    max_updates: int = 10_000,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> pd.DataFrame:
    """Count mistakes in more and more dimensions at one margin and one radius: the bound stays where it is.

    A row with seed s is `train(margin_dataset(n, dim, margin, radius, s), order, seed=s)`. What does depend on the
    dimension is what an update on zᵢ = yᵢxᵢ adds to the score of another point, zᵢ·zⱼ: a part along w*, which is at
    least γ² > 0, and a part across it of either sign. By how much more the second can outweigh the first, so many more
    updates it takes. The rest is as for `by_margin`.

    >>> by_dimension([2, 100], repeats=2, n=60).round(3)
       dim  along  across  seed  updates  passes  bound    outcome
    0    2  0.167   0.117     0        7       4     94  converged
    1    2  0.190   0.118     1        8       3     99  converged
    2  100  0.021   0.067     0       36      13     99  converged
    3  100  0.021   0.062     1       19       3     99  converged

    Returns
    -------
    pandas.DataFrame
        Also with along and across, the medians over all pairs of points of (w*·zᵢ)(w*·zⱼ) and of
        |zᵢ·zⱼ − (w*·zᵢ)(w*·zⱼ)|; NaN where there is no pair.
    """
    pieces = [
        (seeds, dim, n, margin, radius, order, max_updates)
        for dim in _not_empty("dims", dims)
        for seeds in _seed_ranges(repeats, seed, n * dim)
    ]
    return _run_pieces(_dimension_rows, pieces, progress, executor)


def by_load(
    dims: Sequence[int],
    loads: Sequence[float],
    repeats: int = 100,
    order: Order = "shuffled",
    seed: int = 0,
    max_updates: int = 10_000,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> pd.DataFrame:
    """Count how often random labels can be separated, and the mistakes it takes, as the load n/d grows.

    With `data = random_labels(n, dim, s)`, n = load·dim to the nearest whole number, a row with seed s is
    `train(data, order, seed=s)` where something separates the data; else nothing is run, for the run would never end.
    The probability is `separability(n, dim)`. The rest is as for `by_margin`.

    >>> by_load([10], [1, 2], repeats=2)
       dim  load   n  seed  separable  updates  passes   bound      outcome
    0   10     1  10     0       True        5       2    10.0    converged
    1   10     1  10     1       True        9       4    22.0    converged
    2   10     2  20     0       True      536     128  3967.0    converged
    3   10     2  20     1      False     <NA>    <NA>     NaN  inseparable

    Parameters
    ----------
    dims : sequence of int
        The dimensions d.
    loads : sequence of float
        Points for each dimension, n/d, positive; there is always one point.
    repeats, order, seed, max_updates, progress, executor
        As for `by_margin`.

    Returns
    -------
    pandas.DataFrame
        Also with separable, the verdict of `separate`, which no rounding decides; where it is False, updates and
        passes are missing.

    Raises
    ------
    ValueError
        If there are no dims, loads or repeats, a load is not finite and positive, or `random_labels` or `train`
        refuses an argument.
    """
    pieces = [
        (seeds, dim, load, n, order, max_updates)
        for dim in _not_empty("dims", dims)
        for load in _not_empty("loads", loads)
        for n in [max(1, round(positive("load", load) * dim))]
        for seeds in _seed_ranges(repeats, seed, n * dim)
    ]
    return _run_pieces(_load_rows, pieces, progress, executor)


def by_order(
    data: Dataset,
    orders: Sequence[Order] = ("cyclic", "shuffled", "random", "hardest"),
    repeats: int = 1000,
    seed: int = 0,
    max_updates: int = 10_000,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> pd.DataFrame:
    """Count mistakes on the same points in other orders: the order changes the run, never the bound.

    A row with seed s is `train(data, order, seed=s)`; an order without chance in it has one row. The rest is as for
    `by_margin`.

    >>> from perceptron import gate
    >>> by_order(gate("and").augmented(), orders=["cyclic", "shuffled"], repeats=2)
          order  seed  updates  passes  bound    outcome
    0    cyclic     0       18       9     51  converged
    1  shuffled     0       17      10     51  converged
    2  shuffled     1       13       7     51  converged
    """
    pieces = [
        (seeds, {"order": order}, data, order, None, 1.0, max_updates)
        for order in _not_empty("orders", orders)
        for seeds in _seed_ranges(min(repeats, 1) if order in ("cyclic", "hardest") else repeats, seed, data.X.size)
    ]
    return _run_pieces(_seed_rows, pieces, progress, executor)


def by_scale(
    data: Dataset,
    scales: Sequence[Number],
    repeats: int = 100,
    order: Order = "shuffled",
    seed: int = 0,
    max_updates: int = 10_000,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> pd.DataFrame:
    """Count mistakes on the same points in other units of length: R²/γ² stays, R²/γ goes where it likes.

    A unit is arbitrary and changes no mistake, so R²/γ, which it takes below any number, bounds nothing; that column
    too is NaN if nothing separates the points.

    >>> data = Dataset(np.eye(5), [1, -1, 1, -1, 1])
    >>> by_scale(data, [0.25, 1, 4], repeats=1)[["scale", "updates", "bound", "radius_squared_over_margin"]]
       scale  updates  bound  radius_squared_over_margin
    0   0.25        5      5                    0.559017
    1   1.00        5      5                    2.236068
    2   4.00        5      5                    8.944272

    Parameters
    ----------
    data : Dataset
        The points.
    scales : sequence of float
        What every coordinate is multiplied by, positive. Powers of two multiply exactly; others may round a
        tie away, and then change the run.
    repeats, order, seed, max_updates, progress, executor
        As for `by_margin`.

    Raises
    ------
    ValueError
        If there are no scales or no repeats, a scale is not finite and positive, or `train` refuses an argument.
    """
    pieces: list[tuple[Any, ...]] = []
    for value in _not_empty("scales", scales):
        scale = positive("scales", value)
        points = Dataset(scale * data.X, data.y)
        separator = separate(points)
        ratio = separator.radius * (separator.radius / separator.margin) if isinstance(separator, Separator) else np.nan
        setting = {"scale": scale, "radius_squared_over_margin": ratio}
        parts = _seed_ranges(repeats, seed, data.X.size)
        pieces += [(seeds, setting, points, order, None, 1.0, max_updates) for seeds in parts]
    return _run_pieces(_seed_rows, pieces, progress, executor)


def by_rate(
    data: Dataset,
    rates: Sequence[Number],
    start: Start | None = None,
    repeats: int = 100,
    order: Order = "shuffled",
    seed: int = 0,
    max_updates: int = 10_000,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> pd.DataFrame:
    """Count mistakes at other rates: from w = 0 they change nothing, from elsewhere only w₀/η matters.

    >>> data = Dataset(np.eye(2), [1, 1])
    >>> by_rate(data, [0.5, 1, 64], repeats=1)["updates"].tolist()
    [2, 2, 2]
    >>> by_rate(data, [0.5, 1, 64], start=[-5, -5], repeats=1)[["rate", "updates", "bound"]]
       rate  updates  bound
    0   0.5       22     42
    1   1.0       12     22
    2  64.0        2      2

    Parameters
    ----------
    data : Dataset
        The points.
    rates : sequence of float, Fraction or Decimal
        The rates η, positive, as for `train`; the table has them as floats.
    start : array_like, shape (d,), optional
        w₀, 0 unless given.
    repeats, order, seed, max_updates, progress, executor
        As for `by_margin`.

    Raises
    ------
    ValueError
        If there are no rates or no repeats, or `train` refuses an argument.
    """
    pieces = [
        (seeds, {"rate": float(rate)}, data, order, start, rate, max_updates)
        for rate in _not_empty("rates", rates)
        for seeds in _seed_ranges(repeats, seed, data.X.size)
    ]
    return _run_pieces(_seed_rows, pieces, progress, executor)


def by_learner(
    margins: Sequence[float],
    learners: Sequence[LearnerName] = ("perceptron", "averaged", "batch", "smooth"),
    repeats: int = 20,
    n: int = 200,
    dim: int = 2,
    radius: float = 1.0,
    seed: int = 0,
    max_updates: int = 10_000,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> pd.DataFrame:
    """Race learners on the same points: fewer updates cost more products, and the first to end is not the best.

    With `data = margin_dataset(n, dim, margin, radius, s)` a row with seed s is `train(data, "shuffled", seed=s)`
    for the learner "perceptron", the mean of that run's weights for "averaged", `descend(data)` for "batch" and
    `smooth_perceptron(data)` for "smooth". The rest is as for `by_margin`.

    >>> by_learner([0.01], repeats=1)
       margin     learner  seed  updates  products   reached  bound    outcome
    0    0.01  perceptron     0        6        39  0.001487    9965  converged
    1    0.01    averaged     0        6        39 -0.009292    9965  converged
    2    0.01       batch     0        4       800  0.003991  503252  converged
    3    0.01      smooth     0        5      2400  0.006808     649  converged

    Returns
    -------
    pandas.DataFrame
        Without passes, but with products (inner products of dim terms it took to get to the last weights) and
        reached (the margin min y w·x/‖w‖ of those, negative where they err, NaN where they are 0); the bound
        is on the updates, by that learner's theorem.

    Raises
    ------
    ValueError
        If there are no margins, learners or repeats, there is no such learner, or `margin_dataset` refuses an
        argument.
    """
    for learner in _not_empty("learners", learners):
        if learner not in get_args(LearnerName):
            raise ValueError(f"the learners are {', '.join(get_args(LearnerName))}, got {learner!r}")
    pieces = [
        (seeds, learner, n, dim, margin, radius, max_updates)
        for margin in _not_empty("margins", margins)
        for learner in learners
        for seeds in _seed_ranges(repeats, seed, n * dim)
    ]
    return _run_pieces(_learner_rows, pieces, progress, executor)


def _not_empty(name: str, values: Sequence[Any]) -> Sequence[Any]:
    if not len(values):
        raise ValueError(f"{name} must hold at least one value, got {values!r}")
    return values


def _seed_ranges(repeats: int, seed: int, size: int) -> list[range]:
    """Cut the seeds of runs on so many coordinates each into parts, by a rule that knows no executor."""
    if repeats < 1:
        raise ValueError(f"repeats must be at least 1, got {repeats}")
    if seed < 0:
        raise ValueError(f"seed must not be negative, got {seed}")
    end, count = seed + repeats, min(_RUNS, max(1, _COORDINATES // max(1, size)))
    return [range(begin, min(begin + count, end)) for begin in range(seed, end, count)]


def _run_pieces(
    work: Callable[..., pd.DataFrame],
    pieces: Sequence[tuple[Any, ...]],
    progress: Progress | None,
    executor: Executor | None,
) -> pd.DataFrame:
    """Do the pieces of work, here or there, and put their rows together in order."""
    if executor is not None:
        return _run_elsewhere(work, pieces, progress, executor)
    tables: list[pd.DataFrame] = []
    for piece in pieces:
        tables.append(work(*piece))
        if progress is not None:
            progress(len(tables) / len(pieces))
    return pd.concat(tables, ignore_index=True)


def _run_elsewhere(
    work: Callable[..., pd.DataFrame],
    pieces: Sequence[tuple[Any, ...]],
    progress: Progress | None,
    executor: Executor,
) -> pd.DataFrame:
    """Let the executor do the pieces; the rest of a long one is submitted again, behind the others."""
    tables: list[list[pd.DataFrame]] = [[] for _ in pieces]
    runs, completed = sum(len(seeds) for seeds, *_ in pieces), 0
    futures = {executor.submit(_run_in_time, work, *piece): (place, piece) for place, piece in enumerate(pieces)}
    try:
        while futures:
            finished, _ = wait(futures, None if progress is None else _PATIENCE, FIRST_COMPLETED)
            for future in finished:
                place, (seeds, *arguments) = futures.pop(future)
                table = future.result()
                tables[place].append(table)
                completed += len(table)
                if remaining := seeds[len(table) :]:
                    futures[executor.submit(_run_in_time, work, remaining, *arguments)] = place, (remaining, *arguments)
            if progress is not None:
                progress(completed / runs)
    finally:
        for future in futures:
            future.cancel()
    return pd.concat([table for parts in tables for table in parts], ignore_index=True)


def _run_in_time(work: Callable[..., pd.DataFrame], seeds: range, *arguments: Any) -> pd.DataFrame:
    """Do the runs of the first seeds, as many as fit into the time, and at least one."""
    begin, tables, completed, size = perf_counter(), [], 0, 1
    while size > 0:
        tables.append(work(seeds[completed : completed + size], *arguments))
        completed += size
        elapsed = perf_counter() - begin
        # One run says little about the next hundred.
        size = min(len(seeds) - completed, 9 * completed, int(completed * (_LONGEST / elapsed - 1)))
    return pd.concat(tables, ignore_index=True)


def _margin_rows(
    seeds: range, setting: Setting, n: int, dim: int, margin: float, radius: float, order: Order, max_updates: int
) -> pd.DataFrame:
    """Run on points drawn anew for each seed."""
    sets = [margin_dataset(n, dim, margin, radius, seed) for seed in seeds]
    runs = train_many(sets, seeds, order, max_updates=max_updates)
    return _rows(setting, runs, [bounds.whole(bounds.novikoff(data.radius, margin)) for data in sets])


def _dimension_rows(
    seeds: range, dim: int, n: int, margin: float, radius: float, order: Order, max_updates: int
) -> pd.DataFrame:
    """Run on points drawn anew for each seed, and measure what an update does to the scores of others."""
    sets = [margin_dataset(n, dim, margin, radius, seed) for seed in seeds]
    separators = [each for each in map(separate, sets) if isinstance(each, Separator)]  # as all of them are
    runs = train_many(sets, seeds, order, max_updates=max_updates)
    parts = [_median_products(data, each.w) for data, each in zip(sets, separators, strict=True)]
    along, across = zip(*parts, strict=True)
    return _rows({"dim": dim, "along": along, "across": across}, runs, [each.bound for each in separators])


def _median_products(data: Dataset, w: Floats) -> tuple[float, float]:
    """Return the median products of two signed points, along w and across it."""
    first, second = np.triu_indices(len(data), 1)
    if not len(first):
        return np.nan, np.nan
    heights = data.signed @ w
    along = heights[first] * heights[second]
    products = (data.signed @ data.signed.T)[first, second]
    return float(np.median(along)), float(np.median(np.abs(products - along)))


def _load_rows(seeds: range, dim: int, load: float, n: int, order: Order, max_updates: int) -> pd.DataFrame:
    """Run on points with random labels, drawn anew for each seed, if they can be separated."""
    sets = {seed: random_labels(n, dim, seed) for seed in seeds}
    separations = {seed: separate(data) for seed, data in sets.items()}
    bound = {seed: separation.bound for seed, separation in separations.items() if isinstance(separation, Separator)}
    setting = {"dim": dim, "load": load, "n": n, "seed": seeds}
    rows = pd.DataFrame(setting)
    rows["separable"] = rows["seed"].isin(bound)
    runs = pd.DataFrame(columns=["seed", "updates", "passes", "outcome"])
    if bound:
        runs = train_many([sets[seed] for seed in bound], list(bound), order, max_updates=max_updates).table()
    rows = rows.merge(runs.astype({"seed": int, "updates": "Int64", "passes": "Int64"}), "left", "seed")
    rows["bound"] = rows["seed"].map(bound).astype(float)
    return rows.fillna({"outcome": "inseparable"})[[*setting, "separable", "updates", "passes", "bound", "outcome"]]


def _seed_rows(
    seeds: range,
    setting: Setting,
    data: Dataset,
    order: Order,
    start: Start | None,
    rate: Number,
    max_updates: int,
) -> pd.DataFrame:
    """Run on the same points for each seed."""
    runs = train_many(data, seeds, order, start, rate, max_updates=max_updates)
    return _rows(setting, runs, _bound(data, start, rate))


def _bound(data: Dataset, start: Start | None, rate: Number) -> float:
    separator = separate(data)
    if not isinstance(separator, Separator):
        return np.nan
    return separator.bound if start is None else train(data, start=start, rate=rate, max_updates=0).bound(separator)


def _rows(setting: Setting, runs: ManyRuns, bound: float | list[float]) -> pd.DataFrame:
    columns = [*setting, "seed", "updates", "passes", "bound", "outcome"]
    return runs.table().assign(bound=bound, **setting)[columns]


def _learner_rows(
    seeds: range, learner: LearnerName, n: int, dim: int, margin: float, radius: float, max_updates: int
) -> pd.DataFrame:
    """Let one learner learn from points drawn anew for each seed."""
    rows = []
    for seed in seeds:
        data = margin_dataset(n, dim, margin, radius, seed)
        w, updates, products, bound, outcome = _result_of(learner, data, margin, seed, max_updates)
        length = float(np.linalg.norm(w))
        reached = float((data.signed @ w).min()) / length if length else np.nan
        rows.append((margin, learner, seed, updates, products, reached, bounds.whole(bound), outcome))
    columns = ["margin", "learner", "seed", "updates", "products", "reached", "bound", "outcome"]
    return pd.DataFrame(rows, columns=columns)


def _result_of(
    learner: LearnerName, data: Dataset, margin: float, seed: int, max_updates: int
) -> tuple[Floats, int, int, float, str]:
    """Return the weights a learner ends with, its updates and products, the bound on its updates, and how it ended."""
    n, radius = len(data), data.radius
    if learner == "batch":
        path = descend(data, max_updates=max_updates)
        updates = len(path.sizes)
        return path.weights[-1], updates, n * updates, bounds.batch_iterations(n, radius, margin), path.outcome
    if learner == "smooth":
        trace = smooth_perceptron(data, max_updates)
        bound = bounds.smooth_perceptron(radius, margin, n)
        return trace.weights[-1], len(trace.weights) - 1, int(trace.products[-1]), bound, trace.outcome
    run = train(data, "shuffled", seed=seed, max_updates=max_updates)
    w = averaged(run).w if learner == "averaged" else run.w
    products = int(run.checked[:-1].max(initial=0))
    return w, len(run.mistakes), products, bounds.novikoff(radius, margin), run.outcome
