"""What a program printed, read as rows of numbers: numpy's brackets, lists, CSV, columns, with words between."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perceptron.checks import count_of
from perceptron.dataset import Floats, Ints, frozen

MOST_BYTES = 200_000
MOST_ROWS = 50_000
_LARGEST = 1e100
_LONGEST = 60  # characters of a number; patterns would look at a longer one again and again

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_FREE = re.compile(rf"(?<![\w.])({_NUMBER})(?![\w.]*[A-Za-z_])")
_GROUP = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_WRAP = re.compile(r"\b(?:np\.|numpy\.)?(?:float|int|uint)\d*\(([^()]*)\)|\b(?:np\.|numpy\.)?(?:array|matrix)\b")
_KIND = re.compile(r",?\s*(?:dtype|shape)\s*=\s*[\w.(), ]*?(?=\))")
_COUNTER = re.compile(
    r"\b(?:update|epoch|iteration|iter|it|step|pass|row|round|run|visit|point|example|sample|no|nr|mistake|error)s?\b"
    rf"[\s#.:=_-]*{_NUMBER}(?:\s*(?:/|of)\s*\d+)?",
    re.IGNORECASE,
)
_LEADING = re.compile(rf"^\s*(?:\(?{_NUMBER}\)|\[\d+\](?=\s*[-+.\d\[(])|{_NUMBER}\s*[:>|])(?=.*\d)")
_BIAS = re.compile(rf"\b(?:b|bias|b0|w0|intercept|theta|offset)\b\s*[:=]?\s*[\[(]?\s*({_NUMBER})", re.IGNORECASE)
_NAMED = re.compile(r"\b(?:b|bias|b0|w0|intercept|theta|offset)\b\s*[:=]?\s*$", re.IGNORECASE)
_ALONE = re.compile(rf"^[\s,;()]*({_NUMBER})[\s,;()]*$")
_NOT_FINITE = re.compile(r"(?<![\w.])[+-]?(?:nan|inf|infinity)\b", re.IGNORECASE)
_LONG = re.compile(rf"[\w.]{{{_LONGEST + 1},}}")
_COMMA = r"[+-]?(?:\d+(?:\.\d*|,\d+(?![\d.]))?|[.,]\d+)(?:[eE][+-]?\d+)?"  # a number that may have a decimal comma
_LINE = re.compile(
    rf"\bslope\b[\s:=]*({_COMMA})[\s,;]*(?:and\b\s*)?\b(?:y-)?intercept\b[\s:=]*({_COMMA})", re.IGNORECASE
)
_BLANK = re.compile(r"\s+")
_SCALE = re.compile(rf"^\s*({_NUMBER})\s*\*\s*$")


class _Row(NamedTuple):
    """The numbers of a row, as they are written, and the factor that Matlab printed above them."""

    words: list[str]
    factor: float = 1.0


@dataclass(frozen=True, eq=False)
class Printed:
    """Rows of numbers, and how many digits stand behind the point of each.

    >>> read_printed("update 1: w = [0.5 -1.]").digits
    array([[1, 0]])

    Parameters
    ----------
    rows : numpy.ndarray, shape (K, m)
        The numbers.
    digits : numpy.ndarray of int, shape (K, m)
        The number of digits printed behind the decimal point of each.
    line
        Slope and intercept of the line for the last weights; None if the program did not print them.
    """

    rows: Floats
    digits: Ints
    line: tuple[float, float] | None = None

    def widths(self) -> Floats:
        """Return the half-width of the interval that each number stands for, shape (K, m); 0 if the number is exact.

        A number with decimals and at least four digits, without zeros in front, is rounded at its last digit. Any other
        number is taken to have as many decimals as the number with most, since programs leave out zeros at the end. A
        number with ten decimals or more is exact. If no number has decimals, all are exact.

        >>> read_printed("0.33 1.00").widths(), read_printed("1 2").widths()
        (array([[0.005, 0.005]]), array([[0., 0.]]))
        """
        most = int(self.digits.max(initial=0))
        if most == 0:
            return np.zeros(self.rows.shape)
        with np.errstate(divide="ignore"):
            before = np.floor(np.log10(np.abs(self.rows))) + 1
        long = (np.where(self.rows == 0, 0, before) + self.digits >= 4) & (self.digits > 0)
        digits = np.where(long, self.digits, most)
        widths: Floats = np.where(digits >= 10, 0.0, np.round(0.5 * 10.0 ** -digits.astype(np.float64), 12))
        return widths


def read_printed(text: str) -> Printed:
    r"""Read the rows of numbers that a program printed, as they come.

    Read are numpy's brackets, lists, tuples, CSV, columns, semicolons and decimal commas, with words between. Numbers
    that count rows are left out, and a bias printed beside the weights joins their row. If a text has numbers in
    brackets, its lines without brackets are left out. A line printed as slope and intercept becomes `line`, the last if
    there are several; else `line` is None.

    >>> read_printed("start\nepoch 1: w = [1. 2.], b = 0.5\nepoch 2: w = [0. 1.], b = 1.5").rows
    array([[1. , 2. , 0.5],
           [0. , 1. , 1.5]])
    >>> read_printed("0,5; 1,25").rows, read_printed("[[0, 1], [2, 3]]").rows.tolist()
    (array([[0.5 , 1.25]]), [[0.0, 1.0], [2.0, 3.0]])
    >>> read_printed("w = [3 2], b = -4\nslope -1.5 intercept 2").line
    (-1.5, 2.0)

    Parameters
    ----------
    text : str
        At most 200 kB.

    Returns
    -------
    Printed
        The rows, and the digits of each number.

    Raises
    ------
    TypeError
        If `text` is not a str.
    ValueError
        If it is too long, holds no number but counts of rows and slopes and intercepts, a number that is not finite or
        too large, rows of different lengths, more than 50,000 rows, or a word of more than 60 characters; the message
        says what arrived.
    """
    _check_text(text)
    size = len(text.encode("utf-8", "replace"))
    if size > MOST_BYTES:
        got = f"{-(-size // 100) / 10:.1f}".removesuffix(".0")  # rounded up, so that it is more than 200
        lines = text.removesuffix("\n").count("\n") + 1
        raise ValueError(f"text must have at most 200 kB, got {got} kB in {count_of(lines, 'line')}")
    text = text.replace("−", "-").replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n")
    long = _LONG.search(text)
    if long:
        raise ValueError(f"text must have numbers and words of at most {_LONGEST} characters, got {long[0][:20]}…")
    bad = _NOT_FINITE.search(text)
    if bad:
        raise ValueError(
            f"text must hold finite numbers, got {bad[0]} in line {text[: bad.start()].count(chr(10)) + 1}"
        )
    text = _BLANK.sub(lambda found: next(sign for sign in ("\n", "\t", " ") if sign in found[0] or sign == " "), text)
    drawn = [(_of_line(slope), _of_line(intercept)) for slope, intercept in _LINE.findall(text)]
    rows = [row for row in _rows(_LINE.sub("", text)) if row.words]
    if not rows:
        others = " that count nothing and draw no line" if any(map(str.isdigit, text)) else ""
        raise ValueError(f"text must hold numbers{others}, got {text.strip()[:40]!r}")
    return replace(_printed(rows), line=drawn[-1] if drawn else None)


def _of_line(word: str) -> float:
    number = float(word.replace(",", "."))
    if not abs(number) < _LARGEST:
        raise ValueError(f"slope and intercept must be finite and between -1e100 and 1e100, got {word}")
    return number


def _check_text(text: object) -> None:
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, got {text!r:.60}")


def printed_of(rows: ArrayLike | Printed) -> Printed:
    """Return the rows of an array as `Printed`, with the number of decimals that Python shows of each number.

    A `Printed` is returned as it is; one row of numbers is one row. Raises TypeError if `rows` are not numbers;
    ValueError if they are empty, of different lengths, more than 50,000, or not below 1e100 in size.

    >>> printed_of([[0.5, 1], [0.25, 2]]).digits
    array([[1, 0],
           [2, 0]])
    """
    if isinstance(rows, Printed):
        return rows
    try:
        array = np.asarray(rows, dtype=np.float64)
    except (TypeError, ValueError):
        if isinstance(rows, (list, tuple)) and all(isinstance(row, (list, tuple, np.ndarray)) for row in rows):
            _check_lengths([[str(number) for number in row] for row in rows])
        raise TypeError(f"printed must be a text or rows of numbers, got {rows!r:.60}") from None
    array = array[None, :] if array.ndim == 1 else array
    if array.ndim != 2 or not array.size:
        raise ValueError(f"printed must hold rows of numbers, got shape {np.shape(rows)}")
    if len(array) > MOST_ROWS:
        raise ValueError(f"printed must have at most {MOST_ROWS} rows, got {len(array)}")
    return _printed([_Row([repr(value).removesuffix(".0") for value in row]) for row in array.tolist()])


def _check_lengths(rows: Sequence[Sequence[str]]) -> None:
    wide = len(rows[0])
    for k, row in enumerate(rows):
        if len(row) != wide:
            raise ValueError(
                f"rows must have equally many numbers, got {count_of(wide, 'number')} in row 1 and {len(row)} in row "
                f"{k + 1}: {' '.join(row)[:60]}"
            )


def _printed(rows: Sequence[_Row]) -> Printed:
    _check_lengths([row.words for row in rows])
    if len(rows) > MOST_ROWS:
        raise ValueError(f"text must have at most {MOST_ROWS} rows, got {len(rows)}")
    words = [row.words if row.factor == 1.0 else [_times(word, row.factor) for word in row.words] for row in rows]
    numbers = np.array([[float(word) for word in row] for row in words])
    if not (np.abs(numbers) < _LARGEST).all():
        k, j = np.argwhere(~(np.abs(numbers) < _LARGEST))[0].tolist()
        times = "" if rows[k].factor == 1.0 else f" times {rows[k].factor:g}"
        raise ValueError(
            f"numbers must be finite and between -1e100 and 1e100, got {rows[k].words[j]}{times} in row {k + 1}"
        )
    digits = np.array([[_digits(word) for word in row] for row in words])
    return Printed(frozen(numbers), frozen(digits.astype(np.int64)))


def _digits(word: str) -> int:
    if "e" not in word and "E" not in word:
        return len(word) - 1 - place if (place := word.find(".")) >= 0 else 0
    mantissa, _, exponent = word.lower().partition("e")
    return max(0, len(mantissa.partition(".")[2]) - max(-400, int(exponent or 0)))


def _rows(text: str) -> Iterator[_Row]:
    text = _KIND.sub("", text)
    text = _WRAP.sub(lambda found: found[1] or "", text)
    text = _with_points(text)
    lines = [_COUNTER.sub(" ", line) for line in text.split("\n")]
    joined = "\n".join(_LEADING.sub("", line) for line in lines)
    groups = [group for group in _GROUP.finditer(joined) if _FREE.search(group[1])]
    if groups:
        yield from map(_Row, _of_groups(joined, groups))
        return
    factor = 1.0
    for line in joined.split("\n"):
        scale = _SCALE.match(line)
        if scale and not 1e-100 < float(scale[1]) < _LARGEST:
            scale = None
        if scale:  # Matlab's common factor of the rows below
            factor = float(scale[1])
        for part in line.split(";") if _rows_by_semicolon(line) else [line]:
            yield _Row([] if scale else _FREE.findall(part), factor)


def _times(word: str, factor: float) -> str:
    digits = max(0, _digits(word) - round(float(np.log10(factor))))
    return f"{float(word) * factor:.{digits}f}"


def _rows_by_semicolon(line: str) -> bool:
    parts = [part for part in line.split(";") if part.strip()]
    return len(parts) > 1 and all(len(_FREE.findall(part)) > 1 for part in parts)


def _of_groups(text: str, groups: list[re.Match[str]]) -> Iterator[list[str]]:
    """Yield the numbers of each pair of brackets, with a bias that stands beside them in the same line."""
    rows: list[list[str]] = []
    leads: list[str] = []
    for k, group in enumerate(groups):
        begin = groups[k - 1].end() if k else 0
        end = groups[k + 1].start() if k + 1 < len(groups) else len(text)
        before = text[begin : group.start()].rpartition("\n")[2]
        after = text[group.end() : end].partition("\n")[0]
        words = _FREE.findall(group[1])
        if rows and len(words) == 1 and _NAMED.search(before):
            rows[-1] += words  # a bias in brackets of its own
            continue
        if _rows_by_semicolon(group[1]):
            rows += [_FREE.findall(part) for part in group[1].split(";")]
            continue
        first, last, lead = _BIAS.search(before), _BIAS.search(after) or _ALONE.search(after), _ALONE.search(before)
        if lead and not first:
            leads.append(lead[1])
        rows.append([*([first[1]] if first else []), *words, *([last[1]] if last else [])])
    if len(leads) == len(rows) and not _count(leads):
        rows = [[lead, *row] for lead, row in zip(leads, rows, strict=True)]
    yield from rows


def _count(words: list[str]) -> bool:
    """Return whether the numbers count rows: whole ones that rise by 1, or stay."""
    numbers = [float(word) for word in words]
    return all(number % 1 == 0 for number in numbers) and all(
        0 <= after - before <= 1 for before, after in pairwise(numbers)
    )


def _with_points(text: str) -> str:
    """Return the text with decimal points in place of decimal commas, if it has such."""
    if re.search(r"\d\.\d", text) or not re.search(r"\d,\d", text):
        return text
    pieces = [piece for piece in re.split(r"[\s;\[\](){}|]+", text) if "," in piece.strip(",")]
    single = all(re.fullmatch(r"[+-]?\d+,\d+(?:[eE][+-]?\d+)?,?", piece) for piece in pieces)
    apart = ";" in text or "\t" in text
    several = not re.search(r"[\[({]", text) and any(len(re.findall(r"\d,\d", line)) > 1 for line in text.split("\n"))
    if single and (apart or several):
        return re.sub(r"(\d),(\d)", r"\1.\2", text)
    return text


def whole_column(printed: Printed) -> list[int] | None:
    """Return the numbers of a single column, or a single row, if all are whole and not negative; else None.

    >>> whole_column(read_printed("0 1 1 0 1")), whole_column(read_printed("0.5"))
    ([0, 1, 1, 0, 1], None)
    """
    rows: Any = printed.rows
    if 1 not in rows.shape or (printed.digits.max(initial=0) > 0 and (rows % 1).any()):
        return None
    numbers = rows.ravel()
    return [int(number) for number in numbers] if (numbers >= 0).all() and not (numbers % 1).any() else None
