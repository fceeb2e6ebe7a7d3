"""The pages of a room: one document each, with its style, its script and nothing else to fetch."""

from __future__ import annotations

import functools
import string
import urllib.parse
from pathlib import Path

from ui import browsers, serving
from ui.rooms.questions import LISTS
from ui.stage import alone

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
def document(name: str, code: str) -> serving.Answers:
    """Return a page of a room, or without a code the one that asks for it."""
    kind = "wall" if name else "phone"
    text = _template(kind).substitute(
        code=code,
        name=name or "phone",
        base="../../" if name else "../" if code else "./",
        icon=f"data:image/svg+xml,{urllib.parse.quote((_FOLDER.parent / 'icon.svg').read_text(encoding='utf-8'))}",
        ready=_READY,
        themes=alone.themes(),
        notices=browsers.NOTICES,
        style=_text("room.css"),
        script=serving.bundle(*_SCRIPTS[kind]).decode(),
    )
    return serving.responses(text.encode(), ".html", "no-cache")


@functools.cache
def _template(kind: str) -> string.Template:
    return string.Template(_text("room.html").replace("$content", _text(f"{kind}.html")))


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
