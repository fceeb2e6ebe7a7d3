"""Points as a board holds them (x, y, class index), and as the library does."""

from perceptron import Dataset

XOR = [(0.0, 0.0, 1), (0.0, 1.0, 0), (1.0, 0.0, 0), (1.0, 1.0, 1)]
HAND = [(0.5, 0.5, 0), (0.75, 0.25, 0), (0.25, 0.5, 1), (-0.5, -0.75, 1), (0.5, -0.25, 1)]


def labelled(points):
    """Return a board's points as a Dataset."""
    return Dataset([point[:2] for point in points], [1 - 2 * class_index for _, _, class_index in points])


def placed(data):
    """Return a Dataset's points as a board holds them."""
    return [(x, y, (1 - label) // 2) for (x, y), label in zip(data.X.tolist(), data.y.tolist(), strict=True)]
