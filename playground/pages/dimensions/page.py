"""The plane of the proof: w and w* span it in any dimension, and in it nothing is lost."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from perceptron import separate
from playground.address.address import Board
from playground.address.settings import Button, Control, Settings
from playground.page import controls
from playground.page.controls import BIAS, OUTCOME, SCALE
from playground.page.page import Page, PageResult
from playground.pages.dimensions import program
from playground.pages.dimensions.scene import (
    ANY,
    BOARD,
    DIM,
    FLOWERS,
    LIFTED,
    SPACE,
    SPECIES,
    TABLE,
    data,
    most,
    recipes,
    scene,
    uses,
)
from playground.stage.payload import Point


def _lifts(settings: Settings) -> bool:
    return settings[SPACE] in LIFTED


def _wants(settings: Settings) -> tuple[str, ...]:
    return uses(settings[SPACE])


def _points(settings: Settings, board: Board) -> list[Point]:
    return controls.points(settings, board) if settings[SPACE] == BOARD else []


def _answer(settings: Settings, board: Board) -> PageResult:
    space, source = settings[SPACE], controls.source(settings, board)
    bias = controls.bias(settings) if _lifts(settings) else None
    points = _points(settings, board)
    drawn = source.n, source.margin, source.radius, source.seed
    makers = [source.recipe()] if points else recipes(space, int(settings[DIM]), settings[SPECIES], board.rows, *drawn)
    sets = data(makers, bias)
    order, fault = controls.order_of(settings, len(sets[0]) if sets else 0)
    learner = controls.LearnerSettings(bias, order, [], Fraction(1), "mistake", source.seed, fault)
    runs = [learner.run(each, most(len(each))) for each in sets]
    separations = [separate(each) for each in sets]
    drawing = scene(points, runs, separations, space=space, margin=source.margin, radius=source.radius)
    return PageResult(
        controls.with_fault(drawing, learner.fault), partial(program.files, makers, bias, learner, runs, separations)
    )


PAGE = Page(
    "Dimensions",
    "pages/dimensions.py",
    "**The dimension is not in the bound.** In the plane of w and w* every distance and angle is true.",
    few=[
        "Space",
        Control(SPACE),
        Control(DIM, present=lambda settings: settings[SPACE] == ANY, slider=True),
        Control(SPECIES, present=lambda settings: settings[SPACE] == FLOWERS),
        Button("Bring a table …", "rows", lambda settings: settings[SPACE] == TABLE),
        *controls.data(wants=_wants),
        "Learner",
        Control(BIAS, _lifts, present=_lifts),
    ],
    more=[
        *controls.data_more(_wants),
        "Learner",
        Control(SCALE, present=lambda settings: _lifts(settings) and settings[BIAS]),
        *controls.ORDERING,
        "Show",
        Control(OUTCOME),
    ],
    looks=[OUTCOME],
    answer=_answer,
    points=_points,
)
