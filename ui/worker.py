"""Work outside the process that answers visitors: one process does it all, a piece of each visitor's in turn.

`python -m ui.worker` is that process. It is no child of `multiprocessing`, which would run the visitor's page in it.
"""

from __future__ import annotations

import functools
import logging
import os
import pickle
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import IO, Any

CLUSTER = "DASK_SCHEDULER_ADDRESS"
"""The environment variable that names a Dask scheduler to do the work instead; Dask itself knows it, too."""

IDLE = 300.0  # seconds after which the process is let go

_ROOT = Path(__file__).parents[1]
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class Worker:
    """A process that is started when there is work, and started again if it dies."""

    def __init__(self) -> None:
        self._turns: deque[deque[tuple[Future[Any], bytes]]] = deque()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def turn(self) -> Executor:
        """Return an executor for one question; those of all visitors take turns."""
        return _Turn(self)

    def add(self, queue: deque[tuple[Future[Any], bytes]], call: bytes) -> Future[Any]:
        """Put a piece of work into a queue, and the queue among those that wait for their turn."""
        future: Future[Any] = Future()
        with self._changed:
            if not queue:
                self._turns.append(queue)
            queue.append((future, call))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="worker", daemon=True)
                self._thread.start()
            self._changed.notify()
        return future

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._turns:
                    if not self._changed.wait(IDLE):
                        self._let_go()
                queue = self._turns.popleft()
                future, call = queue.popleft()
                if queue:
                    self._turns.append(queue)
            if future.set_running_or_notify_cancel():
                self._do(future, call)

    def _do(self, future: Future[Any], call: bytes) -> None:
        # A process that was killed gets a second one; work that kills two is not tried again.
        for _ in range(2):
            try:
                good, answer = self._asked(call)
            except (OSError, EOFError, pickle.UnpicklingError):
                self._let_go()
                continue
            if good:
                future.set_result(answer)
            else:
                future.set_exception(answer)
            return
        future.set_exception(
            BrokenExecutor("The process that does the runs has ended twice. Choose fewer runs, or others.")
        )

    def _asked(self, call: bytes) -> tuple[bool, Any]:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                cwd=_ROOT,
                env=os.environ | _ONE_THREAD,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
            )
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(call)
        self._process.stdin.flush()
        answer: tuple[bool, Any] = pickle.load(self._process.stdout)
        return answer

    def _let_go(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


class _Turn(Executor):
    """The pieces of one question."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._queue: deque[tuple[Future[Any], bytes]] = deque()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._worker.add(self._queue, pickle.dumps((fn, args, kwargs)))


_worker = Worker()


def executor() -> Executor:
    """Return who does the work of one question: the cluster that is named, or this machine's one process."""
    address = os.environ.get(CLUSTER)
    if address:
        try:
            return _cluster(address)
        except (OSError, ImportError) as fault:
            logging.getLogger(__name__).warning("the scheduler at %s is not used: %s", address, fault)
    return _worker.turn()


@functools.cache
def _cluster(address: str) -> Executor:
    from dask import distributed

    client: Any = distributed.Client
    found: Executor = client(address, timeout=5).get_executor(pure=False)
    return found


def _serve(asked: IO[bytes], answers: IO[bytes]) -> None:
    """Do what is asked until nobody asks any more."""
    while True:
        try:
            fn, args, kwargs = pickle.load(asked)
        except EOFError:
            return
        try:
            answer = True, fn(*args, **kwargs)
        except Exception as error:
            answer = False, error
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(5)
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not get among the answers
    _serve(sys.stdin.buffer, replies)
