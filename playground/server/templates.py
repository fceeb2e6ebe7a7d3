"""The documents of the server, each filled in from the template of its name."""

from __future__ import annotations

import urllib.parse
from pathlib import Path

from playground.export import alone
from playground.lessons import Lesson
from playground.pages import FIRST, GROUPS
from playground.stage import assets, browsers
from playground.stage.templates import template
from playground.text import APP


def whole(file: str) -> str:
    """Return the path of the page that Streamlit runs from this file, relative to the app's address.

    It is called the whole page, as there may be a light page, without Streamlit, of the same board.

    >>> whole("app.py"), whole("pages/proof.py")
    ('./', './proof')
    """
    return "./" if file == "app.py" else f"./{Path(file).stem}"


def board_of(lesson: Lesson) -> str:
    """Return the link to a lesson's first board, relative to the app's address.

    >>> from playground.lessons import LESSONS
    >>> board_of(LESSONS["order"])
    './?data=chosen+margin&gamma=0.05&n=10&seed=1&lesson=order&step=0'
    """
    return f"{whole(lesson.page)}?{urllib.parse.urlencode(lesson.link)}"


_SHARED = {
    "app": APP,
    "page": None,
    "assets": assets,
    "alone": alone,
    "browsers": browsers,
    "first": FIRST,
    "groups": GROUPS,
    "whole": whole,
}


def document(file: str, **values: object) -> str:
    """Return an HTML document: the template in this file of the folder `playground`, filled in with the values.

    Values are escaped unless they are marked as safe. A value that the template uses and that is missing raises
    jinja2's UndefinedError.
    """
    return template(file).render(_SHARED, **values)
