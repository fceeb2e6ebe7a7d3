"""The HTML templates of this app, filled in by Jinja, which escapes each value that is not marked safe."""

from __future__ import annotations

import re
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from playground.stage.shared import SYMBOL


def marked(words: str) -> Markup:
    """Return words as escaped HTML in which symbols and formulas are marked, so that browsers do not translate them.

    A symbol right after a digit, such as the γ in 2γ, is not marked.

    >>> marked("A gap of 2γ > 0")
    Markup('A gap of 2γ &gt; 0')
    >>> marked("w* & R²/γ²")
    Markup('<bdi translate="no">w*</bdi> &amp; <bdi translate="no">R²/γ²</bdi>')
    """
    pieces = re.split(f"({SYMBOL})", words)
    return Markup("").join(_SIGN.format(piece) if place % 2 else piece for place, piece in enumerate(pieces))


def _bold(markdown: str) -> Markup:
    """Return words as HTML, of which those between two stars are bold.

    >>> _bold("**Turn w.** It is > 0")
    Markup('<b>Turn <bdi translate="no">w</bdi>.</b> It is &gt; 0')
    """
    # What is replaced in a `Markup` would be escaped.
    return Markup(re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", str(marked(markdown))))


_SIGN = Markup('<bdi translate="no">{}</bdi>')


_ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1]),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=StrictUndefined,
    auto_reload=False,
)
_ENVIRONMENT.filters |= {"bold": _bold, "marked": marked}
_ENVIRONMENT.policies["json.dumps_kwargs"] = {"allow_nan": False, "separators": (",", ":")}


def template(name: str) -> Template:
    """Return the template in a file of the folder `playground`, such as "export/index.html"; it is parsed once."""
    return _ENVIRONMENT.get_template(name)
