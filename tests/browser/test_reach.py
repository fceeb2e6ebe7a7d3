"""The same with a finger, with the keyboard alone, and for a screen reader."""

import itertools
import re

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


def test_a_swipe_over_the_empty_board_scrolls_and_places_nothing_but_a_finger_on_a_point_drags_it(visit):
    stage = visit(link(THREE), **PHONE)
    assert scrolled(stage) == 0
    x, y = stage.frame().screen(-0.9, -0.9)
    touch(stage, (x, y), (x, y - 250))
    stage.until(lambda: scrolled(stage) > 50, 2)
    assert scrolled(stage) > 50
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


def test_a_board_can_be_made_by_keyboard_alone(visit_light):
    stage = visit_light(link([]))
    stage.press(*["Shift+ArrowRight"] * 8, *["Shift+ArrowUp"] * 4, "Enter")
    stage.until(lambda: len(stage.points) == 1)
    assert stage.points == [(0.5, 0.25, 0)]
    assert stage.page.locator(".stage-cursor").is_visible()
    stage.press("2", *["Shift+ArrowLeft"] * 16, *["Shift+ArrowDown"] * 8, "Enter")
    stage.until(lambda: len(stage.points) == 2)
    assert stage.points == [(0.5, 0.25, 0), (-0.5, -0.25, 1)]
    stage.press("1", "Enter")
    stage.until(lambda: stage.points[1][2] == 0)
    assert stage.points == [(0.5, 0.25, 0), (-0.5, -0.25, 0)]
    stage.press("g", *["Shift+ArrowUp"] * 4, "g")
    stage.until(lambda: stage.points[1][1] == 0)
    stage.settle()
    assert stage.points == stage.drawn == [(0.5, 0.25, 0), (-0.5, 0, 0)]
    stage.press("Control+z")
    stage.until(lambda: stage.points[1][1] == -0.25)
    assert stage.points == [(0.5, 0.25, 0), (-0.5, -0.25, 0)]
    stage.press("Control+y", "3", "Enter")
    stage.until(lambda: len(stage.points) == 1)
    assert stage.points == [(0.5, 0.25, 0)]
    stage.press("Escape")
    stage.until(lambda: not stage.page.locator(".stage-cursor").count())
    assert stage.page.locator(".stage-cursor").count() == 0
    stage.press("1", "Enter")
    stage.settle()
    assert stage.points == [(0.5, 0.25, 0)]
    stage.press("Shift+ArrowUp", "ArrowRight")
    assert stage.page.locator(".stage-cursor").is_visible()
    assert stage.step == 1


@pytest.mark.parametrize("name", slow_but([name for name in ADDRESSES if name != "Lessons"], "Playground"))
def test_the_first_link_of_a_page_skips_to_its_board_or_to_its_first_step(visit, name):
    stage = visit(ADDRESSES[name])
    stage.press("Tab", "Enter")
    assert stage.page.evaluate(
        "document.activeElement.matches('.stage-panel, .stage-field, .stage-step, [data-choice]')"
    )


def test_whoever_does_not_skip_passes_the_controls_the_menu_and_the_facts_which_are_one_stop(visit_light):
    stage = visit_light("/", asks=True)
    stops = 0
    while not stage.page.evaluate("document.activeElement.matches('.stage-panel')"):
        stage.press("Tab")
        stops += 1
    assert stops <= 25


def test_everything_on_the_stage_can_be_reached_with_tab_and_pressed_with_enter(visit_light):
    stage = visit_light(link(THREE, step=1))
    names = set()
    for _ in range(80):
        stage.press("Tab")
        names.add(stage.page.evaluate(
            "() => document.activeElement.closest('.stage') && (document.activeElement.dataset.do"
            " ?? document.activeElement.dataset.choice ?? document.activeElement.className)"))  # fmt: skip
    assert {"clear", "first", "back", "play", "stage-scrub", "stage-speed"} <= names
    assert {"0", "1", "2"} & names
    stage.button("first").focus()
    stage.press("Enter")
    assert stage.step == 0


def test_every_control_of_the_stage_has_a_name_for_a_screen_reader(visit_light):
    stage = visit_light(link(THREE, step=1))
    tree = stage.page.locator(".stage").aria_snapshot()
    controls = re.findall(r"^ *- ((?:button|radio|slider|combobox)\b.*)", tree, re.MULTILINE)
    assert len(controls) >= 13
    assert [control for control in controls if '"' not in control.partition(":")[0]] == []
    assert stage.page.locator(".stage").get_by_role("radio", name="+1").get_attribute("aria-checked") == "true"
    board = stage.page.locator('[data-area="board"]')
    assert "board" in board.get_attribute("aria-label").lower()


SPEAKING = ".stage [aria-live]:not([aria-live=off]), .stage [role=status], .stage [role=alert], .stage output"


def heard(stage):
    """What the stage tells a screen reader now; there is one place for it."""
    return stage.page.locator(".stage-said").inner_text().replace("\N{NO-BREAK SPACE}", " ")


def hears(stage, *wanted):
    """What was told with these words since the last question, or else what is told now."""

    def fitting():
        return [text for text in stage.page.evaluate("window.heard") if all(words in text for words in wanted)]

    stage.until(fitting)
    found = [heard(stage), *fitting()][-1]
    stage.page.evaluate("window.heard = []")
    return found


def test_each_step_is_said_but_nothing_while_playing(visit_light):
    stage = visit_light(link(data="slow pair", bias="true"))
    assert stage.page.locator(SPEAKING).evaluate_all("(nodes) => nodes.map((node) => node.className)") == ["stage-said"]
    stage.press("ArrowRight")
    assert hears(stage, stage.sentence) == stage.sentence
    stage.page.evaluate("""() => {
      window.said = [];
      new MutationObserver(() => window.said.push(document.querySelector(".stage").classList.contains("is-playing")))
        .observe(document.querySelector(".stage-said"), { childList: true, characterData: true, subtree: true });
    }""")
    stage.do("play")
    stage.until(lambda: stage.step >= 4)
    stage.do("play")
    assert hears(stage, stage.sentence) == stage.sentence
    assert stage.page.evaluate("window.said") == [False]


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


def test_the_tools_are_one_stop_of_tab_and_arrows_choose_among_them(visit_light):
    stage = visit_light(link(THREE))
    tools = stage.page.get_by_role("radio")
    assert tools.evaluate_all("(nodes) => nodes.map((node) => node.tabIndex)") == [0, -1, -1]
    tools.first.focus()
    for key, chosen in (("ArrowRight", 1), ("ArrowDown", 2), ("ArrowRight", 0), ("ArrowLeft", 2), ("ArrowUp", 1)):
        stage.press(key)
        assert tools.evaluate_all("(nodes) => nodes.map((node) => node.ariaChecked)").index("true") == chosen
        assert tools.nth(chosen).evaluate("(node) => node === document.activeElement && node.tabIndex === 0")
    assert stage.step == 0


@pytest.mark.parametrize("means", ["finger", "keys"])
def test_each_fact_explains_itself(visit_light, means):
    stage = visit_light(link(THREE), **(PHONE if means == "finger" else {}))
    note = stage.page.locator(".stage-note")
    for button in stage.page.locator(".stage-facts button").all():
        assert not note.is_visible()
        if means == "finger":
            button.tap()
        else:
            button.focus()
            stage.press("Enter")
        assert note.inner_text() == button.get_attribute("title") != ""
        box = note.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= stage.page.viewport_size["width"]
        stage.press("Escape")
    assert stage.page.locator(".stage-facts button").count() == 4


def test_the_chosen_tool_and_a_switch_that_is_on_differ_in_forced_colours(visit):
    stage = visit(link(THREE, bias="true"), forced_colors="active")
    outlines = stage.page.get_by_role("radio").evaluate_all(
        "(nodes) => nodes.map((node) => getComputedStyle(node).outlineStyle)"
    )
    assert outlines == ["solid", "none", "none"]
    track = "(node) => getComputedStyle(node.closest('label').querySelector(':scope > div')).backgroundColor"
    thumb = track.replace("> div", "> div > div")
    on, off = (stage.page.get_by_role("switch", name=name) for name in ("Bias", "w* and its margin"))
    assert on.evaluate(track) != off.evaluate(track)
    for switch in (on, off):
        assert switch.evaluate(track) != switch.evaluate(thumb)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["descent", ""])
def test_a_clicker_steps_whatever_was_touched_last(visit, page):
    stage = visit(f"/{page}?gamma=0.05")
    named = ["How many", "Points"] + (["Learning rate η"] if page else ["Bias", "Start w₀"])
    for name in named:
        field = stage.page.get_by_role("slider", name=name) if "Step" in name else stage.field(name)
        field.focus()
        value = field.evaluate("(node) => [node.value, node.checked]")
        for key, step in (("PageDown", 1), ("PageDown", 2), ("PageUp", 1)):
            stage.press(key)
            assert stage.step == step, name
        assert field.evaluate("(node) => [node.value, node.checked]") == value, name
        if name == "Bias":
            stage.press("ArrowLeft")
            assert stage.step == 0
        stage.do("first") if stage.step else None
        stage.settle()


def test_a_clicker_and_the_arrows_step_behind_a_dialog_but_where_it_has_a_field_of_its_own(visit_light):
    stage = visit_light(link(THREE))
    stage.page.evaluate("""() => {
      const dialog = document.createElement("div");
      dialog.setAttribute("role", "dialog");
      dialog.innerHTML = "<button>Close</button>";
      dialog.addEventListener("keydown", (event) => event.stopPropagation());
      document.body.append(dialog);
      dialog.firstChild.focus();
    }""")
    stage.press("PageDown")
    assert stage.step == 1
    stage.press("ArrowLeft")
    assert stage.step == 0
    stage.page.evaluate("document.querySelector('[role=dialog]').append(document.createElement('input'))")
    stage.press("ArrowRight")
    assert stage.step == 0
    stage.press("PageDown")
    assert stage.step == 1


def test_reduced_motion_is_respected_without_error(visit_light):
    stage = visit_light(link(THREE))
    stage.press("Space")
    stage.until(lambda: stage.step > 0)
    assert stage.step > 0
    running = "document.getAnimations().filter((one) => one.effect.target.closest('.stage')).length"
    assert stage.page.evaluate(running) == 0


def test_clearing_the_board_while_a_point_is_carried_lets_go_of_it(visit_light):
    stage = visit_light(link(THREE))
    stage.press(*["Shift+ArrowRight"] * 8, *["Shift+ArrowUp"] * 8, "g", "Shift+ArrowUp")
    stage.do("clear")
    stage.press("Shift+ArrowUp", "g")
    stage.settle()
    assert stage.drawn == stage.points == []


def test_the_cross_outlives_a_board_that_is_out_of_sight(visit_light):
    stage = visit_light(link([]))
    stage.press(*["Shift+ArrowRight"] * 4)
    stage.page.add_style_tag(content=".is-away { display: none !important }")
    for gone in (True, False):
        stage.page.evaluate("(gone) => document.querySelector('.stage').classList.toggle('is-away', gone)", gone)
        stage.settle(2)
        stage.press("Shift+ArrowUp")
    stage.press("Enter")
    stage.until(lambda: stage.points)
    assert stage.points == [(0.25, 0.0625, 0)]
