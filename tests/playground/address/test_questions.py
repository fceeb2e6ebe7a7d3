"""What each page asks is about its own run, and tells nothing of how it ends."""

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
from playground.page.controls import TIES
from playground.pages import PAGES
from playground.rooms.questions import of_board
from tests.playground.scenes import SCENES, computed
from tests.playground.visiting import answered, content_of

RNG = np.random.default_rng(7)
BOARDS = {
    f"{kind} {seed}": (kind, seed) for kind in ("separable", "cloud") for seed in RNG.integers(0, 1000, 4).tolist()
}


def placed(data):
    """The points of a data set as they lie on a board."""
    return [(x, y, int(label < 0)) for (x, y), label in zip(data.X.tolist(), data.y.tolist(), strict=True)]


def board(name):
    """A random board, as a link writes it and as a learner without a bias sees it."""
    kind, seed = BOARDS[name]
    drawn = margin_dataset(12, 2, 0.2, seed=seed) if kind == "separable" else cloud(12, seed=seed)
    data = Dataset((128 * drawn.X).round() / 128, drawn.y)
    return {"data": "by hand", "points": encode(placed(data))}, data


def waiting(made):
    """The facts that wait for the end."""
    return [fact["name"] for fact in made["facts"] if fact.get("outcome")]


@pytest.mark.parametrize("page", [None, "pages/proof.py"])
@pytest.mark.parametrize("name", BOARDS)
def test_of_a_separable_board_it_asks_for_the_librarys_number_under_the_librarys_bound(page, name):
    asked, data = board(name)
    made = answered(page, **asked, bias="false")
    run, found = train(data, max_updates=5000), separate(data)
    if isinstance(found, Separator) and run.outcome == "converged":
        text = f"At most {found.bound:,} update{'' if found.bound == 1 else 's'}. How many will it take?"
        assert (made["question"]["text"], made["question"]["answer"]) == (text, len(run.mistakes))
        assert waiting(made) == ["updates"]
    else:
        assert (made["question"]["text"], made["question"]["answer"]) == ("Will it ever stop?", 1)  # which is "No"
        assert waiting(made) == ["margin γ", "bound R²/γ²", "updates"]


@pytest.mark.parametrize("name", SCENES)
def test_whatever_the_board_the_number_asked_for_is_that_of_the_run_and_no_more_than_is_allowed(name):
    _, run, found, _ = computed(name)
    asked = of_run(run, run.quantities(found), found, NOTHING).question
    if not len(run.mistakes):
        assert asked is None
    elif run.outcome == "converged" and isinstance(found, Separator):
        assert asked["answer"] == len(run.mistakes) <= run.bound(found)
        assert f"{run.bound(found):,} update" in asked["text"] or "×10" in asked["text"]
    else:
        assert asked["answer"] is None


@pytest.mark.parametrize("name", BOARDS)
def test_kernels_ask_under_the_bound_of_the_feature_space(name):
    asked, data = board(name)
    made = answered("pages/kernels.py", **asked, bias="false")
    run, found = train_dual(data, rbf(0.5), max_updates=500), separate_dual(data, rbf(0.5))
    if run.outcome == "converged":
        assert made["question"]["text"].startswith(f"At most {found.bound:,} update")
        assert made["question"]["answer"] == len(run.mistakes)
    else:
        assert made["question"]["text"] == "Will it ever stop?"
    proved = ["margin γ", "bound R²/γ²"] if isinstance(found, Inseparable) else []
    assert waiting(made) == [*proved, "updates"]


@pytest.mark.parametrize("page", [None, *(f"pages/{name}.py" for name in ("descent", "kernels", "halving", "race"))])
def test_where_it_is_asked_whether_there_is_an_end_nothing_shown_proves_that_there_is_none(page):
    made = answered(page, data="XOR", bias="true", kernel="linear")
    assert made["question"]["text"].startswith("Will ")
    assert [fact["name"] for fact in made["facts"] if fact["value"] == "none" and not fact.get("outcome")] == []
    signs = [sign for panel in made["panels"] for sign in panel.pop("legend", [])]
    shown = [each for each in [*made["marks"], *signs] if not each.get("outcome")]
    assert PROOF not in json.dumps([shown, made["panels"]])


@pytest.mark.parametrize("page", ["app.py", "pages/nonseparable.py", "pages/proof.py"])
@pytest.mark.parametrize("ties", TIES)
def test_whether_a_run_stops_is_answered_by_the_run_whatever_its_ties_and_once_in_a_room(page, ties):
    rng, told = np.random.default_rng(11), 0
    for _ in range(8):
        points = [(int(x), int(y), int(kind)) for x, y, kind in rng.integers((-1, -1, 0), (2, 2, 2), (2, 3))]
        link = {"data": "by hand", "points": encode(points), "bias": "false", "ties": ties, "start": "1, -1"}
        run = train(
            Dataset([point[:2] for point in points], [1 - 2 * kind for *_, kind in points]),
            start=(1, -1),
            tie=TIES[ties],
        )
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
    made = content_of("pages/nonseparable.py", data="by hand", points=encode(placed(data)), bias="true", grid="1/8")
    run = train(data.augmented(), max_updates=3000)
    assert run.cycle
    assert made["question"]["answer"] == run.cycle.length
    title = made["panels"][1]["figure"]["layout"]["title"]["text"]
    assert str(run.cycle.length) not in title


@pytest.mark.parametrize("page", ["pages/descent.py", "pages/race.py"])
@pytest.mark.parametrize("name", BOARDS)
def test_who_wins_is_asked_where_somebody_can_and_told_by_no_title_and_no_fact(page, name):
    asked, data = board(name)
    made = answered(page, **asked, bias="false")
    arrives = not isinstance(separate(data), Inseparable)
    assert made["question"]["text"].startswith("W" if arrives else "Will any of")
    assert ("fewest" in made["question"]["text"] or "first" in made["question"]["text"]) == arrives
    assert made["question"]["answer"] is None
    assert len(waiting(made)) == (3 if "descent" in page else 6)
    titles = json.dumps([panel["figure"]["layout"].get("title") for panel in made["panels"]])
    assert "never" not in titles


@pytest.mark.parametrize("name", BOARDS)
def test_halving_asks_of_a_board_by_hand_whether_anything_is_left_and_else_for_the_majoritys_mistakes(name):
    asked, _ = board(name)
    made = answered("pages/halving.py", **asked)
    assert (made["question"]["text"], made["question"]["answer"]) == ("Will any direction be left?", None)
    data = margin_dataset(25, 2, 0.1, seed=3)
    made, run = answered("pages/halving.py"), halving(directions(360, data.X), data.y)
    assert made["question"]["answer"] == int(run.mistakes.sum())
    assert f"at most {run.bound} mistake" in made["question"]["text"]


def test_the_adversary_asks_of_a_learner_and_leaves_the_visitor_to_try():
    assert "question" not in answered("pages/adversary.py")
    made = answered("pages/adversary.py", player="the perceptron")
    assert made["question"]["text"] == "6 rounds. Will it be right once?"
    made = answered("pages/adversary.py", player="the perceptron", ties="correct")
    assert "question" not in made


def test_the_position_that_is_shown_meanwhile_names_no_end():
    for page in (None, "pages/proof.py", "pages/kernels.py", "pages/nonseparable.py", "pages/descent.py",
                 "pages/race.py", "pages/halving.py"):  # fmt: skip
        made = answered(page)
        assert not any(" of " in template for template in made["question"]["position"])
        assert len(made["question"]["position"]) == len(made["texts"]["position"]["templates"])


def test_where_the_outcome_is_wanted_at_once_nothing_is_asked():
    assert "question" not in answered(outcome="true")
