"""The layout of a page: phones, other sizes, other themes, right-to-left documents."""

import pytest

from playground.export import site
from tests.browser.browsing import PHONE, STANDING, Playground, link, next_frame, ready, wait_for
from tests.marks import slow, slow_but
from tests.pages import ADDRESSES

SCROLLS = "() => [document.scrollingElement, document.querySelector('[data-testid=stMain]')].map((node) => [{}])"


def overflow(stage, direction):
    """Return by how many pixels the document and Streamlit's main part can be scrolled."""
    size = {"down": "Height", "right": "Width"}[direction]
    return stage.page.evaluate(SCROLLS.format(f"node.scroll{size} - node.client{size}"))


def test_the_board_gives_way_to_a_line_more_above_it(visit):
    """So it is when a font arrives late: the stage gets no other sign."""
    stage = visit("/nonseparable")
    board = stage.page.locator("[data-area=board]")
    before, drawn = board.bounding_box()["height"], stage.frame().height
    stage.page.evaluate("document.querySelector('.menu').style.marginBottom = '40px'")
    stage.until(lambda: stage.frame().height < drawn - 30)
    assert board.bounding_box()["height"] == pytest.approx(before - 40, abs=1)
    assert overflow(stage, "down") == [[0], [0]]


STAGES = [name for name in ADDRESSES if name not in ("Lessons", "Experiments")]
ENDS = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".stage-sentence"));
  const parts = [...document.querySelectorAll("[data-area=board], .stage-tools, .stage-buttons")];
  const seen = parts.filter((part) => part.checkVisibility({ visibilityProperty: true }));
  return [words, ...seen].map((one) => one.getBoundingClientRect().bottom);
}"""


@pytest.mark.parametrize("name", slow_but(STAGES, "Playground"))
def test_a_phone_sees_board_tools_steps_and_sentence_without_scrolling(visit, name):
    stage = visit(ADDRESSES[name], asks=True, **PHONE)
    for _ in range(4):
        assert max(stage.page.evaluate(ENDS)) <= 844
        stage.press("ArrowRight")
        stage.settle()


def test_the_stage_is_drawn_anew_when_the_window_changes_its_size(visit_light):
    stage = visit_light(link([(0.5, 0.5, 0)]))
    stage.page.set_viewport_size({"width": 1100, "height": 640})
    stage.settle()
    frame = stage.frame()
    assert frame.width == pytest.approx(frame.height, abs=1)
    stage.click(-0.5, 0.5)
    stage.until(lambda: len(stage.points) == 2)
    assert stage.points[1] == pytest.approx((-0.5, 0.5, 0), abs=1 / 64)


def test_an_unchanged_figure_is_redrawn_only_for_another_theme(visit_light):
    stage = visit_light(link([(0.5, 0.5, 0)]))
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
def test_a_right_to_left_document_moves_no_sign_or_formula(window, server, tmp_path, kind):
    query = "/proof?data=AND&bias=true&step=3"
    page = window(own=kind == "first")
    if kind in ("app", "light"):
        ready(page, f"{server}{'/light' if kind == 'light' else ''}{query}")
        Playground(page).settle()
    elif kind == "first":
        page.route_web_socket("**/_stcore/stream", lambda socket: None)
        page.goto(server + query, wait_until="commit")
        wait_for(page, STANDING)
        wait_for(page, "#first.has-font")
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
    sentence = page.locator(".question" if kind in ("phone", "wall") else ".stage-words")
    assert sentence.evaluate(_TRANSLATED) == [True, False]
