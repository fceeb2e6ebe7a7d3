"""A visitor turns the arrow of w by its tip, and a run begins from there."""

import math
import re

import pytest

from perceptron import margin_dataset, train
from playground.draw.legends import wrong
from tests.boards import HAND, labelled
from tests.browser.browsing import DESKTOP, PHONE, link, next_frame, wait_for
from tests.browser.test_following import lines, seen
from tests.marks import slow, slow_but

BOARDS = {
    "through the origin": (link(HAND, step=1), lambda: labelled(HAND)),
    "with a bias": (link(HAND, step=1, bias="true", c=0.5), lambda: labelled(HAND).augmented(0.5)),
    "generated": (link(step=4), lambda: margin_dataset(25, 2, 0.1, seed=3)),
}


def tip(stage):
    """Return the place of the arrow's tip, in the board's units."""
    (arrow,) = stage.marks("board", "arrow")
    frame = stage.frame()
    left, top = re.findall(r"[-\d.e]+", arrow["d"])[2:4]
    return frame.values(frame.left + float(left), frame.top + float(top))


def turned(place, degrees):
    x, y = place
    angle = math.radians(degrees)
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


class Hand:
    """A mouse or a finger that takes hold, moves and lets go."""

    def __init__(self, stage, look):
        self.stage = stage
        self.finger = stage.page.context.new_cdp_session(stage.page) if look == PHONE else None

    def drag(self, *places):
        frame = self.stage.frame()
        self._do("touchStart", "down", frame.screen(*places[0]))
        for place in places[1:]:
            self._do("touchMove", None, frame.screen(*place))
            next_frame(self.stage.page)

    def release(self):
        if self.finger:
            self.finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            self.stage.page.mouse.up()

    def _do(self, touch, press, at):
        if self.finger:
            points = [{"x": at[0], "y": at[1]}]
            self.finger.send("Input.dispatchTouchEvent", {"type": touch, "touchPoints": points})
            return
        self.stage.page.mouse.move(*at)
        if press:
            self.stage.page.mouse.down()


@pytest.mark.parametrize("look", [slow({"viewport": DESKTOP}), PHONE])
@pytest.mark.parametrize("board", slow_but(BOARDS, "generated"))
def test_the_line_follows_the_hand_at_once_and_the_run_begins_from_it(visit, board, look):
    query, data = BOARDS[board]
    stage = visit(query, **look)
    stage.settle()
    points, address, before, place = stage.drawn, stage.address, lines(stage), tip(stage)
    hand = Hand(stage, look)
    stage.page.evaluate("window.sent.splice(0)")
    hand.drag(place, turned(place, 20), turned(place, 60), turned(place, 100))
    held = lines(stage)
    assert (held[0], held[1] != before[1]) == (None, True)
    assert stage.page.evaluate("window.sent.length") == 0
    outlined = stage.hollow
    assert stage.sentence.startswith("You turn w to (")
    assert f": {len(outlined)} wrong. " in stage.sentence
    assert stage.page.inner_text(".stage-count") == f"○ {len(outlined)} wrong"
    hand.release()
    stage.until(lambda: "start" in stage.address)
    stage.settle()
    assert (stage.step, lines(stage), stage.hollow, stage.drawn) == (0, held, outlined, points)
    assert "step" not in stage.address
    assert {name: value for name, value in stage.address.items() if name != "start"} == {
        name: value for name, value in address.items() if name != "step"
    }
    start = [float(number) for number in stage.address["start"].split(",")]
    assert stage.address["start"] == ", ".join(f"{float(f'{number:.3g}'):.6g}" for number in start)
    learned = data()
    earlier = train(learned, seed=3).weights[1 if len(points) == 5 else 4]
    assert len(start) == learned.dim
    assert math.hypot(*start[:2]) == pytest.approx(math.hypot(*earlier[:2]), rel=0.02)
    assert start[2:] == [float(f"{number:.3g}") for number in earlier[2:]]
    assert outlined == wrong(train(learned, start=start, seed=3), "mistake")[0].nonzero()[0].tolist()
    there = turned(place, 100)
    sides = [math.degrees(math.atan2(y, x)) for x, y in (tip(stage), there)]
    assert sides[0] == pytest.approx(sides[1], abs=2)
    cold = visit(link(**stage.address), **look)
    assert seen(stage) == seen(cold)
    stage.more.click()
    assert stage.field("Start w₀").input_value() == stage.address["start"]
    stage.page.reload()
    wait_for(stage.page)
    stage.until(lambda: seen(stage) == seen(cold))
    stage.do("forward")
    assert stage.step == 1


# WCAG 2.1.1
def test_the_arrow_is_turned_by_keyboard(visit_light):
    stage = visit_light(link(HAND, start="1, 0"))
    x, _ = tip(stage)
    stage.press(*["Shift+ArrowRight"] * round(16 * x), "g", *["Shift+ArrowUp"] * 6)
    assert f": {len(stage.hollow)} wrong. " in stage.sentence
    held = lines(stage)
    stage.press("g")
    stage.until(lambda: stage.address["start"] != "1, 0")
    stage.settle()
    assert (stage.step, lines(stage)) == (0, held)
    assert "Took the arrow by its tip." in " ".join(stage.page.evaluate("window.heard"))
