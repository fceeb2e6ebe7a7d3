"""Work outside the process that answers visitors: one process does it all, a piece of one visitor's question at a time.

Nobody knows how long a question is. The one that has had the least time yet is the likeliest to be short, so its piece
is the next: a short question is answered soon, and the long ones share the rest of the time.

`python -m playground.server.worker` is that process. It is no child of `multiprocessing`, which would run the
visitor's page in it.
"""

from __future__ import annotations

import functools
import importlib
import logging
import os
import pickle
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import IO, Any, TypeVar

CLUSTER = "DASK_SCHEDULER_ADDRESS"
"""The environment variable that names a Dask scheduler to do the work instead; Dask itself knows it, too."""

IDLE = 300.0  # seconds without work after which the process is killed
CONNECT = 5.0  # seconds that a scheduler has to answer
REST = 60.0  # seconds without another attempt after a scheduler did not answer

NO_PROCESS = "The process that does the runs cannot be started; the app's log says why. Try again in a while."
NO_MEMORY = "There is not enough memory for these runs. Choose fewer, or try again in a while."
ENDED_TWICE = "The process that does the runs has ended twice. Choose fewer runs, or others."

_KILLED = -9  # how Linux ends a process where memory is out
_ROOT = Path(__file__).parents[2]
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

_log = logging.getLogger(__name__)

Result = TypeVar("Result")


class Worker:
    """A process that is started when there is work, and started again if it dies."""

    def __init__(self) -> None:
        self._queue: list[_Question] = []
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def executor(self) -> Executor:
        """Return an executor for one question."""
        return _Question(self)

    def add(self, question: _Question, call: bytes) -> Future[Any]:
        """Append a piece of work to its question, and put the question into the queue."""
        future: Future[Any] = Future()
        with self._changed:
            if self._thread is None:
                self._thread = self._start_thread()
            if not question.pieces:
                self._queue.append(question)
            question.pieces.append((future, call))
            self._changed.notify()
        return future

    def _start_thread(self) -> threading.Thread:
        thread = threading.Thread(target=self._work, name="worker", daemon=True)
        try:
            thread.start()
        except RuntimeError as fault:  # there are as many threads as there may be
            _log.error("the process that does the runs cannot be started: %r", fault)
            raise BrokenExecutor(NO_PROCESS) from fault
        return thread

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._queue:
                    if not self._changed.wait(IDLE):
                        self._kill()
                question = min(self._queue, key=lambda question: question.seconds)
                future, call = question.pieces.popleft()
                if not question.pieces:
                    self._queue.remove(question)
            if future.set_running_or_notify_cancel():
                begin = time.perf_counter()
                self._run(future, call)
                question.seconds += time.perf_counter() - begin

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
        # A process that was killed gets a second one; work that kills two is not tried again.
        for _ in range(2):
            if self._process is None:
                self._start()
            try:
                return self._send(call)
            except Exception as fault:  # whatever it is, the pipes are of no more use
                code = self._end()
                _log.error("the process that does the runs has ended with %s: %r", code, fault)
        raise BrokenExecutor(NO_MEMORY if code == _KILLED else ENDED_TWICE)

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                cwd=_ROOT,
                env=os.environ | _ONE_THREAD,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
            )
            assert self._process.stdout
            pickle.load(self._process.stdout)
        except Exception as fault:  # none that a machine without memory, files or processes to spare could not raise
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
        """Kill the process, and return its exit code if it had ended already."""
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


class _Question(Executor):
    """The waiting pieces of one question, and the seconds of work that it has had."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self.pieces: deque[tuple[Future[Any], bytes]] = deque()
        self.seconds = 0.0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._worker.add(self, pickle.dumps((fn, args, kwargs)))


class Cluster:
    """A Dask scheduler, which may stop and come back; after a failure the next attempt waits for `REST` seconds."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Any = None
        self._next_attempt = 0.0
        self._connect_lock = threading.Lock()

    def executor(self) -> Executor | None:
        """Return an executor of the scheduler, if it answers."""
        client = self._client
        if client is None or client.status != "running":
            client = self._connect()
        executor: Executor | None = client and client.get_executor(pure=False)
        return executor

    def _connect(self) -> Any:
        # One thread at a time waits for the scheduler; the others do without it.
        if time.monotonic() < self._next_attempt or not self._connect_lock.acquire(blocking=False):
            return None
        try:
            if self._client is not None:
                self._client.close(timeout=1)
            from dask import distributed

            # A client that finds nobody leaves a thread behind.
            socket.create_connection(distributed.comm.get_address_host_port(self._address), CONNECT).close()
            client: Any = distributed.Client
            self._client = client(self._address, timeout=CONNECT, set_as_default=False)
        except Exception as fault:  # an address that is nonsense raises anything
            self.doubt(fault)
            self._client, self._next_attempt = None, time.monotonic() + REST
        finally:
            self._connect_lock.release()
        return self._client

    def doubt(self, fault: Exception) -> None:
        """Say in the log that the scheduler is not used, and why."""
        _log.warning("the scheduler at %s is not used: %r", self._address, fault)


_worker = Worker()


@functools.cache
def _cluster(address: str) -> Cluster:
    return Cluster(address)


def answer(ask: Callable[[Executor], Result]) -> Result:
    """Return what a question gets from an executor: that of the cluster, if one is set, or else of this machine.

    A question on which the cluster fails is asked again here.
    """
    address = os.environ.get(CLUSTER)
    if address and (executor := _cluster(address).executor()):
        try:
            return ask(executor)
        except ValueError:  # such a question has no answer anywhere
            raise
        except Exception as fault:
            _cluster(address).doubt(fault)
    return ask(_worker.executor())


def _serve(calls: IO[bytes], answers: IO[bytes]) -> None:
    """Answer True once the library is loaded, then each call, until the pipe is closed."""
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
    os.dup2(2, 1)  # whatever is printed must not get among the answers
    _serve(sys.stdin.buffer, replies)
