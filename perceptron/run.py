"""A run of the perceptron: its list of mistakes, and all that can be computed from it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron import bounds, drawing
from perceptron.checks import count_of
from perceptron.dataset import Dataset, Floats, Ints, frozen, norms
from perceptron.real import EPS, Origin, Path, fractions, whole
from perceptron.separation import Separation, Separator

if TYPE_CHECKING:
    import pandas as pd

Outcome = Literal["converged", "cycling", "stopped"]


class Cycle(NamedTuple):
    """An exact repeat: after `start` + `length` updates the learner is in the same state as after `start` updates.

    >>> from perceptron import gate, train
    >>> train(gate("xor").augmented()).cycle
    Cycle(start=0, length=4)
    """

    start: int
    length: int


class Record:
    """The attributes that `Run` and `DualRun` share: the list of mistakes, and counts that follow from it."""

    data: Dataset
    mistakes: Ints
    checked: Ints
    outcome: Outcome
    cycle: Cycle | None
    capped: bool

    def __repr__(self) -> str:
        updates = count_of(len(self.mistakes), "update")
        passes = count_of(self.passes, "pass", "passes")
        cycle = f", the last {self.cycle.length} a cycle" if self.cycle else ""
        return f"{type(self).__name__}({self.outcome} after {updates} in {passes}{cycle})"

    @property
    def updates(self) -> int:
        """The number of updates, M."""
        return len(self.mistakes)

    @property
    def used_up(self) -> bool:
        """Whether a sequence of indices was presented to its end, with an example still in error."""
        return self.outcome == "stopped" and not self.capped

    @cached_property
    def alpha(self) -> Ints:
        """αᵢ, the number of mistakes on each point, shape (n,): w = w₀ + η Σ αᵢ yᵢ xᵢ, or f(x) = Σ αᵢ yᵢ K(xᵢ, x)."""
        return frozen(np.bincount(self.mistakes, minlength=len(self.data)).astype(np.int64))

    @property
    def cycle_counts(self) -> Ints | None:
        """cᵢ, the number of updates on each point from one state of the run to the next equal one, shape (n,).

        None if the run met no state twice, that is, if the outcome is not "cycling".

        Σ cᵢ yᵢ xᵢ = 0: the run itself has found a proof, in whole numbers, that nothing separates the points.

        >>> from perceptron import Dataset, train
        >>> data = Dataset([[-1], [0], [1]], [1, -1, 1]).augmented()
        >>> counts = train(data).cycle_counts
        >>> counts, counts @ data.signed
        (array([1, 2, 1]), array([0., 0.]))

        Notes
        -----
        A cycle adds η Σ cᵢ yᵢ xᵢ to the weights and ends where it began. If some w had yᵢ w·xᵢ > 0 for all points, the
        sum's product with w would be positive. By P. Gordan's theorem (1873) such c ≥ 0, not all 0, exist whenever
        nothing separates the points; by the cycling theorem (H. D. Block and S. A. Levin, Proceedings of the AMS 26,
        1970) the weights stay bounded, so if all coordinates are fractions, every such run in a fixed order ends in a
        cycle.
        """
        if self.cycle is None:
            return None
        start, length = self.cycle
        return np.bincount(self.mistakes[start : start + length], minlength=len(self.data)).astype(np.int64)

    @property
    def passes(self) -> int:
        """The number of passes begun, including the last one without a mistake; n examined examples are a pass."""
        return -(-int(self.checked[-1]) // len(self.data))

    @cached_property
    def pass_of(self) -> Ints:
        """The pass, from 1, in which each update was made, shape (M,); n examined examples are a pass."""
        return frozen((self.checked[:-1] - 1) // len(self.data) + 1)


@dataclass(frozen=True, eq=False, repr=False)
class Run(Record):
    """The result of `train`: the example of each update, and how the run ended.

    >>> from perceptron import gate, train
    >>> run = train(gate("and").augmented())
    >>> run, run.w
    (Run(converged after 18 updates in 9 passes), array([ 3.,  2., -4.]))

    Parameters
    ----------
    start, rate
        w₀, shape (d,), and η.
    mistakes : numpy.ndarray of int64, shape (M,)
        The example of each update, in order: the run in its dual form.
    checked : numpy.ndarray of int64, shape (M + 1,)
        The number of examples examined up to and including the example of each update; last, until the end.
    outcome : {"converged", "cycling", "stopped"}
        "converged": no example is in error. "cycling": weights and place in the order repeated exactly. "stopped":
        `max_updates` was reached, or all presented examples were used, with an example still in error.
    cycle : Cycle or None
        The start and the length of the repeat; the run then ends after one whole cycle.
    capped : bool
        Whether the last example examined is a mistake for which `max_updates` allowed no update.
    given : Origin or None
        The exact w₀ and η, if one of them was a Fraction or Decimal that no float can hold.
    """

    data: Dataset
    start: Floats
    rate: float
    mistakes: Ints
    checked: Ints
    outcome: Outcome
    cycle: Cycle | None = None
    capped: bool = False
    given: Origin | None = None

    @cached_property
    def weights(self) -> Floats:
        """The weights before the first update and after each, shape (M + 1, d).

        From w₀ = 0 the error of each number is at most two units in its last place, and 0 if the points lie on a coarse
        grid and the rate is a power of two. From another start the error is at most two units in the last place of w₀
        or of w − w₀, whichever is larger. If no float can hold the start, the rate or the lift (the data's constant
        coordinate), the weights are computed exactly, and each number is then rounded once.
        """
        return frozen(self.path.weights)

    @property
    def w(self) -> Floats:
        """The weights after the last update, shape (d,)."""
        last: Floats = self.weights[-1]
        return last

    def _repr_html_(self) -> str:
        heads = ["update", "example", "label", *[f"w{j + 1}" for j in range(self.data.dim)]]
        labels = self.data.y[self.mistakes]
        updates = zip(self.mistakes, labels, self.weights[1:], strict=True)
        rows = ([k, example, label, *w] for k, (example, label, w) in enumerate(updates, 1))
        picture = drawing.picture(self.data.X, self.data.y, self.w, self.data.lift)
        return drawing.document(repr(self), picture, drawing.table(heads, rows, len(self.mistakes)))

    def predict(self, X: ArrayLike) -> Ints:
        """Return the label that the last weights give each point, the exact sign of w·x: −1, +1 or 0, shape (m,).

        The points, shape (m, d), may lack the constant coordinate of data with a bias. Raises ValueError if the points
        are not finite or not in d dimensions.

        >>> from perceptron import gate, train
        >>> train(gate("and").augmented()).predict([[1, 1], [0, 1], [1.5, -0.25]])
        array([ 1, -1,  0])
        """
        return self.path.sides(self.updates, self.data.lifted(X))

    @cached_property
    def path(self) -> Path:
        """The weights as a `Path`, which computes scores on points with exact signs."""
        return Path(self.data, self.mistakes, np.ones_like(self.mistakes), *self.origin)

    @property
    def origin(self) -> Origin:
        """w₀ and η as they were given, as floats or, if one of them fits no float, both as exact fractions.

        Then w₀ is a `Rows`: whole numbers times a power of two, over a common denominator.
        """
        return self.given or Origin(self.start, self.rate)

    @cached_property
    def activations(self) -> Floats:
        """w·x of each update's example before the update, shape (M,); rounded, but never to 0 unless it is 0.

        >>> from perceptron import gate, train
        >>> train(gate("and").augmented()).activations[:5]
        array([ 0., -1.,  0.,  0., -1.])
        """
        scores = self.path.unscaled(self.path.scores_before)
        return frozen(self.data.y[self.mistakes] * scores + 0.0)  # turns −0 into 0

    @cached_property
    def rises(self) -> Floats:
        """How much each update raised ‖w‖², 2η y w·x + η²‖x‖², shape (M,); never rounded to 0 unless it is 0.

        >>> from perceptron import gate, train
        >>> train(gate("and").augmented()).rises[:5]
        array([1., 1., 1., 2., 1.])
        """
        return frozen(self.path.rises())

    @cached_property
    def bounded(self) -> NDArray[np.bool_]:
        """Whether w has a boundary, before the first update and after each, shape (M + 1,).

        The boundary is where w·x = 0. There is none if all weights but that of the bias are exactly 0: then all points
        have the same w·x.

        >>> from perceptron import gate, train
        >>> train(gate("xor").augmented()).bounded
        array([False, False,  True,  True, False])
        """
        return frozen(~self.path.are_zero(self.data.dim - (self.data.lift is not None)))

    @cached_property
    def moved(self) -> NDArray[np.bool_]:
        """Whether each update moved, made or removed the boundary, exactly, shape (M,).

        The boundary stays if w and x are multiples of each other.

        >>> from perceptron import Dataset, train
        >>> train(Dataset([[3, 4]], [1]), start=[-6, -8]).moved
        array([False,  True,  True])
        """
        before, after = self.bounded[:-1], self.bounded[1:]
        return frozen((before != after) | (before & ~self.path.parallel()))

    def bound(self, separator: Separator) -> int:
        """Return the largest number of updates that Novikoff's theorem allows for this run's data, start and rate.

        From w₀ = 0 it is R²/γ² rounded down, at any rate; from another start that bound is wrong, and it is
        `bounds.from_start` rounded down. Raises TypeError if `separator` is not a Separator: inseparable data have no
        bound; ValueError if it is the separator of other data.

        >>> from perceptron import Dataset, separate, train
        >>> data = Dataset([[1, 0], [0, 1]], [1, 1])
        >>> run = train(data, start=[-5, -5])
        >>> len(run.mistakes), run.bound(separate(data)), separate(data).bound
        (12, 22, 2)
        """
        check_separator(self.data, separator)
        if not self.start.any():
            return separator.bound
        return separator.allowed_from(*self.origin)

    def table(self, separator: Separation | None = None) -> pd.DataFrame:
        """Return a table with one row per update: the quantities of the proof and their bounds.

        The columns are update (from 1), example (its index, from 0), label, activation (w·x before the update) and,
        after the update, alignment (w·u), alignment_bound (a lower bound), norm_squared, norm_squared_bound (an upper
        bound), cosine and cosine_bound (a lower bound). The bounds are for this run's start and rate. u and γ are the
        direction and the margin of the `separator`; columns that need them are NaN if it is None or a verdict other
        than a Separator. The cosine is NaN if w = 0.

        >>> from perceptron import Dataset, separate, train
        >>> data = Dataset([[1, 0], [0, 1]], [1, 1])
        >>> train(data).table(separate(data))[["update", "example", "alignment", "norm_squared_bound"]]
           update  example  alignment  norm_squared_bound
        0       1        0   0.707107                 1.0
        1       2        1   1.414214                 2.0
        """
        import pandas as pd

        return pd.DataFrame(self.quantities(separator))

    def quantities(self, separator: Separation | None = None) -> dict[str, NDArray[Any]]:
        """Return the columns of `table` as arrays of shape (M,), by their names.

        >>> from perceptron import Dataset, separate, train
        >>> data = Dataset([[1, 0], [0, 1]], [1, 1])
        >>> train(data).quantities(separate(data))["norm_squared"]
        array([1., 2.])
        """
        weights = self.weights[1:]
        start_norm = float(norms(self.start[None, :])[0])
        k = np.arange(1, len(self.mistakes) + 1)
        alignment = alignment_bound = cosine = cosine_bound = np.full(len(k), np.nan)
        if isinstance(separator, Separator):
            radius, margin, w = separator.radius, separator.margin, separator.w
            aligned = float(self.start @ w)
            alignment = aligned_with(w, weights)
            cosine = _cosines(alignment, weights)
            alignment_bound = bounds.alignment_floor(k, margin, self.rate, aligned)
            cosine_bound = bounds.cosine_floor(k, radius, margin, self.rate, aligned, start_norm)
        with np.errstate(over="ignore", under="ignore"):
            norm_squared = np.vecdot(weights, weights)  # the squares of lengths would be rounded
        return {
            "update": k,
            "example": self.mistakes,
            "label": self.data.y[self.mistakes],
            "activation": self.activations,
            "alignment": alignment,
            "alignment_bound": alignment_bound,
            "norm_squared": norm_squared,
            "norm_squared_bound": self._ceiling(k, start_norm),
            "cosine": cosine,
            "cosine_bound": cosine_bound,
        }

    def cosines(self, separator: Separator) -> Floats:
        """Return the cosine of the angle between w and w* after each update, shape (M,); NaN where w is 0.

        w* is the unit vector of the `separator`. That it separates the data of this run is not checked.

        >>> from perceptron import Dataset, separate, train
        >>> data = Dataset([[1, 0], [0, 1]], [1, 1])
        >>> train(data).cosines(separate(data))
        array([0.70710678, 1.        ])
        """
        weights = self.weights[1:]
        return _cosines(aligned_with(separator.w, weights), weights)

    def _ceiling(self, k: Ints, start_norm: float) -> Floats:
        """Return `bounds.norm_squared_ceiling` from the exact R² and η, so that whole numbers are whole."""
        ceiling = bounds.norm_squared_ceiling(k, self.data.radius, self.rate, start_norm)
        if not (np.isfinite(ceiling).all() and ceiling.min(initial=1.0) > 1e-300):
            return ceiling
        step = Fraction(self.origin.rate) ** 2 * self.data.radius_squared
        start = sum((weight**2 for weight in fractions(whole(self.origin.start))), Fraction())
        if all(float(value) == value for value in (step, start)):
            return float(start) + k.astype(np.float64) * float(step)
        return np.array([float(start + each * step) for each in k.tolist()])


def _cosines(alignment: Floats, weights: Floats) -> Floats:
    """Return w·u/‖w‖ from w·u, shape (k,), and the weights, shape (k, d); NaN where w is 0."""
    lengths = norms(weights)
    cosines: Floats = np.divide(alignment, lengths, out=np.full(len(lengths), np.nan), where=lengths > 0)
    return cosines


def aligned_with(u: Floats, weights: Floats) -> Floats:
    """Return w·u, shape (k,), for each row w of the weights, shape (k, d), and a unit vector u, shape (d,).

    A product that is no larger than its rounding error, about 16 · 2⁻⁵² ‖w‖, becomes 0.

    >>> aligned_with(np.array([0.6, 0.8]), np.array([[0.4, -0.3], [0.5, 0.5]]))
    array([0. , 0.7])
    """
    along = weights @ u
    return np.where(np.abs(along) <= 16 * EPS * norms(weights), 0.0, along)


def check_separator(data: Dataset, separator: object) -> None:
    """Raise TypeError for anything but a Separator, and ValueError for the Separator of other data.

    A separator of other data is told by its dimension, its radius or its margin on these `data`.
    """
    if not isinstance(separator, Separator):
        raise TypeError(f"a bound needs a Separator, got {separator!r}")
    if separator.data is data:
        return
    fits = separator.w.shape == (data.dim,) and math.isclose(separator.radius, data.radius, rel_tol=1e-9)
    margin = float((data.signed @ separator.w).min()) if fits else -math.inf
    if not math.isclose(margin, separator.margin, rel_tol=1e-6, abs_tol=1e-12 * data.radius):
        raise ValueError(f"the separator must be that of these data, got {separator!r}, which is of other data")


RecordT = TypeVar("RecordT", bound=Record)


def cut(run: RecordT, start: int, length: int) -> RecordT:
    """Return the run up to the end of its first cycle, with the outcome "cycling".

    The cycle repeats the state after `start` updates and is `length` updates long.
    """
    end = start + length
    cycling: RecordT = replace(  # type: ignore[type-var]  # every record is a dataclass
        run,
        mistakes=frozen(run.mistakes[:end]),
        checked=frozen(np.append(run.checked[:end], run.checked[end - 1])),
        outcome="cycling",
        cycle=Cycle(start, length),
    )
    return cycling
