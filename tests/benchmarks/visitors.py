"""A lecture hall: hundreds scan one code in ten seconds, and a hundred move a point once a second.

They speak to the server as a browser does, and draw nothing. Each comes, and edits, at
its own due time, whatever has become of the others, and all times count from then. Visitors and server share this
machine; where there is nginx, two copies of the app behind it are measured, too. Run with
`python -m tests.benchmarks.visitors` from the root of the repository.
"""

import asyncio
import contextlib
import gzip
import itertools
import json
import re
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

import numpy as np
import psutil
from playwright.sync_api import sync_playwright
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets import ClientConnection, ConnectionClosed, Origin, connect
from websockets.exceptions import WebSocketException

from perceptron import Dataset, margin_dataset
from playground.address.codes import encode
from playground.stage.payload import Point
from tests.boards import placed
from tests.browser.browsing import launch, ready, serving
from tests.browser.copies import NGINX, copies
from tests.playground.connecting import ASKED, hang_up, waited

WITHIN = 10.0  # seconds in which all come
SECONDS = 15  # of editing
CONNECTIONS = 6  # that a browser opens to one host
PATIENCE = 60.0
MEGABYTES = 0.2
MIXED = 300
LEFT_BEHIND = 350  # megabytes
LARGEST = "experiment=dimension&n=400&repeats=1000&seed="
SMALL = "experiment=margin&n=25&repeats=10&seed="

Row = tuple[str, str, str, bool]


class Connection:
    """A connection to a server by which one file after another is asked for."""

    def __init__(self, address: str) -> None:
        self.host = urlsplit(address).netloc
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> bytes:
        """Ask for a file, and return it as it is sent, packed or not.

        Raises
        ------
        OSError
            If it is not answered with the file.
        """
        if self.streams is None or self.streams[0].at_eof():  # a server hangs up where nobody asks for a while
            host, _, port = self.host.partition(":")
            self.streams = await asyncio.open_connection(host, int(port))
        reader, writer = self.streams
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        if " 200 " not in head.splitlines()[0]:
            raise OSError(f"{path} was answered {head.splitlines()[0]}")
        if size := re.search(r"content-length: (\d+)", head):
            return await reader.readexactly(int(size[1]))
        whole = b""
        while length := int(await reader.readuntil(b"\r\n"), 16):
            whole += (await reader.readexactly(length + 2))[:-2]
        await reader.readexactly(2)
        return whole

    def close(self) -> None:
        """Hang up."""
        if self.streams:
            self.streams[1].close()


@dataclass
class Visitor:
    """A session on a page and a connection to ask for scenes by, with the times that first data and answers took."""

    socket: ClientConnection
    ask: Connection
    errors: int = 0
    times: list[float] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    listening: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """Take every message until the stage has one."""
        try:
            async for raw in self.socket:
                element = ForwardMsg.FromString(raw).delta.new_element
                self.errors += element.WhichOneof("type") == "exception"
                if element.WhichOneof("type") == "bidi_component" and element.bidi_component.component_name == "stage":
                    self.arrived.set()
        except ConnectionClosed:
            self.errors += 1

    async def edit(self, points: list[Point], due: float) -> None:
        """Ask for what a board shows, as the stage does after an edit."""
        try:
            await self.ask.get(f"/scene/playground?{urlencode({'data': 'by hand', 'points': encode(points)})}")
        except (OSError, asyncio.IncompleteReadError):
            self.errors += 1
        self.times.append(time.perf_counter() - due)


async def enter(address: str, page: str = "", query: str = "") -> Visitor:
    """Open a session on a page and ask for it."""
    where = address.replace("http", "ws") + "/_stcore/stream"
    socket = await connect(where, subprotocols=["streamlit"], origin=Origin(address), max_size=None)
    visitor = Visitor(socket, Connection(address))
    message = BackMsg()
    message.rerun_script.page_name, message.rerun_script.query_string = page, query
    await visitor.socket.send(message.SerializeToString())
    visitor.listening = asyncio.create_task(visitor.listen())
    return visitor


# ---- files ---------------------------------------------------------------------------------------------------------


def files(address: str) -> tuple[list[str], list[str]]:
    """Return the files that a first visit needs before its first message, and those that it needs later."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        if browser is None:
            return [], []
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        ready(page, address)
        page.wait_for_timeout(1000)
        named = re.findall(r'"\./(\S+?)"', page.request.get(address).text())
        browser.close()
    static = [path for path in dict.fromkeys(asked) if re.search(r"/static/", path)]
    return ["/", *(path for path in static if path[1:] in named)], [path for path in static if path[1:] not in named]


async def fetch(address: str, paths: Sequence[str]) -> None:
    """Fetch files as a browser does, one after the other over each of a few connections."""
    left = iter(paths)

    async def one_connection() -> None:
        connection = Connection(address)
        for path in left:
            await connection.get(path)
        connection.close()

    await asyncio.gather(*(one_connection() for _ in range(min(CONNECTIONS, len(paths)))))


# ---- what they do --------------------------------------------------------------------------------------------------


async def arrive(address: str, count: int, before: Sequence[str] = (), after: Sequence[str] = ()) -> list[Visitor]:
    """Let so many come within the time, and measure until each has its first data."""
    begin = time.perf_counter()
    rest = []

    async def come(due: float) -> Visitor | None:
        await asyncio.sleep(due - time.perf_counter())
        try:
            if before:
                await fetch(address, before[:1])
                await fetch(address, before[1:])
            visitor = await enter(address)
            if after:
                rest.append(asyncio.create_task(fetch(address, after)))
            await asyncio.wait_for(visitor.arrived.wait(), PATIENCE)
            await visitor.ask.get("/scene/playground?")
        except (OSError, asyncio.IncompleteReadError, WebSocketException):
            return None
        visitor.times.append(time.perf_counter() - due)
        return visitor

    dues = np.sort(np.random.default_rng(0).uniform(0, WITHIN, count))
    visitors = await asyncio.gather(*(come(begin + due) for due in dues))
    await asyncio.gather(*rest, return_exceptions=True)
    return [visitor for visitor in visitors if visitor]


async def edit(visitors: Sequence[Visitor], boards: Iterator[list[Point]], spread: float) -> None:
    """Let each edit once a second, all of them within a part of it."""
    begin = time.perf_counter() + 0.5

    async def play(number: int, visitor: Visitor) -> None:
        for second in range(SECONDS):
            due = begin + second + spread * number / len(visitors)
            await asyncio.sleep(due - time.perf_counter())
            await visitor.edit(next(boards), due)

    await asyncio.gather(*(play(number, visitor) for number, visitor in enumerate(visitors)))


async def leave(visitors: Sequence[Visitor]) -> None:
    for visitor in visitors:
        if visitor.listening:
            visitor.listening.cancel()
        visitor.ask.close()
        await visitor.socket.close()


async def experiment(address: str, query: str) -> None:
    """Ask for an experiment, as the stage does, until all its runs are there."""
    with contextlib.closing(Connection(address)) as connection:
        while "done" in json.loads(gzip.decompress(await connection.get(f"/scene/experiments?{query}")))["scene"]:
            pass


async def largest(address: str) -> None:
    """Keep one experiment at its largest setting running."""
    for seed in range(10_000):
        await experiment(address, LARGEST + str(seed))


async def _small(address: str, seeds: range) -> float:
    """Return how long small experiments take, one after the other; the median."""
    times = []
    for seed in seeds:
        begin = time.perf_counter()
        await asyncio.wait_for(experiment(address, SMALL + str(seed)), PATIENCE)
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


# ---- the rows ------------------------------------------------------------------------------------------------------


async def _arrivals(address: str, count: int, limit: float, *paths: Sequence[str]) -> list[Row]:
    visitors = await arrive(address, count, *paths)
    await leave(visitors)
    what = "with the files" if paths else "without the files"
    name = f"{count} visitors within {WITHIN:g} s, first data, {what}"
    times = [time for visitor in visitors for time in visitor.times]
    return [_late(name, times, limit), _errors(visitors, count - len(visitors))]


async def _edits(address: str, servers: Sequence[psutil.Process], boards: Iterator[list[Point]]) -> list[Row]:
    before = sum(server.memory_info().rss for server in servers)
    visitors = await arrive(address, 100)
    await edit(visitors, boards, 1.0)
    grown = (sum(server.memory_info().rss for server in servers) - before) / 1e6 / len(visitors)
    rows = [("  memory a visitor", f"{grown:.2f} MB", f"≤ {MEGABYTES:g} MB", grown <= MEGABYTES)]
    busy = asyncio.create_task(largest(address))
    for spread, how, limit in ((1.0, "each at its own time", 0.06), (0.1, "all within a tenth of it", 0.7)):
        for visitor in visitors:
            visitor.times.clear()
        await edit(visitors, boards, spread)
        name = f"100 visitors, an edit a second, {how}, an experiment beside"
        times = [time for visitor in visitors for time in visitor.times]
        rows += [_late(name, times, limit), _errors(visitors, 100 * SECONDS - len(times))]
    busy.cancel()
    await leave(visitors)
    return rows


async def _fair(address: str) -> Row:
    await _small(address, range(1, 2))
    alone = await _small(address, range(2, 9))
    busy = [asyncio.create_task(experiment(address, LARGEST + str(seed))) for seed in range(3)]
    await asyncio.sleep(1)
    beside = await _small(address, range(9, 16))
    for task in busy:
        task.cancel()
    name = f"a small experiment beside three of the largest, by what it takes alone ({alone * 1000:.0f} ms)"
    return name, f"{beside / alone:.1f} x", "≤ 4 x", beside <= 4 * alone


def _hung_up(address: str, server: psutil.Process) -> Iterator[Row]:
    """Measure what another visitor waits for beside those who have hung up, and what these leave behind."""
    for seed, (kind, asked) in enumerate(ASKED.items()):
        hang_up(address, asked)
        late = waited(address, seed)
        yield f"a scene beside {len(asked)} who have hung up: {kind}", f"{late * 1000:.0f} ms", "≤ 500 ms", late <= 0.5
    by_turns = zip(*(itertools.cycle(some) for some in ASKED.values()), strict=False)
    hang_up(address, itertools.islice(itertools.chain.from_iterable(by_turns), MIXED))
    waited(address, len(ASKED))
    memory = server.memory_info().rss / 1e6
    yield f"  memory after {MIXED} mixed ones", f"{memory:.0f} MB", f"≤ {LEFT_BEHIND} MB", memory <= LEFT_BEHIND


def _late(name: str, times: Sequence[float], limit: float) -> Row:
    late = float(np.quantile(times, 0.95))
    value = f"p95 {late * 1000:.0f} ms"
    return f"{name} (median {statistics.median(times) * 1000:.0f} ms)", value, f"≤ {limit * 1000:.0f} ms", late <= limit


def _errors(visitors: Sequence[Visitor], lost: int) -> Row:
    errors = lost + sum(visitor.errors for visitor in visitors)
    return "  errors", f"{errors}", "0", not errors


def rows() -> Iterator[Row]:
    """Yield what was measured: its name, the value, the target, and whether the target was met."""
    with serving() as (address, _):
        yield from _rows(address, psutil.Process().children())
    with serving() as (address, _):
        (server,) = psutil.Process().children()
        yield from _hung_up(address, server)
    if NGINX:
        with copies() as (address, servers):
            for name, *rest in _rows(address, servers):
                yield f"two copies, {name}" if name[0] != " " else name, *rest


def _rows(address: str, servers: Sequence[psutil.Process]) -> Iterator[Row]:
    moved = boards()
    before, after = files(address)
    for count, limit, paths in ((100, 1.0, ()), (300, 1.0, ()), (300, 3.0, (before, after))):
        yield from asyncio.run(_arrivals(address, count, limit, *paths))
    yield from asyncio.run(_edits(address, servers, moved))
    yield asyncio.run(_fair(address))


def boards() -> Iterator[list[Point]]:
    """Yield boards of 60 points, no two of which are the same."""
    data, draw = margin_dataset(60, 2, 0.05, seed=3), np.random.default_rng(0)
    while True:
        yield placed(Dataset(data.X + draw.uniform(-0.03, 0.03, size=data.X.shape), data.y))


if __name__ == "__main__":
    for name, value, target, ok in rows():
        print(f"{name:<92} {value:>12}   {target:<10} {'ok' if ok else 'MISSED'}", flush=True)
