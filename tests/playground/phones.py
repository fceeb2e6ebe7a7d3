"""A room without a browser: its routes are asked as a phone, a wall or a teacher asks them, by HTTP's own messages."""

from __future__ import annotations

import asyncio
import json
import secrets
import urllib.parse
from contextlib import asynccontextmanager

from playground.rooms.routes import Rooms

PATIENCE = 60  # s
HALL = "192.0.2.1"  # the address of all who are in it
BOARD = "data=margin&bias=true"


async def _passed_on(scope, receive, send):
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b""})


class Asked:
    """A request: what is sent of the answer comes as it is sent."""

    def __init__(self, app, method, path, body: bytes | None = b"", headers=(), address=HALL, query=b""):
        self._gone, self._sent = asyncio.Event(), asyncio.Queue()
        self._body = [] if body is None else [body]  # or it never comes
        raw = [(name.encode(), value.encode()) for name, value in headers]
        scope = {"type": "http", "method": method, "path": path, "query_string": query, "headers": raw}
        self.task = asyncio.ensure_future(app({**scope, "client": (address, 1)}, self._receive, self._sent.put))

    async def _receive(self):
        if self._body:
            return {"type": "http.request", "body": self._body.pop(), "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def message(self):
        return await asyncio.wait_for(self._sent.get(), PATIENCE)

    async def whole(self):
        begin = await self.message()
        body, more = b"", True
        while more:
            part = await self.message()
            body, more = body + part["body"], part.get("more_body", False)
        await self.task
        return begin["status"], {name.decode(): value.decode() for name, value in begin["headers"]}, body

    async def hang_up(self):
        self._gone.set()
        await asyncio.wait_for(self.task, PATIENCE)


class Listener:
    """What a room has told to somebody who listens, and every byte of it."""

    def __init__(self, asked):
        self._asked, self.bytes, self.told, self.ear = asked, b"", None, ""
        self._event, self.time = "", 0.0  # of the server, in seconds since 1970

    async def until(self, condition):
        while self.told is None or not condition(self.told):
            part = (await self._asked.message())["body"]
            self.bytes += part
            for line in part.decode().splitlines():
                name, _, value = line.partition(": ")
                if name in ("", "event"):
                    self._event = value
                elif name == "id":
                    self.ear = value
                elif name == "data" and self._event == "beat":
                    self.time = float(value)
                elif name == "data" and not self._event:
                    self.told = json.loads(value)
        return self.told

    async def end(self):
        """Read on until the room ends the stream."""
        while (part := await self._asked.message()).get("more_body"):
            self.bytes += part["body"]


class Room:
    """A room of a copy, with the teacher's key."""

    def __init__(self, app, code, key):
        self.app, self.code, self.key = app, code, key

    async def post(self, what, told, **headers):
        body = told if isinstance(told, bytes) else json.dumps(told).encode()
        sent = {"content-type": "application/json", **headers}
        status, _, text = await Asked(self.app, "POST", f"/room/{self.code}/{what}", body, sent.items()).whole()
        return status, json.loads(text)

    async def do(self, name, **more):
        return await self.post("command", {"key": self.key, "do": name, **more})

    @asynccontextmanager
    async def listening(self, who):
        asked = Asked(self.app, "GET", f"/room/{self.code}/{who}")
        assert (await asked.message())["status"] == 200
        yield Listener(asked)
        await asked.hang_up()

    def at(self, app):
        return Room(app, self.code, self.key)


class Phone:
    """A phone that numbers what it reports, as playground/rooms/src/phone.ts does."""

    def __init__(self, room, token=""):
        self.room, self.token, self.number = room, token or secrets.token_hex(16), 0

    async def join(self, ear=""):
        return await self.room.post("join", {"token": self.token, "ear": ear})

    @asynccontextmanager
    async def listening(self):
        """Listen, and say so."""
        async with self.room.listening("phones") as news:
            await news.until(lambda told: True)
            assert (await self.join(news.ear))[0] == 200
            yield news

    async def say(self, value, question=0, vote=1, number=None):
        self.number += number is None
        report = {"number": number or self.number, "question": question, "vote": vote, "value": value}
        return await self.room.post("report", {"token": self.token, **report})


async def make(app, page="playground", query=BOARD, ready="", address=HALL, alone="", **headers):
    form = urllib.parse.urlencode({"page": page, "query": query, "list": ready, "alone": alone}).encode()
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return await Asked(app, "POST", "/room", form, sent.items(), address).whole()


async def room_of(app, **board):
    status, said, body = await make(app, **board)
    made = json.loads(body)
    assert (status, said["location"]) == (303, f"./room/{made['code']}/wall#{made['key']}")
    return Room(app, made["code"], made["key"])


async def phones(room, count):
    found = [Phone(room) for _ in range(count)]
    for status, _ in await asyncio.gather(*(phone.join() for phone in found)):
        assert status == 200
    return found


def copy():
    return Rooms(_passed_on, "")
