"""No learner does better: for every margin there are points on which any of them errs as often as the bound allows."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np

from perceptron import bounds
from perceptron.dataset import Dataset, Floats, Ints, frozen
from perceptron.online import Learner

_MOST = 2_000  # points, in as many dimensions


def mistakes_forced(margin: float | str | Fraction | Decimal) -> int:
    """Return ⌊1/γ²⌋ exactly, how many mistakes points of norm 1 with margin γ force on any deterministic learner.

    The perceptron makes no more, so in enough dimensions this is exactly its worst case. It is not ⌈1/γ²⌉:
    so many would contradict the bound.

    >>> [mistakes_forced(margin) for margin in (0.1, 0.2, "2/5")]
    [100, 25, 6]

    Parameters
    ----------
    margin : float, str, Fraction or Decimal
        γ, at most 1. A float means the decimal it prints as, and is forgiven its rounding as `bounds.whole` does:
        the double 0.1 is a little more than a tenth and 1/√3 more than its root, which would cost a mistake.

    Raises
    ------
    ValueError
        If the margin is not a number above 0 and at most 1.
    """
    most = 1 / _exact(margin) ** 2
    return bounds.whole(most, rounded=isinstance(margin, float))


def adversary(margin: float | str | Fraction | Decimal) -> Floats:
    """Return the points on which every answer can be made wrong: e₁ … eₙ with n = ⌊1/γ²⌋, shape (n, n).

    The margin is read as by `mistakes_forced`. Whatever the labels, v = γ Σ yᵢeᵢ has yᵢ v·eᵢ = γ and ‖v‖² = nγ² ≤ 1.

    >>> adversary("3/5")
    array([[1., 0.],
           [0., 1.]])

    Raises
    ------
    ValueError
        If the margin is not above 0 and at most 1, or so small that it takes more than 2000 points.
    """
    count = mistakes_forced(margin)
    if count > _MOST:
        raise ValueError(f"margin {margin} takes {count} points in as many dimensions, more than {_MOST}")
    return frozen(np.eye(count))


@dataclass(frozen=True, eq=False, repr=False)
class Forced:
    """The mistakes that the adversary forced on a learner at margin γ.

    >>> from perceptron import OnlinePerceptron
    >>> forced = force_mistakes(OnlinePerceptron(dim=4), "1/2")
    >>> forced, forced.labels
    (Forced(4 mistakes at margin 1/2), array([-1, -1, -1, -1]))

    Parameters
    ----------
    predictions : numpy.ndarray of int64, shape (n,)
        The learner's answers on e₁ … eₙ.
    labels : numpy.ndarray of int64, shape (n,)
        The opposite of each.
    """

    margin: Fraction
    predictions: Ints
    labels: Ints

    def __repr__(self) -> str:
        return f"Forced({len(self.labels)} mistakes at margin {self.margin})"

    @property
    def data(self) -> Dataset:
        """The points with the labels they were given."""
        return Dataset(np.eye(len(self.labels)), self.labels)

    @property
    def separator(self) -> Floats:
        """The vector v = γ Σ yᵢeᵢ, right on every point, with y v·e = γ."""
        v: Floats = float(self.margin) * self.labels.astype(np.float64)
        return v

    @property
    def norm_squared(self) -> Fraction:
        """The square ‖v‖² = nγ², at most 1: brought to norm 1, v has the margin 1/√n ≥ γ.

        Both are so but for the rounding that a float γ was forgiven.
        """
        return len(self.labels) * self.margin**2


def force_mistakes(learner: Learner, margin: float | str | Fraction | Decimal) -> Forced:
    """Show a learner e₁ … eₙ, n = ⌊1/γ²⌋, and each time say that its answer was wrong.

    >>> from perceptron import OnlinePerceptron
    >>> learner = OnlinePerceptron(dim=6)
    >>> forced = force_mistakes(learner, "2/5")
    >>> forced, forced.norm_squared
    (Forced(6 mistakes at margin 2/5), Fraction(24, 25))
    >>> learner.w
    array([-1., -1., -1., -1., -1., -1.])

    Parameters
    ----------
    learner : Learner
        Any object with `predict(x)`, which returns −1 or +1, and `learn(x, y)`. A perceptron whose ties are
        "correct" is told so too, but finds no mistake in it and never learns.
    margin : float, str, Fraction or Decimal
        γ, read as by `mistakes_forced`.

    Raises
    ------
    TypeError
        If the learner has no `predict` and `learn`.
    ValueError
        If it answers anything but −1 or +1, or the margin is not as for `adversary`.

    Notes
    -----
    On points of a basis the answers of a perceptron met before are of no use: all its scores are 0, its
    alignment w·v grows by exactly γ and ‖w‖² by exactly 1: of Novikoff's proof only w·v ≤ ‖w‖ is left to be strict,
    and at the end not even that where nγ² = 1.
    """
    if not isinstance(learner, Learner):
        raise TypeError(f"a learner needs the methods predict(x) and learn(x, y), got {learner!r}")
    answers: list[int] = []
    for x in adversary(margin):
        answer = learner.predict(x)
        if np.shape(answer) or answer not in (-1, 1):
            raise ValueError(f"a learner must predict -1 or +1, got {answer!r} on point {len(answers) + 1}")
        answers.append(int(answer))
        learner.learn(x, -answers[-1])
    predictions = np.array(answers, dtype=np.int64)
    return Forced(_exact(margin), frozen(predictions), frozen(-predictions))


def _exact(margin: float | str | Fraction | Decimal) -> Fraction:
    try:
        gamma = Fraction(str(margin))
    except (ValueError, ZeroDivisionError):
        gamma = Fraction(0)
    if not 0 < gamma <= 1:
        raise ValueError(f"margin must be a number above 0 and at most 1, got {margin}")
    return gamma
