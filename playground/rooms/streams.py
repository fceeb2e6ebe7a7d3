"""Rooms in a Redis, which copies of the app on several hosts share: each room is a stream of events.

A copy writes its batch of events as one entry, numbered one above the last entry it has read. Redis refuses a number
that is taken, so a copy that was not up to date reads on and decides again: nothing is lost or counted twice, and no
answer is kept that came too late. Redis itself deletes the stream after two hours. A sorted set beside the stream has
the listeners and the times when they were heard last.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, cast

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from playground.rooms import store
from playground.rooms.store import Away, Check, News, Refused, RoomState, Step, Vote

_ROOMS = "perceptron:rooms"  # the codes of all rooms, by the time when each was made
_ROOM = ""  # the room itself, among the listeners, where phones have the hashes of their tokens
_PATIENCE = 10.0  # s in which an entry must have found its number
_WAIT = 2.0  # s for an answer of Redis
_TAKEN = "equal or smaller"  # in Redis's error about a number that is taken


@dataclass
class Room:
    """A room, as the events in its Redis stream up to the entry `number` have made it."""

    number: int = 0
    created: float = 0.0
    key: str = ""
    state: RoomState = field(default_factory=lambda: cast(RoomState, {}))
    places: dict[str, int] = field(default_factory=dict)
    """The places of phones, by the hashes of their tokens."""
    removed: set[int] = field(default_factory=set)
    had: dict[int, int] = field(default_factory=dict)
    """The numbers of the reports that each phone has sent, as bits of one whole number."""
    answers: dict[int, dict[tuple[int, int], tuple[int, Vote]]] = field(default_factory=dict)
    """By question, phone and vote: the last answer with its report's number."""
    fresh: list[list[Any]] = field(default_factory=list)
    """Events that are not written yet."""
    listening: set[str] = field(default_factory=set)
    """The hashes of the tokens of phones that listen, as far as Redis is still to be told."""
    over: bool = False

    def copy(self) -> Room:
        """Return a copy of the room, to which events can be applied without changing this one.

        Events that are not written yet and `listening` are not copied.
        """
        answers = {question: {**given} for question, given in self.answers.items()}
        places, removed, had = {**self.places}, {*self.removed}, {**self.had}
        return replace(self, places=places, removed=removed, had=had, answers=answers, fresh=[], listening=set())

    def add(self, *event: Any) -> None:
        """Apply a new event, its name and its content, to the room, and keep it to be written to Redis."""
        self.fresh.append([*event])
        self.apply(*event)

    def apply(self, name: str, *said: Any) -> None:
        """Apply an event that need not be written to Redis to the room; `name` is its name, and `said` its content."""
        events: dict[str, Callable[..., None]] = {
            "made": self._made,
            "joined": self._joined,
            "left": self._left,
            "reported": self._reported,
            "changed": self._changed,
        }
        events[name](*said)

    def _made(self, key: str, at: float, state: RoomState) -> None:
        self.key, self.created, self.state = key, at, state

    def _joined(self, token: str) -> None:
        self.places[token] = store.free_place(self.places.values())

    def _left(self, *places: int) -> None:
        self.places = {token: place for token, place in self.places.items() if place not in places}
        self.had = {place: numbers for place, numbers in self.had.items() if place not in places}

    def _reported(self, phone: int, number: int, question: int, vote: int, value: str, at: float) -> None:
        self.had[phone] = self.had.get(phone, 0) | 1 << number
        given = self.answers.setdefault(question, {})
        if given.get((phone, vote), (0,))[0] < number:
            given[phone, vote] = number, Vote(phone, vote, value, question, at)

    def _changed(self, more: Mapping[str, Any], remove: int) -> None:
        self.state = cast(RoomState, {**self.state, **more})
        for gone in self.answers.keys() - set(self.state["ids"]):
            del self.answers[gone]
        if remove in self.places.values():
            self.removed.add(remove)
            for given in self.answers.values():
                for phone, vote in [each for each in given if each[0] == remove]:
                    del given[phone, vote]

    def silent(self) -> dict[str, int]:
        """Return the places of phones without an answer to any question of the room, by the hashes of their tokens.

        Banned phones are left out.
        """
        kept = self.removed | {phone for given in self.answers.values() for phone, _ in given}
        return {token: place for token, place in self.places.items() if place not in kept}

    def place(self, token: str) -> int | None:
        """Return the place, from 1, of the phone with this token in the room; None if it has not joined.

        Raises
        ------
        Refused
            If the phone is banned.
        """
        place = self.places.get(store.hidden(token).hex())
        if place in self.removed:
            raise Refused(*store.REMOVED)
        return place


_Work = tuple[str, Callable[[Room], Any]]
"""A room's code and a function that does the write on the room; without a code, one that makes a room."""
_Jobs = list[tuple[Callable[[Room], Any], Future[Any]]]


class Streams:
    """The store of rooms in a Redis; the methods are those of `playground.rooms.store.Store`."""

    def __init__(self, address: str) -> None:
        # One retry opens a connection that Redis has closed meanwhile; `_is_ours` finds an entry that was written.
        self._redis: Any = redis.Redis.from_url(
            address,
            decode_responses=True,
            protocol=2,
            socket_timeout=_WAIT,
            socket_connect_timeout=_WAIT,
            retry=Retry(NoBackoff(), 1),
        )
        self._known: dict[str, Room] = {}  # as they were read; no thread changes these
        self._knowing = threading.Lock()
        self._advised = False
        self._writer = store.Writer[_Work](self._commit, self._redis.close)

    # ---- writing

    def make(self, key: str, state: RoomState) -> Future[str]:
        """Make a room in this state, as `Store.make` says; the future gives its code. `key` is the teacher's.

        The future raises `Refused` if there are too many rooms, `Away` if Redis does not answer.
        """
        return self._writer.do(("", lambda _: self._make(key, state)))

    def _make(self, key: str, state: RoomState) -> str:
        now, code = time.time(), ""

        def work(pipe: Any) -> None:
            nonlocal code
            unused = []
            if pipe.zcount(_ROOMS, now - store.LIFE, "+inf") >= store.MOST_ROOMS:
                unused = self._unused("+inf", now - store.HEARD)[:1]
                if not unused:
                    raise store.no_room()
            code = store.new_code()
            while pipe.exists(_stream(code)):
                code = store.new_code()
            pipe.multi()
            for gone in unused:
                _drop(pipe, gone)
            pipe.xadd(_stream(code), _entry([["made", store.hidden(key).hex(), now, state]]), id="1-0")
            pipe.zadd(_ROOMS, {code: now})
            for name in (_stream(code), _ROOMS):
                pipe.expire(name, store.LIFE)

        with self._errors_as_away():
            self._redis.transaction(work, _ROOMS)
        return code

    def join(self, code: str, token: str, *, listens: bool = False) -> Future[int]:
        """Add the phone with this token, as `Store.join` says; the future gives its place, from 1.

        A phone that is in the room keeps its place. The future raises `Refused` if the phone may not join. `listens`
        says that the phone has a stream open now.
        """

        def work(room: Room) -> int:
            new = room.place(token) is None
            if new and room.state.get("locked"):
                raise Refused(*store.LOCKED)
            if new and len(room.places) >= store.MOST_PHONES:
                room.add("left", self._giving_way(code, room))
            known = store.hidden(token).hex()
            if new:
                room.add("joined", known)
            if listens:
                room.listening.add(known)
            return room.places[known]

        return self._writer.do((code, work))

    def _giving_way(self, code: str, room: Room) -> int:
        """Return the place of a phone that neither listens nor has answered, so that a new phone can have it."""
        with self._errors_as_away():
            heard = {*self._redis.zrangebyscore(_heard(code), time.time() - store.HEARD, "+inf"), *room.listening}
        silent = [place for token, place in room.silent().items() if token not in heard]
        if not silent:
            raise store.full()
        return secrets.choice(silent)

    def report(self, code: str, token: str, number: int, question: int, vote: int, check: Check) -> Future[None]:
        """Keep a phone's answer, as `check` returns it for the room's state; `Store.report` says more.

        A second report of the phone with the same `number` is ignored. `question` is the id of the question, and `vote`
        the number of its vote. The future raises `Refused` if there is no such room, if the phone has not joined or is
        banned, if `number` is not from 1 to `MOST_REPORTS`, or if `check` raises it.
        """

        def work(room: Room) -> None:
            if (place := room.place(token)) is None:
                raise Refused(*store.NOT_JOINED)
            store.check_number(number)
            if not room.had.get(place, 0) >> number & 1:
                room.add("reported", place, number, question, vote, check(room.state), time.time())

        return self._writer.do((code, work))

    def change(
        self, code: str, key: str | None, step: Step, *, remote: bool = False, remove: int = 0, dismiss: bool = False
    ) -> Future[Any]:
        """Replace a room's state by `step(state)`, or delete the room if that is None, as `Store.change` says.

        `key` must be the teacher's; with `remote`, the key of the phone that commands beside the teacher will do, too.
        If `key` is None, nobody's key is checked. `remove` is the place of a phone to ban, 0 for none. `dismiss` frees
        the places of phones that have not answered and are not banned. The future gives None. It raises `Refused` if
        there is no such room, if the key is wrong, or if `step` raises it.
        """

        def work(room: Room) -> None:
            if key is not None:
                store.check_key(room.state, bytes.fromhex(room.key), key, remote=remote)
            state = step(room.state)
            if state is None:
                room.over = True
                return
            more = {name: value for name, value in state.items() if room.state.get(name) != value}
            if more or remove:
                room.add("changed", more, remove)
            if dismiss and (silent := room.silent()):
                room.add("left", *silent.values())

        return self._writer.do((code, work))

    def hear(self, listening: Mapping[str, Collection[str]]) -> None:
        """Note which rooms have listeners now; `listening` has the tokens of their phones by the rooms' codes.

        `Store.hear` says what that does.
        """
        pipe = self._redis.pipeline(transaction=False)
        for code, tokens in listening.items():
            _hear(pipe, code, [store.hidden(token).hex() for token in tokens])
        with self._errors_as_away():
            pipe.execute()

    def sweep(self) -> None:
        """Delete old and idle rooms from Redis, and forget rooms that Redis has deleted."""
        now = time.time()
        with self._errors_as_away():
            over = self._redis.zrangebyscore(_ROOMS, "-inf", f"({now - store.LIFE}")
            for code in [*over, *self._unused(now - store.IDLE, now - store.IDLE)]:
                self._delete(code)
            there = self._redis.zrange(_ROOMS, 0, -1)
            self._advise()
        with self._knowing:
            self._known = {code: room for code, room in self._known.items() if code in there}

    def close(self) -> None:
        """Wait until all writes asked for so far are done, and close the store; nothing may be written afterwards."""
        self._writer.close()

    # ---- reading

    def versions(self) -> Mapping[str, int]:
        """Return the version of each room that is not over, by its code: a number that grows with each change."""
        with self._errors_as_away():
            codes = self._redis.zrangebyscore(_ROOMS, time.time() - store.LIFE, "+inf")
            pipe = self._redis.pipeline(transaction=False)
            for code in codes:
                pipe.xlen(_stream(code))
            return {code: length for code, length in zip(codes, pipe.execute(), strict=True) if length}

    def news(self, code: str, *, whole: bool = False) -> News:
        """Return a room's state, its number of phones, the answers to its present question, and the banned places.

        If `whole`, the answers are those to all its questions. Of a phone's answers to one vote only the last is
        returned. Banned phones do not count. Raises `Refused` if there is no such room, `Away` if Redis does not
        answer.
        """
        with self._errors_as_away():
            room = self._read([code]).get(code)
        if room is None:
            raise Refused(*store.NONE_SUCH)
        among = room.state["ids"] if whole else [room.state["ids"][room.state["at"]]]
        given = [each for question in among for each in room.answers.get(question, {}).values()]
        given.sort(key=lambda each: (each[1].phone, each[0]))
        joined = len(room.places) - len(room.removed)
        return News(room.state, joined, [answer for _, answer in given], sorted(room.removed))

    # ---- the streams

    @contextmanager
    def _errors_as_away(self) -> Iterator[None]:
        """Turn an error of Redis into `Away`, and forget what was read of rooms: Redis may have lost entries."""
        try:
            yield
        except redis.RedisError as fault:
            with self._knowing:
                self._known.clear()
            raise Away(f"the Redis of the rooms does not answer: {fault}") from fault

    def _read(self, codes: Iterable[str]) -> dict[str, Room]:
        """Read the new entries of the rooms with these codes; return the rooms that exist, by their codes."""
        with self._knowing:
            known = {code: self._known.get(code, Room()) for code in codes}
        pipe = self._redis.pipeline(transaction=False)
        for code, room in known.items():
            pipe.xlen(_stream(code)).xrange(_stream(code), f"{room.number + 1}")
        rooms: dict[str, Room] = {}
        said = pipe.execute()
        for (code, room), length, entries in zip(known.items(), said[::2], said[1::2], strict=True):
            if length < room.number:  # Redis has lost entries, or the whole stream
                with self._knowing:
                    self._known.pop(code, None)
                rooms |= self._read([code]) if length else {}
                continue
            if entries:
                room = room.copy()
                for number, entry in entries:
                    for event in json.loads(entry["events"]):
                        room.apply(*event)
                    room.number = int(number.partition("-")[0])
                self._know(code, room)
            if length and room.created >= time.time() - store.LIFE:
                rooms[code] = room
        return rooms

    def _unused(self, made: float | str, since: float) -> list[str]:
        """Return the codes of unused rooms, the oldest first.

        They were made until `made`, no phone is in them, and nobody has listened since `since`.
        """
        codes = self._redis.zrangebyscore(_ROOMS, time.time() - store.LIFE, made)
        pipe = self._redis.pipeline(transaction=False)
        for code in codes:
            pipe.zscore(_heard(code), _ROOM)
        heard = dict(zip(codes, pipe.execute(), strict=True))
        rooms = self._read([code for code in codes if (heard[code] or 0) < since])
        return [code for code, room in rooms.items() if len(room.places) == len(room.removed)]

    def _know(self, code: str, room: Room) -> None:
        with self._knowing:
            if self._known.get(code, Room()).number < room.number:
                self._known[code] = room

    def _commit(self, jobs: list[tuple[_Work, Future[Any]]]) -> None:
        """Do a batch of writes, one entry a room, and settle their futures; repeat those whose number was taken."""
        waiting: dict[str, _Jobs] = {}
        for (code, work), future in jobs:
            waiting.setdefault(code, []).append((work, future))
        until = time.monotonic() + _PATIENCE
        try:
            for work, future in waiting.pop("", []):
                store.settle(future, _result_of(work, Room()))
            while waiting:
                if time.monotonic() > until:
                    raise Away("others write to this room without an end")
                with self._errors_as_away():
                    self._try(waiting)
        except Exception as fault:
            for some in waiting.values():
                for _, future in some:
                    store.settle(future, fault)

    def _try(self, waiting: dict[str, _Jobs]) -> None:
        """Do the waiting writes on the rooms as they are now; those whose entry's number was taken go on waiting."""
        # 1. Apply the writes to a draft of each room.
        rooms, drafts, mark = self._read(waiting), {}, secrets.token_hex(8)
        for code in [*waiting]:
            if code not in rooms:
                _settle(waiting.pop(code), Refused(*store.NONE_SUCH))
                continue
            draft = rooms[code].copy()
            results = [_result_of(work, draft) for work, _ in waiting[code]]
            draft.number += 1
            drafts[code] = draft, results
        # 2. Send who listens, so that no other copy gives away their places, then each draft's events as one entry.
        pipe = self._redis.pipeline(transaction=False)
        for code, (draft, _) in drafts.items():
            if draft.listening:
                _hear(pipe, code, draft.listening)
        heard = len(pipe)
        for code, (draft, _) in drafts.items():
            if draft.fresh:
                pipe.xadd(_stream(code), _entry(draft.fresh, mark), id=f"{draft.number}-0", nomkstream=True)
        # 3. Settle the futures of the entries that were written.
        written = iter(pipe.execute(raise_on_error=False)[heard:])
        for code, (draft, results) in drafts.items():
            said = next(written) if draft.fresh else ""
            if isinstance(said, redis.RedisError):
                if _TAKEN not in str(said):
                    raise said
                if not self._is_ours(code, draft.number, mark):
                    continue
            if draft.over:
                self._delete(code)
            elif draft.fresh and said is not None:
                draft.fresh, draft.listening = [], set()
                self._know(code, draft)
            done = waiting.pop(code)
            for (_, future), result in zip(done, results, strict=True):
                store.settle(future, Refused(*store.NONE_SUCH) if said is None else result)

    def _is_ours(self, code: str, number: int, mark: str) -> bool:
        """Return whether the entry of this number has our mark, so that it was written before the connection broke."""
        return any(entry["mark"] == mark for _, entry in self._redis.xrange(_stream(code), f"{number}", f"{number}"))

    def _delete(self, code: str) -> None:
        pipe = self._redis.pipeline()
        _drop(pipe, code)
        pipe.execute()
        with self._knowing:
            self._known.pop(code, None)

    def _advise(self) -> None:
        """Log, once, the settings of the Redis that can lose rooms."""
        if self._advised:
            return
        self._advised = True
        log = logging.getLogger(__name__)
        try:
            info = self._redis.info()
        except redis.ResponseError:  # some hosts forbid it
            return
        if not info.get("aof_enabled"):
            log.warning("this Redis has no append-only file: rooms are lost when it is started again")
        if str(info.get("maxmemory_policy", "")).startswith("allkeys"):
            log.warning("this Redis deletes keys where memory is short (%s): rooms, too", info["maxmemory_policy"])


def _stream(code: str) -> str:
    return f"perceptron:room:{code}"


def _heard(code: str) -> str:
    return f"{_stream(code)}:heard"


def _hear(pipe: Any, code: str, tokens: Collection[str]) -> None:
    """Note that the phones with these hashes of tokens, and so the room itself, have listeners now."""
    pipe.zadd(_heard(code), dict.fromkeys([_ROOM, *tokens], time.time()))
    pipe.expire(_heard(code), store.IDLE)


def _drop(pipe: Any, code: str) -> None:
    pipe.unlink(_stream(code), _heard(code)).zrem(_ROOMS, code)


def _entry(events: list[list[Any]], mark: str = "") -> dict[str, str]:
    return {"events": json.dumps(events, allow_nan=False), "mark": mark}


def _result_of(work: Callable[[Room], Any], room: Room) -> Any:
    """Return the result of a write on a room, or its exception; a write that fails must not have changed the room."""
    try:
        if room.over:
            raise Refused(*store.NONE_SUCH)
        return work(room)
    except Exception as fault:
        return fault


def _settle(jobs: _Jobs, result: Any) -> None:
    for _, future in jobs:
        store.settle(future, result)
