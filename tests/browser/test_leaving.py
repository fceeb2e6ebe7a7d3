"""A visitor who acts before the next page has come loses neither page nor edit."""

import pytest

from tests.boards import HAND
from tests.browser.browsing import lapse, link
from tests.marks import slow_but

_HOLD = """() => {
  const send = WebSocket.prototype.send;
  const held = [];
  WebSocket.prototype.send = function (data) { held.push(() => send.call(this, data)); };
  window.release = () => {
    WebSocket.prototype.send = send;
    for (const sending of held) sending();
  };
}"""
MORE = [*HAND, (-0.75, 0.25, 0)]
ACTS = {
    "a step": (lambda stage: stage.press("ArrowRight"), HAND),
    "a point": (lambda stage: stage.click(-0.75, 0.25), MORE),
    "a point and a step": (lambda stage: (stage.click(-0.75, 0.25), stage.press("Home")), MORE),
    "a drag": (lambda stage: stage.drag(HAND[0][:2], (-0.5, 0.875)), [(-0.5, 0.875, 0), *HAND[1:]]),
    "a picture shared": (lambda stage: (stage.do("share"), stage.press("Escape")), HAND),
}
"""What a visitor does, and the points that are then on the board."""


@pytest.mark.parametrize("act", slow_but(ACTS, "a point and a step"))
@pytest.mark.usefixtures("way")
def test_by_the_menu(visit, act):
    stage = visit(link(HAND, bias="true"))
    do, points = ACTS[act]
    stage.page.evaluate(_HOLD)
    stage.go("Proof")
    do(stage)
    stage.until(lambda: stage.drawn == points)
    step = stage.step
    lapse(stage.page, 600)  # the hand rests, and says so
    stage.page.evaluate("window.release()")
    stage.arrived("Proof")
    stage.until(lambda: stage.drawn == points)
    stage.settle()
    # What the hand has made is shown at its end, unless it has stepped since.
    follows = act in ("a point", "a drag")
    assert stage.step == (int(stage.page.get_attribute(".stage-scrub", "max")) if follows else step)
    assert stage.points == stage.drawn
    stage.walk("Playground")
    stage.until(lambda: stage.drawn == points)


@pytest.mark.usefixtures("way")
def test_to_the_page_that_is_shown(visit):
    stage = visit(link(HAND))
    stage.walk("Playground")
    stage.click(-0.75, 0.25)
    stage.until(lambda: len(stage.points) == 6 and not stage.page.locator(".is-pending").count(), 5)
    assert stage.points == MORE
