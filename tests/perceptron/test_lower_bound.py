from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import (
    OnlineAverage,
    OnlineHalving,
    OnlinePerceptron,
    adversary,
    all_functions,
    bounds,
    force_mistakes,
    mistakes_forced,
    separate,
    train,
)
from tests.marks import slow

MARGINS = [
    (1, 1), (0.9, 1), (0.7, 2), (0.5, 4), (0.4, 6), ("2/5", 6), ("1/3", 9), (0.3, 11), (0.25, 16), (0.2, 25),
    (Fraction(1, 7), 49), (Decimal("0.125"), 64), (0.1, 100), ("0.1", 100), (np.float64(0.1), 100),
    (np.float32(0.1), 100), (0.07, 204), (0.05, 400),
]  # fmt: skip
TIES = ["mistake", "correct", 1, -1]


class Stubborn:
    """Always predicts the same."""

    def __init__(self, answer):
        self.answer = answer

    def predict(self, x):
        return self.answer

    def learn(self, x, y):
        pass


class Parrot(Stubborn):
    """Predicts the last label it learnt."""

    def learn(self, x, y):
        self.answer = y


@pytest.mark.parametrize(("margin", "count"), MARGINS)
def test_the_number_is_the_floor_for_the_decimal_that_was_written(margin, count):
    assert mistakes_forced(margin) == count
    assert adversary(margin).tolist() == np.eye(count).tolist()


@given(st.fractions(Fraction(1, 10**6), 1))
def test_the_number_is_the_largest_whose_separator_is_no_longer_than_one(margin):
    n = mistakes_forced(margin)
    assert n * margin**2 <= 1 < (n + 1) * margin**2


@pytest.mark.parametrize(("margin", "count"), [*MARGINS[:-2], *(slow(*case) for case in MARGINS[-2:])])
def test_every_learner_is_forced_and_the_perceptron_meets_its_bound(margin, count):
    for learner in (OnlinePerceptron(count), OnlineAverage(count), Stubborn(1), Stubborn(-1.0), Parrot(1)):
        forced = force_mistakes(learner, margin)
        assert (forced.predictions == -forced.labels).all()
        assert len(forced.labels) == count
        if isinstance(learner, OnlinePerceptron):
            assert learner.updates == count == separate(forced.data).bound
        assert count <= bounds.unit_norm(float(forced.margin)) * (1 + 1e-6)
        assert forced.norm_squared <= 1 < forced.norm_squared + forced.margin**2
        scores = forced.data.signed @ forced.separator
        np.testing.assert_allclose(scores, float(forced.margin), rtol=1e-15)
        assert forced.separator @ forced.separator == pytest.approx(float(forced.norm_squared))


@pytest.mark.parametrize("tie", [-1, 1])
@pytest.mark.parametrize("margin", [1, 0.7, "2/5", 0.3])
def test_halving_all_sign_vectors_is_forced_as_often(margin, tie):
    n = mistakes_forced(margin)
    learner = OnlineHalving(all_functions(n), tie)
    forced = force_mistakes(learner, margin)
    assert forced.predictions.tolist() == [tie] * n
    assert learner.concepts.tolist() == [forced.labels.tolist()]
    assert bounds.halving(2**n) == n


@pytest.mark.parametrize("tie", TIES)
def test_each_rule_for_ties_meets_the_labels_that_contradict_it(tie):
    learner = OnlinePerceptron(25, tie)
    forced = force_mistakes(learner, 0.2)
    run = train(forced.data, tie=tie)
    if tie == "correct":
        # A score of 0 is never a mistake by this rule, so the learner never updates.
        assert (learner.updates, len(run.mistakes)) == (0, 0)
        assert not learner.w.any()
    else:
        assert learner.updates == len(run.mistakes) == 25
        assert learner.w.tolist() == run.weights[-1].tolist() == forced.labels.tolist()
    if tie in (-1, 1):
        assert forced.labels.tolist() == [-tie] * 25


def test_the_mistakes_forced_at_one_over_a_root_are_those_the_bound_allows():
    for n in range(1, 200):
        margin = n**-0.5
        assert mistakes_forced(margin) == n == bounds.whole(bounds.unit_norm(margin)), n
