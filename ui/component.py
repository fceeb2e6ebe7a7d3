"""The stage as a component of Streamlit: the scene that a page sends to the browser, and the reports that come back.

A scene has figures, columns with one value a step, and marks that follow the columns; the browser then steps, plays and
scrubs without the server.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

import streamlit as st

from ui import serving
from ui.stage import alone
from ui.stage.check import check_scene
from ui.stage.scene import Code, Hand, Payload, Scene, by_plotly

_FOLDER = Path(__file__).parent / "stage"

# What is inline travels with every message, so only this loader is; the browser keeps the files that it names.
_LOADER = f"""
const address = (name) => new URL("app/static/" + name, document.baseURI).href;
// Once in the document, it is there for the next page's stage.
const styled = new Promise((resolve) => {{
  const href = address("{serving.STYLE}");
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return resolve();
  const style = document.createElement("link");
  style.onload = style.onerror = resolve;
  document.head.append(Object.assign(style, {{ rel: "stylesheet", href }}));
}});
export default async (component) => {{
  const room = component.parentElement.querySelector(".stage-room");
  try {{
    const [stage] = await Promise.all([import(address("{serving.STAGE}")), styled]);
    room.hidden = false;
    return stage.default(component, {{
      plotly: address("{serving.PLOTLY}"), alone: address("{alone.TEMPLATE}"), encoder: address("{serving.ENCODER}"),
      math: address("{serving.MATH}"),
    }});
  }} catch (error) {{
    room.hidden = false;
    room.querySelector(".stage-sentence").textContent =
      `The picture could not be loaded: ${{error.message}}. Reloading the page may help.`;
  }}
}};
"""


_component = st.components.v2.component(
    "stage",
    html=(_FOLDER / "stage.html").read_text(encoding="utf-8"),
    js=_LOADER,
    isolate_styles=False,  # Plotly puts its own style sheet into the document's head
)


def stage(
    scene: Scene,
    *,
    key: str,
    session: str,
    arrivals: int,
    version: int,
    brought: int,
    rests: int,
    turns: int,
    step: int,
    address: Mapping[str, str],
    hand: Hand,
    code: Code | None,
    on_board: Callable[[], None],
    on_rest: Callable[[], None],
    on_resume: Callable[[], None],
    on_share: Callable[[], None],
    on_turn: Callable[[], None],
    on_pick: Callable[[], None] = lambda: None,
) -> None:
    """Draw the scene and let the visitor play it.

    Parameters
    ----------
    scene
        The figures, the columns they follow, the words.
    key
        Streamlit's key; the reports are in `st.session_state[key]`.
    session
        A name of the server's session. Where a browser is shown another one, it compares the addresses, and if they
        differ asks to go on from its own.
    arrivals
        How often the whole page has run. A stage whose page is left for another says nothing until this has changed.
    version
        The number of the last board taken from the hand; the browser keeps showing its own points while it is ahead.
    brought
        The number of the last board that took the place of the hand's; the browser can take it back like an edit.
    rests
        The number that came with the last step taken from the hand; a browser that has counted more says it again
        when a new stage opens.
    turns
        The number of the last turn of the line taken from the hand.
    step
        Where to begin when the stage is new; afterwards the browser keeps its own place.
    address
        All parameters that the address bar shall hold beside `step`.
    hand
        How the browser writes the hand's own doing into the address.
    code
        The picture of the link that the browser has asked to share.
    on_board, on_rest, on_resume, on_share, on_turn, on_pick
        Called before the next run when `st.session_state[key]["board"]` (`version`, `points`, which are the answers
        where the scene asks, `step`, which is "last" for the last there will be, `rests`, and `also`, what the address
        said before the hand made anything, where it has taken all that back), `["rest"]` (`step` and
        `rests`), `["resume"]` (`query`, the address to go on from, `version` and `rests`), `["share"]` (`link`),
        `["turn"]` (`turns` and `to`, the numbers of a line) or `["pick"]` (`number`, `x` and `y`) has changed. All
        come from the browser and must be checked.

    Raises
    ------
    ValueError
        If something in the scene does not fit the rest, such as a name that no column has, or a number is NaN or
        infinite, which the browser could not read.
    TypeError
        If the scene holds something that JSON has no word for, such as a NumPy scalar.
    """
    check_scene(scene)
    payload: Payload = {
        **scene,
        "plotly": by_plotly(scene),
        "session": session,
        "arrivals": arrivals,
        "version": version,
        "brought": brought,
        "rests": rests,
        "turns": turns,
        "step": step,
        "address": dict(address),
        "hand": hand,
        "code": code,
    }
    # Packed here, because Streamlit's own encoding is three times as long and lets NaN and NumPy's numbers through.
    data = zlib.compress(json.dumps(payload, allow_nan=False, separators=(",", ":")).encode(), 1)
    _component(
        key=key,
        data=data,
        on_board_change=on_board,
        on_rest_change=on_rest,
        on_resume_change=on_resume,
        on_share_change=on_share,
        on_turn_change=on_turn,
        on_pick_change=on_pick,
    )


_keeper = st.components.v2.component(
    "address",
    html="<i hidden></i>",
    js=f"""
export default async ({{ data }}) => {{
  const stage = await import(new URL("app/static/{serving.STAGE}", document.baseURI).href);
  stage.keep(data);
  stage.tellHeight();
}};
""",
)


def keep(*, session: str, version: int, rests: int, address: Mapping[str, str]) -> None:
    """Write the address of a page that has no stage; what the arguments mean is as for `stage`."""
    place = {"session": session, "version": version, "rests": rests, "address": dict(address)}
    _keeper(key="address", data=place)
