"""The legend of a board: which points are wrong, the words about a place, and the meaning of the marks."""

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
    """Let the hand turn the boundary of weights whose constant coordinate is `scale`, 0 without one."""
    numbers = "({a}, {b}, {c})" if scale else "({a}, {b})"
    return {
        "unit": scale,
        "zero": tie_errs(tie, np.array([1, -1])).tolist(),
        "words": f"Your hand turns w to {numbers}: {{wrong}} wrong. Let go, and the run starts from this w.",
    }


def wrong(run: Run, tie: Tie, others: Dataset | None = None) -> Bools:
    """Return which points the weights before the first update and after each get wrong, shape (M + 1, n).

    A point on the boundary, in real arithmetic, is wrong where the tie rule says so. The points are those of the run,
    or n others.

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
    """Encode a set of points for each step, as marks of the kind "hollow" read it.

    >>> codes(np.array([[True, False, False], [False, False, False]]))
    ['01', '00']
    """
    return [row.tobytes().hex() for row in np.packbits(rows, axis=1, bitorder="little")]


def counts(codes: Iterable[object]) -> list[int]:
    """Count the points of each step's set, from its code.

    >>> counts(["0501", "0000"])
    [3, 0]
    """
    return [int(str(code), 16).bit_count() for code in codes]


LegendLine = tuple[SignShape, str, dict[str, str | float]]
"""The shape of a mark, what it means, and its style."""

POINTS: Sequence[LegendLine] = (
    ("circle", "class +1", style(fill=POSITIVE)),
    ("triangle", "class −1", style(fill=NEGATIVE)),
    ("circle", "hollow: wrong at this step", style(stroke=POSITIVE, width=2)),
)
UPDATE: Sequence[LegendLine] = (
    ("line", "what this update added to w", style(stroke=INK, width=2.5, dash="3 4")),
    ("ring", "the point behind this update", style(stroke=INK, width=2.5)),
)


def signs(samples: Iterable[LegendLine]) -> list[Sign]:
    """Write the lines of a legend."""
    return [{"shape": shape, "words": words, "style": drawn} for shape, words, drawn in samples]


def legend(*, vectors: bool, margin: bool, proof: bool, unseen: bool) -> list[Sign]:
    """Say what the marks on a board mean: those of every board, and those that this one shows on demand."""
    samples: list[LegendLine] = [
        *POINTS,
        ("line", "the boundary now, w·x = 0", style(stroke=INK, width=3)),
        ("line", "the boundary one update before", style(stroke=INK, width=1.5, opacity=FORMER)),
        ("arrow", "w" if vectors else "w, its direction, to the side of +1", style(stroke=INK, width=2.5)),
        *(UPDATE if vectors else UPDATE[1:]),
    ]
    if margin:
        samples.append(
            ("line", "w*; dotted its margin γ, to the closest points, ringed", style(stroke=SEPARATOR, width=2))
        )
    if unseen:
        samples.append(("circle", "a point that the learner never sees", style(fill=POSITIVE, stroke=GROUND, width=4)))
    lines = signs(samples)
    if proof:
        words = "these points prove that no w separates them"
        lines.append({"shape": "ring", "words": words, "style": style(stroke=PROOF, width=3), "outcome": True})
    return lines
