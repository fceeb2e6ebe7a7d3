"""Reading points and labels from tables, with errors that name the bad rows."""

from __future__ import annotations

import os
import re
from collections.abc import Hashable, Sequence
from io import StringIO
from pathlib import Path
from reprlib import Repr
from typing import IO, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

_FEW = 3  # an error names this many bad rows and counts the others
_BREAK = r"\r\n|\r|\n"

_short = Repr()
_short.maxlist, _short.maxstring, _short.maxother = 8, 40, 40


def columns(
    frame: pd.DataFrame, label: Hashable, features: Sequence[Hashable] | None, positive: object
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Check a table; return the coordinates of its points, (n, d), and their labels −1 or +1, (n,).

    Parameters and errors are those of `Dataset.from_frame`.
    """
    if not isinstance(frame, pd.DataFrame):
        raise TypeError(f"the table must be a pandas DataFrame, got {_short.repr(frame)}")
    available = frame.columns.tolist()
    if isinstance(features, str):
        raise ValueError(f"features must be a sequence of columns, as [{features!r}], got {features!r}")
    names = [name for name in available if name != label] if features is None else list(features)
    for name in [label, *names]:
        if available.count(name) != 1:
            needs = "only one column" if name in available else "a column"
            raise ValueError(f"the table needs {needs} {name!r}, got {_short.repr(available)}")
    if not names or label in names or len(set(names)) < len(names):
        raise ValueError(f"features must be one or more different columns beside {label!r}, got {names}")
    X = np.column_stack([_numbers(frame[name]) for name in names])
    y = _numbers(frame[label]) if positive is None else _two_valued(frame[label], positive)
    bad = np.flatnonzero(~np.isfinite(X).all(axis=1) | ~np.isin(y, (-1, 1)))
    if bad.size:
        reasons = [_reason(frame, i, [*names, label], [*X[i], y[i]]) for i in bad[:_FEW].tolist()]
        rest = [f"and {bad.size - _FEW} more"] if bad.size > _FEW else []
        raise ValueError("; ".join([*reasons, *rest]))
    return X, y


def lines(source: str | os.PathLike[str] | IO[bytes] | IO[str]) -> pd.DataFrame:
    """Read a CSV file, a path or an open file, into a table whose cells are text and whose index is the line number.

    Spaces around the text of a cell are left out. Column names stand in the first line that is not empty. Lines count
    from 1, empty ones included; a row over several lines, in quotes, has the number of its first. Empty rows are left
    out, and so is a first column without a name; an empty cell is NaN, and so are the missing cells of a short row. Two
    columns may have one name. A file that has only column names gives a table without rows.

    Raises
    ------
    OSError
        If the file does not exist or cannot be opened.
    ValueError
        If the file is empty or not text in UTF-8, its columns are not separated by commas, or a row has more cells than
        there are column names.
    """
    try:
        raw = Path(source).read_bytes() if isinstance(source, (str, os.PathLike)) else source.read()
        text = raw.decode("utf-8-sig") if isinstance(raw, bytes) else raw
    except ValueError as error:
        raise ValueError(f"not comma-separated text in UTF-8: {error}") from error
    body = re.sub(rf"\A(?:[ \t]*(?:{_BREAK}))+", "", text)
    skipped = len(re.findall(_BREAK, text[: len(text) - len(body)]))
    first = body.partition("\n")[0].strip()
    if "," not in first and set(first) & set(";\t|"):
        raise ValueError(f"the columns are not separated by commas: the first line is {_short.repr(first)}")
    try:
        # Reading everything as text, header included, keeps the cells as written and the line numbers right.
        cells = pd.read_csv(
            StringIO(body),
            header=None,
            dtype=str,
            skip_blank_lines=False,
            skipinitialspace=True,
            keep_default_na=False,
            na_values=[""],
        )
    except ValueError as error:
        raise ValueError(f"not comma-separated text in UTF-8: {str(error).strip()}") from error
    breaks = cells.apply(lambda column: column.str.count(_BREAK)).sum(axis=1).astype(int)
    cells = cells.set_axis(1 + skipped + cells.index + breaks.cumsum().shift(fill_value=0))
    cells = cells.apply(lambda column: column.str.strip()).replace("", np.nan)
    if pd.isna(cells.iloc[0, 0]) and cells.shape[1] > 1:
        cells = cells.iloc[:, 1:]  # DataFrame.to_csv writes its index as a first column without a name
    rows = cells.iloc[1:].set_axis(cells.iloc[0].tolist(), axis="columns").dropna(how="all")
    table: pd.DataFrame = rows.rename_axis("line")
    return table


def _number(cell: Any) -> float:
    try:
        return float("nan") if np.iscomplexobj(cell) else float(cell)
    except (TypeError, ValueError, OverflowError):
        return float("nan")


def _numbers(column: pd.Series[Any]) -> NDArray[np.float64]:
    """Return a column's values as floats, shape (n,), with NaN for cells that are not numbers."""
    if column.dtype.kind in "buif":
        return column.to_numpy(dtype=np.float64, na_value=np.nan)
    return np.array([_number(cell) for cell in column], dtype=np.float64)


def _two_valued(column: pd.Series[Any], positive: object) -> NDArray[np.float64]:
    """Return +1 for `positive`, −1 for the column's only other value and NaN for missing cells, shape (n,)."""

    def value(cell: object) -> object:
        number = _number(cell)
        return number if np.isfinite(number) else str(cell)

    missing = column.isna().to_numpy()
    cells = {value(cell): cell for cell in column[~missing]}
    # In a text file the value True is the text "True".
    chosen = next((one for one in (value(positive), str(positive)) if one in cells), None)
    if chosen is None or len(cells) > 2:
        values = _short.repr([*cells.values()])
        raise ValueError(f"the column {column.name!r} must hold {positive!r} and one other value, got {values}")
    signs = np.array([1.0 if value(cell) == chosen else -1.0 for cell in column])
    return np.where(missing, np.nan, signs)


def _reason(frame: pd.DataFrame, row: int, names: Sequence[Hashable], values: Sequence[float]) -> str:
    """Return a message about the first bad cell of a row; the last of the names and values is the label's."""
    label = names[-1]
    name = next((name for name, value in zip(names, values, strict=True) if not np.isfinite(value)), label)
    cell = frame[name].iloc[row]
    text = _short.repr(cell.item() if isinstance(cell, np.generic) else cell)
    if frame[name].isna().iloc[row]:
        fault = "missing"
    elif name == label:
        fault = f"{text}, not -1 or +1 (to choose a value for +1, say positive=)"
    elif np.isinf(_number(cell)):
        fault = "infinite"
    else:
        fault = f"{text}, not a number"
    return f"{frame.index.name or 'row'} {frame.index[row]}: {name} is {fault}"
