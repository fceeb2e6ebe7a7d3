"""The HTML templates of this app's documents, filled in by Jinja, which escapes each value that is not marked safe."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from playground.export import alone
from playground.stage import assets, browsers
from playground.text import RELATIONS

_ROOT = Path(__file__).parents[1]


class Anchor(NamedTuple):
    """A link of a document: its label, the path that it leads to, and the query after it."""

    label: str
    path: str
    query: Mapping[str, str] = {}


def _bold(markdown: str) -> Markup:
    return Markup(re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(markdown)))


_ENVIRONMENT = Environment(
    loader=FileSystemLoader([_ROOT / folder for folder in ("server", "rooms", "stage")]),
    autoescape=True,
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.filters["bold"] = _bold
_ENVIRONMENT.globals |= {"assets": assets, "alone": alone, "browsers": browsers, "relations": RELATIONS}
_ENVIRONMENT.policies["json.dumps_kwargs"] = {"allow_nan": False, "separators": (",", ":")}


def document(template: str, **values: object) -> str:
    """Return an HTML document: the template of this file name, filled in with these values."""
    return _ENVIRONMENT.get_template(template).render(values)
