"""Experiments that vary one thing over many runs: each returns a table with one row per run.

Besides the varied setting, a row has seed, updates, passes, bound and outcome. The bound is the whole number of updates
that the theorem allows for the row's points, start and rate, or NaN if the points are not separable. The docstring of
`by_margin` has the arguments and errors that all experiments share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, wait
from time import perf_counter
from typing import Any, Literal, get_args

import numpy as np
import pandas as pd

from perceptron import bounds
from perceptron.checks import Number, at_least, positive
from perceptron.dataset import Dataset, Floats
from perceptron.descent import descend
from perceptron.learner import FIXED, Order, Start, train
from perceptron.many import ManyRuns, train_many
from perceptron.samples import margin_dataset, random_labels
from perceptron.separation import Separator, separate
from perceptron.variants import smooth_perceptron
from perceptron.voting import averaged

Progress = Callable[[float], object]
LearnerName = Literal["perceptron", "averaged", "batch", "smooth"]
Setting = dict[str, float | str | Sequence[float]]

_RUNS, _COORDINATES = 100, 2**20  # the most runs and coordinates in a piece of work
_LONGEST = 0.08  # seconds after which an executor's worker returns, and the rest of its piece is submitted again
_PATIENCE = 0.25  # seconds between two reports of progress


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
    """Count mistakes for different margins, on new points for every run.

    The row with seed s is the run `train(margin_dataset(n, dim, margin, radius, s), order, seed=s)`.

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
        The number of runs for each margin, with the seeds `seed`, `seed` + 1, …
    n, dim, radius, order, max_updates
        As for `margin_dataset` and `train`.
    progress : callable, optional
        Called after each piece of work with the fraction done, finally 1.0; with an executor also four times a second.
        An exception that it raises stops the experiment.
    executor : concurrent.futures.Executor, optional
        Does the work: a pool of processes, or the executor of a cluster. It gets pieces of about a tenth of a second,
        at least one run each. The rows do not depend on the executor.

    Returns
    -------
    pandas.DataFrame
        A row for each run. The bound is R²/γ² rounded down, with the largest norm R of the run's points, at most
        `radius`: a run has at most as many updates. The outcome is "converged", or "stopped" if `max_updates` ended the
        run.

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
    """Count mistakes in different dimensions at the same margin and radius, so at nearly the same bound.

    The row with seed s is the run `train(margin_dataset(n, dim, margin, radius, s), order, seed=s)`. The other
    arguments and the errors are as for `by_margin`.

    Let w* be the unit vector with the largest margin. An update on zᵢ = yᵢxᵢ adds zᵢ·zⱼ to the score of another point.
    This has a part along w*, at least γ² > 0, and a part across w*, of either sign. The dimension changes their ratio:
    the larger the part across, the more updates.

    >>> by_dimension([2, 100], repeats=2, n=60).round(3)
       dim  along  across  seed  updates  passes  bound    outcome
    0    2  0.167   0.117     0        7       4     94  converged
    1    2  0.190   0.118     1        8       3     99  converged
    2  100  0.021   0.067     0       36      13     99  converged
    3  100  0.021   0.062     1       19       3     99  converged

    Returns
    -------
    pandas.DataFrame
        Also with two medians over all pairs of points: along, that of (w*·zᵢ)(w*·zⱼ), and across, that of
        |zᵢ·zⱼ − (w*·zᵢ)(w*·zⱼ)|. They are NaN if there is only one point.
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
    """Count how often random labels are separable, and the mistakes on them, for different loads n/d.

    With `data = random_labels(n, dim, s)` and n = load·dim rounded, the row with seed s is the run
    `train(data, order, seed=s)` if the data are separable; else there is no run, since it would never end. The data
    are separable with the probability `separability(n, dim)`.

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
        The loads n/d, positive; n is at least 1.
    repeats, order, seed, max_updates, progress, executor
        As for `by_margin`.

    Returns
    -------
    pandas.DataFrame
        Also with the column separable, the exact verdict of `separate`; if it is False, updates and passes are missing.

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
    """Count mistakes on the same points in different orders: the order changes the run, never the bound.

    The row with seed s is the run `train(data, order, seed=s)`; an order without chance has one row. If the points are
    not separable, the bound is NaN and the outcome "stopped", or "cycling" if weights came again: then the updates up
    to there are counted. The other arguments are as for `by_margin`. Raises ValueError if there are no orders or no
    repeats, or `train` refuses an argument.

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
        for seeds in _seed_ranges(min(repeats, 1) if order in FIXED else repeats, seed, data.X.size)
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
    """Count mistakes on the same points in different units of length: R²/γ² stays the same, R²/γ does not.

    The unit changes no mistake, but it can make R²/γ as small as you like, so R²/γ is not a bound. Its column, and the
    bound, are NaN if the points are not separable; the outcome then is as for `by_order`.

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
        The positive factors of all coordinates. Powers of two multiply exactly; other factors may round a tie away
        and so change the run.
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
    """Count mistakes at different rates: from w₀ = 0 the rate changes nothing, from other starts only w₀/η matters.

    All runs are on the same points.

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
        The rates η > 0, as for `train`; floats in the table.
    start : array_like, shape (d,), optional
        w₀, 0 unless given.
    repeats, seed : int
        The number of runs at each rate, with the seeds `seed`, `seed` + 1, …
    order, max_updates
        As for `train`.
    progress, executor
        As for `by_margin`.

    Returns
    -------
    pandas.DataFrame
        A row for each run, as for `by_margin`: `repeats` rows for each rate. The bound is that for the start and the
        rate, NaN if the points are not separable; the outcome then is as for `by_order`.

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
    """Compare learners on the same points: learners with fewer updates compute more products.

    The row with seed s is about `data = margin_dataset(n, dim, margin, radius, s)`. The learner "perceptron" is
    `train(data, "shuffled", seed=s)`, "averaged" takes the mean of that run's weights, "batch" is `descend(data)`, and
    "smooth" is `smooth_perceptron(data)`. Each makes at most `max_updates` updates. The other arguments are as for
    `by_margin`.

    >>> by_learner([0.01], repeats=1)
       margin     learner  seed  updates  products   reached  bound    outcome
    0    0.01  perceptron     0        6        39  0.001487    9965  converged
    1    0.01    averaged     0        6        39 -0.009292    9965  converged
    2    0.01       batch     0        4       800  0.003991  503252  converged
    3    0.01      smooth     0        5      2400  0.006808     649  converged

    Returns
    -------
    pandas.DataFrame
        Its products are the inner products, each of dim terms, that the learner computed before its last weights.
        Reached is the margin of these weights, min y w·x/‖w‖: negative if they err, NaN if they are 0. The bound is
        that learner's bound on updates. There is no column passes.

    Raises
    ------
    ValueError
        If there are no margins, learners or repeats, a learner is unknown, or `margin_dataset` refuses an argument.
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
    """Return the seeds cut into ranges for pieces of work on runs of `size` coordinates, whatever the executor."""
    seed = at_least("seed", seed, 0)
    end = seed + at_least("repeats", repeats, 1)
    count = min(_RUNS, max(1, _COORDINATES // max(1, size)))
    return [range(begin, min(begin + count, end)) for begin in range(seed, end, count)]


def _run_pieces(
    work: Callable[..., pd.DataFrame],
    pieces: Sequence[tuple[Any, ...]],
    progress: Progress | None,
    executor: Executor | None,
) -> pd.DataFrame:
    """Return the rows of all pieces of work in order, computed here or by the executor."""
    if executor is not None:
        return _run_by_executor(work, pieces, progress, executor)
    tables: list[pd.DataFrame] = []
    for piece in pieces:
        tables.append(work(*piece))
        if progress is not None:
            progress(len(tables) / len(pieces))
    return pd.concat(tables, ignore_index=True)


def _run_by_executor(
    work: Callable[..., pd.DataFrame],
    pieces: Sequence[tuple[Any, ...]],
    progress: Progress | None,
    executor: Executor,
) -> pd.DataFrame:
    """Return the rows of all pieces, computed by the executor; the rest of a long piece is submitted again."""
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
    """Return the rows of the first seeds, as many as fit into `_LONGEST` seconds, and at least one."""
    begin, tables, completed, size = perf_counter(), [], 0, 1
    while size > 0:
        tables.append(work(seeds[completed : completed + size], *arguments))
        completed += size
        elapsed = perf_counter() - begin
        # At most ten times as many runs as before, because one run says little about the time of the next hundred.
        size = min(len(seeds) - completed, 9 * completed, int(completed * (_LONGEST / elapsed - 1)))
    return pd.concat(tables, ignore_index=True)


def _margin_rows(
    seeds: range, setting: Setting, n: int, dim: int, margin: float, radius: float, order: Order, max_updates: int
) -> pd.DataFrame:
    """Return a table with a row for each seed: a run on points drawn with that seed."""
    sets = [margin_dataset(n, dim, margin, radius, seed) for seed in seeds]
    runs = train_many(sets, seeds, order, max_updates=max_updates)
    return _rows(setting, runs, [bounds.whole(bounds.novikoff(data.radius, margin)) for data in sets])


def _dimension_rows(
    seeds: range, dim: int, n: int, margin: float, radius: float, order: Order, max_updates: int
) -> pd.DataFrame:
    """Return a table with a row for each seed: a run on points drawn with it, and what updates add to other scores."""
    sets = [margin_dataset(n, dim, margin, radius, seed) for seed in seeds]
    separators = [each for each in map(separate, sets) if isinstance(each, Separator)]  # all are Separators
    runs = train_many(sets, seeds, order, max_updates=max_updates)
    parts = [_median_products(data, each.w) for data, each in zip(sets, separators, strict=True)]
    along, across = zip(*parts, strict=True)
    return _rows({"dim": dim, "along": along, "across": across}, runs, [each.bound for each in separators])


def _median_products(data: Dataset, w: Floats) -> tuple[float, float]:
    """Return medians over pairs of signed points: of the part of their product along w, and of the size of the rest."""
    first, second = np.triu_indices(len(data), 1)
    if not len(first):
        return np.nan, np.nan
    heights = data.signed @ w
    along = heights[first] * heights[second]
    products = (data.signed @ data.signed.T)[first, second]
    return float(np.median(along)), float(np.median(np.abs(products - along)))


def _load_rows(seeds: range, dim: int, load: float, n: int, order: Order, max_updates: int) -> pd.DataFrame:
    """Return a table with a row for each seed: points with random labels, and a run if they are separable."""
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
    """Return a table with a row for each seed: a run on the same points with that seed."""
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
    """Return a table with a row for each seed: the learner's result on points drawn with that seed."""
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
    """Return a learner's last weights, its updates, products, bound on updates, and outcome."""
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
