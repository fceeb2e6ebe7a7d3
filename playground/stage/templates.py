"""The HTML templates of this app, filled in by Jinja, which escapes each value that is not marked safe."""

from __future__ import annotations

import re
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape


def _bold(markdown: str) -> Markup:
    return Markup(re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", str(escape(markdown))))


_ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1]),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=StrictUndefined,
    auto_reload=False,
)
_ENVIRONMENT.filters["bold"] = _bold
_ENVIRONMENT.policies["json.dumps_kwargs"] = {"allow_nan": False, "separators": (",", ":")}


def template(name: str) -> Template:
    """Return the template in a file of the folder `playground`, such as "export/index.html"; it is parsed once."""
    return _ENVIRONMENT.get_template(name)
