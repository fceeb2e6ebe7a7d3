"""A printed page has board, curves, sentence and link on white, and nothing is cut."""

import re
from contextlib import contextmanager

import pytest

from playground.export.files import files
from playground.lessons import LESSONS
from playground.pages import PAGES as ALL
from tests.boards import HAND
from tests.browser.browsing import link, wait_for
from tests.browser.test_screens import path
from tests.marks import slow_but
from tests.pages import PAGES

SHEET = {"width": 703, "height": 1032}
"""The inside of an upright A4 sheet, in pixels."""

_HANDLED = """() => [...document.querySelectorAll("button, select, input, [role=button]:not(.stage-symbol), header, "
  + "[data-testid=stHeader], .menu")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && node.getBoundingClientRect().width > 1
    && !node.matches(".stage-top, .stage-strip *, .stage-shelf *"))
  .map((node) => node.outerHTML.slice(0, 100))"""
# What is written beyond the sheet, or beyond what hides all that is outside.
_CUT = """() => {
  const cut = [];
  const own = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
  for (const node of document.querySelectorAll(".stage-room *, [data-testid=stMain] .stPageLink *")) {
    const isSeen = node.checkVisibility({ visibilityProperty: true }) && !node.closest(".stage-said, [popover]");
    if (!own(node) || !isSeen) continue;
    const box = node.getBoundingClientRect();
    for (let each = node; each; each = each.parentElement) {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const { overflowX, overflowY } = getComputedStyle(each);
      const hidden = node === each && each.scrollWidth > each.clientWidth + 1;
      const wide = overflowX !== "visible" && (hidden || box.left < left - 1 || box.right > right + 1);
      if (overflowY !== "visible" && (box.top > bottom - 2 || box.bottom < top + 2)) break; // left out whole
      const high = overflowY !== "visible" && (box.top < top - 1 || box.bottom > bottom + 1);
      if (wide || high || box.right > innerWidth + 1 || box.left < -1) cut.push(node.textContent.trim().slice(0, 40));
    }
  }
  return [...new Set(cut)];
}"""
_COLOURS = """() => {
  const stage = document.querySelector(".stage");
  const own = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
  const texts = [...stage.querySelectorAll(".stage-panel text, .stage-head span, .stage-sentence, .stage-address")];
  const dots = (color) => color.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return texts.filter((node) => own(node) && node.checkVisibility()).map((node) => {
    const look = getComputedStyle(node);
    return Math.round(light(dots(node.nodeName === "text" ? look.fill : look.color)));
  });
}"""


def sheets(page):
    """Return the number of printed sheets of a page."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4")))


def drawing(page):
    panels = "[...document.querySelectorAll('.stage-panel:not([hidden]) > svg')]"
    return page.evaluate(f"{panels}.map((each) => each.outerHTML)")


@contextmanager
def on_paper(page):
    """Show a page as it is printed."""
    page.set_viewport_size(SHEET)
    page.emulate_media(media="print", color_scheme="dark")
    wait_for(page, ".stage-room.is-printing")
    yield
    page.emulate_media(media="screen")


ADDRESSES = [
    *(path(file) for file in PAGES if file != "pages/lessons.py"),
    link(HAND, bias="true", step=2),
    "/proof?view=weight+space&seed=5&step=3",
    "/dimensions?space=side+by+side&step=3",
    "/?lesson=proof",
    "/adversary?player=the+perceptron&step=4",
    "/kernels?data=XOR&step=3",
]


@pytest.mark.parametrize("address", slow_but(ADDRESSES, "/"))
def test_a_dark_page_is_printed_as_one_light_sheet(visit, address):
    stage = visit(address, color_scheme="dark")
    page = stage.page
    stage.settle()
    before = drawing(page)
    assert sheets(page) == 1
    stage.settle()
    assert drawing(page) == before  # and the screen is as it was
    with on_paper(page):
        stage.settle()
        assert page.evaluate(_HANDLED) == []
        assert page.evaluate(_CUT) == []
        assert max(page.evaluate(_COLOURS)) < 150
        assert page.inner_text(".stage-address") == page.url
        shown = [page.locator(".stage-sentence"), *page.locator(".stage-panel:not([hidden])").all()]
        assert all(part.is_visible() for part in shown)
        assert page.evaluate("document.documentElement.scrollWidth") <= SHEET["width"]


@pytest.mark.slow
def test_each_worksheet_is_two_pages_without_colour(browser):
    page = browser.new_page(viewport={"width": 680, "height": 1009})
    for slug, lesson in LESSONS.items():
        written = files(ALL[lesson.page], lesson.link)
        (text,) = [each["text"] for each in written if "worksheet" in each["name"]]
        page.set_content(text)
        assert sheets(page) == 2, slug
        assert page.evaluate("document.documentElement.scrollWidth") <= 680
        colours = page.locator("svg *").evaluate_all(
            "(nodes) => nodes.flatMap((node) => [getComputedStyle(node).fill, getComputedStyle(node).stroke])"
        )
        assert {*colours} <= {"none", "rgb(0, 0, 0)"}, slug
    page.close()
