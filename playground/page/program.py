"""Parts of the programs for download, which repeat a page's computation with the library alone.

The programs themselves are in the pages' folders.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

import perceptron as library
from perceptron.checks import exactly
from perceptron.learner import Order, Tie
from perceptron.real import EPS, fractions, rounded, whole
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
    """Return the files of the run `result`: its table, a loop in plain numpy, a program and a notebook.

    The last three repeat the run. Without a run the list is empty. `source` says how the points are made, `learner` has
    the settings of the run, and `separation` is what `separate` returned for its points. If that is no separator, or
    None, the table's columns that need one are empty.
    """
    if result is None:
        return []
    has_start_bound = isinstance(separation, library.Separator) and result.start.any()
    bound_line = ['print("bound for this start:", run.bound(found))'] if has_start_bound else []
    note = "A line for each update, with w after it"
    rows: File = {"label": "Run (CSV)", "note": note, "name": "perceptron-run.csv", "text": _csv(result, separation)}
    return [
        rows,
        loop_alone(learner, result),
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
            loop(learner, result),
        ),
    ]


def _csv(run: library.Run, separation: Separation | None) -> str:
    """Return the table of a run as CSV with all digits, with what each update added to w, and w after it."""
    import pandas as pd

    table, weights, points = run.table(separation), run.path.whole_weights(), run.path.whole_steps()
    numbers, exponent, under = weights

    def floats(values: Any, exponent: int, denominator: int) -> Any:
        return rounded(values.ravel(), exponent, Fraction(denominator)).reshape(values.shape)

    scores = table["label"].to_numpy().astype(object) * (numbers[:-1] * points.numbers).sum(axis=1)
    table["activation"] = floats(scores, exponent + points.exponent, under * points.denominator)
    table["norm_squared"] = floats((numbers[1:] ** 2).sum(axis=1), 2 * exponent, under**2)
    for name in ("alignment", "alignment_bound", "cosine", "cosine_bound"):
        table[name] = _whole_if_near(table[name].to_numpy())
    columns = {
        **{f"added{axis}": each for axis, each in enumerate(floats(np.diff(numbers, axis=0), exponent, under).T, 1)},
        **{f"w{axis}": each for axis, each in enumerate(floats(numbers[1:], exponent, under).T, 1)},
    }
    table = pd.concat([table.iloc[:, :4], pd.DataFrame(columns), table.iloc[:, 4:]], axis=1)
    table.insert(1, "pass", run.pass_of)
    for name in map(str, table.select_dtypes("float").columns):
        table[name] = ["" if value != value else repr(value).removesuffix(".0") for value in table[name].tolist()]
    return table.to_csv(index=False)


def _whole_if_near(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Replace each value by the nearest whole number if only rounding errors lie between them."""
    near = np.rint(values)
    return np.where(np.abs(values - near) <= 8 * EPS * np.abs(values), near, values)


# ---- a loop without the library ------------------------------------------------------------------------------------

_WRONG: Mapping[Tie, str] = {
    "mistake": "y[i] * (w @ X[i]) <= 0",
    "correct": "y[i] * (w @ X[i]) < 0",
    1: "(1 if w @ X[i] >= 0 else -1) != y[i]",
    -1: "(1 if w @ X[i] > 0 else -1) != y[i]",
}
"""The code that tells whether a point is wrong, by the tie rule."""
_LINE = 100  # characters of a line with points


def loop_alone(learner: LearnerSettings, run: library.Run) -> File:
    """Return a file with a program that repeats a run, made with these settings, in plain numpy; it prints each w."""
    lift, by_floats = run.data.exact_lift, _floats_suffice(run, learner)
    rows = [f"[{', '.join(map(_plain, x[:-1] if lift is not None else x))}]" for x in run.data.X.tolist()]
    given = [f"X = {_wrapped(rows)}", f"y = {_wrapped([*map(str, run.data.y.tolist())])}"]
    if by_floats and lift is None:
        given[0] = f"X = np.array({_wrapped(rows)})"
    else:
        given.append(_converted("X", "x", lift, by_floats=by_floats))
    body = [given, _steps(learner, run, by_floats=by_floats)]
    fractions = "" if by_floats else "from fractions import Fraction\n\n"
    text = "\n\n".join(
        [
            '"""A perceptron in numpy alone: the number of each update, its point, and w after it."""',
            f"{fractions}import numpy as np",
            *("\n".join(lines) for lines in body),
        ]
    )
    note = "Ten lines of numpy print w after each update"
    return {"label": "Loop (Python)", "note": note, "name": "perceptron-loop.py", "text": f"{text}\n"}


def loop(learner: LearnerSettings, run: library.Run) -> list[str]:
    """Return the last lines of a program, which repeat the program's `run` in plain numpy.

    They print w after each update. The lines before them must have made `data` and imported what they use: `program`
    adds such imports. `learner` has the settings of the run.
    """
    lift, by_floats = run.data.exact_lift, _floats_suffice(run, learner)
    made = "X = data.X"
    if not by_floats:
        made = _converted("data.X.tolist()", "x" if lift is None else "x[:-1]", lift, by_floats=False)
    return [
        "# The same run in plain numpy: the number of each update, its point, and w after it.",
        made,
        "y = data.y.tolist()",
        *_steps(learner, run, by_floats=by_floats),
    ]


def _converted(rows: str, row: str, lift: Fraction | None, *, by_floats: bool) -> str:
    """Return code that makes an array X of rows, of fractions unless `by_floats`, with the constant `lift` if given."""
    if by_floats:
        return f"X = np.array([[*{row}, {float(lift or 0)}] for x in {rows}])"
    constant = "" if lift is None else f", {fraction(lift)}"
    return f"# Exact: some scores are 0 or nearly.\nX = np.array([[*map(Fraction, {row}){constant}] for x in {rows}])"


def _floats_suffice(run: library.Run, learner: LearnerSettings) -> bool:
    """Return whether a loop in floats surely makes the same run: no score is so near 0 that rounding could decide."""
    X, weights = run.data.X, run.weights
    if run.given is None and run.data.exact_lift is None:
        places = _places(X)  # of a point, of the weights and, last, of a score
        places += max(places + _places(np.array([run.rate])), _places(run.start))
        if float(np.abs(weights).max() * np.abs(X).max()) * X.shape[1] * 2.0**places < 2**53:
            return True  # all sums and products are exact
    if learner.order == "hardest":
        return False  # of two equal scores the first must be found
    scores = run.path.scores(0, run.updates + 1)[0 if run.start.any() else 1 :, run.data.norms > 0]
    longest = np.sqrt(np.vecdot(weights, weights)).max() / run.rate
    return bool(np.abs(scores).min(initial=np.inf) > 1e-9 * longest * run.data.radius)


def _places(values: npt.NDArray[np.float64]) -> int:
    """Return how many binary digits after the point the values need; 100 if more than 20."""
    return next((bits for bits in range(21) if not np.fmod(values * 2.0**bits, 1).any()), 100)


def _steps(learner: LearnerSettings, run: library.Run, *, by_floats: bool) -> list[str]:
    """Return the lines of the loop over X and y."""
    number = _plain if by_floats else fraction
    start, rate = origin_exactly(run)
    first = f"np.array([{', '.join(map(number, start))}])"
    step = "y[i] * X[i]" if rate == 1 else f"{number(rate)} * y[i] * X[i]"
    order, wrong = learner.order, _WRONG[learner.tie]
    capped = "" if run.outcome == "converged" or run.used_up else f"k < {run.updates} and "
    shown = "print(k, i, *map(float, w))"
    if order == "hardest":
        return [
            f"w, k = {first}, 0",
            f"while wrong := [i for i in range(len(X)) if {capped}{wrong}]:",
            "    i = min(wrong, key=lambda i: y[i] * (w @ X[i]))",
            f"    w, k = w + {step}, k + 1",
            f"    {shown}",
        ]
    if order in ("cyclic", "restarting"):
        return [
            f"w, k, again = {first}, 0, True",
            "while again:",
            "    again = False",
            "    for i in range(len(X)):",
            f"        if {capped}{wrong}:",
            f"            w, k, again = w + {step}, k + 1, True",
            f"            {shown}",
            *(["            break"] if order == "restarting" else []),
        ]
    by_chance = isinstance(order, str)
    return [
        *(["# The points came by chance; these are the wrong ones."] if by_chance else []),
        f"order = {_wrapped([str(i) for i in (run.mistakes.tolist() if by_chance else order)])}",
        f"w, k = {first}, 0",
        "for i in order:",
        f"    if {capped if not by_chance else ''}{wrong}:",
        f"        w, k = w + {step}, k + 1",
        f"        {shown}",
    ]


def _plain(value: float | Fraction) -> str:
    """Return Python code for a number; a whole number has no decimal point.

    >>> _plain(2.0), _plain(Fraction(1, 4))
    ('2', '0.25')
    """
    return repr(float(value)).removesuffix(".0")


def _wrapped(parts: Sequence[str]) -> str:
    """Return Python code for a list, in as many lines as it needs."""
    line = f"[{', '.join(parts)}]"
    if len(line) <= _LINE:
        return line
    lines = [""]
    for part in parts:
        if lines[-1] and len(lines[-1]) + len(part) > _LINE:
            lines.append("")
        lines[-1] += f"{part}, "
    return "[\n    {}\n]".format("\n    ".join(map(str.rstrip, lines)))


# ---- the parts of a program ----------------------------------------------------------------------------------------


INSTALL = "# Install the library."
"""The first line of a program, and of its notebook; `export.files` puts there how to do so."""


def program(name: str, words: str, *paragraphs: Sequence[str]) -> list[File]:
    """Return two files, a program and the same program as a notebook; `name` is part of their names.

    They hold a placeholder for the lines that install the library, `words` that say what the program does, the imports
    that the code needs, and then the paragraphs, each a list of lines of code. Each paragraph is a cell of the
    notebook.
    """
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
    """Return a program as a Jupyter notebook, with a cell for each paragraph; the second is a cell of text."""
    install, words, *paragraphs = program.strip().split("\n\n")
    code = [Cell("code", paragraph) for paragraph in paragraphs]
    return notebook([Cell("code", install), Cell("markdown", words.strip('"')), *code])


class Cell(NamedTuple):
    """A cell of a notebook."""

    kind: Literal["code", "markdown"]
    source: str


def notebook(cells: Sequence[Cell]) -> str:
    """Return the text of a Jupyter notebook with these cells, none of which has run.

    >>> json.loads(notebook([Cell("code", "2 + 2")]))["cells"][0]["source"]
    '2 + 2'
    """
    unrun: dict[str, dict[str, Any]] = {"code": {"execution_count": None, "outputs": []}, "markdown": {}}
    written = [{"cell_type": kind, "metadata": {}, "source": source, **unrun[kind]} for kind, source in cells]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps({"cells": written, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 4})


def points(source: Source, bias: Fraction | None = None) -> str:
    """Return Python code that makes the points of a source: those of the visitor's hand, or of a library's function.

    If `bias` is not None, the code appends it to each point as the constant coordinate.
    """
    function, arguments = source.recipe()
    unit = f".{call(library.Dataset.normalized)}" if source.unit else ""
    drawn = call(function, **arguments).replace("(", f"({_measured(source)}", 1)
    return f"{drawn}{unit}{lift(bias)}"


def _measured(source: Source) -> str:
    """Return comments that name the axes and classes of a visitor's table; "" if the points come from no table."""
    axes = [f"x{place} = {axis.title}" for place, axis in enumerate(source.board.axes or (), 1)]
    words = [source.board.words.title] if source.board.words else []
    lines = [f"\n    # {line}" for line in [*axes, *words]]
    return "".join([*lines, "\n    "]) if lines else ""


def lift(bias: Fraction | None) -> str:
    """Return the code, such as `.augmented()`, that appends a constant coordinate to data; "" if `bias` is None."""
    return "" if bias is None else f".{call(library.Dataset.augmented, scale=bias)}"


def train_call(learner: LearnerSettings, run: library.Run) -> str:
    """Return the code of the call of `train` that repeats a run, made with these settings, on `data`."""
    settings = {"order": learner.order, **origin(run), "tie": learner.tie}
    return call(library.train, "data", **settings, **seeded(learner.order, learner.seed), **capped(run))


def origin_exactly(run: library.Run) -> tuple[list[Fraction], Fraction]:
    """Return a run's start and rate as fractions."""
    return fractions(whole(run.origin.start)), Fraction(run.origin.rate)


def origin(run: library.Run | library.Descent) -> dict[str, Any]:
    """Return a run's arguments `rate` and, unless it is 0, `start` by their names, exactly as they were given."""
    settings: dict[str, Any] = {"start": run.start.tolist(), "rate": run.rate}
    if run.given is not None:
        settings = {"start": fractions(whole(run.given.start)), "rate": run.given.rate}
    return settings if any(settings["start"]) else {"rate": settings["rate"]}


def seeded(order: Order | Sequence[int], seed: int) -> dict[str, int]:
    """Return {"seed": seed} if the order is "shuffled" or "random", else {}: arguments of `train`."""
    return {"seed": seed} if order in ("shuffled", "random") else {}


def capped(*runs: library.Run | library.DualRun | library.Descent) -> dict[str, int]:
    """Return {"max_updates": its updates} for the first run with the outcome "stopped"; {} if there is none.

    Such a run ended at its cap, or at the end of its list of points with a point still wrong.
    """
    caps = [each.updates for each in runs if each.outcome == "stopped"]
    return {"max_updates": caps[0]} if caps else {}


def call(function: Callable[..., Any], /, *code: str, **settings: Any) -> str:
    """Return code that calls a function by its name.

    The positional arguments are given as `code`, the keyword arguments as values; values equal to the function's
    defaults are left out. A long call has a line for each argument.
    """
    defaults = inspect.signature(function).parameters
    keywords = [f"{name}={literal(value)}" for name, value in settings.items() if value != defaults[name].default]
    line = f"{function.__name__}({', '.join([*code, *keywords])})"
    if max(map(len, line.splitlines())) <= _LINE:
        return line
    return "\n    ".join([f"{function.__name__}(", *(f"{each}," for each in [*code, *keywords])]) + "\n)"


def fraction(value: Fraction) -> str:
    """Return Python code for a number with finitely many decimals: a whole number, or a Fraction of its decimals.

    Another number is rounded to 1,000 digits.

    >>> fraction(Fraction(1, 10)), fraction(Fraction(2))
    ('Fraction("0.1")', '2')
    """
    numerator, denominator = map(Decimal, value.as_integer_ratio())
    return f"{numerator}" if denominator == 1 else f'Fraction("{_PLACES.divide(numerator, denominator)}")'


_PLACES = Context(prec=1_000)


def literal(value: Any) -> str:
    """Return Python code for a number, a truth value, None, a text or a list of these; a long list takes several lines.

    A Fraction that a float holds exactly is written as that float, another as `fraction` writes it.

    >>> literal([True, None, 0.5, Fraction(1, 10)]), literal("each γ")
    ('[True, None, 0.5, Fraction("0.1")]', '"each γ"')
    """
    text = _in_a_line(value)
    is_long = isinstance(value, list) and len(text) > _SHORT
    if not is_long or any(isinstance(part, Fraction) for part in value):
        return text
    most = _POINTS if isinstance(value[0], list) else _LABELS
    lines = [_in_a_line(value[at : at + most])[1:-1] for at in range(0, len(value), most)]
    return "[\n    {},\n]".format(",\n    ".join(lines))


def _in_a_line(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_in_a_line, value))}]"
    if isinstance(value, Fraction):
        return fraction(value) if exactly(value) else repr(float(value))
    # A text stands in double quotes, as in the rest of a program.
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)
