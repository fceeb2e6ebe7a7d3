"""Rooms by HTTP, beside Streamlit: documents, what phones and teachers post, and a stream of news to all who listen.

Each copy looks for news of all rooms at once, and packs those of a room once for everybody who listens to it here.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import time
import urllib.parse
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Future
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from playground.address import address
from playground.export import sharing
from playground.pages import PAGES
from playground.rooms import documents, places, questions, room, store
from playground.rooms.store import Away, Refused
from playground.server import clients, connections, http, slots

MOST_LISTENERS = 3 * store.MOST_PHONES
"""Of a room, in one copy: a phone that has come back may not have been missed yet."""
MOST_WALLS = 300
"""Of a room, in one copy, beside them."""
LONGEST = 4_000
"""Bytes that a phone or a teacher may send at once; the address of a board may have more."""

_WAY = re.compile(r"/room(?:(/)|/([A-Za-z]{6})(?:/([a-z]+))?)?")
_LOOK = 0.15  # s between two looks for news
_LATE = 0.35  # s at most, while somebody listens
_BEAT = 15.0  # s between two signs of life
_SWEEP = 60.0  # s between two looks for rooms that are over
_REST = 5.0  # s between two looks while nobody listens
_STREAM = 900.0  # s until a listener is asked to come again, which may be with another copy
_MOST_KNOWN = 20_000  # who has asked how often, and which codes
_PORTS = {"http": 80, "https": 443}
_TOKEN = re.compile(r"[0-9a-f]{32}")
_OVER = "event: over\ndata: {}\n\n"
_AWAY = "What keeps the rooms does not answer; try again."
_SAYS = {"content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no"}
_PAGES = {page.route: page for page in PAGES.values() if page.answer}


class Bucket:
    """So many tries at once, and so many more a second; who knows none is new."""

    def __init__(self, most: float, a_second: float) -> None:
        self._most, self._rate = most, a_second
        self._left: dict[Any, tuple[float, float]] = {}

    def takes(self, who: Any) -> bool:
        """Whether there is one left for somebody, who then has one less."""
        now = time.monotonic()
        if len(self._left) > _MOST_KNOWN:
            self._left = {name: left for name, left in self._left.items() if self._now(left, now) < self._most}
        left = self._now(self._left.get(who, (self._most, now)), now)
        takes = left >= 1
        self._left[who] = left - takes, now  # who is refused has not one less: others may have the same name
        return takes

    def gives_back(self, who: Any) -> None:
        """Let somebody have the one back that was taken last."""
        if who in self._left:
            left, at = self._left[who]
            self._left[who] = left + 1, at

    def _now(self, left: tuple[float, float], now: float) -> float:
        return min(self._most, left[0] + (now - left[1]) * self._rate)


@dataclass(eq=False)
class Listener:
    """Somebody who listens, and is told a name of their own, by which they say that they are a phone or the teacher."""

    ear: str = field(default_factory=partial(secrets.token_hex, 8))
    news: asyncio.Event = field(default_factory=asyncio.Event)
    phone: str = ""  # its token
    stays: bool = False  # whatever others do
    gone: bool = False


@dataclass
class Channel:
    """What was last said of a room to phones and to walls, and who waits for more."""

    version: int = 0
    said: dict[str, str] = field(default_factory=dict)
    waiting: dict[str, dict[str, Listener]] = field(default_factory=lambda: {"phones": {}, "walls": {}})
    """Those who have come first stand first."""
    phones: dict[str, Listener] = field(default_factory=dict)

    def say(self, who: str, text: str) -> None:
        """Wake up those for whom this is new."""
        if self.said.get(who) != text:
            self.said[who] = text
            for listener in self.waiting[who].values():
                listener.news.set()

    def let_in(self, who: str) -> Listener:
        """Let one more listen; where all places are taken, the first gives way who is neither a phone nor the teacher.

        Whoever gives way comes again by themselves.
        """
        listeners = self.waiting[who]
        if len(listeners) >= (MOST_WALLS if who == "walls" else MOST_LISTENERS):
            first = min(listeners.values(), key=lambda each: each.stays)
            first.gone = True
            first.news.set()
            del listeners[first.ear]
        listener = Listener()
        listeners[listener.ear] = listener
        return listener

    def let_go(self, who: str, listener: Listener) -> None:
        """Let another one have the place."""
        self.waiting[who].pop(listener.ear, None)
        if self.phones.get(listener.phone) is listener:
            del self.phones[listener.phone]

    def heard(self, ear: object, token: str) -> Listener | None:
        """Return the listener of this name, if it may be this phone: each is the first that says so."""
        listener = self.waiting["phones"].get(str(ear))
        if listener is None or listener.phone not in ("", token):
            return None
        listener.phone = token
        return listener

    def keep(self, listener: Listener) -> None:
        """Let a listener stay, as the last of those who are the same phone, unless they have gone meanwhile."""
        if self.waiting["phones"].get(listener.ear) is not listener:
            return
        if listener.phone in self.phones:
            self.phones[listener.phone].stays = False
        self.phones[listener.phone] = listener
        listener.stays = True


class Rooms:
    """Answers all that is asked about rooms; passes all else on."""

    def __init__(self, app: http.Application) -> None:
        self._app = app
        self._below = http.base_path()
        self._kept: store.Store | None = None
        self._channels: dict[str, Channel] = {}
        self._opening: dict[str, asyncio.Task[Channel]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._ending = False  # whether the server is
        connections.tell_at_the_end(self._end)
        # Of the 148 million codes nobody is told of more than a three-hundredth in a room's two hours.
        self._tries = Bucket(100_000, 50)  # codes, by an address
        self._right: set[tuple[str, str]] = set()  # an address, and a code that was right
        self._commands = Bucket(60, 2)
        self._reports = Bucket(20, 4)  # by a phone
        self._new = Bucket(60, 5)  # rooms
        self._complaints = Bucket(1, 0.1)
        self._place: Path | str | None = None
        try:
            self._place = places.place()
            if isinstance(self._place, str):
                self._kept = places.opened(self._place)
        except (OSError, ImportError, ValueError) as fault:
            logging.getLogger(__name__).warning("there are no rooms: %s", fault)
            self._place = None

    async def __call__(self, scope: http.AsgiMessage, receive: http.Receive, send: http.Send) -> None:
        """Answer a request, or pass it on."""
        path = scope["path"] if scope["type"] == "http" else ""
        way = path.startswith(f"{self._below}/room") and _WAY.fullmatch(path.removeprefix(self._below))
        if self._place and self._looking is None and (way or (isinstance(self._place, Path) and self._place.exists())):
            self._wake()  # for rooms of a copy that is no more have to be deleted in time, as Redis does itself
        if not way or self._place is None:
            await self._app(scope, receive, send)
            return
        code, what = (way[2] or "").upper(), "served" if way[1] else way[3] or ""
        if scope["method"] == "GET" and what in ("phones", "walls"):
            await self._stream(code, what, scope, receive, send)
            return
        try:
            answers = await self._answers(scope, receive, code, what)
        except Refused as refusal:
            answers = _said({"refused": str(refusal)}, refusal.status)
        except Away as fault:
            self._complain(fault)
            answers = _said({"refused": _AWAY}, 503)
        except http.HungUp:
            return
        for message in http.response(answers, scope):
            await send(message)

    async def _answers(self, scope: http.AsgiMessage, receive: http.Receive, code: str, what: str) -> http.Responses:
        if scope["method"] in ("GET", "HEAD") and what in documents.NAMES:
            return documents.document(what, code)
        if what == "served":
            return _said({"rooms": True})
        if scope["method"] != "POST":
            raise Refused(404, "There is nothing of this name in a room.")
        if not code:
            return await self._make(scope, receive)
        posted = _json(await _body(receive, LONGEST))
        if what not in ("join", "report", "command", "picture", "table", "summary"):
            raise Refused(404, "There is nothing of this name in a room.")
        # Who sends it from another page would have to ask for leave first, which nobody is given.
        if not _header(scope, b"content-type").startswith("application/json"):
            raise Refused(415, "A room is told in JSON.")
        who = clients.of_request(scope)
        if what == "picture":  # which tells nothing of a room
            return _said(await http.while_there(receive, _picture(who, posted)))
        work: Callable[..., Coroutine[Any, Any, Mapping[str, Any]]] = getattr(self, f"_{what}")
        with self._trying(who, code):
            return _said(await work(who, code, posted))

    # ---- what is posted

    async def _make(self, scope: http.AsgiMessage, receive: http.Receive) -> http.Responses:
        """Make a room of the board that a form names, and lead its sender to its wall."""
        if not _is_ours(scope):
            raise Refused(403, "A room is made from a page of this app.")
        form = address.parameters((await _body(receive, 2 * address.LONGEST_QUERY)).decode(errors="replace"))
        page, ready = _PAGES.get(form.get("page", "")), form.get("list", "")
        if page is None and ready not in questions.LISTS:
            raise Refused(404, "There is no such page with a board, and no such list.")
        who = clients.of_request(scope)
        if not self._new.takes(who):
            raise Refused(429, "Many rooms were made just now; wait some seconds.")
        link = address.parameters(form.get("query", "").removeprefix("?"))
        work = partial(questions.of_board, page, link) if page else partial(questions.of_list, ready)
        try:
            asked = await http.while_there(receive, slots.in_turn(who, work))
        except (ValueError, BrokenExecutor) as fault:
            raise Refused(422, str(fault)) from None
        key = secrets.token_urlsafe(18)
        code = await _done(self._store.make(key, room.begun(asked)))
        self._is_right(who, code)
        answers = _said({"code": code, "key": key}, 303)
        for begin, _ in answers.values():
            begin["headers"].append((b"location", f"./room/{code}/wall#{key}".encode()))
        return answers

    async def _join(self, who: str, code: str, posted: Mapping[str, Any]) -> Mapping[str, Any]:
        token = _token(posted)
        if not self._reports.takes((code, token)):
            raise Refused(429, "This phone asks too often; wait a second.")
        channel = self._channels.get(code)
        listener = channel and channel.heard(posted.get("ear"), token)
        place = await _done(self._store.join(code, token, listens=bool(listener)))
        if channel and listener:
            channel.keep(listener)
        return {"place": place}

    async def _report(self, who: str, code: str, posted: Mapping[str, Any]) -> Mapping[str, Any]:
        token = _token(posted)
        number, asked, vote = (posted.get(name) for name in ("number", "question", "vote"))
        if not (type(number) is int and type(asked) is int and type(vote) is int):
            raise Refused(422, "A report has a number, a question and a vote.")
        if not self._reports.takes((code, token)):
            raise Refused(429, "This phone answers too often; wait a second.")
        value = posted.get("value")
        check = partial(room.take, asked=asked, vote=vote, value=value)
        await _done(self._store.report(code, token, number, asked, vote, check))
        return {"number": number}

    async def _command(self, who: str, code: str, posted: Mapping[str, Any]) -> Mapping[str, Any]:
        key, name, phone = posted.get("key"), posted.get("do"), posted.get("phone", 0)
        if name == "go":
            step: Callable[[store.RoomState], store.RoomState | None] | None = room.going_to(posted.get("at"))
        elif name == "allow":
            step = room.allowing(posted.get("most"))
        else:
            step = room.COMMANDS.get(str(name))
        if not isinstance(key, str) or step is None or type(phone) is not int or not 0 <= phone <= store.MOST_PHONES:
            raise Refused(422, "This is no command.")
        # Nobody else's commands keep the teacher waiting: a class often has one address for all.
        if not self._commands.takes((who, code, store.hidden(key))):
            raise Refused(429, "Too many commands at once; wait a second.")
        remove = phone if name == "remove" else 0
        await _done(self._store.change(code, key, step, remove=remove, dismiss=name == "dismiss"))
        channel = self._channels.get(code)
        if channel and (listener := channel.waiting["walls"].get(str(posted.get("ear")))):
            listener.stays = True
        return {}

    async def _table(self, who: str, code: str, posted: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return all answers to whoever has the key; phones are known by their places."""
        await self._command(who, code, {"key": posted.get("key"), "do": "look"})
        news = await asyncio.to_thread(partial(self._store.news, code, whole=True))
        return {"rows": room.table(news)}

    async def _summary(self, who: str, code: str, posted: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the results of all questions to whoever has the key."""
        await self._command(who, code, {"key": posted.get("key"), "do": "look"})
        news = await asyncio.to_thread(partial(self._store.news, code, whole=True))
        return {"questions": await asyncio.to_thread(room.summary, news)}

    @property
    def _store(self) -> store.Store:
        assert self._place is not None
        self._kept = self._kept or places.opened(self._place)
        return self._kept

    def _complain(self, fault: object) -> None:
        """Say now and then in the log what is wrong."""
        if self._complaints.takes(""):
            logging.getLogger(__name__).warning("rooms: %s", fault)

    @contextmanager
    def _trying(self, who: str, code: str) -> Iterator[None]:
        """Charge an address for a code that is wrong.

        The right one costs nothing, and once it was said, whatever others do keeps nobody of this address from it: a
        class often has one address for all, and one code.
        """
        if (who, code) in self._right:
            yield
            return
        if not self._tries.takes(who):
            self._complain("somebody tries many codes")
            raise Refused(429, "Many codes were tried just now; wait some seconds.")
        wrong = False
        try:
            yield
            self._is_right(who, code)
        except Refused as refusal:
            wrong = refusal.status == store.NONE_SUCH[0]
            raise
        finally:
            if not wrong:
                self._tries.gives_back(who)

    def _is_right(self, who: str, code: str) -> None:
        if len(self._right) > _MOST_KNOWN:
            self._right.clear()
        self._right.add((who, code))

    # ---- listening

    async def _stream(
        self, code: str, who: str, scope: http.AsgiMessage, receive: http.Receive, send: http.Send
    ) -> None:
        """Tell a listener all that is new until they leave, the room is over, or they are asked to come again."""
        status, texts = 200, self._told(code, who, receive)
        try:
            with self._trying(clients.of_request(scope), code):
                first = await anext(texts)
        except Refused as refusal:
            status, first = refusal.status, _text({"refused": str(refusal)})
        except Away as fault:
            self._complain(fault)
            status, first = 503, _text({"refused": _AWAY})
        headers = _SAYS if status == 200 else {**_SAYS, "content-type": "application/json"}
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": raw})
        await send({"type": "http.response.body", "body": first.encode(), "more_body": status == 200})
        if status == 200:
            async with aclosing(texts):
                async for text in texts:
                    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
            await send({"type": "http.response.body", "body": b""})

    async def _told(self, code: str, who: str, receive: http.Receive) -> AsyncGenerator[str, None]:
        channel = await self._channel(code)
        listener = channel.let_in(who)
        news = listener.news
        left = asyncio.ensure_future(http.gone(receive))
        left.add_done_callback(lambda _: news.set())
        until = time.monotonic() + _STREAM * (0.75 + secrets.randbelow(1000) / 2000)
        try:
            text = channel.said[who]
            yield f"retry: 1000\nid: {listener.ear}\n{text}"
            while not (left.done() or listener.gone or text == _OVER or self._ending) and time.monotonic() < until:
                try:
                    await asyncio.wait_for(news.wait(), _BEAT)
                except TimeoutError:
                    yield "event: beat\ndata: {}\n\n"
                    continue
                news.clear()
                if channel.said[who] != text and not left.done():
                    text = channel.said[who]
                    yield text
        finally:
            left.cancel()
            channel.let_go(who, listener)

    def _end(self) -> None:
        """Let all who listen go, for the server waits for them."""
        self._ending = True
        for channel in self._channels.values():
            for listener in [each for some in channel.waiting.values() for each in some.values()]:
                listener.news.set()

    async def _channel(self, code: str) -> Channel:
        """Return the channel of a room, which all who come at once wait for together."""
        if code in self._channels:
            return self._channels[code]
        if code not in self._opening:
            self._opening[code] = asyncio.ensure_future(self._open(code))
        channel = await asyncio.shield(self._opening[code])
        if not self._channels:
            self._wake()
        return self._channels.setdefault(code, channel)

    async def _open(self, code: str) -> Channel:
        try:
            channel = Channel()
            await self._look(code, channel)
            await asyncio.to_thread(self._store.hear, {code: []})
            return channel
        finally:
            del self._opening[code]

    def _over(self, code: str) -> None:
        channel = self._channels.pop(code)
        for who in channel.waiting:
            channel.say(who, _OVER)

    def _wake(self) -> None:
        if self._looking:
            self._looking.cancel()
        self._looking = asyncio.ensure_future(self._keep_looking())

    async def _keep_looking(self) -> None:
        """Look for news for those who listen, and for rooms that are over."""
        swept = -_SWEEP
        while True:
            begun = time.monotonic()
            try:
                versions = await asyncio.to_thread(self._store.versions) if self._channels else {}
                for code, channel in [*self._channels.items()]:
                    if not any(channel.waiting.values()):
                        del self._channels[code]
                    elif code not in versions:
                        self._over(code)
                    elif versions[code] != channel.version:
                        try:
                            await self._look(code, channel)
                        except Refused:  # it was closed just now
                            self._over(code)
                        except Away:
                            raise
                        except Exception:  # the others go on
                            channel.version = versions[code]
                            logging.getLogger(__name__).exception("a room cannot be told")
                if begun - swept > _SWEEP:
                    swept = begun
                    await asyncio.to_thread(self._store.hear, self._listening())
                    await asyncio.to_thread(self._store.sweep)
            except Exception as fault:  # the next look may find more
                self._complain(fault)
            # However much there is to pack, most of the time is for those who answer.
            took = time.monotonic() - begun
            await asyncio.sleep(min(max(_LOOK, 3 * took), _LATE) if self._channels else _REST)

    def _listening(self) -> dict[str, list[str]]:
        """Return the rooms that somebody listens to, and which of their phones do."""
        return {code: [*each.phones] for code, each in self._channels.items() if any(each.waiting.values())}

    async def _look(self, code: str, channel: Channel) -> None:
        version, texts = await asyncio.to_thread(self._packed, code)
        channel.version = version
        for who, text in texts.items():
            channel.say(who, text)

    def _packed(self, code: str) -> tuple[int, dict[str, str]]:
        """Return a version of a room, and what is to be said of it or of a later one."""
        version = self._store.versions().get(code, 0)
        news = room.for_listeners(self._store.news(code))
        return version, {who: f"data: {_text(each)}\n\n" for who, each in news.items()}


async def _done(future: Future[Any]) -> Any:
    return await asyncio.wrap_future(future)


async def _picture(who: str, posted: Mapping[str, Any]) -> Mapping[str, Any]:
    link = posted.get("link")
    if not isinstance(link, str) or not sharing.shareable(link):
        raise Refused(422, "This is no link to share.")
    return {"picture": await slots.in_turn(who, partial(sharing.picture, link))}


async def _body(receive: http.Receive, most: int) -> bytes:
    """Return what was posted; who sends more is told so without being heard to the end."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refused(400, "The sender has hung up.")
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise Refused(413, f"At most {most:,} bytes are read.")
    return body


def _json(body: bytes) -> Mapping[str, Any]:
    def refuse(word: str) -> None:
        raise ValueError(word)

    try:
        value = json.loads(body, parse_constant=refuse)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Refused(400, "This is no JSON object.")
    return value


def _token(posted: Mapping[str, Any]) -> str:
    token = posted.get("token")
    if not isinstance(token, str) or not _TOKEN.fullmatch(token):
        raise Refused(422, "A phone has a token of 32 digits.")
    return token


def _text(value: object) -> str:
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


def _said(value: object, status: int = 200) -> http.Responses:
    return http.responses(_text(value).encode(), ".json", "no-store", status, level=1)


def _header(scope: http.AsgiMessage, name: bytes) -> str:
    value: str = next((text.decode("latin-1") for key, text in scope["headers"] if key == name), "")
    return value


def _is_ours(scope: http.AsgiMessage) -> bool:
    """Whether a page of this app has sent a request, as its browser says, or the place that the page comes from.

    Between a browser and us both that place and the one that is asked may be named anew.
    """
    site = _header(scope, b"sec-fetch-site")
    if site not in ("", "none"):
        return site == "same-origin"
    origin = _header(scope, b"origin")
    try:
        page = urllib.parse.urlsplit(origin)
        asked = urllib.parse.urlsplit(f"{page.scheme}://{_header(scope, b'host')}")
        usual = _PORTS.get(page.scheme)
        alike = (page.hostname, page.port or usual) == (asked.hostname, asked.port or usual)
    except ValueError:
        return False
    return not origin or (page.hostname is not None and alike)
