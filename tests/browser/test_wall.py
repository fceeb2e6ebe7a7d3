"""One layout from a laptop to a wall: the board as large as the window allows, and beside it all that is read."""

import pytest

from tests.browser.browsing import link, next_frame
from tests.marks import slow_but
from tests.pages import ADDRESSES

LAPTOPS = [(1024, 768), (1280, 720)]
SIZES = [*LAPTOPS, (1366, 768), (1920, 1080)]

BOARDS = {name: address for name, address in ADDRESSES.items() if name != "Lessons"} | {
    "Experiments": "/experiments?repeats=3",
    "hand": "/?lesson=hand",
    "idea": "/?lesson=idea",
    "tight": "/?lesson=tight",
    "proof": "/proof?lesson=proof",
    "digits": "/digits?lesson=digits",
    "an exercise": link(ask="How many updates does this run take?"),
}

_BOX = """() => {
  const board = document.querySelector('.stage-panel:is([data-area="board"], [data-area="all"])');
  const { x, y, width, height } = board.getBoundingClientRect();
  return [x, y, width, height];
}"""
# Of all beside the board: what reaches out of the window, the height of the smallest letters, and of the lowest chart.
_BESIDE = """() => {
  const panel = ".stage-panel:not([hidden])";
  const texts = `${panel} :is(text, li, h2, p, .stage-letters), .stage-sentence, .stage-facts dd, .stage-question span`;
  const nodes = [...document.querySelectorAll(texts)];
  const seen = nodes.filter((node) => node.textContent.trim() && node.checkVisibility());
  const out = seen.filter((node) => {
    const { bottom, right } = node.getBoundingClientRect();
    return bottom > innerHeight + 1 || right > innerWidth + 1;
  });
  const sheets = [...document.querySelectorAll(".stage-sheet")];
  const cut = sheets.filter((node) => node.scrollHeight > node.clientHeight + 1);
  const letters = seen.map((node) => parseFloat(getComputedStyle(node).fontSize));
  const charts = [...document.querySelectorAll(`${panel}:not([data-area="board"])`)].map((node) => node.clientHeight);
  return [[...out, ...cut].map((node) => node.textContent), Math.min(...letters), Math.min(...charts)];
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


@pytest.mark.parametrize("name", slow_but(BOARDS, "Playground"))
def test_no_board_is_smaller_on_a_wall(visit_light, name):
    address = BOARDS[name]
    outside = boxes(visit_light(address))
    presented = boxes(visit_light(f"{address}{'&' if '?' in address else '?'}present=true"))
    assert all(wall >= least for wall, least in zip(presented, outside, strict=True)), (presented, outside)
    assert outside[2] > 0.6 * 768


def test_a_rooms_wall_has_the_board_of_a_presented_page(visit_light, window, server):
    presented = boxes(visit_light("/?present=true"))
    page = window()
    form = {"page": "playground", "query": "data=AND&bias=true"}
    page.goto(page.request.post(f"{server}/room", form=form, headers={"origin": server}).url)
    page.locator(".counts").get_by_text("0 joined").wait_for()
    for (width, height), side in zip(SIZES, presented, strict=True):
        page.set_viewport_size({"width": width, "height": height})
        next_frame(page)
        box = page.locator("svg.board").bounding_box()
        assert [box["width"], box["height"]] == pytest.approx([side, side], abs=2)
        assert page.evaluate("document.documentElement.scrollHeight") == height


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
