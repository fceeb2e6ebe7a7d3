"""The list of all lessons."""

from __future__ import annotations

import functools
import itertools
from pathlib import Path

import streamlit as st

from playground.app import component, frame, session
from playground.draw.thumbnails import image, thumbnail
from playground.lessons import LESSONS
from playground.page.answer import answer
from playground.pages import PAGES
from playground.server import heading, templates
from playground.stage import assets

_STYLE = Path(__file__).with_name("lessons.css")


def show() -> None:
    """Show the page with a card of each lesson, by chapter, and a link to start or go on with the lessons.

    A lesson done in this browser shows its finding, the answer to the question in its title.
    """
    frame.begin(heading.LIST)
    st.html(_STYLE)  # first: the cards come one by one
    marks = {
        lesson.key: [lesson.slug, f"{lesson.place}. {lesson.finding}", templates.board_of(lesson)]
        for lesson in LESSONS.values()
    }
    _marks(key="finished", data=marks)
    with st.container(key="lessons"):
        chapters = itertools.groupby(LESSONS.values(), lambda lesson: lesson.chapter)
        for place, (chapter, lessons) in enumerate(chapters):
            in_chapter = list(lessons)
            minutes = sum(lesson.minutes for lesson in in_chapter)
            st.header(f"{chapter} · {minutes} minutes", anchor=False)
            with st.container(key=f"chapter-{place}"):
                for lesson in in_chapter:
                    with st.container(border=True, height="stretch", key=f"lesson-{lesson.slug}"):
                        label = f"**{lesson.place}. {lesson.title}**"
                        st.page_link(lesson.page, label=label, query_params=lesson.link)
                        st.html(_picture(lesson.slug))
    component.keep(session.message())


@functools.cache
def _picture(slug: str) -> str:
    lesson = LESSONS[slug]
    return image(thumbnail(answer(PAGES[lesson.page], lesson.link)))


_marks = st.components.v2.component(
    "finished",
    html="<style></style><a>Start</a><p></p>",
    js=assets.script("finished.js").decode(),
    isolate_styles=False,
)
