"""Run a program with the arithmetic of other processors: numpy and OpenBLAS can leave out instructions."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.marks import slow_but

NEWEST = ("AVX512", "X86_V4")
NEW = (*NEWEST, "FMA3", "AVX2", "X86_V3")
CORES = {"Prescott": NEW, "Haswell": NEWEST, "Zen": NEWEST, "SkylakeX": ()}
"""OpenBLAS kernels, each with the numpy instructions that its processor lacks."""
OTHERS = slow_but(CORES, "Prescott")
"""All are slow but the oldest, which differs most from today's."""


@cache
def answer(program: str, core: str):
    """Return the JSON that a program prints with the arithmetic of this processor."""
    if core == "SkylakeX" and not _switchable(NEWEST):
        pytest.skip("its kernels need AVX-512")
    asked = {"OPENBLAS_CORETYPE": core, "NPY_DISABLE_CPU_FEATURES": _switchable(CORES[core])}
    environment = {**os.environ, **{name: value for name, value in asked.items() if value}}
    root = Path(__file__).parents[1]
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, env=environment, check=True)
    return json.loads(done.stdout)


def _switchable(features):
    """Return the features that this processor has and numpy can leave out."""
    found = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    return " ".join(name for name in found if features and name.startswith(features))


def differences(here, there, near, place=""):
    """List the places where two JSON values differ; fractions may differ by `near`."""
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        return [at for key in here for at in differences(here[key], there[key], near, f"{place}.{key}")]
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        if here == there:
            return []
        pairs = enumerate(zip(here, there, strict=True))
        return [at for key, pair in pairs for at in differences(*pair, near, f"{place}[{key}]")]
    if isinstance(here, float) or isinstance(there, float):
        numbers = isinstance(here, (int, float)) and isinstance(there, (int, float))
        same = numbers and bool(np.isclose(here, there, rtol=near, atol=near, equal_nan=True))
    else:
        same = here == there
    return [] if same else [f"{place}: {here!r}, there {there!r}"]
