"""`explain` names rules and faults of programs as students write them, and nothing that the rows do not force."""

import json
import re
import time
from collections import Counter
from fractions import Fraction
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from perceptron import Dataset, candidates, explain, gate, margin_dataset, read_printed, train
from perceptron.explanation import faults_beside_chance
from perceptron.faults import FAULTS
from perceptron.matching import Reading, narrowed, rows_of
from perceptron.printed import printed_of
from perceptron.programs import Program, board_of, visits
from tests.marks import slow
from tests.perceptron import students
from tests.perceptron.students import RIGHT, WRONG, Desk
from tests.perceptron.zoo import EARLY, KINDS, boards, measured
from tools.faults import FILE, heading, written

POINTS = margin_dataset(25, 2, 0.03, seed=3)
TELLING = Dataset(POINTS.X + np.array([0.4, -0.3]), POINTS.y)


def printed(program, data, **details):
    desk = Desk(**details)
    program(data.X.tolist(), data.y.tolist(), desk)
    return desk


def names(found):
    return [" ".join(sorted(each.faults)) or each.rule for each in found.candidates]


# The zoo.


@pytest.mark.parametrize("program", [*RIGHT], ids=lambda program: program.__name__)
def test_a_right_program_is_named_by_its_rule(program):
    found = explain(TELLING, printed(program, TELLING, rate=0.5, passes=200).text)
    assert found.verdict == "right" or {*found.faults} <= EARLY, found
    assert RIGHT[program] in {each.rule for each in found.candidates}


ASKED_BELOW = {students.no_first, students.rate_for_the_bias, students.negative_only}  # or the like of them
WITH_ONE_FAULT_BY_DAY = [slow(each) if " " in faults or each in ASKED_BELOW else each for each, faults in WRONG.items()]


@pytest.mark.parametrize("program", WITH_ONE_FAULT_BY_DAY, ids=lambda program: program.__name__)
def test_a_wrong_program_is_named_by_its_faults(program):
    desk = printed(program, TELLING, rate=0.25, passes=20, begin=True)
    found = explain(TELLING, "\n".join(desk.lines[:150]))
    assert found.verdict == "fault", found
    wanted = {*WRONG[program].split()} | EARLY
    assert any({*each.faults} <= wanted for each in found.candidates), found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_programs_with_drawn_details_are_named_and_never_wrongly(seed):
    came = Counter(found.came for *_, found in measured([seed]))
    assert came["wrong"] == 0, came
    assert came["unknown"] <= 0.05 * (came["right"] + came["unknown"]), came


# What rows show.


@pytest.mark.parametrize("tie", ["mistake", 1, -1])
@pytest.mark.parametrize("order", ["cyclic", "hardest"])
@pytest.mark.parametrize("data", [gate("and"), gate("xor"), TELLING], ids=repr)
def test_the_loop_without_faults_is_that_of_train(data, order, tie):
    board, run = board_of(data, "last"), train(data.augmented(), order, tie=tie, max_updates=60)
    rows = []
    for event, _, w in visits(Program(order=order, tie=tie), board, [0.0] * 3, 1.0):
        rows += [w] if event == "update" else []
        if len(rows) == run.updates:
            break
    np.testing.assert_allclose(rows, run.weights[1:], atol=1e-12)


@pytest.mark.parametrize("rate", [1, 0.5, 0.1, 0.01, 3, 1 / 3, 0.0625])
@pytest.mark.parametrize("digits", [2, 4, 15])
def test_the_rate_is_found_from_rounded_rows(rate, digits):
    rows = train(TELLING.augmented(), rate=rate).weights[1:].round(digits)
    found = explain(TELLING, rows)
    assert found.verdict == "right"
    assert found.candidates[0].rate == pytest.approx(rate, rel=1e-4 if digits > 2 else 0.05)


@pytest.mark.parametrize("tie", ["mistake", 1, -1])
def test_a_tie_rule_is_named_where_ties_were_met(tie):
    for name in ("and", "or", "nand"):
        rows = train(gate(name).augmented(), tie=tie).weights[1:]
        others = [other for other in ("mistake", 1, -1) if other != tie]
        alike = [
            other for other in others if np.array_equal(train(gate(name).augmented(), tie=other).weights[1:], rows)
        ]
        assert set(explain(gate(name), rows).candidates[0].ties) == {tie, *alike}


def test_a_start_is_read_from_the_first_row():
    start = [0.7, -0.2, 0.1]
    rows = train(TELLING.augmented(), start=start, rate=0.5).weights
    for found in (explain(TELLING, rows), explain(TELLING, rows[1:], start=start)):
        assert found.verdict == "right"
        assert found.candidates[0].reading.start == tuple(start)


def test_a_scale_of_the_constant_is_that_of_the_data():
    data = TELLING.augmented(2)
    assert explain(data, train(data).weights[1:]).candidates[0].reading.scale == 2


def test_indices_do_for_weights():
    run = train(TELLING.augmented())
    found = explain(TELLING.augmented(), run.mistakes)
    assert (found.verdict, found.rule) == ("right", "cyclic")
    assert explain(TELLING, " ".join(map(str, run.mistakes))).verdict == "right"


def test_an_order_of_ones_own_can_be_given():
    order = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9]
    rows = train(TELLING.augmented(), order=order).weights[1:]
    assert explain(TELLING, rows, order=order).rule == "listed"


def test_last_weights_alone_are_those_of_the_textbook_or_decide_nothing():
    rows = train(TELLING.augmented()).weights[-1:]
    assert "cyclic" in names(explain(TELLING, rows))
    drawn = explain(TELLING, train(TELLING.augmented(), "shuffled", seed=4).weights[-1:])
    assert drawn.verdict == "unknown"
    assert drawn.separates
    assert drawn.difference is None


def test_a_shuffled_order_is_any_permutation_and_no_drawing_with_replacement():
    for seed in range(5):
        shuffled = train(TELLING.augmented(), "shuffled", seed=seed).weights[1:]
        assert explain(TELLING, shuffled).rule in ("shuffled", "cyclic")
    again = train(TELLING.augmented(), order=[0, 1, 0, 1, *range(25)] * 20).weights[1:]
    assert explain(TELLING, again).verdict == "right"


def test_an_order_that_no_chance_brings_is_not_called_drawn():
    there_and_back = [*range(25), *range(24, -1, -1)] * 20
    right = train(TELLING.augmented(), order=there_and_back).weights[1:]
    assert (explain(TELLING, right).verdict, explain(TELLING, right).rule) == ("right", "other")
    for seed in range(10):
        drawn = train(TELLING.augmented(), "random", seed=seed).weights[1:]
        assert explain(TELLING, drawn).rule != "other"


def test_two_rows_are_not_said_to_come_from_no_program():
    found = explain(TELLING, "\n".join(printed(students.positive_only, TELLING, digits=2, begin=True).lines[:2]))
    assert {("stopped",), ("positives-only",)} <= {each.faults for each in found.candidates}


def test_rows_that_stay_the_same_show_no_fault():
    data = Dataset([[-0.7, -0.5], [1.9, 0.9], [-0.4, 0.2], [1.0, -0.2], [-0.1, 2.2], [0.6, -0.5], [0.3, 2.3]], [1] * 7)
    assert explain(data, "0.13 0.04 0.12\n" * 8).verdict == "unknown"


@pytest.mark.slow
def test_two_faults_on_many_points_are_found_from_passes():
    data = margin_dataset(200, 3, 0.05, seed=804)
    desk = printed(students.always_without_label, data, rate=0.3, passes=5, when="pass", digits=4, begin=True)
    assert names(explain(data, desk.text)) == ["every-point no-label"]


@pytest.mark.slow
def test_one_row_with_many_digits_shows_a_fault_and_an_early_end():
    text = printed(students.hinge_one_pass, TELLING, rate=0.3, when="pass", begin=True).text
    assert "few-passes hinge" in names(explain(TELLING, text))


@pytest.mark.slow
def test_two_faults_and_an_early_end_are_named_beside_two_faults():
    data = margin_dataset(200, 3, 0.05, seed=605)
    desk = printed(students.positive_only_bias_unseen, data, rate=0.25, passes=5, when="visit", bias="first", digits=3)
    found = explain(data, "\n".join(desk.lines[:150]))
    assert {"bias-unseen labels-01-product", "bias-unseen positives-only stopped"} <= {*names(found)}


def test_two_faults_that_both_show_in_the_first_pass_are_named_beside_a_fault_in_another_order():
    desk = printed(students.binary_and_bias_stays, gate("nand"), rate=2.0, passes=10, when="pass", digits=4, begin=True)
    assert {"last-skipped", "bias-never labels-01-step"} <= {*names(explain(gate("nand"), desk.text))}


def test_an_early_end_at_a_usual_rate_is_named_beside_a_rate_that_nobody_writes():
    data = [*boards(901)][KINDS.index("inseparable")]
    desk = printed(students.no_first, data, rate=0.01, passes=10, when="pass", bias="first", digits=2, begin=True)
    found = {" ".join(sorted(each.faults)): each.rate for each in explain(data, desk.text).candidates}
    assert (found[""], found["few-passes first-skipped"]) == (0.006, 0.01)


def test_weights_that_rise_by_one_are_not_left_out_as_numbers_of_rows():
    text = printed(students.no_label, gate("nand"), rate=1, passes=10, when="pass", digits=3, begin=True).text
    found = explain(gate("nand"), text)
    assert {*names(found)} >= {"no-label", "next-label"}
    assert found.weights.shape == (11, 3)
    counted = "\n".join(f"{k} {row[1:-1]}" for k, row in enumerate(text.split("\n")))
    assert names(explain(gate("nand"), counted)) == names(found)


def test_a_rate_of_the_bias_is_found_from_passes():
    found = explain(TELLING, printed(students.rate_for_the_bias, TELLING, rate=0.3, when="pass", passes=100).text)
    assert found.faults == ("w-rate",)


def test_floats_may_decide_a_tie_of_a_program_with_a_fault():
    data = Dataset([[-1.7, 0.1], [0.1, 2.7], [0.2, -0.8], [1.8, -1.2], [-1.6, 0.8], [1.1, 0], [-2, -1.1]], [-1] * 7)
    found = explain(data, printed(students.bias_unseen, data, rate=0.01, when="visit", passes=5).text)
    assert ("float-tie", "bias-unseen") in {each.faults for each in found.candidates}


def test_floats_may_decide_a_tie_where_the_fault_alone_makes_them_round():
    rows = printed(
        students.unit_length_without_bias, gate("or"), rate=2.0, passes=30, when="pass", digits=3, begin=True
    )
    found = explain(gate("or"), rows.text)
    assert found.faults in (("normalised-w",), ("float-tie", "normalised-w")), found


def test_floats_that_break_a_tie_are_no_fault_of_the_student():
    data, w, rows = gate("and"), np.zeros(3), []
    for _ in range(20):
        for x, y in zip(data.augmented().X, data.y, strict=True):
            if y * (w @ x) <= 0:
                w = w + 0.1 * y * x
                rows.append(w)
    assert len(rows) != train(data.augmented(), rate=Fraction("0.1")).updates
    found = explain(data, rows)
    assert (found.verdict, found.faults) == ("float", ("float-tie",))


def test_rows_of_nothing_known_are_named_by_the_first_that_differs(monkeypatch):
    rows = train(TELLING.augmented()).weights[1:].copy()
    rows[4:] += [0.1, 0.2, 0.3]
    found = explain(TELLING, rows)
    assert (found.verdict, found.complete) == ("unknown", True)
    assert found.difference.row == 4
    np.testing.assert_allclose(found.difference.printed, rows[4])
    assert "Row 5 is (" in found.sentence
    monkeypatch.setattr(candidates, "_WORK", 1000)  # too much to try is not said to be tried
    found = explain(TELLING, rows)
    assert (found.verdict, found.complete) == ("unknown", False)
    assert "tried before the search was stopped" in found.sentence


def test_an_inseparable_board_is_no_fault():
    found = explain(gate("xor"), train(gate("xor").augmented(), max_updates=4).weights[1:])
    assert found.verdict == "right"
    assert "never stop" in str(found)


def test_a_run_that_stops_too_early_is_told_so():
    rows = train(TELLING.augmented()).weights[1:4]
    found = explain(TELLING, rows)
    assert any({*each.faults} <= EARLY for each in found.candidates)
    assert "stopped too early" in str(found)


def test_no_float_is_blamed_for_rows_that_real_arithmetic_has_too():
    data = margin_dataset(12, 2, 0.05, seed=1)
    found = explain(data, printed(students.separate_bias, data, passes=3, bias="none").text)
    assert {each.faults for each in found.candidates if not each.by_chance} == {("few-passes",)}


@pytest.mark.parametrize(
    ("drawn", "fault"),
    [
        (lambda w: (-w[0] / w[1], -w[2] / w[1]), ""),
        (lambda w: (-w[1] / w[0], -w[2] / w[1]), "line-inverse"),
        (lambda w: (w[0] / w[1], -w[2] / w[1]), "line-sign"),
        (lambda w: (-w[0] / w[1], 0.0), "line-no-bias"),
        (lambda w: (w[1] / w[0], -w[2] / w[1]), "line-slope"),
        (lambda w: (-w[0] / w[1], w[2]), "line-bias"),
    ],
)
def test_a_wrong_line_is_named(drawn, fault):
    rows = train(TELLING.augmented()).weights[1:]
    assert explain(TELLING, rows, drawn=drawn(rows[-1])).drawn == fault


def test_a_line_is_judged_only_if_its_weights_have_a_slope_and_a_known_bias():
    assert explain(gate("and"), [[1, 1, 1], [1, 0, 0]], drawn=(7, 2)).drawn is None
    assert explain(gate("and"), train(gate("and").augmented()).weights[1:, :2], drawn=(-1.5, 2)).drawn is None
    assert explain(Dataset([[1], [-1]], [1, -1]), "1\n1\nslope 1, intercept 2").drawn is None


def test_a_line_that_is_printed_is_compared_as_well():
    w = train(TELLING.augmented()).weights[1:]
    rows = "\n".join(f"{row}" for row in w)
    for slope, fault in ((-w[-1][0] / w[-1][1], ""), (-w[-1][1] / w[-1][0], "line-inverse")):
        found = explain(TELLING, f"{rows}\nslope {slope}, intercept = {-w[-1][2] / w[-1][1]}")
        assert (found.verdict, found.drawn) == ("right", fault)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("slope -1; intercept 2,5", (-1, 2.5)),
        ("slope -1,5; intercept 2,25", (-1.5, 2.25)),
        ("slope: ,5 and y-intercept = -,25e1", (0.5, -2.5)),
        ("slope 1, intercept 2", (1, 2)),
        ("slope 1,intercept 2, which is it", (1, 2)),
        ("slope 1.5, intercept -2.25.", (1.5, -2.25)),
    ],
)
def test_a_printed_line_may_have_decimal_commas(line, read):
    printed_rows = read_printed(f"3 1\n{line}")
    assert (printed_rows.line, printed_rows.rows.tolist()) == (read, [[3, 1]])


def test_a_skipped_point_is_not_put_down_to_a_drawn_order():
    for data in (gate("nand"), TELLING):
        found = explain(data, printed(students.no_first, data, passes=200).text)
        assert (found.verdict, found.faults) == ("fault", ("first-skipped",))


def test_faults_beside_chance_are_sought_only_in_the_way_of_reading_that_an_order_shows():
    boards = [margin_dataset(25, 2, 0.05, seed=seed).augmented() for seed in range(3)]
    rows = [printed_of(train(data, order=[*range(1, 25)] * 20).weights[1:].round(4)) for data in boards]
    asked = []
    faults, _ = faults_beside_chance([*zip(boards, rows, strict=True)], stop=lambda: bool(asked.append(1)))
    assert faults == [("first-skipped",)]
    assert len(asked) < 500  # 2,828 with all ways of reading


def test_an_order_in_turn_from_a_start_of_its_own_comes_before_a_drawn_one():
    found = explain(gate("and"), printed(students.ones_start, gate("and")).text)
    assert (found.verdict, found.rule, found.reading.start) == ("right", "cyclic", (1, 1, 1))


@pytest.mark.parametrize("guess", [lambda s: 1 if s > 0 else -1, lambda s: 1 if s >= 0 else -1, np.sign])
def test_a_guess_at_zero_may_be_any(guess):
    w, rows = np.zeros(3), []
    for _ in range(3):
        for x, y in zip(TELLING.augmented().X, (TELLING.y + 1) // 2, strict=True):
            w = w + (y - guess(w @ x)) * x
            rows.append(w)
    assert explain(TELLING, rows).faults == ("minus-guess",)


def test_a_board_tells_candidates_apart():
    found = explain(gate("and"), [[0, 0, 1], [0, -1, 2], [-1, -1, 3]])
    assert not found.decided
    assert isinstance(found.board, Dataset)


def test_a_rate_that_is_known_shows_an_update_made_twice():
    rows = train(TELLING.augmented(), rate=2).weights[1:]
    assert explain(TELLING, rows).verdict == "right"
    assert explain(TELLING, rows, rate=1).faults == ("twice",)


def test_a_report_is_text_html_and_json():
    found = explain(TELLING, printed(students.bias_minus, TELLING, passes=3).text)
    told = json.loads(json.dumps(found.to_dict()))
    assert told["candidates"][0]["faults"] == ["bias-sign"]
    assert told["report"] == str(found)
    assert FAULTS["bias-sign"].line in str(found)
    assert "bias" in found._repr_html_()


# The catalogue.


def test_the_catalogue_has_more_than_twenty_five_faults_that_programs_make():
    assert sum(bool(fault.change) for fault in FAULTS.values()) >= 25
    assert all(fault.sentence.endswith((".", ".'")) and fault.title and fault.line for fault in FAULTS.values())


def test_the_document_has_todays_catalogue():
    text = Path(FILE).read_text(encoding="utf-8")
    assert re.findall(r"^`([a-z0-9-]+)` ·", text, re.MULTILINE) == [*FAULTS]
    assert all(fault.sentence in text and f"## {heading(fault)}\n" in text for fault in FAULTS.values())


@pytest.mark.slow
def test_the_document_has_todays_boards():
    assert Path(FILE).read_text(encoding="utf-8") == written()


# What is read.

ROWS = [[1.0, 2.0, 0.5], [0.0, -1.0, 1.5]]


@pytest.mark.parametrize(
    "text",
    [
        "[1. 2. 0.5]\n[0. -1. 1.5]",
        "[[ 1.   2.   0.5]\n [ 0.  -1.   1.5]]",
        "[1, 2, 0.5]\n[0, -1, 1.5]",
        "[[1, 2, 0.5], [0, -1, 1.5]]",
        "(1, 2, 0.5)\n(0, -1, 1.5)",
        "array([1., 2., 0.5])\narray([ 0., -1.,\n        1.5])",
        "[np.float64(1.0), np.float64(2.0), np.float64(0.5)]\n[np.float64(0.0), np.float64(-1.0), np.float64(1.5)]",
        "1,2,0.5\n0,-1,1.5",
        "w1,w2,b\n1,2,0.5\n0,-1,1.5\n",
        "1;2;0,5\n0;-1;1,5",
        "1,0; 2,0; 0,5\n0,0; −1,0; 1,5",
        "1\t2\t0.5\r\n0\t-1\t1.5",
        "w =\n\n    1.0000    2.0000    0.5000\n\nw =\n\n         0   -1.0000    1.5000\n",
        "[1 2 0.5; 0 -1 1.5]",
        "update 1: w = [1. 2.], b = 0.5\nupdate 2: w = [0. -1.], b = 1.5",
        "[1. 2.] 0.5\n[0. -1.] 1.5",
        "w: [1. 2.] b: [0.5]\nw: [0. -1.] b: [1.5]",
        "epoch 1/10 w1=1 w2=2 b=0.5\nepoch 2/10 w1=0 w2=-1 b=1.5",
        "1: 1 2 0.5\n2: 0 -1 1.5",
        "[1] 1.0 2.0 0.5\n[1]  0.0 -1.0  1.5",
        "   1.0e+00 *\n\n    1.0    2.0    0.5\n    0.0   -1.0    1.5",
    ],
)
def test_output_is_read_as_it_comes(text):
    assert read_printed(text).rows.tolist() == ROWS


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "text must hold numbers, got ''"),
        ("it works!", "text must hold numbers, got 'it works!'"),
        ("1 2\n1 nan", "text must hold finite numbers, got nan in line 2"),
        ("1 2\n\n\n1 nan", "got nan in line 4"),
        ("1 2\n1 1e308", "between -1e100 and 1e100, got 1e308 in row 2"),
        ("1 2\n1 -1e200", "between -1e100 and 1e100, got -1e200 in row 2"),
        ("1.0e+99 *\n 100 2", "between -1e100 and 1e100, got 100 times 1e\\+99 in row 1"),
        ("1 2\nslope 1e999, intercept 2", "slope and intercept must be finite and between -1e100 and 1e100, got 1e999"),
        ("slope 1, intercept 2", "text must hold numbers that count nothing and draw no line, got 'slope 1"),
        ("1 2\n3", "got 2 numbers in row 1 and 1 in row 2: 3"),
        ("1.0e+03 *\n 1 2\n 3", "got 2 numbers in row 1 and 1 in row 2: 3$"),
        ("1\n" * 1_000_000, "at most 200 kB, got 2000 kB in 1000000 lines"),
        ("1 2\n" * 50_001, "at most 200 kB, got 200.1 kB in 50001 lines"),
    ],
)
def test_what_cannot_be_read_is_named(text, message):
    with pytest.raises(ValueError, match=message):
        read_printed(text)


def test_rows_of_the_wrong_length_are_named():
    with pytest.raises(ValueError, match="printed must hold 2 weights a row, or 3 with a bias, got 5 numbers"):
        explain(gate("and"), [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]])
    with pytest.raises(TypeError, match="printed must be a text or rows of numbers"):
        explain(gate("and"), {"w": 1})
    with pytest.raises(ValueError, match="got 2 numbers in row 1 and 1 in row 2: 3"):
        explain(gate("and"), [[1, 2], [3]])
    with pytest.raises(ValueError, match="indices of points from 0 to 3, or 2 weights a row, or 3 with a bias, got 5"):
        explain(gate("and"), [0, 1, 5, 1])
    for order in ("cyclic", 7, [1.5]):
        with pytest.raises(ValueError, match=r"^order must be a sequence of whole numbers, got"):
            explain(gate("and"), [[0, 0, -1]], order=order)
    with pytest.raises(ValueError, match="start must hold 2 or 3 finite weights"):
        explain(gate("and"), [0, 1, 3, 1], start=[0])


# What is said is true.


def test_indices_are_told_as_updates_on_points_from_a_start_with_a_bias():
    data = gate("and").augmented()
    run = train(data, start=[0.5, 0, 0])
    found = explain(data, run.mistakes, start=[0.5, 0, 0])
    assert (found.verdict, found.sentence[:25]) == ("right", "These are the updates of ")
    assert "column" not in found.sentence
    assert "printed" not in found.sentence
    assert (found.weights == run.weights[1:]).all()
    other = explain(data, [3, 1, 0, 2, 2, 2])
    assert other.sentence.startswith("No rule and no fault")
    assert (
        "Update 3 is on the point (0, 0) with the label −1; the textbook's run has it on the point (1, 0)"
        in other.sentence
    )


def test_a_way_of_reading_is_said_of_each_program_that_has_it():
    found = explain(Dataset([[1], [2], [-1]], [1, 1, -1]), "[1 1]\n[1 2]")
    assert "the delta rule (rate 1, from w = (1, 1)," in found.sentence
    assert "the bias is never updated (printed after each update)" in found.sentence


def test_where_no_program_was_tried_nothing_is_said_of_the_textbooks_run():
    found = explain(gate("and"), [[0, 0, -1], [1, 1, 0]], stop=lambda: True)
    assert found.difference is None
    assert "textbook" not in found.sentence


def test_points_that_need_a_bias_are_not_said_to_have_no_line():
    data = Dataset(gate("and").X + 1, gate("and").y)
    found = explain(data, train(data, max_updates=30).weights)
    assert "No line through the origin separates these points" in str(found)


def test_a_program_with_a_fault_is_not_promised_an_end():
    rows = printed(students.always, TELLING, passes=1, rate=0.25).text
    found = explain(TELLING, rows)
    assert found.faults[0] == "every-point"
    assert found.separates is False
    assert "The run stopped too early" not in str(found)


def test_digits_that_hide_a_score_of_0_leave_open_whether_the_points_are_separated():
    rows = train(gate("and").augmented(), rate=0.5).weights[:3]
    assert explain(gate("and"), rows).separates is False
    assert explain(gate("and"), "[0.01 0.02 -0.01]\n[0.02 0.01 -0.01]").separates is None


def test_a_notebook_shows_the_line_of_weights_with_the_bias_first():
    data, w = TELLING.augmented(), train(TELLING.augmented()).weights
    last, first = (explain(data, rows)._repr_html_() for rows in (w, w[:, [2, 0, 1]]))
    line = re.compile("<line [^>]*>")
    assert line.findall(first) == line.findall(last) != []


def test_weights_that_grow_without_end_print_no_row():
    low, high = narrowed(1e-9, float("inf"), [float("nan")], [1.0], [0.5])
    assert low > high


def test_a_search_that_is_stopped_says_so_and_still_finds_the_first_difference():
    data, left = gate("and").augmented(), iter(range(9))
    rows = [*train(data).weights[1:4].tolist(), [9, 9, 9]]
    found = explain(data, rows, stop=lambda: next(left, None) is None)
    assert (found.verdict, found.complete, found.difference.row) == ("unknown", False, 3)
    assert "before the search was stopped" in found.sentence


@pytest.mark.parametrize(
    "text", ["1" * 150_000 + "a", "b" + " " * 150_000 + "x", "\n" * 150_000 + "x", "dtype=" * 25_000]
)
def test_long_runs_of_signs_are_read_soon(text):
    began = time.thread_time()
    with pytest.raises(ValueError, match="text must"):
        read_printed(text)
    assert time.thread_time() - began < 1


def test_rows_that_are_all_the_same_are_explained_soon():
    data = margin_dataset(300, 20, 0.02, seed=3)
    began = time.thread_time()
    assert "strict" in names(explain(data, np.zeros((2000, 21))))
    assert time.thread_time() - began < 3  # 0.5 on a free core; 10 if each program runs on to the last row


@pytest.mark.parametrize("when", ["update", "visit", "pass"])
@pytest.mark.parametrize("data", [gate("and"), gate("xor"), TELLING], ids=repr)
def test_rows_that_repeat_are_those_of_a_program_that_runs_on(data, when):
    board, reading = board_of(data, "last"), Reading("last", when, False, (0.0,) * 3)
    changed = [fault.applied(Program()) for fault in FAULTS.values() if fault.change]
    for program in [Program(), Program(order="restarting"), Program(order="batch", batch=0), *changed]:
        wanted = {"pass"} if when == "pass" else {"update"} if when == "update" else {"update", "same"}
        events = islice(visits(program, board, [0.0] * 3, 0.1), 60 * len(data))
        rows = [*islice(((i, w) for event, i, w in events if event in wanted), 40)]
        assert [*rows_of(program, reading, board, 0.1, 40)][: len(rows)] == rows


def test_the_weights_of_indices_and_of_a_hidden_bias_are_known():
    data = gate("and")
    run = train(data.augmented())
    listed = explain(data.augmented(), " ".join(map(str, run.mistakes)))
    hidden = explain(data, run.weights[1:, :2])
    assert (listed.weights == run.weights[1:]).all()
    assert (hidden.verdict, hidden.reading.bias) == ("right", "hidden")
    assert (hidden.weights == run.weights[1:]).all()
