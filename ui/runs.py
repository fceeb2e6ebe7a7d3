"""Work that takes a while: a bar that shows how far it is, a button that stops it, and its answer kept."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from ui import frame, share
from ui.scenes.experiments import Experiment, Progress, Settings, summary

KEPT = "answer"


def show(experiment: Experiment, settings: Settings) -> None:
    """Run the experiment, unless these very runs were the last, and show its picture and its table."""
    frame.notices(share.game().complaints)
    st.markdown(f"**{experiment.title}.** {experiment.words}")
    try:
        table = _answer(experiment, settings)
    except ValueError as error:
        st.info(str(error))
        return
    if table is None:
        return
    # The mode bar would only offer what the table does better.
    chosen = st.plotly_chart(
        experiment.figure(table, settings),
        key="chart",
        on_select="rerun",
        selection_mode="points",
        config={"displayModeBar": False},
        alt=f"{experiment.title}. {experiment.words}",
    )
    for dot in chosen["selection"]["points"]:
        if experiment.link is not None and dot["curve_number"] == 0:
            row = table.iloc[dot["point_index"]]
            share.open_playground(experiment.link(row, settings))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(summary(table))
        name = f"{experiment.name.replace(' ', '-')}.csv"
        st.download_button("Download the table", lambda: table.to_csv(index=False), name, on_click="ignore")


def _answer(experiment: Experiment, settings: Settings) -> pd.DataFrame | None:
    """Return the table; None if the visitor stopped the work."""
    question = experiment.name, settings
    kept = st.session_state.get(KEPT)
    if kept is not None and kept[0] == question:
        table: pd.DataFrame = kept[1]
        return table
    place = st.empty()
    with place.container(horizontal=True, vertical_alignment="center"):
        if st.button("Stop"):
            st.markdown("Stopped.")
            st.button("Run again")
            return None
        # To move the bar is to notice that the visitor wants something else: Streamlit then leaves this script.
        progress: Progress = st.progress(0.0).progress
        table = experiment.run(settings, progress)
    place.empty()
    st.session_state[KEPT] = question, table
    return table
