"""Exact solution of linear equations in whole numbers, and Wolfe's nearest-point algorithm for any kind of number."""

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

_BITS = 25  # the sum of 2¹³ products of two 25-bit numbers fits into 64 bits


def solve(gram: Whole) -> Whole:
    """Return whole numbers v, shape (n,), for which gram · v is the same number c > 0 in each place.

    The number c is not returned. `gram`, shape (n, n), must hold the inner products of at least one vector of whole
    numbers, each product plus 1; this is not checked. Then there is a solution. If row i of `gram` depends linearly on
    earlier rows, vᵢ is 0.

    J. D. Dixon, "Exact solution of linear equations using p-adic expansions", Numerische Mathematik 40, 1982.
    """
    for prime in _primes():
        rows, inverse = _inverse((gram % prime).astype(np.int64), prime)
        v: Whole = np.zeros(len(gram), dtype=object)
        v[rows], c = _lift(gram[np.ix_(rows, rows)], inverse, prime)
        # A row may depend on the others modulo this prime only; then it was left out wrongly, and the next prime helps.
        if len(rows) == len(gram) or (gram @ v == c).all():
            return v
    raise AssertionError("there are infinitely many primes")


def wolfe(
    chosen: list[int],
    shares: list[Any],
    shares_on_plane: Callable[[list[int]], list[Any] | None],
    point_below: Callable[[list[int], list[Any]], int | None],
) -> None:
    """Walk through a convex hull to its point nearest to the origin.

    The place of the walk is a sum of points: `chosen` has their indices, and `shares` their positive factors. The
    arguments say where it starts; they stay unchanged. Two callbacks do the arithmetic. They must keep the result, as
    nothing is returned:

    - `shares_on_plane(chosen)` returns the shares, with sum 1 and perhaps negative, of the point nearest to the origin
      on the plane through the chosen points. It may return None to end the walk.
    - `point_below(chosen, shares)` is called with these shares whenever all are positive. It returns the index of a
      point on the origin's side of that plane. If there is none, it returns None: the walk has arrived.

    P. Wolfe, "Finding the nearest point in a polytope", Mathematical Programming 11, 1976.
    """
    while (goal := shares_on_plane(chosen)) is not None:
        # 1. The nearest point of the plane lies in the hull of the chosen points: add a point below the plane.
        if not min(goal) <= 0:
            worst = point_below(chosen, goal)
            if worst is None:
                return
            chosen, shares = [*chosen, worst], [*goal, 0]
            continue
        # 2. Else walk toward it until the first share becomes 0, and drop that point.
        pairs = list(zip(shares, goal, strict=True))
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
    """Return which rows are independent of earlier rows modulo the prime, and the inverse of that submatrix."""
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
    """Return v and c with matrix · v = c · (1, …, 1), from the inverse modulo the prime, by p-adic lifting."""
    # 1. Hadamard's bounds: the determinant is at most `most`, each numerator of Cramer's rule at most n times that.
    n = len(matrix)
    most = math.prod(abs(matrix).sum(axis=1).tolist())
    # 2. Cut the matrix into limbs of 25 bits, shape (places, n, n), whose products fit into 64 bits.
    places = 1 + int(abs(matrix).max()).bit_length() // _BITS
    rest, limbs = matrix, []
    for _ in range(places - 1):
        limbs.append((rest & (2**_BITS - 1)).astype(np.int64))
        rest = rest >> _BITS
    table = np.stack([*limbs, rest.astype(np.int64)])
    shifts = np.array([[1 << _BITS * place] for place in range(places)], dtype=object)
    # 3. Find the solution's digits to the base of the prime, one per round, until the modulus exceeds the bounds.
    residual, digits, modulus = np.full(n, 1, dtype=object), [], 1
    while modulus <= 2 * n * most**2:
        digit = inverse @ (residual % prime).astype(np.int64) % prime
        residual = (residual - ((table @ digit) * shifts).sum(axis=0)) // prime
        digits.append(digit)
        modulus *= prime
    x: Whole = np.zeros(n, dtype=object)
    for digit in reversed(digits):
        x = x * prime + digit
    # 4. Turn the residues into fractions with the common denominator c.
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
    """Return the numerator (a residue) and the denominator of the fraction with this residue, by Euclid's algorithm."""
    last, part, before, factor = modulus, residue, 0, 1
    while part > most:
        quotient = last // part
        last, part = part, last - quotient * part
        before, factor = factor, before - quotient * factor
    return (part, factor) if factor > 0 else (modulus - part, -factor)
