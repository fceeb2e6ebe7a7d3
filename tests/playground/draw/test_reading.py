"""What can be read off a board is what the library says of the same points, in real arithmetic."""

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from perceptron import Dataset, Separator, margin_dataset, separate, train
from perceptron.learner import tie_errs
from playground.address.address import Board
from playground.address.codes import encode
from playground.draw.legends import codes, wrong
from playground.draw.palette import SMALL
from playground.draw.steps import Steps
from playground.page.controls import MARGIN, TIES, Source
from playground.pages.playground import scene as playground
from tests.boards import HAND, XOR, labelled, placed
from tests.marks import in_turn
from tests.playground.scenes import SCENES, computed
from tests.playground.visiting import answered


def decoded(code, count):
    """Which points a code names, bit by bit, as the stage reads it."""
    return [bool(bytes.fromhex(code)[i // 8] >> i % 8 & 1) for i in range(count)]


def wrong_in_fractions(run, tie, data=None):
    """Which points each of the weights of a run gets wrong, without a rounding: the run's own points, or others."""
    points = [[Fraction(value) for value in row] for row in run.data.signed.tolist()]
    w = [Fraction(value) for value in run.start.tolist()]
    others = points if data is None else [[Fraction(value) for value in row] for row in data.signed.tolist()]
    at_zero = tie_errs(tie, (data or run.data).y).tolist()
    rows = []
    for i in [*run.mistakes.tolist(), None]:
        scores = [sum(a * b for a, b in zip(w, point, strict=True)) for point in others]
        rows.append([score < 0 or (score == 0 and errs) for score, errs in zip(scores, at_zero, strict=True)])
        if i is not None:
            w = [a + Fraction(run.rate) * b for a, b in zip(w, points[i], strict=True)]
    return rows


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("tie", TIES.values())
def test_a_point_is_wrong_where_real_arithmetic_and_the_tie_rule_say_so(seed, tie):
    draw = random.Random(seed)
    grid = draw.choice([2, 10, 128])  # on a coarse one many points lie on a boundary; a tenth is no float
    n = draw.choice([1, 5, 20])
    data = Dataset([[draw.randint(-grid, grid) / grid for _ in "xy"] for _ in range(n)], draw.choices([-1, 1], k=n))
    if draw.random() < 0.6:
        data = data.augmented(draw.choice([0.05, 0.1, 1.0, 20.0]))
    start = draw.choice([None, [0.1, -0.3, 0.2][: data.dim], [1e6, -1e6, 1.0][: data.dim]])
    order = draw.choice(["cyclic", "shuffled", "random", "hardest"])
    run = train(data, order, start, draw.choice([1.0, 0.1, 0.5, 100.0]), tie, seed, max_updates=60)
    found = wrong(run, tie)
    assert found.tolist() == wrong_in_fractions(run, tie)
    assert found[np.arange(len(run.mistakes)), run.mistakes].all()
    assert run.outcome != "converged" or not found[-1].any()
    others = Dataset([[draw.randint(-grid, grid) / grid for _ in "xy"] for _ in range(7)], draw.choices([-1, 1], k=7))
    lifted = others if run.data.lift is None else others.augmented(run.data.lift)
    assert wrong(run, tie, others).tolist() == wrong_in_fractions(run, tie, lifted)


@pytest.mark.parametrize("bias", [False, True])
def test_the_sentence_counts_the_unseen_points_that_would_be_wrong(bias):
    """The points are more of the same: their largest margin and their w* are the board's."""
    others = Source(MARGIN, 25, 0.1, 1.0, 3, Board()).unseen()
    data = margin_dataset(25, 2, 0.1, 1.0, 3)
    points = placed(data)
    best, theirs = separate(data), separate(others)
    assert theirs.margin == pytest.approx(best.margin)
    assert theirs.w == pytest.approx(best.w)
    assert not {tuple(point) for point in others.X.tolist()} & {point[:2] for point in points}
    seen = data.augmented() if bias else data
    run = train(seen)
    made = playground.scene(points, Steps(run), separate(seen), unseen=others)
    lifted = others.augmented() if bias else others
    counts = [sum(row) for row in wrong_in_fractions(run, "mistake", lifted)]
    assert made["columns"]["unseen"] == counts
    assert all(template.partition("\n")[0].endswith(" Unseen: {unseen} of 30 wrong.")
               for template in made["texts"]["sentence"]["templates"])  # fmt: skip
    faint = [part for part in made["panels"][0]["figure"]["parts"] if part.get("size") == SMALL]
    drawn = [(x, y, label) for part, label in zip(faint, (1, -1), strict=True)
             for x, y in zip(part["x"], part["y"], strict=True)]  # fmt: skip
    assert sorted(drawn) == sorted((x, y, label) for (x, y), label in zip(others.X.tolist(), others.y, strict=True))


@pytest.mark.parametrize(("name", "tie"), in_turn(SCENES, [*TIES.values()]))
def test_the_scene_says_which_points_are_wrong_at_each_step(name, tie):
    points, before, found, _ = computed(name)
    run = replace(SCENES[name][1], tie=tie).run(before.data)
    made = playground.scene(points, Steps(run, tie), found, tie=tie)
    true = wrong(run, tie)
    assert [decoded(code, len(points)) for code in made["columns"]["hollow"]] == true.tolist()
    if not isinstance(found, Separator):  # then the upper curve counts them
        assert made["columns"]["upper"] == true.sum(axis=1).tolist()
    many = np.random.default_rng(1).random((3, 400)) < 0.5
    assert [decoded(code, 400) for code in codes(many)] == many.tolist()


@pytest.mark.parametrize("name", SCENES)
def test_what_the_weights_say_of_a_place_can_be_read_off_their_columns(name):
    """To the last bits of the sum's terms, the constant coordinate included."""
    points, run, found, _ = computed(name)
    made = playground.scene(points, Steps(run), found)
    forms = np.array([made["columns"][column] for column in made["reading"]["form"]]).T
    places = np.random.default_rng(2).uniform(-1, 1, (20, 2))
    lifted = run.data.lifted(places)
    terms = np.abs(run.weights) @ np.abs(lifted).T
    assert (np.abs(forms @ np.column_stack([places, np.ones(20)]).T - run.weights @ lifted.T) <= 1e-15 * terms).all()


def test_each_number_stands_beside_its_point_only_where_asked_for():
    for asked in ({}, {"numbers": "true"}):
        made = answered(**asked)
        notes = made["panels"][0]["figure"]["notes"]
        assert [note["text"] for note in notes] == ([str(i) for i in range(25)] if asked else [])
        if asked:
            assert [(note["x"], note["y"]) for note in notes] == [(x, y) for x, y, _ in made["points"]]
        assert all(note["shift"] != (0, 0) for note in notes)


@pytest.mark.parametrize("bias", [False, True])
def test_the_band_rings_the_closest_points_and_writes_its_margin(bias):
    made = answered(data="AND" if bias else MARGIN, band="true", bias=str(bias).lower())
    assert not answered()["panels"][0]["figure"]["notes"]
    data = labelled(made["points"])
    found = separate(data.augmented() if bias else data)
    figure = made["panels"][0]["figure"]
    (rings,) = (part for part in figure["parts"] if part["kind"] == "dots")
    chosen = [data.X[i].tolist() for i in found.support]
    assert [list(place) for place in zip(rings["x"], rings["y"], strict=True)] == chosen
    called, name = figure["notes"]
    tip = np.array([[name["x"], name["y"]]])
    scores = ([*data.augmented().lifted(tip)] if bias else tip) @ found.w
    assert name["text"] == "γ"
    assert scores == pytest.approx([found.margin], abs=1e-5)
    # Drawn as a distance only where it is one.
    _, arrow, *across = [part for part in figure["parts"][2:] if part["kind"] == "lines"]
    assert len(across) == (not bias)
    for line in across:
        foot, end = np.array([line["x"], line["y"]]).T
        assert [*end] == pytest.approx(tip[0])
        assert foot @ found.w == pytest.approx(0, abs=1e-5)
        assert np.hypot(*(end - foot)) == pytest.approx(found.margin, abs=1e-5)
    # The arrow begins on the line and has the direction of w*.
    foot, end = np.array([arrow["x"][:2], arrow["y"][:2]]).T
    assert (data.augmented().lifted(foot[None]) if bias else foot) @ found.w == pytest.approx(0, abs=1e-5)
    assert (end - foot) / np.hypot(*(end - foot)) == pytest.approx(found.w[:2] / np.hypot(*found.w[:2]), abs=1e-5)
    assert (called["text"], [called["x"], called["y"]]) == ("w*", pytest.approx([*end]))
    corners = [(1.0, 1.0, 0), (1.0, -1.0, 0), (-1.0, 1.0, 1), (-1.0, -1.0, 1), (2.0, 0.0, 0)]  # more than span w*
    made = answered(data="by hand", points=encode(corners), bias="false", band="true", outcome="true")
    (rings,) = (part for part in made["panels"][0]["figure"]["parts"] if part["kind"] == "dots")
    assert [*zip(rings["x"], rings["y"], strict=True)] == [(x, y) for x, y, _ in corners[:4]]


def test_the_legend_tells_of_the_marks_that_are_there():
    def said(points, **shown):
        data = labelled(points).augmented()
        made = playground.scene(points, Steps(train(data)), separate(data), **shown)
        return " ".join(sign["words"] for sign in made["panels"][0]["legend"])

    assert ("w*" in said(HAND), "prove" in said(HAND)) == (False, False)
    assert ("w*" in said(HAND, margin=True), "prove" in said(XOR, margin=True)) == (True, True)
    assert "w*" not in said(XOR, margin=True)
    assert "added" in said(HAND, vectors=True)
    assert "legend" not in playground.scene([], None, None)["panels"][0]


@pytest.mark.parametrize(
    ("file", "settings"),
    [("kernels", {"kernel": "linear", "bias": "false"}), ("race", {"bias": "false"}), ("halving", {})],
)
def test_other_learners_boards_have_the_perceptrons_wrong_points_hollow(file, settings):
    made = answered(f"pages/{file}.py", data=MARGIN, **settings)
    assert [mark["words"].count("○ {count}") for mark in made["marks"] if mark["kind"] == "hollow"] == [1]
    run = train(labelled(made["points"]), range(25)) if file == "halving" else train(labelled(made["points"]))
    expected = wrong_in_fractions(run, "mistake")
    if file == "halving":  # a step is a point, not an update
        expected = [expected[k] for k in np.searchsorted(run.mistakes, np.arange(26))]
    shown = [decoded(code, 25) for code in made["columns"]["hollow"]]
    assert len(shown) >= len(expected) > 5
    assert shown[: len(expected)] == expected
