"""Addresses that are nearly ours: a path in capitals leads to the page that is meant, and any other leads home."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urljoin

import pytest
from starlette.responses import Response

from playground.pages import PAGES
from playground.rooms.routes import Rooms
from playground.server import internals
from playground.server.astray import Astray
from playground.server.front import Front
from playground.server.routes import Scenes
from tests.playground.phones import Asked, _passed_on

QUERY = "data=XOR&ask=%C3%A9"


async def _found(scenes, kind, request):
    return Response("found")


@pytest.fixture(params=["", "/course"])
def below(request):
    return request.param


@pytest.fixture
def asked(below, monkeypatch, tmp_path):
    """Where an address leads in the end: status, content type, path without the base path, query and body."""
    document = internals.first_document()
    monkeypatch.setenv("ROOMS", str(tmp_path / "rooms.sqlite3"))
    monkeypatch.setattr(Scenes, "_response", _found)
    monkeypatch.setattr("playground.server.front.FILES", {})  # to compress them takes a while

    async def ask(path, method):
        app = Front(Astray(_passed_on, below), below, document, internals.FRONTEND)
        app = Rooms(Scenes(app, below, document), below)
        query, at = QUERY, f"{below}{path}"
        for _ in range(3):
            status, said, body = await Asked(app, method, at, query=query.encode()).whole()
            if status != 307:
                return status, said.get("content-type", ""), at.removeprefix(below), query, body.decode()
            at, _, query = urljoin(f"http://a{at}", said["location"]).removeprefix("http://a").partition("?")
        raise AssertionError(f"{path} leads nowhere")

    def run(path, method="GET"):
        with ThreadPoolExecutor(1) as aside:
            return aside.submit(asyncio.run, ask(path, method)).result(60)

    return run


THERE = [
    "/", "/static/js/index.js", "/handed-in", "/found", "/room", "/room/ABCDEF", "/room/abcdef/wall",
    "/room/ABCDEF/phones", "/scene/", "/scene/nothing", "/share/proof", "/light/", "/worksheet/", "/pages/",
    "/moodle/", "/scorm/",
    *(f"/{page.route}" for page in PAGES.values() if page.file != "app.py"),
    *(f"/light/{page.route}" for page in PAGES.values() if page.answer),
]  # fmt: skip
PASSED_ON = [
    "/foo", "/foo/bar", "/favicon.png", "/app/static/a.js", "/_stcore/health", "/proof/_stcore/health",
    "/proof/static/a",
]  # fmt: skip


def test_what_is_there_is_found_and_what_is_not_ours_is_passed_on(asked):
    for path in THERE:
        status, kind, at, *_ = asked(path)
        assert at == path
        assert (status, "html" in kind) != (404, True), path
    assert {asked(path)[0] for path in PASSED_ON} == {418}
    assert asked("/room/", "HEAD")[:3] == (200, "application/json", "/room/")
    assert asked("/room/x/y/z", "POST")[0] == asked("/proof", "POST")[0] == 418


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/light/Proof", "/light/proof"),
        ("/Light/PROOF/", "/light/proof"),
        ("/light", "/light/"),
        ("/Proof", "/proof"),
        ("/Lessons", "/lessons"),
        ("/Scene/proof", "/scene/proof"),
        ("/Handed-In/", "/handed-in"),
        ("/Found/", "/found"),
        ("/room/", "/room"),
        ("/Room", "/room"),
        ("/ROOM/ABCDEF", "/room/abcdef"),
        ("/room/ABCDEF/", "/room/abcdef"),
        ("/room/ABCDEF/Wall", "/room/abcdef/wall"),
    ],
)
def test_what_is_meant_is_found_with_its_query(path, meant, asked):
    status, _, *found, _ = asked(path)
    assert (status, found) == (200, [meant, QUERY])


@pytest.mark.parametrize(
    "path",
    [
        "/light/a/b", "/light/nothing", "/room/x/y/z", "/room/ABC", "/room/ABCDEF/nothing", "/room/ABCDEF/join",
        "/scene/proof/a", "/qti/a/b", "/scene/x/y/z", "/share/a/b", "/worksheet/a/b", "/pages/<b>", "/proof/x",
        "/proof/x/y", "/Lessons/1",
    ],
)  # fmt: skip
def test_all_else_is_answered_by_a_page_that_leads_home(path, asked, below):
    status, kind, at, _, text = asked(path)
    assert (status, kind) == (404, "text/html; charset=utf-8")
    base = urljoin(f"http://a{below}{at}", re.search('<base href="([^"]*)">', text)[1])
    assert base == f"http://a{below}/"
    links = [urljoin(base, link).removeprefix(base) for link in re.findall('<a href="([^"]*)">', text)]
    assert links == ["", "lessons", "room"]
    assert "prefers-color-scheme: dark" in text
    assert asked(path, "HEAD")[::4] == (404, "")
