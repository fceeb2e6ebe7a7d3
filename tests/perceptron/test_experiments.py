from concurrent.futures import Executor, Future, ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from dask.distributed import Client, LocalCluster

from perceptron import (
    Dataset,
    Separator,
    averaged,
    bounds,
    cloud,
    descend,
    experiments,
    gate,
    margin_dataset,
    random_labels,
    separate,
    smooth_perceptron,
    train,
)

COUNTS = ["seed", "updates", "passes", "bound", "outcome"]
DATA = margin_dataset(30, 2, 0.1, seed=3)


def row(data, **options):
    """Return the row that `train` gives, with the bound from the data's own separator."""
    run = train(data, **options)
    return [options["seed"], len(run.mistakes), run.passes, run.bound(separate(data)), run.outcome]


def assert_rows(table, settings, expected):
    """Assert that the table has these columns of settings, then the counts, and these rows."""
    assert table.columns.tolist() == [*settings, *COUNTS]
    assert table.index.tolist() == list(range(len(expected)))
    assert table.to_numpy().tolist() == expected


def test_each_row_by_margin_is_one_run_on_points_of_its_own():
    table = experiments.by_margin([0.3, 0.05], repeats=6, n=20, dim=3, radius=2.0, seed=4)
    sets = [(margin, seed, margin_dataset(20, 3, margin, 2.0, seed)) for margin in (0.3, 0.05) for seed in range(4, 10)]
    expected = [[margin, *row(data, order="shuffled", seed=seed)] for margin, seed, data in sets]
    assert_rows(table, ["margin"], expected)


def test_each_row_by_dimension_is_one_run_under_one_bound():
    table = experiments.by_dimension([2, 40, 300], repeats=3, n=20, margin=0.2)
    sets = [(dim, seed, margin_dataset(20, dim, 0.2, 1.0, seed)) for dim in (2, 40, 300) for seed in range(3)]
    counts = table.drop(columns=["along", "across"])
    assert_rows(counts, ["dim"], [[dim, *row(data, order="shuffled", seed=seed)] for dim, seed, data in sets])
    assert table["bound"].max() <= 25
    assert table["updates"].max() <= 25


def test_each_row_by_load_is_one_run_or_an_inseparable_set_that_is_not_run():
    table = experiments.by_load([3, 6], [0.5, 2, 2.5], repeats=5, seed=2, max_updates=300)
    expected = []
    for dim, load, n in ((3, 0.5, 2), (3, 2, 6), (3, 2.5, 8), (6, 0.5, 3), (6, 2, 12), (6, 2.5, 15)):
        for seed in range(2, 7):
            data = random_labels(n, dim, seed)
            if isinstance(separate(data), Separator):
                counts = row(data, order="shuffled", seed=seed, max_updates=300)
                expected.append([dim, load, n, seed, True, *counts[1:]])
            else:
                expected.append([dim, load, n, seed, False, None, None, None, "inseparable"])
    assert table.columns.tolist() == ["dim", "load", "n", "seed", "separable", *COUNTS[1:]]
    assert table.astype(object).where(table.notna(), None).to_numpy().tolist() == expected
    assert {True, False} == set(table["separable"])
    alone = experiments.by_load([1], [40], repeats=1)  # none to run
    assert alone["updates"].dtype == table["updates"].dtype
    assert alone["outcome"].tolist() == ["inseparable"]


def test_each_row_by_order_is_one_run_and_orders_without_chance_have_one():
    table = experiments.by_order(DATA, repeats=4, seed=1)
    expected = [["cyclic", *row(DATA, order="cyclic", seed=1)]]
    for order in ("shuffled", "random"):
        expected += [[order, *row(DATA, order=order, seed=seed)] for seed in range(1, 5)]
    expected += [["hardest", *row(DATA, order="hardest", seed=1)]]
    assert_rows(table, ["order"], expected)
    again = experiments.by_order(DATA, orders=["restarting"], repeats=4, seed=1)
    assert_rows(again, ["order"], [["restarting", *row(DATA, order="restarting", seed=1)]])


def test_where_nothing_separates_the_points_there_is_no_bound():
    table = experiments.by_order(gate("xor").augmented(), repeats=3, max_updates=50)
    assert table["bound"].isna().all()
    assert table["outcome"].tolist() == ["cycling", *["stopped"] * 6, "cycling"]
    scaled = experiments.by_scale(cloud(20).augmented(), [1], repeats=2, max_updates=20)
    assert scaled[["bound", "radius_squared_over_margin"]].isna().all(axis=None)


def test_a_unit_of_length_changes_no_bound_but_r_squared_over_the_margin():
    data = gate("and").augmented()
    scales = [2.0**-9, 1.0, 2.0**9]
    table = experiments.by_scale(data, scales, repeats=20)
    counts = [part[COUNTS].to_numpy().tolist() for _, part in table.groupby("scale")]
    assert counts[0] == counts[1] == counts[2]
    assert (table["updates"] <= table["bound"]).all()
    least = table[table["scale"] == scales[0]]
    assert (least["updates"] > least["radius_squared_over_margin"]).all()
    found = separate(data)
    expected = [scale * found.radius**2 / found.margin for scale in scales]
    assert table["radius_squared_over_margin"].unique().tolist() == pytest.approx(expected, rel=1e-12)


def test_from_another_start_the_bound_is_that_for_the_start():
    data = Dataset(np.eye(2), [1, 1])
    rates, start = [0.25, 1.0, 4.0], [-5, -5]
    table = experiments.by_rate(data, rates, start=start, repeats=3)
    expected = [
        [rate, *row(data, order="shuffled", seed=seed, start=start, rate=rate)] for rate in rates for seed in range(3)
    ]
    assert_rows(table, ["rate"], expected)
    assert (table["updates"] <= table["bound"]).all()
    assert table["updates"].max() > bounds.novikoff(1, np.sqrt(0.5))


def learnt(name, data, seed):
    """Return a learner's updates, products, last weights and bound."""
    found = separate(data)
    if name == "batch":
        path = descend(data)
        return path.updates, len(data) * path.updates, path.w, path.bound(found)
    if name == "smooth":
        trace, bound = smooth_perceptron(data), bounds.smooth_perceptron(found.radius, found.margin, len(data))
        return trace.updates, trace.products[-1], trace.w, bounds.whole(bound)
    run = train(data, order="shuffled", seed=seed)
    return run.updates, run.checked[-2], averaged(run).w if name == "averaged" else run.w, run.bound(found)


def test_each_row_by_learner_is_one_run_of_that_learner_on_the_same_points():
    table = experiments.by_learner([0.2, 0.05], repeats=3, n=25, dim=3, radius=2.0, seed=2)
    keys = product([0.2, 0.05], ["perceptron", "averaged", "batch", "smooth"], range(2, 5))
    assert list(zip(table["margin"], table["learner"], table["seed"], strict=True)) == list(keys)
    assert table.columns.tolist()[3:] == ["updates", "products", "reached", "bound", "outcome"]
    for row in table.itertuples():
        data = margin_dataset(25, 3, row.margin, 2.0, row.seed)
        updates, products, w, bound = learnt(row.learner, data, row.seed)
        assert (row.updates, row.products, row.bound, row.outcome) == (updates, products, bound, "converged")
        assert row.reached == pytest.approx((data.signed @ (w / np.linalg.norm(w))).min(), rel=1e-9)


def test_a_learner_that_moved_nowhere_reached_nothing_that_could_be_told():
    table = experiments.by_learner([0.1], repeats=1, n=9, max_updates=0)
    nowhere = table.set_index("learner").loc[["perceptron", "averaged", "batch"]]
    assert nowhere["reached"].isna().all()
    assert not nowhere[["updates", "products"]].any(axis=None)
    assert set(nowhere["outcome"]) == {"stopped"}


def sweep(**options):
    return experiments.by_margin([0.4, 0.1, 0.05], repeats=7, n=12, **options)


def test_the_rows_are_the_same_with_any_executor(monkeypatch):
    monkeypatch.setattr(experiments, "_RUNS", 3)
    alone = sweep()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        pd.testing.assert_frame_equal(sweep(executor=pool), alone, check_exact=True)
    with (
        LocalCluster(
            n_workers=1,
            threads_per_worker=2,
            processes=False,
            protocol="tcp://",
            host="127.0.0.1",
            dashboard_address=None,
        ) as hosts,
        Client(hosts) as client,
    ):
        pd.testing.assert_frame_equal(sweep(executor=client.get_executor()), alone, check_exact=True)


class Here(Executor):
    """Does each piece at once, and notes its time on the clock."""

    def __init__(self, clock):
        self.clock, self.times = clock, []

    def submit(self, fn, /, *args, **kwargs):
        begin, future = self.clock.now, Future()
        future.set_result(fn(*args, **kwargs))
        self.times.append(self.clock.now - begin)
        return future


@pytest.mark.slow
@pytest.mark.parametrize("each", [0.0001, 0.003, 0.02, 0.07, 0.5])
def test_a_piece_takes_a_tenth_of_a_second_or_holds_one_run(monkeypatch, each):
    clock, drawn = SimpleNamespace(now=0.0), experiments._margin_rows

    def slow(seeds, *given):
        clock.now += each * len(seeds)
        return drawn(seeds, *given)

    monkeypatch.setattr(experiments, "perf_counter", lambda: clock.now)
    monkeypatch.setattr(experiments, "_margin_rows", slow)
    here, told = Here(clock), []
    table = experiments.by_margin([0.4, 0.1], repeats=130, n=12, progress=told.append, executor=here)
    assert max(here.times) <= max(0.1, each)
    assert len(here.times) <= 4 + clock.now / 0.05  # no more than there need be
    assert told == sorted(told)
    assert told[-1] == 1
    assert table.equals(experiments.by_margin([0.4, 0.1], repeats=130, n=12))


def test_progress_grows_from_piece_to_piece_and_ends_at_one(monkeypatch):
    monkeypatch.setattr(experiments, "_RUNS", 3)
    told = []
    table = sweep(progress=told.append)
    assert told == pytest.approx([(i + 1) / 9 for i in range(9)])
    assert told[-1] == 1
    assert table.equals(sweep())


class EnoughError(Exception):
    """Raised by a progress callback to stop an experiment."""


def test_what_progress_raises_stops_the_work(monkeypatch):
    done = []
    piece = experiments._margin_rows
    monkeypatch.setattr(experiments, "_margin_rows", lambda *given: done.append(given) or piece(*given))

    def stop(part):
        if part > 0.5:
            raise EnoughError

    with pytest.raises(EnoughError):
        sweep(progress=stop)
    assert len(done) == 2


def test_what_progress_raises_cancels_what_an_executor_has_not_begun(monkeypatch):
    monkeypatch.setattr(experiments, "_RUNS", 1)

    def stop(part):
        raise EnoughError

    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        futures = []
        submit = pool.submit
        monkeypatch.setattr(pool, "submit", lambda *given: futures.append(submit(*given)) or futures[-1])
        with pytest.raises(EnoughError):
            sweep(progress=stop, executor=pool)
    assert len(futures) == 21
    assert futures[0].done()
    assert futures[-1].cancelled()
