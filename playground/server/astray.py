"""Wrong addresses below ours: capitals lead to the page of the small letters, anything else to a page with a link home.

Streamlit would send its own document for each of them, which would find none of its files there.
"""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from playground.pages import PAGES
from playground.server import found, handed, http, templates

_ROUTES = [page.route for page in PAGES.values() if page.file != "app.py"]
_WHOLE = {"room", handed.NAME, found.NAME, *_ROUTES}  # of one part
_FOLDERS = {"light", "worksheet", "pages", "scene", "share", "moodle", "gift", "qti", "scorm"}
_STREAMLIT = {"_stcore", "static"}  # Streamlit looks for these below each page


class Astray:
    """Answers addresses that begin like ours but lead nowhere, and passes all other requests on.

    It stands behind all our routes.
    """

    def __init__(self, app: ASGIApp, below: str) -> None:
        self._app = app
        self._below = below

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with a redirect or a page that links home, or pass it on."""
        path = scope["path"] if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") else ""
        answer = self._app
        if path.startswith(f"{self._below}/") and is_astray(way := path.removeprefix(self._below)):
            answer = _answer(way, scope["query_string"].decode("latin-1"))
        await answer(scope, receive, send)


def is_astray(way: str) -> bool:
    """Return whether a path that no route has taken is a mistaken form of one of our paths.

    `way` is the path without that of the app. It is mistaken if its first part, in small letters, is the first part of
    a route, with two exceptions: the exact path of a page, and a path where Streamlit looks for its files, such as
    "/proof/static/a".

    >>> [is_astray(way) for way in ("/light/Proof", "/light/a/b", "/proof", "/Proof", "/static/a/b")]
    [True, True, False, True, False]
    """
    first, *others = way.split("/")[1:]
    is_ours = first.lower() in _WHOLE | _FOLDERS
    return is_ours and not (first in _WHOLE and not others) and others[:1] not in [[name] for name in _STREAMLIT]


def _answer(way: str, query: str) -> ASGIApp:
    up = "../" * (way.count("/") - 1) or "./"
    meant = way.lower().rstrip("/")
    if meant[1:] in _FOLDERS:
        meant += "/"
    if meant != way:
        return RedirectResponse(f"{up}{meant[1:]}{query and '?'}{query}", 307, http.headers(".txt", "no-cache"))
    return http.Packed(templates.document("server/astray.html", base=up).encode(), ".html", "no-cache", 404)
