"""The outcome of a run of any learner: its sentences, facts and verdict, and the question asked before its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import TypeVar

import numpy as np

from perceptron import (
    BarelySeparable,
    Dataset,
    DualRun,
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
from perceptron.separation import ROUNDING, Separation
from playground.address import codes
from playground.draw import sentences
from playground.draw.figures import CLASSES, Picture
from playground.draw.palette import BOUND, PROOF, SEPARATOR
from playground.draw.passes import looked_at
from playground.draw.sentences import fact
from playground.draw.steps import Steps
from playground.stage.payload import Column, Fact, Mark, Point, Question, Scene, Symbol, Text, Verdict
from playground.text import listed, number, plural, whole

T = TypeVar("T")

KernelSeparation = KernelSeparator | Inseparable | Undecided
"""The possible answers to whether a kernel's feature space separates the points."""

NOTHING: Verdict = {"text": "", "color": BOUND}
"""The verdict of an empty board."""

_LONGEST, _FEW = 999, 3
"""The largest denominator of a fraction that is written, and the most dimensions in which it is looked for."""

WHETHER = "Will the run ever stop?"
"""The question about a run whose separator is unknown or hidden."""


@dataclass(frozen=True)
class Outcome:
    """What a scene says beside its pictures, for a run of any learner.

    >>> Outcome(sentences.text(2, "the start", "what happened"), step=["step {k}"]).position
    {'templates': ['step {k} of 2'], 'which': [0, 0, 0]}

    Parameters
    ----------
    sentence
        The sentence of each step.
    facts, verdict
        The numbers above the board, and how the run ended.
    columns
        For each name in braces in the texts, its value at each step.
    ask, answer
        The question until the end was seen, "" for none; and its answer if that is a number.
    step
        The words for a step until the visitor has seen the end, such as "step {k}"; if there are two, the first is for
        the start.
    place
        The words for a step once the end was seen; by default those of `step` with the number of all steps.
    most
        The most steps that the theorem allows, shown beside the number of the step to a lecture hall.
    again
        The earlier step that the last step repeats; None if it repeats none.
    symbols
        The symbols in the sentences, each with its explanation.
    """

    sentence: Text
    facts: Sequence[Fact] = ()
    verdict: Verdict = field(default_factory=NOTHING.copy)
    columns: Mapping[str, Column] = field(default_factory=dict)
    ask: str = ""
    answer: int | None = None
    step: Sequence[str] = ("update 0", "update {k} · pass {pass}")
    place: Sequence[str] = ()
    most: int | None = None
    again: int | None = None
    symbols: Sequence[Symbol] = ()

    @property
    def last(self) -> int:
        """The number of steps after the start."""
        return len(self.sentence["which"]) - 1

    @property
    def position(self) -> Text:
        """The words for each step once the end was seen, such as "step 3 of 18"; "no updates" if there are no steps."""
        counted = self._counted(whole(self.last))
        return sentences.text(self.last, *(self.place or (counted if self.last else ["no updates"])))

    @property
    def question(self) -> Question | None:
        """The question that is asked until the end was seen; None if nothing is asked, or the run has no steps."""
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
        """Return the outcome with the sentence `more` in every step's text.

        A step's text is a paragraph of words and, below it, paragraphs of numbers, if any. `more` becomes the last
        paragraph or, with `in_words`, the end of the words. `columns` has the values, at each step, of the names in
        braces in `more`.
        """
        templates = []
        for template in self.sentence["templates"]:
            words, gap, numbers = template.partition("\n")
            below = f"{numbers}\n\n{more}" if numbers else more
            templates.append(f"{words} {more}{gap}{numbers}" if in_words else f"{words}\n{below}")
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
    """Return the scene of a page's pictures, its outcome and the points on its board.

    If `editable`, the visitor can place points on the first picture, on a grid of 1/`snap`.

    Raises
    ------
    ValueError
        If two pictures, or a picture and the outcome, have a column of one name with different values.
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


def hidden_until_the_end(
    show: Callable[[T | None], Scene], separation: T | None, *, placed: bool, stops: bool | None = None
) -> Scene:
    """Return the scene `show(separation)`; if the visitor `placed` the points, `show(None)` is its hidden variant.

    `show` makes a page's scene. Given None, it does not reveal what separates the points. The browser shows the hidden
    variant until the visitor has answered its question or seen the end. If `show(None)` asks nothing, the scene gets no
    hidden variant and loses its question, which would reveal the separation.

    If the question is whether the run will ever stop, the visitor answers by Yes or No, and `stops` is the right
    answer; if `stops` is None, there are no such buttons. If the visitor did not place the points, the scene stays as
    `show` made it.
    """
    # 1. The scene for points that the visitor did not place.
    full = show(separation)
    if not placed:
        return full
    # 2. The hidden variant, and one question for both.
    hidden = show(None)
    if "question" not in hidden:
        full.pop("question", None)
        return full
    question = hidden["question"]
    if question["text"] == WHETHER and stops is not None:
        question |= {"options": ["Yes", "No"], "answer": int(not stops)}
    if full.get("question", question)["text"] == question["text"]:
        full["question"] = question
    # 3. The hidden variant's columns that differ from the scene's.
    columns = {name: values for name, values in hidden["columns"].items() if full["columns"].get(name) != values}
    full["untold"] = {
        "panels": hidden["panels"],
        "columns": columns,
        "marks": hidden["marks"],
        "texts": hidden["texts"],
        "facts": hidden["facts"],
        "question": question,
    }
    return full


# ---- one run ------------------------------------------------------------------------------------------------------


def of_run(
    steps: Steps | None,
    separation: Separation | None,
    verdict: Verdict,
    *,
    start: Sequence[float] = (),
    wording: sentences.Wording | None = None,
) -> Outcome:
    """Return the outcome of a run of the perceptron: its texts, facts, question and `verdict`.

    If `steps` is None, the board is empty: its text shows the weights `start`, and it has no verdict. `separation` is
    the answer to whether the points are separable, None while it is hidden. `wording` has the page's own words for its
    examples, by default those for points and a line.
    """
    if steps is None:
        return Outcome(sentences.empty(start), facts(None, None), symbols=sentences.SYMBOLS)
    run = steps.run
    sentence, columns = sentences.sentences(steps, separation, wording)
    return Outcome(
        sentence,
        facts(run, separation),
        verdict,
        columns,
        *asked(run, separation),
        most=most_updates(run, separation),
        again=run.cycle.start if run.cycle else None,
        symbols=sentences.SYMBOLS,
    )


def most_updates(run: Record | None, separation: object) -> int | None:
    """Return the most updates that the theorem allows a run; None if there is no bound.

    `separation` is the verdict on the run's points, None while it is hidden. Only a separator gives a bound; a
    `KernelSeparator` gives its bound even without a run.
    """
    if isinstance(separation, KernelSeparator):
        return separation.bound
    return run.bound(separation) if isinstance(run, Run) and isinstance(separation, Separator) else None


def asked(run: Record | Trace, separation: object, bound: int | None = None) -> tuple[str, int | None]:
    """Return a question about a run, and its answer.

    The question is how many updates the run makes if it converged and has a bound, or if it came to the end of its list
    of points with a point still wrong. The answer is their number. Else the question is whether the run will ever stop,
    and the answer is None, since it is no number.

    `separation` is the verdict on the points, None while it is hidden. It gives a run's bound. For a `Trace`, the
    result of another learner, `bound` does.

    >>> from perceptron import gate, train
    >>> easy, hard = gate("and").augmented(), gate("xor").augmented()
    >>> asked(train(easy), separate(easy)), asked(train(hard), separate(hard))
    (('At most 51 updates: how many?', 18), ('Will the run ever stop?', None))
    """
    if isinstance(run, Record) and run.used_up:
        return "How many updates does the list make?", run.updates
    bound = bound if isinstance(run, Trace) else most_updates(run, separation)
    if bound is None or run.outcome != "converged":
        return WHETHER, None
    return f"At most {plural(bound, 'update')}: how many?", run.updates


def stops(run: Record | None, separation: object, tie: Tie = "mistake") -> bool | None:
    """Return whether a run would stop if it had no cap on its updates, or None if that is not known.

    `separation` is the verdict on the points, None while it is hidden. `tie` is the run's rule for points on the
    boundary: "mistake" counts them all as mistakes, any other rule forgives some.

    The result is None without a run, if the verdict is hidden or undecided, and if the run was given a list of points
    and came to its end with a point still wrong. Otherwise a run that converged stops, and a run that repeated its
    weights does not. Any other run stops if the points are separable. If they are not, it does not stop if `tie` is
    "mistake", and the result is None for another rule.

    >>> from perceptron import Dataset, train
    >>> data = Dataset([[1, -1], [0, 0]], [1, -1])  # no weights give the origin a side, which one tie rule forgives
    >>> [stops(train(data, tie=tie, max_updates=9), separate(data), tie) for tie in ("mistake", -1)]
    [False, True]
    """
    if run is None or run.used_up or isinstance(separation, Undecided | None):
        return None
    if run.outcome == "converged":
        return True
    if run.cycle:
        return False
    if isinstance(separation, Inseparable):
        return False if tie == "mistake" else None
    return True


# ---- the facts -----------------------------------------------------------------------------------------------------


def facts(
    run: Run | DualRun | None,
    separation: Separation | KernelSeparation | None,
    notes: Mapping[str, str] | None = None,
) -> list[Fact]:
    """Return the facts of a run: the margin γ, the radius R, the bound and the updates; dashes if there is no run.

    `separation` is the verdict on the points, None while it is hidden. Margin and bound are "none" if it is None or no
    separator; for a kernel's run they are "?" if it is None or undecided. A margin that floats cannot show is "too
    small", and the bound then "none". `notes` has explanations in the page's own words, by the names of facts.

    >>> from perceptron import gate, train
    >>> data = gate("and").augmented()
    >>> [each["value"] for each in facts(train(data), separate(data))]
    ['0.243', '1.73', '51', '18']
    """
    separator = separation if isinstance(separation, Separator | KernelSeparator) else None
    bound = most_updates(run, separation)
    unknown = isinstance(run, DualRun) and isinstance(separation, Undecided | None)
    missing = "–" if run is None else "?" if unknown else "none"
    proved = run is not None and separator is None and not unknown
    thin = isinstance(separation, BarelySeparable)
    started = isinstance(run, Run) and bool(run.start.any())
    begins = "this start, at this rate," if started else "w = 0"
    looked = f", which looked at {plural(looked_at(run), 'point')} in all" if isinstance(run, Run) else ""
    usual = [
        fact(
            "margin γ",
            number(separator.margin) if separator else "too small" if thin else missing,
            "The largest distance that a boundary through the origin can keep from all points, exactly. With a bias it"
            f" is measured on (x, c), c the constant coordinate.{thin * ' Here it is less than 16 digits can show.'}",
            outcome=proved,
        ),
        fact(
            "radius R",
            number(run.data.radius) if run else missing,
            "The length of the longest example as the learner sees it, the constant coordinate included.",
        ),
        fact(
            "bound from here" if started else "bound R²/γ²",
            missing if bound is None else whole(bound),
            f"No run over these points from {begins} can make more updates than this, in whatever order they come."
            f"{'' if started or run is None else _before_rounding(separator)}",
            outcome=proved,
        ),
        fact(
            "updates",
            whole(run.updates) if run else missing,
            f"The updates of this run{looked}.",
            outcome=True,
        ),
    ]
    return [{**each, "note": (notes or {}).get(each["name"], each["note"])} for each in usual]


def _before_rounding(separator: object) -> str:
    """Return a sentence with R²/γ² before it is rounded down; "" if it is whole or no short fraction."""
    ratio = short(separator) if isinstance(separator, Separator) else None
    return "" if ratio is None or ratio.denominator == 1 else f" It is R²/γ² = {ratio}, rounded down."


def short(separator: Separator) -> Fraction | None:
    """Return R²/γ² as an exact fraction; None if its denominator has over three digits, or w* over three coordinates.

    >>> from perceptron import Dataset
    >>> short(separate(Dataset([[3, 0], [1, 4]], [1, -1]))), short(separate(Dataset([[0.3, 0.1]], [1])))
    (Fraction(34, 9), Fraction(1, 1))
    """
    about = Fraction(separator.radius) ** 2 / Fraction(separator.margin) ** 2
    # In few dimensions the exact fraction takes a millisecond; most others are not even near a short one.
    near = abs(about.limit_denominator(_LONGEST) - about) <= ROUNDING * about
    exact = separator.ratio if near and len(separator.w) <= _FEW else None
    return exact if exact is not None and exact.denominator <= _LONGEST else None


def unknown_facts(names: Iterable[str]) -> list[Fact]:
    """Return facts with these names and a dash for each value, for an empty board."""
    return [fact(name, "–", "") for name in names]


def updates_of(updates: int, bound: int | None = None, *, ended: bool) -> str:
    """Write a learner's number of updates and its bound, if any; with a + if the cap stopped it before it had `ended`.

    >>> updates_of(7, 40, ended=True), updates_of(2000, ended=False)
    ('7 ≤ 40', '2,000+')
    """
    allowed = "" if bound is None else f" ≤ {whole(bound)}"
    return f"{whole(updates)}{'' if ended else '+'}{allowed}"


# ---- the verdict ---------------------------------------------------------------------------------------------------


_ALLOWED = "; the theorem allows at most"


def without_bound(told: Verdict) -> Verdict:
    """Return the verdict on a run that converged, cut before its bound; any other verdict as it is.

    >>> without_bound({"text": "Converged after 5 updates; the theorem allows at most 50.", "color": "green"})["text"]
    'Converged after 5 updates.'
    """
    text, allowed, _ = told["text"].partition(_ALLOWED)
    return {**told, "text": f"{text}."} if allowed else told


def verdict(
    run: Record | Trace | None,
    separation: Separation | KernelSeparator | None,
    *,
    separator: str = "line",
    thin: str = "",
    prove: Callable[[Inseparable], str] | None = None,
    repeats: str = "The weights repeat",
    bound: int | None = None,
) -> Verdict:
    """Return the verdict on a run: how it ended, with its bound or the proof that nothing separates its examples.

    Without a run or a `separation` the verdict is empty.

    >>> from perceptron import gate, von_neumann
    >>> data = gate("and").augmented()
    >>> verdict(von_neumann(data), separate(data), bound=50)["text"]
    'Converged after 5 updates; the theorem allows at most 50.'

    `separator` is the word for the boundary, such as "line". `thin` is the word for it if its margin is too small to
    be shown, by default "line" or, without a bias, "line through the origin". `prove` returns a sentence that names the
    examples of a proof; by default, `proof` does. The words `repeats` begin the sentence about a cycle. `bound` is the
    bound on the updates of a `Trace`, the result of another learner, over separable points; a run has its own.
    """
    if run is None or separation is None:
        return NOTHING
    bound = bound if isinstance(run, Trace) else most_updates(run, separation)
    converged = run.outcome == "converged"
    cycling = _returns(run.cycle, repeats) if isinstance(run, Record) and run.cycle else ""
    # 1. Separable: the bound says how many updates may follow.
    if bound is not None:
        if converged:
            return {"text": f"{ended(run)}{_ALLOWED} {whole(bound)}.", "color": SEPARATOR}
        if cycling:
            return {
                "text": f"{cycling} A {separator} exists, but under this tie rule the run never reaches it.",
                "color": BOUND,
            }
        left = whole(bound - run.updates)
        return {"text": f"{ended(run)}. A {separator} exists; the theorem still allows {left} more.", "color": BOUND}
    # 2. Barely separable: the margin is too small for a bound.
    ending = cycling or f"{ended(run)}."
    if not isinstance(separation, Inseparable):
        return {"text": f"{hair(thin or boundary(run.data))} {ending}", "color": BOUND}
    # 3. Inseparable: the proof.
    if converged:
        ending = "Yet this tie rule counts no mistake."
    return {"text": f"{(prove or partial(proof, run.data))(separation)} {ending}", "color": PROOF}


def ended(run: Record | Trace) -> str:
    """Return the words for how a run ended and after how many updates, such as "Converged after 18 updates".

    They are a sentence without its full stop.
    """
    if run.outcome == "converged" and not run.updates and not np.any(getattr(run, "start", 0)):
        return "No update: no point has a side, and this tie rule counts that as right"
    if isinstance(run, Record) and run.used_up:
        return f"The list ended after {plural(run.updates, 'update')}, and a point is still wrong"
    how = "Converged" if run.outcome == "converged" else "Stopped"
    return f"{how} after {plural(run.updates, 'update')}"


def _returns(cycle: Cycle, repeats: str) -> str:
    """Return the sentence that says how long a cycle is, and after which update it begins."""
    start = f"update {whole(cycle.start)}" if cycle.start else "the start"
    return f"{repeats}: a cycle of {plural(cycle.length, 'update')} from {start}."


def hair(separator: str) -> str:
    """Return the sentence that a `separator`, such as "line", exists, but its margin is too small to be shown."""
    return f"A {separator} separates these points, but its margin is smaller than 16 digits can show: no w*, no bound."


def boundary(data: Dataset, what: str = "line") -> str:
    """Return `what`, such as "line", with "through the origin" if the data have no constant coordinate for a bias."""
    return what if data.lift is not None else f"{what} through the origin"


def proof(data: Dataset, separation: Inseparable, what: str = "line", hint: str = "") -> str:
    """Return the text that nothing separates the data, which names the points that prove it, those of `separation`.

    `what` is the word for the boundary. If the data have no bias, the text that `with_a_bias` returns follows. If a
    bias would help, this text says so and ends with `hint`, which begins with a space.
    """
    points = separation.points
    alone = len(points) == 1
    text = f"No {boundary(data, what)} separates these points: {listed(points)} prove it."
    if alone:
        text = f"Point {points[0]} lies at the origin, where no weights give it a side."
    return text if data.lift is not None else text + with_a_bias(data, alone=alone, what=what, hint=hint)


def with_a_bias(data: Dataset, *, alone: bool, what: str = "line", hint: str = "") -> str:
    """Return the sentence that a bias would help to separate the data, followed by `hint`; "" if it would not.

    The sentence begins with a space, as `hint` should, because it follows others. `data` has no bias yet, and `what` is
    the word for the boundary.

    `alone` says that a single point at the origin proves that nothing separates the data. Then, if a bias would not
    help, the result is not "", but the sentence that this point gets a side, yet nothing separates all points.
    """
    if not isinstance(separate(data.augmented()), Inseparable):
        return (f" With a bias a {what} separates all." if alone else f" With a bias a {what} does.") + hint
    return f" With a bias it has a side, yet no {what} separates all." if alone else ""
