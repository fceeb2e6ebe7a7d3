"""The assumptions of the proof: where each is used, and for each a run without it, with the line that then breaks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property

from perceptron import Dataset, Plane, Run, Separator, margins, slack
from playground.pages.proof.exact import Claim, Root, Trial, Vector, claim, product
from playground.pages.proof.lines import LINES, fails

MOST = 100
"""The most updates of a run on which the lines are checked."""

SEPARABLE, START, UNIT, MISTAKES, BOUNDED, RATE = ASSUMPTIONS = (
    "Some w* separates the points: y x·w* ≥ γ > 0",
    "The run begins at w₀ = 0",
    "w* has length 1",
    "The learner updates only on mistakes: y w·x ≤ 0",
    "No point is longer than R: ‖x‖ ≤ R",
    "Each update has the same rate η; here η = 1",
)
USED: Mapping[str, Sequence[int]] = {
    SEPARABLE: (1,),
    START: (2, 4),
    UNIT: (5,),
    MISTAKES: (3,),
    BOUNDED: (3,),
    RATE: (1, 3),
}
"""The lines that use each assumption."""


def of_run(run: Run, separator: Separator) -> Trial:
    """Return a run from w = 0 at rate 1 as a trial: its updates with w*, γ and R, in exact numbers.

    The lines of the proof are checked on a trial. It has at most the first MOST updates. Whether the run begins at 0
    and has rate 1 is not checked.

    >>> from perceptron import gate, separate, train
    >>> data = gate("and").augmented()
    >>> trial = of_run(train(data), separate(data))
    >>> trial.last, trial.radius_squared / trial.margin_squared
    (18, Fraction(51, 1))
    """
    nearest = separator.nearest
    toward = tuple(int(number) * nearest.unit for number in nearest.numbers)
    return Trial(_updates(run), toward, nearest.size, run.data.radius_squared, points=_signed(run.data))


def farthest_plane(run: Run) -> Plane:
    """Return the plane farthest from the points (x, y) of a run with a bias, without their constant coordinate.

    If all points have the same label, the plane is infinitely far away. Raises ValueError if no plane separates them,
    or rounding hides the distance between the classes.
    """
    plane = margins(Dataset(run.data.X[:, :2], run.data.y), float(run.data.X[0, 2])).geometric
    if not isinstance(plane, Plane):
        raise ValueError(f"separable points have a plane, got {plane!r}")
    return plane


def of_plane(run: Run, plane: Plane) -> Trial:
    """Return a run as `of_run` does, with the plane farthest from the points for w*.

    The run begins at w = 0, has rate 1, and has a bias. `plane` is what `farthest_plane` returns for it.

    >>> from perceptron import Dataset, margins, train
    >>> points = Dataset([[4, 4], [4, 3], [4, 1]], [-1, 1, 1])
    >>> plane = margins(points).geometric
    >>> trial = of_plane(train(points.augmented()), plane)
    >>> trial.last, trial.radius_squared / trial.margin_squared, plane.bound
    (13, Fraction(1749, 1), 1749)
    """
    normal = tuple(map(Fraction, slack.farthest(run.data, plane).normal.tolist()))
    points = _signed(run.data)
    margin = min(product(z, normal) for z in points) ** 2 / product(normal, normal)
    return Trial(_updates(run), normal, margin, run.data.radius_squared, points=points)


def _updates(run: Run) -> tuple[Vector, ...]:
    points = _signed(run.data)
    return tuple(points[i] for i in run.mistakes[:MOST].tolist())


def _signed(data: Dataset) -> tuple[Vector, ...]:
    """Return the points, each times its label, in exact numbers."""
    rows = [[Fraction(value) for value in row] for row in data.X.tolist()]
    if data.exact_lift is not None:
        rows = [[*row[:-1], data.exact_lift] for row in rows]
    return tuple(tuple(label * value for value in row) for row, label in zip(rows, data.y.tolist(), strict=True))


@dataclass(frozen=True)
class Counterexample:
    """A run for which one assumption of the proof fails.

    `line` is the number of the line that fails first, `words` the sentences that show it, with their `claims`.
    """

    line: int
    trial: Trial
    words: str
    claims: Sequence[Claim]
    where: str
    """The run in few words, for a sentence about another line."""

    @cached_property
    def false(self) -> Mapping[int, int]:
        """The first update, counted from 1, at which a line of the proof is false, by the line's number from 1 to 7.

        Lines that stay true in the whole run are left out.
        """
        return {line: k for line in LINES if (k := next(fails(self.trial, line), None)) is not None}


def _vector(*parts: int | Fraction) -> Vector:
    return tuple(map(Fraction, parts))


def counterexamples(shown: Trial) -> Mapping[str, Sequence[Counterexample]]:
    """Return, for each assumption of the proof in ASSUMPTIONS, one or two runs for which it fails.

    Some of them use the points of the run `shown`, which must have an update.
    """
    return {
        SEPARABLE: [_xor()],
        START: [_begun_behind(), _begun_long()],
        UNIT: [_long_separator(shown)],
        MISTAKES: [_always(shown)],
        BOUNDED: [_growing_points()],
        RATE: [_shrinking_rate(), _growing_rate(shown)],
    }


@cache
def _xor() -> Counterexample:
    points = _vector(0, 0, -1), _vector(0, 1, 1), _vector(1, 0, 1), _vector(-1, -1, -1)
    trial = Trial(points * 4, _vector(1, 0, 0), Fraction(1, 4), Fraction(3), points=points)
    words = (
        "XOR with a bias: its four points are wrong in turn, and after 4 updates w is 0 again. Along any w* these four"
        " gains add up to 0, so not all of them are a γ > 0 or more: along w* = (1, 0, 0) the first is 0."
    )
    return Counterexample(
        1, trial, words, [claim(trial.gain(1), "=", Root.of(0)), claim(trial.length(4), "=", Root.of(0))], "on XOR"
    )


_PAIR = _vector(1, 1), _vector(1, -1)
"""Two signed points, with w* = (1, 0), γ = 1 and R² = 2."""


def _begun(steps: Sequence[Vector], start: Vector) -> Trial:
    return Trial(tuple(steps), _vector(1, 0), Fraction(1), Fraction(2), start=start, points=_PAIR)


@cache
def _begun_behind() -> Counterexample:
    one, two = _PAIR
    trial = _begun((one, two, one, two), _vector(-2, 0))
    words = (
        "The two points (1, 1) and (1, −1) of class +1, where w* = (1, 0), γ = 1 and R² = 2, from w₀ = (−2, 0): after"
        f" update 1 {LINES[2].short} is false, {trial.along(1)} < 1. And the run takes 4 updates, where R²/γ² = 2."
    )
    return Counterexample(
        2,
        trial,
        words,
        [claim(trial.along(1), "<", Root.of(1)), claim(trial.along(1), "=", Root.of(-1))],
        "from w₀ = (−2, 0)",
    )


@cache
def _begun_long() -> Counterexample:
    _, two = _PAIR
    trial = _begun((two, two, two), _vector(0, 5))
    words = (
        "The two points (1, 1) and (1, −1) of class +1, where w* = (1, 0), γ = 1 and R² = 2, from w₀ = (0, 5): after"
        f" update 1 {LINES[4].short} is false, {trial.square(1)} > 2. And the run takes 3 updates, where R²/γ² = 2."
    )
    return Counterexample(4, trial, words, [claim(Root.of(trial.square(1)), ">", Root.of(2))], "from w₀ = (0, 5)")


def _long_separator(shown: Trial) -> Counterexample:
    """Return the counterexample with a multiple of w* for w*; its γ grows as well, so the first line still holds."""
    last = shown.last
    times = 1 + math.isqrt(math.floor((shown.length(last) / shown.along(last)).signed))
    trial = replace(shown, size=Fraction(times**2), margin_squared=shown.margin_squared * times**2)
    k = next(fails(trial, 5))
    longer = claim(trial.along(k), ">", trial.length(k))
    words = (
        f"This run, with {times}w* for w*: the first line holds, with {times}γ = {trial.gamma} for γ. But after"
        f" update {k} w·{times}w* is more than ‖w‖: {longer}."
        f" R²/γ² would be {Root.of(trial.radius_squared / trial.margin_squared)}."
    )
    return Counterexample(5, trial, words, [longer], "in this run, with a longer w*")


def _always(shown: Trial) -> Counterexample:
    """Return the counterexample that updates twice on the board's longest point, which is right the second time."""
    squares = [product(z, z) for z in shown.points]
    longest = squares.index(max(squares))
    trial = replace(shown, steps=(shown.points[longest],) * 2)
    right = claim(Root.of(trial.score(2)), ">", Root.of(0))
    more = claim(trial.growth(2), ">", Root.of(trial.radius_squared))
    words = (
        f"A learner that updates at every point, right or wrong, and looks at point {longest} of this board twice: the"
        f" second time it is right, y w·x = {right}, and ‖w‖² grows by 2 y w·x + ‖x‖², more than R²: {more}."
    )
    return Counterexample(3, trial, words, [right, more], "where the learner updates at a point that is right")


@cache
def _growing_points() -> Counterexample:
    """Return the counterexample of the points (1, ±k), each of them a mistake, whose norms have no bound."""
    steps = tuple(_vector(1, k if k % 2 else -k) for k in range(1, 13))
    trial = Trial(steps, _vector(1, 0), Fraction(1), Fraction(10))
    more = claim(trial.growth(5), ">", Root.of(trial.radius_squared))
    words = (
        "The sequence (1, 1), (1, −2), (1, 3), (1, −4), … of class +1: w* = (1, 0) has γ = 1, and yet each is a"
        " mistake, for ever. No number R² is enough, as update k adds 2k − 1 or more to ‖w‖². For R² = 10 update 5 adds"
        f" too much: {more}."
    )
    return Counterexample(3, trial, words, [more], "for points that grow and grow")


@cache
def _shrinking_rate() -> Counterexample:
    first, second = _vector(1, -3), _vector(0, 1)
    rates = tuple(Fraction(1, 2**k) for k in range(6))
    trial = Trial(
        (first, *[second] * 5), _vector(4, 1), Fraction(1, 17), Fraction(10), rates=rates, points=(first, second)
    )
    less = claim(trial.gain(2), "<", trial.gamma)
    words = (
        "The points (1, −3) and (0, 1) of class +1 at the rates 1, ½, ¼, …: the second stays a mistake for ever,"
        f" because w₂ goes −3, −2½, −2¼, … and never passes −2. Update 2 adds too little to w·w*: {less}, which is γ."
    )
    return Counterexample(1, trial, words, [less], "at the rates 1, ½, ¼, …")


def _growing_rate(shown: Trial) -> Counterexample:
    """Return the counterexample with so large a rate on a point of this board that ‖w‖² grows by more than R²."""
    z = shown.steps[0]
    rate = 1 + math.isqrt(math.floor(shown.radius_squared / product(z, z)))
    trial = replace(shown, steps=(z,), rates=(Fraction(rate),))
    more = claim(trial.growth(1), ">", Root.of(trial.radius_squared))
    words = (
        f"This run, but with η = {rate} at its first update: ‖w‖² grows by η²‖x‖², more than R² where the rate is 1:"
        f" {more}."
    )
    return Counterexample(3, trial, words, [more], "at a larger rate")
