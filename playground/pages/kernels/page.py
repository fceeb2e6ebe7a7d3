"""The perceptron in its dual form: it counts mistakes, and a kernel turns the counts into a curved boundary."""

from __future__ import annotations

from functools import partial

from perceptron import biased, separate_dual, train_dual
from playground.address.address import Board
from playground.address.settings import Control, Settings
from playground.draw.outcome import hidden_until_the_end, stops
from playground.page import controls
from playground.page.controls import OUTCOME
from playground.page.page import Page, PageResult
from playground.pages.kernels import program
from playground.pages.kernels.scene import (
    DEGREE,
    KERNEL,
    MOST_POINTS,
    MOST_UPDATES,
    POLYNOMIAL,
    RBF,
    WIDTH,
    kernel,
    scene,
)


def _answer(settings: Settings, board: Board) -> PageResult:
    source, bias = controls.source(settings, board), controls.bias(settings)
    points = source.points()
    order, fault = controls.order_of(settings, len(points))
    data = controls.dataset(points)
    plain = kernel(settings[KERNEL], settings[DEGREE], settings[WIDTH])
    used = plain if bias is None else biased(plain, bias)
    run = train_dual(data, used, order, seed=source.seed, max_updates=MOST_UPDATES) if data else None
    separation = separate_dual(data, used) if data and len(data) <= MOST_POINTS else None
    show = partial(scene, points, run, plain=plain, bias=bias, order=order)
    drawn = hidden_until_the_end(show, separation, placed=source.placed, stops=stops(run, separation))
    files = partial(program.files, source, plain, bias, order, run, separation)
    return PageResult(controls.with_fault(controls.with_names(drawn, source), fault), files)


PAGE = Page(
    "Kernels",
    "pages/kernels.py",
    "**Counts of mistakes draw the curve.** A wrong point's count α rises, and K spreads its sign around it.",
    few=[
        *controls.data(controls.RINGS),
        "Kernel",
        Control(KERNEL),
        Control(DEGREE, used=lambda settings: settings[KERNEL] == POLYNOMIAL),
        Control(WIDTH, used=lambda settings: settings[KERNEL] == RBF),
        controls.lift(),
    ],
    more=[
        *controls.data_more(),
        controls.LENGTHS,
        "Learner",
        controls.SCALED,
        *controls.ORDERING,
        "Show",
        Control(OUTCOME),
    ],
    looks=[OUTCOME],
    answer=_answer,
)
