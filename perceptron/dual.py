"""The dual perceptron: it counts its mistakes on each example and computes scores with a kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron.dataset import Dataset, Floats, Ints, frozen
from perceptron.exact import Whole
from perceptron.gaussians import Gaussians
from perceptron.kernels import (
    Kernel,
    add_constant,
    degree_of,
    formula_of,
    gram_matrix,
    kernel_sums,
    linear,
    pairwise_values,
    width_of,
    without_bias,
)
from perceptron.learner import Order, Search, Tie, first_cycle, follow
from perceptron.real import EPS, Rows, rounded, whole
from perceptron.run import Cycle, Outcome, Record

_BLOCK = 2**10  # exact scores computed at a time


@dataclass(frozen=True, eq=False, repr=False)
class DualRun(Record):
    """The result of `train_dual`: the example of each update, and how the run ended.

    The attributes are those of `Run`; "cycling" means that all scores and the place in the order repeated exactly. The
    kernel is K(A, B), and `gram` holds K(xᵢ, xⱼ), shape (n, n).

    >>> from perceptron import gate, polynomial, train_dual
    >>> run = train_dual(gate("xor"), polynomial(2))
    >>> run, run.alpha
    (DualRun(converged after 21 updates in 8 passes), array([7, 5, 5, 4]))
    """

    data: Dataset
    kernel: Kernel
    gram: Floats
    mistakes: Ints
    checked: Ints
    outcome: Outcome
    cycle: Cycle | None = None
    capped: bool = False

    @cached_property
    def alphas(self) -> Ints:
        """The counts α before the first update and after each, shape (M + 1, n)."""
        rows = np.zeros((len(self.mistakes) + 1, len(self.data)), dtype=np.int64)
        rows[np.arange(1, len(rows)), self.mistakes] = 1
        return frozen(rows.cumsum(axis=0))

    @cached_property
    def activations(self) -> Floats:
        """f(x) of the example of each update, before the update, shape (M,); rounded, but never to 0 unless it is 0."""
        increments = self.data.y[self.mistakes, None] * self.gram[self.mistakes]
        totals = np.add.accumulate(np.vstack([np.zeros(len(self.data)), increments]), axis=0)[:-1]
        steps = np.arange(len(self.mistakes))
        scores = totals[steps, self.mistakes]
        values, doubt = _values_of(self.data, self.kernel), _ErrorBound(self.data, self.kernel, self.gram)
        for k in np.flatnonzero(np.abs(scores) <= doubt.after(steps)).tolist():
            i = self.mistakes[k].item()
            scores[k] = self.data.y[i] * values.score(i, self.alphas[k])
        return frozen(scores + 0.0)  # turns −0 into 0

    @cached_property
    def wrong(self) -> NDArray[np.bool_]:
        """Whether each example has y f(x) ≤ 0 before the first update and after each, shape (M + 1, n), exactly.

        >>> from perceptron import gate, rbf, train_dual
        >>> train_dual(gate("xor"), rbf(0.5)).wrong.sum(axis=1)
        array([4, 2, 2, 1, 0])
        """
        y = self.data.y
        increments = y[self.mistakes, None] * self.gram[self.mistakes] * y
        scores = np.add.accumulate(np.vstack([np.zeros(len(y)), increments]), axis=0)
        wrong = scores <= 0
        values, doubt = _values_of(self.data, self.kernel), _ErrorBound(self.data, self.kernel, self.gram)
        updates, points = np.nonzero(np.abs(scores[1:]) <= doubt.after(np.arange(1, len(scores)))[:, None])
        for begin in range(0, len(points), _BLOCK):
            block = slice(begin, begin + _BLOCK)
            signs = values.signs(points[block], self.alphas[updates[block] + 1])
            wrong[updates[block] + 1, points[block]] = signs <= 0
        return frozen(wrong)

    def predict(self, X: ArrayLike) -> Ints:
        """Return the label of each of m points, the sign of f(x) in floats: −1, +1 or 0, shape (m,).

        The points, shape (m, d), may lack the constant coordinate of data with a bias. Raises ValueError if the points
        do not fit the data.

        >>> from perceptron import gate, polynomial, train_dual
        >>> train_dual(gate("xor"), polynomial(2)).predict([[0, 0], [0, 1]])
        array([-1,  1])
        """
        return np.sign(self.decision(self.data.lifted(X))).astype(np.int64)

    def decision(self, points: ArrayLike, update: int | None = None) -> Floats:
        """Return f(x) = Σ αⱼ yⱼ K(xⱼ, x) at points of shape (m, d): shape (m,); its sign is the prediction.

        `update`, from 0 to M, is the number of updates after which f is taken; M unless given. The points may lack the
        constant coordinate of data with a bias. Raises ValueError if they do not fit the data, or `update` is not from
        0 to M.

        >>> from perceptron import gate, polynomial, train_dual
        >>> run = train_dual(gate("xor"), polynomial(2))
        >>> run.decision([[0, 0], [0, 1], [0.5, 0.5]])
        array([-1. ,  2. , -0.5])
        """
        last = len(self.mistakes)
        if update is not None and not 0 <= update <= last:
            raise ValueError(f"update must be between 0 and {last}, got {update}")
        counts = np.bincount(self.mistakes[:update], minlength=len(self.data))
        return kernel_sums(self.kernel, points, self.data, counts.astype(np.float64))


def train_dual(
    data: Dataset,
    kernel: Kernel = linear,
    order: Order | Sequence[int] | Ints = "cyclic",
    tie: Tie = "mistake",
    seed: int = 0,
    max_updates: int = 10_000,
) -> DualRun:
    """Train a kernel perceptron: a perceptron in the kernel's feature space that needs inner products only.

    The algorithm::

        α = 0
        repeat:
            take the next example (xᵢ, yᵢ) in the order;  f(x) = Σ αⱼ yⱼ K(xⱼ, x)
            if yᵢ f(xᵢ) ≤ 0, a mistake:  αᵢ ← αᵢ + 1
        until a whole pass makes no mistake

    >>> from perceptron import biased, gate, rbf, train_dual
    >>> train_dual(gate("xor"), rbf(0.5))
    DualRun(converged after 4 updates in 2 passes)
    >>> train_dual(gate("xor"), biased(linear))
    DualRun(cycling after 4 updates in 1 pass, the last 4 a cycle)

    Parameters
    ----------
    data : Dataset
        The points, at most 1,000.
    kernel : callable
        K(A, B) for arrays of points of shapes (k, d) and (m, d) has the shape (k, m): `linear`, `polynomial`, `rbf`,
        or your own function. For a bias, `biased(kernel)`.
    order, tie, seed, max_updates
        As for `train`. With the linear kernel the mistakes are those of `train` from w = 0.

    Returns
    -------
    DualRun
        With `linear`, `polynomial` or `rbf`, and a bias or not, the run is that of real arithmetic, as for `train`. The
        values of your own kernel are floats; only their sums are exact. An order without chance that returns to
        the same scores at the same place is "cycling".

    Raises
    ------
    TypeError
        If the kernel is not callable or gives something other than numbers.
    ValueError
        If another argument is not as above, or the kernel's values are not symmetric or not finite.

    Notes
    -----
    M. A. Aizerman, E. M. Braverman and L. I. Rozonoer, "Theoretical foundations of the potential function
    method in pattern recognition learning", Automation and Remote Control 25, 1964. Novikoff's bound holds
    in the feature space: max K(x, x)/γ², with the margin that `separate_dual` finds.
    """
    gram = gram_matrix(data, kernel)
    search = _Scores(data, kernel, gram, tie)
    mistakes, checked, outcome, may_cycle = follow(search, order, seed, max_updates)
    run = DualRun(data, kernel, frozen(gram), mistakes, checked, outcome, capped=search.capped)
    run = first_cycle(run, search) if may_cycle else run
    return replace(run, capped=False) if run.cycle else run


class _Values:
    """The signed kernel values yᵢyⱼ K(xᵢ, xⱼ): exact for polynomials, else those of the kernel in floats."""

    def __init__(self, data: Dataset, kernel: Kernel) -> None:
        (base, constant), exactly = without_bias(kernel), formula_of(kernel)
        gram = None if exactly else pairwise_values(data, base)
        X, y = whole(data.X, data.exact_lift), data.y.astype(object)

        @cache
        def row(i: int) -> Rows:
            if exactly:
                rows = exactly(X._replace(numbers=X.numbers[i : i + 1]), X)
            else:
                assert gram is not None
                rows = add_constant(whole(gram[i : i + 1]), constant)
            return rows._replace(numbers=y[i] * rows.numbers[0] * y)

        self._row = row

    def sums(self, indices: Ints, counts: Ints) -> Whole:
        """Return Σⱼ cⱼ yᵢyⱼKᵢⱼ for each i in `indices`, exactly, as whole multiples of a positive unit.

        `counts`, shape (n,), are the c. The unit may be another at the next call, so only the signs and the ratios of
        the numbers mean something. `indices` must not be empty.
        """
        examples = np.flatnonzero(counts)
        times = counts[examples].astype(object)
        rows = [self._row(i) for i in indices.tolist()]
        low = min(row.exponent for row in rows)
        return np.array([times @ row.numbers[examples] << row.exponent - low for row in rows], dtype=object)

    def signs(self, indices: Ints, counts: Ints) -> Ints:
        """Return the exact sign, −1, 0 or 1, of Σⱼ cⱼ yᵢyⱼKᵢⱼ for each of m `indices` i: shape (m,).

        `counts`, shape (m, n), has a row c for each of them.
        """
        sums = [self.sums(indices[k : k + 1], counts[k])[0] for k in range(len(indices))]
        signs: Ints = np.sign(np.array(sums, dtype=object)).astype(np.int64)
        return signs

    def score(self, i: int, counts: Ints) -> float:
        """Return Σⱼ countsⱼ yᵢyⱼKᵢⱼ for the point i, rounded once; a sum that is not 0 never becomes 0."""
        row = self._row(i)
        total = np.array([counts.astype(object) @ row.numbers], dtype=object)
        return float(rounded(total, row.exponent, Fraction(row.denominator))[0])


def _values_of(data: Dataset, kernel: Kernel) -> _Values | Gaussians:
    width = width_of(kernel)
    return Gaussians(data, width, without_bias(kernel)[1]) if width else _Values(data, kernel)


class _ErrorBound:
    """A bound on the rounding error of a score in floats."""

    def __init__(self, data: Dataset, kernel: Kernel, gram: Floats) -> None:
        # Values of a polynomial or a Gaussian have rounding errors, each at most that of the largest. Values of another
        # kernel count as exact, except for the addition of a bias.
        parts = (data.dim + 8) * (degree_of(kernel) or bool(width_of(kernel))) or bool(without_bias(kernel)[1])
        self._error = EPS * parts * float(gram.diagonal().max())
        self._rounding = EPS * float(np.abs(gram).max())

    def after(self, updates: Any) -> Any:
        """Return the bound on a score's rounding error after this number of updates, or after each of an array."""
        return updates * (self._error + updates * self._rounding) + 1e-300


class _Scores(Search):
    """The search of the dual perceptron, whose state is the scores yᵢ f(xᵢ) of all points, shape (n,)."""

    knows_scores = True

    def __init__(self, data: Dataset, kernel: Kernel, gram: Floats, tie: Tie) -> None:
        super().__init__(data, tie)
        self.state: Floats = np.zeros(len(data))
        self._signed = data.y[:, None] * gram * data.y
        self._values, self._doubts = _values_of(data, kernel), _ErrorBound(data, kernel, gram)

    def update(self, i: int) -> None:
        self.state = self.state + self._signed[i]
        self.mistakes.append(i)
        self.doubt = self.drift = float(self._doubts.after(len(self.mistakes)))

    def operands(self, indices: Ints) -> Ints:
        return indices

    def float_scores(self, operands: Ints, begin: int, end: int) -> Floats:
        scores: Floats = self.state[operands[begin:end]]
        return scores

    def exact_scores(self, indices: Ints) -> Whole:
        return self._values.sums(indices, self._counts(np.array(self.mistakes)))

    def steps(self, mistakes: Ints) -> Floats:
        return self._signed[mistakes]

    def sum_to_zero(self, mistakes: Ints) -> bool:
        return not self._signs(self.examples, mistakes).any()

    def _errs(self, scores: Floats, indices: Ints) -> NDArray[np.bool_]:
        errs = self._wrong(scores, indices)
        near = np.abs(scores) <= self.doubt
        signs = self._signs(indices[near], np.array(self.mistakes)).astype(object)
        errs[near] = self._wrong(signs, indices[near])
        return errs

    def _signs(self, indices: Ints, mistakes: Ints) -> Ints:
        """Return for each example the exact sign of what the updates on all mistakes together add to its score."""
        return self._values.signs(indices, np.broadcast_to(self._counts(mistakes), (len(indices), len(self.examples))))

    def _counts(self, mistakes: Ints) -> Ints:
        return np.bincount(mistakes, minlength=len(self.examples))
