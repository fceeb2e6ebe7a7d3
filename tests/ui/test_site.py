"""What `python -m ui.site` writes and says, without a browser."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def ran(*arguments):
    """What the command line has written on the screen, and whether it was content."""
    command = [sys.executable, "-m", "ui.site", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return done.stdout + done.stderr, done.returncode


def test_it_is_silent_but_for_its_own_words(tmp_path):
    assert ran("--folder", tmp_path / "folder", "/?data=XOR") == ("", 0)
    said, code = ran("/nowhere", tmp_path / "nowhere.html")
    assert code == 2
    assert [line for line in said.splitlines() if line.startswith("python -m ui.site: error: a link leads to a page")]
    assert "ScriptRunContext" not in said
