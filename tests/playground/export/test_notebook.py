"""A notebook's board: it shows what the app shows of the same link, and its data and run are those of the board."""

import json
import urllib.parse

import numpy as np
import pytest

from perceptron import Dataset, gate, margin_dataset, train
from playground.address.address import parameters
from playground.address.codes import decode, encode
from playground.export.notebook import BoardWidget, Output, _document
from playground.page.answer import content, opened
from playground.pages import PAGES
from tests.pages import ADDRESSES

BOARDS = [page for page in PAGES.values() if page.answer and not page.slow]


class Kernel:
    """A board, and what its widget would hear."""

    def __init__(self, board):
        self.board, self.sent = board, []
        board.send = lambda message, buffers=None: self.sent.append((message, buffers))

    def hear(self, **message):
        self.board._handle_custom_msg(message, [])
        return self.sent


class Notebook:
    """What a notebook saves of the boards that its cells show."""

    def __init__(self, monkeypatch):
        self.cell, self.saved, self.anew = "", [], []
        monkeypatch.setattr("playground.export.notebook._output", lambda: self.cell)
        monkeypatch.setattr("playground.export.notebook.display", self._display)
        monkeypatch.setattr(
            "playground.export.notebook.update_display", lambda what, display_id: self.anew.append((display_id, what))
        )

    def _display(self, what, *, display_id="", raw=False):
        if raw:
            assert "application/vnd.jupyter.widget-view+json" in what
        else:
            self.saved.append(what)

    def run(self, cell, board):
        """Run a cell that shows a board, and return what is saved."""
        self.cell = Output(cell, f"run {len(self.saved)}")
        board._ipython_display_()
        return self.saved[-1].data


@pytest.fixture
def notebook(monkeypatch):
    _document.cache_clear()  # as in a new kernel
    yield Notebook(monkeypatch)
    _document.cache_clear()


@pytest.mark.parametrize("page", BOARDS, ids=lambda page: page.file)
def test_a_board_shows_what_the_app_shows_of_the_same_link(page):
    for query in ("", "data=XOR&bias=true&step=2", "data=AND&order=hardest&step=1"):
        link = parameters(query)
        board = BoardWidget(f"https://example.org/{'' if page.file == 'app.py' else page.route}?{query}")
        step = int(link.pop("step", 0))
        shown = json.loads(board.content)
        there = content(opened(page, {**link, "step": str(step)}))
        assert {**shown, "step": there["step"]} == json.loads(json.dumps(there))
        ((heard, _),) = Kernel(board).hear(number=1, kind="scene", page=board.page, parameters={**link, "stage": "abc"})
        assert heard["number"] == 1
        assert heard["answer"]["scene"] == content(opened(page, link))["scene"]


def test_what_the_hand_makes_is_in_the_data_to_the_last_bit_and_the_program_hears_of_it():
    board = BoardWidget(gate("and"), bias=True, order="hardest")
    shown, heard = board.content, []
    board.observe(lambda change: heard.append(change["name"]), ["address", "step"])
    placed = [(0.0, 0.0, 0), (0.703125, -0.6875, 1)]
    address = {**board.address, "points": encode(placed)}
    Kernel(board).hear(address=address, step=2)
    assert (board.address, board.step, sorted(heard)) == (address, 2, ["address", "step"])
    assert board.data.X.tolist() == [[x, y, 1.0] for x, y, _ in placed]
    assert board.data.y.tolist() == [1, -1]
    assert board.run.mistakes.tolist() == train(board.data, "hardest").mistakes.tolist()
    assert board.content == shown  # the stage shows it already
    board.step = 1
    assert json.loads(board.content)["address"]["points"] == address["points"]


def test_the_program_can_set_the_points_and_the_step():
    board = BoardWidget("/proof?data=XOR&bias=true&step=2")
    before = board.content
    board.data = gate("or")
    assert board.content != before
    assert (board.step, board.data.X[:, :2].tolist(), board.data.lift) == (0, gate("or").X.tolist(), 1)
    assert BoardWidget(board.link).link == board.link
    for constant in (2.0, 1.0):
        board.data = gate("or").augmented(constant)
        assert board.data.lift == constant
    lifted = gate("or").augmented(0.5)
    board.data = lifted
    assert board.data.X.tolist() == lifted.X.tolist()


def test_points_off_the_grid_are_moved_onto_it_and_that_is_said():
    data = margin_dataset(25, 2, 0.1, seed=3)
    with pytest.warns(UserWarning, match="25 points moved to the board's grid of 1/128"):
        board = BoardWidget(data)
    assert np.abs(board.data.X - data.X).max() <= 1 / 256
    assert board.data.X.tolist() == [list(point[:2]) for point in decode(board.address["points"])[0]]


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ("/nowhere", "a link leads to a board of the app, got `/nowhere`"),
        ("/lessons", "a link leads to a board of the app, got `/lessons`"),
        ("/experiments", "a link leads to a board of the app, got `/experiments`"),
        (Dataset([[1.0, 2.0, 3.0]], [1]), "a board holds up to 400 points in the plane, got 1 in 3 dimensions"),
        (gate("or").augmented(30.0), "a board's constant coordinate must be 0.05 to 20, got 30"),
        (Dataset(np.ones((401, 2)), [1] * 401), "a board holds up to 400 points in the plane, got 401 in 2 dimensions"),
    ],
)
def test_what_is_no_board_is_refused_by_a_sentence(board, sentence):
    with pytest.raises(ValueError, match="^" + sentence.replace("?", r"\?")):
        BoardWidget(board)


def test_a_page_without_points_in_the_plane_has_no_data():
    with pytest.raises(ValueError, match="the page Digits has no points in the plane"):
        _ = BoardWidget("/digits").data
    with pytest.raises(ValueError, match="the board has no points"):
        _ = BoardWidget("/?data=by+hand").data


def test_a_refused_question_and_plotly_are_answered():
    kernel = Kernel(BoardWidget("/race"))
    kernel.hear(number=1, kind="scene", page="race", parameters=dict(urllib.parse.parse_qsl("data=by hand")))
    kernel.hear(number=2, kind="plotly", page="", parameters={})
    (answer, _), (number, (script,)) = kernel.sent
    assert answer["number"] == 1
    assert number == {"number": 2}
    assert b"Plotly" in script[:100_000]


def test_a_further_board_is_saved_in_twelve_kilobytes(notebook):
    notebook.run("cell 0", BoardWidget("/"))
    for page in BOARDS:
        if page.title != "Digits":  # to pack its 357 pictures, no two alike, takes 9 kB more
            assert len(notebook.run(page.title, BoardWidget(ADDRESSES[page.title]))) <= 12 * 1024


def test_ten_boards_are_saved_in_a_third_of_a_megabyte_and_the_document_of_all_stays_in_one_output(notebook):
    boards = [BoardWidget("/") for _ in range(10)]
    saved = [notebook.run(f"cell {place}", board) for place, board in enumerate(boards)]
    assert sum(map(len, saved)) <= 333_000

    def has_document(text):
        return boards[0].stage.document in text

    assert [has_document(text) for text in saved] == [True, *[False] * 9]
    # The first cell runs again, and then its output before is gone.
    again = BoardWidget("/")
    assert has_document(notebook.run("cell 0", again))
    boards[0]._handle_custom_msg({"gone": True}, [])
    assert notebook.anew == []
    # Cells are deleted: one with a board alone, and one with the document, which another output takes.
    boards[1]._handle_custom_msg({"gone": True}, [])
    again._handle_custom_msg({"gone": True}, [])
    ((name, anew),) = notebook.anew
    assert (name, has_document(anew.data)) == (boards[2].saved, True)
    # Where nobody knows the cells, each output has the document.
    notebook.cell = Output("", "")
    boards[0]._ipython_display_()
    assert has_document(notebook.saved[-1].data)
