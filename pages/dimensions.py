"""The plane of the proof: w and w* span it in any dimension, and in it nothing is lost."""

from fractions import Fraction
from functools import partial

import streamlit as st

from perceptron import separate
from ui import controls, frame, script
from ui.scenes import dimensions

frame.begin(
    "Dimensions",
    "**The dimension is not in the bound.** Step: w and w* span a plane, and in it every side, distance and angle is"
    " true.",
)
with controls.sidebar(controls.RADIUS, controls.SCALE, controls.ORDER, controls.OUTCOME) as more:
    st.subheader("Space", anchor=False)
    space = controls.choice(dimensions.SPACE)
    dim = int(controls.slider(dimensions.DIM, disabled=space != dimensions.ANY))
    species = controls.choice(dimensions.SPECIES) if space == dimensions.FLOWERS else ""
    rows = controls.rows(space == dimensions.TABLE)
    source = controls.source(more, uses=dimensions.uses(space))
    st.subheader("Learner", anchor=False)
    lifts = space in dimensions.LIFTED
    scale = controls.bias(lifts, more, disabled=not lifts)
    with more:
        order = controls.order()
    told = controls.told(more)
bias = scale if lifts else None
learner = controls.LearnerSettings(bias, order, [], Fraction(1), "mistake", source.seed)
settings = source.n, source.margin, source.radius, source.seed


@st.fragment
def show() -> None:
    points = source.points() if space == dimensions.BOARD else []
    recipes = [source.recipe()] if points else dimensions.recipes(space, dim, species, rows, *settings)
    made = dimensions.data(recipes, bias)
    runs = [learner.run(data, dimensions.most(len(data))) for data in made]
    found = [separate(data) for data in made]
    scene = dimensions.scene(
        points, runs, found, space=space, bias=bias is not None, margin=source.margin, radius=source.radius
    )
    frame.present(scene, told=told, files=partial(script.dimensions, recipes, bias, learner, runs, found))


show()
