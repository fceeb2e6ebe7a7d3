"""The only module that knows Dask: it offers the executor of a Dask scheduler, if the environment names one."""

from __future__ import annotations

import functools
import logging
import os
import socket
import threading
import time
from concurrent.futures import Executor
from typing import Any

SCHEDULER = "DASK_SCHEDULER_ADDRESS"
"""The environment variable with the scheduler's address; Dask itself reads it, too."""

CONNECT = 5.0  # seconds that a scheduler has to answer
REST = 60.0  # seconds without another attempt after a scheduler did not answer

_log = logging.getLogger(__name__)


class Cluster:
    """A Dask scheduler, which may stop and come back; after a failure `REST` seconds go by before the next attempt."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Any = None
        self._next_attempt = 0.0
        self._connect_lock = threading.Lock()

    def executor(self) -> Executor | None:
        """Return an executor of the scheduler, which has five seconds to answer.

        None if it does not answer, for a minute after that, and while another thread connects.
        """
        client = self._client
        if client is None or client.status != "running":
            client = self._connect()
        executor: Executor | None = client and client.get_executor(pure=False)
        return executor

    def _connect(self) -> Any:
        # One thread at a time waits for the scheduler; the others use this machine.
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
        """Log a warning that the Dask scheduler at this address is not used, with the error that is the reason."""
        _log.warning("the scheduler at %s is not used: %r", self._address, fault)


@functools.cache
def _cluster(address: str) -> Cluster:
    return Cluster(address)


def executor() -> Executor | None:
    """Return an executor of the Dask scheduler that the environment variable `DASK_SCHEDULER_ADDRESS` names.

    None if the variable is not set, and in the cases of `Cluster.executor`.
    """
    address = os.environ.get(SCHEDULER)
    return _cluster(address).executor() if address else None


def doubt(fault: Exception) -> None:
    """Log a warning that the scheduler that the environment names has failed, with the error.

    `executor` may still return that scheduler. Raises KeyError if the environment names none.
    """
    _cluster(os.environ[SCHEDULER]).doubt(fault)
