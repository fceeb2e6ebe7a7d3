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
from playground.page.controls import SOURCES
from playground.pages import PAGES
from playground.pages.dimensions import scene as dimensions
from playground.stage.check import check_scene
from playground.text import listed, whole
from tests.boards import HAND, XOR, labelled
from tests.playground.visiting import after, answered, content_of, filled, setting, told

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


@functools.cache
def computed(name):
    """The run of a link, and what separates its points."""
    data = points(name, shown(name))
    run = train(data, LINKS[name].get("order", "cyclic"), seed=3, max_updates=dimensions.most(len(data)))
    return run, separate(data)


def unpacked(text):
    return np.frombuffer(base64.b64decode(text), "<i2").astype(float)


def hollow(made):
    rows = [list(bytes.fromhex(code)) for code in made["columns"]["hollow"]]
    return np.unpackbits(np.array(rows, dtype=np.uint8), axis=1, bitorder="little") == 1


def moving(made, index=0):
    return [mark for mark in made["marks"] if mark["kind"] == "moving"][index]


def places(mark, steps):
    """Where the browser draws the points, x of each and y of each at each step."""
    return unpacked(mark["x"]) * mark["unit"], unpacked(mark["y"]).reshape(steps, -1) * mark["unit"]


@pytest.mark.parametrize("name", LINKS)
def test_the_plane_shows_the_distances_and_angles_of_d_dimensions(name):
    made = shown(name)
    check_scene(made)
    run, found = computed(name)
    data = run.data
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
    scores = run.weights @ data.signed.T
    clear = np.abs(scores) > 1e-9 * reach * np.maximum(lengths, 1)[:, None]
    assert (hollow(made)[:, : len(data)] == (scores < 0))[clear].all()


@pytest.mark.parametrize("name", LINKS)
def test_each_sentence_says_the_angle_and_the_bound_of_its_step(name):
    made = shown(name)
    run, found = computed(name)
    separable = isinstance(found, Separator)
    spanned = np.flatnonzero(in_plane(run, dimensions.axis(run, found)).certain).tolist()
    for k in sorted({0, min(1, run.updates), run.updates // 2, run.updates}):
        angle = made["columns"]["angle"][k]
        said = told(made, k)
        if angle is None:
            # It is drawn in the plane of the last w before that spans one with the axis, or of the first w.
            update = str(max([step for step in spanned if step < k], default=spanned[0])) if spanned else None
            kept = f": this is that of update {update}" if update else ""
            assert said.endswith(f"No plane at w = 0{kept}."), said
            continue
        degrees, axis = re.search(r"w is ([\d.,]+(?:×10\S+)?)° from (\S+?)[,.]", said).groups()
        if "×" not in degrees:
            assert float(degrees) == pytest.approx(abs(math.degrees(angle)), rel=6e-3, abs=1e-4)
        assert axis == ("w*" if separable else "v")
        assert ("at most" in said) == (separable and k > 0)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("a thousand", "Converged after {run.updates} updates; the theorem allows at most {found.bound:,}."),
        ("irises", "Converged after {run.updates} updates; the theorem allows at most {found.bound:,}."),
        ("irises that overlap", "No hyperplane separates these points: {points} prove it."),
        ("stopped", "Stopped after 150 updates. A separator exists; the theorem still allows {left:,} more."),
        ("the origin alone", "Point 0 lies at the origin, where no weights give it a side."),
    ],
)
def test_the_facts_and_the_verdict_are_the_librarys(name, says):
    made = shown(name)
    run, found = computed(name)
    points = listed(found.points) if isinstance(found, Inseparable) else ""
    left = getattr(found, "bound", 0) - run.updates
    assert made["facts"][0]["value"] == whole(run.data.dim)
    assert made["verdict"]["text"].startswith(says.format(run=run, found=found, points=points, left=left))
    assert made["question"]["answer"] == (run.updates if says.startswith("Converged") else None)


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
        mine = hollow(made)[:, index * len(data) : (index + 1) * len(data)]
        clear = (np.abs(run.weights @ data.signed.T) > 1e-9 * radius)[steps]
        assert (mine == wrong)[clear].all()
    assert made["last"] == max(ends)
    assert filled(made["texts"]["sentence"], made["columns"], made["last"]).count("d = ") == 4
    assert made["question"]["text"].startswith(f"At most {whole(allowed)} updates in each.")


@pytest.mark.parametrize("name", LINKS)
def test_the_board_fits_the_points_of_each_step_and_of_all_later_ones(name):
    made = shown(name)
    halves = np.array(made["columns"]["zoom"])
    x, y = places(moving(made), made["last"] + 1)
    needed = np.maximum(np.abs(x).max(initial=0), np.abs(y).max(axis=1, initial=0))
    assert (needed < halves * (1 + 1e-9)).all()
    assert (np.diff(halves) <= 0).all()
    least = np.maximum.accumulate(needed[::-1])[::-1]
    assert (halves <= 1.6 * np.where(least > 0, np.maximum(least, 0.05 * halves[0]), halves)).all()


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
    made = after(content_of(PAGE, d="1000", n="30"), "space", dimensions.FLOWERS, PAGE)
    assert not {"d", "n"} & {each.get("key") for each in made["settings"]["line"]}
    made = after(made, "space", dimensions.ANY, PAGE)
    assert [setting(made, key)["value"] for key in ("d", "n")] == ["1000", "30"]


def test_an_empty_board_says_where_points_come_from():
    made = answered(PAGE, space="the board's points", data="by hand")
    assert told(made, 0).startswith("The board is empty: place points on the playground")
    assert made["last"] == 0
