"""Inseparable points: the proof, the cycle, and the weights worth keeping of a run that never ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from perceptron import Inseparable, Run, Separator, bounds, comparator, errors_over_time, labelings, voted
from perceptron.learner import FIXED, Order, Tie
from perceptron.run import Cycle
from perceptron.separation import Separation
from playground.address.parameters import Choice
from playground.draw import views
from playground.draw.curves import blank, bound, chart, growth, note
from playground.draw.figures import Floats, Picture, column, mark
from playground.draw.outcome import NOTHING, boundary, compose, of_run, proof, unknown_facts, verdict
from playground.draw.palette import BOUND, INK, PROOF
from playground.draw.planes import beside, board, draw_line, plane, view
from playground.draw.sentences import fact
from playground.draw.steps import Steps
from playground.stage.payload import Column, Fact, Point, Scene, Verdict
from playground.text import NO_BREAK, at_most, fraction, listed, number, plural, vector, whole

MOST_UPDATES = 3_000
"""The cap of a run; a scene also holds the boundaries of the pocket and the average at each update."""

GRIDS = {"1/32": 32, "1/16": 16, "1/8": 8, "1/4": 4, "1/128": 128}
GRID = Choice(
    "grid",
    "Grid",
    tuple(GRIDS),
    "Moves the points to a grid. Then the weights are on a grid, too, and bounded, so in a fixed order they must"
    " repeat: usually sooner on a coarser grid.",
)

_ERRORS = "Training errors; pocket: most right in a row"
_LENGTH = "Length: ‖w‖ stays bounded, √k R does not"

_MOST_LISTED, _MOST_CORNERS, _MOST_ARROWS = 4, 8, 24
"""The longest cycle with its updates in words, with b at each corner, and with all updates as arrows."""
_MOST_COUNTED, _MOST_LABELED = 8, 5
"""The most points whose counts a note lists, and whose labelings are counted, in some milliseconds."""
_DENOMINATOR = 99
"""The largest denominator of a fraction beside a point."""

_LAST, _POCKET, _AVERAGED, _ = views.ERROR_CURVES


def on_grid(points: Sequence[Point], grid: int) -> list[Point]:
    """Return points moved to the nearest places of a grid of 1/`grid`.

    >>> on_grid([(0.3, -0.2, 1)], 4)
    [(0.25, -0.25, 1)]
    """
    return [(round(x * grid) / grid, round(y * grid) / grid, class_index) for x, y, class_index in points]


def scene(
    points: Sequence[Point],
    steps: Steps | None,
    separation: Separation | None,
    *,
    order: Order | Sequence[int],
    grid: int,
) -> Scene:
    """Return the scene of a run over points; that of an empty board if `steps` is None.

    The points lie on a grid of 1/`grid`, and the visitor's points will, too. `order` is that of the points in the run.
    While `separation` is None, the scene does not reveal whether a line separates the points.
    """
    outcome = of_run(steps, separation, NOTHING)
    if steps is None:
        beside_board = _views(blank("side", _PATH), blank("upper", _ERRORS), blank("lower", _LENGTH))
        outcome = replace(outcome, facts=unknown_facts(_NAMES))
        return compose([board(points, None, None), *beside_board], outcome, points, snap=grid)
    run, tie = steps.run, steps.tie
    errors = errors_over_time(run)
    # The errors count points on the line, too, which some tie rules forgive.
    what = "Wrong" if tie == "mistake" else "Wrong or on the line,"
    counts = ", ".join(f"{name}{NO_BREAK}{{{name}}}" for name, _, _ in views.ERROR_CURVES)
    wrong = f"{what} of {len(run.data)}: {counts}."
    outcome = replace(
        outcome.saying(wrong, {name: errors[name].tolist() for name, _, _ in views.ERROR_CURVES}),
        facts=_facts(run, separation, order, tie, errors),
        verdict=_verdict(run, separation),
    )
    if run.cycle and separation is not None:
        outcome = replace(outcome, ask="How long is the cycle?", answer=run.cycle.length)
    with_cycle = separation is not None
    curves = views.errors(_ERRORS, "points wrong", errors, close=True), _length(run, with_cycle=with_cycle)
    path = _path(run, order, with_cycle=with_cycle)
    pictures = [_board(points, steps, separation, errors), *_views(path, *curves)]
    return compose(pictures, outcome, points, snap=grid)


def _views(weights: Picture, errors: Picture, length: Picture) -> list[Picture]:
    """Return the pictures in two views: "Weights" with the path, "Curves" with both curves."""
    errors.panel["area"] = "upper"
    return [views.in_view("Weights", weights), views.in_view("Curves", errors), views.in_view("Curves", length)]


# ---- the pictures --------------------------------------------------------------------------------------------------


def _board(points: Sequence[Point], steps: Steps, separation: Separation | None, errors: pd.DataFrame) -> Picture:
    """Draw the board with the boundaries of pocket and average, and beside each point of the proof its weight λ."""
    run = steps.run
    picture = board(points, steps, separation, margin=True)
    if isinstance(separation, Inseparable):
        _draw_shares(picture, points, run, separation)
    for each in picture.marks:
        if each["kind"] == "line" and "lag" not in each:
            each["name"] = _LAST[0]
    kept = (_POCKET, run.weights[_in_pocket(errors)]), (_AVERAGED, _averages(run))
    for up, ((name, color, dash), weights) in enumerate(kept):
        columns = [f"{name}_{letter}" for letter in "abc"]
        draw_line(picture, weights, run.data.lift or 0.0, columns, name, color, dash)
        lineless = [None if w[:2].any() else f"{name}: {'w₁ = w₂ = 0' if w.any() else 'w = 0'}" for w in weights]
        if any(lineless):
            why = mark("label", [f"no_{name}"], fill=color, corner=(0, 0), shift=(8, 12 + 16 * up))
            picture.add({f"no_{name}": lineless}, why)
    return picture


def _in_pocket(errors: pd.DataFrame) -> npt.NDArray[np.int64]:
    """Return the index of the weights in the pocket at each step, shape (M + 1,): the last that lowered its errors."""
    fell = np.diff(errors["pocket"], prepend=errors["pocket"][0]) < 0
    return np.maximum.accumulate(np.where(fell, np.arange(len(errors)), 0))


def _averages(run: Run) -> Floats:
    """Return the sum of the weights up to each step, shape (M + 1, dim), whose boundary is that of the average."""
    votes = voted(run)
    sums: Floats = np.add.accumulate(votes.counts[:, None] * votes.weights)
    sums[0] = votes.weights[0]
    return sums


def _draw_shares(picture: Picture, points: Sequence[Point], run: Run, proof: Inseparable) -> None:
    """Write λ beside the points of a proof, as a short fraction if possible, else with two digits.

    Like the rings of a proof they wait for the answer. They are drawn over the lines, and hide what is under them.
    """
    chosen = proof.points.tolist()
    exact = proof.fractions(run.data, _DENOMINATOR)
    rounded = [f"≈ {share:.2g}" for share in proof.weights.tolist()]
    shares = [f"= {fraction(share)}" for share in exact] if exact else rounded
    shifts = beside(points, chosen, view(points), 42, 26, (50, 14))
    for i, share, shift in zip(chosen, shares, shifts, strict=True):
        said = mark("label", [f"share{i}"], fill=PROOF, point=i, shift=shift, outcome=True)
        said["style"]["style"] = "stroke-width: 7px"
        picture.add({f"share{i}": [f"λ {share}"] * len(run.weights)}, said)


_PATH = "The path of the weights"


def _path(run: Run, order: Order | Sequence[int], *, with_cycle: bool) -> Picture:
    """Draw the path of w in the plane of w₁ and w₂, with the bias beside w; `with_cycle` also draws the cycle."""
    cycle = run.cycle if with_cycle else None
    title = _title(run, order) if with_cycle else _PATH
    label = "The path of the weights, and the cycle at its end, if any."
    margin = {"l": 46, "r": 10, "t": 26, "b": 40}
    picture = Picture(plane("side", title, label, (-1, 1), [], axes=("w₁", "w₂"), margin=margin))
    # 1. The axes, with room for the labels of a bias.
    figure, places = picture.figure, run.weights[:, :2]  # shape (M + 1, 2)
    low, high = np.minimum(places.min(axis=0), 0), np.maximum(places.max(axis=0), 0)
    named = run.data.lift and run.cycle and run.cycle.length <= _MOST_CORNERS
    room = (0.38 if named else 0.2) * np.maximum(high - low, 0.2 * (high - low).max() or 1)
    figure["xaxis"]["range"], figure["yaxis"]["range"] = map(tuple, np.column_stack([low - room, high + room]).tolist())
    figure["scale"] = "widen"
    # 2. The cycle with the way to it, or the whole path.
    if cycle:
        _draw_sum(picture, run, cycle)
        _draw_cycle(picture, places, cycle)
    else:
        picture.marks.append(mark("curve", ["w_1", "w_2"], stroke=INK, width=1.5))
    # 3. w, and its bias.
    picture.add(
        {**_coordinates("w", places), "origin": [0.0] * len(places)},
        mark("vector", ["origin", "origin", "w_1", "w_2"], stroke=INK, width=2.5, part="w"),
        mark("dot", ["w_1", "w_2"], radius=5, fill=INK, part="w"),
    )
    if run.data.lift:
        _draw_biases(picture, run, cycle)
    return picture


def _coordinates(name: str, places: Floats) -> dict[str, Column]:
    """Return two columns, the first and the second coordinates of places, shape (M + 1, 2)."""
    return {f"{name}_{axis}": column(values) for axis, values in zip((1, 2), places.T, strict=True)}


def _draw_cycle(picture: Picture, places: Floats, cycle: Cycle) -> None:
    """Draw the updates up to a cycle and around it as arrows; if they are many, only the arrow of the step."""
    steps = np.arange(len(places))
    way = _coordinates("way", places[np.minimum(steps, cycle.start)])
    around = _coordinates("round", np.where(steps[:, None] < cycle.start, np.nan, places))
    picture.add(way | around, mark("curve", [*way], stroke=BOUND, width=1, opacity=0.8, stays=True))
    if cycle.length <= _MOST_ARROWS:
        for kind in ("curve", "heads"):
            picture.marks.append(mark(kind, [*around], stroke=PROOF, width=2.5, stays=True))
    else:
        before = _coordinates("from", np.where(steps[:, None] <= cycle.start, np.nan, np.roll(places, 1, axis=0)))
        line = mark("curve", [*around], stroke=PROOF, width=1, opacity=0.8, stays=True)
        picture.add(before, line, mark("vector", [*before, "w_1", "w_2"], stroke=PROOF, width=2.5))


def _draw_sum(picture: Picture, run: Run, cycle: Cycle) -> None:
    """Write the updates since a cycle began, one below the other, and their sum; of many updates only their number."""
    start, length = cycle
    # 1. The lines, each a column.
    missing: list[str | None] = [None] * (start + 1)
    rate = "" if run.rate == 1 else number(run.rate)
    lines: list[list[str | None]] = []
    if length <= _MOST_LISTED:
        for k, i in enumerate(run.mistakes[start:].tolist()):
            term = f"{'+' if run.data.y[i] > 0 else '−'} {rate}{vector(run.data.X[i])}"
            lines.append([*missing, *[None] * k, *[term] * (length - k)])
        lines.append([*missing, *[None] * (length - 1), f"= {vector([0] * run.data.dim)}"])
    else:
        moved = run.weights[start + 1 :] - run.weights[start]
        lines.append([*missing, *(plural(k, "update") for k in range(1, length + 1))])
        lines.append([*missing, "is", *["add up to"] * (length - 1)])
        lines.append([*missing, *map(vector, moved)])
    # 2. Their places, in the emptiest corner.
    right, above = _emptiest(run.weights[:, :2])
    for i, line in enumerate(lines):
        shift = (-10 if right else 10, -(16 + 18 * i) if above else 16 + 18 * (len(lines) - 1 - i))
        look: dict[str, Any] = {"fill": PROOF, "corner": (right, above), "stays": True}
        picture.add({f"sum_{i}": line}, mark("label", [f"sum_{i}"], shift=shift, **look))


def _emptiest(places: Floats) -> tuple[int, int]:
    """Return the corner farthest from all places as two numbers, 1 for right and top and 0 for left and bottom.

    >>> _emptiest(np.array([[0.0, 0.0], [0.0, 2.0], [1.0, 2.0]]))
    (1, 0)
    """
    low, high = places.min(axis=0), places.max(axis=0)
    parts = (places - low) / np.where(high > low, high - low, 1)
    return max(((1, 1), (1, 0), (0, 1), (0, 0)), key=lambda corner: np.hypot(*(parts - corner).T).min())


def _draw_biases(picture: Picture, run: Run, cycle: Cycle | None) -> None:
    """Write the bias b beside w or, in a short cycle, at each corner the values of b so far."""
    biases = [f"b = {number(bias)}" for bias in float(run.data.lift or 0) * run.weights[:, 2]]
    if cycle is None or cycle.length > _MOST_CORNERS:
        picture.add({"bias": biases}, mark("label", ["bias", "w_1", "w_2"], fill=INK, shift=(0, 16)))
        return
    places = run.weights[:, :2]
    around = range(cycle.start, len(places) - 1)
    middle = places[around].mean(axis=0)
    for i, corner in enumerate(np.unique(places[around], axis=0)):
        visits = [k for k in around if (places[k] == corner).all()]
        reached = [[biases[k] for k in visits if k <= step] for step in range(len(places))]
        texts = [", ".join(dict.fromkeys(each)).replace(", b =", ",") or None for each in reached]
        right, up = (corner - middle) / (np.hypot(*(corner - middle)) or 1.0)
        shift = (round(26 * right), round(14 * up))
        label = mark("label", [f"b_{i}"], fill=PROOF, at=tuple(corner.tolist()), shift=shift, stays=True)
        picture.add({f"b_{i}": texts}, label)


def _title(run: Run, order: Order | Sequence[int]) -> str:
    """Return the title of the picture of the path, which says how the path ends."""
    if run.outcome == "converged":
        return "The path of the weights"
    if run.cycle:
        return "A cycle: its updates add up to 0"
    if not isinstance(order, str):
        return "The path of the weights along the list"
    if order in FIXED:
        return "The weights stay bounded"
    return "The weights stay bounded; a random order proves no cycle"


def _length(run: Run, *, with_cycle: bool) -> Picture:
    """Draw ‖w‖ under its growing ceiling √k R and, if `with_cycle`, the largest ‖w‖ of the cycle."""
    values = np.sqrt(np.vecdot(run.weights, run.weights))
    k = np.linspace(0, max(1, len(run.mistakes)), 61)
    ceiling = np.sqrt(bounds.norm_squared_ceiling(k, run.data.radius, run.rate, float(values[0])))
    lines = [bound(k, ceiling)]
    notes = [note(k[40], ceiling[40], "√k R" if run.rate == 1 and not run.start.any() else "√(‖w₀‖² + kη²R²)")]
    if with_cycle and run.cycle:
        longest = float(values.max())
        lines.append(bound(k[[0, -1]], np.full(2, longest)))
        notes.append(note(k[-1], longest, f"never above {at_most(longest)}"))
    label = "The length of w after each update, and the ceiling of the convergence proof."
    panel = chart("lower", _LENGTH, label, lines, k[-1], [0, float(ceiling[-1])], "‖w‖", notes=notes)
    return Picture(panel, {"length": column(values)}, growth("length"))


# ---- words -----------------------------------------------------------------------------------------------------------


def _facts(
    run: Run, separation: Separation | None, order: Order | Sequence[int], tie: Tie, errors: pd.DataFrame
) -> list[Fact]:
    """Return the facts: the cycle, the errors of three weights at the end, a bound on the updates, and their number."""
    forgiven = "" if tie == "mistake" else " A point on the line counts as wrong, whatever the tie rule."
    last, kept, mean, vote = errors.iloc[-1][["last", "pocket", "averaged", "voted"]].tolist()
    if isinstance(separation, Separator):
        bound_fact = fact(
            "bound from here" if run.start.any() else "R²/γ²",
            whole(run.bound(separation)),
            "For separable points and this start.",
        )
    else:
        bound_fact = _comparison(run) if separation else fact("most updates", "?", "")
    return [
        _cycle(run, order, separation),
        fact(
            _NAMES[1],
            f"{last} · {kept} · {mean}",
            f"Of {plural(len(run.data), 'point')}, at the end of the run; the vote of all its weights has {vote}"
            f" wrong.{forgiven} The pocket takes weights that gave more right answers in a row than those in it and"
            " have fewer points wrong; other weights of the run may have fewer. Finding the fewest is a hard problem."
            f"{_labeled(run) if isinstance(separation, Inseparable) else ''}",
            outcome=True,
        ),
        bound_fact,
        fact(_NAMES[3], whole(len(run.mistakes)), "The updates of this run.", outcome=True),
    ]


def _labeled(run: Run) -> str:
    """Return the sentence that says how many labelings of these points a line can separate; "" for many points."""
    n = len(run.data)
    made = len(labelings(run.data)) if n <= _MOST_LABELED else 0
    if not made:
        return ""
    line, every = boundary(run.data), f"{2**n} labelings of these points"
    return (
        f" A {line} makes all {every} but this one and its opposite."
        if made == 2**n - 2
        else (f" A {line} makes {made} of the {every}.")
    )


_NAMES = ("cycle", "wrong: last · pocket · avg", "((R + D)/γ)²", "updates")


def _cycle(run: Run, order: Order | Sequence[int], separation: Separation | None) -> Fact:
    """Return the fact about the cycle: its length, or why there is none."""
    if run.cycle:
        value = whole(run.cycle.length)
        since = f"update {whole(run.cycle.start)}" if run.cycle.start else "the start"
        why = f"From {since}: after so many updates the weights and the place in the order are exactly the same."
        if isinstance(separation, Inseparable):
            why += _counts(run)
    elif run.outcome == "converged":
        value, why = "none", "The run has ended."
    elif order in FIXED and isinstance(separation, Inseparable):
        value = "none yet"
        why = "No exact repeat so far. On a grid one must come; off a grid it may never come."
    elif order in FIXED:
        value = "none yet"
        # Of separable points w·w* rises with each update.
        why = "No exact repeat so far." + (" None can come: a line separates the points." if separation else "")
    elif run.used_up:
        value, why = "no claim", "A list is presented once, so nothing can be said about what comes after it."
    else:
        value = "no claim"
        why = "In a random order different examples can follow the same weights: a repeat is no cycle."
    return fact(_NAMES[0], value, why, outcome=True)


def _counts(run: Run) -> str:
    """Return sentences on the counts of the cycle, which prove in whole numbers that no line exists."""
    counts = [0] if run.cycle_counts is None else run.cycle_counts.tolist()
    of_points = [f"{count} for point {i}" for i, count in enumerate(counts) if count]
    if len(of_points) > _MOST_COUNTED:
        of_points = [*of_points[:_MOST_COUNTED], "so on"]
    return f" So its updates add up to 0, a proof in whole numbers: {_zero(run)} with λ = {listed(of_points)}."


def _comparison(run: Run) -> Fact:
    """Return the fact with the bound of Freund and Schapire, for the u and the γ that make it smallest."""
    name, data = _NAMES[2], run.data
    if run.start.any():
        return fact(name, "none", "This bound is for runs that start at w = 0.")
    # In random order a point may come, and err, more than once in the time of a pass.
    times = np.maximum(run.passes, run.alpha)
    best = comparator(data, times)
    how = "none is below the number of examples presented"
    if math.isfinite(best.margin):
        missed = bounds.deviation(data, best.u, best.margin, times)
        how = f"γ = {number(best.margin)}, D = {number(missed)}"
    return fact(
        name,
        whole(bounds.whole(best.bound)),
        "Freund and Schapire: no more updates than this, separable or not. D² adds up, over"
        f" {plural(run.passes, 'pass')}, the squares of what each example lacks of the margin γ. The bound holds"
        " for every unit vector u and γ; as γ grows it tends to the number of examples presented. For the best u and γ:"
        f" {how}.",
    )


def _verdict(run: Run, separation: Separation | None) -> Verdict:
    usual = verdict(run, separation)
    if isinstance(separation, Separator):
        return {**usual, "text": f"These points are separable, so there is nothing to prove here. {usual['text']}"}
    if run.outcome == "converged" or not isinstance(separation, Inseparable):
        return usual
    # The cycle has a picture and a number of its own.
    also = " The cycle proves it, too: take its updates of each point as λ." if run.cycle else ""
    return {**usual, "text": f"{proof(run.data, separation)} {_zero(run)}.{also}"}


def _zero(run: Run) -> str:
    return f"Σ λ y {'(x, c)' if run.data.lift is not None else 'x'} = 0"
