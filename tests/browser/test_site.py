"""Pages that stand alone, opened from a disk without a network, say at every step what the app says."""

import http.server
import threading
from contextlib import contextmanager
from functools import partial

import numpy as np
import pytest

from perceptron import gate, margin_dataset, train
from tests.boards import HAND
from tests.browser.browsing import DESKTOP, PHONE, Playground, link, telling
from ui import site

LINKS = {
    "generated": "/?n=25&gamma=0.1&seed=3&band=true",
    "by hand": link(HAND, bias="true", step=2),
    "inseparable": "/?data=XOR&bias=true&numbers=true",
    "unseen": "/?unseen=true&sum=true",
    "nothing": link([]),
    "a lesson": "/?lesson=margin",
    "the proof": "/proof?data=AND&bias=true",
    "not separable": "/nonseparable?data=inseparable+cloud",
    "race": "/race",
    "experiments": "/experiments",
    "kernels": "/kernels?data=XOR",
    "descent": "/descent",
    "in space": "/descent?picture=surface",
    "adversary": "/adversary",
    "halving": "/halving",
}
PLAIN = {"generated", "by hand", "inseparable", "unseen", "nothing", "a lesson", "the proof", "race", "experiments"}


@contextmanager
def standing(browser, address, **options):
    """A page in a browser of its own that has no network, and what it asked for."""
    context = browser.new_context(offline=address.startswith("file:"), **{"viewport": DESKTOP, **options})
    page, asked, faults = context.new_page(), [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    page.wait_for_selector(".stage[data-step]", state="attached")
    yield Playground(page), asked
    context.close()
    assert faults == []


# The ends of the lines and the middles of the notes of a chart, in parts of its plot, as Plotly and as the stage draws.
_BY_PLOTLY = """(area) => {
  const plot = document.querySelector(`[data-area="${area}"] .js-plotly-plot`);
  const { xaxis, yaxis } = plot._fullLayout;
  const box = plot.getBoundingClientRect();
  const lines = [...plot.querySelectorAll(".scatterlayer .js-line")].map((line) => line.getAttribute("d"));
  const notes = [...plot.querySelectorAll(".annotation-text")].map((note) => [note.textContent, note]);
  return [lines, notes, box.left + xaxis._offset, box.top + yaxis._offset, xaxis._length, yaxis._length];
}"""
_BY_STAGE = """(area) => {
  const axes = document.querySelector(`[data-area="${area}"] .stage-axes`);
  const plot = axes.querySelector("svg");
  const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => Number(plot.getAttribute(name)));
  const box = axes.getBoundingClientRect();
  const lines = [...plot.querySelectorAll("path:not([transform])")].map((line) => line.getAttribute("d"));
  const notes = [...axes.querySelectorAll("svg ~ text")].map((note) => [note.textContent, note]);
  return [lines, notes, box.left + left, box.top + top, width, height];
}"""
_IN_PARTS = """(area) => {
  const [lines, notes, left, top, width, height] = (%s)(area);
  const part = ([x, y]) => [x / width, y / height];
  const end = (text) => part(text.slice(1).split(",").map(Number));
  const ends = (d) => [end(d.match(/^M[^ML]*/)[0]), end(d.match(/L[^ML]*$/)[0])];
  const middle = ({ left: l, right: r, top: t, bottom: b }) => part([(l + r) / 2 - left, (t + b) / 2 - top]);
  return [lines.map(ends), notes.map(([text, node]) => [text, middle(node.getBoundingClientRect())])];
}"""


def said(stage):
    return stage.sentence, stage.position, stage.verdict, stage.facts


def steps(stage):
    """What is said at the start, after some steps, and at the end."""
    told = []
    for keys in (["Home"], ["PageDown"], ["PageDown"] * 3, ["End"]):
        stage.press(*keys)
        stage.until(lambda: not stage.page.locator(".is-moving").count())
        told.append((stage.step, *said(stage)))
    return told


@pytest.mark.parametrize("name", LINKS)
def test_a_page_says_at_every_step_what_the_app_says_and_asks_for_nothing(visit, browser, tmp_path, name):
    query = telling(LINKS[name])
    file = tmp_path / "page.html"
    file.write_text(site.page_of_link(query, app="https://app.example/")[1], encoding="utf-8")
    assert file.stat().st_size <= (200_000 if name in PLAIN else 2_500_000)
    app = visit(query)
    with standing(browser, file.as_uri()) as (alone, asked):
        alone.until(lambda: said(alone) == said(app))
        assert said(alone) == said(app)
        assert steps(alone) == steps(app)
        assert alone.page.evaluate("Boolean(window.Plotly)") == (name not in PLAIN)
        assert [address for address in asked if not address.startswith(("file:", "blob:", "data:"))] == []
        assert not alone.page.is_visible(".stage-tools")
        way = alone.page.get_by_text("Open in the playground")
        way.evaluate("node => node.addEventListener('click', (event) => event.preventDefault())")
        way.click()
        assert f"step={alone.step}" in way.get_attribute("href")


@pytest.mark.parametrize("name", ["generated", "inseparable"])
def test_the_stage_draws_lines_and_notes_where_plotly_does(visit, browser, tmp_path, name):
    query = telling(LINKS[name])
    file = tmp_path / "page.html"
    file.write_text(site.page_of_link(query)[1], encoding="utf-8")
    app = visit(query)
    with standing(browser, file.as_uri()) as (alone, _):
        for area in ("upper", "lower"):
            (lines, notes), (drawn, written) = (
                stage.page.evaluate(_IN_PARTS % way, area) for stage, way in ((app, _BY_PLOTLY), (alone, _BY_STAGE))
            )
            assert np.array(drawn) == pytest.approx(np.array(lines), abs=0.01)
            assert [text for text, _ in written] == [text for text, _ in notes]
            for (_, place), (_, there) in zip(written, notes, strict=True):
                assert place == pytest.approx(there, abs=0.06)
        rings = alone.page.locator('[data-area="board"] .stage-axes svg path[transform]:not([opacity="0"])').count()
        assert rings == {"generated": 0, "inseparable": 4}[name]
        numbers = alone.page.locator('[data-area="board"] .stage-axes svg text').all_text_contents()
        assert numbers == {"generated": [], "inseparable": ["0", "1", "2", "3"]}[name]


def test_a_page_that_stands_alone_takes_no_point_and_is_presented(browser, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(site.page_of_run(train(margin_dataset(25, 2, 0.1, seed=3))), encoding="utf-8")
    with standing(browser, file.as_uri(), **PHONE) as (alone, _):
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


def test_a_run_with_a_constant_coordinate_is_shown_with_its_last_step(browser, tmp_path):
    run = train(gate("or").augmented())
    file = tmp_path / "page.html"
    file.write_text(site.page_of_run(run), encoding="utf-8")
    with standing(browser, file.as_uri()) as (alone, _):
        alone.press("End")
        assert alone.step == len(run.mistakes)
        assert f"Converged after {len(run.mistakes)} updates" in alone.verdict


@pytest.mark.parametrize("name", ["by hand", "kernels"])
def test_what_is_shown_is_saved_as_such_a_page_by_the_browser(visit, browser, tmp_path, name):
    app = visit(telling(LINKS[name]))
    app.press("PageDown")
    app.settle()
    app.do("share")
    with app.page.expect_download() as saving:
        app.do("save")
    app.do("close")
    file = tmp_path / saving.value.suggested_filename
    assert file.name == {"by hand": "playground.html", "kernels": "kernels.html"}[name]
    saving.value.save_as(file)
    assert file.stat().st_size <= (200_000 if name in PLAIN else 2_500_000)
    with standing(browser, file.as_uri()) as (alone, _):
        alone.until(lambda: said(alone) == said(app))
        assert alone.step == app.step
        assert said(alone) == said(app)
        assert steps(alone) == steps(app)
        assert (
            alone.page.get_by_text("Open in the playground")
            .get_attribute("href")
            .startswith(app.page.url.split("?")[0])
        )


@pytest.mark.parametrize("served", [True, False], ids=["from a host", "from a disk"])
def test_a_folder_of_pages_leads_from_its_index_to_each_and_back(browser, tmp_path, served):
    links = [LINKS["by hand"], LINKS["descent"], "/?lesson=margin"]
    site.write(tmp_path, links, app="https://app.example")
    assert sorted(path.name for path in tmp_path.glob("*.html")) == ["01.html", "02.html", "03.html", "index.html"]
    assert all(path.stat().st_size <= 200_000 for path in tmp_path.glob("*.html"))
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/" if served else (tmp_path / "index.html").as_uri()
    context = browser.new_context(viewport=DESKTOP, offline=not served)
    page = context.new_page()
    page.goto(address)
    for title in ("Playground", "Descent", "A narrow margin takes longer"):
        page.get_by_role("link", name=title).click()
        page.wait_for_selector(".stage[data-step] .stage-sentence:not(:empty)")
        assert page.title() == title
        page.keyboard.press("PageDown")
        assert Playground(page).step == (3 if title == "Playground" else 1)
        page.get_by_role("link", name="All boards").click()
    context.close()
    server.shutdown()


def test_what_is_no_link_of_the_app_is_named(tmp_path):
    for strange in ("/nowhere?n=3", "https://app.example/static/x"):
        with pytest.raises(ValueError, match="a link leads to a page of the app"):
            site.page_of_link(strange)
    with pytest.raises(ValueError, match="a page with a stage"):
        site.page_of_link("/lessons")
    with pytest.raises(ValueError, match="a board has two dimensions, got 3"):
        site.page_of_run(train(margin_dataset(9, 3, 0.1)))
