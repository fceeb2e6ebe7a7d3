"""Halving: predict by the vote of all half-planes that were never wrong, or by one of them at random."""

from __future__ import annotations

from functools import partial

from perceptron import separate
from playground.address.address import Board
from playground.address.settings import Control, Settings
from playground.page import controls
from playground.page.controls import OUTCOME
from playground.page.page import Page, PageResult
from playground.pages.halving import program
from playground.pages.halving.scene import DIRECTIONS, contest, scene


def _answer(settings: Settings, board: Board) -> PageResult:
    source, directions = controls.source(settings, board), settings[DIRECTIONS]
    points = source.points()
    data = controls.dataset(points)
    three = contest(data, directions, source.seed) if data else None
    drawn = scene(points, three, separate(data) if data else None, placed=source.placed)
    return PageResult(controls.with_names(drawn, source), partial(program.files, source, directions, three))


PAGE = Page(
    "Halving",
    "pages/halving.py",
    "**Halve the directions.** Step: each point eliminates the wrong ones. Compare three ways to predict.",
    few=[*controls.data(), "Concepts", Control(DIRECTIONS)],
    more=[*controls.data_more(), controls.LENGTHS, "Show", Control(OUTCOME)],
    looks=[OUTCOME],
    answer=_answer,
)
