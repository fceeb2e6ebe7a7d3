"""Worksheets: a lesson or a list of exercises on paper, with lines to write on, and the key on the last pages."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from perceptron import Run
from perceptron.real import Rows, whole
from playground.address.lists import ListItem
from playground.draw.figures import CLASSES
from playground.draw.thumbnails import thumbnail
from playground.export.puzzles import PaperPuzzle
from playground.lessons import Lesson
from playground.stage import assets
from playground.stage.payload import File, Scene
from playground.stage.templates import template

MOST_POINTS, MOST_UPDATES = 12, 20
"""The most points and updates of a run that a student can work out on a page."""
MOST_DECIMALS = 7
"""The most decimals of a number that a student works with: multiples of the board's unit, 1/128, have seven."""
ROWS = (8, MOST_UPDATES)
"""The possible lengths of a table to fill in: it has the first that is enough, which hides the number of updates."""


class Worksheet(NamedTuple):
    """A board on paper, with the tables of a run; these are empty if a student could not follow the run.

    Parameters
    ----------
    board
        The board's picture, in SVG.
    number
        The answer to the page's own question, if a number answers it.
    rules
        The learner's settings that are not the default.
    points
        The table of the points: a row for each, with its index, its coordinates and its class.
    blank, filled
        The table of the updates, to fill in and filled in.
    """

    board: str
    number: int | None
    rules: str = ""
    points: Sequence[Sequence[str]] = ()
    blank: Sequence[Sequence[str]] = ()
    filled: Sequence[Sequence[str]] = ()


def sheet(scene: Scene, run: Run | None, rules: str = "", *, by_chance: bool = False) -> Worksheet:
    """Return a scene's board on paper, with tables of the points and updates if a student can compute these by hand.

    A student can if there is a run with at most 12 points, 1 to 20 updates and numbers of at most 7 decimals, and the
    points do not come in random order. Otherwise the tables are empty.

    Parameters
    ----------
    scene
        The scene, as its page opens.
    run
        The run on the scene's points in the plane, if a perceptron learns from them.
    rules
        The learner's settings that are not the default, in words; they are left out without tables.
    by_chance
        Whether the points come in random order.
    """
    asked = scene.get("question")
    picture = thumbnail(scene, numbered=True)
    number = asked["answer"] if asked and "options" not in asked else None
    without_tables = Worksheet(picture, number)
    if run is None or len(run.data) > MOST_POINTS or not 0 < run.updates <= MOST_UPDATES:
        return without_tables
    exact = run.path.whole_weights()
    points, weights = _written(whole(run.data.X, run.data.exact_lift)), _written(exact)
    added = _written(exact._replace(numbers=np.diff(exact.numbers, axis=0)))
    longest = max(len(digits.partition(".")[2]) for row in (*points, weights[0]) for digits in row)
    if by_chance or longest > MOST_DECIMALS:
        return without_tables
    path, steps = ([f"({', '.join(row)})" for row in rows] for rows in (weights, added))
    rows = next(rows for rows in ROWS if rows >= run.updates)
    blank = [[f"{k}", "", path[0] if k == 1 else "", "", ""] for k in range(1, rows + 1)]
    changes = zip(run.mistakes.tolist(), steps, itertools.pairwise(path), strict=True)
    filled = [[f"{k}", f"{i}", old, step, new] for k, (i, step, (old, new)) in enumerate(changes, 1)]
    return Worksheet(picture, number, rules, _point_rows(points, run.data.y.tolist()), blank, filled)


def _written(numbers: Rows) -> list[list[str]]:
    """Write numbers, shape (m, d), with all their digits.

    >>> from perceptron import Dataset
    >>> _written(whole(Dataset([[1 / 128, -2]], [1]).X))
    [['0.0078125', '−2']]
    """
    unit = Fraction(2) ** numbers.exponent / numbers.denominator
    with localcontext(prec=1_000):  # more digits than a float can have
        return [
            [f"{Decimal(part.numerator) / part.denominator:f}".replace("-", "−") for part in (x * unit for x in row)]
            for row in numbers.numbers.tolist()
        ]


def _point_rows(points: Sequence[Sequence[str]], labels: Sequence[int]) -> list[list[str]]:
    """Return a row for each point: its index, the coordinates that the learner sees, and its class in words."""
    signs = {1: CLASSES[0], -1: CLASSES[1]}
    return [
        [f"{place}", *x, f"{signs[y]['sign']} {signs[y]['name']}"]
        for place, (x, y) in enumerate(zip(points, labels, strict=True))
    ]


def worksheet(lesson: Lesson, board: Worksheet, puzzles: Sequence[Sequence[PaperPuzzle]], app: str = "") -> File:
    """Return an HTML file for a printer with a lesson: a page of questions, then a page of answers.

    `board` is the lesson's first board. `puzzles` has a list of puzzles for each part of the lesson, empty for none. If
    any part has puzzles, a table with more than 8 rows is left out, because the page has no room for it. `app` is the
    app's address, with a slash at its end, from which the page loads its font; without it, the font is the computer's.
    """
    if any(puzzles) and len(board.blank) > ROWS[0]:
        board = board._replace(blank=(), filled=())
    parts = [*zip(lesson.parts, puzzles, strict=True)]
    text = _page(app, title=lesson.title, lesson=lesson, sheet=board, parts=parts)
    note = "For a printer, with the key on a second page"
    return {"label": "Worksheet (HTML)", "note": note, "name": f"perceptron-worksheet-{lesson.slug}.html", "text": text}


def worksheet_of(exercises: Sequence[tuple[ListItem, Worksheet]], app: str = "") -> str:
    """Return an HTML page for a printer with exercises, each with its board on paper; the answers follow.

    Without exercises only the headings are there. `app` is the app's address, with a slash at its end, from which the
    page loads its font; without it, the font is the computer's.
    """
    rows = [(task, board, _right(task, board)) for task, board in exercises]
    return _page(app, title="Exercises", lesson=None, exercises=rows)


def _page(app: str, **values: object) -> str:
    return template("export/worksheet.html").render(assets=assets, app=app, **values)


def _right(task: ListItem, board: Worksheet) -> str:
    """Return the right choice or number of an exercise as text; "" if neither the list nor the board has one."""
    if task.choices:
        return "" if task.right is None else task.choices[task.right]
    known = board.number if task.right is None else task.right
    return f"{known:,}" if task.number and known is not None else ""
