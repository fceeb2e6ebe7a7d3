"""The content security policy comes with each document, and no page violates it."""

import re

import pytest
from playwright.sync_api import Error

from playground.server import http
from tests.browser.browsing import DRAWN, ROOT, Playground, light, ready, telling, wait_for
from tests.browser.test_saving import saved
from tests.marks import slow_but
from tests.pages import ADDRESSES

_NOTE = """window.refused = [];
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
  window.refused.push([effectiveDirective, blockedURI, sourceFile, lineNumber]));"""
_WORK = """() => new Promise((done) => {
  const address = URL.createObjectURL(new Blob(["postMessage(42)"], { type: "text/javascript" }));
  new Worker(address).onmessage = ({ data }) => done(data);
})"""
OTHER = "https://other.example/"
SPACE = "/proof?view=weight+space&data=AND&bias=true"  # which Plotly draws

DOCUMENTS = {
    **{name: (address, f"{DRAWN}, .st-key-lessons") for name, address in ADDRESSES.items()},
    "a light page": (light("/proof?data=AND"), DRAWN),
    "a light page in space": (light(SPACE), DRAWN),
    "in space": (SPACE, DRAWN),
    "what was handed in": ("/handed-in", "textarea"),
    "what was found": ("/found", "#sum"),
    "a phone": ("/room/{code}", ".status"),
    "a wall": ("/room/{code}/wall", ".letters:not(:empty)"),
}


@pytest.fixture
def enter(window, server):
    """Return a function that opens a page and records violations of the policy."""

    def open_page(address, selector=DRAWN):
        page = window(own=True)
        page.add_init_script(_NOTE)
        if "{code}" in address:
            made = page.request.post(
                f"{server}/room", form={"page": "playground", "query": "data=AND"}, max_redirects=0
            )
            address = address.format(code=made.json()["code"])
        assert page.goto(server + address).headers["content-security-policy"] == http.POLICY
        wait_for(page, selector)
        return page

    return open_page


@pytest.mark.parametrize("name", slow_but(DOCUMENTS, "Playground", "a wall"))
def test_no_page_asks_for_more_than_it_may_have(enter, name):
    page = enter(*DOCUMENTS[name])
    page.wait_for_load_state("load")
    assert page.evaluate("window.refused") == []


@pytest.mark.slow
@pytest.mark.parametrize("address", ["/?data=AND", light("/?data=AND")])
def test_files_are_made_and_workers_begun(enter, address):
    page = enter(telling(address))
    stage = Playground(page)
    stage.settle()
    for label in ("Animation (GIF)", "Picture (PNG)", "Picture (SVG)", "Points (CSV)", "Page (HTML)"):
        assert saved(stage, label)[1]
    assert page.evaluate(_WORK) == 42
    assert page.evaluate("window.refused") == []


def test_nothing_of_another_host_is_asked_for(browser, server):
    page = browser.new_page()
    page.add_init_script(_NOTE)
    ready(page, server + light("/?data=AND"))
    with pytest.raises(Error):
        page.evaluate(f"import('{OTHER}')")
    assert page.evaluate(f"fetch('{OTHER}').catch(() => 0)") == 0
    refused = [(directive, address) for directive, address, *_ in page.evaluate("window.refused")]
    assert refused == [("script-src-elem", OTHER), ("connect-src", OTHER)]
    page.close()


def test_nginx_says_the_same():
    (said,) = re.findall(
        'add_header Content-Security-Policy "(.*?)" always;', (ROOT / "docs" / "nginx.conf").read_text()
    )
    assert said == http.POLICY
