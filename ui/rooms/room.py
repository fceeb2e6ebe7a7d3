"""What happens to a room: what its teacher does, which answers it takes, and what phones and walls are sent of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ui.rooms import questions
from ui.rooms.questions import Question
from ui.rooms.store import News, Refused, State

_VOTED_TWICE = {"number", "choose"}


def begun(asked: Sequence[Question]) -> State:
    """Return the state of a room that has these questions and has asked none yet."""
    ids = [*range(len(asked))]
    return {"questions": [*asked], "ids": ids, "fresh": len(ids), "at": 0, "vote": 1, "open": False, "shown": False}


def question(state: State) -> Question:
    """Return the question that is asked now."""
    asked: Question = state["questions"][state["at"]]
    return asked


def take(state: State, asked: int, vote: int, value: Any) -> str:
    """Return a phone's answer as it is kept; one to the first vote may come late, from a phone that had no connection.

    Raises
    ------
    Refused
        If it is not asked for.
    """
    if asked != state["ids"][state["at"]] or not 1 <= vote <= state["vote"]:
        raise Refused(409, "This question is over.")
    if not state["open"]:
        raise Refused(409, "No answers are taken just now.")
    return questions.checked(question(state), value)


# ---- the teacher's hand --------------------------------------------------------------------------------------------


def following(state: State) -> str:
    """Return the command that a clicker gives: ask, let them vote again, reveal, ask the next question.

    Points of a board that the class builds are to be seen from the start.
    """
    kind = question(state)["kind"]
    if not state["open"] and not state["shown"]:
        return "fill" if kind == "points" else "open"
    if not state["open"]:
        return "next" if state["at"] + 1 < len(state["questions"]) else "end"
    if kind == "points":
        return "pause"
    return "again" if kind in _VOTED_TWICE and state["vote"] == 1 else "reveal"


def _forward(state: State) -> State | None:
    name = following(state)
    return state if name == "end" else COMMANDS[name](state)


def _back(state: State) -> State:
    if state["shown"]:
        return {**state, "shown": False, "open": False}
    if state["open"] and state["vote"] == 2:
        return {**state, "vote": 1}
    if state["open"]:
        return {**state, "open": False}
    return _go(state, max(0, state["at"] - 1))


def _go(state: State, at: int) -> State:
    return {**state, "at": at, "vote": 1, "open": False, "shown": False}


def _reveal(state: State) -> State:
    return {**state, "shown": True, "open": False}


def _clear(state: State) -> State:
    """Forget the answers to the question, which counts as another one then."""
    ids = [state["fresh"] if place == state["at"] else known for place, known in enumerate(state["ids"])]
    return {**_go(state, state["at"]), "ids": ids, "fresh": state["fresh"] + 1}


def _close(state: State) -> None:
    return None


COMMANDS: Mapping[str, Callable[[State], State | None]] = {
    "forward": _forward,
    "back": _back,
    "open": lambda state: {**state, "open": True},
    "fill": lambda state: {**state, "open": True, "shown": True},
    "pause": lambda state: {**state, "open": False},
    "again": lambda state: {**state, "open": True, "shown": False, "vote": 2},
    "reveal": _reveal,
    "hide": lambda state: {**state, "shown": False},
    "next": lambda state: _go(state, min(state["at"] + 1, len(state["questions"]) - 1)),
    "clear": _clear,
    "remove": lambda state: state,
    "look": lambda state: state,
    "close": _close,
}


def going_to(at: Any) -> Callable[[State], State]:
    """Return the step to one of the room's questions.

    Raises
    ------
    Refused
        If it has no such question.
    """

    def step(state: State) -> State:
        if type(at) is not int or not 0 <= at < len(state["questions"]):
            raise Refused(422, "The room has no such question.")
        return _go(state, at)

    return step


def allowing(most: Any) -> Callable[[State], State]:
    """Return the step that lets each phone place so many points.

    Raises
    ------
    Refused
        If these are no points, or too many.
    """

    def step(state: State) -> State:
        asked = question(state)
        if asked["kind"] != "points" or type(most) is not int or not 1 <= most <= questions.MOST_EACH:
            raise Refused(422, f"Each phone may place from 1 to {questions.MOST_EACH} points.")
        listed = [*state["questions"]]
        listed[state["at"]] = {**asked, "most": most}
        return {**state, "questions": listed}

    return step


# ---- what is sent --------------------------------------------------------------------------------------------------

_TOLD = ("kind", "text", "options", "named", "ring", "line", "shifts", "most", "board", "bound")


def for_phones(news: News) -> dict[str, Any]:
    """Return what every phone is sent: nothing that others have answered before it is revealed."""
    state = news.state
    asked = question(state)
    told: dict[str, Any] = {
        "id": state["ids"][state["at"]],
        "vote": state["vote"],
        "open": state["open"],
        "shown": state["shown"],
        "question": {name: asked[name] for name in _TOLD if name in asked},
    }
    if state["shown"] and asked["kind"] != "points":
        found = questions.results(asked, news.answers)
        told["truth"] = {name: found[name] for name in ("answer", "words", "line", "best") if name in found}
    return told


def for_walls(news: News) -> dict[str, Any]:
    """Return what every wall is sent, the teacher's, too: up to the reveal only how many have joined and answered."""
    state = news.state
    asked = question(state)
    answered = [sum(answer.vote == vote for answer in news.answers) for vote in (1, 2)]
    told = for_phones(news) | {
        "joined": news.joined,
        "answered": answered[state["vote"] - 1],
        "at": state["at"],
        "following": following(state),
        "list": [{"kind": each["kind"], "text": each["text"]} for each in state["questions"]],
    }
    if state["shown"]:
        found = questions.results(asked, news.answers)
        done = asked["kind"] == "points" and not state["open"]
        told["found"] = questions.judged(found) if done else found
    return told
