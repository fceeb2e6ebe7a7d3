"""The loop in plain numpy prints the rows that the page shows, and the table has every digit of them."""

import contextlib
import csv
import io
import re
from fractions import Fraction

import numpy as np
import pytest

from perceptron import train
from playground.address.codes import encode
from playground.export.files import on_paper
from playground.page.controls import ORDERS, SOURCES, TIES
from playground.pages import PAGES
from tests.boards import HAND, labelled
from tests.marks import slow_but
from tests.perceptron.textbook import loop, signed
from tests.playground.visiting import answered, printed, shared

PLAYGROUND, ENDLESS = "app.py", "pages/nonseparable.py"
AND = {"data": "AND", "bias": "true"}
TENTHS = {**AND, "rate": "0.1", "start": "-0.3, 0.1, -0.7"}
LINKS = {
    "a start of tenths": TENTHS,
    "a constant of three tenths": {**TENTHS, "c": "0.3"},
    "ties at a tenth": {**AND, "rate": "0.1", "start": "-1, -1"},
    "equal scores at a tenth": {**AND, "rate": "0.1", "start": "1, 1, 1", "order": "hardest"},
    "a cycle off the binary grid": {"data": "XOR", "bias": "true", "c": "0.3"},
    "a cycle from the first point again": {"data": "XOR", "bias": "true", "order": "restarting"},
    "a list": {**AND, "order": "my list", "sequence": "3, 0, 1, 3, 2, 3"},
    "a list that cannot be used": {**AND, "order": "my list", "sequence": "3, 4"},
    "no update": {**AND, "ties": "correct"},
}


def drawn(seed):
    """A link that chance has written."""
    rng = np.random.default_rng(seed)
    some = {
        "data": rng.choice(SOURCES),
        "n": rng.integers(2, 30),
        "gamma": rng.choice(["0.05", "0.1", "0.3"]),
        "bias": rng.choice(["true", "false"]),
        "c": rng.choice(["0.3", "1", "2"]),
        "order": rng.choice(ORDERS),
        "rate": rng.choice(["0.1", "0.25", "1", "3"]),
        "start": rng.choice(["0", "-1, 0.5", "0.1, -0.2", "2, 1"]),
        "ties": rng.choice([*TIES]),
        "seed": rng.integers(99),
        "sequence": ", ".join(map(str, rng.integers(4, size=12))),
        "points": encode(HAND),
    }
    return {key: str(value) for key, value in some.items()}


def steps(said, dim):
    """The rows that a loop prints: the update, its point, and w after it."""
    found = [line.split() for line in said.splitlines() if re.fullmatch(rf"\d+ \d+( \S+){{{dim}}}", line)]
    return [[float(part) for part in line] for line in found]


def check(page, link):
    shown, written = shared(page, **link)
    dim = max(axis for axis in (2, 3) if f"w{axis}" in shown["columns"])
    names = ["k", "point", *(f"w{axis}" for axis in range(1, dim + 1))]
    true = [list(row) for row in zip(*(shown["columns"][name][1:] for name in names), strict=True)]
    for name, program in written.items():
        if name.endswith(".py"):
            made = steps(printed(program), dim)
            assert [row[:2] for row in made] == [row[:2] for row in true], name
            assert np.array(made).ravel() == pytest.approx(np.array(true).ravel(), rel=1e-5, abs=1e-9), name
    alone = written["perceptron-loop.py"]
    assert "perceptron import" not in alone
    assert max(map(len, alone.splitlines())) <= 120
    return written


@pytest.mark.parametrize("page", [PLAYGROUND, ENDLESS])
@pytest.mark.parametrize("name", LINKS)
def test_a_loop_prints_the_rows_of_the_page(page, name):
    check(page, LINKS[name])


@pytest.mark.parametrize("seed", slow_but(range(40), 1, 7, 8, 9))
def test_a_loop_prints_the_rows_of_any_link(seed):
    check(PLAYGROUND, drawn(seed))


@pytest.mark.parametrize(
    "link",
    [
        {"d": "4", "gamma": "0.2"},
        {"space": "irises, four measures", "c": "0.3"},
        {"space": "irises, four measures", "bias": "false", "order": "hardest"},
        {"space": "the board's points", **TENTHS, "c": "0.3"},
        {"d": "5", "order": "my list", "sequence": "3 0 1 2 3 0"},
    ],
)
def test_in_a_few_dimensions_the_program_has_the_loop_too(link):
    program = shared("pages/dimensions.py", **link)[1]["perceptron-dimensions.py"]
    known = {}
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(program, known)
    run = known["run"]
    made = steps(said.getvalue(), run.data.dim)
    assert [row[:2] for row in made] == [[k, i] for k, i in enumerate(run.mistakes.tolist(), 1)]
    assert np.array(made)[:, 2:] == pytest.approx(run.weights[1:], rel=1e-9, abs=1e-12)
    assert "# The same run" not in shared("pages/dimensions.py", d="6")[1]["perceptron-dimensions.py"]


def test_the_loop_is_ten_lines_of_numpy():
    lines = [line for line in shared(**AND)[1]["perceptron-loop.py"].splitlines() if line and '"""' not in line]
    assert len(lines) == 10
    assert lines[0] == "import numpy as np"
    assert "Fraction" not in "".join(lines)


@pytest.mark.parametrize("name", ["a start of tenths", "a constant of three tenths", "ties at a tenth"])
def test_the_table_is_that_of_the_textbooks_loop_over_fractions(name):
    link = LINKS[name]
    rows = [*csv.DictReader(io.StringIO(shared(**link)[1]["perceptron-run.csv"]))]
    start = [Fraction(part) for part in link["start"].split(",")]
    data = labelled([(0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 0)]).augmented(Fraction(link.get("c", "1")))
    rate = Fraction(link["rate"])
    true = loop(data, start=[*start, Fraction()][:3], rate=rate)
    assert [int(row["example"]) for row in rows] == true.mistakes
    weights = [[rate * a for a in state] for state in true.states]
    points = signed(data)
    for row, before, after, i in zip(rows, weights, weights[1:], true.mistakes, strict=False):
        z, label = points[i], int(data.y[i])
        exact = {
            **{f"added{axis}": rate * a for axis, a in enumerate(z, 1)},
            **{f"w{axis}": a for axis, a in enumerate(after, 1)},
            "activation": label * sum(a * b for a, b in zip(before, z, strict=True)),
            "norm_squared": sum(a * a for a in after),
        }
        for column, value in exact.items():
            assert row[column] == repr(float(value)).removesuffix(".0"), column


def test_whole_numbers_are_whole_in_the_table():
    text = shared(**AND)[1]["perceptron-run.csv"]
    rows = [*csv.DictReader(io.StringIO(text))]
    assert [row["norm_squared_bound"] for row in rows] == [str(3 * k) for k in range(1, 19)]
    assert (rows[-1]["w1"], rows[-1]["w2"], rows[-1]["w3"]) == ("3", "2", "-4")
    assert ".0," not in text
    assert "99999999" not in ",".join(row["norm_squared_bound"] for row in rows)


def test_the_order_of_a_list_is_that_of_the_library():
    shown, written = shared(**LINKS["a list"])
    run = train(labelled([(0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 0)]).augmented(), [3, 0, 1, 3, 2, 3])
    assert shown["columns"]["point"][1:] == run.mistakes.tolist()
    assert shown["question"]["answer"] == run.updates
    assert shown["verdict"]["text"].startswith(
        f"The list ended after {run.updates} updates, and a point is still wrong."
    )
    assert "order=[3, 0, 1, 3, 2, 3]" in written["perceptron-run.py"]
    paper = on_paper(PAGES[PLAYGROUND], LINKS["a list"])
    assert paper.rules == "Order: points 3, 0, 1, 3, 2, 3, once."
    assert len(paper.filled) == run.updates
    assert on_paper(PAGES[PLAYGROUND], LINKS["a list that cannot be used"]).rules == "Order: cyclic."


@pytest.mark.parametrize(
    ("sequence", "fault"),
    [
        ("", "Type the numbers of the points in your order, such as 2, 0, 1"),
        ("3, 4", "Your list has point 4, but the points are 0 to 3"),
        ("one, {k}", "Your list must be whole numbers from 0 with commas, got “one”"),
        ("{k}", "Your list must be whole numbers from 0 with commas, got “k”"),
        ("1,\N{MINUS SIGN}1", "Your list must be whole numbers from 0 with commas, got “\N{MINUS SIGN}1”"),
        ("1," * 1001, "Your list is too long: it can have 1,000 numbers and 2,000 characters"),
    ],
)
@pytest.mark.parametrize("page", [PLAYGROUND, ENDLESS, "pages/proof.py", "pages/kernels.py"])
def test_a_list_that_cannot_be_used_is_said_so_at_every_step(page, sequence, fault):
    shown = answered(page, **AND, order="my list", sequence=sequence)
    assert shown["last"] == answered(page, **AND)["last"]
    for template in shown["texts"]["sentence"]["templates"]:
        assert template.startswith(f"{fault}; until then the points come in turn. ")


def test_a_list_is_read_with_commas_spaces_or_brackets():
    for text in ("3,0,1", "[3, 0, 1]", "3 0 1", "(3; 0; 1)"):
        assert answered(**AND, order="my list", sequence=text)["columns"]["point"][1:] == [3, 0, 1]
