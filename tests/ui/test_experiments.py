"""The experiments page: its pictures are the library's tables, and it can be stopped."""

import json

import numpy as np
import pandas as pd
import pytest

from perceptron import Dataset, experiments, gate, margin_dataset, separate, train
from tests.ui.visiting import visit
from ui.controls import SOURCES
from ui.scenes.experiments import AWAY, DIMENSIONS, EXPERIMENTS, FARTHEST, MARGINS, RATES, SCALES, ZERO, Settings
from ui.share import encode

DATA = margin_dataset(25, 2, 0.1, seed=3)
SETTINGS = Settings(DATA, 25, 0.1, 1.0, 3, 8)


def ignore(_done):
    pass


def table(name, settings=SETTINGS):
    return EXPERIMENTS[name].run(settings, ignore)


def traces(name, settings=SETTINGS):
    rows = table(name, settings)
    return rows, {trace.name: trace for trace in EXPERIMENTS[name].figure(rows, settings).data}


def test_each_dot_of_the_margins_is_a_run_and_its_link_opens_that_run():
    rows, drawn = traces("margin")
    dots = drawn["a run; click to open it"]
    pd.testing.assert_frame_equal(rows, experiments.by_margin(MARGINS, 8, 25, seed=3, max_updates=5000))
    assert list(dots.y) == rows["updates"].tolist()
    for row, updates in list(zip(rows.iloc, dots.y, strict=True))[::7]:
        link = EXPERIMENTS["margin"].link(row, SETTINGS)
        seed = int(link["seed"])
        data = margin_dataset(int(link["n"]), 2, float(link["gamma"]), float(link["R"]), seed)
        assert len(train(data, link["order"], seed=seed).mistakes) == updates
    bound = drawn["the bound R²/γ²"]
    assert np.array(bound.x) ** -2.0 == pytest.approx(np.array(bound.y))


def test_in_other_units_the_dots_stay_and_r_squared_over_gamma_falls_below_them():
    rows, drawn = traces("unit of length")
    for scale in SCALES:
        assert rows.loc[rows["scale"] == scale, "updates"].tolist() == rows.loc[rows["scale"] == 1, "updates"].tolist()
    wrong, right = drawn["R²/γ, no bound"], drawn["R²/γ², a bound"]
    found = separate(DATA)
    assert list(right.y) == [found.bound] * len(SCALES)
    assert np.array(wrong.y) == pytest.approx(np.array(SCALES) * found.radius**2 / found.margin)
    assert min(wrong.y) < rows["updates"].max() <= min(right.y)


def test_the_histograms_count_the_runs_of_each_order():
    rows, drawn = traces("order")
    for order in ("shuffled", "random"):
        bars = drawn[f"{order}, 8 runs"]
        counts = [len(train(DATA, order, seed=seed).mistakes) for seed in range(3, 11)]
        assert dict(zip(bars.x, bars.y, strict=True)) == pd.Series(counts).value_counts().to_dict()
    assert f"cyclic: {len(train(DATA).mistakes)}" in drawn
    assert f"hardest: {len(train(DATA, 'hardest').mistakes)}" in drawn
    assert rows["updates"].max() <= separate(DATA).bound


def test_of_a_few_points_the_fewest_and_the_most_updates_of_all_orders_are_shown():
    data = gate("and").augmented()
    _, drawn = traces("order", Settings(data, 25, 0.1, 1.0, 3, 8))
    assert {"the fewest in any order: 13", "the most in any order: 22", "cyclic: 18"} <= set(drawn)


def test_the_learners_curves_are_the_mean_products_of_their_runs():
    rows, drawn = traces("learner")
    for name, trace in drawn.items():
        learner = name.split(",")[0]
        mean = rows[rows["learner"] == learner].groupby("margin")["products"].mean()
        assert list(trace.y) == pytest.approx(mean.tolist())


def test_the_dimensions_share_one_bound():
    rows, drawn = traces("dimension", Settings(None, 25, 0.1, 1.0, 3, 2))
    assert sorted(set(rows["dim"])) == list(DIMENSIONS)
    assert list(drawn["the bound R²/γ²"].y) == pytest.approx([100, 100])
    assert (rows["updates"] <= rows["bound"]).all()


def test_from_zero_the_rate_changes_nothing_and_from_elsewhere_each_bound_is_that_starts():
    rows, drawn = traces("rate")
    zero = rows[rows["start"] == ZERO]
    counts = [zero.loc[zero["rate"] == rate, "updates"].tolist() for rate in RATES]
    assert all(row == counts[0] for row in counts)
    found = separate(DATA)
    start = -FARTHEST * found.radius * found.w
    allowed = [train(DATA, start=start, rate=rate, max_updates=0).bound(found) for rate in RATES]
    assert list(drawn[f"the bound for {AWAY}"].y) == allowed
    assert (rows["updates"] <= rows["bound"]).all()


@pytest.mark.parametrize("data", [None, Dataset([[1, 0], [-1, 0]], [1, 1])], ids=["empty", "inseparable"])
@pytest.mark.parametrize("name", ["unit of length", "order", "rate"])
def test_points_that_cannot_be_run_are_refused_in_a_sentence(name, data):
    with pytest.raises(ValueError, match=r"\.$"):
        table(name, Settings(data, 25, 0.1, 1.0, 3, 8))


# ---- the page ------------------------------------------------------------------------------------------------------


def opened(**parameters):
    return visit("pages/experiments.py", **{"repeats": 4, **parameters})


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_is_drawn_and_said(name):
    page = opened(experiment=name)
    assert not page.exception
    spec = json.loads(page.get("plotly_chart")[0].proto.spec)
    assert all(spec["layout"][axis]["title"]["text"] for axis in ("xaxis", "yaxis"))
    text = " ".join(markdown.value for markdown in page.markdown)
    assert EXPERIMENTS[name].words in text
    assert "none beyond its bound" in text


@pytest.mark.parametrize("source", SOURCES)
def test_every_source_can_be_ordered_or_is_refused(source):
    page = opened(experiment="order", data=source, bias="true")
    assert not page.exception
    assert len(page.get("plotly_chart")) + len(page.info) == 1


def test_one_point_a_huge_margin_and_one_run_are_drawn():
    for parameters in (
        {"experiment": "margin", "n": 1, "repeats": 1},
        {"experiment": "dimension", "n": 1, "gamma": 0.9, "R": 0.1},
        {"experiment": "margin", "R": 0.1},
        {"experiment": "rate", "data": "by hand", "points": encode([(0.5, 0.5, 0)])},
    ):
        page = opened(**parameters)
        assert not page.exception
        assert page.get("plotly_chart")
