"""The programs that print given rows: the rules, the faults one by one and in pairs, and orders that nobody knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, combinations, product

from perceptron.dataset import Dataset
from perceptron.faults import FAULTS
from perceptron.learner import Tie
from perceptron.matching import (
    RATES,
    First,
    Match,
    Reading,
    Rows,
    When,
    first_of,
    match,
    narrowed,
    other_first,
    plain,
    rate_of,
    rates_for,
    rotated,
    rows_of,
)
from perceptron.programs import Board, Order, Program, Ties
from perceptron.separation import Inseparable, separate
from perceptron.unordered import follow, in_passes

MARGINS = (1.0, 0.5, 0.1, 2.0, 0.01, 0.2, 0.25, 0.05, 5.0, 10.0)
_TIES: tuple[Tie, ...] = ("mistake", 1, -1, "correct")
_PLAIN: tuple[Order, ...] = ("cyclic", "restarting", "hardest", "backwards", "batch")
_SPECIAL = ("margin", "averaged", "mini-batch")
_CHOOSING = {"path", "skips", "errs", "sees", "stops", "fixed"}  # fields of a program that decide which points move w
EARLY = {"few-passes", "stopped"}  # faults that end a run too early
DRAWN_ORDERS = {"shuffled", "random", "other"}  # rules whose order nobody here can repeat
_MANY_ROWS = 8  # rows that no two faults and an early end print by chance
_TELLING_ROWS = 3  # different ones that a bias with another rate does not print by chance
_TELLING_DIGITS = 14  # of a single row, which no two faults print by chance
_FEW_POINTS = 8  # of fewer points, some update makes nearly any row
_LEAST_CHANCE = 1e-3  # below this, what a fault prints in the points' own order is not put down to a drawn one
_WORK = 4_000_000  # numbers looked at before the search for pairs of faults gives up, or for the last weights
_WORK_ON_ALIKE = 600_000  # where all rows are the same, since they show little


@dataclass(frozen=True)
class Candidate:
    """A program that prints the given rows of weights.

    >>> from perceptron import explain, gate
    >>> explain(gate("and"), [[0, 0, 1], [0, -1, 2], [-1, -1, 3]]).candidates[0].faults
    ('bias-sign',)

    Parameters
    ----------
    rule
        "cyclic", "backwards", "restarting", "hardest", "batch", "mini-batch", "margin", "averaged", "listed",
        "shuffled", "random" or "other".
    faults
        The names of its faults in `FAULTS`; none for a right program.
    ties
        The rules for w·x = 0 with which it prints these rows.
    rate
        η, the plainest number that fits.
    reading
        How the rows are read: columns, start, and when they are printed.
    program
        The program itself; a drawn order is not in it.
    by_chance
        Whether it prints these rows only by chance: its order is drawn, and another candidate's is not.
    early
        Whether somebody stopped its run before it ended by itself.
    chance
        The probability that an order drawn at random makes these rows; 1 if the order is not drawn.
    """

    rule: str
    faults: tuple[str, ...]
    ties: tuple[Tie, ...]
    rate: float
    reading: Reading
    program: Program
    by_chance: bool = False
    early: bool = False
    chance: float = 1.0

    @property
    def rank(self) -> tuple[bool, int, bool]:
        """The sort key `(by_chance, number of faults, early)`: the candidate with the smallest comes first.

        An early end is not counted as a fault beside others; alone it counts as one.
        """
        return self.by_chance, max(bool(self.faults), len({*self.faults} - EARLY)), self.early


_Found = dict[tuple[str, tuple[str, ...]], Candidate]
"""The candidates, by rule and sorted faults."""


@dataclass(frozen=True)
class Spec:
    """A program to try, with the name of its rule and the names of its faults.

    `averages` says that it prints the means of the weights so far. `only` says when it prints; None for any time.
    """

    rule: str
    faults: tuple[str, ...]
    program: Program
    averages: bool = False
    only: When | None = None


Firsts = dict[tuple[Program, When, bool, float, bool, tuple[float, ...], float | None], First | None]
"""The first row of each program that was run, by what it depends on beside the points, for all searches on them."""


class Case:
    """A search for the programs that print given rows on given points.

    `readings` are the possible ways to read the rows, `rate` and `order` those of the program, None if not known. The
    search ends as soon as `stop` returns True.
    """

    def __init__(
        self,
        data: Dataset,
        rows: Rows,
        readings: list[Reading],
        rate: float | None,
        order: tuple[int, ...] | None,
        stop: Callable[[], bool],
        firsts: Firsts,
    ) -> None:
        self.data, self.rows, self.rate, self.order, self.stop = data, rows, rate, order, stop
        self.firsts = firsts
        self.stopped = False  # by `stop`
        self.gave_up = False  # since there was too much to try
        self.readings = readings
        self.boards = {reading: reading.board(data) for reading in readings}
        self.work = 0
        self._separable: dict[bool, bool] = {}  # by whether there is a bias
        self._matches: dict[tuple[Spec, Reading], dict[float | None, Match]] = {}  # by rate, for the rule "mistake"
        self.early: list[Candidate] = []
        self.tied: list[tuple[Spec, Program, Reading, float | None, Match]] = []  # that met a score of 0
        self.reach = dict.fromkeys(readings, 0)  # the most rows that any program printed
        self.furthest: dict[str, tuple[Program, Reading, Board, Match]] = {}

    def goes_on(self) -> bool:
        """Return whether to try more programs: False from the first time that `stop` returns True."""
        self.stopped = self.stopped or self.stop()
        return not self.stopped

    @property
    def own_start(self) -> bool:
        """Whether all ways to read the printed rows take the first row for the run's start, and this is not 0."""
        return all(reading.begins and any(reading.start) for reading in self.readings)

    def separable(self, reading: Reading) -> bool:
        """Return whether a hyperplane separates the points; if the reading has no bias, it must contain the origin."""
        biased = reading.bias != "none"
        if biased not in self._separable:
            X = self.data.X if self.data.lift is None else self.data.X[:, :-1]
            plain_data = Dataset(X, self.data.y)
            verdict = separate(plain_data.augmented() if biased else plain_data)
            self._separable[biased] = not isinstance(verdict, Inseparable)
        return self._separable[biased]

    def matches(
        self, spec: Spec, reading: Reading, ties: Sequence[Tie] = _TIES
    ) -> Iterator[tuple[Program, float | None, Match]]:
        """Compare a program's rows with the given ones, for each rule in `ties` that matters and each rate to try.

        A rule says how a score of 0 counts. Yield the program with this rule, the rate and the match, even if the rows
        differ. A rate of None stands for all rates. The first call for a program should try the rule "mistake", as its
        matches are kept for the other rules; later calls may try the others.
        """
        reading_board = self.boards[reading]
        shown = replace(reading, averages=True) if spec.averages else reading
        flat = spec.program.flat
        kept = self._matches.setdefault((spec, reading), {})
        tried = 3 if len(spec.faults) + (spec.rule not in (*_SPECIAL, "cyclic")) > 1 else 22
        for tie in ties:
            if tie != "mistake" and (flat or "strict" in spec.faults):
                return
            program = spec.program if tie == "mistake" else spec.program.with_tie[tie]
            if tie == "correct" and not any(reading.start):
                return
            self.work += 20 * len(reading.start)
            rates = (
                [self.rate] if self.rate is not None else rates_for(program, reading, reading_board, self.rows, tried)
            )
            for rate in rates:
                old = kept.get(rate)
                if tie != "mistake" and old is not None and not _differs(old, tie):
                    yield program, rate, old
                    continue
                found = self.match(spec, program, shown, reading_board, rate)
                if tie == "mistake":
                    kept[rate] = found
                yield program, rate, found
                if spec.faults and found.natural:
                    break  # a rate that is less plain is of no use

    def match(
        self, spec: Spec, program: Program, reading: Reading, board: Board, rate: float | None, floats: bool = False
    ) -> Match:
        """Run one program at a rate, and return how many of the given rows it prints, and how its run goes on.

        `reading` is a way to read the rows, and `board` has the points, with the bias as this reading has it. If `rate`
        is None, any rate may fit. A score near 0 counts as 0, but with `floats` it is used as floats compute it.

        `furthest` then holds, for each of the rules "cyclic", "restarting", "hardest", "backwards" and "batch", the
        match with the most rows so far. Programs with faults, and calls with `floats`, do not count for this.
        """
        ties, dim, passes = Ties(), len(board.points[0]), 12 if spec.faults else 100
        found = None if floats else self._other_first(program, reading, board, rate, ties)
        if found is None:
            left = (_WORK_ON_ALIKE if reading.repeats else _WORK) - self.work
            most = min(passes * len(board.points), left // (4 * dim))  # a quarter, so that others have some, too
            found = match(program, reading, board, self.rows, rate, ties, floats, most)
        self.work += (found.rows + ties.visits + 20) * dim
        if reading in self.reach:
            self.reach[reading] = max(self.reach[reading], found.rows)
        if not spec.faults and spec.rule in _PLAIN and not floats:
            known = self.furthest.get(spec.rule)
            if known is None or found.rows > known[3].rows:
                self.furthest[spec.rule] = program, reading, board, found
        return replace(found, moved=True) if ties.moved else found

    def _other_first(
        self, program: Program, reading: Reading, board: Board, rate: float | None, ties: Ties
    ) -> Match | None:
        """Return the match of a program whose first row is not the printed one; None if it may be.

        Ways to read the columns share the first row, so it is kept.
        """
        if self.rows.indices is not None or reading.when == "last" or len(self.rows) == reading.begins:
            return None
        start = tuple(rotated(reading.start, reading))
        key = (program, reading.when, reading.averages, reading.scale, board.at is None, start, rate)
        if key not in self.firsts:
            self.firsts[key] = first_of(program, reading, board, rate, ties)
        first = self.firsts[key]
        return first and other_first(program, reading, self.rows, rate, first)


def _differs(found: Match, tie: Tie) -> bool:
    return any(tie in (label, "correct") for label in found.ties)


def candidates(case: Case, only_rules: bool = False) -> list[Candidate]:
    """Return the programs with at most one fault that print all rows of a case, sorted by `rank`; [] if there are none.

    A tie that rounding decides does not count as a fault here, and an early end of the run does not if it is alone; the
    candidate's `faults` name both all the same. A fault together with an early end is, as a rule, left to
    `candidates_of_two`. With `only_rules`, which is quick, only programs without faults are tried.

    If some order of the points prints the rows, the list has programs that draw their order at random, too. One or two
    rows with few digits may fit a fault by chance. For them, programs with faults are left out unless a program without
    faults prints the rows, too.
    """
    found: _Found = {}
    little = _tells_little(case)
    specs = _rules(case) if only_rules else chain(_rules(case), _singles(case), _special(case, found))
    for spec in specs:
        for each in _fitting(case, spec):
            if each.early and (each.faults[:-1] or each.rule in _SPECIAL):
                case.early.append(each)
            elif not (each.early and little and each.reading.when == "last"):
                _add(found, each)
    if little and not any(each.rule == "cyclic" and not each.faults for each in found.values()):
        # Faults may fit by chance, unless a program without one prints the rows, too.
        found = {key: each for key, each in found.items() if each.reading.when != "last"}
        found = found if any({*each.faults} <= EARLY for each in found.values()) else {}
    right = [each for each in found.values() if not each.faults and each.rule not in _SPECIAL]
    plainer = [each for each in found.values() if each.early or not each.faults]
    if found and not any(each.rate in RATES for each in plainer):
        for each in case.early:
            if not plainer or each.rate in RATES:  # a usual rate speaks as much for a program as that it ends by itself
                _add(found, each)
    if right and right[0].rule != "batch":
        drawn = [replace(right[0], rule=rule) for rule in ("shuffled", "random")]
    else:
        drawn = [] if right else _drawn(case, Spec("shuffled", (), Program()))
    if not right:
        floats: _Found = {}
        for each in _floats(case, faulty=False):
            if (each.rule, tuple(sorted(each.faults[1:]))) not in found:  # else no float is to blame
                _add(floats, each)
        if not (found or floats or drawn or case.early or only_rules):
            for each in _floats(case, faulty=True):
                if not each.early:
                    _add(floats, each)
        found = {**floats, **found}
    chosen = _plainest(list(found.values()))
    return sorted([*chosen, *beside(drawn, chosen)], key=lambda each: each.rank)


def beside(drawn: list[Candidate], others: list[Candidate]) -> list[Candidate]:
    """Return copies of the candidates `drawn`, with `by_chance` set where the `others` are the better explanation.

    The programs in `drawn` take the points in random order, so they may print the rows by chance. All copies get the
    flag if a candidate in `others` has no fault; an early end, and a tie that rounding decides, do not count as faults.
    If all in `others` have faults, copies with a `chance` below 1/1000 get it. Without `others` no flag changes.
    """
    plainer = any({*each.faults} <= {*EARLY, "float-tie"} for each in others)
    return [
        replace(each, by_chance=each.by_chance or plainer or (bool(others) and each.chance < _LEAST_CHANCE))
        for each in drawn
    ]


def candidates_of_two(case: Case) -> list[Candidate]:
    """Return the programs with two faults that print all rows of a case; call `candidates` with the case before.

    A program with one fault counts, too, if it takes the points in another order than "cyclic", or if its run also ends
    early. If no such program prints the rows, return those with one fault that print them with the points in some
    unknown order, such as a random one. The list is empty if there are none, or if the rows are too few to tell two
    faults by.

    If there was too much to try, `case.gave_up` becomes True, and the list has what was found until then. Of the ways
    to read the rows, `case.readings` keeps those in which some program printed the first two rows or, if none did, the
    first row.
    """
    found: _Found = {}
    moved = _moved(case)
    if case.rows.indices is None and len(case.rows) < 4 and len(moved) < 2 and _digits(moved) < _TELLING_DIGITS:
        return []  # too little to tell two faults by
    for each in case.early:
        _add(found, each)
    likely, others = _by_reach(case)
    early: _Found = {}
    specs, limit = _pairs(), case.work + (_WORK_ON_ALIKE if case.rows.alike else _WORK)
    # All pairs are tried with the textbook's tie rule first, if there is time.
    for readings, ties in product((likely, others), (_TIES[:1], _TIES[1:])):
        case.readings = readings
        for spec in specs:
            if not _has_time(case, limit):
                break
            for each in _fitting(case, spec, ties):
                _add(early if each.early else found, each)
    case.readings = likely
    if found or len(moved) >= _MANY_ROWS:  # beside another program, an early end is no worse
        found = {**early, **found}
    return _plainest(list(found.values())) or _drawn_with_faults(case)


def _plainest(found: list[Candidate]) -> list[Candidate]:
    """Leave out the rules "margin", "averaged" and "mini-batch" if a plainer rule without faults prints the rows."""
    usual = [each for each in found if each.rule not in _SPECIAL and not each.faults]
    return [each for each in found if not (usual and each.rule in _SPECIAL)]


def _add(found: _Found, new: Candidate) -> None:
    key = (new.rule, tuple(sorted(new.faults)))
    old = found.get(key)
    if old is None or (plain(old.rate, old.rate) is None and plain(new.rate, new.rate) is not None):
        found[key] = new
    elif old.reading == new.reading and old.rate == new.rate:
        found[key] = replace(old, ties=tuple(dict.fromkeys([*old.ties, *new.ties])))


def _fitting(case: Case, spec: Spec, ties: Sequence[Tie] = _TIES) -> Iterator[Candidate]:
    """Yield the ways in which a program with one of these tie rules prints all the rows."""
    for reading in case.readings:
        if not (_applies(case, spec, reading) and case.goes_on()):
            continue
        for program, rate, found in case.matches(spec, reading, ties):
            if found.whole and not ("bias-rate" in spec.faults and rate == 1):
                yield _candidate(case, spec, program, reading, rate, found)
            usual = spec.rule in _PLAIN and len(spec.faults) < 2 and case.rows.indices is None
            if usual and found.moved and not found.natural:
                case.tied.append((spec, program, reading, rate, found))


def _candidate(
    case: Case, spec: Spec, program: Program, reading: Reading, rate: float | None, found: Match
) -> Candidate:
    ends = not spec.faults or spec.faults == ("hinge",)  # on separable points it does
    natural = found.natural and not (ends and found.end == "endless" and case.separable(reading))
    faults = spec.faults if natural else (*spec.faults, "few-passes" if found.between else "stopped")
    faults = (*faults, "same-array") if reading.repeats else faults
    shown = replace(reading, averages=spec.averages)
    low, high = (found.low, found.high) if rate is None else (rate, rate)
    return Candidate(spec.rule, faults, (program.tie,), rate_of(low, high), shown, program, early=not natural)


def _applies(case: Case, spec: Spec, reading: Reading) -> bool:
    if spec.only not in (None, reading.when):
        return False
    if reading.bias == "none" and any(name.startswith(("bias", "w-rate", "old-weights")) for name in spec.faults):
        return False
    if reading.bias == "hidden" and {"bias-never", "bias-unseen"} & {*spec.faults}:
        return False  # a program without a bias does the same
    if "strict" in spec.faults and any(reading.start):
        return False
    if "twice" in spec.faults and case.rate is None:
        return False
    if reading.when == "last" and len(case.rows) > 1 and not reading.repeats and not reading.begins:
        return False
    if spec.rule == "batch" and reading.when == "visit":
        return False
    if reading.repeats and (spec.faults or spec.rule in _SPECIAL):
        return False
    return not (spec.averages and reading.when == "update")


def _rules(case: Case) -> Iterator[Spec]:
    for order in _PLAIN[:4]:
        yield Spec(order, (), Program(order=order))
    yield Spec("batch", (), Program(order="batch", batch=0))
    if case.order is not None:
        yield Spec("listed", (), Program(order="listed", listed=case.order))


def _special(case: Case, found: _Found) -> Iterator[Spec]:
    """Yield the rules "averaged", "margin" and "mini-batch", unless a plainer rule without faults prints the rows.

    "averaged" and "margin" are also left out if a fault other than "hinge" prints the rows and these are few.
    """
    whole = [each for each in found.values() if not each.early]
    if any(not each.faults for each in whole) or len(case.rows) == 1:
        return
    few = len({*map(tuple, case.rows.values)}) < _MANY_ROWS
    if not few or all(each.faults == ("hinge",) for each in whole):
        yield Spec("averaged", (), Program(), averages=True)
        for margin in MARGINS:
            yield Spec("margin", (), _with_margin(margin))
    n = len(case.data)
    for size in dict.fromkeys([*range(2, min(n, 11)), 16, 20, 25, 32, 50, 64, 100]):
        if size < n:
            yield Spec("mini-batch", (), Program(order="batch", batch=size))


@cache
def _with_margin(margin: float) -> Program:
    return Program(errs=lambda y, s, zero: y * s <= margin, fixed=True)


def _tells_little(case: Case) -> bool:
    """Return whether only one row is not 0, and has so few digits that some fault prints it by chance."""
    if case.rows.indices is not None or len(case.rows) > 2:
        return False
    rows = _moved(case)
    return len(rows) == 1 and _digits(rows) < 10


def _moved(case: Case) -> set[tuple[float, ...]]:
    """Return the different rows that are not 0."""
    return {tuple(row) for row in case.rows.values if any(row)}


def _digits(rows: set[tuple[float, ...]]) -> int:
    return sum(len(f"{abs(value):.15f}".replace(".", "").strip("0")) for row in rows for value in row)


def _singles(case: Case) -> Iterator[Spec]:
    yield from _with_one_fault()
    for share in _shares(case):
        yield Spec("cyclic", ("w-rate",), _with_share(share))
    if len({tuple(row) for row in case.rows.values if any(row)}) >= _TELLING_ROWS:
        for share in RATES[1:]:  # a pass does not show the share
            yield Spec("cyclic", ("w-rate",), _with_share(share), only="pass")


@cache
def _with_one_fault() -> list[Spec]:
    return [
        Spec("cyclic", (fault.name,), program)
        for fault in FAULTS.values()
        if fault.change
        for change in (fault.change, *fault.others)
        if (program := replace(fault, change=change).applied(Program()))
    ]


@lru_cache
def _with_share(share: float) -> Program:
    return Program(bias=lambda u, y, rate: share * u)


def _shares(case: Case) -> list[float]:
    """Return possible ratios of the bias's rate to the weights' rate, found from the first row that changes."""
    found: list[float] = []
    for reading in case.readings:
        if reading.bias not in ("first", "last") or reading.when not in ("update", "visit"):
            continue
        board, rows = case.boards[reading], case.rows
        at = board.at or 0
        k = rows.first_other(reading.start)
        if k is not None:
            change = [a - b for a, b in zip(rows.values[k], reading.start, strict=True)]
            found += _shares_of(board, at, change, rows.widths[k])
    return [share for share in dict.fromkeys(found) if abs(share - 1) > 1e-6][:4]


def _shares_of(board: Board, at: int, change: list[float], widths: list[float]) -> Iterator[float]:
    """Yield the ratio of the bias's rate to the weights' rate for each point whose update could be this change."""
    moved, wide = change[:at] + change[at + 1 :], widths[:at] + widths[at + 1 :]
    for point, label in zip(board.points, board.labels, strict=True):
        low, high = narrowed(0, float("inf"), [label * x for x in point[:at] + point[at + 1 :]], moved, wide)
        if low <= high < float("inf") and change[at] * label > 0:
            share = abs(change[at]) / point[at] / rate_of(low, high)
            near = plain(share * 0.999, share * 1.001)
            yield share if near is None else near


def _floats(case: Case, faulty: bool) -> Iterator[Candidate]:
    """Yield the programs, with or without a fault, that print the rows in floats only, where rounding decides a tie."""
    for spec, program, reading, rate, found in case.tied:
        if bool(spec.faults) != faulty or not case.goes_on():
            continue
        known = rate if rate is not None else rate_of(found.low, found.high) if found.rows else None
        rounds = program.after is not None or program.falls is not None or program.unit
        for eta in RATES[:8] if known is None else [known]:
            if rounds or not _exact_in_floats([[eta], *case.boards[reading].points]):
                other = case.match(spec, program, reading, case.boards[reading], eta, floats=True)
                if other.whole:
                    each = _candidate(case, spec, program, reading, eta, other)
                    yield replace(each, faults=("float-tie", *each.faults))


def _exact_in_floats(rows: list[list[float]]) -> bool:
    return all(number * 1024 % 1 == 0 for row in rows for number in row)


def chance_of_drawn(case: Case) -> float | None:
    """Return the probability that a right program prints a case's rows if it draws each point at random.

    The result is None if no order of the points prints the rows. It is also None if the rows cannot show an order: they
    were printed after passes or at the end, they are indices of points, or fewer than two follow the start.

    `case.readings`, the ways to read the rows, then keeps only the first in which some order prints them; it stays as
    it is if the result is None.
    """
    drawn = _drawn(case, Spec("shuffled", (), Program()))
    if drawn:
        case.readings = [*dict.fromkeys(each.reading for each in drawn)]
    return max((each.chance for each in drawn), default=None)


def choosing_programs(case: Case, specs: Iterable[Spec] | None) -> list[Spec]:
    """Return the programs among `specs` that print all rows of a case, unless only by an early end; [] if none does.

    If `specs` is None, the programs tried are those with one or two faults in the choice of points: they add the right
    vectors, but update on the wrong points or leave points out.
    """
    tried = _choosing() if specs is None else specs
    return [spec for spec in tried if any(not each.early for each in _fitting(case, spec))]


def _choosing() -> Iterator[Spec]:
    faults = [fault for fault in FAULTS.values() if fault.change and {*fault.change} <= _CHOOSING]
    for order in _PLAIN[:4]:
        for some in (*combinations(faults, 1), *(combinations(faults, 2) if order == "cyclic" else ())):
            program: Program | None = Program(order=order)
            for fault in some:
                program = program and fault.applied(program)
            if program:
                yield Spec(order, tuple(fault.name for fault in some), program)


def _drawn(case: Case, spec: Spec) -> list[Candidate]:
    """Return the programs that print the rows if the points come in an order that nobody knows."""
    found: list[Candidate] = []
    if case.rows.indices is not None:
        return found
    for reading in case.readings:
        if reading.when not in ("update", "visit") or len(case.rows) < 2 + reading.begins:
            continue
        if not (_applies(case, spec, reading) and case.goes_on()):
            continue
        for tie in _TIES[:3]:
            program = spec.program.with_tie[tie]
            followed = follow(program, reading, case.boards[reading], case.rows, case.rate)
            case.work += 5 * len(case.rows) * len(reading.start)
            if followed.rows < len(case.rows):
                break  # what is no mistake under this rule is none under the others
            early = not followed.converged and case.separable(reading)
            faults = (*spec.faults, *(("stopped",) if early and not spec.faults else ()))
            chance = followed.chance(reading.when)
            each = Candidate("random", faults, (tie,), followed.rate, reading, program, early=early, chance=chance)
            if not followed.looks_drawn():
                return [] if spec.faults else [replace(each, rule="other")]
            if in_passes(followed, reading):
                return [replace(each, rule="shuffled"), replace(each, by_chance=True)]
            found = found or [each]
        if found:
            break
    return found


def _drawn_with_faults(case: Case) -> list[Candidate]:
    """Return the programs with one fault of the update that print the rows in an order that nobody knows."""
    found: list[Candidate] = []
    if len(case.data) < _FEW_POINTS:
        return found
    limit = case.work + _WORK // 4
    for spec in _singles(case):
        if case.work > limit:
            case.gave_up = True
            break
        change = {name for fault in spec.faults for name in FAULTS[fault].change}
        if change <= {"errs", "step", "bias"} and not spec.program.fixed:
            found += _drawn(case, spec)
    return found


@cache
def _pairs() -> list[Spec]:
    """Return the programs with two faults, or with one fault in another order."""
    faults, found, plain_program = [fault for fault in FAULTS.values() if fault.change], list[Spec](), Program()
    orders: tuple[Order, ...] = ("restarting", "batch", "hardest", "backwards")
    for order in orders:
        for fault in faults:
            program = fault.applied(Program(order=order, batch=0 if order == "batch" else 1))
            if program is not None:
                found.append(Spec(order, (fault.name,), program))
    for one, two in combinations(faults, 2):
        first = one.applied(plain_program)
        both = first and two.applied(first)
        idle = both and "strict" in (one.name, two.name) and both.flat
        if both and not idle:
            found.append(Spec("cyclic", (one.name, two.name), both))
    return found


def _by_reach(case: Case) -> tuple[list[Reading], list[Reading]]:
    """Return the readings in which a program with one fault printed most rows, and the others that a program may have.

    Where both faults show in the first row that moves, no program with one of them prints it.
    """
    enough = min(2, max(case.reach.values()))
    possible = [reading for reading in case.readings if not _stays_for_ever(case, reading)]
    likely = [reading for reading in possible if case.reach[reading] >= enough]
    return likely, [reading for reading in possible if reading not in likely]


def _stays_for_ever(case: Case, reading: Reading) -> bool:
    """Return whether the first pass leaves w at the start, though later ones move it: what no program does."""
    first = case.rows.values[0] if case.rows.indices is None else []
    stays = reading.when == "pass" and not reading.begins and first == [*reading.start[: len(first)]]
    return stays and any(row != first for row in case.rows.values)


def _has_time(case: Case, limit: int) -> bool:
    case.gave_up = case.gave_up or case.work >= limit
    return not case.gave_up and case.goes_on()


def expected(case: Case, rate: float, usual: bool) -> tuple[int, Reading, list[tuple[int, list[float]]]]:
    """Return where the best right program first differs from the given rows, how it reads them, and its own rows.

    A right program has no fault. The best of those that were run prints the most of the given rows; with `usual`, it is
    the program that takes the points in turn.

    The first part of the result is the index of the first given row that the best program does not print; if it prints
    all, the number of given rows. The second part is the way it reads them. The third part has its own rows up to this
    index, that row included, or fewer if its run ends before. Each is a pair: the index of the point of the update or
    visit, −1 if there is none, and all weights. Their rate is `rate` unless the given rows show another.

    If no such program was run, the result is the number of given rows, the case's first reading, and no rows.
    """
    runs = [case.furthest[rule] for rule in _PLAIN[: 1 if usual else None] if rule in case.furthest]
    if not runs:
        return len(case.rows), case.readings[0], []
    program, reading, board, found = max(runs, key=lambda run: run[3].rows)
    if found.high < float("inf") and not any(reading.start):
        rate = rate_of(found.low, found.high)
    return found.rows, reading, rows_of(program, reading, board, rate, found.rows + 1)
