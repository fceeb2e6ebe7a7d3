"""What happens where no line exists: a proof of it, a cycle, and weights worth keeping."""

import streamlit as st

from perceptron import separate
from ui import controls, figures, frame
from ui.scenes import nonseparable

frame.begin(
    "Not separable",
    "**No line, no end.** The ringed points prove that no line exists. Step through the cycle; drag a ringed point and"
    " see if a line exists.",
)
with st.sidebar:
    source = controls.source("XOR")
    learner = controls.learner(source)
    st.subheader("Show", anchor=False)
    left, right = st.columns(2)
    with left:
        grid = nonseparable.GRIDS[controls.choice(nonseparable.GRID)]
    with right:
        lower = controls.choice(nonseparable.CHART)
    told = controls.switch(controls.OUTCOME)


@st.fragment
def show() -> None:
    points = nonseparable.on_grid(source.points(), grid)
    data = learner.sees(points)
    run = learner.run(data, nonseparable.MOST_UPDATES) if data else None
    separation = separate(data) if data else None
    bias = learner.bias is not None
    scene = nonseparable.scene(points, run, separation, bias=bias, order=learner.order, grid=grid, lower=lower)
    frame.present(figures.with_axes(scene, source.axes), told=told)


show()
