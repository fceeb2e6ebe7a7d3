"""Formulas, from LaTeX to MathML."""

from __future__ import annotations

import functools
import re

from latex2mathml.converter import convert

_BREAK = re.compile(r" (?=(?:=|>|\\le|\\ge) )|(?<=\\quad) ")


@functools.lru_cache(maxsize=256)
def mathml(formula: str) -> str:
    """Return a formula as MathML, cut before each relation by `<wbr>`, because browsers break no line in a formula."""
    pieces = (convert(piece) for piece in _BREAK.split(formula))
    return "<wbr/>".join(piece.replace("<math ", '<math translate="no" ', 1) for piece in pieces)
