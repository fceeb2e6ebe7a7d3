"""Without Plotly the stage still works, says what is missing, and asks for it again."""

import pytest

from tests.browser.browsing import DESKTOP, Playground, link, wait_for

TROUBLE = "Part of the picture could not be loaded: Plotly did not load."

# The numbers beside the axes and where they stand: the stage's own, or Plotly's.
_TICKS = r"""([own]) => {
  const panel = document.querySelector("[data-area=side]");
  const axes = panel.querySelector(own ? ".stage-axes" : ".cartesianlayer");
  const named = own ? ":scope > text:not([transform*=rotate], svg ~ text)" : ".xtick text, .ytick text";
  const ticks = [...axes.querySelectorAll(named)];
  const { x, y } = panel.getBoundingClientRect();
  return ticks.filter((tick) => /\d/.test(tick.textContent)).map((tick) => {
    const box = tick.getBoundingClientRect();
    return [tick.textContent, box.x + box.width / 2 - x, box.y + box.height / 2 - y];
  }).sort();
}"""


@pytest.fixture
def cut_off(browser, server):
    """A page with contours in a browser that cannot fetch Plotly."""
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    page.route("**/plotly*", lambda route: route.abort())
    page.goto(server + "/descent?step=2")
    page.wait_for_selector("#first", state="detached")
    page.wait_for_selector(".stage-trouble:not([hidden])")
    yield Playground(page)
    context.close()


@pytest.mark.slow
def test_the_stage_stands_without_plotly_and_asks_for_it_again(cut_off):
    page = cut_off.page
    trouble = page.locator(".stage-trouble")
    assert trouble.locator("span").inner_text() == TROUBLE
    own = page.evaluate(_TICKS, [True])
    assert len(own) >= 6
    titles = page.locator(".stage-panel:not([hidden]) .stage-head").all_inner_texts()
    assert all(titles)
    cut_off.press("ArrowRight", "ArrowRight")
    assert cut_off.step == 4
    assert trouble.locator("span").inner_text() == TROUBLE

    page.unroute("**/plotly*")
    page.get_by_role("button", name="Try again").click()
    wait_for(page, ".main-svg")
    trouble.wait_for(state="hidden")
    # Plotly has the last word on where ticks are.
    theirs = page.evaluate(_TICKS, [False])
    assert [text for text, _, _ in own] == [text for text, _, _ in theirs]
    for (_, *place), (_, *other) in zip(own, theirs, strict=True):
        assert place == pytest.approx(other, abs=8)
    assert page.locator("[data-area=side] .stage-axes *").count() == 0
    assert page.locator(".stage-panel:not([hidden]) .stage-head").all_inner_texts() == titles


def test_plotly_is_asked_for_again_when_the_network_is_back(cut_off):
    page = cut_off.page
    page.context.set_offline(True)
    page.unroute("**/plotly*")
    page.context.set_offline(False)
    wait_for(page, ".main-svg")
    page.locator(".stage-trouble").wait_for(state="hidden")


def test_a_code_that_does_not_come_is_missed(visit):
    stage = visit(link([(0.5, 0.5, 0)]))
    stage.page.context.set_offline(True)
    stage.page.evaluate("WebSocket.prototype.send = () => {}")
    stage.do("share")
    caution = stage.page.locator(".stage-caution")
    stage.until(lambda: "no code" in caution.inner_text())
    stage.page.context.set_offline(False)
    assert caution.inner_text() == "The server does not answer, so there is no code; the link can be copied."
