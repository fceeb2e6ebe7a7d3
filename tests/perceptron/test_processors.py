"""Learners make the same decisions on every processor: mistakes, their order, and outcomes."""

# ruff: noqa: F405

import dataclasses
from fractions import Fraction
from typing import get_args

import numpy as np
import pandas as pd
import pytest

from perceptron import *  # noqa: F403
from perceptron import experiments
from perceptron.learner import Order
from perceptron.samples import *  # noqa: F403
from perceptron.separation import Separator
from perceptron.variants import *  # noqa: F403
from tests.processors import OTHERS, answer, differences


def sets():
    """Return points on lines and corners, but on no grid of floats, so that floats round scores of 0."""
    rng = np.random.default_rng(7)
    gates = [Dataset(gate(name).augmented().X * unit, gate(name).y) for name in ("and", "xor") for unit in (0.7, 1 / 3)]
    grids = [Dataset(rng.integers(-6, 7, size=(9, 3)) * 0.1, rng.choice([-1, 1], size=9)) for _ in range(8)]
    ring = rings(16).augmented(0.3)
    tiny = Dataset([[1e-170, 0], [-1e-170, 1e-170]], [1, -1])
    angles = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    regular = Dataset(np.column_stack([np.cos(angles), np.sin(angles)]), rng.choice([-1, 1], size=32)).augmented(0.3)
    lifted = [Dataset(ring.X[:, :2], ring.y).augmented(Fraction("0.3")), gate("and").augmented(Fraction("0.1"))]
    return [*lifted, *gates, *grids, ring, tiny, regular, cloud(40).augmented(), margin_dataset(80, 20, 0.05, seed=1)]


def plain(value):
    """Return a value of types that JSON has."""
    if isinstance(value, pd.DataFrame):
        return plain({name: column.tolist() for name, column in value.items()})
    if dataclasses.is_dataclass(value):
        named = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return plain({name: part for name, part in named.items() if name not in ("data", "run", "kernel")})
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, (np.ndarray, np.generic)):
        return plain(value.tolist())
    return str(value) if isinstance(value, Fraction) or value is pd.NA else value


def of_learners(data):
    """Return the results of all learners of examples on a data set."""
    separation = separate(data)
    runs = [train(data, order, rate=0.1, max_updates=80) for order in get_args(Order)]
    runs += [train(data, start=data.X[0] * 3, tie=tie, max_updates=40) for tie in ("correct", 1)]
    start = [Fraction(int(sign), 10) * Fraction(data.radius) for sign in np.sign(data.X[0])]
    runs += [train(data, start=start, rate=Fraction("0.1"), max_updates=40)]
    run = runs[0]
    w = data.signed[:2].sum(axis=0) * 0.1
    traces = [
        margin_perceptron(data, 0.3 * data.radius**2, max_updates=60),
        margin_perceptron(data, Fraction("0.3") * data.radius_squared, max_updates=60),
        alma(Dataset(data.X + 1e-9 * data.radius, data.y), 0.5, max_updates=60),
        passive_aggressive(Dataset(data.X + 1e-9 * data.radius, data.y), max_updates=60),
        von_neumann(data, max_updates=300),
        smooth_perceptron(data, max_updates=300),
    ]
    online = [OnlinePerceptron(data.dim), OnlineAverage(data.dim)]
    told = []
    for x, y in zip(data.X[:20], data.y, strict=False):
        for learner in online:
            told.append(learner.predict(x))
            learner.learn(x, y)
    return {
        "separation": separation,
        "runs": runs,
        "predicted": [run.predict(data.X) for run in runs],
        "table": run.table(separation),
        "errors": errors_over_time(run),
        "voting": [kind(run).predict(data.X) for kind in (averaged, voted, pocket)],
        "pocket": pocket(run),
        "descents": [
            descend(data, 0.1, batch, mean=mean, max_updates=60) for batch, mean in ((2, False), (None, True))
        ],
        "decimals": descend(data, Fraction("0.1"), 2, start, max_updates=60),
        "losses": descend(data, 0.1, max_updates=60).losses,
        "loss": [perceptron_loss(data, w), perceptron_loss(data, w) == 0, perceptron_gradient(data, w)],
        "many": train_many(data, range(20), rate=0.3, max_updates=50),
        "traces": traces,
        "signs": [trace.predict(data.X) for trace in traces],
        "online": told,
        "comparator": comparator(data).bound,
        "plane": in_plane(run, separation) if isinstance(separation, Separator) else None,
        "margins": margins(data),
    }


def of_kernels(data):
    kernels = (polynomial(1, 0.0), biased(polynomial(3), 0.1), biased(polynomial(2), Fraction("0.1")), rbf(0.5))
    duals = [train_dual(data, kernel, max_updates=60) for kernel in kernels]
    separations = [separate_dual(data, kernel) for kernel in kernels]
    return {
        "runs": duals,
        "predicted": [dual.predict(data.X) for dual in duals],
        # Rounding chooses one of several proofs of inseparability.
        "separations": [found if isinstance(found, KernelSeparator) else None for found in separations],
    }


def of_concepts():
    says = directions(24, rings(12).X)
    truth = says[5]
    return {
        "directions": says,
        "halving": [halving(says, truth, tie) for tie in (-1, 1)],
        "random": randomized_halving(says, truth, seed=1),
        "expectation": randomized_halving(says, truth).expectation,
        "littlestone": littlestone(says),
        "adversary": [adversary("1/3"), mistakes_forced(0.2)],
        "forced": [
            force_mistakes(OnlinePerceptron(25), 0.2),
            force_mistakes(OnlineHalving(all_functions(6)), 0.4),
        ],
        "extremes": [fewest_and_most(gate(name).augmented(0.3), rate=0.1) for name in ("and", "or")],
        "single": [single_example([0.1, 0.3], 1, start=[-0.7, -0.1], rate=rate) for rate in (0.1, 1 / 3)],
    }


def of_experiments():
    data, of = gate("and").augmented(0.3), {"repeats": 2, "seed": 3}
    small = {"n": 20, **of}
    return {
        "margin": experiments.by_margin([0.2, 0.1], **small),
        "dimension": experiments.by_dimension([2, 5], **small),
        "load": experiments.by_load([3], [1, 2], **of),
        "order": experiments.by_order(data, **of),
        "scale": experiments.by_scale(data, [0.1, 3], **of),
        "rate": experiments.by_rate(data, [0.1, 3], [0.1, 0.2, 0.3], **of),
        "learner": experiments.by_learner([0.2], **small),
    }


def of_samples():
    of_size = [make(30) for make in (blobs, cloud, moons, rings, spirals)]
    drawn = [*of_size, random_labels(30, 5), margin_dataset(50, 7, 0.1, seed=2), slow_pair(0.01)]
    return [[data.X, data.y] for data in drawn]


def decided():
    boards = sets()
    few = [data for data in boards if len(data) < 20]
    return plain({
        "learners": list(map(of_learners, boards)),
        "kernels": list(map(of_kernels, few[::3])),
        "concepts": of_concepts(),
        "experiments": of_experiments(),
        "samples": of_samples(),
    })  # fmt: skip


PROGRAM = "import json; from tests.perceptron.test_processors import decided; print(json.dumps(decided()))"


@pytest.fixture(scope="module")
def here():
    return decided()


@pytest.mark.parametrize("core", OTHERS)
def test_another_processor_decides_and_says_the_same(here, core):
    assert differences(here, answer(PROGRAM, core), 1e-9) == []
