"""An address: the texts of the controls, the visitor's board, the step, the exercise and the lesson."""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from playground.address.codes import (
    ANSWERS,
    AXES,
    DRAWINGS_CHOICE,
    FILE,
    HAND,
    PUZZLES_CHOICE,
    ROWS,
    SHELF,
    SIGNS,
    SNAP,
    TABLE_CHOICE,
    TRIED,
    WORDS,
    AxisQuantity,
    Row,
    Words,
    decode,
    decode_answers,
    decode_axis,
    decode_pictures,
    decode_rows,
    decode_tried,
    decode_words,
    encode,
    encode_axis,
    encode_pictures,
    encode_rows,
    encode_words,
    file_name,
)
from playground.address.exercise import Exercise, unfolded
from playground.address.exercise import read as read_exercise
from playground.address.lists import is_display
from playground.lessons import LESSONS, MOVED, Lesson
from playground.stage.payload import DrawnPicture, Hand, Making, Point, Scene
from playground.stage.shared import EVERYTHING, EXERCISE, SHOW, SHOWABLE
from playground.text import listed, quoted

KNOWN: Mapping[str, Making] = {
    "points": {"settings": {"data": HAND}, "of": ""},
    **{name: {"settings": {"data": HAND}, "of": "points"} for name in (*AXES, WORDS, FILE)},
    ANSWERS: {"settings": {}, "of": ""},
    SHELF: {"settings": {}, "of": ""},
    TRIED: {"settings": dict([PUZZLES_CHOICE]), "of": ""},
}
"""For each name of points, pictures or answers in an address: when the address keeps it."""

LAST = 10**9
"""The step of an address that leads to the last one, which it calls `last`."""
LONGEST_QUERY = 32_000
"""The most characters of a link that are read."""
_FIELDS = 1_000  # parameters of a link, as many as Streamlit reads
LONGEST_SETTING = 60
_LONGEST_OF: dict[str, int] = {}  # the texts that may be longer
_OWN = ("points", ANSWERS, SHELF, ROWS, TRIED, "step", *AXES, WORDS, FILE, *EXERCISE)
_OF_ALL = ("lesson", SHOW, *_OWN)  # pages
_NAME_OF = {name.lower(): name for name in _OF_ALL}

# Quotes and brackets around a link, spaces and line breaks within it, and invisible characters.
_NOISE = re.compile(
    "[\0-\x20\x7f-\xa0\xad\u1680\u2000-\u200f\u2018-\u201f\u2028-\u202f\u205f-\u206f\u3000\ufeff?&\"'<>()\\[\\]]"
)
_ENCODED_AT_MOST = 3  # times


def add_keys(keys: Iterable[str], longest: Mapping[str, int] | None = None) -> None:
    """Let links use the `keys` of controls as names of parameters; `playground.pages` adds those of all pages.

    A key that is already there may be added again. `read` cuts a control's text after `longest[key]` characters, or
    after LONGEST_SETTING if `longest` lacks the key.

    Raises
    ------
    ValueError
        If a key is already a name for something else, or differs from a known name only in upper and lower case.
    """
    for key in keys:
        if key in _OF_ALL or _NAME_OF.setdefault(key.lower(), key) != key:
            raise ValueError(f"a control has the key {key!r}, but a link has the name {_NAME_OF[key.lower()]!r}")
    _LONGEST_OF.update(longest or {})


def names() -> list[str]:
    """Return the names of all parameters that a link's query may have."""
    return [*_NAME_OF.values()]


@dataclass(frozen=True)
class Board:
    """What the visitor makes; empty are the parts that the link does not have.

    Parameters
    ----------
    points, axes, words, file
        The points on the board, the quantities along both axes, the names of the classes, and the name of the file from
        which the points came.
    answers
        The visitor's predictions, as classes: 0 for +1, 1 for −1.
    pictures
        The drawn pictures, each as the two halves of its 64 cells and its class.
    rows
        The rows of a table.
    tried
        The attempt at a puzzle of the proof, as the link has it.
    """

    points: Sequence[Point] = ()
    answers: Sequence[int] = ()
    pictures: Sequence[DrawnPicture] = ()
    rows: Sequence[Row] = ()
    axes: tuple[AxisQuantity, AxisQuantity] | None = None
    words: Words | None = None
    file: str = ""
    tried: str = ""


@dataclass(frozen=True)
class Address:
    """An address, read from the parameters of a link.

    Parameters
    ----------
    settings
        The text of each control that the link sets, by its key, for all pages.
    board
        The visitor's own board.
    step
        The first step to show, or LAST; None if the address has none.
    exercise
        The exercise, empty if there is none.
    complaints
        A sentence for each part that cannot be read.
    """

    settings: Mapping[str, str]
    board: Board
    step: int | None
    exercise: Exercise
    complaints: Sequence[str] = ()


def known_parts(text: str) -> tuple[str, str]:
    """Return two texts: the known parts of the screen that a link's text names, and a complaint about other names.

    The first has commas between the parts, in their usual order; it is "everything" if `text` names that word, and ""
    if it names no known part. The complaint is "" if all names are known.

    >>> known_parts("sentence,count")
    ('count,sentence', '')
    >>> known_parts("cheese,count")[1].partition(";")[0]
    'The link shows `cheese`, which cannot be shown alone'
    """
    words = [word.strip() for word in text.split(",") if word.strip()]
    parts = EVERYTHING if EVERYTHING in words else ",".join(part for part in SHOWABLE if part in words)
    unknown = [word for word in words if word not in (*SHOWABLE, EVERYTHING)]
    names = quoted(", ".join(unknown))
    complaint = f"The link shows {names}, which cannot be shown alone; {listed(SHOWABLE)} can."
    return parts, complaint if unknown else ""


def lesson_elsewhere(link: Mapping[str, str], page: str) -> Lesson | None:
    """Return the lesson for which an outdated name in a link now stands, if that lesson is on another page; else None.

    `page` is the file of the link's own page.

    >>> lesson_elsewhere({"lesson": "machine"}, "app.py").page, lesson_elsewhere({"lesson": "pair"}, "app.py")
    ('pages/digits.py', None)
    """
    lesson, _ = MOVED.get(mended(link).get("lesson", ""), (None, {}))
    return lesson if lesson and lesson.page != page else None


def hand(scene: Scene) -> Hand:
    """Return the rules by which the browser writes a visitor's edit into the address before the server has answered.

    They are rules for answers if the visitor predicts in this scene, and for pictures if the visitor draws in it. For
    every other scene they are those for points, even if no point can be placed.
    """
    if "asking" in scene:
        return {"key": ANSWERS, "snap": 0, "signs": SIGNS, "also": {}}
    if "drawing" in scene:
        return {"key": SHELF, "snap": 0, "signs": "", "also": dict([DRAWINGS_CHOICE])}
    return {"key": "points", "snap": SNAP, "signs": "", "also": {"data": HAND}}


def parameters(query: str) -> dict[str, str]:
    """Read the parameters of a query string without "?"; {} if there are more than 1,000.

    Parameters that change only the display, such as `embed`, are left out. Of a repeated parameter the last counts.

    >>> parameters("data=AND&embed=true")
    {'data': 'AND'}
    """
    return {name: text for name, text in _pairs(query) if not is_display(name)}


def mended(link: Mapping[str, str]) -> dict[str, str]:
    """Return the known parameters of a link that was mangled on its way; unknown ones are left out.

    A mail program may have written & as `&amp;` and = as `%3D`, changed the case of names, or put quotes around the
    link; a site may have added parameters. `readQuery` in `playground/stage/src/link/query.ts` does the same.

    >>> import playground.pages  # whose controls have these keys
    >>> mended({"Data": "XOR", "amp;bias": "true", "utm_source": "mail"})
    {'data': 'XOR', 'bias': 'true'}
    >>> mended({"data=XOR&bias=true": ""})
    {'data': 'XOR', 'bias': 'true'}
    """
    known = {*_NAME_OF.values()}
    exact = {name: text for name, text in link.items() if name in known}
    if len(exact) == len(link):
        return exact
    found = [pair for name, text in link.items() for pair in _untangled(name, text, _ENCODED_AT_MOST)]
    return {name: text for name, text in found if name in known} | exact


def with_lesson(link: Mapping[str, str]) -> Mapping[str, str]:
    """Return a link with the present name of its lesson, and with the parameters of the lesson's board.

    The board is added only if the link has no parameters but `lesson`, `step` and `show`. A link without a known lesson
    is returned as it is.

    >>> with_lesson({"lesson": "third-weight"})["data"], with_lesson({"lesson": "pair", "step": "9"})["data"]
    ('OR', 'slow pair')
    >>> with_lesson({"lesson": "pair", "data": "XOR"})
    {'lesson': 'build', 'data': 'XOR'}
    """
    slug = link.get("lesson", "")
    lesson, board = MOVED.get(slug) or (LESSONS.get(slug), {})
    if lesson is None:
        return link
    is_alone = set(link) <= {"lesson", "step", SHOW}
    return {**((board or lesson.address) if is_alone else {}), **link, "lesson": lesson.slug}


def _untangled(name: str, text: str, depth: int) -> Iterator[tuple[str, str]]:
    """Yield the names and texts hidden in a parameter, whose name may be a whole query, encoded up to `depth` times."""
    if depth and ("=" in name or "%" in name):
        for pair in _pairs(f"{name}={text}" if text else name):
            yield from _untangled(*pair, depth - 1)
    else:
        plain = re.sub("^(amp|;)+", "", _NOISE.sub("", name).lower())
        yield _NAME_OF.get(plain, plain), text


def _pairs(query: str) -> list[tuple[str, str]]:
    try:
        return urllib.parse.parse_qsl(query, keep_blank_values=True, max_num_fields=_FIELDS, errors="replace")
    except ValueError:
        return []


def read(link: Mapping[str, str]) -> Address:
    """Read an address from the parameters of a link; it raises no error.

    A mail program may have mangled the link: what `mended` can repair is read. A part that cannot be read is left out,
    or read as far as it can be, and adds a complaint. Unknown parameters are left out without one.

    A link to a lesson gets the parameters of the lesson's first board only if it has none of its own but `step` and
    `show`. A link to a list gets those of the board of the item that it opens, unless it has the parameter `at`; its
    own parameters replace them.

    >>> import playground.pages  # whose controls have these keys
    >>> state = read({"data": "AND", "step": "3"})
    >>> dict(state.settings), state.step, state.complaints
    ({'data': 'AND'}, 3, [])
    >>> read({"step": "-1"}).complaints
    ["The link's step is `-1`, which is no step; the run starts at 0."]
    """
    # 1. The whole link, with the board of its lesson or exercise
    link = with_lesson(mended(link))
    exercise, unfit = read_exercise(link)
    link = mended(unfolded(link))
    # 2. The settings, and those that come with the visitor's own points or table
    settings = {
        # half a character becomes a question mark
        name: text[: _LONGEST_OF.get(name, LONGEST_SETTING)].encode(errors="replace").decode()
        for name, text in link.items()
        if name not in _OWN and text
    }
    points, cut = decode(link.get("points", ""))
    rows, strange_rows = decode_rows(link.get(ROWS, ""))
    if points:
        settings.setdefault("data", HAND)
    if rows:
        settings.setdefault(*TABLE_CHOICE)
    parts, strange_parts = known_parts(settings.pop(SHOW, ""))
    if parts:
        settings[SHOW] = parts
    # 3. The rest of the visitor's board
    answers, strange_answers = decode_answers(link.get(ANSWERS, ""))
    pictures, strange_pictures = decode_pictures(link.get(SHELF, ""))
    axes, unnamed = _axes(link)
    words, uncalled = decode_words(link.get(WORDS, "")), ""
    if link.get(WORDS) and not words:
        uncalled = f"The link's label is {quoted(link[WORDS])}, which cannot be read."
    measured = (axes, words, file_name(link.get(FILE, ""))) if points else (None, None, "")
    tried, strange_try = decode_tried(link.get(TRIED, ""))
    board = Board(points, answers, pictures, rows, *measured, tried)
    # 4. The step
    text, strange = link.get("step", "0"), ""
    step = LAST if text == "last" else int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
    if step is None:
        strange = f"The link's step is {quoted(text)}, which is no step; the run starts at 0."
    drawn = (cut, strange_answers, strange_pictures, strange_rows, strange_try)
    wrong = (*drawn, strange, strange_parts, *unfit, unnamed, uncalled)
    complaints = [complaint for complaint in wrong if complaint]
    return Address(settings, board, (step or 0) if "step" in link else None, exercise, complaints)


def _axes(link: Mapping[str, str]) -> tuple[tuple[AxisQuantity, AxisQuantity] | None, str]:
    texts = [link.get(key, "") for key in AXES]
    first, second = map(decode_axis, texts)
    if first and second:
        return (first, second), ""
    if not any(texts):
        return None, ""
    wrong = texts[0] if first is None else texts[1]
    return None, f"The link names an axis {quoted(wrong)}, which cannot be read; both keep their own names."


def written(state: Address) -> dict[str, str]:
    """Return the parameters of an address for the address bar, without the step; `read` reads them.

    The visitor's points are written, with their axes, class names and file, only if the settings choose points by hand;
    rows and the attempt at a puzzle only if the settings choose the table and the puzzles.

    >>> import playground.pages  # whose controls have these keys
    >>> written(read({"points": "1ACRAcASAkB", "rate": "2", "step": "3"}))
    {'rate': '2', 'data': 'by hand', 'points': '1ACRAcASAkB'}
    """
    board = state.board
    named: dict[str, str] = {}
    codes: dict[str, str] = {}
    if state.settings.get("data") == HAND:
        named = dict(zip(AXES, map(encode_axis, board.axes or ()), strict=False))
        codes["points"] = encode(board.points)
        codes[WORDS] = encode_words(board.words) if board.words else ""
        codes[FILE] = board.file
    codes[ANSWERS] = "".join(SIGNS[answer] for answer in board.answers)
    codes[SHELF] = encode_pictures(board.pictures)
    key, chosen = TABLE_CHOICE
    codes[ROWS] = encode_rows(board.rows) if state.settings.get(key) == chosen else ""
    key, chosen = PUZZLES_CHOICE
    codes[TRIED] = board.tried if state.settings.get(key) == chosen else ""
    written = {**state.settings, **named, **state.exercise.address()}
    return written | {key: code for key, code in codes.items() if code}
