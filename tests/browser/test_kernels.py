"""The kernels page in a browser: the curve is drawn where f is 0, and not where f is 0 everywhere."""

import io

import numpy as np
from PIL import Image

from tests.browser.browsing import link

FIELD = "document.querySelector('.stage-panel[data-area=board] .stage-axes').figure.parts[0]"


def test_where_f_is_0_everywhere_no_line_and_no_side_is_drawn(visit_light):
    stage = visit_light("/kernels?data=XOR&kernel=linear")
    line = stage.page.locator('.stage-panel[data-area="board"] .stage-axes > svg > path')

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
    assert not np.any(stage.page.evaluate(f"{FIELD}.z.flat().filter(Boolean)"))
    assert "Now f is 0 everywhere again: there is no curve. " in stage.sentence
    assert stage.sentence.endswith(" w = Σ α y x = (0, 0): w·x is one product, f(x) takes 4 kernels.")


def test_the_curve_of_the_end_follows_the_hand_and_points_are_hollow_by_it(visit_light):
    points = [(-1, -1, 0), (1, 1, 0), (-1, 1, 1), (1, -1, 1)]
    query = link(points, kernel="polynomial", degree="2").removeprefix("/")
    stage = visit_light(f"/kernels{query}")
    stage.settle()
    assert (stage.step, stage.hollow) == (0, [0, 1, 2, 3])
    stage.drag((1, 1), (0.5, 1), hold=True)
    value = f"""([x, y]) => {{
      const {{ z }} = {FIELD};
      const cell = (at) => Math.round((at + 1.25) / 2.5 * 50);
      return z.length ? z[cell(y)][cell(x)] : null;
    }}"""
    stage.until(lambda: stage.page.evaluate(value, [-1, -1]) is not None)
    stage.page.mouse.up()
    stage.until(lambda: "points" in stage.address)
    stage.settle()
    assert stage.sentence.startswith("This is the end of the run")
    for x, y, kind in stage.drawn:
        index = stage.drawn.index((x, y, kind))
        side = stage.page.evaluate(value, [x, y]) * (1 - 2 * kind)
        assert (index in stage.hollow) == (side <= 0)
