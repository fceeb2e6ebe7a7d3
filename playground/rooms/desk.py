"""What only a teacher's screen commands: the remote, a question on the spot, and a countdown.

The screen shows a code that makes a phone the remote. The first phone that scans it has the remote, and proves it by a
secret of its own, until the code is offered anew or the remote is taken away.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Sequence
from typing import Any, cast

from playground.address.lists import MOST_CHOICES, readable
from playground.rooms import room, store
from playground.rooms.kinds import RoomQuestion
from playground.rooms.store import Refused, RoomState, Step
from playground.stage.shared import LONGEST_CHOICE, LONGEST_QUESTION

REMOTE = {
    "forward", "back", "open", "fill", "pause", "again", "play", "count", "step", "reveal", "hide", "next", "go",
    "item", "pick", "ask", "countdown", "look", "wait", "on", "beside", "apart",
}  # fmt: skip
"""The commands that a remote may send, too."""
LONGEST_COUNTDOWN = 30 * 60  # s
_SECRET = 32  # characters


def offering(secret: Any) -> Step:
    """Return the command that offers the remote, with which a phone commands the room, by a new secret.

    The command takes the remote from the phone that has it; then the first phone that sends the secret gets it. A
    command is a function from a room's state to the state after it. This call itself raises `Refused` if the secret is
    not a text of 32 characters.
    """
    if not isinstance(secret, str) or len(secret) != _SECRET:
        raise Refused(422, f"A remote is offered by a secret of {_SECRET} characters.")
    return lambda state: {**state, "remote": {"secret": store.hidden(secret).hex(), "holder": ""}}


def take_away(state: RoomState) -> RoomState:
    """Return the room's state without a remote, by which a phone commands it, neither held by a phone nor offered."""
    return {**state, "remote": store.NO_REMOTE}


def claiming(secret: Any, key: Any) -> Step:
    """Return the command that gives a phone the remote, by which it commands the room, if no other phone has it.

    `secret` is the secret that the phone has read from the teacher's screen, and `key` is the phone's own, by which it
    commands from then on. A command is a function from a room's state to the state after it. It raises `Refused` if
    another phone has the remote, or the secret is no longer offered.
    """

    def step(state: RoomState) -> RoomState:
        remote, holder = store.remote_of(state), store.hidden(str(key)).hex()
        offered = remote["secret"]
        if not offered or not hmac.compare_digest(offered, store.hidden(str(secret)).hex()):
            raise Refused(403, "This code no longer makes a phone the remote; the teacher's screen shows a new one.")
        if remote["holder"] not in ("", holder):
            raise Refused(403, "Another phone has the remote.")
        return {**state, "remote": {"secret": offered, "holder": holder}}

    return step


def asking(kind: Any, text: Any, options: Any) -> Step:
    """Return the command that adds a question after the present question, about the same board, and opens it.

    `kind` is "text", "number" or "choose"; only the last uses `options`, 2 to 6 different texts. Raises `Refused` at
    once if an argument is of another form, or a text is empty or too long. The command, a function from a room's state
    to the state after it, raises `Refused` if the room is full of questions.
    """
    words = readable(text, LONGEST_QUESTION)
    if kind not in ("text", "number", "choose") or words is None:
        raise Refused(
            422, f"A question has 1 to {LONGEST_QUESTION} signs, and is answered by words, a number or choices."
        )
    more: dict[str, Any] = {}
    if kind != "text":
        more["truth"] = {"words": ""}
    if kind == "number":
        more["bound"] = None
    if kind == "choose":
        more["options"] = _choices(options)

    def step(state: RoomState) -> RoomState:
        asked, at = state["questions"], state["at"]
        room.check_takes(len(asked) + 1)
        about = {name: asked[at][name] for name in ("page", "board", "frame", "item", "title") if name in asked[at]}
        question = cast(RoomQuestion, {**about, "kind": kind, "text": words, **more})
        # What stands behind it, its copy in a list that is given twice included, moves up by one.
        moved = [{**each, "again": each["again"] + (each["again"] > at)} if "again" in each else each for each in asked]
        longer: RoomState = {
            **state,
            "questions": [*moved[: at + 1], question, *moved[at + 1 :]],
            "ids": [*state["ids"][: at + 1], state["fresh"], *state["ids"][at + 1 :]],
            "fresh": state["fresh"] + 1,
        }
        return {**room.going(longer, at + 1), "open": True}

    return step


def counting_down(seconds: Any) -> Step:
    """Return the command that starts a countdown of this many seconds or, with 0, ends the countdown.

    A command is a function from a room's state to the state after it. Raises `Refused` at once if the number is no int,
    negative or above 1,800.
    """
    if type(seconds) is not int or not 0 <= seconds <= LONGEST_COUNTDOWN:
        raise Refused(422, f"A countdown has at most {LONGEST_COUNTDOWN // 60} minutes.")
    return lambda state: {**state, "until": time.time() + seconds if seconds else 0}


def _choices(options: Any) -> Sequence[str]:
    given = [readable(each, LONGEST_CHOICE) for each in options] if isinstance(options, list) else []
    choices = [each for each in given if each]
    if not 2 <= len(choices) <= MOST_CHOICES or len(choices) < len(given) or len({*choices}) < len(choices):
        raise Refused(422, f"A question has 2 to {MOST_CHOICES} different choices of at most {LONGEST_CHOICE} signs.")
    return choices
