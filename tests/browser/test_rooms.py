"""A teacher, a wall and phones play a question to its end, in a real browser."""

import random
import re
import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from perceptron import margin_dataset, separate, train
from tests.browser.browsing import PHONE
from tests.browser.test_axe import axe
from tests.browser.test_light import fetched
from tests.marks import slow

DATA = margin_dataset(25, 2, 0.1, seed=3).augmented()  # the playground's own
BOARD = "/?data=margin&bias=true"


def says(page, selector, words):
    page.locator(selector).get_by_text(words).wait_for()


def forward(page, words=""):
    """Press a wall's clicker, or a remote's button that has these words, as soon as a press is one again."""
    if words:
        says(page, "[data-do=forward]", words)
    page.wait_for_function("() => performance.now() > (window.rested ?? 0)")
    if page.locator("body.hand").count():
        page.click("[data-do=forward]")
    else:
        page.keyboard.press("PageDown")
    page.evaluate("window.rested = performance.now() + 500")


def press(wall, words):
    """Press the wall's button that has these words, as soon as a press is one again."""
    wall.wait_for_function("() => performance.now() > (window.rested ?? 0)")
    wall.click(f"text={words}")
    wall.evaluate("window.rested = performance.now() + 500")


def send(phone, value, words="Sent."):
    """Answer a number, and wait for what the phone says then."""
    phone.fill(".answer input", str(value))
    phone.click("text=Send")
    if words:
        says(phone, ".status", words)


def alone(browser):
    """A phone whose console may complain of the net, and of what is refused."""
    return browser.new_context(**PHONE).new_page()


class Made:
    """A room that its teacher leads by HTTP, and whatever one phone has answered there."""

    def __init__(self, request, server, page="playground", query=BOARD[2:]):
        form = {"page": page, "query": query}
        made = request.post(f"{server}/room", form=form, max_redirects=0).json()
        self._request, self.code, self.key = request, made["code"], made["key"]
        self.address = f"{server}/room/{self.code}"
        self.wall = f"{self.address}/wall#{self.key}"
        self.name, self.answer = None, None

    def ask(self, what, **told):
        answer = self._request.post(f"{self.address}/{what}", data={"key": self.key, **told})
        assert answer.status == 200, (what, told)
        return answer.json()

    def do(self, name):
        return self.ask("command", do=name)

    def rows(self):
        return [(phone, value) for _, _, phone, value, *_ in self.ask("table")["rows"]]

    def is_shown_on(self, page):
        """Wait until a page of the phone shows what it has answered, and see that it is the phone it was."""
        says(page, ".status", "Your answer?" if self.answer is None else "Sent.")
        page.wait_for_function(
            "(value) => document.querySelector('.answer input')?.value === value", arg=self.answer or ""
        )
        says(page, ".room", "You are")  # which it is once it has joined
        name = page.inner_text(".room")
        self.name = self.name or name
        assert name == self.name


def asked_the_class(visit, **look):
    """The wall that opens by Share, with the teacher's key, and the room's code."""
    stage = visit(BOARD, asks=True, own=True, **look)
    stage.do("share")
    with stage.page.expect_popup() as popup:
        stage.page.click("text=Ask the class")
    says(popup.value, ".counts", "0 joined · 0 answered")
    return popup.value, popup.value.inner_text(".letters")


# WCAG 1.1.1, 1.3.1, 1.4.3, 4.1.2
@pytest.mark.parametrize("night", [False, slow(True)], ids=["by day", "by night"])
def test_a_class_guesses_votes_again_and_sees_the_number_fall_in(visit, window, browser, server, tmp_path, night):
    look = {"color_scheme": "dark" if night else "light"}
    wall, code = asked_the_class(visit, **look)
    assert "#" not in wall.url, "who sees the wall's address has not its key"
    phone = window(**PHONE, **look)
    phone.goto(f"{server}/room")
    phone.fill("#code", code.lower())
    requests, size = fetched(
        phone, lambda: (phone.click("text=Join"), says(phone, ".status", "the question opens soon"))
    )
    assert len(requests) <= 4  # the font is kept from the page that asked for the code
    assert size <= 30_000
    says(wall, ".counts", "1 joined")
    found = axe(wall, phone)
    forward(wall)
    says(phone, ".status", "Your answer?")
    send(phone, 3)
    says(wall, ".counts", "1 joined · 1 answered")
    forward(wall)
    says(phone, ".status", "vote again")
    phone.reload()
    assert phone.input_value(".answer input") == "3", "a reload forgets nothing"
    run = train(DATA)
    send(phone, run.updates)
    says(wall, ".counts", "1 joined · 1 answered")
    found += axe(wall, phone)
    late = alone(browser)
    late.goto(f"{server}/room/{code}")
    says(late, ".status", "vote again")
    late.context.set_offline(True)
    send(late, 4, "No connection.")
    found += axe(late)
    late.context.set_offline(False)
    says(late, ".status", "Sent.")
    says(wall, ".counts", "2 joined · 2 answered")
    assert not wall.locator(".found").is_visible()
    forward(wall)
    says(wall, "figcaption", f"Converged after {run.updates} updates")
    says(wall, ".truth", str(run.updates))
    for words in (f"at most {separate(DATA).bound}", "First vote: 1", "Second vote: 2"):
        says(wall, ".picture", words)
    says(phone, ".status", "You were right!")
    assert found + axe(wall, phone) == []
    says(late, ".status", "You said 4.")
    other = window(**PHONE)
    other.goto(f"{server}/room/{code}")
    says(wall, ".counts", "3 joined")
    assert wall.locator(".board line").count() == 2, "the last line and its arrow stay"
    for words, file in (("Summary", "summary.html"), ("All answers", "answers.csv")):
        wall.click("text=Save")
        with wall.expect_download() as saving:
            wall.click(f"text={words}")
        saving.value.save_as(tmp_path / file)
    table = (tmp_path / "answers.csv").read_text(encoding="utf-8-sig").splitlines()
    assert table[0] == "question,asked,vote,phone,answer,time,sure,item,item words"
    answers = [["1", "1", "3"], ["2", "1", str(run.updates)], ["2", "2", "4"]]
    assert [line.split(",")[-7:-4] for line in table[1:]] == answers
    saved = window()
    requests, _ = fetched(saved, lambda: saved.goto((tmp_path / "summary.html").as_uri()))
    assert not requests, "the page stands alone"
    assert saved.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 2060
    says(saved, "td", str(run.updates))
    for kind in ("svg", "png"):
        with saved.expect_download() as picture:
            saved.click(f"button[name={kind}]")
        assert picture.value.suggested_filename == f"question-1.{kind}"
    wall.once("dialog", lambda dialog: dialog.accept())
    wall.click("text=Close")
    for page in (wall, phone, late, other):
        says(page, "body", "This room is over.")
    late.context.close()


def test_a_teacher_clears_a_room_of_phones_that_only_came_and_locks_it(window, browser, server):
    wall = window()
    room = Made(wall.request, server)
    wall.goto(room.wall)
    for number in range(3):
        room.ask("join", token=f"{number:032x}")
    phone, late = alone(browser), alone(browser)
    phone.goto(room.address)
    says(wall, ".counts", "4 joined")
    forward(wall)
    send(phone, 3)
    says(wall, ".counts", "4 joined · 1 answered")
    wall.once("dialog", lambda dialog: dialog.accept())
    press(wall, "Remove all who have not answered")
    says(wall, ".counts", "1 joined · 1 answered")
    press(wall, "Lock")
    says(wall, ".teacher", "Unlock")
    late.goto(room.address)
    says(late, ".status", "The teacher has locked this room: no more phones can join.")
    phone.reload()
    send(phone, 4)
    press(wall, "Unlock")
    late.reload()
    says(wall, ".counts", "2 joined · 1 answered")
    assert axe(wall) == []
    for page in (phone, late):
        page.context.close()


def test_a_class_is_wrong_in_each_round_against_the_adversary_and_sees_why(window, server):
    wall, phone = window(), window(**PHONE, color_scheme="dark")
    room = Made(phone.request, server, "adversary", "margin=2/3")
    wall.goto(room.wall)
    phone.goto(room.address)
    says(phone, ".status", "the question opens soon")
    found = []
    for number, sign in enumerate(("+1", "−1"), 1):
        forward(wall)
        says(wall, ".phase", f"Round {number} of 2")
        assert phone.locator(".answer [aria-pressed=true]").count() == 0, "each round is a vote of its own"
        phone.click(f".answer >> text={sign}")
        says(wall, ".counts", "1 answered")
        says(phone, ".status", "Sent.")
    says(wall, "figcaption", "Round 1: 1 for +1, 0 for −1. The label is −1: wrong.")
    found += axe(wall, phone)
    forward(wall)
    for page, place in ((wall, "figcaption"), (phone, ".status")):
        says(page, place, "2 mistakes in 2 rounds, and yet v = 2/3 · (−1, 1) fits every label.")
    assert found + axe(wall, phone) == []


FROZEN = """() => {
  const Real = EventSource;
  window.streams = [];
  window.EventSource = class extends Real {
    constructor(address) {
      super(address);
      window.streams.push(this);
    }
  };
}"""
SILENT = "streams.forEach((stream) => { stream.onmessage = stream.onerror = null; stream.close(); })"


def test_a_phone_that_was_frozen_for_three_minutes_goes_on(browser, server):
    """Its timers stood still, and its stream is dead without having said so."""
    phone = alone(browser)
    room = Made(phone.request, server)

    def kept():
        return [row[1:4] for row in room.ask("table")["rows"]]

    room.do("forward")
    phone.clock.install()
    phone.add_init_script(f"({FROZEN})()")
    phone.goto(room.address)
    send(phone, 3)
    phone.evaluate(SILENT)
    room.do("forward")
    phone.clock.fast_forward("03:00")
    says(phone, ".status", "vote again")
    assert phone.evaluate("streams.length") == 2
    send(phone, 4)
    assert kept() == [[1, 1, "3"], [2, 1, "4"]]
    phone.evaluate(SILENT)  # so it does not hear of the pause, which its answer meets
    room.do("pause")
    send(phone, 5, "Answers are closed just now.")
    room.do("open")
    phone.clock.fast_forward("03:00")
    says(phone, ".status", "Sent.")
    assert kept() == [[1, 1, "3"], [2, 1, "5"]]
    other = phone.context.new_page()  # the same phone
    other.goto(room.address)
    for page, value in ((other, "6"), (phone, "7")):
        send(page, value)
        assert kept() == [[1, 1, "3"], [2, 1, value]]
    phone.context.close()


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "steps"), [(2, 10), *((seed, 25) for seed in range(3, 14))])
def test_one_browser_is_one_phone_in_each_room_whatever_its_hand_does(seed, steps, browser, server):
    """Its tabs, its way back, its reloads and other rooms count nothing twice: one colour, and the last answer."""
    at_random = random.Random(seed)
    phone = browser.new_context(**PHONE)  # whose console may complain of the net
    rooms = [Made(phone.request, server) for _ in range(2)]
    for room in rooms:
        room.do("open")
    pages = [phone.new_page()]

    def types_a_code(page):
        page.goto(f"{server}/room")
        page.fill("#code", at_random.choice(rooms).code.lower())
        page.click("text=Join")
        page.wait_for_url(re.compile("/room/"))

    def follows_a_link(page):
        page.goto(at_random.choice(rooms).address)

    def opens_a_tab(page):
        if len(pages) < 3:
            pages.append(phone.new_page())
            at_random.choice((types_a_code, follows_a_link))(pages[-1])

    def closes_a_tab(page):
        if len(pages) > 1:
            pages.remove(page)
            page.close()

    def opens_the_page_for_codes(page):
        page.goto(f"{server}/room")

    def answers(page, words=""):
        if room := at(page):
            room.answer = str(at_random.randrange(100))
            send(page, room.answer, words)

    def answers_without_a_net(page):
        phone.set_offline(True)
        answers(page, "No connection.")
        phone.set_offline(False)

    def at(page):
        return next((room for room in rooms if page.url == room.address), None)

    said = []
    for _ in range(steps):
        page = at_random.choice(pages)
        step = at_random.choice([
            types_a_code, types_a_code, follows_a_link, opens_a_tab, closes_a_tab, opens_the_page_for_codes, answers,
            answers, answers, answers_without_a_net, lambda page: page.reload(), lambda page: page.go_back(),
        ])  # fmt: skip
        said.append((step.__name__, page.url[-6:]))
        step(page)
        for each in pages:
            if room := at(each):
                room.is_shown_on(each)
        assert [room.rows() for room in rooms] == [[(1, room.answer)] if room.answer else [] for room in rooms], said
    walls = [phone.new_page() for _ in rooms]
    for wall, room in zip(walls, rooms, strict=True):
        wall.goto(room.wall)
        says(wall, ".counts", f"{int(room.name is not None)} joined · {int(room.answer is not None)} answered")
    pages[0].goto(f"{server}/room")
    for wall in walls:
        wall.reload()
        for words in ("Pause", "Take answers"):
            press(wall, words)  # for which each has kept its own key
        says(wall, "[data-do=pause]", "Pause")
    ended, other = rooms
    ended.do("close")
    page = pages[0]
    page.goto(ended.address)
    says(page, ".status", re.compile("is over"))
    page.evaluate("localStorage.setItem('perceptron room ABCDEF', '{}')")
    page.evaluate(
        "localStorage.setItem('perceptron rooms', JSON.stringify({ 'perceptron room ABCDEF': Date.now() - 72e5 }))"
    )
    page.goto(f"{server}/room")
    assert page.evaluate("localStorage.getItem('perceptron room ABCDEF')"), "where no room is, nothing is forgotten"
    page.goto(other.address)
    other.is_shown_on(page)
    kept = page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('perceptron room '))")
    names = [f"perceptron room {name}{other.code}" for name in ("", "key ")]
    assert sorted(kept) == sorted(names), "of rooms that are over nothing"
    phone.close()


PRESSES = """async ([button, pauses]) => {
  const at = [];
  addEventListener(button ? "click" : "keydown", ({ timeStamp }) => at.push(timeStamp), true);
  for (const pause of pauses) {
    await new Promise((over) => setTimeout(over, pause));
    if (button) document.querySelector(button).click();
    else document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true }));
  }
  return at;
}"""


@pytest.mark.parametrize(("name", "button"), [("wall", ""), ("wall", "[data-do=pause]"), ("hand", "[data-do=forward]")])
def test_a_press_within_half_a_second_of_the_last_is_none(name, button, window, server):
    """Whether a clicker bounces, or a hand clicks twice on the wall or its remote."""
    page = window(**PHONE)
    room = Made(page.request, server)
    room.ask("command", do="offer", secret="0" * 32)
    page.goto(f"{room.address}/{name}#{room.key if name == 'wall' else '0' * 32}")
    says(page, "[data-do=forward]", "Open")
    sent = []
    page.on("request", lambda request: sent.append(request) if request.url.endswith("/command") else None)
    times = page.evaluate(PRESSES, [button, [0, 60, 150, 600, 0, 60]])
    kept = times[:1]
    for time in times:
        if time - kept[-1] >= 500:
            kept.append(time)
    assert len(times) == 6
    assert len(sent) == len(kept) < 4


@pytest.mark.slow
def test_listeners_who_never_read_or_never_finish_to_ask_disturb_nobody(server, playwright):
    """2,000 of them: half have not asked to the end, half are told the news and do not take them."""
    asking = playwright.request.new_context()
    crowded, calm = (Made(asking, server) for _ in range(2))
    where = urlsplit(server)
    with ExitStack() as stack:
        for number in range(2_000):
            line = stack.enter_context(socket.create_connection((where.hostname, where.port), 10))
            asked = f"GET /room/{crowded.code}/walls HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n"
            line.sendall(asked[: len(asked) if number % 2 else -2].encode())
        for room in (crowded, calm):
            for name in ("forward", "again", "reveal", "hide", "open"):
                room.do(name)
            for number in range(5):
                token = f"{number:032x}"
                room.ask("join", token=token)
                room.ask("report", token=token, number=1, question=0, vote=1, value=number)
            assert len(room.rows()) == 5
    asking.dispose()
