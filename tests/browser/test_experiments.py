"""The experiments page in a browser: choose what changes, open a run by its dot, stop what takes too long."""

import csv

import numpy as np
import pytest

from perceptron import experiments, margin_dataset, train
from tests.browser.browsing import Playground, parameters
from ui.scenes.experiments import MARGINS

CHART = "[data-testid=stPlotlyChart] .js-plotly-plot"

_DOT = """([margin, updates]) => {
  const plot = document.querySelector("[data-testid=stPlotlyChart] .js-plotly-plot");
  const { xaxis, yaxis } = plot._fullLayout;
  const box = plot.getBoundingClientRect();
  return [box.left + xaxis._offset + xaxis.d2p(margin), box.top + yaxis._offset + yaxis.d2p(updates)];
}"""


@pytest.fixture
def opened(desk, server):
    page = desk.new_page()

    def open_link(query):
        page.goto(server + query)
        return page

    yield open_link
    page.close()


def room(row, rows):
    """By which factor the nearest other dot on the same margin has more or fewer updates."""
    others = rows[(rows["margin"] == row.margin) & (rows["seed"] != row.seed)]["updates"]
    return np.abs(np.log(others / row.updates)).min()


def test_a_click_on_a_dot_opens_that_run_in_the_playground(opened):
    page = opened("/experiments?repeats=3")
    page.wait_for_selector(f"{CHART} .point", timeout=30_000)
    rows = experiments.by_margin(MARGINS, 3, 25, seed=3)
    # The dot with the most room around it, so that no other is clicked.
    row = max((rows.loc[i] for i in rows.index), key=lambda row: room(row, rows))
    page.wait_for_timeout(500)
    page.mouse.click(*page.evaluate(_DOT, [row.margin, float(row.updates)]))
    page.wait_for_selector(".stage[data-step] .main-svg", state="attached", timeout=15_000)
    stage = Playground(page)
    stage.settle()
    run = train(margin_dataset(25, 2, row.margin, seed=int(row.seed)), "shuffled", seed=int(row.seed))
    assert len(run.mistakes) == row.updates
    assert stage.facts[3] == f"{row.updates}"
    assert parameters(page.url)["order"] == "shuffled"


def test_what_takes_long_shows_how_far_it_is_and_can_be_stopped(opened):
    page = opened("/experiments?experiment=dimension&repeats=1000&n=400")
    page.wait_for_selector("[data-testid=stProgress]", timeout=15_000)
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Run again").wait_for(timeout=10_000)
    assert not page.locator("[data-testid=stProgress]").count()
    assert not page.locator(CHART).count()


def test_the_table_that_is_downloaded_is_the_one_that_is_drawn(opened):
    page = opened("/experiments?repeats=2")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the table").click(timeout=30_000)
    with open(download.value.path(), newline="") as file:
        rows = list(csv.DictReader(file))
    wanted = experiments.by_margin(MARGINS, 2, 25, seed=3)
    assert [int(row["updates"]) for row in rows] == wanted["updates"].tolist()
    assert download.value.suggested_filename == "margin.csv"
