"""The program that computes the page's numbers, and its notebook."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import perceptron as library
from perceptron.separation import Separation
from playground.page import program
from playground.page.controls import LearnerSettings
from playground.pages.dimensions.scene import Recipe
from playground.stage.payload import File

_MOST_WEIGHTS = 5  # that fit into a printed row


def files(
    recipes: Sequence[Recipe],
    bias: Fraction | None,
    learner: LearnerSettings,
    runs: Sequence[library.Run],
    separations: Sequence[Separation | None],
) -> list[File]:
    """Return a program and its notebook, which make the page's runs again; [] without a run.

    Let w* be the unit vector that separates the points with the largest margin. For one run they print, after each
    update, where w lies in the plane of w and w*; if `separations` has no separator, w after the first update takes the
    place of w*. For several runs they print the last angle between w and w* of each; their recipes may differ in `dim`
    only.

    Parameters
    ----------
    recipes
        How to make the points of each run: a function of the library, and its arguments.
    bias
        The constant coordinate that a single run's points have, or None; several runs have none.
    learner
        The settings of the runs.
    runs, separations
        The runs, and for each what `separate` returned for its points; None if it was not computed.
    """
    if not runs:
        return []
    words = "The perceptron in the plane of w and w*: where w is after each update, and its angle to w*."
    (function, arguments), *others = recipes
    settings = {"order": learner.order, **program.seeded(learner.order, learner.seed), **program.capped(*runs)}
    trained = program.call(library.train, "data", **settings)
    if others:
        drawn = program.call(function, "dim=dim", **{key: value for key, value in arguments.items() if key != "dim"})
        lines = [
            f"for dim in {program.literal([arguments['dim'] for _, arguments in recipes])}:",
            f"    data = {drawn}",
            f"    run, found = {trained}, separate(data)",
            "    degrees = np.degrees(in_plane(run, found).angles)",
            f"    at_most = bounds.whole(bounds.novikoff({arguments['radius']!r}, {arguments['margin']!r}))",
            '    print(f"d = {dim}: {run}, at most {at_most}; {degrees[-1]:.6g} degrees from w*")',
        ]
        return program.program("dimensions", words, lines)
    alone = [program.loop(learner, runs[0])] if runs[0].data.dim <= _MOST_WEIGHTS else []
    axis = "found" if isinstance(separations[0], library.Separator) else "run.weights[1]"
    return program.program(
        "dimensions",
        words,
        [
            f"data = {program.call(function, **arguments)}{program.lift(bias)}",
            f"run = {trained}",
            "found = separate(data)",
        ],
        [f"plane = in_plane(run, {axis})", "print(run)", "print(found)"],
        [
            "along, across = plane.weights.T",
            'shown = {"along": along, "across": across, "degrees": np.degrees(plane.angles)}',
            'print(pd.DataFrame(shown).rename_axis("update").reset_index().to_string(index=False))',
        ],
        *alone,
    )
