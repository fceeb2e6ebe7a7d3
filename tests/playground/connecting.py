"""Connections to a running server by which somebody asks for something and does not wait for it, or asks half of it."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlencode, urlsplit

from playground.address.lists import ListItem, encode
from tests.playground.test_work import DEAREST

PATIENCE = 60  # s
STRANGER, VICTIM = "192.0.2.9", "192.0.2.1"

_WIDE = {"space": "side by side", "n": "400", "gamma": "0.01"}
_LARGE = {"experiment": "dimension", "n": "400", "repeats": "1000", "gamma": "0.01"}
_LIST = encode([ListItem("dimensions", {**_WIDE, "seed": f"{seed}"}, "Which?") for seed in range(8)])
_CODED = json.dumps({"link": "https://a.example/?points=" + 800 * "x"})


def got(path: str, **link: object) -> tuple[str, str]:
    """Return a request for a path, in its first line and what follows its headers."""
    return f"GET {path}?{urlencode(link)}", ""


def _dearest() -> Iterator[tuple[str, str]]:
    for seed in range(2):
        for file, settings in DEAREST:
            page = "playground" if file == "app.py" else file.removeprefix("pages/").removesuffix(".py")
            yield got(f"/scene/{page}", **{**settings, "seed": seed})


ASKED: Mapping[str, list[tuple[str, str]]] = {
    "each page's dearest scene": [*_dearest()],
    "scenes": [got("/scene/dimensions", **_WIDE, seed=seed) for seed in range(50)],
    "documents": [got(f"/{kind}dimensions", **_WIDE, seed=seed) for seed in range(25) for kind in ("", "light/")],
    "experiments": [got("/scene/experiments", **_LARGE, seed=seed) for seed in range(9)],
    "pages of lists": [got("/pages/", list=_LIST, x1=number) for number in range(8)],
    "worksheets": [got("/worksheet/", list=_LIST, x1=number) for number in range(8)],
    "quizzes": [got("/moodle/", list=_LIST, x1=number) for number in range(8)],
    "what is shared": [
        got("/share/dimensions", link=f"http://a/dimensions?{urlencode({**_WIDE, 'seed': seed})}") for seed in range(50)
    ],
    "pictures": 50 * [("POST /room/ABCDEF/picture", _CODED)],
}
"""What asks for much, by what it asks for."""


def begun(address: str, asked: tuple[str, str], who: str = STRANGER) -> socket.socket:
    """Ask a server for something, from an address as nginx says it."""
    parts = urlsplit(address)
    line, body = asked
    connection = socket.create_connection((parts.hostname, parts.port), PATIENCE)
    headers = f"Host: {parts.netloc}\r\nX-Forwarded-For: {who}\r\nConnection: close\r\n"
    if body:
        headers += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    connection.sendall(f"{line} HTTP/1.1\r\n{headers}\r\n{body}".encode())
    return connection


def finished(connection: socket.socket) -> bytes:
    with connection:
        return b"".join(iter(lambda: connection.recv(1 << 16), b""))


def hang_up(address: str, many: Iterable[tuple[str, str]], after: float = 0.3) -> None:
    """Ask for many things at once, and hang up after so many seconds."""
    with contextlib.ExitStack() as stack:
        for asked in many:
            stack.enter_context(begun(address, asked))
        time.sleep(after)


def waited(address: str, seed: int) -> float:
    """Return the seconds that another visitor waits for a scene that nobody has asked for yet.

    Raises
    ------
    OSError
        If there is none.
    """
    begin = time.perf_counter()
    answer = finished(begun(address, got("/scene/playground", n=30, seed=seed), VICTIM))
    if not answer.startswith(b"HTTP/1.1 200 "):
        raise OSError(f"the scene was answered {answer[:100]!r}")
    return time.perf_counter() - begin
