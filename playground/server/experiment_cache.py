"""Experiments: a progress bar, a button to stop, and a cache of the tables for all visitors."""

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
from playground.page.page import PageResult
from playground.pages.experiments import page as experiments
from playground.pages.experiments.scene import Experiment, ExperimentRounds, ExperimentSettings, Progress, scene
from playground.server import slots, worker

_MOST_ANSWERS = 16  # answers
_POLL = 0.25  # seconds between two looks at the progress of another visitor's run

ExperimentKey = tuple[object, ...]


@dataclass
class KnownRounds:
    """What is known of the answer to a question: the table of the rounds that are done, if there is one."""

    rounds: ExperimentRounds = field(default_factory=ExperimentRounds)
    table: pd.DataFrame | None = None


_lock = threading.Lock()
_answers: OrderedDict[ExperimentKey, KnownRounds] = OrderedDict()
_progress: dict[ExperimentKey, float] = {}
"""The progress of the questions that are being answered."""


def answer(chosen: Chosen, board: Board) -> PageResult:
    """Answer as the page does, for a request without a session, which sees no bar.

    Raises
    ------
    ValueError
        If the experiment cannot be run with these settings.
    BrokenExecutor
        If there is no process to run it in.
    playground.server.slots.Abandoned
        If nobody waits for it any more.
    """
    experiment, settings = experiments.question(chosen, board)
    known = known_rounds(experiment, settings)
    with slots.released():
        while not known.rounds.over:
            known = another_round(experiment, settings, known, lambda done: slots.check())
    table = known.table
    assert table is not None
    return PageResult(scene(experiment, table, settings), partial(experiments.files(chosen, board), table))


def _question(experiment: Experiment, settings: ExperimentSettings) -> ExperimentKey:
    data = settings.data and (settings.data.X.tobytes(), settings.data.y.tobytes(), settings.data.X.shape)
    numbers = settings.n, settings.margin, settings.radius, settings.seed, settings.repeats
    return experiment.name, data, *numbers


def known_rounds(experiment: Experiment, settings: ExperimentSettings) -> KnownRounds:
    """Return the rounds of an experiment that are in the cache; none of one that nobody has asked for."""
    question = _question(experiment, settings)
    with _lock:
        if question in _answers:
            _answers.move_to_end(question)
        return _answers.get(question, KnownRounds())


def another_round(
    experiment: Experiment, settings: ExperimentSettings, known: KnownRounds, progress: Progress
) -> KnownRounds:
    """Return what is known after another round, run by this thread or for another visitor."""
    question = _question(experiment, settings)
    while True:
        with _lock:
            newest = _answers.get(question, known)
            if newest.rounds.seeds > known.rounds.seeds:
                return newest
            first = question not in _progress
            if first:
                _progress[question] = 0.0
        if first:
            return _run(experiment, settings, question, known, progress)
        progress(_progress.get(question, 1.0))
        time.sleep(_POLL)


def _run(
    experiment: Experiment,
    settings: ExperimentSettings,
    question: ExperimentKey,
    known: KnownRounds,
    progress: Progress,
) -> KnownRounds:
    """Run the next round of an experiment and put what is known then into the cache."""

    def report(share: float) -> None:
        _progress[question] = min(share, 1.0)
        progress(_progress[question])

    def ask(executor: Executor) -> KnownRounds:
        rounds = replace(known.rounds, tables=[*known.rounds.tables])
        return KnownRounds(rounds, experiment.next_round(rounds, settings, report, executor))

    try:
        newest = worker.answer(ask)
        with _lock:
            _answers[question] = newest
            _answers.move_to_end(question)
            while len(_answers) > _MOST_ANSWERS:
                _answers.popitem(last=False)
    finally:
        _progress.pop(question, None)
    return newest
