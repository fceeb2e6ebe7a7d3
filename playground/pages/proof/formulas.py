"""Formulas, from LaTeX to MathML."""

from __future__ import annotations

import functools
import re

from latex2mathml.converter import convert

_BREAK = re.compile(r" (?=(?:=|>|\\le|\\ge) )|(?<=\\quad) ")


@functools.lru_cache(maxsize=256)
def mathml(formula: str) -> str:
    """Return a formula, in LaTeX, as MathML: pieces with `<wbr/>` between them, where browsers may break the line.

    A piece ends before each =, >, ≤ and ≥ that has spaces around it, and after each wide space, a quad. None of these
    may stand within braces, since each piece is converted alone.
    """
    pieces = (convert(piece) for piece in _BREAK.split(formula))
    return "<wbr/>".join(piece.replace("<math ", '<math translate="no" ', 1) for piece in pieces)
