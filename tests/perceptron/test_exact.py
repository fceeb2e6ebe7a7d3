from fractions import Fraction
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron.exact import _primes, solve
from tests.perceptron import textbook


def gram(rows):
    points = np.array(rows, dtype=object)
    return points @ points.T + 1


@st.composite
def points(draw):
    n, dim, bits = draw(st.integers(1, 7)), draw(st.integers(1, 6)), draw(st.sampled_from([2, 53, 300]))
    number = st.integers(-(2**bits), 2**bits)
    return draw(st.lists(st.lists(number, min_size=dim, max_size=dim), min_size=n, max_size=n))


@given(points())
def test_the_equations_hold_in_whole_numbers(rows):
    table = gram(rows)
    v = solve(table)
    assert all(isinstance(part, int) for part in v)
    sides = set(table @ v)
    assert len(sides) == 1
    assert sides.pop() > 0


@given(points())
def test_independent_rows_get_what_elimination_in_fractions_gives_them(rows):
    table = gram(rows)
    expected = textbook.solve(table.tolist(), [1] * len(rows))
    if expected is not None:
        v = solve(table)
        c = (table @ v)[0]
        assert [Fraction(part, c) for part in v] == expected


def test_a_row_that_depends_on_those_before_it_gets_zero():
    v = solve(gram([[1, 0], [1, 0], [0, 1], [2, -1]]))
    assert (v[1], v[3]) == (0, 0)
    assert v[0] == v[2] > 0


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_prime_that_hides_a_row_is_passed_over(count):
    product = int(np.prod(list(islice(_primes(), count)), dtype=object))
    # Modulo each of these primes the two points are equal.
    table = gram([[1, 0], [1, product]])
    v = solve(table)
    assert v.tolist() == [1, 0]
    table = gram([[1, 2], [1 + product, 2 - 3 * product]])
    v = solve(table)
    assert v[1] != 0
    assert len(set(table @ v)) == 1


@pytest.mark.parametrize("dim", [30, 120])
def test_many_equations_in_large_numbers_are_soon_solved(dim):
    rng = np.random.default_rng(dim)
    table = gram(np.ldexp(rng.normal(size=(dim + 1, dim)), 53).astype(np.int64))
    v = solve(table)
    assert len(set(table @ v)) == 1
    assert max(int(part).bit_length() for part in v) > 50 * dim
