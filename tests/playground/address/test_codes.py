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
anywhere = st.floats(-1e9, 1e9)
kinds = st.integers(0, 1)


@given(st.lists(st.tuples(on_grid, on_grid, kinds), max_size=MOST))
def test_points_on_the_grid_come_back_exactly(points):
    assert decode(encode(points)) == (points, "")


@given(st.lists(st.tuples(anywhere, anywhere, kinds), min_size=1, max_size=20))
def test_other_points_come_back_from_the_nearest_place_in_range(points):
    found, complaint = decode(encode(points))
    assert complaint == ""
    for (x, y, class_index), came in zip(points, found, strict=True):
        for value, there in zip((x, y), came, strict=False):
            inside = max(-LIMIT, min(LIMIT, value))
            assert abs(there - inside) <= 0.5 / SNAP
            assert -LIMIT <= there <= LIMIT
            assert there * SNAP == round(there * SNAP)
        assert came[2] == class_index
        assert came == snapped((x, y, class_index))


@given(st.lists(st.tuples(on_grid, on_grid, kinds), min_size=60, max_size=60))
def test_sixty_points_need_at_most_500_characters_and_none_that_a_link_must_escape(points):
    code = encode(points)
    assert len(code) <= 500
    assert urllib.parse.quote(code, safe="") == code


def test_a_link_brings_as_many_points_and_answers_as_fit_without_a_word():
    points = [(LIMIT, -LIMIT, 1), (0.5, 0.25, 0)] * (MOST // 2)
    assert decode(encode(points)) == (points, "")
    assert codes.decode_answers("p" * MOST) == ([codes.SIGNS.index("p")] * MOST, "")


def test_the_fullest_board_keeps_the_whole_link_within_2000_characters():
    points = [(LIMIT, -LIMIT, 1)] * MOST
    link = {"data": codes.HAND, "n": 400, "gamma": 0.01, "R": 5.0, "seed": 9999, "bias": "true", "c": 19.95,
            "rate": 99.99, "order": "shuffled", "ties": "read as −1", "start": "-1000000, -1000000, -1000000",
            "band": "true", "sum": "true", "close": "true", "step": 5000, "points": encode(points)}  # fmt: skip
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
def test_any_code_gives_points_within_range_and_a_sentence_if_it_is_not_one_of_ours(code):
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


@given(st.lists(st.tuples(on_grid, on_grid, kinds), min_size=1, max_size=12), st.data())
def test_a_code_cut_anywhere_brings_the_points_before_the_cut(points, data):
    code = encode(points)
    cut = data.draw(st.integers(1, len(code) - 1))
    found, complaint = decode(code[:cut])
    assert found == points[: max(0, cut - 3) // 4]
    assert "cut short" in complaint


@given(st.lists(kinds, max_size=MOST))
def test_answers_come_back_from_a_link_that_needs_to_escape_none(answers):
    code = "".join(codes.SIGNS[answer] for answer in answers)
    assert codes.decode_answers(code) == (answers, "")
    assert urllib.parse.quote(code, safe="") == code


@pytest.mark.parametrize(
    ("code", "count", "says"),
    [("pmx", 2, "contain `x`"), ("+-", 0, "contain `+`"), ("P", 0, "contain `P`"), ("p" * 401, 400, "401 answers")],
    ids=lambda value: str(value)[:20],
)
def test_a_link_of_other_signs_or_too_many_gives_the_answers_before_them_and_says_so(code, count, says):
    answers, complaint = codes.decode_answers(code)
    assert len(answers) == count
    assert says in complaint
