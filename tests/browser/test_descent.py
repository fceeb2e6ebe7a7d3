"""The descent page in a browser: three paths walk down at once, and another η sends them other ways."""

import re

import numpy as np
import pytest

from perceptron import descend, margin_dataset, separate
from playground.text import number, whole

DATA = margin_dataset(25, 2, 0.1, seed=3)
PLACE = "(dot) => { const box = dot.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"


def paths(rate):
    return [descend(DATA, rate, batch, [2, 3]) for batch in (1, 5, None)]


def of_path(path, values, step):
    return values[min(step, len(path.sizes))]


def check(stage, walked, step):
    """Dots are on the screen where Plotly has the weights; boundaries and sentence are of the same step."""
    space, board = stage.frame("side"), stage.frame()
    assert space.width == pytest.approx(space.height, abs=1)
    assert (space.width, space.height) == pytest.approx((board.width, board.height), abs=1)
    lines = stage.marks("board", "line")

    def places():
        # All at once: an answer of the server draws them anew.
        return stage.page.eval_on_selector_all('[data-area="side"] [data-kind="dot"]', f"(dots) => dots.map({PLACE})")

    stage.until(lambda: all(any(place) for place in places()))
    # The single points' path is drawn last, over the others.
    for dot, line, path in zip(places(), lines, reversed(walked), strict=True):
        w = of_path(path, path.weights, step)
        assert dot == pytest.approx(space.screen(*w), abs=1)
        for left, top in np.array(re.findall(r"(-?[\d.e+-]+),(-?[\d.e+-]+)", line["d"]), dtype=float):
            x, y = board.values(board.left + left, board.top + top)
            assert abs(w @ [x, y]) / np.hypot(*w) * board.width / (board.xs[1] - board.xs[0]) < 1
    for path in walked:
        if 0 < step <= len(path.sizes):
            assert f"{number(path.losses[step])}." in stage.sentence


@pytest.mark.slow
def test_three_paths_step_together_and_another_step_size_sends_them_other_ways(visit):
    stage = visit("/descent")
    stage.settle()
    for rate, key in ((0.1, "ArrowRight"), (0.2, "ArrowLeft")):
        walked = paths(rate)
        assert stage.facts[:3] == [f"{whole(len(p.sizes))} ≤ {whole(p.bound(separate(DATA)))}" for p in walked]
        stage.page.evaluate("document.activeElement.blur()")  # a control that has the keys keeps them
        stage.press("Home")
        for step in range(9):
            assert stage.step == step
            check(stage, walked, step)
            stage.press("ArrowRight")
        before = stage.facts
        stage.page.get_by_role("slider", name="Learning rate η").press(key)
        stage.until(lambda before=before: stage.facts != before)
        stage.settle()
    assert "eps" not in stage.address


def test_the_surface_carries_the_paths(visit_light):
    stage = visit_light("/descent?picture=surface&step=3")
    plot = "document.querySelector('.stage-panel[data-area=side] .js-plotly-plot').data"
    for step in (3, 4):
        for place, path in enumerate(paths(0.1), start=1):
            stage.until(lambda step=step, place=place: stage.page.evaluate(f"{plot}[{place}].z.length") == step + 1)
            drawn = [stage.page.evaluate(f"Array.from({plot}[{place}].{name})") for name in "xyz"]
            true = np.column_stack([path.weights, path.losses])[: step + 1].T
            assert np.array(drawn) == pytest.approx(true, abs=1e-5)
        stage.press("ArrowRight")
