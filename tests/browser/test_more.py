"""The sidebar's *More*: a touch opens it, a change keeps it open, and hidden controls follow the link."""

import pytest

from tests.boards import HAND
from tests.browser.browsing import PHONE, lapse, link, wait_for
from tests.browser.test_axe import axe
from tests.browser.test_screens import EXPAND
from tests.marks import slow, slow_but


def more(stage):
    return stage.page.locator("[data-testid=stSidebar] summary")


def label(stage):
    """Return the label of *More*."""
    return more(stage).locator("[data-testid=stMarkdownContainer]").inner_text()


def opened(stage):
    return more(stage).locator("xpath=..").evaluate("(node) => node.open")


@pytest.mark.parametrize("means", [slow("mouse"), slow("keys"), "finger"])
def test_the_rest_of_the_controls_is_one_touch_away(visit, means):
    stage = visit("/", asks=True, **(PHONE if means == "finger" else {}))
    if means == "finger":
        stage.page.tap(EXPAND)
        stage.page.wait_for_function(
            "() => document.querySelector('[data-testid=stSidebar]').dataset.collapsed === 'false'"
        )
        stage.settle()
    order = stage.field("Order")
    assert label(stage) == "More"
    assert not order.is_visible()
    for name in ("Points", "Number n", "Margin γ", "Seed"):
        assert stage.field(name).is_visible()
    with stage.silence():
        if means == "finger":
            box = more(stage).bounding_box()
            assert min(box["width"], box["height"]) >= 44
            more(stage).tap()
        elif means == "mouse":
            more(stage).click()
        else:
            more(stage).focus()
            stage.press("Enter")
        stage.until(order.is_visible)
    assert order.is_visible()
    assert stage.step == 0
    stage.settle()
    assert axe(stage.page) == []


def test_it_stays_open_while_something_is_set_and_set_back(visit):
    stage = visit(link(HAND), asks=True)
    more(stage).click()
    rate = stage.field("Learning rate η")
    stage.until(rate.is_visible)
    for value, says in (("2", "More: 1 set"), ("1", "More")):
        rate.fill(value)
        rate.press("Enter")
        stage.until(lambda says=says: label(stage) == says)
        stage.settle()
        assert label(stage) == says
        assert opened(stage)
        assert rate.is_visible()
        assert rate.evaluate("(node) => node === document.activeElement")
    assert "rate" not in stage.address


def test_a_link_opens_it_and_what_a_closed_one_holds_is_kept_all_the_same(visit):
    stage = visit(link(HAND, order="hardest", start="-1, 0.5"), asks=True)
    assert label(stage) == "More: 2 set"
    assert stage.field("Order").is_visible()
    more(stage).click()
    stage.until(lambda: not stage.field("Order").is_visible())
    stage.press("Escape")
    stage.click(-0.75, 0.25)
    stage.until(lambda: len(stage.points) == 6)
    stage.settle()
    assert not opened(stage)
    assert (stage.address["order"], stage.address["start"]) == ("hardest", "-1, 0.5")
    stage.page.reload()
    wait_for(stage.page)
    stage.settle()
    assert stage.field("Order").input_value() == "hardest"
    assert stage.field("Start w₀").input_value() == "-1, 0.5"


@pytest.mark.parametrize("delay", slow_but(range(240, 480, 30), 390))
def test_a_control_is_followed_even_as_the_hand_comes_to_rest(visit, delay):
    stage = visit(link(HAND))
    radius = stage.facts[1]
    stage.press("ArrowRight")
    lapse(stage.page, delay)
    stage.page.locator("[data-testid=stSidebar] label", has_text="Bias").first.click()
    stage.until(lambda: stage.address.get("bias") == "true" and stage.facts[1] != radius, 10)
    assert stage.address["bias"] == "true"
    assert stage.facts[1] != radius
