"""The session is the truth and the address its mirror; no link and no browser can bring it anything but a game."""

import itertools
import json
import urllib.parse
from dataclasses import replace

import pytest
import streamlit
from hypothesis import given
from hypothesis import strategies as st

from tests.boards import HAND
from tests.pages import PAGES
from tests.ui.parameters import CHOICES, NUMBERS
from tests.ui.visiting import HOSTILE, NO_NUMBERS, complaint, payload, prose, visit
from ui import address, links
from ui.controls import START
from ui.links import LIMIT, MOST, encode
from ui.pages import PAGES as ALL
from ui.parameters import TextField
from ui.words import quoted

BOARD = [(0.5, 0.5, 0), (-0.5, 0.25, 1)]


@pytest.fixture
def session(monkeypatch):
    """A visitor's session with a board, without a server."""
    game = address.Game({"data": links.HAND}, list(BOARD), step=1, version=10, rests=3)
    state = {"game": game, "page": "app.py", "data": links.HAND, address.STAGE: {}}
    monkeypatch.setattr(streamlit, "session_state", state)
    return state


def test_a_board_from_the_hand_is_taken_snapped_and_becomes_the_visitors_own(session):
    session["data"] = session["game"].settings["data"] = "two blobs"
    assert "points" not in address.address()
    session[address.STAGE] = {"board": {"version": 11, "points": [[0.1, -9, 1]]}}
    address.on_board()
    taken = [(0.1015625, -LIMIT, 1)]
    assert (session["game"].points, session["game"].version) == (taken, 11)
    assert address.address() == {"data": links.HAND, "points": encode(taken)}


@pytest.mark.parametrize("before", ["", "two blobs", links.HAND, 7, "x" * 99])
def test_a_board_that_is_taken_back_is_the_one_that_was_chosen_before(session, before):
    session[address.STAGE] = {"board": {"version": 11, "points": [[0.1, -9, 1]], "also": {"data": before}}}
    address.on_board()
    if before in ("", "two blobs"):
        assert (address.address().get("data", ""), session["game"].points, session["game"].version) == (
            before,
            BOARD,
            11,
        )
    else:
        assert address.address() == {"data": links.HAND, "points": encode([(0.1015625, -LIMIT, 1)])}


def test_as_many_points_and_answers_as_fit_are_taken_from_the_hand(session):
    session[address.STAGE] = {"board": {"version": 11, "points": [[0, 0, 1]] * MOST}}
    address.on_board()
    assert session["game"].points == [(0.0, 0.0, 1)] * MOST
    session[address.STAGE] = {"board": {"version": 12, "points": [1] * MOST}}
    address.on_answers()
    assert (session["game"].answers, session["game"].complaints) == ([1] * MOST, [])


@pytest.mark.parametrize("version", [10, 9, 0])
def test_a_late_or_repeated_board_is_not_taken(session, version):
    session[address.STAGE] = {"board": {"version": version, "points": []}}
    address.on_board()
    assert (session["game"].points, session["game"].complaints) == (BOARD, [])


@pytest.mark.parametrize(
    "report",
    [
        None,
        "board",
        [],
        {},
        {"version": "11", "points": []},
        {"version": 2**53, "points": []},
        {"version": True, "points": []},
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
    session[address.STAGE] = {"board": report}
    address.on_board()
    assert (session["game"].points, session["game"].version) == (BOARD, 10)
    (complaint,) = session["game"].complaints
    assert complaint.startswith("The board could not be read")
    assert len(complaint) < 250


@pytest.mark.parametrize(
    "hear",
    [address.on_board, address.on_answers, address.on_rest, address.on_resume, address.on_share, address.on_turn],
)
def test_a_report_that_arrives_when_its_page_has_been_left_changes_nothing(session, hear):
    del session[address.STAGE]
    hear()
    game = session["game"]
    assert (game.points, game.answers, game.step, game.version, game.shared, game.complaints) == (
        BOARD,
        [],
        1,
        10,
        "",
        [],
    )


def test_answers_are_taken_with_the_step_that_the_last_one_makes(session):
    session[address.STAGE] = {"board": {"version": 11, "points": [0, 1, 1]}}
    address.on_answers()
    assert (session["game"].answers, session["game"].step, session["game"].version) == ([0, 1, 1], 3, 11)
    assert session["game"].points == BOARD
    assert address.address()["said"] == "pmm"


@pytest.mark.parametrize("points", [None, "pm", [2], [-1], [0.0], [True], ["p"], [[0, 0, 1]], [0] * (MOST + 1)])
def test_a_report_that_is_no_answer_changes_nothing_and_is_complained_of(session, points):
    session[address.STAGE] = {"board": {"version": 11, "points": points}}
    address.on_answers()
    assert (session["game"].answers, session["game"].step, session["game"].version) == ([], 1, 10)
    (complaint,) = session["game"].complaints
    assert complaint.startswith("The answer could not be read")


def test_the_last_word_of_a_control_that_is_gone_changes_nothing(session):
    address.changed("band", "band")
    assert session["game"].settings == {"data": links.HAND}
    session["band"] = True
    address.changed("band", "band")
    assert session["game"].settings == {"data": links.HAND, "band": "true"}


NO_STEPS = [
    None,
    "7",
    [],
    {},
    {"step": 7},
    *({"step": step, "rests": 4} for step in ("7", -1, 1.5, 10**9, None, True)),
    *({"step": 7, "rests": rests} for rests in ("4", 4.5, 2**53, None, True, 3, 2)),
]


@pytest.mark.parametrize("report", NO_STEPS)
def test_a_report_that_is_no_step_is_passed_over(session, report):
    session[address.STAGE] = {"rest": report}
    address.on_rest()
    assert session["game"].step == 1
    assert type(session["game"].step) is int


def test_a_step_comes_by_itself_or_with_a_board_and_a_late_one_is_not_taken(session):
    game = session["game"]
    session[address.STAGE] = {"rest": {"step": 7, "rests": 4}}
    address.on_rest()
    assert (game.step, game.rests) == (7, 4)
    session[address.STAGE] = {"board": {"version": 11, "points": [[0, 0, 1]], "step": 9, "rests": 6}}
    address.on_board()
    assert (game.step, game.rests, game.points) == (9, 6, [(0.0, 0.0, 1)])
    session[address.STAGE] = {"rest": {"step": 8, "rests": 5}}
    address.on_rest()
    assert (game.step, game.rests) == (9, 6)


@pytest.mark.parametrize("last", [0, 4, 5000])
@pytest.mark.parametrize("hear", [address.on_board, address.on_rest])
def test_the_last_step_is_the_one_of_the_run_that_comes(session, hear, last):
    told = {"version": 11, "points": [], "step": "last", "rests": 4}
    session[address.STAGE] = {"board": told, "rest": told}
    hear()
    game = session["game"]
    assert (address.begin(last), game.rests, game.complaints) == (last, 4, [])
    # It is said of one run alone.
    assert (address.begin(last + 3), address.begin(max(last - 1, 0))) == (last, max(last - 1, 0))


def test_a_step_after_the_last_is_a_step_again(session):
    for rests, step in ((4, "last"), (5, 2)):
        session[address.STAGE] = {"rest": {"step": step, "rests": rests}}
        address.on_rest()
    assert address.begin(9) == 2


@pytest.mark.parametrize(
    ("to", "start"), [([0.697, -0.118], "0.697, -0.118"), ([3, -4e5, 0.00123], "3, -400000, 0.00123")]
)
def test_what_the_arrow_is_turned_to_is_where_the_weights_begin(session, to, start):
    session[address.STAGE] = {"turn": {"turns": 1, "to": to}}
    address.on_turn()
    game = session["game"]
    assert (address.address()["start"], game.step, game.anew) == (start, 0, True)
    assert (game.points, game.version, game.complaints) == (BOARD, 10, [])
    read = TextField(START.key, "", "").read(start)
    assert [float(number) for number in read.value.split(",")] == to
    # The same report once more changes nothing that was set since.
    game.settings["start"] = "1, 1"
    address.on_turn()
    assert game.settings["start"] == "1, 1"


@pytest.mark.parametrize(
    "report",
    [
        None,
        "turn",
        {"turns": 1},
        {"turns": "1", "to": [1, 2]},
        {"turns": 2**53, "to": [1, 2]},
        {"turns": True, "to": [1, 2]},
        *({"turns": 1, "to": to} for to in ([], [1], [1, 2, 3, 4], ["1", 2], [True, 1], "12", {"0": 1, "1": 2})),
        *({"turns": 1, "to": [1, far]} for far in (1e7, -1e7, 10**400, float("nan"), float("inf"), None, "<b>")),
    ],
    ids=lambda report: str(report)[:40],
)
def test_a_report_that_is_no_turn_changes_nothing_and_is_complained_of(session, report):
    session[address.STAGE] = {"turn": report}
    address.on_turn()
    game = session["game"]
    assert (address.address().get("start"), game.step, game.anew) == (None, 1, False)
    (complaint,) = game.complaints
    assert complaint.startswith("The turn could not be read: w is 2 or 3 numbers")
    assert len(complaint) < 250


def test_a_browser_that_knows_more_is_gone_on_from(session):
    query = urllib.parse.urlencode({"data": links.HAND, "points": encode(HAND), "rate": "0.5", "step": 4})
    session[address.STAGE] = {"resume": {"query": f"?{query}", "version": 77, "rests": 5}}
    address.on_resume()
    game = session["game"]
    assert (game.points, game.step, game.version, game.rests, game.anew) == (HAND, 4, 77, 5, True)
    # The step is the browser's own, and no link that asks for more than there is.
    assert (address.begin(2), game.complaints) == (2, [])
    assert address.address() == {"data": links.HAND, "rate": "0.5", "points": encode(HAND)}


def test_half_a_character_in_a_report_harms_nothing(session):
    session[address.STAGE] = {"resume": {"query": "?start=\ud800&order=\ud800&step=\ud800", "version": 1, "rests": 1}}
    address.on_resume()
    assert session["game"].complaints
    " ".join([*session["game"].settings.values(), *session["game"].complaints]).encode()


def test_what_no_control_is_called_has_no_place_in_the_address(session):
    # The browser keeps every name that begins with “embed” beside the address, and would write it there once more.
    names = ["rate", "embed", "embed_options", "embedded", "é", "x" * 61]
    query = urllib.parse.urlencode(dict.fromkeys(names, "0.5"))
    session[address.STAGE] = {"resume": {"query": f"?{query}&\ud800=1", "version": 1, "rests": 1}}
    address.on_resume()
    assert address.address() == {"rate": "0.5"}


@pytest.mark.parametrize(
    "report",
    [None, "x", {"query": 7, "version": 1, "rests": 1}, {"query": "?step=3"}, {"query": "?step=3", "version": 1},
     {"query": "?step=3", "version": -1, "rests": 1}, {"query": "?step=3", "version": 2**53, "rests": 1},
     {"query": "?step=3", "version": 1, "rests": -1}, {"query": "?" + "a" * 10_000, "version": 1, "rests": 1}],
    ids=lambda report: str(report)[:40],
)  # fmt: skip
def test_a_report_that_is_no_game_is_not_gone_on_from(session, report):
    session[address.STAGE] = {"resume": report}
    address.on_resume()
    assert (session["game"].points, session["game"].step, session["game"].version) == (BOARD, 1, 10)


@pytest.mark.parametrize(
    "report",
    [
        None,
        "x",
        {},
        {"link": 7},
        {"link": "javascript:alert(1)"},
        {"link": ""},
        {"link": "https://\ud800"},
        {"link": "https://" + "x" * 10**6},
    ],
    ids=lambda report: str(report)[:40],
)
def test_a_report_that_is_no_link_gets_no_code(session, report):
    session[address.STAGE] = {"share": report}
    address.on_share()
    assert address.code(list) is None


FILE = {"label": "Program", "note": "Prints", "name": "run.py", "text": "run"}


def test_a_link_gets_its_code_once_and_one_too_long_gets_none(session):
    for link, drawn in [("https://example.org/?step=1", True), ("https://example.org/?points=" + "A" * 1600, False)]:
        session[address.STAGE] = {"share": {"link": link}}
        address.on_share()
        answer = address.code(lambda: [FILE])
        assert answer["link"] == link
        assert answer["files"] == [FILE]
        assert answer["picture"].startswith("data:image/svg+xml") == drawn
        assert address.code(list) is None


# ---- links ---------------------------------------------------------------------------------------------------------

PAGE_OF = {"n": None, "batch": "pages/descent.py", "degree": "pages/kernels.py", "beta": "pages/race.py",
           "directions": "pages/halving.py"}  # fmt: skip


def test_no_two_parameters_have_one_key():
    """One link serves all pages, so what a key means on one it means on all."""
    parameters = [control.parameter for page in ALL.values() for control in page.controls.values()]
    every = {parameter.key: replace(parameter, name="") for parameter in parameters}
    assert all(replace(parameter, name="") == every[parameter.key] for parameter in parameters)
    assert len(every) > 20


@pytest.mark.parametrize("key", NUMBERS)
def test_any_number_of_a_link_is_read_as_one_in_range_and_another_one_is_said(key):
    spread = NUMBERS[key]
    for text in (*NO_NUMBERS, "", "٣", " 7 ", "0.015", str(spread.low), str(spread.high)):
        used, complaint = spread.read(text)
        assert type(used) is type(spread.default)
        assert spread.low <= used <= spread.high
        try:
            same = float(text) == used
        except ValueError:
            same = False
        assert bool(complaint) != same


@pytest.mark.parametrize("text", ["inf", "9" * 309, "2.6"])
@pytest.mark.parametrize("key", PAGE_OF)
def test_the_number_that_a_page_shows_is_the_one_it_says_it_uses(key, text):
    page = visit(PAGE_OF[key], **dict.fromkeys(NUMBERS, text))
    assert not page.exception
    said = complaint(page)
    assert page.number_input
    for field in page.number_input:
        if field.value != float(text):
            assert f"{field.key} is {text[:20]}" in said
            assert f" and {field.value:g} is used" in said


TOLD = {None: ("n", "gamma", "data", "order", "start", "bias", "step", "points"),
        "pages/adversary.py": ("margin", "player", "said", "step")}  # fmt: skip


@pytest.mark.parametrize("page", TOLD)
@pytest.mark.parametrize("first", range(0, len(HOSTILE), 4))
def test_what_a_link_says_stands_in_spans_of_code_alone(page, first):
    texts = itertools.islice(itertools.cycle(HOSTILE), first, None)
    visited = visit(page, **dict(zip(TOLD[page], texts, strict=False)))
    assert not visited.exception
    (warning,) = visited.warning
    for words in [warning.value, *(caption.value for caption in visited.caption)]:
        plain = prose(words.replace(":red[:material/error:]", ""))
        assert plain.isprintable()
        assert not set(plain) & set("[]<>$*|\\`")
        assert "host" not in plain


@given(st.text(max_size=40), st.integers(1, 60))
def test_a_quotation_is_one_span_of_code_whatever_it_quotes(text, most):
    assert prose(f"a {quoted(text, most)} b") == "a  b"
    assert quoted(text, most).isprintable()
    quoted(text, most).encode()


def test_a_browser_that_has_lost_what_it_knew_of_the_controls_finds_their_values_in_each_message():
    page = visit(
        data="two blobs", n=40, rate=0.5, order="hardest", ties="correct", start="1, 2, 3", seed=77, sum="true"
    )
    page.toggle(key="bias").set_value(True).run()
    page.number_input(key="c").set_value(2.0).run()
    for control in [*page.number_input, *page.text_input, *page.toggle]:
        assert control.proto.default == control.value, control.key
    for control in page.selectbox:
        assert control.proto.options[control.proto.default] == control.value, control.key
    keys = {control.key for kind in ("number_input", "text_input", "toggle", "selectbox") for control in page.get(kind)}
    assert {"data", "n", "rate", "order", "ties", "start", "seed", "sum", "bias", "c"} <= keys


def test_what_is_changed_by_hand_stands_in_the_address_and_a_cold_link_shows_the_same():
    board = {"data": "by hand", "rate": "0.5", "points": encode(HAND)}
    page = visit(points=encode(HAND), step=2)
    page.number_input(key="rate").set_value(0.5).run()
    page.toggle(key="bias").set_value(True).run()
    page.selectbox(key="order").set_value("hardest").run()
    made = payload(page)
    assert made["address"] == {**board, "bias": "true", "order": "hardest"}
    again = payload(visit(**made["address"], step=2))
    own = {"session": "", "arrivals": 0}
    assert {**again, **own} == {**made, **own}
    page.toggle(key="bias").set_value(False).run()
    page.selectbox(key="order").set_value(CHOICES["order"].default).run()
    assert payload(page)["address"] == board


@pytest.mark.parametrize("page", PAGES)
def test_a_page_keeps_the_whole_address_of_another(page):
    link = {"data": "by hand", "rate": "0.5", "eps": "1", "view": "weight space", "points": encode(HAND), "said": "pm"}
    visited = visit(None if page == "app.py" else page, **link, step=1)
    assert not visited.exception
    parts = {part.proto.component_name: part.proto for part in visited.get("bidi_component")}
    assert (payload(visited) if "stage" in parts else json.loads(parts["address"].json))["address"] == link


@pytest.mark.parametrize("link", [{}, {"step": ""}, {"lesson": "", "data": ""}])
def test_a_link_to_another_page_that_says_nothing_takes_everything_along(link):
    page = visit(data="AND", rate=0.5, step=2)
    page.query_params.clear()
    for key, value in link.items():
        page.query_params[key] = value
    made = payload(page.switch_page("pages/proof.py").run())
    assert (made["address"], made["step"]) == ({"data": "AND", "rate": "0.5"}, 2)


def test_a_margin_finer_than_a_hundredth_is_shown_as_it_is_used():
    page = visit(gamma="0.015", n=12)
    assert page.number_input(key="gamma").proto.format == "%g"
    assert payload(page)["facts"][0]["value"] == "0.0150"
