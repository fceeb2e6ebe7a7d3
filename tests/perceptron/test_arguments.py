"""Every public function names the argument that it refuses; whole floats count as whole numbers."""

# ruff: noqa: F405

import inspect
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import perceptron
from perceptron import *  # noqa: F403
from perceptron import bounds, experiments
from perceptron.samples import *  # noqa: F403
from perceptron.variants import *  # noqa: F403

GOOD: dict[str, Any] = {
    "data": gate("and").augmented(), "seeds": range(3), "threshold": 1.0, "alpha": 0.5, "x": [1, 2], "y": 1, "n": 12,
    "dim": 2, "margin": 0.1, "degree": 2, "width": 1.0, "kernel": linear, "count": 4, "points": [[1, 0]], "name": "and",
    "margins": [0.1], "dims": [2], "loads": [1.0], "scales": [1.0], "rates": [1.0], "labels": [1, 1], "w": [1, 0, 0],
    "predictions": [[1, 1]], "values": [0, 1], "run": perceptron.train(gate("and").augmented()), "axis": [1, 0, 0],
    "learner": OnlinePerceptron(100), "u": [1, 0, 0], "separator": separate(gate("and").augmented()),
    "printed": [[0, 0, -1], [1, 1, 0]], "text": "0 0 -1",
}  # fmt: skip
NUMBERS: dict[str, Any] = {"radius": 1.0, "start_alignment": 0.0, "start_norm": 0.0, "size": 2, "offset": 0.0}
NUMBERS |= {"deviation": 1.0, "loss": 1.0, "concepts": 8, "k": [1, 2], "times": 1, "bound": 1.0}
WRONG: dict[str, list[Any]] = {
    "max_updates n dim seed degree size count repeats batch concepts passes left": [-1, 1.5, np.nan],
    "rate margin radius scale alpha threshold width noise spread gap turns start_norm deviation loss": [-1, np.nan],
    "distance offset ratio times": [-1, np.inf],
    "tie": ["maybe", 0],
    "order": ["backwards"],
    "start": [[1], [np.nan, 0, 0], [10**400, 0, 0]],
    "margins dims orders scales rates learners loads": [[]],
    "seeds": [[], 5, [1, -2], [0.5]],
}
FREE = {"biased-offset", "randomized_halving-concepts", "randomized_halving-left", "fewest_and_most-start"}
FREE |= {"von_neumann-radius", "extreme_orders-start"}
"""Arguments with other checks, see below."""


def public():
    """Yield every public function with the good arguments that it needs."""
    for module, others in ((perceptron, {}), (bounds, NUMBERS), (experiments, {"repeats": 1})):
        for name in getattr(module, "__all__", vars(module)):
            function = getattr(module, name)
            own = inspect.isfunction(function) and function.__module__.startswith(module.__name__)
            if own and name[0] != "_" and name not in ("from_weights", "solved", "digits"):
                needed = inspect.signature(function).parameters.values()
                given = {**GOOD, **others, **({"n": 4} if name == "cloud" else {})}
                yield function, {each.name: given[each.name] for each in needed if each.default is each.empty}


def wrong(function):
    """Yield each argument of a function with each wrong value of it."""
    for name in inspect.signature(function).parameters:
        values = next((values for names, values in WRONG.items() if name in names.split()), [])
        fractions = function.__module__ == bounds.__name__ and name in ("n", "size")
        for value in [] if f"{function.__name__}-{name}" in FREE else values:
            if not (fractions and value == 1.5):
                yield name, value


@pytest.mark.parametrize(("function", "good"), [*public()])
def test_good_arguments_are_taken(function, good):
    function(**good, **({"repeats": 1} if "repeats" in inspect.signature(function).parameters else {}))


@pytest.mark.parametrize(("function", "good"), [*public()])
def test_a_wrong_argument_is_named(function, good):
    for name, value in wrong(function):
        with pytest.raises((ValueError, TypeError), match=rf"\b({name}|{name.removesuffix('s')}) must .*got "):
            function(**{**good, name: value})


@pytest.mark.parametrize(("function", "good"), [*public()])
def test_a_whole_float_is_a_whole_number(function, good):
    names = {*inspect.signature(function).parameters}
    good = {**good, **({"repeats": 1} if "repeats" in names else {})}
    for name in names & {"n", "dim", "seed", "count", "max_updates", "batch", "passes"}:
        one, other = (function(**{**good, name: kind(4)}) for kind in (int, float))
        assert repr(one) == repr(other)


OF_DATA = [case for case in public() if "data" in case[1] and case[0].__name__ in perceptron.__all__]


@pytest.mark.parametrize(("function", "good"), OF_DATA)
def test_bare_points_are_refused_with_what_to_do_instead(function, good):
    for points in (np.zeros((4, 2)), [[0, 1]], [None] * 3):
        with pytest.raises(TypeError, match=r"data must be a Dataset, as Dataset\(X, y\) makes"):
            function(**{**good, "data": points})


AND, XOR = gate("and").augmented(), gate("xor")


def silent(answer):
    return SimpleNamespace(predict=lambda x: answer, learn=lambda x, y: None)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bounds.deviation(AND, [1, 1, 1], 1), r"u must be a unit vector of 3 coordinates, got \[1. 1. 1.\]"),
        (lambda: bounds.deviation(AND, [1], 1), r"u must be a unit vector of 3 coordinates, got \[1.\]"),
        (lambda: bounds.hinge_loss(AND, [np.nan, 1, 0], 1), "u must be a unit vector of 3 coordinates, got"),
        (lambda: bounds.deviation(AND, [1, 0, 0], 1, [1, 2]), r"times must be a number, or 4 .* got \[1, 2\]"),
        (lambda: bounds.von_neumann(1, 2), "margin must be at most the radius 1, got 2"),
        (lambda: bounds.alma(2, 0.5), "margin must be at most 1, got 2"),
        (lambda: bounds.randomized_halving(3, 4), "left must be from 1 to 3, got 4"),
        (lambda: halving([[0, 1]], [1, 1]), r"predictions must be -1 or \+1, got \[0 1\]; use signs for 0/1 values"),
        (lambda: halving([[-1, 1]], [0, 1]), r"labels must be -1 or \+1, got \[0 1\]; use signs"),
        (lambda: halving([[-1, 2]], [1, 1]), r"predictions must be -1 or \+1, got \[-1  2\]$"),
        (lambda: halving([1, 1], [1, 1]), r"shape \(concepts, rounds\), got \(2,\)"),
        (lambda: halving(np.empty((0, 2)), [1, 1]), r"shape \(concepts, rounds\), got \(0, 2\)"),
        (lambda: halving([[1, 1]], [1]), r"one for each of the 2 rounds, got shape \(1,\)"),
        (lambda: signs([0, 2]), r"values must be 0 or 1, got \[0 2\]"),
        (lambda: directions(3, [[1, 0, 0]]), r"points must have shape \(n, 2\), got \(1, 3\)"),
        (lambda: directions(3, [[1, np.nan]]), "points must be finite, got nan"),
        (lambda: all_functions(17), "n must be from 1 to 16, got 17"),
        (lambda: OnlinePerceptron(0), "dim must be at least 1, got 0"),
        (lambda: OnlinePerceptron(2, tie="maybe"), "tie must be .* got 'maybe'"),
        (lambda: OnlineHalving([[1, 0]], tie=0), "tie must be -1 or 1, got 0"),
        (lambda: OnlineHalving([1, 0]), r"concepts must have shape \(count, d\), got \(2,\)"),
        (lambda: OnlineHalving(np.empty((0, 2))), r"concepts must have shape \(count, d\), got \(0, 2\)"),
        (lambda: OnlineHalving([[np.nan, 0]]), "concepts must be finite, got nan"),
        (lambda: mistakes_forced("a half"), "margin must be a number above 0 and at most 1, got a half"),
        (lambda: mistakes_forced("1/0"), "margin must be a number above 0 and at most 1, got 1/0"),
        (lambda: mistakes_forced(None), "margin must be a number above 0 and at most 1, got None"),
        (lambda: mistakes_forced(1.1), "margin must be a number above 0 and at most 1, got 1.1"),
        (lambda: adversary(0.01), r"margin must be so large that 2000 points suffice, got 0.01, which needs 10000"),
        (lambda: force_mistakes("perceptron", 0.5), r"methods predict\(x\) and learn\(x, y\), got 'perceptron'"),
        (lambda: force_mistakes(silent(0), 0.5), r"must predict -1 or \+1, got 0 on point 1$"),
        (lambda: force_mistakes(silent("+1"), 0.5), r"must predict -1 or \+1, got '\+1' on point 1$"),
        (lambda: force_mistakes(silent(np.array([1, 1])), 0.5), r"must predict -1 or \+1, got array.* on point 1$"),
        (lambda: comparator(XOR, [1, 2]), "times must be a number, or 4 of them, none negative or infinite"),
        (lambda: train(AND, order=[0, 4]), "points 0 to 3, got 4"),
        (lambda: train(AND, order=[0, -1]), "points 0 to 3, got -1"),
        (lambda: train(AND, order=[0.5]), "whole numbers"),
        (lambda: train(AND, rate=1e-305), "out of the range of floats"),
        (lambda: train(AND, start=[1e200, 0, 0]), "too large for steps"),
        (lambda: train(AND, start=[1, 2, "3"]), "start must hold numbers, got "),
        (lambda: train(AND, start=[Fraction(1), 2, b"3"]), "start must hold numbers, got "),
        (lambda: train(AND, start=np.array(["1", "2", "3"])), "start must hold numbers, got "),
        (lambda: train(AND, max_updates=None), "max_updates must be a number, got None"),
        (lambda: descend(AND, batch=5), "batch must be a whole number from 1 to the number of points 4, got 5"),
        (lambda: descend(AND, order="random"), "order must be 'cyclic' or 'shuffled', got 'random'"),
        (lambda: fewest_and_most(AND, [1, 2, Decimal("nan")]), "start must be finite, got"),
        (lambda: train_many([XOR], range(3)), r"for each of the 3 seeds, got 1 of shapes \[\(4, 2\)\]"),
        (lambda: train_many([XOR, XOR, blobs(5)], range(3)), r"got 3 of shapes \[\(4, 2\), \(5, 2\)\]"),
        (lambda: train_many(XOR, range(3), order=[0, 1]), r"order must be .* got \[0, 1\]"),
        (lambda: passive_aggressive(Dataset([[1e-320]], [1])), r"X\[0\] of norm 1e-320 takes the weights out of"),
        (lambda: biased(linear, 1e200), "scale and its square must be finite and positive, got 1e.20"),
        (lambda: train_dual(Dataset(np.ones((1001, 1)), np.ones(1001))), "at most 1000 points, since .*, got 1001"),
        (lambda: train_dual(XOR).decision([1, 2]), r"points must have shape \(m, 2\), got \(2,\)"),
        (lambda: separate_dual(XOR, rbf(1)).decision([[1]]), r"points must have shape \(m, 2\), got \(1, 1\)"),
        (lambda: train_dual(XOR, rbf(1)).decision([[1, 2]], update=99), "update must be between 0 and 4, got 99"),
        (lambda: experiments.by_learner([0.1], ["smooth", "mule"]), "the learners are perceptron, .* got 'mule'"),
        (lambda: experiments.by_margin([0.1, 2.0], 1), "margin must be at most the radius 1.0, got 2.0"),
        (lambda: margin_dataset(3, 2, 0.1, direction=[0, 0]), "direction must be a vector of 2 .*, got .0, 0"),
        (lambda: margin_dataset(3, 2, 0.1, direction=[1, 2, 3]), "direction must be a vector of 2 .*, got .1, 2, 3"),
        (lambda: gate("not"), "the gates are and, or, nand, nor, xor, xnor, got 'not'"),
        (lambda: gate("AND"), r"got 'AND'; did you mean 'and'\?"),
        (lambda: cloud(3), "n must be at least 4, got 3"),
        (lambda: blobs(1), "n must be at least 2, got 1"),
        (lambda: slow_pair(1, 1e-17), "gap 1e-17 is too small for two points at the distance 1"),
        (lambda: digits(3, 3), "the digits are two of 0 to 9, got 3 and 3"),
        (lambda: digits("3", 8), "the digits are two of 0 to 9, got '3' and 8"),
        (lambda: iris(positive="rose"), "the species are two of .* got 'rose' and 'versicolor'"),
        (lambda: iris(positive="setosa", negative="setosa"), "two of .* got 'setosa' and 'setosa'"),
        (lambda: iris(["petal size"]), "needs a column 'petal size', got .*'petal length'"),
        (lambda: iris(features="petal length"), r"features must be a sequence of columns, as \['petal length'\]"),
    ],
)  # fmt: skip
def test_a_check_of_ones_own_names_the_value(call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call()
