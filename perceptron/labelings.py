"""How many labelings of given points can be separated, point by point."""

from __future__ import annotations

import numpy as np

from perceptron.dataset import Dataset, Ints, frozen, required
from perceptron.separation import BarelySeparable, Inseparable, Separator, separate


def labelings(data: Dataset) -> Ints:
    """Return all labelings of these very points that can be separated through the origin, shape (count, n).

    The labels of the data do not matter; for a bias, give `data.augmented()`. The rows are sorted, −1 before +1. The
    search goes from point to point and extends only separable labelings, since no other can become separable. So it
    tries far fewer than 2ⁿ labelings if n is much larger than d.

    >>> from perceptron import gate
    >>> data = gate("xor").augmented()
    >>> found = labelings(data)
    >>> len(found), 2 ** len(data)
    (14, 16)
    >>> [label in found.tolist() for label in ([-1, 1, 1, -1], [1, -1, -1, 1])]    # XOR and its opposite
    [False, False]

    Notes
    -----
    `separate` decides each labeling exactly. If any d of the points are linearly independent, there are
    C(n, d) = 2 Σ_{k<d} (n−1 choose k), whatever the points: T. M. Cover, IEEE Transactions on Electronic Computers 14,
    1965; see `separability`. Else there are fewer, as many as the hyperplanes w·xᵢ = 0 leave regions: R. O. Winder,
    "Partitions of N-space by hyperplanes", SIAM Journal on Applied Mathematics 14, 1966. A point at the origin has no
    side, so with one there is none.
    """
    points = required(data)
    found: list[tuple[tuple[int, ...], Separator | BarelySeparable | None]] = [((), None)]
    for n in range(1, len(points) + 1):
        found = [extended for labels, known in found for extended in _extensions(points, labels, known, n)]
    # A labeling is separable if its opposite is, so only those that begin with +1 were searched.
    half = np.array([labels for labels, _ in found], dtype=np.int64).reshape(-1, len(points))
    rows = np.vstack([half, -half])
    return frozen(rows[np.lexsort(rows.T[::-1])])


def _extensions(
    points: Dataset, labels: tuple[int, ...], known: Separator | BarelySeparable | None, n: int
) -> list[tuple[tuple[int, ...], Separator | BarelySeparable]]:
    """Return the separable labelings of the first n points that begin with these labels, each with its separator."""
    extended = []
    # The plane that separates the points before labels this one; a lift that no float holds might change the side.
    side = int(known.predict(points.X[n - 1 : n])[0]) if known is not None and points.exact_lift is None else 0
    for label in (1,) if n == 1 else (1, -1):
        separation = known if label == side else None
        if separation is None:
            lift = points.exact_lift or points.lift
            found = separate(Dataset(points.X[:n], [*labels, label], lift))
            if isinstance(found, Inseparable):
                continue
            separation = found
        extended.append(((*labels, label), separation))
    return extended
