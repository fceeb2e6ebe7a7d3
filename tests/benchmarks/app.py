"""The app in a real browser, as counts and as ratios to the emptiest thing the same server can do.

A click is measured up to its change in the document, and up to the frame after that. Frames are 17 ms apart, and either
change waits for its frame: on a fast machine an edit is in the document after 4 ms and in a frame after 11, and the
empty component's number after 16 and 20 ms.
"""

import itertools
import random
import shutil
import statistics
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from perceptron import Run, margin_dataset, train
from playground.address.codes import decode, encode
from playground.stage.payload import Point
from tests.boards import labelled, placed
from tests.browser.browsing import HOW_TO_GET_ONE, ROOT, Playground, launch, ready, serving

# A component that reports a click and shows the number that comes back: what any answer of the server costs at least.
EMPTY = '''
import gc
import streamlit as st
gc.collect()
gc.freeze()
component = st.components.v2.component("empty", html="<button>go</button>", js="""
export default function ({ parentElement, data, setStateValue }) {
  const button = parentElement.querySelector("button");
  button.dataset.count = data;
  button.onclick = () => setStateValue("count", data + 1);
}
""", isolate_styles=False)
state = st.session_state.get("empty")
component(key="empty", data=int(state["count"]) if state and "count" in state else 0, on_count_change=lambda: None)
'''
CHART = """
import plotly.graph_objects as go
import streamlit as st
st.plotly_chart(go.Figure(go.Scatter(x=list(range(60)), y=[i % 7 for i in range(60)], mode="markers")))
"""
# The times, from the start of the navigation, at which a point and a picture's axes can first be seen, at which *Step*
# can be pressed, and at which the board has its page around it.
FIRST_SIGHT = """
window.seen = {};
const look = () => {
  if (document.querySelector(".stage [data-point]")) {
    window.seen.points ??= performance.now();
    if (document.querySelector("[data-do=forward]:enabled")?.checkVisibility()) window.seen.step ??= performance.now();
  }
  if (document.querySelector(".stage-axes text, .main-svg")) window.seen.axes ??= performance.now();
  if (document.querySelector("#root .stage[data-at]")) window.seen.whole ??= performance.now();
  if (!window.seen.axes || document.querySelector("#first")) requestAnimationFrame(look);
};
look();
"""
# How long a button of the mouse is down in a click, in ms: a hand takes 60 to 120.
PRESS = 60
# The times from the end of a click to a change that the server's answer makes, and to the frame after it.
CLICK_TO_CHANGE = """
([press, target, attribute]) => new Promise((resolve) => {
  const node = document.querySelector(target);
  const isDone = (node) => $done;
  let begin = 0;
  document.addEventListener(press, () => (begin = performance.now()), { capture: true, once: true });
  new MutationObserver((_, observer) => {
    if (!begin || !isDone(node)) return;
    observer.disconnect();
    const change = performance.now() - begin;
    requestAnimationFrame(() => resolve([change, performance.now() - begin]));
  }).observe(node, { attributes: true, attributeFilter: [attribute] });
  window.armed = true;
})
"""


def rows() -> Iterator[tuple[str, str, str, bool]]:
    """Yield what was measured: its name, the value, the target, and whether the target was met."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launch(playwright)
        if browser is None:
            yield "the app", HOW_TO_GET_ONE, "a browser", False
            return
        with serving(_copy_with_extra_pages(Path(folder))) as (address, _):
            yield from _stepping(browser, address)
            yield _moving(browser, address)
            yield _lost_clicks(browser, address)
            yield from _editing(browser, address)
            yield from _first_drawing(browser, address)
            yield _slow_phone(browser, address)
        browser.close()


def _copy_with_extra_pages(folder: Path) -> Path:
    """Copy the app, with two pages more to measure against on the same server."""
    for name in ("perceptron", "playground", "pages", "static", ".streamlit"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("app.py", "LICENSE", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    (folder / "pages" / "empty.py").write_text(EMPTY)
    (folder / "pages" / "chart.py").write_text(CHART)
    return folder / "app.py"


def _page(browser: Browser, address: str) -> Page:
    return ready(browser.new_page(viewport={"width": 1366, "height": 768}), address)


def _sixty(margin: float, updates: range) -> tuple[list[Point], Run]:
    """Find 60 points, as a link holds them, on which a run makes a number of updates within the range."""
    for seed in range(1000):
        drawn = margin_dataset(60, 2, margin, seed=seed)
        points, _ = decode(encode(placed(drawn)))
        run = train(labelled(points))
        if run.outcome == "converged" and len(run.mistakes) in updates:
            return points, run
    raise RuntimeError(f"no seed gives a run of {len(run.mistakes)} updates")


def _stepping(browser: Browser, address: str) -> Iterator[tuple[str, str, str, bool]]:
    sent: list[str | bytes] = []
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    points, _ = _sixty(0.005, range(2_000, 5_000))
    ready(page, f"{address}/?data=by+hand&points={encode(points)}")
    page.wait_for_timeout(1500)
    sent.clear()
    page.evaluate(
        "() => { window.steps = 0; new MutationObserver(() => window.steps++).observe("
        "document.querySelector('.stage'), { attributes: true, attributeFilter: ['data-at'] }); }"
    )
    page.click("[data-do=play]")
    page.select_option(".stage-speed", "Infinity")
    begin = page.evaluate("[performance.now(), window.steps]")
    page.wait_for_timeout(6000)
    end = page.evaluate("[performance.now(), window.steps]")
    frames = 1000 * (end[1] - begin[1]) / (end[0] - begin[0])
    yield "playing 60 points, 2,000 updates, full speed", f"{frames:.0f} frames/s", "≥ 50", frames >= 50
    yield "messages sent while playing for six seconds", str(len(sent)), "0", not sent
    page.click("[data-do=play]")
    page.wait_for_timeout(1500)
    resting = len(sent)
    yield "messages sent when the hand rests", str(resting), "≤ 1", resting <= 1
    page.close()


def _moving(browser: Browser, address: str) -> tuple[str, str, str, bool]:
    page = _page(browser, f"{address}/dimensions?n=200&d=1000&gamma=0.01")
    page.wait_for_timeout(1500)
    begin = page.evaluate("(document.querySelector('[data-do=play]').click(), performance.now())")
    page.select_option(".stage-speed", "Infinity")
    page.wait_for_selector('.stage[data-at="300"]')
    frames = 300_000 / (page.evaluate("performance.now()") - begin)
    page.close()
    return "playing 200 points that move, 300 updates, full speed", f"{frames:.0f} frames/s", "≥ 55", frames >= 55


def _lost_clicks(browser: Browser, address: str) -> tuple[str, str, str, bool]:
    page = _page(browser, f"{address}/?data=by+hand&bias=true")
    box = page.locator('[data-area="board"]').bounding_box()
    assert box
    for i in range(20):
        page.mouse.click(box["x"] + 70 + 20 * i, box["y"] + 60 + (i * 97) % 360)
        page.wait_for_timeout(10)
    page.wait_for_timeout(2000)
    arrived = len(decode(page.evaluate("new URLSearchParams(location.search).get('points') ?? ''"))[0])
    page.close()
    return "clicks lost, 20 clicks 10 ms apart", str(20 - arrived), "0", arrived == 20


def _editing(browser: Browser, address: str) -> Iterator[tuple[str, str, str, bool]]:
    """Measure what an edit costs in time and in bytes, where it leaves the run about two hundred updates long."""
    points, run = _sixty(0.01, range(180, 221))
    received: list[int] = []
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))))
    ready(page, f"{address}/?data=by+hand&points={encode(points)}")
    page.wait_for_timeout(1500)
    frame = Playground(page).frame()
    times, sizes = [], []
    for place in _far_places(points, run, 24):
        spot = frame.screen(*place)
        received.clear()
        done = "!node.classList.contains('is-pending')"
        arm = ["pointerup", ".stage", "class", done]
        times.append(_timed(page, arm, partial(page.mouse.click, *spot, delay=PRESS)))
        page.wait_for_timeout(100)
        sizes.append(sum(received))
        page.keyboard.press("Control+z")
        page.wait_for_timeout(900)
    page.goto(f"{address}/empty")
    page.wait_for_selector("[data-count]")
    empty = []
    for i in range(24):
        arm = ["click", "[data-count]", "data-count", f"node.dataset.count === '{i + 1}'"]
        empty.append(_timed(page, arm, lambda: page.click("[data-count]", delay=PRESS)))
        page.wait_for_timeout(200)
    page.close()
    rows = zip(("redrawn", "  in a frame"), (0.35, 0.6), _medians(times), _medians(empty), strict=True)
    for name, target, ours, theirs in rows:
        what = f"{name}, 60 points, {len(run.mistakes)} updates ({ours:.0f} ms)"
        yield f"click → {what}", f"{ours / theirs:.2f} × empty", f"≤ {target} ×", ours <= target * theirs
    size = statistics.median(sizes)
    yield (
        f"messages for an edit of 60 points, {len(run.mistakes)} updates",
        f"{size / 1000:.1f} kB",
        "≤ 30 kB",
        size <= 30_000,
    )


def _far_places(points: list[Point], run: Run, count: int) -> list[tuple[float, float]]:
    """Find places where one more positive point changes no update; what was asked before is answered from a store."""
    x, y = 1.15 * run.weights[-1] / np.linalg.norm(run.weights[-1])
    places = [(x + across / 50, y + up / 50) for across, up in itertools.product(range(-5, 6), repeat=2)]
    far = [place for place in places if np.array_equal(train(labelled([*points, (*place, 0)])).mistakes, run.mistakes)]
    return random.Random(0).sample(far, count)


def _medians(times: list[tuple[float, float]]) -> list[float]:
    return [statistics.median(column) for column in zip(*times[4:], strict=True)]


def _timed(page: Page, arm: list[str], act: object) -> tuple[float, float]:
    *arm, done = arm
    page.evaluate(f"(arm) => {{ window.measured = ({CLICK_TO_CHANGE.replace('$done', done)})(arm); }}", arm)
    act()
    return page.evaluate("window.measured")


def _first_drawing(browser: Browser, address: str) -> Iterator[tuple[str, str, str, bool]]:
    """Compare cold visits in turn, each with an empty cache, so that both see the same machine."""
    board, axes, whole, chart = [], [], [], []
    for _ in range(6):
        for path in ("/", "/chart"):
            context = browser.new_context(viewport={"width": 1366, "height": 768})
            page = context.new_page()
            page.add_init_script(FIRST_SIGHT)
            page.goto(address + path)
            page.wait_for_function(f"() => window.seen.{'axes' if path == '/chart' else 'whole'}")
            seen = page.evaluate("window.seen")
            context.close()
            if path == "/chart":
                chart.append(seen["axes"])
            else:
                board.append(seen["points"])
                axes.append(seen["axes"])
                whole.append(seen["whole"])
    base = statistics.median(chart[1:])
    for name, times, target in (
        ("first drawing: points, boundary, words", board, 0.07),
        ("  with their axes", axes, 0.07),
        ("  with the whole page", whole, 0.45),
    ):
        time = statistics.median(times[1:])
        yield f"{name} ({time:.0f} ms)", f"{time / base:.2f} × chart", f"≤ {target} ×", time <= target * base


def _slow_phone(browser: Browser, address: str) -> tuple[str, str, str, bool]:
    """Measure how long it takes over a slow line, of which nothing is kept, until an update can be made."""
    times = []
    for _ in range(3):
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        page = context.new_page()
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        line = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
        network.send("Network.emulateNetworkConditions", line)
        page.add_init_script(FIRST_SIGHT)  # Playwright itself would look every half a second only
        page.goto(address, wait_until="commit")
        page.wait_for_function("() => window.seen.step", timeout=60_000)
        times.append(page.evaluate("window.seen.step") / 1000)
        context.close()
    time = statistics.median(times)
    return "slow 3G phone (400 kbit/s, 400 ms): an update can be made", f"{time:.1f} s", "≤ 2.4 s", time <= 2.4
