"""Rows whose points come in no order known beforehand: which updates made them, and whether passes fit."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perceptron.learner import tie_errs
from perceptron.matching import _NOISE, RATES, Reading, Rows, When, narrowed, plain, rate_of
from perceptron.programs import Board, Program

_UNLIKELY = 4.5  # deviations from the mean that a drawn order has once in 100,000 runs

Bools = NDArray[np.bool_]


class Followed(NamedTuple):
    """How many of the printed rows can be made by updates on mistakes in some order of the points.

    `rows` is the number of rows up to the first that no update makes, `rate` the rate of the updates. `choices` has for
    each row the indices of the points whose update gives it; none if the row is the same as before. `right` says of
    each point whether the weights are right on it before the first row and after each, shape (rows + 1, n), and
    `converged` whether the last row is right on all points.
    """

    rows: int
    rate: float
    choices: list[list[int]]
    right: Bools
    converged: bool

    def chance(self, when: When) -> float:
        """Return the probability that points drawn at random make the rows that were followed; 1.0 without rows.

        In each draw all points are equally likely. `when` says whether a row was printed after each "visit" of a point
        or after each "update". After updates only the points then in error count, since a draw of another point prints
        no row.
        """
        n = self.right.shape[1]
        rights = self.right[: len(self.choices)].sum(axis=1)
        fitting = np.array([len(chosen) for chosen in self.choices])
        shares = np.where(fitting > 0, fitting, rights) / n if when == "visit" else fitting / (n - rights)
        return float(shares.prod())

    def looks_drawn(self) -> bool:
        """Return whether the points of the updates may come in a random order; True if there are few updates.

        It is False if a random order would hardly be like this, for example if the points come nearly in turn, forwards
        or backwards.

        The test counts how many points in error lie between an update's point and the point of the update before. In a
        random order all these counts are equally likely. So their sum must be near its mean, and so must the sum of
        their distances from the nearer end of their range. Two points that often follow each other count once as a
        pair, since a list that was shuffled once has the same pairs in each pass.
        """
        n = self.right.shape[1]
        pairs: set[tuple[int, int]] = set()
        sums = np.zeros((2, 3))  # of the place, and of its distance from the nearer end: what it is, mean, variance
        before: int | None = None
        for k, chosen in enumerate(self.choices):
            if len(chosen) != 1:  # the same point as before, or a point that is there twice
                before = before if not chosen else None
                continue
            i = chosen[0]
            if before is not None and (before, i) not in pairs:
                pairs.add((before, i))
                ahead = np.sort((np.flatnonzero(~self.right[k]) - before - 1) % n)
                places = np.arange(len(ahead))
                place = int(np.searchsorted(ahead, (i - before - 1) % n))
                for row, values in zip(sums, (places, np.minimum(places, places[::-1])), strict=True):
                    row += values[place], values.mean(), values.var()
            before = i
        return all(abs(found - mean) <= _UNLIKELY * math.sqrt(variance) for found, mean, variance in sums)


def follow(program: Program, reading: Reading, board: Board, rows: Rows, given: float | None = None) -> Followed:
    """Find for each printed row the points whose update makes it from the row before, in whatever order they come.

    The search ends at the first row that no update makes, or after the last row; the result says how far it came. Each
    row must have been printed after an update or a visit of a point, as `reading` says. Only points on which `program`
    would then update are considered; a visit that leaves the weights as they were has no such point. `given` is the
    rate. Without it several rates are tried, and the result is that of the rate that makes the most rows.
    """
    zero = [0.0] * len(reading.start)
    steps = np.array([program.moved(zero, board, i, 0.0, 1.0) for i in range(len(board.points))])
    best = Followed(-1, 1.0, [], np.empty((0, 0), dtype=np.bool_), False)
    for rate in [given] if given else _rates(steps, reading, rows):
        found = _follow(program, reading, board, rows, rate, steps)
        best = max(best, found, key=lambda each: each.rows)
        if best.rows == len(rows):
            break
    return best


def _rates(steps: NDArray[np.float64], reading: Reading, rows: Rows) -> list[float]:
    """Return the rates at which some point's update gives the first row that changes, the plainest first."""
    k, wide = rows.first_other(reading.start), len(rows.values[0])
    if k is None:
        return [1.0]
    change = (np.array(rows.values[k]) - reading.start[:wide]).tolist()
    found: list[float] = []
    for step in np.unique(steps[:, :wide], axis=0).tolist():
        low, high = narrowed(0.0, np.inf, step, change, rows.widths[k])
        if low <= high and high > 0:
            found.append(rate_of(low, high))
            found += [rate for rate in RATES if low <= rate <= high]
    return sorted(set(found), key=lambda rate: (rate not in RATES, plain(rate, rate) is None, rate))[:6]


def _follow(
    program: Program, reading: Reading, board: Board, rows: Rows, rate: float, steps: NDArray[np.float64]
) -> Followed:
    labels, points = np.array(board.labels), np.array(board.points)
    wrong_at_zero = tie_errs(program.tie, labels)
    near = 1e-11 * board.radius * (max(map(abs, reading.start), default=0.0) + rate * board.radius)
    w, wide = np.array(reading.start), len(rows.values[0])
    moves, default = rate * steps, program.errs is Program().errs
    choices: list[list[int]] = []
    right: list[Bools] = []

    def wrong_now() -> Bools:
        scores = points @ w
        scores[np.abs(scores) <= near] = 0.0
        if default:
            signed = labels * scores
            return np.asarray((signed < 0) | ((scores == 0) & wrong_at_zero))
        pairs = zip(labels.tolist(), scores.tolist(), wrong_at_zero.tolist(), strict=True)
        return np.array([program.errs(y, s, zero) for y, s, zero in pairs])

    wrong = wrong_now()
    right.append(~wrong)
    for k in range(int(reading.begins), len(rows)):
        values = np.array(rows.values[k])
        width = np.array(rows.widths[k]) + _NOISE * np.abs(values) + 1e-12
        if reading.when == "visit" and (np.abs(w[:wide] - values) <= width).all():
            choices.append([])
        else:
            fits = (np.abs(w[:wide] + moves[:, :wide] - values) <= width).all(axis=1) & wrong
            chosen = np.flatnonzero(fits).tolist()
            if not chosen:
                return Followed(k, rate, choices, np.array(right), False)
            if len(chosen) > 1:  # the nearest of those that the digits allow
                far = np.abs(w[:wide] + moves[chosen][:, :wide] - values).max(axis=1)
                chosen = [i for i, each in zip(chosen, far.tolist(), strict=True) if each <= far.min() + 1e-12]
            w = w + moves[chosen[0]]
            choices.append(chosen)
            wrong = wrong_now()
        right.append(~wrong)
    return Followed(len(rows), rate, choices, np.array(right), not wrong.any())


def in_passes(followed: Followed, reading: Reading) -> bool:
    """Return whether a learner that visits each point once per pass could have printed the rows that were followed.

    Each pass may have an order of its own, and the last pass may be incomplete. On a point that is right when visited,
    the learner does not update. `reading` says whether the rows were printed after each visit or after each update.
    Without rows the result is True.
    """
    n = followed.right.shape[1]
    return _visits_fit(followed, n) if reading.when == "visit" else _updates_fit(followed, n)


def _visits_fit(followed: Followed, n: int) -> bool:
    from scipy.sparse import csr_matrix  # slow to load
    from scipy.sparse.csgraph import maximum_bipartite_matching

    for begin in range(0, len(followed.choices), n):
        block = followed.choices[begin : begin + n]
        allowed = np.zeros((len(block), n), dtype=np.int8)
        for k, chosen in enumerate(block):
            if chosen:
                allowed[k, chosen] = 1
            else:
                allowed[k, followed.right[begin + k]] = 1
        if (maximum_bipartite_matching(csr_matrix(allowed), perm_type="column") < 0).any():
            return False
    return True


def _updates_fit(followed: Followed, n: int) -> bool:
    """Return whether the updates can be cut into passes in which each point comes once.

    A point without an update must be right at some moment of the pass.
    """
    count = len(followed.choices)
    begins, reached = {0}, not count
    for begin in range(count):
        if begin not in begins:
            continue
        seen: set[int] = set()
        once_right = np.logical_or.accumulate(followed.right[begin : begin + n + 1])
        for k in range(begin, min(count, begin + n)):
            free = [i for i in followed.choices[k] if i not in seen]
            if not free:
                break
            seen.add(free[0])
            if k + 1 == count:
                reached = True
            unseen = ~once_right[k + 1 - begin]
            unseen[list(seen)] = False
            if not unseen.any():
                begins.add(k + 1)
    return reached
