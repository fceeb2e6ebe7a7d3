"""What a server's session knows of a visitor: the controls, as a link or the sidebar has set them.

All that the hand makes belongs to the browser, which tells what the controls have to follow, and what its board is
when a dialog may want that or a session is new.
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
    parameters,
    read,
)
from playground.address.address import written as written_state
from playground.address.codes import DRAWINGS_CHOICE, HAND, ROWS, TABLE_CHOICE, Row
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
"""The key of the stage on every page, so that its reports are found."""

KEEPER = "address"
"""The key of what keeps the address where there is no stage."""

_BY_HAND = ("data", DRAWINGS_CHOICE[0], controls.START.key)
"""The controls that the hand sets by what it does on the stage."""
_MOST = 2**53  # beyond it a browser cannot count


@dataclass
class SessionState:
    """What a visitor has chosen, and what the browser has told of the rest."""

    settings: dict[str, str] = field(default_factory=dict)  # as a link writes them, but for those left as they are
    rows: list[Row] = field(default_factory=list)  # of a table with any number of columns
    board: Board = field(default_factory=Board)  # when the browser last told of it
    exercise: Exercise = field(default_factory=Exercise)
    lesson: str = ""  # the one in the address that the last run was asked with
    heard: int = 0  # the number of the browser's last report
    news: int = 0  # the number of the last link or board, which the session takes by itself
    link: Link = field(default_factory=lambda: Link(number=0, address={}))
    brought: Brought | None = None  # the last board that came from a table
    asked: dict[str, str] | None = None  # the address that it asks about by the page, until a control is changed
    asks: bool = False  # whether it asks so
    shared: str = ""  # the link whose code the browser waits for
    behind: bool = False  # something has changed that the whole page does not show yet
    seats: Counter[str] = field(default_factory=Counter)  # how often the hand has set what the sidebar draws, by key
    more: bool = False  # the controls behind *More* are to be seen
    tabled: list[Point] | None = None  # the points that the open dialog shows as a table, as they were when it opened
    bringing: bool = False  # the dialog that brings such a table is open
    name: str = field(default_factory=lambda: secrets.token_urlsafe(9))  # another one in every session

    @property
    def state(self) -> Address:
        """What an address would say of it."""
        return Address(self.settings, replace(self.board, rows=self.rows), None, self.exercise)


def game() -> SessionState:
    """Return this session's game."""
    current: SessionState = st.session_state["game"]
    return current


# ---- reading -------------------------------------------------------------------------------------------------------


def arrive(page: str) -> None:
    """Read the address where it says something that the session does not know; `frame.begin` calls it.

    A link to another lesson or exercise may lead to the page that is shown; Streamlit would then go on saying the old
    address.
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
        # The menu's links say nothing, and then everything comes along but the lesson and the exercise, whose words are
        # of their page.
        _close()
        game().settings.pop("lesson", None)
        game().exercise = Exercise()
        game().asked = None
    st.session_state["page"], game().lesson = page, lesson
    game().settings, _ = known_lesson(game().settings, page)


def page() -> Page:
    """Return the page that is shown."""
    return PAGES[st.session_state["page"]]


def _open(link: dict[str, str]) -> None:
    """Read a link, and let the browser show its board, whatever it has."""
    current = game()
    current.news += 1
    current.asked = dict(unfolded(link))
    current.link = {"number": current.news, "address": current.asked}
    _take(read(link))


def _take(state: Address) -> None:
    """Take all that an address says of the controls, and the board."""
    current = game()
    _close()
    current.settings, current.exercise = dict(state.settings), state.exercise
    current.board, current.rows = state.board, [*state.board.rows]


def read_again(link: dict[str, str]) -> None:
    """Show what a link opens on the page that is shown: a button's `on_click`."""
    _open(link)
    game().behind = True


def _close() -> None:
    game().more, game().tabled, game().bringing = False, None, False


def settings() -> Settings:
    """Return what the controls of the page are set to; a text that could not be used is forgotten."""
    chosen = page().settings(game().settings)
    for key in chosen.complaints:
        _set(key, chosen.values[key])
    return chosen


def _set(key: str, value: Value) -> None:
    """Note what a control is set to; what it is by itself needs no place in the address."""
    current = game()
    current.settings = page().with_setting(current.settings, key, value)


def set_by_hand(settings: Mapping[str, str]) -> None:
    """Note what the hand has set, of which a page may have no control; an empty text sets it back."""
    current = game()
    texts = {**current.settings, **settings}
    current.settings = {key: text.encode(errors="replace").decode() for key, text in texts.items() if text}
    current.behind, current.asked = True, None


def misses_a_run() -> bool:
    """Whether the stage alone is run, though something has changed since the whole page was last run to its end.

    A report of the stage that arrives as a run of the whole page begins takes its place: what the callbacks have noted
    is there, but the page has not seen it.
    """
    return game().behind and internals.in_fragment()


def seat(key: str, value: Value) -> str:
    """Return the key under which a control is drawn with a value: another one where the value is not the browser's.

    The stage's reports bring along what the browser knows of the controls, also of one that the hand has set since;
    what arrives under a key that is drawn no more is old.
    """
    if st.session_state.setdefault(_seat(key), value) != value:
        game().seats[key] += 1
        st.session_state[_seat(key)] = value
    return _seat(key)


def _seat(key: str) -> str:
    times = game().seats[key]
    return f"{key}-{times}" if times else key


def changed(key: str, at: str) -> None:
    """Note that the visitor has changed a control in its seat: every control's `on_change`."""
    current = game()
    current.behind, current.asked = True, None
    # A page left in haste may have given up its controls before their last words arrive; the settings hold them all.
    if at == _seat(key) and key in page().controls and at in st.session_state:
        _set(key, st.session_state[at])
        _follow(key)


def _follow(key: str) -> None:
    """Set what the choice of a control sets, too."""
    game().settings = page().with_dependents(game().settings, key)


# ---- writing -------------------------------------------------------------------------------------------------------


def message(answers: bool = False) -> Message:
    """Return what a page says to the stage; with its scene where it `answers` by itself, or the browser asks it."""
    current = game()
    return {
        "session": current.name,
        "page": page().route,
        "heard": current.heard,
        "link": current.link,
        "settings": written_state(Address(current.settings, Board(rows=current.rows), None, current.exercise)),
        "known": dict(KNOWN),
        "brought": current.brought,
        "answers": answers,
        "content": None,
        "code": None,
    }


def asked(answers: bool = False) -> Mapping[str, str]:
    """Return the address that the browser is to be answered for; of a page that `answers` by itself, the session's."""
    current = game()
    return written_state(current.state) if answers or current.asked is None else current.asked


# ---- reports from the browser --------------------------------------------------------------------------------------


def on_address(place: str) -> None:
    """Hear what the browser shows: what the hand has set of this session's controls, all of it where another's is left.

    What is no report is let be: whoever sends it has a page of their own.
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
        current.behind = True  # and then a lesson of another page is forgotten
    elif isinstance(by_hand, dict) and by_hand and all(map(_may_set, by_hand.items())):
        set_by_hand(by_hand)
    current.heard, current.asks = number, asks is True
    current.board, current.asked = state.board, link


def _may_set(pair: tuple[Any, Any]) -> bool:
    key, text = pair
    return key in _BY_HAND and isinstance(text, str) and len(text) <= LONGEST_SETTING


def bring(board: Board, cells: Sequence[Cells] = ()) -> None:
    """Put points on the board that the stage has not placed; there they can be taken back like any edit.

    Where they come from a table, `cells` is what it has of each.
    """
    codes = written_state(Address({"data": HAND}, board, None, Exercise()))
    del codes["data"]
    _bring("points", board.points, codes, cells)
    game().board = replace(game().board, points=board.points, axes=board.axes, words=board.words, file=board.file)
    set_by_hand({"data": HAND})
    show_table(opened=False)


def bring_table(board: Board, cells: Sequence[Cells]) -> None:
    """Put a table's points on the board, which suit the bias as all that are not drawn with a margin."""
    bring(board, cells)
    _follow("data")


def show_table(opened: bool = True) -> None:
    """Open the dialog with the points of the board as a table, or close it; a run that another interrupts does not."""
    current = game()
    current.tabled = controls.source(settings(), current.board).points() if opened else None
    current.behind = True


def bring_rows(rows: list[Row]) -> None:
    """Take the rows of a table with any number of columns, and close the dialog they come from."""
    game().rows = rows
    _bring(ROWS, [], {})
    set_by_hand(dict([TABLE_CHOICE]))
    show_bringing(False)


def _bring(key: str, points: Sequence[Point], codes: dict[str, str], cells: Sequence[Cells] = ()) -> None:
    current = game()
    current.news += 1
    current.brought = {"number": current.news, "key": key, "points": points, "codes": codes, "cells": cells}


def show_bringing(bringing: bool) -> None:
    """Open the dialog that brings such a table, or close it."""
    game().bringing, game().behind = bringing, True


def on_share() -> None:
    """Note the link that the visitor wants to share."""
    link = _reported(STAGE, "share", "link")
    if isinstance(link, str) and shareable(link):
        game().shared = link


def code(page: Page) -> Code | None:
    """Return the code of the link to share, and the files offered with it, once."""
    link, game().shared = game().shared, ""
    return shared(page, link) if link else None


def _reported(place: str, name: str, key: str) -> Any:
    """Return a part of a report: nothing, where its page has been left on the way."""
    report = st.session_state.get(place, {}).get(name)
    return report.get(key) if isinstance(report, dict) else None
