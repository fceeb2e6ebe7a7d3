"""The points as a table, in a dialog: to be changed cell by cell, and to be brought along from elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import streamlit as st

from ui import address, tables
from ui.links import LIMIT, MOST, Axis, snapped
from ui.stage.scene import Point
from ui.words import listed, quoted

_MOST_LABELS = 50  # to choose from
_LABELS = ("+1", "\N{MINUS SIGN}1")
_WRONG = ":red[:material/error:]"

Bring = Callable[[list[Point], tuple[Axis, Axis] | None], None]


@st.dialog("Points as a table", width="small", position="right", on_dismiss=lambda: address.show_table(None))
def dialog(bring: Bring) -> None:
    """Show the points of the board, to be changed cell by cell; what comes from elsewhere goes to `bring`."""
    cells, file = st.tabs(["On the board", "Bring a table"])
    with cells:
        _cells()
    with file:
        _table(bring)


def _cells() -> None:
    """Show the points that there were when the dialog opened, and put each change on the board at once."""
    current = address.game()
    points = current.tabled or []
    shown = pd.DataFrame({
        "x1": pd.Series([x for x, _, _ in points], dtype=float),
        "x2": pd.Series([y for _, y, _ in points], dtype=float),
        "label": pd.Series([_LABELS[class_index] for *_, class_index in points], dtype=str),
    })  # fmt: skip
    place = st.column_config.NumberColumn(min_value=-LIMIT, max_value=LIMIT, format="plain")
    label = st.column_config.SelectboxColumn(options=_LABELS)
    kinds = {"x1": place, "x2": place, "label": label}
    changed = st.data_editor(shown, num_rows="dynamic", height=320, column_config=kinds, key="cells")
    changed["label"] = pd.Categorical(changed["label"], _LABELS).codes
    whole = changed[["x1", "x2"]].notna().all(axis=1) & (changed["label"] >= 0)
    made = [snapped((x, y, int(index))) for x, y, index in changed[whole].to_numpy().tolist()]
    (missing,) = np.nonzero(~whole)
    notes = ["Each change is on the board at once, and Undo takes it back there."]
    if len(missing):
        notes.append(f"Left out, for something is missing: row{'s' * (len(missing) > 1)} {listed(missing + 1)}.")
    if len(made) > MOST:
        notes.append(f"The board holds {MOST} points; the first of these {len(made):,} are taken.")
    st.caption("  \n".join(notes))
    if any(st.session_state["cells"].values()) and made[:MOST] != current.points:
        address.bring(made[:MOST])
        st.rerun()


def _table(bring: Bring) -> None:
    file = st.file_uploader("A CSV file", type=["csv", "tsv", "txt"], key="file")
    pasted = st.text_area("Or paste its text", height=100, disabled=file is not None, key="pasted")
    content = file.getvalue() if file else pasted
    if not content.strip():
        st.caption("Two columns of numbers and a column with one of two labels; the first row may name them.")
        return
    try:
        table = tables.read(content)
    except ValueError as error:
        st.caption(f"{_WRONG} {error}")
        return
    names, usual = range(len(table.heads)), table.usual()
    columns = [
        room.selectbox(name, names, chosen, format_func=table.heads.__getitem__)
        for name, chosen, room in zip(("x₁", "x₂", "Label"), usual, st.columns(3), strict=True)
    ]
    *x, label = columns
    labels = table.labels(label)[:_MOST_LABELS]
    if len(labels) < 2:
        found = quoted(labels[0]) if labels else "none"
        st.caption(f"{_WRONG} A label has two values at least; {quoted(table.heads[label])} has {found} alone.")
        return
    left, right = st.columns(2)
    positive = left.selectbox("Label of +1", labels, labels.index("1") if "1" in labels else 0)
    others = [each for each in labels if each != positive]
    negative = right.selectbox("Label of \N{MINUS SIGN}1", [*others, tables.OTHERS] if len(others) > 1 else others)
    scaled = st.checkbox("Centre and scale each column", value=not tables.fits(table, x))
    brought = tables.bring(table, x, label, positive, negative, scaled=scaled)
    scales = [f"x{index} = {quoted(axis.title, 80)}" for index, axis in zip("₁₂", brought.axes or (), strict=False)]
    notes = [f"{listed(scales)}."] if scales and scaled else []
    st.caption("  \n".join([*notes, *brought.notes]))
    count = len(brought.points)
    name = f"Put {count} point{'s' * (count != 1)} on the board"
    if st.button(name, type="primary", disabled=not count, on_click=bring, args=(brought.points, brought.axes)):
        st.rerun()
