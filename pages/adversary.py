"""The adversary: no learner makes fewer than ⌊1/γ²⌋ mistakes, and the visitor is the first to try."""

import streamlit as st

from ui import address, controls, frame
from ui.scenes import adversary

frame.open(
    "Adversary",
    "**Try to be right once.** Predict a label for each new point, +1 or −1: every answer is wrong, and yet one v fits"
    " all labels.",
)
with st.sidebar:
    player, margin, tie = controls.opponent()


@st.fragment
def show() -> None:
    said = address.game().said
    frame.play(adversary.scene(adversary.play(player, margin, tie, said), said))


show()
