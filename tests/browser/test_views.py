"""The views beside the board: tabs, a table, and a filmstrip of eight steps."""

import pytest

from perceptron import separate, train
from tests.boards import HAND, labelled
from tests.browser.browsing import PHONE, link
from tests.marks import slow

BIASED = link(HAND, bias="true")


def tab(stage, name):
    return stage.page.get_by_role("tab", name=name, exact=True)


def views(stage):
    """Return the names of the tabs, and of the chosen tab."""
    tabs = stage.page.locator(".stage").get_by_role("tab")
    return tabs.all_inner_texts(), stage.page.locator('.stage [role=tab][aria-selected="true"]').all_inner_texts()


def shown(stage):
    """Return the areas of the visible panels."""
    return stage.page.locator(".stage-panel:visible").evaluate_all("(nodes) => nodes.map((node) => node.dataset.area)")


def test_each_tab_shows_its_own_panels_and_sends_nothing(visit_light):
    stage = visit_light(BIASED)
    stage.settle()
    before = stage.frame()
    assert views(stage) == (["Curves", "Angle", "Update", "Table", "By hand", "Strip"], ["Curves"])
    assert shown(stage) == ["board", "upper", "lower"]
    with stage.silence():
        for name, part in [
            ("Angle", ".stage-axes path"),
            ("Update", ".stage-beats p"),
            ("Table", "tbody tr"),
            ("By hand", ".stage-made tr"),
            ("Strip", "button svg"),
        ]:
            tab(stage, name).click()
            stage.until(lambda part=part: stage.page.locator(f'[data-area="side"]:visible {part}').count())
            assert views(stage)[1] == [name]
            assert shown(stage) == ["board", "side"]
            assert stage.page.locator(f'[data-area="side"]:visible {part}').count()
            assert stage.frame() == before
        stage.settle()
    assert tab(stage, "Curves").bounding_box()["x"] > before.left + before.width


@pytest.mark.slow
def test_the_views_by_finger(visit):
    stage = visit(BIASED, **PHONE)
    sentence = stage.page.locator(".stage-sentence").bounding_box()
    for name in ("Angle", "Update", "Table", "By hand", "Strip", "Curves"):
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
    run = train(labelled(HAND).augmented(), seed=3)
    bound = separate(run.data).bound
    title = stage.page.get_by_role("button", name=f"closed after k = {bound}", exact=True)
    for pressed, reaches in [("false", False), ("true", True), ("false", False)]:
        frame = stage.frame("lower")
        assert (frame.xs[1] >= bound, title.get_attribute("aria-pressed")) == (reaches, pressed)
        (dot,) = stage.marks("lower", "dot")
        left, top = frame.screen(2, float(run.weights[2] @ run.weights[2]))
        assert (float(dot["cx"]), float(dot["cy"])) == pytest.approx((left - frame.left, top - frame.top), abs=1)
        title.press("Enter")
        stage.settle()


@pytest.mark.parametrize("screen", [{}, slow(PHONE)], ids=["laptop", "phone"])
def test_the_table_keeps_the_row_of_the_step_in_sight(visit_light, screen):
    stage = visit_light(link(data="AND", bias="true", c=20), **screen)
    tab(stage, "Table").click()
    stage.page.locator(".stage-table").wait_for()
    last = int(stage.page.get_attribute(".stage-scrub", "max"))
    assert last > 60

    def in_sight():
        return stage.page.evaluate("""() => {
          const [box, head, row] = [".stage-table", ".stage-table th", ".stage-table [aria-current]"]
            .map((place) => document.querySelector(place)?.getBoundingClientRect());
          return Boolean(row) && row.top >= head.bottom - 1 && row.bottom <= box.bottom + 1;
        }""")

    stage.page.evaluate("document.activeElement.blur()")
    for keys, step in [
        (["End"], last),
        (["Home"], 0),
        *((3 * ["ArrowRight"], k) for k in range(3, 16, 3)),
        (["End"], last),
    ]:
        stage.press(*keys)
        stage.until(lambda step=step: stage.step == step)
        stage.settle(1)
        assert step == 0 or in_sight(), step
