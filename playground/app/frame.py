"""The frame of every page: its configuration, the style, the menu and the words above the stage."""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import streamlit as st

from playground.address.address import lesson, lesson_elsewhere
from playground.address.exercise import Way
from playground.app import lessons, session, sidebar, styles
from playground.app.component import keep, stage
from playground.page.answer import content, opened
from playground.page.page import Page
from playground.pages import FIRST, GROUPS, PAGES
from playground.stage import assets
from playground.stage.payload import Content, Refusal
from playground.text import BACK, NEXT

_ICON = (Path(assets.__file__).parent / "icon.svg").read_text(
    encoding="utf-8"
)  # Streamlit would read a path in each run


_mark = st.components.v2.component("menu", js=assets.script("menu.js").decode())


@functools.cache
def _settle() -> None:
    # Streamlit collects garbage after every run; freezing spares the imported objects, which never become garbage.
    gc.collect()
    gc.freeze()


@functools.cache
def _linked(file: str) -> st.Page:
    # Given a path, Streamlit would search the folders for each link of the menu in each run.
    return st.Page(file, title=PAGES[file].title, default=file == "app.py")


def show(page: Page, beside: Callable[[], None] = lambda: None) -> None:
    """Show a page with a stage; `beside` draws more beside the page's words."""
    begin(page, beside)
    sidebar.draw(page)
    st.fragment(_answered)(page)  # an edit reruns this alone, without the menu and the controls


def _answered(page: Page) -> None:
    if session.misses_a_run():
        st.rerun()
    if page.answer:
        present(page)


def begin(page: Page, beside: Callable[[], None] = lambda: None) -> None:
    """Configure the page, draw the menu, and write the page's words or the open lesson's: the first call of a page."""
    _settle()
    st.set_page_config(page_title=f"{page.title} · perceptron playground", page_icon=_ICON, layout="wide")
    styles.add("frame")
    if other := lesson_elsewhere(st.query_params.to_dict(), page.file):
        st.switch_page(other.page, query_params={"lesson": other.slug})
    session.arrive(page.file)
    st.html(f"<h1>{page.title}</h1>")
    with st.container(horizontal=True, key="menu"):
        for each in FIRST:
            st.page_link(_linked(each.file))
        for place, (group, pages) in enumerate(GROUPS.items()):
            with st.container(key=f"group-{place}"):
                within = f"<i>{group}: </i><b>{page.title}</b>" if page in pages else group
                st.html(f"<details><summary>{within}</summary></details>")
                with st.container(key=f"links-{place}"):
                    for each in pages:
                        st.page_link(_linked(each.file))
    _mark(key="landmarks", data={"here": [*PAGES].index(page.file)})
    exercise = session.game().exercise
    if st.context.is_embedded:  # another page's frame shows the stage alone
        styles.add("no-menu")
    if st.context.is_embedded or "controls" in exercise.hide:
        styles.add("no-controls")
    with st.container():
        if exercise.before or exercise.following:
            with st.container(horizontal=True, key="exercise"):
                _lead("back", BACK, exercise.before)
                _lead("next", NEXT, exercise.following)
        if not exercise.ask and (opened := lesson(session.game().settings, page.file)):
            lessons.row(opened)
        elif _speaks():
            with st.container(key="headline"):
                st.markdown(page.words)
                beside()


def _lead(key: str, label: str, way: Way | None) -> None:
    if way:
        with st.container(key=key, width="content"):
            file, query = way
            st.page_link(file, label=label, query_params=query)


def say(words: str) -> None:
    """Write words above the stage, unless the page is embedded or its link asks a question."""
    if _speaks():
        st.markdown(words)


def _speaks() -> bool:
    """Whether the page shows its own words: it is not embedded, and its link asks no question."""
    return not st.context.is_embedded and not session.game().exercise.ask


def present(page: Page, answers: bool = False, on_pick: Callable[[], None] = lambda: None) -> None:
    """Show a page's stage; send its scene at once if `answers`, or if the browser asks through the session.

    `on_pick` is called when the visitor picks a dot.
    """
    current = session.game()
    message = session.message(answers)
    if answers or current.asks:
        message["content"] = _content(page, session.asked(answers))
    message["code"] = session.code(page)
    on_address = partial(session.on_address, session.STAGE)
    stage(message, key=session.STAGE, on_address=on_address, on_share=session.on_share, on_pick=on_pick)
    current.behind = False


def _content(page: Page, link: Mapping[str, str]) -> Content | Refusal:
    try:
        return content(opened(page, link))
    except ValueError as fault:
        return {"complaints": [str(fault)]}


def keep_address(answers: bool = False) -> None:
    """Keep the visitor's settings and board in the address of a page without a stage: the last call of such a page."""
    keep(session.message(answers), session.KEEPER, partial(session.on_address, session.KEEPER))
