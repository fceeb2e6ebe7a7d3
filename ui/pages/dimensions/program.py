"""The program that computes the page's numbers, and its notebook."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import perceptron as library
from perceptron.separation import Separation
from ui import script
from ui.controls import LearnerSettings
from ui.pages.dimensions.scene import Recipe
from ui.stage.scene import File


def files(
    recipes: Sequence[Recipe],
    bias: Fraction | None,
    learner: LearnerSettings,
    made: Sequence[library.Run],
    found: Sequence[Separation | None],
) -> list[File]:
    """Offer what makes the runs and prints where w is in the plane of each step, or how far it ends from w*."""
    if not made:
        return []
    words = "The perceptron in the plane of w and w*: where w is after each update, and its angle to w*."
    (function, arguments), *others = recipes
    settings = {"order": learner.order, **script.seeded(learner.order, learner.seed), **script.capped(*made)}
    trained = script.call(library.train, "data", **settings)
    if others:
        drawn = script.call(function, "dim=dim", **{key: value for key, value in arguments.items() if key != "dim"})
        lines = [
            f"for dim in {script.literal([arguments['dim'] for _, arguments in recipes])}:",
            f"    data = {drawn}",
            f"    run, found = {trained}, separate(data)",
            "    degrees = np.degrees(in_plane(run, found).angles)",
            f"    at_most = bounds.whole(bounds.novikoff({arguments['radius']!r}, {arguments['margin']!r}))",
            '    print(f"d = {dim}: {run}, at most {at_most}; {degrees[-1]:.6g} degrees from w*")',
        ]
        return script.program("dimensions", words, lines)
    axis = "found" if isinstance(found[0], library.Separator) else "run.weights[1]"
    return script.program(
        "dimensions",
        words,
        [
            f"data = {script.call(function, **arguments)}{script.lift(bias)}",
            f"run = {trained}",
            "found = separate(data)",
        ],
        [f"plane = in_plane(run, {axis})", "print(run)", "print(found)"],
        [
            "along, across = plane.weights.T",
            'shown = {"along": along, "across": across, "degrees": np.degrees(plane.angles)}',
            'print(pd.DataFrame(shown).rename_axis("update").reset_index().to_string(index=False))',
        ],
    )
