"""A presented page shows board, curves and sentence alone, legible from the last row."""

import pytest

from tests.browser.test_screens import path
from tests.marks import slow, slow_but
from tests.pages import PAGES

WALL = {"width": 1920, "height": 1080}
STAGES = [file for file in PAGES if file != "pages/lessons.py"]

SIZES = [WALL, {"width": 1024, "height": 768}]

# How many texts of their height the screen has room for, one above the other: of each text in sight, with some of its
# words. Beyond one of 45, that is of 24 pixels on a wall of 1080, the last row reads none.
_LETTERS = """() => {
  const room = document.querySelector(".stage-room");
  const drawn = (node) => node.getBoundingClientRect().height > 0
    && node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const own = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
  const stage = room.querySelector(".stage");
  const zoom = stage.getBoundingClientRect().width / stage.offsetWidth;
  const texts = [...room.querySelectorAll("*")].filter((node) => (own(node) || node.matches("math, input"))
    && drawn(node) && !node.closest(".stage-said") && !node.parentElement.closest("math"));
  return texts.map((node) => [innerHeight / zoom / parseFloat(getComputedStyle(node).fontSize),
    (node.value || node.placeholder || node.textContent).trim().slice(0, 30)]);
}"""
_SEEN = """(selectors) => selectors.filter((selector) => [...document.querySelectorAll(selector)]
  .some((node) => node.checkVisibility({ visibilityProperty: true })))"""
_BESIDE = [".stage-settings *", ".menu *", "[data-testid=stHeader] *", ".stage-scrub", ".stage-views",
           ".stage-transport", "[data-do=share]", "[data-do=clear]", ".headline *"]  # fmt: skip
_OUTSIDE = """() => {
  const room = document.querySelector(".stage-room");
  return [room.scrollWidth - room.clientWidth, room.scrollHeight - room.clientHeight];
}"""


def letters(stage):
    """Return each visible text: how many such lines fit the screen, and its words."""
    return stage.page.evaluate(_LETTERS)


def unread(stage):
    """Return the texts too small for the last row."""
    return [(words, fit) for fit, words in letters(stage) if fit > 45.1]


def presented(stage):
    """Whether the stage fills the window."""
    box = stage.page.locator(".stage-room").bounding_box()
    whole = {"x": 0, "y": 0, **stage.page.viewport_size}
    return box == whole and "present=true" in stage.page.url


@pytest.mark.parametrize("file", slow_but(STAGES, "app.py"))
def test_on_a_wall_the_last_row_reads_every_letter(visit, file):
    stage = visit(f"{path(file)}?present=true", viewport=WALL)
    for size in SIZES:
        stage.page.set_viewport_size(size)
        stage.settle()
        assert presented(stage)
        assert len(letters(stage)) > 3
        assert unread(stage) == []
        assert stage.page.evaluate(_SEEN, _BESIDE) == []
        assert stage.page.evaluate(_OUTSIDE) == [0, 0]
    there = min(1, int(stage.page.get_attribute(".stage-scrub", "max")))
    stage.press("PageDown")
    stage.until(lambda: stage.step == there)


@pytest.mark.parametrize("size", [(1024, 768), slow((820, 1180))])
def test_what_is_presented_sends_nothing(visit, size):
    stage = visit("/?step=3", viewport=dict(zip(("width", "height"), size, strict=True)))
    with stage.silence():
        stage.press("p")
        stage.until(lambda: presented(stage))
        stage.settle()
        assert presented(stage)
        assert stage.page.evaluate(_OUTSIDE)[0] == 0
        for key, step in (("PageDown", 4), ("ArrowRight", 5), ("PageUp", 4), ("End", 12), ("Home", 0)):
            stage.press(key)
            stage.until(lambda step=step: stage.step == step)
        stage.press("Escape")
        stage.until(lambda: not presented(stage))
    assert not presented(stage)
    assert "present" not in stage.page.url


def test_a_link_to_share_and_those_of_the_menu_do_not_present(visit):
    stage = visit("/?step=3&present=true")
    stage.settle()
    stage.press("p")
    stage.until(lambda: not presented(stage))
    stage.do("share")
    links = [stage.page.input_value(".stage-link")]
    links += stage.page.eval_on_selector_all(".menu a", "(links) => links.map((link) => link.href)")
    assert all("step=3" in each and "present" not in each for each in links)


_CONTROLS = {
    "a switch": '[data-control="bias"] [role=switch]',
    "a choice": '[data-control="data"] select',
    "a tab": ".stage-views button:nth-child(2)",
    "the scrubber": ".stage-scrub",
    "a tool": '[data-choice="1"]',
    "a point": ".stage [data-point] >> nth=3",
    "the menu": ".menu a[aria-current]",
}


@pytest.mark.parametrize("touched", slow_but(_CONTROLS, "a switch"))
def test_a_clicker_steps_whatever_has_been_touched_last(visit, touched):
    stage = visit("/?step=3", light=touched != "the menu")
    if touched == "a point":
        box = stage.page.locator(_CONTROLS[touched]).bounding_box()
        stage.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    else:
        stage.page.locator(_CONTROLS[touched]).first.click()
    if touched == "a choice":
        stage.press("Enter")  # the browser's own list, open until something is chosen, takes all keys
    stage.settle()
    at = stage.step
    for key, step in (("PageDown", at + 1), ("PageDown", at + 2), ("PageUp", at + 1)):
        stage.press(key)
        stage.until(lambda step=step: stage.step == step, 5)


_CLICKER = [
    ("?lesson=loop", ["How does a perceptron know", "Does one update make a point right?", "Does a narrow gap"]),
    ("?ask=One&next=proof%3Fask%3DTwo%26next%3D%253Fask%253DThree", ["asks: One", "asks: Two", "asks: Three"]),
]


@pytest.mark.slow
@pytest.mark.parametrize("chain", _CLICKER)
def test_a_clicker_alone_leads_through_a_chain_of_boards(visit, chain):
    first, titles = chain
    stage = visit(f"/{first}&present=true", viewport=WALL)
    said = stage.page.locator(".stage-onward")

    def lead(key, title):
        """Press until the wall announces the next board, and once more."""
        while not said.is_visible():
            stage.press(key)
            stage.settle()
        assert "press once more" in said.inner_text()
        stage.press(key)
        stage.until(lambda: title in (stage.page.text_content(".stage-guide") or "") and presented(stage))
        stage.settle()
        assert presented(stage)
        assert stage.page.evaluate(_SEEN, [".menu *"]) == []

    for title in titles[1:]:
        lead("PageDown", title)
    for title in reversed(titles[:-1]):
        lead("PageUp", title)


def test_the_common_axis_of_two_curves_is_named_once(visit_light):
    stage = visit_light("/race?present=true", viewport=SIZES[1])
    assert stage.page.locator(".stage-axes text", has_text="updates of each").filter(visible=True).count() == 1
