"""Firefox and WebKit show what Chromium shows, for the same links and actions."""

import json

import numpy as np
import pytest

from playground.address.codes import encode
from playground.export import site
from playground.lessons import LESSONS
from tests.boards import HAND
from tests.browser.browsing import DESKTOP, DRAWN, FRAME, Frame, link, parameters, telling
from tests.browser.test_site import LINKS
from tests.engines import windows
from tests.pages import ADDRESSES, BOARDS

pytestmark = pytest.mark.slow

# The controls to come with, beside the points.
CONTROLS = {
    "Playground": {"bias": "true", "band": "true", "order": "hardest"},
    "Proof": {"bias": "true", "version": "biased"},
    "Descent": {"bias": "true", "batch": 2},
    "Kernels": {"kernel": "polynomial", "degree": 3},
    "Not separable": {"bias": "true", "grid": "1/8"},
    "Halving": {"directions": 120},
    "Race": {"bias": "true", "beta": 0.5},
}
PLACED, GONE, COME = (-0.75, 0.25), (0.5, -0.25), (0.25, -0.5)
AFTERWARDS = [*HAND[:4], (*COME, 1), (*PLACED, 0)]

STAGE = f"document.querySelector(`{DRAWN}`)"
QUIET = """document.querySelector("[data-test-script-state=notRunning][data-test-connection-state=CONNECTED]")
  && !document.querySelector(".stage:not([data-idle])")"""
POINTS = 'document.querySelectorAll(".stage [data-point]").length'
CODE = '((code) => code?.complete && code.naturalWidth && code.src.length > 200)(document.querySelector(".stage-code"))'
# All that a page says, and the address.
SEEN = """(() => {
  const said = (name) => Array.from(document.querySelectorAll(name), ({ textContent }) => textContent);
  return {
    page: document.title,
    address: location.pathname + location.search,
    words: said(":is(.headline, .ways a, [data-testid=stMain] [data-testid=stMarkdownContainer]:not(.st-key-links *))"),
    stage: ["facts", "verdict", "position", "sentence", "sheet"].map((name) => said(`.stage-${name}`)),
    link: document.querySelector(".stage-link")?.value.replace(location.origin, "") ?? "",
    faults: said("[data-testid=stException], [data-testid=stAlert]"),
  };
})()"""
BARS = """Array.from(document.querySelectorAll(".stage-sheet mo"), (mark) => mark)
  .filter(({ textContent }) => textContent === "‖")
  .map((mark) => mark.getBoundingClientRect()).map(({ left, top, width, height }) => [left, top, width, height])"""


@pytest.fixture(scope="module")
def chromium(browser):
    page = browser.new_page(viewport=DESKTOP)
    yield windows.Chromium(page)
    page.close()


@pytest.fixture(scope="module", params=windows.ENGINES)
def engine(request):
    if missing := windows.missing(request.param):
        pytest.skip(missing)
    with windows.ENGINES[request.param]() as window:
        yield window


@pytest.fixture(scope="module")
def compare(chromium, server):
    """Play a story in an engine and in Chromium; compare what they show, and return it."""
    known = {}

    def told(engine, story, name):
        if (story, name) not in known:
            known[story, name] = story(chromium, server, name)
        seen = story(engine, server, name)
        assert seen == known[story, name]
        return seen

    return told


def look(window, condition="true"):
    """Wait until a condition holds and the page is at rest, and return all its words."""
    window.until(condition)
    window.until(QUIET)
    return window.evaluate(SEEN)


def share(window):
    window.click_on('document.querySelector("[data-do=share]")')
    seen = look(window, CODE)
    window.press("Escape")
    return seen


def board(window, server, name):
    """A link to points by hand at step 2; a point is placed, another dragged, a step taken, and all of it shared."""

    def at(x, y):
        return Frame(*window.evaluate(f"({FRAME})('board')")).screen(x, y)

    window.open(server + ADDRESSES[name] + link(HAND, **CONTROLS.get(name, {}), step=2)[1:])
    seen = [look(window, STAGE)]
    window.click(*at(*PLACED))
    seen.append(look(window, f"{POINTS} === 6"))
    window.drag(at(*GONE), at(*COME))
    seen.append(look(window))
    window.press("ArrowRight")
    seen.append(look(window, "/step=1$/.test(location.search)"))
    return [*seen, share(window)]


def clicked(element):
    """Return what clicks on the element that an expression finds."""
    return lambda window: window.click_on(element)


def pressed(key):
    return lambda window: window.press(key)


GALLERY = '.stage-panel:not([hidden])[data-area="upper"] [data-kind="pixels"] > g'
MISREAD = 'Array.from(document.querySelectorAll(".stage-views button")).find((tab) => tab.textContent === "Misread")'
WAYS = {
    "Adversary": (
        "?said=pm&step=2",
        (clicked('document.querySelector(".stage [data-choice]")'), 'location.search.includes("step=3")'),
        (pressed("ArrowLeft"), 'location.search.includes("step=2")'),
    ),
    "Digits": (
        "?digit=4&against=9&bias=true&step=2",
        (pressed("ArrowRight"), 'location.search.includes("step=3")'),
        (clicked(MISREAD), f"document.querySelectorAll('{GALLERY}').length > 9"),
    ),
    "Dimensions": (
        "?d=10&order=shuffled&step=2",
        (pressed("ArrowRight"), 'location.search.includes("step=3")'),
        (
            clicked('document.querySelectorAll(".stage-views button")[1]'),
            'document.querySelector(".stage-panel:not([hidden])[data-area=side]")',
        ),
    ),
}
"""The link of a page, and its actions, each with the condition that then comes to hold."""


def way(window, server, name):
    """A link is opened, two actions follow, and all is shared."""
    query, *acts = WAYS[name]
    window.open(server + ADDRESSES[name] + query)
    seen = [look(window, STAGE)]
    for act, condition in acts:
        act(window)
        seen.append(look(window, condition))
    return [*seen, share(window)]


def experiments(window, server, name):
    """An experiment is opened by its link, and another chosen."""

    def shown(experiment):
        chosen = f"document.querySelector('.stage-kinds [value=\"{experiment}\"]')?.checked"
        return f'{STAGE} && {chosen} && document.querySelector(".stage-progress").hidden'

    window.open(f"{server}{ADDRESSES[name]}?repeats=3&n=12")
    seen = [look(window, shown("margin"))]
    verdict = 'document.querySelector(".stage-verdict").textContent'
    other = f"{verdict} !== {json.dumps(window.evaluate(verdict))}"
    window.click_on(
        'Array.from(document.querySelectorAll(".stage-kinds label")).find((tab) => tab.textContent === "order")'
    )
    return [*seen, look(window, f"{shown('order')} && {other}")]


def lessons(window, server, name):
    """A lesson is chosen, and opens its board."""
    window.open(server + ADDRESSES[name])
    lesson = 'document.querySelector(".st-key-lesson-margin a")'
    all_there = f'document.querySelectorAll(".st-key-lessons a").length === {len(LESSONS)}'
    seen = [look(window, f'document.querySelector(".headline") && {all_there}')]
    window.click_on(lesson)
    return [*seen, look(window, STAGE)]


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_opened_edited_stepped_and_shared_alike(engine, compare, name):
    seen = compare(engine, board, name)
    assert parameters(seen[-1]["link"])["points"] == encode(AFTERWARDS)
    assert [parameters(look["address"])["step"] for look in (seen[0], seen[-1])] == ["2", "1"]
    assert seen[-1]["address"] == seen[-1]["link"]
    assert [look["faults"] for look in seen] == [[]] * 5


STORIES = {**dict.fromkeys(WAYS, way), "Experiments": experiments, "Lessons": lessons}


@pytest.mark.parametrize(("name", "story"), STORIES.items())
def test_a_page_without_points_is_used_alike(engine, compare, name, story):
    seen = compare(engine, story, name)
    assert seen[0] != seen[-1]
    assert [look["faults"] for look in seen] == [[]] * len(seen)


@pytest.mark.parametrize("name", ["by hand", "inseparable", "the proof", "kernels"])
def test_a_page_that_stands_alone_says_alike(engine, chromium, tmp_path, name):
    file = tmp_path / "page.html"
    file.write_text(site.page_of_link(telling(LINKS[name]))[1], encoding="utf-8")
    told = []
    for window in (chromium, engine):
        window.open(file.as_uri())
        window.until(STAGE)
        seen = [window.evaluate(SEEN)["stage"]]
        for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
            window.press(key)
            window.until('!document.querySelector(".is-moving")')
            seen.append(window.evaluate(SEEN)["stage"])
        told.append(seen)
    assert told[1] == told[0]
    assert told[0][0] != told[0][1]


def test_every_page_has_its_story():
    assert set(CONTROLS) <= set(BOARDS)
    assert {*BOARDS, *STORIES} == set(ADDRESSES)


def test_the_bars_of_each_norm_are_drawn(engine, server):
    engine.open(server + ADDRESSES["Proof"] + link(HAND, bias="true", step=2)[1:])
    look(engine, STAGE)
    bars = engine.evaluate(BARS)
    assert len(bars) == 8  # of ‖x‖ and, in three lines, of ‖w‖
    assert all(width > 1 and height > 5 for _, _, width, height in bars)
    if isinstance(engine, windows.WebKit):
        windows.wait(lambda: all(inked(engine.picture(), bar) for bar in bars), "bars on WebKit's screen")


def inked(picture, box):
    """Whether the screenshot has ink in a box: an element may be laid out and not drawn."""
    left, top, width, height = map(round, box)
    return np.ptp(picture[top : top + height, left : left + width + 1]) > 60
