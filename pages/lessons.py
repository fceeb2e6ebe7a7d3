"""Lessons: scenes worth showing, each a link into the playground."""

import streamlit as st

from ui import frame
from ui.lessons import LESSONS

frame.open("Lessons")
st.title("Lessons", anchor=False)
st.markdown("Eight boards to show or to try. Each opens in the playground; step with → or a presenter's clicker.")
for left, right in zip(LESSONS[::2], LESSONS[1::2], strict=True):
    for place, lesson in zip(st.columns(2), (left, right), strict=True):
        with place.container(border=True, height="stretch"):
            st.markdown(f"**{lesson.title}**")
            st.markdown(lesson.text)
            address = {**lesson.address, "step": "0"}
            st.page_link("app.py", label="Open this board", icon=":material/arrow_forward:", query_params=address)
