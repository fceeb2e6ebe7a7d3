"""The pages of a room: one document each, with its style, its script and nothing else to fetch."""

from __future__ import annotations

import functools
import string
from pathlib import Path

from playground.rooms.questions import LISTS
from playground.server import http
from playground.stage import assets, browsers

NAMES = ("", "wall", "hand")
"""Of a room: a phone's page, the wall's, and the teacher's for a phone."""

_FOLDER = Path(__file__).parent
_SCRIPTS = {
    "phone": [_FOLDER / f"{stem}.js" for stem in ("board", "line", "memory", "phone")],
    "wall": [
        *(_FOLDER / f"{stem}.js" for stem in ("board", "line", "memory", "pictures", "summary", "wall")),
        _FOLDER.parent / "stage" / "csv.js",
    ],
}
_READY = "".join(f'<button name="list" value="{name}">{title}</button>' for name, (title, _) in LISTS.items())


@functools.lru_cache(maxsize=256)
def document(name: str, code: str) -> http.Responses:
    """Return a page of a room, or without a code the one that asks for it."""
    kind = "wall" if name else "phone"
    text = _template(kind).substitute(
        code=code,
        name=name or "phone",
        base="../../" if name else "../" if code else "./",
        icon=assets.ICON,
        ready=_READY,
        themes=assets.themes(),
        notices=browsers.NOTICES,
        style=_text("room.css"),
        script=assets.bundle(*_SCRIPTS[kind]).decode(),
    )
    return http.responses(text.encode(), ".html", "no-cache")


@functools.cache
def _template(kind: str) -> string.Template:
    return string.Template(_text("room.html").replace("$content", _text(f"{kind}.html")))


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
