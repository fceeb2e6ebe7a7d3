"""The proof to be done: the panel of its puzzles, for the run of a board or for one that stands in for it."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence

from perceptron import Run, Separator, gate, separate, train
from playground.address.codes import PUZZLES_CHOICE, TRIED
from playground.address.parameters import Choice
from playground.draw.figures import Picture
from playground.pages.proof import others as proofs
from playground.pages.proof import puzzles
from playground.pages.proof.exact import Root, Trial
from playground.pages.proof.formulas import mathml
from playground.pages.proof.lines import LINES
from playground.pages.proof.trials import MOST, farthest_plane, of_plane, of_run
from playground.stage import payload
from playground.text import plural

WATCH, DO = "watch it", PUZZLES_CHOICE[1]
WORK = Choice(
    PUZZLES_CHOICE[0],
    "The proof",
    (WATCH, DO),
    "Watch its lines in the numbers of each update, or do it: put its lines in order, fill in what is missing, find the"
    " false line, take an assumption away.",
)


def tabs(work: str) -> payload.Tabs:
    """Return the tabs that choose between watching the proof and doing it; `work`, WATCH or DO, is the chosen tab."""
    return {
        "key": WORK.key,
        "names": ["Watch it", "Do it"],
        "texts": [*WORK.options],
        "chosen": WORK.options.index(work),
    }


def panel(run: Run | None, separator: Separator | None, *, farthest: bool = False) -> Picture:
    """Return the panel of puzzles about the proof, with the numbers of at most MOST first updates of a run.

    The run must begin at w = 0 and have the rate 1. If `run` or `separator` is None, or the run has no updates, the
    numbers are those of AND, and the panel says so. If `farthest` and the points have a bias, the proof takes the plane
    farthest from the points in place of w*, unless all points have the same label.
    """
    if run is None or separator is None or not run.updates:
        return _stand_in()
    shown = min(run.updates, MOST)
    first = f"the first {shown} updates" if shown < run.updates else plural(shown, "update")
    about = f"The numbers: this board from w₀ = 0 with η = 1, {first}."
    plane = farthest_plane(run) if farthest and run.data.lift is not None else None
    if plane is None or not math.isfinite(plane.margin):  # points of one class
        return _panel(of_run(run, separator), about)
    trial = of_plane(run, plane)
    return _panel(trial, f"{about} {_of_plane(trial, run.data.lift == 1)}")


def _of_plane(trial: Trial, unit: bool) -> str:
    """Return a sentence that says what the letters mean for the plane farthest from the points.

    The constant coordinate is 1 if `unit`, else c.
    """
    lift, constant = ("1 + b²", "1") if unit else ("1 + (b/c)²", "c²")
    return (
        f"Here w* is the plane farthest from the points, at distance ρ and offset b: γ = ρ/√({lift}) = {trial.gamma},"
        f" R² = {constant} + r² = {Root.of(trial.radius_squared)}, so R²/γ² = ({lift})({constant} + r²)/ρ²."
    )


@functools.lru_cache(maxsize=1)
def _stand_in() -> Picture:
    data = gate("and").augmented()
    separator = separate(data)
    if not isinstance(separator, Separator):
        raise TypeError(f"a line separates AND, got {separator!r}")
    about = (
        "The numbers: AND with a bias. This board's come once a line is known to separate it, and a run has updates."
    )
    return _panel(of_run(train(data), separator), about)


def _panel(trial: Trial, about: str) -> Picture:
    lines = _Lines()
    each = [lines.place(statement.title, statement.formula) for statement in LINES.values()]
    first: payload.Puzzle = {
        "name": "Put in order",
        "letter": "o",
        "asks": "Put the lines in an order in which each follows from those above it. There are several.",
        "order": _ordering(each, puzzles.reasons(trial)),
    }
    picked: Sequence[tuple[str, str, str, Sequence[puzzles.ProofPick]]] = [
        ("Fill in", "f", "What stands at the blank □?", puzzles.blanks(trial)),
        ("Find the false line", "l", "Six lines are true of this run, and one is not.", puzzles.false_lines(trial)),
        ("Take an assumption away", "t", "Without it the proof breaks somewhere.", puzzles.without(trial)),
        ("Where is it used?", "u", "Each assumption has its line, or two.", puzzles.uses(trial)),
    ]
    others = [
        payload.Puzzle(name=name, letter=letter, asks=asks, picks=[lines.pick(pick) for pick in picks])
        for name, letter, asks, picks in picked
    ]
    for other in proofs.others(trial):
        each = [lines.place(line.title, line.formula) for line in other.lines.values()]
        order = _ordering(each, other.reasons)
        others.append({"name": other.name, "letter": other.letter, "asks": other.asks, "order": order})
    content: payload.Puzzles = {
        "area": "side",
        "label": "The proof to be done: puzzles about its seven lines.",
        "about": about,
        "key": TRIED,
        "lines": lines.shown,
        "puzzles": [first, *others],
    }
    return Picture(content)


def _ordering(places: Sequence[int], reasons: Mapping[tuple[int, int], puzzles.Said]) -> payload.Ordering:
    """Return a puzzle of lines to put in order; `places` are the lines' indices in the panel."""
    return {
        "lines": [places[line - 1] for line in puzzles.SHUFFLED],
        "reasons": [
            {"line": places[line - 1], "needs": places[need - 1], "says": said.text}
            for (line, need), said in reasons.items()
        ],
        "says": "Yes: each line follows from those above it.",
    }


class _Lines:
    """The lines of a panel, collected without repeats."""

    def __init__(self) -> None:
        self.shown: list[payload.Title] = []
        self._places: dict[tuple[str, str], int] = {}

    def place(self, title: str, formula: str) -> int:
        """Return the index of a line in the panel; add the line if the panel has none like it."""
        place = self._places.setdefault((title, formula), len(self.shown))
        if place == len(self.shown):
            self.shown.append({"title": title, "formula": mathml(formula)})
        return place

    def pick(self, pick: puzzles.ProofPick) -> payload.Pick:
        """Return a puzzle's question, with its replies, in the form that the browser takes.

        If a reply is a line of the proof, the result has the line's index in the panel. The line is added to the panel
        if it is not there yet.
        """
        shown: payload.Pick = {"asks": pick.asks, "replies": [self._reply(reply) for reply in pick.replies]}
        if pick.formula:
            shown["formula"] = mathml(pick.formula)
        return shown

    def _reply(self, reply: puzzles.ProofReply) -> payload.Reply:
        said: payload.Reply = {"says": reply.said.text, "right": reply.right}
        if reply.formula:
            return {**said, "line": self.place(reply.words, reply.formula)}
        return {**said, "words": reply.words}
