"""A board in a notebook's cell: the widget's own script in a browser, and a board in Python as its kernel."""

import json

import pytest

from perceptron import gate
from playground.export.notebook import BoardWidget
from playground.stage import assets
from tests.browser.browsing import DESKTOP, wait_for
from tests.playground.export.test_notebook import notebook as notebook  # the fixture

HOST = "http://notebook.test"
CELL = """<!doctype html><body style="background: %s"><div id="cell"></div><script type="module">
  const { default: widget } = await import("./widget.js");
  const state = await window.stateOf();
  const heard = new Map();
  window.hear = (event, ...news) => heard.get(event)?.(...news);
  window.set = (name, value) => { state[name] = value; window.hear(`change:${name}`); };
  const model = {
    get: (name) => state[name],
    on: (event, handler) => { heard.set(event, handler); },
    off: (event) => { heard.delete(event); },
    send: async (message) => {
      for (const [answer, scripts] of await window.toKernel(message))
        window.hear("msg:custom", answer, scripts.map((each) => new DataView(new TextEncoder().encode(each).buffer)));
    },
    widget_manager: { get_model: async () => ({ get: () => state.document }) },
  };
  window.leave = await widget.render({ model, el: document.querySelector("#cell") });
</script>"""


class Cell:
    """A notebook's cell with a board; `board` is the kernel's."""

    def __init__(self, page, board, background="white"):
        self.page, self.board, self.sent = page, board, []
        board.send = lambda message, buffers=(): self.sent.append((message, [each.decode() for each in buffers]))
        page.route(f"{HOST}/", lambda route: route.fulfill(body=CELL % background, content_type="text/html"))
        script = assets.script("widget.js").decode()
        page.route(f"{HOST}/widget.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
        page.expose_function("stateOf", self.state)
        page.expose_function("toKernel", self.hear)
        page.goto(f"{HOST}/")
        self.stage = page.frame_locator("iframe")
        self.stage.locator(".stage[data-at][data-idle]").wait_for()

    def state(self):
        names = ("page", "content", "saved")
        state = {name: getattr(self.board, name) for name in names}
        return {**state, "stage": "IPY_MODEL_x", "document": self.board.stage.document}

    def hear(self, message):
        self.sent.clear()
        self.board._handle_custom_msg(message, [])
        return json.loads(json.dumps(self.sent))

    def press(self, name):
        self.stage.locator(f'[data-do="{name}"]').click()

    def until(self, holds):
        for _ in range(3000):
            if holds():
                return
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
        raise AssertionError("not so after many frames")


def test_what_the_hand_makes_in_the_cell_is_in_the_kernel_and_the_other_way_round(window):
    board = BoardWidget(gate("and"), bias=True)
    cell = Cell(window(own=True, viewport=DESKTOP), board)
    place = cell.stage.locator('[data-area="board"]').bounding_box()
    cell.page.mouse.click(place["x"] + 0.6 * place["width"], place["y"] + 0.4 * place["height"])
    cell.until(lambda: len(board.data) == 5)
    for _ in range(2):
        cell.press("forward")
    cell.until(lambda: board.step == 2)
    assert cell.stage.locator(".stage").get_attribute("data-at") == "2"
    cell.press("undo")
    cell.until(lambda: len(board.data) == 4)
    assert board.data.X.tolist() == gate("and").augmented().X.tolist()
    cell.stage.get_by_role("switch", name="Bias").click()
    cell.until(lambda: board.data.dim == 2)
    cell.stage.locator(".stage[data-idle]").wait_for()
    assert [
        line for line in cell.stage.locator(".stage-complaints, .stage-trouble").all_inner_texts() if line.strip()
    ] == []

    board.data = gate("xor")
    board.step = 1
    cell.page.evaluate("(content) => window.set('content', content)", board.content)
    cell.stage.locator('.stage[data-at="1"]').wait_for()
    assert cell.page.url == f"{HOST}/"
    cell.page.evaluate("() => window.leave()")


@pytest.mark.parametrize(("background", "theme"), [("#111", "is-dark"), ("white", "")])
def test_a_board_is_as_dark_as_its_notebook(window, background, theme):
    cell = Cell(window(own=True, viewport=DESKTOP), BoardWidget("/descent"), background)
    cell.until(lambda: cell.stage.locator("canvas").count() and not cell.stage.locator("[aria-busy=true]").count())
    assert (cell.stage.locator("html").get_attribute("class") or "") == theme
    other = {"#111": "white", "white": "#111"}[background]
    cell.page.evaluate("(color) => document.body.style.background = color", other)
    cell.until(lambda: (cell.stage.locator("html").get_attribute("class") or "") != theme)


def fields(scene):
    return [part.get("z") for panel in scene["panels"] for part in panel.get("figure", {}).get("parts", [])]


def test_saved_boards_step_without_a_kernel_and_say_nothing_of_widgets(window, notebook):
    boards = [BoardWidget(link) for link in ("/?data=AND&bias=true", "/descent")]
    for cell, board in enumerate(boards):
        notebook.run(f"cell {cell}", board)
    # As JupyterLab shows what is saved; the output with the document of both comes last.
    outputs = [[f"<div>{saved.data}</div>", "<div>Error displaying widget</div>"] for saved in notebook.saved]
    body = "".join(f'<div class="jp-OutputArea-child">{output}</div>' for pair in reversed(outputs) for output in pair)
    page = window(own=True, viewport=DESKTOP)
    page.route(f"{HOST}/", lambda route: route.fulfill(body=f"<!doctype html>{body}", content_type="text/html"))
    page.goto(f"{HOST}/")
    for place in range(2):
        stage = page.frame_locator(f"iframe >> nth={place}")
        stage.locator('.stage[data-at="0"]').wait_for()
        stage.locator('[data-do="forward"]').click()
        stage.locator('.stage[data-at="1"]').wait_for()
        assert stage.locator(".stage-settings").is_hidden()
        if place == 0:
            stage.locator("canvas").first.wait_for(state="attached")  # its fields of colour
        scene = page.locator("iframe").nth(place).evaluate("({ playground }) => playground.content.scene")
        assert fields(scene) == fields(json.loads(boards[1 - place].content)["scene"])
        assert not page.get_by_text("Error displaying widget").nth(place).is_visible()
    wait_for(page, "iframe[title='Saved board']")


def test_a_board_that_is_saved_anew_beside_its_widget_gives_way_to_it_at_once(window, notebook):
    board = BoardWidget("/?data=AND&bias=true")
    notebook.run("cell", board)
    cell = Cell(window(own=True, viewport=DESKTOP), board)
    cell.page.evaluate(
        "(saved) => document.body.append(document.createRange().createContextualFragment(saved))",
        notebook.saved[0].data,
    )
    cell.until(lambda: not cell.page.locator(f"#{board.saved}").count())
    assert cell.page.locator("iframe").count() == 1


def test_a_saved_board_whose_output_has_been_cleared_is_left_alone(window, notebook):
    notebook.run("cell", BoardWidget("/?data=AND&bias=true"))
    page = window(own=True)
    page.set_content("<main></main>")
    page.clock.install()
    page.evaluate(
        """(saved) => {
          const output = document.createRange().createContextualFragment(saved);
          output.querySelector("div").remove();
          document.querySelector("main").append(output);
        }""",
        notebook.saved[0].data,
    )
    page.clock.run_for(2000)  # an error in the page would fail this test at its end
    assert page.locator("iframe").count() == 0
