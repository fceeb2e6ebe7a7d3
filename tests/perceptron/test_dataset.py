import numpy as np
import pandas as pd
import pytest
from hypothesis import given

from perceptron import Dataset
from perceptron.dataset import norms
from tests.perceptron.strategies import anywhere, datasets


@pytest.mark.parametrize(
    ("X", "y", "error", "message"),
    [
        ([[0, 1], [2, 3]], [0, 1], ValueError, r"labels must be -1 or \+1, got \[0 1\]; use Dataset.from_binary"),
        ([[0, 1], [2, 3]], [1, 2], ValueError, r"labels must be -1 or \+1, got \[1 2\]$"),
        ([[0, 1], [2, 3]], [1.0, np.nan], ValueError, r"labels must be -1 or \+1, got"),
        ([[0, 1], [2, 3]], ["a", "b"], TypeError, "labels must be the numbers"),
        ([[0, 1], [2, np.nan]], [1, -1], ValueError, r"X\[1, 1\] is nan"),
        ([[0, -np.inf], [2, 3]], [1, -1], ValueError, r"X\[0, 1\] is -inf"),
        ([[0, 1], [2, 3]], [1], ValueError, r"each of the 2 points, got shape \(1,\)"),
        ([[0, 1], [2, 3]], [[1], [1]], ValueError, r"each of the 2 points, got shape \(2, 1\)"),
        ([0, 1], [1, -1], ValueError, r"two dimensions .* got shape \(2,\)"),
        (np.empty((0, 2)), [], ValueError, r"at least one point .* got shape \(0, 2\)"),
        (np.empty((2, 0)), [1, 1], ValueError, r"at least one coordinate, got shape \(2, 0\)"),
        ([["0", "1"]], [1], TypeError, "X must hold numbers"),
        ([[1j, 1]], [1], TypeError, "X must hold numbers, got complex128"),
        ([[1e170, 0], [0, 1e10], [3, 0], [5, 0]], [1, 1, 1, 1], ValueError, r"X\[1\] has norm 1e\+10.*2\*\*500|X\[2\]"),
        ([[1.7e308, 1.7e308]], [1], ValueError, r"finite norm, but that of X\[0\] overflows"),
    ],
)
def test_what_arrived_is_named(X, y, error, message):
    with pytest.raises(error, match=message):
        Dataset(X, y)


def test_the_points_are_a_closed_copy():
    X, y = np.eye(2), np.array([1, -1])
    data = Dataset(X, y)
    X[0, 0], y[0] = 9, -1
    assert data == Dataset(np.eye(2), [1, -1])
    for array in (data.X, data.y, data.signed, data.norms, data.augmented().X):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 5
    with pytest.raises(AttributeError):
        data.X = X
    frame = data.to_frame()
    frame.loc[0, "x1"] = 7
    assert data.X[0, 0] == 1


def test_small_whole_numbers_cannot_overflow():
    data = Dataset(np.array([[100, 100], [-128, 127]], dtype=np.int8), np.array([1, -1], dtype=np.int8))
    assert data.X.dtype == np.float64
    assert data.signed.tolist() == [[100, 100], [128, -127]]
    assert data.radius == pytest.approx(np.hypot(128, 127))


@given(datasets(anywhere))
def test_a_frame_and_back_is_the_same_data(data):
    assert Dataset.from_frame(data.to_frame()) == data
    assert data.to_frame().columns.tolist() == [*(f"x{j + 1}" for j in range(data.dim)), "label"]
    assert np.array_equal(data.signed, data.y[:, None] * data.X)


def test_a_frame_without_labels_is_named():
    with pytest.raises(ValueError, match=r"needs a column 'label', got \['a'\]"):
        Dataset.from_frame(pd.DataFrame({"a": [1.0]}))


def test_equality_is_by_value():
    data = Dataset([[1, 2]], [1])
    assert data == Dataset([[1.0, 2.0]], [1.0])
    assert data != Dataset([[1, 2]], [-1])
    assert data != Dataset([[1, 2], [1, 2]], [1, 1])
    assert data != "data"


def test_the_constant_coordinate_must_be_positive():
    data = Dataset([[1, 2]], [1])
    assert data.augmented(2.5).X.tolist() == [[1, 2, 2.5]]
    for scale in (0, -1, np.nan, np.inf):
        with pytest.raises(ValueError, match=f"scale must be finite and positive, got {scale}"):
            data.augmented(scale)


@pytest.mark.parametrize("size", [1, 1e160, 1e-170, 5e-324])
def test_norms_neither_overflow_nor_vanish(size):
    assert norms(np.array([[3, 4], [0, 0]]) * size).tolist() == pytest.approx([5 * size, 0], rel=1e-15)
    data = Dataset(np.array([[3, -4], [0, 1]]) * size, [1, -1])
    assert data.radius == pytest.approx(5 * size, rel=1e-15)
    np.testing.assert_allclose(norms(data.normalized().X), 1, rtol=1e-15)


def test_the_origin_cannot_be_normalized():
    with pytest.raises(ValueError, match=r"X\[1\] is the origin"):
        Dataset([[1, 0], [0, 0]], [1, 1]).normalized()


def test_binary_labels_only_by_name():
    assert Dataset.from_binary([[0], [1]], [False, True]).y.tolist() == [-1, 1]
    with pytest.raises(ValueError, match=r"binary labels must be 0 or 1, got \[-1  1\]"):
        Dataset.from_binary([[0], [1]], [-1, 1])


def test_the_repr_counts():
    assert repr(Dataset([[1]], [-1])) == "Dataset(1 point in 1 dimension, 0 positive, 1 negative)"
