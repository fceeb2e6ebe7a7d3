"""The halving page in a browser: each step eliminates an arc, and a point by hand can eliminate the last."""

import math
import re

import numpy as np
import pytest

from perceptron import directions, halving, margin_dataset
from tests.browser.browsing import link


def arc(stage, frame):
    """Return the angle of the lit sector, from its drawn corners; None if there is none."""
    sector = stage.marks("board", "sector")[-1]
    if sector is None:
        return None
    corners = re.findall(r"(-?[\d.e+-]+),(-?[\d.e+-]+)", sector["d"])[1:-1]
    places = [frame.values(frame.left + float(left), frame.top + float(top)) for left, top in corners]
    angles = np.unwrap([math.atan2(y, x) for x, y in places])
    return float(angles[-1] - angles[0])


def test_each_point_leaves_the_arc_that_the_library_leaves(visit_light):
    stage = visit_light("/halving")
    data = margin_dataset(25, 2, 0.1, seed=3)
    run = halving(directions(360, data.X), data.y)
    frame = stage.frame()
    stage.settle()
    with stage.silence():
        for k, left in enumerate(run.survivors.tolist()):
            assert stage.step == k
            assert arc(stage, frame) == pytest.approx(2 * math.pi * left / 360, abs=0.01)
            if k:
                assert f"left: {left}." in stage.sentence
            stage.press("ArrowRight")
    assert stage.verdict.startswith(f"Majority: {int(run.mistakes.sum())} mistake")
    stage.until(lambda: stage.address.get("step") == "25")
    assert stage.address["step"] == "25"


def test_a_point_placed_where_no_direction_is_right_about_it_is_named(visit_light):
    points = [(0.5, 0.0, 0), (-0.25, 0.5, 0)]
    stage = visit_light("/halving" + link(points)[1:] + "&step=2")
    assert stage.verdict.startswith("Majority: ")
    stage.click(0.25, 0.25)
    stage.until(lambda: stage.position == "round 3 of 3")
    assert stage.verdict.startswith("Majority: ")
    stage.click(0.125, -0.75)
    stage.until(lambda: "eliminates" in stage.verdict)
    assert stage.verdict == (
        "Point 3 eliminates the last of the 360 directions. No line through the origin separates the points: no grid"
        " has one."
    )
    stage.press("End")
    assert stage.sentence.startswith("Point 3 (+1) eliminates ")
    assert stage.marks("board", "sector")[-1] is None
