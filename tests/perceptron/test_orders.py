from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import Dataset, extreme_orders, fewest_and_most, gate, separate, single_example, train
from perceptron.learner import Order, Search
from tests.perceptron.strategies import near_ties, separated
from tests.perceptron.textbook import dot, errs

TIES = ["mistake", "correct", 1, -1]
whole = st.integers(-5, 5)
few = separated(bound=2, max_points=4, max_dim=2)


def by_recursion(data, start, rate, tie):
    """Return the fewest and the most updates by trying every order in fractions."""
    points = [(int(y), tuple(Fraction(a) for a in x)) for x, y in zip(data.X.tolist(), data.y, strict=True)]

    @cache
    def counts(w):
        wrong = [(y, x) for y, x in points if errs(tie, y, dot(w, x))]
        after = [counts(tuple(a + rate * y * b for a, b in zip(w, x, strict=True))) for y, x in wrong]
        return (1 + min(low for low, _ in after), 1 + max(high for _, high in after)) if after else (0, 0)

    return counts(tuple(Fraction(weight) for weight in start))


@given(few, st.sampled_from(TIES), st.data())
def test_the_fewest_and_the_most_are_those_of_trying_every_order(case, tie, more):
    data, _ = case
    start = more.draw(st.lists(whole, min_size=data.dim, max_size=data.dim))
    rate = more.draw(st.sampled_from([Fraction(1), Fraction(1, 3), Fraction(5, 2)]))
    assert fewest_and_most(data, start, rate, tie) == by_recursion(data, start, rate, tie)


@given(few, st.sampled_from(TIES), st.data())
def test_the_extreme_orders_update_at_each_of_their_examples_and_reach_both_ends(case, tie, more):
    data, _ = case
    start = more.draw(st.lists(whole, min_size=data.dim, max_size=data.dim))
    rate = more.draw(st.sampled_from([Fraction(1), Fraction(1, 3), Fraction(5, 2)]))
    extremes = extreme_orders(data, start, rate, tie)
    assert tuple(map(len, extremes)) == by_recursion(data, start, rate, tie)
    for order in extremes:
        run = train(data, list(order), start, rate, tie)
        assert (run.outcome, run.mistakes.tolist()) == ("converged", [*order])


@given(separated(bound=3, max_points=5, max_dim=3), st.sampled_from(TIES), st.integers(0, 99))
def test_every_run_lies_between_the_fewest_and_the_most(case, tie, seed):
    data, _ = case
    low, high = fewest_and_most(data, tie=tie, most_states=300_000)
    for order in get_args(Order):
        assert low <= len(train(data, order=order, tie=tie, seed=seed).mistakes) <= high
    assert high <= separate(data).bound


def test_five_points_take_from_one_update_to_twenty_three():
    data = Dataset([[3, 0], [0, 3], [3, -1], [-1, -3], [-1, 0]], [1, 1, -1, -1, -1]).augmented()
    runs = [train(Dataset(data.X[list(order)], data.y[list(order)])) for order in permutations(range(5))]
    counts = {len(run.mistakes) for run in runs}
    assert (min(counts), max(counts)) == fewest_and_most(data) == (1, 23)
    assert len({tuple(run.weights[-1].tolist()) for run in runs}) == 5
    assert separate(data).bound == 49


def test_only_the_start_over_the_rate_matters():
    data = gate("and").augmented()
    third = fewest_and_most(data, [Fraction(1, 3), 0, -1], Fraction(1, 3))
    assert third == fewest_and_most(data, [1, 0, -3]) != fewest_and_most(data, [1, 0, -1], 3)


def test_an_order_without_end_is_refused():
    with pytest.raises(ValueError, match="some order never ends"):
        fewest_and_most(gate("xor").augmented())
    with pytest.raises(ValueError, match="some order never ends"):
        fewest_and_most(Dataset([[0, 0], [1, 0]], [1, 1]))
    assert fewest_and_most(gate("xor").augmented(), tie="correct") == (0, 0)


def test_too_many_states_are_refused():
    data = Dataset([[10_000], [10_001]], [-1, 1]).augmented()
    for search in (fewest_and_most, extreme_orders):
        with pytest.raises(ValueError, match="more than 1000 states"):
            search(data, most_states=1000)


def test_and_takes_from_13_to_22_updates_and_18_in_turn():
    data = gate("and").augmented()
    assert [*map(len, extreme_orders(data))] == [13, 22]
    assert (train(data).updates, separate(data).bound) == (18, 51)


@given(
    st.lists(st.tuples(whole, whole), min_size=1, max_size=4).filter(lambda pairs: any(x for x, _ in pairs)),
    st.sampled_from([-1, 1]),
    st.sampled_from(TIES),
    st.sampled_from([0.25, 1.0, 2.0]),
)
def test_the_closed_form_for_one_example_is_the_count_of_the_run(pairs, label, tie, rate):
    x, start = zip(*pairs, strict=True)
    run = train(Dataset([x], [label]), start=start, rate=rate, tie=tie)
    count = single_example(x, label, start, rate, tie)
    assert count == len(run.mistakes) == run.passes - 1
    assert (count, count) == fewest_and_most(Dataset([x], [label]), start, rate, tie)


@given(near_ties.filter(bool), near_ties, st.sampled_from([-1, 1]), st.sampled_from(TIES))
def test_the_closed_form_is_exact_where_the_floats_of_a_run_may_round(x, start, label, tie):
    weight, count = Fraction(start), 0
    while errs(tie, label, weight * Fraction(x)):
        weight, count = weight + label * Fraction(x), count + 1
    assert single_example([x], label, [start], tie=tie) == count


@pytest.mark.parametrize("tie", TIES)
def test_the_origin_is_right_from_the_start_or_never(tie):
    if errs(tie, 1, 0):
        with pytest.raises(ValueError, match="x is the origin"):
            single_example([0, 0], 1, [1, 2], tie=tie)
    else:
        assert single_example([0, 0], 1, [1, 2], tie=tie) == 0


class Doubtful(Search):
    """Two examples whose scores in floats have the largest allowed errors, one too low, one too high."""

    state = np.zeros(2)

    def __init__(self, data, tie):
        super().__init__(data, tie)
        self.doubt = 1.0

    def update(self, i):
        raise NotImplementedError

    def operands(self, indices):
        return indices

    def float_scores(self, operands, begin, end):
        return np.array([-3.0, -1.5])[operands[begin:end]]

    def exact_scores(self, indices):
        return np.array([-2.0, -2.5], dtype=object)[indices]

    def steps(self, mistakes):
        raise NotImplementedError

    def sum_to_zero(self, mistakes):
        raise NotImplementedError


def test_the_hardest_example_is_the_exact_one_of_two_rounded_scores():
    assert next(Doubtful(Dataset(np.eye(2), [1, 1]), "mistake").hardest()) == 1
