"""Stepping through a run sends nothing to the server."""

from tests.browser.browsing import MOVING, link


def keys(stage):
    stage.press(*["ArrowRight"] * 5, *["ArrowLeft"] * 2)


def buttons(stage):
    stage.do(*["forward"] * 5, *["back"] * 2)


def scrub(stage):
    box = stage.page.locator(".stage-scrub").bounding_box()
    stage.page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    stage.page.mouse.down()
    stage.page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2, steps=12)
    stage.page.mouse.up()


def play(stage):
    stage.do("play")
    stage.page.select_option(".stage-speed", "15")
    stage.until(lambda: stage.step > 8)
    stage.do("play")


def test_moving_through_a_run_sends_nothing_and_ends_in_the_address(visit_light):
    stage = visit_light(link(data="slow pair", bias="true"), **MOVING)
    for walk in (play, keys, buttons, scrub):
        stage.page.evaluate("window.sent.length = window.stepped.length = 0")
        walk(stage)
        stage.settle()
        assert stage.page.evaluate("window.stepped.length") > 5
        assert stage.page.evaluate("window.sent") == []
        assert stage.address["step"] == str(stage.step)


def test_a_focused_field_keeps_all_keys_but_the_clickers(visit_light):
    stage = visit_light(link(gamma=0.05, step=2))
    for name in ("Start w₀", "n"):
        if not stage.field(name).is_visible():
            stage.more.click()
        stage.field(name).focus()
        stage.press("ArrowRight", "ArrowLeft", "End", "Home", "Space", "2", "Control+z", "Escape")
        assert stage.step == 2
        assert stage.page.get_attribute('[data-choice="0"]', "aria-checked") == "true"


def test_a_key_after_a_click_on_the_board_steps(visit_light):
    stage = visit_light(link([(0.5, 0.5, 0), (0.5, -0.5, 1)]))
    stage.more.click()
    stage.field("Start w₀").click()
    stage.click(-0.75, 0.75)
    stage.until(lambda: len(stage.points) == 3)
    stage.press("ArrowRight")
    assert stage.step == 1
    assert stage.field("Start w₀").input_value() == "0"
