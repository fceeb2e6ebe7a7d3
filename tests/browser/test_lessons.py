"""A lesson asks, is stepped, answers at the end, and is marked in the list."""

import re
import urllib.parse

import pytest

from playground.lessons import LESSONS
from tests.browser.browsing import PHONE, Playground, wait_for
from tests.browser.test_outcome import _READ
from tests.marks import slow
from tests.pages import ADDRESSES, PAGES

BLOCKED = """Object.defineProperty(window, "localStorage",
  { get() { throw new DOMException("no", "SecurityError"); } })"""


def link(slug):
    lesson = LESSONS[slug]
    return f"{ADDRESSES[PAGES[lesson.page]]}?{urllib.parse.urlencode(lesson.link)}"


def guide(stage):
    """Return the first line of the guide."""
    return stage.page.inner_text(".stage-guide p:not([data-away])").replace("\N{NO-BREAK SPACE}", " ")


def text(slug):
    return f"{LESSONS[slug].title} {LESSONS[slug].question}"


def found(stage):
    """Return the findings that the guide shows."""
    words = stage.page.locator(".stage-answer > span").evaluate(
        "(node) => [...node.childNodes].map((each) => each.localName === 'button' ? '' : each.textContent).join('')"
    )
    return words.replace("\N{NO-BREAK SPACE}", " ").strip()


def done(stage):
    """Return the indices of the parts that are ticked off."""
    return stage.page.locator(".stage-guide li").evaluate_all(
        "nodes => nodes.flatMap((node, i) => node.className === 'is-done' ? [i] : [])"
    )


def arrived(stage, slug):
    wait_for(stage.page)
    stage.until(lambda: guide(stage) == text(slug))
    stage.settle()


@pytest.mark.parametrize("look", [{**PHONE, "color_scheme": "dark"}, slow({})], ids=["phone", "laptop"])
def test_a_lesson_is_done_part_by_part_and_stays_done(visit, look):
    first, second = (part.answer for part in LESSONS["margin"].parts)
    stage = visit(link("margin"), asks=True, **look)
    press = (lambda node: node.tap()) if look else (lambda node: node.click())
    stage.page.fill(".stage-guess", "25")
    press(stage.button("last"))
    assert (found(stage), done(stage)) == (first, [0])
    assert stage.verdict.endswith("You counted the points: the same ones are wrong again and again.")
    stage.until(lambda: (box := stage.page.locator(".stage-answer").bounding_box())["y"] + box["height"] <= 845)
    # What is to be set stands in the sentence.
    value = stage.page.locator(".stage-guide").get_by_role("button", name="0.1")
    assert value.get_attribute("aria-pressed") == "false"
    press(value)
    stage.until(lambda: "How many updates with" in stage.page.inner_text(".stage-question"))
    stage.until(lambda: value.get_attribute("aria-pressed") == "true")
    assert stage.step == 0
    # A second guess is asked for, and the second half of the answer waits for its own board.
    assert (found(stage), done(stage), stage.page.input_value(".stage-guess")) == (first, [0], "")
    stage.page.fill(".stage-guess", "11")
    press(stage.button("last"))
    assert stage.verdict.endswith("Your guess was right.")
    assert (found(stage), done(stage)) == (f"{first} {second}", [0, 1])
    assert guide(stage).startswith(f"{LESSONS['margin'].finding}. ✓")
    stage.settle()
    stage.page.reload()
    wait_for(stage.page)
    stage.until(lambda: found(stage) == f"{first} {second}")
    assert "Your guess was right." in stage.verdict
    press(stage.page.get_by_role("button", name="The lesson's board"))
    stage.until(lambda: stage.address.get("gamma") == "0.02")
    stage.settle()
    assert (done(stage), stage.page.input_value(".stage-guess")) == ([0, 1], "25")
    # Asked again, it begins anew with no answer in sight.
    stage.press("End")
    press(stage.page.get_by_role("button", name="Ask me again"))
    stage.settle()
    assert (found(stage), done(stage), stage.step, stage.page.input_value(".stage-guess")) == ("", [], 0, "")
    assert "273" not in stage.page.evaluate(_READ)


def test_an_edited_board_is_no_longer_the_lessons_and_one_touch_leads_back(visit):
    stage = visit(link("idea"), asks=True)
    stage.press("End")
    assert done(stage) == [0]
    stage.page.evaluate("localStorage.clear()")
    stage.press("Home")
    stage.click(-0.9, -0.9)
    stage.until(lambda: "your own" in found(stage))
    stage.press("End")
    stage.settle()
    assert done(stage) == []
    assert LESSONS["idea"].parts[0].answer not in stage.page.evaluate(_READ)
    assert guide(stage) == text("idea")
    assert stage.page.evaluate("localStorage.getItem('lesson idea')") is None
    stage.page.get_by_role("button", name="The lesson's board").click()
    stage.until(lambda: found(stage) == "")
    stage.settle()
    assert {**stage.address, "step": "0"} == LESSONS["idea"].link
    stage.press("End")
    assert done(stage) == [0]
    # Who is done goes on from where the answer is, or by a key.
    stage.page.locator(".stage-answer").get_by_role("button", name="Next").click()
    arrived(stage, "tight")
    stage.press("n")
    arrived(stage, "bias")


def finished(page):
    """Return the lessons that the list marks as done."""
    page.wait_for_selector(".st-key-lessons a")
    Playground(page).settle()
    return [name for name in LESSONS if "✓" in page.locator(f".st-key-lesson-{name} a p").evaluate(
        "(node) => getComputedStyle(node, '::after').content")]  # fmt: skip


@pytest.mark.slow
def test_a_browser_that_keeps_nothing_shows_lessons_all_the_same(window, server):
    stage = Playground(window(own=True))
    stage.page.add_init_script(BLOCKED)
    stage.page.goto(server + link("tight"))
    arrived(stage, "tight")
    stage.press("End")
    assert found(stage) == LESSONS["tight"].parts[0].answer
    stage.page.get_by_role("link", name=re.compile("^Lesson .* of")).click()
    assert finished(stage.page) == []
