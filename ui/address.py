"""The one owner of the address: it reads a link into the session, once, and says what the address bar shall hold.

Within a session the session is the truth and the address its mirror, which the browser writes in place. The address is
read by a new session, by a link within the app, by the browser's Back and Forward, and where the browser has a board
that this session has never heard of: after the server was started again, or a connection was away for long.
"""

from __future__ import annotations

import re
import secrets
import urllib.parse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from reprlib import repr as shortened
from typing import Any, TypeVar

import segno
import streamlit as st

from ui import controls, internals
from ui import state as writing
from ui.exercise import Exercise, is_display
from ui.links import (
    DRAWINGS_CHOICE,
    HAND,
    MOST,
    MOST_PICTURES,
    SIGNS,
    TABLE_CHOICE,
    Axis,
    Row,
    snapped,
)
from ui.page import Page
from ui.pages import PAGES
from ui.settings import Settings, Value, written
from ui.stage.scene import Code, File, Picture, Point, Scene
from ui.state import LONGEST_SETTING, Board, State, known_lesson, read, within
from ui.words import quoted

TURNED = controls.START.key
"""The control that says where the weights begin, which the hand sets by turning their arrow."""

STAGE = "stage"
"""The key of the stage on every page, so that its reports are found."""

LONGEST_LINK = 8_000
_FINEST = 20  # the version of a QR code; those after it have squares too small for a phone before a screen
_FAR = 1e6  # beyond it, or not a number: no hand put a point there
FARTHEST = 1e6  # of a number of the weights to begin with
_MOST_VERSIONS = 2**53  # beyond it a browser cannot count

Taken = TypeVar("Taken")


@dataclass
class Game:
    """What a visitor has chosen and done: the controls, the points, the answers, the pictures, the step."""

    settings: dict[str, str] = field(default_factory=dict)  # as a link writes them, but for those left as they are
    points: list[Point] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)  # of a table with any number of columns
    step: int = 0
    asked: bool = False  # it was a link that named the step
    exercise: Exercise = field(default_factory=Exercise)
    named: str = ""  # the lesson in the address that the last run was asked with
    ends: bool = False  # the step is the last, whichever it will be
    shared: str = ""  # the link whose code the browser waits for
    anew: bool = False  # something has changed that only the whole page shows
    seats: Counter[str] = field(default_factory=Counter)  # how often the hand has set what the sidebar draws, by key
    more: bool = False  # the controls behind *More* are to be seen
    tabled: list[Point] | None = None  # the points that the open dialog shows as a table, as they were when it opened
    bringing: bool = False  # the dialog that brings such a table is open
    version: int = 0  # of the newest board that has arrived
    brought: int = 0  # the version of the last board that came from a table
    axes: tuple[Axis, Axis] | None = None  # what was measured along the axes of the hand's board
    measured: frozenset[Point] = frozenset()  # the points of which it was
    turns: int = 0  # how many turns of the arrow the browser had counted when this one arrived
    rests: int = 0  # how many steps at which the hand rested the browser had counted when this one arrived
    arrivals: int = 0  # how often the whole page has run
    name: str = field(default_factory=lambda: secrets.token_urlsafe(9))  # another one in every session
    complaints: list[str] = field(default_factory=list)

    @property
    def state(self) -> State:
        """What an address would say of it."""
        board = Board(self.points, self.answers, self.pictures, self.rows, self.named_axes)
        return State(self.settings, board, self.step, self.exercise)

    @property
    def named_axes(self) -> tuple[Axis, Axis] | None:
        """What was measured along the axes of the hand's board, as long as a point is left of those it was of."""
        return None if self.measured.isdisjoint(self.points) else self.axes


def game() -> Game:
    """Return this session's game."""
    current: Game = st.session_state["game"]
    return current


# ---- reading -------------------------------------------------------------------------------------------------------


def arrive(page: str) -> None:
    """Read the address where it says something that the session does not know; `frame.begin` calls it.

    A link to another lesson or exercise may lead to the page that is shown; Streamlit would then go on saying the old
    address.
    """
    new = "game" not in st.session_state
    if new:
        st.session_state["game"] = Game()
    game().arrivals += 1
    moved = st.session_state.get("page") != page
    link = {name: value for name, value in st.query_params.to_dict().items() if not is_display(name)}
    named = link.get("lesson", "")
    followed = game().exercise.next and link == game().exercise.following()[1]
    other = not new and not moved and (named not in ("", game().named) or followed)
    if new or (moved and any(link.values())) or (internals.by_history() and not moved) or other:
        _read(link)
        if other:
            st.query_params.from_dict(link)
    elif moved:
        # The menu's links say nothing, and then everything comes along but the lesson and the exercise, whose words are
        # of their page.
        _close()
        game().complaints = []
        game().settings.pop("lesson", None)
        game().exercise = Exercise()
    st.session_state["page"], game().named = page, named
    _check_lesson()


def page() -> Page:
    """Return the page that is shown."""
    return PAGES[st.session_state["page"]]


def _check_lesson() -> None:
    """Forget a lesson that there is not, or that is of another page."""
    current = game()
    current.settings, wrong = known_lesson(current.settings, st.session_state["page"])
    current.complaints += wrong


def _read(link: dict[str, str]) -> None:
    current, state = game(), read(link)
    _close()
    current.settings = dict(state.settings)
    # The address holds the points only while they are shown; those of before come back when they are chosen again.
    if "points" in link or current.settings.get("data") == HAND:
        current.points = [*state.board.points]
    board = state.board
    current.answers, current.pictures, current.rows = [*board.answers], [*board.pictures], [*board.rows]
    current.step, current.asked, current.ends = state.step or 0, state.step is not None, False
    current.exercise, current.complaints = state.exercise, [*state.complaints]
    name_axes(board.axes)
    current.version += 1  # the browser shall show this board, whatever it has


def read_again(link: dict[str, str]) -> None:
    """Show what a link opens on the page that is shown: a button's `on_click`."""
    _read(link)
    game().anew = True


def _close() -> None:
    game().more, game().tabled, game().bringing = False, None, False


def settings() -> Settings:
    """Return what the controls of the page are set to.

    A text of the link that could not be used is said once, and then forgotten.
    """
    current = game()
    chosen = page().settings(current.settings)
    for key, complaint in chosen.complaints.items():
        current.complaints.append(complaint)
        _set(key, chosen.values[key])
    return chosen


def _set(key: str, value: Value) -> None:
    """Note what a control is set to; what it is by itself needs no place in the address."""
    current = game()
    current.settings = page().having(current.settings, key, value)


def behind() -> bool:
    """Whether the stage alone is run, though something has changed since the whole page was last run to its end.

    A report of the stage that arrives as a run of the whole page begins takes its place: what the callbacks have noted
    is there, but the page has not seen it.
    """
    return game().anew and internals.in_fragment()


def seat(key: str, value: Value) -> str:
    """Return the key under which a control is drawn with a value: another one where the value is not the browser's.

    The stage's reports bring along what the browser knows of the controls, also of one that the hand has set since;
    what arrives under a key that is drawn no more is old.
    """
    if st.session_state.setdefault(_seat(key), value) != value:
        game().seats[key] += 1
        st.session_state[_seat(key)] = value
    return _seat(key)


def _seat(key: str) -> str:
    times = game().seats[key]
    return f"{key}-{times}" if times else key


def changed(key: str, at: str) -> None:
    """Note that the visitor has changed a control in its seat: every control's `on_change`."""
    current = game()
    current.anew = True
    # A page left in haste may have given up its controls before their last words arrive; the settings hold them all.
    if at == _seat(key) and key in page().controls and at in st.session_state:
        _set(key, st.session_state[at])
        _follow(key)


def _follow(key: str) -> None:
    """Set what the choice of a control sets, too."""
    game().settings = page().following(game().settings, key)


def begin(last: int) -> int:
    """Return the step at which to begin a run of `last` updates, no later than its end."""
    current = game()
    step, late = within(current.step, last)
    if current.asked:
        current.complaints += late
    current.step = last if current.ends else step
    current.asked = current.ends = False
    return current.step


# ---- writing -------------------------------------------------------------------------------------------------------


def address() -> dict[str, str]:
    """Return what the address bar holds beside the step."""
    return writing.written(game().state)


# ---- reports from the browser --------------------------------------------------------------------------------------


def taker(scene: Scene) -> Callable[[], None]:
    """Return what takes what the hand has made of a scene's points."""
    return on_answers if "asking" in scene else on_pictures if "drawing" in scene else on_board


def on_board() -> None:
    """Take the board that the hand has left, if it is a board."""
    current = game()
    version, points = _reported("board", placed)
    if version > current.version:
        _step("board")
        current.version, current.complaints = version, []
        if not _went_back("data", HAND):
            current.points = points
            _to_hand("data", HAND)


def on_answers() -> None:
    """Take the answers that the hand has given, if they are answers, and go to the step that the last one makes."""
    current = game()
    version, answers = _reported("answer", _answer)
    if version > current.version:
        _step("board")
        current.version, current.answers, current.step, current.complaints = version, answers, len(answers), []


def on_pictures() -> None:
    """Take the pictures that the hand has drawn, if they are pictures."""
    current = game()
    version, pictures = _reported("shelf", drawn, "pictures", MOST_PICTURES)
    if version > current.version:
        _step("board")
        current.version, current.pictures, current.complaints = version, pictures, []
        if not _went_back(*DRAWINGS_CHOICE):
            _to_hand(*DRAWINGS_CHOICE)


def bring(points: list[Point]) -> None:
    """Put points on the board that the stage has not placed; there they can be taken back like any edit."""
    current = game()
    current.points, current.step, current.ends, current.complaints = points, 0, False, []
    current.version += 1
    current.brought = current.version
    _to_hand("data", HAND)
    show_table(opened=False)


def bring_table(points: list[Point], measured: tuple[Axis, Axis] | None) -> None:
    """Put a table's points on the board, which suit the bias as all that are not drawn with a margin."""
    bring(points)
    name_axes(measured)
    _follow("data")


def show_table(opened: bool = True) -> None:
    """Open the dialog with the points of the board as a table, or close it; a run that another interrupts does not."""
    current = game()
    current.tabled = controls.source(settings(), current.state.board).points() if opened else None
    current.anew = True


def bring_rows(rows: list[Row]) -> None:
    """Take the rows of a table with any number of columns, and close the dialog they come from."""
    current = game()
    current.rows, current.step, current.ends, current.complaints = rows, 0, False, []
    current.version += 1
    show_bringing(False)
    _to_hand(*TABLE_CHOICE)


def show_bringing(bringing: bool) -> None:
    """Open the dialog that brings such a table, or close it."""
    game().bringing, game().anew = bringing, True


def _to_hand(key: str, chosen: str) -> None:
    """Show what the hand has made, by the choice of a control that says so."""
    if game().settings.get(key) != chosen:
        game().settings[key] = chosen
        game().anew = True


def _went_back(key: str, chosen: str) -> bool:
    """Choose again what a control was set to before the hand had made anything, if the hand has taken all that back."""
    also = _reports()["board"].get("also")
    before = also.get(key) if isinstance(also, dict) else None
    if not isinstance(before, str) or len(before) > LONGEST_SETTING or before == chosen:
        return False
    current = game()
    current.settings.pop(key, None)
    if before:
        current.settings[key] = before.encode(errors="replace").decode()
    current.anew = True
    return True


def name_axes(axes: tuple[Axis, Axis] | None) -> None:
    """Note what was measured along the axes of the points on the board; None for nothing."""
    current = game()
    current.axes, current.measured = axes, frozenset(current.points)


def on_rest() -> None:
    """Note the step at which the hand rests."""
    if _step("rest"):
        game().complaints = []


def on_resume() -> None:
    """Go on from where the browser is: its address holds what this session has never heard of."""
    query, version, rests = (_told("resume", key) for key in ("query", "version", "rests"))
    if isinstance(query, str) and len(query) <= LONGEST_LINK and _counts(version) and _counts(rests):
        _read(dict(urllib.parse.parse_qsl(query.removeprefix("?"), errors="replace")))
        current = game()
        current.version, current.rests, current.anew, current.asked = version, rests, True, False


def on_turn() -> None:
    """Take the weights that the hand has turned to, if they are weights, as those to begin with."""
    current = game()
    if not _reports():
        return
    turns, to = _told("turn", "turns"), _told("turn", "to")
    if _counts(turns) and turns <= current.turns:
        return
    good = isinstance(to, list) and len(to) in (2, 3) and all(type(value) in (int, float) for value in to)
    if not _counts(turns) or not good or not all(abs(value) <= FARTHEST for value in to):
        current.complaints = [f"The turn could not be read: w is 2 or 3 numbers within a million, got {_seen(to)}."]
        current.complaints[0] += " Nothing was changed."
        current.turns = turns if _counts(turns) else current.turns
        return
    current.turns, current.step, current.ends, current.complaints = turns, 0, False, []
    current.settings[TURNED] = ", ".join(written(float(value)) for value in to)
    current.anew = True


def on_share() -> None:
    """Note the link that the visitor wants to share."""
    link = _told("share", "link")
    if isinstance(link, str) and shareable(link):
        game().shared = link


def shareable(link: str) -> bool:
    """Whether a browser may have this link in its address bar, which it writes in ASCII.

    >>> shareable("https://a.example/?step=3"), shareable("ftp://a.example")
    (True, False)
    """
    return link.isascii() and bool(re.match("https?://", link)) and len(link) <= LONGEST_LINK


def code(files: Callable[[], Sequence[File]]) -> Code | None:
    """Return the code of the link to share, and the files offered with it, once."""
    link, game().shared = game().shared, ""
    return {"link": link, "picture": picture(link), "files": files()} if link else None


def picture(link: str) -> str:
    """Draw the code of a link as a `data:` address; none where a phone could not read it from a screen."""
    try:
        code = segno.make_qr(link)
    except segno.DataOverflowError:
        return ""
    return code.svg_data_uri(border=4, light="#fff", omitsize=True) if int(code.version) <= _FINEST else ""


def _told(name: str, key: str) -> Any:
    report = _reports().get(name)
    return report.get(key) if isinstance(report, dict) else None


def _reports() -> dict[str, Any]:
    """Return what the stage reports: nothing, where its page has been left on the way."""
    reports: dict[str, Any] = st.session_state.get(STAGE, {})
    return reports


def _step(name: str) -> bool:
    """Take the step at which the hand rests, a number or "last", if a report brings a newer one."""
    current = game()
    step, rests = _told(name, "step"), _told(name, "rests")
    ends = step == "last"
    newer = (ends or (type(step) is int and 0 <= step < 10**9)) and _counts(rests) and rests > current.rests
    if newer:
        current.step, current.ends, current.rests = current.step if ends else step, ends, rests
    return newer


def _seen(report: Any) -> str:
    return quoted(shortened(report), 60)


def _counts(version: Any) -> bool:
    return type(version) is int and 0 <= version < _MOST_VERSIONS


def _answer(value: Any) -> int:
    if type(value) is not int or not 0 <= value < len(SIGNS):
        raise ValueError(f"an answer is 0 or 1, got {_seen(value)}")
    return value


def placed(point: Any) -> Point:
    """Take a point that the browser has reported, if it is one.

    >>> placed([0.1, -9, 1])
    (0.1015625, -7.9921875, 1)

    Raises
    ------
    ValueError
        If it is none.
    """
    if isinstance(point, list) and len(point) == 3 and all(type(value) in (int, float) for value in point):
        x, y, class_index = point
        if abs(x) < _FAR and abs(y) < _FAR and class_index in (0, 1):
            return snapped((float(x), float(y), int(class_index)))
    raise ValueError(f"a point is x, y and class 0 or 1, got {_seen(point)}")


def drawn(picture: Any) -> Picture:
    """Take a picture that the browser has reported, if it is one.

    >>> drawn([255, 0, 1])
    (255, 0, 1)

    Raises
    ------
    ValueError
        If it is none, or none of its cells is set.
    """
    good = isinstance(picture, list) and len(picture) == 3 and all(type(value) is int for value in picture)
    if not good or not all(0 <= value < 2**32 for value in picture[:2]) or picture[2] not in (0, 1):
        raise ValueError(f"a picture is two numbers of 32 bits and class 0 or 1, got {_seen(picture)}")
    high, low, class_index = picture
    if not high and not low:
        raise ValueError("a picture has a cell that is set, got an empty one")
    return high, low, class_index


def _reported(
    thing: str, read: Callable[[Any], Taken], things: str = "points", most: int = MOST
) -> tuple[int, list[Taken]]:
    """Return the version of the stage's board and each thing on it; −1, with a complaint if need be, for no board."""
    if not _reports():
        return -1, []
    report = _reports().get("board")
    try:
        if not isinstance(report, dict) or not _counts(report.get("version")):
            raise ValueError(f"a report has a version and points, this one is {_seen(report)}")
        points = report.get("points")
        if not isinstance(points, list) or len(points) > most:
            got = len(points) if isinstance(points, list) else _seen(points)
            raise ValueError(f"at most {most} {things} fit, got {got}")
        return report["version"], [read(point) for point in points]
    except ValueError as error:
        game().complaints = [f"The {thing} could not be read: {error}. Nothing was changed."]
        return -1, []
