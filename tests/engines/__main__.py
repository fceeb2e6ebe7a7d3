"""Try the app in Chromium, Firefox and WebKit: `python -m tests.engines`, from the root of the repository."""

import sys

import pytest

from tests.engines import windows

if __name__ == "__main__":
    if missing := list(filter(None, map(windows.missing, windows.ENGINES))):
        sys.exit("\n".join(missing))
    sys.exit(pytest.main(["tests/browser", "tests/engines", "-m", "", *sys.argv[1:]]))
