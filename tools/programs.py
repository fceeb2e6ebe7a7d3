"""Write the programs and the notebook of every page, and what each program prints: `python -m tools.programs FOLDER`.

For an environment that has the library and nothing of the app (tools/alone.py).
"""

import contextlib
import io
import logging
import sys
from pathlib import Path

from playground.export.files import files
from playground.pages import PAGES

if __name__ == "__main__":
    logging.disable(logging.WARNING)  # Streamlit warns of each page that no browser asked for it
    for page in PAGES.values():
        if page.answer is None:
            continue
        folder = Path(sys.argv[1]) / Path(page.file).stem
        folder.mkdir(parents=True)
        for file in files(page, {"player": "the perceptron", "repeats": "2"}):
            (folder / file["name"]).write_text(file["text"], encoding="utf-8")
            if file["name"].endswith(".py"):
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    exec(file["text"], {})
                (folder / file["name"]).with_suffix(".txt").write_text(printed.getvalue(), encoding="utf-8")
