"""A lecture is given by a clicker alone: Page Down does what comes next, Page Up takes it back."""

import urllib.parse

import pytest

from playground.address.lists import ListItem, encode, taught
from playground.lessons import LESSONS
from tests.browser.browsing import PHONE, Playground, ready, wait_for
from tests.browser.test_present import presented
from tests.playground.lessons.test_teaching import FIRST, link, listed

WALLS = ["1920x1080", "1024x768"]
_SEEN = """() => {
  const said = [...document.querySelectorAll(".stage-onward:not([hidden]), .stage-question label, .stage-guide")];
  const open = document.querySelectorAll(
    "[aria-selected=true], :is([data-do=whole], .stage-act, .stage-beats button)[aria-pressed=true]");
  return [document.querySelector(".stage").dataset.at, ...said.map((node) => node.textContent),
    ...Array.from(open, (node) => node.textContent)].join(" | ");
}"""


class Clicker:
    """The two keys of a clicker before a list, and what is seen after each press."""

    def __init__(self, stage, items):
        self.stage, self.items = stage, items

    def press(self, key):
        """Press a key until something is seen to have changed, as a lecturer does."""
        before, here = self.stage.page.evaluate(_SEEN), self.place
        leads = self.stage.page.locator(".stage-onward").is_visible()
        self.stage.press(key)
        if leads:
            self.stage.until(lambda: self.stage.address.get("at", here) != here)
            wait_for(self.stage.page)
        self.stage.until(lambda: self.stage.page.evaluate(_SEEN) != before)

    @property
    def place(self):
        return self.stage.address["at"]

    @property
    def done(self):
        """Whether each part of this lesson is ticked off, at the end of its run."""
        return self.stage.page.locator(".stage-guide li:not(.is-done)").count() == 0

    @property
    def is_last(self):
        is_over = not self.stage.button("forward").is_enabled()
        return self.done and is_over and self.place == str(self.items)

    @property
    def is_first(self):
        if self.place != "1":
            return False
        self.stage.settle()  # the address follows what is seen
        return self.stage.address["start"] == LESSONS["hand"].address["start"]


@pytest.mark.slow
@pytest.mark.parametrize("size", WALLS)
def test_the_first_plan_is_given_from_the_first_board_to_the_last_and_back(visit_light, size):
    viewport = dict(zip(("width", "height"), map(int, size.split("x")), strict=True))
    stage = visit_light(f"/?list={listed(FIRST)}&present=true", asks=True, viewport=viewport)
    clicker, slugs = Clicker(stage, len(FIRST)), []
    began = stage.page.evaluate(_SEEN)
    while not clicker.is_last:
        at, done = clicker.place, clicker.done
        slugs += [stage.address["lesson"]] * (len(slugs) < int(at))
        clicker.press("PageDown")
        assert presented(stage)
        assert clicker.place == at or done
    assert slugs == [link(row[1])[1]["lesson"] for row in FIRST]
    stage.settle()
    end = stage.page.evaluate(_SEEN)
    stage.press("PageDown")
    stage.settle()
    assert stage.page.evaluate(_SEEN) == end
    while not clicker.is_first:
        clicker.press("PageUp")
        assert presented(stage)
    stage.settle()
    began, ended = (words.partition("Turn the arrow")[0] for words in (began, stage.page.evaluate(_SEEN)))
    assert ended.replace("✓", "") == began.replace("✓", "")


THREE = (
    taught(LESSONS["order"]),
    ListItem("", dict(LESSONS["tight"].address), kind="board"),
    ListItem("", {"data": "XOR", "bias": "true"}, "Will it stop?", ("Yes", "No"), right=1, answer="Four points."),
)


def state(stage):
    """All that a press changes but what was revealed: the address, the step, and what is announced."""
    stage.settle()
    onward = stage.page.locator(".stage-onward")
    stage.until(lambda: "at" in stage.address and stage.address.get("step", "0") == str(stage.step))
    return {**stage.address, "step": stage.step}, onward.inner_text() if onward.is_visible() else ""


def pressed(stage, key):
    """Press a key of the clicker, and return the state that it leads to, be it the same."""
    at, leads = stage.address["at"], stage.page.locator(".stage-onward").is_visible()
    stage.press(key)
    if leads:
        stage.until(lambda: stage.address.get("at") != at or not stage.page.locator(".stage-onward").is_visible())
        wait_for(stage.page)
    return state(stage)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["light", "whole"])
@pytest.mark.parametrize("look", [{}, {"present": "true"}], ids=["phone", "presented"])
def test_as_many_presses_back_lead_to_the_beginning_from_any_place(visit, look, way):
    query = urllib.parse.urlencode({"list": encode(THREE), **look})
    stage = visit(f"/?{query}", asks=True, light=way == "light", **PHONE)
    shown = [state(stage)]
    while (now := pressed(stage, "PageDown")) != shown[-1] or not stage.page.inner_text(".stage-key"):
        shown.append(now)
        if len(shown) == 7:  # after a reload, and in another tab, all goes on from there
            ready(stage.page, stage.page.url)
            assert state(stage) == now
            other = Playground(ready(stage.page.context.new_page(), stage.page.url))
            assert [pressed(other, "PageUp") for _ in range(6)] == shown[5::-1]
            other.page.close()
    steps = [address["step"] for address, _ in shown]
    assert steps[:8] == [0, 1, 2, 3, 111, 0, 1, 2]
    assert shown[5][0]["order"] == "hardest"
    assert stage.page.inner_text(".stage-key") == "It is “No”. Four points."
    last = [pressed(stage, "PageUp") for _ in shown[1:]][-1]
    assert last == shown[0]
    assert "The order changes the run" in stage.page.inner_text(".stage-guide p:not([data-away])")
