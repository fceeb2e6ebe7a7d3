"""Slots for the runs of pages: of all visitors' runs two work at a time, in the order of the requests.

Python does one thing at a time, however many threads there are. Where a hundred runs share it they all end late, the
thread that sends the answers waits longest of all, and a visitor's next edit discards a run that is half done. With
slots the first is answered first, and the edits of a visitor who waits are answered together.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ui import internals

AT_ONCE = 2  # so that short runs pass a long one

_free = threading.Semaphore(AT_ONCE)
_thread = threading.local()


def limit_runs() -> None:
    """Let each run of a page wait for a slot."""
    internals.run_within(_slot)


@contextmanager
def _slot() -> Iterator[None]:
    with _free:
        _thread.has_slot = True
        yield


@contextmanager
def released() -> Iterator[None]:
    """Release this thread's slot, if it has one, while it only waits."""
    if not getattr(_thread, "has_slot", False):
        yield
        return
    _free.release()
    try:
        yield
    finally:
        _free.acquire()
