"""The perceptron as descent: the same loss walked down by single examples, by batches and by all the points at once."""

import streamlit as st

from perceptron import descend, separate
from ui import controls, figures, frame
from ui.scenes import descent

frame.begin(
    "Descent",
    "**The perceptron descends a loss.** Step three paths at once and change ε; the loss is convex, in flat pieces, and"
    " 0 at w = 0.",
)
with st.sidebar:
    source = controls.source()
    st.subheader("Descent", anchor=False)
    rate = controls.slider(descent.RATE)
    left, right = st.columns(2)
    with left:
        size = int(controls.number(descent.BATCH_SIZE))
    with right:
        start = controls.vector(descent.START, 2)
    st.subheader("Show", anchor=False)
    picture = controls.choice(descent.PICTURE)
    told = controls.switch(controls.OUTCOME)


@st.fragment
def show() -> None:
    points = source.points()
    data = controls.dataset(points)
    sizes = (1, min(size, len(data)), len(data)) if data else ()
    paths = [descend(data, rate, some, start, max_updates=descent.MOST_UPDATES) for some in sizes] if data else []
    scene = descent.scene(points, paths, separate(data) if data else None, picture=picture)
    frame.present(figures.with_axes(scene, source.axes), told=told)


show()
