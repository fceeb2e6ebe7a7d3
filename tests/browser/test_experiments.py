"""The experiments page in a browser: open a run by its dot, stop a long experiment and go on, ask for more."""

import numpy as np
import pytest

from perceptron import experiments, margin_dataset, train
from playground.pages.experiments.scene import EXPERIMENTS, MARGINS, ExperimentSettings
from tests.browser.browsing import Playground, parameters, wait_for
from tests.marks import slow

CHART = '.stage-panel[data-area="all"] .stage-axes > *'


@pytest.fixture
def opened(window, server):
    page = window()

    def open_link(query):
        page.goto(server + query)
        return page

    return open_link


def dot(page, row):
    """Return the screen position of a run's dot; the axes are logarithmic."""
    return Playground(page).frame("all").screen(np.log10(row["at"]), np.log10(row.updates))


def dots(repeats):
    """Return the runs of the page's default experiment with their dots."""
    settings = ExperimentSettings(None, 25, 0.1, 1.0, 3, repeats)
    return EXPERIMENTS["margin"].draw(experiments.by_margin(MARGINS, repeats, 25, seed=3), settings).dots


def room(row, rows):
    """Return the log distance in updates to the nearest other dot of this margin."""
    others = rows[(rows["margin"] == row.margin) & (rows["seed"] != row.seed)]["updates"]
    return np.abs(np.log(others / row.updates)).min()


def test_a_click_on_a_dot_opens_that_run_in_the_playground(opened):
    page = opened("/experiments?repeats=3")
    wait_for(page, CHART)
    rows = dots(3)
    # The dot with the most room around it, so that no other is clicked.
    row = max((rows.loc[i] for i in rows.index), key=lambda row: room(row, rows))
    page.mouse.click(*dot(page, row))
    is_run_of(page, row)


def is_run_of(page, row):
    """Check that the playground opens with a dot's run."""
    wait_for(page, '.stage-panel[data-area="board"] .stage-axes > *', seconds=15)
    stage = Playground(page)
    stage.settle()
    run = train(margin_dataset(25, 2, row.margin, seed=int(row.seed)), "shuffled", seed=int(row.seed))
    assert len(run.mistakes) == row.updates
    stage.do("last")
    assert stage.facts[3] == f"{row.updates}"
    assert parameters(page.url)["order"] == "shuffled"


def test_what_takes_long_shows_how_far_it_is_and_can_be_stopped_and_go_on(opened):
    page = opened("/experiments?experiment=dimension&repeats=1000&n=400&seed=99")
    stage = Playground(page)
    page.get_by_role("button", name="Stop").click()
    go_on = page.get_by_role("button", name="Go on")
    go_on.wait_for()
    stage.settle()
    done = page.eval_on_selector("progress", "(bar) => bar.value")
    assert 0 < done < 1
    assert stage.verdict.endswith("more are on their way.")
    go_on.click()
    stage.until(lambda: page.eval_on_selector("progress", "(bar) => bar.value") > done or not go_on.is_visible())


@pytest.mark.parametrize("way", ["route", slow("page")])
def test_the_runs_come_by_rounds_until_all_are_there_and_more_can_be_asked_for(window, server, way):
    stage = Playground(window(unserved=way == "page"))
    # What another visitor has asked for comes at once, so nobody else asks for this seed.
    stage.page.goto(f"{server}/experiments?repeats=30&seed={2718 + (way == 'page')}")
    stage.until(lambda: stage.page.locator(".stage-verdict").count() and stage.verdict.startswith("300 runs"), 90)
    assert not stage.page.is_visible("progress")
    stage.control("repeats").fill("40")
    stage.press("Enter")
    stage.until(lambda: stage.verdict.startswith("400 runs"), 90)
