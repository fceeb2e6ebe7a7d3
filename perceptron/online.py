"""Learners that predict and learn one example at a time, so an adversary can choose the next example."""

from __future__ import annotations

from typing import Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from perceptron.dataset import Floats, Ints
from perceptron.learner import Tie, tie_errs
from perceptron.real import EPS, ExactSum, signs


@runtime_checkable
class Learner(Protocol):
    """Any object that predicts a label for a point and then learns from the true label.

    >>> isinstance(OnlinePerceptron(dim=2), Learner)
    True
    """

    def predict(self, x: Floats) -> int:
        """Return the label predicted for the point x, −1 or +1."""

    def learn(self, x: Floats, y: int) -> None:
        """Learn that the true label of the point x is y, −1 or +1."""


class OnlinePerceptron:
    """The perceptron from w = 0, one example at a time; `train` runs it on examples known beforehand.

    Predictions and mistakes are those of real arithmetic on the floats given; `w` is rounded at each update.

    >>> learner = OnlinePerceptron(2)
    >>> learner.predict([3, 1])
    1
    >>> learner.learn([3, 1], -1)
    >>> learner.w, learner.updates, learner.predict([3, 1])
    (array([-3., -1.]), 1, -1)

    Parameters
    ----------
    tie : {"mistake", "correct", 1, -1}
        The rule for w·x = 0, as for `train`. The prediction there is the named label, else +1; with "mistake" the
        learner updates on either label, with "correct" on neither.

    Raises
    ------
    ValueError
        If dim is less than 1 or the rule is unknown.
    """

    def __init__(self, dim: int, tie: Tie = "mistake") -> None:
        if dim < 1:
            raise ValueError(f"dim must be at least 1, got {dim}")
        tie_errs(tie, np.ones(1, dtype=np.int64))
        self.tie = tie
        self.w: Floats = np.zeros(dim)
        self.updates = 0
        self._examined = 0
        self._steps: list[Floats] = []
        self._examined_before: list[int] = []  # examples examined before each step
        self._size: Floats = np.zeros(dim)

    def predict(self, x: ArrayLike) -> int:
        """Return the label of x, shape (d,): the exact sign of w·x.

        If w·x = 0, the label is that of the tie rule, or +1 if the rule names none.
        """
        return self._label(self._side(np.asarray(x, dtype=np.float64)))

    def learn(self, x: ArrayLike, y: int) -> None:
        """Add y x to w if w is wrong on x, shape (d,), or w·x = 0 and the tie rule calls that a mistake for y."""
        point = np.asarray(x, dtype=np.float64)
        side = y * self._side(point)
        if side < 0 or (side == 0 and tie_errs(self.tie, np.array([y]))[0]):
            step = y * point
            self.w = self.w + step
            self._size = self._size + np.abs(step)
            self._steps.append(step)
            self._examined_before.append(self._examined)
            self.updates += 1
        self._examined += 1

    def _side(self, point: Floats) -> int:
        return self._sign(self.w, self._size, np.ones(self.updates, dtype=np.int64), point)

    def _sign(self, guess: Floats, size: Floats, counts: Ints, point: Floats) -> int:
        """Return the exact sign of Σ c z·x over the steps z; `guess` is Σ c z and `size` is Σ c |z|, both in floats."""
        with np.errstate(over="ignore", invalid="ignore"):
            magnitude, score = float(size @ np.abs(point)), float(guess @ point)
        # If terms overflow the score may be NaN; the negated comparison marks it as doubtful.
        if not abs(score) > EPS * (2 * self._examined + len(point) + 4) * magnitude + 1e-300:
            if not ((size > 0) & (point != 0)).any():
                return 0
            total = ExactSum(np.zeros(len(point)))
            total.add(np.array(self._steps), counts)
            return int(total.signs(point[None])[0])
        return 1 if score > 0 else -1

    def _label(self, side: int) -> int:
        return side or (1 if isinstance(self.tie, str) else self.tie)


class OnlineAverage(OnlinePerceptron):
    """The perceptron that predicts with the mean of all its weights so far; it learns as `OnlinePerceptron` does.

    >>> learner = OnlineAverage(1)
    >>> for x, y in (([2], 1), ([1], 1), ([3], -1)):
    ...     learner.learn(x, y)
    >>> learner.w, learner.total, learner.predict([1])
    (array([-1.]), array([3.]), 1)
    """

    def __init__(self, dim: int, tie: Tie = "mistake") -> None:
        super().__init__(dim, tie)
        self.total: Floats = np.zeros(dim)
        self._total_size: Floats = np.zeros(dim)

    def predict(self, x: ArrayLike) -> int:
        """Return the label of x, shape (d,): the exact sign of the sum of w·x over the weights after each example.

        Weights that did not change at an example count again. If the sum is 0, as before the first example, the label
        is that of the tie rule, or +1 if the rule names none.
        """
        counts = self._examined - np.array(self._examined_before, dtype=np.int64)
        point = np.asarray(x, dtype=np.float64)
        return self._label(self._sign(self.total, self._total_size, counts, point))

    def learn(self, x: ArrayLike, y: int) -> None:
        """Learn as the perceptron does; then add the weights to `total`, even if they did not change."""
        super().learn(x, y)
        self.total = self.total + self.w
        self._total_size = self._total_size + self._size


class OnlineHalving:
    """The halving algorithm on half-spaces w·x > 0, one example at a time; `tie`, −1 or +1, decides equal votes.

    `concepts` are the weights w, shape (count, d). Raises ValueError if the concepts are not a finite array of this
    shape, or the tie is not −1 or +1.

    >>> learner = OnlineHalving([[1, 1], [1, -1], [-1, 1], [-1, -1]])
    >>> learner.learn([1, 0], -1)
    >>> learner.concepts, learner.predict([1, 0])
    (array([[-1.,  1.],
           [-1., -1.]]), -1)
    """

    def __init__(self, concepts: ArrayLike, tie: Literal[-1, 1] = 1) -> None:
        if tie not in (-1, 1):
            raise ValueError(f"tie must be -1 or 1, got {tie!r}")
        self.tie = tie
        self.concepts: Floats = np.array(concepts, dtype=np.float64)
        if self.concepts.ndim != 2 or not len(self.concepts):
            raise ValueError(f"concepts must have shape (count, d), got {self.concepts.shape}")
        if not np.isfinite(self.concepts).all():
            raise ValueError(f"concepts must be finite, got {self.concepts[~np.isfinite(self.concepts)][0]}")

    def predict(self, x: ArrayLike) -> int:
        """Return the label of x, shape (d,), by the majority vote of the concepts left, or `tie` if votes are equal.

        A concept, one of the weights w, votes for the sign of w·x, and has no vote if w·x = 0.
        """
        votes = int(signs(self.concepts, np.asarray(x, dtype=np.float64)).sum())
        return self.tie if votes == 0 else 1 if votes > 0 else -1

    def learn(self, x: ArrayLike, y: int) -> None:
        """Drop the concepts, weights w, that do not give x, shape (d,), the label y, also those with w·x = 0.

        Raises ValueError if no concept would be left; then none is dropped.
        """
        remaining = self.concepts[y * signs(self.concepts, np.asarray(x, dtype=np.float64)) > 0]
        if not len(remaining):
            raise ValueError(f"no concept is left that gives {x!r} the label {y}")
        self.concepts = remaining
