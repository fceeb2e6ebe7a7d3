"""The layers: each folder imports only folders below it, without circles; and tests wait for conditions, not times."""

import ast
import functools
import inspect
import re
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
import streamlit

from tests.pages import PAGES

ROOT = Path(__file__).parents[1]
PLAYGROUND = [path for path in (ROOT / "playground").rglob("*.*") if "node_modules" not in path.parts]
MODULES = [path for path in PLAYGROUND if path.suffix == ".py"]
FILES = [
    ROOT / "app.py",
    *(ROOT / "pages").glob("*.py"),
    *MODULES,
    *(ROOT / "perceptron").glob("*.py"),
]


def named(file):
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {named(file): file for file in FILES}


def known(file):
    """The project's modules that a file imports, anywhere in it."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    return {name for node in nodes for name in _imported(node) if name in NAMES} - {named(file)}


def _imported(node):
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.module:
        inner = {f"{node.module}.{alias.name}" for alias in node.names}
        return {name if name in NAMES else node.module for name in inner}
    return set()


@functools.cache
def arrows():
    return {name: known(file) for name, file in NAMES.items()}


def test_no_imports_are_circular():
    TopologicalSorter(arrows()).prepare()


LAYERS = [
    {"app", "pages", "playground.__main__"},
    {"playground.app", "playground.rooms"},
    {"playground.server"},
    {"playground.export"},
    {"playground.pages"},
    {"playground.page"},
    {"playground.draw"},
    {"playground.address"},
    {"playground.lessons"},
    {"playground.stage", "playground.text", "perceptron"},
]
"""From the top; each imports what stands below it."""


def floor(name):
    """Return a module's layer, counted from the top, and the entry of the layer that holds it."""
    for place, rooms in enumerate(LAYERS):
        for room in rooms:
            if name == room or name.startswith(f"{room}."):
                return place, room
    raise LookupError(f"{name} is in no layer")


def test_every_module_imports_only_lower_layers():
    names = [name for name in arrows() if name != "playground"]
    back = [
        f"{name} imports {to}"
        for name in names
        for to in arrows()[name] - {"playground"}
        if floor(to)[1] != floor(name)[1] and floor(to)[0] <= floor(name)[0]
    ]
    assert back == []


def test_few_rooms_know_one_another():
    """Who adds an arrow between two entries of `LAYERS` takes another away."""
    rooms = {name: floor(name)[1] for name in arrows() if name != "playground"}
    between = {(rooms[name], rooms[to]) for name in rooms for to in arrows()[name] & rooms.keys()}
    assert sum(one != other for one, other in between) <= 58


def test_no_two_classes_have_one_name():
    classes = [
        node.name
        for file in MODULES
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert [name for name, count in Counter(classes).items() if count > 1] == []


def test_no_page_imports_another():
    for name, to in arrows().items():
        folders = {other.split(".")[2] for other in to if other.startswith("playground.pages.")}
        if name.startswith("playground.pages."):
            assert folders <= {name.split(".")[2]}, name


SERVERS = [name for name in NAMES if name.startswith(("playground.server", "playground.rooms"))]


@pytest.mark.parametrize("begin", ["pages", "server"])
def test_pages_and_servers_use_no_streamlit(begin):
    """`app.py` hands Streamlit's values to the server; `internals` alone reads them."""
    left = ["playground.page.page", *(name for name in NAMES if name.startswith("playground.pages"))]
    left = [name for name in SERVERS if name != "playground.server.internals"] if begin == "server" else left
    known_by = set()
    while left:
        name = left.pop()
        if name not in known_by:
            known_by.add(name)
            left += arrows()[name]
    for name in known_by:
        assert not re.search("^ *(import|from) streamlit", NAMES[name].read_text(encoding="utf-8"), re.MULTILINE), name


@pytest.mark.parametrize(("package", "module"), [("dask|distributed", "server.cluster"), ("redis", "rooms.streams")])
def test_one_module_alone_knows_a_service(package, module):
    imports = re.compile(f"^ *(import|from) ({package})", re.MULTILINE)
    knows = [name for name, file in NAMES.items() if imports.search(file.read_text(encoding="utf-8"))]
    assert knows == [f"playground.{module}"]


def test_one_module_alone_uses_undocumented_streamlit():
    for name, file in NAMES.items():
        if name != "playground.server.internals":
            nodes = [*ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
            imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
            imported |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
            of_streamlit = {module for module in imported if module.split(".")[0] == "streamlit"}
            assert of_streamlit <= {"streamlit"}, name
            parts = {
                node.attr
                for node in nodes
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "st"
            }
            modules = {part for part in parts if inspect.ismodule(getattr(streamlit, part))}
            assert modules <= {"column_config", "components"}, name
            assert not any(part.startswith("_") for part in parts), name


def test_every_page_is_in_the_menu():
    """So a test over the pages of the menu is a test over all pages."""
    assert {named(file) for file in FILES if file.parent == ROOT / "pages"} | {"app"} == {
        page.removesuffix(".py").replace("/", ".") for page in PAGES
    }


def test_no_style_on_screen_looks_through_the_whole_page():
    """Such a `:has()` makes the browser search the page at each change of the stage, for most of an edit's time."""
    whole = r"(^ *|[\w\])}>+~] )(\.stApp|body|html|:root)?(:not\()?:has\("
    for path in [path for path in PLAYGROUND if path.suffix in (".py", ".css")]:
        on_screen = re.sub(r"@media print \{.*?\n\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not [line for line in on_screen.splitlines() if re.search(whole, line)], path.name


def test_no_browser_test_waits_for_a_time():
    """A time is too short on a busy machine and too long on others; `settle` and `until` wait for conditions."""
    endless = r"wait_for_timeout|\bsleep\(|timeout=0\b|while True"
    waits = [
        f"{path.name}: {line.strip()}"
        for path in (ROOT / "tests" / "browser").glob("[!w]*.py")  # wire.py forwards bytes, and may wait
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(endless, line)
    ]
    assert waits == []
