"""Experiments: a progress bar, a button to stop, and a cache of the tables for all visitors."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, field, replace
from functools import partial

import pandas as pd
import streamlit as st

from ui import frame, session, sidebar, slots, worker
from ui.page import Answer, Page
from ui.pages.experiments import page as experiments
from ui.pages.experiments.scene import Experiment, Progress, Rounds, Settings, scene
from ui.settings import Settings as Chosen
from ui.state import Board

_MOST_ANSWERS = 16  # answers
_POLL = 0.25  # seconds between two looks at the progress of another visitor's run

_PICK = "picked"

Question = tuple[object, ...]


@dataclass
class _Known:
    """What is known of the answer to a question: the table of the rounds that are done, if there is one."""

    rounds: Rounds = field(default_factory=Rounds)
    table: pd.DataFrame | None = None


_lock = threading.Lock()
_answers: OrderedDict[Question, _Known] = OrderedDict()
_progress: dict[Question, float] = {}
"""The progress of the questions that are being answered."""


def show(page: Page) -> None:
    """Run the chosen experiment, unless its table is in the cache, and show its picture and its table.

    Each round is shown as soon as it is done, while the next one is run.
    """
    frame.begin(page)
    sidebar.draw(page)
    frame.keep_address(answers=True)  # the work below takes a while
    chosen, board = session.settings(), session.game().board
    experiment, settings = experiments.question(chosen, board)
    files = experiments.files(chosen, board)
    frame.say(f"**{experiment.title}.** {experiment.words}")
    known = _known(experiment, settings)
    table, over = known.table, known.rounds.over
    if table is not None:
        if experiment.link is not None and (row := _picked_row(experiment, settings, table)) is not None:
            st.switch_page("app.py", query_params=experiment.link(row, settings))
        answer = Answer(scene(experiment, table, settings, over=over), partial(files, table))
        frame.present(replace(page, answer=lambda *_: answer), answers=True, on_pick=_on_pick)
        if over and not st.context.is_embedded:
            name = f"{experiment.name.replace(' ', '-')}.csv"
            st.download_button("Download the table", lambda: table.to_csv(index=False), name, on_click="ignore")
    if not over:
        _go_on(experiment, settings, known)


def _on_pick() -> None:
    st.session_state[_PICK] = st.session_state[session.STAGE].get("pick")


def _picked_row(experiment: Experiment, settings: Settings, table: pd.DataFrame) -> pd.Series | None:
    """Return the row of the dot that was just picked, if it is a dot of this table."""
    report = st.session_state.pop(_PICK, None)
    number = report.get("number") if isinstance(report, dict) else None
    if type(number) is not int or not 0 <= number < len(table):
        return None
    drawing = experiment.draw(table, settings)
    # Python's own numbers can be compared with anything, NumPy's cannot.
    dot = tuple(float(drawing.dots[name].iloc[number]) for name in drawing.at)
    return table.iloc[number] if (report.get("x"), report.get("y")) == dot else None


def _go_on(experiment: Experiment, settings: Settings, known: _Known) -> None:
    """Do another round, under a bar with a button to stop, and show the page anew."""
    place = st.empty()
    with place.container(horizontal=True, vertical_alignment="center"):
        if st.button("Stop"):
            st.markdown("Stopped.")
            st.button("Run again")
            return
        # Streamlit stops this script in a call that moves the bar, if the visitor has changed something.
        progress: Progress = st.progress(0.0).progress
    try:
        with slots.released():
            _after(experiment, settings, known, progress)
    except (ValueError, BrokenExecutor) as error:
        place.empty()
        st.info(str(error))
        return
    st.rerun()


def answer(chosen: Chosen, board: Board) -> Answer:
    """Answer as the page does, for a request without a session, which sees no bar.

    Raises
    ------
    ValueError
        If the experiment cannot be run with these settings.
    BrokenExecutor
        If there is no process to run it in.
    ui.slots.Abandoned
        If nobody waits for it any more.
    """
    experiment, settings = experiments.question(chosen, board)
    known = _known(experiment, settings)
    with slots.released():
        while not known.rounds.over:
            known = _after(experiment, settings, known, lambda done: slots.check())
    table = known.table
    assert table is not None
    return Answer(scene(experiment, table, settings), partial(experiments.files(chosen, board), table))


def _question(experiment: Experiment, settings: Settings) -> Question:
    data = settings.data and (settings.data.X.tobytes(), settings.data.y.tobytes(), settings.data.X.shape)
    numbers = settings.n, settings.margin, settings.radius, settings.seed, settings.repeats
    return experiment.name, data, *numbers


def _known(experiment: Experiment, settings: Settings) -> _Known:
    question = _question(experiment, settings)
    with _lock:
        if question in _answers:
            _answers.move_to_end(question)
        return _answers.get(question, _Known())


def _after(experiment: Experiment, settings: Settings, known: _Known, progress: Progress) -> _Known:
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


def _run(experiment: Experiment, settings: Settings, question: Question, known: _Known, progress: Progress) -> _Known:
    """Run the next round of an experiment and put what is known then into the cache."""

    def report(share: float) -> None:
        _progress[question] = min(share, 1.0)
        progress(_progress[question])

    def ask(executor: Executor) -> _Known:
        rounds = replace(known.rounds, tables=[*known.rounds.tables])
        return _Known(rounds, experiment.next_round(rounds, settings, report, executor))

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
