"""Streamlit's options and internals: every name that Streamlit does not document, and so may change or drop.

Each is looked up when it is needed; without it the app still runs. No other module of this folder imports Streamlit:
`app.py` hands these values to them. Undocumented names of Streamlit's page in the browser are in `stage/src/host`
and in style sheets, where a rule that matches nothing does nothing.
"""

from __future__ import annotations

import functools
import pkgutil
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import streamlit

CONTEXT = "streamlit.runtime.scriptrunner", "get_script_run_ctx"
"""The context of a run; without it the app behaves as if the next two names were missing."""

BY_HISTORY = "is_history_navigation"
"""An attribute of the context; without it Back and Forward within a page do not change the board."""

FRAGMENTS = "fragment_ids_this_run"
"""An attribute of the context; without it a dialog that opens while a report arrives comes one run later."""

THEME = "streamlit.runtime.app_session", "_populate_theme_msg"
"""Without it Streamlit reads the theme in each run, which is a fifth of the cost of an edit."""

RUN = "streamlit.runtime.scriptrunner.script_runner:ScriptRunner", "_run_script_thread"
"""Without it all runs are executed at once, and in a full hall the first waits for the last."""

CLIENT = "streamlit.runtime:Runtime", "get_client"
"""The connection of a session; without it all sessions share the slots of one address."""

FRONTEND = Path(streamlit.__file__).parent / "static"
"""The files of Streamlit's page; without them Streamlit serves its files itself, and a visit takes longer."""

PARTS = "BidiComponent", "Html", "PageLink"
"""How the file names of scripts begin that are preloaded for the page around a board. Without a preload, Streamlit
imports each only when it draws the first such part, one after the other."""


def base_path() -> str:
    """Return the path below which the app lies: "", or a path that begins with a slash and does not end with one."""
    base = streamlit.get_option("server.baseUrlPath").strip("/")
    return base and f"/{base}"


def by_history() -> bool:
    """Return whether the browser's Back or Forward started this run; False if Streamlit does not say."""
    return bool(getattr(_context(), BY_HISTORY, False))


def in_fragment() -> bool:
    """Return whether Streamlit now runs only a fragment of the page's script; False if Streamlit does not say."""
    return bool(getattr(_context(), FRAGMENTS, None))


def remember_theme() -> None:
    """Make Streamlit read its theme once for all runs, instead of in each run.

    Do nothing if Streamlit has no such function.
    """

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


def run_within(slot: Callable[[str, str], AbstractContextManager[None]]) -> None:
    """Make Streamlit run every page inside a context manager, a new one for each run.

    Do nothing if Streamlit's function for a run is missing, or if this was called before.

    Parameters
    ----------
    slot
        A function that returns the context manager. It takes the address of the session's connection and the header
        `X-Forwarded-For`; each is "" if it is not known.
    """

    def within(work: Callable[[Any], None]) -> Callable[[Any], None]:
        def work_within(runner: Any) -> None:
            with slot(*_client(runner)):
                work(runner)

        return work_within

    _put_around(RUN, within)


def _client(runner: Any) -> tuple[str, str]:
    runtime, name = _resolved(CLIENT[0]), CLIENT[1]
    try:
        client = getattr(runtime.instance(), name)(runner._session_id).client_context
        return client.remote_ip or "", ",".join(text for name, text in client.headers if name == "x-forwarded-for")
    except (AttributeError, RuntimeError):  # a test without a server has none
        return "", ""


def first_document() -> str:
    """Return the HTML document that Streamlit sends for every page; "" if its file cannot be read.

    It also has links that preload the scripts of `PARTS`, and those that they import.
    """
    try:
        document = (FRONTEND / "index.html").read_text(encoding="utf-8")
        names = _scripts_of_parts(document)
    except OSError:
        return ""
    links = "".join(f'<link rel="modulepreload" crossorigin href="./static/js/{name}">' for name in names)
    return document.replace("</head>", f"{links}</head>")


def _scripts_of_parts(document: str) -> list[str]:
    scripts = FRONTEND / "static" / "js"
    names = [path.name for part in PARTS for path in sorted(scripts.glob(f"{part}.*.js"))]
    for name in names:  # the list grows on the way
        imported = re.findall(r'(?:from|import) ?"\./([\w.-]+\.js)"', (scripts / name).read_text(encoding="utf-8"))
        names += [other for other in imported if other not in names and other not in document]
    return names


def _context() -> Any:
    owner, name = CONTEXT
    context = getattr(_resolved(owner), name, None)
    return context and context()


def _resolved(name: str) -> Any:
    """Return a module by its name, or what it holds under the name after a colon; None if there is no such thing."""
    try:
        return pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return None


def _put_around(inside: tuple[str, str], wrapper: Callable[[Callable[..., None]], Callable[..., None]]) -> None:
    """Put a wrapper around one of Streamlit's functions, unless it is there already.

    `inside` names the object that holds the function, and the function.
    """
    owner, name = _resolved(inside[0]), inside[1]
    function = getattr(owner, name, None)
    if function is not None and not hasattr(function, "__wrapped__"):
        setattr(owner, name, functools.wraps(function)(wrapper(function)))
