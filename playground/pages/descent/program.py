"""The program that computes the page's numbers, and its notebook."""

from __future__ import annotations

from collections.abc import Sequence

import perceptron as library
from perceptron.separation import Separation
from playground.page import program
from playground.page.controls import Source
from playground.stage.payload import File


def files(source: Source, paths: Sequence[library.Descent], separation: Separation | None) -> list[File]:
    """Return the program and notebook that make these descents, over a source's points, and print each step.

    Without descents the list is empty. All descents must have the start and the rate of the first; each has another
    size of batch. `separation` is the verdict on the points; if it is a separator, the program also prints the bounds.
    """
    if not paths:
        return []
    settings = {**program.origin(paths[0]), **program.capped(*paths)}
    bound = ['    print("at most", path.bound(found), "updates")'] if isinstance(separation, library.Separator) else []
    return program.program(
        "descent",
        "The perceptron's descents of its loss, by batches of several sizes: how each ends, and all its steps.",
        [f"data = {program.points(source)}", "found = separate(data)", "print(found)"],
        [
            f"for batch in {program.literal([path.batch for path in paths])}:",
            f"    path = {program.call(library.descend, 'data', 'batch=batch', **settings)}",
            "    w1, w2 = path.weights[1:].T",
            '    steps = {"step": range(1, path.updates + 1), "wrong": path.sizes, "loss": path.losses[1:]}',
            '    print(f"batches of {batch}: {path}, {path.checked[-1]} points looked at")',
            *bound,
            '    print(pd.DataFrame({**steps, "w1": w1, "w2": w2}).to_string(index=False))',
        ],
        ['print("length of the start over the rate:", np.linalg.norm(path.start) / path.rate)'],
    )
