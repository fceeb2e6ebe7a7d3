"""What a page shows as a program of the library, and as a notebook, to be taken home.

There is a function for each kind of page; it returns no files where the page has nothing to show.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Callable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

import pandas as pd

import perceptron as library
from perceptron.checks import exactly
from perceptron.kernels import Kernel
from perceptron.learner import Order, Tie
from perceptron.real import whole
from perceptron.separation import Separation
from ui.controls import LearnerSettings, Source
from ui.scenes.adversary import AVERAGED, HALVING, PERCEPTRON, TIED, YOU, Game
from ui.scenes.digits import BLACK
from ui.scenes.dimensions import Recipe
from ui.scenes.experiments import (
    DIMENSIONS,
    FARTHEST,
    LOADS,
    MOST_UPDATES,
    MOST_UPDATES_WIDE,
    Settings,
)
from ui.scenes.halving import DRAWS, Contest
from ui.scenes.nonseparable import on_grid
from ui.scenes.race import MOST_UPDATES as MOST_OF_A_RACER
from ui.scenes.race import Racer
from ui.stage.scene import File, Picture

_LONGEST = 80  # signs of the names in one line
_WRAPPED = "from perceptron import (\n    {},\n)"
_SHORT = 60  # signs of a list that fits in a line with what is around it
_POINTS, _LABELS = 4, 24  # in a line of a longer one

Found = Separation | None


def run(source: Source, learner: LearnerSettings, made: library.Run | None, found: Found) -> list[File]:
    """Offer what makes a run of the perceptron and prints every number of it."""
    if made is None:
        return []
    bounded = isinstance(found, library.Separator) and made.start.any()
    allowed = ['print("bound for this start:", run.bound(found))'] if bounded else []
    table = made.table(found)
    table.insert(1, "pass", made.pass_of)
    text = table.to_csv(index=False)
    rows: File = {"label": "Run (CSV)", "note": "A line for each update", "name": "perceptron-run.csv", "text": text}
    return [
        rows,
        *_files(
            "run",
            "A run of the perceptron: how it ended, what the theorem allows, and the numbers of every update.",
            [f"data = {_points(source, learner.bias)}", f"run = {_trained(learner, made)}", "found = separate(data)"],
            [
                "print(run)",
                "print(found)",
                *allowed,
                'print("w =", run.w)',
                "print(run.table(found).to_string(index=False))",
            ],
        ),
    ]


def dimensions(
    recipes: Sequence[Recipe],
    bias: Fraction | None,
    learner: LearnerSettings,
    made: Sequence[library.Run],
    found: Sequence[Found],
) -> list[File]:
    """Offer what makes the runs and prints where w is in the plane of each step, or how far it ends from w*."""
    if not made:
        return []
    words = "The perceptron in the plane of w and w*: where w is after each update, and its angle to w*."
    (function, arguments), *others = recipes
    settings = {"order": learner.order, **_seeded(learner.order, learner.seed), **_capped(*made)}
    trained = _call(library.train, "data", **settings)
    if others:
        drawn = _call(function, "dim=dim", **{key: value for key, value in arguments.items() if key != "dim"})
        lines = [
            f"for dim in {_written([arguments['dim'] for _, arguments in recipes])}:",
            f"    data = {drawn}",
            f"    run, found = {trained}, separate(data)",
            "    degrees = np.degrees(in_plane(run, found).angles)",
            f"    at_most = bounds.whole(bounds.novikoff({arguments['radius']!r}, {arguments['margin']!r}))",
            '    print(f"d = {dim}: {run}, at most {at_most}; {degrees[-1]:.6g} degrees from w*")',
        ]
        return _files("dimensions", words, lines)
    axis = "found" if isinstance(found[0], library.Separator) else "run.weights[1]"
    return _files(
        "dimensions",
        words,
        [f"data = {_call(function, **arguments)}{_lift(bias)}", f"run = {trained}", "found = separate(data)"],
        [f"plane = in_plane(run, {axis})", "print(run)", "print(found)"],
        [
            "along, across = plane.weights.T",
            'shown = {"along": along, "across": across, "degrees": np.degrees(plane.angles)}',
            'print(pd.DataFrame(shown).rename_axis("update").reset_index().to_string(index=False))',
        ],
    )


def nonseparable(
    source: Source, learner: LearnerSettings, grid: int, made: library.Run | None, found: Found
) -> list[File]:
    """Offer what makes a run that need not end and prints what is wrong with the weights to be taken from it.

    The points are moved to a grid of 1/`grid`, as far as they are not on it.
    """
    if made is None:
        return []
    points = [f"data = {_points(source)}"]
    if on_grid(source.points(), grid) != source.points():
        points += [f"data = Dataset((data.X * {grid}).round() / {grid}, data.y)"]
    if learner.bias is not None:
        points[-1] += _lift(learner.bias)
    if isinstance(found, library.Separator):
        compared = ['print("bound:", run.bound(found))']
    else:
        proved = isinstance(found, library.Inseparable)
        compared = ['print("weights of the proof:", found.weights)'] if proved else []
    paragraphs = [
        [*points, f"run = {_trained(learner, made)}", "found = separate(data)"],
        ["print(run)", 'print("cycle:", run.cycle)', "print(found)", *compared],
        ["print(errors_over_time(run).to_string(index=False))"],
    ]
    if not isinstance(found, library.Separator) and not made.start.any():
        paragraphs += [
            [
                "# Freund and Schapire bound the updates all the same, by every unit vector and margin.",
                "best = comparator(data, np.maximum(run.passes, run.alpha))",
                'print("bound:", bounds.whole(best.bound))',
            ]
        ]
    return _files(
        "nonseparable",
        "A run of the perceptron where no line need exist: its cycle, the proof, and how many points are wrong.",
        *paragraphs,
    )


def descent(source: Source, paths: Sequence[library.Descent], found: Found) -> list[File]:
    """Offer what makes the descents and prints every step of them."""
    if not paths:
        return []
    settings = {**_origin(paths[0]), **_capped(*paths)}
    bound = ['    print("at most", path.bound(found), "updates")'] if isinstance(found, library.Separator) else []
    return _files(
        "descent",
        "The perceptron's descents of its loss, by batches of several sizes: how each ends, and all its steps.",
        [f"data = {_points(source)}", "found = separate(data)", "print(found)"],
        [
            f"for batch in {_written([path.batch for path in paths])}:",
            f"    path = {_call(library.descend, 'data', 'batch=batch', **settings)}",
            "    w1, w2 = path.weights[1:].T",
            '    steps = {"step": range(1, path.updates + 1), "wrong": path.sizes, "loss": path.losses[1:]}',
            '    print(f"batches of {batch}: {path}, {path.checked[-1]} points looked at")',
            *bound,
            '    print(pd.DataFrame({**steps, "w1": w1, "w2": w2}).to_string(index=False))',
        ],
        ['print("length of the start over the rate:", np.linalg.norm(path.start) / path.rate)'],
    )


def kernels(
    source: Source,
    plain: Kernel,
    bias: Fraction | None,
    order: Order,
    made: library.DualRun | None,
    found: library.KernelSeparator | library.Inseparable | library.Undecided | None,
) -> list[File]:
    """Offer what makes a run of the kernel perceptron and prints its counts.

    The kernel is a `plain` one, with a bias or without; what is `found` is None where the page does not ask.
    """
    if made is None:
        return []
    kernel = f"{plain}" if bias is None else _call(library.biased, f"{plain}", scale=bias)
    trained = _call(library.train_dual, "data", "kernel", order=order, **_seeded(order, source.seed), **_capped(made))
    asked = ["print(separate_dual(data, kernel))"] if found else []
    return _files(
        "kernels",
        "A run of the kernel perceptron: how it ended, what the theorem allows, its mistakes and its counts.",
        [f"data = {_points(source)}", f"kernel = {kernel}", f"run = {trained}"],
        [
            "print(run)",
            *asked,
            'print("largest K(x, x):", run.gram.diagonal().max())',
            'print("squared length of w:", run.alpha * data.y @ run.decision(data.X))',
            'updates = {"update": range(1, run.updates + 1), "pass": run.pass_of, "point": run.mistakes}',
            "print(pd.DataFrame(updates).to_string(index=False))",
            'print("counts:", run.alpha.tolist())',
        ],
    )


def digits(
    pictures: Sequence[int] | Sequence[Picture],
    bias: Fraction | None,
    order: Order,
    seed: int,
    made: library.Run | None,
) -> list[File]:
    """Offer what learns to tell two digits apart, or pictures drawn by hand, and prints its weights as a picture."""
    if made is None:
        return []
    held = isinstance(pictures[0], int)
    if held:
        words = "A run of the perceptron on pictures of two digits: its weights as a picture, and what it misreads."
        given = [[f"learned, held = {_call(library.digits, *map(str, pictures))}", f"data = learned{_lift(bias)}"]]
    else:
        words = "A run of the perceptron on pictures drawn by hand: its weights as a picture, and what it misreads."
        given = _shelf([picture for picture in pictures if not isinstance(picture, int)], bias)
    misread = 'len(held), "held back, misread after each update:"' if held else '"misread after each update:"'
    trained = _call(library.train, "data", order=order, **_seeded(order, seed), **_capped(made))
    *before, data = given
    return _files(
        "digits",
        words,
        *before,
        [*data, f"run = {trained}", "found = separate(data)"],
        [
            "print(run)",
            "print(found)",
            'print("pictures added or taken away:", run.mistakes.tolist())',
            "print(run.w[:64].astype(int).reshape(8, 8))",
            f"print({misread})",
            f"print(errors_over_time(run{', held' if held else ''}).to_string(index=False))",
        ],
    )


def _shelf(pictures: Sequence[Picture], bias: Fraction | None) -> list[list[str]]:
    cells = [f"    ({high << 32 | low:#018x}, {1 - 2 * kind:+})," for high, low, kind in pictures]
    return [
        [
            "# The 64 cells of each picture, a bit each, row by row from the top, and its label.",
            "drawn = [",
            *cells,
            "]",
        ],
        [
            f"X = [[{BLACK} * (cells >> place & 1) for place in range(63, -1, -1)] for cells, _ in drawn]",
            f"data = Dataset(X, [label for _, label in drawn]){_lift(bias)}",
        ],
    ]


def adversary(game: Game, tie: Tie) -> list[File]:
    """Offer what lets the adversary play and prints its rounds; none before the visitor has answered."""
    margin, yours = _written(f"{game.forced.margin}"), game.player == YOU
    if yours and not game.played:
        return []
    settings = {"tie": tie} if game.player in TIED else {}
    learners = {
        YOU: "You()",
        PERCEPTRON: _call(library.OnlinePerceptron, "rounds", **settings),
        AVERAGED: _call(library.OnlineAverage, "rounds", **settings),
        HALVING: "OnlineHalving(all_functions(rounds))",
    }
    you = [
        "class You:",
        f"    answers = iter({_written(game.forced.predictions[: game.played].tolist())})",
        "    def predict(self, x):",
        "        return next(self.answers, 1)",
        "    def learn(self, x, y):",
        "        pass",
    ]
    run = _call(library.train, "forced.data", "order=range(rounds)", **settings)
    played = [f"played = {game.played}"] if yours else [f"run = {run}", "played = run.updates"]
    return _files(
        "adversary",
        "The adversary's rounds against a learner: what it predicts, the label, and v, which fits them all.",
        *([you] if yours else []),
        [
            f"rounds = mistakes_forced({margin})",
            f"forced = force_mistakes({learners[game.player]}, {margin})",
            *played,
        ],
        [
            'print("margin", forced.margin, "allows", rounds, "rounds; mistakes:", played)',
            'print("length of v:", float(played * forced.margin**2) ** 0.5)',
            'told = {"round": range(1, rounds + 1), "predicted": forced.predictions, "label": forced.labels}',
            'print(pd.DataFrame({**told, "v": forced.separator}).head(played).to_string(index=False))',
        ],
    )


def halving(source: Source, directions: int, held: Contest | None) -> list[File]:
    """Offer what lets the three learners answer and prints where each is wrong."""
    if held is None:
        return []
    count, table, labels, rounds = held.answered, "says", "data.y", "range(len(data))"
    if count < len(held.data):
        table, labels, rounds = f"says[:, :{count}]", f"data.y[:{count}]", f"range({count})"
    left = [] if count == len(held.data) else [f"# Point {count} leaves no direction, so the game ends before it."]
    drawn = _call(library.randomized_halving, table, labels, seed=source.seed)
    draws = _call(library.RandomizedRun.draws, f"{DRAWS}", seed=source.seed)
    return _files(
        "halving",
        "The half-planes that no point has eliminated, and the mistakes of three learners on the way.",
        [
            f"data = {_points(source)}",
            f"says = directions({directions}, data.X)",
            *left,
            f"majority = halving({table}, {labels})",
            f"drawn = {drawn}",
            f"run = train(data, order={rounds})",
        ],
        [
            'print(majority, "- at most", majority.bound)',
            "print(drawn)",
            'print("mean at random:", float(drawn.expectation))',
            f'print("never more than:", bounds.randomized_halving({directions}))',
            'print("left at the end:", (says == data.y).all(axis=1).sum())',
        ],
        [
            'print("left after each point:", majority.survivors.tolist())',
            'print("the majority is wrong on points", np.flatnonzero(majority.mistakes).tolist())',
            'print("one at random is wrong on points", np.flatnonzero(drawn.mistakes).tolist())',
            'print("the perceptron is wrong on points", run.mistakes.tolist())',
            f'print("draws with 0, 1, ... mistakes:", np.bincount(drawn.{draws}).tolist())',
        ],
    )


def race(source: Source, bias: Fraction | None, share: Fraction, runners: Sequence[Racer], found: Found) -> list[File]:
    """Offer what lets the racers run and prints how each ends, what that cost, and how near it comes to the best."""
    if not runners:
        return []
    cap = {} if all(runner.finished for runner in runners) else {"max_updates": MOST_OF_A_RACER}
    plain, hardest = _call(library.train, "data", **cap), _call(library.train, "data", order="hardest", **cap)
    margin = _call(library.margin_perceptron, "data", "threshold", **cap)
    paragraphs = [
        [f"data = {_points(source, bias)}", "found = separate(data)", "print(found)"],
        [
            f"threshold = {'' if share == 1 else f'{_fraction(share)} * '}data.radius_squared",
            f"plain, hardest = {plain}, {hardest}",
            f"batch, margin = {_call(library.descend, 'data', **cap)}, {margin}",
            f"smooth = {_call(library.smooth_perceptron, 'data', **cap)}",
            f"neumann = {_call(library.von_neumann, 'data', **cap)}",
        ],
    ]
    if isinstance(found, library.Separator):
        paragraphs += [
            [
                "n, R, gamma = len(data), found.radius, found.margin",
                "racers = [",
                '    ("perceptron", plain, plain.checked[-2], bounds.novikoff(R, gamma)),',
                '    ("hardest", hardest, hardest.checked[-2], bounds.novikoff(R, gamma)),',
                '    ("batch", batch, n * batch.updates, batch.bound(found)),',
                '    ("margin", margin, margin.products[-1], bounds.margin_perceptron(R, gamma, threshold)),',
                '    ("smooth", smooth, smooth.products[-1], bounds.smooth_perceptron(R, gamma, n)),',
                '    ("von Neumann", neumann, neumann.products[-1], bounds.von_neumann(R, gamma)),',
                "]",
            ],
            [
                "for name, racer, products, bound in racers:",
                "    along = racer.w @ found.w",
                "    angle = np.degrees(np.arctan2(np.linalg.norm(racer.w - along * found.w), along))",
                "    least = (data.signed @ racer.w).min() / np.linalg.norm(racer.w)",
                '    print(f"{name}: {racer.outcome} after {racer.updates} of at most {bounds.whole(bound)} updates,")',
                '    print(f"    {products} inner products; smallest margin {least:.6g}, {angle:.6g} degrees to w*")',
            ],
        ]
    else:
        paragraphs += [
            [
                'racers = {"perceptron": plain, "hardest": hardest, "batch": batch, "margin": margin}',
                'for name, racer in {**racers, "smooth": smooth, "von Neumann": neumann}.items():',
                '    print(f"{name}: {racer}, {(racer.predict(data.X) != data.y).sum()} points wrong")',
            ]
        ]
    return _files(
        "race", "A race of six learners: how each ends, what that cost, and how near it comes to the best.", *paragraphs
    )


def experiments(
    source: Source, bias: Fraction | None, name: str, settings: Settings, table: pd.DataFrame
) -> list[File]:
    """Offer what makes all the runs of an experiment's table and prints what came of them."""
    of = library.experiments
    most = MOST_UPDATES_WIDE if name in ("dimension", "number of points") else MOST_UPDATES
    cap = {"max_updates": most} if (table["outcome"] == "stopped").any() else {}
    shared = {"repeats": int(table["seed"].nunique()), "seed": settings.seed, **cap}
    drawn = {"n": settings.n, "radius": settings.radius, **shared}
    data, gammas = f"data = {_points(source, bias)}", f"gammas = {_written(settings.margins())}"
    told = {"order": 'pd.crosstab(table["updates"], table["order"])', "number of points": "shares"}.get(name, "")
    if not told:
        by, columns = map(_written, _COMPARED[name])
        told = f"table.groupby({by}, sort=False)[{columns}].mean()"
    if name == "margin":
        lines = [gammas, f"table = experiments.{_call(of.by_margin, 'gammas', **drawn)}"]
    elif name == "unit of length":
        lines = [data, "scales = [2.0**power for power in range(-5, 6)]"]
        lines += [f"table = experiments.{_call(of.by_scale, 'data', 'scales', **shared)}"]
    elif name == "order":
        lines = [data, f"table = experiments.{_call(of.by_order, 'data', **shared)}"]
    elif name == "dimension":
        margin = min(settings.margin, settings.radius)
        lines = [f"dims = {_written(list(DIMENSIONS))}"]
        lines += [f"table = experiments.{_call(of.by_dimension, 'dims', margin=margin, **drawn)}"]
    elif name == "number of points":
        lines = [f"dims = {_written(table['dim'].unique().tolist())}", f"loads = {_written(list(LOADS))}"]
        lines += [f"table = experiments.{_call(of.by_load, 'dims', 'loads', **shared)}"]
        lines += ['groups = table.groupby(["dim", "n"], as_index=False)']
        lines += ['shares = groups.agg({"separable": "mean", "updates": "median"})']
        lines += ['shares["exact"] = [float(separability(n, dim)) for dim, n in zip(shares["dim"], shares["n"])]']
    elif name == "rate":
        rated = _call(of.by_rate, "data", "rates", "start", **shared)
        lines = [data, "found = separate(data)", "rates = [2.0**power for power in range(-6, 7)]"]
        lines += [f'starts = {{"zero": None, "away": -{FARTHEST} * found.radius * found.w}}']
        lines += [f"tables = [experiments.{rated} for start in starts.values()]"]
        lines += ['table = pd.concat(tables, keys=starts, names=["start"]).reset_index("start")']
    else:
        learners = table["learner"].unique().tolist()
        lines = [gammas, f"table = experiments.{_call(of.by_learner, 'gammas', learners=learners, **drawn)}"]
    extremes = ['print("fewest and most:", fewest_and_most(data))'] if "extremes" in table.attrs else []
    return _files(
        "experiments",
        "Many runs of the perceptron: how many updates they made, whether any broke its bound, and what changed them.",
        lines,
        [
            'updates = table["updates"]',
            'print(updates.count(), "runs,", updates.min(), "to", updates.max(), "updates each,")',
            'print((updates > table["bound"]).sum(), "beyond its bound")',
            f"print({told}.to_string())",
            *extremes,
        ],
    )


_COMPARED = {
    "margin": ("margin", ["updates", "bound"]),
    "unit of length": ("scale", ["updates", "bound", "radius_squared_over_margin"]),
    "dimension": ("dim", ["updates", "bound", "along", "across"]),
    "rate": (["start", "rate"], ["updates", "bound"]),
    "learner": (["margin", "learner"], ["updates", "products"]),
}
"""What the runs of each experiment are grouped by, and what is told of each group."""


# ---- the parts of a program ----------------------------------------------------------------------------------------


INSTALL = "# pip install git+<the address of this repository>"
"""What a program needs, as README says it: only who runs it knows where the repository is."""


def _files(name: str, words: str, *paragraphs: Sequence[str]) -> list[File]:
    """Offer a program that begins with what it needs and what it prints, and its notebook."""
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


def _points(source: Source, bias: Fraction | None = None) -> str:
    function, arguments = source.recipe()
    return f"{_call(function, **arguments)}{_lift(bias)}"


def _lift(bias: Fraction | None) -> str:
    return "" if bias is None else f".{_call(library.Dataset.augmented, scale=bias)}"


def _trained(learner: LearnerSettings, made: library.Run) -> str:
    settings = {"order": learner.order, **_origin(made), "tie": learner.tie}
    return _call(library.train, "data", **settings, **_seeded(learner.order, learner.seed), **_capped(made))


def _origin(made: library.Run | library.Descent) -> dict[str, Any]:
    """Return the start and the rate as they were given, no start where it is 0."""
    settings: dict[str, Any] = {"start": made.start.tolist(), "rate": made.rate}
    if made.given is not None:
        start, rate = whole(made.given.start), made.given.rate
        unit = Fraction(2) ** start.exponent / start.over
        settings = {"start": [number * unit for number in start.numbers.tolist()], "rate": rate}
    return settings if any(settings["start"]) else {"rate": settings["rate"]}


def _seeded(order: Order, seed: int) -> dict[str, int]:
    return {"seed": seed} if order in ("shuffled", "random") else {}


def _capped(*made: library.Run | library.DualRun | library.Descent) -> dict[str, int]:
    """Return the cap that stopped some of the runs, if one did."""
    stopped = [each.updates for each in made if each.outcome == "stopped"]
    return {"max_updates": stopped[0]} if stopped else {}


def _call(function: Callable[..., Any], /, *given: str, **settings: Any) -> str:
    """Write a call with what is given as code, and those settings that are not what they are unless given."""
    known = inspect.signature(function).parameters
    named = [f"{name}={_written(value)}" for name, value in settings.items() if value != known[name].default]
    return f"{function.__name__}({', '.join([*given, *named])})"


def _fraction(value: Fraction) -> str:
    """Write the fraction that a decimal is.

    >>> _fraction(Fraction(1, 10)), _fraction(Fraction(2))
    ('Fraction("0.1")', '2')
    """
    numerator, denominator = map(Decimal, value.as_integer_ratio())
    return f"{numerator}" if denominator == 1 else f'Fraction("{_PLACES.divide(numerator, denominator)}")'


_PLACES = Context(prec=1_000)


def _written(value: Any) -> str:
    """Write a value as Python does, a long list in several lines, and as a fraction only what is no float."""
    if isinstance(value, Fraction):
        return _fraction(value) if exactly(value) else json.dumps(float(value))
    if isinstance(value, list) and any(isinstance(part, Fraction) for part in value):
        return f"[{', '.join(map(_written, value))}]"
    text = json.dumps(value)
    if not isinstance(value, list) or len(text) <= _SHORT:
        return text
    most = _POINTS if isinstance(value[0], list) else _LABELS
    lines = [json.dumps(value[at : at + most])[1:-1] for at in range(0, len(value), most)]
    return "[\n    {},\n]".format(",\n    ".join(lines))
