"""The perceptron as descent: the same loss walked down by single examples, by batches and by all the points at once."""

import streamlit as st

from perceptron import descend, separate
from ui import controls, figures, frame
from ui.scenes import descent

frame.open(
    "Descent",
    "**The perceptron descends a loss.** Step three paths at once and change ε; the loss is convex, in flat pieces, and"
    " 0 at w = 0.",
)
with st.sidebar:
    source = controls.source()
    st.subheader("Descent", anchor=False)
    rate = controls.slider("eps", "Step size ε", "From w₀ = 0 it only scales the picture; else it matters.")
    left, right = st.columns(2)
    with left:
        size = int(controls.number("batch", "Batch size", help="How many points a batch looks at before it moves."))
    with right:
        start = controls.vector("from", "Start w₀", 2, "Two numbers with a comma; a single 0 is the zero vector.")
    st.subheader("Show", anchor=False)
    picture = controls.choice("picture", "The loss as", "The surface can be turned with the mouse or a finger.")


@st.fragment
def show() -> None:
    points = source.points()
    data = controls.dataset(points)
    sizes = (1, min(size, len(data)), len(data)) if data else ()
    paths = [descend(data, rate, some, start, max_updates=descent.MOST_UPDATES) for some in sizes] if data else []
    scene = descent.scene(points, paths, separate(data) if data else None, picture=picture)
    frame.play(figures.with_axes(scene, source.axes))


show()
