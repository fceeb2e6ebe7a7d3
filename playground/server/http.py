"""Answers to HTTP requests, compressed once."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Awaitable, Callable, Coroutine, Mapping, MutableMapping
from typing import Any, TypeVar

import streamlit as st

AsgiMessage = MutableMapping[str, Any]

Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]

Response = tuple[AsgiMessage, AsgiMessage]

Responses = dict[bool, Response]
"""The answers without and with gzip; one that is kept may be without the first."""
Result = TypeVar("Result")
Application = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
_PACKED = (".woff2", ".zip")  # in themselves
POLICY = (
    "default-src 'self' data: blob: ws: wss:; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; form-action 'self'"
)
"""What a document may load and run: its own and what stands in it, and nothing of another host. Any page may frame it.

Streamlit reads its messages by WebAssembly, and makes modules of its components by `blob:`.
"""


def base_path() -> str:
    """Return the path that the app lies below: none, or one that begins with a slash."""
    base = st.get_option("server.baseUrlPath").strip("/")
    return base and f"/{base}"


def response(answers: Responses, scope: AsgiMessage) -> Response:
    """Return the answer to a request: compressed if it may be, without a body that the client has or does not want."""
    packed = takes_gzip(_header(scope, b"accept-encoding"))
    begin, body = answers[packed] if packed in answers else _unpacked(*answers[True])
    tag = dict(begin["headers"])[b"etag"].decode()
    known = [each.strip().removeprefix("W/") for each in _header(scope, b"if-none-match").split(",")]
    if begin["status"] == 200 and (tag in known or "*" in known):
        headers = [(name, value) for name, value in begin["headers"] if not name.startswith(b"content-")]
        return {**begin, "status": 304, "headers": headers}, {**body, "body": b""}
    return begin, {**body, "body": b""} if scope["method"] == "HEAD" else body


def _header(scope: AsgiMessage, name: bytes) -> str:
    return b",".join([value for key, value in scope["headers"] if key == name]).decode("latin-1")


def takes_gzip(accepted: str) -> bool:
    """Say whether a client that accepts these encodings can be sent gzip.

    >>> [takes_gzip(accepted) for accepted in ("br, gzip", "gzip;q=0", "*;q=0.5", "gzip;q=0, *", "")]
    [True, False, True, False, False]
    """
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, *parameters = (each.strip() for each in part.split(";"))
        weights[name] = next((_weight(each) for each in parameters if each.startswith("q=")), 1.0)
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def _weight(parameter: str) -> float:
    try:
        return float(parameter.removeprefix("q="))
    except ValueError:  # what cannot be read promises nothing
        return 0.0


def responses(content: bytes, suffix: str, caching: str, status: int = 200, level: int = 9) -> Responses:
    """Return the answers that are a content of this kind, cached so by browsers, compressed at this level."""
    said = headers(suffix, caching)
    if suffix in _PACKED:
        return dict.fromkeys((False, True), _response(content, said, status))
    compressed = gzip.compress(content, level, mtime=0)
    return {
        False: _response(content, said, status),
        True: _response(compressed, {**said, "content-encoding": "gzip"}, status),
    }


def headers(suffix: str, caching: str) -> dict[str, str]:
    """Return what is said of a content of this kind, cached so by browsers."""
    said = {"content-type": KINDS[suffix], "cache-control": caching, "x-content-type-options": "nosniff"}
    said["content-security-policy"] = POLICY
    if suffix != ".html" and caching != "no-store":  # for scripts of no origin, as a sandboxed frame's are
        said["access-control-allow-origin"] = "*"
    if suffix not in _PACKED:
        said["vary"] = "accept-encoding"
    return said


def raw(said: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Return headers as they are sent."""
    return [(name.encode(), value.encode()) for name, value in said.items()]


class HungUp(BaseException):
    """Whoever has asked is there no more. No fault: what handles faults lets it pass."""


async def gone(receive: Receive) -> None:
    """Wait until whoever has asked hangs up."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def while_there(receive: Receive, work: Coroutine[Any, Any, Result]) -> Result:
    """Do this for whoever has asked, all of which has come, while they are there.

    Raises
    ------
    HungUp
        If they are not any more; the work is cancelled.
    """
    doing, leaving = asyncio.ensure_future(work), asyncio.ensure_future(gone(receive))
    try:
        await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise HungUp
        return doing.result()
    finally:
        doing.cancel()
        leaving.cancel()


def _response(content: bytes, said: Mapping[str, str], status: int) -> Response:
    tag = hashlib.sha256(content).hexdigest()[:16]
    said = {**said, "etag": f'"{tag}"', "content-length": str(len(content))}
    begin = {"type": "http.response.start", "status": status, "headers": raw(said)}
    return begin, {"type": "http.response.body", "body": content}


def _unpacked(begin: AsgiMessage, body: AsgiMessage) -> Response:
    headers = {name.decode(): value.decode() for name, value in begin["headers"]}
    if headers.pop("content-encoding", None) is None:
        return begin, body
    return _response(gzip.decompress(body["body"]), headers, begin["status"])
