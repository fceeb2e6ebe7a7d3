"""A visitor who leaves a board comes back to it, also after the server was restarted."""

import pytest

from tests.boards import HAND
from tests.browser.browsing import DESKTOP, Playground, link, ready, serving, telling, wait_for
from tests.pages import PAGES

BOARDS = {
    "by hand": link(HAND, bias="true", c=2, order="hardest", rate=0.5, start="-1, 0.5", step=3),
    "generated": link(n=33, gamma=0.07, R=2, seed=12, order="shuffled", band="true", step=2),
    "a gate": link(data="AND", bias="true", step=5),
    "nothing": link([]),
    "nothing asked": "/",
}


def seen(stage):
    return stage.drawn, stage.step, stage.verdict, stage.sentence, stage.facts, stage.notice


def asked(stage):
    """Return the address without the step: each page has a run of its own."""
    return {name: value for name, value in stage.address.items() if name != "step"}


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.usefixtures("way")
def test_a_board_is_kept_from_page_to_page_back_forward_and_reloaded(visit, board):
    stage = visit(BOARDS[board])
    before, address = seen(stage), asked(stage)
    # The run of another page may be shorter, and the step with it.
    for name in ("Proof", "Lessons", "Playground"):
        stage.walk(name)
        stage.until(lambda: asked(stage) == address)
    stage.until(lambda: seen(stage) == before)
    for name in ("Lessons", "Proof", "Playground"):
        stage.page.go_back()
        stage.arrived(name)
        stage.until(lambda: asked(stage) == address)
    stage.until(lambda: seen(stage) == before)
    stage.page.go_forward()
    stage.arrived("Proof")
    stage.page.reload()
    stage.arrived("Proof")
    stage.walk("Playground")
    stage.until(lambda: seen(stage) == before)
    assert asked(stage) == address


@pytest.mark.usefixtures("way")
def test_what_was_done_on_one_page_is_undone_on_the_next(visit):
    stage = visit(link(HAND))
    stage.click(-0.75, 0.25)
    stage.settle()
    stage.walk("Proof")
    stage.press("Control+z")
    # The address has an edit before the picture does.
    stage.until(lambda: stage.drawn == stage.points == HAND)
    stage.walk("Playground")
    stage.press("Control+Shift+z")
    stage.until(lambda: stage.drawn == stage.points == [*HAND, (-0.75, 0.25, 0)])


@pytest.mark.slow
@pytest.mark.usefixtures("way")
def test_every_page_keeps_a_board_and_adds_one_entry_to_the_history(visit):
    stage = visit(BOARDS["by hand"], own=True)
    before, address, entries = seen(stage), asked(stage), stage.page.evaluate("history.length")
    # Experiments, which work for a while before there is a picture, have a test of their own.
    names = [name for name in PAGES.values() if name not in ("Playground", "Experiments")]
    for count, name in enumerate([*names, "Playground"], 1):
        stage.walk(name)
        stage.until(lambda: asked(stage) == address, 20)
        assert stage.page.evaluate("history.length") == entries + count
        hrefs = stage.page.locator(".menu a").evaluate_all("links => links.map((link) => link.search)")
        assert set(hrefs) == {stage.page.evaluate("location.search")}
    stage.until(lambda: seen(stage)[0] == before[0])


@pytest.mark.slow
def test_every_board_outlives_the_server_and_takes_points(browser):
    stages, context = {}, browser.new_context(viewport=DESKTOP)
    with serving() as (address, _):
        port = int(address.rpartition(":")[2])
        for name, query in BOARDS.items():
            stages[name] = Playground(ready(context.new_page(), telling(address + query)))
            stages[name].settle()
        before = {name: (seen(stage), stage.address) for name, stage in stages.items()}
    stages["a gate"].click(-0.25, -0.25)
    with serving(port=port):
        for name, stage in stages.items():
            wait_for(stage.page, "[data-test-connection-state=CONNECTED]", seconds=60)
            if name == "a gate":
                stage.until(lambda stage=stage: not stage.page.locator(".is-pending").count(), 20)
                assert stage.drawn == [*map(tuple, before[name][0][0]), (-0.25, -0.25, 0)]
                continue
            stage.settle()
            assert (seen(stage), stage.address) == before[name]
        for name in ("by hand", "generated"):
            stage = stages[name]
            stage.set("rate", "0.25")
            stage.until(lambda stage=stage: stage.address.get("rate") == "0.25")
            assert stage.address == {**before[name][1], "rate": "0.25"}
            assert stage.drawn == before[name][0][0]
    context.close()
