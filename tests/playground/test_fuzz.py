"""Random links and reports, from anyone, cause no error, no markup and no long run; each link brings its scene back.

Most links are read on an empty board, a few on their own.
"""

import json
import math
import urllib.parse
from contextlib import nullcontext

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.address import conditions, lists
from playground.address.address import read
from playground.address.codes import (
    MOST,
    MOST_PICTURES,
    decode,
    decode_pictures,
    decode_rows,
    encode,
    encode_pictures,
    encode_rows,
    most_rows,
)
from playground.app import component, session
from playground.lessons import LESSONS
from playground.stage import shared
from tests.pages import PAGES
from tests.playground.parameters import CHOICES, NUMBERS, SWITCHES, TEXTS
from tests.playground.screen import emptied
from tests.playground.screen import screen as screen  # the fixture
from tests.playground.visiting import HOSTILE, NO_NUMBERS, prose

KEYS = (*NUMBERS, *CHOICES, *TEXTS, *SWITCHES, "points", "said", "step", "data", "points", "lesson", "x1", "x2",
        "label", "pictures", "table", *shared.EXERCISE)  # fmt: skip
STRANGE = (*HOSTILE, *NO_NUMBERS, "", " ", "\u0663", "-0", "1e-320", "x" * 5000, "<script>host</script>", "a=b&c")
LIST = lists.encode(
    [
        lists.ListItem("", {"gamma": "0.2", "step": "3"}, "How many?", number=True, hide=("tools",)),
        lists.ListItem(
            "race", {"data": "AND"}, "Which?", ("A", "B"), right=1, solved=conditions.read("no line separates them")
        ),
    ]
)
"""The code of a list of exercises."""
SURROGATE = "\ud800"
STATES = ("game", "page", component.KEY, "embed", "embedded")
REPORTED = ("session", "changed", "asks", "opens", "query", "link", "number")


# ---- random texts --------------------------------------------------------------------------------------------------


def draw_board(draw):
    most = draw.choice([0, 1, 3, 30, MOST + 3])
    return [(draw.uniform(-8, 8), draw.uniform(-8, 8), draw.randrange(2)) for _ in range(draw.randint(0, most))]


def good(draw, key):
    """Return a text that a control may have written."""
    pick = draw.choice
    if key in NUMBERS:
        number = NUMBERS[key]
        low, high = number.low, number.high
        value = pick([low, high, number.default, low + number.step, draw.uniform(low, high)])
        return f"{round(value)}" if number.whole else f"{value:.6g}"
    if key in CHOICES:
        return pick(CHOICES[key].options)
    if key == "points":
        return encode(draw_board(draw))
    if key == "pictures":
        count = draw.randint(0, pick([0, 1, 9, MOST_PICTURES, MOST_PICTURES + 2]))
        words = [0, 1, 2**31, 2**32 - 1, draw.getrandbits(32)]
        return encode_pictures([(pick(words), pick(words), draw.randrange(2)) for _ in range(count)])
    if key == "table":
        dim = pick([1, 2, 5, 100])
        count = pick([1, 3, most_rows(dim)])
        row = lambda: (tuple(draw.randrange(4096) / 256 - 8 for _ in range(dim)), draw.randrange(2))  # noqa: E731
        return encode_rows([row() for _ in range(count)])
    if key == "said":
        return "".join(draw.choices("pm", k=pick([0, 1, 9, 400])))
    if key == "hide":
        return ",".join(draw.sample(shared.HIDEABLE, draw.randint(0, 4)))
    if key == "list":
        return LIST[: pick([len(LIST), len(LIST), draw.randrange(len(LIST))])]
    if key == "next":
        return pick([*lists.FILES]) + pick(
            ["", "?embed=true", "?Embed_options=light", "?present=true", "?data=AND&ask=Why"]
        )
    return pick(SOME.get(key, ["1, -2"] if key in TEXTS else ["true", "false"]))


SOME = {
    "step": ["0", "1", "7", "4000", f"{10**8}"],
    "lesson": [*LESSONS],
    "ask": ["Which point?", "\u3164", "o" + 200 * "\u0336", "x" * 300],
    **dict.fromkeys(("at", "open"), ("1", "2", "3", "0")),
    **dict.fromkeys(("x1", "x2"), ("length", "length~3.76~1.77", "x~-1e-05~2")),
    "label": ["kind~a~b", "kind~setosa~all others"],
    "sequence": ["", "0, 1", "2 0 1 0", "[3; 1]", "0, {k}", "99999999999", "1," * 1_100],
    "margin": ["2/5", "0.05", "0,1", "1", "1/3"],
}
"""Texts of names that are neither a number nor a choice."""


def texts(key):
    """Return a strategy for a control's texts, whole, cut, mixed up or replaced."""
    fine = st.builds(good, st.randoms(use_true_random=True), st.just(key))
    strange = st.sampled_from(STRANGE)
    cut = st.builds(lambda text, place, new, rest: text[:place] + new + text[place:][rest:],
                    fine, st.integers(0, 60), st.characters(exclude_categories=["Cs"]) | strange,
                    st.sampled_from([0, 1, 10_000]))  # fmt: skip
    return st.one_of(
        fine, fine, fine, strange, cut, st.builds(str.__add__, st.sampled_from(["-", "+", "1e", " "]), fine)
    )


NAMES = st.sampled_from([*KEYS * 20, *STRANGE, *STATES])
PAIRS = st.lists(NAMES.flatmap(lambda key: st.tuples(st.just(key), texts(key))), max_size=12)


@st.composite
def links(draw):
    """Draw a query with good, damaged, unknown and repeated parameters, sometimes very many, sometimes cut itself."""
    pairs = draw(PAIRS) * draw(st.sampled_from([1] * 50 + [100]))
    query = urllib.parse.urlencode(pairs, errors="replace")
    place = draw(st.integers(0, 99))
    damage = draw(st.sampled_from([""] * 90 + ["&", "%", "%ff", "=", "%ed%a0%80", ";", "+", "#", "?", "\0"]))
    return query[:place] + damage + query[place:]


JSON = st.recursive(
    st.sampled_from([None, True, False, "", 0, 1, -1, 2, 2**53, 10**400, 0.5, -0.0, math.nan, math.inf, 1e308,
                     *STRANGE[:12], SURROGATE, "pm", "?step=3", "https://a.example"]),
    lambda part: (st.lists(part, max_size=9)
                  | st.dictionaries(st.sampled_from([*REPORTED, SURROGATE]), part, max_size=3)),
    max_leaves=12,
)  # fmt: skip
"""Anything that a browser can report."""
QUERIES = st.builds(str.__add__, links(), st.sampled_from(["", "", SURROGATE, "&" + SURROGATE + "=1"]))


SENT = {
    "address": st.fixed_dictionaries({
        "number": st.sampled_from([-1, 0, 1, 1, 1, 2]),  # more than the last number that was heard
        "session": st.sampled_from(["own", "own", ""]),
        "query": QUERIES,
        "changed": st.sampled_from(["", "", "data", "data,rate", "bias,,seed", "digits", "cheese"]),
        "asks": st.booleans(),
        "opens": st.sampled_from(["", "", "", "points", "rows", "cheese"]),
    }),
    # To draw the code of a long link takes a while.
    "share": QUERIES.flatmap(lambda link: st.sampled_from(["https://a.example/?", "http://", "ftp://"]).map(
        lambda scheme: {"link": scheme + link[-40:]})),
}  # fmt: skip


@st.composite
def reports(draw):
    """Draw a kind of report, and a report as the stage makes it with some parts damaged, or any JSON."""
    kind = draw(st.sampled_from([*SENT]))
    if not draw(st.integers(0, 4)):
        return kind, draw(JSON)
    report = draw(SENT[kind])
    damaged = draw(st.dictionaries(st.sampled_from([*report]), JSON, max_size=2)) if draw(st.booleans()) else {}
    return kind, {**report, **damaged}


# ---- what must hold ------------------------------------------------------------------------------------------------


def check_words(screen, what):
    """Check that a link's words appear only as code, or as its question, which the stage shows as text."""
    for text in what["complaints"]:
        plain = prose(text)
        assert plain.isprintable()
        assert not set(plain) & set("[]<>$*|\\`#_~")
    assert not any("host" in prose(text) for text in screen.texts)
    scene = what.get("scene", {})
    assert "host" not in json.dumps({**scene, "guide": ""})


def check_state(game):
    said = read(game.address)
    board, kept = said.board, said.settings
    assert decode(encode(board.points)) == (board.points, "")
    assert decode_pictures(encode_pictures(board.pictures)) == (board.pictures, "")
    assert decode_rows(encode_rows(board.rows)) == (board.rows, "")
    assert set(board.answers) <= {0, 1}
    assert max(len(board.points), len(board.answers)) <= MOST
    assert type(game.heard) is int
    assert 0 <= game.heard < 2**53
    longest = {key: each.longest for key, each in TEXTS.items()}
    assert all(len(key) <= 60 and len(text) <= longest.get(key, 60) for key, text in kept.items())
    assert len(kept) <= 61
    assert not any(name.startswith("embed") for name in kept)
    assert len(game.exercise.ask) <= 200
    " ".join([*game.exercise.address().values(), *kept, *kept.values()]).encode()


def check_link(screen, page, what):
    """Check that a new visitor who opens the address sees the same, without a complaint."""
    for sentence in what["complaints"]:
        assert sentence.endswith(".")
        assert len(sentence) < 250
    screen.session_state.clear()
    again = screen.answered(page, urllib.parse.urlencode({**what["address"], "step": what["step"]}))
    assert again == {**what, "complaints": []}


def visited(screen, page, query):
    what = screen.answered(page, query)
    check_state(session.game())
    if what:
        check_words(screen, what)
        check_link(screen, page, what)


@pytest.mark.parametrize("page", PAGES)
@settings(max_examples=settings.default.max_examples // 4)
@given(queries=st.lists(links(), min_size=1, max_size=2), by_history=st.booleans(), whole=st.integers(0, 40))
def test_any_link_opens_a_scene_that_its_address_brings_back(page, queries, by_history, whole, monkeypatch, screen):
    screen.session_state.clear()
    screen.by_history = by_history
    with emptied(monkeypatch) if whole else nullcontext():
        for query in queries:
            visited(screen, page, query)


HEARD = {
    "address": session.on_address,
    "share": session.on_share,
    "explain": session.on_explain,
}


@given(page=st.sampled_from([*PAGES]), made=st.lists(reports(), min_size=1, max_size=12))
def test_no_report_makes_an_impossible_state(page, made, monkeypatch, screen):
    screen.session_state.clear()
    with emptied(monkeypatch):
        screen.open(page, "")
        for kind, report in made:
            if kind == "address" and isinstance(report, dict) and {"number", "session"} <= report.keys():
                number, name = report["number"], report["session"]
                report = {
                    **report,
                    "number": session.game().heard + number if type(number) is int else number,
                    "session": session.game().name if name == "own" else name,
                }
            screen.session_state[component.KEY] = {kind: report}
            HEARD[kind]()
            check_state(session.game())
        if what := screen.open(page, "")["content"]:
            check_words(screen, what)
            check_link(screen, page, what)
