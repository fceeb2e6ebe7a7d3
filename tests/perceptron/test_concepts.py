from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import (
    all_functions,
    bounds,
    directions,
    halving,
    littlestone,
    randomized_halving,
    singletons,
    thresholds,
)


@st.composite
def realisable(draw, most_concepts=12, most_rounds=8):
    """Draw a table of concepts and the labels of one of them."""
    concepts, rounds = draw(st.integers(1, most_concepts)), draw(st.integers(0, most_rounds))
    row = st.lists(st.sampled_from([-1, 1]), min_size=rounds, max_size=rounds)
    table = np.array(draw(st.lists(row, min_size=concepts, max_size=concepts)), dtype=int).reshape(concepts, rounds)
    return table, table[draw(st.integers(0, concepts - 1))]


def harmonic(r):
    return sum((Fraction(1, k) for k in range(1, r + 1)), Fraction(0))


def law(table, labels, redraw):
    """Return the distribution of the mistakes over all choices; without `redraw` a concept is kept until it errs."""
    states = Counter({(None, 0): Fraction(1)})
    alive = set(range(len(table)))
    for j, label in enumerate(labels.tolist()):
        after: Counter[Any] = Counter()
        for (kept, errors), chance in states.items():
            choices = [kept] if kept is not None and not redraw else sorted(alive)
            for concept in choices:
                wrong = table[concept, j] != label
                after[None if wrong else concept, errors + wrong] += chance / len(choices)
        alive = {concept for concept in alive if table[concept, j] == label}
        states = after
    counts = Counter()
    for (_, errors), chance in states.items():
        counts[errors] += chance
    return counts


@given(realisable(), st.sampled_from([-1, 1]))
def test_halving_is_the_literal_loop(case, tie):
    table, labels = case
    run = halving(table, labels, tie)
    alive = list(range(len(table)))
    for j, label in enumerate(labels.tolist()):
        votes = sum(int(table[concept, j]) for concept in alive)
        answer = 1 if votes > 0 else -1 if votes < 0 else tie
        assert (run.survivors[j], run.votes[j], run.answers[j]) == (len(alive), votes, answer)
        assert run.mistakes[j] == (answer != label)
        alive = [concept for concept in alive if table[concept, j] == label]
    assert run.survivors[-1] == len(alive)


@given(realisable(most_concepts=40))
def test_halving_errs_at_most_log_concepts_times_with_any_tie(case):
    table, labels = case
    run = halving(table, labels)
    worst = labels * run.votes <= 0
    assert worst.sum() <= run.bound == int(np.log2(len(table)) + 1e-12)
    assert (run.survivors[1:][worst] * 2 <= run.survivors[:-1][worst]).all()


def test_the_bound_needs_a_target_in_the_class():
    with pytest.raises(ValueError, match="no concept agrees with the labels up to round 2"):
        halving(thresholds(3), [1, -1, 1])
    with pytest.raises(ValueError, match="no concept agrees with the labels up to round 4"):
        randomized_halving(singletons(4), [-1] * 4)


@pytest.mark.parametrize("tie", [-1, 1])
@pytest.mark.parametrize("n", [1, 2, 5])
def test_on_all_functions_the_worst_labels_force_a_mistake_a_point(n, tie):
    table = all_functions(n)
    assert max(int(halving(table, labels, tie).mistakes.sum()) for labels in table) == n == bounds.halving(len(table))


@given(realisable(most_concepts=5, most_rounds=5))
def test_redrawn_or_kept_until_it_errs_the_law_is_the_same(case):
    table, labels = case
    redrawn, lazy = law(table, labels, redraw=True), law(table, labels, redraw=False)
    assert redrawn == lazy
    run = randomized_halving(table, labels)
    mean = sum(count * chance for count, chance in lazy.items())
    assert run.expectation == mean
    assert run.variance == sum((count - mean) ** 2 * chance for count, chance in lazy.items())


@given(realisable(most_concepts=30), st.integers(0, 5))
def test_the_expectation_keeps_to_the_difference_of_harmonic_numbers(case, seed):
    table, labels = case
    run = randomized_halving(table, labels, seed)
    assert run.expectation <= harmonic(len(table)) - harmonic(int(run.survivors[-1]))
    assert run.bound == pytest.approx(float(harmonic(len(table)) - harmonic(int(run.survivors[-1]))), abs=1e-12)
    assert run.survivors.tolist() == halving(table, labels).survivors.tolist()


@given(realisable(most_concepts=30), st.integers(0, 5))
def test_every_concept_that_answers_was_never_wrong_before(case, seed):
    table, labels = case
    run = randomized_halving(table, labels, seed)
    for j, concept in enumerate(run.chosen.tolist()):
        assert (table[concept, :j] == labels[:j]).all()
        assert run.mistakes[j] == (table[concept, j] != labels[j])


@pytest.mark.parametrize(
    ("table", "labels"),
    [
        (singletons(20), [-1] * 19 + [1]),
        (all_functions(8), [1, -1] * 4),
        (directions(90, np.eye(2)[[0, 1, 0]] - 0.3), directions(90, np.eye(2)[[0, 1, 0]] - 0.3)[17]),
    ],
)
def test_draws_have_the_exact_mean_and_variance(table, labels):
    run, count = randomized_halving(table, labels), 40_000
    draws = run.draws(count, seed=5)
    assert abs(draws.mean() - run.expectation) < 5 * np.sqrt(float(run.variance) / count)
    assert draws.var() == pytest.approx(float(run.variance), rel=0.05)
    single = [int(randomized_halving(table, labels, seed).mistakes.sum()) for seed in range(400)]
    assert abs(np.mean(single) - run.expectation) < 5 * np.sqrt(float(run.variance) / 400)


def test_the_seed_decides_the_draw():
    table, labels = singletons(30), [-1] * 29 + [1]
    chosen = [randomized_halving(table, labels, seed).chosen.tolist() for seed in (1, 1, 2)]
    assert chosen[0] == chosen[1] != chosen[2]
    run = randomized_halving(table, labels)
    assert run.draws(50, seed=1).tolist() == run.draws(50, seed=1).tolist() != run.draws(50, seed=2).tolist()


def test_without_rounds_there_are_no_mistakes():
    empty = np.empty((3, 0), dtype=int)
    assert halving(empty, []).survivors.tolist() == [3]
    run = randomized_halving(empty, [])
    assert (run.expectation, run.variance, run.draws(2).tolist()) == (0, 0, [0, 0])


@pytest.mark.parametrize("n", [1, 2, 6])
def test_the_classes_are_what_they_say(n):
    assert {tuple(row) for row in all_functions(n).tolist()} == set(product([-1, 1], repeat=n))
    assert {tuple(row) for row in thresholds(n).tolist()} == {(-1,) * k + (1,) * (n - k) for k in range(n + 1)}
    assert (singletons(n).sum(axis=1) == 2 - n).all()
    assert {tuple(row) for row in singletons(n).tolist()} <= set(product([-1, 1], repeat=n))


def test_half_planes_are_those_of_their_angles():
    rng = np.random.default_rng(3)
    points = rng.normal(size=(30, 2))
    table = directions(12, points)
    for k in range(12):
        angle = 2 * np.pi * (k + 0.5) / 12
        assert table[k].tolist() == np.where(points @ [np.cos(angle), np.sin(angle)] >= 0, 1, -1).tolist()
    assert (table[:6] == -table[6:]).all()


def minimax(concepts):
    """Return the most mistakes that an adversary forces on the best learner."""
    splits = [[[c for c in concepts if c[j] == sign] for sign in (-1, 1)] for j in range(len(concepts[0]))]
    # The learner minimizes the worse of the outcomes, being right and being wrong.
    plays = [
        min(max(minimax(split[say]), 1 + minimax(split[1 - say])) for say in (0, 1)) for split in splits if all(split)
    ]
    return max(plays, default=0)


@pytest.mark.parametrize("seed", range(40))
def test_the_littlestone_dimension_is_the_value_of_the_game_played_out(seed):
    rng = np.random.default_rng(seed)
    table = rng.choice([-1, 1], size=(rng.integers(1, 9), rng.integers(1, 5)))
    assert littlestone(table) == minimax(sorted(set(map(tuple, table.tolist()))))


@given(st.integers(1, 40))
def test_the_littlestone_dimension_of_known_classes(n):
    assert littlestone(thresholds(n)) == bounds.halving(n + 1)
    assert littlestone(singletons(n)) == (n > 1)
    assert n > 9 or littlestone(all_functions(n)) == n


def test_no_class_too_large_is_searched():
    with pytest.raises(ValueError, match="at most 4096 different concepts, got 8192"):
        littlestone(all_functions(13))
    with pytest.raises(ValueError, match=r"got \[0 1\]; use signs for 0/1 values"):
        littlestone([[0, 1]])
    with pytest.raises(ValueError, match="shape"):
        littlestone([])
