"""The program that computes the page's numbers, and its notebook."""

from __future__ import annotations

import perceptron as library
from perceptron.separation import Separation
from ui import script
from ui.controls import LearnerSettings, Source
from ui.pages.nonseparable.scene import on_grid
from ui.stage.scene import File


def files(
    source: Source, learner: LearnerSettings, grid: int, made: library.Run | None, found: Separation | None
) -> list[File]:
    """Offer what makes a run that need not end and prints what is wrong with the weights to be taken from it.

    The points are moved to a grid of 1/`grid`, as far as they are not on it.
    """
    if made is None:
        return []
    points = [f"data = {script.points(source)}"]
    if on_grid(source.points(), grid) != source.points():
        points += [f"data = Dataset((data.X * {grid}).round() / {grid}, data.y)"]
    if learner.bias is not None:
        points[-1] += script.lift(learner.bias)
    if isinstance(found, library.Separator):
        compared = ['print("bound:", run.bound(found))']
    else:
        proved = isinstance(found, library.Inseparable)
        compared = ['print("weights of the proof:", found.weights)'] if proved else []
    paragraphs = [
        [*points, f"run = {script.train_call(learner, made)}", "found = separate(data)"],
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
    return script.program(
        "nonseparable",
        "A run of the perceptron where no line need exist: its cycle, the proof, and how many points are wrong.",
        *paragraphs,
    )
