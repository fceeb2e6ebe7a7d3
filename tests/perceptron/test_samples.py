import numpy as np
import pytest
from sklearn.svm import SVC

from perceptron import Inseparable, Separator, blobs, cloud, gate, margin_dataset, separate, slow_pair

DIMS = [2, 3, 4, 5, 8, 13, 20, 34, 50]


@pytest.mark.parametrize("dim", DIMS)
@pytest.mark.parametrize(("n", "margin", "radius"), [(60, 0.1, 1.0), (200, 0.02, 1.0), (7, 1.5, 3.0), (2, 0.3, 1.0)])
def test_the_largest_margin_is_the_one_asked_for(n, dim, margin, radius):
    data = margin_dataset(n, dim, margin, radius, seed=dim)
    found = separate(data)
    assert isinstance(found, Separator)
    assert abs(found.margin - margin) < 1e-9
    assert (data.norms <= radius).all()
    assert (data.signed @ found.w).min() == pytest.approx(margin, abs=1e-9)
    assert abs(int(data.y.sum())) <= 1


@pytest.mark.parametrize("dim", DIMS)
def test_a_support_vector_machine_finds_the_same_margin(dim):
    data = margin_dataset(100, dim, 0.1, seed=dim)
    # With the mirrored copies the best plane has no offset, so the machine's margin is the one at the origin.
    svm = SVC(kernel="linear", C=1e9, tol=1e-7).fit(np.vstack([data.X, -data.X]), np.append(data.y, -data.y))
    assert 1 / np.linalg.norm(svm.coef_) == pytest.approx(0.1, rel=1e-4)


@pytest.mark.parametrize("n", [1, 2, 3, 60])
@pytest.mark.parametrize("dim", [1, 2, 3])
@pytest.mark.parametrize("margin", [1e-6, 0.5, 1.0])
def test_few_points_one_dimension_and_the_full_margin_work(n, dim, margin):
    data = margin_dataset(n, dim, margin, seed=4)
    assert len(data) == n
    assert data.dim == dim
    assert separate(data).margin == pytest.approx(margin, abs=1e-9)
    assert n == 1 or set(data.y.tolist()) == {-1, 1}
    assert data.radius <= 1 + 1e-15


def test_the_points_fill_the_caps_evenly():
    data = margin_dataset(40_000, 3, 0.2, seed=0)
    heights = data.signed @ separate(data).w
    # The part of the cap above h is (2 − 3h + h³) / (2 − 3g + g³) in three dimensions.
    for h in (0.3, 0.5, 0.8):
        expected = (2 - 3 * h + h**3) / (2 - 0.6 + 0.008)
        assert (heights > h).mean() == pytest.approx(expected, abs=0.01)
    assert np.linalg.norm(data.X.mean(axis=0)) < 0.02


@pytest.mark.parametrize(
    "make", [lambda s: margin_dataset(30, 2, 0.1, seed=s), lambda s: blobs(30, seed=s), lambda s: cloud(30, seed=s)]
)
def test_the_seed_decides_the_points(make):
    assert make(3) == make(3) != make(4)


@pytest.mark.parametrize("radius", [1e160, 1e-170])
def test_any_radius_keeps_the_relative_margin(radius):
    data = margin_dataset(30, 3, 0.25 * radius, radius, seed=1)
    assert separate(data).margin == pytest.approx(0.25 * radius, rel=1e-9)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"margin": 0}, "margin must be finite and positive, got 0"),
        ({"margin": -0.1}, "margin must be finite and positive, got -0.1"),
        ({"margin": np.nan}, "margin must be finite and positive, got nan"),
        ({"margin": 1.5}, "margin must be at most the radius 1.0, got 1.5"),
        ({"radius": np.inf}, "radius must be finite and positive, got inf"),
        ({"n": 0}, "n must be at least 1, got 0"),
        ({"dim": 0}, "dim must be at least 1, got 0"),
    ],
)
def test_impossible_wishes_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        margin_dataset(**{"n": 10, "dim": 2, "margin": 0.1, **options})


@pytest.mark.parametrize("seed", range(25))
def test_blobs_need_a_bias_and_lie_on_the_board(seed):
    data = blobs(60, seed=seed)
    assert isinstance(separate(data.augmented()), Separator)
    assert isinstance(separate(data), Inseparable)
    assert np.abs(data.X).max() < 1.3


@pytest.mark.parametrize("n", [4, 5, 8, 60])
@pytest.mark.parametrize("seed", range(25))
def test_no_line_separates_a_cloud(n, seed):
    data = cloud(n, seed=seed)
    assert len(data) == n
    assert isinstance(separate(data.augmented()), Inseparable)


@pytest.mark.parametrize("name", ["and", "or", "nand", "nor"])
def test_gates_are_separable_with_a_bias(name):
    assert isinstance(separate(gate(name).augmented()), Separator)


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


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: gate("not"), "the gates are and, or, nand, nor, xor, xnor, got 'not'"),
        (lambda: cloud(3), "n must be at least 4, got 3"),
        (lambda: blobs(1), "n must be at least 2, got 1"),
        (lambda: blobs(5, spread=0), "spread must be finite and positive, got 0"),
        (lambda: blobs(5, distance=-1), "distance must be finite and not negative, got -1"),
        (lambda: slow_pair(gap=0), "gap must be finite and positive, got 0"),
    ],
)
def test_other_samples_name_what_arrived(call, message):
    with pytest.raises(ValueError, match=message):
        call()
