"""Experiments: a progress bar, a button to stop, and a cache of the tables for all visitors."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from ui import address, frame, sidebar, slots, worker
from ui.page import Answer, Page
from ui.pages.experiments import page as experiments
from ui.pages.experiments.scene import Experiment, Progress, Settings, scene
from ui.settings import Settings as Chosen
from ui.state import Board

_MOST_ANSWERS = 16  # answers
_POLL = 0.25  # seconds between two looks at the progress of another visitor's run

_PICK = "picked"

Question = tuple[object, ...]

_lock = threading.Lock()
_answers: OrderedDict[Question, pd.DataFrame] = OrderedDict()
_progress: dict[Question, float] = {}
"""The progress of the questions that are being answered."""


def show(page: Page) -> None:
    """Run the chosen experiment, unless its table is in the cache, and show its picture and its table."""
    frame.begin(page)
    sidebar.draw(page)
    frame.keep_address(answers=True)  # the work below takes a while
    chosen, board = address.settings(), address.game().board
    experiment, settings = experiments.question(chosen, board)
    files = experiments.files(chosen, board)
    frame.say(f"**{experiment.title}.** {experiment.words}")
    try:
        table = _answer(experiment, settings)
    except (ValueError, BrokenExecutor) as error:
        st.info(str(error))
        return
    if table is None:
        return
    if experiment.link is not None and (row := _picked_row(table)) is not None:
        st.switch_page("app.py", query_params=experiment.link(row, settings))
    answer = Answer(scene(experiment, table, settings), partial(files, table))
    frame.present(replace(page, answer=lambda *_: answer), answers=True, on_pick=_on_pick)
    if st.context.is_embedded:
        return
    name = f"{experiment.name.replace(' ', '-')}.csv"
    st.download_button("Download the table", lambda: table.to_csv(index=False), name, on_click="ignore")


def _on_pick() -> None:
    st.session_state[_PICK] = st.session_state[address.STAGE].get("pick")


def _picked_row(table: pd.DataFrame) -> pd.Series | None:
    """Return the row of the dot that was just picked, if it is a dot of this table."""
    report = st.session_state.pop(_PICK, None)
    number = report.get("number") if isinstance(report, dict) else None
    if type(number) is not int or not 0 <= number < len(table):
        return None
    row = table.iloc[number]
    # Python's own numbers can be compared with anything, NumPy's cannot.
    dot = float(row["margin"]), int(row["updates"])
    return row if (report.get("x"), report.get("y")) == dot else None


def _answer(experiment: Experiment, settings: Settings) -> pd.DataFrame | None:
    """Return the table; None if the visitor stopped the work."""
    question = _question(experiment, settings)
    if (table := _cached(question)) is not None:
        return table
    place = st.empty()
    with place.container(horizontal=True, vertical_alignment="center"):
        if st.button("Stop"):
            st.markdown("Stopped.")
            st.button("Run again")
            return None
        # Streamlit stops this script in a call that moves the bar, if the visitor has changed something.
        progress: Progress = st.progress(0.0).progress
        with slots.released():
            table = _wait_for(experiment, settings, question, progress)
    place.empty()
    return table


def answer(chosen: Chosen, board: Board) -> Answer:
    """Answer as the page does, for a request without a session, which sees no bar.

    Raises
    ------
    ValueError
        If the experiment cannot be run with these settings.
    BrokenExecutor
        If there is no process to run it in.
    """
    experiment, settings = experiments.question(chosen, board)
    with slots.released():
        table = _wait_for(experiment, settings, _question(experiment, settings), lambda done: None)
    return Answer(scene(experiment, table, settings), partial(experiments.files(chosen, board), table))


def _question(experiment: Experiment, settings: Settings) -> Question:
    data = settings.data and (settings.data.X.tobytes(), settings.data.y.tobytes(), settings.data.X.shape)
    numbers = settings.n, settings.margin, settings.radius, settings.seed, settings.repeats
    return experiment.name, data, *numbers


def _wait_for(experiment: Experiment, settings: Settings, question: Question, progress: Progress) -> pd.DataFrame:
    """Return the table once it is ready, by a run of this thread or of another visitor's."""
    while (table := _cached(question)) is None:
        with _lock:
            first = question not in _progress
            if first:
                _progress[question] = 0.0
        if first:
            return _run(experiment, settings, question, progress)
        progress(_progress.get(question, 1.0))
        time.sleep(_POLL)
    return table


def _cached(question: Question) -> pd.DataFrame | None:
    with _lock:
        if question in _answers:
            _answers.move_to_end(question)
        return _answers.get(question)


def _run(experiment: Experiment, settings: Settings, question: Question, progress: Progress) -> pd.DataFrame:
    """Run an experiment and put its table into the cache."""

    def report(share: float) -> None:
        _progress[question] = min(share, 1.0)
        progress(_progress[question])

    try:
        table = worker.answer(partial(experiment.run, settings, report))
        with _lock:
            _answers[question] = table
            while len(_answers) > _MOST_ANSWERS:
                _answers.popitem(last=False)
    finally:
        _progress.pop(question, None)
    return table
