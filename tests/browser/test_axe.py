"""What axe-core, the checker of accessibility, finds on each page: by day on a desktop, by night on a phone."""

from importlib.resources import files

import pytest

from tests.browser.browsing import DESKTOP, PHONE
from tests.browser.test_screens import COLLAPSE, EXPAND, opened, path
from ui.frame import PAGES

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
# The label of a select box that cannot be used now is Streamlit's own, grey as the box.
_RUN = """async () => (await axe.run({ exclude: [".stSelectbox:has(input:disabled) label"] })).violations
  .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => [id, target.join(" "), html.slice(0, 160)]))"""


@pytest.mark.parametrize("file", PAGES)
@pytest.mark.parametrize(("scheme", "screen", "button"), [
    ("light", {"viewport": DESKTOP}, COLLAPSE),
    ("dark", PHONE, EXPAND),
])  # fmt: skip
def test_axe_finds_nothing_with_the_sidebar_open_and_closed(server, axed, file, scheme, screen, button):
    page = axed(scheme, screen)
    opened(page, server + path(file))
    page.evaluate(AXE)
    assert page.evaluate(_RUN) == []
    if page.locator(button).count():
        page.click(button)
        page.locator(COLLAPSE if button == EXPAND else EXPAND).wait_for()
        assert page.evaluate(_RUN) == []


@pytest.fixture(scope="module")
def axed(browser):
    """One window for each theme, which keeps the files that every page needs; the sidebar is as on a first visit."""
    contexts = {}

    def opened_in(scheme, screen):
        if scheme not in contexts:
            contexts[scheme] = browser.new_context(**screen, color_scheme=scheme)
            contexts[scheme].add_init_script("localStorage.clear()")
        for page in contexts[scheme].pages:
            page.close()
        return contexts[scheme].new_page()

    yield opened_in
    for context in contexts.values():
        context.close()
