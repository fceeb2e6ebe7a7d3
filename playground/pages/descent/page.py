"""The perceptron as descent: the same loss walked down by single examples, by batches and by all the points at once."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from perceptron import descend, separate
from playground.address.address import Board
from playground.address.settings import Control, Settings
from playground.draw.outcome import hidden_until_the_end
from playground.page import controls
from playground.page.controls import OUTCOME
from playground.page.page import Page, PageResult
from playground.pages.descent import program
from playground.pages.descent.scene import BATCH_SIZE, MOST_UPDATES, PICTURE, RATE, START, scene


def _answer(settings: Settings, board: Board) -> PageResult:
    source = controls.source(settings, board)
    start, _ = controls.vector(settings, START, 2)
    points = source.points()
    data = controls.dataset(points)
    sizes = (1, min(settings[BATCH_SIZE], len(data)), len(data)) if data else ()
    paths = [descend(data, Fraction(settings[RATE]), size, start, max_updates=MOST_UPDATES) for size in sizes if data]
    separation = separate(data) if data else None
    show = partial(scene, points, paths, picture=settings[PICTURE])
    drawn = hidden_until_the_end(show, separation, placed=source.placed)
    return PageResult(controls.with_names(drawn, source), partial(program.files, source, paths, separation))


PAGE = Page(
    "Descent",
    "pages/descent.py",
    "**The perceptron walks down a loss.** The loss is convex and 0 at w = 0; its pieces are flat, so Newton's method"
    " has no step.",
    few=[*controls.data(), "Descent", Control(RATE, slider=True), Control(PICTURE)],
    more=[
        *controls.data_more(),
        controls.LENGTHS,
        "Descent",
        Control(BATCH_SIZE),
        Control(START, note=lambda settings: controls.vector(settings, START, 2)[1]),
        "Show",
        Control(OUTCOME),
    ],
    looks=[PICTURE, OUTCOME],
    answer=_answer,
)
