"""The tables of experiments, computed in rounds by the worker and cached for all visitors."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial

import pandas as pd

from playground.address.address import Board
from playground.address.settings import Settings as Chosen
from playground.page.page import Page, PageResult
from playground.pages.experiments import page as experiments
from playground.pages.experiments.scene import Experiment, ExperimentRounds, ExperimentSettings, Progress, scene
from playground.server import slots, worker

_MOST_ANSWERS = 16  # experiments
_POLL = 0.25  # seconds between two looks at the progress of another visitor's round

ExperimentKey = tuple[object, ...]


@dataclass
class KnownRounds:
    """The finished rounds of an experiment, and the table of their runs; None before the first."""

    rounds: ExperimentRounds = field(default_factory=ExperimentRounds)
    table: pd.DataFrame | None = None


_lock = threading.Lock()
_answers: OrderedDict[ExperimentKey, KnownRounds] = OrderedDict()
_progress: dict[ExperimentKey, float] = {}
"""For each experiment with a round under way, the share of all its runs that is done."""


def whole(page: Page) -> Page:
    """Return a copy of an experiments page whose answer runs all rounds that are left; any other page unchanged.

    The pages of experiments are those that are `slow`. A round is a part of an experiment's runs.
    """
    return replace(page, answer=partial(_answer, to_end=True)) if page.slow else page


def by_rounds(page: Page) -> Page:
    """Return a copy of an experiments page whose answer runs one more round; any other page unchanged.

    The pages of experiments are those that are `slow`. A round is a part of an experiment's runs. If all rounds are
    done, the answer runs none.
    """
    return replace(page, answer=partial(_answer, to_end=False)) if page.slow else page


def _answer(chosen: Chosen, board: Board, *, to_end: bool) -> PageResult:
    """Return the result of an experiment's page after one more round or, if `to_end`, after all rounds.

    Raises
    ------
    ValueError
        If the experiment cannot be run with these settings.
    BrokenExecutor
        If the worker's process cannot be started.
    playground.server.slots.Abandoned
        If nobody waits for the result any more.
    """
    experiment, settings = experiments.question(chosen, board)
    known = known_rounds(experiment, settings)
    with slots.released():
        while not known.rounds.over:
            known = another_round(experiment, settings, known, lambda done: slots.check())
            if not to_end:
                break
    table = known.table
    assert table is not None
    drawn = scene(experiment, table, settings, done=known.rounds.done)
    return PageResult(drawn, partial(experiments.files(chosen, board), table))


def _key(experiment: Experiment, settings: ExperimentSettings) -> ExperimentKey:
    data = settings.data and (settings.data.X.tobytes(), settings.data.y.tobytes(), settings.data.X.shape)
    numbers = settings.n, settings.margin, settings.radius, settings.seed, settings.repeats
    return experiment.name, data, *numbers


def known_rounds(experiment: Experiment, settings: ExperimentSettings) -> KnownRounds:
    """Return the cached rounds of an experiment with these settings; if none are cached, an object without rounds.

    A round is a part of the experiment's runs. None is run here.
    """
    key = _key(experiment, settings)
    with _lock:
        if key in _answers:
            _answers.move_to_end(key)
        return _answers.get(key, KnownRounds())


def another_round(
    experiment: Experiment, settings: ExperimentSettings, known: KnownRounds, progress: Progress
) -> KnownRounds:
    """Return the rounds of an experiment with at least one more than the `known` rounds, and cache them.

    `known` must not be all rounds. The cache may have more already; then nothing is run. If another thread is running
    the round, wait for it. Meanwhile `progress` is called with the share of all the experiment's runs that is done,
    from 0 to 1; an error that it raises ends the call. Raises ValueError if the experiment cannot be run with these
    settings, and BrokenExecutor if the worker's process cannot do the runs.
    """
    key = _key(experiment, settings)
    while True:
        with _lock:
            newest = _answers.get(key, known)
            if newest.rounds.seeds > known.rounds.seeds:
                return newest
            first = key not in _progress
            if first:
                _progress[key] = 0.0
        if first:
            return _run(experiment, settings, key, known, progress)
        progress(_progress.get(key, 1.0))
        time.sleep(_POLL)


def _run(
    experiment: Experiment,
    settings: ExperimentSettings,
    key: ExperimentKey,
    known: KnownRounds,
    progress: Progress,
) -> KnownRounds:
    """Run the round after the `known` ones, cache all rounds so far, and return them."""

    def report(share: float) -> None:
        _progress[key] = min(share, 1.0)
        progress(_progress[key])

    def ask(executor: Executor) -> KnownRounds:
        rounds = replace(known.rounds, tables=[*known.rounds.tables])
        return KnownRounds(rounds, experiment.next_round(rounds, settings, report, executor))

    try:
        newest = worker.answer(ask)
        with _lock:
            _answers[key] = newest
            _answers.move_to_end(key)
            while len(_answers) > _MOST_ANSWERS:
                _answers.popitem(last=False)
    finally:
        _progress.pop(key, None)
    return newest
