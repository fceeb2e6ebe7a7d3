"""The light page: the stage in a few files, without Streamlit."""

import urllib.parse

import pytest

from playground.lessons import LESSONS
from tests.boards import HAND
from tests.browser.browsing import PHONE, Playground, light, link, parameters, ready, wait_for
from tests.browser.test_axe import axe
from tests.browser.test_exercise import HOSTILE, guide

OF_LESSON = [f"Lesson {LESSONS['margin'].place} of {len(LESSONS) - 1}", "← Back", "Next →"]


def told(stage):
    return stage.step, stage.verdict, stage.sentence, stage.facts, stage.drawn, stage.address


def fetched(page, open_it):
    """Return the addresses fetched while `open_it` runs, and their bytes."""
    network, requests, sizes = page.context.new_cdp_session(page), [], []
    network.send("Network.enable")
    network.on("Network.requestWillBeSent", lambda event: requests.append(event["request"]["url"]))
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    open_it()
    network.detach()
    return [address for address in requests if address.startswith("http")], sum(sizes)


def test_it_comes_in_few_files_and_with_a_cache_in_a_tenth(server, window):
    page = window(own=True)
    cold, size = fetched(page, lambda: Playground(ready(page, light(server + "/"))).settle())
    assert len(cold) <= 7  # as many as a browser fetches at a time, and then the font
    assert 20_000 < size <= 130_000
    assert not any("/_stcore/" in address or "/static/js/" in address for address in cold)
    page.goto("about:blank")
    _, size = fetched(page, lambda: Playground(ready(page, light(server + link(seed=2)))).settle())
    assert size <= 12_000
    page.goto("about:blank")
    _, size = fetched(page, lambda: Playground(ready(page, light(server + link(seed=2)))).settle())
    assert size <= 1_000, "what has not changed does not come again"


def test_what_is_done_on_it_is_shown_and_kept_as_on_the_full_page(visit, visit_light):
    stage = visit_light(link(HAND, bias="true", rate="0.5"))
    stage.click(-0.75, 0.25)
    points = [*HAND, (-0.75, 0.25, 0)]
    stage.settle()
    assert stage.address == {**parameters(link(points, bias="true", rate="0.5")), "step": str(stage.step)}
    stage.press("Home", "ArrowRight", "ArrowRight")
    stage.settle()
    full = visit("/?" + urllib.parse.urlencode(stage.address))
    assert told(stage) == told(full)
    stage.page.reload()
    ready(stage.page, stage.page.url)
    stage.settle()
    assert told(stage) == told(full)


def test_a_finger_places_a_point_and_back_returns_to_the_board_before_it(visit_light):
    stage = visit_light(link(data="AND", bias="true"), **PHONE)
    assert not stage.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert axe(stage.page) == []
    before = told(stage)
    stage.page.locator(".stage-panel.is-editable").scroll_into_view_if_needed()
    stage.page.touchscreen.tap(*stage.frame().screen(0.5, -0.5))
    stage.settle()
    assert len(stage.points) == len(stage.drawn) == 5
    stage.do("share")
    stage.page.click(".stage-phones summary")
    stage.page.wait_for_selector(".stage-code[src^='data:image/svg+xml;charset']")
    assert parameters(stage.page.input_value(".stage-link"))["points"] == stage.address["points"]
    stage.do("close")
    stage.page.go_back()
    stage.page.wait_for_function("() => document.querySelectorAll('.stage [data-point]').length === 4")
    stage.settle()
    assert told(stage) == before


@pytest.mark.slow
def test_a_lesson_and_an_exercise_are_asked_in_its_words_and_lead_on(visit, visit_light):
    lesson = visit_light(link(lesson="margin"), asks=True)
    full = visit("/?lesson=margin", asks=True)
    assert guide(lesson) == guide(full)
    assert [ways.all_inner_texts() for ways in (lesson.page.locator("nav a"), full.page.locator(".ways a"))] == [
        [*OF_LESSON, "The whole app"],
        OF_LESSON,
    ]
    lesson.page.fill(".stage-guess", "3")
    lesson.press("Enter", "End")
    lesson.settle()
    assert "You guessed 3." in lesson.verdict
    # The board and what is done of the lesson go along to the whole page.
    lesson.page.get_by_role("link", name="The whole app").click()
    wait_for(lesson.page)
    lesson.settle()
    assert (lesson.address["lesson"], lesson.address["step"]) == ("margin", str(lesson.step))
    assert lesson.page.inner_text(".stage-answer").strip() == LESSONS["margin"].parts[0].answer
    following = "/race?data=OR&ask=And+now%3F&step=1"
    first = visit_light(link(data="AND", bias="true", ask=HOSTILE, hide="tools", next=following), asks=True)
    assert guide(first) == f"The link asks: {HOSTILE}"
    assert first.page.locator("body :is(img:not(.stage-code, .stage-corner img), nav b, .stage-guide b)").count() == 0
    assert not first.page.is_visible(".stage-tools")
    first.page.get_by_text("Next →").click()
    first.page.wait_for_function("() => document.title.startsWith('Race')")
    ready(first.page, first.page.url)
    assert (guide(first), first.step) == ("The link asks: And now?", 1)
    assert urllib.parse.urlsplit(first.page.url).path == "/light/race"
