"""Random data sets for hypothesis."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from perceptron import Dataset

small = st.integers(-3, 3).map(float)
near_ties = st.sampled_from([-1.0, -0.3, -0.1, 0.0, 0.1, 0.2, 0.3, 1 / 3, 0.7, 1.0])
anywhere = st.floats(-10, 10).map(lambda x: 0.0 if abs(x) < 1e-5 else x)


@st.composite
def datasets(draw, coordinates=small, max_points=8, max_dim=4):
    n, dim = draw(st.integers(1, max_points)), draw(st.integers(1, max_dim))
    row = st.lists(coordinates, min_size=dim, max_size=dim)
    X = draw(st.lists(row, min_size=n, max_size=n))
    y = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))
    return Dataset(X, y)


few = datasets(st.sampled_from([0.0, 1.0, -1.0, 0.5, 0.1, 0.3, -0.7, 2.0]), max_points=5, max_dim=2)
decimals = st.integers(-8, 8).map(lambda k: Fraction(k, 10))


@st.composite
def cases(draw, points=few):
    """Points with or without a lift, a start and a rate; floats hold only some of these numbers."""
    data = draw(points)
    if lift := draw(st.sampled_from([None, Fraction(1, 10), Fraction(1, 20), Fraction(1, 3), Decimal("0.7"), 0.1])):
        data = data.augmented(lift)
    start = draw(st.lists(decimals, min_size=data.dim, max_size=data.dim))
    rate = draw(st.sampled_from([Fraction(1, 10), Fraction(3, 10), Fraction(1, 7), Decimal("0.05"), 1.0, 0.1]))
    return data, start, rate


@st.composite
def separated(draw, bound=4, max_points=8, max_dim=4):
    """Whole points, and a whole vector u whose products with all the signed points are positive."""
    dim = draw(st.integers(1, max_dim))
    whole = st.lists(st.integers(-bound, bound), min_size=dim, max_size=dim)
    u = np.array(draw(whole.filter(any)))
    rows = draw(st.lists(whole.filter(lambda x: u @ np.array(x) != 0), min_size=1, max_size=max_points))
    X = np.array(rows)
    return Dataset(X, np.sign(X @ u)), u


def nasty(seed):
    """Return points that are inseparable or have any margin from R down to far below the precision of floats."""
    rng = np.random.default_rng(seed)
    n, dim = int(rng.integers(2, 9)), int(rng.integers(2, 6))
    X, u = rng.normal(size=(n, dim)), rng.normal(size=dim)
    match seed % 6:
        case 0:  # all but on the boundary of u, on either side as rounding has it
            X -= np.outer(X @ u, u) / (u @ u)
        case 1:  # multiples of few points
            X = np.outer(rng.integers(1, 9, size=n) / 10, rng.integers(1, 9, size=dim) / 10)
        case 2:  # within a last digit or two of a plane
            X = rng.integers(-3, 4, size=(n, dim)) / 10
            X[:, -1] = X[:, :-1].sum(axis=1) * (1 + rng.integers(-1, 2, size=n) * 2.0**-52)
        case 3:  # a plane whose normal is no float, missed by less and less
            X -= np.outer(X @ u, u) / (u @ u)
            X += np.outer(rng.choice([-1, 1], size=n) * 10.0 ** rng.integers(-20, -9), u)
        case 4:  # columns that depend on one another, but for rounding
            X = X[:, : dim - 1] @ rng.normal(size=(dim - 1, dim))
        case 5:  # norms many orders apart
            X *= 10.0 ** rng.uniform(-9, 9, size=(n, 1))
    y = np.where(X @ u > 0, 1, -1) if seed % 4 else rng.choice([-1, 1], size=n)
    return Dataset(X, y)
