"""The adversary labels unit vectors against every prediction; a separator of all of them grows with the rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from perceptron import (
    Forced,
    Learner,
    OnlineAverage,
    OnlineHalving,
    OnlinePerceptron,
    Run,
    all_functions,
    bounds,
    force_mistakes,
    mistakes_forced,
    train,
)
from perceptron.learner import Tie
from playground.address.codes import label_of
from playground.address.parameters import Choice, TextField
from playground.draw import sentences
from playground.draw.curves import bound, chart, growth, note, squeezed
from playground.draw.figures import CLASSES, Floats, Picture, column, dots, growing, mark
from playground.draw.outcome import Outcome, compose
from playground.draw.palette import BOUND, INK, NEGATIVE, POSITIVE, SEPARATOR
from playground.draw.sentences import fact
from playground.stage.payload import Bars, Column, Fact, FigurePart, Mark, Rounds, Scene, Text, Verdict
from playground.text import number, plural, unbroken, whole

YOU, PERCEPTRON, AVERAGED, HALVING = "you", "the perceptron", "the averaged perceptron", "halving"
PLAYERS = (YOU, PERCEPTRON, AVERAGED, HALVING)
PLAYER = Choice("player", "Who predicts", PLAYERS, "You, or a learner from the library: each is wrong every time.")
MARGIN = TextField(
    "margin",
    "Margin γ",
    "2/5",
    "A decimal or a fraction, read exactly: 0.1 is a tenth, and 2/5 gives ⌊6.25⌋ = 6 rounds.",
)
TIED = (PERCEPTRON, AVERAGED)
"""The players that need a rule for a score of 0."""
LEAST, LEAST_HALVING = Fraction(1, 20), Fraction(1, 4)
"""The smallest margins: they allow 400 rounds, and 16 for halving, which keeps 2ⁿ concepts."""


def affordable(player: str, margin: Fraction) -> tuple[Fraction, str]:
    """Return the margin to use against a player, and "" or a sentence that says why it is not the given margin.

    It is the given margin, except that halving gets at least 1/4.
    """
    if player != HALVING or margin >= LEAST_HALVING:
        return margin, ""
    return LEAST_HALVING, f"Halving would need too many concepts for this γ; γ = {LEAST_HALVING} is used."


_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class _Visitor:
    """The visitor as a learner, whose predictions are the answers given so far, then always +1."""

    def __init__(self, answers: Sequence[int]) -> None:
        self.predictions = map(label_of, answers)

    def predict(self, x: Floats) -> int:
        return next(self.predictions, 1)

    def learn(self, x: Floats, y: int) -> None:
        pass


@dataclass(frozen=True)
class Game:
    """The adversary's rounds against a player: in each it shows a point and calls the player's prediction wrong.

    Parameters
    ----------
    player
        Who predicts, one of PLAYERS.
    forced
        All rounds, to the end.
    run
        The perceptron's run over the same points with the same labels, each presented once.
    played
        The number of rounds to show: of the visitor's answers, or of the perceptron's updates.
    """

    player: str
    forced: Forced
    run: Run
    played: int

    @property
    def rounds(self) -> int:
        """The number of rounds, ⌊1/γ²⌋."""
        return len(self.forced.labels)


def play(player: str, margin: Fraction, tie: Tie, answers: Sequence[int]) -> Game:
    """Play the adversary's game at this margin against a player, one of PLAYERS, to its last round, and return it.

    The adversary makes every prediction wrong. `tie` is the tie rule of a player that needs one. If the visitor is the
    player, `answers` are the predictions so far, 0 for +1 and 1 for −1; in later rounds the visitor predicts +1. For
    other players they are ignored.
    """
    rounds = mistakes_forced(margin)
    answers = answers[:rounds]
    learners: Mapping[str, Callable[[], Learner]] = {
        YOU: lambda: _Visitor(answers),
        PERCEPTRON: lambda: OnlinePerceptron(rounds, tie),
        AVERAGED: lambda: OnlineAverage(rounds, tie),
        HALVING: lambda: OnlineHalving(all_functions(rounds)),
    }
    forced = force_mistakes(learners[player](), margin)
    run = train(forced.data, np.arange(rounds), tie=tie if player in TIED else "mistake")
    return Game(player, forced, run, len(answers) if player == YOU else len(run.mistakes))


def scene(game: Game, answers: Sequence[int]) -> Scene:
    """Return the scene of a game, in which an adversary calls each prediction of the player wrong.

    If the visitor is the player, `answers` are the predictions so far with which the game was played: 0 for +1 and 1
    for −1. For other players they are ignored.
    """
    scene = _composed(game)
    if game.player == YOU:
        scene["points"] = list(answers[: game.rounds])
        scene["asking"] = {
            "question": "You predict",
            "answers": [{"name": each["name"], "sign": each["sign"], "color": each["color"]} for each in CLASSES],
            "rest": "Toss for the rest",
            "most": game.rounds,
            "rounds": _rounds(game.forced.margin),
        }
    return scene


def _composed(game: Game) -> Scene:
    place = [f"round {{k}} of {whole(game.rounds)}"]
    outcome = Outcome(
        _sentence(game),
        _facts(game),
        _verdict(game),
        _columns(game),
        step=place,
        place=place,
        ask="" if game.player == YOU else f"{plural(game.rounds, 'round')}. Will {game.player} be right once?",
    )
    return compose([_coordinates(game), _alignment(game), _length(game)], outcome, editable=False)


@lru_cache(maxsize=8)
def _rounds(margin: Fraction) -> Rounds:
    """Return what the browser needs to play all rounds without the server, as a round depends on its answer alone."""
    games = [play(YOU, margin, "mistake", [answer] * mistakes_forced(margin)) for answer in range(len(CLASSES))]
    always = [_composed(game) for game in games]
    after = [replace(games[0], played=count) for count in range(games[0].rounds + 1)]
    return {
        "columns": [each["columns"] for each in always],
        "texts": always[0]["texts"],
        "values": [[fact["value"] for fact in _facts(game)] for game in after],
        "verdicts": [_verdict(game) for game in after],
    }


# ---- pictures ------------------------------------------------------------------------------------------------------


def _coordinates(game: Game) -> Picture:
    """Draw the coordinates of v, which the labels fix one by one, and on the opposite side the predictions."""
    forced, played, rounds, gamma = game.forced, game.played, game.rounds, float(game.forced.margin)
    labels, heights = forced.labels[:played], forced.separator[:played]
    # 1. The ring about the newest coordinate, and a dot for each coordinate still to come.
    size = float(np.clip(330 / rounds, 3, 13))
    columns: dict[str, Column] = {"k": list(range(played + 1)), "newest": [None, *column(heights)]}
    marks: list[Mark] = [mark("dot", ["k", "newest"], radius=0.5 * size + 5, stroke=INK, width=2)]
    if game.player == YOU:
        columns["invitation"] = ["e₁: +1 or −1?", *[None] * played]
        place = ((rounds + 1) / 2, 0.5 * gamma)
        marks.append(mark("label", ["invitation"], fill=INK, at=place, shift=(0, 0)))
    parts: list[FigurePart] = [dots([range(1, rounds + 1), [0] * rounds], BOUND, max(2, size / 3))]
    # 2. For each label the stems and heads of its coordinates, and hollow heads opposite them for the predictions.
    for label, sign, color, shape in ((1, "+1", POSITIVE, "circle"), (-1, "−1", NEGATIVE, "triangle")):
        fixed, predicted = f"fixed{label}", f"predicted{label}"
        columns[fixed] = [None, *column(np.where(labels == label, heights, np.nan))]
        columns[predicted] = [None, *column(np.where(labels == -label, -heights, np.nan))]
        marks += [growing(len(parts) + i, ["k", name]) for i, name in enumerate((fixed, fixed, predicted))]
        stems: Bars = {"kind": "bars", "x": [], "y": [], "color": color, "width": min(0.6, 0.02 + 0.012 * rounds)}
        named = {"name": "predicted"} if label > 0 else {}
        parts += [
            stems,
            dots([[], []], color, size, shape=shape, name=sign),
            dots([[], []], color, size, shape=shape, hollow=True, **named),
        ]
    # 3. The chart they lie on.
    panel = chart(
        "board",
        "v = γ Σ yᵢeᵢ",
        "The coordinates of v: each is γ times the label of its round, opposite to what was predicted.",
        parts,
        rounds + 0.5,
        [-1.25 * gamma, 1.25 * gamma],
        "vᵢ",
        x_title="round i",
        margin={"l": 52, "r": 10, "t": 48, "b": 40},
    )
    picture = Picture(panel, columns, marks)
    picture.figure["yaxis"]["ticks"] = [(-gamma, "−γ"), (0, "0"), (gamma, "γ")]
    return picture


def _alignment(game: Game) -> Picture:
    """Draw w·v after each update; it lies on its floor, since each update here gains exactly γ."""
    margin, end = float(game.forced.margin), np.array([0, game.rounds])
    floor = bounds.alignment_floor(end, margin)
    panel = chart(
        "upper",
        "Alignment: each mistake adds exactly γ",
        "w·v after each round, which lies on its floor kγ.",
        [bound(end, floor)],
        game.rounds,
        [0, floor[1]],
        "w·v",
        x_title="mistakes k",
        notes=[note(0.75 * game.rounds, 0.75 * floor[1], "floor kγ", below=True)],
    )
    aligned = game.run.weights[: game.played + 1] @ game.forced.separator
    return Picture(panel, {"aligned": column(aligned)}, growth("aligned"))


def _length(game: Game) -> Picture:
    """Draw ‖w‖² after each update on its ceiling, as far as the floor meets it and no more mistake is possible."""
    weights = game.run.weights[: game.played + 1]
    margin = float(game.forced.margin)
    picture = squeezed(np.vecdot(weights, weights), 1.0, margin, end=1.04 / margin**2)
    picture.figure["xaxis"]["name"] = "mistakes k"
    return picture


# ---- words -----------------------------------------------------------------------------------------------------------


def _columns(game: Game) -> dict[str, Column]:
    """Return the columns that the sentences of the rounds use."""
    signs, forced, rounds = {1: "+1", -1: "−1"}, game.forced, range(1, game.played + 1)
    return {
        "e": [None, *map(_unit, rounds)],
        "predicted": [None, *(signs[answer] for answer in forced.predictions[: game.played].tolist())],
        "labelled": [None, *(signs[label] for label in forced.labels[: game.played].tolist())],
        "squared": [None, *(number(float(k * forced.margin**2)) for k in rounds)],
        "then": [None, *(f"Now {_unit(k + 1)}?" if k < game.rounds else _LAST_ROUND for k in rounds)],
    }


_LAST_ROUND = "One more round would make v longer than 1."


def _unit(place: int) -> str:
    return f"e{str(place).translate(_SUBSCRIPT)}"


def _sentence(game: Game) -> Text:
    """Return the sentence of each round: the prediction, the label, and the next round."""
    if not game.played and game.player != YOU:
        scores = "The score" if game.rounds == 1 else f"Each of the {game.rounds} scores"
        never = f"{scores} w·eᵢ is 0, and this rule counts 0 as right, whatever the label:"
        return sentences.text(0, f"{never} no mistake, no update, and w is still 0.")
    first = (
        "The other points say nothing about e₁."
        if game.player == YOU
        else "The adversary shows unit vectors, one by one, and fixes each label after it has the prediction."
    )
    round_of = (
        f"Round {{k}}: {'you predict' if game.player == YOU else f'{game.player} predicts'} {{predicted}} for {{e}},"
        " so its label is {labelled}. {then}\n"
        "v\tfits every label\twith margin γ,\n‖v‖²\tis kγ² = {squared},\tat most 1."
    )
    return sentences.text(game.played, first, unbroken(round_of))


def _facts(game: Game) -> list[Fact]:
    margin, length = game.forced.margin, float(game.played * game.forced.margin**2) ** 0.5
    longest = "The most unit vectors v = γ Σ yᵢeᵢ can have without being longer than 1."
    return [
        fact("margin γ", number(float(margin)), f"Exactly {margin}."),
        fact("⌊1/γ²⌋", whole(game.rounds), longest),
        fact("mistakes", whole(game.played), "Each label is the opposite of what was predicted.", outcome=True),
        fact(
            "length of v", number(length), "√k γ after k rounds; at most 1, so its margin is at least γ.", outcome=True
        ),
    ]


def _verdict(game: Game) -> Verdict:
    who = game.player.capitalize()
    mistakes = plural(game.played, "mistake")
    if game.played == game.rounds:
        text = f"{who}: {mistakes} in {plural(game.rounds, 'round')}, and yet v fits every label."
        return {"text": f"{text} No learner can be sure of fewer; the perceptron never makes more.", "color": SEPARATOR}
    if game.player != YOU:
        return {"text": f"{who}: no mistake by this tie rule, and nothing learned.", "color": BOUND}
    if not game.played:
        return {"text": f"{plural(game.rounds, 'round')}.", "color": BOUND}
    left = game.rounds - game.played
    return {"text": f"You: {mistakes} in {plural(game.played, 'round')}. {whole(left)} to go.", "color": BOUND}
