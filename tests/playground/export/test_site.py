"""What `python -m playground.export.site` writes and says, without a browser."""

import html
import re
import subprocess
import sys
import urllib.parse
from pathlib import Path
from xml.etree import ElementTree

import pytest

from playground.draw.palette import BOUND, NEGATIVE, POSITIVE, SEPARATOR
from playground.draw.thumbnails import SIDE, thumbnail
from playground.export import site
from playground.lessons import LESSONS
from tests.pages import PAGES
from tests.playground.visiting import content_of

ROOT = Path(__file__).parents[3]


def ran(*arguments):
    """What the command line has written on the screen, and whether it was content."""
    command = [sys.executable, "-m", "playground.export.site", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return done.stdout + done.stderr, done.returncode


def test_it_is_silent_but_for_its_own_words(tmp_path):
    assert ran("--folder", tmp_path / "folder", "/?data=XOR") == ("", 0)
    said, code = ran("/nowhere", tmp_path / "nowhere.html")
    assert code == 2
    assert [
        line
        for line in said.splitlines()
        if line.startswith("python -m playground.export.site: error: a link leads to a page")
    ]
    assert "ScriptRunContext" not in said


def test_the_index_says_what_is_asked_beside_a_picture_and_each_page_leads_on(tmp_path):
    slugs = ["margin", "xor", "adversary", "digits"]
    links = [
        f"/{Path(LESSONS[slug].page).stem.removeprefix('app')}?{urllib.parse.urlencode(LESSONS[slug].link)}"
        for slug in slugs
    ]
    site.write(tmp_path, [*links, "/experiments?repeats=1"])
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    entries = re.findall(r"<li>(<svg.*?</svg>)<div><a href=\"(.*?)\">(.*?)</a><p>(.*?)</p></div></li>", index)
    assert [entry[1:] for entry in entries] == [
        *(
            (f"0{i}.html", html.escape(LESSONS[slug].title), html.escape(LESSONS[slug].question))
            for i, slug in enumerate(slugs, 1)
        ),
        ("05.html", "Experiments", ""),
    ]
    colors = ({*re.findall(r"var\(--[\w-]+\)", picture)} for picture, *_ in entries)
    assert [*colors][:3] == [{POSITIVE, NEGATIVE, SEPARATOR}, {POSITIVE, NEGATIVE}, {BOUND}]
    assert "prefers-color-scheme: dark" in index
    for picture, *_ in entries:
        ElementTree.fromstring(picture)
        assert picture.count("<path") > 1
    ways = [
        re.findall(r"<nav>(.*?)</nav>", (tmp_path / f"0{i}.html").read_text(encoding="utf-8"))[0] for i in range(1, 6)
    ]
    assert [re.findall('href="(.*?)"', way) for way in ways] == [
        ["index.html", "02.html"],
        ["index.html", "01.html", "03.html"],
        ["index.html", "02.html", "04.html"],
        ["index.html", "03.html", "05.html"],
        ["index.html", "04.html"],
    ]


@pytest.mark.parametrize("page", [page for page in PAGES if page != "pages/lessons.py"])
def test_every_pages_board_has_a_picture_of_what_stands_on_it(page):
    made = content_of(None if page == "app.py" else page)
    drawn = ElementTree.fromstring(thumbnail(made))
    assert len(drawn) > 1
    places = [float(number) for shape in drawn for number in re.findall(r"M(-?[\d.]+)", shape.get("d"))]
    assert any(0 <= place <= SIDE for place in places)
    if "editing" in made:
        shapes = [shape.get("d") for shape in drawn if "stroke: none" in shape.get("style", "")]
        assert sum(d.count("M") for d in shapes) >= len(made["points"])
