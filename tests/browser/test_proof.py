"""The proof page in a browser: step, and every line takes that update's numbers; in weight space, w walks."""

import re

import pytest

from perceptron import gate, margin_dataset, separate, train
from ui.words import number


def numbers(stage, line):
    return stage.page.locator(".stage-sheet li").nth(line).locator("div").nth(1).inner_text().replace("\xa0", " ")


def test_each_step_writes_its_own_numbers_into_the_proof_and_sends_nothing(visit):
    stage = visit("/proof")
    data = margin_dataset(25, 2, 0.1, seed=3)
    run, found = train(data), separate(data)
    table = run.table(found)
    stage.settle()
    sent = stage.page.evaluate("window.sent.length")
    for k in range(1, 6):
        stage.press("ArrowRight")
        row = table.iloc[k - 1]
        assert stage.step == k
        assert re.sub(r"\s", "", numbers(stage, 1)).startswith(f"{number(row.alignment)}≥{number(row.alignment_bound)}")
        assert re.sub(r"\s", "", numbers(stage, 3)).startswith(
            f"{number(row.norm_squared)}≤{number(row.norm_squared_bound)}"
        )
        assert re.sub(r"\s", "", numbers(stage, 6)) == f"{k}≤{run.bound(found)}"
    assert stage.page.evaluate("window.sent.length") == sent
    stage.until(lambda: stage.address.get("step") == "5")
    assert stage.address["step"] == "5"


def test_in_weight_space_w_walks_by_each_updates_point(visit):
    stage = visit("/proof?view=weight+space&step=2")
    run = train(margin_dataset(25, 2, 0.1, seed=3))
    frame = stage.frame()
    for k in range(2, 6):
        (curve,) = stage.marks("board", "curve")
        corners = [tuple(map(float, corner.split(","))) for corner in curve["points"].split()]
        assert len(corners) == k + 1
        for (left, top), w in zip(corners, run.weights, strict=False):
            assert (left + frame.left, top + frame.top) == pytest.approx(frame.screen(*w), abs=0.2)
        stage.press("ArrowRight")


def test_with_a_bias_the_weight_space_is_in_space_and_the_path_grows(visit):
    stage = visit("/proof?view=weight+space&data=AND&bias=true&step=1")
    run = train(gate("and").augmented())
    path = "document.querySelector('.js-plotly-plot').data[0]"
    for k in range(1, 5):
        stage.until(lambda k=k: len(stage.page.evaluate(f"{path}.z")) == k + 1)
        drawn = [stage.page.evaluate(f"Array.from({path}.{name})") for name in "xyz"]
        assert list(zip(*drawn, strict=True)) == [tuple(w) for w in run.weights[: k + 1].tolist()]
        stage.press("ArrowRight")
