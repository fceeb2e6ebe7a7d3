"""Which perceptron printed these rows: the rule, or the fault, or the first row that no program known here prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from itertools import chain, combinations, product
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from perceptron import drawing
from perceptron.candidates import (
    DRAWN_ORDERS,
    EARLY,
    Candidate,
    Case,
    Firsts,
    Spec,
    beside,
    candidates,
    candidates_of_two,
    chance_of_drawn,
    choosing_programs,
    expected,
)
from perceptron.checks import Number, count_of, positive
from perceptron.dataset import Dataset, Floats, Ints, frozen, required
from perceptron.faults import FAULTS, Fault
from perceptron.learner import Start, checked_indices
from perceptron.matching import Bias, Reading, Rows, When, rows_of
from perceptron.printed import Printed, printed_of, read_printed, whole_column
from perceptron.programs import board_of
from perceptron.samples import gate, margin_dataset

Verdict = Literal["right", "float", "fault", "unknown"]

_ORDERS = {
    "cyclic": "the perceptron with the points in turn",
    "backwards": "the perceptron with the points from the last to the first",
    "restarting": "the perceptron that begins again at the first point after each update",
    "hardest": "the perceptron that takes the point with the smallest y w·x",
    "batch": "the whole-batch perceptron, which adds all mistakes of a pass at once",
    "mini-batch": "a perceptron that adds the mistakes of a few points at once",
    "margin": "a margin perceptron, which updates until y w·x exceeds a margin",
    "averaged": "the perceptron with the points in turn, printed as the mean of all weights so far",
    "listed": "the perceptron with the points in the order given",
    "shuffled": "the perceptron with the points shuffled in each pass",
    "random": "the perceptron with the points in another order, such as one drawn with replacement",
    "other": "the perceptron with the points in an order that is not drawn, and none known here",
}
_MOST = 5  # programs named in a sentence
_WHEN = {
    "update": "after each update",
    "visit": "after each visit of a point",
    "pass": "after each pass",
    "last": "at the end",
}
_TIES = {"mistake": "a mistake", "correct": "right", 1: "predicted +1", -1: "predicted −1"}


@dataclass(frozen=True, eq=False)
class Difference:
    """The first row that the textbook's program does not print.

    >>> from perceptron import explain, gate
    >>> explain(gate("and"), [[0, 0, -1], [1, 1, 0], [1, 2, 0]]).difference.row
    2

    Parameters
    ----------
    row
        The index of the row, from 0.
    printed
        The row that was printed.
    expected
        The row of the textbook's program; None if that has ended.
    example
        The index of the point on which the textbook's program updates at this row; −1 if none is known.
    """

    row: int
    printed: tuple[float, ...]
    expected: tuple[float, ...] | None
    example: int = -1


@dataclass(frozen=True, eq=False)
class Textbook:
    """The rows that the textbook's program prints, up to the first that differs from the printed ones.

    There are none if the rows are right but come from an order that was drawn.

    >>> from perceptron import explain, gate
    >>> explain(gate("and"), [[0, 0, -1], [1, 1, 0], [1, 2, 0]]).textbook.rows
    ((0.0, 0.0, -1.0), (1.0, 1.0, 0.0), (1.0, 1.0, -1.0))

    Parameters
    ----------
    rows
        The rows; they hold the bias even if the printed rows do not.
    examples
        For each row the index of the point of its update; −1 if there is none.
    reading
        What the columns are, and when each row is printed.
    """

    rows: tuple[tuple[float, ...], ...]
    examples: tuple[int, ...]
    reading: Reading


@dataclass(frozen=True, eq=False)
class Explanation:
    """What `explain` says of printed rows; `print` shows it as a report.

    >>> from perceptron import explain, gate, train
    >>> found = explain(gate("or"), train(gate("or").augmented()).weights)
    >>> found.verdict, found.rule, found.faults
    ('right', 'cyclic', ())

    Parameters
    ----------
    verdict
        "right": a perceptron prints the rows. "float": a perceptron in floats does, where a tie went the other way.
        "fault": a program with faults does. "unknown": none known here does.
    candidates
        All programs known here that print the rows, the plainest first.
    difference
        The first row at which the textbook's program differs; None if it prints all rows.
    separates
        Whether the last printed weights are right on every point; None if their digits, or a bias that was not printed,
        leave it open.
    separable
        Whether some line, for a reading without a bias one through the origin, is right on every point.
    reading
        How the rows are read; if no program prints them, the first possible way to read them.
    textbook
        The textbook's run beside the rows.
    indices
        The indices of the points of the updates, if these were printed instead of weights; else None.
    drawn
        The name of the fault in the drawn line; "" if the line is right. None if there is none to judge: no line was
        drawn, the weights have none with a slope, or their bias is not known.
    complete
        Whether all programs known here were tried: `stop` did not end the search, nor was there too much to try.
    """

    data: Dataset
    verdict: Verdict
    candidates: tuple[Candidate, ...]
    difference: Difference | None
    separates: bool | None
    separable: bool
    rows: Floats = field(repr=False)
    reading: Reading = field(repr=False)
    textbook: Textbook = field(repr=False)
    indices: tuple[int, ...] | None = field(default=None, repr=False)
    drawn: str | None = None
    complete: bool = True

    @cached_property
    def weights(self) -> Floats:
        """The weights at each of K rows, shape (K, m), in the m columns of the reading.

        A bias that is neither printed nor known is NaN. If indices were printed, the weights are those of the first
        candidate; if there is none, or it draws its order, of the textbook's updates on these points at rate 1.
        """
        reading, board = self.reading, self.reading.board(self.data)
        if self.indices is None and reading.bias != "hidden":
            return self.rows
        count = len(self.rows) if self.indices is None else len(self.indices)
        if self.candidates and self.rule not in DRAWN_ORDERS:
            first = self.candidates[0]
            known = np.array([w for _, w in rows_of(first.program, reading, board, first.rate, count)])
            known = np.vstack([known, *[known[-1:]] * (count - len(known))])
        elif self.indices is not None:
            signed = np.array(board.labels)[:, None] * np.array(board.points)
            known = np.array(reading.start) + np.cumsum(signed[[*self.indices]], axis=0)
        else:
            known = np.full((count, len(reading.start)), np.nan)
        return known if self.indices is not None else np.column_stack([self.rows, known[:, -1]])

    @property
    def _certain(self) -> list[Candidate]:
        return _certain(self.candidates)

    @property
    def rule(self) -> str:
        """The name of the first candidate's rule, such as "cyclic"; "" if there is no candidate."""
        return self.candidates[0].rule if self.candidates else ""

    @property
    def faults(self) -> tuple[str, ...]:
        """The names of the first candidate's faults, as in `FAULTS`; empty if it has none or there is no candidate."""
        return self.candidates[0].faults if self.candidates else ()

    @property
    def decided(self) -> bool:
        """Whether exactly one program prints the rows; False if none does.

        Programs that print them only by chance do not count, unless all do.
        """
        return len({(each.rule, each.faults) for each in self._certain}) == 1

    def __repr__(self) -> str:
        names = " or ".join(dict.fromkeys(_name(each) for each in self._certain))
        return f"Explanation({self.verdict}{f': {names}' if names else ''})"

    @cached_property
    def sentence(self) -> str:
        """A diagnosis of the program: the rules, or else the faults, that print the rows, with rate, start and bias.

        If no program known here prints the rows, it says so. If no right one does, another sentence may name the first
        row that differs from the textbook's run.
        """
        if not self.candidates:
            return self._unknown
        certain = self._certain
        right = [each for each in certain if not each.faults]
        if right:
            rows = "rows" if self.indices is None else "updates"
            return f"These are the {rows} of {self._with_ways([_ORDERS[each.rule] for each in right], right)}."
        told = self._with_ways([_told(each) for each in certain[:_MOST]], certain)
        sentence = f"{'Either ' if len(certain) > 1 else ''}{told}."
        return f"{sentence[0].upper()}{sentence[1:]} {self._where}".strip()

    def _with_ways(self, words: list[str], named: list[Candidate]) -> str:
        """Return what some of these candidates are called, with how each reads the rows where they differ in it."""
        ways = [_how(each, self.indices is not None) for each, _ in zip(named, words, strict=False)]
        more = [f"{len(named) - len(words)} more"] if len(named) > len(words) else []
        if all(way == ways[0] for way in ways):
            return f"{_listed_in_words([*words, *more])} ({', '.join(ways[0])})"
        others = [[part for part in way if part not in ways[0]] for way in ways]
        shown = [
            f"{word} ({', '.join(parts)})" if parts else word
            for word, parts in zip(words, [ways[0], *others[1:]], strict=True)
        ]
        return _listed_in_words([*shown, *more])

    @property
    def _unknown(self) -> str:
        if len(self.rows) == 1 and self.indices is None:
            return "The last weights alone do not show the rule: print them after each update, too."
        if self.indices is None and len(self.rows) == 2 and not np.diff(self.rows, axis=0).any():
            return f"So few rows do not show the rule: print them after each update. {self._where}".strip()
        known = "known here" if self.complete else "that was tried before the search was stopped"
        return f"No rule and no fault {known} prints all of these rows. {self._where}".strip()

    @property
    def _where(self) -> str:
        if self.difference is None:
            return ""
        there, row = self.difference, self.difference.row + 1
        if self.indices is not None:
            book = "has ended before" if there.example < 0 else f"has it on {_point(self.data, there.example)}"
            return f"Update {row} is on {_point(self.data, self.indices[there.row])}; the textbook's run {book}."
        if there.expected is None:
            return f"The textbook's run has ended before row {row}, {_row(there.printed)}."
        on = f" after an update on {_point(self.data, there.example)}" if there.example >= 0 else ""
        return f"Row {row} is {_row(there.printed)}; the textbook's run has {_row(there.expected)} there{on}."

    @property
    def _also(self) -> list[str]:
        """The faults, in words, of faulty programs that print the same rows as a right program."""
        right = any(not each.faults for each in self._certain)
        return [_told(each) for each in self._certain if right and each.faults]

    @property
    def truths(self) -> list[str]:
        """More sentences about the rows, such as that no line separates the points; the list may be empty."""
        found = []
        if self.separates is not None:
            found.append(f"The last weights are {'' if self.separates else 'not '}right on every point.")
        if self.candidates and not self.complete:
            found.append("The search was stopped, so other programs may print these rows, too.")
        ties = self._certain[0].ties if self.candidates else ()
        if not self.separable:
            line = "No line through the origin" if self.reading.bias == "none" else "No line"
            never = ", so the perceptron would never stop" if "mistake" in ties or not ties else ""
            found.append(f"{line} separates these points{never}.")
        elif self.separates is False and any(early := [*map(_is_only_early, self._certain)]):
            run = "The run" if all(early) else "If nothing else is wrong, the run"
            found.append(f"{run} stopped too early: more passes would end it.")
        if self.verdict == "right" and len(ties) > 1:
            ways = _listed_in_words([_TIES[tie] for tie in ties])
            found.append(f"These rows do not show what w·x = 0 counts as: {ways}.")
        by_chance = any(each.by_chance for each in self.candidates)
        if self.verdict == "right" and self.rule not in DRAWN_ORDERS and by_chance:
            found.append("A program that draws the order of the points would print these rows only by chance.")
        if self._also:
            left = [f"{len(self._also) - _MOST} more"] if len(self._also) > _MOST else []
            shown = _listed_in_words([*self._also[:_MOST], *left])
            this = "this fault" if len(self._also) == 1 else "one of these faults"
            found.append(f"On these points a program with {this} would print the same rows: {shown}.")
        return found

    @property
    def suspects(self) -> list[Fault]:
        """The faults to look for: those that `sentence` names, and the fault of the drawn line; empty if none."""
        told = [] if self._also else self._certain[:_MOST]
        names = dict.fromkeys(name for each in told for name in each.faults)
        return [FAULTS[name] for name in [*names, *([self.drawn] if self.drawn else [])]]

    def __str__(self) -> str:
        lines = [self.sentence]
        lines += [f"- {fault.title}: {fault.sentence} Look for: {fault.line}" for fault in self.suspects]
        lines += self.truths
        if self.drawn == "":
            lines.append("The line drawn is that of the last weights.")
        if not self.decided and self.board is not None:
            board = self.board
            points = ", ".join(f"{_row(x)} {y:+d}" for x, y in zip(board.X.tolist(), board.y.tolist(), strict=True))
            lines.append(f"These points tell them apart: {points}.")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        text = "".join(f"<p>{escape(line)}</p>" for line in str(self).split("\n"))
        w, lift = self.weights[-1], None if self.reading.bias == "none" else self.reading.scale
        board = board_of(self.data, "none" if lift is None else "last", lift or 1.0)
        w = np.roll(w, -1) if self.reading.bias == "first" else w
        picture = drawing.picture(np.array(board.points), self.data.y, w if np.isfinite(w).all() else None, lift)
        return drawing.document(escape(repr(self)), picture, text)

    @cached_property
    def board(self) -> Dataset | None:
        """Points that tell the first six candidates apart: no two of them would print the same rows there.

        Candidates that print the given rows only by chance do not count, unless all do. None if the rows are `decided`,
        if there are no candidates, or if no board tried here tells them apart.
        """
        several = self._certain[:6]
        if self.decided or not self.candidates:
            return None
        for data in _boards():
            printed = [_trace(each, data) for each in several]
            if all(one != other for one, other in combinations(printed, 2)):
                return data
        return None

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as a dict of numbers, texts and lists, ready for JSON.

        >>> from perceptron import explain, gate
        >>> sorted(explain(gate("and"), [[0, 0, -1]]).to_dict())[:4]
        ['candidates', 'difference', 'drawn', 'report']
        """
        there = self.difference
        return {
            "verdict": self.verdict,
            "sentence": self.sentence,
            "report": str(self),
            "candidates": [_as_dict(each) for each in self.candidates],
            "difference": None
            if there is None
            else {
                "row": there.row,
                "printed": list(there.printed),
                "expected": there.expected and list(there.expected),
            },
            "separates": self.separates,
            "separable": self.separable,
            "drawn": self.drawn,
        }


def explain(
    data: Dataset,
    printed: str | ArrayLike | Printed,
    rate: Number | None = None,
    start: Start | None = None,
    order: Sequence[int] | Ints | None = None,
    drawn: tuple[float, float] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Explanation:
    """Find which perceptron printed these rows or, if no right program did, the faults of the program that did.

    >>> from perceptron import explain, gate
    >>> found = explain(gate("and"), "[0 0 1] [0 -1 2] [-1 -1 3] [-1 -1 4] [-1 -2 5] [-2 -2 6] [-2 -2 7]")
    >>> found
    Explanation(fault: bias-sign or bias-label)
    >>> print(found.sentence)
    Either the sign of the bias's update or the bias is updated without the label (rate 1, from w = 0, with a bias in
    the last column, printed after each update). Row 1 is (0, 0, 1); the textbook's run has (0, 0, -1) there after an
    update on the point (0, 0) with the label −1.

    Parameters
    ----------
    data : Dataset
        The points, with or without the constant coordinate of a bias.
    printed : str, array_like or Printed
        What the program printed, as text or as rows of numbers. The rows are the weights after each update, after each
        visit of a point or after each pass, or the last weights alone. They may have a bias, first or last, and the
        start as the first row. A number stands for all numbers that have its digits once rounded. Or it is one row or
        column: for each update the index of its point, from 0.
    rate : float, Fraction or Decimal, optional
        η, if it is known.
    start : array_like, optional
        The weights before the first update, if known, in the order of the columns.
    order : sequence of int, optional
        The indices of the points that were presented, if the program had a list of its own.
    drawn : tuple of two floats, optional
        Slope and intercept of the line that was drawn for the last weights; by default those of a text that says them.
    stop : callable, optional
        Asked again and again during the search; once it says True, no more programs are tried.

    Returns
    -------
    Explanation
        Its `candidates` are all programs known here that print the rows. If there are none, they are empty, and the
        `verdict` is "unknown". `perceptron.faults.FAULTS` has the faults. Programs that draw the order of the points
        are among them if some order prints the rows, whatever it is; only rows after each update or visit show this. If
        `stop` ended the search, `complete` is False.

    Raises
    ------
    TypeError
        If `data` is not a Dataset, or `printed` is neither a text nor rows of numbers.
    ValueError
        If the rows cannot be those of weights for these data, or an argument is not as above.

    Notes
    -----
    A score that floats cannot tell from 0, within 1e-11 of the largest, counts as 0. Programs with two faults are tried
    only if none with one fault prints the rows.
    """
    required(data)
    eta = None if rate is None else positive("rate", rate)
    presented = None if order is None else tuple(_listed(order, len(data)))
    text = _read(printed)
    cases = _cases(data, text, eta, start, presented, stop)
    case, found = _search(cases)
    complete = not any(each.stopped or each.gave_up for each in cases)
    values = text.rows if case.rows.indices is not None else frozen(np.array(case.rows.values))
    return replace(_explanation(case, tuple(found), values, drawn or text.line), complete=complete)


def rules_that_print(
    data: Dataset, printed: str | ArrayLike | Printed, stop: Callable[[], bool] = lambda: False
) -> Iterator[list[Candidate]]:
    """Yield lists of the programs without faults that print the rows; it is faster than `explain`.

    There is a list, perhaps empty, for each group of ways to read the rows. A way says what the columns are, when a row
    is printed, and where the run starts. Ways that start at w = 0 come first, then ways that take the first row for the
    start. A program may end early, or meet a tie that rounding decides: here these are no faults, but the candidate's
    `faults` name them. If some order of the points prints the rows, programs that draw their order are in the list,
    too. Once `stop` returns True, no more programs are tried.

    >>> from perceptron import gate, train
    >>> next(rules_that_print(gate("or"), train(gate("or").augmented()).weights))[0].rule
    'cyclic'

    Raises
    ------
    ValueError
        If the rows cannot be those of weights for these data. It is raised when the first list is asked for.
    """
    for case in _cases(required(data), _read(printed), None, None, None, stop):
        yield candidates(case, only_rules=True)


def faults_beside_chance(
    boards: Sequence[tuple[Dataset, Printed]], stop: Callable[[], bool] = lambda: False
) -> tuple[list[tuple[str, ...]], float]:
    """Return the faults of the programs that print the rows of all boards, and the chance that a right program does.

    Each of the `boards` is a data set with the rows printed on it. The programs tried have one or two faults in the
    choice of points: they update on wrong points or leave points out. For each program that prints the rows of all
    boards, the list has a tuple with the names of its faults, unless this contains another tuple. The list is empty if
    there is no such program, or no board. Once `stop` returns True, no more programs are tried.

    The chance is the probability that a right program, which draws each point at random, prints the same rows: a
    product with a factor for each board. The factor is 1 if no order of the points prints the board's rows, or if they
    cannot show an order. So a chance of 1 can also mean that no right program prints the rows.

    >>> from perceptron import gate, train
    >>> from perceptron.printed import printed_of
    >>> boards = [gate(name).augmented() for name in ("and", "nand")]
    >>> runs = [train(data, order=[1, 2, 3] * 20) for data in boards]
    >>> rows = [printed_of(run.weights[1:]) for run in runs]
    >>> faults, chance = faults_beside_chance([*zip(boards, rows, strict=True)])
    >>> faults, chance < 1e-6
    ([('first-skipped',)], True)
    """
    specs: list[Spec] | None = None
    whole = 1.0
    for data, printed in boards:
        cases = _cases(required(data), printed, None, None, None, stop)
        drawn = ((chance, case) for case in cases if (chance := chance_of_drawn(case)) is not None)
        chance, first = next(drawn, (1.0, None))
        whole *= chance
        tried = cases if first is None else [first]
        alike = chain.from_iterable(choosing_programs(case, specs) for case in tried)
        specs = [*dict.fromkeys(alike)]
    names = [*dict.fromkeys(spec.faults for spec in specs or [])]
    return [some for some in names if not any({*others} < {*some} for others in names)], whole


def _dim(data: Dataset) -> int:
    """Return the number of coordinates, without a constant one."""
    return data.dim - (data.lift is not None)


def _read(printed: str | ArrayLike | Printed) -> Printed:
    return read_printed(printed) if isinstance(printed, str) else printed_of(printed)


def _cases(
    data: Dataset,
    text: Printed,
    rate: float | None,
    start: Start | None,
    order: tuple[int, ...] | None,
    stop: Callable[[], bool],
) -> list[Case]:
    """Return the searches to make, in order, one for each group of ways to read the rows."""
    dim, cases = _dim(data), []
    ways = _rows(text, dim, len(data))
    lengths = {dim, dim + 1} if ways[0].indices is not None else {len(rows.values[0]) for rows in ways}
    first = None if start is None else _start(start, lengths)
    firsts: Firsts = {}
    for rows in ways:
        if first is None or rows.indices is not None or len(first) == len(rows.values[0]):
            whens = _whens(data, rows)
            for read in _sharp_first(rows):
                groups = _from_zero_first(_readings(data, read, first, whens))
                cases += [Case(data, read, readings, rate, order, stop, firsts) for readings in groups]
    return sorted(cases, key=lambda case: case.own_start)


def _search(cases: list[Case]) -> tuple[Case, list[Candidate]]:
    """Return the first way of reading in which a program prints the rows, and all programs that do."""
    left: tuple[Case, list[Candidate]] | None = None
    for case in cases:
        if left and not left[1][0].early:
            # An order that is drawn prints the rows; so may one that is not, from a start of its own.
            found = candidates(case, only_rules=True)
            if any(not each.faults and each.rule not in DRAWN_ORDERS for each in found):
                return case, sorted([*found, *beside(left[1], found)], key=lambda each: each.rank)
            continue
        found = candidates(case)
        if any(each.rule not in DRAWN_ORDERS for each in found):
            return case, found
        left = left or ((case, found) if found else None)
    if left and not left[1][0].early:
        return left
    known = max(max(case.reach.values()) for case in cases if not case.own_start)
    for case in cases:
        # A start of its own must explain more than its own row.
        found = [] if case.own_start and max(case.reach.values()) <= known + 1 else candidates_of_two(case)
        if left:  # an order that is drawn does not need a fault as well
            found = [each for each in found if each.rule not in DRAWN_ORDERS]
        if found:
            drawn = beside(left[1], found) if left else []
            return case, sorted([*found, *drawn], key=lambda each: each.rank)
    return left or (_furthest(cases), [])


def _furthest(cases: list[Case]) -> Case:
    return max(cases, key=lambda case: max((found[3].rows for found in case.furthest.values()), default=-1))


def _from_zero_first(readings: list[Reading]) -> list[list[Reading]]:
    """Split the readings: first those from w = 0 or the known start, then those that start at the first row."""
    own = [reading for reading in readings if reading.begins and any(reading.start)]
    others = [reading for reading in readings if reading not in own]
    return [group for group in (others, own) if group]


def _sharp_first(rows: Rows) -> list[Rows]:
    """Return the rows as exact numbers, then as intervals; a program that prints exactly these digits is no chance."""
    if rows.indices is not None or not any(map(any, rows.widths)):
        return [rows]
    return [replace(rows, widths=[[0.0] * len(row) for row in rows.widths]), rows]


def _listed(order: object, n: int) -> list[int]:
    indices = np.asarray(order)
    if indices.ndim != 1 or (indices.size and indices.dtype.kind not in "ui"):
        raise ValueError(f"order must be a sequence of whole numbers, got {order!r:.60}")
    listed: list[int] = checked_indices(indices, n).tolist()
    return listed


def _start(start: Start, lengths: set[int]) -> tuple[float, ...]:
    try:
        values = np.array(start, dtype=np.float64)
    except (OverflowError, ValueError, TypeError):
        raise ValueError(f"start must hold finite numbers, got {start!r:.60}") from None
    if values.ndim != 1 or len(values) not in lengths or not np.isfinite(values).all():
        wanted = " or ".join(map(str, sorted(lengths)))
        raise ValueError(f"start must hold {wanted} finite weights, got {values}")
    return tuple(values.tolist())


def _rows(text: Printed, dim: int, n: int) -> list[Rows]:
    """Return the rows to compare: weights, or the indices of updates.

    A first column that rises by 1 may count the rows or be weights: if both are possible, the second way is without it.
    """
    wide = text.rows.shape[1]
    column = whole_column(text)
    if column is not None and wide not in (dim, dim + 1):
        if max(column) < n:
            return [Rows([], [], column)]
        raise ValueError(
            f"printed must hold indices of points from 0 to {n - 1}, or {dim} weights a row, or {dim + 1} with a bias, "
            f"got {max(column)}"
        )
    values, widths = text.rows, text.widths()
    counts = len(values) > 2 and values[0, 0] in (0, 1) and bool((np.diff(values[:, 0]) == 1).all())
    left_out = [k for k in (0, 1)[: 1 + counts] if wide - k in (dim, dim + 1)]
    if not left_out:
        raise ValueError(
            f"printed must hold {dim} weights a row, or {dim + 1} with a bias, got {count_of(wide, 'number')} in row 1"
        )
    return [Rows(values[:, k:].tolist(), widths[:, k:].tolist()) for k in left_out]


def _whens(data: Dataset, rows: Rows) -> list[When]:
    if rows.indices is not None or len(rows) == 1:
        return []
    return ["update", "visit"] if _one_point_a_row(data, rows) else ["update", "visit", "pass"]


def _readings(data: Dataset, rows: Rows, start: tuple[float, ...] | None, whens: list[When]) -> list[Reading]:
    """Return the ways in which rows can be read."""
    dim = _dim(data)
    scales = list(dict.fromkeys([data.lift or 1.0, 1.0]))
    if rows.indices is not None:
        zero = {"none": (0.0,) * dim, "last": (0.0,) * (dim + 1)}
        biases: list[Bias] = ["last", "none"] if data.lift is not None else ["none", "last"]
        return [
            Reading(bias, "update", False, zero[bias] if start is None else start, scale)
            for bias, scale in product(biases, scales)
            if start is None or len(start) == len(zero[bias])
        ]
    wide = len(rows.values[0])
    zeros = rows.alike and not any(rows.values[0])  # whose columns are alike, too
    columns: list[Bias] = ["none", "hidden"] if wide == dim else ["last"] if zeros else ["last", "first"]
    found = []
    for bias, scale in product(columns, scales):
        if scale != 1.0 and bias == "none":
            continue
        hidden = (0.0,) if bias == "hidden" else ()
        for begins, first in _starts(rows, start):
            alone: list[When] = ["last"] if len(rows) == 1 + begins else []
            found += [Reading(bias, when, begins, (*first, *hidden), scale) for when in [*whens, *alone]]
        if len(rows) > 1 and rows.alike:
            zero_start = (0.0,) * (wide + len(hidden))
            found.append(Reading(bias, "last", False, zero_start, scale, repeats=True))
    return list(dict.fromkeys(found))


def _one_point_a_row(data: Dataset, rows: Rows, count: int = 12) -> bool:
    """Return whether each of the first changes is a multiple of a single point, so that rows cannot be passes.

    It is False if there are few changes.
    """
    points = data.X if data.lift is None else data.X[:, :-1]
    values = np.array(rows.values[: 20 * count])
    if len(rows) < 2 * count or values.shape[1] < points.shape[1]:
        return False
    lengths = np.einsum("ij,ij->i", points, points)
    points, lengths = points[lengths > 0], lengths[lengths > 0]
    for columns in {(0, points.shape[1]), (values.shape[1] - points.shape[1], values.shape[1])}:
        free = values[:, slice(*columns)]
        width = 3 * np.array(rows.widths[: len(values)])[1:, slice(*columns)] + 1e-9
        steps = np.diff(free, axis=0)
        moved = np.flatnonzero((np.abs(steps) > 10 * width).any(axis=1))[:count]  # rounding hides the others
        alike = len(moved) > 0 and (np.abs(steps[moved] - steps[moved[0]]) <= 2 * width[moved]).all()
        if len(moved) == count and not alike:  # passes may repeat a change
            along = (steps[moved] @ points.T) / lengths
            rest = np.abs(steps[moved][:, None, :] - along[:, :, None] * points[None])
            if (rest <= width[moved][:, None, :]).all(axis=2).any(axis=1).all():
                return True
    return False


def _starts(rows: Rows, start: tuple[float, ...] | None) -> list[tuple[bool, tuple[float, ...]]]:
    """Return pairs: whether the first row was printed before the first update, and the start that follows from that."""
    row = tuple(rows.values[0])
    wide = len(row)
    first = (0.0,) * wide if start is None else start[:wide]
    same = all(abs(a - b) <= width + 1e-12 for a, b, width in zip(row, first, rows.widths[0], strict=True))
    if len(rows) == 1:
        return [(False, first)]
    if same:
        return [(True, first), (False, first)]
    return [(False, first), *([(True, row)] if start is None and not rows.alike else [])]


def _explanation(
    case: Case, found: tuple[Candidate, ...], values: Floats, drawn: tuple[float, float] | None
) -> Explanation:
    reading = found[0].reading if found else case.readings[0]
    verdict: Verdict = "unknown"
    certain = _certain(found)
    if any(not each.faults for each in certain):
        verdict = "right"
    elif any(each.faults == ("float-tie",) for each in certain):
        verdict = "float"
    elif found:
        verdict = "fault"
    separable = case.separable(reading)
    if not separable and found and {*found[0].faults} <= EARLY and verdict == "fault":
        verdict = "right"
    separates = _separates(case, reading, values)
    there, read = None, reading
    if verdict != "right":
        count, read, rows = expected(case, found[0].rate if found else 1.0, usual=bool(found))
        there = None if read.when == "last" else _difference(case, count, rows, values)
    else:
        rows = [] if found[0].rule in DRAWN_ORDERS else _repeated(case, found[0])
    textbook = Textbook(tuple(tuple(row) for _, row in rows), tuple(i for i, _ in rows), read)
    indices = None if case.rows.indices is None else tuple(case.rows.indices)
    judged = drawn is not None and _dim(case.data) == 2 and case.rows.indices is None
    line = _line(reading, values[-1], drawn) if drawn is not None and judged else None
    return Explanation(case.data, verdict, found, there, separates, separable, values, reading, textbook, indices, line)


def _certain(found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates that do not print the rows by chance; all candidates if each prints them by chance."""
    return [each for each in found if not each.by_chance] or [*found]


def _repeated(case: Case, right: Candidate) -> list[tuple[int, list[float]]]:
    return rows_of(right.program, right.reading, right.reading.board(case.data), right.rate, len(case.rows))


def _difference(case: Case, count: int, rows: list[tuple[int, list[float]]], values: Floats) -> Difference | None:
    if count >= len(case.rows):
        return None
    if case.rows.indices is not None:
        i = rows[count][0] if len(rows) > count else -1
        return Difference(count, (case.rows.indices[count],), None if i < 0 else (i,), i)
    printed = tuple(values[count].tolist())
    if len(rows) <= count:
        return Difference(count, printed, None)
    example, row = rows[count]
    return Difference(count, printed, tuple(row[: len(printed)]), example)


def _separates(case: Case, reading: Reading, values: Floats) -> bool | None:
    """Return whether the last weights are right on every point; None if their digits do not decide it."""
    if case.rows.indices is not None or reading.bias == "hidden":
        return None
    board = case.boards[replace(reading, averages=False)]
    points, labels = np.array(board.points), np.array(board.labels)
    scores = labels * (points @ values[-1])
    noise = 1e-12 * board.radius * np.abs(values[-1]).max(initial=0.0)  # a score below it counts as 0
    doubt = np.abs(points) @ np.array(case.rows.widths[-1]) + noise
    if (scores > doubt).all():
        return True
    return None if any(case.rows.widths[-1]) and (scores >= -doubt).all() else False


def _line(reading: Reading, w: Floats, drawn: tuple[float, float]) -> str | None:
    """Return the name of the slip that turned the weights into the drawn line.

    It is "" if the line is right; None if a line of these weights has no slope, or their bias is not known.
    """
    one, two = (float(x) for x in (w[1:3] if reading.bias == "first" else w[:2]))
    if not two:
        return None

    def near(value: float, other: float) -> bool:
        return abs(value - other) <= 0.01 * max(1.0, abs(other)) * 0.6

    slope, intercept = drawn
    if not near(slope, -one / two):
        is_inverse = one and near(slope, -two / one)
        return "line-inverse" if is_inverse else "line-sign" if near(slope, one / two) else "line-slope"
    if reading.bias == "hidden":
        return None
    b = {"none": 0.0, "first": float(w[0]), "last": float(w[-1])}[reading.bias] * reading.scale
    if near(intercept, -b / two):
        return ""
    return "line-no-bias" if near(intercept, 0) else "line-bias"


def _boards() -> list[Dataset]:
    """Return small boards that tell programs apart."""
    small = [
        Dataset(np.array([[1, 2], [-1, 1], [2, -1], [-2, -1]]), [1, -1, 1, -1]),
        Dataset(np.array([[2, 1], [1, 3], [-1, 2], [3, -1], [-2, -2]]), [-1, 1, 1, -1, -1]),
        Dataset(np.array([[3, 1], [1, 1], [2, 4], [-1, 2], [0.5, -2]]), [1, -1, 1, -1, 1]),
    ]
    drawn = [margin_dataset(6, 2, 0.1, seed=seed) for seed in range(4)]
    short = [Dataset((64 * data.X).round() / 64, data.y) for data in drawn]
    return [gate("and"), gate("or"), gate("nand"), *small, *short]


def _trace(each: Candidate, data: Dataset) -> list[list[float]]:
    reading = each.reading
    bias: Bias = "none" if reading.bias == "none" else "last"
    plain = Reading(
        bias, "visit", False, (0.0,) * (data.dim + (bias == "last")), reading.scale, averages=reading.averages
    )
    when: When = "pass" if each.rule in ("batch", "mini-batch", "hardest") else "visit"
    limit = 3 * len(data) if EARLY & {*each.faults} else 12 * len(data)
    board = plain.board(data)
    rows = rows_of(each.program, replace(plain, when=when), board, each.rate, limit)
    return [[float(f"{value:.9g}") for value in row] for _, row in rows]


def _name(each: Candidate) -> str:
    return " and ".join(each.faults) if each.faults else each.rule


def _is_only_early(each: Candidate) -> bool:
    """Return whether nothing is wrong with a program but that it ended too early."""
    return bool({*each.faults} & EARLY) and {*each.faults} <= {*EARLY, "float-tie"}


def _told(each: Candidate) -> str:
    """Return the faults of a candidate in words, with its order where that is not the usual one."""
    faults = " and ".join(FAULTS[name].title for name in each.faults)
    return faults if each.rule == "cyclic" else f"{faults or 'no fault'}, in {_ORDERS[each.rule]}"


def _how(each: Candidate, by_indices: bool) -> list[str]:
    """Return the rate, the start, the bias, and when rows are printed; indices show no rate and have no columns."""
    reading = each.reading
    bias = {"none": "without a bias", "hidden": "with a bias that is not printed"}.get(reading.bias, "with a bias")
    columns = {"first": " in the first column", "last": " in the last column"}.get(reading.bias, "")
    scale = f" of the constant {reading.scale:.6g}" if reading.scale != 1 and bias != "without a bias" else ""
    start = f"from {f'w = {_row(reading.start)}' if any(reading.start) else 'w = 0'}"
    if by_indices:
        return [start, f"{bias}{scale}"]
    return [f"rate {each.rate:.6g}", start, f"{bias}{scale}{columns}", f"printed {_WHEN[reading.when]}"]


def _listed_in_words(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _row(values: Sequence[float]) -> str:
    shown = [f"{value + 0.0:.6g}" for value in values[:8]]
    return f"({', '.join(shown)}{', …' if len(values) > 8 else ''})"


def _point(data: Dataset, i: int) -> str:
    x = data.X[i].tolist() if data.lift is None else data.X[i, :-1].tolist()
    return f"the point {_row(x)} with the label {data.y[i]:+d}".replace("-1", "−1")


def _as_dict(each: Candidate) -> dict[str, Any]:
    reading = each.reading
    return {
        "rule": each.rule,
        "faults": list(each.faults),
        "ties": list(each.ties),
        "rate": each.rate,
        "start": list(reading.start),
        "bias": reading.bias,
        "scale": reading.scale,
        "printed": reading.when,
        "begins": reading.begins,
        "by_chance": each.by_chance,
    }
