"""The stage as a Streamlit component: it sends a page's message to the browser, and receives the browser's reports."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from string import Template

import streamlit as st

from playground.export import alone
from playground.stage import assets
from playground.stage.payload import Message


def _script(name: str) -> str:
    names = {
        "stage": assets.STAGE,
        "style": assets.STYLE,
        "plotly": assets.PLOTLY,
        "alone": alone.TEMPLATE,
        "math": assets.MATH,
    }
    return Template(assets.script(name).decode()).safe_substitute(names)


# Streamlit sends inline scripts with every message, so the stage itself is in files that the browser keeps.
_LOADER = _script("loader.js")
_HTML = (Path(assets.__file__).parent / "stage.html").read_text(encoding="utf-8")

KEY = f"stage-{hashlib.sha256((_HTML + _LOADER).encode()).hexdigest()[:12]}"
"""The key of the stage on every page; each version has its own, because its scripts need a new element."""

_component = st.components.v2.component(
    "stage",
    html=_HTML,
    js=_LOADER,
    isolate_styles=False,  # Plotly puts its own style sheet into the document's head
)


def stage(
    message: Message,
    *,
    on_address: Callable[[], None],
    on_share: Callable[[], None],
    on_explain: Callable[[], None],
) -> None:
    """Draw the stage and send it a message.

    The stage is the part of a page that draws in the browser. It answers with reports, which the callbacks read in
    `st.session_state[KEY]`. What they read comes from a browser and must be checked.

    Parameters
    ----------
    message
        News from the session, and the scene, all that the stage draws, if the browser cannot fetch it.
    on_address
        Called before the next run if the report `address` has changed. The report has its `number`, which only grows;
        the `session` of which the browser last heard; the address as a `query`; the controls that the visitor has just
        `changed`; whether the browser `asks` for the scene, because it cannot fetch it; and the dialog that it `opens`.
    on_share
        Called before the next run if the report `share` has changed, which has a `link`.
    on_explain
        Called before the next run if the report `explain` has changed. The report has its `number`, the `query` of a
        board, and the `printout` of a program, as the route `explain` gets it.

    Raises
    ------
    ValueError
        If a number is NaN or infinite, which the browser could not read.
    TypeError
        If a value cannot be written as JSON, such as a NumPy scalar.
    """
    # Streamlit's own encoding is three times as long, and lets NaN and NumPy's numbers through.
    data = zlib.compress(json.dumps(message, allow_nan=False, separators=(",", ":")).encode(), 1)
    _component(key=KEY, data=data, on_address_change=on_address, on_share_change=on_share, on_explain_change=on_explain)


_keeper = st.components.v2.component(
    "address",
    html="<i hidden></i>",
    js=_script("keeper.js"),
)


def keep(message: Message) -> None:
    """Draw the component by which the browser keeps the visitor's address on a page without a stage."""
    _keeper(key="address", data=message)
