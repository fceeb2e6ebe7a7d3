"""Boards and saved notebooks in a real JupyterLab and a real marimo, from their first run to the file opened again."""

import importlib.util
import json
import os
import urllib.parse
from urllib.request import urlopen

import pytest

from playground.export.notebook import _document
from playground.pages.adversary.scene import PERCEPTRON
from tests.browser.browsing import wait_for
from tests.browser.labs import Lab, board, click, jupyter, marimo, write
from tests.playground.export.test_assignment import APART, RIGHT, filled

MISSING = os.environ.get("CI") != "true" and not all(map(importlib.util.find_spec, ("jupyterlab", "marimo")))
pytestmark = [pytest.mark.slow, pytest.mark.skipif(MISSING, reason="needs JupyterLab and marimo: tests/notebooks.txt")]

LINKS = [
    "/proof",
    "/kernels",
    "/descent",
    "/race",
    "/digits",
    "/halving",
    f"/adversary?player={PERCEPTRON}",
    "/dimensions",
    "/nonseparable",
]
TEN = f"""from playground.export.notebook import BoardWidget
from perceptron import gate
boards = [BoardWidget(gate("and"), bias=True), *map(BoardWidget, {LINKS})]"""


def test_ten_boards_of_a_notebook_are_edited_survive_a_new_kernel_and_step_where_there_is_none(window, tmp_path):
    file = tmp_path / "ten.ipynb"
    write(file, TEN, *(f"boards[{place}]" for place in range(10)))
    with jupyter(tmp_path) as address:
        page, received = window(own=True), []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(frame)))
        lab = Lab(page, address, file.name)

        def documents():
            document = _document().document
            return sum((document.encode() if isinstance(frame, bytes) else document) in frame for frame in received)

        def all_shown():
            return [page.locator(f'iframe[title="{title}"]').count() for title in ("Board", "Saved board")] == [10, 0]

        lab.run_all()
        lab.until(all_shown)
        assert documents() == 2  # of all widgets, and of all saved boards
        first = board(page, 0)
        click(first, 0.3, 0.4)
        first.settle()
        placed = first.drawn[4][:2]
        assert placed == pytest.approx((0.3, 0.4), abs=0.02)
        exact = [round(128 * each) / 128 for each in placed]  # the board's grid
        lab.until(lambda: lab.run("print(len(boards[0].data))") == "5")
        assert json.loads(lab.run("print(boards[0].data.X[-1].tolist())")) == [*exact, 1]
        first.do("forward", "forward")
        lab.until(lambda: lab.run("print(boards[0].step)") == "2")
        first.do("undo")
        lab.until(lambda: lab.run("print(boards[0].data.X.tolist() == gate('and').augmented().X.tolist())") == "True")
        for place in range(1, 10):
            stage = board(page, place)
            stage.do("forward")
            lab.until(lambda place=place: lab.run(f"print(boards[{place}].step)") == "1")

        lab.do("kernelmenu:restart")
        lab.press("Confirm Kernel Restart")
        lab.until(lambda: lab.run("print('boards' in globals())") == "False")
        first = board(page, 0)
        click(first, 0.6, 0.4)
        first.until(lambda: "after a restart, run the cell again" in first.page.inner_text(".stage-trouble"))
        first.do("forward")
        assert (first.step, len(first.drawn)) == (1, 5)
        lab.run_all()
        lab.until(lambda: lab.run("print(boards[0].step)") == "0")
        lab.until(all_shown)
        lab.save()
        page.goto("about:blank")
    saved = file.read_text()
    assert len(saved) <= 1e6
    assert saved.count(_document().document) == 1

    with jupyter(tmp_path, kernel=False) as address:
        Lab(page, address, file.name).press("No Kernel")
        for place in range(10):
            stage = board(page, place, "Saved board")
            stage.do("forward")
            assert stage.step == 1
        assert not page.get_by_text("Error displaying widget").filter(visible=True).count()


def assignment(server, kind):
    """The text of *Write your own `train`* as the app saves it."""
    link = urllib.parse.urlencode({"link": f"{server}/?lesson=write-loop"})
    saved = json.loads(urlopen(f"{server}/share/playground?{link}").read())["files"]
    (text,) = (file["text"] for file in saved if file["name"] == f"write-your-own-train.{kind}")
    return text


def test_the_assignment_runs_in_jupyterlab_with_the_library_that_the_app_serves(window, server, tmp_path):
    notebook = json.loads(assignment(server, "ipynb"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    solved = filled(APART.join(cell["source"] for cell in code), RIGHT, "    ").split(APART)
    for cell, source in zip(code, solved, strict=True):
        cell["source"] = source
    file, library = tmp_path / "train.ipynb", tmp_path / "library"
    file.write_text(json.dumps(notebook))
    library.mkdir()
    with jupyter(tmp_path, library) as address:
        lab = Lab(window(own=True), address, file.name)
        lab.run_all()
        assert lab.run("import perceptron; print(perceptron.__file__)").startswith(str(library))
        lab.save()
        lab.page.goto("about:blank")
    ran = [cell for cell in json.loads(file.read_text())["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in ran] == [*range(1, len(ran) + 1)]
    shown = json.dumps([cell["outputs"] for cell in ran], ensure_ascii=False)
    assert [shown.count(words) for words in ("✓ Right.", "✗ Not yet.", "<svg ", '"error"')] == [8, 0, 3, 0]


BOARD = """
@app.cell
def _(mo):
    from perceptron import gate
    from playground.export.notebook import BoardWidget

    last, set_last = mo.state([])
    board = BoardWidget(gate("and"), bias=True)
    board.observe(lambda _: set_last(board.data.X[-1].tolist()), "address")
    board
    return (last,)


@app.cell
def _(last):
    print("Placed:", last())
    return


"""


def test_the_assignment_runs_in_marimo_and_a_board_beside_it_tells_other_cells_of_the_hand(window, server, tmp_path):
    file = tmp_path / "train.py"
    cells, start, end = filled(assignment(server, "py"), RIGHT, "        ").partition("if __name__")
    file.write_text(cells + BOARD.lstrip() + start + end)
    with marimo(file) as address:
        page = window(own=True)
        page.goto(address)
        wait_for(page, "[data-status=outdated]")
        page.get_by_test_id("chrome-controls-bottom-right").get_by_test_id("run-button").click()
        stage = board(page, 0)
        click(stage, 0.3, 0.4)
        stage.settle()
        placed = [round(128 * each) / 128 for each in stage.drawn[4][:2]]
        page.get_by_text(f"Placed: {[*placed, 1.0]}").wait_for()
        printed = " ".join(page.get_by_test_id("console-output-area").all_inner_texts())
        assert [printed.count(words) for words in ("✓ Right.", "✗ Not yet.")] == [8, 0]
