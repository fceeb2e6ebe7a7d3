"""Every line of the proof is true of the run on the board, and the weight space shows the weights that separate."""

import functools
import json
import math
import re
from xml.etree import ElementTree

import numpy as np
import pytest

from perceptron import Dataset, Separator, margins, separate
from playground.draw.steps import Steps
from playground.pages.playground import scene as playground
from playground.pages.proof import scene as proof
from playground.stage.check import check_scene
from playground.text import number
from tests.boards import labelled
from tests.playground.scenes import SCENES, computed, learner, some
from tests.playground.visiting import filled


@functools.cache  # nobody changes what many look at
def scene(name, view=proof.INPUT, version=proof.PLAIN_BOUND):
    points, run, found, _ = computed(name)
    return proof.scene(points, Steps(run), found, view=view, version=version), run, found


_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")


def values(text):
    """The numbers of a line as they are written, up to its slack."""
    plain = text.split("slack")[0].replace("×10", "e").translate(_SUPERSCRIPTS).replace("∞", "inf")
    return [float(value.replace(",", "")) for value in re.findall(r"-?(?:inf|[\d.,]+(?:e-?\d+)?)", plain)]


def told(made, line, step, of=7):
    """A line's numbers at a step, with the columns filled in as the stage does; before the seven, versions explain."""
    return filled(made["panels"][1]["lines"][-of:][line]["text"], made["columns"], step)


SEPARABLE = [name for name in SCENES if isinstance(computed(name)[2], Separator)]
INSEPARABLE = [name for name in SCENES if name not in SEPARABLE]


@pytest.mark.parametrize("name", SEPARABLE)
def test_the_lines_hold_the_numbers_of_the_runs_table(name):
    made, run, found = scene(name)
    columns, sheet, table = made["columns"], made["panels"][1], run.table(found)
    lines = sheet["lines"][-7:]
    assert "sides" not in lines[5]  # its numbers stand on the ruler
    drawn = [line.get("sides", sheet["ruler"]) for line in lines]
    assert ["".join("-|"[side["bound"]] for side in sides) for sides in drawn] == [
        *("|-", "|-", "-|", "-|", "--", "|--|", "-|")
    ]
    assert lines[0]["reach"] == run.rate * run.data.radius
    aligned = np.insert(table.alignment.to_numpy(), 0, run.start @ found.w)
    squared = np.insert(table.norm_squared.to_numpy(), 0, run.start @ run.start)
    for k in some(range(1, len(table) + 1)):
        row = table.iloc[k - 1]
        norm, root = math.sqrt(row.norm_squared), math.sqrt(row.norm_squared_bound)
        sides = [
            (run.rate * found.margin, aligned[k] - aligned[k - 1]),
            (row.alignment_bound, row.alignment),
            (squared[k] - squared[k - 1], (run.rate * found.radius) ** 2),
            (row.norm_squared, row.norm_squared_bound),
            (row.alignment, norm),
            (row.alignment_bound, row.alignment, norm, root),
            (k, run.bound(found)),
        ]
        for line, bars, true in zip(lines, drawn, sides, strict=True):
            room = 1e-9 * max(squared.max(), row.norm_squared_bound, np.abs(aligned).max())
            shown = [columns[side["column"]][k] for side in bars]
            assert shown == pytest.approx(true, rel=1e-4, abs=room)
            for slack in re.findall(r"slack \{(\w+)\}", line["text"]["templates"][-1]):
                assert columns[slack][k] == pytest.approx(true[-1] - true[0], rel=1e-4, abs=room), slack
        shares = [(large - small) / abs(large) if large else 0.0 for small, large in sides[:5]]
        place = columns[sheet["marked"]][k] - len(sheet["lines"]) + 7
        assert shares[place] == pytest.approx(min(shares), abs=1e-4)
    assert columns[sheet["marked"]][0] is None


@pytest.mark.parametrize("version", proof.VERSIONS)
@pytest.mark.parametrize("name", SEPARABLE)
def test_on_the_ruler_four_numbers_of_the_run_close_on_one_another(name, version):
    made, run, found = scene(name, version=version)
    ruler = [made["columns"][tick["column"]] for tick in made["panels"][1]["ruler"]]
    assert [tick["bound"] for tick in made["panels"][1]["ruler"]] == [True, False, False, True]
    for k in some(range(1, run.updates + 1)):
        floor, aligned, norm, root = (values[k] for values in ruler)
        room = 1e-6 * root
        assert floor <= aligned + room <= norm + 2 * room <= root + 3 * room
    if version == proof.PLAIN_BOUND and run.start.any() == 0:
        for k in some(range(1, run.updates + 1)):  # the share of the space that is left falls like 1 − √k γ/R
            assert ruler[0][k] / ruler[3][k] == pytest.approx(math.sqrt(k) * found.margin / found.radius, rel=1e-3)


def test_what_waits_for_w_is_not_on_the_ruler():
    points, run, _, _ = computed("by hand")
    hidden = proof.scene(points, Steps(run), None, view=proof.INPUT, version=proof.PLAIN_BOUND)
    assert [tick["name"].replace("\N{NO-BREAK SPACE}", " ") for tick in hidden["panels"][1]["ruler"]] == ["‖w‖", "√k R"]
    check_scene(hidden)


def test_versions_change_the_lines_and_not_the_sentences():
    plain, run, found = scene("by hand")
    unit = scene("by hand", version=proof.UNIT)[0]
    assert values(told(unit, 6, 1)) == [1, run.bound(found)]
    assert values(told(unit, 3, 1))[1] == 1
    other = playground.scene(computed("by hand")[0], Steps(run), found)
    for version in proof.VERSIONS:
        made = scene("by hand", version=version)[0]
        assert made["texts"] == plain["texts"]
        assert made["texts"]["sentence"] == other["texts"]["sentence"]
        assert "the angle may grow" in made["panels"][1]["lines"][-7]["title"]
    biased = scene("one point", version=proof.BIASED)[0]
    assert [title for title, _ in meaning(biased)] == ["The biased version needs a bias; this is the plain proof"]


@pytest.mark.parametrize("name", ["by hand", "a hair's margin", "one class all round", "the origin with a bias"])
def test_the_biased_bound_needs_no_constant_coordinate(name):
    made, run, _ = scene(name, version=proof.BIASED)
    plane = margins(Dataset(run.data.X[:, :2], run.data.y), run.data.X[0, 2]).geometric
    assert values(told(made, 6, 1)) == [1, pytest.approx(plane.bound, rel=0.006)]
    if np.isfinite(plane.margin):
        margin = plane.margin / np.hypot(1, plane.offset / plane.scale)
        assert values(told(made, 1, 1))[1] == pytest.approx(margin, rel=0.006)


def meaning(made):
    """What a version of the theorem says of its letters before the seven lines: each title, and its numbers by name."""
    written = [(line["title"], line["text"]["templates"][0]) for line in made["panels"][1]["lines"][:-7]]
    return [(title, dict(part.split(" = ") for part in text.split(", ") if part)) for title, text in written]


def test_a_version_gives_the_number_of_each_of_its_letters():
    points, how = [(0.5, 0.25, 0), (0.25, 0.75, 1), (-0.5, 0.25, 1)], learner(2.0, rate=0.5, start=[1.0, 0.0, -1.0])
    run, found = how.run(how.sees(points)), separate(how.sees(points))
    plane = margins(labelled(points), 2.0).geometric

    def told_of(version):
        return meaning(proof.scene(points, Steps(run), found, view=proof.INPUT, version=version))

    u = np.append(plane.w, plane.offset / 2) / np.hypot(1, plane.offset / 2)
    assert [list(letters.items()) for _, letters in told_of(proof.BIASED)] == [
        [("ρ", number(plane.margin)), ("b", number(plane.offset)), ("γᵤ", number((run.data.signed @ u).min())),
         ("r", number(max(np.hypot(x, y) for x, y, _ in points))), ("R²", number(run.data.radius**2))],
        [("p", number(run.start @ u / 0.5)), ("q", number(np.sqrt(2) / 0.5))],
    ]  # fmt: skip
    ((_, unit), _) = told_of(proof.UNIT)
    assert unit == {"γ₁": number(found.margin / found.radius)}
    ((title, start),) = told_of(proof.START)
    assert "along w*" in title
    assert start == {"p": number(run.start @ found.w / 0.5), "q": number(np.sqrt(2) / 0.5)}


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("version", proof.VERSIONS)
def test_every_formula_is_mathml_that_all_browsers_show(name, version):
    made, _, _ = scene(name, version=version)
    for formula in {line["formula"] for line in made["panels"][1]["lines"]}:
        tree = ElementTree.fromstring(f"<div>{formula}</div>")
        signs = [node for node in tree.iter() if node.text == "‖"]
        assert {(node.tag.split("}")[1], node.get("stretchy")) for node in signs} <= {("mo", "false")}
        assert not re.search(r"[\\{}]", "".join(tree.itertext()))


@pytest.mark.parametrize("name", INSEPARABLE)
def test_the_terms_of_the_certificate_sum_to_0_at_every_step(name):
    made, _, found = scene(name)
    for step in some(range(made["last"] + 1)):
        *terms, zero = values(told(made, 2, step, of=4))
        assert len(terms) == len(found.points)
        assert zero == 0
        assert sum(terms) == pytest.approx(0, abs=0.02 * max(1e-9, *map(abs, terms)))
        assert values(told(made, 3, step, of=4))[0] <= 0


# ---- the weight space ----------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", SCENES)
def test_the_weight_space_shows_the_path_of_w_and_names_its_cone(name):
    made, run, found = scene(name, proof.WEIGHTS)
    assert json.loads(json.dumps(made, allow_nan=False))["last"] == made["last"]
    assert "editing" not in made
    path = np.array([made["columns"][key] for key in ("uvb" if run.data.dim == 3 else "uv")], dtype=float).T
    assert path == pytest.approx(run.weights, rel=1e-5, abs=1e-6 * np.abs(run.weights).max())
    figure = made["panels"][0]["figure"]
    title = figure["title"]
    assert np.abs(path).max() <= (figure["axes"][0] if "axes" in figure else figure["xaxis"])["range"][1]
    assert ("a line for each point" in title) == (run.data.dim == 2)
    assert ("the cone of weights that separate" in title) == isinstance(found, Separator)
    cones = [part for part in figure.get("parts", ()) if part["kind"] == "region"]
    cones += [trace for trace in figure.get("traces", ()) if trace["type"] == "mesh3d"]
    assert len(cones) == isinstance(found, Separator)


@pytest.mark.parametrize("name", [name for name in SEPARABLE if computed(name)[1].data.dim == 2])
def test_the_lit_cone_holds_exactly_the_weights_that_separate(name):
    made, run, _ = scene(name, proof.WEIGHTS)
    cone = made["panels"][0]["figure"]["parts"][0]
    low, high = (np.arctan2(cone["y"][i], cone["x"][i]) for i in (1, 3))
    middle = np.arctan2(cone["y"][2], cone["x"][2])
    wide = (high - low) % (2 * np.pi)
    for share in (0.02, 0.3, 0.98):
        angle = low + share * wide
        assert (run.data.signed @ [np.cos(angle), np.sin(angle)] > 0).all()
    for angle in (low - 0.02 * wide - 1e-3, high + 0.02 * wide + 1e-3):
        assert (run.data.signed @ [np.cos(angle), np.sin(angle)] < 1e-6 * run.data.radius).any()
    assert (run.data.signed @ [np.cos(middle), np.sin(middle)] > 0).all()


@pytest.mark.parametrize("name", [name for name in SEPARABLE if computed(name)[1].data.dim == 3])
def test_the_edges_of_the_cone_in_space_separate_up_to_touching(name):
    made, run, found = scene(name, proof.WEIGHTS)
    cone = made["panels"][0]["figure"]["traces"][2]
    rays = np.array([cone["x"], cone["y"], cone["z"]]).T[1:]
    scores = run.data.signed @ (rays / np.linalg.norm(rays, axis=1, keepdims=True)).T
    assert scores.min() >= -1e-5 * run.data.radius
    middle = rays.mean(axis=0) + 1e-9 * found.w
    assert (run.data.signed @ middle > -1e-6 * run.data.radius).all()


@pytest.mark.parametrize("name", [name for name in SCENES if computed(name)[1].data.lift])
def test_in_space_w_is_a_plane_that_cuts_height_c_in_the_boundary(name):
    made, run, _ = scene(name, proof.LIFTED)
    ends = np.array([made["columns"][f"cut{axis}1"] for axis in "xyz"])
    assert ends.any() or np.abs(run.weights[:, :2]).max() <= 1e-3 * np.abs(run.weights).max()
    traces = made["panels"][0]["figure"]["traces"]
    lifted = [place for trace in traces[-2:] for place in zip(*(trace[axis] for axis in "xyz"), strict=True)]
    assert sorted(lifted) == sorted(map(tuple, run.data.X.tolist()))
    signs = [mark for mark in made["marks"] if mark["kind"] == "signs"]
    assert sorted(point for mark in signs for point in mark["points"]) == [*range(len(run.data))]
    assert not [trace for trace in traces if "name" not in trace and trace["hoverinfo"] not in ("skip", "text")]
    for step in {0, 1, made["last"] // 2, made["last"]} & {*range(made["last"] + 1)}:
        w = run.weights[step]
        for mark in signs:
            assert traces[mark["place"]]["x"] == run.data.X[mark["points"], 0].tolist()
            assert {*run.data.y[mark["points"]].tolist()} <= {mark["label"]}
            code, *weights = (made["columns"][name][step] for name in mark["columns"])
            assert weights == pytest.approx(w, abs=1e-6 * np.abs(run.weights).max())
            bits = int.from_bytes(bytes.fromhex(code), "little")
            assert [bits >> i & 1 for i in range(len(run.data))] == (run.data.signed @ w <= 0).tolist()
        plane, cut = (
            np.array([[made["columns"][f"{name}{axis}{i}"][step] for axis in "xyz"] for i in range(corners)])
            for name, corners in (("plane", 4), ("cut", 2))
        )
        size = np.linalg.norm(w) * max(1, np.abs(plane).max())
        assert plane @ w == pytest.approx(0, abs=1e-5 * size)
        # The plane is that of all places with this w, 0 among them, unless w = 0.
        assert np.linalg.matrix_rank(plane, tol=1e-6) == (2 if w.any() else 0)
        if cut.any():
            assert cut[:, 2] == pytest.approx(run.data.lift)
            assert cut @ w == pytest.approx(0, abs=1e-5 * np.linalg.norm(w) * max(1, np.abs(cut).max()))
    assert "editing" not in made
