"""One server and one browser for all the tests, and the server may not complain."""

import os
import re
import sys
import tempfile
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests import budget
from tests.browser.browsing import HOW_TO_GET_ONE, launch, serving

BUDGET = 640
"""CPU seconds that README's test command may cost."""

METER = pytest.StashKey()


def pytest_configure(config):
    os.environ.setdefault("ROOMS", str(Path(tempfile.mkdtemp()) / "rooms.sqlite3"))
    usual = not config.option.ignore and "not thorough" in config.option.markexpr
    whole = usual and config.args_source is config.ArgsSource.TESTPATHS
    if whole and sys.platform == "linux" and not hasattr(config, "workerinput"):
        config.stash[METER] = budget.Meter(os.getpid())
        config.option.durations = config.option.durations or 10


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Take the parameters that a thorough test names out of it: README's command asks these, too."""
    for item in items:
        mark = item.get_closest_marker("thorough")
        if mark and any(f"-{each}-" in f"-{item.callspec.id}-" for each in mark.args):
            item.own_markers.remove(mark)


def pytest_terminal_summary(terminalreporter, config):
    if METER in config.stash:
        terminalreporter.section("what it cost")
        terminalreporter.write_line(budget.sentence(config.stash[METER], BUDGET))


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
