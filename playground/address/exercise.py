"""What a link adds to a board: an item of a list, or an exercise with a question, hidden parts and a next link."""

from __future__ import annotations

import urllib.parse
from collections.abc import Mapping
from dataclasses import dataclass

from playground.address.lists import FILES, ListItem, decode, plain, same_app, unreadable
from playground.stage.shared import HIDEABLE, LONGEST_QUESTION
from playground.text import listed, plural, quoted

Way = tuple[str, dict[str, str]]
"""A page's file, and the parameters of a link to the page."""


@dataclass(frozen=True)
class Exercise:
    """What a link asks: an exercise of its own, or an item of a list; all fields are empty if it asks nothing.

    Parameters
    ----------
    ask
        The question; empty for an item of a list that is a board or a lesson.
    hide
        The hidden parts, of `playground.stage.shared.HIDEABLE`.
    next
        The path and the query of the next link, for an exercise without a list.
    list, code, at
        The list, its code in the link, and the index of the item in it, from 0.
    """

    ask: str = ""
    hide: tuple[str, ...] = ()
    next: str = ""
    list: tuple[ListItem, ...] = ()
    code: str = ""
    at: int = 0

    @property
    def item(self) -> ListItem | None:
        """The item of the list that the link opens; None without a list."""
        return self.list[self.at] if self.list else None

    @property
    def task(self) -> ListItem | None:
        """The item of the list that the link opens, if it asks a question; None for a board or a lesson, or no list."""
        return self.item if self.ask else None

    @property
    def guides(self) -> bool:
        """Whether the words above the board come from an exercise or a list, not from the page."""
        return bool(self.ask or self.list)

    @property
    def count(self) -> str:
        """The number of the item and of all items, such as "1 of 3"; "" without a list.

        >>> from playground.address.lists import ListItem
        >>> Exercise(list=(ListItem("", {}, kind="board"),)).count
        '1 of 1'
        """
        return f"{self.at + 1} of {len(self.list)}" if self.list else ""

    def address(self) -> dict[str, str]:
        """Return the exercise as the parameters of a link; {} if there is none.

        With a list they are `list` and `at`, the item's number from 1; else those of `ask`, `hide` and `next` that are
        not empty.
        """
        if self.list:
            return {"list": self.code, "at": str(self.at + 1)}
        values = {"ask": self.ask, "hide": ",".join(self.hide), "next": self.next}
        return {name: text for name, text in values.items() if text}

    @property
    def following(self) -> Way | None:
        """The way to the next link of an exercise, or to the list's next item; None if there is none.

        A way is a page's file and the parameters of a link.
        """
        if self.next:
            path, _, query = self.next.partition("?")
            return FILES[path], dict(urllib.parse.parse_qsl(query))
        return self._way(self.at + 1)

    @property
    def before(self) -> Way | None:
        """The way to the list's item before this one; None for the first item or without a list.

        A way is a page's file and the parameters of a link.
        """
        return self._way(self.at - 1)

    @property
    def previous(self) -> ListItem | None:
        """The item of the list before this one; None for the first item or without a list."""
        return self.list[self.at - 1] if self.at else None

    def _way(self, place: int) -> Way | None:
        if not 0 <= place < len(self.list):
            return None
        task = self.list[place]
        return FILES[task.path], {"list": self.code, "open": str(place + 1), "step": task.board.get("step", "0")}


def unfolded(link: Mapping[str, str]) -> Mapping[str, str]:
    """Return a link to a list with the parameters of its item's board, and with the item's number as `at`.

    The item is the one that `open` numbers; without a number of an item it is the first. `open` is left out, even if
    the list cannot be read and no board is added. If the link and the board have a parameter of the same name, the
    link's counts. A link without a list, or with `at`, is returned as it is: with `at` it has its board already.

    >>> from playground.address.lists import ListItem, encode
    >>> code = encode([ListItem("", {"data": "AND"}, "One?"), ListItem("race", {"data": "XOR", "step": "2"}, "Two?")])
    >>> unfolded({"list": code, "open": "2"}) == {"data": "XOR", "step": "2", "list": code, "at": "2"}
    True
    """
    if "list" not in link or "at" in link:
        return link
    exercise, _ = read(link)
    rest = {name: text for name, text in link.items() if name != "open"}
    return {**exercise.item.board, **rest, "at": str(exercise.at + 1)} if exercise.item else rest


def read(link: Mapping[str, str]) -> tuple[Exercise, list[str]]:
    """Read the exercise or the list from a link; return it with a complaint about each part that cannot be used.

    If the link has both, only the list counts. Without either, or with a list that cannot be read, the `Exercise` is
    empty.

    >>> read({"ask": "Which point?", "hide": "tools,curves", "next": "/proof?step=2"})[0].following
    ('pages/proof.py', {'step': '2'})
    >>> read({"hide": "sidebar"})[1]
    ['The link hides `sidebar`, which cannot be hidden; outcome, curves, controls and tools can.']
    """
    if link.get("list"):
        return _of_list(link)
    words = [word.strip() for word in link.get("hide", "").split(",") if word.strip()]
    hide = tuple(word for word in HIDEABLE if word in words)
    unknown = [word for word in words if word not in HIDEABLE]
    complaints = []
    if unknown:
        names = quoted(", ".join(unknown), 60)
        complaints.append(f"The link hides {names}, which cannot be hidden; {listed(HIDEABLE)} can.")
    link_after = link.get("next", "")
    after = _next(link_after)
    if link_after and not after:
        complaints.append(f"The link leads on to {quoted(link_after, 60)}, which is no page of this app.")
    ask, unfit = _question(link.get("ask", ""))
    return Exercise(ask, hide, after), [*unfit, *complaints]


def _of_list(link: Mapping[str, str]) -> tuple[Exercise, list[str]]:
    code = link["list"]
    try:
        items = decode(code)
    except ValueError as fault:
        return Exercise(), [str(fault)]
    place, complaints = link.get("at", link.get("open", "1")), []
    if not (place.isascii() and place.isdigit() and len(place) < 4 and 0 < int(place) <= len(items)):
        many = plural(len(items), "exercise" if all(item.kind == "exercise" for item in items) else "item")
        complaints = [f"The link's list has {many}, and none is number {quoted(place)}; the first is shown."]
        place = "1"
    item = items[int(place) - 1]
    return Exercise(item.ask, item.hide, "", items, code, int(place) - 1), complaints


def _next(link: str) -> str:
    """Return a link's path and query if it stays within this app; "" for any other link."""
    known = same_app(link) if link.strip("/") else None
    if known is None:
        return ""
    # Without parameters, the next page would keep the present board.
    path, parameters = known
    return f"{path}?{urllib.parse.urlencode({'step': '0', **parameters})}"


def _question(text: str) -> tuple[str, list[str]]:
    """Return a question as plain text, cut if it is too long, and complaints; "" if no reader could make it out."""
    question = plain(text[: 2 * LONGEST_QUESTION])
    if question and (why := unreadable(question)):
        if why.startswith("has"):
            return "", [f"The link asks {quoted(text)}, in which no sign has a shape."]
        return "", [f"The link's question {why}."]
    return question if len(question) <= LONGEST_QUESTION else f"{question[: LONGEST_QUESTION - 1]}…", []
