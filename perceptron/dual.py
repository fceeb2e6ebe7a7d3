"""The perceptron in its dual form: it counts its mistakes, and a kernel takes the place of the scalar product."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron.dataset import Dataset, Floats, Ints, frozen
from perceptron.kernels import Kernel, expanded, gram_of, linear
from perceptron.learner import Order, Tie, follow, tie_errs
from perceptron.run import Cycle, Outcome, Record, cut


@dataclass(frozen=True, eq=False, repr=False)
class DualRun(Record):
    """What `train_dual` did: which example each update was made on, and how the run ended.

    >>> from perceptron import gate, polynomial, train_dual
    >>> run = train_dual(gate("xor"), polynomial(2))
    >>> run
    DualRun(converged after 21 updates in 8 passes)
    >>> run.alpha
    array([7, 5, 5, 4])

    Parameters
    ----------
    data : Dataset
        The points the learner saw.
    kernel : callable
        K(A, B).
    gram : numpy.ndarray, shape (n, n)
        K(xᵢ, xⱼ).
    mistakes : numpy.ndarray of int64, shape (M,)
        The example behind each update, in order.
    checked : numpy.ndarray of int64, shape (M + 1,)
        How many examples had been examined up to and including each update's own and, in the last place, when
        the run ended.
    outcome : {"converged", "cycling", "stopped"}
        Whether no example was in error any more, the scores of all points and the place in the order repeated
        exactly, or the updates or the presented examples were used up with an example still in error.
    cycle : Cycle or None
        Where the repeat starts and how long it is; the run is then the transient and one whole turn.
    """

    data: Dataset
    kernel: Kernel
    gram: Floats
    mistakes: Ints
    checked: Ints
    outcome: Outcome
    cycle: Cycle | None = None

    @cached_property
    def alphas(self) -> Ints:
        """The counts α before the first update and after each, shape (M + 1, n)."""
        rows = np.zeros((len(self.mistakes) + 1, len(self.data)), dtype=np.int64)
        rows[np.arange(1, len(rows)), self.mistakes] = 1
        return frozen(rows.cumsum(axis=0))

    def decision(self, points: ArrayLike, update: int | None = None) -> Floats:
        """Return f(x) = Σ αⱼ yⱼ K(xⱼ, x) at any points; its sign is the prediction.

        >>> from perceptron import gate, polynomial, train_dual
        >>> run = train_dual(gate("xor"), polynomial(2))
        >>> run.decision([[0, 0], [0, 1], [0.5, 0.5]])
        array([-1. ,  2. , -0.5])

        Parameters
        ----------
        points : array_like, shape (m, d)
            Where to ask.
        update : int, optional
            After how many updates, 0 to M; the last unless given.

        Returns
        -------
        numpy.ndarray, shape (m,)
            One value for each point.

        Raises
        ------
        ValueError
            If the points do not fit the data, or the run has no such update.
        """
        last = len(self.mistakes)
        if update is not None and not 0 <= update <= last:
            raise ValueError(f"update must be between 0 and {last}, got {update}")
        counts = np.bincount(self.mistakes[:update], minlength=len(self.data))
        return expanded(self.kernel, points, self.data, counts.astype(np.float64))


def train_dual(
    data: Dataset,
    kernel: Kernel = linear,
    order: Order | Sequence[int] | Ints = "cyclic",
    tie: Tie = "mistake",
    seed: int = 0,
    max_updates: int = 10_000,
) -> DualRun:
    """Train a kernel perceptron: a perceptron in the kernel's feature space, seen through scalar products alone.

    The algorithm::

        α = 0
        repeat:
            take the next example (xᵢ, yᵢ) in the order;  f(x) = Σ αⱼ yⱼ K(xⱼ, x)
            if yᵢ f(xᵢ) ≤ 0, a mistake:  αᵢ ← αᵢ + 1
        until a whole pass makes no mistake

    >>> from perceptron import biased, gate, rbf, train_dual
    >>> train_dual(gate("xor"), rbf(0.5))
    DualRun(converged after 4 updates in 2 passes)
    >>> train_dual(gate("xor"), biased(linear))
    DualRun(cycling after 4 updates in 1 pass, the last 4 a cycle)

    Parameters
    ----------
    data : Dataset
        The points, at most 1,000.
    kernel : callable
        K(A, B) of two arrays of points, one a row, giving shape (len(A), len(B)): `linear`, `polynomial`,
        `rbf`, or one's own. For a bias, `biased(kernel)`.
    order, tie, seed, max_updates
        As for `train`. With the linear kernel the mistakes are those of `train` from w = 0, rounding aside.

    Returns
    -------
    DualRun
        A fixed order ("cyclic", "hardest") that comes back to the same scores at the same place is "cycling".

    Raises
    ------
    TypeError
        If the kernel is not callable or gives something other than numbers.
    ValueError
        If another argument is not as above, or the kernel is not symmetric or not finite.

    Notes
    -----
    M. A. Aizerman, E. M. Braverman and L. I. Rozonoer, "Theoretical foundations of the potential function
    method in pattern recognition learning", Automation and Remote Control 25, 1964. Novikoff's bound holds
    in the feature space: max K(x, x)/γ², with the margin that `separate_dual` finds.
    """
    gram = gram_of(data, kernel)
    mistakes, checked, outcome, turned = follow(_Scores(data, gram, tie), order, seed, max_updates)
    run = DualRun(data, kernel, frozen(gram), mistakes, checked, outcome)
    return _first_turn(run) if turned else run


class _Scores:
    """The scores f(xᵢ) of all points, and the search for the next example they err on.

    An example errs when yᵢ f(xᵢ) < barᵢ; bar is 0 or, where a tie is a mistake, just above.
    """

    def __init__(self, data: Dataset, gram: Floats, tie: Tie) -> None:
        self.bar = np.where(tie_errs(tie, data.y), np.finfo(np.float64).smallest_subnormal, 0.0)
        self.y, self.gram = data.y, gram
        self.state: Floats = np.zeros(len(gram))
        self.every = np.arange(len(gram))
        self.examined = 0

    def update(self, i: int) -> None:
        self.state = self.state + self.y[i] * self.gram[i]

    def errs(self) -> bool:
        return bool(self._wrong().any())

    def _wrong(self) -> NDArray[np.bool_]:
        return self.y * self.state < self.bar

    def scan(self, turns: Iterator[Ints], passes: bool = True) -> Iterator[int]:
        """Yield the mistakes turn by turn; where turns are whole passes, a clean one is the last."""
        before = 0
        for turn in turns:
            at = 0
            while (ahead := self._wrong()[turn[at:]]).any():
                at += int(ahead.argmax()) + 1
                self.examined = before + at
                yield int(turn[at - 1])
            before += len(turn)
            self.examined = before
            if at == 0 and passes:
                return

    def hardest(self) -> Iterator[int]:
        """Yield the example with the smallest y f(x), again and again, while it is a mistake."""
        while True:
            self.examined += len(self.y)
            wrong = self._wrong()
            if not wrong.any():
                return
            yield int(np.where(wrong, self.y * self.state, np.inf).argmin())


def _first_turn(run: DualRun) -> DualRun:
    """Cut the run after its first whole turn, if its last state, scores and place, occurred before."""
    (last,) = deque(_states(run), maxlen=1)
    met = [k for k, state in enumerate(_states(run)) if _same(state, last)]
    if len(met) < 2:
        return run
    length = met[-1] - met[-2]
    later = islice(_states(run), length, None)
    start = next(k for k, pair in enumerate(zip(_states(run), later, strict=False)) if _same(*pair))
    return cut(run, start, length)


def _states(run: DualRun) -> Iterator[tuple[int, Floats]]:
    """Yield the place in the order and the scores, before the first update and after each."""
    scores: Floats = np.zeros(len(run.data))
    yield 0, scores
    for i, examined in zip(run.mistakes.tolist(), run.checked.tolist(), strict=False):
        scores = scores + run.data.y[i] * run.gram[i]
        yield examined % len(run.data), scores


def _same(state: tuple[int, Floats], other: tuple[int, Floats]) -> bool:
    return state[0] == other[0] and np.array_equal(state[1], other[1])
