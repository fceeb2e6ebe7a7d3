"""The stage's files: bundled, named by their content, and published where Streamlit serves them."""

from __future__ import annotations

import base64
import contextlib
import functools
import hashlib
import logging
import os
import re
import tomllib
import urllib.parse
from graphlib import TopologicalSorter
from pathlib import Path
from string import Template

import plotly

ROOT = Path(__file__).parents[2]

_FOLDER = Path(__file__).parent
_STATIC = ROOT / "static"

_FONTS = _FOLDER / "fonts"

_IMPORT = re.compile(r'^import .* from "(?:\.|\.\./\w+)/(\w+\.js)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)

FILES: dict[str, bytes] = {}
"""The published files by their names."""


def publish(stem: str, content: bytes, suffix: str = ".js") -> str:
    """Publish a script, a style or a font, and return its name, which changes with its content.

    The file is written into `static/`, where Streamlit serves it, or kept in memory alone if that fails.
    """
    name = f"{stem}-{hashlib.sha256(content).hexdigest()[:12]}{suffix}"
    FILES[name] = content
    target, scratch = _STATIC / name, _STATIC / f"{name}.{os.getpid()}"
    try:
        if not target.exists() or target.read_bytes() != content:
            _STATIC.mkdir(exist_ok=True)
            scratch.write_bytes(content)
            scratch.replace(target)
    except OSError as fault:
        with contextlib.suppress(OSError):
            scratch.unlink(missing_ok=True)
        logging.getLogger(__name__).info("%s is kept in memory only: %s", name, fault)
    return name


def bundle(*modules: Path) -> bytes:
    """Return ES modules as one, without comments: each module stands after all that it imports.

    The modules' file names must differ, and so must the names that they define at top level.

    Raises
    ------
    graphlib.CycleError
        If modules import one another in a circle.
    """
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(modules)}
    order = TopologicalSorter({name: _IMPORT.findall(text) for name, text in texts.items()}).static_order()
    return "\n".join(_COMMENT.sub("", _IMPORT.sub("", texts[name])) for name in order).encode()


def data_url(font: bytes) -> str:
    """Return a font as a `data:` address.

    >>> data_url(b"wOF2")
    'data:font/woff2;base64,d09GMg=='
    """
    return f"data:font/woff2;base64,{base64.b64encode(font).decode()}"


@functools.cache
def colors(theme: str) -> str:
    """Return CSS text that sets the colours of the theme "light" or "dark", named as in Streamlit's components."""
    return " ".join(f"{name}: {color};" for name, color in color_of(theme).items())


def color_of(theme: str) -> dict[str, str]:
    """Return each colour of the theme "light" or "dark" by the name of its CSS property."""
    theme_colors = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"][theme]
    dashed = {key: re.sub("[A-Z]", lambda capital: f"-{capital[0].lower()}", key) for key in theme_colors}
    return {f"--st-{dashed[key]}": str(color) for key, color in theme_colors.items()}


@functools.cache
def themes() -> str:
    """Return the style sheet that gives a page the app's colours, light or dark as the browser prefers."""
    return _filled("themes.css")


def _filled(name: str) -> str:
    """Return the text of a style sheet of this folder with the colours of both themes filled in."""
    text = Template((_FOLDER / name).read_text(encoding="utf-8"))
    return text.substitute(light=colors("light"), dark=colors("dark"))


@functools.cache
def stage_style(math: str) -> str:
    """Return the stage's style sheet, which holds the font of signs and loads the formulas' font from `math`."""
    style = (_FOLDER / "stage.css").read_text(encoding="utf-8")
    signs = data_url((_FONTS / "signs.woff2").read_bytes())
    return style.replace("fonts/signs.woff2", signs).replace("fonts/math.woff2", math) + _filled("printing.css")


STAGE_SCRIPT = bundle(*(_FOLDER).glob("*.js"))
STAGE = publish("stage", STAGE_SCRIPT)
MATH_FONT = (_FONTS / "math.woff2").read_bytes()
MATH = publish("math", MATH_FONT, ".woff2")
STYLE = publish("stage", stage_style(MATH).encode(), ".css")

ICON = f"data:image/svg+xml,{urllib.parse.quote((_FOLDER / 'icon.svg').read_text(encoding='utf-8'))}"
PLOTLY_SCRIPT = (Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_bytes()
PLOTLY = publish("plotly.min", PLOTLY_SCRIPT)
ENCODER = publish("gifenc", (_FOLDER / "vendor" / "gifenc.js").read_bytes())
