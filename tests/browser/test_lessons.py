"""A lesson leads through its board: it asks, is stepped in silence, answers at the end, and is marked in the list."""

import re
import urllib.parse

import numpy as np
import pytest

from tests.browser.browsing import DRAWN, PHONE, Playground, parameters
from tests.browser.test_outcome import _READ, asked
from tests.browser.test_pages import fits
from tests.pages import ADDRESSES, PAGES, a_part
from ui.lessons import LESSONS

BLOCKED = """Object.defineProperty(window, "localStorage",
  { get() { throw new DOMException("no", "SecurityError"); } })"""


def link(slug):
    lesson = LESSONS[slug]
    return f"{ADDRESSES[PAGES[lesson.page]]}?{urllib.parse.urlencode(lesson.link)}"


def guide(stage):
    """What the guide says to the eye."""
    said = stage.page.locator(".stage-guide p").filter(visible=True).all_inner_texts()
    return " ".join(said).replace("\N{NO-BREAK SPACE}", " ").strip()


def says(slug, words):
    return f"{LESSONS[slug].title}. {words}"


def text(slug):
    return says(slug, f"{LESSONS[slug].question} {LESSONS[slug].trial}")


def answer(slug):
    return says(slug, LESSONS[slug].answer)


def go(stage, name, slug):
    """Follow a link by its name to a lesson."""
    stage.page.get_by_role("link", name=name).click()
    arrived(stage, slug)


def arrived(stage, slug):
    stage.page.wait_for_selector(DRAWN, state="attached")
    stage.until(lambda: guide(stage) == text(slug))
    assert guide(stage) == text(slug)
    stage.settle()


@pytest.mark.parametrize("slug", a_part(LESSONS, 3))
def test_a_lesson_opens_cold_asks_is_stepped_in_silence_and_answers_at_its_end(visit, slug):
    stage = visit(link(slug), asks=True)
    stage.settle()
    assert stage.notice == ""
    fits(stage)
    before = stage.page.evaluate(_READ)
    assert guide(stage) == text(slug)
    assert LESSONS[slug].answer not in before
    assert f"Lesson {LESSONS[slug].place} of {len(LESSONS)}" in before
    board = stage.page.locator(".stage-panel").first.bounding_box()
    if slug == "adversary":
        stage.page.get_by_role("button", name="Toss the rest").click()
        stage.until(lambda: guide(stage) != text(slug))
    else:
        assert (asked(stage)[-1], stage.verdict) == ("?", "")
        with stage.silence():
            stage.press("ArrowRight", "End")
            assert stage.verdict
    assert guide(stage) == answer(slug)
    assert np.allclose([*stage.page.locator(".stage-panel").first.bounding_box().values()], [*board.values()], atol=0.5)
    stage.settle()
    assert stage.address["lesson"] == slug


def test_one_lesson_leads_to_the_next_on_the_same_page_and_back_and_stays_when_something_is_set(visit):
    stage = visit(link("margin"), asks=True)
    stage.press("End")
    go(stage, "Next", "many-points")
    assert (stage.step, len(stage.drawn)) == (0, 400)
    stage.field("Margin γ").fill("0.3")
    stage.field("Margin γ").press("Enter")
    stage.until(lambda: stage.address.get("gamma") == "0.3")
    stage.settle()
    assert stage.address == {"n": "400", "gamma": "0.3", "lesson": "many-points"}
    assert guide(stage) == text("many-points")
    go(stage, "Back", "margin")
    assert {**stage.address, "step": "0"} == LESSONS["margin"].link
    stage.page.go_back()
    arrived(stage, "many-points")
    stage.go("Proof")
    stage.page.wait_for_function("document.title.startsWith('Proof')")
    stage.page.wait_for_selector(DRAWN, state="attached")
    stage.settle()
    assert "lesson" not in stage.address
    assert not stage.page.locator(".stage-guide, .st-key-lesson").filter(visible=True).count()


def finished(page):
    """The lessons that the list marks."""
    page.wait_for_selector(".st-key-lessons a")
    Playground(page).settle()
    return [name for name in LESSONS if "✓" in page.locator(f".st-key-lesson-{name} a p").evaluate(
        "(node) => getComputedStyle(node, '::after').content")]  # fmt: skip


def test_the_list_marks_what_was_seen_to_its_end_even_after_a_reload(visit):
    stage = visit(link("xor"), asks=True)
    stage.press("ArrowRight")
    go(stage, "Next", "pocket")
    stage.press("End")
    stage.settle()
    stage.page.get_by_role("link", name=re.compile("^Lesson .* of")).click()
    assert finished(stage.page) == ["pocket"]
    stage.page.reload()
    assert finished(stage.page) == ["pocket"]


def test_a_browser_that_keeps_nothing_shows_lessons_all_the_same(visit):
    stage = visit("/", asks=True, own=True)
    stage.page.add_init_script(BLOCKED)
    stage.page.goto(stage.page.url.partition("?")[0] + link("tight")[1:])
    arrived(stage, "tight")
    stage.press("End")
    assert guide(stage) == answer("tight")
    stage.page.get_by_role("link", name=re.compile("^Lesson .* of")).click()
    assert finished(stage.page) == []


def test_a_finger_goes_from_the_list_to_a_lesson_and_on_to_the_next(visit):
    stage = visit("/", asks=True, color_scheme="dark", **PHONE)
    stage.page.get_by_role("navigation").get_by_role("link", name="Lessons").tap()
    stage.page.locator(".st-key-lesson-margin a").tap()
    arrived(stage, "margin")
    parts = ['[data-area="board"]', ".stage-tools", ".stage-transport", ".stage-sentence"]
    boxes = [stage.page.locator(f".stage {part}").bounding_box() for part in parts]
    assert max(box["y"] + box["height"] for box in boxes) <= 844
    stage.page.get_by_role("link", name="Next").tap()
    arrived(stage, "many-points")
    stage.button("last").tap()
    assert guide(stage) == answer("many-points")
    assert parameters(stage.page.url)["lesson"] == "many-points"
