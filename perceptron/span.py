"""Projection of a run on the plane of w and w* at each step, which shows the whole proof in any dimension."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron.dataset import Floats, frozen, norms
from perceptron.run import Run, check_separator
from perceptron.separation import Separator

_PARALLEL = 1e-12  # a shorter part of w across the axis, relative to ‖w‖, may be rounding


@dataclass(frozen=True, eq=False, repr=False)
class InPlane:
    """A run projected at each step on the plane of w and w*: a = w*·x is along w*, b = u·x across it.

    All that the proof needs is kept: w·x is `weights[k] @ (a, b)`, so the boundary of w is a line through the origin,
    the boundary of w* is the axis a = 0, and the margin is the band |a| ≤ γ. Sides, distances to boundaries and the
    angle between w and w* are those in d dimensions.

    >>> from perceptron import Dataset, in_plane, separate, train
    >>> run = train(Dataset([[4, 3, 0], [-4, 3, 0]], [1, -1]))
    >>> plane = in_plane(run, separate(run.data))
    >>> plane.along, plane.across[1], plane.weights.tolist()
    (array([ 4., -4.]), array([3., 3.]), [[0.0, 0.0], [4.0, 3.0]])

    Parameters
    ----------
    axis : numpy.ndarray, shape (d,)
        w*, or the unit vector given in its place.
    along : numpy.ndarray, shape (n,)
        a of each point, the same at every step.
    across : numpy.ndarray, shape (M + 1, n)
        b of each point, before the first update and after each.
    weights : numpy.ndarray, shape (M + 1, 2)
        w·w* and w·u; w·u is ±‖w − (w·w*)w*‖.
    certain : numpy.ndarray of bool, shape (M + 1,)
        Whether w and w* span a plane; if w is 0 or a multiple of w*, u is one of many unit vectors across w*.
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
        """The angle from w* to w in radians at each step, shape (M + 1,): negative where w·u < 0, NaN where w = 0."""
        angles = np.arctan2(self.weights[:, 1], self.weights[:, 0])
        return np.where(self.weights.any(axis=1), angles, np.nan)


def in_plane(run: Run, axis: Separator | ArrayLike) -> InPlane:
    """Project the points and the weights w on the plane of w and w*, at every step of a run.

    w* is the unit vector of the separator. The steps are the start and each update. The plane's second axis is a unit
    vector u across w*: ±(w − (w·w*)w*)/‖w − (w·w*)w*‖, with the sign that turns it by at most a right angle from step
    to step. In two dimensions u is always w* turned by +90°, so the picture is the input plane turned; in more
    dimensions it starts with w·u > 0. If w is 0 or a multiple of w*, they span no plane, and u stays as it was; at the
    start, u is then taken from the first step at which they span a plane. If they never do, u is any unit vector across
    w*, or 0 in one dimension.

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
        The separator of the run's data. If there is none, any vector other than 0 may take its place: scores and
        angles are as exact, but the theorem does not apply.

    Raises
    ------
    ValueError
        If the separator belongs to other data, or the vector is 0, not finite or of another shape.

    Notes
    -----
    A. B. J. Novikoff's proof, "On convergence proofs on perceptrons", 1962, compares w·w* with ‖w‖; the plane has both.
    """
    unit = _unit(run, axis)
    X, weights = run.data.X, run.weights
    along = weights @ unit
    parts = weights - along[:, None] * unit
    parts -= (parts @ unit)[:, None] * unit  # removes the rest along the axis that rounding left
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
    """Return the unit vector of a checked axis, shape (d,)."""
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
    """Return a unit vector perpendicular to another, shape (d,); 0 if d is 1."""
    if len(unit) == 1:
        return np.zeros(1)
    least = int(np.abs(unit).argmin())
    vector = -unit[least] * unit
    vector[least] += 1
    across: Floats = vector / np.sqrt(vector @ vector)
    return across
