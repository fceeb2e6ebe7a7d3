"""The experiments page in a browser: open a run by its dot, stop a long experiment."""

import numpy as np
import pytest

from perceptron import experiments, margin_dataset, train
from playground.pages.experiments.scene import EXPERIMENTS, MARGINS, ExperimentSettings
from tests.browser.browsing import Playground, parameters, wait_for

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


def test_what_takes_long_shows_how_far_it_is_and_can_be_stopped(opened):
    page = opened("/experiments?experiment=dimension&repeats=1000&n=400")
    page.wait_for_selector("[data-testid=stProgress]", timeout=15_000)
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Run again").wait_for(timeout=10_000)
    assert not page.locator("[data-testid=stProgress]").count()


@pytest.mark.slow
def test_the_first_runs_stand_on_the_stage_that_later_has_them_all(window, server):
    page = window()
    # What another visitor has asked for comes at once, so nobody else asks for this seed. Once the page is loaded all
    # may have come, so one question is asked at the very beginning, and marks the stage that it looks at.
    page.goto(f"{server}/experiments?repeats=200&seed=2718", wait_until="commit")
    page.wait_for_function(
        """(chart) => {
          const [stage, verdict] = [".stage", ".stage-verdict"].map((part) => document.querySelector(part));
          const first = document.querySelector(chart) && verdict.textContent.endsWith("more are on their way.");
          if (first) stage.dataset.kept = "yes";
          return first;
        }""",
        arg=CHART,
        timeout=30_000,
    )
    page.get_by_role("button", name="Download the table").wait_for(timeout=60_000)
    page.wait_for_function("() => document.querySelector('.stage-verdict').textContent.startsWith('2,000 runs')")
    assert page.get_attribute(".stage", "data-kept") == "yes"
