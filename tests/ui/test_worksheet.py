"""A lesson on paper asks on its first page, tells on its second alone, and lacks the colours of a screen."""

import html
import re

import pytest

from perceptron import gate, train
from tests.ui.visiting import shared
from ui.lessons import LESSONS
from ui.page import files
from ui.pages import PAGES
from ui.words import vector
from ui.worksheet import ROWS


def sheet(slug):
    """The two pages of a lesson's worksheet, as words in their markup."""
    written = files(PAGES[LESSONS[slug].page], LESSONS[slug].link)
    (text,) = [each["text"] for each in written if each["name"] == f"perceptron-worksheet-{slug}.html"]
    asked, key = text.split('<section class="key">')
    return html.unescape(asked), html.unescape(key)


def cells(page):
    tables = re.findall(r'<table class="updates">.*?</table>', page)
    return [re.findall("<td>(.*?)</td>", row) for table in tables for row in table.split("<tr>")[2:]]


@pytest.mark.parametrize("slug", LESSONS)
def test_every_lesson_asks_on_its_first_page_and_answers_on_the_second(slug):
    lesson = LESSONS[slug]
    asked, key = sheet(slug)
    assert lesson.title in asked
    assert lesson.question in asked
    assert asked.count("<svg") == 1
    assert asked.count('class="line"') >= len(lesson.parts)
    for part in lesson.parts:
        assert part.task in asked
        assert part.ask in asked
        assert all(f"□ {option}" in asked for option in part.options)
        assert part.answer in key
        assert part.answer not in asked
    assert len(cells(asked)) == (ROWS if cells(key) else 0)  # which does not tell how many updates there are
    assert not any(row[1] or row[3] for row in cells(asked))


def test_the_key_has_the_run_of_the_library():
    run = train(gate("and").augmented())
    weights = [vector(w) for w in run.weights.tolist()]
    rows = zip(range(1, 19), run.mistakes.tolist(), weights, weights[1:], strict=False)
    asked, key = sheet("bias")
    assert cells(key) == [[f"{k}", f"{point}", before, after] for k, point, before, after in rows]
    assert cells(asked)[0][2] == vector([0, 0, 0])


def test_a_board_that_is_no_lessons_has_none():
    assert not [name for name in shared(data="AND")[1] if "worksheet" in name]
