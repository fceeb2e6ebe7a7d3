"""The race is run by the library: its lines, curves and bounds are those of six learners, step by step."""

import functools
import itertools
import json
import math
from fractions import Fraction

import numpy as np
import pytest

from perceptron import (
    Separator,
    cloud,
    descend,
    margin_dataset,
    margin_perceptron,
    separate,
    smooth_perceptron,
    train,
    von_neumann,
)
from perceptron.variants import smooth_shares
from playground.address.codes import encode
from playground.draw.planes import view
from playground.page.controls import dataset
from playground.pages.race import scene as race
from playground.stage.check import check_scene
from playground.text import number, whole
from tests.boards import placed
from tests.pairs import pairs
from tests.playground.scenes import SCENES
from tests.playground.visiting import answered, told

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
    options = {"clock": clock, "measure": measure, "margin": True, "drawn": NAMES}
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


@pytest.mark.parametrize("radius", [0.1, 0.3, 0.5, 0.6, 0.9])
@pytest.mark.parametrize("n", [1, 2])
def test_points_whose_margin_is_their_radius_take_one_update(n, radius):
    for seed in range(4):
        made = answered("pages/race.py", R=radius, gamma=radius, n=n, seed=seed)
        assert made["facts"][0]["value"] == "1 ≤ 1"


@pytest.mark.parametrize("name", ["a chosen margin", "by hand"])
def test_the_shares_beside_the_points_make_the_steps_of_smooth(name):
    points, data, found, runners = raced(name)
    weights, _, _ = paces(name)[NAMES.index("smooth")]
    shares, mean, unit = smooth_shares(data, weights[:-1]), np.zeros(data.dim), data.signed / data.radius
    for k, (w, after) in enumerate(itertools.pairwise(weights)):
        steep = shares[k] @ unit
        mean = mean + 2 / (k + 2) * (steep - mean)
        theta = 2 / (k + 3)
        assert after == pytest.approx((1 - theta) * (w + theta * mean) + theta**2 * steep)
    made = race.scene(points, runners, data, found, clock=race.UPDATES, measure=race.MARGIN, margin=False, shares=True)
    for point in range(len(points)):
        texts = made["columns"][f"p{point}"]
        asked = [f"{round(100 * share)}%" if round(100 * share) else None for share in shares[:, point]]
        assert texts[: len(shares)] == asked
        assert {*texts[len(shares) :]} <= {None}


def test_three_lines_are_drawn_and_a_touch_on_a_name_draws_another_or_hides_it():
    named = {"usual": {}, "two orders": {"orders": "true"}, "one less": {"line-smooth": "false"}}
    expected = {"usual": race.THREE, "two orders": race.TWO, "one less": race.THREE[:2]}
    usual = answered("pages/race.py")
    named["a touch"] = dict([next(fact["sets"] for fact in usual["facts"] if fact["name"] == "batch")])
    expected["a touch"] = (*race.THREE, "batch")
    for which, settings in named.items():
        made = answered("pages/race.py", **settings)
        for panel in range(3):
            assert {mark.get("name") for mark in made["marks"] if mark["panel"] == panel} - {None} == {*expected[which]}
        assert [fact["name"] for fact in made["facts"] if fact["on"]] == [n for n in NAMES if n in expected[which]]
        # All run, drawn or not, and what is drawn does not depend on what else is.
        assert [fact["value"] for fact in made["facts"]] == [fact["value"] for fact in usual["facts"]]
        assert made["verdict"] == usual["verdict"]
        both = made["columns"].keys() & usual["columns"].keys()
        assert {name: made["columns"][name] for name in both} == {name: usual["columns"][name] for name in both}
        said = told(made, made["last"])
        assert [name for name in NAMES if f"{name} " in said] == [name for name in NAMES if name in expected[which]]


@pytest.mark.parametrize(("drawn", "by"), [(race.THREE, 0), (("smooth",), 4), ((), 0)])
def test_points_are_hollow_by_the_first_line_that_is_drawn(drawn, by):
    points, data, found, runners = raced("a chosen margin")
    made = race.scene(points, runners, data, found, clock=race.UPDATES, measure=race.MARGIN, margin=False, drawn=drawn)
    check_scene(made)
    (hollow,) = [mark for mark in made["marks"] if mark["kind"] == "hollow"]
    assert hollow["words"].startswith(NAMES[by])
    line = [made["columns"][name] for name in hollow["form"]]
    for step, code in enumerate(made["columns"]["hollow"]):
        a, b, c = (float(values[step]) for values in line)
        sides = data.y * (a * data.X[:, 0] + b * data.X[:, 1] + c)
        bits = int.from_bytes(bytes.fromhex(code), "little")
        assert [bits >> place & 1 for place in range(len(points))] == (sides <= 1e-9).tolist()


@pytest.mark.parametrize("clock", race.CLOCKS)
@pytest.mark.parametrize("name", ["a chosen margin", "a small margin", "by hand", "one point"])
def test_the_lines_angles_and_margins_of_each_step_are_the_learners(name, clock):
    made, data, found = scene(name, clock)
    columns = made["columns"]
    assert times(made) == sorted(set(times(made)))
    for place, (weights, products, outcome) in enumerate(paces(name)):
        assert outcome == "converged" or name == "a small margin"
        end = len(weights) - 1 if clock == race.UPDATES else products[-1]
        assert columns[f"x{place}"][-1] == pytest.approx(math.log10(1 + min(end, times(made)[-1])), abs=1e-6)
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


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("name", "clock", "measure"), RACES)
def test_every_race_fits_its_steps_and_its_axes(name, clock, measure):
    made, _, _ = scene(name, clock, measure)
    check_scene(made)
    assert made["last"] <= race.MOST_STEPS
    assert len(json.dumps(made, allow_nan=False)) < 500_000
    for mark in made["marks"]:
        if mark["kind"] != "dot":
            continue
        figure = made["panels"][mark["panel"]]["figure"]
        for axis, column in zip(("xaxis", "yaxis"), mark["columns"], strict=True):
            low, high = figure[axis]["range"]
            drawn = [value for value in made["columns"][column] if value is not None]
            assert low - 1e-6 <= min(drawn, default=low)
            assert max(drawn, default=high) <= high + 1e-6


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


def test_the_verdict_names_the_first_by_each_clock_and_the_nearest():
    made, _, found = scene("a chosen margin")
    assert made["texts"]["sentence"]["templates"][-1].startswith("All are done.")
    results = paces("a chosen margin")
    updates = [len(weights) - 1 for weights, _, _ in results]
    products = [products[-1] for _, products, _ in results]
    angles = [math.degrees(math.acos(w[-1] @ found.w / np.linalg.norm(w[-1]))) for w, _, _ in results]
    who = [NAMES[int(np.argmin(costs))] for costs in (updates, products, angles)]
    assert made["verdict"]["text"] == (
        f"Fewest updates: {who[0]}, {min(updates)}; inner products: {who[1]}, {min(products)}."
        f" Nearest to w*: {who[2]}, {number(min(angles))}°."
    )


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ({"gamma": "0.02"}, " Nearest to w* of those done: batch, 1.02°. Not done in 2,000 updates: "),
        ({"data": "by hand", "points": encode([(-1, 2, 0), (0.5, 2, 0)]), "bias": "true"},
         " Nearest to w*: batch, margin and smooth, 6.38°."),
    ],
)  # fmt: skip
def test_the_nearest_are_the_finished_racers_and_equals_share_it(link, said):
    made = answered("pages/race.py", outcome="true", **link)
    assert said in made["verdict"]["text"]
    assert ("margin\t0.117°" in made["texts"]["sentence"]["templates"][-1]) == ("gamma" in link)


@pytest.mark.parametrize("name", SEPARABLE)
def test_the_angles_fill_their_chart(name):
    made, _, _ = scene(name)
    drawn = [value for place in range(6) for value in made["columns"][f"y{place}"] if value is not None]
    low, high = made["panels"][1]["figure"]["yaxis"]["range"]
    assert max([*drawn, 1.0]) - min([*drawn, 1.0]) >= 0.85 * (high - low)  # 10° is always on it
    assert len(made["panels"][1]["figure"]["yaxis"]["ticks"]) > 1


def test_every_racer_has_its_own_dashes_and_its_name_on_each_picture():
    for name in ("a chosen margin", "XOR"):
        made, _, _ = scene(name)
        for place, panel in enumerate(made["panels"]):
            named = [mark for mark in made["marks"] if mark["panel"] == place and "name" in mark]
            assert [mark["name"] for mark in named] == NAMES
            assert len({mark["style"]["stroke-dasharray"] for mark in named}) == len(NAMES)  # without colour, too
            assert not [part for part in panel["figure"]["parts"] if part.get("name")]


@pytest.mark.parametrize("name", ["a chosen margin", "XOR", "a cloud"])
def test_the_sentence_counts_wrong_points_exactly(name):
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
def test_no_racer_finishes_where_nothing_separates(name):
    made, data, _ = scene(name)
    assert made["verdict"]["text"].endswith("No racer can finish.")
    assert [fact["value"] for fact in made["facts"]] == ["never"] * 6
    for place in range(6):
        assert not any("done" in said for said in made["columns"][f"s{place}"])
        assert max([value for value in made["columns"][f"m{place}"] if value is not None], default=0) <= 1e-12
    assert made["panels"][1]["figure"]["title"] == "Points still wrong"
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
