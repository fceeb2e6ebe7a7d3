"""The pages by their names, so that a new one is tested by standing in the menu."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from playground import pages

PAGES = {file: page.title for file, page in pages.PAGES.items()}
ADDRESSES = {name: "/" if file == "app.py" else f"/{Path(file).stem}" for file, name in PAGES.items()}
BOARDS = [name for name in ADDRESSES if name not in ("Dimensions", "Experiments", "Digits", "Adversary", "Lessons")]
"""The pages whose boards hold points."""


def by_turns(many: Iterable[Any], few: Sequence[Any], of: int = 1) -> list[Any]:
    """Each of many, or of so many one, with one of the few, in turn; with the others by night."""
    return [
        pytest.param(one, other, marks=[pytest.mark.nightly] if place % of or place // of % len(few) != turn else [])
        for place, one in enumerate(many)
        for turn, other in enumerate(few)
    ]


def a_part(many: Iterable[Any], of: int) -> list[Any]:
    """Each of many, but most, all except one of so many, by night."""
    return [pytest.param(one, marks=[pytest.mark.nightly] if place % of else []) for place, one in enumerate(many)]
