"""Variants of the perceptron that reach a margin, or that need fewer but more expensive updates.

For a bias, give them `data.augmented()`. A trace is "stopped" when one more update would exceed `max_updates`; a
negative `max_updates` raises ValueError.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import repeat
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron.checks import Number, at_least, count_of, exactly, not_negative, positive
from perceptron.dataset import Dataset, Floats, Ints, frozen, required
from perceptron.learner import MistakeSearch
from perceptron.real import EPS, Path, scale_exponent, signs

__all__ = [
    "Trace",
    "alma",
    "margin_perceptron",
    "passive_aggressive",
    "smooth_perceptron",
    "von_neumann",
]

_LN2 = math.log(2)


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """The result of a variant: the weights after each update, and the work they took.

    >>> from perceptron import gate, von_neumann
    >>> trace = von_neumann(gate("and").augmented())
    >>> trace
    Trace(converged after 5 updates and 29 products)

    Parameters
    ----------
    weights : numpy.ndarray, shape (T + 1, d)
        The weights before the first update and after each. Only their directions can be compared: `von_neumann` and
        `smooth_perceptron` scale the points to radius 1 first, `alma` each point to norm 1.
    products : numpy.ndarray of int64, shape (T + 1,)
        The number of inner products of d terms computed to reach each row: a measure of work that compares methods.
        The final check that the last row separates is not counted.
    outcome : {"converged", "stopped"}
        "converged": the last weights separate the points, with the requested margin if there is one. "stopped":
        `max_updates` was reached, or updates had no more effect.
    losses : numpy.ndarray, shape (T,), optional
        The loss max(0, 1 − y w·x) of each update's example before the update; only from `passive_aggressive`.
    """

    data: Dataset
    weights: Floats
    products: Ints
    outcome: Literal["converged", "stopped"]
    losses: Floats | None = None

    @property
    def updates(self) -> int:
        """The number of updates, T."""
        return len(self.weights) - 1

    @property
    def w(self) -> Floats:
        """The weights after the last update, shape (d,)."""
        last: Floats = self.weights[-1]
        return last

    def predict(self, X: ArrayLike) -> Ints:
        """Return the label that the last weights give each of m points, the exact sign of w·x: −1, +1 or 0, shape (m,).

        The points, shape (m, d), may lack the constant coordinate of data with a bias. Raises ValueError if the points
        are not finite or not in d dimensions.

        >>> from perceptron import gate, smooth_perceptron
        >>> smooth_perceptron(gate("and").augmented()).predict([[1, 1], [0, 1]])
        array([ 1, -1])
        """
        return signs(self.data.lifted(X), self.w, self.data.exact_lift)

    def __repr__(self) -> str:
        updates = count_of(len(self.weights) - 1, "update")
        return f"Trace({self.outcome} after {updates} and {count_of(int(self.products[-1]), 'product')})"


def margin_perceptron(data: Dataset, threshold: Number, max_updates: int = 10_000) -> Trace:
    """Train a perceptron that updates whenever y w·x ≤ β, and so ends with a margin.

    The algorithm::

        w = 0
        repeat:
            take the next example (x, y) in turn
            if y w·x ≤ β:  w ← w + y x
        until a whole pass makes no update

    If max_updates are not enough, it stops there, and the trace's outcome is "stopped". Raises ValueError if the
    threshold is not finite and at least 0, or max_updates is not a whole number, at least 0.

    >>> from perceptron import Dataset, margin_perceptron
    >>> data = Dataset([[0, 2], [1, 1]], [1, -1])
    >>> margin_perceptron(data, threshold=0).w, margin_perceptron(data, threshold=9).w     # 0: the perceptron itself
    (array([-3.,  1.]), array([-15.,   5.]))

    Choose β ≥ 0 in proportion to R²: points c times as long make the same updates with the threshold c²β. A rate η has
    the effect of the threshold β/η. The trace counts one product per examined example. The run is that of real
    arithmetic on the numbers given, as for `train`; for β in exact multiples of R² use `data.radius_squared`.

    Notes
    -----
    W. Krauth and M. Mézard, "Learning algorithms with optimal stability in neural networks", Journal of Physics
    A 20, 1987; their version takes the hardest example each time. There are at most (R² + 2β)/γ² updates, see
    `bounds.margin_perceptron`, and the final margin exceeds γβ/(R² + 2β), which tends to γ/2 as β grows.
    """
    required(data)
    not_negative("threshold", threshold)
    at_least("max_updates", max_updates, 0)
    search = _Threshold(data, threshold)
    products, converged = [0], True
    for i in search.cyclic():
        if len(search.mistakes) == max_updates:
            converged = False
            break
        search.update(i)
        products.append(search.examined)
    mistakes = np.array(search.mistakes, dtype=np.int64)
    weights = Path(data, mistakes, np.ones_like(mistakes), np.zeros(data.dim), 1.0).weights
    return _trace(data, weights, products, converged)


class _Threshold(MistakeSearch):
    """The search for examples with y w·x ≤ β: an extra coordinate with a fixed weight subtracts β from every score."""

    def __init__(self, data: Dataset, threshold: Number) -> None:
        size = math.ldexp(1.0, math.frexp(max(data.radius, math.sqrt(threshold)))[1])
        # The extra coordinate comes first, because the lift must stay last.
        lifted = Dataset(np.column_stack([-size * data.y, data.X]), data.y, data.exact_lift or data.lift)
        first = (exactly(threshold) or Fraction(float(threshold))) / Fraction(size)
        start: list[Number] = [first, *repeat(0, data.dim)]
        self._learnt = np.append(0.0, np.ones(data.dim))
        super().__init__(lifted, start, 1.0, "mistake")
        # An update adds at most R² + 2β to ‖w‖².
        self.limit_step(math.hypot(data.radius, math.sqrt(2) * math.sqrt(threshold)))


def alma(data: Dataset, alpha: float, max_updates: int = 10_000) -> Trace:
    """Train ALMA₂, which reaches at least the fraction 1 − `alpha` of the largest margin without knowing that margin.

    Each point is scaled to norm 1 first. The algorithm::

        w = 0;  k = 1
        repeat:
            take the next example (x, y) in turn
            if y w·x ≤ (1 − α)/α √(8/k):
                w ← w + √(2/k) y x, divided by its norm if that is above 1;  k ← k + 1
        until a whole pass makes no update

    Raises ValueError unless 0 < α ≤ 1, if a point is the origin, or if `max_updates` is negative.

    >>> from perceptron import Dataset, alma, separate
    >>> data = Dataset([[0, 2], [2, 2]], [1, -1]).normalized()
    >>> trace = alma(data, alpha=0.5)
    >>> margin = (data.signed @ trace.w).min() / np.linalg.norm(trace.w)
    >>> trace, round(float(margin) / separate(data).margin, 2)
    (Trace(converged after 80 updates and 160 products), 0.83)

    The trace's weights are those on the scaled points. If `max_updates` ends the training, as on inseparable points,
    the trace "stopped". It counts one product per examined example and one, for ‖w‖², per update. Steps are rounded
    roots, so rounding decides scores very close to their threshold; but a converged trace certainly separates.

    Notes
    -----
    C. Gentile, "A new approximate maximal margin classification algorithm", Journal of Machine Learning Research
    2, 2001, with p = 2, B = √8/α and C = √2. With γ the largest margin of the points of norm 1, there are at most
    `bounds.alma` updates, and the final margin exceeds (1 − α)γ.
    """
    required(data)
    if positive("alpha", alpha) > 1:
        raise ValueError(f"alpha must be at most 1, got {alpha}")
    at_least("max_updates", max_updates, 0)
    points = data.normalized().signed
    weights, products, at = [np.zeros(data.dim)], [0], 0
    while True:
        w, k = weights[-1], len(weights)
        errs = _products(points, w) <= np.maximum((1 - alpha) / alpha * math.sqrt(8 / k), _doubt(points, w))
        if not errs.any() or k > max_updates:
            return _trace(data, weights, products, converged=not errs.any())
        ahead = _count_to_error(errs, at)
        at = (at + ahead) % len(data)
        w = w + math.sqrt(2 / k) * points[at - 1]
        weights.append(w / max(1.0, math.sqrt(_products(w, w))))
        products.append(products[-1] + ahead + 1)


def passive_aggressive(data: Dataset, max_updates: int = 10_000, passes: int | None = None) -> Trace:
    """Train passive-aggressively: each update is the smallest change of w after which y w·x = 1 for its example.

    The algorithm::

        w = 0
        repeat:
            take the next example (x, y) in turn;  loss = max(0, 1 − y w·x)
            if the loss is not 0:  w ← w + loss/‖x‖² y x
        until every y w·x is positive, or for a number of passes, but at most `max_updates` updates

    Raises ValueError if `max_updates` is negative or `passes` is below 1. A point at the origin raises it, too, as its
    score is always 0; so does a point so close to the origin that the weights leave the range of floats.

    >>> from perceptron import Dataset, passive_aggressive
    >>> data = Dataset([[0, 2], [1, 1]], [1, -1])
    >>> trace = passive_aggressive(data)
    >>> trace.weights
    array([[ 0.  ,  0.  ],
           [ 0.  ,  0.5 ],
           [-0.75, -0.25],
           [-0.75,  0.5 ]])
    >>> trace.losses
    array([1. , 1.5, 1.5])

    With `passes`, every example is examined that many times, even after the weights separate. The trace "converged" if
    its last weights separate, else it "stopped". It counts one product per examined example and one, for ‖x‖², per
    update. Steps are rounded quotients, so rounding decides losses very close to 0.

    Notes
    -----
    K. Crammer, O. Dekel, J. Keshet, S. Shalev-Shwartz and Y. Singer, "Online passive-aggressive algorithms",
    Journal of Machine Learning Research 7, 2006. The squared losses sum to at most Novikoff's R²/γ², see
    `bounds.novikoff`; a mistake has a loss of at least 1, so R²/γ² also bounds the mistakes.
    """
    # 1. Check the arguments, and scale the signed points, shape (n, d), into the range of floats.
    if not required(data).norms.all():
        raise ValueError(f"X[{int(data.norms.argmin())}] is the origin, which no weights give the score 1")
    at_least("max_updates", max_updates, 0)
    remaining = math.inf if passes is None else at_least("passes", passes, 1) * len(data)
    scale = scale_exponent(data.least, data.radius)
    points = np.ldexp(data.signed, -scale)
    # 2. Examine the examples in turn, and update on each with a loss.
    weights, products, losses, at = [np.zeros(data.dim)], [0], list[float](), 0
    while len(losses) < max_updates and not (passes is None and _separates(points, weights[-1])):
        deficits = 1 - _products(points, weights[-1])
        ahead = _count_to_error(deficits > 0, at)
        remaining -= ahead
        if remaining < 0 or not (deficits > 0).any():
            break
        at = (at + ahead) % len(data)
        x, loss = points[at - 1], float(deficits[at - 1])
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            w = weights[-1] + loss / _products(x, x) * x
            if not np.isfinite(np.ldexp(w, -scale)).all():
                i = (at - 1) % len(data)
                raise ValueError(f"X[{i}] of norm {data.norms[i]:.3g} takes the weights out of the range of floats")
        weights.append(w)
        products.append(products[-1] + ahead + 1)
        losses.append(loss)
    trace = _trace(data, np.ldexp(weights, -scale), products, converged=_separates(points, weights[-1]))
    return replace(trace, losses=frozen(np.array(losses)))


def von_neumann(data: Dataset, max_updates: int = 10_000) -> Trace:
    """Separate points by a walk of w toward the origin within their convex hull, each step toward the worst example.

    The algorithm, with z the points y x/R, whose hull it is::

        w = the first z
        repeat:
            z = the point with the smallest w·z;  stop if that is positive
            w ← the point nearest to the origin on the segment from w to z

    >>> from perceptron import Dataset, von_neumann
    >>> trace = von_neumann(Dataset([[0, 2], [2, 2]], [1, -1]).normalized())
    >>> trace.weights
    array([[ 0.        ,  1.        ],
           [-0.35355339,  0.14644661]])

    The trace counts n products for the norms, and n + 1 per update: one for each point and one for ‖w‖². Steps are
    rounded quotients, but a converged trace certainly separates. On inseparable points the weights approach 0. The
    trace "stopped" at `max_updates`, or once w is 0 but for rounding: no weight exceeds n·2⁻⁵² times the largest
    coordinate on its axis. The points' margin never exceeds the present ‖w‖R. A negative `max_updates` raises
    ValueError.

    Notes
    -----
    An algorithm of J. von Neumann, published by G. B. Dantzig, "An ε-precise feasible solution to a linear program
    with a convexity constraint in 1/ε² iterations independent of problem size", Stanford University, 1992.
    After k updates ‖w‖² ≤ 1/(k + 1); there are at most R²/γ² − 1 updates, see `bounds.von_neumann`.
    """
    at_least("max_updates", max_updates, 0)
    points = required(data).signed / (data.radius or 1.0)
    squares, n = _products(points, points), len(data)
    weights, products, rounding = [points[0]], [n], _rounding(points)
    while not (separated := _separates(points, weights[-1])) and len(weights) <= max_updates:
        w = weights[-1]
        scores, size = _products(points, w), _products(w, w)
        worst = int(scores.argmin())
        gain = size - scores[worst]
        if gain <= 0 or (np.abs(w) <= rounding).all():
            break
        weights.append(w + gain / (gain + squares[worst] - scores[worst]) * (points[worst] - w))
        products.append(products[-1] + n + 1)
    return _trace(data, weights, products, converged=separated)


def smooth_perceptron(data: Dataset, max_updates: int = 10_000) -> Trace:
    """Train a perceptron that adds shares of all examples in each update, and remembers its earlier updates.

    The worst examples have the largest shares. Let z be the points y x/R, and let p(w, μ) be shares that sum to 1, in
    proportion to exp(−w·z/μ). The algorithm::

        w = the mean of the z;  v = 0;  k = 0
        repeat:
            stop if every w·z is positive
            p = p(w, μ) with μ = 4/(k + 1)(k + 2)     # a smaller μ makes the largest shares larger
            s = Σ p z                                 # what the examples add by their shares
            v ← v + 2/(k + 2) (s − v)                 # the mean of all s, later ones counting more
            θ = 2/(k + 3)
            w ← (1 − θ)(w + θ v) + θ² s
            k ← k + 1

    >>> from perceptron import gate, smooth_perceptron
    >>> smooth_perceptron(gate("and").augmented())
    Trace(converged after 6 updates and 56 products)

    The trace counts 2n products at the start, for the norms and the mean, and 2n per update: one for each w·z and one
    for each term of s. The shares are rounded exponentials, but a converged trace certainly separates. On inseparable
    points the trace "stopped", as that of `von_neumann`: when the weights are 0 but for rounding, or at `max_updates`.
    A negative `max_updates` raises ValueError.

    Notes
    -----
    N. Soheili and J. Peña, "A smooth perceptron algorithm", SIAM Journal on Optimization 22, 2012. There are at most
    about √(8 ln n) R/γ updates, while the perceptron may need R²/γ²: see `bounds.smooth_perceptron`.
    """
    at_least("max_updates", max_updates, 0)
    points, n = required(data).signed / (data.radius or 1.0), len(data)
    weights, products = [points.mean(axis=0)], [2 * n]
    mean, rounding = np.zeros(data.dim), _rounding(points)
    while not (separated := _separates(points, weights[-1])) and len(weights) <= max_updates:
        w, k = weights[-1], len(weights) - 1
        if (np.abs(w) <= rounding).all():
            break
        scores = _products(points, w)
        shares = _smooth(scores, k)
        steep = _products(points.T, shares) / shares.sum()
        mean = mean + 2 / (k + 2) * (steep - mean)
        theta = 2 / (k + 3)
        weights.append((1 - theta) * (w + theta * mean) + theta**2 * steep)
        products.append(products[-1] + 2 * n)
    return _trace(data, weights, products, converged=separated)


def smooth_shares(data: Dataset, weights: Floats) -> Floats:
    """Return the share of each of the n examples in the first k updates of `smooth_perceptron`, shape (k, n).

    Each update mixes all examples; a share is the part of one example in the mix, and each row adds up to 1. `weights`
    must be the first k rows, shape (k, d), of the `weights` in the trace that `smooth_perceptron` returns for the data.
    Shares depend on the number of a row, too, so rows from the middle give wrong ones.

    >>> from perceptron import gate, smooth_perceptron
    >>> data = gate("and").augmented()
    >>> smooth_shares(data, smooth_perceptron(data).weights[:1]).round(2).tolist()
    [[0.24, 0.24, 0.24, 0.28]]
    """
    scores = weights @ data.signed.T / (data.radius or 1.0)
    powers = _smooth(scores, np.arange(len(weights))[:, None])
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _smooth(scores: Floats, k: int | Ints) -> Floats:
    """Return numbers in proportion to the shares in step k, from the scores w·z, shape (n,) or a row for each k."""
    return _exponentials((scores.min(axis=-1, keepdims=True) - scores) * ((k + 1) * (k + 2) / 4))


def _count_to_error(errs: NDArray[np.bool_], at: int) -> int:
    """Return the number of examples from `at` on, cyclically, up to and including the first in error."""
    return int(np.roll(errs, -at).argmax()) + 1


def _products(points: Floats, w: Floats) -> Floats:
    """Return w·z for each point, added in an order that is the same on every processor, unlike that of BLAS."""
    sums: Floats = (points * w).sum(axis=-1)
    return sums


def _separates(points: Floats, w: Floats) -> bool:
    """Return whether every product w·z is certainly positive."""
    products = _products(points, w)
    return bool(products.min() > 0 and (products > _doubt(points, w)).all())


def _rounding(points: Floats) -> Floats:
    """Return the largest rounding error of each weight of a mean of the points, shape (d,)."""
    largest: Floats = np.abs(points).max(axis=0)
    return len(points) * EPS * largest


def _exponentials(values: Floats) -> Floats:
    """Return exp of values ≤ 0 to 12 digits, by steps that are the same on every processor, unlike those of np.exp."""
    values = np.maximum(values, -745.0)
    halvings = np.rint(values / -_LN2)
    # A sixteenth of the rest is so small that six terms of the series suffice.
    part = (values + halvings * _LN2) / 16
    series = np.ones_like(part)
    for place in range(6, 0, -1):
        series *= part
        series /= place
        series += 1
    for _ in range(4):
        series *= series
    shares: Floats = np.ldexp(series, -halvings.astype(np.int64))
    return shares


def _doubt(points: Floats, w: Floats) -> Floats:
    """Return a bound on the rounding error of each product w·z, shape (n,)."""
    doubt: Floats = 2 * (len(w) + 2) * EPS * _products(np.abs(points), np.abs(w))
    return doubt


def _trace(data: Dataset, weights: ArrayLike, products: list[int], converged: bool) -> Trace:
    return Trace(
        data,
        frozen(np.array(weights, dtype=np.float64)),
        frozen(np.array(products, dtype=np.int64)),
        "converged" if converged else "stopped",
    )
