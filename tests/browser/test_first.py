"""The first document: its board works before Streamlit has come, and then becomes the page's board."""

import contextlib
from itertools import product

import pytest

from playground.lessons import LESSONS
from tests.boards import HAND
from tests.browser.browsing import STANDING, Playground, light, link, next_frame, parameters, ready, telling, wait_for
from tests.marks import slow_but

TEN = [(round(-0.9 + 0.2 * i, 1), (-1) ** i * 0.5) for i in range(10)]
PLACED = [(round(128 * x) / 128, round(128 * y) / 128, i % 2) for i, (x, y) in enumerate(TEN)]

SIZES = [(1366, 768), (390, 844), (1024, 768), (1920, 1080), (900, 700)]
SHOWN = [
    "/",
    "/?lesson=margin",
    "/race?data=AND&ask=Why%3F&hide=controls&next=/proof?step=2",
    "/?embed=true",
    "/proof?present=true",
    "/?bias=perhaps",
]
LOOKS = [(*shown, scheme) for shown, scheme in zip(product(SHOWN, SIZES), ["light", "dark"] * 15, strict=True)]

# Where everything is that is shown of the stage, and of the menu unless the stage is presented before it.
_PLACES = """() => {
  const menu = location.search.includes("present=true") ? "" : ", .menu :is(a, summary)";
  const first = document.getElementById("first");
  const places = {};
  for (const node of (first ?? document).querySelectorAll(`.stage-room, .stage-room *${menu}`)) {
    const { left, top, width, height } = node.getBoundingClientRect();
    if (!width || node.closest("details div")) continue;
    const name = node.closest(".stage-room") ? `${node.nodeName} ${node.getAttribute("class")}` : node.textContent;
    (places[name] ??= []).push([left, top, width, height].map(Math.round).join());
  }
  const { backgroundColor, color } = getComputedStyle(first ?? document.querySelector(".stApp"));
  return { ...places, backgroundColor, color };
}"""


@contextlib.contextmanager
def held(page, address):
    """Open an address, and hold back Streamlit's script until the block ends."""
    waiting = []
    page.route("**/static/js/index.*.js", lambda route: waiting.append(route))
    page.goto(address, wait_until="commit")
    wait_for(page, STANDING)
    wait_for(page, "#first.has-font")
    yield Playground(page)
    for script in waiting:
        script.continue_()
    page.unroute("**/static/js/index.*.js")


def place(stage):
    for i, (x, y) in enumerate(TEN):
        stage.press(str(1 + i % 2))
        stage.click(x, y)


def test_steps_and_points_before_streamlits_script_are_kept(server, window):
    page = window(own=True)
    with held(page, telling(server + link([], bias=True))) as stage:
        place(stage)
        stage.until(lambda: page.is_enabled("[data-do=first]"))  # at the end of a run, which has been answered
        stage.press("Home", "ArrowRight")
        stage.until(lambda: stage.step == 1)
        assert page.locator("#first .stage").count() == page.locator(".stage").count() == 1
        assert stage.drawn == PLACED
    stage.settle()
    assert page.locator("#first").count() == 0
    assert page.locator(".stage").count() == 1
    assert stage.drawn == stage.points == PLACED
    assert stage.step == 1
    verdicts = stage.facts
    for count in reversed(range(10)):
        stage.press("Control+z")
        stage.until(lambda count=count: len(stage.drawn) == count)
    stage.press("Control+Shift+z")
    stage.settle()
    assert stage.drawn == stage.points == PLACED[:1]
    cold = Playground(ready(window(), telling(light(server + link(PLACED, bias=True)))))
    cold.settle()
    assert cold.facts == verdicts


@pytest.mark.slow
def test_a_drag_a_guess_and_the_focus_outlast_the_takeover(server, window):
    page = window(own=True)
    page.add_init_script("delete Element.prototype.moveBefore")  # which not all browsers have
    with held(page, server + link(data="AND", bias=True)) as stage:
        page.fill(".stage-guess", "7")
        page.focus(".stage-guess")
    stage.settle()
    assert page.input_value(".stage-guess") == "7"
    assert page.evaluate("document.activeElement.className") == "stage-guess"
    stage.press("Enter", "End")
    stage.settle()
    assert "7" in stage.verdict
    page = window(own=True)
    with held(page, server + link(HAND, bias=True)) as stage:
        stage.drag(HAND[0][:2], (-0.25, 0.5), hold=True)
    page.wait_for_selector("#first", state="detached")
    page.mouse.move(*stage.frame().screen(-0.5, 0.75), steps=4)
    page.mouse.up()
    stage.settle()
    assert stage.drawn == stage.points == [(-0.5, 0.75, 0), *HAND[1:]]


@pytest.mark.parametrize("look", slow_but(LOOKS, LOOKS[1]))
def test_nothing_moves_as_the_page_takes_over(server, window, look):
    shown, size, scheme = look
    page = window(own=True, viewport=dict(zip(("width", "height"), size, strict=True)), color_scheme=scheme)
    with held(page, server + shown) as stage:
        next_frame(page)
        before = page.evaluate(_PLACES)
    page.wait_for_selector("#first", state="detached")
    assert page.evaluate(_PLACES) == before
    stage.settle()
    assert page.evaluate(_PLACES) == before


def test_the_first_document_has_the_kept_theme_and_lessons(server, window):
    page = window(own=True)
    page.goto(server)
    page.evaluate("localStorage.setItem('stActiveTheme-/-v2', JSON.stringify('Dark'))")
    page.evaluate("localStorage.setItem('lesson hand', 'seen')")
    Playground(page).settle()
    with held(page, server) as stage:
        before = page.evaluate(_PLACES)
        assert f"Go on with 1 of {len(LESSONS) - 1} →" in page.inner_text("#first main")
    stage.settle()
    assert page.evaluate(_PLACES) == before
    assert before["backgroundColor"] == "rgb(18, 22, 28)"


@pytest.mark.parametrize("body", [None, "This is no script."])
def test_where_the_stage_does_not_load_the_whole_page_says_so(browser, server, body):
    page = browser.new_page()
    file = {"content_type": "text/javascript", "body": body}
    page.route("**/app/static/stage-*.js", lambda route: route.fulfill(**file) if body else route.abort())
    page.goto(server, wait_until="commit")
    page.get_by_text("The picture could not be loaded").wait_for()
    assert page.locator("#first").count() == 0
    page.close()


def test_where_the_page_never_comes_the_first_document_goes_on_by_itself(server, window):
    page = window(own=True)
    page.route_web_socket("**/_stcore/stream", lambda socket: None)
    page.goto(server + link(HAND, bias=True), wait_until="commit")
    wait_for(page, STANDING)
    stage = Playground(page)
    stage.click(-0.75, 0.25)
    stage.press("ArrowRight")
    points = [*HAND, (-0.75, 0.25, 0)]
    stage.until(lambda: stage.drawn == stage.points == points)
    assert page.locator("#first").count() == 1
    page.reload(wait_until="commit")
    wait_for(page, STANDING)
    assert stage.drawn == points
    page.locator("#first nav").get_by_text("Lessons").click()
    page.wait_for_url("**/lessons?*")
    assert parameters(page.url)["points"]
