"""The on-line perceptron."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import repeat, zip_longest
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron.checks import Number, at_least, exactly, positive
from perceptron.dataset import Dataset, Floats, Ints, frozen, norms, required
from perceptron.exact import Whole
from perceptron.real import Doubt, Origin, Sum, excess, lossless, of_fractions, scaled_start, vanishes, whole
from perceptron.run import Outcome, RecordT, Run, cut

Order = Literal["cyclic", "shuffled", "random", "hardest"]
Tie = Literal["mistake", "correct", -1, 1]
Start = ArrayLike | Sequence[Number]

_ZERO = np.array(0.0)
_FIRST, _LARGEST = 128, 8192  # points a block looks ahead at, at first and at most
_COPIED = 2**18  # coordinates at most that are copied, or multiplied with one another, for speed
_STEPS = 2**17  # numbers that are in memory at once, in the search for the first repeat


def train(
    data: Dataset,
    order: Order | Sequence[int] | Ints = "cyclic",
    start: Start | None = None,
    rate: Number = 1.0,
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
    >>> run.mistakes, run.w
    (array([0, 1, 1, 0, 1]), array([-3.,  1.]))

    Parameters
    ----------
    data : Dataset
        For a bias, `data.augmented()`.
    order : {"cyclic", "shuffled", "random", "hardest"} or sequence of int
        "cyclic" takes the points in turn; "shuffled" in a new permutation each pass; "random" in independent
        uniform draws, n at a time, and ends with the update that leaves no point in error; "hardest" takes
        the smallest y w·x, the first of equals, at the price of examining all n. A sequence of indices is
        presented once, and converges if no point errs at its end.
    start : array_like, shape (d,), optional
        w₀, 0 unless given.
    rate : float, Fraction or Decimal
        η > 0. From w₀ = 0 it scales the weights and changes no mistake. A float is that float; for a tenth say
        Fraction("0.1") or Decimal("0.1"). So with the numbers of the start, and with the scale of a bias.
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
        The run of real arithmetic on the numbers given: whether an example errs is never left to rounding, so
        no processor and no other library changes a run. A fixed order ("cyclic", "hardest") that comes back
        to the same weights at the same place is "cycling".

    Raises
    ------
    ValueError
        If an argument is not as above, or would take the weights out of the range of floats.

    Notes
    -----
    Floats guess y w·x; where the guess is within its rounding error, whole numbers decide, since floats are
    whole multiples of powers of two. A loop in floats, such as scikit-learn's, is another algorithm where ties
    occur: AND with a bias takes it 8 updates at rate 0.1, instead of 18.

    >>> from perceptron import gate
    >>> data = gate("and").augmented()
    >>> [train(data, start=[-1, -1, 0], rate=rate).updates for rate in (0.1, Fraction("0.1"))]
    [31, 38]

    F. Rosenblatt, "The perceptron", Psychological Review 65, 1958. With points separable by margin γ within
    radius R no order makes more than R²/γ² mistakes from w₀ = 0: see `bounds.novikoff`.
    """
    search = MistakeSearch(required(data), start, rate, tie)
    mistakes, checked, outcome, may_cycle = follow(search, order, seed, max_updates)
    run = Run(data, search.start, search.rate, mistakes, checked, outcome, capped=search.capped, given=search.given)
    run = first_cycle(run, search) if may_cycle else run
    return replace(run, capped=False) if run.cycle else run


@lru_cache(maxsize=1)
def _numbered(n: int) -> Ints:
    # One run after the other mostly sees as many points; to number a million takes a twentieth of a run.
    return frozen(np.arange(n))


class Search(ABC):
    """The state of a learner, and the search for the next example it errs on.

    An example errs when its score y w·x is negative, or zero and that is a mistake. Scores are computed in floats;
    one within `doubt` of zero is computed again in whole numbers.
    """

    state: Floats
    drift: float = 0.0  # the largest error of an entry of the state
    knows_scores = False  # whether the state is the scores of all examples
    _doubt, _limit = 0.0, _ZERO
    capped = False  # whether an example errs after the last update allowed

    def __init__(self, data: Dataset, tie: Tie) -> None:
        self.examples = _numbered(len(data))
        self.mistakes = array("q")
        self.examined = 0
        self._wrong_at_zero = tie_errs(tie, data.y)

    @property
    def doubt(self) -> float:
        """The largest error of a score in floats."""
        return self._doubt

    @doubt.setter
    def doubt(self, doubt: float) -> None:
        self._doubt = doubt
        # Comparing the scores with an array takes half the time of comparing them with a number.
        self._limit = np.array(doubt) if doubt else _ZERO

    @abstractmethod
    def update(self, i: int) -> None:
        """Learn from the mistake on example i."""

    @abstractmethod
    def operands(self, indices: Ints) -> Any:
        """Return the part of the data that `float_scores` needs for the examples."""

    @abstractmethod
    def float_scores(self, operands: Any, begin: int, end: int) -> Floats:
        """Return the scores of some of the operands' examples, in floats."""

    @abstractmethod
    def exact_scores(self, indices: Ints) -> Whole:
        """Return the scores of the examples in whole numbers of some unit."""

    @abstractmethod
    def steps(self, mistakes: Ints) -> Floats:
        """Return what each of the mistakes added to the state."""

    @abstractmethod
    def sum_to_zero(self, mistakes: Ints) -> bool:
        """Whether the updates on the mistakes sum to zero, and so leave the state as it was."""

    def errs(self) -> bool:
        """Whether any example is in error."""
        return self._next_mistake(self.operands(self.examples), self.examples, 0, len(self.examples)) < len(
            self.examples
        )

    def cyclic(self) -> Iterator[int]:
        """Yield the mistakes in the examples' own order, until a whole pass is without one.

        After each mistake the state may have changed.
        """
        n, at = len(self.examples), 0
        operands = self.operands(self.examples)
        while (place := self._around(operands, at)) is not None:
            self.examined += place + 1 - at if place >= at else place + 1 - at + n
            yield place
            at = place + 1
        self.examined = n * (-(-self.examined // n) + 1)

    def _around(self, operands: Any, at: int) -> int | None:
        """Return the first example from `at` on, and around, that errs; None if there is none."""
        if self.knows_scores:
            low = (self.state <= self._limit).tobytes()
            first = low.find(1, at)
            place = low.find(1) if first < 0 else first
            if place < 0:
                return None
            if self.state.item(place) < -self._doubt:
                return place
        n = len(self.examples)
        place = self._next_mistake(operands, self.examples, at, n)
        if place == n:
            place = self._next_mistake(operands, self.examples, 0, at)
            return None if place == at else place
        return place

    def scan(self, sequences: Iterator[Ints], passes: bool = True) -> Iterator[int]:
        """Yield the mistakes in one sequence of indices after the other; of passes, one without a mistake is the last.

        After each mistake the state may have changed.
        """
        before = 0
        for indices in sequences:
            operands, count, last = self.operands(indices), len(indices), 0
            while (at := self._next_mistake(operands, indices, last, count)) < count:
                last = at + 1
                self.examined = before + last
                yield indices.item(at)
            before += count
            self.examined = before
            if passes and not last:
                return

    def _next_mistake(self, operands: Any, indices: Ints, at: int, end: int) -> int:
        """Return the place of the first example from `at` on that errs, or the end."""
        doubt, limit, ahead = self._doubt, self._limit, _FIRST
        while at < end:
            stop = at + ahead if at + ahead < end else end
            scores = self.float_scores(operands, at, stop)
            low = scores <= limit
            first = low.tobytes().find(1)
            if first >= 0:
                # Where scores are exact, one that is not negative is zero here.
                if scores.item(first) < -doubt or (not doubt and self._wrong_at_zero[indices[at + first]]):
                    return at + first
                near = np.flatnonzero(low)
                sure = scores[near] < -doubt
                near = near[: sure.argmax() + 1] if sure.any() else near
                errs = self._errs(scores[near], indices[at + near])
                if errs.any():
                    return at + int(near[errs.argmax()])
            at, ahead = stop, 2 * ahead if ahead < _LARGEST else ahead
        return end

    def hardest(self) -> Iterator[int]:
        """Yield the example with the smallest y w·x, again and again, while it is a mistake."""
        operands, count = self.operands(self.examples), len(self.examples)
        while True:
            self.examined += count
            scores = self.float_scores(operands, 0, count)
            least = scores.min()
            if least > self.doubt:
                return
            near = np.flatnonzero(scores <= least + 2 * self.doubt)
            true = self.exact_scores(near) if self.doubt and (len(near) > 1 or least >= -self.doubt) else scores[near]
            errs = self._wrong(true, near)
            if not errs.any():
                return
            yield int(near[errs][true[errs].argmin()])

    def _errs(self, scores: Floats, indices: Ints) -> NDArray[np.bool_]:
        errs = self._wrong(scores, indices)
        if self.doubt:
            near = np.abs(scores) <= self.doubt
            errs[near] = self._wrong(self.exact_scores(indices[near]), indices[near])
        return errs

    def _wrong(self, scores: Floats | Whole, indices: Ints) -> NDArray[np.bool_]:
        return np.asarray((scores < 0) | ((scores == 0) & self._wrong_at_zero[indices]), dtype=np.bool_)


def follow(
    search: Search, order: Order | Sequence[int] | Ints, seed: int, max_updates: int
) -> tuple[Ints, Ints, Outcome, bool]:
    """Update on mistake after mistake, until none is left, a state repeats, or the updates are used up.

    The result is mistakes, checked and outcome, as a run has them, and whether a state may have repeated: the run
    is then cut after its first cycle.
    """
    at_least("max_updates", max_updates, 0)
    fixed = isinstance(order, str) and order in ("cyclic", "hardest")
    until_right = isinstance(order, str) and order == "random"
    # Eight bytes a number, where a list takes forty: a run of a million updates is no burden.
    mistakes, checked = search.mistakes, array("q")
    outcome: Outcome = "stopped"
    saved, saved_mistake, saved_at, save_at = search.state, -1, 0, 1 if fixed else 0
    for count, i in enumerate(_mistakes(search, order, seed), 1):
        if count > max_updates:
            search.capped = True
            break
        search.update(i)
        checked.append(search.examined)
        if until_right and not search.errs():
            outcome = "converged"
            break
        # Brent's search for a repeat compares with one state: that after 1, 2, 4, 8, ... updates. Mostly the mistake or
        # the first number tells.
        if (
            i == saved_mistake
            and abs(search.state.item(0) - saved.item(0)) <= 2 * search.drift
            and (np.abs(search.state - saved) <= 2 * search.drift).all()
            and search.sum_to_zero(np.array(mistakes[saved_at:]))
        ):
            break
        if count == save_at:
            saved, saved_mistake, saved_at, save_at = search.state, i, save_at, 2 * save_at
    else:
        outcome = "converged" if isinstance(order, str) or not search.errs() else "stopped"
    checked.append(search.examined)
    indices, examined = (frozen(np.array(numbers, dtype=np.int64)) for numbers in (mistakes, checked))
    return indices, examined, outcome, fixed and outcome == "stopped"


def _mistakes(search: Search, order: Order | Sequence[int] | Ints, seed: int) -> Iterator[int]:
    n = len(search.examples)
    seed = at_least("seed", seed, 0)
    if not isinstance(order, str):
        return search.scan(iter([checked_indices(order, n)]))
    match order:
        case "cyclic":
            return search.cyclic()
        case "shuffled":
            return search.scan(map(np.random.default_rng(seed).permutation, repeat(n)))
        case "random" if search.errs():
            rng = np.random.default_rng(seed)
            return search.scan((rng.integers(n, size=n) for _ in repeat(None)), passes=False)
        case "random":
            return iter(())
        case "hardest":
            return search.hardest()
    raise ValueError(f"order must be 'cyclic', 'shuffled', 'random', 'hardest' or a sequence of indices, got {order!r}")


def first_cycle(run: RecordT, search: Search) -> RecordT:
    """Cut the run after its first whole cycle, if its last state and place in the order occurred before."""
    count, n = len(run.mistakes), len(run.data)
    places = np.append(0, run.checked[:-1]) % n

    def returns(k: int, length: int) -> bool:
        return bool(places[k] == places[k + length]) and search.sum_to_zero(run.mistakes[k : k + length])

    later = np.zeros_like(search.state)
    stride = max(1, _STEPS // len(later))
    for stop in range(count, 0, -stride):
        begin = max(0, stop - stride)
        # The sums of the last update, of the last two, and so on.
        sums = np.add.accumulate(np.vstack([later, search.steps(run.mistakes[begin:stop][::-1])]))[1:]
        near = np.flatnonzero((np.abs(sums) <= 2 * search.drift).all(axis=1))
        length = next((count - k for k in (stop - 1 - near).tolist() if returns(k, count - k)), 0)
        if length:
            break
        later = sums[-1]
    else:
        return run
    # After one repeat every later state repeats, too.
    start = bisect_left(range(count - length), True, key=lambda k: returns(k, length))
    return cut(run, start, length)


def tie_errs(tie: Tie, labels: Ints) -> NDArray[np.bool_]:
    """Return for each label whether w·x = 0 is a mistake on it."""
    if tie not in ("mistake", "correct", -1, 1):
        raise ValueError(f"tie must be 'mistake', 'correct', -1 or 1, got {tie!r}")
    errs = np.empty(len(labels), dtype=np.bool_)
    errs[:] = tie == "mistake" if isinstance(tie, str) else labels != tie
    return errs


class MistakeSearch(Search):
    """The weights over the rate, and the points; of few points, their scores, to which an update adds their products.

    All are scaled by a power of two (which is exact) where products could leave the range of floats.
    """

    _learnt: Floats | None = None  # 1 for a coordinate whose weight is learnt, 0 for one whose weight stays

    def __init__(self, data: Dataset, start: Start | None, rate: Number, tie: Tie) -> None:
        super().__init__(data, tie)
        self._data = data
        self.start, self.rate, self.given = origin_of(data, start, rate)
        origin = self.given or Origin(self.start, self.rate)
        self._scale = excess(data.least, data.radius)
        self._radius = math.ldexp(data.radius, -self._scale)
        # Signed points save a product by the labels, but copying very many points costs more than that.
        few = data.X.size <= _COPIED
        self._points = data.signed if few else data.X
        self._labels = None if few else data.y.astype(np.float64)
        if self._scale:
            self._points = np.ldexp(self._points, -self._scale)
        self._start, exact = scaled_start(*origin, self._scale)
        self._added = self._points if self._learnt is None else self._points * self._learnt
        self.state, self.knows_scores = self._start, len(data) * data.X.size <= _COPIED
        if self.knows_scores:
            self._added, self.state = self._added.dot(self._points.T), self._points.dot(self._start)
        self._exact = exact and data.exact_lift is None and lossless(data.X, self._scale)
        self.limit_step(data.radius)
        self._origin = origin
        self._sum: Sum | None = None
        self._summed_mistakes = 0

    def limit_step(self, step: float) -> None:
        """Assume that no update adds more than the square of this step to ‖w/η‖²."""
        step = math.ldexp(step, -self._scale)
        self._doubts = Doubt(self._points, self._radius, self._start, self._exact, step)
        self._renew_doubt()

    def _renew_doubt(self) -> None:
        doubt, self._valid_until = self._doubts.ahead(len(self.mistakes))
        if self.knows_scores:
            # The roundings of the d terms of each product are added up, too.
            self.doubt = self.drift = self._data.dim * doubt
        else:
            self.doubt, self.drift = doubt, doubt / self._radius if doubt else 0.0

    def update(self, i: int) -> None:
        """Add the signed example."""
        z = self._added[i]
        self.state = self.state + z if self._labels is None or self._labels.item(i) > 0 else self.state - z
        self.mistakes.append(i)
        if len(self.mistakes) > self._valid_until:
            self._renew_doubt()

    def operands(self, indices: Ints) -> Any:
        """Return the points, and their labels if the points are not signed; the indices of few."""
        if self.knows_scores:
            return indices
        points, labels = self._points, self._labels
        if indices is not self.examples:
            points, labels = points.take(indices, axis=0), None if labels is None else labels[indices]
        return points, labels

    def float_scores(self, operands: Any, begin: int, end: int) -> Floats:
        """Return the scores in floats."""
        scores: Floats
        if self.knows_scores:
            scores = self.state[operands[begin:end]]
            return scores
        points, labels = operands
        scores = points[begin:end].dot(self.state)
        if labels is not None:
            scores *= labels[begin:end]
        return scores

    def exact_scores(self, indices: Ints) -> Whole:
        """Return the scores in whole numbers."""
        if self._sum is None:
            self._sum = Sum(*self._origin)
        if len(self.mistakes) > self._summed_mistakes:
            examples, counts = np.unique(self.mistakes[self._summed_mistakes :], return_counts=True)
            self._sum.add(whole(self.increments(examples), self._data.exact_lift), counts)
            self._summed_mistakes = len(self.mistakes)
        return self._sum.scores(whole(self._signed(indices), self._data.exact_lift))

    def steps(self, mistakes: Ints) -> Floats:
        """Return the increments of the mistakes, scaled as the state."""
        if self.knows_scores:
            return self._added[mistakes]
        return np.ldexp(self.increments(mistakes), -self._scale)

    def sum_to_zero(self, mistakes: Ints) -> bool:
        """Whether the increments of the mistakes sum to zero, in whole numbers."""
        examples, counts = np.unique(mistakes, return_counts=True)
        return vanishes(self.increments(examples), counts)

    def increments(self, indices: Ints) -> Floats:
        """Return what a mistake on each of the examples adds to w/η."""
        signed = self._signed(indices)
        return signed if self._learnt is None else signed * self._learnt

    def _signed(self, indices: Ints) -> Floats:
        signed: Floats = self._data.y[indices, None] * self._data.X[indices]
        return signed


def origin_of(data: Dataset, start: Start | None, rate: Number) -> tuple[Floats, float, Origin | None]:
    """Return w₀ and η as floats, and as they were given where one of them is none.

    Both are checked, so that the weights stay within the range of floats.
    """
    eta = positive("rate", rate)
    step = eta * data.radius
    if start is not None and any(isinstance(weight, (str, bytes)) for weight in np.asarray(start, dtype=object).flat):
        raise TypeError(f"start must hold numbers, got {start!r}")
    if data.radius and not (eta * data.least > 1e-300 and step < 1e300):
        raise ValueError(f"rate {rate} takes points of norm up to {data.radius:.3g} out of the range of floats")
    try:
        w: Floats = np.zeros(data.dim) if start is None else np.array(start, dtype=np.float64)
    except OverflowError:
        raise ValueError(f"start must be within the range of floats, got {start!r}") from None
    if start is not None:
        if w.shape != (data.dim,):
            raise ValueError(f"start must hold {data.dim} weights, got shape {w.shape}")
        if not np.isfinite(w).all():
            raise ValueError(f"start must be finite, got {w}")
        length = float(norms(w[None, :])[0])
        if data.radius and not length < min(1e300, 2.0**500 * step):
            raise ValueError(f"start has norm {length:.3g}, too large for steps of at most {step:.3g} to matter")
    floats = start is None or (isinstance(start, np.ndarray) and start.dtype.kind == "f")
    exact = [exactly(rate), *([] if floats else map(exactly, cast(Iterable[Number], start)))]
    if not any(exact):
        return frozen(w), eta, None
    exact_rate, *first = (fraction or Fraction(value) for fraction, value in zip_longest(exact, [eta, *w.tolist()]))
    return frozen(w), eta, Origin(of_fractions(first), exact_rate)


def checked_indices(order: Sequence[int] | Ints, n: int) -> Ints:
    """Return a sequence of indices as an array, after checking that each is that of one of n points."""
    indices = np.asarray(order)
    if indices.size == 0:
        return np.empty(0, dtype=np.int64)
    if indices.ndim != 1 or indices.dtype.kind not in "ui":
        raise ValueError(f"an order of one's own must be a sequence of whole numbers, got {order!r}")
    outside = (indices < 0) | (indices >= n)
    if outside.any():
        raise ValueError(f"the order must name points 0 to {n - 1}, got {indices[outside][0]}")
    return indices.astype(np.int64)
