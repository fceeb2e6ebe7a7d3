"""The part of numpy that a perceptron of a few lines uses, under numpy's names, for vectors and matrices of numbers."""

import math

from . import small_random
from .vectors import Matrix, Vector, array

asarray = array
ndarray = Vector
inf, nan, pi = math.inf, math.nan, math.pi


def zeros(shape, dtype=float):
    """Return a vector of zeros, or a matrix if the shape is a pair of numbers.

    >>> zeros(2), zeros((1, 2), int)
    (array([0., 0.]), array([[0, 0]]))
    """
    return full(shape, 0, dtype)


def ones(shape, dtype=float):
    """Return a vector of ones, or a matrix if the shape is a pair of numbers."""
    return full(shape, 1, dtype)


def full(shape, value, dtype=float):
    """Return a vector whose entries all are `value` as a `dtype`, or a matrix if the shape is a pair of numbers."""
    sizes = (shape,) if type(shape) is int else tuple(shape)
    if len(sizes) == 1:
        return Vector([dtype(value)] * sizes[0])
    rows, columns = sizes
    return Matrix([Vector([dtype(value)] * columns) for _ in range(rows)])


def zeros_like(values):
    """Return zeros in the shape of a vector or a matrix that is not empty, and of its kind: floats or whole numbers.

    >>> zeros_like([1, 2]), zeros_like(array([[0.5]]))
    (array([0, 0]), array([[0.]]))
    """
    values = array(values)
    row = values if isinstance(values, Vector) else values[0]
    return zeros(values.shape, type(row[0]))


def arange(start, stop=None, step=1):
    """Return a vector from `start` to below `stop` in steps of `step`; without `stop`, from 0 to below `start`.

    A negative `step` leads down to above `stop`. The vector is empty if no number lies between.
    """
    first, end = (0, start) if stop is None else (start, stop)
    return array([first + place * step for place in range(math.ceil((end - first) / step))])


def append(values, more):
    """Return a vector of the entries of `values`, followed by the number or the numbers `more`."""
    return array([*values, *(more if hasattr(more, "__len__") else [more])])


def dot(left, right):
    """Return the product of two vectors, of a matrix and a vector in this order, or of two matrices.

    If one of the two is a number, the other may be a number or an array. Raise ValueError if the sizes do not fit.

    >>> dot([1, 2], [3, 4])
    11
    """
    if not hasattr(left, "__len__") or not hasattr(right, "__len__"):
        return left * right
    return array(left) @ array(right)


def sign(value):
    """Return the sign of a number, or of each number of a vector or a matrix: −1, 0 or 1.

    >>> sign(-0.5), sign(array([0.5, 0.0, -2.0]))
    (-1.0, array([ 1.,  0., -1.]))
    """
    return _each(lambda number: type(number)((number > 0) - (number < 0)), value)


def sqrt(value):
    """Return the square root of a number, or of each number of a vector or a matrix; NaN for a negative number."""
    return _each(lambda number: math.sqrt(number) if number >= 0 else nan, value)


def exp(value):
    """Return the exponential of a number, or of each number of a vector or a matrix; infinity for about 710 or more."""
    return _each(_exp, value)


def _exp(number):
    try:
        return math.exp(number)
    except OverflowError:
        return inf


def where(condition, yes, no):
    """Return a vector with the entry of `yes` where the condition holds, and that of `no` elsewhere.

    `yes` or `no` may also be one number.

    >>> where(array([1, -2, 3]) > 0, 1, -1)
    array([ 1, -1,  1])
    """
    yes, no = ([value] * len(condition) if isinstance(value, (int, float)) else value for value in (yes, no))
    return array([yes[place] if condition[place] else no[place] for place in range(len(condition))])


def array_equal(left, right) -> bool:
    """Return whether two vectors or two matrices have the same shape and the same entries; NaN is equal to nothing."""
    return array(left).shape == array(right).shape and all(_flat(left) == _flat(right))


def sum(values):
    """Return the sum of all entries of a vector or a matrix; 0 if it is empty."""
    return _flat(values).sum()


def mean(values):
    """Return the mean of all entries of a vector or a matrix; NaN if it is empty."""
    return _flat(values).mean()


def min(values):
    """Return the smallest entry of a vector or a matrix; raise ValueError if it is empty."""
    return _flat(values).min()


def max(values):
    """Return the largest entry of a vector or a matrix; raise ValueError if it is empty."""
    return _flat(values).max()


def argmin(values) -> int:
    """Return the index of the smallest entry, the first one of equals; raise ValueError for an empty vector.

    The entries of a matrix are counted row by row.
    """
    return _flat(values).argmin()


def argmax(values) -> int:
    """Return the index of the largest entry, the first one of equals; raise ValueError for an empty vector.

    The entries of a matrix are counted row by row.
    """
    return _flat(values).argmax()


def all(values) -> bool:
    """Return whether all entries are True, or numbers other than 0; True if there are none."""
    return _flat(values).all()


def any(values) -> bool:
    """Return whether some entry is True, or a number other than 0; False if there are none."""
    return _flat(values).any()


def abs(value):
    """Return the absolute value of a number, or of each number of a vector or a matrix."""
    return _each(lambda number: number.__abs__(), value)


class linalg:  # noqa: N801 - numpy's name
    """The part of numpy's `linalg` that is here: the length of a vector."""

    @staticmethod
    def norm(values) -> float:
        """Return the Euclidean length of a vector; 0.0 if it is empty. A matrix raises ValueError."""
        return math.sqrt(dot(values, values))


class random:  # noqa: N801 - numpy's name
    """The part of numpy's `random` that is here; a seed gives other numbers than numpy's."""

    seed = staticmethod(small_random.seed)
    shuffle = staticmethod(small_random.shuffle)

    @staticmethod
    def permutation(values):
        """Return an array of the whole numbers below a number, or of a list's items, in random order."""
        items = list(range(values)) if isinstance(values, int) else list(values)
        small_random.shuffle(items)
        return array(items)

    @staticmethod
    def randint(low, high=None):
        """Return a random whole number from `low` to below `high`; without `high`, from 0 to below `low`.

        Raise ValueError if there is no such number.
        """
        return small_random.randrange(low, high)

    @staticmethod
    def default_rng(seed=None):
        """Return the only random generator, started anew if `seed` is given.

        Its methods are `permutation`, `shuffle`, `integers` and `random`.
        """
        if seed is not None:
            small_random.seed(seed)
        return random

    integers = randint
    random = staticmethod(small_random.random)


def _each(change, value):
    if isinstance(value, (int, float)):
        return change(value)
    values = array(value)
    if type(values) is Matrix:
        return Matrix([_each(change, row) for row in values])
    return Vector([change(number) for number in values])


def _flat(values) -> Vector:
    """Return the numbers of a vector or, row by row, of a matrix, as a vector."""
    values = array(values)
    return Vector([number for row in values for number in row]) if type(values) is Matrix else values
