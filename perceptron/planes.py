"""Three margins: of planes through the origin, with the bias as a weight of the learner, and of any plane."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from perceptron import bounds
from perceptron.checks import Number, format_bound
from perceptron.dataset import Dataset, Floats, Ints, frozen, required
from perceptron.exact import solve
from perceptron.real import EPS, whole
from perceptron.separation import ROUNDING, Inseparable, Separation, Separator, lowest, separate


@dataclass(frozen=True, eq=False, repr=False)
class Plane:
    """The plane w·x + b = 0 farthest from both classes: the hard-margin support vector machine.

    >>> from perceptron import gate
    >>> plane = margins(gate("and")).geometric
    >>> plane, plane.support
    (Plane(margin 0.3536, radius 1.414, bound 51), array([1, 2, 3]))

    Parameters
    ----------
    w : numpy.ndarray, shape (d,)
        ‖w‖ = 1; for a single class 0, as the plane can then be arbitrarily far away.
    offset : float
        b; for a single class its label.
    margin : float
        ρ, half the distance between the convex hulls of the classes; infinite for a single class.
    radius, scale : float
        R, the largest norm of a point without the constant coordinate, and c, the constant coordinate of the learner.
    support : numpy.ndarray of int64
        Points at distance ρ that determine the plane.
    ratio : Fraction, optional
        The exact (c² + R²)(1 + b²/c²)/ρ², if floats are too close to a whole number to be floored.
    """

    w: Floats
    offset: float
    margin: float
    radius: float
    scale: float
    support: Ints
    ratio: Fraction | None = None

    def __repr__(self) -> str:
        return f"Plane(margin {self.margin:.4g}, radius {self.radius:.4g}, bound {format_bound(self.bound)})"

    @property
    def bound(self) -> int:
        """The most mistakes of a perceptron from w = 0 on `data.augmented(c)`, as `bounds.biased` says.

        It is (c² + R²)(1 + b²/c²)/ρ² or, for a single class, 1 + R²/c², rounded down.
        """
        return bounds.whole(self.guess if self.ratio is None else self.ratio, rounded=True)

    @property
    def guess(self) -> Fraction:
        """(c² + R²)(1 + b²/c²)/ρ² from the plane's rounded attributes; 1 + R²/c² for a single class.

        `bound` rounds it down, unless there is an exact `ratio`.
        """
        # In fractions, because `bounds.biased` may overflow although the bound is finite.
        far, lift = 1 + (Fraction(self.radius) / Fraction(self.scale)) ** 2, Fraction(1)
        if self.margin < math.inf:
            lift = (Fraction(self.scale) ** 2 + Fraction(self.offset) ** 2) / Fraction(self.margin) ** 2
        return far * lift


@dataclass(frozen=True, eq=False)
class Margins:
    """The same points separated in three ways, each with the margin, radius and bound of its own space.

    >>> from perceptron import gate
    >>> separator = margins(gate("and"))
    >>> separator.origin, separator.augmented
    (Inseparable(points [0] prove it), Separator(margin 0.2425, radius 1.732, bound 51))

    Parameters
    ----------
    origin : Separator, BarelySeparable or Inseparable
        By planes through the origin: the learner without a bias.
    augmented : Separator, BarelySeparable or Inseparable
        With the constant coordinate: the learner with a bias, whose theorem is about this margin.
    geometric : Plane or Inseparable
        By any plane, at the largest distance from the points.
    """

    origin: Separation
    augmented: Separation
    geometric: Plane | Inseparable


def margins(data: Dataset, scale: Number = 1.0) -> Margins:
    """Find the plane that separates the points with the largest margin, for three kinds of planes and margins.

    The result's `origin` is about planes through the origin. Its `augmented` is about the points with a constant
    coordinate appended, as a learner with a bias has them, and its `geometric` about all planes. The data must lack the
    constant coordinate; the `scale` c > 0 is its value.

    If no plane separates the points, all three are Inseparable; if only a plane off the origin does, `origin` alone
    is. `origin` and `augmented` may also be BarelySeparable. Raises ValueError if the scale is not finite and positive,
    or the classes are so close that rounding hides their distance.

    Let ρ and b be the geometric margin and its plane's offset, and γ the augmented margin. With both classes,
    ρ/√(1 + b²/c²) ≤ γ ≤ ρ: the plane farthest from the points does not always give the smallest bound. With one class,
    ρ is infinite. A bound needs the radius and the margin of the same space.

    >>> from perceptron import Dataset
    >>> separator = margins(Dataset([[4, 4], [4, 3], [4, 1]], [-1, 1, 1]))
    >>> separator.augmented, separator.geometric
    (Separator(margin 0.3812, radius 5.745, bound 227), Plane(margin 0.5, radius 5.657, bound 1749))
    >>> separator.geometric.w, separator.geometric.offset
    (array([ 0., -1.]), 3.5)

    Notes
    -----
    B. E. Boser, I. M. Guyon and V. N. Vapnik, "A training algorithm for optimal margin classifiers", COLT 1992;
    the distance of the hulls after K. P. Bennett and E. J. Bredensteiner, "Duality and geometry in SVM
    classifiers", ICML 2000.
    """
    augmented = separate(required(data).augmented(scale))
    if isinstance(augmented, Inseparable):
        return Margins(separate(data), augmented, augmented)
    plane, pairs = _widest(data, float(scale))
    guess = plane.guess
    if abs(guess - round(guess)) <= ROUNDING * guess:
        # If there is no exact ratio, take the nearest whole number: it may be one too large, never one too small.
        plane = replace(plane, ratio=_ratio(data, Fraction(scale), pairs) or Fraction(round(guess)))
    return Margins(separate(data), augmented, plane)


def _ratio(data: Dataset, scale: Fraction, pairs: Ints) -> Fraction | None:
    """Return the exact bound of the widest plane from its nearest pairs; None if other pairs are nearer."""
    far = 1 + data.radius_squared / scale**2
    if not len(pairs):
        return far
    X, exponent, _ = whole(data.X)
    sides = X[pairs[:, 0]] - X[pairs[:, 1]]
    v = solve(sides @ sides.T + 1)
    p = v @ sides
    scores = X @ p
    low, high = scores[data.y > 0].min(), scores[data.y < 0].max()
    if v.min() < 0 or v.sum() * (low - high) != p @ p:
        return None
    # With w = p/‖p‖: ρ = (low − high)/2‖p‖ and b = −(low + high)/2‖p‖.
    constant = 4 * scale**2 * int(p @ p) / Fraction(4) ** exponent
    return Fraction(far * (constant + (low + high) ** 2) / (low - high) ** 2)


def _widest(data: Dataset, scale: float) -> tuple[Plane, Ints]:
    """Return the plane halfway between the nearest points of the classes' hulls, and the pairs of points behind it."""
    X, sides = data.X, [np.flatnonzero(data.y == label) for label in (1, -1)]
    if not (sides[0].size and sides[1].size):
        nothing = np.empty(0, dtype=np.int64)
        plane = Plane(frozen(np.zeros(data.dim)), float(data.y[0]), math.inf, data.radius, scale, frozen(nothing))
        return plane, np.empty((0, 2), dtype=np.int64)
    count = math.isqrt(2 * data.dim + 2) + 1
    slack = 4 * (data.dim + 2) * EPS * data.radius
    pairs = np.empty((0, 2), dtype=np.int64)
    w, margin = X[sides[0]].mean(axis=0) - X[sides[1]].mean(axis=0), math.inf
    while True:
        # The hulls' distance is that of the origin from the hull of all differences; only the nearest pairs matter.
        nearest = [side[lowest(label * (X[side] @ w), count)] for side, label in zip(sides, (1, -1), strict=True)]
        pairs = np.vstack([pairs, np.stack(np.meshgrid(*nearest), axis=-1).reshape(-1, 2)])
        separator = separate(Dataset(X[pairs[:, 0]] - X[pairs[:, 1]], np.ones(len(pairs))))
        if not isinstance(separator, Separator):
            raise ValueError(f"the classes are too close: rounding hides their margin at radius {data.radius:.3g}")
        pairs = pairs[separator.support]
        w, stuck, margin = separator.w, separator.margin >= margin, separator.margin
        low, high = float((X[sides[0]] @ w).min()), float((X[sides[1]] @ w).max())
        if stuck or low - high >= (1 - 1e-12) * margin - slack:
            support = frozen(np.unique(pairs))
            return Plane(w, -(low + high) / 2, margin / 2, data.radius, scale, support), pairs
