"""The playground: a perceptron to look at, in folders that each import only those below (`tests/test_house.py`)."""

from pathlib import Path

_PACKAGED = Path(__file__).parent / "root"  # setup.py puts it there

INSTALLED = _PACKAGED.exists()
"""Whether this is an installed package, and no checkout of the repository."""

ROOT = _PACKAGED if INSTALLED else Path(__file__).parents[1]
"""The folder of `app.py`, `pages/`, `pyproject.toml` and Streamlit's settings."""

PAGE_NAME = "[a-z0-9_]*"
"""A regular expression for a page's name in links, which is that of its module; the first page has none."""
