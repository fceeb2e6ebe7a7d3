"""The proof page in a browser: each step's numbers, and w's path in weight space."""

import contextlib
import re

import numpy as np
import pytest

from perceptron import descend, gate, margin_dataset, separate, train
from playground.pages.proof.scene import PLAIN_BOUND, VERSIONS
from playground.text import number
from tests.browser.browsing import Playground, link, ready
from tests.marks import slow_but


def numbers(stage, line):
    return stage.page.locator(".stage-sheet li").nth(line).locator("div").nth(1).inner_text().replace("\xa0", " ")


def test_each_step_writes_its_own_numbers_into_the_proof_and_sends_nothing(visit_light):
    stage = visit_light("/proof")
    data = margin_dataset(25, 2, 0.1, seed=3)
    run, found = train(data), separate(data)
    table = run.table(found)
    stage.settle()
    with stage.silence():
        for k in range(1, 6):
            stage.press("ArrowRight")
            row = table.iloc[k - 1]
            assert stage.step == k
            assert re.sub(r"\s", "", numbers(stage, 1)).startswith(
                f"{number(row.alignment)}≥{number(row.alignment_bound)}"
            )
            assert re.sub(r"\s", "", numbers(stage, 3)).startswith(
                f"{number(row.norm_squared)}≤{number(row.norm_squared_bound)}"
            )
            assert re.sub(r"\s", "", numbers(stage, 6)) == f"{k}≤{run.bound(found)}"
    stage.until(lambda: stage.address.get("step") == "5")
    assert stage.address["step"] == "5"


def test_in_weight_space_w_walks_by_each_updates_point(visit_light):
    stage = visit_light("/proof?view=weight+space&step=2")
    run = train(margin_dataset(25, 2, 0.1, seed=3))
    frame = stage.frame()
    for k in range(2, 6):
        (curve,) = stage.marks("board", "curve")
        corners = [tuple(map(float, corner.split(","))) for corner in curve["points"].split()]
        assert len(corners) == k + 1
        for (left, top), w in zip(corners, run.weights, strict=False):
            assert (left + frame.left, top + frame.top) == pytest.approx(frame.screen(*w), abs=0.2)
        stage.press("ArrowRight")


@pytest.mark.slow
def test_with_a_bias_the_weight_space_is_in_space_and_the_path_grows(visit_light):
    stage = visit_light("/proof?view=weight+space&data=AND&bias=true&step=1")
    run = train(gate("and").augmented())
    path = "document.querySelector('.js-plotly-plot').data[0]"
    for k in range(1, 5):
        stage.until(lambda k=k: len(stage.page.evaluate(f"{path}.z")) == k + 1)
        drawn = [stage.page.evaluate(f"Array.from({path}.{name})") for name in "xyz"]
        assert list(zip(*drawn, strict=True)) == [tuple(w) for w in run.weights[: k + 1].tolist()]
        stage.press("ArrowRight")


SPACES = {
    "/proof?view=weight+space&data=AND&bias=true": lambda: train(gate("and").augmented()).weights,
    "/descent?picture=surface": lambda: descend(margin_dataset(25, 2, 0.1, seed=3), 0.1, 1, [2, 3]).weights,
}


@pytest.mark.slow
@pytest.mark.parametrize("space", SPACES)
def test_without_webgl_a_figure_in_space_is_shown_from_above_and_says_so(browser, server, space):
    with contextlib.closing(browser.new_page()) as page:
        page.add_init_script(_NO_WEBGL)
        stage = Playground(ready(page, server + space))
        stage.press("End")
        true = SPACES[space]()
        stage.until(lambda: page.evaluate(f"{_PATH}?.x.length") == len(true))
        drawn = page.evaluate(f"{_PATH}.x.map((x, k) => [x, {_PATH}.y[k]])")
        assert np.array(drawn) == pytest.approx(true[:, :2], abs=1e-5)
        said = page.locator(".stage-panels").text_content()
        assert "webgl.org" not in said
        assert "No WebGL here: seen from above" in said


_PATH = """[...document.querySelectorAll(".js-plotly-plot")].flatMap(({ data }) => data)
  .find(({ mode }) => mode === "lines+markers")"""
_NO_WEBGL = """
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...options) {
    return kind.includes("webgl") ? null : getContext.call(this, kind, ...options);
  };
"""


@pytest.mark.parametrize("version", slow_but(VERSIONS, *[*VERSIONS][::3]))
def test_the_lines_stand_still_from_the_first_step_to_the_last(visit_light, version):
    stage = visit_light("/proof" + link(data="AND", bias="true", version=version).removeprefix("/"))
    tops = "() => Array.from(document.querySelectorAll('.stage-sheet li'), (line) => line.getBoundingClientRect().top)"
    first = stage.page.evaluate(tops)
    assert len(first) == 7 + (version != PLAIN_BOUND)
    for k in range(1, 19):
        stage.press("ArrowRight")
        assert stage.step == k
        assert stage.page.evaluate(tops) == first
