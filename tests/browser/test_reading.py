"""The board's readings of points and places are the library's, at every step."""

import random

import numpy as np
import pytest

from perceptron import margin_dataset, train
from playground.draw.legends import wrong
from playground.text import number
from tests.boards import HAND, XOR, labelled
from tests.browser.browsing import link
from tests.browser.test_reach import hears
from tests.marks import slow_but

THREE = [(0.5, 0.5, 0), (-0.5, -0.5, 1), (0.25, -0.75, 1)]


def generated():
    return link(gamma=0.04, n=30, seed=11), train(margin_dataset(30, 2, 0.04, 1.0, 11), seed=11), "mistake"


def ties_read_as_positive():
    return link(XOR, bias="true", ties="read as +1"), train(labelled(XOR).augmented(), tie=1, max_updates=5000), 1


def from_a_start():
    run = train(labelled(HAND).augmented(2.0), "hardest", [-2, 1.5, 0.25], 0.5, "correct")
    query = link(HAND, bias="true", c=2, order="hardest", start="-2, 1.5, 0.25", rate=0.5, ties="correct")
    return query, run, "correct"


RUNS = [generated, ties_read_as_positive, from_a_start]


def steps(run, count=6):
    """Return both ends of a run and some steps between."""
    last = len(run.mistakes)
    return sorted({0, last, *random.Random(last).sample(range(last + 1), min(count, last + 1))})


def go(stage, step):
    stage.page.locator(".stage-scrub").evaluate(
        "(scrub, step) => { scrub.value = step; scrub.dispatchEvent(new Event('input', { bubbles: true })); }", step
    )


def of_point(run, tie, k, i):
    """Return the reading of a point after k updates, by the library."""
    w, (x, y) = run.weights[k], run.data.X[i, :2]
    score = float(run.path.unscaled(run.path.scores(k, k + 1))[0, i])
    sign = "+" if run.data.y[i] > 0 else "−"
    text = f"point {i} ({sign}1) at ({number(x)}, {number(y)}): y w·x = {number(score)}"
    if w[:2].any():
        text += f", {number(abs(score) / np.hypot(*w[:2]))} from the boundary"
    return text + (", wrong" if wrong(run, tie)[k, i] else "")


def of_place(run, k, x, y):
    (side,), w = run.path.sides(k, run.data.lifted([[x, y]])), run.weights[k]
    place = f"({number(x)}, {number(y)}): w·x = "
    if not side:
        return f"{place}0, neither side"
    score = float(run.data.lifted([[x, y]])[0] @ w)
    away = f", {number(abs(score) / np.hypot(*w[:2]))} from the boundary" if w[:2].any() else ""
    return f"{place}{number(score)}, class {'+' if side > 0 else '−'}1{away}"


@pytest.mark.parametrize("scene", slow_but(RUNS, ties_read_as_positive))
def test_hollow_points_and_readings_are_the_librarys_at_every_step(visit_light, scene):
    query, run, tie = scene()
    stage = visit_light(query)
    true, draw = wrong(run, tie), random.Random(5)
    with stage.silence():
        for step in steps(run):
            go(stage, step)
            assert stage.hollow == np.flatnonzero(true[step]).tolist()
            assert counted(stage) == f"○ {true[step].sum()} wrong"
            scrub = stage.page.get_attribute(".stage-scrub", "aria-valuetext")
            assert scrub == f"{stage.position}, {counted(stage)}"
        for i in draw.sample(range(len(run.data)), min(4, len(run.data))):
            stage.page.mouse.move(*stage.frame().screen(*run.data.X[i, :2]))
            for step in steps(run, 3):
                go(stage, step)
                assert stage.reading == of_point(run, tie, step, i)
        for _ in range(4):
            low, high = stage.frame().xs
            x, y = (round(1024 * draw.uniform(low, high)) / 1024 for _ in "xy")
            stage.page.mouse.move(*stage.frame().screen(x, y))
            if stage.reading.startswith("point"):
                continue
            for step in steps(run, 3):
                go(stage, step)
                assert stage.reading == of_place(run, step, x, y)
        stage.page.mouse.move(5, 5)
        assert stage.reading == ""


def counted(stage):
    """Return the board's count of hollow points, after checking that it is in sight."""
    (line,) = stage.page.locator(".stage-count").all()
    box, board = line.bounding_box(), stage.page.locator("[data-area=board]").bounding_box()
    if text := line.inner_text():
        frame = stage.frame()
        assert frame.top + frame.height <= box["y"]
        assert box["y"] + box["height"] <= board["y"] + board["height"]
        assert board["x"] + frame.width / 2 < box["x"]
        assert box["x"] + box["width"] <= board["x"] + board["width"]
    return text


def test_the_line_is_inside_the_plot_and_not_over_the_place_that_it_reads(visit_light):
    stage = visit_light(link([*THREE, (0.0, -1.25, 0), (0.0, 1.25, 1)]))
    frame = stage.frame()
    for y in (-1.25, -0.75, 0.5, 1.25):
        left, top = frame.screen(0 if abs(y) > 1 else 0.25 if y < 0 else 0.5, y)
        stage.page.mouse.move(left, min(max(top, frame.top + 1), frame.top + frame.height - 1))
        stage.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        assert stage.reading.startswith("point")
        box = stage.page.locator(".stage-reading").bounding_box()
        assert frame.left - 1 <= box["x"] <= box["x"] + box["width"] <= frame.left + frame.width + 1
        assert frame.top - 1 <= box["y"] <= box["y"] + box["height"] <= frame.top + frame.height + 1
        assert not box["y"] < top < box["y"] + box["height"]


def test_the_cross_reads_what_it_is_over_and_says_it(visit_light):
    run = train(labelled(THREE), seed=3)
    stage = visit_light(link(THREE, step=1))
    stage.press(*["Shift+ArrowRight"] * 8, *["Shift+ArrowUp"] * 6)
    hears(stage, "Cross at 0.5, 0.375")
    stage.press("Shift+ArrowUp")
    assert hears(stage, "Cross at 0.5, 0.438") == f"Cross at 0.5, 0.438{of_place(run, 1, 0.5, 0.4375)[14:]}."
    assert stage.reading == of_place(run, 1, 0.5, 0.4375)
    stage.press("Shift+ArrowUp")
    said = of_point(run, "mistake", 1, 0)
    assert hears(stage, "over") == f"Cross at 0.5, 0.5, over point 0, +1, at 0.5, 0.5{said[said.index(': ') :]}."
    assert stage.reading == said
    stage.press("ArrowLeft")
    assert stage.reading == of_point(run, "mistake", 0, 0)
    stage.press("Escape")
    assert stage.reading == ""


def test_the_legend_opens_and_closes_by_keyboard_and_by_mouse(visit_light):
    stage = visit_light(link(XOR, step=2))
    legend, button = stage.page.locator(".stage-legend"), stage.page.locator(".stage-ask")
    assert not legend.is_visible()
    button.focus()
    stage.press("Enter")
    assert legend.locator("li").all_inner_texts()[2] == "hollow: wrong at this step"
    assert "these points prove that no w separates them" in legend.inner_text()
    assert stage.step == 2
    stage.press("Escape")
    assert not legend.is_visible()
    button.click()
    assert legend.is_visible()
    button.click()
    assert not legend.is_visible()
    button.click()
    stage.page.locator(".stage-sentence").click()
    assert not legend.is_visible()
    assert stage.drawn == XOR
