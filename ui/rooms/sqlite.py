"""Rooms in one SQLite file, which the copies of a host share and any of them may leave at any time."""

from __future__ import annotations

import hmac
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ui.rooms import store
from ui.rooms.store import Answer, Away, News, Refused, State

_DELETED = "deleted"
_PATIENCE = 10.0  # s that another copy may keep the file to itself
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

_Work = Callable[[sqlite3.Connection], Any]


class File:
    """The rooms of a file, as `ui.rooms.store.Store` says."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reading = threading.Lock()
        with _asked():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._reader = self._connect()
            self._reader.executescript(_TABLES)
            self._file = self._connect()
        self._writer = store.Writer[_Work](self._commit, self._file.close)

    # ---- writing

    def make(self, key: str, state: State) -> Future[str]:
        """Make a room that obeys this key, and return its code."""

        def work(file: sqlite3.Connection) -> str:
            store.check_rooms(file.execute("SELECT count(*) FROM room").fetchone()[0])
            while True:
                code = store.new_code()
                if not file.execute("SELECT 1 FROM room WHERE code = ?", (code,)).fetchone():
                    break
            values = code, store.hidden(key), time.time(), json.dumps(state)
            file.execute("INSERT INTO room (code, key, made, state) VALUES (?, ?, ?, ?)", values)
            return code

        return self._writer.do(work)

    def join(self, code: str, token: str) -> Future[int]:
        """Let a phone in, and return its place among all."""

        def work(file: sqlite3.Connection) -> int:
            _state(file, code)
            if (place := _phone(file, code, token)) is not None:
                return place
            count: int = file.execute("SELECT count(*) FROM phone WHERE room = ?", (code,)).fetchone()[0]
            store.check_phones(count)
            values = code, store.hidden(token), count + 1
            file.execute("INSERT INTO phone (room, token, place) VALUES (?, ?, ?)", values)
            _touch(file, code)
            return count + 1

        return self._writer.do(work)

    def report(
        self, code: str, token: str, number: int, question: int, vote: int, check: Callable[[State], str]
    ) -> Future[None]:
        """Take a phone's answer, once for each number."""

        def work(file: sqlite3.Connection) -> None:
            state = _state(file, code)
            if (place := _phone(file, code, token)) is None:
                raise Refused(*store.NOT_JOINED)
            store.check_number(number)
            known = "SELECT 1 FROM report WHERE room = ? AND phone = ? AND number = ?"
            if file.execute(known, (code, place, number)).fetchone():
                return
            values = code, place, number, question, vote, check(state), time.time()
            file.execute("INSERT OR IGNORE INTO report VALUES (?, ?, ?, ?, ?, ?, ?)", values)
            _touch(file, code)

        return self._writer.do(work)

    def change(self, code: str, key: str, step: Callable[[State], State | None], remove: int = 0) -> Future[Any]:
        """Do what the teacher wants."""

        def work(file: sqlite3.Connection) -> str | None:
            before = _state(file, code)
            known = file.execute("SELECT key FROM room WHERE code = ?", (code,)).fetchone()[0]
            if not hmac.compare_digest(known, store.hidden(key)):
                raise Refused(*store.NOT_THE_TEACHER)
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

        return self._writer.do(work)

    def sweep(self) -> None:
        """Delete the rooms whose time is over, and tidy the file up."""
        with _asked():
            file = self._connect()
            try:
                file.execute("BEGIN IMMEDIATE")
                over = file.execute("SELECT code FROM room WHERE made < ?", (time.time() - store.LIFE,)).fetchall()
                for (code,) in over:
                    _delete(file, code)
                file.execute("COMMIT")
                file.execute(f"PRAGMA wal_checkpoint({'TRUNCATE' if over else 'PASSIVE'})")
            finally:
                file.close()

    def close(self) -> None:
        """Finish what was begun."""
        self._writer.close()
        self._reader.close()

    # ---- reading

    def versions(self) -> Mapping[str, int]:
        """Return a number for each room that grows with whatever is new in it."""
        asked = "SELECT code, version FROM room WHERE made >= ?"
        with self._reading, _asked():
            return dict(self._reader.execute(asked, (time.time() - store.LIFE,)))

    def news(self, code: str, *, whole: bool = False) -> News:
        """Return all there is to know of a room."""
        with self._reading, _asked():
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

    # ---- the file

    def _connect(self) -> sqlite3.Connection:
        file = sqlite3.connect(self._path, _PATIENCE, isolation_level=None, check_same_thread=False)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = NORMAL")
        file.execute("PRAGMA secure_delete = ON")
        file.execute("PRAGMA wal_autocheckpoint = 0")  # waits for the disk, which `sweep` may do
        return file

    def _commit(self, jobs: list[tuple[_Work, Future[Any]]]) -> None:
        """Do all of them in one transaction, then say so; what goes wrong with one is undone alone."""
        file = self._file
        results: list[Any] = []
        try:
            with _asked():
                file.execute("BEGIN IMMEDIATE")
                for work, _ in jobs:
                    file.execute("SAVEPOINT one")
                    try:
                        results.append(work(file))
                    except sqlite3.Error:
                        raise
                    except Exception as fault:
                        results.append(fault)
                        file.execute("ROLLBACK TO one")
                    file.execute("RELEASE one")
                file.execute("COMMIT")
        except Exception as fault:
            if file.in_transaction:
                file.execute("ROLLBACK")
            results = [fault] * len(jobs)
        for (_, future), result in zip(jobs, results, strict=True):
            store.settle(future, result)
        if _DELETED in results:
            with suppress(sqlite3.Error):  # or else `sweep` does it
                file.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # what was deleted is in no file any more


@contextmanager
def _asked() -> Iterator[None]:
    """Say in the words of all rooms that the file does not answer."""
    try:
        yield
    except (sqlite3.Error, OSError) as fault:
        raise Away(f"the file of the rooms does not answer: {fault}") from fault


def _state(file: sqlite3.Connection, code: str) -> State:
    asked = "SELECT state FROM room WHERE code = ? AND made >= ?"
    row = file.execute(asked, (code, time.time() - store.LIFE)).fetchone()
    if not row:
        raise Refused(*store.NONE_SUCH)
    state: State = json.loads(row[0])
    return state


def _phone(file: sqlite3.Connection, code: str, token: str) -> int | None:
    """Return the place of a phone; None of one that has not joined."""
    asked = "SELECT place, removed FROM phone WHERE room = ? AND token = ?"
    row = file.execute(asked, (code, store.hidden(token))).fetchone()
    if not row:
        return None
    place, removed = row
    if removed:
        raise Refused(*store.REMOVED)
    return int(place)


def _touch(file: sqlite3.Connection, code: str) -> None:
    file.execute("UPDATE room SET version = version + 1 WHERE code = ?", (code,))


def _delete(file: sqlite3.Connection, code: str) -> str:
    for table, column in (("report", "room"), ("phone", "room"), ("room", "code")):
        file.execute(f"DELETE FROM {table} WHERE {column} = ?", (code,))
    return _DELETED
