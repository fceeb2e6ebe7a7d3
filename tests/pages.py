"""The pages by their names, so that a new one is tested by standing in the menu."""

from pathlib import Path

from playground import pages

PAGES = {file: page.title for file, page in pages.PAGES.items()}
ADDRESSES = {name: "/" if file == "app.py" else f"/{Path(file).stem}" for file, name in PAGES.items()}
BOARDS = [name for name in ADDRESSES if name not in ("Dimensions", "Experiments", "Digits", "Adversary", "Lessons")]
"""The pages whose boards hold points."""
