"""The maximum-margin separator, or the proof that none exists; and the probability that random labels are separable."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Never

import numpy as np
from numpy.typing import ArrayLike

from perceptron import bounds, drawing
from perceptron.checks import at_least, format_bound
from perceptron.dataset import Dataset, Floats, Ints, frozen, lifted, norms, required
from perceptron.exact import Whole, solve, wolfe
from perceptron.real import EPS, ExactSum, Rows, least_exponent, signs, whole

_TINY = 1e-6  # margins below a millionth of the radius are found in whole numbers
_FEW = 8  # in fewer dimensions whole numbers take some milliseconds
_NOISE = 1e-13  # a nearest point closer than this, relative to the radius, may be rounding
ROUNDING = Fraction(1, 10**9)
"""A bound on the relative rounding error of R²/γ²."""

_LEAST_MARGIN = 1e-15  # below this, relative to the radius, no w of floats may have all points on their right sides
_TRIES = 5


class Nearest(NamedTuple):
    """The point p of the convex hull of the signed points yᵢxᵢ that is nearest to the origin, exactly.

    p = Σ λᵢ yᵢ xᵢ with λ in `shares`, and p = `numbers` · `unit`, with numbers of shape (d,).
    """

    points: list[int]
    shares: list[Fraction]
    numbers: Whole
    unit: Fraction

    @property
    def size(self) -> Fraction:
        """‖p‖² exactly, the squared distance of the point p from the origin."""
        return int(self.numbers @ self.numbers) * self.unit**2

    def product(self, point: Rows) -> Fraction:
        """Return p·x exactly, for a point x, shape (d,), in exact `Rows`."""
        unit = self.unit * Fraction(2) ** point.exponent / point.denominator
        return int(self.numbers @ point.numbers) * unit


@dataclass(frozen=True, eq=False, repr=False)
class Separator:
    """The unit vector that separates the points through the origin with the largest margin.

    >>> from perceptron import gate
    >>> separator = separate(gate("and").augmented())
    >>> separator, separator.support
    (Separator(margin 0.2425, radius 1.732, bound 51), array([1, 2, 3]))

    Parameters
    ----------
    w : numpy.ndarray, shape (d,)
        w*, ‖w*‖ = 1 and yᵢ w*·xᵢ ≥ γ for every point.
    margin : float
        γ > 0, the largest there is.
    radius : float
        R, the largest norm of a point.
    support : numpy.ndarray of int64
        At most d points on the margin whose signed points have w* as a positive combination.
    lift : float, optional
        The constant coordinate of the data, see `Dataset.lifted`.
    data : Dataset, optional
        The points; with them the bounds are exact.
    """

    w: Floats
    margin: float
    radius: float
    support: Ints
    lift: float | None = None
    data: Dataset | None = None

    def __repr__(self) -> str:
        return f"Separator(margin {self.margin:.4g}, radius {self.radius:.4g}, bound {format_bound(self.bound)})"

    def _repr_html_(self) -> str:
        none = np.zeros((0, len(self.w))), np.zeros(0, dtype=np.int64)
        picture = drawing.picture(*none, self.w, self.lift, radius=self.radius, margin=self.margin)
        heads = [f"w*{j + 1}" for j in range(len(self.w))]
        return drawing.document(repr(self), picture, drawing.table(heads, [self.w.tolist()], 1))

    @cached_property
    def bound(self) -> int:
        """The most mistakes that Novikoff's theorem allows from w = 0, in any order: R²/γ², rounded down."""
        return self.allowed()

    def allowed(self, times: Fraction | int = 1) -> int:
        """Return R²/γ² multiplied by the positive number `times`, rounded down.

        The product is exact if the separator has its `data`. Without them, a product that only a rounding error keeps
        below a whole number counts as this number, see `bounds.whole`.

        >>> from perceptron import Dataset
        >>> separator = separate(Dataset([[2, 1], [2, -1]], [1, 1]))
        >>> separator.allowed(), separator.allowed(4)    # R²/γ² is 5/4
        (1, 5)
        """
        ratio = (Fraction(self.radius) / Fraction(self.margin)) ** 2 * times
        if self.data is not None and abs(ratio - round(ratio)) <= ROUNDING * ratio:
            ratio = self.data.radius_squared / self.nearest.size * times
        return bounds.whole(ratio, rounded=True)

    def allowed_from(self, start: Floats | Rows, rate: float | Fraction, size: int = 1) -> int:
        """Return the most mistakes of a run from w₀, the `start`, shape (d,): `bounds.from_start`, rounded down.

        `rate` is the learning rate η > 0. For a learner that adds all mistakes of a batch at once, `size` is the number
        m of points in its largest batch, and mR² takes the place of R².

        >>> from perceptron import Dataset
        >>> separate(Dataset([[1, 0], [0, 1]], [1, 1])).allowed_from(np.array([-5.0, -5.0]), 1.0)
        22
        """
        if self.data is None:
            most = bounds.from_weights(start, self.w, self.radius, self.margin, rate, size)
        else:
            nearest, first, eta = self.nearest, whole(start), Fraction(rate)
            square = nearest.size
            # With p = γw*, everything but the root is rational: w₀·w*/γ = w₀·p/‖p‖².
            along = nearest.product(first) / square / eta
            across = ExactSum(first).product(first) / square / eta**2 - along**2
            most = bounds.solved(size * self.data.radius_squared / square - 2 * along, across)
        return bounds.whole(most, rounded=True)

    @property
    def ratio(self) -> Fraction | None:
        """R²/γ², the bound of Novikoff's theorem before it is rounded down, exactly; None without `data`.

        γ is a root, but γ² = ‖p‖² is a fraction: p, the point nearest to the origin in the hull of the signed points,
        solves linear equations.

        >>> from perceptron import Dataset
        >>> separate(Dataset([[3, 0], [1, 4]], [1, -1])).ratio
        Fraction(34, 9)
        """
        return None if self.data is None else self.data.radius_squared / self.nearest.size

    @cached_property
    def closest(self) -> Ints:
        """The indices of all points that lie exactly on the margin, in order; the support is a subset.

        Without `data` it is the support alone.

        >>> from perceptron import Dataset
        >>> square = separate(Dataset([[1, 1], [1, -1], [-1, 1], [-1, -1]], [1, 1, -1, -1]))
        >>> square.support, square.closest
        (array([0, 1]), array([0, 1, 2, 3]))
        """
        if self.data is None:
            return self.support
        near = np.flatnonzero(self.data.signed @ self.w <= self.margin + 1e-9 * self.radius)
        nearest, rows = self.nearest, whole(self.data.signed[near], self.data.exact_lift)
        unit = nearest.unit * Fraction(2) ** rows.exponent / rows.denominator
        exactly = [product * unit == nearest.size for product in (rows.numbers @ nearest.numbers).tolist()]
        return frozen(near[exactly])

    @cached_property
    def nearest(self) -> Nearest:
        """The point p = γw*, exactly: in the convex hull of the signed points yᵢxᵢ it is nearest to the origin.

        Raises ValueError if the separator has no `data`.
        """
        if self.data is None:
            raise ValueError("the exact nearest point needs the data of its Separator, got data=None")
        return _nearest_exactly(self.data, self.support, np.full(len(self.support), 1.0), self.data.exact_lift)

    def predict(self, points: ArrayLike) -> Ints:
        """Return the side of the boundary on which each point lies, the exact sign of w*·x: −1, +1 or 0, shape (m,).

        The points, shape (m, d), may lack the constant coordinate of data with a bias. Raises ValueError if the points
        are not finite or not in d dimensions.

        >>> from perceptron import gate
        >>> separate(gate("and").augmented()).predict([[0, 1], [1, 1]])
        array([-1,  1])
        """
        return signs(lifted(points, len(self.w), self.lift), self.w)


@dataclass(frozen=True, eq=False, repr=False)
class BarelySeparable:
    """The verdict on points that are separable by a margin too small for floats, below about 1e-15 of the radius.

    The points nearest to the boundary and the sides of all points are certain. But w* rounded to floats may have points
    on the wrong side, so there is no `w` and no `bound`.

    >>> from perceptron import Dataset
    >>> separator = separate(Dataset([[0.6, 0.8], [0.624, 0.832]], [-1, 1]))    # on one ray, but for their last digits
    >>> separator, separator.predict([[0.6, 0.8], [0.624, 0.832]])
    (BarelySeparable(margin 3.352e-17, radius 1.04, support [0, 1]), array([-1,  1]))

    Parameters
    ----------
    normal : numpy.ndarray of int, shape (d,)
        w* times a positive number, in Python's unlimited whole numbers.
    margin : float
        γ > 0, the largest there is.
    radius : float
        R, the largest norm of a point.
    support : numpy.ndarray of int64
        At most d points on the margin whose signed points have w* as a positive combination.
    lift : float, optional
        The constant coordinate of the data, see `Dataset.lifted`.
    """

    normal: Whole
    margin: float
    radius: float
    support: Ints
    lift: float | None = None

    if not TYPE_CHECKING:  # type checkers already know that these attributes do not exist

        def __getattr__(self, name: str) -> Never:
            if name in ("w", "bound"):
                raise AttributeError(f"floats cannot show what separates these points, so there is no {name}: {self!r}")
            raise AttributeError(f"'BarelySeparable' object has no attribute {name!r}")

    def __repr__(self) -> str:
        summary = f"margin {self.margin:.4g}, radius {self.radius:.4g}, support {self.support.tolist()}"
        return f"BarelySeparable({summary})"

    def _repr_html_(self) -> str:
        rows = [[i] for i in self.support.tolist()]
        return drawing.document(repr(self), drawing.table(["point"], rows, len(rows)))

    def predict(self, points: ArrayLike) -> Ints:
        """Return the side of the boundary on which each point lies, the exact sign of w*·x: −1, +1 or 0, shape (m,).

        The points, shape (m, d), may lack the constant coordinate of data with a bias. Raises ValueError if the points
        are not finite or not in d dimensions.
        """
        numbers = whole(lifted(points, len(self.normal), self.lift)).numbers
        sides: Ints = np.sign(numbers @ self.normal).astype(np.int64)
        return sides


@dataclass(frozen=True, eq=False, repr=False)
class Inseparable:
    """The proof that no w has yᵢ w·xᵢ > 0 for all points: a weighted sum of signed points that is zero.

    If Σ λᵢ yᵢ xᵢ = 0 with λ > 0, then Σ λᵢ yᵢ w·xᵢ = 0 for every w, so some term is not positive (Gordan).

    >>> from perceptron import gate
    >>> proof = separate(gate("xor").augmented())
    >>> proof, proof.weights
    (Inseparable(points [0, 1, 2, 3] prove it), array([0.25, 0.25, 0.25, 0.25]))

    Parameters
    ----------
    points : numpy.ndarray of int64
        The indices of at most d + 1 points.
    weights : numpy.ndarray
        λ, one positive weight for each of them; their sum is 1.
    """

    points: Ints
    weights: Floats

    if not TYPE_CHECKING:  # type checkers already know that these attributes do not exist

        def __getattr__(self, name: str) -> Never:
            if name in ("w", "margin", "radius", "support", "bound", "predict"):
                raise AttributeError(f"no plane separates these points, so there is no {name}: {self!r}")
            raise AttributeError(f"'Inseparable' object has no attribute {name!r}")

    def fractions(self, data: Dataset, largest: int = 99) -> list[Fraction] | None:
        """Return λ as fractions with small denominators, if such fractions are an exact proof; else None.

        >>> from perceptron import gate
        >>> xor = gate("xor").augmented()
        >>> [str(share) for share in separate(xor).fractions(xor)]
        ['1/4', '1/4', '1/4', '1/4']

        Parameters
        ----------
        data : Dataset
            The data that this proof is about.
        largest : int
            The largest denominator allowed.

        Returns
        -------
        list of Fraction, or None
            A fraction for each of `points`, in their order; None if they do not make the sum exactly 0.
        """
        shares = [Fraction(weight).limit_denominator(largest) for weight in self.weights.tolist()]
        axes = data.signed[self.points].T.tolist()
        sums = [sum(share * Fraction(x) for share, x in zip(shares, axis, strict=True)) for axis in axes]
        return None if any(sums) or sum(shares) != 1 or min(shares) <= 0 else shares

    def __repr__(self) -> str:
        return f"Inseparable(points {self.points.tolist()} prove it)"

    def _repr_html_(self) -> str:
        rows = zip(self.points.tolist(), self.weights.tolist(), strict=True)
        return drawing.document(repr(self), drawing.table(["point", "λ"], rows, len(self.points)))


Separation = Separator | BarelySeparable | Inseparable
"""The three possible results of `separate`."""


def separate(data: Dataset) -> Separation:
    """Find the maximum-margin separator through the origin, or the proof that no separator exists.

    The result is a Separator, or Inseparable with the proof, or BarelySeparable if the margin is too small for floats.
    Points separated only by a plane that touches some of them (γ = 0) are Inseparable. For a plane that may miss the
    origin, use `data.augmented()`.

    Let p be the point nearest to the origin in the convex hull of the signed points yᵢxᵢ. Either w* = p/‖p‖ and
    γ = ‖p‖, or p = 0 and its weights are the proof. If rounding could hide which is the case, whole numbers decide, so
    no verdict is false.

    >>> from perceptron import Dataset
    >>> separate(Dataset([[0, 2], [1, 0]], [1, -1]))
    Separator(margin 0.8944, radius 2, bound 5)
    >>> separate(Dataset([[-1], [0], [1]], [1, -1, 1]).augmented())
    Inseparable(points [0, 1, 2] prove it)

    Notes
    -----
    The nearest point is the least-distance problem of C. L. Lawson and R. J. Hanson, "Solving Least Squares Problems",
    1974, ch. 23. Floats solve it by the nonnegative least squares of this book, and so choose the points with a weight
    in p. Whole numbers correct this choice by P. Wolfe, "Finding the nearest point in a polytope", Mathematical
    Programming 11, 1976. They are needed for margins below a millionth of R and for linearly dependent columns. In 100
    dimensions they take about half a second for each point that was chosen wrongly.
    """
    # 1. In floats: the nearest point p, shape (d,), of the scaled signed points Z, shape (n, d).
    exponent = int(np.frexp(required(data).radius)[1])
    Z = np.ldexp(data.signed, -exponent)
    support, weights = _guess(Z)
    p, inside = _nearest(Z[support])
    size = float(p @ p)
    if size > _TINY**2 and inside and float((Z @ p).min()) > (1 - 1e-10) * size:
        length = size**0.5
        return _separator(data, p / length, float(np.ldexp(length, exponent)), support)
    shares = _certain_balance(Z[support])
    if shares is not None:
        return _inseparable(support, shares)
    # 2. In few dimensions whole numbers decide, because the axes of step 3 may differ between processors.
    if data.dim < _FEW:
        certain = weights > _NOISE
        return _decide(data, support[certain], weights[certain])
    # 3. In many dimensions floats try again along the principal axes, B of shape (n, d); then whole numbers decide.
    rows = np.frexp(norms(Z))[1]
    B, doubt, units = _in_principal_axes(np.ldexp(Z, -rows[:, None]))
    clear, _ = _guess(B)
    shares = _certain_balance(B[clear], doubt[clear])
    if shares is not None:
        return _inseparable(clear, np.ldexp(shares, rows.min() - rows[clear]))
    return _decide(data, *_guess_in_axes(np.ldexp(B, rows[:, None]), units))


def separability(n: int, dim: int) -> Fraction:
    """Return the probability that random labels of n points in general position can be separated through the origin.

    If any d of the points are linearly independent, C(n, d) = 2 Σ_{k<d} (n−1 choose k) of the 2ⁿ labelings are
    separable: all of them for n ≤ d, half of them for n = 2d.

    >>> separability(4, 2), separability(20, 10)
    (Fraction(1, 2), Fraction(1, 2))
    >>> [round(float(separability(n, 500)), 4) for n in (500, 900, 1000, 1100, 2000)]
    [1.0, 0.9996, 0.5, 0.0013, 0.0]

    Parameters
    ----------
    n, dim : int
        The numbers of points and of coordinates; a bias is one coordinate more.

    Raises
    ------
    ValueError
        If n or dim is less than 1.

    Notes
    -----
    T. M. Cover, "Geometrical and statistical properties of systems of linear inequalities with applications in
    pattern recognition", IEEE Transactions on Electronic Computers 14, 1965.
    """
    n, dim = at_least("n", n, 1), at_least("dim", dim, 1)
    total, term = 0, 1
    for k in range(min(dim, n)):
        total += term
        term = term * (n - 1 - k) // (k + 1)
    return Fraction(total, 2 ** (n - 1))


def _guess_in_axes(B: Floats, units: Ints) -> tuple[Ints, Floats]:
    """Return points and weights of a combination near the origin, for principal axes with units many orders apart.

    Units longer than a million distances are cut to that, which still keeps the combination near 0 along their axes.
    """
    least = units.min()
    for _ in range(_TRIES):
        scaled = np.ldexp(B, np.minimum(units - least, 20))
        support, weights = _guess(scaled)
        p = weights @ scaled[support]
        shift = int(np.frexp(np.sqrt(p @ p))[1])
        if abs(shift) < 10:
            break
        least += shift
    return support, weights


def _separator(data: Dataset, w: Floats, margin: float, support: Ints) -> Separator:
    # If γ = R, the rounded margin could be one place larger.
    return Separator(frozen(w), min(margin, data.radius), data.radius, frozen(np.sort(support)), data.lift, data)


def _inseparable(points: Ints, weights: Floats) -> Inseparable:
    order = np.argsort(points)
    return Inseparable(frozen(points[order]), frozen(weights[order] / weights.sum()))


def _guess(Z: Floats) -> tuple[Ints, Floats]:
    """Return the points and their weights whose combination is nearest to the origin, up to rounding."""
    from scipy.optimize import nnls  # slow to load

    dim = Z.shape[1]
    target = np.append(np.zeros(dim), 1.0)
    few = lowest((Z * Z.mean(axis=0)).sum(axis=1), 8 * (dim + 1))
    support, weights = few[:1], np.ones(1)
    while True:
        try:
            # Growing sizes break the ties between symmetric points: the first wins, on every processor.
            sizes = np.linspace(1.0, 0.999, len(few))
            u, _ = nnls(np.vstack([Z[few].T, np.ones(len(few))]) * sizes, target, maxiter=30 * len(few))
            u *= sizes
        except RuntimeError:
            # The iteration may not end if norms are many orders apart; a poor guess only costs time.
            return support, weights
        support, weights = few[u > 0], u[u > 0] / u.sum()
        p = weights @ Z[support]
        size = float(p @ p)
        scores = Z @ p
        scores[few] = np.inf
        if size < _NOISE**2 or scores.min() >= (1 - 1e-11) * size:
            return support, weights
        worst = lowest(scores, 8 * (dim + 1))
        few = np.concatenate([few, worst[scores[worst] < size]])


def lowest(scores: Floats, count: int) -> Ints:
    """Return the indices of the `count` smallest scores, in ascending order of the indices; all if there are fewer.

    Of equal scores, the first ones are taken.

    >>> lowest(np.array([2.0, 1.0, 3.0]), 2)
    array([0, 1])
    """
    if count >= len(scores):
        return np.arange(len(scores))
    level = np.partition(scores, count - 1)[count - 1]
    below = scores < level
    below[np.flatnonzero(scores == level)[: count - int(below.sum())]] = True
    return np.flatnonzero(below)


def _nearest(points: Floats) -> tuple[Floats, bool]:
    """Return the point of the affine hull nearest to the origin, shape (d,), and whether it is in the convex hull."""
    base, sides = points[0], points[1:] - points[0]
    if len(sides) > len(base):
        return base, False
    Q, R = np.linalg.qr(sides.T)
    try:
        shares = np.linalg.solve(R, -base @ Q)
    except np.linalg.LinAlgError:
        return base, False
    return base + shares @ sides, bool((shares > 0).all() and shares.sum() < 1)


def _in_principal_axes(Z: Floats) -> tuple[Floats, Floats, Ints]:
    """Return the coordinates of the points Z along their principal axes, their error bounds, and the axes' exponents.

    Coordinates and bounds, shape (n, d), are divided by 2^exponent of their axis; the exponents have the shape (d,).
    The matrix product splits its factors into slices with exact sums: K. Ozaki, T. Ogita, S. Oishi and S. M. Rump,
    "Error-free transformations of matrix multiplication", Numerical Algorithms 59, 2012. Their sum is that of
    T. Ogita, S. M. Rump and S. Oishi, "Accurate sum and dot product", SIAM Journal on Scientific Computing 26, 2005.
    """
    n, dim = Z.shape
    axes = np.linalg.svd(Z, full_matrices=n < dim)[2]
    bits = (53 - dim.bit_length()) // 2
    total, errors, size = np.zeros((n, dim)), np.zeros((n, dim)), np.zeros((n, dim))
    # Three slices define the axes: any axes would do, so the rest is not an error.
    terms = [part @ axis.T for part in _slices(Z, bits) for axis in _slices(axes, bits, 3)]
    for term in terms:
        after = total + term
        part = after - total
        errors += (total - (after - part)) + (term - part)
        total = after
        size += np.abs(term)
    B = total + errors
    doubt = EPS * np.abs(B) + (len(terms) * EPS) ** 2 * size
    units = np.frexp(np.abs(B).max(axis=0))[1]
    return np.ldexp(B, -units), np.ldexp(doubt, -units), units


def _slices(rows: Floats, bits: int, most: float = math.inf) -> list[Floats]:
    """Return up to `most` slices of the rows, with this many bits per number, the leading bits first."""
    unit = np.frexp(np.abs(rows).max(axis=1, keepdims=True))[1]
    parts: list[Floats] = []
    while rows.any() and len(parts) < most:
        unit = unit - bits
        parts.append(np.ldexp(np.rint(np.ldexp(rows, -unit)), unit))
        rows = rows - parts[-1]
    return parts


def _certain_balance(points: Floats, doubt: Floats | float = 0.0) -> Floats | None:
    """Return the weights with which d + 1 points sum to zero if they are certainly positive, else None.

    `doubt` bounds the errors of the points' coordinates. S. M. Rump, "Verification methods", Acta Numerica 19, 2010,
    sec. 10.
    """
    # 1. The equations A x = target, shape (d + 1, d + 1), without coordinates that are 0 for all points.
    doubt = np.vstack([np.broadcast_to(doubt, points.shape).T[points.any(axis=0)], np.zeros(len(points))])
    A = np.vstack([points.T[points.any(axis=0)], np.ones(len(points))])
    if len(A) != len(points):
        return None
    try:
        inverse = np.linalg.inv(A)
    except np.linalg.LinAlgError:
        return None
    target = np.append(np.zeros(len(A) - 1), 1.0)
    # 2. An approximate solution x, improved once.
    x = inverse[:, -1]
    x = x + inverse @ (target - A @ x)
    # 3. A bound on its error. `part` of the absolute terms exceeds the rounding error of any inner product.
    part = (len(A) + 2) * EPS
    residual = np.abs(target - A @ x) + part * (np.abs(A) @ np.abs(x) + target) + 2 * doubt @ np.abs(x)
    beside = np.abs(np.eye(len(A)) - inverse @ A) + np.abs(inverse) @ (part * np.abs(A) + 2 * doubt) + part
    far = beside.sum(axis=1).max()
    error = 2 * (np.abs(inverse) @ residual).max() / (1 - far) + 1e-290
    return x / x.sum() if far < 0.5 and x.min() > error else None


def _decide(data: Dataset, support: Ints, weights: Floats) -> Separation:
    """Return the verdict from the exact nearest point, found from a guess of its points and weights."""
    nearest = _nearest_exactly(data, support, weights)
    points = np.array(nearest.points)
    if not nearest.numbers.any():
        return _inseparable(points, np.array([*map(float, nearest.shares)]))
    largest = max(abs(nearest.numbers))
    w = np.array([float(Fraction(number, largest)) for number in nearest.numbers.tolist()])
    length = float(np.sqrt(w @ w))
    separator = _separator(data, w / length, float(largest * nearest.unit) * length, points)
    if separator.margin >= _LEAST_MARGIN * data.radius and signs(data.signed, separator.w).min() > 0:
        return separator
    normal = nearest.numbers // math.gcd(*nearest.numbers.tolist())
    normal.flags.writeable = False
    return BarelySeparable(normal, separator.margin, data.radius, separator.support, data.lift)


def _nearest_exactly(data: Dataset, support: Ints, weights: Floats, lift: Fraction | None = None) -> Nearest:
    """Return the point of the convex hull nearest to the origin, by Wolfe's walk from a guess, in whole numbers.

    The lift is as for `perceptron.real.whole`.
    """
    # 1. The signed points in floats, shape (n, d), find candidates; in whole multiples of `unit` they decide.
    exponent = int(np.frexp(data.radius)[1])
    Z = np.ldexp(data.signed, -exponent)
    low = least_exponent(data.signed)

    def digits_of(chosen: Ints | list[int]) -> Whole:
        rows = whole(data.signed[chosen], lift)
        digits: Whole = rows.numbers << rows.exponent - low
        return digits

    unit = Fraction(2) ** low / (1 if lift is None else lift.denominator)
    scale = Fraction(2) ** -exponent
    slack = 4 * (data.dim + 2) ** 1.5 * EPS
    result: Nearest | None = None
    points, v = digits_of([]), np.zeros(0, dtype=object)

    def shares_on_plane(chosen: list[int]) -> list[Fraction]:
        nonlocal points, v
        points = digits_of(chosen)
        v = solve(points @ points.T + 1)
        return [Fraction(part, v.sum()) for part in v]

    def point_below(chosen: list[int], shares: list[Fraction]) -> int | None:
        nonlocal result
        p, total = v @ points, v.sum()  # p, shape (d,), is `total` times the nearest point of the plane
        size = p @ p
        worst = None
        if size:
            # 2. The point with the least score lies below the plane unless its score may be rounded.
            largest = max(abs(p))
            w = np.array([float(Fraction(part, largest)) for part in p])
            level = float(Fraction(size, total * largest) * unit * scale)
            scores = Z @ w
            worst = int(scores.argmin())
            # 3. Among the points whose scores may be rounded, whole numbers find the lowest.
            if scores[worst] >= level - slack:
                near = np.flatnonzero(scores <= level + slack)
                excess = total * (digits_of(near) @ p) - size
                worst = int(near[excess.argmin()]) if excess.min() < 0 else None
        if worst is None:
            result = Nearest(chosen, shares, p, unit / total)
        return worst

    wolfe(support.tolist(), [Fraction(weight) for weight in weights.tolist()], shares_on_plane, point_below)
    if result is None:
        raise AssertionError("the nearest point is 0 or has all others behind it")
    return result
