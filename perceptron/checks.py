"""Checks of arguments with their error messages, and the writing of counts."""

from __future__ import annotations

import math
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

Number = float | Fraction | Decimal
"""A number argument: a float means its binary value, a Fraction or a Decimal its exact value."""


def positive(name: str, value: Number) -> float:
    """Return the value as a float; raise ValueError, with the argument's `name`, unless it is finite and positive.

    Raises TypeError if the value is not a number.
    """
    if not 0 < (number := _float(name, value)) < math.inf:
        raise ValueError(f"{name} must be finite and positive, got {_shown(value)}")
    return number


def not_negative(name: str, value: Number) -> float:
    """Return the value as a float; raise ValueError, with the argument's `name`, if it is negative or not finite.

    Raises TypeError if the value is not a number.
    """
    if not 0 <= (number := _float(name, value)) < math.inf:
        raise ValueError(f"{name} must be finite and not negative, got {_shown(value)}")
    return number


def exactly(value: Number) -> Fraction | None:
    """Return the exact value of a number if no float equals it.

    None for a float, a number equal to a float, and anything that is not a number. Raises ValueError if the number lies
    beyond the range of floats.

    >>> exactly(Decimal("0.1")), exactly(0.1), exactly(Fraction(1, 4)), exactly(2**53 + 1)
    (Fraction(1, 10), None, None, Fraction(9007199254740993, 1))
    """
    # isinstance with Fraction's abstract base classes takes ten times as long.
    if isinstance(value, float) or not isinstance(value, (int, Fraction, Decimal, Integral)):
        return None
    if math.isinf(nearest := _float("number", value)):
        raise ValueError(f"number must be within the range of floats, got {_shown(value)}")
    exact = Fraction(value)
    return None if exact == nearest else exact


def at_least(name: str, value: float, least: int) -> int:
    """Return the value as an int; raise ValueError, with the argument's `name`, unless it is whole and ≥ `least`.

    Raises TypeError if the value is not a number.
    """
    if _real(name, value) < least:
        raise ValueError(f"{name} must {f'be at least {least}' if least else 'not be negative'}, got {_shown(value)}")
    if value % 1:
        raise ValueError(f"{name} must be a whole number, got {_shown(value)}")
    return int(value)


def _shown(value: Number) -> str:
    """Return a number as text, cut after 40 characters, since a Fraction or an int may have any number of digits."""
    text = str(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _real(name: str, value: Any) -> Any:
    if not isinstance(value, (int, float, Real)):  # the abstract class last: it is slow
        raise TypeError(f"{name} must be a number, got {value!r}")
    return value


def _float(name: str, value: Any) -> float:
    if isinstance(value, float):
        return float(value)
    try:
        return float(value if isinstance(value, Decimal) else _real(name, value))
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def count_of(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, in the singular or the plural; by default the plural ends in s.

    >>> count_of(1, "update"), count_of(2, "pass", "passes")
    ('1 update', '2 passes')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def format_bound(whole: int) -> str:
    """Return a bound as text: below 10⁹ in full, a larger one rounded down to four significant digits.

    >>> format_bound(10618), format_bound(10**39 + 1), format_bound(19999 * 10**30)
    ('10618', '1.000e+39', '1.999e+34')
    """
    # Digits after the twelfth come from rounding errors, so they must not decide how the fourth is cut.
    digits = Context(12).create_decimal(whole)
    return str(whole) if whole < 10**9 else f"{Context(4, ROUND_FLOOR).create_decimal(digits):.3e}"
