"""Digits: the perceptron learns to tell two handwritten digits apart, and its weights are a picture."""

from functools import partial

import streamlit as st

from perceptron import digits as handwritten
from perceptron import separate, train
from ui import controls, frame, script
from ui.scenes import digits

frame.begin(
    "Digits",
    "**The weights are a picture.** Step: each misread digit is added to w or taken away. What does w look for?",
)
with controls.sidebar(controls.SCALE, controls.ORDER, controls.OUTCOME) as more:
    st.subheader("Digits", anchor=False)
    left, right = st.columns(2)
    with left:
        chosen = controls.choice(digits.FIRST)
    with right:
        other = controls.choice(digits.SECOND)
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
    learned, held = handwritten(first, second)
    data = learned if bias is None else learned.augmented(bias)
    run = train(data, order, seed=seed, max_updates=digits.MOST_UPDATES)
    names = f"{first}", f"{second}"
    scene = digits.scene(learned, held, run, separate(data), names=names, bias=bias is not None)
    frame.present(scene, told=told, files=partial(script.digits, first, second, bias, order, seed, run))


show()
