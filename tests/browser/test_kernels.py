"""The kernels page in a browser: each step counts a point and bends the curve; XOR shows what each kernel can do."""

import io

import numpy as np
import pytest
from PIL import Image

from perceptron import rbf, rings, train_dual

PLOT = "document.querySelector('.stage-panel[data-area=board] .js-plotly-plot').data[0]"


def field(stage):
    """Return f as Plotly draws it, and its places."""
    return np.array(stage.page.evaluate(f"{PLOT}.z")), np.stack(
        np.meshgrid(*(stage.page.evaluate(f"{PLOT}.{name}") for name in "xy")), axis=-1
    )


def counts(stage):
    return stage.page.evaluate(
        """() => Array.from(document.querySelectorAll('[data-kind="label"]'))
        .filter(({ style }) => style.display !== "none").map(({ textContent }) => textContent)"""
    )


def check(stage, run, step):
    assert stage.step == step
    alpha = run.alphas[step]
    assert counts(stage) == [str(count) for count in alpha[alpha > 0]]
    stage.settle(1)  # the curve follows a frame later
    z, places = field(stage)
    if not step:
        assert {*z.flat} == {None}
        return
    f = run.decision(places.reshape(-1, 2), step).reshape(z.shape)
    assert z == pytest.approx(f, abs=1e-5 * max(1.0, np.abs(f).max()))


def test_each_step_counts_its_point_and_bends_the_curve(visit_light):
    stage = visit_light("/kernels")
    run = train_dual(rings(25, seed=3), rbf(0.5))
    stage.settle()
    with stage.silence():
        for step in range(6):
            check(stage, run, step)
            (ring,) = stage.marks("board", "ring")
            if step:
                frame = stage.frame()
                left, top = frame.screen(*run.data.X[run.mistakes[step - 1]])
                assert (float(ring["cx"]), float(ring["cy"])) == pytest.approx(
                    (left - frame.left, top - frame.top), abs=1
                )
                assert f"point {run.mistakes[step - 1]} " in stage.sentence
            stage.press("ArrowRight")


def test_where_f_is_0_everywhere_no_line_and_no_side_is_drawn(visit_light):
    stage = visit_light("/kernels?data=XOR&kernel=linear")
    board = stage.page.locator('.stage-panel[data-area="board"]')

    line = board.locator(".contourlines path")

    def color():
        left, top = stage.frame().screen(0.25, 0.75)
        clip = {"x": round(left), "y": round(top), "width": 1, "height": 1}
        return Image.open(io.BytesIO(stage.page.screenshot(clip=clip))).convert("RGB").getpixel((0, 0))

    start = color()
    assert (stage.step, start, line.count()) == (0, (255, 255, 255), 0)
    stage.press("End", "ArrowLeft")
    stage.until(line.count)
    assert line.count() == 1
    assert color() != start
    stage.press("ArrowRight")
    stage.until(lambda: not line.count())
    assert (stage.step, color()) == (4, start)
    assert not field(stage)[0].any()
    gone = "Now f is 0 everywhere again: there is no curve. w = Σ α y x = (0, 0): w·x is one product, f(x) takes"
    assert stage.sentence.endswith(f"{gone} 4 kernels.")
