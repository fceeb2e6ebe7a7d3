"""The perceptron as the textbook prints it: the truth that the tests compare with."""

from dataclasses import dataclass, field

import numpy as np


def errs(tie, label, score):
    if score == 0:
        return tie == "mistake" or (tie in (-1, 1) and tie != label)
    return label * score < 0


@dataclass
class Loop:
    mistakes: list = field(default_factory=list)
    checked: list = field(default_factory=list)
    weights: list = field(default_factory=list)
    outcome: str = "stopped"


def loop(data, order="cyclic", start=None, rate=1.0, tie="mistake", seed=0, max_updates=300):
    """Run the loop over scalar products; it knows no cycles, so those go on to the cap."""
    X, y, n = data.X, data.y, len(data)
    w = np.zeros(data.dim) if start is None else np.array(start, dtype=float)
    run, examined = Loop(weights=[w]), 0
    rng = np.random.default_rng(seed)

    def wrong(i):
        return errs(tie, y[i], w @ X[i])

    def end(outcome):
        run.outcome = outcome
        run.checked.append(examined)
        return run

    own = not isinstance(order, str)
    while True:
        if order == "random" and not any(wrong(i) for i in range(n)):
            return end("converged")
        if order == "hardest":
            scores = [y[i] * (w @ X[i]) for i in range(n)]
            candidates = [i for i in range(n) if wrong(i)]
            turn = [min(candidates, key=lambda i: scores[i])] if candidates else []
        elif own:
            turn = list(order)
        else:
            turn = {
                "cyclic": lambda: range(n),
                "shuffled": lambda: rng.permutation(n),
                "random": lambda: rng.integers(n, size=n),
            }[order]()
        clean = True
        if order == "hardest":
            examined += n
        for i in turn:
            if order != "hardest":
                examined += 1
            if wrong(i):
                if len(run.mistakes) == max_updates:
                    return end("stopped")
                clean = False
                w = w + rate * y[i] * X[i]
                run.mistakes.append(int(i))
                run.checked.append(examined)
                run.weights.append(w)
                if order == "random" and not any(wrong(j) for j in range(n)):
                    return end("converged")
        if own:
            return end("stopped" if any(wrong(i) for i in range(n)) else "converged")
        if clean and order != "random":
            return end("converged")


def first_turn(weights, places):
    """Return where the first repeated state first occurred and after how long, remembering every state."""
    known = {}
    for k, state in enumerate(zip(map(tuple, (np.array(weights) + 0.0).tolist()), places, strict=True)):
        if state in known:
            return known[state], k - known[state]
        known[state] = k
    return None
