"""Labelled points, checked once and never changed afterwards."""

from __future__ import annotations

import os
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron import drawing
from perceptron.checks import Number, count_of, exactly, positive

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_SPREAD = 2.0**500  # the largest ratio of two norms whose product does not underflow
_WHOLE = 2**53  # every whole number up to this is a float


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Make an array read-only and return the same array."""
    array.setflags(write=False)
    return array


def norms(rows: ArrayLike) -> Floats:
    """Return the Euclidean norm of each row, shape (n,), without overflow or underflow on the way.

    A norm is infinite only if it is itself beyond the range of floats.

    >>> norms([[3e200, 4e200], [3e-200, 4e-200]])
    array([5.e+200, 5.e-200])
    """
    rows = np.asarray(rows, dtype=np.float64)
    with np.errstate(over="ignore", under="ignore"):
        squares = np.einsum("ij,ij->i", rows, rows)
    lengths: Floats = np.sqrt(squares)
    if not (squares.min(initial=1.0) >= 1e-250 and squares.max(initial=1.0) <= 1e250):
        extreme = np.flatnonzero((squares < 1e-250) | (squares > 1e250))
        if not rows[extreme].any():  # as w = 0 at the start of a run
            return lengths
        exponent = np.frexp(np.abs(rows[extreme]).max(axis=1))[1]
        scaled = np.ldexp(rows[extreme], -exponent[:, None])
        with np.errstate(over="ignore"):
            lengths[extreme] = np.ldexp(np.sqrt(np.einsum("ij,ij->i", scaled, scaled)), exponent)
    return lengths


def _complete(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return the values as an array; refuse masked, sparse or ragged ones, and whole numbers that no float can hold."""
    if isinstance(values, np.ma.MaskedArray) and values.mask.any():
        place = np.argwhere(np.ma.getmaskarray(values))[0].tolist()
        raise ValueError(f"{name} must be complete, but {name}{place} is masked")
    if hasattr(values, "toarray"):
        raise TypeError(f"{name} must be dense, got a sparse {type(values).__name__}; its toarray() will do")
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must be rows of one length, got {_ragged(values)}") from None
    if array.dtype.kind in "uif" and (array.dtype.kind != "f" or not isinstance(values, np.ndarray)):
        far = (array >= _WHOLE) | (array <= -_WHOLE)
        large = np.asarray(values, dtype=object)[far].tolist() if far.any() else []
        lost = next((x for x in large if isinstance(x, (int, np.integer)) and int(float(x)) != x), None)
        if lost is not None:
            raise ValueError(f"{name} must hold numbers that floats can hold, such as {float(lost):.0f}, got {lost}")
    return array


def _ragged(values: Any) -> str:
    lengths = [len(row) if hasattr(row, "__len__") else None for row in values]
    k = next((k for k, length in enumerate(lengths) if length != lengths[0]), None)
    return repr(values) if k is None or None in lengths else f"{lengths[k]} values in row {k} and {lengths[0]} in row 0"


def _check_index(X: Any, y: Any) -> None:
    """Refuse pandas tables X and y whose indices differ, because rows would be matched by position."""
    tables = hasattr(X, "iloc") and hasattr(y, "iloc")  # recognizes pandas without importing it
    if tables and len(X) == len(y) and not X.index.equals(y.index):
        pairs = enumerate(zip(X.index.tolist(), y.index.tolist(), strict=True))
        k, (one, other) = next((k, names) for k, names in pairs if names[0] != names[1])
        raise ValueError(f"X and y must have the same index, got {one!r} in X and {other!r} in y at row {k}")


def _checked_points(X: ArrayLike) -> Floats:
    """Return X as a new array of floats, shape (n, d), after checking type, shape and finiteness."""
    array = _complete("X", X)
    if array.dtype.kind not in "buif":
        raise TypeError(f"X must hold numbers, got {array.dtype} values")
    if array.ndim != 2:
        raise ValueError(f"X must have two dimensions (points, coordinates), got shape {array.shape}")
    if 0 in array.shape:
        raise ValueError(f"X must hold at least one point of at least one coordinate, got shape {array.shape}")
    points: Floats = np.array(array, dtype=np.float64, order="C")
    if not np.isfinite(points).all():
        i, j = np.argwhere(~np.isfinite(points))[0].tolist()
        raise ValueError(f"X must be finite, but X[{i}, {j}] is {points[i, j]}")
    return points


def _checked_labels(y: ArrayLike, n: int) -> Ints:
    """Return y as a new array of ints, shape (n,), after checking that each label is −1 or +1."""
    labels = _complete("y", y)
    if labels.shape != (n,):
        raise ValueError(f"y must hold one label for each of the {n} points, got shape {labels.shape}")
    hint = "; use Dataset.from_binary for 0/1 labels"
    if labels.dtype.kind not in "uif":
        raise TypeError(
            f"labels must be the numbers -1 or +1, got {labels.dtype} values{hint if labels.dtype == bool else ''}"
        )
    if not ((labels == 1) | (labels == -1)).all():
        values = np.unique(labels)
        hint = hint if np.isin(values, (0, 1)).all() else ""
        raise ValueError(f"labels must be -1 or +1, got {np.array2string(values, threshold=5)}{hint}")
    return np.array(labels, dtype=np.int64)


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """Points with labels −1 or +1.

    >>> data = Dataset([[0, 2], [1, 1], [3, 0]], [1, -1, -1])
    >>> data
    Dataset(3 points in 2 dimensions, 1 positive, 2 negative)
    >>> data.radius, data.dim, len(data)
    (3.0, 2, 3)

    Parameters
    ----------
    X : array_like, shape (n, d)
        The points, n ≥ 1 and d ≥ 1, finite; whole numbers become float64, if that holds them. The largest norm of a
        point may be at most 2**500 times the smallest that is not 0, since products would become 0 otherwise.
    y : array_like, shape (n,)
        The labels, each −1 or +1. If X and y are pandas tables, their indices must be equal.
    lift : float, Fraction or Decimal, optional
        The constant last coordinate of every point, as `augmented` appends it. New points get the same constant, see
        `lifted`. If no float can hold the number, `X` and `lift` hold the nearest float, and learners compute with
        `exact_lift`.

    Raises
    ------
    TypeError
        If X or y hold something other than numbers.
    ValueError
        If a shape, a coordinate, a label or the lift is not as above; the message shows the value.
    """

    X: Floats
    y: Ints
    lift: float | None = None
    exact_lift: Fraction | None = None

    def __init__(self, X: ArrayLike, y: ArrayLike, lift: Number | None = None) -> None:
        points = _checked_points(X)
        _check_index(X, y)
        if lift is not None and not (points[:, -1] == positive("lift", lift)).all():
            raise ValueError(f"the last coordinate of every point must be the lift {lift}, got {points[0, -1]}")
        object.__setattr__(self, "lift", lift and float(lift))
        object.__setattr__(self, "exact_lift", lift and exactly(lift))
        object.__setattr__(self, "X", frozen(points))
        object.__setattr__(self, "y", frozen(_checked_labels(y, len(points))))
        if self.radius == np.inf:
            raise ValueError(f"points must have a finite norm, but that of X[{self.norms.argmax()}] overflows")
        if self.least < self.radius / _SPREAD:
            raise ValueError(
                f"X[{(self.norms == self.least).argmax()}] has norm {self.least:.3g}, more than 2**500 times "
                f"smaller than the largest, {self.radius:.3g}; products of the two would vanish"
            )

    def __len__(self) -> int:
        return len(self.y)

    def __repr__(self) -> str:
        above = int((self.y == 1).sum())
        shape = f"{count_of(len(self), 'point')} in {count_of(self.dim, 'dimension')}"
        return f"Dataset({shape}, {above} positive, {len(self) - above} negative)"

    def _repr_html_(self) -> str:
        heads = ["label", *[f"x{j + 1}" for j in range(self.dim)]]
        rows = ([label, *point] for label, point in zip(self.y, self.X, strict=True))
        picture = drawing.picture(self.X, self.y, None, self.lift)
        return drawing.document(repr(self), picture, drawing.table(heads, rows, len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dataset):
            return NotImplemented
        same = np.array_equal(self.X, other.X) and np.array_equal(self.y, other.y)
        return same and self.exact_lift == other.exact_lift

    __hash__ = None  # type: ignore[assignment]  # data sets are compared by value, and too large to be keys

    def __reduce__(self) -> tuple[type[Dataset], tuple[Floats, Ints, Number | None]]:
        # A copy is checked again, so its arrays are read-only, too.
        return Dataset, (self.X, self.y, self.exact_lift or self.lift)

    @property
    def dim(self) -> int:
        """The number of coordinates, with the constant one if there is one."""
        return int(self.X.shape[1])

    @cached_property
    def norms(self) -> Floats:
        """The norm ‖xᵢ‖ of each point, shape (n,)."""
        return frozen(norms(self.X))

    @cached_property
    def radius(self) -> float:
        """R, the largest norm of a point."""
        return float(self.norms.max())

    @property
    def radius_squared(self) -> Fraction:
        """R², the square of the largest norm of a point, as an exact fraction.

        A lift that was given as a fraction counts as that fraction.

        >>> from perceptron import gate
        >>> gate("and").augmented(Fraction("0.1")).radius_squared
        Fraction(201, 100)
        """
        longest = np.flatnonzero(self.norms >= (1 - 1e-12) * self.radius)
        points: list[list[float | Fraction]] = self.X[longest].tolist()
        if self.exact_lift is not None:
            points = [[*point[:-1], self.exact_lift] for point in points]
        return max(sum((Fraction(x) ** 2 for x in point), Fraction()) for point in points)

    @cached_property
    def least(self) -> float:
        """The smallest norm of a point other than the origin; 0 if all points are the origin."""
        return float(self.norms.min()) or float(self.norms.min(where=self.norms > 0, initial=self.radius))

    @cached_property
    def signed(self) -> Floats:
        """The signed points yᵢxᵢ, shape (n, d): w separates if its product with each is positive."""
        return frozen(self.y[:, None] * self.X)

    def augmented(self, scale: Number = 1.0) -> Dataset:
        """Return new data with the constant coordinate `scale` appended to every point; its weight is the bias.

        The scale is kept as the `lift`; 1 gives the usual bias. A float counts as its binary value, so give a tenth as
        Fraction("0.1"). Data with a lift get another constant, and this is the new `lift`. Raises ValueError if the
        scale is not finite and positive.

        >>> Dataset([[1], [-1]], [1, -1]).augmented().X
        array([[ 1.,  1.],
               [-1.,  1.]])
        """
        constant = np.full(len(self), positive("scale", scale))
        return Dataset(np.column_stack([self.X, constant]), self.y, lift=scale)

    def lifted(self, points: ArrayLike) -> Floats:
        """Return `points` as a new array of shape (m, d), with as many coordinates as the data's points.

        If the data have a `lift`, the constant coordinate, it is appended to points of shape (m, d − 1). Raises
        TypeError if the points hold something other than numbers; ValueError if they are not finite or have another
        shape.

        >>> data = Dataset([[1], [-1]], [1, -1]).augmented(2)
        >>> data.lifted([[5]]), data.lifted([[5, 2]])
        (array([[5., 2.]]), array([[5., 2.]]))
        """
        return lifted(points, self.dim, self.lift)

    def normalized(self) -> Dataset:
        """Return new data with every point scaled to norm 1.

        Whether a plane through the origin separates the points stays the same; radius, margin and runs change. A
        constant coordinate is scaled like the others, and the new `lift` is None. Raises ValueError if a point is the
        origin; the message names its row.

        >>> Dataset([[3, 4], [0, 2]], [1, -1]).normalized().X
        array([[0.6, 0.8],
               [0. , 1. ]])
        """
        if not self.norms.all():
            raise ValueError(f"X[{int(self.norms.argmin())}] is the origin and cannot be normalized")
        exponent = np.frexp(self.norms)[1]
        lengths = np.ldexp(self.norms, -exponent)
        return Dataset(np.ldexp(self.X, -exponent[:, None]) / lengths[:, None], self.y)

    def to_frame(self) -> pd.DataFrame:
        """Return a new table with the columns x1, …, xd and label, one row per point.

        A constant coordinate has a column like the others; the table does not keep the `lift`.

        >>> Dataset([[0, 2], [1, 1]], [1, -1]).to_frame()
            x1   x2  label
        0  0.0  2.0      1
        1  1.0  1.0     -1
        """
        import pandas as pd

        frame = pd.DataFrame(self.X.copy(), columns=[f"x{j + 1}" for j in range(self.dim)])
        return frame.assign(label=self.y.copy())

    @staticmethod
    def from_frame(
        frame: pd.DataFrame,
        label: Hashable = "label",
        features: Sequence[Hashable] | None = None,
        positive: object = None,
    ) -> Dataset:
        """Make a data set from a table: one column holds the labels, others the coordinates.

        >>> import pandas as pd
        >>> frame = pd.DataFrame({"width": [1.5, 2, 0.3], "height": [2, 1, 1], "kind": ["oak", "elm", "oak"]})
        >>> Dataset.from_frame(frame, label="kind", features=["height"], positive="oak").to_frame()
            x1  label
        0  2.0      1
        1  1.0     -1
        2  1.0      1

        Parameters
        ----------
        frame : pandas.DataFrame
            One row per point. Text that spells a number counts as that number.
        label : hashable
            The column of the labels.
        features : sequence of hashable, optional
            The columns of the coordinates, in order; all but the label column unless given.
        positive : object, optional
            The value in the label column that becomes +1; its only other value becomes −1. Without it the labels
            must be −1 and +1.

        Raises
        ------
        TypeError
            If the frame is not a DataFrame.
        ValueError
            If a column is missing or occurs twice, if `positive` is not in the label column or this holds more than two
            values, or if rows are bad: a coordinate missing, infinite or not a number, or a label not allowed. The
            message names the first bad rows by the table's index, with the reason.
        """
        from perceptron.table import columns  # loads pandas

        return Dataset(*columns(frame, label, features, positive))

    @staticmethod
    def from_csv(
        source: str | os.PathLike[str] | IO[bytes] | IO[str],
        label: str = "label",
        features: Sequence[str] | None = None,
        positive: object = None,
    ) -> Dataset:
        r"""Make a data set from comma-separated text in UTF-8 whose first line names the columns.

        Empty lines, and a first column without a name, are left out.

        >>> from io import StringIO
        >>> Dataset.from_csv(StringIO("x1,x2,label\n0,2,1\n1,1,-1\n")).X
        array([[0., 2.],
               [1., 1.]])
        >>> Dataset.from_csv(StringIO("x1,x2,label\n0,2,1\n1,one,-1\n"))
        Traceback (most recent call last):
        ValueError: line 3: x2 is 'one', not a number

        Parameters
        ----------
        source : path or file
            A path or an open file. For other separators or decimal commas, read the file with `pandas.read_csv`
            and pass the table to `from_frame`.
        label, features, positive
            As for `from_frame`.

        Raises
        ------
        OSError
            If the file does not exist or cannot be opened.
        ValueError
            If the text is not such a table, or `from_frame` refuses it; bad rows are named by their lines in the
            file, counted from 1.
        """
        from perceptron.table import lines

        return Dataset.from_frame(lines(source), label, features, positive)

    @staticmethod
    def from_binary(X: ArrayLike, y: ArrayLike) -> Dataset:
        """Make a data set from points X and labels 0 and 1, which become −1 and +1.

        A label of 0 would make every update 0. Raises ValueError if a label is neither 0 nor 1.

        >>> Dataset.from_binary([[0], [1]], [0, 1]).y
        array([-1,  1])
        """
        _check_index(X, y)
        labels = np.asarray(y)
        if not np.isin(labels, (0, 1)).all():
            values = np.array2string(np.unique(labels), threshold=5)
            raise ValueError(f"binary labels must be 0 or 1, got {values}")
        return Dataset(X, 2 * labels.astype(np.int64) - 1)


def required(data: object) -> Dataset:
    """Return the data if they are a Dataset; else raise TypeError and say how to make one."""
    if isinstance(data, Dataset):
        return data
    kind = f"an array of shape {data.shape}" if isinstance(data, np.ndarray) else f"{type(data).__name__}"
    raise TypeError(f"data must be a Dataset, as Dataset(X, y) makes of points and labels, got {kind}")


def lifted(points: ArrayLike, dim: int, lift: float | None) -> Floats:
    """Return points as an array of shape (m, dim); the lift, if given, is appended to points of shape (m, dim − 1).

    Raises TypeError or ValueError as `Dataset.lifted` does.
    """
    rows = _complete("points", points)
    if rows.dtype.kind not in "buif":
        raise TypeError(f"points must hold numbers, got {rows.dtype} values")
    if lift is not None and rows.ndim == 2 and rows.shape[1] == dim - 1:
        rows = np.column_stack([rows, np.full(len(rows), lift)])
    if rows.ndim != 2 or rows.shape[1] != dim:
        alternative = f" or (m, {dim - 1})" if lift is not None else ""
        raise ValueError(f"points must have shape (m, {dim}){alternative}, got {np.shape(points)}")
    if not np.isfinite(rows).all():
        raise ValueError(f"points must be finite, got {rows[~np.isfinite(rows)][0]}")
    return np.array(rows, dtype=np.float64)
