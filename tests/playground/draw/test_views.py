"""The views beside the board hold the library's own numbers for every update."""

import functools
import math

import numpy as np
import pytest

from perceptron import Separator, bounds, margin_dataset, separate, train
from playground.draw import views
from playground.draw.steps import Steps
from playground.pages.playground import scene as playground
from playground.text import number, readable
from tests.boards import labelled
from tests.playground.scenes import SCENES, computed

OF = {
    **{"k": "update", "point": "example", "y": "label"},
    **{"‖w‖²": "norm_squared", "w·w*": "alignment", "cos∠(w, w*)": "cosine"},
}


@functools.cache  # nobody changes what many look at
def scene(name):
    points, run, found, _ = computed(name)
    return playground.scene(points, Steps(run), found), run, found


def panel(made, view):
    """The number of the only panel of a view, and the panel; None where the scene has no such view."""
    found = [(number, each) for number, each in enumerate(made["panels"]) if each.get("view") == view]
    return found[0] if found else None


def read(value):
    return "–" if value is None or not math.isfinite(value) else number(value)


@pytest.mark.parametrize("name", SCENES)
def test_only_separable_points_have_views_of_what_separates(name):
    made, _, found = scene(name)
    views = list(dict.fromkeys(each["view"] for each in made["panels"] if "view" in each))
    assert views == ["Curves", *["Angle", "Update"] * isinstance(found, Separator), "Table", "By hand", "Strip"]
    assert "view" not in made["panels"][0]
    empty = playground.scene([], None, None)["panels"]
    assert [each.get("view") for each in empty] == [None, "Curves", "Curves", "Table", "Strip"]


@pytest.mark.parametrize("name", SCENES)
def test_every_cell_of_the_table_reads_as_the_librarys_number_does(name):
    made, run, found = scene(name)
    _, table = panel(made, "Table")
    rows = run.table(found)
    true = {head: rows[column] for head, column in OF.items()}
    true |= {"pass": run.pass_of, "y w·x": rows["activation"] * rows["label"]}
    eta = "" if run.rate == 1 else "η "
    for axis, sign in enumerate("₁₂₃"[: run.data.dim]):
        true[f"w{sign}"] = run.weights[1:, axis]
        true[f"{eta}y x{sign}"] = run.rate * run.data.signed[run.mistakes, axis]
    assert set(table["heads"]) == set(true) - (set() if isinstance(found, Separator) else {"w·w*", "cos∠(w, w*)"})
    for head, column in zip(table["heads"], table["columns"], strict=True):
        shown = [read(value) for value in made["columns"][column][1:]]
        assert shown == [read(float(value)) for value in true[head]], head


def test_the_table_has_what_was_added_and_w_and_neither_where_they_do_not_fit():
    table = panel(scene("by hand")[0], "Table")[1]
    assert table["heads"] == [
        *["k", "pass", "point", "y"],
        "y w·x",
        "y x₁",
        "y x₂",
        "y x₃",
        "w₁",
        "w₂",
        "w₃",
        "‖w‖²",
        "w·w*",
        "cos∠(w, w*)",
    ]
    run = train(margin_dataset(9, 4, 0.2, seed=1))
    shown = views.table(Steps(run), np.zeros(run.updates))
    assert shown.panel["heads"] == [*["k", "pass", "point", "y"], "y w·x", "‖w‖²", "w·w*", "cos∠(w, w*)"]


@pytest.mark.filterwarnings("error")  # or the server's log would fill
def test_a_readable_column_is_short_and_reads_as_the_numbers_do():
    rng = np.random.default_rng(3)
    halves = (2 * rng.integers(1, 2**20, 3000) + 1) / 2.0 ** rng.integers(0, 24, 3000)
    near = rng.integers(1, 2000, 3000) / 8 * (1 + rng.choice([-1, 1], 3000) * 10.0 ** -rng.integers(5, 16, 3000))
    wide = rng.uniform(-10, 10, 3000) * 10.0 ** rng.integers(-12, 12, 3000)
    values = np.concatenate([halves, near, wide, [0.0, 5e-324, 1e308, 999.5, 999_882.6, -999_504.45]])
    kept = readable(values)
    assert [number(value) for value in kept] == [number(float(value)) for value in values]
    usual = wide[(np.abs(wide) > 1e-6) & (np.abs(wide) < 1e5)]
    assert np.mean([len(repr(value)) <= 12 for value in readable(usual)]) > 0.95
    assert readable([math.nan, math.inf]) == [None, None]


@pytest.mark.parametrize("name", [name for name in SCENES if isinstance(computed(name)[2], Separator)])
def test_the_angle_is_over_its_floor_and_rings_updates_that_lowered_it(name):
    made, run, found = scene(name)
    at, angle = panel(made, "Angle")
    if not made["last"]:
        return
    rows = run.table(found)
    cosine = np.array([math.nan if value is None else value for value in made["columns"]["cosine"]])
    assert cosine[1:] == pytest.approx(rows["cosine"].to_numpy(), rel=1e-5, nan_ok=True)
    start = float(np.linalg.norm(run.start))
    before = np.concatenate([[run.start @ found.w / start if start else math.nan], rows["cosine"][:-1]])
    assert made["columns"]["away"] == [0, *(rows["cosine"] < before).astype(int)]
    low, high = angle["figure"]["yaxis"]["range"]
    assert low <= np.nanmin(cosine, initial=1.0) <= np.nanmax(cosine, initial=0.0) <= high
    assert {mark["kind"] for mark in made["marks"] if mark["panel"] == at} == {"curve", "dots", "dot"}
    for line, note in zip(angle["figure"]["parts"], angle["figure"]["notes"], strict=True):
        k = np.array(line["x"])
        aligned = float(run.start @ found.w)
        floor = bounds.cosine_floor(k, found.radius, found.margin, run.rate, aligned, start)
        assert line["y"] == pytest.approx(floor, abs=2e-6)
        formula = "√k γ/R"
        if start:
            formula = "(w₀·w* + kηγ)/√(‖w₀‖² + kη²R²)" if run.rate != 1 else "(w₀·w* + kγ)/√(‖w₀‖² + kR²)"
        assert note["text"] == f"floor {formula}"


def test_an_update_along_the_weights_turns_them_neither_way():
    points = [(0.5, 0.0, 0)]
    run = train(labelled(points), start=[-1.5, 0.0])
    made = playground.scene(points, Steps(run), separate(run.data))
    assert made["columns"]["cosine"] == [None, -1, -1, None, 1]
    assert made["columns"]["away"] == [0] * 5
