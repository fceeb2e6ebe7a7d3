"""Questions: each answer is the library's, whatever the board; and what the wall shows of the class's answers."""

import itertools
import json
import math
import re
import time
from collections import Counter

import numpy as np
import pytest

from perceptron import force_mistakes, margin_dataset, mistakes_forced, separate, train
from playground.address import codes
from playground.address.address import parameters as link_of
from playground.address.codes import label_of
from playground.address.lists import ListItem, encode
from playground.page import controls
from playground.page.answer import answer
from playground.pages import PAGES
from playground.rooms import questions
from playground.rooms import room as state_of
from playground.rooms.kinds import points as together
from playground.rooms.store import News, Refused, Vote
from playground.text import listed
from playground.text import number as written
from tests.playground.phones import BOARD, copy, phones, room_of

DATA = margin_dataset(25, 2, 0.1, seed=3).augmented()  # the playground's own


def asked_of(page="app.py", **link):
    return questions.of_board(PAGES[page], link)


def sent(state, votes):
    """What a wall and the phones are sent of a room in this state, as they read it."""
    told = json.loads(json.dumps(state_of.for_listeners(News(state, len(votes), votes)), allow_nan=False))
    return told["walls"], told["phones"]


def given(question, answers, vote=1):
    return [Vote(phone, vote, questions.checked(question, value)) for phone, value in enumerate(answers, 1)]


def found_by(kind, answers):
    """What is sent once so many have answered the first question of a kind."""
    asked = asked_of(**link_of(BOARD))
    at = [each["kind"] for each in asked].index(kind)
    state = state_of.COMMANDS["reveal"]({**state_of.begun(asked), "at": at})
    return sent(state, given(asked[at], answers))


# ---- nothing is told before its time ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [("number", 31_337, 27_182), ("choose", 2, 1), ("line", [0.8, 0.6, 0.0], [0.28, 0.96, 0.0])],
)
def test_before_the_reveal_no_byte_depends_on_what_was_answered(kind, one, other):
    asked = asked_of(**link_of(BOARD))
    at = [each["kind"] for each in asked].index(kind)
    state = {**state_of.begun(asked), "at": at, "open": True}
    votes, others = given(asked[at], [one] * 6), given(asked[at], [one] * 5 + [other])
    assert sent(state, votes) == sent(state, others)
    assert not any(word in json.dumps(sent(state, votes)) for word in ("truth", "found", "31337"))
    state = state_of.COMMANDS["reveal"](state)
    assert sent(state, votes)[0]["found"] != sent(state, others)[0]["found"]


def test_answers_are_taken_before_the_reveal_alone_but_points_are_seen():
    state = state_of.begun(asked_of(**link_of(BOARD)))
    with pytest.raises(Refused, match="revealed"):
        state_of.COMMANDS["open"](state_of.COMMANDS["reveal"](state))
    state["at"] = len(state["ids"]) - 1
    assert "found" not in sent(state, [])[0]
    state = state_of.COMMANDS["open"](state)
    assert sent(state, [])[0]["found"]["words"] == "0 points"


# ---- numbers and choices about a run ---------------------------------------------------------------------------------


def test_a_guess_falls_beside_the_number_of_the_run_and_its_bound():
    told, heard = found_by("number", [3, 6, 6, 400])
    run, bound = train(DATA), separate(DATA).bound
    assert (told["found"]["answer"], told["question"]["bound"]) == (run.updates, bound)
    assert told["found"]["votes"][0] == {"count": [[3, 1], [6, 2], [400, 1]], "of": 4, "right": 2, "middle": 6}
    assert [step for step, *_ in told["found"]["run"]] == [*range(run.updates + 1)]
    assert told["found"]["run"][-1][1:] == pytest.approx(run.weights[-1].tolist(), abs=1e-6)
    assert heard["truth"]["answer"] == run.updates
    _, wrong, *_ = asked_of(**link_of(BOARD))
    assert wrong["truth"]["answer"] == int((DATA.signed @ run.weights[1] <= 0).sum())


def wrong_as_drawn(question):
    """Which points stand hollow on the wall, by what it is sent, as playground/rooms/src/board.ts decides it."""
    (a, b, c), board = question["line"], question["board"]
    signed = [((a * x + b * y + c) * label_of(place), place) for x, y, place in board["points"]]
    return [score < 0 or (score == 0 and board["zero"][place]) for score, place in signed]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("grid", [1, 8, 128])
def test_the_first_letter_whose_point_looks_wrong_is_right(seed, grid):
    """The letters are in the order of the turns, and the question says so."""
    rng, answers = np.random.default_rng(seed), []
    for bias, ties, step in itertools.product(("true", "false"), ("a mistake", "read as +1"), (0, 2, 5)):
        placed = {(x, y): place for x, y, place in rng.integers((-2, -2, 0), (3, 3, 2), (12, 3)).tolist()}
        points = [(x / grid + x, y - y / grid, place) for (x, y), place in placed.items()]
        link = {"data": "by hand", "points": codes.encode(points), "bias": bias, "ties": ties, "step": str(step)}
        for asked in asked_of(**link):
            if "named" not in asked:
                continue
            ring, named, letters = asked["ring"], asked["named"], asked["options"]
            turns = [(each - ring - 1) % len(points) for each in named]
            assert turns == sorted(turns)
            assert f"Then {listed(letters)} have their turns, in this order." in asked["text"]
            assert len(letters) == len(named) == min(4, len(points))
            wrong = wrong_as_drawn(asked)
            assert asked["truth"]["answer"] == [wrong[each] for each in named].index(True), link
            answers.append(asked["truth"]["answer"])
    assert len({*answers}) > 1, "the answer is not always the same letter"


def test_only_questions_about_the_run_say_how_it_counts_points_on_its_line():
    zero = {each["kind"]: each["board"].get("zero") for each in asked_of(data="AND", bias="true", ties="read as +1")}
    assert zero == {"number": [False, True], "choose": [False, True], "line": None, "points": None}


# ---- lines -----------------------------------------------------------------------------------------------------------


def farthest(points, *, shifts):
    """How far a line can lie from all points: it is halfway between two of them, or along two."""
    X, labels = np.array([point[:2] for point in points]), np.array([label_of(place) for *_, place in points])
    sides, signed = (X[labels > 0], X[labels < 0]), X * labels[:, None]
    across = (sides[0][:, None] - sides[1]).reshape(-1, 2) if shifts else signed
    along = [(side[:, None] - side).reshape(-1, 2) @ [[0, 1], [-1, 0]] for side in (sides if shifts else [signed])]
    w = np.vstack([across, *along, *(-each for each in along)])
    w = w[w.any(axis=1)]
    w /= np.linalg.norm(w, axis=1)[:, None]
    above, below = (w @ sides[0].T).min(axis=1), (w @ sides[1].T).max(axis=1)
    return ((above - below) / 2 if shifts else np.minimum(above, -below)).max()


LINES = {
    "bias counts against it": {"data": "by hand", "points": codes.encode([(4, 4, 1), (4, 3, 0), (4, 1, 0)])},
    "petals": {"data": "iris petals"},
    "AND": {"data": "AND"},
    "hand": {"data": "by hand", "points": codes.encode([(-3, 1, 0), (-1, 2, 0), (1, 3, 1), (2, 1.5, 1), (3, 1, 1)])},
    "margin": {"data": "margin"},
    "close": {"data": "margin", "gamma": "0.01"},
}


@pytest.mark.parametrize("shifts", [False, True], ids=["through the origin", "shifted"])
@pytest.mark.parametrize("board", LINES)
def test_the_best_line_has_the_fewest_wrong_and_then_lies_farthest(board, shifts):
    """By the distance in the plane that a hand can measure, beyond which no line lies."""
    asked = asked_of(**LINES[board], bias=str(shifts).lower())
    found = [each for each in asked if each["kind"] == "line"]
    points = asked[-1]["board"]["points"]
    best = farthest(points, shifts=shifts)
    assert bool(found) == (best > 0)
    if not found:
        return
    X, y = np.array([point[:2] for point in points]), np.array([label_of(place) for *_, place in points])
    rng, line = np.random.default_rng(3), np.array(found[0]["truth"]["line"])
    near = line + rng.normal(size=(40, 3)) * 10.0 ** rng.uniform(-6, 0, size=(40, 1)) * [1, 1, shifts]
    lines = np.array([line, *near, *rng.normal(size=(20, 3)) * [1, 1, shifts]]).tolist()
    kept = [questions.checked(found[0], each) for each in lines]
    told = questions.results(found[0], [Vote(phone, 1, value) for phone, value in enumerate(kept, 1)])
    distances = [(y * (X @ form[:2] + form[2]) / math.hypot(*form[:2])) for form in map(json.loads, kept)]
    assert distances[0].min() == pytest.approx(best, abs=2e-6 * (1 + np.abs(X).max())), "its digits are six"
    order = sorted(range(len(lines)), key=lambda place: ((distances[place] <= 0).sum(), -distances[place].min()))
    assert told["best"] == order[0] + 1
    assert told["right"] == sum((each > 0).all() for each in distances)
    yours, bound = re.fullmatch(
        r"The best of yours keeps a distance of (\S+) from all points. "
        r".* keeps a distance of (\S+) from all points, and no line.* keeps more\.",
        told["words"],
    ).groups()
    assert (yours, bound) == (written(distances[order[0]].min()), written(best))
    assert distances[order[0]].min() <= best + 1e-12


def test_a_point_on_a_line_by_hand_is_wrong():
    (asked,) = [each for each in asked_of(data="AND", bias="true") if each["kind"] == "line"]
    told = questions.results(asked, given(asked, [[1, 0, 0]]))
    assert told["words"].startswith("The best of yours has 3 wrong. ")


@pytest.mark.parametrize("bias", ["true", "false"])
@pytest.mark.parametrize("points", [[(1, 1, 0)], [(1, 2, 1), (2, 1, 1), (2, 2, 1)]])
def test_from_one_class_alone_no_line_is_the_farthest(points, bias):
    asked = asked_of(data="by hand", points=codes.encode(points), bias=bias)
    assert "line" not in [each["kind"] for each in asked]


@pytest.mark.parametrize("shifts", [False, True])
def test_the_cone_holds_all_directions_that_have_nothing_wrong(shifts):
    data = margin_dataset(25, 2, 0.1, seed=3)
    (asked,) = [each for each in asked_of(data="margin", bias=str(shifts).lower()) if each["kind"] == "line"]
    low, high = asked["truth"]["cone"]
    for angle in np.linspace(low, low + 2 * math.pi, 1000):
        scores = data.X @ [math.cos(angle), math.sin(angle)]
        shift = -(scores[data.y > 0].min() + scores[data.y < 0].max()) / 2 if shifts else 0
        if min(abs(angle - low), abs(angle - high), abs(angle - low - 2 * math.pi)) > 1e-3:
            assert (data.y * (scores + shift) > 0).all() == (low < angle < high)


# ---- boards of the class ---------------------------------------------------------------------------------------------


def built(*placed):
    """What is found of points, as phones have placed them, once the board is done."""
    return questions.results(
        {"kind": "points"}, [Vote(phone, 1, json.dumps(some)) for phone, some in enumerate(placed)]
    )


def test_a_board_of_the_class_is_an_ordinary_board():
    placed = [[[0.5, 0.25, 0], [0.25, 0.5, 0]], [[-0.5, -0.25, 1]], []]
    told, heard = found_by("points", placed)
    scene = answer(PAGES["app.py"], link_of(told["found"]["query"]))
    assert [*scene["points"]] == [(x, y, place) for some in placed for x, y, place in some]
    assert "truth" not in heard, "phones are not told who has placed what"
    assert told["found"]["words"].startswith("3 points. One line separates them")


@pytest.mark.parametrize("seed", range(5))
def test_the_line_of_a_board_of_the_class_lies_farthest_from_all_points(seed):
    drawn = (np.random.default_rng(seed).integers(-128, 129, (12, 2)) / 128).tolist()
    placed = [(x, y, int(x + y < 0.3)) for x, y in drawn]
    told, best = built(*([point] for point in placed)), farthest(placed, shifts=True)
    assert told["words"] == f"12 points. One line separates them and keeps a distance of {written(best)} from all."
    a, b, c = told["line"]
    distances = [label_of(place) * (a * x + b * y + c) / math.hypot(a, b) for x, y, place in placed]
    assert min(distances) == pytest.approx(best)


def test_of_a_board_that_no_line_parts_the_points_that_prove_it_are_named():
    square = [[0.5, 0.5, 0], [-0.5, -0.5, 0]], [[0.5, -0.5, 1]], [[-0.5, 0.5, 1], [0.875, 0.875, 0]]
    proof = separate(controls.dataset([point for some in square for point in some], 1)).points
    assert built(*square)["proof"] == [*proof]
    assert f"the {len(proof)} ringed points prove it" in built(*square)["words"]
    assert built([[0, 0, 1], [1, 0, 1]])["words"] == "2 points. All are of one class."
    assert built([])["words"] == "0 points"


def test_a_board_takes_400_of_the_points_evenly_drawn_and_says_so():
    said = [Vote(phone, 1, json.dumps([[0.5, 0.5, 0]] * 3)) for phone in range(1, 301)]
    found = together.together(questions.read(said))
    assert found["words"] == "900 points, of which the board takes 400, evenly drawn"
    each = Counter(phone for *_, phone in found["points"])
    assert (len(found["points"]), {*each}, {*each.values()}) == (400, {*range(1, 301)}, {1, 2})


# ---- the adversary ---------------------------------------------------------------------------------------------------


def test_the_class_is_wrong_in_each_round_and_v_fits_all_its_labels():
    """From one round to the next it is one press, and nothing of a round is told before it is over."""
    rounds = [[0, 0, 1], [1, 1, 0], [0, 1], [1, 1, 1], [], [0, 0, 1]]  # a tie and no vote are +1
    labels = [-1, 1, -1, 1, -1, -1]
    (asked,) = asked_of("pages/adversary.py", margin="2/5")
    state, votes = state_of.begun([asked]), []
    for vote, values in enumerate(rounds, 1):
        state = state_of.COMMANDS["forward"](state)
        state_of.take(state, 0, vote, 1)
        with pytest.raises(Refused, match="over"):
            state_of.take(state, 0, vote - 1, 1)
        votes += given(asked, values, vote)
        for told in sent(state, votes):
            assert (told["found"]["labels"], len(told["found"]["votes"])) == (labels[: vote - 1], vote - 1)
    told, heard = sent(state_of.COMMANDS["forward"](state), votes)
    forced = force_mistakes(Fixed([-label for label in labels]), "2/5")
    assert told["found"] == heard["found"]
    assert told["found"]["labels"] == forced.labels.tolist()
    assert told["found"]["predictions"] == forced.predictions.tolist()
    assert told["found"]["v"] == forced.separator.tolist()
    assert told["question"]["bound"] == told["found"]["perceptron"] == mistakes_forced("2/5") == len(rounds)
    assert told["following"] == "end"


class Fixed:
    """A learner whose answers are known beforehand."""

    def __init__(self, answers):
        self.answers = iter(answers)

    def predict(self, x):
        return next(self.answers)

    def learn(self, x, y):
        pass


# ---- lists -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", questions.LISTS)
async def test_a_ready_list_asks_on_boards_of_its_own(name):
    room = await room_of(copy(), page="", ready=name)
    async with room.listening("walls") as wall:
        told = await wall.until(lambda told: True)
    asked = questions.of_list(name)
    assert [each["text"] for each in told["list"]] == [each["text"] for each in asked]
    assert all("truth" in each or each["kind"] in ("points", "rounds") for each in asked)


@pytest.mark.parametrize("right", [6, 7])
def test_a_run_is_played_before_its_own_number_alone(right):
    tasks = [ListItem("", {"data": "margin", "bias": "true"}, "How many?", number=True, right=right)]
    (asked,) = asked_of(list=encode(tasks))
    assert asked["truth"]["answer"] == right
    assert ("run" in asked["truth"]) == (asked["bound"] is not None) == (right == 6)
    assert (asked["truth"]["words"] == "") == (right == 7)


def test_a_number_that_the_board_does_not_tell_is_not_another_questions():
    never = {
        "data": "by hand",
        "points": "1AESAcAOAkAQAYAMAkB",
        "bias": "false",
    }  # "No" is option 1, and after an update 1 is wrong
    tasks = [
        ListItem("", {"data": "XOR", "bias": "true"}, "After how many updates is w again 0?", number=True),
        ListItem("", never, "How many?", number=True),
        ListItem("", {"data": "AND", "bias": "true"}, "Which?", choices=("one", "two"), right=1),
    ]
    *numbers, choice = asked_of(list=encode(tasks))
    own = [asked_of(**task.board)[0] for task in tasks[:2]]
    assert numbers == [{name: value for name, value in each.items() if name != "source"} for each in own]
    assert numbers[1]["text"] == "Will the run ever stop?"
    assert choice["truth"] == {"words": "", "answer": 1}
    assert asked_of("pages/nonseparable.py", data="AND", bias="false")[0]["text"] == "How long is the cycle?"


# ---- afterwards ------------------------------------------------------------------------------------------------------


async def test_afterwards_all_answers_are_a_table_for_whoever_has_the_key(kept):
    room = await room_of(copy())
    one, other = await phones(room, 2)
    for vote, values in ((1, (3, 4)), (2, (6, 5))):
        await room.do("forward")
        for phone, value in zip((one, other), values, strict=True):
            await phone.say(value, vote=vote)
    await room.do("go", at=1)
    await room.do("forward")
    await other.say(12, question=1)
    for what in ("table", "summary"):
        assert (await room.post(what, {"key": "wrong"}))[0] == 403
    assert len((await room.post("summary", {"key": room.key}))[1]["questions"]) == 2
    status, told = await room.post("table", {"key": room.key})
    first, second = (each["text"] for each in asked_of(**link_of(BOARD))[:2])
    said = [(first, 1, 1, "3"), (first, 1, 2, "4"), (first, 2, 1, "6"), (first, 2, 2, "5"), (second, 1, 2, "12")]
    assert (status, [tuple(row[:4]) for row in told["rows"]]) == (200, said)
    assert all(abs(time.time() - row[4]) < 60 for row in told["rows"])
    assert [row[7:] for row in told["rows"]] == [[1, ""]] * 4 + [[2, ""]]


def test_a_table_has_words_of_choices_labels_of_points_votes_and_turns():
    given = [
        ({"kind": "choose", "options": ["+1", "=2", "−1 (größer)"]}, "2", "−1 (größer)"),
        ({"kind": "rounds", "options": ["+1", "−1"]}, "1", "−1"),
        ({"kind": "points"}, "[[0.5, 0.25, 0], [1.0, 0.0, 1]]", "[[0.5, 0.25, 1], [1.0, 0.0, -1]]"),
        ({"kind": "number"}, "7", "7"),
        ({"kind": "line"}, "[0.6, -0.8, 0.0]", "[0.6, -0.8, 0.0]"),
    ]
    state = state_of.COMMANDS["repeat"](state_of.begun([{"text": "?"} | asked for asked, *_ in given]))
    answers = [
        Vote(phone, vote, value, known, 10.0 * vote)
        for known, (_, value, _) in zip(state["ids"], given * 2, strict=True)
        for vote in (2, 1)
        for phone in (4, 3)
    ]
    assert state_of.table(News(state, 4, answers)) == [
        ("?", vote, phone, words, 10.0 * vote, turn, "", item, "")
        for turn in ("first", "again")
        for item, (*_, words) in enumerate(given, 1)
        for vote in (1, 2)
        for phone in (4, 3)
    ]


def test_a_list_that_is_given_twice_tells_what_was_gained_and_names_nobody():
    """The gain is (after − before)/(1 − before), from each phone's first vote to its last."""
    right, line = train(DATA).updates, separate(DATA).w.tolist()
    placed = [[[0.5, 0.5, 0], [-0.5, 0.25, 1]]]
    said = {
        "number": ([1, 1, 1, right], [right, right, 1, right]),
        "line": ([[1, 0, 0], line], [line] * 2),
        "points": (placed, placed),
    }
    asked = [next(each for each in asked_of(**link_of(BOARD)) if each["kind"] == kind) for kind in said]
    state = state_of.COMMANDS["repeat"](state_of.begun(asked))
    with pytest.raises(Refused, match="twice"):
        state_of.COMMANDS["repeat"](state)
    assert [each["again"] for each in sent(state, [])[0]["list"]] == [False] * 3 + [True] * 3
    turns = [(question, said[question["kind"]][turn]) for turn in (0, 1) for question in asked]
    votes = [vote._replace(question=at) for at, (each, values) in enumerate(turns) for vote in given(each, values)]
    told = state_of.summary(News(state, 4, votes))
    first, last = told[:3], told[3:]
    assert [each["question"]["kind"] for each in first] == [each["question"]["kind"] for each in last] == [*said]
    gains = [[*each["gain"].values()] for each in last if "gain" in each]
    assert gains == [[4, 0.25, 0.75, pytest.approx(2 / 3), None, None], [2, 0.5, 1, 1, None, None]]
    assert not any("gain" in each for each in first)
    for each in told:
        found: dict = {**each["found"]}
        assert all(len(some) == 3 for name in ("lines", "points") for some in found.get(name, []))
        assert not {"best", "query", "truth"} & {*found, *each["question"]}
