"""The playground: place points, step the perceptron, watch it obey its theorem."""

from functools import partial

import streamlit as st

from perceptron import separate
from ui import controls, figures, frame, script, serving
from ui.lessons import shown as lessons
from ui.scenes import playground


@st.fragment  # an edit asks for another run, not for another menu and other controls
def show() -> None:
    points = source.points()
    data = learner.sees(points)
    run = learner.run(data) if data else None
    separation = separate(data) if data else None
    bias, start, scale = learner.bias is not None, [*map(float, learner.start)], float(learner.bias or 0)
    scene = playground.scene(
        points,
        run,
        separation,
        bias=bias,
        order=learner.order,
        start=start,
        scale=scale,
        tie=learner.tie,
        **shown,
    )
    files = partial(script.run, source, learner, run, separation)
    frame.present(figures.with_axes(scene, source.axes), told=told, files=files)


if __name__ == "__main__":
    frame.begin(
        "Playground",
        "**Part the circles from the triangles.** A perceptron tries lines: each point that is wrong turns the line."
        " Step, or put a point of your own.",
        lessons.way,
    )
    with controls.sidebar(controls.RADIUS, *controls.LEARNING, *controls.SHOWN, controls.OUTCOME) as more:
        source = controls.source(more)
        learner = controls.learner(source, more)
        shown = controls.shown(source, more)
        told = controls.told(more)
    show()
else:  # `streamlit run` looks here for its server first, and then runs the page
    app: serving.Application = st.App(__file__)
    app = serving.Front(app)
