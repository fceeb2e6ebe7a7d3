"""A program of the visitor's own passes on boards that nobody has shown, or is told the first on which it fails."""

import time

import numpy as np
import pytest

from perceptron import Inseparable, separate, train
from playground.address.address import read
from playground.address.conditions import read as conditions
from playground.address.lists import ListItem, encode
from playground.lessons import LESSONS
from playground.page import trials
from playground.page.answer import answer, explained
from playground.page.guide import assigned
from playground.page.mine import Printout, Tries
from playground.pages import PAGES
from playground.stage.python.run import run
from tests.perceptron import students
from tests.perceptron.students import Desk
from tests.playground.lessons.programs import PROGRAMS

PAGE = PAGES["app.py"]
WANTED = "the program is right to the end on 5 boards like this one"
BOARDS = {
    "drawn": {"data": "two blobs", "n": "12", "bias": "false", "seed": "5"},
    "with a constant": {"data": "two blobs", "n": "12", "bias": "true", "seed": "5"},
    "a gate": {"data": "AND", "bias": "true"},
    "by hand": {"data": "by hand", "points": "1AGRAehOAhAOgdgSAiBRgchPwcA"},
}
FAULTS = {
    students.binary_labels: "labels 0 and 1",
    students.bias_stays: "the bias is never updated",
    students.always: "an update on every point",
    students.minus: "the sign of the update",
    students.bias_without_rate: "the bias moves by 1, not by the rate",
    students.one_pass: "a fixed number of passes",
    students.old_scores: "scores kept from the beginning of the pass",
    students.same_array: "one array, appended again and again",
    students.hinge: "y w·x < 1 for ≤ 0",
}


def exercise(solved=WANTED, **board):
    """The address of an exercise that wants a program."""
    return {"list": encode([ListItem("", board, "Write it.", solved=conditions(solved))])}


def tries(link, program, **details):
    """What is said of a program that was run on the boards of a link."""
    texts = []
    for _, trial in assigned(PAGE, read(link)):
        rows = [[float(number) for number in row.split(" ")] for row in trial.rows.split(";")]
        desk = Desk(**details)
        program([row[:2] for row in rows], [int(row[-1]) for row in rows], desk)
        texts.append(desk.text)
    return explained(PAGE, link, Tries(texts), lambda: False)


RIGHT = {
    students.numpy_loop: {"when": "visit", "begin": True, "bias": "first"},
    students.separate_bias: {"look": "semicolons", "digits": 4},
    students.step_function: {"when": "pass", "rate": 0.1},
    students.shuffled: {"look": "csv", "begin": True},
    students.shuffled_before: {"when": "visit", "rate": 0.5},
    students.replacement: {"look": "words", "digits": 3},
    students.from_the_first: {"rate": 2.0},
    students.from_the_end: {"look": "list"},
    students.most_wrong: {"rate": 0.25},
}
"""Programs in each order, with what they print, and how."""


@pytest.mark.parametrize("board", BOARDS)
def test_right_programs_pass_on_boards_that_are_none_of_those_shown(board):
    """Each program on two of the four boards."""
    link, place = exercise(**BOARDS[board]), [*BOARDS].index(board)
    boards = [trial for _, trial in assigned(PAGE, read(link))]
    shown = answer(PAGE, BOARDS[board])["points"]
    assert len({trial.rows for trial in boards}) == 5
    assert all([*trial.points] != [*shown] for trial in boards)
    for program, details in [*RIGHT.items()][place % 2 :: 2]:
        said = tries(link, program, **({"passes": 1000, "seed": place} | details))
        assert said["passed"], (program, said["sentence"])


@pytest.mark.parametrize("program", FAULTS, ids=lambda program: program.__name__)
def test_a_fault_fails_and_is_named_with_the_board_that_shows_it(program):
    link = exercise(**BOARDS["drawn"])
    said = tries(link, program, rate=0.5, passes=20, when="visit")
    assert not said["passed"]
    assert any(FAULTS[program] in slip["title"] for slip in said["slips"]), said
    place = int(said["sentence"].split()[1])
    _, trial = assigned(PAGE, read(link))[place - 1]
    assert answer(PAGE, dict(pair.split("=") for pair in said["board"].replace("+", " ").split("&")))["points"] == [
        *map(tuple, trial.points)
    ]


@pytest.mark.parametrize(
    ("program", "title"),
    [(students.no_first, "the first point is never visited"), (students.no_last, "the last point is never visited")],
)
def test_a_fault_that_one_board_may_hide_is_shown_by_all_of_them(program, title):
    """On each board alone, an order that is drawn could leave out the same point."""
    boards = assigned(PAGE, read(exercise(**BOARDS["drawn"])))
    texts = []
    for _, trial in boards:
        desk = Desk(passes=500)
        program(trial.data.X.tolist(), trial.data.y.tolist(), desk)
        texts.append(desk.text)
    for board, text in zip(boards, texts, strict=True):
        assert trials.judged([board], [text], lambda: False)["passed"]
    together = trials.judged(boards, texts, lambda: False)
    assert not together["passed"]
    assert [slip["title"] for slip in together["slips"]] == [title]


def test_the_one_board_that_shows_the_last_point_is_kept_where_the_first_label_must_differ():
    def board(*points):
        return trials.TrialBoard(points, None, {})

    shows_last = board((0.0, 1.0, 0), (1.0, 0.0, 1), (1.0, 1.0, 1), (0.25, 0.25, 0))
    others = [board((float(k), 1.0, 0), (0.0, -1.0, 1), (1.0, -1.0, 1)) for k in range(2)]
    other_label = board((0.0, 1.0, 1), (0.0, -1.0, 0))
    assert [trials._needs_last(each) for each in (*others, shows_last)] == [False, False, True]
    for place in range(3):
        first = [*others[:place], shows_last, *others[place:]]
        found = trials._first(iter([*first, other_label]), 3)
        assert shows_last in found
        assert other_label in found


@pytest.mark.parametrize("slug", PROGRAMS)
def test_what_a_learner_types_passes_its_lesson(slug):
    """The browser's Python runs it; tests/browser/test_doing.py types it."""
    texts = []
    for _, trial in assigned(PAGE, read(LESSONS[slug].link)):
        printed = []
        run(PROGRAMS[slug], trial.rows, lambda line, text, printed=printed: printed.append(text), lambda *end: None)
        texts.append("".join(printed))
    assert len(texts) == 5
    assert explained(PAGE, LESSONS[slug].link, Tries(texts), lambda: False)["passed"]


def test_a_program_that_prints_nothing_is_told_so_and_why():
    said = explained(PAGE, {"lesson": "write-tie"}, Tries([""] * 5), lambda: False)
    assert said["sentence"].startswith("Board 1 of 5: your program printed no number. With w = 0 every score is 0")


def test_each_lesson_asks_for_its_own():
    loop, tie, bias, stop = (LESSONS[f"write-{name}"].link for name in ("loop", "tie", "bias", "stop"))
    assert tries(loop, students.ones_start)["passed"]
    assert "begin at w = (1, 1), not at 0" in tries(tie, students.ones_start, bias="none")["sentence"]
    assert tries(tie, students.numpy_loop, bias="none")["passed"]
    assert not tries(bias, students.numpy_loop, bias="none")["passed"]
    assert tries(bias, students.separate_bias, passes=1)["passed"]
    assert not tries(stop, students.separate_bias, passes=2)["passed"]
    assert not tries(loop, students.positive_only)["passed"]  # one row a board, as of a run that ends at once
    assert tries(stop, students.separate_bias, passes=500)["passed"]


def test_updates_are_counted_and_other_counts_are_named():
    link = LESSONS["write-count"].link
    boards = [trial.data for _, trial in assigned(PAGE, read(link))]
    runs = [train(data.augmented()) for data in boards]
    assert all(run.outcome == "converged" for run in runs)
    right, passes = ([f"w = [1 2]\n{getattr(run, name)}" for run in runs] for name in ("updates", "passes"))
    assert explained(PAGE, link, Tries(right), lambda: False)["passed"]
    said = explained(PAGE, link, Tries(passes), lambda: False)["sentence"]
    assert f"your last number is {runs[0].passes}, which is the number of passes" in said
    assert f"the run makes {runs[0].updates} update" in said


def test_a_pocket_has_as_few_wrong_as_any_weights_of_fifty_passes():
    link = LESSONS["write-pocket"].link
    kept, last = [], []
    for _, trial in assigned(PAGE, read(link)):
        data = trial.data.augmented()
        assert isinstance(separate(data), Inseparable)
        w, best, fewest = np.zeros(3), np.zeros(3), len(data)
        for _ in range(50):
            for x in data.signed:
                if w @ x <= 0:
                    w = w + x
                    wrong = int((data.signed @ w <= 0).sum())
                    best, fewest = (w, wrong) if wrong < fewest else (best, fewest)
        kept.append(str(best))
        last.append(str(w))
    assert explained(PAGE, link, Tries(kept), lambda: False)["passed"]
    assert not explained(PAGE, link, Tries(last), lambda: False)["passed"]


def test_the_board_has_to_meet_its_own_conditions_too():
    link = exercise(f"{WANTED}, at most 4 points", **BOARDS["a gate"])
    assert tries(link, students.numpy_loop, passes=500)["passed"]
    link = exercise(f"{WANTED}, at most 3 points", **BOARDS["a gate"])
    said = tries(link, students.numpy_loop, passes=500)
    assert (said["passed"], said["sentence"]) == (False, "✓ Right on all 5 boards. Now the board: at most 3 points.")


def test_a_printout_for_another_number_of_boards_is_refused():
    with pytest.raises(ValueError, match="There are 5 boards to try, got 1 printout"):
        explained(PAGE, exercise(**BOARDS["drawn"]), Tries(["1 2"]), lambda: False)


def test_a_check_of_all_boards_ends_in_time_and_says_so(monkeypatch):
    link = exercise(**BOARDS["drawn"])
    rows = np.random.default_rng(1).normal(size=(3000, 2)).cumsum(axis=0).round(3)
    text, began = "\n".join(f"{one} {two}" for one, two in rows.tolist()), time.thread_time()
    assert not explained(PAGE, link, Tries([text] * 5), lambda: False)["passed"]
    assert time.thread_time() - began < trials._MOST_SECONDS + 1
    monkeypatch.setattr(trials, "_MOST_SECONDS", 0.0)
    said = tries(link, students.numpy_loop, passes=500)
    assert (said["passed"], said["slips"]) == (False, [])
    assert said["sentence"].startswith("Board 1 of 5: checking took too long and was stopped")
    assert "before it" not in said["sentence"]


def test_where_a_check_ends_late_the_boards_before_are_said_to_be_right(monkeypatch):
    link = exercise(**BOARDS["drawn"])
    whole, checked = trials._checked, []

    def late_at_the_third(*asked):
        checked.append(asked)
        return trials._TOO_LONG if len(checked) == 3 else whole(*asked)

    monkeypatch.setattr(trials, "_checked", late_at_the_third)
    assert tries(link, students.numpy_loop, passes=500)["sentence"] == (
        "Board 3 of 5: checking took too long and was stopped. The boards before it are right. "
        "Print fewer rows, such as one after each pass."
    )


def test_a_repaired_program_passes_on_the_board_shown():
    link = {"data": "two blobs", "n": "8", "bias": "false", "seed": "4"}
    board = answer(PAGE, link)["points"]
    X, y = [[x, b] for x, b, _ in board], [1 - 2 * place for *_, place in board]
    for program, passes in ((students.separate_bias, True), (students.minus, False)):
        desk = Desk(when="visit", passes=200)
        program(X, y, desk)
        assert explained(PAGE, link, Printout(desk.text), lambda: False)["passes"] is passes
