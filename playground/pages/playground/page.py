"""The playground: place points, step the perceptron, watch it obey its theorem."""

from __future__ import annotations

from functools import partial

from perceptron import separate
from playground.address.address import Board
from playground.address.settings import Control, Settings
from playground.draw.outcome import hidden_until_the_end, stops
from playground.draw.steps import Steps
from playground.page import controls, mine, program
from playground.page.controls import BAND, CLOSE, MARGIN, NUMBERS, OUTCOME, POINTS, SUM, UNIT, UNSEEN
from playground.page.page import Page, PageResult
from playground.pages.playground.scene import scene


def _answer(settings: Settings, board: Board) -> PageResult:
    source = controls.source(settings, board)
    points = source.points()
    learner = controls.learner(settings, len(points))
    data = learner.sees(points)
    steps = Steps(learner.run(data), learner.tie) if data else None
    run = steps.run if steps else None
    separation = separate(data) if data else None
    show = partial(
        scene,
        points,
        steps,
        order=learner.order,
        start=[*map(float, learner.start)],
        scale=float(learner.lift_scale or 0),
        tie=learner.tie,
        margin=settings[BAND],
        vectors=settings[SUM],
        close=settings[CLOSE],
        numbers=settings[NUMBERS],
        unseen=source.unseen() if settings[UNSEEN] else None,
    )
    drawn = hidden_until_the_end(show, separation, placed=source.placed, stops=stops(run, separation, learner.tie))
    files = partial(program.run, source, learner, run, separation)
    return PageResult(controls.with_fault(controls.with_names(drawn, source), learner.fault), files)


PAGE = Page(
    "Playground",
    "app.py",
    "**Separate the circles from the triangles.** A perceptron learns from its mistakes.",
    few=[*controls.data(), controls.lift(), Control(BAND)],
    more=[
        *controls.data_more(),
        controls.LENGTHS,
        *controls.LEARNER,
        "Show",
        *map(Control, (SUM, CLOSE, NUMBERS)),
        Control(UNSEEN, used=lambda settings: settings[POINTS] == MARGIN and not settings[UNIT]),
        Control(OUTCOME),
    ],
    looks=[BAND, SUM, CLOSE, NUMBERS, UNSEEN, OUTCOME],
    answer=_answer,
    explain=mine.explained,
)
