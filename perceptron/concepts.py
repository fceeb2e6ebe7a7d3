"""The halving algorithm and its randomized version: keep the consistent concepts, and let them vote, or draw one.

A class of concepts is an array of int64 with one row per concept and one column per point, each value −1 or +1. The
functions that make a class raise ValueError for fewer than one point or direction.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron import bounds
from perceptron.checks import at_least, count_of
from perceptron.dataset import Ints, frozen

Bools = NDArray[np.bool_]

_MOST_POINTS = 16  # the most points for the table of all functions
_MOST_CONCEPTS = 4_096
_MOST_SETS = 50_000  # the most sets of concepts searched for the Littlestone dimension


@dataclass(frozen=True, eq=False, repr=False)
class HalvingRun:
    """The rounds of the majority vote.

    >>> run = halving(thresholds(4), [-1, -1, 1, 1])
    >>> run, run.survivors
    (HalvingRun(1 mistake in 4 rounds, 5 concepts down to 1), array([5, 4, 3, 1, 1]))

    Parameters
    ----------
    survivors : numpy.ndarray of int64, shape (T + 1,)
        The number of concepts that were right in all earlier rounds; last, in all rounds.
    votes : numpy.ndarray of int64, shape (T,)
        In each round, the number of survivors for +1 minus the number for −1.
    answers : numpy.ndarray of int64, shape (T,)
        The learner's predictions, −1 or +1.
    mistakes : numpy.ndarray of bool, shape (T,)
        Whether each prediction was wrong.
    """

    survivors: Ints
    votes: Ints
    answers: Ints
    mistakes: Bools

    def __repr__(self) -> str:
        return f"HalvingRun({_summary(self.mistakes, self.survivors)})"

    @property
    def bound(self) -> int:
        """The most mistakes that the halving algorithm can make on a class of |C| concepts, ⌊log₂ |C|⌋."""
        return bounds.halving(int(self.survivors[0]))


def halving(predictions: ArrayLike, labels: ArrayLike, tie: Literal[-1, 1] = 1) -> HalvingRun:
    """Run the halving algorithm: predict the majority vote of the concepts that were never wrong.

    The algorithm::

        K = all concepts
        repeat for every example x:
            predict the label that most of K give x
            see the label, and drop from K all that gave another

    A mistake drops at least half of K, so |C| concepts allow at most ⌊log₂ |C|⌋ mistakes.

    >>> run = halving(thresholds(7), [-1, -1, 1, 1, 1, 1, 1])
    >>> run, run.survivors
    (HalvingRun(1 mistake in 7 rounds, 8 concepts down to 1), array([8, 7, 6, 1, 1, 1, 1, 1]))

    Parameters
    ----------
    predictions : array_like, shape (concepts, T)
        The prediction of each concept in each round, −1 or +1; `signs` converts 0 and 1.
    labels : array_like, shape (T,)
        The true labels; at least one concept must agree with all of them.
    tie : {-1, 1}
        The prediction when the votes are equal.

    Raises
    ------
    ValueError
        If a shape or a value is not as above, or no concept agrees with all labels. In the latter case the message
        names the round, from 1, in which the last concept is dropped.

    Notes
    -----
    N. Littlestone, "Learning quickly when irrelevant attributes abound", Machine Learning 2, 1988.
    """
    if tie not in (-1, 1):
        raise ValueError(f"tie must be -1 or 1, got {tie!r}")
    table, truth, before, survivors = _rounds(predictions, labels)
    votes = np.where(before, table, 0).sum(axis=0, dtype=np.int64)
    answers = np.where(votes, np.sign(votes), tie)
    return HalvingRun(frozen(survivors), frozen(votes), frozen(answers), frozen(answers != truth))


@dataclass(frozen=True, eq=False, repr=False)
class RandomizedRun:
    """One random run of `randomized_halving`, and the exact distribution of its mistakes.

    >>> run = randomized_halving(thresholds(4), [-1, -1, 1, 1])
    >>> run, run.expectation
    (RandomizedRun(1 mistake in 4 rounds, 5 concepts down to 1, 1.12 expected), Fraction(67, 60))

    Parameters
    ----------
    survivors : numpy.ndarray of int64, shape (T + 1,)
        As for `HalvingRun`; they depend on the labels only, not on the draws.
    chosen : numpy.ndarray of int64, shape (T,)
        The concept drawn in each round.
    mistakes : numpy.ndarray of bool, shape (T,)
        Whether each drawn concept was wrong.
    """

    survivors: Ints
    chosen: Ints
    mistakes: Bools

    def __repr__(self) -> str:
        return f"RandomizedRun({_summary(self.mistakes, self.survivors)}, {float(self.expectation):.3g} expected)"

    @property
    def eliminated(self) -> Ints:
        """For each round, the number of concepts that are wrong in it and in no earlier round, shape (T,)."""
        return -np.diff(self.survivors)

    @cached_property
    def chances(self) -> list[Fraction]:
        """The exact probability of a mistake in each of the T rounds, as a fraction.

        A round draws a concept at random from those that were right in all earlier rounds. The probability is the share
        of these concepts that are wrong in this round.
        """
        return list(map(Fraction, self.eliminated.tolist(), self.survivors[:-1].tolist()))

    @cached_property
    def expectation(self) -> Fraction:
        """The expected number of mistakes, the sum of `chances`."""
        return sum(self.chances, Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the number of mistakes, Σ p(1 − p), since the rounds are independent."""
        return sum((p * (1 - p) for p in self.chances), Fraction(0))

    @property
    def bound(self) -> float:
        """The bound on the expected number of mistakes, 1/(r + 1) + … + 1/|C|.

        |C| is the number of all concepts, r the number of those that were never wrong, at least 1. If r = |C|, the
        bound is 0.
        """
        return bounds.randomized_halving(int(self.survivors[0]), int(self.survivors[-1]))

    def draws(self, count: int, seed: int = 0) -> Ints:
        """Return the numbers of mistakes in `count` independent random runs, shape (count,), determined by the seed.

        Raises ValueError if the count is negative.

        >>> run = randomized_halving(singletons(8), [-1] * 7 + [1])
        >>> run.draws(10, seed=1)
        array([4, 0, 3, 2, 2, 1, 2, 1, 4, 1])
        """
        count = at_least("count", count, 0)
        rng, totals = np.random.default_rng(at_least("seed", seed, 0)), np.zeros(count, dtype=np.int64)
        for left, wrong in zip(self.survivors[:-1].tolist(), self.eliminated.tolist(), strict=True):
            if wrong:
                totals += rng.integers(left, size=count) < wrong
        return totals


def randomized_halving(predictions: ArrayLike, labels: ArrayLike, seed: int = 0) -> RandomizedRun:
    """Run the randomized vote: predict as a random concept that was never wrong, drawn anew in each round.

    A learner that keeps its concept until it errs makes mistakes with the same distribution: its concept is always
    equally likely to be any survivor. Arguments and errors are as for `halving`; the seed determines the draws.

    >>> run = randomized_halving(singletons(8), [-1] * 7 + [1], seed=3)
    >>> run
    RandomizedRun(2 mistakes in 8 rounds, 8 concepts down to 1, 1.72 expected)
    >>> run.expectation          # 1/8 + 1/7 + … + 1/2
    Fraction(481, 280)

    Notes
    -----
    W. Maass, "On-line learning with an oblivious environment and the power of randomization", COLT 1991.
    """
    table, truth, before, survivors = _rounds(predictions, labels)
    rng = np.random.default_rng(at_least("seed", seed, 0))
    chosen = np.array([rng.choice(np.flatnonzero(alive)) for alive in before.T], dtype=np.int64)
    wrong = table[chosen, np.arange(len(truth))] != truth
    return RandomizedRun(frozen(survivors), frozen(chosen), frozen(wrong))


def _summary(mistakes: Bools, survivors: Ints) -> str:
    """Return the text that both runs show: mistakes, rounds and concepts."""
    total, rounds = count_of(int(mistakes.sum()), "mistake"), count_of(len(mistakes), "round")
    return f"{total} in {rounds}, {count_of(int(survivors[0]), 'concept')} down to {survivors[-1]}"


def _rounds(predictions: ArrayLike, labels: ArrayLike) -> tuple[NDArray[np.generic], NDArray[np.generic], Bools, Ints]:
    """Return the checked table and labels, the concepts consistent before each round, and their numbers."""
    table, truth = _checked_table(predictions), np.asarray(labels)
    if truth.shape != table.shape[1:]:
        raise ValueError(f"labels must hold one for each of the {table.shape[1]} rounds, got shape {truth.shape}")
    _checked_signs("labels", truth)
    right = np.logical_and.accumulate(np.column_stack([np.ones(len(table), dtype=bool), table == truth]), axis=1)
    survivors = right.sum(axis=0, dtype=np.int64)
    if not survivors[-1]:
        raise ValueError(f"no concept agrees with the labels up to round {int(survivors.argmin())}")
    return table, truth, right[:, :-1], survivors


def _checked_table(predictions: ArrayLike) -> NDArray[np.generic]:
    table = np.asarray(predictions)
    if table.ndim != 2 or not len(table):
        raise ValueError(f"predictions must have shape (concepts, rounds), got {table.shape}")
    return _checked_signs("predictions", table)


def _checked_signs(name: str, values: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return the values after checking that each is −1 or +1."""
    if not np.isin(values, (-1, 1)).all():
        distinct = np.unique(values)
        hint = "; use signs for 0/1 values" if np.isin(distinct, (0, 1)).all() else ""
        raise ValueError(f"{name} must be -1 or +1, got {np.array2string(distinct, threshold=5)}{hint}")
    return values


def littlestone(predictions: ArrayLike) -> int:
    """Return the exact Littlestone dimension of a class: the fewest mistakes a deterministic learner can promise on it.

    It is the largest m for which an adversary can choose m points in a row, each after seeing the earlier answers, and
    call every answer wrong while some concept still agrees. It is at most ⌊log₂ |C|⌋.

    >>> littlestone(thresholds(7)), littlestone(singletons(8)), littlestone(all_functions(4))
    (3, 1, 4)

    Parameters
    ----------
    predictions : array_like, shape (concepts, points)
        The label that each concept gives each point, −1 or +1; at most 4,096 different concepts.

    Raises
    ------
    ValueError
        If a shape or a value is not as above, or the search has too many sets of concepts.

    Notes
    -----
    N. Littlestone, "Learning quickly when irrelevant attributes abound", Machine Learning 2, 1988.
    """
    table = np.unique(_checked_table(predictions), axis=0)
    if len(table) > _MOST_CONCEPTS:
        raise ValueError(f"predictions must hold at most {_MOST_CONCEPTS} different concepts, got {len(table)}")
    # A set of concepts is a whole number with one bit per concept; `above` holds, for each point, the set that says +1.
    above = {int.from_bytes(np.packbits(column == 1).tobytes()) for column in table.T}
    every = int.from_bytes(np.packbits(np.ones(len(table), dtype=bool)).tobytes())
    memo: dict[tuple[int, int], bool] = {}

    def forces(left: int, mistakes: int) -> bool:
        if left.bit_count() < 2**mistakes:
            return False
        if mistakes == 0:
            return True
        if (left, mistakes) not in memo:
            if len(memo) >= _MOST_SETS:
                raise ValueError(f"the adversary can leave more than {_MOST_SETS} sets of concepts, too many")
            parts = ((left & one, left & ~one) for one in above)
            memo[left, mistakes] = any(
                all(forces(part, mistakes - 1) for part in sorted(pair, key=int.bit_count)) for pair in parts
            )
        return memo[left, mistakes]

    most = 0
    while forces(every, most + 1):
        most += 1
    return most


def signs(values: ArrayLike) -> Ints:
    """Return −1 for 0 or False and +1 for 1 or True, in the shape of the values.

    Raises ValueError if a value is neither 0 nor 1.

    >>> signs([[0, 1], [1, 1]])
    array([[-1,  1],
           [ 1,  1]])
    """
    binary = np.asarray(values)
    if not np.isin(binary, (0, 1)).all():
        raise ValueError(f"values must be 0 or 1, got {np.array2string(np.unique(binary), threshold=5)}")
    return 2 * binary.astype(np.int64) - 1


def thresholds(n: int) -> Ints:
    """Return the class of thresholds on n points in a row, shape (n + 1, n).

    Concept k is −1 on the first k points and +1 on the others. Raises ValueError if n is less than 1.

    >>> thresholds(2)
    array([[ 1,  1],
           [-1,  1],
           [-1, -1]])
    """
    n = at_least("n", n, 1)
    return np.where(np.arange(n) >= np.arange(n + 1)[:, None], 1, -1)


def singletons(n: int) -> Ints:
    """Return the class of singletons, shape (n, n): each concept is +1 on exactly one of n points.

    Raises ValueError if n is less than 1.

    >>> singletons(2)
    array([[ 1, -1],
           [-1,  1]])
    """
    n = at_least("n", n, 1)
    return 2 * np.eye(n, dtype=np.int64) - 1


def all_functions(n: int) -> Ints:
    """Return the class of all functions on n points, shape (2ⁿ, n); ValueError unless 1 ≤ n ≤ 16.

    >>> all_functions(2)
    array([[-1, -1],
           [-1,  1],
           [ 1, -1],
           [ 1,  1]])
    """
    if not 1 <= n <= _MOST_POINTS:
        raise ValueError(f"n must be from 1 to {_MOST_POINTS}, got {n}")
    n = at_least("n", n, 1)
    return 2 * (np.arange(2**n)[:, None] >> np.arange(n)[::-1] & 1) - 1


def directions(count: int, points: ArrayLike) -> Ints:
    """Return the class of half-planes w·x ≥ 0 for equally spaced directions w, shape (count, n).

    Direction k has the angle 2π(k + ½)/count. Raises ValueError if the count is less than 1, or the points are not
    finite points of the plane, shape (n, 2).

    >>> directions(4, [[1, 0], [0, 1]])
    array([[ 1,  1],
           [-1,  1],
           [-1, -1],
           [ 1, -1]])
    """
    count = at_least("count", count, 1)
    X = np.asarray(points, dtype=np.float64)
    if X.ndim != 2 or X.shape[1] != 2:
        raise ValueError(f"points must have shape (n, 2), got {X.shape}")
    if not np.isfinite(X).all():
        raise ValueError(f"points must be finite, got {X[~np.isfinite(X)][0]}")
    angles = 2 * np.pi * (np.arange(count) + 0.5) / count
    return np.where(np.column_stack([np.cos(angles), np.sin(angles)]) @ X.T >= 0, 1, -1)
