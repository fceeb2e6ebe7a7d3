"""Test the installed library with the standard library alone: `python -I tools/alone.py FOLDER`.

Its doctests, and the programs that `tools.programs` wrote into the folder, which print what they printed there.
"""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import perceptron


def examples() -> tuple[int, int]:
    names = [f"perceptron.{module.name}" for module in pkgutil.iter_modules(perceptron.__path__)]
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    done = [doctest.testmod(importlib.import_module(name), optionflags=flags) for name in ["perceptron", *names]]
    failed, tried = (sum(counts) for counts in zip(*done, strict=True))
    return failed, tried


def programs(folder: Path) -> tuple[int, int]:
    written = sorted(folder.glob("*/*.py"))
    failed = 0
    for program in written:
        done = subprocess.run([sys.executable, "-I", program], capture_output=True, text=True, check=False)
        if done.stderr or done.stdout != program.with_suffix(".txt").read_text(encoding="utf-8"):
            failed += 1
            print(f"{program.parent.name}/{program.name}: {done.stderr or done.stdout}")
    return failed, len(written)


if __name__ == "__main__":
    if not Path(perceptron.__file__).is_relative_to(sys.prefix):
        sys.exit(f"this is to test the installed library, not {perceptron.__file__}")
    outcomes = {"examples": examples(), "programs": programs(Path(sys.argv[1]))}
    told = ", ".join(f"{tried} {what}, {failed} failed" for what, (failed, tried) in outcomes.items())
    print(f"perceptron {perceptron.__version__}, installed alone: {told}")
    sys.exit(any(failed or not tried for failed, tried in outcomes.values()))
