"""Digits: the perceptron learns to tell two handwritten digits apart, and its weights are a picture."""

from __future__ import annotations

from functools import partial

from perceptron import separate, train
from playground.address.address import Board
from playground.address.settings import Control, Settings
from playground.page import controls
from playground.page.controls import OUTCOME, SEED
from playground.page.page import Page, PageResult
from playground.pages.digits import program
from playground.pages.digits.scene import FIRST, HANDWRITTEN, MOST_UPDATES, SECOND, SOURCE, pair, pictures, scene


def _answer(settings: Settings, board: Board) -> PageResult:
    bias, seed = controls.bias(settings), settings[SEED]
    first, second = pair(settings[FIRST], settings[SECOND])
    learned, unseen, names = pictures(settings[SOURCE], first, second, board.pictures)
    data = learned.augmented(bias) if learned and bias is not None else learned
    order, fault = controls.order_of(settings, len(data) if data else 0)
    run = train(data, order, seed=seed, max_updates=MOST_UPDATES) if data else None
    separation = separate(data) if data else None
    drawn = scene(learned, unseen, run, separation, names=names, shelf=board.pictures)
    of = (first, second) if unseen else board.pictures
    return PageResult(controls.with_fault(drawn, fault), partial(program.files, of, bias, order, seed, run))


def _handwritten(settings: Settings) -> bool:
    return bool(settings[SOURCE] == HANDWRITTEN)


def _alike(settings: Settings) -> str:
    if settings[FIRST] != settings[SECOND]:
        return ""
    return f"The two must differ; {pair(settings[FIRST], settings[SECOND])[1]} is taken as the second."


PAGE = Page(
    "Digits",
    "pages/digits.py",
    "**The weights are a picture.** A misread digit is added to w or taken away.",
    few=[
        "Data",
        Control(SOURCE),
        Control(FIRST, used=_handwritten),
        Control(SECOND, used=_handwritten, note=_alike),
        Control(SEED),
        controls.lift(),
    ],
    more=[controls.SCALED, *controls.ORDERING, Control(OUTCOME)],
    looks=[OUTCOME],
    answer=_answer,
)
