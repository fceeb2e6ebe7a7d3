"""The frame of every page: its configuration, the style, the menu and the words above the stage."""

from __future__ import annotations

import functools
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path

import streamlit as st

from playground.address.address import lesson, lesson_elsewhere, read
from playground.address.exercise import Way
from playground.app import bring, lessons, session, styles
from playground.app.component import keep, stage
from playground.page.answer import content, opened
from playground.page.page import Page
from playground.page.preview import preview
from playground.pages import PAGES
from playground.server import experiment_cache, memory, templates
from playground.server.light import way_to_end
from playground.stage import assets
from playground.stage.payload import Content, Refusal
from playground.stage.templates import marked
from playground.text import BACK, NEXT

_ICON = (Path(assets.__file__).parent / "icon.svg").read_text(
    encoding="utf-8"
)  # Streamlit would read a path in each run


_frame = st.components.v2.component("menu", js=assets.script("menu.js").decode())


@functools.cache
def _settle() -> None:
    # Streamlit collects garbage after every run, and the first run has imported more.
    memory.pass_over_imported()


@functools.cache
def _linked(file: str) -> st.Page:
    # Given a path, Streamlit would search the folders for each link of the menu in each run.
    return st.Page(file, title=PAGES[file].title, default=file == "app.py")


@functools.cache
def _menu(file: str) -> str:
    return templates.document("server/menu.html", page=PAGES[file])


def show(page: Page, beside: Callable[[], None] = lambda: None) -> None:
    """Show a page with a stage; `beside` draws more beside the page's words."""
    begin(page, beside)
    bring.opened_dialog()
    st.fragment(_present)(page)  # a question reruns this alone, without the menu


def _present(page: Page) -> None:
    """Show the page's stage, and send it the scene if the browser cannot fetch it."""
    if session.misses_a_run():
        st.rerun()
    current = session.game()
    message = session.message()
    if current.asks:
        message["content"] = _content(page)
    message["code"] = session.code(experiment_cache.whole(page))
    message["explained"] = session.explained_by(page)
    stage(
        message,
        key=session.STAGE,
        on_address=partial(session.on_address, session.STAGE),
        on_share=session.on_share,
        on_explain=session.on_explain,
    )
    current.behind = False


def _content(page: Page) -> Content | Refusal:
    current = session.game()
    try:
        return content(opened(experiment_cache.by_rounds(page), current.address, current.changed))
    except (ValueError, BrokenExecutor) as fault:
        return {"complaints": [str(fault)]}


def begin(page: Page, beside: Callable[[], None] = lambda: None) -> None:
    """Configure the page, draw the menu, and write the page's words or the open lesson's: the first call of a page."""
    _settle()
    link = st.query_params.to_dict()
    st.set_page_config(page_title=preview(page, read(link)).title, page_icon=_ICON, layout="wide")
    styles.add("frame")
    if other := lesson_elsewhere(link, page.file):
        st.switch_page(other.page, query_params={"lesson": other.slug})
    session.arrive(page.file)
    st.html(f"<h1>{page.title}</h1>")
    if not st.context.is_embedded:  # another page's frame shows the stage alone
        st.html(_menu(page.file))
        with st.container(key="pages"):  # out of sight: a press on the menu goes on to one of these
            for file in PAGES:
                st.page_link(_linked(file))
    _frame(key="landmarks")
    state = read(session.game().address)
    exercise = state.exercise
    taught = None if exercise.ask else lesson(state.settings, page.file)
    with st.container():
        if exercise.before or exercise.following:
            with st.container(horizontal=True, key="exercise"):
                _lead("back", BACK, exercise.before)
                _lead("next", NEXT, exercise.following)
        _lead("end", BACK, way_to_end(exercise, taught))  # out of sight, for a clicker
        if taught:
            lessons.row(taught, exercise)
        elif not st.context.is_embedded and not exercise.guides:
            with st.container(key="headline"):
                st.markdown(marked(page.words), unsafe_allow_html=True)
                beside()


def _lead(key: str, label: str, way: Way | None) -> None:
    if way:
        with st.container(key=key, width="content"):
            file, query = way
            st.page_link(file, label=label, query_params=query)


def keep_address() -> None:
    """Keep the visitor's address on a page without a stage; it must be called last on such a page."""
    keep(session.message(), session.KEEPER)
