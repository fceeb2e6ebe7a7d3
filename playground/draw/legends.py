"""Parts that explain a board: its wrong points, the words about a place, the legend of its marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from perceptron import Dataset, Run
from perceptron.learner import Tie, tie_errs
from playground.draw.palette import FORMER, GROUND, INK, NEGATIVE, POSITIVE, PROOF, SEPARATOR, style
from playground.stage.payload import Handle, Reading, Sign, SignShape

Bools = npt.NDArray[np.bool_]

READING: Reading = {
    "form": ["a", "b", "c"],
    "signs": [1, -1],
    "place": "({x}, {y})",
    "sides": [": w·x = {value}, class +1", ": w·x = {value}, class −1", ": w·x = 0, neither side"],
    "point": "point {point} ({class}) at ({x}, {y})",
    "value": ": y w·x = {value}",
    "away": ", {away} from the boundary",
    "hollow": ", wrong",
}


def handle(scale: float, tie: Tie) -> Handle:
    """Return the handle of a boundary: a visitor drags it, and the boundary turns.

    It holds the sentence to show meanwhile. For class +1 and class −1 it says whether a point exactly on the boundary
    is wrong under the tie rule. `scale` is the points' constant last coordinate, 0 without a bias.
    """
    numbers = "({a}, {b}, {c})" if scale else "({a}, {b})"
    return {
        "unit": scale,
        "zero": tie_errs(tie, np.array([1, -1])).tolist(),
        "words": f"You turn w to {numbers}: {{wrong}} wrong. Let go, and the run starts from this w.",
    }


def wrong(run: Run, tie: Tie, others: Dataset | None = None) -> Bools:
    """Return which points are wrong before the first of a run's M updates and after each, shape (M + 1, n).

    The n points are those of the run or, if given, the `others`, which lack the constant coordinate of a bias. For
    points exactly on the boundary the tie rule decides.

    >>> from perceptron import gate, train
    >>> wrong(train(gate("and")), "mistake").sum(axis=1)
    array([4, 4, 3, 2, 4])
    """
    end, labels = len(run.mistakes) + 1, (others or run.data).y
    if others is None:
        scores = run.path.scores(0, end)
    else:
        scores = run.path.scores(0, end, labels[:, None] * run.data.lifted(others.X), unseen=True)
    return np.asarray((scores < 0) | ((scores == 0) & tie_errs(tie, labels)), dtype=np.bool_)


def codes(rows: Bools) -> list[str]:
    """Return a hexadecimal text for each row of `rows`, which says for a step which points are wrong.

    The lowest bit of the first byte is that of point 0. The texts are the column of a "hollow" mark.

    >>> codes(np.array([[True, False, False], [False, False, False]]))
    ['01', '00']
    """
    return [row.tobytes().hex() for row in np.packbits(rows, axis=1, bitorder="little")]


LegendLine = tuple[SignShape, str, dict[str, str | float]]
"""The shape of a mark, its meaning and its style."""

POINTS: Sequence[LegendLine] = (
    ("circle", "class +1", style(fill=POSITIVE)),
    ("triangle", "class −1", style(fill=NEGATIVE)),
    ("circle", "hollow: wrong at this step", style(stroke=POSITIVE, width=2)),
)
UPDATE: Sequence[LegendLine] = (
    ("line", "the vector that this update added to w", style(stroke=INK, width=2.5, dash="3 4")),
    ("ring", "the point of this update", style(stroke=INK, width=2.5)),
)


_DIRECTION = "w: its arrow shows the direction, to the side of +1, not the length"


def signs(samples: Iterable[LegendLine]) -> list[Sign]:
    """Return the lines of a legend in the form that the stage takes, each from its shape, its meaning and its style."""
    return [{"shape": shape, "words": words, "style": drawn} for shape, words, drawn in samples]


def legend(*, vectors: bool, margin: bool, proof: bool, unseen: bool) -> list[Sign]:
    """Return the legend of a board: the marks that every board has, and the marks of each argument that is True.

    `vectors` are the arrows of each update, `margin` w* and its margin, `proof` the rings of a proof that nothing
    separates the points, and `unseen` points that the learner never sees.
    """
    samples: list[LegendLine] = [
        *POINTS,
        ("line", "the boundary now, w·x = 0", style(stroke=INK, width=3)),
        ("line", "the boundary one update before", style(stroke=INK, width=1.5, opacity=FORMER)),
        ("arrow", "w" if vectors else _DIRECTION, style(stroke=INK, width=2.5)),
        *(UPDATE if vectors else UPDATE[1:]),
    ]
    if margin:
        words = "w*, its arrow, and its margin γ dotted, to the closest points, ringed"
        samples.append(("line", words, style(stroke=SEPARATOR, width=2)))
    if unseen:
        samples.append(("circle", "a point that the learner never sees", style(fill=POSITIVE, stroke=GROUND, width=4)))
    lines = signs(samples)
    lines[0]["hand"] = "press the board to place one, drag it to move it"
    if proof:
        words = "these points prove that no w separates all"
        lines.append({"shape": "ring", "words": words, "style": style(stroke=PROOF, width=3), "outcome": True})
    return lines
