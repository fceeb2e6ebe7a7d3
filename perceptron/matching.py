"""Which rows a program prints: they are compared with printed ones until they differ."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import cycle, islice
from typing import Literal, NamedTuple

import numpy as np

from perceptron.dataset import Dataset, Floats
from perceptron.programs import Board, Event, Program, Ties, Vector, board_of, visits

When = Literal["update", "visit", "pass", "last"]
Bias = Literal["none", "hidden", "first", "last"]
End = Literal["ended", "goes on", "endless"]

RATES = (1, 0.1, 0.5, 0.01, 2, 0.2, 0.25, 0.05, 0.3, 0.001, 0.02, 10, 0.75, 0.4, 0.6, 0.7, 0.8, 0.9, 1.5, 3, 5, 0.15)
"""The rates that are tried where rows do not show the rate."""

_NOISE = 1e-9  # the part of a number that a program's floats may add to it
_GROWN = 1e-6  # the part that it may have grown to, where weights are scaled after each update
_LEAST = 1e-9  # rates below this are none
_SINGLE, _BLOCK = 8, 128  # rows compared one by one at first, and later at once
_LONGEST = 1_000  # visits that a run may have if its last weights alone are known, whatever the number of points
_FURTHER = 100  # passes after the last printed row in which a program may end
_FARTHEST = 4_000  # visits in them, but at least those of 40 passes


@dataclass(frozen=True)
class Reading:
    """How printed rows are read: their columns, the moments at which they were printed, and the start of the run.

    `bias` is the place of the bias in a row; "hidden" if the program has a bias that it does not print. `when` says
    after which event a row was printed. `start` holds the weights before the first update, with the bias. `begins` says
    that the first row is this start, `averages` that the rows are means of all weights so far, `repeats` that all rows
    are the same. `scale` is the constant coordinate of the bias.
    """

    bias: Bias
    when: When
    begins: bool
    start: tuple[float, ...]
    scale: float = 1.0
    averages: bool = False
    repeats: bool = False

    def board(self, data: Dataset) -> Board:
        """Return the points of the data with the constant coordinate `scale` where a printed row has the bias.

        It is last if the program does not print its bias. Without a bias the points have none, even if the data have.
        """
        return board_of(data, "last" if self.bias == "hidden" else self.bias, self.scale)


@dataclass(frozen=True, eq=False)
class Rows:
    """Printed rows of weights, each number with the half-width of the interval that it stands for.

    If the indices of the updates' points were printed instead of weights, `indices` holds them; else it is None.
    """

    values: list[Vector]
    widths: list[Vector]
    indices: list[int] | None = None

    @cached_property
    def loose(self) -> Rows:
        """The same rows, where each number may be missed by a millionth of it more: for rounding errors that grow."""
        pairs = zip(self.values, self.widths, strict=True)
        return replace(self, widths=[[w + _GROWN * abs(v) for v, w in zip(*row, strict=True)] for row in pairs])

    @cached_property
    def arrays(self) -> tuple[Floats, Floats]:
        """The numbers of all rows, and how far each may be missed: two arrays of shape (rows, columns).

        Both are empty if indices were printed instead of weights.
        """
        return np.array(self.values), np.array(self.widths)

    @cached_property
    def alike(self) -> bool:
        """Whether all rows of weights are the same; False if indices were printed instead."""
        return self.indices is None and all(row == self.values[0] for row in self.values)

    def first_other(self, start: Sequence[float]) -> int | None:
        """Return the index of the first row that differs from the `start`; None if all rows are the start.

        A row differs if one of its numbers is farther from the start's than its half-width, the most that printing may
        have rounded off. `start` has at least as many numbers as a row; further ones are not compared. If indices were
        printed instead of weights, return None.
        """
        if self.indices is not None:
            return None
        values, widths = self.arrays
        moved = (np.abs(values - start[: values.shape[1]]) > widths + 1e-12).any(axis=1)
        return int(moved.argmax()) if moved.any() else None

    def __len__(self) -> int:
        return len(self.values if self.indices is None else self.indices)


@dataclass(frozen=True)
class Match:
    """How many of the given rows a program prints, at which rates, and how its run goes on after the last of them.

    `rows` is the number of rows printed before the first difference; `whole` says that these are all. The rates from
    `low` to `high` fit; both are 1 if the rate was given. `end` says whether the run ends after the last row, goes on
    or never ends, `between` that the last row is the end of a pass. `ties` holds the labels of points met at a score of
    0; `moved` says that w was not 0 at such a point, so floats may compute another score there.
    """

    rows: int
    whole: bool
    low: float
    high: float
    end: End = "goes on"
    between: bool = False
    ties: frozenset[int] = frozenset()
    moved: bool = False

    @property
    def natural(self) -> bool:
        """Whether the program prints all rows, and its run ends with the last of them or would never end.

        If it prints all rows and this is False, somebody stopped it early.
        """
        return self.whole and self.end in ("ended", "endless")


class First(NamedTuple):
    """The first row that a program prints after its start, with the constant coordinate last, if there is one.

    `ties` holds the labels of points met at a score of 0 before it; `moved` says that w was not 0 at one of them.
    """

    row: Vector
    ties: frozenset[int]
    moved: bool


def first_of(program: Program, reading: Reading, board: Board, rate: float | None, ties: Ties) -> First | None:
    """Return the first row that a program prints after its start, at `rate` (1 if None); None if it prints none.

    The row has the bias, if any, last. `ties` must be new; it gets the labels of points met at a score of 0.
    """
    start, n = [*reading.start], len(board.points)
    events = visits(program, board, start, rate or 1.0, ties)
    shown = _printed(events, replace(reading, begins=False), start, n, program.falls is not None)
    event = next(shown, None)
    return event and First(rotated(event[2], reading), frozenset(ties.met), ties.moved)


def rotated(row: Sequence[float], reading: Reading) -> Vector:
    """Return a copy of a row of weights; if the program prints the bias first, the bias is moved to the end."""
    return [*row[1:], row[0]] if reading.bias == "first" else [*row]


def other_first(program: Program, reading: Reading, rows: Rows, rate: float | None, first: First) -> Match | None:
    """Return None if a program's `first` row after its start is the printed one; else the match that ends before it.

    That match has one row if the start was printed, else none. If `rate` is None, the row was computed at rate 1, and
    the printed one may be a positive multiple of it. `rows` are the printed rows; they must hold weights, with a row
    after the start.
    """
    rows, k = rows if program.after is None else rows.loose, int(reading.begins)
    interval = (_LEAST, math.inf) if rate is None else (1.0, 1.0)
    row = [first.row[-1], *first.row[:-1]] if reading.bias == "first" else first.row
    low, high = narrowed(*interval, row, rows.values[k], rows.widths[k])
    return None if low <= high else Match(k, False, *interval, ties=first.ties, moved=first.moved)


def match(
    program: Program,
    reading: Reading,
    board: Board,
    rows: Rows,
    rate: float | None,
    ties: Ties,
    floats: bool = False,
    most: int = 0,
) -> Match:
    """Run a program on the board's points, and return how many of the printed `rows` it prints until they differ.

    If `rate` is None, the rows that it prints must be proportional to the rate, and the match has the interval of all
    rates that fit. `ties` gets the labels of points with a score of 0. A score near 0 counts as 0, but with `floats` it
    is used as floats compute it. If only the last weights were printed, they must be those at the end of the run or of
    a pass, at one of the usual `RATES`; the run is followed for `most` visits of points, but at least 1,000.
    """
    start = [*reading.start]
    rows = rows if program.after is None else rows.loose
    events = visits(program, board, start, rate or 1.0, ties, floats)
    low, high = (_LEAST, math.inf) if rate is None else (1.0, 1.0)
    if reading.when == "last":
        return _last(events, reading, rows, (low, high), ties, start, max(_LONGEST, most))
    done, moved = 0, start
    shown = _printed(events, reading, start, len(board.points), program.falls is not None)
    while done < len(rows):
        part = [*islice(shown, min(len(rows) - done, 1 if done < _SINGLE else _BLOCK))]
        count, low, high = _compared(part, rows, done, low, high)
        done += count
        moved = part[count - 1][2] if count else moved
        if count < len(part):
            return Match(done, False, low, high, ties=frozenset(ties.met))
        if not part:
            # A program with more passes than it needs prints the last row again.
            again = reading.when != "update" and _equal_from(rows, done) and done > 0
            return Match(len(rows) if again else done, again, low, high, "ended", ties=frozenset(ties.met))
    end = _end(events, moved, len(board.points), reading)
    return Match(len(rows), True, low, high, *end, frozenset(ties.met))


def _compared(
    part: list[tuple[str, int, Vector]], rows: Rows, done: int, low: float, high: float
) -> tuple[int, float, float]:
    """Return how many of a program's rows are the printed ones from `done` on, and the rates that fit them."""
    if rows.indices is not None:
        pairs = zip(part, rows.indices[done:], strict=False)
        return next((k for k, (event, i) in enumerate(pairs) if event[1] != i), len(part)), low, high
    if len(part) > 1:
        least, most = _narrowed_by_all([event[2] for event in part], rows, done)
        if max(low, least) <= min(high, most):
            return len(part), max(low, least), min(high, most)
    for k, (_, _, w) in enumerate(part):
        least, most = narrowed(low, high, w, rows.values[done + k], rows.widths[done + k])
        if least > most:
            return k, low, high
        low, high = least, most
    return len(part), low, high


def _narrowed_by_all(shown: list[Vector], rows: Rows, done: int) -> tuple[float, float]:
    """Return the interval of rates that fit many rows at once, as `narrowed` does for one row."""
    values, widths = (array[done : done + len(shown)] for array in rows.arrays)
    u = np.array(shown)[:, : values.shape[1]]
    widths = widths + _NOISE * np.abs(values) + 1e-13
    zero = np.abs(u) < 1e-12
    if np.isnan(u).any() or (np.abs(values[zero]) > widths[zero]).any():
        return 1.0, 0.0
    one, two = (values - widths)[~zero] / u[~zero], (values + widths)[~zero] / u[~zero]
    return float(np.minimum(one, two).max(initial=0.0)), float(np.maximum(one, two).min(initial=math.inf))


def _printed(
    events: Iterator[tuple[Event, int, Vector]], reading: Reading, start: Vector, n: int, falls: bool
) -> Iterator[tuple[str, int, Vector]]:
    """Yield what is printed; `falls` says that the rate falls from pass to pass."""
    if reading.averages:
        events = _averages(events)
    if reading.begins:
        yield "start", -1, start
    silent, w, ended, moved, alike = 0, start, start, False, 0
    printed: list[tuple[Event, int, Vector]] = []  # in this pass
    for event in events:
        if alike > 1:  # two passes ended with the weights they began with, so all that follow are like the second
            yield from cycle(printed)
            return
        silent += 1
        moved, w = moved or event[2] != w, event[2]
        if event[0] == reading.when or (reading.when == "visit" and event[0] != "pass"):
            yield event
            silent = 0
            printed.append(event)
        elif silent > 3 * n + 10:  # a pass without an update, so it will never print again
            return
        if event[0] == "pass" and not reading.averages:
            alike = alike + 1 if w == ended and not (falls and moved) else 0
            printed = printed if alike > 1 else []
            ended, moved = w, False


def _averages(events: Iterator[tuple[Event, int, Vector]]) -> Iterator[tuple[Event, int, Vector]]:
    total: Vector | None = None
    number = 0
    for event, i, w in events:
        if event != "pass":
            total = list(w) if total is None else [a + b for a, b in zip(total, w, strict=True)]
            number += 1
        yield event, i, [a / max(1, number) for a in total or w]


def narrowed(low: float, high: float, row: Vector, values: Vector, widths: Vector) -> tuple[float, float]:
    """Return the part of the interval from `low` to `high` in which a rate times `row` gives the printed `values`.

    `widths` are the half-widths of these values: how far each may be missed. If no rate fits, the first number returned
    exceeds the second. Numbers of `row` beyond the values are not compared.
    """
    for u, value, width in zip(row, values, widths, strict=False):
        width += _NOISE * abs(value) + 1e-13
        if -1e-12 < u < 1e-12:
            if abs(value) > width:
                return 1.0, 0.0
            continue
        if math.isnan(u):  # the program's weights have grown without end
            return 1.0, 0.0
        one, two = (value - width) / u, (value + width) / u
        if one > two:
            one, two = two, one
        low, high = max(low, one), min(high, two)
    return low, high


def _equal_from(rows: Rows, done: int) -> bool:
    if rows.indices is not None:
        return False
    values, widths = rows.arrays
    last = values[done - 1]
    return bool((np.abs(values[done:] - last) <= 2 * widths[done:] + _NOISE * np.abs(last)).all())


def _end(events: Iterator[tuple[Event, int, Vector]], w: Vector, n: int, reading: Reading) -> tuple[End, bool]:
    """Return whether a run ends, goes on or never ends after the last printed row, and whether a pass ends before that.

    `w` are the weights of that row.
    """
    between = still = reading.when == "pass"
    for event, _, now in islice(events, 4 * n + 8):
        if event == "update" and now != w and not reading.averages:
            break
        if event == "pass":
            if still:
                return "ended", between  # nothing moves any more
            between = still = True
    else:
        return "ended", between
    return ("endless" if _never_ends(events, n) else "goes on"), between


def _never_ends(events: Iterator[tuple[Event, int, Vector]], n: int) -> bool:
    """Return whether a run comes back to the weights of an earlier pass, or is not over after many passes."""
    seen: set[tuple[float, ...]] = set()
    moved = True
    for event, _, w in islice(events, max(min(_FURTHER * n, _FARTHEST), 40 * n)):
        moved = moved or event == "update"
        if event == "pass":
            if tuple(w) in seen:
                return moved  # or else it has ended
            seen.add(tuple(w))
            moved = False
    return next(events, None) is not None


def _last(
    events: Iterator[tuple[Event, int, Vector]],
    reading: Reading,
    rows: Rows,
    rates: tuple[float, float],
    ties: Ties,
    start: Vector,
    limit: int,
) -> Match:
    """Compare the weights at the end of a run, or else at the end of a pass, with the one row that was printed."""
    values, widths = rows.values[-1], rows.widths[-1]
    early: Match | None = None
    seen: set[tuple[float, ...]] = set()
    shown = _averages(events) if reading.averages else events
    w, ended = start, True
    for event, _, w in shown:
        if event != "pass":
            continue
        if early is None:
            low, high = narrowed(*rates, w, values, widths)
            if low <= high and _usual(low, high):
                early = Match(1, True, low, high, "goes on", True, frozenset(ties.met))
        if ties.visits > limit or tuple(w) in seen:
            ended = next(shown, None) is None
            break
        seen.add(tuple(w))
    low, high = narrowed(*rates, w, values, widths)
    if ended and low <= high and _usual(low, high):
        return Match(1, True, low, high, "ended", ties=frozenset(ties.met))
    if early is not None and not ended:
        return replace(early, end="endless")
    return early or Match(0, False, 1.0, 0.0, ties=frozenset(ties.met))


def _usual(low: float, high: float) -> bool:
    """Return whether one of the usual `RATES` is in an interval."""
    return any(_within(rate, low, high) for rate in RATES)


def _within(rate: float, low: float, high: float) -> bool:
    return low * (1 - 1e-9) <= rate <= high * (1 + 1e-9)


def plain(low: float, high: float) -> float | None:
    """Return the roundest positive number from `low` to `high`: a multiple of 1000, else of 100, and so on to 0.0001.

    Of several multiples it is the smallest. A number with decimals has at most four digits after zeros in front. If
    there is none, return a fraction there with a denominator of at most 64, or else None. If `high` is infinite,
    return 1.

    >>> plain(0.0946, 0.1216), plain(1 / 3 - 1e-10, 1 / 3 + 1e-10), plain(0.123456, 0.123457)
    (0.1, 0.3333333333333333, None)
    """
    if high == math.inf:
        return 1.0
    low, high = low * (1 - 1e-9) - 1e-15, high * (1 + 1e-9) + 1e-15
    for digits in range(-3, 5):
        whole = math.ceil(low * 10.0**digits)
        if whole > 0 and whole <= high * 10.0**digits:
            value = whole / 10**digits if digits > 0 else whole * 10.0**-digits
            if digits < 1 or whole < 10_000:
                return float(value)
    share = Fraction((low + high) / 2).limit_denominator(64)
    return float(share) if share > 0 and low <= share <= high else None


def rate_of(low: float, high: float) -> float:
    """Return the rate from `low` to `high` that somebody would write.

    It is the roundest number there, as `plain` finds it, if that is one of the usual `RATES`; else the first of `RATES`
    there, else the roundest number, else the middle.

    >>> rate_of(0.0999, 0.1001), rate_of(0.24, 0.26), rate_of(0.123456, 0.123458)
    (0.1, 0.25, 0.123457)
    """
    found = plain(low, high)
    if found in RATES:
        return float(found)
    usual = next((rate for rate in RATES if _within(rate, low, high)), found)
    return (low + high) / 2 if usual is None else float(usual)


def rates_for(program: Program, reading: Reading, board: Board, rows: Rows, most: int) -> list[float | None]:
    """Return the rates at which to compare a program's rows with the printed rows, the likeliest first.

    The list is [None] if the program's rows are proportional to the rate, so that one comparison serves all rates. Else
    it is [1.0] if indices of points were printed. For rows after each pass or only at the end, and for a program that
    changes w once more after each update, such as to length 1, it holds at most `most` of the usual `RATES`. For other
    rows it holds the rates that fit the first row that differs from the start, [] if none fits; [1.0] if the program
    prints no such row.
    """
    if not program.fixed and not any(reading.start):
        return [None]
    if rows.indices is not None:
        return [1.0]
    if reading.when in ("pass", "last") or program.after is not None:
        usual = 4 if reading.when == "last" else 12 if program.fixed and program.after is None else most
        return [*RATES[: min(most, usual)]]
    # The first row that moves is linear in the rate.
    begin = [*reading.start]
    events = visits(program, board, begin, 1.0)
    shown = _printed(events, replace(reading, averages=False), begin, len(board.points), program.falls is not None)
    for k, (_, _, w) in enumerate(islice(shown, min(len(rows), 3 * len(board.points) + 10))):
        if w != begin:
            step = [a - b for a, b in zip(w, begin, strict=True)]
            if program.bias is not None and program.fixed and board.at is not None:
                step[board.at] = 0.0
            values = [a - b for a, b in zip(rows.values[k], begin, strict=False)]
            return [*_rates_between(step, values, rows.widths[k], board.at if program.bias is not None else None)]
    return [1.0]


def _rates_between(step: Vector, values: Vector, widths: Vector, leave: int | None) -> list[float]:
    kept = [j for j in range(len(values)) if j != leave]
    low, high = narrowed(_LEAST, math.inf, *([part[j] for j in kept] for part in (step, values, widths)))
    if low > high:
        return []
    inside = [rate for rate in RATES if _within(rate, low, high)]
    return list(dict.fromkeys([rate_of(low, high), *inside]))


def rows_of(program: Program, reading: Reading, board: Board, rate: float, count: int) -> list[tuple[int, Vector]]:
    """Return the first `count` rows that a program prints on the board's points at this rate; fewer if it prints fewer.

    The `reading` says from which start, and after which events it prints. A row holds all weights, also a bias that the
    program does not print. Before it stands the index of the point that was updated or visited just before, or −1 if
    the row is the start, the end of a pass or the visit of a batch.
    """
    start = [*reading.start]
    events = visits(program, board, start, rate)
    shown = _printed(events, reading, start, len(board.points), program.falls is not None)
    return [(i, list(w)) for _, i, w in islice(shown, count)]
