import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import Dataset, bounds, separate, train
from tests.perceptron.strategies import datasets, separated, small

TIES = ["mistake", "correct", 1, -1]


def unit(draw, dim):
    """Draw a unit vector, from few directions; it need not separate."""
    arrow = np.array(draw.draw(st.lists(small, min_size=dim, max_size=dim).filter(any)))
    return arrow / np.linalg.norm(arrow)


def within(mistakes, bound):
    return mistakes <= bound * (1 + 1e-9)


@given(datasets(small), st.floats(0.05, 20), st.sampled_from(["cyclic", "shuffled"]), st.sampled_from(TIES), st.data())
def test_no_run_in_passes_exceeds_the_bound_of_any_unit_vector_and_margin(data, margin, order, tie, more):
    u = unit(more, data.dim)
    run = train(data, order=order, tie=tie, max_updates=60)
    # One more pass covers the mistake for which max_updates left no update.
    for times in (run.passes + 1, run.alpha):
        D, L = bounds.deviation(data, u, margin, times), bounds.hinge_loss(data, u, margin, times)
        assert within(len(run.mistakes), bounds.freund_schapire(data.radius, margin, D))
        assert within(len(run.mistakes), bounds.hinge(data.radius, margin, L))


@given(datasets(small), st.floats(0.05, 20), st.integers(1, 9), st.data())
def test_the_loss_grows_with_the_passes_and_the_deviation_with_their_root(data, margin, passes, more):
    u = unit(more, data.dim)
    lack = [max(0.0, margin - y * float(u @ x)) for x, y in zip(data.X, data.y, strict=True)]
    for times in (passes, [passes] * len(data)):
        assert bounds.deviation(data, u, margin, times) == pytest.approx(
            np.sqrt(passes * sum(a * a for a in lack)), abs=1e-12
        )
        assert bounds.hinge_loss(data, u, margin, times) == pytest.approx(passes * sum(lack) / margin, abs=1e-12)


@given(separated())
def test_where_the_vector_separates_both_bounds_are_novikoffs(case):
    data, _ = case
    found = separate(data)
    D, L = (f(data, found.w, found.margin * (1 - 1e-12), 7) for f in (bounds.deviation, bounds.hinge_loss))
    assert (D, L) == (0, 0)
    novikoff = pytest.approx(bounds.novikoff(data.radius, found.margin))
    assert bounds.freund_schapire(data.radius, found.margin, D) == novikoff
    assert bounds.hinge(data.radius, found.margin, L) == novikoff


@given(separated(max_dim=3), st.integers(-3, 3), st.fractions(Fraction(1, 4), 4, max_denominator=4))
def test_the_biased_bound_is_novikoffs_for_that_plane_and_constant(case, offset, scale):
    data, u = case
    length = float(np.linalg.norm(u))
    rho, b, c = float((data.signed @ u + data.y * offset).min()) / length, offset / length, float(scale)
    if rho <= 0:
        return
    lifted = np.append(u / length, b / c)
    lifted /= np.linalg.norm(lifted)
    margin = float((data.augmented(c).signed @ lifted).min())
    bound = bounds.biased(b, data.radius, rho, c)
    assert bound == pytest.approx(bounds.novikoff(data.augmented(c).radius, margin))
    assert within(len(train(data.augmented(c)).mistakes), bound)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 1023, 1024, 2**70 - 1, 2**70])
def test_the_halving_bound_is_the_exact_logarithm(count):
    assert 2 ** bounds.halving(count) <= count < 2 ** (bounds.halving(count) + 1)


@pytest.mark.parametrize(("concepts", "left"), [(1, 1), (4, 1), (10, 3), (1000, 1)])
def test_the_randomized_halving_bound_is_a_difference_of_harmonic_numbers(concepts, left):
    harmonic = [sum(Fraction(1, k) for k in range(1, r + 1)) for r in (concepts, left)]
    bound = bounds.randomized_halving(concepts, left)
    assert bound == pytest.approx(float(harmonic[0] - harmonic[1]), rel=1e-15)
    assert bound <= np.log(concepts / left)


def test_harmonic_sums_of_any_length_are_told_at_once():
    assert bounds.randomized_halving(2**32) == pytest.approx(32 * math.log(2) + np.euler_gamma - 1, rel=1e-9)
    assert bounds.randomized_halving(2**5000, 2**4999) == pytest.approx(math.log(2), rel=1e-14)


@pytest.mark.parametrize("most", [1, 100, 10**6, 10**12])
def test_a_bound_rounded_just_below_a_whole_number_loses_no_mistake(most):
    assert bounds.whole(math.nextafter(float(most), 0.0)) == most
    assert bounds.whole(most * (1 - 1e-8)) == most - max(1, most // 10**8)
    assert bounds.whole(most * (1 - Fraction(1, 10**13)), rounded=True) == most - 1
    assert bounds.whole(most - Fraction(1, 10**40)) == most - 1


@pytest.mark.parametrize("across", [1.0, 1e-3, 1e-140])
def test_the_start_bound_is_right_where_its_root_all_but_cancels(across):
    # With R = γ = 1, b² = 10²⁰ + c² and a = 10¹⁰ the bound is nearly c²/2a.
    assert float(bounds.from_weights(np.array([across, 1e10]), np.array([0.0, 1.0]), 1.0, 1.0)) == pytest.approx(
        across**2 / 2e10, rel=1e-9, abs=0
    )
    # If the difference of b and a survives in floats, the bound from floats is right.
    assert bounds.from_start(1.0, 1.0, 1e10, math.nextafter(1e10, math.inf)) == pytest.approx(2.0**-19, rel=1e-9)


@given(datasets(small), st.lists(small, min_size=1, max_size=4), st.sampled_from([0.5, 1.0, 3.0]), st.integers(1, 3))
def test_the_start_bound_from_weights_is_that_from_numbers(data, numbers, rate, size):
    start = np.resize(np.array(numbers), data.dim)
    u = np.ones(data.dim) / math.sqrt(data.dim)
    alignment, norm = float(start @ u), float(np.linalg.norm(start))
    expected = bounds.batch_sum(size, data.radius, 0.3, alignment, norm, rate)
    exact = bounds.from_weights(start, u, data.radius, 0.3, rate, size)
    assert float(exact) == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_bounds_beyond_all_floats_are_infinite():
    assert [bounds.novikoff(1e160, 1), bounds.hinge(2.6e154, 1, 1), bounds.alma(1e-160, 0.5)] == [math.inf] * 3


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_deviations_whose_squares_leave_the_range_of_floats_are_told(size):
    data = Dataset([[-3 * size], [-4 * size]], [1, 1])
    assert bounds.deviation(data, [1], margin=size, times=[1, 4]) == pytest.approx(size * math.hypot(4, 10), abs=0)
