"""Any dimension: the plane of w and w* at each step, in which every side, distance and angle of the proof is true."""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from perceptron import BarelySeparable, Dataset, InPlane, Run, Separator, bounds, in_plane, iris, margin_dataset
from perceptron.separation import Separation
from ui import links, questions, reading, views, words
from ui.figures import (
    ABOVE,
    CLASSES,
    LINE,
    Column,
    Floats,
    Picture,
    bound,
    boundaries,
    chart,
    column,
    compose,
    growth,
    halfplanes,
    legend,
    mark,
    note,
    plane,
    round_above,
    squeezed,
)
from ui.palette import BATCH, BOUND, FORMER, INK, NEGATIVE, POSITIVE, PROOF, SEPARATOR, SMOOTH, style
from ui.parameters import Choice
from ui.stage.scene import Fact, Mark, Moving, Point, Scene, Sign, SignShape, Text, Verdict
from ui.words import number, whole

ANY, BESIDE, FLOWERS, BOARD = "d dimensions", "side by side", "irises, four measures", "the board's points"
TABLE = links.TABLE_CHOICE[1]
SPACES = (ANY, BESIDE, FLOWERS, BOARD, TABLE)
SPACE = Choice(
    "space",
    "Points in",
    SPACES,
    "d dimensions: of a chosen margin. side by side: of that margin in 2, 10, 100 and 1,000 dimensions. The board's"
    " points are those of the other pages; with a bias the constant is their third coordinate. A table has as many"
    " dimensions as columns of numbers.",
)
DIMENSIONS = (2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000)
DIM = Choice("d", "Dimension d", [str(dim) for dim in DIMENSIONS], "How many numbers each point has.", preset="100")
SPECIES = Choice(
    "species",
    "Two species",
    ("setosa and versicolor", "setosa and virginica", "versicolor and virginica"),
    "The first is class +1. Nothing separates the last two.",
)
FEATURES = ["sepal length", "sepal width", "petal length", "petal width"]
LIFTED = (FLOWERS, BOARD, TABLE)
"""The spaces in which the learner may have a bias; the other points have a margin through the origin."""
COMPARED = (2, 10, 100, 1000)
"""The dimensions that are shown side by side."""

Recipe = tuple[Callable[..., Dataset], dict[str, Any]]
"""What of the library makes points, and of what."""

_MOST_UPDATES, _MOST_PLACES = 1_000, 60_000


def uses(space: str) -> tuple[str, ...]:
    """Return the keys of the data's settings that points in one of SPACES depend on."""
    return {BOARD: ("data",), FLOWERS: (), TABLE: ()}.get(space, ("n", "R", "gamma"))


def recipes(
    space: str,
    dim: int,
    species: str,
    rows: Sequence[links.Row],
    n: int,
    margin: float,
    radius: float,
    seed: int,
) -> list[Recipe]:
    """Return what makes the points in one of SPACES, of each run that is shown; nothing for those of the board."""
    if space == TABLE and rows:
        return [(Dataset, {"X": [list(values) for values, _ in rows], "y": [1 - 2 * kind for _, kind in rows]})]
    if space in (BOARD, TABLE):
        return []
    if space == FLOWERS:
        positive, negative = species.split(" and ")
        return [(iris, {"features": FEATURES, "positive": positive, "negative": negative})]
    drawn = {"margin": margin, "radius": radius, "seed": seed}
    return [(margin_dataset, {"n": n, "dim": each, **drawn}) for each in (COMPARED if space == BESIDE else (dim,))]


def data(made: Sequence[Recipe], bias: Fraction | None) -> list[Dataset]:
    """Return the points that the recipes make, lifted by a bias of that scale if there is one."""
    plain = [function(**arguments) for function, arguments in made]
    return plain if bias is None else [points.augmented(bias) for points in plain]


def most(n: int) -> int:
    """Return the cap on the updates of a run over n points: of each of these every step has a place on the screen.

    >>> most(25), most(200), most(400)
    (1000, 300, 150)
    """
    return min(_MOST_UPDATES, _MOST_PLACES // n)


def axis(run: Run, separation: Separation) -> Separator | Floats:
    """Return what every plane of a run contains beside w: w*, or where there is none the first w that is not 0."""
    if isinstance(separation, Separator):
        return separation
    turned = run.weights.any(axis=1)
    first: Floats = run.weights[int(turned.argmax())] if turned.any() else np.eye(run.data.dim)[0]
    return first


def scene(
    points: Sequence[Point],
    runs: Sequence[Run],
    found: Sequence[Separation],
    *,
    space: str,
    bias: bool,
    margin: float,
    radius: float,
) -> Scene:
    """Compose the page: for one run, for several in lockstep, or for an empty board.

    Parameters
    ----------
    points
        What is on the board of the other pages, where its points are shown.
    runs, found
        Over the points in d dimensions as the learner sees them, and what separates each.
    space
        The one of SPACES that they are in.
    bias
        Whether the last dimension is the constant coordinate.
    margin, radius
        What the points of several runs have been asked for: γ, and the length that no point exceeds.
    """
    if len(runs) > 1:
        pairs = zip(runs, found, strict=True)
        return _beside([Compared(run, each) for run, each in pairs if isinstance(each, Separator)], margin, radius)
    if not runs:
        return _empty(
            "There is no table yet: bring one"
            if space == TABLE
            else "The board is empty: place points on the playground"
        )
    return _one(points, runs[0], found[0], bias=bias)


def _empty(missing: str) -> Scene:
    centre = {"xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5, "showarrow": False}
    said = {**centre, "text": missing, "font": {"size": 14, "color": BOUND}}
    shown = Picture(plane("board", _TITLE, missing, 1.25, [], annotations=[said], axes=_AXES))
    return compose(
        [shown, views.alignment(None, None, None, [], "mistake"), views.squeeze(None, None, None)],
        points=[],
        sentence={"templates": [f"{missing}, or choose other points."], "which": [0]},
        position=words.position(0),
        columns={},
        facts=words.facts(None, None),
        verdict={"text": "", "color": BOUND},
        last=0,
        editable=False,
    )


def _one(points: Sequence[Point], run: Run, separation: Separation, *, bias: bool) -> Scene:
    seen = in_plane(run, axis(run, separation))
    rows = run.quantities(separation)
    sentence, columns = words.sentences(run, rows, separation)
    columns["turned"] = _turned(run, seen, separation)
    sentence["templates"] = [f"{template} {{turned}}" for template in sentence["templates"]]
    shown = _plane(run, seen, separation)
    wrong = reading.counts(shown.columns["hollow"])
    beside = [
        views.in_view("Curves", views.alignment(run, rows, separation, wrong, "mistake")),
        views.in_view("Curves", views.squeeze(run, rows, separation)),
    ]
    if isinstance(separation, Separator):
        beside.append(views.in_view("Angle", views.angle(run, rows, separation)))
    beside += [views.in_view("Table", views.table(run, rows, separation)), views.in_view("Strip", views.strip())]
    lifted = ", the bias's constant among them" if bias else ""
    dim: Fact = {"name": "d", "value": whole(run.data.dim), "note": f"How many numbers each point has{lifted}."}
    return compose(
        [shown, *beside],
        points=points,
        sentence=sentence,
        symbols=words.SYMBOLS,
        position=words.position(run.updates),
        columns=columns,
        facts=[dim, *words.facts(run, separation)],
        verdict=_verdict(run, separation),
        last=run.updates,
        again=run.cycle.start if run.cycle else None,
        question=questions.updates(run, separation),
        editable=False,
    )


# ---- one plane -----------------------------------------------------------------------------------------------------

_AXES = ("a = w*·x", "b = u·x")
_TITLE = "The plane of w and w*: every side and distance is true"
_FULL = 32_767


def _plane(run: Run, seen: InPlane, separation: Separation) -> Picture:
    """Draw the points, both boundaries, the margin and the angle in the plane of each step."""
    half = 1.12 * (run.data.radius or 1.0)
    found = separation if isinstance(separation, Separator) else None
    columns = _columns(run, seen, found)
    lines = boundaries(seen.weights, 0.0, ("wa", "wb", "wc"))
    tips = _tips(run, seen, half)
    columns |= {**lines, **tips, "hollow": reading.codes(reading.wrong(run, "mistake"))}
    marks: list[Mark] = [
        *halfplanes(["wa", "wb", "wc"]),
        *_angle_marks(0.3 * half, run.data.radius, found),
        mark("line", ["wa", "wb", "wc"], under=True, stroke=INK, width=3, part="w"),
        mark("vector", ["zero", "zero", "ox", "oy"], stroke=INK, width=2.5, opacity=FORMER),
        _moving(run, seen),
        {"panel": 0, "kind": "hollow", "columns": ["hollow"], "words": "○ {count} wrong"},
        mark("vector", ["ox", "oy", "nx", "ny"], stroke=INK, width=2.5, dash="3 4", part="x"),
        mark("vector", ["zero", "zero", "nx", "ny"], stroke=INK, width=2.5, part="w"),
    ]
    name = "w*" if found else "v"
    traces = _still(found, half)
    label = f"The plane of w and {name} at this step: the points, hollow where wrong, both boundaries and the angle."
    without = "no w* is drawn" if isinstance(separation, BarelySeparable) else "there is no w*"
    title = _TITLE if found else f"The plane of w and v, the first w that is not 0: {without}"
    axes = _AXES if found else ("a = v·x", "b = u·x")
    names = [note(0.99 * half, 0.01 * half, "w*", SEPARATOR)] if found else []
    panel = plane("board", title, label, half, traces, axes=axes, annotations=names)
    panel["legend"] = _legend(found is not None)
    return Picture(panel, columns, marks)


def _columns(run: Run, seen: InPlane, found: Separator | None, suffix: str = "") -> dict[str, Column]:
    """Return the angle from w* to w at each step, the largest that the theorem allows, and the point of the update."""
    angles = column(seen.angles)
    columns: dict[str, Column] = {
        f"zero{suffix}": [0.0] * len(angles),
        f"angle{suffix}": angles,
        f"i{suffix}": [None, *run.mistakes.tolist()],
    }
    if found:
        widest = column(_widest(run, found))
        columns |= {f"widest{suffix}": widest, f"lowest{suffix}": [angle and -angle for angle in widest]}
    return columns


def _widest(run: Run, found: Separator) -> Floats:
    """Return the largest angle to w* that the theorem allows after each update, NaN before the first."""
    floor = bounds.cosine_floor(np.arange(1, run.updates + 1), found.radius, found.margin)
    return np.append(np.nan, np.arccos(np.minimum(floor, 1.0)))


def _angle_marks(near: float, far: float, found: Separator | None, suffix: str = "") -> list[Mark]:
    """Draw the angle from w* to w, and out to R the cone about w* that the theorem leaves to w."""
    color = SEPARATOR if found else INK
    ends = [f"zero{suffix}", f"angle{suffix}"]
    angle = mark("sector", ends, radius=near, under=True, stroke=color, width=2)
    if not found:
        return [angle]
    ends = [f"lowest{suffix}", f"widest{suffix}"]
    return [mark("sector", ends, radius=far, under=True, stroke=BOUND, width=1.5, dash="6 4"), angle]


def _moving(run: Run, seen: InPlane, suffix: str = "") -> Moving:
    """Let the points of a run move as its plane turns, to 16 bits of a number."""
    unit = (run.data.radius or 1.0) / _FULL
    return {
        "panel": 0,
        "kind": "moving",
        "columns": [f"i{suffix}"],
        "classes": CLASSES,
        "kinds": [int(label < 0) for label in run.data.y.tolist()],
        "x": _packed(seen.along / unit),
        "y": _packed(seen.across / unit),
        "unit": unit,
        "radius": 11,
        "style": style(stroke=INK, width=2.5),
        "form": [f"wa{suffix}", f"wb{suffix}", f"wc{suffix}"],
        "words": ("point {point} ({class}): a = {x}, b = {y}", ", {away} from the boundary", ", wrong"),
    }


def _packed(values: Floats) -> str:
    whole_numbers = np.clip(np.rint(values), -_FULL, _FULL).astype("<i2")
    return base64.b64encode(whole_numbers.tobytes()).decode()


def _tips(run: Run, seen: InPlane, half: float) -> dict[str, Column]:
    """Place the tips of w and of what it was before the update, shrunk together where they would not fit.

    Of the old w it is the part in the new plane, so that the update between them is that of the point as it is drawn.
    """
    new = seen.weights
    steps, behind = np.arange(1, len(new)), run.mistakes
    signs = run.rate * run.data.y[behind]
    added = signs[:, None] * np.column_stack([seen.along[behind], seen.across[steps, behind]])
    old = new - np.vstack([np.zeros((1, 2)), added])
    longest = np.maximum(np.hypot(*new.T), np.hypot(*old.T))
    fit = (0.9 * half / np.maximum(longest, 0.9 * half))[:, None]
    tips = zip(("ox", "oy", "nx", "ny"), np.hstack([old * fit, new * fit]).T, strict=True)
    return {name: column(values) for name, values in tips}


def _still(
    found: Separator | None, half: float, middle: tuple[float, float] = (0.0, 0.0), scale: float = 1.0
) -> list[dict[str, Any]]:
    """Draw what is the same at every step: the boundary of w* with its margin, and w* itself."""
    x, y = middle

    def line(at: Sequence[tuple[float, float]], color: str, dash: str = "solid", width: float = 2) -> dict[str, Any]:
        places = [(x + scale * a, y + scale * b) for a, b in at]
        return {**LINE, "x": [a for a, _ in places], "y": [b for _, b in places], "showlegend": False,
                "line": {"color": color, "width": width, "dash": dash}}  # fmt: skip

    if found is None:
        return []
    traces = [line([(0, -half), (0, half)], SEPARATOR)]
    traces += [line([(a, -half), (a, half)], SEPARATOR, "dot") for a in (-found.margin, found.margin)]
    head = 0.035 * half
    tip = 0.97 * half
    traces.append(
        line([(0, 0), (tip, 0), (tip - head, head / 2), (tip, 0), (tip - head, -head / 2)], SEPARATOR, width=2.5)
    )
    return traces


def _legend(separable: bool) -> list[Sign]:
    signs: list[tuple[SignShape, str, dict[str, str | float]]] = [
        ("circle", "class +1", style(fill=POSITIVE)),
        ("triangle", "class −1", style(fill=NEGATIVE)),
        ("circle", "hollow: wrong at this step", style(stroke=POSITIVE, width=2)),
        ("line", "the boundary of w, w·x = 0", style(stroke=INK, width=3)),
        ("arrow", "w, shrunk where it would not fit", style(stroke=INK, width=2.5)),
        ("line", "what this update added to w", style(stroke=INK, width=2.5, dash="3 4")),
        ("ring", "the point behind this update", style(stroke=INK, width=2.5)),
    ]
    if separable:
        signs += [
            ("line", "the boundary of w*, and dotted its margin", style(stroke=SEPARATOR, width=2)),
            ("line", "the cone about w* that the theorem leaves to w", style(stroke=BOUND, width=1.5, dash="6 4")),
        ]
    return [{"shape": shape, "words": text, "style": drawn} for shape, text, drawn in signs]


def _turned(run: Run, seen: InPlane, separation: Separation) -> list[str]:
    """Say how far w is from w* at each step, and what of the picture is not settled."""
    separable = isinstance(separation, Separator)
    axis = "w*" if separable else "v"
    widest = np.degrees(_widest(run, separation)) if isinstance(separation, Separator) else None
    told, spanned = [], np.flatnonzero(seen.certain)
    for k, (angle, certain) in enumerate(zip(np.degrees(seen.angles).tolist(), seen.certain.tolist(), strict=True)):
        if math.isnan(angle):
            before = spanned[spanned < k]
            whose = before[-1:] if before.size else spanned[:1]
            drawn = "".join(f" It is drawn in that of update {whole(update)}." for update in whose.tolist())
            told.append(f"At w = 0 there is no plane{'' if before.size else ' yet'}.{drawn}")
            continue
        most = f", at most {words.at_most(float(widest[k]))}° by the bound" if widest is not None and k else ""
        text = f"w is {number(abs(angle))}° from {axis}{most}."
        told.append(text if certain else f"{text} It lies along {axis}, so the plane is any with {axis} in it.")
    return [words.unbroken(text) for text in told]


def _verdict(run: Run, separation: Separation) -> Verdict:
    if isinstance(separation, Separator):
        return words.allowed(run, run.bound(separation), "separator")
    if isinstance(separation, BarelySeparable):
        return words.barely(run, "hyperplane")
    ending = words.cycle(run) if run.cycle else f"{words.ended(run)}."
    points = separation.points.tolist()
    proof = f"Nothing separates these points: {words.listed(points)} prove it."
    if len(points) == 1:
        proof = f"Point {points[0]} lies at the origin, where no weights give it a side."
    return {"text": f"{proof} {ending}", "color": PROOF}


# ---- four planes side by side --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Compared:
    """One of the runs that are shown side by side."""

    run: Run
    separator: Separator

    @property
    def dim(self) -> int:
        """The dimension of its points."""
        return self.run.data.dim


_LOOKS: Sequence[tuple[str, str]] = ((INK, "solid"), (BATCH, "longdash"), (SMOOTH, "dash"), (INK, "dot"))
_SIDE, _LEFT, _HIGH = 0.455, (0.03, 0.515), (0.05, 0.545)


def _beside(compared: Sequence[Compared], margin: float, radius: float) -> Scene:
    """Compose the page for runs in lockstep, each in its own dimension."""
    last = max(each.run.updates for each in compared)
    allowed = bounds.whole(bounds.novikoff(radius, margin))
    steps = [np.minimum(np.arange(last + 1), each.run.updates) for each in compared]
    return compose(
        [
            _four(compared, steps),
            _four_angles(compared, steps, margin, radius),
            _four_norms(compared, steps, margin, radius),
        ],
        points=[],
        sentence=_four_sentences(compared, steps),
        symbols=words.SYMBOLS,
        position={"templates": [f"update {{t}} of {whole(last)}"], "which": [0] * (last + 1)},
        columns={
            "t": [*range(last + 1)],
            **{f"s{i}": _standing(each, step) for i, (each, step) in enumerate(zip(compared, steps, strict=True))},
        },
        facts=_four_facts(compared, margin, radius, allowed),
        verdict=_four_verdict(compared, allowed),
        last=last,
        question=questions.dimensions(allowed, last),
        editable=False,
    )


def _at(values: Column, steps: Sequence[int]) -> Column:
    return [values[step] for step in steps]


def _four(compared: Sequence[Compared], steps: Sequence[Any]) -> Picture:
    """Draw four little planes on one board, each as `_plane` draws its own."""
    columns: dict[str, Column] = {}
    marks: list[Mark] = []
    traces: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    wrong = []
    for i, (each, step) in enumerate(zip(compared, steps, strict=True)):
        run, found = each.run, each.separator
        seen = in_plane(run, found)
        half = 1.12 * found.radius
        left, high = _LEFT[i % 2], _HIGH[i // 2]
        place = (left, high, _SIDE, half)
        own = {**_columns(run, seen, found, str(i)), **boundaries(seen.weights, 0.0, (f"wa{i}", f"wb{i}", f"wc{i}"))}
        columns |= {name: _at(values, step.tolist()) for name, values in own.items()}
        columns[f"i{i}"] = [index if k <= run.updates else None for k, index in enumerate(columns[f"i{i}"])]
        lines = [f"wa{i}", f"wb{i}", f"wc{i}"]
        longer = InPlane(seen.axis, seen.along, seen.across[step], seen.weights[step], seen.certain[step])
        little: list[Mark] = [
            *halfplanes(lines),
            *_angle_marks(0.3 * half, found.radius, found, str(i)),
            mark("line", lines, under=True, stroke=INK, width=2.5),
            _moving(run, longer, str(i)),
        ]
        marks += [{**each_mark, "inset": place} for each_mark in little]  # type: ignore[misc]
        wrong.append(reading.wrong(run, "mistake")[step])
        middle = (-1 + 2 * left + _SIDE, 1 - 2 * high - _SIDE)
        traces += _still(found, half, middle, _SIDE / half)
        corner = {"xref": "paper", "yref": "paper", "x": left, "y": 1 - high, "xanchor": "left", "yanchor": "bottom"}
        notes.append(
            {**corner, "text": f"d = {whole(each.dim)}", "font": {"size": 12, "color": INK}, "showarrow": False}
        )
    columns["hollow"] = reading.codes(np.hstack(wrong))
    marks.append({"panel": 0, "kind": "hollow", "columns": ["hollow"], "words": "○ {count} wrong"})
    axis = {"range": [-1, 1], "visible": False, "fixedrange": True}
    label = "Four planes of w and w*, in 2, 10, 100 and 1,000 dimensions: the points, both boundaries and the angle."
    panel = plane("board", "Four planes of w and w*: the dimension is not in the bound", label, 1.0, traces,
                  annotations=notes, xaxis=axis, yaxis=axis)  # fmt: skip
    panel["legend"] = [sign for sign in _legend(True) if sign["shape"] != "arrow" and "added" not in sign["words"]]
    return Picture(panel, columns, marks)


def _four_angles(compared: Sequence[Compared], steps: Sequence[Any], margin: float, radius: float) -> Picture:
    """Draw the cosine of the angle to w* of each over the one floor."""
    end = round_above(len(steps[0]) - 1)
    k = np.linspace(1, end, 61)
    floor = bounds.cosine_floor(k, radius, margin)
    kept = floor <= 1
    columns: dict[str, Column] = {}
    marks: list[Mark] = []
    for i, (each, step, (color, dash)) in enumerate(zip(compared, steps, _LOOKS, strict=True)):
        cosine = np.append(np.nan, each.run.quantities(each.separator)["cosine"])
        columns |= {f"k{i}": step.tolist(), f"cosine{i}": column(cosine[step])}
        marks += growth(f"cosine{i}", color, f"k{i}", dash)
    along = int(kept.sum()) * 2 // 3
    traces = [
        bound(k[kept], floor[kept]),
        *legend((f"d = {whole(each.dim)}", *look) for each, look in zip(compared, _LOOKS, strict=True)),
    ]
    notes = [note(k[along], float(floor[along]), "floor √k γ/R", below=True)]
    label = "The cosine of the angle between w and w* after each update, of the four runs over one floor."
    panel = chart("upper", "Angle: one floor for all", label, traces, end, [0.0, 1.0], "cos∠(w, w*)", annotations=notes,
                  showlegend=True, legend={**ABOVE})  # fmt: skip
    return Picture(panel, columns, marks)


def _four_norms(compared: Sequence[Compared], steps: Sequence[Any], margin: float, radius: float) -> Picture:
    """Draw ‖w‖² of each between the one floor and the one ceiling."""
    columns: dict[str, Column] = {}
    marks: list[Mark] = []
    longest = np.zeros(1)
    for i, (each, step, (color, dash)) in enumerate(zip(compared, steps, _LOOKS, strict=True)):
        values = np.append(0.0, each.run.quantities(each.separator)["norm_squared"])
        longest = max(longest, values, key=len)
        columns |= {f"k{i}": step.tolist(), f"norm{i}": column(values[step])}
        marks += growth(f"norm{i}", color, f"k{i}", dash)
    return Picture(squeezed(longest, radius, margin).panel, columns, marks)


def _standing(each: Compared, steps: Any) -> list[str]:
    """Say at each step how far w is from w* in one dimension."""
    degrees = np.degrees(np.abs(in_plane(each.run, each.separator).angles))
    ended = "done at" if each.run.outcome == "converged" else "stopped at"
    told = []
    for k, step in enumerate(steps.tolist()):
        angle = "–" if math.isnan(degrees[step]) else f"{number(float(degrees[step]))}°"
        told.append(f"{angle}, {ended} {whole(step)}" if k >= each.run.updates else angle)
    return told


def _four_sentences(compared: Sequence[Compared], steps: Sequence[Any]) -> Text:
    standing = "; ".join(f"d = {whole(each.dim)}: {{s{i}}}" for i, each in enumerate(compared))
    start = "Four runs begin at w = 0, on points of one margin within one radius. Press Step (→): each updates once."
    templates = [start, f"From w to w* after update {{t}} of each: {standing}."]
    return {"templates": templates, "which": [0, *[1] * (len(steps[0]) - 1)]}


def _four_facts(compared: Sequence[Compared], margin: float, radius: float, allowed: int) -> list[Fact]:
    facts: list[Fact] = [
        {"name": "γ", "value": number(margin), "note": "The largest margin of the points, in every dimension."},
        {"name": "R", "value": number(radius), "note": "No point is longer, in any dimension."},
        {"name": "bound", "value": whole(allowed), "note": "R²/γ²: no run makes more updates, in any dimension."},
    ]
    for each in compared:
        more = "" if each.run.outcome == "converged" else "+"
        made = {"name": f"d = {whole(each.dim)}", "value": f"{whole(each.run.updates)}{more}"}
        facts.append({**made, "note": f"The updates in {whole(each.dim)} dimensions.", "outcome": True})  # type: ignore[typeddict-item]
    return facts


def _four_verdict(compared: Sequence[Compared], allowed: int) -> Verdict:
    counts = words.listed(whole(each.run.updates) for each in compared)
    late = [each for each in compared if each.run.outcome != "converged"]
    if late:
        dims = words.listed(whole(each.dim) for each in late)
        return {
            "text": f"Updates: {counts}; the cap stopped d = {dims}. The theorem allows {whole(allowed)}.",
            "color": BOUND,
        }
    text = f"All converged. Updates: {counts}; the theorem allows at most {whole(allowed)} in any dimension."
    return {"text": text, "color": SEPARATOR}
