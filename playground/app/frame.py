"""The frame of every page: its configuration, the menu, and the room that Streamlit leaves by itself."""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import streamlit as st

from playground.address.address import lesson
from playground.address.exercise import Way
from playground.app import lessons, session, sidebar
from playground.app.component import keep, stage
from playground.page.answer import content, opened
from playground.page.page import Page
from playground.pages import FIRST, GROUPS, PAGES
from playground.server import first
from playground.stage.payload import Content, Refusal
from playground.text import BACK, NEXT

_FOLDER = Path(__file__).parent
_ICON = (_FOLDER.parent / "stage" / "icon.svg").read_text(encoding="utf-8")  # of a path the file is read in each run

# No rule for a screen asks what the whole page, or whatever there is in it, `:has`: the browser would go through all of
# it at each change of the stage, which took longer than all else that it did for an edit.
_STYLE = """
<style>
body { direction: ltr; }
:is(h1, h2, p, li) { unicode-bidi: plaintext; }
[data-testid="stMainBlockContainer"] { padding: 0.5rem 1.5rem; max-width: 110rem; }
[data-testid="stMain"] [data-testid="stVerticalBlock"] { gap: 0.5rem; }
.st-key-menu { gap: 0 0.25rem; width: auto; align-items: center; }
.st-key-menu a, .st-key-menu summary { border-radius: 0.5rem; padding: 0.25rem 0.5rem; white-space: nowrap; }
.st-key-menu summary { list-style: none; cursor: pointer; font-size: 0.875rem; line-height: 1.5; }
.st-key-menu summary::-webkit-details-marker { display: none; }
.st-key-menu summary::after { content: " ▾"; opacity: 0.6; }
.st-key-menu summary:hover, .st-key-menu [open] summary {
  background: color-mix(in srgb, currentColor 7%, transparent); }
.st-key-menu summary b { font-weight: 600; }
.st-key-menu summary i { font-style: normal; }
.st-key-menu :is(a, summary):focus-visible { outline: 2px solid; outline-offset: -2px; box-shadow: none; }
.st-key-menu > [data-testid="stLayoutWrapper"], .st-key-menu .stVerticalBlock { position: relative; flex: none;
  width: auto; }
[data-testid="stMain"] .st-key-menu .stVerticalBlock { gap: 0; }
.st-key-menu > [data-testid="stLayoutWrapper"]:not(:has([open])) .stVerticalBlock .stVerticalBlock { display: none; }
.st-key-menu .stVerticalBlock .stVerticalBlock { position: absolute; z-index: 999; top: 100%; left: 0; width: auto;
  gap: 0; padding: 0.25rem; background: Canvas; border-radius: 0.5rem; box-shadow: 0 0.25rem 1rem rgba(0, 0, 0, 0.15);
  border: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
@media (pointer: coarse) { .st-key-menu a, .st-key-menu summary { min-height: 2.5rem; display: flex;
  align-items: center; } }
@media (pointer: coarse) { .stDialog [role="radiogroup"] button { min-height: 2.5rem; } }
@media (max-width: 480px) { .st-key-menu { gap: 0; position: relative; } .st-key-menu summary i { display: none; }
  .st-key-menu > [data-testid="stLayoutWrapper"], .st-key-menu .stVerticalBlock { position: static; } }
.st-key-headline, .st-key-headline :is(div, p, a) { display: inline; }
.st-key-headline a, .st-key-headline a:hover { background: none; padding: 0 0 0 0.35rem; text-decoration: underline; }
.st-key-headline a * { font-weight: 400; font-size: 1rem; }
.st-key-landmarks { display: none; }
.preview { width: 8rem; margin: 0; }
.preview img { display: block; width: 100%; }
.stDialog [role="radiogroup"] code { font: inherit; color: inherit; background: none; padding: 0; }
.st-key-exercise { gap: 1rem; }
.st-key-exercise a, .st-key-exercise a:hover { background: none; padding: 0; text-decoration: underline; }
.st-key-exercise a * { font-weight: 400; }
.stElementContainer:has(> .stHtml > h1) { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); }
.stage-unanswered .stDialog { align-items: end; } /* Streamlit's own, of the connection: beneath the stage's note */
[data-testid="stHeader"] { background: transparent; height: 2.75rem; min-height: 2.75rem; }
[data-testid="stHeader"], [data-testid="stToolbar"] { pointer-events: none; }
[data-testid="stHeader"] button, [data-testid="stHeader"] [data-testid="stMainMenu"] { pointer-events: auto; }
[data-testid="stExpandSidebarButton"] { min-width: 2rem; min-height: 2rem; }
[data-testid="stSidebar"][data-collapsed="true"] ~ * .st-key-menu {
  margin-left: clamp(0px, 55rem + 2.25rem - 50vw, 2.25rem); }
@media (max-width: 800px) { [data-testid="stMainBlockContainer"] { padding: 0.5rem 1rem 0.5rem; } }
[data-testid="stSidebarHeader"] { height: 2rem; padding: 0.4rem 0 0; margin: 0 0 -1.75rem; position: relative;
  z-index: 1; pointer-events: none; }
[data-testid="stSidebarCollapseButton"] { visibility: visible; pointer-events: auto; }
[data-testid="stSidebarCollapseButton"] button { min-width: 2rem; min-height: 2rem; }
[data-testid="stSidebar"][data-collapsed="true"] [data-testid="stSidebarContent"] { display: none; }
[data-testid="stSidebarUserContent"] { padding: 0 0 0.5rem; }
[data-testid="stSidebar"] [data-testid="stVerticalBlock"] { gap: 0.4rem; }
[data-testid="stSidebar"] [data-testid="stHorizontalBlock"] { gap: 0.75rem; }
[data-testid="stSidebar"] [data-testid="stHeading"] [data-testid="stMarkdownContainer"] { margin: 0; }
[data-testid="stSidebar"] summary { opacity: 1; }
@media (hover: hover) {
  [data-testid="stSidebar"] .stElementContainer:not(:hover, :focus-within)
    [data-testid="stTooltipHoverTarget"]:not(:has([data-testid="stTooltipErrorHoverTarget"])) { opacity: 0; } }
@media (pointer: coarse) { [data-testid="stSidebar"] summary { min-height: 2.75rem; } }
.stApp [data-testid="stIconMaterial"] { font: 0 sans-serif; }
.stApp [data-testid="stIconMaterial"]::before { font-size: 1.25rem; line-height: 1; }
[data-testid="stSidebarCollapseButton"] [data-testid="stIconMaterial"]::before { content: "«"; content: "«" / ""; }
[data-testid="stExpandSidebarButton"] [data-testid="stIconMaterial"]::before { content: "»"; content: "»" / ""; }
summary [data-testid="stIconMaterial"]::before { content: "›"; content: "›" / ""; }
[open] > summary [data-testid="stIconMaterial"]::before { display: inline-block; transform: rotate(90deg); }
[data-testid="stSidebar"] h3 { padding: 0.4rem 0 0.1rem; font-size: 1rem; }
@media (forced-colors: active) { /* which leave a switch and a slider no colour of their own */
  .stCheckbox label > div:first-of-type { border: 1px solid; }
  .stCheckbox label > div:first-of-type > div { background: CanvasText; }
  .stCheckbox label:has(:checked) > div:first-of-type { background: Highlight; }
  .stCheckbox label:has(:checked) > div:first-of-type > div { background: Canvas; }
  .stSlider [data-orientation] [data-orientation] > div:first-child { outline: 1px solid; }
  .stSlider div:has(> div > [type="range"]) { background: Highlight; }
}
@page { margin: 12mm; }
@media print {
  [data-testid="stHeader"], [data-testid="stSidebar"], .st-key-menu,
  .stApp:has(.stage-room) :not(:has(.stage-room), .stage-room, .stage-room *) { display: none !important; }
  html, body, .stApp, .stApp :has(.stage-room), [data-testid="stAppViewContainer"], [data-testid="stMain"] {
    position: static !important; overflow: visible !important; height: auto !important; background: none !important; }
  .stApp :has(.stage-room), [data-testid="stMainBlockContainer"] { display: block !important; padding: 0 !important; }
  .stApp :not(.stage-room, .stage-room *) { color: #000 !important; }
  .stPageLink * { overflow: visible !important; white-space: normal !important; }
  [data-testid="stHorizontalBlock"], [class*="st-key-lesson-"] { break-inside: avoid; }
}
</style>
"""

_NO_MENU = "<style>.st-key-menu { display: none; }</style>"
_NO_CONTROLS = """
<style>[data-testid="stSidebar"], [data-testid="stExpandSidebarButton"], .st-key-tabs { display: none; }</style>
"""


_MENU = "\n".join(
    path.read_text(encoding="utf-8") for path in (_FOLDER / "menu.js", _FOLDER.parent / "lessons" / "late.js")
)

_mark = st.components.v2.component("menu", js=_MENU)


@functools.cache
def _settle() -> None:
    # Streamlit collects garbage after every run; what was imported will live for ever and need not be looked at again.
    gc.collect()
    gc.freeze()


@functools.cache
def _linked(file: str) -> st.Page:
    # Of a path each run would look through the folders, for each link of the menu.
    return st.Page(file, title=PAGES[file].title, default=file == "app.py")


def show(page: Page, beside: Callable[[], None] = lambda: None) -> None:
    """Show a page with a stage; `beside` is drawn beside its words."""
    begin(page, beside)
    sidebar.draw(page)
    st.fragment(_answered)(page)  # an edit asks for another run, not for another menu and other controls


def _answered(page: Page) -> None:
    if session.misses_a_run():
        st.rerun()
    if page.answer:
        present(page)


def begin(page: Page, beside: Callable[[], None] = lambda: None) -> None:
    """Configure the page, draw the menu, and say in a line what to look for; every page's first line.

    An open lesson has words of its own, which take the place of the page's.
    """
    _settle()
    st.set_page_config(page_title=f"{page.title} · perceptron playground", page_icon=_ICON, layout="wide")
    st.html(_STYLE)
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
    _mark(key="landmarks", data={"here": [*PAGES].index(page.file), "room": first.ROOM, "over": first.OVER})
    exercise = session.game().exercise
    if st.context.is_embedded:  # within somebody else's page the stage is alone
        st.html(_NO_MENU + _NO_CONTROLS)
    elif "controls" in exercise.hide:
        st.html(_NO_CONTROLS)
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
    """Say the page's own words, where it has any."""
    if _speaks():
        st.markdown(words)


def _speaks() -> bool:
    """Whether the page has words of its own: not within somebody else's, nor where the link asks something."""
    return not st.context.is_embedded and not session.game().exercise.ask


def present(page: Page, answers: bool = False, on_pick: Callable[[], None] = lambda: None) -> None:
    """Show a page's stage, which asks for its scene, or is answered at once; `on_pick` as for the stage."""
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
    """Keep the visitor's game in the address of a page that shows none of it, or not yet; such a page's last line."""
    keep(session.message(answers), session.KEEPER, partial(session.on_address, session.KEEPER))
