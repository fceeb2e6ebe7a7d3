"""The address bar is the saved game: hand-placed points and the step in a link, and back again.

The points' code is `1`, two characters for their number, then four characters a point, all in the 64 characters that
a link may hold as they are. A point is 23 bits: 11 for each coordinate in steps of 1/128 from −8, one for its class.
"""

from __future__ import annotations

import string
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import segno
import streamlit as st

from ui.stage import Code, Point

SNAP = 128
MOST = 400
LIMIT = 8 - 1 / SNAP
"""The largest coordinate a point on the board may have."""

_FAR = 1e6  # beyond it, or not a number: no hand put a point there
_VERSION = "1"
_DIGITS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}


def snapped(point: Point) -> Point:
    """Move a point to the nearest place that a link can hold.

    >>> snapped((0.1, -9.0, 1))
    (0.1015625, -7.9921875, 1)
    """
    x, y, kind = point
    return (*(round(max(-LIMIT, min(LIMIT, v)) * SNAP) / SNAP for v in (x, y)), kind)  # type: ignore[return-value]


def encode(points: Iterable[Point]) -> str:
    """Write points as the code of a link; no points are no code.

    >>> encode([(0.5, -1.0, 0), (1.0, 1.0, 1)])
    '1ACRAcASAkB'
    """
    points = list(points)
    words = ((round((x + 8) * SNAP) << 12) | (round((y + 8) * SNAP) << 1) | kind for x, y, kind in map(snapped, points))
    return _VERSION + _text(len(points), 2) + "".join(_text(word, 4) for word in words) if points else ""


def decode(code: str) -> tuple[list[Point], str]:
    """Read the points of a link, as far as they can be read, and say in a sentence what was wrong, if anything.

    >>> decode('1ACRAcASAkB')
    ([(0.5, -1.0, 0), (1.0, 1.0, 1)], '')
    >>> decode('1ACRAcASA')
    ([(0.5, -1.0, 0)], 'The link was cut short: 1 of its 2 points arrived.')
    >>> decode('many')
    ([], 'The link holds no points that can be read: its code begins with “m”, not with “1”.')
    """
    if not code:
        return [], ""
    if code[0] != _VERSION:
        return (
            [],
            f"The link holds no points that can be read: its code begins with “{code[0]}”, not with “{_VERSION}”.",
        )
    strange = next((place for place, sign in enumerate(code) if sign not in _VALUES), len(code))
    readable = code[:strange]
    promised = _number(readable[1:3]) if strange >= 3 else 0
    count = min((strange - 3) // 4, promised, MOST) if strange > 3 else 0
    points = [_point(_number(readable[3 + 4 * i : 7 + 4 * i])) for i in range(count)]
    if promised > MOST:
        return (
            points,
            f"The link asks for {promised:,} points; the board holds {MOST}, so the first {count} are shown.",
        )
    if strange < len(code):
        return (
            points,
            f"The link's points hold a sign, “{code[strange]}”, that means nothing there; {count} could be read.",
        )
    if count < promised or promised == 0:
        return (
            points,
            f"The link was cut short: {count} of its {promised or 'unknown number of'} points arrived.",
        )
    if len(code) > 3 + 4 * count:
        return points, f"The link has more after its {count} points than they need; the rest was left out."
    return points, ""


SIGNS = "pm"
"""How a link writes the answers +1 and −1, the first and the second there are."""


def spoken(code: str) -> tuple[list[int], str]:
    """Read the answers of a link up to the first sign that is none, and say in a sentence what was wrong, if anything.

    >>> spoken("ppm")
    ([0, 0, 1], '')
    >>> spoken("p+")
    ([0], "The link's answers hold “+”, which is neither p nor m; 1 could be read.")
    """
    strange = next((place for place, sign in enumerate(code) if sign not in SIGNS), len(code))
    answers = [SIGNS.index(sign) for sign in code[: min(strange, MOST)]]
    if strange < len(code):
        return answers, f"The link's answers hold “{code[strange]}”, which is neither p nor m; {strange} could be read."
    if len(code) > MOST:
        return answers, f"The link holds {len(code):,} answers; nobody is asked more than {MOST} times."
    return answers, ""


def _text(value: int, width: int) -> str:
    return "".join(_DIGITS[(value >> shift) & 63] for shift in range(6 * (width - 1), -1, -6))


def _number(text: str) -> int:
    value = 0
    for sign in text:
        value = value * 64 + _VALUES[sign]
    return value


def _point(word: int) -> Point:
    return (word >> 12 & 2047) / SNAP - 8, (word >> 1 & 2047) / SNAP - 8, word & 1


# ---- the session ---------------------------------------------------------------------------------------------------

HAND = "by hand"
"""The choice of the control `data` that shows the hand-placed points."""

STAGE = "stage"
"""The key of the stage on every page, so that its reports are found."""


_LINK = "link"


@dataclass
class Game:
    """What a visitor has done by hand: the points, the step, and what was wrong with the link they came by."""

    points: list[Point] = field(default_factory=list)
    said: list[int] = field(default_factory=list)
    asks: bool = False  # the stage asks for answers, not for points
    step: int = 0
    link: dict[str, str] | None = None  # the link's parameters, until they have been followed
    asked: bool = False  # it was the link that named the step
    shared: str = ""  # the link whose code the browser waits for
    usual: str = ""  # the points that the page shows unless somebody says otherwise
    # Ahead of any browser that was connected before the server was started again.
    version: int = field(default_factory=lambda: time.time_ns() // 1_000_000)
    complaints: list[str] = field(default_factory=list)


def arrive(page: str) -> None:
    """Read the address when a visitor comes to a page, by a link or from another page; `frame.open` calls it."""
    if st.session_state.get("page") == page:
        return
    if _LINK in st.session_state:
        st.query_params.from_dict(st.session_state.pop(_LINK))
    link = {name: value for name, value in st.query_params.to_dict().items() if value}
    arrived = _opened(link)
    if "page" in st.session_state:
        # The menu's links say nothing, and then the visitor's own board and step come along.
        arrived.points = arrived.points if "points" in link else game().points
        arrived.said = arrived.said if "said" in link else game().said
        arrived.step = arrived.step if "step" in link else game().step
        arrived.usual = game().usual
    st.session_state["page"], st.session_state["game"] = page, arrived


def open_playground(link: dict[str, str]) -> None:
    """Leave for the playground as if by this link, which the address cannot hold before this page is left."""
    st.session_state[_LINK] = link
    st.switch_page("app.py", query_params={})  # without an empty one, this page's own controls forbid to leave


def game() -> Game:
    """Return this session's game."""
    found: Game = st.session_state["game"]
    return found


def _opened(params: dict[str, str]) -> Game:
    points, strange = decode(params.get("points", ""))
    said, mumbled = spoken(params.get("said", ""))
    complaints = [complaint for complaint in (strange, mumbled) if complaint]
    step = params.get("step", "0")
    if not (step.isascii() and step.isdigit() and len(step) < 10):
        complaints.append(f"The link's step is “{step[:20]}”, which is no update's number; the run starts at 0.")
        step = "0"
    return Game(points, said, step=int(step), link=params, asked="step" in params, complaints=complaints)


def begin(last: int) -> int:
    """Return the step at which to begin a run of `last` updates, no later than its end."""
    current = game()
    if current.step > last:
        if current.asked:
            current.complaints.append(f"The link's step is {current.step:,}; the last is {last:,}, and that is shown.")
        current.step = last
    current.asked = False
    return current.step


def address() -> dict[str, str]:
    """Return what the stage keeps in the address beside the step: the points or the answers, if they are shown."""
    current = game()
    return {
        "points": encode(current.points) if st.session_state.get("data") == HAND else "",
        "said": "".join(SIGNS[answer] for answer in current.said) if current.asks else "",
    }


def on_board() -> None:
    """Take the board that the hand has left, if it is a board."""
    current = game()
    try:
        version, report = _reported()
        points = [_placed(point) for point in report]
    except ValueError as error:
        current.complaints = [f"The board could not be read: {error}. Nothing was changed."]
        return
    if version > current.version:
        current.version, current.points, current.complaints = version, points, []
        st.session_state["data"] = HAND


def on_said() -> None:
    """Take the answers that the hand has given, if they are answers, and go to the step that the last one makes."""
    current = game()
    try:
        version, report = _reported()
        if not all(type(answer) is int and 0 <= answer < len(SIGNS) for answer in report):
            raise ValueError(f"an answer is 0 or 1, got {str(report)[:60]}")
    except ValueError as error:
        current.complaints = [f"The answer could not be read: {error}. Nothing was changed."]
        return
    if version > current.version:
        current.version, current.said, current.step, current.complaints = version, report, len(report), []


def on_rest() -> None:
    """Note the step at which the hand rests, and write the address."""
    current = game()
    step = _told("rest", "step")
    if type(step) is not int or not 0 <= step < 10**9:
        return
    current.step, current.complaints = step, []
    wanted = {**address(), "step": str(step) if step else ""}
    # An empty list takes a parameter out. All at once: the browser has this very address already and adds no entry.
    changed: dict[str, str | list[str]] = {
        name: value or [] for name, value in wanted.items() if st.query_params.get(name, "") != value
    }
    if changed:
        st.query_params.update(changed)


def on_share() -> None:
    """Note the link that the visitor wants to share."""
    link = _told("share", "link")
    if isinstance(link, str) and link.startswith(("http://", "https://")):
        game().shared = link


def code() -> Code | None:
    """Return the code of the link to share, once."""
    link, game().shared = game().shared, ""
    if not link:
        return None
    try:
        picture = segno.make_qr(link).svg_data_uri(border=4, light="#fff", omitsize=True)
    except segno.DataOverflowError:
        picture = ""
    return {"link": link, "picture": picture}


def _told(name: str, key: str) -> Any:
    report = st.session_state[STAGE].get(name)
    return report.get(key) if isinstance(report, dict) else None


def _reported() -> tuple[int, list[Any]]:
    report = st.session_state[STAGE].get("board")
    if not isinstance(report, dict) or type(report.get("version")) is not int:
        raise ValueError(f"a report has a version and points, this one is {str(report)[:60]}")
    points = report.get("points")
    if not isinstance(points, list) or len(points) > MOST:
        raise ValueError(f"at most {MOST} points fit, got {len(points) if isinstance(points, list) else points!r}")
    return report["version"], points


def _placed(point: Any) -> Point:
    good = isinstance(point, list) and len(point) == 3 and all(type(value) in (int, float) for value in point)
    if not good or not all(abs(value) < _FAR for value in point) or point[2] not in (0, 1):
        raise ValueError(f"a point is x, y and class 0 or 1, got {str(point)[:60]}")
    x, y, kind = point
    return snapped((float(x), float(y), int(kind)))
