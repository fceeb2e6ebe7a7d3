"""The order of the examples decides how many updates it takes: the fewest, the most, and one example alone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from operator import add, mul

import numpy as np
from numpy.typing import ArrayLike

from perceptron.checks import Number, positive
from perceptron.dataset import Dataset, required
from perceptron.learner import Start, Tie, tie_errs
from perceptron.real import whole

State = tuple[int, ...]


def fewest_and_most(
    data: Dataset,
    start: Start | None = None,
    rate: Number = 1.0,
    tie: Tie = "mistake",
    most_states: int = 100_000,
) -> tuple[int, int]:
    """Find the fewest and the most updates that any order takes, even one that looks at the weights.

    Every state the learner can be in is visited once, in whole numbers: any example in error may come next,
    and the run ends where there is none.

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
        What w·x = 0 is, as for `train`.
    most_states : int
        The search gives up when there are more.

    Raises
    ------
    ValueError
        If some order never ends, if there are too many states, or if an argument is not as above.

    Notes
    -----
    All that follows depends on the scores yᵢ w·xᵢ alone, so they are the state. Novikoff's bound holds for
    every order, hence no search of separable points is endless.
    """
    first, steps = _whole_scores(data, start, rate)
    bounds = tie_errs(tie, data.y).tolist()

    def successors(scores: State) -> Iterator[State]:
        return (
            tuple(map(add, scores, step))
            for score, bound, step in zip(scores, bounds, steps, strict=True)
            if score < bound
        )

    ends: dict[State, tuple[int, int] | None] = {first: None}
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
        else:
            counts = (
                min((low for low, _ in results), default=-1) + 1,
                max((high for _, high in results), default=-1) + 1,
            )
            ends[state] = counts
            path.pop()
            if not path:
                return counts
            path[-1][2].append(counts)


def _whole_scores(data: Dataset, start: Start | None, rate: Number) -> tuple[State, list[State]]:
    """Return all yᵢ w₀·xᵢ and, for each example, what an update on it adds to them, as multiples of one unit."""
    positive("rate", rate)
    w = [0] * required(data).dim if start is None else np.asarray(start).tolist()
    if np.shape(w) != (data.dim,):
        raise ValueError(f"start must hold {data.dim} weights, got shape {np.shape(w)}")
    # Decimal compares a NaN with nothing.
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
    """Return how many updates one example needs when it is presented alone until it is right.

    Each adds η‖x‖² to its score y w·x, so the count is that of the steps from y w₀·x to above 0: ⌊−y w₀·x / η‖x‖²⌋ + 1
    where a score of 0 is a mistake, ⌈−y w₀·x / η‖x‖²⌉ where it is not, and 0 where the example is right from the start.
    The start w₀, 0 unless given, and the rate η > 0 may be fractions; the tie is as for `train`.

    >>> single_example([-3, 1], +1, start=[3, 4])    # the score goes from −5 to 5
    1
    >>> single_example([-3, 1], -1, start=[3, 4])
    0

    Raises
    ------
    ValueError
        If x is the origin and in error, since no update moves its score, or an argument is not as above.
    """
    data = Dataset(np.asarray(x)[None], [y])
    (score,), ((step,),) = _whole_scores(data, start, rate)
    wrong_at_zero = bool(tie_errs(tie, data.y)[0])
    if score > 0 or (score == 0 and not wrong_at_zero):
        return 0
    if not step:
        raise ValueError("x is the origin: its score is 0, a mistake, and stays 0 whatever the updates")
    return -score // step + 1 if wrong_at_zero else -(score // step)
