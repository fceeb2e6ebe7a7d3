"""The perceptron as descent: the same loss walked down by single examples, by batches and by all the points at once."""

from functools import partial

import streamlit as st

from perceptron import descend, separate
from ui import controls, figures, frame, script
from ui.scenes import descent

frame.begin(
    "Descent",
    "**The perceptron descends a loss.** Step three paths at once and change ε; the loss is convex, in flat pieces, and"
    " 0 at w = 0.",
)
with controls.sidebar(controls.RADIUS, descent.BATCH_SIZE, descent.START, controls.OUTCOME) as more:
    source = controls.source(more)
    st.subheader("Descent", anchor=False)
    rate = controls.slider(descent.RATE)
    picture = controls.choice(descent.PICTURE)
    with more:
        size = int(controls.number(descent.BATCH_SIZE))
        start = controls.vector(descent.START, 2)
    told = controls.told(more)


@st.fragment
def show() -> None:
    points = source.points()
    data = controls.dataset(points)
    sizes = (1, min(size, len(data)), len(data)) if data else ()
    paths = [descend(data, rate, some, start, max_updates=descent.MOST_UPDATES) for some in sizes] if data else []
    separation = separate(data) if data else None
    scene = descent.scene(points, paths, separation, picture=picture)
    files = partial(script.descent, source, paths, separation)
    frame.present(figures.with_axes(scene, source.axes), told=told, files=files)


show()
