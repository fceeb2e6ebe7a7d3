"""The question for a line: turn it until nothing is wrong, and as far from all points as it can be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

import numpy as np

from perceptron import Plane, Separator, margins, separate
from playground.address.codes import label_of
from playground.draw.planes import angles
from playground.page import controls
from playground.rooms.kinds.board import Asked, ShownBoard
from playground.rooms.kinds.kind import Given, Kind
from playground.stage.payload import Point
from playground.text import number

_LARGEST, _SHORTEST = 1e6, 1e-6  # a coordinate, and an arrow (a, b)


class LineTruth(TypedDict):
    """The line farthest from all points, the angles of (a, b) between which no point is wrong, and words about both."""

    line: list[float]
    cone: list[float] | None
    words: str


class LineQuestion(Asked):
    """A question that a line a·x + b·y + c = 0 answers; unless the line `shifts`, c is 0."""

    kind: Literal["line"]
    shifts: bool
    truth: LineTruth


class LineResults(LineTruth):
    """The lines as [a, b, c, phone], the number of the phone with the `best` line, and how many lines are `right`.

    A line is right if it has no point wrong.
    """

    lines: list[list[float]]
    best: NotRequired[int | None]
    right: int


class LineKind(Kind[LineQuestion, list[float], LineResults]):
    """The kind "line": questions for a line that separates the points."""

    wanted = "a line"

    def checked(self, question: LineQuestion, value: object) -> list[float] | None:
        """Return the line `value` as [a, b, c], scaled so that (a, b) has length 1, to six decimals.

        None if the value is no line, or does not go through the origin where the question's line must.
        """
        if not (isinstance(value, list) and len(value) == 3 and all(map(is_coordinate, value))):
            return None
        if value[2] and not question["shifts"]:
            return None
        length = math.hypot(value[0], value[1])
        return None if length < _SHORTEST else [round(each / length, 6) for each in value]

    def results(self, question: LineQuestion, given: Sequence[Given[list[float]]]) -> LineResults:
        """Return the truth of the question, the lines with their phones, the best line's phone, and how many are right.

        The truth is the line farthest from all points, with words about it. The best line has the fewest points wrong.
        Of several such lines it has the largest least distance, where a point on the wrong side has a negative
        distance. A sentence about the best line stands before the words of the truth. Without lines, `best` is None,
        and the words are those of the truth alone.
        """
        truth = question["truth"]
        if not given:
            return {**truth, "lines": [], "best": None, "right": 0}
        # 1. The signed distance of each point from each line, shape (lines, points): positive on its own side.
        points, forms = np.array(question["board"]["points"]), np.array([each.value for each in given])
        labels = np.array([label_of(int(place)) for *_, place in question["board"]["points"]])
        scores = (forms[:, :2] @ points[:, :2].T + forms[:, 2:]) * labels
        distances = scores / np.linalg.norm(forms[:, :2], axis=1)[:, None]
        # 2. The best line has the fewest points wrong, and among equals the largest distance.
        wrong, least = (distances <= 0).sum(axis=1), distances.min(axis=1)
        best = min(range(len(given)), key=lambda row: (wrong[row], -least[row]))
        words = (
            f"The best of yours has {int(wrong[best])} wrong. "
            if wrong[best]
            else f"The best of yours keeps a distance of {number(float(least[best]))} from all points. "
        )
        return {
            **truth,
            "lines": [[*each.value, each.phone] for each in given],
            "best": given[best].phone,
            "right": int((wrong == 0).sum()),
            "words": words + truth["words"],
        }

    def is_right(self, question: LineQuestion, value: list[float]) -> bool | None:
        """Return whether the line `value`, [a, b, c], has no point wrong; a point on the line is wrong.

        For a line the result is never None.
        """
        return self.results(question, [Given(1, 1, value)])["right"] == 1

    def nameless(self, results: LineResults) -> LineResults:
        """Return the results without anything that tells which phone gave which line.

        The lines lack their phones' numbers and are sorted, since their order was that of the phones. `best`, the
        number of a phone, is left out.
        """
        bare: LineResults = {**results, "lines": sorted(line[:3] for line in results["lines"])}
        bare.pop("best")
        return bare


def about(shown: ShownBoard) -> list[LineQuestion]:
    """Return a list with a single question, for the line farthest from the points of the board.

    It is empty if `farthest` finds no such line, or if the board has no run of the perceptron.
    """
    if shown.run is None:
        return []
    shifts = shown.run.learner.lift_scale is not None
    if (best := farthest(shown.points, shifts=shifts)) is None:
        return []
    line, distance = best
    name, among = ("The best line", "no line") if shifts else ("w*", "no line through the origin")
    truth: LineTruth = {
        "line": line,
        "cone": _cone(shown.points, line[:2], shifts=shifts),
        "words": f"{name} keeps a distance of {number(distance)} from all points, and {among} keeps more.",
    }
    text = "Turn the line until nothing is wrong, and as far from all points as it can be."
    return [{"page": shown.route, "board": shown.board, "kind": "line", "text": text, "shifts": shifts, "truth": truth}]


def farthest(points: Sequence[Point], *, shifts: bool) -> tuple[list[float], float] | None:
    """Return the separating line whose nearest point is farthest away, and the distance of that point.

    The line a·x + b·y + c = 0 is [a, b, c] with (a, b) of length 1; points (x, y, class) of class 0 lie on its positive
    side. Unless the line `shifts`, it goes through the origin: c is 0. None if no line separates the points, if floats
    cannot tell the distance, or if the board lacks points of either class.

    >>> farthest([(4, 4, 1), (4, 3, 0), (4, 1, 0)], shifts=True)
    ([0.0, -1.0, 3.5], 0.5)
    """
    data = controls.dataset(points)
    if data is None or len({*data.y.tolist()}) == 1:
        return None
    if not shifts:
        found = separate(data)
        return ([*found.w.tolist(), 0.0], found.margin) if isinstance(found, Separator) else None
    try:
        plane = margins(data).geometric
    except ValueError:
        return None
    return ([*plane.w.tolist(), plane.offset], plane.margin) if isinstance(plane, Plane) else None


def is_coordinate(value: object) -> bool:
    """Return whether a browser's value is a number from −10⁶ to 10⁶, as a coordinate must be; NaN and True are not."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _LARGEST


def _cone(points: Sequence[Point], w: Sequence[float], *, shifts: bool) -> list[float] | None:
    """Return the two angles of w between which no point is wrong, with the best shift if any; None without them."""
    above, below = (np.array([at for *at, place in points if place == side]).reshape(-1, 2) for side in (0, 1))
    # A shift exists if the lowest score of the one class is above the highest of the other.
    normals = (above[:, None] - below).reshape(-1, 2) if shifts else np.vstack([above, -below])
    return [*angles(normals, np.array(w))] if len(normals) else None
