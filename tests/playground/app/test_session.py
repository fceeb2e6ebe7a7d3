"""The browser owns the board, the session the controls; every link and report leaves a valid session."""

import itertools
import urllib.parse
from dataclasses import replace

import pytest
import streamlit

from playground.address import codes
from playground.address.address import Board
from playground.address.codes import encode
from playground.address.parameters import TextField
from playground.app import session
from playground.export.files import files
from playground.page.controls import START
from playground.pages import PAGES as ALL
from tests.boards import HAND
from tests.pages import PAGES
from tests.playground.parameters import CHOICES, NUMBERS
from tests.playground.visiting import HOSTILE, NO_NUMBERS, content_of, message, payload, prose, visit

BOARD = [(0.5, 0.5, 0), (-0.5, 0.25, 1)]


@pytest.fixture
def state(monkeypatch):
    """A session with two settings, without a server."""
    game = session.SessionState({"data": "two blobs", "rate": "2"}, board=Board(BOARD), heard=10)
    state = {"game": game, "page": "app.py", "data": "two blobs", session.STAGE: {}}
    monkeypatch.setattr(streamlit, "session_state", state)
    return state


def report(state, query="", **parts):
    """Let the browser report its address; return the state of the session."""
    said = {"number": 11, "session": state["game"].name, "query": query, "set": {}, "asks": False, **parts}
    state[session.STAGE] = {"address": said}
    session.on_address(session.STAGE)
    return state["game"]


def is_unchanged(game):
    return (game.settings, game.board.points, game.heard, game.asks, game.shared) == (
        {"data": "two blobs", "rate": "2"}, BOARD, 10, False, "")  # fmt: skip


QUERY = urllib.parse.urlencode({"data": codes.HAND, "points": encode(HAND), "rate": "0.5"})


def test_a_session_takes_only_the_settings_made_on_the_stage(state):
    """A control that the visitor changed while the report was on its way keeps its value."""
    game = report(state, QUERY, set={"data": codes.HAND})
    assert (game.settings, game.board.points) == ({"data": codes.HAND, "rate": "2"}, HAND)
    assert (game.heard, game.behind, session.message()["heard"]) == (11, True, 11)
    game.behind = False
    game = report(state, QUERY, number=12)
    assert (game.settings, game.heard, game.behind) == ({"data": codes.HAND, "rate": "2"}, 12, False)


@pytest.mark.parametrize("before", ["", "XOR"])
def test_undo_sets_the_points_chosen_before(state, before):
    report(state, QUERY, set={"data": codes.HAND})
    game = report(state, number=12, set={"data": before})
    assert game.settings == {key: text for key, text in {"data": before, "rate": "2"}.items() if text}


@pytest.mark.parametrize("other", ["", "of before", None, 7])
def test_a_new_session_takes_all_that_the_browser_shows(state, other):
    game = report(state, QUERY, session=other, number=77)
    assert session.message()["settings"] == game.settings == {"data": codes.HAND, "rate": "0.5"}
    assert (game.board.points, game.heard, game.behind) == (HAND, 77, True)


@pytest.mark.parametrize("control", ["data", "digits", "start"])
def test_the_stage_sets_its_own_controls_and_no_others(state, control):
    assert report(state, QUERY, set={control: "1, 2"}).settings[control] == "1, 2"
    for number, texts in enumerate([{"rate": "7"}, {"n": "7", control: "3"}, {control: 7}, {control: "x" * 61}], 12):
        game = report(state, QUERY, number=number, set=texts)
        assert (game.settings.get("rate"), game.settings.get("n"), game.settings[control]) == ("2", None, "1, 2")


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
    whole = {"number": 11, "session": "", "query": QUERY, "set": {"data": codes.HAND}, "asks": True}
    state[session.STAGE] = {"address": {**whole, **said} if isinstance(said, dict) and said else said}
    session.on_address(session.STAGE)
    assert is_unchanged(state["game"])


@pytest.mark.parametrize("hear", [lambda: session.on_address(session.STAGE), session.on_share])
def test_a_report_after_its_page_was_left_changes_nothing(state, hear):
    del state[session.STAGE]
    hear()
    assert is_unchanged(state["game"])


def test_a_browser_that_asks_gets_the_scene_of_the_present_controls(state):
    game = report(state, QUERY + "&step=3", set={"data": codes.HAND}, asks=True)
    assert game.asks
    assert session.asked() == {"data": codes.HAND, "points": encode(HAND), "rate": "0.5", "step": "3"}
    state["rate"] = 4.0
    session.changed("rate", "rate")
    assert session.asked() == {"data": codes.HAND, "points": encode(HAND), "rate": "4"}


def test_the_last_change_of_a_control_that_is_gone_is_ignored(state):
    session.changed("band", "band")
    assert "band" not in state["game"].settings
    state["band"] = True
    session.changed("band", "band")
    assert state["game"].settings["band"] == "true"


@pytest.mark.parametrize("start", ["0.697, -0.118", "3, -400000, 0.00123", "1e-7, -1e+21"])
def test_a_turned_arrow_sets_the_start(state, start):
    game = report(state, QUERY, set={"start": start})
    assert (game.settings["start"], game.behind) == (start, True)
    read = TextField(START.key, "", "").read(start)
    assert [float(number) for number in read.value.split(",")] == [float(number) for number in start.split(",")]


@pytest.mark.parametrize(
    "link",
    [None, 7, "", "javascript:alert(1)", "https://\ud800", "https://" + "x" * 10**6],
    ids=lambda link: str(link)[:20],
)
def test_a_report_without_a_link_gets_no_code(state, link):
    for said in ({"link": link}, link):
        state[session.STAGE] = {"share": said}
        session.on_share()
        assert session.code(ALL["app.py"]) is None


@pytest.mark.parametrize(("more", "has_picture"), [("", True), ("&x=" + "A" * 1600, False)])
def test_a_link_gets_its_code_once(state, more, has_picture):
    link = f"https://example.org/?data=AND{more}"
    state[session.STAGE] = {"share": {"link": link}}
    session.on_share()
    answer = session.code(ALL["app.py"])
    assert (answer["link"], answer["files"]) == (link, files(ALL["app.py"], {"data": "AND"}, "https://example.org/"))
    assert answer["picture"].startswith("data:image/svg+xml") == has_picture
    assert session.code(ALL["app.py"]) is None


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
        used, complaint = spread.read(text)
        assert type(used) is type(spread.default)
        assert spread.low <= used <= spread.high
        try:
            assert bool(complaint) == (float(text) != used)
        except ValueError:
            assert complaint


def test_each_widget_has_its_value_as_its_default():
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


def test_changed_controls_stand_in_the_address_which_shows_the_same():
    board = {"data": "by hand", "rate": "0.5", "points": encode(HAND)}
    page = visit(points=encode(HAND), step=2)
    page.number_input(key="rate").set_value(0.5).run()
    page.toggle(key="bias").set_value(True).run()
    page.selectbox(key="order").set_value("hardest").run()
    made = payload(page)
    assert made["address"] == {**board, "bias": "true", "order": "hardest"}
    assert content_of(**made["address"]) == made
    page.toggle(key="bias").set_value(False).run()
    page.selectbox(key="order").set_value(CHOICES["order"].default).run()
    assert payload(page)["address"] == board


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_a_page_keeps_the_address_of_another(page):
    link = {"data": "by hand", "rate": "0.5", "eps": "1", "view": "weight space", "points": encode(HAND), "said": "pm"}
    visited = visit(None if page == "app.py" else page, **link, step=1)
    said = message(visited)
    made = {key: text for key, text in said["link"]["address"].items() if key in said["known"]}
    assert said["settings"] | made == link


@pytest.mark.parametrize("link", [{}, {"step": ""}, {"lesson": "", "data": ""}])
def test_an_empty_link_to_another_page_keeps_everything(link):
    page = visit(data="AND", rate=0.5, step=2)
    page.query_params.clear()
    for key, value in link.items():
        page.query_params[key] = value
    page.switch_page("pages/proof.py").run()
    assert (message(page)["settings"], message(page)["link"]["number"]) == ({"data": "AND", "rate": "0.5"}, 1)


def test_a_margin_finer_than_a_hundredth_is_shown_as_it_is_used():
    page = visit(gamma="0.015", n=12)
    assert page.number_input(key="gamma").proto.format == "%g"
    assert payload(page)["facts"][0]["value"] == "0.0150"


TOLD = {None: ("n", "gamma", "data", "order", "start", "bias", "step", "points"),
        "pages/adversary.py": ("margin", "player", "said", "step")}  # fmt: skip


@pytest.mark.parametrize("page", TOLD)
@pytest.mark.parametrize("first", range(0, len(HOSTILE), 4))
def test_words_of_a_link_are_quoted_as_code(page, first):
    texts = itertools.islice(itertools.cycle(HOSTILE), first, None)
    visited = visit(page, **dict(zip(TOLD[page], texts, strict=False)))
    complained = payload(visited)["complaints"]
    assert complained
    for words in [*complained, *(caption.value for caption in visited.caption)]:
        plain = prose(words.replace(":red[:material/error:]", ""))
        assert plain.isprintable()
        assert not set(plain) & set("[]<>$*|\\`")
        assert "host" not in plain
