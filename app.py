"""The playground: place points, step the perceptron, watch it obey its theorem."""

import streamlit as st

from perceptron import separate
from ui import controls, frame, share
from ui.scenes import playground
from ui.stage import stage

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

    scene = playground.scene(points, run, separation, bias=learner.bias is not None, **shown)
    step = share.begin(scene["last"])
    frame.notices(share.game().complaints)
    stage(
        scene,
        key=share.STAGE,
        version=share.game().version,
        step=step,
        address=share.address(),
        on_board=share.on_board,
        on_rest=share.on_rest,
    )


show()
