"""The outcome of a run of any learner: what its steps say, its facts and verdict, and what is asked before its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from perceptron import (
    BarelySeparable,
    Dataset,
    Inseparable,
    KernelSeparator,
    Run,
    Separator,
    Trace,
    Undecided,
    separate,
)
from perceptron.learner import Tie
from perceptron.run import Cycle, Record
from perceptron.separation import Separation
from playground.address import codes
from playground.draw import sentences
from playground.draw.figures import CLASSES, Picture
from playground.draw.palette import BOUND, PROOF, SEPARATOR
from playground.draw.passes import looked_at
from playground.draw.sentences import Quantities, fact
from playground.stage.payload import Column, Fact, Mark, Point, Question, Scene, Symbol, Text, Verdict
from playground.text import listed, number, plural, whole

T = TypeVar("T")

NOTHING: Verdict = {"text": "", "color": BOUND}
"""The verdict where nothing has run."""

WHETHER = "Will it ever stop?"
"""What is asked of a run of which it is not told what separates its points."""


@dataclass(frozen=True)
class Outcome:
    """What stands beside the pictures of a run, whatever made it.

    >>> Outcome(sentences.text(2, "the start", "what happened"), step=["step {k}"]).position
    {'templates': ['step {k} of 2'], 'which': [0, 0, 0]}

    Parameters
    ----------
    sentence
        What each step says.
    facts, verdict
        The numbers above the board, and what the run comes to.
    columns
        What the `{names}` in the texts stand for, one value a step.
    step
        What a step is called until the end was seen; the first one if there are two.
    place
        What a step is called afterwards, if not by its number of all.
    ask, answer
        The question until the end was seen, if any, and the number that answers it, if one does.
    most
        The most steps that the theorem allows, which a hall is told beside the number of the step.
    again
        The step that the last one repeats, if it does.
    symbols
        What the sentences are written with, explained.
    """

    sentence: Text
    facts: Sequence[Fact] = ()
    verdict: Verdict = field(default_factory=NOTHING.copy)
    columns: Mapping[str, Column] = field(default_factory=dict)
    step: Sequence[str] = ("update 0", "update {k} · pass {pass}")
    place: Sequence[str] = ()
    ask: str = ""
    answer: int | None = None
    most: int | None = None
    again: int | None = None
    symbols: Sequence[Symbol] = ()

    @property
    def last(self) -> int:
        """The number of steps after the start."""
        return len(self.sentence["which"]) - 1

    @property
    def position(self) -> Text:
        """Where in the run the stage stands."""
        counted = self._counted(whole(self.last))
        return sentences.text(self.last, *(self.place or (counted if self.last else ["no updates"])))

    @property
    def question(self) -> Question | None:
        """What is asked; nothing of a run without steps, which shows its end at once."""
        if not self.ask or not self.last:
            return None
        question: Question = {"text": self.ask, "answer": self.answer, "position": [*self.step]}
        if self.most is not None:
            question["tally"] = self._counted(f"at most {whole(self.most)}")
        return question

    def _counted(self, among: str) -> list[str]:
        parts = [step.partition(" ·") for step in self.step]
        return [f"{name} of {among}{dot}{rest}" for name, dot, rest in parts]

    def saying(self, more: str, columns: Mapping[str, Column] | None = None, *, in_words: bool = False) -> Outcome:
        """Let each step say more, with these columns besides; `in_words` it is for everybody, before the numbers."""
        parts = [template.split("\n", 1) for template in self.sentence["templates"]]
        for lines in parts:
            lines[0 if in_words else -1] += f" {more}"
        templates = ["\n".join(lines) for lines in parts]
        return replace(
            self, sentence={**self.sentence, "templates": templates}, columns={**self.columns, **(columns or {})}
        )


def compose(
    pictures: Sequence[Picture],
    outcome: Outcome,
    points: Sequence[Point] = (),
    *,
    editable: bool = True,
    snap: int = codes.SNAP,
) -> Scene:
    """Put pictures and words together; if `editable`, the first picture is the board where the hand places points.

    They land on a grid of 1/`snap`. A ValueError names a column that two pictures have with different values.
    """
    marks: list[Mark] = []
    columns = dict(outcome.columns)
    for index, picture in enumerate(pictures):
        marks += [{**mark, "panel": index} for mark in picture.marks]  # type: ignore[misc]
        for name, values in picture.columns.items():
            if columns.setdefault(name, values) != values:
                raise ValueError(f"two columns are called {name!r}, and their values differ")
    scene: Scene = {
        "panels": [picture.panel for picture in pictures],
        "marks": marks,
        "columns": columns,
        "texts": {"sentence": outcome.sentence, "position": outcome.position},
        "facts": [*outcome.facts],
        "verdict": outcome.verdict,
        "last": outcome.last,
        "points": points,
        "symbols": outcome.symbols,
    }
    if outcome.again is not None:
        scene["again"] = outcome.again
    if (question := outcome.question) is not None:
        scene["question"] = question
    if editable:
        board = pictures[0]
        scene["editing"] = {"panel": 0, "classes": CLASSES, "snap": snap, "most": codes.MOST}
        if board.reading is not None:
            scene["reading"] = board.reading
        if board.handle is not None:
            scene["handle"] = board.handle
    return scene


def untold_until_the_end(
    show: Callable[[T | None], Scene], separation: T | None, *, placed: bool, stops: bool | None = None
) -> Scene:
    """Return the scene of points and of what separates them, which those that were `placed` are not told at once.

    Until its question was answered it is another one, which tells less of the same run. Both ask for something, or
    neither does, whatever the answer. The run answers it at its end; whether it `stops` a visitor may answer before,
    where that is known.
    """
    whole = show(separation)
    if not placed:
        return whole
    before = show(None)
    if "question" not in before:
        whole.pop("question", None)
        return whole
    if before["question"]["text"] == WHETHER and stops is not None:
        before["question"] |= {"options": ["Yes", "No"], "answer": int(not stops)}
    if whole.get("question", before["question"])["text"] == before["question"]["text"]:
        whole["question"] = before["question"]
    columns = {name: values for name, values in before["columns"].items() if whole["columns"].get(name) != values}
    whole["untold"] = {
        "panels": before["panels"],
        "columns": columns,
        "marks": before["marks"],
        "texts": before["texts"],
        "facts": before["facts"],
        "question": before["question"],
    }
    return whole


# ---- runs of the perceptron ----------------------------------------------------------------------------------------


def of_run(
    run: Run | None,
    rows: Quantities | None,
    separation: Separation | None,
    verdict: Verdict,
    *,
    start: Sequence[float] = (),
    telling: sentences.Telling | None = None,
) -> Outcome:
    """Return the outcome of a run of the perceptron, or of an empty board.

    Parameters
    ----------
    run, rows
        The run and its `quantities`; None on an empty board.
    separation
        What separates its points; None where that is not told yet.
    verdict
        What it comes to, which each page says of its own examples.
    start
        The weights that an empty board shows.
    telling
        How the sentences of the updates begin and end.
    """
    if run is None or rows is None:
        return Outcome(sentences.empty(start), facts(None, None), symbols=sentences.SYMBOLS)
    sentence, columns = sentences.sentences(run, rows, separation, telling)
    ask, answer = asked(run, separation)
    return Outcome(
        sentence,
        facts(run, separation),
        verdict,
        columns,
        ask=ask,
        answer=answer,
        most=most_updates(run, separation),
        again=run.cycle.start if run.cycle else None,
        symbols=sentences.SYMBOLS,
    )


def most_updates(run: Record | None, separation: object) -> int | None:
    """Return the most updates that a run's theorem allows; None where it allows any number."""
    if isinstance(separation, KernelSeparator):
        return separation.bound
    return run.bound(separation) if isinstance(run, Run) and isinstance(separation, Separator) else None


def asked(run: Record | Trace, separation: object, bound: int | None = None) -> tuple[str, int | None]:
    """Ask how many updates a run will take of those its theorem allows; of one that has no known end, whether it has.

    The bound is that of a trace over points that a line separates; a run knows its own.

    >>> from perceptron import gate, train
    >>> easy, hard = gate("and").augmented(), gate("xor").augmented()
    >>> asked(train(easy), separate(easy)), asked(train(hard), separate(hard))
    (('At most 51 updates. How many will it take?', 18), ('Will it ever stop?', None))
    """
    bound = bound if isinstance(run, Trace) else most_updates(run, separation)
    if bound is None or run.outcome != "converged":
        return WHETHER, None
    return f"At most {plural(bound, 'update')}. How many will it take?", run.updates


def stops(run: Record | None, separation: object, tie: Tie = "mistake") -> bool | None:
    """Say whether a run would ever stop, with no cap on its updates; None where neither it nor a theorem tells.

    >>> from perceptron import Dataset, train
    >>> data = Dataset([[1, -1], [0, 0]], [1, -1])  # no weights give the origin a side, which one tie rule forgives
    >>> [stops(train(data, tie=tie, max_updates=9), separate(data), tie) for tie in ("mistake", -1)]
    [False, True]
    """
    if run is None or isinstance(separation, Undecided | None):
        return None
    if run.outcome == "converged":
        return True
    if run.cycle:
        return False
    if isinstance(separation, Inseparable):
        return False if tie == "mistake" else None
    return True


def facts(run: Run | None, separation: Separation | None) -> list[Fact]:
    """Say γ, R, the bound and the updates made, of the points on the board as the learner sees them."""
    separator = separation if isinstance(separation, Separator) else None
    missing = "none" if run else "–"
    proved = run is not None and separator is None
    thin = isinstance(separation, BarelySeparable)
    started = run is not None and bool(run.start.any())
    begins = "this start, at this rate," if started else "w = 0"
    looked = f", which looked at {plural(looked_at(run), 'point')} in all" if run else ""
    return [
        fact(
            "margin γ",
            number(separator.margin) if separator else "too small" if thin else missing,
            "The largest margin any line through the learner's origin leaves to these points, exactly. With a bias it"
            f" is measured on (x, c), c the constant coordinate.{thin * ' Here it is less than 16 digits can show.'}",
            outcome=proved,
        ),
        fact(
            "radius R",
            number(run.data.radius) if run else missing,
            "The length of the longest example as the learner sees it, the constant coordinate included.",
        ),
        fact(
            "bound for this start" if started else "bound R²/γ²",
            whole(run.bound(separator)) if run and separator else missing,
            f"No run over these points from {begins} can make more updates than this, in whatever order they come.",
            outcome=proved,
        ),
        fact(
            "updates",
            whole(len(run.mistakes)) if run else missing,
            f"The updates of the run that is being shown{looked}.",
            outcome=True,
        ),
    ]


def verdict(run: Run | Trace | None, separation: Separation | None, *, bound: int | None = None) -> Verdict:
    """Say how a run over the points of a board ended, and what the theorem or the proof that no line exists says.

    The bound is that of a trace over points that a line separates; a run knows its own.

    >>> from perceptron import gate, von_neumann
    >>> data = gate("and").augmented()
    >>> verdict(von_neumann(data), separate(data), bound=50)["text"]
    'Converged after 5 updates; the theorem allows at most 50.'
    """
    if run is None or separation is None:
        return NOTHING
    thin = boundary(run.data)
    return conclusion(run, separation, lambda inseparable: proof(run.data, inseparable), "line", thin, bound=bound)


def conclusion(
    run: Record | Trace,
    separation: Separation | KernelSeparator,
    prove: Callable[[Inseparable], str],
    separator: str,
    thin: str = "",
    repeats: str = "The weights repeat",
    bound: int | None = None,
) -> Verdict:
    """Say how a run ended, and what its theorem or the certificate has to say about it.

    Parameters
    ----------
    run, separation
        The run, and what separates its examples.
    prove
        Says in a sentence which examples prove that nothing does.
    separator, thin
        What separates them, and what does so by less than can be shown.
    repeats
        What comes back in a cycle.
    bound
        Of a trace; a run knows its own.
    """
    bound = bound if isinstance(run, Trace) else most_updates(run, separation)
    cycling = _returns(run.cycle, repeats) if isinstance(run, Record) and run.cycle else ""
    if bound is not None:
        if run.outcome == "converged":
            return {"text": f"{ended(run)}; the theorem allows at most {whole(bound)}.", "color": SEPARATOR}
        if cycling:
            return {"text": f"{cycling} A {separator} exists, but this tie rule never asks for it.", "color": BOUND}
        left = whole(bound - run.updates)
        return {"text": f"{ended(run)}. A {separator} exists; the theorem still allows {left} more.", "color": BOUND}
    ending = cycling or f"{ended(run)}."
    if not isinstance(separation, Inseparable):
        return {"text": f"{hair(thin)} {ending}", "color": BOUND}
    if run.outcome == "converged":
        ending = "This tie rule finds no mistake all the same."
    return {"text": f"{prove(separation)} {ending}", "color": PROOF}


def ended(run: Record | Trace) -> str:
    """Say after how many updates a run ended, and whether by itself."""
    if run.outcome == "converged" and not run.updates and not np.any(getattr(run, "start", 0)):
        return "No update: no point has a side, and this tie rule counts that as right"
    how = "Converged" if run.outcome == "converged" else "Stopped"
    return f"{how} after {plural(run.updates, 'update')}"


def _returns(cycle: Cycle, repeats: str) -> str:
    """Say how long a cycle is and where it begins."""
    start = f"update {whole(cycle.start)}" if cycle.start else "the start"
    return f"{repeats}: a cycle of {plural(cycle.length, 'update')} from {start}."


def hair(what: str) -> str:
    """Say that a line, or something else, separates by so little that the theorem has no numbers."""
    return f"A {what} separates these points by less than 16 digits can show: no w*, no bound."


def boundary(data: Dataset, what: str = "line") -> str:
    """Return what can separate points as their learner sees them, with the bias that they have or without one."""
    return what if data.lift is not None else f"{what} through the origin"


def proof(data: Dataset, separation: Inseparable, what: str = "line", hint: str = "") -> str:
    """Say which points prove that no line, or nothing else of its kind, separates them.

    Where a bias would help, that is said, and the hint behind it.
    """
    points = separation.points
    alone = len(points) == 1
    text = f"No {boundary(data, what)} separates these points: {listed(points)} prove it."
    if alone:
        text = f"Point {points[0]} lies at the origin, where no weights give it a side."
    return text if data.lift is not None else text + with_a_bias(data, alone=alone, what=what, hint=hint)


def with_a_bias(data: Dataset, *, alone: bool, what: str = "line", hint: str = "") -> str:
    """Say whether a bias would help where no line through the origin does, `alone` for a point that lies there."""
    if not isinstance(separate(data.augmented()), Inseparable):
        return (f" With a bias a {what} separates all." if alone else " With a bias one does.") + hint
    return f" With a bias it has one, yet no {what} separates all." if alone else ""
