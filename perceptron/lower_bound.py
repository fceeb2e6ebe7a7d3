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
    """Return ⌊1/γ²⌋ exactly: points of norm 1 with margin γ can force so many mistakes on any deterministic learner.

    Novikoff's bound allows the perceptron no more. So with at least so many dimensions this is exactly its worst case.

    >>> [mistakes_forced(margin) for margin in (0.1, 0.2, "2/5")]
    [100, 25, 6]

    Parameters
    ----------
    margin : float, str, Fraction or Decimal
        γ, at most 1. A float counts as the decimal number that is printed for it. If only a rounding error keeps
        its 1/γ² below a whole number, as for the float 1/√3, it counts as this number; see `bounds.whole`.

    Raises
    ------
    ValueError
        If the margin is not a number above 0 and at most 1.
    """
    most = 1 / _exact(margin) ** 2
    return bounds.whole(most, rounded=isinstance(margin, float))


def adversary(margin: float | str | Fraction | Decimal) -> Floats:
    """Return n = ⌊1/γ²⌋ points on which every prediction can be made wrong: the basis vectors e₁, …, eₙ, shape (n, n).

    Whatever their labels yᵢ, the vector v = γ Σ yᵢeᵢ separates the points, with yᵢ v·eᵢ = γ, and ‖v‖² = nγ² is at most
    1, but for the rounding of a float γ. The margin γ is as for `mistakes_forced`. The array is read-only. Raises
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
        """The basis vectors e₁, …, eₙ as points, with the `labels`."""
        return Dataset(np.eye(len(self.labels)), self.labels)

    @property
    def separator(self) -> Floats:
        """The separating vector v = γ Σ yᵢeᵢ, shape (n,), with yᵢ v·eᵢ = γ."""
        v: Floats = float(self.margin) * self.labels.astype(np.float64)
        return v

    @property
    def norm_squared(self) -> Fraction:
        """‖v‖² = nγ² for the `separator` v, exactly; it is at most 1, but for the rounding of a float γ.

        So if v is scaled to norm 1, its margin is 1/√n ≥ γ.
        """
        return len(self.labels) * self.margin**2


def force_mistakes(learner: Learner, margin: float | str | Fraction | Decimal) -> Forced:
    """Show a learner the basis vectors e₁, …, eₙ with n = ⌊1/γ²⌋, and teach it the opposite of each prediction.

    The learner itself is changed. The returned object has its predictions and the labels.

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
        Any object with `predict(x)`, which returns −1 or +1, and `learn(x, y)`. It must take points of n
        coordinates; `mistakes_forced` returns n. A perceptron with the tie rule "correct" sees no mistake and never
        learns.
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
    On basis vectors a perceptron cannot use earlier answers. All scores are 0, and each update raises w·v by exactly γ
    and ‖w‖² by exactly 1, where v is the `separator`. So in Novikoff's proof only w·v ≤ ‖w‖ can be strict. If
    nγ² = 1, not even that is strict at the end.
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
