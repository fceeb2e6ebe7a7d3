"""The README's table of the library leaves nothing out."""

import inspect
import re
from pathlib import Path

import perceptron

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_every_public_function_stands_in_the_table():
    table = re.search(r"\| name \| what it is \|.*?\n\n", README, re.DOTALL)[0]
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", table))))
    functions = {name for name in perceptron.__all__ if inspect.isfunction(getattr(perceptron, name))}
    assert len(functions) > 30
    assert functions <= named
    assert {"bounds", "experiments", "Dataset"} <= named


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
