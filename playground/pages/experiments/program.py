"""The program that computes the page's numbers, and its notebook."""

from __future__ import annotations

from fractions import Fraction

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
    """Offer what makes all the runs of an experiment's table and prints what came of them."""
    of = library.experiments
    most = MOST_UPDATES_WIDE if name in ("dimension", "number of points") else MOST_UPDATES
    cap = {"max_updates": most} if (table["outcome"] == "stopped").any() else {}
    shared = {"repeats": int(table["seed"].nunique()), "seed": settings.seed, **cap}
    drawn = {"n": settings.n, "radius": settings.radius, **shared}
    data, gammas = f"data = {program.points(source, bias)}", f"gammas = {program.literal(settings.margins())}"
    printed = {"order": 'pd.crosstab(table["updates"], table["order"])', "number of points": "shares"}.get(name, "")
    if not printed:
        by, columns = map(program.literal, _COMPARED[name])
        printed = f"table.groupby({by}, sort=False)[{columns}].mean()"
    if name == "margin":
        lines = [gammas, f"table = experiments.{program.call(of.by_margin, 'gammas', **drawn)}"]
    elif name == "unit of length":
        lines = [data, "scales = [2.0**power for power in range(-5, 6)]"]
        lines += [f"table = experiments.{program.call(of.by_scale, 'data', 'scales', **shared)}"]
    elif name == "order":
        lines = [data, f"table = experiments.{program.call(of.by_order, 'data', **shared)}"]
    elif name == "dimension":
        margin = min(settings.margin, settings.radius)
        lines = [f"dims = {program.literal(list(DIMENSIONS))}"]
        lines += [f"table = experiments.{program.call(of.by_dimension, 'dims', margin=margin, **drawn)}"]
    elif name == "number of points":
        lines = [f"dims = {program.literal(table['dim'].unique().tolist())}", f"loads = {program.literal(list(LOADS))}"]
        lines += [f"table = experiments.{program.call(of.by_load, 'dims', 'loads', **shared)}"]
        lines += ['groups = table.groupby(["dim", "n"], as_index=False)']
        lines += ['shares = groups.agg({"separable": "mean", "updates": "median"})']
        lines += ['shares["exact"] = [float(separability(n, dim)) for dim, n in zip(shares["dim"], shares["n"])]']
    elif name == "rate":
        rated = program.call(of.by_rate, "data", "rates", "start", **shared)
        lines = [data, "found = separate(data)", "rates = [2.0**power for power in range(-6, 7)]"]
        lines += [f'starts = {{"zero": None, "away": -{FARTHEST} * found.radius * found.w}}']
        lines += [f"tables = [experiments.{rated} for start in starts.values()]"]
        lines += ['table = pd.concat(tables, keys=starts, names=["start"]).reset_index("start")']
    else:
        learners = table["learner"].unique().tolist()
        lines = [gammas, f"table = experiments.{program.call(of.by_learner, 'gammas', learners=learners, **drawn)}"]
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


_COMPARED = {
    "margin": ("margin", ["updates", "bound"]),
    "unit of length": ("scale", ["updates", "bound", "radius_squared_over_margin"]),
    "dimension": ("dim", ["updates", "bound", "along", "across"]),
    "rate": (["start", "rate"], ["updates", "bound"]),
    "learner": (["margin", "learner"], ["updates", "products"]),
}
"""What the runs of each experiment are grouped by, and what is told of each group."""
