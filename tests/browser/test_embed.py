"""In a frame of another page the stage is alone, and fills the frame."""

import pytest

from tests.browser.browsing import AT_REST, wait_for
from tests.browser.test_present import STAGES, path
from tests.marks import slow, slow_but

_BESIDE = """() => ["[data-testid=stSidebar]", "[data-testid=stExpandSidebarButton]", ".st-key-menu",
  "[data-testid=stMarkdown]", "[data-testid=stDownloadButton]", "[data-testid=stButtonGroup]"].filter((selector) =>
    [...document.querySelectorAll(selector)].some((node) => node.checkVisibility({ visibilityProperty: true })))"""
_ROOM = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  const box = document.querySelector(".stage-room").getBoundingClientRect();
  return { wider: main.scrollWidth - main.clientWidth, higher: main.scrollHeight - main.clientHeight,
    left: box.left, top: box.top, share: (box.width * box.height) / (innerWidth * innerHeight) };
}"""


@pytest.fixture
def embed(browser, server):
    """Return a function that opens an address in a frame of another page."""
    page, faults = browser.new_page(viewport={"width": 1400, "height": 1000}), []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))

    def within(address, width=640, height=480):
        source = f"{server}{address}".replace("&", "&amp;")
        frame = f'<iframe src="{source}" style="border: 0; width: {width}px; height: {height}px"></iframe>'
        page.set_content(f"<h1>Notes</h1>{frame}")
        (inside,) = page.frames[1:]
        wait_for(inside, seconds=90)
        assert inside.evaluate(AT_REST, 4)
        return inside

    yield within
    page.close()
    assert [fault for fault in faults if "404" not in fault] == []  # Streamlit looks for its server below each page


@pytest.mark.parametrize("file", slow_but(STAGES, "app.py"))
def test_the_stage_is_alone_in_its_frame(embed, file):
    frame = embed(f"{path(file)}?embed=true")
    room = frame.evaluate(_ROOM)
    assert frame.evaluate(_BESIDE) == []
    assert room["wider"] <= 0
    assert room["left"] <= 16
    assert room["top"] <= 32
    if file in ("app.py", "pages/proof.py", "pages/adversary.py", "pages/experiments.py"):
        assert room["higher"] <= 0
    assert room["share"] > 0.7


@pytest.mark.parametrize("where", ["/light/proof", slow("/race")])
def test_in_a_sandboxed_frame_the_board_steps_and_takes_points(browser, server, where):
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    source = f"{server}{where}?data=AND&amp;bias=true"
    page.set_content(f'<iframe sandbox="allow-scripts" src="{source}" style="width: 1200px; height: 900px"></iframe>')
    (inside,) = page.frames[1:]
    wait_for(inside, ".stage[data-step]")
    assert inside.evaluate("origin") == "null"
    points = inside.locator("[data-area=board] [data-point]")
    assert points.count() == 4
    inside.click("[data-do=forward]")
    inside.wait_for_function("() => document.querySelector('.stage').dataset.step === '1'")
    box = inside.locator("[data-area=board]").bounding_box()
    page.mouse.click(box["x"] + 0.4 * box["width"], box["y"] + 0.6 * box["height"])
    inside.wait_for_function("() => document.querySelectorAll('[data-area=board] [data-point]').length === 5")
    inside.wait_for_function("() => !document.querySelector('.stage.is-pending')")
    assert inside.locator(".stage-trouble").is_hidden()
    page.close()
