"""An update in beats: its lengths against exact fractions, its pictures against the run in all its dimensions."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from perceptron import bounds, margin_dataset, separate, train
from perceptron.run import aligned_with
from playground.address.codes import encode
from playground.draw.beats import beats
from playground.draw.steps import Steps
from playground.page.answer import answer
from playground.pages import PAGES
from playground.text import number

LINKS = 50


def exactly(vector, other):
    return sum(one * two for one, two in zip(vector, other, strict=True))


def solved(rows, right):
    """Solve a small system in fractions; None if it has no single solution."""
    rows = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for i in range(len(rows)):
        pivot = next((j for j in range(i, len(rows)) if rows[j][i]), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(len(rows)):
            if j != i:
                rows[j] = [one - rows[j][i] * two for one, two in zip(rows[j], rows[i], strict=True)]
    return [row[-1] for row in rows]


def nearest(signed):
    """Return the point p of the hull of y x that is nearest to 0, in fractions: w* = p/‖p‖; None if 0 is in the hull.

    Karush, Kuhn and Tucker: p is a convex sum of some y x, and y x·p ≥ p·p for all of them.
    """
    dim = len(signed[0])
    for size in range(1, dim + 1):
        for some in combinations(signed, size):
            parts = solved([[exactly(one, two) for two in some] for one in some], [Fraction(1)] * size)
            if parts is None or min(parts) < 0 or not any(parts):
                continue
            p = [sum(part * z[i] for part, z in zip(parts, some, strict=True)) / sum(parts) for i in range(dim)]
            if any(p) and all(exactly(z, p) >= exactly(p, p) for z in signed):
                return p
    return None


def links():
    """Yield random links to separable boards, with their points, constant, rate and start in fractions."""
    rng = np.random.default_rng(47)
    found = 0
    while found < LINKS:
        places = rng.integers(-24, 25, (rng.integers(2, 8), 2)) / 8
        points = [
            (x, y, int(kind)) for (x, y), kind in zip(places.tolist(), rng.integers(0, 2, len(places)), strict=True)
        ]
        bias, rate = bool(rng.integers(2)), rng.choice(["1", "0.5", "0.1", "2.5"])
        start = rng.choice(["0", "0", "1, -0.5", "-2, 0.3, 1" if bias else "0.2, 0"])
        lift = [Fraction(1)] if bias else []
        signed = [[(1 - 2 * kind) * each for each in (Fraction(x), Fraction(y), *lift)] for x, y, kind in points]
        if (p := nearest(signed)) is None:
            continue
        found += 1
        w = [*map(Fraction, str(start).split(",")), Fraction(), Fraction()][: len(signed[0])]
        settings = {"rate": str(rate), "start": str(start), "bias": str(bias).lower()}
        yield {"data": "by hand", "points": encode(points), **settings}, signed, p, Fraction(str(rate)), w


def root(square):
    """Return the square root of a fraction with its sign, as a float."""
    return float(np.copysign(np.sqrt(float(abs(square))), float(square)))


def same(shown, exact):
    """Whether a number of the scene reads as an exact one; by rounding alone it may miss by one in the last digit."""
    return number(shown) == number(float(exact)) or shown == pytest.approx(float(exact), rel=2e-6, abs=1e-9)


def test_the_two_lengths_of_each_update_are_those_of_exact_arithmetic():
    updates = 0
    for address, signed, p, rate, w in links():
        scene = answer(PAGES["app.py"], address)
        columns, most, least = scene["columns"], max(exactly(z, z) for z in signed), exactly(p, p)
        assert any(panel.get("view") == "Update" for panel in scene["panels"]), address
        for k, point in enumerate(columns["i"][1:], 1):
            old, added = w, [rate * value for value in signed[point]]
            w = [one + two for one, two in zip(old, added, strict=True)]
            score = exactly(old, signed[point])
            reach, gain = exactly(w, p), exactly(added, p)
            # 1. Along w*: what is added is what w·w* gains, and no less than ηγ.
            assert same(columns["gain"][k], root(gain * abs(gain) / least)), address
            assert same(columns["upper"][k], root(reach * abs(reach) / least)), address
            assert gain * gain >= rate * rate * least * least
            # 2. The length: the angle is not acute, so ‖w‖² gains no more than at a right angle.
            assert score <= 0
            assert same(columns["norm"][k], exactly(w, w)), address
            assert exactly(w, w) - exactly(old, old) <= exactly(added, added) <= rate * rate * most
            # 3. The score gains η‖x‖².
            assert same(columns["score"][k], score), address
            assert same(columns["after"][k], exactly(w, signed[point])), address
            assert same(columns["shift"][k], rate * exactly(signed[point], signed[point])), address
            # 4. The picture adds the arrows of these very numbers.
            panel = next(each for each in scene["panels"] if "ways" in each)
            assert all(same(columns[name][k], value) for name, value in zip(panel["sum"], w, strict=True))
            assert all(same(columns[name][k], value) for name, value in zip(panel["added"], added, strict=True))
            updates += 1
    assert updates > 5 * LINKS


def vectors(picture, names, steps):
    read = [[picture.columns[name][k] for k in steps] for name in names]
    return np.array([*read, *[np.zeros(len(steps))] * (3 - len(read))], dtype=float).T


@pytest.mark.parametrize("seed", range(5))
def test_in_many_dimensions_the_picture_keeps_all_lengths_and_angles(seed):
    data = margin_dataset(n=12, dim=40, margin=0.15, seed=seed)
    run, found = train(data, rate=0.5), separate(data)
    picture = beats(Steps(run), found)
    steps = range(1, run.updates + 1)
    panel = picture.panel
    sums, added = vectors(picture, panel["sum"], steps), vectors(picture, panel["added"], steps)
    w, before, z = run.weights[1:], run.weights[:-1], run.rate * data.signed[run.mistakes]
    near = {"rel": 1e-4, "abs": 1e-5}
    assert panel["axis"] == [1.0]
    for drawn, true in [
        (np.vecdot(sums, sums), np.vecdot(w, w)),
        (np.vecdot(added, added), np.vecdot(z, z)),
        (np.vecdot(sums - added, added), np.vecdot(before, z)),
        (sums[:, 0], w @ found.w),
        (added[:, 0], z @ found.w),
    ]:
        assert drawn == pytest.approx(true, **near)


@pytest.mark.parametrize(
    ("rate", "start"), [(1.0, None), (0.25, None), (2.0, [1.0, 0.5, 0.0]), (1.0, [-3.0, 0.0, 1.0])]
)
def test_the_limits_are_those_of_the_theorem_and_no_update_crosses_one(rate, start):
    data = margin_dataset(n=20, dim=3, margin=0.1, seed=2)
    run, found = train(data, start=start, rate=rate), separate(data)
    reach, squares = beats(Steps(run), found).panel["ways"][0]["growths"]
    aligned, begun = float(run.start @ found.w), float(np.linalg.norm(run.start))
    k = np.arange(run.updates + 1)
    true = {
        "w·w*": [bounds.alignment_floor(k, found.margin, start_alignment=aligned, rate=rate)],
        "‖w‖²": [
            bounds.norm_squared_ceiling(k, found.radius, rate, begun),
            *[bounds.norm_squared_floor(k, found.margin, rate, aligned)] * (aligned >= 0),
        ],
    }
    shown = {"w·w*": aligned_with(found.w, run.weights), "‖w‖²": np.vecdot(run.weights, run.weights)}
    for growth in (reach, squares):
        limits = [np.polynomial.Polynomial(limit["terms"])(k) for limit in growth["limits"]]
        for limit, drawn, bound in zip(growth["limits"], limits, true[growth["name"]], strict=True):
            assert drawn == pytest.approx(bound)
            over = shown[growth["name"]] - drawn
            assert (over >= -1e-9).all() if limit["above"] else (over <= 1e-9).all()


def test_what_separates_waits_for_the_answer_to_the_question():
    points = [(0.5, 0.5, 0), (0.75, 0.25, 0), (-0.5, -0.75, 1)]
    scene = answer(PAGES["app.py"], {"data": "by hand", "points": encode(points)})
    assert any("ways" in panel for panel in scene["panels"])
    assert not any("ways" in panel for panel in scene["untold"]["panels"])
    inseparable = answer(PAGES["app.py"], {"data": "XOR", "bias": "true"})
    assert not any("ways" in panel for panel in inseparable["panels"])
