"""A browser without JavaScript, too old or without the icon font gets a sentence."""

from pathlib import Path

import pytest

from playground.export import site
from playground.stage.browsers import OLDEST, TOO_OLD, WITHOUT_SCRIPT
from tests.browser.browsing import Playground, ready
from tests.marks import slow_but

ROOT = Path(__file__).parents[2]
MISSING = {
    "popover": "delete HTMLElement.prototype.popover",
    "unpacking": "delete window.DecompressionStream",
    "with": "delete Array.prototype.with",
    "containers": "CSS.supports = (name, value) => name !== 'container-type'",
    "all": "delete window.CSS",
}
_LOUD = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node; (node = walker.nextNode());) {
    const { fontSize } = getComputedStyle(node.parentElement);
    const word = /^[a-z]+(_[a-z]+)+$/.test(node.data.trim()) || node.parentElement.dataset.testid === "stIconMaterial";
    if (word && parseFloat(fontSize) && node.parentElement.checkVisibility({ visibilityProperty: true }))
      found.push(node.data);
  }
  return found;
}"""


@pytest.fixture
def addresses(server, tmp_path):
    """The addresses of a page of the app and of a saved page."""
    file = tmp_path / "page.html"
    file.write_text(site.page_of_link("/?data=XOR")[1], encoding="utf-8")
    return {"app": f"{server}/", "alone": file.as_uri()}


def test_who_runs_a_copy_is_told_the_oldest():
    assert f"It needs {OLDEST}, or a later one" in (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("which", ["app", "alone"])
def test_without_javascript_a_page_says_so_and_nothing_else(browser, addresses, which):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(addresses[which])
    assert page.locator("body").inner_text().strip() == WITHOUT_SCRIPT
    page.context.close()


@pytest.mark.parametrize("missing", slow_but(MISSING, "popover", "containers"))
def test_a_browser_that_is_too_old_is_told_which_are_not(browser, addresses, missing):
    context = browser.new_context()
    context.add_init_script(MISSING[missing])
    page = context.new_page()
    for address in addresses.values():
        page.goto(address, wait_until="commit")
        page.get_by_text(TOO_OLD).wait_for(state="visible")
    context.close()


def test_a_browser_that_is_not_is_told_nothing(visit, window, addresses):
    assert not visit("/").page.get_by_text(TOO_OLD).is_visible()
    page = window()
    page.goto(addresses["alone"])
    page.wait_for_selector(".stage[data-at]")
    assert not page.get_by_text(TOO_OLD).is_visible()


def test_a_page_whose_files_were_left_behind_says_so(browser, tmp_path):
    site.write(tmp_path, ["/?data=XOR"])
    (tmp_path / "stage.js").unlink()
    page = browser.new_page()
    page.goto((tmp_path / "01.html").as_uri())
    page.get_by_text("The picture could not be drawn: stage.js is missing.").wait_for()
    page.close()


@pytest.mark.slow
def test_no_word_stands_over_a_control_where_the_font_of_signs_is_blocked(browser, server):
    page = browser.new_page()
    page.add_init_script("localStorage.setItem('shown', '\"everything\"')")
    page.route("**/MaterialSymbols*", lambda route: route.abort())
    ready(page, f"{server}/")
    assert page.evaluate(_LOUD) == []
    Playground(page).more.click()
    page.get_by_role("button", name="Bring a table").click()
    page.get_by_role("dialog").get_by_role("tab", name="Bring a table").click()
    page.get_by_test_id("stFileUploader").wait_for()
    page.wait_for_function(f"() => !({_LOUD})().length", polling=30)
    page.close()
