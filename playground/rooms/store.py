"""What keeps the rooms: by default one SQLite file, which the copies of a host share, or Redis, which hosts share.

Either is asked by the methods of `Store`. A copy has one thread that writes. It gathers what comes within some
milliseconds, writes it at once, and only then says that it is done; a phone repeats what it has not heard of, under the
same number, and is counted once.
"""

from __future__ import annotations

import hashlib
import queue
import secrets
import threading
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from typing import Any, Generic, NamedTuple, NotRequired, Protocol, TypedDict, TypeVar

LIFE = 2 * 60 * 60
"""Seconds after which a room is deleted with all it held."""
IDLE = 10 * 60
"""Seconds after which a room is deleted that nobody has joined or listens to."""
HEARD = 150
"""Seconds for which a room or a phone counts as listening after a copy has said so, which each does once a minute."""
MOST_ROOMS = 100
MOST_PHONES = 1_000
MOST_REPORTS = 1_000
"""Of one phone; its reports are numbered from 1."""

_LETTERS = "ABCDEFGHJKLMNPQRTUVWXYZ"  # without I, O and S, which are read as digits
_LENGTH = 6
_GATHER = 0.02  # s


class RoomState(TypedDict):
    """A room's questions and how far it is, as JSON."""

    questions: list[Any]
    """Of `playground.rooms.kinds`; the store only keeps them."""
    ids: list[int]
    """Of the questions, by which answers name theirs; a question that was cleared gets a new one."""
    fresh: int
    """The next new id."""
    at: int
    """The place of the present question."""
    vote: int
    """The number of the present vote, from 1."""
    open: bool
    """Whether answers are taken."""
    shown: bool
    """Whether the truth is revealed."""
    locked: NotRequired[bool]
    """Whether no more phones may join."""


class Refused(Exception):  # noqa: N818 - nothing has gone wrong
    """Why something is not done, in a sentence for whoever asked, with the status that HTTP has for it."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Away(Exception):  # noqa: N818 - it comes back
    """The rooms cannot be asked now; what was to be written may have been."""


class Vote(NamedTuple):
    """The last answer of a phone to a question in one of its votes; a phone is known by its place among all."""

    phone: int
    vote: int
    value: str
    question: int = 0
    at: float = 0


class News(NamedTuple):
    """All that a room's wall may have to show."""

    state: RoomState
    joined: int
    answers: list[Vote]


class Store(Protocol):
    """The rooms. What writes returns a future, which is done once it is kept.

    What is asked for raises `Refused` where there is no such room or it is not to be done, and `Away` where whatever
    keeps the rooms cannot be asked.
    """

    def make(self, key: str, state: RoomState) -> Future[str]:
        """Make a room that obeys this key, and return its code."""

    def join(self, code: str, token: str, *, listens: bool = False) -> Future[int]:
        """Let a phone in, and return its place among all; `listens` says that it does so just now.

        It keeps the place. In a room that is full a phone gives way that neither listens nor has answered.
        """

    def report(
        self, code: str, token: str, number: int, question: int, vote: int, check: Callable[[RoomState], str]
    ) -> Future[None]:
        """Take a phone's answer, once for each number; `check` says what is kept of it, or refuses it."""

    def change(
        self,
        code: str,
        key: str,
        step: Callable[[RoomState], RoomState | None],
        *,
        remove: int = 0,
        dismiss: bool = False,
    ) -> Future[Any]:
        """Do what the teacher wants with a room's state, and send the phone in the place `remove` away for good.

        With `dismiss` the places of all that have not answered are free again; such a phone may join once more. A step
        that returns None ends the room, which is deleted with all it held. Answers to a question that is no longer
        among the state's `ids` are deleted.
        """

    def hear(self, listening: Mapping[str, Collection[str]]) -> None:
        """Note that somebody listens to these rooms just now, and these of their phones do, by their tokens."""

    def versions(self) -> Mapping[str, int]:
        """Return a number for each room that grows with whatever is new in it."""

    def news(self, code: str, *, whole: bool = False) -> News:
        """Return all there is to know of a room and its present question, or of all its questions if `whole`."""

    def sweep(self) -> None:
        """Delete the rooms whose time is over or that are idle, with all they held, and tidy up.

        No phone waits for it.
        """

    def close(self) -> None:
        """Finish what was begun."""


# ---- what both need --------------------------------------------------------------------------------------------------

Work = TypeVar("Work")


class Writer(Generic[Work]):
    """A thread that gives what was gathered in some milliseconds to `commit`, which says of each what came of it."""

    def __init__(self, commit: Callable[[list[tuple[Work, Future[Any]]]], None], end: Callable[[], None]) -> None:
        self._commit, self._end = commit, end
        self._jobs: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="rooms", daemon=True)
        self._thread.start()

    def do(self, work: Work) -> Future[Any]:
        """Return what is done once the work is."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # who hangs up meanwhile takes nothing back
        self._jobs.put((work, future))
        return future

    def close(self) -> None:
        """Finish what was begun."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        jobs: list[tuple[Work, Future[Any]] | None] = []
        while None not in jobs:
            jobs = [self._jobs.get()]
            time.sleep(_GATHER)
            while not self._jobs.empty():
                jobs.append(self._jobs.get())
            self._commit([job for job in jobs if job])
        self._end()


def settle(future: Future[Any], result: Any) -> None:
    """Say what came of a work: an exception is raised where it is waited for."""
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)


def new_code() -> str:
    """Return a code of six letters that cannot be misread."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def hidden(secret: str) -> bytes:
    """Return what is kept of a secret, from which nobody gets it back."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).digest()


# Why something is not done, with the status that HTTP has for it.
NONE_SUCH = 404, "There is no such room, or it is over: a room lasts two hours."
LOCKED = 423, "The teacher lets no more phones into this room."
NOT_JOINED = 403, "This phone is not in this room; join it first."
REMOVED = 410, "The teacher has removed this phone from the room."
NOT_THE_TEACHER = 403, "Only the teacher's link may do this."


def no_room() -> Refused:
    """Say that there are as many rooms as there may be, and all are used."""
    return Refused(503, f"There are {MOST_ROOMS} rooms already; one is free within two hours.")


def full() -> Refused:
    """Say that all places of a room are taken by phones that keep them."""
    return Refused(409, f"This room is full: {MOST_PHONES:,} phones are in it.")


def free_place(taken: Collection[int]) -> int:
    """Return the first place of a room that no phone has.

    >>> free_place([1, 2, 4]), free_place([1, 2])
    (3, 3)
    """
    return min(set(range(1, len(taken) + 2)).difference(taken))


def check_number(number: int) -> None:
    """Refuse a report beyond those that a phone has."""
    if not 0 < number <= MOST_REPORTS:
        raise Refused(409, f"A phone has {MOST_REPORTS:,} reports in a room; this one has had them.")
