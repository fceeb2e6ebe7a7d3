"""What a page says of a run beyond its bound is true of it, and is said at the end alone."""

import json
import math
import re
from fractions import Fraction

import numpy as np
import pytest

from perceptron import (
    Dataset,
    Inseparable,
    Separator,
    extreme_orders,
    factors,
    gate,
    labelings,
    rbf,
    rings,
    separability,
    separate,
    train,
    train_dual,
)
from playground.address.codes import HAND, encode
from playground.draw.outcome import facts
from playground.draw.steps import Steps
from playground.lessons import LESSONS
from playground.page.answer import answer
from playground.pages import PAGES
from playground.pages.nonseparable import scene as nonseparable
from playground.pages.playground import scene as playground
from playground.pages.proof import scene as proof
from playground.text import NO_BREAK
from tests.boards import labelled, placed
from tests.marks import in_turn
from tests.playground.scenes import SCENES, computed, learner
from tests.playground.visiting import answered

AND = gate("and").augmented()
FIVE = [(0.5, 0.5, 0), (-0.5, -0.5, 0), (0.5, -0.5, 1), (-0.5, 0.5, 1), (0.0, 0.0, 1)]


def note(scene, name):
    return next(fact["note"] for fact in scene["facts"] if fact["name"] == name)


def converged(name):
    _, run, found, _ = computed(name)
    return isinstance(found, Separator) and run.outcome == "converged" and run.updates > 0


# ---- the bound as the fraction that it is ----------------------------------------------------------------------------


def bound_of(data):
    return facts(train(data), separate(data))[2]["note"]


def test_a_bound_that_is_a_short_fraction_is_written_as_one():
    first = answer(PAGES["app.py"], LESSONS["loop"].link)
    assert "It is R²/γ² = 442/49, rounded down." in note(first, "bound R²/γ²")
    assert "rounded" not in bound_of(AND)  # 51 as it is
    assert "rounded" not in bound_of(Dataset([[0.3, 0.1], [0.1, 0.7]], [1, -1]))  # a tenth in binary digits
    started = train(AND, start=[1, 0, 0])
    assert "rounded" not in facts(started, separate(AND))[2]["note"]


@pytest.mark.parametrize("name", [name for name in SCENES if converged(name)])
def test_the_fraction_is_that_of_the_librarys_exact_margin(name):
    _, run, found, _ = computed(name)
    written = re.search(r"R²/γ² = (\d+/\d+), rounded down", facts(run, found)[2]["note"])
    ratio = found.ratio
    assert (written is not None) == (not run.start.any() and 1 < ratio.denominator < 1000)
    assert written is None or (Fraction(written[1]) == ratio and math.floor(ratio) == found.bound)


# ---- all orders ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tie", ["mistake", 1, -1])
@pytest.mark.parametrize(("start", "rate"), [((0, 0, 0), 1), ((-1, 2, 0), Fraction(1, 10))])
def test_the_verdict_places_the_run_among_all_orders_and_the_note_shows_both_ends(tie, start, rate):
    how = learner(1.0, start=start, rate=rate, tie=tie)
    points = placed(gate("and"))
    data = how.sees(points)
    run, found = how.run(data), separate(data)
    made = playground.scene(points, Steps(run, tie), found, tie=tie)
    low, high = map(len, extreme_orders(data, start, rate, tie))
    assert low <= run.updates <= high
    said = f" Over all orders: {low} to {high}." if low < high else " Every order takes as many."
    assert made["verdict"]["text"].endswith(f"at most {run.bound(found)}.{said}")
    for count, order in re.findall(r"(\d+): points ([\d, ]+)\.", note(made, "updates")):
        again = train(data, [*map(int, order.split(", "))], start, rate, tie)
        assert (again.outcome, again.updates) == ("converged", int(count))
    assert ("The most" in note(made, "updates")) == (low < high <= 60)


def test_and_in_turn_takes_18_of_13_to_22():
    made = answered("app.py", data="AND", bias="true")
    assert made["verdict"]["text"].endswith("18 updates; the theorem allows at most 51. Over all orders: 13 to 22.")


@pytest.mark.parametrize(
    "link",
    [
        {"data": "XOR", "bias": "true"},
        {"data": "AND", "bias": "true", "ties": "correct"},
        {"data": HAND, "points": encode([(0.01 * i, 0.5, 0) for i in range(7)])},  # more points than are searched
        {
            "data": HAND,
            "bias": "true",
            "points": encode([(3.0, 1.0, 0), (3.0078125, 1.0, 1), (1, 2, 0)]),
        },  # more states
    ],
)
def test_where_no_short_search_finds_the_ends_nothing_is_said(link):
    assert not re.search("orders|order takes", answered("app.py", **link)["verdict"]["text"])


def test_the_search_for_a_scene_is_short():
    """Its budget is counted in states, so that every computer shows the same scene."""
    assert playground._STATES <= 1_000
    assert playground._FEW <= 6


# ---- where the missing updates went ----------------------------------------------------------------------------------


def value(text):
    """A number as it is written; None for a power of ten."""
    return float(Fraction(text.replace(",", ""))) if "×" not in text else None


def product(made):
    """The updates, the bound, and the factors by the sides of their lines, as the verdict writes them."""
    text = made["verdict"]["text"].replace(NO_BREAK, " ")
    updates, bound, *shares = re.search(rf"(\S+) = (\S+) · (\S+) · (\S+) · (\S+){FACTORS}$", text).groups()
    return value(updates), value(bound), dict(zip(SIDES, map(value, shares), strict=True))


FACTORS = ": a factor for each ≤ of the proof."
SIDES = {"floor": ("floor", "aligned", 2), "ceiling": ("squared", "ceiling", 1), "angle": ("aligned", "norm", 2)}
"""The sides of the line that took each factor, and the power of their quotient."""


@pytest.mark.parametrize(("name", "version"), in_turn(SCENES, proof.VERSIONS))
def test_the_product_at_the_end_of_the_proof_is_the_number_of_updates(name, version):
    points, run, found, _ = computed(name)
    made = proof.scene(points, Steps(run), found, view=proof.INPUT, version=version)
    if not converged(name) or run.start.any():
        assert not made["verdict"]["text"].endswith(FACTORS)
        return
    if found.ratio == run.updates:
        assert made["verdict"]["text"].endswith("Each ≤ of the proof was an =.")
        return
    taken, (updates, bound, shares) = factors(run, found), product(made)
    assert updates == run.updates
    assert bound is None or bound == pytest.approx(float(taken.bound), rel=0.006)
    for share, true in zip(shares.values(), (taken.floor, taken.length, taken.angle), strict=True):
        assert share is None or share == pytest.approx(float(true), rel=0.006)
    if version != proof.BIASED:  # that is about another u
        for factor, (low, high, power) in SIDES.items():
            quotient = made["columns"][low][-1] / made["columns"][high][-1]
            assert shares[factor] is None or shares[factor] == pytest.approx(quotient**power, rel=0.01)


def test_ands_51_come_down_to_18():
    made = answered("pages/proof.py", data="AND", bias="true")
    assert made["verdict"]["text"].replace(NO_BREAK, " ").endswith(f"18 = 51 · 0.669 · 29/54 · 0.982{FACTORS}")


# ---- the cycle is the proof, and the labelings of these points -------------------------------------------------------


@pytest.mark.parametrize(("name", "bias"), [("xor", 1.0), ("xor", None), ("and", None)])
def test_the_counts_of_the_cycle_are_a_proof_in_whole_numbers(name, bias):
    how, points = learner(bias), placed(gate(name))
    data = how.sees(points)
    run, found = how.run(data), separate(data)
    assert isinstance(found, Inseparable)
    made = nonseparable.scene(points, Steps(run), found, order="cyclic", grid=128)
    assert "The cycle proves it, too: take its updates of each point as λ." in made["verdict"]["text"]
    counts = np.zeros(len(data), dtype=int)
    for count, point in re.findall(r"(\d+) for point (\d+)", note(made, "cycle")):
        counts[int(point)] = int(count)
    assert counts.sum() == run.cycle.length
    assert not (counts @ data.signed).any()


def test_xor_and_its_opposite_are_the_two_labelings_that_no_line_makes():
    made = answered("pages/nonseparable.py", data="XOR", bias="true")
    told = note(made, "wrong: last · pocket · avg")
    assert told.endswith(" A line makes all 16 labelings of these points but this one and its opposite.")


def test_the_labelings_that_a_line_makes_are_counted():
    how = learner(1.0)
    data = how.sees(FIVE)
    made = nonseparable.scene(FIVE, Steps(how.run(data)), separate(data), order="cyclic", grid=128)
    count = len(labelings(data))
    assert count < 30
    told = note(made, "wrong: last · pocket · avg")
    assert told.endswith(f" A line makes {count} of the 32 labelings of these points.")
    more = [*FIVE, (0.25, 0.5, 0)]
    data = how.sees(more)
    made = nonseparable.scene(more, Steps(how.run(data)), separate(data), order="cyclic", grid=128)
    assert "labeling" not in note(made, "wrong: last · pocket · avg")


@pytest.mark.parametrize("points", [placed(gate("and")), FIVE, FIVE[:1]])
def test_beside_the_dimension_stand_the_labelings_and_covers_count(points):
    link = {"space": "the board's points", "data": HAND, "points": encode(points), "bias": "true"}
    data = labelled(points).augmented()
    made, n = len(labelings(data)), len(points)
    usual = separability(n, 3) * 2**n
    said = "Cover's count" if made == usual else f"fewer than Cover's {usual}: they are not in general position"
    told = note(answered("pages/dimensions.py", **link), "d")
    assert told.endswith(f" Of the {2**n} ways to label these points some w makes {made}, {said}.")


# ---- leave one out ---------------------------------------------------------------------------------------------------


def test_no_more_points_are_missed_when_left_out_than_have_a_count():
    told = note(answered("pages/kernels.py"), "updates")
    support, n = map(int, re.search(r"Left out in turn, at most (\d+) of the (\d+) points are missed", told).groups())
    data, kernel, missed = rings(25, seed=3), rbf(0.5), []
    for i in range(len(data)):
        rest = np.delete(np.arange(len(data)), i)
        run = train_dual(Dataset(data.X[rest], data.y[rest]), kernel)
        assert run.outcome == "converged"
        if data.y[i] * run.decision(data.X[i : i + 1])[0] <= 0:
            missed.append(i)
    used = np.flatnonzero(train_dual(data, kernel).alpha)
    assert (support, n) == (len(used), len(data))
    assert {*missed} <= {*used.tolist()}
    assert "Left out" not in note(answered("pages/kernels.py", order="random"), "updates")


# ---- only at the end -------------------------------------------------------------------------------------------------

SAID = re.compile(
    "Over all orders|fewest of all|the rest went|one factor|rounded down|counts as λ|whole numbers|labelings|Left out"
)


@pytest.mark.parametrize("page", ["app.py", "pages/proof.py", "pages/nonseparable.py", "pages/kernels.py"])
@pytest.mark.parametrize("name", ["and", "xor"])
def test_before_the_end_of_a_run_over_points_by_hand_none_of_it_is_said(page, name):
    link = {"data": HAND, "points": encode(placed(gate(name))), "bias": "true", "kernel": "linear"}
    scene = answer(PAGES[page], link)
    untold = scene["untold"]
    shown = {**scene, **untold, "verdict": "", "untold": "", "facts": ""}
    notes = " ".join(fact["note"] for fact in untold["facts"] if not fact.get("outcome"))
    assert not SAID.search(notes + json.dumps(shown, ensure_ascii=False))
