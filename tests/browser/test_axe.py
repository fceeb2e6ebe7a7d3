"""axe-core, the accessibility checker, on each page, on a desktop and on a phone."""

from importlib.resources import files

import pytest

from tests.browser.browsing import DESKTOP, PHONE, Playground
from tests.browser.test_screens import opened, path
from tests.marks import slow_but
from tests.pages import PAGES

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
RUN = """async () => (await axe.run(document, { rules: { "target-size": { enabled: true } } })).violations
  .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => [id, target.join(" "), html.slice(0, 160)]))"""

_DARK = """(dark) => {
  const [red] = getComputedStyle(document.querySelector(".stApp")).backgroundColor.match(/\\d+/g);
  return red < 128 === dark;
}"""
DESK = {"viewport": DESKTOP}


_LOOKS = {
    "desktop by day": (DESK, False),
    "phone by night": (PHONE, True),
    "desktop by night": (DESK, True),
    "phone by day": (PHONE, False),
}


def axe(*pages):
    """Return what axe finds on pages as they are."""
    for page in pages:
        page.evaluate(AXE)
    return [fault for page in pages for fault in page.evaluate(RUN)]


# WCAG 1.1.1, 1.3.1, 1.4.3, 2.4.4, 2.5.8, 3.1.1, 3.3.2, 4.1.2
@pytest.mark.parametrize("look", slow_but(_LOOKS, "desktop by day"))
@pytest.mark.parametrize("file", slow_but(PAGES, "app.py"))
def test_axe_finds_nothing_with_the_settings_open_and_closed(window, server, file, look):
    screen, night = _LOOKS[look]
    page = window(**screen)
    opened(page, server + path(file))
    page.emulate_media(color_scheme="dark" if night else "light")
    page.wait_for_function(_DARK, arg=night)
    found = axe(page)
    if (more := Playground(page).more).count():
        more.click()
        found += axe(page)
    assert found == []
