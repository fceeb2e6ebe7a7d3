"""The first document of a page: its board stands there, steps and can be changed, before Streamlit has been asked for.

It is the document that Streamlit answers with, and over its empty page a layer: a light page that stands where the
whole one will. Streamlit's own files are fetched once the board is drawn. When its component comes, the stage moves
into it (`stage/first.js`), and the layer goes.
"""

from __future__ import annotations

import functools
import html
import re
import string
from collections.abc import Callable, Mapping
from pathlib import Path

from playground.address.address import lesson
from playground.export import alone
from playground.lessons import WAY, Lesson, beside, count
from playground.page.answer import Opened
from playground.page.page import Page
from playground.pages import FIRST, GROUPS
from playground.server import front, internals, light
from playground.stage import assets

_FOLDER = Path(__file__).parent
_THEIRS = re.compile(r'\s*(<link\s[^>]*href="\./static/[^>]*>|<script\s[^>]*src="\./static/[^>]*></script>)')
_ONCE = ("</head>", "<title>", "</title>", '<div id="root"></div>', "</body>")

ROOM = 1000
"""Pixels of a window in which a sidebar is open: it takes 300 of them, and Streamlit itself closes it up to 768."""
OVER = 800
"""In a window of fewer pixels an open sidebar lies over the board, and is closed though the last visit left it open."""


def shell(streamlit: str) -> Callable[..., str] | None:
    """Return what fills a page into the document of Streamlit; None if that is not as this needs it.

    Its files wait in a template at the end. In a document without exactly one script among them there is nothing to
    begin with, or something begins before.
    """
    theirs = _THEIRS.findall(streamlit)
    scripts = [part for part in theirs if part.startswith("<script")]
    if len(scripts) != 1 or streamlit.count('type="module"') != 1 or any(streamlit.count(part) != 1 for part in _ONCE):
        return None
    text = front.first_page(_THEIRS.sub("", streamlit)).replace("$", "$$")
    text = re.sub("<title>.*?</title>", "<title>$title</title>", text, flags=re.DOTALL)
    text = text.replace("</head>", f'<link rel="stylesheet" href="./app/static/{assets.STYLE}"></head>')
    text = text.replace("</body>", f"{(_FOLDER / 'first.html').read_text(encoding='utf-8')}</body>")
    # Over a slow line they shall not keep an edit waiting.
    later = re.sub("<(link|script) ", r'<\1 fetchpriority="low" ', "".join(theirs))
    return functools.partial(string.Template(text).substitute, _PARTS, later=later)


def document(page: Page, opened: Opened, content: Mapping[str, object]) -> str:
    """Write the first document of what an address opens on a page, with what its stage needs to show it.

    Raises
    ------
    LookupError
        If Streamlit's document is not as this needs it.
    """
    if SHELL is None:
        raise LookupError("Streamlit's document has no room for a page")
    exercise, current = opened.state.exercise, lesson(opened.state.settings, page.file)
    ways = [
        _way(label, *way)
        for label, way in zip(("← Back", "Next →"), (exercise.before, exercise.following), strict=True)
        if way
    ]
    next_way = f'<p class="first-next">{"".join(ways)}</p>' if ways else ""
    words = ""
    if not exercise.ask:
        words = _lessons(current) if current else _headline(page)
    return SHELL(
        title=html.escape(f"{page.title} · perceptron playground"),
        heading=html.escape(page.title),
        shown="" if "controls" not in exercise.hide else "is-alone",
        menu=_menu(page),
        words=next_way + words,
        name=page.route,
        opened=light.as_data(content),
    )


def _menu(here: Page) -> str:
    parts = [_page_way(page, here) for page in FIRST]
    for group, pages in GROUPS.items():
        within = f"<i>{group}: </i><b>{here.title}</b>" if here in pages else group
        ways = "".join(_page_way(page, here) for page in pages)
        parts.append(f"<details><summary>{within}</summary><div>{ways}</div></details>")
    return "".join(parts)


def _page_way(page: Page, here: Page) -> str:
    current = ' aria-current="page"' if page is here else ""
    return f'<a href="{_path(page.file)}"{current}>{html.escape(page.title)}</a>'


def _headline(page: Page) -> str:
    """Return the page's words; those of the first page lead to the lessons."""
    if page is not FIRST[0]:
        return f'<p class="first-headline">{light.words(page)}</p>'
    lead = WAY.replace("export default ", "") + 'lead(document.querySelector("#first .first-headline a"));'
    ways = f"<span>{_way('Lessons →', 'pages/lessons.py')}</span>"
    return f'<p class="first-headline">{light.words(page)}{ways}</p><script type="module">{lead}</script>'


def _lessons(current: Lesson) -> str:
    """Lead to the list of the lessons, and to those beside this one."""
    ways = [_way(count(current), "pages/lessons.py")]
    ways += [
        _way(label, at.page, at.link) for label, at in zip(("← Back", "Next →"), beside(current), strict=True) if at
    ]
    return f'<p class="first-lesson">{"".join(ways)}</p>'


def _way(label: str, file: str, query: Mapping[str, str] | None = None) -> str:
    return light.anchor(label, _path(file), query)


def _path(file: str) -> str:
    return "./" if file == "app.py" else f"./{Path(file).stem}"


_PARTS = {
    "light": assets.colors("light"),
    "dark": assets.colors("dark"),
    "room": ROOM,
    "over": OVER,
    "stage": (_FOLDER.parent / "stage" / "stage.html").read_text(encoding="utf-8"),
    "script": assets.STAGE,
    "plotly": assets.PLOTLY,
    "template": alone.TEMPLATE,
    "encoder": assets.ENCODER,
    "math": assets.MATH,
}

SHELL = shell(internals.first_document())
"""Fills in a page; None where Streamlit's document has no room for one."""
