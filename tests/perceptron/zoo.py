"""How `explain` names students' programs, with details drawn at random on boards of six kinds.

`python -m tests.perceptron.zoo 7 12` draws with the seeds from 7 to 11, and prints a table and each miss.
"""

import random
import sys
import time
import zlib
from collections import Counter
from contextlib import suppress
from itertools import product
from typing import NamedTuple

import numpy as np

from perceptron import Dataset, Inseparable, explain, gate, margin_dataset, separate
from tests.perceptron.students import RIGHT, STRANGERS, WRONG, Desk, hinge

EARLY = {"few-passes", "stopped"}
RULES = {"cyclic", *RIGHT.values(), "averaged"}
SPECIAL = {"margin", "averaged", "mini-batch"}  # rules that are not named where a plainer program prints the rows
MOST_LINES, MANY = 150, 100  # lines of a program; passes after which it may go on
ENDING = {*RIGHT, hinge}  # programs that end on separable points
WANTED = {**RIGHT, **WRONG, **dict.fromkeys(STRANGERS, "")}
KINDS = ("generated", "a gate", "one class", "duplicates", "inseparable", "200 points")


def boards(seed):
    """One board of each of six kinds."""
    rng = np.random.default_rng(seed)
    pairs = margin_dataset(8, 2, 0.15, seed=seed)
    twice = [0, 1, 2, 2, 3, 4, 5, 5, 6, 7]
    yield margin_dataset(25, 2, 0.1, seed=seed)
    yield gate(["and", "or", "nand", "nor"][seed % 4])
    yield Dataset(rng.normal(size=(7, 2)).round(1), np.full(7, 1 if seed % 2 else -1))
    yield Dataset(pairs.X[twice], pairs.y[twice])
    yield Dataset(rng.normal(size=(12, 2)).round(2), rng.choice([-1, 1], 12))
    yield margin_dataset(200, 3, 0.05, seed=seed)


def details(draw, program):
    """Details as somebody might have them: rate, passes, what is printed when, and how."""
    return {
        "rate": draw.choice([1, 1.0, 0.1, 0.5, 0.01, 2.0, 0.25, 0.3]),
        "passes": draw.choice([5, 10, 30]),
        "when": draw.choice(["update", "update", "visit", "pass"]),
        "bias": draw.choice(["first", "last", "last", *(["none"] if program in RIGHT else [])]),
        "digits": draw.choice([None, None, 2, 3, 4]),
        "begin": draw.random() < 0.4,
        "look": draw.choice(["numpy", "list", "tuple", "csv", "matlab", "semicolons", "words"]),
        "seed": draw.randrange(1000),
    }


class _Other(Exception):  # noqa: N818 — it is no error
    """Ends a program that has printed another line, or more lines than are asked for."""


class _Beside(Desk):
    """The screen of a program that is to print these rows, as rounded; it ends the program at the first other row."""

    def __init__(self, rows, **drawn):
        super().__init__(**drawn)
        self.wanted, self.fits = rows, True
        self.width = 1e-9 if self.digits is None else 0.5 * 10**-self.digits + 1e-9

    def _print(self, w, b):
        super()._print(w, b)
        if len(self.rows) > len(self.wanted):
            raise _Other
        pairs = zip(self.rows[-1], self.wanted[len(self.rows) - 1], strict=False)
        self.fits = all(abs(one - other) <= self.width for one, other in pairs)
        if not self.fits:
            raise _Other


def _ending(program, data, rows, drawn):
    """How a program ends that prints these rows: "" by itself or never, "stopped" later; None if it does not.

    It has time for `MANY` passes, or for the drawn number if what it prints depends on how many they are.
    """
    whole = _ending_in_time(program, data, rows, {**drawn, "passes": MANY})
    return _ending_in_time(program, data, rows, drawn) if whole is None else whole


def _ending_in_time(program, data, rows, drawn):
    beside = _Beside(rows, **drawn)
    with suppress(_Other):
        program(data.X.tolist(), data.y.tolist(), beside)
    if not beside.fits or len(beside.rows) < len(rows):
        return None
    return "stopped" if len(beside.rows) > len(rows) and not _never_ends(program, data, drawn) else ""


def _never_ends(program, data, drawn):
    if program in ENDING and not isinstance(
        separate(data if drawn["bias"] == "none" else data.augmented()), Inseparable
    ):
        return False
    desk = Desk(**{**drawn, "when": "pass", "begin": False, "passes": MANY})
    program(data.X.tolist(), data.y.tolist(), desk)
    return len(desk.lines) >= MANY


def plain(parts, drawn):
    """The parts of a name, without those that make no difference with these details."""
    found = {*parts} - {"cyclic", "", "float-tie"}
    if drawn["rate"] == 1:
        found -= {"bias-rate", "w-rate"}
    if drawn["bias"] == "none":
        found = {"old-scores" if part == "old-weights" else part.removesuffix("-w") for part in found}
        found = {part for part in found if not part.startswith(("bias-", "w-rate"))}
    if drawn["when"] == "pass":
        found = {"batch" if part == "old-scores" else part for part in found}
    return frozenset(found)


def _size(name):
    """How many faults a name has, as the search counts them: beside one, an order that is not the usual one counts."""
    faults = name - RULES - EARLY
    return len(faults) + bool(name & EARLY) + bool(faults and name & RULES)


def alike(data, rows, drawn):
    """The names of the programs that print these rows at some rate, after some pass, with or without the start.

    As two faults are sought only where none prints the rows, those with more faults than need be are left out.
    """
    rates = dict.fromkeys([drawn["rate"], drawn["rate"] / 2, 1])
    found = set()
    for program, name in {**RIGHT, **WRONG}.items():
        for rate, when, begin in product(rates, ("update", "visit", "pass"), (False, True)):
            end = _ending(program, data, rows, {**drawn, "rate": rate, "when": when, "begin": begin})
            if end is not None:
                found.add(plain([*name.split(), end], {**drawn, "rate": rate}))
    fewest = max(1, min(map(_size, found), default=1))
    found = {each - EARLY for each in found if _size(each) <= fewest}
    plainer = any(each <= RULES - SPECIAL for each in found)
    return {each for each in found if not (plainer and each & SPECIAL)}


class Judged(NamedTuple):
    """What came of a program's lines, with the programs that print them and those that were named.

    `came` is "right" or "unknown" where the rows decide, and "all named", "some named" or "none named" where they do
    not; "simpler" where a plainer rule or fewer faults print them, too; "wrong", "stranger named" or "silent".
    """

    came: str
    same: frozenset[frozenset[str]] = frozenset()
    named: tuple[str, ...] = ()
    seconds: float = 0.0


def judged(program, data, drawn):
    """Judge what `explain` says of a program's lines."""
    desk = Desk(**drawn)
    with np.errstate(all="ignore"):
        program(data.X.tolist(), data.y.tolist(), desk)
        lines = desk.lines[:MOST_LINES]
        if len(lines) < 2:
            return Judged("silent")
        rows = desk.rows[:MOST_LINES]
        same = alike(data, rows if desk.digits is None else np.round(rows, desk.digits).tolist(), drawn)
    began = time.thread_time()
    try:
        found = explain(data, "\n".join(lines))
    except ValueError:
        return Judged("silent")  # its weights left every range
    seconds = time.thread_time() - began
    named = {plain([each.rule, *each.faults], drawn) - EARLY: each.by_chance for each in found.candidates[::-1]}
    told = tuple(" ".join([each.rule, *each.faults]) for each in found.candidates)
    return Judged(_came(same, named), frozenset(same), told, seconds)


def _came(same, named):
    if not same:
        return "stranger named" if named else "right"
    sure = {name for name, by_chance in named.items() if not by_chance}
    if not named:
        return "unknown" if len(same) == 1 else "none named"
    if not same & {*named}:
        special = all(each & SPECIAL for each in same) and any(each <= RULES - SPECIAL for each in named)
        return "simpler" if special or max(map(_size, named)) < min(map(_size, same)) else "wrong"
    if same <= {*named}:
        return "right" if len(sure | same) == 1 else "all named"
    return "some named"


def measured(seeds, programs=WANTED):
    """Yield for each program, kind of board and seed what came of it; each program sees one kind of board a seed."""
    for seed in seeds:
        for number, program in enumerate(programs):
            for place, data in enumerate(boards(seed)):
                if (place + number + seed) % len(KINDS) == 0:
                    draw = random.Random(zlib.crc32(f"{program.__name__} {place} {seed}".encode()))
                    drawn = details(draw, program)
                    yield program, place, seed, drawn, judged(program, data, drawn)


def main(first, end):
    """Print a table of what came of all programs, and each miss."""
    counts, times = Counter(), []
    for program, place, seed, drawn, found in measured(range(first, end)):
        counts[KINDS[place], found.came] += 1
        times.append((found.seconds, program.__name__, KINDS[place], seed))
        if found.came not in ("right", "all named", "simpler", "silent"):
            told = {name: value for name, value in drawn.items() if name not in ("look", "seed")}
            print(found.came, "|", program.__name__, "|", WANTED[program], "|", KINDS[place], seed, told)
            same = sorted(" ".join(sorted(each)) or "cyclic" for each in found.same)
            print("    prints the same:", *same, "| named:", *found.named, sep=" · ", flush=True)
    columns = sorted({came for _, came in counts})
    print("", *columns, sep="\t")
    for kind in (*KINDS, None):
        print(kind or "all", *(sum(n for (k, came), n in counts.items() if came == c and kind in (k, None))
                               for c in columns), sep="\t")  # fmt: skip
    print("slowest:", *sorted(times)[-3:])


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
