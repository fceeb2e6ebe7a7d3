"""A table of settings in which every two of them meet, where trying all of them together would take too long."""

from itertools import combinations, product


def pairs(*options):
    """Few rows with one value of each option, always the same: any two values of two options share one of them.

    >>> pairs("ab", [1, 2], [False, True])
    [('a', 1, False), ('a', 2, True), ('b', 1, True), ('b', 2, False)]
    """
    every = [frozenset(combinations(enumerate(row), 2)) for row in product(*(range(len(each)) for each in options))]
    left, rows = set().union(*every), []
    while left:
        most = max(every, key=lambda row: len(row & left))  # the first of them, so the table is always the same
        left -= most
        places = dict(place for pair in most for place in pair)
        rows.append(tuple(values[places[which]] for which, values in enumerate(options)))
    return rows
