"""Pairwise testing: few rows of settings in which every two values of two options meet."""

from itertools import combinations, product

_TRIES = 3  # candidate rows, of which the one with most new pairs is taken


def pairs(*options):
    """Return few rows with one value of each option; any two values of two options share a row.

    >>> pairs("ab", [1, 2], [False, True])
    [('a', 1, False), ('a', 2, True), ('b', 1, True), ('b', 2, False)]
    """
    sizes = [len(each) for each in options]
    places = [
        ((one, a), (other, b))
        for one, other in combinations(range(len(sizes)), 2)
        for a, b in product(range(sizes[one]), range(sizes[other]))
    ]
    left, rows = dict.fromkeys(places), []
    while left:
        # The first of those with most, so the table is always the same.
        row = max((_row(pair, sizes, left) for pair in list(left)[:_TRIES]), key=lambda row: _gain(row, left))
        for pair in combinations(enumerate(row), 2):
            left.pop(pair, None)
        rows.append(tuple(values[place] for values, place in zip(options, row, strict=True)))
    return rows


def _row(pair, sizes, left):
    """Fill a row around this pair, largest option first, with the values that make most new pairs."""
    chosen = dict(pair)
    for which in sorted(range(len(sizes)), key=lambda which: -sizes[which]):
        if which not in chosen:
            met = [
                sum(((min((which, value), place), max((which, value), place)) in left) for place in chosen.items())
                for value in range(sizes[which])
            ]
            chosen[which] = met.index(max(met))
    return [chosen[which] for which in range(len(sizes))]


def _gain(row, left):
    return sum(pair in left for pair in combinations(enumerate(row), 2))
