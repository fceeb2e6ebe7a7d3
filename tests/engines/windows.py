"""A window of Chromium, Firefox or WebKit, with the same methods.

Firefox speaks WebDriver BiDi; WebKit is GTK's, driven by its WebDriver on an X server of its own.
"""

from __future__ import annotations

import abc
import contextlib
import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page
from websockets.sync.client import ClientConnection, connect

from tests.browser.browsing import DESKTOP, free_port

KEYS = {"ArrowRight": "\ue014", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "Escape": "\ue00c", "Tab": "\ue004",
        "Enter": "\ue007"}  # fmt: skip
PATIENCE = 60.0  # seconds, for whatever a busy machine may take


class Window(abc.ABC):
    """A browser's window with one page."""

    engine: str

    @abc.abstractmethod
    def open(self, address: str) -> None:
        """Go to an address; the page need not be there yet."""

    @abc.abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression in JavaScript."""

    @abc.abstractmethod
    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press at one place of the screen and release at another."""

    @abc.abstractmethod
    def press(self, key: str) -> None:
        """Press a key."""

    def click(self, x: float, y: float) -> None:
        """Click at a place of the screen."""
        self.drag((x, y), (x, y))

    def click_on(self, element: str) -> None:
        """Click on the middle of the element that an expression finds, once it stands still in sight."""
        middle = """(node) => {
          node.scrollIntoView({ block: "nearest" });
          const { left, top, width, height } = node.getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        }"""
        places = [None, self.evaluate(place := f"({middle})({element})")]
        while places[-1] != places[-2]:
            time.sleep(0.1)
            places.append(self.evaluate(place))
        self.click(*places[-1])

    def until(self, expression: str) -> None:
        """Wait until an expression holds."""
        wait(lambda: self.evaluate(f"Boolean({expression})"), f"{self.engine}: {expression}")


class Chromium(Window):
    """A page of Playwright's."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.engine = f"Chromium {page.context.browser.version if page.context.browser else ''}"

    def open(self, address: str) -> None:
        self._page.goto(address)

    def evaluate(self, expression: str) -> Any:
        return self._page.evaluate(expression)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self._page.mouse
        mouse.move(*start)
        mouse.down()
        if start != end:
            mouse.move(*end, steps=4)
        mouse.up()

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)


class Driven(Window):
    """A window driven by WebDriver's actions for pointer and keys."""

    @abc.abstractmethod
    def perform(self, actions: list[dict[str, Any]]) -> None:
        """Perform WebDriver's actions."""

    @abc.abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page another size, or the smallest that the window can have."""

    @abc.abstractmethod
    def enter_frame(self) -> None:
        """Go into the first frame of the page, to evaluate there."""

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 50} for x, y in (start, end)]
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        way = moves[1:] if start != end else []
        self.perform([{"type": "pointer", "id": "mouse", "actions": [moves[0], down, *way, up]}])

    def press(self, key: str) -> None:
        strokes = [{"type": kind, "value": KEYS.get(key, key)} for kind in ("keyDown", "keyUp")]
        self.perform([{"type": "key", "id": "keyboard", "actions": strokes}])


class Firefox(Driven):
    """Firefox over its websocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._numbers = socket, itertools.count(1)
        self.engine = f"Firefox {self._ask('session.new', capabilities={})['capabilities']['browserVersion']}"
        self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self.resize(**DESKTOP)

    def resize(self, width: int, height: int) -> None:
        self._ask("browsingContext.setViewport", context=self._page, viewport={"width": width, "height": height})

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        where = {"context": self._page}
        answer = self._ask(
            "script.evaluate", expression=f"JSON.stringify({expression})", target=where, awaitPromise=True
        )
        if answer["type"] == "exception":
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"].get("value", "null"))

    def enter_frame(self) -> None:
        (page,) = self._ask("browsingContext.getTree")["contexts"]
        self._page = page["children"][0]["context"]

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self._ask("input.performActions", context=self._page, actions=actions)

    def close(self) -> None:
        self._ask("browser.close")

    def _ask(self, method: str, **params: object) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv(PATIENCE))).get("id") != number:
            pass  # an event
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]


class WebKit(Driven):
    """WebKit by its driver; the X server draws its screen into a file."""

    def __init__(self, driver: str, screen: Path) -> None:
        self._session, self._screen = f"{driver}/session", screen
        (browser,) = Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser")
        options = {"binary": str(browser), "args": ["--automation"]}
        # It waits for ever for pages that keep a connection open, unless it need not wait at all.
        wanted = {"pageLoadStrategy": "none", "webkitgtk:browserOptions": options}
        session = self._ask("POST", "", {"capabilities": {"alwaysMatch": wanted}})
        self._session += f"/{session['sessionId']}"
        self.engine = f"WebKitGTK {session['capabilities']['browserVersion']}"
        self._ask("POST", "/window/rect", {"x": 0, "y": 0, **DESKTOP})
        self._bar = DESKTOP["height"] - self.evaluate("innerHeight")
        self.resize(**DESKTOP)

    def resize(self, width: int, height: int) -> None:
        self._ask("POST", "/window/rect", {"width": width, "height": height + self._bar})

    def open(self, address: str) -> None:
        self.evaluate("(document.body.remove(), null)")  # so that nobody takes the old page for the new one
        self._ask("POST", "/url", {"url": address})

    def evaluate(self, expression: str) -> Any:
        return self._ask("POST", "/execute/sync", {"script": f"return {expression}", "args": []})

    def until(self, expression: str) -> None:
        def holds() -> bool:
            try:
                return bool(self.evaluate(expression))
            except RuntimeError as error:
                if "unload event" in str(error):  # the page asked is just going, and the next one is coming
                    return False
                raise

        wait(holds, f"{self.engine}: {expression}")

    def enter_frame(self) -> None:
        self._ask("POST", "/frame", {"id": 0})

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self._ask("POST", "/actions", {"actions": actions})

    def picture(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Return the page as the screen shows it: its rows of pixels, each blue, green and red."""
        content = self._screen.read_bytes()
        header = np.frombuffer(content, ">u4", 25)  # of the X window dump format: sizes, then a table of colours
        width, height, colours = (int(header[place]) for place in (4, 5, 19))
        pixels = np.frombuffer(content, np.uint8, offset=int(header[0]) + 12 * colours).reshape(height, width, 4)
        return pixels[self._bar : self._bar + DESKTOP["height"], : DESKTOP["width"], :3]

    def close(self) -> None:
        self._ask("DELETE", "")

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._session}{path}", data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path} {body}: {error.read().decode()}") from None


_FIREFOX = ("firefox-esr", "firefox")
_WEBKIT = ("WebKitWebDriver", "Xvfb")


def missing(engine: str) -> str:
    """Return what must be installed for an engine; empty if nothing is missing."""
    if engine == "firefox":
        return "" if any(map(shutil.which, _FIREFOX)) else "no Firefox: install firefox-esr"
    return "" if all(map(shutil.which, _WEBKIT)) else "no WebKit: install webkit2gtk-driver and xvfb"


@contextlib.contextmanager
def firefox() -> Iterator[Firefox]:
    """Start Firefox without a screen, in a profile of its own."""
    program = next(filter(None, map(shutil.which, _FIREFOX)))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as room:
        Path(room, "user.js").write_text('user_pref("services.settings.server", "http://127.0.0.1:9");\n')
        command = [program, "--headless", "--no-remote", "--profile", room, "--remote-debugging-port", "0"]
        log = Path(room, "log")
        with _running(command, log) as browser:
            wait(lambda: "BiDi listening on" in log.read_text() or browser.poll(), "Firefox")
            (address,) = re.findall(r"BiDi listening on (ws://\S+)", log.read_text())
            with connect(f"{address}/session", max_size=None) as socket:
                window = Firefox(socket)
                yield window
                window.close()
            browser.wait(PATIENCE)


@contextlib.contextmanager
def webkit() -> Iterator[WebKit]:
    """Start an X server, WebKit's driver on it, and by that WebKit."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as room, contextlib.ExitStack() as stack:
        number = Path(room, "display")
        with number.open("w") as stream:
            screen = ["Xvfb", "-displayfd", str(stream.fileno()), "-screen", "0", "1400x900x24", "-fbdir", room]
            stack.enter_context(_running(screen, Path(room, "xlog"), pass_fds=[stream.fileno()]))
        wait(number.read_text, "Xvfb")
        port = free_port()
        address = f"http://127.0.0.1:{port}"
        environment = os.environ | {"DISPLAY": f":{number.read_text().strip()}"}
        stack.enter_context(_running(["WebKitWebDriver", f"--port={port}"], Path(room, "log"), env=environment))
        wait(lambda: _answers(address), "WebKitWebDriver")
        window = WebKit(address, Path(room, "Xvfb_screen0"))
        yield window
        window.close()


ENGINES = {"firefox": firefox, "webkit": webkit}


@contextlib.contextmanager
def _running(command: list[str], log: Path, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("w") as stream:
        process = subprocess.Popen(command, stdout=stream, stderr=stream, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _answers(address: str) -> bool:
    with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/status", timeout=1):
        return True
    return False


def wait(condition: Callable[[], object], what: str) -> None:
    """Wait until a condition holds, or raise an error that names it."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.03)
