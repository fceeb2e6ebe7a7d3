"""Slots for the runs of pages, and for scenes without one: of all visitors' two work at a time, in the order they came.

Python does one thing at a time, however many threads there are. Where a hundred runs share it they all end late, the
thread that sends the answers waits longest of all, and a visitor's next edit discards a run that is half done. With
slots the first is answered first, and the edits of a visitor who waits are answered together.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from ui import internals

AT_ONCE = 2  # so that short runs pass a long one


class Line:
    """Admits so many at once, and the others in the order in which they came, which a semaphore does not keep.

    Whoever leaves hands the place to the one who has waited longest, so that no newcomer finds it free.
    """

    def __init__(self, places: int) -> None:
        self.free = places
        self.waiting: deque[threading.Lock] = deque()
        self._lock = threading.Lock()

    def enter(self) -> None:
        """Wait for a place."""
        with self._lock:
            if self.free:
                self.free -= 1
                return
            gate = threading.Lock()
            gate.acquire()
            self.waiting.append(gate)
        gate.acquire()

    def leave(self) -> None:
        """Give the place up."""
        with self._lock:
            if self.waiting:
                self.waiting.popleft().release()
            else:
                self.free += 1


_line = Line(AT_ONCE)
_thread = threading.local()


def limit_runs() -> None:
    """Let each run of a page wait for a slot."""
    internals.run_within(slot)


@contextmanager
def slot() -> Iterator[None]:
    """Wait for a slot, and hold it within."""
    _line.enter()
    _thread.has_slot = True
    try:
        yield
    finally:
        _thread.has_slot = False
        _line.leave()


@contextmanager
def released() -> Iterator[None]:
    """Release this thread's slot, if it has one, while it only waits."""
    if not getattr(_thread, "has_slot", False):
        yield
        return
    _line.leave()
    try:
        yield
    finally:
        _line.enter()
