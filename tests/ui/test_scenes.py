"""Scenes by HTTP: what a page answers, for any link from anyone, computed once and in its turn."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import random
import re
import urllib.parse
import zlib
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import nullcontext
from html.parser import HTMLParser

import pytest

from tests.pages import PAGES as FILES
from tests.ui.test_fuzz import draw_link, emptied
from tests.ui.test_fuzz import screen as screen  # the fixture
from tests.ui.test_slots import soon
from ui import browsers, runs, scenes, sharing, slots, state, worker
from ui.page import answer, files, opened
from ui.pages import PAGES
from ui.stage import alone

EXPERIMENTS = "pages/experiments.py"
NAMES = {PAGES[file].route: file for file in FILES if PAGES[file].answer and file != EXPERIMENTS}
HOSTILE = "</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>"
PATIENCE = 60  # s
SCENE_OF_FILE = r'show\("stage\.js", "([^"]*)"'


async def _passed_on(scope, receive, send):
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def route():
    return scenes.Scenes(_passed_on)


async def told(route, target, method="GET", **headers):
    """The status, the headers and the body of an answer."""
    path, _, query = target.partition("?")
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": raw}
    messages = []

    async def send(message):
        messages.append(message)

    await route(scope, None, send)
    begin, *rest = messages
    said = {name.decode(): value.decode() for name, value in begin["headers"]}
    return begin["status"], said, b"".join(message["body"] for message in rest)


def run(work):
    """Run in a thread of its own, for the one of a test's browser has a loop already."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, work).result(PATIENCE)


def asked(route, target, method="GET", **headers):
    return run(told(route, target, method, **headers))


def link_of(query):
    return state.parameters(query)


@pytest.mark.parametrize(("size", "whole"), [(120, False), (12, True)], ids=["on empty boards", "on their own"])
def test_what_the_route_says_of_any_link_is_what_its_page_shows(size, whole, route, screen, monkeypatch):
    """The page is asked as by a stage that no route answers: for the same link it says the same, as does its file."""
    draw = random.Random(f"routes {size}")

    async def compare():
        for _ in range(size):
            name, query = draw.choice([*NAMES]), draw_link(draw).partition("#")[0]
            status, _, body = await told(route, f"/scene/{name}?{query}")
            if len(query) > scenes.LONGEST:
                assert status == 414
                continue
            try:
                screen.session_state.clear()
                said = json.loads(body)
                assert said == screen.answered(NAMES[name], query)
                if status == 200:
                    file = re.search(SCENE_OF_FILE, alone.page(said["scene"], name, plotly="plotly.js"))[1]
                    assert json.loads(zlib.decompress(base64.b64decode(file))) == {
                        **said["scene"], "plotly": said["plotly"], "step": 0
                    }  # fmt: skip
            except Exception as error:
                error.add_note(f"The link was {name}?{query[:2000]!r}")
                raise

    with nullcontext() if whole else emptied(monkeypatch):
        run(compare())


class Parts(HTMLParser):
    """The elements of a document, and the data that its stage is given."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.opened, self._inside = [], "", False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, [name for name, _ in attrs]))
        self._inside = ("id", "opened") in attrs

    def handle_data(self, data):
        self.opened += data if self._inside else ""


DOCUMENTS = "/light/playground", "/"
KEYS = ("ask", "x1", "data", "rate", "lesson", "said", "points", "hide", "next", "start", HOSTILE)


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.parametrize("key", KEYS)
def test_the_words_of_a_link_travel_as_data(route, key, document):
    """A hostile link's document has the elements of a harmless one's, and its stage is given what the route says."""
    query = urllib.parse.urlencode({"points": "1ACRAcASAkB", "x1": "a", "x2": "b", "ask": "Why?", key: HOSTILE})
    usual = Parts(asked(route, f"{document}?points=1ACRAcASAkB&ask=Why")[2].decode())
    parts = Parts(asked(route, f"{document}?{query}")[2].decode())
    assert parts.elements == usual.elements
    assert json.loads(parts.opened) == json.loads(asked(route, f"/scene/playground?{query}")[2])


def test_without_javascript_the_light_page_says_one_sentence(route):
    (said,) = re.findall("<noscript>(.*?)</noscript>", asked(route, "/light/proof")[2].decode(), re.DOTALL)
    assert re.sub("<style>.*?</style>|<.*?>", "", said) == browsers.WITHOUT_SCRIPT


def test_an_answer_is_asked_for_again_only_where_it_has_changed(route):
    for target in (
        "/scene/playground?data=AND",
        "/light/playground?data=AND",
        "/?data=AND",
        "/share/playground?link=http://a/?data=AND",
    ):
        status, said, body = asked(route, target, accept_encoding="gzip")
        assert (status, int(said["content-length"]), said["vary"]) == (200, len(body), "accept-encoding")
        assert re.fullmatch("public, max-age=60|no-cache", said["cache-control"])
        assert asked(route, target, "HEAD", accept_encoding="gzip") == (200, said, b"")
        for known in (said["etag"], f"W/{said['etag']}", f'"other", {said["etag"]}', "*"):
            status, brief, nothing = asked(route, target, accept_encoding="gzip", if_none_match=known)
            assert (status, nothing, brief["etag"]) == (304, b"", said["etag"])
            assert not [name for name in brief if name.startswith("content-")]
        assert asked(route, target, accept_encoding="gzip", if_none_match='"other"')[2] == body
        plain = asked(route, target)
        assert gzip.decompress(body) == plain[2]
        assert plain[1]["etag"] != said["etag"]
    other = asked(route, "/scene/playground?data=OR")
    assert other[1]["etag"] != asked(route, "/scene/playground?data=AND")[1]["etag"]


@pytest.mark.parametrize("kind", ["scene", "light", "share"])
@pytest.mark.parametrize(
    ("rest", "status"),
    [
        ("/nothing", 404),
        ("/lessons", 404),
        (f"/proof?ask={'x' * 3 * scenes.LONGEST}", 414),
        ("/experiments?experiment=order&data=by+hand", 422),
    ],
)
def test_what_cannot_be_shown_is_said_in_a_sentence(route, kind, rest, status):
    if kind == "share":
        rest = rest.replace("?experiment", "?link=http://a/?experiment").replace("&", "%26")
    got, said, body = asked(route, f"/{kind}{rest}")
    words = body.decode() if kind == "light" else " ".join(json.loads(body)["complaints"])
    assert (got, said["cache-control"]) == (status, "no-cache")
    assert re.fullmatch(r"[A-Z][^<>]*\.", words)


@pytest.mark.parametrize("link", ["", "ftp://a", "javascript:alert(1)", "http://a/\u00e9", "http://a/?" + "x" * 8000])
def test_what_is_no_link_of_the_app_is_not_shared(route, link):
    assert asked(route, f"/share/playground?{urllib.parse.urlencode({'link': link})}")[0] in (414, 422)


def test_a_link_is_shared_with_the_code_and_the_files_that_its_page_offers(route):
    link = "https://a.example/light/race?data=AND&step=2"
    given = json.loads(asked(route, f"/share/race?{urllib.parse.urlencode({'link': link})}")[2])
    assert {key: given[key] for key in ("link", "picture", "files", "list", "refused")} == {
        "list": [],
        "refused": "",
        "link": link,
        "picture": sharing.picture(link),
        "files": [*files(PAGES["pages/race.py"], {"data": "AND", "step": "2"})],
    }


@pytest.mark.parametrize(
    "target",
    [
        "/lessons",
        "/playground",
        "/proof/",
        "/scene",
        "/scene/proof/",
        "/scenes/proof",
        "/lab/scene/proof",
        "/scene/..%2f",
    ],
)
def test_everything_else_is_passed_on(route, target):
    assert asked(route, target)[0] == 418
    assert asked(route, "/scene/proof", "POST")[0] == 418


def test_what_a_class_asks_for_at_once_is_computed_once(route, monkeypatch):
    count = []
    monkeypatch.setattr(scenes, "opened", lambda *asked: count.append(asked) or opened(*asked))

    async def all_ask():
        return await asyncio.gather(*(told(route, "/scene/playground?data=XOR") for _ in range(100)))

    answers = run(all_ask())
    assert len(count) == 1
    assert all(each == answers[0] for each in answers)
    assert asked(route, "/scene/playground?embed=true&data=XOR") == answers[0]
    assert len(count) == 1


def test_what_is_kept_is_packed_and_unpacked_for_who_takes_no_gzip(route):
    target = "/scene/playground?data=XOR"
    _, said, plain = asked(route, target)
    assert asked(route, target) == (200, said, plain)
    _, packed_said, packed = asked(route, target, accept_encoding="gzip")
    assert gzip.decompress(packed) == plain
    assert packed_said == {
        **said,
        "content-encoding": "gzip",
        "etag": packed_said["etag"],
        "content-length": f"{len(packed)}",
    }
    assert said["content-length"] == f"{len(plain)}"
    assert asked(route, target, if_none_match=said["etag"])[0] == 304
    assert route.size < len(packed) + 500


def test_so_much_is_kept_and_no_more(route, monkeypatch):
    monkeypatch.setattr(scenes, "MOST_KEPT", 40_000)
    for seed in range(12):
        asked(route, f"/scene/playground?seed={seed}")
        assert route.size == sum(size for _, size in route._kept.values()) <= 40_000
        assert len(repr([answers for answers, _ in route._kept.values()])) < 10 * 40_000
    assert 2 < len(route._kept) < 12
    assert not route._asked


def test_a_scene_waits_for_its_turn_among_the_runs_of_the_pages(route):
    """It has come after those that are at work, and before whoever comes then."""
    order = []
    for _ in range(slots.AT_ONCE):
        slots._line.enter()
    with ThreadPoolExecutor(2) as aside:
        first = aside.submit(lambda: (asked(route, "/scene/playground?data=OR"), order.append("scene")))
        soon(lambda: len(slots._line.waiting) == 1)
        aside.submit(lambda: (slots._line.enter(), order.append("run"), slots._line.leave()))
        soon(lambda: len(slots._line.waiting) == 2)
        assert not first.done()
        slots._line.leave()
        first.result(PATIENCE)
    slots._line.leave()
    assert sorted(order) == ["run", "scene"]
    assert slots._line.free == slots.AT_ONCE


def test_experiments_are_made_in_the_process_for_them_and_without_it_that_is_said(route, monkeypatch):
    monkeypatch.setattr(runs, "_answers", OrderedDict())
    query = "experiment=margin&repeats=5&n=5"
    found = json.loads(asked(route, f"/scene/experiments?{query}")[2])
    assert found["scene"] == json.loads(json.dumps(answer(PAGES[EXPERIMENTS], dict(urllib.parse.parse_qsl(query)))))

    def fail(ask):
        raise BrokenExecutor(worker.NO_PROCESS)

    monkeypatch.setattr(worker, "answer", fail)
    status, _, body = asked(route, f"/scene/experiments?{query}&seed=7")
    assert (status, json.loads(body)) == (503, {"complaints": [worker.NO_PROCESS]})
    monkeypatch.undo()
    assert asked(route, f"/scene/experiments?{query}&seed=7")[0] == 200
