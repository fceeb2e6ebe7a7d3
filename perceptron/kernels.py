"""Kernels, and the maximum-margin separator in a kernel's feature space, where the kernel is the inner product."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron import bounds
from perceptron.checks import Number, format_bound, not_negative, positive
from perceptron.dataset import Dataset, Floats, Ints, frozen, required
from perceptron.exact import solve, wolfe
from perceptron.real import Rows, whole
from perceptron.separation import ROUNDING, Inseparable

Kernel = Callable[[Any, Any], Any]

_MOST = 1_000  # the most points; a Gram matrix has the square of it
_LARGEST = 1e290  # the largest kernel value, so that no sum overflows
_NOISE = 1e-12  # a squared margin below this, relative to the squared radius, may be rounding
_TRIES = 4  # exchanges of whole blocks allowed without an improvement
_WORK = 10**9  # products spent on finding the nearest point, a few seconds
_CLOSE = 1e-5  # a bound on the relative rounding error of R²/γ²
_EXACT = 30  # the most support points for exact arithmetic


@dataclass(frozen=True, repr=False)
class _NamedKernel:
    """A kernel with a name and data for exact arithmetic: an exact formula for polynomials, the width of a Gaussian.

    A kernel with a bias is the sum of a `base` kernel and a `constant`.

    >>> linear, linear(np.eye(2), np.array([[3.0, 4.0]]))
    (linear, array([[3.],
           [4.]]))
    """

    name: str
    formula: Kernel
    exactly: Callable[[Rows, Rows], Rows] | None = None
    degree: int = 0  # the degree of a polynomial in each of the two points, else 0
    width: float = 0.0
    base: Kernel | None = None
    constant: Fraction = Fraction()

    def __call__(self, A: Any, B: Any) -> Any:
        return self.formula(A, B)

    def __repr__(self) -> str:
        return self.name


def _linear(A: Any, B: Any) -> Any:
    return A @ B.T


def _exactly_linear(A: Rows, B: Rows) -> Rows:
    return Rows(A.numbers @ B.numbers.T, A.exponent + B.exponent, A.denominator * B.denominator)


def _polynomial(A: Any, B: Any, degree: int, offset: float) -> Any:
    return (A @ B.T + offset) ** degree


def _exactly_polynomial(A: Rows, B: Rows, degree: int, offset: Fraction) -> Rows:
    base = add_constant(_exactly_linear(A, B), offset)
    return Rows(base.numbers**degree, base.exponent * degree, base.denominator**degree)


def _rbf(A: Any, B: Any, width: float) -> Any:
    squares = np.zeros((len(A), len(B)))
    with np.errstate(over="ignore", under="ignore"):
        for a, b in zip(A.T, B.T, strict=True):
            squares += ((a[:, None] - b) / width) ** 2
        return np.exp(-squares / 2)


def _biased(A: Any, B: Any, kernel: Kernel, constant: float) -> Any:
    return kernel(A, B) + constant


def _exactly_biased(A: Rows, B: Rows, exactly: Callable[[Rows, Rows], Rows], constant: Fraction) -> Rows:
    return add_constant(exactly(A, B), constant)


def add_constant(rows: Rows, constant: Fraction) -> Rows:
    """Return new exact values: those in `rows`, each plus the constant."""
    number, denominator = constant.as_integer_ratio()
    low = min(rows.exponent, 0)
    numbers = (rows.numbers << rows.exponent - low) * denominator + (number * rows.denominator << -low)
    return Rows(numbers, low, rows.denominator * denominator)


linear = _NamedKernel("linear", _linear, _exactly_linear, degree=1)


def polynomial(degree: int, offset: float = 1.0) -> Kernel:
    """Return the kernel (x·x' + c)ᵖ, the inner product of all monomials up to degree p with suitable weights.

    >>> polynomial(2)
    polynomial(2, offset=1.0)
    >>> polynomial(2)(np.array([[1.0, 1.0]]), np.array([[0.0, 0.0], [1.0, 1.0]]))
    array([[1., 9.]])

    Parameters
    ----------
    degree : int
        p, at least 1.
    offset : float
        c ≥ 0; with 0 only the monomials of degree p remain.

    Returns
    -------
    callable
        K(A, B), shape (k, m), for points of shapes (k, d) and (m, d).

    Raises
    ------
    ValueError
        If the degree is not a whole number of at least 1, or the offset is negative or not finite.
    """
    if degree < 1 or degree % 1:
        raise ValueError(f"degree must be a whole number of at least 1, got {degree}")
    not_negative("offset", offset)
    formula = partial(_polynomial, degree=int(degree), offset=offset)
    exactly = partial(_exactly_polynomial, degree=int(degree), offset=Fraction(offset))
    return _NamedKernel(f"polynomial({degree}, offset={offset})", formula, exactly, int(degree))


def rbf(width: float) -> Kernel:
    """Return the Gaussian kernel exp(−‖x − x'‖²/2σ²), which separates any points that differ.

    The smaller the width σ > 0, the smaller the neighbourhood in which a point has influence. Raises ValueError if the
    width is not finite and positive.

    >>> rbf(1.0)(np.array([[0.0, 0.0]]), np.array([[0.0, 0.0], [1.0, 1.0]]))
    array([[1.        , 0.36787944]])
    """
    positive("width", width)
    return _NamedKernel(f"rbf({width})", partial(_rbf, width=width), width=float(width))


def biased(kernel: Kernel, scale: Number = 1.0) -> Kernel:
    """Return the kernel K(x, x') + c² for the `scale` c > 0, so that the separators have a bias.

    It is the inner product of the same feature vectors with one more coordinate, c. So `biased(linear, c)` is the
    linear kernel on `data.augmented(c)`. Raises ValueError if c or c² is not finite and positive.

    >>> biased(linear)(np.array([[2.0]]), np.array([[3.0]]))
    array([[7.]])
    """
    c = positive("scale", scale)
    if not 0 < c * c < math.inf:
        raise ValueError(f"scale and its square must be finite and positive, got {scale}")
    formula = partial(_biased, kernel=kernel, constant=c * c)
    exactly = formula_of(kernel)
    if exactly:
        exactly = partial(_exactly_biased, exactly=exactly, constant=Fraction(scale) ** 2)
    base, constant = without_bias(kernel)
    constant += Fraction(scale) ** 2
    name = f"biased({kernel!r}, {scale})"
    return _NamedKernel(name, formula, exactly, degree_of(kernel), width_of(kernel), base, constant)


def without_bias(kernel: Kernel) -> tuple[Kernel, Fraction]:
    """Return the kernel without its biases, and the exact constant that the biases add; 0 if it has none.

    >>> without_bias(biased(biased(rbf(1.0)), Fraction(1, 3)))
    (rbf(1.0), Fraction(10, 9))
    """
    if isinstance(kernel, _NamedKernel) and kernel.base:
        return kernel.base, kernel.constant
    return kernel, Fraction()


def width_of(kernel: Kernel) -> float:
    """Return the width of a Gaussian kernel with or without a bias; 0 for other kernels."""
    return kernel.width if isinstance(kernel, _NamedKernel) else 0.0


def degree_of(kernel: Kernel) -> int:
    """Return the degree of `linear` or a `polynomial` kernel with or without a bias; 0 for other kernels."""
    return kernel.degree if isinstance(kernel, _NamedKernel) else 0


def formula_of(kernel: Kernel) -> Callable[[Rows, Rows], Rows] | None:
    """Return the formula of `linear` or a `polynomial` kernel, with or without a bias; None for other kernels.

    The formula takes the points A and B as exact `Rows` and returns the values K(A, B) as exact `Rows`, too.
    """
    return kernel.exactly if isinstance(kernel, _NamedKernel) else None


def pairwise_values(data: Dataset, kernel: Kernel) -> Floats:
    """Return the matrix K(xᵢ, xⱼ), shape (n, n).

    Raises TypeError if the kernel does not give numbers; ValueError if it does not give n × n, or one is not finite or
    beyond 1e290.
    """
    return _values(kernel, data.X, data.X)


def gram_matrix(data: Dataset, kernel: Kernel) -> Floats:
    """Return the matrix K(xᵢ, xⱼ), shape (n, n).

    Raises TypeError if the kernel is not callable or does not give numbers; ValueError if there are more than 1,000
    points, or if the matrix is not finite and, but for rounding, symmetric.
    """
    if not callable(kernel):
        raise TypeError(f"kernel must be a function of two arrays of points, got {kernel!r}")
    n = len(required(data))
    if n > _MOST:
        raise ValueError(f"data must have at most {_MOST} points, since a kernel compares each with each, got {n}")
    gram = pairwise_values(data, kernel)
    asymmetry = np.abs(gram - gram.T)
    if asymmetry.max() > 1e-9 * np.abs(gram).max():
        i, j = np.unravel_index(asymmetry.argmax(), gram.shape)
        raise ValueError(
            f"{kernel!r} must be symmetric, but gives {gram[i, j]} for points {i} and {j}, {gram[j, i]} for {j} and {i}"
        )
    return gram


def _values(kernel: Kernel, A: Floats, B: Floats) -> Floats:
    """Return K(A, B) as floats, shape (k, m), after checking that the kernel gives finite numbers of that shape."""
    with np.errstate(over="ignore", invalid="ignore"):
        values = np.asarray(kernel(A, B))
    if values.shape != (len(A), len(B)):
        raise ValueError(
            f"{kernel!r} must give one value for each pair, of shape {(len(A), len(B))}, got shape {values.shape}"
        )
    if values.dtype.kind not in "buif":
        raise TypeError(f"{kernel!r} must give numbers, got {values.dtype} values")
    floats: Floats = values.astype(np.float64)
    # The negated comparison finds NaN, too.
    beyond = ~(np.abs(floats) < _LARGEST)
    if beyond.any():
        i, j = np.argwhere(beyond)[0]
        raise ValueError(f"{kernel!r} must give values between -{_LARGEST:.0e} and {_LARGEST:.0e}, got {floats[i, j]}")
    return floats


def kernel_sums(kernel: Kernel, points: ArrayLike, data: Dataset, coefficients: Floats) -> Floats:
    """Return Σⱼ cⱼ yⱼ K(xⱼ, x), shape (m,), for each of the `points` x, shape (m, d).

    xⱼ and yⱼ are the points and labels of the data, and c are the `coefficients`, shape (n,). The `points` may lack the
    constant coordinate of data with a bias. Raises ValueError if they do not fit the data.
    """
    rows = data.lifted(points)
    used = np.flatnonzero(coefficients)
    return _values(kernel, rows, data.X[used]) @ (coefficients * data.y)[used]


@dataclass(frozen=True, eq=False, repr=False)
class KernelSeparator:
    """The unit vector u = Σ λᵢ yᵢ φ(xᵢ)/γ that separates with the largest margin in the feature space.

    >>> from perceptron import gate
    >>> separate_dual(gate("xor"), polynomial(2))
    KernelSeparator(margin 0.2928, radius 3, bound 105)

    Parameters
    ----------
    margin : float
        γ > 0 in the feature space, the largest there is.
    radius : float
        R in the feature space, √max K(x, x).
    support : numpy.ndarray of int64
        The points with λᵢ > 0; they lie on the margin.
    weights : numpy.ndarray
        λᵢ of each point in `support`; their sum is 1.
    """

    data: Dataset
    kernel: Kernel
    margin: float
    radius: float
    support: Ints
    weights: Floats

    def __repr__(self) -> str:
        return f"KernelSeparator(margin {self.margin:.4g}, radius {self.radius:.4g}, bound {format_bound(self.bound)})"

    @cached_property
    def bound(self) -> int:
        """The number of mistakes that Novikoff's R²/γ² allows from α = 0, in any order: R²/γ² rounded down.

        It is exact for `linear` and `polynomial` kernels with at most 30 support points. For others it may be one too
        large if R²/γ² lies within a billionth of itself below a whole number.
        """
        ratio = (Fraction(self.radius) / Fraction(self.margin)) ** 2
        exact = _ratio(self) if abs(ratio - round(ratio)) <= _CLOSE * ratio else None
        if exact is None:
            return round(ratio) if abs(ratio - round(ratio)) <= ROUNDING * ratio else math.floor(ratio)
        return bounds.whole(exact, rounded=True)

    def decision(self, points: ArrayLike) -> Floats:
        """Return u·φ(x), the signed distance to the boundary in feature space, shape (m,), at points of shape (m, d).

        On the data, y u·φ(x) is at least γ. The points may lack the constant coordinate of data with a bias. Raises
        ValueError if the points do not fit the data.

        >>> from perceptron import gate, polynomial, separate_dual
        >>> separator = separate_dual(gate("xor"), polynomial(2))
        >>> separator.decision([[0, 0], [0, 1]]) / separator.margin
        array([-1.,  1.])
        """
        coefficients = np.zeros(len(self.data))
        coefficients[self.support] = self.weights / self.margin
        return kernel_sums(self.kernel, points, self.data, coefficients)

    def predict(self, points: ArrayLike) -> Ints:
        """Return the side of the boundary on which each point lies, the sign of `decision`: −1, +1 or 0, shape (m,).

        Rounding may change the side of a point that is very near the boundary. The points, shape (m, d), may lack the
        constant coordinate of data with a bias. Raises ValueError if the points do not fit the data.

        >>> from perceptron import gate, polynomial, separate_dual
        >>> separate_dual(gate("xor"), polynomial(2)).predict([[0, 0], [0, 1]])
        array([-1,  1])
        """
        return np.sign(self.decision(points)).astype(np.int64)


@dataclass(frozen=True, repr=False)
class Undecided:
    """The verdict if floats cannot tell whether points are separable: no margin is larger than `margin`.

    `margin` is in the kernel's feature space.

    >>> separate_dual(Dataset([[1.0], [1.0 + 1e-9]], [1, -1]), rbf(1.0))
    Undecided(margin at most 1e-06)
    """

    margin: float

    def __repr__(self) -> str:
        return f"Undecided(margin at most {self.margin:.4g})"


def separate_dual(data: Dataset, kernel: Kernel = linear) -> KernelSeparator | Inseparable | Undecided:
    """Find the maximum-margin separator in a kernel's feature space, or the proof that no separator exists.

    The squared margin is the minimum of λᵀQλ over λ ≥ 0 with Σλ = 1, where Qᵢⱼ = yᵢyⱼK(xᵢ, xⱼ): the squared distance of
    the convex hull of the yᵢφ(xᵢ) from the origin. No verdict is false: a separator is checked on all points, and
    Inseparable is returned only for equal points with opposite labels or, with a linear or polynomial kernel, for
    λᵀQλ = 0 in exact fractions.

    >>> from perceptron import gate, linear, polynomial, rbf, separate_dual
    >>> separate_dual(gate("xor"), polynomial(2))
    KernelSeparator(margin 0.2928, radius 3, bound 105)
    >>> separate_dual(gate("xor"), linear)
    Inseparable(points [0] prove it)
    >>> separate_dual(gate("xor"), rbf(1e9))
    Undecided(margin at most 1e-06)

    Parameters
    ----------
    data : Dataset
        The points, at most 1,000.
    kernel : callable
        K(A, B), as for `train_dual`. For a bias, `biased(kernel)`.

    Returns
    -------
    KernelSeparator, Inseparable or Undecided
        Undecided if the margin is below a few millionths of the radius and exact arithmetic is not possible or would
        take more than some seconds, or if rounding puts points on the wrong side of the separator.

    Raises
    ------
    TypeError
        If the kernel is not callable or gives something other than numbers.
    ValueError
        If there are more than 1,000 points, or the kernel is not symmetric, not finite, or not positive semidefinite
        and so not an inner product.

    Notes
    -----
    P. Wolfe, "Finding the nearest point in a polytope", Mathematical Programming 11, 1976, with inner products only.
    """
    # 1. The Gram matrix, shape (n, n), must be positive semidefinite.
    gram = gram_matrix(data, kernel)
    largest = float(np.abs(gram).max()) or 1.0
    unit = gram / largest
    try:
        np.linalg.cholesky(unit + 1e-9 * np.eye(len(data)))
    except np.linalg.LinAlgError:
        least = float(np.linalg.eigvalsh(unit)[0]) * largest
        raise ValueError(
            f"{kernel!r} must be positive semidefinite, but on these points has the eigenvalue {least:.3g}"
        ) from None
    # 2. Equal points with opposite labels are a proof for any kernel.
    twins = _twins(data)
    if twins:
        return Inseparable(frozen(np.array(twins)), frozen(np.array([0.5, 0.5])))
    # 3. The nearest point in floats.
    Q: Floats = data.y[:, None] * unit * data.y
    exact = degree_of(kernel) > 0
    enough = 0.0 if exact else _NOISE
    nearest = _nearest(Q.__getitem__, *_guess(Q), _float_weights, len(data), slack=1e-10, enough=enough)
    size, lowest = float(nearest.size), float(nearest.products.min())
    squared = lowest / size * lowest * largest if lowest > 0 else 0.0
    # 4. If rounding could hide the verdict, the nearest point in fractions.
    if lowest <= max(_NOISE, (1 - 1e-6) * size):
        undecided = Undecided(math.sqrt((max(0.0, size) + _NOISE) * largest))
        if not exact or len(nearest.points) > _EXACT:
            return undecided
        nearest = _nearest_exactly(data, kernel, nearest)
        squared = float(nearest.size)
        if nearest.products.min() < nearest.size or (nearest.size and not squared):
            return undecided
    # 5. The verdict.
    order = np.argsort(nearest.points)
    support = frozen(np.array(nearest.points)[order])
    weights = frozen(np.array(nearest.weights, dtype=np.float64)[order])
    if not squared:
        return Inseparable(support, weights)
    radius = math.sqrt(gram.diagonal().max())
    # If γ = R, the rounded margin could be one place larger.
    separator = KernelSeparator(data, kernel, min(math.sqrt(squared), radius), radius, support, weights)
    return separator if (separator.predict(data.X) == data.y).all() else Undecided(separator.margin)


def _twins(data: Dataset) -> tuple[int, int] | None:
    """Return the indices of two equal points with opposite labels; None if there are none."""
    index_of: dict[tuple[float, ...], int] = {}
    for i, x in enumerate(map(tuple, data.X.tolist())):
        j = index_of.setdefault(x, i)
        if data.y[j] != data.y[i]:
            return j, i
    return None


class _Nearest(NamedTuple):
    """A point p of the convex hull: its points and their weights, ‖p‖², and the products of p with all points."""

    points: list[int]
    weights: list[Any]
    size: Any
    products: NDArray[Any]


def _nearest(
    rows: Callable[[list[int]], NDArray[Any]],
    chosen: list[int],
    shares: list[Any],
    weights_of: Callable[[NDArray[Any]], list[Any]],
    most: int,
    slack: float = 0,
    enough: float = 0,
) -> _Nearest:
    """Return the point p of the convex hull nearest to the origin, or the last one found within the limit of work.

    It works for floats and for fractions. `rows` returns rows of Q. `weights_of` returns the weights, with sum 1, of
    the point nearest to the origin on the plane through up to `most` points, from their submatrix of Q. A point may lie
    below the plane by the fraction `slack` of ‖p‖², and ‖p‖² up to `enough` counts as 0.
    """

    def point_of(chosen: list[int], shares: list[Any]) -> _Nearest:
        products = np.array(shares) @ rows(chosen)
        return _Nearest(chosen, shares, np.array(shares) @ products[chosen], products)

    best, least, work = point_of(chosen, shares), math.inf, 0

    def shares_on_plane(chosen: list[int]) -> list[Any] | None:
        nonlocal work
        work += len(chosen) ** 3
        return weights_of(rows(chosen)[:, chosen]) if work < _WORK else None

    def point_below(chosen: list[int], shares: list[Any]) -> int | None:
        nonlocal best, least
        point = point_of(chosen, shares)
        # Each exact step comes nearer; in floats, rounding ends that.
        if not point.size < least:
            return None
        best, least, worst = point, point.size, int(point.products.argmin())
        near = point.products[worst] >= (1 - slack) * point.size
        return None if near or worst in chosen or point.size <= enough or len(chosen) == most else worst

    wolfe(chosen, shares, shares_on_plane, point_below)
    return best


def _guess(Q: Floats) -> tuple[list[int], list[float]]:
    """Return a guess of the support points and their shares: start with all points, then drop and restore blocks.

    J. J. Júdice and F. M. Pires, "A block principal pivoting algorithm for large-scale strictly monotone linear
    complementarity problems", Computers & Operations Research 21, 1994. If the blocks do not shrink, as when the
    kernel's values hardly differ, the guess is the single point nearest to the origin.
    """
    inside, fewest, tries = np.ones(len(Q), dtype=bool), len(Q) + 1, _TRIES
    while inside.any() and tries:
        rows = np.flatnonzero(inside)
        shares = np.array(_float_weights(Q[np.ix_(rows, rows)]))
        products = shares @ Q[rows]
        wrong = products < (1 - 1e-9) * (shares @ products[rows])
        wrong[rows] = ~(shares > 0)
        count = int(wrong.sum())
        if not count:
            return rows.tolist(), shares.tolist()
        fewest, tries = (count, _TRIES) if count < fewest else (fewest, tries - 1)
        inside ^= wrong
    return [int(Q.diagonal().argmin())], [1.0]


def _float_weights(table: Floats) -> list[float]:
    """Return the weights of the combination of m points nearest to the origin, shape (m,), in floats.

    The weights sum to 1, and some may be negative. `table`, shape (m, m), holds the points' inner products.
    """
    try:
        v = np.linalg.solve(table + 1.0, np.ones(len(table)))
    except np.linalg.LinAlgError:
        v = np.zeros(len(table))
    weights: list[float] = (v / (v.sum() or math.nan)).tolist()
    return weights


def _nearest_exactly(data: Dataset, kernel: Kernel, guess: _Nearest) -> _Nearest:
    """Return the nearest point in fractions, from a guess in floats."""
    X, y, exactly = whole(data.X, data.exact_lift), data.y.astype(object), formula_of(kernel)
    assert exactly

    @cache
    def row(i: int) -> NDArray[Any]:
        rows = exactly(X._replace(numbers=X.numbers[i : i + 1]), X)
        values: NDArray[Any] = y[i] * rows.numbers[0] * y * (Fraction(2) ** rows.exponent / rows.denominator)
        return values

    shares = [Fraction(weight) for weight in guess.weights]
    return _nearest(lambda chosen: np.array([row(i) for i in chosen]), guess.points, shares, _exact_weights, _EXACT)


def _ratio(separator: KernelSeparator) -> Fraction | None:
    """Return R²/γ² exactly; None if the kernel has no exact formula or there are too many support points."""
    data, kernel, exactly = separator.data, separator.kernel, formula_of(separator.kernel)
    if exactly is None or len(separator.support) > _EXACT:
        return None
    X = whole(data.X, data.exact_lift)
    squares = [exactly(point, point) for point in (X._replace(numbers=X.numbers[i : i + 1]) for i in range(len(data)))]
    radius = max(Fraction(int(each.numbers[0, 0]), each.denominator) * Fraction(2) ** each.exponent for each in squares)
    guess = _Nearest(separator.support.tolist(), separator.weights.tolist(), 0.0, np.zeros(0))
    nearest = _nearest_exactly(data, kernel, guess)
    return radius / nearest.size if nearest.products.min() >= nearest.size else None


def _exact_weights(table: NDArray[Any]) -> list[Fraction]:
    """Return the same weights as `_float_weights` in exact fractions, from inner products in fractions."""
    unit = math.lcm(*(value.denominator for value in table.flat))
    numbers = np.array([[int(value * unit) for value in row] for row in table], dtype=object)
    v = solve(numbers + 1)
    return [Fraction(part, v.sum()) for part in v]
