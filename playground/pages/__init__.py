"""All pages, in the order of the menu: each is a module of this folder, or a folder with a module `page`."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules

import scipy.optimize  # noqa: F401 — or the library would load it while the first visitor waits

from playground.address.address import add_keys
from playground.address.parameters import TextField
from playground.page.page import Page

_unplaced: dict[str, Page] = {
    name: import_module(f"{__name__}.{name}{'.page' if is_folder else ''}").PAGE
    for _, name, is_folder in iter_modules(__path__)
}


def _placed(*names: str) -> tuple[Page, ...]:
    return tuple(_unplaced.pop(name) for name in names)


FIRST: Sequence[Page] = _placed("playground", "lessons")
"""The pages at the top of the menu."""
GROUPS: Mapping[str, Sequence[Page]] = {
    "The theorem": _placed("proof", "dimensions", "experiments"),
    "No line": _placed("nonseparable", "kernels"),
    "Other learners": (*_placed("descent", "race", "digits", "halving", "adversary"), *_unplaced.values()),
}
"""The groups of other pages; a page not named here comes last."""
PAGES: Mapping[str, Page] = {page.file: page for group in (FIRST, *GROUPS.values()) for page in group}
"""All pages, by their files."""

_parameters = [control.parameter for page in PAGES.values() for control in page.controls.values()]
add_keys(
    [each.key for each in _parameters],
    {each.key: each.longest for each in _parameters if isinstance(each, TextField)},
)
