"""A Redis of one's own on this machine, which keeps what it was told in a file, and can be killed and started again."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from tests.browser.browsing import free_port

SERVER = shutil.which("redis-server")


class Redis:
    """A server that is to be reached by its address, and whoever asks it beside the app."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        self.address = f"redis://127.0.0.1:{port}/0"
        self.ask = redis.Redis(port=port, decode_responses=True, protocol=2, retry=Retry(ConstantBackoff(0.05), 200))
        told = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", "", "--appendonly", "yes"]
        self._command = [str(SERVER), *told, "--maxmemory", "256mb", "--rdbcompression", "no"]
        self._log = folder / "log"
        self.folder = folder
        self.start()

    def start(self) -> None:
        """Start it, with all it knew before."""
        with self._log.open("a") as stream:
            self._server = subprocess.Popen(self._command, stdout=stream, stderr=stream)
        self.ask.ping()

    def kill(self) -> None:
        """End it without a word."""
        self._server.kill()
        self._server.wait()


def missing() -> str:
    """Say what has to be installed; nothing if it is there."""
    return "" if SERVER else "no Redis: install redis-server"


@contextmanager
def running() -> Iterator[Redis]:
    """Run a Redis, and end it."""
    with tempfile.TemporaryDirectory() as folder:
        server = Redis(Path(folder))
        try:
            yield server
        finally:
            server.kill()
