from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import Dataset, gate, margin_dataset, separate, train, train_many
from tests.perceptron.strategies import anywhere, datasets, near_ties, small
from tests.perceptron.textbook import assert_near

TIES = ["mistake", "correct", 1, -1]


def assert_one_by_one(runs, sets, seeds, **options):
    """Assert that each run is that of `train` with its points and its seed."""
    assert runs.seeds.tolist() == list(seeds)
    for i, (data, seed) in enumerate(zip(sets, seeds, strict=True)):
        run = train(data, seed=seed, **options)
        assert (runs.updates[i], runs.passes[i], runs.outcomes[i]) == (len(run.mistakes), run.passes, run.outcome)
        assert_near(runs.weights[i], run.weights[-1], run.start)


@pytest.mark.parametrize("order", ["shuffled", "cyclic"])
@given(data=datasets(small) | datasets(near_ties) | datasets(anywhere), more=st.data())
def test_many_runs_of_one_set_are_those_of_train(data, order, more):
    options = {
        "order": order,
        "start": more.draw(st.none() | st.lists(near_ties | small, min_size=data.dim, max_size=data.dim)),
        "rate": more.draw(st.sampled_from([1.0, 0.1, 0.5, 0.3])),
        "tie": more.draw(st.sampled_from(TIES)),
        "max_updates": more.draw(st.integers(0, 60)),
    }
    assert_one_by_one(train_many(data, range(12), **options), [data] * 12, range(12), **options)


@pytest.mark.slow
@pytest.mark.parametrize("order", ["shuffled", "cyclic"])
@given(more=st.data(), tie=st.sampled_from(TIES), cap=st.integers(0, 40))
def test_every_run_may_have_its_own_points(order, more, tie, cap):
    n, dim, count = more.draw(st.integers(1, 6)), more.draw(st.integers(1, 3)), 10
    values = st.lists(near_ties | small, min_size=count * n * dim, max_size=count * n * dim)
    labels = st.lists(st.sampled_from([-1, 1]), min_size=count * n, max_size=count * n)
    X, y = np.reshape(more.draw(values), (count, n, dim)), np.reshape(more.draw(labels), (count, n))
    sets = [Dataset(*points) for points in zip(X, y, strict=True)]
    seeds = more.draw(st.lists(st.integers(0, 99), min_size=count, max_size=count))
    options = {"order": order, "tie": tie, "max_updates": cap}
    assert_one_by_one(train_many(sets, seeds, **options), sets, seeds, **options)


@pytest.mark.parametrize("order", ["random", "restarting", "hardest"])
def test_the_other_orders_are_those_of_train(order):
    data = margin_dataset(20, 2, 0.1, seed=5)
    assert_one_by_one(train_many(data, range(4), order), [data] * 4, range(4), order=order)


def test_cycles_are_told_from_runs_that_converge_and_runs_that_are_stopped():
    rng = np.random.default_rng(3)
    sets = [Dataset(rng.integers(-9, 10, size=(5, 2)), rng.choice([-1, 1], size=5)) for _ in range(150)]
    runs = train_many(sets, range(150), order="cyclic", max_updates=40)
    assert set(runs.outcomes.tolist()) == {"converged", "cycling", "stopped"}
    assert_one_by_one(runs, sets, range(150), order="cyclic", max_updates=40)


def test_groups_and_blocks_change_nothing(monkeypatch):
    data = margin_dataset(40, 3, 0.05, seed=2)
    whole = train_many(data, range(50))
    monkeypatch.setattr("perceptron.many._MOST_COORDINATES", 40 * 3 * 17)
    monkeypatch.setattr("perceptron.many._BLOCK", 300)
    parts = train_many(data, range(50))
    assert parts.table().equals(whole.table())
    assert np.array_equal(parts.weights, whole.weights)


def test_the_bound_holds_for_all_and_the_table_has_a_row_a_run():
    data = margin_dataset(30, 2, 0.1, seed=9)
    runs = train_many(data, range(200))
    table = runs.table()
    assert table.columns.tolist() == ["seed", "updates", "passes", "outcome"]
    assert len(table) == len(runs) == 200
    assert table["updates"].max() <= separate(data).bound
    assert (table["passes"] <= table["updates"] + 1).all()
    assert table["updates"].nunique() > 5
    assert (data.signed @ runs.weights.T > 0).all()
    with pytest.raises(ValueError, match="read-only"):
        runs.updates[0] = 0


@pytest.mark.parametrize(
    ("lift", "options"),
    [
        (1, {"start": [Fraction(3, 10), 0, 0], "rate": Fraction(1, 10)}),
        (1, {"rate": Fraction(1, 3)}),
        (Fraction(1, 10), {"rate": 0.3}),
    ],
)
def test_weights_from_fractions_are_those_of_train_bit_for_bit(lift, options):
    data = gate("and").augmented(lift)
    runs = train_many(data, range(20), **options)
    assert runs.weights.tolist() == [train(data, "shuffled", seed=seed, **options).w.tolist() for seed in range(20)]
