"""The document in which a visitor's program runs: without an origin, a network or a picture, under its own policy.

The stage shows it in a frame with `sandbox="allow-scripts"`, hands it Brython's script, and hears from it what a
program prints. A program runs in a worker, which inherits the policy; no program reaches the server.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from playground.server.http import Packed
from playground.stage import assets, python
from playground.stage.templates import template

NAME = "write.html"
"""Its name beside the published files; it has no hash, for it is asked for anew each time."""

_BEGIN = assets.script("write.js").decode()
_HASH = base64.b64encode(hashlib.sha256(_BEGIN.encode()).digest()).decode()
_REACH = (
    f"default-src 'none'; script-src 'sha256-{_HASH}' 'unsafe-eval'; worker-src blob:; connect-src 'none'; "
    "form-action 'none'; base-uri 'none'"
)
POLICY = f"{_REACH}; sandbox allow-scripts"
"""Brython evaluates what it makes of a program, here and nowhere else; nothing is loaded, sent or opened."""

_SYS = "from _sys import _getframe"


def _modules() -> dict[str, list[object]]:
    """Return the modules that a visitor's program may import, in the form of Brython's library."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(Path(python.__file__).parent.glob("*.py"))}
    package: list[object] = [".py", texts.pop("__init__"), [], 1]
    modules: dict[str, list[object]] = {"python": package, "sys": [".py", _SYS, []]}
    return modules | {f"python.{name}": [".py", text, []] for name, text in texts.items()}


def document() -> Packed:
    """Return the HTML document in which a visitor's program runs, as a response; it may not load or send anything."""
    text = template("server/write.html").render(
        policy=_REACH,
        script=assets.BRYTHON,
        worker=assets.script("interpreter.js").decode(),
        modules=_modules(),
        begin=_BEGIN,
    )
    packed = Packed(text.encode(), ".html", "no-cache")
    packed.headers["content-security-policy"] = POLICY
    return packed
