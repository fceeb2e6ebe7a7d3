"""The browser owns the address; every link and report leaves a valid session."""

import itertools
import re
import urllib.parse
from dataclasses import replace

import pytest
import streamlit

from playground.address import codes
from playground.address.address import Board
from playground.address.codes import encode
from playground.app import session
from playground.app.component import KEY
from playground.export.files import files
from playground.pages import PAGES as ALL
from tests.boards import HAND
from tests.playground.parameters import CHOICES, NUMBERS
from tests.playground.visiting import HOSTILE, NO_NUMBERS, after, content_of, message, prose, setting, visit

BOARD = [(0.5, 0.5, 0), (-0.5, 0.25, 1)]


@pytest.fixture
def state(monkeypatch):
    """A session that has opened a link, without a server."""
    game = session.SessionState(dict(LINK), heard=10)
    state = {"game": game, "page": "app.py", KEY: {}}
    monkeypatch.setattr(streamlit, "session_state", state)
    return state


def report(state, query="", **parts):
    """Let the browser report its address; return the state of the session."""
    said = {"number": 11, "session": state["game"].name, "query": query, "changed": "", "asks": False, "opens": ""}
    state[KEY] = {"address": said | parts}
    session.on_address()
    return state["game"]


def is_unchanged(game):
    return (game.address, game.heard, game.asks, game.dialog) == (LINK, 10, False, "")


LINK = {"data": "two blobs", "rate": "2"}
SHOWN = {"data": codes.HAND, "points": encode(HAND), "rate": "0.5"}
QUERY = urllib.parse.urlencode(SHOWN)


@pytest.mark.parametrize("other", [None, "", "of before", 7])
def test_a_session_takes_the_whole_address_that_the_browser_shows(state, other):
    game = report(state, QUERY, **({} if other is None else {"session": other}))
    assert (game.address, game.heard, game.behind, session.message()["heard"]) == (SHOWN, 11, False, 11)


@pytest.mark.parametrize("name", ["lesson", "ask", "list", "at"])
def test_a_new_session_draws_its_page_anew_for_the_lesson_or_exercise_that_the_browser_shows(state, name):
    own = report(state, f"{name}=two")
    assert not own.behind
    assert report(state, f"{name}=three", session="of before", number=12).behind


@pytest.mark.parametrize(
    "said",
    [
        *(None, "board", [], {}),
        *({"number": number} for number in (10, 9, 0, "11", 2**53, True, 11.5, -1, None, 10**400, float("nan"))),
        *({"query": query} for query in (None, 7, ["a"], "a" * 40_000)),
    ],
    ids=lambda said: str(said)[:40],
)
def test_a_late_or_malformed_report_changes_nothing(state, said):
    whole = {"number": 11, "session": "", "query": QUERY, "changed": "data", "asks": True, "opens": "points"}
    state[KEY] = {"address": {**whole, **said} if isinstance(said, dict) and said else said}
    session.on_address()
    assert is_unchanged(state["game"])


@pytest.mark.parametrize("hear", [session.on_address, session.on_share, session.on_explain])
def test_a_report_after_its_page_was_left_changes_nothing(state, hear):
    del state[KEY]
    hear()
    assert is_unchanged(state["game"])


@pytest.mark.parametrize("changed", [None, 7, ["data"], "x" * 401])
def test_a_browser_that_asks_is_heard_and_names_what_it_changed(state, changed):
    game = report(state, QUERY, asks=True, changed="rate,data")
    assert (game.asks, game.changed) == (True, "rate,data")
    game = report(state, QUERY, number=12, changed=changed)
    assert (game.asks, game.changed) == (False, "")


@pytest.mark.parametrize("opens", [None, 7, "cheese", ["points"], {}])
def test_a_dialog_opens_with_the_board_of_the_browser_and_no_other(state, opens):
    assert report(state, QUERY, opens=opens).dialog == ""
    game = report(state, QUERY, number=12, opens="points")
    assert (game.dialog, game.tabled, game.behind) == ("points", HAND, True)
    assert report(state, QUERY, number=13).dialog == "points", "another report leaves it open"


def test_points_from_a_table_bring_their_settings_along(state):
    report(state, "rate=2", opens="points")
    session.bring_table(Board(BOARD), [(1.0, 2.0, "a"), (3.0, 4.0, "b")])
    brought = session.message()["brought"]
    assert brought["settings"] == {"data": codes.HAND, "bias": "true"}
    assert (brought["codes"]["points"], brought["points"]) == (encode(BOARD), BOARD)
    assert state["game"].dialog == ""
    session.bring(Board(BOARD))
    assert session.message()["brought"]["settings"] == {"data": codes.HAND}


def test_rows_of_a_table_stand_in_the_settings_that_come_along(state):
    rows = [((1.0, 2.0, 3.0), 0), ((0.5, 1.0, 1.0), 1)]
    session.bring_rows(rows)
    settings = session.message()["brought"]["settings"]
    assert codes.decode_rows(settings.pop(codes.ROWS))[0] == rows
    assert settings == dict([codes.TABLE_CHOICE])


@pytest.mark.parametrize(
    "link",
    [None, 7, "", "javascript:alert(1)", "https://\ud800", "https://" + "x" * 10**6],
    ids=lambda link: str(link)[:20],
)
def test_a_report_without_a_link_gets_no_code(state, link):
    for said in ({"link": link}, link):
        state[KEY] = {"share": said}
        session.on_share()
        assert session.message()["code"] is None


@pytest.mark.parametrize(("more", "has_picture"), [("", True), ("&x=" + "A" * 1600, False)])
def test_a_link_gets_its_code_once(state, more, has_picture):
    link = f"https://example.org/?data=AND{more}"
    state[KEY] = {"share": {"link": link}}
    session.on_share()
    answer = session.message()["code"]
    assert (answer["link"], answer["files"]) == (link, files(ALL["app.py"], {"data": "AND"}, "https://example.org/"))
    assert answer["picture"].startswith("data:image/svg+xml") == has_picture
    assert session.message()["code"] is None


@pytest.mark.parametrize(
    ("printout", "said"),
    [
        ({"text": "0 0 1; 0 -1 2; -1 -1 3"}, "b = b - eta * y"),
        ({"text": "words"}, "Your text must hold numbers, got 'words'."),
        ({"tries": ["1"]}, "There are 0 boards to try, got 1 printout."),
        (None, "What arrived holds no printout."),
    ],
)
def test_what_a_program_printed_is_explained_once_and_kept_nowhere(state, printout, said):
    state[KEY] = {"explain": {"number": 7, "query": "data=AND&bias=true", "printout": printout}}
    session.on_explain()
    answer = session.message()["explained"]
    assert answer["number"] == 7
    found = answer["said"]
    assert (found["slips"][0]["line"] if "slips" in found else " ".join(found["complaints"])) == said
    assert session.message()["explained"] is None


@pytest.mark.parametrize("more", [{"number": "7"}, {"number": 2**53}, {"query": None}, {"query": "a" * 40_000}])
def test_a_malformed_report_of_a_printout_is_ignored(state, more):
    state[KEY] = {"explain": {"number": 7, "query": "", "printout": {"text": "1 2"}, **more}}
    session.on_explain()
    assert session.message()["explained"] is None


# ---- links ---------------------------------------------------------------------------------------------------------


def test_a_key_means_one_parameter_on_all_pages():
    parameters = [control.parameter for page in ALL.values() for control in page.controls.values()]
    every = {parameter.key: replace(parameter, name="") for parameter in parameters}
    assert all(replace(parameter, name="") == every[parameter.key] for parameter in parameters)
    assert len(every) > 20


@pytest.mark.parametrize("key", NUMBERS)
def test_a_number_of_a_link_is_brought_into_its_range(key):
    spread = NUMBERS[key]
    for text in (*NO_NUMBERS, "", "٣", " 7 ", "0.015", str(spread.low), str(spread.high)):
        used, complaint = spread.parse(text)
        assert type(used) is type(spread.default)
        assert spread.low <= used <= spread.high
        try:
            assert bool(complaint) == (float(text) != used)
        except ValueError:
            assert complaint


def test_each_control_is_shown_with_its_value_and_its_default():
    link = {"data": "two blobs", "n": "40", "rate": "0.5", "order": "hardest", "ties": "correct", "start": "1, 2, 3",
            "seed": "77", "sum": "true", "bias": "false", "c": "2"}  # fmt: skip
    made = content_of(**link)
    for key, text in link.items():
        shown = setting(made, key)
        assert shown["value"] == text
        assert shown["value"] in shown.get("options", [text])
        assert shown["default"] == setting(content_of(data="two blobs"), key)["default"] != "two blobs"


def test_changed_controls_stand_in_the_address_which_shows_the_same():
    board = {"data": "by hand", "rate": "0.5", "points": encode(HAND)}
    made = content_of(points=encode(HAND), step=2)
    for key, text in (("rate", "0.5"), ("bias", "true"), ("order", "hardest")):
        made = after(made, key, text)
    assert made["address"] == {**board, "bias": "true", "order": "hardest"}
    assert content_of(**made["address"]) == made
    for key, text in (("bias", "false"), ("order", CHOICES["order"].default)):
        made = after(made, key, text)
    assert made["address"] == board


@pytest.mark.parametrize("link", [{}, {"step": ""}, {"lesson": "", "data": ""}])
def test_an_empty_link_to_another_page_opens_nothing(link):
    page = visit(data="AND", rate=0.5, step=2)
    page.query_params.clear()
    for key, value in link.items():
        page.query_params[key] = value
    page.switch_page("pages/proof.py").run()
    assert (message(page)["page"], message(page)["link"]["number"]) == ("proof", 1)


def test_a_margin_finer_than_a_hundredth_is_shown_as_it_is_used():
    made = content_of(gamma="0.015", n=12)
    assert setting(made, "gamma")["value"] == "0.015"
    assert made["facts"][0]["value"] == "0.0150"


TOLD = {None: ("n", "gamma", "data", "order", "start", "bias", "step", "points"),
        "pages/adversary.py": ("margin", "player", "said", "step")}  # fmt: skip


@pytest.mark.parametrize("page", TOLD)
@pytest.mark.parametrize("first", range(0, len(HOSTILE), 4))
def test_words_of_a_link_are_quoted_as_code(page, first):
    texts = itertools.islice(itertools.cycle(HOSTILE), first, None)
    made = content_of(page, **dict(zip(TOLD[page], texts, strict=False)))
    assert made["complaints"]
    notes = [each["note"] for part in ("line", "more") for each in made["settings"][part] if "note" in each]
    for words in [*made["complaints"], *(re.sub("“.*?”", "", note) for note in notes)]:
        plain = prose(words)
        assert plain.isprintable()
        assert not set(plain) & set("[]<>$*|\\`")
        assert "host" not in plain
