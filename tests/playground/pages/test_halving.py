"""The lit arc is exactly the directions that were never wrong, and every count is the library's."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import Inseparable, bounds, directions, halving, margin_dataset, randomized_halving, separate, train
from playground.address.codes import encode
from playground.pages.halving import scene as page
from playground.stage.check import check_scene
from playground.text import number, whole
from tests.boards import labelled, placed
from tests.playground.visiting import printed, shared, told

CAP = [(0.5, 0.5, 0), (0.75, -0.25, 0), (0.25, -1.0, 0), (-0.5, -0.75, 1), (-1.0, 0.25, 1)]
grid = st.integers(-128, 128).map(lambda step: step / 64)
boards = st.lists(st.tuples(grid, grid, st.integers(0, 1)), min_size=1, max_size=12)


def composed(points, count, seed=3):
    data = labelled(points)
    return page.scene(points, page.contest(data, count, seed), separate(data))


def inside(made, name, count, step):
    """Which directions lie under the sectors of a name, by their angles."""
    angles = 2 * np.pi * (np.arange(count) + 0.5) / count
    found = np.zeros(count, dtype=bool)
    for place in range(2):
        low, high = (made["columns"].get(f"{name}{place}{end}") for end in ("from", "to"))
        if low and low[step] is not None:
            found |= (angles - low[step]) % (2 * np.pi) < high[step] - low[step]
    return found


@given(boards, st.integers(8, 90))
def test_the_lit_arc_has_the_directions_left_the_grey_one_the_others(points, count):
    made = composed(points, count)
    check_scene(made)
    json.dumps(made, allow_nan=False)
    data, angles = labelled(points), 2 * np.pi * (np.arange(count) + 0.5) / count
    says = np.outer(np.cos(angles), data.X[:, 0]) + np.outer(np.sin(angles), data.X[:, 1]) >= 0
    right = (says == (data.y > 0)) & (data.norms > 0)  # at the origin no direction gives a side
    for step in range(made["last"] + 1):
        alive = right[:, :step].all(axis=1)
        assert inside(made, "lit", count, step).tolist() == alive.tolist()
        before = right[:, : step - 1].all(axis=1) if step else alive
        assert inside(made, "out", count, step).tolist() == (before & ~alive).tolist()


@given(boards, st.integers(8, 90))
def test_the_verdict_names_the_point_that_no_direction_survives(points, count):
    data = labelled(points)
    made = composed(points, count)
    table = directions(count, data.X)
    alive = np.logical_and.accumulate((table == data.y) & (data.norms > 0), axis=1).any(axis=0)
    if not alive.all():
        place = int(alive.argmin())
        assert made["last"] == place + 1
        assert made["verdict"]["text"].startswith(f"Point {place} eliminates the last of the {count} directions.")
        assert ("A line exists" in made["verdict"]["text"]) == hasattr(separate(data), "margin")
        assert ("no grid contains one." in made["verdict"]["text"]) == isinstance(separate(data), Inseparable)
        assert told(made, made["last"]).startswith(f"Point {place} (")
        assert made["facts"][3]["value"] == "0"
    else:
        halving(table, data.y)
        assert made["last"] == len(points)
        assert made["verdict"]["text"].startswith("Majority: ")


@pytest.mark.parametrize("kind", [0, 1])
def test_at_the_origin_nobody_is_right(kind):
    made, written = shared("pages/halving.py", data="by hand", points=encode([(0.0, 0.0, kind)]), outcome="true")
    assert made["verdict"]["text"].startswith("Point 0 eliminates the last of the 360 directions. No line through")
    assert made["facts"][3]["value"] == "0"
    assert "Equal votes are +1." in made["facts"][1]["note"]
    assert "left at the end: 0" in printed(written["perceptron-halving.py"])


@pytest.mark.parametrize(("points", "count"), [(CAP, 60), (CAP, 720), ("usual", 360)])
def test_the_directions_left_and_who_is_wrong_are_the_librarys(points, count):
    if points == "usual":
        data = margin_dataset(25, 2, 0.1, seed=3)
        points = placed(data)
    data, made = labelled(points), composed(points, count, seed=4)
    table = directions(count, data.X)
    vote, drawn = halving(table, data.y), randomized_halving(table, data.y, seed=4)
    w, wrong = np.zeros(2), {"majority": 0, "random": 0, "perceptron": 0}
    for step, (x, y) in enumerate(zip(data.X, data.y, strict=True), 1):
        erred = {
            "majority": vote.mistakes[step - 1],
            "random": drawn.mistakes[step - 1],
            "perceptron": y * float(w @ x) <= 0,
        }
        before, after = vote.survivors[step - 1 : step + 1].tolist()
        gone, _, others = told(made, step).replace("\N{NO-BREAK SPACE}", " ").partition(" left. ")
        assert gone.endswith(f": {whole(before)} − {whole(before - after)} = {whole(after)}")
        assert [name for name in erred if name in others] == [name for name, mistaken in erred.items() if mistaken]
        for name, mistaken in erred.items():
            wrong[name] += int(mistaken)
            assert made["columns"][name][step] == wrong[name]
        assert made["columns"]["survivors"][step] == vote.survivors[step]
        assert made["columns"]["erred"][step] == vote.mistakes[step - 1]
        w = w + y * x if erred["perceptron"] else w
    facts = [fact["value"] for fact in made["facts"]]
    assert facts == [whole(count), whole(bounds.halving(count)), number(float(drawn.expectation)),
                     whole(int(vote.survivors[-1]))]  # fmt: skip
    assert wrong["perceptron"] == len(train(data, np.arange(len(data))).mistakes)
