"""The frame of every page: its configuration, the style, and the heading above the stage."""

from __future__ import annotations

import functools
from concurrent.futures import BrokenExecutor
from pathlib import Path

import streamlit as st

from playground.address.address import lesson_elsewhere, read
from playground.app import bring, component, session
from playground.page.answer import content, opened
from playground.page.page import Page
from playground.page.preview import preview
from playground.pages import PAGES
from playground.server import experiment_cache, heading, internals, memory, templates
from playground.stage import assets
from playground.stage.payload import Content, Refusal

_STYLES = Path(__file__).with_name("frame.css"), Path(assets.__file__).with_name("heading.css")

_frame = st.components.v2.component("menu", js=assets.script("menu.js").decode())


@functools.cache
def _settle() -> None:
    # The first run has imported more than the server.
    memory.pass_over_imported()


@functools.cache
def _linked(file: str) -> st.Page:
    # Given a path, Streamlit would search the folders for each link of the menu in each run.
    return st.Page(file, title=PAGES[file].title, default=file == "app.py")


def show(file: str) -> None:
    """Show a whole page with a stage, the part that draws its board.

    `file` is the page's file, such as "pages/race.py". The page need not call `begin`, as this does so.
    """
    page = begin(file)
    bring.opened_dialog()
    st.fragment(_present)(page)  # a question reruns this alone, without the menu


def _present(page: Page) -> None:
    """Show the page's stage, and send it the scene if the browser cannot fetch it."""
    current = session.game()
    if current.behind and internals.in_fragment():  # a report has cut short the run that was to show the whole page
        st.rerun()
    message = session.message()
    if current.asks:
        message["content"] = _content(page)
    component.stage(message, on_address=session.on_address, on_share=session.on_share, on_explain=session.on_explain)
    current.behind = False


def _content(page: Page) -> Content | Refusal:
    current = session.game()
    try:
        return content(opened(experiment_cache.by_rounds(page), current.address, current.changed))
    except (ValueError, BrokenExecutor) as fault:
        return {"complaints": [str(fault)]}


def begin(file: str) -> Page:
    """Configure the page that Streamlit runs from `file`, show its heading, and return the page.

    A page without a stage must call this first; for a page with one, `show` does so. If the link names a lesson of
    another page, it does not return: Streamlit goes to that page.
    """
    _settle()
    page = PAGES[file]
    link = st.query_params.to_dict()
    st.set_page_config(page_title=preview(page, read(link)).title, page_icon=assets.ICON, layout="wide")
    for style in _STYLES:
        st.html(style)
    if other := lesson_elsewhere(link, page.file):
        st.switch_page(other.page, query_params={"lesson": other.slug})
    session.arrive(page.file)
    state = read(session.game().address)
    values = heading.values(page, state, embedded=bool(st.context.is_embedded))
    st.html(templates.document("server/heading.html", **values))
    with st.container(key="links"):  # out of sight: a press on a link of the heading goes on to the one in its place
        for to in heading.heading(page, state).links:
            st.page_link(_linked(to.file), label=to.label, query_params=to.query)
    _frame(key="landmarks")
    return page
