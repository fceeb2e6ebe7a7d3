"""Digits: the perceptron learns to tell two handwritten digits apart, and its weights are a picture."""

from functools import partial

import streamlit as st

from perceptron import separate, train
from ui import controls, frame, script
from ui.scenes import digits

frame.begin(
    "Digits",
    "**The weights are a picture.** Step: each misread digit is added to w or taken away. What does w look for?",
)
with controls.sidebar(controls.SCALE, controls.ORDER, controls.OUTCOME) as more:
    st.subheader("Data", anchor=False)
    source = controls.choice(digits.SOURCE)
    left, right = st.columns(2)
    with left:
        chosen = controls.choice(digits.FIRST, disabled=source != digits.HANDWRITTEN)
    with right:
        other = controls.choice(digits.SECOND, disabled=source != digits.HANDWRITTEN)
    first, second = digits.pair(chosen, other)
    if chosen == other:
        st.caption(f"The two must differ; {second} is taken as the second.")
    seed = int(controls.number(controls.SEED))
    bias = controls.bias(False, more)
    with more:
        order = controls.order()
    told = controls.told(more)


@st.fragment
def show() -> None:
    shelf = controls.shelf()
    learned, held, names = digits.pictures(source, first, second, shelf)
    data = learned.augmented(bias) if learned and bias is not None else learned
    run = train(data, order, seed=seed, max_updates=digits.MOST_UPDATES) if data else None
    separation = separate(data) if data else None
    scene = digits.scene(learned, held, run, separation, names=names, bias=bias is not None, shelf=shelf)
    pictures = (first, second) if held else shelf
    frame.present(scene, told=told, files=partial(script.digits, pictures, bias, order, seed, run))


show()
