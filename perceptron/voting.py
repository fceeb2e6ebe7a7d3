"""Better weights than the last of a run: the average, the vote of all, or the pocket."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from perceptron.dataset import Dataset, Floats, Ints, frozen
from perceptron.real import Averages, lossless, weighted_sum
from perceptron.run import Run

if TYPE_CHECKING:
    import pandas as pd

_BLOCK = 2**20  # scores computed at a time


@dataclass(frozen=True, eq=False, repr=False)
class Averaged:
    """The weighted mean of all the weights of a run.

    >>> from perceptron import cloud, train
    >>> mean = averaged(train(cloud(30).augmented(), max_updates=100))
    >>> mean, mean.predict([[0, 0, 1]])
    (Averaged(101 weights over 228 examples), array([1]))

    Parameters
    ----------
    counts : numpy.ndarray of int64, shape (M + 1,)
        cₖ, the weight of wₖ in the mean: the number of examples examined with wₖ, as in `Voted`.
    """

    run: Run
    counts: Ints

    @cached_property
    def w(self) -> Floats:
        """The mean Σ cₖwₖ / Σ cₖ with the `counts` cₖ, shape (d,), correct but for last digits; w₀ if all are 0."""
        total = int(self.counts.sum())
        if not total:
            return self.run.start
        weights = self.run.weights
        scale = int(np.frexp(np.abs(weights).max())[1])  # scaling by a power of two avoids overflow
        if not lossless(weights, scale):
            return frozen(self._means.mean())
        return frozen(np.ldexp(weighted_sum(self.counts, np.ldexp(weights, -scale)) / total, scale))

    @property
    def updates(self) -> int:
        """The number of updates."""
        return self.run.updates

    def __repr__(self) -> str:
        return f"Averaged({len(self.counts)} weights over {int(self.counts.sum())} examples)"

    def predict(self, X: ArrayLike) -> Ints:
        """Return the label that the mean gives each of m points, the exact sign of w·x: −1, +1 or 0, shape (m,).

        The points, shape (m, d), may lack the constant coordinate of data with a bias. Raises ValueError if the points
        are not finite or not in d dimensions.
        """
        return self._means.sides(self.run.updates, self.run.data.lifted(X))

    @cached_property
    def _means(self) -> Averages:
        return Averages(self.run.data, self.run.mistakes, self.counts, *self.run.origin)


def averaged(run: Run) -> Averaged:
    """Return the mean of the weights that a run had after each examined example.

    Weights that did not change at an example count again, as for `voted`. A "cycling" run counts up to the end of its
    first cycle. In a run that `max_updates` stopped, one more example counts for the last weights: the next, on which
    they err. If no example was examined, the mean is w₀.

    >>> from perceptron import Dataset, train
    >>> run = train(Dataset([[0, 2], [1, 1]], [1, -1]))
    >>> run.w, averaged(run).w
    (array([-3.,  1.]), array([-1.875,  1.125]))

    Notes
    -----
    Y. Freund and R. E. Schapire, "Large margin classification using the perceptron algorithm", Machine Learning
    37, 1999. Averaging changes the predictions, not the learning: the mistakes are those of the run.
    """
    return Averaged(run, frozen(_counts(run)))


@dataclass(frozen=True, eq=False, repr=False)
class Voted:
    """All the weights that a run had, each with a vote for each example that was examined while the run had them.

    >>> from perceptron import cloud, train
    >>> votes = voted(train(cloud(30).augmented(), max_updates=100))
    >>> votes, votes.predict([[0, 0, 1]])
    (Voted(228 votes of 101 weights), array([1]))

    Parameters
    ----------
    counts : numpy.ndarray of int64, shape (M + 1,)
        cₖ, the number of examples examined with wₖ, from the example whose update made it to the last one it got right.
    """

    run: Run
    counts: Ints

    @property
    def weights(self) -> Floats:
        """wₖ, the weights after k updates, shape (M + 1, d)."""
        return self.run.weights

    @property
    def updates(self) -> int:
        """The number of updates of the run."""
        return self.run.updates

    def __repr__(self) -> str:
        return f"Voted({int(self.counts.sum())} votes of {len(self.counts)} weights)"

    def predict(self, X: ArrayLike) -> Ints:
        """Return the label that the vote gives each point, the sign of Σ cₖ sign(wₖ·x): −1, +1 or 0, shape (m,).

        Weights with wₖ·x = 0 abstain. The points, shape (m, d), may lack the constant coordinate of data with a bias.
        Raises ValueError if the points are not finite or not in d dimensions.
        """
        points = self.run.data.lifted(X)
        votes = np.zeros(len(points), dtype=np.int64)
        size = max(1, _BLOCK // max(1, len(points)))
        for begin in range(0, len(self.counts), size):
            counts = self.counts[begin : begin + size]
            scores = self.run.path.scores(begin, begin + len(counts), points, unseen=True)
            votes += counts @ np.sign(scores).astype(np.int64)
        return np.sign(votes)


def voted(run: Run) -> Voted:
    """Return the vote of a run's M + 1 weights, at the start and after each update: a vote for each example examined.

    The example of an update counts for the weights after it, so Σ cₖ is the number of examples examined. A "cycling"
    run counts up to the end of its first cycle. If `max_updates` stopped a run, its last weights have met one more
    example, on which they err.

    >>> from perceptron import Dataset, train
    >>> run = train(Dataset([[0, 2], [1, 1]], [1, -1]))
    >>> votes = voted(run)
    >>> votes
    Voted(8 votes of 6 weights)
    >>> votes.counts, votes.predict([[0, 2], [1, 1]])
    (array([0, 1, 2, 1, 1, 3]), array([ 1, -1]))

    Notes
    -----
    Y. Freund and R. E. Schapire, 1999, as for `averaged`, figure 1.
    """
    return Voted(run, frozen(_counts(run)))


@dataclass(frozen=True, eq=False)
class Pocket:
    """The weights that the pocket algorithm has kept at the end of a run.

    >>> from perceptron import cloud, train
    >>> best = pocket(train(cloud(30).augmented(), max_updates=100))
    >>> best.update, best.errors
    (2, 11)

    Parameters
    ----------
    weights : numpy.ndarray, shape (d,)
        The weights of the run after `update` updates.
    errors : int
        The number of training examples with y w·x ≤ 0.
    """

    weights: Floats
    update: int
    errors: int
    run: Run

    @property
    def w(self) -> Floats:
        """The weights, shape (d,), under the name that they have in other results."""
        return self.weights

    @property
    def updates(self) -> int:
        """The number of updates after which the run had these weights."""
        return self.update

    def predict(self, X: ArrayLike) -> Ints:
        """Return the label that these weights give each of m points, the exact sign of w·x: −1, +1 or 0, shape (m,).

        The points, shape (m, d), may lack the constant coordinate of data with a bias. Raises ValueError if the points
        are not finite or not in d dimensions.
        """
        return self.run.path.sides(self.update, self.run.data.lifted(X))


def pocket(run: Run, ratchet: bool = True) -> Pocket:
    """Return the weights that the pocket algorithm keeps of a run; the start if none were better.

    Use a run in "random" order. Without the `ratchet` the weights with the longest streak of right answers are kept.
    With it, weights replace those in the pocket as soon as their streak is longer than the streak with which those came
    in, if they also err on strictly fewer training examples. A score of 0 is an error here, whatever the tie rule.

    >>> from perceptron import blobs, train
    >>> run = train(blobs(40, spread=0.5, seed=5).augmented(), order="random", max_updates=500)
    >>> best = pocket(run)
    >>> best.update, best.errors, pocket(run, ratchet=False).errors
    (51, 3, 5)

    Notes
    -----
    S. I. Gallant, "Perceptron-based learning algorithms", IEEE Transactions on Neural Networks 1, 1990.
    """
    errors = errors_over_time(run)["last"].to_numpy()
    update = int(_pockets(run, errors, ratchet)[-1])
    return Pocket(frozen(run.weights[update].copy()), update, int(errors[update]), run)


def errors_over_time(run: Run, unseen: Dataset | None = None) -> pd.DataFrame:
    """Return a table of the errors of the last, pocket, averaged and voted weights after each update of a run.

    For M updates there are M + 1 rows. Row k is about the run until just before update k + 1, or until its end. So the
    last row is about the results of `pocket` with the ratchet, `averaged` and `voted`. A score or vote of 0 counts as
    an error.

    Errors are counted on the run's own data or, if given, on `unseen` data, which may lack the constant coordinate. The
    run's own data always decide about the pocket. Raises ValueError if the unseen data are not in d dimensions.

    >>> from perceptron import blobs, digits, train
    >>> run = train(blobs(40, spread=0.5, seed=5).augmented(), order="random", max_updates=500)
    >>> errors_over_time(run).iloc[[0, 1, 10, 500]]
         update  last  pocket  averaged  voted
    0         0    40      40        40     40
    1         1    20      40        20     20
    10       10     7       7         6      7
    500     500    11       3         7      6
    >>> training, test = digits(3, 8)
    >>> errors_over_time(train(training), test).tail(1)
        update  last  pocket  averaged  voted
    27      27     9       9         8      9
    """
    own = last, mean, vote = _errors(run)
    if unseen is not None:
        last, mean, vote = _errors(run, Dataset(run.data.lifted(unseen.X), unseen.y))
    in_pocket = last[_pockets(run, own[0], ratchet=True)]
    steps = np.arange(len(run.mistakes) + 1)
    import pandas as pd

    return pd.DataFrame({"update": steps, "last": last, "pocket": in_pocket, "averaged": mean, "voted": vote})


def _errors(run: Run, unseen: Dataset | None = None) -> tuple[Ints, Ints, Ints]:
    """Return the errors of the last, averaged and voted weights after each update, each of shape (M + 1,)."""
    data, counts, steps = unseen or run.data, _counts(run), len(run.mistakes) + 1
    points = None if unseen is None else unseen.signed, unseen is not None
    votes = np.zeros(len(data), dtype=np.int64)
    last, mean, vote = (np.empty(steps, dtype=np.int64) for _ in range(3))
    averages = Averages(run.data, run.mistakes, counts, *run.origin)
    size = max(1, _BLOCK // len(data))
    for begin in range(0, steps, size):
        block = slice(begin, min(begin + size, steps))
        sides = np.sign(run.path.scores(block.start, block.stop, *points)).astype(np.int64)
        ballots = np.add.accumulate(np.vstack([votes, counts[block, None] * sides]))
        votes = ballots[-1]
        last[block] = (sides <= 0).sum(axis=1)
        mean[block] = (averages.scores(block.start, block.stop, *points) <= 0).sum(axis=1)
        vote[block] = (ballots[1:] <= 0).sum(axis=1)
    return last, mean, vote


def _counts(run: Run) -> Ints:
    """Return the number of examples examined with each of the weights, shape (M + 1,).

    The example of an update counts for the weights after it.
    """
    ends = run.checked.copy()
    ends[-1] += 1
    return np.diff(ends, prepend=1)


def _pockets(run: Run, errors: Ints, ratchet: bool) -> Ints:
    """Return the index of the weights in the pocket just before each update and at the end, shape (M + 1,)."""
    right = _counts(run)
    right[1:] -= 1
    right[-1] -= run.capped
    if not ratchet:
        longer = np.append(True, right[1:] > np.maximum.accumulate(right)[:-1])
        return np.maximum.accumulate(np.where(longer, np.arange(len(right)), 0))
    best, streak, pockets = 0, 0, []
    for k, (answers, wrong) in enumerate(zip(right.tolist(), errors.tolist(), strict=True)):
        if answers > streak and wrong < errors[best]:
            best, streak = k, streak + 1
        pockets.append(best)
    return np.array(pockets)
