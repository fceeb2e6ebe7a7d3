"""The hand on the board: every place, drag, class and erasure is what the pointer did, no more and no less."""

import math
import time

import pytest

from tests.browser.browsing import PHONE, lapse, link, parameters, wait_for
from tests.marks import slow, slow_but
from tests.pages import ADDRESSES, BOARDS

THREE = [(0.5, 0.5, 0), (-0.5, -0.5, 1), (0.25, -0.75, 1)]
HALF_A_SNAP = 1 / 256 + 1e-9


def close(place, other):
    return max(abs(a - b) for a, b in zip(place, other, strict=True)) <= HALF_A_SNAP


def test_a_click_places_a_point_of_the_chosen_class_where_the_pointer_is(visit_light):
    stage = visit_light(link([]))
    frame = stage.frame()
    pointers = [
        (round(frame.left + frame.width * right) + 0.5, round(frame.top + frame.height * down))
        for right, down in [(0.02, 0.03), (0.5, 0.5), (0.97, 0.4), (0.31, 0.98), (0.73, 0.11)]
    ]
    for count, pointer in enumerate(pointers, 1):
        stage.page.mouse.click(*pointer)
        stage.until(lambda count=count: len(stage.points) == count)
    assert all(close(point[:2], frame.values(*at)) for point, at in zip(stage.points, pointers, strict=True))
    assert {class_index for _, _, class_index in stage.points} == {0}
    assert stage.drawn == stage.points
    assert stage.address["data"] == "by hand"
    stage.choose(1)
    stage.click(0.5, 0.25)
    stage.press("1")
    stage.click(-0.5, 0.25)
    stage.until(lambda: len(stage.points) == 7)
    assert [class_index for _, _, class_index in stage.points[5:]] == [1, 0]


def test_a_click_beside_the_axes_and_a_stroke_over_empty_space_place_nothing(visit_light):
    stage = visit_light(link(THREE))
    frame = stage.frame()
    stage.page.mouse.click(frame.left - 12, frame.top + 100)
    stage.page.mouse.click(frame.left + 100, frame.top + frame.height + 12)
    stage.page.mouse.click(frame.left + 100, frame.top + 100, button="right")
    stage.drag((-1, 1), (1, 1))
    stage.settle()
    assert stage.drawn == stage.points == THREE


def test_twenty_clicks_ten_milliseconds_apart_all_arrive_where_the_pointer_was(visit_light):
    stage = visit_light(link([]))
    frame = stage.frame()
    angles = [2 * math.pi * i / 20 for i in range(20)]
    pointers = [frame.screen(0.9 * math.cos(a), 0.9 * math.sin(a)) for a in angles]
    # Sent by the browser itself, because one click through the driver takes longer than ten milliseconds.
    stage.page.evaluate(
        """async (pointers) => {
          const options = (x, y) => ({ clientX: x, clientY: y, bubbles: true, cancelable: true, composed: true,
            pointerId: 1, pointerType: "mouse", isPrimary: true, button: 0 });
          for (const [x, y] of pointers) {
            const target = document.elementFromPoint(x, y);
            for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
              target.dispatchEvent(new (type.startsWith("p") ? PointerEvent : MouseEvent)(type, options(x, y)));
            await new Promise((done) => setTimeout(done, 10));
          }
        }""",
        pointers,
    )
    stage.until(lambda: len(stage.points) == 20)
    assert len(stage.points) == 20
    assert all(close(point[:2], frame.values(*at)) for point, at in zip(stage.points, pointers, strict=True))


def test_a_drag_moves_one_point_and_only_one_and_over_the_edge_leaves_it_there(visit_light):
    stage = visit_light(link(THREE))
    stage.drag((0.5, 0.5), (-0.25, 0.75))
    stage.until(lambda: stage.points != THREE)
    stage.settle()
    moved, *rest = stage.points
    assert close(moved[:2], (-0.25, 0.75))
    assert moved[2] == 0
    assert rest == THREE[1:]
    stage.drag((-0.25, 0.75), (0.5, 4))
    stage.until(lambda: stage.points[0] != moved)
    stage.settle()
    assert stage.points == [(0.5, 1.25, 0), *THREE[1:]]


def test_a_drag_is_followed_while_the_button_is_still_held(visit_light):
    stage = visit_light(link(THREE, step=1))
    verdict, line = stage.verdict, stage.marks("board", "line")
    assert verdict.startswith("Converged")
    stage.drag((0.5, 0.5), (-0.75, -0.75), hold=True)
    stage.until(lambda: stage.verdict != verdict and stage.marks("board", "line") != line, 2)
    assert stage.verdict.startswith("No line through the origin separates these points")
    assert stage.marks("board", "line") != line
    stage.page.mouse.up()
    stage.settle()
    assert stage.points == [(-0.75, -0.75, 0), *THREE[1:]]


def test_a_server_that_is_late_is_asked_less_and_hears_of_the_end(visit_light):
    stage = visit_light(link(THREE))
    asked, held, late = [], [], [True]

    def answer(route):
        asked.append(route.request.url)
        held.append(route) if late else route.continue_()

    stage.page.route("**/scene/**", answer)
    begin = time.monotonic()
    stage.drag((0.5, 0.5), (0.25, 0.25), hold=True)
    for place in (0.125, -0.125, -0.25, -0.5, -0.75):
        stage.page.mouse.move(*stage.frame().screen(place, place), steps=4)
        lapse(stage.page, 150)
    assert 1 <= len(asked) <= 1 + (time.monotonic() - begin) / 0.25
    late.clear()
    stage.page.mouse.up()
    for route in held:
        route.continue_()
    stage.until(lambda: stage.points == stage.drawn == [(-0.75, -0.75, 0), *THREE[1:]])


def test_a_click_gives_a_point_the_chosen_class_or_erases_it_and_nothing_elsewhere(visit_light):
    stage = visit_light(link(THREE))
    stage.choose(1)
    stage.click(0.5, 0.5)
    stage.until(lambda: stage.points != THREE)
    assert stage.points == [(0.5, 0.5, 1), *THREE[1:]]
    stage.click(0.5, 0.5)
    stage.settle()
    assert stage.points == [(0.5, 0.5, 1), *THREE[1:]]
    stage.choose(2)
    stage.click(-0.9, 0.9)
    stage.click(-0.5, -0.5)
    stage.until(lambda: len(stage.points) == 2)
    stage.settle()
    assert stage.drawn == stage.points == [(0.5, 0.5, 1), THREE[2]]


def test_a_press_that_was_answered_shows_what_the_link_does_as_it_is_released_and_asks_no_more(visit_light):
    stage = visit_light(link(THREE))
    frame, mouse, asked = stage.frame(), stage.page.mouse, []
    stage.page.on("request", lambda request: asked.append(request.url))
    for key, place in (("1", (-0.75, 0.75)), ("2", (0.5, 0.5)), ("3", (0.25, -0.75))):
        stage.press(key)
        mouse.move(*frame.screen(*place))
        before = stage.points
        with stage.page.expect_response("**/scene/**") as answer:
            mouse.down()
        answer.value.finished()
        asked.clear()
        assert stage.points == before
        mouse.up()
        stage.settle()
        assert asked == []
        shown = stage.points, stage.verdict, stage.facts, stage.sentence
        stage.page.reload()
        wait_for(stage.page)
        stage.settle()
        assert (stage.points, stage.verdict, stage.facts, stage.sentence) == shown
    assert stage.points == [(0.5, 0.5, 1), THREE[1], (-0.75, 0.75, 0)]


def test_undo_and_redo_bring_back_every_edit(visit_light):
    stage = visit_light(link(THREE))
    boards = [THREE]
    for edit in (
        lambda: stage.click(0.9, 0.9),
        lambda: stage.drag((0.5, 0.5), (0, 0.5)),
        lambda: stage.press("3") or stage.click(-0.5, -0.5),
    ):
        edit()
        stage.until(lambda: stage.points != boards[-1])
        stage.settle()
        boards.append(stage.points)
    assert len({str(board) for board in boards}) == 4
    by_button = lambda: stage.do("undo"), lambda: stage.do("redo")
    by_key = lambda: stage.press("Control+z"), lambda: stage.press("Control+Shift+z")
    for undo, redo in (by_button, by_key):
        for act, way in ((undo, boards[-2::-1]), (redo, boards[1:])):
            for board in way:
                act()
                stage.until(lambda board=board: stage.drawn == stage.points == board)


@pytest.mark.parametrize("name", slow_but(BOARDS, BOARDS[0]))
def test_a_board_that_is_taken_back_is_the_generators_again_to_its_last_number(visit_light, name):
    stage = visit_light(f"{ADDRESSES[name]}?data=two+blobs&n=12&seed=2", asks=name == "Playground")

    def board():
        return parameters(stage.page.url), stage.facts, stage.drawn, stage.position, stage.sentence

    before = board()
    for again in ("undo", "redo", "undo"):
        if again == "undo":
            stage.click(0.03, 0.9)
            stage.click(-0.4, -0.9)
            stage.until(lambda: len(stage.points) == 14)
            stage.settle()
            stage.do("undo", "undo")
        else:
            stage.do("redo")
            stage.until(lambda: len(stage.points) == 13)
            stage.press("Control+z")
        stage.until(lambda: "points" not in stage.address)
        stage.settle()
        assert board() == before
    stage.page.reload()
    wait_for(stage.page)
    stage.settle()
    assert board() == before


def test_undo_pressed_as_fast_as_one_can_ends_where_the_hand_began(visit_light):
    stage = visit_light(link([]))
    for place in (0.2, 0.4, 0.6, 0.8):
        stage.click(place, place)
    stage.press(*["Control+z"] * 6)
    stage.settle()
    assert stage.drawn == stage.points == []
    assert stage.button("undo").is_disabled()


def test_clear_empties_the_board_and_invites_to_a_first_point(visit_light):
    stage = visit_light(link(THREE))
    stage.do("clear")
    stage.until(lambda: "points" not in stage.address)
    stage.settle()
    assert stage.drawn == []
    assert stage.page.get_by_text("click to place a point", exact=True).is_visible()
    assert stage.sentence.startswith("Click on the board to place a point")
    assert stage.verdict == ""
    stage.do("undo")
    stage.until(lambda: stage.drawn == stage.points == THREE)


def test_touching_generated_points_makes_them_the_visitors_own_and_leaves_the_generator_as_it_was(visit):
    settings = {"n": 12, "gamma": 0.2, "R": 1.2, "seed": 8}
    stage = visit(link(**settings))
    generated = stage.drawn
    stage.click(1.1, 1.1)
    stage.until(lambda: len(stage.points) == 13)
    stage.settle()
    assert stage.address["data"] == "by hand"
    assert {name: float(stage.address[name]) for name in settings} == settings
    assert [stage.field(name).input_value() for name in ("How many", "Seed")] == ["12", "8"]
    assert all(close(a[:2], b[:2]) and a[2] == b[2] for a, b in zip(stage.points[:-1], generated, strict=True))
    assert stage.drawn == stage.points


def test_undoing_a_point_while_it_is_dragged_lets_go_of_it(visit_light):
    stage = visit_light(link(THREE))
    stage.click(0.875, 0.875)
    stage.until(lambda: len(stage.points) == 4)
    stage.drag((0.875, 0.875), (0, 0.875), hold=True)
    stage.press("Control+z")
    stage.page.mouse.move(*stage.frame().screen(-0.5, 0.5), steps=3)
    stage.page.mouse.up()
    stage.settle()
    assert stage.drawn == stage.points == THREE


_SEND = """([kind, clientX, clientY]) => document.elementFromPoint(clientX, clientY).dispatchEvent(
  new PointerEvent(kind, { clientX, clientY, bubbles: true, pointerId: 5, pointerType: "touch", isPrimary: true }))"""


def test_a_drag_that_the_system_cancels_can_be_undone(visit_light):
    stage = visit_light(link(THREE))
    stage.page.evaluate("Element.prototype.setPointerCapture = () => {}")  # an invented pointer cannot be captured
    frame = stage.frame()
    for kind, x in (("pointerdown", 0.5), ("pointermove", 0.25), ("pointermove", 0), ("pointercancel", 0)):
        stage.page.evaluate(_SEND, [kind, *frame.screen(x, 0.5)])
    stage.until(lambda: stage.points == [(0, 0.5, 0), *THREE[1:]])
    assert stage.points == [(0, 0.5, 0), *THREE[1:]]
    stage.do("undo")
    stage.until(lambda: stage.points == stage.drawn == THREE)
    assert stage.points == stage.drawn == THREE


@pytest.mark.parametrize("every", [6, slow(1)])
def test_a_finger_finds_room_on_a_phone_among_twenty_five_points(visit_light, every):
    """Of a grid of places all over the board a tap puts a point down on six in seven."""
    stage = visit_light("/", **PHONE)
    shares = [((i + 0.5) / 7, (j + 0.5) / 7) for i in range(7) for j in range(7)][::every]
    placed = []
    for right, down in shares:
        # A verdict of another length moves the board on a phone, so every place is looked up when it is tapped.
        frame = stage.frame()
        stage.page.touchscreen.tap(frame.left + right * frame.width, frame.top + down * frame.height)
        stage.settle(2)
        placed.append(len(stage.drawn) > 25)
        if stage.button("undo").is_enabled():  # else the tap did nothing
            stage.button("undo").tap()
            stage.settle(2)
        assert len(stage.drawn) == 25, (right, down)
    assert sum(placed) >= 6 / 7 * len(shares)
    x, y, class_index = stage.drawn[0]
    stage.choose(1 - class_index)
    stage.settle()
    stage.page.touchscreen.tap(*stage.frame().screen(x, y))
    stage.until(lambda: stage.drawn[0][2] != class_index)
    assert stage.drawn[0][2] == 1 - class_index
    assert len(stage.drawn) == 25
