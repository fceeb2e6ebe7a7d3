"""The vectors that a visitor's program gets are numpy's in all that they share, and a run reports what CPython says."""

import math
import random

import numpy as np
import pytest

from playground.stage.python import small_numpy, small_random
from playground.stage.python.run import run
from playground.stage.python.vectors import Matrix, Vector, array, vector

SPECIAL = [0.0, -0.0, 1.0, -1e-5, 0.1, 1 / 3, 12345678.9, 99999999.1, 1e8, 1e16, math.nan, math.inf, -math.inf]
POINTS = "0.5 1 1 1;-1 -0.25 1 -1;2 1 1 -1"


def numbers(rng, count):
    kinds = (
        lambda: float(rng.randint(-9, 9)),
        lambda: rng.randint(-99, 99) / 128,
        lambda: rng.gauss(0, 1),
        lambda: rng.gauss(0, 1) * 10 ** rng.randint(-6, 9),
        lambda: rng.choice(SPECIAL),
    )
    return [rng.choice(kinds[: rng.randint(1, len(kinds))])() for _ in range(count)]


def test_vectors_and_matrices_print_as_numpys():
    rng = random.Random(0)
    for trial in range(1500):
        count = rng.choice([1, 2, 3, 3, 3, 25])
        rows = [numbers(rng, count) for _ in range(2)]
        for values in (rows[0], rows if trial % 5 == 0 else rows[1]):
            assert (str(array(values)), repr(array(values))) == (str(np.array(values)), repr(np.array(values)))
    for values in ([1, -20, 3], [True, False], list(range(60))):
        assert (str(array(values)), repr(array(values))) == (str(np.array(values)), repr(np.array(values)))


# What `np`, a matrix `X`, a vector `w` and labels `y` give, by numpy and by ours.
EXPRESSIONS = [
    "w @ X[0]", "X @ w", "X.T @ y", "X[1] @ [1, 2, 3]", "w + y[1] * X[1]", "w - X[0]", "2 * w", "w / 2", "1 - w",
    "-w", "w ** 2", "w // 2", "w % 2", "y * (X @ w) <= 0", "(y * (X @ w) <= 0).any()", "(y == 1).sum()", "~(y == 1)",
    "abs(w)", "w.copy()", "w[:2]", "w[-1]", "len(w)", "w.shape", "X.shape", "X[:, 1]", "X[1, 2]", "X[1:]",
    "w.tolist()", "w.sum()", "w.mean()", "w.argmin()", "y.max()", "np.zeros(3)", "np.zeros(X.shape[1])",
    "np.ones((2, 2))", "np.zeros(2, dtype=int)", "np.zeros_like(w)", "np.array([1, 2])",
    "np.array([[1, 2], [3, 4.5]])", "np.dot(X, w)", "np.dot(w, w)", "np.sign(X @ w)", "np.sign(-2.5)",
    "np.where(y > 0, y, 0 * y)", "np.append(w, 1)", "np.arange(4)", "np.arange(1, 2, 0.25)", "np.argmin(y * (X @ w))",
    "np.all(w == w)", "np.abs(w)", "np.linalg.norm([3, 4])", "np.sqrt(4)", "np.array_equal(w, w.copy())", "w / 0",
    "np.mean(w)", "np.exp(0 * w)", "np.abs([1, -2])", "np.abs(-1.5)", "np.abs(X)", "np.sign(X)", "np.zeros_like(X)",
    "np.zeros_like([1, 2])", "np.exp([1000, -1000])", "np.sqrt([-1.0, 2, 0])", "np.sqrt(-1)", "np.mean([])",
    "np.mean(X)", "np.sum(X)", "np.argmin(X)", "np.max(X)", "np.all(X)", "np.any(0 * w)", "np.any(np.zeros((2, 2)))",
    "np.array_equal(X, X.copy())", "np.array_equal(X, X.T)", "np.array_equal(X, X[0])", "np.array_equal(w / 0, w / 0)",
]  # fmt: skip
W, ROWS, LABELS = [0.5, -2.0, 0.0], [[0.5, 1.0, 1.0], [-1.0, -0.25, 1.0], [2.0, 1.0, 1.0]], [1, -1, -1]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of numpy, at what is infinite or NaN
@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions_give_what_numpy_gives(expression):
    ours, theirs = (
        eval(expression, {"np": module, "w": module.array(W), "X": module.array(ROWS), "y": module.array(LABELS)})
        for module in (small_numpy, np)
    )
    assert str(ours) == str(theirs)


def test_a_vector_changes_as_numpys_does():
    for module in (np, small_numpy):
        w, x = module.array([0.0, 1.0]), module.array([2.0, 3.0])
        past = [w]
        w += x
        w[0] = 7
        w[1:] = 5
        past.append(w.copy())
        assert [list(each) for each in past] == [[7.0, 5.0], [7.0, 5.0]]
        whole = module.array([0, 0])
        whole[0] = 1.9
        assert list(whole) == [1, 0]
        with pytest.raises(TypeError):
            whole += x


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: vector(1, 2) @ vector(1, 2, 3), "@ needs equally many numbers on both sides, got 2 and 3"),
        (lambda: vector(1, 2) + vector(1, 2, 3), "both must have equally many numbers, got 2 and 3"),
        (lambda: bool(vector(1, 2) > 0), "a vector is neither true nor false"),
        (lambda: Matrix([vector(1), vector(1, 2)]), "all rows of a matrix must have equally many numbers"),
        (lambda: array(["1"]), "an array holds numbers here, got '1'"),
    ],
)
def test_what_a_vector_cannot_do_is_said(wrong, words):
    with pytest.raises((TypeError, ValueError), match=words):
        wrong()


def test_a_seed_gives_the_numbers_of_pythons_own_module():
    drawn = []
    for module in (random, small_random):
        module.seed(7)
        items = list(range(9))
        module.shuffle(items)
        drawn.append(
            [
                items,
                module.random(),
                module.randint(1, 6),
                module.randrange(5),
                module.choice("abc"),
                module.uniform(2, 3),
            ]
        )
    assert drawn[0] == drawn[1]


def reported(source):
    said = []
    run(source, POINTS, lambda line, text: said.append((line, text)), lambda *end: said.append(end))
    return said


PERCEPTRON = """w = vector(0, 0, 0)
for x, label in zip(X, y):
    if label * (w @ x) <= 0:
        w = w + label * x
        print(w)"""


def test_a_perceptron_reports_its_weights_with_the_line():
    w = np.zeros(3)
    rows = [[float(word) for word in row.split()] for row in POINTS.split(";")]
    lines = []
    for *x, label in rows:
        if label * (w @ x) <= 0:
            w = w + label * np.array(x)
            lines.append((5, f"{w}\n"))
    assert reported(PERCEPTRON) == [*lines, (0, "")]


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("for x in y\n  pass", 1, "SyntaxError: expected ':'"),
        ("def f():\n    return 1 / 0\n\nf()", 2, "ZeroDivisionError: division by zero"),
        ("import os", 1, "ModuleNotFoundError: there is no os here; there are math, random and a small numpy"),
        ("from browser import ajax", 1, "ModuleNotFoundError: there is no browser here"),
        ("import numpy as np\nnp.foo", 2, "AttributeError: module 'the small numpy' has no attribute 'foo'"),
        ("open('x')", 1, "OSError: there are no files here"),
        ("input()", 1, "OSError: nobody can be asked"),
        ("print(1)\nraise ValueError", 2, "ValueError"),
        ("exit()", 0, ""),
        ("from numpy.random import permutation\nimport math, random\nmath.sqrt(random.random())", 0, ""),
    ],
)
def test_an_error_comes_with_its_line(source, line, words):
    said_line, said = reported(source)[-1]
    assert said_line == line
    assert said.startswith(words)


def test_print_knows_its_arguments():
    assert reported("print(1, 'a', sep='-', end='')\nprint()\nprint(vector(1), [vector(2)], flush=True)") == [
        (1, "1-a"),
        (2, "\n"),
        (3, "[1.] [array([2.])]\n"),
        (0, ""),
    ]


def test_vectors_are_made_of_their_own_numbers():
    entries = [1.0, 2.0]
    first = Vector(entries).copy()
    entries[0] = 5.0
    assert first.tolist() == [1.0, 2.0]
