"""The page where nothing separates: its cycle, its pocket and its averages are the run's, and its bound is one."""

import json
import math
import re
import unicodedata
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from perceptron import Inseparable, Separator, bounds, cloud, comparator, errors_over_time, gate, separate, train
from playground.address.codes import encode
from playground.lessons import LESSONS
from playground.page.controls import CLOUD, ORDERS, SOURCES
from playground.pages.nonseparable import scene as nonseparable
from playground.stage.check import check_scene
from playground.text import number, whole
from tests.boards import HAND, XOR, labelled, placed
from tests.playground.parameters import NUMBERS
from tests.playground.scenes import SCENES, learner
from tests.playground.visiting import answered, complaints, payload, visit

CROSS = [(0.5, 0.5, 0), (-0.5, -0.5, 0), (0.5, -0.5, 1), (-0.5, 0.5, 1), (0.75, 0.25, 0)]


def scene(points, how, grid=128):
    points = nonseparable.on_grid(points, grid)
    data = how.sees(points)
    run, found = how.run(data, nonseparable.MOST_UPDATES), separate(data)
    return nonseparable.scene(points, run, separation=found, order=how.order, grid=grid), run, found


def separable(points, how):
    return isinstance(separate(how.sees(nonseparable.on_grid(points, 128))), Separator)


def values(made, names):
    return np.array([made["columns"][name] for name in names], dtype=float).T


BOARDS = {**SCENES, "crossed": (CROSS, learner(1.0)), "crossed through the origin": (CROSS, learner())}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", BOARDS)
def test_every_board_can_be_drawn_at_every_step(name):
    made, run, _ = scene(*BOARDS[name])
    assert made["last"] == len(run.mistakes)
    check_scene(made)
    json.dumps(made, allow_nan=False)


@pytest.mark.parametrize("name", BOARDS)
def test_the_errors_at_each_step_are_the_librarys(name):
    made, run, _ = scene(*BOARDS[name])
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
def test_the_pocket_and_the_average_that_are_drawn_are_those_of_the_textbooks_loop(bias):
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
    """What labels say at a step."""
    marks = [mark for mark in made["marks"] if mark["kind"] == "label" and mark["columns"][0].startswith(names)]
    return [text for mark in marks if (text := made["columns"][mark["columns"][0]][step]) is not None]


@pytest.mark.parametrize("bias", [1.0, None])
def test_the_cycle_that_is_drawn_ends_where_it_begins_and_is_the_runs(bias):
    made, run, _ = scene(CROSS, learner(bias))
    start, length = run.cycle
    assert made["facts"][0]["value"] == whole(length)
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
def test_a_short_cycles_updates_are_added_up_one_by_one_to_nothing(name, bias):
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


def test_of_a_long_cycle_it_counts_what_was_added_and_marks_the_step_by_an_arrow():
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


def test_lines_and_curves_are_named_at_their_ends_and_not_in_a_legend():
    made, _, _ = scene(*BOARDS["crossed"])
    names = [(mark["panel"], mark["kind"], mark["name"]) for mark in made["marks"] if "name" in mark]
    assert sorted(names) == [
        *((0, "line", name) for name in ("averaged", "last", "pocket")),
        *((2, "curve", name) for name in ("averaged", "last", "pocket", "voted")),
    ]
    assert not any(panel["figure"]["layout"].get("showlegend") for panel in made["panels"])


def test_where_the_pocket_has_no_line_it_says_why():
    made, _, _ = scene(XOR, learner(1.0))
    assert not any(made["columns"][f"pocket_{letter}"][-1] for letter in "abc")
    assert made["columns"]["no_pocket"] == ["pocket: no line, w = 0"] * 5
    assert written(made, 0, "no_averaged") == ["averaged: no line, w = 0"]
    assert written(made, 1, "no_averaged") == ["averaged: no line, w₁ = w₂ = 0"]
    assert written(made, 2, "no_averaged") == []


def test_of_the_pocket_it_says_by_which_rule_it_keeps_and_not_that_it_keeps_the_best():
    made, run, _ = scene(XOR, learner(1.0))
    errors = errors_over_time(run)
    assert errors["last"].min() < errors["pocket"].iloc[-1]
    assert "more right answers in a row" in made["facts"][1]["note"]
    assert made["panels"][2]["figure"]["layout"]["title"]["text"].endswith("pocket: most right in a row")
    assert "right longest in a row" in LESSONS["pocket"].parts[0].answer


@pytest.mark.parametrize("order", ["shuffled", "random"])
def test_no_cycle_is_claimed_in_a_random_order(order):
    made, _, _ = scene(XOR, learner(1.0, order))
    assert made["facts"][0]["value"] == "no claim"
    said = json.dumps([made["verdict"], made["panels"][1]["figure"]["layout"]["title"]], ensure_ascii=False)
    assert "repeat" not in said
    assert "a random order proves no cycle" in said


@pytest.mark.slow
@pytest.mark.parametrize("grid", nonseparable.GRIDS.values())
@pytest.mark.parametrize("order", ORDERS)
def test_no_run_makes_more_updates_than_the_bound_for_inseparable_points_allows(order, grid):
    for seed in range(2):
        data = cloud(9, seed=seed)
        points = placed(data)
        made, run, found = scene(points, learner(1.0, order, seed=seed), grid=grid)
        if isinstance(found, Inseparable):
            allowed = int(made["facts"][2]["value"].replace(",", ""))
            assert len(run.mistakes) <= allowed


def test_the_bound_is_for_the_zero_start_and_the_best_there_is():
    made, _, _ = scene(CROSS, learner(1.0, start=[1.0, 0.0, 0.0]))
    assert made["facts"][2]["value"] == "none"
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
    notes = [note for note in made["panels"][0]["figure"]["layout"]["annotations"] if note["text"].startswith("λ")]
    places = [made["points"][i][:2] for i in found.points]
    assert [(note["x"], note["y"]) for note in notes] == [tuple(place) for place in places]
    for note, share in zip(notes, found.weights, strict=True):
        text = note["text"].removeprefix("λ ")
        assert text == f"≈ {share:.2g}" or eval_fraction(text.removeprefix("= ")) == pytest.approx(share)


def eval_fraction(text):
    return float(Fraction(unicodedata.normalize("NFKC", text).replace("\N{FRACTION SLASH}", "/")))


def test_a_share_that_is_a_fraction_is_written_as_one_and_proves_it_exactly():
    _, run, found = scene(XOR, learner(1.0))
    assert found.fractions(run.data) == [Fraction(1, 4)] * 4
    made, _, _ = scene(XOR, learner(1.0))
    notes = [note["text"] for note in made["panels"][0]["figure"]["layout"]["annotations"]]
    assert notes == ["λ = ¼"] * 4


@pytest.mark.parametrize("name", [name for name in BOARDS if separable(*BOARDS[name])])
def test_of_separable_points_it_says_so_and_draws_the_line(name):
    made, run, found = scene(*BOARDS[name])
    assert made["verdict"]["text"].startswith("These points are separable, so there is nothing to prove here.")
    assert made["facts"][2]["value"] == whole(run.bound(found))
    assert not any(note["text"].startswith("λ") for note in made["panels"][0]["figure"]["layout"]["annotations"])
    traces = made["panels"][0]["figure"]["data"]
    assert bool(found.w[:2].any()) == any(trace.get("name") == "w*" for trace in traces)


# ---- the page ------------------------------------------------------------------------------------------------------


opened = partial(visit, "pages/nonseparable.py")


def check(page):
    """Nothing failed, and the run is that of the points that are shown."""
    made = payload(page)
    if made["points"]:
        data = labelled(made["points"])
        if page.toggle(key="bias").value:
            data = data.augmented(page.number_input(key="c").value)
        order, seed = page.selectbox(key="order").value, page.number_input(key="seed").value
        run = train(data, order, rate=page.number_input(key="rate").value, seed=seed, max_updates=3000)
        assert made["columns"]["i"][1:] == run.mistakes.tolist()
        assert made["facts"][3]["value"] == whole(made["last"])
    return made


def test_the_page_opens_with_the_four_points_of_xor_and_their_cycle_of_four():
    page = opened()
    made = check(page)
    assert [tuple(point) for point in made["points"]] == placed(gate("xor"))
    assert made["verdict"]["text"].startswith("No line separates these points: 0, 1, 2 and 3 prove it. ")
    assert made["facts"][0]["value"] == "4"
    assert made["last"] == 4
    assert not complaints(page)


def test_the_length_that_is_never_exceeded_is_none_that_rounding_has_lowered():
    (longest,) = re.findall("never above ([0-9.]+)", json.dumps(answered("pages/nonseparable.py")))
    assert float(longest) >= math.sqrt(3)  # of (1, 1, b), b = ±1, in XOR's cycle


def test_points_that_a_tie_rule_forgives_are_counted_and_said_to_be_on_the_line():
    made = answered("pages/nonseparable.py", data="AND", bias="true", ties="read as −1")
    assert not int(made["columns"]["hollow"][-1], 16)
    assert made["columns"]["last"][-1] == 1
    assert all("Wrong or on the line, of 4: last " in each for each in made["texts"]["sentence"]["templates"])
    assert "on the line counts as wrong" in made["facts"][1]["note"]
    assert made["facts"][2]["name"] == "R²/γ²"


def test_the_bound_from_another_start_is_called_so():
    made = answered("pages/nonseparable.py", data="AND", bias="true", start="-5,-5")
    run = train(gate("and").augmented(), start=(-5, -5, 0))
    assert (made["facts"][2]["name"], made["facts"][2]["value"]) == (
        "bound for this start",
        whole(run.bound(separate(run.data))),
    )


def test_a_cloud_is_moved_to_the_grid_and_comes_to_a_cycle():
    page = opened(data=CLOUD)
    made = check(page)
    usual = {key: int(NUMBERS[key].default) for key in ("n", "seed")}
    data = cloud(usual["n"], seed=usual["seed"])
    assert [point[:2] for point in made["points"]] == (np.round(data.X * 32) / 32).tolist()
    assert made["verdict"]["text"].startswith("No line separates these points: ")
    assert made["facts"][0]["value"].isdigit()
    assert made["editing"]["snap"] == 32
    assert not complaints(page)


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES)
def test_every_source_can_be_shown_with_and_without_a_bias(source):
    page = opened(data=source)
    check(page)
    bias = page.toggle(key="bias")
    check(bias.set_value(not bias.value).run())


@pytest.mark.slow
def test_every_choice_can_be_made():
    page = opened(data=CLOUD)
    for key, choices in (("order", ORDERS), ("grid", nonseparable.GRIDS)):
        for choice in choices:
            page.selectbox(key=key).set_value(choice).run()
            check(page)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["n", "c", "rate", "seed"])
def test_every_number_can_be_at_either_end(key):
    page = opened(data=CLOUD)
    for value in (NUMBERS[key].low, NUMBERS[key].high):
        page.number_input(key=key).set_value(value).run()
        check(page)


def test_an_empty_board_says_what_to_do():
    made = check(opened(data="by hand"))
    assert made["last"] == 0
    assert made["points"] == []


def test_a_link_brings_back_points_and_grid_and_a_broken_one_says_what_was_wrong():
    page = opened(points=encode(HAND), grid="1/4", step=2)
    made = check(page)
    assert made["points"] == [list(point) for point in HAND]
    assert made["editing"]["snap"] == 4
    assert made["step"] == 2
    page = opened(grid="1/3")
    check(page)
    said = " ".join(complaints(page))
    assert "grid is 1/3" in said


def test_separable_points_are_promised_no_cycle():
    points = encode([(7.0, 7.0, 1), (7.0078125, 7.0, 0)])
    made = answered("pages/nonseparable.py", data="by hand", points=points, bias="true", grid="1/128", outcome="true")
    fact = made["facts"][0]
    assert (fact["value"], fact["note"]) == (
        "none yet",
        "No exact repeat so far. None can come: a line parts the points.",
    )
    untold = answered("pages/nonseparable.py", data="by hand", points=points, bias="true", grid="1/128")
    assert "grid" not in str(untold.get("untold", untold)["facts"][0])
