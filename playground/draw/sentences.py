"""The sentences about a run's updates, in the run's own numbers, and the symbols they are written with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from perceptron import Run, Separator
from perceptron.run import aligned_with
from perceptron.separation import Separation
from playground.draw.palette import BOUND, INK, NEGATIVE, POSITIVE, SEPARATOR
from playground.draw.steps import MOST_WRITTEN, Steps
from playground.stage.payload import Column, Fact, Symbol, Text
from playground.text import NO_BREAK, number, readable, unbroken, vector, whole

_NUMBERS = ("score", "shift", "after", "change", "added1", "added2", "added3", "w1", "w2", "w3")
"""The columns of `Steps.numbers` that a sentence may write."""

_SYMBOLS = (
    ("(+1)", POSITIVE, "", ""),
    ("(−1)", NEGATIVE, "", ""),
    ("w", INK, "The weights. The boundary is where w·x = 0, and the arrow w points to its side +1.", "w"),
    ("w′", INK, "The weights after this update, as they are drawn.", "w"),
    ("x", INK, "The example of this update as the learner sees it; with a bias its last number is the constant c."
     " Its label y is +1 or −1.", "x"),
    (f"y{NO_BREAK}w·x", INK, "The score of this example times its label: above 0 on its own side of the boundary,"
     " below 0 on the wrong side. An update raises it by η‖x‖², the squared length of the example.", "x"),
    ("η", INK, "The rate: the share of the example that an update adds to w.", ""),
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
"""The symbols of the sentences, explained; `part` names the mark of `draw.planes` or `draw.curves` that lights up."""


def fact(name: str, value: str, note: str, *, outcome: bool = False) -> Fact:
    """Return a fact with a name, a value and a note; an `outcome` is hidden until the visitor has seen the end."""
    return {"name": name, "value": value, "note": note, "outcome": outcome}


def text(last: int, *templates: str) -> Text:
    """Return the text of the start and `last` more steps: the first template at the start, then the last template.

    A single template is the text of every step.

    >>> text(2, "the start", "step {k}")
    {'templates': ['the start', 'step {k}'], 'which': [0, 1, 1]}
    """
    return {"templates": [*templates], "which": [0] + [len(templates) - 1] * last}


def used(templates: Sequence[str], which: Sequence[int]) -> Text:
    """Return the text in which step k has the template with the index `which[k]`.

    Templates that no step uses are left out, and the indices are changed to suit.

    >>> used(["the start", "never", "step {k}"], [0, 2, 2])
    {'templates': ['the start', 'step {k}'], 'which': [0, 1, 1]}
    """
    kept = sorted({*which})
    places = {place: new for new, place in enumerate(kept)}
    return {"templates": [templates[place] for place in kept], "which": [places[place] for place in which]}


def empty(start: Sequence[float] = ()) -> Text:
    """Return the text of an empty board: how to begin or, if the `start` weights are not 0, the line that they draw.

    >>> empty([0, 0, -2])["templates"][0].replace(NO_BREAK, " ")
    'w = (0, 0, −2) draws no line: every place is on the side of −1. Place a point to see its side.'
    """
    if not any(start):
        return text(0, "Click on the board to place a point, then choose the other class and place one more.")
    draws = f"no line: every place is on the side of {'+' if start[-1] > 0 else '−'}1"
    if any(start[:2]):
        draws = "the line where w·x = 0, and its arrow points to the side of +1"
    return text(0, unbroken(f"w = {_vector(start)} draws {draws}. Place a point to see its side."))


@dataclass(frozen=True)
class Wording:
    """The words of the sentences of a run, for a page's own kind of example.

    Parameters
    ----------
    start
        A function from the run to the sentence of the start.
    update
        A function from the sign of the label, "+" or "−", and whether the example was on neither side, to the words of
        an update: its example, the side, and what changed, with {effect} and {lands}.
    right
        The sentence at the end if no example is wrong.
    lands
        The words for {lands}: the example is on its own side after the update, on neither, or on the wrong one.
    effects
        The words for {effect}: the update moved the boundary, made one, left none, or left it in place. Empty if the
        sentences do not mention it.
    """

    start: Callable[[Run], str]
    update: Callable[[str, bool], str]
    right: str
    lands: tuple[str, str, str]
    effects: Sequence[str] = ()


def sentences(
    steps: Steps, separation: Separation | None, wording: Wording | None = None
) -> tuple[Text, dict[str, Column]]:
    """Return a sentence for each step of a run, as templates, and the columns that fill them with numbers and words.

    `wording` has the words for the examples, by default those for points and a line. A sentence of an update begins
    with the example, its side and what changed. Below stand w + x = w′, a row for each coordinate, and what grew,
    beside the limits of the proof. The growth of w·w* is left out unless `separation` is a `Separator`; it may be None,
    as long as the page hides whether the points are separable.
    """
    wording, run = wording or OF_LINES, steps.run
    # 1. The columns, shape (M + 1,) each.
    columns = {**steps.counted, **{name: steps.numbers[name] for name in _NUMBERS if name in steps.numbers}}
    if isinstance(separation, Separator):
        gained = np.diff(aligned_with(separation.w, run.weights[1:]), prepend=float(run.start @ separation.w))
        # Rounding could lift w·w* by less than the theorem says.
        columns["gain"] = [None, *readable(np.maximum(gained, run.rate * separation.margin))]
    if wording.effects:
        columns["effect"] = [None, *(wording.effects[effect] for effect in steps.effects)]
    columns["lands"] = [None, *(wording.lands[1 - side] for side in steps.landed)]
    # 2. The templates, in the order of `_updates`, and the template of each step.
    templates = [wording.start(run), *_updates(steps, separation, wording)]
    which = [0, *(1 + kind for kind in steps.kinds)]
    if steps.last and (ending := _ending(run, wording)):
        words, numbers = templates[which[-1]].split("\n", 1)
        templates.append(f"{words} {ending}\n{numbers}")
        which[-1] = len(templates) - 1
    return used(templates, which), columns


def _vector(values: Sequence[float]) -> str:
    """Write a vector without a line break in it, if it is short."""
    return vector(values).replace(" ", NO_BREAK if len(values) <= MOST_WRITTEN else " ")


def _sum(run: Run, sign: str) -> str:
    """Return the rows that write w + x = w′: its symbols and, in few dimensions, its coordinates."""
    added = f"{sign} {'' if run.rate == 1 else f'{number(run.rate)} '}x"
    if run.data.dim > MOST_WRITTEN:
        return unbroken(f"w {added} = w′, of {whole(run.data.dim)} numbers each.")
    rows = [f"{{-w{axis}}}\t{{+added{axis}}}\t= {{w{axis}}}" for axis in range(1, run.data.dim + 1)]
    return unbroken(f"w\t{added}\t= w′:\n" + ",\n".join(rows) + ".")


def of_points(boundary: str) -> Wording:
    """Return the wording of sentences about points; `boundary` is the word for what separates them, such as "line"."""

    def start(run: Run) -> str:
        if not len(run.mistakes):
            return "Nothing to do: by this tie rule no point is wrong, so there is no update."
        there = f"A {boundary} to begin with" if run.bounded[0] else f"No {boundary} yet"
        weights = f"w = {_vector(run.start.tolist())}." if run.start.any() else "w = 0: no point has a side."
        return unbroken(f"{there}. Press Step.\n{weights}")

    def update(sign: str, neither: bool) -> str:
        side = "neither side, which counts as wrong" if neither else "the wrong side"
        return f"point {{point}} ({sign}1) was on {side}. It {{effect}} and is {{lands}}."

    return Wording(
        start,
        update,
        "Now no point is wrong.",
        ("now right", "now on neither side", "still wrong"),
        (f"moved the {boundary}", f"made a {boundary}", f"left no {boundary}", f"left the {boundary} where it was"),
    )


OF_LINES = of_points("line")


def _updates(steps: Steps, separation: Separation | None, wording: Wording) -> list[str]:
    """Return the eight templates of an update: label +1 or −1, on the wrong side or on neither, ‖w‖² up or down."""
    run = steps.run
    eta, squared = ("", "R²") if run.rate == 1 else ("η", "η²R²")
    grown = [f"y{NO_BREAK}w·x\t+{{shift}},\t{{score}} → {{after}}."]
    if isinstance(separation, Separator):
        grown.append(f"w·w*\t+{{gain}},\t≥ {eta}γ = {number(run.rate * separation.margin)}.")
    changes = (f"{sign}{{change}},\t≤ {squared} = {number(steps.most)}." for sign in "+−")
    below = [unbroken("\n".join([*grown, f"‖w‖²\t{change}"])) for change in changes]
    sums = {sign: _sum(run, sign) for sign in "+−"}
    return [
        f"Update {{k}}: {wording.update(sign, neither)}\n{added}\n\n{numbers}"
        for sign, added in sums.items()
        for neither in (False, True)
        for numbers in below
    ]


def _ending(run: Run, wording: Wording) -> str:
    if run.outcome == "converged":
        return wording.right
    if run.used_up:
        return "The list ends here, and a point is still wrong."
    if run.cycle is None:
        return ""
    return f"These are the weights of {f'update {run.cycle.start}' if run.cycle.start else 'the start'} again."
