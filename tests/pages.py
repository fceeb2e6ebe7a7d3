"""All pages of the menu, so that tests find a new one."""

from pathlib import Path

from playground import pages

PAGES = {file: page.title for file, page in pages.PAGES.items()}
ADDRESSES = {name: "/" if file == "app.py" else f"/{Path(file).stem}" for file, name in PAGES.items()}
BOARDS = [name for name in ADDRESSES if name not in ("Dimensions", "Experiments", "Digits", "Adversary", "Lessons")]
"""The names of the pages whose boards hold points."""
