"""Points that nothing separates: the proof, the cycle, and what is worth keeping of a run that never ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from perceptron import BarelySeparable, Inseparable, Run, Separator, bounds, comparator, errors_over_time, voted
from perceptron.learner import Order, Tie
from perceptron.separation import Separation
from ui import questions, views, words
from ui.figures import (
    ABOVE,
    DASHES,
    Column,
    Floats,
    Picture,
    beside,
    blank,
    board,
    bound,
    boundaries,
    chart,
    column,
    compose,
    growth,
    legend,
    mark,
    named,
    note,
    plane,
    space,
    view,
)
from ui.palette import BOUND, INK, PROOF
from ui.parameters import Choice
from ui.stage.scene import Fact, Growing, Mark, Point, Scene, Text, Verdict
from ui.words import number

MOST_UPDATES = 3_000
"""The cap of a run: the boundaries of the pocket and the average travel along with each update."""

ERRORS, LENGTH = "errors", "length"
CHARTS = (ERRORS, LENGTH)
CHART = Choice("lower", "Lower chart", CHARTS)
GRIDS = {"1/32": 32, "1/16": 16, "1/8": 8, "1/4": 4, "1/128": 128}
GRID = Choice(
    "grid",
    "Grid",
    tuple(GRIDS),
    "Points are moved to a grid. Then the weights are on a grid, too, and bounded, so in a fixed order they must"
    " repeat: usually sooner on a coarser grid.",
)

FIXED: tuple[Order, ...] = ("cyclic", "hardest")
"""The orders in which the same weights at the same place go on in the same way."""

_ERRORS = "Training errors; pocket: most right in a row"
_LENGTH = "Length: ‖w‖ stays bounded, √k R does not"

_LAST, _POCKET, _AVERAGED, _ = views.ERROR_CURVES


def on_grid(points: Sequence[Point], grid: int) -> list[Point]:
    """Move points to the nearest places of a grid of 1/`grid`.

    >>> on_grid([(0.3, -0.2, 1)], 4)
    [(0.25, -0.25, 1)]
    """
    return [(round(x * grid) / grid, round(y * grid) / grid, class_index) for x, y, class_index in points]


def scene(
    points: Sequence[Point],
    run: Run | None,
    separation: Separation | None,
    *,
    bias: bool,
    order: Order,
    tie: Tie = "mistake",
    grid: int,
    lower: str,
) -> Scene:
    """Compose the page.

    Parameters
    ----------
    points
        What is on the board; the first class is +1.
    run, separation
        Of these very points as the learner sees them; None on an empty board.
    bias
        Whether the learner sees a constant coordinate.
    order
        That in which the examples come.
    tie
        What a point on the boundary counts as.
    grid
        How many places of the board's grid there are to a unit.
    lower
        One of CHARTS.
    """
    if run is None or separation is None:
        titles = {ERRORS: _ERRORS, LENGTH: _LENGTH}
        pictures = [
            board(points, None, None, layout=named()),
            blank("upper", "The path of the weights"),
            blank("lower", titles[lower]),
        ]
        return compose(
            pictures,
            points=points,
            sentence=words.empty(),
            position=words.position(0),
            columns={},
            facts=[_fact(name, "–", "") for name in _NAMES],
            verdict=words.verdict(run, separation, bias=bias),
            last=0,
            snap=grid,
        )
    errors = errors_over_time(run)
    sentence, columns = words.sentences(run, run.quantities(separation), separation)
    return compose(
        [
            _board(points, run, separation, errors, tie),
            _path(run, order),
            views.errors(_ERRORS, "points wrong", errors, close=True) if lower == ERRORS else _length(run),
        ],
        points=points,
        sentence=_with_errors(sentence, len(run.data)),
        symbols=words.SYMBOLS,
        position=words.position(len(run.mistakes)),
        columns={**columns, **{name: errors[name].tolist() for name, _, _ in views.ERROR_CURVES}},
        facts=_facts(run, separation, order, errors),
        verdict=_verdict(run, separation, bias=bias),
        last=len(run.mistakes),
        again=run.cycle.start if run.cycle else None,
        question=questions.cycle(run, separation),
        snap=grid,
    )


def _with_errors(text: Text, count: int) -> Text:
    tail = f"Wrong of {count}: last {{last}}, pocket {{pocket}}, averaged {{averaged}}, voted {{voted}}."
    return {**text, "templates": [f"{template} {tail}" for template in text["templates"]]}


# ---- the pictures --------------------------------------------------------------------------------------------------


def _board(points: Sequence[Point], run: Run, separation: Separation, errors: pd.DataFrame, tie: Tie) -> Picture:
    """Draw the board with the boundaries of the pocket and the average, and beside each point of the proof its λ."""
    lines = (_LAST, _POCKET, _AVERAGED)
    picture = board(
        points,
        run,
        separation,
        tie=tie,
        margin=isinstance(separation, Separator),
        traces=legend(lines),
        annotations=_shares(points, separation) if isinstance(separation, Inseparable) else [],
        layout=named(),
    )
    scale = run.data.lift or 0.0
    for (name, color, dash), weights in ((_POCKET, run.weights[_held(errors)]), (_AVERAGED, _averages(run))):
        names = [f"{name}_{letter}" for letter in "abc"]
        picture.columns |= boundaries(weights, scale, names)
        picture.marks.append(mark("line", names, under=True, stroke=color, width=2.5, dash=DASHES[dash]))
    return picture


def _held(errors: pd.DataFrame) -> Any:
    """Return which weights are in the pocket at each step: those with which its errors last fell."""
    fell = np.diff(errors["pocket"], prepend=errors["pocket"][0]) < 0
    return np.maximum.accumulate(np.where(fell, np.arange(len(errors)), 0))


def _averages(run: Run) -> Floats:
    """Return the average of the weights up to each step, as far as a direction needs it: their sum."""
    votes = voted(run)
    sums: Floats = np.add.accumulate(votes.counts[:, None] * votes.weights)
    sums[0] = votes.weights[0]
    return sums


def _shares(points: Sequence[Point], proof: Inseparable) -> list[dict[str, Any]]:
    """Write λ beside each point of the proof, on the side where there is most room."""
    style = {"showarrow": False, "font": {"color": PROOF, "size": 13}}
    chosen, shares = proof.points.tolist(), proof.weights.tolist()
    shifts = beside(points, chosen, view(points), 46, 26, (58, 14))
    return [
        {**style, "x": points[i][0], "y": points[i][1], "text": f"λ = {share:.2g}", "xshift": right, "yshift": up}
        for i, share, (right, up) in zip(chosen, shares, shifts, strict=True)
    ]


def _path(run: Run, order: Order) -> Picture:
    """Draw the path of the weights and, where they come back, the cycle; with a bias, in space."""
    names = ["w_1", "w_2", "w_3"][: run.data.dim]
    columns: dict[str, Column] = dict(zip(names, map(column, run.weights.T), strict=True))
    low, high = run.weights.min(axis=0), run.weights.max(axis=0)
    room = 0.06 * np.maximum(high - low, 1e-3 * (1 + np.abs(high)))
    ranges = np.column_stack([low - room, high + room]).tolist()
    label = "The path of the weights, and the cycle at its end, if any."
    layout: dict[str, Any] = {
        "showlegend": True,
        "legend": {**ABOVE},
        "margin": {"l": 52, "r": 10, "t": 42, "b": 34 if run.data.dim == 2 else 0},
    }
    still = _turns(run, columns) if run.cycle else []
    if run.data.dim == 2:
        axes = ("w₁", "w₂")
        panel = plane("upper", _way(run, order), label, 1, still, axes=axes, **layout)
        for axis, span in zip(("xaxis", "yaxis"), ranges, strict=True):
            panel["figure"]["layout"][axis]["range"] = span
        marks: list[Mark] = [mark("dot", names, radius=5, fill=INK)]
        if not still:
            marks.append(mark("curve", names, stroke=INK, width=1.5))
        return Picture(panel, columns, marks)
    dot = {"type": "scatter3d", "mode": "markers", "name": "w now", "marker": {"color": INK, "size": 7}}
    marks = [_trail(0, names, 1)]
    if not still:
        still = [{"type": "scatter3d", "mode": "lines", "name": "so far", "line": {"color": INK, "width": 2}}]
        marks.append(_trail(1, names, len(run.weights)))
    panel = space("upper", _way(run, order), label, ranges, [dot, *still], axes=("w₁", "w₂", "b"), **layout)
    return Picture(panel, columns, marks)


def _trail(trace: int, names: list[str], tail: int) -> Growing:
    attributes = ["x", "y", "z"]
    return {"panel": 0, "kind": "growing", "trace": trace, "columns": names, "attributes": attributes, "tail": tail}


def _way(run: Run, order: Order) -> str:
    """Say what the path of the weights comes to, as far as that is told before its end."""
    if run.outcome == "converged":
        return "The path of the weights"
    if run.cycle:
        return "A cycle: its updates add up to 0"
    if order in FIXED:
        return "The weights stay bounded"
    return "The weights stay bounded; a random order proves no cycle"


def _turns(run: Run, columns: dict[str, Column]) -> list[dict[str, Any]]:
    """Draw the way to the cycle, and the cycle."""
    start = run.cycle.start if run.cycle else 0
    kind = "scatter3d" if run.data.dim == 3 else "scatter"
    return [
        {"type": kind, "mode": "lines", "name": name, "line": {"color": color, "width": width}}
        | {axis: values[part] for axis, values in zip("xyz", columns.values(), strict=False)}
        for name, color, width, part in (
            ("on the way", BOUND, 1.5, slice(start + 1)),
            ("the cycle", PROOF, 2.5, slice(start, None)),
        )
        if part.stop != 1  # a cycle from the start has no way to it
    ]


def _length(run: Run) -> Picture:
    """Draw ‖w‖ under √k R, which grows without end as ‖w‖ does not."""
    made = len(run.mistakes)
    values = np.sqrt(np.vecdot(run.weights, run.weights))
    k = np.linspace(0, max(1, made), 61)
    ceiling = np.sqrt(bounds.norm_squared_ceiling(k, run.data.radius, run.rate, float(values[0])))
    traces = [bound(k, ceiling)]
    notes = [note(k[40], ceiling[40], "√k R" if run.rate == 1 and not run.start.any() else "√(‖w₀‖² + kη²R²)")]
    if run.cycle:
        longest = float(values.max())
        traces.append(bound(k[[0, -1]], np.full(2, longest)))
        notes.append(note(k[-1], longest, f"never above {number(longest)}"))
    label = "The length of w after each update, and the ceiling of the convergence proof."
    panel = chart("lower", _LENGTH, label, traces, k[-1], [0, float(ceiling[-1])], "‖w‖", annotations=notes)
    return Picture(panel, {"length": column(values)}, growth("length"))


# ---- the words -----------------------------------------------------------------------------------------------------


def _facts(run: Run, separation: Separation, order: Order, errors: pd.DataFrame) -> list[Fact]:
    """Say how long the cycle is, who errs how often at the end, and what bounds the updates all the same."""
    last, kept, mean, vote = errors.iloc[-1][["last", "pocket", "averaged", "voted"]].tolist()
    if isinstance(separation, Separator):
        bound_fact = _fact("R²/γ²", words.whole(run.bound(separation)), "For separable points and this start.")
    else:
        bound_fact = _comparison(run)
    return [
        _cycle(run, order),
        _fact(
            _NAMES[1],
            f"{last} · {kept} · {mean}",
            f"Of {words.plural(len(run.data), 'point')}, at the end of the run; the vote of all its weights has {vote}"
            " wrong. The pocket takes weights that gave more right answers in a row than those in it and have fewer"
            " points wrong; other weights of the run may have fewer. Finding the fewest is a hard problem.",
            outcome=True,
        ),
        bound_fact,
        _fact(_NAMES[3], words.whole(len(run.mistakes)), "The updates of the run that is being shown.", outcome=True),
    ]


_NAMES = ("cycle", "wrong: last · pocket · avg", "((R + D)/γ)²", "updates")


def _fact(name: str, value: str, note: str, *, outcome: bool = False) -> Fact:
    return {"name": name, "value": value, "note": note, "outcome": outcome}


def _cycle(run: Run, order: Order) -> Fact:
    """Say how long the cycle is, or why there is none."""
    if run.cycle:
        value = words.whole(run.cycle.length)
        since = f"update {words.whole(run.cycle.start)}" if run.cycle.start else "the start"
        why = f"From {since}: after so many updates the weights and the place in the order are exactly the same."
    elif run.outcome == "converged":
        value, why = "none", "The run has ended."
    elif order in FIXED:
        value = "none yet"
        why = "No exact repeat so far. On a grid one must come; off a grid it may never come."
    else:
        value = "no claim"
        why = "In a random order different examples can follow the same weights: a repeat is no cycle."
    return _fact(_NAMES[0], value, why, outcome=True)


def _comparison(run: Run) -> Fact:
    """Give Freund and Schapire's bound for the best unit vector u and margin γ there are."""
    name, data = _NAMES[2], run.data
    if run.start.any():
        return _fact(name, "none", "This bound is for runs that start at w = 0.")
    # In random order a point may come, and err, more than once in the time of a pass.
    times = np.maximum(run.passes, run.alpha)
    best = comparator(data, times)
    how = "none is below the number of examples presented"
    if math.isfinite(best.margin):
        missed = bounds.deviation(data, best.u, best.margin, times)
        how = f"γ = {number(best.margin)}, D = {number(missed)}"
    return _fact(
        name,
        words.whole(bounds.whole(best.bound)),
        "Freund and Schapire: no more updates than this, separable or not. D² adds up, over"
        f" {words.plural(run.passes, 'pass')}, the squares of what each example lacks of the margin γ. The bound holds"
        " for every unit vector u and γ; as γ grows it tends to the number of examples presented. For the best u and γ:"
        f" {how}.",
    )


def _verdict(run: Run, separation: Separation, *, bias: bool) -> Verdict:
    told = words.verdict(run, separation, bias=bias)
    if isinstance(separation, Separator):
        return {**told, "text": f"These points are separable, so there is nothing to prove here. {told['text']}"}
    if run.outcome == "converged" or isinstance(separation, BarelySeparable):
        return told
    # The cycle has a picture and a number of its own.
    zero = f"Σ λ y {'(x, c)' if bias else 'x'} = 0"
    return {**told, "text": f"{words.proof(run.data, separation, bias=bias)} {zero}."}
