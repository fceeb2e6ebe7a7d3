"""Halving: keep every half-plane that was never wrong, and answer by their vote or by one of them at random."""

from functools import partial

from perceptron import separate
from ui import controls, planes
from ui.controls import OUTCOME
from ui.page import Answer, Page
from ui.pages.halving import program
from ui.pages.halving.scene import DIRECTIONS, contest, scene
from ui.settings import Control, Settings
from ui.state import Board


def _answer(settings: Settings, board: Board) -> Answer:
    source, directions = controls.source(settings, board), settings[DIRECTIONS]
    points = source.points()
    data = controls.dataset(points)
    three = contest(data, directions, source.seed) if data else None
    drawn = scene(points, three, separate(data) if data else None, placed=source.placed)
    return Answer(planes.with_names(drawn, source), partial(program.files, source, directions, three))


PAGE = Page(
    "Halving",
    "pages/halving.py",
    "**Halve the directions.** Step: each labelled point eliminates those that are wrong about it; compare three ways"
    " to predict.",
    few=[*controls.data(), "Concepts", Control(DIRECTIONS)],
    more=[*controls.data_more(), controls.LENGTHS, Control(OUTCOME, look=True)],
    answer=_answer,
)
