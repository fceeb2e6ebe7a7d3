"""Every player is wrong as often as the margin allows, and one vector fits all the labels."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import bounds
from playground.pages.adversary import scene as adversary
from playground.pages.adversary.scene import AVERAGED, HALVING, PERCEPTRON, YOU
from playground.stage.check import check_scene
from playground.text import number, whole
from tests.playground.visiting import after, answered, content_of, setting, told

FILE = "pages/adversary.py"
margins = st.fractions(Fraction(1, 12), 1, max_denominator=60)


def rounds_at(margin):
    """⌊1/γ²⌋, by counting."""
    n = 0
    while (n + 1) * margin**2 <= 1:
        n += 1
    return n


def composed(player, margin, tie="mistake", said=()):
    return adversary.scene(adversary.play(player, margin, tie, said), said)


@given(margins, st.lists(st.integers(0, 1), max_size=150))
def test_every_answer_of_the_visitor_is_wrong_and_v_fits_all_labels(margin, said):
    made = composed(YOU, margin, said=said)
    rounds, gamma = rounds_at(margin), float(margin)
    played = made["last"]
    assert played == min(len(said), rounds)
    for step in range(1, played + 1):
        label = 2 * said[step - 1] - 1
        assert made["columns"]["newest"][step] == pytest.approx(gamma * label, abs=1e-6)
        assert made["columns"][f"fixed{label}"][step] == pytest.approx(gamma * label, abs=1e-6)
        assert made["columns"][f"fixed{-label}"][step] is None
        assert made["columns"][f"predicted{-label}"][step] == pytest.approx(-gamma * label, abs=1e-6)
        assert made["columns"]["aligned"][step] == pytest.approx(gamma * step, rel=1e-5)
        assert made["columns"]["norm"][step] == step
        assert f"‖v‖² is kγ² = {number(float(step * margin**2))}, at most 1." in told(made, step)
    assert [fact["value"] for fact in made["facts"]] == [
        number(gamma),
        whole(rounds),
        whole(played),
        number(float(np.sqrt(float(played * margin**2)))),
    ]
    assert made["asking"]["most"] == rounds <= bounds.whole(bounds.unit_norm(margin))
    assert made["points"] == said[:rounds]
    check_scene(made)


@given(margins, st.lists(st.integers(0, 1), max_size=150))
def test_the_stage_has_beforehand_the_rounds_of_all_answers(margin, said):
    made = composed(YOU, margin, said=said)
    rounds, played = made["asking"]["rounds"], made["last"]
    answers = [0, *said][: played + 1]
    for name, values in made["columns"].items():
        for step, (value, answer) in enumerate(zip(values, answers, strict=True)):
            known = rounds["columns"][answer][name][step]
            assert value == (pytest.approx(known, rel=1e-3) if isinstance(known, float) else known)
    for name, text in made["texts"].items():
        assert text == {**rounds["texts"][name], "which": rounds["texts"][name]["which"][: played + 1]}
    assert rounds["values"][played] == [fact["value"] for fact in made["facts"]]
    assert rounds["verdicts"][played] == made["verdict"]
    untouched = composed(YOU, margin)
    for part in ("panels", "marks", "asking"):
        assert made[part] == untouched[part]


@given(margins, st.sampled_from([PERCEPTRON, AVERAGED]), st.sampled_from(["mistake", 1, -1]))
def test_the_perceptron_and_its_average_are_wrong_in_every_round(margin, player, tie):
    made = composed(player, margin, tie)
    assert made["last"] == rounds_at(margin)
    assert "asking" not in made
    if made["last"] > 1:
        assert told(made, 1).startswith(f"Round 1: {player} predicts {'−1' if tie == -1 else '+1'} for e₁")
    assert "No learner can be sure of fewer" in made["verdict"]["text"]


@pytest.mark.parametrize("player", [PERCEPTRON, AVERAGED])
def test_a_learner_for_whom_0_is_right_makes_no_mistake_and_learns_nothing(player):
    made = composed(player, Fraction(2, 5), "correct")
    assert (made["last"], made["facts"][2]["value"]) == (0, "0")
    assert "no mistake" in made["verdict"]["text"]


@pytest.mark.parametrize(
    ("player", "text", "rounds"),
    [
        *((PERCEPTRON, text, 100) for text in ("0.1", "0,1")),
        *((PERCEPTRON, text, 400) for text in ("0.05", "1/20")),
        *((PERCEPTRON, text, 6) for text in ("2/5", " .4 ")),
        (PERCEPTRON, "0.2", 25),
        (PERCEPTRON, "1", 1),
        (PERCEPTRON, "1/3", 9),
        (HALVING, "2/5", 6),
        (HALVING, "0.1", 16),
    ],
)
def test_the_margin_is_read_exactly_and_each_of_its_rounds_is_a_mistake(player, text, rounds):
    made = answered(FILE, margin=text, player=player)
    assert made["last"] == rounds
    assert made["facts"][1]["value"] == whole(rounds)


def test_a_margin_that_cannot_be_used_is_replaced_and_the_page_says_why():
    made = content_of(FILE, player=HALVING, margin="0.1")
    assert "γ = 1/4 is used" in setting(made, "margin")["note"]
    for text in ("", "a", "0", "-1/2", "1/0", "0.049", "1.01", "1e-1", "nan", "1e999999999", "9" * 20, "1/2/3", "½"):
        made = after(content_of(FILE), "margin", text, FILE)
        assert made["facts"][1]["value"] == "6", text
        assert not text or "2/5 is used" in setting(made, "margin")["note"], text


@pytest.mark.parametrize(
    ("link", "points", "says"),
    [
        ({}, [], "The other points say nothing about e₁."),
        ({"said": "pmp", "margin": "0.3"}, [0, 1, 0], "Now e₄?"),
        ({"said": "p" * 50}, [0] * 6, "One more round would make v longer than 1."),
    ],
)
def test_a_link_brings_back_the_answers(link, points, says):
    made = answered(FILE, **link)
    assert (made["points"], made["last"]) == (points, len(points))
    assert told(made, len(points)).partition(" v fits every label")[0].endswith(says)
    assert [answer["name"] for answer in made["asking"]["answers"]] == ["+1", "−1"]
