"""Numbers and words, written for reading."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

import numpy as np
import numpy.typing as npt

NO_BREAK = "\N{NO-BREAK SPACE}"
WRONG = ":red[:material/error:]"
"""The sign before a sentence that says why what arrived cannot be used."""

BACK, NEXT = "← Back", "Next →"
RELATIONS = {BACK: "prev", NEXT: "next"}
"""The labels of the links to the board before and after, and the `rel` of such a link."""

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_QUARTERS = {(1, 4): "¼", (1, 2): "½", (3, 4): "¾"}


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


def readable(values: npt.ArrayLike) -> list[float | None]:
    """Turn numbers into a column that reads as they do: six digits of each, or all; None for NaN.

    >>> readable([1 / 3, 12345678.0, float("nan"), 0.12349998])
    [0.333333, 12345700.0, None, 0.12349998]
    """
    return none_for_nan(rounded(np.asarray(values, dtype=float)))


def none_for_nan(values: npt.NDArray[np.float64]) -> list[float | None]:
    """Return numbers as a list, with None for each that is not finite."""
    column: list[float | None] = values.tolist()
    for step in np.flatnonzero(~np.isfinite(values)):
        column[step] = None
    return column


def rounded(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Round numbers to six digits, but for those that `number` would then write otherwise."""
    finite = np.isfinite(values) & (values != 0)
    safe = np.where(finite, values, 1.0)
    exponent = np.floor(np.log10(np.abs(safe)))
    power = 10.0 ** np.minimum(5 - exponent, 300)
    digits = np.rint(safe * power)
    # What `number` could take for a half between two that it writes, or for a whole one; thousands it writes in full.
    doubtful = digits % np.where(exponent == 3, 50, np.where(exponent == 4, 5, 500)) == 0
    doubtful |= (exponent == 5) & (np.abs(digits) >= 999_500)
    return np.where(finite & ~doubtful, digits / power, values)


def unbroken(text: str) -> str:
    r"""Let no line break around a relation, nor after another sign.

    >>> unbroken("w = 0 + 1")
    'w\xa0=\xa00 +\xa01'
    """
    return re.sub(r" (?=[=≤<←→] )|(?<= [=≤<←→+−]) ", NO_BREAK, text)
