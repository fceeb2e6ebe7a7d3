"""Every lesson opens as a board, and what its words promise is what the library returns."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from perceptron import (
    Dataset,
    Inseparable,
    gate,
    mistakes_forced,
    polynomial,
    separate,
    separate_dual,
    slow_pair,
    train,
    train_dual,
)
from tests.ui.test_app import check
from tests.ui.visiting import APP, payload, visit
from ui.lessons import LESSONS

TEXT = {lesson.title: lesson.text for lesson in LESSONS}
SCENE = {lesson.title: lesson.address for lesson in LESSONS}


PLAYED = [lesson for lesson in LESSONS if lesson.page == "app.py"]
ELSEWHERE = {lesson.title: lesson for lesson in LESSONS if lesson.page != "app.py"}


@pytest.mark.parametrize("lesson", PLAYED, ids=lambda lesson: lesson.title)
def test_a_lesson_opens_in_the_playground_without_a_complaint(lesson):
    page = visit(**lesson.address)
    assert check(page)["last"] > 0
    assert not page.warning


def elsewhere(title):
    """Open a lesson on its own page."""
    page = visit(ELSEWHERE[title].page, **ELSEWHERE[title].address)
    made = payload(page)
    assert not page.warning
    return made


def test_the_proof_opens_in_weight_space():
    assert elsewhere("The proof in numbers")["panels"][0]["label"].startswith("Weight space")


def test_the_kernel_makes_21_mistakes_on_xor_and_its_theorem_allows_105():
    run, found = train_dual(gate("xor"), polynomial(2)), separate_dual(gate("xor"), polynomial(2))
    assert (len(run.mistakes), found.bound) == (21, 105)
    assert elsewhere("XOR, with a kernel")["last"] == 21
    assert "21 mistakes, where its theorem allows 105" in TEXT["XOR, with a kernel"]


def test_no_line_separates_the_lessons_cloud_and_the_pocket_is_better_than_the_last_weights():
    made = elsewhere("No line, no end")
    assert made["verdict"]["text"].startswith("No line separates these points")
    last, pocket, _ = made["facts"][1]["value"].split(" · ")
    assert int(pocket) < int(last)


def test_the_adversary_asks_six_times():
    assert mistakes_forced("2/5") == elsewhere("Nobody does better")["asking"]["most"] == 6


def test_the_page_links_to_every_lesson():
    page = AppTest.from_file(APP, default_timeout=30).run()
    page.switch_page("pages/lessons.py").run()
    assert not page.exception
    shown = [text.value for text in page.markdown]
    assert all(f"**{lesson.title}**" in shown and lesson.text in shown for lesson in LESSONS)


def test_and_takes_18_updates_to_3_2_minus_4_and_the_theorem_allows_51():
    run = train(gate("and").augmented())
    text = TEXT["AND needs a bias"]
    assert isinstance(separate(gate("and")), Inseparable)
    assert (len(run.mistakes), run.weights[-1].tolist()) == (18, [3, 2, -4])
    assert separate(run.data).bound == 51
    assert "18 updates" in text
    assert "(3, 2, −4)" in text
    assert "allows 51" in text


def test_xor_has_equal_weights_and_comes_back_after_4_updates():
    run = train(gate("xor").augmented())
    assert separate(run.data).weights.tolist() == [0.25] * 4
    assert run.cycle == (0, 4)
    assert "after 4 updates" in TEXT["XOR: a proof instead of a line"]


def test_the_slow_pair_takes_two_hundred_updates():
    assert len(train(slow_pair().augmented()).mistakes) == 200
    assert "Two points, two hundred updates" in TEXT


def test_from_minus_five_minus_five_two_unit_vectors_take_12_updates_where_the_bounds_are_2_and_22():
    run = train(Dataset(np.eye(2), [1, 1]), start=[-5, -5])
    found = separate(run.data)
    assert (len(run.mistakes), found.bound, run.bound(found)) == (12, 2, 22)
    text = TEXT["R²/γ² is for the zero start"]
    assert "12 updates" in text
    assert "R²/γ² is 2" in text
    assert "bound: 22" in text


def test_a_margin_five_times_narrower_allows_twenty_five_times_as_many_updates():
    assert float(SCENE["A narrow margin takes longer"]["gamma"]) == pytest.approx(0.1 / 5)
    assert "twenty-five times" in TEXT["A narrow margin takes longer"]
    wide, narrow = (int(check(visit(**parameters))["facts"][2]["value"].replace(",", ""))
                    for parameters in ({"n": 400}, {"n": 400, "gamma": "0.02"}))  # fmt: skip
    assert narrow / wide == pytest.approx(25, rel=0.02)


def test_the_narrow_margin_of_the_lesson_takes_ten_times_as_many_updates_and_more():
    narrow = SCENE["A narrow margin takes longer"]
    few, many = (check(visit(**{**narrow, "gamma": gamma}))["last"] for gamma in ("0.1", narrow["gamma"]))
    assert many >= 10 * few > 0


def test_the_order_of_the_lesson_makes_111_updates_two():
    address = SCENE["The order changes the run, never the bound"]
    usual, hardest = (check(visit(**address, **order)) for order in ({}, {"order": "hardest"}))
    assert (usual["last"], hardest["last"]) == (111, 2)
    assert "111 updates" in TEXT["The order changes the run, never the bound"]
    assert usual["facts"][2] == hardest["facts"][2]


def test_the_rate_of_the_lesson_changes_no_update():
    page, usual = (check(visit(**address)) for address in (SCENE["The rate changes nothing, from zero"], {}))
    assert page["columns"]["i"] == usual["columns"]["i"]
