"""What a scene shows of a run at its steps whatever separates the points: columns that two scenes can share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from perceptron import Run
from perceptron.dataset import Ints
from perceptron.learner import Tie
from perceptron.run import Record
from playground.draw import legends, lines
from playground.draw.figures import Floats
from playground.draw.legends import Bools
from playground.stage.payload import Column
from playground.text import readable_rows

MOST_WRITTEN = 3
"""The coordinates of w that fit into a sentence or a table."""

MOVED, MADE, NONE, KEPT = range(4)
"""The effects of an update on the boundary: it moved it, made the first, left none, or left it in place."""


@dataclass(frozen=True, eq=False)
class Steps:
    """The steps of a run under a tie rule: step 0 is the start, and each update is a step.

    The columns, a value for each step, do not depend on what separates the points.

    Each column is computed once; a scene and its hidden variant are made of the same steps.

    >>> from perceptron import gate, train
    >>> steps = Steps(train(gate("and")))
    >>> steps.hollow, steps.numbers["w1"]
    (['0f', '0f', '0d', '09', '0f'], [0.0, 0.0, 0.0, -1.0, 0.0])
    """

    run: Run
    tie: Tie = "mistake"

    @property
    def last(self) -> int:
        """The number of steps after the start, M, which is the number of updates."""
        return self.run.updates

    # ---- the board

    @cached_property
    def line(self) -> dict[str, Column]:
        """Columns a, b, c and i: the boundary a·x₁ + b·x₂ + c = 0 at each step, and the index of the update's point.

        At the start i is None. Where there is no boundary, a and b are 0, but c need not be. The run's points lie in
        the plane.
        """
        # Not rounded, because the values of places are computed from these columns.
        forms = lines.forms(self.run.weights, self.run.data.lift or 0.0).T.tolist()
        return {**dict(zip("abc", forms, strict=True)), "i": [None, *self.run.mistakes.tolist()]}

    @cached_property
    def wrong(self) -> Bools:
        """Which of the n points are wrong at each step, shape (M + 1, n); on the boundary the tie rule decides."""
        return legends.wrong(self.run, self.tie)

    @cached_property
    def hollow(self) -> list[str]:
        """Which points are wrong at each of the M + 1 steps: a text for each step, with a bit for each point.

        The texts are hexadecimal, as `legends.codes` writes them. They are the column of the mark "hollow", which draws
        the wrong points hollow.
        """
        return legends.codes(self.wrong)

    @cached_property
    def equations(self) -> list[str]:
        """The sentence with the boundary's equation, or that there is no line, at each step."""
        return lines.equations(self.run)

    # ---- the updates

    @cached_property
    def counted(self) -> dict[str, Column]:
        """Columns k, pass and point, each with a value at every step, as the function `counted` returns them."""
        return counted(self.run)

    @cached_property
    def labels(self) -> list[int]:
        """The label of each update's point, −1 or +1, in a list of length M."""
        labels: list[int] = self.run.data.y[self.run.mistakes].tolist()
        return labels

    @cached_property
    def scores(self) -> Floats:
        """The score y w·x of each update's point before the update, shape (M,)."""
        return self.run.data.y[self.run.mistakes] * self.run.activations

    @cached_property
    def most(self) -> float:
        """η²R², the most that an update can add to ‖w‖²; η is the rate, and R the largest norm of a point."""
        return float((self.run.rate * self.run.data.radius) ** 2)

    @cached_property
    def norms_squared(self) -> Floats:
        """‖w‖² at each step, shape (M + 1,)."""
        with np.errstate(over="ignore", under="ignore"):
            squares: Floats = np.vecdot(self.run.weights, self.run.weights)
        return squares

    @cached_property
    def numbers(self) -> dict[str, Column]:
        """Columns of numbers, each with a value at every step, rounded so that they can be read.

        At each step `norm` is ‖w‖², and `w1`, `w2` … are the coordinates of w. The other columns tell of the update
        that led to the step, and are None at the start. The score y w·x of its point is `score` before the update and
        `after` after it; `shift` is the difference. `change` is the amount by which ‖w‖² rises or falls, without a
        sign. `added1`, `added2` … are the numbers added to the coordinates of w. If w has more than three coordinates,
        the columns with numbered names are missing.
        """
        run, points = self.run, self.run.data.X[self.run.mistakes]
        after = run.path.unscaled(run.path.scores_after) + 0.0  # + 0.0 turns −0 into 0
        # Rounding could lift ‖w‖² by more than the theorem allows.
        change = np.abs(np.minimum(run.rises, self.most))
        of_updates = [self.scores, run.rate * np.vecdot(points, points), after, change]
        names, weights = ["score", "shift", "after", "change"], list[Floats]()
        if run.data.dim <= MOST_WRITTEN:
            axes = range(1, run.data.dim + 1)
            added = run.rate * run.data.signed[run.mistakes] + 0.0
            of_updates += [*added.T]
            weights = [*run.weights.T]
            names += [f"{name}{axis}" for name in ("added", "w") for axis in axes]
        of_steps = [*weights, self.norms_squared]
        table = np.full((len(of_updates) + len(of_steps), self.last + 1), np.nan)  # the start has no update
        table[: len(of_updates), 1:] = of_updates
        table[len(of_updates) :] = of_steps
        return dict(zip([*names, "norm"], readable_rows(table), strict=True))

    @cached_property
    def effects(self) -> list[int]:
        """What each of the M updates did to the boundary: MOVED, MADE, NONE (there is none now) or KEPT."""
        bounded = self.run.bounded
        effects: Ints = np.where(self.run.moved, MOVED, KEPT)
        effects[~bounded[:-1]] = MADE  # the next line corrects updates that leave no boundary
        effects[~bounded[1:]] = NONE
        kinds: list[int] = effects.tolist()
        return kinds

    @cached_property
    def landed(self) -> list[int]:
        """The side on which each of the M updates left its point: 1 the right side, 0 neither, −1 the wrong side."""
        sides: list[int] = np.sign(self.run.path.scores_after).astype(int).tolist()
        return sides

    @cached_property
    def kinds(self) -> list[int]:
        """The kind of each of the M updates, a number from 0 to 7.

        It is 4 if the label is −1, plus 2 if the point was on neither side, plus 1 if ‖w‖² falls.
        """
        path, labels = self.run.path, self.run.data.y[self.run.mistakes]
        kinds: list[int] = (4 * (labels < 0) + 2 * (path.scores_before == 0) + (self.run.rises < 0)).tolist()
        return kinds


def counted(run: Record) -> dict[str, Column]:
    """Return columns k, pass and point: for each update its number and pass, both from 1, and its point's index.

    At the start k is 0, and pass and point are None.
    """
    return {
        "k": [0, *range(1, len(run.mistakes) + 1)],
        "pass": [None, *run.pass_of.tolist()],
        "point": [None, *run.mistakes.tolist()],
    }
