"""Two dialogs: the board's points as a table to edit, with a tab to bring another; and a table of many columns."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from playground.address.address import Board
from playground.address.codes import LIMIT, MOST, file_name, snapped
from playground.app import session, tables
from playground.draw.thumbnails import image, scatter
from playground.server import slots
from playground.text import WRONG, listed, quoted

_DELAY = 0.4  # seconds
_MOST_SIDE_BY_SIDE = 8  # columns to choose from; more are in a list
_LONGEST_HEAD = 24  # characters
_NEEDED = "and one of labels. Its first row may hold the names of the columns."
_LABELS = ("+1", "\N{MINUS SIGN}1")


def opened_dialog() -> None:
    """Show the dialog that the session notes as open; do nothing if none is open."""
    match session.game().dialog:
        case "points":
            _points_dialog()
        case "rows":
            _rows_dialog()


@st.dialog("Points as a table", width="small", position="right", on_dismiss=lambda: session.show_dialog(""))
def _points_dialog() -> None:
    """Show the board's points as a table to edit, and a tab in which to bring another table."""
    cells, file = st.tabs(["On the board", "Bring a table"])
    with cells:
        _cells()
    with file:
        _table()


def _cells() -> None:
    points = session.game().tabled
    frame = pd.DataFrame({
        "x1": pd.Series([x for x, _, _ in points], dtype=float),
        "x2": pd.Series([y for _, y, _ in points], dtype=float),
        "label": pd.Series([_LABELS[class_index] for *_, class_index in points], dtype=str),
    })  # fmt: skip
    place = st.column_config.NumberColumn(min_value=-LIMIT, max_value=LIMIT, format="plain")
    label = st.column_config.SelectboxColumn(options=_LABELS)
    kinds = {"x1": place, "x2": place, "label": label}
    table = st.data_editor(frame, num_rows="dynamic", height=320, column_config=kinds, key="cells")
    table["label"] = pd.Categorical(table["label"], _LABELS).codes
    complete = table[["x1", "x2"]].notna().all(axis=1) & (table["label"] >= 0)
    edited = [snapped((x, y, int(index))) for x, y, index in table[complete].to_numpy().tolist()]
    (missing,) = np.nonzero(~complete)
    if len(missing):
        st.caption(tables.skipped([*(missing + 1)], "a value is missing"))
    if len(edited) > MOST:
        st.caption(f"The board holds {MOST} points, so it takes the first {MOST} of these {len(edited):,}.")
    if st.session_state.pop("putting", False):
        session.bring(Board(edited[:MOST]))
        st.rerun()
    if st.button(_put_label(len(edited[:MOST])), type="primary", key="put"):
        # If the press leaves a cell, the browser reports the cell a moment after the press.
        with slots.released():
            time.sleep(_DELAY)
        st.session_state["putting"] = True
        st.rerun(scope="fragment")


def _table() -> None:
    read = _read(f"The table needs two columns of numbers {_NEEDED}")
    if read is None:
        return
    table, file = read
    label = _column("Label", table, range(len(table.heads)), table.likely_columns()[-1])
    guess = table.likely_axes(label)
    x = [_column(name, table, table.numeric, each) for name, each in zip(("x₁", "x₂"), guess, strict=True)]
    if (pair := _labels(table, label)) is None:
        return
    scaled = st.checkbox("Centre and scale each column", value=not tables.fits(table, x))
    result = tables.points_of(table, x, label, *pair, scaled=scaled)
    scales = [f"x{index} = {quoted(axis.title, 80)}" for index, axis in zip("₁₂", result.axes or (), strict=False)]
    notes = [f"{listed(scales)}."] if scales and scaled else []
    st.caption("  \n".join(filter(None, [*notes, table.remark([*x, label]), *result.notes])))
    if result.points:
        st.html(f'<figure class="preview">{image(scatter(result.points))}</figure>')
    options: Any = {
        "disabled": not result.points,
        "on_click": session.bring_table,
        "args": (Board(result.points, axes=result.axes, words=result.words, file=file), result.cells),
    }
    if st.button(_put_label(len(result.points)), type="primary", key="bring", **options):
        st.rerun()


@st.dialog("Bring a table", width="small", position="right", on_dismiss=lambda: session.show_dialog(""))
def _rows_dialog() -> None:
    """Ask for a table with any number of columns, and put its rows on the board."""
    read = _read(f"The table needs columns of numbers {_NEEDED}")
    if read is None:
        return
    table, _ = read
    label = _column("Label", table, range(len(table.heads)), table.likely_columns()[-1])
    numbers = [column for column in table.numeric if column != label]
    measured = [column for column in numbers if column not in table.ignored]
    heads, key = table.heads.__getitem__, f"x{label}"
    x = st.multiselect("Columns of numbers", numbers, measured or numbers, format_func=heads, key=key)
    if not x:
        st.caption(f"{WRONG} Choose at least one column of numbers.")
        return
    if (pair := _labels(table, label)) is None:
        return
    rows, notes = tables.rows_of(table, x, label, *pair)
    st.caption("  \n".join(filter(None, [table.remark([*x, label]), *notes])))
    options: Any = {"disabled": not rows, "on_click": session.bring_rows, "args": (rows,)}
    if st.button(f"Learn from {len(rows)} row{'s' * (len(rows) != 1)}", type="primary", key="bring", **options):
        st.rerun()


def _read(hint: str) -> tuple[tables.BroughtTable, str] | None:
    """Ask for a file or its text; return the table and the file's name, or None with a sentence on the page."""
    file = st.file_uploader("A CSV file", type=["csv", "tsv", "tab", "txt", "data", "dat"], key="file")
    text = st.text_area("Or paste its text", height=100, disabled=file is not None, key="pasted")
    content = file.getvalue() if file else text
    if not content.strip():
        st.caption(hint)
        return None
    try:
        return tables.read(content), file_name(file.name) if file else ""
    except ValueError as error:
        st.caption(f"{WRONG} {error}")
        return None


def _column(name: str, table: tables.BroughtTable, columns: Sequence[int], guess: int) -> int:
    """Ask for one of these columns, with a button for each or, if they are many, a list; return its index."""
    chosen = guess if guess in columns else columns[0]
    if len(columns) > _MOST_SIDE_BY_SIDE:
        return st.selectbox(name, columns, columns.index(chosen), format_func=table.heads.__getitem__)
    # Streamlit reads the names on buttons as Markdown.
    heads = tables.distinct(quoted(table.heads[column], _LONGEST_HEAD) for column in columns)
    named = dict(zip(columns, heads, strict=True))
    return st.segmented_control(name, columns, default=chosen, required=True, format_func=named.__getitem__)


def _labels(table: tables.BroughtTable, label: int) -> tuple[str, str] | None:
    """Ask for the labels that count as +1 and −1; return None, with a sentence on the page, if there are too few."""
    labels = table.labels(label)[: tables.MOST_LABELS]
    if len(labels) < 2:
        has = f"has only the label {quoted(labels[0])}" if labels else "has no labels"
        st.caption(f"{WRONG} {quoted(table.heads[label])} {has}; two are needed.")
        return None
    left, right = st.columns(2)
    positive = left.selectbox("Label of +1", labels, labels.index("1") if "1" in labels else 0)
    others = [each for each in labels if each != positive]
    return positive, right.selectbox(
        "Label of \N{MINUS SIGN}1", [*others, tables.OTHERS] if len(others) > 1 else others
    )


def _put_label(count: int) -> str:
    return f"Put {count} point{'s' * (count != 1)} on the board"
