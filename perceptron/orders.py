"""How the order of the examples changes the number of updates: fewest, most, orders with both, one example alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from operator import add, mul
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perceptron.checks import Number, positive
from perceptron.dataset import Dataset, required
from perceptron.learner import Start, Tie, tie_errs
from perceptron.real import Rows, fractions, whole

State = tuple[int, ...]
Ends = dict[State, tuple[int, int] | None]
"""The fewest and the most further updates from each state, None while they are being searched."""


class Extremes(NamedTuple):
    """Two orders of updates after which no example is in error, each as the indices of the examples.

    >>> from perceptron import Dataset
    >>> extreme_orders(Dataset([[2, 0], [0, 2], [1, 1]], [1, 1, 1]))
    Extremes(shortest=(2,), longest=(0, 1))
    """

    shortest: tuple[int, ...]
    longest: tuple[int, ...]


def fewest_and_most(
    data: Dataset,
    start: Start | None = None,
    rate: Number = 1.0,
    tie: Tie = "mistake",
    most_states: int = 100_000,
) -> tuple[int, int]:
    """Return the fewest and the most updates over all orders, even orders that look at the weights.

    The search visits every state that the learner can reach once, in whole numbers: any example in error may come next,
    and a run ends when there is none.

    >>> from perceptron import gate, train
    >>> data = gate("and").augmented()
    >>> fewest_and_most(data), len(train(data).mistakes)
    ((13, 22), 18)

    Parameters
    ----------
    data : Dataset
        A few points.
    start : array_like, shape (d,), optional
        w₀, 0 unless given.
    rate : float, Fraction or Decimal
        η > 0, as for `train`.
    tie : {"mistake", "correct", 1, -1}
        The rule for w·x = 0, as for `train`.
    most_states : int
        The search gives up beyond this number of states.

    Raises
    ------
    ValueError
        If some order never ends, if there are too many states, or if an argument is not as above.

    Notes
    -----
    A run depends only on the scores yᵢ w·xᵢ, so they are the state. Novikoff's bound holds for every order, so on
    separable points the search ends.
    """
    search = _Search(data, start, rate, tie)
    counts = search.ends(most_states)[search.first]
    assert counts is not None  # the search has ended
    return counts


def extreme_orders(
    data: Dataset,
    start: Start | Rows | None = None,
    rate: Number = 1.0,
    tie: Tie = "mistake",
    most_states: int = 100_000,
) -> Extremes:
    """Return an order with the fewest updates and one with the most, each as the indices of the examples.

    Of equally good examples the first is taken. If no example is in error at the start, both orders are (). Arguments
    and errors are those of `fewest_and_most`; the start may also be exact, as `real.Rows`.

    >>> from perceptron import gate, train
    >>> data = gate("and").augmented()
    >>> extremes = extreme_orders(data)
    >>> extremes.shortest
    (0, 3, 0, 1, 3, 1, 2, 3, 2, 3, 1, 3, 2)
    >>> [train(data, order=order).outcome for order in extremes], len(extremes.longest)
    (['converged', 'converged'], 22)

    Notes
    -----
    Both are sequences for `train`, which makes an update at each of their examples and is then right on all. A. B. J.
    Novikoff's theorem (1962) allows R²/γ² updates in any order, even one chosen by somebody who sees the weights.
    """
    search = _Search(data, start, rate, tie)
    ends = search.ends(most_states)
    return Extremes(search.follow(ends, min, 0), search.follow(ends, max, 1))


class _Search:
    """The states that a learner can reach: tuples of n whole numbers, the scores yᵢ w·xᵢ in multiples of one unit."""

    def __init__(self, data: Dataset, start: Start | Rows | None, rate: Number, tie: Tie) -> None:
        self.first, self.steps = _whole_scores(data, start, rate)
        self.bounds: list[int] = tie_errs(tie, data.y).tolist()

    def successors(self, scores: State) -> Iterator[State]:
        """Yield the states that follow a state, one for an update on each example in error, in the examples' order."""
        return (
            tuple(map(add, scores, step))
            for score, bound, step in zip(scores, self.bounds, self.steps, strict=True)
            if score < bound
        )

    def ends(self, most_states: int) -> Ends:
        """Return for each state that can be reached the fewest and the most updates until no example is in error.

        A state is the scores of all examples. If none is in error, both numbers are 0. The search is depth-first.

        Raises ValueError if some order never ends, or if there are more than `most_states` states.
        """
        first, successors = self.first, self.successors
        ends: Ends = {first: None}
        path: list[tuple[State, Iterator[State], list[tuple[int, int]]]] = [(first, successors(first), [])]
        while True:
            state, rest, results = path[-1]
            for after in rest:
                if after not in ends:
                    if len(ends) >= most_states:
                        raise ValueError(f"there are more than {most_states} states, too many to visit them all")
                    ends[after] = None
                    path.append((after, successors(after), []))
                    break
                end = ends[after]
                if end is None:
                    raise ValueError("some order never ends: it comes back to weights that it had before")
                results.append(end)
            # All successors are known: one more update than the best and than the worst of them, or none.
            else:
                counts = (
                    min((low for low, _ in results), default=-1) + 1,
                    max((high for _, high in results), default=-1) + 1,
                )
                ends[state] = counts
                path.pop()
                if not path:
                    return ends
                path[-1][2].append(counts)

    def follow(self, ends: Ends, choose: Callable[[list[int]], int], which: int) -> tuple[int, ...]:
        """Return the index of each update's example on a way from the first state until no example is in error.

        `ends` holds the fewest and the most further updates for each state; `which` is 0 if the fewest count, 1 if the
        most do. The way goes on to the state with the least number if `choose` is min, with the largest if it is max;
        of equal ones, to the first. If no example is in error at the start, the result is ().
        """
        state = self.first
        order: list[int] = []
        while True:
            wrong = [i for i, (score, bound) in enumerate(zip(state, self.bounds, strict=True)) if score < bound]
            if not wrong:
                return tuple(order)
            after = [*self.successors(state)]
            counts = [(ends[each] or (0, 0))[which] for each in after]
            place = counts.index(choose(counts))
            order.append(wrong[place])
            state = after[place]


def _whole_scores(data: Dataset, start: Start | Rows | None, rate: Number) -> tuple[State, list[State]]:
    """Return the scores yᵢ w₀·xᵢ, and what an update on each example adds to them, in multiples of one unit."""
    positive("rate", rate)
    if isinstance(start, Rows):
        start = fractions(start)
    w = [0] * required(data).dim if start is None else np.asarray(start).tolist()
    if np.shape(w) != (data.dim,):
        raise ValueError(f"start must hold {data.dim} weights, got shape {np.shape(w)}")
    # Comparing a Decimal NaN raises an exception.
    if not all(weight.is_finite() if isinstance(weight, Decimal) else -math.inf < weight < math.inf for weight in w):
        raise ValueError(f"start must be finite, got {w}")
    signed = whole(data.signed, data.exact_lift)
    unit = Fraction(2) ** signed.exponent / signed.denominator
    rows = [[number * unit for number in row] for row in signed.numbers.tolist()]
    before = [Fraction(weight) / Fraction(rate) for weight in w]
    denominator = math.lcm(*(number.denominator for row in [before, *rows] for number in row))
    numbers = [[int(number * denominator) for number in row] for row in [before, *rows]]
    table = [[sum(map(mul, row, other)) for other in numbers[1:]] for row in numbers]
    common = math.gcd(*(score for scores in table for score in scores)) or 1
    first, *steps = (tuple(score // common for score in scores) for scores in table)
    return first, steps


def single_example(x: ArrayLike, y: int, start: Start | None = None, rate: Number = 1.0, tie: Tie = "mistake") -> int:
    """Return the number of updates on a single example, presented until it is right.

    Each update adds η‖x‖² to the score y w·x. So from a start in error there are ⌊−y w₀·x / η‖x‖²⌋ + 1 updates if a
    score of 0 is a mistake, and ⌈−y w₀·x / η‖x‖²⌉ if not. x has shape (d,), y is −1 or +1; start w₀, rate η > 0 and tie
    are as for `train`. Raises ValueError if x is the origin and in error, since no update changes its score, or an
    argument is not as above.

    >>> single_example([-3, 1], +1, start=[3, 4])    # the score goes from −5 to 5
    1
    >>> single_example([-3, 1], -1, start=[3, 4])
    0
    """
    data = Dataset(np.asarray(x)[None], [y])
    (score,), ((step,),) = _whole_scores(data, start, rate)
    wrong_at_zero = bool(tie_errs(tie, data.y)[0])
    if score > 0 or (score == 0 and not wrong_at_zero):
        return 0
    if not step:
        raise ValueError("x is the origin: its score is 0, a mistake, and stays 0 whatever the updates")
    return -score // step + 1 if wrong_at_zero else -(score // step)
