"""How lessons are shown: the words above a board, the way to the next one, and the list of them all."""

from __future__ import annotations

import functools
import itertools

import streamlit as st

from playground.app import session
from playground.draw.thumbnails import image, thumbnail
from playground.lessons import LESSONS, MORE, WAY, Lesson, beside, count, script
from playground.page.answer import answer
from playground.pages import PAGES
from playground.text import BACK, NEXT

PAGE = "pages/lessons.py"

_STYLE = """
<style>
.st-key-lesson { gap: 0 0.25rem; margin: -0.25rem 0 -0.35rem; }
.st-key-lesson a { background: none; padding: 0 0.75rem 0 0; }
.st-key-lesson a * { font-weight: 400; }
.st-key-lesson :is(a, button) { position: relative; }
.st-key-lesson :is(a, button)::after { content: ""; position: absolute; inset: 0 0 -1rem; } /* room for a finger */
.st-key-lesson a:focus-visible, .st-key-lessons a:focus-visible { outline: 2px solid var(--st-primary-color); }
[data-testid="stMain"] .st-key-lessons[data-testid="stVerticalBlock"] { gap: 1rem; }
.st-key-lessons h2 { padding: 0.5rem 0; font-size: 1.1rem; }
.st-key-lessons a { padding: 0; }
.st-key-lessons [class*="st-key-lesson-"] { position: relative; min-height: 8.25rem; padding-right: 8rem; }
.st-key-lessons .stElementContainer:has(> .stHtml > img) { position: absolute; top: 1rem; right: 1rem; width: 6.25rem; }
.st-key-lessons img { display: block; width: 100%; border-radius: 0.25rem;
  background: color-mix(in srgb, currentColor 4%, transparent); }
@media (max-width: 640px) { .st-key-lessons .stColumn:not(:has(a)) { display: none; } } /* of a row that is not full */
.st-key-lessons a * { white-space: normal; }
.st-key-lessons .stPageLink p { font-size: 1rem; line-height: 1.3; }
.st-key-lessons .stMarkdown p { font-size: 0.9rem; line-height: 1.45; }
.st-key-lesson .st-key-again { height: 1.25rem; margin-top: -0.25rem; }
.st-key-again button { min-height: 0; height: 1.25rem; padding: 0; }
.st-key-again button p { font-size: 0.875rem; }
.st-key-again { visibility: hidden; } /* until the board is another */
</style>
"""


def row(lesson: Lesson) -> None:
    """Show which lesson is open, and lead to the list, to the lessons beside it, and back to its own board."""
    st.html(_STYLE)
    before, after = beside(lesson)
    with st.container(horizontal=True, key="lesson"):
        st.page_link(PAGE, label=count(lesson))
        if before:
            with st.container(key="last-lesson", width="content"):
                _link(before, BACK)
        if after:
            with st.container(key="next-lesson", width="content"):
                _link(after, NEXT)
        with st.container(key="again", width="content"):
            st.button("The lesson's board", type="tertiary", on_click=session.read_again, args=(lesson.link,))


def way() -> None:
    """Lead to the lessons or, who has done some, to the first of the others."""
    st.page_link(PAGE, label="Lessons →")
    _way(key="begun")


def cards() -> None:
    """Show all lessons by chapters, those that this browser has seen done with a mark and with what they came to."""
    st.html(_STYLE)  # first, as the cards come one by one
    with st.container(key="lessons"):
        for chapter, lessons in itertools.groupby(LESSONS.values(), lambda lesson: lesson.chapter):
            among = list(lessons)
            minutes = sum(lesson.minutes for lesson in among)
            st.header(chapter if chapter == MORE else f"{chapter} · {minutes} minutes", anchor=False)
            for first in range(0, len(among), 3):
                for place, lesson in zip(st.columns(3), among[first : first + 3], strict=False):
                    with place.container(border=True, height="stretch", key=f"lesson-{lesson.slug}"):
                        _link(lesson, f"**{lesson.place}. {lesson.title}**")
                        st.markdown(lesson.question)
                        st.html(_picture(lesson.slug))
    titles = {lesson.key: [lesson.slug, f"{lesson.place}. {lesson.finding}"] for lesson in LESSONS.values()}
    _marks(key="finished", data=titles)


def _link(lesson: Lesson, label: str) -> None:
    st.page_link(lesson.page, label=label, query_params=lesson.link)


@functools.cache
def _picture(slug: str) -> str:
    lesson = LESSONS[slug]
    return image(thumbnail(answer(PAGES[lesson.page], lesson.link)))


_way = st.components.v2.component("begun", js=WAY)
_marks = st.components.v2.component(
    "finished",
    html="<style></style>",
    js=script("finished.js"),
    isolate_styles=False,
)
