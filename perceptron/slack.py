"""The slack of each inequality of the convergence proof: exact, so never below 0; and each one's share of R²/γ²."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perceptron.dataset import Dataset, Floats, norms
from perceptron.exact import Whole, solve, wolfe
from perceptron.planes import Plane
from perceptron.real import rounded, whole
from perceptron.run import Run, aligned_with, check_separator
from perceptron.separation import Separator

_CLOSE = 1e-9  # a smaller difference of two cosines, or a smaller part of η²R², may be rounding


class Direction(NamedTuple):
    """A unit vector u that separates the points; the margin of u is its smallest y x·u.

    Parameters
    ----------
    normal : numpy.ndarray of int, shape (d,)
        u times a positive number.
    excess : numpy.ndarray, shape (n,)
        y x·u of each point minus the margin of u.
    """

    normal: Whole
    excess: Floats


class Factors(NamedTuple):
    """R²/γ² and the three factors, each from 0 to 1, that take it down to the number of updates.

    >>> from perceptron import Dataset, separate, train
    >>> data = Dataset([[0, 2], [1, 1]], [1, -1])
    >>> factors(train(data), separate(data))
    Factors(bound=Fraction(10, 1), length=Fraction(1, 2), angle=Fraction(1, 1), floor=Fraction(1, 1))

    Parameters
    ----------
    bound : Fraction
        R²/γ².
    length : Fraction
        ‖w‖²/kη²R², what the bound on the length leaves: y w·x ≤ 0 and ‖x‖ ≤ R at each update.
    angle : Fraction
        cos²∠(w, w*), what the inequality of Cauchy and Schwarz leaves.
    floor : Fraction
        (kηγ/w·w*)², what the bound on w·w* leaves: y x·w* ≥ γ at each update.
    """

    bound: Fraction
    length: Fraction
    angle: Fraction
    floor: Fraction


def factors(run: Run, separator: Separator) -> Factors:
    """Return R²/γ², the bound on a run's updates, and three factors that take it down to their number k, exactly.

    k = R²/γ² · ‖w‖²/kη²R² · cos²∠(w, w*) · (kηγ/w·w*)² for the last w of the run. Each factor is at most 1. It belongs
    to one ≤ of the proof of the bound, and shows how much this ≤ gives away.

    >>> import math
    >>> from perceptron import gate, separate, train
    >>> data = gate("and").augmented()
    >>> factors(train(data), separate(data))
    Factors(bound=Fraction(51, 1), length=Fraction(29, 54), angle=Fraction(484, 493), floor=Fraction(81, 121))
    >>> math.prod(factors(train(data), separate(data)))
    Fraction(18, 1)

    Parameters
    ----------
    run : Run
        A run with an update, from w₀ = 0.
    separator : Separator
        The separator of the run's data; its attribute `data` must be set, as `separate` does.

    Raises
    ------
    TypeError
        If the separator is something else, such as the proof that nothing separates the data.
    ValueError
        If the run has no update or starts elsewhere, or the separator belongs to other data or has no `data`.

    Notes
    -----
    A. B. J. Novikoff, 1962, squares kηγ ≤ w·w* ≤ ‖w‖ ≤ √k ηR. A factor is the smaller side of one ≤ over its larger
    side, squared, so their product is (kγ)²/kR². All are fractions, since p = γw* is: cos² = (w·p)²/‖w‖²‖p‖².
    """
    check_separator(run.data, separator)
    if run.start.any() or not run.updates:
        raise ValueError(f"run must start at w = 0 and have an update, got {run!r} from w = {run.start}")
    # 1. w in units of η, shape (d,), and its products.
    signed, point = whole(run.data.signed, run.data.exact_lift), separator.nearest
    numbers = run.alpha.astype(object) @ signed.numbers
    unit = Fraction(2) ** signed.exponent / signed.denominator
    squared, along = int(numbers @ numbers) * unit**2, point.product(signed._replace(numbers=numbers))
    # 2. The factors; γ‖p‖ = ‖p‖² and w·w* = w·p/‖p‖.
    k, most, size = run.updates, run.data.radius_squared, point.size
    return Factors(most / size, squared / (k * most), along**2 / (squared * size), (k * size / along) ** 2)


def toward(data: Dataset, separator: Separator) -> Direction:
    """Return w*, the separator's unit vector, as a Direction, with y x·w* minus the margin for each point.

    `separator` must be that of `data`; nothing checks this.

    >>> from perceptron import gate, separate
    >>> data = gate("and").augmented()
    >>> (toward(data, separate(data)).excess * 17**0.5).round(9)
    array([2., 0., 0., 0.])
    """
    normal, _ = _nearest(whole(data.signed, data.exact_lift).numbers, separator.support.tolist())
    return _direction(data, normal)


def farthest(data: Dataset, plane: Plane) -> Direction:
    """Return the plane w·x + b = 0 as a Direction in the space of `data`: the unit vector along (w, b/c).

    The data must have a constant last coordinate, c. The plane must be the `geometric` one that `margins` finds for the
    same points without this coordinate. For a single class w is 0, and only the vector's last coordinate is not. The
    result's `normal` is the unit vector times a positive number, in whole numbers.

    >>> from perceptron import Dataset, margins
    >>> points = Dataset([[4, 4], [4, 3], [4, 1]], [-1, 1, 1])
    >>> farthest(points.augmented(), margins(points).geometric).normal.tolist()
    [0, -2, 7]
    """
    signed = whole(data.signed, data.exact_lift).numbers
    points, height = signed[:, :-1] * data.y[:, None], signed[0, -1] * int(data.y[0])
    first, second = (np.flatnonzero(data.y == label) for label in (1, -1))
    if not (first.size and second.size):
        return _direction(data, np.array([0] * (data.dim - 1) + [int(data.y[0])], dtype=object))
    support = plane.support[data.y[plane.support] > 0], plane.support[data.y[plane.support] < 0]
    pairs = np.stack(np.meshgrid(*support), axis=-1).reshape(-1, 2)
    while True:
        normal, total = _nearest(points[pairs[:, 0]] - points[pairs[:, 1]], [0])
        along = points @ normal
        nearest = first[along[first].argmin()], second[along[second].argmax()]
        low, high = along[nearest[0]], along[nearest[1]]
        if (low - high) * total >= normal @ normal:
            lifted = np.append(2 * height * normal, -(low + high))
            return _direction(data, lifted)
        pairs = np.vstack([pairs, nearest])


def of_updates(run: Run, direction: Direction) -> Floats:
    """Return how much more than ηγ each of M updates raised w·u, shape (M,); η is the run's rate.

    `direction` is a unit vector u that separates the run's points with the margin γ.

    >>> from perceptron import Dataset, separate, train
    >>> run = train(Dataset([[1, 1], [1, -1], [2, 1]], [1, 1, 1]))
    >>> run.mistakes, of_updates(run, toward(run.data, separate(run.data)))
    (array([0, 1]), array([0., 0.]))
    """
    return run.rate * direction.excess[run.mistakes]


def of_lengths(run: Run) -> Floats:
    """Return η²R² − (‖wₖ‖² − ‖wₖ₋₁‖²) for each update k from 1 to M, shape (M,).

    An update raises ‖w‖² by at most η²R², so no entry is negative. η is the run's rate, and R the largest norm of a
    point.

    >>> from perceptron import Dataset, train
    >>> of_lengths(train(Dataset([[1, 1], [1, -1], [2, 1]], [1, 1, 1])))
    array([3., 3.])
    """
    numbers, exponent, denominator = whole(run.data.signed, run.data.exact_lift)
    squares = (numbers * numbers).sum(axis=1)
    shorter = rounded(squares.max() - squares, 2 * exponent, Fraction(denominator) ** 2)[run.mistakes]
    # The score of a mistake is at most 0.
    below = np.abs(run.path.unscaled(run.path.scores_before))
    slack = run.rate**2 * shorter + 2 * run.rate * below
    # What is left of almost nothing is computed exactly: a score is rounded on the scale of w and x.
    most = Fraction(run.origin.rate) ** 2 * run.data.radius_squared
    near = np.flatnonzero((slack > 0) & (slack <= _CLOSE * float(most)))
    if near.size:
        numbers, exponent, denominator = run.path.whole_weights()
        squares = (numbers * numbers).sum(axis=1)
        unit = Fraction(2) ** (2 * exponent) / denominator**2
        slack[near] = [float(most - rise * unit) for rise in (squares[near + 1] - squares[near]).tolist()]
    return slack


def of_angles(run: Run, direction: Direction) -> Floats:
    """Return ‖w‖ − w·u before the first update and after each, shape (M + 1,), for a direction u.

    >>> from perceptron import Dataset, separate, train
    >>> run = train(Dataset([[1, 1], [1, -1]], [1, 1]))
    >>> of_angles(run, toward(run.data, separate(run.data))).round(9)
    array([0.        , 0.41421356, 0.        ])
    """
    weights, u = run.path.whole_weights().numbers, direction.normal
    along, squares, size = weights @ u, (weights * weights).sum(axis=1), u @ u
    lengths = norms(run.weights)
    slack = np.zeros(len(lengths))
    for k in np.flatnonzero(squares).tolist():
        product = squares[k] * size
        sine_squared = (product - along[k] ** 2) / product  # Python rounds a quotient of whole numbers correctly
        cosine = (1 - sine_squared) ** 0.5
        slack[k] = lengths[k] * (sine_squared / (1 + cosine) if along[k] > 0 else 1 + cosine)
    return slack


def turned_away(run: Run, separator: Separator) -> NDArray[np.bool_]:
    """Return for each of M updates whether it enlarged the angle between w and w*.

    An update from or to w = 0 did not, since w = 0 has no angle.

    >>> from perceptron import gate, separate, train
    >>> run = train(gate("and").augmented())
    >>> turned_away(run, separate(run.data))[:6]
    array([False,  True, False,  True, False,  True])
    """
    lengths = norms(run.weights)
    along = aligned_with(separator.w, run.weights)
    cosines = np.divide(along, lengths, out=np.full(len(along), np.nan), where=lengths > 0)
    change = np.diff(cosines)
    away: NDArray[np.bool_] = change < 0
    close = np.flatnonzero(np.abs(change) <= _CLOSE)
    if close.size:
        u = toward(run.data, separator).normal
        weights = run.path.whole_weights().numbers
        before, after = weights[close], weights[close + 1]
        (of, squared), (then, squared_then) = ((_signed_square(w @ u), (w * w).sum(axis=1)) for w in (before, after))
        away[close] = then * squared < of * squared_then
    return away


def _signed_square(values: Whole) -> Whole:
    """Return sign(v) v² for each value v."""
    squares: Whole = values * np.abs(values)
    return squares


def _direction(data: Dataset, normal: Whole) -> Direction:
    """Return the direction with a given normal."""
    normal = normal // np.gcd.reduce(normal)
    numbers, exponent, denominator = whole(data.signed, data.exact_lift)
    along, largest = numbers @ normal, max(abs(normal))
    length = float(norms(np.array([[part / largest for part in normal]]))[0])
    return Direction(normal, rounded(along - along.min(), exponent, Fraction(denominator * largest)) / length)


def _nearest(rows: Whole, chosen: list[int]) -> tuple[Whole, int]:
    """Return m·p and m > 0 in whole numbers, where p is the point of the rows' hull nearest to the origin.

    The walk to it begins at the chosen rows.
    """
    normal, total = rows[0], 1

    def shares_on_plane(chosen: list[int]) -> list[Fraction]:
        nonlocal normal, total
        v = solve(rows[chosen] @ rows[chosen].T + 1)
        normal, total = v @ rows[chosen], int(v.sum())
        return [Fraction(part, total) for part in v]

    def point_below(chosen: list[int], shares: list[Fraction]) -> int | None:
        excess = total * (rows @ normal) - normal @ normal
        worst = int(excess.argmin())
        return worst if excess[worst] < 0 else None

    wolfe(chosen, [Fraction(1, len(chosen))] * len(chosen), shares_on_plane, point_below)
    return normal, total
