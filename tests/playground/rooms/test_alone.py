"""A list that each phone does alone: how far the class is, who waits, and the boards that a teacher picks."""

import asyncio
import json
import random
from dataclasses import dataclass, field

import pytest

from playground.address.address import read
from playground.address.codes import encode as points_of
from playground.address.lists import FILES, ListItem, encode, taught
from playground.lessons import LESSONS
from playground.page.answer import answered
from playground.pages import PAGES
from playground.rooms import lectures, progress, questions, routes
from playground.rooms import room as state_of
from playground.rooms.kinds.board import ShownBoard
from playground.rooms.store import LIFE, News, Refused, Vote
from tests.marks import slow
from tests.playground.phones import Phone, Room, copy, make, phones, room_of

LIST = (
    ListItem("", {"data": "AND", "bias": "true"}, "How many updates?", number=True),
    ListItem("", {"data": "margin"}, "Build a <b>board</b>.", solved=()),
    taught(LESSONS["margin"]),
    ListItem("race", {"data": "AND"}, kind="board"),
    ListItem("", {"data": "AND"}, "Which?", ("One", "Other"), right=0),
)
CHECKED = [True, False, True, False, True]
QUERY = f"list={encode(LIST)}"
SQUARE = f"data=by+hand&bias=true&points={points_of([(-1, -1, 0), (1, 1, 1), (1, -1, 1)])}"
CORNER = f"data=by+hand&bias=true&points={points_of([(-2, 0, 0), (2, 0, 1)])}"


async def seminar(app=None):
    """A room in which each does the list alone."""
    app = app or copy()
    _, _, body = await make(app, query=QUERY, alone="true")
    made = json.loads(body)
    return Room(app, made["code"], made["key"])


def patient():
    """A copy to which a phone may report as often as it likes."""
    app = copy()
    app._reports = routes.Bucket(10**9, 1)
    return app


def begun():
    return state_of.begun(*lectures.of_alone(PAGES["app.py"], {"list": encode(LIST)}))


def counted(votes, joined=9, now=1000, **state):
    news = News({**begun(), **state}, joined, votes)
    return progress.standing(news, state_of.question(news.state), now)


def vote(phone, item, done, *, at=1000.0, quiet=0, board=""):
    return Vote(phone, item, json.dumps([done, quiet, board]), 0, at)


async def told(room, until=lambda news: True, who="walls"):
    async with room.listening(who) as listener:
        return await listener.until(until)


# ---- what is asked ---------------------------------------------------------------------------------------------------


def test_a_list_is_one_question_whose_items_know_where_a_browser_notes_what_was_done():
    (asked,) = begun()["questions"]
    assert [item["text"] for item in asked["items"][:3]] == [LIST[0].ask, LIST[1].ask, LESSONS["margin"].title]
    assert [item["checks"] for item in asked["items"]] == CHECKED
    for place, (item, listed) in enumerate(zip(asked["items"], LIST, strict=True), 1):
        assert item["link"].startswith(f"light/{PAGES[FILES[listed.path]].route}?open={place}&step=")
    scene = answered(PAGES["app.py"], read({"list": encode(LIST), "at": "2"})).scene
    assert scene["guide"]["task"]["remember"] == asked["items"][1]["keeps"]
    assert asked["items"][2]["keeps"] == LESSONS["margin"].key


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("data=AND", "The page Playground was opened without a list to do."),
        (f"list={encode(LIST[3:4])}", "The list has nothing that can be right"),
        ("list=cheese", "its code begins with"),
    ],
)
async def test_a_room_without_anything_to_do_is_not_made(query, sentence):
    status, _, body = await make(copy(), query=query, alone="true")
    assert (status, sentence in json.loads(body)["refused"]) == (422, True)


# ---- how far the class is --------------------------------------------------------------------------------------------


def test_a_phone_is_stuck_at_its_last_item_after_three_minutes_without_anything_right():
    now = [vote(1, 1, 1, quiet=180), vote(2, 1, 1, quiet=179), vote(3, 1, 2, quiet=400), vote(4, 1, 0, quiet=300)]
    assert counted(now).results["counts"][0] == [6, 2, 1, 2], "who looks at it and does nothing is stuck, too"
    assert counted(now).until == 1001
    later = [*now, vote(1, 3, 0, at=1001, quiet=181), vote(3, 5, 1, at=1001, quiet=1)]
    assert [each[3] for each in counted(later, now=1001).results["counts"]] == [2, 0, 1, 0, 0]
    assert [each[3] for each in counted(later, now=1001, wait=2).results["counts"]] == [2, 0, 0, 0, 0], "it waits"
    nothing = [vote(1, 2, 1, quiet=300), vote(2, 4, 1, quiet=300)]
    assert [each[3] for each in counted(nothing).results["counts"]] == [0] * 5, "nothing is right there"
    assert counted(nothing).until == 0


async def test_a_wall_hears_that_a_phone_is_stuck_without_a_report():
    room = await seminar()
    (phone,) = await phones(room, 1)
    async with room.listening("walls") as wall:
        assert (await phone.say([1, 178, ""], vote=1))[0] == 200
        heard = await wall.until(lambda news: news["found"]["counts"][0][1])
        assert heard["found"]["counts"][0] == [0, 1, 0, 0]
        await wall.until(lambda news: news["found"]["counts"][0][3] == 1)


@dataclass
class Device:
    """What is right about one device, whatever its pages did."""

    token: str
    pages: list = field(default_factory=list)
    done: dict = field(default_factory=dict)
    number: int = 0  # which all its pages share
    joined: bool = False


@pytest.mark.parametrize(("seed", "count"), [(0, 60), slow(None, 1000)], ids=["usual", "many"])
async def test_whatever_its_pages_do_a_device_counts_once_for_each_item(kept, seed, count):
    """Devices join, reload, have second tabs, repeat reports and go back, while copies come and go."""
    seed = random.randrange(10**9) if seed is None else seed
    at_random = random.Random(seed)
    apps = [patient(), patient()]
    room = await seminar(apps[0])
    devices = [Device(f"{number:032x}") for number in range(6)]
    for _ in range(count):
        device = at_random.choice(devices)
        act = at_random.choice(["join", "tab", "say", "say", "say", "repeat", "kill"])
        if act == "kill":
            apps[at_random.randrange(2)] = patient()
        elif act in ("join", "tab") or not device.pages:
            device.pages = [*device.pages[-1:], Phone(room.at(at_random.choice(apps)), device.token)]
            assert (await device.pages[-1].join())[0] == 200, seed
            device.joined = True
        else:
            page = at_random.choice(device.pages)
            page.room = room.at(at_random.choice(apps))
            item = at_random.randint(1, len(LIST))
            done = max(device.done.get(item, 0), at_random.randrange(3 if CHECKED[item - 1] else 2))
            device.number += 1
            for _ in range(2 if act == "repeat" else 1):
                assert (await page.say([done, 0, ""], vote=item, number=device.number))[0] == 200, seed
            device.done[item] = done
    joined = sum(device.joined for device in devices)
    expected = []
    for item in range(1, len(LIST) + 1):
        tried, solved = ([device.done.get(item) for device in devices].count(done) for done in (1, 2))
        expected.append([joined - tried - solved, tried, solved, 0])
    room.app = copy()
    assert (await told(room))["found"]["counts"] == expected, seed
    numbers = [(phone, number) for phone, number, _ in kept.reports(room.code)]
    assert len(numbers) == len({*numbers}) == sum(device.number for device in devices), seed


def test_a_summary_has_counts_and_neither_boards_nor_phones():
    votes = [vote(1, 1, 2, board=SQUARE), vote(2, 1, 1), vote(2, 2, 1)]
    (row,) = state_of.summary(News(begun(), 2, votes))
    assert row["found"]["counts"][:2] == [[0, 1, 1, 0], [1, 1, 0, 0]]
    assert "points" not in json.dumps(row["found"])
    assert state_of.table(News(begun(), 2, votes)) == []


# ---- who waits -------------------------------------------------------------------------------------------------------


async def test_phones_are_told_to_wait_until_the_teacher_or_a_clicker_lets_them_go_on(kept):
    room = await seminar()
    async with room.listening("phones") as phone, room.listening("walls") as wall:
        assert (await phone.until(lambda news: True))["wait"] == 0
        assert (await wall.until(lambda news: True))["following"] == "end"
        await room.do("wait", item=2)
        await phone.until(lambda news: news["wait"] == 2)
        assert (await wall.until(lambda news: news["wait"] == 2))["following"] == "on"
        await room.do("forward")
        await phone.until(lambda news: news["wait"] == 0)
    for item in (0, 6, "1", True, None, 1.0):
        assert await room.do("wait", item=item) == (
            422, {"refused": "The class does no list with such an item now."},
        )  # fmt: skip
    for name in ("open", "again", "play", "fill"):
        assert (await room.do(name))[0] == 409
    other = await room_of(copy())
    assert (await other.do("wait", item=1))[0] == 422, "it has no list"


def test_a_press_takes_away_the_boards_then_ends_the_waiting_then_goes_on():
    state = {**begun(), "pair": [{"phone": 1}], "wait": 1}
    names = []
    for _ in range(3):
        names.append(state_of.following(state))
        state = state_of.COMMANDS["forward"](state)
    assert names == ["apart", "on", "end"]
    back = state_of.COMMANDS["back"]({**begun(), "pair": [{"phone": 1}], "wait": 1})
    assert (back["pair"], back["wait"], state_of.COMMANDS["back"](back)) == ([], 1, back), "there is nothing before it"


# ---- boards ----------------------------------------------------------------------------------------------------------


async def test_two_boards_stand_beside_each_other_once_the_teacher_has_picked_them(kept):
    room = await seminar()
    everyone = await phones(room, 3)
    async with room.listening("walls") as wall:
        for phone, board in zip(everyone, (SQUARE, CORNER, "data=<script>"), strict=True):
            assert (await phone.say([1, 0, board], vote=2))[0] == 200
        await wall.until(lambda news: news["found"]["counts"][1][1] == 3)
        status, said = await room.post("desk", {"key": room.key, "boards": True, "question": 0, "item": 2})
        assert status == 200
        words = {each["phone"]: each["words"] for each in said["boards"]}
        assert words[1].startswith("3 points, ")
        assert words[2].startswith("2 points, ")
        assert b"points, " not in wall.bytes, "nothing is shown before"
        assert (await room.do("beside", question=0, item=2, phones=[2, 1]))[0] == 200
        pair = (await wall.until(lambda news: news["pair"]))["pair"]
        assert [len(each["board"]["points"]) for each in pair] == [2, 3]
        assert all(set(each) == {"board", "words"} for each in pair), "no phone"
        assert "pair" not in await told(room, who="phones")
        await room.do("remove", phone=2)
        assert (await wall.until(lambda news: not news["pair"]))["following"] == "end", "no press takes them away"
    for phones_named in ([1], [1, 1, 3], [1, 1], [1, 2], [1, "3"], None, "12", [[1], 3]):
        assert (await room.do("beside", question=0, item=2, phones=phones_named))[0] == 422
    for item in (0, 9, None, "2"):
        assert (await room.post("desk", {"key": room.key, "boards": True, "question": 0, "item": item}))[0] == 422
    for what in ({"key": "wrong", "boards": True, "item": 2}, {"key": room.key, "boards": True, "question": 0}):
        assert (await room.post("desk", what))[0] in (403, 422)


async def test_boards_are_of_the_question_of_which_they_were_asked():
    state = state_of.begun(*lectures.of_items([item._replace(room="alone") for item in LIST[:2]]))
    drawn = progress.boards(News(state, 2, [vote(1, 1, 1, board=SQUARE), vote(2, 1, 1, board=CORNER)]), 1)
    assert progress.beside(0, drawn)(state)["pair"] == drawn
    app = copy()
    code = await asyncio.wrap_future(app._store.make("key", state))
    room = Room(app, code, "key")
    await room.do("go", at=1)
    over = (409, {"refused": "The class is at another question now."})
    for question in (0, None, "1"):
        told = {"question": question, "item": 1, "phones": [1, 2]}
        assert (
            await room.do("beside", **told) == await room.post("desk", {"key": "key", "boards": True, **told}) == over
        )
    with pytest.raises(Refused, match="another question now"):
        progress.beside(0, drawn)(state_of.going_to(1)(state))


def test_among_many_boards_some_are_drawn_in_another_order_each_time():
    random.seed(0)
    votes = [vote(phone, 2, 1, board=CORNER) for phone in range(1, 30)]
    news = News(begun(), 30, [*votes, vote(30, 2, 1)])
    drawn = [[each["phone"] for each in progress.boards(news, 2)] for _ in range(9)]
    assert {len(each) for each in drawn} == {progress.MOST_BOARDS}
    assert len({tuple(each) for each in drawn}) == 9
    assert all(30 not in each for each in drawn), "it has none"


@pytest.mark.parametrize(("page", "tries"), [("", progress.MOST_BOARDS), ("experiments", 0)])
def test_boards_that_cannot_be_read_cost_a_few_runs_and_those_of_a_slow_page_none(monkeypatch, page, tries):
    opened = []

    def nothing(*told):
        opened.append(told)
        raise ValueError("no board")

    monkeypatch.setattr(ShownBoard, "of", nothing)
    (asked,) = lectures.of_alone(PAGES["app.py"], {"list": encode([LIST[4]._replace(path=page, board={})])}).questions
    votes = [vote(phone, 1, 1, board="data=AND") for phone in range(1, 100)]
    for phones_named in (None, [*range(1, 100)]):
        opened.clear()
        assert progress.boards(News(state_of.begun([asked]), 100, votes), 1, phones_named) == []
        assert len(opened) == tries


# ---- who means harm --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [
        None, 1, [], [1], [1, 0], [1, 0, "", ""], [3, 0, ""], [-1, 0, ""], [True, 0, ""], ["1", 0, ""], [1, -1, ""],
        [1, LIFE + 1, ""], [1, 1.5, ""], [1, 0, 7], [1, 0, "x" * 1001], [1, 0, "a b"], [1, 0, "\u2800"], [1, 0, "a\n"],
        {"done": 1},
    ],
)  # fmt: skip
def test_what_says_not_how_far_one_is_is_refused_in_a_sentence(value):
    with pytest.raises(Refused, match=r"^The question asks for how far one is [^<>]*\.$"):
        questions.checked(state_of.question(begun()), value)


async def test_nobody_reports_an_item_that_the_list_has_not_or_for_another():
    room = await seminar()
    (phone,) = await phones(room, 1)
    for item in (0, 6, -1):
        assert (await phone.say([1, 0, ""], vote=item))[0] == 409
    assert (await Phone(room).say([1, 0, ""]))[0] == 403
    assert (await phone.say([1, 0, ""], question=1))[0] == 409
    assert (await phone.say([1, 0, ""], vote=5))[0] == 200, "each item is open"
    statuses = await asyncio.gather(*(phone.say([1, 0, ""], vote=1) for _ in range(40)))
    assert {status for status, _ in statuses} == {200, 429}
    assert (await room.do("lock"))[0] == 200
