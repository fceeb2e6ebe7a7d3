"""Write the program and the notebook of every page, and what the program prints, into a folder.

`python -m tests.programs FOLDER`, for an environment that has the library and nothing of the app.
"""

import logging
import sys
from pathlib import Path

from tests.pages import PAGES
from tests.playground.visiting import printed, shared

if __name__ == "__main__":
    logging.disable(logging.WARNING)  # Streamlit says of each page that no browser asked for it
    folder = Path(sys.argv[1])
    for page in PAGES:
        if page == "pages/lessons.py":
            continue
        _, files = shared(page, player="the perceptron", repeats="2")
        place = folder / Path(page).stem
        place.mkdir(parents=True)
        for name, text in files.items():
            (place / name).write_text(text, encoding="utf-8")
            if name.endswith(".py"):
                (place / "printed.txt").write_text(printed(text), encoding="utf-8")
