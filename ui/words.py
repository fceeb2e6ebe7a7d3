"""Numbers and sentences: what the screen says about a run, always with the run's own values."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import Any

import numpy as np
import numpy.typing as npt

from perceptron import BarelySeparable, Dataset, Inseparable, Run, Separator, Trace, separate
from perceptron.run import Record
from perceptron.separation import Separation
from ui.palette import BOUND, INK, NEGATIVE, POSITIVE, PROOF, SEPARATOR
from ui.stage.scene import Fact, Symbol, Text, Verdict

Rows = Mapping[str, npt.NDArray[Any]]
"""The quantities of a run, a row for each update."""

NO_BREAK = "\N{NO-BREAK SPACE}"
WRONG = ":red[:material/error:]"
"""The sign before a sentence that says why what arrived cannot be used."""

_MOST_TOLD = 3  # coordinates of w that a sentence has room for
_AT_ZERO = "w = 0, so there is no boundary yet."
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

_SYMBOLS = (
    ("(+1)", POSITIVE, "", ""),
    ("(−1)", NEGATIVE, "", ""),
    ("w", INK, "The weights. The boundary is where w·x = 0, and the arrow w points to its side +1.", "w"),
    ("x", INK, "The example of this update as the learner sees it; with a bias its last number is the constant c."
     " Its label y is +1 or −1.", "x"),
    (f"y{NO_BREAK}w·x", INK, "The score of this example times its label: above 0 on its own side of the boundary,"
     " below 0 on the wrong side.", "x"),
    ("‖x‖²", INK, "The squared length of this example. An update always raises the example's own score by η‖x‖².",
     "x"),
    ("η", INK, "The rate: how much of the example is added to w.", ""),
    ("w·w*", SEPARATOR, "How far w reaches along w*. Each update adds at least ηγ to it.", "upper"),
    ("w*", SEPARATOR, "The best separating weights: of length 1, with the largest margin γ.", ""),
    ("γ", SEPARATOR, "The margin: how far the closest point stays from the boundary of w*, as the learner sees it.",
     ""),
    ("‖w‖²", INK, "The squared length of w. Each update can add at most η²R² to it.", "norm"),
    ("R²", BOUND, "R is the length of the longest example as the learner sees it.", ""),
)  # fmt: skip
SYMBOLS: Sequence[Symbol] = [
    {"text": text, "color": color, "note": note, **({"part": part} if part else {})}  # type: ignore[typeddict-item]
    for text, color, note, part in _SYMBOLS
]
"""What the sentences of the updates are written with, explained; the parts are those of `ui.figures`."""


def number(value: float) -> str:
    """Write a number for reading: whole ones whole, others with three significant digits.

    >>> [number(v) for v in (0.1, -0.31259, 0.09999, 12.04, 3.0, 1234.5, 2.5e-7, 4e16)]
    ['0.100', '−0.313', '0.100', '12.0', '3', '1,234', '2.50×10⁻⁷', '4.00×10¹⁶']
    """
    if not math.isfinite(value):
        return "∞" if value > 0 else "−∞" if value < 0 else "undefined"
    size = abs(value)
    if size < 1e6 and math.isclose(size, round(size), rel_tol=1e-12):
        text = f"{size:,.0f}"
    else:
        mantissa, power = f"{size:.2e}".split("e")
        exponent = int(power)
        if -3 <= exponent < 6:
            text = f"{size:,.{max(0, 2 - exponent)}f}"
        else:
            text = f"{mantissa}×10{str(exponent).translate(_SUPERSCRIPT)}"
    return f"−{text}" if value < 0 else text


def at_least(value: float) -> str:
    """Write what something is never less than: cut, so that it holds of a number that is rounded, too.

    >>> at_least(28.58), at_least(0.7071), at_least(2.0)
    ('28.5', '0.707', '2')
    """
    return _cut(value, ROUND_FLOOR)


def at_most(value: float) -> str:
    """Write what something is never more than, if it is no count: a count's bound is a whole number.

    >>> at_most(28.52), at_most(1.0)
    ('28.6', '1')
    """
    return _cut(value, ROUND_CEILING)


def _cut(value: float, rounding: str) -> str:
    known = Decimal(f"{value:.12g}")  # the digits after them are of the arithmetic, not of the number
    if not known.is_finite():
        return number(value)
    before = known.adjusted() + 1
    return number(float(Context(max(3, before) if before <= 6 else 3, rounding).create_decimal(known)))


def whole(value: int) -> str:
    """Write a whole number, a very large one cut to a power of ten: it may be a bound.

    >>> whole(5000), whole(40_000_000_000_000_000), whole(39_980_000_000_000_000)
    ('5,000', '4.00×10¹⁶', '3.99×10¹⁶')
    """
    return f"{value:,}" if value < 10**9 else at_least(float(value))


def plural(count: int, noun: str) -> str:
    """Count a noun.

    >>> plural(1, "update"), plural(12, "update"), plural(3, "pass")
    ('1 update', '12 updates', '3 passes')
    """
    ending = "" if count == 1 else "es" if noun.endswith("ss") else "s"
    return f"{whole(count)} {noun}{ending}"


def quoted(text: str, most: int = 20) -> str:
    """Quote what somebody else wrote so that Markdown shows it as it is, and nothing in it is a link or a picture.

    >>> print(quoted("[free](//host/a) `b`"))
    `` [free](//host/a) `b` ``
    >>> print(quoted("many words more than anybody reads"))
    `many words more than…`
    """
    # In a span of code nothing else has a meaning but a longer row of backticks; signs without a shape could mislead.
    shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text[:most])
    shown += "…" if len(text) > most else ""
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    room = " " if "`" in shown or not shown.strip() else ""
    return f"{fence}{room}{shown}{room}{fence}"


def listed(items: Iterable[object]) -> str:
    """Join items as a sentence does.

    >>> listed([3, 7, 12])
    '3, 7 and 12'
    """
    *head, last = [str(item) for item in items]
    return f"{', '.join(head)} and {last}" if head else last


def vector(values: Iterable[float]) -> str:
    """Write a vector.

    >>> vector([3, 2, -4.0])
    '(3, 2, −4)'
    """
    return f"({', '.join(number(float(value)) for value in values)})"


def facts(run: Run | None, separation: Separation | None) -> list[Fact]:
    """Say γ, R, the bound and the updates made, of the points on the board as the learner sees them."""
    found = separation if isinstance(separation, Separator) else None
    missing = "none" if run else "–"
    proved = run is not None and found is None
    thin = isinstance(separation, BarelySeparable)
    zero_start = run is None or not run.start.any()
    looked = f", which looked at {plural(int(run.checked[-1]), 'point')} in all" if run else ""
    return [
        {
            "name": "margin γ",
            "value": number(found.margin) if found else "too small" if thin else missing,
            "note": "The largest margin any line through the learner's origin leaves to these points, exactly."
            " With a bias it is measured on (x, c), c the constant coordinate."
            + (" Here it is less than 16 digits can show." if thin else ""),
            "outcome": proved,
        },
        {
            "name": "radius R",
            "value": number(run.data.radius) if run else missing,
            "note": "The length of the longest example as the learner sees it, the constant coordinate included.",
        },
        {
            "name": "bound R²/γ²" if zero_start else "bound for this start",
            "value": whole(run.bound(found)) if run and found else missing,
            "note": "No run over these points can make more updates than this, in whatever order they come.",
            "outcome": proved,
        },
        {
            "name": "updates",
            "value": whole(len(run.mistakes)) if run else missing,
            "note": f"The updates of the run that is being shown{looked}.",
            "outcome": True,
        },
    ]


def verdict(run: Run | Trace | None, separation: Separation | None, *, bias: bool, bound: int | None = None) -> Verdict:
    """Say how the run ended and what the theorem, or the proof that no line exists, has to say about it.

    The bound is that of a trace over points that a line separates; a run knows its own.

    >>> from perceptron import gate, von_neumann
    >>> data = gate("and").augmented()
    >>> verdict(von_neumann(data), separate(data), bias=True, bound=50)["text"]
    'Converged after 5 updates; the theorem allows at most 50.'
    """
    if run is None or separation is None:
        return {"text": "", "color": BOUND}
    if isinstance(separation, Separator):
        if isinstance(run, Run) and run.cycle:
            return {"text": f"{cycle(run)} A line exists, but this tie rule never asks for it.", "color": BOUND}
        if isinstance(run, Run):
            bound = run.bound(separation)
        if bound is None:
            raise ValueError("the trace of points that a line separates needs the bound of its theorem")
        return allowed(run, bound, "line")
    if isinstance(separation, BarelySeparable):
        return barely(run, "line" if bias else "line through the origin")
    text = proof(run.data, separation, bias=bias)
    if run.outcome == "converged":
        text += " This tie rule finds no mistake all the same."
    elif isinstance(run, Run) and run.cycle:
        text += f" {cycle(run)}"
    else:
        text += f" {ended(run)}."
    return {"text": text, "color": PROOF}


def ended(run: Record | Trace) -> str:
    """Say after how many updates a run ended, and whether by itself."""
    if run.outcome == "converged" and not run.updates and not np.any(getattr(run, "start", 0)):
        return "No update: no point has a side, and this tie rule counts that as right"
    how = "Converged" if run.outcome == "converged" else "Stopped"
    return f"{how} after {plural(run.updates, 'update')}"


def allowed(run: Record | Trace, bound: int, what: str) -> Verdict:
    """Say how a run over points that a line, or something else, separates ended, and what its theorem allows."""
    if run.outcome == "converged":
        return {"text": f"{ended(run)}; the theorem allows at most {whole(bound)}.", "color": SEPARATOR}
    left = whole(bound - run.updates)
    return {"text": f"{ended(run)}. A {what} exists; the theorem still allows {left} more.", "color": BOUND}


def barely(run: Record | Trace, what: str) -> Verdict:
    """Say how a run ended over points that a line, or something else, separates by too little to be shown."""
    end = cycle(run) if isinstance(run, Record) and run.cycle else f"{ended(run)}."
    return {"text": f"{hair(what)} {end}", "color": BOUND}


def hair(what: str) -> str:
    """Say that a line, or something else, separates by so little that the theorem has no numbers."""
    return f"A {what} separates these points by less than 16 digits can show: no w*, no bound."


def proof(data: Dataset, separation: Inseparable, *, bias: bool) -> str:
    """Say which points prove that no line separates these data, seen with a bias or without."""
    points = separation.points
    alone = len(points) == 1
    where = "" if bias else " through the origin"
    text = f"No line{where} separates these points: {listed(points)} prove it."
    if alone:
        text = f"Point {points[0]} lies at the origin, where no weights give it a side."
    return text if bias else text + with_a_bias(data, alone=alone)


def with_a_bias(data: Dataset, *, alone: bool, what: str = "line") -> str:
    """Say whether a bias would help where no line through the origin does, `alone` for a point that lies there."""
    if not isinstance(separate(data.augmented()), Inseparable):
        return f" With a bias a {what} separates all." if alone else " With a bias one does."
    return f" With a bias it has one, yet no {what} separates all." if alone else ""


def cycle(run: Record, what: str = "The weights repeat") -> str:
    """Say how long the cycle is and where it begins."""
    if run.cycle is None:
        raise ValueError(f"a run that cycles has a cycle, this one {run.outcome}")
    start = f"update {whole(run.cycle.start)}" if run.cycle.start else "the start"
    return f"{what}: a cycle of {plural(run.cycle.length, 'update')} from {start}."


def position(last: int) -> Text:
    """Say where in the run the stage stands."""
    if last == 0:
        return {"templates": ["no updates"], "which": [0]}
    return {
        "templates": [f"update 0 of {whole(last)}", f"update {{k}} of {whole(last)} · pass {{pass}}"],
        "which": [0] + [1] * last,
    }


def empty(start: Sequence[float] = ()) -> Text:
    """Say what to do with an empty board, and what weights that begin elsewhere than at 0 draw on it.

    >>> empty([0, 0, -2])["templates"][0].replace(NO_BREAK, " ")
    'w = (0, 0, −2) alone: it draws no line, all is the side of −1. Place a point to try it.'
    """
    if not any(start):
        text = "Click on the board to place a point, then choose the other class and place one more."
    elif any(start[:2]):
        text = f"w = {vector(start)} alone: it draws the line where w·x = 0 and points to the side of +1."
        text += " Place a point to try it."
    else:
        sign = "+" if start[2] > 0 else "−"
        text = f"w = {vector(start)} alone: it draws no line, all is the side of {sign}1. Place a point to try it."
    return {"templates": [unbroken(text)], "which": [0]}


def sentences(run: Run, rows: Rows, separation: Separation) -> tuple[Text, dict[str, Sequence[float | str | None]]]:
    """Say what each update of the run did, in its own numbers, which are among its `quantities`, the rows.

    Returns
    -------
    text, columns
        The templates with the one each step uses, and the columns their `{names}` stand for, one value a step.
    """
    activation, label = rows["activation"], rows["label"]
    points = run.data.X[run.mistakes]
    scores, shift = activation * label, run.rate * np.vecdot(points, points)
    # By the theorem no update does more, nor less; rounding could.
    rises = run.rises
    grown = np.minimum(rises, _most(run))
    told = {
        "score": scores,
        "shift": shift,
        "after": after(scores, shift),
        "change": np.abs(grown),
    }
    if isinstance(separation, Separator):
        gained = np.diff(rows["alignment"], prepend=float(run.start @ separation.w))
        told["gain"] = np.maximum(gained, run.rate * separation.margin)
    first = [math.nan] * len(told)  # at the start there is no update to tell of
    if run.data.dim <= _MOST_TOLD:
        told |= {f"x{axis}": added for axis, added in enumerate(points.T, 1)}
        told |= {f"w{axis}": values for axis, values in enumerate(run.weights[1:].T, 1)}
        first += [math.nan] * run.data.dim + run.weights[0].tolist()
    table = np.column_stack([first, np.stack([*told.values()])])  # to round all at once costs little more than one
    columns: dict[str, Sequence[float | str | None]] = {
        "k": [0, *range(1, len(label) + 1)],
        "pass": [None, *run.pass_of.tolist()],
        "point": [None, *run.mistakes.tolist()],
        **dict(zip(told, map(_none_for_nan, _rounded(table).tolist()), strict=True)),
    }
    templates = [_start(run), *_templates(run, separation)]
    which = [0, *(1 + 4 * (label < 0) + 2 * (activation == 0) + (rises < 0)).tolist()]
    if len(run.mistakes):
        templates.append(f"{templates[which[-1]]} {_ending(run)}".rstrip())
        which[-1] = len(templates) - 1
    return {"templates": templates, "which": which}, columns


def after(scores: npt.NDArray[np.float64], shift: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return what updates make of scores, y w·x + η‖x‖², and take what is only rounding for 0."""
    raised = scores + shift
    return np.where(np.abs(raised) <= 1e-12 * shift, 0.0, raised)


def exact(values: npt.ArrayLike) -> list[float | None]:
    """Turn numbers into a column that reads as they do: six digits of each, or all; None for NaN.

    >>> exact([1 / 3, 12345678.0, float("nan"), 0.12349998])
    [0.333333, 12345700.0, None, 0.12349998]
    """
    return _none_for_nan(_rounded(np.asarray(values, dtype=float)).tolist())


def _none_for_nan(values: Sequence[float]) -> list[float | None]:
    return [value if math.isfinite(value) else None for value in values]


def _rounded(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    finite = np.isfinite(values) & (values != 0)
    safe = np.where(finite, values, 1.0)
    exponent = np.floor(np.log10(np.abs(safe)))
    power = 10.0 ** np.minimum(5 - exponent, 300)
    digits = np.rint(safe * power)
    # What `number` could take for a half between two that it writes, or for a whole one; thousands it writes in full.
    doubtful = digits % np.where(exponent == 3, 50, np.where(exponent == 4, 5, 500)) == 0
    doubtful |= (exponent == 5) & (np.abs(digits) >= 999_500)
    return np.where(finite & ~doubtful, digits / power, values)


def changes(rises: Iterable[float]) -> list[str]:
    """Say by how much something rose or fell.

    >>> changes([2, -0.5])
    ['rose by 2', 'fell by 0.500']
    """
    return [f"{'rose' if rise >= 0 else 'fell'} by {number(abs(float(rise)))}" for rise in rises]


def _start(run: Run) -> str:
    if not len(run.mistakes):
        return "Nothing to do: by this tie rule no point is wrong, so there is no update."
    first = (
        "A perceptron looks at the points one by one, and each one that is wrong moves the boundary."
        " Press Step (→) and the first point that is wrong makes the first update."
    )
    return f"The start: w = {vector(run.start)}. {first}" if run.start.any() else f"{_AT_ZERO} {first}"


def _templates(run: Run, separation: Separation) -> list[str]:
    """Write the sentences of an update: of a point +1 and −1, on the wrong side and on none, ‖w‖² risen and fallen."""
    rate, eta = ("", "") if run.rate == 1 else (f"{number(run.rate)} ", "η")
    told = run.data.dim <= _MOST_TOLD
    axes = range(1, run.data.dim + 1) if told else ()
    before, added, now = (f"({f',{NO_BREAK}'.join(f'{{{name}{axis}}}' for axis in axes)})" for name in ("-w", "x", "w"))
    gain = ""
    if isinstance(separation, Separator):
        gain = f" w·w*: up by {{gain}} (at least {eta}γ = {number(run.rate * separation.margin)})."
    most = f"at most {'R²' if run.rate == 1 else 'η²R²'} = {number(_most(run))}"
    templates = [
        f"Update {{k}}: point {{point}} ({sign}1) was on {place}, so w ← w {sign} {rate}x"
        f"{f' = {before} {sign} {rate}{added} = {now}' if told else ''}. y w·x: {{score}} → {{after}},"
        f" up by {eta}‖x‖² = {{shift}}.{gain} ‖w‖²: {change}."
        for sign in ("+", "−")
        for place in ("the wrong side", "neither side, a mistake")
        for change in (f"up by {{change}} ({most})", "down by {change}")
    ]
    return [unbroken(template).replace("y w·x", f"y{NO_BREAK}w·x") for template in templates]


def _most(run: Run) -> float:
    """Return η²R², the most that an update adds to ‖w‖²."""
    return float((run.rate * run.data.radius) ** 2)


def unbroken(text: str) -> str:
    r"""Let no line break around a relation.

    >>> unbroken("w = 0")
    'w\xa0=\xa00'
    """
    return re.sub(r" (?=[=≤<←] )|(?<= [=≤<←]) ", NO_BREAK, text)


def _ending(run: Run) -> str:
    if run.outcome == "converged":
        return "Now no point is wrong."
    if run.cycle is None:
        return ""
    return f"These are the weights of {f'update {run.cycle.start}' if run.cycle.start else 'the start'} again."
