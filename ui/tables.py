"""A visitor's table as points of the board: two columns of numbers, a column of labels, and a scale.

The separator of the cells, the decimal sign and whether the first row names the columns are detected.
"""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product, zip_longest

import numpy as np

from perceptron.dataset import Floats
from ui.links import GRAIN, LIMIT, MOST, MOST_COLUMNS, SNAP, Axis, Row, axis_name, most_rows, snapped
from ui.stage.scene import Point
from ui.words import listed, quoted

MOST_ROWS, MOST_LABELS = 20_000, 50
OTHERS = "all others"

_SAMPLE = 100  # rows for the detection
_MOST_FAULTS = 5  # rows that are named one by one
_LARGEST = 1e100  # a larger number is no measurement
_CELLS = {";": ";", "\t": "\t", ",": ",", "|": "|", " ": None}  # separators of cells; None for spaces
_PARTS = re.compile(r"[;\t|]")
_NUMBERS = {
    point: re.compile(rf"[+-]?([0-9]+({re.escape(point)}[0-9]*)?|{re.escape(point)}[0-9]+)(e[+-]?[0-9]+)?", re.I)
    for point in ".,"
}


@dataclass(frozen=True)
class Table:
    r"""The names of the columns and the cells below them, row by row.

    >>> table = read("length;width;kind\n1,4;0,2;setosa\n4,7;1,4;versicolor")
    >>> table.heads, table.value(2, 0), table.label(2, 2)
    (['length', 'width', 'kind'], 1.4, 'setosa')
    """

    heads: list[str]
    rows: dict[int, list[str]]  # by their numbers, as a spreadsheet counts them
    decimal: str
    notes: list[str]  # what was left out

    def cell(self, row: int, column: int) -> str:
        """Return the text of a cell, empty where the row is too short."""
        cells = self.rows[row]
        return _cell(cells[column]) if column < len(cells) else ""

    def value(self, row: int, column: int) -> float | None:
        """Return the number in a cell; None where there is none."""
        return _value(self.cell(row, column), self.decimal)

    def label(self, row: int, column: int) -> str:
        """Return a label in the form that is compared: +1, 1 and 1.0 are the same."""
        cell = self.cell(row, column)
        value = _value(cell, self.decimal)
        return cell if value is None else f"{value:.12g}".replace("-", "\N{MINUS SIGN}")

    @cached_property
    def numeric(self) -> list[int]:
        """Return the columns that hold numbers, for the most part."""
        return [column for column in range(len(self.heads)) if self._share(column) > 0.5]

    def _share(self, column: int) -> float:
        filled = [row for row in self._sample if self.cell(row, column)]
        return sum(self.value(row, column) is not None for row in filled) / len(filled) if filled else 0.0

    @cached_property
    def _sample(self) -> list[int]:
        return list(self.rows)[:: 1 + len(self.rows) // _SAMPLE]

    def labels(self, column: int) -> list[str]:
        """Return the different labels in a column, the most frequent first, and of those as frequent the first."""
        counts = Counter(self.label(row, column) for row in self.rows)
        return [label for label, _ in counts.most_common() if label]

    def likely_columns(self) -> tuple[int, int, int]:
        """Return the columns that are most likely x₁, x₂ and the label."""
        last = [*range(len(self.heads))][::-1]
        # Two columns of numbers must be left.
        if len(self.numeric) == 2:
            last = [column for column in last if column not in self.numeric]
        label_counts = {column: len({self.label(row, column) for row in self._sample} - {""}) for column in last}
        words = [column for column in last if column not in self.numeric and 2 <= label_counts[column] <= MOST_LABELS]
        pairs = [column for column in last if label_counts[column] == 2]
        label = [*words, *pairs, *last][0]
        measured = [column for column in self.numeric if column != label]
        telling = [column for column in measured if not self._numbers_the_rows(column)]
        first, second = ((telling if len(telling) > 1 else measured) + [0, 0])[:2]
        return first, second, label

    def _numbers_the_rows(self, column: int) -> bool:
        """Whether a column counts by ones from its first number on, as a running number does."""
        values = [self.value(row, column) for row in self.rows]
        first = values[0]
        return first in (0, 1) and values == [first + place for place in range(len(values))]


def read(content: bytes | str) -> Table:
    """Read a table out of the text of a file.

    Raises
    ------
    ValueError
        If it has no two columns of numbers and a third for the label; the message says what arrived.
    """
    text = _text(content) if isinstance(content, bytes) else content
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").lstrip("\ufeff").split("\n")
    sample = [line for line in lines if line.strip()][:_SAMPLE]
    sign, decimal = max(product(_CELLS, ".,"), key=lambda guess: _fit(sample, *guess))
    rows: dict[int, list[str]] = {}
    notes: list[str] = []
    number = width = 0
    try:
        for number, row in enumerate(_split(lines, sign), 1):
            if any(row):
                rows[number] = row
                width = max(width, len(row))
            if len(rows) > MOST_ROWS + 1:  # the first may be the heads
                break
    except csv.Error as error:
        if "field limit" in str(error):
            most = csv.field_size_limit()
            raise ValueError(f"A cell after row {number} has more than {most:,} signs.") from None
        raise ValueError(f"The quotation marks after row {number} do not match.") from None
    if not rows:
        raise ValueError("The table is empty.")
    if width > MOST_COLUMNS:
        notes.append(f"The table has {width:,} columns; only the first {MOST_COLUMNS} can be chosen.")
        width = MOST_COLUMNS
    heads = [f"column {column}" for column in range(1, width + 1)]
    first = [_cell(cell) for cell in rows[min(rows)][:width]]
    if len(rows) > 1 and all(_value(cell, decimal) is None for cell in first):
        heads = [cell or head for cell, head in zip_longest(first, heads, fillvalue="")]
        del rows[min(rows)]
    if len(rows) > MOST_ROWS:
        notes.append(f"Only the first {MOST_ROWS:,} rows are read.")
        rows = dict(islice(rows.items(), MOST_ROWS))
    table = Table(heads, rows, decimal, notes)
    if width < 3 or len(table.numeric) < 2:
        names = listed(quoted(heads[column]) for column in table.numeric) if table.numeric else "none"
        raise ValueError(
            "Two columns of numbers and a column with the label are needed;"
            f" the table has {width} column{'s' * (width > 1)}, of numbers: {names}."
        )
    return table


@dataclass(frozen=True)
class BoardPoints:
    """Points for the board, its axes, and sentences about the rows and numbers that were left out or changed."""

    points: list[Point]
    axes: tuple[Axis, Axis] | None
    notes: list[str]


def fits(table: Table, columns: Sequence[int]) -> bool:
    """Whether the columns' numbers can stand on the board as they are: small, or on the grid that a link can hold."""
    values = np.array([value for _, row in _numeric_rows(table, columns, []) for value in row])
    exact = bool((np.abs(values) <= LIMIT).all()) and bool((values * SNAP == np.round(values * SNAP)).all())
    return exact or bool((np.abs(values) <= 1.5).all())


def bring(table: Table, x: Sequence[int], label: int, positive: str, negative: str, *, scaled: bool) -> BoardPoints:
    """Return the rows of two labels as points, each column centred at its mean and scaled by its deviation if wanted.

    Parameters
    ----------
    table
        Where they are.
    x
        The columns of x₁ and x₂.
    label
        The column of the label.
    positive, negative
        The labels that count as +1 and as −1, the second possibly `OTHERS`.
    scaled
        Whether to centre and to scale; what then lies beyond the board is moved to its edge by a larger scale.
    """
    numbers, classes, notes = _two_classes(table, x, label, positive, negative, MOST, "the board")
    axes = None
    if len(numbers) and scaled:
        axes = tuple(_axis(axis_name(table.heads[column]), values) for column, values in zip(x, numbers.T, strict=True))
        numbers = (numbers - [axis.center for axis in axes]) / [axis.scale for axis in axes]
    elif len(numbers):
        names = [axis_name(table.heads[column]) for column in x]
        axes = None if names == ["x1", "x2"] else tuple(Axis(name) for name in names)
    points = [snapped((a, b, index)) for (a, b), index in zip(numbers.tolist(), classes, strict=True)]
    beyond = int((np.abs(numbers) > LIMIT).any(axis=1).sum())
    if beyond:
        notes.append(f"{beyond:,} point{'s lie' if beyond > 1 else ' lies'} beyond the board and would be moved.")
    elif any(point[:2] != place for point, place in zip(points, map(tuple, numbers.tolist()), strict=True)):
        notes.append(f"Places are rounded to 1/{SNAP}, as a link holds them.")
    return BoardPoints(points, axes, notes)  # type: ignore[arg-type]


def rows(table: Table, x: Sequence[int], label: int, positive: str, negative: str) -> tuple[list[Row], list[str]]:
    """Return the rows of two labels with the columns `x`, and sentences about the rows that were left out.

    Each column is centred at its mean and scaled by its deviation, to what a link can hold.
    """
    most = most_rows(len(x))
    numbers, classes, notes = _two_classes(table, x, label, positive, negative, most, f"a link with {len(x)} columns")
    if not len(numbers):
        return [], notes
    axes = [_axis("", values) for values in numbers.T]
    places = (numbers - [axis.center for axis in axes]) / [axis.scale for axis in axes]
    places = np.round(places * GRAIN) / GRAIN + 0.0  # which leaves no −0
    notes.append(f"Each column is centred at its mean and divided by its deviation, in steps of 1/{GRAIN}.")
    return [(tuple(values), index) for values, index in zip(places.tolist(), classes, strict=True)], notes


def _two_classes(
    table: Table, x: Sequence[int], label: int, positive: str, negative: str, most: int, where: str
) -> tuple[Floats, list[int], list[str]]:
    """Return the numbers of the rows of two labels, their classes, and notes; `where` holds at most `most` rows."""
    faults: list[str] = []
    places: list[tuple[float, ...]] = []
    classes: list[int] = []
    others = 0
    for number, place in _numeric_rows(table, x, faults):
        text = table.label(number, label)
        if not text:
            faults.append(f"row {number} has no label")
        elif text in (positive, negative) or negative == OTHERS:
            places.append(place)
            classes.append(int(text != positive))
        else:
            others += 1
    notes = list(table.notes)
    if faults:
        more = f", and {len(faults) - _MOST_FAULTS} more" if len(faults) > _MOST_FAULTS else ""
        notes.append(f"Left out: {'; '.join(faults[:_MOST_FAULTS])}{more}.")
    if others:
        notes.append(f"{others:,} row{'s have' if others > 1 else ' has'} another label.")
    count = len(places)
    if count > most:
        notes.append(f"{count:,} rows can be read; {where} holds {most}, evenly spread over them.")
    if not count:
        notes.append("No row is left.")
    chosen = np.linspace(0, count - 1, min(count, most)).round().astype(int).tolist()
    return np.array(places).reshape(-1, len(x))[chosen], [classes[i] for i in chosen], notes


def _text(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _fit(lines: Sequence[str], sign: str, decimal: str) -> tuple[bool, float, int]:
    """Rate a separator: whether the rows have the same number of cells, and how many of these are numbers."""
    rows: list[list[str]] = []
    with suppress(csv.Error):  # which may be the end of a sample
        rows += _split(lines, sign)
    if not rows:
        return False, 0.0, 0
    (width, count), *_ = Counter(map(len, rows)).most_common()
    cells = [_cell(cell) for row in rows for cell in row[:MOST_COLUMNS]]
    # A cell with another separator in it suggests that this one is wrong.
    good = sum(_value(cell, decimal) is not None for cell in cells) - sum(bool(_PARTS.search(cell)) for cell in cells)
    return width > 2 and count > 0.7 * len(rows), good / len(cells), width


def _split(lines: Sequence[str], sign: str) -> Iterator[list[str]]:
    if _CELLS[sign] is None:
        return (line.split() for line in lines)
    return csv.reader((f"{line}\n" for line in lines), delimiter=sign, skipinitialspace=True, strict=True)


def _cell(cell: str) -> str:
    """Strip a cell, also of the apostrophe that keeps a spreadsheet from reading a formula."""
    cell = cell.strip()
    return cell[1:] if re.match("'[=+@-]", cell) else cell


def _value(cell: str, decimal: str) -> float | None:
    text = cell.replace("\N{MINUS SIGN}", "-")
    if not _NUMBERS[decimal].fullmatch(text):
        return None
    value = float(text.replace(decimal, "."))
    return value if abs(value) <= _LARGEST else None


def _numeric_rows(table: Table, columns: Sequence[int], faults: list[str]) -> Iterator[tuple[int, tuple[float, ...]]]:
    """Yield the rows with numbers in all of these columns, with these numbers, and add the others to the faults."""
    for row in table.rows:
        cells = [(column, table.value(row, column)) for column in columns]
        values = tuple(value for _, value in cells if value is not None)
        wrong = [table.cell(row, column) for column, value in cells if value is None]
        if not wrong:
            yield row, values
        else:
            faults.append(
                f"row {row} has {quoted(wrong[0])} for a number" if all(wrong) else f"row {row} has an empty cell"
            )


def _axis(name: str, values: Floats) -> Axis:
    """Return the centre and the scale of a column, to a hundredth of the scale, that keep it on the board."""
    size = float(np.abs(values).max())
    if not np.ptp(values):
        return Axis(name, float(values[0]))
    center = float(values.mean())
    scale = max(size * float((values / size).std()), float(np.abs(values - center).max()) / (LIMIT - 0.1))
    if not scale:  # but for rounding the numbers are one
        return Axis(name, center)
    digits = 2 - math.floor(math.log10(scale))
    return Axis(name, round(center, digits), round(scale, digits))
