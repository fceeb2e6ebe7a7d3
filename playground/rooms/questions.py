"""The questions of a room: about a board, of a list of exercises, or of a ready list."""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from playground.address.address import read as read_address
from playground.address.exercise import read as read_exercise
from playground.address.exercise import unfolded
from playground.address.lists import MOST, ListItem
from playground.page import controls
from playground.page.page import Page
from playground.pages import PAGES
from playground.rooms.kinds import KINDS, RoomQuestion, choice, line, number, points, rounds
from playground.rooms.kinds.board import ShownBoard
from playground.rooms.kinds.kind import Given
from playground.rooms.store import Refused, Vote

_GATES = {"AND": "OR", "OR": "AND"}
_DRAWS = 10  # seeds that are tried
_PLAYGROUND, _NO_LINE = "app.py", "pages/nonseparable.py"
LISTS: Mapping[str, tuple[str, Sequence[tuple[str, str, str]]]] = {
    "steps": (
        "First steps",
        [
            (_PLAYGROUND, "data=margin&gamma=0.2", "One update"),
            (_PLAYGROUND, "data=margin&gamma=0.2", "Which makes the next"),
            (_PLAYGROUND, "data=margin&gamma=0.2", "How many updates"),
            (_PLAYGROUND, "data=margin&gamma=0.2", "Build a board"),
        ],
    ),
    "stop": (
        "Why it has to stop",
        [
            (_PLAYGROUND, "data=AND&bias=true", "Will the run ever stop"),
            (_PLAYGROUND, "data=margin&gamma=0.2", "How many updates"),
            (_PLAYGROUND, "data=margin&gamma=0.05", "How many updates"),
            (_PLAYGROUND, "data=margin&gamma=0.2", "Turn the line"),
            ("pages/adversary.py", "margin=2/5", "Prove us wrong"),
        ],
    ),
    "none": (
        "Where no line is",
        [
            (_PLAYGROUND, "data=OR&bias=true", "Will the run ever stop"),
            (_PLAYGROUND, "data=XOR&bias=true", "Will the run ever stop"),
            (_NO_LINE, "data=XOR&bias=true", "How long is the cycle"),
            (_PLAYGROUND, "data=XOR&bias=true", "Build a board"),
        ],
    ),
}
"""Ready lists of ten minutes each: a title, and for each question its page, its board, and words of its text."""


# ---- the questions ---------------------------------------------------------------------------------------------------


def of_board(page: Page, address: Mapping[str, str]) -> list[RoomQuestion]:
    """Return the questions that a room can ask about an address of a page.

    Without an exercise they are all questions about the address's board, as `about` returns them. If the address opens
    an exercise, a list, or exercises that lead on to one another, there is one question for each exercise or item. This
    is the exercise's own question if its answer is known, else the first about the board. An item that asks nothing
    itself, such as a lesson, is left out if a room cannot ask about its board.

    Raises
    ------
    ValueError
        If a room cannot ask about the board of the address or of an exercise, as `about` says, or no question is left.
    """
    exercise, _ = read_exercise(address)
    if exercise.following is None and exercise.task is None:
        source = {"file": page.file, "address": dict(unfolded(address))}
        asked = about(ShownBoard.of(page, address))
        return [cast(RoomQuestion, {**each, "source": {**source, "at": at}}) for at, each in enumerate(asked)]
    way, chain = (page.file, dict(address)), list[RoomQuestion]()
    while len(chain) < MOST:
        file, link = way
        exercise, _ = read_exercise(link)
        try:
            shown = ShownBoard.of(PAGES[file], exercise.task.asked if exercise.task and exercise.task.sets else link)
            chain.append(_of_exercise(exercise.task, shown) if exercise.task else about(shown)[0])
        except ValueError:
            is_last = exercise.following is None
            if exercise.ask or exercise.item is None or (is_last and not chain):
                raise
        if exercise.following is None:
            break
        way = exercise.following
    return chain


def of_list(name: str) -> list[RoomQuestion]:
    """Return the questions of the ready list with this name, a key of LISTS.

    >>> [question["kind"] for question in of_list("steps")]
    ['number', 'choose', 'number', 'points']
    """
    chosen = []
    for file, query, words in LISTS[name][1]:
        asked = of_board(PAGES[file], dict(urllib.parse.parse_qsl(query)))
        chosen.append(next(question for question in asked if words in question["text"]))
    return chosen


def drawn_anew(question: RoomQuestion) -> RoomQuestion:
    """Return the same question about a fresh draw of its board: with another seed, or OR for AND.

    The question is returned unchanged if its board was made by hand or cannot be drawn anew, if it belongs to a list of
    exercises or was asked on the spot, or if no fresh draw allows such a question.

    >>> for each in of_list("stop")[:2]:
    ...     fresh = drawn_anew(each)
    ...     print(fresh["kind"] == each["kind"], fresh["board"]["points"] != each["board"]["points"])
    True True
    True True
    """
    if not (source := question.get("source")):
        return question
    page, address = PAGES[source["file"]], source["address"]
    for fresh in _fresh(page, address):
        asked = of_board(page, fresh)
        if len(asked) > source["at"] and asked[source["at"]]["kind"] == question["kind"]:
            return asked[source["at"]]
    return question


def _fresh(page: Page, address: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """Yield addresses of boards like this one; none if the board is the only one of its kind."""
    control, settings = page.controls.get("data"), page.settings(read_address(address).settings)
    data = settings[control.parameter] if control else ""
    if data in _GATES:
        yield {**address, "data": _GATES[data]}
    elif data in controls.DRAWN:
        first = settings[controls.SEED]
        for more in range(1, _DRAWS + 1):
            yield {**address, "seed": f"{(first + more) % int(controls.SEED.high + 1)}"}


def about(shown: ShownBoard) -> list[RoomQuestion]:
    """Return all questions that a room, a class with phones, can ask about a board; there is at least one.

    The first is the question that the board's page itself asks, if its answer is known. One about the number of updates
    may be in other words. The adversary's game, in which phones predict labels, has only one question.

    Raises
    ------
    ValueError
        If the page shows neither points in the plane nor the adversary's game, or this game has more than 25 rounds.
    """
    if "asking" in shown.scene:
        return [rounds.about(shown)]
    every: list[RoomQuestion] = [
        *choice.own(shown),
        *number.about(shown),
        *choice.about_run(shown),
        *line.about(shown),
        points.about(shown),
    ]
    first: dict[str, RoomQuestion] = {}
    for question in every:
        first.setdefault(question["text"], question)  # the board's own may be about its run, too
    return [*first.values()]


def _of_exercise(task: ListItem, shown: ShownBoard) -> RoomQuestion:
    """Return the question of an exercise in its own words; the board's first question if no answer is known."""
    own = about(shown)[0]
    if own["kind"] == "rounds":
        return own
    if task.choices and task.right is not None:
        chosen: choice.ChoiceQuestion = {
            "page": own["page"],
            "board": own["board"],
            "kind": "choose",
            "text": task.ask,
            "options": [*task.choices],
            "truth": {"words": task.answer, "answer": task.right},
        }
        return chosen
    if not task.number:
        return own
    if shown.own and own["kind"] == "number" and task.right in (None, own["truth"].get("answer")):
        # The exercise asks for the number of the board's own question, whose truth also plays the run.
        return {**own, "text": task.ask, "truth": {**own["truth"], "words": task.answer or own["truth"]["words"]}}
    if task.right is None:
        return own
    return {
        "page": own["page"],
        "board": own["board"],
        "kind": "number",
        "text": task.ask,
        "bound": None,
        "truth": {"words": task.answer, "answer": task.right},
    }


# ---- the answers -----------------------------------------------------------------------------------------------------


def checked(question: RoomQuestion, value: object) -> str:
    """Check the answer `value` to a question, as a browser has sent it, and return it as the JSON that the room keeps.

    >>> checked({"kind": "number"}, 7), checked({"kind": "points", "most": 1}, [[0.1, 0, 1]])
    ('7', '[[0.1015625, 0.0, 1]]')

    Raises
    ------
    Refused
        If the question takes no such answer.
    """
    kind = KINDS[question["kind"]]
    known = kind.checked(question, value)
    if known is None:
        raise Refused(422, f"The question asks for {kind.wanted}.")
    return json.dumps(known, allow_nan=False)


def with_sureness(kept: str, sure: bool | None) -> str:
    """Return an answer's JSON with whether its owner was `sure`; with None, which says nothing, return it unchanged.

    >>> with_sureness("7", None), with_sureness("7", True)
    ('7', '{"sure": true, "value": 7}')
    """
    return kept if sure is None else f'{{"sure": {json.dumps(sure)}, "value": {kept}}}'


def read(votes: Sequence[Vote]) -> list[Given[Any]]:
    """Decode the answers of votes, which the store keeps as JSON.

    Each vote becomes a `Given`, in the same order. It holds the phone, the number of the vote, the answer as a value,
    and whether its owner was sure; None if that was not said.
    """
    values = json.loads(f"[{','.join(vote.value for vote in votes)}]")
    return [
        Given(vote.phone, vote.vote, value["value"], value["sure"])
        if isinstance(value, dict)
        else Given(vote.phone, vote.vote, value)
        for vote, value in zip(votes, values, strict=True)
    ]


def results(question: RoomQuestion, votes: Sequence[Vote]) -> Mapping[str, Any]:
    """Return the results that the wall, the class's screen, shows once the question is over.

    They hold the answers or how many gave each, and the truth if the question has one. Their keys depend on the
    question's kind: see its `results`.
    """
    shown: Mapping[str, Any] = KINDS[question["kind"]].results(question, read(votes))
    return shown
