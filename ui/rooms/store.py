"""The truth about all rooms: one SQLite file, which the copies of a host share and any of them may leave at any time.

Each copy has one thread that writes. It gathers what comes within some milliseconds, commits it at once, and only then
says that it is done; a phone repeats what it has not heard of, under the same number, and is counted once.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import queue
import secrets
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

LIFE = 2 * 60 * 60
"""Seconds after which a room is deleted with all it held."""
MOST_ROOMS = 100
MOST_PHONES = 1_000
MOST_REPORTS = 1_000
"""Of one phone; its reports are numbered from 1."""

_LETTERS = "ABCDEFGHJKLMNPQRTUVWXYZ"  # without I, O and S, which are read as digits
_LENGTH = 6
_GATHER = 0.02  # s
_DELETED = "deleted"
_PATIENCE = 10.0  # s that another copy may keep the file to itself
_SHARED = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.glusterfs"}
_TABLES = """
CREATE TABLE IF NOT EXISTS room (
    code TEXT PRIMARY KEY, key BLOB NOT NULL, made REAL NOT NULL, state TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE IF NOT EXISTS phone (
    room TEXT NOT NULL, token BLOB NOT NULL, place INTEGER NOT NULL, removed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (room, token)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS report (
    room TEXT NOT NULL, phone INTEGER NOT NULL, number INTEGER NOT NULL,
    question INTEGER NOT NULL, vote INTEGER NOT NULL, value TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (room, phone, number)
) WITHOUT ROWID;
"""

State = dict[str, Any]
"""What a room is about and how far it is, as JSON."""


class Refused(Exception):  # noqa: N818 - nothing has gone wrong
    """Why something is not done, in a sentence for whoever asked, with the status that HTTP has for it."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Answer(NamedTuple):
    """The last answer of a phone to a question in one of its votes; a phone is known by its place among all."""

    phone: int
    vote: int
    value: str
    question: int = 0
    at: float = 0


class News(NamedTuple):
    """All that a room's wall may have to show."""

    state: State
    joined: int
    answers: list[Answer]


def code_of(text: str) -> str:
    """Return the code that somebody has typed; nothing where it is none.

    >>> code_of(" abc-def "), code_of("ABCDE1")
    ('ABCDEF', '')
    """
    code = "".join(sign for sign in text.upper() if sign.isalnum())
    return code if len(code) == _LENGTH and set(code) <= set(_LETTERS) else ""


def place() -> Path | None:
    """Return the file that the configuration names; None where rooms are switched off.

    Raises
    ------
    OSError
        If its folder is on a network, where copies cannot share a file, or the usual one is somebody else's.
    """
    named = os.environ.get("ROOMS", "")
    if named.lower() == "off":
        return None
    user = os.getuid() if hasattr(os, "getuid") else None  # which Windows does not number
    folder = Path(tempfile.gettempdir()) / f"perceptron-rooms-{user}"
    if not named and user is not None and folder.exists() and folder.stat().st_uid != user:
        raise OSError(f"somebody else has made {folder}; ROOMS names another place")
    path = Path(named or folder / "rooms.sqlite3").absolute()
    if _kind(path) in _SHARED:
        raise OSError(f"rooms need a file on a disk of this machine, got {path}")
    return path


def _kind(path: Path) -> str:
    """Return the kind of the file system that a path is on, where the system tells."""
    try:
        mounts = [line.split() for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    except OSError:
        return ""
    held = [(len(where), kind) for _, where, kind, *_ in mounts if path.is_relative_to(where)]
    return max(held)[1] if held else ""


_Job = tuple[Callable[[sqlite3.Connection], Any], Future[Any]]


class Store:
    """The rooms of a file. What writes returns a future, which is done once it is on the disk."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._reading = threading.Lock()
        self._reader = self._connect()
        self._reader.executescript(_TABLES)
        self._file = self._connect()
        self._writer = threading.Thread(target=self._write, name="rooms", daemon=True)
        self._writer.start()

    # ---- writing

    def make(self, key: str, state: State) -> Future[str]:
        """Make a room that obeys this key, and return its code."""

        def work(file: sqlite3.Connection) -> str:
            if file.execute("SELECT count(*) FROM room").fetchone()[0] >= MOST_ROOMS:
                raise Refused(503, f"There are {MOST_ROOMS} rooms already; one is free within two hours.")
            while True:
                code = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
                if not file.execute("SELECT 1 FROM room WHERE code = ?", (code,)).fetchone():
                    break
            values = code, _hidden(key), time.time(), json.dumps(state)
            file.execute("INSERT INTO room (code, key, made, state) VALUES (?, ?, ?, ?)", values)
            return code

        return self._do(work)

    def join(self, code: str, token: str) -> Future[int]:
        """Let a phone in, and return its place among all, which it keeps."""

        def work(file: sqlite3.Connection) -> int:
            _state(file, code)
            if (place := _phone(file, code, token)) is not None:
                return place
            count: int = file.execute("SELECT count(*) FROM phone WHERE room = ?", (code,)).fetchone()[0]
            if count >= MOST_PHONES:
                raise Refused(409, f"This room is full: {MOST_PHONES:,} phones are in it.")
            file.execute("INSERT INTO phone (room, token, place) VALUES (?, ?, ?)", (code, _hidden(token), count + 1))
            _touch(file, code)
            return count + 1

        return self._do(work)

    def report(
        self, code: str, token: str, number: int, question: int, vote: int, check: Callable[[State], str]
    ) -> Future[None]:
        """Take a phone's answer, once for each number; `check` says what is kept of it, or refuses it."""

        def work(file: sqlite3.Connection) -> None:
            state = _state(file, code)
            if (place := _phone(file, code, token)) is None:
                raise Refused(403, "This phone is not in this room; join it first.")
            if not 0 < number <= MOST_REPORTS:
                raise Refused(409, f"A phone has {MOST_REPORTS:,} reports in a room; this one has had them.")
            known = "SELECT 1 FROM report WHERE room = ? AND phone = ? AND number = ?"
            if file.execute(known, (code, place, number)).fetchone():
                return
            values = code, place, number, question, vote, check(state), time.time()
            file.execute("INSERT OR IGNORE INTO report VALUES (?, ?, ?, ?, ?, ?, ?)", values)
            _touch(file, code)

        return self._do(work)

    def change(self, code: str, key: str, step: Callable[[State], State | None], remove: int = 0) -> Future[Any]:
        """Do what the teacher wants with a room's state, and send the phone in the place `remove` away.

        A step that returns None ends the room, which is deleted with all it held. Answers to a question that is no
        longer among the state's `ids` are deleted.
        """

        def work(file: sqlite3.Connection) -> str | None:
            before = _state(file, code)
            known = file.execute("SELECT key FROM room WHERE code = ?", (code,)).fetchone()[0]
            if not hmac.compare_digest(known, _hidden(key)):
                raise Refused(403, "Only the teacher's link may do this.")
            ids = set(before["ids"])
            state = step(before)
            if state is None:
                return _delete(file, code)
            file.execute("UPDATE room SET state = ? WHERE code = ?", (json.dumps(state), code))
            for gone in ids - set(state["ids"]):
                file.execute("DELETE FROM report WHERE room = ? AND question = ?", (code, gone))
            if remove:
                file.execute("UPDATE phone SET removed = 1 WHERE room = ? AND place = ?", (code, remove))
                file.execute("DELETE FROM report WHERE room = ? AND phone = ?", (code, remove))
            _touch(file, code)
            return None

        return self._do(work)

    def sweep(self) -> None:
        """Delete the rooms whose time is over, with all they held, and tidy the file up, for which no phone waits."""
        file = self._connect()
        try:
            file.execute("BEGIN IMMEDIATE")
            over = file.execute("SELECT code FROM room WHERE made < ?", (time.time() - LIFE,)).fetchall()
            for (code,) in over:
                _delete(file, code)
            file.execute("COMMIT")
            file.execute(f"PRAGMA wal_checkpoint({'TRUNCATE' if over else 'PASSIVE'})")
        finally:
            file.close()

    def close(self) -> None:
        """Finish what was begun."""
        self._jobs.put(None)
        self._writer.join()
        self._reader.close()

    # ---- reading

    def versions(self) -> Mapping[str, int]:
        """Return a number for each room that grows with whatever is new in it."""
        with self._reading:
            return dict(self._reader.execute("SELECT code, version FROM room WHERE made >= ?", (time.time() - LIFE,)))

    def news(self, code: str, *, whole: bool = False) -> News:
        """Return all there is to know of a room and its present question, or of all its questions if `whole`."""
        with self._reading:
            # One transaction, so that the numbers fit together.
            self._reader.execute("BEGIN")
            try:
                state = _state(self._reader, code)
                asked = "SELECT count(*) FROM phone WHERE room = ? AND NOT removed"
                joined = self._reader.execute(asked, (code,)).fetchone()[0]
                asked = "SELECT phone, vote, value, question, at FROM report WHERE room = ?"
                among = state["ids"] if whole else [state["ids"][state["at"]]]
                asked += f" AND question IN ({', '.join('?' * len(among))}) ORDER BY phone, number"
                reports = self._reader.execute(asked, (code, *among)).fetchall()
            finally:
                self._reader.execute("COMMIT")
        last = {(row[3], row[0], row[1]): row for row in reports}
        return News(state, joined, [Answer(*row) for row in last.values()])

    # ---- the thread that writes

    def _connect(self) -> sqlite3.Connection:
        file = sqlite3.connect(self._path, _PATIENCE, isolation_level=None, check_same_thread=False)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = NORMAL")
        file.execute("PRAGMA secure_delete = ON")
        file.execute("PRAGMA wal_autocheckpoint = 0")  # waits for the disk, which `sweep` may do
        return file

    def _do(self, work: Callable[[sqlite3.Connection], Any]) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # who hangs up meanwhile takes nothing back
        self._jobs.put((work, future))
        return future

    def _write(self) -> None:
        jobs: list[_Job | None] = []
        while None not in jobs:
            jobs = [self._jobs.get()]
            time.sleep(_GATHER)
            while not self._jobs.empty():
                jobs.append(self._jobs.get())
            if _DELETED in _commit(self._file, [job for job in jobs if job]):
                with suppress(sqlite3.Error):  # or else `sweep` does it
                    self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # what was deleted is in no file any more
        self._file.close()


def _commit(file: sqlite3.Connection, jobs: Sequence[_Job]) -> list[Any]:
    """Do all of them in one transaction, then say so, and return their results; a job refuses before it writes."""
    results: list[Any] = []
    try:
        file.execute("BEGIN IMMEDIATE")
        for work, _ in jobs:
            try:
                results.append(work(file))
            except Refused as refusal:
                results.append(refusal)
        file.execute("COMMIT")
    except Exception as fault:
        if file.in_transaction:
            file.execute("ROLLBACK")
        results = [fault] * len(jobs)
    for (_, future), result in zip(jobs, results, strict=True):
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
    return results


def _hidden(secret: str) -> bytes:
    """Return what is kept of a secret, from which nobody gets it back."""
    return hashlib.sha256(secret.encode()).digest()


def _state(file: sqlite3.Connection, code: str) -> State:
    asked = "SELECT state FROM room WHERE code = ? AND made >= ?"
    found = file.execute(asked, (code, time.time() - LIFE)).fetchone()
    if not found:
        raise Refused(404, "There is no such room, or it is over: a room lasts two hours.")
    state: State = json.loads(found[0])
    return state


def _phone(file: sqlite3.Connection, code: str, token: str) -> int | None:
    """Return the place of a phone; None of one that has not joined."""
    asked = "SELECT place, removed FROM phone WHERE room = ? AND token = ?"
    found = file.execute(asked, (code, _hidden(token))).fetchone()
    if not found:
        return None
    place, removed = found
    if removed:
        raise Refused(410, "The teacher has removed this phone from the room.")
    return int(place)


def _touch(file: sqlite3.Connection, code: str) -> None:
    file.execute("UPDATE room SET version = version + 1 WHERE code = ?", (code,))


def _delete(file: sqlite3.Connection, code: str) -> str:
    for table, column in (("report", "room"), ("phone", "room"), ("room", "code")):
        file.execute(f"DELETE FROM {table} WHERE {column} = ?", (code,))
    return _DELETED
