"""A teacher makes exercises; a visitor of their link sees the question, and no hidden part."""

import urllib.parse
from xml.etree import ElementTree

import pytest

from playground.address import conditions
from playground.address.lists import ListItem, decode, encode, read
from tests.browser.browsing import AT_REST, PHONE, parameters
from tests.browser.test_axe import axe
from tests.browser.test_framed import host as host  # the fixture
from tests.browser.test_layout import overflow
from tests.marks import slow_but

AND, XOR = ({"data": data, "bias": "true"} for data in ("AND", "XOR"))
HOSTILE = "<img src=x onerror=alert(1)> $x^2$ [go](//host) **b**"


def guide(stage):
    return stage.page.inner_text(".stage-guide")


def opened(stage):
    """Open the list of exercises beside the board, and return it."""
    stage.do("share")
    stage.page.click(".stage-exercise")
    return stage.page.locator(".stage-list")


def of_list(stage):
    """Return the link of the list once the server has accepted it."""
    stage.settle()
    return stage.page.input_value(".stage-listed")


def test_a_list_is_made_tried_shared_kept_and_opened_again(visit, tmp_path):
    teacher = visit("/?data=AND&bias=true", asks=True)
    page, exercises = teacher.page, opened(teacher)
    exercises.get_by_role("button", name="+ Add this board").click()
    assert page.input_value("[name=ask]") == "At most 51 updates: how many?"  # the board's own question
    page.fill("[name=ask]", HOSTILE)
    assert page.input_value("[name=kind]") == "open"  # for the board's answer is to the board's own question
    page.select_option("[name=kind]", "number")
    page.fill("[name=answer]", "It is **18**.")
    teacher.choose(0)
    teacher.click(0.5, 0.5)
    teacher.settle()
    exercises.get_by_role("button", name="+ Add this board").click()
    page.fill("li:nth-child(2) [name=ask]", "Too long?")
    page.select_option("li:nth-child(2) [name=kind]", "choices")
    page.check("[aria-label='Choice 2 is right']")
    page.fill("li:nth-child(2) [name=hint]", "Count.")
    page.click(".stage-solved summary")
    page.fill("[aria-label='points: number']", "5")
    page.select_option("[aria-label='points: how']", "at most")
    first = parameters(of_list(teacher))
    one, two = decode(first["list"])
    assert (one.ask, one.board, one.answer) == (HOSTILE, {"data": "AND", "bias": "true"}, "It is **18**.")
    assert (one.number, one.right) == (True, None)
    assert (two.ask, two.choices, two.right, two.hint) == ("Too long?", ("Yes", "No"), 1, "Count.")
    assert (two.board["data"], two.solved) == ("by hand", conditions.read("at most 5 points"))
    assert page.get_attribute(".stage-list img", "src").startswith("data:image/svg+xml")

    page.click("[aria-label='Move up exercise 2']")
    assert page.evaluate("document.activeElement.closest('li') === document.querySelector('.stage-list li')")
    assert decode(parameters(of_list(teacher))["list"]) == (two, one)
    page.click("[aria-label='Take out exercise 1']")
    assert decode(parameters(of_list(teacher))["list"]) == (one,)
    page.click(".stage-undo")
    assert decode(parameters(of_list(teacher))["list"]) == (two, one)
    page.reload()
    teacher.settle()
    assert decode(parameters(of_list(teacher))["list"]) == (two, one)  # the browser keeps it

    with page.expect_download() as saved:
        exercises.get_by_role("button", name="Save the list").click()
    file = tmp_path / "list.json"
    saved.value.save_as(file)
    assert read(file.read_text(encoding="utf-8")) == (two, one)
    other = visit("/", asks=True)
    opened(other)
    other.settle()
    other.page.set_input_files(".stage-list [type=file]", file)
    other.until(lambda: other.page.locator(".stage-list li").count() == 2)
    assert decode(parameters(of_list(other))["list"]) == (two, one)
    for wrong, said in (
        ("{}", "is no list of exercises."),
        ('{"perceptron exercises": 1, "list": []}', "no exercises."),
    ):
        file.write_text(wrong, encoding="utf-8")
        other.page.set_input_files(".stage-list [type=file]", file)
        other.until(lambda said=said: other.page.inner_text(".stage-wrong").endswith(said))
        assert other.page.locator(".stage-list li").count() == 2

    with page.expect_download() as saved:
        exercises.get_by_role("link", name="Moodle XML").click()
    asked = ElementTree.parse(saved.value.path()).iterfind("question/name/text")
    assert [name.text for name in asked] == [f"01 {two.ask}", f"02 {one.ask}"]

    page.click("li:nth-child(1) summary")
    page.locator("li:nth-child(1)").get_by_role("button", name="Try", exact=True).click()
    teacher.until(lambda: guide(teacher).startswith("1 of 2 Too long?"))
    teacher.settle()
    assert page.is_visible(".stage-list")
    page.keyboard.press("Escape")
    page.click(".ways [rel=next]")
    teacher.until(lambda: guide(teacher).startswith("2 of 2"))
    assert HOSTILE in guide(teacher)
    assert page.locator(".stage-guide :is(img, a, b, em)").count() == 0


@pytest.mark.slow
def test_who_opens_a_list_answers_one_question_after_the_other(visit):
    tasks = [
        ListItem("", XOR, "Will the run ever stop?", ("Yes", "No"), right=1, hint="Add up.", answer="Four points."),
        ListItem("", AND, "How many?", number=True, answer="Not 51."),
        ListItem("race", {"data": "AND"}, "Who is first?", answer="See the column."),
        ListItem("", AND, "Too easy?", solved=conditions.read("no line separates them"), answer="Swap two."),
    ]
    stage = visit(f"/?{urllib.parse.urlencode({'list': encode(tasks)})}", asks=True)
    page = stage.page
    assert " ".join(guide(stage).split()).startswith("1 of 4 Will the run ever stop? Yes No Hint")
    assert page.inner_text(".stage-question").strip() == ""  # the page's own question does not stand under it
    page.click(".stage-hint")
    assert page.inner_text(".stage-key") == "Hint: Add up."
    assert not page.is_visible(".stage-hint")
    page.get_by_role("button", name="Yes", exact=True).click()
    assert page.inner_text(".stage-key") == "✗ Not “Yes”. It is “No”. Four points."
    page.get_by_role("button", name="No", exact=True).click()
    page.reload()
    stage.settle()
    assert page.inner_text(".stage-key") == "✓ Right. Four points."
    assert page.get_attribute(".stage-option:nth-child(2)", "aria-pressed") == "true"

    page.click(".ways [rel=next]")
    stage.until(lambda: guide(stage).startswith("2 of 4"))
    stage.settle()
    page.fill(".stage-task input", "18")
    page.keyboard.press("Enter")
    assert page.inner_text(".stage-key") == "You say 18. Step to the end, which tells."
    stage.press("End")
    stage.until(lambda: page.inner_text(".stage-key") == "✓ Right. Not 51.")

    page.click(".ways [rel=next]")
    stage.until(lambda: guide(stage).startswith("3 of 4") and "/race" in page.url)
    stage.settle()
    assert page.inner_text(".stage-key") == ""
    page.get_by_role("button", name="Show the answer").click()
    assert page.inner_text(".stage-key") == "See the column."

    page.click(".ways [rel=next]")
    stage.until(lambda: guide(stage).startswith("4 of 4"))
    stage.settle()
    assert "○ no line separates them" in guide(stage)
    stage.choose(0)
    stage.click(-0.25, -0.25)
    stage.until(lambda: "✓ no line separates them" in guide(stage))
    assert page.inner_text(".stage-key") == "✓ Solved. Swap two."
    stage.settle()
    page.click(".ways [rel=prev]")
    stage.until(lambda: guide(stage).startswith("3 of 4"))


@pytest.mark.parametrize("page", slow_but(["", "proof", "kernels", "adversary", "race"], ""))
def test_what_is_hidden_cannot_be_seen_or_done(visit, page):
    stage = visit(f"/{page}?ask=Why%3F&hide=outcome,curves,controls,tools&step=1", asks=True)
    assert guide(stage) == "The link asks: Why?"
    for hidden in (".stage-settings", ".stage-tools", ".stage-views"):
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


@pytest.mark.slow
def test_an_exercise_leads_on_within_its_frame(host, server):
    address = f"{server}/?embed=true&ask=One%3F&next=proof%3Fdata%3DAND%26ask%3DTwo%253F"
    frame = host(address, 640, 480, listens=False).inside
    frame.click(".ways [rel=next]")
    frame.wait_for_function("() => document.querySelector('.stage-guide')?.textContent.includes('Two?')")
    assert frame.evaluate(AT_REST, 4)
    assert not frame.is_visible(".menu")
    assert parameters(frame.url) | {"step": "0"} == {"data": "AND", "ask": "Two?", "embed": "true", "step": "0"}


@pytest.mark.slow
def test_a_finger_makes_an_exercise(visit):
    stage = visit("/?step=1", **PHONE)
    stage.button("share").tap()
    stage.page.tap(".stage-exercise")
    stage.page.tap(".stage-main")
    stage.page.fill("[name=ask]", "Why?")
    stage.page.tap(".stage-form fieldset label:nth-of-type(2)")
    (task,) = decode(parameters(of_list(stage))["list"])
    assert (task.ask, task.hide, task.board["step"]) == ("Why?", ("curves",), "1")
    assert overflow(stage, "right") == [[0], [0]]
    small = stage.page.evaluate("""() => [...document.querySelectorAll(".stage-list :is(button, select, textarea)")]
      .map((node) => node.getBoundingClientRect())
      .filter(({ width, height }) => height && Math.min(width, height) < 40).length""")
    assert small == 0
    assert axe(stage.page) == []
    board = stage.page.locator(".stage-panel").first.bounding_box()
    assert board["y"] + board["height"] / 2 < stage.page.locator(".stage-list").bounding_box()["y"]
