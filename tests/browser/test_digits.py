"""Weights and digits are drawn cell by cell as the library has them."""

import numpy as np
import pytest

from perceptron import digits, train
from tests.browser.test_views import tab
from tests.marks import slow

POSITIVE, NEGATIVE = "#0072B2", "#D55E00"
BLUE, ORANGE = (
    "rgb({}, {}, {})".format(*(int(color[at : at + 2], 16) for at in (1, 3, 5))) for color in (POSITIVE, NEGATIVE)
)
SIGN = {BLUE: 1, POSITIVE: 1, ORANGE: -1, NEGATIVE: -1}
# How much colour each cell of each picture has that the marks of a panel show: from −1, all orange, to 1, all blue.
_CELLS = """([selector, blue, orange]) => {
  const share = (path) => {
    const { fill, fillOpacity, display } = getComputedStyle(path);
    const dark = { "rgb(59, 155, 217)": 1, "rgb(240, 125, 46)": -1 };
    const sign = { [blue]: 1, [orange]: -1, ...dark }[fill];
    return display === "none" ? NaN : sign * Number(fillOpacity);
  };
  return Array.from(document.querySelectorAll(`${selector} [data-kind="pixels"]`), (mark) =>
    mark.style.display === "none" ? null : Array.from(mark.children, (picture) => {
      const cells = new Array(64).fill(0);
      for (const path of picture.querySelectorAll("path"))
        for (const [, x, y, minus] of path.getAttribute("d").matchAll(/M(\\d),(\\d)h1v1h-1z(m)?/g))
          cells[8 * Number(y) + Number(x)] = Boolean(minus) === share(path) < 0 ? share(path) : NaN;
      return cells;
    }));
}"""
_BOXES = """(panel) => [panel, `${panel} [data-kind="pixels"] > g`].flatMap((part) =>
  Array.from(document.querySelectorAll(part), (node) => node.getBoundingClientRect()))
  .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""


def cells(stage, selector):
    """Return the pictures of each mark in a part of the page; None for a hidden mark."""
    return stage.page.evaluate(_CELLS, [selector, BLUE, ORANGE])


def area(name):
    return f'.stage-panel:not([hidden])[data-area="{name}"]'


def shares(values):
    """Return the opacity that the cells of these numbers should have."""
    values = np.array(values)[:64]
    return pytest.approx(values / max(1, np.abs(values).max()), abs=6e-4)


@pytest.mark.parametrize("scheme", ["dark", slow("light")])
def test_weights_their_sum_and_the_misread_digits_are_drawn(visit_light, scheme):
    learned, held = digits(3, 8)
    run = train(learned)
    stage = visit_light("/digits", color_scheme=scheme)
    first = tab(stage, stage.page.locator(".stage-views button").first.inner_text())
    for k in (1, 2, run.updates):
        first.click()
        stage.press("End" if k == run.updates else "ArrowRight")
        assert cells(stage, area("board")) == [[shares(run.weights[k])]]
        sign = "+" if learned.y[run.mistakes[k - 1]] > 0 else "\N{MINUS SIGN}"
        terms = run.weights[k - 1], learned.signed[run.mistakes[k - 1]], run.weights[k]
        assert cells(stage, area("upper")) == [*([shares(term)] for term in terms), None]
        said = stage.page.locator(f"{area('upper')} text:visible").all_text_contents()
        assert {sign, "=", "w before", f"w {sign} picture"} <= set(said)
        tab(stage, "Misread").click()
        for name, data in (("upper", held), ("lower", learned)):
            wrong = np.flatnonzero(data.signed @ run.weights[k] <= 0)
            assert cells(stage, area(name)) == [[shares(data.signed[i]) for i in wrong]]
            panel, *pictures = stage.page.evaluate(_BOXES, area(name))
            for left, top, right, bottom in pictures:
                assert right - left == pytest.approx(bottom - top, abs=1.5)
                assert panel[0] <= left < right <= panel[2]
                assert panel[1] <= top < bottom <= panel[3]


@pytest.mark.parametrize("asks", [True, False])
def test_the_facts_of_pictures_stand_in_one_row_beside_a_board_of_nearly_equal_sides(visit_light, asks):
    stage = visit_light("/digits", asks=asks, viewport={"width": 1024, "height": 768})
    rows = "[...document.querySelectorAll('.stage-facts dt')].map((fact) => fact.getBoundingClientRect().top)"
    assert len(set(stage.page.evaluate(rows))) == 1
