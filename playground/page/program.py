"""Parts of the programs for download, which repeat a page's computation with the library alone.

The programs themselves are in the pages' folders.
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

_LONGEST = 80  # characters of the imported names in one line
_WRAPPED = "from perceptron import (\n    {},\n)"
_SHORT = 60  # characters of a list that fits into a line of code
_POINTS, _LABELS = 4, 24  # in each line of a longer list


def run(
    source: Source, learner: LearnerSettings, result: library.Run | None, separation: Separation | None
) -> list[File]:
    """Return the files of a run: its table, and the program and notebook that repeat it; none without a run."""
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
"""The first line of a program; the app does not know the address of its repository."""


def program(name: str, words: str, *paragraphs: Sequence[str]) -> list[File]:
    """Return the files of a program and its notebook: the description `words`, the imports, then the paragraphs."""
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
    """Return a program as a Jupyter notebook: a cell for each paragraph, of which the second is text."""
    install, words, *paragraphs = program.strip().split("\n\n")
    cells: list[dict[str, Any]] = [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": paragraph}
        for paragraph in (install, *paragraphs)
    ]
    cells.insert(1, {"cell_type": "markdown", "metadata": {}, "source": words.strip('"')})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps({"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 4})


def points(source: Source, bias: Fraction | None = None) -> str:
    """Return the code that makes the points, and appends the constant coordinate `bias` unless it is None."""
    function, arguments = source.recipe()
    unit = f".{call(library.Dataset.normalized)}" if source.unit else ""
    drawn = call(function, **arguments).replace("(", f"({_measured(source)}", 1)
    return f"{drawn}{unit}{lift(bias)}"


def _measured(source: Source) -> str:
    """Return comments with the axes and the classes of a visitor's table; empty without them."""
    axes = [f"x{place} = {axis.title}" for place, axis in enumerate(source.board.axes or (), 1)]
    words = [source.board.words.title] if source.board.words else []
    lines = [f"\n    # {line}" for line in [*axes, *words]]
    return "".join([*lines, "\n    "]) if lines else ""


def lift(bias: Fraction | None) -> str:
    """Return the code, such as `.augmented()`, that appends a constant coordinate to data; "" if `bias` is None."""
    return "" if bias is None else f".{call(library.Dataset.augmented, scale=bias)}"


def train_call(learner: LearnerSettings, run: library.Run) -> str:
    """Return the code that repeats a run of the learner."""
    settings = {"order": learner.order, **origin(run), "tie": learner.tie}
    return call(library.train, "data", **settings, **seeded(learner.order, learner.seed), **capped(run))


def origin(run: library.Run | library.Descent) -> dict[str, Any]:
    """Return a run's arguments `rate` and, unless it is 0, `start` by their names, exactly as they were given."""
    settings: dict[str, Any] = {"start": run.start.tolist(), "rate": run.rate}
    if run.given is not None:
        start, rate = whole(run.given.start), run.given.rate
        unit = Fraction(2) ** start.exponent / start.denominator
        settings = {"start": [number * unit for number in start.numbers.tolist()], "rate": rate}
    return settings if any(settings["start"]) else {"rate": settings["rate"]}


def seeded(order: Order, seed: int) -> dict[str, int]:
    """Return the argument `seed` by its name if the order is random, else no argument."""
    return {"seed": seed} if order in ("shuffled", "random") else {}


def capped(*runs: library.Run | library.DualRun | library.Descent) -> dict[str, int]:
    """Return the argument `max_updates` by its name if the cap stopped one of the runs, else no argument."""
    caps = [each.updates for each in runs if each.outcome == "stopped"]
    return {"max_updates": caps[0]} if caps else {}


def call(function: Callable[..., Any], /, *code: str, **settings: Any) -> str:
    """Return the code of a call, with the settings that differ from the function's defaults as keywords."""
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
    """Return the code of a value: a long list in several lines, a Fraction that equals a float as that float."""
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
