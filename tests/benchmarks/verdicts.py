"""The verdicts that took longest, in seconds: none may keep its asker waiting for more than five.

Labels are those of a fair coin. The time is that of one core, each call alone in a process, so that what else the
machine does counts for little. Run with `python -m tests.benchmarks.verdicts` from the root of the repository.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from time import process_time

import numpy as np

from perceptron import Dataset, bounds, margin_dataset, margins, rbf, separate, separate_dual

SECONDS = 5.0


def labelled(X: np.ndarray) -> Dataset:
    """Label points by a fair coin."""
    return Dataset(X, np.random.default_rng(1).choice([-1, 1], size=len(X)))


def of_rank(rank: int, n: int, dim: int) -> Dataset:
    """Draw points whose columns depend on one another but for the last place of a float."""
    rng = np.random.default_rng(0)
    return labelled(rng.normal(size=(n, rank)) @ rng.normal(size=(rank, dim)))


def flat(n: int, dim: int) -> Dataset:
    """Draw points within a billionth of a plane."""
    rng = np.random.default_rng(0)
    X, u = rng.normal(size=(n, dim)), np.ones(dim) / np.sqrt(dim)
    return labelled(X - np.outer(X @ u, u) + 1e-9 * np.outer(rng.normal(size=n), u))


def shares(n: int, dim: int) -> Dataset:
    """Draw points whose coordinates sum to 1."""
    return labelled(np.random.default_rng(0).dirichlet(np.ones(dim), n))


def normal(n: int, dim: int) -> Dataset:
    """Draw points from a Gaussian cloud."""
    return labelled(np.random.default_rng(0).normal(size=(n, dim)))


CALLS: dict[str, Callable[[], object]] = {
    "separate, 200 points of rank 25 in 50 dimensions": lambda: separate(of_rank(25, 200, 50)),
    "separate, 400 points of rank 99 in 100 dimensions": lambda: separate(of_rank(99, 400, 100)),
    "separate, 150 points of rank 50 in 100 dimensions, margin 3e-18 R": lambda: separate(of_rank(50, 150, 100)),
    "separate, 400 points in 100 dimensions whose coordinates sum to 1": lambda: separate(shares(400, 100).augmented()),
    "separate, 200 points in 50 dimensions within 1e-9 R of a plane": lambda: separate(flat(200, 50)),
    "margins, 300 points in 200 dimensions": lambda: margins(normal(300, 200)),
    "margins, 500 points of margin 0.001 in 200 dimensions": lambda: margins(margin_dataset(500, 200, 0.001)),
    "separate_dual, 1000 points, rbf(0.05)": lambda: separate_dual(normal(1000, 2), rbf(0.05)),
    "separate_dual, 1000 points, rbf(0.3)": lambda: separate_dual(normal(1000, 2), rbf(0.3)),
    "separate_dual, 1000 points, rbf(2)": lambda: separate_dual(normal(1000, 2), rbf(2.0)),
    "bounds.randomized_halving(2**32)": lambda: bounds.randomized_halving(2**32),
}


def rows() -> Iterator[tuple[str, str, str, bool]]:
    """Yield what was measured: its name, the value, the target, and whether the target was met."""
    for name in CALLS:
        alone = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.verdicts", name],
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            stdout=subprocess.PIPE,
            check=True,
        )
        time = float(alone.stdout)
        yield name, f"{time:.2f} s", f"< {SECONDS} s", time < SECONDS


def seconds(call: Callable[[], object]) -> float:
    """Return the time that a call takes of the processor."""
    begin = process_time()
    call()
    return process_time() - begin


if __name__ == "__main__":
    if sys.argv[1:]:
        print(seconds(CALLS[sys.argv[1]]))
    else:
        for name, value, target, ok in rows():
            print(f"{name:<68} {value:>9}   {target:>8}   {'ok' if ok else 'MISSED'}", flush=True)
