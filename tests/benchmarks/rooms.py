"""A class in a lecture: a thousand phones scan one code in ten seconds, and each places three points.

The lecture has eighteen items, the 90-minute plan and a board that the class builds, whose points the wall shows.

Each fetches its page, listens, joins, and repeats a report until it is acknowledged, as playground/rooms/src/phone.ts
does. Phones and server share this machine; where there is nginx, two copies of the app stand behind it, and in a second
room one of them is killed in the middle, while a hundred phones lose the net for five seconds and a hundred reload.
Beside one more room ten ordinary visitors edit. Where there is a Redis, all is done once more with rooms in it. With
Redis each copy also reads what the others have written: two copies took 4.4 ms of a core for each phone, where one took
3.0, and in a file two took 3.8. At last a report to a room of a long list of large boards is compared with one to a
short list. Run with `python -m tests.benchmarks.rooms [phones]` from the root of the repository; more than a thousand
phones are in several rooms.
"""

import asyncio
import json
import os
import random
import re
import secrets
import sqlite3
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import psutil

from playground.address.codes import encode
from playground.address.lists import MOST, ListItem
from playground.address.lists import encode as encode_list
from playground.pages import PAGES
from playground.rooms import lectures, places, questions, room, store
from playground.stage.payload import Point
from tests.benchmarks.visitors import Connection, boards
from tests.browser.browsing import serving
from tests.browser.copies import NGINX, copies
from tests.playground import streams

PHONES = 1_000
WITHIN = 10.0  # seconds in which all come
POINTS = 3
AGAIN = 1.0  # seconds until a report is repeated
PATIENCE = 8.0
AWAY = 5.0
LATE = 0.05  # seconds, 95 of 100 acknowledgements
CROWDED = 0.3  # seconds, the same where the phones are in several rooms
BEHIND = 0.3  # seconds, the wall
EDITORS = 10  # who move a point once a second
EDITED = 0.1  # seconds, 95 of 100 edits
COST = 0.004  # seconds of CPU a phone
LONG = 10.0  # times what a report to a short list costs
BATCH, REPEATS = 50, 9

Row = tuple[str, str, str, bool]
Held = Callable[[str], list[tuple[int, int, str]]]
"""Phone, number and value of each report that a room holds."""


@dataclass
class Line:
    """A connection to the app, which opens again after it was lost."""

    address: str
    streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    cookie: str = ""

    async def ask(self, method: str, path: str, body: bytes = b"", kind: str = "application/json") -> tuple[int, bytes]:
        """Ask for something, and return the status and the body."""
        status, headers, reader = await self.begin(method, path, body, kind)
        if size := re.search(r"content-length: (\d+)", headers):
            return status, await reader.readexactly(int(size[1]))
        text = b""
        while length := int(await reader.readuntil(b"\r\n"), 16):
            text += (await reader.readexactly(length + 2))[:-2]
        await reader.readexactly(2)
        return status, text

    async def begin(self, method: str, path: str, body: bytes, kind: str) -> tuple[int, str, asyncio.StreamReader]:
        """Ask for something, and return the status, the headers and what the body comes by."""
        where = urlsplit(self.address)
        if self.streams is None or self.streams[0].at_eof():
            self.streams = await asyncio.open_connection(where.hostname, where.port)
        reader, writer = self.streams
        packed = "gzip" if method == "GET" else "identity"
        sent = f"{method} {path} HTTP/1.1\r\nHost: {where.netloc}\r\nAccept-Encoding: {packed}\r\n"
        sent += f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        sent += f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n" if body else "\r\n"
        writer.write(sent.encode() + body)
        headers = (await reader.readuntil(b"\r\n\r\n")).decode()
        if found := re.search(r"(?im)^set-cookie: ([^;\r]+)", headers):
            self.cookie = found[1]
        return int(headers.split(" ", 2)[1]), headers.lower(), reader

    def close(self) -> None:
        """Hang up."""
        if self.streams:
            self.streams[1].close()
        self.streams = None


@dataclass
class Phone:
    """A phone, with the times that its acknowledgements took."""

    address: str
    code: str
    token: str = field(default_factory=lambda: secrets.token_hex(16))
    times: list[float] = field(default_factory=list)
    away: float = 0.0  # until when it has no net
    listening: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self.line, self.posting, self.joined = Line(self.address), asyncio.Lock(), asyncio.Event()

    async def come(self) -> None:
        """Fetch the page, listen and join."""
        await self.insist("GET", f"/room/{self.code}")
        if self.listening:
            self.listening.cancel()
        self.joined.clear()
        self.listening = asyncio.create_task(self.listen())
        await self.joined.wait()

    async def listen(self) -> None:
        """Read the room's news, say so, and come again when they end."""
        while True:
            line = Line(self.address, cookie=self.line.cookie)
            try:
                _, _, reader = await line.begin("GET", f"/room/{self.code}/phones", b"", "")
                if ear := re.search(rb"(?m)^id: (\w+)", await reader.readuntil(b"\n\n")):
                    await self.post("join", {"token": self.token, "ear": ear[1].decode()})
                    self.joined.set()
                while await reader.read(65_536) and time.perf_counter() > self.away:
                    pass
            except (OSError, asyncio.IncompleteReadError):
                pass
            finally:
                line.close()
            await asyncio.sleep(AGAIN)

    async def place(self, points: int) -> None:
        """Place points, one more with each report."""
        placed: list[list[float]] = []
        for number in range(1, points + 1):
            placed.append([random.uniform(-1, 1), random.uniform(-1, 1), number % 2])
            begin = time.perf_counter()
            told = {"token": self.token, "number": number, "question": 0, "vote": 1, "value": placed}
            await self.post("report", told)
            self.times.append(time.perf_counter() - begin)
            await asyncio.sleep(random.uniform(0.5, 2))

    async def post(self, what: str, told: object) -> None:
        async with self.posting:
            await self.insist("POST", f"/room/{self.code}/{what}", json.dumps(told).encode())

    async def insist(self, method: str, path: str, body: bytes = b"") -> None:
        """Ask until it is answered."""
        while True:
            if (left := self.away - time.perf_counter()) > 0:
                self.line.close()
                await asyncio.sleep(left)
            try:
                status, text = await asyncio.wait_for(self.line.ask(method, path, body), PATIENCE)
            except (OSError, EOFError, ValueError, TimeoutError):
                self.line.close()
            else:
                if status == 200:
                    return
                if status < 429:
                    raise ValueError(f"{path} was answered {status}: {text.decode()}")
            await asyncio.sleep(AGAIN)


async def _make(address: str) -> str:
    """Make a room for a lecture, whose first item asks for points, and return its code."""
    items = (ListItem("", {"data": "by hand"}, "Place points.", by="points", room="ask"), *lectures.plan("both"))
    form = urllib.parse.urlencode({"page": "playground", "query": f"list={encode_list(items)}"}).encode()
    _, body = await Line(address).ask("POST", "/room", form, "application/x-www-form-urlencoded")
    made = json.loads(body)
    told = {"key": made["key"], "do": "forward"}
    await Line(address).ask("POST", f"/room/{made['code']}/command", json.dumps(told).encode())
    code: str = made["code"]
    return code


@dataclass
class Wall:
    """The wall of a room that listens, and when it had news of how many points."""

    code: str
    seen: int = 0
    at: float = 0.0

    async def listen(self, address: str) -> None:
        while True:
            line = Line(address)
            try:
                _, _, reader = await line.begin("GET", f"/room/{self.code}/walls", b"", "")
                while text := (await reader.readuntil(b"\n\n")).decode():
                    if found := re.search(r'"words":"([\d,]+) points?', text):
                        self.seen, self.at = int(found[1].replace(",", "")), time.perf_counter()
            except (OSError, EOFError, ValueError, asyncio.LimitOverrunError):
                line.close()
            await asyncio.sleep(0.1)


async def _walls(address: str, count: int) -> list[Wall]:
    """Make as many rooms as so many phones need."""
    return [Wall(await _make(address)) for _ in range(0, count, store.MOST_PHONES)]


async def _play(
    address: str, servers: Sequence[psutil.Process], walls: Sequence[Wall], count: int, trouble: bool
) -> tuple[list[Phone], float]:
    """Let a class play in the rooms of these walls; return the phones, and by how much the last wall was behind."""
    phones = [Phone(address, walls[number % len(walls)].code) for number in range(count)]
    watching = [asyncio.create_task(wall.listen(address)) for wall in walls]
    begin = time.perf_counter()
    last = 0.0

    async def play(number: int, phone: Phone, due: float) -> None:
        nonlocal last
        await asyncio.sleep(begin + due - time.perf_counter())
        await phone.come()
        if trouble and number % 10 == 1:
            phone.away = time.perf_counter() + AWAY
        await phone.place(POINTS - 1)
        if trouble and number % 10 == 2:
            phone.line.close()
            await phone.come()
        told = {"token": phone.token, "number": POINTS, "question": 0, "vote": 1}
        begun = time.perf_counter()
        await phone.post("report", {**told, "value": [[0.5, 0.5, 0]] * POINTS})
        phone.times.append(time.perf_counter() - begun)
        last = time.perf_counter()

    async def kill() -> None:
        await asyncio.sleep(WITHIN / 2)
        servers[-1].kill()

    dues = np.sort(np.random.default_rng(0).uniform(0, WITHIN, count))
    killing = [kill()] if trouble else []
    playing = [play(number, phone, due) for number, (phone, due) in enumerate(zip(phones, dues, strict=True))]
    await asyncio.gather(*playing, *killing)
    deadline = time.perf_counter() + PATIENCE
    while sum(wall.seen for wall in walls) < POINTS * count and time.perf_counter() < deadline:
        await asyncio.sleep(0.02)
    for each in watching:
        each.cancel()
    for phone in phones:
        if phone.listening:
            phone.listening.cancel()
        phone.line.close()
    return phones, max(wall.at for wall in walls) - last


def _spent(servers: Sequence[psutil.Process]) -> float:
    return sum(sum(server.cpu_times()[:2]) for server in servers if server.is_running())


def _rows(address: str, servers: Sequence[psutil.Process], held_in: Held, count: int, trouble: bool) -> Iterator[Row]:
    walls = asyncio.run(_walls(address, count))
    before = _spent(servers)
    phones, behind = asyncio.run(_play(address, servers, walls, count, trouble))
    spent = (_spent(servers) - before) / count
    numbers = [(wall.code, phone, number) for wall in walls for phone, number, _ in held_in(wall.code)]
    seen = sum(wall.seen for wall in walls)
    held, distinct = len(numbers), len(set(numbers))
    times = [each for phone in phones for each in phone.times]
    late = float(np.quantile(times, 0.95))
    wanted = POINTS * count
    yield "  reports lost", f"{wanted - distinct} of {wanted}", "0", distinct == wanted
    yield "  reports doubled", f"{held - distinct}", "0", held == distinct
    yield "  points on the wall", f"{seen}", f"{wanted}", seen == wanted
    if not trouble:
        most = LATE if count <= store.MOST_PHONES else CROWDED
        yield "  acknowledged", f"p95 {late * 1000:.0f} ms", f"≤ {most * 1000:.0f} ms", late <= most
        yield "  the wall behind", f"{behind * 1000:.0f} ms", f"≤ {BEHIND * 1000:.0f} ms", behind <= BEHIND
        yield "  CPU of the server a phone", f"{spent * 1000:.1f} ms", f"≤ {COST * 1000:.0f} ms", spent <= COST


async def _beside(address: str, servers: Sequence[psutil.Process], count: int) -> list[float]:
    """Let ordinary visitors edit while a class plays, and return what their edits took, each from when it was due."""
    every, times = boards(), list[float]()

    async def edit(board: Iterator[list[Point]], due: float) -> None:
        connection = Connection(address)
        while True:
            await asyncio.sleep(due - time.perf_counter())
            query = urllib.parse.urlencode({"data": "by hand", "points": encode(next(board))})
            await connection.get(f"/scene/playground?{query}")
            times.append(time.perf_counter() - due)
            due += 1

    walls = await _walls(address, count)
    begin = time.perf_counter() + 1
    editing = [asyncio.create_task(edit(every, begin + place / EDITORS)) for place in range(EDITORS)]
    await _play(address, servers, walls, count, trouble=False)
    for task in editing:
        if task.done():
            task.result()  # which raises what has ended it
        task.cancel()
    return times


def _edits(address: str, servers: Sequence[psutil.Process], count: int) -> Iterator[Row]:
    late = float(np.quantile(asyncio.run(_beside(address, servers, count)), 0.95))
    value, most = f"p95 {late * 1000:.0f} ms", f"≤ {EDITED * 1000:.0f} ms"
    yield f"  edits of {EDITORS} visitors beside such a room", value, most, late <= EDITED


def _all(count: int, where: str, held_in: Held, beside: Sequence[psutil.Process] = ()) -> Iterator[Row]:
    """Let classes play by one copy, and by two; `beside` them works what keeps the rooms."""
    with serving() as (address, _):
        yield f"a lecture for {count} phones in {WITHIN:g} s, {POINTS} reports each, one copy, {where}", "", "", True
        servers = [each for each in psutil.Process().children() if "streamlit" in each.cmdline()]
        yield from _rows(address, [*beside, *servers], held_in, count, trouble=False)
        yield from _edits(address, servers, count)
    if NGINX:
        with copies() as (address, servers):
            for trouble in (False, True):
                how = ", one of them killed, phones lost and reloaded" if trouble else ""
                yield f"the same by two copies behind nginx{how}", "", "", True
                yield from _rows(address, [*beside, *servers], held_in, count, trouble)
                if not trouble:
                    yield from _edits(address, servers, count)


def _reports(where: Path | str) -> Iterator[Row]:
    """Compare what a report costs to a room of the longest list of large boards, and to one of a small board."""
    kept, lists = places.opened(where), (1, MOST)
    size = {1: 25, MOST: 400}
    codes = {}
    for many in lists:
        boards = [{"data": "margin", "n": str(size[many]), "seed": str(seed)} for seed in range(many)]
        tasks = [ListItem("", board, "How many?", number=True, right=1) for board in boards]
        asked = questions.of_board(PAGES["app.py"], {"list": encode_list(tasks)})
        codes[many] = kept.make("key", {**room.begun(asked), "open": True}).result()
        kept.join(codes[many], "phone").result()
    costs: dict[int, list[float]] = {many: [] for many in lists}
    for turn in range(REPEATS):
        for many in lists:
            begin = time.process_time()
            numbers = range(1 + turn * BATCH, 1 + (turn + 1) * BATCH)
            check = partial(room.take, asked=0, vote=1, value=7)
            for done in [kept.report(codes[many], "phone", number, 0, 1, check) for number in numbers]:
                done.result()
            costs[many].append((time.process_time() - begin) / BATCH)
    kept.close()
    short, long = (min(costs[many]) for many in lists)
    name = f"  a report to a list of {MOST} boards of 400 points, {long * 1000:.2f} ms, to one of 25"
    yield name, f"{long / short:.1f} ×", f"≤ {LONG:g} ×", long / short <= LONG


def rows(count: int = PHONES) -> Iterator[Row]:
    """Yield what was measured: its name, the value, the target, and whether the target was met."""
    with ExitStack() as stack:
        file = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "rooms.sqlite3"
        stack.callback(os.environ.pop, "ROOMS")
        os.environ["ROOMS"] = str(file)

        def held_in_file(code: str) -> list[tuple[int, int, str]]:
            asked = "SELECT phone, number, value FROM report WHERE room = ?"
            return sqlite3.connect(file).execute(asked, (code,)).fetchall()

        yield from _all(count, "in a file", held_in_file)
        yield from _reports(file)
        if not streams.missing():
            redis = stack.enter_context(streams.running())
            os.environ["ROOMS"] = redis.address
            yield from _all(count, "in Redis", redis.reports, [psutil.Process(redis.process.pid)])
            yield from _reports(redis.address)


if __name__ == "__main__":
    for name, value, target, ok in rows(int(sys.argv[1]) if len(sys.argv) > 1 else PHONES):
        print(f"{name:<92} {value:>12}   {target:<10} {'ok' if ok else 'MISSED'}", flush=True)
