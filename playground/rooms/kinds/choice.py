"""A question with options: which point makes the next update, whether the run ever stops."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NotRequired, TypedDict

from playground.draw.outcome import WHETHER, stops
from playground.rooms.kinds.board import Asked, LearnerRun, ShownBoard
from playground.rooms.kinds.kind import Given, Kind, Truth, place_in
from playground.text import listed

_LETTERS = "ABCD"


class ChoiceQuestion(Asked):
    """A question with options.

    If the options are points, `named` has their indices on the board, `ring` the index of the last update's point, and
    `line` a, b, c of the line that is drawn.
    """

    kind: Literal["choose"]
    options: list[str]
    truth: Truth
    named: NotRequired[list[int]]
    ring: NotRequired[int]
    line: NotRequired[list[float]]


class ChoiceVote(TypedDict):
    """The result of one vote: how often each option was chosen, and how many answered."""

    count: list[int]
    of: int


class ChoiceResults(Truth):
    """The results of both votes, with the truth once it is shown."""

    votes: list[ChoiceVote]


class ChoiceKind(Kind[ChoiceQuestion, int, ChoiceResults]):
    """The kind "choose": questions with options."""

    wanted, votes = "one of its choices", 2

    def checked(self, question: ChoiceQuestion, value: object) -> int | None:
        """Return the answer `value` if it is the index of an option, from 0, else None."""
        return place_in(question["options"], value)

    def results(self, question: ChoiceQuestion, given: Sequence[Given[int]]) -> ChoiceResults:
        """Return, for each of the two votes, how often each option was chosen and how many phones answered.

        The truth is among the results if it is known.
        """
        votes: list[ChoiceVote] = []
        for vote in (1, 2):
            values = [each.value for each in given if each.vote == vote]
            votes.append({"count": [*map(values.count, range(len(question["options"])))], "of": len(values)})
        return {**question["truth"], "votes": votes}

    def in_words(self, question: ChoiceQuestion, value: int) -> str:
        """Return the words of the option with the index `value`, from 0."""
        return question["options"][value]

    def is_right(self, question: ChoiceQuestion, value: int) -> bool | None:
        """Return whether the option with the index `value` is right; None if no option is known to be right."""
        return value == question["truth"]["answer"] if "answer" in question["truth"] else None


def own(shown: ShownBoard) -> list[ChoiceQuestion]:
    """Return a list with the question that the page itself asks, if it has options; else an empty list."""
    asked = shown.own
    return [_question(shown, asked.text, asked.options, asked.answer, shown.verdict)] if asked and asked.options else []


def about_run(shown: ShownBoard) -> list[ChoiceQuestion]:
    """Return up to two questions about the perceptron's run on a board; an empty list if the board has no such run.

    The first asks which of up to four points makes the update after the step shown; at the start it asks for the second
    update. It is left out if the run has no such update, if there is only one point, or if the order of the points is
    not "cyclic". The second asks whether the run ever stops. It is left out if its answer is not known.
    """
    if shown.run is None:
        return []
    asked = _next_update(shown, shown.run) if shown.run.learner.order == "cyclic" else []
    if (ends := stops(shown.run.run, shown.run.separation, shown.run.learner.tie)) is not None:
        asked.append(_question(shown, WHETHER, ["Yes", "No"], int(not ends), shown.verdict))
    return asked


def _next_update(shown: ShownBoard, about: LearnerRun) -> list[ChoiceQuestion]:
    """Return the question which of four points makes the update after the step shown, or after the first update.

    The options are in the order of the points' turns, so the first of them that is wrong is the answer.
    """
    run, step = about.run, max(shown.opened.step, 1)
    if step >= run.updates or len(run.data) == 1:
        return []
    ring, right = map(int, run.mistakes[step - 1 : step + 1])
    turns = [(ring + turn) % len(run.data) for turn in range(1, len(run.data) + 1)]
    named = _lettered(turns, right, {*about.wrong[step].nonzero()[0].tolist()})
    letters, answer = _LETTERS[: len(named)], named.index(right)
    turns_of = f"Update {step} was made by the ringed point. Then {listed(letters)} have their turns, in this order."
    words = f"Point {letters[answer]} makes update {step + 1}: the first in turn that is wrong."
    question = _question(shown, f"{turns_of} Which makes the next?", [*letters], answer, words)
    return [{**question, "named": named, "ring": ring, "line": shown.lines(step)[-1][1:]}]


def _lettered(turns: Sequence[int], right: int, wrong: Collection[int]) -> list[int]:
    """Return the indices of the right point and of up to three others, in the order of their turns."""
    before, after = turns[: turns.index(right)], turns[turns.index(right) + 1 :]
    # Points before the right one are not wrong. Up to two of them come first, so that the answer's letter differs by
    # board; then wrong points after it, and last any others.
    first = before[: right % (len(_LETTERS) - 1)]
    others = [*first, *(each for each in after if each in wrong), *before[len(first) :], *after]
    chosen = {right, *[*dict.fromkeys(others)][: len(_LETTERS) - 1]}
    return [each for each in turns if each in chosen]


def _question(shown: ShownBoard, text: str, options: list[str], answer: int, words: str) -> ChoiceQuestion:
    return {
        "page": shown.route,
        "board": shown.board_of_run,
        "kind": "choose",
        "text": text,
        "options": options,
        "truth": {"answer": answer, "words": words},
    }
