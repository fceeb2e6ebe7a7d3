"""One server and one browser for all the tests, and the server may not complain."""

import gc
import os
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from playwright.sync_api import sync_playwright

from tests.browser.browsing import HOW_TO_GET_ONE, launch, serving

COMMON = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    "phases": [Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],  # to explain a failure takes minutes
}
settings.register_profile("steady", derandomize=True, max_examples=20, **COMMON)
settings.register_profile("slow", max_examples=500, **COMMON)


def pytest_configure(config):
    settings.load_profile("steady" if config.option.markexpr == "not slow" else "slow")
    os.environ.setdefault("ROOMS", str(Path(tempfile.mkdtemp()) / "rooms.sqlite3"))


def pytest_collectstart():
    gc.disable()  # nothing that is collected is garbage


def pytest_collection_finish():
    """Leave out of later looks for garbage all modules and tests, which were an eighth of the tests' work."""
    gc.freeze()
    gc.enable()


def pytest_terminal_summary(terminalreporter):
    """Say in one line, not in hundreds, that there is no browser: pytest folds skips of one place and reason."""
    for report in terminalreporter.stats.get("skipped", []):
        if report.longrepr[2].endswith(HOW_TO_GET_ONE):
            report.longrepr = (__file__, None, f"Skipped: {HOW_TO_GET_ONE}")


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    # No page of a test lives long enough for what V8 compiles twice to earn that back.
    found = launch(playwright, "--js-flags=--no-opt --no-maglev")
    if found is None and os.environ.get("CI") == "true":
        pytest.fail(HOW_TO_GET_ONE)
    if found is None:
        pytest.skip(HOW_TO_GET_ONE)
    yield found
    found.close()


@pytest.fixture(scope="session")
def server(browser):
    with serving() as (address, log):
        yield address
    check(log)


def check(log):
    assert not re.search("Traceback|Error|Warning", log.read_text()), log.read_text()
