"""A lesson or a list of exercises on paper: boards, questions with lines to write on, and on the last pages the key."""

from __future__ import annotations

import html
import itertools
import string
from collections.abc import Iterable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

from perceptron import Run
from perceptron.real import Rows, whole
from playground.address.lists import ListItem
from playground.draw.figures import CLASSES
from playground.draw.thumbnails import thumbnail
from playground.lessons import Lesson, LessonPart
from playground.stage.payload import File, Scene

MOST_POINTS, MOST_UPDATES = 12, 20
"""What a hand can work out on a page."""
MOST_DECIMALS = 7
"""Of a number that a hand works with, which those of the board's own grid, 1/128, need."""
ROWS = (8, MOST_UPDATES)
"""Of the table to be filled in, the first that is enough: their number must not tell that of the updates."""

_PAGE = string.Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
@page { size: A4; margin: 15mm; }
body { max-width: 48rem; margin: 1rem auto; padding: 0 1rem; font: 11pt/1.4 system-ui, sans-serif; }
body, svg { color: #000; background: #fff; }
header { display: flex; gap: 1rem; align-items: baseline; justify-content: space-between; margin-bottom: 0.5rem; }
h1 { font-size: 1.4em; margin: 0; }
header div { flex: 1 1 12rem; border-bottom: 1px solid; }
.beside > svg { flex: none; width: 42%; }
.beside > svg:not(.numbered) { border: 1px solid; }
svg [style^=fill] { fill: #000 !important; }
svg [style^=stroke] { stroke: #000 !important; }
.beside { display: flex; gap: 1rem; align-items: flex-start; }
table { border-collapse: collapse; }
td, th { border: 1px solid; padding: 0.1rem 0.5rem; text-align: left; height: 1.3em; }
.updates { width: 100%; margin-top: 0.6rem; font-size: 0.9em; }
.updates td, .updates th { padding-block: 0; }
section.exercise { break-inside: avoid; margin-bottom: 1.5rem; }
.exercise .beside > svg { width: 34%; }
h2 { font-size: 1.1em; margin: 0.6rem 0 0.2rem; }
.line { border-bottom: 1px solid; height: 1.7em; }
.key { break-before: page; }
@media print { body { max-width: none; margin: 0; padding: 0; } }
</style>
</head>
<body>
$asked
<section class="key">
<h1>Key: $title</h1>
$answers
</section>
</body>
</html>
""")


class Worksheet(NamedTuple):
    """What paper can have of a board: its picture, its points, a table of the updates to fill in and one filled.

    And the number that the page itself asks for, if it does.
    """

    board: str
    number: int | None
    points: str = ""
    blank: str = ""
    filled: str = ""


def sheet(scene: Scene, run: Run | None, rules: str = "", *, by_chance: bool = False) -> Worksheet:
    """Return what paper can have of a scene.

    Parameters
    ----------
    scene
        As it opens.
    run
        On its points in the plane, if a perceptron learns from them: where a hand can work it out, there is a table of
        its updates to be filled in, and one that is filled, in numbers that are written whole.
    rules
        By what the learner goes, where that is not the usual.
    by_chance
        Whether the order of the points is drawn, so that nobody else can follow it.
    """
    asked = scene.get("question")
    picture = thumbnail(scene, numbered=True)
    number = asked["answer"] if asked and "options" not in asked else None
    if run is None or len(run.data) > MOST_POINTS or not 0 < run.updates <= MOST_UPDATES:
        return Worksheet(picture, number)
    points, weights = _written(whole(run.data.X, run.data.exact_lift)), _written(run.path.whole_weights())
    longest = max(len(digits.partition(".")[2]) for row in (*points, weights[0]) for digits in row)
    if by_chance or longest > MOST_DECIMALS:
        return Worksheet(picture, number)
    path = [f"({', '.join(w)})" for w in weights]
    rows = next(rows for rows in ROWS if rows >= run.updates)
    blank = _updates([f"{k}", "", path[0] if k == 1 else "", ""] for k in range(1, rows + 1))
    changes = zip(run.mistakes.tolist(), itertools.pairwise(path), strict=True)
    filled = _updates([f"{k}", f"{i}", *old_and_new] for k, (i, old_and_new) in enumerate(changes, 1))
    by = f"<p>{html.escape(rules)}</p>" if rules else ""
    return Worksheet(picture, number, _points(points, run.data.y.tolist()), by + blank, filled)


def _written(numbers: Rows) -> list[list[str]]:
    """Write numbers, shape (m, d), with all their digits.

    >>> from perceptron import Dataset
    >>> _written(whole(Dataset([[1 / 128, -2]], [1]).X))
    [['0.0078125', '−2']]
    """
    unit = Fraction(2) ** numbers.exponent / numbers.denominator
    with localcontext(prec=1_000):  # more than a float can have
        return [
            [f"{Decimal(part.numerator) / part.denominator:f}".replace("-", "−") for part in (x * unit for x in row)]
            for row in numbers.numbers.tolist()
        ]


def worksheet(lesson: Lesson, on: Worksheet) -> File:
    """Return a lesson as two pages for a printer, in black and white."""
    title = html.escape(lesson.title)
    tasks, answers = ("\n".join(map(write, lesson.parts)) for write in (_task, _answer))
    asked = (
        f"<section>\n{_head(f'<h1>{title}</h1>')}\n<p>{html.escape(lesson.question)}</p>\n"
        f'<div class="beside">{on.board}{on.points}</div>\n<ol>\n{tasks}\n</ol>\n{on.blank}\n</section>'
    )
    text = _PAGE.substitute(title=title, asked=asked, answers=f"<ol>\n{answers}\n</ol>\n{on.filled}")
    note = "For a printer, with the key on a second page"
    return {"label": "Worksheet (HTML)", "note": note, "name": f"perceptron-worksheet-{lesson.slug}.html", "text": text}


def worksheet_of(exercises: Sequence[tuple[ListItem, Worksheet]]) -> str:
    """Return a list of exercises as a page for a printer, in black and white, with the key behind it."""
    asked, answers = [], []
    for place, (task, on) in enumerate(exercises, 1):
        heading = f"<h2>{place}. {html.escape(task.ask)}</h2>"
        hint = f"<p><i>Hint: {html.escape(task.hint)}</i></p>" if task.hint else ""
        wanted = f"<p>{html.escape(', '.join(map(str, task.solved)))}</p>" if task.solved else ""
        asked.append(
            f'<section class="exercise">{heading}{wanted}{hint}<div class="beside">{on.board}{on.points}</div>'
            f"{_boxes(task.choices)}{_lines(bool(task.choices))}{on.blank}</section>"
        )
        key = [f"<b>{html.escape(right)}</b>"] if (right := _right(task, on)) else []
        key += [html.escape(task.answer)] if task.answer else []
        answers.append(f"{heading}<p>{' '.join(key)}</p>{on.filled}")
    title = "Exercises"
    asked_all = f"{_head('<div>Title</div>')}\n" + "\n".join(asked)
    return _PAGE.substitute(title=title, asked=asked_all, answers="\n".join(answers))


def _head(title: str) -> str:
    """Return the first line of a page: its title, and room for a name."""
    return f"<header>{title}<div>Name</div></header>"


def _right(task: ListItem, on: Worksheet) -> str:
    if task.choices:
        return "" if task.right is None else task.choices[task.right]
    known = on.number if task.right is None else task.right
    return f"{known:,}" if task.number and known is not None else ""


def _task(part: LessonPart) -> str:
    """Return a part's question, with boxes to tick or lines to write on."""
    asked = f"<p>{html.escape(part.task)} <b>{html.escape(part.ask)}</b></p>"
    return f"<li>{asked}{_boxes(part.options)}{_lines(bool(part.options))}</li>"


def _boxes(options: Sequence[str]) -> str:
    return f"<p>{' &emsp; '.join(f'□ {html.escape(option)}' for option in options)}</p>" if options else ""


def _lines(ticked: bool) -> str:
    return '<div class="line"></div>' * (1 if ticked else 2)


def _answer(part: LessonPart) -> str:
    right = f"<b>{html.escape(part.right)}.</b> " if part.options else ""
    return f"<li><p><i>{html.escape(part.ask)}</i> {right}{html.escape(part.answer)}</p></li>"


def _points(points: Sequence[Sequence[str]], labels: Sequence[int]) -> str:
    """Return the points as the learner sees them, with the constant coordinate of a bias."""
    signs = {1: CLASSES[0], -1: CLASSES[1]}
    rows = [
        [f"{place}", *x, f"{signs[y]['sign']} {signs[y]['name']}"]
        for place, (x, y) in enumerate(zip(points, labels, strict=True))
    ]
    return _table(["point", *["x₁", "x₂", "x₃"][: len(points[0])], "y"], rows)


def _updates(rows: Iterable[Sequence[str]]) -> str:
    return _table(["update", "wrong point", "w before", "w after"], rows, "updates")


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], name: str = "points") -> str:
    head = "".join(f"<th>{each}</th>" for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<table class="{name}"><tr>{head}</tr>{body}</table>'
