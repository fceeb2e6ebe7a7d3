"""Addresses that are nearly ours: what is meant is found, and all else leads home."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urljoin

import pytest

from playground.pages import PAGES
from playground.server import http
from playground.server.astray import Astray
from tests.playground.phones import Asked


async def _passed_on(scope, receive, send):
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def asked(path, method="GET", query=b""):
    """Status, headers and body of what an address is answered."""

    async def ask():
        async def app(scope, receive, send):
            await Astray(_passed_on)({**scope, "query_string": query}, receive, send)

        return await Asked(app, method, path).whole()

    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, ask()).result(60)


THERE = [
    "/", "/foo", "/foo/bar", "/favicon.png", "/static/js/index.js", "/app/static/stage.js", "/_stcore/health",
    "/proof/_stcore/health", "/proof/static/js/index.js", "/room", "/room/ABCDEF", "/room/abcdef/wall",
    "/room/ABCDEF/phones", "/scene/", "/scene/nothing", "/share/proof", "/light/", "/worksheet/", "/pages/",
    *(f"/{page.route}" for page in PAGES.values() if page.file != "app.py"),
    *(f"/light/{page.route}" for page in PAGES.values() if page.answer),
]  # fmt: skip


@pytest.mark.parametrize("below", ["", "/course"])
def test_what_is_there_and_what_is_not_ours_is_passed_on(below, monkeypatch):
    monkeypatch.setattr(http, "base_path", lambda: below)
    assert {asked(f"{below}{path}")[0] for path in THERE} == {418}
    assert asked(f"{below}/room/", "HEAD")[0] == asked("/room/x/y/z", "POST")[0] == 418
    assert asked(f"{below}/light/a/b", "HEAD")[0] == 404


@pytest.mark.parametrize("below", ["", "/course"])
@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/light/Proof", "/light/proof"),
        ("/Light/PROOF/", "/light/proof"),
        ("/light", "/light/"),
        ("/Proof", "/proof"),
        ("/Lessons", "/lessons"),
        ("/Scene/proof", "/scene/proof"),
        ("/room/", "/room"),
        ("/Room", "/room"),
        ("/ROOM/ABCDEF", "/room/abcdef"),
        ("/room/ABCDEF/", "/room/abcdef"),
        ("/room/ABCDEF/Wall", "/room/abcdef/wall"),
    ],
)
def test_what_is_meant_is_found_with_what_was_asked_of_it(path, meant, below, monkeypatch):
    monkeypatch.setattr(http, "base_path", lambda: below)
    status, said, _ = asked(f"{below}{path}", query=b"data=XOR&ask=%C3%A9")
    assert status == 307
    assert urljoin(f"http://a{below}{path}", said["location"]) == f"http://a{below}{meant}?data=XOR&ask=%C3%A9"


@pytest.mark.parametrize("below", ["", "/course"])
@pytest.mark.parametrize(
    "path",
    [
        "/light/a/b", "/light/nothing", "/room/x/y/z", "/room/ABC", "/room/ABCDEF/nothing", "/scene/proof/a",
        "/scene/x/y/z", "/share/a/b", "/worksheet/a/b", "/pages/<b>", "/proof/x", "/proof/x/y", "/Lessons/1",
    ],
)  # fmt: skip
def test_all_else_is_answered_by_a_page_that_leads_home(path, below, monkeypatch):
    monkeypatch.setattr(http, "base_path", lambda: below)
    status, said, body = asked(f"{below}{path}")
    assert (status, said["content-type"]) == (404, "text/html; charset=utf-8")
    text = body.decode()
    base = urljoin(f"http://a{below}{path}", re.search('<base href="([^"]*)">', text)[1])
    assert base == f"http://a{below}/"
    ways = [urljoin(base, way) for way in re.findall('<a href="([^"]*)">', text)]
    assert ways == [f"http://a{below}/", f"http://a{below}/lessons", f"http://a{below}/room"]
    assert "prefers-color-scheme: dark" in text
