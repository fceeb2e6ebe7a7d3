"""Figures in space, with and without WebGL; and the lines of a proof, which stand still."""

import contextlib

import numpy as np
import pytest

from perceptron import descend, gate, margin_dataset, train
from playground.pages.proof.scene import PLAIN_BOUND, VERSIONS
from tests.browser.browsing import Playground, link, ready
from tests.marks import slow_but


def descent():
    """Return the first path of the descent page, on the surface of its loss."""
    path = descend(margin_dataset(25, 2, 0.1, seed=3), 0.1, 1, [2, 3])
    return np.column_stack([path.weights, path.losses])


SPACES = {
    "/proof?view=weight+space&data=AND&bias=true": lambda: train(gate("and").augmented()).weights,
    "/descent?picture=surface": descent,
}
_PATH = """[...document.querySelectorAll(".js-plotly-plot")].flatMap(({ data }) => data)
  .concat([...document.querySelectorAll(".stage-axes")].flatMap(({ figure }) => figure?.parts ?? []))
  .find(({ kind, mode, color }) => mode === "lines+markers" || kind === "dots" && color === "var(--st-text-color)")"""
_NO_WEBGL = """
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...options) {
    return kind.includes("webgl") ? null : getContext.call(this, kind, ...options);
  };
"""


@pytest.mark.slow
@pytest.mark.parametrize("webgl", [True, False])
@pytest.mark.parametrize("space", SPACES)
def test_a_path_in_space_is_the_librarys_also_without_webgl(browser, server, space, webgl):
    true = SPACES[space]()
    with contextlib.closing(browser.new_page()) as page:
        if not webgl:
            page.add_init_script(_NO_WEBGL)
        stage = Playground(ready(page, server + space))
        stage.press("End")
        stage.until(lambda: page.evaluate(f"{_PATH}?.x.length") == len(true))
        drawn = np.transpose([page.evaluate(f"Array.from({_PATH}.{axis})") for axis in ("xyz" if webgl else "xy")])
        assert drawn == pytest.approx(true[:, : 3 if webgl else 2], abs=1e-5)
        said = page.locator(".stage-panels").text_content()
        assert "webgl.org" not in said
        assert ("No WebGL here: seen from above" in said) != webgl


@pytest.mark.parametrize("version", slow_but(VERSIONS, [*VERSIONS][-1]))
def test_the_lines_stand_still_from_the_first_step_to_the_last(visit_light, version):
    stage = visit_light("/proof" + link(data="AND", bias="true", version=version).removeprefix("/"))
    tops = "() => Array.from(document.querySelectorAll('.stage-sheet li'), (line) => line.getBoundingClientRect().top)"
    stage.settle()  # with the font of formulas, whose letters have another height
    first = stage.page.evaluate(tops)
    assert len(first) == 7 + (version != PLAIN_BOUND)
    for k in range(1, 19):
        stage.press("ArrowRight")
        assert stage.step == k
        assert stage.page.evaluate(tops) == pytest.approx(first, abs=0.05)  # a browser rounds to 1/64
