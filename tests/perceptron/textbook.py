"""The textbook's perceptron in exact arithmetic, with which the tests compare."""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import lcm

import numpy as np


def errs(tie, label, score):
    if score == 0:
        return tie == "mistake" or (tie in (-1, 1) and tie != label)
    return label * score < 0


@dataclass
class Loop:
    """A run of `loop`; the states are the exact w/η."""

    mistakes: list = field(default_factory=list)
    checked: list = field(default_factory=list)
    states: list = field(default_factory=list)
    rate: float = 1.0
    outcome: str = "stopped"

    @property
    def weights(self):
        """The weights, each rounded once."""
        return np.array([[float(a * Fraction(self.rate)) for a in state] for state in self.states])


def dot(x, y):
    return sum(a * b for a, b in zip(x, y, strict=True))


def signed(data):
    """Return the signed points in fractions."""
    Z = [[Fraction(a) for a in z] for z in data.signed.tolist()]
    c = data.exact_lift
    return [[*z[:-1], y * c] for z, y in zip(Z, data.y.tolist(), strict=True)] if c else Z


def exact(data, u):
    """Return R², the squared margin times ‖u‖², and ‖u‖² of the whole vector u, in whole numbers."""
    rows, u = [[int(x) for x in row] for row in data.signed.tolist()], [int(a) for a in u]
    return max(dot(row, row) for row in rows), min(dot(u, row) for row in rows) ** 2, dot(u, u)


def loop(data, order="cyclic", start=None, rate=1.0, tie="mistake", seed=0, max_updates=300):
    """Run the loop in exact arithmetic; it detects no cycles, so these run until max_updates."""
    n, Z = len(data), signed(data)
    w = [Fraction(a) / Fraction(rate) for a in ([0] * data.dim if start is None else start)]
    # Multiplied by a common denominator, the numbers are whole and fast to add and multiply.
    unit = lcm(*(a.denominator for z in Z for a in z))
    part = lcm(*((a * unit).denominator for a in w))
    points = [[int(a * unit) for a in z] for z in Z]
    steps = [[a * part for a in z] for z in points]
    w = [int(a * unit * part) for a in w]
    run, examined, whole = Loop(rate=rate), 0, [w]
    rng = np.random.default_rng(seed)
    zero_errs = [errs(tie, label, 0) for label in data.y.tolist()]

    def wrong(i):
        score = dot(w, points[i])
        return score < 0 or (score == 0 and zero_errs[i])

    def end(outcome):
        run.outcome = outcome
        run.checked.append(examined)
        run.states = [tuple(Fraction(a, unit * part) for a in state) for state in whole]
        return run

    own = not isinstance(order, str)
    while True:
        if order == "random" and not any(wrong(i) for i in range(n)):
            return end("converged")
        if order == "hardest":
            candidates = [i for i in range(n) if wrong(i)]
            turn = [min(candidates, key=lambda i: dot(w, points[i]))] if candidates else []
        elif own:
            turn = list(order)
        else:
            turn = {
                "cyclic": lambda: range(n),
                "restarting": lambda: range(n),
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
                w = [a + b for a, b in zip(w, steps[i], strict=True)]
                run.mistakes.append(int(i))
                run.checked.append(examined)
                whole.append(w)
                if order == "random" and not any(wrong(j) for j in range(n)):
                    return end("converged")
                if order == "restarting":
                    break
        if own:
            return end("stopped" if any(wrong(i) for i in range(n)) else "converged")
        if clean and order != "random":
            return end("converged")


def assert_near(weights, truth, start=0.0):
    """Assert that the weights are right within two units in the last place of the truth or of what was added to w₀."""
    size = np.maximum(np.abs(truth), np.abs(truth - start))
    # Sums that nearly cancel keep fewer digits.
    np.testing.assert_array_less(np.abs(weights - truth), 2 * np.spacing(size) + 1e-24 * size.max() + 5e-324)


def first_turn(states, places):
    """Return start and length of the first cycle, found by remembering all states; None if there is none."""
    known = {}
    for k, state in enumerate(zip(states, places, strict=True)):
        if state in known:
            return known[state], k - known[state]
        known[state] = k
    return None


def solve(A, b):
    """Return the solution of A x = b in fractions; None if A is singular."""
    n = len(A)
    rows = [[Fraction(a) for a in A[i]] + [Fraction(b[i])] for i in range(n)]
    for k in range(n):
        pivot = next((i for i in range(k, n) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [a / rows[k][k] for a in rows[k]]
        for i in range(n):
            if i != k:
                rows[i] = [a - rows[i][k] * c for a, c in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def squared_margin(data):
    """Return the exact square of the largest margin."""
    return hull(data.signed.tolist())[0]


def hull(points):
    """Return ‖p‖² and p, the hull's point nearest to the origin, by trying all sets of at most d + 1 points."""
    Z = [[Fraction(x) for x in row] for row in points]
    best = None
    for size in range(1, len(Z[0]) + 2):
        for chosen in combinations(Z, min(size, len(Z))):
            gram = [[dot(x, y) + 1 for y in chosen] for x in chosen]
            v = solve(gram, [1] * len(chosen))
            if v is None or min(v) < 0:
                continue
            total = sum(v)
            p = [sum(a * x[j] for a, x in zip(v, chosen, strict=True)) / total for j in range(len(Z[0]))]
            best = (dot(p, p), p) if best is None else min(best, (dot(p, p), p))
    return best
