"""What is in sight: to somebody new, and in the first lessons, what was met; on each page, not too much."""

import pytest

from playground.lessons import LESSONS
from tests.browser.browsing import DRAWN, PHONE, Playground, light, parameters, ready, wait_for
from tests.marks import slow, slow_but
from tests.pages import ADDRESSES

# The words and the names of the controls in sight. A word is a run of signs without a space, a control can be used now;
# the numbers of axes do not count, nor what is hidden or inert, or outside the window.
IN_SIGHT = r"""() => {
  const inSight = (node) => {
    if (node.closest("[inert]") || !node.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      return false;
    const { left, right, top, bottom, width, height } = node.getBoundingClientRect();
    return width > 1 && height > 1 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words = [];
  while (texts.nextNode()) {
    const { parentElement: node, textContent: text } = texts.currentNode;
    const isTick = node.closest("svg") && /^[−\-0-9.,]+$/.test(text.trim());
    const isShown = !isTick && !node.closest("script, style, option, noscript") && inSight(node);
    if (isShown) words.push(...text.match(/\S+/g) ?? []);
  }
  const kinds = "a[href], button, input, select, textarea, summary, [role=switch], [role=tab], [role=slider]";
  const controls = [...document.querySelectorAll(kinds)].filter((each) => inSight(each) && !each.disabled);
  return [words, controls.map((node) => node.ariaLabel || node.textContent.trim() || node.localName)];
}"""

# What shows each part of the screen, and the rest, by the names that are heard.
PARTS = {
    "count": lambda page: page.locator(".stage-count"),
    "sentence": lambda page: page.locator(".stage-sentence"),
    "facts": lambda page: page.get_by_role("button", name="About these numbers"),
    "table": lambda page: page.get_by_role("columnheader").first,
    "curves": lambda page: page.get_by_role("img", name="w·w* after each update"),
    "settings": lambda page: page.get_by_role("group", name="Settings"),
    "tools": lambda page: page.get_by_role("toolbar", name="Editing"),
    "rest": lambda page: page.get_by_role("button", name="First", exact=True),
}


def shown(stage):
    """Return the names of the parts in sight, wherever the page is scrolled to."""
    return {name for name, part in PARTS.items() if part(stage.page).is_visible()}


def fits_the_buttons(stage):
    """Whether the buttons are in the window, and the window is at its top."""
    box = stage.page.locator(".stage-buttons").bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= stage.page.viewport_size["height"] + 1


def assert_few(stage, words, controls):
    in_sight = stage.page.evaluate(IN_SIGHT)
    counts = [*map(len, in_sight)]
    assert all(count <= most for count, most in zip(counts, (words, controls), strict=True)), (counts, in_sight)


@pytest.mark.parametrize(
    ("screen", "first", "then"),
    [({}, (80, 22), (110, 26)), slow(PHONE, (55, 14), (80, 18))],
    ids=["laptop", "phone"],
)
def test_who_is_new_sees_more_with_each_thing_met(visit, window, screen, first, then):
    stage = visit("/", asks=True, newcomer=True, **screen)
    assert_few(stage, *first)
    assert shown(stage) == {"count"}
    board = stage.page.locator(".stage-panel").first.bounding_box()
    stage.do("forward")
    stage.settle()
    assert_few(stage, *then)
    assert shown(stage) == {"count", "sentence"}
    assert stage.page.locator(".stage-panel").first.bounding_box() == board
    ready(stage.page, stage.page.url)
    stage.settle()
    assert shown(stage) == {"count", "sentence"}
    stage.press("End")
    stage.until(lambda: stage.address.get("show") == "count,sentence,facts,curves")
    stage.settle()
    assert shown(stage) == {"count", "sentence", "facts", "curves"}
    assert stage.page.get_by_text("the lessons go on from here").is_visible()
    elsewhere = Playground(ready(window(**screen), light(stage.page.url)))
    elsewhere.settle()
    assert shown(elsewhere) == shown(stage)


@pytest.mark.parametrize("touch", [lambda stage: stage.do("everything"), slow(lambda stage: stage.press("e"))])
def test_everything_is_one_touch_away_and_kept(visit, touch):
    stage = visit("/?lesson=hand", asks=True, newcomer=True)
    touch(stage)
    stage.until(lambda: parameters(stage.page.url).get("show") == "everything")
    everything = set(PARTS) - {"table"}
    assert shown(stage) == everything
    ready(stage.page, f"{stage.page.url.partition('?')[0]}?lesson=loop")
    stage.until(lambda: parameters(stage.page.url).get("show") == "everything")
    assert shown(stage) == everything
    ready(stage.page, stage.page.url.partition("?")[0])
    stage.settle()
    assert (shown(stage), stage.address) == (everything, {})


FIRST = [slug for slug, lesson in LESSONS.items() if lesson.shows is not None][:6]


@pytest.mark.parametrize("slug", slow_but(FIRST, *FIRST[::2]))
def test_a_lesson_shows_what_it_and_those_before_have_added(visit_light, slug):
    stage = visit_light(f"/?lesson={slug}", asks=True, newcomer=True)
    stage.press("End")
    stage.settle()
    hidden = {"table"} if "curves" in LESSONS[slug].shows else set()  # behind its tab
    assert shown(stage) == ({*LESSONS[slug].shows} & {*PARTS}) - hidden
    assert fits_the_buttons(stage)


@pytest.mark.parametrize(("screen", "few"), [slow({}, (60, 14)), (PHONE, (50, 12))], ids=["laptop", "phone"])
def test_the_first_lesson_says_little(visit, screen, few):
    stage = visit("/?lesson=hand", asks=True, newcomer=True, **screen)
    assert_few(stage, *few)


def test_an_edit_brings_the_tools(visit_light):
    stage = visit_light("/?show=count", asks=True)
    stage.press("2")
    stage.click(0.25, 0.75)
    stage.settle()
    assert (stage.address["show"], stage.points[-1][2]) == ("count,tools", 0)
    assert "tools" in shown(stage)
    assert "settings" not in shown(stage)


# Of each page with everything shown, on a laptop and on a phone: the most words and controls before the first step, and
# the most words after it, where there is a step. What comes to a page takes the place of something else, or waits
# behind one touch. Each page once had a third more of each, but for the tabs of the first page, the switches of the
# race's racers and the links of the list of lessons.
MOST = {
    "Playground": ((106, 33, 150), (55, 18, 72)),
    "Lessons": ((235, 14), (103, 9)),
    "Proof": ((223, 27, 275), (88, 18, 109)),
    "Dimensions": ((121, 25, 162), (62, 15, 83)),
    "Experiments": ((85, 18), (61, 11)),
    "Not separable": ((108, 24, 168), (66, 18, 102)),
    "Kernels": ((106, 25, 135), (71, 16, 95)),
    "Descent": ((111, 24, 130), (73, 14, 93)),
    "Race": ((118, 29, 140), (63, 20, 81)),
    "Digits": ((104, 26, 156), (51, 15, 75)),
    "Halving": ((115, 26, 131), (72, 16, 90)),
    "Adversary": ((104, 14), (72, 11)),
}


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("name", slow_but(ADDRESSES, "Playground"))
def test_no_page_becomes_busier(window, server, name, screen):
    stage = Playground(window(**screen))
    stage.page.goto(f"{server}{ADDRESSES[name]}")
    wait_for(stage.page, f"{DRAWN}, .st-key-lessons a", seconds=90)
    stage.settle()
    words, controls, *later = MOST[name][bool(screen)]
    assert_few(stage, words, controls)
    for most in later:
        stage.do("forward")
        stage.settle()
        in_sight, _ = stage.page.evaluate(IN_SIGHT)
        assert len(in_sight) <= most, in_sight
