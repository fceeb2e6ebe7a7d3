"""Saved pages, opened without a network, say at every step what the app says."""

import http.server
import threading
import urllib.parse
from contextlib import contextmanager
from functools import partial

import pytest

from perceptron import margin_dataset, train
from playground.export import site
from playground.lessons import LESSONS
from tests.boards import HAND
from tests.browser.browsing import DESKTOP, PHONE, Playground, link, telling, wait_for
from tests.marks import slow

LINKS = {
    "generated": "/?n=25&gamma=0.1&seed=3&band=true",
    "by hand": link(HAND, bias="true", step=2),
    "inseparable": "/?data=XOR&bias=true&numbers=true",
    "unseen": "/?unseen=true&sum=true",
    "nothing": link([]),
    "a lesson": "/?" + urllib.parse.urlencode(LESSONS["margin"].link | {"show": "everything"}),
    "the proof": "/proof?data=AND&bias=true",
    "not separable": "/nonseparable?data=inseparable+cloud",
    "race": "/race",
    "experiments": "/experiments",
    "kernels": "/kernels?data=XOR",
    "descent": "/descent",
    "in space": "/descent?picture=surface",
    "adversary": "/adversary",
    "halving": "/halving",
    "cycling": "/?data=AND",
    "iris": "/?data=iris+petals&bias=true",
    "weight space": "/proof?view=weight+space&seed=5",
    "dimensions": "/dimensions?step=3",
    "four dimensions": "/dimensions?space=side+by+side",
    "digits": "/digits?digit=9&against=4&bias=true",
    "pocket": "/nonseparable?data=XOR",
    "brought": link(HAND, bias="true", x1="length~3.76~1.77", x2="width~1.2~0.76"),
}
SMALL = 205_000
"""The most bytes of a page without Plotly, as docs/hosting.md says."""
BY_PLOTLY = {"in space"}
"""The links whose pages need Plotly."""


@contextmanager
def standing(window, address, **options):
    """Open a page in a window, offline if it is a file; yield it and its requests."""
    page, asked = window(offline=address.startswith("file:"), **options), []

    def note(request):
        asked.append(request.url)

    page.on("request", note)
    page.goto(address)
    wait_for(page, ".stage[data-at]")
    yield Playground(page), asked
    page.remove_listener("request", note)


def said(stage):
    """Return the stage's words, without those that need a server."""
    sentence = stage.sentence.removesuffix(" Click (or press Enter) to open this run.")
    return sentence, stage.position, stage.verdict, stage.facts


def steps(stage):
    """Return the words at the start, after some steps, and at the end."""
    told = []
    for keys in (["Home"], ["PageDown"], ["PageDown"] * 3, ["End"]):
        stage.press(*keys)
        stage.settle()
        told.append((stage.step, *said(stage)))
    return told


@pytest.mark.slow
@pytest.mark.parametrize("name", LINKS)
def test_a_page_says_at_every_step_what_the_app_says_and_asks_for_nothing(visit_light, window, tmp_path, name):
    query = telling(LINKS[name])
    file = tmp_path / "page.html"
    file.write_text(site.page_of_link(query, app="https://app.example/")[1], encoding="utf-8")
    assert file.stat().st_size <= (SMALL if name not in BY_PLOTLY else 2_500_000)
    app = visit_light(query)
    with standing(window, file.as_uri()) as (alone, asked):
        alone.until(lambda: said(alone) == said(app))
        assert steps(alone) == steps(app)
        wait_for(alone.page)
        assert alone.page.evaluate("Boolean(window.Plotly)") == (name in BY_PLOTLY)
        assert [address for address in asked if not address.startswith(("file:", "blob:", "data:"))] == []
        assert alone.page.is_visible(".stage-tools") == (name == "adversary")
        way = alone.page.get_by_text("Open in the playground")
        way.evaluate("node => node.addEventListener('click', (event) => event.preventDefault())")
        way.click()
        assert f"step={alone.step}" in way.get_attribute("href")


def test_a_page_that_stands_alone_takes_no_point_and_is_presented(window, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(site.page_of_run(train(margin_dataset(25, 2, 0.1, seed=3))), encoding="utf-8")
    with standing(window, file.as_uri(), **PHONE) as (alone, _):
        before = said(alone)
        alone.page.locator('[data-area="board"]').tap()
        alone.press("Control+z")
        assert alone.page.locator(".stage [data-point]").count() == 25
        assert said(alone) == before
        alone.press("p")
        assert alone.page.locator(".is-presenting").count()
        alone.press("p", "PageDown")
        assert alone.step == 1
        assert not alone.page.evaluate("document.documentElement.scrollWidth > innerWidth")


@pytest.mark.parametrize("lesson", ["write-loop", slow("hunt-loop")])
def test_a_page_that_stands_alone_says_that_it_runs_no_programs(window, tmp_path, lesson):
    file = tmp_path / "page.html"
    file.write_text(site.page_of_link(f"/?lesson={lesson}")[1], encoding="utf-8")
    with standing(window, file.as_uri()) as (alone, _):
        guide = alone.page.locator(".stage-guide")
        assert guide.get_by_text("Programs are written and tried in the app; this page runs none.").is_visible()
        assert not guide.locator("[data-do=mine]").is_visible()


@pytest.mark.parametrize("served", [False, slow(True)], ids=["from a disk", "from a host"])
def test_a_folder_of_pages_leads_from_its_index_to_each_and_back(browser, tmp_path, served):
    links = [LINKS["by hand"], LINKS["descent"], "/?lesson=margin"]
    site.write(tmp_path, links, app="https://app.example")
    assert sorted(path.name for path in tmp_path.glob("*.html")) == ["01.html", "02.html", "03.html", "index.html"]
    assert all(path.stat().st_size <= SMALL for path in tmp_path.glob("*.html"))
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/" if served else (tmp_path / "index.html").as_uri()
    context = browser.new_context(viewport=DESKTOP, offline=not served)
    page = context.new_page()
    page.goto(address)
    for title in ("Playground", "Descent", LESSONS["margin"].title):
        page.get_by_role("link", name=title).click()
        page.wait_for_selector(".stage[data-at] .stage-sentence:not(:empty)")
        assert page.title() == title
        page.keyboard.press("PageDown")
        assert Playground(page).step == (3 if title == "Playground" else 1)
        page.get_by_role("link", name="All boards").click()
    page.get_by_role("link", name="Playground").click()
    for way, title in (("Next →", "Descent"), ("Next →", LESSONS["margin"].title), ("← Back", "Descent")):
        page.get_by_role("link", name=way).click()
        page.wait_for_selector(".stage[data-at] .stage-sentence:not(:empty)")
        assert page.title() == title
    context.close()
    server.shutdown()
