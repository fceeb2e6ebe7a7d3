"""A link that was mangled on its way is read or complained of, as in the browser (tests/stage/address.test.mjs)."""

import json
import re
import urllib.parse
from pathlib import Path

import pytest

from playground.address.address import NAMES, SETTINGS, mended, parameters
from playground.export.sharing import asked_by
from playground.page.answer import content, opened
from playground.pages import PAGES
from tests.playground.server.test_scenes import asked
from tests.playground.server.test_scenes import route as route  # the fixture
from tests.playground.visiting import complaints, message, visit

ROOT = Path(__file__).parents[3]
MANGLED = json.loads((ROOT / "tests" / "stage" / "mangled.json").read_text(encoding="utf-8"))
LINKS = [each["link"] for each in MANGLED]


@pytest.mark.parametrize("each", MANGLED, ids=LINKS)
def test_what_a_mangled_link_says_is_read_or_complained_of(each):
    link, says = each["link"], each["says"]
    assert mended(parameters(link)) == mended(asked_by(f"http://a.example/?{link}")) == says
    by_streamlit = {name: texts[-1] for name, texts in urllib.parse.parse_qs(link, keep_blank_values=True).items()}
    assert mended(by_streamlit) == says
    what = content(opened(PAGES["app.py"], parameters(link)))
    clear = content(opened(PAGES["app.py"], says))
    assert what == clear
    assert what["address"].keys() <= {*NAMES}
    said = " ".join(what["complaints"])
    assert each["complains"] in said if "complains" in each else not said


@pytest.mark.parametrize("kind", ["scene", "light"])
def test_the_routes_answer_a_mangled_link_as_a_clear_one(kind, route):
    clear = MANGLED[0]
    answers = [asked(route, f"/{kind}/playground?{each['link']}") for each in MANGLED if each["says"] == clear["says"]]
    assert len(answers) > 15
    assert all(answer == answers[0] for answer in answers)
    assert len(route._kept) == 1  # it is computed once, whatever others have added to it


@pytest.mark.parametrize("each", MANGLED[1::6], ids=LINKS[1::6])
def test_a_session_reads_it_alike(each):
    page = visit(None, **dict(urllib.parse.parse_qsl(each["link"], keep_blank_values=True)))
    assert message(page)["link"]["address"] == each["says"]
    assert bool(complaints(page)) == ("complains" in each)


def test_server_and_browser_know_the_same_names_in_a_link():
    assert {*SETTINGS} == {"lesson", *(key for page in PAGES.values() for key in page.controls)}
    assert len({name.lower() for name in NAMES}) == len(NAMES)
    listed = re.search(
        r"NAMES = \[(.*?)\];", (ROOT / "playground/stage/address.js").read_text(encoding="utf-8"), re.DOTALL
    )
    assert listed
    assert tuple(re.findall(r'"(\w+)"', listed[1])) == NAMES
