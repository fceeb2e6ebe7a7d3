"""Show each page with every option of its controls, by what `requirements.txt` installs: `python tools/lowest.py`.

It needs no package of the tests, so that it runs with the lowest versions that are allowed, and on another Python.
"""

import importlib.metadata
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playground.address.parameters import Choice, Number, Switch
from playground.page.answer import content, opened
from playground.pages import PAGES

REFUSED = "Place points in the playground, or choose some.", "Choose others."  # by Experiments


def options(parameter):
    if isinstance(parameter, Choice):
        return parameter.options
    if isinstance(parameter, Switch):
        return "true", "false"
    return (str(parameter.low),) if isinstance(parameter, Number) else ()


def faults():
    for page in PAGES.values():
        if page.answer is None:
            continue
        for key, control in page.controls.items():
            for option in options(control.parameter):
                link = {"repeats": "1", key: option}
                try:
                    content(opened(page, link))
                except Exception as fault:
                    if not str(fault).endswith(REFUSED):
                        yield f"{page.title} {link}: {fault!r}"


if __name__ == "__main__":
    names = "numpy", "pandas", "scipy", "streamlit", "plotly"
    print("Python", sys.version.split()[0], *(f"{name} {importlib.metadata.version(name)}" for name in names))
    found = [*faults()]
    print(*found, f"{len(found)} boards failed", sep="\n")
    sys.exit(bool(found))
