from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import SGDClassifier

from perceptron import Dataset, averaged, blobs, cloud, errors_over_time, gate, pocket, train, voted
from tests.perceptron.strategies import datasets, near_ties, small

orders = st.sampled_from(["cyclic", "shuffled", "random"])


def errors(w, data):
    return int((data.y * np.sign(np.vecdot(data.X, w)) <= 0).sum())


def average_errors(run):
    """Return the errors of Σ cₖwₖ; dividing it could round a tie away."""
    counts = voted(run).counts
    return errors(counts @ run.weights if counts.any() else run.start, run.data)


def cut(run, k):
    """Return the run up to just before its update k + 1."""
    checked = np.append(run.checked[:k], run.checked[k] - 1)
    return replace(run, mistakes=run.mistakes[:k], checked=checked, outcome="converged", cycle=None, capped=False)


def passes(data, count):
    return list(range(len(data))) * count


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("epochs", [1, 2, 7])
def test_averaged_weights_are_those_of_scikit_learn_epoch_by_epoch(seed, epochs):
    data = blobs(50, spread=0.2, seed=seed).augmented()
    other = SGDClassifier(
        loss="perceptron", average=True, learning_rate="constant", eta0=1.0, penalty=None,
        shuffle=False, tol=None, max_iter=epochs, fit_intercept=False,
    ).fit(data.X, data.y)  # fmt: skip
    ours = averaged(train(data, order=passes(data, epochs))).w
    np.testing.assert_allclose(ours, other.coef_[0], rtol=0, atol=1e-12)


@given(datasets(small), st.integers(1, 4))
def test_votes_and_averages_are_those_of_the_literal_loop(data, epochs):
    weights, counts, total = [np.zeros(data.dim)], [0], np.zeros(data.dim)
    for i in passes(data, epochs):
        if data.y[i] * (weights[-1] @ data.X[i]) <= 0:
            weights.append(weights[-1] + data.y[i] * data.X[i])
            counts.append(1)
        else:
            counts[-1] += 1
        total = total + weights[-1]
    run = train(data, order=passes(data, epochs))
    votes = voted(run)
    assert votes.weights.tolist() == np.array(weights).tolist()
    assert votes.counts.tolist() == counts
    assert sum(counts) == epochs * len(data)
    literal = [np.sign(sum(c * np.sign(w @ x) for c, w in zip(counts, weights, strict=True))) for x in data.X]
    assert votes.predict(data.X).tolist() == literal
    np.testing.assert_allclose(averaged(run).w, total / sum(counts), rtol=1e-15)


@pytest.mark.parametrize("ratchet", [True, False])
@given(data=datasets(small), order=orders, seed=st.integers(0, 9), cap=st.integers(0, 60))
def test_the_pocket_is_that_of_the_literal_loop(ratchet, data, order, seed, cap):
    run = train(data, order=order, seed=seed, max_updates=cap)
    made = dict.fromkeys(run.checked[:-1].tolist())
    answers = int(run.checked[-1]) - run.capped
    kept = update = row = best = 0
    for example in range(1, answers + 1):
        if example in made:
            update, row = update + 1, 0
            continue
        row += 1
        fewer = errors(run.weights[update], data) < errors(run.weights[kept], data)
        if row > best and (fewer or not ratchet):
            kept, best = update, row
    found = pocket(run, ratchet)
    assert found.errors == errors(found.weights, data) == errors(run.weights[kept], data)
    assert found.update == kept
    assert found.weights.tolist() == run.weights[kept].tolist()


@given(datasets(small) | datasets(near_ties), orders, st.integers(0, 9))
def test_the_errors_of_the_pocket_never_rise_and_end_at_none(data, order, seed):
    run = train(data, order=order, seed=seed, max_updates=80)
    table = errors_over_time(run)
    assert (np.diff(table["pocket"]) <= 0).all()
    assert (table["pocket"] >= table["last"].cummin()).all()
    if run.outcome == "converged" and order != "random":
        assert pocket(run).errors == 0


@given(datasets(small), orders, st.sampled_from(["mistake", "correct", 1, -1]), st.booleans())
def test_each_row_tells_what_the_run_cut_there_would(data, order, tie, moved):
    start = np.full(data.dim, -2.0) if moved else None
    run = train(data, order=order, tie=tie, start=start, max_updates=25)
    table = errors_over_time(run)
    assert table["update"].tolist() == list(range(len(run.mistakes) + 1))
    for k in range(len(run.mistakes)):
        part = cut(run, k)
        assert table.loc[k, "last"] == errors(run.weights[k], data)
        assert table.loc[k, "averaged"] == average_errors(part)
        assert table.loc[k, "averaged"] == (data.y * averaged(part).predict(data.X) <= 0).sum()
        assert table.loc[k, "voted"] == (data.y * voted(part).predict(data.X) <= 0).sum()
        assert table.loc[k, "pocket"] == pocket(part).errors
    end = table.iloc[-1]
    assert end["last"] == errors(run.weights[-1], data)
    assert end["averaged"] == average_errors(run)
    assert end["voted"] == (data.y * voted(run).predict(data.X) <= 0).sum()
    assert end["pocket"] == pocket(run).errors


@pytest.mark.slow
@given(datasets(small), orders, st.sampled_from([None, 1.0, 0.3]))
def test_the_errors_on_unseen_data_are_those_of_each_part_of_the_run(data, order, scale):
    seen = data if scale is None else data.augmented(scale)
    run = train(seen, order=order, max_updates=25)
    unseen = Dataset(np.vstack([data.X[::-1] / 3, -data.X]), np.append(data.y, data.y))
    table = errors_over_time(run, unseen)
    assert table.equals(errors_over_time(run, unseen if scale is None else unseen.augmented(scale)))
    for k in range(len(run.mistakes) + 1):
        part = cut(run, k) if k < len(run.mistakes) else run
        for name, learnt in (
            ("last", part),
            ("pocket", pocket(part)),
            ("averaged", averaged(part)),
            ("voted", voted(part)),
        ):
            assert table.loc[k, name] == (unseen.y * learnt.predict(unseen.X) <= 0).sum()
    assert errors_over_time(run, Dataset(data.X, data.y)).equals(errors_over_time(run))


def test_the_last_answer_of_an_order_that_is_used_up_counts():
    # After the first update there is one right answer, the last of the order, and one point is still in error.
    data = Dataset([[1, 0], [0, 1]], [1, 1])
    run = train(data, order=[0, 0])
    assert (run.outcome, run.capped, run.checked.tolist()) == ("stopped", False, [1, 2])
    kept = pocket(run)
    assert (kept.update, kept.errors) == (1, 1)
    assert errors_over_time(run)["pocket"].tolist() == [2, 1]
    # If max_updates stops the run, the same weights have given no right answer.
    short = train(data, order="cyclic", max_updates=1)
    assert (short.capped, pocket(short).update) == (True, 0)


def test_what_is_read_off_predicts_points_with_and_without_the_constant():
    data = gate("and").augmented()
    run = train(data)
    for learnt in (run, pocket(run), voted(run)):
        assert learnt.predict(data.X).tolist() == learnt.predict(gate("and").X).tolist() == data.y.tolist()
    mean = averaged(run)
    assert mean.predict(data.X).tolist() == mean.predict(gate("and").X).tolist() == np.sign(data.X @ mean.w).tolist()
    assert (run.updates, pocket(run).updates, mean.updates, voted(run).updates) == (18, 18, 18, 18)
    assert run.w.tolist() == pocket(run).w.tolist() == [3, 2, -4]


def test_blocks_change_nothing(monkeypatch):
    run = train(cloud(40).augmented(), max_updates=200)
    table, votes = errors_over_time(run), voted(run).predict(run.data.X)
    monkeypatch.setattr("perceptron.voting._BLOCK", 300)
    assert errors_over_time(run).equals(table)
    assert voted(run).predict(run.data.X).tolist() == votes.tolist()


def test_a_run_that_examined_nothing_has_its_start_for_an_average():
    run = train(Dataset([[1, 0]], [1]), order="random", start=[1, 0])
    assert averaged(run).w.tolist() == [1, 0]
    assert errors_over_time(run).loc[0, "averaged"] == 0


def test_points_of_another_space_are_named():
    votes = voted(train(gate("and").augmented()))
    assert repr(votes) == "Voted(36 votes of 19 weights)"
    with pytest.raises(ValueError, match=r"must have shape .*, got \(1, 4\)"):
        votes.predict([[0, 0, 1, 1]])
    with pytest.raises(ValueError, match=r"must have shape .*, got \(1, 4\)"):
        errors_over_time(votes.run, Dataset([[0, 0, 1, 1]], [1]))
    with pytest.raises(ValueError, match="finite"):
        votes.predict([[0, 0, np.nan]])
    assert votes.predict(np.empty((0, 3))).shape == (0,)
