"""In a frame a page fits the heights of docs/teaching.md, and sends its height to the host."""

import re
from pathlib import Path

import pytest

from playground.export import site
from tests.browser.browsing import AT_REST, DRAWN, next_frame, wait_for
from tests.browser.test_present import STAGES, path
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
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    yield lambda *arguments, **options: Host(page, tmp_path, *arguments, **options)
    page.close()


@pytest.mark.parametrize("file", slow_but(STAGES, "app.py"))
def test_the_heights_that_the_guide_names_are_enough(host, server, file):
    framed = host(f"{server}{path(file)}?embed=true", WIDE, ENOUGH, listens=False)
    for width in (WIDE, 700, 800, 1000, 1300):
        framed.widen(width)
        assert max(framed.room()[:2]) <= 0, width
    narrow = host(f"{server}{path(file)}?embed=true", 360, ON_A_PHONE, listens=False)
    assert max(narrow.room()[:2]) <= 0
    messages = narrow.page.evaluate("window.told")
    assert all([*message] == ["playgroundHeight"] for message in messages)
    assert len(messages) <= 2


@pytest.mark.parametrize("which", ["app", slow("lesson"), slow("lessons"), "index", slow("alone")])
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
