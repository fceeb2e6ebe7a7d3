"""Rooms by HTTP: their documents, the posts of phones and teachers, and a stream of news to all who listen.

Each copy of the app looks for news of all rooms at once, and writes the news of a room once for all its listeners here.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import time
import urllib.parse
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from starlette.convertors import StringConvertor, register_url_convertor
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from playground.address import address
from playground.export import sharing
from playground.pages import PAGES
from playground.rooms import desk, documents, lectures, places, progress, questions, room, store
from playground.rooms.kinds import RoomQuestion
from playground.rooms.news import DeskBoard
from playground.rooms.store import Away, Refused
from playground.server import clients, connections, http, slots
from playground.server.http import Exact, Packed

MOST_LISTENERS = 3 * store.MOST_PHONES
"""Listeners of a room's phones in one copy: a phone that reconnects may still have its earlier connection."""
MOST_WALLS = 300
"""Listeners of a room's walls in one copy."""
LONGEST = 4_000
"""Bytes that a phone or a teacher may post at once; a form with a board's link may have more."""

_LOOK = 0.15  # s between two looks for news
_LATE = 0.35  # s at most, while somebody listens
_BEAT = 15.0  # s between two signs of life
_SWEEP = 60.0  # s between two looks for rooms that are over
_REST = 5.0  # s between two looks while nobody listens
_STREAM = 900.0  # s until a listener must reconnect, perhaps to another copy
_MOST_KNOWN = 20_000  # addresses or phones in a bucket, and pairs of address and right code
_SHORT = 200  # bytes that are sent as they are
_PORTS = {"http": 80, "https": 443}
_TOKEN = re.compile(r"[0-9a-f]{32}")
_OVER = "event: over\ndata: {}\n\n"
_AWAY = "The store of the rooms does not answer; try again."
_HEADERS = {"content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no"}
_PAGES = {page.route: page for page in PAGES.values() if page.answer}

_Do = Callable[[str, str, Mapping[str, Any]], Coroutine[Any, Any, Mapping[str, Any]]]
"""A function for a post: takes the sender's address, a room's code and a JSON object; returns the JSON response."""


_COMMANDS: Mapping[str, Callable[[Mapping[str, Any]], store.Step]] = {
    "go": lambda posted: room.going_to(posted.get("at")),
    "item": lambda posted: room.going_to_item(posted.get("item")),
    "allow": lambda posted: room.allowing(posted.get("most")),
    "remove": lambda posted: room.removing(posted.get("phone", 0)),
    "pick": lambda posted: room.picking(posted.get("phone", 0), posted.get("text")),
    "ask": lambda posted: desk.asking(posted.get("kind"), posted.get("text"), posted.get("options")),
    "wait": lambda posted: progress.waiting(posted.get("item")),
    "countdown": lambda posted: desk.counting_down(posted.get("seconds")),
    "offer": lambda posted: desk.offering(posted.get("secret")),
    "claim": lambda posted: desk.claiming(posted.get("secret"), posted.get("key")),
    "take": lambda posted: desk.take_away,
}
"""The commands that say more than their name."""


class Bucket:
    """A limit on tries for each visitor: `most` at once, and `a_second` more each second (a token bucket)."""

    def __init__(self, most: float, a_second: float) -> None:
        self._most, self._rate = most, a_second
        self._left: dict[Any, tuple[float, float]] = {}

    def takes(self, who: Any) -> bool:
        """Return whether a try of a visitor, known by `who`, is within the limit; if it is, count it."""
        now = time.monotonic()
        if len(self._left) > _MOST_KNOWN:
            self._left = {name: left for name, left in self._left.items() if self._now(left, now) < self._most}
        left = self._now(self._left.get(who, (self._most, now)), now)
        takes = left >= 1
        self._left[who] = left - takes, now  # a refusal takes none: others may share the address
        return takes

    def gives_back(self, who: Any) -> None:
        """Take back one counted try of a visitor, known by `who`; do nothing if the visitor has none."""
        if who in self._left:
            left, at = self._left[who]
            self._left[who] = left + 1, at

    def _now(self, left: tuple[float, float], now: float) -> float:
        return min(self._most, left[0] + (now - left[1]) * self._rate)


@dataclass(eq=False)
class Listener:
    """An open stream of news. A phone, or the teacher, claims it by posting the stream's `ear`, its secret name."""

    ear: str = field(default_factory=partial(secrets.token_hex, 8))
    news: asyncio.Event = field(default_factory=asyncio.Event)
    phone: str = ""  # the token of the phone that claims the stream
    stays: bool = False  # keeps its place when all places are taken
    gone: bool = False


@dataclass
class Channel:
    """The connections of a room: the last news for phones and for walls, and the listeners that wait for the next."""

    version: int = 0
    until: float = 0  # the time at which the news changes by itself; 0 if it does not
    said: dict[str, str] = field(default_factory=dict)
    waiting: dict[str, dict[str, Listener]] = field(default_factory=lambda: {"phones": {}, "walls": {}})
    """The listeners by their `ear`, in order of arrival."""
    phones: dict[str, Listener] = field(default_factory=dict)

    def say(self, who: str, text: str) -> None:
        """Send the news `text` to a group of listeners; do nothing if it is the last news of this group.

        `who` is "phones" or "walls", the class's screens.
        """
        if self.said.get(who) != text:
            self.said[who] = text
            for listener in self.waiting[who].values():
                listener.news.set()

    def let_in(self, who: str) -> Listener:
        """Add and return a new listener of `who`, "phones" or "walls".

        If all places of `who` are taken, drop the oldest listener that no phone or teacher has claimed, or the oldest
        of all if each is claimed. The dropped listener's browser reconnects by itself.
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
        """Remove a listener whose stream has ended; `who` is its group, "phones" or "walls".

        It may have been dropped before.
        """
        self.waiting[who].pop(listener.ear, None)
        if self.phones.get(listener.phone) is listener:
            del self.phones[listener.phone]

    def heard(self, ear: object, token: str) -> Listener | None:
        """Note that the listener with the secret name `ear` is that of the phone with this `token`, and return it.

        Return None if the phones have no such listener, or if it is another phone's.
        """
        listener = self.waiting["phones"].get(str(ear))
        if listener is None or listener.phone not in ("", token):
            return None
        listener.phone = token
        return listener

    def keep(self, listener: Listener) -> None:
        """Mark a phone's listener, so that `let_in` drops it only if all listeners are marked.

        Call `heard` first, which records the phone. An earlier listener of the phone loses its mark. Do nothing if the
        listener has gone meanwhile.
        """
        if self.waiting["phones"].get(listener.ear) is not listener:
            return
        if listener.phone in self.phones:
            self.phones[listener.phone].stays = False
        self.phones[listener.phone] = listener
        listener.stays = True


class Events(StreamingResponse):
    """A stream of news; when it ends, for whatever reason, its listener is removed."""

    def __init__(self, texts: AsyncIterator[str], leave: Callable[[], None]) -> None:
        super().__init__(texts, headers=_HEADERS)
        self._leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leave()


class _Code(StringConvertor):
    regex = "[A-Za-z]{6}"

    def convert(self, value: str) -> str:
        return value.upper()


register_url_convertor("code", _Code())


class Rooms(http.Ahead):
    """The routes of rooms, below a base path."""

    def __init__(self, app: ASGIApp, below: str) -> None:
        self._path = f"{below}/room"
        self._kept: store.Store | None = None
        self._channels: dict[str, Channel] = {}
        self._opening: dict[str, asyncio.Task[Channel]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._ending = False  # whether the server is ending
        connections.tell_at_the_end(self._end)
        # Of the 148 million codes an address can try no more than a three-hundredth in a room's two hours.
        self._tries = Bucket(100_000, 50)  # codes tried by an address
        self._right: set[tuple[str, str]] = set()  # pairs of an address and a right code that it sent
        self._commands = Bucket(60, 2)
        self._reports = Bucket(20, 4)  # reports by a phone
        self._new = Bucket(60, 5)  # rooms made by an address
        self._complaints = Bucket(1, 0.1)
        self._place: Path | str | None = None
        try:
            self._place = places.place()
            if isinstance(self._place, str):
                self._kept = places.opened(self._place)
        except (OSError, ImportError, ValueError) as fault:
            logging.getLogger(__name__).warning("there are no rooms: %s", fault)
            self._place = None
        super().__init__(app, self._routes() if self._place else [])

    def _routes(self) -> list[BaseRoute]:
        handlers: dict[Any, Any] = {Refused: self._say_refusal, Away: self._say_away}
        route = partial(Exact, middleware=[Middleware(ExceptionMiddleware, handlers=handlers)])
        room = f"{self._path}/{{code:code}}"
        posts = {
            "join": self._join,
            "report": self._report,
            "command": self._command,
            "picture": _picture,
            "table": self._table,
            "summary": self._summary,
            "desk": self._desk,
        }
        return [
            # A class posts most; Starlette tries the routes in this order.
            *(route(f"{room}/{what}", partial(self._post, do), methods=["POST"]) for what, do in posts.items()),
            route(self._path, partial(_document, "")),
            route(self._path, self._make, methods=["POST"]),
            route(f"{self._path}/", _served, methods=["HEAD"]),
            *(route(f"{room}/{name}".rstrip("/"), partial(_document, name)) for name in documents.NAMES),
            *(route(f"{room}/{who}", partial(self._listen, who)) for who in ("phones", "walls")),
        ]

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request if its path is that of rooms; pass any other request on to the app behind.

        The first request for a room also starts a task, which sends news to listeners and deletes rooms that are over.
        If the local store exists, any request starts it: there may be rooms of a copy of the app that has ended.
        """
        is_ours = scope["type"] == "http" and scope["path"].startswith(self._path)
        # The rooms of a copy that has ended must be deleted in time; Redis does so itself.
        if self._place and self._looking is None and (is_ours or self._has_rooms()):
            self._wake()
        await (super().app if is_ours else self.default)(scope, receive, send)

    def _has_rooms(self) -> bool:
        return isinstance(self._place, Path) and self._place.exists()

    async def _say_refusal(self, request: Request, refusal: Refused) -> Response:
        return _said({"refused": str(refusal)}, refusal.status)

    async def _say_away(self, request: Request, fault: Away) -> Response:
        self._complain(fault)
        return _said({"refused": _AWAY}, 503)

    # ---- posts

    async def _make(self, request: Request) -> Response:
        """Make a room for the board or list that a form names, and redirect the sender to its wall."""
        if not _is_ours(request.headers):
            raise Refused(403, "A room is made from a page of this app.")
        form = address.parameters((await _body(request, 2 * address.LONGEST_QUERY)).decode(errors="replace"))
        page, ready = _PAGES.get(form.get("page", "")), form.get("list", "")
        if page is None and ready not in documents.READY:
            raise Refused(404, "This app has no such page with a board, and no such list.")
        who = clients.of_request(request.scope)
        if not self._new.takes(who):
            raise Refused(429, "Many rooms were made just now; wait some seconds.")
        link = address.parameters(form.get("query", "").removeprefix("?"))
        of_page = lectures.of_alone if form.get("alone") else lectures.of_board
        work = partial(of_page, page, link) if page else partial(lectures.of_ready, ready)
        try:
            asked = await http.while_there(request.receive, slots.in_turn(who, work))
        except (ValueError, BrokenExecutor) as fault:
            raise Refused(422, str(fault)) from None
        key = secrets.token_urlsafe(18)
        code = await _done(self._store.make(key, room.begun(*asked)))
        self._is_right(who, code)
        return _said({"code": code, "key": key}, 303, location=f"./room/{code}/wall#{key}")

    async def _post(self, do: _Do, request: Request) -> Response:
        """Carry out `do` for a post of a phone or of the teacher, and answer with its result or with a refusal."""
        code, who = request.path_params["code"], clients.of_request(request.scope)
        posted = _json(await _body(request, LONGEST))
        # A page of another host would need leave to send JSON, which nobody is given.
        if not request.headers.get("content-type", "").startswith("application/json"):
            raise Refused(415, "A room is told in JSON.")
        if do is _picture:  # it says nothing of a room
            return _said(await http.while_there(request.receive, do(who, code, posted)))
        with self._trying(who, code):
            return _said(await do(who, code, posted))

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
        check = partial(room.take, asked=asked, vote=vote, value=posted.get("value"), sure=posted.get("sure"))
        await _done(self._store.report(code, token, number, asked, vote, check))
        return {"number": number}

    async def _command(self, who: str, code: str, posted: Mapping[str, Any]) -> Mapping[str, Any]:
        key, name, phone = posted.get("key"), str(posted.get("do")), posted.get("phone", 0)
        known = name in room.COMMANDS or name in _COMMANDS or name == "beside"
        if not isinstance(key, str) or not known or type(phone) is not int or not 0 <= phone <= store.MOST_PHONES:
            raise Refused(422, "This is no command.")
        if name == "repeat":
            step: store.Step = room.repeating(await self._drawn_anew(who, code, key))
        elif name == "beside":
            pair = await self._boards(who, code, {**posted, "phones": posted.get("phones") or []})
            step = progress.beside(posted.get("question"), pair)
        else:
            step = _COMMANDS[name](posted) if name in _COMMANDS else room.COMMANDS[name]
        # Commands with another key must not delay the teacher: a class often shares one address.
        if not self._commands.takes((who, code, store.hidden(key))):
            raise Refused(429, "Too many commands at once; wait a second.")
        remove = phone if name == "remove" else 0
        may = None if name == "claim" else key
        change = partial(self._store.change, remote=name in desk.REMOTE, remove=remove, dismiss=name == "dismiss")
        await _done(change(code, may, step))
        channel = self._channels.get(code)
        if channel and (listener := channel.waiting["walls"].get(str(posted.get("ear")))):
            listener.stays = True
        return {}

    async def _table(self, who: str, code: str, posted: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return all answers, to the holder of the teacher's key; a phone is named by its number in the room."""
        return {"rows": room.table(await self._whole(who, code, posted))}

    async def _drawn_anew(self, who: str, code: str, key: str) -> list[RoomQuestion]:
        """Return the questions of a room with their boards drawn anew, to the holder of the teacher's key."""
        await self._command(who, code, {"key": key, "do": "save"})
        news = await asyncio.to_thread(self._store.news, code)
        return await slots.in_turn(who, lambda: [questions.drawn_anew(each) for each in news.state["questions"]])

    async def _desk(self, who: str, code: str, posted: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the teacher's screen shows beside the news, to the holder of the key or of the remote."""
        if "boards" in posted:
            more: Mapping[str, Any] = {"boards": await self._boards(who, code, {**posted, "phones": None})}
        else:
            more = await self._command(who, code, {"key": posted.get("key"), "do": "look"})
        return {**room.desk(await asyncio.to_thread(self._store.news, code)), **more}

    async def _boards(self, who: str, code: str, posted: Mapping[str, Any]) -> list[DeskBoard]:
        """Return boards of an item, of some phones or of any, to the holder of the key or of the remote.

        The post names the question of the item, which must be the present one.
        """
        item, phones = posted.get("item"), posted.get("phones")
        await self._command(who, code, {"key": posted.get("key"), "do": "look"})
        if phones is not None and not isinstance(phones, list):
            raise Refused(422, "Phones are named in a list.")
        news = await asyncio.to_thread(self._store.news, code)
        progress.check_present(news.state, posted.get("question"))
        return await slots.in_turn(who, partial(progress.boards, news, item, phones))

    async def _summary(self, who: str, code: str, posted: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the results of all questions, to the holder of the teacher's key."""
        news = await self._whole(who, code, posted)
        return {"questions": await asyncio.to_thread(room.summary, news)}

    async def _whole(self, who: str, code: str, posted: Mapping[str, Any]) -> store.News:
        """Return the state and all answers of a room, to the holder of the teacher's key, but not of the remote."""
        await self._command(who, code, {"key": posted.get("key"), "do": "save"})
        return await asyncio.to_thread(partial(self._store.news, code, whole=True))

    @property
    def _store(self) -> store.Store:
        assert self._place is not None
        self._kept = self._kept or places.opened(self._place)
        return self._kept

    def _complain(self, fault: object) -> None:
        """Log a fault, unless many were logged just now."""
        if self._complaints.takes(""):
            logging.getLogger(__name__).warning("rooms: %s", fault)

    @contextmanager
    def _trying(self, who: str, code: str) -> Iterator[None]:
        """Limit how many wrong codes an address can try, by counting a try if the code within the context is wrong.

        A right code costs nothing, and is admitted from this address ever after: a class often shares one address and
        one code.
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

    async def _listen(self, who: str, request: Request) -> Events:
        if request.method == "HEAD":
            raise Refused(404, "There is nothing of this name in a room.")
        code = request.path_params["code"]
        with self._trying(clients.of_request(request.scope), code):
            channel = await self._channel(code)
        listener = channel.let_in(who)
        return Events(self._news(channel, who, listener), partial(channel.let_go, who, listener))

    async def _news(self, channel: Channel, who: str, listener: Listener) -> AsyncIterator[str]:
        """Yield the news of a room until the room is over, the listener gives way, or it must reconnect."""
        until = time.monotonic() + _STREAM * (0.75 + secrets.randbelow(1000) / 2000)
        text = channel.said[who]
        yield f"retry: 1000\nid: {listener.ear}\n{_beat()}{text}"
        while not (listener.gone or text == _OVER or self._ending) and time.monotonic() < until:
            try:
                await asyncio.wait_for(listener.news.wait(), _BEAT)
            except TimeoutError:
                yield _beat()
                continue
            listener.news.clear()
            if channel.said[who] != text:
                text = channel.said[who]
                yield text

    def _end(self) -> None:
        """End all streams, since the server waits for them when it ends."""
        self._ending = True
        for channel in self._channels.values():
            for listener in [each for some in channel.waiting.values() for each in some.values()]:
                listener.news.set()

    async def _channel(self, code: str) -> Channel:
        """Return the channel of a room; it is opened once for all that ask for it."""
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
            versions = await asyncio.to_thread(self._store.versions)
            await self._look(code, channel, versions.get(code, 0))
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
        """Look again and again for news of rooms with listeners, and for rooms that are over."""
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
                    elif versions[code] != channel.version or 0 < channel.until <= time.time():
                        try:
                            await self._look(code, channel, versions[code])
                        except Refused:  # it was closed just now
                            self._over(code)
                        except Away:
                            raise
                        except Exception:  # the others go on
                            channel.version, channel.until = versions[code], 0
                            logging.getLogger(__name__).exception("a room cannot be told")
                if begun - swept > _SWEEP:
                    swept = begun
                    await asyncio.to_thread(self._store.hear, self._listening())
                    await asyncio.to_thread(self._store.sweep)
            except Exception as fault:  # the next look may find more
                self._complain(fault)
            # However much news there is, most of the time is left for requests.
            took = time.monotonic() - begun
            await asyncio.sleep(min(max(_LOOK, 9 * took), _LATE) if self._channels else _REST)

    def _listening(self) -> dict[str, list[str]]:
        """Return the tokens of listening phones by room; rooms with other listeners alone are there without tokens."""
        return {code: [*each.phones] for code, each in self._channels.items() if any(each.waiting.values())}

    async def _look(self, code: str, channel: Channel, version: int) -> None:
        """Say the news of a room that has this version, or a later one by now."""
        channel.until, texts = await asyncio.to_thread(self._written, code)
        channel.version = version
        for who, text in texts.items():
            channel.say(who, text)

    def _written(self, code: str) -> tuple[float, dict[str, str]]:
        """Return when the news of a room changes by itself, and its news for phones and for walls."""
        told = room.for_listeners(self._store.news(code))
        return told["until"], {who: f"data: {_text(told[who])}\n\n" for who in ("phones", "walls")}


def _beat() -> str:
    """Return a sign of life with the server's time, in seconds since 1970: the clock of a phone may be wrong."""
    return f"event: beat\ndata: {time.time():.3f}\n\n"


async def _done(future: Future[Any]) -> Any:
    return await asyncio.wrap_future(future)


async def _picture(who: str, code: str, posted: Mapping[str, Any]) -> Mapping[str, Any]:
    link = posted.get("link")
    if not isinstance(link, str) or not sharing.shareable(link):
        raise Refused(422, "This is no link to share.")
    return {"picture": await slots.in_turn(who, partial(sharing.picture, link))}


async def _body(request: Request, most: int) -> bytes:
    """Return the body of a request; if it has more than `most` bytes, the rest is not read."""
    try:
        return await http.body_of(request, most)
    except http.TooLongError:
        raise Refused(413, f"At most {most:,} bytes are read.") from None


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


def _said(value: object, status: int = 200, **headers: str) -> Response:
    text = _text(value).encode()
    if len(text) > _SHORT:
        return Packed(text, ".json", "no-store", status, level=1, more=headers)
    # The answer to a report has a dozen bytes, which gzip would make longer.
    return Response(text, status, http.headers(".json", "no-store") | headers)


async def _served(request: Request) -> Response:
    return _said({"rooms": True})


async def _document(name: str, request: Request) -> Packed:
    return documents.document(name, request.path_params.get("code", ""))


def _is_ours(headers: Headers) -> bool:
    """Return whether a page of this app has sent a request, by the header `Sec-Fetch-Site` or by the page's origin.

    The origin must have the host of the request. A request that has neither header counts as ours.
    """
    site = headers.get("sec-fetch-site", "")
    if site not in ("", "none"):
        return site == "same-origin"
    origin = headers.get("origin", "")
    try:
        page = urllib.parse.urlsplit(origin)
        asked = urllib.parse.urlsplit(f"{page.scheme}://{headers.get('host', '')}")
        usual = _PORTS.get(page.scheme)
        alike = (page.hostname, page.port or usual) == (asked.hostname, asked.port or usual)
    except ValueError:
        return False
    return not origin or (page.hostname is not None and alike)
