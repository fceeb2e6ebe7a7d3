"""The program that computes the page's numbers, and its notebook."""

from __future__ import annotations

from collections.abc import Sequence

import perceptron as library
from perceptron.separation import Separation
from ui import script
from ui.controls import Source
from ui.stage.scene import File


def files(source: Source, paths: Sequence[library.Descent], found: Separation | None) -> list[File]:
    """Offer what makes the descents and prints every step of them."""
    if not paths:
        return []
    settings = {**script.origin(paths[0]), **script.capped(*paths)}
    bound = ['    print("at most", path.bound(found), "updates")'] if isinstance(found, library.Separator) else []
    return script.program(
        "descent",
        "The perceptron's descents of its loss, by batches of several sizes: how each ends, and all its steps.",
        [f"data = {script.points(source)}", "found = separate(data)", "print(found)"],
        [
            f"for batch in {script.literal([path.batch for path in paths])}:",
            f"    path = {script.call(library.descend, 'data', 'batch=batch', **settings)}",
            "    w1, w2 = path.weights[1:].T",
            '    steps = {"step": range(1, path.updates + 1), "wrong": path.sizes, "loss": path.losses[1:]}',
            '    print(f"batches of {batch}: {path}, {path.checked[-1]} points looked at")',
            *bound,
            '    print(pd.DataFrame({**steps, "w1": w1, "w2": w2}).to_string(index=False))',
        ],
        ['print("length of the start over the rate:", np.linalg.norm(path.start) / path.rate)'],
    )
