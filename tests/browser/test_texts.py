"""No text is cut or covered, on every page and screen, presented or not."""

import itertools
import re
from pathlib import Path

import pytest

from playground.lessons import LESSONS
from tests.browser.browsing import DRAWN, PHONE, Playground, wait_for
from tests.browser.test_lessons import link as lesson
from tests.browser.test_pages import LINKS
from tests.pages import ADDRESSES

WRONG = (Path(__file__).parent / "texts.js").read_text(encoding="utf-8")
EMPTY = "/?data=by+hand"
CLOUDS = "/nonseparable?data=inseparable+cloud&bias=true"
ALL = [
    *ADDRESSES.values(),
    *LINKS.values(),
    *(f"{CLOUDS}&n={n}&seed={seed}" for n, seed in ((20, 3), (30, 4))),
    *("/nonseparable?bias=false", "/proof?data=XOR", "/proof?data=AND&bias=true&start=2,1,-1&version=start"),
    *(f"/experiments?experiment={name}" for name in ("order", "dimension", "number of points", "rate", "learner")),
    *(f"{page}{EMPTY[1:]}" for page in ("/", "/kernels", "/halving")),
    *map(lesson, ("one-example", "curve", "adversary")),
]
"""The links of every page, and of its other pictures."""
SIZES = {
    "phone": (390, 844),
    "tablet": (820, 1180),
    "projector": (1024, 768),
    "laptop": (1366, 768),
    "wall": (1920, 1080),
}


def wrong(window, server, size, links, *, presented):
    """Return the faults of the texts of these links, at the first step and in each view at the last."""
    width, height = SIZES[size]
    page = window(**(PHONE if size == "phone" else {"viewport": {"width": width, "height": height}}))
    stage, found = Playground(page), {}
    for address in links:
        more = "outcome=true&present=true" if presented else "outcome=true"
        page.goto(f"{server}{address}{'&' if '?' in address else '?'}{more}")
        wait_for(page, f"{DRAWN}, .st-key-lessons a", seconds=90)
        views = page.locator(".stage-views button").all_inner_texts()
        for place, step in enumerate(["Home", "End", *views[1:]]):
            if place < 2:
                stage.press(step)
            else:  # where it is presented there are no tabs, but the view stays
                page.locator(".stage-views button").nth(place - 1).evaluate("(tab) => tab.click()")
            stage.settle()
            faults = page.evaluate(WRONG)
            if size == "phone":  # who has no mouse is told of none, nor of keys
                faults += re.findall(r".*\bclick\b.*|.*→\).*", page.inner_text("body"), re.IGNORECASE)
            if faults:
                found[address, step] = faults
    return found


def test_a_phone_can_read_some_pages(window, server):
    links = [*[*ADDRESSES.values()][::6], next(each for each in ALL if each.startswith((CLOUDS, EMPTY)))]
    assert wrong(window, server, "phone", links, presented=False) == {}


@pytest.mark.parametrize("presented", [False, True])
@pytest.mark.parametrize("address", ["/dimensions?d=1000&n=40&gamma=0.05&seed=4", lesson("one-example")])
def test_the_names_of_a_beat_stand_apart(visit, address, presented):
    query = f"{address}&present=true" if presented else address
    stage = visit(query, light=not presented, viewport={"width": 1024, "height": 768})
    stage.page.locator(".stage-views button", has_text="Update").evaluate("(tab) => tab.click()")
    stage.press("End")
    wait_for(stage.page, ".stage-beats svg text")
    stage.settle()
    assert stage.page.evaluate(WRONG) == []


@pytest.mark.slow
@pytest.mark.parametrize("presented", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_all_that_a_page_can_show_can_be_read(window, server, size, presented):
    assert wrong(window, server, size, ALL, presented=presented) == {}


def test_lesson_cards_have_pictures_and_equal_gaps(window, server):
    page = window(**PHONE)
    page.goto(f"{server}/lessons?data=XOR&step=4")
    page.wait_for_selector(".st-key-lessons a")
    Playground(page).settle()
    page.wait_for_url("**/lessons?data=XOR")  # without the step, once the script that keeps the address has come
    assert page.url.endswith("/lessons?data=XOR")
    pictures = page.locator(".st-key-lessons img")
    assert pictures.evaluate_all("(all) => all.filter((one) => one.naturalWidth > 0).length") == len(LESSONS)
    boxes = [card.bounding_box() for card in page.locator("[class*=st-key-lesson-]").all()]
    gaps = [round(after["y"] - box["y"] - box["height"]) for box, after in itertools.pairwise(boxes)]
    within = [one.chapter == other.chapter for one, other in itertools.pairwise(LESSONS.values())]
    assert {gap for gap, same in zip(gaps, within, strict=True) if same} == {16}
    assert len({gap for gap, same in zip(gaps, within, strict=True) if not same}) == 1
