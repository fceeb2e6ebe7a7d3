"""The program that computes the page's numbers, and its notebook."""

from __future__ import annotations

import perceptron as library
from perceptron.separation import Separation
from playground.page import program
from playground.page.controls import LearnerSettings, Source
from playground.pages.nonseparable.scene import on_grid
from playground.stage.payload import File


def files(
    source: Source, learner: LearnerSettings, grid: int, run: library.Run | None, separation: Separation | None
) -> list[File]:
    """Return the files of a run that may never end; [] without a run.

    They are a loop in plain numpy, a program, and the same program as a notebook. `learner` has the settings of the
    run, and `separation` says whether a line separates its points. The program prints the start and the length of the
    run's cycle, None if it has none, and the separator or the proof that there is none. It also prints a bound on the
    updates, if there is one, and the errors after each update. It moves the source's points to a grid of 1/`grid`
    unless all lie on it.
    """
    if run is None:
        return []
    points = [f"data = {program.points(source)}"]
    if on_grid(source.points(), grid) != source.points():
        points += [f"data = Dataset((data.X * {grid}).round() / {grid}, data.y)"]
    if learner.lift_scale is not None:
        points[-1] += program.lift(learner.lift_scale)
    compared = []
    if isinstance(separation, library.Separator):
        compared = ['print("bound:", run.bound(found))']
    elif isinstance(separation, library.Inseparable):
        compared = ['print("weights of the proof:", found.weights)']
    paragraphs = [
        [*points, f"run = {program.train_call(learner, run)}", "found = separate(data)"],
        ["print(run)", 'print("cycle:", run.cycle)', "print(found)", *compared],
        ["print(errors_over_time(run).to_string(index=False))"],
    ]
    if not isinstance(separation, library.Separator) and not run.start.any():
        paragraphs += [
            [
                "# Freund and Schapire bound the updates all the same, by every unit vector and margin.",
                "best = comparator(data, np.maximum(run.passes, run.alpha))",
                'print("bound:", bounds.whole(best.bound))',
            ]
        ]
    return [
        program.loop_alone(learner, run),
        *program.program(
            "nonseparable",
            "A run of the perceptron where no line need exist: its cycle, the proof, and how many points are wrong.",
            *paragraphs,
            program.loop(learner, run),
        ),
    ]
