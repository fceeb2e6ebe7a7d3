"""Exact signs and weights: floats compute them first, whole numbers where a rounding error could change the answer.

A float is a whole multiple of a power of two. So is a sum of points with whole counts c, w = w₀ + η Σ c z. A start, a
rate or a lift that is a fraction adds a common denominator, which changes no sign. Floats compute w/η instead of w, so
from w₀ = 0 the rate has no influence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perceptron.dataset import Dataset, Floats, Ints, norms
from perceptron.exact import Whole

Bools = NDArray[np.bool_]

EPS = float(np.finfo(np.float64).eps)
"""2⁻⁵², the gap between 1 and the next float: each operation rounds by at most half of it, relatively."""

_UNDERFLOW = 1e-300  # more than all products together can lose by underflow
_CACHE = 2**12  # data sets of up to this many coordinates are kept as whole numbers
_BITS = 20  # points on a grid of 20 bits can be added millions of times without rounding


def running_sums(rows: Floats) -> Floats:
    """Return the sums of the first 1, 2, …, n rows, shape (n, d), as if added with twice the digits and then rounded.

    >>> tenths = np.full((10, 1), 0.1)
    >>> running_sums(tenths)[-1].tolist(), tenths.cumsum(axis=0)[-1].tolist()
    ([1.0], [0.9999999999999999])
    """
    totals = np.add.accumulate(rows, axis=0)
    before, after, terms = totals[:-1], totals[1:], rows[1:]
    change = after - before
    # Add the rounding errors of the additions, too (D. E. Knuth's formula).
    errors = (before - (after - change)) + (terms - change)
    totals[1:] += np.add.accumulate(errors, axis=0)
    return totals


def weighted_sum(counts: Ints, rows: Floats) -> Floats:
    """Return Σ counts · rows over the first axis, shape (..., d), correct but for its last bit.

    The counts, shape (n, ...), must sum to less than 2**50. The rows, shape (n, ..., d), must neither overflow in a sum
    nor lose digits to underflow.

    >>> weighted_sum(np.array([10, 1]), np.array([[0.1], [-1.0]]))
    array([5.55111512e-17])
    """
    times = counts[..., None].astype(np.float64)
    units = np.ldexp(1.0, np.frexp(times.sum(axis=0) * np.abs(rows).max(axis=0))[1] - 52)
    # Whole multiples of a unit add up exactly below 2**53 units; the remainders are too small to matter much.
    high = np.rint(rows / units) * units
    total: Floats = (times * high).sum(axis=0) + (times * (rows - high)).sum(axis=0)
    return total


class Rows(NamedTuple):
    """Exact values `numbers` · 2^`exponent` / `denominator`, in the shape of the whole numbers."""

    numbers: Whole
    exponent: int
    denominator: int = 1


class Origin(NamedTuple):
    """The exact start w₀ and rate η: both as floats, or both as fractions."""

    start: Floats | Rows
    rate: float | Fraction


def whole(values: Floats | Rows, lift: Fraction | None = None) -> Rows:
    """Return floats as exact `Rows`: whole multiples of a power of two, over the denominator of `lift` if it is given.

    The values are returned as they are if they are `Rows` already.

    Give `lift` if the last coordinate is a fraction that no float can hold. `values` then hold the nearest float, which
    is replaced by `lift` or −`lift`.

    >>> rows = whole(np.array([0.75, -2.0]))
    >>> rows.numbers * 2.0**rows.exponent
    array([0.75, -2.0], dtype=object)
    >>> rows = whole(np.array([[0.5, 0.1], [0.5, -0.1]]), Fraction(1, 10))
    >>> rows.numbers * Fraction(2) ** rows.exponent / rows.denominator
    array([[Fraction(1, 2), Fraction(1, 10)],
           [Fraction(1, 2), Fraction(-1, 10)]], dtype=object)
    """
    if isinstance(values, Rows):
        return values
    odd, exponents = _odd_parts(values)
    exponent = int(exponents.min(initial=0))
    numbers = odd.astype(object) << (exponents - exponent).astype(object)
    if lift is None:
        return Rows(numbers, exponent)
    numbers, last = numbers * lift.denominator, values[..., -1]
    is_lift = np.abs(last) == float(lift)
    numbers[is_lift, -1] = np.sign(last[is_lift]).astype(np.int64).astype(object) * (lift.numerator << -exponent)
    return Rows(numbers, exponent, lift.denominator)


def least_exponent(values: Floats) -> int:
    """Return the exponent that `whole` gives to the values: the largest e ≤ 0 so that all are whole multiples of 2ᵉ.

    >>> least_exponent(np.array([0.75, -2.0])), least_exponent(np.array([6.0]))
    (-2, 0)
    """
    return int(_odd_parts(values)[1].min(initial=0))


def _odd_parts(values: Floats) -> tuple[Ints, Ints]:
    """Return an odd number and an exponent for each value, odd · 2^exponent; 0 and 0 for 0."""
    parts, exponents = np.frexp(values)
    numbers = np.ldexp(parts, 53).astype(np.int64)
    zeros = np.bitwise_count((numbers & -numbers) - 1) * (numbers != 0)  # at the end of each number
    return numbers >> zeros, np.where(numbers, exponents - 53 + zeros, 0)


def of_fractions(values: Sequence[Fraction]) -> Rows:
    """Return fractions as `Rows` with a common denominator, shape (n,)."""
    denominator = math.lcm(*(value.denominator for value in values))
    return Rows(np.array([int(value * denominator) for value in values], dtype=object), 0, denominator)


def fractions(rows: Rows) -> list[Fraction]:
    """Return exact values, shape (n,), as fractions.

    >>> fractions(whole(np.array([0.75, -2.0])))
    [Fraction(3, 4), Fraction(-2, 1)]
    """
    unit = Fraction(2) ** rows.exponent / rows.denominator
    return [number * unit for number in rows.numbers.tolist()]


class ExactPoints:
    """The points in whole numbers; few points are converted once and kept. The lift is as for `whole`."""

    def __init__(self, points: Floats, lift: Fraction | None = None) -> None:
        self._points, self._lift = points, lift
        self._all: Rows | None = None

    def at(self, indices: Ints) -> Rows:
        """Return the points with these m indices among the points given, as exact `Rows`, shape (m, d)."""
        if self._points.size > _CACHE:
            return whole(self._points[indices], self._lift)
        self._all = self._all or whole(self._points, self._lift)
        numbers, exponent, denominator = self._all
        return Rows(numbers[indices], exponent, denominator)


class ExactSum:
    """The exact sum w = w₀ + η Σ c z of a start w₀, shape (d,), and terms that `add` adds, at the rate η.

    >>> total = ExactSum(np.zeros(1), 0.1)
    >>> total.add(np.array([[0.1], [0.2], [-0.3]]))
    >>> total.signs(np.array([[1.0], [-1.0], [0.0]]))
    array([ 1, -1,  0])
    """

    def __init__(self, start: Floats | Rows, rate: float | Fraction = 1.0) -> None:
        self._w, self._unit, self._parts = whole(start)
        self._rate, under = Fraction(rate).as_integer_ratio()
        twos = (under & -under).bit_length() - 1
        self._rate_unit, self._rate_parts = -twos, under >> twos

    def add(self, rows: Floats | Rows, counts: Ints | None = None, parts: int = 1) -> None:
        """Add η Σ c z/parts over the rows z, shape (m, d); the counts c, shape (m,), are 1 unless given."""
        numbers, unit, denominator = whole(rows)
        parts *= denominator * self._rate_parts
        step = self._rate * (numbers.sum(axis=0) if counts is None else counts.astype(object) @ numbers)
        common = math.lcm(self._parts, parts)
        low = min(self._unit, unit + self._rate_unit)
        self._w = (self._w << self._unit - low) * (common // self._parts)
        self._w += (step << unit + self._rate_unit - low) * (common // parts)
        self._unit, self._parts = low, common

    def scores(self, points: Floats | Rows) -> Whole:
        """Return w·x for each of m points, shape (m, d), as exact whole multiples of one positive unit, shape (m,).

        The unit depends on w and on the points, and is not returned.
        """
        return np.asarray(whole(points).numbers @ self._w)

    def signs(self, points: Floats | Rows) -> Ints:
        """Return the exact sign of w·x for each point, shape (m, d): −1, 0 or +1, shape (m,)."""
        return np.sign(self.scores(points)).astype(np.int64)

    def products(self, points: Floats | Rows, unit: Fraction) -> Floats:
        """Return w·x/unit as a float for each of m points, shape (m, d); the result has the shape (m,).

        Each is rounded once, but never to 0 unless it is 0.
        """
        numbers, exponent, denominator = whole(points)
        return rounded(numbers @ self._w, exponent + self._unit, self._parts * denominator * unit)

    def weights(self) -> Floats:
        """Return w as floats, shape (d,), each weight rounded once."""
        return rounded(self._w, self._unit, Fraction(self._parts))

    def product(self, point: Rows) -> Fraction:
        """Return w·x exactly for one point x, shape (d,)."""
        unit = Fraction(2) ** (point.exponent + self._unit)
        return Fraction(point.numbers @ self._w, self._parts * point.denominator) * unit


def products(weights: Floats, points: Floats, unit: Fraction) -> Floats:
    """Return wᵢ·xᵢ/unit for each row i of the m weights and m points, shape (m,).

    Each is rounded once, but never to 0 unless it is 0.
    """
    w, x = whole(weights), whole(points)
    return rounded((w.numbers * x.numbers).sum(axis=1), w.exponent + x.exponent, unit)


def rounded(scores: Whole, exponent: int, unit: Fraction) -> Floats:
    """Return score · 2^exponent / unit as a float for each of m whole scores, rounded once.

    A quotient that would round to 0, but is not 0, becomes the smallest float of its sign. Raises OverflowError if a
    quotient is too large for a float.
    """
    denominator, under = unit.denominator << max(0, exponent), unit.numerator << max(0, -exponent)
    # Python rounds the quotient of two whole numbers correctly.
    return np.array(
        [
            score * denominator / under or (5e-324 if score > 0 else -5e-324) if score else 0.0
            for score in scores.tolist()
        ]
    )


def signs(points: Floats, w: Floats, lift: Fraction | None = None) -> Ints:
    """Return the exact sign of w·x, −1, 0 or 1, for each of m points, shape (m, d).

    For one w, shape (d,), the result has the shape (m,); for k of them, shape (k, d), it has the shape (k, m). Give
    `lift` if the points' last coordinate is a fraction that no float can hold: it then counts as `lift` or −`lift`.

    >>> signs(np.array([[1.0, -1.0], [0.1, -0.3]]), np.array([[0.3, 0.1], [1.0, 1.0]]))
    array([[ 1,  0],
           [ 0, -1]])
    """
    with np.errstate(over="ignore", invalid="ignore"):
        scores = w @ points.T
        # If terms overflow the score may be NaN; the negated comparison marks it as doubtful.
        doubtful = ~(np.abs(scores) > EPS * (w.shape[-1] + 2) * (np.abs(w) @ np.abs(points).T) + _UNDERFLOW)
    sides = np.sign(np.nan_to_num(scores)).astype(np.int64)
    if doubtful.any() and not (lift is None and _coarse(w) and _coarse(points)):
        *rows, chosen = np.nonzero(doubtful)
        weights, exact = whole(w[tuple(rows)]), whole(points[chosen], lift)
        sides[doubtful] = np.sign((weights.numbers * exact.numbers).sum(axis=-1)).astype(np.int64)
    return sides


def sums_to_zero(rows: Floats, counts: Ints) -> bool:
    """Return whether Σ counts · rows is exactly zero in every coordinate, for n counts and rows of shape (n, d)."""
    numbers = whole(rows).numbers
    return not (counts.astype(object) @ numbers).any()


def scaled_start(start: Floats | Rows, rate: float | Fraction, scale: int) -> tuple[Floats, bool]:
    """Return w₀/η · 2^−scale in floats, shape (d,), and whether they are certainly exact."""
    if isinstance(start, Rows):
        unit = Fraction(2) ** (start.exponent - scale) / (start.denominator * Fraction(rate))
        exact = [number * unit for number in start.numbers.tolist()]
        return np.array([*map(float, exact)]), all(float(value) == value for value in exact)
    if not np.count_nonzero(start):  # five times as fast as `any`
        return start, True
    part, exponent = math.frexp(rate)
    guess = np.ldexp(start, -scale - exponent) / part
    return guess, bool(part == 0.5 and (np.ldexp(guess, scale + exponent - 1) == start).all())


def _any(start: Floats | Rows, axes: int | None = None) -> bool:
    """Return whether one of the first `axes` weights of a start, or of all, is not 0."""
    numbers = start.numbers if isinstance(start, Rows) else start
    return bool(np.count_nonzero(numbers[:axes]))


def scale_exponent(least: float, largest: float) -> int:
    """Return a whole number s: once each point is multiplied by 2^−s, inner products of points do not overflow.

    `largest` is the largest norm of a point, and `least` the smallest other than 0; both are 0 if all points are 0. If
    both lie between 2^−100 and 2^100, or are 0, s is 0. Else 2^−s times the largest norm is from 1/2 to below 1. Inner
    products of points with far smaller norms may then still become 0.
    """
    return 0 if largest < 2.0**100 and least > 2.0**-100 else math.frexp(largest)[1]


def lossless(points: Floats, scale: int) -> bool:
    """Return whether points · 2^−scale keep all their digits, with room for division by a moderate number.

    >>> lossless(np.array([1.0, 2.0**-990]), 1), lossless(np.array([2.0**101, 2.0**-1000]), 102)
    (True, False)
    """
    if scale <= 0:
        return True
    least = np.abs(points).min(initial=math.inf, where=points != 0)
    return math.frexp(least)[1] - scale > -1000


class ErrorBound:
    """A bound on the rounding error of a score, the product of a point with w/η computed in floats.

    After k updates w/η is a sum of k points. Each update is on a mistake, so it raises ‖w/η‖² by at most the square of
    the step. If the points lie on a coarse grid, floats are exact for many updates and the bound is 0.

    Parameters
    ----------
    points, radius
        The points, shape (n, d), and their largest norm.
    start, exact
        w/η before the first update, shape (d,), and whether it and the points are not rounded.
    step : float, optional
        The step; the radius unless given.
    """

    def __init__(self, points: Floats, radius: float, start: Floats, exact: bool, step: float | None = None) -> None:
        self._dim, self._radius = points.shape[1], radius
        self._length, self._step = math.hypot(*start.tolist()), radius if step is None else step
        unit = math.ldexp(1.0, math.frexp(radius)[1] - _BITS)
        # The number of updates up to which floats are exact: from w = 0 at least the first score is.
        self._most = math.inf if not radius else 0.0 if exact and not self._length else -1.0
        if radius and exact and _on_grid(points, unit) and _on_grid(start[None, :], unit):
            reach = math.ldexp(unit, 52) * (unit / radius)
            room = reach**2 - self._length**2
            self._most = max(self._most, room / self._step**2 if self._step else math.inf)

    def after(self, updates: int, radius: float | None = None) -> float:
        """Return a bound on the error of a score, a point's product with w/η, after this many updates.

        Without a `radius` it holds for the data's points alone, and is 0 as long as floats are exact. With one it holds
        for all points of norm up to `radius`, and is never 0.
        """
        if radius is None and updates <= self._most:
            return 0.0
        reach = math.hypot(self._length, self._step * math.sqrt(updates))
        size = self._radius if radius is None else radius
        # Two of the five are for a lift that is not a float: in the points added and in the point multiplied.
        return float(EPS * (updates + self._dim + 5) * reach * size + _UNDERFLOW)

    def ahead(self, updates: int) -> tuple[float, float]:
        """Return a bound on the error of a score, and the largest number of updates up to which it holds.

        That number is `updates` at least. The bound holds for the data's points alone.
        """
        if updates <= self._most:
            return 0.0, self._most
        until = 2 * updates + 64
        return self.after(until), until


class Path:
    """The weights before the first update of a run and after each, and their scores on points.

    Parameters
    ----------
    mistakes : numpy.ndarray of int, shape (A,)
        The indices of the examples that the updates added, in order.
    sizes : numpy.ndarray of int, shape (T,)
        The number of examples in each update.
    start, rate
        w₀, shape (d,), and η.
    mean : bool
        Whether an update added the mean of its examples instead of their sum.
    """

    def __init__(
        self,
        data: Dataset,
        mistakes: Ints,
        sizes: Ints,
        start: Floats | Rows,
        rate: float | Fraction,
        mean: bool = False,
    ) -> None:
        self._data, self._mistakes, self._start, self._rate = data, mistakes, start, rate
        self._ends, self._mean, self._lift = np.append(0, sizes.cumsum()), mean, data.exact_lift
        self._scale = scale_exponent(data.least, data.radius)
        self._lossless = lossless(data.X, self._scale)
        signed, radius = np.ldexp(data.signed, -self._scale), math.ldexp(data.radius, -self._scale)
        steps = signed[mistakes] / (np.repeat(sizes, sizes)[:, None] if mean else 1)
        self._steps = running_sums(np.vstack([np.zeros(data.dim), steps]))[self._ends]
        start_over_rate, exact = scaled_start(start, rate, self._scale)
        self._guess = start_over_rate + self._steps
        step = radius * math.sqrt(int(sizes.max(initial=1)))
        exact = exact and not mean and self._lift is None and self._lossless
        self._doubts, self._radius = ErrorBound(signed, radius, start_over_rate, exact, step), radius
        self._total: ExactSum | None = None  # the exact weights after `_total_updates`, once they are asked for
        self._total_updates = 0
        self._exact_points = ExactPoints(data.signed, self._lift)

    @property
    def weights(self) -> Floats:
        """The weights before the first update and after each of T, shape (T + 1, d).

        They are computed in floats, and may be off by their rounding. If w₀, η or the constant coordinate of a bias is
        not a float, or the points are too far apart in size for this, they are the exact weights, each rounded once.
        """
        if isinstance(self._start, Rows) or self._lift is not None or not self._lossless:
            numbers, exponent, denominator = self.whole_weights()
            return rounded(numbers.ravel(), exponent, Fraction(denominator)).reshape(numbers.shape)
        weights: Floats = self._start + float(self._rate) * np.ldexp(self._steps, self._scale)
        return weights

    def whole_weights(self) -> Rows:
        """Return the exact weights before the first update and after each, as `Rows` of numbers of shape (T + 1, d)."""
        # 1. The signed examples of the updates, shape (A, d), over one denominator.
        start, rows = whole(self._start), self.whole_steps()
        steps, parts = np.vstack([0 * start.numbers, rows.numbers]), rows.denominator
        if self._mean:
            sizes = np.diff(self._ends)
            common = math.lcm(*sizes.tolist())
            steps[1:] *= np.repeat(common // sizes, sizes).astype(object)[:, None]
            parts *= common
        # 2. The sums after each update times the rate, shape (T + 1, d).
        rate, under = Fraction(self._rate).as_integer_ratio()
        parts *= under
        sums, common = steps.cumsum(axis=0)[self._ends] * rate, math.lcm(start.denominator, parts)
        # 3. The start added, in the smaller of the two units.
        low = min(start.exponent, rows.exponent)
        weights = (start.numbers << start.exponent - low) * (common // start.denominator)
        return Rows(weights + (sums << rows.exponent - low) * (common // parts), low, common)

    def whole_steps(self) -> Rows:
        """Return the exact y x of the A examples that the updates added, as `Rows` of numbers of shape (A, d)."""
        return whole(self._data.signed[self._mistakes], self._lift)

    def are_zero(self, axes: int) -> Bools:
        """Return whether the first `axes` weights are all exactly 0, at the start and after each update: (T + 1,)."""
        sizes = np.abs(self._guess[:, :axes]).max(axis=1, initial=0.0)
        are_zero: Bools = sizes == 0
        are_zero[0] = not _any(self._start, axes)
        doubt = self._doubt_of_weights
        near = 1 + np.flatnonzero(sizes[1:] <= doubt)
        if doubt and near.size:
            are_zero[near] = ~self.whole_weights().numbers[near, :axes].astype(bool).any(axis=1)
        return are_zero

    def parallel(self) -> Bools:
        """Return whether each update's example and the weights before it are multiples of each other, shape (T,).

        Each update must be on one example. Weights of 0 are a multiple of every example.
        """
        weights, points = self._guess[:-1], np.ldexp(self._data.signed[self._mistakes], -self._scale)
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            squares = np.vecdot(points, points)
            products = np.vecdot(weights, weights) * squares
            across = products - np.vecdot(weights, points) ** 2
            # If squares overflow the comparison may be with NaN; the negation marks it as doubtful.
            parallel: Bools = ~(across > 1e-12 * products + 4 * self._doubt_of_weights**2 * squares)
        near = np.flatnonzero(parallel)
        if near.size and not _any(self._start):
            near = near[near > 0]  # w₀ = 0 is a multiple of every point
        if near.size:
            w, x = self.whole_weights().numbers[near], self.whole_steps().numbers[near]
            rows, longest = np.arange(len(near)), np.abs(x).argmax(axis=1)
            parallel[near] = (w * x[rows, longest][:, None] == x * w[rows, longest][:, None]).all(axis=1)
        return parallel

    @cached_property
    def scores_after(self) -> Floats:
        """The score y w·x of each update's example after the update, shape (T,), times a positive factor.

        Each update must be on one example. `unscaled` takes the factor out.
        """
        points = self._data.signed[self._mistakes]
        return self.scores(1, len(points) + 1, points[:, None, :])[:, 0]

    @cached_property
    def scores_before(self) -> Floats:
        """The score y w·x of each update's example before the update, shape (T,), times a positive factor.

        Each update must be on one example. `unscaled` takes the factor out.
        """
        return self.scores(0, len(self._mistakes), self._data.signed[self._mistakes][:, None, :])[:, 0]

    def rises(self) -> Floats:
        """Return how much each update on one example raised ‖w‖², 2η y w·x + η²‖x‖², shape (T,).

        The numbers are rounded, but never to 0 unless they are 0. They are infinite on overflow.
        """
        points = np.ldexp(self._data.signed[self._mistakes], -self._scale)
        squares = np.vecdot(points, points)
        rises = 2 * self.scores_before + squares
        # Rises near 0 are computed exactly; the others are correct but for their last digits.
        near = np.flatnonzero(np.abs(rises) <= 1e-9 * squares if self._doubt(None) else np.zeros_like(squares))
        values = self.unscaled(float(self._rate) * rises)
        for k in near.tolist():
            rows, rate = self._exact_points.at(self._mistakes[k : k + 1]), Fraction(self._rate)
            point = rows._replace(numbers=rows.numbers[0])
            square = Fraction(int(point.numbers @ point.numbers), point.denominator**2) * Fraction(4) ** point.exponent
            values[k] = float(rate * (2 * self._exact_weights(k).product(point) + rate * square))
        return values

    def scores(self, begin: int, end: int, points: Floats | None = None, unseen: bool = False) -> Floats:
        """Return w·x, times a positive factor, for the weights after `begin`, …, `end` − 1 updates.

        The result has the shape (end − begin, m). `points` are m points, shape (m, d), or m other points for each w,
        shape (end − begin, m, d). Unless given, they are the data's points, each times its label. Set `unseen` if they
        are not from the data. Each score is rounded, but never to 0 unless it is 0. `unscaled` takes the factor out,
        but not for `unseen` points, whose factor is another.
        """
        # 1. The scale, and the largest norm of points that are not from the data.
        rows = self._data.signed if points is None else points
        scale, radius = self._scale, None
        if unseen:
            lengths = norms(rows)
            largest = float(lengths.max(initial=0.0))
            scale = scale_exponent(float(lengths.min(where=lengths > 0, initial=largest)), largest)
            radius = math.ldexp(largest, -scale)
            if radius == math.inf:  # though every coordinate is finite
                scale = 1024
                radius = float(norms(np.ldexp(rows, -scale)).max())
        # 2. The scores in floats, shape (end − begin, m).
        scores: Floats = np.vecdot(self._guess[begin:end, None, :], np.ldexp(rows, -scale))
        # 3. The scores within the error bound of 0 once more, exactly.
        unit = Fraction(self._rate) * Fraction(2) ** (scale + self._scale)
        doubt = self._doubt(radius)
        near = np.abs(scores) <= doubt
        for k in np.flatnonzero(near.any(axis=1)).tolist() if doubt else ():
            chosen = np.flatnonzero(near[k])
            if points is None:
                exact = self._exact_points.at(chosen)
            else:
                exact = whole((rows if rows.ndim == 2 else rows[k])[chosen], self._lift)
            scores[k, chosen] = self._exact_weights(begin + k).products(exact, unit)
        return scores

    def sides(self, updates: int, points: Floats) -> Ints:
        """Return the exact sign of w·x after this many updates, shape (m,), for any points, shape (m, d)."""
        sides: Ints = np.sign(self.scores(updates, updates + 1, points, unseen=True)[0]).astype(np.int64)
        return sides

    def unscaled(self, scores: Floats) -> Floats:
        """Return w·x from what `scores` returned for the data's points, or from sums of that; infinite on overflow."""
        part, exponent = math.frexp(float(self._rate))
        with np.errstate(over="ignore", under="ignore"):
            values: Floats = np.ldexp(part * scores, exponent + 2 * self._scale)
        return values

    def _doubt(self, radius: float | None) -> float:
        return self._doubts.after(len(self._mistakes), radius)

    @property
    def _doubt_of_weights(self) -> float:
        """The bound on the error of each weight over η, scaled like the points."""
        return self._doubt(None) / (self._radius or 1.0)

    def _exact_weights(self, updates: int) -> ExactSum:
        """Return w after this many updates as an `ExactSum`, to which a later call for no fewer updates adds."""
        if self._total is None or updates < self._total_updates:
            self._total, self._total_updates = ExactSum(self._start, self._rate), 0
        ends = self._ends[self._total_updates : updates + 1].tolist()
        # A mean needs its own divisor, so it is added alone; sums are added all at once.
        for begin, end in pairwise(ends if self._mean else [ends[0], ends[-1]]):
            self._total.add(self._exact_points.at(self._mistakes[begin:end]), parts=end - begin if self._mean else 1)
        self._total_updates = updates
        return self._total


class Averages(Path):
    """The running weighted means of the weights of a run whose updates add one example each.

    Row k is the mean of the weights after 0, …, k updates, each with its count as its weight in the mean. `counts` has
    the shape (T + 1,); while they sum to 0, the mean is w₀. The other parameters are those of `Path`.
    """

    def __init__(
        self, data: Dataset, mistakes: Ints, counts: Ints, start: Floats | Rows, rate: float | Fraction
    ) -> None:
        super().__init__(data, mistakes, np.ones_like(mistakes), start, rate)
        self._counted = counts.cumsum()
        totals = np.add.accumulate(counts[:, None] * self._guess) / np.maximum(1, self._counted)[:, None]
        self._guess = np.where(self._counted[:, None], totals, self._guess)

    def mean(self) -> Floats:
        """Return the mean of all T + 1 weights, shape (d,), rounded once.

        Each has its count, from the argument `counts` of the class, as its weight. If all counts are 0, the mean is w₀.
        """
        return self._exact_weights(len(self._mistakes)).weights()

    def _doubt(self, radius: float | None) -> float:
        # A mean has twice as many roundings as a sum.
        return 2 * super()._doubt(self._radius if radius is None else radius)

    def _exact_weights(self, updates: int) -> ExactSum:
        total, count = ExactSum(self._start, self._rate), int(self._counted[updates])
        if count:
            # The example of an update is contained in all later weights.
            times = np.zeros(len(self._data), dtype=np.int64)
            np.add.at(times, self._mistakes[:updates], count - self._counted[:updates])
            examples = np.flatnonzero(times)
            total.add(self._exact_points.at(examples), times[examples], count)
        return total


def _coarse(rows: Floats) -> bool:
    """Return whether floats compute the products of these rows with other coarse rows exactly."""
    size = float(np.abs(rows).max(initial=0.0))
    if scale_exponent(size, size) or rows.shape[-1] > 2**10:
        return False
    return _on_grid(np.atleast_2d(rows), math.ldexp(1.0, math.frexp(size)[1] - _BITS))


def _on_grid(rows: Floats, unit: float) -> bool:
    """Return whether all numbers are whole multiples of the unit, a power of two."""
    # If the rows are not on the grid, usually the first number shows it.
    if rows.size and math.fmod(rows.item(0), unit):
        return False
    size = 256
    for begin in range(0, len(rows), size):
        part = rows[begin : begin + size]
        if (np.rint(part / unit) * unit != part).any():
            return False
    return True
