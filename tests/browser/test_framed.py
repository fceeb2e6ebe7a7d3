"""In a frame the stage is alone, fits the heights of docs/teaching.md, and sends its height to the host."""

import re
from pathlib import Path

import pytest

from playground.export import site
from tests.browser.browsing import AT_REST, DRAWN, next_frame, wait_for
from tests.browser.test_present import STAGES
from tests.browser.test_screens import path
from tests.marks import slow, slow_but

GUIDE = (Path(__file__).parents[2] / "docs" / "teaching.md").read_text(encoding="utf-8")
EXAMPLE = re.search(r"```html\n(<iframe .*?</script>)\n```", GUIDE, re.DOTALL)[1]
SOURCE = "https://…/?data=XOR&embed=true"
ENOUGH, WIDE, ON_A_PHONE = (
    int(number.replace(",", ""))
    for number in re.search(r"at least (\d+) px in height where that is (\d+) px .* up to ([\d,]+)\.", GUIDE).groups()
)
_TOLD = """addEventListener("message", ({ data }) =>
  data?.playgroundHeight && (window.told ??= []).push(data));"""
_BESIDE = """() => [".menu", ".headline"].filter((selector) =>
    [...document.querySelectorAll(selector)].some((node) => node.checkVisibility({ visibilityProperty: true })))"""
_SHARE = """() => {
  const { left, top, width, height } = document.querySelector(".stage-room").getBoundingClientRect();
  return [left, top, (width * height) / (innerWidth * innerHeight)];
}"""
_ROOM = """() => {
  const main = document.querySelector("[data-testid=stMain]") ?? document.documentElement;
  const content = document.querySelector(".stMainBlockContainer") ?? document.documentElement;
  return [main.scrollWidth - main.clientWidth, main.scrollHeight - main.clientHeight,
    main.clientHeight - content.getBoundingClientRect().height];
}"""


class Host:
    """Another page with one frame, and with the guide's script if it listens."""

    def __init__(self, page, folder, address, width, height, *, listens):
        self.page = page
        frame = EXAMPLE if listens else EXAMPLE.split("<script>")[0]
        for old, new in ((SOURCE, address.replace("&", "&amp;")), ('"100%"', str(width)), (f'"{ENOUGH}"', str(height))):
            frame = frame.replace(old, new)
        file = folder / "host.html"
        file.write_text(f"<!doctype html><script>{_TOLD}</script>{frame}", encoding="utf-8")
        page.goto(file.as_uri())
        (self.inside,) = page.frames[1:]
        wait_for(self.inside, f"{DRAWN}, .st-key-lessons, li", seconds=90)

    def rest(self):
        """Wait until the frame and its content stand still."""
        height = None
        while height != (height := self.page.evaluate("document.querySelector('iframe').height")):
            assert self.inside.evaluate(AT_REST, 4)
            next_frame(self.page)

    def widen(self, width):
        self.page.evaluate("(width) => (document.querySelector('iframe').width = width)", width)
        self.rest()

    def room(self):
        """Return by how many pixels the content is too wide and too high, and how many are empty."""
        self.rest()
        return self.inside.evaluate(_ROOM)


@pytest.fixture
def host(browser, tmp_path):
    page, faults = browser.new_page(viewport={"width": 1400, "height": 1000}), []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield lambda *arguments, **options: Host(page, tmp_path, *arguments, **options)
    page.close()
    assert [fault for fault in faults if "404" not in fault] == []  # Streamlit looks for its server below each page


@pytest.mark.parametrize("file", slow_but(STAGES, "app.py"))
def test_the_stage_is_alone_and_the_heights_that_the_guide_names_are_enough(host, server, file):
    framed = host(f"{server}{path(file)}?embed=true", WIDE, ENOUGH, listens=False)
    for width in (WIDE, 700, 800, 1000, 1300):
        framed.widen(width)
        assert max(framed.room()[:2]) <= 0, width
    narrow = host(f"{server}{path(file)}?embed=true", 360, ON_A_PHONE, listens=False)
    assert max(narrow.room()[:2]) <= 0
    messages = narrow.page.evaluate("window.told")
    assert all([*message] == ["playgroundHeight"] for message in messages)
    assert len(messages) <= 2
    narrow.page.evaluate("Object.assign(document.querySelector('iframe'), { width: 640, height: 480 })")
    narrow.rest()
    assert narrow.inside.evaluate(_BESIDE) == []
    left, top, share = narrow.inside.evaluate(_SHARE)
    assert (left <= 16, top <= 32, share > 0.7) == (True, True, True)


@pytest.mark.parametrize("which", ["app", slow("lesson"), slow("lessons"), slow("index"), slow("alone")])
def test_a_frame_whose_host_listens_is_as_high_as_it_must_be(host, server, tmp_path, which):
    if which in ("alone", "index"):
        site.write(tmp_path, ["/?data=XOR&bias=true", "/?lesson=margin"])
    address = {
        "app": f"{server}/?data=XOR&bias=true&embed=true",
        "lesson": f"{server}/?lesson=margin&embed=true",
        "lessons": f"{server}/lessons?embed=true",
        "alone": (tmp_path / "01.html").as_uri(),
        "index": (tmp_path / "index.html").as_uri(),
    }[which]
    framed = host(address, 360, 300, listens=True)
    for width in (360, 800, 1200, 500, 1000):
        framed.widen(width)
        wider, higher, empty = framed.room()
        assert (wider, higher) == (0, 0), width
        assert empty <= 25, width
    assert len(framed.page.evaluate("window.told")) <= 15


@pytest.mark.parametrize("where", ["/light/proof", slow("/race")])
def test_in_a_sandboxed_frame_the_board_steps_and_takes_points(browser, server, where):
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    source = f"{server}{where}?data=AND&amp;bias=true"
    page.set_content(f'<iframe sandbox="allow-scripts" src="{source}" style="width: 1200px; height: 900px"></iframe>')
    (inside,) = page.frames[1:]
    wait_for(inside, ".stage[data-at]")
    assert inside.evaluate("origin") == "null"
    points = inside.locator("[data-area=board] [data-point]")
    assert points.count() == 4
    inside.click("[data-do=forward]")
    inside.wait_for_function("() => document.querySelector('.stage').dataset.at === '1'")
    box = inside.locator("[data-area=board]").bounding_box()
    page.mouse.click(box["x"] + 0.4 * box["width"], box["y"] + 0.6 * box["height"])
    inside.wait_for_function("() => document.querySelectorAll('[data-area=board] [data-point]').length === 5")
    inside.wait_for_function("() => !document.querySelector('.stage.is-pending')")
    assert inside.locator(".stage-trouble").is_hidden()
    page.close()
