"""On a projector everything is in sight, on a phone everything is in reach, in light and in dark."""

import re

import pytest

from playground.export import site
from tests.browser.browsing import PHONE, STANDING, link, next_frame, wait_for
from tests.marks import slow

MAIN_JOB = [".stage-facts", ".stage-verdict", '[data-area="board"]', '[data-area="upper"]', '[data-area="lower"]',
            ".stage-tools", ".stage-buttons", ".stage-scrub", ".stage-speed", ".stage-sentence"]  # fmt: skip
SCROLLS = "() => [document.scrollingElement, document.querySelector('[data-testid=stMain]')].map((node) => [{}])"


def overflow(stage, direction):
    """By how many pixels the document and Streamlit's own main part can be scrolled."""
    size = {"down": "Height", "right": "Width"}[direction]
    return stage.page.evaluate(SCROLLS.format(f"node.scroll{size} - node.client{size}"))


@pytest.mark.parametrize("query", ["/", slow(link(data="XOR", bias="true", step=3))])
def test_a_projector_shows_everything_of_the_main_job_without_scrolling(visit, query):
    stage = visit(query)
    for part in MAIN_JOB:
        box = stage.page.locator(f".stage {part}").bounding_box()
        assert box["width"] > 0, part
        assert box["height"] > 0, part
        assert box["x"] >= 0, part
        assert box["y"] >= 0, part
        assert box["x"] + box["width"] <= 1366, part
        assert box["y"] + box["height"] <= 768, part
    board = stage.frame()
    assert board.width == pytest.approx(board.height, abs=1)
    assert overflow(stage, "down") == [[0], [0]]
    assert overflow(stage, "right") == [[0], [0]]


def test_the_board_gives_way_to_a_line_more_above_it(visit):
    """As when a font arrives late: nothing else tells the stage."""
    stage = visit("/nonseparable")
    before = stage.frame()
    stage.page.evaluate("document.querySelector('.st-key-menu').style.marginBottom = '40px'")
    stage.until(lambda: stage.frame().height < before.height - 30)
    assert stage.frame().height == pytest.approx(before.height - 40, abs=1)
    assert overflow(stage, "down") == [[0], [0]]


def test_no_two_parts_of_the_stage_overlap(visit):
    stage = visit(link(data="slow pair", bias="true", step=200))
    boxes = [stage.page.locator(f".stage {part}").bounding_box() for part in MAIN_JOB]
    boxes = [box for part, box in zip(MAIN_JOB, boxes, strict=True) if part not in (".stage-scrub", ".stage-speed")]
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
            down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
            assert min(across, down) <= 1


def test_a_phone_reaches_everything_and_never_scrolls_sideways(visit):
    stage = visit("/", **PHONE)
    assert overflow(stage, "right") == [[0], [0]]
    on_page = stage.page.locator(".stage button:visible, .stage select").all()
    stage.do("share")
    for button in [*on_page, *stage.page.locator(".stage-share button").all()]:
        box = button.bounding_box()
        assert box["height"] >= 40
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    stage.do("close")
    for part in MAIN_JOB:
        place = stage.page.locator(f".stage {part}")
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box["height"] > 0, part
        assert 0 <= box["y"] < 844, part


def test_a_phone_opens_the_controls_only_when_asked(visit):
    stage = visit("/", **PHONE)
    assert not in_sight(stage.field("Seed"))
    stage.page.click("[data-testid=stExpandSidebarButton]")
    stage.until(lambda: in_sight(stage.field("Seed")))
    assert in_sight(stage.field("Seed"))


def in_sight(locator):
    box = locator.bounding_box() if locator.count() else None
    return bool(box) and 0 <= box["x"] < 390


OTHERS = ("proof", "dimensions", "nonseparable", "kernels", "descent", "race", "digits", "halving", "adversary")
PAGES = ["/", *(slow(f"/{name}") for name in OTHERS)]
ENDS = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".stage-sentence"));
  return [words, ...document.querySelectorAll("[data-area=board], .stage-tools, .stage-buttons")].map(
    (one) => one.getBoundingClientRect().bottom);
}"""


@pytest.mark.parametrize("page", PAGES)
def test_a_phone_sees_board_tools_steps_and_sentence_without_scrolling(visit, page):
    stage = visit(page, asks=True, **PHONE)
    for _ in range(3):
        stage.press("ArrowRight")
        stage.settle()
        assert max(stage.page.evaluate(ENDS)) <= 844


@pytest.mark.parametrize("scheme", ["dark", slow("light")])
def test_the_ink_stands_out_from_the_page_in_both_themes(visit, scheme):
    stage = visit(link([(0.5, 0.5, 0), (-0.5, 0.25, 1)], step=1), color_scheme=scheme)
    paper, text, line, ticks = stage.page.evaluate("""() => {
      const style = (selector) => getComputedStyle(document.querySelector(selector));
      return [style("[data-testid=stApp]").backgroundColor, style(".stage").color,
        style('[data-area="board"] [data-kind="line"]:last-of-type').stroke, style(".stage-axes text").fill]; }""")
    dark = scheme == "dark"
    assert (brightness(paper) < 60) == dark
    assert (brightness(paper) > 200) == (not dark)
    for ink in (text, line, ticks):
        assert abs(brightness(ink) - brightness(paper)) > 120, ink


def brightness(color):
    """From 0, black, to 255, white."""
    if color.startswith("#"):
        return sum(int(color[i : i + 2], 16) for i in (1, 3, 5)) / 3
    return sum(map(float, re.findall(r"[\d.]+", color)[:3])) / 3


def test_the_stage_is_drawn_anew_when_the_window_changes_its_size(visit):
    stage = visit(link([(0.5, 0.5, 0)]))
    stage.page.set_viewport_size({"width": 1100, "height": 640})
    stage.settle()
    frame = stage.frame()
    assert frame.width == pytest.approx(frame.height, abs=1)
    stage.click(-0.5, 0.5)
    stage.until(lambda: len(stage.points) == 2)
    assert stage.points[1] == pytest.approx((-0.5, 0.5, 0), abs=1 / 64)


def test_a_figure_that_stays_the_same_is_drawn_anew_only_for_other_colours_of_the_theme(visit):
    stage = visit(link([(0.5, 0.5, 0)]))
    stage.settle()
    shown = ".stage-panel:not([hidden]) .stage-axes"
    pictures = f"Array.from(document.querySelectorAll('{shown}'), (axes) => axes.firstChild)"
    stage.page.evaluate(f"window.before = {pictures}")
    same = f"{pictures}.map((drawn, i) => drawn === window.before[i])"
    for _ in range(3):
        stage.page.keyboard.press("Shift+ArrowUp")
        stage.settle()
    assert stage.page.evaluate(same) == [True] * 3
    for point in ((0.5, 0.25), (-0.5, 0.25)):
        stage.click(*point)
        stage.settle()
    assert len(stage.points) == 3
    assert stage.page.evaluate(same) == [True, False, False]
    stage.page.evaluate("document.querySelector('.stage').style.setProperty('--st-text-color', 'rgb(200, 0, 100)')")
    stage.page.keyboard.press("Shift+ArrowUp")
    ticks = "getComputedStyle(document.querySelector('[data-area=board] .stage-axes text')).fill"
    stage.until(lambda: stage.page.evaluate(ticks) == "rgb(200, 0, 100)")
    assert stage.page.evaluate(ticks) == "rgb(200, 0, 100)"


def test_what_plotly_draws_is_drawn_anew_only_for_other_colours_of_the_theme(visit):
    stage = visit("/descent")
    stage.settle()
    stage.page.evaluate("""() => { const react = window.Plotly.react; window.redrawn = [];
      window.Plotly.react = (plot, ...given) => {
        window.redrawn.push(plot.closest(".stage-panel").dataset.area);
        return react(plot, ...given);
      }; }""")
    for _ in range(3):
        stage.page.keyboard.press("Shift+ArrowUp")
        stage.settle()
    assert stage.page.evaluate("window.redrawn") == []
    stage.page.evaluate("document.querySelector('.stage').style.setProperty('--st-text-color', 'rgb(200, 0, 100)')")
    stage.page.keyboard.press("Shift+ArrowUp")
    ticks = "getComputedStyle(document.querySelector('[data-area=side] .xtick text')).fill"
    stage.until(lambda: stage.page.evaluate(ticks) == "rgb(200, 0, 100)")
    assert stage.page.evaluate(ticks) == "rgb(200, 0, 100)"
    assert stage.page.evaluate("window.redrawn") == ["side"]


# Where each piece of text is, letter by letter, and each row of a formula.
_WRITTEN = """() => {
  const written = [];
  const texts = document.createTreeWalker(document.querySelector("#first") ?? document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (!text.data.trim() || !text.parentElement.checkVisibility()) continue;
    const letter = document.createRange();
    for (let i = 0; i < text.length; i++) {
      letter.setStart(text, i);
      letter.setEnd(text, i + 1);
      written.push([text.data[i], ...Array.from(letter.getClientRects(), ({ left }) => Math.round(left))].join(" "));
    }
  }
  return written;
}"""


# Whether a translated sentence begins at its right, and one that is not.
_TRANSLATED = """(node) => ["אב w גד", "a b c d"].map((sentence) => {
  node.textContent = sentence;
  const [begin, end] = [0, sentence.length - 1].map((i) => {
    const letter = document.createRange();
    letter.setStart(node.firstChild, i);
    letter.setEnd(node.firstChild, i + 1);
    return letter.getBoundingClientRect().left;
  });
  return begin > end;
})"""


@pytest.mark.parametrize("kind", ["app", slow("first"), slow("light"), slow("saved"), "phone", slow("wall")])
def test_signs_and_formulas_are_where_they_are_in_a_document_from_right_to_left(visit, window, server, tmp_path, kind):
    query = "/proof?data=AND&bias=true&step=3"
    page = window(own=True)
    if kind in ("app", "light"):
        page = visit(query, at=f"{server}/light" if kind == "light" else None).page
    elif kind == "first":
        page.route_web_socket("**/_stcore/stream", lambda socket: None)
        page.goto(server + query, wait_until="commit")
        wait_for(page, STANDING)
    elif kind == "saved":
        site.write(tmp_path, [query])
        page.goto((tmp_path / "01.html").as_uri())
        wait_for(page)
    else:
        board = {"page": "playground", "query": "data=AND&bias=true"}
        wall, _, _ = page.request.post(f"{server}/room", form=board, headers={"origin": server}).url.partition("#")
        page.goto(wall if kind == "wall" else wall.removesuffix("/wall"))
        said = "0 joined" if kind == "wall" else "the question opens soon"
        page.locator(".counts" if kind == "wall" else ".status").get_by_text(said).wait_for()
        if kind == "phone":
            page.locator(".room").get_by_text("You are").wait_for()  # as it says once it has joined
    before = page.evaluate(_WRITTEN)
    page.evaluate("document.documentElement.dir = 'rtl'")
    next_frame(page)
    assert page.evaluate(_WRITTEN) == before
    sentence = page.locator(".question" if kind in ("phone", "wall") else ".stage-sentence")
    assert sentence.evaluate(_TRANSLATED) == [True, False]
