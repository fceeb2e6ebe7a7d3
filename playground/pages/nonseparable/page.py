"""Points without a separating line: the proof, the cycle, and the weights worth keeping."""

from __future__ import annotations

from functools import partial

from perceptron import separate
from playground.address.address import Board
from playground.address.settings import Control, Settings
from playground.draw.outcome import hidden_until_the_end, stops
from playground.draw.steps import Steps
from playground.page import controls
from playground.page.controls import OUTCOME
from playground.page.page import Page, PageResult
from playground.pages.nonseparable import program
from playground.pages.nonseparable.scene import GRID, GRIDS, MOST_UPDATES, on_grid, scene
from playground.stage.payload import Point


def _points(settings: Settings, board: Board) -> list[Point]:
    return on_grid(controls.points(settings, board), GRIDS[settings[GRID]])


def _answer(settings: Settings, board: Board) -> PageResult:
    source, grid = controls.source(settings, board), GRIDS[settings[GRID]]
    points = _points(settings, board)
    learner = controls.learner(settings, len(points))
    data = learner.sees(points)
    steps = Steps(learner.run(data, MOST_UPDATES), learner.tie) if data else None
    run = steps.run if steps else None
    separation = separate(data) if data else None
    show = partial(scene, points, steps, order=learner.order, grid=grid)
    drawn = hidden_until_the_end(show, separation, placed=source.placed, stops=stops(run, separation, learner.tie))
    files = partial(program.files, source, learner, grid, run, separation)
    return PageResult(controls.with_fault(controls.with_names(drawn, source), learner.fault), files)


PAGE = Page(
    "Not separable",
    "pages/nonseparable.py",
    "**No line, no end.** The points ringed at the end prove it: drag one, and see if a line exists.",
    few=[*controls.data("XOR"), controls.lift(True)],
    more=[
        *controls.data_more(),
        controls.LENGTHS,
        *controls.LEARNER,
        Control(GRID),
        "Show",
        Control(OUTCOME),
    ],
    looks=[OUTCOME],
    answer=_answer,
    points=_points,
    most_updates=MOST_UPDATES,
)
