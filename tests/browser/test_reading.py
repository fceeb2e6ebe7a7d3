"""The board's readings of points and places are the library's, at every step."""

import random

import numpy as np
import pytest

from perceptron import margin_dataset, train
from playground.address.address import Board
from playground.draw.legends import wrong
from playground.page.controls import MARGIN, Source
from playground.text import number
from tests.boards import XOR, labelled
from tests.browser.browsing import PHONE, link, next_frame
from tests.browser.test_editing import THREE
from tests.browser.test_truth import from_a_start_at_half_the_rate, generated
from tests.marks import slow_but


def ties_read_as_positive():
    run = train(labelled(XOR).augmented(), tie=1, max_updates=5000)
    return link(XOR, bias="true", ties="read as +1"), run.data, run


RUNS = {"mistake": generated, 1: ties_read_as_positive, "correct": from_a_start_at_half_the_rate}
"""A run of each tie rule."""


def steps(run, count=6):
    """Return both ends of a run and some steps between."""
    last = len(run.mistakes)
    return sorted({0, last, *random.Random(last).sample(range(last + 1), min(count, last + 1))})


def go(stage, step):
    stage.page.locator(".stage-scrub").fill(str(step))


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


@pytest.mark.parametrize("tie", slow_but(RUNS, 1))
def test_hollow_points_and_readings_are_the_librarys_at_every_step(visit_light, tie):
    query, _, run = RUNS[tie]()
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
        next_frame(stage.page)
        assert stage.reading.startswith("point")
        box = stage.page.locator(".stage-reading").bounding_box()
        assert frame.left - 1 <= box["x"] <= box["x"] + box["width"] <= frame.left + frame.width + 1
        assert frame.top - 1 <= box["y"] <= box["y"] + box["height"] <= frame.top + frame.height + 1
        assert not box["y"] < top < box["y"] + box["height"]


def test_the_words_about_a_place_cover_no_label_in_the_corner(visit_light):
    stage = visit_light("/nonseparable?data=XOR&step=1", **PHONE)
    (label,) = (each.bounding_box() for each in stage.page.locator('[data-area="board"] [data-kind="label"]').all()
                if "pocket" in each.text_content())  # fmt: skip
    point = stage.page.locator('[data-area="board"] [data-point]').nth(1).bounding_box()
    stage.page.touchscreen.tap(point["x"] + point["width"] / 2, point["y"] + point["height"] / 2)
    stage.until(lambda: stage.reading.startswith("point 1"))
    said = stage.page.locator(".stage-reading").bounding_box()
    assert said["y"] + said["height"] <= label["y"]


def test_the_legend_opens_and_closes_by_keyboard_and_by_mouse(visit_light):
    stage = visit_light(link(XOR, step=2))
    legend, button = stage.page.locator(".stage-legend"), stage.page.locator(".stage-ask")
    assert not legend.is_visible()
    button.focus()
    stage.press("Enter")
    assert legend.locator("li").all_inner_texts()[2] == "hollow: wrong at this step"
    assert "these points prove that no w separates all" in legend.inner_text()
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


_UNSEEN = """() => Array.from(document.querySelectorAll("[data-area=board] .stage-axes > svg > path"), (dot) => {
  const [x, y] = dot.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
  return [x, y, dot.getAttribute("fill") === "var(--st-background-color)"];
})"""


def test_unseen_points_are_hollow_where_the_librarys_line_has_them_wrong(visit_light):
    data, unseen = margin_dataset(25, 2, 0.1, seed=3), Source(MARGIN, 25, 0.1, 1.0, 3, Board()).unseen()
    run = train(data, seed=3)
    true = wrong(run, "mistake", unseen)
    stage = visit_light(link(unseen="true"))
    frame = stage.frame()
    places = {(round(left - frame.left), round(top - frame.top)): i for i, (left, top) in
              enumerate(frame.screen(*place) for place in unseen.X.tolist())}  # fmt: skip
    assert len(places) == len(unseen)
    for step in (0, 1, 2, run.updates):
        go(stage, step)
        stage.settle()
        drawn = {(round(x), round(y)): hollow for x, y, hollow in stage.page.evaluate(_UNSEEN)}
        assert {i for place, i in places.items() if drawn[place]} == {*np.flatnonzero(true[step]).tolist()}
