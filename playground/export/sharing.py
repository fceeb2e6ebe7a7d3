"""What is shared of a board: the code of its link, and the files or the list of exercises that come with it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import segno

from playground.address.address import parameters
from playground.address.conditions import CHECKS
from playground.address.lists import FILES, ListItem, decode
from playground.export.files import files
from playground.page.page import Page
from playground.page.solved import checks
from playground.pages import PAGES
from playground.stage.payload import Code, File

LONGEST_LINK = 8_000
"""Characters of a link that is shared."""
_LONGEST_CODED = 858  # that fit into a QR code of version 20; those after it have squares too small for a phone


def shareable(link: str) -> bool:
    """Whether a browser may have this link in its address bar, which it writes in ASCII.

    >>> shareable("https://a.example/?step=3"), shareable("ftp://a.example")
    (True, False)
    """
    return link.isascii() and bool(re.match("https?://", link)) and len(link) <= LONGEST_LINK


def asked_by(link: str) -> dict[str, str]:
    """Read the parameters of a link, whatever comes before them.

    >>> asked_by("http://[?data=AND#top")
    {'data': 'AND'}
    """
    return parameters(link.partition("#")[0].partition("?")[2])


def shared(page: Page, link: str) -> Code:
    """Return the code of a link and what comes with it: the files of a board of this page, or what a list has."""
    asked, refused = asked_by(link), ""
    tasks: tuple[ListItem, ...] = ()
    brought: Sequence[File] = []
    try:
        if asked.get("list"):
            tasks = decode(asked["list"])
        if not tasks or "at" in asked:
            brought = files(page, asked)
    except ValueError as fault:  # nothing can be shown of it
        refused = str(fault)
    return {
        "link": link,
        "picture": picture(link),
        "files": brought,
        "list": [task.listed() for task in tasks],
        "refused": refused,
        "checks": CHECKS,
        "places": {path: checks(PAGES[file]) for path, file in FILES.items()},
    }


def picture(link: str) -> str:
    """Draw the code of a link as a `data:` address; none where a phone could not read it from a screen."""
    if len(link) > _LONGEST_CODED:
        return ""
    return segno.make_qr(link).svg_data_uri(border=4, light="#fff", omitsize=True)
