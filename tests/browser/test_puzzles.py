"""The proof put in order by mouse, by finger and by keys, on a laptop and on a phone."""

import pytest

from playground.pages.proof.doing import WORK
from playground.pages.proof.lines import LINES
from playground.pages.proof.puzzles import SHUFFLED
from tests.browser.browsing import PHONE, link, wait_for
from tests.browser.test_reach import touch
from tests.marks import slow

DO = "/proof" + link(data="AND", bias="true", work=WORK.options[1]).removeprefix("/")
RIGHT = "Yes: each line follows from those above it."


class Lines:
    """The lines on the page, and what is said of their order."""

    def __init__(self, stage):
        self.stage, self.page = stage, stage.page
        wait_for(self.page, ".stage-lines li")
        self.rows = self.page.locator(".stage-lines li")

    @property
    def order(self):
        titles = self.page.locator(".stage-lines .stage-title").all_inner_texts()
        numbers = {line.title: number for number, line in LINES.items()}
        return [numbers[title] for title in titles]

    def check(self):
        self.page.get_by_role("button", name="Check", exact=True).click()
        return self.page.locator(".stage-reply").inner_text()

    def middle(self, place, part=".stage-grip"):
        self.rows.nth(place).scroll_into_view_if_needed()
        box = self.rows.nth(place).locator(part).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def put(self, move):
        """Put the lines in their order from the top, each by a `move` of one line up."""
        for place in range(len(LINES)):
            for at in range(self.order.index(place + 1), place, -1):
                move(at)
                assert self.order[at - 1] == place + 1


WAYS = [slow("drag", {}), ("drag", PHONE), slow("buttons", PHONE)]


@pytest.mark.parametrize(("way", "device"), WAYS, ids=["mouse", "finger", "taps"])
def test_the_proof_is_put_in_order_and_the_link_keeps_it(visit_light, way, device):
    """Three moves are made the way that is asked, and the others by keys."""
    stage = visit_light(DO, **device)
    lines = Lines(stage)
    assert lines.order == [*SHUFFLED]
    assert lines.check().startswith("“kγ ≤ w·w* ≤ ‖w‖ ≤ √k R” needs “w·w* ≥ kγ”, which stands below it.")
    sent = []
    stage.page.on("request", lambda request: sent.append(request.url))

    def drag(at):
        lines.middle(at)  # may scroll
        (_, above), (x, y) = lines.middle(at - 1), lines.middle(at)
        if device:
            touch(stage, (x, y), (x, y - 20), (x, above - 8))
        else:
            stage.page.mouse.move(x + 200, y)
            stage.page.mouse.down()
            stage.page.mouse.move(x + 200, y - 20)
            stage.page.mouse.move(x + 200, above - 8)
            stage.page.mouse.up()

    def press(at):
        lines.rows.nth(at).get_by_role("button", name="Move up").tap()

    def key(at):
        lines.rows.nth(at).locator(".stage-grip").focus()
        stage.press("ArrowUp")

    moves = iter(3 * [{"drag": drag, "buttons": press}[way]])
    lines.put(lambda at: next(moves, key)(at))
    assert lines.order == [*LINES]
    assert lines.page.locator(".stage-reply").inner_text() == ""
    assert lines.check() == RIGHT
    stage.settle()
    assert sent == []
    assert stage.step == 0
    places = "".join(str(SHUFFLED.index(line)) for line in LINES)
    assert stage.address["tried"] == f"o{places}"
    stage.page.reload()
    assert Lines(stage).order == [*LINES]


def test_a_finger_scrolls_the_lines_beside_their_grips(visit_light):
    stage = visit_light(DO, **PHONE)
    lines = Lines(stage)
    x, y = lines.middle(6, ".stage-title")
    touch(stage, (x, y), (x, y - 100), (x, y - 300))
    assert lines.order == [*SHUFFLED]


def test_the_tabs_lead_to_the_puzzles_and_back_in_the_whole_page(visit):
    stage = visit(DO.partition("&work")[0] + "&version=biased")
    stage.page.get_by_role("tab", name="Do it").click()
    lines = Lines(stage)
    lines.rows.nth(1).get_by_role("button", name="Move up").click()
    stage.until(lambda: stage.address.get("tried") == "o1023456")
    stage.page.get_by_role("tab", name="Watch it").click()
    wait_for(stage.page, ".stage-sheet li")
    stage.until(lambda: "work" not in stage.address and "tried" not in stage.address)
    stage.page.get_by_role("tab", name="Do it").click()
    assert Lines(stage).order == [SHUFFLED[1], SHUFFLED[0], *SHUFFLED[2:]]
    assert stage.address["version"] == "biased"
    assert "the plane farthest from the points" in stage.page.locator(".stage-about").inner_text()


@pytest.mark.slow
def test_a_false_line_and_an_assumption_are_answered_once_they_are_checked(visit_light):
    stage = visit_light(DO)
    wait_for(stage.page, ".stage-which")
    stage.page.locator(".stage-which").select_option("Find the false line")
    options = stage.page.locator(".stage-replies").get_by_role("option")
    reply = stage.page.locator(".stage-reply")
    options.nth(0).click()
    assert reply.inner_text() == ""
    stage.page.get_by_role("button", name="Check", exact=True).click()
    assert reply.inner_text().startswith("No: this line is true at each update of this run; 0.243 ≥ 0.243 at update 2")
    options.nth(0).press("End")
    stage.page.get_by_role("button", name="Check", exact=True).click()
    assert reply.inner_text().startswith("Yes, this one. R²/γ is too small: the run makes update 13, and 13 > 12.4.")
    stage.page.locator(".stage-which").select_option("Take an assumption away")
    stage.page.get_by_role("button", name="The next question").click()
    options.nth(3).click()
    stage.page.get_by_role("button", name="Check", exact=True).click()
    assert "from w₀ = (0, 5): after update 1 ‖w‖² ≤ kR² is false, 17 > 2." in reply.inner_text()
    stage.until(lambda: stage.address["tried"] == "t1-3----")
