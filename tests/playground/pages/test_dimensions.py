"""The page of the plane: what it sends to be drawn is, at every step, what the library says in d dimensions."""

import base64
import functools
import itertools
import math
import re

import numpy as np
import pytest

from perceptron import Dataset, Inseparable, Separator, bounds, in_plane, iris, margin_dataset, separate, train
from playground.address.codes import HAND as HAND_PLACED
from playground.address.codes import decode_rows, encode, encode_rows
from playground.draw.palette import PROOF, SEPARATOR
from playground.page.controls import SOURCES
from playground.pages import PAGES
from playground.pages.dimensions import scene as dimensions
from playground.stage.check import check_scene
from playground.text import whole
from tests.boards import HAND, XOR, labelled
from tests.playground.visiting import answered, content_of, filled, payload, told, visit

PAGE = "pages/dimensions.py"
RNG = np.random.default_rng(4)
FIVE = [(tuple(place), index % 2) for index, place in enumerate((RNG.integers(-500, 500, (30, 5)) / 256).tolist())]
LINKS = {
    "as it opens": {},
    "two dimensions": {"d": "2"},
    "three": {"d": "3", "n": "60", "gamma": "0.05", "seed": "8"},
    "a thousand": {"d": "1000", "n": "200", "gamma": "0.1", "R": "2"},
    "stopped": {"d": "1000", "n": "400", "gamma": "0.01"},
    "one point": {"n": "1"},
    "the hardest first": {"d": "20", "order": "hardest", "n": "100"},
    "irises": {"space": "irises, four measures"},
    "irises, no bias": {"space": "irises, four measures", "bias": "false", "species": "setosa and virginica"},
    "irises that overlap": {"space": "irises, four measures", "species": "versicolor and virginica"},
    **{f"{each}, lifted": {"space": "the board's points", "data": each} for each in SOURCES if each != HAND_PLACED},
    "by hand": {"space": "the board's points", "points": encode(HAND), "c": "0.5"},
    "by hand in the plane": {"space": "the board's points", "points": encode(XOR), "bias": "false"},
    "a table": {"table": encode_rows(FIVE)},
    "a table, no bias": {"table": encode_rows(FIVE[:6]), "space": "a table", "bias": "false"},
    "the origin alone": {"space": "the board's points", "points": encode([(0.0, 0.0, 1)]), "bias": "false"},
}  # fmt: skip


@functools.cache  # nobody changes what many look at
def shown(name):
    return answered(PAGE, **LINKS[name])


def points(name, made):
    """The data that a link asks for, made without the page; a board's are those that are sent along."""
    link = LINKS[name]
    number_of = {key: float(link.get(key, usual)) for key, usual in (("n", 25), ("gamma", 0.1), ("R", 1), ("d", 100))}
    if "table" in link:
        rows, _ = decode_rows(link["table"])
        data = Dataset([place for place, _ in rows], [1 - 2 * index for _, index in rows])
        return data if link.get("bias") == "false" else data.augmented()
    if "space" not in link:
        return margin_dataset(int(number_of["n"]), int(number_of["d"]), number_of["gamma"], number_of["R"],
                              int(link.get("seed", 3)))  # fmt: skip
    if link["space"] == dimensions.FLOWERS:
        data = iris(dimensions.FEATURES, *link.get("species", "setosa and versicolor").split(" and "))
    else:
        data = labelled(made["points"])
    return data if link.get("bias") == "false" else data.augmented(float(link.get("c", 1)))


def unpacked(text):
    return np.frombuffer(base64.b64decode(text), "<i2").astype(float)


def moving(made, index=0):
    return [mark for mark in made["marks"] if mark["kind"] == "moving"][index]


def places(mark, steps):
    """Where the browser draws the points, x of each and y of each at each step."""
    return unpacked(mark["x"]) * mark["unit"], unpacked(mark["y"]).reshape(steps, -1) * mark["unit"]


@pytest.mark.parametrize("name", LINKS)
def test_what_is_drawn_is_to_a_part_in_thirty_thousand_what_holds_in_d_dimensions(name):
    made = shown(name)
    check_scene(made)
    data = points(name, made)
    order = LINKS[name].get("order", "cyclic")
    run, found = train(data, order, seed=3, max_updates=dimensions.most(len(data))), separate(data)
    assert made["last"] == run.updates
    columns, mark = made["columns"], moving(made)
    assert columns["i"] == [None, *run.mistakes.tolist()]
    assert mark["kinds"] == [int(label < 0) for label in data.y]
    x, y = places(mark, run.updates + 1)
    reach = data.radius or 1.0
    if isinstance(found, Separator):
        assert np.abs(x - data.X @ found.w).max() <= reach / 30_000
    weights = np.column_stack([columns["wa"], columns["wb"]])
    assert not any(columns["wc"])
    lengths = np.sqrt(np.vecdot(run.weights, run.weights))
    for k, (w, line) in enumerate(zip(run.weights, weights, strict=True)):
        if not w.any():
            assert not line.any()
            continue
        away = (line[0] * x + line[1] * y[k]) / np.hypot(*line)
        assert np.abs(away - data.X @ w / lengths[k]).max() <= reach / 10_000
        angle = math.atan2(line[1], line[0])
        assert columns["angle"][k] == pytest.approx(angle, abs=1e-5)
        if isinstance(found, Separator):
            assert math.cos(angle) == pytest.approx(w @ found.w / lengths[k], abs=1e-5)
            assert abs(angle) <= columns["widest"][k] + 1e-5 if k else columns["widest"][k] is None
    counted = np.unpackbits(
        np.array([list(bytes.fromhex(code)) for code in columns["hollow"]], dtype=np.uint8), axis=1, bitorder="little"
    )[:, : len(data)]
    scores = run.weights @ data.signed.T
    clear = np.abs(scores) > 1e-9 * reach * np.maximum(lengths, 1)[:, None]
    assert ((counted == 1) == (scores < 0))[clear].all()


@pytest.mark.parametrize("name", LINKS)
def test_each_sentence_says_the_angle_and_the_bound_of_its_step(name):
    made = shown(name)
    separable = "widest" in made["columns"]
    data = points(name, made)
    run = train(data, LINKS[name].get("order", "cyclic"), seed=3, max_updates=dimensions.most(len(data)))
    seen = in_plane(run, dimensions.axis(run, separate(data)))
    for k in sorted({0, 1, made["last"] // 2, made["last"]}):
        if k > made["last"]:
            continue
        angle = made["columns"]["angle"][k]
        said = told(made, k)
        if angle is None:
            spanned = np.flatnonzero(seen.certain).tolist()
            update = re.search(
                r"At w = 0 there is no plane(?: yet)?\.(?: It is drawn in that of update (\d+)\.)?$", said
            )
            assert update, said
            # In that of the last w before that spans one with the axis, or of the first of all.
            assert update[1] == (
                str(max([step for step in spanned if step < k], default=spanned[0])) if spanned else None
            )
            continue
        degrees, axis = re.search(r"w is ([\d.,]+(?:×10\S+)?)° from (\S+?)[,.]", said).groups()
        if "×" not in degrees:
            assert float(degrees) == pytest.approx(abs(math.degrees(angle)), rel=6e-3, abs=1e-4)
        assert axis == ("w*" if separable else "v")
        assert ("by the bound" in said) == (separable and k > 0)


def test_one_point_that_proves_it_alone_is_said_to_lie_at_the_origin():
    said = shown("the origin alone")["verdict"]["text"]
    assert said.startswith("Point 0 lies at the origin, where no weights give it a side.")


def test_the_facts_and_the_verdict_are_the_librarys():
    for name in ("a thousand", "irises", "irises that overlap"):
        made = shown(name)
        data = points(name, made)
        facts = {fact["name"]: fact["value"] for fact in made["facts"]}
        assert facts["d"] == whole(data.dim)
        run, found = train(data, max_updates=dimensions.most(len(data))), separate(data)
        verdict = made["verdict"]
        if isinstance(found, Inseparable):
            assert verdict["color"] == PROOF
            assert [
                int(part) for part in re.findall(r"\d+", verdict["text"].split("prove")[0])
            ] == found.points.tolist()
        else:
            assert verdict == {
                "text": f"Converged after {run.updates} updates; the theorem allows at most {whole(found.bound)}.",
                "color": SEPARATOR,
            }
            assert made["question"]["answer"] == run.updates


def test_a_run_that_the_cap_stops_is_said_to_be_stopped():
    made = shown("stopped")
    assert made["last"] == dimensions.most(400) == 150
    assert made["verdict"]["text"].startswith(
        "Stopped after 150 updates. A separator exists; the theorem still allows 9,8"
    )
    assert made["question"]["text"] == "Will it ever stop?"


def test_the_axis_of_a_run_without_a_separator_is_its_first_weights():
    made = shown("XOR, lifted")
    assert "widest" not in made["columns"]
    layout = made["panels"][0]["figure"]["layout"]
    assert layout["xaxis"]["title"]["text"] == "a = v·x"
    assert "there is no w*" in layout["title"]["text"]
    assert [panel.get("view") for panel in made["panels"]] == [None, "Curves", "Curves", "Table", "Strip"]


@pytest.mark.parametrize(
    "link", [{}, {"n": "40", "gamma": "0.05", "R": "2", "seed": "9"}, {"n": "400", "gamma": "0.01"}]
)
def test_four_dimensions_run_in_lockstep_under_one_bound(link):
    made = answered(PAGE, space="side by side", **link)
    n, gamma, radius, seed = (float(link.get(key, usual)) for key, usual in
                              (("n", 25), ("gamma", 0.1), ("R", 1), ("seed", 3)))  # fmt: skip
    facts = {fact["name"]: fact["value"] for fact in made["facts"]}
    allowed = bounds.whole((radius / gamma) ** 2)
    assert facts["bound"] == whole(allowed)
    hollow = np.unpackbits(
        np.array([list(bytes.fromhex(code)) for code in made["columns"]["hollow"]], dtype=np.uint8), axis=1,
        bitorder="little")  # fmt: skip
    ends = []
    for index, dim in enumerate(dimensions.COMPARED):
        data = margin_dataset(int(n), dim, gamma, radius, int(seed))
        run, found = train(data, max_updates=dimensions.most(int(n))), separate(data)
        seen = in_plane(run, found)
        assert run.updates <= found.bound <= allowed
        ends.append(run.updates)
        stopped = "" if run.outcome == "converged" else "+"
        assert facts[f"d = {whole(dim)}"] == f"{whole(run.updates)}{stopped}"
        x, y = places(moving(made, index), made["last"] + 1)
        steps = np.minimum(np.arange(made["last"] + 1), run.updates)
        assert np.abs(x - seen.along).max() <= radius / 30_000
        assert np.abs(y - seen.across[steps]).max() <= radius / 30_000
        columns = made["columns"]
        assert columns[f"i{index}"] == [None, *run.mistakes.tolist(), *[None] * (made["last"] - run.updates)]
        assert columns[f"k{index}"] == steps.tolist()
        norms = np.append(0, run.table(found)["norm_squared"])
        assert columns[f"norm{index}"] == pytest.approx(norms[steps].tolist(), rel=1e-4, abs=1e-6 * max(norms))
        wrong = (run.weights @ data.signed.T <= 0)[steps]
        mine = hollow[:, index * len(data) : (index + 1) * len(data)] == 1
        clear = (np.abs(run.weights @ data.signed.T) > 1e-9 * radius)[steps]
        assert (mine == wrong)[clear].all()
    assert made["last"] == max(ends)
    assert filled(made["texts"]["sentence"], made["columns"], made["last"]).count("d = ") == 4
    assert made["question"]["text"].startswith(f"At most {whole(allowed)} updates in each.")


@pytest.mark.parametrize("name", [name for name in LINKS if "side by side" not in name])
def test_the_board_shows_all_points_of_a_step_and_not_much_more_than_those_still_to_come(name):
    made = shown(name)
    halves = np.array(made["columns"]["zoom"])
    x, y = places(moving(made), made["last"] + 1)
    needed = np.maximum(np.abs(x).max(initial=0), np.abs(y).max(axis=1, initial=0))
    assert (needed < halves * (1 + 1e-9)).all()
    assert (np.diff(halves) <= 0).all()
    least = np.maximum.accumulate(needed[::-1])[::-1]
    assert (halves <= 1.6 * np.where(least > 0, np.maximum(least, 0.05 * halves[0]), halves)).all()


def test_of_a_hundred_dimensions_the_end_is_seen_twice_as_large_as_the_start():
    halves = answered(PAGE)["columns"]["zoom"]
    assert halves[-1] == pytest.approx(halves[0] / 2)


def test_no_control_is_there_that_cannot_be_set():
    for space, data, bias in itertools.product(dimensions.SPACES, SOURCES, ("true", "false")):
        settings = PAGES[PAGE].settings({"space": space, "data": data, "bias": bias, "table": encode_rows(FIVE)})
        there = [control for control in PAGES[PAGE].controls.values() if control.present(settings)]
        assert all(control.used(settings) for control in there)
        keys = {control.parameter.key for control in there}
        assert ("d" in keys) == (space == dimensions.ANY)
        assert ("data" in keys) == (space == dimensions.BOARD)
        assert ("bias" in keys) == (space in dimensions.LIFTED)


def test_what_was_set_comes_back_with_its_control():
    page = visit(PAGE, d="1000", n="30")
    page.selectbox(key="space").set_value(dimensions.FLOWERS).run()
    assert not [each for each in (*page.number_input, *page.select_slider) if each.key in ("d", "n")]
    page.selectbox(key="space").set_value(dimensions.ANY).run()
    assert page.select_slider(key="d").value == "1000"
    assert page.number_input(key="n").value == 30


def test_an_empty_board_says_where_points_come_from():
    made = answered(PAGE, space="the board's points", data="by hand")
    assert told(made, 0).startswith("The board is empty: place points on the playground")
    assert made["last"] == 0


def test_the_boards_own_points_come_along_and_stay():
    link = {"data": "by hand", "points": encode(HAND), "space": "the board's points"}
    made = answered(PAGE, **link)
    assert [tuple(point) for point in made["points"]] == HAND
    assert "editing" not in made
    assert content_of(PAGE, data="by hand", points=encode(HAND))["address"]["points"] == encode(HAND)


@pytest.mark.parametrize("d", dimensions.DIM.options)
def test_every_dimension_of_the_slider_opens(d):
    made = answered(PAGE, d=d)
    assert made["facts"][0]["value"] == whole(int(d))
    assert made["verdict"]["text"].startswith("Converged after")


def test_a_message_holds_two_bytes_for_each_place_and_not_much_more():
    page = visit(PAGE, d="1000", n="200", gamma="0.01")
    (stage,) = [part.proto for part in page.get("bidi_component") if part.proto.component_name == "stage"]
    made = payload(page)
    assert made["last"] == 300
    assert len(base64.b64decode(moving(made)["y"])) == 2 * 200 * 301
    assert len(stage.bytes) < 250_000


def test_data_of_no_run_is_a_dataset_of_the_library():
    made = dimensions.data(dimensions.recipes(dimensions.BESIDE, 0, "", [], 5, 0.1, 1.0, 0), None)
    assert [data.dim for data in made] == [2, 10, 100, 1000]
    assert all(isinstance(data, Dataset) for data in made)
    assert dimensions.data([], 1.0) == []
