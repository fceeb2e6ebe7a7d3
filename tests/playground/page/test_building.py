"""What stands beside a board that is built is true of it, and a solved puzzle is sent on with fewer points."""

import re
import urllib.parse

import pytest

from perceptron import separate, train
from playground.address import conditions
from playground.address.codes import encode
from playground.address.lists import ListItem, decode
from playground.address.lists import encode as encode_list
from playground.lessons import LESSONS
from playground.page.solved import checks
from playground.pages import PAGES
from tests.boards import labelled
from tests.playground.visiting import answered

NARROW = [(0.0, 0.75, 0), (0.125, 0.75, 1)]
WIDE = [(0.0, 2.0, 0), (1.0, 1.0, 1), (1.0, 0.0, 1)]
INSEPARABLE = [(0.0, 0.0, 0), (0.0, 1.0, 1), (1.0, 0.0, 1), (1.0, 1.0, 0)]


def by_hand(points):
    return {"data": "by hand", "points": encode(points), "bias": "true"}


def task(text, points, **parts):
    item = ListItem("", by_hand([]), "Build it.", solved=conditions.read(text), **parts)
    return answered(**{"list": encode_list([item]), "at": "1", **by_hand(points)})["guide"]["task"]


@pytest.mark.parametrize("points", [NARROW, WIDE, INSEPARABLE], ids=["narrow", "wide", "inseparable"])
def test_counts_and_what_is_lacking_are_those_of_the_board(points):
    data = labelled(points).augmented()
    run, found = train(data), separate(data)
    said, _ = task("more than 50 updates, at most 2 points, a line separates them", points)["standing"]
    ends = run.outcome == "converged"
    count = f"{run.updates} updates of {found.bound} allowed" if ends else "endless updates"
    lacking = ["more than 50 updates"] * (ends and run.updates <= 50)
    lacking += ["at most 2 points"] * (len(points) > 2) + ["a line separates them"] * (not ends)
    more = f", and {len(lacking) - 1} more" if lacking[1:] else ""
    lacks = f"Lacking: {lacking[0]}{more}." if lacking else "Nothing is lacking."
    assert said == f"{len(points)} points, {count}. {lacks}"


def test_nothing_is_told_that_the_exercise_asks_for_or_hides():
    text = "more than 50 updates"
    assert "standing" in task(text, WIDE)
    assert not any("standing" in task(text, WIDE, **parts) for parts in ({"number": True}, {"hide": ("outcome",)}))
    assert "standing" not in task("a line separates them", WIDE)
    assert "standing" not in answered(**LESSONS["hand"].link)["guide"]["parts"][0]


def test_the_puzzle_of_the_lesson_is_sent_on_with_fewer_points_until_two_are_left():
    lesson = LESSONS["build"]
    onward = answered(lesson.page, **lesson.link)["guide"]["parts"][1]["onward"]
    (puzzle,) = decode(dict(urllib.parse.parse_qsl(onward["link"].partition("?")[2]))["list"])
    asked = conditions.written(puzzle.solved)
    three = [*NARROW, (-1.0, 0.0, 0)]
    assert train(labelled(three).augmented()).updates > 100
    solved = task(asked, three)
    assert solved["solved"]
    assert re.search("fewer than 3 points", solved["onward"]["words"])
    (harder,) = decode(dict(urllib.parse.parse_qsl(solved["onward"]["link"].partition("?")[2]))["list"])
    again = conditions.written(harder.solved)
    assert not task(again, three)["solved"]
    last = task(again, NARROW)
    assert last["solved"]
    assert "onward" not in last
    assert last["standing"][0].endswith("Nobody can do it with fewer points.")
    # One point alone never takes more than one update, so that two are the fewest.
    assert train(labelled(NARROW[:1]).augmented()).updates == 1
    assert "onward" not in task("more than 100 updates", three)
    assert "onward" not in task(asked, WIDE)


def test_puzzles_of_the_proof_solve_an_exercise_that_its_page_alone_can_ask():
    text = "the lines of the proof are in order, the blanks of the proof are filled in"
    item = ListItem(
        "proof", {"data": "AND", "bias": "true", "work": "do it"}, "Prove it.", solved=conditions.read(text)
    )
    made = answered("pages/proof.py", **{"list": encode_list([item]), "at": "1", **item.board})
    asked = made["guide"]["task"]
    letters = {puzzle["letter"] for panel in made["panels"] for puzzle in panel.get("puzzles", [])}
    assert (asked["puzzles"], asked["solved"]) == ("of", False)
    assert {*conditions.PUZZLES.values()} < letters
    able = [words for page in PAGES.values() if page.answer for words in conditions.PUZZLES if words in checks(page)]
    assert able == [*conditions.PUZZLES]
