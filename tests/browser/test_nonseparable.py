"""The page Not separable in a browser: a cycle, and a drag that makes the points separable."""

import numpy as np
import pytest

from perceptron import errors_over_time, separate, train
from playground.draw.palette import PROOF
from tests.boards import labelled
from tests.browser.browsing import link

CROSS = [(0.5, 0.5, 0), (-0.5, -0.25, 0), (0.5, -0.5, 1), (-0.5, 0.5, 1), (0.75, 0.25, 0)]


def page(points, **parameters):
    return "/nonseparable" + link(points, **parameters).removeprefix("/")


def test_the_cycle_returns_and_its_errors_are_the_librarys(visit_light):
    run = train(labelled(CROSS))
    start, length = run.cycle
    errors = errors_over_time(run)
    stage = visit_light(page(CROSS, bias="false", step=start))
    side = stage.frame("side")
    places = []
    for k in range(start, start + length + 1):
        assert stage.step == k
        (dot,) = stage.marks("side", "dot")
        place = side.left + float(dot["cx"]), side.top + float(dot["cy"])
        assert place == pytest.approx(side.screen(*run.weights[k]), abs=0.5)
        places.append(place)
        wrong = errors.iloc[k]
        assert f"Wrong of 5: last {wrong['last']}, pocket {wrong['pocket']}" in stage.sentence
        stage.press("ArrowRight")
    assert length > 2
    assert places[0] == places[-1]
    assert len(set(places)) > 2
    # Axes of one scale: a step as far along each is as many pixels.
    (left, base), (right, _), (_, above) = (side.screen(*place) for place in ((0, 0), (1, 0), (0, 1)))
    assert right - left == pytest.approx(base - above, abs=0.1)
    stage.page.get_by_role("tab", name="Curves").click()
    upper = stage.frame("upper")
    for dot, name in zip(stage.marks("upper", "dot"), ("last", "pocket", "averaged", "voted"), strict=True):
        expected = upper.screen(stage.step, errors[name][stage.step])[1] - upper.top
        assert float(dot["cy"]) == pytest.approx(expected, abs=0.5)


def test_a_ringed_point_dragged_away_breaks_the_proof_and_the_line_appears(visit_light):
    stage = visit_light(page(CROSS, bias="true", step=3))
    assert stage.verdict.startswith("No line separates these points: ")
    found, board = separate(labelled(CROSS).augmented()), stage.frame()
    proof = [mark for mark in stage.marks("board", "ring") if mark and mark["stroke"] == PROOF]
    ringed = [board.values(board.left + float(mark["cx"]), board.top + float(mark["cy"])) for mark in proof]
    assert np.array(ringed) == pytest.approx(np.array([CROSS[i][:2] for i in found.points]), abs=0.01)
    assert 1 in found.points
    stage.drag((-0.5, -0.25), (0.25, 0.75))
    stage.until(lambda: stage.verdict.startswith("These points are separable"))
    stage.settle()
    points = [*CROSS[:1], (0.25, 0.75, 0), *CROSS[2:]]
    assert stage.points == points
    found = separate(labelled(points).augmented())
    assert stage.verdict.startswith("These points are separable, so there is nothing to prove here. Converged after")
    assert stage.facts[2] == str(found.bound)
    line = "document.querySelector('[data-area=board] .stage-axes').data.find(({ name }) => name === 'w*')"
    ends = np.array([stage.page.evaluate(f"{line}.{axis}") for axis in "xy"]).T
    assert np.column_stack([ends, np.ones(2)]) @ found.w == pytest.approx(np.zeros(2), abs=1e-5)
