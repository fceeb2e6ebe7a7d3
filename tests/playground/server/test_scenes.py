"""Scenes by HTTP: what a page answers, for any link from anyone, computed once and in its turn."""

from __future__ import annotations

import asyncio
import base64
import gzip
import html
import io
import json
import re
import threading
import time
import urllib.parse
import zipfile
import zlib
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import nullcontext
from html.parser import HTMLParser
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.address import address
from playground.address.lists import ListItem, encode
from playground.export import alone, gift, moodle, qti, quiz, sharing, site
from playground.export.files import files, on_paper
from playground.lessons import LESSONS
from playground.page.answer import answer, opened
from playground.pages import PAGES
from playground.server import experiment_cache, internals, routes, slots, worker
from tests.pages import PAGES as FILES
from tests.playground.phones import Asked, _passed_on
from tests.playground.screen import emptied
from tests.playground.screen import screen as screen  # the fixture
from tests.playground.server.test_slots import OF_ONE, soon
from tests.playground.test_fuzz import links

EXPERIMENTS = "pages/experiments.py"
NAMES = {PAGES[file].route: file for file in FILES if PAGES[file].answer and file != EXPERIMENTS}
HOSTILE = "</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>"
PATIENCE = 60  # s
SCENE_OF_FILE = r'show\("stage\.js", "([^"]*)"'


def served():
    return routes.Scenes(_passed_on, "", internals.first_document())


@pytest.fixture
def route():
    return served()


async def told(route, target, method="GET", **more):
    return await Visitor(route, target, method=method, **more).whole()


class Visitor(Asked):
    """Whoever asks for something, and may hang up."""

    def __init__(self, route, target, who="192.0.2.1", method="GET", body=b"", **headers):
        self.sent = []

        async def app(scope, receive, send):
            async def note(message):
                self.sent.append(message)
                await send(message)

            await route(scope, receive, note)

        path, _, query = target.partition("?")
        raw = [(name.replace("_", "-"), value) for name, value in headers.items()]
        super().__init__(app, method, path, body, raw, who, query.encode())

    @property
    def body(self):
        return b"".join(message["body"] for message in self.sent[1:])


def run(work):
    """Run in a thread of its own, for the one of a test's browser has a loop already."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, work).result(PATIENCE)


def asked(route, target, method="GET", **more):
    return run(told(route, target, method, **more))


def link_of(query):
    return address.parameters(query)


@settings(max_examples=settings.default.max_examples // 3)
@given(name=st.sampled_from([*NAMES]), query=links(), whole=st.integers(0, 10))
def test_what_the_route_says_of_any_link_is_what_its_page_shows(name, query, whole, screen, monkeypatch):
    """The page is asked as by a stage that no route answers; the same is said in its document and in its file."""
    route, query = served(), query.partition("#")[0]  # a route that keeps no answer of another example
    screen.session_state.clear()
    with emptied(monkeypatch) if whole else nullcontext():
        status, _, body = asked(route, f"/scene/{name}?{query}")
        shown, _, document = asked(route, f"/{name.removeprefix('playground')}?{query}")
        assert shown == (200 if status == 200 else 418)
        if len(query) > routes.LONGEST:
            assert status == 414
            return
        said = json.loads(body)
        assert status != 200 or json.loads(Parts(document.decode()).opened) == said
        assert said == screen.answered(NAMES[name], query)
    if status == 200:
        file = re.search(SCENE_OF_FILE, alone.page(said["scene"], name, plotly="plotly.js"))[1]
        expected = {**said["scene"], "plotly": said["plotly"], "step": 0}
        assert json.loads(zlib.decompress(base64.b64decode(file))) == expected


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


@pytest.mark.parametrize("way", ["light/", ""], ids=["light", "first"])
def test_a_link_to_an_older_lesson_leads_to_the_page_where_it_went(route, way):
    page = f"/{way}playground" if way else "/"
    status, headers, _ = asked(route, f"{page}?data=by+hand&lesson=machine&step=0")
    assert (status, headers["location"]) == (307, "./digits?lesson=end")
    for link in (f"{page}?lesson=pair", f"{page}?lesson=margin", f"/{way}digits?lesson=machine"):
        assert asked(route, link)[0] == 200


def test_a_stage_that_names_its_version_gets_the_answer_that_others_get(route):
    for query in ("", "data=XOR", "ask=%s" % ("?" * (routes.LONGEST - 4))):
        versioned = f"{query}&stage=1f2e3d" if query else "stage=1f2e3d"
        assert asked(route, f"/scene/playground?{versioned}") == asked(route, f"/scene/playground?{query}")
    assert "stage" not in address.names()
    for version in ("biased", "unit+norm"):
        link = f"data=AND&bias=true&version={version}"
        scene = json.loads(asked(route, f"/scene/proof?{link}&stage=1f2e3d")[2])
        assert scene["address"]["version"] == version.replace("+", " ")
        assert scene == json.loads(asked(route, f"/scene/proof?{link}")[2])


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
        _, unpacked, plain = asked(route, target)
        assert gzip.decompress(body) == plain
        differ = {"content-encoding", "etag", "content-length"}
        assert {name for name, text in said.items() if unpacked.get(name) != text} == differ
        assert unpacked["content-length"] == f"{len(plain)}"
        assert asked(route, target, if_none_match=unpacked["etag"])[0] == 304
    other = asked(route, "/scene/playground?data=OR")
    assert other[1]["etag"] != asked(route, "/scene/playground?data=AND")[1]["etag"]


@pytest.mark.parametrize("kind", ["scene", "light", "share"])
@pytest.mark.parametrize(
    ("rest", "status"),
    [
        ("/nothing", 404),
        (f"/proof?ask={'x' * 3 * routes.LONGEST}", 414),
        ("/experiments?experiment=order&data=by+hand", 422),
    ],
)
def test_what_cannot_be_shown_is_said_in_a_sentence(route, kind, rest, status):
    if kind == "light" and status == 404:
        assert asked(route, f"/light{rest}")[0] == 418  # for `astray` to answer
        return
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
        "files": [*files(PAGES["pages/race.py"], {"data": "AND", "step": "2"}, "https://a.example/")],
    }


async def test_what_a_class_asks_for_at_once_is_computed_once(route, monkeypatch):
    count = []
    monkeypatch.setattr(routes, "opened", lambda *asked: count.append(asked) or opened(*asked))
    answers = await asyncio.gather(*(told(route, "/scene/playground?data=XOR") for _ in range(100)))
    assert len(count) == 1
    assert all(each == answers[0] for each in answers)
    assert await told(route, "/scene/playground?embed=true&data=XOR") == answers[0]
    assert len(count) == 1


def test_so_much_is_kept_and_no_more(route, monkeypatch):
    monkeypatch.setattr(routes, "MOST_KEPT", 40_000)
    for seed in range(12):
        asked(route, f"/scene/playground?seed={seed}")
        assert route.size == sum(size for _, size in route._kept.values()) <= 40_000
        assert route.size < sum(len(response.body) + 500 for response, _ in route._kept.values())
    assert 2 < len(route._kept) < 12
    assert not route._shared


def test_experiments_are_made_by_the_worker_or_its_lack_is_said(route, monkeypatch):
    monkeypatch.setattr(experiment_cache, "_answers", OrderedDict())
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


# ---- who hangs up ----------------------------------------------------------------------------------------------------

LIST = [ListItem("race", {"seed": f"{seed}"}, "Who is first?") for seed in range(5)]
LISTED = f"list={encode(LIST)}"


@pytest.fixture
def worked(monkeypatch):
    """The boards that were worked on; each waits until it may end."""
    begun, may_end = [], threading.Event()

    def slowly(work):
        def wait(*arguments, **named):
            begun.append(work.__name__)
            assert may_end.wait(PATIENCE)
            return work(*arguments, **named)

        return wait

    monkeypatch.setattr(routes, "opened", slowly(opened))
    monkeypatch.setattr(routes, "on_paper", slowly(on_paper))
    monkeypatch.setattr(site, "leaf", slowly(site.leaf))
    monkeypatch.setattr(quiz, "item", slowly(quiz.item))
    yield SimpleNamespace(begun=begun, go_on=may_end.set)
    may_end.set()
    soon(lambda: slots._line.free == slots.AT_ONCE)


async def until(holds):
    while not holds():
        await asyncio.sleep(0.001)


@pytest.mark.parametrize("kind", ["scene", "light", "worksheet", "pages", "scorm", "moodle", ""])
async def test_who_hangs_up_is_not_computed_for(route, worked, kind):
    """Neither what waits is begun nor of what is under way another part; who came after them is answered."""
    path = f"/{kind}/race" if kind else "/race"
    come = [Visitor(route, f"{path}?{LISTED}&seed={seed}") for seed in range(20)]
    await until(lambda: len(worked.begun) == OF_ONE)
    for visitor in come:
        await visitor.hang_up()
    assert not any(visitor.sent for visitor in come)
    await until(lambda: (route._shared, slots._line.waiting) == ({}, 0))
    after = Visitor(route, "/scene/race?seed=77")
    worked.go_on()
    await after.task
    assert after.sent[0]["status"] == 200
    assert len(worked.begun) == OF_ONE + 1


@pytest.mark.parametrize(
    "target", ["/scene/race?seed=5", f"/worksheet/?{LISTED}", f"/pages/?{LISTED}", f"/gift/?{LISTED}"]
)
async def test_what_several_ask_for_is_finished_for_those_who_stay(route, worked, target):
    first, second, third = [Visitor(route, target) for _ in range(3)]
    await until(lambda: worked.begun and [shared.waiting for shared in route._shared.values()] == [3])
    await first.hang_up()
    await third.hang_up()
    worked.go_on()
    await second.task
    assert (second.sent[0]["status"], first.sent, third.sent) == (200, [], [])
    assert second.body
    again = Visitor(route, "/scene/race?seed=5")
    await again.task
    assert again.sent[0]["status"] == 200
    assert len(worked.begun) <= len(LIST) + 1


@pytest.mark.parametrize("kinds", [("worksheet", "pages"), ("moodle", "scorm")])
async def test_others_are_answered_between_two_parts_of_a_list(route, worked, kinds):
    """Whoever comes from another address has a place at once, and from the same one the next."""
    asked = [Visitor(route, f"/{kind}/?{LISTED}") for kind in kinds]
    await until(lambda: len(worked.begun) == OF_ONE)
    same, other = Visitor(route, "/scene/race?seed=8"), Visitor(route, "/scene/race?seed=9", "192.0.2.2")
    await until(lambda: len(worked.begun) == OF_ONE + 1)
    worked.go_on()
    await asyncio.gather(same.task, other.task, *(visitor.task for visitor in asked))
    assert len(worked.begun) == 2 * len(LIST) + 2
    assert [place for place, name in enumerate(worked.begun) if name == "opened"] == [OF_ONE, OF_ONE + 1]
    assert {visitor.sent[0]["status"] for visitor in (*asked, same, other)} == {200}


async def test_experiments_end_between_their_pieces_when_nobody_waits_for_them(route, monkeypatch):
    monkeypatch.setattr(experiment_cache, "_answers", OrderedDict())
    hand = worker.Worker()
    monkeypatch.setattr(worker, "_worker", hand)

    query = "experiment=dimension&n=400&repeats=1000&gamma=0.01&seed="
    come = [Visitor(route, f"/scene/experiments?{query}{seed}") for seed in range(9)]
    await until(lambda: len(experiment_cache._progress) == 9)
    small = Visitor(route, "/scene/experiments?experiment=margin&n=5&repeats=5", "192.0.2.2")
    await small.task
    assert small.sent[0]["status"] == 200
    assert not any(visitor.sent for visitor in come)
    for visitor in come:
        await visitor.hang_up()
    await until(lambda: not experiment_cache._progress and not hand._queue)
    hand._kill()


async def test_who_stays_takes_over_the_experiment_of_one_who_hangs_up(route, monkeypatch):
    monkeypatch.setattr(experiment_cache, "_answers", OrderedDict())
    first_round = threading.Event()

    def last(ask):  # until nobody waits for it
        while not first_round.is_set():
            slots.check()
            time.sleep(0.001)
        return ask(worker._worker.executor())

    monkeypatch.setattr(worker, "answer", last)

    one, other = [Visitor(route, f"/{kind}/experiments?repeats=1&n=5") for kind in ("scene", "light")]
    await until(lambda: experiment_cache._progress and slots._slow.free == slots.SLOW_AT_ONCE - 2)
    await one.hang_up()
    first_round.set()
    await other.task
    assert (one.sent, other.sent[0]["status"]) == ([], 200)


@pytest.mark.parametrize("kind", ["worksheet", "pages", "scorm", "moodle", "gift", "qti"])
def test_a_list_that_would_take_too_long_is_refused_in_a_sentence(route, kind):
    code = encode([ListItem("race", {}, "Who is first?"), ListItem("experiments", {}, "Where do they land?")])
    status, _, body = asked(route, f"/{kind}/playground?list={code}")
    assert status == 422
    assert body.startswith(b"Experiments take too long")


async def test_the_pages_of_a_list_are_sent_while_they_are_packed(route):
    visitor = Visitor(route, f"/pages/?{LISTED}")
    await visitor.task
    assert len(visitor.sent) == len(LIST) + 3
    assert not any(name == b"content-length" for name, _ in visitor.sent[0]["headers"])
    folder = zipfile.ZipFile(io.BytesIO(visitor.body))
    assert folder.testzip() is None
    names = [f"{place:02}.html" for place in range(1, 6)]
    assert [name.removeprefix("perceptron-exercises/") for name in folder.namelist()] == [
        *names, "stage.css", "stage.js", "index.html"
    ]  # fmt: skip
    assert b".stage-strip{" in folder.read("perceptron-exercises/stage.css")  # in the app it comes with a script
    status, said, again = await told(route, f"/pages/?{LISTED}")
    assert again == visitor.body
    assert await told(route, f"/pages/?{LISTED}", "HEAD") == (status, said, b"")


@pytest.mark.parametrize(("kind", "write"), [("moodle", moodle.write), ("gift", gift.write), ("qti", qti.write)])
@pytest.mark.parametrize("lesson", ["", "order"])
def test_a_quiz_of_a_list_or_a_lesson_leads_to_this_app(route, kind, write, lesson):
    tasks = quiz.exercises(LESSONS[lesson]) if lesson else LIST
    query = {"app": "https://a.example/", **({"lesson": lesson, "n": "7"} if lesson else {"list": encode(LIST)})}
    status, _, body = asked(route, f"/{kind}/?{urllib.parse.urlencode(query)}", host="a.example")
    expected = write([quiz.item(task, place, app=query["app"]) for place, task in enumerate(tasks, 1)])
    assert (status, body) == (200, expected if kind == "qti" else expected.encode())
    assert b"a.example" not in asked(route, f"/{kind}/?{urllib.parse.urlencode(query)}", host="other.example")[2]


async def test_a_course_has_a_manifest_that_names_its_files(route):
    _, _, body = await told(route, f"/scorm/?{LISTED}")
    folder = zipfile.ZipFile(io.BytesIO(body))
    assert folder.testzip() is None
    names = {"c": "http://www.imsproject.org/xsd/imscp_rootv1p1p2"}
    manifest = ElementTree.fromstring(folder.read("imsmanifest.xml"))
    assert manifest.findtext("c:metadata/c:schemaversion", namespaces=names) == "1.2"
    (resource,) = manifest.iterfind("c:resources/c:resource", names)
    assert resource.get("{http://www.adlnet.org/xsd/adlcp_rootv1p2}scormtype") == "sco"
    assert manifest.find(".//c:item", names).get("identifierref") == resource.get("identifier")
    listed = [file.get("href") for file in resource.iterfind("c:file", names)]
    assert {*listed, "imsmanifest.xml"} == {*folder.namelist()}
    assert resource.get("href") in listed


EVIL = "https://evil.example/"
ASKED = {"host": "a.example"}
FORWARDED = {"host": "localhost:8501", "sec-fetch-site": "same-origin", "referer": "https://n-8501.example/proof?x=1"}


@pytest.mark.parametrize(
    ("said", "address", "taken"),
    [
        (ASKED, "https://a.example/", True),
        ({"host": "a.example:8501"}, "http://a.example:8501", True),
        (FORWARDED, "https://n-8501.example/", True),
        (FORWARDED, "https://n-8501.example", False),
        (FORWARDED, "https://n-8501.example/proof?", False),
        (ASKED, EVIL, False),
        (ASKED, "https://a.example.evil.example/", False),
        (ASKED, "https://a.example@evil.example/", False),
        (ASKED, "https://a.example/~evil/", False),
        (ASKED, "https://a.example/?q=", False),
        (ASKED, "http://[", False),
        (ASKED, "javascript://a.example/%0aalert(1)", False),
        (ASKED | {"sec-fetch-site": "cross-site", "referer": EVIL}, EVIL, False),
        (ASKED | {"sec-fetch-site": "same-origin", "referer": "https://a.example/"}, EVIL, False),
    ],
)
def test_saved_pages_lead_to_this_app_or_nowhere(route, said, address, taken):
    """Only an address is taken that has the host that was asked, or lies above the page of the app that asks."""
    query = urllib.parse.urlencode({"list": encode(LIST[:1]), "app": address})
    body = asked(route, f"/pages/?{query}", **said)[2]
    page = zipfile.ZipFile(io.BytesIO(body)).read("perceptron-exercises/01.html").decode()
    assert ("Open in the playground" in page) == taken
    assert (f'href="{html.escape(address.rstrip("/"))}/race?' in page) == taken


PRINTOUT = json.dumps({"text": "0 0 1; 0 -1 2; -1 -1 3"}).encode()


def test_what_a_program_printed_is_explained_and_kept_nowhere(route):
    status, headers, body = asked(route, "/explain/playground?data=AND&bias=true", "POST", body=PRINTOUT)
    assert (status, headers["cache-control"]) == (200, "no-store")
    assert json.loads(body)["slips"][0]["line"] == "b = b - eta * y"
    assert (route.size, len(route._kept)) == (0, 0)
    assert asked(route, "/explain/playground?data=AND")[0] == 418  # it is no page to get


def test_a_program_that_a_lesson_asks_for_is_judged_on_its_boards(route):
    tries = json.dumps({"tries": ["0 0"] * 5}).encode()
    status, headers, body = asked(route, "/explain/playground?lesson=write-tie", "POST", body=tries)
    assert (status, headers["cache-control"]) == (200, "no-store")
    assert not json.loads(body)["passed"]


@pytest.mark.parametrize(
    ("target", "body", "status"),
    [
        ("/explain/nothing", PRINTOUT, 404),
        ("/explain/proof", PRINTOUT, 422),
        ("/explain/playground?data=by+hand", PRINTOUT, 422),
        ("/explain/playground", b'{"text": "words"}', 422),
        ("/explain/playground", b"\0", 422),
        ("/explain/playground", b'{"tries": ["1"]}', 422),
        ("/explain/playground", b'{"tries": []}', 422),
        ("/explain/playground", b'{"tries": [1]}', 422),
        ("/explain/playground", json.dumps({"text": "1 2\n" * 50_250}).encode(), 422),
        ("/explain/playground", b"x" * 500_001, 413),
        (f"/explain/playground?ask={'x' * routes.LONGEST}", PRINTOUT, 414),
    ],
)
def test_a_printout_that_cannot_be_explained_gets_a_sentence(route, target, body, status):
    got, _, answer = asked(route, target, "POST", body=body)
    (words,) = json.loads(answer)["complaints"]
    assert got == status
    assert re.fullmatch(r"[A-Z][^<>\n]*\.", words)


async def test_an_explanation_ends_when_its_visitor_hangs_up(route, monkeypatch):
    began, ended = threading.Event(), threading.Event()

    def search(page, link, printout, stop):
        began.set()
        try:
            while not stop():
                time.sleep(0.001)
        finally:
            ended.set()

    monkeypatch.setattr(routes, "explained", search)
    asking = Asked(route, "POST", "/explain/playground", PRINTOUT)
    await asyncio.to_thread(began.wait, PATIENCE)
    await asking.hang_up()
    assert await asyncio.to_thread(ended.wait, PATIENCE)
