"""The proof: its lines in letters and in the numbers of each update, beside the board or the weight space."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from latex2mathml.converter import convert
from scipy.spatial import ConvexHull

from perceptron import BarelySeparable, Dataset, Inseparable, Plane, Run, Separator, bounds, margins, slack
from perceptron.learner import Tie
from perceptron.run import aligned_with
from perceptron.separation import Separation
from playground.address.parameters import Choice
from playground.draw import sentences
from playground.draw.figures import LINE, Floats, Picture, column, growing, mark
from playground.draw.outcome import boundary, compose, of_run, verdict
from playground.draw.palette import BOUND, FORMER, INK, NEGATIVE, POSITIVE, SEPARATOR
from playground.draw.planes import board, cone, half_side, plane, space
from playground.stage.payload import Column, Line, Mark, Point, Scene, Sheet
from playground.text import listed, number, readable, vector, whole

PLAIN_BOUND, UNIT, BIASED, START = "R²/γ²", "unit norm", "biased", "any start"
VERSIONS = (PLAIN_BOUND, UNIT, BIASED, START)
INPUT, WEIGHTS, LIFTED = "input plane", "weight space", "points in space"
VIEWS = (INPUT, WEIGHTS, LIFTED)
VIEW = Choice(
    "view",
    "The board shows",
    VIEWS,
    "In weight space each point is a half-plane, and w a point. With a bias the points stand in space at height c, and"
    " w is a plane through 0.",
)
VERSION = Choice(
    "version",
    "Version of the theorem",
    VERSIONS,
    "R²/γ²: with the separator w* of largest margin. unit norm: all points divided by R, which changes"
    " no mistake; each divided by its own norm would be another problem, with another margin. biased: with a bias and"
    " the plane farthest from the points, at distance ρ, offset b. any start: with w₀ and η in every line.",
)


def scene(
    points: Sequence[Point],
    run: Run | None,
    separation: Separation | None,
    *,
    bias: Fraction | None,
    view: str,
    version: str,
    tie: Tie = "mistake",
) -> Scene:
    """Compose the page for points, a run over them and what separates them; on an empty board there is neither.

    A run alone is shown without what would tell whether anything separates its points.

    The left picture shows one of VIEWS, and the sheet proves the theorem in one of VERSIONS. The learner's constant
    coordinate is `bias`, None without one.
    """
    drawn = board(points, run, separation, tie=tie)
    sheet = _sheet([_line("What is to be proved", r"k \le R^2 / \gamma^2", "")], 0, {})
    rows = run.quantities(separation) if run else None
    if run is not None and rows is not None:
        if separation is None or isinstance(separation, Separator):
            sheet = _proof(run, separation, version, rows["label"] * rows["activation"])
        elif isinstance(separation, BarelySeparable):
            sheet = _too_thin(run)
        else:
            sheet = _refusal(run, separation)
        if view == WEIGHTS:
            drawn = weight_space(run, separation)
        elif view == LIFTED and run.data.lift:
            drawn = _lifted(run, run.data.lift)
    outcome = of_run(run, rows, separation, verdict(run, separation))
    if isinstance(separation, Inseparable):
        outcome = replace(outcome, ask="")  # where no line exists the sheet itself proves it
    flat = view == INPUT or not run or (view == LIFTED and run.data.lift is None)
    return compose([drawn, sheet], outcome, points, editable=flat)


# ---- the lines -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Row:
    """A title, a formula, and the formula in numbers.

    If it speaks of `each` update it is empty at the start. Its `sides` are columns, the smaller ones first; they are
    drawn as far as `reach` at least. The `slack` is a column, too: what is between the first and the last of them.
    """

    title: str
    formula: str
    numbers: str
    each: bool = False
    sides: tuple[str, ...] = ()
    reach: float = 0.0
    slack: str = ""


_WITHOUT_W = {"rise", "squared"}
"""The columns of the sides that hold whether there is a w* or not."""
_BOUNDS = {"least", "floor", "most", "ceiling", "root", "allowed"}
"""The columns of the sides that the theorem sets."""


@dataclass(frozen=True)
class _Theorem:
    """A version of the theorem: the u it speaks of, the letters it has for its quantities, and what these mean."""

    u: Floats
    direction: slack.Direction | None
    """u without a rounding; None where nobody knows it."""
    margin: float
    """The margin of u, and the radius, in units of `unit`, as all numbers of the sheet."""
    radius: float
    unit: float = 1.0
    u_letter: str = "w^*"
    u_name: str = "w*"
    margin_letter: str = r"\gamma"
    squared_letter: str = "R^2"
    bound_letters: str = r"R^2 / \gamma^2"
    most: int | None = None
    """The updates that it allows from w₀ = 0, where more is known than R and γ as floats."""
    meaning: Sequence[_Row] = ()


def _theorem(run: Run, separator: Separator, version: str) -> _Theorem:
    plain = _Theorem(separator.w, slack.toward(run.data, separator), separator.margin, separator.radius)
    if version == UNIT:
        margin = separator.margin / separator.radius
        title = "All points, w and γ divided by R, so that ‖x‖ ≤ 1"
        return replace(
            plain,
            margin=margin,
            radius=1.0,
            unit=separator.radius,
            margin_letter=r"\gamma_1",
            squared_letter="1",
            bound_letters=r"1 / \gamma_1^2",
            meaning=[_line(title, r"\gamma_1 = \gamma / R", f"γ₁ = {number(margin)}")],
        )
    if version == BIASED and run.data.dim == 3:
        return _of_the_farthest_plane(run)
    if version == BIASED:
        title = "The biased version needs a bias; this is the plain proof"
        return replace(plain, meaning=[_line(title, r"x \to (x, c)", "")])
    return plain


def _of_the_farthest_plane(run: Run) -> _Theorem:
    """Tell it of the plane farthest from the points themselves, as a unit vector of the learner's space."""
    scale = float(run.data.X[0, 2])
    points = Dataset(run.data.X[:, :2], run.data.y)
    plane = margins(points, scale).geometric
    if not isinstance(plane, Plane):
        raise ValueError(f"separable points have a plane, got {plane!r}")
    u = np.append(plane.w, plane.offset / scale)
    u /= np.linalg.norm(u)
    margin = float((run.data.signed @ u).min())
    lift, constant = ("1+b^2", "1") if scale == 1 else ("1+(b/c)^2", "c^2")
    known = f"γᵤ = {number(margin)}, r = {number(points.radius)}, R² = {number(run.data.radius**2)}"
    if math.isfinite(plane.margin):
        title = "u: the plane farthest from the points; r: max ‖x‖ without c"
        letters = rf"\gamma_u = \rho / \sqrt{{{lift}}} , \quad R^2 = {constant}+r^2"
        known = f"ρ = {number(plane.margin)}, b = {number(plane.offset)}, {known}"
        bound = rf"R^2 / \gamma_u^2 = ({lift})({constant}+r^2) / \rho^2"
    else:
        title = "One class only: u is the constant alone; r: max ‖x‖ without it"
        letters, bound = rf"\gamma_u = c , \quad R^2 = {constant}+r^2", r"R^2 / \gamma_u^2"
    return _Theorem(
        u,
        slack.farthest(run.data, plane),
        margin,
        run.data.radius,
        u_letter="u",
        u_name="u",
        margin_letter=r"\gamma_u",
        bound_letters=bound,
        most=plane.bound,
        meaning=[_line(title, letters, known)],
    )


def _proof(run: Run, separator: Separator | None, version: str, scores: Floats) -> Picture:
    """Write the two lemmas, Cauchy–Schwarz and the squeeze, with this step's numbers and what each ≤ gives away.

    The scores are y w·x of each update, before it. Without a separator, the numbers that need one are left open.
    """
    nobody = _Theorem(np.zeros(run.data.dim), None, 1.0, run.data.radius)
    theorem = _theorem(run, separator, version) if separator else nobody
    started = bool(run.start.any()) or version == START
    eta = r"\eta " if run.rate != 1 or version == START else ""
    eta_squared = r"\eta^2 " if eta else ""
    u, gamma = theorem.u_letter, theorem.margin_letter
    start_u, start_squared = (rf"w_0 \cdot {u} + ", r"\|w_0\|^2 + ") if started else ("", "")
    most = eta_squared + theorem.squared_letter if eta_squared == "" or theorem.squared_letter != "1" else eta_squared
    sum_of_most = f"{start_squared}k" if most == "1" else f"{start_squared}k {most}"
    floor = f"{start_u}k {eta}{gamma}"
    along, start_norm = float(run.start @ theorem.u) / theorem.unit, float(np.linalg.norm(run.start)) / theorem.unit
    if separator is not None and theorem.u is separator.w:
        allowed = run.bound(separator)
    elif theorem.most is not None and not run.start.any():
        allowed = theorem.most
    else:
        allowed = bounds.whole(bounds.from_start(theorem.radius, theorem.margin, along, start_norm, run.rate))
    meaning, letters = [*theorem.meaning], theorem.bound_letters
    if started:
        product, length = rf"w_0 \cdot {u}", r"\|w_0\|"
        if eta:
            product, length = (rf"{part} / \eta" for part in (product, length))
        known = f"p = {number(along / run.rate)}, q = {number(start_norm / run.rate)}"
        title = f"The start: p, its part along {theorem.u_name}, and q, its length{', in units of η' if eta else ''}"
        meaning.append(_line(title, rf"p = {product} , \quad q = {length}", known))
        letters = _start_bound(theorem)
    lines = [
        *meaning,
        _line(
            f"Each update takes w along {theorem.u_name}; its angle may grow",
            rf"w_k \cdot {u} - w_{{k-1}} \cdot {u} = {eta}y x \cdot {u} \ge {eta}{gamma}",
            "{lift} ≥ {least}",
            sides=("least", "lift"),
            reach=run.rate * theorem.radius,
            slack="liftslack",
            each=True,
        ),
        _line(
            "so after k updates",
            rf"w_k \cdot {u} \ge {floor}",
            "{aligned} ≥ {floor}",
            sides=("floor", "aligned"),
            slack="floorslack",
        ),
        _line(
            "It was a mistake, y w·x ≤ 0, so w grows little",
            rf"\|w_k\|^2 - \|w_{{k-1}}\|^2 = 2{eta}y w_{{k-1}} \cdot x + {eta_squared}\|x\|^2 \le {most}",
            "{rise} = {cross} + {own} ≤ {most}",
            sides=("rise", "most"),
            slack="riseslack",
            each=True,
        ),
        _line(
            "so after k updates",
            rf"\|w_k\|^2 \le {sum_of_most}",
            "{squared} ≤ {ceiling}",
            sides=("squared", "ceiling"),
            slack="ceilingslack",
        ),
        _line(
            f"w·{theorem.u_name} is at most the length of w (Cauchy–Schwarz)",
            rf"w_k \cdot {u} \le \|w_k\|",
            "{aligned} ≤ {norm}",
            sides=("aligned", "norm"),
            slack="schwarzslack",
        ),
        _line(
            "Together: the left grows like k, the right like √k",
            rf"{floor} \le w_k \cdot {u} \le \|w_k\| \le \sqrt{{{sum_of_most}}}",
            "{floor} ≤ {aligned} ≤ {norm} ≤ {root}",
            sides=("floor", "aligned", "norm", "root"),
        ),
        _line(
            "so there can be no more updates than",
            rf"k \le {letters}",
            f"{{kk}} ≤ {whole(allowed)}",
            sides=("kk", "allowed") if math.isfinite(allowed) else (),
        ),
    ]
    columns = _numbers(run, theorem, scores / theorem.unit**2, allowed)
    if separator is None:
        lines = [row if {*row.sides} & _WITHOUT_W else replace(row, numbers="?", sides=(), slack="") for row in lines]
        needed = {name for row in lines for name in re.findall(r"{(\w+)}", row.numbers)}
        return _sheet(lines, len(run.mistakes), {name: columns[name] for name in needed}, marked=False)
    return _sheet(lines, len(run.mistakes), columns)


def _start_bound(theorem: _Theorem) -> str:
    """Write the larger root of (p + kγ)² = q² + kR² in the letters of a version."""
    gamma, squared = theorem.margin_letter, theorem.squared_letter
    fourth, across = ("1", rf"4p{gamma}") if squared == "1" else ("R^4", rf"4p{gamma} R^2")
    root = rf"\sqrt{{{fourth} - {across} + 4{gamma}^2 q^2}}"
    return rf"\frac{{{squared} - 2p{gamma} + {root}}}{{2{gamma}^2}}"


def _numbers(run: Run, theorem: _Theorem, scores: Floats, allowed: float) -> dict[str, Column]:
    """Compute every number of the lines at every step; those of an update are None at the start.

    The last of them is how many updates are `allowed`.
    """
    k = np.arange(len(run.mistakes) + 1)
    rate, unit, steps = run.rate, theorem.unit, run.data.signed[run.mistakes]
    aligned, squared = aligned_with(theorem.u, run.weights) / unit, np.vecdot(run.weights, run.weights) / unit**2
    floor = bounds.alignment_floor(k, theorem.margin, rate, aligned[0])
    floor[np.abs(floor) <= 1e-12 * abs(aligned[0])] = 0.0  # but for rounding
    ceiling = bounds.norm_squared_ceiling(k, theorem.radius, rate, math.sqrt(squared[0]))
    gain, cross, rise = rate * (steps @ theorem.u) / unit, 2 * rate * scores, run.rises / unit**2
    own = rate**2 * np.vecdot(steps, steps) / unit**2
    least, most = rate * theorem.margin, (rate * theorem.radius) ** 2
    shorter = slack.of_lengths(run) / unit**2
    always = {
        "aligned": aligned,
        "floor": floor,
        "squared": squared,
        "ceiling": ceiling,
        "ceilingslack": _summed(shorter),
        "norm": np.sqrt(squared),
        "root": np.sqrt(ceiling),
        "kk": k.astype(float),
        "allowed": np.full(len(k), float(allowed)),
    }
    updates = {
        "lift": gain,
        "least": np.full(len(gain), least),
        "rise": rise,
        "own": own,
        "most": np.full(len(own), most),
        "riseslack": shorter,
    }
    if theorem.direction is not None:
        beyond = slack.of_updates(run, theorem.direction) / unit
        updates["liftslack"], always["floorslack"] = beyond, _summed(beyond)
        always["schwarzslack"] = slack.of_angles(run, theorem.direction) / unit
    columns: dict[str, Column] = {name: readable(_known(values)) for name, values in always.items()}
    columns |= {name: [None, *readable(_known(values))] for name, values in updates.items()}
    return columns | {"cross": [None, *_written(cross)]}


def _summed(slack: Floats) -> Floats:
    """Return what the updates up to each step have left over together."""
    return np.append(0.0, slack.cumsum())


def _known(values: Floats) -> Floats:
    """Take numbers for equal that are so but for rounding."""
    return np.array([float(f"{value:.12g}") for value in values.tolist()])


def _written(values: Floats) -> list[str]:
    """Write numbers as terms of a sum, negative ones in brackets."""
    return [f"({number(value)})" if value < 0 else number(value) for value in _known(values).tolist()]


def _tightest(rows: Sequence[_Row], columns: dict[str, Column]) -> list[int | None]:
    """Name for each update the line that has the least slack, as a share of its larger side; the first of equals."""
    places = [place for place, row in enumerate(rows) if row.slack]
    shares = []
    for place in places:
        larger, slack = (
            np.array(columns[name][1:], dtype=float) for name in (rows[place].sides[-1], rows[place].slack)
        )
        shares.append(np.divide(slack, np.abs(larger), out=np.zeros_like(slack), where=larger != 0).round(5))
    return [None, *np.array(places)[np.argmin(shares, axis=0)].tolist()]


def _refusal(run: Run, inseparable: Inseparable) -> Picture:
    """Write why no proof can begin: the certificate, and what it says of this step's weights."""
    chosen, shares = inseparable.points, inseparable.weights
    signed = run.data.signed[chosen]
    terms = shares * run.path.unscaled(run.path.scores(0, run.updates + 1))[:, chosen] + 0.0  # which leaves no −0
    names = [f"term{'abcdefgh'[i]}" for i in range(len(chosen))]
    columns: dict[str, Column] = {name: _written(values) for name, values in zip(names, terms.T, strict=True)}
    columns["worst"] = _written(terms.min(axis=1))
    combination = " + ".join(
        f"{number(float(share))}·{vector(point)}" for share, point in zip(shares, signed, strict=True)
    )
    zero = vector(np.zeros(run.data.dim))
    lines = [
        _line(f"No {boundary(run.data)} separates these points, so there is no margin γ > 0", r"\gamma \le 0", ""),
        _line(
            f"The signed points {listed(chosen.tolist())}, weighted by λ, sum to zero"
            if len(chosen) > 1
            else f"The signed point {chosen[0]} is zero, whatever λ",
            r"\sum \lambda_i y_i x_i = 0 , \quad \lambda_i > 0",
            f"{combination} = {zero}",
        ),
        _line(
            "so the same sum of scores is zero for every w",
            r"\sum \lambda_i y_i w_k \cdot x_i = 0",
            " + ".join(f"{{{name}}}" for name in names) + " = 0",
        ),
        _line(
            "and its smallest term is not positive: no w has every point on its own side",
            r"y_i w_k \cdot x_i \le 0",
            "{worst} ≤ 0",
        ),
    ]
    return _sheet(lines, len(run.mistakes), columns)


def _too_thin(run: Run) -> Picture:
    """Write why the proof has no numbers: it holds, but for a margin that floats cannot show."""
    radius = number(run.data.radius)
    lines = [
        _line("A line separates these points, so there is a margin γ > 0", r"\gamma > 0", ""),
        _line("yet one smaller than 16 digits can show", r"\gamma < 10^{-15} R", f"R = {radius}"),
        _line("The theorem holds, but its bound is larger than anything seen here", r"R^2 / \gamma^2 > 10^{30}", ""),
    ]
    return _sheet(lines, len(run.mistakes), {})


def _line(title: str, formula: str, numbers: str, **more: Any) -> _Row:
    row = _Row(title, formula, numbers, **more)
    return replace(row, numbers=f"{numbers}{_EM_SPACE}slack {{{row.slack}}}") if row.slack else row


_EM_SPACE = "\N{EM SPACE}"
_BREAK = re.compile(r" (?=(?:=|>|\\le|\\ge) )|(?<=\\quad) ")


@functools.lru_cache(maxsize=256)
def _mathml(formula: str) -> str:
    """Set a formula in pieces, each from a relation on, for no engine breaks a formula where its line ends."""
    return "<wbr/>".join(convert(piece) for piece in _BREAK.split(formula))


def _sheet(rows: Sequence[_Row], last: int, columns: dict[str, Column], *, marked: bool = True) -> Picture:
    """Set the rows; those that speak of an update say at the start that there is none yet.

    If they are `marked`, the one with the least slack is.
    """
    lines: list[Line] = []
    for row in rows:
        text = sentences.text(last, "no update yet" if row.each else row.numbers, row.numbers)
        line: Line = {"title": row.title, "formula": _mathml(row.formula), "text": text}
        if row.sides:
            line["sides"] = [{"column": name, "bound": name in _BOUNDS} for name in row.sides]
        if row.reach:
            line["reach"] = row.reach
        lines.append(line)
    sheet: Sheet = {"area": "side", "label": "The proof in letters, and in the numbers of this update.", "lines": lines}
    if marked and any(row.slack for row in rows):
        sheet["marked"] = "tightest"
        columns["tightest"] = _tightest(rows, columns)
    return Picture(sheet, columns)


# ---- the weight space ----------------------------------------------------------------------------------------------


def weight_space(run: Run, separation: Separation | None) -> Picture:
    """Draw w as a point that walks by y x, and the weights that separate as a cone; with a bias, in space."""
    return _space(run, separation) if run.data.dim == 3 else _plane(run, separation)


def _plane(run: Run, separation: Separation | None) -> Picture:
    half = 1.1 * float(np.abs(run.weights).max(initial=run.data.radius * run.rate))
    traces: list[dict[str, Any]] = []
    if isinstance(separation, Separator):
        traces.append(cone(run.data.signed, separation.w, half))
    for sign, color, dash in ((1, POSITIVE, "solid"), (-1, NEGATIVE, "dash")):
        traces.append(_edges(run.data.X[run.data.y == sign], color, dash, half))
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
        mark("curve", ["u", "v"], stroke=INK, width=1.5, opacity=FORMER),
        mark("vector", ["ubefore", "vbefore", "u", "v"], stroke=INK, width=2.5, dash="3 4"),
        mark("vector", ["zero", "zero", "u", "v"], stroke=INK, width=2.5),
    ]
    title = f"Weight space: a line for each point{_cone_of(separation)}"
    label = "Weight space: each point's line, the cone of weights that separate, and the path of w."
    return Picture(plane("board", title, label, (-half, half), traces, axes=("w₁", "w₂")), columns, marks)


def _cone_of(separation: Separation | None) -> str:
    if separation is None:
        return ""
    if isinstance(separation, BarelySeparable):
        return ", and a cone too thin to draw"
    return f", and {'the cone of' if isinstance(separation, Separator) else 'no'} weights that separate"


def _edges(points: Floats, color: str, dash: str, half: float) -> dict[str, Any]:
    """Draw each point's own line w·x = 0: on one side of it w is right about the point, on the other wrong."""
    lengths = np.linalg.norm(points, axis=1)
    across = 3 * half * np.column_stack([-points[:, 1], points[:, 0]])[lengths > 0] / lengths[lengths > 0, None]
    ends: list[list[float | None]] = [[], []]
    for end in across.round(6):
        for values, value in zip(ends, end.tolist(), strict=True):
            values += [-value, value, None]
    return {**LINE, "x": ends[0], "y": ends[1], "line": {"color": color, "width": 0.75, "dash": dash}}


def _space(run: Run, separation: Separation | None) -> Picture:
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
    title = f"Weight space: the path of w{_cone_of(separation)}"
    panel = space("board", title, label, ranges, traces, axes=("w₁", "w₂", "b"), showlegend=True, legend=corner)
    columns = {name: column(values) for name, values in zip(("u", "v", "b"), run.weights.T, strict=True)}
    return Picture(panel, dict(columns), [growing(0, [*columns])])


def _cone_in_space(signed: Floats, w: Floats, half: float) -> dict[str, Any]:
    """Span the cone of weights that separate, as far as the picture goes.

    Where the plane w*·v = 1 cuts it, at w* + a, each signed point z asks for 1 + p·a > 0 with p = z's part across w*
    over z's part along it: the polar of the hull of those p.
    """
    across = np.linalg.svd(w[None, :])[2][1:]
    cuts = (signed @ across.T) / (signed @ w)[:, None]
    corner = 0.25 * np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]])  # ends the cut where nothing else does
    hull = ConvexHull(np.vstack([cuts, corner]))
    rim_of_cut = hull.points[hull.vertices]
    sides = np.stack([rim_of_cut, np.roll(rim_of_cut, -1, axis=0)], axis=1)
    rim = np.linalg.solve(sides, np.full((len(sides), 2, 1), -1.0))[..., 0]
    rays = w + rim @ across
    rays *= half / np.abs(rays).max(axis=1, keepdims=True)
    corners = np.vstack([[0, 0, 0], rays])
    n = len(rays)
    first, second = list(range(1, n + 1)), [*range(2, n + 1), 1]
    x, y, z = corners.T.round(6).tolist()
    return {"type": "mesh3d", "x": x, "y": y, "z": z, "i": [0] * n, "j": first, "k": second, "name": "separating w",
            "color": SEPARATOR, "opacity": 0.25, "showlegend": True, "hoverinfo": "skip"}  # fmt: skip


# ---- the points in space -------------------------------------------------------------------------------------------


def _lifted(run: Run, height: float) -> Picture:
    """Draw the points as a bias lifts them, the plane through 0 that w makes, and the line in which it cuts them."""
    half = half_side([(x, y, 0) for x, y, _ in run.data.X.tolist()])
    low, high = -0.3 * height, 1.3 * height
    plane, cut = _through_zero(run.weights, height, half)
    pane = {
        "type": "mesh3d",
        "i": [0, 0],
        "j": [1, 2],
        "k": [2, 3],
        "color": INK,
        "opacity": 0.2,
        "hoverinfo": "skip",
    }
    line = {"type": "scatter3d", "mode": "lines", "line": {"color": INK, "width": 6}}
    traces: list[dict[str, Any]] = [
        {**pane, "x": [], "y": [], "z": [], "name": "w·(x, c) = 0", "showlegend": True},
        {**line, "x": [], "y": [], "z": [], "name": f"its line at height c = {number(height)}"},
        {"type": "scatter3d", "mode": "markers+text", "x": [0], "y": [0], "z": [0], "text": ["0"], "showlegend": False,
         "textposition": "bottom center", "marker": {"color": INK, "size": 4}},
        {**line, "x": [-half, half, half, -half, -half], "y": [-half, -half, half, half, -half], "z": [height] * 5,
         "line": {"color": BOUND, "width": 2}, "showlegend": False},
    ]  # fmt: skip
    for kind, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "diamond")):
        x, y, z = run.data.X[run.data.y == kind].T.tolist()
        style = {"marker": {"color": color, "size": 6, "symbol": symbol}, "showlegend": False}
        traces.append({"type": "scatter3d", "mode": "markers", "x": x, "y": y, "z": z, **style})
    columns: dict[str, Column] = {}
    marks: list[Mark] = []
    for trace, (name, corners) in enumerate((("plane", plane), ("cut", cut))):
        names = [f"{name}{axis}{corner}" for axis in "xyz" for corner in range(corners.shape[1])]
        columns |= dict(zip(names, map(column, corners.transpose(2, 1, 0).reshape(len(names), -1)), strict=True))
        marks.append(growing(trace, names))
    title = "In space: each point at height c, and w a plane through 0"
    label = "The points in space, lifted to height c, the plane through 0 that w makes, and its line at that height."
    corner = {"x": 0, "y": 0.95, "bgcolor": "rgba(0, 0, 0, 0)"}
    ranges = [[-half, half], [-half, half], [low, high]]
    panel = space("board", title, label, ranges, traces, axes=("x₁", "x₂", "c"), showlegend=True, legend=corner)
    # Nearly from the side, so that 0 is seen below the points.
    panel["figure"]["layout"]["scene"]["camera"]["eye"] = {"x": 1.9, "y": 0.9, "z": 0.5}
    return Picture(panel, columns, marks)


def _through_zero(weights: Floats, height: float, half: float) -> tuple[Floats, Floats]:
    """Return for each w four corners of its plane, and two ends of its line at a height; all 0 where there is none.

    The plane is as large as the picture, which ends `half` from 0 to each side and a little above that height.
    """
    length, third = np.hypot(*weights[:, :2].T), weights[:, 2]
    normal = np.divide(weights[:, :2].T, length, out=np.repeat([[1.0], [0.0]], len(weights), axis=1), where=length > 0)
    flat = np.zeros(len(weights))
    along = 3 * half * np.array([-normal[1], normal[0], flat])
    with np.errstate(divide="ignore", invalid="ignore"):
        far = np.where(weights.any(axis=1), np.minimum(3 * half / np.abs(third), 1.3 * height / length), 0.0)
        foot = np.where(length > 0, -third * height / length, np.inf)  # how far along the normal
    steep = far * np.array([third * normal[0], third * normal[1], -length])
    along_of_plane = np.where(far > 0, along, 0.0)
    plane = np.array([along_of_plane + steep, steep - along_of_plane, -along_of_plane - steep, along_of_plane - steep])
    near = np.abs(foot) < 3 * half
    at = np.array([*np.where(near, foot, 0.0) * normal, flat + height])
    cut = np.where(near, [at - along, at + along], 0.0)
    return plane.transpose(2, 0, 1), cut.transpose(2, 0, 1)
