"""A link holds every board exactly, and no code can be read as anything but a board."""

import string
import urllib.parse

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground.address import codes
from playground.address.codes import LIMIT, MOST, SNAP, decode, encode, snapped

DIGITS = string.ascii_letters + string.digits + "-_"
on_grid = st.integers(round(-LIMIT * SNAP), round(LIMIT * SNAP)).map(lambda step: step / SNAP)
anywhere = st.floats(-9, 9) | st.floats(-1e9, 1e9)
kinds = st.integers(0, 1)
boards = st.lists(st.tuples(on_grid, on_grid, kinds), min_size=1, max_size=MOST)


@given(boards, st.data())
def test_points_come_back_from_a_link_up_to_where_it_was_cut(points, data):
    code = encode(points)
    assert decode(code) == (points, "")
    assert len(code) == 3 + 4 * len(points)
    assert urllib.parse.quote(code, safe="") == code
    cut = data.draw(st.integers(1, len(code) - 1))
    found, complaint = decode(code[:cut])
    assert found == points[: max(0, cut - 3) // 4]
    assert "cut short" in complaint


@given(st.lists(st.tuples(anywhere, anywhere, kinds), min_size=1, max_size=20))
def test_other_points_come_back_from_the_nearest_place_in_range(points):
    found, complaint = decode(encode(points))
    assert complaint == ""
    assert found == [*map(snapped, points)]
    for point, came in zip(points, found, strict=True):
        for value, there in zip(point[:2], came[:2], strict=True):
            assert abs(there - max(-LIMIT, min(LIMIT, value))) <= 0.5 / SNAP
            assert there * SNAP == round(there * SNAP)


def test_the_fullest_board_keeps_the_whole_link_within_2000_characters():
    points = [(LIMIT, -LIMIT, 1), (0.5, 0.25, 0)] * (MOST // 2)
    link = {"data": codes.HAND, "n": 400, "gamma": 0.01, "R": 5.0, "seed": 9999, "bias": "true", "c": 19.95,
            "rate": 99.99, "order": "shuffled", "ties": "read as −1", "start": "-1000000, -1000000, -1000000",
            "band": "true", "sum": "true", "close": "true", "step": 5000, "points": encode(points)}  # fmt: skip
    assert decode(link["points"]) == (points, "")
    assert len("https://perceptron-playground.streamlit.app/?" + urllib.parse.urlencode(link)) <= 2000


@given(st.text(max_size=60) | st.text(DIGITS, max_size=200).map(lambda rest: "1" + rest))
@example("1")
@example("1A")
@example("1AA")
@example("1__" + "A" * 20_000)
@example("1ACRADgSAEh" + "AAAA")
@example("1AC" + "é" * 8)
@example("1AC" + "①" * 8)
@example("1AB" + "AAAA")
def test_any_code_gives_points_in_range_and_a_sentence_if_it_is_not_ours(code):
    points, complaint = decode(code)
    assert len(points) <= MOST
    for x, y, class_index in points:
        assert max(abs(x), abs(y)) <= LIMIT
        assert class_index in (0, 1)
    again = encode(points)
    if len(code) == len(again) and code[:3] == again[:3] and set(code) <= set(DIGITS):
        assert complaint == ""
    else:
        assert complaint.endswith(".")
        assert len(complaint) < 200


@given(st.lists(kinds, max_size=MOST))
def test_answers_come_back_from_a_link(answers):
    assert codes.decode_answers("".join(codes.SIGNS[answer] for answer in answers)) == (answers, "")


@pytest.mark.parametrize(
    ("code", "count", "says"),
    [("pmx", 2, "contain `x`"), ("+-", 0, "contain `+`"), ("P", 0, "contain `P`"), ("p" * 401, 400, "401 answers")],
    ids=lambda value: str(value)[:20],
)
def test_other_answers_or_too_many_are_left_out_with_a_complaint(code, count, says):
    answers, complaint = codes.decode_answers(code)
    assert len(answers) == count
    assert says in complaint
