"""Looking at a run costs nothing: the browser steps by itself, and keys, buttons and the slider agree."""

import pytest

from perceptron import gate, separate, slow_pair, train
from tests.browser.browsing import MOVING, link
from tests.marks import slow

LONG = link(data="slow pair", bias="true")
LAST = len(train(slow_pair().augmented()).mistakes)


def messages(stage):
    """When messages left and when the step changed since the last call, in milliseconds."""
    return stage.page.evaluate("() => [window.sent.splice(0), window.stepped.splice(0)]")


@pytest.mark.parametrize(
    "walk",
    [
        lambda stage: stage.press(*["ArrowRight"] * 12, *["ArrowLeft"] * 3),
        lambda stage: stage.do(*["forward"] * 8, *["back"] * 3),
        lambda stage: scrub(stage),
        lambda stage: play(stage),
    ],
    ids=["keys", "buttons", "scrubbing", "playing"],
)
def test_moving_through_a_run_sends_nothing_and_ends_in_the_address(visit_light, walk):
    stage = visit_light(LONG, **MOVING)
    stage.settle()
    messages(stage)
    walk(stage)
    stage.settle()
    sent, stepped = messages(stage)
    assert len(stepped) > 5
    assert sent == []
    assert stage.address["step"] == str(stage.step)


def scrub(stage):
    box = stage.page.locator(".stage-scrub").bounding_box()
    stage.page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    stage.page.mouse.down()
    stage.page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2, steps=25)
    stage.page.mouse.up()


def play(stage):
    stage.page.select_option(".stage-speed", "15")
    stage.do("play")
    stage.until(lambda: stage.step > 8)
    stage.do("play")


def test_the_address_ends_at_the_step_of_the_hand_whatever_an_answer_on_the_way_has_written(visit_light):
    stage = visit_light(LONG)
    stage.settle()
    # Away from the step as soon as it is told, and back to it as soon as the answer has come.
    stage.page.evaluate("""() => {
      const write = history.replaceState;
      const press = (...keys) => setTimeout(() => keys.forEach((key) =>
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))));
      let at = 0;
      history.replaceState = function (...entry) {
        write.apply(this, entry);
        const step = new URLSearchParams(location.search).get("step");
        if (at === 0 && step === "2") press("Home");
        else if (at === 1 && !step) press("ArrowRight", "ArrowRight");
        else return;
        at += 1;
      };
    }""")
    stage.press("ArrowRight", "ArrowRight")
    stage.settle()
    assert (stage.step, stage.address["step"]) == (2, "2")


def test_a_full_speed_play_ends_at_the_last_update_having_sent_nothing(visit_light):
    stage = visit_light(LONG)
    stage.settle()
    messages(stage)
    stage.page.select_option(".stage-speed", "Infinity")
    stage.do("play")
    stage.until(lambda: stage.step == LAST, 15)
    stage.settle()
    assert stage.step == LAST
    assert messages(stage)[0] == []
    assert stage.address["step"] == str(LAST)
    assert stage.facts[3] == str(LAST)
    assert separate(slow_pair().augmented()).bound >= LAST


def test_arrow_page_key_and_button_make_the_same_step_and_none_goes_beyond_the_ends(visit_light):
    stage = visit_light(LONG, **MOVING)
    seen = []
    for forward, back in [("ArrowRight", "ArrowLeft"), ("PageDown", "PageUp"), (None, None)]:
        for key, name, expected in [(forward, "forward", 1), (forward, "forward", 2), (back, "back", 1)]:
            stage.press(key) if key else stage.do(name)
            assert stage.step == expected
            seen.append((stage.step, stage.sentence, [mark and mark["d"] for mark in stage.marks("board", "line")]))
        stage.press("Home")
        assert stage.step == 0
    assert seen[:3] == seen[3:6] == seen[6:]

    for last, first in [(lambda: stage.press("End"), lambda: stage.press("Home")),
                        (lambda: stage.do("last"), lambda: stage.do("first"))]:  # fmt: skip
        last()
        assert stage.step == LAST
        stage.press("ArrowRight", "PageDown")
        assert stage.step == LAST
        first()
        assert stage.step == 0
        stage.press("ArrowLeft", "PageUp")
        assert stage.step == 0


def test_space_plays_and_pauses_plays_again_from_the_start_and_after_a_button_was_clicked(visit_light):
    stage = visit_light(LONG)
    stage.page.select_option(".stage-speed", "15")
    stage.press("Space")
    stage.until(lambda: stage.step > 2)
    stage.press("Space")
    stopped = stage.step
    stage.settle()
    assert stage.step == stopped > 2
    stage.press("End", "Space")
    stage.until(lambda: 0 < stage.step < LAST)
    stage.press("Space")
    assert 0 < stage.step < LAST
    stage.press("Home")
    stage.do("forward")
    stage.press("Space")
    stage.until(lambda: stage.step > 1)
    stage.press("Space")
    assert stage.step > 1


def test_keys_but_the_clickers_do_nothing_to_the_stage_while_a_field_of_the_sidebar_has_the_focus(visit):
    stage = visit(link(gamma=0.05, step=2))
    for name in ("Start w₀", "How many", "Points"):
        stage.field(name).focus()
        stage.press("ArrowRight", "ArrowLeft", "End", "Home", "Space", "2", "Control+z", "Escape")
        assert stage.step == 2
        assert stage.page.get_attribute('[data-choice="0"]', "aria-checked") == "true"


def test_a_key_pressed_after_clicking_the_board_steps_even_if_a_field_had_the_focus(visit):
    stage = visit(link([(0.5, 0.5, 0), (0.5, -0.5, 1)]))
    stage.field("Start w₀").click()
    stage.click(-0.75, 0.75)
    stage.until(lambda: len(stage.points) == 3)
    stage.press("ArrowRight")
    assert stage.step == 1
    assert stage.field("Start w₀").input_value() == "0"


@pytest.mark.parametrize("page", ["/", slow("/proof"), slow("/nonseparable")])
def test_a_run_that_cycles_goes_round_until_it_is_stopped_and_sends_nothing(visit_light, page):
    stage = visit_light(page + link(data="XOR", bias="true", outcome="true").removeprefix("/"))
    run = train(gate("xor").augmented())
    last = len(run.mistakes)
    assert run.cycle == (0, last)
    stage.settle()
    stage.page.select_option(".stage-speed", "15")
    stage.page.evaluate("""() => {
      window.walk = ["0"];
      new MutationObserver(([{ target }]) => {
        if (window.walk.at(-1) !== target.dataset.step) window.walk.push(target.dataset.step);
      }).observe(document.querySelector(".stage"), { attributeFilter: ["data-step"] });
    }""")
    with stage.silence():
        stage.do("play")
        stage.until(lambda: stage.page.evaluate("window.walk.length") > 3 * last)
        stage.do("play")
        walk = [int(step) for step in stage.page.evaluate("window.walk")]
    assert walk == [0, *(1 + i % last for i in range(len(walk) - 1))]
    here = stage.step
    stage.settle()
    assert stage.step == here
