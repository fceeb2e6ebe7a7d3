"""Many runs at once: what the margin, the order, the dimension, the unit and the rate do to the number of updates."""

from functools import partial

import streamlit as st

from ui import controls, frame, runs, script
from ui.scenes.experiments import EXPERIMENT, EXPERIMENTS, REPEATS, Settings

frame.begin("Experiments", "**Hundreds of runs at a glance.** Choose what changes from run to run; all else stays.")
name = controls.tabs(EXPERIMENT)
uses = EXPERIMENTS[name].uses
with controls.sidebar(controls.RADIUS, controls.SCALE) as more:
    source = controls.source(more, uses=uses)
    st.subheader("Runs", anchor=False)
    bias = controls.bias(source.biased, more, disabled="data" not in uses)
    repeats = int(controls.number(REPEATS))

data = controls.dataset(source.points(), bias)
frame.keep_address()  # the work below takes a while
settings = Settings(data, source.n, source.margin, source.radius, source.seed, repeats)
files = partial(script.experiments, source, bias, name, settings)
runs.show(EXPERIMENTS[name], settings, files)
