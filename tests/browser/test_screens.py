"""Every control can be reached on every screen, with the rest of the settings open and closed."""

from pathlib import Path

import pytest

from tests.browser.browsing import DRAWN, Playground, wait_for
from tests.marks import slow
from tests.pages import PAGES

SIZES = [
    (1920, 1080),
    (1366, 768),
    (1024, 768),
    (910, 512),
    (820, 1180),
    (844, 390),
    (390, 844),
    (360, 640),
    (320, 640),
]

LEAST = 180
"""The least width and height of a figure, in pixels."""

SHARED = {(1024, 768): 150}
"""The least height at a size where two curves share what many words leave beside a board of nearly all the height."""

OPENED = ".stage-settings.is-open"

# Each link, button and field at whose middle, once it is scrolled into view, something else stands.
_COVERED = """(within) => {
  const controls = "a[href], button, select, input, [role=slider]";
  const wrong = [];
  for (const node of document.querySelector(within).querySelectorAll(controls)) {
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (node.matches("[data-testid=stSkipToContent]")) continue; // in sight only while it has the focus
    node.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = node.getBoundingClientRect();
    const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const own = node.closest("label") ?? node;
    const around = found?.contains(node) && found.querySelectorAll(controls).length === 1; // what it lies in, alone
    if (own.contains(found) || around) continue;
    wrong.push([node.ariaLabel || node.innerText || node.tagName, found?.outerHTML.slice(0, 99)]);
  }
  return wrong;
}"""
_OVERLAPPING = """() => {
  const all = document.querySelectorAll(".stage button:not(.stage-facts button)");
  const nodes = [...all].filter((node) => node.checkVisibility());
  const boxes = nodes.map((node) => node.getBoundingClientRect());
  const before = (one, other, end, begin) => one[end] <= other[begin] + 0.5;
  const apart = (a, b) => [["right", "left"], ["bottom", "top"]]
    .some((sides) => before(a, b, ...sides) || before(b, a, ...sides));
  return boxes.flatMap((box, i) => boxes.flatMap((other, j) =>
    i < j && !apart(box, other) ? [nodes[i].dataset.do + " and " + nodes[j].dataset.do] : []));
}"""
_SMALL = """([wide, high]) => [...document.querySelectorAll(".stage-panel:not([hidden]), [data-testid=stPlotlyChart]")]
  .filter((node) => node.clientWidth < wide || node.clientHeight < high)
  // Where one line of a sheet is shown at a time, the panel has room for the tallest.
  .filter((node) => ![...node.querySelectorAll(".stage-sheet li")].length || node.clientWidth < wide
    || [...node.querySelectorAll(".stage-sheet li")].some((line) => line.offsetHeight > node.clientHeight))
  .map((node) => [node.dataset.area, node.clientWidth, node.clientHeight])"""
_WIDER = """() => [document.scrollingElement, document.querySelector("[data-testid=stMain]")]
  .map((node) => node.scrollWidth - node.clientWidth).filter((more) => more > 0)"""


def path(file):
    return "/" if file == "app.py" else f"/{Path(file).stem}"


def opened(page, address):
    """Open a page, and wait until it is complete."""
    page.goto(address)
    whole = ".menu a[aria-current]", f"{DRAWN}, .st-key-lessons a"
    for part in whole:
        wait_for(page, part, seconds=90)
    page.wait_for_selector("[data-testid=stStatusWidget]", state="detached")
    # Experiments show their first runs while the others are to come.
    page.wait_for_function("() => !document.querySelector('[data-test-script-state=running]')", timeout=60_000)


@pytest.fixture
def page(window):
    return window()


def faults(page, sizes):
    """Return the controls that are covered, and the figures too small or too wide, at each size."""
    stage, found = Playground(page), {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        stage.settle()
        least = [LEAST, SHARED.get((width, height), LEAST)]
        here = {"covered": page.evaluate(_COVERED, "body"), "overlapping": page.evaluate(_OVERLAPPING),
                "small": page.evaluate(_SMALL, least), "wider": page.evaluate(_WIDER)}  # fmt: skip
        if stage.more.count():
            stage.more.click()
            stage.settle()
            here |= {"covered in the rest": page.evaluate(_COVERED, OPENED), "wider beside it": page.evaluate(_WIDER)}
            page.locator(f"{OPENED} :is(input, select, button)").first.focus()
            stage.press("Escape")
            assert not page.locator(OPENED).count()
        found |= {(width, height, what): those for what, those in here.items() if those}
    return found


_USUAL = {"app.py": 2, "pages/lessons.py": 1, "pages/kernels.py": 6}
_SOME = [(file, [SIZES[place]]) for file, place in _USUAL.items()]


# WCAG 1.3.4, 1.4.10
@pytest.mark.parametrize(("file", "sizes"), [*_SOME, *(slow(file, SIZES) for file in PAGES)])
def test_everything_can_be_reached_and_no_button_hides_words(page, server, file, sizes):
    opened(page, server + path(file))
    over = [button for button in page.locator(".stage button:empty").all() if button.is_visible()]
    assert over or not page.locator(".stage-facts dd").count()
    for button in over:
        button.hover()
        assert button.evaluate("(button) => getComputedStyle(button).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert faults(page, sizes) == {}


_HEADS = """() => [...document.querySelectorAll(".stage-head")].flatMap((head) => {
  const panel = head.parentElement.getBoundingClientRect();
  const drawn = head.parentElement.querySelector(".cartesianlayer .bg, .cartesianlayer .gridlayer path");
  const [, title, legend] = [head, ...head.children].map((node) => node?.getBoundingClientRect());
  const wrong = [...head.querySelectorAll("li, span:first-child")].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.right > panel.right + 1 || node.scrollWidth > node.clientWidth + 1;
  }).map((node) => node.textContent);
  if (legend?.bottom > drawn?.getBoundingClientRect().top + 1) wrong.push("the legend lies on the figure");
  return wrong;
})"""


# WCAG 1.4.4
@pytest.mark.parametrize("size", ["32px", slow("16px")])
@pytest.mark.parametrize(
    "file", ["app.py", *(slow(f"pages/{name}.py") for name in ("race", "proof", "descent", "lessons"))]
)
def test_titles_and_legends_are_whole_also_in_large_text(page, server, file, size):
    opened(page, server + path(file))
    page.add_style_tag(content=f"html {{ font-size: {size} !important; }}")
    for width, height in ((1366, 768), (910, 512), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        Playground(page).settle()
        assert page.evaluate(_WIDER) == []
        assert page.evaluate(_HEADS) == []


@pytest.mark.parametrize(("size", "board"), [slow((1366, 768), 591), ((1024, 768), 548)])
def test_two_curves_are_high_beside_a_large_board_and_stand_still(visit, size, board):
    stage = visit("/", asks=True, viewport=dict(zip(("width", "height"), size, strict=True)))
    places = []
    for press in ("Home", "ArrowRight", "End"):
        stage.press(press)
        stage.settle()
        places.append([panel.bounding_box() for panel in stage.page.locator(".stage-panel").filter(visible=True).all()])
    assert places[0] == places[1] == places[2]
    (large, *curves) = [box["height"] for box in places[0]]
    assert large >= board
    assert len(curves) == 2
    assert min(curves) >= LEAST
