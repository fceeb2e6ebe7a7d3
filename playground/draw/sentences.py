"""Numbers and sentences: what the screen says about a run, always with the run's own values."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from perceptron import Run, Separator
from perceptron.run import Record
from perceptron.separation import Separation
from playground.draw.palette import BOUND, INK, NEGATIVE, POSITIVE, SEPARATOR
from playground.stage.payload import Column, Fact, Symbol, Text
from playground.text import NO_BREAK, none_for_nan, number, rounded, unbroken, vector

Quantities = Mapping[str, npt.NDArray[Any]]
"""The quantities of a run, a row for each update."""

_MOST_WRITTEN = 3  # coordinates of w that a sentence has room for

_SYMBOLS = (
    ("(+1)", POSITIVE, "", ""),
    ("(−1)", NEGATIVE, "", ""),
    ("w", INK, "The weights. The boundary is where w·x = 0, and the arrow w points to its side +1.", "w"),
    ("x", INK, "The example of this update as the learner sees it; with a bias its last number is the constant c."
     " Its label y is +1 or −1.", "x"),
    (f"y{NO_BREAK}w·x", INK, "The score of this example times its label: above 0 on its own side of the boundary,"
     " below 0 on the wrong side.", "x"),
    ("‖x‖²", INK, "The squared length of this example. An update always raises the example's own score by η‖x‖².",
     "x"),
    ("η", INK, "The rate: how much of the example is added to w.", ""),
    ("w·w*", SEPARATOR, "How far w reaches along w*. Each update adds at least ηγ to it.", "upper"),
    ("w*", SEPARATOR, "The best separating weights: of length 1, with the largest margin γ.", ""),
    ("γ", SEPARATOR, "The margin: how far the closest point stays from the boundary of w*, as the learner sees it.",
     ""),
    ("‖w‖²", INK, "The squared length of w. Each update can add at most η²R² to it.", "norm"),
    ("R²", BOUND, "R is the length of the longest example as the learner sees it.", ""),
)  # fmt: skip
SYMBOLS: Sequence[Symbol] = [
    {"text": text, "color": color, "note": note, **({"part": part} if part else {})}  # type: ignore[typeddict-item]
    for text, color, note, part in _SYMBOLS
]
"""The symbols in the sentences of the updates, explained; `part` names a part of `draw.planes` or `draw.curves`."""


def fact(name: str, value: str, note: str, *, outcome: bool = False) -> Fact:
    """Name a number and explain it; that of an `outcome` waits until the end was seen."""
    return {"name": name, "value": value, "note": note, "outcome": outcome}


def text(last: int, *templates: str) -> Text:
    """Say the first template at the start and the last one at each of the `last` steps after it.

    >>> text(2, "the start", "step {k}")
    {'templates': ['the start', 'step {k}'], 'which': [0, 1, 1]}
    """
    return {"templates": [*templates], "which": [0] + [len(templates) - 1] * last}


def empty(start: Sequence[float] = ()) -> Text:
    """Say what to do with an empty board, and what weights that begin elsewhere than at 0 draw on it.

    >>> empty([0, 0, -2])["templates"][0].replace(NO_BREAK, " ")
    'w = (0, 0, −2) alone: it draws no line, all is the side of −1. Place a point to try it.'
    """
    if not any(start):
        return text(0, "Click on the board to place a point, then choose the other class and place one more.")
    draws = f"no line, all is the side of {'+' if start[-1] > 0 else '−'}1"
    if any(start[:2]):
        draws = "the line where w·x = 0 and points to the side of +1"
    return text(0, unbroken(f"w = {vector(start)} alone: it draws {draws}. Place a point to try it."))


@dataclass(frozen=True)
class Telling:
    """How the sentences of a run begin and end, in a page's own words for its examples.

    Parameters
    ----------
    start
        Says of a run what its start is.
    update
        Says which example an update was made on, on which side it was, and what came of it; given the sign of its
        label, and whether it was on neither side. It knows {effect} and {lands}.
    step
        Writes the update; given the run and the sign of the label.
    right
        Says at the end that no example is wrong.
    lands
        Where an update left its example: on its own side, on neither, on the wrong one.
    effects
        What an update did to the boundary: moved it, made it where there was none, left none, left it as it was;
        nothing where that is not said.
    """

    start: Callable[[Run], str]
    update: Callable[[str, bool], str]
    step: Callable[[Run, str], str]
    right: str
    lands: tuple[str, str, str]
    effects: Sequence[str] = ()


def sentences(
    run: Run, rows: Quantities, separation: Separation | None, telling: Telling | None = None
) -> tuple[Text, dict[str, Column]]:
    """Say what each update of the run did, in its own numbers, which are among its `quantities`, the rows.

    The first line of each is for everybody: which example, which side, and what came of it. The numbers of the update
    and of the proof are its second line.

    Returns
    -------
    text, columns
        The templates with the one each step uses, and the columns their `{names}` stand for, one value a step.
    """
    telling = telling or OF_LINES
    label, points = rows["label"], run.data.X[run.mistakes]
    after, rises = run.path.scores_after, run.rises
    quantities = {
        "score": rows["activation"] * label,
        "shift": run.rate * np.vecdot(points, points),
        "after": run.path.unscaled(after) + 0.0,  # which leaves no −0
        # By the theorem no update does more, nor less; rounding could.
        "change": np.abs(np.minimum(rises, _most(run))),
    }
    if isinstance(separation, Separator):
        gained = np.diff(rows["alignment"], prepend=float(run.start @ separation.w))
        quantities["gain"] = np.maximum(gained, run.rate * separation.margin)
    first = [math.nan] * len(quantities)  # at the start there is no update to speak of
    if run.data.dim <= _MOST_WRITTEN:
        quantities |= {f"x{axis}": added for axis, added in enumerate(points.T, 1)}
        quantities |= {f"w{axis}": values for axis, values in enumerate(run.weights[1:].T, 1)}
        first += [math.nan] * run.data.dim + run.weights[0].tolist()
    table = np.column_stack([first, np.stack([*quantities.values()])])  # to round all at once costs little more
    columns = {**counted(run), **dict(zip(quantities, map(none_for_nan, rounded(table)), strict=True))}
    if telling.effects:
        columns["effect"] = [None, *(telling.effects[effect] for effect in _effects(run))]
    columns["lands"] = [None, *(telling.lands[1 - int(side)] for side in np.sign(after))]
    templates = [telling.start(run), *_updates(run, separation, telling)]
    templates = [template.replace("y w·x", f"y{NO_BREAK}w·x") for template in templates]
    which = [0, *(1 + 4 * (label < 0) + 2 * (run.path.scores_before == 0) + (rises < 0)).tolist()]
    if len(run.mistakes) and (ending := _ending(run, telling)):
        first, numbers = templates[which[-1]].split("\n")
        templates.append(f"{first} {ending}\n{numbers}")
        which[-1] = len(templates) - 1
    return {"templates": templates, "which": which}, columns


def counted(run: Record) -> dict[str, Column]:
    """Return the columns of a run that its sentences count by: the update, its pass, and the point behind it."""
    return {
        "k": [0, *range(1, len(run.mistakes) + 1)],
        "pass": [None, *run.pass_of.tolist()],
        "point": [None, *run.mistakes.tolist()],
    }


def changes(rises: Iterable[float]) -> list[str]:
    """Say by how much something rose or fell.

    >>> changes([2, -0.5])
    ['rose by 2', 'fell by 0.500']
    """
    return [f"{'rose' if rise >= 0 else 'fell'} by {number(abs(float(rise)))}" for rise in rises]


_MOVED, _MADE, _NONE, _KEPT = range(4)


def _effects(run: Run) -> list[int]:
    """Return what each update did to the boundary, as a place among a telling's `effects`."""
    effects = np.where(run.moved, _MOVED, _KEPT)
    # From none to none it is said that there is none.
    effects[~run.bounded[:-1]] = _MADE
    effects[~run.bounded[1:]] = _NONE
    return [*map(int, effects)]


def _step(run: Run, sign: str) -> str:
    rate = "" if run.rate == 1 else f"{number(run.rate)} "
    sum_of = ""
    if run.data.dim <= _MOST_WRITTEN:
        axes = range(1, run.data.dim + 1)
        before, x, w = (f"({f',{NO_BREAK}'.join(f'{{{name}{axis}}}' for axis in axes)})" for name in ("-w", "x", "w"))
        sum_of = f" = {before} {sign} {rate}{x} = {w}"
    return f"w ← w {sign} {rate}x{sum_of}."


def of_points(boundary: str) -> Telling:
    """Tell of points, and of what separates them by its name."""

    def start(run: Run) -> str:
        if not len(run.mistakes):
            return "Nothing to do: by this tie rule no point is wrong, so there is no update."
        there = f"A {boundary} to begin with" if run.bounded[0] else f"No {boundary} yet"
        weights = f"w = {vector(run.start)}." if run.start.any() else "w = 0, so no point has a side."
        return f"{there}. Press Step (→) for the first wrong point.\n{weights}"

    def update(sign: str, neither: bool) -> str:
        side = "neither side, which counts as wrong" if neither else "the wrong side"
        return f"point {{point}} ({sign}1) was on {side}. It {{effect}} and is {{lands}}."

    return Telling(
        start,
        update,
        _step,
        "Now no point is wrong.",
        ("on its own side now", "on neither side now", "still on the wrong side"),
        (f"moved the {boundary}", f"made a {boundary}", f"left no {boundary}", f"left the {boundary} where it was"),
    )


OF_LINES = of_points("line")


def _updates(run: Run, separation: Separation | None, telling: Telling) -> list[str]:
    """Write the sentences of an update: of an example +1 and −1, on the wrong side and on none, ‖w‖² risen and fallen.

    The weights' coordinates are written where there are few.
    """
    eta, squared = ("", "R²") if run.rate == 1 else ("η", "η²R²")
    gain = ""
    if isinstance(separation, Separator):
        gain = f" w·w*: up by {{gain}} (at least {eta}γ = {number(run.rate * separation.margin)})."
    return [
        unbroken(
            f"Update {{k}}: {telling.update(sign, neither)}\n{telling.step(run, sign)}"
            f" y w·x: {{score}} → {{after}}, up by {eta}‖x‖² = {{shift}}.{gain} ‖w‖²: {change}."
        )
        for sign in ("+", "−")
        for neither in (False, True)
        for change in (f"up by {{change}} (at most {squared} = {number(_most(run))})", "down by {change}")
    ]


def _most(run: Run) -> float:
    """Return η²R², the most that an update adds to ‖w‖²."""
    return float((run.rate * run.data.radius) ** 2)


def _ending(run: Run, telling: Telling) -> str:
    if run.outcome == "converged":
        return telling.right
    if run.cycle is None:
        return ""
    return f"These are the weights of {f'update {run.cycle.start}' if run.cycle.start else 'the start'} again."
