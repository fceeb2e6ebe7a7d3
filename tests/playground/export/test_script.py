"""The program that a page offers prints the numbers on the screen, with nothing but the library."""

import json
import math
import re
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from playground.address.codes import encode
from playground.page.controls import SOURCES
from playground.pages import PAGES
from playground.pages.adversary.scene import AVERAGED, HALVING, PERCEPTRON
from playground.pages.experiments.scene import AWAY, EXPERIMENTS, ZERO
from playground.pages.race.scene import DRAWN
from playground.text import fraction, number, plural, whole
from tests.boards import HAND, XOR, placed
from tests.marks import slow
from tests.playground.test_fuzz import good
from tests.playground.visiting import parts_of, printed, shared, told

README = [line.strip() for line in (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8").splitlines()]

BOARDS = {
    **{name: {"data": name, "bias": "true"} for name in SOURCES if name != "by hand"},
    "by hand": {"data": "by hand", "points": encode(HAND), "bias": "true"},
    "a table": {
        "data": "by hand",
        "points": encode(HAND),
        "x1": "length, longest~-3.761234567~1.7712345678",
        "x2": "width",
        "label": "kind~setosa of the north~versicolor of old",
        "bias": "true",
    },
    "points of a chosen radius, each at length 1": {"n": "40", "gamma": "0.05", "R": "2", "seed": "11", "unit": "true"},
}
ONE = {"data": "by hand", "points": encode(HAND[:1])}
LISTED = {"order": "my list", "sequence": "3, 0, 1, 2, 3, 3, 0"}
RUNS = {
    **BOARDS,
    "one point": ONE,
    "every setting": {"data": "two blobs", "bias": "true", "c": "0.3", "order": "shuffled", "rate": "0.25",
                      "start": "-5, 2.5, 1", "ties": "read as \N{MINUS SIGN}1", "seed": "7"},
    "the hardest first": {"data": "slow pair", "bias": "true", "order": "hardest", "ties": "correct"},
    "drawn one at a time from a start with a zero": {"order": "random", "seed": "5", "start": "0, 2.5"},
    "from the first point again": {"data": "AND", "bias": "true", "order": "restarting"},
    "in an order of one's own": {"data": "OR", "bias": "true", **LISTED},
}  # fmt: skip

DESCENTS = {
    **BOARDS,
    "one point": ONE,
    "every setting": {"eps": "0.5", "picture": "surface", "batch": "7", "from": "-1, 4", "seed": "8", "n": "30",
                      "gamma": "0.2", "R": "3", "outcome": "true", "data": "chosen margin"},
    "from 0, where no line is": {"data": "XOR", "from": "0"},
    "used up": {"eps": "0.001", "from": "2, 3", "seed": "4"},
}  # fmt: skip

KERNELS = {
    **BOARDS,
    "one point": ONE,
    "every setting": {"data": "two moons", "n": "30", "seed": "5", "kernel": "polynomial", "degree": "3",
                      "width": "0.7", "bias": "true", "c": "0.3", "order": "random", "outcome": "true"},
    "another width": {"width": "0.25", "order": "hardest"},
    "of a chosen margin": {"data": "chosen margin", "gamma": "0.2", "R": "3", "kernel": "linear", "order": "shuffled"},
    "no line": {"data": "XOR", "kernel": "linear", "bias": "true"},
    "in an order of one's own": {"data": "XOR", **LISTED},
    "used up": {"data": "spirals", "n": "60", "kernel": "linear", "bias": "true", "order": "random"},
    "more points than the margin is computed for": {"n": "101"},
}  # fmt: skip

NONSEPARABLE = {
    **BOARDS,
    "every setting": {"data": "inseparable cloud", "n": "15", "bias": "false", "order": "shuffled", "rate": "0.25",
                      "start": "-5, 2.5", "ties": "correct", "seed": "7", "grid": "1/4",
                      "outcome": "true"},
    "another constant": {"data": "rings", "bias": "true", "c": "0.3", "order": "random", "grid": "1/128"},
    "of a chosen margin": {"data": "chosen margin", "gamma": "0.2", "R": "3", "start": "1, 2, 3", "bias": "true"},
    "in an order of one's own": {"data": "XOR", "bias": "true", **LISTED},
    "through the origin": {"data": "by hand", "points": encode(XOR), "bias": "false", "order": "hardest"},
}  # fmt: skip

ADVERSARIES = {
    "you, for a while": {"said": "pmm"},
    "you, to the end": {"said": "pmmppm", "margin": "0.5", "outcome": "true"},
    **{player: {"player": player} for player in (PERCEPTRON, AVERAGED, HALVING)},
    **{f"{player}, {tie}": {"player": player, "ties": tie, "margin": "0.3"}
       for player in (PERCEPTRON, AVERAGED) for tie in ("correct", "read as +1", "read as \N{MINUS SIGN}1")},
    "halving, fewer rounds than asked for": {"player": HALVING, "margin": "0.1"},
    "one round": {"player": PERCEPTRON, "margin": "1"},
}  # fmt: skip

HALVINGS = {
    **BOARDS,
    "one point": ONE,
    "a point that leaves nothing": {"data": "by hand", "points": encode([(0.0, 0.0, 1)])},
    "every setting": {"directions": "96", "n": "40", "gamma": "0.02", "R": "2", "seed": "6", "outcome": "true"},
}

EVERY_LINE = {switch.key: "true" for switch in DRAWN.values()}
RACES = {
    **{name: {**link, **EVERY_LINE} for name, link in BOARDS.items()},
    "one point": {**ONE, **EVERY_LINE},
    "every setting": {"n": "30", "gamma": "0.2", "R": "2", "seed": "6", "bias": "true", "c": "0.3", "beta": "2.5",
                      "clock": "inner products", "measure": "points wrong", "band": "true", "outcome": "true",
                      **EVERY_LINE},
    "some used up": {"gamma": "0.01", "seed": "1", "beta": "30", **EVERY_LINE},
    "the lines of three": {},
    "the lines of two orders": {"data": "XOR", "orders": "true"},
    "no line": dict.fromkeys(EVERY_LINE, "false"),
}  # fmt: skip

SEPARABLE = ("chosen margin", "AND", "OR", "slow pair")
OF_THE_BOARD = [name for name, experiment in EXPERIMENTS.items() if "data" in experiment.uses]
OF_ITS_OWN = [name for name in EXPERIMENTS if name not in OF_THE_BOARD]
TABLES = {
    **{f"{name}, {data}": {"experiment": name, "data": data, "bias": "true"}
       for name in OF_THE_BOARD for data in SEPARABLE},
    **{f"{name}, by hand": {"experiment": name, **BOARDS["by hand"], "c": "0.3"} for name in OF_THE_BOARD},
    "order, one update": {"experiment": "order", **ONE},
    **{name: {"experiment": name} for name in OF_ITS_OWN},
    "rate, stopped at the cap": {"experiment": "rate", "gamma": "0.01", "seed": "1"},
    **{f"{name}, other points": {"experiment": name, "n": "12", "R": "0.25", "gamma": "0.2", "seed": "9"}
       for name in OF_ITS_OWN},
}  # fmt: skip

DIMENSIONS = {
    "as it opens": {},
    "two dimensions": {"d": "2", "outcome": "true"},
    "every setting": {"d": "7", "n": "30", "gamma": "0.2", "R": "2", "seed": "6", "order": "random"},
    "stopped at the cap": {"d": "1000", "n": "400", "gamma": "0.01", "seed": "1"},
    "irises": {"space": "irises, four measures", "species": "setosa and virginica", "c": "0.5"},
    "irises without a bias": {"space": "irises, four measures", "bias": "false"},
    "irises that overlap": {"space": "irises, four measures", "species": "versicolor and virginica"},
    **{f"{name}, lifted": {**link, "space": "the board's points"} for name, link in BOARDS.items()},
    "a table": {"table": "AD1ACAiAbAsABgAgA__", "bias": "false"},
    "side by side": {"space": "side by side"},
    "in an order of one's own": {"space": "irises, four measures", **LISTED},
    "side by side, shuffled": {"space": "side by side", "order": "shuffled", "seed": "5", "gamma": "0.05"},
}

DIGITS = {
    "the usual": {},
    "every setting": {"digit": "9", "against": "4", "bias": "true", "c": "0.3", "order": "shuffled", "seed": "7",
                      "outcome": "true"},
    "one digit twice": {"digit": "8"},
    "in an order of one's own": LISTED,
    "drawn by hand": {"digits": "drawn by hand", "pictures": "1ADQAAAAAAAACAAAAAAAAAH_wAAAAAAAAAA", "bias": "true"},
}  # fmt: skip

EVERYWHERE = {
    "app.py": RUNS,
    "pages/proof.py": RUNS,
    "pages/dimensions.py": DIMENSIONS,
    "pages/descent.py": DESCENTS,
    "pages/kernels.py": KERNELS,
    "pages/digits.py": DIGITS,
    "pages/nonseparable.py": NONSEPARABLE,
    "pages/adversary.py": ADVERSARIES,
    "pages/halving.py": HALVINGS,
    "pages/race.py": RACES,
    "pages/experiments.py": {name: {**link, "repeats": "5"} for name, link in TABLES.items()},
}
BY_TURNS = ["app", "dimensions", "descent", "kernels", "nonseparable", "halving", "race", "proof"]
"""The pages that are asked by day for a quarter of the boards, which all pages write alike: another quarter each."""
SLOW = ("pages/descent.py", "pages/dimensions.py", "pages/experiments.py")
USUAL = {*OF_ITS_OWN, *(f"{name}, AND" for name in OF_THE_BOARD)} - {"number of points", "dimension"}
"""Of each experiment that does not take long, one link."""
CHECKS = {}


def cases():
    for page, links in EVERYWHERE.items():
        name = Path(page).stem
        turn = BY_TURNS.index(name) if name in BY_TURNS else 0
        often = {"by hand", *(board for place, board in enumerate(BOARDS) if (place + turn) % 4 == 0)}
        rare = {*BOARDS} - often if name in BY_TURNS else set()
        for link in links:
            usual = link in USUAL or (page not in SLOW and link.removesuffix(", lifted") not in rare)
            yield (page, link) if usual else slow(page, link)


def prints(*pages):
    """Register the check of the programs of these pages: of the scene, its facts, the output and the link."""
    return lambda check: CHECKS.update(dict.fromkeys(pages, check)) or check


@pytest.mark.parametrize(("page", "name"), [*cases()])
def test_a_program_prints_the_numbers_on_the_screen(page, name):
    CHECKS[page](*taken(page, EVERYWHERE[page][name]), EVERYWHERE[page][name])


@pytest.mark.slow
@pytest.mark.parametrize("page", EVERYWHERE)
def test_the_programs_of_two_hundred_random_links_print_the_numbers_on_the_screen(page):
    draw, tried = Random(page), 0
    while tried < 200 / len(EVERYWHERE):
        link = {key: good(draw, key) for key in PAGES[page].controls if draw.random() < 0.5}
        link |= {"said": good(draw, "said")} if page == "pages/adversary.py" else {}
        link |= {"repeats": "5"} if page == "pages/experiments.py" else {}
        if draw.random() < 0.3:
            link |= {"data": "by hand", "points": good(draw, "points")}
        try:
            if not shared(page, **link)[1]:
                continue  # an empty board
        except ValueError:
            continue  # an experiment with points of which it can make nothing
        CHECKS[page](*taken(page, link), link)
        tried += 1


def taken(page, link):
    """The scene of a page, its facts, and the output of its program, which has each number of them."""
    shown, files = shared(page, **link)
    *_, program, notebook = (text for name, text in files.items() if name.endswith((".py", ".ipynb")))
    notebook = json.loads(notebook)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 4)
    install, words, *cells = notebook["cells"]
    assert [cell["cell_type"] for cell in (install, words, *cells)] == ["code", "markdown", *["code"] * len(cells)]
    sources = [cell["source"] for cell in cells]
    begin, same = program.split("\n\n", 1)
    assert begin.splitlines()[-1].removeprefix("# ").strip() in README
    assert install["source"].splitlines()[0].removeprefix("# %") in README
    assert same == "\n\n".join([f'"""{words["source"]}"""', *sources]) + "\n"
    for source in sources:
        compile(source, "a cell", "exec")
    assert max(map(len, program.splitlines())) <= 120
    said = printed(program)
    assert not re.search(r"(?<![\w.])-0(\.0*)?(?![\d.])", said + files.get("perceptron-run.csv", ""))
    facts, known = {fact["name"]: fact["value"] for fact in shown["facts"]}, numbers(program + said)
    known |= {number(int(over) / int(under)) for over, under in re.findall(r"margin (\d+)/(\d+)", said)}
    halves = [float(each) for each in re.findall(r"margin (\d+\.\d+),", said)]  # may have been rounded either way
    known |= {number(factor * half) for half in halves for factor in (0.9997, 1.0003)}
    missing = {name: numbers(value) - known for name, value in facts.items() if name not in ("radius R", "d")}
    assert not any(missing.values()), missing
    return shown, facts, said


_POWERS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def numbers(text):
    """The numbers that are printed, and those on the screen, which has 8.19×10⁻⁴ for 8.19e-4."""
    text = re.sub("×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda power: "e" + power[1].translate(_POWERS), text)
    return {number(float(each.replace(",", ""))) for each in re.findall(r"\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?", text)}


def rows(said):
    """The table that is printed, its heads first, and each row by them."""
    heads, *lines = [line.split() for line in said.splitlines() if line.startswith(" ")] or [[]]
    return [dict(zip(heads, line, strict=True)) for line in lines]


def after(said, words):
    return re.search(rf"^{re.escape(words)} (.*)$", said, re.MULTILINE)[1]


def near(values):
    """As a column has them, of which the largest has seven digits."""
    return pytest.approx(values, rel=1e-4, abs=max(1e-5, 1e-6 * float(np.abs(values).max(initial=0))))


def check_table(said, columns, **heads):
    """The table that is printed has these columns under these heads, from the first update on; return its rows."""
    table = rows(said)
    for head, name in heads.items():
        assert [float(row[head]) for row in table] == near([float(value) for value in columns[name][1:]]), head
    return table


def called(shown, name, kind):
    """The part of the first figure that a note in its colour names."""
    figure = shown["panels"][0]["figure"]
    (color,) = (note["color"] for note in figure["notes"] if note["text"] == name)
    named = [part for part in figure["parts"] if (part["kind"], part["color"]) == (kind, color)]
    assert len(named) == 1, name
    return named[0]


@prints("app.py", "pages/proof.py")
def the_run(shown, facts, said, link):
    columns = shown["columns"]
    outcome = re.match(r"Run\((\w+) after [\d,]+ update", said)[1]
    assert (outcome == "cycling") == ("again" in shown)
    assert (facts["margin γ"] == "none") == ("prove it)" in said)
    elsewhere = re.search(r"^bound for this start: (\d+)$", said, re.MULTILINE)
    assert not elsewhere or "start" in link
    assert not elsewhere or whole(int(elsewhere[1])) == facts["bound from here"]
    curves = {"norm_squared": "norm", "alignment": "upper"} if "upper" in columns else {}
    if facts["margin γ"] == "none":
        curves.pop("alignment", None)
    else:
        radius = float(re.search(r"radius (\S+), ", said)[1])
        assert radius == pytest.approx(float(facts["radius R"].replace(",", "")), rel=5e-3)
    check_table(said, columns, update="k", example="point", **curves)


@prints("pages/descent.py")
def the_descents(shown, facts, said, link):
    columns, descents = shown["columns"], re.split("^batches of ", said, flags=re.MULTILINE)[1:]
    assert len(descents) == 3
    for index, (fact, descent) in enumerate(zip(shown["facts"], descents, strict=False)):
        head = re.match(r"\d+: Descent\((\w+) after ([\d,]+) updates? by [\d,]+ examples?\), (\d+) points", descent)
        outcome, made, looked = head[1], int(head[2].replace(",", "")), int(head[3])
        value = "frozen" if outcome == "frozen" else whole(made) + ("+" if outcome == "stopped" else "")
        assert fact["value"].split(" ≤ ")[0] == value
        assert fact["note"].startswith(f"Looked at {plural(looked, 'point')} ")
        path = {name: values[: made + 1] for name, values in columns.items()}
        steps = check_table(descent, path, step="k", w1=f"u{index}", w2=f"v{index}", loss=f"l{index}")
        assert len(steps) == made
        for k, row in enumerate(steps, 1):
            if fact["name"] not in ("single", "batches of 1") and len(shown["points"]) > 1:
                assert columns[f"told{index}"][k].endswith(f", sum over {row['wrong']} wrong")


@prints("pages/kernels.py")
def the_kernels(shown, facts, said, link):
    columns = shown["columns"]
    check_table(said, columns, update="k", point="point", **{"pass": "pass"})
    assert number(float(after(said, "largest K(x, x):"))) == facts["R² = max K"]
    assert float(after(said, "squared length of w:")) == near(columns["norm"][-1])
    counts = json.loads(after(said, "counts:"))
    assert len(counts) == len(shown["points"])
    assert {i: count for i, count in enumerate(counts) if count} == {
        int(name.removeprefix("alpha")): int(values[-1]) for name, values in columns.items() if "alpha" in name
    }
    assert "KernelSeparator(" in said or facts["margin γ"] == ("none" if "prove it" in said else "?")


@prints("pages/nonseparable.py")
def the_run_without_end(shown, facts, said, link):
    columns, errors = shown["columns"], rows(said)
    for name in ("last", "pocket", "averaged", "voted"):
        assert [int(row[name]) for row in errors] == columns[name]
    cycle = re.search(r"^cycle: Cycle\(start=(\d+), length=(\d+)\)", said, re.MULTILINE)
    assert shown.get("again") == (int(cycle[1]) if cycle else None)
    bound = re.search("^bound: (.*)$", said, re.MULTILINE)
    value = facts.get("((R + D)/γ)²") or facts.get("R²/γ²") or facts["bound from here"]
    assert value == (whole(int(bound[1])) if bound and bound[1] != "none" else "none")
    if "Separator(" in said:
        return
    assert (bound is None) == ("start" in link)
    told = [re.fullmatch("λ ([=≈]) (\\S+)", columns[name][0]).groups() for name in columns if name.startswith("share")]
    shares = re.search(r"weights of the proof: \[([^]]*)\]", said)[1].split()
    for share, (sign, text) in zip(map(float, shares), told, strict=True):
        exact = fraction(Fraction(share).limit_denominator(99))
        assert text == (exact if sign == "=" else f"{share:.2g}")


@prints("pages/adversary.py")
def the_adversary(shown, facts, said, link):
    columns = {name: [str(value).replace("−", "-") for value in values] for name, values in shown["columns"].items()}
    told = check_table(said, columns, round="k", predicted="predicted", label="labelled", v="newest")
    assert len(told) == int(facts["mistakes"])
    assert number(float(after(said, "length of v:"))) == facts["length of v"]


@prints("pages/halving.py")
def the_halving(shown, facts, said, link):
    columns, left = shown["columns"], json.loads(after(said, "left after each point:"))
    most, law = float(after(said, "never more than:")), shown["panels"][3]["figure"]
    assert (facts["directions |C|"], facts["left at the end"]) == (whole(left[0]), after(said, "left at the end:"))
    assert f"H − 1 = {number(most)}" in [note["text"].strip() for note in law["notes"]]
    assert columns["left"][1 : len(left)] == list(map(whole, left[1:]))
    for name, words in (("majority", "the majority"), ("random", "one at random"), ("perceptron", "the perceptron")):
        wrong = [k - 1 for k, names in enumerate(columns["wrong"]) if names and words in names]
        assert json.loads(after(said, f"{words} is wrong on points")) == wrong
        assert columns[name][-1] == len(wrong)
    draws = json.loads(after(said, "draws with 0, 1, ... mistakes:"))
    assert [count / sum(draws) for count in draws] == near(law["parts"][0]["y"])


@prints("pages/race.py")
def the_race(shown, facts, said, link):
    columns, notes = shown["columns"], {fact["name"]: fact["note"] for fact in shown["facts"]}
    ends = re.findall(rf"^({'|'.join(facts)}): (.*(?:\n .*)?)$", said, re.MULTILINE)
    assert [racer for racer, _ in ends] == [*DRAWN]
    drawn = [fact["name"] for fact in shown["facts"] if fact["on"]]
    for index, (racer, end) in enumerate(ends):
        # The sentences and the charts are about the racers drawn; without any, the sentences are about all.
        in_words, in_charts = racer in drawn or not drawn, racer in drawn
        assert (f"s{index}" in columns, f"x{index}" in columns) == (in_words, in_charts)
        if said.startswith("Inseparable("):
            assert facts[racer] == "never"
            if in_words and "cycling" not in end:
                assert re.match(r"\d+", columns[f"s{index}"][-1])[0] == re.search(r", (\d+) points wrong", end)[1]
            continue
        outcome, updates, bound, products, margin, angle = re.match(
            r"(\w+) after (\d+) of at most (\d+) updates,\n"
            r" +(\d+) inner products; smallest margin (\S+), (\S+) degrees to w\*",
            end,
        ).groups()
        done = "" if outcome == "converged" else "+"
        assert facts[racer] == f"{whole(int(updates))}{done} ≤ {whole(int(bound))}"
        assert f"after {plural(int(products), 'inner product')}" in notes[racer]
        if in_charts:
            made = int(products if link.get("clock") == "inner products" else updates)
            assert columns[f"x{index}"][-1] == near(math.log10(1 + made))
            if link.get("measure") != "points wrong":
                assert float(margin) == near(columns[f"m{index}"][-1])
            assert math.log10(max(float(angle), 0.01)) == near(columns[f"y{index}"][-1])
        assert (f"{racer} 0°" in told(shown, shown["last"])) == (in_words and float(angle) == 0)


@prints("pages/experiments.py")
def the_experiments(shown, facts, said, link):
    assert "0 beyond its bound" in said
    counted = re.match(r"\d+ runs, (?:\d+ to )?\d+ updates? each,", said)[0]
    assert ", 1 updates" not in counted
    runs = whole(int(counted.split()[0]))
    assert shown["verdict"]["text"].startswith(f"{runs} runs, none beyond its bound.")
    drawn = parts_of(shown, 0)
    table = [line.split() for line in said.splitlines()[2:] if re.search(r"\d$", line)]
    experiment = link.get("experiment", "margin")
    if experiment in ("margin", "dimension"):
        means = [[float(value) for value in line[:2]] for line in table]
        assert means == [near(list(dot)) for dot in zip(drawn["mean"]["x"], drawn["mean"]["y"], strict=True)]
    elif experiment == "unit of length":
        by_scale = zip(*(map(float, column) for column in zip(*table, strict=True)), strict=True)
        expected = zip(
            drawn["R²/γ², a bound"]["x"], drawn["R²/γ², a bound"]["y"], drawn["R²/γ, no bound"]["y"], strict=True
        )
        assert [[row[0], *row[2:]] for row in by_scale] == [near(list(row)) for row in expected]
    elif experiment == "number of points":
        shares = {(int(dim), int(n)): rest for _, dim, n, *rest in table}
        for dim in (4, 12, 40):
            line, medians = drawn[f"d = {dim}"], parts_of(shown, 1)[f"d = {dim}"]
            (counted,) = (
                part for part in shown["panels"][0]["figure"]["parts"]
                if (part["kind"], part["color"]) == ("dots", line["color"])
            )  # fmt: skip
            exact = dict(zip(line["x"], line["y"], strict=True))
            for load, share in zip(counted["x"], counted["y"], strict=True):
                separable, updates, likely = shares[dim, round(load * dim)]
                assert [float(separable), float(likely)] == near([share, exact[load]])
                assert (updates == "<NA>") == (load not in medians["x"])
            updates = [shares[dim, round(load * dim)][1] for load in medians["x"]]
            assert list(map(float, updates)) == near(medians["y"])
    elif experiment == "rate":
        bounds = [called(shown, f"bound, {start}", "lines")["y"] for start in (ZERO, AWAY)]
        assert [float(line[-1]) for line in table] == near([value for bound in bounds for value in bound])
        updates = [value for start in (ZERO, AWAY) for value in called(shown, start, "dots")["y"]]
        means = [sum(updates[at : at + 5]) / 5 for at in range(0, len(updates), 5)]
        assert [float(line[-2]) for line in table] == near(means)
    elif experiment == "learner":
        products = [[float(line[-1]) for line in table][at::3] for at in range(3)]
        assert products == [
            pytest.approx(drawn[learner]["y"], abs=0.05) for learner in ("perceptron", "batch", "smooth")
        ]
    else:
        heads = said.splitlines()[2].split()[1:]
        for order in ("shuffled", "random"):
            bars = {int(line[0]): int(line[1 + heads.index(order)]) for line in table if line[0].isdigit()}
            bars = {updates: count for updates, count in bars.items() if count}
            shown_bars = called(shown, f"{order}, {plural(sum(bars.values()), 'run')}", "bars")
            assert bars == dict(zip(shown_bars["x"], shown_bars["y"], strict=True))
        extremes = re.search(r"fewest and most: \((\d+), (\d+)\)", said)
        assert (extremes is None) == (link.get("data", "chosen margin") == "chosen margin")
        for title, value in zip(("fewest", "most"), extremes.groups() if extremes else (), strict=False):
            (name,) = (note for note in shown["panels"][0]["figure"]["notes"] if note["text"].startswith(f"{title}: "))
            assert (name["text"], name["x"]) == (f"{title}: {whole(int(value))}", int(value))


@prints("pages/dimensions.py")
def the_plane(shown, facts, said, link):
    columns = shown["columns"]
    if link.get("space") == "side by side":
        ends = re.findall(r"^d = (\d+): Run\((\w+) after (\d+) .*, at most (\d+); (\S+) degrees", said, re.MULTILINE)
        assert len(ends) == 4
        for index, (dim, outcome, made, bound, degrees) in enumerate(ends):
            assert facts[f"d = {whole(int(dim))}"] == made + ("" if outcome == "converged" else "+")
            assert whole(int(bound)) == facts["bound"]
            assert abs(columns[f"angle{index}"][-1]) == near(abs(math.radians(float(degrees))))
        return
    lines = rows(said)
    assert len(lines) == shown["last"] + 1
    for k, line in enumerate(lines):
        along, across, degrees = (float(line[head]) for head in ("along", "across", "degrees"))
        if columns["angle"][k] is None:
            assert (along, across) == (0, 0)
            assert math.isnan(degrees)
        else:
            assert columns["angle"][k] == near(math.radians(degrees))
            turned = columns["wa"][k] * across - columns["wb"][k] * along
            assert turned == pytest.approx(0, abs=2e-5 * math.hypot(along, across))


@prints("pages/digits.py")
def the_digits(shown, facts, said, link):
    columns = shown["columns"]
    (drawn,) = re.findall(r"\n\[\[(.*?)\]\]\n", said, re.DOTALL)
    assert re.findall(r"-?\d+", drawn) == columns["w"][-1].split(",")
    assert json.loads(after(said, "pictures added or taken away:")) == columns["point"][1:]
    table = rows("\n".join(line for line in said.splitlines() if "[" not in line))
    assert len(table) == shown["last"] + 1
    for k, row in enumerate(table):
        for head, column in (("update", "k"), *((each, each) for each in ("last", "pocket", "averaged", "voted"))):
            assert int(row[head]) == columns[column][k]


def test_the_program_of_an_experiment_cut_short_makes_as_many_runs(monkeypatch):
    monkeypatch.setattr("playground.pages.experiments.scene.MOST_WORK", 1e4)
    shown, _, said = taken("pages/experiments.py", {"repeats": "50", "seed": "77"})
    assert shown["verdict"]["text"].endswith("these are 10 of each.")
    assert said.startswith("100 runs, ")


@pytest.mark.parametrize("page", [page for page in EVERYWHERE if EVERYWHERE[page] is not RUNS])
def test_every_control_that_changes_the_run_has_been_set_to_something_else(page):
    set_to = {(key, value) for link in EVERYWHERE[page].values() for key, value in link.items()}
    defaults = PAGES[page].settings({}).defaults
    for key in defaults.keys() - {look.key for look in PAGES[page].looks}:
        default = defaults[key]
        assert {value for name, value in set_to if name == key} - {str(default).lower(), str(default)}, key


def test_a_long_board_fits_the_lines_of_its_program():
    points = [(i / 64, (i % 7) / 8, i % 2) for i in range(60)]
    program = shared(data="by hand", points=encode(points))[1]["perceptron-run.py"]
    assert max(map(len, program.splitlines())) <= 110
    assert len(program.splitlines()) <= 50
    known: dict[str, Any] = {"print": lambda *_: None}
    exec(program, known)
    assert placed(known["data"]) == points


BOARD_PAGES = [page for page, links in EVERYWHERE.items() if "a table" in links and page != "pages/dimensions.py"]


@pytest.mark.parametrize("page", BOARD_PAGES)
def test_a_program_says_what_a_table_measured_and_an_empty_board_has_none(page):
    _, files = shared(page, **BOARDS["a table"])
    (program,) = [text for name, text in files.items() if name.endswith(".py") and name != "perceptron-loop.py"]
    said = [
        "x1 = (length, longest + 3.761234567)/1.7712345678",
        "x2 = width",
        "+1: setosa of the north, \N{MINUS SIGN}1: versicolor of old",
    ]
    assert "".join(f"    # {line}\n" for line in said) in program
    assert shared(page, data="by hand")[1] == {}


def test_before_the_first_answer_there_is_no_program():
    assert shared("pages/adversary.py")[1] == {}
