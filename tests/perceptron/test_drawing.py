"""A notebook's pictures and tables agree with the data: an XML parser reads the picture."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from perceptron import Dataset, cloud, gate, margin_dataset, separate, train

SVG = "{http://www.w3.org/2000/svg}"
SIDE = 220


def drawn(shown):
    """Return the SVG tree of a result's picture; None if it has no picture."""
    found = re.search(r"<svg.*?</svg>", shown._repr_html_(), re.DOTALL)
    return found and ElementTree.fromstring(found[0])


def cells(shown):
    """Return the rows of a result's table, the header first."""
    rows = re.findall(r"<tr>(.*?)</tr>", shown._repr_html_())
    return [re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row) for row in rows]


def places(tree):
    """Return the points with label +1 and those with −1, in pixels from the middle, upward positive."""
    dots = [(float(dot.get("cx")), float(dot.get("cy"))) for dot in tree.iter(f"{SVG}circle") if dot.get("r") == "4"]
    wedges = [re.match(r"M([\d.e+-]+) ([\d.e+-]+)l", path.get("d", "")) for path in tree.iter(f"{SVG}path")]
    tips = [(float(tip[1]), float(tip[2]) + 5) for tip in wedges if tip]
    return [(np.array(found).reshape(-1, 2) - SIDE / 2) * [1, -1] for found in (dots, tips)]


@pytest.mark.parametrize(
    "data",
    [gate("and"), margin_dataset(25, 2, 0.1, seed=3), cloud(60, seed=1).augmented(2.0), Dataset([[1e300, 0]], [-1])],
)
def test_every_point_is_at_its_place_with_its_sign(data):
    points = data.X[:, :2]
    scale = SIDE / 2 / (1.15 * np.abs(points).max())
    for found, label in zip(places(drawn(data)), (1, -1), strict=True):
        assert found == pytest.approx(points[data.y == label] * scale, abs=0.06)


@pytest.mark.parametrize("data", [margin_dataset(25, 2, 0.1, seed=3), gate("and").augmented(), gate("or").augmented(5)])
def test_the_boundary_and_the_margin_run_where_the_scores_are_0_and_γ(data):
    run, found = train(data), separate(data)
    lift = 0.0 if data.lift is None else data.lift
    reach = np.sqrt(found.radius**2 - lift**2)
    widest = float(np.abs(data.X[:, :2]).max())
    cases: list[tuple] = [(run, [0], widest), (found, [0, -found.margin, found.margin], reach)]
    for shown, scores, farthest in cases:
        w, half = shown.w, 1.15 * farthest
        lines = list(drawn(shown).iter(f"{SVG}line"))
        assert len(lines) == len(scores)
        for line, score in zip(lines, scores, strict=True):
            ends = np.array([[float(line.get(f"{axis}{end}")) for axis in "xy"] for end in "12"])
            ends = (ends - SIDE / 2) * [1, -1] * half / (SIDE / 2)
            true = ends @ w[:2] + (w[2] * lift if len(w) == 3 else 0)
            assert true == pytest.approx(np.full(2, score), abs=0.002 * half * np.hypot(*w[:2]))


def test_the_table_says_what_the_run_did():
    run = train(gate("and").augmented())
    heads, *rows, rest = cells(run)
    assert heads == ["update", "example", "label", "w1", "w2", "w3"]
    for k, row in enumerate(rows, 1):
        i = run.mistakes[k - 1]
        assert [float(cell) for cell in row] == [k, i, run.data.y[i], *run.weights[k]]
    assert rest == [f"… {run.updates - len(rows)} more"]


def test_the_proof_that_no_line_exists_is_a_table():
    assert cells(separate(gate("xor").augmented()))[1:] == [[str(i), "0.25"] for i in range(4)]


@pytest.mark.parametrize("data", [Dataset([[1.0], [-2.0]], [1, -1]), margin_dataset(30, 1000, 0.1, seed=1)])
def test_what_has_no_plane_has_no_picture_and_a_table_that_fits_a_page(data):
    for shown in (data, train(data), separate(data)):
        assert drawn(shown) is None
        assert all(len(row) <= 13 for row in cells(shown))
    assert len(data._repr_html_()) < 10_000


def test_many_points_make_no_endless_page():
    assert len(cloud(20_000, seed=1)._repr_html_()) < 100_000
    assert drawn(cloud(20_000, seed=1)).find(f"{SVG}title").text == "1000 of 20000 points"


def test_weights_without_a_direction_in_the_plane_draw_no_line():
    run = train(Dataset([[0.0, 0.0]], [1]).augmented())
    assert list(drawn(run).iter(f"{SVG}line")) == []


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_points_whose_squares_overflow_are_drawn_as_others(size):
    pictures = [separate(Dataset(np.eye(2) * scale, [1, 1]))._repr_html_() for scale in (size, 1.0)]
    first, second = (text[text.index("<svg") : text.index("</svg>")] for text in pictures)
    assert first == second
