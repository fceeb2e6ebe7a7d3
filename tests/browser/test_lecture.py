"""A lecture is given by two keys from one tab: boards, questions, votes and the next item; phones follow."""

import csv
import io
import itertools
import math
import re
import urllib.parse
from collections import Counter
from contextlib import nullcontext, suppress

import numpy as np
import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from playground.address.lists import ListItem, encode, taught
from playground.lessons import LESSONS
from playground.rooms import lectures
from tests.browser.browsing import PHONE
from tests.browser.test_axe import axe
from tests.browser.test_rooms import says
from tests.playground.rooms.test_gain import exact

AND = {"data": "AND", "bias": "true"}
SHORT = (
    taught(LESSONS["tight"])._replace(room="ask", notes="Two points."),
    ListItem("", AND, "Draw a line.", by="line", room="ask"),
    ListItem("race", {}, kind="board", room="step"),
    ListItem("", AND, "What is <b>it</b>?", by="text", room="ask"),
)
TEXT = "An <i>idea</i>"
_SEEN = """() => {
  const inner = document.querySelector("iframe.lecture").contentDocument;
  const within = (selector) => [...inner.querySelectorAll(selector)].map((node) => node.textContent);
  const mine = (selector) => [...document.querySelectorAll(selector)].map((node) => node.textContent);
  return [document.body.className, ...mine(".teacher .main, .phase, .picture, .texts"),
    inner.location.search.slice(-99), inner.querySelector(".stage")?.dataset.at,
    ...within(".stage-onward:not([hidden]), .stage-question label, .stage-guide"),
    ...within("[aria-selected=true], [data-do=whole][aria-pressed=true], .stage-act[aria-pressed=true]"),
    ...within(".stage-ways [aria-pressed=true]")].join(" | ");
}"""
_READY = """() => {
  const inner = document.querySelector("iframe.lecture")?.contentDocument;
  return inner?.querySelector(".stage[data-idle]") && document.querySelector(".teacher select").value !== ""
    && performance.now() > (window.rested ?? 0);
}"""
GAIN = re.compile(
    r"(\d+) phones?(?: that were (sure|not sure))? answered twice. Right at first: (\d+)%, at last: (\d+)%; "
    r"a gain of (-?\d+\.\d+) = .*?, "
    r"(?:95 % interval from (-?\d+\.\d+) to (-?\d+\.\d+)|fewer than ten pairs say nothing)"
)
_SHOWN = """(place) => {
  const { contentWindow } = document.querySelector("iframe.lecture");
  return new URLSearchParams(contentWindow.location.search).get("at") === place;
}"""
_LAST = """() => {
  const select = document.querySelector(".teacher select");
  return Number(select.value) === select.options.length - 1 && document.querySelector(".truth") !== null;
}"""


def value_of(asked, is_right):
    """A value that answers a question rightly, or not."""
    if asked["kind"] == "rounds":
        return 0
    right = asked["truth"].get("answer", 0)
    return right if is_right else (right + 1) % len(asked.get("options", range(10**6)))


def in_words(asked):
    """The right answer as a table has it."""
    right = asked["truth"].get("answer")
    return asked["options"][right] if asked["kind"] == "choose" else str(right)


class Hall:
    """A wall that is led by two keys, and phones that answer by HTTP."""

    def __init__(self, wall, server, form, asked):
        self.wall, self.asked = wall, asked
        made = wall.request.post(f"{server}/room", form=form, max_redirects=0).json()
        self.address = f"{server}/room/{made['code']}"
        self.key, self.numbers = made["key"], {}
        wall.goto(f"{self.address}/wall#{self.key}")

    def post(self, what, **told):
        answer = self.wall.request.post(f"{self.address}/{what}", data=told)
        assert answer.status == 200, (what, told, answer.text())
        return answer.json()

    @property
    def at(self):
        return int(self.wall.input_value(".teacher select"))

    def is_at(self, place):
        """Wait until the room is at an item, and the wall shows it."""
        self.wall.wait_for_function("(at) => document.querySelector('.teacher select').value === at", arg=f"{place}")
        self.wall.wait_for_function(_SHOWN, arg=f"{place % len(self.asked) + 1}")

    def goes_to(self, place):
        """Choose an item in the wall's list."""
        self.wall.select_option(".teacher select", f"{place}")
        self.is_at(place)

    def press(self, key="PageDown"):
        """Press a key until something is seen to have changed, as a lecturer does: none counts while a board comes."""
        self.wall.wait_for_function(_READY)
        before, left = self.wall.evaluate(_SEEN), 3
        while left:
            left -= 1
            self.wall.keyboard.press(key)
            self.wall.evaluate("window.rested = performance.now() + 500")
            with suppress(PlaywrightTimeout) if left else nullcontext():
                self.wall.wait_for_function(f"(before) => ({_SEEN})() !== before", arg=before, timeout=10_000)
                return

    def join(self, phone):
        self.numbers[phone] = 0
        self.post("join", token=f"{phone:032x}")

    def answer(self, vote=1):
        """Let each phone answer what is asked now: a third is right at first, two thirds are when asked again."""
        at = self.at
        asked, is_again = self.asked[at % len(self.asked)], at >= len(self.asked)
        for phone in self.numbers:
            self.numbers[phone] += 1
            is_right = phone % 3 > 0 if is_again else phone % 3 == 2
            report = {"number": self.numbers[phone], "question": at, "vote": vote, "value": value_of(asked, is_right)}
            if asked["kind"] != "rounds":
                report["sure"] = phone % 2 == 0
            self.post("report", token=f"{phone:032x}", **report)


# WCAG 1.1.1, 1.3.1, 1.4.3, 4.1.2
def test_a_short_lecture_is_given_by_two_keys_and_phones_get_what_is_on_the_wall(window, server):
    wall, phone = window(), window(**PHONE)
    form = {"page": "playground", "query": f"list={encode(SHORT)}"}
    hall = Hall(wall, server, form, lectures.of_items(SHORT).questions)
    phone.goto(hall.address)
    says(wall, ".counts", "1 joined")
    inner = wall.frame_locator("iframe.lecture")
    says(inner, ".stage-question", hall.asked[0]["text"])
    hall.press()
    assert wall.inner_text(".question") == hall.asked[0]["text"]
    inner.locator(".stage-question").wait_for(state="hidden")  # it stands beside the board
    for name in ("Erase", "Leave"):
        assert not inner.get_by_role("radio", name=name).or_(inner.get_by_role("button", name=name)).is_visible(), name
    phone.fill(".answer input", "2")
    phone.click("text=Send")
    says(wall, ".counts", "1 answered")
    found = axe(wall, phone)
    assert not wall.locator(".found").is_visible()
    hall.press()
    says(wall, ".picture", "Your guesses: 1")
    assert wall.locator(".truth").count() == 0, "the run decides"
    for step in ("1", "2"):
        hall.press()
        inner.locator(f".stage[data-at='{step}']").wait_for()
    hall.press()
    says(wall, ".truth", "2")
    says(phone, ".status", "You were right!")
    found += axe(wall)
    hall.press()
    says(inner, ".stage-onward", "press once more")
    hall.press()
    hall.is_at(1)
    says(phone, ".question", "Draw a line.")
    hall.press()
    says(phone, ".status", "Drag the arrow")
    for _ in range(3):
        hall.press("PageUp")  # closes the vote, announces the board before, and opens its end
    hall.is_at(0)
    inner.locator(".stage[data-at='2']").wait_for()
    hall.goes_to(2)
    phone.frame_locator("iframe.own").locator(".stage[data-idle]").wait_for()
    says(phone, ".question", "Race")
    hall.goes_to(3)
    hall.press()
    phone.fill(".answer input", TEXT)
    phone.click("text=Send")
    says(wall, ".counts", "1 answered")
    assert wall.inner_text(".question") == "What is <b>it</b>?"
    assert "idea" not in wall.inner_text("body")
    hall.post("command", key=hall.key, do="pick", phone=1, text=TEXT)
    says(wall, ".texts", TEXT)
    assert found + axe(wall, phone) == []


def answers_twice(rows, asked):
    """From a table: phone by phone whether it was right at first and when asked again, and whether it was sure."""
    given = {
        turn: {row["phone"]: row for row in rows if row["question"] == asked["text"] and row["asked"] == turn}
        for turn in ("first", "again")
    }
    right = in_words(asked)
    return [
        (before["answer"] == right, given["again"][phone]["answer"] == right, before["sure"])
        for phone, before in given["first"].items()
        if phone in given["again"]
    ]


def gain_of(pairs):
    """What a summary says of pairs, but for the interval."""
    before, after = (sum(pair[place] for pair in pairs) / len(pairs) for place in (0, 1))
    percents = (f"{math.floor(100 * share + 0.5)}" for share in (before, after))
    return [f"{len(pairs)}", *percents, f"{(after - before) / (1 - before):.2f}"]


def is_interval_of(pairs, low, high):
    """Whether 2.5 % of all classes that can be drawn from these phones have a lower gain, and 2.5 % a higher one."""
    kinds = itertools.product((False, True), repeat=2)
    values, below = exact([sum(pair[:2] == kind for pair in pairs) for kind in kinds])
    for end, share in ((float(low), 0.025), (float(high), 0.975)):
        least, most = (below[max(np.searchsorted(values, end + more) - 1, 0)] for more in (-0.006, 0.006))
        if not (least if end > values[0] + 0.006 else 0) - 0.006 <= share <= most + 0.006:
            return False
    return True


def saved(page, words, folder):
    """The text of a file that a teacher saves."""
    page.click("text=Save")
    with page.expect_download() as saving:
        page.click(f"text={words}")
    saving.value.save_as(folder / "saved")
    return (folder / "saved").read_text(encoding="utf-8-sig")


@pytest.mark.slow
def test_both_plans_are_given_from_one_tab_with_ten_phones_of_which_two_are_late(window, browser, server, tmp_path):
    """One phone reloads, and has a second tab; two questions are asked again, and the gain is that of the table."""
    wall = window()
    asked = lectures.of_ready("both").questions
    hall = Hall(wall, server, {"list": "both"}, asked)
    own = browser.new_context(**PHONE)
    phone, tab = own.new_page(), own.new_page()
    phone.goto(hall.address)
    says(wall, ".counts", "1 joined")
    for number in range(7):
        hall.join(number)
    tab.goto(hall.address)
    late, answered, rounds = [7, 8], 0, 0

    def all_answer(vote=1):
        nonlocal answered
        at = hall.at
        question = asked[at % len(asked)]
        hall.answer(vote)
        for page in (phone, tab):  # the second tab changes the answer of the first
            says(page, ".question", question["text"])
            if question["kind"] == "number":
                page.fill(".answer input", str(value_of(question, is_right=page is tab)))
                page.click("text=Send")
            else:
                page.locator(".answer button").nth(value_of(question, is_right=page is tab)).click()
            says(page, ".status", "Sent.")
        answered += len(hall.numbers) + 1
        says(wall, ".counts", f"{len(hall.numbers) + 1} answered")

    while not wall.evaluate(_LAST):
        at = hall.at
        if late and at == 4 * (3 - len(late)):
            hall.join(late.pop())
        if "is-open" in wall.evaluate("document.body.className"):
            rounds = rounds + 1 if asked[at]["kind"] == "rounds" else 0
            all_answer(max(rounds, 1))
            if at == 5:
                phone.reload()
        hall.press()
    with wall.expect_popup() as popup:
        wall.click("text=Teacher's screen")
    desk = popup.value
    desk.click("text=Ask all again")
    hall.is_at(len(asked))
    texts = [each["text"] for each in asked]
    alone = [place for place, each in enumerate(asked) if each["kind"] != "rounds" and texts.count(each["text"]) == 1]
    again = [alone[0], alone[-1]]
    for place in again:
        hall.goes_to(len(asked) + place)
        hall.press()
        all_answer()
        hall.press()
    # One answer of each phone to each question of its time.
    rows = [*csv.DictReader(io.StringIO(saved(desk, "All answers", tmp_path)))]
    assert len(rows) == answered
    given = Counter((row["phone"], row["question"]) for row in rows if row["asked"] == "first" and row["vote"] == "1")
    counts = [[given[f"{phone}", text] for text in texts] for phone in range(1, 11)]
    assert counts[:8] == [[texts.count(text) for text in texts]] * 8
    assert [sum(given[f"{phone}", text] for text in {*texts}) for phone in (9, 10)] == [len(asked) - 4, len(asked) - 8]
    # The summary has each question, and for those that were asked twice the gain of who answered twice.
    page = window()
    page.set_content(saved(desk, "Summary", tmp_path))
    heads = [*texts, *(f"{texts[place]} (again)" for place in again)]
    assert page.locator("h2").all_inner_texts() == [f"{number}. {head}" for number, head in enumerate(heads, 1)]
    sections = page.locator("section").all_inner_texts()
    for place, text in zip(again, sections[len(texts) :], strict=True):
        pairs = answers_twice(rows, asked[place])
        assert len(pairs) == 8 + sum(place >= late for late in (4, 8))
        for who in ("", "sure", "not sure"):
            some = [pair for pair in pairs if who in ("", pair[2])]
            (found,) = [found for found in GAIN.findall(text) if found[1] == who]
            assert [found[0], *found[2:5]] == gain_of(some)
            assert bool(found[5]) == (len(some) >= 10)
            assert not found[5] or is_interval_of(some, *found[5:])
    says(wall, ".counts", "10 joined")
    own.close()


# A press is refused; news that come behind its answer may take the place of the words.
_REFUSED = """() => {
  const told = document.querySelector(".phase").textContent === "Only the teacher's link may do this.";
  if (!told) document.querySelector("[data-do=forward]").click();
  return told;
}"""


@pytest.mark.slow
def test_the_first_phone_has_the_remote_and_a_question_is_asked_on_the_spot(window, browser, server):
    wall = window(own=True)
    form = {"page": "playground", "query": f"list={encode(SHORT)}"}
    hall = Hall(wall, server, form, lectures.of_items(SHORT).questions)
    hall.is_at(0)  # before that, its buttons may still move
    with wall.expect_popup() as popup:
        wall.click("text=Teacher's screen")
    desk = popup.value
    says(desk, ".notes", "Two points.")
    says(desk, ".coming", "Next: Draw a line.")
    with desk.expect_request(lambda request: request.url.endswith("picture")) as offered:
        desk.click("text=Show the code")
    hand, other = (browser.new_context(**PHONE).new_page() for _ in range(2))  # whose console complains of refusals
    phone = window(**PHONE)
    link = offered.value.post_data_json["link"]
    hand.route("**/command", lambda route: route.abort(), times=1)  # the net is away for a moment
    hand.goto(link)
    says(desk, ".remote", "A phone has the remote.")
    other.goto(link)
    says(other, ".phase", "Another phone has the remote.")
    other.context.close()
    hand.reload()
    assert link.partition("#")[2] not in hand.url
    hand.click("[data-do=forward]")
    says(wall, ".phase", "Vote now")
    phone.goto(hall.address)
    desk.fill("[name=text]", "Was that <b>clear</b>?")
    desk.click("text=Choices")
    says(wall, ".question", "Was that <b>clear</b>?")
    desk.click("text=5 min")
    for page in (wall, phone, desk):
        says(page, ".countdown", re.compile("^[45]:[0-9][0-9]$"))
    phone.click(".answer >> text=Yes")
    says(desk, ".counts", "1 joined · 1 answered")
    found = axe(desk, hand, phone, wall)
    with desk.expect_response(lambda response: response.url.endswith("command")):
        desk.click("text=Take it away")
    hand.wait_for_function(_REFUSED, polling=1000)
    hand.context.close()
    assert found == []


@pytest.mark.slow
def test_a_board_comes_to_rest_where_its_charts_have_hardly_any_room(visit_light):
    asked = lectures.of_ready("both")
    place = [item.lesson and item.lesson.slug for item in lectures.plan("both")].index("pocket")
    path, query = asked.questions[place]["frame"].removeprefix("light").split("?")
    frame = urllib.parse.urlencode({**dict(urllib.parse.parse_qsl(query)), "list": asked.code, "present": "true"})
    stage = visit_light(f"{path}?{frame}", asks=True, viewport={"width": 970, "height": 714})
    for _ in range(6):
        stage.press("PageDown")
        stage.settle()
    assert stage.verdict
    for height in range(686, 740, 6):
        stage.page.set_viewport_size({"width": 970, "height": height})
        stage.settle()
