"""All pages, in the order of the menu: each is a module of this folder, or a folder with a module `page`."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules

from ui.lessons.page import PAGE as LESSONS
from ui.page import Page

_found: dict[str, Page] = {
    name: import_module(f"{__name__}.{name}{'.page' if is_folder else ''}").PAGE
    for _, name, is_folder in iter_modules(__path__)
}


def _taken(*names: str) -> tuple[Page, ...]:
    return tuple(_found.pop(name) for name in names)


FIRST: Sequence[Page] = (*_taken("playground"), LESSONS)
"""Those that stand in the menu themselves."""
GROUPS: Mapping[str, Sequence[Page]] = {
    "The theorem": _taken("proof", "dimensions", "experiments"),
    "No line": _taken("nonseparable", "kernels"),
    "Other learners": (*_taken("descent", "race", "digits", "halving", "adversary"), *_found.values()),
}
"""The others; one that is named nowhere stands last."""
PAGES: Mapping[str, Page] = {page.file: page for group in (FIRST, *GROUPS.values()) for page in group}
"""All of them, by their files."""
