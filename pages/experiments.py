"""Many runs at once: what the margin, the order, the dimension, the unit and the rate do to the number of updates."""

import streamlit as st

from ui import controls, frame, runs
from ui.scenes.experiments import EXPERIMENTS, Settings

frame.open("Experiments", "**Hundreds of runs at a glance.** Choose a question; click a dot to open its run.")
with st.sidebar:
    name = controls.choice("experiment", "What changes", "What differs from run to run.")
    repeats = int(controls.number("repeats", "Runs of each", help="Each with a seed of its own."))
    source = controls.source()
    st.subheader("Learner", anchor=False)
    bias = controls.bias()

settings = Settings(
    controls.dataset(source.points(), bias), source.n, source.margin, source.radius, source.seed, repeats
)
runs.show(EXPERIMENTS[name], settings)
