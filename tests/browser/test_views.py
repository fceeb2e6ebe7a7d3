"""The views beside the board: tabs, a table, and a filmstrip of eight steps."""

import random
import re
from pathlib import Path

import numpy as np
import pytest

from perceptron import separate, train
from playground import stage as package
from playground.text import number
from tests.boards import HAND, labelled
from tests.browser.browsing import PHONE, link
from tests.marks import slow

BIASED = link(HAND, bias="true")
NUMBERS = (Path(package.__file__).parent / "numbers.js").read_text(encoding="utf-8")
ROW = ".stage-table tr[aria-current]"


def by_hand():
    """Return the run of the board of `BIASED`, and its table."""
    data = labelled(HAND).augmented()
    run = train(data, seed=3)
    return run, run.table(separate(data))


def tab(stage, name):
    return stage.page.get_by_role("tab", name=name, exact=True)


def views(stage):
    """Return the names of the tabs, and of the chosen tab."""
    tabs = stage.page.locator(".stage").get_by_role("tab")
    return tabs.all_inner_texts(), stage.page.locator('.stage [role=tab][aria-selected="true"]').all_inner_texts()


def shown(stage):
    """Return the areas of the visible panels."""
    return stage.page.locator(".stage-panel:visible").evaluate_all("(nodes) => nodes.map((node) => node.dataset.area)")


def cells(stage, row=ROW):
    return stage.page.locator(f"{row} td").all_inner_texts()


def test_numbers_read_in_the_browser_as_they_do_in_python(browser):
    rng = np.random.default_rng(5)
    halves = (2 * rng.integers(1, 2**20, 2000) + 1) / 2.0 ** rng.integers(0, 24, 2000)
    wide = rng.uniform(-10, 10, 2000) * 10.0 ** rng.integers(-12, 12, 2000)
    whole = rng.integers(1, 10**6, 500) * (1 + rng.choice([0, 5e-13, -5e-13, 3e-12], 500))
    values = [0.0, -0.0, 1e-7, 998.5, 999.5, 0.09999, 0.9995, 1e6, 999999.6, 1125000.0, 5e-324, 1.7e308, 3, -12, 12.04]
    values += [*halves.tolist(), *wide.tolist(), *whole.tolist()]
    page = browser.new_page()
    written = page.evaluate(
        """async ([source, values]) => {
          const { number } = await import("data:text/javascript;charset=utf-8," + encodeURIComponent(source));
          return [...values, Infinity, -Infinity].map(number);
        }""",
        [NUMBERS, values],
    )
    page.close()
    assert written == [number(value) for value in (*values, np.inf, -np.inf)]


def test_each_tab_shows_its_own_panels_and_sends_nothing(visit_light):
    stage = visit_light(BIASED)
    stage.settle()
    before = stage.frame()
    assert views(stage) == (["Curves", "Angle", "Table", "Strip"], ["Curves"])
    assert shown(stage) == ["board", "upper", "lower"]
    with stage.silence():
        for name, part in [("Angle", ".stage-axes path"), ("Table", "tbody tr"), ("Strip", "button svg")]:
            tab(stage, name).click()
            stage.until(lambda part=part: stage.page.locator(f'[data-area="side"]:visible {part}').count())
            assert views(stage)[1] == [name]
            assert shown(stage) == ["board", "side"]
            assert stage.page.locator(f'[data-area="side"]:visible {part}').count()
            assert stage.frame() == before
        stage.settle()
    assert tab(stage, "Curves").bounding_box()["x"] > before.left + before.width


def test_the_row_of_each_step_is_marked_and_reads_as_the_librarys_table(visit_light):
    run, table = by_hand()
    stage = visit_light(BIASED)
    tab(stage, "Table").click()
    heads = stage.page.locator(".stage-table th").all_inner_texts()
    assert heads == ["k", "pass", "point", "y", "y w·x", "‖w‖²", "w·w*", "cos"]
    assert stage.page.locator(ROW).count() == 0
    last = len(run.mistakes)
    with stage.silence():
        for k in random.Random(2).sample(range(1, last + 1), min(last, 6)):
            stage.page.locator(".stage-scrub").fill(str(k))
            row = table.iloc[k - 1]
            true = [k, run.pass_of[k - 1], row.example, row.label, row.activation * row.label]
            true += [row.norm_squared, row.alignment, row.cosine]
            assert cells(stage) == [number(float(value)) for value in true]


def test_each_picture_of_the_strip_is_the_board_at_its_step(visit_light):
    stage = visit_light(BIASED)
    last = int(stage.page.get_attribute(".stage-scrub", "max"))
    assert last > 9
    tab(stage, "Strip").click()
    for step in (0, 1, 9, last):
        stage.page.locator(".stage-scrub").fill(str(step))
        first = max(0, step - 1) // 8 * 8 + 1
        steps = list(range(first, min(first + 8, last + 1)))
        pictures = stage.page.locator(".stage-strip button")
        assert pictures.all_inner_texts() == [str(each) for each in steps]
        current = stage.page.locator(".stage-strip [aria-current]").all_inner_texts()
        assert current == ([str(step)] if step else [])
    with stage.silence():
        for step in steps:
            stage.page.locator(f'.stage-strip [data-to="{step}"]').click()
            assert stage.step == step
            assert_alike(stage, step)


def assert_alike(stage, step):
    """Check that a picture of the strip has the board's marks and points."""
    board = stage.frame()
    picture = stage.page.locator(f'.stage-strip [data-to="{step}"] svg')
    _, _, width, height = map(float, picture.get_attribute("viewBox").split())
    found = picture.evaluate("""(node) => Array.from(node.querySelectorAll("[data-kind], [data-point]"),
      (mark) => [mark.dataset.kind ?? "point", mark.style.display === "none" ? null
        : Object.fromEntries(Array.from(mark.attributes, ({ name, value }) => [name, value]))])""")
    compared = 0
    for kind in ("line", "ring"):
        small = [mark for name, mark in found if name == kind]
        large = stage.marks("board", kind)
        assert [mark is None for mark in small] == [mark is None for mark in large]
        for one, other in zip(small, large, strict=True):
            if one is not None:
                assert places(one, width, height) == pytest.approx(places(other, board.width, board.height), abs=1e-3)
                compared += 1
    assert compared >= 2
    small = [places(mark, width, height) for name, mark in found if name == "point"]
    points = stage.page.locator(".stage-panel[data-area=board] [data-point]")
    large = points.evaluate_all("""(nodes) => nodes.map((node) =>
      ({ transform: node.getAttribute("transform"), class: node.getAttribute("class") ?? "" }))""")
    assert small == [pytest.approx(places(mark, board.width, board.height), abs=1e-3) for mark in large]
    hollow = [mark.get("class", "") for name, mark in found if name == "point"]
    assert hollow == [mark["class"] for mark in large]


def places(mark, width, height):
    """Return the place of a mark, in parts of its plot area."""
    if "cx" in mark:
        return [float(mark["cx"]) / width, float(mark["cy"]) / height]
    text = mark.get("transform") or mark["d"]
    places = re.findall(r"(-?[\d.e+-]+),(-?[\d.e+-]+)", text)
    return [part for x, y in places for part in (float(x) / width, float(y) / height)]


def test_the_views_by_finger_with_the_sidebar_closed(visit):
    stage = visit(BIASED, **PHONE)
    sentence = stage.page.locator(".stage-sentence").bounding_box()
    for name in ("Angle", "Table", "Strip", "Curves"):
        tab(stage, name).tap()
        assert views(stage)[1] == [name]
        box = tab(stage, name).bounding_box()
        assert min(box["width"], box["height"]) >= 44
        wide = stage.page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
        assert wide <= 390
    stage.page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    assert tab(stage, "Curves").bounding_box()["y"] >= sentence["y"]
    tab(stage, "Strip").tap()
    pictures = stage.page.locator(".stage-strip button")
    lefts = pictures.evaluate_all("(nodes) => nodes.map((node) => Math.round(node.getBoundingClientRect().left))")
    assert len(set(lefts)) == 2
    with stage.silence():
        for step in (5, 3):
            pictures.nth(step - 1).tap()
            assert stage.step == step


@pytest.mark.parametrize("screen", [{}, slow(PHONE)], ids=["laptop", "phone"])
def test_the_title_of_the_squeeze_shows_where_its_curves_meet(visit_light, screen):
    stage = visit_light(link(HAND, bias="true", step=2), **screen)
    run, _ = by_hand()
    bound = separate(run.data).bound
    title = stage.page.get_by_role("button", name=f"floor and ceiling meet after k = {bound}", exact=True)
    for pressed, reaches in [("false", False), ("true", True), ("false", False)]:
        frame = stage.frame("lower")
        assert (frame.xs[1] >= bound, title.get_attribute("aria-pressed")) == (reaches, pressed)
        (dot,) = stage.marks("lower", "dot")
        left, top = frame.screen(2, float(run.weights[2] @ run.weights[2]))
        assert (float(dot["cx"]), float(dot["cy"])) == pytest.approx((left - frame.left, top - frame.top), abs=1)
        title.press("Enter")
        stage.settle()
