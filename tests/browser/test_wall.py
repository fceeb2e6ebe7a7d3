"""One layout from a laptop to a wall: the board as large as the window allows, and beside it all that is read."""

import pytest

from tests.browser.browsing import telling
from tests.marks import slow, slow_but
from tests.pages import ADDRESSES

SIZES = [(1024, 768), (1280, 720), (1366, 768), (1920, 1080)]

_PAGES = {name: address for name, address in ADDRESSES.items() if name != "Lessons"}
_BOARDS = _PAGES | {
    "hand": "/?lesson=hand",
    "idea": "/?lesson=idea",
    "tight": "/?lesson=tight",
    "proof": "/proof?lesson=proof",
    "digits": "/digits?lesson=digits",
    "an exercise": "/?ask=How+many+updates+does+this+run+take%3F&answer=12&hint=Count+them",
}

_BOX = """() => {
  const board = document.querySelector('.stage-panel:is([data-area="board"], [data-area="all"])');
  const { width, height } = board.getBoundingClientRect();
  return [width, height];
}"""


def board(stage, size):
    """Return width and height of the board in a window of this size."""
    stage.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    stage.settle()
    return stage.page.evaluate(_BOX)


def present(stage):
    """Present, or leave the presentation, and wait until it is so."""
    before = stage.page.locator(".is-presenting").count()
    stage.press("p")
    stage.until(lambda: stage.page.locator(".is-presenting").count() != before)
    stage.settle()


@pytest.mark.parametrize("name", slow_but(_BOARDS, "Playground", "Proof", "proof"))
def test_no_board_is_smaller_on_a_wall(visit_light, name):
    stage = visit_light(_BOARDS[name])
    outside = [board(stage, size) for size in SIZES]
    present(stage)
    for size, least in zip(SIZES, outside, strict=True):
        assert min(board(stage, size)) >= min(least), size
        assert stage.page.evaluate("document.querySelector('.stage-room').scrollHeight <= innerHeight"), size
