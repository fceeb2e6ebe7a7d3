"""Whatever happens to phones during a lecture, each device has one answer to each item, and shows the one that it has.

The pages of each device are the app's own, in Node; its hand, its net, its reloads and its teacher are drawn at random.
"""

import asyncio
import json
import os
import shutil
import subprocess
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from playground.address.lists import ListItem
from playground.rooms import lectures, routes, store
from playground.rooms import room as state_of
from tests.marks import slow
from tests.playground.phones import Room, copy
from tests.playground.rooms.test_lectures import AND, SECRET

ROOT = Path(os.environ.get("NODE_ROOT", Path(__file__).parents[3]))
"""A copy of the repository that has what Node needs."""
NODE = ["node", "--import", "./tests/stage/typescript.mjs", "tests/stage/tabs.mjs"]
AGAIN = ListItem("", AND, "How many?", number=True, room="ask")
ITEMS = (
    ListItem("", AND, kind="board"),
    AGAIN,
    ListItem("", AND, "Which?", ("One", "Two", "Three"), room="ask"),
    ListItem("", AND, "Draw a line.", by="line", room="ask"),
    ListItem("", AND, "Place a point.", by="points", room="ask"),
    ListItem("", AND, "Why?", by="text", room="ask"),
    ListItem("adversary", {"margin": "2/3"}, kind="board", room="ask"),
    AGAIN,
)
LINES = [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, -1.0, 0.0]]
REMOTE = "the phone that is the remote"
MOST_TABS = 5
REST, RETRY = 300, 1000  # ms
KEPT, LATE, TWICE = "kept", "kept, and the reply is lost", "kept, and the page is closed"
LOST, BUSY, AWAY = "lost", "busy", "away"
SAID = {BUSY: (429, {"refused": "Wait."}), AWAY: (503, {"refused": "Away."})}
COMMANDS = [
    "forward", "forward", "forward", "forward", "back", "open", "open", "pause", "again", "count", "reveal", "hide",
    "next", "clear", "repeat", "dismiss", "lock", "unlock",
]  # fmt: skip


class World:
    """Two copies of the server in a thread of its own, what keeps their rooms, and the tabs in Node."""

    def __init__(self, kept):
        self.kept = kept
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.asked = lectures.of_items(ITEMS)
        self.copies = self.run(self._copies())
        self.node = subprocess.Popen(NODE, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    async def _copies(self):
        apps = [copy(), copy()]
        for app in apps:
            app._reports = app._commands = routes.Bucket(10**9, 1)
        return apps

    def run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def room(self):
        made = self.copies[0]._store.make("key", state_of.begun(*self.asked)).result(60)
        return [Room(app, made, "key") for app in self.copies]

    def act(self, name, tab=0, browser=0, **more):
        print(json.dumps({"do": name, "tab": tab, "browser": browser, **more}), file=self.node.stdin, flush=True)
        return json.loads(self.node.stdout.readline())

    def close(self):
        self.node.stdin.close()
        self.node.wait(20)
        for app in self.copies:
            app._store.close()
        self.run(self._end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(20)
        self.loop.close()

    async def _end(self):
        for app in self.copies:
            if app._looking:  # a copy that was asked nothing does not look
                app._looking.cancel()


@dataclass
class Device:
    """A browser, and what its hand has answered: by question and vote the last answer that nobody refused."""

    number: int
    token: str = ""
    hand: dict = field(default_factory=dict)
    waits: set = field(default_factory=set)  # of these the answers that the room has not taken yet
    removed: bool = False


@dataclass
class Tab:
    number: int
    device: Device
    news: dict | None = None
    ears: int = 0
    posts: list = field(default_factory=list)  # on their way
    turning: tuple | None = None  # a line that will be sent when the hand rests
    told: dict = field(default_factory=dict)  # what the page has

    @property
    def key(self):
        return self.news["id"], self.news["vote"]


class Histories(RuleBasedStateMachine):
    """A lecture for two devices."""

    world: World

    def __init__(self):
        super().__init__()
        self.rooms = self.world.room()
        self.devices = [Device(number) for number in range(2)]
        self.tabs, self.opened, self.given = [], 0, 0
        self.world.act("begin")
        self.do("offer", secret=SECRET)
        self.post("command", {"key": REMOTE, "do": "claim", "secret": SECRET})

    # ---- the server

    def post(self, what, told, place=0):
        return self.world.run(self.rooms[place].post(what, told))

    def do(self, name, **more):
        return self.post("command", {"key": "key", "do": name, **more})[0]

    def news(self):
        """What is kept, and what phones and walls are told of it."""
        kept = self.world.copies[1]._store.news(self.rooms[0].code, whole=True)
        present = [each for each in kept.answers if each.question == kept.state["ids"][kept.state["at"]]]
        told = state_of.for_listeners(kept._replace(answers=present))
        return kept, json.loads(json.dumps(told))

    # ---- the pages

    def act(self, tab, name, **more):
        tab.told = self.world.act(name, tab.number, tab.device.number, **more)
        for post in tab.told["posted"]:
            tab.posts.append(post)
            token = post[2]["token"]
            assert tab.device.token in ("", token), "one browser is one phone"
            tab.device.token = token

    def hears(self, tab, news, new_ear=False):
        self.rests(tab)
        if new_ear or not tab.ears:
            tab.ears += 1
            self.act(tab, "listen", ear=f"{tab.number} {tab.ears}")
        for key in [key for key in tab.device.waits if key[0] != news["id"]]:
            tab.device.waits.discard(key)
            tab.device.hand.pop(key, None)
        tab.news = news
        self.act(tab, "hear", news=news)

    def rests(self, tab):
        """Note that a line that was turned is sent now."""
        if tab.turning and not tab.told["over"]:
            self.says(tab, *tab.turning)
        tab.turning = None

    def says(self, tab, key, value, sure=None):
        tab.device.hand[key] = value, sure
        tab.device.waits.discard(key)

    def leaves(self, tab, hides, arrives):
        if hides:
            self.rests(tab)
            self.act(tab, "hide")
        for post in tab.posts:
            if arrives:
                self.serve(tab, post)
        self.tabs.remove(tab)

    def serve(self, tab, post, place=0):
        """Let a post arrive; return its answer."""
        _, what, told = post
        status, said = self.post(what, told, place)
        assert status in (200, 403, 404, 409, 410, 422, 423), (status, said)
        if what == "report":
            key = told["question"], told["vote"]
            if status == 423:
                tab.device.waits.add(key)
            elif status in (409, 422) and tab.device.hand.get(key, [None])[0] == told["value"]:
                tab.device.hand.pop(key)
        return status, said

    def arrives(self, tab, outcome, place=0):
        """Decide about a tab's first post."""
        post = tab.posts.pop(0)
        reply = SAID.get(outcome)
        if outcome in (KEPT, LATE):
            reply = self.serve(tab, post, place)
        if reply is None or outcome == LATE:
            self.act(tab, "fail", post=post[0])
        else:
            self.act(tab, "reply", post=post[0], status=reply[0], said=reply[1])

    # ---- what happens

    def tab(self, which):
        return self.tabs[which % len(self.tabs)]

    @initialize()
    def two_phones_come(self):
        for number in range(2):
            self.opens_a_page(number, late=False)

    @precondition(lambda self: len(self.tabs) < MOST_TABS)
    @rule(number=st.integers(0, 1), late=st.booleans())
    def opens_a_page(self, number, late):
        self.opened += 1
        tab = Tab(self.opened, self.devices[number])
        self.tabs.append(tab)
        self.act(tab, "open")
        if not late:
            self.hears(tab, self.news()[1]["phones"])

    @precondition(lambda self: self.tabs)
    @rule(which=st.integers(0, 99), new_ear=st.booleans())
    def hears_the_news(self, which, new_ear):
        self.hears(self.tab(which), self.news()[1]["phones"], new_ear)

    @precondition(lambda self: self.tabs)
    @rule(which=st.integers(0, 99), choice=st.integers(0, 2), here=st.booleans())
    def answers(self, which, choice, here):
        tab = self.tab(which)
        if here:
            self.hears(tab, self.news()[1]["phones"])
        if not tab.news or not tab.news["open"] or tab.told["over"]:
            return
        self.given += 1
        question = tab.news["question"]
        kind = question["kind"]
        some = range(min(choice, question.get("most", 3)))
        value = {
            "number": self.given, "choose": choice, "rounds": choice % 2, "line": LINES[choice],
            "text": f"Text {self.given}", "points": [[self.given / 128, -each / 128, each % 2] for each in some],
        }[kind]  # fmt: skip
        if kind == "line":
            tab.turning = tab.key, value
            self.act(tab, "turn", value=value)
        else:
            self.says(tab, tab.key, value, tab.told.get("sure"))
            self.act(tab, "answer", value=value)

    @precondition(lambda self: self.tabs)
    @rule(which=st.integers(0, 99), sure=st.booleans())
    def says_whether_it_is_sure(self, which, sure):
        tab = self.tab(which)
        if not tab.news or not tab.news["open"] or tab.told.get("mine") is None or tab.told["over"]:
            return
        if tab.news["question"]["kind"] in ("number", "choose"):
            self.says(tab, tab.key, tab.told["mine"], sure)
            self.act(tab, "sure", sure=sure)

    @precondition(lambda self: any(tab.posts for tab in self.tabs))
    @rule(
        which=st.integers(0, 99), outcome=st.sampled_from([KEPT, KEPT, KEPT, LATE, LOST, BUSY, AWAY]),
        place=st.integers(0, 1),
    )  # fmt: skip
    def a_post_is_on_its_way(self, which, outcome, place):
        tabs = [tab for tab in self.tabs if tab.posts]
        self.arrives(tabs[which % len(tabs)], outcome, place)

    @precondition(lambda self: self.tabs)
    @rule(which=st.integers(0, 99), time=st.sampled_from([REST, RETRY]))
    def time_passes(self, which, time):
        tab = self.tab(which)
        self.rests(tab)
        self.act(tab, "wait", time=time)

    @precondition(lambda self: self.tabs)
    @rule(which=st.integers(0, 99), lost=st.booleans())
    def notices_another_tab_or_loses_the_net(self, which, lost):
        self.act(self.tab(which), "lose" if lost else "notice")

    @precondition(lambda self: self.tabs)
    @rule(which=st.integers(0, 99), hides=st.booleans(), arrives=st.booleans(), comes_back=st.booleans())
    def leaves_or_reloads(self, which, hides, arrives, comes_back):
        tab = self.tab(which)
        self.leaves(tab, hides, arrives)
        if comes_back:
            self.opens_a_page(tab.device.number, late=False)

    @rule(chance=st.integers(0, 30))
    def what_keeps_the_rooms_starts_again(self, chance):
        """Seldom, because a Redis needs its time."""
        if chance == 30:
            self.world.kept.start_again()

    # ---- the teacher

    @rule(name=st.sampled_from(COMMANDS), by_remote=st.booleans())
    def commands(self, name, by_remote):
        key = REMOTE if by_remote else "key"
        status, _ = self.post("command", {"key": key, "do": name})
        assert status in ((200, 403, 409) if by_remote else (200, 409))

    @rule(at=st.integers(0, 20), opens=st.booleans())
    def goes_to_a_question(self, at, opens):
        assert self.do("go", at=at) in (200, 422)
        if opens:
            self.do("open")

    @rule(kind=st.sampled_from(["text", "number", "choose"]))
    def asks_on_the_spot(self, kind):
        assert self.do("ask", kind=kind, text="And this?", options=["One", "Two", "Three"]) == 200

    @rule(most=st.integers(1, 3))
    def allows_points(self, most):
        assert self.do("allow", most=most) in (200, 422)

    @rule(number=st.integers(0, 1))
    def sends_a_phone_away(self, number):
        """Seldom, because nothing happens to it afterwards."""
        if self.given % 8 == 7:
            device = self.devices[number]
            if place := self.place(device):
                assert self.do("remove", phone=place) == 200
                device.removed = True

    def place(self, device):
        """The place that the server gives to a device now; None if it has none."""
        if device.removed or not device.token:
            return None
        status, said = self.post("join", {"token": device.token, "ear": ""})
        return said["place"] if status == 200 else None

    # ---- what must hold

    def settles(self):
        """All pages have the net and the news, until nothing is left to be sent."""
        for _ in range(60):
            busy = False
            for tab in [*self.tabs]:
                news = self.news()[1]["phones"]
                if tab.news != news or not tab.ears:
                    self.hears(tab, news)
                self.act(tab, "notice")
                while tab.posts:
                    busy = True
                    self.arrives(tab, KEPT)
                self.rests(tab)
                self.act(tab, "wait", time=RETRY)
                busy = busy or bool(tab.posts)
            if not busy:
                return
        raise AssertionError("something is sent for ever")

    @rule()
    def each_device_has_one_answer_and_shows_it(self):
        self.settles()
        kept, told = self.news()
        ids, answers = kept.state["ids"], kept.answers
        rows = {}
        for device in self.devices:
            place = self.place(device)
            for each in answers:
                if each.phone == place:
                    value = json.loads(each.value)
                    given = (value["value"], value["sure"]) if isinstance(value, dict) else (value, None)
                    rows[device.number, each.question, each.vote] = given
            # A page is over that came to a locked room, or that was sent away.
            there = any(tab.device is device and not tab.told["over"] for tab in self.tabs)
            if device.removed or not there:
                continue
            key = told["phones"]["id"], told["phones"]["vote"]
            if told["phones"]["open"] and key in device.hand:
                assert rows.get((device.number, *key)) == tuple(device.hand[key]), "the last answer of the hand"
        assert len(answers) == len(rows), "no answer is of another phone"
        assert len({each.phone for each in answers}) <= kept.joined <= sum(not each.removed for each in self.devices)
        for tab in self.tabs:
            assert tab.told["over"] or not tab.device.removed, "a page knows that its phone was sent away"
            if not tab.told["over"]:
                room = {key[1:]: given for key, given in rows.items() if key[0] == tab.device.number}
                assert told_by(tab.told["kept"], ids) == room, "a page shows what the room has"
        for row in state_of.summary(kept):
            assert row["phones"] <= 2
            assert row.get("gain", {"pairs": 0})["pairs"] <= row["phones"]
        assert told["walls"]["answered"] <= 2

    def teardown(self):
        try:
            self.each_device_has_one_answer_and_shows_it()
        finally:
            assert self.do("close") == 200
        for tab in self.tabs:
            self.act(tab, "listen", ear="the last")
            self.act(tab, "hear", news=tab.news)
            while tab.posts:
                self.arrives(tab, KEPT)
            assert tab.told["over"], "each page says that the room is over"


def told_by(kept, ids):
    """What a page shows of each question and vote, but for what waits until answers are taken again."""
    assert all(each.get("waits") for each in kept["outbox"]), "all else was sent"
    told = {tuple(map(int, key.split())): each for key, each in kept["told"].items()}
    return {key: (each["value"], each.get("sure")) for key, each in told.items() if key[0] in ids}


@pytest.fixture
def world(kept, monkeypatch):
    if not shutil.which("node") or not (ROOT / "playground" / "stage" / "node_modules").exists():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("no Node, or not its packages")
    monkeypatch.setattr(store, "_GATHER", 0)
    found = World(kept)
    yield found
    found.close()


@pytest.mark.parametrize("count", [12, slow(10_000)])
def test_each_device_has_one_answer_to_each_item_whatever_happens_to_its_pages(world, count):
    Histories.world = world
    steps = settings(max_examples=count, stateful_step_count=40, derandomize=count < 100)
    run_state_machine_as_test(Histories, settings=steps)


@pytest.fixture
def history(world):
    Histories.world = world
    begun = Histories()
    begun.two_phones_come()
    return begun


def test_a_phone_that_is_sent_away_shows_no_answer_any_more(history):
    history.asks_on_the_spot("text")
    history.settles()
    for _ in range(7):
        history.answers(which=0, choice=0, here=False)
    history.opens_a_page(0, late=False)
    history.settles()
    history.sends_a_phone_away(0)
    history.settles()
    assert [bool(tab.told["over"]) for tab in history.tabs] == [True, False, True]
    history.teardown()


def test_a_phone_hears_that_it_was_sent_away_before_it_hears_that_it_has_joined(history):
    tab = history.tabs[0]
    post = tab.posts.pop()
    status, said = history.serve(tab, post)
    history.do("remove", phone=said["place"])
    history.hears(tab, history.news()[1]["phones"])
    history.act(tab, "reply", post=post[0], status=status, said=said)
    tab.device.removed = True
    history.teardown()


def test_an_answer_that_waited_and_left_with_its_page_is_shown_on_the_other_page(history):
    history.asks_on_the_spot("text")
    history.settles()
    history.commands("forward", by_remote=False)
    history.answers(which=0, choice=0, here=False)  # it waits, for answers are closed by now
    history.settles()
    history.goes_to_a_question(at=1, opens=True)
    history.opens_a_page(0, late=False)
    history.hears_the_news(which=0, new_ear=False)
    history.leaves_or_reloads(which=0, hides=False, arrives=True, comes_back=False)
    history.asks_on_the_spot("text")
    history.teardown()
