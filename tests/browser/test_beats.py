"""A step is seen in two beats: the point that is wrong, then what it changes; and nobody has to wait for it."""

import re

import pytest

from tests.browser.browsing import DESKTOP, MOVING, PHONE, frame_by_frame, link

# What the bold line, the ring and the gliding dot look like in each frame, until the step has been made.
WATCH = """async () => {
  const look = (kind, n = 0) => {
    const mark = document.querySelectorAll(`[data-area="board"] [data-kind="${kind}"]`)[n];
    return mark.style.display === "none" ? null : mark.getAttribute("d") ?? `${mark.getAttribute("cx")}`;
  };
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const frames = [];
  document.querySelector('.stage [data-do="forward"]').click();
  do {
    frames.push([look("line", 1), look("ring"), look("glide")]);
    await frame();
  } while (document.querySelector(".stage.is-moving"));
  frames.push([look("line", 1), look("ring"), look("glide")]);
  return frames;
}"""


def numbers(path):
    return [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", path)]


def lines(stage):
    return [mark and mark["d"] for mark in stage.marks("board", "line")]


@pytest.mark.parametrize("screen", [{"viewport": DESKTOP}, PHONE], ids=["desktop", "phone"])
def test_a_step_rings_the_point_before_the_line_turns(visit_light, screen):
    stage = visit_light(link(step=3), **screen, **MOVING)
    _, before = lines(stage)
    stage.settle()
    with stage.silence():
        frames = frame_by_frame(stage.page, WATCH)
    _, after = lines(stage)
    stage.do("back")
    stage.do("forward")
    assert lines(stage)[1] == after != before
    ringed = frames[-1][1]
    assert all(ring == ringed for _, ring, _ in frames)
    assert frames[0] == [before, ringed, None]
    assert frames[-1] == [after, ringed, None]
    order = [line for line, _, _ in frames]
    turning = [line for line in order if line not in (before, after)]
    assert len(set(turning)) >= 3
    assert order == [before] * order.count(before) + turning + [after] * order.count(after)
    assert all((glide is not None) == (line in turning) for line, _, glide in frames)


def test_the_first_step_has_no_line_to_turn_and_shows_it_after_the_point(visit_light):
    stage = visit_light(**MOVING)
    stage.settle()
    frames = frame_by_frame(stage.page, WATCH)
    assert frames[0][0] is None
    assert frames[0][1] is not None
    drawn = [line for line, _, _ in frames if line is not None]
    assert None not in [line for line, _, _ in frames[-len(drawn) :]]
    for line in drawn:
        assert numbers(line) == pytest.approx(numbers(drawn[-1]), abs=1e-6)


def test_a_second_press_does_not_wait(visit_light):
    stage = visit_light(**MOVING)
    stage.settle()
    moving = stage.page.evaluate("""() => {
      const step = document.querySelector('.stage [data-do="forward"]');
      return [1, 2, 3].map(() => (step.click(), document.querySelector(".stage").matches(".is-moving")));
    }""")
    assert moving == [True, False, False]
    assert stage.step == 3


@pytest.mark.parametrize("key", ["End", "Home", "ArrowLeft", " "])
def test_whatever_else_is_pressed_ends_the_step_at_once(visit_light, key):
    stage = visit_light(link(step=4), **MOVING)
    moving = stage.page.evaluate(
        """async (key) => {
          const moving = () => document.querySelector(".stage").matches(".is-moving");
          document.querySelector(".stage [data-do=forward]").click();
          const before = moving();
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
          await new Promise(requestAnimationFrame); // in which a run that is played goes on
          return [before, moving()];
        }""",
        key,
    )
    assert moving == [True, False]
    if key == " ":
        stage.press(" ")


def test_who_asked_for_less_motion_sees_the_step_at_once(visit_light):
    stage = visit_light(link(step=2))
    assert len({tuple(frame) for frame in frame_by_frame(stage.page, WATCH)}) == 1


def test_points_that_arrive_during_a_step_are_shown_as_they_are(visit_light):
    stage = visit_light(link(step=2), **MOVING)
    stage.settle()
    stage.page.evaluate("document.querySelector('.stage [data-do=forward]').click()")
    stage.click(0.25, 1.1)
    stage.settle()
    cold = visit_light(link(**stage.address))
    assert lines(stage) == lines(cold)
