"""A lecture is given by two keys from one tab: boards, questions, votes and the next item; phones follow."""

import re
import urllib.parse

import pytest

from playground.address.lists import ListItem, encode, taught
from playground.lessons import LESSONS
from playground.rooms import lectures
from tests.browser.browsing import PHONE
from tests.browser.test_axe import axe
from tests.browser.test_rooms import says

AND = {"data": "AND", "bias": "true"}
SHORT = (
    taught(LESSONS["tight"])._replace(room="ask", notes="Two points."),
    ListItem("", AND, "Draw a line.", by="line", room="ask"),
    ListItem("race", {}, kind="board", room="step"),
    ListItem("", AND, "What is <b>it</b>?", by="text", room="ask"),
)
ANSWERS = {"number": 3, "choose": 1, "rounds": 0}
TEXT = "An <i>idea</i>"
_SEEN = """() => {
  const inner = document.querySelector("iframe.lecture").contentDocument;
  const within = (selector) => [...inner.querySelectorAll(selector)].map((node) => node.textContent);
  const mine = (selector) => [...document.querySelectorAll(selector)].map((node) => node.textContent);
  return [document.body.className, ...mine(".teacher .main, .phase, .picture, .texts"),
    inner.location.search.slice(-99), inner.querySelector(".stage")?.dataset.step,
    ...within(".stage-onward:not([hidden]), .stage-question label, .stage-guide"),
    ...within("[aria-selected=true], [data-do=whole][aria-pressed=true], .stage-act[aria-pressed=true]")].join(" | ");
}"""
_READY = """() => {
  const inner = document.querySelector("iframe.lecture")?.contentDocument;
  return inner?.querySelector(".stage[data-idle]") && document.querySelector(".teacher select").value !== ""
    && performance.now() > (window.rested ?? 0);
}"""
_LAST = """() => {
  const select = document.querySelector(".teacher select");
  return Number(select.value) === select.options.length - 1 && document.querySelector(".truth") !== null;
}"""


class Hall:
    """A wall that is led by two keys, and phones that answer by HTTP."""

    def __init__(self, wall, server, form, asked):
        self.wall, self.asked, self.given = wall, asked, set()
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
        where = "(at) => document.querySelector('iframe.lecture').contentWindow.location.search.includes(at)"
        self.wall.wait_for_function(where, arg=f"&at={place + 1}")

    def press(self, key="PageDown"):
        """Press a key until something is seen to have changed, as a lecturer does."""
        self.wall.wait_for_function(_READY)
        before = self.wall.evaluate(_SEEN)
        self.wall.keyboard.press(key)
        self.wall.evaluate("window.rested = performance.now() + 500")
        self.wall.wait_for_function(f"(before) => ({_SEEN})() !== before", arg=before)

    def join(self, phone):
        self.numbers[phone] = 0
        self.post("join", token=f"{phone:032x}")

    def answer(self, vote=1):
        """Let each phone answer what is asked now."""
        for phone in self.numbers:
            self.numbers[phone] += 1
            value = ANSWERS[self.asked[self.at]["kind"]]
            report = {"number": self.numbers[phone], "question": self.at, "vote": vote, "value": value}
            self.post("report", token=f"{phone:032x}", **report)
            self.given.add((self.asked[self.at]["text"], vote))

    def rows(self):
        return self.post("table", key=self.key)["rows"]


# WCAG 1.1.1, 1.3.1, 1.4.3, 4.1.2
def test_a_short_lecture_is_given_by_two_keys_and_phones_get_what_is_on_the_wall(window, server):
    wall, phone = window(), window(**PHONE)
    form = {"page": "playground", "query": f"list={encode(SHORT)}"}
    hall = Hall(wall, server, form, lectures.of_items(SHORT).questions)
    phone.goto(hall.address)
    says(wall, ".counts", "1 joined")
    hall.press()
    phone.fill(".answer input", "2")
    phone.click("text=Send")
    says(wall, ".counts", "1 answered")
    found = axe(wall, phone)
    assert not wall.locator(".found").is_visible()
    hall.press()
    says(wall, ".picture", "Your guesses: 1")
    assert wall.locator(".truth").count() == 0, "the run decides"
    inner = wall.frame_locator("iframe.lecture")
    for step in ("1", "2"):
        hall.press()
        inner.locator(f".stage[data-step='{step}']").wait_for()
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
    inner.locator(".stage[data-step='2']").wait_for()
    wall.select_option(".teacher select", "2")
    hall.is_at(2)
    phone.frame_locator("iframe.own").locator(".stage[data-idle]").wait_for()
    says(phone, ".question", "Race")
    wall.select_option(".teacher select", "3")
    hall.is_at(3)
    hall.press()
    phone.fill(".answer input", TEXT)
    phone.click("text=Send")
    says(wall, ".counts", "1 answered")
    assert wall.inner_text(".question") == "What is <b>it</b>?"
    assert "idea" not in wall.inner_text("body")
    hall.post("command", key=hall.key, do="pick", phone=1, text=TEXT)
    says(wall, ".texts", TEXT)
    assert found + axe(wall, phone) == []


@pytest.mark.slow
def test_both_plans_are_given_from_one_tab_with_ten_phones_of_which_two_are_late(window, browser, server):
    """One phone reloads and has a second tab; each phone has one answer to each question of its time."""
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
    while not wall.evaluate(_LAST):
        at = hall.at
        if late and at == 4 * (3 - len(late)):
            hall.join(late.pop())
        if "is-open" in wall.evaluate("document.body.className"):
            kind = asked[at]["kind"]
            rounds = rounds + 1 if kind == "rounds" else 0
            hall.answer(max(rounds, 1))
            for page in (phone, tab):  # the second tab changes the answer of the first
                says(page, ".question", asked[at]["text"])
                if kind == "number":
                    page.fill(".answer input", "3")
                    page.click("text=Send")
                else:
                    page.locator(".answer button").nth(1).click()
                says(page, ".status", "Sent.")
            answered += len(hall.numbers) + 1
            says(wall, ".counts", f"{len(hall.numbers) + 1} answered")
            if at == 5:
                phone.reload()
        hall.press()
    rows = hall.rows()
    assert len(rows) == answered
    assert len({(row[0], row[1], row[2], row[5], place) for place, row in enumerate(rows)}) == answered
    summed = hall.post("summary", key=hall.key)["questions"]
    assert [row["question"]["text"] for row in summed] == [each["text"] for each in asked]
    assert [row["phones"] for row in summed][-1] == 10
    says(wall, ".counts", "10 joined")
    own.close()


def test_the_first_phone_has_the_remote_and_a_question_is_asked_on_the_spot(window, browser, server):
    wall = window(own=True)
    form = {"page": "playground", "query": f"list={encode(SHORT)}"}
    hall = Hall(wall, server, form, lectures.of_items(SHORT).questions)
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
    hand.wait_for_function("() => performance.now() > 500")
    hand.click("[data-do=forward]")
    says(hand, ".phase", "Only the teacher's link may do this.")
    hand.context.close()
    assert found == []


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
