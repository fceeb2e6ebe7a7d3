"""*Write your own `train`* for Jupyter and for marimo: its checks say which solution is right."""

import ast
import contextlib
import inspect
import io
import json
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from playground.export import wheel
from playground.export.files import files
from playground.lessons import LESSONS
from playground.pages import PAGES

APP = "https://a.example/app/"
APART = "\n# ----\n"  # between cells
RIGHT = {
    "is_wrong": ["return y * (w @ x) <= 0"],
    "my_train": [
        "w, rows, again = np.zeros(2), [], True",
        "while again:",
        "    again = False",
        "    for x, label in zip(X, y):",
        "        if is_wrong(w, x, label):",
        "            w, again = w + label * x, True",
        "            rows.append(w)",
        "return rows",
    ],
    "my_bound": ["return (radius / margin) ** 2"],
}
WRONG = {
    "is_wrong": ["return y * (w @ x) > 0"],
    "my_train": [
        "w, rows = np.zeros(2), []",
        "for x, label in list(zip(X, y)) * 3:",
        "    if label * (w @ x) <= 0:",
        "        w = w + x",  # without the label
        "        rows.append(w)",
        "return rows",
    ],
    "my_bound": ["return radius / margin"],
}


def filled(text, solution, indent):
    """The text of a notebook with a solution in its empty cells."""
    for name, lines in solution.items():
        head, empty, rest = text.partition(f"def {name}(")
        signature, dots, rest = rest.partition(f"\n{indent}...")
        assert empty
        assert dots
        text = f"{head}{empty}{signature}\n" + "\n".join(indent + line for line in lines) + rest
    return text


def jupyter(solution):
    """Run the notebook of Jupyter; return what its cells print, and what they show as HTML."""
    notebook = json.loads(written()["ipynb"])
    assert notebook["cells"][0]["source"].startswith(f"%pip install {APP}{wheel.PATH}\n")
    known, shown = {}, []
    code = [cell["source"] for cell in notebook["cells"][1:] if cell["cell_type"] == "code"]
    program = filled(APART.join(code), solution, "    ")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        for source in program.split(APART):
            *body, last = ast.parse(source).body
            exec(compile(ast.Module(body, []), "cell", "exec"), known)
            if isinstance(last, ast.Expr):
                shown.append(eval(compile(ast.Expression(last.value), "cell", "eval"), known))
            else:
                exec(compile(ast.Module([last], []), "cell", "exec"), known)
    return printed.getvalue(), [each._repr_html_() for each in shown if each is not None]


class App:
    """marimo's `App` as far as the file needs it: all cells share their names, and return what they define."""

    def __init__(self):
        self.cells = []

    def cell(self, function):
        self.cells.append(function)
        return function

    def run(self):
        for cell in self.cells:
            known = cell.__globals__  # a solution may use more than the empty cell did
            tree = ast.parse(inspect.getsource(cell))
            names: Any = next(node for node in ast.walk(tree) if isinstance(node, ast.Return)).value  # its last line
            made = cell(**{name: known[name] for name in inspect.signature(cell).parameters})
            known |= dict(zip([each.id for each in names.elts], made, strict=True)) if names else {}


def marimo(solution, folder, monkeypatch):
    """Run the notebook of marimo; return what its cells print."""
    file = folder / "notebook.py"
    file.write_text(filled(written()["py"], solution, "        "), encoding="utf-8")
    monkeypatch.setitem(sys.modules, "marimo", SimpleNamespace(App=App, md=lambda words: words))
    source = file.read_text(encoding="utf-8")
    assert source.startswith(f"# Install the library:\n#     pip install {APP}{wheel.PATH}\n")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(source, str(file), "exec"), {"__name__": "__main__"})
    return printed.getvalue()


def written():
    """The notebooks as the app saves them with a lesson that asks for a program, by the ends of their names."""
    offered = files(PAGES["app.py"], LESSONS["write-loop"].link, APP)
    return {file["name"].rpartition(".")[2]: file["text"] for file in offered if file["label"].startswith("Assignment")}


@pytest.mark.parametrize(
    ("solution", "right", "wrong", "nothing"), [(RIGHT, 8, 0, 0), (WRONG, 0, 8, 0), ({}, 0, 2, 6)],
    ids=["right", "wrong", "empty"],
)  # fmt: skip
def test_both_notebooks_run_from_top_to_bottom_and_say_what_is_right(
    solution, right, wrong, nothing, tmp_path, monkeypatch
):
    printed, shown = jupyter(solution)
    assert marimo(solution, tmp_path, monkeypatch) == printed
    assert [printed.count(words) for words in ("✓ Right.", "✗ Not yet.", "Nothing is returned")] == [
        right,
        wrong,
        nothing,
    ]
    pictures = 2 + bool(solution)  # of the points, of the library's run and, where there is one, of the visitor's
    assert [("<svg" in each) for each in shown] == [True] * pictures


def test_only_lessons_that_ask_for_a_program_have_the_assignment():
    for slug in ("margin", "hunt-update", "write-stop"):
        lesson = LESSONS[slug]
        names = [file["name"] for file in files(PAGES[lesson.page], lesson.link)]
        assert ("write-your-own-train.ipynb" in names) == any(part.program for part in lesson.parts)
