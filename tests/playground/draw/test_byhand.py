"""The run by hand: what it asks for is the run's own, and what it says of wrong rows is what a wrong program prints."""

from itertools import islice

import numpy as np
import pytest

from perceptron import Dataset, gate, train
from perceptron.faults import FAULTS
from perceptron.programs import Program, board_of, visits
from playground.draw.byhand import by_hand
from playground.draw.steps import Steps
from playground.text import NO_BREAK

GATES = [gate("and"), gate("xor")]
# A point at 0 would show the bias alone, where several faults write the same row.
BOARDS = [Dataset([[2, 1], [1, -3], [-1, 2]], [1, -1, -1]), *(Dataset(2 * each.X - 1, each.y) for each in GATES)]


def panel(data, **learner):
    return by_hand(Steps(train(data, **learner), learner.get("tie", "mistake")), learner.get("order", "cyclic")).panel


def said(panel, wrong, before, right, first):
    """What the panel says of a wrong row: of the first misstep that gives it."""
    for misstep in panel["missteps"]:
        base = first if misstep.get("anew") else before
        if np.allclose(base + np.array(misstep["times"]) * (right - before), wrong):
            return misstep["says"]
    return None


@pytest.mark.parametrize(
    ("fault", "rate", "words"),
    [
        ("sign", 1.0, "was subtracted"),
        ("no-label", 1.0, "was subtracted"),
        ("twice", 1.0, "was added twice"),
        ("labels-01-step", 1.0, "These are the weights before this update"),
        ("bias-never", 1.0, "b stayed as it was"),
        ("bias-sign", 1.0, "b went the wrong way"),
        ("bias-label", 1.0, "b went the wrong way"),
        ("bias-rate", 0.5, "The rate was left out for b"),
    ],
)
def test_the_first_wrong_row_of_a_faulty_program_is_told_by_its_fault(fault, rate, words):
    told = 0
    for points in BOARDS:
        data = points.augmented(2.0)
        run, board = train(data, rate=rate), board_of(data, "last", 2.0)
        shown = panel(data, rate=rate)
        program = FAULTS[fault].applied(Program())
        rows = [w for event, _, w in islice(visits(program, board, [0.0] * 3, rate), 40) if event == "update"]
        pairs = zip(rows, run.weights[1:], run.weights[:-1], strict=False)
        wrong = next(((row, right, before) for row, right, before in pairs if not np.array_equal(row, right)), None)
        if wrong is not None:
            row, right, before = wrong
            assert words in said(shown, row, before, right, run.weights[0])
            told += 1
    assert told == len(BOARDS)


def test_no_misstep_gives_the_right_row():
    for points in BOARDS:
        for learner in [{}, {"rate": 0.5}, {"start": [1, 0, -2]}]:
            run = train(points.augmented(), **learner)
            shown = panel(points.augmented(), **learner)
            for k in range(2, run.updates + 1):
                before, right, first = run.weights[k - 1], run.weights[k], run.weights[0]
                meant = said(shown, right, before, right, first)
                assert meant is None or np.array_equal(before, first), (learner, k, meant)


@pytest.mark.parametrize(
    ("learner", "words"),
    [
        ({}, "Take the points in turn, from 0, again and again. A point is wrong if y w·x ≤ 0: then w ← w + y x"),
        ({"order": "hardest"}, "Always take the point with the smallest y w·x."),
        ({"order": "restarting"}, "After each update begin at point 0 again."),
        ({"order": [1, 0, 1]}, "Take the points in the order of your list."),
        ({"tie": "correct", "start": [1, 1, 1]}, "A point is wrong if y w·x < 0: "),
        ({"tie": 1}, "A point is wrong if y w·x < 0, or w·x = 0 and y = −1: "),
        ({"rate": 0.5}, "then w ← w + 0.500 y x, where x ends with 1 and w with b. Begin at w = (0, 0, 0)."),
        ({"start": [1, -2, 0.5]}, "Begin at w = (1, −2, 0.500)."),
    ],
)
def test_the_rule_is_that_of_the_learner(learner, words):
    assert words in panel(gate("and").augmented(), **learner)["rule"].replace(NO_BREAK, " ")


def test_the_end_waits_where_the_visitor_can_find_it():
    learned = panel(gate("and").augmented())
    assert (learned["waits"], learned["ends"]) == (
        True,
        "Yes: no point is wrong. Your run has converged after 18 updates.",
    )
    cycles = panel(gate("xor").augmented())
    assert not cycles["waits"]
    assert cycles["ends"].startswith("Row 4 is row 0 again, and the next point is the same")
    stopped = panel(gate("and").augmented(), max_updates=3)
    assert (stopped["waits"], stopped["ends"]) == (False, "The run on this page was stopped here, after 3 updates.")
    listed = panel(gate("and").augmented(), order=[0, 1])
    assert (listed["waits"], listed["ends"]) == (False, "Your list ends here, and a point is still wrong.")


@pytest.mark.parametrize("order", ["shuffled", "random"])
def test_nobody_is_asked_for_an_order_that_was_drawn(order):
    assert by_hand(Steps(train(gate("and").augmented(), order=order)), order) is None
