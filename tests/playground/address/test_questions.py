"""The question of each page is about its own run, and tells nothing of how it ends."""

import json

import numpy as np
import pytest

from perceptron import (
    Dataset,
    Inseparable,
    Separator,
    cloud,
    directions,
    halving,
    margin_dataset,
    rbf,
    separate,
    separate_dual,
    train,
    train_dual,
)
from playground.address.codes import encode
from playground.draw.outcome import NOTHING, WHETHER, of_run
from playground.draw.palette import PROOF
from playground.draw.steps import Steps
from playground.page.controls import TIES
from playground.pages import PAGES
from playground.rooms.questions import of_board
from tests.boards import labelled, placed
from tests.playground.scenes import SCENES, computed
from tests.playground.visiting import answered, content_of

RNG = np.random.default_rng(7)
DRAWN = [
    (f"{kind.__name__} {seed}", kind(12, *more, seed=seed))
    for kind, more in ((margin_dataset, (2, 0.2)), (cloud, ()))
    for seed in RNG.integers(0, 1000, 4).tolist()
]
BOARDS = [
    pytest.param(Dataset((128 * data.X).round() / 128, data.y), id=name) for name, data in DRAWN
]  # as a link holds them


def by_hand(data):
    return {"data": "by hand", "points": encode(placed(data)), "bias": "false"}


def waiting(made):
    """The facts that wait for the end."""
    return [fact["name"] for fact in made["facts"] if fact.get("outcome")]


@pytest.mark.parametrize("page", [None, "pages/proof.py"])
@pytest.mark.parametrize("data", BOARDS)
def test_a_separable_board_asks_for_the_number_of_updates_under_the_bound(page, data):
    made = answered(page, **by_hand(data))
    run, found = train(data, max_updates=5000), separate(data)
    if isinstance(found, Separator) and run.outcome == "converged":
        text = f"At most {found.bound:,} update{'' if found.bound == 1 else 's'}: how many?"
        assert (made["question"]["text"], made["question"]["answer"]) == (text, len(run.mistakes))
        assert waiting(made) == ["updates"]
    else:
        assert (made["question"]["text"], made["question"]["answer"]) == ("Will the run ever stop?", 1)  # which is "No"
        assert waiting(made) == ["margin γ", "bound R²/γ²", "updates"]


@pytest.mark.parametrize("name", SCENES)
def test_the_answer_is_the_number_of_updates_of_any_run_that_ends(name):
    _, run, found, _ = computed(name)
    asked = of_run(Steps(run), found, NOTHING).question
    if not len(run.mistakes):
        assert asked is None
    elif run.outcome == "converged" and isinstance(found, Separator):
        assert asked["answer"] == len(run.mistakes) <= run.bound(found)
        assert f"{run.bound(found):,} update" in asked["text"] or "×10" in asked["text"]
    else:
        assert asked["answer"] is None


@pytest.mark.parametrize("data", BOARDS)
def test_kernels_ask_under_the_bound_of_the_feature_space(data):
    made = answered("pages/kernels.py", **by_hand(data))
    run, found = train_dual(data, rbf(0.5), max_updates=500), separate_dual(data, rbf(0.5))
    if run.outcome == "converged":
        assert made["question"]["text"].startswith(f"At most {found.bound:,} update")
        assert made["question"]["answer"] == len(run.mistakes)
    else:
        assert made["question"]["text"] == "Will the run ever stop?"
    proved = ["margin γ", "bound R²/γ²"] if isinstance(found, Inseparable) else []
    assert waiting(made) == [*proved, "updates"]


@pytest.mark.parametrize("page", [None, *(f"pages/{name}.py" for name in ("descent", "kernels", "halving", "race"))])
def test_beside_the_question_whether_it_ends_stands_no_proof(page):
    made = answered(page, data="XOR", bias="true", kernel="linear")
    assert made["question"]["text"].startswith("Will ")
    assert [fact["name"] for fact in made["facts"] if fact["value"] == "none" and not fact.get("outcome")] == []
    signs = [sign for panel in made["panels"] for sign in panel.pop("legend", [])]
    shown = [each for each in [*made["marks"], *signs] if not each.get("outcome")]
    assert PROOF not in json.dumps([shown, made["panels"]])


@pytest.mark.parametrize("page", ["app.py", "pages/nonseparable.py", "pages/proof.py"])
@pytest.mark.parametrize("ties", TIES)
def test_whether_a_run_stops_is_answered_by_the_run_and_once_in_a_room(page, ties):
    rng, told = np.random.default_rng(11), 0
    for _ in range(8):
        points = [(int(x), int(y), int(kind)) for x, y, kind in rng.integers((-1, -1, 0), (2, 2, 2), (2, 3))]
        link = {"data": "by hand", "points": encode(points), "bias": "false", "ties": ties, "start": "1, -1"}
        run = train(labelled(points), start=(1, -1), tie=TIES[ties])
        question = answered(page, **link).get("untold", {}).get("question", {})
        if "options" in question:
            told += 1
            assert (question["options"][question["answer"]] == "Yes") == (run.outcome == "converged"), link
        asked = [each for each in of_board(PAGES[page], link) if each["text"] == WHETHER]
        assert [each["truth"]["answer"] for each in asked] == [int(run.outcome != "converged")], link
    assert told > 2


@pytest.mark.parametrize("seed", range(3))
def test_where_the_weights_come_back_it_asks_after_how_many_updates(seed):
    drawn = cloud(12, seed=seed)
    data = Dataset((8 * drawn.X).round() / 8, drawn.y)
    made = content_of("pages/nonseparable.py", **by_hand(data) | {"bias": "true"}, grid="1/8")
    run = train(data.augmented(), max_updates=3000)
    assert run.cycle
    assert made["question"]["answer"] == run.cycle.length
    title = made["panels"][1]["figure"]["title"]
    assert str(run.cycle.length) not in title


@pytest.mark.parametrize("page", ["pages/descent.py", "pages/race.py"])
@pytest.mark.parametrize("data", BOARDS)
def test_the_winner_is_asked_where_there_is_one_and_told_by_no_title(page, data):
    made = answered(page, **by_hand(data))
    arrives = not isinstance(separate(data), Inseparable)
    assert made["question"]["text"].startswith("W" if arrives else "Will any ")
    assert ("fewest" in made["question"]["text"] or "first" in made["question"]["text"]) == arrives
    assert made["question"]["answer"] is None
    assert len(waiting(made)) == (3 if "descent" in page else 6)
    titles = json.dumps([panel["figure"]["title"] for panel in made["panels"]])
    assert "never" not in titles


@pytest.mark.parametrize("data", BOARDS)
def test_halving_asks_by_hand_whether_any_direction_is_left(data):
    made = answered("pages/halving.py", **by_hand(data))
    assert (made["question"]["text"], made["question"]["answer"]) == ("Will any direction be left?", None)


def test_halving_and_the_adversary_ask_about_their_learners():
    data = margin_dataset(25, 2, 0.1, seed=3)
    made, run = answered("pages/halving.py"), halving(directions(360, data.X), data.y)
    assert made["question"]["answer"] == int(run.mistakes.sum())
    assert f"at most {run.bound} mistake" in made["question"]["text"]
    made = answered("pages/adversary.py", player="the perceptron")
    assert made["question"]["text"] == "6 rounds. Will the perceptron be right once?"
    for link in ({}, {"player": "the perceptron", "ties": "correct"}):
        assert "question" not in answered("pages/adversary.py", **link)


def test_the_position_that_is_shown_meanwhile_names_no_end():
    for page in (None, "pages/proof.py", "pages/kernels.py", "pages/nonseparable.py", "pages/descent.py",
                 "pages/race.py", "pages/halving.py"):  # fmt: skip
        made = answered(page)
        assert not any(" of " in template for template in made["question"]["position"])
        assert len(made["question"]["position"]) == len(made["texts"]["position"]["templates"])
