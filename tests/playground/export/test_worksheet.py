"""A lesson on paper asks on its first page and answers on its second, by tables that a student can follow."""

import random
import re
from fractions import Fraction

import pytest

from playground.address.codes import HAND, encode
from playground.export.files import files, on_paper
from playground.export.worksheet import MOST_UPDATES, ROWS
from playground.lessons import LESSONS
from playground.page.controls import ORDERS
from playground.pages import PAGES
from tests.playground.visiting import shared, unmarked


def sheet(slug):
    written = files(PAGES[LESSONS[slug].page], LESSONS[slug].link)
    (text,) = [each["text"] for each in written if each["name"] == f"perceptron-worksheet-{slug}.html"]
    asked, key = text.split('<section class="key">')
    return unmarked(asked), unmarked(key)


def cells(page):
    tables = re.findall(r'<table class="updates">.*?</table>', page, re.DOTALL)
    return [re.findall("<td>(.*?)</td>", row) for table in tables for row in table.split("<tr>")[2:]]


@pytest.mark.parametrize("slug", LESSONS)
def test_every_lesson_asks_on_its_first_page_and_answers_on_its_second(slug):
    lesson = LESSONS[slug]
    asked, key = sheet(slug)
    assert f"<h1>{lesson.title}</h1><div>Name</div>" in asked
    assert lesson.question in asked
    assert asked.count("<svg") == 1
    assert asked.count('class="line"') >= sum(not part.puzzle for part in lesson.parts)
    for part in lesson.parts:
        assert all(words in asked for words in (part.task, part.ask, *(f"□ {option}" for option in part.options)))
        assert part.answer in key
        ticked = [f"<b>■ {each}</b>" if each == part.right else f"□ {each}" for each in part.options]
        assert all(words in key for words in ticked)
        assert part.answer not in asked
    made = len(cells(key))
    assert len(cells(asked)) == (next(rows for rows in ROWS if rows >= made) if made else 0)
    assert not any(row[1] or row[3] or row[4] for row in cells(asked))


def numbers(rows):
    return [
        [Fraction(number.replace("−", "-")) for cell in row for number in re.findall(r"[−\d.]+", cell)] for row in rows
    ]


def by_hand(points, w, rate):
    """The rows of the key as a student computes them from the printed points."""
    rows, right, i = [], 0, 0
    while right < len(points) and len(rows) <= MOST_UPDATES:
        *x, y = points[i][1:]
        if y * sum(a * b for a, b in zip(w, x, strict=True)) > 0:
            right += 1
        else:
            right, before = 0, w
            added = [rate * y * b for b in x]
            w = [a + b for a, b in zip(w, added, strict=True)]
            rows.append([len(rows) + 1, i, *before, *added, *w])
        i = (i + 1) % len(points)
    return rows


def board(draw):
    points = [(draw.randint(-160, 160) / 128, draw.randint(-160, 160) / 128, draw.randrange(2)) for _ in range(5)]
    bias = {"bias": draw.choice(["true", "false"]), "c": draw.choice(["1", "0.1", "1.5"])}
    start = draw.choice(["0", "-1, 0.25", "0.1, -0.0078125"])
    return {"data": HAND, "points": encode(points), **bias, "start": start, "rate": draw.choice(["1", "0.25", "0.1"])}


def test_a_student_computes_the_key_from_the_printed_numbers():
    draw, tables = random.Random(7), 0
    for _ in range(30):
        link = board(draw)
        on = on_paper(PAGES["app.py"], link)
        if not on.filled:
            continue
        tables += 1
        w = numbers(on.blank)[0][1:]
        rows, key = by_hand(numbers(on.points), w, Fraction(link["rate"])), numbers(on.filled)
        assert key == rows[: len(key)]
        assert len(key) == len(rows) or len(rows) > MOST_UPDATES  # a cycle is written once
        assert len(key) <= len(on.blank) in ROWS
    assert tables > 10


@pytest.mark.parametrize(
    ("link", "has_tables"),
    [
        *(({"order": order, "sequence": "0 1 0 3"}, order not in ("random", "shuffled")) for order in ORDERS),
        ({"start": "0.00000003"}, False),
        ({"data": "chosen margin", "n": "6"}, False),
        ({"data": "iris petals"}, False),
    ],
)
def test_there_are_tables_if_a_student_can_follow(link, has_tables):
    on = on_paper(PAGES["app.py"], {"data": "OR", "bias": "true", **link})
    assert [bool(part) for part in (on.points, on.blank, on.filled)] == [has_tables] * 3


def test_the_numbers_on_the_axes_locate_a_point():
    x, y = 0.6875, -0.3125
    drawn = on_paper(PAGES["app.py"], {"data": HAND, "points": encode([(x, y, 0)])}).board
    texts = re.findall(r'<text x="(\S+)" y="(\S+)" text-anchor="(\w+)">(.*?)</text>', drawn.replace("−", "-"))
    across = [(float(at), float(value)) for at, _, anchor, value in texts if anchor == "middle"]
    down = [(float(at) - 1.3, float(value)) for _, at, anchor, value in texts if anchor == "end"]
    left, top, radius = map(float, re.search(r"M(\S+),(\S+)a(\S+),", drawn).groups())
    for place, axis, value in ((left + radius, across, x), (top, down, y)):
        (first, low), (last, high) = axis[0], axis[-1]
        assert low + (place - first) * (high - low) / (last - first) == pytest.approx(value, abs=0.01)


def test_only_a_lesson_has_a_worksheet():
    assert not [name for name in shared(data="AND")[1] if "worksheet" in name]
