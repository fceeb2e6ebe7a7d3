"""A link holds every board exactly, and no link and no browser can bring the server anything but a board."""

import string
import urllib.parse

import pytest
import streamlit
from hypothesis import example, given
from hypothesis import strategies as st
from streamlit.runtime.state.query_params import QueryParams

from ui import share
from ui.share import LIMIT, MOST, SNAP, decode, encode, snapped

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
    for (x, y, kind), came in zip(points, found, strict=True):
        for value, there in zip((x, y), came, strict=False):
            inside = max(-LIMIT, min(LIMIT, value))
            assert abs(there - inside) <= 0.5 / SNAP
            assert -LIMIT <= there <= LIMIT
            assert there * SNAP == round(there * SNAP)
        assert came[2] == kind
        assert came == snapped((x, y, kind))


@given(st.lists(st.tuples(on_grid, on_grid, kinds), min_size=60, max_size=60))
def test_sixty_points_need_at_most_500_characters_and_none_that_a_link_must_escape(points):
    code = encode(points)
    assert len(code) <= 500
    assert urllib.parse.quote(code, safe="") == code


def test_the_fullest_board_keeps_the_whole_link_within_2000_characters():
    points = [(LIMIT, -LIMIT, 1)] * MOST
    link = {"data": share.HAND, "n": 400, "gamma": 0.01, "R": 5.0, "seed": 9999, "bias": "true", "c": 19.95,
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
def test_any_code_gives_points_within_range_and_a_sentence_if_it_is_not_one_of_ours(code):
    points, complaint = decode(code)
    assert len(points) <= MOST
    for x, y, kind in points:
        assert max(abs(x), abs(y)) <= 8
        assert kind in (0, 1)
    if code != encode(points):
        assert complaint.endswith(".")
        assert len(complaint) < 200
    else:
        assert complaint == ""


@given(st.lists(st.tuples(on_grid, on_grid, kinds), min_size=1, max_size=12), st.data())
def test_a_code_cut_anywhere_brings_the_points_before_the_cut(points, data):
    code = encode(points)
    cut = data.draw(st.integers(1, len(code) - 1))
    found, complaint = decode(code[:cut])
    assert found == points[: max(0, cut - 3) // 4]
    assert "cut short" in complaint


@given(st.lists(kinds, max_size=MOST))
def test_answers_come_back_from_a_link_that_needs_to_escape_none(answers):
    code = "".join(share.SIGNS[answer] for answer in answers)
    assert share.spoken(code) == (answers, "")
    assert urllib.parse.quote(code, safe="") == code


@pytest.mark.parametrize(
    ("code", "count", "says"),
    [("pmx", 2, "hold “x”"), ("+-", 0, "hold “+”"), ("P", 0, "hold “P”"), ("p" * 401, 400, "401 answers")],
    ids=lambda value: str(value)[:20],
)
def test_a_link_of_other_signs_or_too_many_gives_the_answers_before_them_and_says_so(code, count, says):
    answers, complaint = share.spoken(code)
    assert len(answers) == count
    assert says in complaint


# ---- reports from the browser ----------------------------------------------------------------------------------------

BOARD = [(0.5, 0.5, 0), (-0.5, 0.25, 1)]


@pytest.fixture
def session(monkeypatch):
    """A visitor's session with a board, without a server."""
    state = {"game": share.Game(list(BOARD), step=1, version=10), "data": share.HAND, share.STAGE: {}}
    monkeypatch.setattr(streamlit, "session_state", state)
    monkeypatch.setattr(streamlit, "query_params", QueryParams())
    return state


def test_a_board_from_the_hand_is_taken_snapped_and_becomes_the_visitors_own(session):
    session["data"] = "two blobs"
    session[share.STAGE] = {"board": {"version": 11, "points": [[0.1, -9, 1]]}}
    share.on_board()
    assert (session["game"].points, session["game"].version) == ([(0.1015625, -LIMIT, 1)], 11)
    assert session["data"] == share.HAND


@pytest.mark.parametrize("version", [10, 9, -1])
def test_a_late_or_repeated_board_is_not_taken(session, version):
    session[share.STAGE] = {"board": {"version": version, "points": []}}
    share.on_board()
    assert (session["game"].points, session["game"].complaints) == (BOARD, [])


@pytest.mark.parametrize(
    "report",
    [
        None,
        "board",
        [],
        {},
        {"version": "11", "points": []},
        {"version": 11.5, "points": []},
        {"version": 11},
        {"version": 11, "points": "many"},
        {"version": 11, "points": {"0": [0, 0, 0]}},
        {"version": 11, "points": [[0, 0, 0]] * (MOST + 1)},
        {"version": 11, "points": [[0, 0]]},
        {"version": 11, "points": [[0, 0, 0, 0]]},
        {"version": 11, "points": [[0, 0, 2]]},
        {"version": 11, "points": [[0, 0, 0.5]]},
        {"version": 11, "points": [[0, 0, None]]},
        {"version": 11, "points": [["0", 0, 0]]},
        {"version": 11, "points": [[float("nan"), 0, 0]]},
        {"version": 11, "points": [[0, float("-inf"), 0]]},
        {"version": 11, "points": [[10**400, 0, 0]]},
        {"version": 11, "points": [None]},
        {"version": 11, "points": [[0, 0, 1], 7]},
    ],
    ids=lambda report: str(report)[:40],
)
def test_a_report_that_is_no_board_changes_nothing_and_is_complained_of(session, report):
    session[share.STAGE] = {"board": report}
    share.on_board()
    assert (session["game"].points, session["game"].version) == (BOARD, 10)
    (complaint,) = session["game"].complaints
    assert complaint.startswith("The board could not be read")
    assert len(complaint) < 250


def test_answers_are_taken_with_the_step_that_the_last_one_makes(session):
    session["game"].asks = True
    session[share.STAGE] = {"board": {"version": 11, "points": [0, 1, 1]}}
    share.on_said()
    assert (session["game"].said, session["game"].step, session["game"].version) == ([0, 1, 1], 3, 11)
    assert session["game"].points == BOARD
    assert share.address()["said"] == "pmm"
    session["game"].asks = False
    assert share.address()["said"] == ""


@pytest.mark.parametrize("points", [None, "pm", [2], [-1], [0.0], [True], ["p"], [[0, 0, 1]], [0] * (MOST + 1)])
def test_a_report_that_is_no_answer_changes_nothing_and_is_complained_of(session, points):
    session[share.STAGE] = {"board": {"version": 11, "points": points}}
    share.on_said()
    assert (session["game"].said, session["game"].step, session["game"].version) == ([], 1, 10)
    (complaint,) = session["game"].complaints
    assert complaint.startswith("The answer could not be read")


NO_STEPS = [None, "7", [], {}, *({"step": step} for step in ("7", -1, 1.5, 10**9, None, True))]


@pytest.mark.parametrize("report", NO_STEPS)
def test_a_report_that_is_no_step_is_passed_over(session, report):
    session[share.STAGE] = {"rest": report}
    share.on_rest()
    assert session["game"].step == 1
    assert type(session["game"].step) is int
    assert not streamlit.query_params


def written():
    """The parameters that are in the address."""
    return {name: value for name, value in streamlit.query_params.to_dict().items() if value}


def test_the_step_at_rest_goes_into_the_address_with_the_points_and_zero_goes_out(session):
    session[share.STAGE] = {"rest": {"step": 3}}
    share.on_rest()
    assert written() == {"points": encode(BOARD), "step": "3"}
    session[share.STAGE] = {"rest": {"step": 0}}
    share.on_rest()
    assert written() == {"points": encode(BOARD)}
    session["data"] = "two blobs"
    share.on_rest()
    assert written() == {}


@pytest.mark.parametrize("report", [None, "x", {}, {"link": 7}, {"link": "javascript:alert(1)"}, {"link": ""}])
def test_a_report_that_is_no_link_gets_no_code(session, report):
    session[share.STAGE] = {"share": report}
    share.on_share()
    assert share.code() is None


def test_a_link_gets_its_code_once_and_one_too_long_gets_none(session):
    for link, drawn in [("https://example.org/?step=1", True), ("https://example.org/?points=" + "A" * 3000, False)]:
        session[share.STAGE] = {"share": {"link": link}}
        share.on_share()
        answer = share.code()
        assert answer["link"] == link
        assert answer["picture"].startswith("data:image/svg+xml") == drawn
        assert share.code() is None
