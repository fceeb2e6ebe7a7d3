"""Vectors and matrices that calculate and print as numpy's do, for boards of a few numbers in a row.

The entries of a vector are all floats, all whole numbers or all truth values. Loops count their places here, because
Brython does that faster than anything that pairs lists.
"""

LINE = 75  # characters of a line, as numpy prints
DIGITS = 8  # after the point, as numpy prints
SMALLEST, LARGEST, SPREAD = 1e-4, 1e8, 1e3  # beyond these numpy prints with exponents


def vector(*numbers: float) -> "Vector":
    """Return a vector of these numbers, as floats.

    >>> print(vector(0, -1, 2))
    [ 0. -1.  2.]
    """
    return Vector([float(number) for number in numbers])


class Vector:
    """Numbers in a row, with numpy's operators; `entries` is the list of them, all of one type.

    >>> w, x = vector(1, 2, 0), vector(3, 0, 1)
    >>> print(w @ x, w + 2 * x, w.copy() - 1)
    3.0 [7. 2. 2.] [ 0.  1. -1.]
    """

    ndim = 1

    def __init__(self, entries: list[float]) -> None:
        self.entries = entries

    # ---- as a list

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self):
        return iter(self.entries)

    def __getitem__(self, place):
        return Vector(self.entries[place]) if type(place) is slice else self.entries[place]

    def __setitem__(self, place, value) -> None:
        kind = type(self.entries[0])
        if type(place) is slice:
            for at, number in zip(range(*place.indices(len(self.entries))), self[place] * 0 + value, strict=True):
                self.entries[at] = kind(number)
        else:
            self.entries[place] = kind(value)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of entries, as a tuple."""
        return (len(self.entries),)

    @property
    def size(self) -> int:
        """The number of entries."""
        return len(self.entries)

    def copy(self) -> "Vector":
        """Return another vector with the same entries."""
        return Vector(self.entries[:])

    def tolist(self) -> list[float]:
        """Return the entries as a list."""
        return self.entries[:]

    # ---- arithmetic

    def __matmul__(self, other):
        others = other.entries if type(other) is Vector else _numbers(other)
        if others is None:
            return NotImplemented
        entries = self.entries
        count = len(entries)
        if len(others) != count:
            raise ValueError(f"@ needs equally many numbers on both sides, got {count} and {len(others)}")
        total: float = 0
        place = 0
        while place < count:
            total += entries[place] * others[place]
            place += 1
        return total

    def __rmatmul__(self, other):
        if other and all(type(row) is Vector for row in other):  # a list of rows
            return Vector([row @ self for row in other])
        return self @ other

    dot = __matmul__

    def __add__(self, other):
        others = _paired(self.entries, other)
        if others is None:
            return NotImplemented
        entries = self.entries
        return Vector([entries[place] + others[place] for place in range(len(entries))])

    __radd__ = __add__

    def __sub__(self, other):
        others = _paired(self.entries, other)
        if others is None:
            return NotImplemented
        entries = self.entries
        return Vector([entries[place] - others[place] for place in range(len(entries))])

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        entries = self.entries
        if type(other) is float or type(other) is int:
            return Vector([entry * other for entry in entries])
        others = _paired(entries, other)
        if others is None:
            return NotImplemented
        return Vector([entries[place] * others[place] for place in range(len(entries))])

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self._each(_divided, other)

    def __rtruediv__(self, other):
        return self._each(lambda entry, number: _divided(number, entry), other)

    def __floordiv__(self, other):
        return self._each(lambda entry, number: entry // number, other)

    def __mod__(self, other):
        return self._each(lambda entry, number: entry % number, other)

    def __pow__(self, other):
        return self._each(lambda entry, number: entry**number, other)

    def __neg__(self) -> "Vector":
        return Vector([-entry for entry in self.entries])

    def __pos__(self) -> "Vector":
        return self.copy()

    def __abs__(self) -> "Vector":
        return Vector([abs(entry) for entry in self.entries])

    # As numpy's, these change the vector itself, which may stand in a list of the past.

    def __iadd__(self, other):
        return self._become(self + other)

    def __isub__(self, other):
        return self._become(self - other)

    def __imul__(self, other):
        return self._become(self * other)

    def __itruediv__(self, other):
        return self._become(self / other)

    # ---- comparisons, entry by entry

    def __lt__(self, other):
        return self._each(lambda entry, number: entry < number, other)

    def __le__(self, other):
        return self._each(lambda entry, number: entry <= number, other)

    def __gt__(self, other):
        return self._each(lambda entry, number: entry > number, other)

    def __ge__(self, other):
        return self._each(lambda entry, number: entry >= number, other)

    def __eq__(self, other):
        return self._each(lambda entry, number: entry == number, other)

    def __ne__(self, other):
        return self._each(lambda entry, number: entry != number, other)

    __hash__ = None  # type: ignore[assignment]  # as of everything that changes

    def __invert__(self) -> "Vector":
        return Vector([not entry if entry is True or entry is False else -1 - entry for entry in self.entries])

    def __bool__(self) -> bool:
        if len(self.entries) != 1:
            raise ValueError("a vector is neither true nor false; use .all() or .any(), or compare one number")
        return bool(self.entries[0])

    # ---- in one number

    def sum(self):
        """Return the sum of the entries; True counts as 1. Without entries it is 0."""
        return sum(self.entries)

    def mean(self) -> float:
        """Return the mean of the entries; NaN if there are none."""
        return _divided(sum(self.entries), len(self.entries))

    def min(self):
        """Return the smallest entry; raise ValueError if there is none."""
        return min(self.entries)

    def max(self):
        """Return the largest entry; raise ValueError if there is none."""
        return max(self.entries)

    def argmin(self) -> int:
        """Return the index of the smallest entry, the first of equals; raise ValueError if there is none."""
        return self.entries.index(min(self.entries))

    def argmax(self) -> int:
        """Return the index of the largest entry, the first of equals; raise ValueError if there is none."""
        return self.entries.index(max(self.entries))

    def all(self) -> bool:
        """Return whether all entries are True, or numbers other than 0; True if there are none."""
        return all(self.entries)

    def any(self) -> bool:
        """Return whether some entry is True, or a number other than 0; False if there are none."""
        return any(self.entries)

    # ---- as text

    def __str__(self) -> str:
        text = f"[{' '.join(_texts(self.entries))}]"
        return text if len(text) <= LINE else _rows_text([self.entries], " ", "", 0)[1:-1]

    def __repr__(self) -> str:
        return f"array({_rows_text([self.entries], ', ', ' ' * 6, 1)[1:-1]})"

    def _each(self, operation, other):
        others = _paired(self.entries, other)
        if others is None:
            return NotImplemented
        entries = self.entries
        return Vector([operation(entries[place], others[place]) for place in range(len(entries))])

    def _become(self, other):
        if type(other) is not Vector:
            return NotImplemented
        entries = self.entries
        if entries and type(entries[0]) is int and type(other.entries[0]) is float:
            raise TypeError("this array holds whole numbers and cannot take others; begin with 0.0, or with zeros")
        entries[:] = other.entries
        return self


class Matrix:
    """Rows of numbers, each a vector, with numpy's operators.

    >>> X = Matrix([vector(1, 2), vector(3, 4)])
    >>> print(X @ vector(1, 1), X[1], X[1, 0], X[:, 0], X.shape)
    [3. 7.] [3. 4.] 3.0 [1. 3.] (2, 2)
    """

    ndim = 2

    def __init__(self, rows: list[Vector]) -> None:
        if any(len(row) != len(rows[0]) for row in rows):
            raise ValueError("all rows of a matrix must have equally many numbers")
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self):
        return iter(self.rows)

    def __getitem__(self, place):
        if type(place) is tuple:
            row, column = place
            if type(row) is slice:
                return Vector([each[column] for each in self.rows[row]])
            return self.rows[row][column]
        return Matrix(self.rows[place]) if type(place) is slice else self.rows[place]

    def __setitem__(self, place, value) -> None:
        if type(place) is tuple:
            self.rows[place[0]][place[1]] = value
        else:
            self.rows[place][:] = value

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns; (0, 0) without rows."""
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    @property
    def T(self) -> "Matrix":  # noqa: N802 - numpy's name
        """The transposed matrix, whose rows are the columns of this one; unlike numpy's, it is a copy."""
        return Matrix([Vector([row[place] for row in self.rows]) for place in range(self.shape[1])])

    def __matmul__(self, other):
        if type(other) is Matrix:
            turned = other.T
            return Matrix([turned @ row for row in self.rows])
        return Vector([row @ other for row in self.rows])

    def copy(self) -> "Matrix":
        """Return another matrix with the same numbers."""
        return Matrix([row.copy() for row in self.rows])

    def tolist(self) -> list[list[float]]:
        """Return the rows as lists."""
        return [row.tolist() for row in self.rows]

    def __str__(self) -> str:
        return _rows_text([row.entries for row in self.rows], " ", "", 0)

    def __repr__(self) -> str:
        return f"array({_rows_text([row.entries for row in self.rows], ', ', ' ' * 6, 1)})"


def array(values: object) -> "Vector | Matrix":
    """Return a vector of numbers, or a matrix of rows of numbers; always a copy.

    All entries are floats if one of them is. If `values` is empty, return an empty vector.

    Raises
    ------
    TypeError
        If an entry is no number.
    ValueError
        If rows have different numbers of entries.

    >>> array([1, 2]), array([1, 2.5]), array([[1, 2], [3, 4]]).shape
    (array([1, 2]), array([1. , 2.5]), (2, 2))
    """
    items = list(values)  # type: ignore[call-overload]
    if items and all(type(item) in (Vector, list, tuple) for item in items):
        rows = [_alike(item) for item in items]
        floats = any(type(number) is float for row in rows for number in row)
        return Matrix([Vector([float(number) for number in row]) for row in rows] if floats else rows)
    return _alike(items)


def _alike(values) -> Vector:
    """Return a vector of numbers of one type: floats if one of them is a float."""
    entries = list(values)
    for entry in entries:
        if not isinstance(entry, (int, float)):
            raise TypeError(f"an array holds numbers here, got {entry!r}")
    if any(isinstance(entry, float) for entry in entries) or not entries:
        return Vector([float(entry) for entry in entries])
    if all(type(entry) is bool for entry in entries):
        return Vector(entries)
    return Vector([int(entry) for entry in entries])


def _numbers(other) -> "list[float] | None":
    """Return the numbers of a list or a tuple, all of one type; None for anything else."""
    return _alike(other).entries if type(other) in (list, tuple) else None


def _paired(entries, other) -> "list[float] | None":
    """Return one number for each entry, from the other operand of an operator; None if it cannot be one."""
    if isinstance(other, (int, float)):
        return [other] * len(entries)
    others = other.entries if type(other) is Vector else _numbers(other)
    if others is not None and len(others) != len(entries):
        if len(others) == 1:
            return others * len(entries)
        raise ValueError(f"both must have equally many numbers, got {len(entries)} and {len(others)}")
    return others


def _divided(number: float, by: float) -> float:
    """Return a quotient; division by 0 gives an infinite number or NaN, as in numpy, not an error."""
    if by:
        return number / by
    if not number or number != number:
        return float("nan")
    negative = (number < 0) != str(by).startswith("-")
    return float("-inf") if negative else float("inf")


# ---- how numpy writes numbers


def _rows_text(rows: "list[list[float]]", between: str, margin: str, after: int) -> str:
    """Return rows of numbers as text that begins below `margin` and leaves room for `after` characters at its end."""
    texts = _texts([entry for row in rows for entry in row])
    lines, at = [], 0
    outer = len(rows) > 1 or not rows
    indent, room = margin + (" " if not outer else "  "), LINE - after - (1 if outer else 0) - 1
    for row in rows:
        lines.append(_row_text(texts[at : at + len(row)], between, indent, room))
        at += len(row)
    return f"[{(between.rstrip() + chr(10) + margin + ' ').join(lines)}]"


def _row_text(texts: list[str], between: str, indent: str, room: int) -> str:
    """Return the text of one row, broken into lines that begin with `indent`."""
    text, line = "", indent
    for place, word in enumerate(texts):
        if len(line) + len(word) > room and len(line) > len(indent):
            text, line = f"{text}{line.rstrip()}\n", indent
        line += word if place == len(texts) - 1 else word + between
    return f"[{(text + line)[len(indent) :]}]"


def _texts(entries: list[float]) -> list[str]:
    """Return numbers as texts of equal length."""
    if not entries or type(entries[0]) is not float:
        words = [str(entry) for entry in entries]
        width = max([len(word) for word in words], default=0)
        return [word.rjust(width) for word in words]
    return _common_texts(entries) or _rare_texts(entries)


def _common_texts(entries: list[float]) -> "list[str] | None":
    """Return floats as texts of equal length; None if they need an exponent or are not finite.

    Nearly all vectors are of this kind, and a program may print a thousand.
    """
    words, points = [], []
    left, right, smallest, largest = 0, 0, LARGEST, 0.0
    for entry in entries:
        size = -entry if entry < 0 else entry
        if not size < LARGEST:
            return None
        if size:
            smallest = size if size < smallest else smallest
            largest = size if size > largest else largest
            if smallest < SMALLEST or largest > SPREAD * smallest:
                return None
        word = _decimal(entry)
        point = word.find(".")
        words.append(word)
        points.append(point)
        left = point if point > left else left
        right = len(word) - point if len(word) - point > right else right
    for place in range(len(words)):
        word, point = words[place], points[place]
        words[place] = " " * (left - point) + word + " " * (right - len(word) + point)
    return words


def _rare_texts(entries: list[float]) -> list[str]:
    """Return floats of any size as texts of equal length."""
    finite = [entry for entry in entries if entry - entry == 0]
    sizes = [abs(entry) for entry in finite if entry]
    spread = sizes and (max(sizes) >= LARGEST or min(sizes) < SMALLEST or max(sizes) / min(sizes) > SPREAD)
    write = _scientific(finite) if spread else _decimal
    parts = [write(entry).partition(".") if entry - entry == 0 else None for entry in entries]
    left = max([len(part[0]) for part in parts if part], default=0)
    right = max([len(part[2]) for part in parts if part], default=0)
    others = [_endless(entry) for entry in entries if entry - entry != 0]
    left = max([left, *[len(word) - right - 1 for word in others]])
    return [
        f"{part[0].rjust(left)}.{part[2].ljust(right)}" if part else _endless(entry).rjust(left + 1 + right)
        for entry, part in zip(entries, parts, strict=True)
    ]


def _endless(number: float) -> str:
    return "nan" if number != number else "inf" if number > 0 else "-inf"


def _decimal(number: float) -> str:
    """Return a float with a point, in as few digits as tell it from others, but at most `DIGITS` after the point."""
    text = repr(number)
    if len(text) - text.find(".") > DIGITS + 1 or "e" in text:
        return f"{number:.{DIGITS}f}".rstrip("0")
    return text[:-1] if text[-2:] == ".0" else text


def _scientific(numbers: list[float]):
    """Return a function that writes numbers with an exponent, each with as many digits as the longest of them needs."""
    mantissas = [f"{number:.{DIGITS}e}".partition("e")[0].rstrip("0") for number in numbers]
    digits = max([len(mantissa.partition(".")[2]) for mantissa in mantissas])

    def write(number: float) -> str:
        text = f"{number:.{digits}e}"
        return text if digits else text.replace("e", ".e")

    return write
