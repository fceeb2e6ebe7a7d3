"""The perceptron criterion, and its subgradient descent on batches of examples."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron import real
from perceptron.checks import Number, at_least, count_of
from perceptron.dataset import Dataset, Floats, Ints, frozen, required
from perceptron.learner import Start, origin_of
from perceptron.real import (
    EPS,
    ErrorBound,
    ExactPoints,
    ExactSum,
    Origin,
    Path,
    lossless,
    scale_exponent,
    scaled_start,
    sums_to_zero,
)
from perceptron.run import check_separator
from perceptron.separation import Separator

Outcome = Literal["converged", "frozen", "stopped"]

_BLOCK = 2**20  # products computed at a time
_CLOSE = 1e-9  # a smaller relative difference of two losses may be rounding


def perceptron_loss(data: Dataset, w: ArrayLike) -> float | Floats:
    """Return the perceptron criterion Σ max(0, −yᵢ w·xᵢ), convex and piecewise linear in w.

    Its minimum 0 is reached at w = 0 for any data, so a small loss alone says nothing. A loss that overflows is
    infinite. Weights of shape (..., d) give losses of shape (...). Raises ValueError if w does not hold d finite
    weights.

    >>> from perceptron import Dataset
    >>> data = Dataset([[0, 2], [1, 1]], [1, -1])
    >>> perceptron_loss(data, [[0, 0], [3, -1], [-3, 1]])
    array([0., 4., 0.])
    """
    products, exponent = _products(data, w)
    with np.errstate(over="ignore"):
        losses = np.ldexp(np.maximum(0.0, -products).sum(axis=-1), exponent)
    return losses if losses.ndim else float(losses)


def perceptron_gradient(data: Dataset, w: ArrayLike, strict: bool = False) -> Floats:
    """Return a subgradient of the perceptron criterion, −Σ yᵢxᵢ over the examples in error, in the shape of w.

    If no example lies on the boundary, it is the gradient. For an example with y w·x = 0, every vector from 0 to −yx is
    a subgradient: the default takes −yx, as the perceptron does, `strict` takes 0. Weights may have shape (..., d).
    Raises ValueError if w does not hold d finite weights.

    >>> from perceptron import Dataset
    >>> data = Dataset([[0, 2], [1, 1]], [1, -1])
    >>> perceptron_gradient(data, [0, 0])
    array([ 1., -1.])
    >>> perceptron_gradient(data, [0, 0], strict=True)
    array([0., 0.])
    """
    products, _ = _products(data, w)
    # 0.0 − x instead of −x avoids negative zeros.
    return 0.0 - _errs(products, strict).astype(np.float64) @ data.signed


def _errs(products: Floats, strict: bool) -> NDArray[np.bool_]:
    return products < 0 if strict else products <= 0


def _products(data: Dataset, w: ArrayLike) -> tuple[Floats, int]:
    """Return floats p, shape (..., n), and a whole number e such that yᵢ w·xᵢ = pᵢ · 2ᵉ for w of shape (..., d).

    No sum of the pᵢ overflows, and pᵢ is 0 only if w·xᵢ is exactly 0.
    """
    weights = np.asarray(w, dtype=np.float64)
    if weights.shape[-1:] != (required(data).dim,):
        raise ValueError(f"w must hold {data.dim} weights in its last dimension, got shape {weights.shape}")
    if not np.isfinite(weights).all():
        raise ValueError(f"w must be finite, got {weights[~np.isfinite(weights)][0]} in it")
    x_scale, w_scale = (int(np.frexp(np.abs(array).max(initial=0))[1]) for array in (data.X, weights))
    points, weights = np.ldexp(data.signed, -x_scale), np.ldexp(weights, -w_scale)
    products: Floats = np.vecdot(points, weights[..., None, :])
    # All coordinates are at most 1 now, so this bounds the rounding error.
    near = np.abs(products) <= 2 * (data.dim + 2) * data.dim * EPS
    places, chosen = np.nonzero(near.reshape(-1, len(data)))
    if len(places):
        exact_weights = np.asarray(w, dtype=np.float64).reshape(-1, data.dim)[places]
        exact = real.products(exact_weights, data.signed[chosen], Fraction(2) ** (x_scale + w_scale))
        products.reshape(-1, len(data))[places, chosen] = exact
    return products, x_scale + w_scale


@dataclass(frozen=True, eq=False, repr=False)
class Descent:
    """The result of `descend`: the updates, the weights after each, and how the descent ended.

    >>> from perceptron import descend, gate
    >>> path = descend(gate("and").augmented())
    >>> path, path.w
    (Descent(converged after 9 updates by 15 examples), array([ 2.,  2., -3.]))

    Parameters
    ----------
    start, rate
        w₀, shape (d,), and η.
    batch : int
        The number of examples in a batch; the last batch of a pass may be smaller.
    mistakes : numpy.ndarray of int64, shape (Σ |V|,)
        The examples in error that the updates added, update after update.
    sizes : numpy.ndarray of int64, shape (T,)
        |V|, the number of examples in error at each update, at least 1.
    checked : numpy.ndarray of int64, shape (T + 1,)
        The number of examples examined up to and including the batch of each update; last, until the end.
    outcome : {"converged", "frozen", "stopped"}
        "converged": no example is in error. "frozen": every update of a pass was 0, so all later passes repeat it.
        "stopped": `max_updates` was reached.
    given : Origin or None
        The exact w₀ and η, if one of them was a Fraction or Decimal that no float can hold.
    """

    data: Dataset
    start: Floats
    rate: float
    batch: int
    mean: bool
    mistakes: Ints
    sizes: Ints
    checked: Ints
    outcome: Outcome
    given: Origin | None = None

    def __repr__(self) -> str:
        updates = count_of(len(self.sizes), "update")
        examples = count_of(int(self.sizes.sum()), "example")
        return f"Descent({self.outcome} after {updates} by {examples})"

    @cached_property
    def path(self) -> Path:
        """The weights as a `Path`, which computes scores on points with exact signs."""
        return Path(self.data, self.mistakes, self.sizes, *(self.given or Origin(self.start, self.rate)), self.mean)

    @property
    def updates(self) -> int:
        """The number of updates, T."""
        return len(self.sizes)

    @property
    def w(self) -> Floats:
        """The weights after the last update, shape (d,); the start if there was no update."""
        last: Floats = self.weights[-1]
        return last

    def predict(self, X: ArrayLike) -> Ints:
        """Return the label that the last weights give each of m points, the exact sign of w·x: −1, +1 or 0, shape (m,).

        The points, shape (m, d), may lack the constant coordinate of data with a bias. Raises ValueError if the points
        are not finite or not in d dimensions.
        """
        return self.path.sides(self.updates, self.data.lifted(X))

    @cached_property
    def weights(self) -> Floats:
        """The weights before the first update and after each, shape (T + 1, d).

        They are as accurate as those of a `Run`; with `mean`, each division by |V| rounds once more.
        """
        return frozen(self.path.weights)

    @cached_property
    def losses(self) -> Floats:
        """The loss on all data before the first update and after each, shape (T + 1,); it may rise.

        The numbers are rounded, but never to 0 unless the loss is exactly 0. A loss that overflows is infinite.
        """
        size = max(1, _BLOCK // len(self.data))
        sums = [
            np.maximum(0.0, -self.path.scores(begin, begin + size)).sum(axis=1)
            for begin in range(0, len(self.sizes) + 1, size)
        ]
        return frozen(self.path.unscaled(np.concatenate(sums)))

    @cached_property
    def changes(self) -> Ints:
        """The exact sign of each update's change of the loss, shape (T,): −1 if it fell, +1 if it rose, 0 if it stayed.

        >>> from perceptron import descend, gate
        >>> descend(gate("and").augmented()).changes
        array([ 1, -1,  1, -1,  1, -1, -1,  1, -1])
        """
        before, after = self.losses[:-1], self.losses[1:]
        changes = np.sign(after - before).astype(np.int64)
        close = np.flatnonzero(np.abs(after - before) <= _CLOSE * np.maximum(before, after))
        if close.size:
            rows = self.path.whole_weights().numbers
            points = real.whole(self.data.signed, self.data.exact_lift).numbers
            was, now = (np.maximum(-(rows[step] @ points.T), 0).sum(axis=1) for step in (close, close + 1))
            changes[close] = np.sign(now - was).astype(np.int64)
        return frozen(changes)

    def bound(self, separator: Separator) -> int:
        """Return the largest number of updates that the theorem allows for this run's data, start, rate and batch.

        From w₀ = 0 it is `bounds.batch_iterations`, from another start `bounds.batch_sum`, with the margin of the
        `separator`, rounded down; with `mean` it is the bound for batches of one example. Raises TypeError if
        `separator` is not a Separator: inseparable data have no bound; ValueError if it is the separator of other data.

        >>> from perceptron import descend, gate, separate
        >>> data = gate("and").augmented()
        >>> len(descend(data).sizes), descend(data).bound(separate(data))
        (9, 79)
        """
        check_separator(self.data, separator)
        size = 1 if self.mean else self.batch
        if not self.start.any():
            return separator.allowed(Fraction((size + 1) ** 2, 4 * size))  # the factor of `bounds.batch_iterations`
        return separator.allowed_from(*(self.given or Origin(self.start, self.rate)), size)


def descend(
    data: Dataset,
    rate: Number = 1.0,
    batch: int | None = None,
    start: Start | None = None,
    strict: bool = False,
    mean: bool = False,
    order: Literal["cyclic", "shuffled"] = "cyclic",
    seed: int = 0,
    max_updates: int = 10_000,
) -> Descent:
    """Descend the perceptron criterion along the subgradient of one batch of examples after another.

    The algorithm::

        w = start, or 0
        repeat:
            take the next batch; V = its examples with y w·x ≤ 0
            if V is not empty:  w ← w + rate Σ y x over V
        until V was empty for a whole pass

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
        For a bias, `data.augmented()`.
    rate : float, Fraction or Decimal
        η > 0, the learning rate, as for `train`; some courses call it ε here. Only w₀/η matters: from w₀ = 0 the
        rate scales the weights and changes no V.
    batch : int, optional
        The number of examples in a batch, from 1 to n; all n unless given. The last batch of a pass may be smaller.
        With 1 the weights are those of `train`.
    start : array_like, shape (d,), optional
        w₀, 0 unless given.
    strict : bool
        Whether V holds only the examples with y w·x < 0. Then the descent may end on the boundary, and from w₀ = 0
        it makes no update.
    mean : bool
        Whether to step by the mean over V instead of the sum.
    order : {"cyclic", "shuffled"}
        "cyclic" cuts the batches from the examples as they stand, "shuffled" from a new permutation each pass.
    seed : int
        The seed of the "shuffled" order.
    max_updates : int
        The descent is "stopped" when one more update would exceed this number.

    Returns
    -------
    Descent
        The updates, and how the descent ended. Examples of one batch may cancel out; their update of 0 counts, too. If
        in the cyclic order all updates of a pass are 0, the descent is "frozen".

    Raises
    ------
    TypeError
        As for `train`.
    ValueError
        If an argument is not as above, or would take the weights out of the range of floats.

    Notes
    -----
    R. O. Duda and P. E. Hart, "Pattern Classification and Scene Analysis", 1973, ch. 5. For n points within radius R
    that are separable with margin γ, descent on the whole batch from w₀ = 0 makes at most (n + 1)²/4n · R²/γ² updates,
    with at most nR²/γ² examples in all: see `bounds.batch_iterations` and `bounds.batch_sum`. The mean over V is
    itself a vector of norm at most R and margin at least γ, so with `mean` Novikoff's bound R²/γ² holds.
    """
    # 1. Check the arguments.
    at_least("max_updates", max_updates, 0)
    if order not in ("cyclic", "shuffled"):
        raise ValueError(f"order must be 'cyclic' or 'shuffled', got {order!r}")
    n = len(required(data))
    if batch is not None and (not 1 <= batch <= n or batch % 1):
        raise ValueError(f"batch must be a whole number from 1 to the number of points {n}, got {batch}")
    size = n if batch is None else int(batch)
    first, eta, exact_origin = origin_of(data, start, rate)
    rng = np.random.default_rng(at_least("seed", seed, 0))
    # 2. Scale the signed points, shape (n, d), and w/η, shape (d,), so that no product overflows.
    origin = exact_origin or Origin(first, eta)
    scale = scale_exponent(data.least, data.radius)
    points, radius = np.ldexp(data.signed, -scale), math.ldexp(data.radius, -scale)
    w, exact_start = scaled_start(*origin, scale)
    exact = exact_start and not mean and data.exact_lift is None and lossless(data.X, scale)
    doubts = ErrorBound(points, radius, w, exact, radius * math.sqrt(size))
    # 3. Record the updates; the exact sum receives `pending` ones only when a sign is in doubt.
    total, pending, exact_points = ExactSum(*origin), list[Ints](), ExactPoints(data.signed, data.exact_lift)
    mistakes, sizes, checked = array("q"), array("q"), array("q")

    def errors(rows: Floats, indices: Ints) -> NDArray[np.bool_]:
        """Return for each of m examples whether the present weights `w` have it in error, shape (m,).

        A score of 0 is an error unless `strict`. `rows` are the examples' signed points, shape (m, d), scaled as in
        `points`. `indices` are the examples' numbers in the data, by which scores near 0 are computed exactly.
        """
        scores, doubt = rows.dot(w), doubts.after(len(mistakes))
        near = np.abs(scores) <= doubt
        if doubt and near.any():
            for chosen in pending:
                total.add(exact_points.at(chosen), parts=len(chosen) if mean else 1)
            pending.clear()
            scores[near] = total.signs(exact_points.at(indices[near]))
        return _errs(scores, strict)

    def result(outcome: Outcome, examined: int) -> Descent:
        checked.append(examined)
        indices, batch_sizes, totals = (
            frozen(np.array(numbers, dtype=np.int64)) for numbers in (mistakes, sizes, checked)
        )
        return Descent(data, first, eta, size, mean, indices, batch_sizes, totals, outcome, exact_origin)

    # 4. Make one pass after another; each jumps to the next batch with an example in error.
    offset = 0  # examples examined in earlier passes
    while True:
        sequence = rng.permutation(n) if order == "shuffled" else np.arange(n)
        rows = points[sequence] if order == "shuffled" else points
        updates_before, at, still = len(sizes), 0, True
        while at < n and (errs := errors(rows[at:], sequence[at:])).any():
            begin = at + int(errs.argmax()) // size * size
            examined = offset + min(begin + size, n)
            if len(sizes) == max_updates:
                return result("stopped", examined)
            chosen = sequence[begin : begin + size][errs[begin - at : begin - at + size]]  # V, shape (|V|,)
            step = points[chosen].sum(axis=0)  # shape (d,)
            # Only a step that is nearly 0 can be 0; then whole numbers decide.
            still = still and bool((np.abs(step) <= len(chosen) ** 2 * EPS * radius).all())
            still = still and sums_to_zero(data.signed[chosen], np.ones_like(chosen))
            w = w + step / (len(chosen) if mean else 1)
            pending.append(chosen)
            mistakes.extend(chosen.tolist())
            sizes.append(len(chosen))
            checked.append(examined)
            at = begin + size
        # 5. End after a pass without an update, or one whose updates were all 0.
        offset += n
        if len(sizes) == updates_before:
            return result("converged", offset)
        if order == "cyclic" and still:
            return result("frozen", offset)
