"""The adversary: no learner makes fewer than ⌊1/γ²⌋ mistakes, and the visitor is the first to try."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

from playground.address.address import Board
from playground.address.settings import Control, Settings
from playground.page import controls
from playground.page.controls import OUTCOME, TIE, TIES
from playground.page.page import Page, PageResult
from playground.pages.adversary import program
from playground.pages.adversary.scene import LEAST, MARGIN, PLAYER, TIED, affordable, play, scene

_ZERO = replace(TIE, name="A score of 0 is")


def _margin(settings: Settings) -> tuple[Fraction, str]:
    """Return the margin to use, and why it is not the one that the visitor wrote; "" if it is."""
    written, unreadable = controls.fraction(settings, MARGIN, LEAST)
    used, costly = affordable(settings[PLAYER], written)
    return used, unreadable or costly


def _ties(settings: Settings) -> bool:
    return settings[PLAYER] in TIED


def _answer(settings: Settings, board: Board) -> PageResult:
    tie = TIES[settings[_ZERO]] if _ties(settings) else "mistake"
    game = play(settings[PLAYER], _margin(settings)[0], tie, board.answers)
    return PageResult(scene(game, board.answers), partial(program.files, game, tie))


PAGE = Page(
    "Adversary",
    "pages/adversary.py",
    "**Try to be right once.** Each prediction is wrong, yet one v fits every label.",
    few=[
        "Learner",
        Control(PLAYER),
        Control(MARGIN, note=lambda settings: _margin(settings)[1]),
        Control(_ZERO, present=_ties),
        "Show",
        Control(OUTCOME),
    ],
    looks=[OUTCOME],
    answer=_answer,
)
