"""What an address says: what the controls are set to, what the hand has made, the step, the exercise, the lesson."""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from playground.address.codes import (
    ANSWERS,
    AXES,
    DRAWINGS_CHOICE,
    FILE,
    HAND,
    ROWS,
    SHELF,
    SIGNS,
    SNAP,
    TABLE_CHOICE,
    WORDS,
    Axis,
    Row,
    Words,
    decode,
    decode_answers,
    decode_axis,
    decode_pictures,
    decode_rows,
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
from playground.address.lists import KEYS, is_display
from playground.lessons import LESSONS, Lesson
from playground.stage.payload import DrawnPicture, Hand, Making, Point, Scene
from playground.text import quoted

KNOWN: Mapping[str, Making] = {
    "points": {"settings": {"data": HAND}, "of": ""},
    **{name: {"settings": {"data": HAND}, "of": "points"} for name in (*AXES, WORDS, FILE)},
    ANSWERS: {"settings": {}, "of": ""},
    SHELF: {"settings": {}, "of": ""},
}
"""When an address has what the hand has made, by its names."""

LONGEST_QUERY = 32_000
"""Characters of a link, beyond which none is read."""
_FIELDS = 1_000  # of a link, as many as Streamlit reads
LONGEST_SETTING = 60
_OWN = ("points", ANSWERS, SHELF, ROWS, "step", *AXES, WORDS, FILE, *KEYS)
SETTINGS = (
    "R", "against", "band", "batch", "beta", "bias", "c", "clock", "close", "d", "data", "degree", "digit", "digits",
    "directions", "eps", "experiment", "from", "gamma", "grid", "kernel", "lesson", "margin", "measure", "n", "numbers",
    "order", "outcome", "picture", "player", "rate", "repeats", "seed", "space", "species", "start", "sum", "ties",
    "unit", "unseen", "version", "view", "width",
)  # fmt: skip
"""The names of the settings that a link may have, of all pages: one link serves them all."""
NAMES = (*SETTINGS, *_OWN)
"""All names that a link may have; `playground/stage/address.js` has the same."""

_NAMES = frozenset(NAMES)
_NAME_OF = {name.lower(): name for name in NAMES}

# Quotes and brackets around a link, spaces and ends of lines within it, and signs without a shape.
_NOISE = re.compile(
    "[\0-\x20\x7f-\xa0\xad\u1680\u2000-\u200f\u2018-\u201f\u2028-\u202f\u205f-\u206f\u3000\ufeff?&\"'<>()\\[\\]]"
)
_ENCODED_AT_MOST = 3  # times


@dataclass(frozen=True)
class Board:
    """What the hand has made or brought.

    That is points, answers, pictures and the rows of a table, what was measured along the axes, what a table calls the
    two classes, and the points' file.
    """

    points: Sequence[Point] = ()
    answers: Sequence[int] = ()
    pictures: Sequence[DrawnPicture] = ()
    rows: Sequence[Row] = ()
    axes: tuple[Axis, Axis] | None = None
    words: Words | None = None
    file: str = ""


@dataclass(frozen=True)
class Address:
    """What an address says.

    Parameters
    ----------
    settings
        The texts of the controls that it names, whether a page has them or not.
    board
        What the hand has made.
    step
        Where to begin; None where it does not say.
    exercise
        What it asks and hides, and where it leads.
    complaints
        What of it cannot be read, in a sentence each.
    """

    settings: Mapping[str, str]
    board: Board
    step: int | None
    exercise: Exercise
    complaints: Sequence[str] = ()


def lesson(settings: Mapping[str, str], page: str) -> Lesson | None:
    """Return the lesson that these settings open on the page of this file, if any."""
    named = LESSONS.get(settings.get("lesson", ""))
    return named if named and named.page == page else None


def known_lesson(settings: Mapping[str, str], page: str) -> tuple[dict[str, str], Sequence[str]]:
    """Return the settings without a lesson that there is not, which is said, or that is of another page.

    >>> known_lesson({"lesson": "cheese", "rate": "2"}, "app.py")
    ({'rate': '2'}, ["The link's lesson is `cheese`, which is not known."])
    """
    kept, slug = dict(settings), settings.get("lesson")
    if slug is None or lesson(settings, page):
        return kept, []
    del kept["lesson"]
    return kept, [] if slug in LESSONS else [f"The link's lesson is {quoted(slug)}, which is not known."]


def within(step: int, last: int) -> tuple[int, Sequence[str]]:
    """Return the step of a link in a run of `last` steps, which is no later than its end, and what is said of that.

    >>> within(1200, 18)
    (18, ["The link's step is 1,200; the last step, 18, is shown."])
    """
    late = [f"The link's step is {step:,}; the last step, {last:,}, is shown."] if step > last else []
    return min(step, last), late


def hand(scene: Scene) -> Hand:
    """Return how the browser itself writes what the hand does on a scene, before the server has heard of it."""
    if "asking" in scene:
        return {"key": ANSWERS, "snap": 0, "signs": SIGNS, "also": {}}
    if "drawing" in scene:
        return {"key": SHELF, "snap": 0, "signs": "", "also": dict([DRAWINGS_CHOICE])}
    return {"key": "points", "snap": SNAP, "signs": "", "also": {"data": HAND}}


def parameters(query: str) -> dict[str, str]:
    """Read the parameters of a link, but for those of the display, as Streamlit does: none where there are too many.

    >>> parameters("data=AND&embed=true")
    {'data': 'AND'}
    """
    return {name: text for name, text in _pairs(query) if not is_display(name)}


def mended(link: Mapping[str, str]) -> dict[str, str]:
    """Return what a link says by the names that there are, whatever has been done to these on its way.

    A program that made it part of a text may have written & as `&amp;` and = as `%3D`, in another case, or with signs
    around it; a site that it was sent by may have added names of its own. `readQuery` in
    `playground/stage/address.js` does the same.

    >>> mended({"Data": "XOR", "amp;bias": "true", "utm_source": "mail"})
    {'data': 'XOR', 'bias': 'true'}
    >>> mended({"data=XOR&bias=true": ""})
    {'data': 'XOR', 'bias': 'true'}
    """
    exact = {name: text for name, text in link.items() if name in _NAMES}
    if len(exact) == len(link):
        return exact
    found = [pair for name, text in link.items() for pair in _untangled(name, text, _ENCODED_AT_MOST)]
    return {name: text for name, text in found if name in _NAMES} | exact


def _untangled(name: str, text: str, depth: int) -> Iterator[tuple[str, str]]:
    """Yield what a parameter says, by its proper name; its name may be a whole query that was encoded once more."""
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
    """Read an address, or the parameters of a link, as far as they are `mended`.

    >>> state = read({"data": "AND", "step": "3"})
    >>> dict(state.settings), state.step, state.complaints
    ({'data': 'AND'}, 3, [])
    >>> read({"step": "-1"}).complaints
    ["The link's step is `-1`, which is no step; the run starts at 0."]
    """
    link = mended(link)
    if set(link) <= {"lesson", "step"} and link.get("lesson") in LESSONS:
        link = {**LESSONS[link["lesson"]].address, **link}  # its name alone opens a lesson
    exercise, unfit = read_exercise(link)
    link = mended(unfolded(link))
    answers, strange_answers = decode_answers(link.get(ANSWERS, ""))
    pictures, strange_pictures = decode_pictures(link.get(SHELF, ""))
    rows, strange_rows = decode_rows(link.get(ROWS, ""))
    step, strange = link.get("step", "0"), ""
    if not (step.isascii() and step.isdigit() and len(step) < 10):
        strange = f"The link's step is {quoted(step)}, which is no step; the run starts at 0."
        step = "0"
    # Half a character, which no field could show, becomes a question mark.
    settings = {
        name: text[:LONGEST_SETTING].encode(errors="replace").decode()
        for name, text in link.items()
        if name in SETTINGS and text
    }
    points, cut = decode(link.get("points", ""))
    if points:
        settings.setdefault("data", HAND)
    if rows:
        settings.setdefault(*TABLE_CHOICE)
    axes, unnamed = _axes(link)
    words = decode_words(link.get(WORDS, ""))
    uncalled = (
        "" if words or not link.get(WORDS) else f"The link's label is {quoted(link[WORDS])}, which cannot be read."
    )
    measured = (axes, words, file_name(link.get(FILE, ""))) if points else ()
    wrong = (cut, strange_answers, strange_pictures, strange_rows, strange, *unfit, unnamed, uncalled)
    return Address(
        settings,
        Board(points, answers, pictures, rows, *measured),
        int(step) if "step" in link else None,
        exercise,
        [complaint for complaint in wrong if complaint],
    )


def _axes(link: Mapping[str, str]) -> tuple[tuple[Axis, Axis] | None, str]:
    texts = [link.get(key, "") for key in AXES]
    first, second = map(decode_axis, texts)
    if first and second:
        return (first, second), ""
    if not any(texts):
        return None, ""
    wrong = texts[0] if first is None else texts[1]
    return None, f"The link names an axis {quoted(wrong)}, which cannot be read; both keep their own names."


def written(state: Address) -> dict[str, str]:
    """Return what the address bar holds beside the step: each control that was set, the exercise, all the hand made.

    >>> written(read({"points": "1ACRAcASAkB", "rate": "2", "step": "3"}))
    {'rate': '2', 'data': 'by hand', 'points': '1ACRAcASAkB'}
    """
    board = state.board
    by_hand = state.settings.get("data") == HAND
    points = encode(board.points) if by_hand else ""
    named = dict(zip(AXES, map(encode_axis, board.axes or ()), strict=False)) if by_hand else {}
    words = encode_words(board.words) if by_hand and board.words else ""
    answers = "".join(SIGNS[answer] for answer in board.answers)
    settings = {**state.settings, **named, **state.exercise.address()}
    key, chosen = TABLE_CHOICE
    rows = encode_rows(board.rows) if state.settings.get(key) == chosen else ""
    file = board.file if by_hand else ""
    codes = {
        "points": points,
        WORDS: words,
        FILE: file,
        ANSWERS: answers,
        SHELF: encode_pictures(board.pictures),
        ROWS: rows,
    }
    return settings | {key: code for key, code in codes.items() if code}
