"""The equation of the line is that of the exact weights: at every step, as w·x = 0 and solved."""

import re
from fractions import Fraction

import pytest

from perceptron import Dataset, train
from playground.draw.lines import equation, equations
from playground.text import NO_BREAK, number
from tests.perceptron.textbook import loop
from tests.playground.scenes import SCENES, computed
from tests.playground.visiting import answered, filled

TERM = re.compile(r"([+−]?) ?([\d.,]+(?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)? ?(x₁|x₂)?")


def plain(text):
    return text.replace(NO_BREAK, " ")


def terms(text):
    """The multiples of x₁, x₂ and 1 of a sum, as they are written."""
    found = {"x₁": "0", "x₂": "0", None: "0"}
    for sign, size, name in TERM.findall(text):
        if size or name:
            found[name or None] = ("−" if sign == "−" else "") + (size or "1")
    return found


def reads(text, value):
    """Whether a number is written as `number` writes the value; where that ends on a tie, one way or the other."""
    return text in {number(float(value) * (1 + wide)) for wide in (-1e-12, 0, 1e-12)}


def check(said, a, b, c):
    if not (a or b):
        assert said == "No line: w₁ = w₂ = 0."
        return
    # A rate of 0.01 is no float, so what would cancel leaves a rest.
    a, b, c = (each if abs(each) > 1e-12 * max(map(abs, (a, b, c))) else Fraction() for each in (a, b, c))
    left, solved = re.fullmatch(r"Line: (.*) = 0, or (x. = .*)\.", said).groups()
    for name, value in (("x₁", a), ("x₂", b), (None, c)):
        assert reads(terms(left)[name], value), name
    of, right = solved.split(" = ")
    assert of == ("x₂" if b else "x₁")
    assert reads(terms(right)[None], -c / (b or a))
    assert reads(terms(right)["x₁"], -a / b if b else Fraction())


@pytest.mark.parametrize("name", [name for name in SCENES if "far" not in name])
def test_the_equation_is_that_of_the_textbooks_weights(name):
    _, how = SCENES[name]
    _, run, _, _ = computed(name)
    start = [*map(Fraction, how.start), *[Fraction()] * 3][: run.data.dim]
    true = loop(run.data, how.order, start, Fraction(how.rate), how.tie, how.seed, max_updates=run.updates)
    scale = Fraction(how.lift_scale or 0)
    for said, state in zip(equations(run), true.states, strict=True):
        a, b, *c = (Fraction(how.rate) * each for each in state)
        check(plain(said), a, b, scale * c[0] if c else Fraction())


def test_upright_level_and_unit_lines_are_written_as_by_hand():
    said = {form: plain(equation(form)) for form in [(2, 0, -1), (0, 2, -1), (1, -1, 0), (-1, -2, 3), (1, 1e-17, 1)]}
    assert said == {
        (2, 0, -1): "Line: 2 x₁ − 1 = 0, or x₁ = 0.500.",
        (0, 2, -1): "Line: 2 x₂ − 1 = 0, or x₂ = 0.500.",
        (1, -1, 0): "Line: x₁ − x₂ = 0, or x₂ = x₁.",
        (-1, -2, 3): "Line: −x₁ − 2 x₂ + 3 = 0, or x₂ = 1.50 − 0.500 x₁.",
        (1, 1e-17, 1): "Line: x₁ + 1 = 0, or x₁ = −1.",
    }


@pytest.mark.parametrize("symbol", ["w", "w′"])
def test_the_note_on_w_tells_the_line_of_each_step(symbol):
    def noted(made, step):
        (note,) = (each["note"] for each in made["symbols"] if each["text"] == symbol)
        return filled({"templates": [note], "which": [0] * (step + 1)}, made["columns"], step)

    made = answered(data="AND", bias="true")
    assert noted(made, 1).endswith(" No line: w₁ = w₂ = 0.")
    assert noted(made, made["last"]).endswith(" Line: 3 x₁ + 2 x₂ − 4 = 0, or x₂ = 2 − 1.50 x₁.")
    turned = answered(data="AND", bias="true", start="-1, 2")
    assert noted(turned, 0).endswith(" Line: −x₁ + 2 x₂ = 0, or x₂ = 0.500 x₁.")


def test_an_empty_run_has_the_line_of_its_start():
    run = train(Dataset([[0.5, 0.5]], [1]), start=[1, 1])
    assert [*map(plain, equations(run))] == ["Line: x₁ + x₂ = 0, or x₂ = −x₁."]
