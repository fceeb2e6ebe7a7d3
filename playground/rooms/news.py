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
    """What phones are told of the results, and how many `lines` of a run the wall plays before it shows them."""

    words: str
    answer: NotRequired[int]
    line: NotRequired[list[float]]
    best: NotRequired[int | None]
    lines: NotRequired[int]


class PhoneNews(TypedDict):
    """The question, the number of its vote, whether answers are taken, and whether the truth is revealed.

    Phones are told what was found only in a game, and only about rounds that are over. A countdown ends at `until`, in
    seconds since 1970; without one that is 0. Of a list that each does alone, nobody goes beyond the item `wait`, from
    1, unless that is 0. A phone whose place is in `removed` may have been sent away.
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
    """The news for phones, and how many of these have joined and answered; the list, and the present place in it.

    In a lecture `frame` is the link to the board that the wall shows; its votes may be `counted`, without the truth
    until that is shown; and `turn` is the number of the last press that turned the board on, or `back`. A `pair` of
    boards stands beside each other.
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
    """What the teacher's screen alone is told: the notes, the next question, and the texts with their phones.

    If it asks for them, it is told `boards` of an item that each does alone.
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
