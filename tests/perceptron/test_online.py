from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import OnlineAverage, OnlineHalving, OnlinePerceptron, averaged, directions, halving, train
from tests.perceptron.strategies import datasets, near_ties, small
from tests.perceptron.textbook import dot, errs

TIES = ["mistake", "correct", 1, -1]


@pytest.mark.parametrize("tie", TIES)
@given(data=datasets(small) | datasets(near_ties), passes=st.integers(1, 3))
def test_told_the_examples_in_turn_the_online_perceptron_makes_the_run(tie, data, passes):
    order = list(range(len(data))) * passes
    learner, average = OnlinePerceptron(data.dim, tie), OnlineAverage(data.dim, tie)
    w = [Fraction(0)] * data.dim
    for i in order:
        score = dot(w, map(Fraction, data.X[i].tolist()))
        wrong = learner.predict(data.X[i]) != data.y[i]
        if score != 0 or not isinstance(tie, str):
            assert wrong == errs(tie, data.y[i], score)
        if errs(tie, data.y[i], score):
            w = [a + Fraction(b) for a, b in zip(w, data.signed[i].tolist(), strict=True)]
        for each in (learner, average):
            each.learn(data.X[i], data.y[i])
    run = train(data, order=order, tie=tie)
    assert learner.updates == average.updates == len(run.mistakes)
    for weights in (learner.w, average.w, run.w):
        np.testing.assert_allclose(weights, np.array(w, dtype=float), rtol=0, atol=1e-14)
    np.testing.assert_allclose(average.total / len(order), averaged(run).w, rtol=0, atol=1e-12)


@pytest.mark.parametrize("tie", [-1, 1])
@given(st.integers(0, 23), st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)).filter(any), max_size=8))
def test_halving_half_planes_online_is_halving_their_table(tie, target, points):
    points = np.reshape(points, (len(points), 2)).astype(float)
    angles = 2 * np.pi * (np.arange(24) + 0.5) / 24
    concepts = np.column_stack([np.cos(angles), np.sin(angles)])
    table = directions(24, points)
    learner, run = OnlineHalving(concepts, tie), halving(table, table[target], tie)
    for x, label, answer, left in zip(points, table[target], run.answers, run.survivors[1:], strict=True):
        assert learner.predict(x) == answer
        learner.learn(x, int(label))
        assert len(learner.concepts) == left


def test_labels_of_no_concept_are_named():
    learner = OnlineHalving(np.eye(2))
    with pytest.raises(ValueError, match=r"no concept is left that gives \[1, 0\] the label -1"):
        learner.learn([1, 0], -1)


def test_a_learner_keeps_no_hold_on_what_it_was_given():
    concepts, x = np.eye(2), np.array([1.0, 0.0])
    learner, other = OnlineHalving(concepts), OnlinePerceptron(2)
    other.learn(x, 1)
    concepts[0], x[0] = 9, 9
    assert learner.concepts.tolist() == [[1, 0], [0, 1]]
    assert other.w.tolist() == [1, 0]
