"""What a room can ask about a board, which answers it takes, and what the wall shows of them beside the truth."""

from __future__ import annotations

import json
import math
import statistics
import urllib.parse
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

import numpy as np

from perceptron import Inseparable, Plane, Run, Separator, margins, mistakes_forced, separate
from perceptron.learner import tie_errs
from perceptron.separation import Separation
from playground.address import codes
from playground.address.exercise import read as read_exercise
from playground.address.exercise import unfolded
from playground.address.lists import KEYS, MOST, ListItem
from playground.draw import legends
from playground.draw.outcome import WHETHER, hair, most_updates, stops
from playground.draw.planes import angles
from playground.page import controls
from playground.page.answer import Opened, opened
from playground.page.page import Page
from playground.pages import PAGES
from playground.pages.adversary import scene as adversary
from playground.rooms.store import Refused, Vote
from playground.stage.payload import Panel, Point, Scene
from playground.text import listed, number, plural, vector, whole

MOST_PLACED = 3
"""Points that a phone places on a board of the class, unless its teacher says otherwise."""
MOST_EACH = 10
"""And at most."""

_LEARNER = {controls.TIE.key, controls.ORDER.key, controls.START.key}
_FRAMES = 60  # of a run that the wall plays
_LARGEST = 999_999
_MOST_ROUNDS = 25  # of a class against the adversary
_FAR, _NEAR = 1e6, 1e-6  # no coordinate of a line is larger, and no arrow shorter
_PLACES = 7  # which a point of the finest grid has, so that whatever lies on a line lies there on phones and walls
_CHOICES = "ABCD"
_TURN = "Turn the line until nothing is wrong, and as far from all points as it can be."

RoomQuestion = dict[str, Any]
"""Its kind, its words, its board, and the `truth`, which nobody is sent before it is revealed."""


def of_board(page: Page, address: Mapping[str, str]) -> list[RoomQuestion]:
    """Return all that can be asked about what an address shows, the board's own question first.

    Of a list or a chain of exercises it is the question of each that has an answer, else the own one of its board.

    Raises
    ------
    ValueError
        If there is neither a board of points in the plane nor the adversary's game, or nothing can be shown.
    """
    exercise, _ = read_exercise(address)
    if exercise.following is None and exercise.task is None:
        return _all(page, _board_of(page, address))
    way, chain = (page.file, dict(address)), list[RoomQuestion]()
    while len(chain) < MOST:
        file, link = way
        exercise, _ = read_exercise(link)
        what = _board_of(PAGES[file], link)
        own = _all(PAGES[file], what)[0]
        chain.append(_asked(exercise.task, own, known=bool(_own(what.scene))) if exercise.task else own)
        if exercise.following is None:
            break
        way = exercise.following
    return chain


def _board_of(page: Page, address: Mapping[str, str]) -> Opened:
    """Return what an address opens without its exercise, whose question would stand in place of the board's own."""
    return opened(page, {key: text for key, text in unfolded(address).items() if key not in KEYS})


def _asked(task: ListItem, own: RoomQuestion, known: bool) -> RoomQuestion:
    """Return the question of an exercise about a board, whose own one it is where it has no answer that is known.

    A number without an answer is the one that stands on the board, if that is `known`.
    """
    if own["kind"] == "rounds":
        return own
    plain = {"page": own["page"], "board": own["board"], "text": task.ask}
    if task.choices and task.right is not None:
        key = {"words": task.answer, "answer": task.right}
        return {**plain, "kind": "choose", "options": [*task.choices], "truth": key}
    if not task.number:
        return own
    truth = own["truth"] if known and own["kind"] == "number" else None
    if truth and task.right in (None, truth["answer"]):
        key = {**truth, "words": task.answer or truth["words"]}
        return {**plain, "kind": "number", "bound": own["bound"], "truth": key}
    if task.right is None:
        return own
    return {**plain, "kind": "number", "bound": None, "truth": {"words": task.answer, "answer": task.right}}


def _all(page: Page, what: Opened) -> list[RoomQuestion]:
    scene = what.scene
    if "asking" in scene:
        return [{"page": page.route, **_game(page, what)}]
    if "editing" not in scene or scene["panels"][scene["editing"]["panel"]]["area"] != "board":
        raise ValueError("A room asks about a board of points in the plane, and there is none on this page.")
    board = _board(what)
    own, run = _own(scene), _about_run(page, what)
    asked = [*own, *(each for each in run if each["text"] not in [question["text"] for question in own])]
    if own and run and run[0]["kind"] == "number" and asked[0]["truth"]["answer"] == run[0]["truth"]["answer"]:
        asked = run  # which has the bound beside the board's own question
    run_board = {**board, "zero": _zero(page, what)}
    asked = [{"board": board if each["kind"] == "line" else run_board, **each} for each in asked]
    words = "Build a board together: tap to place points."
    asked.append({"board": board, "kind": "points", "text": words, "most": MOST_PLACED})
    return [{"page": page.route, **question} for question in asked]


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
            (_PLAYGROUND, "data=AND&bias=true", "Will it ever stop"),
            (_PLAYGROUND, "data=margin&gamma=0.2", "How many updates"),
            (_PLAYGROUND, "data=margin&gamma=0.05", "How many updates"),
            (_PLAYGROUND, "data=margin&gamma=0.2", "Turn the line"),
            ("pages/adversary.py", "margin=2/5", "Prove us wrong"),
        ],
    ),
    "none": (
        "Where no line is",
        [
            (_PLAYGROUND, "data=OR&bias=true", "Will it ever stop"),
            (_PLAYGROUND, "data=XOR&bias=true", "Will it ever stop"),
            (_NO_LINE, "data=XOR&bias=true", "How long is the cycle"),
            (_PLAYGROUND, "data=XOR&bias=true", "Build a board"),
        ],
    ),
}
"""Lists of questions that are ready, ten minutes each: their titles, and of each question its page, board and words."""


def of_list(name: str) -> list[RoomQuestion]:
    """Return the questions of a ready list.

    >>> [question["kind"] for question in of_list("steps")]
    ['number', 'choose', 'number', 'points']
    """
    chosen = []
    for file, query, words in LISTS[name][1]:
        asked = of_board(PAGES[file], dict(urllib.parse.parse_qsl(query)))
        chosen.append(next(question for question in asked if words in question["text"]))
    return chosen


def _game(page: Page, what: Opened) -> RoomQuestion:
    """Return the adversary's game, in which the class predicts."""
    margin, _ = controls.fraction(page.settings(what.state.settings), adversary.MARGIN, adversary.LEAST)
    rounds = mistakes_forced(margin)
    if rounds > _MOST_ROUNDS:
        raise ValueError(f"A class plays at most {_MOST_ROUNDS} rounds; this margin γ = {margin} makes {rounds}.")
    return {
        "kind": "rounds",
        "text": f"Prove us wrong: +1 or −1? Be right once in {plural(rounds, 'round')}.",
        "options": ["+1", "−1"],
        "margin": str(margin),
        "bound": rounds,
        "board": {"points": [], "span": [0.5 - 0.13 * rounds, rounds + 0.5, -1.4, 1.4], "line": None},
    }


def _board(what: Opened) -> dict[str, Any]:
    scene = what.scene
    layout = cast(Panel, scene["panels"][scene["editing"]["panel"]])["figure"]["layout"]
    form = scene["reading"]["form"] if "reading" in scene else []
    # What comes of the start is what is asked.
    line = [scene["columns"][name][0] if name in scene["columns"] else 0 for name in form]
    return {
        "points": [[*point] for point in _drawn(scene)],
        "span": [*layout["xaxis"]["range"], *layout["yaxis"]["range"]],
        "line": [float(value or 0) for value in line] if any(line) else None,
    }


def _zero(page: Page, what: Opened) -> list[bool]:
    """Return for each class whether a run counts a point exactly on its line as wrong."""
    settings = page.settings(what.state.settings)
    tie = controls.TIES[settings[controls.TIE]] if controls.TIE.key in page.controls else "mistake"
    return [*map(bool, tie_errs(tie, np.array([1, -1])))]


def _placed(scene: Scene) -> Sequence[Point]:
    return cast(Sequence[Point], scene["points"])


def _drawn(scene: Scene) -> list[Point]:
    """Return the points as phones and walls draw them, by which a line is judged."""
    return [(round(x, _PLACES), round(y, _PLACES), kind) for x, y, kind in _placed(scene)]


def _own(scene: Scene) -> list[RoomQuestion]:
    """Return the question that stands on the board itself, where its answer is known."""
    asked = scene.get("question")
    if asked is None or asked["answer"] is None:
        return []
    right: dict[str, Any] = {"answer": asked["answer"], "words": scene["verdict"]["text"]}
    if options := asked.get("options", []):
        return [{"kind": "choose", "text": asked["text"], "options": options, "truth": right}]
    run = _run(scene, scene["last"])
    return [{"kind": "number", "text": asked["text"], "bound": None, "truth": {**right, "run": run}}]


def _about_run(page: Page, what: Opened) -> list[RoomQuestion]:
    """Return what can be asked about a run of the perceptron over the board; nothing on pages of other learners."""
    points, settings = _placed(what.scene), page.settings(what.state.settings)
    if not page.controls.keys() >= _LEARNER or not points:
        return []
    learner = controls.learner(settings)
    data = learner.sees(points)
    assert data is not None
    run, separation = learner.run(data, page.most_updates), separate(data)
    wrong = legends.wrong(run, learner.tie)
    asked = _number_asked(what, run, separation, wrong)
    if learner.order == "cyclic":
        asked += _next(what, run, wrong)
    if (ends := stops(run, separation, learner.tie)) is not None:
        truth = {"answer": int(not ends), "words": what.scene["verdict"]["text"]}
        asked.append({"kind": "choose", "text": WHETHER, "options": ["Yes", "No"], "truth": truth})
    return [*asked, *_turning(_drawn(what.scene), shifts=learner.lift_scale is not None)]


def _turning(points: Sequence[Point], *, shifts: bool) -> list[RoomQuestion]:
    """Ask for the line that lies farthest from all points, where there is one."""
    best = _farthest(points, shifts=shifts)
    if best is None:
        return []
    line, distance = best
    name, among = ("The best line", "no line") if shifts else ("w*", "no line through the origin")
    words = f"{name} keeps a distance of {number(distance)} from all points, and {among} keeps more."
    truth = {"line": line, "cone": _cone(points, line[:2], shifts=shifts), "words": words}
    return [{"kind": "line", "text": _TURN, "shifts": shifts, "truth": truth}]


def _farthest(points: Sequence[Point], *, shifts: bool) -> tuple[list[float], float] | None:
    """Return the line that lies farthest from all points, and how far; through the origin, unless it `shifts`.

    None where no line parts them, where floats cannot tell how far, or where one class is alone, from which a line can
    be as far as one likes.

    >>> _farthest([(4, 4, 1), (4, 3, 0), (4, 1, 0)], shifts=True)
    ([0.0, -1.0, 3.5], 0.5)
    """
    data = controls.dataset(points)
    if data is None or len({*data.y.tolist()}) == 1:
        return None
    if not shifts:
        found = separate(data)
        return ([*found.w.tolist(), 0.0], found.margin) if isinstance(found, Separator) else None
    try:
        plane = margins(data).geometric
    except ValueError:
        return None
    return ([*plane.w.tolist(), plane.offset], plane.margin) if isinstance(plane, Plane) else None


def _cone(points: Sequence[Point], w: Sequence[float], *, shifts: bool) -> list[float] | None:
    """Return the angles between which w has nothing wrong, with some shift if there is one; None where all do."""
    above, below = (np.array([at for *at, kind in points if kind == side]).reshape(-1, 2) for side in (0, 1))
    # A shift is found where the lowest score of the one class is above the highest of the other.
    normals = (above[:, None] - below).reshape(-1, 2) if shifts else np.vstack([above, -below])
    return [*angles(normals, np.array(w))] if len(normals) else None


def _number_asked(what: Opened, run: Run, separation: Separation, wrongs: legends.Bools) -> list[RoomQuestion]:
    scene = what.scene
    asked: list[RoomQuestion] = []
    bound = most_updates(run, separation)
    if bound is not None and run.outcome == "converged" and run.updates:
        right = {"answer": run.updates, "words": scene["verdict"]["text"], "run": _run(scene, scene["last"])}
        words = f"How many updates until nothing is wrong? The theorem allows at most {whole(bound)}."
        asked.append({"kind": "number", "text": words, "bound": bound, "truth": right})
    if run.updates > 1 and len(run.data) > 1:
        wrong = int(wrongs[1].sum())
        words = (
            f"After the first update {plural(wrong, 'point')} of {len(run.data)} {'is' if wrong == 1 else 'are'} wrong."
        )
        right = {"answer": wrong, "words": words, "run": _run(scene, 1)}
        text = f"One update is made. How many of the {len(run.data)} points are wrong then?"
        asked.append({"kind": "number", "text": text, "bound": len(run.data), "truth": right})
    return asked


def _next(what: Opened, run: Run, wrongs: legends.Bools) -> list[RoomQuestion]:
    """Ask which point makes the update after the one that is shown, or after the first, among four of them.

    They have their letters in the order of their turns, so that of those that are seen to be wrong one is the first.
    """
    step, scene = max(what.step, 1), what.scene
    if step >= run.updates or len(run.data) == 1:
        return []
    ring, right = map(int, run.mistakes[step - 1 : step + 1])
    turns = [(ring + turn) % len(run.data) for turn in range(1, len(run.data) + 1)]
    before, after = turns[: turns.index(right)], turns[turns.index(right) + 1 :]
    # Some that are right come first, more or fewer of them from board to board, and then those that are wrong.
    first = before[: right % (len(_CHOICES) - 1)]
    others = [*first, *(each for each in after if wrongs[step, each]), *before[len(first) :], *after]
    others = [*dict.fromkeys(others)][: len(_CHOICES) - 1]
    named = [each for each in turns if each == right or each in others]
    letters = _CHOICES[: len(named)]
    answer = named.index(right)
    words = f"Point {letters[answer]} makes update {step + 1}: the first in turn that is wrong."
    text = f"Update {step} was made by the ringed point. Then {listed(letters)} have their turns, in this order."
    return [
        {
            "kind": "choose",
            "text": f"{text} Which makes the next?",
            "options": [*letters],
            "named": named,
            "ring": ring,
            "line": _run(scene, step)[-1][1:],
            "truth": {"answer": answer, "words": words},
        }
    ]


def _run(scene: Scene, last: int) -> list[list[float]]:
    """Return the lines of a run up to a step, with the numbers of their steps: so many as can be played."""
    form = scene["reading"]["form"] if "reading" in scene else []
    steps = sorted({round(last * frame / _FRAMES) for frame in range(_FRAMES + 1)})
    columns = [scene["columns"].get(name) for name in form]
    return [
        [step, *(round(float((column[step] if column else 0) or 0), _PLACES) for column in columns)] for step in steps
    ]


# ---- answers -------------------------------------------------------------------------------------------------------


def checked(question: RoomQuestion, value: Any) -> str:
    """Return an answer as it is kept.

    >>> checked({"kind": "number"}, 7), checked({"kind": "points", "most": 1}, [[0.1, 0, 1]])
    ('7', '[[0.1015625, 0.0, 1]]')

    Raises
    ------
    Refused
        If it is none to this question.
    """
    known = _CHECKS[question["kind"]](question, value)
    if known is None:
        raise Refused(422, f"This is no answer to the question: {_WANTED[question['kind']]} is asked for.")
    return json.dumps(known, allow_nan=False)


def _number(question: RoomQuestion, value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= _LARGEST else None


def _choice(question: RoomQuestion, value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < len(question["options"]) else None


def _line(question: RoomQuestion, value: Any) -> list[float] | None:
    good = isinstance(value, list) and len(value) == 3 and all(map(_is_number, value))
    if not good or (value[2] and not question["shifts"]):
        return None
    length = math.hypot(value[0], value[1])
    return None if length < _NEAR else [round(each / length, 6) for each in value]


def _points(question: RoomQuestion, value: Any) -> list[Point] | None:
    if not isinstance(value, list) or len(value) > question["most"]:
        return None
    for point in value:
        if not isinstance(point, list) or len(point) != 3 or not all(map(_is_number, point[:2])):
            return None
        if type(point[2]) is not int or point[2] not in (0, 1):
            return None
    return [codes.snapped((x, y, kind)) for x, y, kind in value]


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= _FAR  # which NaN is not


_CHECKS = {"number": _number, "choose": _choice, "line": _line, "points": _points, "rounds": _choice}
_WANTED = {
    "number": f"a whole number up to {_LARGEST:,}",
    "choose": "one of its choices",
    "line": "a line",
    "points": "so many points of the board as each may place",
    "rounds": "+1 or −1",
}


# ---- what is shown of them -----------------------------------------------------------------------------------------


def results(question: RoomQuestion, answers: Sequence[Vote]) -> dict[str, Any]:
    """Return what a wall shows of the answers, with the truth."""
    values = json.loads(f"[{','.join(answer.value for answer in answers)}]")
    said = [(answer.phone, answer.vote, value) for answer, value in zip(answers, values, strict=True)]
    return _RESULTS[question["kind"]](question, said)


Said = Sequence[tuple[int, int, Any]]


def _histograms(question: RoomQuestion, said: Said) -> dict[str, Any]:
    right = question["truth"]["answer"]
    votes = []
    for vote in (1, 2):
        given = [value for _, at, value in said if at == vote]
        count = sorted(Counter(given).items())
        middle = statistics.median_low(given) if given else None
        votes.append({"count": count, "of": len(given), "right": given.count(right), "middle": middle})
    return {**question["truth"], "votes": votes}


def _bars(question: RoomQuestion, said: Said) -> dict[str, Any]:
    votes = []
    for vote in (1, 2):
        given = [value for _, at, value in said if at == vote]
        votes.append({"count": [given.count(option) for option in range(len(question["options"]))], "of": len(given)})
    return {**question["truth"], "votes": votes}


def _lines(question: RoomQuestion, said: Said) -> dict[str, Any]:
    """Judge each line by the points that it has wrong, then by its distance from all of them."""
    truth = question["truth"]
    if not said:
        return {**truth, "lines": [], "best": None, "right": 0}
    points, forms = np.array(question["board"]["points"]), np.array([line for *_, line in said])
    scores = (forms[:, :2] @ points[:, :2].T + forms[:, 2:]) * (1 - 2 * points[:, 2])
    distances = scores / np.linalg.norm(forms[:, :2], axis=1)[:, None]
    wrong, least = (distances <= 0).sum(axis=1), distances.min(axis=1)
    best = min(range(len(said)), key=lambda place: (wrong[place], -least[place]))
    words = (
        f"The best of yours has {int(wrong[best])} wrong. "
        if wrong[best]
        else f"The best of yours keeps a distance of {number(float(least[best]))} from all points. "
    )
    return {
        **truth,
        "lines": [[*line, phone] for phone, _, line in said],
        "best": said[best][0],
        "right": int((wrong == 0).sum()),
        "words": words + truth["words"],
    }


def _together(question: RoomQuestion, said: Said) -> dict[str, Any]:
    """Put all points on one board, which takes 400 of them, evenly drawn."""
    placed = [(*point, phone) for phone, _, points in said for point in points]
    count = min(len(placed), codes.MOST)
    sample = [placed[len(placed) * place // count] for place in range(count)]
    code = codes.encode([(x, y, kind) for x, y, kind, _ in sample])
    query = urllib.parse.urlencode({"data": codes.HAND, "bias": "true", "points": code} if sample else {})
    some = f", of which the board takes {whole(count)}, evenly drawn" if count < len(placed) else ""
    return {
        "points": sample,
        "phones": len({phone for *_, phone in placed}),
        "words": f"{plural(len(placed), 'point')}{some}",
        "query": query,
    }


def result(question: RoomQuestion, answers: Sequence[Vote]) -> dict[str, Any]:
    """Return what is to be said of a question once it is over."""
    if question["kind"] == "rounds":
        return played(question, answers, max(answer.vote for answer in answers))
    result = results(question, answers)
    return judged(result) if question["kind"] == "points" else result


def in_words(question: RoomQuestion, value: str) -> str:
    """Return a kept answer as a table has it: a choice by its words, and a point by its label.

    >>> in_words({"kind": "choose", "options": ["Yes", "No"]}, "1"), in_words({"kind": "points"}, "[[0.5, 0, 1]]")
    ('No', '[[0.5, 0, -1]]')
    """
    if "options" in question:
        return str(question["options"][json.loads(value)])
    if question["kind"] == "points":
        return json.dumps([[x, y, codes.label_of(place)] for x, y, place in json.loads(value)])
    return value


def share(question: RoomQuestion, result: Mapping[str, Any]) -> float | None:
    """Return which part of those who answered was right, before they talked; None where nothing is right or wrong."""
    if question["kind"] == "line":
        right, of = result["right"], len(result["lines"])
    elif question["kind"] in ("number", "choose"):
        first = result["votes"][0]
        of = first["of"]
        right = first["right"] if question["kind"] == "number" else first["count"][result["answer"]]
    else:
        return None
    return right / of if of else None


def played(question: RoomQuestion, answers: Sequence[Vote], rounds: int) -> dict[str, Any]:
    """Return what the adversary has made of the first rounds, in each of which it is shown the majority's label.

    Equal votes are +1, as a score of 0 is for the perceptron, which predicts the same points beside the class.
    """
    said = [(answer.vote, int(answer.value)) for answer in answers]
    counts = Counter(said)
    votes = [[counts[vote, option] for option in range(2)] for vote in range(1, rounds + 1)]
    most = [int(minus > plus) for plus, minus in votes]
    game = adversary.play(adversary.YOU, Fraction(question["margin"]), "mistake", most)
    result = {
        "votes": votes,
        "predictions": game.forced.predictions[:rounds].tolist(),
        "labels": game.forced.labels[:rounds].tolist(),
        "perceptron": int((game.run.mistakes < rounds).sum()),
    }
    if rounds == game.rounds:
        v = f"v = {game.forced.margin} · {vector(game.forced.labels)}"
        words = f"{plural(rounds, 'mistake')} in {plural(rounds, 'round')}, and yet {v} fits every label."
        return {**result, "v": game.forced.separator.tolist(), "words": words}
    if not rounds:
        return {**result, "words": "The adversary shows e₁, and no other point tells anything about it."}
    (plus, minus), sign = votes[-1], "−+"[most[-1]]
    tie = ", and a tie is +1" if plus == minus else ""
    words = f"Round {rounds}: {plus} for +1, {minus} for −1{tie}. The label is {sign}1: wrong."
    return {**result, "words": words}


def judged(board: Mapping[str, Any]) -> dict[str, Any]:
    """Return a board that the class has made with what separates it, and in words whether anything does."""
    points = [(x, y, kind) for x, y, kind, _ in board["points"]]
    data = controls.dataset(points)
    if data is None:
        return {**board}
    if len({kind for *_, kind in points}) == 1:
        return {**board, "words": f"{board['words']}. All are of one class."}
    if (best := _farthest(points, shifts=True)) is not None:
        line, distance = best
        words = f"One line parts them and keeps a distance of {number(distance)} from all."
        return {**board, "line": line, "words": f"{board['words']}. {words}"}
    separation = separate(data.augmented())
    if isinstance(separation, Inseparable):
        words = f"No line parts them: the {plural(len(separation.points), 'ringed point')} prove it."
        return {**board, "proof": [*map(int, separation.points)], "words": f"{board['words']}. {words}"}
    return {**board, "words": f"{board['words']}. {hair('line')}"}


_RESULTS = {"number": _histograms, "choose": _bars, "line": _lines, "points": _together}
