"""Six ways to a separator, side by side: who is first depends on what is counted."""

from functools import partial

import streamlit as st

from perceptron import separate
from ui import controls, figures, frame, script
from ui.scenes import race

frame.begin(
    "Race",
    "**First is not best.** Step: which racer separates first, in updates or in inner products, and how near is each"
    " to w*?",
)
with controls.sidebar(controls.RADIUS, controls.SCALE, race.THRESHOLD, controls.OUTCOME) as more:
    source = controls.source(more)
    st.subheader("Racers", anchor=False)
    bias = controls.bias(source.biased, more)
    with more:
        share = controls.decimal(race.THRESHOLD)
    clock = controls.choice(race.CLOCK)
    measure = controls.choice(race.MEASURE)
    margin = controls.switch(controls.BAND)
    told = controls.told(more)


@st.fragment
def show() -> None:
    points = source.points()
    data = controls.dataset(points, bias)
    separation = separate(data) if data else None
    runners = race.racers(data, separation, share) if data and separation else []
    scene = race.scene(
        points, runners, data, separation, bias=bias is not None, clock=clock, measure=measure, margin=margin
    )
    files = partial(script.race, source, bias, share, runners, separation)
    frame.present(figures.with_axes(scene, source.axes), told=told, files=files)


show()
