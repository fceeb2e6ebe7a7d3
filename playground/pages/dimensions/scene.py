"""Any dimension: the plane of w and w* at each step, in which every side, distance and angle of the proof is true."""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from perceptron import (
    BarelySeparable,
    Dataset,
    InPlane,
    Run,
    Separator,
    bounds,
    in_plane,
    iris,
    labelings,
    margin_dataset,
    separability,
)
from perceptron.separation import Separation
from playground.address import codes
from playground.address.parameters import Choice
from playground.draw import legends, sentences, views
from playground.draw.curves import SQUEEZE, between, blank, bound, chart, growth, note, round_above
from playground.draw.figures import CLASSES, Floats, Picture, column, legend, lines, mark
from playground.draw.outcome import Outcome, compose, facts, of_run, proof, updates_of, verdict
from playground.draw.palette import BATCH, BOUND, FORMER, INK, SEPARATOR, SMOOTH, style
from playground.draw.planes import HOLLOW, boundaries, halfplanes, plane, tips
from playground.draw.sentences import fact
from playground.draw.steps import Steps
from playground.stage.payload import (
    Axis,
    Column,
    Dash,
    Fact,
    FigurePart,
    Lines,
    Mark,
    Moving,
    Note,
    Point,
    Scene,
    Sign,
    Text,
    Verdict,
)
from playground.text import at_most, listed, number, plural, unbroken, whole

ANY, BESIDE, FLOWERS, BOARD = "d dimensions", "side by side", "irises, four measures", "the board's points"

TABLE = codes.TABLE_CHOICE[1]

SPACES = (ANY, BESIDE, FLOWERS, BOARD, TABLE)
SPACE = Choice(
    "space",
    "Points shown",
    SPACES,
    "d dimensions: points of a chosen margin. side by side: such points in 2, 10, 100 and 1,000 dimensions. The board's"
    " points are those of the other pages; with a bias the constant is their third coordinate. A table has as many"
    " dimensions as columns of numbers.",
)
DIMENSIONS = (2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000)
DIM = Choice("d", "Dimension d", [str(dim) for dim in DIMENSIONS], "How many numbers each point has.", preset="100")
SPECIES = Choice(
    "species",
    "Two species",
    ("setosa and versicolor", "setosa and virginica", "versicolor and virginica"),
    "The first species is class +1. No hyperplane separates the last two species.",
)
FEATURES = ["sepal length", "sepal width", "petal length", "petal width"]
LIFTED = (FLOWERS, BOARD, TABLE)
"""The spaces in which the learner may have a bias; the other points have a margin through the origin."""
COMPARED = (2, 10, 100, 1000)
"""The dimensions that are shown side by side."""

Recipe = tuple[Callable[..., Dataset], dict[str, Any]]
"""A function of the library that makes points, and its arguments."""

_MOST_UPDATES, _MOST_PLACES = 1_000, 60_000
_MOST_LABELED = 5, 8
"""The most points, and dimensions, whose labelings are counted, in some milliseconds."""


def uses(space: str) -> tuple[str, ...]:
    """Return the keys of the settings, among those that pages share, on which the points of `space` depend.

    `space` is a choice in SPACES. The keys are "data" for the points that the visitor placed on the board, and "n", "R"
    and "gamma" for random points. These also depend on the seed, whose key is left out. There are no keys for flowers
    and for a table.
    """
    return {BOARD: ("data",), FLOWERS: (), TABLE: ()}.get(space, ("n", "R", "gamma"))


def recipes(
    space: str,
    dim: int,
    species: str,
    rows: Sequence[codes.Row],
    n: int,
    margin: float,
    radius: float,
    seed: int,
) -> list[Recipe]:
    """Return, for each run that is shown, the function and the arguments that make its points.

    `space` is a choice in SPACES. Random points need `dim`, `n`, `margin`, `radius` and `seed`; side by side they have
    the COMPARED dimensions in place of `dim`. Flowers need `species`, such as "setosa and virginica", a table its
    `rows`. The list is empty if the table has no rows, or if the points are those that the visitor placed on the board.
    """
    if space == TABLE and rows:
        return [
            (Dataset, {"X": [list(values) for values, _ in rows], "y": [codes.label_of(place) for _, place in rows]})
        ]
    if space in (BOARD, TABLE):
        return []
    if space == FLOWERS:
        positive, negative = species.split(" and ")
        return [(iris, {"features": FEATURES, "positive": positive, "negative": negative})]
    drawn = {"margin": margin, "radius": radius, "seed": seed}
    return [(margin_dataset, {"n": n, "dim": each, **drawn}) for each in (COMPARED if space == BESIDE else (dim,))]


def data(recipes: Sequence[Recipe], bias: Fraction | None) -> list[Dataset]:
    """Return the points that each recipe makes, with the constant coordinate `bias` unless it is None."""
    plain = [function(**arguments) for function, arguments in recipes]
    return plain if bias is None else [points.augmented(bias) for points in plain]


def most(n: int) -> int:
    """Return how many updates a run over n points may make, lest its scene grow too large.

    The scene holds the place of each point at each step.

    >>> most(25), most(200), most(400)
    (1000, 300, 150)
    """
    return min(_MOST_UPDATES, _MOST_PLACES // n)


def axis(run: Run, separation: Separation) -> Separator | Floats:
    """Return the axis that spans a plane with w at each step of a run.

    A Separator is returned as it is: the axis is its w*. Else the axis is an array of shape (d,): the first w other
    than 0 or, if w is always 0, the first coordinate's axis.
    """
    if isinstance(separation, Separator):
        return separation
    nonzero = run.weights.any(axis=1)
    first: Floats = run.weights[int(nonzero.argmax())] if nonzero.any() else np.eye(run.data.dim)[0]
    return first


def scene(
    points: Sequence[Point],
    runs: Sequence[Run],
    separations: Sequence[Separation],
    *,
    space: str,
    margin: float,
    radius: float,
) -> Scene:
    """Return the scene of one run, of several runs side by side or, without a run, of an empty board.

    `separations` has the separation of each run's points, as `separate` returns it. `points` are the points that the
    visitor placed on the board if the run is over these; else they are empty. Several runs are over points drawn with
    the same `margin` and `radius`, in different dimensions. Runs without a Separator are then left out, and at least
    one must have one. Without a run, `space`, a choice in SPACES, decides whether the empty board tells the visitor to
    bring a table or to place points.
    """
    if len(runs) > 1:
        steps = np.arange(max(run.updates for run in runs) + 1)
        compared = [
            Compared(run, found, in_plane(run, found), np.minimum(steps, run.updates))
            for run, found in zip(runs, separations, strict=True)
            if isinstance(found, Separator)
        ]
        return _beside(compared, margin, radius)
    if not runs:
        board = "The board is empty: place points on the playground"
        return _empty("There is no table yet: bring one" if space == TABLE else board)
    return _one(points, runs[0], separations[0])


def _empty(missing: str) -> Scene:
    sign: Note = {"x": 0.5, "y": 0.5, "text": missing, "color": BOUND, "plot": True}
    board = Picture(plane("board", "", missing, (-1.25, 1.25), [], notes=[sign], axes=_AXES))
    curves = [blank("upper", views.ALIGNMENT), blank("lower", SQUEEZE)]
    sentence = sentences.text(0, f"{missing}, or choose other points.")
    return compose([board, *curves], Outcome(sentence, facts(None, None)), editable=False)


def _one(points: Sequence[Point], run: Run, separation: Separation) -> Scene:
    planes = in_plane(run, axis(run, separation))
    steps = Steps(run)
    board = _plane(steps, planes, separation)
    prove = partial(proof, run.data, what="hyperplane")
    ending = verdict(run, separation, separator="separator", thin="hyperplane", prove=prove)
    outcome = of_run(steps, separation, ending, wording=sentences.of_points("boundary"))
    outcome = outcome.saying("{turned}", {"turned": _turned(run, planes, separation)})
    constant = ", the bias's constant among them" if run.data.lift is not None else ""
    dim = fact("d", whole(run.data.dim), f"How many numbers each point has{constant}.{_labeled(run.data)}")
    pictures = [board, *views.beside(steps, separation)]
    return compose(pictures, replace(outcome, facts=[dim, *outcome.facts]), points, editable=False)


def _labeled(data: Dataset) -> str:
    """Return the sentence that says how many labelings of these points can be separated; "" for many points."""
    n = len(data)
    if n > _MOST_LABELED[0] or data.dim > _MOST_LABELED[1]:
        return ""
    made, usual = len(labelings(data)), int(separability(n, data.dim) * 2**n)
    cover = "Cover's count" if made == usual else f"fewer than Cover's {usual}: they are not in general position"
    return f" Of the {2**n} ways to label these points some w makes {made}, {cover}."


# ---- one plane -----------------------------------------------------------------------------------------------------

_AXES = ("a = w*·x", "b = u·x")
_FULL = 32_767


def _plane(steps: Steps, planes: InPlane, separation: Separation) -> Picture:
    """Draw the plane of w and w* at each step: the points, both boundaries, the margin and the angle."""
    run = steps.run
    halves = _halves(run, planes)
    half, least = float(halves.max()), float(halves.min())
    separator = separation if isinstance(separation, Separator) else None
    columns = {**_columns(run, planes, separator), "zoom": halves.tolist()}
    lines = boundaries(planes.weights, 0.0, ("wa", "wb", "wc"))
    columns |= {**lines, **_tips(run, planes, halves), "hollow": steps.hollow}
    marks: list[Mark] = [
        *halfplanes(["wa", "wb", "wc"]),
        *_angle_marks(0.3 * least, run.data.radius, separator),
        mark("line", ["wa", "wb", "wc"], under=True, stroke=INK, width=3, part="w"),
        mark("vector", ["zero", "zero", "ox", "oy"], stroke=INK, width=2.5, opacity=FORMER),
        _moving(run, planes),
        HOLLOW,
        mark("vector", ["ox", "oy", "nx", "ny"], stroke=INK, width=2.5, dash="3 4", part="x"),
        mark("vector", ["zero", "zero", "nx", "ny"], stroke=INK, width=2.5, part="w"),
    ]
    name = "w*" if separator else "v"
    still = _still(separator, half, least) if separator else []
    label = f"The plane of w and {name} at this step: the points, hollow where wrong, both boundaries and the angle."
    without = "no w* is drawn" if isinstance(separation, BarelySeparable) else "there is no w*"
    title = "" if separator else f"The plane of w and v, the first w that is not 0: {without}"
    axes = _AXES if separator else ("a = v·x", "b = u·x")
    names = [note(0.99 * least, 0.01 * least, "w*", SEPARATOR)] if separator else []
    panel = plane("board", title, label, (-half, half), still, axes=axes, notes=names)
    panel["legend"] = _legend(separator is not None)
    panel["zoom"] = "zoom"
    return Picture(panel, columns, marks)


def _halves(run: Run, planes: InPlane) -> Floats:
    """Return half the side of the board at each step, shape (M + 1,), so that the points of this and later steps fit.

    The board shrinks in few jumps. The first w is a point, so in its plane points lie far out; later they are nearer.
    """
    radius = run.data.radius or 1.0
    farthest = np.maximum(np.abs(planes.across).max(axis=1), np.abs(planes.along).max())
    needed: Floats = np.maximum.accumulate(farthest[::-1])[::-1] / radius
    needed[needed == 0] = 1.0  # all points lie at the origin
    sizes = 2.0 ** np.clip(np.ceil(2 * np.log2(1.08 * needed / 1.12)), -8, 0)
    halves: Floats = 1.12 * radius * np.sqrt(sizes)
    return halves


def _columns(run: Run, planes: InPlane, separator: Separator | None, suffix: str = "") -> dict[str, Column]:
    """Return columns of the angle from w* to w, of its bound, and of the index of each update's point."""
    angles = column(planes.angles)
    columns: dict[str, Column] = {
        f"zero{suffix}": [0.0] * len(angles),
        f"angle{suffix}": angles,
        f"i{suffix}": [None, *run.mistakes.tolist()],
    }
    if separator:
        widest = column(_widest(run, separator))
        columns |= {f"widest{suffix}": widest, f"lowest{suffix}": [angle and -angle for angle in widest]}
    return columns


def _widest(run: Run, separator: Separator) -> Floats:
    """Return the largest angle to w* that the theorem allows after each update, shape (M + 1,); NaN at the start."""
    floor = bounds.cosine_floor(np.arange(1, run.updates + 1), separator.radius, separator.margin)
    return np.append(np.nan, np.arccos(np.minimum(floor, 1.0)))


def _angle_marks(near: float, far: float, separator: Separator | None, suffix: str = "") -> list[Mark]:
    """Draw the angle from w* to w at radius `near` and, at radius `far`, the widest angle that the bound allows."""
    color = SEPARATOR if separator else INK
    ends = [f"zero{suffix}", f"angle{suffix}"]
    angle = mark("sector", ends, radius=near, under=True, stroke=color, width=2)
    if not separator:
        return [angle]
    ends = [f"lowest{suffix}", f"widest{suffix}"]
    return [mark("sector", ends, radius=far, under=True, stroke=BOUND, width=1.5, dash="6 4"), angle]


def _moving(run: Run, planes: InPlane, suffix: str = "") -> Moving:
    """Return the mark of a run's points, which move as the plane turns; each coordinate takes 16 bits."""
    unit = (run.data.radius or 1.0) / _FULL
    return {
        "panel": 0,
        "kind": "moving",
        "columns": [f"i{suffix}"],
        "classes": CLASSES,
        "kinds": [codes.place_of(label) for label in run.data.y.tolist()],
        "x": _packed(planes.along / unit),
        "y": _packed(planes.across / unit),
        "unit": unit,
        "radius": 11,
        "style": style(stroke=INK, width=2.5),
        "form": [f"wa{suffix}", f"wb{suffix}", f"wc{suffix}"],
        "words": ("point {point} ({class}): a = {x}, b = {y}", ", {away} from the boundary", ", wrong"),
    }


def _packed(values: Floats) -> str:
    whole_numbers = np.clip(np.rint(values), -_FULL, _FULL).astype("<i2")
    return base64.b64encode(whole_numbers.tobytes()).decode()


def _tips(run: Run, planes: InPlane, halves: Floats) -> dict[str, Column]:
    """Return columns of the tips of w before and after each update, both shrunk alike if one would not fit.

    The w before is projected on the new plane, so that the arrow between the tips is the update's point as drawn.
    """
    new = planes.weights
    steps, behind = np.arange(1, len(new)), run.mistakes
    signs = run.rate * run.data.y[behind]
    added = signs[:, None] * np.column_stack([planes.along[behind], planes.across[steps, behind]])
    return tips(new - np.vstack([np.zeros((1, 2)), added]), new, -halves, halves)


def _still(
    separator: Separator, half: float, reach: float, middle: tuple[float, float] = (0.0, 0.0), scale: float = 1.0
) -> list[Lines]:
    """Draw what stays: the boundary of w* and its margin, out to `half`, and the arrow of w*, out to `reach`."""

    def line(at: Sequence[tuple[float, float]], dash: Dash = "solid", width: float = 2) -> Lines:
        return lines((np.array(middle) + scale * np.array(at)).T, SEPARATOR, width, dash)

    boundary = line([(0, -half), (0, half)])
    margins = [line([(a, -half), (a, half)], "dot") for a in (-separator.margin, separator.margin)]
    head, tip = 0.035 * reach, 0.97 * reach
    arrow = [(0.0, 0.0), (tip, 0.0), (tip - head, head / 2), (tip, 0.0), (tip - head, -head / 2)]
    return [boundary, *margins, line(arrow, width=2.5)]


def _legend(separable: bool) -> list[Sign]:
    signs: list[legends.LegendLine] = [
        *legends.POINTS,
        ("line", "the boundary now, w·x = 0", style(stroke=INK, width=3)),
        ("arrow", "w, shrunk where it would not fit", style(stroke=INK, width=2.5)),
        *legends.UPDATE,
    ]
    if separable:
        signs += [
            ("line", "w*, its margin dotted", style(stroke=SEPARATOR, width=2)),
            ("line", "the cone about w* that the theorem leaves to w", style(stroke=BOUND, width=1.5, dash="6 4")),
        ]
    return legends.signs(signs)


def _turned(run: Run, planes: InPlane, separation: Separation) -> list[str]:
    """Return a sentence for each step: the angle from w* to w, and a remark if w and w* do not span a plane."""
    separable = isinstance(separation, Separator)
    axis = "w*" if separable else "v"
    widest = np.degrees(_widest(run, separation)) if isinstance(separation, Separator) else None
    texts, spanned = [], np.flatnonzero(planes.certain)
    for k, (angle, certain) in enumerate(zip(np.degrees(planes.angles).tolist(), planes.certain.tolist(), strict=True)):
        if math.isnan(angle):
            # At w = 0 the board keeps the last plane before or, if there is none, shows the first plane of the run.
            before = spanned[spanned < k]
            shown = before[-1:] if before.size else spanned[:1]
            drawn = "".join(f": this is that of update {whole(update)}" for update in shown.tolist())
            texts.append(f"No plane at w = 0{drawn}.")
            continue
        most = f", at most {at_most(float(widest[k]))}°" if widest is not None and k else ""
        text = f"w is {number(abs(angle))}° from {axis}{most}."
        texts.append(text if certain else f"{text} It lies along {axis}, so the plane is any with {axis} in it.")
    return [unbroken(text) for text in texts]


# ---- four planes side by side --------------------------------------------------------------------------------------


class Compared(NamedTuple):
    """A run among several that are shown side by side, with w* and its picture in the plane of w and w*."""

    run: Run
    separator: Separator
    planes: InPlane
    steps: npt.NDArray[np.int64]
    """The update that each step shows; a run that has ended stays at its last update."""

    @property
    def name(self) -> str:
        """The run's dimension, such as "d = 10", as a name in legends and facts."""
        return f"d = {whole(self.run.data.dim)}"


_LOOKS: Sequence[tuple[str, Dash]] = ((INK, "solid"), (BATCH, "longdash"), (SMOOTH, "dash"), (INK, "dot"))
_SIDE, _LEFT, _HIGH = 0.455, (0.03, 0.515), (0.05, 0.545)


def _beside(compared: Sequence[Compared], margin: float, radius: float) -> Scene:
    """Return the scene of several runs, each in its own dimension, which all show the same update at a step."""
    last = len(compared[0].steps) - 1
    allowed = bounds.whole(bounds.novikoff(radius, margin))
    outcome = Outcome(
        _four_sentences(compared, last),
        _four_facts(compared, margin, radius, allowed),
        _four_verdict(compared, allowed),
        {"t": [*range(last + 1)], **{f"s{i}": _standing(each) for i, each in enumerate(compared)}},
        step=["update {t}"],
        ask=f"At most {plural(allowed, 'update')} in each. Which dimension needs the most?",
        most=allowed,
        symbols=sentences.SYMBOLS,
    )
    pictures = [_four(compared), _four_angles(compared, margin, radius), _four_norms(compared, margin, radius)]
    return compose(pictures, outcome, editable=False)


def _four(compared: Sequence[Compared]) -> Picture:
    """Draw the planes of four runs as small planes on one board, each in its corner."""
    columns: dict[str, Column] = {}
    marks: list[Mark] = []
    parts: list[FigurePart] = []
    notes: list[Note] = []
    for i, each in enumerate(compared):
        own, shapes = _little(i, each)
        columns |= own
        marks += shapes
        half, left, high = 1.12 * each.separator.radius, _LEFT[i % 2], _HIGH[i // 2]
        middle = (-1 + 2 * left + _SIDE, 1 - 2 * high - _SIDE)
        parts += _still(each.separator, half, half, middle, _SIDE / half)
        notes.append(
            {"x": left, "y": 1 - high, "text": each.name, "color": INK, "anchor": "left", "side": "above", "plot": True}
        )
    wrong = [legends.wrong(each.run, "mistake")[each.steps] for each in compared]  # (steps, points) each
    columns["hollow"] = legends.codes(np.hstack(wrong))
    axis: Axis = {"name": "", "range": (-1, 1), "ticks": []}
    bare: dict[str, Any] = {"xaxis": axis, "yaxis": axis, "frame": "none"}
    label = "Four planes of w and w*, in 2, 10, 100 and 1,000 dimensions: the points, both boundaries and the angle."
    panel = plane("board", "Four planes of w and w*: the dimension is not in the bound", label, (-1, 1), parts,
                  notes=notes, **bare)  # fmt: skip
    panel["legend"] = [sign for sign in _legend(True) if sign["shape"] != "arrow" and "added" not in sign["words"]]
    return Picture(panel, columns, [*marks, HOLLOW])


def _little(i: int, each: Compared) -> tuple[dict[str, Column], list[Mark]]:
    """Return the columns and the marks of the small plane of run i."""
    run, separator, planes, steps = each.run, each.separator, each.planes, each.steps
    lines = [f"wa{i}", f"wb{i}", f"wc{i}"]
    # 1. The columns of the run's own updates, stretched to the steps of all runs.
    own = {**_columns(run, planes, separator, str(i)), **boundaries(planes.weights, 0.0, lines)}
    columns: dict[str, Column] = {name: [values[k] for k in steps.tolist()] for name, values in own.items()}
    columns[f"i{i}"] = [index if k <= run.updates else None for k, index in enumerate(columns[f"i{i}"])]
    stretched = InPlane(planes.axis, planes.along, planes.across[steps], planes.weights[steps], planes.certain[steps])
    # 2. The marks, in their corner of the board.
    half = 1.12 * separator.radius
    marks: list[Mark] = [
        *halfplanes(lines),
        *_angle_marks(0.3 * half, separator.radius, separator, str(i)),
        mark("line", lines, under=True, stroke=INK, width=2.5),
        _moving(run, stretched, str(i)),
    ]
    inset = (_LEFT[i % 2], _HIGH[i // 2], _SIDE, half)
    return columns, [{**each_mark, "inset": inset} for each_mark in marks]  # type: ignore[misc]


def _four_angles(compared: Sequence[Compared], margin: float, radius: float) -> Picture:
    """Draw the cosine of the angle between w and w* for each run, above the floor that they share."""
    end = round_above(len(compared[0].steps) - 1)
    k = np.linspace(1, end, 61)
    floor = bounds.cosine_floor(k, radius, margin)
    kept = floor <= 1
    cosines = [np.append(np.nan, each.run.cosines(each.separator)) for each in compared]  # w = 0 has no angle
    columns, marks = _growing("cosine", cosines, compared)
    along = int(kept.sum()) * 2 // 3
    parts: list[FigurePart] = [
        bound(k[kept], floor[kept]),
        *legend((each.name, *look) for each, look in zip(compared, _LOOKS, strict=True)),
    ]
    notes = [note(k[along], float(floor[along]), "floor √k γ/R", below=True)]
    label = "The cosine of the angle between w and w* after each update, of the four runs over one floor."
    panel = chart("upper", "Angle: one floor for all", label, parts, end, [0.0, 1.0], "cos∠(w, w*)", notes=notes)
    return Picture(panel, columns, marks)


def _four_norms(compared: Sequence[Compared], margin: float, radius: float) -> Picture:
    """Draw ‖w‖² for each run, between the floor and the ceiling that they share."""
    norms = [Steps(each.run).norms_squared for each in compared]
    return Picture(between(max(norms, key=len), radius, margin), *_growing("norm", norms, compared))


def _growing(name: str, values: Sequence[Floats], compared: Sequence[Compared]) -> tuple[dict[str, Column], list[Mark]]:
    """Return the columns and the marks of a curve for each run, which ends where the run does."""
    columns: dict[str, Column] = {}
    marks: list[Mark] = []
    for i, (each, heights, (color, dash)) in enumerate(zip(compared, values, _LOOKS, strict=True)):
        columns |= {f"k{i}": each.steps.tolist(), f"{name}{i}": column(heights[each.steps])}
        marks += growth(f"{name}{i}", color, f"k{i}", dash)
    return columns, marks


def _standing(each: Compared) -> list[str]:
    """Return for each step the angle from w to w*, as text, and after the run's end also how it ended."""
    degrees = np.degrees(np.abs(each.planes.angles))
    ended = "done at" if each.run.outcome == "converged" else "stopped at"
    texts = []
    for k, step in enumerate(each.steps.tolist()):
        angle = "–" if math.isnan(degrees[step]) else f"{number(float(degrees[step]))}°"
        texts.append(f"{angle}, {ended} {whole(step)}" if k >= each.run.updates else angle)
    return texts


def _four_sentences(compared: Sequence[Compared], last: int) -> Text:
    standing = ";\n".join(f"{each.name}\t{{s{i}}}" for i, each in enumerate(compared))
    start = (
        "Four runs begin at w = 0, on points of the same margin and radius. Press Step (→): each run makes one update."
    )
    return sentences.text(last, start, f"From w to w* after update {{t}} of each:\n{standing}.")


def _four_facts(compared: Sequence[Compared], margin: float, radius: float, allowed: int) -> list[Fact]:
    facts = [
        fact("γ", number(margin), "The largest margin of the points, in every dimension."),
        fact("R", number(radius), "No point is longer, in any dimension."),
        fact("bound", whole(allowed), "R²/γ²: no run makes more updates, in any dimension."),
    ]
    for each in compared:
        updates = updates_of(each.run.updates, ended=each.run.outcome == "converged")
        note = f"The updates in {whole(each.run.data.dim)} dimensions."
        facts.append(fact(each.name, updates, note, outcome=True))
    return facts


def _four_verdict(compared: Sequence[Compared], allowed: int) -> Verdict:
    counts = listed(whole(each.run.updates) for each in compared)
    late = [each for each in compared if each.run.outcome != "converged"]
    if late:
        dims = listed(whole(each.run.data.dim) for each in late)
        return {
            "text": f"Updates: {counts}; the cap stopped d = {dims}. The theorem allows {whole(allowed)}.",
            "color": BOUND,
        }
    text = f"All converged. Updates: {counts}; the theorem allows at most {whole(allowed)} in any dimension."
    return {"text": text, "color": SEPARATOR}
