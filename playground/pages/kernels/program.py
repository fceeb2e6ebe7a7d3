"""The program that computes the page's numbers, and its notebook."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import perceptron as library
from perceptron.kernels import Kernel
from perceptron.learner import Order
from playground.page import program
from playground.page.controls import Source
from playground.stage.payload import File


def files(
    source: Source,
    plain: Kernel,
    bias: Fraction | None,
    order: Order | Sequence[int],
    run: library.DualRun | None,
    separation: library.KernelSeparator | library.Inseparable | library.Undecided | None,
) -> list[File]:
    """Return a program and a notebook that repeat a run of the kernel perceptron; an empty list if `run` is None.

    `source` says how the points are made. `plain` is the kernel without a bias, `bias` the constant coordinate, or None
    for no bias, and `order` the order of the run. The program prints the mistakes, the counts and, unless `separation`
    is None, the separation of the points.
    """
    if run is None:
        return []
    kernel = f"{plain}" if bias is None else program.call(library.biased, f"{plain}", scale=bias)
    settings = {"order": order, **program.seeded(order, source.seed), **program.capped(run)}
    trained = program.call(library.train_dual, "data", "kernel", **settings)
    asked = ["print(separate_dual(data, kernel))"] if separation else []
    return program.program(
        "kernels",
        "A run of the kernel perceptron: how it ended, what the theorem allows, its mistakes and its counts.",
        [f"data = {program.points(source)}", f"kernel = {kernel}", f"run = {trained}"],
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
