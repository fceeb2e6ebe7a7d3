"""A visitor's program, tried on boards like the one that asks for it: which boards, and whether it is right there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, islice
from typing import NamedTuple
from urllib.parse import urlencode

import numpy as np

from perceptron import Dataset, Inseparable, Printed, explain, read_printed, separate, train
from perceptron.candidates import DRAWN_ORDERS, Candidate
from perceptron.explanation import faults_beside_chance, rules_that_print
from perceptron.faults import FAULTS, Fault
from perceptron.learner import Tie
from playground.address.address import Board
from playground.address.codes import HAND, decode, encode, label_of
from playground.address.conditions import (
    COUNTS,
    FROM_ZERO,
    LIKE_THIS,
    POCKETS,
    RIGHT,
    WITH_BIAS,
    Condition,
)
from playground.address.settings import Settings, written
from playground.page import controls
from playground.page.controls import Source
from playground.page.mine import in_time
from playground.stage.payload import Judged, Point, Slip
from playground.text import plural, signed, vector, whole

POCKET_PASSES = 50
"""The passes after which a program shows the weights that it kept."""
_MOST_UPDATES, _MOST_VISITS = 500, 5_000  # of a run that a browser's Python finishes within its second
_FEWEST_UPDATES = 3  # of a run that shows anything
_MOST_LOOKED_AT = 200  # boards among which those to try are sought
_MORE_LOOKED_AT = 20  # further boards among which one is sought that shows what the others do not
_MOST_SECONDS = 5.0  # of CPU for all boards of a question
_LEAST_CHANCE = 1e-6  # below this, what a fault prints on all boards is not put down to an order that is drawn


@dataclass(frozen=True)
class TrialBoard:
    """A board on which a program is tried: the points, the bias's constant coordinate or None, and its address."""

    points: Sequence[Point]
    lift: Fraction | None
    link: Mapping[str, str]

    @property
    def data(self) -> Dataset:
        """The points as a Dataset, with labels 1 and −1 and, if there is a bias, its constant coordinate last."""
        data = controls.dataset(self.points, self.lift)
        assert data is not None
        return data

    @property
    def rows(self) -> str:
        """The points as a text for the browser's Python, such as "0.0 1.0 1.0 -1;1.0 1.0 1.0 1".

        A point has x₁, x₂, the constant coordinate if there is a bias, and the label, 1 or −1.
        """
        constant = () if self.lift is None else (float(self.lift),)
        return ";".join(
            " ".join(f"{value!r}" for value in (x, y, *constant, label_of(place))) for x, y, place in self.points
        )


def trial_boards(wanted: Sequence[Condition], settings: Settings, board: Board) -> list[tuple[Condition, TrialBoard]]:
    """Return the boards on which a program is tried, always the same, each with the condition that asks for it.

    The list is empty if no condition asks for "boards like this one", or if there are no points. It may be shorter than
    asked for, because a board is left out on which the run would show little, or last long.

    Random points are drawn anew with the next seeds. Other points come in another order, with their plane turned or
    mirrored, and perhaps with the labels exchanged. Two or more boards show whether a program leaves out the last
    point, and three or more also whether it leaves out the first, if any boards do.

    >>> from playground.address.conditions import read
    >>> from playground.pages import PAGES
    >>> settings = PAGES["app.py"].settings({"data": "AND", "bias": "true"})
    >>> found = trial_boards(read("the program is right to the end on 2 boards like this one"), settings, Board())
    >>> [trial.points[1:3] for _, trial in found]
    [[(1.0, 1.0, 1), (0.0, 1.0, 0)], [(0.0, 1.0, 0), (-1.0, 1.0, 1)]]
    """
    source = controls.source(settings, board)
    found: list[tuple[Condition, TrialBoard]] = []
    for condition in wanted:
        if condition.words == LIKE_THIS and source.points():
            suited = (trial for trial in _like(source, settings) if _suits(condition.of, trial.data))
            found += [(condition, trial) for trial in _first(suited, condition.number or 0)]
    return found


def _first(suited: Iterator[TrialBoard], number: int) -> list[TrialBoard]:
    """Return so many boards, which show, if any do, whether a program visits the last point and the first one.

    One board may show neither, and two only the last. A rule for w·x = 0 can leave out the first point where its label
    is always the same, but not both labels.
    """
    found = [*islice(suited, number)]
    if len(found) > 1 and not any(map(_needs_last, found)):
        found[-1] = next(filter(_needs_last, islice(suited, _MORE_LOOKED_AT)), found[-1])
    if len(found) > 2 and len({_first_label(each) for each in found}) == 1:
        place = -2 if any(map(_needs_last, [*found[:-2], found[-1]])) else -1
        others = (each for each in islice(suited, _MORE_LOOKED_AT) if _first_label(each) != _first_label(found[0]))
        found[place] = next(others, found[place])
    return found


def _needs_last(trial: TrialBoard) -> bool:
    runs = [train(data, max_updates=_MOST_UPDATES) for data in _seen(trial.data)]
    return all(len(run.data) - 1 in run.mistakes for run in runs)


def _first_label(trial: TrialBoard) -> int:
    return trial.points[0][2]


def _like(source: Source, settings: Settings) -> Iterator[TrialBoard]:
    chosen = {key: written(value) for key, value in settings.values.items() if value != settings.defaults[key]}
    lift = controls.bias(settings)
    for k in range(_MOST_LOOKED_AT):
        if source.name in controls.DRAWN:
            seed = int(source.seed + 1 + k) % (int(controls.SEED.high) + 1)
            yield TrialBoard(replace(source, seed=seed).points(), lift, {**chosen, "seed": str(seed)})
        else:
            code = encode(_turned(source.points(), k))
            yield TrialBoard(
                decode(code)[0], lift, {**chosen, "data": HAND, "points": code, "bias": written(bool(lift))}
            )


def _turned(points: Sequence[Point], k: int) -> list[Point]:
    """Return points in another order, turned by right angles or mirrored, and perhaps with the labels exchanged."""
    rng = np.random.default_rng(k)
    (one, two), swap, other = rng.choice([-1, 1], 2).tolist(), rng.random() < 0.5, int(rng.random() < 0.5)
    turned = [(one * (y if swap else x), two * (x if swap else y), place ^ other) for x, y, place in points]
    return [turned[i] for i in rng.permutation(len(turned))]


def _suits(kind: str, data: Dataset) -> bool:
    runs = [train(each, max_updates=_MOST_UPDATES) for each in _seen(data, kind == WITH_BIAS)]
    if kind == POCKETS:
        return all(isinstance(separate(run.data), Inseparable) for run in runs)
    return any(
        run.outcome == "converged" and run.updates >= _FEWEST_UPDATES and run.passes * len(data) <= _MOST_VISITS
        for run in runs
    )


def _seen(data: Dataset, only_lifted: bool = False) -> list[Dataset]:
    """Return the points as a program may see them: as they are and, unless they have one, with a bias's constant."""
    if data.lift is not None:
        return [data]
    return [data.augmented()] if only_lifted else [data, data.augmented()]


# ---- judging ---------------------------------------------------------------------------------------------------------


class _Complaint(NamedTuple):
    """A sentence that says what is wrong with a printout, and the faults that could be the reason."""

    sentence: str
    faults: Sequence[Fault] = ()


_TOO_LONG = _Complaint("checking took too long and was stopped.{before} Print fewer rows, such as one after each pass.")


def judged(tried: Sequence[tuple[Condition, TrialBoard]], texts: Sequence[str], stop: Callable[[], bool]) -> Judged:
    """Return whether a program has passed that printed these `texts`, one on each board of `tried`, with a sentence.

    If it has not, the result also holds the faults that may be the reason, perhaps none, and the query of a link to the
    first wrong board. Later boards are not judged. A text that cannot be read has not passed.

    A condition may ask for the number of updates alone, or for last weights with few points wrong; then only the last
    number or row of the text counts. Else all rows count. Each text is first compared with what the textbook's rules
    print, so a right program is right however long a search for faults would take. Faults are sought on the first board
    where no rule fits, or where a rule fits only from another start than 0 and to few rows.

    The time, in seconds of CPU, is `_MOST_SECONDS` for everything. Within it, `mine.MOST_SECONDS` is the limit for each
    comparison, for the search on the wrong board, and for the searches on all others together. If the time ends, or
    `stop` returns True, before all rules were tried on a board, the program has not passed, and the sentence says that
    checking took long.

    A rule that prints the rows of all boards is the program's. But if only an order drawn by chance prints them, and is
    very unlikely over all boards, the program is said to have a fault that prints them, too.

    Raises
    ------
    ValueError
        If there are no boards, or there is not a text for each.
    """
    if not tried or len(tried) != len(texts):
        raise ValueError(f"There are {plural(len(tried), 'board')} to try, got {plural(len(texts), 'printout')}.")
    late = in_time(stop, _MOST_SECONDS)
    doubts = in_time(late)
    passed: dict[int, _Passed] = {}
    for place, ((condition, trial), text) in enumerate(zip(tried, texts, strict=True)):
        found = _TOO_LONG if late() else _checked(condition.of, trial.data, text, late, doubts)
        if isinstance(found, _Complaint):
            return _refused(found, place, tried)
        if found is not None:
            passed[place] = found
    if (hidden := _hidden(passed, late)) is not None:
        return _refused(hidden[1], hidden[0], tried)
    boards = "the board" if len(tried) == 1 else f"all {len(tried)} boards"
    return {"passed": True, "sentence": f"✓ Right on {boards}.", "slips": [], "board": ""}


def _refused(complaint: _Complaint, place: int, tried: Sequence[tuple[Condition, TrialBoard]]) -> Judged:
    sentence = complaint.sentence
    if complaint is _TOO_LONG:
        sentence = sentence.format(before=" The boards before it are right." if place else "")
    return {
        "passed": False,
        "sentence": signed(f"Board {place + 1} of {len(tried)}: {sentence}"),
        "slips": [_slip(each) for each in complaint.faults],
        "board": urlencode(tried[place][1].link),
    }


def _slip(fault: Fault) -> Slip:
    return {"title": fault.title, "sentence": fault.sentence, "line": fault.line}


class _Passed(NamedTuple):
    """A board on which what a program printed is right, and the rules that print it, each with one for w·x = 0."""

    data: Dataset
    rows: Printed
    rules: set[tuple[str, Tie]]


def _hidden(passed: Mapping[int, _Passed], stop: Callable[[], bool]) -> tuple[int, _Complaint] | None:
    """Return what all boards show where each alone may be right by chance, and the first where that would be needed."""
    boards = [*passed.values()]
    common: list[set[tuple[str, Tie]]] = [*accumulate((each.rules for each in boards), set.intersection)]
    kept = [any(rule not in DRAWN_ORDERS for rule, _ in rules) for rules in common]
    if all(kept):
        return None
    found, chance = faults_beside_chance([(each.data, each.rows) for each in boards], stop)
    if not found or chance >= _LEAST_CHANCE:
        return None
    faults = [FAULTS[name] for name in dict.fromkeys(name for names in found for name in names)]
    ways = " or ".join(" and ".join(FAULTS[name].title for name in names) for names in found)
    where = "this board" if len(passed) == 1 else f"all {len(passed)} boards"
    said = f"each update alone is right, but on {where} the points come as they do with this fault: {ways}."
    return [*passed][kept.index(False)], _Complaint(said, faults)


def _checked(
    kind: str, data: Dataset, text: str, stop: Callable[[], bool], doubts: Callable[[], bool]
) -> _Passed | _Complaint | None:
    """Return the rules that print what a right program would print, or what is wrong; None if no rows are asked for."""
    if not re.search(r"\d", text):
        zero = " With w = 0 every score is 0: does your program count that as a mistake?" if kind == FROM_ZERO else ""
        return _Complaint(f"your program printed no number.{zero}")
    if kind == COUNTS:
        return _miscounted(data, text)
    try:
        rows = read_printed(text)
        if kind == POCKETS:
            return _left_behind(data, rows.rows[-1].tolist())
        right = _right(kind, data, rows, stop, doubts)
        if isinstance(right, _Complaint):
            return right
        return _Passed(data, rows, {(each.rule, tie) for each in right for tie in each.ties})
    except ValueError as fault:
        return _Complaint(f"your {str(fault).replace('printed must', 'rows must', 1)}.")


def _right(
    kind: str, data: Dataset, rows: Printed, stop: Callable[[], bool], doubts: Callable[[], bool]
) -> list[Candidate] | _Complaint:
    """Return the right programs that print these rows, or why none would."""
    late = in_time(stop)
    right = next((found for each in rules_that_print(data, rows, late) if (found := _allowed(kind, each))), [])
    if not right and late():
        return _TOO_LONG
    wanting = _wanting(kind, right) if right else None
    if right and wanting is None and any(_is_sure(each, data) for each in right):
        return right
    said = explain(data, rows, stop=doubts if right else in_time(stop))
    if allowed := _allowed(kind, said.candidates):
        return _wanting(kind, allowed) or allowed
    if right and not said.complete:
        return wanting or right
    hinge = [FAULTS["hinge"]] if any(each.faults == ("hinge",) for each in said.candidates) else []
    return _Complaint(said.sentence, said.suspects or hinge)


def _allowed(kind: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the programs that are right, as far as they are asked to be."""
    return [each for each in found if not each.by_chance and _is_right(kind, each)]


def _is_right(kind: str, each: Candidate) -> bool:
    if each.rule == "margin":  # it updates on points that are no mistakes
        return False
    if {*each.faults} == {"few-passes"}:
        return kind != RIGHT and each.rule not in ("restarting", "hardest")  # which have a pass for each update
    return {*each.faults} <= {"float-tie"}


def _is_sure(each: Candidate, data: Dataset) -> bool:
    """Return whether no fault would do as well: the start must not be one that its first update can have made of 0.

    Nor must there be little that follows from a start of its own.
    """
    if _begins_at_zero(each):
        return True
    start, board = np.array(each.reading.start), each.reading.board(data)
    steps = np.array(board.points) * np.array(board.labels)[:, None]
    shares = (steps @ start).clip(0) / (steps**2).sum(axis=1).clip(1e-300)
    is_update = np.isclose(shares[:, None] * steps, start, rtol=0, atol=0.01 * np.abs(start).max()).all(axis=1)
    return not (each.early or each.rule in DRAWN_ORDERS or is_update.any())


def _wanting(kind: str, right: Sequence[Candidate]) -> _Complaint | None:
    """Return what this kind of condition asks for and right programs lack; None if they lack nothing."""
    if kind == FROM_ZERO and not any(_begins_at_zero(each) for each in right):
        return _Complaint(f"the updates are right, but begin at w = {vector(right[0].reading.start)}, not at 0.")
    if kind == WITH_BIAS and all(each.reading.bias == "none" for each in right):
        return _Complaint("the updates are right without a bias: print(w, b) shows both.")
    return None


def _begins_at_zero(each: Candidate) -> bool:
    return not any(each.reading.start)


def _miscounted(data: Dataset, text: str) -> _Complaint | None:
    said = float(re.findall(r"\d+(?:\.\d+)?", text)[-1])
    runs = [train(each, max_updates=_MOST_UPDATES) for each in _seen(data)]
    runs = [run for run in runs if run.outcome == "converged"]
    if any(said == run.updates for run in runs):
        return None
    run = runs[-1]
    others = {run.passes: "passes", run.passes * len(data): "visits", run.passes - 1: "passes with a mistake"}
    counted = f", which is the number of {others[int(said)]}" if said in others else ""
    return _Complaint(f"your last number is {said:g}{counted}; the run makes {plural(run.updates, 'update')}.")


def _left_behind(data: Dataset, row: Sequence[float]) -> _Complaint | None:
    """Return a complaint if the last row of weights has more points wrong than the best weights of a run; else None."""
    board = next((each for each in _seen(data) if each.dim == len(row)), None)
    if board is None:
        return _Complaint(f"the last row must hold {data.dim} weights, or one more with a bias, got {len(row)}.")
    run = train(board, max_updates=POCKET_PASSES * len(board))
    within = run.weights[: 1 + int(np.count_nonzero(run.pass_of <= POCKET_PASSES))]
    least = int((board.signed @ within.T <= 0).sum(axis=0).min())
    wrong = int((board.signed @ np.array(row) <= 0).sum())
    if wrong <= least:
        return None
    return _Complaint(
        f"your last weights have {plural(wrong, 'point')} wrong; the run has weights with {whole(least)} within "
        f"{POCKET_PASSES} passes."
    )
