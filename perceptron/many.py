"""Many runs at once: the loop of `train`, each of its steps for all runs together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from perceptron.checks import Number, at_least
from perceptron.dataset import Dataset, Floats, Ints, frozen, required
from perceptron.learner import Order, Start, Tie, tie_errs, train
from perceptron.real import Doubt, Origin, Sum, combined, scaled_start, whole

if TYPE_CHECKING:
    import pandas as pd

Ends = tuple[Ints, Ints, Ints, NDArray[np.str_], Ints]

_MOST_COORDINATES = 2**22  # of the points of all runs that go in step
_BLOCK = 2**16  # coordinates copied at once
_DRAWN = 2**19  # indices that are drawn at once, unless one pass needs more
_POINTS_PER_RUN = 8  # with one run for every so many points, a pass in step costs as much as one by `train`
_FEWEST = 8  # runs, below which that holds however few the points are


@dataclass(frozen=True, eq=False, repr=False)
class ManyRuns:
    """How each of many runs ended.

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
        In the words of `Run`.
    weights : numpy.ndarray, shape (B, d)
        The weights after the last update, as near to those of real arithmetic as `Run.weights` are.
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
        """Return one row a run, with the columns seed, updates, passes and outcome."""
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
    """Train once for each seed; every run makes the mistakes that `train` makes with that seed.

    In the orders "shuffled" and "cyclic" all runs go in step, and the last few are left to `train`, as are the
    other two orders. That pays where runs are many and points few, most where each pass makes many mistakes.

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
        The points of every run, or those of each: then one set for each seed, all of the same shape.
    seeds : sequence of int
        One or more, none negative; the answer is in their order.
    order : {"shuffled", "cyclic", "random", "hardest"}
        As for `train`; in the orders "cyclic" and "hardest" the seed changes nothing.
    start, rate, tie, max_updates
        As for `train`, the same for all runs.

    Raises
    ------
    ValueError
        If the sets differ in shape or are not as many as the seeds, or `train` refuses an argument.
    """
    if not isinstance(order, str):
        raise ValueError(f"order must be 'cyclic', 'shuffled', 'random' or 'hardest', got {order!r}")
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
    # Whatever is wrong with the other arguments, a run of no updates says so.
    first = train(sets[0], order, start, rate, tie, int(numbers[0]), 0 * at_least("max_updates", max_updates, 0))
    w = first.start

    shared, count, (n, dim) = isinstance(data, Dataset), len(sets), sets[0].X.shape
    updates, passes = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    outcomes, weights = np.full(count, "", dtype="<U9"), np.zeros((count, dim))
    if order in ("shuffled", "cyclic") and _moderate(sets, w, first.rate):
        size = max(1, _MOST_COORDINATES // (n * dim))
        for begin in range(0, count, size):
            block = slice(begin, begin + size)
            for indices, *results, alpha in _in_step(
                sets[block], numbers[block], order, first.origin, tie, max_updates
            ):
                indices += begin
                updates[indices], passes[indices], outcomes[indices] = results
                if first.given or sets[0].exact_lift is not None:
                    for i, counts in zip(indices.tolist(), alpha, strict=True):
                        weights[i] = _weights(sets[i], first.origin, counts)
                    continue
                # A sum holds all of its terms at once, so a few runs are summed at a time.
                width = max(1, _BLOCK // (n * dim))
                for at in range(0, len(indices), width):
                    part, counts = indices[at : at + width], alpha[at : at + width]
                    # Points without a mistake add nothing.
                    points = np.argsort(counts == 0, axis=1, kind="stable")[:, : max(1, (counts > 0).sum(axis=1).max())]
                    if shared:
                        rows = sets[0].signed[points.T]
                    else:
                        rows = np.stack([sets[i].signed[k] for i, k in zip(part.tolist(), points, strict=True)], axis=1)
                    weights[part] = w + first.rate * combined(np.take_along_axis(counts, points, axis=1).T, rows)
    for i in np.flatnonzero(outcomes == "").tolist():
        run = train(sets[i], order, start, rate, tie, int(numbers[i]), max_updates)
        updates[i], passes[i], outcomes[i], weights[i] = len(run.mistakes), run.passes, run.outcome, run.weights[-1]
    return ManyRuns(*map(frozen, (numbers.copy(), updates, passes, outcomes, weights)))


def _weights(data: Dataset, origin: Origin, counts: Ints) -> Floats:
    """Return w₀ + η Σ c z, rounded once, as a run has its weights where one of w₀, η and the lift is no float."""
    points, total = np.flatnonzero(counts), Sum(*origin)
    total.add(whole(data.signed[points], data.exact_lift), counts[points])
    return total.weights()


def _moderate(sets: Sequence[Dataset], start: Floats, rate: float) -> bool:
    """Whether no product can leave the range of floats, where `train` scales the points, and all have one lift."""
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

    Runs in a cycle, and the last few runs, are left to `train`.
    """
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
    doubts = Doubt(walk.Z, max(points.radius for points in distinct.values()), start, exact)
    fixed = order == "cyclic"
    generators = [] if fixed else [np.random.default_rng(seed) for seed in seeds.tolist()]
    drawn: list[Ints] = []  # the orders of the next passes
    live = np.arange(len(sets))
    w, alpha = np.tile(start, (len(sets), 1)), np.zeros((len(sets), n), dtype=np.int64)
    saved, passes = w, 0
    while len(live) > max(_FEWEST, n / _POINTS_PER_RUN):
        if not drawn:
            # To draw several permutations at once takes half the time; the longer runs have been, the longer they last,
            # but not far beyond the cap on updates.
            fewest = max(1, int(alpha.sum(axis=1).min()))
            until_cap = passes * (max_updates - fewest) // fewest + 1
            count = max(1, min(passes, until_cap, _DRAWN // (n * len(live))))
            orders = np.empty((len(live), count, n), dtype=np.int64)
            orders[:] = np.arange(n)
            for i, rows in zip([] if fixed else live.tolist(), orders, strict=False):
                generators[i].permuted(rows, axis=1, out=rows)
            drawn = [*np.ascontiguousarray(orders.transpose(1, 2, 0))]
        passes += 1
        orders = drawn.pop(0)
        before = alpha.sum(axis=1)
        # The bound at the end of the pass holds for all updates within it.
        doubt = doubts.after(int(before.max()) + n)
        stopped = walk.through(orders, n * set_of[live], w, alpha, doubt)
        updates = alpha.sum(axis=1)
        clean = updates == before
        # Where every score is positive beyond doubt the next pass, whatever its order, is clean.
        scores = w @ stack[0].T if len(stack) == 1 else np.matmul(stack[set_of[live]], w[:, :, None])[:, :, 0]
        sure = scores.min(axis=1) > doubt
        ended, dropped = clean | sure, clean | sure | stopped
        if fixed:
            # Brent's search, pass by pass; `train` finds the length and the start of the cycle.
            dropped |= (w == saved).all(axis=1)
            saved = w.copy() if passes & (passes - 1) == 0 else saved
        else:
            ended |= stopped
        outcomes = np.where(stopped, "stopped", "converged")
        yield live[ended], updates[ended], passes + (sure & ~clean)[ended], outcomes[ended], alpha[ended]
        if dropped.any():
            live, w, alpha, saved = live[~dropped], w[~dropped], alpha[~dropped], saved[~dropped]
            drawn = [orders[:, ~dropped] for orders in drawn]


@dataclass
class _Walk:
    """What all passes have in common: the signed points of all sets, one set after the other, and the rules."""

    Z: Floats
    wrong_at_zero: NDArray[np.bool_]
    origin: Origin
    nonzero_start: bool
    lift: Fraction | None
    max_updates: int
    close: bool = False
    """Whether a score was too near 0 for floats; then others will be, and each step looks for them."""

    def through(self, orders: Ints, firsts: Ints, w: Floats, alpha: Ints, doubt: float) -> NDArray[np.bool_]:
        """Take every run through its order, a column; return which runs err after the last update allowed.

        The points of a run begin at its `firsts`. `w`, the weights over the rate, and `alpha`, the mistakes on each
        point, are changed in place.
        """
        n, count = orders.shape
        stopped, errs = np.zeros(count, dtype=bool), np.zeros((n, count), dtype=bool)
        updates = alpha.sum(axis=1)
        # With one row a coordinate, each step is a few operations on whole rows.
        columns, weights = np.ascontiguousarray(self.Z.T), np.ascontiguousarray(w.T)
        size = max(1, _BLOCK // w.size)
        for begin in range(0, n, size):
            block = slice(begin, begin + size)
            points = columns.take(orders[block] + firsts, axis=1)  # (d, steps, B)
            near_cap = int(updates.max()) + size > self.max_updates
            # Nothing is rounded as long as the weights are 0.
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
        # A pass shows each point once.
        alpha.reshape(-1)[(orders + n * np.arange(count)).reshape(-1)[np.flatnonzero(errs)]] += 1
        return stopped

    def _judge(
        self, scores: Floats, doubts: Floats, orders: Ints, errs: NDArray[np.bool_], firsts: Ints, alpha: Ints
    ) -> None:
        """Set the last row of `errs`: the mistakes of a step, by the exact sign of each score that is near 0.

        `orders` and `errs` have the steps of the pass up to this one.
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
        """Return the sign of a score as whole numbers have it: that of the last example of an order so far."""
        counts = alpha.copy()
        counts[order[:-1][errs]] += 1
        points = np.flatnonzero(counts)
        total = Sum(*self.origin)
        total.add(whole(self.Z[first + points], self.lift), counts[points])
        return int(total.signs(whole(self.Z[first + order[-1:]], self.lift))[0])


def _beyond_doubt(points: Floats, weights: Floats, errs: NDArray[np.bool_], doubt: float) -> bool:
    """Take all runs through some steps at once; where a score is too near 0, change no weights and return False.

    `points` have the shape (d, steps, B), `weights` (d, B); of `errs` the rows of these steps are set.
    """
    before, change, scores = weights.copy(), np.empty_like(weights), np.empty(points.shape[1:])
    for step, score in enumerate(scores):
        z, wrong = points[:, step], errs[step]
        np.add.reduce(np.multiply(z, weights, out=change), axis=0, out=score)
        np.less(score, 0.0, out=wrong)
        if np.count_nonzero(wrong):
            weights += np.multiply(z, wrong, out=change)
    if np.abs(scores).min() > doubt:
        return True
    weights[:] = before
    return False
