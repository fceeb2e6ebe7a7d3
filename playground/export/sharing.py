"""The answer to *Share*: a link's QR code, and the files of its board or its list of exercises."""

from __future__ import annotations

import re
from collections.abc import Sequence

import segno

from playground.address.address import parameters
from playground.address.conditions import CHECKS
from playground.address.lists import FILES, ListItem, decode
from playground.export.files import files
from playground.export.wheel import copy_of
from playground.page.page import Page
from playground.page.solved import checks
from playground.pages import PAGES
from playground.stage.payload import Code, File
from playground.stage.shared import LONGEST_LINK

_LONGEST_CODED = 858  # characters in a QR code of version 20; the squares of a later version are too small for a phone


def shareable(link: str) -> bool:
    """Return whether a text can be a link from a browser's address bar.

    It must begin with http:// or https://, consist of ASCII characters, and have at most LONGEST_LINK of them.

    >>> shareable("https://a.example/?step=3"), shareable("ftp://a.example")
    (True, False)
    """
    return link.isascii() and bool(re.match("https?://", link)) and len(link) <= LONGEST_LINK


def asked_by(link: str) -> dict[str, str]:
    """Return the parameters in a link's query, without those for the display; {} if it has none or more than 1,000.

    The text before the question mark may be broken.

    >>> asked_by("http://[?data=AND#top")
    {'data': 'AND'}
    """
    return parameters(link.partition("#")[0].partition("?")[2])


def shared(page: Page, link: str) -> Code:
    """Return the QR code of a link, with the files of its board on this page and the exercises of its list.

    The picture of the code is "" if the link is too long for it. If the link has a list and opens none of its items,
    there are no files. If the list cannot be read or the board cannot be shown, `refused` says why; else it is "".
    """
    asked, refused = asked_by(link), ""
    tasks: tuple[ListItem, ...] = ()
    board_files: Sequence[File] = []
    try:
        if asked.get("list"):
            tasks = decode(asked["list"])
        if not tasks or "at" in asked:
            board_files = files(page, asked, copy_of(link))
    except ValueError as fault:  # the link shows nothing
        refused = str(fault)
    return {
        "link": link,
        "picture": picture(link),
        "files": board_files,
        "list": [task.listed() for task in tasks],
        "refused": refused,
        "checks": CHECKS,
        "places": {path: checks(PAGES[file]) for path, file in FILES.items()},
    }


def picture(link: str) -> str:
    """Return the QR code of a link as a `data:` address of an SVG picture; "" if the link has over 858 characters."""
    if len(link) > _LONGEST_CODED:
        return ""
    return segno.make_qr(link).svg_data_uri(border=4, light="#fff", omitsize=True)
