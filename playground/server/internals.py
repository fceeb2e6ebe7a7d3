"""Streamlit's internals: all names the app uses that Streamlit does not document, and so may change or drop.

Each is looked up when it is needed, and where it is missing the app goes on without. Such names of the page in the
browser are in `menu.js`, and in style sheets, where a rule that fits nothing does nothing.
"""

from __future__ import annotations

import functools
import pkgutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import streamlit

CONTEXT = "streamlit.runtime.scriptrunner", "get_script_run_ctx"
"""Tells what a run was asked for; without it, as without both that follow."""

BY_HISTORY = "is_history_navigation"
"""Of the context; without it Back and Forward within a page leave the board as it is."""

FRAGMENTS = "fragment_ids_this_run"
"""Of the context; without it a control that is changed while a report arrives shows its effect with the next run."""

THEME = "streamlit.runtime.app_session", "_populate_theme_msg"
"""Without it the theme is read anew in each run, a fifth of what an edit costs."""

RUN = "streamlit.runtime.scriptrunner.script_runner:ScriptRunner", "_run_script_thread"
"""Without it all runs that are asked for are worked on at once, and in a full hall the first wait for the last."""

CLIENT = "streamlit.runtime:Runtime", "get_client"
"""Knows the connection of a session; without it all sessions share the turns of one address."""

FRONTEND = Path(streamlit.__file__).parent / "static"
"""The files of Streamlit's page; without them Streamlit alone answers for them, and a visit takes longer."""


def by_history() -> bool:
    """Whether the browser's Back or Forward asked for this run."""
    return bool(getattr(_context(), BY_HISTORY, False))


def in_fragment() -> bool:
    """Whether only a fragment of the page is run."""
    return bool(getattr(_context(), FRAGMENTS, None))


def remember_theme() -> None:
    """Let Streamlit read its theme once: it does so for every run, and finds the same."""

    def remembering(read: Callable[..., None]) -> Callable[..., None]:
        known: dict[tuple[str, ...], Any] = {}

        def remembered(message: Any, *section: str) -> None:
            if section not in known:
                theme = type(message)()
                read(theme, *section)
                known[section] = theme
            if known[section].ByteSize():  # to merge nothing would still say that there is a theme
                message.MergeFrom(known[section])

        return remembered

    _put_around(THEME, remembering)


def run_within(turn: Callable[[Any], AbstractContextManager[None]]) -> None:
    """Let each thread that runs pages do so within a context that is made for it, of the session's runner."""

    def within(work: Callable[[Any], None]) -> Callable[[Any], None]:
        def work_within(runner: Any) -> None:
            with turn(runner):
                work(runner)

        return work_within

    _put_around(RUN, within)


def client_of(runner: Any) -> tuple[str, str]:
    """Return the address that a session's connection comes from, and for whom that says it speaks, if it does."""
    runtime, name = _resolved(CLIENT[0]), CLIENT[1]
    try:
        client = getattr(runtime.instance(), name)(runner._session_id).client_context
        return client.remote_ip or "", ",".join(text for name, text in client.headers if name == "x-forwarded-for")
    except (AttributeError, RuntimeError):  # a test without a server has none
        return "", ""


def first_document() -> str:
    """Return the document that Streamlit answers with for every page; an empty text if there is none."""
    try:
        return (FRONTEND / "index.html").read_text(encoding="utf-8")
    except OSError:
        return ""


def _context() -> Any:
    owner, name = CONTEXT
    context = getattr(_resolved(owner), name, None)
    return context and context()


def _resolved(name: str) -> Any:
    """Return what has this name, a module or a part of one after a colon; None if nothing has."""
    try:
        return pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return None


def _put_around(inside: tuple[str, str], wrapper: Callable[[Callable[..., None]], Callable[..., None]]) -> None:
    """Put a function of ours around one of Streamlit's, once."""
    owner, name = _resolved(inside[0]), inside[1]
    function = getattr(owner, name, None)
    if function is not None and not hasattr(function, "__wrapped__"):
        setattr(owner, name, functools.wraps(function)(wrapper(function)))
