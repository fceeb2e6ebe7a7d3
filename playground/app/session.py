"""The state of a visitor's session: the settings of the controls, and the browser's last report.

The browser owns the board. It reports the settings that the visitor makes on the stage, and the board for dialogs and
new sessions.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from playground.address.address import (
    KNOWN,
    LONGEST_QUERY,
    LONGEST_SETTING,
    Address,
    Board,
    known_lesson,
    mended,
    names,
    parameters,
    read,
)
from playground.address.address import written as written_state
from playground.address.codes import DRAWINGS_CHOICE, HAND, PUZZLES_CHOICE, ROWS, TABLE_CHOICE, Row
from playground.address.exercise import Exercise, unfolded
from playground.address.settings import Settings, Value
from playground.app import component
from playground.export.sharing import shareable, shared
from playground.page import controls
from playground.page.page import Page
from playground.pages import PAGES
from playground.server import internals
from playground.stage.payload import Brought, Cells, Code, Link, Message, Point

STAGE = component.KEY
"""Streamlit's key of the stage on every page."""

KEEPER = "address"
"""Streamlit's key of the component that keeps the address of a page without a stage."""

_BY_HAND = ("data", DRAWINGS_CHOICE[0], PUZZLES_CHOICE[0], controls.START.key)
"""The controls that the stage may set."""
_MOST = 2**53  # the largest number to which a browser can count


@dataclass
class SessionState:
    """A visitor's settings, and the browser's last report."""

    settings: dict[str, str] = field(default_factory=dict)  # in the words of links, without those left at the default
    rows: list[Row] = field(default_factory=list)  # of a table with any number of columns
    board: Board = field(default_factory=Board)  # as the browser last reported it
    exercise: Exercise = field(default_factory=Exercise)
    lesson: str = ""  # the lesson in the address of the last run
    heard: int = 0  # the number of the browser's last report
    news: int = 0  # the number of the last link or board that the session sent to the browser
    link: Link = field(default_factory=lambda: Link(number=0, address={}))  # the last link that the session opened
    brought: Brought | None = None  # the last board that came from a table
    asked: dict[str, str] | None = None  # the address whose scene the browser waits for, until a control changes
    asks: bool = False  # whether the browser asks for scenes through the session
    shared: str = ""  # the link whose code the browser waits for
    behind: bool = False  # whether something has changed that the whole page does not show yet
    seats: Counter[str] = field(default_factory=Counter)  # by control, how often its widget got a new key
    more: bool = False  # whether *More* is open
    tabled: list[Point] | None = None  # the points in the open dialog, as they were when it opened
    bringing: bool = False  # whether the dialog that brings a table of any number of columns is open
    name: str = field(default_factory=lambda: secrets.token_urlsafe(9))  # different in every session

    @property
    def state(self) -> Address:
        """The session as an `Address`: its settings, its board and its exercise."""
        return Address(self.settings, replace(self.board, rows=self.rows), None, self.exercise)


def game() -> SessionState:
    """Return the state of this session."""
    current: SessionState = st.session_state["game"]
    return current


# ---- reading -------------------------------------------------------------------------------------------------------


def arrive(page: str) -> None:
    """Open the address if it is new to the session; `frame.begin` calls this in each run.

    A link to another lesson or exercise may open the same page; Streamlit would then keep the old address.
    """
    new = "game" not in st.session_state
    if new:
        st.session_state["game"] = SessionState()
    moved = st.session_state.get("page") != page
    link = mended(st.query_params.to_dict())
    lesson = link.get("lesson", "")
    followed = any(way and link == way[1] for way in (game().exercise.before, game().exercise.following))
    other = not new and not moved and (lesson not in ("", game().lesson) or followed)
    if new or (moved and any(link.values())) or (internals.by_history() and not moved) or other:
        _open(link)
        if other:
            st.query_params.from_dict(link)
    elif moved:
        # The menu's links have no parameters: all settings stay, but the lesson and the exercise belong to their page.
        _close()
        game().settings.pop("lesson", None)
        game().exercise = Exercise()
        game().asked = None
    st.session_state["page"], game().lesson = page, lesson
    game().settings, _ = known_lesson(game().settings, page)


def page() -> Page:
    """Return the visitor's page."""
    return PAGES[st.session_state["page"]]


def _open(link: dict[str, str]) -> None:
    """Read a link, and send it to the browser, which replaces its board."""
    current = game()
    current.news += 1
    current.asked = dict(unfolded(link))
    current.link = {"number": current.news, "address": current.asked}
    _take(read(link))


def _take(state: Address) -> None:
    """Replace the session's settings, exercise and board by those of an address."""
    current = game()
    _close()
    current.settings, current.exercise = dict(state.settings), state.exercise
    current.board, current.rows = state.board, [*state.board.rows]


def read_again(link: dict[str, str]) -> None:
    """Open a link to the same page: a button's `on_click`."""
    _open(link)
    game().behind = True


def _close() -> None:
    game().more, game().tabled, game().bringing = False, None, False


def settings() -> Settings:
    """Return the settings of the page's controls; forget texts that could not be used."""
    chosen = page().settings(game().settings)
    for key in chosen.complaints:
        _set(key, chosen.values[key])
    return chosen


def _set(key: str, value: Value) -> None:
    """Set a control; drop its setting if it equals the default, unless the lesson sets it."""
    current = game()
    current.settings = page().with_setting(current.settings, key, value)


def set_by_hand(settings: Mapping[str, str]) -> None:
    """Take settings made on the stage, also of controls that the page lacks; an empty text drops a setting."""
    current = game()
    texts = {**current.settings, **settings}
    current.settings = {key: text.encode(errors="replace").decode() for key, text in texts.items() if text}
    current.behind, current.asked = True, None


def misses_a_run() -> bool:
    """Whether only the stage's fragment runs, though the whole page has missed a change.

    If a report arrives just when a run of the whole page begins, it replaces that run: only the callbacks have run.
    """
    return game().behind and internals.in_fragment()


def seat(key: str, value: Value) -> str:
    """Return the widget's key of a control; the key is new if the value is not the browser's.

    With each report the browser repeats the values of its widgets, also of a control that the stage has set since. A
    value under an old key is outdated.
    """
    if st.session_state.setdefault(_seat(key), value) != value:
        game().seats[key] += 1
        st.session_state[_seat(key)] = value
    return _seat(key)


def _seat(key: str) -> str:
    times = game().seats[key]
    return f"{key}-{times}" if times else key


def changed(key: str, at: str) -> None:
    """Take the value of a control that the visitor has changed from the widget with the key `at`: each `on_change`."""
    current = game()
    current.behind, current.asked = True, None
    # A control's last change may arrive after the visitor has left its page; the settings hold it already.
    if at == _seat(key) and key in page().controls and at in st.session_state:
        _set(key, st.session_state[at])
        _follow(key)


def _follow(key: str) -> None:
    """Apply the settings that the changed control brings along."""
    game().settings = page().with_dependents(game().settings, key)


# ---- writing -------------------------------------------------------------------------------------------------------


def message(answers: bool = False) -> Message:
    """Return the page's message to the stage, without a scene; `answers` says that the page sends scenes unasked."""
    current = game()
    return {
        "session": current.name,
        "page": page().route,
        "heard": current.heard,
        "link": current.link,
        "settings": written_state(Address(current.settings, Board(rows=current.rows), None, current.exercise)),
        "known": dict(KNOWN),
        "names": names(),
        "brought": current.brought,
        "answers": answers,
        "content": None,
        "code": None,
    }


def asked(answers: bool = False) -> Mapping[str, str]:
    """Return the address of the scene to send: the browser's, or the session's if the page `answers` unasked."""
    current = game()
    return written_state(current.state) if answers or current.asked is None else current.asked


# ---- reports from the browser --------------------------------------------------------------------------------------


def on_address(place: str) -> None:
    """Take the browser's report: the settings made on the stage, or all if the browser has them from another session.

    A malformed report is ignored; no page of this app sends one.
    """
    number, session, query, by_hand, asks = (
        _reported(place, "address", key) for key in ("number", "session", "query", "set", "asks")
    )
    known = type(number) is int and 0 <= number < _MOST and isinstance(query, str) and len(query) <= LONGEST_QUERY
    current = game()
    if not known or number <= current.heard:
        return
    link = mended(parameters(query))
    state = read(link)
    if session != current.name:
        _take(state)
        current.behind = True  # the next run forgets a lesson of another page
    elif isinstance(by_hand, dict) and by_hand and all(map(_may_set, by_hand.items())):
        set_by_hand(by_hand)
    current.heard, current.asks = number, asks is True
    current.board, current.asked = state.board, link


def _may_set(pair: tuple[Any, Any]) -> bool:
    key, text = pair
    return key in _BY_HAND and isinstance(text, str) and len(text) <= LONGEST_SETTING


def bring(board: Board, cells: Sequence[Cells] = ()) -> None:
    """Put points on the board as an edit, which the visitor can undo; `cells` are those of a table, for each point."""
    codes = written_state(Address({"data": HAND}, board, None, Exercise()))
    del codes["data"]
    _bring("points", board.points, codes, cells)
    game().board = replace(game().board, points=board.points, axes=board.axes, words=board.words, file=board.file)
    set_by_hand({"data": HAND})
    show_table(opened=False)


def bring_table(board: Board, cells: Sequence[Cells]) -> None:
    """Put a table's points on the board, with the settings that points by hand bring along."""
    bring(board, cells)
    _follow("data")


def show_table(opened: bool = True) -> None:
    """Open or close the dialog with the board's points as a table; it stays open if another run interrupts this one."""
    current = game()
    current.tabled = controls.source(settings(), current.board).points() if opened else None
    current.behind = True


def bring_rows(rows: list[Row]) -> None:
    """Learn from the rows of a table with any number of columns, and close the dialog."""
    game().rows = rows
    _bring(ROWS, [], {})
    set_by_hand(dict([TABLE_CHOICE]))
    show_bringing(False)


def _bring(key: str, points: Sequence[Point], codes: dict[str, str], cells: Sequence[Cells] = ()) -> None:
    current = game()
    current.news += 1
    current.brought = {"number": current.news, "key": key, "points": points, "codes": codes, "cells": cells}


def show_bringing(bringing: bool) -> None:
    """Open or close the dialog that brings a table of any number of columns."""
    game().bringing, game().behind = bringing, True


def on_share() -> None:
    """Take the link that the visitor wants to share from the browser's report."""
    link = _reported(STAGE, "share", "link")
    if isinstance(link, str) and shareable(link):
        game().shared = link


def code(page: Page) -> Code | None:
    """Return the QR code and the files of the link that the visitor has just asked to share, once; otherwise None."""
    link, game().shared = game().shared, ""
    return shared(page, link) if link else None


def _reported(place: str, name: str, key: str) -> Any:
    """Return the entry `key` of the report `name` of the component `place`; None if it is absent or malformed."""
    report = st.session_state.get(place, {}).get(name)
    return report.get(key) if isinstance(report, dict) else None
