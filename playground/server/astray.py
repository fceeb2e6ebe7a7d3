"""Wrong addresses below ours: another case is led to the page that is meant, and all else to a page that leads home.

Streamlit would answer each of them with its own document, which finds none of its files there.
"""

from __future__ import annotations

import re
import string
from pathlib import Path

from playground.pages import PAGES
from playground.server import http
from playground.stage import assets

_FOLDER = Path(__file__).parent
_WHOLE = {"", *(page.route for page in PAGES.values() if page.file != "app.py")}
_SHOWN = {"", *(page.route for page in PAGES.values() if page.answer)}
_FOR_PEOPLE = {"light", "worksheet", "pages"}
_FOR_STAGES = {"scene", "share"}  # which say in their own words that there is no such page
_OURS = {*_WHOLE, *_FOR_PEOPLE, *_FOR_STAGES, "room"} - {""}
_STREAMLIT = {"_stcore", "static"}  # for which it looks below each page
_ROOM = re.compile("/room(/[A-Za-z]{6}(/(wall|hand|phones|walls))?)?")


class Astray:
    """Answers for addresses that are nearly ours, or look as if; passes all else on."""

    def __init__(self, app: http.Application) -> None:
        self._app = app
        self._below = http.base_path()

    async def __call__(self, scope: http.AsgiMessage, receive: http.Receive, send: http.Send) -> None:
        """Answer a request, or pass it on."""
        path = scope["path"] if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") else ""
        way = path.removeprefix(self._below)
        if not path.startswith(f"{self._below}/") or not is_astray(way) or (scope["method"], way) == ("HEAD", "/room/"):
            await self._app(scope, receive, send)
            return
        query = scope["query_string"].decode("latin-1")
        for message in http.response(_answers(way, query), scope):
            await send(message)


def is_astray(way: str) -> bool:
    """Say whether there is nothing at a path that begins as ours do.

    >>> [is_astray(way) for way in ("/light/proof", "/light/Proof", "/light/a/b", "/proof", "/Proof", "/static/a/b")]
    [False, True, True, False, True, False]
    """
    first, *others = way.split("/")[1:]
    return first.lower() in _OURS and not _is_there(way) and not (others and others[0] in _STREAMLIT)


def _is_there(way: str) -> bool:
    first, *others = way.split("/")[1:]
    if first == "room":
        return _ROOM.fullmatch(way) is not None
    if first in _FOR_STAGES:
        return len(others) == 1 and re.fullmatch("[a-z]*", others[0]) is not None
    return others in [[name] for name in _SHOWN] if first in _FOR_PEOPLE else first in _WHOLE and not others


def _answers(way: str, query: str) -> http.Responses:
    low = way.lower()
    up = "../" * (way.count("/") - 1) or "./"
    for meant in (low, low.rstrip("/"), f"{low}/"):
        if _is_there(meant):
            answers = http.responses(b"", ".txt", "no-cache", 307)
            address = f"{up}{meant[1:]}{query and '?'}{query}"
            for begin, _ in answers.values():
                begin["headers"].append((b"location", address.encode("latin-1")))
            return answers
    return http.responses(_TEMPLATE.substitute(_PARTS, base=up).encode(), ".html", "no-cache", 404)


_TEMPLATE = string.Template((_FOLDER / "astray.html").read_text(encoding="utf-8"))
_PARTS = {
    "icon": assets.ICON,
    "themes": assets.themes(),
}
