"""Numbers and sentences: what the screen says about a run, always with the run's own values."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from perceptron import Run, Separator
from perceptron.run import Record
from perceptron.separation import Separation
from ui.palette import BOUND, INK, NEGATIVE, POSITIVE, SEPARATOR
from ui.stage.scene import Fact, Symbol, Text

Column = Sequence[float | str | None]
"""A value for each step, the start included."""

Rows = Mapping[str, npt.NDArray[Any]]
"""The quantities of a run, a row for each update."""

NO_BREAK = "\N{NO-BREAK SPACE}"
WRONG = ":red[:material/error:]"
"""The sign before a sentence that says why what arrived cannot be used."""

_MOST_WRITTEN = 3  # coordinates of w that a sentence has room for
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_QUARTERS = {(1, 4): "¼", (1, 2): "½", (3, 4): "¾"}

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
"""What the sentences of the updates are written with, explained; the parts are those of `ui.planes` and `ui.curves`."""


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


def fraction(value: Fraction) -> str:
    """Write a fraction.

    >>> fraction(Fraction(1, 4)), fraction(Fraction(11, 30)), fraction(Fraction(1))
    ('¼', '¹¹⁄₃₀', '1')
    """
    over, under = value.numerator, value.denominator
    if under == 1:
        return str(over)
    return _QUARTERS.get((over, under)) or f"{str(over).translate(_SUPERSCRIPT)}⁄{str(under).translate(_SUBSCRIPT)}"


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
    printable = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text[:most])
    printable += "…" if len(text) > most else ""
    fence = "`" * (1 + max(map(len, re.findall("`+", printable)), default=0))
    room = " " if "`" in printable or not printable.strip() else ""
    return f"{fence}{room}{printable}{room}{fence}"


def listed(items: Iterable[object]) -> str:
    """Join items as a sentence does.

    >>> listed([3, 7, 12])
    '3, 7 and 12'
    """
    *head, last = [str(item) for item in items] or [""]
    return f"{', '.join(head)} and {last}" if head else last


def vector(values: Iterable[float]) -> str:
    """Write a vector.

    >>> vector([3, 2, -4.0])
    '(3, 2, −4)'
    """
    return f"({', '.join(number(float(value)) for value in values)})"


def fact(name: str, value: str, note: str, *, outcome: bool = False) -> Fact:
    """Name a number and explain it; that of an `outcome` waits until the end was seen."""
    return {"name": name, "value": value, "note": note, "outcome": outcome}


def text(last: int, *templates: str) -> Text:
    """Say the first template at the start and the last one at each of the `last` steps after it.

    >>> text(2, "the start", "step {k}")
    {'templates': ['the start', 'step {k}'], 'which': [0, 1, 1]}
    """
    return {"templates": [*templates], "which": [0] + [len(templates) - 1] * last}


def empty(start: Sequence[float] = ()) -> Text:
    """Say what to do with an empty board, and what weights that begin elsewhere than at 0 draw on it.

    >>> empty([0, 0, -2])["templates"][0].replace(NO_BREAK, " ")
    'w = (0, 0, −2) alone: it draws no line, all is the side of −1. Place a point to try it.'
    """
    if not any(start):
        return text(0, "Click on the board to place a point, then choose the other class and place one more.")
    draws = f"no line, all is the side of {'+' if start[-1] > 0 else '−'}1"
    if any(start[:2]):
        draws = "the line where w·x = 0 and points to the side of +1"
    return text(0, unbroken(f"w = {vector(start)} alone: it draws {draws}. Place a point to try it."))


@dataclass(frozen=True)
class Telling:
    """How the sentences of a run begin and end, in a page's own words for its examples.

    Parameters
    ----------
    start
        Says of a run what its start is.
    update
        Says which example an update was made on, on which side it was, and what came of it; given the sign of its
        label, and whether it was on neither side. It knows {effect} and {lands}.
    step
        Writes the update; given the run and the sign of the label.
    right
        Says at the end that no example is wrong.
    lands
        Where an update left its example: on its own side, on neither, on the wrong one.
    effects
        What an update did to the boundary: moved it, made it where there was none, left none, left it as it was;
        nothing where that is not said.
    """

    start: Callable[[Run], str]
    update: Callable[[str, bool], str]
    step: Callable[[Run, str], str]
    right: str
    lands: tuple[str, str, str]
    effects: Sequence[str] = ()


def sentences(
    run: Run, rows: Rows, separation: Separation | None, telling: Telling | None = None
) -> tuple[Text, dict[str, Column]]:
    """Say what each update of the run did, in its own numbers, which are among its `quantities`, the rows.

    The first line of each is for everybody: which example, which side, and what came of it. The numbers of the update
    and of the proof are its second line.

    Returns
    -------
    text, columns
        The templates with the one each step uses, and the columns their `{names}` stand for, one value a step.
    """
    telling = telling or OF_LINES
    label, points = rows["label"], run.data.X[run.mistakes]
    after, rises = run.path.scores_after, run.rises
    quantities = {
        "score": rows["activation"] * label,
        "shift": run.rate * np.vecdot(points, points),
        "after": run.path.unscaled(after) + 0.0,  # which leaves no −0
        # By the theorem no update does more, nor less; rounding could.
        "change": np.abs(np.minimum(rises, _most(run))),
    }
    if isinstance(separation, Separator):
        gained = np.diff(rows["alignment"], prepend=float(run.start @ separation.w))
        quantities["gain"] = np.maximum(gained, run.rate * separation.margin)
    first = [math.nan] * len(quantities)  # at the start there is no update to speak of
    if run.data.dim <= _MOST_WRITTEN:
        quantities |= {f"x{axis}": added for axis, added in enumerate(points.T, 1)}
        quantities |= {f"w{axis}": values for axis, values in enumerate(run.weights[1:].T, 1)}
        first += [math.nan] * run.data.dim + run.weights[0].tolist()
    table = np.column_stack([first, np.stack([*quantities.values()])])  # to round all at once costs little more
    columns = {**counted(run), **dict(zip(quantities, map(_none_for_nan, _rounded(table)), strict=True))}
    if telling.effects:
        columns["effect"] = [None, *(telling.effects[effect] for effect in _effects(run))]
    columns["lands"] = [None, *(telling.lands[1 - int(side)] for side in np.sign(after))]
    templates = [telling.start(run), *_updates(run, separation, telling)]
    templates = [template.replace("y w·x", f"y{NO_BREAK}w·x") for template in templates]
    which = [0, *(1 + 4 * (label < 0) + 2 * (run.path.scores_before == 0) + (rises < 0)).tolist()]
    if len(run.mistakes) and (ending := _ending(run, telling)):
        first, numbers = templates[which[-1]].split("\n")
        templates.append(f"{first} {ending}\n{numbers}")
        which[-1] = len(templates) - 1
    return {"templates": templates, "which": which}, columns


def counted(run: Record) -> dict[str, Column]:
    """Return the columns of a run that its sentences count by: the update, its pass, and the point behind it."""
    return {
        "k": [0, *range(1, len(run.mistakes) + 1)],
        "pass": [None, *run.pass_of.tolist()],
        "point": [None, *run.mistakes.tolist()],
    }


def readable(values: npt.ArrayLike) -> list[float | None]:
    """Turn numbers into a column that reads as they do: six digits of each, or all; None for NaN.

    >>> readable([1 / 3, 12345678.0, float("nan"), 0.12349998])
    [0.333333, 12345700.0, None, 0.12349998]
    """
    return _none_for_nan(_rounded(np.asarray(values, dtype=float)))


def _none_for_nan(values: npt.NDArray[np.float64]) -> list[float | None]:
    column: list[float | None] = values.tolist()
    for step in np.flatnonzero(~np.isfinite(values)):
        column[step] = None
    return column


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


_MOVED, _MADE, _NONE, _KEPT = range(4)


def _effects(run: Run) -> list[int]:
    """Return what each update did to the boundary, as a place among a telling's `effects`."""
    effects = np.where(run.moved, _MOVED, _KEPT)
    # From none to none it is said that there is none.
    effects[~run.bounded[:-1]] = _MADE
    effects[~run.bounded[1:]] = _NONE
    return [*map(int, effects)]


def _step(run: Run, sign: str) -> str:
    rate = "" if run.rate == 1 else f"{number(run.rate)} "
    sum_of = ""
    if run.data.dim <= _MOST_WRITTEN:
        axes = range(1, run.data.dim + 1)
        before, x, w = (f"({f',{NO_BREAK}'.join(f'{{{name}{axis}}}' for axis in axes)})" for name in ("-w", "x", "w"))
        sum_of = f" = {before} {sign} {rate}{x} = {w}"
    return f"w ← w {sign} {rate}x{sum_of}."


def of_points(boundary: str) -> Telling:
    """Tell of points, and of what separates them by its name."""

    def start(run: Run) -> str:
        if not len(run.mistakes):
            return "Nothing to do: by this tie rule no point is wrong, so there is no update."
        there = f"A {boundary} to begin with" if run.bounded[0] else f"No {boundary} yet"
        weights = f"w = {vector(run.start)}." if run.start.any() else "w = 0, so no point has a side."
        return f"{there}. Press Step (→) for the first wrong point.\n{weights}"

    def update(sign: str, neither: bool) -> str:
        side = "neither side, which counts as wrong" if neither else "the wrong side"
        return f"point {{point}} ({sign}1) was on {side}. It {{effect}} and is {{lands}}."

    return Telling(
        start,
        update,
        _step,
        "Now no point is wrong.",
        ("on its own side now", "on neither side now", "still on the wrong side"),
        (f"moved the {boundary}", f"made a {boundary}", f"left no {boundary}", f"left the {boundary} where it was"),
    )


OF_LINES = of_points("line")


def _updates(run: Run, separation: Separation | None, telling: Telling) -> list[str]:
    """Write the sentences of an update: of an example +1 and −1, on the wrong side and on none, ‖w‖² risen and fallen.

    The weights' coordinates are written where there are few.
    """
    eta, squared = ("", "R²") if run.rate == 1 else ("η", "η²R²")
    gain = ""
    if isinstance(separation, Separator):
        gain = f" w·w*: up by {{gain}} (at least {eta}γ = {number(run.rate * separation.margin)})."
    return [
        unbroken(
            f"Update {{k}}: {telling.update(sign, neither)}\n{telling.step(run, sign)}"
            f" y w·x: {{score}} → {{after}}, up by {eta}‖x‖² = {{shift}}.{gain} ‖w‖²: {change}."
        )
        for sign in ("+", "−")
        for neither in (False, True)
        for change in (f"up by {{change}} (at most {squared} = {number(_most(run))})", "down by {change}")
    ]


def _most(run: Run) -> float:
    """Return η²R², the most that an update adds to ‖w‖²."""
    return float((run.rate * run.data.radius) ** 2)


def unbroken(text: str) -> str:
    r"""Let no line break around a relation, nor after another sign.

    >>> unbroken("w = 0 + 1")
    'w\xa0=\xa00 +\xa01'
    """
    return re.sub(r" (?=[=≤<←→] )|(?<= [=≤<←→+−]) ", NO_BREAK, text)


def _ending(run: Run, telling: Telling) -> str:
    if run.outcome == "converged":
        return telling.right
    if run.cycle is None:
        return ""
    return f"These are the weights of {f'update {run.cycle.start}' if run.cycle.start else 'the start'} again."
