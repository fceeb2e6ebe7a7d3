"""Perceptrons as one may write them, right and wrong: a loop whose lines can be exchanged, visit by visit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import count
from operator import mul
from typing import Literal, get_args

import numpy as np

from perceptron.dataset import Dataset, Floats
from perceptron.learner import Tie

Vector = list[float]
Event = Literal["update", "same", "pass"]
Order = Literal["cyclic", "backwards", "restarting", "hardest", "batch", "listed", "shuffled", "random", "other"]

_NEAR = 1e-11  # a score below this part of the largest possible one counts as 0: rounding makes smaller ones of ties


@dataclass(frozen=True, eq=False)
class Board:
    """The points that a program trains on, with their labels; `at` is the index of the constant coordinate, or None."""

    points: list[Vector]
    labels: list[int]
    at: int | None

    @cached_property
    def radius(self) -> float:
        """The largest norm of a point, with its constant coordinate."""
        return math.sqrt(max(sum(x * x for x in point) for point in self.points))


def board_of(data: Dataset, bias: Literal["none", "first", "last"] = "none", scale: float = 1.0) -> Board:
    """Return the points and labels of the data, with the constant coordinate `scale` first, last or not at all.

    `bias` says where it stands. The constant coordinate of the data themselves, which `Dataset.augmented` appends, is
    left out.

    >>> board_of(Dataset([[2], [3]], [1, -1]), "first").points
    [[1.0, 2.0], [1.0, 3.0]]
    """
    points: list[Vector] = (data.X if data.lift is None else data.X[:, :-1]).tolist()
    if bias == "last":
        points = [[*point, scale] for point in points]
    elif bias == "first":
        points = [[scale, *point] for point in points]
    at = {"none": None, "first": 0, "last": len(points[0]) - 1}[bias]
    return Board(points, data.y.tolist(), at)


def mistaken(y: float, score: float, wrong_at_zero: bool) -> bool:
    """Return whether y times the score w·x is negative, or is 0 and `wrong_at_zero` counts that as a mistake."""
    return y * score < 0 or (score == 0 and wrong_at_zero)


def by_label(labels: Sequence[int], i: int, score: float) -> float:
    """Return the label y of point i, for the textbook's update, which adds rate · y · x; `score` plays no role."""
    return labels[i]


def clean(mistakes: int, before: int | None, last_was_wrong: bool) -> bool:
    """Return whether a pass made no mistakes, which ends the textbook's run.

    The mistakes of the pass before (None in the first pass) and `last_was_wrong` play no role.
    """
    return not mistakes


@dataclass(frozen=True)
class Program:
    """A perceptron as somebody wrote it; each field is a line of the loop, and a fault exchanges some of them.

    >>> program, board = Program(), board_of(Dataset([[0, 2], [1, 1]], [1, -1]))
    >>> [w for event, i, w in visits(program, board, [0.0, 0.0], 1.0) if event == "update"]
    [[0.0, 2.0], [-1.0, 1.0], [-2.0, 0.0], [-2.0, 2.0], [-3.0, 1.0]]

    Parameters
    ----------
    order, listed
        Which point comes next; for "listed", the points presented.
    tie
        The rule for w·x = 0, as for `train`.
    errs
        `errs(y, w·x, zero)`: whether to update on a point; `zero` says that a score of 0 is a mistake.
    step
        `step(labels, i, w·x)`: the factor s of an update on point i, which adds rate · s · x to w.
    bias
        `bias(s, y, rate)`: the factor in place of s for the bias; None if it is s.
    sees
        `sees(w, old, at)`: the weights that predict, from w now, w at the beginning of the pass, and the index of the
        bias; None if w predicts.
    after
        `after(w, at)`: what becomes of w after an update, with the index of the bias; None if w stays.
    path
        `path(n)`: the indices of the points of a pass, in order.
    stops
        `stops(mistakes, before, wrong)`: whether a pass is the last, from the numbers of mistakes in it and in the pass
        before, and whether its last point was wrong.
    once
        Whether the first update ends the run.
    skips
        Whether an update skips the point that comes next in the pass.
    resets
        Whether each pass begins with the weights of the start.
    falls
        `falls(k)`: the factor of the rate in pass k, from 1; None if the rate stays.
    unit
        Whether points are scaled to length 1 first.
    batch
        The number of points whose updates are added together; 0 means all points.
    fixed
        Whether from w = 0 another rate makes other updates.
    """

    order: Order = "cyclic"
    tie: Tie = "mistake"
    errs: Callable[[float, float, bool], bool] = mistaken
    step: Callable[[Sequence[int], int, float], float] = by_label
    bias: Callable[[float, int, float], float] | None = None
    sees: Callable[[Vector, Vector, int | None], Vector] | None = None
    after: Callable[[Vector, int | None], Vector] | None = None
    path: Callable[[int], Sequence[int]] = range
    stops: Callable[[int, int | None, bool], bool] = clean
    once: bool = False
    skips: bool = False
    resets: bool = False
    falls: Callable[[int], float] | None = None
    unit: bool = False
    batch: int = 1
    fixed: bool = False
    listed: tuple[int, ...] = field(default=(), repr=False)

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, each.name) for each in fields(self)))

    def __hash__(self) -> int:
        return self._hash  # computed once, for a search looks up each program thousands of times

    @cached_property
    def with_tie(self) -> dict[Tie, Program]:
        """The same program with each of the rules for w·x = 0."""
        return {tie: self if tie == self.tie else replace(self, tie=tie) for tie in get_args(Tie)}

    @cached_property
    def flat(self) -> bool:
        """Whether the program treats a score of 0 alike under every tie rule."""
        return all(self.errs(y, 0.0, True) == self.errs(y, 0.0, False) for y in (-1, 1))

    @cached_property
    def wrong_at_zero(self) -> dict[int, bool]:
        """For each label, −1 and +1, whether the tie rule makes a score of 0 a mistake."""
        if isinstance(self.tie, str):
            return dict.fromkeys((-1, 1), self.tie == "mistake")
        return {label: label != self.tie for label in (-1, 1)}

    def moved(self, w: Vector, board: Board, i: int, score: float, rate: float) -> Vector:
        """Return the weights, a new list, after an update on point i of the board, which had this score under w."""
        u = self.step(board.labels, i, score)
        amount = rate * u
        new = [weight + amount * x for weight, x in zip(w, board.points[i], strict=True)]
        if self.bias is not None and board.at is not None:
            part = rate * self.bias(u, board.labels[i], rate)
            new[board.at] = w[board.at] + part * board.points[i][board.at]
        return new if self.after is None else self.after(new, board.at)


class Ties:
    """What `visits` notes of a run: `met`, the labels of points with a score of 0, and the number of `visits`.

    `moved` says whether w was other than 0 at one of these points.
    """

    def __init__(self) -> None:
        self.met: set[int] = set()
        self.moved = False
        self.visits = 0


def visits(
    program: Program, board: Board, start: Vector, rate: float, ties: Ties | None = None, floats: bool = False
) -> Iterator[tuple[Event, int, Vector]]:
    """Yield each event of a program's run on the board's points: its kind, the index of the point, and w after it.

    The events never end if the run does not. The caller must not change w, with which the run goes on, but can keep it:
    an update makes a new list.

    The kinds are "update", "same" for a visit without an update, and "pass" for the end of a pass. The end of a pass
    and the visit of a batch have the index −1. w begins with `start`. `ties`, if given, notes the scores of 0. A score
    that rounding cannot tell from 0 counts as 0; with `floats` it is used as floats compute it.
    """
    if program.unit:
        board = _unit(board)
    if program.order == "hardest":
        yield from _hardest(program, board, start, rate, ties, floats)
        return
    n, w, before = len(board.points), list(start), None
    path = program.listed if program.order == "listed" else program.path(n)
    path = path[::-1] if program.order == "backwards" else path
    size = (program.batch or n) if program.order == "batch" else 1
    parts = [path[begin : begin + size] for begin in range(0, len(path), size)]
    look = _Look(program, board, start, rate, ties, floats)
    for number in count(1):
        w = list(start) if program.resets else w
        old, mistakes, wrong = w, 0, False
        eta = rate if program.falls is None else rate * program.falls(number)
        leap = False
        for part in parts:
            if leap:
                leap = False
                continue
            seen = w
            for i in part:
                score = look.score(seen, old, i)
                wrong = look.errs(score, i)
                if wrong:
                    mistakes += 1
                    w = program.moved(w, board, i, score, eta)
                if size == 1:
                    yield ("update" if wrong else "same"), i, w
                if wrong and (program.once or program.order == "restarting"):
                    break
            if size > 1:
                yield ("update" if w is not seen else "same"), -1, w
            if wrong and program.once:
                return
            if wrong and program.order == "restarting":
                break
            leap = wrong and program.skips
        yield "pass", -1, w
        if program.order == "listed" or program.stops(mistakes, before, wrong):
            return
        before = mistakes


class _Look:
    """How a program scores a point and judges the score."""

    def __init__(
        self, program: Program, board: Board, start: Vector, rate: float, ties: Ties | None, floats: bool
    ) -> None:
        self.ties, self.points, self.labels, self.at = ties, board.points, board.labels, board.at
        self.sees, self.judges, self.wrong_at_zero = program.sees, program.errs, program.wrong_at_zero
        reach = max(map(abs, start), default=0.0) + rate * board.radius
        self.near = 0.0 if floats else _NEAR * board.radius * reach

    def score(self, w: Vector, old: Vector, i: int) -> float:
        """Return w·x of point i for the weights with which the program predicts.

        `w` are the weights now, `old` those at the pass's beginning. A score that rounding cannot tell from 0 is 0,
        unless `floats` is set.
        """
        seen = w if self.sees is None else self.sees(w, old, self.at)
        products, near = map(mul, seen, self.points[i]), self.near
        score = 0.0
        if near:
            score = sum(products, score)
        else:
            for product in products:  # since Python 3.12, sum adds floats in another way than students' loops do
                score += product
        if -near <= score <= near:
            if self.ties is not None and any(seen):
                self.ties.moved = True
            return 0.0
        return score

    def scores(self, w: Vector, points: Floats) -> Floats:
        """Return the score w·x of each of the `points`, shape (n, d), in an array of shape (n,).

        `w` are the weights at the beginning of a pass. If the program predicts with other weights, such as w without
        the bias, these give the scores. A score that rounding cannot tell from 0 is 0, unless `floats` is set.
        """
        seen = w if self.sees is None else self.sees(w, w, self.at)
        scores = np.zeros(len(points))
        for weight, column in zip(seen, points.T, strict=True):
            scores += weight * column
        near = np.abs(scores) <= self.near
        if self.ties is not None:
            self.ties.visits += len(points) // 32  # as long as that many visits one by one take
            self.ties.moved = self.ties.moved or bool(near.any() and any(seen))
        scores[near] = 0.0
        return scores

    def errs(self, score: float, i: int) -> bool:
        """Return whether the program updates on point i, which has this score; call this once for each visit.

        Each call counts a visit in `ties`, if given, and notes there the label of a point whose score is 0.
        """
        label = self.labels[i]
        if self.ties is not None:
            self.ties.visits += 1
            if score == 0:
                self.ties.met.add(label)
        return self.judges(label, score, self.wrong_at_zero[label])


def _hardest(
    program: Program, board: Board, start: Vector, rate: float, ties: Ties | None, floats: bool
) -> Iterator[tuple[Event, int, Vector]]:
    """Yield the updates of a program that takes the point with the smallest y w·x, until that is right."""
    w, look = list(start), _Look(program, board, start, rate, ties, floats)
    path = [*program.path(len(board.points))]
    points, labels = np.array(board.points)[path], np.array(board.labels)[path]
    while True:
        scores = look.scores(w, points)
        if ties is not None:
            ties.met.update(labels[scores == 0].tolist())
        ahead = np.argsort(labels * scores, kind="stable").tolist()
        k = next((k for k in ahead if look.errs(float(scores[k]), path[k])), None)
        if k is None:
            yield "pass", -1, w
            return
        w = program.moved(w, board, path[k], float(scores[k]), rate)
        yield "update", path[k], w
        yield "pass", -1, w


def _unit(board: Board) -> Board:
    def scaled(point: Vector) -> Vector:
        free = [x for j, x in enumerate(point) if j != board.at]
        length = sum(x * x for x in free) ** 0.5 or 1.0
        return [x if j == board.at else x / length for j, x in enumerate(point)]

    return replace(board, points=[scaled(point) for point in board.points])
