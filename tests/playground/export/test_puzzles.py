"""The proof on paper has the tasks of the screen without their answers, and a key in which every answer is right."""

import re

import pytest

from playground.export import puzzles
from playground.export.files import files
from playground.lessons import LESSONS
from playground.pages import PAGES
from playground.pages.proof.puzzles import BELOW
from tests.playground.visiting import answered, unmarked

FILE = "pages/proof.py"
BOARDS = [{"data": "AND", "bias": "true"}, {"data": "chosen margin"}, {"data": "XOR"}]


def panel_of(board):
    return puzzles.of_scene(answered(FILE, work="do it", **board))


def text_of(board):
    (file,) = [each for each in files(PAGES[FILE], {"work": "do it", **board}) if "worksheet-proof" in each["name"]]
    asked, key = file["text"].split('<section class="key">')
    return unmarked(asked), unmarked(key)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board["data"])
def test_each_order_of_the_key_has_each_line_below_those_that_it_needs(board):
    panel = panel_of(board)
    for puzzle in panel["puzzles"]:
        if "order" in puzzle:
            order = puzzles.right_order(puzzle["order"])
            assert sorted(order) == sorted(puzzle["order"]["lines"])
            reasons = puzzle["order"]["reasons"]
            assert all(order.index(each["needs"]) < order.index(each["line"]) for each in reasons)
            assert all(each["says"].count(BELOW) == 1 for each in reasons)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board["data"])
def test_the_paper_asks_all_and_its_key_names_what_is_right(board):
    panel, (asked, key) = panel_of(board), text_of(board)
    assert panel["about"] in asked
    for puzzle, paper in zip(panel["puzzles"], puzzles.on_paper(panel), strict=True):
        assert puzzle["asks"] in asked
        for place, pick in enumerate(puzzle.get("picks", [])):
            replies = paper.questions[place].replies or paper.lines
            right = {each.letter for each, reply in zip(replies, pick["replies"], strict=True) if reply["right"]}
            assert {*re.findall(r"\b[A-G]\b", paper.key[place].partition(".")[0])} == right
            assert pick["asks"] in asked
            assert paper.key[place] in key
            assert not any(reply["says"] in asked for reply in pick["replies"])


def test_who_watches_the_proof_gets_no_such_sheet_and_the_lesson_has_its_lines_on_its_own():
    assert not [each for each in files(PAGES[FILE], BOARDS[0]) if "worksheet-proof" in each["name"]]
    lesson = LESSONS["proof"]
    (sheet,) = [each["text"] for each in files(PAGES[FILE], lesson.link) if "worksheet" in each["name"]]
    asked, key = sheet.split('<section class="key">')
    assert asked.count('<div class="puzzle">') == 1
    assert unmarked(key).count("For example B, C, E, F, G, A, D.") == 1
