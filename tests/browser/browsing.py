"""A real browser and a real server, for the browser tests, the engines and the benchmarks."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Locator, Page, Playwright
from playwright.sync_api import Frame as InnerPage

from playground.address.codes import decode, encode
from playground.pages import PAGES
from playground.stage.payload import Point

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HOW_TO_GET_ONE = "no browser: install chromium-headless-shell or chromium, or run `playwright install chromium`"


def launch(playwright: Playwright, *flags: str, **options: Any) -> Browser | None:
    """Start an installed browser, or Playwright's own; return None if there is none."""
    # The headless shell draws no windows of its own and needs half the CPU.
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    paths = [path for path in map(shutil.which, names) if path]
    for path in [*paths, None]:
        with contextlib.suppress(Error):
            return playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags], **options)
    return None


def free_port() -> int:
    """Return a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextlib.contextmanager
def serving(
    app: str | Path = "app.py",
    *options: str,
    root: Path = ROOT,
    port: int | None = None,
    base: str = "",
    inside: Sequence[str] = (),
    **process: Any,
) -> Iterator[tuple[str, Path]]:
    """Run `streamlit run` in the folder `root`, on a free port if none is given; yield its address and its log file.

    The server answers below the path `base`. `inside` is a command that starts it; `process` goes to `Popen`.
    """
    command = [*inside, sys.executable, "-m", "streamlit", "run", str(app)]
    options = (f"--server.baseUrlPath={base}", "--server.fileWatcherType=none", *options)
    with started(command, *options, port=port, base=base, cwd=root, **process) as (address, log):
        yield address, log


@contextlib.contextmanager
def started(
    command: Sequence[str | Path], *options: str, port: int | None = None, base: str = "", **process: Any
) -> Iterator[tuple[str, Path]]:
    """Start the app by a command, on a free port if none is given; yield its address and its log file."""
    port = port or free_port()
    log = Path(tempfile.mkdtemp()) / "server.log"
    whole = [*command, "--server.headless=true", f"--server.port={port}", "--server.address=127.0.0.1", *options]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"} | process.pop("env", {})
    with log.open("w") as stream:
        server = subprocess.Popen(whole, stdout=stream, stderr=subprocess.STDOUT, env=environment, **process)
    address = f"http://127.0.0.1:{port}{base}"
    try:
        wait_until_up(address, server, log)
        yield address, log
    finally:
        server.terminate()
        server.wait(20)


def wait_until_up(address: str, server: subprocess.Popen[bytes], log: Path, health: str = "/_stcore/health") -> None:
    """Wait until the path `health` is answered; raise RuntimeError with the server's log if it is not."""
    for _ in range(300):
        with contextlib.suppress(OSError), urllib.request.urlopen(address + health, timeout=1):
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(0.1)
            break
    raise RuntimeError(f"the server did not come up:\n{log.read_text()}")


AXES = '.stage-panel:not([hidden])[aria-busy="true"])) :is(.stage-axes > *, .main-svg)'
DRAWN = f".stage[data-at]:not(#first *, :has({AXES}"
"""Selects the stage of the whole page once it has drawn, and not the stage of the first document."""
STANDING = f"#first .stage[data-at]:not(:has({AXES}"
"""Selects the stage of the first document once it has drawn."""


def wait_for(page: Page | InnerPage, selector: str = DRAWN, seconds: float = 30) -> None:
    """Wait until a selector finds an element, visible or not.

    Playwright's own wait looks at every frame, so the page draws each of them while it loads.
    """
    present = "(selector) => document.querySelector(selector)"
    page.wait_for_function(present, arg=selector, polling=30, timeout=1000 * seconds)


def ready(page: Page, address: str) -> Page:
    """Open an address and wait until the stage has drawn."""
    page.goto(address)
    wait_for(page)
    return page


# ---- a visitor's view and actions ------------------------------------------------------------------------------------

DESKTOP = {"width": 1366, "height": 768}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
"""Options of a visitor who sees each step move; all others have asked for less motion."""

# A change is drawn in the next frame; a step that moves takes more.
_DRAWN_STEP = """await new Promise((drawn) => requestAnimationFrame(function look() {
    requestAnimationFrame(document.querySelector(".stage.is-moving") ? look : drawn);
  }));"""

FRAME = """(area) => {
  const panel = document.querySelector(`.stage-panel[data-area="${area}"]`);
  const box = panel.getBoundingClientRect();
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) =>
    Number(panel.querySelector(".stage-axes > svg").getAttribute(name)));
  const { xaxis, yaxis } = panel.querySelector(".stage-axes").figure;
  return [box.left + x, box.top + y, width, height, xaxis.range, yaxis.range];
}"""

_MARKS = f"""async ([area, kind]) => {{
  {_DRAWN_STEP}
  return Array.from(document.querySelectorAll(`.stage-panel[data-area="${{area}}"] [data-kind="${{kind}}"]`),
    (mark) => mark.style.display === "none" ? null
      : Object.fromEntries(Array.from(mark.attributes, ({{ name, value }}) => [name, value])));
}}"""

_DRAWN_POINTS = f"""async () => {{
  {_DRAWN_STEP}
  const [,, width, height, [left, right], [low, high]] = ({FRAME})("board");
  return Array.from(document.querySelectorAll(".stage [data-point]"), (point) => {{
    const [x, y] = point.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
    const kind = [...point.getAttribute("d")].includes("a") ? 0 : 1;
    return [left + x / width * (right - left), high - y / height * (high - low), kind];
  }});
}}"""

_HOLLOW = f"""async () => {{
  {_DRAWN_STEP}
  const paper = getComputedStyle(document.querySelector("[data-testid=stApp]") ?? document.body).backgroundColor;
  return Array.from(document.querySelectorAll(".stage [data-point]"))
    .filter((point) => getComputedStyle(point).fill === paper).map((point) => Number(point.dataset.point));
}}"""


# Whether the stage says that it is at rest, no run is on its way, all fonts are there, and the board does not move. To
# draw a frame costs ten times as much as to look again later.
AT_REST = """async (frames) => {
  await document.fonts.ready;
  const [began, patience] = [performance.now(), 20000];
  const busy = () => window.onTheWay
    || document.querySelector(".stage:not([data-idle]), [data-test-script-state=running]");
  let [before, quiet] = ["", 0];
  while (quiet < frames) {
    await new Promise((next) => (busy() ? setTimeout(next, 30) : requestAnimationFrame(next)));
    const { left, top, width } = document.querySelector(".stage-panel")?.getBoundingClientRect() ?? {};
    const place = [left, top, width, window.sent?.length].join();
    quiet = place === before && !busy() ? quiet + 1 : 0;
    before = place;
    if (performance.now() - began > patience) return false;
  }
  return true;
}"""

_SOON = "new Promise((over) => setTimeout(over, 50))"


def next_frame(page: Page) -> None:
    """Wait until this frame's changes are drawn."""
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def lapse(page: Page, milliseconds: float) -> None:
    """Wait for a time, in tests about the time itself."""
    page.evaluate("(time) => new Promise((over) => setTimeout(over, time))", milliseconds)


def link(points: Sequence[Point] | None = None, /, **parameters: object) -> str:
    """Return the query of a link to these points and parameters."""
    if points is not None:
        parameters = {"data": "by hand", "points": encode(points), **parameters}
    return "/?" + urllib.parse.urlencode({name: value for name, value in parameters.items() if value != ""})


def telling(address: str) -> str:
    """Return the address with the outcome shown at once."""
    return address if "outcome=" in address else f"{address}{'&' if '?' in address else '?'}outcome=true"


def light(address: str) -> str:
    """Return the address of a page's light page."""
    parts = urllib.parse.urlsplit(address)
    return parts._replace(path=f"/light/{parts.path.strip('/') or 'playground'}").geturl()


def parameters(url: str) -> dict[str, str]:
    """Return the parameters of an address."""
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))


@dataclass(frozen=True)
class Frame:
    """The plot area of a panel: its place on the screen, and the ranges of its axes."""

    left: float
    top: float
    width: float
    height: float
    xs: list[float]
    ys: list[float]

    def screen(self, x: float, y: float) -> tuple[float, float]:
        """Return the screen position of a point of the plot."""
        (x0, x1), (y0, y1) = self.xs, self.ys
        return self.left + (x - x0) / (x1 - x0) * self.width, self.top + (y1 - y) / (y1 - y0) * self.height

    def values(self, left: float, top: float) -> tuple[float, float]:
        """Return the point of the plot at a screen position."""
        (x0, x1), (y0, y1) = self.xs, self.ys
        return x0 + (left - self.left) / self.width * (x1 - x0), y1 - (top - self.top) / self.height * (y1 - y0)


class Playground:
    """The playground in a browser, with names for the things a visitor sees and does."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # ---- seen

    @property
    def step(self) -> int:
        return int(self.page.get_attribute(".stage", "data-at") or -1)

    @property
    def sentence(self) -> str:
        return " ".join(self._text(".stage-sentence").split())

    @property
    def verdict(self) -> str:
        return self._text(".stage-verdict")

    @property
    def position(self) -> str:
        return self._text(".stage-position")

    @property
    def notice(self) -> str:
        return self.page.locator(".stage-complaints").inner_text().strip()

    @property
    def facts(self) -> list[str]:
        return self.page.locator(".stage-facts dd").all_inner_texts()

    @property
    def address(self) -> dict[str, str]:
        """The parameters in the address bar, without those that show tests the outcome and everything."""
        address = parameters(self.page.url)
        shown = ["outcome", *(["show"] if address.get("show") == "everything" else [])]
        return {name: value for name, value in address.items() if name not in shown}

    @property
    def points(self) -> list[Point]:
        """The points in the address bar."""
        return decode(self.address.get("points", ""))[0]

    @property
    def drawn(self) -> list[Point]:
        """The points drawn on the board, in their order."""
        return [(round(x, 9), round(y, 9), class_index) for x, y, class_index in self.page.evaluate(_DRAWN_POINTS)]

    @property
    def hollow(self) -> list[int]:
        """The indices of the points drawn as outlines."""
        return list(self.page.evaluate(_HOLLOW))

    @property
    def reading(self) -> str:
        """The text about the place under the pointer; empty if it is nowhere."""
        return " ".join(self.page.locator(".stage-reading").all_inner_texts())

    def frame(self, area: str = "board") -> Frame:
        """The plot area of a panel, once it is drawn."""
        drawn = f'.stage-panel[data-area="{area}"] :is(.stage-axes > svg, .main-svg)'
        wait_for(self.page, drawn)
        return Frame(*self.page.evaluate(FRAME, area))

    def marks(self, area: str, kind: str) -> list[dict[str, str] | None]:
        """The attributes of a panel's shapes of one kind; None for a hidden shape."""
        return list(self.page.evaluate(_MARKS, [area, kind]))

    def button(self, name: str) -> Locator:
        return self.page.locator(f'.stage [data-do="{name}"]')

    def field(self, name: str) -> Locator:
        """The control of the page with this name."""
        return self._control("[data-control]", has=self.page.get_by_text(name, exact=True))

    def control(self, key: str) -> Locator:
        """The control of the page with this key in links."""
        return self._control(f'[data-control="{key}"]')

    @property
    def more(self) -> Locator:
        """The visible button that opens the rest of the controls."""
        return self.page.locator(".stage-settings :is(.stage-all, .stage-more)").filter(visible=True).first

    # ---- done

    def do(self, *names: str) -> None:
        for name in names:
            self.button(name).click()

    def go(self, name: str) -> None:
        """Go to a page by the menu, opening its group if it has one."""
        label = next((page.label for page in PAGES.values() if page.title == name), name)
        link = self.page.locator("a").get_by_text(label, exact=True)
        menu = self.page.locator(".menu")
        group = menu.locator("details", has=link).locator("summary")
        if group.count():
            group.click()
        menu.locator(link).click()

    def walk(self, name: str) -> None:
        """Go to a page by the menu, and wait until it has come."""
        self.go(name)
        self.arrived(name)

    def arrived(self, name: str) -> None:
        """Wait until the page with this name has come and, unless it is the list of lessons, drawn its stage."""
        self.page.wait_for_function("(name) => document.title.startsWith(name)", arg=name)
        wait_for(self.page, "[data-test-script-state=notRunning]")
        if name != "Lessons":
            wait_for(self.page)

    def choose(self, choice: int) -> None:
        """Choose a tool: 0 for +1, 1 for −1, 2 to erase."""
        self.page.click(f'.stage [data-choice="{choice}"]')

    def set(self, key: str, text: str) -> None:
        """Set a control to a text of links, after opening what it is behind."""
        field = self.control(key)
        if not field.is_visible():
            self.more.click()
        if field.get_attribute("role") == "switch":
            if field.get_attribute("aria-checked") != text:
                field.click()
        elif field.evaluate("(node) => node.localName") == "select":
            field.select_option(text)
        elif field.get_attribute("type") == "range":
            field.focus()
            field.press("Home")
            while field.get_attribute("aria-valuetext") != text:
                field.press("ArrowRight")
        else:
            field.fill(text)
            field.press("Enter")
        self.settle()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def click(self, x: float, y: float) -> None:
        """Click at a point of the board."""
        self.page.mouse.click(*self.frame().screen(x, y))

    def drag(self, start: tuple[float, float], end: tuple[float, float], *, hold: bool = False) -> None:
        frame = self.frame()
        self.page.mouse.move(*frame.screen(*start))
        self.page.mouse.down()
        self.page.mouse.move(*frame.screen(*end), steps=8)
        if not hold:
            self.page.mouse.up()

    # ---- waiting

    def until(self, condition: Callable[[], object], seconds: float = 30) -> None:
        """Wait until a condition holds."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"not so after {seconds} s"
            with contextlib.suppress(Error):  # the page is being left
                self.page.evaluate(_SOON)

    def settle(self, frames: int = 4) -> None:
        """Wait until nothing moves for so many frames, and each edit is sent and answered."""
        assert self.page.evaluate(AT_REST, frames), "the page did not come to rest"

    @contextlib.contextmanager
    def silence(self) -> Iterator[None]:
        """Check that this block sends no message, except for a step that rested."""
        began = self.page.evaluate("performance.now()")
        yield
        sent, stepped = (
            [at for at in self.page.evaluate(f"window.{times}") if at > began] for times in ("sent", "stepped")
        )
        # A step is noted when it is drawn, which on a busy machine is some time after the press.
        assert all(at - max([step for step in stepped if step < at], default=at) > 150 for at in sent)

    def _control(self, selector: str, has: Locator | None = None) -> Locator:
        return self.page.locator(selector, has=has).locator("input, select, [role=switch]").first

    def _text(self, selector: str) -> str:
        return self.page.inner_text(selector).replace("\N{NO-BREAK SPACE}", " ")
