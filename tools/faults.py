"""Write docs/faults.md, the catalogue of faults with a board for each: `python -m tools.faults`."""

import re
import urllib.parse
from itertools import takewhile
from pathlib import Path

import numpy as np

from perceptron import Dataset, explain, gate, margin_dataset
from perceptron.faults import FAULTS
from perceptron.matching import Reading, rows_of
from perceptron.programs import Program, board_of, visits
from playground.address.codes import HAND, SNAP, encode, place_of
from playground.text import listed

FILE = Path(__file__).parents[1] / "docs" / "faults.md"

TOP = """# The faults of a first perceptron

What goes wrong again and again, by the names that `perceptron.explain` gives: each with the line of code where it
stands, and a board on which it shows. The playground opens a board at the link behind its address; *Check mine* takes
what is printed here, and so does `explain`. [Is this perceptron right?](grading.md) says how to grade with it.
`python -m tools.faults` writes this page from the catalogue, and a test compares the two.
"""
SHOWN = 5  # rows of a program
LINES = {
    "line-inverse": lambda w: (-w[1] / w[0], -w[2] / w[1]),
    "line-sign": lambda w: (w[0] / w[1], -w[2] / w[1]),
    "line-slope": lambda w: (w[1] / w[0], -w[2] / w[1]),
    "line-no-bias": lambda w: (-w[0] / w[1], 0.0),
    "line-bias": lambda w: (-w[0] / w[1], w[2]),
}
"""Slope and intercept as they are drawn."""


def boards():
    """Small boards, then larger ones, on the playground's grid."""
    yield gate("and")
    for n in (6, 8):
        for seed in range(4):
            drawn = margin_dataset(n, 2, 0.05, 2.0, seed)
            yield Dataset((SNAP * (drawn.X + np.array([0.5, -0.25]))).round(0) / SNAP, drawn.y)


def printed(fault, data):
    """The rows that a program with the fault prints after each update, and the line drawn for the last of them."""
    program, rate = Program(), 1.0
    if fault.change:
        program = fault.applied(program)
        rate = 0.25 if fault.name == "bias-rate" else 1.0
    elif fault.name == "w-rate":
        program = Program(bias=lambda u, y, rate: u / 4)
    if fault.name == "float-tie":
        return in_floats(data), None
    rows = [
        row
        for _, row in rows_of(program, Reading("last", "update", False, (0.0,) * 3), board_of(data, "last"), rate, 60)
    ]
    if not rows:
        rows = [[0.0] * 3] * 4  # printed after each visit
    if fault.name == "few-passes":
        rows = first_pass(data)
    elif fault.name == "stopped":
        rows = rows[: len(first_pass(data)) + 1]
    elif fault.name == "same-array":
        rows = [rows[-1]] * len(rows)
    elif fault.name in LINES:
        return rows, LINES[fault.name](rows[-1]) if all(rows[-1]) else None
    return rows, None


def first_pass(data):
    """The rows of the first pass of the perceptron."""
    events = visits(Program(), board_of(data, "last"), [0.0] * 3, 1.0)
    return [w for event, _, w in takewhile(lambda event: event[0] != "pass", events) if event == "update"]


def in_floats(data):
    """The rows of a perceptron at the rate 0.1, in floats."""
    w, rows = np.zeros(3), []
    for x, y in [*zip(data.augmented().X, data.y, strict=True)] * 20:
        if y * (w @ x) <= 0:
            w = w + 0.1 * y * x
            rows.append(w.tolist())
    return rows


def shown(fault):
    """The first board on which the fault is named, alone if there is one; what is printed, and what is said of it."""
    some = None
    for data in boards():
        if some and not np.any(some[1]):
            break  # rows of zeros decide on no board
        rows, drawn = printed(fault, data)
        if fault.name in LINES and drawn is None:
            continue
        found = explain(data, rows, drawn=drawn, rate=1 if fault.name == "twice" else None)
        named = found.drawn == fault.name if fault.name in LINES else found.faults == (fault.name,)
        if named and (found.decided or fault.name in LINES):
            return data, rows, drawn, found
        if fault in found.suspects and (some is None or len(some[1]) < 2 <= len(rows)):
            some = data, rows, drawn, found
    return some


def written():
    """The page."""
    return "\n".join([TOP, *map(_entry, FAULTS.values())])


def heading(fault):
    """The title of a fault, with a capital unless it begins with a formula."""
    return fault.title if re.match(r"\W|\w ", fault.title) else f"{fault.title[0].upper()}{fault.title[1:]}"


def _entry(fault):
    data, rows, drawn, found = shown(fault)
    points = [(x, y, place_of(label)) for (x, y), label in zip(data.X.tolist(), data.y.tolist(), strict=True)]
    link = urllib.parse.urlencode({"data": HAND, "bias": "true", "points": encode(points)})
    told = ", ".join(f"({_number(x)}, {_number(y)}) {'−' if place else '+'}1" for x, y, place in points)
    line = re.sub(" +", " ", fault.line)
    lines = [f"## {heading(fault)}\n", f"`{fault.name}` · `{line}`\n", f"{fault.sentence}\n"]
    lines += [f"Board: {told}. `/?{link}`\n", f"It prints {_rows(rows[:SHOWN], len(rows) > SHOWN)}."]
    if drawn is not None:
        lines[-1] += f" The line drawn is x₂ = {_number(drawn[1])} + {_number(drawn[0])} x₁."
    if (there := found.difference) is not None:
        lines[-1] += f" Row {there.row + 1} is the first that differs: {_row(there.printed)}"
        lines[-1] += (
            f", where the textbook has {_row(there.expected)}." if there.expected else "; the textbook has ended."
        )
    others = dict.fromkeys(" and ".join(each.faults) for each in found.candidates if not each.by_chance)
    others = [f"`{each}`" for each in others if each not in ("", fault.name)]
    if others and fault.name not in LINES:
        lines[-1] += f" On this board {listed(others[:4])} print{'s' if len(others) == 1 else ''} the same."
    return "\n".join([*lines, ""])


def _rows(rows, more):
    return " ".join([*map(_row, rows), *(["…"] if more else [])])


def _row(row):
    return f"({', '.join(map(_number, row))})"


def _number(value):
    return f"{value + 0.0:.6g}".replace("-", "−")


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
