"""The learner against scikit-learn's compiled one, as ratios measured in one run.

Both see the same points in the same order and end with the same weights; ours also records every mistake. The
points are drawn with margin 0.1 for n = 60 and 0.05 otherwise, radius 1. Hard little problems, hundreds of passes
over few points, are outside these rows: there the compiled loop is the faster one.

Run with `python -m tests.benchmarks.learner` from the root of the repository.
"""

import warnings
from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Perceptron

from perceptron import Dataset, margin_dataset, separate, train

# points, dimensions, margin, how many times as fast as scikit-learn at least
SIZES = [
    (60, 3, 0.1, 5.0),
    (1_000, 3, 0.05, 1.2),
    (10_000, 20, 0.05, 1.2),
    (100_000, 20, 0.05, 2.0),
    (1_000_000, 20, 0.05, 4.0),
]
SEPARATE_SECONDS = 1.0


def seconds(work: Callable[[], object], repeats: int) -> float:
    """Return the shortest of several times."""
    times = []
    for _ in range(repeats):
        begin = perf_counter()
        work()
        times.append(perf_counter() - begin)
    return min(times)


def fit(data: Dataset, passes: int) -> Perceptron:
    """Let scikit-learn make the same passes."""
    other = Perceptron(shuffle=False, tol=None, max_iter=passes, fit_intercept=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return other.fit(data.X, data.y)


def rows() -> Iterator[tuple[str, str, str, bool]]:
    """Yield what was measured: its name, the value, the target, and whether the target was met."""
    for n, dim, margin, target in SIZES:
        data = margin_dataset(n, dim, margin, seed=1)
        run = train(data)
        np.testing.assert_allclose(fit(data, run.passes).coef_[0], run.weights[-1], rtol=0, atol=1e-9)
        repeats = 30 if n <= 10_000 else 3
        fresh = iter([Dataset(data.X, data.y) for _ in range(repeats)])
        ours = seconds(lambda fresh=fresh: train(next(fresh)), repeats)
        theirs = seconds(lambda data=data, run=run: fit(data, run.passes), repeats)
        ratio = theirs / ours
        name = f"train, {n} points in {dim} dimensions, {len(run.mistakes)} updates"
        yield name, f"{ratio:.1f} ×", f"≥ {target} ×", ratio >= target
    data = margin_dataset(100_000, 20, 0.05, seed=1)
    coin = Dataset(data.X, np.random.default_rng(1).choice([-1, 1], size=len(data)))
    for name, points in (("separable", data), ("inseparable", coin)):
        time = seconds(lambda points=points: separate(points), 3)
        yield (
            f"separate, 100000 {name} points in 20 dimensions",
            f"{time:.3f} s",
            f"< {SEPARATE_SECONDS} s",
            time < SEPARATE_SECONDS,
        )


if __name__ == "__main__":
    for name, value, target, ok in rows():
        print(f"{name:<62} {value:>9}   {target:>7}   {'ok' if ok else 'MISSED'}")
