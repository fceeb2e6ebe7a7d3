"""A list in a room: a lecture, whose items the wall shows one after the other, or a list that each phone does alone.

The plans of docs/teaching.md come with the app, as the files that *Save the list* writes.
"""

from __future__ import annotations

import functools
import urllib.parse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, cast

from playground.address.address import read
from playground.address.exercise import Exercise
from playground.address.exercise import read as read_exercise
from playground.address.lists import FILES, ListItem, encode
from playground.address.lists import read as read_list
from playground.export.quiz import exercises
from playground.page.answer import answered
from playground.page.guide import list_name
from playground.page.page import Page
from playground.pages import PAGES
from playground.rooms import questions
from playground.rooms.kinds import RoomQuestion, line, points, rounds
from playground.rooms.kinds.alone import AloneItem, AloneQuestion
from playground.rooms.kinds.board import RoomBoard, ShownBoard

PLANS: Mapping[str, tuple[str, Sequence[str]]] = {
    "first": ("The first 45 minutes", ["first"]),
    "second": ("Another 45 minutes", ["second"]),
    "both": ("Both, 90 minutes", ["first", "second"]),
}
"""The plans: a title, and the files of their lists."""

FOLDER = Path(__file__).with_name("plans")

_BARE: RoomBoard = {"points": [], "span": [-1, 1, -1, 1], "line": None}


class AskedList(NamedTuple):
    """The questions of a room; in a lecture each belongs to an item of the list whose code in links is `code`."""

    questions: Sequence[RoomQuestion]
    code: str = ""


def of_board(page: Page, address: Mapping[str, str]) -> AskedList:
    """Return the questions that a room, in which a class answers on phones, asks about an address of a page.

    If the address opens a lecture, there is one question for each item, and the code is the list's. A lecture is a list
    in which an item has notes, or says what the room does with it or what answers it. Else the questions are those of
    `questions.of_board`, and the code is "".

    Raises
    ------
    ValueError
        If there is no board about which a room can ask, or an item of a lecture asks what its board does not allow.
    """
    exercise, _ = read_exercise(address)
    if any(item != item.bare for item in exercise.list):
        return of_items(exercise.list)
    return AskedList(questions.of_board(page, address))


def of_alone(page: Page, address: Mapping[str, str]) -> AskedList:
    """Return a room's questions for a list that each phone works through alone: only one, the list itself.

    This question has the list's code; the code of the `AskedList` is "", as it is no lecture.

    Raises
    ------
    ValueError
        If the address has no list, the page of an item has no board, or the app can check no answer of the list.
    """
    exercise, complaints = read_exercise(address)
    if not exercise.list:
        raise ValueError(complaints[0] if complaints else f"The page {page.title} was opened without a list to do.")
    asked = _alone([item.bare for item in exercise.list], "Do the list, each on your own.")
    if not any(item["checks"] for item in asked["items"]):
        raise ValueError("The list has nothing that can be right: a room shows how far a class is with its exercises.")
    return AskedList([asked])


def of_ready(name: str) -> AskedList:
    """Return the questions of a lecture plan or of a ready list; `name` is a key of PLANS or of `questions.LISTS`.

    The code is that of the plan's list, and "" for a ready list. Any other name raises KeyError.

    >>> asked = of_ready("first")
    >>> [each["kind"] for each in asked.questions][:3], of_ready("steps").code
    (['choose', 'number', 'number'], '')
    """
    return of_items(plan(name)) if name in PLANS else AskedList(questions.of_list(name))


@functools.cache
def plan(name: str) -> tuple[ListItem, ...]:
    """Return the items of the lecture plan of this name, a key of PLANS.

    >>> len(plan("first")), len(plan("both"))
    (9, 17)
    """
    return tuple(item for file in PLANS[name][1] for item in read_list((FOLDER / f"{file}.json").read_text("utf-8")))


def of_items(items: Sequence[ListItem]) -> AskedList:
    """Return a lecture: a question of the room for each item, and the list's code for links.

    The code lacks the notes, and the right answers that the room asks for, since everybody in the room can read it.
    Raises ValueError if no room can ask about an item; the message has its number.
    """
    code = encode([_on_wall(item) for item in items])
    asked = []
    for place, item in enumerate(items, 1):
        try:
            asked.append(_of_item(place, item))
        except ValueError as fault:
            raise ValueError(f"Item {place} of the list: {fault}") from None
    return AskedList(asked, code)


def _on_wall(item: ListItem) -> ListItem:
    """Return an item as walls are sent it: whoever knows the room's code can read it, so that no truth is in it."""
    return item.bare._replace(right=None, answer="") if item.room == "ask" else item.bare


def _of_item(place: int, item: ListItem) -> RoomQuestion:
    page = PAGES[FILES[item.path]]
    if not page.answer:
        raise ValueError(f"the page {page.title} has no board.")
    route = f"light/{page.route}"
    about: Any
    if item.room == "ask":
        about = _question(item, page)
    elif item.room == "alone" and item.kind != "board":
        about = _alone([item.bare], _words(item, page))
    else:
        about = _shown(item, page, route)
    frame = urllib.parse.urlencode({"open": place, "step": item.board.get("step", "0")})
    words = _words(item, page)
    return cast(
        RoomQuestion, {**about, "item": place, "title": words, "frame": f"{route}?{frame}", "notes": item.notes}
    )


def _shown(item: ListItem, page: Page, route: str) -> Mapping[str, Any]:
    """Return an item about which nobody is asked; its link is for the phones."""
    alone = {"list": encode([item.bare])} if item.ask else item.board
    link = f"{route}?{urllib.parse.urlencode(alone)}" if item.room else ""
    return {"page": page.route, "board": _BARE, "kind": "show", "text": _words(item, page), "link": link}


def _words(item: ListItem, page: Page) -> str:
    return item.lesson.title if item.lesson else item.ask or page.title


def _alone(items: Sequence[ListItem], text: str) -> AloneQuestion:
    """Return a list that each phone does alone."""
    code, asked = encode(items), list[AloneItem]()
    for place, item in enumerate(items, 1):
        page = PAGES[FILES[item.path]]
        if not page.answer:
            raise ValueError(f"Item {place} of the list: the page {page.title} has no board.")
        keeps = item.lesson.key if item.lesson else f"{list_name(code)} {place}" if item.ask else ""
        opened = urllib.parse.urlencode({"open": place, "step": item.board.get("step", "0")})
        link = f"light/{page.route}?{opened}"
        asked.append({"text": _words(item, page), "link": link, "keeps": keeps, "checks": _checks(item)})
    route = PAGES[FILES[items[0].path]].route
    return {"page": route, "board": _BARE, "kind": "alone", "text": text, "code": code, "items": asked}


def _checks(item: ListItem) -> bool:
    """Return whether the stage can tell that something done at an item is right."""
    if item.lesson or item.solved:
        return True
    known = item.right is not None
    return known if item.choices or known else item.number and _right(item) is not None


def _question(item: ListItem, page: Page) -> Mapping[str, Any]:
    """Return the question of an item that the phones answer."""
    shown = ShownBoard.of(page, item.asked)
    words = {"text": item.ask} if item.ask else {}
    if item.by == "text":
        return {"page": page.route, "board": _board(shown), "kind": "text", "text": item.ask}
    if item.by == "points":
        return {**points.about(shown), **words}
    if item.by == "line":
        if not (lines := line.about(shown)):
            raise ValueError("a room asks for a line where one separates the points of a perceptron's board.")
        return {**lines[0], **words}
    if "asking" in shown.scene:
        return {**rounds.about(shown), **words}
    if item.kind == "board":
        return cast(Mapping[str, Any], questions.about(shown)[0])
    task = _task(item)
    about = {"page": page.route, "board": _board(shown), "text": task.ask}
    truth: dict[str, Any] = {"words": task.answer}
    if (right := _right(task)) is not None:
        truth["answer"] = right
    if task.choices:
        return {**about, "kind": "choose", "options": [*task.choices], "truth": truth}
    if task.number:
        return {**about, "kind": "number", "bound": None, "truth": truth}
    raise ValueError("its question has neither choices, a number, a line, points nor a text for an answer.")


def _task(item: ListItem) -> ListItem:
    """Return an exercise as it is; of a lesson, return its first question that a number or a choice answers."""
    if item.lesson is None:
        return item
    asking = [part for part in item.lesson.parts if part.can_be_asked]
    for part, task in zip(asking, exercises(item.lesson), strict=True):
        if task.choices or task.number:
            return task._replace(ask=part.ask)
    raise ValueError("the lesson asks nothing that phones can answer.")


def _right(task: ListItem) -> int | None:
    alone = Exercise(task.ask, list=(task,))
    scene = answered(PAGES[FILES[task.path]], replace(read(task.asked), exercise=alone)).scene
    return scene["guide"]["task"]["right"]


def _board(shown: ShownBoard) -> RoomBoard:
    """Return the board that phones show beside a question; an empty one if the page shows no points in the plane."""
    try:
        return shown.board_of_run
    except ValueError:
        return _BARE
