r"""Formulas: a little of LaTeX, written as MathML, which browsers typeset themselves.

Streamlit's own LaTeX is set on the server; these formulas hold `{names}` that the stage fills in at each step.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\\text\{[^}]*\}|\\[a-zA-Z]+|\{[a-z]\w+\}|[0-9][0-9.,]*|[_^{}]|[^\W\d_]|\S")
NO_BREAK = "\N{NO-BREAK SPACE}"  # others are dropped at the ends of a text
_NAMES = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "eta": "η",
    "lambda": "λ",
    "rho": "ρ",
    "le": "≤",
    "ge": "≥",
    "cdot": "·",
    "star": "*",
    "to": "→",
    "sum": "∑",
}


def mathml(latex: str) -> str:
    r"""Write a formula: letters, numbers, operators, `_`, `^`, `\frac{}{}`, `\sqrt{}`, `\text{}` and Greek names.

    A name of two letters or more in braces, `{gain}`, is a place that the stage fills in with a number.

    >>> mathml(r"k \le \frac{R^2}{\gamma^2}")[:60]
    '<math><mi>k</mi><mo>≤</mo><mfrac><mrow><msup><mi>R</mi><mn>2'
    >>> mathml("w_k ≥ {floor}")
    '<math><msub><mi>w</mi><mi>k</mi></msub><mo>≥</mo><mn>{floor}</mn></math>'

    Raises
    ------
    ValueError
        If the formula ends where a part is missing, or names what is not known.
    """
    tokens = _TOKEN.findall(latex)
    parts, rest = _row(tokens)
    if rest:
        raise ValueError(f"the formula has a brace too many: {latex}")
    return f"<math>{parts}</math>"


def _row(tokens: list[str]) -> tuple[str, list[str]]:
    """Write tokens up to a closing brace; return what is left from there on."""
    parts: list[str] = []
    while tokens and tokens[0] != "}":
        if tokens[0] in ("_", "^"):
            script, rest = _part(tokens[1:])
            name = "sub" if tokens[0] == "_" else "sup"
            base = parts.pop() if parts else "<mrow></mrow>"
            if rest[:1] == ["^"] and name == "sub":
                upper, rest = _part(rest[1:])
                parts.append(f"<msubsup>{base}{script}{upper}</msubsup>")
            else:
                parts.append(f"<m{name}>{base}{script}</m{name}>")
            tokens = rest
        else:
            part, tokens = _part(tokens)
            parts.append(part)
    return "".join(parts), tokens


def _part(tokens: list[str]) -> tuple[str, list[str]]:
    if not tokens:
        raise ValueError("the formula ends where a part is missing")
    first, rest = tokens[0], tokens[1:]
    if first == "{":
        inner, rest = _row(rest)
        if not rest:
            raise ValueError("the formula has a brace that is not closed")
        return f"<mrow>{inner}</mrow>", rest[1:]
    if first == "\\frac":
        above, rest = _part(rest)
        below, rest = _part(rest)
        return f"<mfrac>{above}{below}</mfrac>", rest
    if first == "\\sqrt":
        inner, rest = _part(rest)
        return f"<msqrt>{inner}</msqrt>", rest
    if first.startswith("\\text"):
        return f"<mtext>{first[6:-1].replace(' ', NO_BREAK)}</mtext>", rest
    if first == "\\quad":
        return '<mspace width="1em"></mspace>', rest
    if first.startswith("\\"):
        if first[1:] not in _NAMES:
            raise ValueError(f"the formula has a name that is not known: {first}")
        sign = _NAMES[first[1:]]
    else:
        sign = first
    if sign.startswith("{") or sign[0].isdigit():
        return f"<mn>{sign}</mn>", rest
    return (f"<mi>{sign}</mi>" if sign.isalpha() else f"<mo>{sign}</mo>"), rest
