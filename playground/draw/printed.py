"""The rows that a visitor's program printed, on the board: their lines beside the textbook's, up to the difference."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import numpy as np

from perceptron import Explanation
from perceptron.matching import Reading
from playground.address.codes import AxisQuantity, label_of
from playground.draw import legends, planes
from playground.draw.figures import Floats, Picture
from playground.draw.lines import forms
from playground.draw.outcome import Outcome, compose
from playground.draw.palette import BOUND, FORMER, INK, PROOF, SEPARATOR, style
from playground.draw.sentences import fact
from playground.stage.payload import Column, Fact, Point, Scene, Text, Verdict
from playground.text import whole

Axes = tuple[AxisQuantity, AxisQuantity]

MOST_STEPS = 2_000
"""The most rows that are played; of more, the last ones before the difference."""
_MOST_NAMED = 3  # faults in a sentence
_NEAR = 1e-12  # a score below this part of the largest possible one counts as 0

_LEGEND: Sequence[legends.LegendLine] = (
    *legends.POINTS,
    ("line", "your line at this row", style(stroke=INK, width=3)),
    ("line", "your line one row before", style(stroke=INK, width=1.5, opacity=FORMER)),
    ("line", "the textbook's line at this row", style(stroke=BOUND, width=2.5, dash="10 6")),
    ("ring", "the point of the textbook's update", style(stroke=INK, width=2.5)),
)


def scene(
    points: Sequence[Point], found: Explanation, axes: Axes | None = None, drawn: tuple[float, float] | None = None
) -> Scene:
    """Return the scene that shows the rows of a visitor's program beside the textbook's, a row at each step.

    The first step is the start of the run. The last step is the first row that differs from the textbook's, or the last
    row if none differs. Only the last 2,001 steps up to there are shown. `found` is the explanation of the rows on the
    board's `points`. If the program had the points in a file's units, `axes` say how these lie on the board. `drawn` is
    the slope and intercept of the line that the visitor drew, which is shown at the last step.
    """
    reading, book, there = found.reading, found.textbook, found.difference
    # 1. The rows that are shown, by their numbers from 0; the start before them is −1.
    end = len(found.weights) - 1 if there is None else there.row
    first = max(0 if reading.begins else -1, end - MOST_STEPS)
    numbers = [*range(first, end + 1)]
    start = np.array([reading.start])
    yours = np.vstack([found.weights, start])[numbers]  # number −1 is the last row of this stack
    missing = np.full((max(0, end + 1 - len(book.rows)), len(book.reading.start)), np.nan)
    textbook = np.vstack([*(np.array([row]) for row in book.rows), missing, np.array([book.reading.start])])
    textbook = np.vstack([textbook[: end + 1], textbook[-1:]])[numbers]
    examples = [*book.examples, *[-1] * len(missing)]
    # 2. The board and the table.
    points_of = [None if k < 0 or examples[k] < 0 else examples[k] for k in numbers]
    picture = _board(points, _forms(yours, reading, axes), _forms(textbook, book.reading, axes), points_of)
    if drawn is not None:
        _add_drawn(picture, drawn, axes, len(numbers))
    rows: dict[str, Column] = {
        "k": [k + 1 for k in numbers],
        "row": [_vector(row) for row in yours.tolist()],
        "book": [None if np.isnan(row).any() else _vector(row) for row in textbook],
        "point": points_of,
    }
    # 3. The words.
    total = len(found.weights)
    place = f"row {{k}} of {whole(total)}"
    outcome = Outcome(
        _sentence(found, numbers, rows),
        _facts(found),
        _verdict(found),
        rows,
        place=["the start", place] if first < 0 and end >= 0 else [place],
    )
    return {**compose([picture, _table()], outcome, points), "locked": True}


def _forms(weights: Floats, reading: Reading, axes: Axes | None) -> Floats:
    """Return a, b and c of the line on the board for each row of weights, shape (K, 3)."""
    every = forms(weights[:, [1, 2, 0]] if reading.bias == "first" else weights, reading.scale)
    if axes:
        every[:, 2] += every[:, :2] @ np.array([axis.center for axis in axes])
        every[:, :2] *= [axis.scale for axis in axes]
    return every


def _board(points: Sequence[Point], yours: Floats, textbook: Floats, examples: Sequence[int | None]) -> Picture:
    label = (
        "The board: your program's line at each row, the points it has wrong hollow, and the textbook's line, dashed."
    )
    picture = planes.editable(points, label)
    picture.reading = None if np.isnan(yours).any() else legends.READING
    a, b, c = ([None if isnan(value) else value for value in column] for column in yours.T.tolist())
    planes.draw_boundary(picture, {"a": a, "b": b, "c": c, "i": [*examples]})
    planes.draw_line(picture, textbook, 1.0, ["ta", "tb", "tc"], "textbook", BOUND, "dash")
    places = np.array([(x, y, 1.0) for x, y, _ in points])
    scores = (yours @ places.T) * np.array([label_of(place) for *_, place in points])
    near = _NEAR * np.abs(yours).max(axis=1, keepdims=True) * np.abs(places).max()
    picture.add({"hollow": legends.codes(scores <= near)}, planes.HOLLOW)
    picture.panel["legend"] = legends.signs(_LEGEND)  # type: ignore[typeddict-unknown-key]
    return picture


def _add_drawn(picture: Picture, drawn: tuple[float, float], axes: Axes | None, steps: int) -> None:
    """Draw the line x₂ = slope x₁ + intercept at the last of the steps."""
    slope, intercept = drawn
    form = _forms(np.array([[slope, -1.0, intercept]]), Reading("last", "update", False, (0.0, 0.0, 0.0)), axes)
    lines = np.vstack([np.full((steps - 1, 3), np.nan), form])
    planes.draw_line(picture, lines, 1.0, ["da", "db", "dc"], "as you drew it", PROOF, "dot")


def _table() -> Picture:
    heads = {"row": "k", "yours": "row", "the textbook's": "book"}
    label = "Your rows, and the textbook's beside them."
    return Picture({"area": "side", "label": label, "heads": [*heads], "columns": [*heads.values()]})


def _vector(row: Sequence[float]) -> str:
    numbers = ["?" if value != value else f"{value + 0.0:.6g}".replace("-", "−") for value in row]
    return f"({', '.join(numbers)})"


def _sentence(found: Explanation, numbers: Sequence[int], rows: dict[str, Column]) -> Text:
    """Return the sentence of each row: that it is the textbook's or, at the first that differs, why it differs."""
    there, last = found.difference, numbers[-1]
    why = _why(found)
    templates = [
        "The start, before your first row. Press Step (→).\n{row}",
        "Row {k}: as in the textbook's run, an update on point {point}.\n{row}",
        "Row {k}: as in the textbook's run.\n{row}",
        "Row {k}.\n{row}",
    ]
    which = []
    for k, book, point in zip(numbers, rows["book"], rows["point"], strict=True):
        which.append(0 if k < 0 else 3 if book is None else 2 if point is None else 1)
    if there is not None:
        after = " after an update on point {point}" if rows["point"][-1] is not None else ""
        templates.append(
            f"Row {{k}}: the textbook's run has ended before it. {why}\nYours is {{row}}."
            if rows["book"][-1] is None
            else f"Row {{k}} is the first that differs. {why}\nYours: {{row}}. The textbook's: {{book}}{after}."
        )
        which[-1] = 4
    elif last >= 0:
        ends = "It is your last." if found.verdict == "right" else f"It is your last. {why}"
        templates.append(templates[which[-1]].replace("\n", f" {ends}\n"))
        which[-1] = 4
    return {"templates": templates, "which": which}


def _why(found: Explanation) -> str:
    """Return a sentence with the faults that would make these rows; "" if nothing differs."""
    titles = [fault.title for fault in found.suspects if fault.name != found.drawn]
    if not titles:
        return "No fault known here makes it." if found.difference else ""
    named = titles[:_MOST_NAMED] + ["others"] * (len(titles) > _MOST_NAMED)
    sentence = f"either {', '.join(named[:-1])} or {named[-1]}" if len(named) > 1 else named[0]
    if found.decided:
        sentence = " and ".join(titles)
    return f"{sentence[0].upper()}{sentence[1:]}."


def _verdict(found: Explanation) -> Verdict:
    there = found.difference
    if found.drawn:
        return {"text": "The line drawn is not that of your last weights.", "color": PROOF}
    if found.verdict == "right":
        return {"text": "Your rows are those of a right run.", "color": SEPARATOR}
    if found.verdict == "float":
        return {"text": "Your rows differ by rounding alone, which is no fault of yours.", "color": BOUND}
    if there is not None:
        return {"text": f"Row {whole(there.row + 1)} is the first that differs.", "color": PROOF}
    if found.verdict == "unknown":
        return {"text": "Your rows do not show the rule.", "color": BOUND}
    return {"text": "Your rows are right one by one, but not all of the run.", "color": PROOF}


def _facts(found: Explanation) -> list[Fact]:
    total = len(found.weights)
    alike = min(total, len(found.textbook.rows)) if found.difference is None else found.difference.row
    facts = [fact("your rows", whole(total), "How many rows your program printed.")]
    if found.textbook.rows:
        facts.append(
            fact("as the textbook's", whole(alike), "How many of them the textbook's run has too, from the first.")
        )
    return facts
