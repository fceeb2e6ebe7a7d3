"""The plane of w and w* shows the sides, distances and angles of d dimensions."""

import numpy as np
import pytest

from perceptron import Dataset, Inseparable, gate, in_plane, iris, margin_dataset, separate, train

RNG = np.random.default_rng(11)
DIMENSIONS = [2, 3, 4, 5, 1000, *RNG.integers(2, 1001, 12).tolist()]
ORDERS = ("cyclic", "shuffled", "random", "hardest")


def drawn(dim, seed):
    rng = np.random.default_rng([dim, seed])
    n, margin, radius = int(rng.integers(2, 60)), float(rng.uniform(0.03, 0.5)), float(10 ** rng.uniform(-2, 2))
    data = margin_dataset(n, dim, margin * radius, radius, seed)
    start = radius * rng.normal(size=dim) * (seed % 2)
    return train(data, ORDERS[seed % 4], start, rate=float(2.0 ** rng.integers(-3, 4)), seed=seed, max_updates=300)


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("dim", DIMENSIONS)
def test_every_side_distance_and_angle_is_that_of_d_dimensions(dim, seed):
    run = drawn(dim, seed)
    found = separate(run.data)
    seen = in_plane(run, found)
    X, R = run.data.X, run.data.radius
    norms = np.sqrt(np.vecdot(run.weights, run.weights))
    scores = seen.weights[:, :1] * seen.along + seen.weights[:, 1:] * seen.across
    true = run.path.unscaled(run.path.scores(0, len(run.weights), X[None, :, :] + np.zeros((len(run.weights), 1, 1))))
    true = np.asarray(true, dtype=np.float64)
    assert np.abs(scores - true).max() <= 1e-9 * R * norms.max()
    lengths = np.hypot(*seen.weights.T)
    assert lengths == pytest.approx(norms, rel=1e-9, abs=1e-12)
    moving = norms > 0
    away = np.abs(scores[moving]) / lengths[moving, None]
    assert np.abs(away - np.abs(true[moving]) / norms[moving, None]).max() <= 1e-9 * R
    certain = np.abs(true) > 1e-9 * R * norms[:, None]
    assert (np.sign(scores) == np.sign(true))[certain].all()
    assert np.abs(seen.along - X @ found.w).max() <= 1e-9 * R
    assert (np.abs(seen.along) >= found.margin - 1e-9 * R).all()
    cosine = np.cos(seen.angles[moving])
    assert np.abs(cosine - (run.weights[moving] @ found.w) / norms[moving]).max() <= 1e-9
    assert (np.hypot(seen.along, seen.across) <= R * (1 + 1e-9)).all()  # a projection makes nothing longer


@pytest.mark.parametrize("seed", range(8))
def test_in_two_dimensions_it_is_the_input_plane_turned(seed):
    run = drawn(2, seed)
    found = separate(run.data)
    seen = in_plane(run, found)
    turned = np.array([found.w, [-found.w[1], found.w[0]]])
    assert np.linalg.det(turned) == pytest.approx(1)
    for across in seen.across:
        assert np.column_stack([seen.along, across]) == pytest.approx(run.data.X @ turned.T, abs=1e-9 * found.radius)
    assert seen.weights == pytest.approx(run.weights @ turned.T, abs=1e-9 * max(1.0, np.abs(run.weights).max()))


@pytest.mark.parametrize("dim", [3, 10, 1000])
def test_from_step_to_step_it_turns_by_no_more_than_a_right_angle(dim):
    for seed in range(6):
        run = drawn(dim, seed)
        found = separate(run.data)
        seen = in_plane(run, found)
        solved = np.linalg.lstsq(run.data.X, seen.across.T, rcond=None)[0].T  # the part of u in the span of the points
        turns = np.vecdot(solved[1:], solved[:-1])
        if dim <= len(run.data):
            assert (turns >= -1e-9).all()
        first = np.flatnonzero(seen.certain)
        if first.size:
            assert seen.weights[first[0], 1] > 0


def test_where_w_is_0_or_along_the_axis_the_plane_stays():
    data = Dataset([[1, 0, 0], [-1, 0, 0]], [1, -1])
    seen = in_plane(train(data), separate(data))
    assert seen.certain.tolist() == [False, False]
    assert seen.weights.tolist() == [[0, 0], [1, 0]]
    assert np.isnan(seen.angles[0])
    assert seen.angles[1] == 0
    assert not seen.across.any()
    run = train(gate("and").augmented())
    seen = in_plane(run, separate(run.data))
    assert not seen.certain[0]
    assert (seen.across[0] == seen.across[1]).all()  # at w = 0 the plane is already that of the first update
    one = Dataset([[2], [-1]], [1, -1])
    assert not in_plane(train(one), separate(one)).across.any()


@pytest.mark.parametrize(
    "data", [gate("xor").augmented(), iris(("sepal length", "sepal width"), "versicolor", "virginica")]
)
def test_where_nothing_separates_any_vector_may_take_the_place_of_w_star(data):
    assert isinstance(separate(data), Inseparable)
    run = train(data, max_updates=100)
    seen = in_plane(run, run.weights[1])
    scores = seen.weights[:, :1] * seen.along + seen.weights[:, 1:] * seen.across
    assert np.abs(scores - run.weights @ data.X.T).max() <= 1e-9 * data.radius * np.abs(run.weights).max()
    assert np.linalg.norm(seen.axis) == pytest.approx(1)
    assert seen.weights[1, 1] == 0


def test_other_datas_separator_and_vectors_that_are_no_axis_are_refused():
    run = train(margin_dataset(10, 3, 0.1, seed=1))
    with pytest.raises(ValueError, match="which is of other data"):
        in_plane(run, separate(margin_dataset(10, 3, 0.2, seed=2)))
    for axis in ([0, 0, 0], [1, 2], [1, 2, np.nan]):
        with pytest.raises(ValueError, match="3 coordinates other than 0"):
            in_plane(run, axis)
