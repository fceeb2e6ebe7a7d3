"""The links above a lesson's board, and the list of all lessons."""

from __future__ import annotations

import functools
import itertools

import streamlit as st

from playground.address.exercise import Exercise
from playground.app import session, styles
from playground.draw.thumbnails import image, thumbnail
from playground.lessons import LESSONS, Lesson, beside, count
from playground.page.answer import answer
from playground.pages import PAGES
from playground.server.first import BOARDS, WAY
from playground.server.light import lesson_home
from playground.stage import assets
from playground.text import BACK, NEXT

PAGE = "pages/lessons.py"


def row(lesson: Lesson, exercise: Exercise) -> None:
    """Show the open lesson's number, with links to the list, to both neighbours and back to the lesson's board.

    A lesson that is an item of a list has that list's neighbours instead, which stand above.
    """
    styles.add("lessons")
    before, after = (None, None) if exercise.list else beside(lesson)
    with st.container(horizontal=True, key="lesson"):
        st.page_link(PAGE, label=count(lesson))
        if before:
            with st.container(key="last-lesson", width="content"):
                _link(before, BACK)
        if after:
            with st.container(key="next-lesson", width="content"):
                _link(after, NEXT)
        _, *home = lesson_home(lesson, exercise)
        with st.container(key="again", width="content"):
            st.button("The lesson's board", type="tertiary", on_click=session.read_again, args=home)


def way() -> None:
    """Link to the list of lessons or, in a browser that has done some lessons, to the first lesson not done."""
    st.page_link(PAGE, label="Lessons →")
    _way(key="begun")


def cards() -> None:
    """Show all lessons by chapter, and the way to start; a lesson done in this browser is marked, with its finding."""
    styles.add("lessons")  # first: the cards come one by one
    marks = {
        lesson.key: [lesson.slug, f"{lesson.place}. {lesson.finding}", address]
        for lesson, (_, address) in zip(LESSONS.values(), BOARDS, strict=True)
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
                        _link(lesson, f"**{lesson.place}. {lesson.title}**")
                        st.html(_picture(lesson.slug))


def _link(lesson: Lesson, label: str) -> None:
    st.page_link(lesson.page, label=label, query_params=lesson.link)


@functools.cache
def _picture(slug: str) -> str:
    lesson = LESSONS[slug]
    return image(thumbnail(answer(PAGES[lesson.page], lesson.link)))


_way = st.components.v2.component("begun", js=WAY)
_marks = st.components.v2.component(
    "finished",
    html="<style></style><a>Start</a><p></p>",
    js=assets.script("finished.js").decode(),
    isolate_styles=False,
)
