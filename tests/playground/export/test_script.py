"""The program that a page offers makes what is on the screen, with nothing but the library."""

import json
import math
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from playground.address.codes import encode
from playground.page.controls import SOURCES
from playground.pages import PAGES
from playground.pages.adversary.scene import AVERAGED, HALVING, PERCEPTRON
from playground.pages.experiments.scene import AWAY, EXPERIMENTS, ZERO
from playground.text import fraction, number, plural, whole
from tests.boards import HAND, XOR
from tests.marks import slow
from tests.playground.visiting import printed, shared, told

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
ELSEWHERE = ["dimensions", "descent", "kernels", "nonseparable", "halving", "race", "proof"]


def rarely(links, page):
    """The names of a page's links; of the boards, which all pages write alike, a third, another one on each page."""
    turn = ELSEWHERE.index(page)
    often = ["by hand", *(name for place, name in enumerate(BOARDS) if (place + turn) % 3 == 0)]
    return [slow(name) if name.removesuffix(", lifted") in {*BOARDS} - {*often} else name for name in links]


LINKS = {
    **BOARDS,
    "one point": {"data": "by hand", "points": encode(HAND[:1])},
    "every setting": {
        "data": "two blobs",
        "bias": "true",
        "c": "0.3",
        "order": "shuffled",
        "rate": "0.25",
        "start": "-5, 2.5, 1",
        "ties": "read as \N{MINUS SIGN}1",
        "seed": "7",
    },
    "the hardest first": {"data": "slow pair", "bias": "true", "order": "hardest", "ties": "correct"},
    "drawn one at a time from a start with a zero": {"order": "random", "seed": "5", "start": "0, 2.5"},
}


def taken(page, link):
    """The scene of a page, its facts, and what the program prints that comes with them."""
    shown, files = shared(page, **link)
    program, notebook = files.values()
    install, words, *cells = json.loads(notebook)["cells"]
    sources = [cell["source"] for cell in cells]
    assert install["source"].removeprefix("# ") in README
    assert program == "\n\n".join([install["source"], f'"""{words["source"]}"""', *sources]) + "\n"
    for source in sources:
        compile(source, "a cell", "exec")
    assert max(map(len, program.splitlines())) <= 120
    return shown, {fact["name"]: fact["value"] for fact in shown["facts"]}, printed(program)


def rows(said):
    """The table that is printed, its heads first, and each row by them."""
    heads, *lines = [line.split() for line in said.splitlines() if line.startswith(" ")] or [[]]
    return [dict(zip(heads, line, strict=True)) for line in lines]


def after(said, words):
    """What stands in a line after these words."""
    return re.search(rf"^{re.escape(words)} (.*)$", said, re.MULTILINE)[1]


def traces(shown, area):
    """What a panel's figure draws, by its name."""
    (panel,) = (panel for panel in shown["panels"] if panel["area"] == area)
    return {trace.get("name"): trace for trace in panel["figure"]["data"]}


def near(values):
    return pytest.approx(values, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("name", LINKS)
def test_the_program_prints_the_numbers_on_the_screen(name):
    shown, updates = check_run("app.py", name)
    columns = shown["columns"]
    for k, row in enumerate(updates, 1):
        assert [int(row[head]) for head in ("update", "example")] == [k, columns["point"][k]]
        assert float(row["norm_squared"]) == near(columns["norm"][k])
        if shown["facts"][0]["value"] != "none":
            assert float(row["alignment"]) == near(columns["upper"][k])


@pytest.mark.parametrize("name", rarely(LINKS, "proof"))
def test_the_program_of_the_proof_prints_its_run(name):
    check_run("pages/proof.py", name)


def check_run(page, name):
    """The program prints the outcome and the facts of a page; return the scene and the rows that are printed."""
    shown, files = shared(page, **LINKS[name])
    said = printed(files["perceptron-run.py"])
    assert not re.search(r"-0(\.0*)?(?![\d.])", said + files["perceptron-run.csv"])
    gamma, radius, bound, updates = (fact["value"].replace(",", "") for fact in shown["facts"][:4])
    (outcome, made) = re.match(r"Run\((\w+) after ([\d,]+) update", said).groups()
    assert made.replace(",", "") == updates
    assert (outcome == "cycling") == ("again" in shown)
    if gamma == "none":
        assert "prove it)" in said
    else:
        margin, length, allowed = re.search(r"Separator\(margin (\S+), radius (\S+), bound (\S+)\)", said).groups()
        assert [float(margin), float(length)] == pytest.approx([float(gamma), float(radius)], rel=5e-3)
        elsewhere = re.search(r"^bound for this start: (\d+)$", said, re.MULTILINE)
        assert (elsewhere[1] if elsewhere else allowed) == bound
        assert bool(elsewhere) == ("start" in LINKS[name])
    table = rows(said)
    assert len(table) == int(updates)
    return shown, table


DESCENTS = {
    **BOARDS,
    "one point": {"data": "by hand", "points": encode(HAND[:1])},
    "every setting": {"eps": "0.5", "picture": "surface", "batch": "7", "from": "-1, 4", "seed": "8", "n": "30",
                      "gamma": "0.2", "R": "3", "outcome": "true", "data": "chosen margin"},
    "from 0, where no line is": {"data": "XOR", "from": "0"},
    "used up": {"eps": "0.001", "from": "2, 3", "seed": "4"},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", rarely(DESCENTS, "descent"))
def test_the_program_of_the_descents_prints_each_of_their_steps(name):
    shown, facts, said = taken("pages/descent.py", DESCENTS[name])
    columns = shown["columns"]
    separable = said.startswith("Separator(")
    descents = re.split("^batches of ", said, flags=re.MULTILINE)[1:]
    for index, (fact, descent) in enumerate(zip(shown["facts"], descents, strict=False)):
        head = re.match(r"\d+: Descent\((\w+) after ([\d,]+) updates? by [\d,]+ examples?\), (\d+) points", descent)
        outcome, looked = head[1], int(head[3])
        made = whole(int(head[2].replace(",", "")))
        value = "frozen" if outcome == "frozen" else made + ("+" if outcome == "stopped" else "")
        value += f" \N{LESS-THAN OR EQUAL TO} {whole(int(after(descent, 'at most').split()[0]))}" if separable else ""
        assert fact["value"] == value
        assert fact["note"].startswith(f"Looked at {plural(looked, 'point')} ")
        steps = rows(descent)
        assert len(steps) == int(made.replace(",", ""))
        for k, row in enumerate(steps, 1):
            assert int(row["step"]) == k
            if fact["name"] != "single":
                assert columns[f"told{index}"][k].startswith(f"sum over {row['wrong']} wrong, ")
        for head, letter in (("w1", "u"), ("w2", "v"), ("loss", "l")):
            values = columns[f"{letter}{index}"][1 : len(steps) + 1]
            assert [float(row[head]) for row in steps] == near(values)
    assert len(descents) == 3
    assert (
        number(float(after(said, "length of the start over the rate:")))
        == facts["\N{DOUBLE VERTICAL LINE}w\N{SUBSCRIPT ZERO}\N{DOUBLE VERTICAL LINE}/ε"]
    )


KERNELS = {
    **BOARDS,
    "one point": {"data": "by hand", "points": encode(HAND[:1])},
    "every setting": {"data": "two moons", "n": "30", "seed": "5", "kernel": "polynomial", "degree": "3",
                      "width": "0.7", "bias": "true", "c": "0.3", "order": "random", "outcome": "true"},
    "another width": {"width": "0.25", "order": "hardest"},
    "of a chosen margin": {"data": "chosen margin", "gamma": "0.2", "R": "3", "kernel": "linear", "order": "shuffled"},
    "no line": {"data": "XOR", "kernel": "linear", "bias": "true"},
    "used up": {"data": "spirals", "n": "60", "kernel": "linear", "bias": "true", "order": "random"},
    "more points than the margin is computed for": {"n": "101"},
}  # fmt: skip


@pytest.mark.parametrize("name", rarely(KERNELS, "kernels"))
def test_the_program_of_the_kernels_prints_the_mistakes_and_the_counts(name):
    shown, facts, said = taken("pages/kernels.py", KERNELS[name])
    columns, updates = shown["columns"], rows(said)
    assert facts["updates"] == whole(len(updates))
    assert [int(row["point"]) for row in updates] == columns["point"][1:]
    assert [int(row["pass"]) for row in updates] == columns["pass"][1:]
    assert [int(row["update"]) for row in updates] == columns["k"][1:]
    assert number(float(after(said, "largest K(x, x):"))) == facts["R² = max K"]
    assert float(after(said, "squared length of w:")) == near(columns["norm"][-1])
    counts = json.loads(after(said, "counts:"))
    assert len(counts) == len(shown["points"])
    assert {i: count for i, count in enumerate(counts) if count} == {
        int(name.removeprefix("alpha")): int(values[-1]) for name, values in columns.items() if "alpha" in name
    }
    if found := re.search(r"KernelSeparator\(margin (\S+), radius \S+, bound (\S+)\)", said):
        assert float(found[1]) == pytest.approx(float(facts["margin γ"]), rel=5e-3)
        assert whole(int(found[2].replace(",", ""))) == facts["bound R²/γ²"]
    else:
        assert facts["margin γ"] == ("none" if "prove it" in said else "?")


NONSEPARABLE = {
    **BOARDS,
    "every setting": {"data": "inseparable cloud", "n": "15", "bias": "false", "order": "shuffled", "rate": "0.25",
                      "start": "-5, 2.5", "ties": "correct", "seed": "7", "grid": "1/4",
                      "outcome": "true"},
    "another constant": {"data": "rings", "bias": "true", "c": "0.3", "order": "random", "grid": "1/128"},
    "of a chosen margin": {"data": "chosen margin", "gamma": "0.2", "R": "3", "start": "1, 2, 3", "bias": "true"},
    "through the origin": {"data": "by hand", "points": encode(XOR), "bias": "false", "order": "hardest"},
}  # fmt: skip


@pytest.mark.parametrize("name", rarely(NONSEPARABLE, "nonseparable"))
def test_the_program_of_a_run_without_end_prints_its_cycle_and_how_many_points_are_wrong(name):
    shown, facts, said = taken("pages/nonseparable.py", NONSEPARABLE[name])
    errors = rows(said)
    for way in ("last", "pocket", "averaged", "voted"):
        assert [int(row[way]) for row in errors] == shown["columns"][way]
    end = errors[-1]
    assert facts["wrong: last · pocket · avg"] == f"{end['last']} · {end['pocket']} · {end['averaged']}"
    assert facts["updates"] == whole(int(end["update"]))
    assert f"after {end['update']} update" in said
    cycle = re.search(r"^cycle: Cycle\(start=(\d+), length=(\d+)\)", said, re.MULTILINE)
    assert shown.get("again") == (int(cycle[1]) if cycle else None)
    assert not cycle or facts["cycle"] == whole(int(cycle[2]))
    if "Separator(" in said:
        assert whole(int(after(said, "bound:"))) == (facts.get("R²/γ²") or facts["bound for this start"])
        return
    told = re.findall("λ ([=≈]) (\\S+)'", str(shown["panels"][0]["figure"]["layout"]["annotations"]))
    shares = re.search(r"weights of the proof: \[([^]]*)\]", said)[1].split()
    for share, (sign, text) in zip(map(float, shares), told, strict=True):
        exact = fraction(Fraction(share).limit_denominator(99))
        assert text == (exact if sign == "=" else f"{share:.2g}")
    bound = re.search("^bound: (.*)$", said, re.MULTILINE)
    value = facts["((R + D)/γ)²"]
    assert value == (whole(int(bound[1])) if bound and bound[1] != "none" else "none")
    assert (bound is None) == ("start" in NONSEPARABLE[name])


ADVERSARIES = {
    "you, for a while": {"said": "pmm"},
    "you, to the end": {"said": "pmmppm", "margin": "0.5", "outcome": "true"},
    **{player: {"player": player} for player in (PERCEPTRON, AVERAGED, HALVING)},
    **{f"{player}, {tie}": {"player": player, "ties": tie, "margin": "0.3"}
       for player in (PERCEPTRON, AVERAGED) for tie in ("correct", "read as +1", "read as \N{MINUS SIGN}1")},
    "halving, fewer rounds than asked for": {"player": HALVING, "margin": "0.1"},
    "one round": {"player": PERCEPTRON, "margin": "1"},
}  # fmt: skip


@pytest.mark.parametrize("name", ADVERSARIES)
def test_the_program_of_the_adversary_prints_its_rounds(name):
    shown, facts, said = taken("pages/adversary.py", ADVERSARIES[name])
    margin, rounds, mistakes = re.match(r"margin (\S+) allows (\d+) rounds; mistakes: (\d+)", said).groups()
    assert number(float(Fraction(margin))) == facts["margin γ"]
    assert [whole(int(rounds)), whole(int(mistakes))] == [facts["⌊1/γ²⌋"], facts["mistakes"]]
    assert number(float(after(said, "length of v:"))) == facts["length of v"]
    columns, told = shown["columns"], rows(said)
    assert [int(row["round"]) for row in told] == list(range(1, int(mistakes) + 1)) == columns["k"][1:]
    for head, column in (("predicted", "predicted"), ("label", "labelled")):
        assert [int(row[head]) for row in told] == [int(sign.replace("−", "-")) for sign in columns[column][1:]]
    assert [float(row["v"]) for row in told] == near(columns["newest"][1:])


HALVINGS = {
    **BOARDS,
    "one point": {"data": "by hand", "points": encode(HAND[:1])},
    "a point that leaves nothing": {"data": "by hand", "points": encode([(0.0, 0.0, 1)])},
    "every setting": {"directions": "96", "n": "40", "gamma": "0.02", "R": "2", "seed": "6", "outcome": "true"},
}


@pytest.mark.parametrize("name", rarely(HALVINGS, "halving"))
def test_the_program_of_the_halving_prints_who_is_wrong_where_and_what_is_left(name):
    shown, facts, said = taken("pages/halving.py", HALVINGS[name])
    columns, left = shown["columns"], json.loads(after(said, "left after each point:"))
    bound = re.match(r"HalvingRun\(.*\) - at most (\d+)\n", said)[1]
    mean, most = (float(after(said, words)) for words in ("mean at random:", "never more than:"))
    assert list(facts.values()) == [whole(left[0]), bound, number(mean), whole(int(after(said, "left at the end:")))]
    law = shown["panels"][3]["figure"]
    assert f"H − 1 = {number(most)}" in [note["text"].strip() for note in law["layout"]["annotations"]]
    assert columns["left"][1 : len(left)] == list(map(whole, left[1:]))
    for name, words in (("majority", "the majority"), ("random", "one at random"), ("perceptron", "the perceptron")):
        wrong = [k - 1 for k, told in enumerate(columns[f"{name}said"]) if told and told.endswith("wrong")]
        assert json.loads(after(said, f"{words} is wrong on points")) == wrong
        assert columns[name][-1] == len(wrong)
    draws = json.loads(after(said, "draws with 0, 1, ... mistakes:"))
    assert [count / sum(draws) for count in draws] == near(law["data"][0]["y"])


RACES = {
    **BOARDS,
    "one point": {"data": "by hand", "points": encode(HAND[:1])},
    "every setting": {"n": "30", "gamma": "0.2", "R": "2", "seed": "6", "bias": "true", "c": "0.3", "beta": "2.5",
                      "clock": "inner products", "measure": "points wrong", "band": "true", "outcome": "true"},
    "some used up": {"gamma": "0.01", "seed": "1", "beta": "30"},
}  # fmt: skip


@pytest.mark.parametrize("name", rarely(RACES, "race"))
def test_the_program_of_the_race_prints_how_each_racer_ends(name):
    link = RACES[name]
    shown, facts, said = taken("pages/race.py", link)
    columns, notes = shown["columns"], {fact["name"]: fact["note"] for fact in shown["facts"]}
    names = [re.escape(name) for name in ("perceptron", "hardest", "batch", "margin", "smooth", "von Neumann")]
    ends = re.findall(rf"^({'|'.join(names)}): (.*(?:\n .*)?)$", said, re.MULTILINE)
    assert len(ends) == 6
    for index, (racer, end) in enumerate(ends):
        if said.startswith("Inseparable("):
            assert facts.get(racer, "never") == "never"
            if "cycling" not in end:
                assert re.match(r"\d+", columns[f"s{index}"][-1])[0] == re.search(r", (\d+) points wrong", end)[1]
            continue
        outcome, updates, bound, products, margin, angle = re.match(
            r"(\w+) after (\d+) of at most (\d+) updates,\n"
            r" +(\d+) inner products; smallest margin (\S+), (\S+) degrees to w\*",
            end,
        ).groups()
        done = "" if outcome == "converged" else "+"
        assert facts.get(racer) in (None, f"{whole(int(updates))}{done} \N{LESS-THAN OR EQUAL TO} {whole(int(bound))}")
        cost = f"after {plural(int(products), 'inner product')}"
        assert cost in notes.get(racer, cost)
        made = int(products if link.get("clock") else updates)
        assert columns[f"x{index}"][-1] == near(math.log10(1 + made))
        if link.get("measure") != "points wrong":
            assert float(margin) == near(columns[f"m{index}"][-1])
        assert math.log10(max(float(angle), 0.01)) == near(columns[f"y{index}"][-1])
        _, _, angles = told(shown, shown["last"]).partition("Angles to w*: ")
        if angles:
            assert (f"{racer} 0°" in angles) == (float(angle) == 0)


SEPARABLE = ("chosen margin", "AND", "OR", "slow pair")
OF_THE_BOARD = [name for name, experiment in EXPERIMENTS.items() if "data" in experiment.uses]
OF_ITS_OWN = [name for name in EXPERIMENTS if name not in OF_THE_BOARD]
TABLES = {
    **{f"{name}, {data}": {"experiment": name, "data": data, "bias": "true"}
       for name in OF_THE_BOARD for data in SEPARABLE},
    **{f"{name}, by hand": {"experiment": name, **BOARDS["by hand"], "c": "0.3"} for name in OF_THE_BOARD},
    "order, one update": {"experiment": "order", "data": "by hand", "points": encode(HAND[:1])},
    **{name: {"experiment": name} for name in OF_ITS_OWN},
    "rate, stopped at the cap": {"experiment": "rate", "gamma": "0.01", "seed": "1"},
    **{f"{name}, other points": {"experiment": name, "n": "12", "R": "0.25", "gamma": "0.2", "seed": "9"}
       for name in OF_ITS_OWN},
}  # fmt: skip


RARE = {
    "number of points, other points",
    "rate, stopped at the cap",
    *(f"{name}, {data}" for name, often in zip(OF_THE_BOARD, SEPARABLE[:0:-1], strict=True)
      for data in SEPARABLE[1:] if data != often),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_the_program_of_an_experiment_prints_what_came_of_the_same_runs(name):
    shown, _, said = taken("pages/experiments.py", {**TABLES[name], "repeats": "5"})
    assert "0 beyond its bound" in said
    counted = re.match(r"\d+ runs, (?:\d+ to )?\d+ updates? each,", said)[0]
    assert "1 updates" not in counted
    told = re.sub(r"\d+", lambda match: whole(int(match[0])), counted)
    assert shown["verdict"]["text"].startswith(f"{told} none beyond its bound.")
    drawn = traces(shown, shown["panels"][0]["area"])
    table = [line.split() for line in said.splitlines()[2:] if re.search(r"\d$", line)]
    experiment = TABLES[name]["experiment"]
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
            counted, medians = drawn[f"d = {dim}"], traces(shown, "side")[f"d = {dim}"]
            exact = dict(zip(drawn[f"d = {dim}, exact"]["x"], drawn[f"d = {dim}, exact"]["y"], strict=True))
            for load, share in zip(counted["x"], counted["y"], strict=True):
                separable, updates, likely = shares[dim, round(load * dim)]
                assert [float(separable), float(likely)] == near([share, exact[load]])
                assert (updates == "<NA>") == (load not in medians["x"])
            updates = [shares[dim, round(load * dim)][1] for load in medians["x"]]
            assert list(map(float, updates)) == near(medians["y"])
    elif experiment == "rate":
        bounds = [trace for trace in shown["panels"][0]["figure"]["data"] if trace["name"] == "its bound"]
        assert [float(line[-1]) for line in table] == near([value for trace in bounds for value in trace["y"]])
        updates = drawn[ZERO]["y"] + drawn[AWAY]["y"]
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
            (shown_bars,) = (trace for title, trace in drawn.items() if title.startswith(f"{order}, "))
            assert bars == dict(zip(shown_bars["x"], shown_bars["y"], strict=True))
        extremes = re.search(r"fewest and most: \((\d+), (\d+)\)", said)
        assert (extremes is None) == ("data" in TABLES[name] and TABLES[name]["data"] == "chosen margin")
        for title, value in zip(("fewest", "most"), extremes.groups() if extremes else (), strict=False):
            assert f"{title}: {whole(int(value))}" in drawn


def test_the_program_of_an_experiment_cut_short_makes_as_many_runs(monkeypatch):
    monkeypatch.setattr("playground.pages.experiments.scene.MOST_WORK", 1e4)
    shown, _, said = taken("pages/experiments.py", {"repeats": "50", "seed": "77"})
    assert shown["verdict"]["text"].endswith("these are 10 of each.")
    assert said.startswith("100 runs, ")


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
    "side by side, shuffled": {"space": "side by side", "order": "shuffled", "seed": "5", "gamma": "0.05"},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", rarely(DIMENSIONS, "dimensions"))
def test_the_program_of_the_plane_prints_where_w_is_in_it(name):
    shown, facts, said = taken("pages/dimensions.py", DIMENSIONS[name])
    columns = shown["columns"]
    if name.startswith("side by side"):
        ends = re.findall(r"^d = (\d+): Run\((\w+) after (\d+) .*, at most (\d+); (\S+) degrees", said, re.MULTILINE)
        assert len(ends) == 4
        for index, (dim, outcome, made, bound, degrees) in enumerate(ends):
            assert facts[f"d = {whole(int(dim))}"] == made + ("" if outcome == "converged" else "+")
            assert int(bound) == int(facts["bound"])
            assert abs(columns[f"angle{index}"][-1]) == near(abs(math.radians(float(degrees))))
        return
    updates = re.search(r"^Run\(\w+ after ([\d,]+) update", said, re.MULTILINE)[1]
    assert facts["updates"] == whole(int(updates.replace(",", "")))
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


DIGITS = {
    "the usual": {},
    "every setting": {"digit": "9", "against": "4", "bias": "true", "c": "0.3", "order": "shuffled", "seed": "7",
                      "outcome": "true"},
    "one digit twice": {"digit": "8"},
    "drawn by hand": {"digits": "drawn by hand", "pictures": "1ADQAAAAAAAACAAAAAAAAAH_wAAAAAAAAAA", "bias": "true"},
}  # fmt: skip


@pytest.mark.parametrize("name", DIGITS)
def test_the_program_of_the_digits_prints_the_weights_and_what_is_misread(name):
    shown, facts, said = taken("pages/digits.py", DIGITS[name])
    columns = shown["columns"]
    (drawn,) = re.findall(r"\n\[\[(.*?)\]\]\n", said, re.DOTALL)
    assert re.findall(r"-?\d+", drawn) == columns["w"][-1].split(",")
    assert json.loads(after(said, "pictures added or taken away:")) == columns["point"][1:]
    assert f", bound {facts['bound R²/γ²']})" in said
    table = rows("\n".join(line for line in said.splitlines() if "[" not in line))
    assert len(table) == shown["last"] + 1
    for k, row in enumerate(table):
        for head, column in (("update", "k"), *((each, each) for each in ("last", "pocket", "averaged", "voted"))):
            assert int(row[head]) == columns[column][k]


@pytest.mark.parametrize("page", [file for file, page in PAGES.items() if page.answer])
def test_the_program_of_every_page_says_or_prints_each_number_of_its_facts(page):
    shown, files = shared(page, data="AND", bias="true", player=PERCEPTRON, repeats="2")
    (program,) = (text for name, text in files.items() if name.endswith(".py"))
    known = numbers(program + printed(program))
    missing = {fact["name"]: numbers(fact["value"]) - known for fact in shown["facts"]}
    assert not any(missing.values()), missing


def numbers(text):
    return {number(float(each.replace(",", ""))) for each in re.findall(r"\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?", text)}


EVERYWHERE = {
    "pages/dimensions.py": DIMENSIONS,
    "pages/descent.py": DESCENTS,
    "pages/kernels.py": KERNELS,
    "pages/digits.py": DIGITS,
    "pages/nonseparable.py": NONSEPARABLE,
    "pages/adversary.py": ADVERSARIES,
    "pages/halving.py": HALVINGS,
    "pages/race.py": RACES,
    "pages/experiments.py": {**TABLES, "repeats": {"repeats": "5"}},
}
BOARD_PAGES = [
    page
    for page in EVERYWHERE
    if page not in ("pages/adversary.py", "pages/digits.py", "pages/dimensions.py", "pages/experiments.py")
]


@pytest.mark.parametrize("page", EVERYWHERE)
def test_every_control_of_the_page_has_been_set_to_something_else(page):
    set_to = {(key, value) for link in EVERYWHERE[page].values() for key, value in link.items()}
    for key, default in PAGES[page or "app.py"].settings({}).defaults.items():
        assert {value for name, value in set_to if name == key} - {str(default).lower(), str(default)}, key


@pytest.mark.parametrize("name", ["every setting", "by hand"])
def test_the_notebook_is_the_program_in_cells(name):
    _, files = shared(**LINKS[name])
    notebook = json.loads(files["perceptron-run.ipynb"])
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 4)
    install, words, *cells = notebook["cells"]
    assert words["cell_type"] == "markdown"
    assert install["cell_type"] == "code"
    exec(install["source"], {})  # without a network, too
    assert {cell["cell_type"] for cell in cells} == {"code"}
    assert printed("\n\n".join(cell["source"] for cell in cells)) == printed(files["perceptron-run.py"])
    assert len(files["perceptron-run.py"].splitlines()) <= 17


def test_a_long_board_fits_the_lines_of_its_program():
    points = [(i / 64, (i % 7) / 8, i % 2) for i in range(60)]
    program = shared(data="by hand", points=encode(points))[1]["perceptron-run.py"]
    assert max(map(len, program.splitlines())) <= 110
    known: dict[str, Any] = {"print": lambda *_: None}
    exec(program, known)
    made = zip(known["data"].X.tolist(), known["data"].y.tolist(), strict=True)
    assert [(x, y, (1 - label) // 2) for (x, y), label in made] == points


@pytest.mark.parametrize("page", ["app.py", "pages/proof.py", *BOARD_PAGES])
def test_the_program_says_in_what_a_tables_points_were_measured(page):
    _, files = shared(page, **BOARDS["a table"])
    (program,) = [text for name, text in files.items() if name.endswith(".py")]
    said = [
        "x1 = (length, longest + 3.761234567)/1.7712345678",
        "x2 = width",
        "+1: setosa of the north, \N{MINUS SIGN}1: versicolor of old",
    ]
    assert "".join(f"    # {line}\n" for line in said) in program


@pytest.mark.parametrize("page", ["app.py", "pages/proof.py", *BOARD_PAGES])
def test_an_empty_board_has_no_program(page):
    assert shared(page, data="by hand")[1] == {}


def test_before_the_first_answer_there_is_no_program():
    assert shared("pages/adversary.py")[1] == {}
