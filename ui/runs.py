"""Work that takes a while: a bar that shows how far it is, a button that stops it, and its answer kept for all."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from concurrent.futures import BrokenExecutor
from functools import partial

import pandas as pd
import streamlit as st

from ui import address, frame, sidebar, turns, worker
from ui.page import Answer, Page
from ui.pages.experiments import page as experiments
from ui.pages.experiments.scene import Experiment, Progress, Settings, scene
from ui.settings import Settings as Chosen
from ui.state import Board

_KEPT = 16  # answers
_SOON = 0.25  # seconds between two looks at what another visitor waits for, too

_PICKED = "picked"

Question = tuple[object, ...]

_lock = threading.Lock()
_answers: OrderedDict[Question, pd.DataFrame] = OrderedDict()
_asked: dict[Question, float] = {}
"""How far the questions are that somebody waits for."""


def show(page: Page) -> None:
    """Run the experiment that is chosen, unless its runs are known, and show its picture and its table."""
    frame.begin(page)
    sidebar.draw(page)
    frame.keep_address()  # the work below takes a while
    chosen, board = address.settings(), address.game().state.board
    experiment, settings = experiments.question(chosen, board)
    files = experiments.files(chosen, board)
    frame.say(f"**{experiment.title}.** {experiment.words}")
    try:
        table = _answer(experiment, settings)
    except (ValueError, BrokenExecutor) as error:
        frame.notices(address.game().complaints)
        st.info(str(error))
        return
    if table is None:
        return
    if experiment.link is not None and (row := _picked(table)) is not None:
        st.switch_page("app.py", query_params=experiment.link(row, settings))
    frame.present(page, Answer(scene(experiment, table, settings), partial(files, table)), on_pick=_on_pick)
    if st.context.is_embedded:
        return
    name = f"{experiment.name.replace(' ', '-')}.csv"
    st.download_button("Download the table", lambda: table.to_csv(index=False), name, on_click="ignore")


def _on_pick() -> None:
    st.session_state[_PICKED] = st.session_state[address.STAGE].get("pick")


def _picked(table: pd.DataFrame) -> pd.Series | None:
    """Return the row of the dot that was picked just now, if this is the table whose dot it was."""
    report = st.session_state.pop(_PICKED, None)
    number = report.get("number") if isinstance(report, dict) else None
    if type(number) is not int or not 0 <= number < len(table):
        return None
    row = table.iloc[number]
    # Python's own numbers can be compared with anything, NumPy's cannot.
    here = float(row["margin"]), int(row["updates"])
    return row if (report.get("x"), report.get("y")) == here else None


def _answer(experiment: Experiment, settings: Settings) -> pd.DataFrame | None:
    """Return the table; None if the visitor stopped the work."""
    question = _question(experiment, settings)
    if (table := _known(question)) is not None:
        return table
    place = st.empty()
    with place.container(horizontal=True, vertical_alignment="center"):
        if st.button("Stop"):
            st.markdown("Stopped.")
            st.button("Run again")
            return None
        # To move the bar is to notice that the visitor wants something else: Streamlit then leaves this script.
        progress: Progress = st.progress(0.0).progress
        with turns.passed_on():
            table = _awaited(experiment, settings, question, progress)
    place.empty()
    return table


def answer(chosen: Chosen, board: Board) -> Answer:
    """Answer as the page does, for who asks without a session and waits without a bar.

    Raises
    ------
    ValueError
        If the experiment cannot be made with these settings.
    BrokenExecutor
        If there is no process to make it in.
    """
    experiment, settings = experiments.question(chosen, board)
    with turns.passed_on():
        table = _awaited(experiment, settings, _question(experiment, settings), lambda done: None)
    return Answer(scene(experiment, table, settings), partial(experiments.files(chosen, board), table))


def _question(experiment: Experiment, settings: Settings) -> Question:
    data = settings.data and (settings.data.X.tobytes(), settings.data.y.tobytes(), settings.data.X.shape)
    drawn = settings.n, settings.margin, settings.radius, settings.seed, settings.repeats
    return experiment.name, data, *drawn


def _awaited(experiment: Experiment, settings: Settings, question: Question, progress: Progress) -> pd.DataFrame:
    """Return the table once it is there, had from here or by another visitor."""
    while (table := _known(question)) is None:
        with _lock:
            mine = question not in _asked
            if mine:
                _asked[question] = 0.0
        if mine:
            return _run(experiment, settings, question, progress)
        progress(_asked.get(question, 1.0))
        time.sleep(_SOON)
    return table


def _known(question: Question) -> pd.DataFrame | None:
    with _lock:
        if question in _answers:
            _answers.move_to_end(question)
        return _answers.get(question)


def _run(experiment: Experiment, settings: Settings, question: Question, progress: Progress) -> pd.DataFrame:
    """Have a question answered for all who ask it."""

    def tell(done: float) -> None:
        _asked[question] = min(done, 1.0)
        progress(_asked[question])

    try:
        table = worker.answered(partial(experiment.run, settings, tell))
        with _lock:
            _answers[question] = table
            while len(_answers) > _KEPT:
                _answers.popitem(last=False)
    finally:
        _asked.pop(question, None)
    return table
