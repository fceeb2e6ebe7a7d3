"""The question that has no answer: all phones build one board, and the wall tells whether a line separates it."""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

from perceptron import Inseparable, separate
from playground.address import codes
from playground.draw.outcome import hair
from playground.page import controls
from playground.rooms.kinds.board import Asked, ShownBoard
from playground.rooms.kinds.kind import Given, Kind
from playground.rooms.kinds.line import farthest, is_coordinate
from playground.stage.payload import Point
from playground.text import number, plural, whole

MOST_EACH = 10
"""The most points that a teacher may let each phone place."""
_USUAL_EACH = 3


class PointsQuestion(Asked):
    """A board on which each phone may place up to `most` points."""

    kind: Literal["points"]
    most: int


class PointsResults(TypedDict):
    """Points as (x, y, class, phone), the number of phones that placed them, words, and a query of a link to the board.

    When the board is finished, it has the line that separates its points, or the indices of points that prove that no
    line does.
    """

    points: list[tuple[float, ...]]
    phones: int
    words: str
    query: NotRequired[str]
    line: NotRequired[list[float]]
    proof: NotRequired[list[int]]


class PointsKind(Kind[PointsQuestion, list[Point], PointsResults]):
    """The kind "points": a board that the class builds."""

    wanted = "as many points of the board as each phone may place"

    def checked(self, question: PointsQuestion, value: object) -> list[Point] | None:
        """Return the points of a phone's answer, moved to the board's grid; None if `value` is malformed.

        `value` must be a list of lists [x, y, class], class 0 or 1, at most as many as the question's `most`. It may be
        empty.
        """
        if not isinstance(value, list) or len(value) > question["most"] or not all(map(_is_point, value)):
            return None
        return [codes.snapped((x, y, place)) for x, y, place in value]

    def results(self, question: PointsQuestion, given: Sequence[Given[list[Point]]]) -> PointsResults:
        """Return the board of all phones' points, with the verdict whether a line separates them.

        The verdict is the line, or the indices of points that prove that there is none. Both are left out if it is not
        known, if all points are of one class, or if there are no points.
        """
        board = together(given)
        points = [(x, y, int(place)) for x, y, place, _ in board["points"]]
        if (data := controls.dataset(points)) is None:
            return board
        said = f"{board['words']}. "
        if len({place for *_, place in points}) == 1:
            return {**board, "words": f"{said}All are of one class."}
        if (best := farthest(points, shifts=True)) is not None:
            line, distance = best
            words = f"{said}One line separates them and keeps a distance of {number(distance)} from all."
            return {**board, "line": line, "words": words}
        separation = separate(data.augmented())
        if isinstance(separation, Inseparable):
            proof = [*map(int, separation.points)]
            words = f"{said}No line separates them: the {plural(len(proof), 'ringed point')} prove it."
            return {**board, "proof": proof, "words": words}
        return {**board, "words": said + hair("line")}

    def in_words(self, question: PointsQuestion, value: list[Point]) -> str:
        """Return the points (x, y, class) as JSON, each with its label: 1 for class 0, −1 for class 1.

        >>> PointsKind().in_words({}, [(0.5, 0.0, 1)])
        '[[0.5, 0.0, -1]]'
        """
        return json.dumps([[x, y, codes.label_of(place)] for x, y, place in value])

    def nameless(self, results: PointsResults) -> PointsResults:
        """Return the results without the phones' numbers, and the points sorted.

        Their order was that of the phones. The query of a link, which has the points in that order, is left out. The
        indices of a proof are those of the sorted points.
        """
        order = sorted(range(len(results["points"])), key=lambda place: results["points"][place][:3])
        bare: PointsResults = {**results, "points": [results["points"][place][:3] for place in order]}
        bare.pop("query")
        if "proof" in bare:
            bare["proof"] = sorted(map(order.index, bare["proof"]))
        return bare


def about(shown: ShownBoard) -> PointsQuestion:
    """Return the question that asks the class to build a board, on which each phone places up to three points.

    Raises
    ------
    ValueError
        If the page shows no points in the plane.
    """
    words = "Build a board together: tap to place points."
    return {"page": shown.route, "board": shown.board, "kind": "points", "text": words, "most": _USUAL_EACH}


def together(given: Sequence[Given[list[Point]]]) -> PointsResults:
    """Return the points of all phones on one board, how many phones placed them, words, and the query of a link.

    Of more than 400 points the board takes 400, at even distances in the order of the answers; the words say so.
    Without points the query is empty. Whether a line separates the points is left to `PointsKind.results`.
    """
    placed = [(*point, each.phone) for each in given for point in each.value]
    count = min(len(placed), codes.MOST)
    sample = [placed[len(placed) * place // count] for place in range(count)]
    code = codes.encode([(x, y, place) for x, y, place, _ in sample])
    query = urllib.parse.urlencode({"data": codes.HAND, "bias": "true", "points": code} if sample else {})
    some = f", of which the board takes {whole(count)}, evenly drawn" if count < len(placed) else ""
    return {
        "points": [*sample],
        "phones": len({phone for *_, phone in placed}),
        "words": f"{plural(len(placed), 'point')}{some}",
        "query": query,
    }


def _is_point(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and all(map(is_coordinate, value[:2]))
        and type(value[2]) is int
        and value[2] in (0, 1)
    )
