"""A newcomer's first screen: few words and controls; a touch shows the rest."""

import pytest

from tests.browser.browsing import DRAWN, PHONE, Playground, ready, wait_for
from tests.marks import slow, slow_but
from tests.pages import ADDRESSES

# The words and numbers in sight, without those of the axes, and what can be pressed, dragged or typed into.
IN_SIGHT = r"""() => {
  const shown = (node) => {
    const { display, clip, clipPath } = getComputedStyle(node);
    return display === "contents" || (clip === "auto" && clipPath === "none"
      && node.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
  };
  const inside = ({ left, right, top, bottom, width, height }) =>
    width > 2 && height > 2 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  const seen = (node) => {
    if (!inside(node.getBoundingClientRect())) return false;
    for (let each = node; each; each = each.parentElement) if (!shown(each)) return false;
    return true;
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement: parent } = walker.currentNode;
    const unread = parent.closest("svg, select, script, style, template, noscript, [data-testid=stIconMaterial]");
    if (data.trim() && !unread && seen(parent)) texts.push(data);
  }
  const fields = [...document.querySelectorAll("input:not([type=checkbox], [type=range])")].filter(seen);
  texts.push(...fields.map(({ value, placeholder }) => value || placeholder));
  const lists = [...document.querySelectorAll("select")].filter(seen);
  texts.push(...lists.map(({ selectedOptions: [option] }) => option.text));
  const doors = "button, a[href], summary, input, select, [role=button], [tabindex='0']";
  // A switch is drawn by its label, and the list of a field belongs to the field.
  const controls = [...document.querySelectorAll(doors)].filter((node) =>
    seen(node.type === "checkbox" ? node.closest("label") : node) && !node.matches("main, [role=combobox] ~ *"));
  return {
    words: texts.join(" ").split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)),
    controls: controls.map((node) => node.ariaLabel || node.textContent.trim() || node.tagName),
  };
}"""


def in_sight(stage):
    counted = stage.page.evaluate(IN_SIGHT)
    return counted["words"], counted["controls"]


# What waits for the first touch: by the names that are heard.
LATER = {"Check mine", "Undo", "Clear", "First", "Last", "Speed of playing", "About margin γ", "Table"}


def below_menu(stage, part):
    """Return the box of a part of the stage, measured from the menu, because a touch may scroll."""
    box = stage.page.locator(f".stage {part}").bounding_box()
    return {**box, "y": box["y"] - stage.page.locator(".st-key-menu").bounding_box()["y"]}


def later(stage):
    """Return the names of LATER that are visible, wherever the page is scrolled to."""
    named = [stage.page.get_by_role("button", name=name, exact=True) for name in LATER]
    named += [stage.page.get_by_label(name, exact=True) for name in LATER] + [
        stage.page.get_by_role("tab", name="Table")
    ]
    return {name for name in LATER for each in named if name in str(each) and each.first.is_visible()}


@pytest.mark.parametrize(
    ("screen", "words", "controls", "touches"),
    [
        slow({}, 90, 25, [lambda stage: stage.press("ArrowRight"), lambda stage: stage.click(0.25, 0.75)]),
        (PHONE, 60, 20, [lambda stage: stage.do("forward"), lambda stage: stage.do("everything")]),
    ],
    ids=["laptop", "phone"],
)
def test_home_says_little_until_the_first_touch(visit, screen, words, controls, touches):
    stage = visit("/", asks=True, newcomer=True, **screen)
    for count, touch in enumerate(touches):
        if count:
            stage.page.evaluate("localStorage.clear()")
            ready(stage.page, stage.page.url)
            stage.settle()
        first = in_sight(stage)
        assert len(first[0]) <= words, first[0]
        assert len(first[1]) <= controls, first[1]
        assert later(stage) == set()
        board, step = below_menu(stage, "[data-area=board]"), below_menu(stage, "[data-do=forward]")
        touch(stage)
        stage.settle()
        assert later(stage) == LATER
        if not stage.points:  # other points have another question, which may take another line
            assert below_menu(stage, "[data-area=board]") == pytest.approx(board)
            box, middle = below_menu(stage, "[data-do=forward]"), step["x"] + step["width"] / 2
            assert (box["y"], box["x"] < middle < box["x"] + box["width"]) == (pytest.approx(step["y"]), True)
        ready(stage.page, stage.page.url.partition("?")[0])
        stage.settle()
        assert later(stage) == LATER


# Words and controls: what each page showed at first sight when these were first counted, on a laptop and on a phone.
# What comes to a page takes the place of something else, or waits behind one touch.
MOST = {
    "Playground": ((138, 54), (101, 33)),
    "Lessons": ((490, 30), (166, 12)),
    "Proof": ((285, 53), (112, 30)),
    "Dimensions": ((184, 49), (129, 24)),
    "Experiments": ((115, 40), (87, 17)),
    "Not separable": ((168, 49), (126, 30)),
    "Kernels": ((150, 51), (102, 28)),
    "Descent": ((153, 46), (110, 27)),
    "Race": ((149, 50), (94, 28)),
    "Digits": ((155, 47), (111, 23)),
    "Halving": ((148, 48), (99, 27)),
    "Adversary": ((131, 38), (96, 26)),
}


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("name", slow_but(ADDRESSES, "Playground"))
def test_no_page_becomes_busier(window, server, name, screen):
    stage = Playground(window(**screen))
    stage.page.goto(f"{server}{ADDRESSES[name]}")
    wait_for(stage.page, f"{DRAWN}, .st-key-lessons a", seconds=90)
    stage.settle()
    most = MOST.get(name, ((150, 45), (100, 27)))[bool(screen)]
    for things, limit in zip(in_sight(stage), most, strict=True):
        assert len(things) <= limit, things
