"""The unit vector and margin with the smallest bound of Freund and Schapire, for any data."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perceptron import bounds
from perceptron.dataset import Dataset, Floats, frozen, required
from perceptron.separation import Separator, separate

_STEPS = 100  # the most Newton steps
_HALVINGS = 40  # the most halvings of a step


class Comparator(NamedTuple):
    """A unit vector and a margin, their bound of Freund and Schapire, and a lower bound on all such bounds.

    >>> from perceptron import gate
    >>> comparator(gate("xor").augmented()).bound         # the number of its examples
    4.0

    Parameters
    ----------
    u : numpy.ndarray, shape (d,)
        A unit vector.
    margin : float
        γ > 0; infinite if no bound is below the number of presented examples, which is the limit as γ grows.
    bound : float
        ((R + D)/γ)² for u and γ, not floored.
    least : float
        No unit vector and margin have a smaller bound, except for rounding.
    """

    u: Floats
    margin: float
    bound: float
    least: float


def comparator(data: Dataset, times: ArrayLike = 1) -> Comparator:
    """Find the unit vector u and the margin γ with the smallest bound ((R + D)/γ)² on the perceptron's mistakes.

    The points need not be separable: D is their `bounds.deviation` from u and γ. `times` is how often each point was
    presented, one count for all points or one for each. The result's `bound` holds even if u and γ are not optimal, and
    no u and γ have a bound below its `least`. The two usually agree to a millionth. If no bound is below the number of
    presented examples, γ is infinite and `bound` is that number. Raises TypeError if the data are not a Dataset.
    Raises ValueError if a count is negative or infinite, or there are neither one nor n counts.

    >>> from perceptron import blobs, bounds
    >>> data = blobs(n=60, distance=0.5, spread=0.25, seed=3).augmented()
    >>> best = comparator(data)                           # for one pass
    >>> D = bounds.deviation(data, best.u, best.margin)
    >>> round(best.bound, 6), round(bounds.freund_schapire(data.radius, best.margin, D), 6), round(best.least, 6)
    (59.659595, 59.659595, 59.659595)

    Notes
    -----
    Y. Freund and R. E. Schapire, "Large margin classification using the perceptron algorithm", Machine Learning
    37, 1999. With v = u/γ and counts c, the root of the bound is R‖v‖ + √Σ c max(0, 1 − y v·x)², convex in v. A line
    search finds the share t of its first term. For each t, least squares on the examples that fall short find the v
    that minimizes R²‖v‖²/t + Σ c max(0, 1 − y v·x)²/(1 − t) (O. L. Mangasarian, "A finite Newton method for
    classification", Optimization Methods and Software 17, 2002). By duality Σ α is at most the root of any bound if
    α ≥ 0, ‖Σ α y x‖ ≤ R and Σ α²/c ≤ 1.
    """
    # 1. The presented signed points over R, shape (m, d), and the roots of their counts, shape (m,).
    counts = bounds.presented(required(data), times)
    rows, roots = data.signed[counts > 0] / (data.radius or 1.0), np.sqrt(counts[counts > 0])
    # 2. Candidates for v = u/γ, and for α; v = 0 stands for an infinite margin.
    candidates = [np.zeros(data.dim)]
    duals = [roots**2]
    if isinstance(separator := separate(data), Separator):
        candidates.append(separator.w * (separator.radius / separator.margin))
    least = 0.0

    def root(share: float) -> float:
        v = _nearest(rows, roots, share, candidates[-1])
        candidates.append(v)
        duals.append(roots**2 * np.maximum(0.0, 1 - rows @ v))
        return _root(rows, roots, v)

    if len(rows):
        from scipy.optimize import minimize_scalar  # slow to load

        minimize_scalar(root, bounds=(0, 1), method="bounded", options={"xatol": 1e-12})
    # 3. The best candidate; an infinite margin wins unless another v is clearly better.
    v = min(candidates, key=lambda v: _root(rows, roots, v) * (1.0 if v.any() else 1 - 1e-12))
    length = math.hypot(*v.tolist())
    u = v / length if length else np.eye(data.dim)[0]
    # 4. The largest lower bound.
    for alpha in duals:
        size = max(math.hypot(*(alpha @ rows).tolist()), math.hypot(*(alpha / roots).tolist()))
        least = max(least, float(alpha.sum()) / size if size else 0.0)
    margin = data.radius / length if length else math.inf
    return Comparator(frozen(u), margin, _root(rows, roots, v) ** 2, least**2)


def _root(rows: Floats, roots: Floats, v: Floats) -> float:
    """Return the root of the bound for u/γ = v and R = 1."""
    return math.hypot(*v.tolist()) + float(np.linalg.norm(roots * np.maximum(0.0, 1 - rows @ v)))


def _nearest(rows: Floats, roots: Floats, share: float, v: Floats) -> Floats:
    """Return the v that minimizes ‖v‖²/t + Σ c max(0, 1 − z·v)²/(1 − t) for the share t, from a start v."""
    weight, weights = math.sqrt((1 - share) / share), roots[:, None] * rows

    def cost(v: Floats) -> float:
        return float(weight**2 * (v @ v) + np.square(roots * np.maximum(0.0, 1 - rows @ v)).sum())

    ridge = weight * np.eye(len(v))
    for _ in range(_STEPS):
        short = rows @ v < 1
        goal = np.append(np.zeros(len(v)), roots[short])
        step = np.linalg.lstsq(np.vstack([ridge, weights[short]]), goal)[0] - v
        scale = next((2.0**-k for k in range(_HALVINGS) if cost(v + 2.0**-k * step) < cost(v)), 0.0)
        if not scale:
            break
        v = v + scale * step
    return v
