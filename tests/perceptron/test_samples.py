import inspect
from itertools import combinations

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris

from perceptron import (
    Dataset,
    Inseparable,
    Separator,
    blobs,
    cloud,
    digits,
    gate,
    iris,
    margin_dataset,
    moons,
    rings,
    samples,
    separate,
    spirals,
)

DIMS = [1, 2, 3, 4, 5, 8, 13, 20, 34, 50]


@pytest.mark.parametrize("dim", DIMS)
@pytest.mark.parametrize(
    ("n", "margin", "radius"),
    [(60, 0.1, 1), (200, 0.02, 1), (7, 1.5, 3), (2, 0.3, 1), (1, 1e-6, 1), (3, 1, 1), (30, 2.5e159, 1e160)],
)
def test_the_largest_margin_is_the_one_asked_for(n, dim, margin, radius):
    data = margin_dataset(n, dim, margin, radius, seed=dim)
    found = separate(data)
    assert isinstance(found, Separator)
    assert found.margin == pytest.approx(margin, abs=1e-9 * radius)
    assert (data.norms <= radius * (1 + 1e-15)).all()
    assert (data.signed @ found.w).min() == pytest.approx(margin, abs=1e-9 * radius)
    assert abs(int(data.y.sum())) <= 1


@pytest.mark.parametrize("dim", [1, 2, 5])
def test_points_along_a_direction_have_it_as_their_best_separator(dim):
    w = np.random.default_rng(dim).normal(size=dim) * 1e200
    found = separate(margin_dataset(30, dim, 0.2, seed=1, direction=w))
    assert found.w == pytest.approx(w / 1e200 / np.linalg.norm(w / 1e200))
    assert found.margin == pytest.approx(0.2)


def test_the_points_fill_the_caps_evenly():
    data = margin_dataset(40_000, 3, 0.2, seed=0)
    heights = data.signed @ separate(data).w
    # The part of the cap above h is (2 − 3h + h³) / (2 − 3g + g³) in three dimensions.
    for h in (0.3, 0.5, 0.8):
        expected = (2 - 3 * h + h**3) / (2 - 0.6 + 0.008)
        assert (heights > h).mean() == pytest.approx(expected, abs=0.01)
    assert np.linalg.norm(data.X.mean(axis=0)) < 0.02


GIVEN = {"n": 30, "dim": 2, "margin": 0.1}
DRAWN = {
    name: [each for each in inspect.signature(draw).parameters if each in GIVEN]
    for name in samples.__all__
    if "seed" in inspect.signature(draw := getattr(samples, name)).parameters
}


@pytest.mark.parametrize("name", DRAWN)
def test_the_seed_decides_the_points_and_what_cannot_be_drawn_is_named(name):
    draw, given = getattr(samples, name), {each: GIVEN[each] for each in DRAWN[name]}
    data = draw(**given, seed=3)
    assert data == draw(**given, seed=3) != draw(**given, seed=4)
    assert len(data) == GIVEN["n"]
    assert {*data.y.tolist()} == {-1, 1}
    for wrong, why in (({"seed": -1}, "seed"),):
        with pytest.raises(ValueError, match=f"^{why}"):
            draw(**{**given, **wrong})


@pytest.mark.parametrize("seed", range(25))
def test_blobs_need_a_bias_and_lie_on_the_board(seed):
    data = blobs(60, seed=seed)
    assert isinstance(separate(data.augmented()), Separator)
    assert isinstance(separate(data), Inseparable)
    assert np.abs(data.X).max() < 1.3


@pytest.mark.parametrize("n", [4, 5, 8, 60])
def test_no_line_separates_a_cloud(n):
    for seed in range(25):
        data = cloud(n, seed=seed)
        assert len(data) == n
        assert isinstance(separate(data.augmented()), Inseparable), seed


@pytest.mark.parametrize("draw", [moons, rings, spirals])
@pytest.mark.parametrize("seed", range(5))
def test_curved_samples_lie_on_the_board_and_no_line_separates_them(draw, seed):
    data = draw(101, seed=seed)
    assert data.radius < 1.25
    assert abs(int(data.y.sum())) == 1
    assert isinstance(separate(data.augmented()), Inseparable)
    assert draw(2, seed=seed).y.sum() == 0


@pytest.mark.parametrize("draw", [moons, rings, spirals])
def test_either_class_may_be_the_positive_one(draw):
    inner = {int(data.y[data.norms.argmin()]) for data in (draw(60, noise=0, seed=seed) for seed in range(20))}
    assert inner == {-1, 1}


def test_moons_are_half_circles_about_centres_half_a_diameter_apart():
    data = moons(400, noise=0, seed=1)
    assert data.radius < 1
    upper = np.sign(data.y[data.X[:, 1].argmax()]) == data.y
    for chosen, centre, side in ((upper, (-0.5, -0.25), 1), (~upper, (0.5, 0.25), -1)):
        arms = data.X[chosen] / 0.65 - centre
        np.testing.assert_allclose(np.linalg.norm(arms, axis=1), 1)
        assert (side * arms[:, 1] >= -1e-12).all()
        assert np.ptp(arms[:, 0]) > 1.9


def test_rings_have_their_two_radii_and_a_square_feature_separates_them():
    data = rings(200, ratio=0.7, noise=0, seed=1)
    np.testing.assert_allclose(np.unique(data.norms.round(12)), [0.7, 1])
    assert isinstance(separate(Dataset(data.norms[:, None] ** 2, data.y).augmented()), Separator)


def test_spirals_wind_as_often_as_asked_and_mirror_each_other():
    turns = 1.25
    data = spirals(500, turns=turns, noise=0, seed=2)
    assert data.radius <= 1
    turned = data.X[:, 0] + 1j * data.X[:, 1]
    unwound = turned * np.exp(-2j * np.pi * turns * data.norms)
    np.testing.assert_allclose(np.abs(unwound.real), data.norms, atol=1e-12)
    assert len(set((np.sign(unwound.real) * data.y).tolist())) == 1
    assert np.ptp(data.norms) > 0.8


@pytest.mark.parametrize("draw", [moons, rings, spirals])
def test_noise_moves_each_coordinate_by_its_standard_deviation(draw):
    still, moved = draw(4000, noise=0, seed=3), draw(4000, noise=0.2, seed=3)
    assert (moved.X - still.X).std(axis=0) == pytest.approx(0.2, rel=0.05)


@pytest.mark.parametrize("pair", [(3, 8), (8, 3), *zip(range(10), [*range(1, 10), 0], strict=True)], ids=str)
def test_pictures_of_digits_are_those_of_scikit_learn(pair):
    known = load_digits()
    for begin, data in enumerate(digits(*pair)):
        taken = np.zeros(len(known.target), dtype=bool)
        for digit in pair:
            taken[np.flatnonzero(known.target == digit)[begin::2]] = True
        assert np.array_equal(data.X, known.data[taken])
        assert np.array_equal(data.y, np.where(known.target[taken] == pair[0], 1, -1))


def test_any_two_digits_can_be_separated_through_the_origin():
    for pair in combinations(range(10), 2):
        assert isinstance(separate(digits(*pair)[0]), Separator)


def test_irises_are_those_of_scikit_learn_in_eighths_of_whole_millimetres():
    known = load_iris()
    millimetres = np.rint(10 * known.data)
    names = [name.removesuffix(" (cm)") for name in known.feature_names]
    species = known.target_names.tolist()
    for positive, negative in combinations(species, 2):
        for first, second in ((positive, negative), (negative, positive)):
            data = iris(names, first, second)
            two = np.isin(known.target, [species.index(first), species.index(second)])
            assert np.array_equal(8 * data.X, millimetres[two])
            assert np.array_equal(data.y == 1, known.target[two] == species.index(first))
    assert np.array_equal(8 * iris().X, millimetres[:100, 2:])


def test_any_two_measures_separate_setosa_only():
    for measures in combinations(("sepal length", "sepal width", "petal length", "petal width"), 2):
        for other in ("versicolor", "virginica"):
            assert isinstance(separate(iris(measures, "setosa", other).augmented()), Separator)
        assert isinstance(separate(iris(measures, "virginica", "versicolor").augmented()), Inseparable)


def test_gates_tell_the_truth():
    inputs = [(False, False), (False, True), (True, False), (True, True)]
    tables = {
        "and": [a and b for a, b in inputs],
        "or": [a or b for a, b in inputs],
        "xor": [a != b for a, b in inputs],
        "nand": [not (a and b) for a, b in inputs],
        "nor": [not (a or b) for a, b in inputs],
        "xnor": [a == b for a, b in inputs],
    }
    for name, table in tables.items():
        assert gate(name).X.tolist() == np.array(inputs, dtype=float).tolist()
        assert (gate(name).y == 1).tolist() == table
