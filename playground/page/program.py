"""The computation of a page as a program of the library, and as a notebook, for download.

Here are the parts of a program that pages share; the programs themselves are in the pages' folders.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Callable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

import perceptron as library
from perceptron.checks import exactly
from perceptron.learner import Order
from perceptron.real import whole
from perceptron.separation import Separation
from playground.page.controls import LearnerSettings, Source
from playground.stage.payload import File

_LONGEST = 80  # signs of the names in one line
_WRAPPED = "from perceptron import (\n    {},\n)"
_SHORT = 60  # signs of a list that fits in a line with what is around it
_POINTS, _LABELS = 4, 24  # in a line of a longer one


def run(
    source: Source, learner: LearnerSettings, result: library.Run | None, separation: Separation | None
) -> list[File]:
    """Return the files of a run: its table, and a program that repeats it and prints its numbers."""
    if result is None:
        return []
    has_start_bound = isinstance(separation, library.Separator) and result.start.any()
    bound_line = ['print("bound for this start:", run.bound(found))'] if has_start_bound else []
    table = result.table(separation)
    table.insert(1, "pass", result.pass_of)
    text = table.to_csv(index=False)
    rows: File = {"label": "Run (CSV)", "note": "A line for each update", "name": "perceptron-run.csv", "text": text}
    return [
        rows,
        *program(
            "run",
            "A run of the perceptron: how it ended, what the theorem allows, and the numbers of every update.",
            [
                f"data = {points(source, learner.lift_scale)}",
                f"run = {train_call(learner, result)}",
                "found = separate(data)",
            ],
            [
                "print(run)",
                "print(found)",
                *bound_line,
                'print("w =", run.w)',
                "print(run.table(found).to_string(index=False))",
            ],
        ),
    ]


# ---- the parts of a program ----------------------------------------------------------------------------------------


INSTALL = "# pip install git+<the address of this repository>"
"""What a program needs, as README says it: only who runs it knows where the repository is."""


def program(name: str, words: str, *paragraphs: Sequence[str]) -> list[File]:
    """Return a program, with its requirements and a description at the top, and its notebook."""
    body = "\n\n".join("\n".join(lines) for lines in paragraphs)
    names = {node.id for node in ast.walk(ast.parse(body)) if isinstance(node, ast.Name)}
    imports = [f"import {module} as {short}" for short, module in (("np", "numpy"), ("pd", "pandas")) if short in names]
    imports[:0] = ["from fractions import Fraction"] if "Fraction" in names else []
    ours = ", ".join(sorted(names & set(library.__all__)))
    imports.append(f"from perceptron import {ours}" if len(ours) <= _LONGEST else _WRAPPED.format(ours))
    program = "\n\n".join([INSTALL, f'"""{words}"""', "\n".join(imports), f"{body}\n"])
    stem = f"perceptron-{name}"
    return [
        {
            "label": "Program (Python)",
            "note": "Prints the page's numbers",
            "name": f"{stem}.py",
            "text": program,
        },
        {
            "label": "Notebook (Jupyter)",
            "note": "The same, in cells",
            "name": f"{stem}.ipynb",
            "text": _notebook(program),
        },
    ]


def _notebook(program: str) -> str:
    """Return a program as a notebook of Jupyter: a cell for each of its paragraphs, of which the second is in words."""
    install, words, *paragraphs = program.strip().split("\n\n")
    cells: list[dict[str, Any]] = [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": paragraph}
        for paragraph in (install, *paragraphs)
    ]
    cells.insert(1, {"cell_type": "markdown", "metadata": {}, "source": words.strip('"')})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps({"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 4})


def points(source: Source, bias: Fraction | None = None) -> str:
    """Return the code for the points, at length 1 if they shall be, lifted by a bias of that scale if there is one."""
    function, arguments = source.recipe()
    unit = f".{call(library.Dataset.normalized)}" if source.unit else ""
    drawn = call(function, **arguments).replace("(", f"({_measured(source)}", 1)
    return f"{drawn}{unit}{lift(bias)}"


def _measured(source: Source) -> str:
    """Return comments on a table's points: what was measured along the axes, its scale, and what the classes are."""
    axes = [f"x{place} = {axis.title}" for place, axis in enumerate(source.board.axes or (), 1)]
    words = [source.board.words.title] if source.board.words else []
    lines = [f"\n    # {line}" for line in [*axes, *words]]
    return "".join([*lines, "\n    "]) if lines else ""


def lift(bias: Fraction | None) -> str:
    """Return the code that lifts data by a bias of that scale; empty without one."""
    return "" if bias is None else f".{call(library.Dataset.augmented, scale=bias)}"


def train_call(learner: LearnerSettings, run: library.Run) -> str:
    """Return the code that trains the learner as in that run."""
    settings = {"order": learner.order, **origin(run), "tie": learner.tie}
    return call(library.train, "data", **settings, **seeded(learner.order, learner.seed), **capped(run))


def origin(run: library.Run | library.Descent) -> dict[str, Any]:
    """Return the start and the rate as they were given, no start where it is 0."""
    settings: dict[str, Any] = {"start": run.start.tolist(), "rate": run.rate}
    if run.given is not None:
        start, rate = whole(run.given.start), run.given.rate
        unit = Fraction(2) ** start.exponent / start.denominator
        settings = {"start": [number * unit for number in start.numbers.tolist()], "rate": rate}
    return settings if any(settings["start"]) else {"rate": settings["rate"]}


def seeded(order: Order, seed: int) -> dict[str, int]:
    """Return the seed as an argument, where the order needs one."""
    return {"seed": seed} if order in ("shuffled", "random") else {}


def capped(*runs: library.Run | library.DualRun | library.Descent) -> dict[str, int]:
    """Return the cap that stopped some of the runs, if one did."""
    caps = [each.updates for each in runs if each.outcome == "stopped"]
    return {"max_updates": caps[0]} if caps else {}


def call(function: Callable[..., Any], /, *code: str, **settings: Any) -> str:
    """Return a call with arguments as code, and those settings that differ from the function's defaults."""
    defaults = inspect.signature(function).parameters
    keywords = [f"{name}={literal(value)}" for name, value in settings.items() if value != defaults[name].default]
    return f"{function.__name__}({', '.join([*code, *keywords])})"


def fraction(value: Fraction) -> str:
    """Return the code of a fraction.

    >>> fraction(Fraction(1, 10)), fraction(Fraction(2))
    ('Fraction("0.1")', '2')
    """
    numerator, denominator = map(Decimal, value.as_integer_ratio())
    return f"{numerator}" if denominator == 1 else f'Fraction("{_PLACES.divide(numerator, denominator)}")'


_PLACES = Context(prec=1_000)


def literal(value: Any) -> str:
    """Return the code of a value, a long list in several lines, as a Fraction only if it is no float."""
    if isinstance(value, Fraction):
        return fraction(value) if exactly(value) else json.dumps(float(value))
    if isinstance(value, list) and any(isinstance(part, Fraction) for part in value):
        return f"[{', '.join(map(literal, value))}]"
    text = json.dumps(value)
    if not isinstance(value, list) or len(text) <= _SHORT:
        return text
    most = _POINTS if isinstance(value[0], list) else _LABELS
    lines = [json.dumps(value[at : at + most])[1:-1] for at in range(0, len(value), most)]
    return "[\n    {},\n]".format(",\n    ".join(lines))
