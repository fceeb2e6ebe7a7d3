"""The adversary: no learner makes fewer than ⌊1/γ²⌋ mistakes, and the visitor is the first to try."""

from functools import partial

import streamlit as st

from ui import address, controls, frame, script
from ui.scenes import adversary

frame.begin(
    "Adversary",
    "**Try to be right once.** Predict a label for each new point, +1 or −1: every answer is wrong, and yet one v fits"
    " all labels.",
)
with st.sidebar:
    st.subheader("Learner", anchor=False)
    player = controls.choice(adversary.PLAYER)
    margin, note = adversary.affordable(player, controls.fraction(adversary.MARGIN, adversary.LEAST))
    if note:
        st.caption(note)
    tie = controls.tie("A score of 0 is") if player in adversary.TIED else "mistake"
    st.subheader("Show", anchor=False)
    told = controls.switch(controls.OUTCOME)


@st.fragment
def show() -> None:
    answers = address.game().answers
    game = adversary.play(player, margin, tie, answers)
    files = partial(script.adversary, game, tie)
    frame.present(adversary.scene(game, answers), told=told, files=files)


show()
