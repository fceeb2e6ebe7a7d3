"""The learner against scikit-learn's compiled one, as ratios measured in one run.

Both see the same points in the same order and end with the same weights; ours also records every mistake. The
points are drawn with radius 1 and, in the easy rows, margin 0.1 for n = 60 and 0.05 otherwise; in the hard rows
margin 0.05, 0.01 or 0.02, which takes up to twenty passes.

Many runs in one call are measured against as many calls. They must draw the same orders, and where each pass makes
few mistakes those calls do little more than that; so the rows with a margin also say which part of the one call is
spent on its orders, the part that no gathering of runs can save.

Run with `python -m tests.benchmarks.learner` from the root of the repository.
"""

import tracemalloc
import warnings
from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Perceptron

from perceptron import Dataset, cloud, experiments, margin_dataset, separate, train, train_many

# points, dimensions, margin, how many times as fast as scikit-learn at least
SIZES = [
    (60, 3, 0.1, 8.0),
    (1_000, 3, 0.05, 5.0),
    (10_000, 20, 0.05, 2.4),
    (100_000, 20, 0.05, 3.5),
    (1_000_000, 20, 0.05, 5.5),
    (60, 3, 0.05, 5.0),
    (1_000, 3, 0.01, 1.2),
    (10_000, 20, 0.02, 1.1),
    (100_000, 20, 0.01, 1.4),
    (1_000_000, 20, 0.02, 2.5),
]
SEPARATE_SECONDS = 1.0
SWEEP_SECONDS = 2.0
MEGABYTES = 100
RUNS = 1000
# what the points are, the points, most updates, how many times as fast as one by one at least
MANY = [
    ("that nothing separates", cloud(100).augmented(), 1_000, 20.0),
    ("of margin 0.1", margin_dataset(100, 2, 0.1, seed=1), 10_000, 3.0),
    ("of margin 0.02", margin_dataset(100, 2, 0.02, seed=1), 10_000, 2.0),
]


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
        name = f"train, {n} points in {dim} dimensions, margin {margin}, {len(run.mistakes)} updates"
        yield name, f"{ratio:.1f} ×", f"≥ {target} ×", ratio >= target
    data = margin_dataset(100_000, 20, 0.05, seed=1)
    coin = Dataset(data.X, np.random.default_rng(1).choice([-1, 1], size=len(data)))
    wide = np.random.default_rng(1)
    noise = Dataset(wide.normal(size=(2_000, 300)), wide.choice([-1, 1], size=2_000))
    for name, points in (("separable", data), ("inseparable", coin), ("inseparable", noise)):
        time = seconds(lambda points=points: separate(points), 3)
        yield (
            f"separate, {len(points)} {name} points in {points.dim} dimensions",
            f"{time:.3f} s",
            f"< {SEPARATE_SECONDS} s",
            time < SEPARATE_SECONDS,
        )
    yield from many()
    time = seconds(lambda: experiments.by_margin(np.geomspace(0.01, 0.5, 10).tolist(), repeats=200, n=200), 3)
    yield (
        "sweep of 10 margins, 200 repeats, 200 points each time drawn anew",
        f"{time:.2f} s",
        f"< {SWEEP_SECONDS} s",
        time < SWEEP_SECONDS,
    )
    yield memory()


def many() -> Iterator[tuple[str, str, str, bool]]:
    """Compare one call for many shuffled runs with a call for each; of the latter a tenth is timed."""
    for kind, data, cap, target in MANY:
        runs = train_many(data, range(RUNS), max_updates=cap)

        def one_by_one(data: Dataset = data, cap: int = cap) -> list[int]:
            return [len(train(data, "shuffled", seed=seed, max_updates=cap).mistakes) for seed in range(RUNS // 10)]

        def orders(passes: np.ndarray = runs.passes, n: int = len(data)) -> None:
            for seed, count in enumerate(passes.tolist()):
                generator = np.random.default_rng(seed)
                for _ in range(count - 1):
                    generator.permutation(n)

        assert one_by_one() == runs.updates[: RUNS // 10].tolist()
        ours = seconds(lambda data=data, cap=cap: train_many(data, range(RUNS), max_updates=cap), 5)
        ratio = 10 * seconds(one_by_one, 3) / ours
        part = seconds(orders, 3) / ours
        name = f"{RUNS} runs at once, 100 points {kind} ({part:.0%} orders)"
        yield name, f"{ratio:.1f} ×", f"≥ {target} ×", ratio >= target


def memory() -> tuple[str, str, str, bool]:
    """Measure the most that a long run holds at once, until somebody asks for its weights."""
    drawn = margin_dataset(1_000, 20, 0.05, seed=1)
    coin = Dataset(drawn.X, np.random.default_rng(1).choice([-1, 1], size=len(drawn)))
    tracemalloc.start()
    run = train(coin, max_updates=1_000_000)
    size = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    name = f"memory of a run of {len(run.mistakes)} updates in {coin.dim} dimensions"
    return name, f"{size:.0f} MB", f"< {MEGABYTES} MB", size < MEGABYTES


if __name__ == "__main__":
    for name, value, target, ok in rows():
        print(f"{name:<68} {value:>9}   {target:>8}   {'ok' if ok else 'MISSED'}")
