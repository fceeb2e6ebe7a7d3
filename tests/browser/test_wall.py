"""One layout from a laptop to a wall: the board as large as the window allows, and beside it all that is read."""

import pytest

from tests.browser.browsing import link
from tests.marks import slow_but
from tests.pages import ADDRESSES

LAPTOPS = [(1024, 768), (1280, 720)]
SIZES = [*LAPTOPS, (1366, 768), (1920, 1080)]

BOARDS = {name: address for name, address in ADDRESSES.items() if name != "Lessons"} | {
    "hand": "/?lesson=hand",
    "idea": "/?lesson=idea",
    "tight": "/?lesson=tight",
    "proof": "/proof?lesson=proof",
    "digits": "/digits?lesson=digits",
    "an exercise": link(ask="How many updates does this run take?"),
}

_BOX = """() => {
  const { x, y, width, height } = document.querySelector('.stage-panel:is([data-area="board"], [data-area="all"])').getBoundingClientRect();
  return [x, y, width, height];
}"""
# What reaches out of the window, and the height of the smallest letters, of all that is drawn or written beside the board.
_BESIDE = """() => {
  const texts = ".stage-panel:not([hidden]) :is(text, li, h2, p, .stage-letters), .stage-sentence, .stage-facts dd, .stage-question span";
  const seen = [...document.querySelectorAll(texts)].filter((node) => node.textContent.trim() && node.checkVisibility()
    && getComputedStyle(node).display !== "none");
  const zoom = document.querySelector(".stage").getBoundingClientRect().width / document.querySelector(".stage").offsetWidth;
  const out = seen.filter((node) => node.getBoundingClientRect().bottom > innerHeight + 1 || node.getBoundingClientRect().right > innerWidth + 1);
  const charts = [...document.querySelectorAll('.stage-panel:not([hidden], [data-area="board"])')].map((node) => node.clientHeight);
  const cut = [...document.querySelectorAll(".stage-sheet")].filter((node) => node.scrollHeight > node.clientHeight + 1);
  return [out.concat(cut).map((node) => node.textContent), Math.min(...seen.map((node) => zoom * parseFloat(getComputedStyle(node).fontSize))), Math.min(...charts)];
}"""


def resize(stage, size):
    """Give the window another size."""
    stage.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    stage.settle()


def boxes(stage):
    """Return the shorter side of the board in a window of each size."""
    sides = []
    for size in SIZES:
        resize(stage, size)
        sides.append(min(stage.page.evaluate(_BOX)[2:]))
        assert stage.page.evaluate("document.querySelector('.stage-room').scrollWidth <= innerWidth"), size
    return sides


@pytest.mark.parametrize("name", slow_but(BOARDS, "Playground", "proof"))
def test_no_board_is_smaller_on_a_wall(visit_light, name):
    address = BOARDS[name]
    outside = boxes(visit_light(address))
    presented = boxes(visit_light(f"{address}{'&' if '?' in address else '?'}present=true"))
    assert all(wall >= least for wall, least in zip(presented, outside, strict=True)), (presented, outside)
    assert outside[2] > 0.6 * 768


@pytest.mark.parametrize("name", slow_but(["Proof", "Adversary", "Digits", "Race"], "Proof"))
def test_the_last_line_the_charts_and_the_names_are_in_sight_and_legible(visit_light, name):
    stage = visit_light(f"{ADDRESSES[name]}?step=1")
    for size in LAPTOPS:
        resize(stage, size)
        out, letters, chart = stage.page.evaluate(_BESIDE)
        assert out == [], size
        assert letters >= 8, size
        assert chart > 100, size


@pytest.mark.parametrize("address", ["/", "/?lesson=idea"])
def test_the_board_stands_still_while_words_come_and_go(visit_light, address):
    stage = visit_light(address, asks=True)
    before = stage.page.evaluate(_BOX)
    for key in ("ArrowRight", "ArrowRight", "End"):
        stage.press(key)
        stage.settle()
        assert stage.page.evaluate(_BOX) == before
