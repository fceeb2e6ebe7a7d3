"""A new visitor for each test, whose browser may report no error."""

import re
from collections import defaultdict
from functools import partial

import pytest
from playwright.sync_api import Error

from tests.browser.browsing import DESKTOP, Playground, ready, telling
from tests.browser.browsing import light as light_page
from tests.marks import slow


@pytest.fixture(params=["route", slow("page")])
def way(request):
    """How the stage asks for scenes: by the route, or by Streamlit's session where a host blocks the route."""
    return request.param


@pytest.fixture(scope="session")
def windows(browser):
    """Free windows, by their options; a new window would compile all scripts again."""
    free = defaultdict(list)
    yield free
    for window in [one for some in free.values() for one in some]:
        window.page.context.close()


MEDIA = {"color_scheme": "light", "reduced_motion": "reduce", "forced_colors": "none"}
"""The media settings that a window takes from its visitor, beside its size."""


class Window:
    """A window of the browser, and the errors it has reported."""

    def __init__(self, browser, viewport, newcomer=False, **options):
        self.faults = []
        self.page = browser.new_context(viewport=viewport, **options).new_page()
        self.page.add_init_script(_LISTEN)
        if not newcomer:
            shown = """localStorage.setItem('shown', '"everything"')"""
            self.page.add_init_script(f"if (location.host && origin !== 'null') {shown}")
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))

    def become(self, viewport, unserved, media):
        """Take the size and media of the next visitor."""
        if self.page.viewport_size != viewport:
            self.page.set_viewport_size(viewport)
        self.page.emulate_media(**media)
        if unserved:
            for kind in ("scene", "explain"):
                self.page.route(
                    f"**/{kind}/**", lambda route: route.fulfill(content_type="text/html", body="No such page.")
                )

    def _console(self, message):
        # On a page's own link Streamlit looks for its server below the page's name first.
        probing = re.search(r"/\w+/_stcore/", message.location.get("url", ""))
        if message.type == "error" and not probing:
            self.faults.append(f"console: {message.text}")

    def clear(self):
        """Forget the visitor and their storage; return whether their server still answers, which that needs.

        `page.route` empties the browser's caches, so the next visit costs half as much again.
        """
        self.page.mouse.move(0, 0)
        self.page.unroute_all()
        if left := re.match(r"https?://[^/]+", self.page.url):
            try:
                self.page.goto(f"{left[0]}/_stcore/health")
            except Error:
                return False
            self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        return True


@pytest.fixture
def window(browser, windows, request):
    """Return a function that opens a window for another visitor; an error in it fails the test.

    A visitor has asked for everything, unless a `newcomer`, and has asked for less motion, unless `**MOVING`, because a
    step that moves costs five times as much. A test that changes more than size and theme needs a window of its `own`.
    """
    used, failed = [], request.session.testsfailed

    def opened(*, own=False, viewport=DESKTOP, unserved=False, **options):
        media = {name: options.pop(name, usual) for name, usual in MEDIA.items()}
        free = [] if own else windows[repr(options)]
        opening = free.pop() if free else Window(browser, viewport, **options)
        used.append((opening, None if own else free))
        opening.become(viewport, unserved, media)
        return opening.page

    yield opened
    faults = [fault for each, _ in used for fault in each.faults]
    spoilt = faults or request.session.testsfailed > failed
    for each, free in used:
        if free is not None and not spoilt and each.clear():
            free.append(each)
        else:
            each.page.context.close()
    assert faults == []


@pytest.fixture
def visit(window, request):
    """Open a link's page, or its light page, in a window; the outcome is shown at once, unless the page `asks`."""
    by_page = "way" in request.fixturenames and request.getfixturevalue("way") == "page"

    def open_link(query="/", *, at=None, asks=False, own=False, light=False, **options):
        options |= {"unserved": True} if by_page else {}
        address = (at or request.getfixturevalue("server")) + query
        address = light_page(address) if light else address
        stage = Playground(ready(window(own=own, **options), address if asks else telling(address)))
        stage.settle()
        return stage

    return open_link


@pytest.fixture
def visit_light(visit):
    """Open a link's light page, at a quarter of the cost of the whole one: for what is about the stage alone."""
    return partial(visit, light=True)


# Records when a message is sent, when the stage shows another step, and its words for a screen reader.
_LISTEN = """
  window.sent = [];
  window.stepped = [];
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target.className === "stage-said") window.heard.push(target.textContent.replaceAll("\\u00a0", " "));
  }).observe(document, { subtree: true, childList: true });
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    window.sent.push(performance.now());
    if (!this.heard) {
      this.addEventListener("message", ({ data }) => hear(fields(data)));
      this.addEventListener("close", () => (window.onTheWay = ""));
    }
    this.heard = true;
    if (fields(data).has(RERUN)) window.onTheWay = "asked";
    return send.call(this, data);
  };
  // A run is on its way from the message that asks for it to the one that says that it has ended, but not for another.
  const [RERUN, NEW_SESSION, FINISHED, FOR_ANOTHER] = [11, 4, 6, 2];
  const hear = (message) => {
    if (message.has(NEW_SESSION)) window.onTheWay = "running";
    if (window.onTheWay === "running" && message.has(FINISHED) && message.get(FINISHED) !== FOR_ANOTHER)
      window.onTheWay = "";
  };
  // The fields of a message in the form of protocol buffers, by their numbers; of those with contents the length.
  const fields = (data) => {
    const bytes = ArrayBuffer.isView(data) ? data : new Uint8Array(data);
    const found = new Map();
    let at = 0;
    const number = () => {
      for (let value = 0, unit = 1; ; unit *= 128) {
        value += (bytes[at] & 127) * unit;
        if (bytes[at++] < 128) return value;
      }
    };
    while (at < bytes.length) {
      const key = number();
      const value = key % 8 === 5 ? 4 : key % 8 === 1 ? 8 : number();
      found.set(Math.floor(key / 8), value);
      if (key % 8) at += value;
    }
    return found;
  };
  new MutationObserver((changes) => {
    for (const { target, oldValue } of changes)
      if (target.dataset.at !== oldValue) window.stepped.push(performance.now());
  }).observe(document, { subtree: true, attributeFilter: ["data-at"], attributeOldValue: true });
"""
