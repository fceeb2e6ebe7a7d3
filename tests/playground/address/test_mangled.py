"""A link that was mangled on its way is read or complained of, as in the browser (tests/stage/query.test.mjs)."""

import json
import urllib.parse
from pathlib import Path

import pytest

from playground.address.address import add_keys, mended, names, parameters
from playground.export.sharing import asked_by
from playground.page.answer import content, opened
from playground.pages import PAGES
from tests.playground.server.test_scenes import asked
from tests.playground.server.test_scenes import route as route  # the fixture
from tests.playground.visiting import complaints, message, visit

MANGLED = json.loads((Path(__file__).parents[3] / "tests" / "stage" / "mangled.json").read_text(encoding="utf-8"))
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
    assert what["address"].keys() <= {*names()}
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


def test_a_link_keeps_the_setting_of_every_control_and_the_browser_knows_its_name():
    keys = {key for page in PAGES.values() for key in page.controls}
    assert mended(dict.fromkeys(keys, "1")) == mended({key.swapcase(): "1" for key in keys}) == dict.fromkeys(keys, "1")
    assert message(visit(None))["names"] == names()
    assert {*names()} > keys


@pytest.mark.parametrize(("key", "taken"), [("step", "step"), ("lesson", "lesson"), ("Seed", "seed"), ("Hide", "hide")])
def test_no_control_takes_a_name_that_a_link_has_for_something_else(key, taken):
    with pytest.raises(ValueError, match=f"a control has the key '{key}', but a link has the name '{taken}'"):
        add_keys([key])
