"""The last weights of a run are not its best: average them all, let them vote, or keep one in the pocket."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from perceptron.dataset import Dataset, Floats, Ints, frozen
from perceptron.real import Averages, combined, lossless
from perceptron.run import Run

if TYPE_CHECKING:
    import pandas as pd

_BLOCK = 2**20  # scores computed at a time


@dataclass(frozen=True, eq=False, repr=False)
class Averaged:
    """The mean of the weights of a run.

    >>> from perceptron import cloud, train
    >>> mean = averaged(train(cloud(30).augmented(), max_updates=100))
    >>> mean, mean.predict([[0, 0, 1]])
    (Averaged(101 weights over 228 examples), array([1]))

    Parameters
    ----------
    counts : numpy.ndarray of int64, shape (M + 1,)
        cₖ: how often each of the weights is taken, as in `Voted`.
    """

    run: Run
    counts: Ints

    @cached_property
    def w(self) -> Floats:
        """The mean Σ cₖwₖ / Σ cₖ, shape (d,), right but for its last places; w₀ if nothing was examined."""
        total = int(self.counts.sum())
        if not total:
            return self.run.start
        weights = self.run.weights
        scale = int(np.frexp(np.abs(weights).max())[1])  # a power of two, so that no sum overflows
        if not lossless(weights, scale):
            return frozen(self._means.mean())
        return frozen(np.ldexp(combined(self.counts, np.ldexp(weights, -scale)) / total, scale))

    @property
    def updates(self) -> int:
        """The number of updates."""
        return self.run.updates

    def __repr__(self) -> str:
        return f"Averaged({len(self.counts)} weights over {int(self.counts.sum())} examples)"

    def predict(self, X: ArrayLike) -> Ints:
        """Return the label the mean gives each point, as `Run.predict` does."""
        return self._means.sides(self.run.updates, self.run.data.lifted(X))

    @cached_property
    def _means(self) -> Averages:
        return Averages(self.run.data, self.run.mistakes, self.counts, *self.run.origin)


def averaged(run: Run) -> Averaged:
    """Take the mean of the weights of any run over the examples examined, each taken after its update.

    The counts are those of `voted`. A run that is "cycling" is the transient and one cycle; where its cap stopped it,
    the last weights have met one example more, which they err on.

    >>> from perceptron import Dataset, train
    >>> run = train(Dataset([[0, 2], [1, 1]], [1, -1]))
    >>> run.w, averaged(run).w
    (array([-3.,  1.]), array([-1.875,  1.125]))

    Notes
    -----
    Y. Freund and R. E. Schapire, "Large margin classification using the perceptron algorithm", Machine Learning
    37, 1999. The mistakes on the way are those of the run: averaging changes the answer, not the learning.
    """
    return Averaged(run, frozen(_counts(run)))


@dataclass(frozen=True, eq=False, repr=False)
class Voted:
    """All the weights of a run, each with as many votes as examples it met.

    >>> from perceptron import cloud, train
    >>> votes = voted(train(cloud(30).augmented(), max_updates=100))
    >>> votes, votes.predict([[0, 0, 1]])
    (Voted(228 votes of 101 weights), array([1]))

    Parameters
    ----------
    counts : numpy.ndarray of int64, shape (M + 1,)
        cₖ: the examples examined with wₖ, from the one whose update made it to the last one it got right.
    """

    run: Run
    counts: Ints

    @property
    def weights(self) -> Floats:
        """wₖ, the weights after k updates, shape (M + 1, d)."""
        return self.run.weights

    @property
    def updates(self) -> int:
        """The number of updates."""
        return self.run.updates

    def __repr__(self) -> str:
        return f"Voted({int(self.counts.sum())} votes of {len(self.counts)} weights)"

    def predict(self, X: ArrayLike) -> Ints:
        """Return the label the votes give each point: the sign of Σ cₖ sign(wₖ·x), and 0 where they are equal.

        Weights with wₖ·x = 0 abstain. Where the data were lifted by a constant coordinate, the points may come
        without it.

        Raises
        ------
        ValueError
            If the points are not finite or not in d dimensions.
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
    """Let all the weights of a run vote, each with as many votes as examples it met.

    An update's own example counts for the weights it made, so Σ cₖ is the number of examples examined. The end of a run
    counts as for `averaged`.

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
    """The weights in the pocket at the end of a run.

    >>> from perceptron import cloud, train
    >>> best = pocket(train(cloud(30).augmented(), max_updates=100))
    >>> best.update, best.errors
    (2, 11)

    Parameters
    ----------
    weights : numpy.ndarray, shape (d,)
        Those of the run after `update` updates, 0 for the start.
    errors : int
        The training examples with y w·x ≤ 0.
    """

    weights: Floats
    update: int
    errors: int
    run: Run

    @property
    def w(self) -> Floats:
        """The same weights."""
        return self.weights

    @property
    def updates(self) -> int:
        """After how many updates the run had them."""
        return self.update

    def predict(self, X: ArrayLike) -> Ints:
        """Return the label these weights give each point, as `Run.predict` does."""
        return self.run.path.sides(self.update, self.run.data.lifted(X))


def pocket(run: Run, ratchet: bool = True) -> Pocket:
    """Keep the weights with the longest run of right answers in the pocket; the start, if nothing was ever better.

    The run takes examples one at a time, best in "random" order. Weights go in as soon as they have given more right
    answers in a row than those in the pocket had when they went in. With the ratchet they must also err on strictly
    fewer training examples.

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
    """Count the training errors of the last, pocket, averaged and voted weights throughout a run of M updates.

    Of the M + 1 rows, row k tells of the run up to where update k + 1 is about to be made, or to its end, so that the
    last row is that of `pocket`, `averaged` and `voted`. A score or vote of 0 counts as an error. The errors are those
    on `unseen` data, if there are any, lifted as the run's or not; what is in the pocket is decided by the run's own.

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

    Raises
    ------
    ValueError
        If the unseen data are not in d dimensions.
    """
    own = last, mean, vote = _errors(run)
    if unseen is not None:
        last, mean, vote = _errors(run, Dataset(run.data.lifted(unseen.X), unseen.y))
    in_pocket = last[_pockets(run, own[0], ratchet=True)]
    steps = np.arange(len(run.mistakes) + 1)
    import pandas as pd

    return pd.DataFrame({"update": steps, "last": last, "pocket": in_pocket, "averaged": mean, "voted": vote})


def _errors(run: Run, unseen: Dataset | None = None) -> tuple[Ints, Ints, Ints]:
    """Count the errors of the last, averaged and voted weights, on the run's own data or others, throughout it."""
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
    """How many examples each of the weights met, its own update's included."""
    ends = run.checked.copy()
    ends[-1] += 1
    return np.diff(ends, prepend=1)


def _pockets(run: Run, errors: Ints, ratchet: bool) -> Ints:
    """Return which weights are in the pocket when each of the weights of a run has met its last example."""
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
