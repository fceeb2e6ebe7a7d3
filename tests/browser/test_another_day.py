"""A newcomer's way: first updates, a point of one's own, the first lessons, and on with the next one another day."""

import numpy as np
import pytest

from playground.lessons import LESSONS
from tests.browser.browsing import PHONE, Playground, ready
from tests.browser.test_doing import Learner
from tests.browser.test_lessons import arrived, done, found
from tests.browser.test_turning import tip
from tests.marks import slow_but

LAST = "Last"
FIRST_FOUR = ("hand", "loop", "updates", "margin")


class Seeing(Learner):
    """Who sees the page, and has a mouse or a finger."""

    def button(self, name):
        self.press(self.page.locator(".stage").get_by_role("button", name=name, exact=True))

    def fill(self, field, text):
        self.press(field)
        field.fill(text)
        field.press("Enter")
        self.stage.settle()

    def put(self, x, y):
        self.place(x, y, 0)

    def turn(self, way):
        self.drag(*way)

    def told(self, *words):
        said = f"{self.stage.sentence} {self.stage.verdict} {found(self.stage)}"
        assert all(each in said for each in words), (words, said)


class Typing(Seeing):
    """Who has a keyboard alone: whatever is pressed is come to by Tab, and the board has its cross."""

    MOST = 150
    at = (0, 0)
    """Where the cross is, in its own steps."""

    def follow(self, link):
        self.reach(link)
        self.page.keyboard.press("Enter")

    def reach(self, node):
        node.wait_for()
        tabs = node.get_attribute("role") == "tab"
        aim = node.locator("xpath=../*[@aria-selected='true']") if tabs else node
        for _ in range(self.MOST):
            if aim.evaluate("(node) => node === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        else:
            pytest.fail(f"Tab does not come to {node}")
        while tabs and node.get_attribute("aria-selected") != "true":
            self.page.keyboard.press("ArrowRight")

    def fill(self, field, text):
        if not field.evaluate("(node) => node === document.activeElement"):
            self.reach(field)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        self.stage.settle()

    def cross(self, x, y):
        """Move the cross, and tell what it passes over."""
        at, self.at = self.at, (round(16 * x), round(16 * y))
        across, up = self.at[0] - at[0], self.at[1] - at[1]
        for key, count in (("ArrowRight", across), ("ArrowLeft", -across), ("ArrowUp", up), ("ArrowDown", -up)):
            for _ in range(count):
                self.page.keyboard.press(f"Shift+{key}")

    def put(self, x, y):
        self.at = (0, 0)
        self.reach(self.board)
        self.cross(x, y)
        self.page.keyboard.press("Enter")
        self.stage.settle()

    def turn(self, way):
        self.at = (0, 0)
        self.reach(self.board)
        self.cross(*way[0])
        self.page.keyboard.press("g")
        for place in way[1:]:
            self.cross(*place)
        self.page.keyboard.press("g")
        self.stage.settle()


class Listening(Typing):
    """Who has the keyboard, and hears what is told: nothing that is not said is there."""

    def told(self, *words):
        for each in words:
            self.stage.until(lambda each=each: each in " ".join(self.page.evaluate("window.heard")))

    def turn(self, way):
        super().turn(way)
        self.told("over the tip of the arrow", "Took the arrow", "turning the line: 0 wrong", "Let go of the arrow.")


HANDS = {"mouse": (Seeing, {}), "finger": (Seeing, PHONE), "keys": (Typing, {}), "ear": (Listening, {})}


@pytest.mark.parametrize("hand", slow_but(HANDS, "mouse"))
def test_a_newcomer_comes_from_the_first_step_to_the_next_lesson_of_another_day(visit, hand):
    kind, look = HANDS[hand]
    stage = visit("/", asks=True, own=True, newcomer=True, **look)
    page, newcomer = stage.page, kind(stage, "phone" if look else "laptop")
    at_home = page.url
    newcomer.button("Step")
    assert stage.step == 1
    newcomer.told("Update 1:")
    newcomer.button(LAST)
    newcomer.told("Converged after 12 updates")
    newcomer.put(-0.75, -0.75)
    assert (len(stage.points), stage.verdict, stage.address["data"]) == (26, "", "by hand")
    newcomer.press(page.get_by_role("navigation").get_by_role("link", name="Lessons", exact=True))
    newcomer.press(page.get_by_role("link", name=f"0. {LESSONS['hand'].title}"))
    for slug in FIRST_FOUR:
        lesson = LESSONS[slug]
        arrived(stage, slug)
        if hand == "ear":
            newcomer.told(lesson.title, lesson.question, lesson.parts[0].task)
        for place, part in enumerate(lesson.parts):
            if part.build:
                start = tip(stage)
                newcomer.turn([start, (start[0], np.hypot(*start)), (0.1, np.hypot(*start))])
            elif ("home", "") in part.places:
                newcomer.press(page.get_by_role("button", name="The lesson's board"))
            for key, text in part.sets:
                newcomer.press(page.get_by_role("button", name="Where?"))
                field = page.locator(f":is(.st-key-{key}, [class*=st-key-{key}-]) input")
                stage.until(lambda field=field: field.evaluate("(node) => node === document.activeElement"))
                newcomer.fill(field, text)
                if look:
                    newcomer.press(page.get_by_test_id("stSidebarCollapseButton").get_by_role("button"))
            for view in [name for kind, name in part.places if kind == "view"]:
                newcomer.press(page.get_by_role("tab", name=view))
            if page.get_by_role("spinbutton", name=part.ask).is_visible():
                newcomer.fill(page.get_by_role("spinbutton", name=part.ask), "12")
            if stage.button("last").is_enabled():
                newcomer.button(LAST)
            assert done(stage) == [*range(place + 1)]
            newcomer.told(part.answer)
        if slug != FIRST_FOUR[-1]:
            newcomer.press(page.locator(".stage").get_by_role("button", name="Next →"))
    another_day = page.context.new_page()
    page.goto("about:blank")
    back = kind(Playground(ready(another_day, at_home)), "phone" if look else "laptop")
    place = len(FIRST_FOUR)
    back.follow(another_day.get_by_role("link", name=f"Go on with {place} of {len(LESSONS) - 1} →"))
    arrived(back.stage, list(LESSONS)[place])
    another_day.close()
