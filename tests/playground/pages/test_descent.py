"""The three paths on the descent page are the library's, step by step, and so is the loss that they descend."""

import json
from fractions import Fraction

import numpy as np
import pytest

from perceptron import Separator, descend, margin_dataset, perceptron_loss, separate
from playground.address.codes import encode
from playground.page.controls import SOURCES, dataset
from playground.pages.descent import scene as descent
from playground.stage.check import check_scene
from playground.stage.payload import by_plotly
from playground.text import number, plural, whole
from tests.boards import labelled
from tests.marks import in_turn
from tests.playground.scenes import SCENES
from tests.playground.visiting import answered, told

FILE = "pages/descent.py"
OPENING = margin_dataset(25, 2, 0.1, 1.0, 3)


def descents(data, rate=0.1, start=(2, 3), size=5):
    sizes = (1, min(size, len(data)), len(data))
    return [descend(data, rate, some, start, max_updates=descent.MOST_UPDATES) for some in sizes]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("name", "rate"), in_turn(SCENES, (0.001, 1, 1000)))
def test_each_path_is_where_the_library_has_it_or_stays_at_its_end(name, rate):
    points = SCENES[name][0]
    data = dataset(points)
    paths = descents(data, rate)
    made = descent.scene(points, paths, separate(data), picture=descent.CONTOURS)
    columns, last = made["columns"], made["last"]
    assert last == max(path.updates for path in paths)
    check_scene(made)
    json.dumps(made, allow_nan=False)
    sums = [int(code, 16).bit_count() for code in columns["hollow"]]
    assert sums[: len(paths[2].sizes)] == paths[2].sizes.tolist()
    assert (sums[-1] == 0) == (paths[2].outcome == "converged")
    names = {mark["name"] for mark in made["marks"] if "name" in mark}
    assert names == {"single", f"batches of {paths[1].batch}", "all"}
    for place, path in enumerate(paths):
        steps = np.minimum(range(last + 1), path.updates)
        weights, losses = path.weights[steps], path.losses[steps]
        drawn = np.array([columns[f"{letter}{place}"] for letter in "uv"]).T
        assert drawn == pytest.approx(weights, abs=1e-6 * np.abs(weights).max())
        assert columns[f"l{place}"] == pytest.approx(losses, rel=1e-6, abs=1e-6 * losses.max())
        largest = np.abs(weights).max(axis=1, keepdims=True)
        lines = np.array([columns[f"{letter}{place}"] for letter in "ab"]).T
        assert lines == pytest.approx(weights / np.where(largest, largest, 1), abs=1e-6)
        changes = [("stays at", "rises to", "falls to")[change] for change in path.changes]
        for said, size, change, loss in zip(
            columns[f"told{place}"][1:], path.sizes, changes, path.losses[1:], strict=False
        ):
            summed = f", sum over {whole(int(size))} wrong" if path.batch > 1 else ""
            assert said == f"{change} {number(float(loss))}{summed}"
        end = {"converged": "all points right", "frozen": "frozen", "stopped": "stopped"}[path.outcome]
        assert all(said.startswith(end) for said in columns[f"told{place}"][path.updates + 1 :])


@pytest.mark.parametrize("picture", descent.PICTURES)
def test_the_picture_is_the_loss_of_the_weights_at_each_place(picture):
    points = SCENES["by hand"][0]
    data = dataset(points)
    made = descent.scene(points, descents(data), separate(data), picture=picture)
    figure = made["panels"][1]["figure"]
    in_space = picture == descent.SURFACE
    drawn = (figure["traces"] if in_space else figure["parts"])[0]
    low, high = (figure["axes"][0] if in_space else figure["xaxis"])["range"]
    side = drawn["x"] if in_space else np.linspace(low, high, len(drawn["z"]))
    w = np.stack(np.meshgrid(side, side), axis=-1)
    loss = perceptron_loss(data, w)
    assert np.array(drawn["z"]) == pytest.approx(loss, rel=1e-4, abs=1e-4 * loss.max())
    assert figure["title"].split(": ")[0] == "Loss of each w, Σ max(0, −y w·x)"  # fits a phone, too
    assert by_plotly(made) == [1] * in_space
    for name in ("u0", "v0", "u1", "v1", "u2", "v2"):
        drawn = np.array(made["columns"][name])
        assert low < drawn.min() <= drawn.max() < high


LINKS = [
    *({"data": source} for source in SOURCES if source != "by hand"),
    *({"eps": rate} for rate in descent.RATES),
    *({"batch": size} for size in (1, 400)),
    {"data": "XOR", "from": "-3, -3", "eps": "1"},
]


@pytest.mark.parametrize("link", LINKS, ids=str)
def test_the_facts_are_the_librarys(link):
    made = answered(FILE, **link)
    rate, start = Fraction(link.get("eps", "0.1")), [*map(int, link.get("from", "2, 3").split(","))]
    data = labelled(made["points"])
    found = separate(data)
    *facts, ratio = made["facts"]
    for fact, path in zip(facts, descents(data, rate, start, link.get("batch", 5)), strict=True):
        count = whole(path.updates) + "+" * (path.outcome == "stopped")
        limit = f" ≤ {whole(path.bound(found))}" if isinstance(found, Separator) else ""
        assert fact["value"] == ("frozen" if path.outcome == "frozen" else count + limit)
        assert fact["note"].startswith(f"Looked at {plural(int(path.checked[-1]), 'point')} in all.")
    assert facts[1]["name"] == f"batches of {min(link.get('batch', 5), len(data))}"
    assert ratio["value"] == number(float(np.linalg.norm(start)) / float(rate))


def test_each_step_counts_the_points_looked_at():
    made = answered(FILE)
    assert [point[:2] for point in made["points"]] == OPENING.X.tolist()
    many = "Updates: 66, 26 and 7; points looked at: 225, 225 and 200."
    assert made["verdict"]["text"].startswith(f"All three paths end with every point right. {many}")
    for step in (1, 7, 26, made["last"]):
        looked = [int(path.checked[step - 1 if step < path.updates else -1]) for path in descents(OPENING)]
        said = told(made, step)
        for name, count in zip(("single", "batches of 5", "all"), looked, strict=True):
            assert f" {name} {count} " in said


W = separate(OPENING).w
TWINS = encode([(0, 0, 0), (0.5, 0.5, 0), (0.5, 0.5, 1)])


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ({}, f"the loss is {number(perceptron_loss(OPENING, [2, 3]))}"),
        ({"from": "0"}, "the loss is 0, the least there is"),
        ({"from": "0"}, "so all three paths move"),
        ({"from": "0", "data": "XOR"}, "so a path moves, unless its points' y x sum to 0"),
        ({"from": f"{W[0]}, {W[1]}"}, "has every point on its right side: nothing to do."),
        ({"from": "-3, -3", "data": "XOR", "eps": "1"}, "Frozen: batches of 4 and all."),
        ({"data": "AND"}, "Point 0 lies at the origin, where no weights give it a side. With a bias a line separates"
         " all. Try it in the playground."),
        ({"data": "by hand", "points": TWINS}, "yet no line separates all. The least loss is still 0"),
    ],
)  # fmt: skip
def test_the_page_says_where_the_paths_begin_and_why_they_end(link, says):
    made = answered(FILE, **link)
    assert says in f"{told(made, 0)} {made['verdict']['text']}"
