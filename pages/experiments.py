"""Many runs at once: what the margin, the order, the dimension, the unit and the rate do to the number of updates."""

import streamlit as st

from ui import controls, frame, runs
from ui.scenes.experiments import EXPERIMENTS, Settings

frame.open("Experiments", "**Hundreds of runs at a glance.** Choose what changes from run to run; all else stays.")
with st.sidebar:
    source = controls.source()
    st.subheader("Runs", anchor=False)
    bias = controls.bias()
    repeats = int(controls.number("repeats", "Runs of each", help="Each has a seed of its own."))

name = controls.tabs("experiment", "What changes")
data = controls.dataset(source.points(), bias)
frame.keep_address()  # the work below takes a while
settings = Settings(data, source.n, source.margin, source.radius, source.seed, repeats)
runs.show(EXPERIMENTS[name], settings)
