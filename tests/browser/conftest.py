"""A new visitor for each test, and nobody may leave an error behind."""

import re

import pytest

from tests.browser.browsing import DESKTOP, Playground, ready, serving, telling
from tests.conftest import check


@pytest.fixture
def fresh_server(browser):
    """A server that nobody has visited yet."""
    with serving() as (address, log):
        yield address
    check(log)


@pytest.fixture(scope="session")
def desk(browser):
    """The usual screen; it is kept from test to test only for its cache of the files that every page needs."""
    context = browser.new_context(viewport=DESKTOP)
    yield context
    context.close()


@pytest.fixture
def visit(browser, desk, request):
    """Open a link as a visitor who has never been here; what the page complains of fails the test at its end.

    The outcome is told at once, unless the page `asks`.
    """
    pages, faults = [], []

    def console(message):
        # On a page's own link Streamlit looks for its server below the page's name first.
        probing = re.search(r"/\w+/_stcore/", message.location.get("url", ""))
        if message.type == "error" and not probing:
            faults.append(f"console: {message.text}")

    def open_link(query="/", *, at=None, asks=False, **options):
        context = browser.new_context(**{"viewport": DESKTOP, **options}) if options else desk
        page = context.new_page()
        pages.append(page)
        page.on("console", console)
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.add_init_script(_LISTEN)
        address = (at or request.getfixturevalue("server")) + query
        stage = Playground(ready(page, address if asks else telling(address)))
        stage.settle(100)
        return stage

    yield open_link
    for page in pages:
        if page.context == desk:
            page.evaluate("localStorage.clear(); sessionStorage.clear()")
            page.close()
        else:
            page.context.close()
    assert faults == []


# Notes when a message leaves for the server, when the stage shows another step, and what it tells a screen reader.
_LISTEN = """
  window.sent = [];
  window.stepped = [];
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target.className === "stage-said") window.heard.push(target.textContent.replaceAll("\\u00a0", " "));
  }).observe(document, { subtree: true, childList: true });
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) { window.sent.push(performance.now()); return send.call(this, data); };
  new MutationObserver((changes) => {
    for (const { target, oldValue } of changes)
      if (target.dataset.step !== oldValue) window.stepped.push(performance.now());
  }).observe(document, { subtree: true, attributeFilter: ["data-step"], attributeOldValue: true });
"""
