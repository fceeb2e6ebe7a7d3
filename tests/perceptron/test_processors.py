"""The same runs on every processor: subprocesses whose libraries are told to use the instructions of others."""

import os
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

DIGEST = """
import hashlib
import numpy as np
from perceptron import (
    Dataset, OnlinePerceptron, cloud, descend, errors_over_time, gate, margin_dataset, margin_perceptron, polynomial,
    train, train_dual, train_many, voted,
)
seen = hashlib.sha256()
def tell(*values):
    for value in values:
        seen.update(repr(np.asarray(value).tolist()).encode())
rng = np.random.default_rng(7)
sets = [Dataset(gate(name).augmented().X * unit, gate(name).y) for name in ("and", "xor") for unit in (0.1, 0.7, 1 / 3)]
sets += [Dataset(rng.integers(-6, 7, size=(9, 3)) * 0.1, rng.choice([-1, 1], size=9)) for _ in range(20)]
sets += [margin_dataset(300, 20, 0.05, seed=1), cloud(40).augmented()]
sets += [Dataset([[1e-170, 0], [-1e-170, 1e-170]], [1, -1])]
for data in sets:
    for order in ("cyclic", "shuffled", "random", "hardest"):
        run = train(data, order, rate=0.1, max_updates=80)
        tell(run.mistakes, run.checked, run.outcome, run.cycle or 0)
    table = errors_over_time(run)
    tell(table, voted(run).predict(data.X))
    path = descend(data, 0.1, batch=2, max_updates=60)
    tell(path.mistakes, path.sizes, path.outcome, path.losses == 0)
    runs = train_many(data, range(60), rate=0.3, max_updates=50)
    tell(runs.updates, runs.passes, runs.outcomes)
    trace = margin_perceptron(data, 0.3, max_updates=60)
    tell(trace.products, trace.outcome)
    learner = OnlinePerceptron(data.dim)
    for x, y in zip(data.X, data.y):
        tell(learner.predict(x))
        learner.learn(x, y)
    if len(data) < 50:
        for kernel in (polynomial(1, 0.0), polynomial(3)):
            dual = train_dual(data, kernel, max_updates=60)
            tell(dual.mistakes, dual.outcome, dual.cycle or 0)
print(seen.hexdigest())
"""


@cache
def digest(core="", disabled=""):
    told = {"OPENBLAS_CORETYPE": core, "NPY_DISABLE_CPU_FEATURES": disabled}
    environment = {**os.environ, **{name: value for name, value in told.items() if value}}
    answer = subprocess.run([sys.executable, "-c", DIGEST], capture_output=True, text=True, env=environment, check=True)
    return answer.stdout


def switchable(*features):
    """Those that this numpy can do without and this processor has."""
    found = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    return " ".join(name for name in found if name.startswith(features))


@pytest.mark.parametrize("core", ["Prescott", "Haswell", "SkylakeX", "Zen"])
def test_the_kernels_of_openblas_for_another_processor_change_no_run(core):
    if core == "SkylakeX" and not switchable("AVX512", "X86_V4"):
        pytest.skip("its kernels need AVX-512")
    assert digest(core) == digest()


@pytest.mark.parametrize("features", [("AVX512", "X86_V4"), ("AVX512", "X86_V4", "FMA3", "AVX2", "X86_V3")])
def test_numpy_without_the_newer_instructions_changes_no_run(features):
    disabled = switchable(*features)
    if not disabled:
        pytest.skip("this numpy or this processor has none of them")
    assert digest(disabled=disabled) == digest()
