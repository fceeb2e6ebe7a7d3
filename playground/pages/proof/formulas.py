"""Formulas, from LaTeX to MathML."""

from __future__ import annotations

import functools
import re

from latex2mathml.converter import convert

_BREAK = re.compile(r" (?=(?:=|>|\\le|\\ge) )|(?<=\\quad) ")


@functools.lru_cache(maxsize=256)
def mathml(formula: str) -> str:
    """Return a formula, in LaTeX, as MathML, with `<wbr/>` before each relation and after each wide space.

    There browsers may break the line.
    """
    pieces = (convert(piece) for piece in _BREAK.split(formula))
    return "<wbr/>".join(piece.replace("<math ", '<math translate="no" ', 1) for piece in pieces)
