"""The perceptron criterion, and gradient descent on it: the perceptron on many examples at a time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron import bounds
from perceptron.checks import count_of
from perceptron.dataset import Dataset, Floats, Ints, frozen, norms
from perceptron.learner import checked_start, excess
from perceptron.separation import Separator

Outcome = Literal["converged", "frozen", "stopped"]

_ROOM = 2**20  # products held at once while losses are computed


def perceptron_loss(data: Dataset, w: ArrayLike) -> float | Floats:
    """Return the perceptron criterion Σ max(0, −yᵢ w·xᵢ), convex and piecewise linear in w.

    Its least value 0 is taken at w = 0 whatever the data, so a small loss alone says nothing.

    >>> from perceptron import Dataset
    >>> data = Dataset([[0, 2], [1, 1]], [1, -1])
    >>> perceptron_loss(data, [3, -1])
    4.0
    >>> perceptron_loss(data, [[0, 0], [3, -1], [-3, 1]])
    array([0., 4., 0.])

    Parameters
    ----------
    data : Dataset
        The points.
    w : array_like, shape (d,) or (..., d)
        Weights, or several at once.

    Returns
    -------
    float or numpy.ndarray, shape (...)
        The loss of each; infinite where a float cannot hold it.

    Raises
    ------
    ValueError
        If w does not hold d finite weights.
    """
    products, exponent = _products(data, w)
    with np.errstate(over="ignore"):
        losses = np.ldexp(np.maximum(0.0, -products).sum(axis=-1), exponent)
    return losses if losses.ndim else float(losses)


def perceptron_gradient(data: Dataset, w: ArrayLike, strict: bool = False) -> Floats:
    """Return a subgradient of the perceptron criterion, −Σ yᵢxᵢ over the examples in error.

    Where no example lies on the boundary it is the gradient. On a tie y w·x = 0 each choice from 0 to −yx is
    right: the default takes −yx, as the perceptron does, and `strict` takes 0.

    >>> from perceptron import Dataset
    >>> data = Dataset([[0, 2], [1, 1]], [1, -1])
    >>> perceptron_gradient(data, [0, 0])
    array([ 1., -1.])
    >>> perceptron_gradient(data, [0, 0], strict=True)
    array([0., 0.])

    Parameters
    ----------
    data : Dataset
        The points.
    w : array_like, shape (d,) or (..., d)
        Weights, or several at once.
    strict : bool
        Whether an example errs when y w·x < 0 only, instead of y w·x ≤ 0.

    Returns
    -------
    numpy.ndarray
        Of the shape of w.

    Raises
    ------
    ValueError
        If w does not hold d finite weights.
    """
    products, _ = _products(data, w)
    # Subtracting from 0 leaves no negative zeros.
    return 0.0 - _errs(products, strict).astype(np.float64) @ data.signed


def _errs(products: Floats, strict: bool) -> NDArray[np.bool_]:
    return products < 0 if strict else products <= 0


def _products(data: Dataset, w: ArrayLike) -> tuple[Floats, int]:
    """Return the products yᵢ w·xᵢ, shape (..., n), over a power of two that no sum can overflow, and its exponent."""
    weights = np.asarray(w, dtype=np.float64)
    if weights.shape[-1:] != (data.dim,):
        raise ValueError(f"w must hold {data.dim} weights in its last dimension, got shape {weights.shape}")
    if not np.isfinite(weights).all():
        raise ValueError(f"w must be finite, got {weights[~np.isfinite(weights)][0]} in it")
    x_scale, w_scale = (int(np.frexp(np.abs(array).max(initial=0))[1]) for array in (data.X, weights))
    points, weights = np.ldexp(data.signed, -x_scale), np.ldexp(weights, -w_scale)
    return np.vecdot(points, weights[..., None, :]), x_scale + w_scale


@dataclass(frozen=True, eq=False, repr=False)
class Descent:
    """What `descend` did: the weights after each update, and how it ended.

    >>> from perceptron import descend, gate
    >>> path = descend(gate("and").augmented())
    >>> path
    Descent(converged after 9 updates by 15 examples)
    >>> path.weights[-1]
    array([ 2.,  2., -3.])

    Parameters
    ----------
    data : Dataset
        The points.
    start : numpy.ndarray, shape (d,)
        w₀.
    rate : float
        ε.
    batch : int
        The number of examples looked at together; the last batch of a pass may be smaller.
    mean : bool
        Whether the step is the mean over the examples in error instead of their sum.
    weights : numpy.ndarray, shape (T + 1, d)
        The weights before the first update and after each.
    sizes : numpy.ndarray of int64, shape (T,)
        |V|, the number of examples in error behind each update, at least 1.
    outcome : {"converged", "frozen", "stopped"}
        Whether no example was in error any more, a pass with examples in error left the weights where they
        were, so that every pass will, or the updates were used up.
    """

    data: Dataset
    start: Floats
    rate: float
    batch: int
    mean: bool
    weights: Floats
    sizes: Ints
    outcome: Outcome

    def __repr__(self) -> str:
        updates = count_of(len(self.sizes), "update")
        examples = count_of(int(self.sizes.sum()), "example")
        return f"Descent({self.outcome} after {updates} by {examples})"

    @cached_property
    def losses(self) -> Floats:
        """The loss of all the data before the first update and after each, shape (T + 1,); it need not fall."""
        parts = np.array_split(self.weights, 1 + self.weights.shape[0] * len(self.data) // _ROOM)
        return frozen(np.concatenate([np.asarray(perceptron_loss(self.data, part)) for part in parts]))

    def bound(self, separator: Separator) -> int:
        """Return the most updates the theorem allows for these data, start, rate and batch.

        >>> from perceptron import descend, gate, separate
        >>> data = gate("and").augmented()
        >>> len(descend(data).sizes), descend(data).bound(separate(data))
        (9, 79)

        Parameters
        ----------
        separator : Separator
            A separator of these data.

        Returns
        -------
        int
            A whole number of updates.

        Raises
        ------
        TypeError
            If the data are not separable: there is no bound then.
        """
        if not isinstance(separator, Separator):
            raise TypeError(f"a bound needs a Separator, got {separator!r}")
        radius, margin = separator.radius, separator.margin
        size = 1 if self.mean else self.batch
        if not self.start.any():
            return bounds.whole(bounds.batch_iterations(size, radius, margin))
        alignment, length = float(self.start @ separator.w), float(norms(self.start[None, :])[0])
        return bounds.whole(bounds.batch_sum(size, radius, margin, alignment, length, self.rate))


def descend(
    data: Dataset,
    rate: float = 1.0,
    batch: int | None = None,
    start: ArrayLike | None = None,
    strict: bool = False,
    mean: bool = False,
    order: Literal["cyclic", "shuffled"] = "cyclic",
    seed: int = 0,
    max_updates: int = 10_000,
) -> Descent:
    """Descend the perceptron criterion by the subgradient of a batch of examples.

    The algorithm::

        w = start, or 0
        repeat:
            take the next batch; V: its examples with y w·x ≤ 0
            if there are any:  w ← w + rate Σ y x over V
        until a whole pass finds none

    >>> from perceptron import Dataset, descend
    >>> path = descend(Dataset([[0, 2], [1, 1]], [1, -1]))
    >>> path
    Descent(converged after 4 updates by 5 examples)
    >>> path.weights
    array([[ 0.,  0.],
           [-1.,  1.],
           [-2.,  0.],
           [-2.,  2.],
           [-3.,  1.]])

    Parameters
    ----------
    data : Dataset
        The points. For a bias, `data.augmented()`.
    rate : float
        ε > 0. Only w₀/ε matters: from w₀ = 0 the rate scales the weights and changes no V, rounding aside.
    batch : int, optional
        How many examples make a batch: all unless given. With 1 the weights are those of `train`.
    start : array_like, shape (d,), optional
        w₀, 0 unless given.
    strict : bool
        Whether V holds the examples with y w·x < 0 only. That may end on the boundary, and from w₀ = 0 it
        never begins.
    mean : bool
        Whether to step by the mean over V instead of the sum.
    order : {"cyclic", "shuffled"}
        Whether each pass cuts its batches from the examples as they stand, or from a new permutation.
    seed : int
        Of the "shuffled" order.
    max_updates : int
        When one more update is due after so many, the descent is "stopped".

    Returns
    -------
    Descent
        An update whose sum is zero counts as one. In the cyclic order a pass that has examples in error and
        yet leaves the weights where they were is "frozen": a zero step is no convergence.

    Raises
    ------
    ValueError
        If an argument is not as above, or would take the weights out of the range of floats.

    Notes
    -----
    R. O. Duda and P. E. Hart, "Pattern Classification and Scene Analysis", 1973, ch. 5. With points separable
    by margin γ within radius R the whole batch of n makes, from w₀ = 0, at most (n + 1)²/4n · R²/γ² updates
    by nR²/γ² examples in all: see `bounds.batch_iterations` and `bounds.batch_sum`. The mean over V is
    itself a vector of norm at most R and margin at least γ, so with `mean` Novikoff's R²/γ² holds.
    """
    if max_updates < 0:
        raise ValueError(f"max_updates must not be negative, got {max_updates}")
    if order not in ("cyclic", "shuffled"):
        raise ValueError(f"order must be 'cyclic' or 'shuffled', got {order!r}")
    n = len(data)
    size = n if batch is None else batch
    if not 1 <= size <= n or size != int(size):
        raise ValueError(f"batch must be a whole number from 1 to the number of points {n}, got {batch}")
    first = checked_start(data, start, rate)
    # Points and rate are scaled by powers of two, which is exact, where products could leave the range of floats.
    point_scale, rate_scale = excess(data.least, data.radius), excess(rate, rate)
    points, step = np.ldexp(data.signed, -point_scale), math.ldexp(rate, -rate_scale)
    w: Floats = np.ldexp(first, -point_scale - rate_scale)
    weights, sizes = [w], list[int]()
    rng = np.random.default_rng(seed)

    def ended(outcome: Outcome) -> Descent:
        return Descent(
            data,
            start=first,
            rate=float(rate),
            batch=size,
            mean=mean,
            weights=frozen(np.ldexp(np.array(weights), point_scale + rate_scale)),
            sizes=frozen(np.array(sizes, dtype=np.int64)),
            outcome=outcome,
        )

    while True:
        turn = points[rng.permutation(n)] if order == "shuffled" else points
        begun, at = len(sizes), 0
        while at < n:
            wrong, at = _next(turn, at, size, w, strict)
            if not len(wrong):
                break
            if len(sizes) == max_updates:
                return ended("stopped")
            w = w + step * (wrong.mean(axis=0) if mean else wrong.sum(axis=0))
            weights.append(w)
            sizes.append(len(wrong))
        if len(sizes) == begun:
            return ended("converged")
        if order == "cyclic" and all((w == before).all() for before in weights[begun:]):
            return ended("frozen")


def _next(points: Floats, at: int, size: int, w: Floats, strict: bool) -> tuple[Floats, int]:
    """Return the signed points in error of the next batch that has any, and where the batch after it begins."""
    # vecdot sums each row as the scalar w @ x does; the faster matrix product may not.
    errs = _errs(np.vecdot(points[at:], w), strict)
    begin = at + int(errs.argmax()) // size * size
    end = begin + size
    return points[begin:end][errs[begin - at : end - at]], end
