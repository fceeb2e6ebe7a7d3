"""The messages of a room: the news for its phones and walls, and what its teacher saves afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

from playground.rooms.gain import Gain
from playground.rooms.kinds import RoomQuestion, RoomResults
from playground.rooms.kinds.board import RoomBoard

Following = Literal["open", "fill", "again", "play", "count", "step", "reveal", "pause", "next", "end", "on", "apart"]
"""What a clicker's next press does; in a lecture the board on the wall takes a `step`."""

RemoteNews = Literal["", "offered", "held"]
"""Whether a phone can become the remote, or is it."""

TableRow = tuple[str, int, int, str, float, str, str, int, str]
"""An answer: question, vote, phone, words, time, "first" or "again", "sure", "not sure" or nothing, item and its words.

The item is that of the lecture, from 1; elsewhere it is the number of the question, and has no words.
"""


class PhoneTruth(TypedDict):
    """The part of the results that phones are sent, and how many `lines` of a run the wall plays before that."""

    words: str
    answer: NotRequired[int]
    line: NotRequired[list[float]]
    best: NotRequired[int | None]
    lines: NotRequired[int]


class PhoneNews(TypedDict):
    """The question, the number of its vote, whether answers are taken, and whether the truth is revealed.

    Only in the adversary's game phones are sent results, as `found`, of the rounds that are over. A countdown ends at
    `until`, in seconds since 1970; 0 without a countdown. If each does a list alone, nobody goes beyond the item
    `wait`, from 1; 0 if all go on. A phone whose place is in `removed` may have been sent away.
    """

    id: int
    vote: int
    open: bool
    shown: bool
    until: float
    question: RoomQuestion
    truth: NotRequired[PhoneTruth]
    found: NotRequired[RoomResults]
    wait: NotRequired[int]
    removed: NotRequired[Sequence[int]]


class PairedBoard(TypedDict):
    """A board of the class, with the line at the end of its run, and its counts in words."""

    board: RoomBoard
    words: str


class DeskBoard(PairedBoard):
    """A board that the teacher may pick, and its phone."""

    phone: int


class ListedQuestion(TypedDict):
    """A question in the teacher's list; `again` says that it asks an earlier question for a second time."""

    kind: str
    text: str
    again: bool


class WallNews(PhoneNews):
    """The news for phones, how many phones have joined and answered, the room's questions, and the present index `at`.

    `following` is the command of the clicker's next press. In a lecture `frame` is the link to the board that the wall
    shows; `counted` says that the counts of its vote are shown, even before the truth is; and `turn` grows by 1 with
    each press that turns the board on or, with `back`, back. The boards of a `pair` stand beside each other.
    """

    joined: int
    answered: int
    at: int
    following: Following
    locked: bool
    frame: str
    counted: bool
    remote: RemoteNews
    turn: int
    back: bool
    list: list[ListedQuestion]
    pair: list[PairedBoard]


class DeskNews(TypedDict):
    """The news for the teacher's screen alone: the notes, the next question's words, and the texts with their phones.

    If the screen has asked for them, `boards` are boards that phones made at an item of a list that each does alone.
    """

    notes: str
    next: str
    texts: list[tuple[int, str]]
    picked: list[tuple[int, str]]
    boards: NotRequired[list[DeskBoard]]


class SummaryRow(TypedDict):
    """The results of a question, and the number of phones that answered it.

    `gain` compares each phone's first vote with its last, if phones have answered twice: in two votes, or when the
    question came again. `apart` has the gains of those who were sure at the first vote, and of those who were not.
    """

    question: RoomQuestion
    found: RoomResults
    phones: int
    again: bool
    gain: NotRequired[Gain]
    apart: NotRequired[list[Gain | None]]
