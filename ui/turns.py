"""Turns: the runs of all visitors are worked on two at a time, in the order in which they were asked for.

Python does one thing at a time, however many threads there are. Where a hundred runs share it they all end late, the
thread that sends what is done waits longest of all, and a visitor's next edit throws away the run that it finds half
done. In turns the first is answered first, and the edits of a visitor who waits are answered together.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ui import internals

AT_ONCE = 2  # so that those who ask little pass by one long run

_free = threading.Semaphore(AT_ONCE)
_thread = threading.local()


def take_turns() -> None:
    """Let each run of a page wait for its turn."""
    internals.run_within(_turn)


@contextmanager
def _turn() -> Iterator[None]:
    with _free:
        _thread.has_turn = True
        yield


@contextmanager
def passed_on() -> Iterator[None]:
    """Pass this thread's turn on, if it has one, while it only waits."""
    if not getattr(_thread, "has_turn", False):
        yield
        return
    _free.release()
    try:
        yield
    finally:
        _free.acquire()
