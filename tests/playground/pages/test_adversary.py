"""Whoever predicts is wrong as often as the margin allows, and one vector fits all the labels."""

from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import bounds
from playground.page.controls import TIES
from playground.pages.adversary import scene as adversary
from playground.pages.adversary.scene import AVERAGED, HALVING, PERCEPTRON, PLAYERS, YOU
from playground.stage.check import check_scene
from playground.text import number, whole
from tests.playground.visiting import complaints, payload, sent, told, visit

margins = st.fractions(Fraction(1, 12), 1, max_denominator=60)


def rounds_at(margin):
    """⌊1/γ²⌋, by counting."""
    n = 0
    while (n + 1) * margin**2 <= 1:
        n += 1
    return n


opened = partial(visit, "pages/adversary.py")


def composed(player, margin, tie="mistake", said=()):
    return adversary.scene(adversary.play(player, margin, tie, said), said)


@given(margins, st.lists(st.integers(0, 1), max_size=150))
def test_every_answer_of_the_visitor_is_wrong_and_v_fits_all_the_labels(margin, said):
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
        assert f"‖v‖² = kγ² = {number(float(step * margin**2))} ≤ 1" in told(made, step)
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
def test_a_page_without_a_server_has_beforehand_whatever_answers_make(margin, said):
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
def test_the_perceptron_and_its_average_are_wrong_in_every_round_by_every_rule_that_learns(margin, player, tie):
    made = composed(player, margin, tie)
    assert made["last"] == rounds_at(margin)
    assert "asking" not in made
    if made["last"] > 1:
        assert told(made, 1).startswith(f"Round 1: {player} predicts {'−1' if tie == -1 else '+1'} for e₁")
    assert "No learner can be sure of fewer" in made["verdict"]["text"]


@pytest.mark.parametrize("player", [PERCEPTRON, AVERAGED])
def test_a_learner_to_whom_0_is_right_escapes_without_a_mistake_and_without_learning(player):
    made = composed(player, Fraction(2, 5), "correct")
    assert (made["last"], made["facts"][2]["value"]) == (0, "0")
    assert "no mistake" in made["verdict"]["text"]


def test_halving_over_all_sign_vectors_is_wrong_as_often():
    assert composed(HALVING, Fraction(2, 5))["last"] == 6
    page = opened(player=HALVING, margin="0.1")
    assert payload(page)["last"] == 16
    assert "γ = 1/4 is used" in page.caption[0].value


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("0.1", 100),
        ("0,1", 100),
        ("0.2", 25),
        ("2/5", 6),
        (" .4 ", 6),
        ("0.05", 400),
        ("1/20", 400),
        ("1", 1),
        ("1/3", 9),
    ],
)
def test_the_margin_is_read_exactly_as_it_is_written(text, rounds):
    made = payload(opened(margin=text, player=PERCEPTRON))
    assert made["last"] == rounds
    assert made["facts"][1]["value"] == whole(rounds)


@pytest.mark.parametrize(
    "text", ["", "a", "0", "-1/2", "1/0", "0.049", "1.01", "1e-1", "nan", "1e999999999", "9" * 20, "1/2/3", "½", "٠.٥"]
)
def test_a_margin_that_is_none_is_said_to_be_the_usual_one_and_why(text):
    page = opened()
    page.text_input(key="margin").set_value(text).run()
    assert payload(page)["facts"][1]["value"] == "6"
    assert "2/5 is used" in page.caption[0].value


@pytest.mark.slow
@pytest.mark.parametrize("player", PLAYERS)
def test_everyone_can_play_by_every_rule_at_either_end_of_the_margins(player):
    for margin in ("0.05", "1"):
        page = opened(player=player, margin=margin)
        payload(page)
        if player in adversary.TIED:
            for tie in TIES:
                page.selectbox(key="ties").set_value(tie).run()
                made = payload(page)
                assert (made["last"] == 0) == (tie == "correct")


def test_the_page_opens_with_a_question_and_nothing_said():
    page = opened()
    made = payload(page)
    assert (made["last"], made["points"], made["address"]) == (0, [], {})
    assert told(made, 0).endswith("Is its label +1 or −1?")
    assert [answer["name"] for answer in made["asking"]["answers"]] == ["+1", "−1"]
    assert not complaints(page)


def test_a_link_brings_back_the_answers_and_the_step():
    made = payload(opened(said="pmp", step=2, margin="0.3"))
    assert (made["points"], made["last"], made["step"], made["address"]["said"]) == ([0, 1, 0], 3, 2, "pmp")
    assert made["verdict"]["text"] == "You: 3 mistakes in 3 rounds. 8 to go."


def test_more_answers_than_rounds_end_with_the_last_round():
    made = payload(opened(said="p" * 50))
    assert (made["last"], made["points"]) == (6, [0] * 6)
    assert told(made, 6).endswith("One more round would make v longer than 1.")


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"said": "p+m"}, "contain +"),
        ({"player": "Bob"}, "player is Bob"),
        ({"ties": "maybe", "player": PERCEPTRON}, "ties is maybe"),
        ({"step": "7", "said": "pp"}, "step is 7"),
    ],
)
def test_a_broken_link_opens_and_says_what_was_wrong(parameters, says):
    assert says in " ".join(complaints(opened(**parameters)))


def test_four_hundred_rounds_stay_small(monkeypatch):
    made = composed(YOU, Fraction(1, 20), said=np.random.default_rng(1).integers(0, 2, 400).tolist())
    assert len(sent(monkeypatch, made)) < 60_000
