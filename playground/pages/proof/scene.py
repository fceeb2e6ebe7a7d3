"""The proof: its lines in letters and with the numbers of each update, beside the board or the weight space."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.spatial import ConvexHull

from perceptron import BarelySeparable, Inseparable, Run, Separator, bounds, slack
from perceptron.run import aligned_with
from perceptron.separation import Separation
from playground.address.parameters import Choice
from playground.draw import sentences
from playground.draw.figures import Floats, Picture, column, growing, lines, mark
from playground.draw.outcome import Outcome, boundary, compose, of_run, short, verdict
from playground.draw.palette import BOUND, FORMER, INK, NEGATIVE, POSITIVE, SEPARATOR
from playground.draw.planes import board, cone, half_side, plane, polyline, space
from playground.draw.steps import Steps
from playground.pages.proof import doing
from playground.pages.proof.doing import DO, WATCH
from playground.pages.proof.formulas import mathml
from playground.pages.proof.trials import farthest_plane
from playground.stage.payload import Column, Dash, FigurePart, Line, Lines, Point, Scene, Sheet, Signs, Tick
from playground.text import NO_BREAK, listed, number, readable, vector, whole

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
    "Version",
    VERSIONS,
    "R²/γ²: with the separator w* of largest margin. unit norm: all points divided by R, which changes"
    " no mistake; each divided by its own norm would be another problem, with another margin. biased: with a bias and"
    " the plane farthest from the points, at distance ρ, offset b. any start: with w₀ and η in every line.",
)


def scene(
    points: Sequence[Point],
    steps: Steps | None,
    separation: Separation | None,
    *,
    view: str,
    version: str,
    work: str = WATCH,
    plain: Run | None = None,
) -> Scene:
    """Return the scene of a run over points, or of a board without a run if `steps` is None.

    `steps` has the run and its columns. The board shows the points as `view` says, one of VIEWS. The sheet beside it
    has the proof in a `version`, one of VERSIONS, or the reason why there is none. If `separation` is None, the scene
    does not reveal what separates the points.

    If `work` is DO, puzzles replace the sheet. Their numbers are those of `plain`, a run over these points from w = 0
    at rate 1. Without such a run, or if it has no updates, or without a w* in `separation`, they are those of AND.
    """
    run = steps.run if steps else None
    if run is not None and view == WEIGHTS:
        drawn = _space(run, separation) if run.data.dim == 3 else _plane(run, separation)
    elif steps is not None and run is not None and view == LIFTED and run.data.lift:
        drawn = _lifted(steps, run.data.lift)
    else:
        drawn = board(points, steps, separation)
    if work == DO:
        known = separation if isinstance(separation, Separator) else None
        beside = doing.panel(plain, known, farthest=version == BIASED)
    else:
        beside = _lines(run, separation, version)
    outcome = of_run(steps, separation, verdict(run, separation))
    if run is not None and isinstance(separation, Separator) and _has_factors(run):
        outcome = _accounted(outcome, run, separation)
    if isinstance(separation, Inseparable):
        outcome = replace(outcome, ask="")  # where no line exists the sheet itself proves it
    flat = view == INPUT or not run or (view == LIFTED and run.data.lift is None)
    shown = compose([drawn, beside], outcome, points, editable=flat)
    return {**shown, "tabs": doing.tabs(work)}


def _has_factors(run: Run) -> bool:
    """Return whether `slack.factors` explains the run's number of updates: it converged, with updates, from w = 0."""
    return run.outcome == "converged" and run.updates > 0 and not run.start.any()


def _accounted(outcome: Outcome, run: Run, separator: Separator) -> Outcome:
    """Add to an outcome's verdict the factors that take R²/γ² down to the updates, and explain them in a note."""
    taken, eta = slack.factors(run, separator), "" if run.rate == 1 else "η"
    bound = str(taken.bound) if short(separator) else number(float(taken.bound))
    floor, ceiling, angle = map(_share, (taken.floor, taken.length, taken.angle))
    text = "Each ≤ of the proof was an =."
    if taken.bound > run.updates:
        product = " · ".join((bound, floor, ceiling, angle))
        text = f"{whole(run.updates)}{NO_BREAK}={NO_BREAK}{product}: a factor for each ≤ of the proof."
    most = f"k{'η²' if eta else ''}R²"
    why = (
        f"They are R²/γ² times three factors, one for each ≤ of the proof: {floor} = (k{eta}γ/w·w*)², since"
        f" w·w* ≥ k{eta}γ; {ceiling} = ‖w‖²/{most}, since ‖w‖² ≤ {most}; {angle} = cos²∠(w, w*), since w·w* ≤ ‖w‖."
    )
    *others, updates = outcome.facts
    return replace(
        outcome,
        facts=[*others, {**updates, "note": f"{updates['note']} {why}"}],
        verdict={**outcome.verdict, "text": f"{outcome.verdict['text']} {text}"},
    )


def _share(factor: Fraction) -> str:
    """Write a factor as a fraction if it is a short one, else to three digits.

    >>> _share(Fraction(29, 54)), _share(Fraction(484, 493))
    ('29/54', '0.982')
    """
    return str(factor) if factor.denominator < 100 else number(float(factor))


# ---- the lines -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Row:
    """A line on the sheet of the proof: a title, a formula, and a template for the formula in numbers.

    A row about `each` update has no numbers at the start. `sides` are the columns of an inequality, the smallest first,
    drawn as bars on a scale up to `reach` or more. `slack` is the column of the largest side minus the smallest.
    """

    title: str
    formula: str
    numbers: str
    each: bool = False
    sides: tuple[str, ...] = ()
    reach: float = 0.0
    slack: str = ""

    @property
    def written(self) -> str:
        """The text for this line of the proof in numbers, with names of columns in braces in place of the numbers.

        If the line has a `slack`, the largest side of its inequality minus the smallest, the text ends with it.
        """
        return f"{self.numbers}{_EM_SPACE}slack {{{self.slack}}}" if self.slack else self.numbers


_EM_SPACE = "\N{EM SPACE}"
_WITHOUT_W = {"rise", "squared"}
"""The sides that need no w*."""
_BOUNDS = {"least", "floor", "most", "ceiling", "root", "allowed"}
"""The sides that are bounds of the theorem."""


def _lines(run: Run | None, separation: Separation | None, version: str) -> Picture:
    """Return the sheet with the lines of the proof, or with the reason why there is none; without a run, the claim."""
    if run is None:
        return _sheet([_Row("The claim", r"k \le R^2 / \gamma^2", "")], 0, {})
    if separation is None or isinstance(separation, Separator):
        return _proof(run, separation, version)
    return _too_thin(run) if isinstance(separation, BarelySeparable) else _refusal(run, separation)


@dataclass(frozen=True)
class _Theorem:
    """A version of the theorem: its unit vector u, its numbers in multiples of `unit`, and the letters for them."""

    u: Floats
    direction: slack.Direction | None
    """u without rounding; None if unknown."""
    margin: float
    radius: float
    unit: float = 1.0
    u_letter: str = "w^*"
    u_name: str = "w*"
    margin_letter: str = r"\gamma"
    squared_letter: str = "R^2"
    bound_letters: str = r"R^2 / \gamma^2"
    most: int | None = None
    """The most updates from this start, if known more exactly than from R and γ as floats."""
    meaning: Sequence[_Row] = ()
    """The rows that explain the letters."""


def _theorem(run: Run, separator: Separator, version: str) -> _Theorem:
    most = run.bound(separator)
    plain = _Theorem(separator.w, slack.toward(run.data, separator), separator.margin, separator.radius, most=most)
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
            meaning=[_Row(title, r"\gamma_1 = \gamma / R", f"γ₁ = {number(margin)}")],
        )
    if version == BIASED and run.data.dim == 3:
        return _of_the_farthest_plane(run)
    if version == BIASED:
        title = "The biased version needs a bias; this is the plain proof"
        return replace(plain, meaning=[_Row(title, r"x \to (x, c)", "")])
    return plain


def _of_the_farthest_plane(run: Run) -> _Theorem:
    """Return the theorem for the plane farthest from the points, whose u is a unit vector of the learner's space."""
    # 1. The plane, u and its margin.
    plane = farthest_plane(run)
    u = np.append(plane.w, plane.offset / plane.scale)
    u /= np.linalg.norm(u)
    margin = float((run.data.signed @ u).min())
    # 2. Its letters; points of one class have no plane at a finite distance.
    lift, constant = ("1+b^2", "1") if plane.scale == 1 else ("1+(b/c)^2", "c^2")
    known = f"γᵤ = {number(margin)}, r = {number(plane.radius)}, R² = {number(run.data.radius**2)}"
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
        most=None if run.start.any() else plane.bound,
        meaning=[_Row(title, letters, known)],
    )


def _proof(run: Run, separator: Separator | None, version: str) -> Picture:
    """Write the two lemmas, Cauchy–Schwarz and the squeeze in this step's numbers, with the slack of each inequality.

    Without a separator, numbers that need one are left open.
    """
    # 1. The theorem, and the most updates it allows.
    unknown = _Theorem(np.zeros(run.data.dim), None, 1.0, run.data.radius)
    theorem = _theorem(run, separator, version) if separator else unknown
    along, start_norm = float(run.start @ theorem.u) / theorem.unit, float(np.linalg.norm(run.start)) / theorem.unit
    allowed = theorem.most
    if allowed is None:
        allowed = bounds.whole(bounds.from_start(theorem.radius, theorem.margin, along, start_norm, run.rate))
    # 2. The letters of w₀ and η, which only some runs need.
    started = bool(run.start.any()) or version == START
    eta = r"\eta " if run.rate != 1 or version == START else ""
    meaning = [*theorem.meaning]
    if started:
        per = r" / \eta" if eta else ""
        title = f"The start: p, its part along {theorem.u_name}, and q, its length{', in units of η' if eta else ''}"
        letters = rf"p = w_0 \cdot {theorem.u_letter}{per} , \quad q = \|w_0\|{per}"
        meaning.append(_Row(title, letters, f"p = {number(along / run.rate)}, q = {number(start_norm / run.rate)}"))
        theorem = replace(theorem, bound_letters=_start_bound(theorem))
    # 3. The rows, the ruler, and their columns.
    rows = [*meaning, *_inequalities(theorem, run.rate, eta, allowed, started=started)]
    ruler, columns = _ruler(theorem, "η" if eta else "", started=started), _numbers(run, theorem, allowed)
    if separator is None:
        rows = [row if {*row.sides} & _WITHOUT_W else replace(row, numbers="?", sides=(), slack="") for row in rows]
        ruler = ruler[2:]  # ‖w‖ and its ceiling
        needed = {name for row in rows for name in re.findall(r"{(\w+)}", row.written)}
        columns = {name: columns[name] for name in {*needed, *(tick["column"] for tick in ruler)}}
    picture = _sheet(rows, len(run.mistakes), columns, marked=separator is not None)
    picture.panel["ruler"] = ruler  # type: ignore[typeddict-unknown-key]
    return picture


_IN_TEXT = {r"\gamma": "γ", r"\gamma_1": "γ₁", r"\gamma_u": "γᵤ", "R^2": "R", "1": ""}
"""A theorem's letters in text; of R² and 1 their roots."""


def _ruler(theorem: _Theorem, eta: str, *, started: bool) -> list[Tick]:
    """Return the ticks of an axis for kγ ≤ w·w* ≤ ‖w‖ ≤ √k R, in a theorem's letters."""
    u, gamma, radius = theorem.u_name, _IN_TEXT[theorem.margin_letter], _IN_TEXT[theorem.squared_letter]
    floor, ceiling = f"k{eta}{gamma}", f"√k{NO_BREAK}{eta}{radius}".rstrip()
    if started:
        squared = "".join(f"{letter}²" for letter in (eta, radius) if letter)
        floor, ceiling = f"w₀·{u} + {floor}", f"√(‖w₀‖² + k{squared})"
    names = {"floor": floor, "aligned": f"w·{u}", "norm": "‖w‖", "root": ceiling}
    return [{"name": name, "column": column, "bound": column in _BOUNDS} for column, name in names.items()]


def _inequalities(theorem: _Theorem, rate: float, eta: str, allowed: int, *, started: bool) -> list[_Row]:
    """Return the seven rows of the proof, with w₀ if the run `started` there, and with η unless `eta` is empty."""
    # 1. The two sides of the squeeze.
    u, gamma = theorem.u_letter, theorem.margin_letter
    start_u, start_squared = (rf"w_0 \cdot {u} + ", r"\|w_0\|^2 + ") if started else ("", "")
    eta_squared = r"\eta^2 " if eta else ""
    most = eta_squared if eta and theorem.squared_letter == "1" else eta_squared + theorem.squared_letter
    sum_of_most = f"{start_squared}k" if most == "1" else f"{start_squared}k {most}"
    floor = f"{start_u}k {eta}{gamma}"
    # 2. The two lemmas, Cauchy–Schwarz, the squeeze, and the bound.
    return [
        _Row(
            f"Each update adds to w·{theorem.u_name}; the angle may grow",
            rf"{eta}y x \cdot {u} \ge {eta}{gamma}",
            "{lift} ≥ {least}",
            sides=("least", "lift"),
            reach=rate * theorem.radius,
            slack="liftslack",
            each=True,
        ),
        _Row(
            "so after k updates",
            rf"w_k \cdot {u} \ge {floor}",
            "{aligned} ≥ {floor}",
            sides=("floor", "aligned"),
            slack="floorslack",
        ),
        _Row(
            "A mistake, y w·x ≤ 0, adds little to ‖w‖²",
            rf"2{eta}y w_{{k-1}} \cdot x + {eta_squared}\|x\|^2 \le {most}",
            "{cross} + {own} = {rise} ≤ {most}",
            sides=("rise", "most"),
            slack="riseslack",
            each=True,
        ),
        _Row(
            "so after k updates",
            rf"\|w_k\|^2 \le {sum_of_most}",
            "{squared} ≤ {ceiling}",
            sides=("squared", "ceiling"),
            slack="ceilingslack",
        ),
        _Row(
            "Cauchy–Schwarz",
            rf"w_k \cdot {u} \le \|w_k\|",
            "{aligned} ≤ {norm}",
            sides=("aligned", "norm"),
            slack="schwarzslack",
        ),
        _Row(
            "Together: k on the left, √k on the right",
            rf"{floor} \le w_k \cdot {u} \le \|w_k\| \le \sqrt{{{sum_of_most}}}",
            "{floor} ≤ {aligned} ≤ {norm} ≤ {root}",
        ),
        _Row(
            "so k is at most",
            rf"k \le {theorem.bound_letters}",
            f"{{kk}} ≤ {whole(allowed)}",
            sides=("kk", "allowed") if math.isfinite(allowed) else (),
        ),
    ]


def _start_bound(theorem: _Theorem) -> str:
    """Return the formula of the larger root k of (p + kγ)² = q² + kR², in a theorem's letters."""
    gamma, squared = theorem.margin_letter, theorem.squared_letter
    fourth, across = ("1", rf"4p{gamma}") if squared == "1" else ("R^4", rf"4p{gamma} R^2")
    root = rf"\sqrt{{{fourth} - {across} + 4{gamma}^2 q^2}}"
    return rf"\frac{{{squared} - 2p{gamma} + {root}}}{{2{gamma}^2}}"


def _numbers(run: Run, theorem: _Theorem, allowed: float) -> dict[str, Column]:
    """Return the columns of the numbers in the rows; those of a single update are None at the start."""
    k = np.arange(len(run.mistakes) + 1)
    rate, unit, steps = run.rate, theorem.unit, run.data.signed[run.mistakes]  # steps: shape (M, dim)
    # 1. After so many updates, each of shape (M + 1,).
    aligned, squared = aligned_with(theorem.u, run.weights) / unit, np.vecdot(run.weights, run.weights) / unit**2
    floor = bounds.alignment_floor(k, theorem.margin, rate, aligned[0])
    floor[np.abs(floor) <= 1e-12 * abs(aligned[0])] = 0.0  # a rounding error
    ceiling = bounds.norm_squared_ceiling(k, theorem.radius, rate, math.sqrt(squared[0]))
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
    # 2. Of each update, shape (M,).
    updates = {
        "lift": rate * (steps @ theorem.u) / unit,
        "least": np.full(len(steps), rate * theorem.margin),
        "rise": run.rises / unit**2,
        "own": rate**2 * np.vecdot(steps, steps) / unit**2,
        "most": np.full(len(steps), (rate * theorem.radius) ** 2),
        "riseslack": shorter,
    }
    if theorem.direction is not None:
        beyond = slack.of_updates(run, theorem.direction) / unit
        updates["liftslack"], always["floorslack"] = beyond, _summed(beyond)
        always["schwarzslack"] = slack.of_angles(run, theorem.direction) / unit
    columns: dict[str, Column] = {name: readable(_known(values)) for name, values in always.items()}
    columns |= {name: [None, *readable(_known(values))] for name, values in updates.items()}
    return columns | {"cross": [None, *_written(2 * rate * (run.data.y[run.mistakes] * run.activations / unit**2))]}


def _summed(slack: Floats) -> Floats:
    """Return the sum of the slack up to each step, shape (M + 1,)."""
    return np.append(0.0, slack.cumsum())


def _known(values: Floats) -> Floats:
    """Return values rounded to twelve digits, so that rounding errors make no difference."""
    return np.array([float(f"{value:.12g}") for value in values.tolist()])


def _written(values: Floats) -> list[str]:
    """Write the terms of a sum as texts, a negative one in brackets."""
    return [f"({number(value)})" if value < 0 else number(value) for value in _known(values).tolist()]


def _tightest(rows: Sequence[_Row], columns: dict[str, Column]) -> list[int | None]:
    """Return, for each update, the index of the row whose slack is the smallest part of its larger side.

    Of equal ones it is the first; at the start it is None.
    """
    places = [place for place, row in enumerate(rows) if row.slack]
    shares = []
    for place in places:
        larger, slack = (
            np.array(columns[name][1:], dtype=float) for name in (rows[place].sides[-1], rows[place].slack)
        )
        shares.append(np.divide(slack, np.abs(larger), out=np.zeros_like(slack), where=larger != 0).round(5))
    return [None, *np.array(places)[np.argmin(shares, axis=0)].tolist()]


def _refusal(run: Run, inseparable: Inseparable) -> Picture:
    """Return the sheet that says why there is no proof: the certificate, and its scores with each step's weights."""
    # 1. The terms λ y w·x, shape (M + 1, points of the certificate).
    chosen, shares = inseparable.points, inseparable.weights
    scores = run.path.unscaled(run.path.scores(0, run.updates + 1))[:, chosen]
    terms = shares * scores + 0.0  # which turns −0 into 0
    names = [f"term{'abcdefgh'[i]}" for i in range(len(chosen))]
    columns: dict[str, Column] = {name: _written(values) for name, values in zip(names, terms.T, strict=True)}
    columns["worst"] = _written(terms.min(axis=1))
    # 2. The rows.
    signed = zip(shares, run.data.signed[chosen], strict=True)
    combination = " + ".join(f"{number(float(share))}·{vector(point)}" for share, point in signed)
    sum_title = f"The signed point {chosen[0]} is zero, whatever λ"
    if len(chosen) > 1:
        sum_title = f"The signed points {listed(chosen.tolist())}, weighted by λ, sum to zero"
    rows = [
        _Row(f"No {boundary(run.data)} separates these points, so there is no margin γ > 0", r"\gamma \le 0", ""),
        _Row(
            sum_title,
            r"\sum \lambda_i y_i x_i = 0 , \quad \lambda_i > 0",
            f"{combination} = {vector(np.zeros(run.data.dim))}",
        ),
        _Row(
            "so the same sum of scores is zero for every w",
            r"\sum \lambda_i y_i w_k \cdot x_i = 0",
            " + ".join(f"{{{name}}}" for name in names) + " = 0",
        ),
        _Row(
            "and its smallest term is not positive: no w has every point on its own side",
            r"y_i w_k \cdot x_i \le 0",
            "{worst} ≤ 0",
        ),
    ]
    return _sheet(rows, len(run.mistakes), columns)


def _too_thin(run: Run) -> Picture:
    """Return the sheet that says that the theorem holds, but with a margin too small for floats."""
    rows = [
        _Row("A line separates these points, so there is a margin γ > 0", r"\gamma > 0", ""),
        _Row("yet one smaller than 16 digits can show", r"\gamma < 10^{-15} R", f"R = {number(run.data.radius)}"),
        _Row("The theorem holds, but its bound is larger than anything seen here", r"R^2 / \gamma^2 > 10^{30}", ""),
    ]
    return _sheet(rows, len(run.mistakes), {})


def _sheet(rows: Sequence[_Row], last: int, columns: dict[str, Column], *, marked: bool = True) -> Picture:
    """Return a sheet with these rows; if `marked`, the row with the least slack at each step is marked."""
    lines: list[Line] = []
    for row in rows:
        text = sentences.text(last, "no update yet" if row.each else row.written, row.written)
        line: Line = {"title": row.title, "formula": mathml(row.formula), "text": text}
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


def _reach(run: Run) -> float:
    """Return half the side of a picture of the weights."""
    return 1.1 * float(np.abs(run.weights).max(initial=run.data.radius * run.rate))


def _plane(run: Run, separation: Separation | None) -> Picture:
    """Draw the plane of weights: w, which moves by y x, each point's line, and the cone of weights that separate."""
    half = _reach(run)
    looks: Sequence[tuple[int, str, Dash]] = ((1, POSITIVE, "solid"), (-1, NEGATIVE, "dash"))
    parts: list[FigurePart] = [_edges(run.data.X[run.data.y == sign], color, dash, half) for sign, color, dash in looks]
    if isinstance(separation, Separator):
        best = polyline(np.array([[0, 0], 3 * half * separation.w]), SEPARATOR, 2)
        parts = [cone(run.data.signed, separation.w, half), *parts, best]
    title = f"Weight space: a line for each point{_cone_of(separation)}"
    label = "Weight space: each point's line, the cone of weights that separate, and the path of w."
    picture = Picture(plane("board", title, label, (-half, half), parts, axes=("w₁", "w₂")))
    u, v = run.weights.T
    picture.add(
        {"zero": [0.0] * len(u), "u": column(u), "v": column(v)},
        mark("curve", ["u", "v"], stroke=INK, width=1.5, opacity=FORMER),
    )
    picture.add(
        {"ubefore": [None, *column(u[:-1])], "vbefore": [None, *column(v[:-1])]},
        mark("vector", ["ubefore", "vbefore", "u", "v"], stroke=INK, width=2.5, dash="3 4"),
        mark("vector", ["zero", "zero", "u", "v"], stroke=INK, width=2.5),
    )
    return picture


def _cone_of(separation: Separation | None) -> str:
    if separation is None:
        return ""
    if isinstance(separation, BarelySeparable):
        return ", and a cone too thin to draw"
    return f", and {'the cone of' if isinstance(separation, Separator) else 'no'} weights that separate"


def _edges(points: Floats, color: str, dash: Dash, half: float) -> Lines:
    """Return each point's line w·x = 0, on one side of which weights are right about the point."""
    lengths = np.linalg.norm(points, axis=1)
    across = 3 * half * np.column_stack([-points[:, 1], points[:, 0]])[lengths > 0] / lengths[lengths > 0, None]
    ends = np.stack([-across, across, np.full_like(across, np.nan)], axis=1).reshape(-1, 2)  # a gap after each line
    return lines(ends.round(6).T, color, 0.75, dash)


def _trace(mode: str, places: Sequence[Sequence[float]], **look: Any) -> dict[str, Any]:
    """Return a trace that draws places in space."""
    x, y, z = ([place[axis] for place in places] for axis in range(3))
    return {"type": "scatter3d", "mode": mode, "x": x, "y": y, "z": z, **look}


def _space(run: Run, separation: Separation | None) -> Picture:
    """Draw w in space, with the bias as the third axis: its path, and the cone of the weights that separate."""
    half = _reach(run)
    path = {"name": "the path of w", "line": {"color": INK, "width": 5}, "marker": {"color": INK, "size": 2.5}}
    read = "w after %{pointNumber} updates: (%{x:.3g}, %{y:.3g}, %{z:.3g})<extra></extra>"
    traces = [_trace("lines+markers", [], **path, hovertemplate=read)]
    if isinstance(separation, Separator):
        best = (half * separation.w).tolist()
        traces += [
            _trace("lines", [(0, 0, 0), best], line={"color": SEPARATOR, "width": 5}, name="w*", hoverinfo="name"),
            _cone_in_space(run.data.signed, separation.w, half),
        ]
    label = "Weight space with the bias as the third axis: the cone of weights that separate, and the path of w."
    title = f"Weight space: the path of w{_cone_of(separation)}"
    panel = space("board", title, label, [[-half, half]] * 3, traces, axes=("w₁", "w₂", "b"))
    columns = {name: column(values) for name, values in zip(("u", "v", "b"), run.weights.T, strict=True)}
    return Picture(panel, dict(columns), [growing(0, [*columns])])


def _cone_in_space(signed: Floats, w: Floats, half: float) -> dict[str, Any]:
    """Return the mesh of the cone of weights that separate, up to the edge of the picture.

    The plane w*·v = 1 cuts it at places w* + a. A signed point z requires 1 + p·a > 0, where p is z's part across w*
    over its part along it: the cut is the polar of the hull of all p.
    """
    # 1. The hull of the cuts p, shape (n + 4, 2): four more bound the polar if the points do not.
    across = np.linalg.svd(w[None, :])[2][1:]
    cuts = (signed @ across.T) / (signed @ w)[:, None]
    corner = 0.25 * np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]])
    hull = ConvexHull(np.vstack([cuts, corner]))
    # 2. The corners of the polar, one for each side of the hull, and the rays through them.
    rim_of_cut = hull.points[hull.vertices]
    sides = np.stack([rim_of_cut, np.roll(rim_of_cut, -1, axis=0)], axis=1)
    rim = np.linalg.solve(sides, np.full((len(sides), 2, 1), -1.0))[..., 0]
    rays = w + rim @ across  # shape (n, 3)
    rays *= half / np.abs(rays).max(axis=1, keepdims=True)
    # 3. A triangle between 0 and every two neighbours.
    n = len(rays)
    x, y, z = np.vstack([[0, 0, 0], rays]).T.round(6).tolist()
    first, second = list(range(1, n + 1)), [*range(2, n + 1), 1]
    mesh = {"type": "mesh3d", "x": x, "y": y, "z": z, "i": [0] * n, "j": first, "k": second}
    return {
        **mesh,
        "name": "separating w",
        "color": SEPARATOR,
        "opacity": 0.25,
        "showlegend": True,
        "hoverinfo": "skip",
    }


# ---- the points in space -------------------------------------------------------------------------------------------


def _signs(place: int, label: int, points: list[int], signs: tuple[str, str]) -> Signs:
    """Return the mark that shows the points with a label, hollow where wrong, with words about each.

    `place` is the index of their trace.
    """
    name = "+1" if label > 0 else "−1"
    return {
        "panel": 0,
        "kind": "signs",
        "place": place,
        "columns": ["wrong", "ofx", "ofy", "ofz"],
        "points": points,
        "label": label,
        "signs": signs,
        "words": (f"point {{point}} ({name}) at ({{x}}, {{y}}, {{z}}): y w·x = {{value}}", ", wrong"),
    }


def _lifted(steps: Steps, height: float) -> Picture:
    """Draw the points in space at a `height`, the plane through 0 that w makes, and its line at that height."""
    run = steps.run
    half = half_side([(x, y, 0) for x, y, _ in run.data.X.tolist()])
    # 1. The traces: two that move, the origin, the edge of the lifted board, and the points of each class.
    pane = {"type": "mesh3d", "i": [0, 0], "j": [1, 2], "k": [2, 3], "color": INK, "opacity": 0.2, "hoverinfo": "skip"}
    line = {"color": INK, "width": 6}
    origin = {"text": ["0"], "textposition": "bottom center", "marker": {"color": INK, "size": 4}, "hoverinfo": "skip"}
    edge = [(x, y, height) for x, y in ((-half, -half), (half, -half), (half, half), (-half, half), (-half, -half))]
    traces: list[dict[str, Any]] = [
        {**pane, "x": [], "y": [], "z": [], "name": "w·(x, c) = 0", "showlegend": True},
        _trace("lines", [], line=line, name=f"its line at height c = {number(height)}", hoverinfo="skip"),
        _trace("markers+text", [(0, 0, 0)], **origin, showlegend=False),
        _trace("lines", edge, line={"color": BOUND, "width": 2}, showlegend=False, hoverinfo="skip"),
    ]
    signs: list[Signs] = []
    for label, color, pair in ((1, POSITIVE, ("●", "○")), (-1, NEGATIVE, ("▲", "△"))):
        chosen = np.flatnonzero(run.data.y == label).tolist()
        signs.append(_signs(len(traces), label, chosen, pair))
        look = {"textfont": {"color": color, "size": 40}, "hoverinfo": "text", "showlegend": False}
        traces.append(_trace("text", run.data.X[chosen].tolist(), text=[pair[0]] * len(chosen), **look))
    title = "In space: each point at height c, and w a plane through 0"
    words = "The points in space, lifted to height c, the plane through 0 that w makes, and its line at that height."
    ranges = [[-half, half], [-half, half], [-0.3 * height, 1.3 * height]]
    # Nearly from the side, so that 0 is seen below the points.
    eye = (1.9, 0.9, 0.5)
    picture = Picture(space("board", title, words, ranges, traces, axes=("x₁", "x₂", "c"), eye=eye))
    weights = {f"of{axis}": column(values) for axis, values in zip("xyz", run.weights.T, strict=True)}
    picture.add({"wrong": steps.hollow, **weights}, *signs)
    # 2. The plane and the line at each step: a column for each coordinate of each corner.
    for trace, (name, corners) in enumerate(
        zip(("plane", "cut"), _through_zero(run.weights, height, half), strict=True)
    ):
        names = [f"{name}{axis}{corner}" for axis in "xyz" for corner in range(corners.shape[1])]
        values = map(column, corners.transpose(2, 1, 0).reshape(len(names), -1))
        picture.add(dict(zip(names, values, strict=True)), growing(trace, names))
    return picture


def _through_zero(weights: Floats, height: float, half: float) -> tuple[Floats, Floats]:
    """Return four corners of each w's plane through 0, and the two ends of its line at a height; all 0 without a plane.

    Both fit a picture that ends `half` from 0 to each side and a little above the height. Shapes: weights (n, 3),
    corners (n, 4, 3), ends (n, 2, 3).
    """
    # 1. The direction along the line, level, and the direction up the plane.
    length, third = np.hypot(*weights[:, :2].T), weights[:, 2]
    normal = np.divide(weights[:, :2].T, length, out=np.repeat([[1.0], [0.0]], len(weights), axis=1), where=length > 0)
    flat = np.zeros(len(weights))
    along = 3 * half * np.array([-normal[1], normal[0], flat])  # shape (3, n)
    with np.errstate(divide="ignore", invalid="ignore"):
        far = np.where(weights.any(axis=1), np.minimum(3 * half / np.abs(third), 1.3 * height / length), 0.0)
        foot = np.where(length > 0, -third * height / length, np.inf)  # the line's place along the normal
    steep = far * np.array([third * normal[0], third * normal[1], -length])
    # 2. The corners of the plane.
    side = np.where(far > 0, along, 0.0)
    plane = np.array([side + steep, steep - side, -side - steep, side - steep])
    # 3. The ends of the line, unless it is out of sight.
    near = np.abs(foot) < 3 * half
    at = np.array([*np.where(near, foot, 0.0) * normal, flat + height])
    cut = np.where(near, [at - along, at + along], 0.0)
    return plane.transpose(2, 0, 1), cut.transpose(2, 0, 1)
