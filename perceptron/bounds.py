"""The bounds on mistakes and updates of every learner, and the curves of the convergence proof.

R is the largest norm of a point and γ the margin of a separating unit vector u, both in the learner's space: with a
bias, of the points with their constant coordinate. Unless stated otherwise, the arguments are radius R ≥ 0,
margin γ > 0, rate η > 0 (some courses call it ε for descent), start_alignment w₀·u, start_norm ‖w₀‖ ≥ 0 and the number
of points n > 0. An argument out of range raises ValueError. Only `halving` is floored; `whole` floors the others.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from perceptron import real
from perceptron.checks import at_least, not_negative, positive
from perceptron.dataset import Dataset, Floats, norms

_GUARD = 1e-9
_FORGIVEN = Fraction(1, 2**50)  # at most eight units in the last place
_MOST_FORGIVEN = Fraction(1, 1000)


def whole(bound: float | Fraction, rounded: bool | None = None) -> int:
    """Return a bound rounded down to a whole number, but forgive it rounding errors in its last digits.

    A bound that may be rounded gives the next whole number if it lies below that by at most 2⁻⁵⁰ of itself, and by at
    most 1/1000. For example, the float 0.1 is not exactly a tenth, but 1/0.1² must still allow 100 mistakes.

    >>> whole(1 / 0.1**2), whole(99.9), whole(99.99999999999), whole(100 - Fraction(1, 10**30))
    (100, 99, 99, 99)

    Parameters
    ----------
    bound : float or Fraction
        At least 0 and finite.
    rounded : bool, optional
        Whether the bound or the numbers behind it may be rounded; unless given, a float may, a Fraction may not.

    Raises
    ------
    ValueError
        If the bound is negative or not finite.
    """
    if bound < 0 or (isinstance(bound, float) and not math.isfinite(bound)):
        raise ValueError(f"a bound must be finite and not negative, got {bound}")
    exact = Fraction(bound)
    lossy = isinstance(bound, float) if rounded is None else rounded
    return math.floor(exact + min(_FORGIVEN * exact, _MOST_FORGIVEN) if lossy else exact)


def novikoff(radius: float, margin: float) -> float:
    """Return R²/γ², the bound on mistakes of a perceptron from w = 0, in any order, at any rate; infinite on overflow.

    The largest margin gives the smallest bound. Raises ValueError unless γ > 0 and R ≥ 0.

    >>> novikoff(radius=1.0, margin=0.5)
    4.0

    Notes
    -----
    A. B. J. Novikoff, "On convergence proofs on perceptrons", Symposium on the Mathematical Theory of
    Automata, 1962. The O(R²/γ) of some lecture notes is not a bound: it depends on the unit of length.
    """
    ratio = not_negative("radius", radius) / positive("margin", margin)
    return ratio * ratio


def from_start(radius: float, margin: float, start_alignment: float, start_norm: float, rate: float = 1.0) -> float:
    """Return the bound M on mistakes from any start w₀; R²/γ² is a bound only from w₀ = 0.

    `start_alignment` is w₀·u, for the unit vector u with the margin γ > 0, and `start_norm` is ‖w₀‖. With η > 0 the
    `rate`, a = w₀·u/η and b = ‖w₀‖/η, M is [R² − 2aγ + √(R⁴ − 4aγR² + 4γ²b²)] / 2γ². Raises ValueError if the margin or
    the rate is not positive.

    >>> from_start(1.0, 0.5, start_alignment=0.0, start_norm=0.0)
    4.0
    >>> unit, start = np.array([1, 1]) / np.sqrt(2), np.array([-5, -5])
    >>> whole(from_start(1.0, np.sqrt(0.5), start @ unit, np.sqrt(50)))
    22

    Notes
    -----
    From a + Mγ ≤ w·u/η ≤ ‖w‖/η ≤ √(b² + MR²), squared and solved for M.
    """
    margin = positive("margin", margin)
    unit, ratio = positive("rate", rate) * margin, not_negative("radius", radius) / margin
    a = start_alignment / unit
    b = not_negative("start_norm", start_norm) / unit
    middle = ratio * ratio - 2 * a
    across = math.sqrt(max(0.0, b - a)) * math.sqrt(max(0.0, b + a))
    root = math.hypot(middle, 2 * across)
    # If middle is negative, adding it to the root would cancel; the other form of the quadratic formula does not.
    return across * (2 * across / (root - middle)) if middle < 0 else (middle + root) / 2


def from_weights(
    start: Floats | real.Rows, u: Floats, radius: float, margin: float, rate: float | Fraction = 1.0, size: int = 1
) -> Fraction:
    """Return the bound of `from_start` to twenty digits, from the vectors w₀ and u themselves, each of shape (d,).

    Use it if w₀ is long and almost parallel to u: then the floats w₀·u and ‖w₀‖ hide how far w₀ is from u. u is the
    unit vector with the margin γ. For a descent in batches, `size` is the number of points in the largest batch, and
    the bound is that of `batch_sum`; for a perceptron `size` is 1. Raises ValueError unless γ > 0 and η > 0.

    >>> start, u = np.array([100.5, 5e10]), np.array([0.0, 1.0])
    >>> whole(from_weights(start, u, radius=1.0, margin=1e-9))
    102
    >>> from_start(1.0, 1e-9, start_alignment=5e10, start_norm=math.hypot(*start))
    0.0
    """
    positive("rate", rate)
    unit = Fraction(rate) * Fraction(positive("margin", margin))
    first, direction = real.whole(start), real.whole(u)
    along, square = real.ExactSum(first).product(direction), real.ExactSum(direction).product(direction)
    across = (real.ExactSum(first).product(first) - along**2 / square) / unit**2
    middle = size * (Fraction(radius) / Fraction(margin)) ** 2 - 2 * along / unit
    return solved(middle, across)


def solved(middle: Fraction, across: Fraction) -> Fraction:
    """Return the larger solution x of x² = middle · x + across, for across ≥ 0, to twenty digits.

    >>> solved(Fraction(1), Fraction(6))
    Fraction(3, 1)
    """
    root = _root(middle**2 + 4 * across)
    return 2 * across / (root - middle) if middle < 0 else (middle + root) / 2


def _root(square: Fraction) -> Fraction:
    """Return the square root of a fraction to at least twenty digits."""
    number, denominator = square.numerator * square.denominator, square.denominator
    bits = max(0, 70 - number.bit_length() // 2)
    return Fraction(math.isqrt(number << 2 * bits), denominator << bits)


def unit_norm(margin: float) -> float:
    """Return 1/γ², the bound on mistakes from w = 0 on points of norm at most 1; raise ValueError unless γ > 0.

    >>> unit_norm(0.25)
    16.0
    """
    return novikoff(1.0, margin)


def biased(offset: float, radius: float, margin: float, scale: float = 1.0) -> float:
    """Return (c² + R²)(1 + b²/c²)/ρ², the bound on mistakes with a bias from w = 0.

    R and ρ are those of the points without their constant coordinate. The bound is Novikoff's for the augmented unit
    vector (w, b/c)/√(1 + b²/c²). Raises ValueError unless R ≥ 0, ρ > 0 and c > 0.

    >>> whole(biased(offset=0.0, radius=1.0, margin=1.0))    # the points 1 (+1) and −1 (−1): two mistakes
    2

    Parameters
    ----------
    offset : float
        b, of a separating plane w·x + b = 0 with ‖w‖ = 1.
    radius : float
        R, of the points without the constant coordinate.
    margin : float
        ρ > 0, the smallest distance y(w·x + b) to that plane.
    scale : float
        c > 0, the constant coordinate; 1 is the usual bias.

    Notes
    -----
    The product is R² + b² + c² + R²b²/c². The sum of its last two terms is smallest for c² = R|b|; if that is not 0, it
    gives the bound (R + |b|)²/ρ², and no c gives less. R²/ρ² is not a bound: the perceptron learns from the augmented
    points, whose radius is larger than R, and on which the augmented unit vector has at most the margin ρ.
    """
    c = positive("scale", scale)
    lift = math.hypot(1.0, offset / c)
    return novikoff(math.hypot(c, not_negative("radius", radius)), positive("margin", margin) / lift)


def deviation(data: Dataset, u: ArrayLike, margin: float, times: ArrayLike = 1) -> float:
    """Return D, how far examples fall short of a margin: D² = Σ max(0, γ − y u·x)² over all presented examples.

    D is 0 if u separates with that margin.

    >>> data = Dataset([[1, 0], [-2, 0]], [1, 1])
    >>> deviation(data, [1, 0], margin=1.0), deviation(data, [1, 0], margin=1.0, times=4)
    (3.0, 6.0)

    Parameters
    ----------
    data : Dataset
        The points.
    u : array_like, shape (d,)
        Any unit vector; it need not separate.
    margin : float
        γ > 0, any margin.
    times : int or array_like of int, shape (n,)
        How often each point was presented, such as `run.passes` for a run in passes. `freund_schapire` and `hinge`
        hold already with the smaller counts `run.alpha`, the mistakes on each point.

    Raises
    ------
    ValueError
        If u is not a unit vector of shape (d,), the margin is not positive, a count is negative or infinite, or there
        are not n counts.
    """
    deficits, counts = _deficits(data, u, margin, times)
    # math.hypot does not overflow, unlike a sum of squares.
    return math.hypot(*(np.sqrt(counts) * deficits).tolist())


def hinge_loss(data: Dataset, u: ArrayLike, margin: float, times: ArrayLike = 1) -> float:
    """Return the hinge loss L = Σ max(0, 1 − y u·x/γ) over all presented examples; arguments as for `deviation`.

    >>> hinge_loss(Dataset([[1, 0], [-2, 0]], [1, 1]), [1, 0], margin=1.0, times=4)
    12.0
    """
    deficits, counts = _deficits(data, u, margin, times)
    return float(counts @ deficits) / margin


def _deficits(data: Dataset, u: ArrayLike, margin: float, times: ArrayLike) -> tuple[Floats, Floats]:
    """Return max(0, γ − y u·x) of each example and how often it was presented, each of shape (n,)."""
    unit, counts = np.asarray(u, dtype=np.float64), presented(data, times)
    if unit.shape != (data.dim,) or not abs(float(norms(unit[None, :])[0]) - 1) <= _GUARD:
        raise ValueError(f"u must be a unit vector of {data.dim} coordinates, got {unit}")
    deficits: Floats = np.maximum(0.0, positive("margin", margin) - data.signed @ unit)
    return deficits, counts


def presented(data: Dataset, times: ArrayLike) -> Floats:
    """Return how often each of the n points was presented, shape (n,).

    `times` is one count for all points or one for each. Raises ValueError for another shape, or if a count is negative
    or infinite.

    >>> presented(Dataset([[1, 0], [-2, 0]], [1, 1]), 4)
    array([4., 4.])
    """
    counts = np.asarray(times, dtype=np.float64)
    if counts.shape not in ((), (len(data),)) or not ((counts >= 0) & (counts < math.inf)).all():
        raise ValueError(f"times must be a number, or {len(data)} of them, none negative or infinite, got {times!r}")
    return np.broadcast_to(counts, len(data))


def freund_schapire(radius: float, margin: float, deviation: float) -> float:
    """Return ((R + D)/γ)², the bound on mistakes from w = 0 for points that need not be separable.

    γ > 0 is any margin of any unit vector u, and D ≥ 0 is their `deviation` over all presented examples, not over one
    pass of several. With D = 0 it is Novikoff's bound. Raises ValueError unless γ > 0, R ≥ 0 and D ≥ 0.

    >>> freund_schapire(radius=1.0, margin=0.5, deviation=1.0)
    16.0

    Notes
    -----
    Y. Freund and R. E. Schapire, "Large margin classification using the perceptron algorithm", Machine Learning
    37, 1999. Over the M mistakes Mγ − √M D ≤ u·w ≤ √M R.
    """
    return novikoff(not_negative("radius", radius) + not_negative("deviation", deviation), margin)


def hinge(radius: float, margin: float, loss: float) -> float:
    """Return (R/2γ + √(R²/4γ² + L))², the bound on mistakes from w = 0 by the hinge loss of any unit vector.

    L ≥ 0 is the `hinge_loss` over all presented examples, for the margin γ > 0; with L = 0 it is Novikoff's bound. The
    bound is infinite on overflow. Raises ValueError unless γ > 0, R ≥ 0 and L ≥ 0.

    >>> hinge(radius=1.0, margin=0.5, loss=8.0)
    16.0

    Notes
    -----
    Over the M mistakes Mγ − γL ≤ u·w ≤ √M R, solved for √M.
    """
    half = not_negative("radius", radius) / positive("margin", margin) / 2
    root = half + math.sqrt(half * half + not_negative("loss", loss))
    return root * root


def halving(concepts: int) -> int:
    """Return ⌊log₂ |C|⌋ exactly, the bound on mistakes of the majority vote with any rule for ties.

    Each mistake leaves at most half of the |C| ≥ 1 concepts. Raises ValueError if there are no concepts.

    >>> halving(1000)
    9
    """
    return at_least("concepts", concepts, 1).bit_length() - 1


def randomized_halving(concepts: int, left: int = 1) -> float:
    """Return H(|C|) − H(left), the bound on the expected mistakes of `concepts.randomized_halving`.

    H(r) = 1 + 1/2 + … + 1/r. The bound is attained if concepts drop out one at a time; it is at most ln |C|.

    >>> randomized_halving(4)
    1.0833333333333333

    Parameters
    ----------
    concepts : int
        |C|, the size of the class that contains the target.
    left : int
        The number of concepts that agree with all labels.

    Raises
    ------
    ValueError
        If not 1 ≤ left ≤ concepts.
    """
    if not 1 <= left <= concepts:
        raise ValueError(f"left must be from 1 to {concepts}, got {left}")
    low = min(concepts, max(left, 10_000))
    # For r above ten thousand, H(r) = ln r + 1/2r − 1/12r² + a constant, to the last place of a float.
    high = math.log1p((concepts - low) / low) if concepts < 2 * low else math.log(concepts) - math.log(low)
    smaller = [(1 / concepts - 1 / low) / 2, (1 / low**2 - 1 / concepts**2) / 12]
    return math.fsum([*(1 / r for r in range(left + 1, low + 1)), high, *smaller])


def batch_sum(
    size: int,
    radius: float,
    margin: float,
    start_alignment: float = 0.0,
    start_norm: float = 0.0,
    rate: float = 1.0,
) -> float:
    """Return the bound on how many examples all updates of a descent in batches of at most m points add together.

    An example counts each time it is added. Each update adds the examples V of its batch that are wrong, at least one,
    so this also bounds the updates. From w₀ = 0 the bound is mR²/γ². From another start it is `from_start` with mR² for
    R², at most mR²/γ² + 2‖w₀‖/ηγ.

    >>> batch_sum(4, radius=1.0, margin=0.5)
    16.0

    Parameters
    ----------
    size : int
        m > 0, the number of points in the largest batch; n for the whole batch.
    radius, margin : float
        R, and γ of u.
    start_alignment, start_norm, rate : float
        w₀·u, ‖w₀‖ and η > 0.

    Notes
    -----
    With S = Σ|V|, each step has norm at most ηR|V| and |V| ≤ m, hence
    w₀·u + ηγS ≤ ‖w‖ ≤ √(‖w₀‖² + η²R² Σ|V|²) ≤ √(‖w₀‖² + η²mR²S).
    """
    stretch = math.sqrt(positive("size", size))
    return from_start(stretch * not_negative("radius", radius), margin, start_alignment, start_norm, rate)


def batch_iterations(size: int, radius: float, margin: float) -> float:
    """Return (m + 1)²/4m · R²/γ², the bound on the updates of a descent from w = 0 in batches of at most m.

    The size m > 0 is the number of points in the largest batch; n for the whole batch. If an update adds the mean of
    the examples in error instead of their sum, the bound is `novikoff`.

    >>> batch_iterations(3, radius=1.0, margin=0.5)
    5.333333333333333

    Notes
    -----
    (Σ|V|)² ≤ R²/γ² Σ|V|² as for `batch_sum`; and T Σ|V|² ≤ (m + 1)²/4m (Σ|V|)² for T numbers from 1 to m,
    the inequality of G. Pólya and G. Szegő, "Aufgaben und Lehrsätze aus der Analysis", 1925, II 92.
    """
    return (positive("size", size) + 1) ** 2 / (4 * size) * novikoff(radius, margin)


def margin_perceptron(radius: float, margin: float, threshold: float) -> float:
    """Return (R² + 2β)/γ², the bound on updates from w = 0 of a perceptron that adds y x whenever y w·x ≤ β.

    β ≥ 0 is the threshold; with 0 it is Novikoff's bound. The bound is infinite on overflow. Raises ValueError unless
    γ > 0, R ≥ 0 and β ≥ 0.

    >>> margin_perceptron(radius=1.0, margin=0.5, threshold=1.5)
    16.0

    Notes
    -----
    An update adds at most R² + 2β to ‖w‖², hence Mγ ≤ w·u ≤ ‖w‖ ≤ √(M(R² + 2β)).
    """
    stretch = math.hypot(not_negative("radius", radius), math.sqrt(2) * math.sqrt(not_negative("threshold", threshold)))
    return novikoff(stretch, margin)


def alma(margin: float, alpha: float) -> float:
    """Return 2/γ² (2/α − 1)² + 8/α − 4, the bound on updates of `variants.alma`; infinite on overflow.

    >>> alma(margin=0.5, alpha=1.0), alma(margin=0.5, alpha=0.5)
    (12.0, 84.0)

    Parameters
    ----------
    margin : float
        γ > 0, of points scaled to norm 1 each, so γ ≤ 1.
    alpha : float
        0 < α ≤ 1; the learner reaches at least the fraction 1 − α of the largest margin.

    Raises
    ------
    ValueError
        Unless 0 < γ ≤ 1 and 0 < α ≤ 1.

    Notes
    -----
    C. Gentile, "A new approximate maximal margin classification algorithm", Journal of Machine Learning Research 2,
    2001, for Euclidean norms (p = 2) and separable points. Let u be the unit vector with the margin γ, and
    A = 4/α − 3. The k-th update makes ‖w‖ at most 1 + A/k before w is normalized, so it raises w·u to at least
    (w·u + √(2/k) γ)/(1 + A/k). By induction w·u, never above 1, is at least √2 γ √(k − 2(A + 1))/(A + 1) after k
    updates.
    """
    for name, value in (("margin", margin), ("alpha", alpha)):
        if positive(name, value) > 1 + _GUARD:
            raise ValueError(f"{name} must be at most 1, got {value}")
    stretch = 2 / alpha - 1
    ratio = stretch / margin
    return 2 * ratio * ratio + 4 * stretch


def von_neumann(radius: float, margin: float) -> float:
    """Return R²/γ² − 1, the bound on updates of `variants.von_neumann`.

    Raises ValueError if the margin is not positive, or larger than the radius.

    >>> von_neumann(radius=1.0, margin=0.5)
    3.0

    Notes
    -----
    On points of norm at most 1 each update raises 1/‖w‖² by at least 1, from at least 1 to at most R²/γ².
    """
    if margin > radius:
        raise ValueError(f"margin must be at most the radius {radius}, got {margin}")
    return novikoff(radius, margin) - 1


def smooth_perceptron(radius: float, margin: float, n: int) -> float:
    """Return √(8 ln n R²/γ² + 1/4) − 1/2, the bound on updates of `variants.smooth_perceptron` on n points.

    Raises ValueError unless γ > 0 and n > 0.

    >>> whole(smooth_perceptron(radius=1.0, margin=0.01, n=100)), whole(novikoff(radius=1.0, margin=0.01))
    (606, 10000)

    Notes
    -----
    If k updates do not separate, ½ γ²/R² ≤ 4 ln n/((k + 1)(k + 2)); so T updates have T(T + 1) ≤ 8 ln n R²/γ².
    N. Soheili and J. Peña, SIAM Journal on Optimization 22, 2012, state 2√(2 ln n) R/γ − 1, which as a count must be
    rounded up.
    """
    return math.hypot(math.sqrt(8 * math.log(positive("n", n)) * novikoff(radius, margin)), 0.5) - 0.5


def alignment_floor(k: ArrayLike, margin: float, rate: float = 1.0, start_alignment: float = 0.0) -> Floats:
    """Return the lower bound w₀·u + kηγ on the alignment w·u after k mistakes, in the shape of k.

    u is the unit vector with the margin γ, and `start_alignment` is w₀·u.

    >>> alignment_floor([0, 1, 2], margin=0.5)
    array([0. , 0.5, 1. ])
    """
    step = positive("rate", rate) * positive("margin", margin)
    return start_alignment + np.asarray(k, dtype=np.float64) * step


def norm_squared_ceiling(k: ArrayLike, radius: float, rate: float = 1.0, start_norm: float = 0.0) -> Floats:
    """Return the upper bound ‖w₀‖² + kη²R² on ‖w‖² after k mistakes, in the shape of k; infinite on overflow.

    `start_norm` is ‖w₀‖, not its square.

    >>> norm_squared_ceiling([0, 1, 2], radius=2.0)
    array([0., 4., 8.])
    """
    step = positive("rate", rate) * not_negative("radius", radius)
    start = not_negative("start_norm", start_norm)
    with np.errstate(over="ignore"):
        return start * start + np.asarray(k, dtype=np.float64) * (step * step)


def norm_squared_floor(k: ArrayLike, margin: float, rate: float = 1.0, start_alignment: float = 0.0) -> Floats:
    """Return the lower bound max(0, w₀·u + kηγ)² on ‖w‖² after k mistakes, in the shape of k; infinite on overflow.

    `start_alignment` is w₀·u.

    >>> norm_squared_floor([0, 1, 2], margin=0.5)
    array([0.  , 0.25, 1.  ])
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
    """Return the lower bound on the cosine of w and u after k ≥ 1 mistakes, in the shape of k.

    u is the unit vector with the margin γ. From w₀ = 0 the bound is √k γ/R. From another start it is
    (w₀·u + kηγ)/√(‖w₀‖² + kη²R²), or −1 if this quotient is not positive; `start_alignment` is w₀·u, `start_norm` is
    ‖w₀‖, and η is the `rate`. A value above 1 says that there cannot be k mistakes. Raises ValueError unless R, γ and η
    are positive.

    >>> cosine_floor([1, 4], radius=1.0, margin=0.5)
    array([0.5, 1. ])
    """
    floor = alignment_floor(k, margin, rate, start_alignment)
    steps = np.sqrt(np.asarray(k, dtype=np.float64)) * (positive("rate", rate) * positive("radius", radius))
    return np.where(floor > 0, floor / np.hypot(not_negative("start_norm", start_norm), steps), -1.0)
