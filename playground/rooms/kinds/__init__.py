"""The kinds of question that a room can ask, a module each, and what asks nothing: a board, a list to do alone.

Each module has the JSON types of its questions and results, a function that makes questions, and its `Kind`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.rooms.kinds.alone import AloneKind, AloneQuestion, AloneResults
from playground.rooms.kinds.choice import ChoiceKind, ChoiceQuestion, ChoiceResults
from playground.rooms.kinds.kind import Kind
from playground.rooms.kinds.line import LineKind, LineQuestion, LineResults
from playground.rooms.kinds.number import NumberKind, NumberQuestion, NumberResults
from playground.rooms.kinds.points import PointsKind, PointsQuestion, PointsResults
from playground.rooms.kinds.rounds import RoundsKind, RoundsQuestion, RoundsResults
from playground.rooms.kinds.show import ShowKind, ShowQuestion, ShowResults
from playground.rooms.kinds.text import TextKind, TextQuestion, TextResults

RoomQuestion = (
    NumberQuestion
    | ChoiceQuestion
    | LineQuestion
    | PointsQuestion
    | RoundsQuestion
    | TextQuestion
    | ShowQuestion
    | AloneQuestion
)
"""A question as it is kept; nobody is sent its `truth` before it is revealed."""

RoomResults = (
    NumberResults
    | ChoiceResults
    | LineResults
    | PointsResults
    | RoundsResults
    | TextResults
    | ShowResults
    | AloneResults
)
"""The results of a question: the answers or counts of them, and the truth, if the question has one."""

KINDS: Mapping[str, Kind[Any, Any, Any]] = {
    "number": NumberKind(),
    "choose": ChoiceKind(),
    "line": LineKind(),
    "points": PointsKind(),
    "rounds": RoundsKind(),
    "text": TextKind(),
    "show": ShowKind(),
    "alone": AloneKind(),
}
