import subprocess
import sys
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import Perceptron

from perceptron import (
    Dataset,
    blobs,
    gate,
    learner,
    margin_dataset,
    train,
)
from tests.marks import slow
from tests.perceptron.strategies import anywhere, datasets, near_ties, small
from tests.perceptron.textbook import assert_near, first_turn, loop

TIES = ["mistake", "correct", 1, -1]
ORDERS = ["cyclic", "shuffled", "random", "restarting", "hardest"]


def train_as(few, data, **options):
    """Train as if the points were few, too many to keep scores of ("weights"), or too many to copy (0)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learner, "_COPIED", data.X.size if few == "weights" else few)
        return train(data, **options)


def assert_same(run, truth):
    """Assert that the run is that of the loop; a cycling run up to its end."""
    count = len(run.mistakes)
    assert run.mistakes.tolist() == truth.mistakes[:count]
    assert_near(run.weights, truth.weights[: count + 1], run.start)
    assert run.checked[:-1].tolist() == truth.checked[:count]
    if run.outcome == "cycling":
        assert truth.outcome == "stopped"
        assert sum(run.cycle) == count
        assert run.checked[-1] == truth.checked[count - 1]
    else:
        assert run.outcome == truth.outcome
        assert len(truth.mistakes) == count
        assert run.checked[-1] == truth.checked[-1]


@pytest.mark.parametrize("order", ORDERS)
@given(
    data=datasets(small) | datasets(near_ties) | datasets(anywhere),
    tie=st.sampled_from(TIES),
    seed=st.integers(0, 99),
    few=st.sampled_from([learner._COPIED, "weights", 0]),
    more=st.data(),
)
def test_train_repeats_the_textbook_loop_over_fractions(data, order, tie, seed, few, more):
    start = more.draw(st.none() | st.lists(near_ties | small, min_size=data.dim, max_size=data.dim))
    rate = more.draw(st.sampled_from([1.0, 0.1, 0.5, 0.3]))
    options = {
        "order": order, "start": start, "rate": rate, "tie": tie, "seed": seed, "max_updates": 60,
    }  # fmt: skip
    assert_same(train_as(few, data, **options), loop(data, **options))


@pytest.mark.parametrize("tie", TIES)
@given(data=datasets(near_ties), more=st.data())
def test_a_sequence_of_indices_is_presented_once(data, tie, more):
    order = more.draw(st.lists(st.integers(0, len(data) - 1), max_size=30))
    assert_same(train(data, order=order, tie=tie), loop(data, order=order, tie=tie))
    assert train(data, order=order).cycle is None


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("n", "dim", "margin"), [(300, 2, 0.02), (1500, 5, 0.05), (900, 30, 0.05)])
def test_long_runs_repeat_the_loop_across_blocks(n, dim, margin, order):
    data = margin_dataset(n, dim, margin, seed=n)
    cap = 40 if order in ("hardest", "restarting", "random") else 10_000
    assert_same(train(data, order=order, max_updates=cap), loop(data, order=order, max_updates=cap))


def test_ties_in_their_thousands_are_decided_as_fractions_decide_them():
    rng = np.random.default_rng(5)
    data = Dataset(rng.integers(-1, 2, size=(3000, 4)) * 0.1, rng.choice([-1, 1], size=3000))
    for tie in TIES:
        assert_same(train(data, tie=tie, max_updates=50), loop(data, tie=tie, max_updates=50))


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_weights_are_those_of_scikit_learn_epoch_by_epoch(bias, seed):
    """The points have random digits, so that only w = 0 gives ties, which scikit-learn's rounding would decide."""
    data = blobs(50, spread=0.2, seed=seed) if bias else margin_dataset(80, 4, 0.01, seed=seed)
    lifted = data.augmented() if bias else data
    run = train(lifted, max_updates=500)
    for epoch in range(1, min(run.passes, 25) + 1):
        other = Perceptron(shuffle=False, tol=None, max_iter=epoch, fit_intercept=bias).fit(data.X, data.y)
        coefficients = np.append(other.coef_[0], other.intercept_ if bias else [])
        ours = run.weights[int((run.pass_of <= epoch).sum())]
        np.testing.assert_allclose(ours, coefficients, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("tie", "count"), [("mistake", 5), ("correct", 0), (1, 3), (-1, 2)])
def test_one_data_set_has_four_counts_by_the_tie_rule(tie, count):
    assert len(train(Dataset([[1, 1], [0, 2]], [-1, 1]), tie=tie).mistakes) == count


def test_restarting_takes_the_first_point_in_error_and_counts_what_it_examines():
    run = train(gate("and").augmented(), "restarting")
    assert (run.mistakes[:6].tolist(), run.checked[:6].tolist()) == ([0, 3, 0, 1, 3, 1], [1, 5, 6, 8, 12, 14])
    assert run.checked[-1] == run.checked[-2] + 4, "one pass more, without a mistake"
    assert train(gate("xor").augmented(), "restarting").outcome == "cycling"


@pytest.mark.parametrize("order", ["shuffled", "random", [0, 1, 2, 3] * 20])
def test_no_cycle_is_claimed_unless_the_order_is_fixed(order):
    run = train(gate("xor").augmented(), order=order, max_updates=500)
    assert run.outcome == "stopped"
    assert run.cycle is None


@pytest.mark.parametrize("order", learner.FIXED)
@given(
    data=datasets(small, max_points=6, max_dim=3),
    tie=st.sampled_from(TIES),
    cap=st.integers(0, 300),
    few=st.sampled_from([learner._COPIED, "weights", 0]),
)
def test_a_cycle_is_the_first_repeat_of_all_remembered_states(data, order, tie, cap, few):
    truth = loop(data, order=order, tie=tie, max_updates=cap)
    examined = [0, *truth.checked[: len(truth.mistakes)]]
    turn = first_turn(truth.states, [0 if order == "restarting" else count % len(data) for count in examined])
    run = train_as(few, data, order=order, tie=tie, max_updates=cap)
    assert run.cycle == turn
    assert (run.outcome == "cycling") == (turn is not None)
    if turn:
        assert len(run.mistakes) == sum(turn)
        counts = np.bincount(run.mistakes[turn[0] :], minlength=len(data))
        assert not (counts @ data.signed).any()


def assert_first_turn(run, **options):
    truth = loop(run.data, max_updates=sum(run.cycle), **options)
    examined = [0, *truth.checked[: len(truth.mistakes)]]
    assert run.cycle == first_turn(truth.states, [count % len(run.data) for count in examined])


@pytest.mark.parametrize("numbers", [1, 9, 150])
def test_the_first_turn_does_not_depend_on_how_many_steps_are_held_at_once(numbers, monkeypatch):
    monkeypatch.setattr(learner, "_STEPS", numbers)
    rng = np.random.default_rng(numbers)
    cycles = 0
    for _ in range(60):
        data = Dataset(rng.integers(-9, 10, size=(5, 2)), rng.choice([-1, 1], size=5))
        run = train(data, max_updates=500)
        if run.outcome == "cycling":
            cycles += 1
            assert_first_turn(run)
    assert cycles > 10


@pytest.mark.parametrize("far", [3_000, slow(20_000)])
def test_a_transient_of_thousands_of_updates_is_measured_exactly(far):
    start = [0, 0, far]
    run = train(gate("xor").augmented(), start=start, max_updates=50_000)
    assert run.outcome == "cycling"
    assert run.cycle.start > far / 2
    assert_first_turn(run, start=start)


@pytest.mark.slow
@pytest.mark.parametrize("order", ["cyclic", "random"])
def test_an_update_costs_a_few_numbers_however_many_dimensions(order):
    rng = np.random.default_rng(2)
    data = Dataset(rng.normal(size=(100, 20)), rng.choice([-1, 1], size=100))
    updates = 50_000
    tracemalloc.start()
    run = train(data, order=order, max_updates=updates)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(run.mistakes) == updates
    # So a million updates take 60 MB; their weights would take 160 MB. The constant is for one block.
    assert peak < 60 * updates + 4e6


def test_the_cap_stops_only_a_run_with_one_more_mistake():
    data = gate("and").augmented()
    assert train(data, max_updates=18).outcome == "converged"
    short = train(data, max_updates=17)
    assert (short.outcome, len(short.mistakes)) == ("stopped", 17)
    assert short.checked[-1] == train(data).checked[17]
    assert train(data, max_updates=0).outcome == "stopped"


def test_a_random_run_ends_with_the_update_that_leaves_no_error():
    data = margin_dataset(40, 2, 0.1, seed=3)
    run = train(data, order="random", seed=8)
    assert run.outcome == "converged"
    assert run.checked[-1] == run.checked[-2]
    assert (data.signed @ run.weights[-1] > 0).all()
    assert train(data, order="random", start=run.weights[-1]).checked.tolist() == [0]


def test_the_seed_decides_the_run():
    data = margin_dataset(40, 2, 0.05, seed=1)
    for order in ("shuffled", "random"):
        runs = [train(data, order=order, seed=seed).mistakes.tolist() for seed in (1, 1, 2)]
        assert runs[0] == runs[1] != runs[2]


@pytest.mark.parametrize("order", ORDERS)
def test_a_point_at_the_origin_is_a_mistake_for_ever_and_never_converges(order):
    data = Dataset([[0, 0], [1, 0]], [1, 1])
    run = train(data, order=order, max_updates=200)
    assert run.outcome == ("cycling" if order in learner.FIXED else "stopped")
    assert train(Dataset([[0]], [-1]), order=order, max_updates=50).outcome != "converged"


@pytest.mark.parametrize("start", [[2**53 + 1, 0], np.array([2**53 + 1, 0]), [Fraction(2**53 + 1), 0]])
def test_a_whole_number_in_a_start_is_that_number(start):
    # 2⁵³ + 1 needs one more update than the nearest float.
    assert train(Dataset([[2.0**52, 0]], [-1]), start=start, tie="correct").updates == 3


def test_the_library_loads_pandas_and_scipy_only_when_needed():
    code = "import sys, perceptron; print({'streamlit', 'plotly', 'scipy.optimize', 'pandas'} & {*sys.modules})"
    code += "; print(perceptron.experiments.by_rate.__module__, perceptron.gate('or').to_frame().shape)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.split("\n")[:2] == ["set()", "perceptron.experiments (4, 3)"]
