"""Exact numbers of the proof: roots of fractions, claims about them, and the updates of which a proof speaks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from playground.text import number

Vector = tuple[Fraction, ...]


@dataclass(frozen=True, order=True)
class Root:
    """A root of a fraction, or its negative, such as γ, R or √k R; such numbers are compared and multiplied exactly.

    >>> Root.of(2) < Root.root(5), str(Root.of(-2) * Root.root(5))
    (True, '−4.47')
    """

    signed: Fraction
    """The square, with the sign of the number."""

    @classmethod
    def of(cls, value: Fraction | int) -> Root:
        """Return the Root that equals `value`, which may be negative; no root is taken."""
        exact = Fraction(value)
        return cls(exact * abs(exact))

    @classmethod
    def root(cls, square: Fraction | int) -> Root:
        """Return the square root of `square`, which must not be negative."""
        return cls(Fraction(square))

    def __mul__(self, other: Root) -> Root:
        return Root(self.signed * other.signed)

    def __truediv__(self, other: Root) -> Root:
        return Root(self.signed / other.signed)

    def __float__(self) -> float:
        return math.copysign(math.sqrt(abs(self.signed)), self.signed)

    def __str__(self) -> str:
        return number(float(self))


class Claim(NamedTuple):
    """A chain of numbers, with a relation such as "≤" from each to the next.

    >>> claim = Claim((Root.of(1), Root.root(2), Root.root(3)), ("<", "≤"))
    >>> claim.holds, str(claim)
    (True, '1 < 1.41 ≤ 1.73')
    """

    values: tuple[Root, ...]
    relations: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether all relations are true, in exact numbers."""
        return all(
            {"<": one < other, "≤": one <= other, ">": one > other, "≥": one >= other, "=": one == other}[relation]
            for (one, other), relation in zip(pairwise(self.values), self.relations, strict=True)
        )

    @property
    def is_plain(self) -> bool:
        """Whether three digits tell the chain's numbers apart: neighbours that differ are also written differently."""
        return all((one == other) == (str(one) == str(other)) for one, other in pairwise(self.values))

    def __str__(self) -> str:
        texts = [str(value) if self.is_plain else f"{float(value):.9g}".replace("-", "−") for value in self.values]
        rest = (f" {relation} {text}" for relation, text in zip(self.relations, texts[1:], strict=True))
        return texts[0] + "".join(rest)


def claim(one: Root, relation: str, other: Root) -> Claim:
    """Return the claim, true or false, that a relation, "<", "≤", ">", "≥" or "=", holds from `one` to the `other`."""
    return Claim((one, other), (relation,))


def product(one: Vector, other: Vector) -> Fraction:
    """Return the inner product of two vectors of the same length."""
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction())


@dataclass(frozen=True)
class Trial:
    """A run for the proof: updates w ← w + ηz by signed examples z = y x, and the w*, γ and R that bound their number.

    If an assumption of the proof fails, the bound may be wrong.

    >>> one, two = (Fraction(1), Fraction(1)), (Fraction(1), Fraction(-1))
    >>> toward = Fraction(1), Fraction()
    >>> trial = Trial((one, two), toward, margin_squared=Fraction(1), radius_squared=Fraction(2))
    >>> str(trial.along(2)), str(trial.length(2)), trial.score(2)
    ('2', '2', Fraction(0, 1))

    Parameters
    ----------
    steps
        The signed example of each update.
    toward
        w*, up to a positive factor.
    margin_squared, radius_squared
        γ² and R².
    size
        ‖w*‖², 1 unless w* is no unit vector.
    start, rates
        w₀, by default 0, and η at each update, by default 1.
    points
        All signed examples of the board.
    """

    steps: tuple[Vector, ...]
    toward: Vector
    margin_squared: Fraction
    radius_squared: Fraction
    size: Fraction = Fraction(1)
    start: Vector = ()
    rates: tuple[Fraction, ...] = ()
    points: tuple[Vector, ...] = ()

    @cached_property
    def weights(self) -> Sequence[Vector]:
        """The exact weights w before the first update and after each."""
        found = [self.start or (Fraction(),) * len(self.toward)]
        for k, z in enumerate(self.steps):
            eta = self.rates[k] if self.rates else 1
            found.append(tuple(w + eta * part for w, part in zip(found[-1], z, strict=True)))
        return found

    @cached_property
    def _unit(self) -> Root:
        return Root.root(self.size / product(self.toward, self.toward))

    @cached_property
    def _alongs(self) -> Sequence[Fraction]:
        return [product(w, self.toward) for w in self.weights]

    @cached_property
    def _squares(self) -> Sequence[Fraction]:
        return [product(w, w) for w in self.weights]

    @property
    def last(self) -> int:
        """The number of updates."""
        return len(self.steps)

    @property
    def gamma(self) -> Root:
        """γ, the root of `margin_squared`."""
        return Root.root(self.margin_squared)

    @property
    def reach(self) -> Root:
        """R, the root of `radius_squared`."""
        return Root.root(self.radius_squared)

    def along(self, k: int) -> Root:
        """Return w·w* after k updates."""
        return Root.of(self._alongs[k]) * self._unit

    def gain(self, k: int) -> Root:
        """Return the number that update k, from 1, adds to w·w*."""
        return Root.of(self._alongs[k] - self._alongs[k - 1]) * self._unit

    def square(self, k: int) -> Fraction:
        """Return ‖w‖² after k updates."""
        return self._squares[k]

    def length(self, k: int) -> Root:
        """Return ‖w‖ after k updates."""
        return Root.root(self.square(k))

    def growth(self, k: int) -> Root:
        """Return the number that update k, from 1, adds to ‖w‖²."""
        return Root.of(self.square(k) - self.square(k - 1))

    def score(self, k: int) -> Fraction:
        """Return y w·x of the example of update k, from 1, before that update."""
        return product(self.weights[k - 1], self.steps[k - 1])
