"""The light page: the very stage and its board in three files, which ask for each next scene and need no Streamlit."""

import urllib.parse
from contextlib import ExitStack

import pytest

from playground.export.sharing import picture
from playground.lessons import LESSONS
from tests.boards import HAND
from tests.browser.browsing import PHONE, Playground, free_port, link, parameters, ready, serving, wait_for
from tests.browser.test_axe import AXE, RUN
from tests.browser.test_exercise import HOSTILE, guide
from tests.browser.test_faults import arrive as arrive  # the fixture
from tests.conftest import check

LIGHT = "/light/playground"


def light(points=None, /, page="playground", **parameters):
    return f"/light/{page}{link(points, **parameters)[1:]}"


def told(stage):
    return stage.step, stage.verdict, stage.sentence, stage.facts, stage.drawn, stage.address


def fetched(page, open_it):
    """The addresses that are asked for meanwhile, and the bytes that come."""
    network, requests, sizes = page.context.new_cdp_session(page), [], []
    network.send("Network.enable")
    network.on("Network.requestWillBeSent", lambda event: requests.append(event["request"]["url"]))
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    open_it()
    network.detach()
    return [address for address in requests if address.startswith("http")], sum(sizes)


def test_it_comes_in_three_files_and_a_tenth_of_that_where_the_stage_is_kept(server, window):
    page = window(own=True)
    cold, size = fetched(page, lambda: Playground(ready(page, server + LIGHT)).settle())
    assert len(cold) <= 3
    assert 20_000 < size <= 130_000
    assert not any("/_stcore/" in address or "/static/js/" in address for address in cold)
    page.goto("about:blank")
    _, size = fetched(page, lambda: Playground(ready(page, server + light(seed=2))).settle())
    assert size <= 10_000
    page.goto("about:blank")
    _, size = fetched(page, lambda: Playground(ready(page, server + light(seed=2))).settle())
    assert size <= 1_000, "what has not changed does not come again"


def test_what_is_done_on_it_is_shown_and_kept_as_on_the_full_page(visit):
    stage = visit(light(HAND, bias="true", rate="0.5"))
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
    board = stage.frame()
    stage.page.mouse.move(*board.screen(-0.75, 0.25))
    stage.page.mouse.down()
    for x in (-0.5, 0, 0.5):
        stage.page.mouse.move(*board.screen(x, 0.75))
    stage.page.mouse.up()
    stage.settle()
    assert stage.points == stage.drawn == [*HAND, (0.5, 0.75, 0)]
    stage.press("Control+z")
    stage.settle()
    assert stage.points == stage.drawn == points
    assert stage.verdict == full.verdict


def test_a_finger_places_a_point_and_back_returns_to_the_board_before_it(visit):
    stage = visit(light(data="AND", bias="true"), **PHONE)
    assert not stage.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    stage.page.evaluate(AXE)
    assert stage.page.evaluate(RUN) == []
    before = told(stage)
    stage.page.locator(".stage-panel.is-editable").scroll_into_view_if_needed()
    stage.page.touchscreen.tap(*stage.frame().screen(0.5, -0.5))
    stage.settle()
    assert len(stage.points) == len(stage.drawn) == 5
    stage.do("share")
    stage.page.wait_for_selector(".stage-code[src^='data:image/svg+xml;charset']")
    assert parameters(stage.page.input_value(".stage-link"))["points"] == stage.address["points"]
    stage.do("close")
    stage.page.go_back()
    stage.page.wait_for_function("() => document.querySelectorAll('.stage [data-point]').length === 4")
    stage.settle()
    assert told(stage) == before


def test_a_lesson_and_an_exercise_are_asked_in_its_words_and_lead_on(visit):
    lesson = visit(light(lesson="margin"), asks=True)
    full = visit("/?lesson=margin", asks=True)
    assert guide(lesson) == guide(full)
    assert lesson.page.locator("nav a").all_inner_texts() == [
        f"Lesson {LESSONS['margin'].place} of {len(LESSONS) - 1}",
        "← Back",
        "Next →",
        "The lesson's board",
        "All controls",
    ]
    lesson.page.fill(".stage-guess", "3")
    lesson.press("Enter", "End")
    lesson.settle()
    assert "You guessed 3." in lesson.verdict
    # What needs the sidebar is done on the full page, to which the board and what is done of the lesson go along.
    lesson.page.get_by_role("button", name="On the full page").click()
    wait_for(lesson.page)
    lesson.settle()
    assert (lesson.address["lesson"], lesson.address["step"]) == ("margin", str(lesson.step))
    assert lesson.page.inner_text(".stage-answer").strip() == LESSONS["margin"].parts[0].answer
    lesson.page.get_by_role("button", name="Where?").click()
    lesson.until(lambda: lesson.field("Margin γ").evaluate("(node) => node === document.activeElement"))
    following = "/race?data=OR&ask=And+now%3F&step=1"
    first = visit(light(data="AND", bias="true", ask=HOSTILE, hide="tools", next=following), asks=True)
    assert guide(first) == f"The link asks: {HOSTILE}"
    assert first.page.locator("body :is(img:not(.stage-code, .stage-corner img), nav b, .stage-guide b)").count() == 0
    assert not first.page.is_visible(".stage-tools")
    first.page.get_by_text("Next →").click()
    first.page.wait_for_function("() => document.title.startsWith('Race')")
    ready(first.page, first.page.url)
    assert (guide(first), first.step) == ("The link asks: And now?", 1)
    assert urllib.parse.urlsplit(first.page.url).path == "/light/race"


@pytest.mark.slow
def test_all_controls_are_on_the_full_page_whose_code_leads_back_to_the_light_one_where_there_is_one(visit, server):
    stage = visit(light(HAND, rate="0.5", fun="x"))
    stage.click(-0.75, 0.25)
    stage.press("ArrowLeft", "ArrowLeft")
    stage.settle()
    shown = told(stage)
    stage.page.get_by_role("link", name="All controls").click()
    stage.page.wait_for_selector("[data-testid=stSidebar]")
    full = Playground(ready(stage.page, stage.page.url))
    full.settle()
    assert full.points == [*HAND, (-0.75, 0.25, 0)]
    assert told(full) == shown
    assert full.field("Learning rate η").input_value() == "0.5"
    query, code = urllib.parse.urlsplit(full.page.url).query, full.page.locator(".stage-code")
    for leads, served in ((f"{server}{LIGHT}?{query}".replace("playground", ""), True), (f"{server}/?{query}", False)):
        full.do("share")
        full.until(lambda leads=leads: code.get_attribute("src") == picture(leads))
        assert code.get_attribute("src") == picture(leads)
        assert full.page.is_visible(".stage-lightly") == served
        assert full.page.input_value(".stage-link") == f"{server}/?{query}"
        full.page.route("**/scene/", lambda route: route.fulfill(content_type="text/html", body=""))
        ready(full.page, full.page.url)


_OPACITY = """(node) => {
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  let opacity = 1;
  for (let part = node; part; part = part.parentElement) opacity *= getComputedStyle(part).opacity;
  return opacity;
}"""


def test_a_server_started_again_answers_for_what_was_done_meanwhile(arrive):
    port = free_port()
    with ExitStack() as stack:
        address, _ = stack.enter_context(serving(port=port))
        stage = arrive(address + light(HAND))
        stack.close()
        stage.click(-0.75, 0.25)
        stage.until(lambda: stage.page.is_visible(".stage-trouble"))
        trouble = stage.page.locator(".stage-trouble")
        assert "does not answer" in trouble.inner_text()
        assert trouble.evaluate(_OPACITY) == 1
        stage.click(0.75, -0.75)
        points = [*HAND, (-0.75, 0.25, 0), (0.75, -0.75, 0)]
        stage.until(lambda: stage.points == stage.drawn == points)
        _, log = stack.enter_context(serving(port=port))
        stage.until(lambda: not stage.page.is_visible(".stage-trouble"))
        stage.settle()
        assert stage.points == stage.drawn == points
        cold = arrive(address + light(points))
        cold.press("End")
        cold.settle()
        assert (stage.verdict, stage.facts) == (cold.verdict, cold.facts)
        check(log)
