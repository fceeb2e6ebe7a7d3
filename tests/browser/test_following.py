"""After an edit the board shows the end of its run; a step then begins at the start."""

import pytest

from perceptron import train
from playground.draw import legends
from tests.boards import HAND, labelled
from tests.browser.browsing import link
from tests.marks import slow

MORE = (-0.75, 0.25, 0)
LAST = len(train(labelled([*HAND, MORE]).augmented(), seed=3).mistakes)
END = "This is the end of the run"


def lines(stage):
    """Return the drawn lines of the step before and of this step."""
    return [mark and mark["d"] for mark in stage.marks("board", "line")] or [None, None]


def seen(stage):
    return lines(stage), stage.step, stage.sentence, stage.verdict, stage.facts, stage.position


def at_its_end(stage):
    """Whether the stage shows the end of a run, and its sentence says so."""
    last = int(stage.page.get_attribute(".stage-scrub", "max"))
    said = stage.sentence.startswith(END) and not stage.button("forward").is_disabled()
    return stage.step == last and (last == 0 or said)


@pytest.mark.parametrize("way", [slow("reloading"), slow("another page"), "back", slow("a cold link")])
def test_the_end_is_still_shown_and_followed_when_the_visitor_comes_back(visit, way):
    stage = visit(link(HAND, bias="true"))
    stage.click(*MORE[:2])
    stage.until(lambda: stage.step == LAST)
    stage.settle()
    before, address = seen(stage), stage.address
    assert address["step"] == str(LAST)
    if way == "reloading":
        stage.page.reload()
    elif way == "a cold link":
        stage = visit(link(**address))
    else:
        stage.walk("Proof")
        stage.until(lambda: at_its_end(stage))
        stage.page.go_back() if way == "back" else stage.go("Playground")
    stage.arrived("Playground")
    stage.until(lambda: seen(stage) == before)
    stage.settle()
    assert stage.address == address
    stage.do("forward")
    assert stage.step == 1


@pytest.mark.parametrize("held", [slow(False), True], ids=["released", "under the hand"])
def test_after_an_edit_points_are_hollow_by_the_line_that_is_drawn(visit_light, held):
    stage = visit_light(link([(-0.5, 0.5, 0), (0.5, 0.5, 1), (-0.5, -0.5, 1), (0.5, -0.25, 0)]))
    stage.settle()
    stage.drag((0.5, -0.25), (0.5, -0.75), hold=held)
    stage.until(lambda: stage.sentence.startswith(END))
    stage.settle()
    run = train(labelled(stage.drawn), seed=3)
    wrong = legends.wrong(run, "mistake")[-1].nonzero()[0].tolist()
    assert wrong
    stage.until(lambda: stage.hollow == wrong)
    stage.page.mouse.up()
