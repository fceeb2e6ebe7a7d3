"""Editing and stepping with a finger, by keyboard alone, and by screen reader."""

import itertools

import pytest

from tests.browser.browsing import PHONE, link, next_frame
from tests.browser.test_editing import THREE, close
from tests.marks import slow_but
from tests.pages import ADDRESSES


def touch(stage, *places):
    """Put a finger down at the first place of the screen, take it over the others, and lift it."""
    hand = stage.page.context.new_cdp_session(stage.page)

    def send(kind, points):
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
        next_frame(stage.page)

    send("touchStart", places[:1])
    for start, end in itertools.pairwise(places):
        for part in range(1, 9):
            send("touchMove", [[a + (b - a) * part / 8 for a, b in zip(start, end, strict=True)]])
    send("touchEnd", [])


def scrolled(stage):
    main = "document.querySelector('[data-testid=stMain]')"
    return stage.page.evaluate(f"() => ({main}?.scrollTop ?? 0) + window.scrollY")


def test_a_tap_places_one_point_not_two(visit_light):
    stage = visit_light(link([]), **PHONE)
    for count, place in enumerate([(0.5, 0.5), (-0.5, 0.25)], 1):
        stage.page.touchscreen.tap(*stage.frame().screen(*place))
        stage.until(lambda count=count: len(stage.points) >= count)
        stage.settle()
        assert len(stage.points) == count
        assert close(stage.points[-1][:2], place)
    assert stage.drawn == stage.points


def test_a_swipe_scrolls_and_a_finger_on_a_point_drags_it(visit):
    stage = visit(link(THREE), **PHONE)
    assert scrolled(stage) == 0
    x, y = stage.frame().screen(-0.9, -0.9)
    touch(stage, (x, y), (x, y - 250))
    stage.until(lambda: scrolled(stage) > 50, 2)
    stage.settle()
    assert stage.drawn == stage.points == THREE
    stage.page.locator("[data-testid=stMain]").evaluate("(main) => main.scrollTo(0, 0)")
    frame = stage.frame()
    touch(stage, frame.screen(0.5, 0.5), frame.screen(0.5, -0.5), frame.screen(-0.75, 0.75))
    stage.until(lambda: stage.points != THREE)
    stage.settle()
    assert scrolled(stage) == 0
    assert close(stage.points[0][:2], (-0.75, 0.75))
    assert stage.points[1:] == THREE[1:]


# WCAG 2.4.1
@pytest.mark.parametrize("name", slow_but([name for name in ADDRESSES if name != "Lessons"], "Playground"))
def test_the_first_link_of_a_page_skips_to_its_board_or_to_its_first_step(visit, name):
    stage = visit(ADDRESSES[name])
    stage.press("Tab", "Enter")
    assert stage.page.evaluate(
        "document.activeElement.matches('.stage-panel, .stage-field, .stage-step, [data-choice]')"
    )


# What has the focus, if it is of the stage; whether it, or the picture in it, has an outline; whether it lies on top.
_FOCUSED = """() => {
  const node = document.activeElement;
  if (!node.closest(".stage")) return [null, false, false];
  const box = node.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const seen = [node, ...node.querySelectorAll("svg")].some((each) => getComputedStyle(each).outlineStyle !== "none");
  return [node.dataset.do ?? node.dataset.choice ?? node.className, seen, node.contains(top) || top.contains(node)];
}"""


# WCAG 2.1.1, 2.1.2, 2.4.7, 2.4.11
def test_all_of_the_stage_is_reached_by_tab_and_pressed_by_enter(visit_light):
    stage = visit_light(link(THREE, step=1))
    names = set()
    for _ in range(80):
        stage.press("Tab")
        name, is_seen, is_over = stage.page.evaluate(_FOCUSED)
        names.add(name)
        assert name is None or (is_seen and is_over), name
    assert {"clear", "first", "back", "play", "stage-scrub", None} <= names  # None: it is left, too
    assert {"0", "1", "2"} & names
    stage.button("first").focus()
    stage.press("Enter")
    assert stage.step == 0


SPEAKING = ".stage [aria-live]:not([aria-live=off]), .stage [role=status], .stage [role=alert], .stage output"


def heard(stage):
    """Return the current words for a screen reader."""
    return stage.page.locator(".stage-said").inner_text().replace("\N{NO-BREAK SPACE}", " ")


def hears(stage, *wanted):
    """Return the last words for a screen reader that contain all of `wanted`."""

    def fitting():
        return [text for text in stage.page.evaluate("window.heard") if all(words in text for words in wanted)]

    stage.until(fitting)
    found = [heard(stage), *fitting()][-1]
    stage.page.evaluate("window.heard = []")
    return found


def spoken(sentence):
    """The sentence with words for the signs that voices leave out."""
    return sentence.replace("≥", "at least").replace("≤", "at most").replace("→", "to")


# WCAG 2.2.2, 4.1.3
def test_each_step_is_said_but_nothing_while_playing(visit_light):
    stage = visit_light(link(data="slow pair", bias="true"))
    assert stage.page.locator(SPEAKING).evaluate_all("(nodes) => nodes.map((node) => node.className)") == ["stage-said"]
    stage.press("ArrowRight")
    assert hears(stage, spoken(stage.sentence)) == spoken(stage.sentence)
    stage.page.evaluate("""() => {
      window.said = [];
      new MutationObserver(() => window.said.push(document.querySelector(".stage").classList.contains("is-playing")))
        .observe(document.querySelector(".stage-said"), { childList: true, characterData: true, subtree: true });
    }""")
    stage.do("play")
    stage.until(lambda: stage.step >= 4)
    stage.do("play")
    assert hears(stage, spoken(stage.sentence)) == spoken(stage.sentence)
    assert stage.page.evaluate("window.said") == [False]


# WCAG 2.1.1, 4.1.3
def test_the_cross_places_moves_gives_a_class_and_erases_by_ear_alone(visit_light):
    stage = visit_light(link([]))
    stage.press("Shift+ArrowRight")
    assert hears(stage, "Cross at 0.063, 0.") == "Cross at 0.063, 0."
    stage.press(*["Shift+ArrowRight"] * 7, "Enter")
    assert "Placed point 0, +1, at 0.5, 0." in hears(stage, "Placed")
    stage.settle()
    stage.press("Shift+ArrowDown")
    assert hears(stage, "−0.063") == "Cross at 0.5, −0.063: w·x = 0.250, class +1, 0.500 from the boundary."
    stage.press("g")
    assert hears(stage, "No point") == "No point here."
    stage.press("Shift+ArrowUp")
    assert hears(stage, "over") == (
        "Cross at 0.5, 0, over point 0, +1, at 0.5, 0: y w·x = 0.250, 0.500 from the boundary."
    )
    stage.press("g")
    assert hears(stage, "Picked") == "Picked up point 0, +1, at 0.5, 0."
    stage.press("Shift+ArrowUp")
    hears(stage, "Cross at 0.5, 0.063, with point 0")
    stage.press("g")
    assert "Put down point 0, +1, at 0.5, 0.063." in hears(stage, "Put down")
    stage.press("2", "Enter")
    assert "Now point 0, −1, at 0.5, 0.063." in hears(stage, "Now")
    stage.press("3", "Enter")
    assert "Erased point 0, −1, at 0.5, 0.063." in hears(stage, "Erased")
    stage.press("Escape")
    hears(stage, "Cross hidden.")
    stage.settle()
    assert stage.points == stage.drawn == []


# WCAG 1.4.13
@pytest.mark.parametrize("means", ["finger", "keys"])
def test_the_facts_are_explained(visit_light, means):
    stage = visit_light(link(THREE), **(PHONE if means == "finger" else {}))
    note = stage.page.locator(".stage-note")
    button = stage.page.locator(".stage-facts button")
    assert not note.is_visible()
    if means == "finger":
        button.tap()
    else:
        button.focus()
        stage.press("Enter")
    names = ["margin γ", "radius R", "bound R²/γ²", "updates"]
    assert [line.partition(":")[0] for line in note.inner_text().split("\n")] == names
    box = note.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= stage.page.viewport_size["width"]
    stage.press("Escape")
    assert not note.is_visible()


def test_the_chosen_tool_and_a_switch_that_is_on_differ_in_forced_colours(visit_light):
    stage = visit_light(link(THREE, bias="true"), forced_colors="active")
    outlines = stage.page.get_by_role("radio").evaluate_all(
        "(nodes) => nodes.map((node) => getComputedStyle(node).outlineStyle)"
    )
    assert outlines == ["solid", "none", "none"]
    on, off = (stage.page.get_by_role("switch", name=name) for name in ("Bias", "w*"))
    assert (on.inner_text(), off.inner_text()) == ("on", "off")
