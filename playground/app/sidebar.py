"""The sidebar: it draws a page's controls as they are set, and notes what the visitor makes of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from playground.address.parameters import Choice, Number, Switch
from playground.address.settings import Button, Control, Item, Settings, controls
from playground.app import bring, session
from playground.page.controls import OUTCOME
from playground.page.page import Page


def draw(page: Page) -> None:
    """Draw the controls of a page.

    *More* is closed until something behind it is set, and says how much is.
    """
    current, settings = session.game(), session.settings()
    if page.tabs:
        with st.container(key="tabs"):
            _tabs(page.tabs, settings)
    with st.sidebar:
        with st.container():  # however many controls there are, *More* keeps its place, by which the browser knows it
            _items(page.few, settings)
        if page.more:
            keys = [control.parameter.key for control in controls(page.more)]
            count = sum(settings.values[key] != settings.defaults[key] for key in keys)
            # To close it again would take it from under the hand that has just set something back.
            current.more = current.more or count > 0
            name = f"More: {count} set" if count else "More"
            with st.expander(name, expanded=current.more, type="compact"):
                _items(page.more, settings)


def _items(items: Iterable[Item], settings: Settings) -> None:
    for item in items:
        if isinstance(item, str):
            st.subheader(item, anchor=False)
        elif isinstance(item, tuple):
            beside = [control for control in item if control.present(settings)]
            for control, column in zip(beside, st.columns(2) if beside else (), strict=False):
                with column:
                    _control(control, settings)
        elif isinstance(item, Control):
            _control(item, settings)
        elif isinstance(item, Button):
            _button(item, settings)
        elif remark := item(settings):
            st.caption(remark)


def _control(control: Control, settings: Settings) -> None:
    hidden = control.parameter is OUTCOME and "outcome" in session.game().exercise.hide
    if hidden or not control.present(settings):
        return
    parameter = control.parameter
    asked = {**_seated(parameter.key, settings), "help": parameter.help, "disabled": not control.used(settings)}
    if isinstance(parameter, Number):
        kind: Any = int if parameter.whole else float
        low, high, step = map(kind, (parameter.low, parameter.high, parameter.step))
        st.number_input(parameter.name, low, high, step=step, format="%d" if parameter.whole else "%g", **asked)
    elif isinstance(parameter, Switch):
        st.toggle(parameter.name, **asked)
    elif not isinstance(parameter, Choice):
        st.text_input(parameter.name, max_chars=60, **asked)
    elif control.slider:
        st.select_slider(parameter.name, sorted(parameter.options, key=float), **asked)
    else:
        index = parameter.options.index(asked.pop("value"))
        st.selectbox(parameter.name, parameter.options, index, **asked)
    if remark := control.note(settings):
        st.caption(remark)


def _tabs(control: Control, settings: Settings) -> None:
    parameter: Any = control.parameter
    asked = _seated(parameter.key, settings)
    asked |= {"default": asked.pop("value"), "required": True, "label_visibility": "collapsed"}
    st.segmented_control(parameter.name, parameter.options, **asked)


def _seated(key: str, settings: Settings) -> dict[str, Any]:
    """Give a control its value, and return what each takes that notes its changes.

    The value is said to be the default, too: a browser whose connection broke before it had heard of the value goes by
    that, and would else report another.
    """
    value = settings.values[key]
    seat = session.seat(key, value)
    return {"key": seat, "value": value, "on_change": session.changed, "args": (key, seat)}


def _button(button: Button, settings: Settings) -> None:
    if not button.present(settings):
        return
    current = session.game()
    if button.opens == "points":
        st.button(button.name, width="stretch", on_click=session.show_table)
        if current.tabled is not None:
            bring.dialog()
    else:
        st.button(button.name, width="stretch", on_click=session.show_bringing, args=(True,))
        if current.bringing:
            bring.rows_dialog()
