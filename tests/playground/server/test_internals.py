"""A Streamlit without a name that it does not document still opens the app; the one we have has them all."""

import dataclasses
import itertools
import pkgutil
import types
from pathlib import Path
from unittest.mock import patch

import pytest
import streamlit
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.scriptrunner import ScriptRunContext
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from playground.address.codes import encode
from playground.app import component, session
from playground.server import internals, slots
from playground.server.front import Front
from tests.boards import HAND
from tests.playground.visiting import message, payload, visit

FUNCTIONS = [internals.CONTEXT, internals.THEME, internals.RUN, internals.CLIENT]
OF_THE_CONTEXT = [internals.BY_HISTORY, internals.FRAGMENTS]
LINK = {"data": "by hand", "points": encode(HAND), "bias": "true"}


@pytest.fixture(autouse=True, scope="module")
def _menu():
    visit()  # its links are kept, which Streamlit could not make without names of its own


def opens():
    """The server starts, the page opens and follows a control, and its stage's report is taken."""
    internals.remember_theme()
    internals.run_within(slots.of_session)
    Front(lambda *_: None, internals.base_path(), internals.first_document(), internals.FRONTEND)
    page = visit(**LINK)
    assert payload(page)["points"] == [list(point) for point in HAND]
    game = page.session_state["game"]
    said = {"number": 1, "session": game.name, "query": "data=AND", "changed": "data", "asks": True, "opens": ""}
    page.session_state[component.KEY] = {"address": said}
    with patch.object(streamlit, "session_state", page.session_state):
        session.on_address()
    assert message(page.run())["content"]["address"] == {"data": "AND", "bias": "true"}


def test_this_streamlit_has_every_name():
    for owner, name in FUNCTIONS:
        assert callable(getattr(pkgutil.resolve_name(owner), name))
    assert {field.name for field in dataclasses.fields(ScriptRunContext)} >= set(OF_THE_CONTEXT)
    assert 'id="root"' in internals.first_document()
    assert all(f"/{part}." in internals.first_document() for part in internals.PARTS)


def without_functions(names, monkeypatch):
    work = ScriptRunner._run_script_thread
    monkeypatch.setattr(LocalScriptRunner, "_run_script_thread", lambda runner: work(runner))  # Streamlit's own use
    for owner, name in names:
        monkeypatch.delattr(pkgutil.resolve_name(owner), name)


def without_owners(names, monkeypatch):
    resolve = pkgutil.resolve_name

    def lacking(asked):
        if asked in dict(names):
            raise AttributeError if ":" in asked else ImportError
        return resolve(asked)

    monkeypatch.setattr(pkgutil, "resolve_name", lacking)  # Streamlit itself could not do without them


def without_attributes(names, monkeypatch):
    owner, function = internals.CONTEXT
    given = getattr(pkgutil.resolve_name(owner), function)

    def lacking():
        return types.SimpleNamespace(**{key: each for key, each in vars(given()).items() if key not in names})

    monkeypatch.setattr(pkgutil.resolve_name(owner), function, lacking)


def without_files(names, monkeypatch):
    monkeypatch.setattr(internals, "FRONTEND", Path("nowhere"))


@pytest.mark.parametrize(
    ("lack", "names"),
    [
        *itertools.product((without_functions, without_owners), (FUNCTIONS, [internals.CLIENT])),
        (without_attributes, OF_THE_CONTEXT),
        (without_files, []),
    ],
)
def test_the_app_opens_without_names_of_streamlits(lack, names, monkeypatch):
    """Without all functions of a kind, and without the client's alone, which is asked only within a run."""
    lack(names, monkeypatch)
    opens()
    assert bool(internals.first_document()) == (lack is not without_files)


@pytest.mark.parametrize(("asked", "fragments"), [(False, None), (False, []), (True, ["one"])])
def test_what_a_run_was_asked_for_is_read_from_its_context(asked, fragments, monkeypatch):
    context = types.SimpleNamespace(**dict(zip(OF_THE_CONTEXT, (asked, fragments), strict=True)))
    owner, name = internals.CONTEXT
    monkeypatch.setattr(pkgutil.resolve_name(owner), name, lambda: context)
    assert (internals.by_history(), internals.in_fragment()) == (asked, asked)


def test_the_theme_is_read_once_and_said_as_streamlit_says_it(monkeypatch):
    read = getattr(app_session._populate_theme_msg, "__wrapped__", app_session._populate_theme_msg)
    asked_for = []

    def counted(message, section="theme"):
        asked_for.append(section)
        read(message, section)

    def said(populate):
        theme = CustomThemeConfig()
        populate(theme)
        parts = (theme.light, "light"), (theme.dark, "dark"), (theme.sidebar, "sidebar")
        for part, name in (*parts, (theme.light.sidebar, "light.sidebar"), (theme.dark.sidebar, "dark.sidebar")):
            populate(part, f"theme.{name}")
        return theme.SerializeToString()

    whole = said(read)
    monkeypatch.setattr(app_session, "_populate_theme_msg", counted)
    internals.remember_theme()
    assert {said(app_session._populate_theme_msg) for _ in range(3)} == {whole}
    assert len(whole) > 50  # there is a theme
    assert len(asked_for) == len(set(asked_for)) == 6
