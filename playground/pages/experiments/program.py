"""The program that computes the page's numbers, and its notebook."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pandas as pd

import perceptron as library
from playground.page import program
from playground.page.controls import Source
from playground.pages.experiments.scene import (
    DIMENSIONS,
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
    """Return the program that makes all runs of an experiment's table and prints their updates by setting."""
    # 1. The arguments of the library's function.
    most = MOST_UPDATES_WIDE if name in ("dimension", "number of points") else MOST_UPDATES
    cap = {"max_updates": most} if (table["outcome"] == "stopped").any() else {}
    shared = {"repeats": int(table["seed"].nunique()), "seed": settings.seed, **cap}
    lines = _table(name, f"data = {program.points(source, bias)}", settings, table, shared)
    # 2. The table to print, and the extremes of all orders.
    printed = {"order": 'pd.crosstab(table["updates"], table["order"])', "number of points": "shares"}.get(name, "")
    if not printed:
        by, columns = map(program.literal, _COMPARED[name])
        printed = f"table.groupby({by}, sort=False)[{columns}].mean()"
    extremes = ['print("fewest and most:", fewest_and_most(data))'] if "extremes" in table.attrs else []
    return program.program(
        "experiments",
        "Many runs of the perceptron: how many updates they made, whether any broke its bound, and what changed them.",
        lines,
        [
            'updates = table["updates"]',
            "low, high = updates.min(), updates.max()",
            'each = f"{low} to {high} updates" if low < high else "1 update" if low == 1 else f"{low} updates"',
            'print(updates.count(), "runs,", each, "each,")',
            'print((updates > table["bound"]).sum(), "beyond its bound")',
            f"print({printed}.to_string())",
            *extremes,
        ],
    )


def _table(
    name: str, data: str, settings: ExperimentSettings, table: pd.DataFrame, shared: Mapping[str, Any]
) -> list[str]:
    """Return the lines that make the table of an experiment: the line of its `data`, if it uses them, and the runs."""
    of = library.experiments
    drawn = {"n": settings.n, "radius": settings.radius, **shared}
    gammas = f"gammas = {program.literal(settings.margins())}"
    if name == "margin":
        return [gammas, f"table = experiments.{program.call(of.by_margin, 'gammas', **drawn)}"]
    if name == "unit of length":
        run = program.call(of.by_scale, "data", "scales", **shared)
        return [data, "scales = [2.0**power for power in range(-5, 6)]", f"table = experiments.{run}"]
    if name == "order":
        return [data, f"table = experiments.{program.call(of.by_order, 'data', **shared)}"]
    if name == "dimension":
        run = program.call(of.by_dimension, "dims", margin=min(settings.margin, settings.radius), **drawn)
        return [f"dims = {program.literal(list(DIMENSIONS))}", f"table = experiments.{run}"]
    if name == "number of points":
        return [
            f"dims = {program.literal(table['dim'].unique().tolist())}",
            f"loads = {program.literal(list(LOADS))}",
            f"table = experiments.{program.call(of.by_load, 'dims', 'loads', **shared)}",
            'groups = table.groupby(["dim", "n"], as_index=False)',
            'shares = groups.agg({"separable": "mean", "updates": "median"})',
            'shares["exact"] = [float(separability(n, dim)) for dim, n in zip(shares["dim"], shares["n"])]',
        ]
    if name == "rate":
        return [
            data,
            "found = separate(data)",
            "rates = [2.0**power for power in range(-6, 7)]",
            f'starts = {{"zero": None, "away": -{FARTHEST} * found.radius * found.w}}',
            f"tables = [experiments.{program.call(of.by_rate, 'data', 'rates', 'start', **shared)}"
            " for start in starts.values()]",
            'table = pd.concat(tables, keys=starts, names=["start"]).reset_index("start")',
        ]
    learners = table["learner"].unique().tolist()
    return [gammas, f"table = experiments.{program.call(of.by_learner, 'gammas', learners=learners, **drawn)}"]


_COMPARED = {
    "margin": ("margin", ["updates", "bound"]),
    "unit of length": ("scale", ["updates", "bound", "radius_squared_over_margin"]),
    "dimension": ("dim", ["updates", "bound", "along", "across"]),
    "rate": (["start", "rate"], ["updates", "bound"]),
    "learner": (["margin", "learner"], ["updates", "products"]),
}
"""The columns by which the runs of each experiment are grouped, and the columns whose means are printed."""
