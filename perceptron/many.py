"""Many runs at once: each step of the loop of `train` is done for all runs together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, get_args

import numpy as np
from numpy.typing import NDArray

from perceptron.checks import Number, at_least
from perceptron.dataset import Dataset, Floats, Ints, frozen, required
from perceptron.learner import Order, Start, Tie, tie_errs, train
from perceptron.real import ErrorBound, ExactSum, Origin, scaled_start, weighted_sum, whole
from perceptron.run import Run

if TYPE_CHECKING:
    import pandas as pd

Ends = tuple[Ints, Ints, Ints, NDArray[np.str_], Ints]

_MOST_COORDINATES = 2**22  # the most coordinates, over all runs, that go in step
_BLOCK = 2**16  # coordinates copied at once
_DRAWN = 2**19  # indices drawn at once, unless one pass needs more
_POINTS_PER_RUN = 8  # with fewer runs than one per 8 points, `train` makes a pass faster than all runs in step
_FEWEST = 8  # with fewer runs than this, `train` is faster for any number of points


@dataclass(frozen=True, eq=False, repr=False)
class ManyRuns:
    """The results of many runs, one for each of B seeds.

    >>> from perceptron import gate, train_many
    >>> runs = train_many(gate("and").augmented(), seeds=range(100))
    >>> runs
    ManyRuns(100 runs of 13 to 22 updates: 100 converged)
    >>> runs.table().head(3)
       seed  updates  passes    outcome
    0     0       17      10  converged
    1     1       13       7  converged
    2     2       20      10  converged

    Parameters
    ----------
    updates, passes : numpy.ndarray of int64, shape (B,)
        The number of updates, and of passes begun.
    outcomes : numpy.ndarray of str, shape (B,)
        The outcomes, named as in `Run`.
    weights : numpy.ndarray, shape (B, d)
        The weights after the last update, as accurate as `Run.weights`.
    """

    seeds: Ints
    updates: Ints
    passes: Ints
    outcomes: NDArray[np.str_]
    weights: Floats

    def __len__(self) -> int:
        return len(self.seeds)

    def __repr__(self) -> str:
        ends = ", ".join(f"{(self.outcomes == outcome).sum()} {outcome}" for outcome in np.unique(self.outcomes))
        return f"ManyRuns({len(self)} runs of {self.updates.min()} to {self.updates.max()} updates: {ends})"

    def table(self) -> pd.DataFrame:
        """Return a table with one row per run and the columns seed, updates, passes and outcome."""
        import pandas as pd

        return pd.DataFrame(
            {"seed": self.seeds, "updates": self.updates, "passes": self.passes, "outcome": self.outcomes}
        )


def train_many(
    data: Dataset | Sequence[Dataset],
    seeds: Sequence[int] | Ints,
    order: Order = "shuffled",
    start: Start | None = None,
    rate: Number = 1.0,
    tie: Tie = "mistake",
    max_updates: int = 10_000,
) -> ManyRuns:
    """Train once for each seed; each run makes the mistakes that `train` makes with that seed.

    The results hold for each run the numbers of updates and passes, the outcome and the last weights.

    In the orders "shuffled" and "cyclic" all runs advance together, which is fast for many runs on few points, most of
    all if a pass makes many mistakes. The last few runs, and the other orders, are left to `train`.

    >>> from perceptron import margin_dataset, train, train_many
    >>> data = margin_dataset(n=60, dim=2, margin=0.05, seed=7)
    >>> runs = train_many(data, seeds=range(1000))
    >>> runs
    ManyRuns(1000 runs of 1 to 26 updates: 1000 converged)
    >>> len(train(data, "shuffled", seed=int(runs.updates.argmax())).mistakes)
    26

    Parameters
    ----------
    data : Dataset or sequence of Dataset
        One data set for all runs, or one for each seed, all of the same shape.
    seeds : sequence of int
        One or more seeds, none negative; the results keep their order.
    order : {"shuffled", "cyclic", "random", "restarting", "hardest"}
        As for `train`; in an order without chance the seed changes nothing.
    start, rate, tie, max_updates
        As for `train`, the same for all runs.

    Raises
    ------
    TypeError
        If the data are no Dataset, nor a sequence of them.
    ValueError
        If there is no seed or a negative one, the data sets differ in shape, their number is not that of the seeds, or
        `train` refuses an argument.
    """
    # 1. Check the arguments; a run of no updates checks those of `train`.
    if not isinstance(order, str):
        raise ValueError(f"order must be one of {', '.join(map(repr, get_args(Order)))}, got {order!r}")
    numbers = np.asarray(seeds)
    if numbers.ndim != 1 or not numbers.size or numbers.dtype.kind not in "ui" or numbers.min() < 0:
        raise ValueError(f"seeds must be one or more whole numbers, none negative, got {seeds!r}")
    sets = [required(points) for points in data] if isinstance(data, Sequence) else [required(data)] * len(numbers)
    shapes = {points.X.shape for points in sets}
    if len(sets) != len(numbers) or len(shapes) > 1:
        raise ValueError(
            f"data must be one set, or one of the same shape for each of the {len(numbers)} seeds, "
            f"got {len(sets)} of shapes {sorted(shapes)}"
        )
    first = train(sets[0], order, start, rate, tie, int(numbers[0]), 0 * at_least("max_updates", max_updates, 0))

    # 2. The results, shape (B,), and the weights, shape (B, d).
    count, (n, dim) = len(sets), sets[0].X.shape
    updates, passes = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    outcomes, weights = np.full(count, "", dtype="<U9"), np.zeros((count, dim))
    # 3. Let blocks of runs go in step; alpha, shape (ended, n), counts their mistakes on each point.
    if order in ("shuffled", "cyclic") and _fit_in_step(sets, first.start, first.rate):
        size = max(1, _MOST_COORDINATES // (n * dim))
        for begin in range(0, count, size):
            block = slice(begin, begin + size)
            for indices, *results, alpha in _in_step(
                sets[block], numbers[block], order, first.origin, tie, max_updates
            ):
                indices += begin
                updates[indices], passes[indices], outcomes[indices] = results
                weights[indices] = _last_weights([sets[i] for i in indices.tolist()], first, alpha)
    # 4. Leave the other runs to `train`.
    for i in np.flatnonzero(outcomes == "").tolist():
        run = train(sets[i], order, start, rate, tie, int(numbers[i]), max_updates)
        updates[i], passes[i], outcomes[i], weights[i] = len(run.mistakes), run.passes, run.outcome, run.weights[-1]
    return ManyRuns(*map(frozen, (numbers.copy(), updates, passes, outcomes, weights)))


def _last_weights(sets: Sequence[Dataset], first: Run, alpha: Ints) -> Floats:
    """Return the weights of runs that start as `first` does, shape (B, d), from their mistakes on each point."""
    if first.given or sets[0].exact_lift is not None:
        return np.array([_exact_weights(*each, first.origin) for each in zip(sets, alpha, strict=True)])
    weights = np.empty((len(sets), sets[0].dim))
    shared = all(points is sets[0] for points in sets)
    # Sum the weights of a few runs at a time, because a sum holds all its terms in memory.
    width = max(1, _BLOCK // sets[0].X.size)
    for at in range(0, len(sets), width):
        part, counts = sets[at : at + width], alpha[at : at + width]
        # Leave out points without a mistake; the others come first, and each run has as many as the longest needs.
        points = np.argsort(counts == 0, axis=1, kind="stable")[:, : max(1, (counts > 0).sum(axis=1).max())]
        if shared:
            rows = sets[0].signed[points.T]  # (points, B, d)
        else:
            rows = np.stack([each.signed[k] for each, k in zip(part, points, strict=True)], axis=1)
        sums = weighted_sum(np.take_along_axis(counts, points, axis=1).T, rows)
        weights[at : at + width] = first.start + first.rate * sums
    return weights


def _exact_weights(data: Dataset, counts: Ints, origin: Origin) -> Floats:
    """Return w₀ + η Σ c z rounded once, as `Run.weights` are if w₀, η or the lift is not a float."""
    points, total = np.flatnonzero(counts), ExactSum(*origin)
    total.add(whole(data.signed[points], data.exact_lift), counts[points])
    return total.weights()


def _fit_in_step(sets: Sequence[Dataset], start: Floats, rate: float) -> bool:
    """Return whether no product can leave the range of floats, so nothing needs scaling, and all sets have one lift."""
    distinct = {id(points): points for points in sets}.values()
    if len({points.exact_lift for points in distinct}) > 1:
        return False
    sizes = [rate, *(points.least for points in distinct), *(points.radius for points in distinct)]
    return min(sizes) > 2.0**-100 and max(*sizes, float(np.abs(start).max())) < 2.0**100


def _in_step(
    sets: Sequence[Dataset],
    seeds: Ints,
    order: Order,
    origin: Origin,
    tie: Tie,
    max_updates: int,
) -> Iterator[Ends]:
    """Make the passes of all runs together, and yield after each pass the runs that ended with it.

    Yields indices, updates, passes, outcomes and mistakes on each point. Runs in a cycle and the last few runs are not
    yielded; they are left to `train`.
    """
    # 1. The signed points of the distinct sets, shape (S, n, d), and the rules that all passes share.
    n = len(sets[0])
    distinct = {id(points): points for points in sets}
    number_of = {key: k for k, key in enumerate(distinct)}
    set_of = np.array([number_of[id(points)] for points in sets])
    stack = np.stack([points.signed for points in distinct.values()])
    start, exact = scaled_start(*origin, 0)
    walk = _Walk(
        Z=stack.reshape(-1, stack.shape[2]),
        wrong_at_zero=np.concatenate([tie_errs(tie, points.y) for points in distinct.values()]),
        origin=origin,
        nonzero_start=bool(start.any()),
        lift=sets[0].exact_lift,
        max_updates=max_updates,
    )
    exact = exact and walk.lift is None
    doubts = ErrorBound(walk.Z, max(points.radius for points in distinct.values()), start, exact)
    # 2. The state of the live runs, L at first all B: w/η, shape (L, d), the mistakes on each point, shape (L, n), and
    # their number, shape (L,).
    fixed = order == "cyclic"
    generators = [None if fixed else np.random.default_rng(seed) for seed in seeds.tolist()]
    drawn: list[Ints] = []  # the orders of the next passes, each of shape (n, L)
    live = np.arange(len(sets))
    w, alpha = np.tile(start, (len(sets), 1)), np.zeros((len(sets), n), dtype=np.int64)
    updates = np.zeros(len(sets), dtype=np.int64)
    saved, passes = w, 0
    while len(live) > max(_FEWEST, n / _POINTS_PER_RUN):
        # 3. Draw the orders: several permutations at once take half the time. Long runs will need many, but not far
        # beyond max_updates.
        if not drawn:
            fewest = max(1, int(updates.min()))
            until_cap = passes * (max_updates - fewest) // fewest + 1
            count = max(1, min(passes, until_cap, _DRAWN // (n * len(live))))
            drawn = _orders([generators[i] for i in live.tolist()], count, n)
        passes += 1
        orders = drawn.pop(0)
        # 4. Make the pass. The error bound at its end holds for all its updates.
        before = updates.copy()
        doubt = doubts.after(int(before.max()) + n)
        stopped = walk.through(orders, n * set_of[live], w, alpha, updates, doubt)
        clean = updates == before
        # 5. Drop the runs that ended. If all scores are surely positive, the next pass makes no mistake in any order.
        scores = w @ stack[0].T if len(stack) == 1 else np.matmul(stack[set_of[live]], w[:, :, None])[:, :, 0]
        sure = scores.min(axis=1) > doubt
        ended, dropped = clean | sure, clean | sure | stopped
        if fixed:
            # Brent's cycle search, pass by pass; `train` will find the length and the start of the cycle.
            dropped |= (w == saved).all(axis=1)
            saved = w.copy() if passes & (passes - 1) == 0 else saved
        else:
            ended |= stopped
        outcomes = np.where(stopped, "stopped", "converged")
        if ended.any():
            yield live[ended], updates[ended], passes + (sure & ~clean)[ended], outcomes[ended], alpha[ended]
        if dropped.any():
            live, w, saved = live[~dropped], w[~dropped], saved[~dropped]
            alpha, updates = alpha[~dropped], updates[~dropped]
            drawn = [orders[:, ~dropped] for orders in drawn]


def _orders(generators: Sequence[np.random.Generator | None], count: int, n: int) -> list[Ints]:
    """Return the orders of the next passes, each of shape (n, L), one run a column; without a generator 0 to n − 1."""
    orders = np.empty((len(generators), count, n), dtype=np.int64)
    orders[:] = np.arange(n)
    for generator, rows in zip(generators, orders, strict=True):
        if generator is not None:
            generator.permuted(rows, axis=1, out=rows)
    return [*np.ascontiguousarray(orders.transpose(1, 2, 0))]


@dataclass
class _Walk:
    """The data that all passes share: the signed points of all sets, shape (S·n, d), and the rules."""

    Z: Floats
    wrong_at_zero: NDArray[np.bool_]
    origin: Origin
    nonzero_start: bool
    lift: Fraction | None
    max_updates: int
    close: bool = False
    """Whether a score was too near 0 for floats; more such scores are then likely, so each step checks its scores."""

    def through(
        self, orders: Ints, firsts: Ints, w: Floats, alpha: Ints, updates: Ints, doubt: float
    ) -> NDArray[np.bool_]:
        """Make one pass of each of L runs; return whether each errs once more after `max_updates` updates, shape (L,).

        `orders`, shape (n, L), has the order of the points for each run in a column, and `firsts`, shape (L,), the row
        of `Z` at which its points begin. `w`, shape (L, d), are the weights divided by the rate, `alpha`, shape (L, n),
        the numbers of mistakes on each point, and `updates`, shape (L,), their sums. These three change in place, but
        no run makes more than `max_updates` updates. `doubt` bounds the rounding error of a score.
        """
        n, count = orders.shape
        stopped, errs = np.zeros(count, dtype=bool), np.zeros((n, count), dtype=bool)
        # With one row per coordinate, each step is a few operations on contiguous rows.
        columns, weights = np.ascontiguousarray(self.Z.T), np.ascontiguousarray(w.T)
        size = max(1, _BLOCK // w.size)
        for begin in range(0, n, size):
            block = slice(begin, begin + size)
            points = columns.take(orders[block] + firsts, axis=1, mode="clip")  # (d, steps, L); every index is in range
            near_cap = int(updates.max()) + size > self.max_updates
            # Scores are exact while the weights are 0.
            fresh = not (self.nonzero_start or updates.all())
            if near_cap or fresh or self.close or not _beyond_doubt(points, weights, errs[block], doubt):
                doubts = np.where(updates == 0, 0.0, doubt) if fresh else np.full(count, doubt)
                for at, z in enumerate(points.transpose(1, 0, 2), begin):
                    scores = np.einsum("ij,ij->j", z, weights)
                    self._judge(scores, doubts, orders[: at + 1], errs[: at + 1], firsts, alpha)
                    if near_cap:
                        capped = errs[at] & (updates + errs[begin:at].sum(axis=0) == self.max_updates)
                        stopped |= capped
                        errs[at] &= ~capped
                    doubts[errs[at]] = doubt
                    weights += z * errs[at]
            updates += errs[block].sum(axis=0)
        w[:] = weights.T
        # A pass shows each point once, so no index repeats here.
        alpha.reshape(-1)[(orders + n * np.arange(count)).reshape(-1)[np.flatnonzero(errs)]] += 1
        return stopped

    def _judge(
        self, scores: Floats, doubts: Floats, orders: Ints, errs: NDArray[np.bool_], firsts: Ints, alpha: Ints
    ) -> None:
        """Set the last row of `errs` to the mistakes of a step, with the exact sign of each score near 0.

        `orders` and `errs` have one row per step of the pass up to this one.
        """
        np.less_equal(scores, doubts, out=errs[-1])
        near = np.flatnonzero(np.abs(scores) <= doubts)
        if not near.size:
            return
        signs = np.zeros(len(near))
        for j in np.flatnonzero(doubts[near]).tolist():
            k, self.close = near[j], True
            signs[j] = self._sign(orders[:, k], firsts[k], errs[:-1, k], alpha[k])
        errs[-1, near] = (signs < 0) | ((signs == 0) & self.wrong_at_zero[orders[-1, near] + firsts[near]])

    def _sign(self, order: Ints, first: int, errs: NDArray[np.bool_], alpha: Ints) -> int:
        """Return the exact sign of the score of the last example of a run's order so far."""
        counts = alpha.copy()
        counts[order[:-1][errs]] += 1
        points = np.flatnonzero(counts)
        total = ExactSum(*self.origin)
        total.add(whole(self.Z[first + points], self.lift), counts[points])
        return int(total.signs(whole(self.Z[first + order[-1:]], self.lift))[0])


def _beyond_doubt(points: Floats, weights: Floats, errs: NDArray[np.bool_], doubt: float) -> bool:
    """Advance L runs by some steps in floats, and return whether all scores are farther than `doubt` from 0.

    If they are, `weights`, shape (d, L), are updated in place; otherwise they stay unchanged. `points` has the shape
    (d, steps, L). `errs`, shape (steps, L), is overwritten with the mistakes; they count only if True is returned.
    """
    before, change, scores = weights.copy(), np.empty_like(weights), np.empty(points.shape[1:])
    for step, score in enumerate(scores):
        z, wrong = points[:, step], errs[step]
        np.einsum("ij,ij->j", z, weights, out=score)
        np.less(score, 0.0, out=wrong)
        if np.count_nonzero(wrong):
            weights += np.multiply(z, wrong, out=change)
    if np.abs(scores).min() > doubt:
        return True
    weights[:] = before
    return False
