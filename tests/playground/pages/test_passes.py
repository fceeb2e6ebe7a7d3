"""What is said of the points that were looked at is what the textbook's loop in fractions does, right answers too."""

import pytest

from perceptron import Dataset, cloud, margin_dataset, separate, train
from playground.address.codes import encode
from playground.draw.steps import Steps
from playground.page.controls import LISTED, ORDERS
from playground.pages.playground import scene as playground
from playground.stage.check import check_scene
from tests.boards import HAND, XOR, labelled, placed
from tests.perceptron.textbook import loop
from tests.playground.visiting import answered


def turns(order, n):
    """An order of `train`: for one's own, all points twice and the first again."""
    return [*range(n), *range(n), 0] if order == LISTED else order


BOARDS = {
    "by hand": labelled(HAND).augmented(),
    "a chosen margin": margin_dataset(25, 2, 0.1, 1.0, 3),
    "nothing to do": Dataset([[0.5, 0.5]], [1]),
    "XOR": labelled(XOR).augmented(),
    "a cloud": cloud(12, seed=2).augmented(),
}


def walk(data, order, tie="mistake", most=40):
    order = turns(order, len(data))
    run = train(data, order, tie=tie, seed=5, max_updates=most)
    bare = Dataset(data.X[:, :2], data.y)
    made = playground.scene(placed(bare), Steps(run, tie), separate(data), order=order, tie=tie)
    check_scene(made)
    (table,) = [panel for panel in made["panels"] if "heads" in panel]
    text = table["walk"]["text"]
    said = [text["templates"][which].format(**{name: column[step] for name, column in made["columns"].items()})
            for step, which in enumerate(text["which"])]  # fmt: skip
    return table["walk"], made["columns"]["looked"], said, run


@pytest.mark.parametrize("tie", ["mistake", "correct"])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", BOARDS)
def test_the_points_looked_at_are_those_of_the_textbooks_loop(name, order, tie):
    shown, looked, said, run = walk(BOARDS[name], order, tie)
    true = loop(BOARDS[name], turns(order, len(BOARDS[name])), tie=tie, seed=5, max_updates=40)
    made = len(run.mistakes)
    assert looked == [0, *true.checked[:made]]
    assert shown["size"] == (len(run.data) if order in ("cyclic", "shuffled") else 0)
    assert shown["end"] == (true.checked[-1] if true.outcome == "converged" or order == LISTED else looked[-1])
    counted = "points drawn" if order == "random" else "points looked at"
    for k in range(1, made):
        assert said[k] == f"{counted}: {looked[k]} · updates: {k}"
    assert said[made].startswith(f"{counted}: {shown['end']} · updates: {made}")
    assert said[made].endswith("done") == (true.outcome == "converged")
    assert said[made].endswith("the list has ended, and a point is still wrong") == run.used_up


@pytest.mark.parametrize("order", ORDERS)
def test_the_page_takes_its_order_and_notes_the_points_looked_at(order):
    sequence = {"sequence": "0 1 2 3 4 0 1 2 3 4 0"} if order == LISTED else {}
    made = answered(data="by hand", points=encode(HAND), bias="true", order=order, seed=7, **sequence)
    run = train(labelled(HAND).augmented(), turns(order, len(HAND)), seed=7)
    assert made["columns"]["looked"] == [0, *run.checked[:-1].tolist()]
    for shown in (made, answered(data="inseparable cloud", bias="true", order=order, **sequence)):
        (table,) = [panel for panel in shown["panels"] if "heads" in panel]
        assert bool(table["walk"]["size"]) == (order in ("cyclic", "shuffled"))
        assert f"{table['walk']['end']:,} points" in shown["facts"][3]["note"]
