"""What happens where no line exists: a proof of it, a cycle, and weights worth keeping."""

from functools import partial

import streamlit as st

from perceptron import separate
from ui import controls, figures, frame, script
from ui.scenes import nonseparable

frame.begin(
    "Not separable",
    "**No line, no end.** The ringed points prove that no line exists. Step through the cycle; drag a ringed point and"
    " see if a line exists.",
)
with controls.sidebar(controls.RADIUS, *controls.LEARNING, nonseparable.GRID, controls.OUTCOME) as more:
    source = controls.source(more, "XOR")
    learner = controls.learner(source, more)
    lower = controls.choice(nonseparable.CHART)
    with more:
        grid = nonseparable.GRIDS[controls.choice(nonseparable.GRID)]
    told = controls.told(more)


@st.fragment
def show() -> None:
    points = nonseparable.on_grid(source.points(), grid)
    data = learner.sees(points)
    run = learner.run(data, nonseparable.MOST_UPDATES) if data else None
    separation = separate(data) if data else None
    bias = learner.bias is not None
    scene = nonseparable.scene(
        points, run, separation, bias=bias, order=learner.order, tie=learner.tie, grid=grid, lower=lower
    )
    files = partial(script.nonseparable, source, learner, grid, run, separation)
    frame.present(figures.with_axes(scene, source.axes), told=told, files=files)


show()
