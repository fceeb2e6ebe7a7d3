"""Weights in real arithmetic: computed in floats, and in whole numbers where the rounding error could decide a sign.

Floats are whole multiples of powers of two, and so is every sum of points, w = w₀ + η Σ c z, with whole counts c.
A start, a rate or a lift that is a fraction brings a common denominator, which changes no sign. The guess is w/η, so
that from w₀ = 0 the rate plays no part in it.
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

_EPS = float(np.finfo(np.float64).eps)
_UNDERFLOW = 1e-300  # more than the sum of products that underflow
_CACHE = 2**12  # coordinates at most that are kept as whole numbers
_BITS = 20  # a grid of so many bits leaves room for millions of updates without a rounding


def sums(rows: Floats) -> Floats:
    """Return the sum of the first row, of the first two, and so on, each right but for its last bit.

    >>> sums(np.full((10, 1), 0.1))[-1], np.full((10, 1), 0.1).cumsum(axis=0)[-1]
    (array([1.]), array([1.]))
    """
    totals = np.add.accumulate(rows, axis=0)
    before, after, terms = totals[:-1], totals[1:], rows[1:]
    change = after - before
    # The rounding errors of the additions (D. E. Knuth's formula) are summed as well.
    errors = (before - (after - change)) + (terms - change)
    totals[1:] += np.add.accumulate(errors, axis=0)
    return totals


def combined(counts: Ints, rows: Floats) -> Floats:
    """Return Σ counts · rows over the first axis, right but for its last bit.

    Counts, shape (n, ...), sum to less than 2**50; rows, shape (n, ..., d), are neither so large that a sum overflows
    nor so small that their last digits vanish.

    >>> combined(np.array([10, 1]), np.array([[0.1], [-1.0]]))
    array([5.55111512e-17])
    """
    times = counts[..., None].astype(np.float64)
    units = np.ldexp(1.0, np.frexp(times.sum(axis=0) * np.abs(rows).max(axis=0))[1] - 52)
    # Sums of whole multiples of a unit that stay below 2**53 of it are not rounded, and what is left is very small.
    high = np.rint(rows / units) * units
    total: Floats = (times * high).sum(axis=0) + (times * (rows - high)).sum(axis=0)
    return total


class Rows(NamedTuple):
    """Points, or any values, as whole multiples of a power of two over a whole number."""

    numbers: Whole
    exponent: int
    denominator: int = 1


class Origin(NamedTuple):
    """w₀ and η without rounding: both as floats, or both as fractions."""

    start: Floats | Rows
    rate: float | Fraction


def whole(values: Floats | Rows, lift: Fraction | None = None) -> Rows:
    """Return the values as whole multiples of a power of two.

    A lift is the last coordinate where it is no float itself; `values` hold the float nearest to it.

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
    parts, exponents = np.frexp(values)
    low = int(exponents.min(initial=0))
    numbers = np.ldexp(parts, 53).astype(np.int64).astype(object)
    numbers, exponent = numbers << (exponents - low).astype(object), low - 53
    if lift is None:
        return Rows(numbers, exponent)
    numbers, last = numbers * lift.denominator, values[..., -1]
    is_lift = np.abs(last) == float(lift)
    numbers[is_lift, -1] = np.sign(last[is_lift]).astype(np.int64).astype(object) * (lift.numerator << -exponent)
    return Rows(numbers, exponent, lift.denominator)


def of_fractions(values: Sequence[Fraction]) -> Rows:
    """Return fractions over their common denominator."""
    denominator = math.lcm(*(value.denominator for value in values))
    return Rows(np.array([int(value * denominator) for value in values], dtype=object), 0, denominator)


class ExactPoints:
    """Points in whole numbers; where they are few, all are converted at once and kept."""

    def __init__(self, points: Floats, lift: Fraction | None = None) -> None:
        self._points, self._lift = points, lift
        self._all: Rows | None = None

    def at(self, indices: Ints) -> Rows:
        """Return some of the points."""
        if self._points.size > _CACHE:
            return whole(self._points[indices], self._lift)
        self._all = self._all or whole(self._points, self._lift)
        numbers, exponent, denominator = self._all
        return Rows(numbers[indices], exponent, denominator)


class Sum:
    """w₀ + η Σ c z in whole numbers of a unit.

    >>> total = Sum(np.zeros(1), 0.1)
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
        """Add η Σ c z/parts over rows z, shape (m, d), with counts c, 1 unless given."""
        numbers, unit, denominator = whole(rows)
        parts *= denominator * self._rate_parts
        step = self._rate * (numbers.sum(axis=0) if counts is None else counts.astype(object) @ numbers)
        common = math.lcm(self._parts, parts)
        low = min(self._unit, unit + self._rate_unit)
        self._w = (self._w << self._unit - low) * (common // self._parts)
        self._w += (step << unit + self._rate_unit - low) * (common // parts)
        self._unit, self._parts = low, common

    def scores(self, points: Floats | Rows) -> Whole:
        """Return w·x for each of the points, shape (m, d), in a unit that they share."""
        return np.asarray(whole(points).numbers @ self._w)

    def signs(self, points: Floats | Rows) -> Ints:
        """Return the sign of w·x for each of the points."""
        return np.sign(self.scores(points)).astype(np.int64)

    def products(self, points: Floats | Rows, unit: Fraction) -> Floats:
        """Return w·x/unit for each of the points, rounded once, but to zero only where it is zero."""
        numbers, exponent, denominator = whole(points)
        return rounded(numbers @ self._w, exponent + self._unit, self._parts * denominator * unit)

    def weights(self) -> Floats:
        """Return w, each weight rounded once."""
        return rounded(self._w, self._unit, Fraction(self._parts))

    def product(self, point: Rows) -> Fraction:
        """Return w·x for a point, shape (d,)."""
        return Fraction(point.numbers @ self._w, self._parts * point.denominator) * Fraction(2) ** (
            point.exponent + self._unit
        )


def products(weights: Floats, points: Floats, unit: Fraction) -> Floats:
    """Return w·x/unit for each of the weights and its point, rounded once, but to zero only where it is zero."""
    w, x = whole(weights), whole(points)
    return rounded((w.numbers * x.numbers).sum(axis=1), w.exponent + x.exponent, unit)


def rounded(scores: Whole, exponent: int, unit: Fraction) -> Floats:
    """Return multiples of a power of two in a unit, rounded once, but to zero only where they are zero."""
    denominator, under = unit.denominator << max(0, exponent), unit.numerator << max(0, -exponent)
    # The quotient of two whole numbers is rounded once.
    return np.array(
        [
            score * denominator / under or (5e-324 if score > 0 else -5e-324) if score else 0.0
            for score in scores.tolist()
        ]
    )


def signs(points: Floats, w: Floats, lift: Fraction | None = None) -> Ints:
    """Return the sign of w·x for each of the points, shape (m, d), and for each of the weights, shape (d,) or (k, d).

    The lift is as for `whole`.

    >>> signs(np.array([[1.0, -1.0], [0.1, -0.3]]), np.array([[0.3, 0.1], [1.0, 1.0]]))
    array([[ 1,  0],
           [ 0, -1]])
    """
    with np.errstate(over="ignore", invalid="ignore"):
        scores = w @ points.T
        # Where terms overflow the score may be no number, and then is in doubt.
        doubtful = ~(np.abs(scores) > _EPS * (w.shape[-1] + 2) * (np.abs(w) @ np.abs(points).T) + _UNDERFLOW)
    sides = np.sign(np.nan_to_num(scores)).astype(np.int64)
    if doubtful.any() and not (lift is None and _coarse(w) and _coarse(points)):
        *rows, chosen = np.nonzero(doubtful)
        weights, exact = whole(w[tuple(rows)]), whole(points[chosen], lift)
        sides[doubtful] = np.sign((weights.numbers * exact.numbers).sum(axis=-1)).astype(np.int64)
    return sides


def vanishes(rows: Floats, counts: Ints) -> bool:
    """Whether the rows, each as often as its count says, sum to zero."""
    numbers = whole(rows).numbers
    return not (counts.astype(object) @ numbers).any()


def scaled_start(start: Floats | Rows, rate: float | Fraction, scale: int) -> tuple[Floats, bool]:
    """Return w₀/η over a power of two, and whether that is without a rounding."""
    if isinstance(start, Rows):
        unit = Fraction(2) ** (start.exponent - scale) / (start.denominator * Fraction(rate))
        exact = [number * unit for number in start.numbers.tolist()]
        return np.array([*map(float, exact)]), all(float(value) == value for value in exact)
    if not np.count_nonzero(start):  # in a fifth of the time of `any`
        return start, True
    part, exponent = math.frexp(rate)
    guess = np.ldexp(start, -scale - exponent) / part
    return guess, bool(part == 0.5 and (np.ldexp(guess, scale + exponent - 1) == start).all())


def excess(least: float, largest: float) -> int:
    """Return the exponent to scale by: 0 where no product can leave the range of floats."""
    return 0 if largest < 2.0**100 and least > 2.0**-100 else math.frexp(largest)[1]


def lossless(points: Floats, scale: int) -> bool:
    """Whether points over a power of two keep all their digits, and quotients by moderate numbers most of theirs.

    >>> lossless(np.array([1.0, 2.0**-990]), 1), lossless(np.array([2.0**101, 2.0**-1000]), 102)
    (True, False)
    """
    if scale <= 0:
        return True
    least = np.abs(points).min(initial=math.inf, where=points != 0)
    return math.frexp(least)[1] - scale > -1000


class Doubt:
    """The bound on the error of the float product of a point with w/η.

    w/η is a sum of k points, and each was a mistake, so that ‖w/η‖² grew by no more than that of its step.
    Where the points lie on a coarse grid the floats are exact for many updates.

    Parameters
    ----------
    points : numpy.ndarray, shape (n, d)
        The points that are added and multiplied, of norm at most `radius`.
    start : numpy.ndarray, shape (d,)
        w/η before the first update; `exact` where it is not rounded itself.
    step : float, optional
        The most that ‖w/η‖² grows by in an update is its square; the radius unless given.
    """

    def __init__(self, points: Floats, radius: float, start: Floats, exact: bool, step: float | None = None) -> None:
        self._dim, self._radius = points.shape[1], radius
        self._length, self._step = math.hypot(*start.tolist()), radius if step is None else step
        unit = math.ldexp(1.0, math.frexp(radius)[1] - _BITS)
        # Nothing is rounded as long as w is 0.
        self._most = math.inf if not radius else 0.0 if exact and not self._length else -1.0
        if radius and exact and _on_grid(points, unit) and _on_grid(start[None, :], unit):
            reach = math.ldexp(unit, 52) * (unit / radius)
            room = reach**2 - self._length**2
            self._most = max(self._most, room / self._step**2 if self._step else math.inf)

    def after(self, updates: int, radius: float | None = None) -> float:
        """Return the bound on the error of a product after so many updates, also with other points of some radius."""
        if radius is None and updates <= self._most:
            return 0.0
        reach = math.hypot(self._length, self._step * math.sqrt(updates))
        size = self._radius if radius is None else radius
        # Two of them for a lift that is no float, in the points that were added and in the other factor.
        return float(_EPS * (updates + self._dim + 5) * reach * size + _UNDERFLOW)

    def ahead(self, updates: int) -> tuple[float, float]:
        """Return a bound that holds after so many updates and some more, and the last update it holds for."""
        if updates <= self._most:
            return 0.0, self._most
        until = 2 * updates + 64
        return self.after(until), until


class Path:
    """The weights before the first update of a run and after each, and their products with points.

    Parameters
    ----------
    mistakes : numpy.ndarray of int, shape (A,)
        The examples of the updates, in order.
    sizes : numpy.ndarray of int, shape (T,)
        The number of examples of each update.
    start, rate
        w₀, shape (d,), and η.
    mean : bool
        Whether an update added their mean instead of their sum.
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
        self._scale = excess(data.least, data.radius)
        self._lossless = lossless(data.X, self._scale)
        signed, radius = np.ldexp(data.signed, -self._scale), math.ldexp(data.radius, -self._scale)
        steps = signed[mistakes] / (np.repeat(sizes, sizes)[:, None] if mean else 1)
        self._steps = sums(np.vstack([np.zeros(data.dim), steps]))[self._ends]
        start_over_rate, exact = scaled_start(start, rate, self._scale)
        self._guess = start_over_rate + self._steps
        step = radius * math.sqrt(int(sizes.max(initial=1)))
        exact = exact and not mean and self._lift is None and self._lossless
        self._doubts, self._radius = Doubt(signed, radius, start_over_rate, exact, step), radius
        self._total, self._total_updates = Sum(start, rate), 0
        self._exact_points = ExactPoints(data.signed, self._lift)

    @property
    def weights(self) -> Floats:
        """The weights, shape (T + 1, d).

        Each is rounded once where one of w₀, η and the lift is no float, or where scaling would lose digits.
        """
        if isinstance(self._start, Rows) or self._lift is not None or not self._lossless:
            numbers, exponent, denominator = self.whole_weights()
            return rounded(numbers.ravel(), exponent, Fraction(denominator)).reshape(numbers.shape)
        weights: Floats = self._start + float(self._rate) * np.ldexp(self._steps, self._scale)
        return weights

    def whole_weights(self) -> Rows:
        """The weights without a rounding, shape (T + 1, d)."""
        start, rows = whole(self._start), self.whole_steps()
        steps, parts = np.vstack([0 * start.numbers, rows.numbers]), rows.denominator
        if self._mean:
            sizes = np.diff(self._ends)
            common = math.lcm(*sizes.tolist())
            steps[1:] *= np.repeat(common // sizes, sizes).astype(object)[:, None]
            parts *= common
        rate, under = Fraction(self._rate).as_integer_ratio()
        parts *= under
        sums, common = steps.cumsum(axis=0)[self._ends] * rate, math.lcm(start.denominator, parts)
        low = min(start.exponent, rows.exponent)
        weights = (start.numbers << start.exponent - low) * (common // start.denominator)
        return Rows(weights + (sums << rows.exponent - low) * (common // parts), low, common)

    def whole_steps(self) -> Rows:
        """The signed examples of the updates without a rounding, shape (A, d)."""
        return whole(self._data.signed[self._mistakes], self._lift)

    def vanish(self, axes: int) -> Bools:
        """Return whether the first so many weights are all 0, before the first update and after each."""
        sizes = np.abs(self._guess[:, :axes]).max(axis=1, initial=0.0)
        vanish: Bools = sizes == 0
        vanish[0] = not whole(self._start).numbers[:axes].any()
        doubt = self._doubt_of_weights
        near = 1 + np.flatnonzero(sizes[1:] <= doubt)
        if doubt and near.size:
            vanish[near] = ~self.whole_weights().numbers[near, :axes].astype(bool).any(axis=1)
        return vanish

    def parallel(self) -> Bools:
        """Return whether the example of each update and the weights before it are multiples of each other."""
        weights, points = self._guess[:-1], np.ldexp(self._data.signed[self._mistakes], -self._scale)
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            squares = np.vecdot(points, points)
            products = np.vecdot(weights, weights) * squares
            across = products - np.vecdot(weights, points) ** 2
            # Where squares overflow it may be no number, and then is in doubt.
            parallel: Bools = ~(across > 1e-12 * products + 4 * self._doubt_of_weights**2 * squares)
        near = np.flatnonzero(parallel)
        if near.size and not whole(self._start).numbers.any():
            near = near[near > 0]  # 0 is a multiple of any
        if near.size:
            w, x = self.whole_weights().numbers[near], self.whole_steps().numbers[near]
            rows, longest = np.arange(len(near)), np.abs(x).argmax(axis=1)
            parallel[near] = (w * x[rows, longest][:, None] == x * w[rows, longest][:, None]).all(axis=1)
        return parallel

    @cached_property
    def scores_after(self) -> Floats:
        """The score y w·x of the example of each update, of one example, after it, as `scores` gives it."""
        points = self._data.signed[self._mistakes]
        return self.scores(1, len(points) + 1, points[:, None, :])[:, 0]

    @cached_property
    def scores_before(self) -> Floats:
        """The score y w·x of the example of each update, before it, as `scores` gives it."""
        return self.scores(0, len(self._mistakes), self._data.signed[self._mistakes][:, None, :])[:, 0]

    def rises(self) -> Floats:
        """Return by how much each update, of one example, raised ‖w‖²: 2η y w·x + η²‖x‖², 0 only where it is 0."""
        points = np.ldexp(self._data.signed[self._mistakes], -self._scale)
        squares = np.vecdot(points, points)
        rises = 2 * self.scores_before + squares
        # The others are right but for their last places.
        near = np.flatnonzero(np.abs(rises) <= 1e-9 * squares if self._doubt(None) else np.zeros_like(squares))
        values = self.unscaled(float(self._rate) * rises)
        for k in near.tolist():
            rows, rate = self._exact_points.at(self._mistakes[k : k + 1]), Fraction(self._rate)
            point = rows._replace(numbers=rows.numbers[0])
            square = Fraction(int(point.numbers @ point.numbers), point.denominator**2) * Fraction(4) ** point.exponent
            values[k] = float(rate * (2 * self._exact_weights(k).product(point) + rate * square))
        return values

    def scores(self, begin: int, end: int, points: Floats | None = None, unseen: bool = False) -> Floats:
        """Return the products of the weights after `begin` updates and of all up to before the `end`-th with points.

        The points, for all weights (m, d) or for each (end − begin, m, d), are the data's own, signed, unless given;
        `unseen` says that they are not of the data. The products, shape (end − begin, m), are rounded, but to zero only
        where they are zero; those of the data's points are scaled, which `unscaled` undoes.
        """
        rows = self._data.signed if points is None else points
        scale, radius = self._scale, None
        if unseen:
            lengths = norms(rows)
            largest = float(lengths.max(initial=0.0))
            scale = excess(float(lengths.min(where=lengths > 0, initial=largest)), largest)
            radius = math.ldexp(largest, -scale)
            if radius == math.inf:  # though no coordinate is
                scale = 1024
                radius = float(norms(np.ldexp(rows, -scale)).max())
        scores: Floats = np.vecdot(self._guess[begin:end, None, :], np.ldexp(rows, -scale))
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
        """Return the signs of w·x after so many updates, for any points, shape (m, d)."""
        sides: Ints = np.sign(self.scores(updates, updates + 1, points, unseen=True)[0]).astype(np.int64)
        return sides

    def unscaled(self, scores: Floats) -> Floats:
        """Return scores of the data's own points, or sums of them, without the scale; infinite where they overflow."""
        part, exponent = math.frexp(float(self._rate))
        with np.errstate(over="ignore", under="ignore"):
            values: Floats = np.ldexp(part * scores, exponent + 2 * self._scale)
        return values

    def _doubt(self, radius: float | None) -> float:
        return self._doubts.after(len(self._mistakes), radius)

    @property
    def _doubt_of_weights(self) -> float:
        """The bound on the error of each of the weights over η, as scaled."""
        return self._doubt(None) / (self._radius or 1.0)

    def _exact_weights(self, updates: int) -> Sum:
        """Return the weights after so many updates, summed on from those of the last call."""
        if updates < self._total_updates:
            self._total, self._total_updates = Sum(self._start, self._rate), 0
        ends = self._ends[self._total_updates : updates + 1].tolist()
        # A mean is divided by the number of its examples; sums are added all at once.
        for begin, end in pairwise(ends if self._mean else [ends[0], ends[-1]]):
            self._total.add(self._exact_points.at(self._mistakes[begin:end]), parts=end - begin if self._mean else 1)
        self._total_updates = updates
        return self._total


class Averages(Path):
    """The means of the weights of a run, each taken so many times, up to those after no update, one, and so on.

    An update adds one example. The counts, shape (T + 1,), say how often the weights after each update are taken; where
    none was, the mean is w₀.
    """

    def __init__(
        self, data: Dataset, mistakes: Ints, counts: Ints, start: Floats | Rows, rate: float | Fraction
    ) -> None:
        super().__init__(data, mistakes, np.ones_like(mistakes), start, rate)
        self._counted = counts.cumsum()
        totals = np.add.accumulate(counts[:, None] * self._guess) / np.maximum(1, self._counted)[:, None]
        self._guess = np.where(self._counted[:, None], totals, self._guess)

    def mean(self) -> Floats:
        """Return the mean of all the weights, shape (d,), rounded once."""
        return self._exact_weights(len(self._mistakes)).weights()

    def _doubt(self, radius: float | None) -> float:
        # The mean has as many roundings again.
        return 2 * super()._doubt(self._radius if radius is None else radius)

    def _exact_weights(self, updates: int) -> Sum:
        total, count = Sum(self._start, self._rate), int(self._counted[updates])
        if count:
            # The example of an update is in all the weights after it.
            times = np.zeros(len(self._data), dtype=np.int64)
            np.add.at(times, self._mistakes[:updates], count - self._counted[:updates])
            examples = np.flatnonzero(times)
            total.add(self._exact_points.at(examples), times[examples], count)
        return total


def _coarse(rows: Floats) -> bool:
    """Whether products of the rows with others that are coarse, too, are summed without a rounding."""
    size = float(np.abs(rows).max(initial=0.0))
    if excess(size, size) or rows.shape[-1] > 2**10:
        return False
    return _on_grid(np.atleast_2d(rows), math.ldexp(1.0, math.frexp(size)[1] - _BITS))


def _on_grid(rows: Floats, unit: float) -> bool:
    """Whether all are whole multiples of the unit, a power of two."""
    # Where points are on none, mostly their first number tells.
    if rows.size and math.fmod(rows.item(0), unit):
        return False
    size = 256
    for begin in range(0, len(rows), size):
        part = rows[begin : begin + size]
        if (np.rint(part / unit) * unit != part).any():
            return False
    return True
