"""R²/γ² and its factors are exact, and each factor is one ≤ of the proof."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import Dataset, Separator, factors, gate, separate, train
from tests.perceptron.strategies import cases, few, separated
from tests.perceptron.textbook import dot, hull, signed


@given(separated(), st.sampled_from(["cyclic", "random", "hardest"]), st.sampled_from(["mistake", 1, -1]))
def test_the_factors_multiply_out_to_the_updates(case, order, tie):
    data, _ = case
    run, found = train(data, order, tie=tie), separate(data)
    if not run.updates:
        return
    taken = factors(run, found)
    assert math.prod(taken) == run.updates
    assert all(0 < factor <= 1 for factor in taken[1:])
    # Each by its definition, in fractions.
    squared_margin, p = hull(data.signed.tolist())
    w = [sum(column) for column in zip(*(signed(data)[i] for i in run.mistakes), strict=True)]
    most, along, k = max(dot(z, z) for z in signed(data)), dot(w, p), run.updates
    assert taken.bound == found.ratio == most / squared_margin
    assert taken.length == dot(w, w) / (k * most)
    assert taken.angle == along**2 / (dot(w, w) * squared_margin)
    assert taken.floor == (k * squared_margin / along) ** 2


@given(cases(few))
def test_with_a_lift_and_a_rate_that_are_no_floats_they_are_exact_too(case):
    data, _, rate = case
    run, found = train(data, rate=rate, max_updates=500), separate(data)
    if isinstance(found, Separator) and run.updates:
        assert math.prod(factors(run, found)) == run.updates
        Z = signed(data)
        assert found.ratio == max(dot(z, z) for z in Z) / hull(Z)[0]


def test_each_factor_is_1_where_its_line_of_the_proof_is_an_equation():
    apart = Dataset([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [1, -1, 1])
    assert factors(train(apart), separate(apart)) == (3, 1, 1, 1)


def test_only_a_run_from_0_with_an_update_has_factors():
    data = gate("and").augmented()
    for run in (train(data, start=[1, 0, 0]), train(data, tie="correct")):
        with pytest.raises(ValueError, match="run must start at w = 0 and have an update"):
            factors(run, separate(data))
    with pytest.raises(ValueError, match="of other data"):
        factors(train(data), separate(gate("or").augmented()))
    found = separate(data)
    alone = Separator(found.w, found.margin, found.radius, found.support)
    with pytest.raises(ValueError, match="needs the data"):
        factors(train(data), alone)


def test_without_its_data_a_separator_has_no_exact_ratio():
    found = separate(gate("and").augmented())
    assert Separator(found.w, found.margin, found.radius, found.support).ratio is None
    assert found.ratio == Fraction(51)
