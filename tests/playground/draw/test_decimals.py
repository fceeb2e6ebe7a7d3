"""What is typed as a decimal is that decimal: on every page, by link and by hand, and in the programs."""

from fractions import Fraction

import pytest

from perceptron import gate
from playground.page.controls import _vector
from playground.text import whole
from tests.perceptron.textbook import dot
from tests.playground.visiting import after, content_of, printed, shared

LINKS = {
    "from elsewhere, a tenth at a time": ("and", {"rate": "0.1", "start": "-1, -1"}),
    "from above": ("and", {"rate": "0.1", "start": "1, 1, 1"}),
    "a start of tenths": ("or", {"rate": "0.05", "start": "-0.3, 0.1, \N{MINUS SIGN}0.7"}),
    "a twentieth for a bias": ("and", {"c": "0.05"}),
    "all of them": ("or", {"c": "0.15", "rate": "0.35", "start": "0.2, -1, 0.05"}),
}


CORNERS = [(0, 0), (0, 1), (1, 0), (1, 1)]
LABELS = {"and": (-1, -1, -1, 1), "or": (-1, 1, 1, 1)}


def updates(name, start, rate, c):
    """Return the updates of the textbook's loop on a gate with a bias, in whole numbers of 1/400."""
    points = [[int(20 * y * a) for a in (*x, c)] for x, y in zip(CORNERS, LABELS[name], strict=True)]
    w, step, made = [int(400 * a) for a in start], int(20 * rate), 0
    while True:
        before = made
        for z in points:
            if dot(w, z) <= 0:
                w, made = [a + step * b for a, b in zip(w, z, strict=True)], made + 1
        if made == before:
            return made


def by_hand(name, rate="1", start="0", c="1"):
    numbers = [Fraction(part) for part in start.replace("\N{MINUS SIGN}", "-").split(",")]
    return updates(name, (numbers + [Fraction()] * 3)[:3], Fraction(rate), Fraction(c))


@pytest.mark.parametrize("name", LINKS)
def test_a_link_makes_the_updates_of_its_decimals(name):
    of, typed = LINKS[name]
    expected = by_hand(of, **typed)
    link = {"data": of.upper(), "bias": "true", **typed}
    shown, files = shared(**link)
    assert shown["last"] == expected
    assert shown["facts"][-1]["value"] == whole(expected)
    assert f"after {expected} update" in printed(files["perceptron-run.py"])
    for page in ("pages/proof.py", "pages/nonseparable.py"):
        assert content_of(page, **link)["last"] == min(expected, 3_000)


def test_the_hand_types_decimals():
    made = after(after(content_of(data="AND", bias="true"), "rate", "0.1"), "start", "-1, -1")
    assert made["last"] == by_hand("and", "0.1", "-1, -1") == 38
    made = after(after(made, "rate", "1"), "start", "0")
    # A browser adds a step to what it has in floats.
    for typed, expected in ((0.05, 1206), (0.1, 306), (0.1 + 0.1, 81), (0.1 + 0.2, by_hand("and", c="0.3"))):
        assert after(made, "c", str(typed))["last"] == expected


@pytest.mark.parametrize("c", ["0.1", "0.2"])
def test_other_learners_take_the_decimals_of_the_bias(c):
    lifted, link = gate("and").augmented(Fraction(c)), {"data": "AND", "bias": "true", "c": c}
    expected = by_hand("and", c=c)
    race, files = shared("pages/race.py", beta="0.1", **link)
    made = {fact["name"]: fact["value"].split()[0] for fact in race["facts"]}
    assert made["perceptron"] == whole(expected)
    threshold, w, most, clean = lifted.radius_squared / 10, [Fraction()] * 3, 0, False
    Z = [[int(label) * Fraction(a) for a in (*x, c)] for x, label in zip([(0, 0), (0, 1), (1, 0), (1, 1)], lifted.y)]  # noqa: B905
    while not clean:
        before = most
        for z in Z:
            if sum(a * b for a, b in zip(w, z, strict=True)) <= threshold:
                w, most = [a + b for a, b in zip(w, z, strict=True)], most + 1
        clean = most == before
    assert made["margin"] == whole(most)
    said = printed(files["perceptron-race.py"])
    assert f"perceptron: converged after {expected} of" in said
    assert f"margin: converged after {most} of" in said
    kernel, files = shared("pages/kernels.py", kernel="linear", **link)
    assert kernel["last"] == min(expected, 500)
    assert f"after {expected} update" in printed(files["perceptron-kernels.py"])
    assert content_of("pages/dimensions.py", space="the board's points", **link)["last"] == expected


def test_the_step_size_of_a_descent_is_a_decimal():
    link = {"data": "two blobs", "eps": "0.1", "from": "0.7, -0.3", "n": "12"}
    shown, files = shared("pages/descent.py", **link)
    assert 'rate=Fraction("0.1")' in files["perceptron-descent.py"]
    assert 'start=[Fraction("0.7"), Fraction("-0.3")]' in files["perceptron-descent.py"]
    assert f"{shown['facts'][0]['value'].split()[0]} updates" in printed(files["perceptron-descent.py"])
    # By fractions the four steps of XOR's batch add up to nothing.
    assert content_of("pages/descent.py", data="XOR", eps="0.1", **{"from": "0"})["facts"][2]["value"] == "frozen"


def test_a_start_is_read_exactly_and_no_exponent_is_a_burden():
    assert _vector("\N{MINUS SIGN}0.1; 1e-3", 3) == [Fraction(-1, 10), Fraction(1, 1000), 0]
    assert _vector("1e-99999999", 2) == [0, 0]
