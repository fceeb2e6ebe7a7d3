"""The light page: a document with the stage and one scene in it, which loads nothing of Streamlit.

The stage in it asks for each next scene by itself; what else the page of the app has, is one link away.
"""

from __future__ import annotations

import html
import json
import re
import string
import urllib.parse
from collections.abc import Mapping
from pathlib import Path

from ui import browsers, serving
from ui.exercise import FILES
from ui.lessons import LESSONS, Lesson
from ui.page import Opened, Page
from ui.pages import PAGES
from ui.stage import alone
from ui.state import lesson

FIRST = "playground"
"""What the first page is called here; the others are called as in the links of the app."""

_FOLDER = Path(__file__).parent


def document(page: Page, opened: Opened, content: Mapping[str, object]) -> str:
    """Write the light page of what an address opens, with what its stage needs to show it."""
    exercise, current = opened.state.exercise, lesson(opened.state.settings, page.file)
    ways = _lessons(current) if current and not exercise.ask else []
    if exercise.next:
        ways.append(_way("Next →", *exercise.following()))
    if "controls" not in exercise.hide:
        name = "" if page.file == "app.py" else Path(page.file).stem
        ways.append(f'<a data-all href="./{name}">All controls</a>')
    words = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(page.words, quote=False))
    return _TEMPLATE.substitute(
        _PARTS,
        heading=html.escape(page.title),
        title=html.escape(f"{page.title} · perceptron playground"),
        words="" if current or exercise.ask else words,
        ways="\n".join(ways),
        name=_name(page.file),
        # No sign of it can end the script that it lies in.
        opened=json.dumps(content, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c"),
    )


def _lessons(current: Lesson) -> list[str]:
    """Lead to the list of the lessons, and to those beside this one."""
    ways = [f'<a href="./lessons">Lesson {current.place} of {len(LESSONS) - 1}</a>']
    among = [None, *LESSONS.values(), None]
    sides = [("← Back", among[current.place]), ("Next →", among[current.place + 2]), ("↺ The lesson's board", current)]
    return ways + [_way(label, at.page, at.link) for label, at in sides if at]


def _way(label: str, file: str, query: Mapping[str, str]) -> str:
    """Lead to another light page, or to the page of the app where it has no stage."""
    path = f"light/{_name(file)}" if PAGES[file].answer else Path(file).stem
    return f'<a href="./{path}?{html.escape(urllib.parse.urlencode(query))}">{label}</a>'


def _name(file: str) -> str:
    (name,) = (path for path, known in FILES.items() if known == file)
    return name or FIRST


_TEMPLATE = string.Template((_FOLDER / "light.html").read_text(encoding="utf-8"))
_PARTS = {
    "icon": f"data:image/svg+xml,{urllib.parse.quote((_FOLDER / 'icon.svg').read_text(encoding='utf-8'))}",
    "themes": alone.themes(),
    "notices": browsers.NOTICES,
    "stage": (_FOLDER / "stage" / "stage.html").read_text(encoding="utf-8"),
    "style": serving.STYLE,
    "script": serving.STAGE,
    "plotly": serving.PLOTLY,
    "template": alone.TEMPLATE,
    "encoder": serving.ENCODER,
    "math": serving.MATH,
}
