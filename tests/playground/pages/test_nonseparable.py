"""The page where nothing separates: its cycle, its pocket and its averages are the run's, and its bound is one."""

import json
import unicodedata
from fractions import Fraction
from typing import get_args

import numpy as np
import pytest

from perceptron import Inseparable, Separator, bounds, cloud, comparator, errors_over_time, gate, separate, train
from perceptron.learner import Order
from playground.address.codes import encode
from playground.draw.palette import SEPARATOR
from playground.draw.steps import Steps
from playground.page.controls import CLOUD
from playground.pages.nonseparable import scene as nonseparable
from playground.stage.check import check_scene
from playground.text import number, whole
from tests.boards import XOR, labelled, placed
from tests.playground.parameters import NUMBERS
from tests.playground.scenes import SCENES, learner
from tests.playground.visiting import answered

CROSS = [(0.5, 0.5, 0), (-0.5, -0.5, 0), (0.5, -0.5, 1), (-0.5, 0.5, 1), (0.75, 0.25, 0)]


def scene(points, how, grid=128):
    points = nonseparable.on_grid(points, grid)
    data = how.sees(points)
    run, found = how.run(data, nonseparable.MOST_UPDATES), separate(data)
    return nonseparable.scene(points, Steps(run), separation=found, order=how.order, grid=grid), run, found


def separable(points, how):
    return isinstance(separate(how.sees(nonseparable.on_grid(points, 128))), Separator)


def values(made, names):
    return np.array([made["columns"][name] for name in names], dtype=float).T


BOARDS = {**SCENES, "crossed": (CROSS, learner(1.0)), "crossed through the origin": (CROSS, learner())}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", BOARDS)
def test_the_errors_at_each_step_are_the_librarys(name):
    made, run, _ = scene(*BOARDS[name])
    check_scene(made)
    json.dumps(made, allow_nan=False)
    assert made["last"] == len(run.mistakes)
    errors = errors_over_time(run)
    for how in ("last", "pocket", "averaged", "voted"):
        assert made["columns"][how] == errors[how].tolist()
    assert made["facts"][1]["value"] == " · ".join(map(str, errors.iloc[-1][["last", "pocket", "averaged"]]))


def literal(data, count):
    """The pocket's and the summed weights when each further update is about to be made, by the textbook's loop."""
    w, total, kept, pockets, sums = np.zeros(data.dim), np.zeros(data.dim), np.zeros(data.dim), [], []
    row, answers, best = 0, 0, len(data)

    def errors(v):
        return int((np.vecdot(data.signed, v) <= 0).sum())

    while len(sums) <= count:
        for z in data.signed:
            if w @ z <= 0:
                pockets.append(kept)
                sums.append(total if total.any() else w)
                w, answers = w + z, 0
            else:
                answers += 1
                if answers > row and errors(w) < best:
                    kept, row, best = w, answers, errors(w)
            total = total + w
    return np.array(pockets[: count + 1]), np.array(sums[: count + 1])


@pytest.mark.parametrize("bias", [1.0, None])
def test_the_drawn_pocket_and_average_are_the_textbooks(bias):
    data = cloud(12, seed=2)
    points = placed(data)
    made, run, found = scene(points, learner(bias), grid=8)
    assert isinstance(found, Inseparable)
    assert made["last"] > 20
    for name, true in zip(("pocket", "averaged"), literal(run.data, made["last"] - 1), strict=True):
        drawn = values(made, [f"{name}_{letter}" for letter in "abc"])[: made["last"]]
        full = np.pad(true, ((0, 0), (0, 3 - true.shape[1])))
        largest = np.abs(full).max(axis=1, keepdims=True)
        assert drawn == pytest.approx(np.divide(full, largest, out=np.zeros_like(full), where=largest > 0), abs=1e-6)


def written(made, step, names):
    marks = [mark for mark in made["marks"] if mark["kind"] == "label" and mark["columns"][0].startswith(names)]
    return [text for mark in marks if (text := made["columns"][mark["columns"][0]][step]) is not None]


@pytest.mark.parametrize("bias", [1.0, None])
def test_the_drawn_cycle_is_the_runs_and_ends_where_it_begins(bias):
    made, run, _ = scene(CROSS, learner(bias))
    start, length = run.cycle
    assert made["facts"][0]["value"] == whole(length)
    named = sorted((mark["panel"], mark["kind"], mark["name"]) for mark in made["marks"] if "name" in mark)
    assert named == [
        *((0, "line", name) for name in ("averaged", "last", "pocket")),
        *((2, "curve", name) for name in ("averaged", "last", "pocket", "voted")),
    ]
    drawn = values(made, ["round_1", "round_2"])
    assert np.isnan(drawn[:start]).all()
    assert drawn[start:] == pytest.approx(run.weights[start:, :2], rel=1e-6)
    assert (drawn[start] == drawn[-1]).all()
    assert values(made, ["way_1", "way_2"])[: start + 1] == pytest.approx(run.weights[: start + 1, :2], rel=1e-6)
    assert values(made, ["w_1", "w_2"]) == pytest.approx(run.weights[:, :2], rel=1e-6)
    assert run.data.signed[run.mistakes[start:]].sum(axis=0).tolist() == [0] * run.data.dim
    last = [mark for mark in made["marks"] if mark.get("stays")]
    assert {"curve", "heads"} <= {mark["kind"] for mark in last}


@pytest.mark.parametrize(("name", "bias"), [("AND", None), ("OR", None), ("XOR", None), ("XOR", 1.0), ("XOR", 0.5)])
def test_the_updates_of_a_short_cycle_add_up_to_0(name, bias):
    made, run, _ = scene(placed(gate(name.lower())), learner(bias))
    start, length = run.cycle
    for k in range(1, length + 1):
        lines = written(made, start + k, "sum_")
        added = [[float(x) for x in line[3:-1].replace("−", "-").split(",")] for line in lines[:k]]
        signs = [{"+": 1, "−": -1}[line[0]] for line in lines[:k]]
        moved = np.array(signs) @ np.array(added)
        assert moved.tolist() == (run.weights[start + k] - run.weights[start]).tolist()
        assert len(lines) == k + (k == length)
    assert lines[-1] == f"= ({', '.join(['0'] * run.data.dim)})"
    assert written(made, start, "sum_") == []


def test_a_long_cycle_counts_its_updates_and_shows_one_arrow():
    made, run, _ = scene(placed(cloud(25, seed=3)), learner(1.0), grid=32)
    start, length = run.cycle
    assert length > 100
    assert written(made, made["last"], "sum_") == [f"{length} updates", "add up to", "(0, 0, 0)"]
    arrows = values(made, ["from_1", "from_2", "w_1", "w_2"])[start + 1 :]
    steps = np.hstack([run.weights[start:-1, :2], run.weights[start + 1 :, :2]])
    assert arrows == pytest.approx(steps, rel=1e-6, abs=1e-9)
    assert written(made, 7, "bias") == [f"b = {number(run.weights[7, 2])}"]


def test_b_stands_at_each_corner_of_a_short_cycle_once_it_was_reached():
    made, run, _ = scene(XOR, learner(2.0))
    assert run.weights.tolist() == [[0, 0, 0], [0, 0, -2], [0, 1, 0], [1, 1, 2], [0, 0, 0]]
    assert written(made, 0, "b_") == ["b = 0"]
    assert written(made, 1, "b_") == ["b = 0, −4"]
    assert written(made, 3, "b_") == written(made, 4, "b_") == ["b = 0, −4", "b = 0", "b = 4"]


def test_where_the_pocket_has_no_line_it_says_why():
    made, _, _ = scene(XOR, learner(1.0))
    assert not any(made["columns"][f"pocket_{letter}"][-1] for letter in "abc")
    assert made["columns"]["no_pocket"] == ["pocket: w = 0"] * 5
    assert written(made, 0, "no_averaged") == ["averaged: w = 0"]
    assert written(made, 1, "no_averaged") == ["averaged: w₁ = w₂ = 0"]
    assert written(made, 2, "no_averaged") == []


@pytest.mark.parametrize("order", ["shuffled", "random"])
def test_no_cycle_is_claimed_in_a_random_order(order):
    made, _, _ = scene(XOR, learner(1.0, order))
    assert made["facts"][0]["value"] == "no claim"
    said = json.dumps([made["verdict"], made["panels"][1]["figure"]["title"]], ensure_ascii=False)
    assert "repeat" not in said
    assert "a random order proves no cycle" in said


def test_the_bound_is_for_the_zero_start_and_the_best_there_is():
    made, _, _ = scene(CROSS, learner(1.0, start=[1.0, 0.0, 0.0]))
    assert made["facts"][2]["value"] == "none"
    made, run, found = scene(placed(gate("and")), learner(1.0, start=[-5.0, -5.0, 0.0]))
    assert (made["facts"][2]["name"], made["facts"][2]["value"]) == ("bound from here", whole(run.bound(found)))
    made, run, _ = scene([(0.0, 0.0, 1)], learner())
    assert made["facts"][2]["value"] == whole(len(run.mistakes)) == "1"
    for seed in range(6):
        made, run, found = scene(placed(cloud(9, seed=seed)), learner(1.0))
        if isinstance(found, Inseparable):
            best = comparator(run.data, np.maximum(run.passes, run.alpha))
            assert made["facts"][2]["value"] == whole(bounds.whole(best.bound))
            # By duality none is smaller.
            assert bounds.whole(best.bound) <= best.least * (1 + 1e-5) + 1e-9


@pytest.mark.parametrize("name", [name for name in BOARDS if not separable(*BOARDS[name])])
def test_each_point_of_the_proof_has_its_share_beside_it(name):
    made, _, found = scene(*BOARDS[name])
    labels = shares(made)
    assert [label["point"] for label in labels] == found.points.tolist()
    assert all(label["outcome"] for label in labels)
    for label, share in zip(labels, found.weights, strict=True):
        (text,) = {text.removeprefix("λ ") for text in made["columns"][label["columns"][0]]}
        assert text == f"≈ {share:.2g}" or eval_fraction(text.removeprefix("= ")) == pytest.approx(share)


def shares(made):
    """The marks that write λ beside points."""
    return [each for each in made["marks"] if each["kind"] == "label" and each["columns"][0].startswith("share")]


def eval_fraction(text):
    return float(Fraction(unicodedata.normalize("NFKC", text).replace("\N{FRACTION SLASH}", "/")))


@pytest.mark.parametrize("name", [name for name in BOARDS if separable(*BOARDS[name])])
def test_of_separable_points_it_says_so_and_draws_the_line(name):
    made, run, found = scene(*BOARDS[name])
    assert made["verdict"]["text"].startswith("These points are separable, so there is nothing to prove here.")
    assert made["facts"][2]["value"] == whole(run.bound(found))
    assert not shares(made)
    parts = made["panels"][0]["figure"]["parts"]
    assert bool(found.w[:2].any()) == any(part.get("color") == SEPARATOR for part in parts)


@pytest.mark.parametrize("order", get_args(Order))
def test_the_page_runs_the_learner_of_its_controls_on_the_grid(order):
    made = answered("pages/nonseparable.py", data=CLOUD, bias="true", c=2, order=order, rate=0.5, seed=5, grid="1/4")
    n = int(NUMBERS["n"].default)
    assert [point[:2] for point in made["points"]] == (np.round(cloud(n, seed=5).X * 4) / 4).tolist()
    assert made["editing"]["snap"] == 4
    data = labelled(made["points"]).augmented(2)
    run = train(data, order, rate=0.5, seed=5, max_updates=nonseparable.MOST_UPDATES)
    assert made["columns"]["i"][1:] == run.mistakes.tolist()
    assert made["facts"][3]["value"] == whole(made["last"])


def test_points_that_a_tie_rule_forgives_are_counted_as_on_the_line():
    made = answered("pages/nonseparable.py", data="AND", bias="true", ties="read as −1")
    assert not int(made["columns"]["hollow"][-1], 16)
    assert made["columns"]["last"][-1] == 1
    assert all("Wrong or on the line, of 4: last\xa0" in each for each in made["texts"]["sentence"]["templates"])
    assert "on the line counts as wrong" in made["facts"][1]["note"]
    assert made["facts"][2]["name"] == "R²/γ²"


def test_separable_points_are_promised_no_cycle():
    points = encode([(7.0, 7.0, 1), (7.0078125, 7.0, 0)])
    made = answered("pages/nonseparable.py", data="by hand", points=points, bias="true", grid="1/128", outcome="true")
    fact = made["facts"][0]
    told = ("none yet", "No exact repeat so far. None can come: a line separates the points.")
    assert (fact["value"], fact["note"]) == told
