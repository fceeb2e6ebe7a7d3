"""docs/teaching.md is true: its links open what it says, and every number is the library's."""

import itertools
import json
import re
from urllib.parse import parse_qsl

import numpy as np
import pytest

from perceptron import gate, margin_dataset, separate, slow_pair, train
from playground.address.codes import decode
from playground.address.lists import FILES, taught
from playground.address.lists import encode as encode_list
from playground.lessons import LESSONS
from playground.page.answer import opened
from playground.pages import PAGES
from playground.text import number, whole
from tests.boards import labelled
from tools import answers

TEXT = (answers.FILE.parent / "teaching.md").read_text(encoding="utf-8")


def rows(heading):
    part = TEXT[TEXT.index(f"# {heading}\n") :]
    lines = re.search(r"^\|[^\n]*\n\|[-| ]*\n((?:\|[^\n]*\n)+)", part, re.MULTILINE)[1].splitlines()
    return [[cell.strip().replace(r"\*", "*") for cell in line.strip("|").split(" | ")] for line in lines]


FIRST, SECOND = rows("The first 45 minutes"), rows("Another 45 minutes")
WRONG, WORDS = rows("What students get wrong"), rows("The words of the textbooks")


def link(cell):
    ((path, query),) = re.findall(r"`/(\w*)\??([^`]*)`", cell)
    return PAGES[FILES[path]], dict(parse_qsl(query))


def visited(page, parameters):
    what = opened(page, parameters)
    assert not what.complaints
    return what


def numbers(text):
    return set(re.findall(r"\d+(?:[.,]\d+)*", re.sub("`[^`]*`", "", text)))


def lesson_says(lesson):
    """The words of a lesson, whose numbers tests/playground/lessons/test_lessons.py compares with the library's."""
    parts = [f"{part.task} {part.answer} {part.right} {part.sets}" for part in lesson.parts]
    return " ".join([lesson.title, lesson.question, *parts])


def test_the_answers_to_all_lessons_are_written_from_their_files():
    assert answers.FILE.read_text(encoding="utf-8") == answers.written(), "python -m tools.answers"


@pytest.mark.parametrize("plan", [FIRST, SECOND])
def test_a_plan_fills_its_minutes_and_asks_what_the_board_asks(plan):
    assert sum(int(minutes) for minutes, *_ in plan) == 45
    for _, board, asked, said in plan:
        page, parameters = link(board)
        lesson = LESSONS[parameters["lesson"]]
        guide = visited(page, parameters).scene["guide"]
        assert board.startswith(f"*{guide['title']}*")
        assert asked in {part.ask for part in lesson.parts}
        assert numbers(said) <= numbers(lesson_says(lesson)) | numbers("the 99 in the corner"), said


def listed(*plans):
    """The code of a plan's boards in one list, or of several plans'."""
    boards = [link(board)[1]["lesson"] for plan in plans for _, board, *_ in plan]
    return encode_list([taught(LESSONS[slug]) for slug in boards])


def test_each_plan_has_a_link_to_all_its_boards_in_one_list():
    codes = re.findall(r"`/\?list=([^`]*)`", TEXT)
    assert codes == [listed(FIRST), listed(FIRST, SECOND), listed(SECOND)], "write these"
    assert not visited(PAGES["app.py"], {"list": codes[0], "open": "3"}).complaints


def run(**settings):
    done = train(margin_dataset(25, 2, 0.1, seed=3), **settings)
    return done, separate(done.data)


def forecast():
    data = slow_pair().augmented()
    return train(data).updates, f"{train(data).updates} updates, {whole(separate(data).bound)} allowed"


def fewer():
    done, _ = run()
    wrong = [(done.data.signed @ w <= 0).sum() for w in done.weights]
    at = next(k for k in range(2, len(wrong)) if wrong[k] > wrong[k - 1])
    return done.updates, f"Update {at} makes {wrong[at]} wrong where {wrong[at - 1]} were"


def nearer():
    done, found = run()
    cosines = [w @ found.w / np.linalg.norm(w) for w in done.weights[1:]]
    away = [k + 2 for k, (before, after) in enumerate(itertools.pairwise(cosines)) if after < before]
    return done.updates, f"{len(away)} of the {done.updates} updates turn it away; update {away[0]} is the first"


def margin():
    done, found = run()
    leaves = (done.data.signed @ done.w).min() / np.linalg.norm(done.w)
    return done.updates, f"γ = {found.margin:g} belongs", f"this run leaves {number(leaves)}"


def small():
    done, same = run(rate=0.01)[0], run()[0]
    assert done.mistakes.tolist() == same.mistakes.tolist()
    return done.updates, f"{done.updates} updates, as with any η", "from w = 0"


def matters():
    slow, fast = (run(rate=rate, start=[1, 1])[0].updates for rate in (0.01, 100))
    return slow, f"{slow} updates from (1, 1), and {fast} with η = 100"


def many():
    data = margin_dataset(400, 2, 0.45, seed=3)
    return train(data).updates, f"{train(data).updates} updates for {len(data)} points"


def passes():
    cycle = train(gate("xor").augmented()).cycle
    assert cycle.start == 0
    return cycle.length, f"After {cycle.length} updates w is where it began"


def again():
    done = train(labelled([(-3.0, 1.0, 0)]), start=[30, 4])
    return done.updates, "From (30, 4)", f"needs {done.updates} updates"


def taste():
    data = labelled(decode(link(WRONG[12][1])[1]["points"])[0])
    right, wrong = (train(data, tie=tie).updates for tie in ("correct", "mistake"))
    return right, f"{right} updates if it counts as right, {wrong} if it counts as a mistake"


CLAIMS = {
    "/?data=slow+pair&bias=true": forecast,
    "/": fewer,
    "/?step=2": nearer,
    "/?band=true": margin,
    "/?rate=0.01": small,
    "/?rate=0.01&start=1%2C+1": matters,
    "/?n=400&gamma=0.45": many,
    "/?data=XOR&bias=true": passes,
    "/?data=by+hand&points=1ACSAkBQAoA&ties=correct": taste,
    "/?data=by+hand&points=1ABKAkA&start=30%2C+4": again,
}
"""Of each board that is no lesson's, the updates that the library makes and the pieces with numbers of what is seen."""


@pytest.mark.parametrize(("thought", "board", "seen"), [pytest.param(*row, id=row[0]) for row in WRONG])
def test_what_students_get_wrong_is_shown_wrong_by_the_board_beside_it(thought, board, seen):
    page, parameters = link(board)
    made = visited(page, parameters).scene
    if "lesson" in parameters:
        assert numbers(f"{thought} {seen}") <= numbers(lesson_says(LESSONS[parameters["lesson"]]))
        return
    last, *pieces = CLAIMS[board.strip("`")]()
    assert made["last"] == last
    for piece in pieces:
        assert piece in seen
        seen = seen.replace(piece, "", 1)
    assert not numbers(seen)


def on_screen(page, parameters):
    """The words that a link shows, with those of its controls."""
    names = [control.parameter.name for control in page.controls.values()]
    made = json.dumps(visited(page, parameters).scene, ensure_ascii=False)
    return re.sub(r"\s+", " ", " ".join([page.words, *names, made])).lower()


@pytest.mark.parametrize(("theirs", "ours", "board"), [pytest.param(*row, id=row[0]) for row in WORDS])
def test_our_word_for_a_textbooks_is_on_the_screen_beside_it(theirs, ours, board):
    shown = on_screen(*link(board))
    for word in re.findall(r"\*\*(.+?)\*\*(?!\*)", ours):
        assert word.lower() in shown, word


def test_the_help_of_a_control_calls_it_what_the_list_of_words_does():
    listed = {word for theirs, *_ in WORDS for word in theirs.split(", ")}
    helps = {control.parameter.help or "" for page in PAGES.values() for control in page.controls.values()}
    said = {
        word for text in helps for words in re.findall(r"[Ii]n books: ([^.)]*)[.)]", text) for word in words.split(", ")
    }
    assert len(said) > 5
    assert said <= listed
