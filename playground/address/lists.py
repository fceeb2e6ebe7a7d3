"""Lists of exercises, boards and lessons, in files and links.

A file holds JSON, of a `playground.stage.payload.Listed` for each item. A link holds a code: the version, then the same
JSON without line breaks, deflated, in the 64 characters that need no escape in a link. Version 1 has exercises alone;
in version 2 an item may be of another kind, and a question may set something; version 3 has what a room does with an
item, so that a list is a lecture. A later kind of item is a name in `KINDS`
and the reading of its parts: copies that do not know it say so in a sentence. The version changes only with the meaning
of what there is.
"""

from __future__ import annotations

import base64
import functools
import json
import re
import unicodedata
import urllib.parse
import zlib
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, get_args

from playground import ROOT
from playground.address import conditions
from playground.address.conditions import Condition
from playground.lessons import LESSONS, MOVED, Lesson
from playground.stage.payload import AnsweredBy, InRoom, Listed, ListedKind
from playground.stage.shared import (
    EXERCISE,
    HIDEABLE,
    LARGEST,
    LIST_MARK,
    LONGEST_ANSWER,
    LONGEST_CHOICE,
    LONGEST_NOTES,
    LONGEST_QUESTION,
)
from playground.text import listed, plural, quoted

FILES = {
    "": "app.py",
    **{path.stem: f"pages/{path.name}" for path in (ROOT / "pages").glob("*.py")},
}
"""The pages' files, by the paths of their links."""
PATHS = {file: path for path, file in FILES.items()}
"""The paths of links, by their pages' files."""

KINDS: Sequence[ListedKind] = get_args(ListedKind)
"""The kinds of items: an exercise asks, a board is shown, a lesson is taught."""
ANSWERED_BY: Sequence[AnsweredBy] = get_args(AnsweredBy)
"""What may answer the question of a room, beside a number and a choice."""
IN_ROOM: Sequence[InRoom] = get_args(InRoom)
"""What the phones of a room may do with an item."""
MOST = 40
"""The most items in a list."""
MOST_CHOICES = 6
LONGEST_CODE = 8_000
"""The most characters of a list's code in a link."""

_VERSIONS = (1, 2, 3)
_PARTS = {
    "exercise": {*Listed.__annotations__},
    "board": {"kind", "board", "room", "notes"},
    "lesson": {"kind", "board", "room", "notes"},
}
"""The parts of an item, by its kind."""
_LONGEST_TEXT = 64_000  # bytes of a list that was unpacked
_LONGEST_BOARD = 6_000
_ARTICLES = {"exercise": "an exercise", "board": "a board", "lesson": "a lesson"}
_JOINERS = "\u200c\u200d"  # which some scripts need, though they have no shape
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols by their category, but without a shape
_MOST_STROKES = 6  # on one letter; no script needs more, and more would cover the lines above and below


class ListItem(NamedTuple):
    """An item of a list.

    Parameters
    ----------
    path, board
        The path of the page, "" for the first, and the parameters of the board and its step in a link; a lesson's name
        is among them.
    ask
        The question of an exercise. Only exercises have this and the parts that follow, down to `sets`.
    choices, number
        The choices, or whether a number is the answer. With neither, no answer is checked.
    right
        The index of the right choice, or the right number; None if the list does not say.
    hint, answer
        The hint, and the words that are shown after an answer or a solution.
    hide
        The hidden parts, of `HIDEABLE`.
    solved
        The conditions that the board has to meet.
    pieces, sets
        The pieces of a question with buttons in it: every second piece is the words of a button. `sets` has the name
        and the text of the parameter that each button sets.
    kind
        "exercise", "board" or "lesson".
    by
        How phones answer the exercise in a room, one of `ANSWERED_BY`; empty if by a number or a choice, or not at all.
    room
        What the phones of a room do with the item, one of `IN_ROOM`; empty if the class looks at the wall.
    notes
        The teacher's notes, which a room's phones and walls do not show.
    """

    path: str
    board: dict[str, str]
    ask: str = ""
    choices: tuple[str, ...] = ()
    number: bool = False
    right: int | None = None
    hint: str = ""
    answer: str = ""
    hide: tuple[str, ...] = ()
    solved: tuple[Condition, ...] = ()
    pieces: tuple[str, ...] = ()
    sets: tuple[tuple[str, str], ...] = ()
    kind: ListedKind = "exercise"
    by: AnsweredBy | Literal[""] = ""
    room: InRoom | Literal[""] = ""
    notes: str = ""

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that the item opens; None if the item is an exercise or a board."""
        return LESSONS[self.board["lesson"]] if self.kind == "lesson" else None

    @property
    def asked(self) -> dict[str, str]:
        """The parameters of the board that the question is about: `board` with all that the question's buttons set.

        Where both have a parameter, the button's text holds.
        """
        return {**self.board, **dict(self.sets)}

    @property
    def bare(self) -> ListItem:
        """The item with its parts for a lecture made empty: `by`, `room` and `notes`."""
        return self._replace(by="", room="", notes="")

    @property
    def link(self) -> str:
        """The link to the item's board, such as "race?data=AND"; without parameters it is the path, perhaps ""."""
        return f"{self.path}?{urllib.parse.urlencode(self.board)}" if self.board else self.path

    def listed(self) -> Listed:
        """Return the JSON object that stands for the item in a list's file or link.

        Empty parts are left out, and so is the kind "exercise".

        >>> taught(LESSONS["margin"]).listed()
        {'kind': 'lesson', 'board': '?lesson=margin'}
        """
        lecture: Listed = {"board": f"{self.path}?lesson={self.lesson.slug}" if self.lesson else self.link}
        if self.by:
            lecture["by"] = self.by
        if self.room:
            lecture["room"] = self.room
        if self.notes:
            lecture["notes"] = self.notes
        if self.kind != "exercise":
            return {"kind": self.kind, **lecture}
        entry: Listed = {"board": self.link, "ask": self.ask}
        if self.choices:
            entry["choices"] = [*self.choices]
            if self.right is not None:
                entry["right"] = self.choices[self.right]
        elif self.number:
            entry["number"] = self.right
        if self.hint:
            entry["hint"] = self.hint
        if self.answer:
            entry["answer"] = self.answer
        if self.hide:
            entry["hide"] = ",".join(self.hide)
        if self.solved:
            entry["solved"] = conditions.written(self.solved)
        if self.sets:
            entry["ask"] = "".join(f"[{piece}]" if i % 2 else piece for i, piece in enumerate(self.pieces))
            entry["sets"] = urllib.parse.urlencode(self.sets)
        return {**entry, **lecture}


def taught(lesson: Lesson) -> ListItem:
    """Return an item of a list that opens this lesson."""
    return ListItem(PATHS[lesson.page], {**lesson.address, "lesson": lesson.slug}, kind="lesson")


def _version(items: Sequence[ListItem]) -> int:
    """Return the lowest version of the list's format that can hold these items, so that older copies can read it."""
    if any(item != item.bare for item in items):
        return 3
    return 1 if all(item.kind == "exercise" and not item.sets for item in items) else 2


def encode(items: Sequence[ListItem]) -> str:
    """Write a list as the code of a link; no items give an empty code.

    The length is not checked: `decode` refuses a code of more than `LONGEST_CODE` characters or `MOST` items.

    >>> (item,) = decode(encode([ListItem("race", {"data": "AND"}, "Who is first?")]))
    >>> item.link, item.ask
    ('race?data=AND', 'Who is first?')
    """
    if not items:
        return ""
    text = json.dumps([item.listed() for item in items], ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(text.encode()) + packer.flush()
    return f"{_version(items)}{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


@functools.lru_cache(maxsize=64)
def decode(code: str) -> tuple[ListItem, ...]:
    """Read the list of a link's code.

    >>> decode("cheese")
    Traceback (most recent call last):
    ValueError: The link holds no list that can be read: its code begins with `c`, not with “1”, “2” or “3”.

    Raises
    ------
    ValueError
        If the code is empty or not valid; the message is a sentence that says what is wrong.
    """
    first = code[:1]
    if re.fullmatch("[4-9]", first):
        raise ValueError(f"The link's list has version {first}, which only a newer version of the playground can read.")
    if first not in map(str, _VERSIONS):
        raise ValueError(
            f"The link holds no list that can be read: its code begins with {quoted(first)}, not with “1”, “2” or “3”."
        )
    if len(code) > LONGEST_CODE:
        raise ValueError(f"The link's list has {len(code):,} characters; {LONGEST_CODE:,} can be read.")
    if strange := re.search("[^A-Za-z0-9_-]", code):
        raise ValueError(f"The link's list contains {quoted(strange[0])}, which means nothing there.")
    try:
        packed = base64.urlsafe_b64decode(code[1:] + "=" * (-len(code[1:]) % 4))
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        text = unpacker.decompress(packed, _LONGEST_TEXT + 1)
    except (ValueError, zlib.error):
        raise ValueError("The link's list is damaged, and cannot be unpacked.") from None
    if len(text) > _LONGEST_TEXT:
        raise ValueError(f"The link's list is longer than {_LONGEST_TEXT:,} characters once it is unpacked.")
    if not unpacker.eof:
        raise ValueError("The link was cut short, and its list cannot be unpacked.")
    return _items(_json(text, "The link's list"), "The link's list")


def read(text: str) -> tuple[ListItem, ...]:
    """Read the list in a file's text, JSON, as `written` writes it.

    Raises
    ------
    ValueError
        If the file is not valid, or its list is empty; the message is a sentence that says what is wrong.
    """
    encoded = text.encode(errors="replace")
    if len(encoded) > _LONGEST_TEXT:
        raise ValueError(
            f"The file is too long for a list of exercises: it has {len(encoded):,} bytes; {_LONGEST_TEXT:,} fit."
        )
    content = _json(encoded, "The file")
    version = content.get(LIST_MARK) if isinstance(content, dict) else None
    if type(version) is int and version > _VERSIONS[-1]:
        raise ValueError(
            f"The file's list has version {version}, which only a newer version of the playground can read."
        )
    if type(version) is not int or version not in _VERSIONS:
        raise ValueError(f"The file is no list of exercises: it has no “{LIST_MARK}”: 1.")
    return _items(content.get("list"), "The file")


def written(items: Sequence[ListItem]) -> str:
    """Write a list as the text of a file, JSON. `read` reads it, but refuses a list without items.

    >>> (item,) = read(written([ListItem("", {}, "How many?", number=True)]))
    >>> item.ask, item.number
    ('How many?', True)
    """
    content = {LIST_MARK: _version(items), "list": [item.listed() for item in items]}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _json(text: bytes, what: str) -> Any:
    try:
        return json.loads(text.decode())
    except (ValueError, RecursionError):  # thousands of brackets in a row
        raise ValueError(f"{what} is no list of exercises: it is not JSON.") from None


def _items(content: Any, what: str) -> tuple[ListItem, ...]:
    if not isinstance(content, list) or not content:
        raise ValueError(f"{what} has no exercises.")
    if len(content) > MOST:
        raise ValueError(f"{what} has {len(content):,} exercises; {MOST} is the most.")
    return tuple(_item(place, item) for place, item in enumerate(content, 1))


def _item(place: int, item: Any) -> ListItem:
    if not isinstance(item, dict):
        raise ValueError(f"Exercise {place} is {_said(item)}, where an object with its parts is wanted.")
    kind = item.get("kind", "exercise")
    if kind not in KINDS:
        raise ValueError(
            f"Item {place} of the list is of the kind {_said(kind)}; a newer version of the playground may know it."
        )
    name = f"{'Exercise' if kind == 'exercise' else 'Item'} {place}"
    if unknown := [key for key in item if key not in _PARTS[kind]]:
        raise ValueError(f"{name} has {quoted(unknown[0])}, which is no part of {_ARTICLES[kind]}.")
    if kind == "exercise":
        return _exercise(name, item)._replace(**_lecture(name, item))
    link = _text(name, item, "board")
    if kind == "lesson":
        return _lesson(name, link)._replace(**_lecture(name, item))
    path, board = _board(name, link)
    return ListItem(path, board, kind="board")._replace(**_lecture(name, item))


def _lecture(name: str, item: dict[str, Any]) -> dict[str, Any]:
    """Read the parts of an item for a lecture: `by`, `room` and `notes`."""
    read = {key: _text(name, item, key) for key in ("by", "room", "notes")}
    for key, known in (("by", ANSWERED_BY), ("room", IN_ROOM)):
        if read[key] and read[key] not in known:
            raise ValueError(f"{name}: {quoted(key)} is {quoted(read[key])}; {listed(known)} are known.")
    if read["by"] and ("choices" in item or "number" in item):
        raise ValueError(f"{name} is answered by a number or by choices, or by a {read['by']}, not by both.")
    if read["notes"] and (why := unreadable(read["notes"])):
        raise ValueError(f"{name}: its notes {why}.")
    if len(read["notes"]) > LONGEST_NOTES:
        raise ValueError(f"{name}: its notes have {len(read['notes']):,} signs; {LONGEST_NOTES} fit.")
    return read


def _lesson(name: str, link: str) -> ListItem:
    """Read an item that is a lesson, by the name in its link; an outdated name opens the lesson it means now."""
    _, parameters = same_app(link) or ("", {})
    slug = parameters.get("lesson", "")
    lesson, _ = MOVED.get(slug) or (LESSONS.get(slug), {})
    if lesson is None:
        raise ValueError(f"{name} is the lesson {quoted(slug)}, which is not known.")
    return taught(lesson)


def _exercise(name: str, item: dict[str, Any]) -> ListItem:
    # 1. The parts of the exercise
    board, ask, hint, answer, hide, solved, setting = (
        _text(name, item, key) for key in ("board", "ask", "hint", "answer", "hide", "solved", "sets")
    )
    path, parameters = _board(name, board)
    named = urllib.parse.parse_qsl(setting, keep_blank_values=True)  # without a text it is the default
    sets = tuple((key, text) for key, text in named if key not in (*EXERCISE, "lesson", "step"))
    pieces = tuple(re.split(r"[][]", ask)) if sets else ()
    if len(pieces) // 2 != len(sets):
        many = plural(len(pieces) // 2, "pair")
        raise ValueError(f"{name} sets {plural(len(sets), 'value')}, and its question has {many} of brackets.")
    ask = "".join(pieces) or ask
    # 2. The words, which must be readable
    for key, text, most in (
        ("question", ask, LONGEST_QUESTION),
        ("hint", hint, LONGEST_QUESTION),
        ("answer", answer, LONGEST_ANSWER),
    ):
        if (text and (why := unreadable(text))) or (
            len(text) > most and (why := f"has {len(text):,} signs; {most} fit")
        ):
            raise ValueError(f"{name}: its {key} {why}.")
    if not ask:
        raise ValueError(f"{name} asks nothing.")
    # 3. The answer
    choices, right = _choices(name, item)
    number = "number" in item
    if choices and number:
        raise ValueError(f"{name} is answered by a number or by choices, not by both.")
    if number:
        right = item["number"]
        if right is not None and not (type(right) is int and 0 <= right <= LARGEST):
            raise ValueError(f"{name}: its number is {_said(right)}; a whole one up to {LARGEST:,} is wanted.")
    # 4. The hidden parts, and the conditions
    unknown = [word.strip() for word in hide.split(",") if word.strip() not in ("", *HIDEABLE)]
    if unknown:
        raise ValueError(f"{name} hides {quoted(unknown[0])}; {listed(HIDEABLE)} can be hidden.")
    hidden = tuple(word for word in HIDEABLE if word in re.split(r"\s*,\s*", hide.strip()))
    try:
        wanted = conditions.read(solved)
    except ValueError as fault:
        raise ValueError(f"{name}: what solves it {fault}.") from None
    return ListItem(path, parameters, ask, choices, number, right, hint, answer, hidden, wanted, pieces, sets)


def _choices(name: str, item: dict[str, Any]) -> tuple[tuple[str, ...], int | None]:
    """Return an exercise's choices and the index of the right one, or None if the list does not say which is right."""
    given = item.get("choices", [])
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise ValueError(f"{name}: its choices are {_said(given)}; texts in a row are wanted.")
    choices = tuple(map(plain, given))
    if choices and not 2 <= len(choices) <= MOST_CHOICES:
        raise ValueError(f"{name} has {plural(len(choices), 'choice')}; 2 to {MOST_CHOICES} fit.")
    if wrong := [each for each in choices if not each or len(each) > LONGEST_CHOICE or unreadable(each)]:
        raise ValueError(f"{name} has the choice {quoted(wrong[0])}; one has 1 to {LONGEST_CHOICE} signs with a shape.")
    if len({*choices}) < len(choices):
        raise ValueError(f"{name} has the same choice twice.")
    right = _text(name, item, "right")
    if right and right not in choices:
        raise ValueError(f"{name}: the right answer is {quoted(right)}, which is none of its choices.")
    return choices, choices.index(right) if right else None


def _text(name: str, item: dict[str, Any], key: str) -> str:
    text = item.get(key, "")
    if not isinstance(text, str):
        raise ValueError(f"{name}: {quoted(key)} is {_said(text)}, where a text is wanted.")
    return plain(text)


def _said(value: Any) -> str:
    return quoted(json.dumps(value))


def _board(name: str, link: str) -> tuple[str, dict[str, str]]:
    known = same_app(link)
    if known is None:
        raise ValueError(f"{name}: its board is {quoted(link, 60)}, which is no page of this app.")
    path, parameters = known
    return path, {key: text for key, text in parameters.items() if text and key not in (*EXERCISE, "lesson")}


def same_app(link: str) -> tuple[str, dict[str, str]] | None:
    """Return the path and the parameters of a link to a page of this app; None for any other link.

    Parameters that are empty or only for the display are left out. The link is a path and a query without a host, such
    as "race?data=AND" or "/race?data=AND", but not "./race"; the path of the first page is "". None also for a link of
    more than 6,000 characters.

    >>> same_app("/race?data=AND&embed=true"), same_app("https://elsewhere.example")
    (('race', {'data': 'AND'}), None)
    """
    path, _, query = link.partition("#")[0].partition("?")
    if path.removeprefix("/") not in FILES or len(link) > _LONGEST_BOARD:
        return None
    # Half a character, which no address can hold, becomes a question mark.
    pairs = urllib.parse.parse_qsl(query.encode(errors="replace").decode(), errors="replace")
    return path.removeprefix("/"), {name: text for name, text in pairs if not is_display(name)}


def is_display(name: str) -> bool:
    """Return whether a link's parameter changes only the display of a page, not its content.

    >>> is_display("embed_options"), is_display("present"), is_display("data")
    (True, True, False)
    """
    return name == "present" or name.lower().startswith("embed")


def plain(text: str) -> str:
    """Return a text in one line, with single spaces, and � in place of each invisible character."""
    line = " ".join(text.split())
    return "".join(sign if sign.isprintable() or sign in _JOINERS else "\N{REPLACEMENT CHARACTER}" for sign in line)


def readable(text: object, most: int) -> str | None:
    r"""Return a text in one line with single spaces; None if it cannot be used.

    It cannot be used if it is no text, if it has more than `most` characters before its spaces are made single, or if
    `unreadable` finds a fault, as in a text without visible signs.

    >>> readable(" Why\nnot? ", 80), readable("Why?", 3), readable("", 3), readable(7, 3)
    ('Why not?', None, None, None)
    """
    if not isinstance(text, str) or len(text) > most:
        return None
    words = plain(text.encode(errors="replace").decode())
    return None if not words or unreadable(words) else words


def unreadable(text: str) -> str:
    """Return the end of a sentence that says why a text cannot be read on a screen; "" if the text can be read.

    A text without a visible sign, such as "", cannot be read, nor can one that piles more than 6 strokes on a letter.

    >>> unreadable("Why?"), unreadable("o" + 9 * "\u0336")
    ('', 'puts 9 strokes on one letter; 6 can be read')
    """
    if all(sign in _BLANKS or unicodedata.category(sign)[0] in "CMZ" for sign in text):
        return "has no sign with a shape"
    strokes = "".join("M" if unicodedata.category(sign) in ("Mn", "Me") else " " for sign in text)
    most = max(map(len, re.findall("M+", strokes)), default=0)
    return f"puts {most} strokes on one letter; {_MOST_STROKES} can be read" if most > _MOST_STROKES else ""
