"""The interface of the rooms' store: an SQLite file for all copies on a host, or a Redis for several hosts.

Each copy of the app has one thread that writes. It writes in batches of 20 ms and acknowledges a report only when the
batch is kept. A phone repeats an unacknowledged report under the same number, and the store counts it once.
"""

from __future__ import annotations

import hashlib
import hmac
import queue
import secrets
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Generic, NamedTuple, NotRequired, Protocol, TypedDict, TypeVar

LIFE = 2 * 60 * 60
"""Seconds after which a room is deleted with all its answers."""
IDLE = 10 * 60
"""Seconds after which a room without phones and listeners is deleted."""
HEARD = 150
"""Seconds for which a room or a phone counts as listening after `hear`, which each copy calls once a minute."""
MOST_ROOMS = 100
MOST_PHONES = 1_000
MOST_REPORTS = 1_000
"""The most reports of one phone; their numbers begin with 1."""

_LETTERS = "ABCDEFGHJKLMNPQRTUVWXYZ"  # without I, O and S, which are read as digits
_LENGTH = 6
_GATHER = 0.02  # s


class RemoteState(TypedDict):
    """Two hashes: of the secret that offers the remote, and of the key of the phone that holds it; "" for none."""

    secret: str
    holder: str


NO_REMOTE: RemoteState = {"secret": "", "holder": ""}


class RoomState(TypedDict):
    """The state of a room, as JSON: its questions, the index `at` of the present question, and what was shown of it."""

    questions: list[Any]
    """The questions as `playground.rooms.kinds` makes them; the store does not read them."""
    ids: list[int]
    """The id of each question, by which an answer names its question; a question gets a new id when it is cleared."""
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
    code: NotRequired[str]
    """The code of the list that the walls of a lecture show, of which each item is a question."""
    counted: NotRequired[bool]
    """Whether the vote of a lecture's item is over, and its counts stand beside the board."""
    turn: NotRequired[int]
    """A number that grows by one with each press that turns the board of a lecture's walls on or back."""
    back: NotRequired[bool]
    """Whether the last such press turns it back."""
    picked: NotRequired[list[tuple[int, str]]]
    """The phones and their texts that the teacher has picked of the present question."""
    wait: NotRequired[int]
    """The item, from 1, beyond which no phone goes of a list that each does alone; 0 if all go on."""
    pair: NotRequired[list[Any]]
    """The two boards that stand beside each other on the walls, each with its phone."""
    remote: NotRequired[RemoteState]
    """The phone that commands, beside the teacher."""
    until: NotRequired[float]
    """The time at which a countdown ends, in seconds since 1970; 0 if none runs."""


Step = Callable[[RoomState], RoomState | None]
"""A command: a function from a state to the state after it, or to None, which ends the room."""
Check = Callable[[RoomState], str]
"""A function from a state to an answer as the room keeps it; raises `Refused` if the state takes no such answer."""


class Refused(Exception):  # noqa: N818 - nothing has gone wrong
    """Raised if a request is refused, with the HTTP status and a sentence for the sender."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Away(Exception):  # noqa: N818 - it comes back
    """Raised if the store does not answer now; a write may or may not have succeeded."""


class Vote(NamedTuple):
    """A phone's last answer to a question in one of its votes: the phone's number, from 1, and the value as JSON.

    `question` is the id of the question, `vote` the number of the vote, and `at` the time in seconds since 1970.
    """

    phone: int
    vote: int
    value: str
    question: int = 0
    at: float = 0


class News(NamedTuple):
    """A room's state, the number of phones in it, their answers, and the places of those that were sent away."""

    state: RoomState
    joined: int
    answers: list[Vote]
    removed: Sequence[int] = ()


class Store(Protocol):
    """Where rooms are kept. A method that writes returns a future, which is done once the write is kept.

    Methods and futures raise `Refused` if there is no such room or the request is not allowed, and `Away` if the file
    or the Redis does not answer.
    """

    def make(self, key: str, state: RoomState) -> Future[str]:
        """Make a room in this state and return its code; who has `key` can command the room as the teacher.

        If there are `MOST_ROOMS` rooms, the oldest room that has neither phones nor listeners is deleted first. If
        there is no such room, the future raises `Refused`.
        """

    def join(self, code: str, token: str, *, listens: bool = False) -> Future[int]:
        """Add the phone with this token to the room, and return its place: its number there, from 1.

        A phone that has joined before keeps its place. `listens` says that the room's news are sent to the phone now.
        If the room has `MOST_PHONES` phones, a new phone takes the place of one that neither listens nor has answered.

        The future raises `Refused` if there is no such room, or if the phone is banned. For a new phone it also raises
        `Refused` if the room is locked, or if the room is full and no phone's place can be taken.
        """

    def report(self, code: str, token: str, number: int, question: int, vote: int, check: Check) -> Future[None]:
        """Keep a phone's answer: the text that `check` returns for the room's state.

        `question` is the id of the question, and `vote` the number of its vote. `number` is the phone's own number for
        this report, from 1 to `MOST_REPORTS`. A phone may send a report again under the same number: the first is kept,
        and the others change nothing.

        The future raises `Refused` if there is no such room, if the phone has not joined or is banned, or if `number`
        is out of its range. It also does so if `check` raises `Refused` and no report with this number is kept.
        """

    def change(
        self, code: str, key: str | None, step: Step, *, remote: bool = False, remove: int = 0, dismiss: bool = False
    ) -> Future[Any]:
        """Replace a room's state by `step(state)`; if that is None, delete the room.

        `key` must be the teacher's key. If `remote` is True, the key of the phone that commands beside the teacher will
        do, too. If `key` is None, nobody's key is checked.

        Answers to questions that are not in the new state's `ids` are deleted. `remove` is the place of a phone to ban,
        0 for none; its answers are deleted. `dismiss` frees the places of all phones that have not answered and are not
        banned; these may join again.

        The future's result says nothing. The future raises `Refused` if there is no such room, if the key is wrong, or
        if `step` raises it.
        """

    def hear(self, listening: Mapping[str, Collection[str]]) -> None:
        """Note which rooms have listeners now and which phones are among them, and return once this is kept.

        `listening` maps the code of each such room to the tokens of its phones that listen. There may be none, as when
        only the wall, the class's screen, listens. For some minutes these rooms are not deleted as idle. A new phone
        may take the place of another one in a full room, but for some minutes not that of one of these phones. A code
        without a room is ignored.
        """

    def versions(self) -> Mapping[str, int]:
        """Return the version of each room that is not over, by its code: a number that grows with each change."""

    def news(self, code: str, *, whole: bool = False) -> News:
        """Return a room's state, the number of its phones, the answers to its present question, and the banned places.

        If `whole` is True, the answers are those to all its questions. If a phone has answered more than once in a
        vote, only its last answer is returned. Banned phones do not count. Raises `Refused` if there is no such room.
        """

    def sweep(self) -> None:
        """Delete rooms older than `LIFE`, and those older than `IDLE` without phones and listeners, with their answers.

        A listener of the last `IDLE` seconds counts. Other writes do not wait for it.
        """

    def close(self) -> None:
        """Wait until all writes asked for so far are done, and close the store; nothing may be written afterwards."""


# ---- shared by both stores -------------------------------------------------------------------------------------------

Work = TypeVar("Work")


class Writer(Generic[Work]):
    """A thread that gathers writes for 20 ms and hands them as a batch to `commit`, which settles their futures.

    It calls `end` after the last batch.
    """

    def __init__(self, commit: Callable[[list[tuple[Work, Future[Any]]]], None], end: Callable[[], None]) -> None:
        self._commit, self._end = commit, end
        self._jobs: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="rooms", daemon=True)
        self._thread.start()

    def do(self, work: Work) -> Future[Any]:
        """Add a write to the next batch, and return a future that gets its result, or the exception it raises."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # a sender who hangs up cancels nothing
        self._jobs.put((work, future))
        return future

    def close(self) -> None:
        """Wait until all writes asked for so far are done, and end the thread; nothing may be written afterwards."""
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
    """Set a future's result; if the result is an exception, it is raised where the future is awaited."""
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)


def new_code() -> str:
    """Return a random code of six letters, none of which looks like a digit; a room may have it already."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def hidden(secret: str) -> bytes:
    """Return the SHA-256 hash, 32 bytes, of a secret, since a store keeps no keys and tokens themselves."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).digest()


# Refusals: the HTTP status and the sentence.
NONE_SUCH = 404, "There is no such room, or it is over: a room lasts two hours."
LOCKED = 423, "The teacher has locked this room: no more phones can join."
NOT_JOINED = 403, "This phone is not in this room; join it first."
REMOVED = 410, "The teacher has removed this phone from the room."
NOT_THE_TEACHER = 403, "Only the teacher's link may do this."


def no_room() -> Refused:
    """Return the exception for a caller to raise when there are `MOST_ROOMS` rooms, and a new one can replace none."""
    return Refused(503, f"There are {MOST_ROOMS} rooms already; one is free within two hours.")


def full() -> Refused:
    """Return the exception for a caller to raise when a phone asks to join a room with `MOST_PHONES` phones.

    The caller has seen that no phone in the room can be replaced.
    """
    return Refused(409, f"This room is full: {MOST_PHONES:,} phones are in it.")


def free_place(taken: Collection[int]) -> int:
    """Return the least place, from 1, that is not taken.

    >>> free_place([1, 2, 4]), free_place([1, 2])
    (3, 3)
    """
    return min(set(range(1, len(taken) + 2)).difference(taken))


def remote_of(state: RoomState) -> RemoteState:
    """Return two hashes about the room's remote, the phone that commands beside the teacher; each is "" for none.

    `secret` is the hash of the secret with which a phone becomes the remote, and `holder` the hash of the remote's key.
    """
    return state.get("remote", NO_REMOTE)


def check_key(state: RoomState, known: bytes, key: str, *, remote: bool = False) -> None:
    """Raise `Refused` unless `key` is the teacher's, whose hash is `known`.

    If `remote` is True, the key of the phone that commands beside the teacher will do, too, if there is such a phone.
    """
    given = hidden(key)
    holder = bytes.fromhex(remote_of(state)["holder"]) if remote else b""
    if not (hmac.compare_digest(known, given) or (holder and hmac.compare_digest(holder, given))):
        raise Refused(*NOT_THE_TEACHER)


def check_number(number: int) -> None:
    """Raise `Refused` unless a report's number is from 1 to `MOST_REPORTS`."""
    if not 0 < number <= MOST_REPORTS:
        raise Refused(409, f"A phone can send {MOST_REPORTS:,} answers in a room; this phone has sent them all.")
