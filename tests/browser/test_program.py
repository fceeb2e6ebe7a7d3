"""A visitor's program runs in the browser alone: it reaches nothing beyond its worker, and ends whatever it does."""

import base64
import gzip
import json
import re
import zlib

import numpy as np
import pytest

from playground.server import write
from playground.stage import assets
from tests.browser.browsing import PHONE, light, link, ready, wait_for
from tests.marks import slow_but
from tests.playground.stage.test_python import EXPRESSIONS, LABELS, PERCEPTRON, ROWS, W

POINTS = [(0.5, 1.0, 0), (-1.0, -0.25, 1), (2.0, 1.0, 0)]
BOARD = light(link(POINTS, bias="true"))


class Written:
    """The editor of a board, all that its page asks for, and what is checked of the programs."""

    def __init__(self, page, address):
        self.page = page
        ready(page, address)
        self.requests, self.checked = [], []
        page.on("request", self._note)
        page.on("requestfailed", self._refuse)
        page.click(".stage [data-do=mine]")
        page.get_by_role("tab", name="Write").click()

    def _note(self, request):
        if "/explain/" in request.url:
            self.checked.append(json.loads(request.post_data)["text"])
        else:
            self.requests.append(request.url)

    def _refuse(self, request):
        if request.failure == "csp":
            self.requests.remove(request.url)

    @property
    def asked(self):
        """The addresses asked for, but those of workers, which are texts of this page, and of the table of a check.

        The table comes with a piece that it shares with others.
        """
        return [address for address in self.requests if not re.search("^blob:|/(later|chunk)-", address)]

    def wait(self, condition):
        self.page.wait_for_function(f"() => {condition}", polling=30, timeout=60_000)

    def wait_for_python(self):
        self.wait("!document.querySelector('.mine-editor .stage-main').disabled")

    def write(self, code):
        self.page.fill(".mine-code", code)

    def start(self, code):
        self.write(code)
        self.wait_for_python()
        self.page.get_by_role("button", name="Run", exact=True).click()

    def run(self, code):
        """Run a program; return the sentence about its end, and what it printed."""
        self.start(code)
        self.wait("document.querySelector('.mine-editor button[title^=End]').disabled")
        return self.page.inner_text(".mine-status"), self.page.text_content(".mine-printed")


@pytest.fixture(scope="module")
def written(browser, server):
    page = browser.new_page()
    yield Written(page, server + BOARD)
    page.close()


PRINTED = "[0.5 1.  1. ]\n[1.5  1.25 0.  ]\n"
"""What the perceptron prints for these points."""


def test_a_perceptron_prints_beside_its_lines_and_is_judged(written):
    told, printed = written.run(PERCEPTRON)
    assert (told, printed) == ("The program ended. It printed 2 lines.", PRINTED)
    assert written.checked[-1] == PRINTED
    notes = written.page.locator(".mine-notes span")
    assert notes.all_inner_texts() == ["[1.5  1.25 0.  ]  × 2"]
    assert notes.get_attribute("data-line") == "5"
    told, _ = written.run(PERCEPTRON.replace("<= 0:", "<= 0"))
    assert told == "Line 3: SyntaxError: expected ':'"
    assert notes.get_attribute("data-line") == "3"
    told, _ = written.run(
        "import math, random\nimport numpy as np\nrandom.seed(0)\nprint(np.zeros(2), random.random())\n1 / 0"
    )
    assert told == "Line 5: ZeroDivisionError: division by zero"
    assert written.page.inner_text(".mine-printed") == "[0. 0.] 0.8444218515250481\n"


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of numpy, at what is infinite or NaN
def test_the_browsers_python_gives_what_numpy_gives(written):
    names = {"np": np, "w": np.array(W), "X": np.array(ROWS), "y": np.array(LABELS)}
    begin = f"import numpy as np\nw, X, y = np.array({W}), np.array({ROWS}), np.array({LABELS})\n"
    written.page.get_by_label("up to 10 seconds").check()
    _, printed = written.run(begin + "".join(f"print({expression}, end='|')\n" for expression in EXPRESSIONS))
    written.page.get_by_label("up to 10 seconds").uncheck()
    theirs = [str(eval(expression, dict(names))) for expression in EXPRESSIONS]
    assert dict(zip(EXPRESSIONS, printed.split("|"), strict=False)) == dict(zip(EXPRESSIONS, theirs, strict=True))


NO_MODULE = "Line 1: ModuleNotFoundError: there is no"
ANY_END = r"Ended|Line 1: MemoryError|The browser ended"
HOSTILE = {
    "an endless loop": ("while 1: pass", "Ended after 1 second"),
    "an endless text": ("while 1: print('x' * 1000)", "Ended, because it printed more than 200,000 characters"),
    "empty texts": ("while 1: print(end='')", "Ended"),
    "one long text": ("print('x' * 10**6)", "Ended|The browser ended"),
    "a long list": ("x = [0] * 10**9\nwhile 1: x = x + x", ANY_END),
    "a growing list": ("x = []\nwhile 1: x.append([0] * 10_000)", ANY_END),
    "a long number": ("x = 10**10**8", ANY_END),
    "a long string": ("x = 'x' * 10**10", ANY_END),
    "a recursion": ("f = lambda: f()\nf()", "Line 1: RecursionError"),
    "the browser": ("import browser", NO_MODULE),
    "ajax": ("from browser import ajax", NO_MODULE),
    "javascript": ("from javascript import fetch", NO_MODULE),
    "another import": ("__import__('browser.local_storage')", NO_MODULE),
    "builtins": ("import builtins", NO_MODULE),
    "a file": ("open('/room')", "Line 1: OSError: there are no files here"),
    "a window": ("input('password')", "Line 1: OSError: nobody can be asked"),
}


@pytest.mark.parametrize("name", slow_but(HOSTILE, "an endless loop", "ajax"))
def test_a_hostile_program_ends_and_reaches_nothing(written, name):
    code, end = HOSTILE[name]
    written.wait_for_python()
    before = written.asked
    told, printed = written.run(code)
    assert re.match(end, told)
    assert len(printed) <= 200_000
    assert written.run(PERCEPTRON)[1] == PRINTED
    assert written.asked == before


def test_the_visitor_ends_a_run(written):
    written.page.get_by_label("up to 10 seconds").check()
    written.start("print(1)\nwhile 1: pass")
    written.wait("document.querySelector('.mine-printed').textContent")
    written.page.get_by_role("button", name="Stop", exact=True).click()
    written.wait("document.querySelector('.mine-status').textContent.startsWith('Stopped.')")
    written.page.get_by_label("up to 10 seconds").uncheck()


def test_escape_closes_the_dialog_after_a_run_that_was_begun_by_its_button(written):
    written.run("print(1)")
    written.page.keyboard.press("Escape")
    written.page.locator(".stage-mine").wait_for(state="hidden")
    written.page.click(".stage [data-do=mine]")
    written.page.locator(".mine-editor").wait_for()


HELP = """
  const settled = (thing, good, bad = "onerror") =>
    new Promise((done, fail) => Object.assign(thing, { [good]: done, [bad]: fail }));
  const worked = (text) => new Promise((done, fail) => {
    const worker = new Worker(URL.createObjectURL(new Blob([text])));
    worker.onmessage = ({ data }) => (data ? done() : fail());
  });
  const asked = () => {
    const request = new XMLHttpRequest();
    request.open("GET", SERVER);
    request.send();
    return request;
  };
"""
# What the document itself tries, as if its script were another's. Each gives a value, or throws.
ATTEMPTS = {
    "the page": "parent.document.title",
    "cookies": "document.cookie",
    "storage": "localStorage.length",
    "database": "indexedDB.open('x')",
    "fetch": "await fetch(`${SERVER}scene/playground`)",
    "request": "await settled(asked(), 'onload')",
    "socket": "await settled(new WebSocket(`${SERVER}_stcore/stream`.replace('http', 'ws')), 'onopen')",
    "room": "await settled(new EventSource(`${SERVER}room`), 'onopen')",
    "picture": "await settled(Object.assign(new Image(), { src: `${SERVER}x.png` }), 'onload')",
    "module": "await import(`${SERVER}app/static/x.js`)",
    "window": "window.open(SERVER).closed",
    "top": "top.location.href = SERVER",
    "worker": "await worked(`fetch('${SERVER}').then(() => postMessage(1), () => postMessage(0))`)",
    "scripts": "await worked(`try { importScripts('${SERVER}x.js'); postMessage(1) } catch { postMessage(0) }`)",
}


def test_the_document_itself_reaches_nothing(written, server):
    written.wait_for_python()
    (inside,) = [frame for frame in written.page.frames if frame.url.endswith(write.NAME)]
    before = written.asked
    given = f"const SERVER = {json.dumps(f'{server}/')};{HELP}"
    for name, attempt in ATTEMPTS.items():
        reached = f"async () => {{ {given} try {{ {attempt}; return true }} catch {{ return false }} }}"
        assert not inside.evaluate(reached), name
    form = "Object.assign(document.createElement('form'), { action: `${SERVER}room`, method: 'post' })"
    inside.evaluate(f"() => {{ {given} const form = {form}; document.documentElement.append(form); form.submit(); }}")
    assert written.run(PERCEPTRON)[1] == PRINTED
    assert written.asked == before
    assert not inside.evaluate("self.origin.startsWith('http')")


REACHING = """
    fetch XMLHttpRequest WebSocket WebTransport EventSource importScripts Worker indexedDB caches crypto
    BroadcastChannel MessageChannel postMessage close navigator location WebAssembly SharedArrayBuffer
    Blob queueMicrotask Notification FileReaderSync addEventListener setInterval document
"""


def test_the_worker_has_nothing_that_reaches_beyond_it(written):
    assert written.run(PERCEPTRON)[1] == PRINTED
    written.wait_for_python()
    left = f"{json.dumps(REACHING.split())}.filter((name) => name in globalThis)"
    assert written.page.workers[-1].evaluate(left) == []


def test_a_program_in_a_link_is_seen_and_waits(browser, server):
    page = browser.new_page()
    first = Written(page, server + BOARD)
    first.write("print('mine')")
    page.get_by_role("button", name="Link with my code").click()
    first.wait("document.querySelector('.mine-editor input[readonly]').value")
    address = page.input_value(".mine-editor input[readonly]")
    assert address.startswith(f"{server}/light/playground?")
    assert "#code=" in address
    first.write(PERCEPTRON)
    page.goto("about:blank")
    ready(page, address)
    first.wait("document.querySelector('.stage-mine .mine-status')?.textContent.includes('Read it, then press Run')")
    assert page.input_value(".mine-code") == "print('mine')"
    assert "#" not in page.url
    assert page.evaluate("document.querySelector('.mine-printed').hidden")
    page.get_by_role("button", name="My own program").click()
    assert page.input_value(".mine-code") == PERCEPTRON
    page.close()


def test_keys_type_as_python_wants_it_and_are_taken_back(written):
    page = written.page
    written.write("")
    page.focus(".mine-code")
    page.keyboard.type("for x in X:\npass\ny")
    assert page.input_value(".mine-code") == "for x in X:\n    pass\ny"
    page.keyboard.press("Tab")
    assert page.input_value(".mine-code") == "for x in X:\n    pass\ny   "
    page.keyboard.press("Control+z")
    assert page.input_value(".mine-code") == "for x in X:\n    pass\ny"
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    assert page.input_value(".mine-code") == "for x in X:\n    pass\ny\n"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") != "mine-code"


CODES_SHARE = """document.querySelector(".mine-code").offsetWidth / document.querySelector(".mine-page").offsetWidth"""
"""The part of the editor's width that the program has, which the notes beside its lines leave."""


def test_a_phone_has_the_keys_that_its_keyboard_hides(browser, server):
    page = browser.new_context(**PHONE).new_page()
    phone = Written(page, server + BOARD)
    phone.write("print")
    page.focus(".mine-code")
    for sign in "()":
        page.get_by_role("button", name=sign, exact=True).tap()
    page.get_by_role("button", name="→|").tap()
    assert page.input_value(".mine-code") == "print() "
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shares = [page.evaluate(CODES_SHARE)]
    assert phone.run("print(1)")[1] == "1\n"
    assert page.locator(".mine-notes span").is_visible()
    shares.append(page.evaluate(CODES_SHARE))
    assert shares[0] > 0.85 > shares[1] > 0.6
    page.context.close()


def test_without_python_the_editor_says_so(browser, server):
    page = browser.new_page()
    without = write.document()
    text = gzip.decompress(without.body).decode().replace(assets.BRYTHON, "")
    headers = {"content-type": "text/html", "content-security-policy": write.POLICY}
    page.route(f"**/{write.NAME}", lambda route: route.fulfill(body=text, headers=headers))
    bare = Written(page, server + BOARD)
    bare.wait("document.querySelector('.mine-status').textContent.includes('Brython is not installed')")
    assert page.is_disabled(".mine-editor .stage-main")
    page.close()


def test_two_tabs_write_one_program_and_neither_loses_what_the_other_wrote(browser, server):
    context = browser.new_context()
    one, other = (Written(context.new_page(), server + BOARD) for _ in range(2))
    one.write("print('one')")
    other.wait("document.querySelector('.mine-status').textContent.includes('another tab')")
    assert other.page.input_value(".mine-code") == "print('one')"
    other.page.focus(".mine-code")
    other.page.keyboard.press("Control+End")
    other.page.keyboard.type("  # and the other")
    one.wait("document.querySelector('.mine-code').value === \"print('one')  # and the other\"")
    context.close()


def test_a_link_with_a_program_opens_it_on_the_page_that_is_there(visit):
    stage = visit(link(POINTS, bias="true"))
    stage.page.evaluate("window.here = true")
    pack = zlib.compressobj(wbits=-15)
    code = base64.urlsafe_b64encode(pack.compress(b"print('linked')") + pack.flush()).decode().rstrip("=")
    stage.page.goto(f"{stage.page.url}#code={code}")
    wait_for(stage.page, ".mine-code")
    stage.until(lambda: stage.page.input_value(".mine-code") == "print('linked')")
    assert "Read it, then press Run" in stage.page.inner_text(".mine-status")
    assert stage.page.evaluate("window.here")
    stage.press("Escape")
    stage.do("forward")
    stage.settle()
    assert stage.address["step"] == "1"
