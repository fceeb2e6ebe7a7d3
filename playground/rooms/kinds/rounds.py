"""The adversary's game: the class predicts a label a round, and the majority is wrong each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NotRequired, TypedDict

from perceptron import mistakes_forced
from playground.page import controls
from playground.pages.adversary import scene as adversary
from playground.rooms.kinds.board import Asked, ShownBoard
from playground.rooms.kinds.kind import Given, Kind, place_in
from playground.text import plural, vector

_MOST = 25  # rounds that a class plays


class RoundsQuestion(Asked):
    """The adversary's game of `bound` rounds, in which the class predicts labels; its margin is a fraction, as text."""

    kind: Literal["rounds"]
    options: list[str]
    margin: str
    bound: int


class RoundsResults(TypedDict):
    """For each finished round: the votes for +1 and for −1, the class's prediction, and the label.

    `perceptron` is how often the perceptron was wrong on the same points; when the game is over, `v` separates them.
    """

    votes: list[list[int]]
    predictions: list[int]
    labels: list[int]
    perceptron: int
    words: str
    v: NotRequired[list[float]]


class RoundsKind(Kind[RoundsQuestion, int, RoundsResults]):
    """The kind "rounds": the adversary's game, in which the class predicts a label in each round."""

    wanted = "+1 or −1"

    def checked(self, question: RoundsQuestion, value: object) -> int | None:
        """Return the answer `value` if it is the index of a class, 0 for +1 or 1 for −1; else None."""
        return place_in(question["options"], value)

    def results(self, question: RoundsQuestion, given: Sequence[Given[int]]) -> RoundsResults:
        """Return the results of all rounds up to the last in which a phone has voted, as `played` decides them.

        The `vote` of an answer is the round's number, from 1. Its `value` is the index of the predicted class, 0 for +1
        or 1 for −1. Without answers, the results are those of no rounds.
        """
        return played(question, given, max((each.vote for each in given), default=0))

    def in_words(self, question: RoundsQuestion, value: int) -> str:
        """Return the label of the predicted class `value`, 0 or 1, as text: "+1" or "−1"."""
        return question["options"][value]


def about(shown: ShownBoard) -> RoundsQuestion:
    """Return the question for a room in which the class predicts labels, and the adversary makes each prediction wrong.

    The number of rounds follows from the margin that is set on the board.

    Raises
    ------
    ValueError
        If the game has more than 25 rounds, for which a class has no time.
    """
    margin, _ = controls.fraction(shown.settings, adversary.MARGIN, adversary.LEAST)
    rounds = mistakes_forced(margin)
    if rounds > _MOST:
        raise ValueError(f"A class plays at most {_MOST} rounds; this margin γ = {margin} makes {rounds}.")
    return {
        "page": shown.route,
        "kind": "rounds",
        "text": f"Prove us wrong: +1 or −1? Be right once in {plural(rounds, 'round')}.",
        "options": ["+1", "−1"],
        "margin": str(margin),
        "bound": rounds,
        "board": {"points": [], "span": [0.5 - 0.13 * rounds, rounds + 0.5, -1.4, 1.4], "line": None},
    }


def played(question: RoundsQuestion, given: Sequence[Given[int]], rounds: int) -> RoundsResults:
    """Return the results of the first `rounds` rounds of the game.

    An answer's `vote` is the round's number, from 1, and its `value` 0 for +1 or 1 for −1. In each round the class
    predicts what most phones predict, and the adversary gives the point the other label. If the votes are equal, or
    there are none, the class predicts +1. The results also say how often the perceptron is wrong on the same points.
    After the last round of the game they have the vector `v` that separates all points.
    """
    # 1. Count the votes of each round: [+1, −1].
    counts = Counter((each.vote, each.value) for each in given)
    votes = [[counts[vote, place] for place in range(2)] for vote in range(1, rounds + 1)]
    most = [int(minus > plus) for plus, minus in votes]
    # 2. Let the adversary answer the majority.
    game = adversary.play(adversary.YOU, Fraction(question["margin"]), "mistake", most)
    result: RoundsResults = {
        "votes": votes,
        "predictions": game.forced.predictions[:rounds].tolist(),
        "labels": game.forced.labels[:rounds].tolist(),
        "perceptron": int((game.run.mistakes < rounds).sum()),
        "words": "The adversary shows e₁. The other points say nothing about its label.",
    }
    # 3. Say what has happened: at the end, or in the last round.
    if rounds == game.rounds:
        v = f"v = {game.forced.margin} · {vector(game.forced.labels)}"
        words = f"{plural(rounds, 'mistake')} in {plural(rounds, 'round')}, and yet {v} fits every label."
        return {**result, "v": game.forced.separator.tolist(), "words": words}
    if rounds:
        (plus, minus), label = votes[-1], game.forced.labels[rounds - 1]
        tie = ", and a tie is +1" if plus == minus else ""
        words = f"Round {rounds}: {plus} for +1, {minus} for −1{tie}. The label is {'+' if label > 0 else '−'}1: wrong."
        return {**result, "words": words}
    return result
