"""The part of Python's module `random` that a program of a few lines uses; a seed gives the same numbers as there."""

from _random import Random as Generator

_generator = Generator()
random = _generator.random


def seed(value: int) -> None:
    """Start the sequence of random numbers anew: the same whole number always gives the same sequence.

    >>> seed(0)
    >>> random(), randint(1, 6), choice("abc")
    (0.8444218515250481, 4, 'a')
    """
    _generator.seed(value)


def below(most: int) -> int:
    """Return a random whole number from 0 to below `most`, which must be at least 1."""
    bits = most.bit_length()
    number = most
    while number >= most:
        number = _generator.getrandbits(bits)
    return number


def randrange(start: int, stop: "int | None" = None) -> int:
    """Return a random whole number from `start` to below `stop`; without `stop`, from 0 to below `start`.

    Raise ValueError if there is no such number.
    """
    first, end = (0, start) if stop is None else (start, stop)
    if end <= first:
        raise ValueError(f"there is no whole number from {first} to below {end}")
    return first + below(end - first)


def randint(first: int, last: int) -> int:
    """Return a random whole number from `first` to `last`, both included; raise ValueError if `last` is smaller."""
    return randrange(first, last + 1)


def choice(items):
    """Return a random item of a list or another sequence; raise IndexError if it is empty."""
    if not len(items):
        raise IndexError("there is nothing to choose from")
    return items[below(len(items))]


def shuffle(items) -> None:
    """Put the items of a list into random order, in place."""
    for last in range(len(items) - 1, 0, -1):
        other = below(last + 1)
        items[last], items[other] = items[other], items[last]


def uniform(low: float, high: float) -> float:
    """Return a random number from `low` to `high`."""
    return low + (high - low) * random()


def sample(items, k: int) -> list[object]:
    """Return `k` items from different places of a sequence, in random order; raise ValueError if it has fewer.

    A seed gives other items than with Python's own `sample`.
    """
    left = list(items)
    if not 0 <= k <= len(left):
        raise ValueError(f"a sample of {k} needs as many items, got {len(left)}")
    shuffle(left)
    return left[:k]
