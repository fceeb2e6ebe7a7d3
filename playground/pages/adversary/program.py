"""The program that computes the page's numbers, and its notebook."""

from __future__ import annotations

import perceptron as library
from perceptron.learner import Tie
from playground.page import program
from playground.pages.adversary.scene import AVERAGED, HALVING, PERCEPTRON, TIED, YOU, Game
from playground.stage.payload import File


def files(game: Game, tie: Tie) -> list[File]:
    """Return the program and notebook that play this game and print its rounds.

    The list is empty if the visitor plays and has not answered yet. `tie` is the tie rule of a player that needs one.
    """
    margin, yours = program.literal(f"{game.forced.margin}"), game.player == YOU
    if yours and not game.played:
        return []
    settings = {"tie": tie} if game.player in TIED else {}
    learners = {
        YOU: "You()",
        PERCEPTRON: program.call(library.OnlinePerceptron, "rounds", **settings),
        AVERAGED: program.call(library.OnlineAverage, "rounds", **settings),
        HALVING: "OnlineHalving(all_functions(rounds))",
    }
    you = [
        "class You:",
        f"    answers = iter({program.literal(game.forced.predictions[: game.played].tolist())})",
        "    def predict(self, x):",
        "        return next(self.answers, 1)",
        "    def learn(self, x, y):",
        "        pass",
    ]
    run = program.call(library.train, "forced.data", "order=range(rounds)", **settings)
    played = [f"played = {game.played}"] if yours else [f"run = {run}", "played = run.updates"]
    return program.program(
        "adversary",
        "The adversary's rounds against a learner: what it predicts, the label, and v, which fits them all.",
        *([you] if yours else []),
        [
            f"rounds = mistakes_forced({margin})",
            f"forced = force_mistakes({learners[game.player]}, {margin})",
            *played,
        ],
        [
            'print("margin", forced.margin, "allows", rounds, "rounds; mistakes:", played)',
            'print("length of v:", float(played * forced.margin**2) ** 0.5)',
            'told = {"round": range(1, rounds + 1), "predicted": forced.predictions, "label": forced.labels}',
            'print(pd.DataFrame({**told, "v": forced.separator}).head(played).to_string(index=False))',
        ],
    )
