"""Saved files hold what the screen shows."""

import csv
import io
import json
from typing import Any

import pytest
from playwright.sync_api import expect

from perceptron import margin_dataset, separate, train
from tests.boards import HAND, labelled
from tests.browser.browsing import link, telling
from tests.browser.test_site import standing


def saved(stage, label):
    """Save a file by the dialog, and return its name and content."""
    stage.do("share")
    if not stage.page.locator(".stage-files").is_visible():
        stage.page.locator(".stage-save summary").click()
    with stage.page.expect_download() as saving:
        stage.page.get_by_role("button", name=label).click()
    stage.do("close")
    return saving.value.suggested_filename, saving.value.path().read_bytes()


def read(content):
    heads, *rows = csv.reader(io.StringIO(content.decode()))
    return heads, [[float(cell) if cell else None for cell in row] for row in rows]


def test_a_generated_board_and_its_run_are_the_library_s_own(visit_light):
    stage = visit_light(telling("/?n=25&gamma=0.1&seed=3"))
    data = margin_dataset(25, 2, 0.1, seed=3)
    _, rows = read(saved(stage, "Points (CSV)")[1])
    assert rows == [[*point, label] for point, label in zip(data.X.tolist(), data.y.tolist(), strict=True)]
    run, found = train(data), separate(data)
    name, content = saved(stage, "Run (CSV)")
    assert name == "perceptron-run.csv"
    heads, rows = read(content)
    table = run.table(found)
    columns = {head: [row[place] for row in rows] for place, head in enumerate(heads)}
    own = ["pass", "added1", "added2", "w1", "w2"]
    assert [head for head in heads if head not in own] == [*table.columns]
    assert columns["pass"] == run.pass_of.tolist()
    # All names and signs are those that the program prints, and all digits that roundings do not touch.
    for head in table.columns:
        assert columns[head] == pytest.approx(table[head].tolist(), rel=1e-14, abs=1e-16), head
    for axis in range(2):
        assert columns[f"w{axis + 1}"] == pytest.approx(run.weights[1:, axis].tolist(), rel=1e-14)
        assert columns[f"added{axis + 1}"] == data.signed[run.mistakes, axis].tolist()


def test_the_program_and_its_notebook_are_saved_as_the_page_has_them(visit_light):
    stage = visit_light(link(HAND, bias="true"))
    name, program = saved(stage, "Program (Python)")
    assert name == "perceptron-run.py"
    known: dict[str, Any] = {"print": lambda *_: None}
    exec(program, known)
    assert len(known["run"].mistakes) == len(train(labelled(HAND).augmented()).mistakes)
    name, notebook = saved(stage, "Notebook (Jupyter)")
    assert name == "perceptron-run.ipynb"
    assert len(json.loads(notebook)["cells"]) == 6


def test_on_an_empty_board_page_and_picture_can_be_saved(visit_light):
    stage = visit_light(link([]))
    stage.do("share")
    stage.settle()
    assert stage.page.locator(".stage-files button").all_text_contents() == [
        "Page (HTML)",
        "Picture (SVG)",
        "Picture (PNG)",
    ]
    assert not stage.page.locator(".stage-files").is_visible()


def test_a_page_saved_while_the_question_is_open_asks_it(visit_light, window, tmp_path):
    app = visit_light("/?n=25&gamma=0.1&seed=3&step=4", asks=True)
    file = tmp_path / "page.html"
    file.write_bytes(saved(app, "Page (HTML)")[1])
    with standing(window, file.as_uri()) as (alone, _):
        question = alone.page.locator(".stage-question")
        expect(question).to_be_visible()
        expect(question).to_contain_text("how many?")
        expect(alone.page.locator(".stage-verdict")).not_to_be_visible()
        assert alone.step == 4
        assert "" in alone.facts
        alone.page.locator(".stage-guess").fill("12")
        alone.press("Enter", "End")
        expect(question).not_to_be_visible()
        assert "Converged after 12 updates" in alone.verdict
        assert "Your guess was right." in alone.verdict
