"""A visitor's table as points of the board: two columns of numbers, a column of labels, and a scale.

`read` guesses how the file is encoded, where the table begins, how cells are separated, the decimal sign and the heads;
`BroughtTable` guesses the columns of the label and the axes. A dialog shows the guesses, and the visitor can choose
other columns.
"""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice, pairwise, product
from statistics import median
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from playground.address.codes import (
    GRAIN,
    LIMIT,
    MOST,
    MOST_COLUMNS,
    SNAP,
    AxisQuantity,
    Row,
    Words,
    axis_name,
    most_rows,
    snapped,
)
from playground.stage.payload import Cells, Point
from playground.text import listed, quoted

MOST_ROWS, MOST_LABELS = 20_000, 50
OTHERS = "all others"
"""The choice of every label but +1's as the label −1."""

_SAMPLE = 100  # rows by which a table is judged
_MOST_NAMED = 5  # rows, columns or reasons that a sentence names
_LARGEST = 1e100  # a larger number is no measurement
_LONGEST_LABEL = 60  # characters

# ---- the patterns of a file ------------------------------------------------------------------------------------------

_SEPARATORS = ";\t,| "
_NAMED_SEPARATOR = re.compile(r'"?sep=(.)"?', re.I)  # the first line, by which a file tells Excel its separator
_LIKELY_SEPARATOR = re.compile(r"[;\t|]")  # within a cell it suggests that another separator was taken
_RULE = re.compile(r"\s*:?-+:?\s*")  # the line below the heads of a Markdown table
_NUMBERS = {
    point: re.compile(rf"[+-]?([0-9]+({re.escape(point)}[0-9]*)?|{re.escape(point)}[0-9]+)(e[+-]?[0-9]+)?", re.I)
    for point in ".,"
}
_THOUSANDS = {point: re.compile(rf"[+-]?[1-9][0-9]{{0,2}}({re.escape(point)}[0-9]{{3}})+") for point in ".,"}
_ALMOST_NUMBER = re.compile(r"[+\-\u2013\u2212]?[0-9][0-9.,'\u2019\s%]*")  # a number in a format that is not read
_MINUS = str.maketrans("\u2212\u2013", "--")
_AXIS = re.compile(r"x[ _]?[0-9\u2080-\u2089]+", re.I)
_LABEL_HEADS = frozenset({
    "label", "labels", "class", "classes", "classification", "target", "targets", "species", "kind", "type",
    "category", "group", "outcome", "diagnosis", "variety", "cultivar", "response", "klasse", "art", "gruppe",
    "classe", "espèce", "étiquette", "clase", "especie", "etiqueta",
    "类", "类别", "种类", "品种", "标签", "分类", "種類", "品種", "分類", "クラス", "ラベル",
})  # fmt: skip
_ROW_HEADS = frozenset({
    "id", "ids", "index", "idx", "no", "nr", "num", "number", "row", "rownames", "rowid", "unnamed", "sample",
    "obs", "case", "nummer", "#", "№", "编号", "序号", "番号",
})  # fmt: skip
_LARGE = 9_999  # larger numbers in a first column without a head are more likely Ids than measurements

# The most frequent characters beyond ASCII of texts in these codes, as bytes of the code.
_FREQUENT = {
    "cp1252": None,
    "gb18030": re.compile(rb"[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]"),
    "cp932": re.compile(rb"[\x81-\x83\x88-\x97][\x40-\xfc]"),
}


# ---- reading ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BroughtTable:
    r"""A visitor's table: the names of its columns in `heads`, and its `rows` of cells.

    A row is known by its number in a spreadsheet, from 1 with the heads; a column by its index, from 0.

    >>> table = read("length;width;kind\n1,4;0,2;setosa\n4,7;1,4;versicolor")
    >>> table.heads, table.value(2, 0), table.label(2, 2)
    (['length', 'width', 'kind'], 1.4, 'setosa')
    """

    heads: list[str]
    rows: dict[int, list[str]]  # by their numbers in a spreadsheet
    decimal: str
    notes: list[str]  # sentences about the parts of the file that were not read

    def cell(self, row: int, column: int) -> str:
        """Return a cell's text without spaces around it; "" if the row is too short.

        `row` is the row's number in a spreadsheet, a key of `rows`; `column` is an index, from 0. An apostrophe before
        a sign =, +, @ or - is left out: it only tells a spreadsheet that the cell is no formula.
        """
        cells = self.rows[row]
        return _stripped(cells[column]) if column < len(cells) else ""

    def value(self, row: int, column: int) -> float | None:
        """Return the number in a cell, given as for `cell`; None if the cell holds no number, or one beyond ±10¹⁰⁰."""
        return _number(self.cell(row, column), self.decimal)

    def label(self, row: int, column: int) -> str:
        """Return the text of a cell, given as for `cell`, as a label; "" if the cell is empty.

        A number has one form: +1, 1 and 1.0 are all "1", and -1 has a minus sign, "−1".
        """
        cell = self.cell(row, column)
        value = _number(cell, self.decimal)
        return cell if value is None else f"{value:.12g}".replace("-", "\N{MINUS SIGN}")

    @cached_property
    def numeric(self) -> list[int]:
        """The indices of the columns in which more than half of the filled cells in the `sample` rows hold numbers."""
        return [column for column in range(len(self.heads)) if self._share_of_numbers(column) > 0.5]

    def _share_of_numbers(self, column: int) -> float:
        filled = [row for row in self.sample if self.cell(row, column)]
        return sum(self.value(row, column) is not None for row in filled) / len(filled) if filled else 0.0

    @cached_property
    def sample(self) -> list[int]:
        """The numbers of the rows by which columns are judged, at most 100, evenly spread over the table."""
        return list(self.rows)[:: 1 + len(self.rows) // _SAMPLE]

    def labels(self, column: int) -> list[str]:
        """Return the different labels in a column, the most frequent first; empty cells are left out."""
        counts = Counter(self.label(row, column) for row in self.rows)
        return [label for label, _ in counts.most_common() if label]

    def likely_columns(self) -> tuple[int, int, int]:
        r"""Return the indices of the columns that are most likely x₁, x₂ and the label.

        >>> read("id,kind,length,width\n7,a,1.4,0.2\n9,b,4.7,1.4\n12,a,1.3,0.2").likely_columns()
        (2, 3, 1)
        """
        label = self._likely_label()
        return *self.likely_axes(label), label

    def likely_axes(self, label: int) -> tuple[int, int]:
        """Return the indices of the first two columns of measurements, not counting the column `label`.

        They are `numeric` columns that are not `ignored`. If there are fewer than two, `ignored` columns count as well.
        If there are still fewer than two, a 0 stands in place of each missing index.
        """
        numbers = [column for column in self.numeric if column != label]
        measured = [column for column in numbers if column not in self.ignored]
        first, second = ((measured if len(measured) > 1 else numbers) + [0, 0])[:2]
        return first, second

    def _likely_label(self) -> int:
        """Return the column most likely to hold the label: the last column of the first kind below that has one."""
        columns = [column for column in reversed(range(len(self.heads))) if column not in self._named_as_row]
        if len(self.numeric) == 2:  # they must be the axes
            columns = [column for column in columns if column not in self.numeric]
        counts = {column: len({self.label(row, column) for row in self.sample} - {""}) for column in columns}
        few = [column for column in columns if self._has_few_values(column, counts[column])]
        outer = [column for column in few if column in (columns[0], columns[-1])]
        kinds = [
            [column for column in columns if 1 <= counts[column] <= MOST_LABELS and self._is_headed_as_label(column)],
            [column for column in outer if column not in self.numeric],  # few words, first or last in the table
            [column for column in columns if column not in self.numeric and 2 <= counts[column] <= MOST_LABELS],
            [column for column in outer if counts[column] == 2],  # two numbers
            outer,  # few numbers
            few,
            columns,
            [len(self.heads) - 1],
        ]
        return next(kind[0] for kind in kinds if kind)

    def _is_headed_as_label(self, column: int) -> bool:
        """Return whether a column's head names a label; "y" does, unless there is an "x": then both are coordinates."""
        if self.heads[column].casefold() == "y":
            return "x" not in map(str.casefold, self.heads)
        return not _LABEL_HEADS.isdisjoint(_words(self.heads[column]))

    def _has_few_values(self, column: int, different: int) -> bool:
        """Return whether a column has two values, or few that repeat, all words or whole numbers.

        `different` is the number of its different values.
        """
        filled = sum(bool(self.cell(row, column)) for row in self.sample)
        if column not in self.numeric:
            return 2 <= different <= MOST_LABELS and (different == 2 or different < filled)
        repeats = 2 <= different <= filled / 3 and different <= MOST_LABELS
        return different == 2 or (repeats and _are_whole(self._numbers(column, self.sample)))

    def _numbers(self, column: int, rows: Iterable[int]) -> list[float]:
        return [value for row in rows if (value := self.value(row, column)) is not None]

    @cached_property
    def _named_as_row(self) -> set[int]:
        """The columns that name the rows, by their heads: an Id, or the first column if it alone has no head."""
        without = [head == _default_head(column) for column, head in enumerate(self.heads)]
        unnamed = {0} if without[0] and not all(without) else set()
        named = {column for column, head in enumerate(self.heads) if not _ROW_HEADS.isdisjoint(_words(head)[-1:])}
        return unnamed | {column for column in named if not self._is_headed_as_label(column)}

    @cached_property
    def ignored(self) -> dict[int, str]:
        """The columns of numbers that are no measurements: each index with a reason, such as "names the rows"."""
        return {column: reason for column in self.numeric if (reason := self._reason_to_ignore(column))}

    def _reason_to_ignore(self, column: int) -> str:
        sample = self._numbers(column, self.sample)
        repeats = len({*sample}) == 1 < len(sample)
        is_count = _are_whole(sample) and not _AXIS.fullmatch(self.heads[column])
        is_first = column == 0 and all(head == _default_head(place) for place, head in enumerate(self.heads))
        differs = len({*sample}) > 0.9 * len(sample)
        reasons = [
            ("names the rows", column in self._named_as_row),
            ("is the same in every row", repeats and len({*self._numbers(column, self.rows)}) == 1),
            ("only grows", is_count and _grows(sample) and _grows(self._numbers(column, self.rows))),
            ("names the rows", is_count and is_first and differs and median(sample) > _LARGE),
        ]
        return next((reason for reason, applies in reasons if applies), "")

    def remark(self, chosen: Collection[int]) -> str:
        r"""Return sentences about the ignored columns, except those with the indices `chosen`; "" if there are none.

        >>> read("id,length,width,kind\n7,1.4,0.2,a\n9,1.3,0.2,b\n12,4.7,1.4,b").remark([1, 2, 3])
        '`id` skipped: it names the rows.'
        """
        names: dict[str, list[str]] = {}
        for column, reason in self.ignored.items():
            if column not in chosen:
                names.setdefault(reason, []).append(quoted(self.heads[column]))
        return " ".join(
            f"{_some(each)} skipped: {'each' if len(each) > 1 else 'it'} {reason}." for reason, each in names.items()
        )


def read(content: bytes | str) -> BroughtTable:
    """Read a table of values with separators, such as CSV, from a file's bytes or text.

    The separator, the decimal sign and the encoding are guessed, and whether there are heads or other words before the
    table. At most 20,000 rows and 100 columns are kept, and the table's notes say so.

    Raises
    ------
    ValueError
        If the file is empty or cannot be split into rows, or the table has fewer than two columns of numbers or fewer
        than three columns; the message says so, and names the columns of numbers.
    """
    # 1. Decode the file, and split it into rows of cells.
    text = _decoded(content) if isinstance(content, bytes) else content
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").lstrip("\ufeff").split("\n")
    separators = _SEPARATORS
    if named := _NAMED_SEPARATOR.fullmatch(lines[0].rstrip(" ")):
        separators, lines = named[1], lines[1:]
    sample = [line for line in lines if line.strip()][:_SAMPLE]
    separator, decimal = max(product(separators, ".,"), key=lambda guess: _fit(sample, *guess))
    rows = _filled_rows(lines, separator)
    # 2. Take the heads, and drop the rows before the table.
    heads, notes = _taken_heads(rows, decimal)
    # 3. Cut a table that is too long or too wide.
    if len(rows) > MOST_ROWS:
        notes.append(f"Only the first {MOST_ROWS:,} rows are read.")
        rows = dict(islice(rows.items(), MOST_ROWS))
    width = max(len(heads), *map(len, rows.values()))
    if width > MOST_COLUMNS:
        notes.append(f"The table has {width:,} columns; only the first {MOST_COLUMNS} can be chosen.")
        width = MOST_COLUMNS
    heads = [(_stripped(heads[place]) if place < len(heads) else "") or _default_head(place) for place in range(width)]
    table = BroughtTable(distinct(heads), rows, decimal, notes)
    # 4. Check that there are two columns of numbers and one more.
    almost = _almost_number(table)
    if width < 3 or len(table.numeric) < 2:
        columns = f"{width} column{'s' * (width > 1)}; {_which_have_numbers(table)}."
        reason = f" {almost[1]}" if almost else ""
        raise ValueError(f"The table needs two columns of numbers and one of labels. It has {columns}{reason}")
    if almost:
        notes.append(f"{quoted(table.heads[almost[0]])} is read as words. {almost[1]}")
    return table


def _which_have_numbers(table: BroughtTable) -> str:
    names = [quoted(table.heads[column]) for column in table.numeric]
    if len(names) < 2:
        return f"only {names[0]} has numbers" if names else "none has numbers"
    return f"{listed(names)} have numbers"


def _filled_rows(lines: Sequence[str], separator: str) -> dict[int, list[str]]:
    """Return the rows that are not empty, by their numbers; it stops a few rows beyond those that can be kept.

    Raises
    ------
    ValueError
        If the lines cannot be split, or all rows are empty.
    """
    rows: dict[int, list[str]] = {}
    number = 0
    try:
        for number, cells in enumerate(_split(lines, separator), 1):
            row = _without_empty_end(cells)
            if any(cell and not _RULE.fullmatch(cell) for cell in row):
                rows[number] = row
            if len(rows) > MOST_ROWS + _SAMPLE:  # the first ones may stand before the table
                break
    except csv.Error as error:
        if "field limit" in str(error):
            most = csv.field_size_limit()
            raise ValueError(f"A cell after row {number} has more than {most:,} characters.") from None
        raise ValueError(f"The quotation marks after row {number} do not match.") from None
    if not rows:
        raise ValueError("The table is empty.")
    return rows


def _taken_heads(rows: dict[int, list[str]], decimal: str) -> tuple[list[str], list[str]]:
    """Take the heads, and all that stands before the table, out of the rows.

    Return the heads, and a sentence about what stood before, if anything did. The table begins with the first row of
    its usual width, or with heads that are one cell shorter: R writes no head above the names of rows.
    """
    usual = _usual_width([*islice(rows.values(), _SAMPLE)])
    first = next(number for number, row in rows.items() if len(row) >= usual)
    before = [number for number in rows if number < first]
    heads: list[str] = []
    if len(rows) - len(before) > 1 and _are_heads(rows[first], decimal):
        heads = rows.pop(first)
    elif before and len(rows[before[-1]]) == usual - 1 > 1 and _are_heads(rows[before[-1]], decimal):
        first = before.pop()
        heads = ["", *rows.pop(first)]
    texts = [quoted(" ".join(rows.pop(number)), 40) for number in before]
    return heads, [f"The table begins in row {first}, after {_some(texts)}."] if texts else []


def _are_heads(row: Sequence[str], decimal: str) -> bool:
    """Return whether a row can be the heads: it has no number, or is pandas' row "", 0, 1 and so on."""
    values = [_number(_stripped(cell), decimal) for cell in row]
    return not any(value is not None for value in values) or (not row[0] and values[1:] == [*range(len(row) - 1)])


def _usual_width(rows: Sequence[Sequence[str]]) -> int:
    """Return the width whose rows hold most cells in total; a width of 1 or 2 comes last, as such rows may be text."""
    counts = Counter(map(len, rows))
    return max(counts, key=lambda width: (width > 2, counts[width] * width))


def _almost_number(table: BroughtTable) -> tuple[int, str] | None:
    """Return a column of words with a cell that is nearly a number, and a sentence about it; None if there is none."""
    words = [column for column in range(len(table.heads)) if column not in table.numeric]
    for row, column in product(table.sample, words):
        cell = table.cell(row, column)
        if table.value(row, column) is None and _ALMOST_NUMBER.fullmatch(cell):
            return column, f"{quoted(cell)} in row {row} is not a number."
    return None


def _are_whole(values: Sequence[float]) -> bool:
    return values == [*map(round, values)]


def _grows(values: Sequence[float]) -> bool:
    return len(values) > 2 and all(value < after for value, after in pairwise(values))


def distinct(names: Iterable[str]) -> list[str]:
    """Return the names in order, a repeated name with a number after it, so that all of them differ.

    >>> distinct(["a", "b", "a"])
    ['a', 'b', 'a (2)']
    """
    found: dict[str, None] = {}
    for name in names:
        tries = (f"{name} ({place})" if place > 1 else name for place in count(1))
        found[next(each for each in tries if each not in found)] = None
    return [*found]


def _default_head(column: int) -> str:
    return f"column {column + 1}"


def _words(head: str) -> list[str]:
    """Return the words of which a head consists, in small letters.

    >>> _words("Patient_ID"), _words("PassengerId"), _words("#")
    (['patient', 'id'], ['passenger', 'id'], ['#'])
    """
    spaced = re.sub("(?<=[a-z])(?=[A-Z])", " ", head).casefold()
    return re.findall(r"[^\W\d_]+|[#№]", spaced)


def skipped(rows: Sequence[int], reason: str) -> str:
    """Return a sentence that says which rows, given by their numbers, are skipped, and why.

    After five rows it counts the others.

    >>> skipped([3], "a value is missing"), skipped([3, 5, 9], "a value is missing")
    ('Row 3 skipped: a value is missing.', 'Rows 3, 5 and 9 skipped: a value is missing.')
    """
    return f"Row{'s' * (len(rows) > 1)} {_some(rows)} skipped: {reason}."


def _some(items: Sequence[object]) -> str:
    """Return a text that lists the first items, and counts the others.

    >>> _some("abc"), _some("abcdefgh")
    ('a, b and c', 'a, b, c, d, e and 3 more')
    """
    rest = len(items) - _MOST_NAMED
    return listed([*items[:_MOST_NAMED], *([f"{rest:,} more"] if rest > 0 else [])])


# ---- points ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BoardPoints:
    """A table's points on the board, and the cells of the table from which each point comes.

    `axes` are the quantities along the axes, `words` the names of the classes; None stands for x₁ and x₂, and for +1
    and −1. `notes` are sentences about the rows and numbers that were skipped or changed.
    """

    points: list[Point]
    axes: tuple[AxisQuantity, AxisQuantity] | None
    words: Words | None
    cells: list[Cells]
    notes: list[str]


def fits(table: BroughtTable, columns: Sequence[int]) -> bool:
    """Return whether the numbers in the columns with these indices can stand on the board unscaled.

    They can if all lie within ±1.5, or if all are places of the board's grid: multiples of 1/SNAP within ±LIMIT. A row
    that lacks a number in one of the columns is left out. The result is True if no row is left.
    """
    values = np.array([value for _, row in _numeric_rows(table, columns, {}) for value in row])
    on_grid = bool((np.abs(values) <= LIMIT).all()) and bool((values * SNAP == np.round(values * SNAP)).all())
    return on_grid or bool((np.abs(values) <= 1.5).all())


def points_of(
    table: BroughtTable, x: Sequence[int], label: int, positive: str, negative: str, *, scaled: bool
) -> BoardPoints:
    """Return the rows with one of two labels as points of the board, each with its class: 0 for +1, 1 for −1.

    Rows that lack a number or have neither label are left out. If more than MOST rows are left, MOST of them are kept,
    evenly spread over the table. Points beyond the board are moved to its edge, and all points to its grid. The notes
    of the result say what was left out and moved, but do not tell of the grid if a point lies beyond the board. If no
    row is left, there are no points, and a note says so.

    Parameters
    ----------
    table
        The table.
    x
        The indices of the columns of x₁ and x₂.
    label
        The index of the column of the label.
    positive, negative
        The labels that count as +1 and as −1, as `table.label` returns them, with a minus sign in "−1". `negative` may
        be `OTHERS`, which stands for all other labels.
    scaled
        Whether to centre each column at its mean and divide it by its standard deviation, or by more if points would
        lie beyond the board.
    """
    # 1. Select the rows: numbers has shape (rows, 2).
    numbers, classes, texts, notes = _selected(table, x, label, positive, negative, MOST, "The board")
    cells = [(a, b, text) for (a, b), text in zip(numbers.tolist(), texts, strict=True)]
    # 2. Scale the columns.
    axes = None
    if len(numbers) and scaled:
        axes = tuple(_axis(axis_name(table.heads[column]), values) for column, values in zip(x, numbers.T, strict=True))
        numbers = (numbers - [axis.center for axis in axes]) / [axis.scale for axis in axes]
    elif len(numbers):
        names = [axis_name(table.heads[column]) for column in x]
        axes = None if names == ["x1", "x2"] else tuple(AxisQuantity(name) for name in names)
    # 3. Move the points onto the grid, and say so.
    points = [snapped((a, b, index)) for (a, b), index in zip(numbers.tolist(), classes, strict=True)]
    beyond = int((np.abs(numbers) > LIMIT).any(axis=1).sum())
    if beyond:
        lie = f"{beyond:,} points lie" if beyond > 1 else "1 point lies"
        notes.append(f"{lie} beyond the board and will move to its edge.")
    elif any(point[:2] != place for point, place in zip(points, map(tuple, numbers.tolist()), strict=True)):
        notes.append(f"Coordinates are rounded to 1/{SNAP}, as links hold them.")
    plain = (positive, negative) == ("1", "\N{MINUS SIGN}1")
    words = None if plain else Words(table.heads[label], positive, negative)
    return BoardPoints(points, axes, words, cells, notes)  # type: ignore[arg-type]


def rows_of(
    table: BroughtTable, x: Sequence[int], label: int, positive: str, negative: str
) -> tuple[list[Row], list[str]]:
    """Return the rows of a table in the form for a link, and sentences about what was skipped or changed.

    Each row becomes a pair: its numbers in the columns with the indices `x`, and its class, 0 for +1 and 1 for −1. Rows
    that lack such a number, or have neither label, are left out; [] if no row is left. A link holds at most
    `codes.most_rows(len(x))` rows; of more, so many are kept, evenly spread over the table.

    The numbers of the kept rows are scaled. Each column is centred at its mean, divided by its standard deviation, or
    by more if a number would be too large for a link, and rounded to 1/256. A column of equal numbers becomes 0.

    `label` is the index of the column of labels. `positive` and `negative` are the labels that count as +1 and as −1;
    `points_of` says how they are written.
    """
    where = f"A link with {len(x)} columns"
    numbers, classes, _, notes = _selected(table, x, label, positive, negative, most_rows(len(x)), where)
    if not len(numbers):
        return [], notes
    axes = [_axis("", values) for values in numbers.T]
    places = (numbers - [axis.center for axis in axes]) / [axis.scale for axis in axes]
    places = np.round(places * GRAIN) / GRAIN + 0.0  # adding 0 turns −0 into 0
    notes.append(f"Each column is centred at its mean, divided by its standard deviation and rounded to 1/{GRAIN}.")
    return [(tuple(values), index) for values, index in zip(places.tolist(), classes, strict=True)], notes


class _Selected(NamedTuple):
    """The selected rows: their numbers, shape (rows, columns), their classes and labels, and sentences about others."""

    numbers: npt.NDArray[np.float64]
    classes: list[int]
    labels: list[str]
    notes: list[str]


def _selected(
    table: BroughtTable, x: Sequence[int], label: int, positive: str, negative: str, most: int, where: str
) -> _Selected:
    """Select the rows with one of two labels, and with numbers in all columns `x`.

    At most `most` are selected, as many as `where`, a part of the screen, can hold.
    """
    # 1. Sort the rows: used, of another label, or skipped for a reason.
    used: list[tuple[tuple[float, ...], int, str]] = []
    faults: dict[str, list[int]] = {}
    others = 0
    for number, values in _numeric_rows(table, x, faults):
        text = table.label(number, label)
        if not text:
            faults.setdefault("the label is missing", []).append(number)
        elif text in (positive, negative) or negative == OTHERS:
            shown = table.cell(number, label)[:_LONGEST_LABEL].encode(errors="replace").decode()
            used.append((values, int(text != positive), shown))
        else:
            others += 1
    # 2. Note which rows are left out.
    notes = list(table.notes)
    if faults:
        said = [skipped(rows, reason) for reason, rows in islice(faults.items(), _MOST_NAMED)]
        rest = sum(map(len, islice(faults.values(), _MOST_NAMED, None)))
        said += [f"{rest:,} more row{'s' * (rest > 1)} skipped."] if rest else []
        notes.append(" ".join(said))
    if others:
        notes.append(f"{others:,} rows have another label." if others > 1 else "1 row has another label.")
    if len(used) > most:
        notes.append(f"{where} holds {most} of the {len(used):,} rows, evenly spread over the table.")
    if not used:
        notes.append("No row is left.")
    # 3. Keep rows that are evenly spread.
    chosen = np.linspace(0, len(used) - 1, min(len(used), most)).round().astype(int).tolist()
    kept = [used[place] for place in chosen]
    numbers = np.array([values for values, _, _ in kept]).reshape(-1, len(x))
    return _Selected(numbers, [index for _, index, _ in kept], [text for _, _, text in kept], notes)


def _decoded(content: bytes) -> str:
    """Decode a file: as UTF-16 if a mark or zeros show that, else as UTF-8, else by the code most likely for it."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    # In UTF-16 one of the two bytes of an ASCII character, such as a separator, is 0.
    zeros = [content[side::2].count(0) for side in (0, 1)]
    if max(zeros) > 0.2 * len(content) / 2 and max(zeros) > 4 * min(zeros):
        return content.decode("utf-16-be" if zeros[0] > zeros[1] else "utf-16-le", errors="replace")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode(max(_FREQUENT, key=lambda code: _likeliness(content, code)), errors="replace")


def _likeliness(content: bytes, code: str) -> float:
    """Return how likely a code is, from 0 to 1: the share of frequent characters among those beyond ASCII.

    For cp1252 it is 0.5. Western European texts have single characters beyond ASCII, Japanese mostly several in a row.
    """
    frequent = _FREQUENT[code]
    try:
        runs = re.findall(r"[^\0-\x7f]+", content.decode(code))
    except UnicodeDecodeError:
        return 0.1 if frequent is None else 0
    if frequent is None:
        return 0.5
    total = sum(map(len, runs))
    good = sum(frequent.fullmatch(character.encode(code)) is not None for run in runs for character in run)
    in_a_row = sum(len(run) for run in runs if len(run) > 1)
    return good / total * (1 if in_a_row > 0.5 * total or code == "gb18030" else 0.2)


def _fit(lines: Sequence[str], separator: str, decimal: str) -> tuple[bool, float, float, int]:
    """Rate a separator and a decimal sign; the best guess has the largest rating.

    First it counts whether most rows have one width above 2, then the share of cells that are numbers. Numbers such as
    1.234, which may mean 1,234, count only if two guesses are otherwise equal; last comes the width.
    """
    rows: list[list[str]] = []
    with suppress(csv.Error):  # the sample may end within quotation marks
        rows += map(_without_empty_end, _split(lines, separator))
    if not rows:
        return False, 0.0, 0.0, 0
    width = _usual_width(rows)
    begin = next(place for place, row in enumerate(rows) if len(row) >= width)
    usual = sum(len(row) == width for row in rows)
    cells = [_stripped(cell) for row in rows for cell in row[:MOST_COLUMNS]]
    numbers = [cell for cell in cells if _number(cell, decimal) is not None]
    sure = sum(_THOUSANDS[decimal].fullmatch(cell) is None for cell in numbers)
    unsplit = sum(bool(_LIKELY_SEPARATOR.search(cell)) for cell in cells)
    share = max(1, len(cells))
    even = width > 2 and usual > 0.7 * (len(rows) - begin)
    return even, (sure - unsplit) / share, (len(numbers) - unsplit) / share, width


def _split(lines: Sequence[str], separator: str) -> Iterator[list[str]]:
    if separator == " ":
        lines = [" ".join(line.split()) for line in lines]
    return csv.reader((f"{line}\n" for line in lines), delimiter=separator, skipinitialspace=True, strict=True)


def _without_empty_end(row: Sequence[str]) -> list[str]:
    """Return a row without empty cells at its end, which spreadsheets add to make all rows equally long."""
    return [*row[: max((place for place, cell in enumerate(row, 1) if cell.strip()), default=0)]]


def _stripped(cell: str) -> str:
    """Return a cell without spaces around it, and without the apostrophe that tells spreadsheets it is no formula."""
    cell = cell.strip()
    return cell[1:] if re.match("'[=+@-]", cell) else cell


def _number(cell: str, decimal: str) -> float | None:
    text = cell.translate(_MINUS)
    if not _NUMBERS[decimal].fullmatch(text):
        return None
    value = float(text.replace(decimal, "."))
    return value if abs(value) <= _LARGEST else None


def _numeric_rows(
    table: BroughtTable, columns: Sequence[int], faults: dict[str, list[int]]
) -> Iterator[tuple[int, tuple[float, ...]]]:
    """Yield each row that has numbers in all columns, with the numbers; add other rows to `faults`, by the reason."""
    for row in table.rows:
        values = [table.value(row, column) for column in columns]
        if None not in values:
            yield row, tuple(value for value in values if value is not None)
            continue
        wrong = [table.cell(row, column) for column, value in zip(columns, values, strict=True) if value is None]
        reason = f"{quoted(wrong[0])} is not a number" if all(wrong) else "a value is missing"
        faults.setdefault(reason, []).append(row)


def _axis(name: str, values: npt.NDArray[np.float64]) -> AxisQuantity:
    """Return an axis centred at the mean and scaled by the deviation, or by more to keep all values on the board."""
    size = float(np.abs(values).max())
    if not np.ptp(values):
        return AxisQuantity(name, float(values[0]))
    center = float(values.mean())
    scale = max(size * float((values / size).std()), float(np.abs(values - center).max()) / (LIMIT - 0.1))
    if not scale:  # the values differ by rounding alone
        return AxisQuantity(name, center)
    digits = 2 - math.floor(math.log10(scale))
    return AxisQuantity(name, round(center, digits), round(scale, digits))
