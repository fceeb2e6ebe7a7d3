"""A broken program's run on the board, visit by visit, as it prints its weights; nothing says what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from playground.address.codes import label_of
from playground.draw import legends, planes
from playground.draw.figures import CLASSES, Floats, Picture, mark
from playground.draw.outcome import Outcome, compose
from playground.draw.palette import BOUND, FORMER, INK, style
from playground.draw.sentences import fact
from playground.stage.payload import Column, Point, Scene, Text, Verdict
from playground.stage.python.vectors import Matrix, Vector, vector
from playground.text import plural, whole
from playground.text import vector as vector_of

ASKS = "What is wrong with this program?"
_NEAR = 1e-12  # a score below this part of the largest weight is 0

_LEGEND: Sequence[legends.LegendLine] = (
    *legends.POINTS,
    ("line", "the program's line after this visit", style(stroke=INK, width=3)),
    ("line", "its line one visit before", style(stroke=INK, width=1.5, opacity=FORMER)),
    ("arrow", "w, toward the side of +1", style(stroke=INK, width=2.5)),
    ("ring", "the point of this visit", style(stroke=INK, width=2.5)),
)


def rows(source: str, points: Sequence[Point]) -> Floats:
    """Run a lesson's program on points and return the w₁, w₂ and b that it prints, shape (K, 3).

    A point is x, y and its class. The program finds the points as `X`, their labels as `y`, +1 for class 0 and −1 for
    class 1, and the function `vector`. It calls `print(w, b)` after each visit of a point, K times. An error in the
    program is raised. `source` must be from this repository: a visitor's program never runs here, but in a browser's
    sandbox.

    >>> rows("for x, label in zip(X, y): print(label * x, label)", [(1.0, 2.0, 0), (3.0, -1.0, 1)])
    array([[ 1.,  2.,  1.],
           [-3.,  1., -1.]])
    >>> rows("", []).shape
    (0, 3)
    """
    printed: list[list[float]] = []

    def show(w: Vector, *b: float) -> None:
        printed.append([*w, *b])

    names = {
        "X": Matrix([vector(x, y) for x, y, _ in points]),
        "y": Vector([label_of(place) for *_, place in points]),
        "vector": vector,
        "print": show,
    }
    exec(source, names)
    return np.reshape(printed, (-1, 3))


def scene(points: Sequence[Point], source: str) -> Scene:
    """Return a scene that shows a faulty program's line after each visit of a point; visitors look for the fault.

    Its steps are the start, where w and b are 0, and each visit. `source` is the code of the program, which must be
    from this repository. The program must visit the points in turn, one pass after another, and call `print(w, b)`
    after each visit, as for `rows`.
    """
    after = rows(source, points)
    states = np.vstack([np.zeros((1, 3)), after])
    visited = [k % len(points) for k in range(len(after))]
    places = np.reshape([(x, y, 1.0) for x, y, _ in points], (-1, 3))
    labels = np.array([label_of(place) for *_, place in points])
    scores = labels * (states @ places.T)
    scores[np.abs(scores) <= _NEAR * np.abs(states).max()] = 0
    before = [float(scores[k, point]) for k, point in enumerate(visited)]
    wrong = scores <= 0
    moved = (after != states[:-1]).any(axis=1)
    left = int(wrong[-1].sum())
    verdict: Verdict = {
        "text": f"The program ended after {plural(len(after), 'visit')}, and {whole(left) if left else 'no'} "
        f"point{'s are' if left > 1 else ' is'} wrong.",
        "color": BOUND,
    }
    columns: dict[str, Column] = {
        "k": [*range(len(states))],
        "point": [None, *visited],
        "class": [None, *(CLASSES[points[point][2]]["name"] for point in visited)],
        "score": [None, *before],
        "w": [vector_of(row) for row in states[:, :2].tolist()],
    }
    outcome = Outcome(
        _sentence(before, moved.tolist()),
        [fact("moves", whole(int(moved.sum())), "How many visits changed what the program prints.", outcome=True)],
        verdict,
        columns,
        step=["the start", "visit {k}"],
        ask=ASKS,
    )
    made = compose([_board(points, states, visited, wrong), _table()], outcome, points)
    return {**made, "locked": True, "explains": 0.0}


def _sentence(scores: Sequence[float], moved: Sequence[bool]) -> Text:
    """Return the sentence of each visit: the side of its point before it, and whether the program moved w or b."""
    sides = ("right", "on neither side", "wrong")
    templates = ["The start. Press Step (→): the program visits point 0.\nw = {w}, b = {c}."]
    templates += [
        f"Visit {{k}}: point {{point}} ({{class}}) was {side}, and the program {act}.\n"
        f"y (w·x + b) was {{score}}. w: {{-w}} → {{w}}, b: {{-c}} → {{c}}."
        for side in sides
        for act in ("left w and b as they were", "changed w or b")
    ]
    places = [0 if score > 0 else 2 if score < 0 else 1 for score in scores]
    which = [1 + 2 * side + int(acts) for side, acts in zip(places, moved, strict=True)]
    return {"templates": templates, "which": [0, *which]}


def _board(points: Sequence[Point], states: Floats, visited: Sequence[int], wrong: legends.Bools) -> Picture:
    label = "The board: the program's line after each visit of a point, and the points it has wrong hollow."
    picture = planes.editable(points, label)
    a, b, c = states.T.tolist()
    planes.draw_boundary(picture, {"a": a, "b": b, "c": c, "i": [None, *visited]})
    picture.marks.append(mark("arrow", ["a", "b", "c"], stroke=INK, width=2.5, part="w"))
    picture.add({"hollow": legends.codes(wrong)}, planes.HOLLOW)
    picture.panel["legend"] = legends.signs(_LEGEND)  # type: ignore[typeddict-unknown-key]
    return picture


def _table() -> Picture:
    heads = {"visit": "k", "point": "point", "y (w·x + b)": "score", "w₁": "a", "w₂": "b", "b": "c"}
    label = "What the program prints, visit by visit."
    return Picture({"area": "side", "label": label, "heads": [*heads], "columns": [*heads.values()]})
