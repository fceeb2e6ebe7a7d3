"""Weights as real arithmetic has them: floats guess, and where a guess is within its error whole numbers decide.

Floats are whole multiples of powers of two, and so is every sum of points, w = w₀ + η Σ c z, with whole counts c.
The guess is w/η, so that from w₀ = 0 the rate plays no part in it.
"""

from __future__ import annotations

import math

import numpy as np

from perceptron.dataset import Floats, Ints, norms
from perceptron.exact import Whole

_EPS = float(np.finfo(np.float64).eps)
_LOST = 1e-300  # more than products that vanish can amount to
_BITS = 20  # a grid of so many bits leaves room for millions of updates without a rounding


def sums(rows: Floats) -> Floats:
    """Return the sum of the first row, of the first two, and so on, each right but for its last bit.

    >>> sums(np.full((10, 1), 0.1))[-1], np.full((10, 1), 0.1).cumsum(axis=0)[-1]
    (array([1.]), array([1.]))
    """
    totals = np.add.accumulate(rows, axis=0)
    before, after, added = totals[:-1], totals[1:], rows[1:]
    moved = after - before
    # What each addition rounded away (D. E. Knuth's formula) is summed as well.
    lost = (before - (after - moved)) + (added - moved)
    totals[1:] += np.add.accumulate(lost, axis=0)
    return totals


def combined(counts: Ints, rows: Floats) -> Floats:
    """Return Σ counts · rows over the first axis, right but for its last bit.

    Parameters
    ----------
    counts : numpy.ndarray of int, shape (n, ...)
        Below 2**26.
    rows : numpy.ndarray, shape (n, ..., d)
        Neither so large nor so small that a product of 2**28 with them overflows, or their last digits vanish.

    >>> combined(np.array([10, 1]), np.array([[0.1], [-1.0]]))
    array([5.55111512e-17])
    """
    # A count times half the digits of a float is not rounded (T. J. Dekel's split).
    wide = rows * (2.0**27 + 1)
    high = wide - (wide - rows)
    times = counts[..., None].astype(np.float64)
    total: Floats = sums(np.concatenate([times * high, times * (rows - high)]))[-1]
    return total


def whole(values: Floats) -> tuple[Whole, int]:
    """Return the values as whole multiples of a power of two, and its exponent.

    >>> whole(np.array([0.75, -2.0]))[0] * 2.0 ** whole(np.array([0.75, -2.0]))[1]
    array([0.75, -2.0], dtype=object)
    """
    parts, exponents = np.frexp(values)
    low = int(exponents.min(initial=0))
    numbers = np.ldexp(parts, 53).astype(np.int64).astype(object)
    return numbers << (exponents - low).astype(object), low - 53


class Sum:
    """w₀ + η Σ c z in whole numbers of a unit.

    >>> total = Sum(np.zeros(1), 0.1)
    >>> total.add(np.array([[0.1], [0.2], [-0.3]]))
    >>> total.signs(np.array([[1.0], [-1.0], [0.0]]))
    array([ 1, -1,  0])

    Parameters
    ----------
    start : numpy.ndarray, shape (d,)
        w₀.
    rate : float
        η > 0.
    """

    def __init__(self, start: Floats, rate: float = 1.0) -> None:
        self._w, self._unit = whole(start)
        (self._rate,), self._rate_unit = whole(np.array([rate]))
        self._parts = 1

    def add(self, rows: Floats, counts: Ints | None = None, parts: int = 1) -> None:
        """Add η Σ c z/parts over rows z, shape (m, d), with counts c, 1 unless given."""
        numbers, unit = whole(rows)
        step = self._rate * (numbers.sum(axis=0) if counts is None else counts.astype(object) @ numbers)
        common = math.lcm(self._parts, parts)
        low = min(self._unit, unit + self._rate_unit)
        self._w = (self._w << self._unit - low) * (common // self._parts)
        self._w += (step << unit + self._rate_unit - low) * (common // parts)
        self._unit, self._parts = low, common

    def scores(self, points: Floats) -> Whole:
        """Return w·x for each of the points, shape (m, d), in a unit that they share."""
        return np.asarray(whole(points)[0] @ self._w)

    def signs(self, points: Floats) -> Ints:
        """Return the sign of w·x for each of the points."""
        scores = self.scores(points)
        return (scores > 0).astype(np.int64) - (scores < 0)


def vanishes(rows: Floats, chosen: Ints) -> bool:
    """Whether the chosen rows, each as often as it was chosen, sum to zero."""
    used, counts = np.unique(chosen, return_counts=True)
    numbers, _ = whole(rows[used])
    return not (counts.astype(object) @ numbers).any()


def over(start: Floats, rate: float, scale: int) -> tuple[Floats, bool]:
    """Return w₀/η over a power of two, and whether that is without a rounding."""
    part, exponent = math.frexp(rate)
    guess = np.ldexp(start, -scale - exponent) / part
    return guess, not start.any() or bool(part == 0.5 and (np.ldexp(guess, scale + exponent - 1) == start).all())


class Doubt:
    """How far the float product of a point with a guess of w/η may lie from the truth.

    The guess is a sum of k points, and each was a mistake, so that ‖w/η‖² grew by no more than that of its step.
    Where the points lie on a coarse grid the floats are right for long.

    Parameters
    ----------
    points : numpy.ndarray, shape (n, d)
        What is added and what is asked about.
    radius : float
        R, the largest norm of a point.
    start : numpy.ndarray, shape (d,)
        The guess before the first update.
    given : bool
        Whether the start is without a rounding itself.
    step : float, optional
        The most that ‖w/η‖² grows by in an update is its square; R unless given.
    """

    def __init__(self, points: Floats, radius: float, start: Floats, given: bool, step: float | None = None) -> None:
        self._dim, self._radius = points.shape[1], radius
        self._length, self._step = float(norms(start[None, :])[0]), radius if step is None else step
        unit = math.ldexp(1.0, math.frexp(radius)[1] - _BITS)
        self._most = -1.0 if radius else math.inf
        if radius and given and _on_grid(start[None, :], unit) and _on_grid(points, unit):
            reach = math.ldexp(unit, 52) * (unit / radius)
            self._most = (reach**2 - self._length**2) / self._step**2

    def after(self, updates: int) -> float:
        """Return the bound on the error of a product after so many updates."""
        if updates <= self._most:
            return 0.0
        reach = math.hypot(self._length, self._step * math.sqrt(updates))
        return float(_EPS * (updates + self._dim + 3) * reach * self._radius + _LOST)


def _on_grid(rows: Floats, unit: float) -> bool:
    """Whether all are whole multiples of the unit, a power of two."""
    size = 256
    for begin in range(0, len(rows), size):
        part = rows[begin : begin + size]
        if (np.rint(part / unit) * unit != part).any():
            return False
    return True
