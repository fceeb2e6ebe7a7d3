"""Turns: the runs of all visitors are worked on two at a time, in the order in which they were asked for.

Python does one thing at a time, however many threads there are. Where a hundred runs share it they all end late, the
thread that sends what is done waits longest of all, and a visitor's next edit throws away the run that it finds half
done. In turns the first is answered first, and the edits of a visitor who waits are answered together.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

AT_ONCE = 2  # so that those who ask little pass by one long run

_free = threading.Semaphore(AT_ONCE)
_thread = threading.local()


def take_turns() -> None:
    """Let each run of a page wait for its turn.

    A Streamlit that no longer has the method which this stands before goes on without.
    """
    work = getattr(ScriptRunner, "_run_script_thread", None)
    if work is None or hasattr(work, "__wrapped__"):
        return

    @functools.wraps(work)
    def work_in_turn(runner: ScriptRunner) -> None:
        with _free:
            _thread.has_turn = True
            work(runner)

    ScriptRunner._run_script_thread = work_in_turn  # type: ignore[method-assign, assignment]


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
