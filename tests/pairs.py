"""A table of settings in which every two of them meet, where trying all of them together would take too long."""

from itertools import combinations, product

_TRIES = 3  # rows of which the one with most new pairs is taken


def pairs(*options):
    """Few rows with one value of each option, always the same: any two values of two options share one of them.

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
    """A row with this pair, filled up with what meets most of the others for the first time, largest option first."""
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
