"""The command and the folder of `playground.export.site`, without a browser."""

import html
import re
import subprocess
import sys
import urllib.parse
from pathlib import Path
from xml.etree import ElementTree

import pytest

from perceptron import margin_dataset, train
from playground.address.lists import ListItem
from playground.draw.boards import SIDE
from playground.draw.palette import BOUND, NEGATIVE, POSITIVE, SEPARATOR
from playground.draw.thumbnails import thumbnail
from playground.export import alone, site
from playground.export.files import on_paper
from playground.export.worksheet import worksheet_of
from playground.lessons import LESSONS
from playground.page.answer import answer
from playground.pages import PAGES as ALL
from tests.pages import PAGES
from tests.playground.visiting import content_of

ROOT = Path(__file__).parents[3]
NAMES = [f"0{place}.html" for place in range(1, 6)]


def ran(*arguments):
    command = [sys.executable, "-m", "playground.export.site", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return done.stdout + done.stderr, done.returncode


@pytest.mark.slow
def test_the_command_prints_only_its_own_errors(tmp_path):
    assert ran("--folder", tmp_path / "folder", "/?data=XOR") == ("", 0)
    said, code = ran("/nowhere", tmp_path / "nowhere.html")
    assert code == 2
    assert said.splitlines()[-1].startswith(
        "python -m playground.export.site: error: a link leads to a page of the app"
    )
    assert "ScriptRunContext" not in said


def test_a_link_without_a_board_and_a_board_in_space_are_refused():
    for strange in ("/nowhere?n=3", "https://app.example/static/x"):
        with pytest.raises(ValueError, match="a link leads to a page of the app"):
            site.page_of_link(strange)
    with pytest.raises(ValueError, match="a page with a stage"):
        site.page_of_link("/lessons")
    with pytest.raises(ValueError, match="a board has two dimensions, got 3"):
        site.page_of_run(train(margin_dataset(9, 3, 0.1)))


def test_a_folder_has_an_index_and_links_between_its_pages(tmp_path):
    lessons = [LESSONS[slug] for slug in ("margin", "xor", "adversary", "digits")]
    links = [f"/{Path(each.page).stem.removeprefix('app')}?{urllib.parse.urlencode(each.link)}" for each in lessons]
    site.write(tmp_path, [*links, "/experiments?repeats=1"])
    index, *pages = ((tmp_path / name).read_text(encoding="utf-8") for name in ("index.html", *NAMES))
    entries = re.findall(r"<li>(<svg.*?</svg>)<div><a href=\"(.*?)\">(.*?)</a><p>(.*?)</p></div></li>", index)
    titles = [*((each.title, each.question) for each in lessons), ("Experiments", "")]
    assert [tuple(map(html.unescape, entry[1:])) for entry in entries] == [
        (name, *each) for name, each in zip(NAMES, titles, strict=True)
    ]
    colors = [{*re.findall(r"var\(--[\w-]+\)", picture)} for picture, *_ in entries]
    assert colors[:3] == [{POSITIVE, NEGATIVE, SEPARATOR}, {POSITIVE, NEGATIVE}, {BOUND}]
    assert "prefers-color-scheme: dark" in index
    assert all(len([*ElementTree.fromstring(picture).iter()]) > 2 for picture, *_ in entries)
    for place, page in enumerate(pages):
        ways = re.findall('href="(.*?)"', re.findall(r"<nav>(.*?)</nav>", page)[0])
        assert ways == ["index.html", *NAMES[max(0, place - 1) : place], *NAMES[place + 1 : place + 2]]


def test_words_of_a_link_or_a_list_are_escaped_in_all_files(tmp_path):
    hostile = "</style><script>alert(1)</script>'\"<img src=none>"
    link = f"/?{urllib.parse.urlencode({'data': 'AND', 'ask': hostile, 'answer': hostile})}"
    site.write(tmp_path, [link], app=f"https://a.example/{hostile}")
    exercise = ListItem("", {"data": "AND"}, hostile, (hostile, "b"), right=0, hint=hostile, answer=hostile)
    paper = worksheet_of([(exercise, on_paper(ALL["app.py"], exercise.board))])
    for text in (paper, *(file.read_text(encoding="utf-8") for file in tmp_path.glob("*.html"))):
        assert "<img src=none" not in text
        assert "<script>alert" not in text
    assert (
        paper.count(html.escape("<img src=none>")) == 6
    )  # the question twice, the choice, the hint, the key and the answer


@pytest.mark.parametrize("page", [page for page in PAGES if page != "pages/lessons.py"])
def test_every_page_has_a_picture_of_its_board(page):
    made = content_of(None if page == "app.py" else page)
    drawn = ElementTree.fromstring(thumbnail(made))
    assert len(drawn) > 1
    places = [float(number) for shape in drawn for number in re.findall(r"M(-?[\d.]+)", shape.get("d"))]
    assert any(0 <= place <= SIDE for place in places)
    if "editing" in made:
        shapes = [shape.get("d") for shape in drawn if "stroke: none" in shape.get("style", "")]
        assert sum(d.count("M") for d in shapes) >= len(made["points"])


@pytest.mark.parametrize(
    "page", [page for page in ALL.values() if page.answer and not page.slow], ids=lambda page: page.file
)
def test_the_file_of_each_page_has_at_most_two_hundred_kilobytes(page):
    assert len(alone.page(answer(page, {}), page.title)) <= 200_000
