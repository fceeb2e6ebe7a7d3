"""What a class has learned between two votes: the gain of the phones that answered both, with an interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import numpy as np
import numpy.typing as npt

FEWEST = 10
"""The fewest pairs that say anything about a class."""
_DRAWS = 10_000
_SEED = 0


class Gain(TypedDict):
    """The number of phones that answered twice, the shares of them that were right before and after, and the gain.

    The gain is (after − before)/(1 − before): of those who were wrong before, how many were right after, less those who
    were right before and wrong after. It is None if all were right before. The interval from `low` to `high` holds 95 %
    of the gains of classes drawn from these phones; both are None for fewer than ten phones.
    """

    pairs: int
    before: float
    after: float
    gain: float | None
    low: float | None
    high: float | None


def of_pairs(before: Sequence[bool], after: Sequence[bool]) -> Gain:
    """Return how much a class gained between two votes; the lists say for each phone whether it was right.

    Both lists have the same phones, at least one, in the same order. In the result `pairs` is their number, and
    `before` and `after` are the shares that were right. `gain` is (after − before)/(1 − before), None if all were right
    before. From `low` to `high` lie 95 % of the gains of random classes of as many phones, drawn from these with
    repetition (the percentile bootstrap, Efron 1979); a drawn class that is all right before is left out. `low` and
    `high` are None if there are fewer than ten phones, or if `gain` is None.

    >>> gain = of_pairs([True] * 10 + [False] * 30, [True] * 10 + [False] * 15 + [True] * 15)
    >>> gain["before"], gain["after"], gain["gain"]
    (0.25, 0.625, 0.5)
    >>> 0.3 < gain["low"] < 0.35 and 0.65 < gain["high"] < 0.7
    True
    """
    first, second = np.array(before, bool), np.array(after, bool)
    # Phones that did the same are alike: (wrong, wrong), (wrong, right), (right, wrong), (right, right).
    counts = np.bincount(2 * first + second, minlength=4)
    pairs = len(first)
    result: Gain = {
        "pairs": pairs,
        "before": float(first.mean()),
        "after": float(second.mean()),
        "gain": float(_gains(counts[None])[0]) if not first.all() else None,
        "low": None,
        "high": None,
    }
    if pairs < FEWEST or result["gain"] is None:
        return result
    drawn = np.random.default_rng(_SEED).multinomial(pairs, counts / pairs, size=_DRAWS)
    gains = _gains(drawn[drawn[:, :2].any(axis=1)])
    low, high = np.quantile(gains, (0.025, 0.975), method="inverted_cdf")
    return {**result, "low": float(low), "high": float(high)}


def _gains(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Return the gain for each row of counts: (wrong, wrong), (wrong, right), (right, wrong) and (right, right)."""
    gains: npt.NDArray[np.float64] = (counts[:, 1] - counts[:, 2]) / (counts[:, 0] + counts[:, 1])
    return gains
