"""The stage as a component of Streamlit: the scene that a page sends to the browser, and the reports that come back.

A scene has figures, columns with one value a step, and marks that follow the columns; the browser then steps, plays and
scrubs without the server.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable
from pathlib import Path

import streamlit as st

from playground.export import alone
from playground.stage import assets
from playground.stage.payload import Message

_FOLDER = Path(__file__).parents[1] / "stage"

# What is inline travels with every message, so only this loader is; the browser keeps the files that it names.
_LOADER = f"""
const address = (name) => new URL("app/static/" + name, document.baseURI).href;
// Once in the document, it is there for the next page's stage.
const styled = new Promise((resolve) => {{
  const href = address("{assets.STYLE}");
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return resolve();
  const earlier = document.querySelectorAll('link[rel="stylesheet"][href*="app/static/stage-"]'); // of another version
  const style = document.createElement("link");
  style.onload = style.onerror = () => {{
    for (const each of earlier) each.remove();
    resolve();
  }};
  document.head.append(Object.assign(style, {{ rel: "stylesheet", href }}));
}});
export default async (component) => {{
  const room = component.parentElement.querySelector(".stage-room");
  try {{
    const [stage] = await Promise.all([import(address("{assets.STAGE}")), styled]);
    room.hidden = false;
    await stage.standsThere(room);
    return stage.default(component, {{
      plotly: address("{assets.PLOTLY}"), alone: address("{alone.TEMPLATE}"), encoder: address("{assets.ENCODER}"),
      math: address("{assets.MATH}"),
    }});
  }} catch (error) {{
    room.hidden = false;
    room.querySelector(".stage-sentence").textContent =
      `The picture could not be loaded: ${{error.message}}. Reloading the page may help.`;
  }}
}};
"""


_HTML = (_FOLDER / "stage.html").read_text(encoding="utf-8")

KEY = f"stage-{hashlib.sha256((_HTML + _LOADER).encode()).hexdigest()[:12]}"
"""The key of the stage on every page; another one in another version, whose scripts need another element."""

_component = st.components.v2.component(
    "stage",
    html=_HTML,
    js=_LOADER,
    isolate_styles=False,  # Plotly puts its own style sheet into the document's head
)


def stage(
    message: Message,
    *,
    key: str,
    on_address: Callable[[], None],
    on_share: Callable[[], None],
    on_pick: Callable[[], None] = lambda: None,
) -> None:
    """Let the stage show what the page's controls are set to, and play it.

    Parameters
    ----------
    message
        What the page says of them.
    key
        Streamlit's key; the reports are in `st.session_state[key]`.
    on_address, on_share, on_pick
        Called before the next run when `st.session_state[key]["address"]` (`number`, which only grows, `session`, the
        name of the one that the browser has its settings from, `query`, all that the address says, `set`, the settings
        that the hand has made, and `asks`, whether it has no other way to ask for the scene), `["share"]` (`link`) or
        `["pick"]` (`number`, `x` and `y`) has changed. All come from the browser and must be checked.

    Raises
    ------
    ValueError
        If a number is NaN or infinite, which the browser could not read.
    TypeError
        If the message holds something that JSON has no word for, such as a NumPy scalar.
    """
    # Packed here, because Streamlit's own encoding is three times as long and lets NaN and NumPy's numbers through.
    data = zlib.compress(json.dumps(message, allow_nan=False, separators=(",", ":")).encode(), 1)
    _component(key=key, data=data, on_address_change=on_address, on_share_change=on_share, on_pick_change=on_pick)


_keeper = st.components.v2.component(
    "address",
    html="<i hidden></i>",
    js=f"""
export default async (component) => {{
  const stage = await import(new URL("app/static/{assets.STAGE}", document.baseURI).href);
  stage.keep(component);
}};
""",
)


def keep(message: Message, key: str, on_address: Callable[[], None]) -> None:
    """Write the address of a page that has no stage, or none yet; the arguments are as for `stage`."""
    _keeper(key=key, data=message, on_address_change=on_address)
