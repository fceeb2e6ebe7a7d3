"""How far a class is with a list that each phone does alone, and the boards that its phones have made."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from playground.address.address import parameters
from playground.pages import PAGES
from playground.rooms import questions
from playground.rooms.kinds import RoomQuestion
from playground.rooms.kinds.alone import SOLVED, TRIED, UNTRIED, AloneItem, AloneQuestion, AloneResults
from playground.rooms.kinds.board import ShownBoard
from playground.rooms.news import DeskBoard, PairedBoard
from playground.rooms.store import News, Refused, RoomState, Step
from playground.text import plural

STUCK = 180
"""Seconds without anything right after which a phone counts as stuck."""
MOST_BOARDS = 12
"""The boards among which a teacher chooses at once."""

_ROUTES = {page.route: page for page in PAGES.values()}


# ---- how far ---------------------------------------------------------------------------------------------------------


class Standing(NamedTuple):
    """How far a class is with a list, and the time, in seconds since 1970, at which that changes without a report.

    The time is 0 if nothing changes without a report.
    """

    results: AloneResults
    until: float


def standing(news: News, asked: AloneQuestion, now: float) -> Standing:
    """Return how far the phones of a room are with the list `asked` at the time `now`, in seconds since 1970.

    The counts are, for each item, the phones that have not begun it, have only tried it, have solved it, and are stuck
    at it. An item in which nothing is checked can be tried, but not solved. A phone that has had nothing right for 180
    seconds is stuck at the item that it has reported last, unless it has solved the item, nothing in it is checked, or
    the class waits at an earlier item. A stuck phone stays in its other count, too. `until` is the time when the next
    phone will be stuck, 0 if no phone will.
    """
    items, wait = asked["items"], news.state.get("wait", 0)
    counts, due = [[0, 0, 0, 0] for _ in items], list[float]()
    last: dict[int, tuple[float, int, int, int]] = {}
    for vote, each in zip(news.answers, questions.read(news.answers), strict=True):
        done, quiet, _ = each.value
        counts[vote.vote - 1][done if items[vote.vote - 1]["checks"] else min(done, TRIED)] += 1
        last[vote.phone] = max(last.get(vote.phone, (0, 0, 0, 0)), (vote.at, vote.vote, done, quiet))
    for at, place, done, quiet in last.values():
        if done == SOLVED or not items[place - 1]["checks"] or 0 < wait < place:
            continue
        if (stuck := at - quiet + STUCK) <= now:
            counts[place - 1][3] += 1
        else:
            due.append(stuck)
    for count in counts:
        count[UNTRIED] = max(0, news.joined - count[TRIED] - count[SOLVED])
    return Standing({"counts": counts, "words": ""}, min(due, default=0))


def waiting(item: Any) -> Step:
    """Return the command that keeps all phones from going beyond an item of the list, given by its number from 1.

    The command "on" ends the wait. A command is a function from a room's state to the state after it; it raises
    `Refused` if there is no such item.
    """

    def step(state: RoomState) -> RoomState:
        check_item(state["questions"][state["at"]], item)
        return {**state, "wait": item}

    return step


def check_present(state: RoomState, asked: Any) -> None:
    """Raise `Refused` unless `asked` is the id of the question at which the room is now."""
    if asked != state["ids"][state["at"]]:
        raise Refused(409, "The class is at another question now.")


def check_item(asked: RoomQuestion, item: Any) -> AloneItem:
    """Return an item, by its number from 1, of the list that each phone does alone.

    Raise `Refused` if the question `asked` has no such list, or the list no such item.
    """
    if asked["kind"] != "alone" or type(item) is not int or not 1 <= item <= len(asked["items"]):
        raise Refused(422, "The class does no list with such an item now.")
    return asked["items"][item - 1]


# ---- boards ----------------------------------------------------------------------------------------------------------


def boards(news: News, item: Any, phones: Sequence[Any] | None = None) -> list[DeskBoard]:
    """Return at most twelve boards that phones have made at an item of the list that each phone does alone.

    `item` is its number from 1, in the present question. `phones` are the numbers of the phones, in order; if None,
    phones are drawn at random. A phone that has reported no board of points is left out. Raises `Refused` if there is
    no such item.
    """
    about = check_item(news.state["questions"][news.state["at"]], item)
    votes = [vote for vote in news.answers if vote.vote == item]
    links = {each.phone: each.value[2] for each in questions.read(votes) if each.value[2]}
    if phones is None:
        chosen = random.sample([*links], len(links))
    else:
        chosen = [phone for phone in phones if type(phone) is int and phone in links]
    drawn = [(phone, _drawn(about, links[phone])) for phone in chosen[:MOST_BOARDS]]
    return [{**board, "phone": phone} for phone, board in drawn if board]


def beside(asked: Any, pair: Sequence[DeskBoard]) -> Step:
    """Return the command that shows two boards beside each other on the walls.

    Raises `Refused` at once unless `pair` is two boards of different phones. The command, a function from a room's
    state to the state after it, raises `Refused` if the room is no longer at the question with the id `asked`.
    """
    if len(pair) != 2 or len({each["phone"] for each in pair}) != 2:
        raise Refused(422, "Two boards of the class stand beside each other.")

    def step(state: RoomState) -> RoomState:
        check_present(state, asked)
        return {**state, "pair": [*pair]}

    return step


def _drawn(item: AloneItem, link: str) -> PairedBoard | None:
    """Return the board of a phone's link with the line at the end of its run, and its counts; None if it has none."""
    page = _ROUTES[item["link"].partition("?")[0].removeprefix("light/")]
    if page.slow:  # such pages have no board of points
        return None
    try:
        shown = ShownBoard.of(page, parameters(link))
        board = shown.board_of_run
        (_, *line), *_ = reversed(shown.lines(shown.scene["last"]))
    except ValueError:
        return None
    words = plural(len(board["points"]), "point")
    if shown.run is not None:
        run = shown.run.run
        words += f", {plural(run.updates, 'update')}" + ("" if run.outcome == "converged" else ", no end")
    return {"board": {**board, "line": line if len(line) == 3 and any(line) else None}, "words": words}
