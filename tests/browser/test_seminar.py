"""A class does a list, each alone: the teacher sees how far it is, lets it wait, and shows two of its boards."""

import pytest

from playground.address import conditions
from playground.address.lists import ListItem, encode
from tests.browser.browsing import PHONE
from tests.browser.test_axe import axe
from tests.browser.test_rooms import says

AND = {"data": "AND", "bias": "true"}
LIST = (
    ListItem("", AND, "How many <b>updates</b>?", number=True),
    ListItem("", AND, "Build a board.", solved=conditions.read("at most 9 points, the points are by hand")),
)
BOARD = ".stage-panel[data-area=board]"


_COUNTS = """([item, counts]) => {
  const cells = document.querySelectorAll(`.standing tbody tr:nth-child(${item}) td`);
  return [...cells].slice(0, 4).map((cell) => cell.textContent).join() === counts.join();
}"""


_TWO_BOARDS = """() => {
  const isThere = document.querySelectorAll(".pick button").length === 2;
  const buttons = [...document.querySelectorAll(".boards button")];
  if (!isThere) buttons.find((each) => each.textContent === "Other boards")?.click();
  return isThere;
}"""


def standing(desk, item, *counts):
    """Wait until the teacher's screen has these counts of an item: not begun, tried, solved, stuck."""
    desk.wait_for_function(_COUNTS, arg=[item, [*counts]])


def own(phone):
    """What a phone shows of the list, once it has come to rest."""
    frame = phone.frame_locator("iframe.own")
    frame.locator(".stage[data-idle]").wait_for()
    return frame


def answer(phone, number):
    frame = own(phone)
    frame.locator(".stage-guide input").fill(str(number))
    frame.get_by_role("button", name="Check", exact=True).click()
    return frame


# WCAG 1.1.1, 1.3.1, 1.4.3, 4.1.2
@pytest.mark.slow
def test_a_class_does_a_list_waits_goes_on_and_two_of_its_boards_are_compared(window, browser, server):
    wall = window(own=True)
    form = {"page": "playground", "query": f"list={encode(LIST)}", "alone": "true"}
    made = wall.request.post(f"{server}/room", form=form, max_redirects=0).json()
    address = f"{server}/room/{made['code']}"
    wall.goto(f"{address}/wall#{made['key']}")
    with wall.expect_popup() as popup:
        wall.click("text=Teacher's screen")
    desk = popup.value
    fast, wrong, late = (browser.new_context(**PHONE).new_page() for _ in range(3))
    for phone in (fast, wrong, late):
        phone.goto(address)
    answer(fast, 18)
    answer(wrong, 3)
    standing(desk, 1, 1, 1, 1, 0)
    standing(desk, 2, 3, 0, 0, 0)

    desk.get_by_role("button", name="Wait for all at number 1").click()
    own(fast).get_by_role("link", name="Next").click()
    says(fast, ".status", "Wait here. Your teacher will move the whole class on together.")
    assert not fast.locator("iframe.own").is_visible()
    found = axe(fast, desk)
    fast.click("text=Back to number 1")
    fast.frame_locator("iframe.own").get_by_text("1 of 2").wait_for()
    desk.get_by_role("button", name="Go on", exact=True).click()
    says(wall, ".found", "not begun")

    for phone, corner in ((fast, {"x": 80, "y": 80}), (wrong, {"x": 120, "y": 60})):
        own(phone).get_by_role("link", name="Next").click()
        phone.frame_locator("iframe.own").get_by_text("2 of 2").wait_for()
        own(phone).locator(BOARD).click(position=corner)
    standing(desk, 2, 1, 0, 2, 0)
    fast.reload()
    own(fast).get_by_text("2 of 2").wait_for()
    late.close()
    standing(desk, 1, 1, 1, 1, 0)
    says(desk, ".counts", "3 joined")

    desk.get_by_role("button", name="Boards of number 2").click()
    # A board may come after the word that it is solved.
    desk.wait_for_function(_TWO_BOARDS, polling=1000, timeout=60_000)
    assert wall.locator(".pair").count() == 0, "nothing is shown before it is picked"
    found += axe(desk, wall)
    for place in (0, 1):
        desk.locator(".pick button").nth(place).click()
    wall.locator(".pair figure").nth(1).wait_for()
    assert wall.locator(".pair figcaption").all_inner_texts()[0].startswith("5 points")
    assert found + axe(wall) == []
    wall.keyboard.press("PageDown")
    wall.locator(".found").wait_for()
    for phone in (fast, wrong):
        phone.context.close()
