"""The folder of lessons on a slow network: how long a phone waits for the board and its points."""

from __future__ import annotations

import base64
import contextlib
import http.server
import json
import re
import tempfile
import threading
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from playground.export import site
from tests.browser.browsing import HOW_TO_GET_ONE, PHONE, launch

# Slow 3G, as browsers' own tools name it: bytes a second each way, and ms before an answer begins.
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
MOST = 8.0  # s from the start of the navigation
_PATIENCE = 60_000  # ms

# The time, from the start of the navigation, at which there are axes or a picture and, if the scene has any, points.
_SEEN = """([points, patience]) => new Promise((seen) => requestAnimationFrame(function look() {
  const board = document.querySelector('.stage-panel[data-area="board"]');
  const [axes, drawn] = [".stage-axes text, .main-svg, [data-kind=pixels]", "[data-point]"].map((part) =>
    board?.querySelectorAll(part).length);
  if (axes && drawn >= points || performance.now() > patience) requestAnimationFrame(() => seen(performance.now()));
  else requestAnimationFrame(look);
}))"""
_SCENE = re.compile(r'\bshow\("[^"]*", "([^"]+)"')


def rows() -> Iterator[tuple[str, str, str, bool]]:
    """Yield what was measured: its name, the value, the target, and whether the target was met."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launch(playwright)
        if browser is None:
            yield "the lessons", HOW_TO_GET_ONE, "a browser", False
            return
        site.write(Path(folder))
        times = waits(browser, Path(folder))
        browser.close()
    slowest = max(times, key=lambda name: times[name])
    mean = sum(times.values()) / len(times)
    name = f"{len(times)} lessons' pages on slow 3G, phone, nothing cached: slowest, {slowest}"
    yield name, f"{times[slowest]:.1f} s", f"<= {MOST:g} s", times[slowest] <= MOST
    yield "the same, mean", f"{mean:.1f} s", f"<= {MOST:g} s", mean <= MOST


def waits(browser: Browser, folder: Path) -> dict[str, float]:
    """Return how many seconds each page of a folder takes until board and points can be seen, each by a new visitor."""
    times = {}
    with hosting(folder) as address:
        for path in sorted(folder.glob("[0-9]*.html")):
            context = browser.new_context(**PHONE)
            page = context.new_page()
            network = context.new_cdp_session(page)
            network.send("Network.enable")
            network.send("Network.emulateNetworkConditions", SLOW_3G)
            page.goto(f"{address}/{path.name}", wait_until="commit", timeout=_PATIENCE)
            times[path.stem] = page.evaluate(_SEEN, [_points(path), _PATIENCE]) / 1000
            context.close()
    return times


def _points(path: Path) -> int:
    """Return how many points there are to be seen on a page; in the space of weights they are none."""
    found = _SCENE.search(path.read_text(encoding="utf-8"))
    assert found
    scene = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return len(scene["points"]) if "editing" in scene else 0


@contextlib.contextmanager
def hosting(folder: Path) -> Iterator[str]:
    """Serve a folder as the plainest host does, which packs nothing; yield its address."""
    handler = partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing of each file."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send what is wanted until it is no longer wanted."""
        with contextlib.suppress(ConnectionError):
            super().copyfile(source, outputfile)
