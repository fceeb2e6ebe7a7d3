"""Slow work in a process of its own, which does one call of one experiment at a time.

How long an experiment takes is unknown. The one that has had the least time yet is the likeliest to be short, so its
call is the next: a short experiment is done soon, and the long ones share the rest of the time.

`python -m playground.server.worker` is that process. It is no child of `multiprocessing`, which would run the
visitor's page in it.
"""

from __future__ import annotations

import importlib
import logging
import os
import pickle
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import IO, Any, TypeVar

from playground.server import cluster

IDLE = 300.0  # seconds without work after which the process is killed

NO_PROCESS = "The process that does the runs cannot be started; the app's log says why. Try again in a while."
NO_MEMORY = "There is not enough memory for these runs. Choose fewer, or try again in a while."
ENDED_TWICE = "The process that does the runs has ended twice. Choose fewer runs, or others."

_KILLED = -9  # how Linux ends a process where memory is out
_ABOVE = Path(__file__).parents[2]  # where Python finds this package; `playground.ROOT` may lie within it
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

_log = logging.getLogger(__name__)

Result = TypeVar("Result")


class Worker:
    """A process for slow work, started with the first work, and started again if it dies."""

    def __init__(self) -> None:
        self._queue: list[_Calls] = []
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def executor(self) -> Executor:
        """Return a new executor, for the calls of one experiment, that runs them in this worker's process."""
        return _Calls(self)

    def add(self, calls: _Calls, call: bytes) -> Future[Any]:
        """Let a pickled call wait for the process, together with its experiment's `calls`; return its future.

        The future has the call's result or error. Its error is BrokenExecutor if the process cannot be started, has too
        little memory, or ends twice.

        Raises
        ------
        BrokenExecutor
            If the system allows no thread that hands calls to the process.
        """
        future: Future[Any] = Future()
        with self._changed:
            if self._thread is None:
                self._thread = self._start_thread()
            if not calls.waiting:
                self._queue.append(calls)
            calls.waiting.append((future, call))
            self._changed.notify()
        return future

    def _start_thread(self) -> threading.Thread:
        thread = threading.Thread(target=self._work, name="worker", daemon=True)
        try:
            thread.start()
        except RuntimeError as fault:  # the system allows no more threads
            _log.error("the process that does the runs cannot be started: %r", fault)
            raise BrokenExecutor(NO_PROCESS) from fault
        return thread

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._queue:
                    if not self._changed.wait(IDLE):
                        self._kill()
                calls = min(self._queue, key=lambda calls: calls.seconds)
                future, call = calls.waiting.popleft()
                if not calls.waiting:
                    self._queue.remove(calls)
            if future.set_running_or_notify_cancel():
                begin = time.perf_counter()
                self._run(future, call)
                calls.seconds += time.perf_counter() - begin

    def _run(self, future: Future[Any], call: bytes) -> None:
        try:
            succeeded, answer = self._answer(call)
        except BrokenExecutor as fault:
            succeeded, answer = False, fault
        if isinstance(answer, MemoryError):
            _log.error("memory was out in the process that does the runs: %s", answer)
            self._kill()
            answer = BrokenExecutor(NO_MEMORY)
        if succeeded:
            future.set_result(answer)
        else:
            future.set_exception(answer)

    def _answer(self, call: bytes) -> tuple[bool, Any]:
        # If the process was killed, try once more in another one.
        for _ in range(2):
            if self._process is None:
                self._start()
            try:
                return self._send(call)
            except Exception as fault:  # after any fault the pipes cannot be used any more
                code = self._end()
                _log.error("the process that does the runs has ended with %s: %r", code, fault)
        raise BrokenExecutor(NO_MEMORY if code == _KILLED else ENDED_TWICE)

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                cwd=_ABOVE,
                env=os.environ | _ONE_THREAD,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
            )
            assert self._process.stdout
            pickle.load(self._process.stdout)
        except Exception as fault:  # a machine without memory, files or processes to spare may raise anything
            _log.error("the process that does the runs cannot be started: %r", fault)
            self._kill()
            raise BrokenExecutor(NO_PROCESS) from fault

    def _send(self, call: bytes) -> tuple[bool, Any]:
        assert self._process
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(call)
        self._process.stdin.flush()
        answer: tuple[bool, Any] = pickle.load(self._process.stdout)
        return answer

    def _end(self) -> int | None:
        """Kill the process, and return its exit code if it had ended by itself, else None."""
        assert self._process
        try:
            return self._process.wait(1)
        except subprocess.TimeoutExpired:
            return None
        finally:
            self._kill()

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


class _Calls(Executor):
    """The waiting calls of one experiment, and the seconds that its past calls have taken."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self.waiting: deque[tuple[Future[Any], bytes]] = deque()
        self.seconds = 0.0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._worker.add(self, pickle.dumps((fn, args, kwargs)))


_worker = Worker()


def answer(ask: Callable[[Executor], Result]) -> Result:
    """Return `ask(executor)`, with an executor of the cluster or, if there is no cluster, of this machine's worker.

    If `ask` raises an error with the cluster, it is called again with the worker. But a ValueError, and any error with
    the worker, is raised.
    """
    if executor := cluster.executor():
        try:
            return ask(executor)
        except ValueError:  # the settings are at fault, not the cluster
            raise
        except Exception as fault:
            cluster.doubt(fault)
    return ask(_worker.executor())


def _serve(calls: IO[bytes], answers: IO[bytes]) -> None:
    """Write True once the library is loaded, then the result of each call that is read, until the pipe is closed."""
    for name in ("perceptron.experiments", "scipy.optimize"):
        importlib.import_module(name)
    pickle.dump(True, answers)
    answers.flush()
    while True:
        try:
            fn, args, kwargs = pickle.load(calls)
        except EOFError:
            return
        try:
            answer = pickle.dumps((True, fn(*args, **kwargs)))
        except Exception as error:
            answer = pickle.dumps((False, error))
        answers.write(answer)
        answers.flush()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(5)
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not get among the results
    _serve(sys.stdin.buffer, replies)
