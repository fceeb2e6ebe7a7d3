"""Editing the board by pointer: each click and drag changes the points meant, and no others."""

import pytest

from tests.browser.browsing import PHONE, link, parameters, wait_for
from tests.marks import slow, slow_but
from tests.pages import ADDRESSES, BOARDS

THREE = [(0.5, 0.5, 0), (-0.5, -0.5, 1), (0.25, -0.75, 1)]
HALF_A_SNAP = 1 / 256 + 1e-9


def close(place, other):
    return max(abs(a - b) for a, b in zip(place, other, strict=True)) <= HALF_A_SNAP


# WCAG 2.5.7
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
    stage.choose(2)
    stage.click(0.5, 0.25)
    stage.until(lambda: len(stage.points) == 6)  # so a point is moved without a drag


def test_a_drag_moves_one_point_and_stops_at_the_edge(visit_light):
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


@pytest.mark.parametrize("name", slow_but(BOARDS, BOARDS[0]))
def test_undo_brings_back_the_generated_board_exactly(visit_light, name):
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


@pytest.mark.parametrize("every", [11, slow(1)])
def test_a_finger_finds_room_on_a_phone_among_twenty_five_points(visit_light, every):
    """Taps on a grid of places add a point at six in seven."""
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
