"""A point that the run never mistook is not missed when it is left out."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Dataset, Separator, gate, leave_one_out, separate, train
from tests.perceptron.strategies import cases, decimals, separated
from tests.perceptron.textbook import dot, errs, loop, signed

TIES = ["mistake", "correct", 1, -1]


def by_hand(data, order, start, rate, tie, most):
    """Leave out each point in turn, in fractions; the mistakes of the points left out."""
    Z, missed = signed(data), []
    for i in range(len(data)):
        rest = np.delete(np.arange(len(data)), i)
        w = [0] * data.dim if start is None else [a / rate for a in start]
        if rest.size:
            less = Dataset(data.X[rest], data.y[rest], data.exact_lift or data.lift)
            w = loop(less, order, start, rate, tie, max_updates=most).states[-1]
        label = int(data.y[i])
        if errs(tie, label, label * dot(w, Z[i])):
            missed.append(i)
    return missed


@given(separated(max_points=7), st.sampled_from(["cyclic", "hardest"]), st.sampled_from(TIES))
@settings(deadline=None)
def test_all_that_are_missed_were_mistaken_before(case, order, tie):
    data, _ = case
    missed = by_hand(data, order, None, 1, tie, 10_000)
    assert leave_one_out(data, order, tie=tie).tolist() == missed
    assert {*missed} <= {*np.flatnonzero(train(data, order, tie=tie).alpha).tolist()}


@given(cases(), st.sampled_from(["cyclic", "hardest"]), st.sampled_from(TIES))
@settings(deadline=None)
def test_starts_rates_and_lifts_are_exact(case, order, tie):
    data, start, rate = case
    if isinstance(separate(data), Separator) and train(data, order, start, rate, tie, max_updates=200).updates < 200:
        missed = by_hand(data, order, start, Fraction(rate), tie, 10_000)
        assert leave_one_out(data, order, start, rate, tie).tolist() == missed


def test_where_the_run_does_not_converge_all_are_tried():
    for data in (gate("xor").augmented(), Dataset([[-1], [0], [1]], [1, -1, 1]).augmented()):
        run = train(data)
        assert run.outcome == "cycling"
        assert leave_one_out(data, max_updates=50).tolist() == by_hand(data, "cyclic", None, 1, "mistake", 50)


@given(st.lists(decimals, min_size=2, max_size=2), st.sampled_from(TIES))
def test_one_point_alone_is_judged_by_the_start(start, tie):
    data = Dataset([[3, -1]], [1])
    assert leave_one_out(data, start=start, tie=tie).tolist() == [0] * errs(tie, 1, dot(start, [3, -1]))


def test_a_random_order_is_refused():
    with pytest.raises(ValueError, match="order must be 'cyclic' or 'hardest'"):
        leave_one_out(gate("and").augmented(), "random")
