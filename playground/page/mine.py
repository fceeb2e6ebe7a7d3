"""What is said of the rows that a visitor's own program printed: which rule it is, or which fault, and where."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from perceptron import Dataset, Explanation, Printed, explain, read_printed
from perceptron.printed import MOST_BYTES
from playground.address.address import Board
from playground.address.codes import HAND, encode, place_of
from playground.address.settings import Settings, written
from playground.draw import printed
from playground.page import controls
from playground.stage.payload import Explained, Scene
from playground.text import quoted, signed

MOST_SENT = 500_000
"""The most bytes of a visitor's printout: 200 kB of text in JSON, and points in a file's own units."""
TOO_LONG = f"A printout has at most {MOST_BYTES // 1000} kB."
MOST_SECONDS = 3.0
"""The CPU that a search may take; then what was found is said, and that it was stopped."""
MOST_BOARDS = 60
"""The most boards on which a program is tried."""
_FARTHEST = 1e9  # of a file's own units


@dataclass(frozen=True)
class Printout:
    """What a visitor's program printed for a board's points.

    Parameters
    ----------
    text
        The text, unchanged.
    line
        Slope and intercept of the line that the visitor drew, as they were typed; None if none was typed.
    units
        The board's points in the units of their file, if the program was given these; else None.
    """

    text: str
    line: tuple[str, str] | None = None
    units: Sequence[tuple[float, float]] | None = None


@dataclass(frozen=True)
class Tries:
    """What a visitor's program printed on each board on which an exercise or a lesson tries it."""

    texts: Sequence[str]


def read(body: bytes) -> Printout | Tries:
    """Read JSON that a browser has sent.

    An object with `text` and perhaps `line` and `units`, as in `Printout`, is a printout. An object with `tries`, a
    list of at most 60 texts, is tries.

    >>> read(b'{"text": "1 2", "line": ["-1", "0,5"]}')
    Printout(text='1 2', line=('-1', '0,5'), units=None)
    >>> read(b'{"tries": ["1 2", ""]}')
    Tries(texts=['1 2', ''])

    Raises
    ------
    ValueError
        If the body is anything else.
    """
    try:
        sent: Any = json.loads(body)
    except (ValueError, RecursionError):
        sent = None
    return sorted_out(sent)


def sorted_out(sent: object) -> Printout | Tries:
    """Check an object that a browser has sent as JSON, as `read` describes it, and return it as a printout or as tries.

    Raises
    ------
    ValueError
        If `sent` is neither a printout nor tries.
    """
    if isinstance(sent, dict) and isinstance(texts := sent.get("tries"), list):
        if len(texts) > MOST_BOARDS or not all(isinstance(each, str) for each in texts):
            raise ValueError("What arrived holds no printouts.")
        return Tries(texts)
    if not isinstance(sent, dict) or not isinstance(sent.get("text"), str):
        raise ValueError("What arrived holds no printout.")
    line, units = sent.get("line"), sent.get("units")
    if line is not None and not (_is_pair(line) and all(isinstance(each, str) and len(each) < 100 for each in line)):
        raise ValueError("A line needs a slope and an intercept.")
    if units is not None and not (isinstance(units, list) and all(map(_is_place, units))):
        raise ValueError(f"Points in a file's units must be pairs of numbers from −{_FARTHEST:g} to {_FARTHEST:g}.")
    places = None if units is None else [(float(x), float(y)) for x, y in units]
    return Printout(sent["text"], None if line is None else (line[0], line[1]), places)


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2


def _is_place(value: Any) -> bool:
    return _is_pair(value) and all(type(each) in (int, float) and abs(each) <= _FARTHEST for each in value)


def explained(settings: Settings, board: Board, printout: Printout, stop: Callable[[], bool]) -> Explained:
    """Say which program printed a printout for the points of a board, and show the printed rows in a scene.

    `settings` are those of the board's page. If no known program prints this, the result's `verdict` is "unknown". Once
    `stop` returns True, or after `MOST_SECONDS` of CPU, no more programs are tried; then the result has what was found
    so far.

    Raises
    ------
    ValueError
        If there are no points, the printout cannot be read as weights or indices for them, or its line or its points in
        a file's units are not possible here; the message is a sentence for the visitor.
    """
    source = controls.source(settings, board)
    points = source.points()
    if not points:
        raise ValueError("There are no points yet: place some on the board.")
    learner = controls.learner(settings, len(points))
    axes: printed.Axes | None = None
    places = [(x, y) for x, y, _ in points]
    if printout.units is not None:
        axes = source.board.axes
        if axes is None or len(printout.units) != len(points):
            raise ValueError("The board does not hold its points in a file's own units.")
        places = [*printout.units]
    data = controls.dataset(
        [(x, y, kind) for (x, y), (*_, kind) in zip(places, points, strict=True)], learner.lift_scale
    )
    assert data is not None
    drawn = None if printout.line is None else _line(*printout.line)
    try:
        rows = read_printed(printout.text)
        drawn = drawn or _in_sight(rows.line)
        found = _found(data, rows, learner, drawn, in_time(stop))
    except ValueError as fault:
        raise ValueError(f"Your {str(fault).replace('printed must', 'rows must', 1)}.") from None
    scene = controls.with_names(printed.scene(points, found, axes, drawn), source)
    return _said(found, settings, scene)


def in_time(stop: Callable[[], bool], seconds: float | None = None) -> Callable[[], bool]:
    """Return a function that returns True once `stop` does, or once this thread has used `seconds` of CPU from now on.

    By default the time is `MOST_SECONDS`. Only this thread may call the function.
    """
    until = time.thread_time() + (MOST_SECONDS if seconds is None else seconds)
    return lambda: stop() or time.thread_time() > until


def _found(
    data: Dataset,
    rows: Printed,
    learner: controls.LearnerSettings,
    drawn: tuple[float, float] | None,
    stop: Callable[[], bool],
) -> Explanation:
    """Explain the rows; if that finds nothing, try again with the start that the page's controls have."""
    order = None if isinstance(learner.order, str) else learner.order
    search = partial(explain, data, rows, order=order, drawn=drawn, stop=stop)
    found = search()
    if found.verdict == "unknown" and any(learner.start) and found.indices is None:
        wide = rows.rows.shape[1]
        other = search(start=[*map(float, learner.start), 0.0][:wide])
        found = found if other.verdict == "unknown" else other
    return found


def _in_sight(line: tuple[float, float] | None) -> tuple[float, float] | None:
    """Return a printed line unchanged; raise ValueError if it is too steep or too far away to be drawn."""
    if line is not None and not max(map(abs, line)) <= _FARTHEST:
        raise ValueError(
            f"slope and intercept must lie between −{_FARTHEST:g} and {_FARTHEST:g}, got {line[0]:g} and {line[1]:g}"
        )
    return line


def _line(slope: str, intercept: str) -> tuple[float, float]:
    """Read a line's slope and intercept; raise ValueError if one is no number, or too large to be drawn.

    >>> _line("−1,5", "2")
    (-1.5, 2.0)
    """
    numbers = []
    for name, text in (("slope", slope), ("intercept", intercept)):
        try:
            number = float(text.strip().replace("−", "-").replace(",", "."))
        except ValueError:
            number = math.nan
        if not abs(number) <= _FARTHEST:
            raise ValueError(f"The {name} must be a number from −{_FARTHEST:g} to {_FARTHEST:g}, got {quoted(text)}.")
        numbers.append(number)
    return numbers[0], numbers[1]


def _said(found: Explanation, settings: Settings, scene: Scene) -> Explained:
    truths = [*found.truths, *(["The line drawn is that of the last weights."] if found.drawn == "" else [])]
    return {
        "verdict": found.verdict,
        "head": _head(found),
        "sentence": signed(found.sentence),
        "slips": [{"title": each.title, "sentence": each.sentence, "line": each.line} for each in found.suspects],
        "truths": [*map(signed, truths)],
        "board": _board(found, settings),
        "scene": scene,
        "passes": found.verdict in ("right", "float") and not found.drawn,
    }


def _head(found: Explanation) -> str:
    """Return the headline of what is said."""
    titles = [fault.title for fault in found.suspects]
    if found.verdict == "float" and not found.drawn:
        return "✓ No fault of yours, but of rounding."
    if not titles:
        return "✓ Your rows are right." if found.verdict == "right" else "? No rule and no fault known here."
    if not found.decided and not (found.verdict == "right" and found.drawn):
        return "✗ Here is what it can be."
    named = " and ".join(titles)
    return f"✗ {named[0].upper()}{named[1:]}."


def _board(found: Explanation, settings: Settings) -> str:
    """Return the query of a link to points that tell the possible programs apart; "" if nothing needs telling apart."""
    board = None if found.decided else found.board
    if board is None:
        return ""
    points = [(x, y, place_of(label)) for (x, y), label in zip(board.X.tolist(), board.y.tolist(), strict=True)]
    chosen = {
        parameter.key: written(settings[parameter])
        for parameter in (controls.BIAS, controls.SCALE, controls.RATE, controls.TIE)
        if settings[parameter] != settings.defaults[parameter.key]
    }
    return urlencode({"data": HAND, "points": encode(points), **chosen})
