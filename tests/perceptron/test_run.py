from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import Dataset, Inseparable, bounds, descend, gate, margin_dataset, separate, train, train_dual
from tests.perceptron.strategies import cases, datasets, separated, small
from tests.perceptron.textbook import dot, exact, signed

COLUMNS = [
    "update",
    "example",
    "label",
    "activation",
    "alignment",
    "alignment_bound",
    "norm_squared",
    "norm_squared_bound",
    "cosine",
    "cosine_bound",
]
TIES = ["mistake", "correct", 1, -1]
ORDERS = ["cyclic", "shuffled", "random", "restarting", "hardest"]


@given(separated(), st.sampled_from(ORDERS), st.sampled_from(TIES))
def test_both_inequalities_hold_at_every_update_for_any_separating_vector(case, order, tie):
    data, u = case
    run = train(data, order=order, tie=tie)
    assert run.outcome == "converged"
    radius2, margin2, unit2 = exact(data, u)
    for k, w in enumerate(run.weights.tolist()):
        assert dot(u.tolist(), w) ** 2 >= k**2 * margin2
        assert dot(u.tolist(), w) >= 0
        assert dot(w, w) <= k * radius2
    assert len(run.mistakes) <= Fraction(radius2 * unit2, margin2)


@given(separated(), st.sampled_from(ORDERS), st.sampled_from(TIES))
def test_no_run_makes_more_mistakes_than_novikoff_allows(case, order, tie):
    data, _ = case
    run = train(data, order=order, tie=tie)
    assert len(run.mistakes) <= separate(data).bound == run.bound(separate(data))


@given(separated(), st.sampled_from(TIES), st.sampled_from([0.5, 1.0, 2.0]), st.data())
def test_from_another_start_the_start_bound_and_both_curves_hold(case, tie, rate, more):
    data, _ = case
    start = more.draw(st.lists(small.map(lambda x: 4 * x), min_size=data.dim, max_size=data.dim))
    found = separate(data)
    run = train(data, start=start, rate=rate, tie=tie, max_updates=100_000)
    assert run.outcome == "converged"
    assert len(run.mistakes) <= run.bound(found)
    table, slack = run.table(found), 1e-9 * (1 + np.abs(run.weights).max() ** 2)
    assert (table["alignment"] >= table["alignment_bound"] - slack).all()
    assert (table["norm_squared"] <= table["norm_squared_bound"] + slack).all()
    moved = table["norm_squared"] > 0
    assert (table["cosine"] >= table["cosine_bound"] - slack)[moved].all()


def test_the_table_tells_each_update():
    data = margin_dataset(50, 3, 0.05, seed=2)
    run, found = train(data, rate=0.5), separate(data)
    table = run.table(found)
    assert table.columns.tolist() == COLUMNS
    assert table["update"].tolist() == list(range(1, len(run.mistakes) + 1))
    for k, i in enumerate(run.mistakes.tolist()):
        row, w, before = table.iloc[k], run.weights[k + 1], run.weights[k]
        assert (row["example"], row["label"]) == (i, data.y[i])
        assert row["activation"] == pytest.approx(before @ data.X[i], abs=1e-15)
        assert row["alignment"] == pytest.approx(w @ found.w)
        assert row["alignment_bound"] == pytest.approx((k + 1) * 0.5 * found.margin)
        assert row["norm_squared"] == pytest.approx(w @ w)
        assert row["norm_squared_bound"] == pytest.approx((k + 1) * 0.25 * found.radius**2)
        assert row["cosine"] == pytest.approx(w @ found.w / np.linalg.norm(w))
        assert row["cosine_bound"] == pytest.approx(np.sqrt(k + 1) * found.margin / found.radius)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("data", [gate("xor").augmented(), Dataset([[0.0, 0.0], [1.0, 0.0]], [1, 1])])
def test_without_a_separator_its_columns_are_nan(data):
    for table in (train(data).table(), train(data).table(separate(data))):
        assert table.columns.tolist() == COLUMNS
        assert table[["alignment", "alignment_bound", "cosine", "cosine_bound"]].isna().all(axis=None)
        assert table[["activation", "norm_squared", "norm_squared_bound"]].notna().all(axis=None)


@pytest.mark.filterwarnings("error")
def test_the_cosine_is_nan_where_the_weights_are_zero():
    data = Dataset([[1, 0], [1, 1]], [1, 1])
    run = train(data, start=[-1, 0])
    table = run.table(separate(data))
    zero = ~run.weights[1:].any(axis=1)
    assert zero.any()
    assert (table["cosine"].isna() == zero).all()


def test_a_run_without_mistakes_has_an_empty_table():
    data = Dataset([[1, 0]], [1])
    run = train(data, start=[1, 0])
    assert run.table(separate(data)).shape == (0, 10)
    assert run.weights.tolist() == [[1, 0]]
    assert (run.passes, run.alpha.tolist(), run.pass_of.tolist()) == (1, [0], [])
    assert repr(run) == "Run(converged after 0 updates in 1 pass)"


@given(separated(), st.sampled_from(["cyclic", "shuffled"]))
def test_the_dual_carries_the_weights(case, order):
    data, _ = case
    run = train(data, order=order)
    assert np.array_equal(run.alpha @ data.signed, run.weights[-1])
    assert run.alpha.sum() == len(run.mistakes)
    assert (np.diff(run.checked) >= 0).all()
    assert (run.mistakes < len(data)).all()
    assert run.pass_of.tolist() == [(count - 1) // len(data) + 1 for count in run.checked[:-1].tolist()]
    if order == "cyclic":
        assert ((run.checked[:-1] - 1) % len(data) == run.mistakes).all()


def test_the_separator_of_other_data_is_refused():
    run, path = train(gate("and").augmented()), descend(gate("and").augmented())
    for other in (gate("or").augmented(), gate("nand").augmented(), Dataset([[1, 2]], [1])):
        for learnt in (run, path):
            with pytest.raises(ValueError, match=r"of these data, got Separator.*, which is of other"):
                learnt.bound(separate(other))
    assert run.bound(separate(run.data)) == 51


@pytest.mark.parametrize("bound", [bounds.novikoff, bounds.alignment_floor, bounds.norm_squared_floor])
@pytest.mark.parametrize("margin", [0, -0.5, np.nan])
def test_without_a_margin_there_is_no_bound(bound, margin):
    with pytest.raises(ValueError, match=f"margin must be finite and positive, got {margin}"):
        bound(1.0, margin)


@given(st.floats(0.05, 1), st.floats(1, 5), st.floats(0, 20), st.floats(-1, 1), st.sampled_from([0.5, 1.0, 3.0]))
def test_the_start_bound_solves_its_quadratic(margin, radius, norm, cosine, rate):
    m = bounds.from_start(radius, margin, cosine * norm, norm, rate)
    a, b = cosine * norm / rate, norm / rate
    assert (a + m * margin) ** 2 == pytest.approx(b * b + m * radius**2, rel=1e-6, abs=1e-6)
    assert m <= (radius**2 / margin**2 + 2 * norm / (rate * margin)) * (1 + 1e-9)
    assert bounds.from_start(radius, margin, -norm, norm, rate) == pytest.approx(
        radius**2 / margin**2 + 2 * norm / (rate * margin)
    )


def test_the_cosine_floor_is_silent_while_the_alignment_may_be_negative():
    floor = bounds.cosine_floor([1, 100], radius=1, margin=0.1, start_alignment=-5.0, start_norm=5.0)
    assert floor[0] == -1
    assert floor[1] == pytest.approx(5 / np.sqrt(125))


def test_the_bound_of_a_long_start_along_the_separator_is_exact():
    data = Dataset([[1, 1e-9], [-1, 1e-9]], [1, 1])
    found = separate(data)
    run = train(data, start=[100.5, 5e10])
    assert run.updates == 51 <= run.bound(found) == 102
    tenths = train(data, start=[Fraction(201, 20), Fraction(5 * 10**9)], rate=Fraction(1, 10))
    assert (tenths.updates, tenths.bound(found)) == (51, 102)


@given(st.one_of(datasets(small, max_points=6, max_dim=3).map(lambda data: (data.augmented(), None, 1)), cases()))
def test_the_counts_of_a_cycle_prove_in_whole_numbers_that_nothing_separates(case):
    data, start, rate = case
    run = train(data, start=start, rate=rate, max_updates=2_000)
    assert (run.cycle_counts is None) == (run.cycle is None)
    if run.cycle:
        counts = run.cycle_counts.tolist()
        assert sum(counts) == run.cycle.length
        assert [sum(c * a for c, a in zip(counts, axis, strict=True)) for axis in zip(*signed(data), strict=True)] == [
            0
        ] * data.dim
        assert isinstance(separate(data), Inseparable)


@pytest.mark.parametrize(
    ("rate", "start", "lift"), [(1, [0, 0, 0], 1), ("0.1", ["-0.3", "0.1", 2], "0.3"), (3, [1, 2, 3], 2)]
)
def test_the_ceiling_is_that_of_the_exact_radius_rate_and_start_rounded_once(rate, start, lift):
    eta, first, scale = Fraction(rate), [*map(Fraction, start)], Fraction(lift)
    run = train(gate("and").augmented(scale), start=first, rate=eta)
    square, added = sum(a * a for a in first), eta**2 * (2 + scale**2)
    assert run.quantities()["norm_squared_bound"].tolist() == [
        float(square + k * added) for k in range(1, run.updates + 1)
    ]


@pytest.mark.parametrize("learn", [train, train_dual])
def test_only_a_list_that_leaves_a_point_wrong_is_used_up(learn):
    data = Dataset([[1, 0], [0, 1]], [1, 1])
    assert learn(data, order=[0]).used_up
    assert not learn(data, order=[0, 1]).used_up
    assert not learn(data, order=[0, 1], max_updates=1).used_up
    for order in ORDERS:
        runs = [learn(data, order=order, max_updates=cap) for cap in (0, 1, 10)]
        assert not any(run.used_up for run in [*runs, learn(Dataset([[0, 0]], [1]), order=order, max_updates=9)])
