"""The first document of a page: the board of its link is in it; where that cannot be, it is Streamlit's own."""

import json
import logging
import re

import pytest

from playground.pages import PAGES
from playground.server import documents, internals, routes
from playground.stage import browsers
from tests.pages import PAGES as FILES
from tests.playground.phones import _passed_on
from tests.playground.server.test_scenes import EXPERIMENTS, Parts, asked
from tests.playground.server.test_scenes import route as route  # the fixture

STREAMLIT = internals.first_document()
NAMES = {PAGES[file].route.replace("playground", ""): file for file in FILES if PAGES[file].answer}
del NAMES[PAGES[EXPERIMENTS].route]
THEIRS = re.compile(r'(?:href|src)="\./(static/\S+)"')


@pytest.mark.parametrize("name", NAMES)
def test_the_document_has_the_board_of_its_link_and_leads_to_every_page(route, name):
    status, said, body = asked(route, f"/{name}?step=1")
    text = body.decode()
    assert (status, said["cache-control"]) == (200, "no-cache")
    assert json.loads(Parts(text).opened) == json.loads(asked(route, f"/scene/{name}?step=1")[2])
    assert text.count('class="stage-room"') == 1
    menu = re.search("<nav.*?</nav>", text, re.DOTALL)[0]
    ways = {f"./{PAGES[file].route.replace('playground', '')}": PAGES[file].label for file in PAGES}
    assert dict(re.findall('<a href="([^"]*)"[^>]*>(.*?)</a>', menu)) == ways
    assert re.findall('<a href="([^"]*)" aria-current="page">', menu) == [f"./{name}"]
    assert f"<title>{PAGES[NAMES[name]].title} · " in text
    written = re.sub("</?bdi[^>]*>", "", text)
    assert all(f"<b>{bold}</b>" in written for bold in re.findall(r"\*\*(.+?)\*\*", PAGES[NAMES[name]].words))


def test_a_page_may_be_called_as_a_module_is(route, monkeypatch):
    monkeypatch.setitem(routes._PAGES, "alma_2", PAGES["pages/race.py"])
    assert [asked(route, f"/{way}alma_2")[0] for way in ("", "light/", "scene/")] == [200] * 3


def test_all_that_streamlit_fetches_waits_until_the_board_is_drawn(route):
    """The browser asks for nothing that lies in a template."""
    before, later = asked(route, "/")[2].decode().split('<template id="later">')
    assert THEIRS.findall(before) == []
    assert THEIRS.findall(later.split("</template>")[0]) == THEIRS.findall(STREAMLIT)
    assert len(THEIRS.findall(STREAMLIT)) > 10


@pytest.mark.parametrize("path", ["/", "/light/playground"])
def test_a_document_fetches_with_the_stage_what_its_scene_needs_and_nothing_else(route, path):
    def named(path):
        names = re.findall(r'rel="modulepreload" href="\./app/static/(\w+)-', asked(route, path)[2].decode())
        return {*names} - {"stage", "chunk"}

    assert named(path) == set()
    assert named(f"{path}?lesson=loop") == named(f"{path}?ask=Why%3F") == {"guided"}
    assert named(path.replace("playground", "") + "digits") == named("/light/experiments") == {"special"}


@pytest.mark.parametrize("path", ["/", "/digits", "/light/playground", "/light/digits"])
def test_a_document_with_a_base_imports_by_whole_addresses(route, path):
    """WebKit resolves any other by the document's own address, and not by its base."""
    document = asked(route, path)[2].decode()
    imports = {*re.findall(r'\bimport\b(?: \{ begin \} from)?(?:\((\w*)| "\./app)', document)}
    assert imports == ({"address"} if "<base" in document else {""})


@pytest.mark.parametrize(
    "change",
    [
        lambda page: "",
        lambda page: page.replace('<div id="root">', '<div id="app">'),
        lambda page: page.replace("</body>", '<script type="module" src="./static/js/other.js"></script></body>'),
        lambda page: page.replace("</body>", '<script type="module">import "./static/js/other.js"</script></body>'),
        lambda page: page.replace('<script type="module" ', "<script "),
        lambda page: page.replace('src="./static/', 'src="./assets/'),
    ],
)
def test_where_streamlits_document_is_another_it_is_served(change):
    assert documents.files_of(change(STREAMLIT)) == ""
    assert asked(routes.Scenes(_passed_on, "", change(STREAMLIT)), "/proof")[0] == 418


def test_a_page_that_fails_is_left_to_streamlit_and_logged(route, monkeypatch, caplog):
    def fail(page, link):
        raise RuntimeError("planted")

    monkeypatch.setattr(routes, "opened", fail)
    with caplog.at_level(logging.ERROR):
        assert asked(route, "/proof?data=AND")[0] == 418
    assert "planted" in caplog.text


@pytest.mark.parametrize("path", ["/proof", "/light/proof"])
def test_without_javascript_a_document_says_one_sentence(route, path):
    notices = re.findall("<noscript>(.*?)</noscript>", asked(route, path)[2].decode(), re.DOTALL)
    assert re.sub("<style>.*?</style>|<.*?>", "", "".join(notices)) == browsers.WITHOUT_SCRIPT
    assert ".around { display: none; }" in notices[0]
