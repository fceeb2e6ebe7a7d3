"""The file or the Redis that keeps the rooms of a test."""

import os
import sqlite3
import time

import pytest

from tests.playground import streams


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    """Where the rooms of this test are."""
    path = tmp_path / "rooms" / "rooms.sqlite3"
    monkeypatch.setenv("ROOMS", str(path))
    return path


class InFile:
    """What a file of rooms holds."""

    def __init__(self, path):
        self.path = path

    def reports(self, code):
        """Phone, number and value of each."""
        asked = "SELECT phone, number, value FROM report WHERE room = ?"
        return sqlite3.connect(self.path).execute(asked, (code,)).fetchall()

    def held(self):
        return b"".join(path.read_bytes() for path in self.path.parent.iterdir())

    def start_again(self):
        """A file needs nothing to be started."""


class InRedis:
    """What a Redis holds."""

    def __init__(self, server):
        self.server = server
        self.reports = server.reports
        server.ask.flushall()

    def held(self):
        self.server.ask.bgrewriteaof()
        while self.server.ask.info("persistence")["aof_rewrite_in_progress"]:
            time.sleep(0.01)
        return b"".join(path.read_bytes() for path in self.server.folder.rglob("*") if path.is_file())

    def start_again(self):
        self.server.kill()
        self.server.start()


@pytest.fixture(scope="module")
def redis():
    if streams.missing() and os.environ.get("CI") == "true":
        pytest.fail(streams.missing())
    if streams.missing():
        pytest.skip(streams.missing())
    with streams.running() as server:
        yield server


@pytest.fixture(params=["file", "redis"])
def kept(request, file, monkeypatch):
    """What holds the rooms of a test, which does the same with either."""
    if request.param == "file":
        return InFile(file)
    server = request.getfixturevalue("redis")
    monkeypatch.setenv("ROOMS", server.address)
    return InRedis(server)
