"""*More* behind the phrase of settings: a touch opens it, and it stays open; hidden controls follow the link."""

import pytest

from tests.boards import HAND
from tests.browser.browsing import PHONE, lapse, link, wait_for
from tests.browser.test_axe import axe
from tests.marks import slow, slow_but


def opened(stage):
    return stage.page.locator(".stage-settings.is-open").count() == 1


@pytest.mark.parametrize("means", [slow("mouse"), slow("keys"), "finger"])
def test_the_rest_of_the_controls_is_one_touch_away(visit, means):
    stage = visit("/", asks=True, **(PHONE if means == "finger" else {}))
    order = stage.field("Order")
    assert not order.is_visible()
    with stage.silence():
        if means == "finger":
            box = stage.more.bounding_box()
            assert min(box["width"], box["height"]) >= 40
            stage.more.tap()
        elif means == "mouse":
            stage.more.click()
        else:
            stage.more.focus()
            stage.press("Enter")
        stage.until(order.is_visible)
    for name in ("Points", "n", "Margin γ", "Seed"):
        assert stage.field(name).is_visible()
    assert stage.step == 0
    stage.settle()
    assert axe(stage.page) == []
    order.focus()
    stage.press("Escape")
    stage.until(lambda: not order.is_visible())
    assert stage.more.evaluate("(node) => node === document.activeElement")


def test_it_stays_open_while_something_is_set_and_set_back(visit):
    stage = visit(link(HAND), asks=True)
    stage.more.click()
    rate = stage.field("Learning rate η")
    stage.until(rate.is_visible)
    for value, says in (("2", "More: 1 set"), ("1", "More")):
        rate.fill(value)
        rate.press("Enter")
        stage.until(lambda says=says: stage.more.inner_text() == says)
        stage.settle()
        assert opened(stage)
        assert rate.evaluate("(node) => node === document.activeElement")
    assert "rate" not in stage.address


def test_a_link_says_how_many_are_set_and_what_is_hidden_is_kept(visit_light):
    stage = visit_light(link(HAND, order="hardest", start="-1, 0.5"), asks=True)
    assert stage.more.inner_text() == "More: 2 set"
    stage.click(-0.75, 0.25)
    stage.until(lambda: len(stage.points) == 6)
    stage.settle()
    assert not opened(stage)
    assert (stage.address["order"], stage.address["start"]) == ("hardest", "-1, 0.5")
    stage.page.reload()
    wait_for(stage.page)
    stage.settle()
    stage.more.click()
    assert stage.field("Order").input_value() == "hardest"
    assert stage.field("Start w₀").input_value() == "-1, 0.5"


@pytest.mark.parametrize("delay", slow_but(range(240, 480, 30), 390))
def test_a_control_is_followed_even_as_the_hand_comes_to_rest(visit, delay):
    stage = visit(link(HAND))
    radius = stage.facts[1]
    stage.press("ArrowRight")
    lapse(stage.page, delay)
    stage.field("Bias").click()
    stage.until(lambda: stage.address.get("bias") == "true" and stage.facts[1] != radius, 10)
    assert stage.address["bias"] == "true"
    assert stage.facts[1] != radius
