"""Parameters of a test that are slow, beside others of the same test that are not."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def slow(*values: Any, id: str | None = None) -> Any:
    """Return the values of one case, marked `slow`."""
    return pytest.param(*values, id=id, marks=pytest.mark.slow)


def slow_but(cases: Iterable[Any], *usual: Any) -> list[Any]:
    """Return the cases, all marked `slow` but the usual ones.

    >>> [getattr(case, "values", case) for case in slow_but("abc", "b")]
    [('a',), 'b', ('c',)]
    """
    return [case if case in usual else slow(case) for case in cases]


def in_turn(cases: Iterable[Any], ways: Sequence[Any]) -> list[Any]:
    """Return each case with each way, all marked `slow` but one way of each case, the next one with the next case.

    >>> [getattr(pair, "values", "") for pair in in_turn("ab", "xy")]
    ['', ('a', 'y'), ('b', 'x'), '']
    """
    return [
        (case, way) if way == ways[place % len(ways)] else slow(case, way)
        for place, case in enumerate(cases)
        for way in ways
    ]
