"""The five kinds of question that a room can ask, a module each.

Each module has the JSON types of its questions and results, a function that makes questions, and its `Kind`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.rooms.kinds.choice import ChoiceKind, ChoiceQuestion
from playground.rooms.kinds.kind import Kind
from playground.rooms.kinds.line import LineKind, LineQuestion
from playground.rooms.kinds.number import NumberKind, NumberQuestion
from playground.rooms.kinds.points import PointsKind, PointsQuestion
from playground.rooms.kinds.rounds import RoundsKind, RoundsQuestion

RoomQuestion = NumberQuestion | ChoiceQuestion | LineQuestion | PointsQuestion | RoundsQuestion
"""A question as it is kept; nobody is sent its `truth` before it is revealed."""

KINDS: Mapping[str, Kind[Any, Any, Any]] = {
    "number": NumberKind(),
    "choose": ChoiceKind(),
    "line": LineKind(),
    "points": PointsKind(),
    "rounds": RoundsKind(),
}
