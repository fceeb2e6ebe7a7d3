"""The convergence proof, line by line, in the numbers of the board's own run."""

from functools import partial

import streamlit as st

from perceptron import separate
from ui import controls, figures, frame, script
from ui.scenes import proof

frame.begin(
    "Proof",
    "**Why it must stop.** Step: every line of the proof shows this update's numbers; the slack is the gap between the"
    " sides.",
)
with controls.sidebar(controls.RADIUS, *controls.LEARNING, controls.OUTCOME) as more:
    source = controls.source(more)
    learner = controls.learner(source, more)
    st.subheader("Show", anchor=False)
    view = controls.choice(proof.VIEW)
    version = controls.choice(proof.VERSION)
    told = controls.told(more)


@st.fragment
def show() -> None:
    points = source.points()
    data = learner.sees(points)
    run = learner.run(data) if data else None
    separation = separate(data) if data else None
    scene = proof.scene(points, run, separation, bias=learner.bias, view=view, version=version, tie=learner.tie)
    files = partial(script.run, source, learner, run, separation)
    frame.present(figures.with_axes(scene, source.axes), told=told, files=files)


show()
