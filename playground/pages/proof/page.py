"""The convergence proof, line by line, with the numbers of the board's run."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

from perceptron import separate
from playground.address.address import Board
from playground.address.settings import Control, Settings
from playground.draw.outcome import hidden_until_the_end, stops
from playground.draw.steps import Steps
from playground.page import controls, program
from playground.page.controls import OUTCOME
from playground.page.page import Page, PageResult
from playground.pages.proof.doing import DO, WORK
from playground.pages.proof.scene import VERSION, VIEW, scene


def _answer(settings: Settings, board: Board) -> PageResult:
    source = controls.source(settings, board)
    points = source.points()
    learner = controls.learner(settings, len(points))
    data = learner.sees(points)
    steps = Steps(learner.run(data), learner.tie) if data else None
    run = steps.run if steps else None
    separation = separate(data) if data else None
    plain = replace(learner, start=(), rate=Fraction(1)).run(data) if data and settings[WORK] == DO else None
    looks = {"view": settings[VIEW], "version": settings[VERSION], "work": settings[WORK]}
    show = partial(scene, points, steps, **looks, plain=plain)
    drawn = hidden_until_the_end(show, separation, placed=source.placed, stops=stops(run, separation, learner.tie))
    files = partial(program.run, source, learner, run, separation)
    return PageResult(controls.with_fault(controls.with_names(drawn, source), learner.fault), files)


PAGE = Page(
    "Proof",
    "pages/proof.py",
    "**Why it must stop.** Each line in this update's numbers; the least slack is marked.",
    few=[*controls.data(), controls.lift(), "Show", Control(VIEW), Control(VERSION)],
    more=[
        *controls.data_more(),
        controls.LENGTHS,
        *controls.LEARNER,
        "Show",
        Control(WORK),
        Control(OUTCOME),
    ],
    looks=[WORK, VIEW, VERSION, OUTCOME],
    answer=_answer,
)
