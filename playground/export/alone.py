"""Pages that stand alone: the stage with one scene in an HTML file that needs no server and no network."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping

from playground.stage import assets, browsers
from playground.stage.payload import Scene, by_plotly
from playground.stage.templates import template
from playground.text import RELATIONS


def page(
    scene: Scene,
    title: str,
    step: int = 0,
    *,
    app: str = "",
    ways: Mapping[str, str] | None = None,
    plotly: str | None = None,
) -> str:
    """Return the HTML of a page on which a scene can be stepped and played, but not changed.

    Parameters
    ----------
    scene
        The scene to show.
    title
        The document's title.
    step
        The step at which the page opens.
    app
        The address at which the app shows the same board, to which the page links; "" for no link.
    ways
        Links to other pages: for the words of each link, the file to which it leads.
    plotly
        If None, the page holds its styles and scripts, and Plotly if the scene needs it. Else it loads `stage.css` and
        `stage.js`, which must lie beside it, and Plotly, if the scene needs it, from this address.
    """
    inline = plotly is None
    panels = by_plotly(scene)
    formulas = any("lines" in panel for panel in scene["panels"])
    payload = {"plotly": panels, "step": step, **scene}
    if not panels:
        plotly = ""
    elif plotly is None:
        plotly = _packed(assets.PLOTLY_SCRIPT)
    return _page(
        inline,
        math=assets.data_url(assets.MATH_FONT) if formulas else "data:,",
        ways=ways or {},
        title=title,
        app=app,
        scene=compressed(json.dumps(payload, allow_nan=False, separators=(",", ":")).encode()),
        plotly=plotly,
    )


def _page(inline: bool, **values: object) -> str:
    """Return the page, which holds the stage's files if `inline` and links to them else."""
    return template("export/alone.html").render(
        themes=assets.themes(),
        notices=browsers.NOTICES,
        inline=inline,
        style=_PACKED_STYLE,
        script=_PACKED_SCRIPT if inline else "stage.js",
        relations=RELATIONS,
        **values,
    )


def compressed(content: bytes) -> str:
    """Compress content with zlib and return it in base64, so that a browser can unpack it."""
    return base64.b64encode(zlib.compress(content, 9)).decode()


def _packed(script: bytes) -> str:
    return f"packed:{compressed(script)}"


STYLE = assets.stage_style(assets.data_url(assets.MATH_FONT), "later.css")

SCRIPT = assets.script("alone.js").decode()
_PACKED_SCRIPT = _packed(SCRIPT.encode())
# Each page loads the formulas' font by itself.
_PACKED_STYLE = compressed(assets.stage_style("data:,", "later.css").encode())

_PLACEHOLDERS = {name: f"${name}" for name in ("title", "links", "scene", "plotly", "math")}
TEMPLATE = assets.publish("alone", _page(True, ways={}, app="", **_PLACEHOLDERS).encode(), ".txt")
"""The page with the placeholders `$title`, `$links`, `$scene`, `$plotly` and `$math`, which saving.ts fills in."""
