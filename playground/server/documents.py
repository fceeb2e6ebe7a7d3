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
    """Return the HTML elements that fetch Streamlit's files, taken from Streamlit's own document `streamlit`.

    They ask for a low priority. Return "" if the document does not have exactly one script with type="module" and one
    `<div id="root"></div>`: then these elements would not start Streamlit.
    """
    theirs = _THEIRS.findall(streamlit)
    scripts = [part for part in theirs if part.startswith("<script") and 'type="module"' in part]
    if len(scripts) != 1 or streamlit.count('type="module"') != 1 or streamlit.count('<div id="root"></div>') != 1:
        return ""
    # Over a slow line Streamlit's files must not delay an edit.
    return re.sub("<(link|script) ", r'<\1 fetchpriority="low" ', "".join(theirs))


def document(page: Page, opened: Opened, content: Mapping[str, object], image: str, later: str = "") -> str:
    """Return the HTML document that shows an opened address of a page; `content` is what its stage, the board, shows.

    `image` is the address of a picture of the board, for previews of the link. `later` are the elements that fetch
    Streamlit's files after the board is drawn. Without them the document works without Streamlit, and a link leads to
    the whole page.
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
