"""A Redis of one's own on this machine, which keeps what it was told in a file, and can be killed and started again."""

from __future__ import annotations

import json
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
        place = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", ""]
        # By itself Redis answers up to two seconds before it writes, where the disk is slow.
        file = ["--appendonly", "yes", "--appendfsync", "always", "--rdbcompression", "no"]
        self._command = [str(SERVER), *place, *file, "--maxmemory", "256mb"]
        self._log = folder / "log"
        self.folder = folder
        self.start()

    def start(self) -> None:
        with self._log.open("a") as stream:
            self.process = subprocess.Popen(self._command, stdout=stream, stderr=stream)
        self.ask.ping()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def reports(self, code: str) -> list[tuple[int, int, str]]:
        """Return phone, number and value of each report that a room holds."""
        entries = self.ask.xrange(f"perceptron:room:{code}")
        events = [event for _, entry in entries for event in json.loads(entry["events"])]
        return [(event[1], event[2], event[5]) for event in events if event[0] == "reported"]


def missing() -> str:
    return "" if SERVER else "no Redis: install redis-server"


@contextmanager
def running() -> Iterator[Redis]:
    with tempfile.TemporaryDirectory() as folder:
        server = Redis(Path(folder))
        try:
            yield server
        finally:
            server.kill()
