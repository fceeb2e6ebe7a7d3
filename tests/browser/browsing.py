"""A real browser and a real server, for the browser tests and the benchmarks."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Error, Page, Playwright

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
HOW_TO_GET_ONE = "no browser: install chromium or google-chrome, or run `playwright install chromium`"


def launch(playwright: Playwright) -> Browser | None:
    """Start a browser of this machine, or Playwright's own; None if there is none."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    paths = [path for path in map(shutil.which, names) if path]
    for path in [*paths, None]:
        with contextlib.suppress(Error):
            return playwright.chromium.launch(executable_path=path, args=FLAGS)
    return None


@contextlib.contextmanager
def serving(app: str | Path = "app.py", *options: str) -> Iterator[tuple[str, Path]]:
    """Run `streamlit run` on a free port of this machine; yield its address and the file of its log."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = Path(tempfile.mkdtemp()) / "server.log"
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(app),
        "--server.headless=true",
        f"--server.port={port}",
    ]
    command += ["--server.address=127.0.0.1", "--server.fileWatcherType=none", *options]
    with log.open("w") as stream:
        server = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=stream,
            stderr=subprocess.STDOUT,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_until_up(address, server, log)
        yield address, log
    finally:
        server.terminate()
        server.wait(20)


def _wait_until_up(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/_stcore/health", timeout=1):
            return
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError(f"the server did not come up:\n{log.read_text()}")


def ready(page: Page, address: str) -> Page:
    """Open an address and wait until the stage has drawn."""
    page.goto(address)
    page.wait_for_selector(".stage[data-step] .nsewdrag", state="attached", timeout=30_000)
    return page
