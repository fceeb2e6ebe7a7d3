"""The race is run by the library: its lines, curves and bounds are those of six learners, step by step."""

import functools
import itertools
import json
import math
from fractions import Fraction

import numpy as np
import pytest

from perceptron import (
    Dataset,
    Separator,
    cloud,
    descend,
    gate,
    margin_dataset,
    margin_perceptron,
    separate,
    smooth_perceptron,
    train,
    von_neumann,
)
from playground.address.codes import encode
from playground.draw.planes import view
from playground.page.controls import SOURCES, dataset
from playground.pages.race import scene as race
from playground.stage.check import check_scene
from playground.text import number, whole
from tests.boards import HAND, placed
from tests.pairs import pairs
from tests.playground.parameters import NUMBERS
from tests.playground.scenes import SCENES
from tests.playground.visiting import answered, complaints, payload, visit

NAMES = ["perceptron", "hardest", "batch", "margin", "smooth", "von Neumann"]


BOARDS = {
    **{name: (points, how.lift_scale) for name, (points, how) in SCENES.items()},
    "a chosen margin": (placed(margin_dataset(25, 2, 0.1, seed=3)), None),
    "a small margin": (placed(margin_dataset(12, 2, 0.01, seed=1)), None),
    "a cloud": (placed(cloud(10, seed=1)), 1.0),
}
RACES = pairs([*BOARDS], race.CLOCKS, race.MEASURES)
SEPARABLE = [name for name, board in BOARDS.items() if isinstance(separate(dataset(*board)), Separator)]


@functools.cache
def raced(name):
    points, bias = BOARDS[name]
    data = dataset(points, bias)
    found = separate(data)
    return points, data, found, race.racers(data, found, 1.0)


@functools.cache  # nobody changes what many look at
def scene(name, clock=race.UPDATES, measure=race.MARGIN):
    points, data, found, runners = raced(name)
    options = {"clock": clock, "measure": measure, "margin": True}
    return race.scene(points, runners, data, separation=found, **options), data, found


@functools.cache
def paces(name):
    """Weights and products of the six from the library itself, without what the page makes of them."""
    data, most = raced(name)[1], race.MOST_UPDATES
    runs = [train(data, order, max_updates=most) for order in ("cyclic", "hardest")]
    batch = descend(data, max_updates=most)
    traces = [margin_perceptron(data, data.radius_squared, most), smooth_perceptron(data, most)]
    traces.append(von_neumann(data, most))
    return [
        *((run.weights, [0, *run.checked[:-1].tolist()], run.outcome) for run in runs),
        (batch.weights, [k * len(data) for k in range(len(batch.weights))], batch.outcome),
        *((trace.weights, trace.products.tolist(), trace.outcome) for trace in traces),
    ]


def at(weights, products, time, clock):
    """The weights a racer has at a time, and None before it has any."""
    if clock == race.UPDATES:
        return weights[min(time, len(weights) - 1)]
    return next((w for w, cost in zip(weights[::-1], products[::-1], strict=True) if cost <= time), None)


def times(made):
    return [int(text.replace(",", "")) for text in made["columns"]["t"]]


@pytest.mark.slow
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("name", "clock", "measure"), RACES)
def test_every_board_can_be_raced_on_at_every_step_and_not_in_too_many(name, clock, measure):
    made, _, _ = scene(name, clock, measure)
    check_scene(made)
    assert made["last"] <= race.MOST_STEPS
    assert len(json.dumps(made, allow_nan=False)) < 500_000


@pytest.mark.parametrize("radius", [0.1, 0.3, 0.5, 0.6, 0.9])
@pytest.mark.parametrize("n", [1, 2])
def test_points_whose_margin_is_their_radius_are_raced_on(n, radius):
    for seed in range(4):
        made = answered("pages/race.py", R=radius, gamma=radius, n=n, seed=seed)
        assert made["facts"][0]["value"] == "1 ≤ 1"


@pytest.mark.parametrize("clock", race.CLOCKS)
@pytest.mark.parametrize("name", ["a chosen margin", "a small margin", "by hand", "one point"])
def test_at_each_step_the_lines_angles_and_margins_are_those_of_the_learners(name, clock):
    made, data, found = scene(name, clock)
    columns = made["columns"]
    assert times(made) == sorted(set(times(made)))
    for place, (weights, products, outcome) in enumerate(paces(name)):
        assert outcome == "converged" or name == "a small margin"
        for step, time in enumerate(times(made)):
            w = at(weights, products, time, clock)
            drawn = [columns[f"{letter}{place}"][step] for letter in "abc"]
            if w is None or not w.any():
                assert drawn == [0, 0, 0]
                assert columns[f"y{place}"][step] is columns[f"m{place}"][step] is None
                continue
            line = np.pad(w, (0, 3 - len(w)))
            assert drawn == pytest.approx(line / np.abs(line).max(), abs=1e-6)
            length = np.linalg.norm(w)
            cosine = min(1.0, w @ found.w / length)
            angle = math.degrees(math.acos(cosine))
            assert 10 ** columns[f"y{place}"][step] == pytest.approx(max(angle, 0.01), rel=1e-3, abs=1e-5)
            assert columns[f"m{place}"][step] == pytest.approx((data.signed @ w).min() / length, abs=1e-6)


def in_fractions(data, threshold):
    """The updates of the margin perceptron in fractions, up to the cap."""
    rows = [[Fraction(value) for value in row] for row in data.signed.tolist()]
    w, updates, right = [Fraction(0)] * data.dim, 0, 0
    for row in itertools.cycle(rows):
        right += 1
        if sum(a * b for a, b in zip(w, row, strict=True)) <= threshold:
            w, updates, right = [a + b for a, b in zip(w, row, strict=True)], updates + 1, 0
        if right == len(rows) or updates == race.MOST_UPDATES:
            break
    return updates


@pytest.mark.parametrize("share", [0.5, 0.7, 1.0, 2.0])
@pytest.mark.parametrize("name", ["AND", "OR", "far"])
def test_the_threshold_is_the_decimal_that_was_typed_times_the_exact_square_of_the_radius(name, share):
    data = Dataset([[3, 1], [1, -1]], [1, -1]) if name == "far" else gate(name.lower()).augmented()
    squared = max(sum(Fraction(value) ** 2 for value in row) for row in data.X.tolist())
    assert squared == (10 if name == "far" else 3)
    margin = race.racers(data, separate(data), share)[3]
    assert margin.updates == in_fractions(data, Fraction(str(share)) * squared)


@pytest.mark.parametrize("clock", race.CLOCKS)
def test_each_curve_ends_where_its_racer_does(clock):
    made, _, _ = scene("a chosen margin", clock)
    for place, (weights, products, _) in enumerate(paces("a chosen margin")):
        end = len(weights) - 1 if clock == race.UPDATES else products[-1]
        assert made["columns"][f"x{place}"][-1] == pytest.approx(math.log10(1 + end), abs=1e-6)
        assert made["columns"][f"s{place}"][-1] == f"done at {whole(end)}"


@pytest.mark.parametrize("name", SEPARABLE)
def test_no_racer_needs_more_updates_than_its_theorem_allows(name):
    made, _, _ = scene(name)
    updates = [len(weights) - 1 for weights, _, _ in paces(name)]
    told = {fact["name"]: fact["value"].split(" ≤ ") for fact in made["facts"]}
    assert list(told) == NAMES
    for racer, (value, allowed) in told.items():
        made_updates = updates[NAMES.index(racer)]
        assert value.removesuffix("+") == whole(made_updates)
        if "×" not in allowed:
            assert made_updates <= int(allowed.replace(",", ""))


def test_the_verdict_names_those_who_are_first_by_each_clock_and_the_nearest():
    made, _, found = scene("a chosen margin")
    results = paces("a chosen margin")
    updates = [len(weights) - 1 for weights, _, _ in results]
    products = [products[-1] for _, products, _ in results]
    angles = [math.degrees(math.acos(w[-1] @ found.w / np.linalg.norm(w[-1]))) for w, _, _ in results]
    who = [NAMES[int(np.argmin(costs))] for costs in (updates, products, angles)]
    assert made["verdict"]["text"] == (
        f"Fewest updates: {who[0]}, {min(updates)}; inner products: {who[1]}, {min(products)}."
        f" Nearest to w*: {who[2]}, {number(min(angles))}°."
    )


def test_nearest_are_those_of_the_racers_that_are_done_where_another_is_nearer():
    made = answered("pages/race.py", gamma="0.02", outcome="true")
    assert " Nearest to w* of those done: batch, 1.02°. Not done in 2,000 updates: " in made["verdict"]["text"]
    assert "margin 0.117°" in made["texts"]["sentence"]["templates"][-1]


def test_racers_whose_weights_are_parallel_are_equally_near():
    points = encode([(-1, 2, 0), (0.5, 2, 0)])
    made = answered("pages/race.py", data="by hand", points=points, bias="true", outcome="true")
    assert made["verdict"]["text"].endswith(" Nearest to w*: batch, margin and smooth, 6.38°.")


def test_one_of_anything_is_said_in_the_singular():
    data = dataset([(0.5, 0.25, 0)])
    options = {"clock": race.UPDATES, "measure": race.MARGIN, "margin": False}
    found = separate(data)
    made = race.scene([(0.5, 0.25, 0)], race.racers(data, found, 0.0), data, separation=found, **options)
    assert made["texts"]["position"]["templates"] == ["{t} of 1 update"]
    assert made["columns"]["each"] == ["0 updates", "1 update"]
    assert scene("a chosen margin", race.PRODUCTS)[0]["columns"]["each"][:3] == [
        "0 inner products",
        "1 inner product",
        "2 inner products",
    ]


@pytest.mark.parametrize(("name", "clock", "measure"), RACES)
def test_no_curve_is_cut_by_its_axes(name, clock, measure):
    made, _, _ = scene(name, clock, measure)
    for mark in made["marks"]:
        if mark["kind"] != "dot":
            continue
        layout = made["panels"][mark["panel"]]["figure"]["layout"]
        for axis, column in zip(("xaxis", "yaxis"), mark["columns"], strict=True):
            low, high = layout[axis]["range"]
            drawn = [value for value in made["columns"][column] if value is not None]
            assert low - 1e-6 <= min(drawn, default=low)
            assert max(drawn, default=high) <= high + 1e-6


@pytest.mark.parametrize("name", SEPARABLE)
def test_the_angles_fill_their_chart(name):
    made, _, _ = scene(name)
    drawn = [value for place in range(6) for value in made["columns"][f"y{place}"] if value is not None]
    low, high = made["panels"][1]["figure"]["layout"]["yaxis"]["range"]
    assert max([*drawn, 1.0]) - min([*drawn, 1.0]) >= 0.85 * (high - low)  # 10° is always on it
    assert len(made["panels"][1]["figure"]["layout"]["yaxis"]["tickvals"]) > 1


def test_every_racer_has_its_name_at_its_end_on_each_picture_and_in_no_legend():
    for name in ("a chosen margin", "XOR"):
        made, _, _ = scene(name)
        for place, panel in enumerate(made["panels"]):
            named = [mark for mark in made["marks"] if mark["panel"] == place and "name" in mark]
            assert [mark["name"] for mark in named] == NAMES
            assert len({mark["style"]["stroke-dasharray"] for mark in named}) == len(NAMES)  # without colour, too
            assert not panel["figure"]["layout"]["showlegend"]


@pytest.mark.parametrize("name", ["a chosen margin", "XOR", "a cloud"])
def test_the_sentence_counts_whom_each_still_has_wrong_in_real_arithmetic(name):
    made, data, _ = scene(name)
    points = [[Fraction(value) for value in point] for point in data.signed.tolist()]
    for place, (weights, _, outcome) in enumerate(paces(name)):
        if outcome == "cycling":
            continue
        last = len(weights) - 1
        ends = {"converged": "done", "frozen": "{} (frozen", "stopped": "{} (w ≈ 0"}
        for time, said in zip(times(made), made["columns"][f"s{place}"], strict=True):
            w = [Fraction(value) for value in weights[min(time, last)].tolist()]
            wrong = sum(sum(a * b for a, b in zip(w, z, strict=True)) <= 0 for z in points)
            ended = time >= last < race.MOST_UPDATES
            told = f"{ends[outcome].format(wrong)} at {whole(last)}"
            assert said == (told + ")" * ("(" in told) if ended else whole(wrong))


@pytest.mark.parametrize("name", [name for name in BOARDS if name not in SEPARABLE])
def test_no_racer_finishes_where_nothing_separates_and_the_page_says_so(name):
    made, data, _ = scene(name)
    assert made["verdict"]["text"].endswith("No racer can finish.")
    assert [fact["value"] for fact in made["facts"]] == ["never"] * 6
    for place in range(6):
        assert not any("done" in said for said in made["columns"][f"s{place}"])
        assert max([value for value in made["columns"][f"m{place}"] if value is not None], default=0) <= 1e-12
    assert made["panels"][1]["figure"]["layout"]["title"]["text"] == "Points still wrong"
    assert scene(name, measure=race.WRONG)[0]["panels"] == made["panels"]  # the points wrong have their chart already
    low, high = view(made["points"])
    assert low <= data.X[:, :2].min() <= data.X[:, :2].max() <= high


@pytest.mark.parametrize("name", ["XOR", "a cloud"])
def test_a_cycle_goes_round_up_to_the_cap(name):
    _, data, _, (runner, *_) = raced(name)
    assert runner.updates == race.MOST_UPDATES
    assert (np.diff(runner.products) > 0).all()
    w, examined, k = np.zeros(data.dim), 0, 0
    while k < 100:
        z = data.signed[examined % len(data)]
        examined += 1
        if z @ w <= 0:
            w, k = w + z, k + 1
            np.testing.assert_allclose(runner.weights[k], w, rtol=1e-12, atol=1e-14)
            assert runner.products[k] == examined


# ---- the page ------------------------------------------------------------------------------------------------------


opened = functools.partial(visit, "pages/race.py")


def test_the_page_opens_as_a_race_that_all_six_finish():
    page = opened()
    made = payload(page)
    assert made["texts"]["sentence"]["templates"][-1].startswith("All are done.")
    data = margin_dataset(25, 2, NUMBERS["gamma"].default, seed=int(NUMBERS["seed"].default))
    assert [tuple(point) for point in made["points"]] == placed(data) == BOARDS["a chosen margin"][0]
    assert made["last"] == max(len(weights) - 1 for weights, _, _ in paces("a chosen margin"))
    assert not complaints(page)


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES)
def test_every_source_can_be_raced_on_with_and_without_a_bias(source):
    for bias in ("false", "true"):
        made = answered("pages/race.py", data=source, bias=bias)
        assert bool(made["points"]) == (source != "by hand")


def test_every_choice_toggle_and_number_can_be_set():
    page = opened()
    for key, choices in (("clock", race.CLOCKS), ("measure", race.MEASURES)):
        for choice in choices:
            page.selectbox(key=key).set_value(choice).run()
            payload(page)
    page.toggle(key="band").set_value(True).run()
    assert any(trace.get("name") == "w*" for trace in payload(page)["panels"][0]["figure"]["data"])
    for key in ("beta", "gamma", "n"):
        for value in (NUMBERS[key].low, NUMBERS[key].high):
            page.number_input(key=key).set_value(value).run()
            payload(page)


def test_an_empty_board_says_what_to_do():
    made = payload(opened(data="by hand"))
    assert made["last"] == 0
    assert made["points"] == []


def test_a_link_brings_back_the_race_and_a_broken_one_says_what_was_wrong():
    page = opened(points=encode(HAND), bias="true", clock=race.PRODUCTS, beta=3.5, step=4)
    made = payload(page)
    assert made["points"] == [list(point) for point in HAND]
    assert made["step"] == 4
    assert "inner products" in made["texts"]["position"]["templates"][0]
    assert page.number_input(key="beta").value == 3.5
    said = " ".join(complaints(opened(beta=-1, clock="sundial")))
    assert "beta is -1" in said
    assert "clock is sundial" in said


def test_no_two_racers_are_drawn_alike_even_without_colour():
    made, _, _ = scene("a chosen margin")
    drawn = [mark["style"]["stroke-dasharray"] for mark in made["marks"] if mark["kind"] == "line"]
    assert len(set(drawn)) == len(drawn) == 6
