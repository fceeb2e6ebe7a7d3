"""A Fraction or a Decimal has its exact value: learners decide as loops in fractions do."""

import pickle
import re
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import (
    averaged,
    biased,
    bounds,
    descend,
    errors_over_time,
    experiments,
    fewest_and_most,
    gate,
    linear,
    pocket,
    polynomial,
    separate,
    single_example,
    train,
    train_dual,
    train_many,
    voted,
)
from perceptron.checks import exactly
from tests.perceptron.strategies import cases
from tests.perceptron.textbook import dot, errs, loop, signed

CORNERS = [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_the_numbers_of_the_course():
    data = gate("and").augmented()
    starts = ([-1, -1, 0], [1, 1, 1], [1, 1, 0])
    assert [train(data, start=start, rate=Decimal("0.1")).updates for start in starts] == [38, 16, 8]
    assert [train(gate("and").augmented(Decimal(c))).updates for c in ("0.05", "0.1", "0.2")] == [1206, 306, 81]


def test_a_float_is_that_float():
    data = gate("and").augmented()
    for rate, start, c in ((0.1, [-1, -1, 0], 1.0), (1.0, [0.1, -0.3, 0.2], 0.1)):
        points = gate("and").augmented(c)
        exact = [Fraction(value) for value in start], Fraction(rate), gate("and").augmented(Fraction(c))
        assert exact[2] == points
        assert exact[2].exact_lift is None
        run = train(points, start=start, rate=rate)
        assert run.given is None
        assert run.mistakes.tolist() == train(exact[2], start=exact[0], rate=exact[1]).mistakes.tolist()
    assert train(data, rate=Fraction(1, 4), start=[Fraction(1, 2), 1, 0]).given is None


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random", "restarting", "hardest"])
@given(case=cases(), tie=st.sampled_from(["mistake", "correct", 1, -1]), seed=st.integers(0, 99))
def test_a_run_is_that_of_fractions(order, case, tie, seed):
    data, start, rate = case
    truth = loop(data, order, start, rate, tie, seed, max_updates=40)
    run = train(data, order, start, rate, tie, seed, max_updates=40)
    made = len(run.mistakes)
    assert run.mistakes.tolist() == truth.mistakes[:made]
    assert run.outcome == "cycling" or (run.outcome, made) == (truth.outcome, len(truth.mistakes))
    Z, eta = signed(data), Fraction(rate)
    states = [[a * eta for a in state] for state in truth.states[: made + 1]]
    if run.given or data.exact_lift:
        np.testing.assert_array_equal(run.weights, [[float(a) for a in state] for state in states])
    scores = [[dot(w, z) for z in Z] for w in states]
    sides = np.array([[(score > 0) - (score < 0) for score in row] for row in scores])
    np.testing.assert_array_equal(np.sign(run.path.scores(0, made + 1)), sides)
    np.testing.assert_array_equal(run.predict(data.X), data.y * sides[-1])
    rises = [dot(after, after) - dot(w, w) for w, after in pairwise(states)]
    np.testing.assert_allclose(run.rises, [float(rise) for rise in rises], rtol=1e-12)
    rows = run.quantities()
    before = [float(row[i]) for row, i in zip(scores, run.mistakes, strict=False)]
    np.testing.assert_allclose(rows["activation"] * rows["label"], before, rtol=1e-9)
    counts = voted(run).counts.tolist()
    total = [sum(count * w[axis] for count, w in zip(counts, states, strict=True)) for axis in range(data.dim)]
    ballots = np.array(counts) @ sides
    sums = [dot(total if any(counts) else states[0], z) for z in Z]
    mean = np.array([(value > 0) - (value < 0) for value in sums])
    np.testing.assert_array_equal(averaged(run).predict(data.X), data.y * mean)
    np.testing.assert_array_equal(voted(run).predict(data.X), data.y * np.sign(ballots))
    last = errors_over_time(run)
    assert last["last"].tolist() == (sides <= 0).sum(axis=1).tolist()
    assert pocket(run).errors == last["pocket"].iloc[-1]
    many = train_many(data, range(seed, seed + 12), order, start, rate, tie, max_updates=40)
    assert (many.updates[0], many.outcomes[0]) == (made, run.outcome)
    assert many.updates.tolist() == [
        train(data, order, start, rate, tie, s, 40).updates for s in range(seed, seed + 12)
    ]


@pytest.mark.parametrize("name", ["and", "or", "xor"])
def test_a_kernel_with_a_bias_counts_as_the_lifted_points_do(name):
    for c in (Fraction(1, 10), Fraction(1, 5), Decimal("0.3"), 0.1):
        data = gate(name).augmented(c)
        run, dual = train(data, max_updates=400), train_dual(gate(name), biased(linear, c), max_updates=400)
        assert (run.mistakes.tolist(), run.cycle) == (dual.mistakes.tolist(), dual.cycle)
        assert train_dual(data, max_updates=400).mistakes.tolist() == run.mistakes.tolist()
        activations = run.quantities()["activation"]
        np.testing.assert_array_equal(dual.activations == 0, activations == 0)
        np.testing.assert_allclose(dual.activations, activations, rtol=1e-9, atol=1e-12)
    curved = train_dual(gate(name), biased(polynomial(2), Fraction(1, 10)), max_updates=200)
    X, y = [[Fraction(a) for a in x] for x in CORNERS], gate(name).y.tolist()
    gram = [[(dot(a, b) + 1) ** 2 + Fraction(1, 100) for b in X] for a in X]
    counts = [0] * 4
    for i, activation in zip(curved.mistakes.tolist(), curved.activations.tolist(), strict=True):
        score = sum(count * label * value for count, label, value in zip(counts, y, gram[i], strict=True))
        assert errs("mistake", y[i], score)
        assert (activation == 0) == (score == 0)
        counts[i] += 1


def test_whatever_takes_a_rate_takes_fractions():
    tenth, data = Fraction("0.1"), gate("and").augmented(Decimal("0.1"))
    assert pickle.loads(pickle.dumps(data)) == data
    assert data != gate("and").augmented(0.1)
    assert pickle.loads(pickle.dumps(data)).exact_lift == tenth
    few, most = fewest_and_most(gate("and").augmented(), [-1, -1, 0], Decimal("0.1"))
    assert few <= 38 <= most
    assert single_example([1], 1, [Decimal("-0.3")], Decimal("0.1")) == 4
    table = experiments.by_rate(gate("and").augmented(), [tenth, Decimal("0.5")], [-1, -1, 0], 1, "cyclic")
    assert table[["rate", "updates"]].to_numpy().tolist() == [
        [0.1, 38],
        [0.5, train(gate("and").augmented(), start=[-1, -1, 0], rate=0.5).updates],
    ]
    found = separate(data)
    assert train(data, start=[tenth, 0, 0]).bound(found) >= train(data, start=[tenth, 0, 0]).updates
    assert bounds.whole(bounds.novikoff(Decimal(1), tenth)) == 100


@pytest.mark.parametrize(
    "bad", [Decimal("NaN"), Decimal("Infinity"), Fraction(-1, 10), Fraction(10) ** 400, Fraction(1, 10**400)]
)
def test_a_fraction_out_of_range_is_refused(bad):
    with pytest.raises(ValueError, match="rate must be finite and positive"):
        train(gate("and"), rate=bad)
    with pytest.raises(ValueError, match="scale must be finite and positive"):
        gate("and").augmented(bad)
    with pytest.raises(ValueError, match="rate must be finite and positive"):
        descend(gate("and"), bad)


@pytest.mark.parametrize(
    ("far", "shown"),
    [
        (10**400, f"1{'0' * 39}…"),
        (Fraction(-(10**400)), f"-1{'0' * 38}…"),
        (Decimal("1E+400"), "1E+400"),
        (Decimal("Infinity"), "Infinity"),
    ],
    ids=["int", "Fraction", "Decimal", "infinite"],
)
def test_the_exact_value_of_a_number_beyond_all_floats_is_refused(far, shown):
    with pytest.raises(ValueError, match=f"number must be within the range of floats, got {re.escape(shown)}$"):
        exactly(far)
