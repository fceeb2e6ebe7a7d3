"""Rooms: nothing is lost or counted twice, nothing is told before its time, and nobody does what is not theirs."""

from __future__ import annotations

import asyncio
import itertools
import json
import math
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time
import urllib.parse
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from redis import ConnectionError as ConnectionFault

from perceptron import force_mistakes, margin_dataset, mistakes_forced, separate, train
from playground.address import codes
from playground.address.address import parameters as link_of
from playground.address.lists import ListItem, encode
from playground.page import controls
from playground.page.answer import answer
from playground.pages import PAGES
from playground.rooms import places, questions, routes, store
from playground.rooms import room as state_of
from playground.rooms.store import Refused
from playground.server import clients
from playground.text import listed
from playground.text import number as written
from tests.marks import slow
from tests.playground import streams
from tests.playground.phones import BOARD, Asked, Phone, Room, copy, make, phones, room_of

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    """Where the rooms of this test are."""
    path = tmp_path / "rooms" / "rooms.sqlite3"
    monkeypatch.setenv("ROOMS", str(path))
    return path


class InFile:
    """What a file of rooms holds."""

    def __init__(self, path):
        self.path = path

    def reports(self, code):
        """Phone, number and value of each."""
        asked = "SELECT phone, number, value FROM report WHERE room = ?"
        return sqlite3.connect(self.path).execute(asked, (code,)).fetchall()

    def held(self):
        return b"".join(path.read_bytes() for path in self.path.parent.iterdir())

    def start_again(self):
        """A file needs nothing to be started."""


class InRedis:
    """What a Redis holds."""

    def __init__(self, server):
        self.server = server
        server.ask.flushall()

    def reports(self, code):
        return self.server.reports(code)

    def held(self):
        self.server.ask.bgrewriteaof()
        while self.server.ask.info("persistence")["aof_rewrite_in_progress"]:
            time.sleep(0.01)
        return b"".join(path.read_bytes() for path in self.server.folder.rglob("*") if path.is_file())

    def start_again(self):
        self.server.kill()
        self.server.start()


@pytest.fixture(scope="module")
def redis():
    if streams.missing() and os.environ.get("CI") == "true":
        pytest.fail(streams.missing())
    if streams.missing():
        pytest.skip(streams.missing())
    with streams.running() as server:
        yield server


@pytest.fixture(params=[InFile, InRedis], ids=["file", "redis"])
def kept(request, file, monkeypatch):
    """What holds the rooms of a test, which does the same with either."""
    if request.param is InFile:
        return InFile(file)
    server = request.getfixturevalue("redis")
    monkeypatch.setenv("ROOMS", server.address)
    return InRedis(server)


def opened():
    return places.opened(places.place())


def run(work):
    """Run in a thread of its own, for the one of a test's browser has a loop already."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, work).result(120)


# ---- nothing is lost ------------------------------------------------------------------------------------------------


def test_a_report_that_is_repeated_by_any_copy_counts_once(kept):
    async def play():
        one, other = copy(), copy()
        room = await room_of(one)
        await room.do("open")
        all_phones = await phones(room, 40)
        random.seed(0)
        reports = [(phone, value) for phone in all_phones for value in (1, 2, 3)] * 3
        said = {}
        for number, (phone, value) in enumerate(reports):
            phone.room = room.at(random.choice((one, other)))
            said[number] = phone.say(value, number=value)
        for status, _ in await asyncio.gather(*said.values()):
            assert status == 200
        return room

    room = run(play())
    every = itertools.product(range(1, 41), (1, 2, 3))
    assert Counter(kept.reports(room.code)) == Counter((phone, number, str(number)) for phone, number in every)


_COPY = """
import sys
from playground.rooms.places import opened, place
store, code, token = opened(place()), *sys.argv[1:]
place = store.join(code, token).result()
for number in range(1, 900):
    store.report(code, token, number, 0, 1, lambda state: "7").result()
    print(number, flush=True)
"""


def test_what_a_copy_has_acknowledged_is_there_after_it_was_killed(kept):
    here = opened()
    code = here.make("key", state_of.begun([{"kind": "number"}])).result()
    copies = [
        subprocess.Popen([sys.executable, "-c", _COPY, code, token], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for token in ("a" * 32, "b" * 32)
    ]
    heard = [int(next(process.stdout)) for process in copies for _ in range(5)]
    for process in copies:
        process.kill()
    acknowledged = [[*map(int, process.stdout.read().split())] for process in copies]
    last = [max([*heard[5 * place : 5 * place + 5], *more]) for place, more in enumerate(acknowledged)]
    rows = [[number for each, number, _ in kept.reports(code) if each == phone] for phone in (1, 2)]
    for numbers, number in zip(sorted(rows, key=len), sorted(last), strict=True):
        assert len(numbers) == max(numbers), "each number once, none left out"
        assert number <= max(numbers) <= number + 1, "at most the one that was on its way"
    # What is left of the copies disturbs nobody.
    assert here.join(code, "c" * 32).result() == 3
    here.close()


def test_a_room_is_there_after_everything_was_started_again(kept):
    async def play():
        room = await room_of(copy())
        await room.do("open")
        (phone,) = await phones(room, 1)
        await phone.say(9)
        kept.start_again()
        later = room.at(copy())
        phone.room = later
        assert await phone.join() == (200, {"place": 1})
        async with later.listening("walls") as wall:
            return await wall.until(lambda told: True)

    told = run(play())
    assert (told["joined"], told["answered"], told["open"]) == (1, 1, True)


def test_a_room_is_deleted_in_time_with_all_it_held(kept, monkeypatch):
    async def play():
        room = await room_of(copy())
        await room.do("open")
        (phone,) = await phones(room, 1)
        await phone.say(123_456)
        async with room.listening("phones") as listener:
            await listener.until(lambda told: told["open"])
            monkeypatch.setattr(store, "LIFE", 0)
            await listener.end()
            assert b"event: over" in listener.bytes
        assert (await phone.say(1))[0] == 404
        return room

    room = run(play())
    here = opened()
    here.sweep()
    here.close()
    held = kept.held()
    assert b"123456" not in held
    assert room.code.encode() not in held


def test_what_is_kept_is_no_secret_that_opens_anything(kept):
    async def play():
        room = await room_of(copy())
        (phone,) = await phones(room, 1)
        return room, phone

    room, phone = run(play())
    held = kept.held()
    assert room.code.encode() in held
    assert room.key.encode() not in held
    assert phone.token.encode() not in held


def test_what_all_listen_to_is_packed_once(monkeypatch):
    async def play():
        app = copy()
        room = await room_of(app)
        packed = []

        def for_listeners(news):
            packed.append(news.joined)
            return {"phones": {}, "walls": {"joined": news.joined}}

        monkeypatch.setattr(state_of, "for_listeners", for_listeners)
        async with AsyncExitStack() as stack:
            walls = await asyncio.gather(*(stack.enter_async_context(room.listening("walls")) for _ in range(50)))
            await phones(room, 1)
            for wall in walls:
                await wall.until(lambda told: told["joined"] == 1)
        assert packed == [0, 1]

    run(play())


# ---- nothing is told before its time ---------------------------------------------------------------------------------

ANSWERS = {
    "number": [31_337] * 5 + [27_182],
    "choose": [2, 2, 2, 2, 2, 1],
    "line": [[0.8, 0.6, 0.0]] * 5 + [[0.28, 0.96, 0.0]],
}


def shape(told):
    """All that is told but for how many have joined and answered."""
    return json.dumps({name: value for name, value in told.items() if name not in ("joined", "answered")})


@pytest.mark.parametrize("kind", ANSWERS)
def test_before_the_reveal_no_byte_depends_on_what_was_answered(kind, file):
    """Two rooms of one board whose phones answer otherwise are told the same bytes, up to the reveal."""

    async def play(answers):
        app = copy()
        room = await room_of(app)
        async with room.listening("walls") as wall, room.listening("phones") as phone_news:
            told = await wall.until(lambda told: True)
            at = [each["kind"] for each in told["list"]].index(kind)
            await room.do("go", at=at)
            await room.do("open")
            all_phones = await phones(room, len(answers))
            for phone, value in zip(all_phones, answers, strict=True):
                assert (await phone.say(value, question=at))[0] == 200
            told = await wall.until(lambda told: told["answered"] == len(answers))
            told_phones = await phone_news.until(lambda told: told["open"])
            hidden = [shape(told), shape(told_phones)]
            for word in ("truth", "found", "31337", "27182", "0.96"):
                assert word.encode() not in wall.bytes + phone_news.bytes
            await room.do("reveal")
            shown = await wall.until(lambda told: told["shown"])
            return hidden, shown["found"]

    one, found = run(play(ANSWERS[kind]))
    other, otherwise = run(play(ANSWERS[kind][::-1][:1] * 6))
    assert one == other
    assert found != otherwise


@pytest.mark.parametrize("what", ["", "/wall", "/hand", "/phones", "/walls"])
def test_what_anybody_may_fetch_of_a_room_holds_no_answer_and_no_key(what, file):
    async def play():
        room = await room_of(copy())
        await room.do("open")
        (phone,) = await phones(room, 1)
        await phone.say(31_337)
        asked = Asked(room.app, "GET", f"/room/{room.code}{what}")
        await asyncio.sleep(0.3)
        await asked.hang_up()
        sent = b""
        while not asked._sent.empty():
            sent += (await asked.message()).get("body", b"")
        return room, phone, sent

    room, phone, sent = run(play())
    assert sent
    for secret in ("31337", room.key, phone.token):
        assert secret.encode() not in sent


# ---- the exact answer is the library's -------------------------------------------------------------------------------


def found_by(kind, answers, query=BOARD, place=0):
    """What a wall shows once so many have answered the question of a kind, and what the phones are told."""

    async def play():
        room = await room_of(copy(), query=query)
        async with room.listening("walls") as wall, room.listening("phones") as phone_news:
            told = await wall.until(lambda told: True)
            at = [index for index, each in enumerate(told["list"]) if each["kind"] == kind][place]
            await room.do("go", at=at)
            await room.do("forward")
            all_phones = await phones(room, len(answers))
            for phone, value in zip(all_phones, answers, strict=True):
                assert (await phone.say(value, question=at))[0] == 200
            await room.do("pause" if kind == "points" else "reveal")
            told = await wall.until(lambda told: told["at"] == at and told["shown"] and not told["open"])
            heard = await phone_news.until(lambda heard: heard["id"] == at and heard["shown"] and not heard["open"])
            return told, heard

    return run(play())


DATA = margin_dataset(25, 2, 0.1, seed=3).augmented()  # the playground's own


def test_a_guess_falls_beside_the_number_of_the_run_and_its_bound():
    told, heard = found_by("number", [3, 6, 6, 400])
    run_, bound = train(DATA), separate(DATA).bound
    assert (told["found"]["answer"], told["question"]["bound"]) == (run_.updates, bound)
    assert told["found"]["votes"][0] == {"count": [[3, 1], [6, 2], [400, 1]], "of": 4, "right": 2, "middle": 6}
    assert [step for step, *_ in told["found"]["run"]] == [*range(run_.updates + 1)]
    assert told["found"]["run"][-1][1:] == pytest.approx(run_.weights[-1].tolist(), abs=1e-6)
    assert heard["truth"]["answer"] == run_.updates


def test_how_many_are_wrong_after_the_first_update_is_counted_by_the_library():
    told, _ = found_by("number", [1], place=1)
    assert told["found"]["answer"] == int((DATA.signed @ train(DATA).weights[1] <= 0).sum())


def test_the_point_that_makes_the_next_update_is_among_those_to_choose_from():
    told, heard = found_by("choose", [0, 1, 1])
    right = told["question"]["named"][told["found"]["answer"]]
    assert right == int(train(DATA).mistakes[1])
    assert told["question"]["ring"] == int(train(DATA).mistakes[0])
    assert told["found"]["votes"][0]["count"] == [1, 2, 0, 0]
    assert heard["truth"]["answer"] == told["found"]["answer"]


def wrong_as_drawn(question):
    """Which points stand hollow on the wall, by what it is told, as playground/rooms/board.js decides it."""
    (a, b, c), board = question["line"], question["board"]
    signed = [(a * x + b * y + c) * (1 - 2 * kind) for x, y, kind in board["points"]]
    kinds = [kind for *_, kind in board["points"]]
    return [each < 0 or (each == 0 and board["zero"][kind]) for each, kind in zip(signed, kinds, strict=True)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("grid", [1, 8, 128])
def test_which_point_makes_the_next_update_is_told_by_what_is_seen(seed, grid):
    """The letters are in the order of the turns, the question says so, and the first of them that is wrong is right."""
    rng, answers = np.random.default_rng(seed), []
    for bias, ties, step in itertools.product(("true", "false"), ("a mistake", "read as +1"), (0, 2, 5)):
        placed = {
            (int(x), int(y)): int(kind) for x, y, kind in rng.integers((-2, -2, 0), (3, 3, 2), (12, 3)) * [1, 1, 1]
        }
        points = [(x / grid + x, y - y / grid, kind) for (x, y), kind in placed.items()]
        link = {"data": "by hand", "points": codes.encode(points), "bias": bias, "ties": ties, "step": str(step)}
        for asked in questions.of_board(PAGES["app.py"], link):
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


@pytest.mark.parametrize(("query", "stops"), [("data=AND&bias=true", True), ("data=XOR&bias=true", False)])
def test_whether_it_stops_is_said_by_the_run(query, stops):
    told, _ = found_by("choose", [0], query=query, place=-1)
    assert told["question"]["options"] == ["Yes", "No"]
    assert told["found"]["answer"] == (0 if stops else 1)


def farthest(points, *, shifts):
    """How far a line can lie from all points: it is halfway between two of them, or along two."""
    X, kinds = np.array([point[:2] for point in points]), np.array([kind for *_, kind in points])
    sides = X[kinds == 0], X[kinds == 1]
    signed = X * (1 - 2 * kinds)[:, None]
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
def test_the_best_line_has_the_fewest_wrong_and_then_lies_farthest_from_all_points(board, shifts):
    """By the distance in the plane that a hand can measure, beyond which no line lies."""
    asked = questions.of_board(PAGES["app.py"], {**LINES[board], "bias": str(shifts).lower()})
    found = [each for each in asked if each["kind"] == "line"]
    points = asked[-1]["board"]["points"]
    best = farthest(points, shifts=shifts)
    assert bool(found) == (best > 0)
    if not found:
        return
    X, y = np.array([point[:2] for point in points]), np.array([1 - 2 * kind for *_, kind in points])
    rng = np.random.default_rng(3)
    line = np.array(found[0]["truth"]["line"])
    near = line + rng.normal(size=(40, 3)) * 10.0 ** rng.uniform(-6, 0, size=(40, 1)) * [1, 1, shifts]
    lines = np.array([line, *near, *rng.normal(size=(20, 3)) * [1, 1, shifts]]).tolist()
    kept = [questions.checked(found[0], each) for each in lines]
    told = questions.results(found[0], [store.Vote(phone, 1, value) for phone, value in enumerate(kept, 1)])
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
    assert bound == written(best)
    assert yours == written(distances[order[0]].min())
    assert distances[order[0]].min() <= best + 1e-12


@pytest.mark.parametrize("bias", ["true", "false"])
@pytest.mark.parametrize("points", [[(1, 1, 0)], [(1, 2, 1), (2, 1, 1), (2, 2, 1)]])
def test_from_one_class_alone_no_line_is_the_farthest(points, bias):
    asked = questions.of_board(PAGES["app.py"], {"data": "by hand", "points": codes.encode(points), "bias": bias})
    assert "line" not in [each["kind"] for each in asked]


@pytest.mark.parametrize("seed", range(5))
def test_what_parts_a_board_of_the_class_is_the_line_that_lies_farthest(seed):
    rng = np.random.default_rng(seed)
    placed = [(*at, int(at[0] + at[1] < 0.3)) for at in (rng.integers(-128, 129, (12, 2)) / 128).tolist()]
    said = [store.Vote(phone, 1, json.dumps([point])) for phone, point in enumerate(placed, 1)]
    told = questions.result({"kind": "points"}, said)
    best = farthest(placed, shifts=True)
    assert told["words"] == f"12 points. One line parts them and keeps a distance of {written(best)} from all."
    a, b, c = told["line"]
    assert min((1 - 2 * kind) * (a * x + b * y + c) / math.hypot(a, b) for x, y, kind in placed) == pytest.approx(best)


@pytest.mark.parametrize("shifts", [False, True])
def test_the_cone_holds_the_directions_that_have_nothing_wrong_and_no_other(shifts):
    data = margin_dataset(25, 2, 0.1, seed=3)
    asked = questions.of_board(PAGES["app.py"], {"data": "margin", "bias": str(shifts).lower()})
    low, high = next(each for each in asked if each["kind"] == "line")["truth"]["cone"]

    def right(angle):
        scores = data.X @ [math.cos(angle), math.sin(angle)]
        shift = -(scores[data.y > 0].min() + scores[data.y < 0].max()) / 2 if shifts else 0
        return (data.y * (scores + shift) > 0).all()

    for angle in np.linspace(low, low + 2 * math.pi, 1000):
        if min(abs(angle - low), abs(angle - high), abs(angle - low - 2 * math.pi)) > 1e-3:
            assert right(angle) == (low < angle < high)


def test_a_board_of_the_class_is_an_ordinary_board():
    placed = [[[0.5, 0.25, 0], [0.25, 0.5, 0]], [[-0.5, -0.25, 1]], []]
    told, heard = found_by("points", placed)
    scene = answer(PAGES["app.py"], link_of(told["found"]["query"]))
    assert [*scene["points"]] == [(x, y, kind) for some in placed for x, y, kind in some]
    assert "truth" not in heard, "phones are not told who has placed what"
    assert "One line parts them" in told["found"]["words"]


def test_a_board_of_one_class_is_not_said_to_be_parted():
    (asked,) = [each for each in questions.of_board(PAGES["app.py"], {"data": "AND"}) if each["kind"] == "points"]
    told = questions.result(asked, [store.Vote(1, 1, "[[0, 0, 1], [1, 0, 1]]", 0, 0.0)])
    assert told["words"] == "2 points. All are of one class."


def test_a_board_of_the_class_that_no_line_parts_names_the_points_that_prove_it():
    square = [[0.5, 0.5, 0], [-0.5, -0.5, 0]], [[0.5, -0.5, 1]], [[-0.5, 0.5, 1], [0.875, 0.875, 0]]
    told, _ = found_by("points", [*square])
    points = [(x, y, kind) for some in square for x, y, kind in some]
    proof = separate(controls.dataset(points, 1))
    assert told["found"]["proof"] == [*proof.points]
    assert f"the {len(proof.points)} ringed points prove it" in told["found"]["words"]


def test_the_class_is_wrong_in_each_round_and_what_fits_all_its_labels_is_the_librarys(file):
    """From one round to the next it is one press, and nothing of a round is told before it is over."""
    votes = [[0, 0, 1], [1, 1, 0], [0, 1], [1, 1, 1], [], [0, 0, 1]]  # a tie and no vote are +1
    labels = [-1, 1, -1, 1, -1, -1]

    async def play():
        room = await room_of(copy(), page="adversary", query="margin=2/5")
        everyone = await phones(room, 3)
        async with room.listening("walls") as wall, room.listening("phones") as phone_news:
            for vote, values in enumerate(votes, 1):
                await room.do("forward")
                for phone, value in zip(everyone, values, strict=False):
                    assert (await phone.say(value, vote=vote))[0] == 200
                    assert (await phone.say(value, vote=vote - 1))[0] == 409, "a round that was played is over"
                told = await wall.until(
                    lambda told, vote=vote, values=values: (told["vote"], told["answered"]) == (vote, len(values))
                )
                heard = await phone_news.until(lambda heard, vote=vote: heard["vote"] == vote)
                for each in (told, heard):
                    assert each["found"]["labels"] == labels[: vote - 1]
                    assert len(each["found"]["votes"]) == vote - 1
            await room.do("forward")
            return await wall.until(lambda told: told["shown"]), await phone_news.until(lambda heard: heard["shown"])

    told, heard = run(play())
    forced = force_mistakes(Fixed([-label for label in labels]), "2/5")
    assert told["found"] == heard["found"]
    assert told["found"]["labels"] == forced.labels.tolist()
    assert told["found"]["predictions"] == forced.predictions.tolist()
    assert told["found"]["v"] == forced.separator.tolist()
    assert told["question"]["bound"] == told["found"]["perceptron"] == mistakes_forced("2/5") == len(votes)
    assert told["following"] == "end"


class Fixed:
    """A learner whose answers are known beforehand."""

    def __init__(self, answers):
        self.answers = iter(answers)

    def predict(self, x):
        return next(self.answers)

    def learn(self, x, y):
        pass


def test_a_board_takes_400_of_the_points_evenly_drawn_and_says_so():
    said = [store.Vote(phone, 1, json.dumps([[0.5, 0.5, 0]] * 3)) for phone in range(1, 301)]
    found = questions.results({"kind": "points"}, said)
    assert len(found["points"]) == 400
    assert found["words"] == "900 points, of which the board takes 400, evenly drawn"
    each = Counter(phone for *_, phone in found["points"])
    assert set(each) == set(range(1, 301))
    assert set(each.values()) == {1, 2}


# ---- the teacher's hand ----------------------------------------------------------------------------------------------


def test_from_question_to_reveal_are_three_presses_and_the_next_one_asks_another(file):
    async def play():
        room = await room_of(copy())
        (phone,) = await phones(room, 1)
        states = []
        async with room.listening("walls") as wall:
            told = await wall.until(lambda told: True)
            for value in (5, 6, None, None):
                await room.do("forward")
                told = await wall.until(lambda now, before=told: shape(now) != shape(before))
                if value:
                    assert (await phone.say(value, vote=told["vote"]))[0] == 200
                    assert (await phone.say(value, vote=told["vote"] + 1))[0] == 409
                    told = await wall.until(lambda now: now["answered"] == 1)
                states.append((told["at"], told["vote"], told["open"], told["shown"]))
                votes = told.get("found", {}).get("votes")
                if votes:
                    assert [vote["count"] for vote in votes] == [[[5, 1]], [[6, 1]]]
        return states

    assert run(play()) == [(0, 1, True, False), (0, 2, True, False), (0, 2, False, True), (1, 1, False, False)]


def test_a_teacher_pauses_clears_removes_and_closes(kept):
    async def play():
        room = await room_of(copy())
        kept, removed = await phones(room, 2)
        await room.do("open")
        async with room.listening("walls") as wall:
            for phone in (kept, removed):
                await phone.say(4)
            await wall.until(lambda told: told["answered"] == 2)
            await room.do("pause")
            assert (await kept.say(5))[0] == 423
            await room.do("open")
            await room.do("remove", phone=2)
            told = await wall.until(lambda told: told["answered"] == 1)
            assert told["joined"] == 1
            assert (await removed.say(6))[0] == (await removed.join())[0] == 410
            await room.do("clear")
            told = await wall.until(lambda told: told["answered"] == 0)
            assert told["id"] != 0
            assert (await kept.say(5))[0] == 409, "it is another question now"
            await room.do("open")
            assert (await kept.say(5, question=told["id"]))[0] == 200
            await wall.until(lambda told: told["answered"] == 1)
            await room.do("close")
            await wall.end()
            assert b"event: over" in wall.bytes
        assert (await kept.join())[0] == 404

    run(play())


def test_afterwards_all_answers_are_a_table_for_whoever_has_the_key(kept):
    async def play():
        room = await room_of(copy())
        one, other = await phones(room, 2)
        for vote, values in ((1, (3, 4)), (2, (6, 5))):
            await room.do("forward")
            for phone, value in zip((one, other), values, strict=True):
                await phone.say(value, vote=vote)
        await room.do("go", at=1)
        await room.do("forward")
        await other.say(12, question=1)
        assert (await room.post("table", {"key": "wrong"}))[0] == 403
        return await room.post("table", {"key": room.key})

    status, told = run(play())
    first, second = (each["text"] for each in questions.of_board(PAGES["app.py"], link_of(BOARD))[:2])
    assert status == 200
    assert [row[:4] for row in told["rows"]] == [
        [first, 1, 1, "3"],
        [first, 1, 2, "4"],
        [first, 2, 1, "6"],
        [first, 2, 2, "5"],
        [second, 1, 2, "12"],
    ]
    assert all(abs(time.time() - at) < 60 for *_, at, _ in told["rows"])


def test_a_table_has_the_words_of_a_choice_the_labels_of_points_and_which_time_and_vote_it_was():
    plain = {"text": "?"}
    asked = [
        {**plain, "kind": "choose", "options": ["+1", "=2", "−1 (größer)"]},
        {**plain, "kind": "rounds", "options": ["+1", "−1"]},
        {**plain, "kind": "points"},
        {**plain, "kind": "number"},
    ]
    state = state_of.COMMANDS["repeat"](state_of.begun(asked))
    given = [
        ("2", "−1 (größer)"),
        ("1", "−1"),
        ("[[0.5, 0.25, 0], [1.0, 0.0, 1]]", "[[0.5, 0.25, 1], [1.0, 0.0, -1]]"),
        ("7", "7"),
    ]
    answers = [
        store.Vote(phone, vote, value, known, 10.0 * vote)
        for known, (value, _) in zip(state["ids"], given * 2, strict=True)
        for vote in (2, 1)
        for phone in (4, 3)
    ]
    rows = state_of.table(store.News(state, 4, answers))
    assert rows == [
        ["?", vote, phone, sentences, 10.0 * vote, turn]
        for turn in ("first", "again")
        for _, sentences in given
        for vote in (1, 2)
        for phone in (4, 3)
    ]


def test_a_list_that_is_given_twice_tells_what_was_gained_and_names_nobody(file):
    """The gain is (after − before)/(1 − before) of those who are right at the first vote."""
    right = train(DATA).updates
    line = separate(DATA).w.tolist()
    given = {"number": ([1, 1, 1, right], [right, right, 1, right]), "line": ([[1, 0, 0], line], [line, line])}

    async def play():
        room = await room_of(copy())
        everyone = await phones(room, 4)
        async with room.listening("walls") as wall:
            asked = (await wall.until(lambda told: True))["list"]
            places = {kind: [each["kind"] for each in asked].index(kind) for kind in (*given, "points")}
            for turn in (0, 1):
                for kind, place in places.items():
                    at = place + turn * len(asked)
                    await room.do("go", at=at)
                    await room.do("open")
                    placed = [[[0.5, 0.5, 0], [-0.5, 0.25 * turn, 1]]]
                    for phone, value in zip(everyone, given[kind][turn] if kind in given else placed, strict=False):
                        assert (await phone.say(value, question=at))[0] == 200
                if not turn:
                    await room.do("repeat")
                    again = await wall.until(lambda told: told["at"] == len(asked))
                    assert [each["again"] for each in again["list"]] == [False] * len(asked) + [True] * len(asked)
        assert (await room.do("repeat"))[0] == 409
        assert (await room.post("summary", {"key": "wrong"}))[0] == 403
        return await room.post("summary", {"key": room.key})

    status, told = run(play())
    assert status == 200
    first, last = told["questions"][:3], told["questions"][3:]
    assert [each["question"]["kind"] for each in first] == [each["question"]["kind"] for each in last]
    gains = {each["question"]["kind"]: (each["before"], each["after"], each["gain"]) for each in last if "gain" in each}
    assert gains == {"number": (0.25, 0.75, pytest.approx(2 / 3)), "line": (0.5, 1, 1)}
    assert not any("gain" in each for each in first)
    for each in told["questions"]:
        assert all(len(some) == 3 for name in ("lines", "points") for some in each["found"].get(name, []))
        assert "best" not in each["found"]


@pytest.mark.parametrize("name", questions.LISTS)
def test_a_ready_list_asks_on_boards_of_its_own_with_answers_of_their_runs(name, file):
    async def play():
        room = await room_of(copy(), page="", ready=name)
        async with room.listening("walls") as wall:
            return await wall.until(lambda told: True)

    told = run(play())
    asked = questions.of_list(name)
    assert [each["text"] for each in told["list"]] == [each["text"] for each in asked]
    assert all("truth" in each or each["kind"] in ("points", "rounds") for each in asked)


def test_a_chain_of_exercises_is_a_list_of_their_own_questions():
    end = "proof?data=XOR&bias=true"
    link = {"data": "margin", "bias": "true", "next": f"?{urllib.parse.urlencode({'data': 'AND', 'next': end})}"}
    alone = [
        ({"data": "margin", "bias": "true"}, "app.py"),
        ({"data": "AND"}, "app.py"),
        (link_of(end[6:]), "pages/proof.py"),
    ]
    asked = [questions.of_board(PAGES[file], each)[0] for each, file in alone]
    assert questions.of_board(PAGES["app.py"], link) == asked


@pytest.mark.parametrize("right", [6, 7])
def test_a_run_is_played_before_its_own_number_alone(right):
    tasks = [ListItem("", {"data": "margin", "bias": "true"}, "How many?", number=True, right=right)]
    (asked,) = questions.of_board(PAGES["app.py"], {"list": encode(tasks)})
    assert asked["truth"]["answer"] == right
    assert ("run" in asked["truth"]) == (asked["bound"] is not None) == (right == 6)
    assert asked["truth"]["words"] == ("" if right == 7 else asked["truth"]["words"])


def test_a_number_that_the_board_does_not_tell_is_not_that_of_another_question():
    tasks = [
        ListItem("", {"data": "XOR", "bias": "true"}, "After how many updates is w again 0?", number=True),
        ListItem("", {"data": "AND", "bias": "true"}, "Which?", choices=("one", "two"), right=1),
    ]
    number, choice = questions.of_board(PAGES["app.py"], {"list": encode(tasks)})
    assert number == questions.of_board(PAGES["app.py"], tasks[0].board)[0]
    assert choice["truth"] == {"words": "", "answer": 1}


def test_a_list_is_asked_to_its_end():
    tasks = [ListItem("", {"data": "AND"}, f"Is it {count}?", number=True, right=count) for count in range(40)]
    asked = questions.of_board(PAGES["app.py"], {"list": encode(tasks)})
    assert [each["truth"]["answer"] for each in asked] == [*range(40)]


def test_what_a_run_counts_as_wrong_is_said_of_the_points_on_its_line_but_not_of_a_line_by_hand():
    asked = questions.of_board(PAGES["app.py"], {"data": "AND", "bias": "true", "ties": "read as +1"})
    assert {each["kind"]: each["board"].get("zero") for each in asked} == {
        "number": [False, True], "choose": [False, True], "line": None, "points": None,
    }  # fmt: skip


# ---- who means harm -----------------------------------------------------------------------------------------------

BAD_VALUES = [
    None, True, "7", -1, 1.5, 10**9, 1e308, [], [1], {"a": 1}, "<img src=x onerror=alert(1)>",
    [[0, 0, 0]] * 4, [[0, 0, 2]], [[0, 0, True]], [["0", 0, 0]], [0, 0, 1], [1, 0, "0"], [1e9, 0, 0], [[[0, 0, 0]]],
    [1e-303, 0, 1e6], [5e-324, 0, 1],
]  # fmt: skip


def test_what_is_no_answer_is_refused_in_a_sentence_and_changes_nothing(file):
    async def play():
        app = copy()
        app._reports = routes.Bucket(10_000, 1)
        room = await room_of(app)
        (phone,) = await phones(room, 1)
        async with room.listening("walls") as wall:
            told = await wall.until(lambda told: True)
            for at, each in enumerate(told["list"]):
                await room.do("go", at=at)
                await room.do("open")
                for value in BAD_VALUES:
                    if each["kind"] == "points" and value == []:
                        continue  # who has taken all their points back
                    status, refusal = await phone.say(value, question=at)
                    assert status == 422, (each, value)
                    assert re.fullmatch(r"[A-Z][^<>]*\.", refusal["refused"])
            for most in (0, 11, -1, "3", None, True, 2.0):
                assert (await room.do("allow", most=most))[0] == 422
            await room.do("allow", most=5)
            assert (await phone.say([[0, 0, 0]] * 6, question=at))[0] == 422
            await room.do("go", at=0)
            told = await wall.until(lambda told: told["at"] == 0)
            assert told["answered"] == 0
            assert (await room.do("allow", most=5))[0] == 422, "a number is asked for"

    run(play())


BODIES = [
    b"", b"7", b"[]", b"{", b"\xff\xfe", b"[" * 100_000, b'{"token": NaN}', b'{"number": 1e999}', b"x" * 1_000_000,
    b'{"value": [' + b"1," * 1_000_000 + b"1]}",
]  # fmt: skip


@pytest.mark.parametrize("what", ["join", "report", "command", "picture", "table", "summary"])
def test_whatever_is_posted_is_answered_in_a_sentence(what, file):
    async def play():
        room = await room_of(copy())
        found = [await room.post(what, body) for body in BODIES]
        found.append(await room.post(what, {}, **{"content-type": "text/plain"}))
        assert (await Phone(room).join())[0] == 200, "others are not disturbed"
        return found

    for status, told in run(play()):
        assert status in (400, 413, 415, 422)
        assert re.fullmatch(r"[A-Z][^<>]*\.", told["refused"])


def drawn(at_random, depth=0):
    """Anything that JSON can say, and some that it cannot."""
    whole = [0, 1, 2, -1, 7, 2**31, 10**400, True, None]
    broken = [0.5, -0.0, 1e308, math.nan, math.inf, "", "7", "<script>", "\ud800", "x" * 500]
    deeper = [[], {}] if depth < 3 else []
    value = at_random.choice([*whole, *broken, *deeper * 4])
    if value == []:
        return [drawn(at_random, depth + 1) for _ in range(at_random.randrange(5))]
    return {f"{number}": drawn(at_random, depth + 1) for number in range(2)} if value == {} else value


@pytest.mark.parametrize(("seed", "count"), [(0, 400), slow(None, 10_000)], ids=["usual", "many"])
def test_whatever_is_reported_the_room_stays_whole_and_no_other_is_disturbed(kept, seed, count, monkeypatch):
    """Reports and commands that are right but for what was drawn at random in the place of some of it."""
    monkeypatch.setattr(store, "MOST_REPORTS", count)
    seed = random.randrange(10**9) if seed is None else seed
    at_random = random.Random(seed)
    good = {"number": 7, "choose": 1, "line": [0.6, 0.8, 0.0], "points": [[0.5, 0.25, 1]]}

    async def play():
        app = copy()
        app._reports = app._commands = routes.Bucket(10**9, 1)
        room, calm = await room_of(app), await room_of(app)
        await calm.do("open")
        (quiet,) = await phones(calm, 1)
        assert (await quiet.say(3))[0] == 200
        some = await phones(room, 5)
        async with room.listening("walls") as wall:
            kinds = [each["kind"] for each in (await wall.until(lambda told: True))["list"]]

        async def tell(number):
            at = number % len(kinds)
            told = {
                "token": at_random.choice(some).token, "number": number + 1, "question": at, "vote": 1,
                "value": good[kinds[at]], "key": "a key", "do": at_random.choice([*state_of.COMMANDS, "go", "allow"]),
            }  # fmt: skip
            for name in at_random.sample(sorted(told), at_random.randrange(3)):
                told[name] = drawn(at_random)
            what = at_random.choice(["report", "report", "report", "join", "command", "table", "summary"])
            body = bytearray(json.dumps(told).encode())
            if at_random.random() < 0.1:
                body[at_random.randrange(len(body))] = at_random.randrange(256)
            return await room.post(what, bytes(body))

        taken = 0
        for begin in range(0, count, 100):
            await room.do("go", at=begin // 100 % len(kinds))
            await room.do("open")
            for status, told in await asyncio.gather(*(tell(number) for number in range(begin, begin + 100))):
                assert status in (200, 400, 403, 409, 413, 422), (seed, status, told)
                assert status == 200 or re.fullmatch(r"[A-Z][^<>]*\.", told["refused"]), (seed, told)
                taken += status == 200
        assert taken
        for at in range(len(kinds)):
            await room.do("go", at=at)
            await room.do("reveal")
            async with room.listening("walls") as wall:
                told = await wall.until(lambda told, at=at: told["shown"] and told["at"] == at)
                assert told["joined"] >= 5, (seed, "more where a digit of a token was another one")
        assert (await room.post("summary", {"key": room.key}))[0] == 200
        rows = (await calm.post("table", {"key": calm.key}))[1]["rows"]
        assert [row[1:4] for row in rows] == [[1, 1, "3"]]

    run(play())


def test_nobody_answers_for_a_phone_of_another_room_or_commands_without_the_key(file):
    async def play():
        app = copy()
        room, other = await room_of(app), await room_of(app)
        for each in (room, other):
            await each.do("open")
        (phone,) = await phones(room, 1)
        phone.room = other
        assert (await phone.say(4))[0] == 403
        stranger = Phone(room)
        assert (await stranger.say(4))[0] == 403
        for token in ("", "z" * 32, "a" * 33, 7, None, ["a" * 32]):
            stranger.token = token
            assert (await stranger.join())[0] == (await stranger.say(4))[0] == 422
        for key in ("", "wrong", other.key, room.key[:-1], None, 7, [room.key]):
            room_key, room.key = room.key, key
            assert (await room.do("reveal"))[0] in (403, 422)
            room.key = room_key
        for name in ("begun", "__class__", "", None, 7):
            assert (await room.do(name))[0] == 422
        for at in (-1, 99, "0", None, True):
            assert (await room.do("go", at=at))[0] == 422
        async with room.listening("walls") as wall:
            told = await wall.until(lambda told: True)
        assert (told["answered"], told["shown"], told["at"]) == (0, False, 0)

    run(play())


def test_whose_key_is_wrong_keeps_no_teacher_waiting(file):
    async def play():
        room = await room_of(copy())
        wrong = [(await room.post("command", {"key": "x", "do": "open"}))[0] for _ in range(70)]
        assert {*wrong} == {403, 429}
        assert (await room.do("open"))[0] == 200

    run(play())


def test_a_room_that_cannot_be_told_keeps_no_other_from_its_news(file, monkeypatch):
    tell = state_of.for_listeners

    def told_once(news):
        if news.state["vote"] == 2:
            raise ValueError
        return tell(news)

    async def play():
        app = copy()
        broken, whole = await room_of(app), await room_of(app)
        monkeypatch.setattr(state_of, "for_listeners", told_once)
        async with broken.listening("walls") as one, whole.listening("walls") as other:
            await one.until(lambda told: True)
            await broken.do("open")
            await broken.do("again")
            await whole.do("open")
            await other.until(lambda told: told["open"])

    run(play())


def test_answers_are_taken_before_the_reveal_alone_and_the_points_of_a_class_are_seen_at_once(file):
    async def play():
        room = await room_of(copy())
        async with room.listening("walls") as wall:
            told = await wall.until(lambda told: True)
            await room.do("open")
            await room.do("reveal")
            assert (await room.do("open"))[0] == 409
            await room.do("go", at=[each["kind"] for each in told["list"]].index("points"))
            await room.do("open")
            assert (await wall.until(lambda told: told["open"] and told["at"]))["found"]["words"] == "0 points"

    run(play())


def test_who_asks_too_often_is_told_so_and_disturbs_nobody(file):
    async def play():
        app = copy()
        room = await room_of(app)
        await room.do("open")
        busy, calm = await phones(room, 2)
        statuses = [(await busy.say(1))[0] for _ in range(40)]
        assert statuses[0] == 200
        assert statuses[-1] == 429
        assert (await calm.say(1))[0] == 200

    run(play())


LETTERS = "ABCDEFGHJKLM"
WRONG = [f"QQQQ{one}{other}" for one, other in itertools.product(LETTERS, LETTERS)]
AFAR = "198.51.100.7"  # is no address of the hall
BY_CODE = pytest.mark.parametrize("what", ["join", "report", "command", "table", "summary", "phones", "walls"])


async def guess(app, what, code):
    """What somebody is told who tries a code."""
    told = {"token": "a" * 32, "number": 1, "question": 0, "vote": 1, "value": 1, "key": "a", "do": "open"}
    if what in ("phones", "walls"):
        status, _, body = await Asked(app, "GET", f"/room/{code}/{what}").whole()
        return status, json.loads(body)
    return await Room(app, code, "").post(what, told)


@BY_CODE
def test_wrong_codes_keep_nobody_of_the_same_address_out(what, file):
    """Neither from a room that was made elsewhere, nor from one of their own."""

    async def play():
        app = copy()
        _, _, body = await make(app, address=AFAR)
        made = json.loads(body)
        room = Room(app, made["code"], made["key"])
        for _ in range(3):
            assert {status for status, _ in await asyncio.gather(*(guess(app, what, code) for code in WRONG))} == {404}
        assert (await room.do("open"))[0] == 200
        everyone = await phones(room, 24)
        async with room.listening("walls") as wall, everyone[0].listening():
            assert (await everyone[0].say(3))[0] == 200
            assert (await wall.until(lambda told: told["answered"]))["joined"] == 24
        await room_of(app)

    run(play())


@BY_CODE
def test_who_tries_codes_without_an_end_learns_nothing_and_keeps_nobody_out_who_knows_one(what, file, caplog):
    async def play():
        app = copy()
        app._tries = routes.Bucket(20, 0)
        _, _, body = await make(app, address=AFAR)
        hidden = json.loads(body)["code"]
        room = await room_of(app)
        guesses = await asyncio.gather(*(guess(app, what, code) for code in WRONG[:30]))
        assert Counter(status for status, _ in guesses) == {404: 20, 429: 10}
        refusal = 429, {"refused": "Many codes were tried just now; wait some seconds."}
        assert await guess(app, what, WRONG[-1]) == await guess(app, what, hidden) == refusal
        await room.do("open")
        (phone,) = await phones(room, 1)
        assert (await phone.say(3))[0] == 200
        async with room.listening("walls") as wall:
            await wall.until(lambda told: told["answered"])
        elsewhere = Asked(app, "GET", f"/room/{hidden}/walls", address=AFAR)
        assert (await elsewhere.message())["status"] == 200
        await elsewhere.hang_up()

    run(play())
    assert caplog.messages.count("rooms: somebody tries many codes") == 1


def test_who_is_refused_has_not_one_less(monkeypatch):
    times = iter(np.arange(0, 20, 1 / 16).tolist())
    monkeypatch.setattr(time, "monotonic", lambda: next(times))
    bucket = routes.Bucket(3, 0.5)
    assert sum(bucket.takes("a hall") for _ in range(320)) == 3 + 9


def test_addresses_of_one_house_are_one():
    whose = [
        clients.of_request({"client": (client, 1), "headers": []})
        for client in (
            *("2001:db8:1:2::3", "2001:db8:1:2:ffff::4", "2001:db8:1:3::3", "fe80::1%eth0"),
            *("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.2", ""),
        )
    ]
    assert len({*whose}) == 6
    assert whose[0] == whose[1]
    assert whose[4] == whose[5]


def test_limits_are_kept_with_a_sentence(kept, monkeypatch):
    async def play():
        app = copy()
        app._reports = routes.Bucket(10_000, 1)
        monkeypatch.setattr(store, "MOST_REPORTS", 5)
        room = await room_of(app)
        await room.do("open")
        (phone,) = await phones(room, 1)
        assert [(await phone.say(1))[0] for _ in range(6)] == [200] * 5 + [409]
        assert (await phone.say(1, number=0))[0] == (await phone.say(1, number=-3))[0] == 409

    run(play())


def test_in_a_full_room_a_phone_gives_way_that_neither_listens_nor_has_answered(kept, monkeypatch):
    monkeypatch.setattr(store, "MOST_PHONES", 6)

    async def play():
        one, other = copy(), copy()
        room = await room_of(one)
        await room.do("open")
        answered, listens, elsewhere = Phone(room), Phone(room), Phone(room.at(other))
        await answered.join()
        assert (await answered.say(3))[0] == 200
        async with listens.listening(), elsewhere.listening():
            for _ in range(30):
                assert (await Phone(room).join())[0] == 200, "one of those before gives way"
            last = Phone(room)
            async with room.listening("walls") as wall:
                assert (await wall.until(lambda told: told["answered"]))["joined"] == 6
            async with AsyncExitStack() as stack:
                for phone in (last, Phone(room.at(other)), Phone(room)):
                    await stack.enter_async_context(phone.listening())
                refusal = 409, {"refused": "This room is full: 6 phones are in it."}
                assert await Phone(room).join() == await Phone(room.at(other)).join() == refusal
                for phone in (answered, listens, elsewhere, last):
                    assert (await phone.say(4))[0] == 200
                places = {(await phone.join())[1]["place"] for phone in (answered, listens, elsewhere, last)}
                assert len(places) == 4
        return room

    room = run(play())
    assert {phone for phone, *_ in kept.reports(room.code)} <= {*range(1, 7)}


def test_one_who_listens_is_one_phone(kept, monkeypatch):
    monkeypatch.setattr(store, "MOST_PHONES", 3)

    async def play():
        room = await room_of(copy())
        async with Phone(room).listening() as news:
            for _ in range(10):
                assert (await Phone(room).join(news.ear))[0] == 200, "one that came before gives way"

    run(play())


def test_whoever_takes_a_place_that_was_free_again_is_heard(kept, monkeypatch):
    monkeypatch.setattr(store, "MOST_PHONES", 1)

    async def play():
        room = await room_of(copy())
        async with room.listening("walls") as wall:
            for value in (3, 4):
                await room.do("open")
                told = await wall.until(lambda told: told["open"])
                phone = Phone(room)
                assert await phone.join() == (200, {"place": 1})
                assert (await phone.say(value, question=told["id"]))[0] == 200
                await wall.until(lambda told: told["answered"])
                await room.do("clear")
                await wall.until(lambda told: not told["open"])

    run(play())


def test_a_teacher_locks_the_room_and_removes_all_who_have_not_answered(kept):
    async def play():
        room = await room_of(copy())
        answered, silent, rude = await phones(room, 3)
        await room.do("open")
        await answered.say(3)
        await rude.say(999_999)
        await room.do("remove", phone=3)
        for command in ("dismiss", "lock", "unlock"):
            key, room.key = room.key, "wrong"
            assert (await room.do(command))[0] == 403
            room.key = key
        async with room.listening("walls") as wall:
            told = await wall.until(lambda told: True)
            assert (told["joined"], told["locked"]) == (2, False)
            assert (await room.do("lock"))[0] == 200
            await wall.until(lambda told: told["locked"])
            refusal = 423, {"refused": "The teacher lets no more phones into this room."}
            assert await Phone(room).join() == refusal
            assert (await silent.join()) == (200, {"place": 2}), "who is in stays in"
            assert (await room.do("dismiss"))[0] == 200
            told = await wall.until(lambda told: told["joined"] == 1)
            assert (told["answered"], told["locked"]) == (1, True)
            assert (await silent.say(4))[0] == 403
            assert await silent.join() == refusal
            assert (await answered.say(4))[0] == 200
            assert (await room.do("unlock"))[0] == 200
            await wall.until(lambda told: not told["locked"])
            assert await silent.join() == (200, {"place": 2}), "it was not sent away for good"
            assert (await rude.join())[0] == 410

    run(play())


def test_a_room_that_nobody_joined_or_listens_to_gives_way_and_ends_soon(kept, monkeypatch):
    monkeypatch.setattr(store, "MOST_ROOMS", 4)

    async def play():
        app, other = copy(), copy()
        heard, joined = await room_of(app), await room_of(app)
        oldest, newer = await room_of(app), await room_of(app)
        await phones(joined, 1)
        async with heard.at(other).listening("walls") as wall:
            await wall.until(lambda told: True)
            made = await room_of(app)
            assert [room for room in (heard, joined, oldest, newer, made) if not await there(room)] == [oldest]
            here, later = opened(), time.time() + store.IDLE + 1
            monkeypatch.setattr(time, "time", lambda: later)
            here.hear({heard.code: []})
            here.sweep()
            here.close()
            assert [room for room in (heard, joined, newer, made) if not await there(room)] == [newer, made]
            for _ in range(2):
                await phones(await room_of(app), 1)
            status, _, body = await make(app)
            assert (status, json.loads(body)["refused"][:26]) == (503, "There are 4 rooms already;")
            assert await there(heard)

    run(play())


async def there(room):
    """Whether there is such a room."""
    return (await room.do("look"))[0] == 200


@pytest.mark.parametrize("who", ["phones", "walls"])
def test_whoever_listens_without_an_end_takes_no_place_of_a_phone_or_the_teacher(who, file, monkeypatch):
    monkeypatch.setattr(routes, "MOST_LISTENERS", 5)
    monkeypatch.setattr(routes, "MOST_WALLS", 5)

    async def play():
        room = await room_of(copy())
        (phone,) = await phones(room, 1)
        async with room.listening("walls") as wall, phone.listening() as news:
            await wall.until(lambda told: True)
            assert (await room.do("look", ear=wall.ear))[0] == 200
            asked = [Asked(room.app, "GET", f"/room/{room.code}/{who}") for _ in range(100)]
            for each in asked:
                assert (await each.message())["status"] == 200
            for each in asked[:-4]:
                while (await each.message()).get("more_body"):
                    pass  # until it has given way
            async with Phone(room).listening(), room.listening("walls"):
                await room.do("open")
                for each in (wall, news):
                    await each.until(lambda told: told["open"])
            for each in asked:
                await each.hang_up()

    run(play())


def test_a_room_is_made_of_a_board_by_a_page_of_the_app_and_of_nothing_else(file):
    async def play():
        app = copy()
        found = [
            await make(app),
            await make(app, page="nothing"),
            await make(app, page="experiments"),
            await make(app, page="digits", query=""),
            await make(app, query="x" * 100_000),
        ]
        return [status for status, *_ in found]

    assert run(play()) == [303, 404, 422, 422, 413]


@pytest.mark.parametrize(
    ("host", "origin", "site", "made"),
    [
        ("a.example", "http://a.example", "", True),
        ("A.example:80", "http://a.example", "", True),
        ("a.example", "https://a.example:443", "", True),
        ("[2001:db8::1]:8501", "http://[2001:DB8::1]:8501", "", True),
        ("localhost:8501", "https://n-8501.app.example", "same-origin", True),
        ("a.example", "null", "same-origin", True),
        ("a.example", "http://a.example", "none", True),
        ("a.example", "", "same-origin", True),
        ("a.example", "http://b.example", "", False),
        ("a.example", "http://a.example:8501", "", False),
        ("a.example:443", "http://a.example", "", False),
        ("a.example", "http://b.example", "none", False),
        ("a.example", "http://a.example", "cross-site", False),
        ("a.example", "", "same-site", False),
        ("", "http://", "", False),
        ("", "null", "", False),
        *(
            ("a.example", origin, "", False)
            for origin in ("null", "file://", "http://[", "http://[::1", "http://a.example:x")
        ),
        ("[", "http://a.example", "", False),
    ],
)
def test_a_room_is_made_by_pages_of_this_app_alone(host, origin, site, made, file):
    """As their browser says, or where it does not, by the place that they come from."""
    headers = {name: text for name, text in (("host", host), ("origin", origin), ("sec_fetch_site", site)) if text}
    status, _, body = run(make(copy(), **headers))
    assert status == (303 if made else 403)
    assert made or json.loads(body) == {"refused": "A room is made from a page of this app."}


async def wall_of(room):
    async with room.listening("walls") as wall:
        return await wall.until(lambda told: told["joined"])


def _folder_deleted(file):
    shutil.rmtree(file.parent)


def _file_deleted(file):
    file.unlink()


def _file_replaced(file):
    shutil.rmtree(file.parent)
    run(room_of(copy()))


def _damaged(file):
    """Another file lies there, as after a disk was full or a backup came back in part."""
    other = file.with_name("other")
    other.write_bytes(b"This is no file of rooms." * 1000)
    for suffix in ("-wal", "-shm"):
        file.with_name(file.name + suffix).unlink()
    other.replace(file)


@pytest.mark.parametrize("lose", [_folder_deleted, _file_deleted, _file_replaced, _damaged])
def test_a_file_that_is_lost_is_begun_anew_by_all_copies_in_the_same_place(lose, file, caplog):
    async def play():
        one, other = copy(), copy()
        lost = await room_of(one)
        async with lost.at(other).listening("walls") as wall:
            await wall.until(lambda told: True)
            await asyncio.to_thread(lose, file)
            room = await room_of(other)
            await phones(room.at(one), 2)
            await phones(room.at(other), 1)
            assert (await wall_of(room.at(one)))["joined"] == (await wall_of(room.at(other)))["joined"] == 3
            await wall.end()
            assert b"event: over" in wall.bytes
        assert (await lost.do("look"))[0] == 404
        await phones(room.at(copy()), 1)

    run(play())
    said = [each for each in caplog.messages if each.startswith("rooms: ")]
    assert len(said) == 1 or (lose is _file_replaced and not said), said
    assert len([*file.parent.glob("*.damaged-*")]) == (lose is _damaged)


def test_a_file_that_is_damaged_from_the_start_is_set_aside_and_deleted_in_time(file, caplog, monkeypatch):
    file.parent.mkdir()
    file.write_bytes(b"no file of rooms" * 1000)
    run(room_of(copy()))
    (aside,) = file.parent.glob("*.damaged-*")
    assert [aside.name in each for each in caplog.messages] == [True]
    here = opened()
    here.sweep()
    assert aside.exists()
    monkeypatch.setattr(store, "LIFE", -1)
    here.sweep()
    here.close()
    assert not aside.exists()


async def status(path):
    return (await Asked(copy(), "GET", path).whole())[0]


def test_rooms_are_switched_off_by_the_configuration(monkeypatch):
    monkeypatch.setenv("ROOMS", "off")

    assert [run(status(path)) for path in ("/room", "/room/", "/room/ABCDEF")] == [418] * 3


def test_a_file_on_a_network_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("ROOMS", str(tmp_path / "rooms.sqlite3"))
    monkeypatch.setattr(places, "_kind", lambda path: "nfs4")
    with pytest.raises(OSError, match="disk of this machine"):
        places.place()
    assert run(status("/room")) == 418


@pytest.mark.parametrize("path", ["/rooms", "/room/ABC", "/room/ABCDEFG", "/room/ABCDE1/wall", "/room/ABCDEF/a/b"])
def test_everything_else_is_passed_on(path, file):
    assert run(status(path)) == 418


def test_a_phone_and_a_wall_are_one_document_each_that_fetches_nothing(file):
    async def play():
        return [
            await Asked(copy(), "GET", path, headers=[("accept-encoding", "gzip")]).whole()
            for path in ("/room", "/room/ABCDEF", "/room/ABCDEF/wall", "/room/ABCDEF/hand")
        ]

    for status, said, body in run(play()):
        assert (status, said["content-type"]) == (200, "text/html; charset=utf-8")
        assert len(body) < 20_000


def test_a_refusal_or_a_fault_in_a_batch_undoes_nothing_of_the_others(kept):
    here = opened()
    code = here.make("key", {**state_of.begun([{"kind": "number"}]), "open": True}).result()
    here.join(code, "a").result()

    def check(number, state):
        if number % 4 == 1:
            raise Refused(409, "No.")
        if number % 4 == 3:
            raise OverflowError
        return "1"

    jobs = [here.report(code, "a", number, 0, 1, partial(check, number)) for number in range(1, 21)]
    assert [type(job.exception(10)) for job in jobs] == [Refused, type(None), OverflowError, type(None)] * 5
    assert sorted(number for _, number, _ in kept.reports(code)) == [*range(2, 21, 2)]
    here.close()


# ---- a Redis that goes and comes -------------------------------------------------------------------------------------


ONLY_REDIS = pytest.mark.parametrize("kept", [InRedis], indirect=True, ids=["redis"])


@ONLY_REDIS
def test_while_redis_is_away_phones_are_told_so_and_nothing_they_repeat_counts_twice(kept, caplog):
    async def play():
        one, other = copy(), copy()
        room = await room_of(one)
        await room.do("open")
        (phone,) = await phones(room, 1)
        async with room.listening("walls") as wall:
            await phone.say(4)
            await wall.until(lambda told: told["answered"] == 1)
            kept.server.kill()
            for status, told in (await phone.say(5), await Phone(room).join(), await room.do("pause")):
                assert status == 503
                assert told == {"refused": "What keeps the rooms does not answer; try again."}
            status, _, body = await Asked(other, "GET", f"/room/{room.code}/walls").whole()
            assert (status, json.loads(body)) == (503, told)
            kept.server.start()
            for app in (one, other, one):
                phone.room = room.at(app)
                assert (await phone.say(5, number=2))[0] == 200
            assert (await Phone(room).join()) == (200, {"place": 2})
            await wall.until(lambda told: told["joined"] == 2)
        return room

    room = run(play())
    assert sorted(kept.reports(room.code)) == [(1, 1, "4"), (1, 2, "5")]
    assert len([each for each in caplog.messages if each.startswith("rooms: the Redis")]) <= 2


@ONLY_REDIS
def test_redis_itself_deletes_what_no_copy_is_there_to_delete(kept):
    run(room_of(copy()))
    keys = kept.server.ask.keys()
    assert len(keys) == 2
    assert all(0 < kept.server.ask.ttl(key) <= store.LIFE for key in keys)


@ONLY_REDIS
def test_a_command_of_which_redis_was_heard_no_answer_is_done_once(kept, monkeypatch):
    """Redis has written the entry, and the connection breaks before it can say so: it is sent again, and is there."""
    here = opened()
    code = here.make("key", {"ids": [0], "at": 0, "presses": 0}).result(10)
    connection = here._redis.connection_pool.connection_class
    send, read, written = connection.send_packed_command, connection.read_response, []

    def note(self, command, **options):
        if b"XADD" in b"".join(command):
            written.append(command)
        return send(self, command, **options)

    def lose(self, *args, **options):
        answer = read(self, *args, **options)
        if len(written) == 1:
            written.append("lost")
            raise ConnectionFault
        return answer

    monkeypatch.setattr(connection, "send_packed_command", note)
    monkeypatch.setattr(connection, "read_response", lose)
    here.change(code, "key", lambda state: {**state, "presses": state["presses"] + 1}).result(10)
    monkeypatch.undo()
    assert len(written) == 3, "it was sent once more"
    assert here.news(code).state["presses"] == 1
    here.close()


@pytest.mark.parametrize("address", ["redis://127.0.0.1:port", "redis://127.0.0.1:6379?db=a&socket_timeout=x"])
def test_an_address_that_is_none_leaves_the_app_without_rooms_and_says_why(monkeypatch, caplog, address):
    monkeypatch.setenv("ROOMS", address)
    assert run(status("/room")) == 418
    assert "there are no rooms" in caplog.text
