"""How lessons are shown: the words above a board, the way to the next one, and the list of them all."""

from __future__ import annotations

import json
import urllib.parse
from pathlib import Path

import streamlit as st

from ui.lessons import LESSONS, Lesson

PAGE = "pages/lessons.py"

_STYLE = """
<style>
.st-key-lesson { gap: 0 0.25rem; margin: -0.25rem 0 -0.35rem; }
.st-key-lesson a { background: none; padding: 0 0.75rem 0 0; }
.st-key-lesson a * { font-weight: 400; }
.st-key-lesson a { position: relative; }
.st-key-lesson a::after { content: ""; position: absolute; inset: 0 0 -1rem; } /* room for a finger */
.st-key-lesson a:focus-visible, .st-key-lessons a:focus-visible { outline: 2px solid var(--st-primary-color); }
[data-testid="stMain"] .st-key-lessons[data-testid="stVerticalBlock"] { gap: 1rem; }
.st-key-lessons a { padding: 0; }
.st-key-lessons a * { white-space: normal; }
</style>
"""


def row(lesson: Lesson) -> None:
    """Show which lesson is open, and lead to the list and to the lessons beside it."""
    among = list(LESSONS.values())
    with st.container(horizontal=True, key="lesson"):
        st.page_link(PAGE, label=f"Lesson {lesson.place} of {len(among)}")
        if lesson.place > 1:
            _link(among[lesson.place - 2], "← Back")
        if lesson.place < len(among):
            _link(among[lesson.place], "Next →")
    st.html(_STYLE)


def way() -> None:
    """Lead to the lessons or, who has seen the end of some, to the first of the others."""
    st.page_link(PAGE, label="Lessons →")
    _way(key="begun")


def cards() -> None:
    """Show all lessons in their order, with a mark on those whose end this browser has seen."""
    among = list(LESSONS.values())
    with st.container(key="lessons"):
        for first in range(0, len(among), 3):
            for place, lesson in zip(st.columns(3), among[first : first + 3], strict=False):
                with place.container(border=True, height="stretch", key=f"lesson-{lesson.slug}"):
                    _link(lesson, f"**{lesson.place}. {lesson.title}**")
                    st.markdown(lesson.question)
    st.html(_STYLE)
    _marks(key="finished", data={lesson.key: f"lesson-{lesson.slug}" for lesson in among})


def _link(lesson: Lesson, label: str) -> None:
    st.page_link(lesson.page, label=label, query_params=lesson.link)


_FOLDER = Path(__file__).parent
_HREFS = [
    [lesson.key, f"{'' if lesson.page == 'app.py' else Path(lesson.page).stem}?{urllib.parse.urlencode(lesson.link)}"]
    for lesson in LESSONS.values()
]
WAY = (_FOLDER / "begun.js").read_text(encoding="utf-8") + f"const LESSONS = {json.dumps(_HREFS)};\n"
"""The script that leads to the lesson that comes next."""

_way = st.components.v2.component("begun", js=WAY)
_marks = st.components.v2.component(
    "finished",
    html="<style></style>",
    js=(_FOLDER / "finished.js").read_text(encoding="utf-8"),
    isolate_styles=False,
)
