"""The matching lower bound: for every margin, points that force as many mistakes on any learner as the bound allows."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np

from perceptron import bounds
from perceptron.dataset import Dataset, Floats, Ints, frozen
from perceptron.online import Learner

_MOST = 2_000  # the most points, in as many dimensions


def mistakes_forced(margin: float | str | Fraction | Decimal) -> int:
    """Return ⌊1/γ²⌋ exactly, the mistakes that points of norm 1 with margin γ can force on any deterministic learner.

    By Novikoff's bound the perceptron never makes more, so in enough dimensions this is exactly its worst case.

    >>> [mistakes_forced(margin) for margin in (0.1, 0.2, "2/5")]
    [100, 25, 6]

    Parameters
    ----------
    margin : float, str, Fraction or Decimal
        γ, at most 1. A float means the decimal number it prints as, with rounding allowed for as by `bounds.whole`:
        the floats 0.1 and 1/√3 are slightly too large, which would cost a mistake.

    Raises
    ------
    ValueError
        If the margin is not a number above 0 and at most 1.
    """
    most = 1 / _exact(margin) ** 2
    return bounds.whole(most, rounded=isinstance(margin, float))


def adversary(margin: float | str | Fraction | Decimal) -> Floats:
    """Return points on which every prediction can be made wrong: e₁, …, eₙ with n = ⌊1/γ²⌋, shape (n, n).

    The margin is as for `mistakes_forced`. For any labels, v = γ Σ yᵢeᵢ has yᵢ v·eᵢ = γ and ‖v‖² = nγ² ≤ 1. Raises
    ValueError if the margin is not above 0 and at most 1, or so small that more than 2000 points are needed.

    >>> adversary("3/5")
    array([[1., 0.],
           [0., 1.]])
    """
    count = mistakes_forced(margin)
    if count > _MOST:
        raise ValueError(f"margin must be so large that {_MOST} points suffice, got {margin}, which needs {count}")
    return frozen(np.eye(count))


@dataclass(frozen=True, eq=False, repr=False)
class Forced:
    """The mistakes that the adversary forced on a learner with points of margin γ.

    >>> from perceptron import OnlinePerceptron
    >>> forced = force_mistakes(OnlinePerceptron(dim=4), "1/2")
    >>> forced, forced.labels
    (Forced(4 mistakes at margin 1/2), array([-1, -1, -1, -1]))

    Parameters
    ----------
    predictions : numpy.ndarray of int64, shape (n,)
        The learner's predictions on e₁, …, eₙ.
    labels : numpy.ndarray of int64, shape (n,)
        The labels, each the opposite of the prediction.
    """

    margin: Fraction
    predictions: Ints
    labels: Ints

    def __repr__(self) -> str:
        return f"Forced({len(self.labels)} mistakes at margin {self.margin})"

    @property
    def data(self) -> Dataset:
        """The points e₁, …, eₙ with these labels."""
        return Dataset(np.eye(len(self.labels)), self.labels)

    @property
    def separator(self) -> Floats:
        """The separating vector v = γ Σ yᵢeᵢ, shape (n,), with yᵢ v·eᵢ = γ."""
        v: Floats = float(self.margin) * self.labels.astype(np.float64)
        return v

    @property
    def norm_squared(self) -> Fraction:
        """‖v‖² = nγ², at most 1 except for the rounding of a float γ: scaled to norm 1, v has the margin 1/√n ≥ γ."""
        return len(self.labels) * self.margin**2


def force_mistakes(learner: Learner, margin: float | str | Fraction | Decimal) -> Forced:
    """Show a learner e₁, …, eₙ with n = ⌊1/γ²⌋, and tell it each time that its prediction was wrong.

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
        Any object with `predict(x)`, which returns −1 or +1, and `learn(x, y)`. A perceptron with the tie rule
        "correct" sees no mistake and never learns.
    margin : float, str, Fraction or Decimal
        γ, as for `mistakes_forced`.

    Raises
    ------
    TypeError
        If the learner has no `predict` and `learn`.
    ValueError
        If the learner predicts anything but −1 or +1, or the margin is not as for `adversary`.

    Notes
    -----
    On basis vectors a perceptron cannot use earlier answers: all scores are 0, each update raises w·v by exactly γ and
    ‖w‖² by exactly 1. So in Novikoff's proof only w·v ≤ ‖w‖ can be strict, and at the end not even that if nγ² = 1.
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
    """Return a margin as a fraction, a float as the decimal it prints as; raise ValueError unless 0 < margin ≤ 1."""
    try:
        gamma = Fraction(str(margin))
    except (ValueError, ZeroDivisionError):
        gamma = Fraction(0)
    if not 0 < gamma <= 1:
        raise ValueError(f"margin must be a number above 0 and at most 1, got {margin}")
    return gamma
