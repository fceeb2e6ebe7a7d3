from itertools import combinations

import pytest

from tests.pairs import pairs


@pytest.mark.parametrize("sizes", [(1, 1), (2, 3), (3, 1, 2), (13, 2, 4), (2, 2, 2, 2), (5, 4, 3, 2)])
def test_any_two_values_of_two_options_meet_in_few_rows(sizes):
    options = [[f"{letter}{number}" for number in range(size)] for letter, size in zip("abcd", sizes, strict=False)]
    rows = pairs(*options)
    for (one, first), (other, second) in combinations(enumerate(options), 2):
        assert {(row[one], row[other]) for row in rows} == {(a, b) for a in first for b in second}
    largest, next_largest = sorted(sizes)[:-3:-1]
    assert largest * next_largest <= len(rows) <= 1.3 * largest * next_largest + 1
    assert rows == pairs(*options)
