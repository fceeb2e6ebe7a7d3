"""The on-line perceptron."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron.dataset import Dataset, Floats, Ints, frozen, norms
from perceptron.run import Outcome, Run, cut, replay

Order = Literal["cyclic", "shuffled", "random", "hardest"]
Tie = Literal["mistake", "correct", -1, 1]

_EPS = float(np.finfo(np.float64).eps)
_FIRST, _LARGEST = 256, 8192  # points a block looks ahead at, at first and at most
_STRIDE = 4096  # updates from one remembered state to the next, in the search for the first repeat


def train(
    data: Dataset,
    order: Order | Sequence[int] | Ints = "cyclic",
    start: ArrayLike | None = None,
    rate: float = 1.0,
    tie: Tie = "mistake",
    seed: int = 0,
    max_updates: int = 10_000,
) -> Run:
    """Train a perceptron and record every mistake.

    The algorithm::

        w = start, or 0
        repeat:
            take the next example (x, y) in the order
            if y w·x ≤ 0, a mistake:  w ← w + rate y x
        until a whole pass makes no mistake

    >>> from perceptron import Dataset, train
    >>> run = train(Dataset([[0, 2], [1, 1]], [1, -1]))
    >>> run
    Run(converged after 5 updates in 4 passes)
    >>> run.mistakes
    array([0, 1, 1, 0, 1])
    >>> run.weights[-1]
    array([-3.,  1.])

    Parameters
    ----------
    data : Dataset
        The points. For a bias, `data.augmented()`.
    order : {"cyclic", "shuffled", "random", "hardest"} or sequence of int
        "cyclic" takes the points in turn; "shuffled" in a new permutation each pass; "random" in independent
        uniform draws, n at a time, and ends with the update that leaves no point in error; "hardest" takes
        the smallest y w·x, the first of equals, at the price of examining all n. A sequence of indices is
        presented once, and converges if no point errs at its end.
    start : array_like, shape (d,), optional
        w₀, 0 unless given.
    rate : float
        η > 0. From w₀ = 0 it scales the weights and changes no mistake, rounding aside.
    tie : {"mistake", "correct", 1, -1}
        What w·x = 0 is: a mistake always, never, or the prediction of that label. With "correct" the start
        w = 0 already satisfies every point.
    seed : int
        Of the "shuffled" and "random" orders.
    max_updates : int
        When one more mistake is found after so many updates, the run is "stopped".

    Returns
    -------
    Run
        The same mistakes and weights as the loop over scalar products `w @ X[i]`, to the last bit. A fixed
        order ("cyclic", "hardest") that comes back to the same weights at the same place is "cycling".

    Raises
    ------
    ValueError
        If an argument is not as above, or would take the weights out of the range of floats.

    Notes
    -----
    F. Rosenblatt, "The perceptron", Psychological Review 65, 1958. With points separable by margin γ within
    radius R no order makes more than R²/γ² mistakes from w₀ = 0: see `bounds.novikoff`.
    """
    look = _Lookout(data, checked_start(data, start, rate), rate, tie)
    mistakes, checked, outcome, turned = follow(look, order, seed, max_updates)
    run = Run(data, look.start, float(rate), mistakes, checked, outcome)
    return _first_turn(run) if turned else run


class Search(Protocol):
    """What a learner has come to, and the search for the next example it errs on; `every` is all of them in turn."""

    every: Ints
    state: Floats
    examined: int

    def update(self, i: int) -> None:
        """Learn from the mistake on example i."""

    def errs(self) -> bool:
        """Whether any example is in error."""

    def scan(self, turns: Iterator[Ints], passes: bool = True) -> Iterator[int]:
        """Yield the mistakes turn by turn; where turns are whole passes, a clean one is the last.

        After each mistake the state may have changed.
        """

    def hardest(self) -> Iterator[int]:
        """Yield the example with the smallest y w·x, again and again, while it is a mistake."""


def follow(
    search: Search, order: Order | Sequence[int] | Ints, seed: int, max_updates: int
) -> tuple[Ints, Ints, Outcome, bool]:
    """Learn from mistake after mistake, until none is left, a state comes back, or the updates are used up.

    Returns
    -------
    mistakes, checked, outcome, turned
        As a run has them, and whether it was a state that came back: the run is then cut after its first turn.
    """
    if max_updates < 0:
        raise ValueError(f"max_updates must not be negative, got {max_updates}")
    fixed = isinstance(order, str) and order in ("cyclic", "hardest")
    until_right = isinstance(order, str) and order == "random"
    # Eight bytes a number, where a list takes forty: a run of a million updates is no burden.
    mistakes, checked = array("q"), array("q")
    outcome: Outcome = "stopped"
    saved, save_at = (search.state, 0), 1
    for i in _mistakes(search, order, seed):
        if len(mistakes) == max_updates:
            break
        search.update(i)
        mistakes.append(i)
        checked.append(search.examined)
        if until_right and not search.errs():
            outcome = "converged"
            break
        if fixed:
            # Brent's search for a repeat keeps one state: that after 0, 1, 2, 4, 8, ... updates.
            place = search.examined % len(search.every)
            if place == saved[1] and (search.state == saved[0]).all():
                break
            if len(mistakes) == save_at:
                saved, save_at = (search.state, place), 2 * save_at
    else:
        outcome = "converged" if isinstance(order, str) or not search.errs() else "stopped"
    checked.append(search.examined)
    made, seen = (frozen(np.array(numbers, dtype=np.int64)) for numbers in (mistakes, checked))
    return made, seen, outcome, fixed and outcome == "stopped"


def _mistakes(search: Search, order: Order | Sequence[int] | Ints, seed: int) -> Iterator[int]:
    n, rng = len(search.every), np.random.default_rng(seed)
    if not isinstance(order, str):
        return search.scan(iter([checked_indices(order, n)]))
    match order:
        case "cyclic":
            return search.scan(repeat(search.every))
        case "shuffled":
            return search.scan(rng.permutation(n) for _ in repeat(None))
        case "random" if search.errs():
            return search.scan((rng.integers(n, size=n) for _ in repeat(None)), passes=False)
        case "random":
            return iter(())
        case "hardest":
            return search.hardest()
    raise ValueError(f"order must be 'cyclic', 'shuffled', 'random', 'hardest' or a sequence of indices, got {order!r}")


def tie_errs(tie: Tie, labels: Ints) -> NDArray[np.bool_]:
    """Return for each label whether w·x = 0 is a mistake on it."""
    if tie not in ("mistake", "correct", -1, 1):
        raise ValueError(f"tie must be 'mistake', 'correct', -1 or 1, got {tie!r}")
    return np.full(len(labels), tie == "mistake") if isinstance(tie, str) else labels != tie


class _Lookout:
    """The weights, and the search ahead for the next example they err on.

    It works on points scaled by powers of two (which is exact) where products could leave the range of floats.
    An example errs when yᵢ w·xᵢ < barᵢ; bar is 0 or, where a tie is a mistake, just above.
    """

    def __init__(self, data: Dataset, start: Floats, rate: float, tie: Tie) -> None:
        above = float(np.finfo(np.float64).smallest_subnormal)
        point_scale, rate_scale = excess(data.least, data.radius), excess(rate, rate)
        self.start = start
        self.X = np.ldexp(data.X, -point_scale) if point_scale else data.X
        self.y = data.y.astype(np.float64)
        self.state: Floats = np.ldexp(start, -point_scale - rate_scale)
        self.rate = math.ldexp(rate, -rate_scale)
        self.bar = np.where(tie_errs(tie, data.y), above, 0.0)
        self.every = np.arange(len(self.X))
        self.examined = 0
        self._stride = self.rate * math.ldexp(data.radius, -point_scale)
        # Two ways to sum a scalar product of d terms differ by less than this part of ‖w‖ ‖x‖.
        self._doubt = 2 * (data.dim + 2) * _EPS * math.ldexp(data.radius, -point_scale)
        self._reach = float(norms(self.state[None, :])[0])

    def update(self, i: int) -> None:
        self.state = self.state + (self.rate * self.y.item(i)) * self.X[i]
        self._reach += self._stride

    def errs(self) -> bool:
        """Whether any example is in error."""
        return self._next(self.X, self.y, self.bar, 0) < len(self.X)

    def scan(self, turns: Iterator[Ints], passes: bool = True) -> Iterator[int]:
        """Yield the mistakes turn by turn; where turns are whole passes, a clean one is the last."""
        before, last = 0, 0
        previous: Ints | None = None
        for indices in turns:
            rows, labels, bar = self.X, self.y, self.bar
            if indices is not self.every:
                rows, labels, bar = rows[indices], labels[indices], bar[indices]
            # When the pass before had the same order, what came after its last mistake is known to be right.
            unsure = last if indices is previous else len(rows)
            at = self._next(rows[:unsure], labels, bar, 0)
            clean = at == unsure
            while at < len(rows) and not clean:
                last = at + 1
                self.examined = before + last
                yield int(indices[at])
                at = self._next(rows, labels, bar, last)
            before += len(rows)
            self.examined = before
            if clean and passes:
                return
            previous = indices

    def _next(self, rows: Floats, labels: Floats, bar: Floats, at: int) -> int:
        """Return the first row from `at` on that errs, or the number of rows."""
        w, doubt, ahead = self.state, self._doubt * self._reach + 1e-300, _FIRST
        while at < len(rows):
            block = rows[at : at + ahead]
            end = at + len(block)
            scores = block.dot(w)
            scores *= labels[at:end]
            first = int((scores <= doubt).argmax())
            score = scores.item(first)
            if score <= doubt:
                if score >= -doubt:
                    # vecdot sums each row as the scalar w @ x does; the faster matrix product may not.
                    errs = labels[at:end] * np.vecdot(block, w) < bar[at:end]
                    first = int(errs.argmax())
                    if not errs[first]:
                        first = -1
                if first >= 0:
                    return at + first
            at = end
            ahead = min(2 * ahead, _LARGEST)
        return len(rows)

    def hardest(self) -> Iterator[int]:
        """Yield the example with the smallest y w·x, again and again, while it is a mistake."""
        while True:
            self.examined += len(self.X)
            scores = self.y * self.X.dot(self.state)
            doubt = self._doubt * self._reach + 1e-300
            near = np.flatnonzero(scores <= scores.min() + 2 * doubt)
            exact = self.y[near] * np.vecdot(self.X[near], self.state)
            errs = exact < self.bar[near]
            if not errs.any():
                return
            yield int(near[np.where(errs, exact, np.inf).argmin()])


def _first_turn(run: Run) -> Run:
    """Cut the run after its first whole turn, if its last state, weights and place, occurred before."""
    count = len(run.mistakes)
    places = np.append(0, run.checked[:-1]) % len(run.data)
    # One state in so many is kept, and those after it are replayed: all of them might not fit.
    marks = [run.start]
    for begin in range(0, count, _STRIDE):
        marks.append(replay(run, marks[-1], begin, begin + _STRIDE)[-1].copy())

    def weights(begin: int, end: int) -> Floats:
        mark = begin // _STRIDE
        return replay(run, marks[mark], mark * _STRIDE, end)[begin - mark * _STRIDE :]

    def returns(k: int) -> bool:
        return places[k] == places[k + length] and np.array_equal(weights(k, k), weights(k + length, k + length))

    last = weights(count, count)
    for begin in reversed(range(0, count, _STRIDE)):
        end = min(begin + _STRIDE, count)
        same = (places[begin:end] == places[-1]) & (weights(begin, end - 1) == last).all(axis=1)
        if same.any():
            length = count - begin - int(np.flatnonzero(same)[-1])
            break
    else:
        return run
    # What has come back once goes on as it did: from the first such state on, all return.
    start = bisect_left(range(count - length), True, key=returns)
    return cut(run, start, length)


def excess(least: float, largest: float) -> int:
    """Return the exponent to scale by: 0 where no product can leave the range of floats."""
    return 0 if largest < 2.0**100 and least > 2.0**-100 else math.frexp(largest)[1]


def checked_start(data: Dataset, start: ArrayLike | None, rate: float) -> Floats:
    """Return w₀ as floats, once it and the rate are known to keep the weights within the range of floats."""
    if not 0 < rate < math.inf:
        raise ValueError(f"rate must be finite and positive, got {rate}")
    step = rate * data.radius
    if data.radius and not (rate * data.least > 1e-300 and step < 1e300):
        raise ValueError(f"rate {rate} takes points of norm up to {data.radius:.3g} out of the range of floats")
    if start is None:
        return frozen(np.zeros(data.dim))
    w: Floats = np.array(start, dtype=np.float64)
    if w.shape != (data.dim,):
        raise ValueError(f"start must hold {data.dim} weights, got shape {w.shape}")
    if not np.isfinite(w).all():
        raise ValueError(f"start must be finite, got {w}")
    length = float(norms(w[None, :])[0])
    if data.radius and not length < min(1e300, 2.0**500 * step):
        raise ValueError(f"start has norm {length:.3g}, too large for steps of at most {step:.3g} to matter")
    return frozen(w)


def checked_indices(order: Sequence[int] | Ints, n: int) -> Ints:
    """Return an order of one's own as indices, once each is known to name one of n points."""
    indices = np.asarray(order)
    if indices.size == 0:
        return np.empty(0, dtype=np.int64)
    if indices.ndim != 1 or indices.dtype.kind not in "ui":
        raise ValueError(f"an order of one's own must be a sequence of whole numbers, got {order!r}")
    outside = (indices < 0) | (indices >= n)
    if outside.any():
        raise ValueError(f"the order must name points 0 to {n - 1}, got {indices[outside][0]}")
    return indices.astype(np.int64)
