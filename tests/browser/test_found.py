"""What a visitor has found stands on a page of its own, from the notes of this browser."""

import json

import pytest

from playground.address.codes import encode
from playground.lessons import LESSONS
from tests.browser.browsing import PHONE, wait_for
from tests.browser.test_axe import axe
from tests.browser.test_lessons import done, link
from tests.marks import slow

MADE = {"data": "by hand", "points": encode([(0.0, 0.75, 0), (0.125, 0.75, 1)]), "bias": "true"}


def guess(stage, *, sure=None):
    """Guess in the lesson about the bias: a wrong number, then a wrong option, and say how sure that is."""
    page = stage.page
    page.fill(".stage-guess", "4")
    stage.button("last").click()
    stage.until(lambda: done(stage) == [0])
    stage.button("first").click()
    page.locator(".stage-guide .stage-act", has_text="off").click()
    page.locator(".stage-options").get_by_role("button", name="yes").click()
    assert page.locator(".stage-sure").is_visible()
    page.locator(".stage-sure").get_by_role("button", name=sure, exact=True).click()
    stage.button("last").click()
    stage.until(lambda: done(stage) == [0, 1])
    stage.settle()


@pytest.mark.parametrize("look", [slow({}), PHONE], ids=["laptop", "phone"])
def test_guesses_stand_beside_the_answers_and_boards_that_were_built_beside_their_lesson(visit_light, look):
    stage = visit_light(link("bias"), asks=True, **look)
    page, (first, second) = stage.page, LESSONS["bias"].parts
    guess(stage, sure="sure")
    assert stage.verdict.endswith("You were sure.")
    home = page.url.partition("/light/")[0]
    page.evaluate(
        "([key, note]) => localStorage.setItem(key, note)",
        [f"{LESSONS['build'].guess(1)} end", json.dumps([203, 203, MADE])],
    )
    page.goto(f"{home}/found")
    wait_for(page, "article")
    told = page.locator("article").first.inner_text()
    assert [line for line in told.splitlines() if line] == [
        f"{LESSONS['bias'].finding}.",
        f"{first.ask} ✗ You said 4; it is 18.",
        first.answer,
        f"{second.ask} ✗ You said yes, sure; it is no.",
        second.answer,
    ]
    page.wait_for_function("document.querySelector('article img')?.naturalWidth > 0")
    assert "✓ You said 203." in page.locator("article").nth(1).inner_text()
    assert page.inner_text("#sum").endswith(
        f"1 of {len(LESSONS)} lessons done. Guesses: 3, of them right: 1."
        " You were sure of 1, and right about 0 of these."
    )
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.locator("article img").click()
    wait_for(page)
    assert "points=" + MADE["points"] in page.url


@pytest.mark.slow
def test_without_notes_the_page_says_how_it_fills_and_the_list_leads_to_it_once_there_are_some(visit):
    stage = visit(link("idea"), asks=True)
    page = stage.page
    home = page.url.partition("/?")[0]
    page.goto(f"{home}/found")
    page.wait_for_function("document.querySelector('#sum').textContent.startsWith('Nothing yet')")
    page.evaluate("localStorage.setItem('lesson idea', 'seen')")
    page.goto(f"{home}/lessons")
    page.get_by_role("link", name="What you found").click()
    page.wait_for_url(f"{home}/found")
