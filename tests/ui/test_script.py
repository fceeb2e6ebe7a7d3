"""The program that a page offers makes the very run on the screen, with nothing but the library."""

import contextlib
import io
import json
import re
import shutil
import subprocess
import sys
from typing import Any

import pytest

import perceptron
from tests.boards import HAND
from tests.ui.visiting import payload, visit
from ui.controls import SOURCES
from ui.links import encode

LINKS = {
    **{name: {"data": name, "bias": "true"} for name in SOURCES if name != "by hand"},
    "through the origin": {"n": "40", "gamma": "0.05", "R": "2", "seed": "11"},
    "by hand": {"data": "by hand", "points": encode(HAND), "bias": "true"},
    "one point": {"data": "by hand", "points": encode(HAND[:1])},
    "every setting": {
        "data": "two blobs",
        "bias": "true",
        "c": "0.3",
        "order": "shuffled",
        "rate": "0.25",
        "start": "-5, 2.5, 1",
        "ties": "read as \N{MINUS SIGN}1",
        "seed": "7",
    },
    "the hardest first": {"data": "slow pair", "bias": "true", "order": "hardest", "ties": "correct"},
    "drawn one at a time": {"order": "random", "seed": "5"},
}


def printed(program):
    """What a program prints."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(program, {})
    return said.getvalue()


def shared(page=None, /, **parameters):
    """The scene of a page that a visitor wants to share, and the files that come with its code."""
    visited = visit(page, **parameters)
    assert payload(visited)["code"] is None
    visited.session_state["game"].shared = "https://example.org/"
    shown = payload(visited.run())
    return shown, {file["name"]: file["text"] for file in shown["code"]["files"]}


@pytest.mark.parametrize("name", LINKS)
@pytest.mark.parametrize("page", ["app.py", "pages/proof.py"])
def test_the_program_prints_the_numbers_on_the_screen(page, name):
    shown, files = shared(page, **LINKS[name])
    said = printed(files["perceptron-run.py"])
    gamma, radius, bound, updates = (fact["value"].replace(",", "") for fact in shown["facts"][:4])
    (outcome, made) = re.match(r"Run\((\w+) after ([\d,]+) update", said).groups()
    assert made.replace(",", "") == updates
    assert (outcome == "cycling") == ("again" in shown)
    if gamma == "none":
        assert "prove it)" in said
    else:
        margin, length, allowed = re.search(r"Separator\(margin (\S+), radius (\S+), bound (\S+)\)", said).groups()
        assert [float(margin), float(length)] == pytest.approx([float(gamma), float(radius)], rel=5e-3)
        assert LINKS[name].get("start") or allowed == bound
    lines = [line.split() for line in said.splitlines() if line.startswith(" ")]
    heads, rows = (lines[0], lines[1:]) if lines else ([], [])
    assert len(rows) == int(updates)
    if page == "app.py":
        columns, at = shown["columns"], {head: place for place, head in enumerate(heads)}
        for k, row in enumerate(rows, 1):
            assert [int(row[at[head]]) for head in ("update", "example")] == [k, columns["point"][k]]
            assert float(row[at["norm_squared"]]) == pytest.approx(columns["norm"][k], rel=1e-4, abs=1e-5)
            if gamma != "none":
                assert float(row[at["alignment"]]) == pytest.approx(columns["upper"][k], rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("name", ["every setting", "by hand"])
def test_the_notebook_is_the_program_in_cells(name):
    _, files = shared(**LINKS[name])
    notebook = json.loads(files["perceptron-run.ipynb"])
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 4)
    words, *cells = notebook["cells"]
    assert words["cell_type"] == "markdown"
    assert {cell["cell_type"] for cell in cells} == {"code"}
    assert printed("\n\n".join(cell["source"] for cell in cells)) == printed(files["perceptron-run.py"])


def test_the_program_needs_the_library_alone(tmp_path):
    program = shared(**LINKS["every setting"])[1]["perceptron-run.py"]
    shutil.copytree(perceptron.__path__[0], tmp_path / "perceptron")
    script = tmp_path / "run.py"
    seen = "\nimport sys\nassert not {'streamlit', 'plotly', 'ui'} & sys.modules.keys()\n"
    script.write_text(program + seen, encoding="utf-8")
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == printed(program)
    assert len(program.splitlines()) <= 15


def test_a_long_board_fits_the_lines_of_its_program():
    points = [(i / 64, (i % 7) / 8, i % 2) for i in range(60)]
    program = shared(data="by hand", points=encode(points))[1]["perceptron-run.py"]
    assert max(map(len, program.splitlines())) <= 110
    known: dict[str, Any] = {"print": lambda *_: None}
    exec(program, known)
    made = zip(known["data"].X.tolist(), known["data"].y.tolist(), strict=True)
    assert [(x, y, (1 - label) // 2) for (x, y), label in made] == points


def test_an_empty_board_has_no_program():
    assert shared(data="by hand")[1] == {}
