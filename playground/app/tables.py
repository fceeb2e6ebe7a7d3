"""A visitor's table as points of the board: two columns of numbers, a column of labels, and a scale.

How its file is written, where the table begins in it, the separator of the cells, the decimal sign, whether the first
row names the columns, and which columns are the label and the axes are guessed. A dialog shows the guess, and the
visitor can choose other columns.
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

import numpy as np

from perceptron.dataset import Floats
from playground.address.codes import (
    GRAIN,
    LIMIT,
    MOST,
    MOST_COLUMNS,
    SNAP,
    Axis,
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

_SAMPLE = 100  # rows for the detection
_MOST_FAULTS = 5  # rows that are named one by one
_LARGEST = 1e100  # a larger number is no measurement
_LONGEST_LABEL = 60  # signs that are kept of it
_MOST_NAMED = 3  # lines and columns that are named one by one
_SIGNS = ";\t,| "  # separators of cells
_SAID_SIGN = re.compile(r'"?sep=(.)"?', re.I)  # the line with which a file tells Excel its separator
_RULE = re.compile(r"\s*:?-+:?\s*")  # below the heads of a table in Markdown
_AXIS = re.compile(r"x[ _]?[0-9\u2080-\u2089]+", re.I)
_PARTS = re.compile(r"[;\t|]")
_NUMBERS = {
    point: re.compile(rf"[+-]?([0-9]+({re.escape(point)}[0-9]*)?|{re.escape(point)}[0-9]+)(e[+-]?[0-9]+)?", re.I)
    for point in ".,"
}
_THOUSANDS = {point: re.compile(rf"[+-]?[1-9][0-9]{{0,2}}({re.escape(point)}[0-9]{{3}})+") for point in ".,"}
_ALMOST = re.compile(r"[+\-\u2013\u2212]?[0-9][0-9.,'\u2019\s%]*")  # a number of another habit
_MINUS = str.maketrans("\u2212\u2013", "--")
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
_LARGE = 9_999  # numbers of a column without a name above it are more likely an Id than measured


@dataclass(frozen=True)
class BroughtTable:
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
        filled = [row for row in self.sample if self.cell(row, column)]
        return sum(self.value(row, column) is not None for row in filled) / len(filled) if filled else 0.0

    @cached_property
    def sample(self) -> list[int]:
        """Return the rows by which columns are judged: all of a small table, some of a large one."""
        return list(self.rows)[:: 1 + len(self.rows) // _SAMPLE]

    def labels(self, column: int) -> list[str]:
        """Return the different labels in a column, the most frequent first, and of those as frequent the first."""
        counts = Counter(self.label(row, column) for row in self.rows)
        return [label for label, _ in counts.most_common() if label]

    def likely_columns(self) -> tuple[int, int, int]:
        r"""Return the columns that are most likely x₁, x₂ and the label.

        >>> read("id,kind,length,width\n7,a,1.4,0.2\n9,b,4.7,1.4\n12,a,1.3,0.2").likely_columns()
        (2, 3, 1)
        """
        label = self._likely_label()
        return *self.likely_axes(label), label

    def likely_axes(self, label: int) -> tuple[int, int]:
        """Return the first two columns of numbers that are neither the label nor passed over."""
        measured = [column for column in self.numeric if column != label]
        telling = [column for column in measured if column not in self.passed_over]
        first, second = ((telling if len(telling) > 1 else measured) + [0, 0])[:2]
        return first, second

    def _likely_label(self) -> int:
        """Return the column whose head says so, else one of few values at either end, else any of few values."""
        last = [column for column in reversed(range(len(self.heads))) if column not in self._row_names]
        if len(self.numeric) == 2:  # which must be left
            last = [column for column in last if column not in self.numeric]
        values = {column: len({self.label(row, column) for row in self.sample} - {""}) for column in last}
        few = [column for column in last if self._few(column, values[column])]
        ends = [column for column in few if column in (last[0], last[-1])]
        words = [column for column in last if column not in self.numeric and 2 <= values[column] <= MOST_LABELS]
        guesses = [
            [column for column in last if 1 <= values[column] <= MOST_LABELS and self._is_headed_as_label(column)],
            [column for column in ends if column not in self.numeric],
            words,
            [column for column in ends if values[column] == 2],
            ends,
            few,
            last,
            [len(self.heads) - 1],
        ]
        return next(guess[0] for guess in guesses if guess)

    def _is_headed_as_label(self, column: int) -> bool:
        """Whether the head says that this is the label; y beside x is a place."""
        if self.heads[column].casefold() == "y":
            return "x" not in map(str.casefold, self.heads)
        return not _LABEL_HEADS.isdisjoint(_words(self.heads[column]))

    def _few(self, column: int, count: int) -> bool:
        """Whether a column has few different values: words that come again, or whole numbers that often do."""
        filled = sum(bool(self.cell(row, column)) for row in self.sample)
        if column not in self.numeric:
            return 2 <= count <= MOST_LABELS and (count == 2 or count < filled)
        numbers = self._numbers(column, self.sample)
        return count == 2 or (2 <= count <= filled / 3 and count <= MOST_LABELS and numbers == [*map(round, numbers)])

    def _numbers(self, column: int, rows: Iterable[int]) -> list[float]:
        return [value for row in rows if (value := self.value(row, column)) is not None]

    @cached_property
    def _row_names(self) -> set[int]:
        """The columns that name the rows, by their heads: an Id, or no head where others have some."""
        numbered = [head == _numbered(column) for column, head in enumerate(self.heads)]
        unnamed = {0} if numbered[0] and not all(numbered) else set()
        named = {column for column, head in enumerate(self.heads) if not _ROW_HEADS.isdisjoint(_words(head)[-1:])}
        return unnamed | {column for column in named if not self._is_headed_as_label(column)}

    @cached_property
    def passed_over(self) -> dict[int, str]:
        """The columns of numbers that are no measurement, and what they are instead, to follow their names."""
        return {column: why for column in self.numeric if (why := self._why_passed_over(column))}

    def _why_passed_over(self, column: int) -> str:
        if column in self._row_names:
            return "which names the rows"
        sample = self._numbers(column, self.sample)
        if len(set(sample)) == 1 < len(sample) and len(set(self._numbers(column, self.rows))) == 1:
            return f"which is {quoted(f'{sample[0]:g}')} in every row"
        if sample != [*map(round, sample)] or _AXIS.fullmatch(self.heads[column]):
            return ""
        if _grows(sample) and _grows(self._numbers(column, self.rows)):
            return "which only grows"
        unnamed = column == 0 and all(head == _numbered(place) for place, head in enumerate(self.heads))
        differs = len(set(sample)) > 0.9 * len(sample)
        return "which names the rows" if unnamed and differs and median(sample) > _LARGE else ""

    def remark(self, chosen: Collection[int]) -> str:
        r"""Say in a sentence which columns of numbers were passed over, unless they were chosen; nothing for none.

        >>> read("id,length,width,kind\n7,1.4,0.2,a\n9,1.3,0.2,b\n12,4.7,1.4,b").remark([1, 2, 3])
        'Passed over: `id`, which names the rows.'
        """
        columns = [column for column in self.passed_over if column not in chosen]
        if not columns:
            return ""
        named = [f"{quoted(self.heads[column])}, {self.passed_over[column]}" for column in columns]
        return f"Passed over: {_some(named, _MOST_NAMED)}."


def read(content: bytes | str) -> BroughtTable:
    """Read a table out of the text of a file.

    Raises
    ------
    ValueError
        If it has no two columns of numbers and a third for the label; the message says what arrived.
    """
    text = _text(content) if isinstance(content, bytes) else content
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").lstrip("\ufeff").split("\n")
    signs = _SIGNS
    if said := _SAID_SIGN.fullmatch(lines[0].rstrip(" ")):
        signs, lines = said[1], lines[1:]
    sample = [line for line in lines if line.strip()][:_SAMPLE]
    sign, decimal = max(product(signs, ".,"), key=lambda guess: _fit(sample, *guess))
    rows: dict[int, list[str]] = {}
    number = 0
    try:
        for number, cells in enumerate(_split(lines, sign), 1):
            row = _filled(cells)
            if any(cell and not _RULE.fullmatch(cell) for cell in row):
                rows[number] = row
            if len(rows) > MOST_ROWS + _SAMPLE:  # the first may be no part of the table
                break
    except csv.Error as error:
        if "field limit" in str(error):
            most = csv.field_size_limit()
            raise ValueError(f"A cell after row {number} has more than {most:,} signs.") from None
        raise ValueError(f"The quotation marks after row {number} do not match.") from None
    if not rows:
        raise ValueError("The table is empty.")
    heads, notes = _heads(rows, decimal)
    if len(rows) > MOST_ROWS:
        notes.append(f"Only the first {MOST_ROWS:,} rows are read.")
        rows = dict(islice(rows.items(), MOST_ROWS))
    width = max(len(heads), *map(len, rows.values()))
    if width > MOST_COLUMNS:
        notes.append(f"The table has {width:,} columns; only the first {MOST_COLUMNS} can be chosen.")
        width = MOST_COLUMNS
    heads = [(_cell(heads[column]) if column < len(heads) else "") or _numbered(column) for column in range(width)]
    heads = distinct(heads)
    table = BroughtTable(heads, rows, decimal, notes)
    almost = _almost_number(table)
    if width < 3 or len(table.numeric) < 2:
        names = listed(quoted(heads[column]) for column in table.numeric) if table.numeric else "none"
        raise ValueError(
            "Two columns of numbers and a column with the label are needed;"
            f" the table has {width} column{'s' * (width > 1)}, of numbers: {names}{almost and f'; {almost}'}."
        )
    if almost:
        notes.append(f"Read as words: {almost}.")
    return table


def _heads(rows: dict[int, list[str]], decimal: str) -> tuple[list[str], list[str]]:
    """Take from the rows the names of the columns and all that stands before the table, and say what that was.

    The table begins with the first row of as many cells as its rows have. One cell less may be its heads: R writes none
    for the names of the rows.
    """
    usual = _usual_width([*islice(rows.values(), _SAMPLE)])
    first = next(number for number, row in rows.items() if len(row) >= usual)
    before = [number for number in rows if number < first]
    heads: list[str] = []
    if len(rows) - len(before) > 1 and _are_names(rows[first], decimal):
        heads = rows.pop(first)
    elif before and len(rows[before[-1]]) == usual - 1 > 1 and _are_names(rows[before[-1]], decimal):
        heads = ["", *rows.pop(before.pop())]
    named = [f"row {number}, {quoted(' '.join(rows.pop(number)), 40)}" for number in before]
    return heads, [f"Left out before the table: {_some(named, _MOST_NAMED)}."] if named else []


def _are_names(row: Sequence[str], decimal: str) -> bool:
    """Whether a row has no number; after an empty cell, pandas counts columns without names from 0."""
    values = [_value(_cell(cell), decimal) for cell in row]
    return not any(value is not None for value in values) or (not row[0] and values[1:] == [*range(len(row) - 1)])


def _usual_width(rows: Sequence[Sequence[str]]) -> int:
    """Return how many cells most rows have; a few long rows count as much as many short ones, which may be a text."""
    counts = Counter(map(len, rows))
    return max(counts, key=lambda width: (width > 2, counts[width] * width))


def _almost_number(table: BroughtTable) -> str:
    """Say which cell first is nearly a number, in a column that is therefore read as words; nothing where none is."""
    words = [column for column in range(len(table.heads)) if column not in table.numeric]
    for row, column in product(table.sample, words):
        cell = table.cell(row, column)
        if table.value(row, column) is None and _ALMOST.fullmatch(cell):
            return _no_number(row, cell)
    return ""


def _no_number(row: int, cell: str) -> str:
    return f"row {row}: {quoted(cell)} is no number"


def _grows(values: Sequence[float]) -> bool:
    return len(values) > 2 and all(value < after for value, after in pairwise(values))


def distinct(names: Iterable[str]) -> list[str]:
    """Number names that are given more than once, so that each can be chosen.

    >>> distinct(["a", "b", "a"])
    ['a', 'b', 'a (2)']
    """
    found: dict[str, None] = {}
    for name in names:
        tries = (f"{name} ({place})" if place > 1 else name for place in count(1))
        found[next(each for each in tries if each not in found)] = None
    return [*found]


def _numbered(column: int) -> str:
    return f"column {column + 1}"


def _words(head: str) -> list[str]:
    """Return the words of a head.

    >>> _words("Patient_ID"), _words("PassengerId"), _words("#")
    (['patient', 'id'], ['passenger', 'id'], ['#'])
    """
    parted = re.sub("(?<=[a-z])(?=[A-Z])", " ", head).casefold()
    return re.findall(r"[^\W\d_]+|[#№]", parted)


def _some(parts: Sequence[str], most: int) -> str:
    """List the first of some parts, and say how many more there are."""
    more = f", and {len(parts) - most:,} more" if len(parts) > most else ""
    return f"{'; '.join(parts[:most])}{more}"


@dataclass(frozen=True)
class BoardPoints:
    """Points for the board, and sentences about the rows and numbers that were left out or changed.

    Also its axes, what the table calls the classes, and what it has of each point: two numbers and the label.
    """

    points: list[Point]
    axes: tuple[Axis, Axis] | None
    words: Words | None
    cells: list[Cells]
    notes: list[str]


def fits(table: BroughtTable, columns: Sequence[int]) -> bool:
    """Whether the columns' numbers can stand on the board as they are: small, or on the grid that a link can hold."""
    values = np.array([value for _, row in _numeric_rows(table, columns, []) for value in row])
    exact = bool((np.abs(values) <= LIMIT).all()) and bool((values * SNAP == np.round(values * SNAP)).all())
    return exact or bool((np.abs(values) <= 1.5).all())


def bring(
    table: BroughtTable, x: Sequence[int], label: int, positive: str, negative: str, *, scaled: bool
) -> BoardPoints:
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
    numbers, classes, texts, notes = _two_classes(table, x, label, positive, negative, MOST, "the board")
    axes = None
    cells = [(a, b, text) for (a, b), text in zip(numbers.tolist(), texts, strict=True)]
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
    plain = (positive, negative) == ("1", "\N{MINUS SIGN}1")
    words = None if plain else Words(table.heads[label], positive, negative)
    return BoardPoints(points, axes, words, cells, notes)  # type: ignore[arg-type]


def rows(
    table: BroughtTable, x: Sequence[int], label: int, positive: str, negative: str
) -> tuple[list[Row], list[str]]:
    """Return the rows of two labels with the columns `x`, and sentences about the rows that were left out.

    Each column is centred at its mean and scaled by its deviation, to what a link can hold.
    """
    most = most_rows(len(x))
    numbers, classes, _, notes = _two_classes(
        table, x, label, positive, negative, most, f"a link with {len(x)} columns"
    )
    if not len(numbers):
        return [], notes
    axes = [_axis("", values) for values in numbers.T]
    places = (numbers - [axis.center for axis in axes]) / [axis.scale for axis in axes]
    places = np.round(places * GRAIN) / GRAIN + 0.0  # which leaves no −0
    notes.append(f"Each column is centred at its mean and divided by its deviation, in steps of 1/{GRAIN}.")
    return [(tuple(values), index) for values, index in zip(places.tolist(), classes, strict=True)], notes


def _two_classes(
    table: BroughtTable, x: Sequence[int], label: int, positive: str, negative: str, most: int, where: str
) -> tuple[Floats, list[int], list[str], list[str]]:
    """Return the numbers of the rows of two labels, their classes, labels, and notes.

    The place `where` they go holds at most `most` rows.
    """
    faults: list[str] = []
    places: list[tuple[float, ...]] = []
    classes: list[int] = []
    texts: list[str] = []
    others = 0
    for number, place in _numeric_rows(table, x, faults):
        text = table.label(number, label)
        if not text:
            faults.append(f"row {number} has no label")
        elif text in (positive, negative) or negative == OTHERS:
            places.append(place)
            classes.append(int(text != positive))
            texts.append(table.cell(number, label)[:_LONGEST_LABEL].encode(errors="replace").decode())
        else:
            others += 1
    notes = list(table.notes)
    if faults:
        notes.append(f"Left out: {_some(faults, _MOST_FAULTS)}.")
    if others:
        notes.append(f"{others:,} row{'s have' if others > 1 else ' has'} another label.")
    count = len(places)
    if count > most:
        notes.append(f"{count:,} rows can be read; {where} holds {most}, evenly spread over them.")
    if not count:
        notes.append("No row is left.")
    chosen = np.linspace(0, count - 1, min(count, most)).round().astype(int).tolist()
    kept = [[each[i] for i in chosen] for each in (classes, texts)]
    return np.array(places).reshape(-1, len(x))[chosen], *kept, notes


def _text(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    # Of two bytes for a sign, one is 0 wherever the sign is of ASCII, as separators are.
    zeros = [content[side::2].count(0) for side in (0, 1)]
    if max(zeros) > 0.2 * len(content) / 2 and max(zeros) > 4 * min(zeros):
        return content.decode("utf-16-be" if zeros[0] > zeros[1] else "utf-16-le", errors="replace")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode(max(_USUAL, key=lambda code: _likeliness(content, code)), errors="replace")


# Of the signs beyond ASCII, those that texts in these codes are mostly made of, by their bytes in the code.
_USUAL = {
    "cp1252": None,
    "gb18030": re.compile(rb"[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]"),
    "cp932": re.compile(rb"[\x81-\x83\x88-\x97][\x40-\xfc]"),
}
_HALF, _RATHER, _HARDLY = 0.5, 0.2, 0.1


def _likeliness(content: bytes, code: str) -> float:
    """Rate a code by how many of the signs beyond ASCII are usual in it; a text of none of these is of Western Europe.

    Such a text has lone letters beyond ASCII; Japanese mostly has several signs in a row.
    """
    usual = _USUAL[code]
    try:
        runs = re.findall(r"[^\0-\x7f]+", content.decode(code))
    except UnicodeDecodeError:
        return _HARDLY if usual is None else 0
    if usual is None:
        return _HALF
    count = sum(map(len, runs))
    good = sum(usual.fullmatch(sign.encode(code)) is not None for run in runs for sign in run)
    together = sum(len(run) for run in runs if len(run) > 1)
    return good / count * (1 if together > _HALF * count or code == "gb18030" else _RATHER)


def _fit(lines: Sequence[str], sign: str, decimal: str) -> tuple[bool, float, float, int]:
    """Rate a separator: whether the rows have the same number of cells, and how many of these are numbers.

    A number such as 1.234 may be 1,234 to others, and counts only where all else is alike.
    """
    rows: list[list[str]] = []
    with suppress(csv.Error):  # which may be the end of a sample
        rows += map(_filled, _split(lines, sign))
    if not rows:
        return False, 0.0, 0.0, 0
    width = _usual_width(rows)
    begin = next(place for place, row in enumerate(rows) if len(row) >= width)
    count = sum(len(row) == width for row in rows)
    cells = [_cell(cell) for row in rows for cell in row[:MOST_COLUMNS]]
    numbers = [cell for cell in cells if _value(cell, decimal) is not None]
    sure = sum(_THOUSANDS[decimal].fullmatch(cell) is None for cell in numbers)
    # A cell with another separator in it suggests that this one is wrong.
    parted = sum(bool(_PARTS.search(cell)) for cell in cells)
    share = max(1, len(cells))
    even = width > 2 and count > 0.7 * (len(rows) - begin)
    return even, (sure - parted) / share, (len(numbers) - parted) / share, width


def _split(lines: Sequence[str], sign: str) -> Iterator[list[str]]:
    if sign == " ":
        lines = [" ".join(line.split()) for line in lines]
    return csv.reader((f"{line}\n" for line in lines), delimiter=sign, skipinitialspace=True, strict=True)


def _filled(row: Sequence[str]) -> list[str]:
    """Return the cells up to the last that is not empty: spreadsheets write as many for each row."""
    return [*row[: max((place for place, cell in enumerate(row, 1) if cell.strip()), default=0)]]


def _cell(cell: str) -> str:
    """Strip a cell, also of the apostrophe that keeps a spreadsheet from reading a formula."""
    cell = cell.strip()
    return cell[1:] if re.match("'[=+@-]", cell) else cell


def _value(cell: str, decimal: str) -> float | None:
    text = cell.translate(_MINUS)
    if not _NUMBERS[decimal].fullmatch(text):
        return None
    value = float(text.replace(decimal, "."))
    return value if abs(value) <= _LARGEST else None


def _numeric_rows(
    table: BroughtTable, columns: Sequence[int], faults: list[str]
) -> Iterator[tuple[int, tuple[float, ...]]]:
    """Yield the rows with numbers in all of these columns, with these numbers, and add the others to the faults."""
    for row in table.rows:
        cells = [(column, table.value(row, column)) for column in columns]
        values = tuple(value for _, value in cells if value is not None)
        wrong = [table.cell(row, column) for column, value in cells if value is None]
        if not wrong:
            yield row, values
        else:
            faults.append(_no_number(row, wrong[0]) if all(wrong) else f"row {row} has an empty cell")


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
