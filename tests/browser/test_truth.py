"""The drawing and the words of a step are what the library computes for these points."""

import re

import numpy as np
import pytest

from perceptron import Separator, bounds, margin_dataset, separate, train
from playground.draw.palette import PROOF
from playground.text import number, whole
from tests.boards import HAND, labelled
from tests.browser.browsing import link
from tests.marks import slow

CROSS = [(0.5, 0.5, 0), (-0.5, -0.5, 0), (0.5, -0.5, 1), (-0.5, 0.5, 1), (0.75, 0.25, 0)]


def generated():
    data = margin_dataset(30, 2, 0.04, 1.0, 11)
    return link(n=30, gamma=0.04, seed=11), data, train(data, seed=11)


def by_hand_with_bias():
    data = labelled(HAND).augmented()
    return link(HAND, bias="true"), data, train(data, seed=3)


def inseparable():
    data = labelled(CROSS)
    return link(CROSS), data, train(data, max_updates=5000)


def from_a_start_at_half_the_rate():
    data = labelled(HAND).augmented(2.0)
    run = train(data, "hardest", [-2, 1.5, 0.25], 0.5, "correct")
    return link(HAND, bias="true", c=2, order="hardest", start="-2, 1.5, 0.25", rate=0.5, ties="correct"), data, run


SCENES = [generated, slow(by_hand_with_bias), inseparable, from_a_start_at_half_the_rate]


@pytest.mark.parametrize("scene", SCENES)
def test_board_curves_sentence_and_facts_show_the_runs_numbers(visit_light, scene):
    query, data, run = scene()
    separation = separate(data)
    table = run.table(separation)
    stage = visit_light(query)
    board, upper, lower = (stage.frame(area) for area in ("board", "upper", "lower"))
    last = len(run.mistakes)
    assert last >= 3
    for k in range(min(last, 7) + 1):
        assert stage.step == k
        before, drawn = stage.marks("board", "line")
        check_line(drawn, board, data, run.weights[k])
        check_line(before, board, data, run.weights[max(k - 1, 0)] if k else np.zeros(data.dim))
        check_ring(stage, board, data, run.mistakes[k - 1] if k else None, separation)
        w = run.weights[k]
        aligned = w @ separation.w if isinstance(separation, Separator) else np.sum(data.signed @ w <= 0)
        check_curve(stage, "upper", upper, k, aligned)
        check_curve(stage, "lower", lower, k, w @ w)
        check_sentence(stage.sentence, k, run, table, separation)
        assert stage.position.startswith(f"update {k} of {whole(last)}")
        stage.press("ArrowRight")
    check_facts(stage, data, run, separation)
    stage.press("End", "ArrowLeft", "ArrowLeft")
    w, k = run.weights[last - 2], last - 2
    check_curve(stage, "lower", lower, k, w @ w)
    check_ring(stage, board, data, run.mistakes[k - 1], separation)


def check_facts(stage, data, run, found):
    """Check the facts about the points, and the verdict."""
    radius = np.sqrt((data.X**2).sum(axis=1).max())
    if not isinstance(found, Separator):
        assert stage.facts == ["none", number(radius), "none", whole(len(run.mistakes))]
        assert stage.verdict.startswith("No line through the origin separates these points: ")
        return
    allowed = found.bound
    if run.start.any():
        along, length = run.start @ found.w, np.linalg.norm(run.start)
        allowed = bounds.whole(bounds.from_start(radius, found.margin, along, length, run.rate))
    assert stage.facts == [number(found.margin), number(radius), whole(allowed), whole(len(run.mistakes))]
    made = "1 update" if len(run.mistakes) == 1 else f"{whole(len(run.mistakes))} updates"
    assert stage.verdict.startswith(f"Converged after {made}; the theorem allows at most {whole(allowed)}.")


def check_line(drawn, frame, data, w):
    """Check that a drawn line is the boundary of w, within a pixel."""
    if not w[:2].any():
        assert drawn is None
        return
    offset = w[2] * data.X[0, 2] if len(w) == 3 else 0.0
    ends = np.array(re.findall(r"(-?[\d.e+-]+),(-?[\d.e+-]+)", drawn["d"]), dtype=float)
    assert len(ends) == 2
    for left, top in ends:
        x, y = frame.values(frame.left + left, frame.top + top)
        away = abs(w[0] * x + w[1] * y + offset) / np.hypot(*w[:2])
        assert away * frame.width / (frame.xs[1] - frame.xs[0]) < 1


def check_ring(stage, frame, data, example, separation):
    drawn = [mark for mark in stage.marks("board", "ring") if mark]
    proof = getattr(separation, "points", np.array([], dtype=int)).tolist()
    for ringed, own in (([] if example is None else [example], False), (proof, True)):
        rings = [(float(mark["cx"]), float(mark["cy"])) for mark in drawn if (mark["stroke"] == PROOF) == own]
        assert len(rings) == len(ringed)
        for ring, (left, top) in zip(rings, (frame.screen(*data.X[i, :2]) for i in ringed), strict=True):
            assert ring == pytest.approx((left - frame.left, top - frame.top), abs=1)


def check_curve(stage, area, frame, k, value):
    """Check the dot, and the end of the curve under it."""
    left, top = frame.screen(k, value)
    (dot,), (curve,) = stage.marks(area, "dot"), stage.marks(area, "curve")
    corners = curve["points"].split()
    assert len(corners) == k + 1
    for x, y in [(dot["cx"], dot["cy"]), corners[-1].split(",")]:
        assert float(x) == pytest.approx(left - frame.left, abs=1)
        assert float(y) == pytest.approx(top - frame.top, abs=1)


def check_sentence(sentence, k, run, table, separation):
    if k == 0:
        assert ("w = 0: no point has a side." in sentence) != run.start.any()
        return
    row = table.iloc[k - 1]
    score = row.label * row.activation
    before = run.weights[k - 1]
    sign = "+" if row.label > 0 else "−"
    x, own = run.data.X[int(row.example)], run.rate * run.data.X[int(row.example)] @ run.data.X[int(row.example)]
    assert sentence.startswith(f"Update {k}: point {row.example:.0f} ({sign}1) was")
    factor = "" if run.rate == 1 else f"{number(run.rate)} "
    rows = zip(before, run.rate * row.label * x, run.weights[k], strict=True)
    terms = ", ".join(f"{number(a)} {'−' if b < 0 else '+'} {number(abs(b))} = {number(c)}" for a, b, c in rows)
    assert f" w {sign} {factor}x = w′: {terms}. " in sentence
    why = f"y w·x +{number(own)}, {number(score)} →"
    assert any(f"{why} {now}. " in sentence for now in roundings(score + own))
    rise = run.weights[k] @ run.weights[k] - before @ before
    assert any(f"‖w‖² {'+' if rise >= 0 else '−'}{text}" in sentence for text in roundings(abs(rise)))
    assert rise < 0 or f" = {number((run.rate * run.data.radius) ** 2)}." in sentence
    if isinstance(separation, Separator):
        gain = row.alignment - before @ separation.w
        assert any(f"w·w* +{text}, ≥ " in sentence for text in roundings(gain))
        assert f" = {number(run.rate * separation.margin)}. " in sentence
    else:
        assert "w*" not in sentence
    assert ("Now no point is wrong." in sentence) == (k == len(run.mistakes) and run.outcome == "converged")


def roundings(value):
    """Return the texts of a number that rounding may have changed in its last bits."""
    return {number(value + error) for error in (-1e-12, 0, 1e-12)}
