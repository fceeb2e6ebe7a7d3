"""The state of a visitor's session: the last address that it knows, and news for the browser.

The browser owns the address: settings, board, step and exercise. It tells the session the whole address when it needs
something of the session: a scene that it cannot fetch, or a dialog.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import streamlit as st

from playground.address.address import (
    KNOWN,
    LONGEST_QUERY,
    Address,
    Board,
    mended,
    names,
    parameters,
    read,
    with_lesson,
)
from playground.address.address import written as written_address
from playground.address.codes import HAND, ROWS, TABLE_CHOICE, Row
from playground.address.exercise import Exercise, unfolded
from playground.address.settings import Button
from playground.app import component
from playground.export.sharing import shareable, shared
from playground.page import controls, mine
from playground.page.answer import explained
from playground.page.page import Page
from playground.pages import PAGES
from playground.server import experiment_cache, internals
from playground.server.heading import way_to_end
from playground.stage.payload import (
    Answered,
    Brought,
    Cells,
    Code,
    Explained,
    Judged,
    Link,
    Message,
    Point,
    Refusal,
)
from playground.stage.shared import EXERCISE

_OF_PAGE = ("lesson", *EXERCISE)
"""The names in an address that belong to one page, around whose stage Streamlit shows them: lesson and exercise."""

_LONGEST_CHANGED = 400
_MOST = 2**53  # the largest number to which a browser can count


@dataclass
class SessionState:
    """What the app keeps of a visitor between two runs of a page: the address last known, and news for the browser."""

    address: Mapping[str, str] = field(default_factory=dict)  # of the link that it opened, or the browser's last report
    changed: str = ""  # the keys of the controls that the visitor has just changed in this address
    lesson: str = ""  # the lesson in the address of the last run
    heard: int = 0  # the number of the browser's last report
    news: int = 0  # the number of the last link or board that the session sent to the browser
    link: Link = field(default_factory=lambda: Link(number=0, address={}))  # the last link that the session opened
    brought: Brought | None = None  # the last board that came from a table
    asks: bool = False  # whether the browser asks for scenes through the session
    code: Code | None = None  # the code of a link, for the browser that waits for it
    explained: Answered | None = None  # what a program's printout shows, for the browser that waits to hear it
    behind: bool = False  # whether something has changed that the whole page does not show yet
    dialog: Literal["", "points", "rows"] = ""  # the open dialog
    tabled: Sequence[Point] = ()  # the points in the dialog, as they were when it opened
    name: str = field(default_factory=lambda: secrets.token_urlsafe(9))  # different in every session

    @property
    def exercise(self) -> Exercise:
        """The exercise in the last known address, or the item that is open of its list; an empty `Exercise` without."""
        return read(self.address).exercise


def game() -> SessionState:
    """Return what the app keeps of this visitor, after `arrive` has made it in the session's first run."""
    current: SessionState = st.session_state["game"]
    return current


# ---- reading -------------------------------------------------------------------------------------------------------


def arrive(page: str) -> None:
    """Take the address in the browser's bar for the session if the visitor has opened it; else keep the session's own.

    `page` is the file of the page that runs. `frame.begin` calls this in each run, and the first call makes the
    session's state. A visitor opens an address by a link to a page, to a lesson or to an exercise, or by the browser's
    Back and Forward. The menu's links have no parameters: after such a link the session keeps its address, without the
    lesson and the exercise.
    """
    new = "game" not in st.session_state
    if new:
        st.session_state["game"] = SessionState()
    current = game()
    moved = st.session_state.get("page") != page
    link = mended(st.query_params.to_dict())
    lesson, exercise = with_lesson(link).get("lesson", ""), current.exercise
    ways = (exercise.before, exercise.following, way_to_end(exercise, None))
    followed = any(way and link == way[1] for way in ways)
    other = not new and not moved and (lesson not in ("", current.lesson) or followed)
    opens = new or (moved and any(link.values())) or (internals.by_history() and not moved) or other
    if opens:
        current.news += 1
        current.address = dict(unfolded(link))
        current.link = {"number": current.news, "address": dict(current.address)}
    elif moved:
        # The menu's links have no parameters: the browser keeps its address, but for the lesson and the exercise.
        current.address = {name: text for name, text in current.address.items() if name not in _OF_PAGE}
    if opens or moved:
        current.dialog, current.changed = "", ""
    if other:
        st.query_params.from_dict(link)
    st.session_state["page"], current.lesson = page, lesson


def page() -> Page:
    """Return the page that the visitor is on, after `arrive` has noted it."""
    return PAGES[st.session_state["page"]]


# ---- writing -------------------------------------------------------------------------------------------------------


def message() -> Message:
    """Return the session's message to the stage, without a scene; each code and explanation is in one message."""
    current = game()
    said: Message = {
        "session": current.name,
        "page": page().route,
        "heard": current.heard,
        "link": current.link,
        "known": dict(KNOWN),
        "names": names(),
        "brought": current.brought,
        "content": None,
        "code": current.code,
        "explained": current.explained,
    }
    current.code = current.explained = None
    return said


# ---- reports from the browser --------------------------------------------------------------------------------------


def on_address() -> None:
    """Store what a browser has just reported, as `component.stage` describes it.

    Ignore a report that is malformed or not newer than the last.
    """
    number, query, session, changed, asks, opens = _reported(
        "address", "number", "query", "session", "changed", "asks", "opens"
    )
    current = game()
    if not _are_valid(number, query) or number <= current.heard:
        return
    before = _of_page(current.address)
    current.address = mended(parameters(query))
    current.changed = changed if isinstance(changed, str) and len(changed) <= _LONGEST_CHANGED else ""
    current.heard, current.asks = number, asks is True
    if any(isinstance(item, Button) and item.opens == opens for item in (*page().few, *page().more)):
        show_dialog(opens)
    # After a restart the session has opened an older address than the browser's.
    if session != current.name and _of_page(current.address) != before:
        current.behind = True


def _of_page(address: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters of an address that belong to one page: its lesson and its exercise.

    `ofPage` in `stage/src/link/visit.ts` does the same.
    """
    return {name: text for name, text in address.items() if name in _OF_PAGE}


def show_dialog(name: Literal["", "points", "rows"]) -> None:
    """Note the dialog of this name as open, or close the open dialog if the name is "".

    The next run of the page shows it, also if that run interrupts the present one. For "points" the points now on the
    board are kept, which the dialog shows as a table.
    """
    current = game()
    current.dialog, current.behind = name, True
    if name == "points":
        shown = read(current.address)
        current.tabled = controls.source(page().settings(shown.settings), shown.board).points()


def bring(board: Board, cells: Sequence[Cells] = (), settings: Mapping[str, str] | None = None) -> None:
    """Tell the browser to put the board's points on the visitor's board, as an edit to undo; close the dialog.

    The data become "by hand". The `settings`, texts by their names in links, are set, too; an empty text restores the
    default. `cells` are the cells of the table from which each point comes.
    """
    codes = written_address(Address({"data": HAND}, board, None, Exercise()))
    del codes["data"]
    _bring("points", board.points, codes, {**(settings or {}), "data": HAND}, cells)


def bring_table(board: Board, cells: Sequence[Cells]) -> None:
    """Tell the browser to put a table's points on the visitor's board, as `bring` does.

    With them it gets the settings that the page changes when a visitor chooses the data "by hand". `cells` are the
    cells of the table from which each point comes.
    """
    before = read(game().address).settings
    after = page().with_dependents({**before, "data": HAND}, "data")
    # An empty text restores the default.
    bring(board, cells, {key: after.get(key, "") for key in {*before, *after} if before.get(key) != after.get(key)})


def bring_rows(rows: list[Row]) -> None:
    """Tell the browser to learn from a table's rows, each of any number of numbers and a class; close the dialog.

    The rows become the data of the visitor's board. A class is 0 for +1 and 1 for −1.
    """
    code = written_address(Address(dict([TABLE_CHOICE]), Board(rows=rows), None, Exercise()))[ROWS]
    _bring(ROWS, [], {}, {ROWS: code, **dict([TABLE_CHOICE])})


def _bring(
    key: str, points: Sequence[Point], codes: dict[str, str], settings: dict[str, str], cells: Sequence[Cells] = ()
) -> None:
    current = game()
    current.news += 1
    current.brought = {
        "number": current.news,
        "key": key,
        "points": points,
        "codes": codes,
        "settings": settings,
        "cells": cells,
    }
    show_dialog("")


def on_share() -> None:
    """Put into the next message the QR code of the link that the visitor wants to share, and the files of its board.

    The browser reports the link. Ignore a link for which the function `shareable` returns False.
    """
    (link,) = _reported("share", "link")
    if isinstance(link, str) and shareable(link):
        game().code = shared(experiment_cache.whole(page()), link)


def on_explain() -> None:
    """Answer a browser's report of the numbers that a visitor's program printed, in the next message.

    The report names a board of the visitor's page. The answer says which program, right or with faults, prints such
    numbers on it, if `perceptron.explain` finds one. If the report has numbers for several boards, the answer says
    whether the program is right on all. If the page answers no such reports, or the numbers or the board cannot be
    read, the answer holds complaints. A report without a number or a query is ignored.
    """
    number, query, report = _reported("explain", "number", "query", "printout")
    if not _are_valid(number, query):
        return
    said: Explained | Judged | Refusal
    try:
        said = explained(page(), mended(parameters(query)), mine.sorted_out(report), lambda: False)
    except ValueError as fault:
        said = {"complaints": [str(fault)]}
    game().explained = {"number": number, "said": said}


def _reported(name: str, *keys: str) -> list[Any]:
    """Return the entries under these keys of the stage's report of this name; None for each that is missing."""
    report = st.session_state.get(component.KEY, {}).get(name)
    return [report.get(key) if isinstance(report, dict) else None for key in keys]


def _are_valid(number: object, query: object) -> bool:
    known = type(number) is int and 0 <= number < _MOST
    return known and isinstance(query, str) and len(query) <= LONGEST_QUERY
