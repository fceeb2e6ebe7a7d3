"""The program that computes the page's numbers, and its notebook."""

from __future__ import annotations

import perceptron as library
from playground.page import program
from playground.page.controls import Source
from playground.pages.halving.scene import DRAWS, Contest
from playground.stage.payload import File


def files(source: Source, directions: int, contest: Contest | None) -> list[File]:
    """Return two files, a program and the same as a notebook; an empty list if `contest` is None, as without points.

    The program lets three learners answer the points in turn, and prints where each was wrong. They are the majority
    vote of half-planes, a half-plane at random, and the perceptron. If no half-plane is right on all points up to some
    point, all three stop before that point.

    `source` says how the points are made, and `directions` how many half-planes there are. `contest` has the answers of
    the three learners on these points, as the function `contest` of `scene.py` returns them.
    """
    if contest is None:
        return []
    count, table, labels, rounds = contest.answered, "says", "data.y", "range(len(data))"
    if count < len(contest.data):
        table, labels, rounds = f"says[:, :{count}]", f"data.y[:{count}]", f"range({count})"
    left = [] if count == len(contest.data) else [f"# Point {count} leaves no direction, so the game ends before it."]
    right = "(says == data.y)" if contest.data.norms.all() else "((says == data.y) & (data.norms > 0))"
    drawn = program.call(library.randomized_halving, table, labels, seed=source.seed)
    draws = program.call(library.RandomizedRun.draws, f"{DRAWS}", seed=source.seed)
    return program.program(
        "halving",
        "The half-planes that no point has eliminated, and the mistakes of three learners on the way.",
        [
            f"data = {program.points(source)}",
            f"says = directions({directions}, data.X)",
            *left,
            f"majority = halving({table}, {labels})",
            f"drawn = {drawn}",
            f"run = train(data, order={rounds})",
        ],
        [
            'print(majority, "- at most", majority.bound)',
            "print(drawn)",
            'print("mean at random:", float(drawn.expectation))',
            f'print("never more than:", bounds.randomized_halving({directions}))',
            f'print("left at the end:", {right}.all(axis=1).sum())',
        ],
        [
            'print("left after each point:", majority.survivors.tolist())',
            'print("the majority is wrong on points", np.flatnonzero(majority.mistakes).tolist())',
            'print("one at random is wrong on points", np.flatnonzero(drawn.mistakes).tolist())',
            'print("the perceptron is wrong on points", run.mistakes.tolist())',
            f'print("draws with 0, 1, ... mistakes:", np.bincount(drawn.{draws}).tolist())',
        ],
    )
