"""The HTML templates of this folder; Jinja escapes every value that is not `Markup`."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

_ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=StrictUndefined,
    auto_reload=False,
)


def template(name: str) -> Template:
    """Return the template in a file of this folder, parsed once."""
    return _ENVIRONMENT.get_template(name)
