"""The document of a board, in which it stands, steps and can be changed before Streamlit has been asked.

A light page loads nothing of Streamlit: its stage asks for each next scene by itself, and a link leads to the whole
page. A first document is a light page over Streamlit's empty page. Streamlit's own files are fetched once the board is
drawn; when Streamlit's component comes, the stage moves into it (`stage/src/host/first.ts`), and the layer goes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from playground.page.answer import Opened
from playground.page.page import Page
from playground.page.preview import preview
from playground.server import heading, templates

_THEIRS = re.compile(r'<link\s[^>]*href="\./static/[^>]*>|<script\s[^>]*src="\./static/[^>]*></script>')


def files_of(streamlit: str) -> str:
    """Return the elements that fetch Streamlit's files, as HTML, from Streamlit's own document `streamlit`.

    They ask for a low priority. Return "" if the document does not have exactly one script that is a module, and one
    empty element `root`: without a module nothing could be fetched later, and a second module would be left out.
    """
    theirs = _THEIRS.findall(streamlit)
    scripts = [part for part in theirs if part.startswith("<script") and 'type="module"' in part]
    if len(scripts) != 1 or streamlit.count('type="module"') != 1 or streamlit.count('<div id="root"></div>') != 1:
        return ""
    # Over a slow line Streamlit's files must not delay an edit.
    return re.sub("<(link|script) ", r'<\1 fetchpriority="low" ', "".join(theirs))


def document(page: Page, opened: Opened, content: Mapping[str, object], image: str, later: str = "") -> str:
    """Return the HTML document of an address that was opened on a page, with its `content` for the stage.

    `image` is the address of a picture of its board. `later` are the elements that fetch Streamlit's files, for a first
    document; without them it is a light page.
    """
    title, description = preview(page, opened.state)
    return templates.document(
        "server/document.html",
        **heading.values(page, opened.state, light=not later),
        title=title,
        description=description,
        image=image,
        content=content,
        later=later,
    )
