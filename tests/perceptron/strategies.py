"""Data sets for hypothesis."""

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


@st.composite
def separated(draw, bound=4, max_points=8, max_dim=4):
    """Whole points, and a whole vector u whose products with all the signed points are positive."""
    dim = draw(st.integers(1, max_dim))
    whole = st.lists(st.integers(-bound, bound), min_size=dim, max_size=dim)
    u = np.array(draw(whole.filter(any)))
    rows = draw(st.lists(whole.filter(lambda x: u @ np.array(x) != 0), min_size=1, max_size=max_points))
    X = np.array(rows)
    return Dataset(X, np.sign(X @ u)), u
