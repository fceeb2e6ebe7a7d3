"""A lesson on paper: its board, its questions with lines to write on, and on a second page the key."""

from __future__ import annotations

import html
import itertools
import string
from collections.abc import Iterable, Sequence

from perceptron import Dataset, Run
from ui.figures import CLASSES
from ui.lessons import Lesson, Part
from ui.stage.scene import File, Scene
from ui.thumbnails import thumbnail
from ui.words import number, vector

MOST_POINTS, MOST_UPDATES = 12, 20
"""What a hand can work out on a page."""
ROWS = 8
"""Of the table to be filled in, always: their number must not tell that of the updates."""

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
h1 { font-size: 1.4em; margin: 0 0 0.5rem; }
svg { flex: none; width: 42%; border: 1px solid; }
svg [style^=fill] { fill: #000 !important; }
svg [style^=stroke] { stroke: #000 !important; }
.beside { display: flex; gap: 1rem; align-items: flex-start; }
table { border-collapse: collapse; }
td, th { border: 1px solid; padding: 0.1rem 0.5rem; text-align: left; height: 1.3em; }
.updates { width: 100%; margin-top: 0.8rem; font-size: 0.9em; }
.line { border-bottom: 1px solid; height: 1.8em; }
.key { break-before: page; }
@media print { body { max-width: none; margin: 0; padding: 0; } }
</style>
</head>
<body>
<section>
<h1>$title</h1>
<p>$question</p>
<div class="beside">$board$points</div>
<ol>
$tasks
</ol>
$blank
</section>
<section class="key">
<h1>Key: $title</h1>
<ol>
$answers
</ol>
$updates
</section>
</body>
</html>
""")


def worksheet(lesson: Lesson, scene: Scene, run: Run | None) -> File:
    """Return a lesson as two pages for a printer, in black and white.

    Parameters
    ----------
    lesson, scene
        What it asks, and the scene it opens with.
    run
        On its points in the plane, if a perceptron learns from them: where a hand can work it out, the page has a table
        of its updates to be filled in, and the key has it filled.
    """
    blank = filled = listed = ""
    if run is not None and len(run.data) <= MOST_POINTS and 0 < run.updates <= MOST_UPDATES:
        listed = _points(run.data)
        changes = [*enumerate(zip(run.mistakes.tolist(), itertools.pairwise(run.weights.tolist()), strict=True), 1)]
        start = vector(run.weights[0].tolist())
        blank = _updates([f"{k}", "", start if k == 1 else "", ""] for k in range(1, ROWS + 1))
        filled = _updates([f"{k}", f"{i}", vector(old), vector(new)] for k, (i, (old, new)) in changes)
    parts = {
        "title": html.escape(lesson.title),
        "question": html.escape(lesson.question),
        "board": thumbnail(scene),
        "points": listed,
        "tasks": "\n".join(_task(part) for part in lesson.parts),
        "answers": "\n".join(_answer(part) for part in lesson.parts),
        "blank": blank,
        "updates": filled,
    }
    note = "For a printer, with the key on a second page"
    text = _PAGE.substitute(parts)
    return {"label": "Worksheet (HTML)", "note": note, "name": f"perceptron-worksheet-{lesson.slug}.html", "text": text}


def _task(part: Part) -> str:
    """Return a part's question, with boxes to tick or lines to write on."""
    boxes = " &emsp; ".join(f"□ {html.escape(option)}" for option in part.options)
    ticked = f"<p>{boxes}</p>" if boxes else ""
    write = '<div class="line"></div>' * (1 if boxes else 2)
    return f"<li><p>{html.escape(part.task)} <b>{html.escape(part.ask)}</b></p>{ticked}{write}</li>"


def _answer(part: Part) -> str:
    right = f"<b>{html.escape(part.right)}.</b> " if part.options else ""
    return f"<li><p><i>{html.escape(part.ask)}</i> {right}{html.escape(part.answer)}</p></li>"


def _points(data: Dataset) -> str:
    """Return the points as the learner sees them, with the constant coordinate of a bias."""
    signs = {1: CLASSES[0], -1: CLASSES[1]}
    rows = [
        [f"{place}", *map(number, x), f"{signs[y]['sign']} {signs[y]['name']}"]
        for place, (x, y) in enumerate(zip(data.X.tolist(), data.y.tolist(), strict=True))
    ]
    return _table(["point", *["x₁", "x₂", "x₃"][: data.dim], "y"], rows)


def _updates(rows: Iterable[Sequence[str]]) -> str:
    return _table(["update", "wrong point", "w before", "w after"], rows, "updates")


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], name: str = "points") -> str:
    head = "".join(f"<th>{each}</th>" for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<table class="{name}"><tr>{head}</tr>{body}</table>'
