"""The pages of a room: one document each, with its style and script, that fetches nothing but the font of all pages."""

from __future__ import annotations

import functools

from playground.rooms.lectures import PLANS
from playground.rooms.questions import LISTS
from playground.server import templates
from playground.server.http import Packed
from playground.stage import assets

NAMES = ("", "wall", "desk", "hand")
"""The pages of a room: a phone's, the wall's, the teacher's screen, and the same on the phone that is the remote."""
READY = {*LISTS, *PLANS}
"""The names of the lists and plans that are ready."""


@functools.lru_cache(maxsize=256)
def document(name: str, code: str) -> Packed:
    """Return the response with a page of the room with this `code`; `name` is one of NAMES.

    A room is a class that answers from its phones. With the name "" the page is the phone's or, if the code is "" too,
    a page that asks for the code. Nothing checks whether the room exists.
    """
    kind = "desk" if name == "hand" else name or ("phone" if code else "enter")
    text = templates.document(
        "rooms/room.html",
        kind=kind,
        code=code,
        name=name or "phone",
        base="../../" if name else "../" if code else "./",
        lists=LISTS,
        plans=PLANS,
        script=assets.script(f"{kind}.js").decode(),
    )
    return Packed(text.encode(), ".html", "no-cache")
