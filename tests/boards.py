"""Points as a board holds them, and as the library does."""

from perceptron import Dataset

XOR = [(0.0, 0.0, 1), (0.0, 1.0, 0), (1.0, 0.0, 0), (1.0, 1.0, 1)]
HAND = [(0.5, 0.5, 0), (0.75, 0.25, 0), (0.25, 0.5, 1), (-0.5, -0.75, 1), (0.5, -0.25, 1)]


def labelled(points):
    """The points of a board as the library sees them."""
    return Dataset([point[:2] for point in points], [1 - 2 * class_index for _, _, class_index in points])


def placed(data):
    """The points of a data set as a board holds them."""
    return [(x, y, (1 - label) // 2) for (x, y), label in zip(data.X.tolist(), data.y.tolist(), strict=True)]
