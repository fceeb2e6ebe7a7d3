"""A board under the hand shows the end of its run, and one press goes through it from the start."""

import pytest

from perceptron import train
from tests.boards import HAND, XOR, labelled
from tests.browser.browsing import DESKTOP, PHONE, Playground, link, ready, serving, telling, wait_for
from tests.marks import slow, slow_but

MORE = (-0.75, 0.25, 0)
LAST = len(train(labelled([*HAND, MORE]).augmented(), seed=3).mistakes)
END = "This is the end of the run"


def lines(stage):
    """The line before and the line now, as they are drawn."""
    return [mark and mark["d"] for mark in stage.marks("board", "line")] or [None, None]


def seen(stage):
    return lines(stage), stage.step, stage.sentence, stage.verdict, stage.facts, stage.position


def at_its_end(stage):
    """Whether the end of a run is shown, and said to be."""
    last = int(stage.page.get_attribute(".stage-scrub", "max"))
    said = stage.sentence.startswith(END) and not stage.button("forward").is_disabled()
    return stage.step == last and (last == 0 or said)


@pytest.mark.parametrize("look", [{"viewport": DESKTOP}, PHONE], ids=["mouse", "finger"])
def test_the_line_is_there_with_the_first_point_and_follows_every_other(visit_light, look):
    stage = visit_light("/?data=by+hand", asks=True, **look)

    def touch(x, y):
        place = stage.frame().screen(x, y)
        stage.page.touchscreen.tap(*place) if look == PHONE else stage.page.mouse.click(*place)

    touch(0.5, 0.5)
    stage.until(lambda: lines(stage)[1], 5)
    drawn = [lines(stage)[1]]
    stage.choose(1)
    for place in ((0.5, -0.25), (0.75, 0.0)):
        touch(*place)
        stage.until(lambda: lines(stage)[1] != drawn[-1])
        drawn.append(lines(stage)[1])
    assert len({*drawn}) == 3
    stage.settle()
    assert (stage.step, stage.verdict, "step" in stage.address) == (0, "", False)
    assert stage.sentence.startswith("The line follows your hand")


BEGINNINGS = {
    "Step": (lambda stage: stage.do("forward"), 1),
    "an arrow": (lambda stage: stage.press("ArrowRight"), 1),
    "a clicker": (lambda stage: stage.press("PageDown"), 1),
    "Home": (lambda stage: stage.press("Home"), 0),
    "the slider": (lambda stage: stage.page.locator(".stage-scrub").fill("1"), 1),
}


@pytest.mark.parametrize("beginning", slow_but(BEGINNINGS, "Step", "a clicker", "the slider"))
def test_one_press_begins_from_the_start_and_then_the_hand_steps_as_ever(visit_light, beginning):
    begin, step = BEGINNINGS[beginning]
    stage = visit_light(link(HAND, bias="true", step=2))
    stage.click(*MORE[:2])
    stage.until(lambda: stage.step == LAST)
    assert at_its_end(stage)
    begin(stage)
    assert stage.step == step
    cold = visit_light(link([*HAND, MORE], bias="true", **({"step": step} if step else {})))
    assert seen(stage) == seen(cold)
    stage.press("ArrowRight")
    assert stage.step == step + 1
    stage.press("End")
    assert stage.step == LAST
    assert stage.button("forward").is_disabled()
    assert not stage.sentence.startswith(END)
    stage.press("ArrowRight")
    assert stage.step == LAST


def test_back_goes_one_step_back_and_playing_begins_from_the_start(visit_light):
    stage = visit_light(link(HAND, bias="true"))
    stage.click(*MORE[:2])
    stage.until(lambda: stage.step == LAST)
    stage.do("back")
    assert stage.step == LAST - 1
    stage.do("undo")
    stage.until(lambda: at_its_end(stage))
    stage.do("redo")
    stage.until(lambda: stage.step == LAST and at_its_end(stage))
    stage.do("play")
    stage.until(lambda: 0 < stage.step < LAST)
    assert 0 < stage.step < LAST
    # An edit ends the playing.
    stage.do("undo")
    stage.until(lambda: at_its_end(stage))
    stage.settle()
    assert at_its_end(stage)


def test_a_run_that_cycles_follows_to_its_last_step_and_is_played_from_the_start(visit_light):
    stage = visit_light(link(XOR[:3], bias="true"))
    stage.choose(XOR[3][2])
    stage.click(*XOR[3][:2])
    stage.until(lambda: "a cycle of 4 updates" in stage.verdict)
    stage.settle()  # what draws the same step once more is no step of the walk
    assert (stage.step, at_its_end(stage)) == (4, True)
    stage.page.evaluate("""() => {
      window.walk = [];
      new MutationObserver(([{ target }]) => {
        if (window.walk.at(-1) !== target.dataset.step) window.walk.push(target.dataset.step);
      }).observe(document.querySelector(".stage"), { attributeFilter: ["data-step"] });
    }""")
    stage.do("play")
    stage.until(lambda: stage.page.evaluate("window.walk.length") > 2)
    assert stage.page.evaluate("window.walk")[:2] == ["0", "1"]


def test_two_quick_edits_and_a_press_on_the_way_end_where_the_hand_went(visit_light):
    stage = visit_light(link(HAND, bias="true"))
    stage.click(0.25, 0.75)
    stage.click(*MORE[:2])
    stage.do("undo")
    stage.settle()
    assert at_its_end(stage)
    stage.click(*MORE[:2])
    stage.press("Home", "ArrowRight")
    stage.settle()
    assert (stage.step, stage.address["step"]) == (1, "1")


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
        stage.go("Proof")
        stage.page.wait_for_function("() => document.title.startsWith('Proof')")
        wait_for(stage.page)
        stage.until(lambda: at_its_end(stage))
        assert at_its_end(stage)
        stage.page.go_back() if way == "back" else stage.go("Playground")
        stage.page.wait_for_function("() => document.title.startsWith('Playground')")
    wait_for(stage.page)
    stage.until(lambda: seen(stage) == before)
    assert seen(stage) == before
    stage.settle()
    assert stage.address == address
    stage.do("forward")
    assert stage.step == 1


@pytest.mark.slow
def test_the_end_outlives_the_server(browser):
    context = browser.new_context(viewport=DESKTOP)
    with serving() as (address, _):
        port = int(address.rpartition(":")[2])
        stage = Playground(ready(context.new_page(), telling(address + link(HAND, bias="true"))))
        stage.click(*MORE[:2])
        stage.until(lambda: stage.step == LAST)
        stage.settle()
        before = seen(stage), stage.address
    with serving(port=port):
        wait_for(stage.page, "[data-test-connection-state=CONNECTED]", seconds=60)
        stage.settle()
        assert (seen(stage), stage.address) == before
        stage.do("undo")
        stage.until(lambda: len(stage.points) == len(HAND) and not stage.page.locator(".is-pending").count())
        assert at_its_end(stage)
        stage.do("forward")
        assert stage.step == 1
    context.close()


def test_an_edit_is_one_question_and_no_message(visit_light):
    stage = visit_light(link(HAND, bias="true"))
    stage.settle()
    stage.page.evaluate("window.sent.splice(0)")
    with stage.page.expect_request("**/scene/**"):
        stage.click(*MORE[:2])
    stage.settle()
    assert stage.page.evaluate("window.sent.length") == 0
    assert stage.address["step"] == str(LAST)


def test_end_says_what_the_last_update_did(visit_light):
    stage = visit_light(link(HAND, bias="true"))
    stage.click(*MORE[:2])
    stage.until(lambda: stage.step == LAST)
    with stage.silence():
        stage.press("End")
    assert stage.sentence.startswith(f"Update {LAST}: ")
    assert stage.button("last").is_disabled()
