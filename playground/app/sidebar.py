"""The sidebar: a page's controls, which report each change to the session."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from playground.address.parameters import Number, Switch, TextField
from playground.address.settings import Button, Control, Item, Settings, controls
from playground.app import bring, session
from playground.page.controls import OUTCOME
from playground.page.page import Page


def draw(page: Page) -> None:
    """Draw the controls of a page; *More* shows how many of its controls are set, and is open if any is."""
    current, settings = session.game(), session.settings()
    if page.tabs:
        with st.container(key="tabs"):
            _tabs(page.tabs, settings)
    with st.sidebar:
        with st.container():  # keeps *More* in its place, by which the browser knows it
            _items(page.few, settings)
        if page.more:
            keys = [control.parameter.key for control in controls(page.more)]
            count = sum(settings.values[key] != settings.defaults[key] for key in keys)
            # Closing would hide the control that the visitor has just set back.
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
    options = {**_seated(parameter.key, settings), "help": parameter.help, "disabled": not control.used(settings)}
    if isinstance(parameter, Number):
        kind: Any = int if parameter.whole else float
        low, high, step = map(kind, (parameter.low, parameter.high, parameter.step))
        st.number_input(parameter.name, low, high, step=step, format="%d" if parameter.whole else "%g", **options)
    elif isinstance(parameter, Switch):
        st.toggle(parameter.name, **options)
    elif isinstance(parameter, TextField):
        st.text_input(parameter.name, max_chars=parameter.longest, **options)
    elif control.slider:
        st.select_slider(parameter.name, sorted(parameter.options, key=float), **options)
    else:
        index = parameter.options.index(options.pop("value"))
        st.selectbox(parameter.name, parameter.options, index, **options)
    if remark := control.note(settings):
        st.caption(remark)


def _tabs(control: Control, settings: Settings) -> None:
    parameter: Any = control.parameter
    options = _seated(parameter.key, settings)
    options |= {"default": options.pop("value"), "required": True, "label_visibility": "collapsed"}
    st.segmented_control(parameter.name, parameter.options, **options)


def _seated(key: str, settings: Settings) -> dict[str, Any]:
    """Give a control's widget its value, and return the arguments of every widget that reports its changes.

    The value is also the default: a browser that lost its connection before it got the value takes the default.
    """
    value = settings.values[key]
    widget_key = session.seat(key, value)
    return {"key": widget_key, "value": value, "on_change": session.changed, "args": (key, widget_key)}


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
