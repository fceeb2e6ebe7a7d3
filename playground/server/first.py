"""The first document of a page: its board stands there, steps and can be changed, before Streamlit has been asked.

It is Streamlit's document with a layer over its empty page: a light page in the place of the whole one. Streamlit's own
files are fetched once the board is drawn. When Streamlit's component comes, the stage moves into it
(`stage/src/host/first.ts`), and the layer goes.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from playground.address.address import lesson
from playground.lessons import LESSONS
from playground.page.answer import Opened
from playground.page.page import Page
from playground.page.preview import preview
from playground.server import front, light, templates
from playground.server.templates import Anchor, whole
from playground.stage import assets

_THEIRS = re.compile(r'\s*(<link\s[^>]*href="\./static/[^>]*>|<script\s[^>]*src="\./static/[^>]*></script>)')
_ONCE = ("</head>", "<title>", "</title>", '<div id="root"></div>', "</body>")


BOARDS = [(each.key, templates.board_of(each)) for each in LESSONS.values()]
"""All lessons: the name under which a browser notes that each is done, and the address of its board."""
WAY = f"const LESSONS = {json.dumps(BOARDS)};\n{assets.script('begun.js').decode()}"
"""The script that leads from the headline to the first lesson that is not done."""


class Shell(NamedTuple):
    """Streamlit's document around a page: its parts before the title, after it and after the layer, and its files."""

    before: str
    head: str
    end: str
    later: str


def shell(streamlit: str) -> Shell | None:
    """Split Streamlit's document where a page goes; None if the document is not as expected.

    The document must have exactly one script: without one nothing could be fetched later, and a second would run early.
    """
    theirs = _THEIRS.findall(streamlit)
    scripts = [part for part in theirs if part.startswith("<script")]
    if len(scripts) != 1 or streamlit.count('type="module"') != 1 or any(streamlit.count(part) != 1 for part in _ONCE):
        return None
    text = front.loading_page(_THEIRS.sub("", streamlit))
    text = text.replace("</head>", f'<link rel="stylesheet" href="./app/static/{assets.STYLE}"></head>')
    before, _, rest = text.partition("<title>")
    head, _, end = rest.partition("</title>")[2].partition("</body>")
    # Over a slow line Streamlit's files must not delay an edit.
    later = re.sub("<(link|script) ", r'<\1 fetchpriority="low" ', "".join(theirs))
    return Shell(f"{before}<title>", head, f"</body>{end}", later)


def document(around: Shell, page: Page, opened: Opened, content: Mapping[str, object], image: str) -> str:
    """Return the first document of a page: Streamlit's document with a layer that shows the opened address.

    The `image` is the address of a picture of its board.
    """
    exercise, current = opened.state.exercise, lesson(opened.state.settings, page.file)
    layer = templates.document(
        "server/first.html",
        page=page,
        content=content,
        later=around.later,
        exercise_links=light.beside_exercise(exercise, whole),
        end=light.end_before(exercise, current, whole),
        lesson_links=light.beside_lesson(current, exercise, whole) if current and not exercise.ask else [],
        words="" if exercise.guides else page.words,
        lessons=Anchor("Lessons →", "./lessons"),
        lead=WAY,
    )
    title, description = preview(page, opened.state)
    named = templates.document("server/preview.html", title=title, description=description, image=image)
    return f"{around.before}{html.escape(title)}</title>{named}{around.head}{layer}{around.end}"
