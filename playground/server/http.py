"""Responses that are compressed once, requests whose visitor may hang up, and routes in front of another app."""

from __future__ import annotations

import asyncio
import functools
import gzip
import hashlib
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

from starlette.convertors import StringConvertor, register_url_convertor
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from playground import PAGE_NAME

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".xml": "application/xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
    ".whl": "application/zip",
}
"""The content type of a file by its suffix."""
_COMPRESSED = (".png", ".woff2", ".zip", ".whl")  # already, by their own format
POLICY = (
    "default-src 'self' data: blob: ws: wss:; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; form-action 'self'"
)
"""A document may load and run only its own inline parts and files of this host. Any page may frame it.

Streamlit reads its messages by WebAssembly, and makes modules of its components by `blob:`.
"""

Result = TypeVar("Result")


class _PageName(StringConvertor):
    regex = PAGE_NAME


register_url_convertor("page", _PageName())


# ---- responses


class Packed(Response):
    """A response that is compressed once, so that it can be kept and sent to many.

    `suffix` is the kind of its content, a key of `KINDS`; `caching` is its `Cache-Control`, `level` the level of its
    compression, and `more` are further headers. It also answers HEAD requests, conditional requests by its ETag, and
    clients that take no gzip; clients that take Brotli get `brotli`, the same content compressed so, if there is any.
    """

    def __init__(
        self,
        content: bytes,
        suffix: str,
        caching: str,
        status: int = 200,
        *,
        level: int = 9,
        brotli: bytes = b"",
        more: Mapping[str, str] = {},
    ) -> None:
        self._brotli = brotli
        said = {**headers(suffix, caching), **more}
        if suffix not in _COMPRESSED:
            said["content-encoding"] = "gzip"
            content = gzip.compress(content, level, mtime=0)
        super().__init__(content, status, said | {"etag": _tag(content)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        asked = Headers(scope=scope)
        response = self._suited(",".join(asked.getlist("accept-encoding")))
        known = [tag.strip().removeprefix("W/") for tags in asked.getlist("if-none-match") for tag in tags.split(",")]
        if known and self.status_code == 200 and (response.headers["etag"] in known or "*" in known):
            said = {name: text for name, text in response.headers.items() if not name.startswith("content-")}
            response = Response(status_code=304, headers=said)
        elif scope["method"] == "HEAD":
            response = Response(status_code=self.status_code, headers=response.headers)
        send_response = super().__call__ if response is self else response
        await send_response(scope, receive, send)

    def _suited(self, accepted: str) -> Response:
        if self._brotli and takes("br", accepted):
            return self._with(self._brotli, {"content-encoding": "br"})
        if "content-encoding" not in self.headers or takes("gzip", accepted):
            return self
        return self._with(gzip.decompress(self.body), {})

    def _with(self, content: bytes, encoding: dict[str, str]) -> Response:
        left_out = ("content-encoding", "content-length")
        said = {name: text for name, text in self.headers.items() if name not in left_out}
        return Response(content, self.status_code, said | encoding | {"etag": _tag(content)})


def _tag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:16]}"'


def headers(suffix: str, caching: str) -> dict[str, str]:
    """Return the HTTP headers for content of the kind `suffix`: its type, caching and security.

    `suffix` is a key of `KINDS`, such as ".html"; `caching` is the text of `Cache-Control`.
    """
    said = {"content-type": KINDS[suffix], "cache-control": caching, "x-content-type-options": "nosniff"}
    said["content-security-policy"] = POLICY
    if suffix != ".html" and caching != "no-store":  # for scripts of no origin, as a sandboxed frame's are
        said["access-control-allow-origin"] = "*"
    if suffix not in _COMPRESSED:
        said["vary"] = "accept-encoding"
    return said


@functools.lru_cache(maxsize=64)  # a few kinds of browsers send the same
def takes(encoding: str, accepted: str) -> bool:
    """Return whether a client takes an `encoding`, "gzip" or "br", by the text of its header `Accept-Encoding`.

    >>> [takes("gzip", accepted) for accepted in ("br, gzip", "gzip;q=0", "*;q=0.5", "gzip;q=0, *", "")]
    [True, False, True, False, False]
    """
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, *parameters = (each.strip() for each in part.split(";"))
        weights[name] = next((_weight(each) for each in parameters if each.startswith("q=")), 1.0)
    return weights.get(encoding, weights.get("*", 0.0)) > 0


def _weight(parameter: str) -> float:
    try:
        return float(parameter.removeprefix("q="))
    except ValueError:  # an unreadable weight counts as zero
        return 0.0


# ---- requests


class HungUp(BaseException):
    """Raised if the visitor has closed the connection; it is no `Exception`, so that handlers of faults let it pass."""


class TooLongError(Exception):
    """Raised if the body of a request is longer than the server reads."""


async def body_of(request: Request, most: int) -> bytes:
    """Return the body of a request.

    Raises
    ------
    TooLongError
        If the body has more than `most` bytes; the rest is not read.
    ClientDisconnect
        If the visitor hangs up before the body has come.
    """
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise TooLongError
    return body


async def while_there(receive: Receive, work: Awaitable[Result]) -> Result:
    """Wait for some work and return its result, but stop if the visitor hangs up.

    `receive` is that of the request, whose body must have been read. An exception of the work is raised again.

    Raises
    ------
    HungUp
        If the visitor hangs up first; the work is cancelled.
    """
    doing, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise HungUp
        return doing.result()
    finally:
        doing.cancel()
        leaving.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


# ---- routes


class Exact(Route):
    """A route that passes on a request with another method, where Starlette's own routes would refuse the request."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return a full match, with the values in the path, if path and method of a request are this route's.

        Else return no match and {}, even if only the method differs.
        """
        match, found = super().matches(scope)
        return (match, found) if match is Match.FULL else (Match.NONE, {})


class Ahead(Router):
    """Answers requests to its routes, and passes other requests, websockets and the lifespan to another app."""

    def __init__(self, app: ASGIApp, routes: Sequence[BaseRoute]) -> None:
        super().__init__(routes, redirect_slashes=False, default=app)

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request by a route or, if none matches, by the other app; stop quietly if the visitor hangs up."""
        with suppress(HungUp, ClientDisconnect):
            await super().app(scope, receive, send)

    async def lifespan(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the messages of the server's start and end to the other app."""
        await self.default(scope, receive, send)
