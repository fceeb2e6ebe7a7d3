"""The on-line perceptron: `train`, and the exact search for the next mistake."""

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
from typing import Any, Literal, cast, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron.checks import Number, at_least, exactly, positive
from perceptron.dataset import Dataset, Floats, Ints, frozen, norms, required
from perceptron.exact import Whole
from perceptron.real import (
    ErrorBound,
    ExactSum,
    Origin,
    lossless,
    of_fractions,
    scale_exponent,
    scaled_start,
    sums_to_zero,
    whole,
)
from perceptron.run import Outcome, RecordT, Run, cut

Order = Literal["cyclic", "shuffled", "random", "restarting", "hardest"]
Tie = Literal["mistake", "correct", -1, 1]
Start = ArrayLike | Sequence[Number]

FIXED: tuple[Order, ...] = ("cyclic", "restarting", "hardest")
"""The orders without chance, in which a run repeats itself once its weights and its place in the order repeat."""

_ZERO = np.array(0.0)
_FIRST, _LARGEST = 128, 8192  # the sizes of the first and the largest block of scores computed ahead
_COPIED = 2**18  # up to this many numbers, signed points or products of points are stored for speed
_STEPS = 2**17  # numbers held in memory by the search for the first repeat


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
    order : {"cyclic", "shuffled", "random", "restarting", "hardest"} or sequence of int
        "cyclic" takes the points in turn. "shuffled" takes them in a new permutation each pass. "random" draws them
        independently and uniformly, n at a time, and ends with the update that leaves no point in error. "restarting"
        begins again at the first point after each update, so it always takes the first point in error. "hardest" takes
        the smallest y w·x, the first of equals, and examines all n points for it. A sequence of indices is presented
        once; the run is "converged" if no point is in error afterwards, otherwise "stopped".
    start : array_like, shape (d,), optional
        w₀, 0 unless given.
    rate : float, Fraction or Decimal
        η > 0. From w₀ = 0 it scales the weights and changes no mistake. A float means its binary value; a tenth is
        Fraction("0.1") or Decimal("0.1"). The same holds for the numbers of the start and for the scale of a bias.
    tie : {"mistake", "correct", 1, -1}
        The rule for w·x = 0: always a mistake, never a mistake, or the prediction of that label. With "correct" the
        start w = 0 is right on every point.
    seed : int
        The seed of the "shuffled" and "random" orders.
    max_updates : int
        The run is "stopped" when one more update would exceed this number.

    Returns
    -------
    Run
        The run in real arithmetic on the numbers given. Rounding never decides whether an example is in error, so
        the run is the same on every processor. An order without chance ("cyclic", "restarting", "hardest") that
        returns to the same weights at the same place is "cycling".

    Raises
    ------
    TypeError
        If the data are not a Dataset, the start holds texts, or another number is no number, such as a text.
    ValueError
        If an argument is otherwise not as above, or would take the weights out of the range of floats.

    Notes
    -----
    Floats compute y w·x; if the result is within the rounding error of 0, whole numbers decide. A loop in floats, such
    as scikit-learn's, makes other runs where ties occur: on AND with a bias at rate 0.1 it makes 8 updates, not 18.

    >>> from perceptron import gate
    >>> data = gate("and").augmented()
    >>> [train(data, start=[-1, -1, 0], rate=rate).updates for rate in (0.1, Fraction("0.1"))]
    [31, 38]

    F. Rosenblatt, "The perceptron", Psychological Review 65, 1958. On points within radius R that are separable with
    margin γ, no order makes more than R²/γ² mistakes from w₀ = 0: see `bounds.novikoff`.
    """
    search = MistakeSearch(required(data), start, rate, tie)
    mistakes, checked, outcome, may_cycle = follow(search, order, seed, max_updates)
    run = Run(data, search.start, search.rate, mistakes, checked, outcome, capped=search.capped, given=search.given)
    run = first_cycle(run, search) if may_cycle else run
    return replace(run, capped=False) if run.cycle else run


@lru_cache(maxsize=1)
def _numbered(n: int) -> Ints:
    # Consecutive runs mostly have equally many points, and numbering a million points takes a twentieth of a run.
    return frozen(np.arange(n))


class Search(ABC):
    """A learner's state, and the search for the next example in error.

    An example is in error if its score y w·x is negative, or is 0 and the tie rule calls that a mistake. Scores are
    computed in floats; a score within `doubt` of 0 is computed again in whole numbers.
    """

    state: Floats  # the weights over the rate, or the scores of all examples
    drift: float = 0.0  # a bound on the error of each entry of the state
    knows_scores = False  # whether the state holds the scores of all examples
    _doubt, _limit = 0.0, _ZERO
    capped = False  # whether an example was in error after the last allowed update
    restarts = False  # whether every search begins at the first example, so that the state alone decides the next

    def __init__(self, data: Dataset, tie: Tie) -> None:
        self.examples = _numbered(len(data))
        self.mistakes = array("q")
        self.examined = 0
        self._wrong_at_zero = tie_errs(tie, data.y)

    @property
    def doubt(self) -> float:
        """The most by which a score from `float_scores` can now differ from the exact score; 0 if floats are exact."""
        return self._doubt

    @doubt.setter
    def doubt(self, doubt: float) -> None:
        self._doubt = doubt
        # Comparing scores with a 0-d array takes half the time of comparing them with a float.
        self._limit = np.array(doubt) if doubt else _ZERO

    @abstractmethod
    def update(self, i: int) -> None:
        """Change the state as a mistake on example `i` demands, and append `i` to the mistakes.

        Whether `i` is in error is not checked.
        """

    @abstractmethod
    def operands(self, indices: Ints) -> Any:
        """Return the argument `operands` of `float_scores` for the examples with these indices, in their order."""

    @abstractmethod
    def float_scores(self, operands: Any, begin: int, end: int) -> Floats:
        """Return scores y w·x in floats, shape (end − begin,).

        `operands` is a value that the method `operands` returned for a list of examples. The scores are those of the
        examples at the places `begin` to `end` − 1 of that list. All may be divided by one positive number.
        """

    @abstractmethod
    def exact_scores(self, indices: Ints) -> Whole:
        """Return the exact scores y w·x of the examples with these indices, as whole multiples of one positive unit."""

    @abstractmethod
    def steps(self, mistakes: Ints) -> Floats:
        """Return the vector that each update adds to the state, one row per update.

        `mistakes` has the index of each update's example. The state is the weights over the rate, or the scores of all
        examples over the rate, so the vectors do not depend on the rate. A learner may scale the state by a power of
        two, and then scales the vectors likewise.
        """

    @abstractmethod
    def sum_to_zero(self, mistakes: Ints) -> bool:
        """Return whether updates on the examples with these indices, repeats included, sum to exactly zero."""

    def errs(self) -> bool:
        """Return whether any example is in error at the present state; the tie rule decides on a score of 0."""
        n = len(self.examples)
        return self._next_mistake(self.operands(self.examples), self.examples, 0, n) < n

    def cyclic(self) -> Iterator[int]:
        """Yield the index of the next example in error, in the data's order, until a whole pass has none.

        The caller must call `update` with each index before it asks for the next.
        """
        n, at = len(self.examples), 0
        operands = self.operands(self.examples)
        while (place := self._around(operands, at)) is not None:
            self.examined += place + 1 - at if place >= at else place + 1 - at + n
            yield place
            at = place + 1
        self.examined = n * (-(-self.examined // n) + 1)

    def _around(self, operands: Any, at: int) -> int | None:
        """Return the next example in error, from `at` to the last and then from the first; None if there is none."""
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
        """Present the examples of one sequence of indices after another, and yield the index of each that is in error.

        The caller must call `update` with each index before it asks for the next. The search ends with the last
        sequence. If `passes` is true, each sequence is a pass, and the first pass without a mistake ends the search.
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
        """Return the place, from `at` to before `end`, of the first example in error; `end` if there is none."""
        doubt, limit, ahead = self._doubt, self._limit, _FIRST
        while at < end:
            stop = at + ahead if at + ahead < end else end
            scores = self.float_scores(operands, at, stop)
            low = scores <= limit
            first = low.tobytes().find(1)
            if first >= 0:
                # If scores are exact, a score found here that is not negative is 0.
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

    def restarting(self) -> Iterator[int]:
        """Yield the index of the first example in error until none is left.

        The caller must call `update` with each index before it asks for the next.
        """
        self.restarts = True
        operands = self.operands(self.examples)
        while (place := self._around(operands, 0)) is not None:
            self.examined += place + 1
            yield place
        self.examined += len(self.examples)

    def hardest(self) -> Iterator[int]:
        """Yield the index of the example in error with the smallest y w·x, the first of equals, until none is in error.

        The caller must call `update` with each index before it asks for the next.
        """
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
    """Make the updates of a run, and return its mistakes, checked and outcome, as in `Run`, and whether it may cycle.

    Order and seed are as for `train`. The run ends when no example is in error, when `max_updates` were made, or at the
    end of a sequence of indices. If the order has no chance ("cyclic", "restarting", "hardest"), it also ends soon
    after a state repeats. Such a run may cycle if it is "stopped": the caller must then call `first_cycle`, which looks
    for the cycle. Any other run may not. Raises errors as `train` does.
    """
    at_least("max_updates", max_updates, 0)
    fixed = isinstance(order, str) and order in FIXED
    until_right = isinstance(order, str) and order == "random"
    # An array takes eight bytes per number, a list forty.
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
        # Brent's cycle search compares with one saved state, that after 1, 2, 4, 8, … updates. Comparing the mistakes
        # and the first numbers usually suffices.
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
    """Return the search's iterator over mistakes for an order."""
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
        case "restarting":
            return search.restarting()
        case "hardest":
            return search.hardest()
    raise ValueError(f"order must be {', '.join(map(repr, get_args(Order)))} or a sequence of indices, got {order!r}")


def first_cycle(run: RecordT, search: Search) -> RecordT:
    """Return the run cut after its first cycle, with the outcome "cycling"; the run itself if it has no cycle.

    A cycle is the updates between two equal states with the same next point in the order. It is found if the run's last
    state occurred before. `search` is the search that made the run.
    """
    count, n = len(run.mistakes), len(run.data)
    places = np.append(0, run.checked[:-1]) % (1 if search.restarts else n)

    def returns(k: int, length: int) -> bool:
        return bool(places[k] == places[k + length]) and search.sum_to_zero(run.mistakes[k : k + length])

    # 1. The cycle's length: the fewest last updates that sum to zero and end at the place where they begin.
    later = np.zeros_like(search.state)
    stride = max(1, _STEPS // len(later))
    for stop in range(count, 0, -stride):
        begin = max(0, stop - stride)
        # The sums of the last 1, 2, … updates, one per row.
        sums = np.add.accumulate(np.vstack([later, search.steps(run.mistakes[begin:stop][::-1])]))[1:]
        near = np.flatnonzero((np.abs(sums) <= 2 * search.drift).all(axis=1))
        length = next((count - k for k in (stop - 1 - near).tolist() if returns(k, count - k)), 0)
        if length:
            break
        later = sums[-1]
    else:
        return run
    # 2. The cycle's start: once a state repeats, every later state repeats, so bisection finds the first.
    start = bisect_left(range(count - length), True, key=lambda k: returns(k, length))
    return cut(run, start, length)


def tie_errs(tie: Tie, labels: Ints) -> NDArray[np.bool_]:
    """Return for each label whether w·x = 0 is a mistake under the tie rule, shape (n,).

    Raises ValueError if the rule is unknown.
    """
    if tie not in ("mistake", "correct", -1, 1):
        raise ValueError(f"tie must be 'mistake', 'correct', -1 or 1, got {tie!r}")
    errs = np.empty(len(labels), dtype=np.bool_)
    errs[:] = tie == "mistake" if isinstance(tie, str) else labels != tie
    return errs


class MistakeSearch(Search):
    """The search of the perceptron, whose state is w/η, shape (d,).

    For few points the state is all scores, shape (n,), and an update adds the products of its point with all points.
    If products could leave the range of floats, everything is scaled by a power of two, which is exact.
    """

    _learnt: Floats | None = None  # shape (d,): 1 for a weight that updates change, 0 for a fixed weight

    def __init__(self, data: Dataset, start: Start | None, rate: Number, tie: Tie) -> None:
        super().__init__(data, tie)
        self._data = data
        self.start, self.rate, self.given = origin_of(data, start, rate)
        origin = self.given or Origin(self.start, self.rate)
        self._scale = scale_exponent(data.least, data.radius)
        self._radius = math.ldexp(data.radius, -self._scale)
        # Signed points save the multiplication by the labels, but copying very many points costs more.
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
        self._sum: ExactSum | None = None
        self._summed_mistakes = 0

    def limit_step(self, step: float) -> None:
        """Make `doubt` hold for updates that each add at most `step`² to ‖w/η‖².

        Before this call it holds for updates that each add at most R², with the data's radius R.
        """
        step = math.ldexp(step, -self._scale)
        self._doubts = ErrorBound(self._points, self._radius, self._start, self._exact, step)
        self._renew_doubt()

    def _renew_doubt(self) -> None:
        doubt, self._valid_until = self._doubts.ahead(len(self.mistakes))
        if self.knows_scores:
            # Each stored product has the roundings of its d terms.
            self.doubt = self.drift = self._data.dim * doubt
        else:
            self.doubt, self.drift = doubt, doubt / self._radius if doubt else 0.0

    def update(self, i: int) -> None:
        """Add the signed example y x of index `i` to the state, which is w/η, and append `i` to the mistakes.

        If the state is the scores of all examples, add the products of y x with all signed examples instead.
        """
        z = self._added[i]
        self.state = self.state + z if self._labels is None or self._labels.item(i) > 0 else self.state - z
        self.mistakes.append(i)
        if len(self.mistakes) > self._valid_until:
            self._renew_doubt()

    def operands(self, indices: Ints) -> Any:
        """Return the points with these indices and their labels, for `float_scores`.

        If the stored points are multiplied by their labels already, None stands for the labels. If the state is the
        scores of all examples, return the indices alone.
        """
        if self.knows_scores:
            return indices
        points, labels = self._points, self._labels
        if indices is not self.examples:
            points, labels = points.take(indices, axis=0), None if labels is None else labels[indices]
        return points, labels

    def float_scores(self, operands: Any, begin: int, end: int) -> Floats:
        """Return scores y w·x in floats, divided by η and by a power of two; shape (end − begin,).

        `operands` is a value that the method `operands` returned for a list of examples. The scores are those of the
        examples at the places `begin` to `end` − 1 of that list.
        """
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
        """Return the exact scores y w·x of the examples with these indices, as whole multiples of one positive unit."""
        if self._sum is None:
            self._sum = ExactSum(*self._origin)
        if len(self.mistakes) > self._summed_mistakes:
            examples, counts = np.unique(self.mistakes[self._summed_mistakes :], return_counts=True)
            self._sum.add(whole(self.increments(examples), self._data.exact_lift), counts)
            self._summed_mistakes = len(self.mistakes)
        return self._sum.scores(whole(self._signed(indices), self._data.exact_lift))

    def steps(self, mistakes: Ints) -> Floats:
        """Return the vector that each update adds to the state, one row per update.

        `mistakes` has the index of each update's example. The vector is y x, divided by the same power of two as the
        state; a row has d numbers. If the state is the scores of all examples, the vector is the products of that y x
        with all signed examples; a row has n numbers.
        """
        if self.knows_scores:
            return self._added[mistakes]
        return np.ldexp(self.increments(mistakes), -self._scale)

    def sum_to_zero(self, mistakes: Ints) -> bool:
        """Return whether updates on the examples with these indices, repeats included, sum to exactly zero."""
        examples, counts = np.unique(mistakes, return_counts=True)
        return sums_to_zero(self.increments(examples), counts)

    def increments(self, indices: Ints) -> Floats:
        """Return for m indices the vector that an update on each example adds to w/η, shape (m, d).

        It is y x, with 0 for a weight that never changes.
        """
        signed = self._signed(indices)
        return signed if self._learnt is None else signed * self._learnt

    def _signed(self, indices: Ints) -> Floats:
        signed: Floats = self._data.y[indices, None] * self._data.X[indices]
        return signed


def origin_of(data: Dataset, start: Start | None, rate: Number) -> tuple[Floats, float, Origin | None]:
    """Return w₀ as floats, η as a float, and an `Origin` that holds both exactly.

    If both floats are exact, None stands in place of the `Origin`. If `start` is None, w₀ is 0. Raises TypeError if the
    start holds texts or the rate is not a number. Raises ValueError if the start does not fit the data, is not finite,
    or is so large that updates would be lost in it; if the rate is not finite and positive; or if weights could leave
    the range of floats.
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
    """Return an order's indices as an array; raise ValueError unless each is an integer from 0 to `n` − 1.

    A float such as 1.0 is refused, too. An empty order gives an empty array.
    """
    indices = np.asarray(order)
    if indices.size == 0:
        return np.empty(0, dtype=np.int64)
    if indices.ndim != 1 or indices.dtype.kind not in "ui":
        raise ValueError(f"order must be a name or a sequence of whole numbers, got {order!r}")
    outside = (indices < 0) | (indices >= n)
    if outside.any():
        raise ValueError(f"the order must name points 0 to {n - 1}, got {indices[outside][0]}")
    return indices.astype(np.int64)
