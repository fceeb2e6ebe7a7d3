"""What a link shows of its board where it is sent: the title of its page and a description."""

from __future__ import annotations

import re
from typing import NamedTuple

from playground.address.address import Address
from playground.page.page import Page
from playground.text import APP

_LONGEST_TITLE = 70  # characters that search engines and chats show


class Preview(NamedTuple):
    """The title and the description by which a messenger previews a link, both plain text."""

    title: str
    description: str


def preview(page: Page, state: Address) -> Preview:
    """Return the title and the description for an address, as a preview of its link shows them.

    The description is the question `ask` of the exercise; without one, the question of the lesson; without one, the
    words of the page. The title has the page's name and `ask`, or the lesson's title, or the page's name, and ends with
    the app's name. If `ask` has more than 70 characters, the title leaves it out.

    >>> from playground.address.address import read
    >>> from playground.pages import PAGES
    >>> preview(PAGES["app.py"], read({"lesson": "margin"})).title
    'Does a narrow gap take longer? · perceptron playground'
    >>> preview(PAGES["pages/race.py"], read({"ask": "Who is first?"})).title
    'Race: Who is first? · perceptron playground'
    """
    taught, ask = page.lesson(state.settings), state.exercise.ask
    if ask:
        about = f"{page.title}: {ask}" if len(ask) <= _LONGEST_TITLE else page.title
        return Preview(f"{about} · {APP}", ask)
    if taught:
        return Preview(f"{taught.title} · {APP}", re.sub(r"[*`]", "", taught.question))
    return Preview(f"{page.title} · {APP}", page.words.replace("**", ""))
