"""The Experiments page: its picture, its table, a progress bar and a button that stops the runs."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from playground.app import frame, session, sidebar
from playground.page.page import Page, PageResult
from playground.pages.experiments import page as experiments
from playground.pages.experiments.scene import Experiment, ExperimentSettings, Progress, scene
from playground.server import experiment_cache, slots
from playground.server.experiment_cache import KnownRounds

_PICK = "picked"


def show(page: Page) -> None:
    """Show the chosen experiment's picture and table; run the rounds that the cache lacks, showing each when done."""
    frame.begin(page)
    sidebar.draw(page)
    frame.keep_address(answers=True)  # before the slow work below
    chosen, board = session.settings(), session.game().board
    experiment, settings = experiments.question(chosen, board)
    files = experiments.files(chosen, board)
    frame.say(f"**{experiment.title}.** {experiment.words}")
    known = experiment_cache.known_rounds(experiment, settings)
    table, over = known.table, known.rounds.over
    if table is not None:
        if experiment.link is not None and (row := _picked_row(experiment, settings, table)) is not None:
            st.switch_page("app.py", query_params=experiment.link(row, settings))
        answer = PageResult(scene(experiment, table, settings, over=over), partial(files, table))
        frame.present(replace(page, answer=lambda *_: answer), answers=True, on_pick=_on_pick)
        if over and not st.context.is_embedded:
            name = f"{experiment.name.replace(' ', '-')}.csv"
            st.download_button("Download the table", lambda: table.to_csv(index=False), name, on_click="ignore")
    if not over:
        _run_round(experiment, settings, known)


def _on_pick() -> None:
    st.session_state[_PICK] = st.session_state[session.STAGE].get("pick")


def _picked_row(experiment: Experiment, settings: ExperimentSettings, table: pd.DataFrame) -> pd.Series | None:
    """Return the row of the dot that the visitor has just picked, or None if it is no dot of this table."""
    report = st.session_state.pop(_PICK, None)
    number = report.get("number") if isinstance(report, dict) else None
    if type(number) is not int or not 0 <= number < len(table):
        return None
    drawing = experiment.draw(table, settings)
    # A report may hold anything: Python's numbers compare with anything, NumPy's do not.
    dot = tuple(float(drawing.dots[name].iloc[number]) for name in drawing.at)
    return table.iloc[number] if (report.get("x"), report.get("y")) == dot else None


def _run_round(experiment: Experiment, settings: ExperimentSettings, known: KnownRounds) -> None:
    """Run another round under a progress bar with a button that stops it, then rerun the page."""
    place = st.empty()
    with place.container(horizontal=True, vertical_alignment="center"):
        if st.button("Stop"):
            st.markdown("Stopped.")
            st.button("Run again")
            return
        # If the visitor changes a control, Streamlit stops this script in the next call that moves the bar.
        progress: Progress = st.progress(0.0).progress
    try:
        with slots.released():
            experiment_cache.another_round(experiment, settings, known, progress)
    except (ValueError, BrokenExecutor) as error:
        place.empty()
        st.info(str(error))
        return
    st.rerun()
