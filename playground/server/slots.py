"""Slots for the runs of pages, and for scenes without one: few at a time, and every address gets its share.

Python does one thing at a time, however many threads there are. Where a hundred runs share it they all end late, the
thread that sends the answers waits longest of all, and a visitor's next edit discards a run that is half done. With
slots the edits of a visitor who waits are answered together, and whoever asks for much keeps only themselves waiting.
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

from playground.server import clients, internals

AT_ONCE = 3
"""Of which one address has two, so that short runs pass a long one; the third is free for whoever else comes."""
EXPERIMENTS_AT_ONCE = 32
"""Of those who ask by HTTP: each has a thread that waits for the worker, which does a piece of each in turn."""

_Result = TypeVar("_Result")


class Abandoned(BaseException):
    """Nobody waits for this work any more. No fault of it: what handles faults lets it pass."""


class Turn:
    """A place in a line that an address waits for or has."""

    def __init__(self, who: str, begin: Callable[[], object]) -> None:
        self.who, self.begin = who, begin
        self.begun = 0.0
        self.wanted = True


class Share:
    """Of an address: the turns that wait, in the order in which they came, how many are under way, and seconds had."""

    def __init__(self, had: float) -> None:
        self.waiting: deque[Turn] = deque()
        self.under_way = 0
        self.had = had


class WaitingLine:
    """Admits so many at once; next is the address that has fewest under way, of several the one that has had least.

    No address has more places than it leaves free, so that whoever comes from another finds one.
    """

    def __init__(self, places: int) -> None:
        self.free = places
        self._shares: dict[str, Share] = {}
        self._lock = threading.Lock()

    @property
    def waiting(self) -> int:
        """How many wait."""
        with self._lock:
            return sum(len(share.waiting) for share in self._shares.values())

    def join(self, turn: Turn) -> None:
        """Have a turn begun as soon as there is a place for it."""
        with self._lock:
            if turn.who not in self._shares:  # what was had before others came gives and takes no precedence
                self._shares[turn.who] = Share(min((share.had for share in self._shares.values()), default=0.0))
            self._shares[turn.who].waiting.append(turn)
            self._admit()

    def abandon(self, turn: Turn) -> None:
        """Let a turn never begin, or end at its next check."""
        with self._lock:
            turn.wanted = False
            share = self._shares.get(turn.who)
            if share and turn in share.waiting:
                share.waiting.remove(turn)
                self._forget(turn.who)

    def leave(self, turn: Turn) -> None:
        """Give the place up."""
        with self._lock:
            share = self._shares[turn.who]
            share.under_way -= 1
            share.had += time.monotonic() - turn.begun
            self.free += 1
            self._forget(turn.who)
            self._admit()

    def enter(self, who: str = "") -> Turn:
        """Wait for a place, in a thread that has nothing else to do."""
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
    """As many threads as there was ever work for at a time. None holds up the end of the server."""

    def __init__(self) -> None:
        self._works: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._idle = threading.Semaphore(0)

    def do(self, work: Callable[[], None]) -> None:
        """Let a thread do a piece of work, which raises nothing."""
        if not self._idle.acquire(blocking=False):
            threading.Thread(target=self._serve, name="turn", daemon=True).start()
        self._works.put(work)

    def _serve(self) -> None:
        while True:
            self._works.get()()
            self._idle.release()


_line = WaitingLine(AT_ONCE)

_experiments = WaitingLine(EXPERIMENTS_AT_ONCE)
_threads = Threads()
_thread = threading.local()


def limit_runs() -> None:
    """Let each run of a page wait for a slot."""
    internals.run_within(_of_session)


def _of_session(runner: object) -> AbstractContextManager[None]:
    return slot(clients.of_session(runner))


@contextmanager
def slot(who: str = "") -> Iterator[None]:
    """Wait for a slot, which is charged to an address, and hold it within."""
    _thread.slot = _line.enter(who)
    try:
        yield
    finally:
        _line.leave(_thread.slot)
        _thread.slot = None


@contextmanager
def released() -> Iterator[None]:
    """Release this thread's slot, if it has one, while it only waits."""
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
    """End the work of this thread if nobody waits for it any more.

    Raises
    ------
    Abandoned
        Then.
    """
    turn: Turn | None = getattr(_thread, "asked", None)
    if turn and not turn.wanted:
        raise Abandoned


async def in_turn(who: str, work: Callable[[], _Result]) -> _Result:
    """Do a piece of work in a slot, in a thread; whoever cancels this spares it, or lets it end at its next check."""
    return await _in_thread(_line, who, work)


async def beside(who: str, work: Callable[[], _Result]) -> _Result:
    """Do so what takes long and mostly waits: it has a slot but while that is `released`."""

    def in_slot() -> _Result:
        with slot(who):
            check()
            return work()

    return await _in_thread(_experiments, who, in_slot)


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
        except BaseException as fault:  # which is raised where it is waited for
            outcome = False, fault
        line.leave(turn)
        with suppress(RuntimeError):  # the loop has ended with the server
            loop.call_soon_threadsafe(settle, *outcome)

    def begin() -> None:
        try:
            _threads.do(run)
        except RuntimeError as fault:  # there are as many threads as there may be
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
