"""The plane of w and w* at each step of a run, in which the whole proof can be drawn whatever the dimension."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron.dataset import Floats, frozen, norms
from perceptron.run import Run, check_separator
from perceptron.separation import Separator

_PARALLEL = 1e-12  # of ‖w‖: what is no longer across the axis may be nothing but rounding


@dataclass(frozen=True, eq=False, repr=False)
class InPlane:
    """A run in the plane of its weights and of w* at each step: a = w*·x along, b = u·x across.

    Nothing that the proof speaks of is lost: w·x is `weights[k] @ (a, b)`, so the boundary of w is a line through the
    origin, that of w* the axis a = 0, the margin the band |a| ≤ γ, and every side, every distance to a boundary and the
    angle between w and w* are those of d dimensions.

    >>> from perceptron import Dataset, in_plane, separate, train
    >>> run = train(Dataset([[4, 3, 0], [-4, 3, 0]], [1, -1]))
    >>> plane = in_plane(run, separate(run.data))
    >>> plane.along, plane.across[1], plane.weights.tolist()
    (array([ 4., -4.]), array([3., 3.]), [[0.0, 0.0], [4.0, 3.0]])

    Parameters
    ----------
    axis : numpy.ndarray, shape (d,)
        w*, or another unit vector that was asked for.
    along : numpy.ndarray, shape (n,)
        a of each point, the same at every step.
    across : numpy.ndarray, shape (M + 1, n)
        b of each point, before the first update and after each.
    weights : numpy.ndarray, shape (M + 1, 2)
        w·w* and w·u; w·u is the part of w across w*, ±‖w − (w·w*)w*‖.
    certain : numpy.ndarray of bool, shape (M + 1,)
        Whether w and w* span a plane; where w is 0 or lies along w*, u is one of many unit vectors across it.
    """

    axis: Floats
    along: Floats
    across: Floats
    weights: Floats
    certain: NDArray[np.bool_]

    def __repr__(self) -> str:
        steps, points = self.across.shape
        return f"InPlane({points} points at {steps} steps)"

    @property
    def angles(self) -> Floats:
        """The angle from w* to w in radians, shape (M + 1,), negative where w·u is; NaN where w = 0."""
        angles = np.arctan2(self.weights[:, 1], self.weights[:, 0])
        return np.where(self.weights.any(axis=1), angles, np.nan)


def in_plane(run: Run, axis: Separator | ArrayLike) -> InPlane:
    """Draw every step of a run in the plane that its weights span with w*.

    The unit vector u across w* is ±(w − (w·w*)w*)/‖w − (w·w*)w*‖, with the sign that turns it by no more than a right
    angle from step to step. In two dimensions it is w* turned by +90° throughout, so that the picture is the input
    plane turned; in more it begins with w·u > 0. Where w is 0 or lies along w*, u stays as it was, and before the first
    plane it is already that one's.

    >>> from perceptron import in_plane, margin_dataset, separate, train
    >>> data = margin_dataset(n=30, dim=1000, margin=0.1, seed=7)
    >>> run, separator = train(data), separate(data)
    >>> plane = in_plane(run, separator)
    >>> plane
    InPlane(30 points at 12 steps)
    >>> scores = plane.weights[-1] @ [plane.along, plane.across[-1]]
    >>> float(np.abs(scores - data.X @ run.w).max()) < 1e-12
    True
    >>> np.degrees(plane.angles[-4:]).round(1)
    array([69. , 68.2, 67.1, 63.9])

    Parameters
    ----------
    run : Run
        M updates on n points in d dimensions.
    axis : Separator or array_like, shape (d,)
        The separator of the run's data. Where there is none, any vector other than 0 may take its place; scores and
        angles are as true, but no theorem speaks of them.

    Raises
    ------
    ValueError
        If the separator is not that of the run's data, or the vector is 0, not finite or of another shape.

    Notes
    -----
    The two sides of A. B. J. Novikoff's proof, "On convergence proofs on perceptrons", 1962, are w·w* and ‖w‖: both are
    of this plane.
    """
    unit = _unit(run, axis)
    X, weights = run.data.X, run.weights
    along = weights @ unit
    parts = weights - along[:, None] * unit
    parts -= (parts @ unit)[:, None] * unit  # what rounding left along the axis
    lengths = norms(parts)
    certain = lengths > _PARALLEL * norms(weights)
    u = _directions(unit, parts, lengths, certain)
    return InPlane(
        frozen(unit),
        frozen(X @ unit),
        frozen(u @ X.T),
        frozen(np.column_stack([along, np.where(certain, np.vecdot(u, parts), 0.0)])),
        frozen(certain),
    )


def _unit(run: Run, axis: Separator | ArrayLike) -> Floats:
    if isinstance(axis, Separator):
        check_separator(run.data, axis)
        return axis.w.copy()
    vector = np.asarray(axis, dtype=np.float64)
    if vector.shape != (run.data.dim,) or not np.isfinite(vector).all() or not vector.any():
        raise ValueError(f"the axis must be a vector of {run.data.dim} coordinates other than 0, got {axis}")
    vector = vector / np.abs(vector).max()
    unit: Floats = vector / norms(vector[None, :])
    return unit


def _directions(unit: Floats, parts: Floats, lengths: Floats, certain: NDArray[np.bool_]) -> Floats:
    """Return u at each step, shape (M + 1, d)."""
    u = np.zeros_like(parts)
    u[certain] = parts[certain] / lengths[certain, None]
    steps = np.flatnonzero(certain)
    if len(unit) == 2:
        previous = np.array([-unit[1], unit[0]])
    elif steps.size:
        previous = u[steps[0]]
    else:
        previous = _across(unit)
    for k in range(len(u)):
        if certain[k]:
            previous = -u[k] if u[k] @ previous < 0 else u[k]
        u[k] = previous
    return u


def _across(unit: Floats) -> Floats:
    """Return a unit vector across another; 0 where one dimension has none."""
    if len(unit) == 1:
        return np.zeros(1)
    least = int(np.abs(unit).argmin())
    vector = -unit[least] * unit
    vector[least] += 1
    across: Floats = vector / np.sqrt(vector @ vector)
    return across
