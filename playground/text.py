"""Numbers and words, written for reading."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

import numpy as np
import numpy.typing as npt

APP = "perceptron playground"
NO_BREAK = "\N{NO-BREAK SPACE}"
WRONG = ":red[:material/error:]"
"""The icon before the message that refuses an input."""

BACK, NEXT = "← Back", "Next →"
RELATIONS = {BACK: "prev", NEXT: "next"}
"""The labels of the links to the board before and after, and the `rel` of such a link."""

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_QUARTERS = {(1, 4): "¼", (1, 2): "½", (3, 4): "¾"}


def number(value: float) -> str:
    """Return a number as text: with three significant digits, and a power of ten below 0.001 and from a million on.

    Below a million it keeps all digits before the point, and a whole number has no decimals. NaN is "undefined", and
    infinity "∞".

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
    """Return a fraction as text: a whole number; ¼, ½ or ¾; or raised digits, a stroke and lowered digits.

    >>> fraction(Fraction(1, 4)), fraction(Fraction(11, 30)), fraction(Fraction(1))
    ('¼', '¹¹⁄₃₀', '1')
    """
    over, under = value.numerator, value.denominator
    if under == 1:
        return str(over)
    return _QUARTERS.get((over, under)) or f"{str(over).translate(_SUPERSCRIPT)}⁄{str(under).translate(_SUBSCRIPT)}"


def at_least(value: float) -> str:
    """Return a lower bound as text, as `number` writes it, but rounded down.

    Digits after the twelfth count as rounding errors. NaN is "undefined", infinity "∞".

    >>> at_least(28.58), at_least(0.7071), at_least(2.0)
    ('28.5', '0.707', '2')
    """
    return _cut(value, ROUND_FLOOR)


def at_most(value: float) -> str:
    """Return an upper bound as text, as `number` writes it, but rounded up.

    Digits after the twelfth count as rounding errors. NaN is "undefined", infinity "∞". For a count, see `whole`.

    >>> at_most(28.52), at_most(1.0)
    ('28.6', '1')
    """
    return _cut(value, ROUND_CEILING)


def _cut(value: float, rounding: str) -> str:
    known = Decimal(f"{value:.12g}")  # the further digits are rounding errors
    if not known.is_finite():
        return number(value)
    before = known.adjusted() + 1
    return number(float(Context(max(3, before) if before <= 6 else 3, rounding).create_decimal(known)))


def whole(value: int) -> str:
    """Return a count as text: in full below 10⁹, else rounded down to three significant digits times a power of ten.

    >>> whole(5000), whole(40_000_000_000_000_000), whole(39_980_000_000_000_000)
    ('5,000', '4.00×10¹⁶', '3.99×10¹⁶')
    """
    return f"{value:,}" if value < 10**9 else at_least(float(value))


def plural(count: int, noun: str) -> str:
    """Return a count, as `whole` writes it, with its noun: in the plural "s" is added, or "es" after "ss".

    >>> plural(1, "update"), plural(12, "update"), plural(3, "pass")
    ('1 update', '12 updates', '3 passes')
    """
    ending = "" if count == 1 else "es" if noun.endswith("ss") else "s"
    return f"{whole(count)} {noun}{ending}"


def quoted(text: str, most: int = 20) -> str:
    """Quote a visitor's text as Markdown code, cut after `most` characters: it is shown without links or pictures.

    A character that cannot be printed becomes �.

    >>> print(quoted("[free](//host/a) `b`"))
    `` [free](//host/a) `b` ``
    >>> print(quoted("many words more than anybody reads"))
    `many words more than…`
    """
    # Only a row of backticks could end the code; signs without a shape could mislead a reader.
    printable = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text[:most])
    printable += "…" if len(text) > most else ""
    fence = "`" * (1 + max(map(len, re.findall("`+", printable)), default=0))
    room = " " if "`" in printable or not printable.strip() else ""
    return f"{fence}{room}{printable}{room}{fence}"


def listed(items: Iterable[object]) -> str:
    """Join items by commas, the last by "and"; "" without items.

    >>> listed([3, 7, 12])
    '3, 7 and 12'
    """
    *head, last = [str(item) for item in items] or [""]
    return f"{', '.join(head)} and {last}" if head else last


def signed(text: str) -> str:
    """Write a minus sign for each hyphen that begins a number; a hyphen after a letter, digit or point stays.

    >>> signed("Row 1 is (0, -1), not all-in-all.")
    'Row 1 is (0, −1), not all-in-all.'
    """
    return re.sub(r"(?<![\w.])-(?=[\d.])", "−", text)


def vector(values: Iterable[float]) -> str:
    """Return a vector as text, each entry as `number` writes it.

    >>> vector([3, 2, -4.0])
    '(3, 2, −4)'
    """
    return f"({', '.join(number(float(value)) for value in values)})"


def readable(values: npt.ArrayLike) -> list[float | None]:
    """Round numbers of shape (n,) to six significant digits, for JSON; a number that is not finite becomes None.

    A number stays as it is if the rounding could change the text, of fewer digits, that `number` writes for it.

    >>> readable([1 / 3, 12345678.0, float("nan"), 0.12349998])
    [0.333333, 12345700.0, None, 0.12349998]
    """
    return readable_rows(np.asarray(values, dtype=float)[None])[0]


def readable_rows(values: npt.NDArray[np.float64]) -> list[list[float | None]]:
    """Return a table's numbers, shape (m, n), as lists, each row as `readable` returns it, but all rows at once."""
    rows: list[list[float | None]] = rounded(values).tolist()
    for row, place in np.argwhere(~np.isfinite(values)).tolist():
        rows[row][place] = None
    return rows


def rounded(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return numbers, in any shape, rounded to six significant digits; NaN and infinities stay.

    A number stays, too, if its rounding could change the text that the function `number` writes for it.
    """
    finite = np.isfinite(values) & (values != 0)
    safe = np.where(finite, values, 1.0)
    exponent = np.floor(np.log10(np.abs(safe)))
    power = 10.0 ** np.minimum(5 - exponent, 300)
    digits = np.rint(safe * power)
    # A number is doubtful if its rounding may end on a tie of `number`, or on a whole number.
    doubtful = digits % np.where(exponent == 3, 50, np.where(exponent == 4, 5, 500)) == 0
    doubtful |= (exponent == 5) & (np.abs(digits) >= 999_500)
    return np.where(finite & ~doubtful, digits / power, values)


def unbroken(text: str) -> str:
    r"""Return a text with no-break spaces for the two spaces around each sign =, ≤, <, ←, →, + or −.

    >>> unbroken("w = 0 + 1")
    'w\xa0=\xa00\xa0+\xa01'
    """
    return _AROUND.sub(NO_BREAK, text)


# It begins with the space that it finds: so it looks at spaces alone, in a third of the time.
_AROUND = re.compile(r" (?:(?=[=≤<←→+−] )|(?<=[ \t][=≤<←→+−] ))")
