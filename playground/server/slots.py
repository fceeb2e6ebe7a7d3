"""Slots for the runs of pages and for scenes: few run at a time, and every address gets its share.

Python runs one thread at a time. If a hundred runs shared it, all would end late, the thread that sends the responses
would wait longest, and a visitor's next edit would discard a half-finished run. With slots a visitor who asks for much
delays only their own requests.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from queue import SimpleQueue
from typing import Any, TypeVar

from playground.server import clients

AT_ONCE = 3
"""Slots. One address has at most two, so that its short runs pass a long one; the third is for other addresses."""
SLOW_AT_ONCE = 32
"""Requests for slow pages at a time: each has a thread that waits for the worker."""

_Result = TypeVar("_Result")


class Abandoned(BaseException):
    """Raised if nobody waits for some work any more; it is no `Exception`, so that handlers of faults let it pass."""


class Turn:
    """A visitor's turn, which waits in the line or holds a place; `begin` is called when it gets the place.

    `who` is the visitor's address.
    """

    def __init__(self, who: str, begin: Callable[[], object]) -> None:
        self.who, self.begin = who, begin
        self.begun = 0.0
        self.wanted = True


class Share:
    """The share of the places that an address has: its waiting turns in order, its places now, the seconds it had."""

    def __init__(self, had: float) -> None:
        self.waiting: deque[Turn] = deque()
        self.under_way = 0
        self.had = had


class WaitingLine:
    """A line of turns, of which `places` run at a time.

    The next turn is that of the address with the fewest places or, of equals, with the least time so far. An address
    that holds k places gets another place only while more than k are free, so that other addresses find a place.
    """

    def __init__(self, places: int) -> None:
        self.free = places
        self._shares: dict[str, Share] = {}
        self._lock = threading.Lock()

    @property
    def waiting(self) -> int:
        """The number of turns, each some work of a visitor, that have no place to run yet."""
        with self._lock:
            return sum(len(share.waiting) for share in self._shares.values())

    def join(self, turn: Turn) -> None:
        """Put a turn, some work of a visitor, into the line, without waiting.

        Its `begin` is called when it gets a place to run: perhaps within this call, else in a thread that calls
        `leave`. `begin` must return soon and must not use the line, which is locked meanwhile.
        """
        with self._lock:
            if turn.who not in self._shares:  # a newcomer starts level with the address that had least time
                self._shares[turn.who] = Share(min((share.had for share in self._shares.values()), default=0.0))
            self._shares[turn.who].waiting.append(turn)
            self._admit()

    def abandon(self, turn: Turn) -> None:
        """Take a turn out of the line; if it has begun, mark it, so that its work ends at its next `check`.

        A turn that has begun keeps its place until `leave`. For a turn that has ended this has no effect.
        """
        with self._lock:
            turn.wanted = False
            share = self._shares.get(turn.who)
            if share and turn in share.waiting:
                share.waiting.remove(turn)
                self._forget(turn.who)

    def leave(self, turn: Turn) -> None:
        """End a turn, some work of a visitor, and give its place to the next turn in the line.

        The turn must hold a place. So this is called once for each turn that `enter` returns or that has begun.
        """
        with self._lock:
            share = self._shares[turn.who]
            share.under_way -= 1
            share.had += time.monotonic() - turn.begun
            self.free += 1
            self._forget(turn.who)
            self._admit()

    def enter(self, who: str = "") -> Turn:
        """Block this thread until the visitor at the network address `who` gets a place to run; return the turn.

        The turn holds the place until `leave` ends it. All callers with "" count as the same visitor.
        """
        gate = threading.Lock()
        gate.acquire()
        turn = Turn(who, gate.release)
        self.join(turn)
        gate.acquire()
        return turn

    def _admit(self) -> None:
        while self.free:
            due = [share for share in self._shares.values() if share.waiting and share.under_way < self.free]
            if not due:
                return
            share = min(due, key=lambda share: (share.under_way, share.had))
            turn = share.waiting.popleft()
            share.under_way += 1
            self.free -= 1
            turn.begun = time.monotonic()
            turn.begin()

    def _forget(self, who: str) -> None:
        share = self._shares[who]
        if not share.waiting and not share.under_way:
            del self._shares[who]


class Threads:
    """Threads that are used again, and started when none is idle; as daemons they do not hold up the server's end."""

    def __init__(self) -> None:
        self._works: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._idle = threading.Semaphore(0)

    def do(self, work: Callable[[], None]) -> None:
        """Let an idle or a new thread do some work, which must raise nothing; do not wait for it.

        Raises RuntimeError if the system allows no more threads.
        """
        if not self._idle.acquire(blocking=False):
            threading.Thread(target=self._serve, name="turn", daemon=True).start()
        self._works.put(work)

    def _serve(self) -> None:
        while True:
            self._works.get()()
            self._idle.release()


_line = WaitingLine(AT_ONCE)
_slow = WaitingLine(SLOW_AT_ONCE)
_threads = Threads()
_thread = threading.local()


def of_session(client: str, forwarded: str) -> AbstractContextManager[None]:
    """Return a context that waits for a slot, the right to compute, and holds it for a run of a visitor's session.

    `client` is the address of the connection, and `forwarded` its header `X-Forwarded-For`, "" if it has none. The slot
    counts for the visitor's address that `clients.address` finds in them. Such contexts must not be nested.
    """
    return slot(clients.address(client, forwarded))


@contextmanager
def slot(who: str = "") -> Iterator[None]:
    """Wait for a slot, the right to compute, and hold it within the context.

    The slot counts for the visitor at the network address `who`; all callers with "" count as the same visitor. A
    thread must not hold two slots, so contexts must not be nested; nothing checks this.
    """
    _thread.slot = _line.enter(who)
    try:
        yield
    finally:
        _line.leave(_thread.slot)
        _thread.slot = None


@contextmanager
def released() -> Iterator[None]:
    """Give this thread's slot, the right to compute, to others within the context; at its end, wait for a slot again.

    If the thread holds no slot, the context does nothing.
    """
    held: Turn | None = getattr(_thread, "slot", None)
    if held is None:
        yield
        return
    _line.leave(held)
    try:
        yield
    finally:
        _thread.slot = _line.enter(held.who)


def check() -> None:
    """Let this thread go on only while somebody waits for its work; long work calls this often.

    Work that does not run by `in_turn` always goes on.

    Raises
    ------
    Abandoned
        If nobody waits for the work any more.
    """
    turn: Turn | None = getattr(_thread, "asked", None)
    if turn and not turn.wanted:
        raise Abandoned


async def in_turn(who: str, work: Callable[[], _Result], *, slow: bool = False) -> _Result:
    """Let a thread do some work in a slot, which counts for the visitor at the address `who`; return the result.

    The work waits for a slot; it is never refused. An exception of the work is raised here, and RuntimeError if the
    system allows no more threads. If the caller is cancelled, work that waits never begins, and work under way ends at
    its next call of `check`.

    Only `slow` work may give its slot to others by `released`. At most 32 slow works have threads; others wait for one
    of these, in a line of their own, before they wait for a slot.
    """

    def in_slot() -> _Result:
        with slot(who):
            check()
            return work()

    return await (_in_thread(_slow, who, in_slot) if slow else _in_thread(_line, who, work))


async def _in_thread(line: WaitingLine, who: str, work: Callable[[], _Result]) -> _Result:
    loop = asyncio.get_running_loop()
    done: asyncio.Future[_Result] = loop.create_future()

    def settle(succeeded: bool, result: Any) -> None:
        if not done.done():
            (done.set_result if succeeded else done.set_exception)(result)

    def run() -> None:
        _thread.asked = turn
        outcome: tuple[bool, Any]
        try:
            outcome = True, work()
        except BaseException as fault:  # it is raised where the result is awaited
            outcome = False, fault
        line.leave(turn)
        with suppress(RuntimeError):  # the loop has ended with the server
            loop.call_soon_threadsafe(settle, *outcome)

    def begin() -> None:
        try:
            _threads.do(run)
        except RuntimeError as fault:  # the system allows no more threads
            loop.call_soon_threadsafe(fail, fault)

    def fail(fault: RuntimeError) -> None:
        line.leave(turn)
        settle(False, fault)

    turn = Turn(who, begin)
    line.join(turn)
    try:
        return await done
    finally:
        line.abandon(turn)
