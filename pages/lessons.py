"""Lessons: scenes worth showing, each a link."""

import streamlit as st

from ui import frame
from ui.lessons import LESSONS

frame.begin("Lessons", "**Twelve scenes to show or to try.** Open one, then step with → or a presenter's clicker.")
for first in range(0, len(LESSONS), 3):
    for place, lesson in zip(st.columns(3), LESSONS[first : first + 3], strict=True):
        with place.container(border=True, height="stretch"):
            st.markdown(f"**{lesson.title}**")
            st.markdown(lesson.text)
            address = {**lesson.address, "step": "0"}
            st.page_link(lesson.page, label="Open", icon=":material/arrow_forward:", query_params=address)
frame.keep_address()
