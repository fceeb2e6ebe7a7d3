"""Sums of a constant and of Gaussians of distances, Σ cⱼ exp(−dⱼ²/2σ²), with whole cⱼ: their signs are certain.

The exponents are rational. Powers of e to different rational exponents are linearly independent over the rationals
(F. Lindemann and K. Weierstrass, 1885), so a sum is 0 only if what stands at each distance is; any other shows its sign
in enough digits.
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
from perceptron.real import whole

_EPS = float(np.finfo(np.float64).eps)
_DIGITS = 40  # of the first try in decimals
_FLOAT_DIGITS = 18  # more than a float has


class _Sum(NamedTuple):
    """A sum: its rational part, and at each squared distance, in whole numbers of a unit, how often it counts."""

    constant: Fraction
    counts: tuple[tuple[int, int], ...]

    @property
    def vanishes(self) -> bool:
        return not self.constant and not self.counts

    def less(self, other: _Sum) -> _Sum:
        """Return this sum without another."""
        counts = Counter(dict(self.counts))
        counts.subtract(dict(other.counts))
        return _Sum(self.constant - other.constant, tuple(sorted((at, count) for at, count in counts.items() if count)))


class Gaussians:
    """The signed values yᵢyⱼ (c² + exp(−‖xᵢ − xⱼ‖²/2σ²)) of points, and the sums of them.

    >>> from perceptron import Dataset
    >>> values = Gaussians(Dataset([[0.0], [1.0], [3.0]], [1, -1, 1]), 0.05, Fraction(1))
    >>> values.signs(np.array([2]), np.array([[1, 1, 0]]))    # less by exp(−1800) than what is added by exp(−800)
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
        """Return the signs of Σ countsⱼ yᵢyⱼ Kᵢⱼ for some i, but below 0 whole numbers in the order of the sums."""
        signs = self.signs(indices, np.broadcast_to(counts, (len(indices), len(counts)))).astype(object)
        below = {k: self._sum(int(indices[k]), counts) for k in np.flatnonzero(signs < 0).tolist()}
        values, context = {part: self._value(part, _DIGITS) for part in below.values()}, _context(_DIGITS)

        def compared(one: _Sum, other: _Sum) -> int:
            (first, doubt), (second, more) = values[one], values[other]
            apart = context.subtract(first, second)
            if apart.copy_abs() <= context.add(doubt, more):  # what both have in common may hide the difference
                apart, _ = self._certain(one.less(other))
            return (apart > 0) - (apart < 0)

        ordered = sorted(values, key=functools.cmp_to_key(compared))
        for k, part in below.items():
            signs[k] = ordered.index(part) - len(ordered)
        return signs

    def signs(self, indices: Ints, counts: Ints) -> Ints:
        """Return the signs of the sums for some i, each with its own counts, shape (m, n)."""
        labels = np.array(self._y)
        times = (counts * labels).astype(np.float64)
        lifts = times.sum(axis=1) * float(self._constant)
        # Where nothing else is added, all is in units of the largest term: of far points none is a float.
        squares = self._squares[indices]
        largest = np.min(squares, axis=1, where=counts > 0, initial=np.inf, keepdims=True)
        units = np.where((lifts == 0)[:, None] & np.isfinite(largest), largest, 0.0)
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            terms = np.where(counts > 0, np.exp((units - squares) / 2), 0.0)
        scores = labels[indices] * (np.vecdot(times, terms) + lifts)
        # An exponent has as many roundings as there are coordinates; a sum, one for each term.
        roundings = (self._dim + 8) * (squares + 1) + np.count_nonzero(counts, axis=1)[:, None] + 2
        errors = np.multiply(_EPS * terms, roundings, out=np.zeros_like(terms), where=terms > 0) + 1e-300
        doubts = 2 * np.vecdot(counts.astype(np.float64), errors) + 4 * _EPS * np.abs(lifts)
        signs: Ints = np.sign(scores).astype(np.int64)
        for place in np.flatnonzero(np.abs(scores) <= doubts).tolist():
            value, _ = self._certain(self._sum(int(indices[place]), counts[place]))
            signs[place] = (value > 0) - (value < 0)
        return signs

    def score(self, i: int, counts: Ints) -> float:
        """Return a sum, rounded once, but to 0 only where it is 0."""
        value, error = self._certain(self._sum(i, counts), _FLOAT_DIGITS)
        return float(value) or math.copysign(5e-324, value) if error else 0.0

    def _certain(self, part: _Sum, certain: int = 0) -> tuple[Decimal, Decimal]:
        """Return a sum and its error with so many certain digits, or at least its sign; 0 has no error."""
        digits = _DIGITS
        while True:
            value, error = self._value(part, digits)
            if part.vanishes or value.copy_abs() > _context(digits).scaleb(error, certain):
                return value, error
            digits *= 2

    def _sum(self, i: int, counts: Ints) -> _Sum:
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
        """Return a sum to so many digits of its largest term, and by how much it may be off.

        However far apart the points, no term takes more digits: a decimal has its own exponent.
        """
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
        # Each term is off by 1.5 units in its last place at most, and each sum on the way by half of one; a unit is at
        # most ten of the last digits, and none of the sums exceeds the size.
        size = functools.reduce(context.add, map(Decimal.copy_abs, terms))
        return value, context.multiply(size, Decimal(20 * len(terms)).scaleb(-digits))


def _power(exponent: Fraction, digits: int) -> Decimal:
    """Return exp(−exponent), off by at most one unit in the last of so many digits.

    >>> _power(Fraction(1), 5), _power(Fraction(10**9), 5)
    (Decimal('0.36788'), Decimal('1.2495E-434294482'))
    """
    # The error of the exponent is the relative one of the result.
    finer = _context(digits + len(str(int(exponent))) + 5)
    quotient = finer.divide(Decimal(-exponent.numerator), Decimal(exponent.denominator))
    return _context(digits).plus(finer.exp(quotient))


@functools.cache
def _context(digits: int) -> Context:
    # The usual context, in which operators work, takes what is below 10⁻¹⁰⁰⁰⁰⁰⁰ for 0.
    return Context(prec=digits, Emin=MIN_EMIN, Emax=MAX_EMAX)
