"""Halving: keep every half-plane that was never wrong, and answer by their vote or by one of them at random."""

from functools import partial

import streamlit as st

from perceptron import separate
from ui import controls, figures, frame, script
from ui.scenes import halving

frame.begin(
    "Halving",
    "**Halve the directions.** Step: each labelled point eliminates those that are wrong about it; compare three ways"
    " to predict.",
)
with controls.sidebar(controls.RADIUS, controls.OUTCOME) as more:
    source = controls.source(more)
    st.subheader("Concepts", anchor=False)
    directions = int(controls.number(halving.DIRECTIONS))
    told = controls.told(more)


@st.fragment
def show() -> None:
    points = source.points()
    data = controls.dataset(points)
    held = halving.contest(data, directions, source.seed) if data else None
    scene = halving.scene(points, held, separate(data) if data else None)
    files = partial(script.halving, source, directions, held)
    frame.present(figures.with_axes(scene, source.axes), told=told, files=files)


show()
