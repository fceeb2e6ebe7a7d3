"""A lecture is given by a clicker alone: Page Down does what comes next, Page Up takes it back."""

import urllib.parse

import pytest

from playground.address.lists import ListItem, encode, taught
from playground.lessons import LESSONS
from tests.browser.browsing import PHONE, Playground, ready
from tests.browser.test_present import _OUTSIDE, presented
from tests.marks import slow
from tests.playground.lessons.test_teaching import FIRST, listed

WALLS = [(1920, 1080), slow((1024, 768))]
MOST = 200  # presses


def query(items, **more):
    return f"/?{urllib.parse.urlencode({'list': encode(items), **more})}"


def state(stage):
    """What a press can change: the address, the step, and what is announced."""
    stage.settle()
    onward = stage.page.locator(".stage-onward")
    said = onward.inner_text() if onward.is_visible() else ""
    stage.until(lambda: stage.address.get("step", "0") == str(stage.step))
    return {**stage.address, "open": ""}, stage.step, said


def press(stage, key):
    """Press a key of the clicker, and return what is shown then, also on the next board."""
    address = stage.page.url
    leads = stage.page.locator(".stage-onward").is_visible()
    stage.press(key)
    if leads:
        stage.until(lambda: stage.page.url != address or not stage.page.locator(".stage-onward").is_visible())
        stage.page.wait_for_selector(".stage[data-idle]", state="attached")
    return state(stage)


def through(stage, key):
    """Press until nothing changes, and return all that was shown."""
    shown = [state(stage)]
    while (now := press(stage, key)) != shown[-1]:
        shown.append(now)
        assert len(shown) < MOST
    return shown


@pytest.mark.parametrize("size", WALLS)
def test_the_first_plan_is_given_from_the_first_board_to_the_last_and_back(visit_light, size):
    viewport = dict(zip(("width", "height"), size, strict=True))
    stage = visit_light(f"/?list={listed(FIRST)}&present=true", asks=True, viewport=viewport)
    titles, done = [], {}
    shown = [state(stage)]
    while True:
        title = stage.page.inner_text(".stage-guide p:not([data-away]) strong")
        place, slug = int(title.split()[0]), shown[-1][0]["lesson"]
        titles += [slug] * (slug not in titles)
        done[slug] = stage.page.locator(".stage-guide li.is-done").count()
        assert place == len(titles)
        assert presented(stage)
        assert stage.page.evaluate(_OUTSIDE) == [0, 0]
        if (now := press(stage, "PageDown")) == shown[-1]:
            break
        shown.append(now)
    assert titles == [LESSONS[row[1].partition("lesson=")[2].rstrip("`")].slug for row in FIRST]
    assert done == {slug: len(LESSONS[slug].parts) for slug in titles}
    back = through(stage, "PageUp")
    assert back[-1] == shown[0]
    assert {address["at"] for address, *_ in back} == {str(at) for at in range(1, len(titles) + 1)}


THREE = (
    taught(LESSONS["margin"]),
    ListItem("race", {"data": "AND"}, kind="board"),
    ListItem("", {"data": "XOR", "bias": "true"}, "Will it stop?", ("Yes", "No"), right=1, answer="Four points."),
)


@pytest.mark.parametrize("way", ["light", slow("whole")])
@pytest.mark.parametrize("look", [{}, slow({"present": "true"})], ids=["phone", "presented"])
def test_as_many_presses_back_lead_to_the_beginning_from_any_place(visit, look, way):
    stage = visit(query(THREE, **look), asks=True, light=way == "light", **PHONE)
    shown = [state(stage)]
    for presses in range(1, MOST):
        shown.append(press(stage, "PageDown"))
        if shown[-1] == shown[-2]:
            shown.pop()
            break
        if presses == 7:  # after a reload, and in another tab, all goes on from there
            ready(stage.page, stage.page.url)
            assert state(stage) == shown[-1]
            other = Playground(ready(stage.page.context.new_page(), stage.page.url))
            for _ in range(presses):
                last = press(other, "PageUp")
            assert last == shown[0]
            other.page.close()
    assert [shown[place][0].get("gamma") for place in (0, 5)] == ["0.02", "0.1"]
    assert stage.page.inner_text(".stage-key") == "It is “No”. Four points."
    for _ in shown[1:]:
        last = press(stage, "PageUp")
    assert last == shown[0]
    for before in shown[1:]:
        assert press(stage, "PageDown")[:2] == before[:2] or before[2]
        if before == shown[4]:
            break
