"""Sums of a constant and of Gaussians of distances, Σ cⱼ exp(−dⱼ²/2σ²), with whole cⱼ: their signs are certain.

The exponents are rational. Powers of e to different rational exponents are linearly independent over the rationals
(F. Lindemann and K. Weierstrass, 1885), so a sum is 0 only if what stands at each distance is; any other shows its sign
in enough digits.
"""

from __future__ import annotations

from decimal import Context
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from perceptron.dataset import Dataset, Ints
from perceptron.exact import Whole
from perceptron.real import rounded, whole

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
        self._powers: dict[int, dict[int, int]] = {}
        squares = np.zeros((len(data), len(data)))
        with np.errstate(over="ignore", under="ignore"):
            for column in data.X.T:
                squares += ((column[:, None] - column) / width) ** 2
            self._floats = np.exp(-squares / 2)
            # An exponent has as many roundings as there are coordinates; a sum, one for each term.
            self._errors = _EPS * (self._floats * (data.dim + 8) * (np.minimum(squares, 2000) + 1)) + 1e-300

    def sums(self, indices: Ints, counts: Ints) -> Whole:
        """Return Σ countsⱼ yᵢyⱼ Kᵢⱼ for some i in a unit that they share, as near as it takes to compare them."""
        parts, digits = [self._sum(i, counts) for i in indices.tolist()], _DIGITS
        distinct = list(dict.fromkeys([*parts, _Sum(Fraction(), ())]))
        while True:
            values = {part: self._value(part, digits) for part in distinct}
            ranks = sorted((value, error) for value, error in values.values())
            if all(one + doubt < other - more for (one, doubt), (other, more) in pairwise(ranks)):
                return np.array([values[part][0] for part in parts], dtype=object)
            digits *= 2

    def signs(self, indices: Ints, counts: Ints) -> Ints:
        """Return the signs of the sums for some i, each with its own counts, shape (m, n)."""
        labels = np.array(self._y)
        times = counts * labels
        near, lifts = self._floats[indices], times.sum(axis=1) * float(self._constant)
        scores = labels[indices] * (np.vecdot(times.astype(np.float64), near) + lifts)
        terms = (np.count_nonzero(counts, axis=1) + 2) * _EPS * np.vecdot(counts.astype(np.float64), near)
        doubts = 2 * (np.vecdot(counts.astype(np.float64), self._errors[indices]) + terms) + 4 * _EPS * np.abs(lifts)
        signs: Ints = np.sign(scores).astype(np.int64)
        for place in np.flatnonzero(np.abs(scores) <= doubts).tolist():
            value = self.sums(indices[place : place + 1], counts[place])[0]
            signs[place] = (value > 0) - (value < 0)
        return signs

    def score(self, i: int, counts: Ints) -> float:
        """Return a sum, rounded once, but to 0 only where it is 0."""
        part, digits = self._sum(i, counts), _DIGITS
        while not part.vanishes:
            value, error = self._value(part, digits)
            if abs(value) > 10**_FLOAT_DIGITS * error:
                return float(rounded(np.array([value], dtype=object), 0, Fraction(10) ** digits)[0])
            digits *= 2
        return 0.0

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

    def _value(self, part: _Sum, digits: int) -> tuple[int, int]:
        """Return a sum in units of the last of so many decimals, and by how many of them it may be off."""
        powers = self._powers.setdefault(digits, {})
        value = part.constant.numerator * 10**digits // part.constant.denominator
        for square, count in part.counts:
            power = powers.get(square)
            if power is None:
                power = powers[square] = _power(square * self._scale, digits)
            value += count * power
        return value, 0 if part.vanishes else 1 + sum(abs(count) for _, count in part.counts)


def _power(exponent: Fraction, digits: int) -> int:
    """Return exp(−exponent) in units of the last of so many decimals, off by at most one of them.

    >>> _power(Fraction(1), 5), _power(Fraction(10**9), 5)
    (36788, 0)
    """
    places = digits - int(exponent / Fraction("2.30258")) + 1
    if places < 0:
        return 0
    # The error of the exponent is that of the result; both are rounded far beyond its last place.
    context = Context(prec=places + len(str(int(exponent))) + 5)
    quotient = context.divide(context.create_decimal(-exponent.numerator), context.create_decimal(exponent.denominator))
    return int(context.to_integral_value(context.scaleb(context.exp(quotient), digits)))
