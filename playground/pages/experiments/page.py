"""Many runs at once: what the margin, the order, the dimension, the unit and the rate do to the number of updates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd

from playground.address.address import Board
from playground.address.settings import Control, Settings
from playground.page import controls
from playground.page.controls import BIAS
from playground.page.page import Page, PageResult
from playground.pages.experiments import program
from playground.pages.experiments.scene import EXPERIMENT, EXPERIMENTS, REPEATS, Experiment, ExperimentSettings, scene
from playground.stage.payload import File


def _uses(settings: Settings) -> tuple[str, ...]:
    return tuple(EXPERIMENTS[settings[EXPERIMENT]].uses)


def question(settings: Settings, board: Board) -> tuple[Experiment, ExperimentSettings]:
    """Return the experiment that the controls choose, and its settings.

    `board` has the visitor's points. The `data` of the settings are None if there are no points.
    """
    source = controls.source(settings, board)
    data = controls.dataset(source.points(), controls.bias(settings))
    drawn = source.n, source.margin, source.radius, source.seed
    return EXPERIMENTS[settings[EXPERIMENT]], ExperimentSettings(data, *drawn, int(settings[REPEATS]))


def files(settings: Settings, board: Board) -> Callable[[pd.DataFrame], Sequence[File]]:
    """Return a function that takes the table of the chosen experiment's runs and returns its files for download."""
    _, about = question(settings, board)
    source = controls.source(settings, board)
    return partial(program.files, source, controls.bias(settings), settings[EXPERIMENT], about)


def _answer(settings: Settings, board: Board) -> PageResult:
    experiment, about = question(settings, board)
    table = experiment.run(about, lambda done: None, None)
    return PageResult(scene(experiment, table, about), partial(files(settings, board), table))


def _words(settings: Settings) -> str:
    return EXPERIMENTS[settings[EXPERIMENT]].words


PAGE = Page(
    "Experiments",
    "pages/experiments.py",
    "**Hundreds of runs at a glance.** Choose what changes from run to run.",
    tabs=Control(EXPERIMENT, note=_words),
    few=[
        *controls.data(wants=_uses),
        "Runs",
        Control(BIAS, used=lambda settings: "data" in _uses(settings)),
        Control(REPEATS),
    ],
    more=[
        *controls.data_more(_uses),
        Control(controls.SCALE, used=lambda settings: "data" in _uses(settings) and settings[BIAS]),
    ],
    answer=_answer,
    slow=True,
)
