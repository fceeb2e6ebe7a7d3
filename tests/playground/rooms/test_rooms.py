"""Rooms: nothing is lost or counted twice, nothing is told before its time, and nobody does what is not theirs."""

import asyncio
import gzip
import itertools
import json
import math
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from urllib.parse import urljoin

import numpy as np
import pytest
from redis import ConnectionError as ConnectionFault

from playground.address.address import parameters as link_of
from playground.rooms import places, questions, routes, store
from playground.rooms import room as state_of
from playground.rooms.store import Refused
from playground.server import clients
from playground.stage import assets
from tests.marks import slow
from tests.playground.phones import BOARD, Asked, Phone, Room, copy, make, phones, room_of
from tests.playground.rooms.test_questions import asked_of

ROOT = Path(__file__).parents[3]
SENTENCE = r"[A-Z][^<>]*\."


@pytest.fixture
def here(kept):
    found = opened()
    yield found
    found.close()


def opened():
    return places.opened(places.place())


async def open_room(count=1, app=None):
    """A room that takes answers to its first question, a number, and phones in it."""
    room = await room_of(app or copy())
    await room.do("open")
    return room, await phones(room, count)


async def news(room, until=lambda told: True):
    """What a wall that comes now is sent."""
    async with room.listening("walls") as wall:
        return await wall.until(until)


async def there(room):
    return (await room.do("look"))[0] == 200


# ---- nothing is lost ------------------------------------------------------------------------------------------------


async def test_a_report_that_is_repeated_by_any_copy_counts_once(kept):
    room, everyone = await open_room(40)
    elsewhere = room.at(copy())
    random.seed(0)
    reports = [(phone, value) for phone in everyone for value in (1, 2, 3)] * 3
    said = [random.choice((phone, Phone(elsewhere, phone.token))).say(value, number=value) for phone, value in reports]
    assert {status for status, _ in await asyncio.gather(*said)} == {200}
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


def test_what_a_copy_has_acknowledged_is_there_after_it_was_killed(kept, here):
    code = here.make("key", state_of.begun([{"kind": "number"}])).result()
    copies = [
        subprocess.Popen([sys.executable, "-c", _COPY, code, token], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for token in ("a" * 32, "b" * 32)
    ]
    heard = [[int(next(process.stdout)) for _ in range(5)] for process in copies]
    for process in copies:
        process.kill()
    last = [max([*first, *map(int, each.stdout.read().split())]) for first, each in zip(heard, copies, strict=True)]
    rows = [[number for each, number, _ in kept.reports(code) if each == phone] for phone in (1, 2)]
    for numbers, number in zip(sorted(rows, key=len), sorted(last), strict=True):
        assert len(numbers) == max(numbers), "each number once, none left out"
        assert number <= max(numbers) <= number + 1, "at most the one that was on its way"
    # What is left of the copies disturbs nobody.
    assert here.join(code, "c" * 32).result() == 3


async def test_a_room_is_there_after_everything_was_started_again(kept):
    room, (phone,) = await open_room()
    await phone.say(9)
    kept.start_again()
    phone.room = room.at(copy())
    assert await phone.join() == (200, {"place": 1})
    told = await news(phone.room)
    assert (told["joined"], told["answered"], told["open"]) == (1, 1, True)


async def test_a_room_is_deleted_in_time_with_all_it_held(kept, here, monkeypatch):
    """And before, what is kept of it is no secret that opens anything."""
    room, (phone,) = await open_room()
    await phone.say(123_456)
    held = kept.held()
    assert [word.encode() in held for word in (room.code, "123456", room.key, phone.token)] == [
        True,
        True,
        False,
        False,
    ]
    async with room.listening("phones") as listener:
        await listener.until(lambda told: told["open"])
        monkeypatch.setattr(store, "LIFE", 0)
        await listener.end()
        assert b"event: over" in listener.bytes
    assert (await phone.say(1))[0] == 404
    here.sweep()
    held = kept.held()
    assert not any(word.encode() in held for word in (room.code, "123456"))


def test_a_refusal_or_a_fault_in_a_batch_undoes_nothing_of_the_others(kept, here):
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


# ---- nothing is told that is not theirs ------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["", "/wall", "/desk", "/hand", "/phones", "/walls"])
async def test_what_anybody_may_fetch_of_a_room_holds_no_answer_and_no_key(what):
    room, (phone,) = await open_room()
    await phone.say(31_337)
    asked = Asked(room.app, "GET", f"/room/{room.code}{what}")
    await asyncio.sleep(0.3)
    await asked.hang_up()
    sent = b""
    while not asked._sent.empty():
        sent += (await asked.message()).get("body", b"")
    assert sent
    assert not any(secret.encode() in sent for secret in ("31337", room.key, phone.token))


# ---- the teacher's commands ------------------------------------------------------------------------------------------


def test_from_question_to_reveal_are_three_presses_then_comes_another():
    state, states = state_of.begun(asked_of(**link_of(BOARD))), []
    for _ in range(4):
        state = state_of.COMMANDS["forward"](state)
        states.append((state["at"], state["vote"], state["open"], state["shown"]))
        with pytest.raises(Refused, match="over"):
            state_of.take(state, state["at"], state["vote"] + 1, 7)
    assert states == [(0, 1, True, False), (0, 2, True, False), (0, 2, False, True), (1, 1, False, False)]


async def test_a_teacher_pauses_removes_locks_clears_and_closes(kept):
    room, (answers, silent, rude) = await open_room(3)
    async with room.listening("walls") as wall:
        await answers.say(3)
        await rude.say(999_999)
        await wall.until(lambda told: told["answered"] == 2)
        await room.do("pause")
        assert (await answers.say(5))[0] == 423
        await room.do("open")
        await room.do("remove", phone=3)
        told = await wall.until(lambda told: told["answered"] == 1)
        assert (told["joined"], told["locked"]) == (2, False)
        assert (await rude.say(6))[0] == (await rude.join())[0] == 410
        await room.do("lock")
        await wall.until(lambda told: told["locked"])
        refusal = 423, {"refused": "The teacher has locked this room: no more phones can join."}
        assert await Phone(room).join() == refusal
        assert await silent.join() == (200, {"place": 2}), "who is in stays in"
        await room.do("dismiss")
        told = await wall.until(lambda told: told["joined"] == 1)
        assert (told["answered"], told["locked"]) == (1, True)
        assert (await silent.say(4))[0] == 403
        assert await silent.join() == refusal
        assert (await answers.say(4))[0] == 200
        await room.do("unlock")
        await wall.until(lambda told: not told["locked"])
        assert await silent.join() == (200, {"place": 2}), "it was not sent away for good"
        assert (await rude.join())[0] == 410
        await room.do("clear")
        told = await wall.until(lambda told: told["answered"] == 0)
        assert (await answers.say(5))[0] == 409, "it is another question now"
        await room.do("open")
        assert (await answers.say(5, question=told["id"]))[0] == 200
        await wall.until(lambda told: told["answered"] == 1)
        await room.do("close")
        await wall.end()
        assert b"event: over" in wall.bytes
    assert (await answers.join())[0] == 404


# ---- who means harm -----------------------------------------------------------------------------------------------

BAD_VALUES = [
    None, True, "7", -1, 1.5, 10**9, 1e308, [], [1], {"a": 1}, "<img src=x onerror=alert(1)>",
    [[0, 0, 0]] * 4, [[0, 0, 2]], [[0, 0, True]], [["0", 0, 0]], [0, 0, 1], [1, 0, "0"], [1e9, 0, 0], [[[0, 0, 0]]],
    [1e-303, 0, 1e6], [5e-324, 0, 1],
]  # fmt: skip


def test_what_is_no_answer_is_refused_in_a_sentence():
    asked = asked_of(**link_of(BOARD))
    for question, value in itertools.product([*asked, *asked_of("pages/adversary.py")], BAD_VALUES):
        if question["kind"] != "points" or value != []:  # of who has taken all their points back
            with pytest.raises(Refused, match=SENTENCE):
                questions.checked(question, value)
    *_, line, _ = asked_of(data="margin", bias="false")
    with pytest.raises(Refused, match="asks for a line"):
        questions.checked(line, [1, 0, 0.5])  # which must go through the origin
    state = {**state_of.begun(asked), "at": len(asked) - 1}
    for most in (0, 11, -1, "3", None, True, 2.0):
        with pytest.raises(Refused, match="from 1 to 10 points"):
            state_of.allowing(most)(state)
    with pytest.raises(Refused, match="points"):
        state_of.allowing(5)(state_of.begun(asked))  # a number is asked for
    more = state_of.allowing(5)(state)["questions"][-1]
    with pytest.raises(Refused):
        questions.checked(more, [[0, 0, 0]] * 6)


BODIES = [
    b"", b"7", b"[]", b"{", b"\xff\xfe", b"[" * 100_000, b'{"token": NaN}', b'{"number": 1e999}', b"x" * 1_000_000,
    b'{"value": [' + b"1," * 1_000_000 + b"1]}",
]  # fmt: skip


@pytest.mark.parametrize("what", ["join", "report", "command", "picture", "table", "summary", "desk"])
async def test_whatever_is_posted_is_answered_in_a_sentence(what):
    room = await room_of(copy())
    found = [await room.post(what, body) for body in BODIES]
    found.append(await room.post(what, {}, **{"content-type": "text/plain"}))
    for status, told in found:
        assert status in (400, 413, 415, 422)
        assert re.fullmatch(SENTENCE, told["refused"])
    assert (await Phone(room).join())[0] == 200, "others are not disturbed"


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
async def test_whatever_is_reported_the_room_stays_whole(kept, seed, count, monkeypatch):
    """Reports and commands that are right but for what was drawn at random in the place of some of it."""
    monkeypatch.setattr(store, "MOST_REPORTS", count)
    seed = random.randrange(10**9) if seed is None else seed
    at_random = random.Random(seed)
    good = {"number": 7, "choose": 1, "line": [0.6, 0.8, 0.0], "points": [[0.5, 0.25, 1]]}
    app = copy()
    app._reports = app._commands = routes.Bucket(10**9, 1)
    room, (calm, (quiet,)) = await room_of(app), await open_room(1, app)
    assert (await quiet.say(3))[0] == 200
    some = await phones(room, 5)
    kinds = [each["kind"] for each in (await news(room))["list"]]

    async def tell(number):
        at = number % len(kinds)
        told = {
            "token": at_random.choice(some).token, "number": number + 1, "question": at, "vote": 1,
            "value": good[kinds[at]], "key": "a key", "do": at_random.choice([*state_of.COMMANDS, *routes._COMMANDS]),
        }  # fmt: skip
        for name in at_random.sample(sorted(told), at_random.randrange(3)):
            told[name] = drawn(at_random)
        what = at_random.choice(["report", "report", "report", "join", "command", "table", "summary", "desk"])
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
            assert status == 200 or re.fullmatch(SENTENCE, told["refused"]), (seed, told)
            taken += status == 200
    assert taken
    for at in range(len(kinds)):
        await room.do("go", at=at)
        await room.do("reveal")
        told = await news(room, lambda told, at=at: told["shown"] and told["at"] == at)
        assert told["joined"] >= 5, (seed, "more where a digit of a token was another one")
    assert (await room.post("summary", {"key": room.key}))[0] == 200
    rows = (await calm.post("table", {"key": calm.key}))[1]["rows"]
    assert [row[1:4] for row in rows] == [[1, 1, "3"]]


async def test_nobody_answers_for_another_room_or_commands_without_the_key():
    app = copy()
    (room, (phone,)), (other, _) = await open_room(1, app), await open_room(0, app)
    phone.room = other
    assert (await phone.say(4))[0] == 403
    stranger = Phone(room)
    assert (await stranger.say(4))[0] == 403
    for token in ("", "z" * 32, "a" * 33, 7, None, ["a" * 32]):
        stranger.token = token
        assert (await stranger.join())[0] == (await stranger.say(4))[0] == 422
    for key in ("", "wrong", other.key, room.key[:-1], None, 7, [room.key]):
        for name in ("reveal", "dismiss", "lock", "unlock"):
            assert (await Room(app, room.code, key).do(name))[0] in (403, 422)
    for name in ("begun", "__class__", "", None, 7):
        assert (await room.do(name))[0] == 422
    for at in (-1, 99, "0", None, True):
        assert (await room.do("go", at=at))[0] == 422
    told = await news(room)
    assert (told["answered"], told["shown"], told["at"], told["locked"]) == (0, False, 0, False)


async def test_who_asks_too_often_is_told_so_and_disturbs_nobody():
    room, (busy, calm) = await open_room(2)
    statuses = [(await busy.say(1))[0] for _ in range(40)]
    assert (statuses[0], statuses[-1], (await calm.say(1))[0]) == (200, 429, 200)
    wrong = [(await room.post("command", {"key": "x", "do": "open"}))[0] for _ in range(70)]
    assert {*wrong} == {403, 429}
    assert (await room.do("open"))[0] == 200, "whose key is wrong keeps no teacher waiting"


LETTERS = "ABCDEFGHJKLM"
WRONG = [f"QQQQ{one}{other}" for one, other in itertools.product(LETTERS, LETTERS)]
AFAR = "198.51.100.7"  # is no address of the hall


async def guess(app, what, code):
    """What somebody is told who tries a code."""
    told = {"token": "a" * 32, "number": 1, "question": 0, "vote": 1, "value": 1, "key": "a", "do": "open"}
    if what in ("phones", "walls"):
        status, _, body = await Asked(app, "GET", f"/room/{code}/{what}").whole()
        return status, json.loads(body)
    return await Room(app, code, "").post(what, told)


@pytest.mark.parametrize("what", ["join", "report", "command", "table", "summary", "phones", "walls"])
async def test_who_tries_codes_learns_nothing_and_keeps_nobody_out(what, caplog):
    """Neither from a room that was made elsewhere, nor, once many were tried, from one whose code is known here."""
    app, refusal = copy(), (429, {"refused": "Many codes were tried just now; wait some seconds."})
    app._tries = routes.Bucket(120, 0)
    (room, hidden), own = [await room_of(app, address=AFAR) for _ in range(2)], await room_of(app)
    codes = iter(WRONG)
    assert {(await guess(app, what, next(codes)))[0] for _ in range(100)} == {404}
    assert (await room.do("open"))[0] == 200
    everyone = await phones(room, 24)
    async with everyone[0].listening():
        assert (await everyone[0].say(3))[0] == 200
        assert (await news(room, lambda told: told["answered"]))["joined"] == 24
    guesses = await asyncio.gather(*(guess(app, what, next(codes)) for _ in range(30)))
    assert Counter(status for status, _ in guesses) == {404: 20, 429: 10}
    assert await guess(app, what, next(codes)) == await guess(app, what, hidden.code) == refusal
    await own.do("open")
    (phone,) = await phones(own, 1)
    assert (await phone.say(3))[0] == 200
    await news(own, lambda told: told["answered"])
    elsewhere = Asked(app, "GET", f"/room/{hidden.code}/walls", address=AFAR)
    assert (await elsewhere.message())["status"] == 200
    await elsewhere.hang_up()
    assert caplog.messages.count("rooms: somebody tries many codes") == 1


def test_who_is_refused_has_not_one_less(monkeypatch):
    times = iter(np.arange(0, 20, 1 / 16).tolist())
    monkeypatch.setattr(time, "monotonic", lambda: next(times))
    bucket = routes.Bucket(3, 0.5)
    assert sum(bucket.takes("a hall") for _ in range(320)) == 3 + 9


def test_addresses_of_one_house_are_one():
    houses = [
        ("2001:db8:1:2::3", "2001:db8:1:2:ffff::4"),
        ("192.0.2.1", "::ffff:192.0.2.1"),
        *(("2001:db8:1:3::3",), ("fe80::1%eth0",), ("192.0.2.2",), ("",)),
    ]
    whose = [{clients.of_request({"client": (each, 1), "headers": []}) for each in house} for house in houses]
    assert [len(names) for names in whose] == [1] * 6
    assert len(set.union(*whose)) == 6


# ---- how many -------------------------------------------------------------------------------------------------------


async def test_limits_are_kept_with_a_sentence(kept, monkeypatch):
    monkeypatch.setattr(store, "MOST_REPORTS", 5)
    _, (phone,) = await open_room()
    assert [(await phone.say(1))[0] for _ in range(6)] == [200] * 5 + [409]
    assert (await phone.say(1, number=0))[0] == (await phone.say(1, number=-3))[0] == 409


async def test_in_a_full_room_a_phone_that_is_silent_and_away_gives_way(kept, monkeypatch):
    monkeypatch.setattr(store, "MOST_PHONES", 6)
    room, (answered,) = await open_room()
    there = room.at(copy())
    listens, elsewhere, last = Phone(room), Phone(there), Phone(room)
    assert (await answered.say(3))[0] == 200
    async with listens.listening() as ears, elsewhere.listening():
        for _ in range(30):
            assert (await Phone(room).join())[0] == 200, "one of those before gives way"
        for _ in range(10):
            assert (await Phone(room).join(ears.ear))[0] == 200, "one who listens is one phone"
        assert (await news(room, lambda told: told["answered"]))["joined"] == 6
        async with AsyncExitStack() as stack:
            for phone in (last, Phone(there), Phone(room)):
                await stack.enter_async_context(phone.listening())
            refusal = 409, {"refused": "This room is full: 6 phones are in it."}
            assert await Phone(room).join() == await Phone(there).join() == refusal
            for phone in (answered, listens, elsewhere, last):
                assert (await phone.say(4))[0] == 200
            places = {(await phone.join())[1]["place"] for phone in (answered, listens, elsewhere, last)}
            assert len(places) == 4
    assert {phone for phone, *_ in kept.reports(room.code)} <= {*range(1, 7)}


async def test_whoever_takes_a_place_that_was_free_again_is_heard(kept, monkeypatch):
    monkeypatch.setattr(store, "MOST_PHONES", 1)
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


async def test_a_room_that_nobody_joined_or_listens_to_gives_way_and_ends_soon(here, monkeypatch):
    monkeypatch.setattr(store, "MOST_ROOMS", 4)
    app = copy()
    heard, joined, oldest, newer = [await room_of(app) for _ in range(4)]
    await phones(joined, 1)
    async with heard.at(copy()).listening("walls") as wall:
        await wall.until(lambda told: True)
        made = await room_of(app)
        assert [room for room in (heard, joined, oldest, newer, made) if not await there(room)] == [oldest]
        later = time.time() + store.IDLE + 1
        monkeypatch.setattr(time, "time", lambda: later)
        here.hear({heard.code: []})
        here.sweep()
        assert [room for room in (heard, joined, newer, made) if not await there(room)] == [newer, made]
        for _ in range(2):
            await phones(await room_of(app), 1)
        status, _, body = await make(app)
        assert (status, json.loads(body)["refused"][:26]) == (503, "There are 4 rooms already;")
        assert await there(heard)


@pytest.mark.parametrize("who", ["phones", "walls"])
async def test_listeners_without_an_end_take_no_place_of_phones_or_teachers(who, monkeypatch):
    monkeypatch.setattr(routes, "MOST_LISTENERS", 5)
    monkeypatch.setattr(routes, "MOST_WALLS", 5)
    room = await room_of(copy())
    (phone,) = await phones(room, 1)
    async with room.listening("walls") as wall, phone.listening() as ears:
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
            for each in (wall, ears):
                await each.until(lambda told: told["open"])
        for each in asked:
            await each.hang_up()


# ---- requests --------------------------------------------------------------------------------------------------------


async def test_a_room_is_made_of_a_board_and_of_nothing_else():
    app = copy()
    for status, form in [
        (303, {}),
        (404, {"page": "nothing"}),
        (422, {"page": "experiments"}),
        (422, {"page": "digits", "query": ""}),
        (413, {"query": "x" * 100_000}),
    ]:
        assert (await make(app, **form))[0] == status


HERE, THERE = "http://a.example", "http://b.example"
OURS = [
    ("a.example", HERE, ""), ("A.example:80", HERE, ""), ("a.example", "https://a.example:443", ""),
    ("[2001:db8::1]:8501", "http://[2001:DB8::1]:8501", ""), ("a.example", HERE, "none"),
    ("localhost:8501", "https://n-8501.app.example", "same-origin"), ("a.example", "null", "same-origin"),
    ("a.example", "", "same-origin"),
]  # fmt: skip
OTHERS = [
    ("a.example", THERE, ""), ("a.example", f"{HERE}:8501", ""), ("a.example:443", HERE, ""),
    ("a.example", THERE, "none"), ("a.example", HERE, "cross-site"), ("a.example", "", "same-site"),
    ("", "http://", ""), ("", "null", ""), ("[", HERE, ""), ("a.example", "null", ""), ("a.example", "file://", ""),
    ("a.example", "http://[", ""), ("a.example", "http://[::1", ""), ("a.example", f"{HERE}:x", ""),
]  # fmt: skip


@pytest.mark.parametrize(("host", "origin", "site"), [*OURS, *OTHERS])
async def test_a_room_is_made_by_pages_of_this_app_alone(host, origin, site):
    """As their browser says, or where it does not, by the place that they come from."""
    headers = {name: text for name, text in (("host", host), ("origin", origin), ("sec_fetch_site", site)) if text}
    status, _, body = await make(copy(), **headers)
    ours = (host, origin, site) in OURS
    assert status == (303 if ours else 403)
    assert ours or json.loads(body) == {"refused": "A room is made from a page of this app."}


PASSED_ON = 418


async def status(path):
    return (await Asked(copy(), "GET", path).whole())[0]


@pytest.mark.parametrize(
    ("rooms", "complaint"),
    [
        ("off", ""),
        ("nfs", "disk of this machine"),
        ("redis://127.0.0.1:port", "there are no rooms"),
        ("redis://127.0.0.1:6379?db=a&socket_timeout=x", "there are no rooms"),
    ],
)
async def test_without_a_place_for_them_there_are_no_rooms_and_the_log_says_why(rooms, complaint, monkeypatch, caplog):
    if rooms == "nfs":
        monkeypatch.setattr(places, "_kind", lambda path: "nfs4")
    else:
        monkeypatch.setenv("ROOMS", rooms)
    assert [await status(path) for path in ("/room", "/room/", "/room/ABCDEF")] == [PASSED_ON] * 3
    assert complaint in caplog.text
    assert bool(complaint) == bool(caplog.messages)


@pytest.mark.parametrize(
    ("path", "most"),
    [("/room", 5_000), ("/room/ABCDEF", 20_000), ("/room/ABCDEF/wall", 24_500), ("/room/ABCDEF/desk", 24_000)],
)
async def test_a_phone_and_a_wall_are_one_document_each_that_fetches_nothing_but_the_font_of_all_pages(path, most):
    status, said, body = await Asked(copy(), "GET", path, headers=[("accept-encoding", "gzip")]).whole()
    assert (status, said["content-type"]) == (200, "text/html; charset=utf-8")
    assert len(body) < most
    document = gzip.decompress(body).decode()
    (base,) = re.findall('<base href="(.*?)">', document)
    markup = re.sub("(?s)(<script[^>]*>).*?</script>", r"\1", document)
    fetched = re.findall(r"""\burl\(["']?(.*?)["']?\)|\bsrc=["']?([^\s"'>]+)|<link [^>]*?href="(.*?)\"""", markup)
    elsewhere = {address for address in map("".join, fetched) if not address.startswith("data:")}
    assert {urljoin(urljoin(path, base), address) for address in elsewhere} == {f"/app/static/{assets.TEXT}"}
    assert not re.search(r"@import|\bimport\b *[\w({*\"']", document)


# ---- a file that is lost ---------------------------------------------------------------------------------------------


async def _folder_deleted(file):
    shutil.rmtree(file.parent)


async def _file_deleted(file):
    file.unlink()


async def _file_replaced(file):
    shutil.rmtree(file.parent)
    await room_of(copy())


async def _damaged(file):
    """Another file lies there, as after a disk was full or a backup came back in part."""
    other = file.with_name("other")
    other.write_bytes(b"This is no file of rooms." * 1000)
    for suffix in ("-wal", "-shm"):
        file.with_name(file.name + suffix).unlink()
    other.replace(file)


@pytest.mark.parametrize("lose", [_folder_deleted, _file_deleted, _file_replaced, _damaged])
async def test_a_file_that_is_lost_is_begun_anew_by_all_copies_in_its_place(lose, file, caplog, monkeypatch):
    one, other = copy(), copy()
    lost = await room_of(one)
    async with lost.at(other).listening("walls") as wall:
        await wall.until(lambda told: True)
        await lose(file)
        room = await room_of(other)
        await phones(room.at(one), 2)
        await phones(room.at(other), 1)
        for app in (one, other):
            assert (await news(room.at(app), lambda told: told["joined"]))["joined"] == 3
        await wall.end()
        assert b"event: over" in wall.bytes
    assert not await there(lost)
    await phones(room.at(copy()), 1)
    said = [each for each in caplog.messages if each.startswith("rooms: ")]
    assert len(said) == 1 or (lose is _file_replaced and not said), said
    asides = [*file.parent.glob("*.damaged-*")]
    assert len(asides) == (lose is _damaged)
    for life, left in ((store.LIFE, asides), (-1, [])):
        monkeypatch.setattr(store, "LIFE", life)
        here = opened()
        here.sweep()
        here.close()
        assert [*file.parent.glob("*.damaged-*")] == left, "and it is deleted in time"


# ---- a Redis that goes and comes -------------------------------------------------------------------------------------


ONLY_REDIS = pytest.mark.parametrize("kept", ["redis"], indirect=True)


@ONLY_REDIS
async def test_while_redis_is_away_phones_are_told_so_and_repeat_themselves(kept, caplog):
    one, other = copy(), copy()
    room, (phone,) = await open_room(1, one)
    async with room.listening("walls") as wall:
        await phone.say(4)
        await wall.until(lambda told: told["answered"] == 1)
        kept.server.kill()
        away = 503, {"refused": "The store of the rooms does not answer; try again."}
        assert await phone.say(5) == await Phone(room).join() == await room.do("pause") == away
        status, _, body = await Asked(other, "GET", f"/room/{room.code}/walls").whole()
        assert (status, json.loads(body)) == away
        kept.server.start()
        for app in (one, other, one):
            phone.room = room.at(app)
            assert (await phone.say(5, number=2))[0] == 200
        assert (await Phone(room).join()) == (200, {"place": 2})
        await wall.until(lambda told: told["joined"] == 2)
    assert sorted(kept.reports(room.code)) == [(1, 1, "4"), (1, 2, "5")], "nothing counts twice"
    assert len([each for each in caplog.messages if each.startswith("rooms: the Redis")]) <= 2


@ONLY_REDIS
async def test_redis_itself_deletes_what_no_copy_is_there_to_delete(kept):
    await room_of(copy())
    left = [kept.server.ask.ttl(key) for key in kept.server.ask.keys("*")]
    assert [0 < each <= store.LIFE for each in left] == [True, True]


@ONLY_REDIS
def test_a_command_of_which_redis_was_heard_no_answer_is_done_once(here, monkeypatch):
    """Redis has written the entry, and the connection breaks before it can say so: it is sent again, and is there."""
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


@ONLY_REDIS
def test_redis_is_told_at_once_of_all_who_join_together_and_listen(kept, here, monkeypatch):
    monkeypatch.setattr(store, "MOST_PHONES", 40)
    kept.server.ask.config_resetstat()
    code = here.make("key", {"ids": [0], "at": 0}).result(10)
    joined = [here.join(code, f"phone {number}", listens=True) for number in range(60)]
    refused = [isinstance(done.exception(10), Refused) for done in joined]
    assert refused == [False] * 40 + [True] * 20, "nobody who listens gives way"
    assert [done.result() for done in joined[:40]] == [*range(1, 41)]
    assert kept.server.ask.info("commandstats")["cmdstat_zadd"]["calls"] < 20
    assert kept.server.ask.zcard(f"perceptron:room:{code}:heard") == 41, "and the room itself"


async def test_a_room_that_cannot_be_told_keeps_no_other_from_its_news(monkeypatch):
    tell = state_of.for_listeners

    def told_once(news):
        if news.state["vote"] == 2:
            raise ValueError
        return tell(news)

    app = copy()
    broken, whole = await room_of(app), await room_of(app)
    monkeypatch.setattr(state_of, "for_listeners", told_once)
    async with broken.listening("walls") as one, whole.listening("walls") as other:
        await one.until(lambda told: True)
        await broken.do("open")
        await broken.do("again")
        await whole.do("open")
        await other.until(lambda told: told["open"])
