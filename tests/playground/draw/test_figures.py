"""What the stage is handed can be drawn at every step, and is the run."""

import functools
import json
import math
import re
from itertools import pairwise

import numpy as np
import pytest

from perceptron import Separator, bounds, gate, margin_dataset, separate, train
from playground.address.codes import LIMIT, encode
from playground.draw import planes
from playground.draw.steps import Steps
from playground.page.answer import answer
from playground.pages import PAGES
from playground.pages.playground import scene as playground
from playground.stage.check import check_scene
from playground.text import whole
from tests.boards import placed
from tests.playground.scenes import SCENES, computed

SHOWN = {"margin": True, "vectors": True}


@functools.cache  # nobody changes what many look at
def scene(name, **shown):
    points, run, found, _ = computed(name)
    return playground.scene(points, Steps(run), found, **shown), run, found


def test_the_arrows_of_an_update_lie_tip_to_tail():
    made, _, _ = scene("by hand", **SHOWN)
    before, added, after = [mark["columns"] for mark in made["marks"] if mark["kind"] == "vector"]
    assert (before[:2], added[:2], added[2:]) == (after[:2], before[2:], after[2:])
    assert before[2:] != after[2:]


@pytest.mark.filterwarnings("error")  # or the server's log would fill
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("shown", [SHOWN, {}])
def test_the_board_shows_the_boundary_and_the_example_of_each_update(name, shown):
    made, run, _ = scene(name, **shown)
    assert json.loads(json.dumps(made, allow_nan=False))["last"] == made["last"] == len(run.mistakes)
    check_scene(made)
    columns = np.array([made["columns"][key] for key in "abc"], dtype=float).T
    scale = run.data.X[0, 2] if run.data.dim == 3 else 0.0
    true = np.column_stack([run.weights[:, :2], run.weights[:, 2] * scale if scale else np.zeros(len(run.weights))])
    assert columns.tolist() == true.tolist()
    assert made["columns"]["i"] == [None, *run.mistakes.tolist()]
    faint, bold = [mark for mark in made["marks"] if mark["kind"] == "line"]
    assert (faint["columns"], faint["lag"], bold["columns"]) == (["a", "b", "c"], 1, ["a", "b", "c"])
    assert "lag" not in bold
    assert float(faint["style"]["opacity"]) < 0.6 < bold["style"]["opacity"] == 1


@pytest.mark.parametrize("name", SCENES)
def test_the_curves_are_alignment_and_squared_length(name):
    made, run, found = scene(name)
    upper = (
        run.weights @ found.w if isinstance(found, Separator) else (run.data.signed @ run.weights.T <= 0).sum(axis=0)
    )
    for panel, column, true in [(1, "upper", upper), (2, "norm", (run.weights**2).sum(axis=1))]:
        values, axes = made["columns"][column], made["panels"][panel]["figure"]
        assert values == pytest.approx(true, rel=1e-5, abs=1e-5 * np.abs(true).max())
        low, high = axes["yaxis"]["range"]
        slack = 1e-6 * (high - low)
        assert low - slack <= min(values) <= max(values) <= high + slack
        assert axes["xaxis"]["range"][0] <= 0 <= made["last"] <= axes["xaxis"]["range"][1]
    assert made["columns"]["k"] == list(range(made["last"] + 1))


def value(formula, k, run, found):
    if formula.startswith("("):
        return max(0.0, value(formula[1:-2], k, run, found)) ** 2
    margin, aligned = (found.margin, run.start @ found.w) if isinstance(found, Separator) else (math.nan, math.nan)
    known = {"‖w₀‖²": run.start @ run.start, "w₀·w*": aligned, "k²": k * k, "η²": run.rate**2, "γ²": margin**2,
             "R²": run.data.radius**2, "k": k, "η": run.rate, "γ": margin, "1": 1.0}  # fmt: skip
    parts = re.compile("|".join(map(re.escape, known)))
    return sum(math.prod(known[part] for part in parts.findall(term)) for term in formula.split(" + "))


@pytest.mark.parametrize("name", SCENES)
def test_each_dashed_line_is_called_by_the_formula_that_it_follows(name):
    made, run, found = scene(name)
    figures = [panel[scale] for panel in made["panels"][1:3] for scale in ("figure", "whole") if scale in panel]
    for figure in figures:
        lines = [part for part in figure["parts"] if part["kind"] == "lines"]
        notes = [note["text"] for note in figure["notes"] if "plot" not in note]
        for line, note in zip(lines, notes, strict=True):
            formula = re.sub("^(floor|ceiling|at least) ", "", note)
            true = [value(formula, k, run, found) for k in line["x"]]
            assert line["y"] == pytest.approx(true, rel=1e-5, abs=1e-5 * max(map(abs, true)))


def read(text):
    return float(text.replace(",", ""))


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("close", [False, True])
def test_the_squeeze_says_where_floor_and_ceiling_meet(name, close):
    made, run, found = scene(name, close=close)
    title = made["panels"][2]["figure"]["title"]
    if not isinstance(found, Separator):
        assert "closed" not in title
        return
    far, at, where = re.fullmatch("Squeeze: closed (far out, )?(at|after) k = (.+)", title).groups()
    figures = [made["panels"][2][scale] for scale in ("figure", "whole") if scale in made["panels"][2]]
    dots = [part["x"] for figure in figures for part in figure["parts"] if part["kind"] == "dots"]
    assert len(dots) == (0 if far else 1)
    assert all(figure["title"] == title for figure in figures)
    aligned, start = float(run.start @ found.w), math.sqrt(run.start @ run.start)
    meeting = bounds.from_start(found.radius, found.margin, aligned, start, run.rate)
    last = bounds.whole(meeting)
    assert where == whole(last)
    floor, later = ((aligned + k * run.rate * found.margin) ** 2 for k in (last, last + 1))
    ceiling, higher = (bounds.norm_squared_ceiling(k, found.radius, run.rate, start) for k in (last, last + 1))
    assert ceiling == pytest.approx(floor) if at == "at" else ceiling >= (1 - 1e-9) * floor
    assert later > higher
    assert all(dot == [pytest.approx(meeting)] for dot in dots)
    # Where the whole of both is shown, their numbers stand beside it: at the last k that fits, and at the next.
    for figure in figures[1:]:
        fits, next_one = (note["text"] for note in figure["notes"] if "plot" in note)
        k, least, most = re.fullmatch("k = (.+): (.+) ≤ (.+)", fits).groups()
        assert (k, read(least), read(most)) == (
            whole(last),
            pytest.approx(floor, abs=0.05),
            pytest.approx(ceiling, abs=0.05),
        )
        assert read(least) <= read(most)
        k, least, most = re.fullmatch("k = (.+): (.+) > (.+)", next_one).groups()
        assert (k, read(least), read(most)) == (
            whole(last + 1),
            pytest.approx(later, abs=0.05),
            pytest.approx(higher, abs=0.05),
        )
        assert read(least) > read(most)


def test_the_margin_of_the_best_separator_touches_its_nearest_points():
    made, run, found = scene("by hand", **SHOWN)
    lines = [part for part in made["panels"][0]["figure"]["parts"] if part["kind"] == "lines"]
    assert len(lines) == 4  # and the arrow
    middle, *edges = (np.column_stack([line["x"], line["y"], np.ones(2)]) for line in lines[:3])
    assert middle @ found.w == pytest.approx(np.zeros(2), abs=1e-5)
    assert sorted((ends @ found.w)[0] for ends in edges) == pytest.approx([-found.margin, found.margin], abs=1e-5)
    assert np.min(run.data.signed @ found.w) == pytest.approx(found.margin, abs=1e-9)


def test_a_proof_rings_its_points_once_it_may_be_known():
    made, run, found = scene("XOR")
    rings = [mark for mark in made["marks"] if mark.get("outcome")]
    ringed = [made["columns"][name] for mark in rings for name in mark["columns"]]
    assert ringed == [[point] * (len(run.mistakes) + 1) for point in found.points.tolist()]
    assert {mark["kind"] for mark in rings} == {"ring"}


@pytest.mark.parametrize("name", SCENES)
def test_the_board_shows_every_point(name):
    made, _, _ = scene(name)
    low, high = made["panels"][0]["figure"]["xaxis"]["range"]
    assert all(low <= value <= high for point in made["points"] for value in point[:2])
    for half in planes.VIEWS:
        assert planes.view([(half, -half, 0)]) == (-half, half)
    assert planes.half_side([(LIMIT, -LIMIT, 0)]) >= LIMIT


def test_a_gate_fills_its_board_until_three_of_its_points_have_moved():
    corners = [(0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 0)]
    moved = [(-0.5, 1.25, 1), (0.25, 0.75, 0)]
    assert planes.view(corners) == planes.view([*moved, *corners[2:]]) == planes.UNIT_SQUARE
    # What a hand places elsewhere than at two corners is no gate, nor is what lies beyond that view.
    assert planes.view([*moved, (0.5, 0, 1), corners[3]]) == planes.view([*corners, (-0.75, 0, 0)]) == (-1.25, 1.25)
    assert planes.view([]) == planes.view([corners[0], corners[0]]) == (-1.25, 1.25)


def test_the_arrows_and_the_margin_lie_within_the_board_of_a_gate():
    data = gate("and").augmented()
    picture = planes.board(
        placed(gate("and")), Steps(train(data, start=[-5, 3, 0])), separate(data), margin=True, vectors=True
    )
    low, high = planes.UNIT_SQUARE
    tips = np.array([picture.columns[name] for name in ("ox", "oy", "nx", "ny")], dtype=float)
    assert 0.9 * low - 1e-6 <= tips.min() < 0.8 * low
    assert tips.max() <= 0.9 * high + 1e-6
    assert np.abs(tips).max(axis=0).min() > 0.4
    named = next(note for note in picture.figure["notes"] if note["text"] == "γ")
    assert all(low < value < high for value in (named["x"], named["y"]))


BOARDS = [
    {"data": "AND", "bias": "true"},
    {"data": "OR", "bias": "true"},
    {"data": "by hand", "points": encode([(0.5, -0.5, 0), (-0.25, -1.0, 0), (0.75, 0.5, 1)]), "outcome": "true"},
    *({"seed": str(seed), "gamma": gamma} for seed in range(12) for gamma in ("0.02", "0.1", "0.3")),
    *({"seed": str(seed), "bias": "true"} for seed in range(12)),
]


def between(places, others):
    """Return the least distance between two sets of places in pixels."""
    return np.linalg.norm(places[:, None] - others, axis=2).min()


@pytest.mark.parametrize("side", [220, 500])  # px: on a phone and on a laptop
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_arrow_of_the_best_line_keeps_away_from_points_and_from_the_margin(board, side):
    made = answer(PAGES["app.py"], {**board, "band": "true"})
    figure = made["panels"][0]["figure"]
    low, high = figure["xaxis"]["range"]
    scale = side / (high - low)

    def word(note, width):
        """Return places of a note's box, 12 pixels high."""
        right, up = note["shift"]
        left = {"left": 0, "right": -width}.get(note.get("anchor"), -width / 2)
        x, y = scale * note["x"] + right + left, scale * note["y"] + up
        return np.array([(x + across * width, y + down) for across in np.linspace(0, 1, 5) for down in (-6, 0, 6)])

    def ways(part):
        corners = scale * np.array([part["x"], part["y"]]).T
        return np.vstack([np.linspace(one, two, 40) for one, two in pairwise(corners)])

    lines = [part for part in figure["parts"] if part["kind"] == "lines"]
    names = {note["text"]: note for note in figure["notes"]}
    (arrow,) = (ways(part) for part in lines if len(part["x"]) == 5)
    points = scale * np.array([point[:2] for point in made["points"]])
    assert between(arrow, points) > 9
    margin = np.vstack([word(names["γ"], 7), *(ways(part) for part in lines[4:])])
    assert between(np.vstack([arrow, word(names["w*"], 14)]), margin) > 6


def test_there_is_no_arrow_of_the_best_line_where_that_line_is_off():
    figure = answer(PAGES["app.py"], {"data": "AND", "bias": "true"})["panels"][0]["figure"]
    assert not figure["parts"]
    assert not figure["notes"]


@pytest.mark.parametrize("seed", range(6))
def test_no_axis_ends_where_the_run_does_but_on_demand(seed):
    """What a run will take is asked first: runs of different lengths have the same axes."""
    data = margin_dataset(25, 2, 0.1, seed=seed)
    run, found = train(data), separate(data)
    made = len(run.mistakes)
    for close in (False, True):
        panels = playground.scene(placed(data), Steps(run), found, close=close)["panels"]
        ends = {
            panel["figure"]["title"].partition(":")[0]:
            panel["figure"]["xaxis"]["range"][1] / 1.02
            for panel in panels[1:] if "figure" in panel
        }  # fmt: skip
        assert set(ends) == {"Alignment", "Squeeze", "Angle"}
        assert ends["Alignment"] == ends["Squeeze"]
        if close:
            assert list(ends.values()) == pytest.approx([made] * 3)
        else:
            assert {ends["Alignment"], ends["Angle"]} <= {1, 2, 5, 10, 20, 50, 100}
            assert made <= ends["Angle"] < 2.5 * made
            assert panels[2]["whole"]["xaxis"]["range"][1] >= found.bound


def test_without_a_separator_curves_end_with_the_run_on_demand_but_not_while_hidden():
    """Where a run ends tells whether it stops, which is asked meanwhile. Here weights come back after 4 updates."""
    run = train(gate("xor"))
    for found, end in [(None, 5), (separate(run.data), 4)]:
        panels = playground.scene(placed(run.data), Steps(run), found, close=True)["panels"]
        assert [panel["figure"]["xaxis"]["range"][1] for panel in panels[1:3]] == pytest.approx([1.02 * end] * 2)
