"""The labelings that a line can make are all of them and no others."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Dataset, Inseparable, gate, labelings, separability, separate
from tests.perceptron.strategies import anywhere, datasets, small


@given(datasets(small, max_points=6, max_dim=3), st.sampled_from([None, 1, 0.5, Fraction(1, 10)]))
@settings(deadline=None)
def test_they_are_those_that_separate_accepts_of_all(data, scale):
    data = data if scale is None else data.augmented(scale)
    lift = data.exact_lift or data.lift
    every = product([-1, 1], repeat=len(data))
    accepted = [y for y in every if not isinstance(separate(Dataset(data.X, y, lift)), Inseparable)]
    assert [*map(tuple, labelings(data).tolist())] == accepted  # in the same order


def regions(normals):
    """Count the regions that hyperplanes through the origin leave: one more plane splits those that it cuts."""
    if not normals:
        return 1
    *rest, last = normals
    axis = next((j for j, number in enumerate(last) if number), None)
    if axis is None:
        return 0  # no w has w·0 ≠ 0
    within = []
    for normal in rest:
        part = [a - b * normal[axis] / last[axis] for a, b in zip(normal, last, strict=True)]
        within.append(part[:axis] + part[axis + 1 :])
    # Planes that are one plane count once: on a plane that is this one, nothing is cut.
    return regions(rest) + (0 if any(not any(part) for part in within) else regions(within))


@given(datasets(small, max_points=7, max_dim=3))
@settings(deadline=None)
def test_they_are_as_many_as_the_regions_that_their_planes_leave(data):
    assert len(labelings(data)) == regions([[Fraction(x) for x in row] for row in data.X.tolist()])


@pytest.mark.parametrize(("n", "dim"), [(1, 1), (4, 2), (6, 3), (9, 3), (6, 5), (16, 3)])
def test_in_general_position_they_are_covers_count(n, dim):
    data = Dataset(np.random.default_rng(n).normal(size=(n, dim)), [1] * n)
    assert len(labelings(data)) == separability(n, dim) * 2**n


@given(datasets(anywhere, max_points=6, max_dim=3))
@settings(deadline=None)
def test_never_are_they_more_and_they_come_in_pairs(data):
    found = {*map(tuple, labelings(data).tolist())}
    assert len(found) <= separability(len(data), data.dim) * 2 ** len(data)
    assert found == {tuple(-label for label in labels) for labels in found}


def test_of_the_gates_points_a_line_makes_all_but_xor_and_its_opposite():
    found = {*map(tuple, labelings(gate("and").augmented()).tolist())}
    missing = {*product([-1, 1], repeat=4)} - found
    assert missing == {tuple(gate("xor").y.tolist()), tuple((-gate("xor").y).tolist())}
    assert len(labelings(gate("and"))) == 0  # (0, 0) lies at the origin
