"""The proof: its lines in letters and in the numbers of each update, beside the board or the weight space."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial import ConvexHull

from perceptron import Dataset, Inseparable, Plane, Run, Separator, bounds, margins
from ui import words
from ui.figures import (
    LINE,
    Column,
    Floats,
    Picture,
    board,
    column,
    compose,
    cone,
    mark,
    plane,
    space,
)
from ui.mathml import mathml
from ui.palette import INK, NEGATIVE, POSITIVE, SEPARATOR
from ui.stage import Line, Mark, Point, Scene, Text
from ui.words import number

PLAIN_BOUND, UNIT, BIASED, START = "R²/γ²", "unit norm", "biased", "any start"
VERSIONS = (PLAIN_BOUND, UNIT, BIASED, START)
INPUT, WEIGHTS = "input plane", "weight space"
VIEWS = (INPUT, WEIGHTS)
VERSION_HELP = (
    "R²/γ²: from w = 0. unit norm: all points divided by R. biased: with a bias, by the plane farthest from the points,"
    " its distance ρ and offset b, R without the constant. any start: with w₀ and η in every line."
)


def scene(
    points: Sequence[Point],
    run: Run | None,
    separation: Separator | Inseparable | None,
    *,
    bias: float | None,
    view: str,
    version: str,
) -> Scene:
    """Compose the page.

    Parameters
    ----------
    points
        What is on the board; the first class is +1.
    run, separation
        Of these very points as the learner sees them; None on an empty board.
    bias
        The scale of the constant coordinate, or None.
    view
        One of VIEWS: what the left picture shows.
    version
        One of VERSIONS: how the theorem is told.
    """
    columns: dict[str, Column] = {}
    sentence = words.empty()
    sheet = _sheet([_line("What is to be proved", r"k ≤ \frac{R^2}{\gamma^2}", "")], 0, {})
    shown = board(points, run, separation)
    last = 0
    if run is not None and separation is not None:
        last = len(run.mistakes)
        sentence, columns = words.sentences(run, run.table(separation), separation)
        sheet = _refusal(run, separation) if isinstance(separation, Inseparable) else _proof(run, separation, version)
        if view == WEIGHTS:
            shown = weight_space(run, separation)
    return compose(
        [shown, sheet],
        points=points,
        sentence=sentence,
        position=words.position(last),
        columns=columns,
        facts=words.facts(run, separation),
        verdict=words.verdict(run, separation, bias=bias is not None),
        last=last,
        editable=view == INPUT or not run,
    )


# ---- the lines -----------------------------------------------------------------------------------------------------


_Row = tuple[str, str, str, bool]
"""A title, a formula, the formula in numbers, and whether it speaks of an update, so that it is empty at the start."""


@dataclass(frozen=True)
class _Telling:
    """A version of the theorem: the quantities it speaks of, and the letters it has for them."""

    weights: Floats
    steps: Floats
    """The signed point of each update."""
    u: Floats
    margin: float
    radius: float
    u_letter: str = "w^*"
    margin_letter: str = r"\gamma"
    squared_letter: str = "R^2"
    bound_letters: str = r"\frac{R^2}{\gamma^2}"


def _telling(run: Run, separator: Separator, version: str) -> _Telling:
    steps = run.data.signed[run.mistakes]
    if version == UNIT:
        return _Telling(
            run.weights / separator.radius,
            steps / separator.radius,
            separator.w,
            separator.margin / separator.radius,
            1.0,
            squared_letter="1",
            bound_letters=r"\frac{1}{\gamma^2}",
        )
    if version == BIASED and run.data.lift:
        return _told_without_constant(run, steps, run.data.lift)
    return _Telling(run.weights, steps, separator.w, separator.margin, separator.radius)


def _told_without_constant(run: Run, steps: Floats, scale: float) -> _Telling:
    """Tell it of the plane farthest from the points themselves, as a unit vector of the learner's space."""
    plane = margins(Dataset(run.data.X[:, :2], run.data.y), scale).geometric
    if not isinstance(plane, Plane):
        raise ValueError(f"separable points have a plane, got {plane!r}")
    u = np.append(plane.w, plane.offset / scale)
    u /= np.linalg.norm(u)
    lift, constant = ("1+b^2", "1") if scale == 1 else (r"1+\frac{b^2}{c^2}", "c^2")
    return _Telling(
        run.weights,
        steps,
        u,
        float((run.data.signed @ u).min()),
        run.data.radius,
        u_letter="u",
        margin_letter=rf"\frac{{ρ}}{{\sqrt{{{lift}}}}}",
        squared_letter=f"({constant}+R^2)",
        bound_letters=rf"\frac{{({lift})({constant}+R^2)}}{{ρ^2}}",
    )


def _proof(run: Run, separator: Separator, version: str) -> Picture:
    """Write the two lemmas, Cauchy–Schwarz and the squeeze, with this step's numbers and what each ≤ gives away."""
    told = _telling(run, separator, version)
    started = bool(run.start.any()) or version == START
    eta = r"\eta " if run.rate != 1 or version == START else ""
    eta_squared = r"\eta^2 " if eta else ""
    u, gamma = told.u_letter, told.margin_letter
    start_u, start_squared = (f"w_0·{u} + ", "‖w_0‖^2 + ") if started else ("", "")
    most = eta_squared + told.squared_letter if eta_squared == "" or told.squared_letter != "1" else eta_squared
    sum_of_most = f"{start_squared}k" if most == "1" else f"{start_squared}k {most}"
    floor = f"{start_u}k {eta}{gamma}"
    start_norm = float(np.linalg.norm(told.weights[0]))
    allowed = bounds.from_start(told.radius, told.margin, float(told.weights[0] @ told.u), start_norm, run.rate)
    most_updates = words.whole(bounds.whole(allowed))
    letters = _START_BOUND if started else told.bound_letters
    lines = [
        _line(
            "Each update turns w toward the separator",
            f"w_k·{u} − w_{{k−1}}·{u} = {eta}y x·{u} ≥ {eta}{gamma}",
            "{gain} ≥ {least}",
            slack="gainslack",
            each=True,
        ),
        _line("so after k of them", f"w_k·{u} ≥ {floor}", "{aligned} ≥ {floor}", slack="floorslack"),
        _line(
            "It was a mistake, y w·x ≤ 0, so w grows little",
            f"‖w_k‖^2 − ‖w_{{k−1}}‖^2 = 2{eta}y w_{{k−1}}·x + {eta_squared}‖x‖^2 ≤ {most}",
            "{rise} = {cross} + {own} ≤ {most}",
            slack="riseslack",
            each=True,
        ),
        _line("so after k of them", f"‖w_k‖^2 ≤ {sum_of_most}", "{squared} ≤ {ceiling}", slack="ceilingslack"),
        _line(
            "w reaches no farther than it is long (Cauchy–Schwarz)",
            f"w_k·{u} ≤ ‖w_k‖",
            "{aligned} ≤ {norm}",
            slack="schwarzslack",
        ),
        _line(
            "Together: the left grows like k, the right like √k",
            rf"{floor} ≤ w_k·{u} ≤ ‖w_k‖ ≤ \sqrt{{{sum_of_most}}}",
            "{floor} ≤ {aligned} ≤ {norm} ≤ {root}",
        ),
        _line("so there can be no more updates than", f"k ≤ {letters}", f"{{kk}} ≤ {most_updates}"),
    ]
    return _sheet(lines, len(run.mistakes), _numbers(run, told))


_START_BOUND = (
    r"\frac{R^2 − 2a\gamma + \sqrt{R^4 − 4a\gamma R^2 + 4\gamma^2 b^2}}{2\gamma^2}"
    r" , a = \frac{w_0·u}{\eta} , b = \frac{‖w_0‖}{\eta}"
)


def _numbers(run: Run, told: _Telling) -> dict[str, Column]:
    """Compute every number of the lines at every step; those of an update are None at the start."""
    k = np.arange(len(run.mistakes) + 1)
    rate, start = run.rate, told.weights[0]
    aligned, squared = told.weights @ told.u, np.vecdot(told.weights, told.weights)
    floor = bounds.alignment_floor(k, told.margin, rate, float(start @ told.u))
    ceiling = bounds.norm_squared_ceiling(k, told.radius, rate, float(np.linalg.norm(start)))
    gain = rate * (told.steps @ told.u)
    cross = 2 * rate * np.vecdot(told.weights[:-1], told.steps)
    own = rate**2 * np.vecdot(told.steps, told.steps)
    least, most = rate * told.margin, (rate * told.radius) ** 2
    norm = np.sqrt(squared)
    always = {
        "aligned": aligned,
        "floor": floor,
        "floorslack": _gap(aligned, floor),
        "squared": squared,
        "ceiling": ceiling,
        "ceilingslack": _gap(ceiling, squared),
        "norm": norm,
        "schwarzslack": _gap(norm, aligned),
        "root": np.sqrt(ceiling),
        "kk": k.astype(float),
    }
    updates = {
        "gain": gain,
        "least": np.full(len(gain), least),
        "gainslack": _gap(gain, least),
        "rise": cross + own,
        "cross": cross,
        "own": own,
        "most": np.full(len(own), most),
        "riseslack": _gap(most, cross + own),
    }
    columns: dict[str, Column] = {name: _written(values) for name, values in always.items()}
    return columns | {name: [None, *_written(values)] for name, values in updates.items()}


def _gap(larger: Floats | float, smaller: Floats | float) -> Floats:
    """Subtract, and take what is only rounding for 0."""
    gap = np.subtract(larger, smaller)
    return np.where(np.abs(gap) <= 1e-12 * np.maximum(np.abs(larger), np.abs(smaller)), 0.0, gap)


def _written(values: Floats) -> list[str]:
    """Write numbers as terms of a sum: negative ones in brackets."""
    return [f"({number(value)})" if value < 0 else number(value) for value in values.tolist()]


def _refusal(run: Run, inseparable: Inseparable) -> Picture:
    """Write why no proof can begin: the certificate, and what it says of this step's weights."""
    chosen, shares = inseparable.points, inseparable.weights
    signed = run.data.signed[chosen]
    terms = shares * (run.weights @ signed.T)
    terms[np.abs(terms) <= 1e-12 * np.abs(terms).max(axis=1, keepdims=True)] = 0.0
    names = [f"term{'abcdefgh'[i]}" for i in range(len(chosen))]
    columns: dict[str, Column] = {name: _written(values) for name, values in zip(names, terms.T, strict=True)}
    columns["worst"] = _written(terms.min(axis=1))
    combination = " + ".join(
        f"{number(float(share))}·{words.vector(point)}" for share, point in zip(shares, signed, strict=True)
    )
    zero = words.vector(np.zeros(run.data.dim))
    lines = [
        _line("Nothing separates these points, so there is no γ > 0 to begin with", r"\gamma ≤ 0", ""),
        (
            f"The signed points {words.listed(chosen.tolist())}, so weighted, sum to zero",
            r"\sum λ_i y_i x_i = 0, λ_i > 0",
            f"{combination} = {zero}",
            False,
        ),
        _line(
            "so for every w the same sum of scores is zero",
            r"\sum λ_i y_i w_k·x_i = 0",
            " + ".join(f"{{{name}}}" for name in names) + " = 0",
        ),
        _line("and its smallest term is not positive: some point is always wrong", "y_i w_k·x_i ≤ 0", "{worst} ≤ 0"),
    ]
    return _sheet(lines, len(run.mistakes), columns)


def _line(title: str, formula: str, numbers: str, *, slack: str = "", each: bool = False) -> _Row:
    if slack:
        numbers += rf" \quad \text{{slack }} {{{slack}}}"
    return title, formula, mathml(numbers), each


def _sheet(rows: Iterable[_Row], last: int, columns: dict[str, Column]) -> Picture:
    """Set the rows; those that speak of an update say at the start that there is none yet."""
    which = [0] + [1] * last
    lines: list[Line] = []
    for title, formula, numbers, each in rows:
        text: Text = {"templates": ["no update yet" if each else numbers, numbers], "which": which}
        lines.append({"title": title, "formula": mathml(formula), "text": text})
    label = "The proof in letters, and in the numbers of this update."
    return Picture({"area": "side", "label": label, "lines": lines}, columns)


# ---- the weight space ----------------------------------------------------------------------------------------------


def weight_space(run: Run, separation: Separator | Inseparable) -> Picture:
    """Draw w as a point that walks by y x, and the weights that separate as a cone; with a bias, in space."""
    return _space(run, separation) if run.data.dim == 3 else _plane(run, separation)


def _plane(run: Run, separation: Separator | Inseparable) -> Picture:
    half = 1.1 * float(np.abs(run.weights).max(initial=run.data.radius * run.rate))
    traces: list[dict[str, Any]] = []
    if isinstance(separation, Separator):
        traces.append(cone(run.data.signed, separation.w, half))
    for kind, color in ((1, POSITIVE), (-1, NEGATIVE)):
        traces.append(_edges(run.data.X[run.data.y == kind], color, half))
    if isinstance(separation, Separator):
        x, y = (3 * half * separation.w).tolist()
        traces.append({**LINE, "x": [0, x], "y": [0, y], "line": {"color": SEPARATOR, "width": 2}})
    u, v = run.weights.T
    columns: dict[str, Column] = {
        "zero": [0.0] * len(u),
        "u": column(u),
        "v": column(v),
        "ubefore": [None, *column(u[:-1])],
        "vbefore": [None, *column(v[:-1])],
    }
    marks: list[Mark] = [
        mark("curve", ["u", "v"], stroke=INK, width=1.5, opacity=0.5),
        mark("vector", ["ubefore", "vbefore", "u", "v"], stroke=INK, width=2.5, dash="3 4"),
        mark("vector", ["zero", "zero", "u", "v"], stroke=INK, width=2.5),
    ]
    label = "Weight space: each point's line, the cone of weights that separate, and the path of w."
    return Picture(plane("board", _SPACE, label, half, traces, axes=("w₁", "w₂")), columns, marks)


_SPACE = "Weight space: a line for each point, and the cone of weights that separate"


def _edges(points: Floats, color: str, half: float) -> dict[str, Any]:
    """Draw each point's own line w·x = 0: on one side of it w is right about the point, on the other wrong."""
    lengths = np.linalg.norm(points, axis=1)
    across = 3 * half * np.column_stack([-points[:, 1], points[:, 0]])[lengths > 0] / lengths[lengths > 0, None]
    ends: list[list[float | None]] = [[], []]
    for end in across.round(6):
        for values, value in zip(ends, end.tolist(), strict=True):
            values += [-value, value, None]
    return {**LINE, "x": ends[0], "y": ends[1], "line": {"color": color, "width": 0.75}, "opacity": 0.5}


def _space(run: Run, separation: Separator | Inseparable) -> Picture:
    """Draw the same in the three dimensions of the weights with a bias; the hand can turn it."""
    half = 1.1 * float(np.abs(run.weights).max(initial=run.data.radius * run.rate))
    traces: list[dict[str, Any]] = [
        {"type": "scatter3d", "mode": "lines+markers", "x": [], "y": [], "z": [], "name": "the path of w",
         "line": {"color": INK, "width": 5}, "marker": {"color": INK, "size": 2.5}},
    ]  # fmt: skip
    if isinstance(separation, Separator):
        x, y, z = (half * separation.w).tolist()
        style = {"line": {"color": SEPARATOR, "width": 5}, "name": "w*"}
        traces += [
            {"type": "scatter3d", "mode": "lines", "x": [0, x], "y": [0, y], "z": [0, z], **style},
            _cone_in_space(run.data.signed, separation.w, half),
        ]
    label = "Weight space with the bias as the third axis: the cone of weights that separate, and the path of w."
    corner = {"x": 0, "y": 0.95, "bgcolor": "rgba(0, 0, 0, 0)"}
    ranges = [[-half, half]] * 3
    panel = space("board", _SPACE, label, ranges, traces, axes=("w₁", "w₂", "b"), showlegend=True, legend=corner)
    columns = {name: column(values) for name, values in zip(("u", "v", "b"), run.weights.T, strict=True)}
    path: Mark = {"panel": 0, "kind": "growing", "trace": 0, "columns": [*columns], "attributes": ["x", "y", "z"]}
    return Picture(panel, dict(columns), [path])


def _cone_in_space(signed: Floats, w: Floats, half: float) -> dict[str, Any]:
    """Span the cone of weights that separate, as far as the picture goes.

    Where the plane w*·v = 1 cuts it, at w* + a, each signed point z asks for 1 + p·a > 0 with p = z's part across w*
    over z's part along it: the polar of the hull of those p.
    """
    across = np.linalg.svd(w[None, :])[2][1:]
    cuts = (signed @ across.T) / (signed @ w)[:, None]
    corner = 0.25 * np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]])  # ends the cut where nothing else does
    hull = ConvexHull(np.vstack([cuts, corner]))
    turned = hull.points[hull.vertices]
    sides = np.stack([turned, np.roll(turned, -1, axis=0)], axis=1)
    rim = np.linalg.solve(sides, np.full((len(sides), 2, 1), -1.0))[..., 0]
    rays = w + rim @ across
    rays *= half / np.abs(rays).max(axis=1, keepdims=True)
    corners = np.vstack([[0, 0, 0], rays])
    n = len(rays)
    first, second = list(range(1, n + 1)), [*range(2, n + 1), 1]
    x, y, z = corners.T.round(6).tolist()
    return {"type": "mesh3d", "x": x, "y": y, "z": z, "i": [0] * n, "j": first, "k": second, "name": "separating w",
            "color": SEPARATOR, "opacity": 0.25, "showlegend": True, "hoverinfo": "skip"}  # fmt: skip
