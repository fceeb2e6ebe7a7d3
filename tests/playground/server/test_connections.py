"""Nobody waits for those who have hung up, nothing is half open for long, and the server ends in time."""

import asyncio
import contextlib
import itertools
import re
import signal
import socket
import time
from urllib.parse import urlencode, urlsplit

import psutil
import pytest

from playground.server import connections
from playground.stage import assets
from tests.benchmarks.visitors import LARGEST, enter
from tests.browser.browsing import serving as running
from tests.conftest import check
from tests.marks import slow
from tests.playground.connecting import ASKED, PATIENCE, begun, finished, hang_up, waited

WAIT = 3.0  # s; half a second on a machine that does nothing else
STOP = 5.0  # s
MEMORY = 350e6  # bytes


def process_of(address):
    port = urlsplit(address).port
    children = [each for each in psutil.Process().children() if each.status() != psutil.STATUS_ZOMBIE]
    (process,) = [each for each in children if f"--server.port={port}" in each.cmdline()]
    return process


@pytest.fixture(scope="module")
def server():
    with running() as (address, log):
        waited(address, -1)
        yield address
    check(log)


def test_nobody_waits_for_those_who_have_hung_up(server):
    for seed, (kind, asked) in enumerate(ASKED.items()):
        hang_up(server, asked)
        assert waited(server, seed) < WAIT, kind


@pytest.mark.slow
def test_three_hundred_who_have_hung_up_leave_no_memory_behind(server):
    by_turns = zip(*(itertools.cycle(some) for some in ASKED.values()), strict=False)
    hang_up(server, itertools.islice(itertools.chain.from_iterable(by_turns), 300))
    assert waited(server, len(ASKED)) < WAIT
    assert process_of(server).memory_info().rss < MEMORY


# ---- half open -------------------------------------------------------------------------------------------------------

HALF_POST = "POST /room HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\npage="


def opened(address, text, room=None):
    """A connection on which this much of a request has been sent, and that has so much room for an answer."""
    parts = urlsplit(address)
    connection = socket.socket()
    if room:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    connection.settimeout(PATIENCE)
    connection.connect((parts.hostname, parts.port))
    connection.sendall(text.encode())
    return connection


def listeners(address, count, **room):
    """So many who listen to a room that is made for them."""
    form = urlencode({"page": "playground", "query": "n=400"})
    answer = finished(begun(address, ("POST /room", form)))
    code = re.search(rb"location: \./room/([A-Z]{6})/", answer)[1].decode()
    listen = f"GET /room/{code}/walls HTTP/1.1\r\nHost: a\r\n\r\n"
    every = [opened(address, listen, **room) for _ in range(count)]
    assert {listening.recv(12) for listening in every} == {b"HTTP/1.1 200"}
    return every


def told(connection):
    """What has been sent up to the end, even where that was a reset."""
    answer = b""
    with connection, contextlib.suppress(ConnectionError):
        while part := connection.recv(1 << 16):
            answer += part
    return answer


def test_only_those_who_do_not_go_on_are_hung_up_on(server):
    """All of a head must come in time; of a body another part, for some lines are slow."""
    (listening,), slow = listeners(server, 1), opened(server, HALF_POST)
    halves = [opened(server, text) for text in ("", "GET / HT", HALF_POST, "GET /room HTTP/1.1\r\n\r\nGET / HT")]
    dripping = opened(server, "GET / HTTP/1.1\r\nX-Drip: ")
    for _ in range(20):
        time.sleep((connections.HALF_OPEN + 3) / 20)
        slow.sendall(b"x")
        with contextlib.suppress(ConnectionError):
            dripping.sendall(b"x")
    assert [told(half)[:12] for half in (*halves, dripping)] == [b"", b"", b"HTTP/1.1 408", b"HTTP/1.1 200", b""]
    slow.sendall(b"x" * (1000 - 5 - 20))
    assert slow.recv(12) == b"HTTP/1.1 404"  # there is no page of this name
    with slow, listening:
        heard = b""
        while heard.count(b"event: beat") < 2:  # the first comes at once
            part = listening.recv(1 << 16)
            assert part
            heard += part


# ---- the end ---------------------------------------------------------------------------------------------------------


ENDS = [
    "nothing",
    "half a request",
    "a reader who has stopped",
    "a listener who has stopped",
    "a run of a page",
    *ASKED,
    *(f"hung up: {kind}" for kind in ASKED),
    "200 open pages",
    "a room of 100",
]
"""What could keep the server from its end."""
TOGETHER = ["half a request", "a reader who has stopped", "a listener who has stopped", "a run of a page"]
TOGETHER += ["scenes", "experiments", "pages of lists", "hung up: experiments", "hung up: worksheets"]


def kept(address, kind):
    """Do what could keep the server from its end, and return the connections of those who still wait."""
    if kind.startswith("hung up: "):
        hang_up(address, ASKED[kind.removeprefix("hung up: ")])
    if kind == "half a request":
        return [opened(address, HALF_POST), opened(address, "GET / HT")]
    if kind == "a reader who has stopped":
        return [opened(address, f"GET /app/static/{assets.PLOTLY} HTTP/1.1\r\nHost: a\r\n\r\n", room=4096)]
    if kind.startswith(("a listener", "a room")):
        return listeners(address, 100 if kind == "a room of 100" else 1, room=4096)
    return [begun(address, asked) for asked in ASKED.get(kind, [])]


async def stopped(address, kinds, numbers):
    """How long the server takes to end after these signals."""
    server = process_of(address)
    visitors = [await enter(address) for _ in range(200 if "200 open pages" in kinds else 0)]
    await asyncio.gather(*(visitor.arrived.wait() for visitor in visitors))
    if "a run of a page" in kinds:
        visitors.append(await enter(address, "experiments", f"{LARGEST}1"))
    connections = [connection for kind in kinds for connection in await asyncio.to_thread(kept, address, kind)]
    begin = time.perf_counter()
    for number in numbers:
        server.send_signal(number)
        await asyncio.sleep(0.2)
    await asyncio.to_thread(server.wait, PATIENCE)
    took = time.perf_counter() - begin
    for connection in connections:
        connection.close()
    for visitor in visitors:
        visitor.listening.cancel()
    return took


@pytest.mark.parametrize(
    ("kinds", "numbers"),
    [
        pytest.param(TOGETHER, [signal.SIGTERM] * 2, id="together"),
        *(slow([kind], [signal.SIGTERM], id=kind) for kind in ENDS),
        slow(TOGETHER, [signal.SIGINT] * 2, id="by hand"),
    ],
)
async def test_the_server_ends_in_time_whatever_is_under_way(kinds, numbers):
    with running() as (address, log):
        assert await stopped(address, kinds, numbers) < STOP
    check(log)
