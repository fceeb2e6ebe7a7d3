"""A teacher makes an exercise of a link; who opens it sees the question, and not what is hidden."""

import pytest

from tests.browser.browsing import AT_REST, PHONE, link, parameters
from tests.browser.test_embed import embed as embed  # the fixture
from tests.browser.test_layout import overflow
from tests.browser.test_present import letters, unread

HOSTILE = "<img src=x onerror=alert(1)> $x^2$ [go](//host) **b**"


def guide(stage):
    return stage.page.inner_text(".stage-guide")


def test_a_teacher_makes_a_chain_of_two_and_a_visitor_follows_it(visit):
    stage = visit("/race?data=AND&step=2", asks=True)
    stage.do("share")
    last = stage.page.input_value(".stage-link")
    teacher = visit(link(data="XOR", step=1), asks=True)
    teacher.do("share")
    assert not teacher.page.is_visible("[name=ask]")
    teacher.page.click(".stage-exercise summary")
    teacher.page.fill("[name=ask]", HOSTILE)
    assert parameters(teacher.page.input_value(".stage-link"))["ask"] == HOSTILE  # before the field is left
    teacher.page.check("[name=hide][value=tools]")
    teacher.page.fill("[name=next]", last)
    teacher.page.press("[name=next]", "Enter")
    made = teacher.page.input_value(".stage-link")
    asked = {"ask": HOSTILE, "hide": "tools", "next": "race?data=AND&step=2"}
    assert parameters(made) == {"data": "XOR", "step": "1", **asked}
    teacher.until(lambda: teacher.page.get_attribute(".stage-code", "src").startswith("data:image/svg+xml"))
    visitor = visit(made.removeprefix(made.split("/?")[0]), asks=True)
    assert guide(visitor) == f"The link asks: {HOSTILE}"
    assert visitor.page.locator(".stage-guide :is(img, a, b, em)").count() == 0
    visitor.page.click(".st-key-next a")
    visitor.page.wait_for_function("document.title.startsWith('Race')")
    visitor.until(lambda: visitor.address == {"data": "AND", "step": "2"})
    assert visitor.address == {"data": "AND", "step": "2"}
    assert not visitor.page.is_visible(".stage-guide")


def test_a_link_may_lead_on_to_another_board_of_the_same_page_and_back(visit):
    stage = visit(link(data="XOR", step=1, ask="One?", next="?data=AND&ask=Two%3F"), asks=True)
    stage.page.click(".st-key-next a")
    stage.until(lambda: "Two?" in guide(stage))
    stage.settle()
    assert (guide(stage), stage.step) == ("The link asks: Two?", 0)
    assert stage.address == {"data": "AND", "ask": "Two?", "step": "0"} or stage.address == {
        "data": "AND",
        "ask": "Two?",
    }
    stage.page.go_back()
    stage.until(lambda: "One?" in guide(stage))
    assert stage.address == {"data": "XOR", "step": "1", "ask": "One?", "next": "?step=0&data=AND&ask=Two%3F"}


@pytest.mark.parametrize(
    "written",
    ["https://lecture.example/?step=1", "//lecture.example/", "javascript:alert(1)", "nothing", "/app/static"],
)
def test_only_a_link_of_this_app_may_come_after(visit, written):
    stage = visit("/?step=1")
    stage.do("share")
    stage.page.click(".stage-exercise summary")
    stage.page.fill("[name=next]", written)
    stage.page.press("[name=next]", "Enter")
    assert stage.page.inner_text(".stage-caution").startswith("Only a link of this same app can come after")
    assert stage.page.input_value(".stage-link") == ""
    stage.page.fill("[name=next]", "")
    stage.page.press("[name=next]", "Enter")
    assert parameters(stage.page.input_value(".stage-link")) == {"step": "1", "outcome": "true"}


@pytest.mark.parametrize("page", ["", "proof", "kernels", "adversary", "race"])
def test_what_is_hidden_cannot_be_seen_or_done(visit, page):
    stage = visit(f"/{page}?ask=Why%3F&hide=outcome,curves,controls,tools&step=1", asks=True)
    assert guide(stage) == "The link asks: Why?"
    for hidden in ("[data-testid=stSidebar]", "[data-testid=stExpandSidebarButton]", ".stage-tools", ".stage-views"):
        assert not stage.page.is_visible(hidden), hidden
    assert stage.page.locator(".stage-panel").count() == 1
    assert overflow(stage, "down") == [[0], [0]]
    before = stage.page.evaluate("document.querySelector('.stage').querySelectorAll('[data-point]').length")
    box = stage.page.locator(".stage-panel").bounding_box()
    stage.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    stage.press("1", "2", "3", "Shift+ArrowUp", "Enter", "g", "Control+z")
    stage.settle()
    assert stage.page.evaluate("document.querySelectorAll('.stage [data-point]').length") == before
    assert not {"points", "said"} & stage.address.keys()
    there = int(stage.page.get_attribute(".stage-scrub", "max"))
    stage.press("Escape", "End")
    stage.until(lambda: stage.step == there)
    assert stage.step == there


def test_a_question_is_read_from_the_last_row_too(visit):
    stage = visit("/?ask=Why%3F&present=true&step=1", viewport={"width": 1920, "height": 1080})
    assert any("Why?" in words for _, _, words in letters(stage))
    assert unread(stage) == []
    room = stage.page.evaluate("""() => { const room = document.querySelector(".stage-room");
      return [room.scrollWidth - room.clientWidth, room.scrollHeight - room.clientHeight]; }""")
    assert room == [0, 0]


def test_an_exercise_leads_on_within_its_frame(embed):
    frame = embed("/?embed=true&ask=One%3F&next=proof%3Fdata%3DAND%26ask%3DTwo%253F")
    frame.click(".st-key-next a")
    frame.wait_for_function("document.querySelector('.stage-guide')?.textContent.includes('Two?')")
    assert frame.evaluate(AT_REST, 4)
    assert not frame.is_visible(".st-key-menu")
    assert parameters(frame.url) | {"step": "0"} == {"data": "AND", "ask": "Two?", "embed": "true", "step": "0"}


def test_a_finger_makes_an_exercise(visit):
    stage = visit("/?step=1", **PHONE)
    stage.button("share").tap()
    stage.page.tap(".stage-exercise summary")
    stage.page.fill("[name=ask]", "Why?")
    stage.page.tap("[name=hide][value=curves]")
    assert parameters(stage.page.input_value(".stage-link"))["ask"] == "Why?"
    assert parameters(stage.page.input_value(".stage-link"))["hide"] == "curves"
    assert overflow(stage, "right") == [[0], [0]]
