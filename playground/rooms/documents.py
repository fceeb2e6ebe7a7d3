"""The pages of a room: one document each, with its style and its script, and nothing else to fetch."""

from __future__ import annotations

import functools
from pathlib import Path

from playground.rooms.questions import LISTS
from playground.server import templates
from playground.server.http import Packed
from playground.stage import assets

NAMES = ("", "wall", "hand")
"""The pages of a room: a phone's, the wall's, and the teacher's for a phone."""

_FOLDER = Path(__file__).parent
_SCRIPTS = {
    "phone": [_FOLDER / f"{stem}.js" for stem in ("board", "line", "memory", "phone")],
    "wall": [
        *(_FOLDER / f"{stem}.js" for stem in ("board", "line", "memory", "pictures", "summary", "wall")),
        _FOLDER.parent / "stage" / "csv.js",
    ],
}


@functools.lru_cache(maxsize=256)
def document(name: str, code: str) -> Packed:
    """Return a page of a room, or without a code the page that asks for it."""
    kind = "wall" if name else "phone"
    text = templates.document(
        "rooms/room.html",
        kind=kind,
        code=code,
        name=name or "phone",
        base="../../" if name else "../" if code else "./",
        lists=LISTS,
        script=assets.bundle(*_SCRIPTS[kind]).decode(),
    )
    return Packed(text.encode(), ".html", "no-cache")
