"""The rules of a room: the teacher's commands, the answers it takes, and the news for phones and walls."""

from __future__ import annotations

import time
import urllib.parse
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict, cast

from playground.rooms import progress, questions
from playground.rooms.gain import Gain, of_pairs
from playground.rooms.kinds import KINDS, RoomQuestion, RoomResults, points, rounds
from playground.rooms.kinds.kind import Given
from playground.rooms.kinds.text import TextResults
from playground.rooms.news import (
    DeskNews,
    Following,
    PhoneNews,
    PhoneTruth,
    RemoteNews,
    SummaryRow,
    TableRow,
    WallNews,
)
from playground.rooms.store import News, Refused, RoomState, Step, Vote, remote_of

MOST_QUESTIONS = 80
"""The most questions of a room, with those that were asked on the spot or again."""


def begun(asked: Sequence[RoomQuestion], code: str = "") -> RoomState:
    """Return the state of a new room, at the first of the questions `asked`, which is not open yet.

    There must be at least one question. `code` is the code of a lecture's list in links; "" if the room is no lecture.
    """
    ids = [*range(len(asked))]
    state: RoomState = {
        "questions": [*asked], "ids": ids, "fresh": len(ids), "at": 0, "vote": 1, "open": False, "shown": False,
    }  # fmt: skip
    return {**state, "code": code} if code else state


def question(state: RoomState) -> RoomQuestion:
    """Return the question at which the room is now."""
    asked: RoomQuestion = state["questions"][state["at"]]
    return asked


def take(state: RoomState, asked: int, vote: int, value: object, sure: object = None) -> str:
    """Check a phone's answer `value`, and return it as the JSON that the room keeps; the state stays as it is.

    `asked` is the id of the answered question. `vote` is the number of the vote, from 1; if each phone does a list
    alone, it is that of the list's item. `sure` says whether the phone's owner is sure, None if that is not said.

    During a later vote, an answer to an earlier vote is still taken, since its phone may have been offline. In the
    adversary's game it is not, since a round is over once it was played. If each phone does a list alone, all items are
    open.

    Raises
    ------
    Refused
        If the question or the vote is over, if answers are closed, if the question takes no such answer, or if `sure`
        is given and the question does not ask for a number or a choice.
    """
    about = question(state)
    earliest = state["vote"] if about["kind"] == "rounds" else 1
    latest = len(about["items"]) if about["kind"] == "alone" else state["vote"]
    if asked != state["ids"][state["at"]] or not earliest <= vote <= latest:
        raise Refused(409, "This question is over.")
    if not state["open"] and about["kind"] != "alone":
        raise Refused(423, "Answers are closed just now.")
    if sure is not None and (not isinstance(sure, bool) or about["kind"] not in _COUNTED):
        raise Refused(422, "One may be sure of a number or a choice, or not.")
    return questions.with_sureness(questions.checked(about, value), sure)


# ---- the teacher's commands ------------------------------------------------------------------------------------------


def following(state: RoomState) -> Following:
    """Return the name of the command that a clicker's next press gives.

    For most questions the names follow in this order: "open", "again" if there is a second vote, "reveal", and "next"
    or, at the last question, "end". In the adversary's game "play" takes the place of "again", once for each further
    round. A board that the class builds is opened by "fill" and closed by "pause". A list that each phone does alone
    has only "next" or "end".

    It is "apart" while two boards of the class stand beside each other on the walls, the screens that the class sees.
    It is "on" while phones wait at an item of a list.

    In a lecture the class votes once; after "count" the counts stand beside the board, and each further press is a
    "step" of the board. There is no "next" or "end".
    """
    kind = question(state)["kind"]
    if state.get("pair"):
        return "apart"
    if state.get("wait"):
        return "on"
    if "code" in state and (said := _in_lecture(state, kind)):
        return said
    if kind == "alone":
        return _next(state)
    if not state["open"] and not state["shown"]:
        return "fill" if kind == "points" else "open"
    if not state["open"]:
        return _next(state)
    if kind == "points":
        return "pause"
    if state["vote"] >= _votes(state):
        return "reveal"
    return "play" if kind == "rounds" else "again"


def _next(state: RoomState) -> Following:
    return "next" if state["at"] + 1 < len(state["questions"]) else "end"


def _in_lecture(state: RoomState, kind: str) -> Following | None:
    """Return the next press's command where it differs in a lecture."""
    if kind in _UNASKED or state.get("counted"):
        return "step"
    if state["open"] and kind in ("number", "choose", "text"):
        return "count"
    if state["open"] and kind == "line":
        return "reveal"
    return "count" if state["shown"] and not state["open"] else None


def _votes(state: RoomState) -> int:
    """Return how many votes there are on the present question."""
    asked = question(state)
    return asked["bound"] if asked["kind"] == "rounds" else KINDS[asked["kind"]].votes


def _forward(state: RoomState) -> RoomState | None:
    name = following(state)
    return state if name == "end" else COMMANDS[name](state)


def _back(state: RoomState) -> RoomState:
    if state.get("pair"):
        return _apart(state)
    if "code" in state and not state["open"] and (state.get("counted") or not state["shown"]):
        return _turn(state, back=True)
    if state["shown"]:
        return {**state, "shown": False, "open": False}
    if state["open"] and state["vote"] > 1:
        return {**state, "vote": state["vote"] - 1}
    if state["open"]:
        return {**state, "open": False}
    return going(state, state["at"] - 1) if state["at"] else state


def _apart(state: RoomState) -> RoomState:
    """Take two boards of the class from the walls."""
    return {**state, "pair": []}


def _again(state: RoomState) -> RoomState:
    _check_asks(state)
    vote = min(state["vote"] + 1, _votes(state))
    return {**state, "vote": vote, "open": True, "shown": False, "counted": False}


def going(state: RoomState, at: int) -> RoomState:
    """Return the state at the question with the index `at`, at its first vote, which is not open yet.

    `at` is not checked. A running countdown goes on. Texts and boards of the class go from the walls, and phones that
    wait at an item of a list may go on.
    """
    until = state.get("until", 0)
    return {
        **state,
        "at": at,
        "vote": 1,
        "open": False,
        "shown": False,
        "counted": False,
        "picked": [],
        "wait": 0,
        "pair": [],
        "until": until if until > time.time() else 0,
    }


def _turn(state: RoomState, *, back: bool = False) -> RoomState:
    """Have the walls step their board, forth or `back`; nothing else in the room changes."""
    _check_lecture(state)
    return {**state, "turn": state.get("turn", 0) + 1, "back": back}


def _count(state: RoomState) -> RoomState:
    """End the vote of a lecture, so that its counts stand beside the board."""
    _check_lecture(state)
    _check_asks(state)
    asked = question(state)
    has_truth = "answer" in asked["truth"] if asked["kind"] == "number" or asked["kind"] == "choose" else True
    return {**state, "open": False, "shown": not has_truth, "counted": True}


def _check_lecture(state: RoomState) -> None:
    if "code" not in state:
        raise Refused(409, "This room is no lecture.")


def _check_asks(state: RoomState) -> None:
    if question(state)["kind"] in _UNASKED:
        raise Refused(409, "Nothing is asked here.")


def _clear(state: RoomState) -> RoomState:
    """Forget the answers to the present question by giving it a new id; the store deletes answers to the old id."""
    ids = [state["fresh"] if place == state["at"] else known for place, known in enumerate(state["ids"])]
    return {**going(state, state["at"]), "ids": ids, "fresh": state["fresh"] + 1}


def repeating(drawn: Sequence[RoomQuestion] | None = None) -> Callable[[RoomState], RoomState]:
    """Return the command that asks all questions of a room once more, to measure the progress of the class.

    A command is a function from a room's state to the state after it. This command adds the questions behind the
    others, and goes to the first that it adds. `drawn` are the same questions about boards drawn anew; without them the
    questions are asked unchanged. The command raises `Refused` if the questions were asked twice already, if there
    would be more than 80, if `drawn` are not as many as the room's questions, or if phones do all of them alone.
    """
    return lambda state: _repeat(state, state["questions"] if drawn is None else drawn)


def _repeat(state: RoomState, drawn: Sequence[RoomQuestion]) -> RoomState:
    asked = state["questions"]
    if any("again" in each for each in asked):
        raise Refused(409, "The list was asked twice already.")
    if len(drawn) != len(asked):
        raise Refused(409, "A question was asked just now; press once more.")
    check_takes(2 * len(asked))
    if all(each["kind"] == "alone" for each in asked):
        raise Refused(409, "A list that students do alone is not asked again.")
    more = [{**_asked_again(each), "again": place} for place, each in enumerate(drawn)]
    fresh = state["fresh"] + len(more)
    ids = [*state["ids"], *range(state["fresh"], fresh)]
    return going({**state, "questions": [*asked, *more], "ids": ids, "fresh": fresh}, len(asked))


def _asked_again(asked: RoomQuestion) -> RoomQuestion:
    """Return a question as it is asked again: phones show what each did alone, and its work is not counted.

    A browser keeps what was done at an item, which would count as done again at once.
    """
    if asked["kind"] != "alone":
        return asked
    link = f"{asked['items'][0]['link']}&list={asked['code']}"
    shown: dict[str, Any] = {**asked, "kind": "show", "link": link}
    del shown["items"], shown["code"]
    return cast(RoomQuestion, shown)


def check_takes(count: int) -> None:
    """Raise `Refused` if `count` questions are too many for a room: more than 80."""
    if count > MOST_QUESTIONS:
        raise Refused(409, f"A room has {MOST_QUESTIONS} questions at most, and these would be {count}.")


def _open(state: RoomState) -> RoomState:
    """Take answers, and show a board that the class builds; raise `Refused` once another question's truth is shown."""
    _check_asks(state)
    opened: RoomState = {**state, "open": True, "counted": False}
    if question(state)["kind"] == "points":
        return {**opened, "shown": True}
    if state["shown"]:
        raise Refused(409, "The answer was revealed; clear the answers to ask again.")
    return opened


def _same(state: RoomState) -> RoomState:
    """Return the state unchanged, for commands about phones and for checks of the sender's key."""
    return state


COMMANDS: Mapping[str, Step] = {
    "forward": _forward,
    "back": _back,
    "open": _open,
    "fill": _open,
    "pause": lambda state: {**state, "open": False},
    "again": _again,
    "play": _again,
    "count": _count,
    "step": _turn,
    "reveal": lambda state: {**state, "shown": True, "open": False},
    "hide": lambda state: {**state, "shown": False},
    "on": lambda state: {**state, "wait": 0},
    "apart": _apart,
    "next": lambda state: going(state, min(state["at"] + 1, len(state["questions"]) - 1)),
    "clear": _clear,
    "repeat": repeating(),
    "dismiss": _same,
    "lock": lambda state: {**state, "locked": True},
    "unlock": lambda state: {**state, "locked": False},
    "look": _same,
    "save": _same,
    "close": lambda state: None,
}


def going_to(at: Any) -> Callable[[RoomState], RoomState]:
    """Return the command that goes to the question with this index; it raises `Refused` if there is none."""

    def step(state: RoomState) -> RoomState:
        if type(at) is not int or not 0 <= at < len(state["questions"]):
            raise Refused(422, "The room has no such question.")
        return going(state, at)

    return step


def going_to_item(item: Any) -> Callable[[RoomState], RoomState]:
    """Return the command that goes to an item of a lecture's list, by its number from 1.

    If several questions are about the item, the command goes to the nearest to the present question. It raises
    `Refused` if there is none, as in a room that is no lecture.
    """

    def step(state: RoomState) -> RoomState:
        places = [place for place, asked in enumerate(state["questions"]) if asked.get("item") == item]
        if type(item) is not int or not places:
            raise Refused(422, "The lecture has no such item.")
        # Where the list is given twice, or was asked about on the spot, the nearest is meant.
        return going(state, min(places, key=lambda place: abs(place - state["at"])))

    return step


def allowing(most: Any) -> Callable[[RoomState], RoomState]:
    """Return the command that lets each phone place up to `most` points.

    The command raises `Refused` if the present question does not ask for points, or if `most` is not from 1 to 10.
    """

    def step(state: RoomState) -> RoomState:
        asked = question(state)
        if asked["kind"] != "points" or type(most) is not int or not 1 <= most <= points.MOST_EACH:
            raise Refused(422, f"Each phone may place from 1 to {points.MOST_EACH} points.")
        listed = [*state["questions"]]
        listed[state["at"]] = {**asked, "most": most}
        return {**state, "questions": listed}

    return step


def removing(phone: int) -> Step:
    """Return the command that takes a banned phone's texts and boards from the walls; `phone` is its number.

    A command is a function from a room's state to the state after it. Two boards that stand beside each other both go
    if the phone made either.
    """

    def step(state: RoomState) -> RoomState:
        pair = state.get("pair", [])
        return {
            **state,
            "picked": [(each, words) for each, words in state.get("picked", []) if each != phone],
            "pair": [] if any(each["phone"] == phone for each in pair) else pair,
        }

    return step


def picking(phone: int, text: Any) -> Callable[[RoomState], RoomState]:
    """Return the command that picks a phone's text for the walls or, if it was picked, no longer picks it.

    `phone` is the phone's number. A command is a function from a room's state to the state after it. It raises
    `Refused` if the present question does not ask for a text, or takes no such text. It does not check that the phone
    sent the text; walls, the screens that the class sees, show it only if the phone has answered the question.
    """

    def step(state: RoomState) -> RoomState:
        known = KINDS["text"].checked(question(state), text) if question(state)["kind"] == "text" else None
        if known is None:
            raise Refused(422, "A text of this question is picked.")
        picked = [(each, words) for each, words in state.get("picked", []) if (each, words) != (phone, known)]
        if len(picked) == len(state.get("picked", [])):
            picked.append((phone, known))
        return {**state, "picked": picked}

    return step


# ---- the news --------------------------------------------------------------------------------------------------------

HIDDEN = ("page", "again", "truth", "item", "title", "frame", "notes", "source")
"""The entries of a question that nobody is sent."""
_TRUTH = ("answer", "words", "line", "best")  # of the results, for phones
_UNASKED = ("show", "alone")
_COUNTED = ("number", "choose")  # the kinds whose votes a lecture counts before the truth is known


class Told(TypedDict):
    """The news for all phones and for all walls, and the time, in seconds since 1970, at which it changes by itself.

    The time is 0 if the news does not change by itself.
    """

    phones: PhoneNews
    walls: WallNews
    until: float


def for_listeners(news: News) -> Told:
    """Return the news to be sent to all `phones` and to all `walls`, the screens of the class and of the teacher.

    `until` is the time, in seconds since 1970, at which the news changes by itself; 0 if it does not.

    Before the reveal the news does not tell the truth, except about rounds of the adversary's game that are over. The
    news for walls has all that phones are sent, and how many phones have joined and answered. It has some results even
    before the reveal: texts that the teacher has picked, the board that the class builds, how far phones are with a
    list, and the counts of a lecture's vote.
    """
    state, asked = news.state, question(news.state)
    counted = state.get("counted", False)
    is_over = state["shown"] or (counted and asked["kind"] not in _COUNTED)
    phones: PhoneNews = {
        "id": state["ids"][state["at"]],
        "vote": state["vote"],
        "open": state["open"],
        "shown": state["shown"],
        "question": _without_truth(asked),
        "until": state.get("until", 0),
    }
    if news.removed:
        phones["removed"] = news.removed
    if asked["kind"] == "rounds":
        over = state["vote"] - (not is_over)
        phones["found"] = rounds.played(asked, questions.read(news.answers), over)
    elif is_over and asked["kind"] not in ("points", "text", *_UNASKED):
        found: Any = questions.results(asked, news.answers)
        if "code" in state:
            found.pop("run", None)  # the board beside it plays it
        phones["truth"] = cast(PhoneTruth, {name: found[name] for name in _TRUTH if name in found})
        if "run" in found:
            phones["truth"]["lines"] = len(found["run"])  # the wall plays as many before it shows the truth
    walls: WallNews = {
        **phones,
        "joined": news.joined,
        "answered": sum(vote.vote == state["vote"] for vote in news.answers),
        "at": state["at"],
        "following": following(state),
        "locked": state.get("locked", False),
        "frame": _frame(state, asked),
        "counted": counted,
        "remote": _remote(state),
        "turn": state.get("turn", 0),
        "back": state.get("back", False),
        "pair": [{"board": each["board"], "words": each["words"]} for each in state.get("pair", [])],
        "list": [{"kind": each["kind"], "text": each["text"], "again": "again" in each} for each in state["questions"]],
    }
    until = 0.0
    if asked["kind"] == "alone":
        walls["found"], until = progress.standing(news, asked, time.time())
        phones["wait"] = walls["wait"] = state.get("wait", 0)
        walls["answered"] = len({vote.phone for vote in news.answers})
    elif asked["kind"] == "text":
        walls["found"] = _texts(state, news.answers)
    elif counted and not is_over:
        # How many were right would tell the truth.
        votes = [{**vote, "right": 0} for vote in questions.results(asked, news.answers)["votes"]]
        walls["found"] = cast(RoomResults, {"votes": votes, "words": ""})
    elif asked["kind"] == "points" and is_over:
        given = questions.read(news.answers)
        walls["found"] = points.together(given) if state["open"] else KINDS["points"].results(asked, given)
    elif "truth" in phones:
        walls["found"] = found
    return {"phones": phones, "walls": walls, "until": until}


def _frame(state: RoomState, asked: RoomQuestion) -> str:
    """Return the link to the board of a lecture's item; "" in other rooms."""
    code = state.get("code", "")
    return f"{asked['frame']}&{urllib.parse.urlencode({'list': code, 'present': 'true'})}" if code else ""


def _remote(state: RoomState) -> RemoteNews:
    remote = remote_of(state)
    return "held" if remote["holder"] else "offered" if remote["secret"] else ""


def _texts(state: RoomState, answers: Sequence[Vote]) -> TextResults:
    """Return the texts that the teacher picked, of phones that are still in the room."""
    given = {vote.phone for vote in answers}
    texts = [words for phone, words in state.get("picked", []) if phone in given]
    return {"texts": texts, "of": len(given), "words": ""}


def _without_truth(asked: RoomQuestion) -> RoomQuestion:
    return cast(RoomQuestion, {name: value for name, value in asked.items() if name not in HIDDEN})


def desk(news: News) -> DeskNews:
    """Return the news for the teacher's screen alone; the screen also gets the news for walls.

    It has the notes on the present question and the words of the next, each "" if there are none. If the present
    question asks for texts, it has the texts of all phones, and those that the teacher picked; else both are empty.
    """
    asked, at = news.state["questions"], news.state["at"]
    texts = questions.read(news.answers) if question(news.state)["kind"] == "text" else []
    following = asked[at + 1] if at + 1 < len(asked) else None
    return {
        "notes": asked[at].get("notes", ""),
        "next": following["text"] if following else "",
        "texts": [(each.phone, each.value) for each in texts],
        "picked": [*news.state.get("picked", [])],
    }


# ---- afterwards ------------------------------------------------------------------------------------------------------


def table(news: News) -> list[TableRow]:
    """Return the teacher's table: a row for each answer in the `news`, sorted by question and then by time.

    A phone's progress through a list is not an answer, and has no row.
    """
    asked = dict(zip(news.state["ids"], news.state["questions"], strict=True))
    places = {known: place for place, known in enumerate(news.state["ids"])}
    rows: list[TableRow] = []
    for vote in sorted(news.answers, key=lambda vote: (places[vote.question], vote.at)):
        about: RoomQuestion = asked[vote.question]
        if about["kind"] == "alone":
            continue
        (given,) = questions.read([vote])
        said, turn = KINDS[about["kind"]].in_words(about, given.value), "again" if "again" in about else "first"
        sure = "" if given.sure is None else "sure" if given.sure else "not sure"
        item = about.get("item", about.get("again", places[vote.question]) + 1)
        rows.append((about["text"], vote.vote, vote.phone, said, vote.at, turn, sure, item, about.get("title", "")))
    return rows


def summary(news: News) -> list[SummaryRow]:
    """Return a row for each question that was answered, with its results; [] if there is no answer.

    Nothing in a row tells which phone gave an answer. The row has the class's `gain` if answers can be right and phones
    answered twice: in two votes, or when the question came again.
    """
    asked: list[RoomQuestion] = news.state["questions"]
    votes = [[vote for vote in news.answers if vote.question == known] for known in news.state["ids"]]
    rows = []
    for about, answers in zip(asked, votes, strict=True):
        if not answers:
            continue
        row: SummaryRow = {
            "question": _without_truth(about),
            "found": KINDS[about["kind"]].nameless(questions.results(about, answers)),
            "phones": len({vote.phone for vote in answers}),
            "again": "again" in about,
        }
        original = about.get("again")
        pairs = _pairs(about, answers, *((about, answers) if original is None else (asked[original], votes[original])))
        if pairs:
            row["gain"] = _gain(pairs)
            apart = [[pair for pair in pairs if pair.sure is sure] for sure in (True, False)]
            if any(apart):
                row["apart"] = [_gain(some) if some else None for some in apart]
        rows.append(row)
    return rows


class _Pair(NamedTuple):
    """Whether a phone was right at its first vote, and at its last, and whether its owner was sure at the first."""

    before: bool
    after: bool
    sure: bool | None


def _pairs(about: RoomQuestion, answers: Sequence[Vote], before: RoomQuestion, earlier: Sequence[Vote]) -> list[_Pair]:
    """Pair each phone's first vote on a question with its last vote on it or its copy; a single vote makes no pair."""
    first: dict[int, Given[Any]] = {}
    for each in sorted(questions.read(earlier), key=lambda given: given.vote):
        first.setdefault(each.phone, each)
    last = {each.phone: each for each in sorted(questions.read(answers), key=lambda given: given.vote)}
    pairs = []
    for phone, given in first.items():
        if phone not in last or (about is before and last[phone].vote == given.vote):
            continue
        was = KINDS[before["kind"]].is_right(before, given.value)
        now = KINDS[about["kind"]].is_right(about, last[phone].value)
        if was is not None and now is not None:
            pairs.append(_Pair(was, now, given.sure))
    return pairs


def _gain(pairs: Sequence[_Pair]) -> Gain:
    return of_pairs([pair.before for pair in pairs], [pair.after for pair in pairs])
