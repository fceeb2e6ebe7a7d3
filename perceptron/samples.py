"""Data sets to learn from: points with an exact margin, shapes in the plane, logic gates, irises and digits.

The classes of n random points are equally large, or differ by one if n is odd, except in `cloud` and `random_labels`.
Their order is random, and the seed determines everything.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from perceptron.checks import at_least, not_negative, positive
from perceptron.dataset import Dataset, Floats, Ints, norms

__all__ = [
    "blobs",
    "cloud",
    "digits",
    "gate",
    "iris",
    "margin_dataset",
    "moons",
    "random_labels",
    "rings",
    "slow_pair",
    "spirals",
]

Gate = Literal["and", "or", "nand", "nor", "xor", "xnor"]
Measure = Literal["sepal length", "sepal width", "petal length", "petal width"]
Species = Literal["setosa", "versicolor", "virginica"]

_GATES: dict[Gate, tuple[int, int, int, int]] = {
    "and": (0, 0, 0, 1),
    "or": (0, 1, 1, 1),
    "nand": (1, 1, 1, 0),
    "nor": (1, 0, 0, 0),
    "xor": (0, 1, 1, 0),
    "xnor": (1, 0, 0, 1),
}


def _direction(rng: np.random.Generator, dim: int) -> Floats:
    """Return a random unit vector, shape (dim,)."""
    arrow = rng.normal(size=dim)
    return arrow / np.linalg.norm(arrow)


def margin_dataset(
    n: int, dim: int, margin: float, radius: float = 1.0, seed: int = 0, direction: ArrayLike | None = None
) -> Dataset:
    """Return random points whose largest margin through the origin is exactly the one given.

    The points are uniform in the two caps |u·x| ≥ margin of the ball, half of them in each; u is a random direction
    unless given. Two points, one of each class, lie on the margin, and their signed points y x mirror each other about
    u. So the convex hull of all y x is nearest to the origin at margin·u, and no direction has a larger margin. A
    single point is ±margin·u.

    >>> data = margin_dataset(n=60, dim=2, margin=0.1, seed=7)
    >>> from perceptron import separate
    >>> round(separate(data).margin, 12)
    0.1

    Parameters
    ----------
    n, dim : int
        The numbers of points and of coordinates.
    margin : float
        The largest margin γ through the origin, to 1e-9 of the radius.
    radius : float
        The largest distance from the origin allowed; γ ≤ radius.
    seed : int
        The same seed gives the same points.
    direction : array_like, shape (dim,), optional
        A vector along u, such as the w* of earlier points, to draw more of the same.

    Raises
    ------
    ValueError
        If n or dim is less than 1, or not 0 < margin ≤ radius < ∞, or the direction has another shape, is 0 or not
        finite.
    """
    n, dim = at_least("n", n, 1), at_least("dim", dim, 1)
    radius, margin = positive("radius", radius), positive("margin", margin)
    if margin > radius:
        raise ValueError(f"margin must be at most the radius {radius}, got {margin}")
    # 1. The direction u, shape (dim,).
    rng = np.random.default_rng(at_least("seed", seed, 0))
    u = _direction(rng, dim)
    if direction is not None:
        u = np.asarray(direction, dtype=np.float64)
        if u.shape != (dim,) or not np.isfinite(u).all() or not u.any():
            raise ValueError(f"direction must be a vector of {dim} coordinates other than 0, got {direction}")
        u = u / norms(u[None, :])
    # 2. The signed points over the radius: heights along u, shape (n,), and sides across u, shape (n, dim).
    least = margin / radius
    heights = np.full(n, least)
    if least < 1:
        heights[2:] = _heights(rng, n - min(n, 2), dim, least)
    sides = rng.normal(size=(n, dim))
    sides -= np.outer(sides @ u, u)
    lengths = np.linalg.norm(sides, axis=1)
    reach = np.sqrt(1 - heights**2) * (1 - 1e-12) * rng.random(n) ** (1 / max(1, dim - 1))
    sides *= (reach / np.where(lengths > 0, lengths, 1.0))[:, None]
    if dim == 1 or n == 1:
        sides[:] = 0
    else:
        sides[1] = -sides[0]
    # 3. The labels, and a random order.
    y = np.resize([1, -1], n) * rng.choice([-1, 1])
    X = y[:, None] * (heights[:, None] * u + sides) * radius
    order = rng.permutation(n)
    return Dataset(X[order], y[order])


def _heights(rng: np.random.Generator, count: int, dim: int, least: float) -> Floats:
    """Return u·x, shape (count,), of points uniform in the cap u·x ≥ least of the unit ball, by rejection sampling."""
    heights = np.empty(0)
    while len(heights) < count:
        tries = rng.uniform(least, 1.0, size=4 * count)
        chances = ((1 - tries**2) / (1 - least**2)) ** ((dim - 1) / 2)
        heights = np.append(heights, tries[rng.random(len(tries)) <= chances])
    return heights[:count]


def blobs(n: int, distance: float = 0.9, spread: float = 0.12, seed: int = 0) -> Dataset:
    """Return n points in two Gaussian blobs in the plane, one for each class, one of them near the origin.

    The seed decides which blob has the label +1. `distance` is the distance of their centres, `spread` the standard
    deviation of each coordinate. By default the points lie within about 1.2 of the origin, and a line usually separates
    them; with few points often a line through the origin does. Raises ValueError if n is less than 2, the distance is
    negative or the spread is not positive.

    >>> from perceptron import separate
    >>> data = blobs(40)
    >>> separate(data)
    Inseparable(points [2, 10, 13] prove it)
    >>> separate(data.augmented())
    Separator(margin 0.2705, radius 1.436, bound 28)
    """
    n = at_least("n", n, 2)
    positive("spread", spread)
    not_negative("distance", distance)
    rng = np.random.default_rng(at_least("seed", seed, 0))
    far = rng.permutation(n) % 2
    along = (far - 0.1) * distance
    X = np.outer(along, _direction(rng, 2)) + spread * rng.normal(size=(n, 2))
    return Dataset(X, (2 * far - 1) * rng.choice([-1, 1]))


def gate(name: Gate) -> Dataset:
    """Return the truth table of a logic gate with two inputs, 0 or 1 each, labelled +1 if the gate is true.

    With a bias all gates but "xor" and "xnor" are separable. Raises ValueError if the name is not that of a gate.

    >>> gate("and").to_frame()
        x1   x2  label
    0  0.0  0.0     -1
    1  0.0  1.0     -1
    2  1.0  0.0     -1
    3  1.0  1.0      1
    """
    if name not in _GATES:
        hint = f"; did you mean {name.lower()!r}?" if str(name).lower() in _GATES else ""
        raise ValueError(f"the gates are {', '.join(get_args(Gate))}, got {name!r}{hint}")
    return Dataset.from_binary([[0, 0], [0, 1], [1, 0], [1, 1]], _GATES[name])


def slow_pair(distance: float = 75 / 64, gap: float = 5 / 128) -> Dataset:
    """Return two points of opposite classes close together on one ray, on which training with a bias takes long.

    In the direction (0.6, 0.8), the point at `distance` from the origin is labelled −1, the point `gap` farther out +1.
    With a bias they are separable, but the boundary must end between them, and each update moves it little. Without a
    bias they are not, because both are exact multiples of (3, 4). By default they are multiples of (3, 4)/128, so runs
    are computed without rounding. Raises ValueError unless distance and gap are finite and positive, and the gap is
    large enough for floats at this distance.

    >>> from perceptron import separate, train
    >>> data = slow_pair().augmented()
    >>> len(train(data).mistakes), separate(data).bound
    (208, 15642)
    """
    positive("distance", distance)
    positive("gap", gap)
    fifths, exponents = np.frexp(np.array([distance, distance + gap]) / 5)
    # Two bits fewer than floats have, so multiplying by 3 and 4 is exact and the points do lie on one ray.
    multiples = np.ldexp(np.rint(np.ldexp(fifths, 51)), exponents - 51)
    if multiples[0] == multiples[1]:
        raise ValueError(f"gap {gap} is too small for two points at the distance {distance}, which would be one")
    return Dataset(np.outer(multiples, [3, 4]), [-1, 1])


def cloud(n: int, seed: int = 0) -> Dataset:
    """Return a Gaussian cloud in the plane with random labels, which no line separates.

    Four of the points are the corners of a square about the origin, with equal labels at opposite corners, so no line
    separates the classes, whatever the other labels are. The standard deviation is 0.4 in each coordinate. Raises
    ValueError if n is less than 4: three points are separable unless they lie in a row.

    >>> from perceptron import separate
    >>> separate(cloud(30).augmented())
    Inseparable(points [0, 4, 17, 21] prove it)
    """
    n = at_least("n", n, 4)
    rng = np.random.default_rng(at_least("seed", seed, 0))
    X = 0.4 * rng.normal(size=(n, 2))
    y = rng.choice([-1, 1], size=n)
    corner = 0.4 * _direction(rng, 2)
    across = np.array([-corner[1], corner[0]])
    X[:4] = [corner, across, -corner, -across]
    y[:4] = [1, -1, 1, -1]
    order = rng.permutation(n)
    return Dataset(X[order], y[order])


def random_labels(n: int, dim: int, seed: int = 0) -> Dataset:
    """Return n points uniform on the unit sphere, with random labels.

    They are separable through the origin with the probability `separability(n, dim)`. Raises ValueError if n or dim is
    less than 1.

    >>> from perceptron import Separator, separability, separate
    >>> results = [separate(random_labels(5, 3, seed)) for seed in range(400)]
    >>> sum(isinstance(result, Separator) for result in results) / 400, float(separability(5, 3))
    (0.685, 0.6875)
    """
    n, dim = at_least("n", n, 1), at_least("dim", dim, 1)
    rng = np.random.default_rng(at_least("seed", seed, 0))
    y = rng.choice([-1, 1], n)
    X = rng.normal(size=(n, dim))
    return Dataset(X / np.linalg.norm(X, axis=1, keepdims=True), y)


def _noisy(rng: np.random.Generator, X: Floats, kind: Ints, noise: float) -> Dataset:
    """Return the points X with Gaussian noise as a Dataset; a coin decides which `kind`, 0 or 1, has the label +1."""
    return Dataset(X + noise * rng.normal(size=X.shape), (2 * kind - 1) * rng.choice([-1, 1]))


def moons(n: int, noise: float = 0.05, seed: int = 0) -> Dataset:
    """Return n points on two half circles in the plane that reach into each other, one for each class.

    The seed decides which half circle has the label +1. A curve separates the classes, but no line unless the points
    are few: data for a kernel. Without noise they lie within 1 of the origin; `noise` is the standard deviation of the
    Gaussian noise on each coordinate. Raises ValueError if n is less than 2 or the noise is negative.

    >>> from perceptron import separate
    >>> separate(moons(60).augmented())
    Inseparable(points [1, 3, 7, 46] prove it)
    """
    n = at_least("n", n, 2)
    not_negative("noise", noise)
    rng = np.random.default_rng(at_least("seed", seed, 0))
    kind = rng.permutation(n) % 2
    angle = np.pi * rng.random(n)
    # The lower moon is the upper one turned about the point halfway between their centres, (½, ¼).
    upper = np.column_stack([np.cos(angle) - 0.5, np.sin(angle) - 0.25])
    return _noisy(rng, 0.65 * (1 - 2 * kind[:, None]) * upper, kind, noise)


def rings(n: int, ratio: float = 0.5, noise: float = 0.05, seed: int = 0) -> Dataset:
    """Return n points on two circles about the origin, one for each class; the seed decides which has the label +1.

    Their squared norms separate them, but no line unless they are few: data for a quadratic kernel. The inner circle
    has the radius `ratio`, the outer one 1; `noise` is the standard deviation of the Gaussian noise on each coordinate.
    Raises ValueError if n is less than 2, not 0 < ratio < 1, or the noise is negative.

    >>> from perceptron import separate
    >>> separate(rings(60).augmented())
    Inseparable(points [0, 24, 54, 55] prove it)
    """
    n = at_least("n", n, 2)
    not_negative("noise", noise)
    if not 0 < ratio < 1:
        raise ValueError(f"ratio must be between 0 and 1, got {ratio}")
    rng = np.random.default_rng(at_least("seed", seed, 0))
    kind = rng.permutation(n) % 2
    angle = 2 * np.pi * rng.random(n)
    X = np.where(kind, 1.0, ratio)[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return _noisy(rng, X, kind, noise)


def spirals(n: int, turns: float = 1.5, noise: float = 0.02, seed: int = 0) -> Dataset:
    """Return n points on two interleaved spirals about the origin, one for each class.

    The seed decides which spiral has the label +1. Only a kernel as narrow as the gap between the arms separates them.
    Each arm winds `turns` times around the origin, at a distance proportional to the angle. Without noise they lie
    within 1 of the origin; `noise` is the standard deviation of the Gaussian noise on each coordinate. Raises
    ValueError if n is less than 2, the turns are not positive, or the noise is negative.

    >>> from perceptron import separate
    >>> separate(spirals(60).augmented())
    Inseparable(points [1, 11, 32, 44] prove it)
    """
    n = at_least("n", n, 2)
    positive("turns", turns)
    not_negative("noise", noise)
    rng = np.random.default_rng(at_least("seed", seed, 0))
    kind = rng.permutation(n) % 2
    # The root spreads the points evenly along the arm, which gets longer per turn farther out.
    distance = np.sqrt(rng.uniform(0.02, 1.0, size=n))
    angle = 2 * np.pi * turns * distance + np.pi * kind
    return _noisy(rng, distance[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]), kind, noise)


def iris(
    features: Sequence[Measure] = ("petal length", "petal width"),
    positive: Species = "setosa",
    negative: Species = "versicolor",
) -> Dataset:
    """Return two species of Fisher's irises, fifty flowers of each, in the order setosa, versicolor, virginica.

    With a bias, any two measures separate setosa from either other species; versicolor and virginica overlap. The
    features are measured in whole millimetres and divided by 8: nearly centimetres, but exact as floats, so runs are
    computed without rounding. Raises ValueError if a species or measure is unknown, if the two species are the same, or
    if `features` is empty or names a measure twice.

    >>> from perceptron import separate
    >>> separate(iris().augmented())
    Separator(margin 0.2789, radius 6.756, bound 586)
    >>> separate(iris(positive="versicolor", negative="virginica").augmented())
    Inseparable(points [0, 20, 56, 84] prove it)

    Notes
    -----
    R. A. Fisher, "The use of multiple measurements in taxonomic problems", Annals of Eugenics 7, 1936. Some
    copies in circulation differ from his table in two flowers of setosa, the 35th and the 38th; this one does not.
    """
    names = get_args(Species)
    if positive not in names or negative not in names or positive == negative:
        raise ValueError(f"the species are two of {', '.join(names)}, got {positive!r} and {negative!r}")
    import pandas as pd

    flowers = pd.read_csv(Path(__file__).with_name("iris.csv"))
    two = flowers[flowers["species"].isin([positive, negative])]
    in_centimetres = Dataset.from_frame(two, "species", features, positive)
    return Dataset(np.rint(10 * in_centimetres.X) / 8, in_centimetres.y)


def digits(first: int = 3, second: int = 8) -> tuple[Dataset, Dataset]:
    """Return handwritten pictures of two digits: a training set and a test set.

    A picture has 8×8 cells, row by row from the top, each a whole number from 0 (paper) to 16 (ink), so a run from w =
    0 at rate 1 has whole weights. Pictures of the `first` digit have the label +1, of the `second` −1. The collection
    has 174 to 183 pictures of each digit; every second picture of a digit is in the test set. Both sets keep the
    collection's order. Raises ValueError if the arguments are not two different digits.

    >>> training, test = digits(3, 8)
    >>> training, test
    (Dataset(179 points in 64 dimensions, 92 positive, 87 negative),
     Dataset(178 points in 64 dimensions, 91 positive, 87 negative))
    >>> print(training.X[0].reshape(8, 8).astype(int))
    [[ 0  0  7 15 13  1  0  0]
     [ 0  8 13  6 15  4  0  0]
     [ 0  2  1 13 13  0  0  0]
     [ 0  0  2 15 11  1  0  0]
     [ 0  0  0  1 12 12  1  0]
     [ 0  0  0  0  1 10  8  0]
     [ 0  0  8  4  5 14  9  0]
     [ 0  0  7 13 13  9  0  0]]
    >>> from perceptron import train
    >>> run = train(training)
    >>> run, int((run.predict(test.X) != test.y).sum())
    (Run(converged after 27 updates in 3 passes), 9)

    Notes
    -----
    E. Alpaydin and C. Kaynak, "Optical Recognition of Handwritten Digits", UCI Machine Learning Repository, 1998, under
    the licence CC BY 4.0: the 1,797 pictures of its test set, unchanged. Thirteen people wrote them, so both sets hold
    digits by the same people. Any two digits are separable, even through the origin. The file has 45 kB; once read, the
    pictures stay in memory, 0.12 MB.
    """
    if not all(type(digit) is int and 0 <= digit <= 9 for digit in (first, second)) or first == second:
        raise ValueError(f"the digits are two of 0 to 9, got {first!r} and {second!r}")
    pictures, labels = _digit_pictures()
    places = [np.flatnonzero(labels == digit) for digit in (first, second)]
    parts = [np.sort(np.concatenate([place[begin::2] for place in places])) for begin in (0, 1)]
    training, test = (Dataset(pictures[part], np.where(labels[part] == first, 1, -1)) for part in parts)
    return training, test


@functools.cache
def _digit_pictures() -> tuple[Ints, Ints]:
    with np.load(Path(__file__).with_name("digits.npz")) as file:
        return file["pictures"], file["labels"]
