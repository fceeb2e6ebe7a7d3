"""The stage's files: named by their content, and published where Streamlit serves them."""

from __future__ import annotations

import base64
import contextlib
import functools
import hashlib
import importlib.util
import json
import logging
import os
import re
import tomllib
import urllib.parse
from collections.abc import Mapping
from pathlib import Path
from string import Template

import plotly

from playground import INSTALLED, ROOT

_FOLDER = Path(__file__).parent
_STATIC = ROOT / "static"

_FONTS = _FOLDER / "fonts"

FONT = '"Source Sans", system-ui, sans-serif'
"""The font of all pages and files: Streamlit's, or a part of it where Streamlit is not."""

FILES: dict[str, bytes] = {}
"""The published files by their names."""


def publish(stem: str, content: bytes, suffix: str = ".js") -> str:
    """Keep a script, a style sheet or a font, so that browsers can load it, and return its file's name.

    The name is made of `stem`, a hash of the content and `suffix`. So it changes only if the content does.
    """
    return _publish_as(f"{stem}-{hashlib.sha256(content).hexdigest()[:12]}{suffix}", content)


def _publish_as(name: str, content: bytes) -> str:
    """Publish a file: keep it in memory and, unless the package is installed, write it into `static/` for Streamlit.

    If it cannot be written, memory is enough where `server.front` serves the files.
    """
    FILES[name] = content
    if INSTALLED:
        return name
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


def script(name: str) -> bytes:
    """Return the script with this file name from `built/`, into which `npm run build` wrote it.

    Raises FileNotFoundError if there is none.
    """
    return (_FOLDER / "built" / name).read_bytes()


def by_brotli(name: str) -> bytes:
    """Return the Brotli bytes that `npm run build` made of a published file; b"" if it made none."""
    path = _FOLDER / "built" / f"{name}.br"
    return path.read_bytes() if path.exists() else b""


def data_url(font: bytes) -> str:
    """Return a WOFF2 font as a `data:` address.

    >>> data_url(b"wOF2")
    'data:font/woff2;base64,d09GMg=='
    """
    return f"data:font/woff2;base64,{base64.b64encode(font).decode()}"


@functools.cache
def colors(theme: str) -> str:
    """Return the colours of the theme "light" or "dark" as CSS declarations, such as "--st-primary-color: #0072B2;"."""
    return " ".join(f"{name}: {color};" for name, color in color_of(theme).items())


def color_of(theme: str) -> dict[str, str]:
    """Return the colours of the theme "light" or "dark" by their CSS properties, such as "--st-primary-color"."""
    theme_colors = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"][theme]
    dashed = {key: re.sub("[A-Z]", lambda capital: f"-{capital[0].lower()}", key) for key in theme_colors}
    return {f"--st-{dashed[key]}": str(color) for key, color in theme_colors.items()}


@functools.cache
def themes() -> str:
    """Return a style sheet that sets the app's colours, light or dark as the browser prefers, and names its font.

    It does not load the font: the CSS from `face` does.
    """
    return _filled("themes.css")


@functools.cache
def face() -> str:
    """Return CSS that loads the app's font; until the font has come, a font of the computer's own is shown.

    The font's address is "./app/static/…", so the base of the page must be the address of the app.
    """
    source = f'url("./app/static/{TEXT}") format("woff2")'
    return f'@font-face {{ font-family: "Source Sans"; font-weight: 400 700; font-display: swap; src: {source}; }}'


def _filled(name: str) -> str:
    """Return a style sheet of this folder, with the font and the colours of both themes filled in."""
    text = Template((_FOLDER / name).read_text(encoding="utf-8"))
    return text.substitute(font=FONT, light=colors("light"), dark=colors("dark"))


@functools.cache
def stage_style(math: str, *pieces: str) -> str:
    """Return the style sheet of the stage, the part of a page with the board, the curves and their texts.

    It also has the files `pieces` of this folder. It holds the font of signs, and loads the formulas' font from the
    address `math`. In the app, later scripts bring "later.css" and "dialogs.css" along. A page with a single script
    must name "later.css" among its `pieces`.
    """
    names = ("stage.css", "wall.css", "heading.css", *pieces)
    style = "".join((_FOLDER / name).read_text(encoding="utf-8") for name in names)
    signs = data_url((_FONTS / "signs.woff2").read_bytes())
    return lean(style.replace("fonts/signs.woff2", signs).replace("fonts/math.woff2", math) + _filled("printing.css"))


def lean(style: str) -> str:
    """Return a style sheet without its comments, and without spaces beside braces and semicolons.

    A line break elsewhere becomes one space. Texts in quotes stay.

    >>> lean("a { top: 0; /* as the b's */ } b::after { content: ' { '; }")
    "a{top: 0;}b::after{content: ' { ';}"
    """
    return _SPARE.sub(lambda found: found[1] or found[2] or " " * found[0].isspace(), style)


_SPARE = re.compile(r"""("[^"]*"|'[^']*')|/\*.*?\*/|\s*([{};])\s*|\s*\n\s*""", re.DOTALL)


def _brython() -> bytes:
    """Return Brython's script with two modules of its library; b"" if Brython is not installed."""
    spec = importlib.util.find_spec("brython")
    if spec is None or spec.origin is None:
        return b""
    data = Path(spec.origin).parent / "data"
    library = (data / "brython_stdlib.js").read_text(encoding="utf-8")
    modules = {name: _module(library, name) for name in ("_random", "math")}
    script = (data / "brython.js").read_text(encoding="utf-8")
    return f"{script}\n__BRYTHON__.update_VFS({json.dumps(modules)});".encode()


def _module(library: str, name: str) -> object:
    """Return the entry of a module in the text of Brython's library, a script that holds its modules as JSON."""
    begin = f'"{name}": '
    return json.JSONDecoder().raw_decode(library, library.index(begin) + len(begin))[0]


# The pieces of the stage name one another by the names that the build gave them.
PIECES = [_publish_as(path.name, path.read_bytes()) for path in sorted((_FOLDER / "built").glob("*-*.js"))]
(STAGE,) = (name for name in PIECES if name.startswith("stage-"))
WITH_STAGE = re.findall(r'from ?"\./(.+?)"', FILES[STAGE].decode())
"""The pieces that the stage needs at once."""
_FOR_SCENES = {"guide": "guided", "drawing": "special", "picking": "special"}


def pieces_for(scene: Mapping[str, object]) -> list[str]:
    """Return the file names of the scripts that a scene needs beyond those of every scene; empty if it needs none.

    A scene is the data that a page shows. One script is for scenes with the entry "guide", and one for scenes with
    "drawing", "picking" or both.
    """
    stems = [stem for entry, stem in _FOR_SCENES.items() if entry in scene]
    return [name for name in PIECES if name.partition("-")[0] in stems]


TEXT = publish("text", (_FONTS / "text.woff2").read_bytes(), ".woff2")
MATH_FONT = (_FONTS / "math.woff2").read_bytes()
MATH = publish("math", MATH_FONT, ".woff2")
STYLE = publish("stage", stage_style(MATH).encode(), ".css")

_ICON = " ".join((_FOLDER / "icon.svg").read_text(encoding="utf-8").replace('"', "'").split())
ICON = f"data:image/svg+xml,{urllib.parse.quote(_ICON, safe=' /:=,')}"
PLOTLY_SCRIPT = (Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_bytes()
PLOTLY = publish("plotly.min", PLOTLY_SCRIPT)
BRYTHON_SCRIPT = _brython()
BRYTHON = publish("brython", BRYTHON_SCRIPT) if BRYTHON_SCRIPT else ""
"""The script of the Python that runs in browsers; an empty name if Brython is not installed."""
