"""Links and reports drawn at random, from anyone: no error, no markup, no long run, and what is shown can be shared.

Streamlit is a stand-in that says where Streamlit would fail, for its own test harness takes too long for thousands of
visits. Most links are read on an empty board, and one in 200 on its own. FUZZ is how many links and reports there are,
and SEED which; the slow ones are others each time, and what fails names both.
"""

import functools
import inspect
import json
import math
import os
import random
import secrets
import types
import urllib.parse
import zlib
from contextlib import contextmanager, nullcontext
from fractions import Fraction
from pathlib import Path

import pytest
import streamlit

from perceptron import Dataset, digits
from playground.address import conditions, lists
from playground.address.address import within
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
from playground.app import experiments, frame, lessons, session
from playground.lessons import LESSONS
from playground.page import controls
from playground.page.controls import MOST_UPDATES
from playground.pages.adversary.scene import play
from playground.pages.digits.scene import pictures
from playground.pages.experiments.scene import EXPERIMENTS, ExperimentRounds, ExperimentSettings, scene
from playground.server import experiment_cache, internals
from tests.boards import HAND, labelled
from tests.marks import slow
from tests.pages import PAGES
from tests.playground.parameters import CHOICES, NUMBERS, SWITCHES, TEXTS
from tests.playground.visiting import HOSTILE, NO_NUMBERS, prose

SEED = os.environ.get("SEED", "")
RUNS = [
    pytest.param(SEED, int(os.environ.get("FUZZ", "1000")), id="usual"),
    slow(SEED or secrets.token_hex(4), 200_000, id="many"),
]
WHOLE_VISITS = 200  # one visit in so many

ROOT = Path(__file__).parents[2]
CODE = {page: compile((ROOT / page).read_text(encoding="utf-8"), page, "exec") for page in PAGES}
KEYS = (*NUMBERS, *CHOICES, *TEXTS, *SWITCHES, "points", "said", "step", "data", "points", "lesson", "x1", "x2",
        "label", "pictures", "table", *lists.KEYS)  # fmt: skip
STRANGE = (*HOSTILE, *NO_NUMBERS, "", " ", "\u0663", "-0", "1e-320", "x" * 5000, "<script>host</script>", "a=b&c")
HALF = Fraction(1, 2)
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
STATES = ("game", "page", session.STAGE, "picked", "embed", "embedded")
REPORTED = ("session", "set", "asks", "query", "link", "number", "x", "y")
SMALL = ExperimentSettings(labelled(HAND[2:]), 5, 0.2, 1.0, 3, 1)


def as_called(function, stand_in):
    """A stand-in that is given nothing by a name which Streamlit's own function does not have."""
    known = inspect.signature(function).parameters.keys()

    def called(*given, **named):
        assert named.keys() <= known
        return stand_in(*given, **named)

    return called


class Rerun(Exception):  # noqa: N818
    """What `st.rerun` does to a script."""


class Place(nullcontext):
    """A part of the page."""

    def container(self, **_):
        return self


class State(dict):
    """A session's state, in which nothing can be set that is drawn already, nor drawn twice."""

    def __init__(self):
        super().__init__()
        self.drawn = set()

    def __setitem__(self, key, value):
        assert key not in self.drawn
        super().__setitem__(key, value)

    def draw(self, key):
        assert key not in self.drawn
        self.drawn.add(key)


class Screen:
    """Streamlit as far as the pages use it: a visitor's session, and what one run of a page said and sent."""

    def __init__(self):
        self.session_state, self.query, self.told, self.texts, self.sent = State(), "", [], [], {}
        self.by_history = False
        self.query_params = types.SimpleNamespace(to_dict=self._link, from_dict=self.write_link)

    def open(self, page, query):
        """Run a page as Streamlit does after a click or a link, and return what the browser gets."""
        self.query = query
        for _ in range(3):
            self.told, self.texts, self.sent = [], [], {}
            try:
                exec(CODE[page], {"__name__": "__main__", "__file__": str(ROOT / page)})
            except Rerun:
                continue
            finally:
                self.session_state.drawn.clear()
            return self.sent
        raise AssertionError("the page runs again and again")

    def answered(self, page, query):
        """Open a page by a link as who has no route to ask by, and return what the stage is answered with."""
        link = self.open(page, query)["link"]["address"]
        asked = {"number": 1, "session": session.game().name, "query": urllib.parse.urlencode(link), "set": {}}
        self.session_state[session.STAGE] = {"address": {**asked, "asks": True}}
        session.on_address(session.STAGE)
        return self.open(page, query)["content"]

    def put_on(self, patch):
        """Stand in for Streamlit."""
        stand_ins = {name: getattr(self, name) for name in ("number_input", "toggle", "text_input", "page_link")}
        stand_ins |= dict.fromkeys(("selectbox", "select_slider", "segmented_control"), self.choose)
        stand_ins |= dict.fromkeys(("warning", "caption", "info"), self.tell)
        stand_ins |= dict.fromkeys(
            ("markdown", "html", "header", "subheader", "set_page_config", "download_button"), self.write
        )
        stand_ins |= {"rerun": self.rerun, "container": self.container, "expander": self.container}
        stand_ins |= {"columns": lambda count: [Place()] * count, "fragment": lambda show: show}
        for name, stand_in in stand_ins.items():
            patch.setattr(streamlit, name, as_called(getattr(streamlit, name), stand_in))
        patch.setattr(streamlit, "session_state", self.session_state)
        patch.setattr(streamlit, "query_params", self.query_params)
        patch.setattr(streamlit, "sidebar", Place())
        patch.setattr(internals, "by_history", lambda: self.by_history)
        patch.setattr(internals, "in_fragment", lambda: False)
        patch.setattr(frame, "_mark", lambda **_: None)
        patch.setattr(frame, "_linked", frame._linked.__wrapped__)  # without a run its links are not to be kept
        patch.setattr(lessons, "_marks", lambda **_: None)
        patch.setattr("playground.app.component._keeper", lambda *, data, **_: self.send(data))
        patch.setattr(
            "playground.app.component._component", lambda *, data, **_: self.send(json.loads(zlib.decompress(data)))
        )

    def _link(self):
        read = urllib.parse.parse_qs(self.query, keep_blank_values=True)
        return {key: values[-1] for key, values in read.items() if key.lower() not in ("embed", "embed_options")}

    def write_link(self, link):
        assert not any(name.lower().startswith("embed") for name in link)
        assert all(type(value) is str for value in link.values())

    def rerun(self):
        raise Rerun

    def send(self, data):
        self.sent = json.loads(json.dumps(data, allow_nan=False))

    def tell(self, text):
        text.encode()
        self.told.append(text)

    def write(self, *texts, key=None, **_):
        if key is not None:
            self.session_state.draw(key)
        for text in texts:
            if isinstance(text, str):
                text.encode()
                self.texts.append(text)

    def page_link(self, _, *, label=None, query_params=None):
        if query_params:
            self.write_link(query_params)
        if label:
            self.write(label)

    def container(self, *_, key=None, **__):
        if key is not None:
            self.session_state.draw(key)
        return Place()

    def number_input(self, _, low, high, *, key, **__):
        value = self.drawn(key)
        assert type(value) is type(low)
        assert low <= value <= high
        return value

    def choose(self, _, choices, *__, key, **___):
        value = self.drawn(key)
        assert value in choices
        return value

    def toggle(self, _, *, key, **__):
        value = self.drawn(key)
        assert type(value) is bool
        return value

    def text_input(self, _, *, key, max_chars, **__):
        value = self.drawn(key)
        assert len(value.encode().decode()) <= max_chars
        return value

    def drawn(self, key):
        self.session_state.draw(key)
        return self.session_state[key]


@functools.cache
def small(experiment):
    return experiment.run(SMALL, lambda done: None, None)


@functools.cache
def picture(experiment):
    return scene(experiment, small(experiment), SMALL)


@pytest.fixture
def screen(monkeypatch):
    """A new visitor's screen, where each experiment has been run and drawn once."""

    def known(experiment, settings):
        if "data" in experiment.uses:
            try:
                settings.board()
            except ValueError:
                return experiment_cache.KnownRounds()
        return experiment_cache.KnownRounds(ExperimentRounds(seeds=1, wanted=1), small(experiment))

    monkeypatch.setattr(experiment_cache, "known_rounds", known)
    for module in (experiments, experiment_cache):
        monkeypatch.setattr(module, "scene", lambda experiment, table, *_, **__: picture(experiment))
    screen = Screen()
    screen.put_on(monkeypatch)
    return screen


@functools.cache
def few_digits(first, second):
    """Two pictures to learn from, and two held back."""
    return tuple(Dataset(part.X[:2], part.y[:2]) for part in digits(first, second))


@contextmanager
def emptied(patch):
    """Let every page have an empty board, few pictures and few rounds, and say that its run is as long as any."""
    with patch.context() as inner:
        inner.setattr(controls.Source, "points", lambda self: [])
        inner.setattr("playground.pages.digits.scene.handwritten", few_digits)
        inner.setattr(
            "playground.pages.digits.page.pictures",
            lambda source, one, other, shelf: pictures(source, one, other, shelf[:2]),
        )
        inner.setattr(
            "playground.pages.adversary.page.play", lambda who, margin, *given: play(who, max(margin, HALF), *given)
        )
        inner.setattr("playground.page.answer.within", lambda step, last: within(step, MOST_UPDATES))
        yield


# ---- what is drawn -------------------------------------------------------------------------------------------------


def draw_board(draw):
    most = draw.choice([0, 1, 3, 30, MOST + 3])
    return [(draw.uniform(-8, 8), draw.uniform(-8, 8), draw.randrange(2)) for _ in range(draw.randint(0, most))]


def draw_shelf(draw):
    most = draw.choice([0, 1, 9, MOST_PICTURES, MOST_PICTURES + 2])
    word = functools.partial(draw.choice, [0, 1, 2**31, 2**32 - 1, draw.getrandbits(32)])
    return [(word(), word(), draw.randrange(2)) for _ in range(draw.randint(0, most))]


def good(draw, key):
    """A text that a control may have written."""
    if key in NUMBERS:
        number = NUMBERS[key]
        low, high = number.low, number.high
        value = draw.choice([low, high, number.default, low + number.step, draw.uniform(low, high)])
        return f"{round(value)}" if number.whole else f"{value:.6g}"
    if key in CHOICES:
        return draw.choice(CHOICES[key].options)
    if key == "points":
        return encode(draw_board(draw))
    if key == "pictures":
        return encode_pictures(draw_shelf(draw))
    if key == "table":
        dim = draw.choice([1, 2, 5, 100])
        most = most_rows(dim)
        return encode_rows([(tuple(draw.randrange(4096) / 256 - 8 for _ in range(dim)), draw.randrange(2))
                            for _ in range(draw.choice([1, 3, most]))])  # fmt: skip
    if key == "said":
        return "".join(draw.choices("pm", k=draw.choice([0, 1, 9, 400])))
    if key == "step":
        return str(draw.choice([0, 1, 7, 4000, 10**8]))
    if key == "lesson":
        return draw.choice([*LESSONS])
    if key == "ask":
        return draw.choice(["Which point?", "\u3164", "o" + 200 * "\u0336", "x" * 300])
    if key == "hide":
        return ",".join(draw.sample(lists.HIDEABLE, draw.randint(0, 4)))
    if key == "list":
        return LIST[: draw.choice([len(LIST), len(LIST), draw.randrange(len(LIST))])]
    if key in ("at", "open"):
        return draw.choice(["1", "2", "3", "0"])
    if key == "next":
        then = draw.choice(["", "?embed=true", "?Embed_options=light", "?present=true", "?data=AND&ask=Why"])
        return draw.choice([*lists.FILES]) + then
    if key in ("x1", "x2"):
        return draw.choice(["length", "length~3.76~1.77", "x~-1e-05~2"])
    if key == "label":
        return draw.choice(["kind~a~b", "kind~setosa~all others"])
    if key == "margin":
        return draw.choice(["2/5", "0.05", "0,1", "1", "1/3"])
    return "1, -2" if key in TEXTS else draw.choice(["true", "false"])


def bad(draw, text):
    """A text that has been cut, mixed up, or replaced."""
    way = draw.randrange(4)
    if way == 0:
        return draw.choice(STRANGE)
    if way == 1:
        return draw.choice(["-", "+", "1e", " "]) + text
    place = draw.randint(0, len(text))
    strange = chr(draw.choice([draw.randrange(128), draw.randrange(0xD800)])) if way == 2 else draw.choice(STRANGE)
    return text[:place] + draw.choice(["", strange, strange + text[place:], strange + text[place + 1 :]])


def draw_link(draw):
    """The query of a link: good, bad, unknown, repeated or lost parameters, sometimes very many."""
    pairs = []
    trust = draw.choice([1.0, 0.8, 0.3])
    for _ in range(1200 if draw.random() < 0.003 else draw.randrange(12)):
        key = draw.choice(KEYS) if draw.random() < 0.95 else draw.choice((*STRANGE, *STATES))
        text = good(draw, key)
        pairs.append((key, text if draw.random() < trust else bad(draw, text)))
    query = urllib.parse.urlencode(pairs, errors="replace")
    if draw.random() < 0.1:
        place = draw.randint(0, len(query))
        query = (
            query[:place] + draw.choice(["&", "%", "%ff", "=", "%ed%a0%80", ";", "+", "#", "?", "\0"]) + query[place:]
        )
    return query


def draw_json(draw, depth=3):
    """Anything that a browser can report."""
    way = draw.randrange(12 if depth else 9)
    if way < 9:
        numbers = [0, 1, -1, 2, 2**53, 10**400, 0.5, -0.0, math.nan, math.inf, 1e308]
        return draw.choice(
            [None, True, False, "", *numbers, *STRANGE[:12], SURROGATE, "pm", "?step=3", "https://a.example"]
        )
    if way < 11:
        return [draw_json(draw, depth - 1) for _ in range(draw.choice([0, 1, 2, 3, 3, 3, 9]))]
    return {draw.choice([*REPORTED, SURROGATE]): draw_json(draw, depth - 1) for _ in range(draw.randrange(4))}


def draw_pick(draw):
    number = draw.randrange(len(small(EXPERIMENTS["margin"])))
    return {
        "number": number,
        "x": small(EXPERIMENTS["margin"])["margin"].tolist()[number],
        "y": small(EXPERIMENTS["margin"])["updates"].tolist()[number],
    }


def draw_report(draw, kind, heard):
    """A report of a kind, as the stage makes it but for some parts of it, or anything."""
    if draw.random() < 0.2:
        return draw_json(draw)
    link = draw_link(draw) + draw.choice(["", "", SURROGATE, "&" + SURROGATE + "=1"])
    short = link if draw.random() < 0.05 else link[-40:]  # to draw the code of a long one takes a while
    by_hand = [{}, {"data": "by hand"}, {"data": ""}, {"start": "1, 2"}, {"digits": "drawn by hand"}, {"rate": "7"}]
    report = {
        "address": lambda: {
            "number": heard + draw.choice([-1, 0, 1, 1, 1, 2]),
            "session": draw.choice([session.game().name, session.game().name, ""]),
            "query": link,
            "set": draw.choice(by_hand),
            "asks": draw.random() < 0.5,
        },
        "share": lambda: {"link": draw.choice(["https://a.example/?", "http://", "ftp://"]) + short},
        "pick": lambda: draw_pick(draw),
    }[kind]()
    while draw.random() < 0.4:
        report[draw.choice([*report])] = draw_json(draw)
    return report


# ---- what must hold ------------------------------------------------------------------------------------------------


def check_words(screen, what):
    """Nothing of a link is said but in spans of code, and its question, which the stage shows as text."""
    for text in [*screen.told, *what["complaints"]]:
        plain = prose(text.replace(":red[:material/error:]", ""))
        assert plain.isprintable()
        assert not set(plain) & set("[]<>$*|\\`#_~")
    assert not any("host" in prose(text) for text in screen.told + screen.texts)
    scene = what.get("scene", {})
    assert "host" not in json.dumps({**scene, "guide": ""})


def check_game(game):
    """A game is one that could have been played."""
    board = game.board
    assert decode(encode(board.points)) == (board.points, "")
    assert decode_pictures(encode_pictures(board.pictures)) == (board.pictures, "")
    assert decode_rows(encode_rows(game.rows)) == (game.rows, "")
    assert set(board.answers) <= {0, 1}
    assert max(len(board.points), len(board.answers)) <= MOST
    assert type(game.heard) is int
    assert 0 <= game.heard < 2**53
    assert all(len(part) <= 60 for setting in game.settings.items() for part in setting)
    assert len(game.settings) <= 61
    assert not any(name.startswith("embed") for name in game.settings)
    assert len(game.exercise.ask) <= 200
    " ".join([*game.exercise.address().values(), *game.settings, *game.settings.values()]).encode()


def check_link(screen, page, what):
    """A newcomer who opens the address sees what is seen, and hears no complaint of the link."""
    for sentence in what["complaints"]:
        assert sentence.endswith(".")
        assert len(sentence) < 250
    screen.session_state.clear()
    again = screen.answered(page, urllib.parse.urlencode({**what["address"], "step": what["step"]}))
    assert not [text for text in screen.told if "The link" in text]
    assert again == {**what, "complaints": []}


@pytest.mark.parametrize(("seed", "size"), RUNS)
@pytest.mark.parametrize("page", PAGES)
def test_any_link_opens_as_a_game_that_its_own_address_brings_back(page, seed, size, monkeypatch, screen):
    draw = random.Random(seed + page)
    for number in range(size // len(PAGES)):
        query = draw_link(draw)
        if draw.random() < 0.7:
            screen.session_state.clear()
        screen.by_history = draw.random() < 0.5
        try:
            with nullcontext() if number % WHOLE_VISITS == 0 else emptied(monkeypatch):
                what = screen.answered(page, query)
                check_game(session.game())
                if what:
                    check_words(screen, what)
                    check_link(screen, page, what)
        except Exception as error:
            error.add_note(f"Of SEED={seed} FUZZ={size} the link was {page}?{query[:2000]!r}")
            raise


REPORTS = {
    "address": functools.partial(session.on_address, session.STAGE),
    "share": session.on_share,
    "pick": experiments._on_pick,
}


@pytest.mark.parametrize(("seed", "size"), RUNS)
def test_no_report_brings_more_than_a_game(seed, size, monkeypatch, screen):
    draw = random.Random(seed + "reports")
    for number in range(size):
        if number % 50 == 0:
            screen.session_state.clear()
            page = draw.choice([*PAGES])
            with emptied(monkeypatch):
                screen.open(page, "")
        kind = draw.choice([*REPORTS])
        report = draw_report(draw, kind, session.game().heard)
        screen.session_state[session.STAGE] = {kind: report}
        try:
            REPORTS[kind]()
            check_game(session.game())
            if kind == "pick":
                experiments._picked_row(EXPERIMENTS["margin"], SMALL, small(EXPERIMENTS["margin"]))
            if number % 20 == 19:
                with emptied(monkeypatch):
                    if what := screen.open(page, "")["content"]:
                        check_words(screen, what)
                        check_link(screen, page, what)
        except Exception as error:
            error.add_note(f"Of SEED={seed} FUZZ={size} the report was a {kind} on {page}: {report!r:.2000}")
            raise
