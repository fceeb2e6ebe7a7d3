"""Leave one out: which points a run over the others misses."""

from __future__ import annotations

from typing import Literal

import numpy as np

from perceptron.checks import Number
from perceptron.dataset import Dataset, Ints, frozen, required
from perceptron.learner import Start, Tie, tie_errs, train


def leave_one_out(
    data: Dataset,
    order: Literal["cyclic", "hardest"] = "cyclic",
    start: Start | None = None,
    rate: Number = 1.0,
    tie: Tie = "mistake",
    max_updates: int = 10_000,
) -> Ints:
    """Leave out each point in turn, train on the others, and return the indices of the points that are then wrong.

    A point is wrong if the last weights of the run over the others misclassify it; the tie rule judges a score of 0.
    The indices are sorted; the array is empty if no point is wrong.

    If the run over all points converged, only a point with αᵢ > 0, on which this run made updates, can be wrong. So
    no other point is left out.

    >>> from perceptron import margin_dataset, train
    >>> data = margin_dataset(n=25, dim=2, margin=0.1, seed=3)
    >>> leave_one_out(data), np.flatnonzero(train(data).alpha)
    (array([16]), array([ 0,  2,  4,  7, 16, 21]))

    Parameters
    ----------
    data : Dataset
        The points.
    order : {"cyclic", "hardest"}
        A fixed order. In a random one, a run over fewer points is another run from the beginning.
    start, rate, tie, max_updates
        As for `train`.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Notes
    -----
    A visit to a point without a mistake changes nothing. So without a point of α = 0 the run makes the same updates,
    ends with the same weights, and these are right on all points, that one included. The misses over n therefore are at
    most the share of points with α > 0, itself at most R²/γ² n; on average they are the error on a new point of runs
    over n − 1 points: A. Luntz and V. Brailovsky, "On estimation of characters obtained in statistical procedure of
    recognition", Technicheskaya Kibernetica 3, 1969. That a perceptron needs few of its points is used for bounds by
    T. Graepel, R. Herbrich and R. C. Williamson, "From margin to sparsity", Advances in Neural Information Processing
    Systems 13, 2000.
    """
    if order not in ("cyclic", "hardest"):
        raise ValueError(f"order must be 'cyclic' or 'hardest', got {order!r}")
    n, lift = len(required(data)), data.exact_lift or data.lift
    whole = train(data, order, start, rate, tie, max_updates=max_updates)
    tried = np.flatnonzero(whole.alpha) if whole.outcome == "converged" else np.arange(n)
    errs = tie_errs(tie, data.y)
    missed = []
    for i in tried.tolist():
        if n == 1:
            missed.append(i)  # nothing is left, and the start was in error
            continue
        rest = np.delete(np.arange(n), i)
        run = train(Dataset(data.X[rest], data.y[rest], lift), order, start, rate, tie, max_updates=max_updates)
        if data.y[i] * run.predict(data.X[i : i + 1])[0] < errs[i]:
            missed.append(i)
    return frozen(np.array(missed, dtype=np.int64))
