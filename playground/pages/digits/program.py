"""The program that computes the page's numbers, and its notebook."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import perceptron as library
from perceptron.learner import Order
from playground.address.codes import label_of
from playground.page import program
from playground.pages.digits.scene import BLACK
from playground.stage.payload import DrawnPicture, File


def files(
    pictures: Sequence[int] | Sequence[DrawnPicture],
    bias: Fraction | None,
    order: Order | Sequence[int],
    seed: int,
    run: library.Run | None,
) -> list[File]:
    """Return two files, a program and its notebook, that repeat `run` and print its weights; [] if `run` is None.

    The run was over `pictures`: two digits, whose pictures the library has, or the pictures that the visitor drew.
    `bias` is the constant coordinate, None without a bias. `order` and `seed` are those of the call of `train`.
    """
    if run is None:
        return []
    handwritten = isinstance(pictures[0], int)
    if handwritten:
        words = "A run of the perceptron on pictures of two digits: its weights as a picture, and what it misreads."
        given = [
            [
                f"learned, held = {program.call(library.digits, *map(str, pictures))}",
                f"data = learned{program.lift(bias)}",
            ]
        ]
    else:
        words = "A run of the perceptron on pictures drawn by hand: its weights as a picture, and what it misreads."
        given = _shelf([picture for picture in pictures if not isinstance(picture, int)], bias)
    misread = 'len(held), "held back, misread after each update:"' if handwritten else '"misread after each update:"'
    trained = program.call(library.train, "data", order=order, **program.seeded(order, seed), **program.capped(run))
    *before, data = given
    return program.program(
        "digits",
        words,
        *before,
        [*data, f"run = {trained}", "found = separate(data)"],
        [
            "print(run)",
            "print(found)",
            'print("pictures added or taken away:", run.mistakes.tolist())',
            "print(run.w[:64].astype(int).reshape(8, 8))",
            f"print({misread})",
            f"print(errors_over_time(run{', held' if handwritten else ''}).to_string(index=False))",
        ],
    )


def _shelf(pictures: Sequence[DrawnPicture], bias: Fraction | None) -> list[list[str]]:
    cells = [f"    ({high << 32 | low:#018x}, {label_of(place):+})," for high, low, place in pictures]
    return [
        [
            "# The 64 cells of each picture, a bit each, row by row from the top, and its label.",
            "drawn = [",
            *cells,
            "]",
        ],
        [
            f"X = [[{BLACK} * (cells >> place & 1) for place in range(63, -1, -1)] for cells, _ in drawn]",
            f"data = Dataset(X, [label for _, label in drawn]){program.lift(bias)}",
        ],
    ]
