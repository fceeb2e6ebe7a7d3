"""The oldest browsers that can show a page, and the notices for browsers that are older or run no JavaScript."""

from __future__ import annotations

from pathlib import Path
from string import Template

OLDEST = "Chrome 114, Firefox 125 or Safari 17"
"""The first browsers with all that the stage needs; `popover` came last."""

WITHOUT_SCRIPT = "This page is drawn in the browser by JavaScript, which is switched off here."
TOO_OLD = f"This browser is too old for this page, which needs {OLDEST}, or a later one."

_NEEDED = (
    '"popover" in HTMLElement.prototype',
    '"with" in Array.prototype',
    '"DecompressionStream" in window',
    'CSS.supports("selector(:has(a))")',
    'CSS.supports("container-type", "inline-size")',
)

# The oldest browsers can read the script of this file.
NOTICES = Template(Path(__file__).with_name("notices.html").read_text(encoding="utf-8")).substitute(
    without_script=WITHOUT_SCRIPT, too_old=TOO_OLD, able=" && ".join(_NEEDED)
)
"""The HTML that begins the body of each page."""
