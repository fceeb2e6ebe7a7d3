"""The page works under a Streamlit that names its own elements otherwise."""

from tests.boards import HAND
from tests.browser.browsing import Playground, link, ready

# Streamlit's React writes every attribute so.
_RENAMED = r"""
  const { setAttribute } = Element.prototype;
  const renamed = { "data-test-connection-state": "data-connection", "data-testid": "data-id" };
  Element.prototype.setAttribute = function (name, value) {
    const text = name === "class" ? String(value).replaceAll(/\bst(App|-key-links)\b/g, "other$1") : value;
    return setAttribute.call(this, renamed[name] ?? name, text);
  };
"""
_NAMED = "[data-test-connection-state], [data-testid], .stApp, .st-key-links"


def test_the_page_works_whatever_streamlits_parts_are_called(window, server):
    page = window(own=True)
    page.add_init_script(_RENAMED)
    stage = Playground(ready(page, server + link(HAND, bias="true")))
    stage.until(lambda: page.locator(".other-key-links a, .otherApp [data-connection]").count() > 2)
    assert page.locator(_NAMED).count() == 0
    stage.press("ArrowRight")
    assert stage.step == 1
    stage.click(-0.5, 0.75)
    stage.until(lambda: len(stage.points) == len(HAND) + 1)
