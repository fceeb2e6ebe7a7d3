"""Exact signs of sums of a constant and Gaussians, Σ cⱼ exp(−dⱼ²/2σ²) with whole numbers cⱼ.

The exponents are rational. Powers of e with different rational exponents are linearly independent over the rationals
(F. Lindemann and K. Weierstrass, 1885). So a sum is 0 only if the total cⱼ at each distance is 0; every other sum shows
its sign if computed with enough digits.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from perceptron.dataset import Dataset, Ints
from perceptron.exact import Whole
from perceptron.real import EPS, whole

_DIGITS = 40  # digits of the first try in decimals
_FLOAT_DIGITS = 18  # more than a float has


class _Sum(NamedTuple):
    """The sum c + Σ k exp(−s·u): c, and pairs (s, k) of whole numbers with s > 0; a data set has one u."""

    constant: Fraction
    counts: tuple[tuple[int, int], ...]

    @property
    def vanishes(self) -> bool:
        return not self.constant and not self.counts

    def less(self, other: _Sum) -> _Sum:
        """Return this sum minus the other."""
        counts = Counter(dict(self.counts))
        counts.subtract(dict(other.counts))
        return _Sum(self.constant - other.constant, tuple(sorted((at, count) for at, count in counts.items() if count)))


class Gaussians:
    """The signed kernel values yᵢyⱼKᵢⱼ, Kᵢⱼ = c² + exp(−‖xᵢ − xⱼ‖²/2σ²), of a data set, and the signs of their sums.

    `width` is σ > 0, `constant` is c², 0 without a bias.

    >>> from perceptron import Dataset
    >>> values = Gaussians(Dataset([[0.0], [1.0], [3.0]], [1, -1, 1]), 0.05, Fraction(1))
    >>> values.signs(np.array([2]), np.array([[1, 1, 0]]))    # the sum is exp(−1800) − exp(−800)
    array([-1])
    """

    def __init__(self, data: Dataset, width: float, constant: Fraction) -> None:
        self._X, self._y, self._constant = whole(data.X).numbers, data.y.tolist(), constant
        self._scale = Fraction(4) ** whole(data.X).exponent / (2 * Fraction(width) ** 2)
        self._rows: dict[int, list[int]] = {}
        self._powers: dict[int, dict[int, Decimal]] = {}
        self._squares, self._dim = np.zeros((len(data), len(data))), data.dim
        with np.errstate(over="ignore"):
            for column in data.X.T:
                self._squares += ((column[:, None] - column) / width) ** 2

    def sums(self, indices: Ints, counts: Ints) -> Whole:
        """Return a whole number for each of m points i, shape (m,), with the sign of the sum Σⱼ countsⱼ yᵢyⱼKᵢⱼ.

        The number is 1 for every positive sum, and 0 for a sum that is 0. Negative sums are ranked: the largest has −1,
        the next −2, and so on; equal sums have the same number. `indices`, shape (m,), are the points i. `counts`,
        shape (n,), are whole numbers, none negative.
        """
        signs = self.signs(indices, np.broadcast_to(counts, (len(indices), len(counts)))).astype(object)
        below = {k: self._sum(int(indices[k]), counts) for k in np.flatnonzero(signs < 0).tolist()}
        values, context = {part: self._value(part, _DIGITS) for part in below.values()}, _context(_DIGITS)

        def compared(one: _Sum, other: _Sum) -> int:
            (first, doubt), (second, more) = values[one], values[other]
            apart = context.subtract(first, second)
            if apart.copy_abs() <= context.add(doubt, more):  # common terms may hide the difference
                apart, _ = self._certain(one.less(other))
            return (apart > 0) - (apart < 0)

        ordered = sorted(values, key=functools.cmp_to_key(compared))
        for k, part in below.items():
            signs[k] = ordered.index(part) - len(ordered)
        return signs

    def signs(self, indices: Ints, counts: Ints) -> Ints:
        """Return the exact sign, −1, 0 or 1, of the sum Σⱼ countsⱼ yᵢyⱼKᵢⱼ for each of m points i, shape (m,).

        `indices`, shape (m,), are the points i. `counts`, shape (m, n), has a row for each of them: whole numbers, none
        negative.
        """
        # 1. The sums in floats, shape (m,). Without a constant the largest term is the unit, as far terms underflow.
        labels = np.array(self._y)
        times = (counts * labels).astype(np.float64)
        lifts = times.sum(axis=1) * float(self._constant)
        squares = self._squares[indices]
        largest = np.min(squares, axis=1, where=counts > 0, initial=np.inf, keepdims=True)
        units = np.where((lifts == 0)[:, None] & np.isfinite(largest), largest, 0.0)
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            terms = np.where(counts > 0, np.exp((units - squares) / 2), 0.0)
        scores = labels[indices] * (np.vecdot(times, terms) + lifts)
        # 2. Their error bounds: an exponent has one rounding per coordinate, a sum one per term.
        roundings = (self._dim + 8) * (squares + 1) + np.count_nonzero(counts, axis=1)[:, None] + 2
        errors = np.multiply(EPS * terms, roundings, out=np.zeros_like(terms), where=terms > 0) + 1e-300
        doubts = 2 * np.vecdot(counts.astype(np.float64), errors) + 4 * EPS * np.abs(lifts)
        # 3. The signs that rounding could change, from decimals.
        signs: Ints = np.sign(scores).astype(np.int64)
        for place in np.flatnonzero(np.abs(scores) <= doubts).tolist():
            value, _ = self._certain(self._sum(int(indices[place]), counts[place]))
            signs[place] = (value > 0) - (value < 0)
        return signs

    def score(self, i: int, counts: Ints) -> float:
        """Return Σⱼ countsⱼ yᵢyⱼKᵢⱼ for the point i, rounded once; a sum that is not 0 never becomes 0."""
        value, error = self._certain(self._sum(i, counts), _FLOAT_DIGITS)
        return float(value) or math.copysign(5e-324, value) if error else 0.0

    def _certain(self, part: _Sum, certain: int = 0) -> tuple[Decimal, Decimal]:
        """Compute a sum with at least its correct sign, to `certain` correct digits, and a bound on its error.

        The bound is 0 only for the sum 0.
        """
        digits = _DIGITS
        while True:
            value, error = self._value(part, digits)
            if part.vanishes or value.copy_abs() > _context(digits).scaleb(error, certain):
                return value, error
            digits *= 2

    def _sum(self, i: int, counts: Ints) -> _Sum:
        """Return Σ countsⱼ yᵢyⱼ Kᵢⱼ as a `_Sum`."""
        row = self._rows.get(i)
        if row is None:
            sides = self._X - self._X[i]
            row = self._rows[i] = (sides * sides).sum(axis=1).tolist()
        at: dict[int, int] = {}
        for j in np.flatnonzero(counts).tolist():
            at[row[j]] = at.get(row[j], 0) + int(counts[j]) * self._y[i] * self._y[j]
        constant = sum(at.values()) * self._constant + at.pop(0, 0)
        return _Sum(constant, tuple(sorted((square, count) for square, count in at.items() if count)))

    def _value(self, part: _Sum, digits: int) -> tuple[Decimal, Decimal]:
        """Return a sum computed with this many digits, and its error bound."""
        context = _context(digits)
        constant = context.divide(Decimal(part.constant.numerator), Decimal(part.constant.denominator))
        powers = self._powers.setdefault(digits, {})
        terms = [constant]
        for square, count in part.counts:
            power = powers.get(square)
            if power is None:
                power = powers[square] = _power(square * self._scale, digits)
            terms.append(context.multiply(Decimal(count), power))
        value = functools.reduce(context.add, terms)
        # Each term is off by at most 1.5 units in its last place, each partial sum by half a unit. No partial sum
        # exceeds the sum of the absolute terms.
        size = functools.reduce(context.add, map(Decimal.copy_abs, terms))
        return value, context.multiply(size, Decimal(20 * len(terms)).scaleb(-digits))


def _power(exponent: Fraction, digits: int) -> Decimal:
    """Return exp(−exponent) to this many digits, off by at most one unit in the last.

    >>> _power(Fraction(1), 5), _power(Fraction(10**9), 5)
    (Decimal('0.36788'), Decimal('1.2495E-434294482'))
    """
    # The absolute error of the exponent is the relative error of the result.
    finer = _context(digits + len(str(int(exponent))) + 5)
    quotient = finer.divide(Decimal(-exponent.numerator), Decimal(exponent.denominator))
    return _context(digits).plus(finer.exp(quotient))


@functools.cache
def _context(digits: int) -> Context:
    # Python's default context rounds numbers below 10⁻¹⁰⁰⁰⁰⁰⁰ to 0.
    return Context(prec=digits, Emin=MIN_EMIN, Emax=MAX_EMAX)
