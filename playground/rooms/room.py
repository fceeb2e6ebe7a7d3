"""What happens to a room: what its teacher does, which answers it takes, and what phones and walls are sent of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playground.rooms import questions
from playground.rooms.questions import RoomQuestion
from playground.rooms.store import News, Refused, RoomState

_VOTES = {"number": 2, "choose": 2}


def begun(asked: Sequence[RoomQuestion]) -> RoomState:
    """Return the state of a room that has these questions and has asked none yet."""
    ids = [*range(len(asked))]
    return {"questions": [*asked], "ids": ids, "fresh": len(ids), "at": 0, "vote": 1, "open": False, "shown": False}


def question(state: RoomState) -> RoomQuestion:
    """Return the question that is asked now."""
    asked: RoomQuestion = state["questions"][state["at"]]
    return asked


def _votes(asked: RoomQuestion) -> int:
    """Return how often a question is voted on; of a game it is once a round."""
    votes: int = asked["bound"] if asked["kind"] == "rounds" else _VOTES.get(asked["kind"], 1)
    return votes


def take(state: RoomState, asked: int, vote: int, value: Any) -> str:
    """Return a phone's answer as it is kept; one to the first vote may come late, from a phone that had no connection.

    A round that was played is over.

    Raises
    ------
    Refused
        If it is not asked for.
    """
    earliest = state["vote"] if question(state)["kind"] == "rounds" else 1
    if asked != state["ids"][state["at"]] or not earliest <= vote <= state["vote"]:
        raise Refused(409, "This question is over.")
    if not state["open"]:
        raise Refused(423, "No answers are taken just now.")
    return questions.checked(question(state), value)


# ---- the teacher's hand --------------------------------------------------------------------------------------------


def following(state: RoomState) -> str:
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
    if state["vote"] >= _votes(question(state)):
        return "reveal"
    return "play" if kind == "rounds" else "again"


def _forward(state: RoomState) -> RoomState | None:
    name = following(state)
    return state if name == "end" else COMMANDS[name](state)


def _back(state: RoomState) -> RoomState:
    if state["shown"]:
        return {**state, "shown": False, "open": False}
    if state["open"] and state["vote"] > 1:
        return {**state, "vote": state["vote"] - 1}
    if state["open"]:
        return {**state, "open": False}
    return _go(state, max(0, state["at"] - 1))


def _again(state: RoomState) -> RoomState:
    vote = min(state["vote"] + 1, _votes(question(state)))
    return {**state, "open": True, "shown": False, "vote": vote}


def _go(state: RoomState, at: int) -> RoomState:
    return {**state, "at": at, "vote": 1, "open": False, "shown": False}


def _reveal(state: RoomState) -> RoomState:
    return {**state, "shown": True, "open": False}


def _clear(state: RoomState) -> RoomState:
    """Forget the answers to the question, which counts as another one then."""
    ids = [state["fresh"] if place == state["at"] else known for place, known in enumerate(state["ids"])]
    return {**_go(state, state["at"]), "ids": ids, "fresh": state["fresh"] + 1}


def _repeat(state: RoomState) -> RoomState:
    """Give the whole list once more, after what was taught, for which each question knows where it stood before."""
    asked = state["questions"]
    if "again" in asked[-1]:
        raise Refused(409, "The list was given twice already.")
    more = [{**each, "again": place} for place, each in enumerate(asked)]
    fresh = state["fresh"] + len(more)
    ids = [*state["ids"], *range(state["fresh"], fresh)]
    return _go({**state, "questions": [*asked, *more], "ids": ids, "fresh": fresh}, len(asked))


def _open(state: RoomState) -> RoomState:
    """Take answers: points are seen at once, and whoever has seen the truth answers no more."""
    if question(state)["kind"] == "points":
        return {**state, "open": True, "shown": True}
    if state["shown"]:
        raise Refused(409, "The answer was revealed; clear what was said to ask again.")
    return {**state, "open": True}


def _close(state: RoomState) -> None:
    return None


COMMANDS: Mapping[str, Callable[[RoomState], RoomState | None]] = {
    "forward": _forward,
    "back": _back,
    "open": _open,
    "fill": _open,
    "pause": lambda state: {**state, "open": False},
    "again": _again,
    "play": _again,
    "reveal": _reveal,
    "hide": lambda state: {**state, "shown": False},
    "next": lambda state: _go(state, min(state["at"] + 1, len(state["questions"]) - 1)),
    "clear": _clear,
    "repeat": _repeat,
    "remove": lambda state: state,
    "dismiss": lambda state: state,
    "lock": lambda state: {**state, "locked": True},
    "unlock": lambda state: {**state, "locked": False},
    "look": lambda state: state,
    "close": _close,
}


def going_to(at: Any) -> Callable[[RoomState], RoomState]:
    """Return the step to one of the room's questions.

    Raises
    ------
    Refused
        If it has no such question.
    """

    def step(state: RoomState) -> RoomState:
        if type(at) is not int or not 0 <= at < len(state["questions"]):
            raise Refused(422, "The room has no such question.")
        return _go(state, at)

    return step


def allowing(most: Any) -> Callable[[RoomState], RoomState]:
    """Return the step that lets each phone place so many points.

    Raises
    ------
    Refused
        If these are no points, or too many.
    """

    def step(state: RoomState) -> RoomState:
        asked = question(state)
        if asked["kind"] != "points" or type(most) is not int or not 1 <= most <= questions.MOST_EACH:
            raise Refused(422, f"Each phone may place from 1 to {questions.MOST_EACH} points.")
        listed = [*state["questions"]]
        listed[state["at"]] = {**asked, "most": most}
        return {**state, "questions": listed}

    return step


# ---- what is sent --------------------------------------------------------------------------------------------------

_TOLD = ("kind", "text", "margin", "options", "named", "ring", "line", "shifts", "most", "board", "bound")


def for_listeners(news: News) -> dict[str, dict[str, Any]]:
    """Return what every phone is sent and what every wall, the teacher's, too.

    Neither is told what was answered before it is revealed: walls only, how many have joined and answered.
    """
    state, asked = news.state, question(news.state)
    phones: dict[str, Any] = {
        "id": state["ids"][state["at"]],
        "vote": state["vote"],
        "open": state["open"],
        "shown": state["shown"],
        "question": {name: asked[name] for name in _TOLD if name in asked},
    }
    walls = {
        "joined": news.joined,
        "answered": sum(answer.vote == state["vote"] for answer in news.answers),
        "at": state["at"],
        "following": following(state),
        "locked": state.get("locked", False),
        "list": [{"kind": each["kind"], "text": each["text"], "again": "again" in each} for each in state["questions"]],
    }
    if asked["kind"] == "rounds":
        rounds = state["vote"] - (not state["shown"])  # that are over
        phones["found"] = questions.played(asked, news.answers, rounds)
    elif state["shown"]:
        result = questions.results(asked, news.answers)
        if asked["kind"] != "points":
            phones["truth"] = {name: result[name] for name in ("answer", "words", "line", "best") if name in result}
            if "run" in result:
                phones["truth"]["lines"] = len(result["run"])  # which the wall plays first
        elif not state["open"]:
            result = questions.judged(result)
        walls["found"] = result
    return {"phones": phones, "walls": {**phones, **walls}}


# ---- afterwards ----------------------------------------------------------------------------------------------------


def table(news: News) -> list[list[Any]]:
    """Return a row for each answer: question, vote, phone, what was said, when, and in which giving of the list."""
    asked = dict(zip(news.state["ids"], news.state["questions"], strict=True))
    places = {known: place for place, known in enumerate(news.state["ids"])}
    rows = []
    for each in sorted(news.answers, key=lambda answer: (places[answer.question], answer.at)):
        about = asked[each.question]
        said, turn = questions.in_words(about, each.value), "again" if "again" in about else "first"
        rows.append([about["text"], each.vote, each.phone, said, each.at, turn])
    return rows


def summary(news: News) -> list[dict[str, Any]]:
    """Return the result of each question that was answered, with nothing that tells one phone from another."""
    rows: dict[int, dict[str, Any]] = {}
    for place, (known, asked) in enumerate(zip(news.state["ids"], news.state["questions"], strict=True)):
        answers = [answer for answer in news.answers if answer.question == known]
        if not answers:
            continue
        result = questions.result(asked, answers)
        rows[place] = {
            "question": {name: asked[name] for name in _TOLD if name in asked},
            "found": _nameless(result),
            "phones": len({answer.phone for answer in answers}),
            "again": "again" in asked,
        }
        before = questions.share(asked, rows[asked["again"]]["found"]) if asked.get("again") in rows else None
        after = questions.share(asked, result)
        if before is not None and after is not None:
            gain = (after - before) / (1 - before) if before < 1 else None
            rows[place] |= {"before": before, "after": after, "gain": gain}
    return [*rows.values()]


def _nameless(result: Mapping[str, Any]) -> dict[str, Any]:
    bare = {name: value for name, value in result.items() if name not in ("best", "query")}
    for name in ("lines", "points"):
        if name in bare:
            # Their order was the phones'.
            order = sorted((*each[:3], place) for place, each in enumerate(bare[name]))
            bare[name], places = [each[:3] for each in order], [place for *_, place in order]
            if name == "points" and "proof" in bare:
                bare["proof"] = sorted(places.index(place) for place in bare["proof"])
    return bare
