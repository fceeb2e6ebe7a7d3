from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.svm import SVC

from perceptron import BarelySeparable, Dataset, Inseparable, Separator, blobs, bounds, margins, separate, train
from tests.perceptron.strategies import datasets, near_ties, separated, small
from tests.perceptron.textbook import dot, hull, squared_margin

scales = st.sampled_from([0.25, 1.0, 3.0])


def distances(data, plane):
    return data.y * (data.X @ plane.w + plane.offset)


def both_classes(data):
    return np.unique(data.y).size == 2


def shifted(case):
    """Return the points moved, so that a plane separates them but seldom one through the origin."""
    data, u = case
    return Dataset(data.X + np.sign(u) * 2, data.y)


apart = separated(max_points=6, max_dim=3).map(shifted).filter(both_classes)


@given(apart)
def test_the_geometric_margin_is_half_the_exact_distance_of_the_hulls(data):
    positive, negative = data.X[data.y == 1], data.X[data.y == -1]
    pairs = (positive[:, None, :] - negative).reshape(-1, data.dim)
    square = squared_margin(Dataset(pairs, np.ones(len(pairs))))
    plane = margins(data).geometric
    assert plane.margin == pytest.approx(float(square) ** 0.5 / 2, rel=1e-9)
    assert np.linalg.norm(plane.w) == pytest.approx(1, abs=1e-12)
    assert distances(data, plane).min() == pytest.approx(plane.margin, rel=1e-9)
    assert distances(data, plane)[plane.support] == pytest.approx(plane.margin, rel=1e-9)


@pytest.mark.parametrize(("n", "dim"), [(20, 2), (300, 2), (500, 5), (1000, 20)])
def test_the_plane_is_that_of_the_hard_margin_support_vector_machine(n, dim):
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, dim))
    y = np.where(X[:, 0] > 0.2, 1, -1)
    X[:, 0] += 0.5 * y
    # The machine caches its kernel in single precision, so its points are near the origin with a wide margin.
    other = SVC(kernel="linear", C=1e4, tol=1e-10).fit(X, y)
    length = np.linalg.norm(other.coef_[0])
    for shift in (0.0, 5.0):
        plane = margins(Dataset(X + shift, y)).geometric
        assert plane.margin == pytest.approx(1 / length, rel=1e-6)
        assert plane.offset + shift * plane.w.sum() == pytest.approx(other.intercept_[0] / length, abs=1e-5)
        np.testing.assert_allclose(plane.w, other.coef_[0] / length, atol=1e-5)


@given(apart, scales)
def test_the_augmented_margin_lies_between_its_two_limits(data, scale):
    found = margins(data, scale)
    rho, b = found.geometric.margin, found.geometric.offset
    assert found.augmented.margin <= rho * (1 + 1e-9)
    assert found.augmented.margin >= rho / np.hypot(1, b / scale) * (1 - 1e-9)
    assert found.augmented.bound <= found.geometric.bound
    assert abs(b) <= data.radius - rho + 1e-9


@given(apart, scales)
def test_no_run_with_a_bias_makes_more_mistakes_than_either_plane_allows(data, scale):
    run, found = train(data.augmented(scale)), margins(data, scale)
    assert run.outcome == "converged"
    assert len(run.mistakes) <= found.augmented.bound <= found.geometric.bound
    assert found.augmented.bound == separate(data.augmented(scale)).bound
    plane = found.geometric
    told = bounds.whole(bounds.biased(plane.offset, plane.radius, plane.margin, scale))
    assert plane.bound == pytest.approx(told, rel=1e-9, abs=1)


@given(datasets(small, max_dim=3) | datasets(near_ties, max_dim=2), scales)
def test_with_a_bias_the_verdict_does_not_depend_on_the_constant(data, scale):
    one, other = margins(data), margins(data, scale)
    assert isinstance(one.augmented, Inseparable) == isinstance(other.augmented, Inseparable)
    assert isinstance(one.geometric, Inseparable) == isinstance(one.augmented, Inseparable)
    if isinstance(one.origin, Separator):
        assert isinstance(one.augmented, Separator)


@given(datasets(small), scales, st.sampled_from([-1, 1]))
def test_one_class_has_an_infinite_geometric_margin(data, scale, label):
    data = Dataset(data.X, np.full(len(data), label))
    found = margins(data, scale)
    assert found.geometric.margin == np.inf
    assert found.geometric.offset == label
    assert not found.geometric.w.any()
    assert scale * (1 - 1e-12) <= found.augmented.margin <= np.hypot(scale, data.radius) * (1 + 1e-12)
    far = bounds.biased(1e6, data.radius, 1e6 - data.radius, scale)
    assert found.geometric.bound == pytest.approx(far, rel=1e-3, abs=1)
    assert len(train(data.augmented(scale)).mistakes) <= found.geometric.bound


@pytest.mark.parametrize("power", [-531, -100, 100, 500])
def test_the_plane_does_not_depend_on_the_unit_of_length(power):
    data = blobs(30)
    plane = margins(data).geometric
    other = margins(Dataset(np.ldexp(data.X, power), data.y), 2.0**power).geometric
    assert other.margin == np.ldexp(plane.margin, power)
    assert other.offset == np.ldexp(plane.offset, power)
    assert other.bound == plane.bound
    assert other.w.tolist() == plane.w.tolist()


@pytest.mark.slow
def test_a_hundred_thousand_points_have_the_margin_they_were_given():
    rng = np.random.default_rng(4)
    X = rng.normal(size=(100_000, 10))
    X[:, 0] = np.sign(X[:, 0]) * (0.01 + np.abs(X[:, 0]))
    X[:40, 0] = 0.01
    X[40:80], X[40:80, 0] = X[:40], -0.01
    plane = margins(Dataset(X + 1, np.sign(X[:, 0]))).geometric
    assert plane.margin == pytest.approx(0.01, rel=1e-9)
    assert plane.offset == pytest.approx(-1, rel=1e-9)


def test_a_margin_that_differences_cannot_tell_is_refused():
    data = Dataset([[1, 1], [-1, -1], [1e-17, -1e-17]], [1, 1, -1])
    assert isinstance(separate(data.augmented()), BarelySeparable)
    with pytest.raises(ValueError, match=r"rounding hides their margin at radius 1\.41"):
        margins(data)


@given(datasets(st.integers(-3, 3).map(lambda place: place / 128) | small, max_points=5, max_dim=2), scales)
def test_the_bound_of_a_plane_is_floored_without_an_error(data, scale):
    plane = margins(data, scale).geometric
    if isinstance(plane, Inseparable) or plane.margin == np.inf:
        return
    sides = [[[*map(Fraction, x)] for x in data.X[data.y == label].tolist()] for label in (1, -1)]
    square, p = hull([[a - b for a, b in zip(x, z, strict=True)] for x in sides[0] for z in sides[1]])
    above, below = ([dot(p, x) for x in side] for side in sides)
    low, high, c = min(above), max(below), Fraction(scale) ** 2
    ratio = (1 + data.radius_squared / c) * (4 * c * square + (low + high) ** 2) / (low - high) ** 2
    assert plane.bound == bounds.whole(ratio, rounded=True)
