"""The codes by which a link holds a visitor's points, pictures, answers and tables, and their readers.

The points' code is `1`, two characters for their number, then four characters a point, all in the 64 characters that
a link may hold as they are. A point is 23 bits: 11 for each coordinate in steps of 1/128 from −8, one for its class.
The pictures' code has eleven characters a picture instead: 64 bits for its cells, one for its class.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from playground.stage.payload import DrawnPicture, Point
from playground.stage.shared import DIGITS, EDGE
from playground.text import plural, quoted

SNAP = 128
MOST = 400
LIMIT = EDGE - 1 / SNAP
"""The largest coordinate a point on the board may have."""
CELLS = 8
"""The cells on a side of a drawn picture."""
MOST_PICTURES = 40
HAND = "by hand"
"""The choice of the control `data` that shows the hand-placed points."""
ANSWERS, SHELF, ROWS, AXES = "said", "pictures", "table", ("x1", "x2")
"""The names in a link of the answers, the pictures, a table's rows and the two axes of the visitor's board."""
WORDS, FILE = "label", "file"
"""The names in a link of the classes' names on the visitor's board, and of the file from which it came."""
DRAWINGS_CHOICE = ("digits", "drawn by hand")
"""A control's key, and its choice that shows the visitor's pictures."""
MOST_CELLS, MOST_COLUMNS = 2_400, 100
"""The most numbers in a link's table, and in each of its rows."""
GRAIN = 256
"""The steps per unit of the numbers in a table."""
TABLE_CHOICE = ("space", "a table")
"""A control's key, and its choice that shows the visitor's table."""
PUZZLES_CHOICE, TRIED = ("work", "do it"), "tried"
"""A control's key, and its choice that shows puzzles; and the name in a link of what the visitor made of one."""

_LONGEST_NAME, _LONGEST_FILE = 20, 40
_PLAIN = re.compile(r"-?[0-9]{1,13}(\.[0-9]{1,13})?(e[+-]?[0-9]{1,3})?")
_VERSION = "1"
_PAIRS = [first + second for first in DIGITS for second in DIGITS]
_OF_PAIR = {pair: value for value, pair in enumerate(_PAIRS)}
_VALUES = {digit: value for value, digit in enumerate(DIGITS)}
_STRANGE = re.compile(f"[^{re.escape(DIGITS)}]")
_POINT, _PICTURE = 4, 11  # characters of a link

Item = TypeVar("Item")
Row = tuple[tuple[float, ...], int]
"""The numbers of a row, from −8 to less than 8, and its class: 0 for +1, 1 for −1."""


def label_of(place: int) -> int:
    """Return the label +1 or −1 of a class whose index in links and payloads is 0 or 1.

    >>> label_of(0), label_of(1)
    (1, -1)
    """
    return 1 - 2 * place


def place_of(label: int) -> int:
    """Return the index in links and payloads of the class with a label: 0 for +1, 1 for −1.

    >>> place_of(1), place_of(-1)
    (0, 1)
    """
    return (1 - label) // 2


def snapped(point: Point) -> Point:
    """Return a point (x, y, class), moved to the nearest place that a link can hold.

    These places lie on a grid of 1/128 between −8 and 8.

    >>> snapped((0.1, -9.0, 1))
    (0.1015625, -7.9921875, 1)
    """
    x, y, class_index = point
    return _places(x) / SNAP, _places(y) / SNAP, class_index


def _places(coordinate: float) -> int:
    if not -LIMIT <= coordinate <= LIMIT:
        coordinate = LIMIT if coordinate > 0 else -LIMIT
    return round(coordinate * SNAP)


def encode(points: Iterable[Point]) -> str:
    """Write points (x, y, class), `snapped`, as the code of a link; no points give an empty code.

    A class is 0 for +1 or 1 for −1. `decode` reads only the first 400 points.

    >>> encode([(0.5, -1.0, 0), (1.0, 1.0, 1)])
    '1ACRAcASAkB'
    """
    zero = EDGE * SNAP
    return _code([_PAIRS[_places(x) + zero] + _PAIRS[_places(y) + zero << 1 | place] for x, y, place in points])


def decode(code: str) -> tuple[list[Point], str]:
    """Return the points (x, y, class) in a link's code, at most 400, and a complaint, "" if all could be read.

    A class is 0 for +1 or 1 for −1. An empty code gives no points and no complaint.

    >>> decode('1ACRAcASAkB')
    ([(0.5, -1.0, 0), (1.0, 1.0, 1)], '')
    >>> decode('1ACRAcASA')
    ([(0.5, -1.0, 0)], 'The link was cut short: 1 of its 2 points arrived.')
    >>> decode('many')
    ([], 'The link holds no points that can be read: its code begins with `m`, not with “1”.')
    """
    return _items(code, "points", "board", MOST, _POINT, _point)


def encode_pictures(pictures: Sequence[DrawnPicture]) -> str:
    """Write pictures as the code of a link; no pictures give an empty code.

    A picture is three numbers: its upper 32 cells, its lower 32 cells, and its class, 0 for +1 or 1 for −1. A cell is a
    bit; the highest bit is the first cell, and the cells go row by row from the top left. `decode_pictures` reads only
    the first 40 pictures.

    >>> encode_pictures([(0x8000_0000, 1, 0), (0, 0xFF, 1)])
    '1ACQAAAAAAAAACAAAAAAAAAH_'
    """
    return _code([_text((high << 32 | low) << 1 | kind, _PICTURE) for high, low, kind in pictures])


def decode_pictures(code: str) -> tuple[list[DrawnPicture], str]:
    """Return the pictures in a link's code, at most 40, and a complaint, "" if all could be read.

    A picture is three numbers, as for `encode_pictures`. Pictures without a black cell are left out. An empty code
    gives no pictures and no complaint.

    >>> decode_pictures('1ACQAAAAAAAAACAAAAAAAAAH_')
    ([(2147483648, 1, 0), (0, 255, 1)], '')
    >>> decode_pictures('1ACQAAAAAAAAACAAAAAAAAAAB')
    ([(2147483648, 1, 0)], 'One of the pictures in the link is empty; it was left out.')
    """
    items, wrong = _items(code, "pictures", "shelf", MOST_PICTURES, _PICTURE, _picture)
    pictures = [picture for picture in items if any(picture[:2])]
    if len(pictures) < len(items) and not wrong:
        empty = len(items) - len(pictures)
        wrong = "One of the pictures in the link is empty; it was left out."
        if empty > 1:
            wrong = f"{empty} of the pictures in the link are empty; they were left out."
    return pictures, wrong


def most_rows(dim: int) -> int:
    """Return how many rows of `dim` numbers a link can hold: at most 400 rows, and at most 2,400 numbers in all.

    >>> most_rows(4), most_rows(100)
    (400, 24)
    """
    return min(MOST, MOST_CELLS // dim)


def encode_rows(rows: Sequence[Row]) -> str:
    """Write rows of equal length, each numbers and a class, as the code of a link; no rows give an empty code.

    A class is 0 for +1 or 1 for −1. The numbers are rounded to steps of 1/256. They must then lie from −8 to less than
    8, which is not checked: others are read as other numbers.

    >>> encode_rows([((0.5, -1.25, 3.0), 0), ((0.0, 0.0, 7.99609375), 1)])
    'AD1ACAiAbAsABgAgA__'
    """
    if not rows:
        return ""
    texts = [DIGITS[kind] + "".join(_text(round((value + 8) * GRAIN), 2) for value in values) for values, kind in rows]
    return _text(len(rows[0][0]), 2) + _code(texts)


def decode_rows(code: str) -> tuple[list[Row], str]:
    """Return the rows in a link's code, and a complaint, "" if all could be read.

    A row is numbers and a class, 0 for +1 or 1 for −1. At most `most_rows` rows are read. Of a code that was cut short,
    the whole rows are returned. An empty code gives no rows and no complaint.

    >>> decode_rows('AD1ACAiAbAsABgAgA__')
    ([((0.5, -1.25, 3.0), 0), ((0.0, 0.0, 7.99609375), 1)], '')
    >>> decode_rows('AA1')
    ([], 'The link holds no table that can be read: it begins with `AA`.')
    """
    if not code:
        return [], ""
    dim = _number(code[:2]) if len(code) > 1 and all(sign in _VALUES for sign in code[:2]) else 0
    if not 0 < dim <= MOST_COLUMNS:
        return [], f"The link holds no table that can be read: it begins with {quoted(code[:2])}."

    def row(text: str) -> Row:
        word = _number(text)
        values = tuple((word >> 12 * place & 4095) / GRAIN - 8 for place in range(dim - 1, -1, -1))
        return values, word >> 12 * dim & 1

    return _items(code[2:], "rows", "table", most_rows(dim), 1 + 2 * dim, row)


def _code(texts: Sequence[str]) -> str:
    return _VERSION + _text(len(texts), 2) + "".join(texts) if texts else ""


def _items(
    code: str, what: str, where: str, most: int, width: int, read: Callable[[str], Item]
) -> tuple[list[Item], str]:
    """Decode a list of items from a link's code, and a complaint, empty if all could be read.

    Each item takes `width` characters, and at most `most` are read. `what` names the items in the plural, `where` the
    part of the screen that shows them.
    """
    if not code:
        return [], ""
    if code[0] != _VERSION:
        begins = f"its code begins with {quoted(code[0])}, not with “{_VERSION}”."
        return [], f"The link holds no {what} that can be read: {begins}"
    strange = _STRANGE.search(code)
    end = strange.start() if strange else len(code)
    readable = code[:end]
    length = _number(readable[1:3]) if end >= 3 else 0
    count = min((end - 3) // width, length, most) if end > 3 else 0
    items = [read(readable[place : place + width]) for place in range(3, 3 + width * count, width)]
    if length > most:
        return items, f"The link asks for {length:,} {what}; the {where} holds {most}, so the first {count} are shown."
    if strange:
        means = f"contain {quoted(strange[0])}, which means nothing there"
        return items, f"The link's {what} {means}; {count} could be read."
    many = plural(length, what.removesuffix("s")) if length else f"unknown number of {what}"
    if count < length or length == 0:
        return items, f"The link was cut short: {count} of its {many} arrived."
    if len(code) > 3 + width * count:
        return items, f"The link goes on after its {many}; the rest was left out."
    return items, ""


class AxisQuantity(NamedTuple):
    """The quantity along an axis: a value v of it has the coordinate (v − `center`)/`scale` on the board.

    >>> AxisQuantity("length", 3.76, 1.77).title
    '(length − 3.76)/1.77'
    """

    name: str
    center: float = 0.0
    scale: float = 1.0

    @property
    def title(self) -> str:
        """The text along the axis: "(name − center)/scale", or the name alone if the center is 0 and the scale 1."""
        if (self.center, self.scale) == (0, 1):
            return self.name
        sign = "+" if self.center < 0 else "\N{MINUS SIGN}"
        return f"({self.name} {sign} {abs(self.center):.12g})/{self.scale:.12g}"


def encode_axis(axis: AxisQuantity) -> str:
    """Write an axis as text for a link, which `decode_axis` reads: "name~center~scale".

    If the center is 0 and the scale 1, it is the name alone. The name is not cleaned.

    >>> encode_axis(AxisQuantity("length", 3.76, 1.77)), encode_axis(AxisQuantity("width"))
    ('length~3.76~1.77', 'width')
    """
    scale = f"~{axis.center:.12g}~{axis.scale:.12g}" if axis.title != axis.name else ""
    return axis.name + scale


def decode_axis(text: str) -> AxisQuantity | None:
    """Read an axis from a link's text, the name alone or "name~center~scale".

    The name is cleaned by `axis_name`. None if the text has another form, the name is empty, center or scale is no
    finite number, or the scale is not above 0.

    >>> decode_axis("length~3.76~1.77")
    AxisQuantity(name='length', center=3.76, scale=1.77)
    >>> decode_axis("length~inf")
    """
    name, *scale = text.split("~")
    if not name or not (scale == [] or (len(scale) == 2 and all(map(_PLAIN.fullmatch, scale)))):
        return None
    axis = AxisQuantity(axis_name(name), *map(float, scale))
    return axis if 0 < axis.scale < math.inf and math.isfinite(axis.center) else None


class Words(NamedTuple):
    """The words of a table for the classes: the `head` of its column of labels, and its words for +1 and −1.

    >>> Words("kind", "setosa", "versicolor").title
    '+1: setosa, −1: versicolor'
    """

    head: str
    positive: str
    negative: str

    @property
    def title(self) -> str:
        """Both labels with their words in one line of text, such as "+1: setosa, −1: versicolor"."""
        return f"+1: {self.positive}, \N{MINUS SIGN}1: {self.negative}"


def encode_words(words: Words) -> str:
    """Write the words of the classes as text for a link, each cleaned by `axis_name`; an empty word becomes "unnamed".

    >>> encode_words(Words("kind", "setosa", "a<b~c"))
    'kind~setosa~abc'
    """
    return "~".join(map(axis_name, words))


def decode_words(text: str) -> Words | None:
    """Read the words of the classes from a link's text, each cleaned by `axis_name`.

    None if there are not three, or one is empty before it is cleaned.

    >>> decode_words("kind~setosa~versicolor"), decode_words("kind")
    (Words(head='kind', positive='setosa', negative='versicolor'), None)
    """
    parts = text.split("~")
    return Words(*map(axis_name, parts)) if len(parts) == 3 and all(parts) else None


def axis_name(text: str) -> str:
    """Clean a text so that it can name an axis: it loses invisible characters, <, >, &, ~ and all after 20 characters.

    It also loses the spaces at both ends. If nothing is left, it is "unnamed".

    >>> axis_name("<b>a~b"), axis_name("<>")
    ('bab', 'unnamed')
    """
    return _plain(text, _LONGEST_NAME) or "unnamed"


def file_name(text: str) -> str:
    """Clean a file's name as `axis_name` does, with at most 40 characters; if nothing is left, it is "".

    >>> file_name("<b>petals.csv")
    'bpetals.csv'
    """
    return _plain(text, _LONGEST_FILE)


def _plain(text: str, longest: int) -> str:
    printable = "".join(sign for sign in text if sign.isprintable() and sign not in "<>&~")
    return printable.strip()[:longest].strip()


SIGNS = "pm"
"""The characters of a link for the answers +1 and −1."""


def decode_answers(code: str) -> tuple[list[int], str]:
    """Read a code of answers as classes, 0 for the letter p (+1) and 1 for m (−1), up to the first other character.

    At most 400 answers are read. The second value is a complaint in one sentence, "" if all could be read.

    >>> decode_answers("ppm")
    ([0, 0, 1], '')
    >>> decode_answers("p+")
    ([0], "The link's answers contain `+`, which is neither p nor m; 1 could be read.")
    """
    end = next((index for index, sign in enumerate(code) if sign not in SIGNS), len(code))
    answers = [SIGNS.index(sign) for sign in code[: min(end, MOST)]]
    if end < len(code):
        strange = quoted(code[end])
        return answers, f"The link's answers contain {strange}, which is neither p nor m; {end} could be read."
    if len(code) > MOST:
        return answers, f"The link holds {len(code):,} answers; only the first {MOST} are used."
    return answers, ""


def decode_tried(code: str) -> tuple[str, str]:
    """Return a link's text of a visitor's attempt at a puzzle unchanged, with no complaint.

    If the text cannot be an attempt, return "" and a complaint in one sentence. An empty text gives no complaint.

    >>> decode_tried("o3156240"), decode_tried("<b>")
    (('o3156240', ''), ('', "The link's puzzle is `<b>`, which cannot be read; it is shown anew."))
    """
    if re.fullmatch("([a-z][a-z0-9-]{0,59})?", code):
        return code, ""
    return "", f"The link's puzzle is {quoted(code)}, which cannot be read; it is shown anew."


def _text(value: int, width: int) -> str:
    return "".join([DIGITS[(value >> shift) & 63] for shift in range(6 * (width - 1), -1, -6)])


def _number(text: str) -> int:
    value = 0
    for sign in text:
        value = value * 64 + _VALUES[sign]
    return value


def _point(text: str) -> Point:
    first, second = _OF_PAIR[text[:2]], _OF_PAIR[text[2:]]
    x, y = first & 2047 or 1, second >> 1 or 1  # −8 itself is no place on the board
    return x / SNAP - EDGE, y / SNAP - EDGE, second & 1


def _picture(text: str) -> DrawnPicture:
    word = _number(text)
    return word >> 33 & 0xFFFF_FFFF, word >> 1 & 0xFFFF_FFFF, word & 1
