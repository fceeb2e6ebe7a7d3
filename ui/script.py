"""A run on the screen as a program of the library, and as a notebook, to be taken home."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from perceptron import Run
from ui.controls import LearnerSettings, Source
from ui.stage.scene import File

_POINTS, _LABELS = 4, 24  # in a line


def files(source: Source, learner: LearnerSettings, run: Run | None) -> list[File]:
    """Return the program of a run and its notebook; none for an empty board."""
    if run is None:
        return []
    written = program(source, learner, run)
    return [
        {"label": "Program (Python)", "name": "perceptron-run.py", "text": written},
        {"label": "Notebook (Jupyter)", "name": "perceptron-run.ipynb", "text": notebook(written)},
    ]


def program(source: Source, learner: LearnerSettings, run: Run) -> str:
    """Return a program that makes the points and the run, and prints every number of it."""
    function, arguments = source.recipe()
    scale = "" if learner.bias == 1 else f"{learner.bias}"
    lifted = "" if learner.bias is None else f".augmented({scale})"
    settings: dict[str, Any] = {}
    if learner.order != "cyclic":
        settings["order"] = learner.order
    if run.start.any():
        settings["start"] = run.start.tolist()
    if run.rate != 1:
        settings["rate"] = run.rate
    if learner.tie != "mistake":
        settings["tie"] = learner.tie
    if learner.order in ("shuffled", "random"):
        settings["seed"] = learner.seed
    if run.outcome == "stopped":
        settings["max_updates"] = len(run.mistakes)
    train = ", ".join(["data", *_named(settings)])
    imports = ", ".join(sorted([function.__name__, "separate", "train"]))
    return f'''"""A run of the perceptron: how it ended, what the theorem allows, and the numbers of every update."""

from perceptron import {imports}

data = {function.__name__}({", ".join(_named(arguments))}){lifted}
run = train({train})
found = separate(data)

print(run)
print(found)
print("w =", run.w)
print(run.table(found).to_string(index=False))
'''


def notebook(written: str) -> str:
    """Return a program as a notebook of Jupyter: its first line in words, and a cell for each of its paragraphs."""
    words, *paragraphs = written.strip().split("\n\n")
    cells: list[dict[str, Any]] = [{"cell_type": "markdown", "metadata": {}, "source": words.strip('"')}]
    cells += [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": paragraph}
        for paragraph in paragraphs
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps({"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 4})


def _named(arguments: Mapping[str, Any]) -> list[str]:
    return [f"{name}={_written(value)}" for name, value in arguments.items()]


def _written(value: Any) -> str:
    """Write a value as Python does, a long list in several lines."""
    if not isinstance(value, list) or len(value) <= _POINTS:
        return json.dumps(value)
    most = _POINTS if isinstance(value[0], list) else _LABELS
    lines = [", ".join(map(repr, value[at : at + most])) for at in range(0, len(value), most)]
    return "[\n    {},\n]".format(",\n    ".join(lines))
