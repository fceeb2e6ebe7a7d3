"""Rooms in one SQLite file, which all copies of the app on a host share; any copy may be killed at any time.

If the file is deleted, the next request makes a new one in its place; a damaged file is renamed first.
"""

from __future__ import annotations

import functools
import json
import logging
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from playground.rooms import store
from playground.rooms.store import Away, Check, News, Refused, RoomState, Step, Vote

_DELETED = "deleted"
_PATIENCE = 10.0  # s that another copy may keep the file to itself
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_ROOM = b""  # the room itself, in the table `heard`, where phones have the hashes of their tokens

# The version stands apart from the state, which may be long and would be written again with each report. An older
# version of the app counts in the room's own row, so that the room's version is the sum of both numbers.
_TABLES = """
CREATE TABLE IF NOT EXISTS room (
    code TEXT PRIMARY KEY, key BLOB NOT NULL, made REAL NOT NULL, state TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE IF NOT EXISTS news (room TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS phone (
    room TEXT NOT NULL, token BLOB NOT NULL, place INTEGER NOT NULL, removed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (room, token)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS report (
    room TEXT NOT NULL, phone INTEGER NOT NULL, number INTEGER NOT NULL,
    question INTEGER NOT NULL, vote INTEGER NOT NULL, value TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (room, phone, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS heard (
    room TEXT NOT NULL, token BLOB NOT NULL, at REAL NOT NULL, PRIMARY KEY (room, token)
) WITHOUT ROWID;
"""
_UNUSED = """
NOT EXISTS (SELECT 1 FROM phone WHERE room = code AND NOT removed)
AND NOT EXISTS (SELECT 1 FROM heard WHERE room = code AND token = x'' AND at >= ?)
"""

_Work = Callable[[sqlite3.Connection], Any]
"""A write on the file; it refuses before it has changed anything."""
_Result = TypeVar("_Result")


class RoomsFile:
    """The store of rooms in an SQLite file; the methods are those of `playground.rooms.store.Store`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reading = threading.Lock()
        self._reader, self._file = _Connection(path), _Connection(path)
        self._reader.do(lambda file: None)
        self._writer = store.Writer[_Work](self._commit, self._file.close)

    # ---- writing

    def make(self, key: str, state: RoomState) -> Future[str]:
        """Make a room in this state, and return a future with its code; `key` is the teacher's secret.

        If there are 100 rooms, the oldest that has neither phones nor listeners is deleted first. The future raises
        `Refused` if all 100 have some, and `Away` if the file does not answer.
        """

        def work(file: sqlite3.Connection) -> str:
            now = time.time()
            if file.execute("SELECT count(*) FROM room").fetchone()[0] >= store.MOST_ROOMS:
                asked = f"SELECT code FROM room WHERE {_UNUSED} ORDER BY made LIMIT 1"
                if not (unused := file.execute(asked, (now - store.HEARD,)).fetchone()):
                    raise store.no_room()
                _delete(file, *unused)
            while True:
                code = store.new_code()
                if not file.execute("SELECT 1 FROM room WHERE code = ?", (code,)).fetchone():
                    break
            values = code, store.hidden(key), now, json.dumps(state)
            file.execute("INSERT INTO room (code, key, made, state) VALUES (?, ?, ?, ?)", values)
            return code

        return self._writer.do(work)

    def join(self, code: str, token: str, *, listens: bool = False) -> Future[int]:
        """Let the phone with this token join a room, and return a future with its place, a number from 1.

        A phone that has joined before keeps its place. In a full room a new phone takes the place of one that neither
        listens nor has answered. `listens` says that the room's news are sent to the phone now.

        The future raises `Refused` if there is no such room, if the teacher has banned the phone, or if the phone is
        new and the room is locked, or full without a place to take. It raises `Away` if the file does not answer.
        """

        def work(file: sqlite3.Connection) -> int:
            state, place = _of_phone(file, code, token)
            if place is None:
                if state.get("locked"):
                    raise Refused(*store.LOCKED)
                place = _new_place(file, code)
                values = code, store.hidden(token), place
                file.execute("INSERT INTO phone (room, token, place) VALUES (?, ?, ?)", values)
                _touch(file, code)
            if listens:
                _hear(file, code, [store.hidden(token)])
            return place

        return self._writer.do(work)

    def report(self, code: str, token: str, number: int, question: int, vote: int, check: Check) -> Future[None]:
        """Keep a phone's answer to a question, and return a future that is done once it is kept.

        `check` takes the room's state, and returns the text to keep or raises `Refused`. `question` is the id of the
        question, and `vote` the number of the vote, for a class may vote twice. A phone may send a report again under
        the same `number`, which counts its reports from 1 to 1,000; only the first is kept. The future raises `Refused`
        if there is no such room, if the phone has not joined it or is banned, if the `number` is another, or if `check`
        refuses a report that is not kept yet. It raises `Away` if the file does not answer.
        """

        def work(file: sqlite3.Connection) -> None:
            state, place = _of_phone(file, code, token)
            if place is None:
                raise Refused(*store.NOT_JOINED)
            store.check_number(number)
            try:
                value = check(state)
            except Refused:  # a report that was kept may be repeated when the question is over
                known = "SELECT 1 FROM report WHERE room = ? AND phone = ? AND number = ?"
                if file.execute(known, (code, place, number)).fetchone():
                    return
                raise
            values = code, place, number, question, vote, value, time.time()
            if file.execute("INSERT OR IGNORE INTO report VALUES (?, ?, ?, ?, ?, ?, ?)", values).rowcount:
                _touch(file, code)

        return self._writer.do(work)

    def change(
        self, code: str, key: str | None, step: Step, *, remote: bool = False, remove: int = 0, dismiss: bool = False
    ) -> Future[Any]:
        """Change a room's state by `step`, and return a future that is done once the change is kept.

        `step` takes the state, and returns the next state or, to delete the room with its answers, None. Answers to
        questions that the next state no longer has are deleted. `key` is the teacher's secret or, if `remote`, may be
        that of the phone that the teacher lets command the room; None is not checked. `remove` is the place of a phone
        to ban with its answers, 0 for none. `dismiss` frees the places of phones that have not answered.

        The result of the future says nothing. It raises `Refused` if there is no such room, the key is wrong, or `step`
        raises it, and `Away` if the file does not answer.
        """

        def work(file: sqlite3.Connection) -> str | None:
            before = _state(file, code)
            if key is not None:
                known = file.execute("SELECT key FROM room WHERE code = ?", (code,)).fetchone()[0]
                store.check_key(before, known, key, remote=remote)
            state = step(before)
            if state is None:
                return _delete(file, code)
            if state != before:
                file.execute("UPDATE room SET state = ? WHERE code = ?", (json.dumps(state), code))
                _touch(file, code)
            for gone in set(before["ids"]) - set(state["ids"]):
                file.execute("DELETE FROM report WHERE room = ? AND question = ?", (code, gone))
            if remove:
                file.execute("UPDATE phone SET removed = 1 WHERE room = ? AND place = ?", (code, remove))
                file.execute("DELETE FROM report WHERE room = ? AND phone = ?", (code, remove))
                _touch(file, code)
            if dismiss:
                silent = "NOT removed AND place NOT IN (SELECT phone FROM report WHERE room = ?)"
                file.execute(f"DELETE FROM phone WHERE room = ? AND {silent}", (code, code))
                _touch(file, code)
            return None

        return self._writer.do(work)

    def hear(self, listening: Mapping[str, Collection[str]]) -> None:
        """Note which rooms have listeners now and which phones are among them, and return once this is kept.

        `listening` maps the code of each such room to the tokens of its phones that listen. There may be none, as when
        only the wall, the class's screen, listens. For some minutes these rooms are not deleted as idle. A new phone
        may take the place of another one in a full room, but for some minutes not that of one of these phones. A code
        without a room is ignored. Raise `Away` if the file does not answer.
        """

        def work(file: sqlite3.Connection) -> None:
            for code, tokens in listening.items():
                _hear(file, code, [_ROOM, *map(store.hidden, tokens)])

        self._writer.do(work).result()

    def sweep(self) -> None:
        """Delete old and idle rooms, shorten the file's log, and delete damaged files set aside over two hours ago.

        A room is old after two hours. It is idle if it is older than ten minutes and has no phones, and nobody has
        listened for ten minutes. Do nothing if there is no file. Raise `Away` if the file does not answer.
        """
        connection = _Connection(self._path)
        if not connection.find():  # whoever asks for a room begins the file anew, and says so in the log
            return
        now = time.time()

        def work(file: sqlite3.Connection) -> None:
            file.execute("BEGIN IMMEDIATE")
            asked = f"SELECT code FROM room WHERE made < ? OR (made < ? AND {_UNUSED})"
            over = file.execute(asked, (now - store.LIFE, now - store.IDLE, now - store.IDLE)).fetchall()
            for (code,) in over:
                _delete(file, code)
            file.execute("DELETE FROM heard WHERE at < ?", (now - store.IDLE,))
            file.execute("COMMIT")
            file.execute(f"PRAGMA wal_checkpoint({'TRUNCATE' if over else 'PASSIVE'})")

        try:
            connection.do(work)
        finally:
            connection.close()
        with suppress(OSError):  # another copy may have deleted it meanwhile
            for aside in self._path.parent.glob(f"{self._path.name}.damaged-*"):
                if aside.stat().st_mtime < now - store.LIFE:
                    aside.unlink()

    def close(self) -> None:
        """Wait until all writes asked for so far are done, and close the store; nothing may be written afterwards."""
        self._writer.close()
        self._reader.close()

    # ---- reading

    def versions(self) -> Mapping[str, int]:
        """Return the version of each room that is not over, by its code: a number that grows with each change.

        A room is over two hours after it was made. Raise `Away` if the file does not answer.
        """
        asked = "SELECT code, room.version + ifnull(news.version, 0) FROM room LEFT JOIN news ON room = code"
        since = time.time() - store.LIFE
        with self._reading:
            return self._reader.do(lambda file: dict(file.execute(f"{asked} WHERE made >= ?", (since,))))

    def news(self, code: str, *, whole: bool = False) -> News:
        """Return a room's state, its number of phones without banned ones, the answers, and the banned phones' places.

        The answers are those to the present question or, if `whole`, to all questions. Of a phone's answers to one vote
        only the last is returned. Raise `Refused` if there is no such room, and `Away` if the file does not answer.
        """
        with self._reading:
            return self._reader.do(functools.partial(_news, code=code, whole=whole))

    def _commit(self, jobs: list[tuple[_Work, Future[Any]]]) -> None:
        """Do a batch of writes in one transaction, then settle their futures; a refused write changes nothing."""
        try:
            results = self._file.do(functools.partial(_each, [work for work, _ in jobs]))
        except Exception as fault:
            results = [fault] * len(jobs)
        for (_, future), result in zip(jobs, results, strict=True):
            store.settle(future, result)
        if _DELETED in results:
            with suppress(Away):  # `sweep` does it later
                # Deleted answers must not stay in the file's log.
                self._file.do(lambda file: file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone())


# ---- the file --------------------------------------------------------------------------------------------------------


class _Connection:
    """A connection to the file at a path; if the file was deleted or damaged, a new one with its tables is opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: sqlite3.Connection | None = None
        self._number: tuple[int, int] | None = None

    def find(self) -> bool:
        """Return whether there is a file at the path, without opening it.

        If the file is deleted afterwards, the next `do` says so in the log.
        """
        self._number = self._number_now()
        return self._number is not None

    def do(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Call `work` with the open connection, and return its result.

        If SQLite fails, `work` is called once more with a new connection, for which a damaged file is first renamed.
        There is no second call if another copy of the app keeps the file locked. Other exceptions of `work`, such as
        `Refused`, pass through.

        Raises
        ------
        Away
            If another copy keeps the file locked, or SQLite fails again.
        """
        try:
            try:
                return work(self._opened())
            except sqlite3.Error as fault:
                self.close()
                kind = getattr(fault, "sqlite_errorcode", 0) & 0xFF
                if kind in _BUSY:
                    raise
                if kind in _DAMAGED:
                    self._set_aside(fault)
                return work(self._opened())
        except (sqlite3.Error, OSError) as fault:
            self.close()
            raise Away(f"the file of the rooms does not answer: {fault}") from fault

    def close(self) -> None:
        """Close the connection if it is open; the next `do` opens a new one."""
        file, self._file = self._file, None
        if file:
            with suppress(sqlite3.Error):
                file.close()

    def _opened(self) -> sqlite3.Connection:
        if self._file is not None and self._number == self._number_now():
            return self._file
        self.close()
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _folder_locked(self._path.parent):
            if self._number_now() is None:
                if self._number:
                    _log.warning("rooms: %s was deleted; rooms begin anew there", self._path)
                self._drop_log()
            self._file = sqlite3.connect(self._path, _PATIENCE, isolation_level=None, check_same_thread=False)
            self._number = self._number_now()
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._file.execute("PRAGMA secure_delete = ON")
            self._file.execute("PRAGMA wal_autocheckpoint = 0")  # a checkpoint waits for the disk: only `sweep` does it
            self._file.executescript(_TABLES)
        return self._file

    def _set_aside(self, fault: sqlite3.Error) -> None:
        """Rename the damaged file, unless another copy of the app has done so."""
        with _folder_locked(self._path.parent):
            if self._number is None or self._number != self._number_now():
                return
            aside = self._path.with_name(f"{self._path.name}.damaged-{time.time_ns()}")
            self._path.rename(aside)
            os.utime(aside)
            self._drop_log()
            self._path.touch()
        _log.warning("rooms: %s was damaged (%s); it is %s now, and rooms begin anew", self._path, fault, aside.name)

    def _drop_log(self) -> None:
        """Delete the log of the old file, which SQLite would apply to the new one."""
        for suffix in ("-wal", "-shm"):
            self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)

    def _number_now(self) -> tuple[int, int] | None:
        """Return the device and the inode of the file that is at the path now; None if there is no file."""
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino


_log = logging.getLogger(__name__)


@contextmanager
def _folder_locked(folder: Path) -> Iterator[None]:
    """Within the context, no other copy of the app can open or rename a file of this folder."""
    if sys.platform == "win32":  # an open file cannot be deleted or renamed there
        yield
        return
    import fcntl

    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


# ---- statements ------------------------------------------------------------------------------------------------------


def _each(works: list[_Work], file: sqlite3.Connection) -> list[Any]:
    """Call each write of a batch, and return its result, or the exception that it raised."""
    results: list[Any] = []
    file.execute("BEGIN IMMEDIATE")
    for work in works:
        try:
            results.append(work(file))
        except sqlite3.Error:
            raise
        except Exception as fault:
            results.append(fault)
    file.execute("COMMIT")
    return results


def _news(file: sqlite3.Connection, code: str, whole: bool) -> News:
    # One transaction, so that state, phones and answers are of the same moment.
    file.execute("BEGIN")
    try:
        state = _state(file, code)
        asked = "SELECT count(*), json_group_array(place) FILTER (WHERE removed) FROM phone WHERE room = ?"
        joined, places = file.execute(asked, (code,)).fetchone()
        removed = sorted(json.loads(places))
        among = state["ids"] if whole else [state["ids"][state["at"]]]
        chosen = f"room = ? AND question IN ({', '.join('?' * len(among))}) GROUP BY question, phone, vote"
        # All in one row: with each row that it fetches, a thread gives way to others and waits for its next turn.
        asked = "SELECT json_group_array(json_array(phone, vote, value, question, at)) FROM "
        # Of each phone's answers to a vote the last; SQLite takes the other columns from the row of the maximum.
        asked += f"(SELECT *, max(number) FROM report WHERE {chosen} ORDER BY phone, number)"
        reports = json.loads(file.execute(asked, (code, *among)).fetchone()[0])
    finally:
        file.execute("COMMIT")
    return News(state, joined - len(removed), [Vote(*row) for row in reports], removed)


_parsed = functools.lru_cache(maxsize=32)(json.loads)
"""Parse a state, which nobody changes: for a long list this costs more than the rest of a report."""


def _state(file: sqlite3.Connection, code: str) -> RoomState:
    asked = "SELECT state FROM room WHERE code = ? AND made >= ?"
    row = file.execute(asked, (code, time.time() - store.LIFE)).fetchone()
    if not row:
        raise Refused(*store.NONE_SUCH)
    state: RoomState = _parsed(row[0])
    return state


def _of_phone(file: sqlite3.Connection, code: str, token: str) -> tuple[RoomState, int | None]:
    """Return a room's state and the place of a phone in it, None if the phone has not joined; refuse a banned phone."""
    asked = """SELECT state, place, removed FROM room LEFT JOIN phone ON room = code AND token = ?
        WHERE code = ? AND made >= ?"""
    row = file.execute(asked, (store.hidden(token), code, time.time() - store.LIFE)).fetchone()
    if not row:
        raise Refused(*store.NONE_SUCH)
    state, place, removed = row
    if removed:
        raise Refused(*store.REMOVED)
    return _parsed(state), place


def _new_place(file: sqlite3.Connection, code: str) -> int:
    """Return a number for a new phone; in a full room, take that of a phone that neither listens nor has answered."""
    count, last = file.execute("SELECT count(*), max(place) FROM phone WHERE room = ?", (code,)).fetchone()
    if count >= store.MOST_PHONES:
        asked = """SELECT place FROM phone WHERE room = :room AND NOT removed
            AND token NOT IN (SELECT token FROM heard WHERE room = :room AND at >= :since)
            AND place NOT IN (SELECT phone FROM report WHERE room = :room) ORDER BY random() LIMIT 1"""
        row = file.execute(asked, {"room": code, "since": time.time() - store.HEARD}).fetchone()
        if not row:
            raise store.full()
        file.execute("DELETE FROM phone WHERE room = ? AND place = ?", (code, *row))
        return int(row[0])
    if count == (last or 0):
        return int(count) + 1
    return store.free_place([row[0] for row in file.execute("SELECT place FROM phone WHERE room = ?", (code,))])


def _hear(file: sqlite3.Connection, code: str, who: Collection[bytes]) -> None:
    """Note that the phones with these hashes, or the room itself under its own, are listening now."""
    heard = "INSERT INTO heard SELECT code, ?, ? FROM room WHERE code = ? ON CONFLICT DO UPDATE SET at = excluded.at"
    now = time.time()
    file.executemany(heard, [(each, now, code) for each in who])


def _touch(file: sqlite3.Connection, code: str) -> None:
    file.execute("INSERT INTO news VALUES (?, 1) ON CONFLICT DO UPDATE SET version = version + 1", (code,))


def _delete(file: sqlite3.Connection, code: str) -> str:
    for table, column in (("heard", "room"), ("report", "room"), ("phone", "room"), ("news", "room"), ("room", "code")):
        file.execute(f"DELETE FROM {table} WHERE {column} = ?", (code,))
    return _DELETED
