"""The perceptron in its dual form: it counts mistakes, and a kernel bends the boundary that the counts draw."""

from functools import partial

import streamlit as st

from perceptron import biased, separate_dual, train_dual
from ui import controls, figures, frame, script
from ui.scenes import kernels

frame.begin(
    "Kernels",
    "**Counts of mistakes draw the curve.** Step: a wrong point's count α rises, and K spreads its sign around it."
    " Try XOR with each kernel.",
)
with controls.sidebar(controls.RADIUS, controls.SCALE, controls.ORDER, controls.OUTCOME) as more:
    source = controls.source(more, controls.RINGS)
    st.subheader("Kernel", anchor=False)
    name = controls.choice(kernels.KERNEL)
    left, right = st.columns(2)
    with left:
        degree = int(controls.number(kernels.DEGREE, disabled=name != kernels.POLYNOMIAL))
    with right:
        width = controls.number(kernels.WIDTH, disabled=name != kernels.RBF)
    bias = controls.bias(False, more)
    with more:
        order = controls.order()
    told = controls.told(more)


@st.fragment
def show() -> None:
    points = source.points()
    data = controls.dataset(points)
    plain = kernels.kernel(name, degree, width)
    kernel = plain if bias is None else biased(plain, bias)
    run = train_dual(data, kernel, order, seed=source.seed, max_updates=kernels.MOST_UPDATES) if data else None
    found = separate_dual(data, kernel) if data and len(data) <= kernels.MOST_POINTS else None
    scene = kernels.scene(points, run, found, plain=plain, bias=bias)
    files = partial(script.kernels, source, plain, bias, order, run, found)
    frame.present(figures.with_axes(scene, source.axes), told=told, files=files)


show()
