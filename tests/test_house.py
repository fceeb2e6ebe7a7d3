"""Who may know whom: arrows point from pages to ui to perceptron, and never back or in a circle."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from ui.frame import PAGES

ROOT = Path(__file__).parents[1]
FILES = [
    ROOT / "app.py",
    *(ROOT / "pages").glob("*.py"),
    *(ROOT / "ui").rglob("*.py"),
    *(ROOT / "perceptron").glob("*.py"),
]


def named(file):
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {named(file): file for file in FILES}


def known(file):
    """The modules of ours that a file imports, wherever in it."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    return {name for node in nodes for name in _imported(node) if name in NAMES} - {named(file)}


def _imported(node):
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.module:
        inner = {f"{node.module}.{alias.name}" for alias in node.names}
        return {name if name in NAMES else node.module for name in inner}
    return set()


ARROWS = {name: known(file) for name, file in NAMES.items()}


def test_no_module_knows_one_that_knows_it():
    TopologicalSorter(ARROWS).prepare()


@pytest.mark.parametrize(
    ("below", "above"),
    [
        ("perceptron", ("ui", "pages", "app")),
        ("ui", ("pages", "app")),
        ("ui.stage", ("perceptron", "ui.scenes", "ui.figures", "ui.controls", "ui.frame")),
        ("ui.scenes", ("ui.controls", "ui.frame", "ui.address")),
        ("ui.controls", ("ui.scenes",)),
    ],
)
def test_no_arrow_points_back(below, above):
    def within(name, package):
        return name == package or name.startswith(f"{package}.")

    back = [
        (name, to) for name in ARROWS if within(name, below) for to in ARROWS[name] if any(within(to, a) for a in above)
    ]
    assert back == []


def test_a_page_knows_no_scene_but_its_own_and_a_scene_no_other():
    for name, to in ARROWS.items():
        scenes = {other for other in to if other.startswith("ui.scenes.")}
        if name == "app" or name.startswith(("pages.", "ui.scenes.")):
            own = "playground" if name == "app" else name.split(".")[-1]
            assert scenes <= {f"ui.scenes.{own}"}, name


def test_every_page_is_in_the_menu():
    """Each test over the pages of the menu, such as that a page keeps its link, is one over all there are."""
    assert {named(file) for file in FILES if file.parent.name == "pages"} | {"app"} == {
        page.removesuffix(".py").replace("/", ".") for page in PAGES
    }
