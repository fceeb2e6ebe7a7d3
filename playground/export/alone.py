"""Pages that stand alone: the stage with one scene in it, in a file that needs no server and no network."""

from __future__ import annotations

import base64
import html
import json
import re
import string
import zlib
from collections.abc import Mapping
from pathlib import Path

from playground.stage import assets, browsers
from playground.stage.assets import themes
from playground.stage.payload import Scene, by_plotly
from playground.text import RELATIONS

_FOLDER = Path(__file__).parent


def page(
    scene: Scene,
    title: str,
    step: int = 0,
    *,
    app: str = "",
    ways: Mapping[str, str] | None = None,
    plotly: str | None = None,
) -> str:
    """Write the page that shows a scene by itself: it steps, plays and scrubs, and nothing on it can be changed.

    Parameters
    ----------
    scene
        What the stage takes.
    title
        The document's.
    step
        Where to begin.
    app
        The address at which the app shows the same, to which the page leads with its step.
    ways
        The files that the page leads to, by what each of them is called there.
    plotly
        Where Plotly's file lies, if the stage's own lie beside it as `stage.css` and `stage.js`. Without it all are
        within the page, Plotly only if the scene has something that the stage does not draw by itself.
    """
    inline = plotly is None
    panels = by_plotly(scene)
    formulas = any("lines" in panel for panel in scene["panels"])
    payload = {"plotly": panels, "step": step, **scene}
    if not panels:
        plotly = ""
    elif plotly is None:
        plotly = _data_script(assets.PLOTLY_SCRIPT)
    return _page(
        inline,
        ways=" ".join(
            f'<a href="{html.escape(file)}"{_RELATION.get(name, "")}>{html.escape(name)}</a>'
            for name, file in (ways or {}).items()
        ),
        title=html.escape(title),
        links=f'<a data-app href="{html.escape(app)}">Open in the playground</a>' if app else "",
        scene=compressed(json.dumps(payload, allow_nan=False, separators=(",", ":")).encode()),
        plotly=plotly,
        math=assets.data_url(assets.MATH_FONT) if formulas else "data:,",
    )


def _page(inline: bool, *, math: str, **parts: str) -> str:
    """Fill in the stage, `within` the page or beside it, the address of its formulas' font, and these parts."""
    return string.Template((_FOLDER / "alone.html").read_text(encoding="utf-8")).safe_substitute(
        themes=themes(),
        notices=browsers.NOTICES,
        style=f"<style>\n{assets.stage_style(math)}</style>" if inline else _STYLE_LINK,
        stage=(_FOLDER.parent / "stage" / "stage.html").read_text(encoding="utf-8"),
        script=_SCRIPT_ADDRESS if inline else "stage.js",
        **parts,
    )


def compressed(content: bytes) -> str:
    """Return what a browser unpacks by itself, as text."""
    return base64.b64encode(zlib.compress(content, 9)).decode()


def _data_script(script: bytes) -> str:
    """Return the address of a script that is within the page."""
    return f"packed:{compressed(script)}"


def _script() -> str:
    """Return the stage as a script, because a browser takes no module from a disk."""
    text = re.sub(r"^export (default )?", "", assets.STAGE_SCRIPT.decode(), flags=re.MULTILINE)
    return f"const standAlone = (() => {{\n{text}\nreturn standAlone;\n}})();\n"


_RELATION = {label: f' rel="{relation}"' for label, relation in RELATIONS.items()}
_STYLE_LINK = '<link rel="stylesheet" href="stage.css">\n<link rel="preload" as="script" href="stage.js">'

STYLE = assets.stage_style(assets.data_url(assets.MATH_FONT))

SCRIPT = _script()
_SCRIPT_ADDRESS = _data_script(SCRIPT.encode())

TEMPLATE = assets.publish("alone", _page(True, ways="", math="$math").encode(), ".txt")
"""The page with `$title`, `$links`, `$scene`, `$plotly` and `$math` still to be filled in, by a browser that saves."""
