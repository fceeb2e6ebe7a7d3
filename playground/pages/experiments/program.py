"""The program that computes the page's numbers, and its notebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pandas as pd

import perceptron as library
from playground.page import program
from playground.page.controls import Source
from playground.pages.experiments.scene import (
    FARTHEST,
    LOADS,
    MOST_UPDATES,
    MOST_UPDATES_WIDE,
    ExperimentSettings,
)
from playground.stage.payload import File


def files(
    source: Source, bias: Fraction | None, name: str, settings: ExperimentSettings, table: pd.DataFrame
) -> list[File]:
    """Return three files of the experiment `name`: its `table` of runs, and a program and a notebook that make it.

    `settings` are the visitor's. `source` says how the board's points are made, for an experiment that uses them;
    `bias` is their constant coordinate, or None for no bias.
    """
    # 1. The lines that make the table: the arguments of the library's function, and its call.
    of = library.experiments
    most = MOST_UPDATES_WIDE if name in ("dimension", "number of points") else MOST_UPDATES
    cap = {"max_updates": most} if (table["outcome"] == "stopped").any() else {}
    shared = {"repeats": int(table["seed"].nunique()), "seed": settings.seed, **cap}
    drawn = {"n": settings.n, "radius": settings.radius, **shared}
    margin = min(settings.margin, settings.radius)
    learners = table["learner"].unique().tolist() if name == "learner" else []
    calls: Mapping[str, tuple[Callable[..., Any], list[str], dict[str, Any]]] = {
        "margin": (of.by_margin, ["gammas"], drawn),
        "unit of length": (of.by_scale, ["data", "scales"], shared),
        "order": (of.by_order, ["data"], shared),
        "dimension": (of.by_dimension, ["dims"], {"margin": margin, **drawn}),
        "number of points": (of.by_load, ["dims", "loads"], shared),
        "rate": (of.by_rate, ["data", "rates", "start"], shared),
        "learner": (of.by_learner, ["gammas"], {"learners": learners, **drawn}),
    }
    function, given, arguments = calls[name]
    definitions = {
        "data": [f"data = {program.points(source, bias)}"],
        "gammas": [f"gammas = {program.literal(settings.margins())}"],
        "scales": ["scales = [2.0**power for power in range(-5, 6)]"],
        "dims": [f"dims = {program.literal(table['dim'].unique().tolist() if 'dim' in table else [])}"],
        "loads": [f"loads = {program.literal(list(LOADS))}"],
        "rates": ["found = separate(data)", "rates = [2.0**power for power in range(-6, 7)]"],
        "start": [f'starts = {{"zero": None, "away": -{FARTHEST} * found.radius * found.w}}'],
    }
    call = f"experiments.{program.call(function, *given, **arguments)}"
    lines = [line for each in given for line in definitions[each]]
    lines += [line.replace("{call}", call) for line in _MADE.get(name, ["table = {call}"])]
    # 2. The lines that print it, and the extremes of all orders.
    extremes = ['print("fewest and most:", fewest_and_most(data))'] if "extremes" in table.attrs else []
    runs: File = {
        "label": "Table (CSV)",
        "note": "Each run, with its setting and its updates",
        "name": f"{name.replace(' ', '-')}.csv",
        "text": table.to_csv(index=False),
    }
    written = program.program(
        "experiments",
        "Many runs of the perceptron: how many updates they made, whether any broke its bound, and what changed them.",
        lines,
        [
            'updates = table["updates"]',
            "low, high = updates.min(), updates.max()",
            'each = f"{low} to {high} updates" if low < high else "1 update" if low == 1 else f"{low} updates"',
            'print(updates.count(), "runs,", each, "each,")',
            'print((updates > table["bound"]).sum(), "beyond its bound")',
            f"print({_PRINTED[name]}.to_string())",
            *extremes,
        ],
    )
    return [runs, *written]


_MADE = {
    "number of points": [
        "table = {call}",
        'groups = table.groupby(["dim", "n"], as_index=False)',
        'shares = groups.agg({"separable": "mean", "updates": "median"})',
        'shares["exact"] = [float(separability(n, dim)) for dim, n in zip(shares["dim"], shares["n"])]',
    ],
    "rate": [
        "tables = [{call} for start in starts.values()]",
        'table = pd.concat(tables, keys=starts, names=["start"]).reset_index("start")',
    ],
}
"""The lines that make the table of an experiment from the call of its function."""

_PRINTED = {
    "margin": 'table.groupby("margin", sort=False)[["updates", "bound"]].mean()',
    "unit of length": 'table.groupby("scale", sort=False)[["updates", "bound", "radius_squared_over_margin"]].mean()',
    "order": 'pd.crosstab(table["updates"], table["order"])',
    "dimension": 'table.groupby("dim", sort=False)[["updates", "bound", "along", "across"]].mean()',
    "number of points": "shares",
    "rate": 'table.groupby(["start", "rate"], sort=False)[["updates", "bound"]].mean()',
    "learner": 'table.groupby(["margin", "learner"], sort=False)[["updates", "products"]].mean()',
}
"""The table that the program of an experiment prints."""
