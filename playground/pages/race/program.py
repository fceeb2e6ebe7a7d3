"""The program that computes the page's numbers, and its notebook."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import perceptron as library
from perceptron.separation import Separation
from playground.page import program
from playground.page.controls import Source
from playground.pages.race.scene import MOST_UPDATES, Racer
from playground.stage.payload import File

_SEPARABLE = [
    [
        "n = len(data)",
        "racers = [",
        '    ("perceptron", plain, plain.checked[-2], found.bound),',
        '    ("hardest", hardest, hardest.checked[-2], found.bound),',
        '    ("batch", batch, n * batch.updates, batch.bound(found)),',
        '    ("margin", margin, margin.products[-1], found.allowed(1 + 2 * threshold / data.radius_squared)),',
        '    ("smooth", smooth, smooth.products[-1], bounds.smooth_perceptron(found.radius, found.margin, n)),',
        '    ("von Neumann", neumann, neumann.products[-1], found.bound - 1),',
        "]",
    ],
    [
        "for name, racer, products, bound in racers:",
        "    along = racer.w @ found.w",
        "    angle = np.degrees(np.arctan2(np.linalg.norm(racer.w - along * found.w), along)).round(9)",
        "    least = (data.signed @ racer.w).min() / np.linalg.norm(racer.w)",
        '    print(f"{name}: {racer.outcome} after {racer.updates} of at most {bounds.whole(bound)} updates,")',
        '    print(f"    {products} inner products; smallest margin {least:.6g}, {angle:.6g} degrees to w*")',
    ],
]
"""The paragraphs that print how each racer compares with w*."""
_OTHER = [
    [
        'racers = {"perceptron": plain, "hardest": hardest, "batch": batch, "margin": margin}',
        'for name, racer in {**racers, "smooth": smooth, "von Neumann": neumann}.items():',
        '    print(f"{name}: {racer}, {(racer.predict(data.X) != data.y).sum()} points wrong")',
    ]
]
"""The paragraph that prints the errors of each racer where there is no w*."""


def files(
    source: Source, bias: Fraction | None, share: Fraction, runners: Sequence[Racer], separation: Separation | None
) -> list[File]:
    """Return a program and a notebook that run the six learners of the race; an empty list without `runners`.

    If `separation` is a Separator, with w*, they print how each learner ends, how many inner products it computes, and
    its angle to w*. Else they print how each ends and how many points it has wrong. `bias` is the constant coordinate,
    None without a bias. The threshold β of the margin perceptron is `share` times R².
    """
    if not runners:
        return []
    cap = {} if all(runner.finished for runner in runners) else {"max_updates": MOST_UPDATES}
    plain, hardest = (program.call(library.train, "data", order=order, **cap) for order in ("cyclic", "hardest"))
    margin = program.call(library.margin_perceptron, "data", "threshold", **cap)
    paragraphs = [
        [f"data = {program.points(source, bias)}", "found = separate(data)", "print(found)"],
        [
            f"threshold = {'' if share == 1 else f'{program.fraction(share)} * '}data.radius_squared",
            f"plain, hardest = {plain}, {hardest}",
            f"batch, margin = {program.call(library.descend, 'data', **cap)}, {margin}",
            f"smooth = {program.call(library.smooth_perceptron, 'data', **cap)}",
            f"neumann = {program.call(library.von_neumann, 'data', **cap)}",
        ],
    ]
    paragraphs += _SEPARABLE if isinstance(separation, library.Separator) else _OTHER
    return program.program(
        "race", "A race of six learners: how each ends, what that cost, and how near it comes to the best.", *paragraphs
    )
