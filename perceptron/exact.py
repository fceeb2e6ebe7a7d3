"""Linear equations in whole numbers, solved without a rounding, and the steps of Wolfe's algorithm in any numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron.dataset import Ints

Whole = NDArray[np.object_]

_BITS = 25  # so that the sum of 2¹³ products of two numbers of so many bits fits 64


def solve(gram: Whole) -> Whole:
    """Solve gram · v = c · 1 for whole v and some c > 0; a row that depends on those before it gets 0.

    The matrix is one of inner products, each plus one. J. D. Dixon, "Exact solution of linear equations using
    p-adic expansions", Numerische Mathematik 40, 1982.
    """
    for prime in _primes():
        rows, inverse = _inverse((gram % prime).astype(np.int64), prime)
        v: Whole = np.zeros(len(gram), dtype=object)
        v[rows], c = _lift(gram[np.ix_(rows, rows)], inverse, prime)
        # A row that depends on the others modulo the prime alone has been left out wrongly.
        if len(rows) == len(gram) or (gram @ v == c).all():
            return v
    raise AssertionError("there are infinitely many primes")


def wolfe(
    chosen: list[int],
    shares: list[Any],
    aims_of: Callable[[list[int]], list[Any] | None],
    beyond: Callable[[list[int], list[Any]], int | None],
) -> None:
    """Walk to the point of a convex hull nearest to the origin, from some points and their positive shares in another.

    `aims_of` gives the shares, summing to 1, in the point nearest to the origin on the plane through the chosen;
    once these are positive, `beyond` gets them and returns a point nearer than that plane. Either ends the walk by
    returning None.
    P. Wolfe, "Finding the nearest point in a polytope", Mathematical Programming 11, 1976.
    """
    while (aims := aims_of(chosen)) is not None:
        if not min(aims) <= 0:
            worst = beyond(chosen, aims)
            if worst is None:
                return
            chosen, shares = [*chosen, worst], [*aims, 0]
            continue
        # Walk from the shares toward the aims until the first weight vanishes, and drop its point.
        pairs = list(zip(shares, aims, strict=True))
        stride, leaving = min(
            (share / (share - aim) if share else 0, k) for k, (share, aim) in enumerate(pairs) if aim <= 0
        )
        weights = [share + stride * (aim - share) for share, aim in pairs]
        remaining = [k for k, share in enumerate(weights) if share > 0 and k != leaving]
        chosen, shares = [chosen[k] for k in remaining], [weights[k] for k in remaining]


def _primes() -> Iterator[int]:
    return (number for number in count(2**_BITS - 1, -2) if _is_prime(number))


@cache
def _is_prime(odd: int) -> bool:
    return all(odd % divisor for divisor in range(3, math.isqrt(odd) + 1, 2))


def _inverse(matrix: Ints, prime: int) -> tuple[Ints, Ints]:
    """Return the rows that do not depend on those before them, modulo the prime, and the inverse of their part."""
    n = len(matrix)
    table = np.hstack([matrix, np.eye(n, dtype=np.int64)])
    rows = []
    for k in range(n):
        if table[k, k]:
            rows.append(k)
            pivot = table[k] * pow(int(table[k, k]), -1, prime) % prime
            table = (table - np.outer(table[:, k], pivot)) % prime
            table[k] = pivot
    independent = np.array(rows)
    return independent, table[np.ix_(independent, n + independent)]


def _lift(matrix: Whole, inverse: Ints, prime: int) -> tuple[Whole, int]:
    """Return v and c with matrix · v = c · 1, from the inverse modulo the prime, one digit to that base a step."""
    n = len(matrix)
    # Hadamard's bounds: the determinant is no larger than `most`, nor a numerator of Cramer's rule than n times that.
    most = math.prod(abs(matrix).sum(axis=1).tolist())
    places = 1 + int(abs(matrix).max()).bit_length() // _BITS
    rest, limbs = matrix, []
    for _ in range(places - 1):
        limbs.append((rest & (2**_BITS - 1)).astype(np.int64))
        rest = rest >> _BITS
    table = np.stack([*limbs, rest.astype(np.int64)])
    shifts = np.array([[1 << _BITS * place] for place in range(places)], dtype=object)
    residual, digits, modulus = np.full(n, 1, dtype=object), [], 1
    while modulus <= 2 * n * most**2:
        digit = inverse @ (residual % prime).astype(np.int64) % prime
        residual = (residual - ((table @ digit) * shifts).sum(axis=0)) // prime
        digits.append(digit)
        modulus *= prime
    x: Whole = np.zeros(n, dtype=object)
    for digit in reversed(digits):
        x = x * prime + digit
    v: Whole = np.zeros(n, dtype=object)
    c = 1
    for i in range(n):
        part = x[i] * c % modulus
        if n * most < part < modulus - n * most:
            part, factor = _fraction(part, modulus, n * most)
            v, c = v * factor, c * factor
        v[i] = part if part <= n * most else part - modulus
    return v, c


def _fraction(residue: int, modulus: int, most: int) -> tuple[int, int]:
    """Return the numerator, as a residue, and the denominator of the fraction of which this is the residue."""
    last, part, before, factor = modulus, residue, 0, 1
    while part > most:
        quotient = last // part
        last, part = part, last - quotient * part
        before, factor = factor, before - quotient * factor
    return (part, factor) if factor > 0 else (modulus - part, -factor)
