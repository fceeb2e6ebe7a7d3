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

from playground.address.address import lesson
from playground.export import alone
from playground.lessons import Lesson, beside, count
from playground.page.answer import Opened
from playground.page.page import Page
from playground.pages import PAGES
from playground.stage import assets, browsers

_FOLDER = Path(__file__).parent
_RELATIONS = {"← Back": "prev", "Next →": "next"}


def document(page: Page, opened: Opened, content: Mapping[str, object]) -> str:
    """Write the light page of what an address opens, with what its stage needs to show it."""
    exercise, current = opened.state.exercise, lesson(opened.state.settings, page.file)
    ways = _lessons(current) if current and not exercise.ask else []
    ways += [
        _way(label, *way) for label, way in zip(_RELATIONS, (exercise.before, exercise.following), strict=True) if way
    ]
    if "controls" not in exercise.hide:
        path = "" if page.file == "app.py" else Path(page.file).stem
        ways.append(f'<a data-all href="./{path}">All controls</a>')
    return _TEMPLATE.substitute(
        _PARTS,
        heading=html.escape(page.title),
        title=html.escape(f"{page.title} · perceptron playground"),
        words="" if current or exercise.ask else words(page),
        ways="\n".join(ways),
        name=page.route,
        opened=as_data(content),
    )


def words(page: Page) -> str:
    """Return the words of a page as HTML."""
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(page.words, quote=False))


def as_data(content: Mapping[str, object]) -> str:
    """Return what a stage needs as JSON, no sign of which can end the script that it lies in."""
    return json.dumps(content, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")


def _lessons(current: Lesson) -> list[str]:
    """Lead to the list of the lessons, and to those beside this one."""
    ways = [f'<a href="./lessons">{count(current)}</a>']
    sides = zip(("← Back", "Next →", "The lesson's board"), (*beside(current), current), strict=True)
    return ways + [_way(label, at.page, at.link) for label, at in sides if at]


def _way(label: str, file: str, query: Mapping[str, str]) -> str:
    """Lead to another light page, or to the page of the app where it has no stage."""
    return anchor(label, f"./light/{PAGES[file].route}" if PAGES[file].answer else f"./{Path(file).stem}", query)


def anchor(label: str, path: str, query: Mapping[str, str] | None = None) -> str:
    """Return a link, which says of the boards before and after that they are these."""
    asked = f"?{html.escape(urllib.parse.urlencode(query))}" if query else ""
    named = f' rel="{_RELATIONS[label]}"' if label in _RELATIONS else ""
    return f'<a href="{path}{asked}"{named}>{label}</a>'


_TEMPLATE = string.Template((_FOLDER / "light.html").read_text(encoding="utf-8"))
_PARTS = {
    "icon": assets.ICON,
    "themes": assets.themes(),
    "notices": browsers.NOTICES,
    "stage": (_FOLDER.parent / "stage" / "stage.html").read_text(encoding="utf-8"),
    "style": assets.STYLE,
    "script": assets.STAGE,
    "plotly": assets.PLOTLY,
    "template": alone.TEMPLATE,
    "encoder": assets.ENCODER,
    "math": assets.MATH,
}
