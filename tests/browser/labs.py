"""A real JupyterLab and a real marimo, which tests/notebooks.txt brings, and what a visitor does there."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.browsing import ROOT, Playground, free_port, wait_until_up

_SESSION = "jupyterapp.shell.currentWidget.context.sessionContext.session"
_RUN = f"""async (code) => {{
  const future = {_SESSION}.kernel.requestExecute({{ code, store_history: false }}, true);
  let said = "";
  future.onIOPub = ({{ content }}) => {{ said += content.text ?? (content.traceback ?? []).join("\\n"); }};
  await future.done;
  return said;
}}"""
_NO_KERNEL = "--KernelSpecManager.allowed_kernelspecs=none"
_NO_NEWS = {"fetchNews": "false", "checkForUpdates": False}


@contextlib.contextmanager
def serving(command: Sequence[str], health: str, folder: Path, library: Path) -> Iterator[str]:
    """Start a server of notebooks in a folder, where all it writes is kept; yield its address once it answers.

    Its notebooks import from the folder `library`, and there their `%pip` installs, with no index of packages.
    """
    port = free_port()
    places = {f"JUPYTER_{name}_DIR": str(folder / f".{name}") for name in ("CONFIG", "DATA", "RUNTIME")}
    places |= {"HOME": str(folder), "IPYTHONDIR": str(folder / ".ipython"), "PYTHONPATH": str(library)}
    places |= {"PIP_TARGET": str(library), "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1"}
    with (folder / "log").open("a") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", *command, str(port)], cwd=folder, env=os.environ | places, stdout=log, stderr=log
        )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until_up(address, server, folder / "log", health)
        yield address
    finally:
        server.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(20)
        server.kill()  # JupyterLab does not end while a kernel starts
        server.wait()


@contextlib.contextmanager
def jupyter(folder: Path, library: Path = ROOT, *, kernel: bool = True) -> Iterator[str]:
    """Start JupyterLab in a folder; without a `kernel` it can only show what is saved."""
    settings = folder / ".CONFIG" / "lab" / "user-settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "notification.jupyterlab-settings").write_text(json.dumps(_NO_NEWS))
    options = ["--no-browser", "--allow-root", "--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True"]
    options += [] if kernel else [_NO_KERNEL]
    with serving(["jupyterlab", *options, "--ServerApp.port"], "/api/status", folder, library) as address:
        yield address


@contextlib.contextmanager
def marimo(file: Path) -> Iterator[str]:
    """Start marimo's editor of a notebook."""
    options = ["--headless", "--no-token", "--skip-update-check", "--host", "127.0.0.1"]
    with serving(["marimo", "edit", file.name, *options, "--port"], "/health", file.parent, ROOT) as address:
        yield address


def write(file: Path, *cells: str) -> None:
    """Write a notebook with these cells of code."""
    code = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    made = [{**code, "id": f"cell-{place}", "source": source} for place, source in enumerate(cells)]
    known = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    file.write_text(json.dumps({"cells": made, "metadata": known, "nbformat": 4, "nbformat_minor": 5}))


class Lab:
    """A notebook that is open in JupyterLab."""

    def __init__(self, page: Page, address: str, name: str) -> None:
        self.page = page
        page.goto(f"{address}/lab/tree/{name}?reset")
        page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        page.wait_for_function("window.jupyterapp")

    def do(self, command: str) -> None:
        """Begin a command of JupyterLab."""
        self.page.evaluate("(command) => { jupyterapp.commands.execute(command); }", command)

    def press(self, name: str) -> None:
        """Press a button of a dialog."""
        self.page.locator(".jp-Dialog").get_by_role("button", name=name).click()

    def run_all(self) -> None:
        """Run all cells, once the kernel is there."""
        self.page.wait_for_function(f"{_SESSION}?.kernel?.status === 'idle'")
        self.page.evaluate("() => jupyterapp.commands.execute('notebook:run-all-cells')")

    def save(self) -> None:
        self.page.evaluate("() => jupyterapp.shell.currentWidget.context.save()")

    def run(self, code: str) -> str:
        """Return what code prints that the kernel runs after all that it was asked for."""
        return str(self.page.evaluate(_RUN, code)).strip()

    def until(self, holds: Callable[[], object], seconds: float = 60) -> None:
        Playground(self.page).until(holds, seconds)


def board(page: Page, place: int, title: str = "Board") -> Playground:
    """Return the board in one of the notebook's frames, once it has drawn; only a board that is seen draws."""
    frame = page.locator(f'iframe[title="{title}"]').nth(place)
    frame.scroll_into_view_if_needed()
    handle: Any = frame.element_handle()
    inner = handle.content_frame()
    inner.wait_for_selector(".stage[data-at][data-idle]")
    return Playground(inner)


def click(stage: Playground, x: float, y: float) -> None:
    """Click at a point of a board in a frame."""
    left, top = stage.frame().screen(x, y)
    stage.page.locator("body").click(position={"x": left, "y": top})
