"""Kernels: a perceptron that counts the mistakes on each point, and the curve where its f is 0."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from perceptron import DualRun, Inseparable, KernelSeparator, linear, polynomial, rbf
from perceptron.kernels import Kernel, degree_of, formula_of
from perceptron.learner import Order
from perceptron.real import whole as in_whole_numbers
from playground.address.parameters import Choice, Number
from playground.draw import legends, sentences
from playground.draw.curves import SQUEEZE, blank, chart, squeezed
from playground.draw.figures import Floats, Picture, column, lines, mark
from playground.draw.outcome import (
    KernelSeparation,
    Outcome,
    asked,
    compose,
    ended,
    facts,
    most_updates,
    verdict,
    with_a_bias,
)
from playground.draw.palette import ALIKE, BOUND, GROUND, INK, NEGATIVE, OPPOSITE, POSITIVE, faded
from playground.draw.planes import HOLLOW, beside, editable, ring, ringed, view
from playground.draw.sentences import fact
from playground.draw.steps import counted
from playground.page import controls
from playground.stage.payload import Axis, Colors, Column, Contours, Fact, Heatmap, Mark, Point, Scene, Text, Verdict
from playground.text import NO_BREAK, at_most, listed, number, plural, readable, unbroken

Bools = npt.NDArray[np.bool_]

RBF, POLYNOMIAL, LINEAR = "RBF", "polynomial", "linear"
KERNELS = (RBF, POLYNOMIAL, LINEAR)
KERNEL = Choice(
    "kernel",
    "Kernel K",
    KERNELS,
    "RBF: exp(−‖x − x'‖²/2σ²), large where two points are near. polynomial: (x·x' + 1) to a power. linear: x·x', the"
    " plain perceptron.",
)
DEGREE = Number("degree", "Degree", 1, 5, 2)
WIDTH = Number("width", "Width σ", 0.05, 5.0, 0.5, 0.05, "With a larger σ each point reaches farther.")
MOST_UPDATES = controls.MOST_UPDATES_BY_KERNEL
MOST_POINTS = 100
"""The most points of a board whose margin in the feature space is computed."""

_GRID = 51
"""The places along each axis at which f is computed."""
_SHOWN = 100
"""The most rows of the Gram matrix drawn."""
_GRAM = "Gram matrix: K of each pair"


def kernel(name: str, degree: int, width: float) -> Kernel:
    """Return the kernel of this name, one of KERNELS.

    `degree` is for the polynomial, `width` is σ of the Gaussian; the other kernels ignore them.

    >>> kernel("polynomial", 3, 0.5)
    polynomial(3, offset=1.0)
    """
    ready: dict[str, Kernel] = {RBF: rbf(width), POLYNOMIAL: polynomial(degree), LINEAR: linear}
    return ready[name]


def scene(
    points: Sequence[Point],
    run: DualRun | None,
    separation: KernelSeparation | None,
    *,
    plain: Kernel,
    bias: Fraction | None,
    order: Order | Sequence[int] = "cyclic",
) -> Scene:
    """Return the scene of a run over points, or of a board without a run if `run` is None.

    `separation` says whether the points are separable in the feature space of the run's kernel. It is None if it is
    hidden or was not computed. The run's kernel is `plain` plus the square of `bias`, or `plain` if `bias` is None.
    `order` is the order in which the run visited the points.
    """
    lift = 0.0 if bias is None else float(bias) ** 2
    if run is None:
        pictures = [_board(points, None, None, plain, lift, None), blank("upper", _GRAM), blank("lower", SQUEEZE)]
        return compose(pictures, Outcome(sentences.empty(), _facts(None, None, order)), points)
    rises = _rises(run)
    vanished = _vanishes(run)
    margin, most = None, None
    if isinstance(separation, KernelSeparator):
        margin, most = separation.margin, separation.bound
    squeeze = squeezed(np.append(0.0, rises.cumsum()), float(np.sqrt(run.gram.diagonal().max())), margin, most=most)
    sentence, columns = _sentences(run, rises, vanished)
    outcome = Outcome(
        sentence,
        _facts(run, separation, order),
        _verdict(run, separation),
        columns,
        *asked(run, separation),
        most=most_updates(run, separation),
    )
    if plain is linear:
        outcome = _with_weights(outcome, run, float(bias or 0))
    return compose([_board(points, run, separation, plain, lift, vanished), _matrix(run), squeeze], outcome, points)


def _rises(run: DualRun) -> Floats:
    """Return how much each update raised ‖w‖² in the feature space, shape (M,); a rise as small as rounding is 0."""
    own = run.gram.diagonal()[run.mistakes]
    rises = 2 * run.data.y[run.mistakes] * run.activations + own
    return np.where(np.abs(rises) <= 1e-12 * own, 0.0, rises)


def _vanishes(run: DualRun) -> Bools:
    """Return whether f is 0 everywhere at each step, shape (M + 1,)."""
    # f is 0 everywhere if it is 0 at every x in its sum of K(x, ·). Floats find the steps where that may be so.
    used = np.unique(run.mistakes)
    X, gram = run.data.X[used], run.gram[np.ix_(used, used)]
    counts = run.alphas[:, used] * run.data.y[used]
    added = np.abs(counts) @ np.abs(gram)
    vanished: Bools = (np.abs(counts @ gram) <= 1e-9 * added).all(axis=1)
    for step in np.flatnonzero(vanished).tolist():
        vanished[step] = _is_nothing(run, X[counts[step] != 0], counts[step][counts[step] != 0])
    return vanished


def _is_nothing(run: DualRun, X: Floats, counts: npt.NDArray[np.int64]) -> bool:
    """Return whether the function Σ counts · K(x, ·), over the rows x of X, is exactly 0 everywhere."""
    _, place = np.unique(X, axis=0, return_inverse=True)
    if not np.bincount(place.reshape(-1), counts).any():  # numpy 2.0.0 returns a column
        return True
    formula = formula_of(run.kernel)
    if not formula:  # an RBF, which vanishes only if the counts at each place cancel
        return False
    # A polynomial is 0 if it is 0 on a grid that has more lines each way than its degree.
    grid = np.array(list(itertools.product(range(degree_of(run.kernel) + 1), repeat=X.shape[1])), dtype=float)
    return not (formula(in_whole_numbers(grid), in_whole_numbers(X)).numbers @ counts.astype(object)).any()


# ---- pictures ------------------------------------------------------------------------------------------------------


def _board(
    points: Sequence[Point],
    run: DualRun | None,
    separation: KernelSeparation | None,
    plain: Kernel,
    lift: float,
    vanished: Bools | None,
) -> Picture:
    """Draw the sign of f and the curve where f is 0, at each step, and the count of mistakes on each point.

    Where f has `vanished`, being 0 everywhere, nothing of it is drawn.
    """
    span = view(points)
    label = (
        "The board: the points, hollow where wrong, with their counts of mistakes, the sign of f, and the curve where"
        " f is 0."
    )
    picture = editable(points, label, span)
    if run is None or vanished is None:
        return picture
    if len(run.mistakes):
        mistaken = np.unique(run.mistakes).tolist()
        _draw_field(picture, run, mistaken, np.linspace(*span, _GRID), plain, lift)
        since = np.maximum.accumulate(np.where(vanished, np.arange(len(vanished)), 0)).tolist()
        picture.add({"since": since, "hollow": legends.codes(run.wrong)}, HOLLOW)
        picture.add({"i": [None, *run.mistakes.tolist()]}, ring())
        for point, shift in zip(mistaken, beside(points, mistaken, span, 20, 19, (8, 12)), strict=True):
            counts = [str(count) if count else None for count in run.alphas[:, point].tolist()]
            label_of = mark("label", [f"alpha{point}"], fill=INK, point=point, shift=shift)
            picture.add({f"alpha{point}": counts}, label_of)
    return ringed(picture, separation, len(run.mistakes) + 1)


def _draw_field(picture: Picture, run: DualRun, mistaken: list[int], side: Floats, plain: Kernel, lift: float) -> None:
    """Draw f on a grid: the sum of a layer y K(x, ·) for each mistake on a point x.

    `mistaken` are the points with a mistake, and `side` the coordinates along a side of the grid.
    """
    # 1. The layers as sums of products; the bias's constant comes first, so that constants cancel before small terms.
    grid = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    layers = _products(np.asarray(plain(run.data.X[mistaken], grid)).reshape(-1, _GRID, _GRID))
    if lift:
        layers = [[([lift] * _GRID, [1.0] * _GRID), *products] for products in layers]
    # 2. One contour, at 0; the colours reach ± the median of |f| at the end.
    typical = float(np.median(np.abs(run.decision(run.data.X)))) or 1.0
    zero: Contours = {
        "kind": "contours",
        "z": [],
        "levels": [0],
        "reach": typical,
        "colors": _TINTS,
        "color": INK,
        "width": 3,
    }
    picture.figure["parts"].append(zero)
    # 3. The layer and the label of each update.
    columns = {
        "layer": [0, *np.searchsorted(mistaken, run.mistakes).tolist()],
        "sign": [0, *run.data.y[run.mistakes].tolist()],
    }
    field: Mark = {"panel": 0, "kind": "field", "place": 0, "columns": [*columns, "since"], "layers": layers}
    picture.add(columns, field)


# The tints of the sides of a line, a little stronger where f is far from 0.
_TINTS: Colors = [(0.0, faded(NEGATIVE, 6)), (0.5, faded(NEGATIVE, 3)),
                  (0.5, faded(POSITIVE, 27)), (1.0, faded(POSITIVE, 34))]  # fmt: skip


def _products(layers: Floats) -> list[list[tuple[list[float], list[float]]]]:
    """Return each layer, shape (n, _GRID, _GRID), as a sum of products of a column and a row, which takes less room.

    Each product clears the row and the column of the largest entry left, until no visible entry is left. A Gaussian
    kernel needs one product.
    """
    rest = layers.copy()
    small = 1e-8 * np.abs(layers).max(axis=(1, 2))
    products: list[list[tuple[list[float], list[float]]]] = [[] for _ in layers]
    left = np.arange(len(layers))
    while len(left):
        places = np.abs(rest[left]).reshape(len(left), -1).argmax(axis=1)
        i, j = np.unravel_index(places, layers.shape[1:])
        pivots = rest[left, i, j]
        down, along = rest[left, :, j], rest[left, i, :] / np.where(pivots, pivots, 1.0)[:, None]
        rest[left] -= down[:, :, None] * along[:, None, :]
        for layer, *pair in zip(left.tolist(), _short(down), _short(along), strict=True):
            products[layer].append((pair[0], pair[1]))
        left = left[np.abs(rest[left]).max(axis=(1, 2)) > small[left]]
    return products


def _short(rows: Floats) -> list[list[float]]:
    """Round each number to seven digits of its own, since a sum of large numbers may be small."""
    return [[float(f"{value:.7g}") for value in row] for row in rows.tolist()]


def _matrix(run: DualRun) -> Picture:
    """Draw the Gram matrix, positive points first, and at each step mark row and column of the update's point."""
    # 1. The rows drawn, and their entries to three digits of the largest.
    y, n = run.data.y, len(run.data)
    order = np.argsort(-y, kind="stable")
    stride = -(-n // _SHOWN)
    chosen = order[::stride]
    z = run.gram[np.ix_(chosen, chosen)]
    largest = float(np.abs(z).max())
    digits = 2 - int(np.floor(np.log10(largest or 1.0)))
    # 2. The colours: if no entry is negative, 0 is the ground.
    low = -largest if z.min() < 0 else 0.0
    colors: Colors = _HEAT if low else [(0.0, GROUND), (1.0, ALIKE)]
    rows = [column(row) for row in z.round(digits)]
    heat: Heatmap = {"kind": "heatmap", "z": rows, "colors": colors, "low": low, "high": largest or 1.0}
    # 3. The axes: a name for each class, and a line between the two.
    positive, count = int((y[chosen] > 0).sum()), len(chosen)
    parts = [(start, end, name) for start, end, name in ((0, positive, "+1"), (positive, count, "−1")) if start < end]
    ticks: list[tuple[float, str]] = [((start + end - 1) / 2, name) for start, end, name in parts]
    edge, span = positive - 0.5, (-0.5, count - 0.5)
    edges = [
        lines([x, y], color, width)
        for color, width in ((GROUND, 3), (INK, 1))
        for x, y in (([edge, edge], span), (span, [edge, edge]))
    ]
    axis: Axis = {"name": "", "range": span, "ticks": ticks}
    axes: dict[str, Any] = {"xaxis": axis, "yaxis": {**axis, "range": span[::-1]}, "scale": "shrink", "frame": "none"}
    axes["margin"] = {"l": 32, "r": 62, "t": 26, "b": 22}
    title = _GRAM if stride == 1 else f"{_GRAM}; one in {stride} is drawn"
    label = "The Gram matrix: the kernel of every two points, the positive ones first."
    # 4. The cross of each update; ink alone is invisible on the strongest colour of either theme.
    rank = np.empty(n)
    rank[order] = np.arange(n) // stride
    steps = len(run.mistakes) + 1
    cross: list[Mark] = [
        mark("line", [*across, "at"], stroke=color, width=width)
        for color, width in ((GROUND, 5), (INK, 2))
        for across in (("one", "zero"), ("zero", "one"))
    ]
    columns: dict[str, Column] = {
        "one": [1] * steps,
        "zero": [0] * steps,
        "at": [None, *(-rank[run.mistakes]).tolist()],
    }
    return Picture(chart("upper", title, label, [heat, *edges], 1, [0, 1], "", **axes), columns, cross)


# From pale to strong, so that the ends and the middle differ without hues.
_HEAT: Colors = [(0.0, faded(OPPOSITE, 15)), (0.5, faded(BOUND, 50)), (1.0, ALIKE)]


# ---- words -----------------------------------------------------------------------------------------------------------


def _sentences(run: DualRun, rises: Floats, vanished: Bools) -> tuple[Text, dict[str, Column]]:
    """Return the sentence of each update, and the columns of the numbers in it."""
    labels, scores = run.data.y[run.mistakes], run.activations
    most = float(run.gram.diagonal().max())
    changes = np.minimum(rises, most)
    templates = [
        "Every count α is 0, so f = 0 everywhere: no point has a side. Press Step.",
        *(
            unbroken(f"Update {{k}}: point {{point}} ({sign}1) was on {place}. Its count α is now {{count}}.{gone}\n"
                     f"y{NO_BREAK}f(x)\t+{{shift}},\tfrom {{score}}.\n"
                     f"‖w‖²\t{changed}.\n\n"
                     f"f {sign} K(x,{NO_BREAK}·) = f′.")
            for gone in ("", " Now f is 0 everywhere again: there is no curve.")
            for changed in (f"+{{change}},\t≤ R² = {number(most)}", "−{change}")
            for sign in "+−"
            for place in ("the wrong side", "neither side, which counts as wrong")
        ),
    ]  # fmt: skip
    which = [0, *(1 + (scores == 0) + 2 * (labels < 0) + 4 * (changes < 0) + 8 * vanished[1:]).tolist()]
    if run.outcome == "converged" and len(run.mistakes):
        templates.append(templates[which[-1]].replace("\n", " Now no point is wrong.\n", 1))
        which[-1] = len(templates) - 1
    steps = np.arange(1, len(run.mistakes) + 1)
    columns: dict[str, Column] = {
        **counted(run),
        "score": [None, *(number(value) for value in (labels * scores).tolist())],
        "shift": [None, *readable(run.gram.diagonal()[run.mistakes])],
        "count": [None, *run.alphas[steps, run.mistakes].tolist()],
        "change": [None, *readable(np.abs(changes))],
    }
    return sentences.used(templates, which), columns


def _with_weights(outcome: Outcome, run: DualRun, scale: float) -> Outcome:
    """Add to each sentence the weights w that the counts make, for the linear kernel.

    `scale` is the points' constant coordinate, 0 without one.
    """
    points = np.column_stack([run.data.X, *([np.full(len(run.data), scale)] if scale else [])])
    weights, added = run.alphas @ (run.data.y[:, None] * points), run.alphas @ np.abs(points)
    weights[np.abs(weights) <= 1e-12 * added] = 0.0  # a rounding error
    names = [f"w{axis}" for axis in range(1, weights.shape[1] + 1)]
    asked = [plural(count, "kernel") for count in (run.alphas > 0).sum(axis=1).tolist()]
    columns: dict[str, Column] = {"asked": asked, **dict(zip(names, map(readable, weights.T), strict=True))}
    vector = f",{NO_BREAK}".join(f"{{{name}}}" for name in names)
    first, *updates = outcome.sentence["templates"]
    more = unbroken(f"w = Σ α y x = ({vector}): w·x is one product, f(x) takes {{asked}}.")
    templates = [first, *(f"{template}\n\n{more}" for template in updates)]
    return replace(
        outcome, sentence={**outcome.sentence, "templates": templates}, columns={**outcome.columns, **columns}
    )


def _facts(run: DualRun | None, separation: KernelSeparation | None, order: Order | Sequence[int]) -> list[Fact]:
    cost = f"{_left_out(run, order)} {_cost(run)}" if run else ""
    notes = {
        "margin γ": "The largest margin in the kernel's feature space, computed from the Gram matrix for up to"
        f" {MOST_POINTS} points.",
        "bound R²/γ²": "No run over these points with this kernel can make more mistakes than this, in any order.",
        "updates": f"The updates of this run; the counts α add up to this number.{cost}",
    }
    margin, _, bound, updates = facts(run, separation, notes)
    radius = fact(
        "R² = max K",
        number(float(run.gram.diagonal().max())) if run else "–",
        "The largest K(x, x): the squared length of the longest point in the feature space.",
    )
    return [margin, radius, bound, updates]


def _left_out(run: DualRun, order: Order | Sequence[int]) -> str:
    """Return a sentence on how many points are missed at most when each is left out in turn; "" if no theorem tells."""
    support, n = int((run.alpha > 0).sum()), len(run.data)
    if run.outcome != "converged" or order not in ("cyclic", "hardest") or support == n:
        return ""
    return f" Left out in turn, at most {support} of the {n} points are missed: one with α = 0 changed nothing."


def _cost(run: DualRun) -> str:
    """Return the note on what a prediction after the run costs, in the dual form and with weights."""
    asked = plural(int((run.alpha > 0).sum()), "kernel")
    return (
        f"To look at a point at the end takes {asked}, one for each point with a count. With the linear kernel, weights"
        " would need one inner product: in few coordinates the dual form is the dearer one."
    )


def _verdict(run: DualRun, separation: KernelSeparation | None) -> Verdict:
    if isinstance(separation, (KernelSeparator, Inseparable)):
        return verdict(run, separation, separator="curve", prove=partial(_proof, run), repeats="f repeats")
    if separation is None:
        why = f"For more than {MOST_POINTS} points γ is not computed."
    else:
        why = f"The margin in the feature space is at most {at_most(separation.margin)}, too small to tell from 0."
    return {"text": f"{ended(run)}. {why}", "color": BOUND}


def _proof(run: DualRun, proof: Inseparable) -> str:
    points = proof.points.tolist()
    if len(points) == 1:
        # Of the page's kernels only the linear one, without a bias, is 0 anywhere.
        hint = with_a_bias(run.data, alone=True)
        return f"Point {points[0]} is 0 in the feature space, where no weights give it a side.{hint}"
    if len(points) == 2 and (run.data.X[points[0]] == run.data.X[points[1]]).all():
        return f"Points {listed(points)} lie at the same place with both labels: no kernel separates them."
    which = listed(points) if len(points) <= 6 else f"the {len(points)} ringed points"
    return f"No curve of this kernel separates these points: {which} prove it: Σ λ y φ(x) = 0."
