"""The documents name everything public, their links work, and the README takes two minutes."""

import inspect
import re
from pathlib import Path

import perceptron

ROOT = Path(__file__).parents[2]
DOCUMENTS = {path: path.read_text(encoding="utf-8") for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))}
LIBRARY = DOCUMENTS[ROOT / "docs" / "library.md"]


def test_every_public_function_stands_in_the_table():
    table = re.search(r"\| name \| what it is \|.*?\n\n", f"{LIBRARY}\n", re.DOTALL)[0]
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", table))))
    listed = {*perceptron.samples.__all__, *perceptron.variants.__all__}  # where the table sends for the others
    functions = {name for name in {*perceptron.__all__} - listed if inspect.isfunction(getattr(perceptron, name))}
    assert len(functions) > 20
    assert functions <= named
    assert {"bounds", "experiments", "samples", "variants", "Dataset"} <= named


def test_every_public_name_has_a_docstring_with_an_example_that_runs():
    modules = [perceptron.bounds, perceptron.experiments]
    named = {name: getattr(perceptron, name) for name in perceptron.__all__}
    for module in modules:
        functions = {
            name: value for name, value in vars(module).items() if inspect.isfunction(value) and name[0] != "_"
        }
        named |= {name: value for name, value in functions.items() if value.__module__ == module.__name__}
    without = [name for name, value in named.items() if value not in modules and ">>>" not in inspect.getdoc(value)]
    assert without == []


def test_every_data_set_is_offered():
    functions = inspect.getmembers(perceptron.samples, inspect.isfunction)
    own = {name for name, function in functions if function.__module__ == "perceptron.samples" and name[0] != "_"}
    assert own == set(perceptron.samples.__all__) <= set(perceptron.__all__)


def test_every_link_of_the_documents_leads_to_a_file_and_a_heading():
    def anchors(text):
        return {
            re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-")
            for head in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        }

    links = [(path, to) for path, text in DOCUMENTS.items() for to in re.findall(r"\]\(([^)\s]+)\)", text)]
    assert len(links) >= 10
    for path, to in links:
        file, _, anchor = to.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.is_file(), (path.name, to)
        assert not anchor or anchor in anchors(DOCUMENTS[target]), (path.name, to)


def test_the_readme_is_read_in_two_minutes():
    assert len(DOCUMENTS[ROOT / "README.md"].split()) <= 700  # at 350 words a minute
