"""A question that a whole number answers: how many updates, how many points are wrong."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

from playground.draw.outcome import most_updates
from playground.rooms.kinds.board import Asked, ShownBoard
from playground.rooms.kinds.kind import Given, Kind, Truth
from playground.text import plural, whole

_LARGEST = 999_999


class NumberTruth(Truth):
    """The right number, and the lines [step, a, b, c] that the wall plays before it shows the number."""

    run: NotRequired[list[list[float]]]


class NumberQuestion(Asked):
    """A question that a whole number answers; `bound` is the largest that can be right, None if that is not known."""

    kind: Literal["number"]
    bound: int | None
    truth: NumberTruth


class NumberVote(TypedDict):
    """The result of one vote: pairs (number, how often) in `count`, and how many phones answered, in `of`.

    `right` of these were right, and `middle` is the lower median of the answers, None without answers.
    """

    count: list[tuple[int, int]]
    of: int
    right: int
    middle: int | None


class NumberResults(NumberTruth):
    """The results of the first and the second vote, and the right number once the teacher shows it."""

    votes: list[NumberVote]


class NumberKind(Kind[NumberQuestion, int, NumberResults]):
    """The kind "number": questions that a whole number answers."""

    wanted, votes = f"a whole number up to {_LARGEST:,}", 2

    def checked(self, question: NumberQuestion, value: object) -> int | None:
        """Return the answer `value` if it is an int from 0 to 999,999, else None."""
        return value if type(value) is int and 0 <= value <= _LARGEST else None

    def results(self, question: NumberQuestion, given: Sequence[Given[int]]) -> NumberResults:
        """Return, for each of the two votes, how often each number was given, how many were right, and the median.

        The median is the lower one, None for a vote without answers. The truth is among the results; if it has no right
        number, no answer counts as right.
        """
        votes: list[NumberVote] = []
        for vote in (1, 2):
            values = [each.value for each in given if each.vote == vote]
            right, middle = (
                values.count(question["truth"].get("answer", -1)),
                statistics.median_low(values) if values else None,
            )
            votes.append(
                {"count": sorted(Counter(values).items()), "of": len(values), "right": right, "middle": middle}
            )
        return {**question["truth"], "votes": votes}

    def is_right(self, question: NumberQuestion, value: int) -> bool | None:
        """Return whether the answer is exactly the right number; None if no number is right, or it is not known."""
        return value == question["truth"]["answer"] if "answer" in question["truth"] else None


def about(shown: ShownBoard) -> list[NumberQuestion]:
    """Return the questions about a board that a number answers, an empty list if there are none.

    They are the question that the page itself asks, how many updates a run that ends makes, and how many points are
    wrong after the first update. If the first two have the same answer, the page's own is left out.
    """
    own, updates = _own(shown), _updates(shown)
    if own and updates and own[0]["truth"].get("answer") == updates[0]["truth"].get("answer"):
        own = []  # both ask for the updates; the second also names the bound
    return [*own, *updates, *_wrong_after_one(shown)]


def _own(shown: ShownBoard) -> list[NumberQuestion]:
    if (own := shown.own) is None or own.options:
        return []
    return [_question(shown, own.text, None, own.answer, shown.verdict, shown.scene["last"])]


def _updates(shown: ShownBoard) -> list[NumberQuestion]:
    """Return the question how many updates a converging run takes, with the theorem's bound."""
    if shown.run is None or (run := shown.run.run).outcome != "converged" or not run.updates:
        return []
    if (bound := most_updates(run, shown.run.separation)) is None:
        return []
    text = f"How many updates until nothing is wrong? The theorem allows at most {whole(bound)}."
    return [_question(shown, text, bound, run.updates, shown.verdict, shown.scene["last"])]


def _wrong_after_one(shown: ShownBoard) -> list[NumberQuestion]:
    """Return the question how many points are wrong after the first of several updates."""
    if shown.run is None or (run := shown.run.run).updates < 2 or (count := len(run.data)) < 2:
        return []
    wrong = int(shown.run.wrong[1].sum())
    words = f"After the first update {plural(wrong, 'point')} of {count} {'is' if wrong == 1 else 'are'} wrong."
    text = f"One update is made. How many of the {count} points are wrong then?"
    return [_question(shown, text, count, wrong, words, last=1)]


def _question(shown: ShownBoard, text: str, bound: int | None, answer: int, words: str, last: int) -> NumberQuestion:
    """Return a question; before its truth, the wall plays the run up to the step `last`."""
    return {
        "page": shown.route,
        "board": shown.board_of_run,
        "kind": "number",
        "text": text,
        "bound": bound,
        "truth": {"answer": answer, "words": words, "run": shown.lines(last)},
    }
