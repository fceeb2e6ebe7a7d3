"""The playground: place points, step the perceptron, watch it obey its theorem."""

import streamlit as st

from perceptron import separate
from ui import controls, frame
from ui.scenes import playground

frame.open("Playground")
with st.sidebar:
    source = controls.source()
    learner = controls.learner()
    shown = controls.shown()


@st.fragment  # an edit asks for another run, not for another menu and other controls
def show() -> None:
    points = source.points()
    data = learner.sees(points)
    run = learner.run(data) if data else None
    separation = separate(data) if data else None
    frame.play(playground.scene(points, run, separation, bias=learner.bias is not None, **shown))


show()
