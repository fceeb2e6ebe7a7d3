"""The outcome of a run is shown once its end was seen, or if the visitor asks for it."""

import re

import numpy as np
import pytest

from perceptron import (
    Dataset,
    cloud,
    descend,
    digits,
    directions,
    halving,
    margin_dataset,
    rbf,
    rings,
    separate,
    smooth_perceptron,
    train,
    train_dual,
)
from tests.browser.browsing import DESKTOP, PHONE, link, ready
from tests.marks import slow, slow_but
from tests.pages import ADDRESSES, BOARDS

DATA = margin_dataset(25, 2, 0.1, seed=3)
RUN = train(DATA)
MADE, BOUND = len(RUN.mistakes), separate(DATA).bound
TABLET = {"width": 1024, "height": 768}
ASKED = f"At most {BOUND} updates: how many?"
TOLD = f"Converged after {MADE} updates; the theorem allows at most {BOUND}."


def _cloud():
    data = cloud(25, seed=3)
    run = train(Dataset((32 * data.X).round() / 32, data.y).augmented(), max_updates=3000)
    return [run.cycle.length, len(run.mistakes)]


def _halving():
    return [int(halving(directions(360, DATA.X), DATA.y).survivors[-1])]


def _digits():
    learned, held = digits(3, 8)
    run = train(learned)
    return [run.updates, int((run.predict(held.X) != held.y).sum())]


PAGES = {
    "/": lambda: [MADE],
    "/proof": lambda: [MADE],
    "/dimensions?d=1000&seed=12&n=40": lambda: [train(margin_dataset(40, 1000, 0.1, seed=12)).updates],
    "/digits": _digits,
    "/kernels": lambda: [len(train_dual(rings(25, seed=3), rbf(0.5)).mistakes)],
    "/nonseparable?data=inseparable+cloud": _cloud,
    "/descent": lambda: [len(descend(DATA, 0.1, size, [2, 3]).sizes) for size in (1, 5, 25)],
    "/race": lambda: [MADE, len(smooth_perceptron(DATA).weights) - 1],
    "/halving": _halving,
    "/adversary?player=the+perceptron": lambda: ["0.980"],
}
"""The pages with a question, and the library's numbers that would reveal the outcome."""

# All that can be read on the page's own part of the screen, but for the numbers along the axes.
_READ = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const read = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const { parentElement: node } = text;
    if (!node.closest("svg, select, style, .stage-said") && node.checkVisibility({ visibilityProperty: true }))
      read.push(text.data);
  }
  return read.join(" ").replaceAll("\\u00a0", " ");
}"""


def asked(stage):
    """Return the visible question."""
    return stage.page.locator(".stage-question span").first.inner_text().strip()


def packed(text):
    """Return a text without its spaces, since a symbol within a sentence is an element of its own."""
    return "".join(text.split())


def guess(stage, number):
    stage.page.fill(".stage-guess", str(number))


@pytest.mark.parametrize("look", [slow({"viewport": DESKTOP}), slow({"viewport": TABLET}), PHONE])
@pytest.mark.parametrize("page", slow_but(PAGES, "/"))
def test_the_outcome_is_hidden_until_the_end_and_moves_nothing(visit, page, look):
    stage = visit(page, asks=True, **look)
    panel = stage.page.locator(".stage-panel").first
    place = panel.bounding_box()
    before = stage.page.evaluate(_READ)
    assert asked(stage).endswith("?")
    assert packed(asked(stage)) in packed(before)
    assert stage.verdict == ""
    for number in PAGES[page]():
        assert not re.search(rf"(?<![\d.,]){number}(?![\d.,]\d)", before), (number, before)
    guesses = stage.page.is_visible(".stage-guess")
    if guesses:
        guess(stage, 2000)
    with stage.silence():
        stage.do("last")
    assert stage.verdict
    assert ("You guessed 2,000." in stage.verdict) == guesses
    assert asked(stage) == ""
    stage.settle()
    assert np.allclose([*panel.bounding_box().values()], [*place.values()], atol=0.5)
    after = stage.page.evaluate(_READ)
    for number in PAGES[page]():
        assert str(number) in after.replace(",", "")
    for sentence in stage.verdict.split(". "):
        assert packed(sentence) in packed(after)
        assert packed(sentence) not in packed(before)
    told = stage.verdict, stage.facts
    with stage.silence():
        stage.press("Home")
    assert (stage.verdict, stage.facts) == told


# All that is drawn of a run, on every panel.
_DRAWN = """() => {
  const all = (selector, look) => Array.from(document.querySelectorAll(`.stage-panel ${selector}`), look);
  const parts = all(".stage-axes", ({ figure }) => JSON.stringify(figure?.parts ?? ""));
  return [...parts, ...all("[data-kind]:not([style*='none'])", ({ outerHTML }) => outerHTML)];
}"""


def seen(stage):
    """Return all that the stage shows of a run at its step."""
    words = stage.step, asked(stage), stage.verdict, stage.facts, stage.sentence, stage.position
    return words, stage.hollow, stage.page.inner_text(".stage-count"), stage.page.evaluate(_DRAWN)


@pytest.mark.parametrize("hide", ["", slow("outcome")])
@pytest.mark.parametrize("name", slow_but(BOARDS, "Playground"))
def test_nothing_that_the_hand_does_tells_what_is_asked(visit_light, name, hide):
    """What stands there is what a new visitor sees of the same address, at its start."""
    board = link([(1, 1, 1), (0.5, 1, 1), (-1, -1, 0), (-1, 0, 0)], hide=hide)
    stage, other = (visit_light(f"{ADDRESSES[name]}{board[1:]}", asks=True) for _ in range(2))
    for act in (
        lambda: stage.click(0.75, -0.5),
        lambda: stage.drag((0.75, -0.5), (0.75, -0.25)),
        lambda: (stage.choose(1), stage.click(0.75, -0.25)),
        lambda: stage.do("undo"),
        lambda: (stage.press("End"), stage.settle(), stage.do("redo")),
    ):
        act()
        stage.settle()
        assert asked(stage).endswith("?")
        assert (stage.verdict, stage.step, {"", "?"}.isdisjoint(stage.facts), "step" in stage.address) == (
            "",
            0,
            False,
            False,
        )
        ready(other.page, stage.page.url)
        other.settle()
        assert seen(stage) == seen(other)
    stage.press("ArrowRight")
    assert stage.step == 1


def test_another_view_of_a_seen_run_asks_nothing_other_points_do(visit_light):
    stage = visit_light(link(step=MADE), asks=True)
    assert (stage.verdict, asked(stage), stage.facts[3]) == (TOLD, "", str(MADE))
    stage.set("band", "true")
    stage.until(lambda: "band" in stage.address)
    stage.settle()
    assert (stage.step, asked(stage)) == (MADE, "")
    stage.field("Seed").fill("4")
    stage.field("Seed").press("Enter")
    stage.until(lambda: asked(stage))
    stage.settle()
    assert (stage.step, stage.verdict, "step" in stage.address) == (0, "", False)


def test_a_switch_tells_the_outcome_and_hides_it_again(visit_light):
    stage = visit_light("/", asks=True)
    stage.more.click()
    switch = stage.field("the outcome")
    switch.click()
    stage.until(lambda: stage.verdict)
    assert (stage.verdict, asked(stage), stage.facts[3]) == (TOLD, "", str(MADE))
    stage.settle()
    assert "outcome=true" in stage.page.url
    switch.click()
    stage.until(lambda: asked(stage))
    assert (stage.verdict, asked(stage), stage.facts[3]) == ("", ASKED, "")


def test_a_guess_is_kept_in_the_browser_and_answered_at_the_end(visit):
    stage = visit("/", asks=True)
    stage.settle()
    with stage.silence():
        field = stage.page.locator(".stage-guess")
        field.press_sequentially(str(MADE))
        stage.press("ArrowLeft", "Home", " ")
        assert stage.step == 0
        field.press("Enter")
        assert stage.page.evaluate("document.activeElement === document.body")
        stage.press("End")
        assert stage.verdict == f"{TOLD} Your guess was right."
    assert str(MADE) not in stage.address.values()


def test_the_question_is_heard_once_and_then_the_verdict(visit_light):
    stage = visit_light("/", asks=True)
    stage.press("ArrowRight", "End", "Home")
    stage.settle()
    heard = " ".join(stage.page.evaluate("window.heard"))
    assert heard.count(ASKED) == heard.count(TOLD) == 1
    assert heard.index(ASKED) < heard.index(TOLD)
