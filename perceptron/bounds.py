"""What the convergence theorem promises: how many mistakes, and the curves it draws for a run.

Everywhere R is the largest norm of a point and γ the margin of a separating unit vector u, both in the space
where the learner runs: with a bias, of the points with their constant coordinate appended.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from perceptron.dataset import Floats

_GUARD = 1e-9


def _positive(name: str, value: float) -> float:
    if not 0 < value < math.inf:
        raise ValueError(f"{name} must be finite and positive, got {value}")
    return float(value)


def _length(name: str, value: float) -> float:
    if not 0 <= value < math.inf:
        raise ValueError(f"{name} must be finite and not negative, got {value}")
    return float(value)


def whole(bound: float | Fraction) -> int:
    """Floor a bound to a whole number of mistakes, forgiving the rounding of the data it came from.

    A bound within a billionth of a whole number, relatively, is that number: 0.1 is not exactly a tenth in
    binary, and 1/0.1² must still allow 100 mistakes.

    >>> whole(1 / 0.1**2), whole(99.9)
    (100, 99)

    Parameters
    ----------
    bound : float or Fraction
        Finite and not negative.

    Returns
    -------
    int
        The largest number of mistakes allowed.

    Raises
    ------
    ValueError
        If the bound is negative or not finite.
    """
    if bound < 0 or (isinstance(bound, float) and not math.isfinite(bound)):
        raise ValueError(f"a bound must be finite and not negative, got {bound}")
    exact = Fraction(bound)
    nearest = round(exact)
    return nearest if abs(exact - nearest) <= _GUARD * max(1, nearest) else math.floor(exact)


def novikoff(radius: float, margin: float) -> float:
    """Return R²/γ², the most mistakes a perceptron started from w = 0 can make, in any order, at any rate.

    >>> novikoff(radius=1.0, margin=0.5)
    4.0

    Parameters
    ----------
    radius : float
        R, the largest norm of a point.
    margin : float
        γ > 0, the margin of any separating unit vector; the largest margin gives the smallest bound.

    Returns
    -------
    float
        R²/γ², not floored; infinite where a float cannot hold it.

    Raises
    ------
    ValueError
        If the margin is not positive (no margin, no bound) or the radius is negative.

    Notes
    -----
    A. B. J. Novikoff, "On convergence proofs on perceptrons", Symposium on the Mathematical Theory of
    Automata, 1962. The O(R²/γ) of some notes is no bound: it varies with the unit of length.
    """
    ratio = _length("radius", radius) / _positive("margin", margin)
    return ratio * ratio


def from_start(radius: float, margin: float, start_alignment: float, start_norm: float, rate: float = 1.0) -> float:
    """Return the bound on mistakes for a start other than 0, where R²/γ² is wrong.

    With a = w₀·u/η and b = ‖w₀‖/η, M ≤ [R² − 2aγ + √(R⁴ − 4aγR² + 4γ²b²)] / 2γ².

    >>> from_start(1.0, 0.5, start_alignment=0.0, start_norm=0.0)
    4.0
    >>> unit, start = np.array([1, 1]) / np.sqrt(2), np.array([-5, -5])
    >>> whole(from_start(1.0, np.sqrt(0.5), start @ unit, np.sqrt(50)))
    22

    Parameters
    ----------
    radius, margin : float
        R and γ > 0 of a separating unit vector u.
    start_alignment : float
        w₀·u.
    start_norm : float
        ‖w₀‖, at least |w₀·u|.
    rate : float
        η > 0.

    Returns
    -------
    float
        The bound, not floored.

    Raises
    ------
    ValueError
        If margin or rate is not positive, or radius or start_norm is negative.

    Notes
    -----
    From a + Mγ ≤ w·u/η ≤ ‖w‖/η ≤ √(b² + MR²), squared and solved for M.
    """
    unit = _positive("rate", rate) * _positive("margin", margin)
    ratio = _length("radius", radius) / margin
    a = start_alignment / unit
    b = _length("start_norm", start_norm) / unit
    middle = ratio * ratio - 2 * a
    return (middle + math.hypot(middle, 2 * math.sqrt(max(0.0, (b - a) * (b + a))))) / 2


def unit_norm(margin: float) -> float:
    """Return 1/γ², the bound when every point has norm at most 1.

    >>> unit_norm(0.25)
    16.0

    Parameters
    ----------
    margin : float
        γ > 0, of a separating unit vector.

    Returns
    -------
    float
        Novikoff's bound for R = 1, not floored.

    Raises
    ------
    ValueError
        If the margin is not positive.
    """
    return novikoff(1.0, margin)


def biased(offset: float, radius: float, margin: float) -> float:
    """Return (1 + b²)(1 + R²)/ρ², the bound with a bias told in the space of the points themselves.

    It is Novikoff's bound for the augmented unit vector (w, b)/√(1 + b²), and holds for the zero start only.

    >>> whole(biased(offset=0.0, radius=1.0, margin=1.0))    # the points 1 (+1) and −1 (−1): two mistakes
    2

    Parameters
    ----------
    offset : float
        b of a separating plane w·x + b = 0 with ‖w‖ = 1.
    radius : float
        R, the largest norm of a point, without the constant coordinate.
    margin : float
        ρ > 0, the smallest distance y(w·x + b) to that plane.

    Returns
    -------
    float
        The bound, not floored.

    Raises
    ------
    ValueError
        If the margin is not positive or the radius is negative.
    """
    lift = math.hypot(1.0, offset)
    return novikoff(math.hypot(1.0, _length("radius", radius)), _positive("margin", margin) / lift)


def alignment_floor(k: ArrayLike, margin: float, rate: float = 1.0, start_alignment: float = 0.0) -> Floats:
    """Return the least alignment w·u after k mistakes, w₀·u + kηγ.

    >>> alignment_floor([0, 1, 2], margin=0.5)
    array([0. , 0.5, 1. ])

    Parameters
    ----------
    k : array_like
        Numbers of mistakes.
    margin : float
        γ > 0 of the separating unit vector u.
    rate : float
        η > 0.
    start_alignment : float
        w₀·u.

    Returns
    -------
    numpy.ndarray
        One value for each k.

    Raises
    ------
    ValueError
        If margin or rate is not positive.
    """
    step = _positive("rate", rate) * _positive("margin", margin)
    return start_alignment + np.asarray(k, dtype=np.float64) * step


def norm_squared_ceiling(k: ArrayLike, radius: float, rate: float = 1.0, start_norm: float = 0.0) -> Floats:
    """Return the largest squared norm ‖w‖² after k mistakes, ‖w₀‖² + kη²R².

    >>> norm_squared_ceiling([0, 1, 2], radius=2.0)
    array([0., 4., 8.])

    Parameters
    ----------
    k : array_like
        Numbers of mistakes.
    radius : float
        R.
    rate : float
        η > 0.
    start_norm : float
        ‖w₀‖.

    Returns
    -------
    numpy.ndarray
        One value for each k; infinite where a float cannot hold it.

    Raises
    ------
    ValueError
        If the rate is not positive, or radius or start_norm is negative.
    """
    step = _positive("rate", rate) * _length("radius", radius)
    start = _length("start_norm", start_norm)
    with np.errstate(over="ignore"):
        return start * start + np.asarray(k, dtype=np.float64) * (step * step)


def norm_squared_floor(k: ArrayLike, margin: float, rate: float = 1.0, start_alignment: float = 0.0) -> Floats:
    """Return the least squared norm ‖w‖² after k mistakes, max(0, w₀·u + kηγ)².

    >>> norm_squared_floor([0, 1, 2], margin=0.5)
    array([0.  , 0.25, 1.  ])

    Parameters
    ----------
    k : array_like
        Numbers of mistakes.
    margin : float
        γ > 0 of the separating unit vector u.
    rate : float
        η > 0.
    start_alignment : float
        w₀·u.

    Returns
    -------
    numpy.ndarray
        One value for each k; infinite where a float cannot hold it.

    Raises
    ------
    ValueError
        If margin or rate is not positive.
    """
    with np.errstate(over="ignore"):
        return np.square(np.maximum(0.0, alignment_floor(k, margin, rate, start_alignment)))


def cosine_floor(
    k: ArrayLike,
    radius: float,
    margin: float,
    rate: float = 1.0,
    start_alignment: float = 0.0,
    start_norm: float = 0.0,
) -> Floats:
    """Return the least cosine between w and u after k mistakes: √k γ/R from the zero start.

    From another start it is (w₀·u + kηγ)/√(‖w₀‖² + kη²R²) once that is positive; before, only −1 is certain.

    >>> cosine_floor([1, 4], radius=1.0, margin=0.5)
    array([0.5, 1. ])

    Parameters
    ----------
    k : array_like
        Numbers of mistakes, at least 1.
    radius, margin : float
        R > 0 and γ > 0 of the separating unit vector u.
    rate : float
        η > 0.
    start_alignment, start_norm : float
        w₀·u and ‖w₀‖.

    Returns
    -------
    numpy.ndarray
        One value for each k.

    Raises
    ------
    ValueError
        If radius, margin or rate is not positive, or start_norm is negative.
    """
    floor = alignment_floor(k, margin, rate, start_alignment)
    steps = np.sqrt(np.asarray(k, dtype=np.float64)) * (rate * _positive("radius", radius))
    return np.where(floor > 0, floor / np.hypot(_length("start_norm", start_norm), steps), -1.0)
