"""What axe-core, the checker of accessibility, finds on each page, on a desktop and on a phone."""

from importlib.resources import files

import pytest

from tests.browser.browsing import DESKTOP, PHONE
from tests.browser.test_screens import COLLAPSE, EXPAND, opened, path
from ui.frame import PAGES

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
# The label of a select box that cannot be used now is Streamlit's own, grey as the box.
RUN = """async () => (await axe.run({ exclude: [".stSelectbox:has(input:disabled) label"] })).violations
  .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => [id, target.join(" "), html.slice(0, 160)]))"""

_DARK = """(dark) => {
  const [red] = getComputedStyle(document.querySelector(".stApp")).backgroundColor.match(/\\d+/g);
  return red < 128 === dark;
}"""
DESK = {"viewport": DESKTOP}


@pytest.mark.parametrize("file", PAGES)
@pytest.mark.parametrize(("screen", "button"), [(DESK, COLLAPSE), (PHONE, EXPAND)], ids=["desktop", "phone"])
def test_axe_finds_nothing_by_day_and_by_night_with_the_sidebar_open_and_closed(server, axed, file, screen, button):
    page = axed(screen)
    opened(page, server + path(file))
    page.evaluate(AXE)
    found = [page.evaluate(RUN)]
    at_night(page)
    found.append(page.evaluate(RUN))
    if page.locator(button).count():
        page.click(button)
        page.locator(COLLAPSE if button == EXPAND else EXPAND).wait_for()
        found.append(page.evaluate(RUN))
        at_night(page, False)
        found.append(page.evaluate(RUN))
    assert not any(found), found


def at_night(page, night=True):
    """Switch the device to the dark theme or back."""
    page.emulate_media(color_scheme="dark" if night else "light")
    page.wait_for_function(_DARK, arg=night)


@pytest.fixture(scope="module")
def axed(browser):
    """One window for each screen, which keeps the files that every page needs; the sidebar is as on a first visit."""
    contexts = {}

    def opened_in(screen):
        name = str(screen)
        if name not in contexts:
            contexts[name] = browser.new_context(**screen)
            contexts[name].add_init_script("localStorage.clear()")
        for page in contexts[name].pages:
            page.close()
        return contexts[name].new_page()

    yield opened_in
    for context in contexts.values():
        context.close()
