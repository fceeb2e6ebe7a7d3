"""Turns: the runs of all visitors, and the scenes asked for without one, are worked on two at a time, in their order.

Python does one thing at a time, however many threads there are. Where a hundred runs share it they all end late, the
thread that sends what is done waits longest of all, and a visitor's next edit throws away the run that it finds half
done. In turns the first is answered first, and the edits of a visitor who waits are answered together.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from ui import internals

AT_ONCE = 2  # so that those who ask little pass by one long run


class Line:
    """Lets so many go on at once, and the others in the order in which they came, which a semaphore does not keep.

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
        """Give the place away."""
        with self._lock:
            if self.waiting:
                self.waiting.popleft().release()
            else:
                self.free += 1


_line = Line(AT_ONCE)
_thread = threading.local()


def take_turns() -> None:
    """Let each run of a page wait for its turn."""
    internals.run_within(turn)


@contextmanager
def turn() -> Iterator[None]:
    """Wait for this thread's turn, and have it within."""
    _line.enter()
    _thread.has_turn = True
    try:
        yield
    finally:
        _thread.has_turn = False
        _line.leave()


@contextmanager
def passed_on() -> Iterator[None]:
    """Pass this thread's turn on, if it has one, while it only waits."""
    if not getattr(_thread, "has_turn", False):
        yield
        return
    _line.leave()
    try:
        yield
    finally:
        _line.enter()
