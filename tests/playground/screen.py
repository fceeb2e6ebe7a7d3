"""A stand-in for Streamlit that fails where Streamlit would; its own test harness is too slow for so many visits."""

import functools
import inspect
import json
import types
import urllib.parse
import zlib
from contextlib import contextmanager, nullcontext
from fractions import Fraction
from pathlib import Path

import pytest
import streamlit

from perceptron import Dataset, digits
from playground.app import component, frame, lessons, session
from playground.page import controls
from playground.page.answer import within
from playground.page.controls import MOST_UPDATES
from playground.pages.adversary.scene import play
from playground.pages.digits.scene import pictures
from playground.pages.experiments.scene import ExperimentRounds, ExperimentSettings, scene
from playground.server import experiment_cache, internals
from tests.boards import HAND, labelled
from tests.pages import PAGES

ROOT = Path(__file__).parents[2]
CODE = {page: compile((ROOT / page).read_text(encoding="utf-8"), page, "exec") for page in PAGES}
HALF = Fraction(1, 2)
SMALL = ExperimentSettings(labelled(HAND[2:]), 5, 0.2, 1.0, 3, 1)


def as_called(function, stand_in):
    """Wrap a stand-in so that it takes only names that Streamlit's function has."""
    known = inspect.signature(function).parameters.keys()

    def called(*given, **named):
        assert named.keys() <= known
        return stand_in(*given, **named)

    return called


class Rerun(Exception):  # noqa: N818
    """Ends a script, as `st.rerun` does."""


class Place(nullcontext):
    """A part of the page."""

    def container(self, **_):
        return self


class State(dict):
    """A session's state that allows no part of a page twice, and no value under the key of a part that is drawn."""

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
    """Streamlit as far as pages use it: a session, and the words and data of one run of a page."""

    def __init__(self):
        self.session_state, self.query, self.texts, self.sent = State(), "", [], {}
        self.by_history = False
        self.query_params = types.SimpleNamespace(to_dict=self._link, from_dict=self.write_link)

    def open(self, page, query):
        """Run a page as Streamlit does after a click or a link, and return the data for the browser."""
        self.query = query
        for _ in range(3):
            self.texts, self.sent = [], {}
            try:
                exec(CODE[page], {"__name__": "__main__", "__file__": str(ROOT / page)})
            except Rerun:
                continue
            finally:
                self.session_state.drawn.clear()
            return self.sent
        raise AssertionError("the page runs again and again")

    def answered(self, page, query):
        """Open a page by a link through the session, without the route, and return the stage's payload."""
        link = self.open(page, query)["link"]["address"]
        asked = {"number": 1, "session": session.game().name, "query": urllib.parse.urlencode(link), "asks": True}
        self.session_state[component.KEY] = {"address": asked}
        session.on_address()
        return self.open(page, query)["content"]

    def put_on(self, patch):
        stand_ins = {"page_link": self.page_link, "rerun": self.rerun, "container": self.container}
        stand_ins |= dict.fromkeys(("markdown", "html", "header", "set_page_config"), self.write)
        stand_ins |= {"columns": lambda count: [Place()] * count, "fragment": lambda show: show}
        for name, stand_in in stand_ins.items():
            patch.setattr(streamlit, name, as_called(getattr(streamlit, name), stand_in))
        patch.setattr(streamlit, "session_state", self.session_state)
        patch.setattr(streamlit, "query_params", self.query_params)
        patch.setattr(internals, "by_history", lambda: self.by_history)
        patch.setattr(internals, "in_fragment", lambda: False)
        patch.setattr(frame, "_frame", lambda **_: None)
        patch.setattr(frame, "_linked", frame._linked.__wrapped__)  # without a run its links are not to be kept
        patch.setattr(lessons, "_marks", lambda **_: None)
        patch.setattr(component, "_keeper", lambda *, data, **_: self.send(data))
        patch.setattr(component, "_component", lambda *, data, **_: self.send(json.loads(zlib.decompress(data))))

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

    def write(self, *texts, **_):
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


@functools.cache
def small(experiment):
    return experiment.run(SMALL, lambda done: None, None)


@functools.cache
def picture(experiment):
    return scene(experiment, small(experiment), SMALL)


@pytest.fixture
def screen(monkeypatch):
    """Return a new visitor's screen; each experiment is run and drawn once."""

    def known(experiment, settings):
        if "data" in experiment.uses:
            try:
                settings.board()
            except ValueError:
                return experiment_cache.KnownRounds()
        return experiment_cache.KnownRounds(ExperimentRounds(seeds=1, wanted=1), small(experiment))

    monkeypatch.setattr(experiment_cache, "known_rounds", known)
    monkeypatch.setattr(experiment_cache, "scene", lambda experiment, table, *_, **__: picture(experiment))
    screen = Screen()
    screen.put_on(monkeypatch)
    return screen


@functools.cache
def few_digits(first, second):
    """Return two pictures to learn from, and two held back."""
    return tuple(Dataset(part.X[:2], part.y[:2]) for part in digits(first, second))


@contextmanager
def emptied(patch):
    """Give every page an empty board, few pictures and few rounds, and a run as long as any."""
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
