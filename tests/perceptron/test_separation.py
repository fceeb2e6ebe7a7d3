from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.stats import binom

from perceptron import (
    BarelySeparable,
    Dataset,
    Inseparable,
    Separator,
    bounds,
    descend,
    gate,
    margin_dataset,
    separability,
    separate,
    separation,
    slow_pair,
    train,
)
from perceptron.exact import solve
from tests.marks import slow
from tests.perceptron.strategies import anywhere, datasets, nasty, near_ties, small
from tests.perceptron.textbook import dot, hull, signed, squared_margin


def assert_proof(data, verdict):
    assert 1 <= len(verdict.points) <= data.dim + 1
    assert len(set(verdict.points.tolist())) == len(verdict.points)
    assert (verdict.weights > 0).all()
    assert verdict.weights.sum() == pytest.approx(1, abs=1e-12)
    scaled = data.signed[verdict.points] / (data.radius or 1.0)
    assert np.abs(verdict.weights @ scaled).max() <= 1e-9


def assert_separates(data, verdict):
    assert isinstance(verdict, BarelySeparable) or np.linalg.norm(verdict.w) == pytest.approx(1, abs=1e-12)
    w = [Fraction(x) for x in (verdict.normal if isinstance(verdict, BarelySeparable) else verdict.w).tolist()]
    assert min(dot(w, map(Fraction, row)) for row in data.signed.tolist()) > 0
    assert verdict.predict(data.X).tolist() == data.y.tolist()
    assert 1 <= len(verdict.support) <= data.dim
    assert verdict.radius == data.radius
    if isinstance(verdict, Separator):
        assert verdict.margin >= 1e-15 * data.radius
    else:
        # In floats w* may have wrong signs.
        assert verdict.margin < 1e-15 * max(1, data.dim / 4) * data.radius


@pytest.mark.parametrize("dim", [1, 2, 3, 4])
@pytest.mark.parametrize("n", range(1, 9))
def test_covers_count_is_that_of_all_labelings(n, dim):
    # Whole numbers make the check of general position exact.
    X = np.random.default_rng(n).integers(-50, 51, size=(n, dim))
    few = min(n, dim)
    for rows in combinations(X.tolist(), few):
        minors = [[row[axis] for axis in axes] for axes in combinations(range(dim), few) for row in rows]
        assert any(determinant(minors[at : at + few]) for at in range(0, len(minors), few))
    labelings = [np.array([1, *rest]) for rest in product([-1, 1], repeat=n - 1)]  # and as many the other way about
    separable = sum(isinstance(separate(Dataset(X, y)), Separator) for y in labelings)
    assert separability(n, dim) == Fraction(separable, len(labelings))


def determinant(rows):
    """Return the determinant of whole numbers, expanded along the first column."""
    if not rows:
        return 1
    parts = [row[0] * determinant([other[1:] for other in rows if other is not row]) for row in rows]
    return sum(parts[::2]) - sum(parts[1::2])


def test_covers_probability_is_exact_for_thousands_of_points():
    # Pascal's rule, Cover's own recursion: C(n + 1, d) = C(n, d) + C(n, d − 1).
    assert 2 * separability(3000, 1400) == separability(2999, 1400) + separability(2999, 1399)
    assert float(separability(3000, 1400)) == pytest.approx(binom.cdf(1399, 2999, 0.5), rel=1e-9)


@pytest.mark.parametrize(("n", "dim", "name"), [(0, 1, "n"), (1, 0, "dim")])
def test_no_points_and_no_dimensions_have_no_probability(n, dim, name):
    with pytest.raises(ValueError, match=f"{name} must be at least 1, got 0"):
        separability(n, dim)


@given(datasets(small, max_points=7, max_dim=3) | datasets(near_ties, max_points=6, max_dim=3))
def test_the_verdict_and_the_margin_are_those_of_exact_enumeration(data):
    square, verdict = squared_margin(data), separate(data)
    if square == 0:
        assert isinstance(verdict, Inseparable)
        assert_proof(data, verdict)
    else:
        assert not isinstance(verdict, Inseparable)
        assert verdict.margin == pytest.approx(float(square) ** 0.5, rel=1e-9)
        assert_separates(data, verdict)


@given(datasets(anywhere, max_points=12, max_dim=5))
def test_linear_programming_agrees(data):
    Z, verdict = data.signed / (data.radius or 1.0), separate(data)
    program = linprog(
        np.append(np.zeros(data.dim), -1.0),
        A_ub=np.column_stack([-Z, np.ones(len(Z))]),
        b_ub=np.zeros(len(Z)),
        bounds=[(-1, 1)] * data.dim + [(None, 1)],
    )
    if program.x[-1] > 1e-7:
        assert isinstance(verdict, Separator)
    if isinstance(verdict, Inseparable):
        assert_proof(data, verdict)
    else:
        assert_separates(data, verdict)


@given(datasets(small, max_points=8, max_dim=4), st.sampled_from([-560, -100, 100, 530]))
def test_the_verdict_does_not_depend_on_the_unit_of_length(data, power):
    verdict, other = separate(data), separate(Dataset(np.ldexp(data.X, power), data.y))
    assert type(other) is type(verdict)
    if isinstance(verdict, Separator):
        assert other.margin == pytest.approx(np.ldexp(verdict.margin, power), rel=1e-12)
        assert other.bound == verdict.bound
    else:
        assert other.points.tolist() == verdict.points.tolist()


@pytest.mark.parametrize("margin", [1e-2, 1e-5, 1e-6, 1e-7, 1e-9, 1e-12, 1e-15, 1e-30, 1e-150, 1e-200])
def test_no_margin_is_too_small_to_be_found(margin):
    data = Dataset([[1, margin], [-1, margin], [0.5, 0.7]], [1, 1, 1])
    verdict = separate(data)
    assert isinstance(verdict, BarelySeparable if margin < 1e-15 else Separator)
    assert verdict.margin == pytest.approx(margin, rel=1e-9)
    assert_separates(data, verdict)
    touching = Dataset([[1, margin], [-1, -margin], [0.5, 0.7]], [1, 1, 1])
    assert isinstance(separate(touching), Inseparable)


def test_the_last_bit_of_a_coordinate_decides():
    third = 1 / 3
    line = [[third, 1.0], [2 * third, 2.0], [1.0, 3.0]]
    assert isinstance(separate(Dataset(line, [1, -1, 1])), Inseparable)
    tipped = [[np.nextafter(third, 1), 1.0], [2 * third, 2.0]]
    assert isinstance(separate(Dataset(tipped, [1, -1])), BarelySeparable)
    assert isinstance(separate(Dataset([tipped[0], line[1], tipped[0]], [1, -1, -1])), Inseparable)


@pytest.mark.parametrize(("margin", "bound"), [(0.1, 100), (0.2, 25), (0.5, 4), (0.05, 400), (1.0, 1)])
def test_exact_data_do_not_lose_a_mistake_to_rounding(margin, bound):
    reach = np.sqrt(1 - margin**2)
    assert separate(Dataset([[margin, reach], [margin, -reach]], [1, 1])).bound == bound


@pytest.mark.parametrize("dim", [2, 5, 20, 40])
@pytest.mark.parametrize("seed", range(3))
def test_large_sets_get_a_true_verdict(dim, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(2000, dim))
    noisy = Dataset(X, rng.choice([-1, 1], size=2000))
    assert_proof(noisy, separate(noisy))
    u = rng.normal(size=dim)
    clean = Dataset(X, np.sign(X @ u))
    verdict = separate(clean)
    assert isinstance(verdict, Separator)
    assert verdict.margin >= (clean.signed @ u).min() / np.linalg.norm(u)
    assert (clean.signed @ verdict.w).min() == pytest.approx(verdict.margin, rel=1e-6)


@pytest.mark.parametrize("seed", range(21, 29))  # of forty, the first and the last of these once had no verdict
def test_norms_sixteen_orders_apart_get_a_true_verdict(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(200, 10)) * 10.0 ** rng.uniform(-8, 8, size=(200, 1))
    noisy = Dataset(X, rng.choice([-1, 1], size=200))
    assert_proof(noisy, separate(noisy))
    assert_separates(Dataset(X, np.sign(X[:, 0])), separate(Dataset(X, np.sign(X[:, 0]))))


def test_the_support_carries_the_separator():
    data = margin_dataset(50, 6, 0.2, seed=9)
    verdict = separate(data)
    shares = np.linalg.lstsq(data.signed[verdict.support].T, verdict.w, rcond=None)[0]
    np.testing.assert_allclose(shares @ data.signed[verdict.support], verdict.w, atol=1e-9)
    assert (shares > 0).all()
    np.testing.assert_allclose(data.signed[verdict.support] @ verdict.w, verdict.margin, rtol=1e-9)


@given(datasets(small | near_ties, max_dim=3), st.sampled_from([None, Fraction(1), Fraction(1, 3)]))
def test_the_closest_points_are_all_with_exactly_the_margin(data, scale):
    data = data if scale is None else data.augmented(scale)
    found, points = separate(data), signed(data)
    if isinstance(found, Separator):
        square, p = hull(points)
        assert found.closest.tolist() == [i for i, point in enumerate(points) if dot(p, point) == square]
        assert {*found.support.tolist()} <= {*found.closest.tolist()}


@pytest.mark.slow
@pytest.mark.parametrize("dim", [60, 150, 300])
def test_many_dimensions_are_no_burden(dim):
    rng = np.random.default_rng(dim)
    X = rng.normal(size=(5 * dim, dim))
    noisy = Dataset(X, rng.choice([-1, 1], size=5 * dim))
    assert_proof(noisy, separate(noisy))


@pytest.mark.parametrize("seed", range(5))
def test_columns_that_depend_on_one_another_are_left_to_whole_numbers(seed):
    rng = np.random.default_rng(seed)
    group = np.eye(6)[rng.integers(6, size=300)]
    noisy = Dataset(np.column_stack([group, rng.normal(size=(300, 20))]), rng.choice([-1, 1], size=300)).augmented()
    verdict = separate(noisy)
    assert_proof(noisy, verdict)
    assert len(verdict.points) <= noisy.dim


@st.composite
def near_faces(draw):
    """Draw d + 1 points with a positive combination at or just beside the origin."""
    dim, seed = draw(st.integers(2, 4)), draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    face = rng.integers(-(2**20), 2**20, size=(dim - 1, dim))
    # The last of these makes the face contain the origin; a nudge may move it off. One more point lies beside.
    face = np.vstack([face, -face.sum(axis=0)]).astype(float)
    nudged = face + draw(st.sampled_from([0.0, 2.0**-20, 2.0**-30])) * rng.integers(-1, 2, size=face.shape)
    other = rng.integers(-(2**20), 2**20, size=(1, dim))
    return Dataset(np.vstack([nudged, other]), np.ones(dim + 1))


@given(near_faces())
def test_a_face_almost_at_the_origin_gets_the_exact_verdict(data):
    verdict = separate(data)
    assert isinstance(verdict, Inseparable) == (squared_margin(data) == 0)
    if isinstance(verdict, Inseparable):
        assert_proof(data, verdict)


@pytest.mark.parametrize(("n", "dim", "rank"), [(200, 50, 25), (150, 50, 49), (90, 50, 30)])
def test_nearly_dependent_columns_take_few_whole_numbers(n, dim, rank, monkeypatch):
    rng, solved = np.random.default_rng(0), []
    monkeypatch.setattr(separation, "solve", lambda gram: solved.append(1) or solve(gram))
    data = Dataset(rng.normal(size=(n, rank)) @ rng.normal(size=(rank, dim)), rng.choice([-1, 1], size=n))
    verdict = separate(data)
    assert len(solved) <= 3
    if isinstance(verdict, Inseparable):
        assert_proof(data, verdict)
    else:
        assert 0 < verdict.margin < 1e-15 * data.radius


@pytest.mark.parametrize("seed", range(30))
def test_nearly_dependent_columns_get_the_exact_verdict(seed):
    rng = np.random.default_rng(seed)
    n, dim = int(rng.integers(3, 8)), int(rng.integers(2, 4))
    rank = int(rng.integers(1, dim))
    data = Dataset(rng.normal(size=(n, rank)) @ rng.normal(size=(rank, dim)), rng.choice([-1, 1], size=n))
    square, verdict = squared_margin(data), separate(data)
    assert isinstance(verdict, Inseparable) == (square == 0)
    if square:
        assert_separates(data, verdict)
        assert verdict.margin == pytest.approx(float(square) ** 0.5, rel=1e-9)
    else:
        assert_proof(data, verdict)


clicks = st.sampled_from([-2, -1, 0, 1, 2, 3, 128, -127]).map(lambda place: place / 128)


@given(
    datasets(st.one_of(clicks, near_ties), max_dim=2), st.sampled_from([Fraction(1), Fraction(1, 3), Fraction(7, 8)])
)
@example(Dataset([[0, 1], [1 / 128, -1 / 128], [0, 1 / 128], [1 / 128, 0]], [1, -1, 1, -1]), Fraction(1))
def test_a_bound_is_floored_without_an_error(data, scale):
    found = separate(data.augmented(scale))
    if isinstance(found, Separator):
        points = signed(Dataset(data.X, data.y).augmented(scale))
        ratio = max(dot(point, point) for point in points) / hull(points)[0]
        assert found.bound == bounds.whole(ratio, rounded=True)
        assert ratio - 1 < found.bound < ratio + 1e-3
        assert found.allowed(Fraction(9, 8)) == bounds.whole(Fraction(9, 8) * ratio, rounded=True)
        mean = descend(data.augmented(scale), max_updates=0)
        assert mean.bound(found) == bounds.whole(Fraction((len(data) + 1) ** 2, 4 * len(data)) * ratio, rounded=True)


@given(datasets(small, max_points=4, max_dim=2), st.lists(st.integers(-9, 9), min_size=2, max_size=2))
def test_a_bound_from_a_start_is_floored_without_an_error(data, start):
    found, start = separate(data), np.resize(np.array(start), data.dim)
    if isinstance(found, Separator) and start.any():
        most = train(data, start=start, rate=Fraction(1, 3), max_updates=0).bound(found)
        # M updates are allowed if w₀·u + Mηγ ≤ √(‖w₀‖² + Mη²R²); both sides are multiplied by ‖p‖.
        square, p = hull(data.signed.tolist())
        along, norm, radius = (
            3 * dot(p, start.tolist()),
            9 * start @ start,
            data.radius_squared,
        )

        def allowed(updates):
            left = along + updates * square
            return left <= 0 or left**2 <= square * (int(norm) + updates * radius)

        assert [allowed(most), allowed(most + 1)] == [True, False]


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=4).filter(lambda x: any(abs(each) > 1e-3 for each in x)))
@example([0.1])
def test_no_margin_is_larger_than_the_radius(point):
    data = Dataset([point], [1])
    for each in (data, data.augmented(0.1), Dataset([point] * 3, [1] * 3)):
        found = separate(each)
        assert found.margin <= found.radius
        assert (found.bound, bounds.von_neumann(found.radius, found.margin)) == (1, pytest.approx(0, abs=1e-14))


def test_a_bound_too_large_for_floats_prints_its_true_digits():
    tiny = Separator(np.array([1.0]), 1e-160, 1.0, np.array([0]))
    assert tiny.bound // 10**310 == pytest.approx(10**10, rel=1e-9)
    assert repr(tiny) == "Separator(margin 1e-160, radius 1, bound 1.000e+320)"
    assert repr(Separator(np.array([1.0]), 0.001, 1.0, np.array([0]))).endswith("bound 1000000)")


@given(datasets(small), st.sampled_from([None, 0.5, 2.0]))
def test_a_separator_predicts_every_label_with_and_without_the_lift(data, scale):
    lifted = data if scale is None else data.augmented(scale)
    found = separate(lifted)
    if isinstance(found, Separator):
        assert found.predict(data.X).tolist() == data.y.tolist()
        assert found.predict(lifted.X).tolist() == data.y.tolist()


def test_a_point_on_the_boundary_has_no_side():
    assert separate(Dataset([[1, 0], [-2, 0]], [1, -1])).predict([[0, 5], [3, 1]]).tolist() == [0, 1]


@pytest.mark.parametrize("name", ["w", "margin", "bound", "predict"])
def test_what_is_inseparable_says_why_it_has_no_bound(name):
    verdict = separate(gate("xor").augmented())
    with pytest.raises(AttributeError, match=f"no plane separates these points, so there is no {name}: Inseparable"):
        getattr(verdict, name)
    assert not hasattr(verdict, name)
    with pytest.raises(AttributeError, match="no attribute 'colour'"):
        _ = verdict.colour


@pytest.mark.parametrize("count", [300, slow(5000)])
def test_every_separator_separates_by_exact_signs(count):
    seen = dict.fromkeys((Separator, BarelySeparable, Inseparable), 0)
    for seed in range(count):
        data = nasty(seed)
        verdict = separate(data)
        seen[type(verdict)] += 1
        if isinstance(verdict, Inseparable):
            assert_proof(data, verdict)
        else:
            assert_separates(data, verdict)
    assert min(seen.values()) > count / 20


def test_barely_separable_points_have_sides_but_no_w():
    pair = Dataset([[0.6, 0.8], [0.624, 0.832]], [-1, 1])
    found = separate(pair)
    # Exact multiples of the first point, and points one last digit beside it on either side.
    beside = [[0.6, np.nextafter(0.8, side)] for side in (0, 1)]
    assert found.predict([[0.3, 0.4], [1.2, 1.6], *beside, [0, 0]]).tolist() == [-1, -1, 1, -1, 0]
    assert separate(pair.augmented()).predict(pair.X).tolist() == [-1, 1]
    assert repr(found) == "BarelySeparable(margin 3.352e-17, radius 1.04, support [0, 1])"
    assert repr(found) in found._repr_html_()
    for name in ("w", "bound"):
        with pytest.raises(AttributeError, match=f"floats cannot show .*, so there is no {name}: BarelySeparable"):
            getattr(found, name)
    with pytest.raises(AttributeError, match="no attribute 'colour'"):
        _ = found.colour
    with pytest.raises(ValueError, match="read-only"):
        found.normal[0] = 1
    with pytest.raises(TypeError, match="a bound needs a Separator, got BarelySeparable"):
        train(pair, max_updates=5).bound(found)
    assert np.isnan(train(pair, max_updates=5).quantities(found)["alignment"]).all()


def test_two_points_on_one_ray_are_inseparable_from_the_origin():
    for distance, gap in ((1.0, 0.04), (0.3, 0.1), (1e-200, 1e-201), (7e150, 1e149), (3.0, 1e-9)):
        data = slow_pair(distance, gap)
        assert data.norms.tolist() == pytest.approx([distance, distance + gap], rel=1e-14)
        assert isinstance(separate(data), Inseparable)
        assert separate(data).points.tolist() == [0, 1]
