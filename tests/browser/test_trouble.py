"""Without Plotly the stage still works, says what is missing, and asks for it again."""

import pytest

from tests.browser.browsing import DESKTOP, Playground, light, link, wait_for


@pytest.fixture
def cut_off(browser, server):
    """A page with a figure in space in a browser that cannot fetch Plotly."""
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    page.route("**/plotly*", lambda route: route.abort())
    page.goto(server + light("/descent?picture=surface&step=2"))
    page.wait_for_selector(".stage-trouble:not([hidden])")
    yield Playground(page)
    context.close()


@pytest.mark.slow
def test_plotly_is_asked_for_again_when_the_network_is_back(cut_off):
    page = cut_off.page
    page.context.set_offline(True)
    page.unroute("**/plotly*")
    page.context.set_offline(False)
    wait_for(page, ".main-svg", seconds=90)
    page.locator(".stage-trouble").wait_for(state="hidden")


def test_the_sharing_dialog_comes_at_another_press_if_it_did_not_come_offline(visit_light):
    stage = visit_light(link([(0.5, 0.5, 0)]))
    trouble, dialog = stage.page.locator(".stage-trouble"), stage.page.locator(".stage-share")
    stage.page.context.set_offline(True)
    stage.do("share")
    said = "The sharing dialog could not be loaded: this device is offline. Press again to try once more."
    stage.until(lambda: trouble.inner_text() == said)
    assert not dialog.is_visible()
    stage.page.context.set_offline(False)
    stage.do("share", "close")
    assert not trouble.is_visible()


@pytest.mark.slow
def test_a_code_that_does_not_come_is_missed(visit):
    stage = visit(link([(0.5, 0.5, 0)]))
    stage.page.route("**/scene/", lambda route: route.fulfill(content_type="text/html"))  # this host has no routes
    stage.page.evaluate("WebSocket.prototype.send = () => {}")
    stage.do("share")
    caution = stage.page.locator(".stage-caution")
    stage.until(lambda: "no code" in caution.inner_text())
    assert caution.inner_text() == "The server does not answer, so there is no code; the link can be copied."
