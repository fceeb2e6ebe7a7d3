"""Saved pages, opened without a network, say at every step what the app says."""

import http.server
import threading
from contextlib import contextmanager
from functools import partial

import numpy as np
import pytest

from perceptron import margin_dataset, train
from playground.export import site
from playground.lessons import LESSONS
from playground.stage import assets
from tests.boards import HAND
from tests.browser.browsing import DESKTOP, PHONE, Playground, link, telling, wait_for
from tests.marks import slow, slow_but

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
    "cycling": "/?data=AND",
    "iris": "/?data=iris+petals&bias=true",
    "weight space": "/proof?view=weight+space&seed=5",
    "dimensions": "/dimensions?step=3",
    "four dimensions": "/dimensions?space=side+by+side",
    "digits": "/digits?digit=9&against=4&bias=true",
    "pocket": "/nonseparable?data=XOR",
    "brought": link(HAND, bias="true", x1="length~3.76~1.77", x2="width~1.2~0.76"),
}
ON_SCREEN = {
    "generated": 3,
    "inseparable": 3,
    "experiments": 1,
    "race": 3,
    "not separable": 2,
    "descent": 1,
    "halving": 3,
}
"""The number of panels that the stage draws without Plotly."""
SMALL = 200_000
"""The most bytes of a page without Plotly, as docs/hosting.md says."""
BY_PLOTLY = {"kernels", "descent", "in space", "adversary"}
"""The links whose pages need Plotly."""


@contextmanager
def standing(window, address, **options):
    """Open a page in a window, offline if it is a file; yield it and its requests."""
    page, asked = window(offline=address.startswith("file:"), **options), []

    def note(request):
        asked.append(request.url)

    page.on("request", note)
    page.goto(address)
    wait_for(page, ".stage[data-step]")
    yield Playground(page), asked
    page.remove_listener("request", note)


# The ends of lines, the corners of bars, the middles of notes and ticks, in parts of the plot, as Plotly draws what the
# stage is given, and as the stage draws it.
_BY_PLOTLY = """async (area) => {
  const panel = document.querySelector(`[data-area="${area}"]`);
  const { data, layout } = panel.querySelector(".stage-axes");
  const plot = panel.appendChild(document.createElement("div"));
  Object.assign(plot.style, { position: "absolute", left: 0, top: 0 });
  const size = { width: panel.clientWidth, height: panel.clientHeight, title: undefined };
  await window.Plotly.newPlot(plot, structuredClone(data), { ...structuredClone(layout), ...size });
  const { xaxis, yaxis } = plot._fullLayout;
  const box = plot.getBoundingClientRect();
  const lines = [...plot.querySelectorAll(".scatterlayer .js-line")].map((line) => line.getAttribute("d"));
  const bars = [...plot.querySelectorAll(".barlayer path")].map((bar) => bar.getAttribute("d").match(/-?[\\d.]+/g));
  const notes = [...plot.querySelectorAll(".annotation-text")].map((note) => [note.textContent, note]);
  const ticks = [...plot.querySelectorAll(".xtick text, .ytick text")].map((tick) => [tick.textContent, tick]);
  const tops = bars.map(([x, bottom, top, right]) => [Number(x), Number(top), Number(right), Number(bottom)]);
  const offset = [box.left + xaxis._offset, box.top + yaxis._offset];
  return [lines, tops, notes, ticks, ...offset, xaxis._length, yaxis._length];
}"""
_BY_STAGE = """(area) => {
  const axes = document.querySelector(`[data-area="${area}"] .stage-axes`);
  const plot = axes.querySelector("svg");
  const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => Number(plot.getAttribute(name)));
  const box = axes.getBoundingClientRect();
  const lines = [...plot.querySelectorAll("path:not([transform])")].map((line) => line.getAttribute("d"));
  const bars = [...plot.querySelectorAll("rect")].map((bar) =>
    ["x", "y", "width", "height"].map((name) => Number(bar.getAttribute(name))));
  const tops = bars.map(([x, y, across, down]) => [x, y, x + across, y + down]);
  const named = (nodes) => Array.from(nodes, (node) => [node.textContent, node]).filter(([text]) => text);
  const notes = named(axes.querySelectorAll("svg ~ text"));
  const titles = [axes.layout.xaxis, axes.layout.yaxis].map(({ title }) => title?.text);
  const under = named(axes.querySelectorAll(":scope > text:not(svg ~ text)"));
  const ticks = under.filter(([text]) => !titles.includes(text));
  return [lines, tops, notes, ticks, box.left + left, box.top + top, width, height];
}"""
_IN_PARTS = """async (area) => {
  const [lines, bars, notes, ticks, left, top, width, height] = await (%s)(area);
  const part = ([x, y]) => [x / width, y / height];
  const ends = (d) => [0, -1].map((i) => part(d.match(/[^MLZ]+,[^MLZ]+/g).at(i).split(",").map(Number)));
  const middle = ({ left: l, right: r, top: t, bottom: b }) => part([(l + r) / 2 - left, (t + b) / 2 - top]);
  const placed = (named) => named.map(([text, node]) => [text, middle(node.getBoundingClientRect())]);
  const corners = bars.map(([x, y, right, bottom]) => [part([x, y]), part([right, bottom])]);
  return [[...lines.filter(Boolean).map(ends), ...corners], placed(notes), placed(ticks).sort()];
}"""


def said(stage):
    """Return the stage's words, without those that need a server."""
    sentence = stage.sentence.removesuffix(" Click (or press Enter) to open this run.")
    return sentence, stage.position, stage.verdict, stage.facts


def steps(stage):
    """Return the words at the start, after some steps, and at the end."""
    told = []
    for keys in (["Home"], ["PageDown"], ["PageDown"] * 3, ["End"]):
        stage.press(*keys)
        stage.until(lambda: not stage.page.locator(".is-moving").count())
        told.append((stage.step, *said(stage)))
    return told


@pytest.mark.parametrize("name", slow_but(LINKS, "generated"))
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


@pytest.mark.parametrize("name", slow_but(ON_SCREEN, "generated"))
def test_the_stage_draws_what_plotly_would_draw_and_where(visit_light, name):
    page = visit_light(telling(LINKS[name])).page
    plain = page.locator('.stage-panel:not([hidden]):not([aria-busy="true"]):has(.stage-axes > *)')
    areas = plain.evaluate_all("(panels) => panels.map((panel) => panel.dataset.area)")
    assert len(areas) == ON_SCREEN[name]
    page.add_script_tag(content=assets.PLOTLY_SCRIPT.decode())
    for area in areas:
        drawn, theirs = (page.evaluate(_IN_PARTS % way, area) for way in (_BY_STAGE, _BY_PLOTLY))
        (lines, *named), (their_lines, *their_named) = drawn, theirs
        assert np.array(lines) == pytest.approx(np.array(their_lines), abs=0.01)
        for mine, others in zip(named, their_named, strict=True):
            assert [text for text, _ in mine] == [text for text, _ in others]
            for (_, place), (_, there) in zip(mine, others, strict=True):
                assert place == pytest.approx(there, abs=0.06)


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
        page.wait_for_selector(".stage[data-step] .stage-sentence:not(:empty)")
        assert page.title() == title
        page.keyboard.press("PageDown")
        assert Playground(page).step == (3 if title == "Playground" else 1)
        page.get_by_role("link", name="All boards").click()
    page.get_by_role("link", name="Playground").click()
    for way, title in (("Next →", "Descent"), ("Next →", LESSONS["margin"].title), ("← Back", "Descent")):
        page.get_by_role("link", name=way).click()
        page.wait_for_selector(".stage[data-step] .stage-sentence:not(:empty)")
        assert page.title() == title
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
