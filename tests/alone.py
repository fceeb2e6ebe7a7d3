"""Run the doctests of the installed library with the standard library alone: `python -I tests/alone.py`."""

import doctest
import importlib
import pkgutil
import sys
from pathlib import Path

import perceptron

if __name__ == "__main__":
    if not Path(perceptron.__file__).is_relative_to(sys.prefix):
        sys.exit(f"this is to test the installed library, not {perceptron.__file__}")
    names = [f"perceptron.{module.name}" for module in pkgutil.iter_modules(perceptron.__path__)]
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    done = [doctest.testmod(importlib.import_module(name), optionflags=flags) for name in ["perceptron", *names]]
    failed, tried = (sum(counts) for counts in zip(*done, strict=True))
    print(f"perceptron {perceptron.__version__}, installed alone: {tried} examples, {failed} failed")
    sys.exit(failed > 0 or not tried)
