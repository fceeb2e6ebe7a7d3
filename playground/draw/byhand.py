"""The run by hand: what the visitor fills in row by row, and what a wrong row would mean."""

from __future__ import annotations

from collections.abc import Sequence

from perceptron import Run
from perceptron.learner import Order
from playground.draw.figures import Picture
from playground.draw.steps import MOST_WRITTEN, Steps
from playground.stage.payload import ByHand, Misstep
from playground.text import NO_BREAK, number, plural, unbroken, vector

_IN_TURN = {
    "cyclic": ("Take the points in turn, from 0, again and again.", "in turn point {next} comes sooner"),
    "restarting": ("After each update begin at point 0 again.", "from point 0 on, point {next} comes sooner"),
    "hardest": ("Always take the point with the smallest y w·x.", "point {next} has the smallest, {least}"),
    "listed": ("Take the points in the order of your list.", "in your list point {next} comes sooner"),
}
"""How to go on in the orders that a hand can follow, and which point comes sooner than a wrong one."""
_WRONG = {
    "mistake": "y w·x ≤ 0",
    "correct": "y w·x < 0",
    1: "y w·x < 0, or w·x = 0 and y = −1",
    -1: "y w·x < 0, or w·x = 0 and y = +1",
}
_BOARDS = ["AND", "XOR"]


def by_hand(steps: Steps, order: Order | Sequence[int]) -> Picture | None:
    """Return the panel on which a visitor computes a run by hand, row by row.

    It is None if the order is random, so that no hand can follow it, or if w has more than three coordinates.

    >>> from perceptron import gate, train
    >>> steps = Steps(train(gate("xor").augmented()))
    >>> print(by_hand(steps, "cyclic").panel["ends"])
    Row 4 is row 0 again, and the next point is the same: the rows repeat from here, and the run never stops.
    >>> by_hand(steps, "shuffled") is None
    True
    """
    run = steps.run
    rule = order if isinstance(order, str) else "listed"
    if rule not in _IN_TURN or run.data.dim > MOST_WRITTEN:
        return None
    turn, sooner = _IN_TURN[rule]
    lift = run.data.lift
    free = run.data.dim - (lift is not None)
    weights = [f"w{axis}" for axis in range(1, run.data.dim + 1)]
    panel: ByHand = {
        "area": "side",
        "label": "The run by hand, a row for each update.",
        "rule": _read(_rule(run, turn, _WRONG[steps.tie])),
        "names": [*("w₁", "w₂")[:free], *["b"] * (lift is not None)],
        "weights": weights,
        "point": "i",
        "wrong": "hollow",
        "constant": lift or 0.0,
        "rate": run.rate,
        "is_right": _read("Point {point} is right already: y w·x = {value}."),
        "sooner": _read(f"Point {{point}} is wrong, y w·x = {{value}}, but {sooner}."),
        "slip": f"Look at {{names}} again: {_added(run)} is added to the row above, number by number.",
        "another": "These would be the weights after point {point}.",
        "too_soon": _read("Not yet: point {next} is wrong, y w·x = {least}."),
        "ends": _ends(run),
        "waits": run.outcome == "converged",
        "missteps": _missteps(run, free),
        "key": "data",
        "boards": _BOARDS,
    }
    return Picture(panel, {name: steps.numbers[name] for name in weights} | {"i": steps.line["i"]})


def _read(says: str) -> str:
    return unbroken(says).replace("y w·x", f"y{NO_BREAK}w·x")


def _added(run: Run) -> str:
    """Return the words for what an update adds, such as "0.500 y x", with the rate as a number."""
    return f"y{NO_BREAK}x" if run.rate == 1 else f"{number(run.rate)}{NO_BREAK}y{NO_BREAK}x"


def _rule(run: Run, turn: str, wrong: str) -> str:
    lift = run.data.lift
    constant = "" if lift is None else f", where x ends with {number(lift)} and w with b"
    return (
        f"{turn} A point is wrong if {wrong}: then w ← w + {_added(run)}{constant}. Begin at w = {vector(run.start)}."
    )


def _ends(run: Run) -> str:
    """Return the sentence below the last row, which says how the run ended."""
    if run.outcome == "converged":
        return f"Yes: no point is wrong. Your run has converged after {plural(run.updates, 'update')}."
    if run.cycle:
        return (
            f"Row {run.updates} is row {run.cycle.start} again, and the next point is the same: the rows repeat from"
            " here, and the run never stops."
        )
    if run.used_up:
        return "Your list ends here, and a point is still wrong."
    return f"The run on this page was stopped here, after {plural(run.updates, 'update')}."


def _missteps(run: Run, free: int) -> list[Misstep]:
    """Return wrong rows that people write, with what each means; `free` weights stand before the bias."""
    dim, added, lift = run.data.dim, _added(run), run.data.lift

    def all_of(times: float, says: str) -> Misstep:
        return {"times": [times] * dim, "says": says}

    def bias(times: float, says: str) -> Misstep:
        return {"times": [1.0] * free + [times], "says": says}

    found: list[Misstep] = [
        all_of(0, f"These are the weights before this update: add {added} to them."),
        all_of(-1, f"{added} was subtracted. The label y says which way x goes: +x for +1, −x for −1."),
        all_of(2, f"{added} was added twice."),
        {**all_of(1, f"This is {added} added to the first row: add it to the row above."), "anew": True},
    ]
    if run.rate != 1:
        found.append(all_of(1 / run.rate, f"The rate was left out: add {added}."))
    if lift is not None:
        constant = number(lift)
        found.append(bias(0, f"b stayed as it was: x ends with {constant}, so b changes, too."))
        found.append(bias(-1, "b went the wrong way: it takes the sign of y, as the other numbers do."))
        if run.rate != 1:
            found.append(bias(1 / run.rate, "The rate was left out for b."))
        if lift != 1:
            found.append(bias(1 / lift, f"b changed by y alone: x ends with {constant}."))
    return found
